//! The server: games kept and played live, over HTTP and WebSocket.
//!
//! It runs sessions (crate `session`) and decides no rule. What happens in a game is committed to its log before anyone
//! is told of it; games come into memory when somebody asks for them and leave it when nobody does.
//!
//! ```no_run
//! # async fn example() -> Result<(), chatura_server::StartError> {
//! let service = chatura_server::Server::start(chatura_server::Config::new("data")).await?;
//! println!("http://{}", service.address());
//! service.stop().await;
//! # Ok(())
//! # }
//! ```

mod analysis;
mod api;
mod app;
mod clock;
mod config;
mod connections;
pub mod data;
mod describe;
mod drawing;
mod engine_pool;
mod export;
mod fair;
mod fair_room;
mod games;
mod image;
mod kif;
mod library;
mod limiter;
mod listen;
mod matches;
mod memory;
mod metrics;
mod names;
mod problem;
mod proxy;
mod rules;
mod server;
mod shares;
mod signed_out;
mod socket;
mod storage;
mod study;
mod taker;
mod timers;
mod token;
mod worker_pool;

pub use config::{Config, Limits};
pub use matches::MatchFeed;
pub use proxy::Network;
pub use server::{Server, StartError};
pub use storage::StorageError;

/// The description of the API, as it is served at `/api/openapi.json`.
pub const OPENAPI: &str = include_str!("openapi.json");

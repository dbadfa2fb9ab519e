//! Whoever chooses a move for a player of a game: one seam, [`Chooser`], whatever is behind it.
//!
//! A front end asks a [`Question`] and gets a [`Decision`]; it neither knows nor cares whether our engine
//! ([`OwnEngine`]), a program of others ([`ExternalEngine`]) or a script ([`Scripted`]) has answered. Levels, strategies and clocks become
//! limits of thought in one place, [`EngineSettings`].
//!
//! ```
//! use chatura_players::{Choice, Chooser, EngineSettings, OwnEngine, Budget, Question, Scripted, Stop};
//! use chatura_rules::{Line, Position};
//! use chatura_session::Ai;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = chatura_define::load("chess", &[], 0)?;
//! let settings = EngineSettings::of(&Ai::Nodes(200), &Budget::default())?;
//! let mut players: [Box<dyn Chooser>; 2] =
//!     [Box::new(Scripted::new(["e4", "Nf3", "Bb5"])), Box::new(OwnEngine::new(&game, settings))];
//!
//! let mut line = Line::new(Position::start(&game));
//! for ply in 0..6 {
//!     let question = Question::new(&line);
//!     let decision = players[ply % 2].choose(&question, &Stop::new(), &mut |_| {})?;
//!     match decision.choice {
//!         // What may not be played is refused, whoever chose it.
//!         Choice::Move(mv) => drop(line.play(mv)?),
//!         Choice::Resign => break,
//!     }
//! }
//! assert_eq!(line.moves().len(), 6);
//! # Ok(())
//! # }
//! ```

mod chooser;
mod description;
mod engine_list;
mod engine_settings;
mod external_engine;
mod own_engine;
mod programs;
mod scripted;

pub use chatura_search::{Report, Stop};
pub use chooser::{Choice, Chooser, Decision, PlayerError, Question};
pub use description::{read_player, require_known};
pub use engine_list::{EngineList, KnownEngine};
pub use engine_settings::{Budget, EngineSettings};
pub use external_engine::ExternalEngine;
pub use own_engine::OwnEngine;
pub use programs::Programs;
pub use scripted::Scripted;

//! The engine as its users meet it.

mod common;
mod figures;
mod many;
mod signature;
mod soundness;

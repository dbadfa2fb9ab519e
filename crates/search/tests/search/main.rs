//! The engine as its users meet it.

mod common;
mod figures;
mod signature;
mod soundness;

//! The engine as its users meet it.

mod advice;
mod common;
mod figures;
mod many;
mod mates;
mod signature;
mod soundness;
mod stated;

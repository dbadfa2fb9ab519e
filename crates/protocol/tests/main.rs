//! Both sides of the protocols: our engine as others see it, and others' engines as we drive them.

mod common;
mod detection;
#[cfg(unix)]
mod drive;
mod fuzz;
#[cfg(unix)]
mod real;
mod uci;
mod xboard;

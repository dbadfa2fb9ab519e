//! Both sides of the protocols: our engine as others see it, and others' engines as we drive them.

#[cfg(unix)]
mod drive;
#[cfg(unix)]
mod real;
mod uci;

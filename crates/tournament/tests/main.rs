//! Matches as they are played: with engines that behave and that do not, broken off and resumed.

#[cfg(unix)]
mod matches;

//! Sessions from outside: commands in, events out. One program, so that it is linked once.

mod clocks;
mod commands;
mod common;
mod many;
mod pgn;
mod storms;
mod table;
mod variations;

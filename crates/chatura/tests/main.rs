//! The program from outside: its commands, the game at a terminal, the examples of the README. One program, so that it is linked once.

mod cli;
mod data;
mod disk;
mod engines;
#[cfg(unix)]
mod guis;
mod matches;
mod modes;
mod play;
mod readme;
mod serve;
mod sources;
mod terminal;
mod text_game;

//! Matches between engines, ours and others', in any game.
//!
//! A [`Plan`] says who meets whom how often, round by round; [`run`] plays it on several threads and hands over each [`GameRecord`] as
//! soon as it is finished; a [`Journal`] keeps them so that a match goes on where it was broken off, [`Kept`] reads them for
//! whoever looks on, and a [`Glimpse`] shows a game while it is played; [`statistics`] says
//! what they prove and [`report`] writes it down.

mod adjudication;
mod contestant;
mod control;
mod game;
mod journal;
mod kept;
mod note;
mod opening;
mod plan;
pub mod report;
mod run;
mod spec;
pub mod statistics;

pub use adjudication::{Adjudication, Folder, Referee, Verdict, Why};
pub use contestant::{Contestant, Kind};
pub use control::Control;
pub use game::GameRecord;
pub use journal::{About, Journal, JournalError, Sent};
pub use kept::{Kept, KeptGame};
pub use note::{NoNote, Note};
pub use opening::{booked, read_epd, read_pgn, scrambled};
pub use plan::{Encounters, Game, Plan, Round, Scores};
pub use run::{Event, Glimpse, Match, run};
pub use spec::read_contestants;

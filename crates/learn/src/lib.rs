//! Learns an evaluation for any chess variant: self-play, training, a match, and again.
//!
//! Nothing but the rules of the game goes in. The engine plays against itself ([`self_play`]); what it saw and how the games
//! ended is kept ([`records`]); a small net is fitted to it ([`training`]); the net plays against what there was before
//! ([`contest`]), and is kept if it is better. [`run`] does this generation by generation, can be stopped at any moment and
//! goes on where it was; [`report`] tells what came of it.

pub mod contest;
pub mod records;
pub mod report;
pub mod run;
pub mod self_play;
pub mod training;

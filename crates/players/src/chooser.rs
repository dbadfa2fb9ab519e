//! The seam: what is asked of whoever chooses a move, and what comes back.

use chatura_rules::{Line, Move};
use chatura_search::{Report, Stop};
use chatura_session::{ClockView, Seat};
use std::time::Duration;

/// What is asked: what to do where a line stands.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Where the game stands, with the moves that led there.
    pub line: &'a Line,
    /// The clock of each seat at this moment; none without clocks.
    pub clocks: &'a [ClockView],
    /// At most so long, whatever the clocks say.
    pub max_time: Option<Duration>,
}

impl<'a> Question<'a> {
    /// A question without clocks.
    pub fn new(line: &'a Line) -> Question<'a> {
        Question { line, clocks: &[], max_time: None }
    }

    /// The clock of the player to move.
    pub fn clock(&self) -> Option<&'a ClockView> {
        self.clocks.get(self.line.position().turn().index())
    }
}

/// What the player to move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It plays this.
    Move(Move),
    /// It gives up.
    Resign,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What to do.
    pub choice: Choice,
    /// How it came to that, from those who tell.
    pub report: Option<Report>,
}

/// Why nobody has chosen, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlayerError(pub String);

/// Whoever chooses a move.
///
/// It thinks on the thread of whoever asks, which may wait as long as it likes and raises `stop`, from another thread, to
/// be answered at once. A question stands for itself: the next may be about another line, or another game.
pub trait Chooser: Send {
    /// Chooses for the player to move. Whoever asks plays what was chosen, or refuses it: the rules decide what is legal.
    /// `progress` is told what was found so far, by those who tell.
    fn choose(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Decision, PlayerError>;

    /// Whether it is content with a draw that was offered to a seat. Who has no opinion plays on.
    fn agrees_to_draw(
        &mut self,
        _question: &Question<'_>,
        _seat: Seat,
        _stop: &Stop,
    ) -> Result<bool, PlayerError> {
        Ok(false)
    }
}

//! One who plays what was written down before: for tests, demonstrations and games that begin with given moves.

use crate::chooser::{Choice, Chooser, Decision, PlayerError, Question};
use chatura_rules::notation::read_move;
use chatura_search::{Report, Stop};
use chatura_session::Seat;
use std::collections::VecDeque;

/// Plays what was written down, one after the other, in coordinates or SAN; `resign` gives up.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    moves: VecDeque<String>,
    agrees: bool,
}

impl Scripted {
    /// One with these moves.
    pub fn new<T: Into<String>>(moves: impl IntoIterator<Item = T>) -> Scripted {
        Scripted { moves: moves.into_iter().map(Into::into).collect(), agrees: false }
    }

    /// One that takes every draw.
    #[must_use]
    pub fn accepting_draws(self) -> Scripted {
        Scripted { agrees: true, ..self }
    }
}

impl Chooser for Scripted {
    fn choose(
        &mut self,
        question: &Question<'_>,
        _stop: &Stop,
        _progress: &mut dyn FnMut(&Report),
    ) -> Result<Decision, PlayerError> {
        let text =
            self.moves.pop_front().ok_or_else(|| PlayerError("the script has come to its end".to_owned()))?;
        let choice = match text.as_str() {
            "resign" => Choice::Resign,
            text => Choice::Move(
                read_move(question.line.position(), text).map_err(|error| PlayerError(error.to_string()))?,
            ),
        };
        Ok(Decision { choice, report: None })
    }

    fn agrees_to_draw(
        &mut self,
        _question: &Question<'_>,
        _seat: Seat,
        _stop: &Stop,
    ) -> Result<bool, PlayerError> {
        Ok(self.agrees)
    }
}

//! The score of several games in turn.

use crate::conclusion::{Conclusion, Standing};
use serde::{Deserialize, Serialize};

/// How someone did in the games of a session. It goes with the player from seat to seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Games won, alone or with a team.
    pub won: u32,
    /// Games drawn, also a first place shared with opponents.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Score {
    /// In half points: two for a win, one for a draw.
    pub fn halves(self) -> u32 {
        2 * self.won + self.drawn
    }

    /// As it is written: `2½`.
    pub fn points(self) -> String {
        match (self.halves() / 2, self.halves() % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "½".to_owned(),
            (whole, _) => format!("{whole}½"),
        }
    }

    /// With one more game; one without a result does not count.
    #[must_use]
    pub(crate) fn with(mut self, conclusion: &Conclusion, seat: usize) -> Score {
        match conclusion.standings.get(seat) {
            Some(Standing::Won) => self.won += 1,
            Some(Standing::Drew) => self.drawn += 1,
            Some(Standing::Lost) => self.lost += 1,
            None => {}
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_with_halves() {
        let points = |won, drawn| Score { won, drawn, lost: 7 }.points();
        assert_eq!([points(0, 0), points(0, 1), points(2, 1), points(1, 2)], ["0", "½", "2½", "2"]);
    }
}

//! What an engine said of a move, as matches write it into PGN: `+0.07/25 17s`; with more than two players `63.50%/9 17s` of
//! the places, or `12.00p/9 17s` points.

use chatura_search::Score;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What an engine said of a move, and what the move took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it thinks of its own chances, if it said so.
    pub score: Option<Score>,
    /// How deep it has looked.
    pub depth: u32,
    /// How long it thought.
    pub spent: Duration,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            None => {}
            Some(Score::Mate(moves)) if moves > 0 => write!(f, "+M{moves}/{} ", self.depth)?,
            Some(Score::Mate(moves)) => write!(f, "-M{}/{} ", moves.unsigned_abs(), self.depth)?,
            Some(Score::Centipawns(value)) => write!(f, "{:+.2}/{} ", f64::from(value) / 100.0, self.depth)?,
            Some(Score::Place(value)) => write!(f, "{:.2}%/{} ", f64::from(value + 1000) / 20.0, self.depth)?,
            Some(Score::Points(value)) => write!(f, "{:.2}p/{} ", f64::from(value) / 100.0, self.depth)?,
        }
        write!(f, "{:.3}s", self.spent.as_secs_f64())
    }
}

/// No note at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoNote;

/// What was written is read again.
impl FromStr for Note {
    type Err = NoNote;

    fn from_str(text: &str) -> Result<Note, NoNote> {
        let (said, time) = match text.split_once(' ') {
            Some((said, time)) => (Some(said), time),
            None => (None, text),
        };
        let seconds: f64 = time.strip_suffix('s').and_then(|time| time.parse().ok()).ok_or(NoNote)?;
        let spent = Duration::try_from_secs_f64(seconds).map_err(|_| NoNote)?;
        let Some((score, depth)) = said.map(|said| said.split_once('/').ok_or(NoNote)).transpose()? else {
            return Ok(Note { score: None, depth: 0, spent });
        };
        let moves = |text: &str| text.parse::<i32>().map_err(|_| NoNote);
        // What is no number becomes 0, what is too large the largest.
        let hundredths = |text: &str| Ok((text.parse::<f64>().map_err(|_| NoNote)? * 100.0).round() as i32);
        let score = if let Some(text) = score.strip_prefix("+M") {
            Score::Mate(moves(text)?)
        } else if let Some(text) = score.strip_prefix("-M") {
            Score::Mate(moves(text)?.checked_neg().ok_or(NoNote)?)
        } else if let Some(text) = score.strip_suffix('%') {
            Score::Place((hundredths(text)? / 5).clamp(0, 2000) - 1000)
        } else if let Some(text) = score.strip_suffix('p') {
            Score::Points(hundredths(text)?)
        } else {
            Score::Centipawns(hundredths(score)?)
        };
        Ok(Note { score: Some(score), depth: depth.parse().map_err(|_| NoNote)?, spent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_as_they_are_written() {
        let spent = Duration::from_millis(1234);
        for (score, text) in [
            (None, "1.234s"),
            (Some(Score::Centipawns(-7)), "-0.07/12 1.234s"),
            (Some(Score::Centipawns(0)), "+0.00/12 1.234s"),
            (Some(Score::Mate(3)), "+M3/12 1.234s"),
            (Some(Score::Mate(-2)), "-M2/12 1.234s"),
            (Some(Score::Mate(0)), "-M0/12 1.234s"),
            (Some(Score::Place(-1000)), "0.00%/12 1.234s"),
            (Some(Score::Place(333)), "66.65%/12 1.234s"),
            (Some(Score::Points(1250)), "12.50p/12 1.234s"),
        ] {
            let note = Note { score, depth: if score.is_some() { 12 } else { 0 }, spent };
            assert_eq!(note.to_string(), text);
            assert_eq!(text.parse(), Ok(note));
        }
        for wrong in
            ["", "s", "x", "1", "+0.1 1s", "+0.1/x 1s", "+Mx/1 1s", "+0.1/1 1e99s", "+0.1/1 -1s", "NaNs"]
        {
            assert_eq!(wrong.parse::<Note>(), Err(NoNote), "{wrong}");
        }
    }
}

//! The line cut into its fields, before any game is known.

use super::part::{FenPlace, fields_at};
use super::{FenError, MAX_LENGTH};

/// A piece of the line and where it begins.
pub(crate) type Field<'a> = (usize, &'a str);

/// The fields, those left out missing.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Fields<'a> {
    pub placement: Field<'a>,
    /// Between the brackets.
    pub bracket: Option<Field<'a>>,
    pub turn: Option<Field<'a>>,
    /// Those of rules that stand behind the turn, one after the other.
    pub behind_turn: Vec<Field<'a>>,
    /// Numbers with `+` between them.
    pub sum: Option<Field<'a>>,
    pub numbers: Vec<Field<'a>>,
    pub unmoved: Option<Field<'a>>,
    /// Words with a colon.
    pub words: Vec<Field<'a>>,
}

impl<'a> Fields<'a> {
    /// Cuts the line. Fields are told apart by what they look like, because so many leave some out.
    pub fn split(text: &'a str) -> Result<Fields<'a>, FenError> {
        let (mut fields, words) = Fields::begin(text)?;
        fields.sort(words)?;
        Ok(fields)
    }

    /// The placement with its brackets, and the words behind it.
    pub fn begin(text: &'a str) -> Result<(Fields<'a>, Vec<Field<'a>>), FenError> {
        if text.len() > MAX_LENGTH {
            return Err(FenError::new(
                MAX_LENGTH,
                "the text is too long",
                format!("at most {MAX_LENGTH} bytes"),
            ));
        }
        let mut words = words(text);
        let Some(placement) = words.next() else {
            return Err(FenError::new(0, "the text is empty", "rows of the board with / between them"));
        };
        let mut fields = Fields { placement, ..Fields::default() };
        if let Some(open) = placement.1.find('[') {
            let inside = &placement.1[open + 1..];
            let Some(inside) = inside.strip_suffix(']') else {
                return Err(FenError::new(
                    placement.0 + open,
                    "the bracket is not closed",
                    "[] after the rows",
                ));
            };
            fields.placement.1 = &placement.1[..open];
            fields.bracket = Some((placement.0 + open + 1, inside));
        }
        Ok((fields, words.collect()))
    }

    /// Gives each word to a field by its look.
    fn sort(&mut self, words: Vec<Field<'a>>) -> Result<(), FenError> {
        let early_fields = fields_at(FenPlace::BehindTurn).count();
        for word in words {
            if word.1.contains(':') {
                self.words.push(word);
                continue;
            }
            if self.turn.is_none() {
                self.turn = Some(word);
                continue;
            }
            let digits = word.1.bytes().all(|b| b.is_ascii_digit());
            let sums = word.1.contains('+') && word.1.bytes().all(|b| b.is_ascii_digit() || b == b'+');
            let complete = self.behind_turn.len() == early_fields;
            // Where pieces are counted, a third number stands in the place of the last field behind the turn.
            let most = if complete { 2 } else { 3 };
            if digits && self.numbers.len() < most {
                self.numbers.push(word);
                continue;
            }
            if !digits && !sums && !complete && self.numbers.is_empty() && self.sum.is_none() {
                self.behind_turn.push(word);
                continue;
            }
            let slot = if sums { &mut self.sum } else { &mut self.unmoved };
            if slot.is_some() || digits {
                return Err(FenError::new(
                    word.0,
                    format!("\"{}\" is too much", word.1),
                    "the text ends before it",
                ));
            }
            *slot = Some(word);
        }
        Ok(())
    }

    /// Moves without progress and the round.
    pub fn counters(&self) -> Result<(u16, u16), FenError> {
        let numbers = &self.numbers[self.numbers.len().saturating_sub(2)..];
        let number = |index: usize, default: u16| match numbers.get(index) {
            None => Ok(default),
            Some(&(at, digits)) => digits.parse().map_err(|_| {
                FenError::new(at, format!("{digits} is too large"), format!("at most {}", u16::MAX))
            }),
        };
        Ok((number(0, 0)?, number(1, 1)?.max(1)))
    }
}

fn words(text: &str) -> impl Iterator<Item = Field<'_>> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - start, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_told_apart_by_their_look() {
        let fields = Fields::split(" 8/8[Qq]  b KQ e3 1+3 5 9 a1,b1").unwrap();
        assert_eq!(fields.placement, (1, "8/8"));
        assert_eq!(fields.bracket, Some((5, "Qq")));
        assert_eq!(fields.turn, Some((10, "b")));
        assert_eq!(fields.behind_turn, [(12, "KQ"), (15, "e3")]);
        assert_eq!(fields.sum, Some((18, "1+3")));
        assert_eq!(fields.counters(), Ok((5, 9)));
        assert_eq!(fields.unmoved, Some((26, "a1,b1")));
    }

    #[test]
    fn nothing_may_follow() {
        assert!(Fields::split("8 w - - 0 1 - -").is_err());
        assert!(Fields::split("8 w - - 0 1 2 3").is_err());
        assert!(Fields::split("   ").is_err());
    }
}

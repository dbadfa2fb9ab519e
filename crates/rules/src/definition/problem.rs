//! What is wrong with a definition: a sentence, a place, and what would be right.

use super::Span;
use std::fmt;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A sentence that names it.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// A few words to put under the marked text.
    pub label: String,
    /// What would be right, when that is known.
    pub help: Option<String>,
}

impl Problem {
    /// A problem at a place.
    pub fn new(span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Problem { message: message.into(), span, label: label.into(), help: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with "did you mean …?" if one of the words is near.
    #[must_use]
    pub fn suggest<'a>(mut self, wrong: &str, words: impl IntoIterator<Item = &'a str>) -> Self {
        let words: Vec<&str> = words.into_iter().collect();
        self.help = match suggestion(wrong, words.iter().copied()) {
            Some(word) => Some(format!("did you mean \"{word}\"?")),
            None if words.is_empty() || words.len() > 24 => self.help,
            None => Some(format!("one of: {}", words.join(", "))),
        };
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Everything that is wrong, at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<&str> = self.0.iter().map(|p| p.message.as_str()).collect();
        f.write_str(&messages.join("; "))
    }
}

impl std::error::Error for Problems {}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Problems(vec![problem])
    }
}

/// How many letters of a word are looked at.
const MAX_COMPARED: usize = 64;

/// The word nearest to a misspelt one, if any is near.
pub fn suggestion<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let compared = |word: &str| word.to_lowercase().chars().take(MAX_COMPARED).collect::<String>();
    let wrong = compared(wrong);
    let length = wrong.chars().count();
    let limit = (length / 3).max(1);
    let edits = |word: &str| {
        let word = compared(word);
        // Each letter more or less is an edit; most words need not be compared for that.
        let near = word.chars().count().abs_diff(length) <= limit;
        // Neighbours that changed places are one edit.
        near.then(|| strsim::osa_distance(&wrong, &word)).filter(|edits| *edits <= limit)
    };
    words
        .into_iter()
        .filter_map(|word| Some((edits(word)?, word)))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_suggested_and_far_ones_not() {
        assert_eq!(suggestion("quen", ["king", "queen", "rook"]), Some("queen"));
        assert_eq!(suggestion("casltling", ["castling", "drops"]), Some("castling"));
        assert_eq!(suggestion("elephant", ["king", "queen"]), None);
        assert_eq!(suggestion("bishopric", ["bishop", "bis"]), Some("bishop"));
        assert_eq!(suggestion("bishoprics", ["bishop", "bis"]), None);
        assert_eq!(suggestion(&"q".repeat(10_000), ["king", "queen"]), None);
    }
}

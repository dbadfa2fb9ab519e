//! Names people see: they show all of themselves, and stay on their line.

use crate::config::MAX_NAME;
use crate::problem::Problem;

/// How many marks in a row may stand over and under a letter.
const MARKS: usize = 3;

/// Whether a character shows nothing, or changes how others are shown: with such one could look like another.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            // Soft hyphen, marks of direction, joiners and spaces without width, fillers, tags and other formats.
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Whether a character is a mark over or under the one before it.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
    )
}

/// Whether a text shows all of itself, and only itself: marks without end would reach into other lines.
pub fn shows_itself(text: &str) -> bool {
    let mut marks = 0;
    text.chars().all(|c| {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        marks <= MARKS && !is_unseen(c)
    })
}

/// The same text without what does not.
pub fn seen_of(text: &str) -> String {
    let mut marks = 0;
    let seen = |c: &char| {
        marks = if is_mark(*c) { marks + 1 } else { 0 };
        marks <= MARKS && !is_unseen(*c)
    };
    text.chars().filter(seen).collect()
}

/// A game that was written down, in whose tags is nothing that does not show.
pub fn seen_tags(pgn: &str) -> String {
    let line = |line: &str| match line.strip_suffix('\n') {
        Some(tag) if tag.starts_with('[') => seen_of(tag) + "\n",
        _ => line.to_owned(),
    };
    pgn.split_inclusive('\n').map(line).collect()
}

/// A name people may have.
pub fn check_name(name: &str) -> Result<(), Problem> {
    match name.chars().count() <= MAX_NAME && shows_itself(name) && name.trim() == name {
        true => Ok(()),
        false => {
            Err(Problem::bad("bad-name", format!("a name is one line of at most {MAX_NAME} characters")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_all_of_itself() {
        for name in ["", "Ada", "Ève-Łucja", "名前", "O'Neill", "שרה", "Ada 2", "Z\u{30d}\u{30d}"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in [
            "Ada\u{202e}",
            "A\u{200b}da",
            "\u{2066}Ada\u{2069}",
            "Ada\n",
            "A\u{feff}da",
            "\u{3164}",
            "A\u{ad}da",
            "Z\u{30d}\u{30d}\u{30d}\u{30d}",
            " Ada",
            &"a".repeat(41),
        ] {
            assert_eq!(check_name(name).unwrap_err().code, "bad-name", "{name:?}");
        }
    }

    #[test]
    fn what_is_not_seen_is_left_out() {
        assert_eq!(seen_of("\u{202e}Ada\u{200b} \u{3164}L\n"), "Ada L");
        let pgn = "[White \"A\u{202e}da\"]\r\n\n1. e4 {\u{200f}x}";
        assert_eq!(seen_tags(pgn), "[White \"Ada\"]\n\n1. e4 {\u{200f}x}");
        assert_eq!(seen_of(&format!("Z{}x", "\u{30d}".repeat(9))), "Z\u{30d}\u{30d}\u{30d}x");
    }
}

//! What stands before the moves, and how a text in KIF is known.

use crate::notation::native::{fold, value_of};

/// Headers that PGN has tags for.
pub(super) const TAGS: &[(&str, &str)] = &[
    ("先手", "White"),
    ("下手", "White"),
    ("後手", "Black"),
    ("上手", "Black"),
    ("棋戦", "Event"),
    ("場所", "Site"),
    ("開始日時", "Date"),
    ("対局日", "Date"),
];
/// The header that names a game other than shogi.
pub(super) const VARIANT: &str = "Variant";
/// The header of handicaps.
pub(super) const HANDICAP: &str = "手合割";
/// How the first line of variations begins.
pub(super) const VARIATION: &str = "変化";
/// Behind whose name the pieces in hand stand.
pub(super) const IN_HAND: &str = "の持駒";

/// Handicaps and the cells whose pieces the second player does without.
pub(super) const HANDICAPS: &[(&str, &[&str])] = &[
    ("平手", &[]),
    ("香落ち", &["11"]),
    ("右香落ち", &["91"]),
    ("角落ち", &["22"]),
    ("飛車落ち", &["82"]),
    ("飛香落ち", &["82", "11"]),
    ("二枚落ち", &["82", "22"]),
    ("四枚落ち", &["82", "22", "11", "91"]),
    ("六枚落ち", &["82", "22", "11", "91", "21", "81"]),
    ("八枚落ち", &["82", "22", "11", "91", "21", "81", "31", "71"]),
    ("十枚落ち", &["82", "22", "11", "91", "21", "81", "31", "71", "41", "61"]),
];

/// A header's name and value.
pub(super) fn header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('：').or_else(|| line.split_once(':'))?;
    let name = name.trim();
    (!name.is_empty() && !name.starts_with(|c: char| value_of(c).is_some())).then(|| (name, value.trim()))
}

/// How lines begin that are neither headers nor moves nor comments, and say nothing.
pub(super) const NOTHING: [&str; 4] = ["#", "&", "手数", "まで"];

/// Whether a line that begins with this name is read as a header that only tells something about a game.
pub(super) fn is_plain(name: &str) -> bool {
    let means = [VARIANT, HANDICAP, VARIATION].contains(&name) || name.ends_with(IN_HAND);
    let begins = NOTHING.iter().chain(&["*", "\u{feff}"]).any(|sign| name.starts_with(sign));
    !means && !begins && header(&format!("{name}：")).is_some_and(|(read, _)| read == name)
}

/// The number and the rest of a line with a move, without the time it took.
pub(super) fn numbered(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let digits = line.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
    let (number, rest) = line.split_at(digits);
    let rest = rest.strip_prefix(char::is_whitespace)?.trim().trim_end_matches('+').trim_end();
    Some((number.parse().ok()?, without_time(rest)))
}

/// A move without `( 0:16/00:00:16)` behind it; the cell it comes from, `(77)`, has no colon.
fn without_time(text: &str) -> &str {
    let Some(open) = text.rfind('(').filter(|open| text[*open..].contains(':')) else { return text };
    text[..open].trim_end()
}

/// Whether a text looks like KIF.
pub fn is_kif(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().take(64).any(|line| {
        let line = line.trim_start();
        let is_header = || {
            header(line).is_some_and(|(name, _)| {
                [HANDICAP, VARIATION].contains(&name)
                    || name.ends_with(IN_HAND)
                    || TAGS.iter().any(|(own, _)| *own == name)
            })
        };
        let is_move = || {
            numbered(line).is_some_and(|(_, text)| {
                let mut letters = text.chars();
                let first = letters.next();
                first == Some('同') || first.and_then(value_of).is_some() && letters.any(|c| !c.is_ascii())
            })
        };
        line.starts_with("手数-") || is_header() || is_move()
    })
}

/// The game that a text in KIF says it is of.
pub fn variant(text: &str) -> String {
    let headers = || text.lines().take(64).filter_map(header);
    let named = |wanted: &str| headers().find(|(name, _)| *name == wanted).map(|(_, value)| value);
    match (named(VARIANT), named(HANDICAP).map(fold).as_deref()) {
        (Some(name), _) => name.to_owned(),
        (_, Some("55将棋")) => "minishogi".to_owned(),
        _ => "shogi".to_owned(),
    }
}

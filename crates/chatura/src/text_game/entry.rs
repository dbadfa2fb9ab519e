//! A line of input as a move.

use chatura_rules::notation::{self, Language};
use chatura_rules::{Cell, Move, MoveKind, Position};

/// The move that a line names; what follows it is ignored.
pub fn read(position: &Position, line: &str) -> Option<Move> {
    let language = Language::of(position.game());
    let legal = position.legal_moves();
    let drop = line.split_once("@,").filter(|(letter, _)| !letter.contains(','));
    if let Some((letter, rest)) = drop {
        let (to, _) = cell(&language, rest)?;
        let called = |mv: &&Move| mv.dropped().is_some_and(|kind| language.is_called(kind, letter));
        return legal.iter().filter(|mv| mv.to() == to).find(called).copied();
    }
    if line.trim_end().eq_ignore_ascii_case("pass") {
        return legal.into_iter().find(|mv| mv.kind() == MoveKind::Pass);
    }
    let (from, rest) = cell(&language, line)?;
    let (to, rest) = cell(&language, rest.strip_prefix(',')?)?;
    let goes = |mv: &&Move| (mv.origin(), mv.goal()) == (Some(from), Some(to));
    let mut fits: Vec<Move> = legal.iter().filter(goes).copied().collect();
    if fits.is_empty() {
        // A king that takes its partner castles.
        let castles = |mv: &&Move| (mv.origin(), mv.partner_from()) == (Some(from), Some(to));
        fits = legal.iter().filter(castles).copied().collect();
    }
    match (choice(rest), &fits[..]) {
        (_, []) => None,
        ("", [first, ..]) | (_, [first]) => Some(*first),
        (wanted, _) => fits.into_iter().find(|mv| is_choice(position, *mv, wanted)),
    }
}

/// The cell a text begins with, and what follows it.
fn cell<'t>(language: &Language<'_>, text: &'t str) -> Option<(Cell, &'t str)> {
    let (cell, length) = *language.cells_before(text).first()?;
    let rest = &text[length..];
    // Where ranks have two digits a third makes it another cell, one that does not exist.
    let longer = language.board.ranks >= 10 && rest.starts_with(|c: char| c.is_ascii_digit());
    (!longer).then_some((cell, rest))
}

/// The third field of a line, empty if there is none; one with a space before it is nobody's letter.
fn choice(rest: &str) -> &str {
    let field = rest.strip_prefix(',').unwrap_or_default();
    let word = field.split_whitespace().next().unwrap_or_default();
    if field.starts_with(word) { word } else { field }
}

/// Whether a move makes this choice: the letter of a type, `+` for the promoted form, `=` for none.
fn is_choice(position: &Position, mv: Move, wanted: &str) -> bool {
    let Some(kind) = mv.chosen_type() else { return wanted == "=" };
    let language = Language::of(position.game());
    let text = notation::format_move(position, mv);
    language.is_called(kind, wanted) || wanted == "+" && text.ends_with('+')
}

//! SAN text to a legal move: every way to understand the text, the first that fits a legal move.

use super::{MoveContext, MoveError, Style, write};
use crate::cell::Cell;
use crate::notation::context::Want;
use crate::notation::coordinate::{MAX_LENGTH, ambiguous};
use crate::notation::language::{Language, file_of, rank_of, same};
use crate::notation::spelling::{self, Notation, Reading, Said, marks};
use crate::position::moves::Move;

/// How many legal moves an error lists.
const MAX_LISTED: usize = 8;

/// What is said of the cell a piece comes from.
#[derive(Clone, Copy)]
enum Origin<'t> {
    Unsaid,
    File(&'t str),
    Rank(&'t str),
    Cell(Cell),
}

/// One way to understand a text.
struct Pattern<'t> {
    /// A piece's letter; without one it is a pawn, or any piece if its cell is named.
    letter: Option<&'t str>,
    origin: Origin<'t>,
    /// Some rule's mark before the goal.
    mark: Option<&'static str>,
    to: Cell,
    want: Want<'t>,
}

pub(super) fn read(context: &MoveContext<'_>, text: &str) -> Result<Move, MoveError> {
    let whole = text.trim();
    if whole.is_empty() || whole.len() > MAX_LENGTH {
        return Err(refuse(context, whole, None));
    }
    let text = whole.trim_end_matches(['!', '?']).trim_end();
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    let core = text.trim_end_matches(['+', '#']);
    let plus = text[core.len()..].starts_with('+');
    let (bare, choice) = MoveContext::split_choice(core);
    if let Some(reading) = spelling::read(context, &Said { text, bare, choice }, Notation::San) {
        return match reading {
            Reading::Moves { found, near } => choose(context, whole, core, found, &near),
            Reading::Wrong(error) => Err(error),
            Reading::Formless => Err(refuse(context, whole, None)),
        };
    }
    let (body, cleared) = bare.split_at(bare.find('&').unwrap_or(bare.len()));
    let ways = patterns(context, body);
    for way in &ways {
        let mut found: Vec<Move> =
            context.legal().iter().copied().filter(|mv| matches(context, *mv, way)).collect();
        if !cleared.is_empty() {
            found.retain(|mv| context.way_mark(*mv) == cleared);
        }
        found.retain(|mv| context.fits_choice(*mv, choice));
        if plus && way.want == Want::Unsaid {
            context.heed_plus(&mut found);
        }
        let yields = |mv: &Move| mv.spelling().yields(way.mark);
        if !found.iter().all(yields) {
            found.retain(|mv| !yields(mv));
        }
        if !found.is_empty() {
            return choose(context, whole, core, found, &[]);
        }
    }
    match ways.first() {
        None => Err(refuse(context, whole, None)),
        Some(way) => {
            let is_near = |mv: &Move| mv.origin().is_some() && has_letter(context, *mv, way);
            let near: Vec<Move> = context.legal().iter().copied().filter(is_near).collect();
            Err(refuse(context, whole, Some(&near)))
        }
    }
}

fn choose(
    context: &MoveContext<'_>,
    whole: &str,
    core: &str,
    found: Vec<Move>,
    near: &[Move],
) -> Result<Move, MoveError> {
    let short = |mv: Move| write(context, mv, Style::Short) + &context.short_choice(mv);
    let long = |mv: Move| write(context, mv, Style::Long) + &context.short_choice(mv);
    let settled = context.settle(found, core, short);
    match settled.or_else(|several| context.settle(several, core, long)) {
        Ok(mv) => Ok(mv),
        Err(several) if several.is_empty() => Err(refuse(context, whole, Some(near))),
        Err(several) => Err(ambiguous(whole, several.into_iter().map(short))),
    }
}

/// Every way to understand the text, likeliest first: a capital is a piece, a small letter a file before a piece.
fn patterns<'t>(context: &MoveContext<'_>, text: &'t str) -> Vec<Pattern<'t>> {
    let mut letters: Vec<&str> =
        context.language.types.iter().map(|t| t.letter.trim_end_matches('~')).collect();
    letters.retain(|letter| !letter.is_empty());
    letters.sort_by_key(|letter| std::cmp::Reverse(letter.len()));
    letters.dedup();
    let mut ways = Vec::new();
    for letter in &letters {
        if let Some(rest) = text.strip_prefix(letter) {
            tails(context, Some(&text[..letter.len()]), rest, &mut ways);
        }
    }
    tails(context, None, text, &mut ways);
    let is_file = |start: &str| context.language.board.cells.iter().any(|c| file_of(&c.name) == Some(start));
    for letter in &letters {
        let start = text
            .get(..letter.len())
            .filter(|start| start != letter && same(start, letter) && !is_file(start));
        if let Some(start) = start {
            tails(context, Some(start), &text[start.len()..], &mut ways);
        }
    }
    ways
}

/// What may follow the piece's letter: an origin, a mark, a cell, a promotion.
fn tails<'t>(context: &MoveContext<'_>, letter: Option<&'t str>, text: &'t str, ways: &mut Vec<Pattern<'t>>) {
    let language = &context.language;
    let cuts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    for cut in cuts.collect::<Vec<_>>().into_iter().rev() {
        let Some(want) = Want::read(language, &text[cut..]) else { continue };
        for (to, length) in language.cells_behind(&text[..cut]) {
            let left = &text[..cut - length];
            let marked = marks().map(|mark| (Some(mark), left.strip_suffix(mark)));
            // A file may be called x: the mark is tried first, then the name.
            let plain =
                [left.strip_suffix(['x', 'X', '×', ':', '-']), Some(left), before_victim(language, left)];
            for (mark, left) in marked.chain(plain.map(|left| (None, left))) {
                if let Some(origin) = left.and_then(|left| read_origin(context, left)) {
                    ways.push(Pattern { letter, origin, mark, to, want });
                }
            }
        }
    }
}

/// What stands before a capture that names its victim, as some programs write it: `Qg10xKh11`.
fn before_victim<'t>(language: &Language<'_>, text: &'t str) -> Option<&'t str> {
    let letters = language.types.iter().map(|info| info.letter.as_str());
    letters.filter_map(|letter| text.strip_suffix(letter)?.strip_suffix('x')).next()
}

fn read_origin<'t>(context: &MoveContext<'_>, text: &'t str) -> Option<Origin<'t>> {
    if text.is_empty() {
        return Some(Origin::Unsaid);
    }
    let names = || context.language.board.cells.iter().map(|c| c.name.as_str());
    let whole = context.language.cells_before(text).into_iter().find(|(_, length)| *length == text.len());
    if let Some((cell, _)) = whole {
        Some(Origin::Cell(cell))
    } else if names().any(|name| file_of(name) == Some(text)) {
        Some(Origin::File(text))
    } else if names().any(|name| rank_of(name) == Some(text)) {
        Some(Origin::Rank(text))
    } else {
        None
    }
}

fn has_letter(context: &MoveContext<'_>, mv: Move, way: &Pattern<'_>) -> bool {
    match (way.letter, way.origin) {
        (Some(letter), _) => same(context.mover(mv), letter),
        (None, Origin::Cell(_)) => true,
        (None, _) => context.mover(mv) == "P",
    }
}

fn matches(context: &MoveContext<'_>, mv: Move, way: &Pattern<'_>) -> bool {
    let name = context.language.name(mv.from);
    let from = match way.origin {
        Origin::Unsaid => true,
        Origin::File(file) => file_of(name) == Some(file),
        Origin::Rank(rank) => rank_of(name) == Some(rank),
        Origin::Cell(cell) => cell == mv.from,
    };
    let exact = matches!(way.origin, Origin::Cell(_));
    let there = mv.spelling().goes_to(mv, way.to, way.mark, exact);
    from && there && has_letter(context, mv, way) && context.fits(mv, way.want)
}

/// The text has no form of a move (`near` is none), or is not legal while these are.
fn refuse(context: &MoveContext<'_>, whole: &str, near: Option<&[Move]>) -> MoveError {
    let text = MoveError::shown(whole);
    let short = |mv: &Move| write(context, *mv, Style::Short);
    match (context.legal().first(), near) {
        (None, _) => MoveError::Over,
        (Some(example), None) => MoveError::Form { text, example: short(example) },
        (_, Some(near)) => {
            MoveError::Illegal { text, legal: near.iter().take(MAX_LISTED).map(short).collect() }
        }
    }
}

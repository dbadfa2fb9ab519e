//! Moves by their cells, as UCI spells them.
//!
//! - `e2e4`, `e7e8q`; `e2e3+` when a piece turns into its marked form, `e2e3-` when it turns back;
//! - `P@e5` puts a piece from the hand on the board;
//! - castling is `e1g1`, or king takes partner (`e1h1`) in games that write it so; both are read. A king that could
//!   also simply go there castles as `e1h1`, and with all three cells, `e1g1h1`, where that could mean several;
//! - `e2e4h` brings a piece out of the hand onto the cell left; castling, `e1g1h` onto the king's, `h1e1h` onto the
//!   partner's;
//! - `e2e4/h` does so where `e2e4h` is a piece that becomes one, and `e7e8r~` becomes one that only looks like another
//!   which `e7e8r` is;
//! - `e2*e5` removes a piece from afar;
//! - `a1c3&b2` clears `b2` on the way, or leaves it open to capture, where other ways lead to the same cell;
//! - `0000` passes;
//! - `b-resigns`, `b-timeout`: a player leaves, by its mark, whoever's turn it is.
//!
//! Also read: `e2-e4`, `e2xe4`, `e7e8=Q`, capital letters, `@@@@`.

use super::context::{MoveContext, Want};
use super::error::MoveError;
use super::spelling::{self, Named, Notation, Reading, Said, marks};
use crate::cell::Cell;
use crate::position::Position;
use crate::position::moves::Move;

/// The longest text that is read.
pub(super) const MAX_LENGTH: usize = 64;
/// How many legal moves an error lists.
const MAX_LISTED: usize = 12;

/// Writes a legal move, or that a player leaves.
pub fn format_move(position: &Position, mv: Move) -> String {
    write(&MoveContext::of(position), mv)
}

/// Writes several legal moves of a position; what they are written against is looked at once for all of them.
pub fn format_moves(position: &Position, moves: &[Move]) -> Vec<String> {
    let context = MoveContext::of(position);
    moves.iter().map(|mv| write(&context, *mv)).collect()
}

/// Reads a legal move, or that a player leaves.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    read(&MoveContext::of(position), text)
}

pub(super) fn write(context: &MoveContext<'_>, mv: Move) -> String {
    write_cells(context, mv) + &context.choice(mv)
}

/// The text without what a rule lets one choose besides.
fn write_cells(context: &MoveContext<'_>, mv: Move) -> String {
    let spelling = mv.spelling();
    spelling.whole(context, mv, Notation::Coordinates).unwrap_or_else(|| {
        let [from, to] = [mv.from, mv.to].map(|cell| context.language.name(cell));
        let mark = spelling.mark().unwrap_or_default();
        let suffix = spelling.suffix(context, mv, Notation::Coordinates);
        format!("{from}{mark}{to}{suffix}{}", context.way_mark(mv))
    })
}

/// The cells that are named, and what follows them.
struct Pattern<'t> {
    named: Named,
    want: Want<'t>,
}

pub(super) fn read(context: &MoveContext<'_>, text: &str) -> Result<Move, MoveError> {
    let whole = text.trim();
    let (text, choice) = MoveContext::split_choice(whole);
    if text.is_empty() || text.len() > MAX_LENGTH {
        return Err(form(context, text));
    }
    let said = Said { text, bare: text, choice };
    if let Some(reading) = spelling::read(context, &said, Notation::Coordinates) {
        return match reading {
            Reading::Moves { found, near } => {
                choose(context, text, text, found, |context| illegal(context, text, near.iter().copied()))
            }
            Reading::Wrong(error) => Err(error),
            Reading::Formless => Err(form(context, text)),
        };
    }
    let (body, cleared) = text.split_at(text.find('&').unwrap_or(text.len()));
    let patterns = patterns(context, body);
    let Some(first) = patterns.first() else { return Err(form(context, text)) };
    let mut fits: Vec<Move> = Vec::new();
    for pattern in &patterns {
        fits.extend(context.legal().iter().filter(|mv| matches(context, **mv, pattern)));
    }
    if !cleared.is_empty() {
        fits.retain(|mv| context.way_mark(*mv) == cleared);
    }
    fits.retain(|mv| context.fits_choice(*mv, choice));
    let name = |cell: Cell| context.language.name(cell);
    let Named { from, mark, to, third } = &first.named;
    let exact = format!(
        "{}{}{}{}{}{cleared}{choice}",
        name(*from),
        mark.unwrap_or_default(),
        name(*to),
        third.map_or("", name),
        first.want.in_coordinates(),
    );
    choose(context, whole, &exact, fits, |context| explain(context, whole, &first.named))
}

/// The move among those that fit; `none` says what is wrong if there is none.
fn choose(
    context: &MoveContext<'_>,
    text: &str,
    exact: &str,
    fits: Vec<Move>,
    none: impl Fn(&MoveContext<'_>) -> MoveError,
) -> Result<Move, MoveError> {
    if let Some(mv) = fits.iter().find(|mv| fits.len() > 1 && write(context, **mv) == text) {
        return Ok(*mv);
    }
    context.settle(fits, exact, |mv| write(context, mv)).map_err(|several| match several.is_empty() {
        true => none(context),
        false => ambiguous(text, several.iter().map(|mv| write(context, *mv))),
    })
}

/// Every way to cut the text into cells; longest names first.
fn patterns<'t>(context: &MoveContext<'_>, text: &'t str) -> Vec<Pattern<'t>> {
    let mut found = Vec::new();
    for (from, length) in context.language.cells_before(text) {
        let rest = &text[length..];
        // A file may be called x: the mark between the cells is tried as a name first.
        let plain = [Some(rest), rest.strip_prefix(['-', 'x', 'X', ':'])].map(|rest| (None, rest));
        let marked = marks().map(|mark| (Some(mark), rest.strip_prefix(mark)));
        for (mark, rest) in plain.into_iter().chain(marked) {
            let Some(rest) = rest else { continue };
            for (to, length) in context.language.cells_before(rest) {
                let rest = &rest[length..];
                let mut add = |third: Option<Cell>, rest: &'t str| {
                    if let Some(want) = Want::read(&context.language, rest) {
                        found.push(Pattern { named: Named { from, mark, to, third }, want });
                    }
                };
                add(None, rest);
                for (third, length) in context.language.cells_before(rest) {
                    add(Some(third), &rest[length..]);
                }
            }
        }
    }
    found
}

fn matches(context: &MoveContext<'_>, mv: Move, pattern: &Pattern<'_>) -> bool {
    mv.spelling().is_named(mv, &pattern.named) && context.fits(mv, pattern.want)
}

/// Why no legal move fits.
fn explain(context: &MoveContext<'_>, text: &str, named: &Named) -> MoveError {
    let piece = context.piece(named.from);
    let cell = context.language.name(named.from).to_owned();
    if context.legal().is_empty() {
        MoveError::Over
    } else if piece.is_none() {
        MoveError::NoPiece { cell }
    } else if piece.owner() != context.turn {
        MoveError::NotYours { cell }
    } else {
        let near = context.legal().iter().copied().filter(|mv| mv.origin() == Some(named.from));
        illegal(context, text, near)
    }
}

fn illegal(context: &MoveContext<'_>, text: &str, near: impl IntoIterator<Item = Move>) -> MoveError {
    if context.legal().is_empty() {
        return MoveError::Over;
    }
    let near = near.into_iter().take(MAX_LISTED).map(|mv| write(context, mv));
    MoveError::Illegal { text: MoveError::shown(text), legal: near.collect() }
}

pub(super) fn ambiguous(text: &str, moves: impl Iterator<Item = String>) -> MoveError {
    MoveError::Ambiguous { text: MoveError::shown(text), candidates: moves.take(MAX_LISTED).collect() }
}

fn form(context: &MoveContext<'_>, text: &str) -> MoveError {
    match context.legal().first() {
        Some(mv) => MoveError::Form { text: MoveError::shown(text), example: write(context, *mv) },
        None => MoveError::Over,
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::samples::{Sample, chess, sample};
    use super::*;
    use crate::cell::PieceType;
    use crate::position::moves::MoveKind;

    fn step(sample: &Sample, from: &str, to: &str) -> Move {
        Move::step(sample.board.cell(from).unwrap().index(), sample.board.cell(to).unwrap().index())
    }

    fn castle(sample: &Sample, king: &str, to: &str, partner: &str) -> Move {
        let extra = sample.board.cell(partner).unwrap();
        Move { kind: MoveKind::Castle, extra, ..step(sample, king, to) }
    }

    #[test]
    fn many_spellings_are_read() {
        let sample = chess();
        let queen = step(&sample, "e7", "e8").with_piece(PieceType(4));
        let rook = step(&sample, "e7", "e8").with_piece(PieceType(3));
        let legal = vec![step(&sample, "a2", "a4"), queen, rook, Move::PASS];
        let context = MoveContext::sketch(sample.language(), "8/4P3/8/8/8/8/P7/8 w", legal.clone());
        for text in ["a2a4", "a2-a4", "A2A4", "a2xa4", " a2:a4 "] {
            assert_eq!(read(&context, text), Ok(legal[0]), "{text}");
        }
        for text in ["e7e8q", "e7e8=Q", "e7-e8(Q)", "e7e8Q"] {
            assert_eq!(read(&context, text), Ok(queen), "{text}");
        }
        for text in ["0000", "@@@@", "pass"] {
            assert_eq!(read(&context, text), Ok(Move::PASS), "{text}");
        }
        let written: Vec<String> = legal.iter().map(|mv| write(&context, *mv)).collect();
        assert_eq!(written, ["a2a4", "e7e8q", "e7e8r", "0000"]);
        assert_eq!(
            read(&context, "e7e8"),
            Err(MoveError::Ambiguous {
                text: "e7e8".into(),
                candidates: vec!["e7e8q".into(), "e7e8r".into()]
            })
        );
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let sample = chess();
        let legal = vec![step(&sample, "a2", "a4"), step(&sample, "a2", "a3")];
        let context = MoveContext::sketch(sample.language(), "8/4p3/8/8/8/8/P7/8 w", legal);
        let error = |text: &str| read(&context, text).unwrap_err().to_string();
        assert_eq!(error("hello"), "\"hello\" is not a move: write it like a2a4");
        assert_eq!(error("a2"), "\"a2\" is not a move: write it like a2a4");
        assert_eq!(error("b2b4"), "there is no piece on b2");
        assert_eq!(error("e7e5"), "the piece on e7 is not yours");
        assert_eq!(error("a2a5"), "a2a5 is not legal; legal are a2a4, a2a3");
        assert_eq!(error("Q@a5"), "there is no Q in your hand");
        assert_eq!(error("0000"), "0000 is not legal");
        assert_eq!(
            error(&"é".repeat(50)),
            format!("\"{}…\" is not a move: write it like a2a4", "é".repeat(40))
        );
        let over = MoveContext::sketch(sample.language(), "8/8/8/8/8/8/8/8 w", Vec::new());
        assert_eq!(read(&over, "a2a4"), Err(MoveError::Over));
    }

    #[test]
    fn castling_is_read_both_ways() {
        let sample = chess();
        let short = castle(&sample, "e1", "g1", "h1");
        let context = MoveContext::sketch(
            sample.language(),
            "8/8/8/8/8/8/8/4K2R w",
            vec![short, step(&sample, "e1", "f1")],
        );
        assert_eq!((read(&context, "e1g1"), read(&context, "e1h1")), (Ok(short), Ok(short)));
        assert_eq!(write(&context, short), "e1g1");
        let mut by_partner = chess();
        by_partner.castling().by_partner = true;
        let context = MoveContext::sketch(by_partner.language(), "8/8/8/8/8/8/8/4K2R w", vec![short]);
        assert_eq!(write(&context, short), "e1h1");
        // A king that can also step there keeps the plain spelling for the step.
        let near = castle(&sample, "f1", "g1", "h1");
        let step = step(&sample, "f1", "g1");
        let context = MoveContext::sketch(sample.language(), "8/8/8/8/8/8/8/5K1R w", vec![near, step]);
        assert_eq!((read(&context, "f1g1"), read(&context, "f1h1")), (Ok(step), Ok(near)));
        assert_eq!((write(&context, step).as_str(), write(&context, near).as_str()), ("f1g1", "f1h1"));
    }

    #[test]
    fn a_king_that_goes_as_far_as_it_likes_is_told_apart() {
        let sample = chess();
        let fen = "8/8/8/8/8/8/8/3K3R w";
        let [near, far] = ["f1", "g1"].map(|to| castle(&sample, "d1", to, "h1"));
        let context = MoveContext::sketch(sample.language(), fen, vec![near, far]);
        assert_eq!([near, far].map(|mv| write(&context, mv)), ["d1f1", "d1g1"]);
        assert!(matches!(read(&context, "d1h1"), Err(MoveError::Ambiguous { .. })));
        // A king that could simply go there too.
        let legal = vec![near, far, step(&sample, "d1", "f1"), step(&sample, "d1", "g1")];
        let context = MoveContext::sketch(sample.language(), fen, legal.clone());
        let texts: Vec<String> = legal.iter().map(|mv| write(&context, *mv)).collect();
        assert_eq!(texts, ["d1f1h1", "d1g1h1", "d1f1", "d1g1"]);
        for (text, mv) in texts.iter().zip(legal) {
            assert_eq!(read(&context, text), Ok(mv), "{text}");
        }
    }

    #[test]
    fn names_of_any_length_are_told_apart() {
        let tall = sample(2, 12, &[], &["White", "Black"], &["P", "+P", "R"]);
        let legal = vec![
            step(&tall, "a1", "a10"),
            step(&tall, "a1", "a1"),
            step(&tall, "a10", "a11").with_piece(PieceType(1)),
        ];
        let fen = "2/2/P1/2/2/2/2/2/2/2/2/R1 w";
        let context = MoveContext::sketch(tall.language(), fen, legal.clone());
        assert_eq!(read(&context, "a1a10"), Ok(legal[0]));
        assert_eq!(read(&context, "a10a11+"), Ok(legal[2]));
        assert_eq!(read(&context, "a10a11"), Ok(legal[2]));
        assert_eq!(write(&context, legal[2]), "a10a11+");
    }

    #[test]
    fn drops_and_gates_name_a_piece() {
        let sample = sample(8, 8, &[], &["White", "Black"], &["P", "N", "H", "Q~", "Q"]);
        let gate = Move { kind: MoveKind::Gate, ..step(&sample, "b1", "c3").with_piece(PieceType(2)) };
        let legal =
            vec![Move::drop(PieceType(0), 20), gate, step(&sample, "b1", "c3"), Move::drop(PieceType(4), 20)];
        let context = MoveContext::sketch(sample.language(), "8/8/8/8/8/8/8/1N6 w", legal.clone());
        let written: Vec<String> = legal.iter().map(|mv| write(&context, *mv)).collect();
        assert_eq!(written, ["P@e3", "b1c3h", "b1c3", "Q@e3"]);
        for (text, mv) in written.iter().zip(&legal) {
            assert_eq!(read(&context, text), Ok(*mv));
        }
        assert_eq!(read(&context, "p@E3"), Ok(legal[0]));
        assert_eq!(read(&context, "b1c3/H"), Ok(gate));
    }
}

//! Moves by their cells, as UCI spells them.
//!
//! - `e2e4`, `e7e8q`; `e2e3+` when a piece turns into its marked form, `e2e3-` when it turns back;
//! - `P@e5` puts a piece from the hand on the board;
//! - castling is `e1g1`, or king takes partner (`e1h1`) in games that write it so; both are read. A king that could
//!   also simply go there castles as `e1h1`, and with all three cells, `e1g1h1`, where that could mean several;
//! - `e2e4h` brings a piece out of the hand onto the cell left; castling, `e1g1h` onto the king's, `h1e1h` onto the
//!   partner's;
//! - `e2*e5` removes a piece from afar;
//! - `a1c3&b2` clears `b2` on the way, where other ways lead to the same cell;
//! - `0000` passes;
//! - `b-resigns`, `b-timeout`: a player leaves, by its mark, whoever's turn it is.
//!
//! Also read: `e2-e4`, `e2xe4`, `e7e8=Q`, capital letters, `@@@@`.

use super::context::{Change, MoveContext, Want};
use super::error::MoveError;
use super::leaving;
use crate::cell::Cell;
use crate::position::Position;
use crate::position::moves::{Move, MoveKind};
use crate::rule::castling::text as castling;
use crate::rule::drops::text as drops;

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
    let language = &context.language;
    let (from, to) = (language.name(mv.from), language.name(mv.to));
    let added =
        if mv.piece == Move::NO_TYPE { String::new() } else { language.letter(mv.piece).to_lowercase() };
    match mv.kind {
        MoveKind::Pass => "0000".to_owned(),
        MoveKind::Retire => leaving::write(context, mv),
        MoveKind::Drop => format!("{}@{to}", language.letter(mv.piece)),
        MoveKind::Gate => format!("{from}{to}{added}"),
        MoveKind::Castle => format!("{}{added}", castling::cells(context, mv)),
        MoveKind::Shoot => format!("{from}*{to}"),
        _ => {
            let change = match context.change(mv) {
                Change::None => "",
                Change::Promotes => "+",
                Change::Demotes => "-",
                Change::To(_) => &added,
            };
            format!("{from}{to}{change}{}", context.sweep_mark(mv))
        }
    }
}

/// From, to, whether it is a shot, the partner of a castling if it is named too, and what follows.
struct Pattern<'t> {
    from: Cell,
    to: Cell,
    shot: bool,
    partner: Option<Cell>,
    want: Want<'t>,
}

pub(super) fn read(context: &MoveContext<'_>, text: &str) -> Result<Move, MoveError> {
    let whole = text.trim();
    let (text, choice) = MoveContext::split_choice(whole);
    if text.is_empty() || text.len() > MAX_LENGTH {
        return Err(form(context, text));
    }
    if matches!(text, "0000" | "@@@@" | "--") || text.eq_ignore_ascii_case("pass") {
        let pass = context.legal().iter().find(|mv| mv.kind == MoveKind::Pass);
        return pass.copied().ok_or_else(|| illegal(context, text, |_| false));
    }
    if let Some(left) = leaving::read(context, text) {
        return left;
    }
    if let Some((letter, cell)) = text.split_once('@') {
        return drops::read(context, letter, cell, choice, &|near| match near {
            Some(near) => illegal(context, text, near),
            None => form(context, text),
        });
    }
    let (body, cleared) = text.split_at(text.find('&').unwrap_or(text.len()));
    let patterns = patterns(context, body);
    let Some(first) = patterns.first() else { return Err(form(context, text)) };
    let mut fits: Vec<Move> = Vec::new();
    for pattern in &patterns {
        fits.extend(context.legal().iter().filter(|mv| matches(context, **mv, pattern)));
    }
    if !cleared.is_empty() {
        fits.retain(|mv| context.sweep_mark(*mv) == cleared);
    }
    fits.retain(|mv| context.fits_choice(*mv, choice));
    let name = |cell: Cell| context.language.name(cell);
    let exact = |pattern: &Pattern<'_>| {
        let want = match pattern.want {
            Want::Promotes => "+".to_owned(),
            Want::Demotes => "-".to_owned(),
            Want::Letter(letter) => letter.to_lowercase(),
            Want::Unsaid | Want::Stay => String::new(),
        };
        format!(
            "{}{}{}{}{want}{cleared}{choice}",
            name(pattern.from),
            if pattern.shot { "*" } else { "" },
            name(pattern.to),
            pattern.partner.map_or("", name)
        )
    };
    match context.settle(fits, &exact(first), |mv| write(context, mv)) {
        Ok(mv) => Ok(mv),
        Err(several) if !several.is_empty() => {
            Err(ambiguous(whole, several.iter().map(|mv| write(context, *mv))))
        }
        Err(_) => Err(explain(context, whole, first)),
    }
}

/// Every way to cut the text into cells; longest names first.
fn patterns<'t>(context: &MoveContext<'_>, text: &'t str) -> Vec<Pattern<'t>> {
    let mut found = Vec::new();
    for (from, length) in context.language.cells_before(text) {
        let rest = &text[length..];
        // A file may be called x: the mark between the cells is tried as a name first.
        for (shot, rest) in [
            (false, Some(rest)),
            (false, rest.strip_prefix(['-', 'x', 'X', ':'])),
            (true, rest.strip_prefix('*')),
        ] {
            let Some(rest) = rest else { continue };
            for (to, length) in context.language.cells_before(rest) {
                let rest = &rest[length..];
                if let Some(want) = Want::read(&context.language, rest) {
                    found.push(Pattern { from, to, shot, partner: None, want });
                }
                for (partner, length) in context.language.cells_before(rest) {
                    if let Some(want) = Want::read(&context.language, &rest[length..]) {
                        found.push(Pattern { from, to, shot, partner: Some(partner), want });
                    }
                }
            }
        }
    }
    found
}

fn matches(context: &MoveContext<'_>, mv: Move, pattern: &Pattern<'_>) -> bool {
    let (from, to) = (pattern.from, pattern.to);
    let cells = match (mv.kind, pattern.partner) {
        (MoveKind::Drop | MoveKind::Pass, _) => false,
        (MoveKind::Castle, partner) => castling::is_named(mv, from, to, partner),
        (_, None) => (from, to) == (mv.from, mv.to) && (mv.kind == MoveKind::Shoot || !pattern.shot),
        (_, Some(_)) => false,
    };
    cells && context.fits(mv, pattern.want)
}

/// Why no legal move fits.
fn explain(context: &MoveContext<'_>, text: &str, pattern: &Pattern<'_>) -> MoveError {
    let piece = context.piece(pattern.from);
    let cell = context.language.name(pattern.from).to_owned();
    if context.legal().is_empty() {
        MoveError::Over
    } else if piece.is_none() {
        MoveError::NoPiece { cell }
    } else if piece.owner() != context.turn {
        MoveError::NotYours { cell }
    } else {
        illegal(context, text, |mv| {
            mv.from == pattern.from && !matches!(mv.kind, MoveKind::Drop | MoveKind::Pass)
        })
    }
}

fn illegal(context: &MoveContext<'_>, text: &str, near: impl Fn(&Move) -> bool) -> MoveError {
    if context.legal().is_empty() {
        return MoveError::Over;
    }
    let near = context.legal().iter().filter(|mv| near(mv)).take(MAX_LISTED);
    MoveError::Illegal { text: MoveError::shown(text), legal: near.map(|mv| write(context, *mv)).collect() }
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
        let mut language = sample.language();
        language.by_partner = true;
        let context = MoveContext::sketch(language, "8/8/8/8/8/8/8/4K2R w", vec![short]);
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

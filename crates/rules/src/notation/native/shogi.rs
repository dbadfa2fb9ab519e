//! Moves of shogi: by the cell a piece goes to. Files are counted from the first player's right, ranks from the far side.
//!
//! With letters as George Hodges wrote them: `P-7f`, `Bx2b+`, `S-5c=` where it could promote, `P*3d` for drops, and the cell
//! it comes from where others could go there: `G6i-5h`. With characters as in KIF: `７六歩(77)`, `２二角成(88)`, `３四歩打`.
//!
//! Also read: ranks as digits (`P-76`), `'` for drops; characters without the cell a piece comes from, with `不成`, and with
//! the words that tell pieces apart by where they stand (`右`, `左`, `直`) or which way they go (`上`, `寄`, `引`).

use super::{Script, Ways, called, numeral, place};
use crate::cell::Cell;
use crate::notation::context::MoveContext;
use crate::notation::spelling::Notation;
use crate::position::moves::{Move, MoveKind};

/// File and rank as shogi counts them.
fn counted(context: &MoveContext<'_>, cell: Cell) -> (u16, u16) {
    let (file, rank) = place(context, cell);
    let board = context.language.board;
    ((board.files + 1).saturating_sub(file), (board.ranks + 1).saturating_sub(rank))
}

/// A cell as KIF writes it: `７六`.
pub(crate) fn cell_in_characters(context: &MoveContext<'_>, cell: Cell) -> String {
    let (file, rank) = counted(context, cell);
    let wide = char::from_u32('０' as u32 + u32::from(file)).unwrap_or('？');
    format!("{wide}{}", numeral(rank))
}

fn cell_with_letter(context: &MoveContext<'_>, cell: Cell) -> String {
    let (file, rank) = counted(context, cell);
    format!("{file}{}", char::from(b'a' + rank.saturating_sub(1) as u8))
}

fn with_digits(context: &MoveContext<'_>, cell: Cell) -> String {
    let (file, rank) = counted(context, cell);
    format!("{file}{rank}")
}

/// Whether a folded text has the form of a move with letters.
pub(super) fn has_form(context: &MoveContext<'_>, said: &str) -> bool {
    let body = said.trim_end_matches(['+', '=']);
    let ends = matches!(body.as_bytes(), [.., b'1'..=b'9', b'a'..=b'i' | b'1'..=b'9']);
    let types = context.language.types.iter();
    ends && types.map(|info| context.language.letter(crate::cell::PieceType(info.base as u8))).any(|letter| {
        let begins = said.get(..letter.len()).is_some_and(|start| start.eq_ignore_ascii_case(letter));
        begins && !said[letter.len()..].starts_with(|c: char| c.is_ascii_alphabetic() && c != 'x')
    })
}

/// Whether a folded text names the cell a move goes to.
pub(super) fn goes_there(context: &MoveContext<'_>, mv: Move, said: &str) -> bool {
    [with_digits, cell_with_letter].iter().any(|write| said.contains(&write(context, mv.to)))
}

pub(super) fn ways(context: &MoveContext<'_>, mv: Move, script: Script) -> Ways {
    match (mv.kind, script) {
        (MoveKind::Drop, Script::Letters) => drops_with_letters(context, mv),
        (MoveKind::Drop, Script::Characters) => drops_with_characters(context, mv),
        (kind, _) if !kind.is_step() => Ways::default(),
        (_, Script::Letters) => with_letters(context, mv),
        (_, Script::Characters) => with_characters(context, mv),
    }
}

fn drops_with_letters(context: &MoveContext<'_>, mv: Move) -> Ways {
    let piece = called(context, mv.piece, context.turn, Script::Letters);
    let (to, digits) = (cell_with_letter(context, mv.to), with_digits(context, mv.to));
    let read =
        ["*", "'"].iter().flat_map(|sign| [format!("{piece}{sign}{to}"), format!("{piece}{sign}{digits}")]);
    Ways { written: vec![format!("{piece}*{to}")], read: read.collect() }
}

fn with_letters(context: &MoveContext<'_>, mv: Move) -> Ways {
    let piece = called(context, context.piece(mv.from).kind(), context.turn, Script::Letters);
    let suffix = context.suffix(mv, Notation::San);
    let sign = if context.is_capture(mv) { "x" } else { "-" };
    let cells =
        |write: fn(&MoveContext<'_>, Cell) -> String| (write(context, mv.from), write(context, mv.to));
    let (from, to) = cells(cell_with_letter);
    let written = vec![format!("{piece}{sign}{to}{suffix}"), format!("{piece}{from}{sign}{to}{suffix}")];
    let mut read = Vec::new();
    for (from, to) in [(from, to), cells(with_digits)] {
        for sign in ["-", "x", ""] {
            for suffix in [suffix.as_str(), suffix.trim_end_matches('=')] {
                read.push(format!("{piece}{sign}{to}{suffix}"));
                read.push(format!("{piece}{from}{sign}{to}{suffix}"));
            }
        }
    }
    Ways { written, read }
}

fn drops_with_characters(context: &MoveContext<'_>, mv: Move) -> Ways {
    let piece = called(context, mv.piece, context.turn, Script::Characters);
    let to = cell_in_characters(context, mv.to);
    // Whoever does not say that it is a drop means a piece on the board, if one can go there.
    let is_step = |other: &Move| other.origin().is_some() && other.to == mv.to;
    let same = |other: &Move| {
        called(context, context.piece(other.from).kind(), context.turn, Script::Characters) == piece
    };
    let clear = !context.legal().iter().any(|other| is_step(other) && same(other));
    Ways {
        written: vec![format!("{to}{piece}打")],
        read: clear.then(|| format!("{to}{piece}")).into_iter().collect(),
    }
}

fn with_characters(context: &MoveContext<'_>, mv: Move) -> Ways {
    let piece = called(context, context.piece(mv.from).kind(), context.turn, Script::Characters);
    let to = cell_in_characters(context, mv.to);
    let from = with_digits(context, mv.from);
    let suffix = context.suffix(mv, Notation::San);
    let (usual, others): (String, &[&str]) = match suffix.as_str() {
        "+" => ("成".to_owned(), &[]),
        "=" => (String::new(), &["不成"]),
        other => (other.to_owned(), &[]),
    };
    let written = vec![format!("{to}{piece}{usual}({from})")];
    let mut read = Vec::new();
    for suffix in std::iter::once(usual.as_str()).chain(others.iter().copied()) {
        read.push(format!("{to}{piece}{suffix}({from})"));
        for apart in apart(context, mv, &piece) {
            read.push(format!("{to}{piece}{apart}{suffix}"));
        }
    }
    Ways { written, read }
}

/// What may be said of a move to tell it from those of other pieces of the same name to the same cell: nothing, which way it
/// goes, where it stands among them, or both.
fn apart(context: &MoveContext<'_>, mv: Move, piece: &str) -> Vec<String> {
    // As the player sees it: how far right, how far forward.
    let seen = |cell: Cell| {
        let (file, rank) = place(context, cell);
        let sign = if context.turn.index() == 0 { 1 } else { -1 };
        (sign * i32::from(file), sign * i32::from(rank))
    };
    let way = |from: Cell| match (seen(mv.to).1 - seen(from).1).signum() {
        1 => "上",
        -1 => "引",
        _ => "寄",
    };
    let same = |other: &Move| {
        other.to == mv.to
            && other.kind.is_step()
            && called(context, context.piece(other.from).kind(), context.turn, Script::Characters) == piece
    };
    let mut rivals: Vec<Cell> =
        context.legal().iter().filter(|other| same(other)).map(|other| other.from).collect();
    rivals.dedup();
    let own = way(mv.from);
    let side = |among: &[Cell]| -> Vec<&'static str> {
        let (file, _) = seen(mv.from);
        let others = || among.iter().filter(|cell| **cell != mv.from).map(|cell| seen(*cell).0);
        let is = |wanted: fn(i32, i32) -> bool| {
            others().next().is_some() && others().all(|other| wanted(file, other))
        };
        let sides = [(is(|own, other| own > other), "右"), (is(|own, other| own < other), "左")];
        sides.into_iter().filter_map(|(holds, word)| holds.then_some(word)).collect()
    };
    let alike: Vec<Cell> = rivals.iter().copied().filter(|cell| way(*cell) == own).collect();
    let mut said = vec![String::new(), own.to_owned()];
    if own == "上" && seen(mv.from).0 == seen(mv.to).0 {
        said.push("直".to_owned());
    }
    said.extend(side(&rivals).into_iter().map(str::to_owned));
    said.extend(side(&alike).into_iter().map(|side| format!("{side}{own}")));
    said
}

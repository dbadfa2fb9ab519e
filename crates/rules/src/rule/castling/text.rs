//! Castling in moves as text.

use crate::cell::Cell;
use crate::describe::refusal::Refusal;
use crate::notation::context::MoveContext;
use crate::notation::language::same;
use crate::position::Position;
use crate::position::moves::{Move, MoveKind};
use crate::position::setup::Setup;

/// The cells that name a castling.
pub(crate) fn cells(context: &MoveContext<'_>, mv: Move) -> String {
    let [from, to, partner] = [mv.from, mv.to, mv.extra].map(|cell| context.language.name(cell));
    if mv.castling_gate() == Some(mv.extra) {
        return format!("{partner}{from}");
    }
    let steps = |other: &Move| other.kind != MoveKind::Castle && (other.from, other.to) == (mv.from, mv.to);
    if !context.language.by_partner && !context.legal().iter().any(steps) {
        return format!("{from}{to}");
    }
    let farther = |other: &Move| {
        other.kind == MoveKind::Castle
            && (other.from, other.extra) == (mv.from, mv.extra)
            && other.to != mv.to
    };
    match context.legal().iter().any(farther) {
        false => format!("{from}{partner}"),
        true => format!("{from}{to}{partner}"),
    }
}

/// Whether these cells name a castling: the king's and its goal, or the partner, or all three; where a piece comes in
/// behind the partner, the partner's and the king's.
pub(crate) fn is_named(mv: Move, from: Cell, to: Cell, partner: Option<Cell>) -> bool {
    if mv.castling_gate() == Some(mv.extra) {
        return (from, to) == (mv.extra, mv.from);
    }
    match partner {
        None => from == mv.from && (to == mv.to || to == mv.extra),
        Some(partner) => (from, to, partner) == (mv.from, mv.to, mv.extra),
    }
}

/// Whether a castling goes to the side of higher files.
fn is_short(context: &MoveContext<'_>, mv: Move) -> bool {
    let place = |cell| context.language.place(context.turn, cell);
    place(mv.extra) > place(mv.from)
}

/// SAN: `O-O`, with the cell the king goes to where it may choose, and what comes in behind it.
pub(crate) fn write(context: &MoveContext<'_>, mv: Move) -> String {
    let short = is_short(context, mv);
    let rival = |other: &Move| {
        other.kind == MoveKind::Castle && other.to != mv.to && is_short(context, *other) == short
    };
    let mut text = if short { "O-O" } else { "O-O-O" }.to_owned();
    if context.legal().iter().any(rival) {
        text += context.language.name(mv.to);
    }
    if let Some(gate) = mv.castling_gate() {
        text += &format!("/{}{}", context.language.letter(mv.piece), context.language.name(gate));
    }
    text
}

/// The castlings a text may mean; `None` if it is something else.
pub(crate) fn read(context: &MoveContext<'_>, text: &str) -> Option<Vec<Move>> {
    let count = text.bytes().take_while(|b| matches!(b, b'O' | b'o' | b'0' | b'-')).count();
    let (castling, rest) = text.split_at(count);
    let short = match castling.bytes().filter(|b| *b != b'-').count() {
        2 => true,
        3 => false,
        _ => return None,
    };
    let (goal, gated) = rest.split_once('/').unwrap_or((rest, ""));
    let fits = |mv: &&Move| {
        mv.kind == MoveKind::Castle
            && is_short(context, **mv) == short
            && (goal.is_empty() || same(context.language.name(mv.to), goal))
            && fits_gate(context, **mv, gated)
    };
    Some(context.legal().iter().filter(fits).copied().collect())
}

/// Whether a castling brings in the piece a text names, with or without the cell it comes to: `H`, `He1`.
fn fits_gate(context: &MoveContext<'_>, mv: Move, text: &str) -> bool {
    let Some(gate) = mv.castling_gate() else { return text.is_empty() };
    let letter = text.strip_suffix(context.language.name(gate)).unwrap_or(text);
    context.language.is_called(mv.piece, letter)
}

/// Why a king that may castle does not get there by it, if it looks as if somebody tried.
pub(crate) fn refusal(position: &Position, setup: &Setup, from: Cell, to: Cell) -> Option<Refusal> {
    let place = |cell: Cell| {
        let info = &position.game().board().cells[cell.index()];
        (info.file, info.rank)
    };
    let ((file, rank), (there, line)) = (place(from), place(to));
    let may = setup.castling.iter().any(|(player, _)| *player == position.turn());
    let tries = may
        && rank == line
        && file.abs_diff(there) > 1
        && position.game().castles(position.piece(from).kind());
    let (piece, target) = (position.named(from), position.cell_name(to));
    tries.then(|| Refusal::plain(format!("the {piece} cannot castle to {target} now")))
}

//! Castling in moves as text.

use crate::cell::Cell;
use crate::describe::refusal::Refusal;
use crate::notation::context::MoveContext;
use crate::notation::language::same;
use crate::notation::spelling::{Named, Notation, Reading, Said, Spelling};
use crate::position::Position;
use crate::position::moves::{Move, MoveKind};
use crate::position::setup::Setup;
use crate::rule::gating;

/// How castling is spelled: by cells, or `O-O`.
pub(super) struct CastlingSpelling;

impl Spelling for CastlingSpelling {
    fn kind(&self) -> Option<MoveKind> {
        Some(MoveKind::Castle)
    }

    fn whole(&self, context: &MoveContext<'_>, mv: Move, notation: Notation) -> Option<String> {
        let text = match notation {
            Notation::Coordinates => cells(context, mv),
            Notation::San => write(context, mv),
        };
        Some(text + &gating::text::letter(context, mv, notation))
    }

    fn read(&self, context: &MoveContext<'_>, said: &Said<'_>, notation: Notation) -> Option<Reading> {
        if notation == Notation::Coordinates {
            return None;
        }
        let mut found = read(context, said.bare)?;
        found.retain(|mv| context.fits_choice(*mv, said.choice));
        let near = context.legal().iter().filter(|mv| mv.kind == MoveKind::Castle).copied().collect();
        Some(Reading::Moves { found, near })
    }

    /// The king's cell and its goal, or the partner's, or all three; where a piece comes in behind the partner, the
    /// partner's and the king's.
    fn is_named(&self, mv: Move, named: &Named) -> bool {
        let &Named { from, to, third, .. } = named;
        if brings_in_behind_partner(mv) {
            return (from, to) == (mv.extra, mv.from);
        }
        match third {
            None => from == mv.from && (to == mv.to || to == mv.extra),
            Some(partner) => (from, to, partner) == (mv.from, mv.to, mv.extra),
        }
    }

    /// Some write castling as the king's move, some as taking the partner.
    fn goes_to(&self, mv: Move, to: Cell, _: Option<&'static str>, exact: bool) -> bool {
        to == mv.to || (exact && to == mv.extra)
    }

    /// A plain step to the same cell comes first.
    fn yields(&self, _: Option<&'static str>) -> bool {
        true
    }
}

fn brings_in_behind_partner(mv: Move) -> bool {
    mv.gated().is_some_and(|(_, cell)| cell == mv.extra)
}

/// The cells that name a castling.
fn cells(context: &MoveContext<'_>, mv: Move) -> String {
    let [from, to, partner] = [mv.from, mv.to, mv.extra].map(|cell| context.language.name(cell));
    if brings_in_behind_partner(mv) {
        return format!("{partner}{from}");
    }
    let steps = |other: &Move| other.kind != MoveKind::Castle && (other.from, other.to) == (mv.from, mv.to);
    let by_partner = context.language.rules.castling.as_ref().is_some_and(|castling| castling.by_partner);
    if !by_partner && !context.legal().iter().any(steps) {
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

/// Whether a castling goes to the side of higher files.
fn is_short(context: &MoveContext<'_>, mv: Move) -> bool {
    let place = |cell| context.language.place(context.turn, cell);
    place(mv.extra) > place(mv.from)
}

/// SAN: `O-O`, with the cell the king goes to where it may choose.
fn write(context: &MoveContext<'_>, mv: Move) -> String {
    let short = is_short(context, mv);
    let rival = |other: &Move| {
        other.kind == MoveKind::Castle && other.to != mv.to && is_short(context, *other) == short
    };
    let mut text = if short { "O-O" } else { "O-O-O" }.to_owned();
    if context.legal().iter().any(rival) {
        text += context.language.name(mv.to);
    }
    text
}

/// The castlings a text may mean; `None` if it is something else.
fn read(context: &MoveContext<'_>, text: &str) -> Option<Vec<Move>> {
    let count = text.bytes().take_while(|b| matches!(b, b'O' | b'o' | b'0' | b'-')).count();
    let (castling, rest) = text.split_at(count);
    let short = match castling.bytes().filter(|b| *b != b'-').count() {
        2 => true,
        3 => false,
        _ => return None,
    };
    let (goal, brought) = rest.split_once('/').unwrap_or((rest, ""));
    // Where a piece is called O and a file o, `Oo1` is a step.
    if !goal.is_empty() && !context.language.board.cells.iter().any(|cell| same(&cell.name, goal)) {
        return None;
    }
    let fits = |mv: &&Move| {
        mv.kind == MoveKind::Castle
            && is_short(context, **mv) == short
            && (goal.is_empty() || same(context.language.name(mv.to), goal))
            && gating::text::brings(context, **mv, brought)
    };
    Some(context.legal().iter().filter(fits).copied().collect())
}

/// Why a king that may castle does not get there by it, if it looks as if somebody tried.
pub(super) fn refusal(position: &Position, setup: &Setup, from: Cell, to: Cell) -> Option<Refusal> {
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

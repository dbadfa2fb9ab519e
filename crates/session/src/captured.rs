//! What a ply changed: cells, hands, pieces that left the board, players who were put out.

use crate::event::{CellEdit, HandEdit, PieceView};
use crate::seat::Seat;
use chatura_rules::definition::Royal;
use chatura_rules::{Cell, Game, Move, NEUTRAL, Piece, PieceType, Player, Position, Reason};

impl PieceView {
    /// A piece of a game; nothing for an empty cell.
    pub(crate) fn of(game: &Game, piece: Piece) -> Option<PieceView> {
        piece.is_some().then(|| PieceView {
            seat: (piece.owner() != NEUTRAL).then(|| Seat::of(piece.owner())),
            letter: game.types()[piece.kind().index()].letter.clone(),
        })
    }
}

fn cells(position: &Position) -> impl Iterator<Item = Cell> + use<> {
    (0..position.game().board().len()).map(|cell| Cell(cell as u8))
}

/// The cells that differ.
pub(crate) fn cell_edits(before: &Position, after: &Position) -> Vec<CellEdit> {
    let game = before.game();
    let changed = cells(before).filter(|cell| before.piece(*cell) != after.piece(*cell));
    let edit = |cell: Cell| CellEdit {
        cell: game.board().cells[cell.index()].name.clone(),
        before: PieceView::of(game, before.piece(cell)),
        after: PieceView::of(game, after.piece(cell)),
    };
    changed.map(edit).collect()
}

/// The hands that differ.
pub(crate) fn hand_edits(before: &Position, after: &Position) -> Vec<HandEdit> {
    let game = before.game();
    let mut edits = Vec::new();
    if !game.has_hands() {
        return edits;
    }
    for player in (0..game.players().len() as u8).map(Player) {
        for (kind, info) in game.types().iter().enumerate() {
            let kind = PieceType(kind as u8);
            let count = after.in_hand(player, kind);
            if count != before.in_hand(player, kind) {
                edits.push(HandEdit { seat: Seat::of(player), letter: info.letter.clone(), count });
            }
        }
    }
    edits
}

/// The pieces that left the board. Those of an army that left as a whole, or changed its owner, do not count.
pub(crate) fn lost(before: &Position, after: &Position, mv: Move) -> Vec<Piece> {
    if mv.is_leaving() {
        return Vec::new();
    }
    let us = before.turn();
    let playing: Vec<Player> = after.playing().collect();
    let taken_on = |cell: Cell| cell == mv.to() || cell == mv.target();
    let mut lost = Vec::new();
    let (mut own, mut kept) = (Vec::new(), 0usize);
    for cell in cells(before) {
        let (old, new) = (before.piece(cell), after.piece(cell));
        if old == new {
            continue;
        }
        kept += usize::from(new.is_some() && new.owner() == us);
        if old.is_none() {
            continue;
        }
        if old.owner() == us {
            own.push((cell, old));
            continue;
        }
        let stays = new.is_some() && new.kind() == old.kind();
        let disbanded = old.owner() != NEUTRAL && !playing.contains(&old.owner());
        if taken_on(cell) || !(stays || disbanded) {
            lost.push(old);
        }
    }
    if playing.contains(&us) {
        // The piece that moved is the last to be counted among those that are gone.
        own.sort_by_key(|(cell, _)| (*cell == mv.from(), Some(*cell) == mv.partner_from()));
        own.retain(|(cell, _)| after.piece(*cell).is_none() || after.piece(*cell).owner() != us);
        let gone = (own.len() + moved_within(before, after, us)).saturating_sub(kept);
        lost.extend(own.into_iter().take(gone).map(|(_, piece)| piece));
    }
    lost
}

/// How many changed cells belong to a player before and after.
fn moved_within(before: &Position, after: &Position, us: Player) -> usize {
    let own = |piece: Piece| piece.is_some() && piece.owner() == us;
    cells(before)
        .map(|cell| (before.piece(cell), after.piece(cell)))
        .filter(|(old, new)| old != new && own(*old) && own(*new))
        .count()
}

/// Who was put out by a move, with the reason in words.
pub(crate) fn exits(before: &Position, after: &Position, mv: Move, lost: &[Piece]) -> Vec<(Seat, String)> {
    let game = before.game();
    if game.players().len() <= 2 {
        return Vec::new();
    }
    let playing: Vec<Player> = after.playing().collect();
    let out = before.playing().filter(|player| !playing.contains(player));
    let reason = |player: Player| -> String {
        if mv.leaving().is_some_and(|(who, _)| who == player) {
            let resigned = mv == Move::resign(player);
            return if resigned { Reason::Resignation } else { Reason::Time }.words().to_owned();
        }
        let royal =
            |piece: &Piece| piece.owner() == player && game.types()[piece.kind().index()].royal != Royal::No;
        if lost.iter().any(royal) {
            Reason::RoyalLost.words().to_owned()
        } else if after.setup().drawn.contains(&player) {
            "by stalemate, with a draw".to_owned()
        } else if was_attacked(before, after, player) {
            Reason::Checkmate.words().to_owned()
        } else {
            Reason::Stalemate.words().to_owned()
        }
    };
    out.map(|player| (Seat::of(player), reason(player))).collect()
}

/// Whether a royal piece of a player who is out now was attacked by those who still play, had its army stayed.
fn was_attacked(before: &Position, after: &Position, player: Player) -> bool {
    let game = before.game();
    let mut setup = after.setup();
    let mut royals = Vec::new();
    for cell in cells(before) {
        let (old, new) = (before.piece(cell), after.piece(cell));
        let disbanded = new.is_none() || new.owner() == NEUTRAL || new.kind() == old.kind();
        if old.is_some() && old.owner() == player && disbanded {
            setup.cells[cell.index()] = old;
            if game.types()[old.kind().index()].royal != Royal::No {
                royals.push(cell);
            }
        }
    }
    let foes: Vec<Cell> = cells(before)
        .filter(|cell| {
            let piece = setup.cells[cell.index()];
            piece.is_some() && piece.owner() != player && piece.owner() != NEUTRAL
        })
        .collect();
    foes.into_iter().any(|foe| game.destinations(&setup, foe).iter().any(|cell| royals.contains(cell)))
}

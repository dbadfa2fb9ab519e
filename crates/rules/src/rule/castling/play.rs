//! Which rights a move ends, and how a castling is played.

use super::CastlingTable;
use crate::cell::{Cell, MAX_PLAYERS, Piece, Player};
use crate::compile::tables::Tables;
use crate::compile::width::with_width;
use crate::position::Position;
use crate::position::moves::{Move, MoveKind};
use crate::position::play::{Step, Undo};
use crate::position::state::{NONE, State};

/// For each player the places on its row of the partners it may still castle with: right side, left side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rights(pub [[u8; 2]; MAX_PLAYERS]);

impl Default for Rights {
    fn default() -> Self {
        Rights([[NONE; 2]; MAX_PLAYERS])
    }
}

impl Rights {
    /// A player's rights as a number.
    pub fn number(self, player: usize) -> u64 {
        u16::from_le_bytes(self.0[player]).into()
    }
}

impl Move {
    /// Castling, the cell of the king's partner.
    pub fn partner_from(self) -> Option<Cell> {
        (self.kind == MoveKind::Castle).then_some(self.extra)
    }

    /// Castling, where the king's partner goes.
    pub fn partner_to(self) -> Option<Cell> {
        (self.kind == MoveKind::Castle).then_some(Cell(self.node & !Move::AT_PARTNER))
    }
}

impl<const W: usize> CastlingTable<W> {
    /// A right ends when the king or its partner moves or is taken.
    #[inline(always)]
    fn after_move(&self, state: &mut State<W>, undo: &Undo<W>) {
        if state.status.rights == Rights::default() {
            return;
        }
        if let Some(Step { from, to, piece, victim }) = undo.step {
            if self.concerns(piece) {
                self.forget(state, undo, from, piece);
            }
            if victim.is_some() && self.concerns(victim) {
                self.forget(state, undo, to, victim);
            }
        }
        if undo.edits.is_empty() {
            return;
        }
        for &(cell, before) in &undo.edits {
            if before.is_some() {
                self.forget(state, undo, cell, before);
            }
        }
    }

    /// A king or partner that comes in where it may castle from has the right to, as soon as the other is there.
    #[inline(never)]
    fn after_drop(&self, state: &mut State<W>, us: usize) {
        let Some(king) = self.home(us).map(usize::from) else { return };
        if !state.of(us, self.king as usize).has(king) {
            return;
        }
        let partners = self.from[us] & state.of_player(us);
        for partner in partners {
            let piece = state.piece(partner);
            if let Some(side) =
                self.side(us, king, partner).filter(|_| self.concerns(piece) && partner != king)
            {
                state.status.rights.0[us][side] = self.place(us, partner);
            }
        }
    }

    /// A piece left its cell: rights that need it there are gone.
    #[inline(always)]
    fn forget(&self, state: &mut State<W>, undo: &Undo<W>, cell: u16, piece: Piece) {
        let owner = piece.owner().index() & 7;
        if piece.kind().0 == self.king {
            // Of several kings only one has the rights; the others come and go.
            let kings = state.of(owner, self.king as usize);
            let keeps = kings.any()
                && self.home(owner).is_some_and(|home| {
                    let touched = undo.step.is_some_and(|step| step.from == home || step.to == home)
                        || undo.edits.iter().any(|(edited, _)| *edited == home);
                    kings.has(home as usize) && !touched
                });
            if !keeps {
                state.status.rights.0[owner] = [NONE; 2];
            }
            return;
        }
        let place = self.place(owner, cell.into());
        for right in state.status.rights.0[owner].iter_mut().filter(|right| **right == place) {
            *right = NONE;
        }
    }
}

impl<const W: usize> Tables<W> {
    /// Gives the rights to castle that come with a drop.
    #[inline(always)]
    pub fn give_rights(&self, state: &mut State<W>, mv: Move, us: usize) {
        let castling = self.rules.castling.as_ref().filter(|castling| castling.from[us].any());
        let concerned = mv.dropped().zip(castling).filter(|(kind, castling)| castling.concerns_type(kind.0));
        let Some((_, castling)) = concerned else { return };
        // Only what has just come in has not moved: a partner has its own right, a king that of all.
        let cell = mv.to.index();
        if castling.home(us) == Some(mv.to.0) || castling.from[us].has(cell) {
            castling.after_drop(state, us);
        }
    }

    /// Ends the rights to castle that a move has cost.
    #[inline(always)]
    pub fn end_rights(&self, state: &mut State<W>, undo: &Undo<W>) {
        if let Some(castling) = &self.rules.castling {
            castling.after_move(state, undo);
        }
    }

    /// King and partner change places, and a piece from the hand may come in behind one of them. That is no progress.
    pub fn play_castle<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        let (from, partner) = (mv.from.index(), mv.extra.index());
        let (king, other) = (state.piece(from), state.piece(partner));
        self.set::<HASH>(state, undo, from, Piece::NONE);
        self.set::<HASH>(state, undo, partner, Piece::NONE);
        self.set::<HASH>(state, undo, mv.to.index(), king);
        self.set::<HASH>(state, undo, (mv.node & !Move::AT_PARTNER) as usize, other);
        self.gate_behind::<HASH>(state, undo, mv, us);
        false
    }
}

impl Position {
    /// Where the piece on a cell could castle to when its player's turn comes, by the rights it has: its goals, and the
    /// partners by which it may be told as well. What stands between now may be gone by then.
    pub fn castling_goals(&self, player: Player, cell: Cell) -> Vec<Cell> {
        with_width!(self.game(), &self.state, |tables, state| {
            let Some(castling) = &tables.rules.castling else { return Vec::new() };
            let kings = state.of(player.index(), castling.king as usize);
            if !kings.has(cell.index()) || castling.king_among(player.index(), kings) != cell.index() {
                return Vec::new();
            }
            let sides = state.status.rights.0[player.index()].into_iter().enumerate();
            let sides = sides.filter(|(_, partner)| *partner != NONE);
            sides
                .flat_map(|(side, partner)| {
                    let goals = castling.goals_from(player.index(), cell.index(), side);
                    goals
                        .into_owned()
                        .into_iter()
                        .map(|(king, _)| Cell(king))
                        .chain([castling.cell(player.index(), partner)])
                })
                .collect()
        })
    }
}

/// The rights there are: who may castle with the piece on which cell.
pub(crate) fn rights<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Vec<(Player, Cell)> {
    let Some(castling) = &tables.rules.castling else { return Vec::new() };
    let own = |player: usize| state.status.rights.0[player].into_iter().filter(|place| *place != NONE);
    let told =
        |player: usize| own(player).map(move |place| (Player(player as u8), castling.cell(player, place)));
    (0..tables.players).flat_map(told).collect()
}

/// A player who is out castles no more.
pub(crate) fn forfeit<const W: usize>(state: &mut State<W>, player: usize) {
    state.status.rights.0[player] = [NONE; 2];
}

//! Why a piece in hand may not be put somewhere.

use super::DropTable;
use crate::cell::{Cell, Piece, PieceType};
use crate::compile::tables::Tables;
use crate::compile::width::with_width;
use crate::describe::refusal::Refusal;
use crate::position::Position;
use crate::position::generate::{MoveGen, Wanted};
use crate::position::moves::Move;
use crate::position::state::State;

impl Position {
    /// Why a piece of a type cannot be dropped on a cell by the player to move; nothing if it can.
    pub fn drop_refusal(&self, kind: PieceType, to: Cell) -> Option<Refusal> {
        let legal = self.legal_moves();
        if legal.iter().any(|mv| mv.dropped() == Some(kind) && mv.to() == to) {
            return None;
        }
        if legal.is_empty() {
            return Some(Refusal::plain("the game is over"));
        }
        let name = &self.game().types()[kind.index()].name;
        if self.in_hand(self.turn(), kind) == 0 {
            return Some(Refusal::plain(format!("there is no {name} in hand")));
        }
        if self.piece(to).is_some() {
            let sentence = format!("the {} stands there: pieces are dropped on empty cells", self.named(to));
            return Some(Refusal::plain(sentence));
        }
        let own = with_width!(self.game(), &self.state, |tables, state| {
            let table = tables.rules.drops.as_ref()?;
            self.barred(table, tables, state, (kind, to))
        });
        let mut after = self.setup();
        after.cells[to.index()] = Piece::new(self.turn(), kind);
        own.or_else(|| self.why_forbidden(&after, to)).or_else(|| {
            let sentence = format!("the rules do not let a {name} be dropped on {} now", self.cell_name(to));
            Some(Refusal::plain(sentence))
        })
    }

    /// What the rule of drops itself says against one.
    fn barred<const W: usize>(
        &self,
        table: &DropTable<W>,
        tables: &Tables<W>,
        state: &State<W>,
        (kind, to): (PieceType, Cell),
    ) -> Option<Refusal> {
        let (name, cell) = (&self.game().types()[kind.index()].name, self.cell_name(to));
        if !table.free {
            let sentence = format!("the {name} comes in only behind a piece that moves for the first time");
            return Some(Refusal::plain(sentence));
        }
        let us = usize::from(state.status.turn);
        let place = usize::from(table.place[kind.index()]);
        if !table.zones.get(us * table.held.len() + place)?.has(to.index()) {
            return Some(Refusal::plain(format!("a {name} may not be dropped on {cell}")));
        }
        if let Some((_, there)) = table.crowded(state, us, place).find(|(region, _)| region.has(to.index())) {
            let other = Cell(there.lowest() as u16);
            let file = table.files.iter().any(|file| file.has(other.index()) && file.has(to.index()));
            let same = if file && !table.per_file[place].0.is_empty() { "file" } else { "colour" };
            let sentence = format!("the {} stands on the same {same}", self.named(other));
            return Some(Refusal::blaming(sentence, other));
        }
        let here = MoveGen::new::<false>(tables, state, Wanted::All);
        if table.first && table.reserved(&here, place).has(to.index()) {
            let sentence = format!("{cell} has to be left to a piece that can stand on no other colour");
            return Some(Refusal::plain(sentence));
        }
        if table.checks(&here, Move::drop(kind, to.index())) {
            return Some(Refusal::plain(format!("a {name} may not be dropped to give check")));
        }
        let mates = table.mates(&here, Move::drop(kind, to.index()));
        mates.then(|| Refusal::plain(format!("a {name} may not be dropped to mate at once")))
    }
}

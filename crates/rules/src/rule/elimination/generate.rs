//! Captures that put a player out together with the attacks that would forbid them.

use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::generate::sink::Sink;
use crate::position::moves::{Move, MoveKind};
use crate::position::state::State;
use crate::set::CellSet;

impl<const W: usize> MoveGen<'_, W> {
    /// In a game for more than two, whoever has lost the last royal is out, and gives and suffers no check any more.
    pub(crate) fn leave_out_beaten(&self, next: &mut State<W>) {
        if self.tables.rules.seats.is_none() {
            return;
        }
        for &foe in &*self.tables.foes[self.us] {
            let royals = |state: &State<W>| self.tables.royal_pieces(state, usize::from(foe));
            if royals(self.state).any() && royals(next).is_empty() {
                next.status.alive &= !(1 << foe);
            }
        }
    }

    /// Captures that put a player out together with the attacks that would forbid them: who is out gives no check.
    #[inline(never)]
    pub(crate) fn beating_captures<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        // Captures that explode are all looked at elsewhere.
        if self.tables.rules.blast.is_some() {
            return;
        }
        let sight = &self.tables.attackers[self.us].sight;
        let own = self.state.of_player(self.us);
        for &foe in &*self.tables.foes[self.us] {
            let royals = self.tables.royal_pieces(self.state, foe as usize) & self.foes;
            let Some(royal) = royals.into_iter().next().filter(|_| !royals.several()) else { continue };
            let seen = self.tables.intricate || sight[royal].meets(own);
            if seen && self.tables.attacked_by_apart(self.state, self.us, royal, After::now(self.state)) {
                self.captures_that_beat(foe as usize, royal, sink);
            }
        }
    }

    /// The captures of a player's last royal that are legal only because that player is then out.
    #[inline(never)]
    fn captures_that_beat<S: Sink<W> + ?Sized>(&self, foe: usize, royal: usize, sink: &mut S) {
        let mut moves: Vec<Move> = Vec::new();
        let mut loose = self.loose();
        loose.targets = CellSet::of(royal);
        let list: &mut dyn Sink<W> = &mut moves;
        loose.plain::<_, false>(list);
        for mv in moves.into_iter().filter(|mv| mv.kind == MoveKind::Step) {
            let from = mv.from.index();
            let mut own = self.royals;
            if own.has(from) {
                own.toggle(from);
                own.insert(royal);
            }
            let mut after = After::step(self.state, from, royal);
            if self.safe(after, own) {
                continue;
            }
            after.gone |= self.state.of_player(foe);
            if self.safe(after, own) {
                sink.one(mv);
            }
        }
    }
}

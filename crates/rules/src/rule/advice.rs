//! What searches ask of rules: how near an end of a rule's own is, which moves are violent because of it, where to look
//! deeper. Nothing is asked where nobody listens; [`crate::arena::Facts`] say so.

use crate::arena::Arena;
use crate::cell::PieceType;
use crate::position::moves::Move;
use crate::rule::Verdict;
use crate::set::CellSet;

impl<const W: usize> Arena<'_, W> {
    /// What the position is worth to a player on the way to ends that rules have of their own, in hundredths of a pawn:
    /// in the middle of a game, and at its end.
    pub fn prospects(&self, player: usize) -> [i32; 2] {
        let mut sum = [0; 2];
        for listener in &self.tables.rules.listeners.prospects {
            let [middle, end] = listener.rule.prospects(&listener.look(self.tables, &self.state), player);
            sum = [sum[0] + middle, sum[1] + end];
        }
        sum
    }

    /// Whether there may be moves here that take nothing and are violent all the same.
    pub fn has_noisy(&self) -> bool {
        let listeners = &self.tables.rules.listeners.noisy;
        listeners.iter().any(|one| one.rule.noisy(&one.look(self.tables, &self.state), None))
    }

    /// Whether a move is violent although it takes nothing.
    pub fn is_noisy(&self, mv: Move) -> bool {
        let listeners = &self.tables.rules.listeners.noisy;
        listeners.iter().any(|one| one.rule.noisy(&one.look(self.tables, &self.state), Some(mv)))
    }

    /// Whether the move just played asks to be looked at one ply deeper.
    pub fn extends(&self, mv: Move) -> bool {
        let listeners = &self.tables.rules.listeners.extends;
        listeners.iter().any(|one| one.rule.extends(&one.look(self.tables, &self.state), mv))
    }

    /// Whether a player who loses a piece of this type loses the game, though the piece is not royal.
    pub fn is_vital(&self, player: usize, kind: usize) -> bool {
        let listeners = &self.tables.rules.listeners.vital;
        let kind = PieceType(kind as u8);
        listeners.iter().any(|one| one.rule.is_vital(&one.look(self.tables, &self.state), player, kind))
    }

    /// What is decided: by what was played, or because the game goes on only for form. About whom, and what it means for
    /// that player.
    pub fn foregone(&self) -> Option<(usize, Verdict)> {
        let listeners = &self.tables.rules.listeners.foregone;
        let mut sure =
            listeners.iter().filter_map(|one| one.rule.foregone(&one.look(self.tables, &self.state)));
        self.ending().or_else(|| sure.next())
    }

    /// What a capture takes off the board beside taker and taken.
    pub fn takes_along(&self, mv: Move) -> CellSet<W> {
        let listeners = &self.tables.rules.listeners.takes_along;
        listeners.iter().fold(CellSet::EMPTY, |set, one| {
            set | one.rule.takes_along(&one.look(self.tables, &self.state), mv)
        })
    }
}

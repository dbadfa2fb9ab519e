//! Where generated moves go: counted, listed, or only asked whether there is one.

use crate::cell::PieceType;
use crate::position::moves::Move;
use crate::rule::en_passant::passing_move;
use crate::set::CellSet;

/// Takes moves as sets.
pub(crate) trait Sink<const W: usize> {
    /// Any single move.
    fn one(&mut self, mv: Move);
    /// How many moves came so far.
    fn count(&self) -> u64;
    /// Plain moves from a cell.
    #[inline(always)]
    fn steps(&mut self, from: usize, to: CellSet<W>) {
        for to in to {
            self.one(Move::step(from, to));
        }
    }
    /// Moves from a cell with each of these promotions.
    #[inline(always)]
    fn promotions(&mut self, from: usize, to: CellSet<W>, choices: &[PieceType]) {
        for to in to {
            for &kind in choices {
                self.one(Move::step(from, to).with_piece(kind));
            }
        }
    }
    /// Plain moves by a distance.
    #[inline(always)]
    fn shifted(&mut self, delta: i32, to: CellSet<W>) {
        for to in to {
            self.one(Move::step((to as i32 - delta) as usize, to));
        }
    }
    /// Moves by a distance with each of these promotions.
    #[inline(always)]
    fn shifted_promotions(&mut self, delta: i32, to: CellSet<W>, choices: &[PieceType]) {
        for to in to {
            for &kind in choices {
                self.one(Move::step((to as i32 - delta) as usize, to).with_piece(kind));
            }
        }
    }
    /// Moves by a distance that leave passed cells behind; the table gives the path by origin.
    #[inline(always)]
    fn shifted_passing(&mut self, delta: i32, to: CellSet<W>, passing: &[u16]) {
        for to in to {
            let from = (to as i32 - delta) as usize;
            self.one(passing_move(from, to, passing[from]));
        }
    }
    /// Pieces put on the board.
    #[inline(always)]
    fn drops(&mut self, kind: PieceType, to: CellSet<W>) {
        for to in to {
            self.one(Move::drop(kind, to));
        }
    }
    /// Whether further moves make no difference.
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
}

/// Counts.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn steps(&mut self, _: usize, to: CellSet<W>) {
        self.0 += to.len() as u64;
    }
    #[inline(always)]
    fn promotions(&mut self, _: usize, to: CellSet<W>, choices: &[PieceType]) {
        self.0 += (to.len() * choices.len()) as u64;
    }
    #[inline(always)]
    fn shifted(&mut self, _: i32, to: CellSet<W>) {
        self.0 += to.len() as u64;
    }
    #[inline(always)]
    fn shifted_promotions(&mut self, _: i32, to: CellSet<W>, choices: &[PieceType]) {
        self.0 += (to.len() * choices.len()) as u64;
    }
    #[inline(always)]
    fn shifted_passing(&mut self, _: i32, to: CellSet<W>, _: &[u16]) {
        self.0 += to.len() as u64;
    }
    #[inline(always)]
    fn drops(&mut self, _: PieceType, to: CellSet<W>) {
        self.0 += to.len() as u64;
    }
    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.0
    }
}

/// Only asks whether there is a move.
#[derive(Default)]
pub(crate) struct Any(pub bool);

impl<const W: usize> Sink<W> for Any {
    fn steps(&mut self, _: usize, to: CellSet<W>) {
        self.0 |= to.any();
    }
    fn promotions(&mut self, _: usize, to: CellSet<W>, choices: &[PieceType]) {
        self.0 |= to.any() && !choices.is_empty();
    }
    fn shifted(&mut self, _: i32, to: CellSet<W>) {
        self.0 |= to.any();
    }
    fn shifted_promotions(&mut self, _: i32, to: CellSet<W>, choices: &[PieceType]) {
        self.0 |= to.any() && !choices.is_empty();
    }
    fn shifted_passing(&mut self, _: i32, to: CellSet<W>, _: &[u16]) {
        self.0 |= to.any();
    }
    fn drops(&mut self, _: PieceType, to: CellSet<W>) {
        self.0 |= to.any();
    }
    fn one(&mut self, _: Move) {
        self.0 = true;
    }
    fn count(&self) -> u64 {
        self.0.into()
    }
    fn is_full(&self) -> bool {
        self.0
    }
}

impl<const W: usize> Sink<W> for Vec<Move> {
    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.len() as u64
    }
}

/// A sink of whatever sort for those who need not know which.
pub(crate) struct Erased<'a, S: ?Sized>(pub &'a mut S);

impl<S: Sink<W> + ?Sized, const W: usize> Sink<W> for Erased<'_, S> {
    fn one(&mut self, mv: Move) {
        self.0.one(mv);
    }
    fn count(&self) -> u64 {
        self.0.count()
    }
    fn is_full(&self) -> bool {
        self.0.is_full()
    }
}

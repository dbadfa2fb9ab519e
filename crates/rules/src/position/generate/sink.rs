//! Where generated moves go: counted, listed, or only asked whether there is one.

use crate::cell::PieceType;
use crate::position::moves::Move;
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
    /// Plain moves by a distance.
    #[inline(always)]
    fn shifted(&mut self, delta: i32, to: CellSet<W>) {
        for to in to {
            self.one(Move::step((to as i32 - delta) as usize, to));
        }
    }
    /// A move to each of these cells, made only where it is wanted.
    #[inline(always)]
    fn each(&mut self, to: CellSet<W>, make: &dyn Fn(usize) -> Move) {
        for to in to {
            self.one(make(to));
        }
    }
    /// The same with a choice of types.
    #[inline(always)]
    fn each_as(&mut self, to: CellSet<W>, kinds: &[PieceType], make: &dyn Fn(usize) -> Move) {
        for to in to {
            for &kind in kinds {
                self.one(make(to).with_piece(kind));
            }
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
    fn shifted(&mut self, _: i32, to: CellSet<W>) {
        self.0 += to.len() as u64;
    }
    #[inline(always)]
    fn each(&mut self, to: CellSet<W>, _: &dyn Fn(usize) -> Move) {
        self.0 += to.len() as u64;
    }
    #[inline(always)]
    fn each_as(&mut self, to: CellSet<W>, kinds: &[PieceType], _: &dyn Fn(usize) -> Move) {
        self.0 += (to.len() * kinds.len()) as u64;
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
    fn shifted(&mut self, _: i32, to: CellSet<W>) {
        self.0 |= to.any();
    }
    fn each(&mut self, to: CellSet<W>, _: &dyn Fn(usize) -> Move) {
        self.0 |= to.any();
    }
    fn each_as(&mut self, to: CellSet<W>, kinds: &[PieceType], _: &dyn Fn(usize) -> Move) {
        self.0 |= to.any() && !kinds.is_empty();
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

/// Lists.
impl<const W: usize> Sink<W> for Vec<Move> {
    #[inline(always)]
    fn steps(&mut self, from: usize, to: CellSet<W>) {
        add(self, to, |to| Move::step(from, to));
    }
    #[inline(always)]
    fn shifted(&mut self, delta: i32, to: CellSet<W>) {
        add(self, to, |to| Move::step((to as i32 - delta) as usize, to));
    }
    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.len() as u64
    }
}

/// Adds a move for each cell; room for all of them is made once.
#[inline(always)]
fn add<const W: usize>(list: &mut Vec<Move>, to: CellSet<W>, make: impl Fn(usize) -> Move) {
    let (before, count) = (list.len(), to.len());
    list.reserve(count);
    for (place, to) in list.spare_capacity_mut().iter_mut().zip(to) {
        place.write(make(to));
    }
    // SAFETY: there was room for so many, and so many have been written.
    unsafe { list.set_len(before + count) };
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

//! Walks a movement over a board and writes down what it looks at: movement + board + cell → trie.

use super::trie::{Arm, CLASSES, Class, Effect, Node, Trie};
use super::{Leg, Movement, Way};
use crate::board::{Board, Leap, Walker};
use crate::cell::Cell;
use crate::compile::quick::QuickMap;
use crate::compile::work::{WalkError, Work};
use std::rc::Rc;

/// The most nodes a trie may have: beyond that a movement is refused.
pub(super) const MAX_NODES: usize = 8192;
/// The most states a walk may remember, and the most lists of cells: many lead nowhere and make no node.
const MAX_REMEMBERED: usize = 1 << 16;
const MAX_LISTS: usize = 1 << 14;

/// The trie of a movement from one cell in the first player's frame; `initial` parts only on start cells.
pub fn build(board: &Board, movement: &Movement, from: Cell, initial: bool) -> Result<Trie, WalkError> {
    build_within(&Work::default(), board, movement, from, initial)
}

/// The same, as part of a larger work.
pub(crate) fn build_within(
    work: &Work,
    board: &Board,
    movement: &Movement,
    from: Cell,
    initial: bool,
) -> Result<Trie, WalkError> {
    let mut builder = Builder {
        work,
        board,
        movement,
        origin: from.0,
        memo: QuickMap::default(),
        known: QuickMap::default(),
        numbers: QuickMap::default(),
        lists: Vec::new(),
        trie: Trie::default(),
    };
    let mut roots = Vec::new();
    for (index, part) in movement.parts.iter().enumerate() {
        if part.initial && !initial {
            continue;
        }
        let walker = Walker { node: from.0, turned: 0 };
        let list = builder.list(Vec::new())?;
        roots.extend(builder.leg(index as u16, 0, walker, list)?);
    }
    roots.sort_unstable();
    roots.dedup();
    let Builder { mut trie, lists, numbers, .. } = builder;
    drop(numbers);
    trie.roots = roots;
    trie.lists = lists.into_iter().map(|list| list.to_vec()).collect();
    Ok(trie)
}

/// Where a walk stands: everything that decides what may follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct WalkState {
    part: u16,
    leg: u8,
    /// Leaps taken in this leg.
    taken: u16,
    walker: Walker,
    /// The leap this leg repeats, and for crooked riders the other one.
    leap: Leap,
    other: Leap,
    /// Whether a hopper has jumped already.
    hopped: bool,
    /// Pieces taken in passing, or cells passed over.
    list: u16,
}

struct Builder<'a> {
    work: &'a Work,
    board: &'a Board,
    movement: &'a Movement,
    origin: u16,
    memo: QuickMap<WalkState, Vec<u16>>,
    /// Nodes already there: two ways to the same are one.
    known: QuickMap<Node, u16>,
    /// Lists of cells, and the number of each.
    lists: Vec<Rc<[Cell]>>,
    numbers: QuickMap<Rc<[Cell]>, u16>,
    trie: Trie,
}

type Nodes = Result<Vec<u16>, WalkError>;

impl Builder<'_> {
    /// Begins a leg.
    fn leg(&mut self, part: u16, leg: u8, walker: Walker, list: u16) -> Nodes {
        let data = self.leg_data(part, leg).clone();
        let mut nodes = Vec::new();
        self.work.spend(data.leaps.len())?;
        for &leap in &data.leaps {
            let others = if data.crooked { self.board.lattice().beside(leap) } else { [leap, leap] };
            for other in others {
                let place = WalkState { part, leg, taken: 0, walker, leap, other, hopped: false, list };
                nodes.extend(self.onward(place)?);
            }
        }
        self.work.spend(nodes.len())?;
        nodes.sort_unstable();
        nodes.dedup();
        Ok(nodes)
    }

    fn leg_data(&self, part: u16, leg: u8) -> &Leg {
        &self.movement.parts[part as usize].legs[leg as usize]
    }

    /// The nodes of the next leap from here.
    fn onward(&mut self, place: WalkState) -> Nodes {
        if let Some(nodes) = self.memo.get(&place) {
            self.work.spend(nodes.len() / 4)?;
            return Ok(nodes.clone());
        }
        if self.memo.len() >= MAX_REMEMBERED {
            return Err(WalkError::States);
        }
        let leg = self.leg_data(place.part, place.leg);
        let (way, most, rides) = (leg.way, leg.most, leg.most != Some(1));
        let mut nodes = Vec::new();
        if most.is_none_or(|most| place.taken < most.into()) && usize::from(place.taken) < self.board.len() {
            match way {
                Way::Lame => nodes = self.under(place, &[Class::Empty])?,
                Way::Jump | Way::Hop | Way::HopShort if !rides => {
                    nodes = self.under(place, &[Class::Own, Class::Ally, Class::Enemy, Class::Neutral])?;
                }
                _ => {
                    for walker in self.board.leap(place.walker, place.leap) {
                        nodes.extend(self.land(place, walker)?);
                    }
                }
            }
        }
        self.work.spend(nodes.len())?;
        nodes.sort_unstable();
        nodes.dedup();
        self.memo.insert(place, nodes.clone());
        Ok(nodes)
    }

    /// A leap whose cells in between must be of one of these classes.
    fn under(&mut self, place: WalkState, classes: &[Class]) -> Nodes {
        let route = self.board.route(place.leap);
        self.under_from(place, place.walker, &route, classes)
    }

    fn under_from(&mut self, place: WalkState, at: Walker, route: &[u8], classes: &[Class]) -> Nodes {
        let mut nodes = Vec::new();
        self.work.spend(1)?;
        for walker in self.board.step(at, route[0]) {
            if route.len() == 1 {
                nodes.extend(self.land(place, walker)?);
            } else if self.is_cell(walker) {
                let passed = self.with_passed(place, walker)?;
                let next = self.under_from(passed, walker, &route[1..], classes)?;
                let mut arms: [Arm; CLASSES] = Default::default();
                for &class in classes {
                    arms[class as usize].next.clone_from(&next);
                }
                nodes.extend(self.node(walker, arms, false)?);
            }
        }
        Ok(nodes)
    }

    /// Arrives on a cell: what may end here, what may go on.
    fn land(&mut self, place: WalkState, walker: Walker) -> Nodes {
        if !self.is_cell(walker) || walker.node == self.origin && !self.may_return(place) {
            return Ok(Vec::new());
        }
        self.work.spend(1)?;
        let leg = self.leg_data(place.part, place.leg).clone();
        let taken = place.taken + 1;
        let rides = leg.most != Some(1);
        let here = WalkState { taken, walker, leap: place.other, other: place.leap, ..place };
        let (mut may_end, mut slides_on) = (taken >= leg.least.into(), true);
        let mut arms: [Arm; CLASSES] = Default::default();
        match leg.way {
            Way::Jump if rides && taken == 1 => {
                // A ski slider passes its first cell whatever stands there.
                let next = self.onward(here)?;
                arms.iter_mut().for_each(|arm| arm.next.clone_from(&next));
                return self.node(walker, arms, rides);
            }
            Way::Hop | Way::HopShort if rides && !place.hopped => {
                let mount = self.onward(WalkState { hopped: true, ..here })?;
                arms.iter_mut().for_each(|arm| arm.next.clone_from(&mount));
                arms[Class::Empty as usize].next = self.onward(here)?;
                return self.node(walker, arms, rides);
            }
            Way::HopShort if rides => slides_on = false,
            _ => {}
        }
        may_end &= walker.node != self.origin || self.may_return(place);
        let mut nodes = Vec::new();
        let last = usize::from(place.leg) + 1 == self.movement.parts[place.part as usize].legs.len();
        if may_end {
            nodes.extend(self.end(place, walker, &leg, last, &mut arms)?);
        }
        if slides_on {
            let beyond = self.with_passed(here, walker)?;
            let onward = self.onward(beyond)?;
            arms[Class::Empty as usize].next.extend(onward);
        }
        nodes.extend(self.node(walker, arms, rides)?);
        Ok(nodes)
    }

    /// Fills in how a leg ends here: the move is over, or the next leg begins.
    fn end(
        &mut self,
        place: WalkState,
        walker: Walker,
        leg: &Leg,
        last: bool,
        arms: &mut [Arm; CLASSES],
    ) -> Nodes {
        if !last {
            let next = place.leg + 1;
            let onward = self.board.turned(walker, place.leap);
            if leg.ends.empty {
                let nodes = self.leg(place.part, next, onward, place.list)?;
                arms[Class::Empty as usize].next.extend(nodes);
            }
            if leg.ends.enemy {
                let list = self.longer_list(place.list, walker)?;
                let nodes = self.leg(place.part, next, onward, list)?;
                arms[Class::Enemy as usize].next.extend(nodes.iter().copied());
                arms[Class::Neutral as usize].next.extend(nodes);
            }
            return Ok(Vec::new());
        }
        let first = self.movement.parts[place.part as usize].initial;
        let go = match self.lists[place.list as usize].is_empty() {
            true => Effect::Go,
            false if first => Effect::GoTrailing(place.list),
            false => Effect::Sweep(place.list),
        };
        // Taking ends the passing: only a quiet move leaves cells behind it that count as passed.
        let capture = if matches!(go, Effect::GoTrailing(_)) { Effect::Go } else { go };
        if leg.ends.empty {
            arms[Class::Empty as usize].effect = go;
        }
        if leg.ends.enemy {
            arms[Class::Enemy as usize].effect = capture;
            arms[Class::Neutral as usize].effect = capture;
        }
        if leg.ends.passed {
            let mut passed: [Arm; CLASSES] = Default::default();
            passed[Class::Empty as usize].effect = Effect::TakePassed;
            return self.node(walker, passed, false);
        }
        Ok(Vec::new())
    }

    /// The first move of a piece remembers the cells it passes; other moves do not.
    fn with_passed(&mut self, place: WalkState, over: Walker) -> Result<WalkState, WalkError> {
        let part = &self.movement.parts[place.part as usize];
        if !part.initial || part.legs.len() > 1 {
            return Ok(place);
        }
        Ok(WalkState { list: self.longer_list(place.list, over)?, ..place })
    }

    /// Only a move that has taken something on the way may end where it began.
    fn may_return(&self, place: WalkState) -> bool {
        place.leg > 0 && !self.lists[place.list as usize].is_empty()
    }

    fn is_cell(&self, walker: Walker) -> bool {
        usize::from(walker.node) < self.board.len()
    }

    /// A list with one cell more.
    fn longer_list(&mut self, list: u16, walker: Walker) -> Result<u16, WalkError> {
        let before = &self.lists[list as usize];
        let mut cells = Vec::with_capacity(before.len() + 1);
        cells.extend_from_slice(before);
        cells.push(Cell(walker.node));
        self.list(cells)
    }

    /// The number of a list.
    fn list(&mut self, cells: Vec<Cell>) -> Result<u16, WalkError> {
        self.work.spend(cells.len() / 4)?;
        if let Some(number) = self.numbers.get(&cells[..]) {
            return Ok(*number);
        }
        if self.lists.len() >= MAX_LISTS {
            return Err(WalkError::States);
        }
        let (number, cells) = (self.lists.len() as u16, Rc::<[Cell]>::from(cells));
        self.lists.push(Rc::clone(&cells));
        self.numbers.insert(cells, number);
        Ok(number)
    }

    /// A node, unless nothing can come of it.
    fn node(&mut self, walker: Walker, arms: [Arm; CLASSES], ride: bool) -> Nodes {
        if arms.iter().all(|arm| arm.effect == Effect::None && arm.next.is_empty()) {
            return Ok(Vec::new());
        }
        self.work.spend(arms.iter().map(|arm| arm.next.len()).sum())?;
        let node = Node { cell: Cell(walker.node), arms, ride };
        if let Some(&known) = self.known.get(&node) {
            return Ok(vec![known]);
        }
        if self.trie.nodes.len() >= MAX_NODES {
            return Err(WalkError::States);
        }
        let number = self.trie.nodes.len() as u16;
        self.trie.nodes.push(node.clone());
        self.known.insert(node, number);
        Ok(vec![number])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ends, Part};
    use super::*;
    use crate::board::tests::rectangle;

    fn leg(leaps: &[(i8, i8)], most: Option<u8>, way: Way) -> Leg {
        Leg { leaps: leaps.to_vec(), least: 1, most, ends: Ends::BOTH, way, crooked: false }
    }

    fn movement(legs: Vec<Leg>, initial: bool) -> Movement {
        Movement { parts: vec![Part { legs, initial }] }
    }

    /// Where a move can end, given the occupied cells; an own piece stands nowhere but at the start.
    fn ends(board: &Board, trie: &Trie, from: &str, enemies: &[&str]) -> Vec<String> {
        let origin = board.cell(from).unwrap();
        let mut found = Vec::new();
        let mut class = |cell: Cell| match enemies.contains(&board.name(cell)) {
            true => Class::Enemy,
            false => Class::Empty,
        };
        trie.walk(&mut class, &mut |cell, _| found.push(board.name(cell).to_owned()));
        assert!(board.len() > origin.index());
        found.sort();
        found.dedup();
        found
    }

    fn trie(board: &Board, movement: &Movement, from: &str) -> Trie {
        build(board, movement, board.cell(from).unwrap(), true).unwrap()
    }

    #[test]
    fn a_slide_ends_at_the_first_enemy() {
        let board = rectangle(8, 8, false, &[]);
        let rook = movement(vec![leg(&[(0, 1), (1, 0)], None, Way::Leap)], false);
        let trie = trie(&board, &rook, "a1");
        assert_eq!(trie.nodes.len(), 14);
        assert_eq!(ends(&board, &trie, "a1", &["a3", "c1"]), ["a2", "a3", "b1", "c1"]);
    }

    #[test]
    fn a_slide_round_a_cylinder_stops_where_it_began() {
        let board = rectangle(8, 8, true, &[]);
        let right = movement(vec![leg(&[(1, 0)], None, Way::Leap)], false);
        assert_eq!(
            ends(&board, &trie(&board, &right, "c1"), "c1", &[]),
            ["a1", "b1", "d1", "e1", "f1", "g1", "h1"]
        );
    }

    #[test]
    fn a_lame_leap_looks_under_itself() {
        let board = rectangle(8, 8, false, &[]);
        let horse = movement(vec![leg(&[(1, 2)], Some(1), Way::Lame)], false);
        let trie = trie(&board, &horse, "a1");
        assert_eq!(ends(&board, &trie, "a1", &[]), ["b3"]);
        assert!(ends(&board, &trie, "a1", &["a2"]).is_empty());
        assert_eq!(ends(&board, &trie, "a1", &["b2"]), ["b3"]);
    }

    #[test]
    fn hoppers_need_exactly_one_piece() {
        let board = rectangle(8, 8, false, &[]);
        let cannon = trie(&board, &movement(vec![leg(&[(0, 1)], None, Way::Hop)], false), "a1");
        assert!(ends(&board, &cannon, "a1", &[]).is_empty());
        assert_eq!(ends(&board, &cannon, "a1", &["a3", "a6"]), ["a4", "a5", "a6"]);
        let short = trie(&board, &movement(vec![leg(&[(0, 1)], None, Way::HopShort)], false), "a1");
        assert_eq!(ends(&board, &short, "a1", &["a3", "a6"]), ["a4"]);
    }

    #[test]
    fn a_first_move_remembers_what_it_passed() {
        let board = rectangle(8, 8, false, &[]);
        let mut step = leg(&[(0, 3)], Some(1), Way::Lame);
        step.ends = Ends::EMPTY;
        let trie = trie(&board, &movement(vec![step], true), "a2");
        let mut passed = Vec::new();
        trie.walk(&mut |_| Class::Empty, &mut |_, effect| {
            let Effect::GoTrailing(list) = effect else { panic!("{effect:?}") };
            passed.extend(trie.lists[list as usize].iter().map(|cell| board.name(*cell).to_owned()));
        });
        assert_eq!(passed, ["a3", "a4"]);
    }

    #[test]
    fn a_first_move_is_no_move_elsewhere() {
        let board = rectangle(8, 8, false, &[]);
        let moves = movement(vec![leg(&[(0, 2)], Some(1), Way::Leap)], true);
        assert!(build(&board, &moves, board.cell("a2").unwrap(), false).unwrap().is_empty());
    }

    #[test]
    fn only_a_move_that_took_something_returns() {
        let board = rectangle(8, 8, false, &[]);
        let there = leg(&[(0, 1)], Some(1), Way::Leap);
        let back = leg(&[(0, -1)], Some(1), Way::Leap);
        let trie = trie(&board, &movement(vec![there, back], false), "a1");
        assert!(ends(&board, &trie, "a1", &[]).is_empty());
        assert_eq!(ends(&board, &trie, "a1", &["a2"]), ["a1"]);
    }

    #[test]
    fn a_trie_can_be_seen_by_the_other_player_and_limited() {
        let board = rectangle(8, 8, false, &[]);
        let step = movement(vec![leg(&[(0, 1)], Some(2), Way::Leap)], false);
        let view = &board.symmetry("mirror", 2).unwrap()[1];
        let mapped = trie(&board, &step, "a1").mapped(view);
        assert_eq!(ends(&board, &mapped, "a8", &[]), ["a6", "a7"]);
        let limited = mapped.limited(|cell| board.name(cell) == "a7");
        assert_eq!(ends(&board, &limited, "a8", &[]), ["a7"]);
        assert!(limited.clone().limited(|_| false).is_empty());
    }

    #[test]
    fn a_movement_that_branches_too_often_is_refused() {
        let board = rectangle(16, 16, false, &[]);
        let all = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        let mut taking = leg(&all, None, Way::Leap);
        taking.ends = Ends { empty: true, enemy: true, passed: false };
        let moves = movement(vec![taking; 6], false);
        assert!(build(&board, &moves, Cell(0), false).is_err());
    }
}

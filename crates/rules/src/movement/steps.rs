//! Movement as rules that go from cell to cell and compare files, ranks and colours: the form of board files.
//!
//! A rule is a queue's worth of steps: (rule, repetition, cell, last cell). [`build`] walks it over a board and writes
//! the same [`Trie`] as Betza notation gets. Where the piece itself stands counts as its own: nothing ends there, and
//! only a rule that passes over pieces goes on.

use super::WalkError;
use super::trie::{Arm, CLASSES, Class, Effect, Node, Trie};
use super::walk::MAX_NODES;
use crate::board::{Board, Touch};
use crate::cell::Cell;
use crate::compile::work::Work;
use std::collections::{HashMap, HashSet, VecDeque};

/// A rule of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRule {
    /// What it is called.
    pub name: String,
    /// What it does on the cells it comes to.
    pub act: Act,
    /// Which cells come next.
    pub touch: Touch,
    /// Whether it goes straight on after its first step (`BLINKER`), or any way it likes (`FILE_AND_RANK`).
    pub straight: bool,
    /// How often it may repeat itself, at least once.
    pub most: u32,
    /// How the file of the next cell compares to that of the last.
    pub file: Compare,
    /// How the rank does.
    pub rank: Compare,
    /// How the colour does: `Same`, `Different` or `Ignore`.
    pub family: Compare,
    /// When it may be used.
    pub when: When,
    /// Rules that go on after exactly `most` steps.
    pub nested: Vec<StepRule>,
}

/// What a rule does on the cells it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It may end on an empty cell and goes on over empty ones.
    Move,
    /// It may end on an empty cell or take, and goes on over empty ones.
    MoveOrTake,
    /// It takes, and goes on over empty cells.
    Take,
    /// It passes over the cell, whatever stands there.
    Pass,
    /// It goes over an empty cell and may not end there.
    Cross,
    /// It goes over an empty cell to the next empty one and can be taken in passing.
    DoubleStep,
    /// It takes a piece that just passed over the cell.
    TakePassed,
    /// It takes an enemy's piece and stays where it is.
    RifleCapture,
}

/// How two values compare, the next cell's on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Equal.
    Same,
    /// Not equal.
    Different,
    /// Greater.
    Forward,
    /// Less.
    Backward,
    /// In any way.
    Ignore,
}

/// When a rule may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// At any time.
    #[default]
    Always,
    /// On the cells where pieces of the type begin.
    Start,
    /// By a piece that has not moved.
    Unmoved,
}

/// The file and rank of a cell as a player counts them.
pub type FileRank = (i32, i32);

/// Which rules a trie is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceHistory {
    /// Whether the piece stands where its kind begins.
    pub start: bool,
    /// Whether it has not moved.
    pub unmoved: bool,
}

impl Compare {
    fn holds<T: PartialOrd>(self, next: &T, last: &T) -> bool {
        match self {
            Compare::Same => next == last,
            Compare::Different => next != last,
            Compare::Forward => next > last,
            Compare::Backward => next < last,
            Compare::Ignore => true,
        }
    }
}

impl StepRule {
    /// The part of it that is for pieces that never moved: where it ends for others as well is left out.
    pub fn unmoved_part(&self) -> Option<StepRule> {
        if self.when == When::Unmoved {
            return Some(self.clone());
        }
        let nested: Vec<StepRule> = self.nested.iter().filter_map(StepRule::unmoved_part).collect();
        let act = if self.act == Act::Pass { Act::Pass } else { Act::Cross };
        (!nested.is_empty()).then(|| StepRule { act, nested, ..self.clone() })
    }

    /// Whether it, or a rule nested in it, satisfies a test.
    pub fn any(&self, test: &dyn Fn(&StepRule) -> bool) -> bool {
        test(self) || self.nested.iter().any(|rule| rule.any(test))
    }

    /// The cells one step leads to.
    pub fn next(&self, board: &Board, places: &[FileRank], at: Cell, last: Option<Cell>) -> Vec<Cell> {
        let cells: Vec<Cell> = match last.filter(|_| self.straight) {
            Some(last) => board.straight_on(last, at).collect(),
            None => board.touching(at, self.touch).collect(),
        };
        let family = |cell: Cell| board.cells[cell.index()].family;
        let allows = |next: &Cell| {
            let (here, there) = (places[at.index()], places[next.index()]);
            self.file.holds(&there.0, &here.0)
                && self.rank.holds(&there.1, &here.1)
                && self.family.holds(&family(*next), &family(at))
        };
        cells.into_iter().filter(allows).collect()
    }

    fn applies(&self, history: PieceHistory) -> bool {
        match self.when {
            When::Always => true,
            When::Start => history.start,
            When::Unmoved => history.unmoved,
        }
    }
}

/// The trie of rules from one cell; `places` are the cells' files and ranks as the player counts them.
pub fn build(
    board: &Board,
    rules: &[StepRule],
    places: &[FileRank],
    from: Cell,
    history: PieceHistory,
) -> Result<Trie, WalkError> {
    build_within(&Work::default(), board, rules, places, from, history)
}

/// The same, as part of a larger work.
pub(crate) fn build_within(
    work: &Work,
    board: &Board,
    rules: &[StepRule],
    places: &[FileRank],
    from: Cell,
    history: PieceHistory,
) -> Result<Trie, WalkError> {
    let mut list = Vec::new();
    let roots = flatten(rules, history, &mut list);
    work.spend(list.len())?;
    let builder = Builder { work, board, places, rules: list, origin: from };
    let starts = roots.iter().map(|&rule| State { rule, taken: 0, at: from, last: None });
    builder.trie(starts.collect())
}

/// A rule with the numbers of those nested in it.
struct Flat<'a> {
    rule: &'a StepRule,
    nested: Vec<usize>,
}

fn flatten<'a>(rules: &'a [StepRule], history: PieceHistory, list: &mut Vec<Flat<'a>>) -> Vec<usize> {
    let mut numbers = Vec::new();
    for rule in rules.iter().filter(|rule| rule.applies(history)) {
        let nested = flatten(&rule.nested, history, list);
        list.push(Flat { rule, nested });
        numbers.push(list.len() - 1);
    }
    numbers
}

/// Where a walk stands: everything that decides what may follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    rule: usize,
    /// Steps of this rule so far; stays 0 where they are not counted.
    taken: u32,
    at: Cell,
    /// The cell before, where the way goes straight on from it.
    last: Option<Cell>,
}

/// A cell looked at: the state behind it and the cell it came from.
type Look = (State, Cell);

struct Builder<'a> {
    work: &'a Work,
    board: &'a Board,
    places: &'a [FileRank],
    rules: Vec<Flat<'a>>,
    origin: Cell,
}

impl Builder<'_> {
    fn trie(&self, starts: Vec<State>) -> Result<Trie, WalkError> {
        let mut numbers: HashMap<Look, u16> = HashMap::new();
        let mut queue: VecDeque<Look> = VecDeque::new();
        let mut trie = Trie::default();
        let mut number = |looks: Vec<Look>, queue: &mut VecDeque<Look>| -> Result<Vec<u16>, WalkError> {
            self.work.spend(looks.len())?;
            let mut found = Vec::with_capacity(looks.len());
            for look in looks {
                let count = numbers.len();
                if count >= MAX_NODES && !numbers.contains_key(&look) {
                    return Err(WalkError::States);
                }
                found.push(*numbers.entry(look).or_insert_with(|| {
                    queue.push_back(look);
                    count as u16
                }));
            }
            found.sort_unstable();
            found.dedup();
            Ok(found)
        };
        trie.roots = number(self.looks(starts)?, &mut queue)?;
        while let Some((state, from)) = queue.pop_front() {
            let rule = self.rules[state.rule].rule;
            let mut arms: [Arm; CLASSES] = Default::default();
            arms[Class::Empty as usize].next = number(self.looks(self.after(state))?, &mut queue)?;
            let mut end = |classes: &[Class], effect: Effect| {
                classes.iter().for_each(|class| arms[*class as usize].effect = effect);
            };
            match rule.act {
                Act::Move => end(&[Class::Empty], Effect::Go),
                Act::MoveOrTake => end(&[Class::Empty, Class::Enemy, Class::Neutral], Effect::Go),
                Act::Take => end(&[Class::Enemy, Class::Neutral], Effect::Go),
                Act::TakePassed => end(&[Class::Empty], Effect::TakePassed),
                Act::RifleCapture => end(&[Class::Enemy, Class::Neutral], Effect::RifleCapture),
                Act::DoubleStep if state.taken == 2 => {
                    trie.lists.push(vec![from]);
                    end(&[Class::Empty], Effect::GoTrailing((trie.lists.len() - 1) as u16));
                }
                Act::DoubleStep | Act::Pass | Act::Cross => {}
            }
            trie.nodes.push(Node { cell: state.at, arms, ride: rule.straight && rule.most > 1 });
        }
        Ok(trie.ordered())
    }

    /// The cells looked at next. Cells that are passed over whatever stands there are not looked at.
    fn looks(&self, states: Vec<State>) -> Result<Vec<Look>, WalkError> {
        let (mut looks, mut passed) = (Vec::new(), HashSet::new());
        let mut open = states;
        while let Some(state) = open.pop() {
            let rule = self.rules[state.rule].rule;
            self.work.spend(8)?;
            for next in rule.next(self.board, self.places, state.at, state.last) {
                let taken = if self.is_endless(rule) { 0 } else { state.taken + 1 };
                let last = rule.straight.then_some(state.at);
                let there = State { rule: state.rule, taken, at: next, last };
                match rule.act {
                    Act::Pass if passed.insert(there) => open.extend(self.after(there)),
                    Act::Pass => {}
                    _ if next == self.origin => {}
                    Act::DoubleStep => looks.push((there, state.at)),
                    // Only a double step leaves something behind it, so the others need not be told apart by it.
                    _ => looks.push((there, next)),
                }
            }
            if passed.len() > MAX_NODES {
                return Err(WalkError::States);
            }
        }
        Ok(looks)
    }

    /// What may follow when a cell lets it pass: the same rule, or after its last step those nested in it.
    fn after(&self, state: State) -> Vec<State> {
        let Flat { rule, nested } = &self.rules[state.rule];
        if self.is_endless(rule) || state.taken < rule.most {
            return vec![state];
        }
        nested.iter().map(|&rule| State { rule, taken: 0, ..state }).collect()
    }

    /// Whether a rule goes on as far as the board does, so that its steps need no counting.
    fn is_endless(&self, rule: &StepRule) -> bool {
        rule.nested.is_empty() && rule.most as usize >= self.board.len() && rule.act != Act::DoubleStep
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::rectangle;

    fn rule(act: Act, touch: Touch, straight: bool, most: u32, nested: Vec<StepRule>) -> StepRule {
        let (file, rank, family) = (Compare::Ignore, Compare::Ignore, Compare::Ignore);
        StepRule {
            name: String::new(),
            act,
            touch,
            straight,
            most,
            file,
            rank,
            family,
            when: When::Always,
            nested,
        }
    }

    fn trie(board: &Board, rule: StepRule, from: &str) -> Result<Trie, WalkError> {
        let places: Vec<FileRank> =
            board.cells.iter().map(|cell| (i32::from(cell.file), i32::from(cell.rank))).collect();
        let history = PieceHistory { start: true, unmoved: true };
        build(board, &[rule], &places, board.cell(from).unwrap(), history)
    }

    fn ends(board: &Board, trie: &Trie, occupied: &[(&str, Class)]) -> Vec<String> {
        let mut found = Vec::new();
        let class = |cell: Cell| {
            occupied.iter().find(|(name, _)| *name == board.name(cell)).map_or(Class::Empty, |found| found.1)
        };
        trie.walk(&mut { class }, &mut |cell, _| found.push(board.name(cell).to_owned()));
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn straight_rules_slide_and_stop() {
        let board = rectangle(8, 8, false, &[]);
        let rook = trie(&board, rule(Act::MoveOrTake, Touch::Edge, true, 99, vec![]), "a1").unwrap();
        assert_eq!(rook.nodes.len(), 14);
        let blocked = ends(&board, &rook, &[("a3", Class::Enemy), ("c1", Class::Own)]);
        assert_eq!(blocked, ["a2", "a3", "b1"]);
    }

    #[test]
    fn transient_steps_look_at_nothing() {
        let board = rectangle(8, 8, false, &[]);
        let mut out = rule(Act::MoveOrTake, Touch::Edge, false, 1, vec![]);
        (out.file, out.rank) = (Compare::Same, Compare::Forward);
        let mut pass = rule(Act::Pass, Touch::Vertex, false, 1, vec![out]);
        (pass.file, pass.rank) = (Compare::Forward, Compare::Forward);
        let knight = trie(&board, pass, "a1").unwrap();
        assert_eq!(knight.nodes.len(), 1);
        assert_eq!(ends(&board, &knight, &[("b2", Class::Own)]), ["b3"]);
    }

    #[test]
    fn nested_rules_follow_after_exactly_so_many_steps() {
        let board = rectangle(8, 8, false, &[]);
        let last = rule(Act::MoveOrTake, Touch::Vertex, true, 1, vec![]);
        let trie = trie(&board, rule(Act::Move, Touch::Edge, true, 2, vec![last]), "a1").unwrap();
        // The nested rule goes straight on from the way it came, whatever its own direction.
        assert_eq!(ends(&board, &trie, &[]), ["a2", "a3", "a4", "b1", "c1", "d1"]);
    }

    #[test]
    fn free_walkers_share_their_states() {
        let board = rectangle(8, 8, false, &[]);
        let ten = trie(&board, rule(Act::MoveOrTake, Touch::Edge, false, 10, vec![]), "d4").unwrap();
        assert!(ten.nodes.len() < 700, "{}", ten.nodes.len());
        let endless = trie(&board, rule(Act::MoveOrTake, Touch::Edge, false, 1000, vec![]), "a1").unwrap();
        assert_eq!(endless.nodes.len(), 63);
        assert_eq!(ends(&board, &endless, &[]).len(), 63);
        let wall = ["a4", "b4", "c4", "d4", "e4", "f4", "g4"].map(|name| (name, Class::Own));
        assert_eq!(ends(&board, &endless, &wall).len(), 63 - 7);
        let whole = [wall.to_vec(), vec![("h4", Class::Enemy)]].concat();
        assert_eq!(ends(&board, &endless, &whole).len(), 24);
    }

    #[test]
    fn too_many_states_are_refused() {
        let board = rectangle(16, 16, false, &[]);
        let last = rule(Act::Move, Touch::Edge, false, 1, vec![]);
        assert!(trie(&board, rule(Act::Move, Touch::Edge, false, 10_000, vec![last.clone()]), "a1").is_err());
        assert!(trie(&board, rule(Act::Pass, Touch::Edge, false, 10_000, vec![last]), "a1").is_err());
    }

    #[test]
    fn a_double_step_leaves_a_cell_behind_it() {
        let board = rectangle(8, 8, false, &[]);
        let mut double = rule(Act::DoubleStep, Touch::Edge, false, 2, vec![]);
        (double.file, double.rank) = (Compare::Same, Compare::Forward);
        let trie = trie(&board, double, "b2").unwrap();
        let mut passed = Vec::new();
        trie.walk(&mut |_| Class::Empty, &mut |cell, effect| {
            let Effect::GoTrailing(list) = effect else { panic!("{effect:?}") };
            let over = trie.lists[list as usize].iter().map(|over| board.name(*over));
            passed.push((board.name(cell).to_owned(), over.collect::<String>()));
        });
        assert_eq!(passed, [("b4".to_owned(), "b3".to_owned())]);
    }
}

//! What a rule does: the events of a game that it can answer.
//!
//! A rule that does something implements [`Behaviour`] for boards of every width and [`Words`], which know no width,
//! and is handed over when its key is compiled ([`Draft::listen`]). A game keeps, event by event, only those who
//! listen ([`Listeners`]); where nobody does, nothing is asked, and an orthodox game is compiled without asking.

use super::Draft;
use super::ends::{End, Played};
use crate::cell::{Cell, Piece, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::tables::Tables;
use crate::describe::Prose;
use crate::notation::Language;
use crate::position::Position;
use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::generate::sink::Sink;
use crate::position::moves::Move;
use crate::position::outcome::Reason;
use crate::position::play::Undo;
use crate::position::setup::Setup;
use crate::position::state::{MAX_MEMORY, State, UNMOVED};
use crate::rule::Verdict;
use crate::set::CellSet;
use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// A set of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Events(u16);

impl Events {
    /// [`Behaviour::forbidden`]
    pub const FORBIDDEN: Events = Events(1);
    /// [`Behaviour::special_moves`]
    pub const SPECIAL_MOVES: Events = Events(1 << 1);
    /// [`Behaviour::choices`]
    pub const CHOICES: Events = Events(1 << 2);
    /// [`Behaviour::instead`]
    pub const INSTEAD: Events = Events(1 << 3);
    /// [`Behaviour::after_move`]
    pub const AFTER_MOVE: Events = Events(1 << 4);
    /// [`Behaviour::moves_again`]
    pub const MOVES_AGAIN: Events = Events(1 << 5);
    /// [`Behaviour::outcome`]
    pub const OUTCOME: Events = Events(1 << 6);
    /// [`Behaviour::no_moves`]
    pub const NO_MOVES: Events = Events(1 << 7);
    /// [`Behaviour::prospects`]
    pub const PROSPECTS: Events = Events(1 << 8);
    /// [`Behaviour::noisy`]
    pub const NOISY: Events = Events(1 << 9);
    /// [`Behaviour::extends`]
    pub const EXTENDS: Events = Events(1 << 10);
    /// [`Behaviour::takes_along`]
    pub const TAKES_ALONG: Events = Events(1 << 11);
    /// [`Behaviour::attacks`]
    pub const ATTACKS: Events = Events(1 << 12);
    /// [`Behaviour::is_vital`]
    pub const VITAL: Events = Events(1 << 13);
    /// [`Behaviour::foregone`]
    pub const FOREGONE: Events = Events(1 << 14);
    /// Those that only look on: which moves there are and what they do does not depend on who answers.
    const LOOKING_ON: Events = Events::OUTCOME
        .and(Events::NO_MOVES)
        .and(Events::PROSPECTS)
        .and(Events::NOISY)
        .and(Events::EXTENDS)
        .and(Events::TAKES_ALONG)
        .and(Events::VITAL)
        .and(Events::FOREGONE);

    /// These events and others.
    pub const fn and(self, others: Events) -> Events {
        Events(self.0 | others.0)
    }

    /// Whether any of them changes which moves there are or what they do; the others only look on.
    pub const fn changes_moves(self) -> bool {
        self.0 & !Events::LOOKING_ON.0 != 0
    }

    /// Whether all of these are among them.
    pub const fn has(self, others: Events) -> bool {
        self.0 & others.0 == others.0
    }
}

/// Whether the masks that keep royals safe hold under a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Safety {
    /// A move of a piece is as safe as if the rule were not there.
    Masks,
    /// What the rule adds to a move may open or close an attack: every move is tested on the board it leaves.
    TestEveryMove,
}

/// The bytes of a position that belong to a rule: hashed, undone, written and read in FEN as `name:1,2`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// The word in FEN.
    pub name: &'static str,
    /// One byte each: what they are where nothing is said, and the most they can be.
    pub bytes: Vec<(u8, u8)>,
    /// Whether FEN has a field of another look for them, which the rule reads and writes itself.
    pub own_field: bool,
}

/// What a rule tells and reads, and what does not depend on the width of the board.
pub(crate) trait Words: Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Tells what it means in a game, in sentences; nothing where its key tells it ([`super::Rule`]).
    fn describe(&self, _prose: &mut Prose<'_>) {}

    /// The bytes it keeps in a position of a game for so many players.
    fn memory(&self, _players: usize) -> Option<Memory> {
        None
    }

    /// What a move says beside the cells of its piece, in coordinates; nothing if it says nothing.
    fn write_choice(&self, _language: &Language<'_>, _mv: Move) -> Option<String> {
        None
    }

    /// The same in SAN.
    fn write_short_choice(&self, language: &Language<'_>, mv: Move) -> Option<String> {
        self.write_choice(language, mv)
    }

    /// What may be claimed by the player to move, and why.
    fn claim(&self, _position: &Position) -> Option<(Reason, Verdict)> {
        None
    }

    /// How an end that it declared is told: "by …".
    fn end_words(&self) -> Option<&'static str> {
        None
    }

    /// Whether a game is still won by nothing but checkmate, by pieces that give it as they always did.
    fn leaves_only_mate(&self) -> bool {
        false
    }

    /// Whether it ends a game sooner or later, or may, though no piece is royal.
    fn ends(&self) -> bool {
        false
    }

    /// The most moves a player may make running.
    fn most_moves(&self) -> u8 {
        1
    }

    /// Whether whoever is not in check may always do nothing.
    fn may_pass(&self) -> bool {
        false
    }
}

/// What a rule does on boards of a width.
///
/// Every event has an answer that does nothing. `memory` are the rule's own bytes.
pub(crate) trait Behaviour<const W: usize>: Words {
    /// The events it answers; the others are never asked.
    fn listens(&self) -> Events;

    /// Whether the masks that keep royals safe hold under it.
    fn safety(&self) -> Safety {
        Safety::TestEveryMove
    }

    /// The same rule with tables for this game, if it needs any.
    fn prepared(&self, _checked: &CheckedDefinition, _start: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        None
    }

    /// Before moves are made: cells that no piece may go to, and on which none is taken, whatever the kind of move.
    fn forbidden(&self, _here: &MoveGen<'_, W>, _memory: &[u8]) -> CellSet<W> {
        CellSet::EMPTY
    }

    /// Once a position, when all other moves are in the sink: moves of its own.
    fn special_moves(&self, _here: &MoveGen<'_, W>, _memory: &[u8], _sink: &mut dyn Sink<W>) {}

    /// What becomes of a move: itself, another, several, none. What is not pushed is not played.
    fn choices(&self, _here: &MoveGen<'_, W>, _memory: &[u8], mv: Move, out: &mut Vec<Move>) {
        out.push(mv);
    }

    /// Moves of another kind instead of all others, in a further part of a turn; says whether it is that part.
    fn instead(&self, _here: &MoveGen<'_, W>, _memory: &[u8], _sink: &mut dyn Sink<W>) -> bool {
        false
    }

    /// After the pieces of a move have gone: further edits, its own memory.
    fn after_move(&self, _play: &mut Play<'_, W>) {}

    /// Whether the same player moves again; asked when a move and all edits are done.
    fn moves_again(&self, _play: &mut Play<'_, W>) -> bool {
        false
    }

    /// When a move is over: how the game ended by it. Here a rule may change its own bytes once more.
    fn outcome(&self, _played: &mut Played<'_, W>) -> Option<End> {
        None
    }

    /// Whether a player attacks a royal on a cell, where that is not as the pieces move: attacks may be added and taken
    /// away. Every move is then tested on the board it leaves; `after` is that board where it is not yet there.
    fn attacks(&self, _here: &Look<'_, W>, _attacker: usize, _cell: usize, _after: After<W>) -> Option<bool> {
        None
    }

    /// What it means for the player to move to have no move.
    fn no_moves(&self, _here: &Look<'_, W>) -> Option<Verdict> {
        None
    }

    /// For searches: what a position is worth to a player on the way to an end of the rule's own, in hundredths of a
    /// pawn, in the middle of a game and at its end.
    fn prospects(&self, _here: &Look<'_, W>, _player: usize) -> [i32; 2] {
        [0; 2]
    }

    /// For searches: whether a move that takes nothing is as violent as if it did, so that nothing is judged before it
    /// has been tried. Without a move: whether there may be such moves here at all.
    fn noisy(&self, _here: &Look<'_, W>, _mv: Option<Move>) -> bool {
        false
    }

    /// For searches: whether what was just played asks to be looked at one ply deeper.
    fn extends(&self, _here: &Look<'_, W>, _mv: Move) -> bool {
        false
    }

    /// For searches: whether a player who loses a piece of this type loses the game.
    fn is_vital(&self, _here: &Look<'_, W>, _player: usize, _kind: PieceType) -> bool {
        false
    }

    /// For searches: what a game comes to that goes on only for form, if everybody does the best: about whom, and what it
    /// means for that player.
    fn foregone(&self, _here: &Look<'_, W>) -> Option<(usize, Verdict)> {
        None
    }

    /// For searches: what else a capture takes off the board, taker and taken left out.
    fn takes_along(&self, _here: &Look<'_, W>, _mv: Move) -> CellSet<W> {
        CellSet::EMPTY
    }
}

/// A position that a rule looks at, with its own bytes.
pub(crate) struct Look<'a, const W: usize> {
    pub tables: &'a Tables<W>,
    pub state: &'a State<W>,
    pub memory: &'a [u8],
}

/// A rule for boards of every width.
#[derive(Clone, Debug)]
pub(crate) struct AnyBehaviour {
    pub words: Arc<dyn Words>,
    one: Arc<dyn Behaviour<1>>,
    two: Arc<dyn Behaviour<2>>,
    three: Arc<dyn Behaviour<3>>,
    four: Arc<dyn Behaviour<4>>,
    eleven: Arc<dyn Behaviour<11>>,
}

impl AnyBehaviour {
    /// A rule that does the same on boards of every width.
    pub fn new<R>(rule: R) -> AnyBehaviour
    where
        R: Behaviour<1> + Behaviour<2> + Behaviour<3> + Behaviour<4> + Behaviour<11> + 'static,
    {
        let rule = Arc::new(rule);
        AnyBehaviour {
            words: rule.clone(),
            one: rule.clone(),
            two: rule.clone(),
            three: rule.clone(),
            four: rule.clone(),
            eleven: rule,
        }
    }

    /// The events it answers, whatever the board.
    pub fn listens(&self) -> Events {
        self.one.listens()
    }
}

impl Draft<'_> {
    /// Lets a rule take part in the game.
    pub fn listen<R>(&mut self, rule: R)
    where
        R: Behaviour<1> + Behaviour<2> + Behaviour<3> + Behaviour<4> + Behaviour<11> + 'static,
    {
        self.rules.behaviours.push(AnyBehaviour::new(rule));
    }
}

/// Gives the behaviour of one of the widths; the constant tells which.
pub(crate) trait Width<const W: usize> {
    /// The rule on boards of this width.
    fn of_width(&self) -> &Arc<dyn Behaviour<W>>;
}

macro_rules! widths {
    ($($width:literal $field:ident),*) => {
        $(impl Width<$width> for AnyBehaviour {
            fn of_width(&self) -> &Arc<dyn Behaviour<$width>> {
                &self.$field
            }
        })*
    };
}
widths!(1 one, 2 two, 3 three, 4 four, 11 eleven);

/// The bytes of each rule in a position's memory, as FEN names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemoryMap {
    /// For each rule that keeps any: where its bytes begin, and what they are.
    pub parts: Vec<(usize, Memory)>,
    /// How many bytes there are in all.
    pub len: usize,
}

impl MemoryMap {
    /// The bytes of these rules one behind the other; nothing if they are too many.
    pub fn new(rules: &[AnyBehaviour], players: usize) -> Option<MemoryMap> {
        let mut map = MemoryMap::default();
        for memory in rules.iter().filter_map(|rule| rule.words.memory(players)) {
            let at = map.len;
            map.len += memory.bytes.len();
            map.parts.push((at, memory));
        }
        (map.len <= MAX_MEMORY).then_some(map)
    }

    /// The bytes that have a word in FEN.
    pub fn words(&self) -> impl Iterator<Item = &(usize, Memory)> {
        self.parts.iter().filter(|(_, memory)| !memory.own_field)
    }

    /// The bytes of one name: where they begin, and what they are.
    pub fn part(&self, name: &str) -> Option<&(usize, Memory)> {
        self.parts.iter().find(|(_, memory)| memory.name == name)
    }

    /// The most each byte may be.
    pub fn limits(&self) -> impl Iterator<Item = u8> + '_ {
        self.parts.iter().flat_map(|(_, memory)| memory.bytes.iter().map(|(_, most)| *most))
    }

    /// What the bytes are where nothing is said.
    pub fn defaults(&self) -> [u8; MAX_MEMORY] {
        let mut bytes = [0; MAX_MEMORY];
        for (at, memory) in &self.parts {
            for (index, (default, _)) in memory.bytes.iter().enumerate() {
                bytes[at + index] = *default;
            }
        }
        bytes
    }
}

/// A rule that listens, with the place of its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Listener<const W: usize> {
    pub(super) rule: Arc<dyn Behaviour<W>>,
    memory: std::ops::Range<usize>,
    /// Which of the rules that take part it is.
    number: u8,
}

impl<const W: usize> Listener<W> {
    /// Its own bytes.
    fn own<'a>(&self, state: &'a State<W>) -> &'a [u8] {
        &state.memory[self.memory.clone()]
    }

    /// A position as it sees it.
    #[inline(always)]
    pub(super) fn look<'a>(&self, tables: &'a Tables<W>, state: &'a State<W>) -> Look<'a, W> {
        Look { tables, state, memory: self.own(state) }
    }
}

/// Who listens to what in a game.
#[derive(Debug, Default)]
pub(crate) struct Listeners<const W: usize> {
    /// Whether anybody changes which moves there are or what they do.
    pub any: bool,
    /// Whether moves are listed and gone through one by one, because somebody says what becomes of them.
    pub reshape: bool,
    /// Whether every move is tested on the board it leaves.
    pub test_all: bool,
    forbidden: Vec<Listener<W>>,
    special_moves: Vec<Listener<W>>,
    choices: Vec<Listener<W>>,
    instead: Vec<Listener<W>>,
    pub after_move: Vec<Listener<W>>,
    pub moves_again: Vec<Listener<W>>,
    outcome: Vec<Listener<W>>,
    no_moves: Vec<Listener<W>>,
    attacks: Vec<Listener<W>>,
    pub(super) prospects: Vec<Listener<W>>,
    pub(super) noisy: Vec<Listener<W>>,
    pub(super) extends: Vec<Listener<W>>,
    pub(super) takes_along: Vec<Listener<W>>,
    pub(super) vital: Vec<Listener<W>>,
    pub(super) foregone: Vec<Listener<W>>,
}

impl<const W: usize> Listeners<W> {
    /// Asks every rule once what it listens to.
    pub fn new(checked: &CheckedDefinition, start: &Setup) -> Self
    where
        AnyBehaviour: Width<W>,
    {
        let mut listeners = Listeners::default();
        let mut at = 0;
        for (number, rule) in checked.rules.behaviours.iter().enumerate() {
            let len = rule.words.memory(checked.players.len()).map_or(0, |memory| memory.bytes.len());
            let own: &Arc<dyn Behaviour<W>> = rule.of_width();
            let rule = own.prepared(checked, start).unwrap_or_else(|| Arc::clone(own));
            let (events, safety) = (rule.listens(), rule.safety());
            let listener = Listener { rule, memory: at..at + len, number: number as u8 };
            at += len;
            // Who has only something to tell or to judge changes nothing about moves.
            let acts = events.changes_moves();
            listeners.any |= acts;
            let masks = safety == Safety::Masks && !events.has(Events::ATTACKS);
            listeners.test_all |= acts && !masks;
            for (event, list) in [
                (Events::FORBIDDEN, &mut listeners.forbidden),
                (Events::SPECIAL_MOVES, &mut listeners.special_moves),
                (Events::CHOICES, &mut listeners.choices),
                (Events::INSTEAD, &mut listeners.instead),
                (Events::AFTER_MOVE, &mut listeners.after_move),
                (Events::MOVES_AGAIN, &mut listeners.moves_again),
                (Events::OUTCOME, &mut listeners.outcome),
                (Events::NO_MOVES, &mut listeners.no_moves),
                (Events::ATTACKS, &mut listeners.attacks),
                (Events::PROSPECTS, &mut listeners.prospects),
                (Events::NOISY, &mut listeners.noisy),
                (Events::EXTENDS, &mut listeners.extends),
                (Events::TAKES_ALONG, &mut listeners.takes_along),
                (Events::VITAL, &mut listeners.vital),
                (Events::FOREGONE, &mut listeners.foregone),
            ] {
                if events.has(event) {
                    list.push(listener.clone());
                }
            }
        }
        listeners.reshape =
            listeners.test_all || !listeners.choices.is_empty() || !listeners.instead.is_empty();
        listeners
    }

    /// Cells that rules keep pieces out of.
    pub fn forbidden(&self, here: &MoveGen<'_, W>) -> CellSet<W> {
        let all =
            self.forbidden.iter().map(|listener| listener.rule.forbidden(here, listener.own(here.state)));
        all.fold(CellSet::EMPTY, |all, cells| all | cells)
    }

    /// Moves of rules' own.
    pub fn special_moves(&self, here: &MoveGen<'_, W>, sink: &mut dyn Sink<W>) {
        for listener in &self.special_moves {
            listener.rule.special_moves(here, listener.own(here.state), sink);
        }
    }

    /// Whether it is a part of a turn with moves of its own, which then are all there are.
    pub fn instead(&self, here: &MoveGen<'_, W>, sink: &mut dyn Sink<W>) -> bool {
        self.instead.iter().any(|listener| listener.rule.instead(here, listener.own(here.state), sink))
    }

    /// What becomes of a move when every rule has had its say, one after the other.
    pub fn choices(&self, here: &MoveGen<'_, W>, mv: Move, out: &mut Vec<Move>) {
        out.clear();
        out.push(mv);
        for listener in &self.choices {
            for mv in std::mem::take(out) {
                listener.rule.choices(here, listener.own(here.state), mv, out);
            }
        }
    }

    /// Whether anybody looks for ends after a move.
    #[inline(always)]
    pub fn has_judges(&self) -> bool {
        !self.outcome.is_empty()
    }

    /// Those who look for ends: the rule, the place of its bytes, its number among all that take part.
    #[inline(always)]
    pub fn judges(&self) -> impl Iterator<Item = (&dyn Behaviour<W>, std::ops::Range<usize>, u8)> {
        self.outcome.iter().map(|judge| (&*judge.rule, judge.memory.clone(), judge.number))
    }

    /// Whether attacks on royals are as the pieces move, for all these rules know.
    pub fn leave_attacks(&self) -> bool {
        self.attacks.is_empty()
    }

    /// Whether a player attacks a royal on a cell, if a rule says so or denies it.
    pub fn attacks(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        attacker: usize,
        cell: usize,
        after: After<W>,
    ) -> Option<bool> {
        self.attacks
            .iter()
            .find_map(|listener| listener.rule.attacks(&listener.look(tables, state), attacker, cell, after))
    }

    /// What it means to have no move, if a rule says so.
    pub fn no_moves(&self, tables: &Tables<W>, state: &State<W>) -> Option<Verdict> {
        self.no_moves.iter().find_map(|listener| {
            listener.rule.no_moves(&listener.look(tables, state)).filter(|v| *v != Verdict::None)
        })
    }
}

/// A move being played, for rules that add to it.
pub(crate) struct Play<'a, const W: usize> {
    pub tables: &'a Tables<W>,
    /// The move.
    pub mv: Move,
    /// Who plays it.
    pub us: usize,
    pub(crate) state: &'a mut State<W>,
    pub(crate) undo: &'a mut Undo<W>,
    pub(crate) hash: bool,
    memory: std::ops::Range<usize>,
}

impl<'a, const W: usize> Play<'a, W> {
    /// A move of which the pieces have gone, for one who listens.
    pub fn new(
        tables: &'a Tables<W>,
        state: &'a mut State<W>,
        undo: &'a mut Undo<W>,
        mv: Move,
        us: usize,
        hash: bool,
    ) -> Self {
        Play { tables, mv, us, state, undo, hash, memory: 0..0 }
    }

    /// Lets those who listen add their edits.
    pub fn after_move(&mut self) {
        let tables = self.tables;
        for listener in &tables.rules.listeners.after_move {
            self.memory = listener.memory.clone();
            listener.rule.after_move(self);
        }
    }

    /// Whether a rule lets the same player move again. All are asked, as each may keep count.
    pub fn moves_again(&mut self) -> bool {
        let tables = self.tables;
        tables.rules.listeners.moves_again.iter().fold(false, |again, listener| {
            self.memory = listener.memory.clone();
            listener.rule.moves_again(self) || again
        })
    }

    /// The position as it is by now.
    pub fn state(&self) -> &State<W> {
        self.state
    }

    /// The cells changed so far, with what stood there.
    pub fn changes(&self) -> impl Iterator<Item = (u16, Piece)> + Clone + '_ {
        self.undo.changes()
    }

    /// Changes a cell.
    pub fn set(&mut self, cell: Cell, piece: Piece) {
        if self.hash {
            self.tables.set::<true>(self.state, self.undo, cell.index(), piece);
        } else {
            self.tables.set::<false>(self.state, self.undo, cell.index(), piece);
        }
    }

    /// What stands on these cells is no longer as if it had never moved.
    pub fn forget_unmoved(&mut self, cells: CellSet<W>) {
        // Marks come back as a whole when the move is taken back.
        self.state.marks.0[UNMOVED] = self.state.marks.unmoved().without(cells);
    }

    /// The rule's own bytes.
    pub fn memory(&self) -> &[u8] {
        &self.state.memory[self.memory.clone()]
    }

    /// Changes one of the rule's own bytes.
    pub fn remember(&mut self, index: usize, value: u8) {
        let at = self.memory.start + index;
        debug_assert!(at < self.memory.end, "a rule has only the bytes it asked for");
        self.undo.memory.push((at as u8, self.state.memory[at]));
        self.state.memory[at] = value;
    }
}

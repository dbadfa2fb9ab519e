//! Legal moves, as sets.
//!
//! Attacks on the royals give masks, so a plain move needs no test of its own; what is not plain is tested on the
//! cells it changes. Rules with moves of their own (castling, drops …) are asked at the end.

pub(crate) mod attack;
mod plain;
mod reach;
mod restraint;
mod single;
pub(crate) mod sink;
mod tested;
mod walked;

use crate::compile::tables::Tables;
use crate::position::moves::{Move, MoveKind};
use crate::position::state::State;
use crate::set::CellSet;
use attack::{After, Danger};
use restraint::Restraint;
use sink::{Any, Erased, Sink};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All of them.
    All,
    /// Those that take something.
    Captures,
    /// The others.
    Quiet,
}

impl<const W: usize> Tables<W> {
    /// Puts every legal move into the sink.
    #[inline(always)]
    pub fn generate<S: Sink<W> + ?Sized>(&self, state: &State<W>, sink: &mut S) {
        if state.status.ending.is_over() {
            return;
        }
        if self.orthodox {
            self.generate_some::<S, true>(state, sink, Wanted::All);
        } else {
            self.generate_unorthodox(state, sink);
        }
    }

    /// The same, not inlined and compiled once for every sink: where speed is not all.
    #[inline(never)]
    pub fn generate_apart(&self, state: &State<W>, sink: &mut dyn Sink<W>) {
        self.generate(state, sink);
    }

    /// The same in games with unorthodox rules: captures that are forced, checks that are forbidden, explosions, more
    /// than two players. Apart, so that the orthodox case is compiled without any thought of them.
    #[inline(never)]
    fn generate_unorthodox<S: Sink<W> + ?Sized>(&self, state: &State<W>, sink: &mut S) {
        let wishes: &[Wanted] = match self.rules.must_capture {
            true => &[Wanted::Captures, Wanted::Quiet],
            false => &[Wanted::All],
        };
        for &wanted in wishes {
            if sink.count() == 0 {
                self.generate_unorthodox_some(state, sink, wanted);
            }
        }
    }

    /// Whether there is a legal move.
    pub fn has_move(&self, state: &State<W>) -> bool {
        let mut any = Any::default();
        self.generate_apart(state, &mut any);
        any.0
    }

    /// Puts the legal moves of one sort into the sink, whether or not captures are forced.
    #[inline(always)]
    pub fn generate_wanted<S: Sink<W> + ?Sized>(&self, state: &State<W>, sink: &mut S, wanted: Wanted) {
        if state.status.ending.is_over() {
            return;
        }
        if self.orthodox {
            self.generate_some::<S, true>(state, sink, wanted);
        } else {
            self.generate_unorthodox_some(state, sink, wanted);
        }
    }

    #[inline(never)]
    fn generate_unorthodox_some<S: Sink<W> + ?Sized>(&self, state: &State<W>, sink: &mut S, wanted: Wanted) {
        if self.rules.listeners.any {
            self.generate_listening(state, sink, wanted);
        } else {
            self.generate_some::<S, false>(state, sink, wanted);
        }
    }

    /// The same where rules listen: each may narrow the moves, add some, and say what becomes of every one.
    #[inline(never)]
    fn generate_listening<S: Sink<W> + ?Sized>(&self, state: &State<W>, sink: &mut S, wanted: Wanted) {
        let mut here = MoveGen::new::<false>(self, state, wanted);
        let forbidden = self.rules.listeners.forbidden(&here);
        if forbidden.is_empty() {
            return self.generate_reshaped(&here, sink);
        }
        here.keep_out_of(forbidden);
        self.generate_reshaped(&here, &mut KeptOut { forbidden, tables: self, sink: &mut Erased(sink) });
    }

    fn generate_reshaped<S: Sink<W> + ?Sized>(&self, here: &MoveGen<'_, W>, sink: &mut S) {
        let listeners = &self.rules.listeners;
        if !listeners.reshape {
            here.generate::<S, false>(sink);
            return listeners.special_moves(here, &mut Erased(sink));
        }
        let test = listeners.test_all && self.safety || self.rules.no_checks;
        let mut choices = Vec::new();
        let mut reshaped = Reshaped { here, test, choices: &mut choices, sink };
        let reshaped: &mut dyn Sink<W> = &mut reshaped;
        if !listeners.instead(here, reshaped) {
            match test {
                true => here.loose().generate::<_, false>(reshaped),
                false => here.generate::<_, false>(reshaped),
            }
            listeners.special_moves(here, reshaped);
        }
    }

    #[inline(always)]
    fn generate_some<S: Sink<W> + ?Sized, const ORTHODOX: bool>(
        &self,
        state: &State<W>,
        sink: &mut S,
        wanted: Wanted,
    ) {
        MoveGen::new::<ORTHODOX>(self, state, wanted).generate::<S, ORTHODOX>(sink);
    }
}

/// Leaves out moves that go to cells, or take on cells, that rules keep pieces out of. Plain ones are not made at all.
struct KeptOut<'a, const W: usize> {
    forbidden: CellSet<W>,
    tables: &'a Tables<W>,
    sink: &'a mut dyn Sink<W>,
}

impl<const W: usize> Sink<W> for KeptOut<'_, W> {
    fn one(&mut self, mv: Move) {
        let named = [mv.goal(), mv.goal().map(|_| mv.target()), mv.partner_to()];
        let swept = mv.kind == MoveKind::Sweep && self.tables.sweeps[mv.node as usize].meets(self.forbidden);
        if !swept && !named.into_iter().flatten().any(|cell| self.forbidden.has(cell.index())) {
            self.sink.one(mv);
        }
    }

    fn count(&self) -> u64 {
        self.sink.count()
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}

/// Lets rules say what becomes of each move before it goes on, and tests it where masks do not hold.
struct Reshaped<'a, 's, S: ?Sized, const W: usize> {
    here: &'a MoveGen<'a, W>,
    test: bool,
    choices: &'a mut Vec<Move>,
    sink: &'s mut S,
}

impl<S: Sink<W> + ?Sized, const W: usize> Sink<W> for Reshaped<'_, '_, S, W> {
    fn one(&mut self, mv: Move) {
        self.here.tables.rules.listeners.choices(self.here, mv, self.choices);
        let drops = self.here.tables.rules.drops.as_ref();
        for mv in self.choices.drain(..) {
            let legal = |mv: Move| {
                (!self.test || self.here.legal_by_play(mv))
                    && !drops.is_some_and(|drops| drops.goes_too_far(self.here, mv))
            };
            if !self.sink.is_full() && legal(mv) {
                self.sink.one(mv);
            }
        }
    }

    fn count(&self) -> u64 {
        self.sink.count()
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}

/// What one position looks like to the one who is to move.
pub(crate) struct MoveGen<'a, const W: usize> {
    pub tables: &'a Tables<W>,
    pub state: &'a State<W>,
    pub us: usize,
    pub royals: CellSet<W>,
    pub danger: Danger<W>,
    pub wanted: Wanted,
    /// Empty cells.
    pub empty: CellSet<W>,
    /// Pieces that can be taken.
    pub foes: CellSet<W>,
    /// Where moves of the wanted sort may end, before safety; where captures explode only the quiet ones.
    pub targets: CellSet<W>,
    /// Whether safety is left for later.
    pub(crate) loose: bool,
    /// Moves that give check, where that is forbidden.
    pub(crate) restraint: Option<Box<Restraint<W>>>,
}

impl<'a, const W: usize> MoveGen<'a, W> {
    #[inline(always)]
    pub(crate) fn new<const ORTHODOX: bool>(
        tables: &'a Tables<W>,
        state: &'a State<W>,
        wanted: Wanted,
    ) -> Self {
        let us = state.status.turn as usize;
        let mut friends = state.of_player(us);
        if !ORTHODOX && tables.side[us] != 1 << us {
            for ally in (0..tables.players).filter(|p| tables.side[us] >> p & 1 != 0) {
                friends |= state.of_player(ally);
            }
        }
        let empty = tables.all.without(state.occupied);
        let mut foes = state.occupied.without(friends);
        if !ORTHODOX && tables.spares_royals() {
            for &foe in &*tables.foes[us] {
                foes = foes.without(tables.royals(state, foe as usize));
            }
        }
        if !ORTHODOX && !tables.walls.is_empty() {
            foes = tables.walls.fold(foes, |foes, wall| foes.without(state.of_type(wall)));
        }
        let royals = if tables.safety { tables.royals(state, us) } else { CellSet::EMPTY };
        let takes = if !ORTHODOX && tables.explodes() { CellSet::EMPTY } else { foes };
        let targets = match wanted {
            Wanted::All => empty | takes,
            Wanted::Captures => takes,
            Wanted::Quiet => empty,
        };
        let restraint = (!ORTHODOX && tables.rules.no_checks).then(|| Restraint::of(tables, state, us));
        let mut danger = Danger::none();
        if tables.safety {
            danger.find::<ORTHODOX>(tables, state, us, royals);
            // Somebody who is in check by a rule's own attack castles no more than by a piece's.
            if !ORTHODOX && !tables.rules.listeners.leave_attacks() {
                danger.checked = tables.attacked_royals(state, us).any();
            }
        }
        MoveGen { tables, state, us, royals, danger, wanted, empty, foes, targets, loose: false, restraint }
    }

    /// Puts the legal moves of pieces and of the rules that generation knows into the sink.
    #[inline(always)]
    fn generate<S: Sink<W> + ?Sized, const ORTHODOX: bool>(&self, sink: &mut S) {
        let (tables, wanted) = (self.tables, self.wanted);
        if self.danger.mask.any() {
            self.plain::<S, ORTHODOX>(sink);
            if sink.is_full() {
                return;
            }
        } else if !tables.sweeps.is_empty() && wanted != Wanted::Quiet {
            self.sweeps_against_all(sink);
        }
        let royal_goals = if tables.safety { self.royal_moves::<S, ORTHODOX>(sink) } else { CellSet::EMPTY };
        if !ORTHODOX && wanted != Wanted::Quiet {
            self.explosions(sink);
        }
        if !ORTHODOX && wanted != Wanted::Quiet && tables.safety && tables.players > 2 {
            self.beating_captures(sink);
        }
        if wanted != Wanted::Quiet {
            self.en_passant(sink);
        }
        if wanted != Wanted::Captures {
            // Where safety is left for later, the steps of royals tell nothing.
            self.castle((ORTHODOX || self.royals.any()).then_some(royal_goals), sink);
            self.drops(sink);
        }
        if !ORTHODOX {
            self.gatings(sink);
        }
        if !ORTHODOX {
            self.crownings(sink);
        }
    }

    /// Makes no moves to these cells.
    fn keep_out_of(&mut self, cells: CellSet<W>) {
        self.empty = self.empty.without(cells);
        self.foes = self.foes.without(cells);
        self.targets = self.targets.without(cells);
    }

    /// Whether none of these royals can be taken on the board as it would be. Asked now and then, so not inlined.
    #[inline(never)]
    pub fn safe(&self, after: After<W>, royals: CellSet<W>) -> bool {
        for royal in royals {
            if self.tables.royal_attacked_apart(self.state, self.us, royal, after) {
                return false;
            }
        }
        true
    }

    /// The position that a move leaves behind, before anything is chosen besides.
    #[inline(never)]
    pub fn after(&self, mv: Move) -> State<W> {
        let mut next = *self.state;
        self.tables.try_out(&mut next, mv);
        next
    }

    /// Whether a move is legal, found out by playing it.
    #[inline(never)]
    pub fn legal_by_play(&self, mv: Move) -> bool {
        if self.loose {
            return true;
        }
        let mut next = self.after(mv);
        self.leave_out_beaten(&mut next);
        // What a rule adds to a move may cost the own royal.
        if self.tables.rules.listeners.test_all && self.royals.any() && !self.tables.has_royal(&next, self.us)
        {
            return false;
        }
        if self.loses_royal(&next) {
            return false;
        }
        // Whatever else ends the game, a goal say, is only reached by moves that leave the own royals safe.
        if self.tables.safety && !self.has_blown_up(&next) {
            let royals = self.tables.royals(&next, self.us);
            for royal in royals {
                if self.tables.royal_attacked_apart(&next, self.us, royal, After::now(&next)) {
                    return false;
                }
            }
        }
        // Whoever passes attacks nobody who was not attacked before.
        !self.tables.rules.no_checks || mv.kind == MoveKind::Pass || !self.tables.gives_check(&next, self.us)
    }

    /// The same position without any thought of safety.
    pub(crate) fn loose(&self) -> MoveGen<'a, W> {
        MoveGen {
            // Nobody castles out of check, however loosely.
            danger: Danger { checked: self.danger.checked, ..Danger::none() },
            royals: CellSet::EMPTY,
            loose: true,
            restraint: None,
            tables: self.tables,
            state: self.state,
            us: self.us,
            wanted: self.wanted,
            empty: self.empty,
            foes: self.foes,
            targets: self.targets,
        }
    }

    /// Moves of every piece and castling before safety, for rules that add to them.
    pub fn loose_moves(&self) -> Vec<Move> {
        let mut loose = self.loose();
        // Where captures explode they are no plain moves otherwise.
        if self.wanted != Wanted::Quiet {
            loose.targets |= self.foes;
        }
        let mut moves: Vec<Move> = Vec::new();
        let sink: &mut dyn Sink<W> = &mut moves;
        loose.plain::<_, false>(sink);
        if self.wanted != Wanted::Captures {
            self.castle(None, sink);
        }
        moves
    }
}

impl<const W: usize> Tables<W> {
    /// Whether a player attacks a royal of somebody it can hurt.
    #[inline(never)]
    pub fn gives_check(&self, state: &State<W>, player: usize) -> bool {
        self.foes[player]
            .iter()
            .any(|&foe| state.status.alive >> foe & 1 != 0 && self.checks(state, player, foe as usize))
    }

    /// Whether a player attacks a royal of another.
    #[inline(never)]
    pub fn checks(&self, state: &State<W>, player: usize, foe: usize) -> bool {
        self.royals(state, foe)
            .into_iter()
            .any(|royal| self.threatens(state, player, royal, After::now(state)))
    }
}

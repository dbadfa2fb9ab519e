//! Legal moves, as sets.
//!
//! Attacks on the royals give masks, so a plain move needs no test of its own; what is not plain is tested on the
//! cells it changes. Rules with moves of their own (castling, drops …) are asked at the end.

pub(crate) mod attack;
pub(crate) mod sink;

use crate::cell::{Cell, MAX_TYPES};
use crate::movement::trie::{Class, Effect};
use crate::moves::{Move, MoveKind};
use crate::rule::pass::Pass;
use crate::set::CellSet;
use crate::state::State;
use crate::tables::{Form, Mover, PromotionTable, Tables};
use attack::{After, Danger};
use sink::{Sink, passing_move};
use smallvec::SmallVec;

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
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
    pub fn generate<S: Sink<W>>(&self, state: &State<W>, sink: &mut S) {
        if state.status.ending.is_over() {
            return;
        }
        if self.rules.must_capture {
            self.generate_some(state, sink, Wanted::Captures);
            if sink.count() == 0 {
                self.generate_some(state, sink, Wanted::Quiet);
            }
        } else {
            self.generate_some(state, sink, Wanted::All);
        }
        match self.rules.pass {
            Pass::Never => {}
            Pass::Stuck if sink.count() != 0 => {}
            Pass::Stuck | Pass::Always => self.generate_pass(state, sink),
        }
    }

    /// The same, not inlined: for rules that ask from inside generation.
    #[inline(never)]
    pub fn generate_apart<S: Sink<W>>(&self, state: &State<W>, sink: &mut S) {
        self.generate(state, sink);
    }

    fn generate_pass<S: Sink<W>>(&self, state: &State<W>, sink: &mut S) {
        let us = state.status.turn as usize;
        if !self.safety || self.attacked_royals(state, us).is_empty() {
            sink.one(Move::PASS);
        }
    }

    /// Puts the legal moves of one sort into the sink.
    #[inline(always)]
    pub fn generate_some<S: Sink<W>>(&self, state: &State<W>, sink: &mut S, wanted: Wanted) {
        let scene = Scene::new(self, state, wanted);
        if scene.danger.mask.any() {
            scene.plain(sink);
            if sink.is_full() {
                return;
            }
        } else if !self.sweeps.is_empty() && wanted != Wanted::Quiet {
            scene.sweeps_against_all(sink);
        }
        let royal_goals = if self.safety { scene.royal_moves(sink) } else { CellSet::EMPTY };
        if self.rules.blast.is_some() && wanted != Wanted::Quiet {
            scene.blasting_captures(sink);
        }
        if wanted != Wanted::Quiet && state.status.passing != [0; 8] {
            scene.en_passant(sink);
        }
        if wanted != Wanted::Captures {
            if let Some(castling) = &self.rules.castling {
                castling.generate(&scene, Some(royal_goals), sink);
            }
            if let Some(drops) = &self.rules.drops {
                drops.generate(&scene, sink);
            }
        }
        if let Some(gating) = &self.rules.gating {
            gating.generate(&scene, sink);
        }
    }
}

/// What one position looks like to the one who is to move.
pub(crate) struct Scene<'a, const W: usize> {
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
    /// Where moves of the wanted sort may end, before safety; with blasts only the quiet ones.
    targets: CellSet<W>,
    /// Moves that give check, where that is forbidden.
    restraint: Option<Box<Restraint<W>>>,
}

/// The cells from which each type would attack an enemy royal, and own pieces that shield one.
struct Restraint<const W: usize> {
    forbidden: [CellSet<W>; MAX_TYPES],
    shields: CellSet<W>,
    royals: CellSet<W>,
    test_all: bool,
}

impl<'a, const W: usize> Scene<'a, W> {
    #[inline(always)]
    fn new(tables: &'a Tables<W>, state: &'a State<W>, wanted: Wanted) -> Self {
        let us = state.status.turn as usize;
        let mut friends = state.of_player(us);
        if tables.side[us] != 1 << us {
            for ally in (0..tables.players).filter(|p| tables.side[us] >> p & 1 != 0) {
                friends |= state.of_player(ally);
            }
        }
        let empty = tables.all.without(state.occupied);
        let foes = state.occupied.without(friends);
        let royals = if tables.safety { tables.royals(state, us) } else { CellSet::EMPTY };
        let takes = if tables.rules.blast.is_some() { CellSet::EMPTY } else { foes };
        let targets = match wanted {
            Wanted::All => empty | takes,
            Wanted::Captures => takes,
            Wanted::Quiet => empty,
        };
        let restraint = tables.rules.no_checks.then(|| Restraint::of(tables, state, us));
        let danger = Danger::none();
        let mut scene = Scene { tables, state, us, royals, danger, wanted, empty, foes, targets, restraint };
        // Next to an enemy royal nothing can be taken without losing that one.
        let out_of_reach = |r: usize| !tables.royal_attackable(state, us, r);
        if tables.safety && (tables.rules.blast.is_none() || !royals.into_iter().all(out_of_reach)) {
            scene.danger.find(tables, state, us, royals);
        }
        scene
    }

    /// Moves of pieces that are not royal, to where the masks let them.
    #[inline(always)]
    fn plain<S: Sink<W>>(&self, sink: &mut S) {
        let (tables, state, us) = (self.tables, self.state, self.us);
        let land = self.targets & self.danger.mask;
        let testing = self.danger.test_all || tables.intricate && self.danger.sensitive.any();
        let careful = testing || self.restraint.is_some();
        let free = state.of_player(us).without(self.danger.pinned | self.royals);
        for mover in &tables.movers[us * tables.types..][..tables.types] {
            let pieces = state.of_type(mover.kind) & free;
            if pieces.is_empty() {
                continue;
            }
            if careful {
                for from in pieces {
                    self.moves_of(mover, from, land, testing, sink);
                }
                continue;
            }
            match &mover.shifts {
                Some(shifts) => self.shifted(mover, shifts, pieces, land, sink),
                None if mover.simple => self.simple(mover, pieces, land, sink),
                None => {
                    for from in pieces {
                        self.moves_of(mover, from, land, false, sink);
                    }
                }
            }
        }
        let pinned = self.danger.pinned.without(self.royals);
        if pinned.any() {
            self.pinned_moves(pinned, land, testing, sink);
        }
    }

    /// Moves of pieces that must stay on a line.
    #[inline(never)]
    fn pinned_moves<S: Sink<W>>(&self, pinned: CellSet<W>, land: CellSet<W>, testing: bool, sink: &mut S) {
        for from in pinned {
            let mut land = land;
            for &foe in &*self.tables.foes[self.us] {
                if self.state.status.alive >> foe & 1 != 0 {
                    land &= self.tables.line_of_pin(self.state, foe as usize, self.royals, from);
                }
            }
            let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
            self.moves_of(mover, from, land, testing, sink);
        }
    }

    /// Moves that need no further thought, one branch for all pieces of a type.
    #[inline(always)]
    fn simple<S: Sink<W>>(&self, mover: &Mover<W>, pieces: CellSet<W>, land: CellSet<W>, sink: &mut S) {
        let occupied = self.state.occupied;
        match mover.form {
            Form::Leaps => {
                for from in pieces {
                    sink.steps(from, mover.quiet[from] & land);
                }
            }
            Form::Rays => {
                for from in pieces {
                    sink.steps(from, mover.rays.reach(from, occupied) & land);
                }
            }
            Form::LeapsAndRays => {
                for from in pieces {
                    sink.steps(from, (mover.quiet[from] | mover.rays.reach(from, occupied)) & land);
                }
            }
            Form::Mixed => {
                for from in pieces {
                    sink.steps(from, mover.mixed(from, occupied, self.empty, self.foes) & land);
                }
            }
        }
    }

    /// The moves of one piece that end in `land`.
    #[inline(never)]
    fn moves_of<S: Sink<W>>(
        &self,
        mover: &Mover<W>,
        from: usize,
        land: CellSet<W>,
        testing: bool,
        sink: &mut S,
    ) {
        let mut to = mover.destinations(from, self.state.occupied, self.empty, self.foes) & land;
        if testing {
            to = self.tested(from, to);
        }
        if let Some(restraint) = &self.restraint {
            to = restraint.allow(self, mover, from, to);
        }
        if mover.promotes {
            self.promoting(mover, from, to, sink);
        } else {
            sink.steps(from, to);
        }
        if mover.passes {
            self.passing_moves(mover, from, land, testing, sink);
        }
        if !mover.more.tries.is_empty() {
            self.trie_moves(mover, from, land, sink);
        }
    }

    /// Those destinations after which no royal is attacked; only what may change an attack is tried.
    #[inline(never)]
    fn tested(&self, from: usize, to: CellSet<W>) -> CellSet<W> {
        let sensitive = &self.danger.sensitive;
        let doubtful = if self.danger.test_all || sensitive.has(from) { to } else { to & *sensitive };
        let mut good = to.without(doubtful);
        for cell in doubtful {
            if self.safe(After::step(self.state, from, cell), self.royals) {
                good.insert(cell);
            }
        }
        good
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

    /// Whether a move is legal, found out by playing it.
    #[inline(never)]
    pub fn legal_by_play(&self, mv: Move) -> bool {
        let mut next = *self.state;
        self.tables.play_apart::<false>(&mut next, mv);
        if self.tables.safety && !next.status.ending.is_over() {
            let royals = self.tables.royals(&next, self.us);
            for royal in royals {
                if self.tables.royal_attacked_apart(&next, self.us, royal, After::now(&next)) {
                    return false;
                }
            }
        }
        !self.tables.rules.no_checks || !self.tables.gives_check(&next, self.us)
    }

    #[inline(never)]
    fn promoting<S: Sink<W>>(&self, mover: &Mover<W>, from: usize, to: CellSet<W>, sink: &mut S) {
        if self.restraint.is_some() {
            return self.promoting_without_check(mover, from, to, sink);
        }
        let mut stay = to;
        for table in &self.tables.rules.promotions[self.us * self.tables.types + mover.kind as usize] {
            let turn = if table.leaving && table.zone.has(from) { to } else { to & table.zone };
            stay = stay.without(table.forced);
            if turn.any() {
                sink.promotions(from, turn, &self.choices(table));
            }
        }
        sink.steps(from, stay);
    }

    /// The same where check may not be given: what a piece becomes decides whether it gives check.
    #[inline(never)]
    fn promoting_without_check<S: Sink<W>>(
        &self,
        mover: &Mover<W>,
        from: usize,
        to: CellSet<W>,
        sink: &mut S,
    ) {
        let mut moves: Vec<Move> = Vec::new();
        self.loose().promoting(mover, from, to, &mut moves);
        for mv in moves.into_iter().filter(|mv| self.legal_by_play(*mv)) {
            sink.one(mv);
        }
    }

    /// What a piece may become now.
    #[inline(always)]
    fn choices(&self, table: &PromotionTable<W>) -> SmallVec<[crate::PieceType; 6]> {
        if table.limits.is_empty() {
            return table.choices.clone();
        }
        let has_room = |kind: &crate::PieceType, limit: u8| {
            self.state.of(self.us, kind.index()).len() < usize::from(limit)
        };
        let pairs = table.choices.iter().zip(&table.limits);
        pairs.filter(|(kind, limit)| has_room(kind, **limit)).map(|(kind, _)| *kind).collect()
    }

    /// The steps of many pieces at once.
    #[inline(always)]
    fn shifted<S: Sink<W>>(
        &self,
        mover: &Mover<W>,
        shifts: &crate::tables::Shifts<W>,
        pieces: CellSet<W>,
        land: CellSet<W>,
        sink: &mut S,
    ) {
        let (quiet, takes) = (land & self.empty, land & self.foes);
        for shift in &shifts.quiet {
            let mut from = pieces & shift.from;
            if shift.need[0] != 0 {
                from &= self.empty.shifted(-shift.need[0]);
                if shift.need[1] != 0 {
                    from &= self.empty.shifted(-shift.need[1]);
                }
            }
            let to = from.shifted(shift.delta) & quiet;
            if shift.passing.is_empty() {
                self.shifted_to(mover, shift.delta, to, sink);
            } else {
                let turning = if mover.leaves { to } else { to & mover.promotion_zone };
                sink.shifted_passing(shift.delta, to.without(turning), &shift.passing);
                for to in turning {
                    let from = (to as i32 - shift.delta) as usize;
                    for mv in self.turned(mover, passing_move(from, to, shift.passing[from])) {
                        sink.one(mv);
                    }
                }
            }
        }
        for shift in &shifts.capture {
            let to = (pieces & shift.from).shifted(shift.delta) & takes;
            self.shifted_to(mover, shift.delta, to, sink);
        }
    }

    #[inline(always)]
    fn shifted_to<S: Sink<W>>(&self, mover: &Mover<W>, delta: i32, to: CellSet<W>, sink: &mut S) {
        if !mover.promotes || !to.meets(mover.promotion_zone) && !mover.leaves {
            sink.shifted(delta, to);
            return;
        }
        self.shifted_promoting(mover, delta, to, sink);
    }

    #[inline(never)]
    fn shifted_promoting<S: Sink<W>>(&self, mover: &Mover<W>, delta: i32, to: CellSet<W>, sink: &mut S) {
        let mut stay = to;
        for table in &self.tables.rules.promotions[self.us * self.tables.types + mover.kind as usize] {
            let zone = if table.leaving { table.zone | table.zone.shifted(delta) } else { table.zone };
            let turn = to & zone;
            if turn.any() {
                sink.shifted_promotions(delta, turn, &self.choices(table));
            }
            stay = stay.without(table.forced);
        }
        sink.shifted(delta, stay);
    }

    /// First moves of several steps, which leave cells behind them open to capture.
    #[inline(never)]
    fn passing_moves<S: Sink<W>>(
        &self,
        mover: &Mover<W>,
        from: usize,
        land: CellSet<W>,
        testing: bool,
        sink: &mut S,
    ) {
        for gated in &mover.more.gated[from] {
            if gated.passing == 0 || gated.need.meets(self.state.occupied) {
                continue;
            }
            let mut to = gated.quiet & self.empty & land;
            if testing {
                to = self.tested(from, to);
            }
            for to in to {
                for mv in self.turned(mover, passing_move(from, to, gated.passing)) {
                    if self.restraint.is_none() || self.legal_by_play(mv) {
                        sink.one(mv);
                    }
                }
            }
        }
    }

    /// Moves that no table holds: the trie is walked, each move tested.
    #[inline(never)]
    fn trie_moves<S: Sink<W>>(&self, mover: &Mover<W>, from: usize, land: CellSet<W>, sink: &mut S) {
        let mut class = |cell: Cell| match cell.index() == from {
            true => Class::Empty,
            false => self.tables.class(self.state, self.us, cell.index()),
        };
        let (mut to, mut others) = (CellSet::EMPTY, SmallVec::<[Move; 8]>::new());
        let mut end = |cell: Cell, effect: Effect| {
            let (cell, mut mv) = (cell.index(), Move::step(from, cell.index()));
            match effect {
                Effect::None => return,
                Effect::Go => return to.insert(cell),
                Effect::GoPassing(path) => mv = passing_move(from, cell, path + 1),
                Effect::EnPassant => match self.passed_by(cell) {
                    Some(victim) => {
                        mv.kind = MoveKind::EnPassant;
                        mv.extra = victim;
                    }
                    None => return,
                },
                Effect::Sweep(list) => {
                    mv.kind = MoveKind::Sweep;
                    mv.node = list;
                }
                Effect::Shoot => mv.kind = MoveKind::Shoot,
            }
            if !others.contains(&mv) {
                others.push(mv);
            }
        };
        mover.more.tries[from].walk(&mut class, &mut end);
        if !mover.more.unmoved.is_empty() && self.state.unmoved.has(from) {
            mover.more.unmoved[from].walk(&mut class, &mut end);
        }
        to &= land;
        if self.tables.safety {
            to = self.tested(from, to);
        }
        if let Some(restraint) = &self.restraint {
            to = restraint.allow(self, mover, from, to);
        }
        self.promoting(mover, from, to, sink);
        for mv in others {
            let takes = matches!(mv.kind, MoveKind::Sweep | MoveKind::EnPassant | MoveKind::Shoot);
            let fits = match self.wanted {
                Wanted::All => true,
                Wanted::Captures => takes,
                Wanted::Quiet => !takes,
            };
            if !fits {
                continue;
            }
            for mv in self.turned(mover, mv) {
                if self.legal_by_play(mv) {
                    sink.one(mv);
                }
            }
        }
    }

    /// Of two attackers a plain move can take only one; a move that takes on its way may take both.
    #[inline(never)]
    fn sweeps_against_all<S: Sink<W>>(&self, sink: &mut S) {
        for from in self.state.of_player(self.us).without(self.royals) {
            let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
            if !mover.more.tries.is_empty() {
                self.trie_moves(mover, from, CellSet::EMPTY, sink);
            }
        }
    }

    /// A move with every promotion it allows.
    fn turned(&self, mover: &Mover<W>, mv: Move) -> SmallVec<[Move; 8]> {
        let (from, to) = (mv.from.index(), mv.to.index());
        let (mut moves, mut stays) = (SmallVec::new(), true);
        if mv.kind == MoveKind::Shoot {
            moves.push(mv);
            return moves;
        }
        for table in &self.tables.rules.promotions[self.us * self.tables.types + mover.kind as usize] {
            if table.zone.has(to) || table.leaving && table.zone.has(from) {
                // Who promotes is no longer what could be taken in passing.
                let plain = if mv.kind == MoveKind::Passing { Move::step(from, to) } else { mv };
                moves.extend(self.choices(table).into_iter().map(|kind| plain.with_piece(kind)));
            }
            stays &= !table.forced.has(to);
        }
        if stays {
            moves.push(mv);
        }
        moves
    }

    /// The piece that can be taken en passant on this cell.
    fn passed_by(&self, cell: usize) -> Option<Cell> {
        self.tables.foes[self.us].iter().find_map(|&foe| {
            let path = self.state.status.passing[foe as usize].checked_sub(1)?;
            let passing = &self.tables.passings[path as usize];
            passing.over.has(cell).then_some(Cell(passing.to))
        })
    }

    /// Royals go where they cannot be taken; says where that is.
    #[inline(always)]
    fn royal_moves<S: Sink<W>>(&self, sink: &mut S) -> CellSet<W> {
        let mut goals = CellSet::EMPTY;
        for from in self.royals {
            let kind = self.state.piece(from).kind().index();
            let mover = self.tables.mover(self.us, kind);
            let rest = self.royals.without(CellSet::of(from));
            let reach = mover.destinations(from, self.state.occupied, self.empty, self.foes) & self.targets;
            let mut to = CellSet::EMPTY;
            for cell in reach {
                let after = After::step(self.state, from, cell);
                if !self.tables.royal_attacked(self.state, self.us, cell, after)
                    && (rest.is_empty() || self.safe(after, rest))
                {
                    to.insert(cell);
                }
            }
            goals |= to;
            if let Some(restraint) = &self.restraint {
                to = restraint.allow(self, mover, from, to);
            }
            if mover.promotes {
                self.promoting(mover, from, to, sink);
            } else {
                sink.steps(from, to);
            }
            if !mover.more.tries.is_empty() {
                self.royal_trie_moves(mover, from, sink);
            }
        }
        goals
    }

    /// The same position without any thought of safety.
    fn loose(&self) -> Scene<'a, W> {
        Scene {
            danger: Danger::none(),
            royals: CellSet::EMPTY,
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
        let loose = self.loose();
        let mut moves = Vec::new();
        loose.plain(&mut moves);
        if let Some(castling) = &self.tables.rules.castling {
            castling.generate(self, None, &mut moves);
        }
        moves
    }

    #[inline(never)]
    fn royal_trie_moves<S: Sink<W>>(&self, mover: &Mover<W>, from: usize, sink: &mut S) {
        let mut moves: Vec<Move> = Vec::new();
        self.loose().trie_moves(mover, from, self.targets, &mut moves);
        for mv in moves {
            if self.legal_by_play(mv) {
                sink.one(mv);
            }
        }
    }

    /// Captures that blow up what is around: each is tested on what would be left.
    #[inline(never)]
    fn blasting_captures<S: Sink<W>>(&self, sink: &mut S) {
        for from in self.state.of_player(self.us) {
            let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
            let mut reach = mover.destinations(from, self.state.occupied, self.empty, self.foes);
            if !mover.more.tries.is_empty() {
                let mut moves: Vec<Move> = Vec::new();
                self.loose().trie_moves(mover, from, self.foes, &mut moves);
                reach |= moves.iter().filter(|mv| mv.kind == MoveKind::Step).map(|mv| mv.to).collect();
            }
            let mut to = CellSet::EMPTY;
            for cell in reach & self.foes {
                if self.survives_blast(from, cell, cell) {
                    to.insert(cell);
                }
            }
            if mover.promotes {
                self.promoting(mover, from, to, sink);
            } else {
                sink.steps(from, to);
            }
        }
    }

    /// Whether a capture leaves the mover's royals whole and safe, or the game won.
    #[inline(never)]
    fn survives_blast(&self, from: usize, to: usize, victim: usize) -> bool {
        let Some(blast) = &self.tables.rules.blast else { return true };
        let mut lost = blast.lost(self.state, to);
        lost.insert(from);
        lost.insert(victim);
        if lost.meets(self.royals) {
            return false;
        }
        if self.tables.foes[self.us].iter().any(|&foe| {
            let royals = self.tables.royals(self.state, foe as usize);
            royals.any() && royals.without(lost).is_empty()
        }) {
            return true;
        }
        let after = After { occupied: self.state.occupied.without(lost), gone: lost };
        self.safe(after, self.royals)
    }

    /// Captures of pieces that just passed by.
    #[inline(never)]
    fn en_passant<S: Sink<W>>(&self, sink: &mut S) {
        for &foe in &*self.tables.foes[self.us] {
            let Some(path) = self.state.status.passing[foe as usize].checked_sub(1) else { continue };
            let passing = &self.tables.passings[path as usize];
            for over in passing.over & self.empty {
                for (kind, from) in &self.tables.attackers[self.us].en_passant {
                    for from in from[over] & self.state.of(self.us, *kind as usize) {
                        self.one_en_passant(from, over, passing.to as usize, sink);
                    }
                }
            }
        }
    }

    #[inline(never)]
    fn one_en_passant<S: Sink<W>>(&self, from: usize, to: usize, victim: usize, sink: &mut S) {
        let mut mv = Move::step(from, to);
        mv.kind = MoveKind::EnPassant;
        mv.extra = Cell(victim as u8);
        let safe = if self.restraint.is_some() {
            self.legal_by_play(mv)
        } else if self.tables.rules.blast.is_some() {
            self.survives_blast(from, to, victim)
        } else {
            let mut after = After::step(self.state, from, to);
            after.occupied.remove(victim);
            after.gone.insert(victim);
            let mut royals = self.royals;
            if royals.has(from) {
                royals.toggle(from);
                royals.insert(to);
            }
            self.safe(after, royals)
        };
        if !safe {
            return;
        }
        let kind = self.state.piece(from).kind().index();
        let tables = &self.tables.rules.promotions[self.us * self.tables.types + kind];
        let mut stays = true;
        for table in tables {
            if table.zone.has(to) || table.leaving && table.zone.has(from) {
                for choice in self.choices(table) {
                    sink.one(mv.with_piece(choice));
                }
            }
            stays &= !table.forced.has(to);
        }
        if stays {
            sink.one(mv);
        }
    }
}

impl<const W: usize> Restraint<W> {
    fn of(tables: &Tables<W>, state: &State<W>, us: usize) -> Box<Self> {
        let mut forbidden = [CellSet::EMPTY; MAX_TYPES];
        let mut theirs = CellSet::EMPTY;
        for &foe in &*tables.foes[us] {
            theirs |= tables.royals(state, foe as usize);
        }
        let attackers = &tables.attackers[us];
        for royal in theirs {
            for (kind, from) in attackers.leaps_to(royal) {
                forbidden[kind as usize] |= from;
            }
            for lines in &attackers.lines {
                let reach = lines.rays.reach(royal, state.occupied);
                for kind in lines.types {
                    forbidden[kind as usize] |= reach;
                }
            }
        }
        // Seen from the other side, our pieces that shield an enemy royal from us are pinned to the line.
        let shields = Danger::shielding(tables, state, us, theirs);
        // A position in which the mover already gives check has no use for masks built on its absence.
        let test_all = tables.intricate || tables.gives_check(state, us);
        Box::new(Restraint { forbidden, shields, royals: theirs, test_all })
    }

    fn allow(&self, scene: &Scene<'_, W>, mover: &Mover<W>, from: usize, to: CellSet<W>) -> CellSet<W> {
        if mover.promotes {
            // Tested with what the piece becomes.
            return to;
        }
        if self.test_all {
            return to
                .into_iter()
                .filter(|&c| scene.legal_by_play(Move::step(from, c)))
                .map(|c| Cell(c as u8))
                .collect();
        }
        let mut to = to.without(self.forbidden[mover.kind as usize]);
        if self.shields.has(from) {
            to &= scene.tables.line_of_pin(scene.state, scene.us, self.royals, from);
        }
        to
    }
}

impl<const W: usize> Tables<W> {
    /// Whether a royal here could be taken at all, blasts considered.
    #[inline(always)]
    fn royal_attackable(&self, state: &State<W>, player: usize, royal: usize) -> bool {
        let Some(blast) = &self.rules.blast else { return true };
        !self.foes[player].iter().any(|&foe| blast.around[royal].meets(self.royals(state, foe as usize)))
    }

    /// Whether a player attacks a royal of somebody it can hurt.
    #[inline(never)]
    pub fn gives_check(&self, state: &State<W>, player: usize) -> bool {
        self.foes[player].iter().any(|&foe| {
            state.status.alive >> foe & 1 != 0
                && self.royals(state, foe as usize).into_iter().any(|royal| {
                    self.royal_attackable(state, foe as usize, royal)
                        && self.attacked_by_apart(state, player, royal, After::now(state))
                })
        })
    }
}

impl<const W: usize> Mover<W> {
    /// Where a piece may go from here by its tables: own pieces are not yet left out.
    #[inline(always)]
    pub fn destinations(
        &self,
        from: usize,
        occupied: CellSet<W>,
        empty: CellSet<W>,
        foes: CellSet<W>,
    ) -> CellSet<W> {
        match self.form {
            Form::Leaps => self.quiet[from],
            Form::Rays => self.rays.reach(from, occupied),
            Form::LeapsAndRays => self.quiet[from] | self.rays.reach(from, occupied),
            Form::Mixed => self.mixed(from, occupied, empty, foes),
        }
    }

    #[inline(never)]
    fn mixed(&self, from: usize, occupied: CellSet<W>, empty: CellSet<W>, foes: CellSet<W>) -> CellSet<W> {
        let more = &*self.more;
        let mut to = CellSet::EMPTY;
        if !self.quiet.is_empty() {
            to |= (self.quiet[from] & empty) | (more.capture[from] & foes);
        }
        to |= self.rays.reach(from, occupied) & (empty | foes);
        if !more.quiet_rays.is_empty() {
            to |= more.quiet_rays.reach(from, occupied) & empty;
        }
        if !more.capture_rays.is_empty() {
            to |= more.capture_rays.reach(from, occupied) & foes;
        }
        if !more.hop_quiet.is_empty() {
            to |= more.hop_quiet.hop(from, occupied) & empty;
        }
        if !more.hop_capture.is_empty() {
            to |= more.hop_capture.hop(from, occupied) & foes;
        }
        if !more.gated.is_empty() {
            for gated in &more.gated[from] {
                if !gated.need.meets(occupied) && gated.passing == 0 {
                    to |= (gated.quiet & empty) | (gated.capture & foes);
                }
            }
        }
        to
    }
}

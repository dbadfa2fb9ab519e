//! What a position is worth without looking ahead.

use super::pair::FULL_PHASE;
use super::sight::Sight;
use super::terms::{Term, Trace};
use super::{Knowledge, Pair};
use chatura_rules::arena::{Arena, Past};
use chatura_rules::set::CellSet;
use chatura_rules::{MAX_PLAYERS, NEUTRAL, Piece};

/// What it is worth to have the move.
pub(crate) const TEMPO: i32 = 16;

/// Who is with whom in one thought, and how much everybody counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// By owner: on the first side, the second, or nobody.
    pub side: [u8; 16],
    /// By owner: what a pawn of its is worth to the first side.
    sign: [i32; 16],
    /// By what the sum is divided.
    scale: i32,
    /// Who plays when the thought begins.
    pub alive: u8,
}

impl Sides {
    /// The side of one player against all others.
    pub fn new<const W: usize>(knowledge: &Knowledge<W>, first: usize, alive: u8) -> Sides {
        let mut sides = Sides { side: [2; 16], sign: [0; 16], scale: 1, alive };
        let counts = |with: bool| {
            (0..knowledge.players)
                .filter(|p| alive >> p & 1 != 0 && knowledge.allied(first, *p) == with)
                .count()
                .max(1) as i32
        };
        let (own, others) = (counts(true), counts(false));
        for player in 0..knowledge.players {
            let with = knowledge.allied(first, player);
            sides.side[player] = u8::from(!with);
            sides.sign[player] = if with { others } else { -own };
        }
        sides.scale = others.max(own);
        sides
    }
}

/// The part of the evaluation that is kept up to date move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Accumulator {
    /// For the first side.
    score: Pair,
    /// How much of the armies is left.
    weight: i32,
}

impl<const W: usize> Knowledge<W> {
    /// What a piece is worth where it is, to its owner.
    #[inline(always)]
    pub fn place(&self, piece: Piece, spot: usize) -> Pair {
        self.places[(piece.owner().index() * self.types + piece.kind().index()) * self.spots + spot]
    }

    /// The sum over all pieces.
    pub fn accumulate(&self, arena: &Arena<'_, W>, sides: &Sides) -> Accumulator {
        let mut sum = Accumulator::default();
        for cell in arena.occupied() {
            self.count(&mut sum, sides, arena.piece(cell), cell, 1);
        }
        for player in 0..self.players {
            arena.off_board(player).for_each(|(piece, spot)| self.count(&mut sum, sides, piece, spot, 1));
        }
        sum
    }

    #[inline(always)]
    fn count(&self, sum: &mut Accumulator, sides: &Sides, piece: Piece, spot: usize, by: i32) {
        if piece.is_some() && piece.owner() != NEUTRAL {
            sum.score += self.place(piece, spot) * (sides.sign[piece.owner().index() & 15] * by);
            sum.weight += self.weight[piece.kind().index()] * by;
        }
    }

    /// The sum after the move just played.
    #[inline(always)]
    pub fn updated(
        &self,
        arena: &Arena<'_, W>,
        past: &Past<W>,
        sides: &Sides,
        mut sum: Accumulator,
    ) -> Accumulator {
        arena.changes(past, |spot, before, after| {
            self.count(&mut sum, sides, before, spot, -1);
            self.count(&mut sum, sides, after, spot, 1);
        });
        sum
    }

    /// A player's pieces, where they are.
    pub fn material(&self, arena: &Arena<'_, W>, player: usize) -> Pair {
        let board = arena.of_player(player).into_iter().map(|cell| self.place(arena.piece(cell), cell));
        board.fold(self.waiting(arena, player), |sum, worth| sum + worth)
    }

    /// What a player's pieces off the board are worth.
    fn waiting(&self, arena: &Arena<'_, W>, player: usize) -> Pair {
        arena.off_board(player).fold(Pair::ZERO, |sum, (piece, spot)| sum + self.place(piece, spot))
    }

    /// The parts of that which are kept up to date move by move.
    pub fn told_material(&self, arena: &Arena<'_, W>, player: usize, trace: &mut impl Trace) {
        let own = arena.of_player(player).into_iter();
        let plain = own.map(|cell| self.worth[self.index(player, arena.piece(cell).kind().index())]);
        let (plain, hand) = (plain.fold(Pair::ZERO, |sum, worth| sum + worth), self.waiting(arena, player));
        trace.term(player, Term::Material, plain);
        trace.term(player, Term::Places, self.material(arena, player) - hand - plain);
        if self.spots > self.cells {
            trace.term(player, Term::Hand, hand);
        }
    }

    /// How much of the armies is left; where what is taken comes back, all of it.
    #[inline(always)]
    pub fn phase(&self, sum: &Accumulator) -> i32 {
        if self.facts.takes_to_hand {
            return FULL_PHASE;
        }
        (sum.weight * FULL_PHASE / self.full).clamp(0, FULL_PHASE)
    }

    /// What the position is worth to the side whose turn it is.
    pub fn evaluate(&self, arena: &Arena<'_, W>, sum: &Accumulator, sides: &Sides) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: the processor has every instruction the function is compiled for.
            return unsafe { self.evaluate_wide(arena, sum, sides) };
        }
        self.evaluate_traced(arena, sum, sides, &mut ())
    }

    /// The same for processors that count bits by themselves.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn evaluate_wide(&self, arena: &Arena<'_, W>, sum: &Accumulator, sides: &Sides) -> i32 {
        self.evaluate_traced(arena, sum, sides, &mut ())
    }

    /// The same, telling the parts it is made of.
    #[inline(always)]
    pub fn evaluate_traced(
        &self,
        arena: &Arena<'_, W>,
        sum: &Accumulator,
        sides: &Sides,
        trace: &mut impl Trace,
    ) -> i32 {
        let mut total = sum.score;
        let sight = Sight::new(self, arena);
        let mut active = [Activity::NONE; MAX_PLAYERS];
        if !self.facts.losing {
            for player in (0..self.players).filter(|p| arena.alive() >> p & 1 != 0) {
                active[player] = self.activity(arena, &sight, player);
            }
        }
        for player in (0..self.players).filter(|p| arena.alive() >> p & 1 != 0) {
            let sign = sides.sign[player];
            let mut add = |term: Term, worth: Pair| {
                total += worth * sign;
                trace.term(player, term, worth);
            };
            if !self.facts.losing {
                let mut foes = CellSet::EMPTY;
                for other in (0..self.players).filter(|other| !self.allied(player, *other)) {
                    foes |= active[other].attacks | sight.runner_attacks[other];
                }
                let own = active[player].attacks | sight.runner_attacks[player];
                add(Term::Mobility, active[player].mobility);
                add(Term::Attack, self.attack(arena, &sight, player, &active[player], own, foes));
                add(Term::Shelter, self.shelter(arena, &sight, player));
                add(Term::Runners, self.runner_terms(arena, &sight, player));
                add(Term::Threats, self.threats(arena, &sight, player, own, foes));
            }
            self.special(arena, player, &mut add);
        }
        let value = total.at(self.phase(sum)) / sides.scale;
        let dampened = self.dampened(arena, sides, value);
        if dampened != value {
            trace.term(usize::from(sides.side[0] != 0), Term::Prospects, Pair::both(dampened - value));
        }
        let value = if sides.side[arena.turn()] == 0 { dampened } else { -dampened };
        (value + TEMPO).clamp(-14_000, 14_000)
    }

    /// Where a player's pieces can go, and how many of the cells round enemy royals are among them.
    #[inline(always)]
    fn activity(&self, arena: &Arena<'_, W>, sight: &Sight<W>, player: usize) -> Activity<W> {
        let own = arena.of_player(player);
        let occupied = arena.occupied();
        let foes = occupied.without(sight.friends[player]);
        let room = arena.all().without(own | sight.runner_attacks_on[player]);
        let zone = sight.zone_of_foes[player];
        let mut active = Activity::NONE;
        for kind in 0..self.types {
            let moving = self.moving[player * self.types + kind];
            let pieces = arena.of_type(kind) & own;
            if !moving.counts || pieces.is_empty() {
                continue;
            }
            for cell in pieces {
                let reach = arena.reach(player, kind, cell, occupied, foes);
                active.attacks |= reach;
                let open = (reach & room).len() as i32 * 8 - moving.usual;
                active.mobility += moving.each * open;
                let hits = (reach & zone).len() as i32;
                if hits > 0 {
                    active.attackers += 1;
                    active.units += moving.danger * hits;
                }
            }
        }
        active.mobility = Pair::new(active.mobility.middle / 8, active.mobility.end / 8);
        active
    }

    /// Attacks on the cells round enemy royals; those that nothing defends count more.
    #[inline(always)]
    fn attack(
        &self,
        arena: &Arena<'_, W>,
        sight: &Sight<W>,
        player: usize,
        active: &Activity<W>,
        own: CellSet<W>,
        foes: CellSet<W>,
    ) -> Pair {
        let (mut units, mut attackers) = (active.units, active.attackers);
        if units == Pair::ZERO && !self.facts.takes_to_hand {
            return Pair::ZERO;
        }
        let weak = (sight.zone_of_foes[player] & own).without(foes).len() as i32;
        units += Pair::both(4 * weak);
        if self.facts.takes_to_hand {
            // Of each type the first on a spot of its own attacks; more than three are no more dangerous.
            for (piece, spot) in arena.off_board(player).filter(|(_, spot)| *spot < self.cells + 3) {
                units += self.moving[player * self.types + piece.kind().index()].danger * 2;
                attackers += i32::from(spot == self.cells);
            }
        }
        let danger = |units: i32| if attackers >= 2 { (units * units / 9).min(800) } else { units };
        Pair::new(danger(units.middle), danger(units.end) / 10)
    }

    /// Own pieces round the royal.
    #[inline(always)]
    fn shelter(&self, arena: &Arena<'_, W>, sight: &Sight<W>, player: usize) -> Pair {
        if !self.facts.safety {
            return Pair::ZERO;
        }
        let mut near = sight.zone[player] & arena.of_player(player);
        let mut stated = Pair::ZERO;
        for (kind, worth) in &self.sheltering {
            let own = arena.of_type(*kind) & near;
            stated += *worth * own.len() as i32;
            near = near.without(own);
        }
        let runners = (near & sight.runners[player]).len() as i32;
        let others = near.len() as i32 - runners;
        Pair::new(runners.min(4) * 15 + others.min(3) * 5, 0) + stated
    }

    /// Pieces attacked by what is worth less, or attacked and not defended; pairs that cover both colours.
    #[inline(always)]
    fn threats(
        &self,
        arena: &Arena<'_, W>,
        sight: &Sight<W>,
        player: usize,
        own: CellSet<W>,
        foes: CellSet<W>,
    ) -> Pair {
        let mine = arena.of_player(player).without(sight.runners[player]);
        let hit = (mine & sight.runner_attacks_on[player]).len() as i32;
        let mut pair = 0;
        if !self.bound.is_empty() {
            let mut colours = 0;
            for family in &self.families {
                let there = self.bound.iter().any(|kind| arena.of(player, *kind).meets(*family));
                colours += i32::from(there);
            }
            pair = i32::from(colours > 1);
        }
        let defended = own | sight.zone[player];
        let hanging = (arena.of_player(player) & foes).without(defended).len() as i32;
        Pair::new(-46 * hit - 30 * hanging + 26 * pair, -34 * hit - 30 * hanging + 42 * pair)
    }

    /// A lead that cannot be won with is worth little; one over a bare king is worth finishing.
    #[inline(always)]
    fn dampened(&self, arena: &Arena<'_, W>, sides: &Sides, value: i32) -> i32 {
        if !self.by_mate || value == 0 {
            return value;
        }
        let ahead = usize::from((value < 0) == (sides.side[0] == 0));
        let behind = 1 - ahead;
        let runs = |player: usize| self.runners[player].iter().any(|r| arena.of(player, r.kind).any());
        if self.runners[ahead].is_empty() || runs(ahead) {
            return value;
        }
        self.without_runners(arena, value, ahead, behind)
    }

    /// The same where the side that leads has nothing that may become more.
    #[inline(never)]
    fn without_runners(&self, arena: &Arena<'_, W>, value: i32, ahead: usize, behind: usize) -> i32 {
        let weigh = |player: usize| -> i32 {
            (0..self.types).map(|kind| self.weight[kind] * arena.of(player, kind).len() as i32).sum()
        };
        let runs = |player: usize| self.runners[player].iter().any(|r| arena.of(player, r.kind).any());
        let (mine, theirs) = (weigh(ahead), weigh(behind));
        if mine - theirs < 380 {
            return value / 4;
        }
        if theirs == 0 && !runs(behind) {
            let (king, target) = (arena.royals(ahead), arena.royals(behind));
            if king.any() && target.any() {
                let far = self.graph.distance(king.lowest(), target.lowest());
                let edge = (1.0 - self.graph.central[target.lowest()]) * 120.0;
                return value + value.signum() * (edge as i32 + (14 - far.min(14)) * 8);
            }
        }
        value
    }
}

/// Where a player's pieces go.
#[derive(Clone, Copy)]
struct Activity<const W: usize> {
    mobility: Pair,
    /// Pieces that attack cells round enemy royals.
    attackers: i32,
    /// How much they do so.
    units: Pair,
    /// Everywhere they go.
    attacks: CellSet<W>,
}

impl<const W: usize> Activity<W> {
    const NONE: Self =
        Activity { mobility: Pair::ZERO, attackers: 0, units: Pair::ZERO, attacks: CellSet::EMPTY };
}

//! What a position is worth to everybody.
//!
//! Where places decide, a player is compared with every other: surely ahead of those who are out already, surely
//! behind whoever outlives it, and else by how much stronger it stands. The sum over all is always nought. Where points
//! decide, it is the points collected since the thought began and those that can be expected.

use crate::answer::WON;
use crate::knowledge::Knowledge;
use crate::play::worker::Worker;
use chatura_rules::MAX_PLAYERS;
use chatura_rules::arena::Arena;
use chatura_rules::rule::Verdict;

/// For each player what it can expect.
pub(super) type Values = [i32; MAX_PLAYERS];

/// The first place for certain; the last is as much below nought.
pub(super) const FIRST: i32 = 1_000;

/// All points that can be won are worth no more than this.
const MOST: i32 = 20_000;
/// A point is worth so many parts of a value.
pub(super) const PARTS: i32 = 256;

impl<const W: usize> Knowledge<W> {
    /// How many parts of a value a point is, so that all that can be won fits; 0 where points do not count.
    pub(super) fn point_unit(&self, arena: &Arena<'_, W>) -> i32 {
        if !self.facts.ranked {
            return 0;
        }
        let all: i32 = (0..self.players).map(|player| arena.prize(player)).sum();
        (MOST * PARTS / all.max(1)).clamp(1, 100 * PARTS)
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Notes who still plays at a ply, and what those get who are out by the last move.
    #[inline(always)]
    pub(super) fn note(&mut self, ply: usize) {
        let now = (self.arena.alive(), self.arena.turn());
        let many = self.many();
        many.present[ply] = now;
        if ply > 0 {
            many.fates[ply] = many.fates[ply - 1];
            many.exits[ply] = many.exits[ply - 1];
            if many.present[ply - 1].0 != now.0 {
                self.note_exits(ply);
            }
        }
    }

    #[inline(never)]
    fn note_exits(&mut self, ply: usize) {
        let (before, now) = (self.many().present[ply - 1].0, self.many().present[ply].0);
        for player in (0..self.know.players).filter(|player| (before & !now) >> player & 1 != 0) {
            let fate = match self.collected(player) {
                Some(value) => value,
                None => self.placed(before.count_ones(), now.count_ones()),
            };
            self.many().fates[ply][player] = fate;
            self.many().exits[ply] += ply as i32;
        }
    }

    /// The value of a place behind so many, when so many were there before.
    fn placed(&self, before: u32, now: u32) -> i32 {
        let players = self.know.players as i32;
        FIRST * (players - before as i32 - now as i32) / (players - 1)
    }

    /// The points of a player since the thought began, as a value, where points decide.
    #[inline(always)]
    fn collected(&self, player: usize) -> Option<i32> {
        let many = self.many.as_ref()?;
        (many.unit > 0).then(|| many.worth(self.arena.points(player) - many.begun_with[player]))
    }

    /// What the thinker has collected on the way to here: table scores are what is to come.
    #[inline(always)]
    pub(super) fn so_far(&self) -> i32 {
        let thinker = self.many.as_ref().map_or(0, |many| many.thinker);
        self.collected(thinker).unwrap_or(0)
    }

    /// What everybody gets if the game is over here.
    pub(super) fn final_values(&mut self, checked: bool, ply: usize) -> Option<Values> {
        let know = self.know;
        if let Some((player, verdict)) = self.arena.ending() {
            let winner = self.arena.credited().filter(|_| verdict == Verdict::Loss);
            let teams = know.facts.sides.iter().any(|side| side.count_ones() > 1);
            return Some(self.settled(ply, verdict == Verdict::Draw, |other| {
                match (verdict, know.allied(player, other)) {
                    (Verdict::Win, true) => 2,
                    (Verdict::Loss, true) => 0,
                    (Verdict::Loss, false) if teams || winner == Some(other) => 2,
                    _ => 1,
                }
            }));
        }
        let value = self.drawn(checked, ply)?.signum();
        let turn = self.arena.turn();
        Some(self.settled(ply, true, |other| 1 + if know.allied(turn, other) { value } else { 0 }))
    }

    /// Values by how well everybody did who was there before the last move; who left by it did worst, unless shared.
    fn settled(&mut self, ply: usize, shared: bool, level: impl Fn(usize) -> i32) -> Values {
        let players = self.know.players;
        let alive = self.arena.alive();
        let part = if ply > 0 { self.many().present[ply - 1].0 | alive } else { alive };
        let mut values = self.many().fates[ply];
        if let Some(collected) = self.all_collected() {
            return collected;
        }
        let stood = |player: usize| match alive >> player & 1 != 0 || shared {
            true => level(player),
            false => -1,
        };
        for player in (0..players).filter(|player| part >> player & 1 != 0) {
            let others = (0..players).filter(|other| *other != player);
            let sum: i32 = others
                .map(|other| match part >> other & 1 != 0 {
                    true => (stood(player) - stood(other)).signum(),
                    false => 1,
                })
                .sum();
            values[player] = FIRST * sum / (players as i32 - 1);
        }
        self.by_teams(values)
    }

    fn all_collected(&self) -> Option<Values> {
        self.collected(0)?;
        Some(std::array::from_fn(|player| self.collected(player).unwrap_or(0)))
    }

    /// What everybody can expect, without looking ahead.
    pub(super) fn values(&mut self, ply: usize) -> Values {
        let know = self.know;
        let strength = self.strengths();
        let alive = self.arena.alive();
        let plays = |player: usize| player < know.players && alive >> player & 1 != 0;
        let mut values = self.many().fates[ply];
        if let Some(collected) = self.all_collected() {
            return self.by_teams(self.expected_beside(collected, &strength));
        }
        let players = know.players as i32;
        for player in (0..know.players).filter(|player| plays(*player)) {
            let mut sum = 0;
            for other in (0..know.players).filter(|other| *other != player) {
                sum += match plays(other) {
                    true => ahead(strength[player], strength[other]),
                    false => FIRST,
                };
            }
            values[player] = sum / (players - 1);
        }
        self.by_teams(values)
    }

    /// Of what can be won from each player the others get parts by their strength.
    fn expected_beside(&self, mut values: Values, strength: &[i32; MAX_PLAYERS]) -> Values {
        let know = self.know;
        let alive = self.arena.alive();
        let plays = |player: usize| alive >> player & 1 != 0;
        let force = |player: usize| strength[player].max(0) + 100;
        for loser in (0..know.players).filter(|player| plays(*player)) {
            let prize = self.many.as_ref().map_or(0, |many| many.worth(self.arena.prize(loser)));
            let takes = |player: usize| plays(player) && !know.allied(loser, player);
            let all: i32 = (0..know.players).filter(|player| takes(*player)).map(force).sum();
            for player in (0..know.players).filter(|player| takes(*player)) {
                // Not all of it is ever taken.
                values[player] +=
                    (i64::from(prize) * i64::from(force(player)) * 3 / (i64::from(all.max(1)) * 4)) as i32;
            }
        }
        values
    }

    /// Partners have what they have together.
    fn by_teams(&self, values: Values) -> Values {
        let sides = &self.know.facts.sides;
        if sides.iter().all(|side| side.count_ones() == 1) {
            return values;
        }
        std::array::from_fn(|player| {
            let Some(side) = sides.get(player) else { return 0 };
            let sum: i32 = (0..sides.len()).filter(|p| side >> p & 1 != 0).map(|p| values[p]).sum();
            sum / side.count_ones() as i32
        })
    }

    /// What the thinker has for certain here, to the side whose turn it is: the game is over, or the thinker is out.
    /// A first place counts the more the sooner it comes, a last one the later.
    #[inline(always)]
    pub(super) fn certain(&mut self, checked: bool, ply: usize) -> Option<i32> {
        let thinker = self.many().thinker;
        let value = match self.final_values(checked, ply) {
            Some(values) => values[thinker],
            None if self.know.facts.sides[thinker] & self.arena.alive() == 0 => {
                self.many().fates[ply][thinker]
            }
            None => return None,
        };
        let value = match value {
            _ if self.many().unit > 0 => value,
            FIRST => WON - ply as i32,
            value if value == -FIRST => ply as i32 - WON,
            value => value,
        };
        Some(if self.side() == 0 { value } else { -value })
    }

    /// What the thinker can expect here without looking ahead, to the side whose turn it is.
    #[inline(always)]
    pub(super) fn outlook(&mut self, ply: usize) -> i32 {
        let thinker = self.many().thinker;
        // Who goes out sooner does no more harm: of two ways to the same end the shorter is better.
        let value = self.values(ply)[thinker] - self.many().exits[ply];
        if self.side() == 0 { value } else { -value }
    }
}

/// What a pawn more is worth to one who stands as strong as the others.
pub(super) fn pawn(strength: i32) -> i32 {
    ahead(strength + 100, strength)
}

/// How surely one comes before another, by how much stronger it stands; a lead weighs more when little is left.
#[inline(always)]
pub(super) fn ahead(one: i32, other: i32) -> i32 {
    let lead = one - other;
    let even = 300 + (one.max(0) + other.max(0)) / 8;
    FIRST * lead / (even + lead.abs())
}

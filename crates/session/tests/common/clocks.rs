//! A second opinion about clocks: what each seat must have left, worked out from what happened and nothing else.

use chatura_session::{Bonus, Event, NodeId, Seat, Session, Time, TimeControl};
use std::collections::HashMap;

/// The clocks as they must be.
pub struct Expected {
    controls: Vec<TimeControl>,
    left: Vec<i64>,
    granted: Vec<i64>,
    turns: Vec<u32>,
    /// How long the present turn has lasted.
    elapsed: i64,
    now: u64,
    /// What there was after each ply, without what was granted.
    after: HashMap<Option<NodeId>, Moment>,
}

#[derive(Clone)]
struct Moment {
    left: Vec<i64>,
    turns: Vec<u32>,
    elapsed: i64,
}

impl Expected {
    /// At the beginning of a game.
    pub fn new(session: &Session, now: Time) -> Expected {
        let seats = session.seats().len();
        let controls: Vec<TimeControl> =
            (0..seats).map(|seat| session.terms().clocks.of(seat).clone()).collect();
        let left: Vec<i64> = controls.iter().map(|c| c.start().map_or(0, |span| span.0 as i64)).collect();
        let mut expected = Expected {
            controls,
            left,
            granted: vec![0; seats],
            turns: vec![0; seats],
            elapsed: 0,
            now: now.0,
            after: HashMap::new(),
        };
        expected.remember(None);
        expected
    }

    fn remember(&mut self, node: Option<NodeId>) {
        let own = |seat: usize| self.left[seat] - self.granted[seat];
        let left = (0..self.left.len()).map(own).collect();
        let moment = Moment { left, turns: self.turns.clone(), elapsed: self.elapsed };
        self.after.insert(node, moment);
    }

    fn bonus(&self, seat: usize) -> Bonus {
        // Counted turn by turn, not computed: this is the slow way on purpose.
        let TimeControl::Periods(periods) = &self.controls[seat] else { return Bonus::None };
        periods[self.period(seat, self.turns[seat])].bonus
    }

    /// The period after so many turns.
    fn period(&self, seat: usize, turns: u32) -> usize {
        let TimeControl::Periods(periods) = &self.controls[seat] else { return 0 };
        let (mut period, mut made) = (0, 0);
        for _ in 0..turns {
            made += 1;
            if periods[period].moves.is_some_and(|moves| u32::from(moves) == made) {
                made = 0;
                period = (period + 1).min(periods.len() - 1);
            }
        }
        period
    }

    /// Whether the last of these turns ended a period.
    fn ends_stage(&self, seat: usize, turns: u32) -> bool {
        let TimeControl::Periods(periods) = &self.controls[seat] else { return false };
        let (mut period, mut made) = (0, 0);
        for turn in 0..turns {
            made += 1;
            if periods[period].moves.is_some_and(|moves| u32::from(moves) == made) {
                if turn + 1 == turns {
                    return true;
                }
                made = 0;
                period = (period + 1).min(periods.len() - 1);
            }
        }
        false
    }

    /// Time passes while nothing happens.
    pub fn pass(&mut self, session: &Session, until: Time) {
        let span = until.0.saturating_sub(self.now) as i64;
        self.now = self.now.max(until.0);
        let table = session.table(Time(self.now));
        let Some(turn) = table.turn.filter(|_| !table.paused) else { return };
        let seat = turn.index();
        let delay = match self.bonus(seat) {
            Bonus::Delay(delay) => delay.0 as i64,
            _ => 0,
        };
        let used = (self.elapsed + span - delay).max(0) - (self.elapsed - delay).max(0);
        self.elapsed += span;
        if self.controls[seat] != TimeControl::None {
            self.left[seat] -= used;
        }
        if matches!(self.controls[seat], TimeControl::Hourglass(_)) {
            // How it is shared among several is not foretold, only that nothing is lost.
            let others = self.hourglasses(session, seat);
            let before: i64 = others.iter().map(|other| self.left[*other]).sum();
            others.iter().for_each(|other| self.left[*other] = shown(session, *other, self.now));
            let after: i64 = others.iter().map(|other| self.left[*other]).sum();
            if !others.is_empty() {
                assert_eq!(after - before, used, "an hourglass loses or makes time");
            }
        }
    }

    fn hourglasses(&self, session: &Session, but: usize) -> Vec<usize> {
        let playing: Vec<usize> = session.position().playing().map(chatura_rules::Player::index).collect();
        let is = |seat: &usize| *seat != but && matches!(self.controls[*seat], TimeControl::Hourglass(_));
        playing.into_iter().filter(is).collect()
    }

    /// Something happened; its time has passed already.
    pub fn follow(&mut self, session: &Session, event: &Event) {
        match event {
            Event::Started { .. } | Event::Waiting { .. } => *self = Expected::new(session, Time(self.now)),
            Event::TimeAdded { seat, span, .. } => {
                self.left[seat.index()] += span.0 as i64;
                self.granted[seat.index()] += span.0 as i64;
            }
            Event::Moved(moved) => {
                let position = session.position();
                let goes_on = Seat::of(position.turn()) == moved.record.seat && position.setup().moved > 0;
                match goes_on {
                    false => self.complete(moved.record.seat),
                    true if moved.table.turn.is_none() => self.elapsed = 0,
                    true => {}
                }
                self.remember(Some(moved.record.node));
            }
            Event::Left(left) => {
                if left.table.turn.is_none()
                    || left.table.turn != self.turn_before(session, left.record.parent)
                {
                    self.elapsed = 0;
                }
                self.remember(Some(left.record.node));
            }
            Event::Navigated(_) => {
                let here = session.past().last().map(|record| record.node);
                let moment = self.after[&here].clone();
                for seat in 0..self.left.len() {
                    self.left[seat] = moment.left[seat] + self.granted[seat];
                }
                (self.turns, self.elapsed) = (moment.turns, moment.elapsed);
            }
            _ => {}
        }
    }

    /// Who was to move after a ply.
    fn turn_before(&self, session: &Session, parent: Option<NodeId>) -> Option<Seat> {
        let ply = parent.and_then(|parent| session.record(parent)).map_or(0, |record| record.ply);
        session.position_at(ply as usize).map(|position| Seat::of(position.turn()))
    }

    fn complete(&mut self, seat: Seat) {
        let seat = seat.index();
        match self.bonus(seat) {
            Bonus::Increment(span) => self.left[seat] += span.0 as i64,
            Bonus::Bronstein(span) => self.left[seat] += (span.0 as i64).min(self.elapsed),
            _ => {}
        }
        self.turns[seat] += 1;
        if self.ends_stage(seat, self.turns[seat])
            && let TimeControl::Periods(periods) = &self.controls[seat]
        {
            self.left[seat] += periods[self.period(seat, self.turns[seat])].base.0 as i64;
        }
        if let TimeControl::PerMove(span) = self.controls[seat] {
            self.left[seat] = span.0 as i64;
            self.granted[seat] = 0;
        }
        self.elapsed = 0;
    }

    /// Compares with what the session shows.
    pub fn check(&self, session: &Session) {
        let table = session.table(Time(self.now));
        for (seat, clock) in table.clocks.iter().enumerate() {
            let expected = (self.controls[seat] != TimeControl::None).then_some(self.left[seat]);
            assert_eq!(clock.left.map(|span| span.0 as i64), expected, "clock of seat {seat}");
        }
        let hourglass = |control: &TimeControl| matches!(control, TimeControl::Hourglass(_));
        if self.controls.iter().all(hourglass) {
            let sum = |values: &[i64]| values.iter().sum::<i64>();
            let starts: i64 = self.controls.iter().map(|c| c.start().unwrap().0 as i64).sum();
            assert_eq!(sum(&self.left), starts + sum(&self.granted), "hourglasses keep their total");
        }
    }
}

fn shown(session: &Session, seat: usize, now: u64) -> i64 {
    session.table(Time(now)).clocks[seat].left.map_or(0, |span| span.0 as i64)
}

//! Clocks that run: data, no threads. What a clock shows follows from when the turn began.

use super::{Bonus, ClockView, TimeControl, TimeControls};
use crate::time::{Span, Time};

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    controls: Vec<TimeControl>,
    reading: Reading,
    /// What each seat was given on top; taking moves back does not take it away.
    granted: Vec<i64>,
    /// Whose turn it is, if any clock may run.
    turn: Option<usize>,
    /// Since when the clock of that seat runs, if it does.
    since: Option<Time>,
    /// Whether they only show what they showed, and never run.
    held: bool,
}

/// What the clocks show between two plies, without what was given on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// What each seat had when the turn began, in milliseconds.
    pub banked: Vec<i64>,
    /// How many turns each seat has completed.
    pub turns: Vec<u32>,
    /// How much of the turn was over already.
    pub spent: Span,
}

impl Clocks {
    /// Clocks that stand.
    pub fn new(controls: &TimeControls, seats: usize) -> Clocks {
        let controls: Vec<TimeControl> = (0..seats).map(|seat| controls.of(seat).clone()).collect();
        let banked = controls.iter().map(|control| control.start().map_or(0, Span::signed)).collect();
        let reading = Reading { banked, turns: vec![0; seats], spent: Span::ZERO };
        Clocks { controls, reading, granted: vec![0; seats], turn: None, since: None, held: false }
    }

    /// Whether a seat has a clock.
    pub fn has(&self, seat: usize) -> bool {
        self.controls[seat] != TimeControl::None
    }

    /// The turn of a seat begins; its clock runs unless everything is paused.
    pub fn begin(&mut self, seat: usize, now: Time, paused: bool) {
        self.reading.spent = Span::ZERO;
        self.go_on(seat, now, paused);
    }

    fn go_on(&mut self, seat: usize, now: Time, paused: bool) {
        self.turn = Some(seat);
        self.since = (!paused && !self.held).then_some(now);
    }

    /// No clock runs from now on.
    pub fn hold(&mut self) {
        (self.since, self.held) = (None, true);
    }

    /// The clock that runs stands still for a while.
    pub fn pause(&mut self, now: Time) {
        self.reading.spent = self.elapsed(now);
        self.since = None;
    }

    /// It goes on.
    pub fn resume(&mut self, now: Time) {
        self.since = self.turn.filter(|_| !self.held).map(|_| now);
    }

    /// Takes so much off the present turn, as if it had begun later; says when it had, to undo that.
    pub fn excuse(&mut self, span: Span, now: Time) -> Option<Time> {
        let before = self.since;
        self.since = before.map(|since| since.after(span).min(now).max(since));
        before
    }

    /// Nothing was taken off after all.
    pub fn excuse_nothing(&mut self, before: Option<Time>) {
        self.since = before;
    }

    /// How much of the present turn is over.
    fn elapsed(&self, now: Time) -> Span {
        let running = self.since.map_or(Span::ZERO, |since| now.since(since));
        Span(self.reading.spent.0.saturating_add(running.0))
    }

    /// What of a turn's time is taken off the clock.
    fn used(&self, seat: usize, elapsed: Span) -> i64 {
        match self.controls[seat] {
            TimeControl::None => 0,
            _ => elapsed.signed().saturating_sub(self.delay(seat).signed()).max(0),
        }
    }

    fn bonus(&self, seat: usize) -> Bonus {
        let period = self.controls[seat].period(self.reading.turns[seat]);
        period.map_or(Bonus::None, |(period, _)| period.bonus)
    }

    fn delay(&self, seat: usize) -> Span {
        match self.bonus(seat) {
            Bonus::Delay(delay) => delay,
            _ => Span::ZERO,
        }
    }

    /// When the flag of the clock that runs falls.
    pub fn deadline(&self) -> Option<Time> {
        let (seat, since) = (self.turn?, self.since?);
        if !self.has(seat) {
            return None;
        }
        let budget = self.reading.banked[seat].saturating_add(self.granted[seat]).max(0);
        let budget = Span::of(budget.saturating_add(self.delay(seat).signed()));
        Some(since.after(Span(budget.0.saturating_sub(self.reading.spent.0))))
    }

    /// The seat whose turn it is has completed it. `playing` are those who were in the game.
    pub fn complete(&mut self, now: Time, playing: &[usize]) {
        let Some(seat) = self.turn.filter(|_| !self.held) else { return };
        let elapsed = self.elapsed(now);
        let bonus = self.bonus(seat);
        self.charge(seat, self.used(seat, elapsed), playing);
        let banked = &mut self.reading.banked[seat];
        match bonus {
            Bonus::Increment(span) => *banked += span.signed(),
            Bonus::Bronstein(span) => *banked += span.min(elapsed).signed(),
            Bonus::None | Bonus::Delay(_) => {}
        }
        let left = self.controls[seat].period(self.reading.turns[seat]).and_then(|(_, left)| left);
        self.reading.turns[seat] += 1;
        if left == Some(1)
            && let Some((next, _)) = self.controls[seat].period(self.reading.turns[seat])
        {
            self.reading.banked[seat] += next.base.signed();
        }
        if let TimeControl::PerMove(span) = self.controls[seat] {
            self.reading.banked[seat] = span.signed();
            self.granted[seat] = 0;
        }
        self.reading.spent = Span::ZERO;
        (self.turn, self.since) = (None, None);
    }

    /// The turn is broken off: the game ends, or who was to move leaves.
    pub fn break_off(&mut self, now: Time, playing: &[usize]) {
        let Some(seat) = self.turn else { return };
        let used = self.used(seat, self.elapsed(now));
        self.charge(seat, used, playing);
        self.reading.spent = Span::ZERO;
        (self.turn, self.since) = (None, None);
    }

    /// Someone else leaves while a clock runs: what an hourglass has run so far is shared among those who were there.
    pub fn share_out(&mut self, now: Time, playing: &[usize]) {
        let Some(seat) = self.turn.filter(|seat| matches!(self.controls[*seat], TimeControl::Hourglass(_)))
        else {
            return;
        };
        self.charge(seat, self.elapsed(now).signed(), playing);
        self.reading.spent = Span::ZERO;
        self.since = self.since.map(|_| now);
    }

    /// Sets the clocks as they are known to have been after a ply of a seat; no clock runs.
    pub fn impose(&mut self, seat: usize, left: Option<Span>, turn_over: bool, playing: &[usize]) {
        let left = left.filter(|_| self.has(seat) && !matches!(self.controls[seat], TimeControl::PerMove(_)));
        if let Some(left) = left {
            let used = self.reading.banked[seat].saturating_sub(left.min(super::MAX_SPAN).signed());
            self.charge(seat, used, playing);
        }
        self.reading.turns[seat] += u32::from(turn_over);
        self.reading.spent = Span::ZERO;
        (self.turn, self.since) = (None, None);
    }

    /// Takes time off a clock. An hourglass gives it to the others.
    fn charge(&mut self, seat: usize, used: i64, playing: &[usize]) {
        for (other, share) in self.shares(seat, used, playing) {
            self.reading.banked[other] += share;
        }
        self.reading.banked[seat] -= used;
    }

    /// What each other hourglass gets of the time one used; what cannot be shared goes to who comes next.
    fn shares(&self, seat: usize, used: i64, playing: &[usize]) -> Vec<(usize, i64)> {
        let is_hourglass = |seat: usize| matches!(self.controls[seat], TimeControl::Hourglass(_));
        if !is_hourglass(seat) {
            return Vec::new();
        }
        let count = self.controls.len();
        let after = (1..count).map(|step| (seat + step) % count);
        let others: Vec<usize> =
            after.filter(|other| playing.contains(other) && is_hourglass(*other)).collect();
        let number = others.len().max(1) as i64;
        let share = |(index, other): (usize, usize)| {
            (other, used.div_euclid(number) + i64::from((index as i64) < used.rem_euclid(number)))
        };
        others.into_iter().enumerate().map(share).collect()
    }

    /// Gives a seat more time.
    pub fn grant(&mut self, seat: usize, span: Span) {
        self.granted[seat] = self.granted[seat].saturating_add(span.signed());
    }

    /// Whether a seat could be given so much more.
    pub fn can_grant(&self, seat: usize, span: Span) -> bool {
        self.granted[seat].saturating_add(span.signed()) <= super::MAX_SPAN.signed()
    }

    /// What the clocks show now, to come back to.
    pub fn reading(&self, now: Time) -> Reading {
        Reading { spent: self.elapsed(now), ..self.reading.clone() }
    }

    /// Comes back to a reading; the clock of the seat to move, if any, goes on from there.
    pub fn restore(&mut self, reading: &Reading, turn: Option<usize>, now: Time, paused: bool) {
        self.reading.clone_from(reading);
        (self.turn, self.since) = (None, None);
        if let Some(seat) = turn {
            self.go_on(seat, now, paused);
        }
    }

    /// What each clock shows.
    pub fn views(&self, now: Time, playing: &[usize]) -> Vec<ClockView> {
        let elapsed = self.elapsed(now);
        let mut left: Vec<i64> =
            self.reading.banked.iter().zip(&self.granted).map(|(banked, granted)| banked + granted).collect();
        if let Some(seat) = self.turn {
            let used = self.used(seat, elapsed);
            self.shares(seat, used, playing).into_iter().for_each(|(other, share)| left[other] += share);
            left[seat] -= used;
        }
        let view = |seat: usize| {
            let to_move = self.turn == Some(seat);
            let delay = if to_move { self.delay(seat).0.saturating_sub(elapsed.0) } else { 0 };
            let increment = match self.bonus(seat) {
                Bonus::Increment(span) => span,
                _ => Span::ZERO,
            };
            ClockView {
                left: self.has(seat).then(|| Span::of(left[seat])),
                running: to_move && self.since.is_some() && self.has(seat),
                delay: Span(delay),
                increment,
                turns_left: self.controls[seat].period(self.reading.turns[seat]).and_then(|(_, left)| left),
            }
        };
        (0..self.controls.len()).map(view).collect()
    }
}

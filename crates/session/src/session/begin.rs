//! How a session and each of its games begin.

use super::{Answer, Chair, Session, Speaker};
use crate::clock::Clocks;
use crate::command::Seating;
use crate::conclusion::Conclusion;
use crate::event::Event;
use crate::journal::Journal;
use crate::player::{Ai, Occupant, PlayerKind, is_name, is_program_name};
use crate::refusal::{Code, Refusal};
use crate::score::Score;
use crate::seat::Seat;
use crate::terms::Terms;
use crate::time::Time;
use crate::{MAX_GAMES, MAX_NAME};
use chatura_rules::notation::{format_fen, parse_fen};
use chatura_rules::{Line, Position};

impl Session {
    /// A table for the game of a position, which is where it starts. It begins at once unless a seat is empty.
    pub fn new(start: Position, seats: Vec<Occupant>, terms: Terms, now: Time) -> Result<Session, Refusal> {
        let players = start.game().players().len();
        if seats.len() != players {
            let sentence = format!("the game has {players} seats, not {}", seats.len());
            return Err(Refusal::new(Code::BadValue, sentence));
        }
        if terms.clocks.written() > players {
            let sentence = format!("the game has {players} seats, not {} clocks", terms.clocks.written());
            return Err(Refusal::new(Code::BadValue, sentence));
        }
        seats.iter().try_for_each(check)?;
        let chair = |occupant| Chair { occupant, score: Score::default(), ended_at: None };
        let clocks = Clocks::new(&terms.clocks, players);
        let mut session = Session {
            journal: Journal::new(terms.variations),
            terms,
            chairs: seats.into_iter().map(chair).collect(),
            number: 1,
            version: 0,
            now,
            begun: false,
            paused: false,
            line: Line::new(start),
            first: clocks.reading(now),
            clocks,
            conclusion: None,
            draw: None,
            takeback: None,
            offered: vec![false; players],
        };
        session.begin(now);
        Ok(session)
    }

    /// Goes on with a match: this is its game of this number, and so the players did in those before.
    pub fn continue_match(&mut self, number: u32, scores: &[Score]) {
        self.number = number;
        for (chair, score) in self.chairs.iter_mut().zip(scores) {
            chair.score = *score;
        }
    }

    /// Begins if every seat is taken. A position that is over needs no players to be so.
    pub(super) fn begin(&mut self, now: Time) -> Vec<Event> {
        let (number, fen, seats) = (self.number, format_fen(self.position()), self.seats());
        self.conclusion = self.line.outcome().map(Conclusion::of);
        let is_empty = |chair: &Chair| chair.occupant.kind == PlayerKind::Nobody;
        if !self.is_over() && self.chairs.iter().any(is_empty) {
            return vec![Event::Waiting { number, fen, seats, table: self.table(now) }];
        }
        self.begun = true;
        if !self.is_over() {
            self.clocks.begin(self.to_move().index(), now, self.paused);
        }
        let mut events = vec![Event::Started { number, fen, seats, table: self.table(now) }];
        if self.is_over() {
            events.push(self.ended(now));
        }
        events
    }

    /// The next game at the same table.
    pub(super) fn new_game(
        &mut self,
        from: &Speaker,
        seating: &Seating,
        fen: Option<&str>,
        now: Time,
    ) -> Answer {
        if !self.is_over() {
            from.require_host("begin another game before this one is over")?;
        }
        let start = match fen {
            None => self.line.first(),
            Some(fen) => {
                from.require_host("choose the position to start from")?;
                let game = self.position().game();
                let bad = |error: String| Refusal::new(Code::BadStart, error);
                let setup = parse_fen(game, fen).map_err(|error| bad(error.to_string()))?;
                Position::new(game, &setup).map_err(|error| bad(error.to_string()))?
            }
        };
        let order = self.order(seating)?;
        if self.number >= MAX_GAMES {
            return Err(Refusal::new(Code::Full, format!("a session has {MAX_GAMES} games at most")));
        }
        let scores = self.scores();
        for (chair, score) in self.chairs.iter_mut().zip(scores) {
            (chair.score, chair.ended_at) = (score, None);
        }
        self.chairs = order.iter().map(|seat| self.chairs[seat.index()].clone()).collect();
        self.number += 1;
        self.line = Line::new(start);
        self.journal = Journal::new(self.terms.variations);
        self.clocks = Clocks::new(&self.terms.clocks, self.chairs.len());
        self.first = self.clocks.reading(now);
        (self.begun, self.paused) = (false, false);
        (self.conclusion, self.draw, self.takeback) = (None, None, None);
        self.offered.fill(false);
        Ok(self.begin(now))
    }

    /// For each seat the one from which its player comes.
    fn order(&self, seating: &Seating) -> Result<Vec<Seat>, Refusal> {
        let count = self.chairs.len();
        let seats = (0..count).map(|seat| Seat(seat as u8));
        match seating {
            Seating::Keep => Ok(seats.collect()),
            Seating::Rotate => Ok((0..count).map(|seat| Seat(((seat + count - 1) % count) as u8)).collect()),
            Seating::Order(order) => {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                match sorted.into_iter().eq(seats) {
                    true => Ok(order.clone()),
                    false => {
                        let sentence = format!("an order names each of the {count} seats once, from 0");
                        Err(Refusal::new(Code::BadOrder, sentence))
                    }
                }
            }
        }
    }
}

/// Whether a name can be shown on one line everywhere.
pub(super) fn check_name(name: &str) -> Result<(), Refusal> {
    if name.chars().count() > MAX_NAME {
        return Err(Refusal::new(Code::BadValue, format!("a name has {MAX_NAME} characters at most")));
    }
    if name.chars().any(char::is_control) {
        return Err(Refusal::new(
            Code::BadValue,
            "a name is written on one line, without control characters",
        ));
    }
    Ok(())
}

/// Whether someone can sit at a seat.
pub(super) fn check(occupant: &Occupant) -> Result<(), Refusal> {
    check_name(&occupant.name)?;
    match &occupant.kind {
        PlayerKind::Ai(Ai::Strategy(name)) if !is_name(name) => {
            let sentence = "a strategy's name has small letters, digits and -, 40 at most";
            Err(Refusal::new(Code::BadValue, sentence))
        }
        PlayerKind::Ai(Ai::Program(name)) if !is_program_name(name) => {
            let sentence = "a program's name has small letters, digits, -, _ and ., 40 at most";
            Err(Refusal::new(Code::BadValue, sentence))
        }
        _ => Ok(()),
    }
}

//! What the tests share: games, short ways to make sessions, and random sessions that are checked at every step.

#![allow(dead_code)]

pub mod clocks;
pub mod storm;

use chatura_rules::{Game, Position};
use chatura_session::{Command, Event, Occupant, PlayerKind, Refusal, Seat, Session, Terms, Time, Who};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// A game of the catalogue, compiled once.
pub fn game(name: &str) -> Arc<Game> {
    static GAMES: Mutex<Option<HashMap<String, Arc<Game>>>> = Mutex::new(None);
    let mut games = GAMES.lock().unwrap();
    let games = games.get_or_insert_default();
    let load =
        || chatura_define::catalogue::load(name, &[], 7).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    Arc::clone(games.entry(name.to_owned()).or_insert_with(load))
}

/// Persons at every seat, called A, B, C …
pub fn persons(count: usize) -> Vec<Occupant> {
    (0..count)
        .map(|seat| Occupant::new(char::from(b'A' + seat as u8).to_string(), PlayerKind::Person))
        .collect()
}

/// A session of persons from the start.
pub fn table(name: &str, terms: Terms) -> Session {
    let game = game(name);
    Session::new(Position::start(&game), persons(game.players().len()), terms, Time(0)).unwrap()
}

/// A session of persons from a FEN.
pub fn table_at(name: &str, fen: &str, terms: Terms) -> Session {
    let game = game(name);
    let setup = chatura_rules::notation::parse_fen(&game, fen).unwrap();
    let start = Position::new(&game, &setup).unwrap();
    Session::new(start, persons(game.players().len()), terms, Time(0)).unwrap()
}

/// Terms with a clock.
pub fn clock(notation: &str) -> Terms {
    Terms { clocks: notation.parse().unwrap(), ..Terms::default() }
}

/// One seat.
pub fn seat(seat: u8) -> Who {
    Who::Seat(Seat(seat))
}

/// Plays moves, each by whose turn it is, a second apart; panics if one is refused.
pub fn play(session: &mut Session, moves: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for text in moves.split_whitespace() {
        let turn = session.turn().unwrap_or_else(|| panic!("the game is over before {text}"));
        let now = Time(1000 * (session.ply() as u64 + 1));
        events.extend(session.tick(now));
        let done = session.handle(Who::Seat(turn), Command::play(text), now);
        events.extend(done.unwrap_or_else(|refusal| panic!("{text}: {refusal}")));
    }
    events
}

/// Gives a command at a time, after the flags.
pub fn say(session: &mut Session, from: Who, command: Command, now: u64) -> Result<Vec<Event>, Refusal> {
    session.tick(Time(now));
    session.handle(from, command, Time(now))
}

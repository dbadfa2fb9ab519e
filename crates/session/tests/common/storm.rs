//! Random sessions, checked at every step.

use super::clocks::Expected;
use chatura_rules::notation::{format_move, format_san, parse_move, pgn};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Position};
use chatura_session::{
    Ai, Command, Event, NodeId, Occupant, Permit, Phase, PlayerKind, Seat, Seating, Session, Span, State,
    Terms, Time, UndoPolicy, Who,
};
use std::sync::Arc;

const CLOCKS: &[&str] = &[
    "none",
    "none",
    "5+3",
    "1+0",
    "2h",
    "40s+1",
    "2/20s+1,15s+2",
    "3/30s",
    "10s/move",
    "30s d3",
    "20s b2",
    "hourglass:30s",
    "hourglass:20s",
    "1+1 vs none",
    "10s+1 vs 30s",
    "2/20s d2,5/10s b1",
    "3d/move",
];

/// What came of a storm.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Commands that were accepted.
    pub accepted: usize,
    /// Commands that were refused.
    pub refused: usize,
    /// Flags that fell.
    pub flags: usize,
    /// Games that ended.
    pub ended: usize,
}

impl Tally {
    /// Adds another.
    pub fn add(&mut self, other: &Tally) {
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.flags += other.flags;
        self.ended += other.ended;
    }
}

/// One random session of so many commands. Panics if anything is inconsistent.
pub fn storm(game: &Arc<Game>, seed: u64, commands: usize) -> Tally {
    let mut dice = Random::new(seed);
    let players = game.players().len();
    let terms = terms(&mut dice);
    let seats: Vec<Occupant> = (0..players).map(|seat| occupant(&mut dice, seat)).collect();
    let start = Position::start(game);
    let make = || Session::new(start.clone(), seats.clone(), terms.clone(), Time(0)).unwrap();
    let mut session = make();
    let mut expected = Expected::new(&session, Time(0));
    let (mut tally, mut log, mut now) = (Tally::default(), Vec::new(), 0u64);
    for _ in 0..commands {
        now += delay(&mut dice);
        tick(&mut session, &mut expected, Time(now), &mut tally);
        let (from, command) = command(&mut dice, &session);
        let before = session.view(Time(now));
        let (tree, version) = (session.tree(), session.version());
        match session.handle(from.clone(), command.clone(), Time(now)) {
            Ok(events) => {
                assert!(!events.is_empty(), "{command:?} did nothing");
                assert_eq!(session.version(), version + events.len() as u64);
                events.iter().for_each(|event| expected.follow(&session, event));
                tally.ended += ends(&events);
                tally.accepted += 1;
                log.push((from, command, Time(now)));
            }
            Err(refusal) => {
                assert!(!refusal.sentence.is_empty());
                assert_eq!(session.view(Time(now)), before, "{command:?} was refused but changed something");
                assert_eq!(session.tree(), tree, "{command:?} was refused but changed the tree");
                tally.refused += 1;
            }
        }
        expected.check(&session);
        check(&session, Time(now));
    }
    replays(&session);
    rebuilds(make(), &log, &session, Time(now));
    survives_pgn(&session, Time(now));
    tally
}

fn tick(session: &mut Session, expected: &mut Expected, now: Time, tally: &mut Tally) {
    while let Some(at) = session.next_deadline().filter(|at| *at <= now) {
        expected.pass(session, at);
        let events = session.tick(at);
        assert!(!events.is_empty(), "a flag falls at the deadline");
        assert!(session.next_deadline().is_none_or(|next| next >= at));
        events.iter().for_each(|event| expected.follow(session, event));
        (tally.flags, tally.ended) = (tally.flags + 1, tally.ended + ends(&events));
    }
    expected.pass(session, now);
    assert!(session.tick(now).is_empty(), "nothing falls before its deadline");
}

fn ends(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Ended { .. })).count()
}

fn delay(dice: &mut Random) -> u64 {
    match dice.below(40) {
        0 => 60_000,
        1..=4 => dice.below(15_000) as u64,
        5..=10 => 0,
        _ => dice.below(2_500) as u64,
    }
}

fn terms(dice: &mut Random) -> Terms {
    Terms {
        clocks: dice.pick(CLOCKS).parse().unwrap(),
        undo: *dice.pick(&[UndoPolicy::Free, UndoPolicy::Free, UndoPolicy::Ask, UndoPolicy::Off]),
        pause: *dice.pick(&[Permit::Seats, Permit::Host]),
        variations: dice.once_in(3),
    }
}

fn occupant(dice: &mut Random, seat: usize) -> Occupant {
    let kind = match dice.below(20) {
        0 => PlayerKind::Nobody,
        1..=5 => PlayerKind::Ai(Ai::Level(dice.below(9) as u8)),
        _ => PlayerKind::Person,
    };
    Occupant::new(format!("Player {seat}"), kind)
}

fn any_seat(dice: &mut Random, session: &Session) -> Seat {
    // Now and then a seat that does not exist.
    let beyond = usize::from(dice.once_in(30));
    Seat(dice.below(session.seats().len() + beyond) as u8)
}

fn any_who(dice: &mut Random, session: &Session) -> Who {
    match dice.below(10) {
        0..=2 => Who::Host,
        3 => Who::Seats((0..dice.below(4)).map(|_| any_seat(dice, session)).collect()),
        4 => Who::Seats((0..session.seats().len()).map(|seat| Seat(seat as u8)).collect()),
        _ => Who::Seat(any_seat(dice, session)),
    }
}

fn any_node(dice: &mut Random, session: &Session) -> NodeId {
    match session.tree() {
        tree if tree.is_empty() || dice.once_in(10) => NodeId(dice.below(1000) as u32),
        tree => dice.pick(&tree).node,
    }
}

fn command(dice: &mut Random, session: &Session) -> (Who, Command) {
    let position = session.position();
    let moves = position.legal_moves();
    if session.turn().is_some() && dice.below(100) < 62 && !moves.is_empty() {
        let mv = *dice.pick(&moves);
        let text = if dice.once_in(2) { format_san(position, mv) } else { format_move(position, mv) };
        let ply = dice.once_in(4).then(|| (session.ply() + usize::from(dice.once_in(9))) as u32);
        return (Who::Seat(Seat::of(position.turn())), Command::Move { text, ply });
    }
    if session.phase() == Phase::Over && dice.once_in(3) {
        return (Who::Host, new_game(dice, session));
    }
    let who = any_who(dice, session);
    let command = match dice.below(26) {
        0 => {
            Command::play(*dice.pick(&["", "e2e9", "resigns", "b-timeout", "0000", "Qxx", "O-O", "♞", "a1"]))
        }
        1..=3 => Command::Undo,
        4 | 5 => Command::Redo,
        6 => Command::Jump { ply: dice.below(session.past().len() + 4) as u32 },
        7 => Command::RequestTakeback,
        8 => Command::AcceptTakeback,
        9 => Command::DeclineTakeback,
        10 if dice.once_in(3) => Command::Resign,
        11 => Command::OfferDraw,
        12 => Command::AcceptDraw,
        13 => Command::DeclineDraw,
        14 => Command::ClaimDraw,
        15 if dice.once_in(4) => Command::Abort,
        16 => Command::Pause,
        17 | 18 => Command::Resume,
        19 => {
            let seat = any_seat(dice, session);
            Command::AddTime { seat, span: Span(dice.below(20_000) as u64) }
        }
        20 => Command::Swap { first: any_seat(dice, session), second: any_seat(dice, session) },
        21 => {
            let seat = any_seat(dice, session);
            let occupant = occupant(dice, seat.index());
            Command::Replace { seat, occupant }
        }
        22 => {
            let name = dice.pick(&["Ada", "", "line\nbreak", "\u{1f600}", "[%clk 0:00:01] } ) \" \\"]);
            Command::Rename { seat: any_seat(dice, session), name: (*name).to_owned() }
        }
        23 => new_game(dice, session),
        24 => Command::Visit { node: any_node(dice, session) },
        25 => match dice.below(3) {
            0 => Command::Promote { node: any_node(dice, session) },
            1 => Command::Prune { node: any_node(dice, session) },
            _ => {
                let comment = dice.pick(&["good", "} bad {", "", "[%clk 9:99]", "two  spaces"]);
                let nags = (0..dice.below(4)).map(|nag| nag as u16).collect();
                Command::Annotate { node: any_node(dice, session), comment: (*comment).to_owned(), nags }
            }
        },
        _ => Command::Resume,
    };
    (who, command)
}

fn new_game(dice: &mut Random, session: &Session) -> Command {
    let count = session.seats().len();
    let seating = match dice.below(4) {
        0 => Seating::Keep,
        1 => Seating::Rotate,
        2 => Seating::Order((0..count).rev().map(|seat| Seat(seat as u8)).collect()),
        _ => Seating::Order((0..count).map(|_| any_seat(dice, session)).collect()),
    };
    let fen = match dice.below(8) {
        0 => Some("nonsense".to_owned()),
        1 => Some(chatura_rules::notation::format_fen(session.position())),
        _ => None,
    };
    Command::NewGame { seating, fen }
}

/// What holds of every session at every moment.
fn check(session: &Session, now: Time) {
    let view = session.view(now);
    let to_move: Vec<usize> =
        (0..view.seats.len()).filter(|seat| view.table.statuses[*seat].state == State::ToMove).collect();
    let turn: Vec<usize> = view.table.turn.into_iter().map(Seat::index).collect();
    assert_eq!(to_move, turn, "exactly the one whose turn it is is to move");
    assert_eq!(view.phase == Phase::Over, view.conclusion.is_some());
    assert_eq!(view.past.len(), view.table.ply as usize);
    assert_eq!(view.past.len(), session.line().moves().len());
    let running: Vec<usize> = (0..view.seats.len()).filter(|seat| view.table.clocks[*seat].running).collect();
    match view.phase {
        Phase::Playing => assert!(running.iter().all(|seat| turn.contains(seat))),
        _ => assert!(running.is_empty() && session.next_deadline().is_none(), "{:?}", view.phase),
    }
    if view.phase == Phase::Over {
        assert!(view.table.turn.is_none() && view.draw.is_none() && view.takeback.is_none());
    }
    let playing: Vec<Seat> = session.position().playing().map(Seat::of).collect();
    for (by, of) in view.draw.iter().chain(&view.takeback) {
        assert!(!of.is_empty(), "someone is still asked");
        assert!(of.iter().chain([by]).all(|seat| playing.contains(seat)), "who is out is not asked");
        assert!(!of.contains(by), "nobody asks themselves");
    }
    if let Some(conclusion) = &view.conclusion {
        assert!(conclusion.standings.is_empty() || conclusion.standings.len() == view.seats.len());
    }
}

/// The journal alone leads to the same position.
fn replays(session: &Session) {
    let mut line = Line::new(session.line().first());
    for record in session.past() {
        assert_eq!(record.ply as usize, line.moves().len() + 1);
        let mv = parse_move(line.position(), &record.coordinates);
        let mv = mv.unwrap_or_else(|error| panic!("{}: {error}", record.coordinates));
        let san = if session.seats().len() > 2 {
            chatura_rules::notation::format_long(line.position(), mv)
        } else {
            format_san(line.position(), mv)
        };
        assert_eq!(san, record.san);
        line.play(mv).unwrap();
    }
    assert_eq!(line.position(), session.position());
    assert_eq!(line.position().hash(), session.position().hash_afresh());
    assert_eq!(session.position_at(session.ply()).as_ref(), Some(session.position()));
    assert_eq!(session.position_at(0), Some(line.first()));
}

/// The same commands at the same times make the same session.
fn rebuilds(mut again: Session, log: &[(Who, Command, Time)], session: &Session, now: Time) {
    for (from, command, at) in log {
        again.tick(*at);
        again.handle(from.clone(), command.clone(), *at).unwrap();
    }
    again.tick(now);
    assert_eq!(again.view(now), session.view(now));
    assert_eq!(again.tree(), session.tree());
}

/// Saved and loaded, it is the same game.
fn survives_pgn(session: &Session, now: Time) {
    let text = session.pgn(&[]).to_string();
    let pgn: Vec<_> = pgn::games(&text).collect::<Result<_, _>>().unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(pgn.len(), 1, "{text}");
    let game = Arc::clone(session.position().game());
    let terms = Terms { clocks: chatura_session::TimeControls::default(), ..session.terms().clone() };
    let loaded = Session::load(|_| Some(Arc::clone(&game)), &pgn[0], terms, None, now);
    let loaded = loaded.unwrap_or_else(|error| panic!("{error}: {text}"));
    let main = |session: &Session| -> Vec<(String, Option<Span>, Vec<u16>)> {
        let mut line = Vec::new();
        let mut parent = None;
        let tree = session.tree();
        while let Some(next) = tree.iter().find(|record| record.parent == parent) {
            line.push((next.san.clone(), next.clock, next.nags.clone()));
            parent = Some(next.node);
        }
        line
    };
    let leaves =
        |(san, ..): &(String, Option<Span>, Vec<u16>)| san.contains("-resigns") || san.contains("-timeout");
    let two = session.seats().len() == 2;
    let (mut expected, mut found) = (main(session), main(&loaded));
    expected.retain(|record| !two || !leaves(record));
    found.retain(|record| !two || !leaves(record));
    assert_eq!(found, expected, "{text}");
    assert_eq!(loaded.terms().clocks, session.terms().clocks);
    if !session.terms().variations {
        assert_eq!(loaded.position(), session.position(), "{text}");
        let told = |session: &Session| {
            session.conclusion().map(|c| (c.cause, c.result.clone(), c.standings.clone()))
        };
        assert_eq!(told(&loaded), told(session), "{text}");
    }
    let again = loaded.pgn(&[]).to_string();
    if !session.terms().variations {
        assert_eq!(again, text);
    }
}

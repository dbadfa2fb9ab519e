//! The table: who sits where, pauses, time, several games in turn; and all of it as data.

use crate::common::{clock, game, persons, play, say, seat, table, table_at};
use chatura_rules::Position;
use chatura_session::{
    Ai, Cause, Code, Command, Event, Occupant, Permit, Phase, PlayerKind, Seat, Seating, Session, Span,
    Terms, Time, Who,
};

fn code(answer: Result<Vec<Event>, chatura_session::Refusal>) -> Code {
    answer.expect_err("this should be refused").code
}

#[test]
fn aborting_is_for_the_beginning() {
    let mut session = table("chess", Terms::default());
    play(&mut session, "e4");
    say(&mut session, seat(1), Command::Abort, 2_000).unwrap();
    let conclusion = session.conclusion().unwrap();
    assert_eq!((conclusion.cause, conclusion.result.as_str()), (Cause::Aborted, "*"));
    assert_eq!(session.table(Time(2_000)).statuses[0].words, "the game was aborted");
    assert_eq!(session.scores()[0], chatura_session::Score::default());
    let mut session = table("chess", Terms::default());
    play(&mut session, "e4 e5");
    assert_eq!(code(say(&mut session, seat(1), Command::Abort, 3_000)), Code::NotAllowed);
    say(&mut session, Who::Host, Command::Abort, 3_000).unwrap();
}

#[test]
fn a_pause_stops_clocks_and_moves() {
    let mut session = table("chess", clock("1+0"));
    say(&mut session, seat(1), Command::Pause, 10_000).unwrap();
    assert_eq!(session.next_deadline(), None);
    assert_eq!(code(say(&mut session, seat(0), Command::play("e4"), 20_000)), Code::Paused);
    assert_eq!(code(say(&mut session, seat(0), Command::Pause, 20_000)), Code::Paused);
    say(&mut session, seat(0), Command::Resume, 500_000).unwrap();
    assert_eq!(code(say(&mut session, seat(0), Command::Resume, 500_000)), Code::NotPaused);
    assert_eq!(session.next_deadline(), Some(Time(550_000)));
    let mut session = table("chess", Terms { pause: Permit::Host, ..Terms::default() });
    assert_eq!(code(say(&mut session, seat(0), Command::Pause, 0)), Code::NotAllowed);
    say(&mut session, Who::Host, Command::Pause, 0).unwrap();
}

#[test]
fn time_is_given_to_others() {
    let mut session = table("chess", clock("1+0 vs none"));
    let add = |seat: u8, span: u64| Command::AddTime { seat: Seat(seat), span: Span(span) };
    say(&mut session, seat(1), add(0, 15_000), 1_000).unwrap();
    assert_eq!(session.next_deadline(), Some(Time(75_000)));
    assert_eq!(code(say(&mut session, seat(0), add(0, 15_000), 1_000)), Code::NotAllowed);
    assert_eq!(code(say(&mut session, seat(0), add(1, 15_000), 1_000)), Code::NoClock);
    assert_eq!(code(say(&mut session, seat(1), add(0, 0), 1_000)), Code::BadValue);
    assert_eq!(code(say(&mut session, seat(1), add(0, u64::MAX), 1_000)), Code::BadValue);
    assert_eq!(code(say(&mut session, Who::Host, add(7, 5), 1_000)), Code::NoSuchSeat);
}

#[test]
fn the_host_seats_people() {
    let seats = vec![Occupant::new("Ada", PlayerKind::Person), Occupant::default()];
    let start = Position::start(&game("chess"));
    let mut session = Session::new(start, seats, clock("1+0"), Time(0)).unwrap();
    assert_eq!(session.phase(), Phase::Waiting);
    assert_eq!(code(say(&mut session, seat(0), Command::play("e4"), 5_000)), Code::NotStarted);
    assert_eq!(session.next_deadline(), None, "clocks wait for the last seat");
    let sit =
        |name: &str| Command::Replace { seat: Seat(1), occupant: Occupant::new(name, PlayerKind::Person) };
    assert_eq!(code(say(&mut session, seat(1), sit("Bo"), 5_000)), Code::NotAllowed);
    assert_eq!(code(say(&mut session, Who::Host, sit(&"x".repeat(65)), 5_000)), Code::BadValue);
    let events = say(&mut session, Who::Host, sit("Bo"), 5_000).unwrap();
    assert!(matches!(events[..], [Event::Seated { .. }, Event::Started { .. }]), "{events:?}");
    assert_eq!(session.next_deadline(), Some(Time(65_000)));
    let rename = |name: &str| Command::Rename { seat: Seat(0), name: name.into() };
    say(&mut session, seat(0), rename("Countess"), 6_000).unwrap();
    assert_eq!(session.occupant(Seat(0)).unwrap().name, "Countess");
    assert_eq!(code(say(&mut session, seat(1), rename("Thief"), 6_000)), Code::NotAllowed);
    assert_eq!(code(say(&mut session, seat(0), rename("a\nb"), 6_000)), Code::BadValue);
    say(&mut session, Who::Host, Command::Swap { first: Seat(0), second: Seat(1) }, 7_000).unwrap();
    assert_eq!(session.occupant(Seat(0)).unwrap().name, "Bo");
}

#[test]
fn several_games_keep_the_score_and_may_rotate() {
    let mut session = table("chess", Terms::default());
    let again = |seating| Command::NewGame { seating, fen: None };
    assert_eq!(code(say(&mut session, seat(0), again(Seating::Keep), 0)), Code::NotAllowed);
    play(&mut session, "f3 e5 g4 Qh4#");
    let events = say(&mut session, seat(0), again(Seating::Rotate), 5_000).unwrap();
    let [Event::Started { number: 2, seats, table, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((seats[0].name.as_str(), seats[0].score.won, seats[0].score.points().as_str()), ("B", 1, "1"));
    assert_eq!((seats[1].name.as_str(), seats[1].score.lost), ("A", 1));
    assert_eq!((table.ply, table.turn), (0, Some(Seat(0))));
    say(&mut session, seat(0), Command::Resign, 6_000).unwrap();
    assert_eq!(session.scores().iter().map(|score| score.halves()).collect::<Vec<_>>(), [2, 2]);
    let backwards = Seating::Order(vec![Seat(1), Seat(0)]);
    say(&mut session, seat(1), again(backwards), 7_000).unwrap();
    assert_eq!(session.occupant(Seat(0)).unwrap().name, "A");
    let twice = Seating::Order(vec![Seat(1), Seat(1)]);
    assert_eq!(code(say(&mut session, Who::Host, again(twice), 7_000)), Code::BadOrder);
    // A game that is broken off does not count.
    say(&mut session, Who::Host, again(Seating::Keep), 8_000).unwrap();
    assert_eq!((session.number(), session.scores()[0].halves()), (4, 2));
}

#[test]
fn the_score_goes_with_the_player_even_after_the_end() {
    let mut session = table("chess", Terms::default());
    play(&mut session, "f3 e5 g4 Qh4#");
    say(&mut session, Who::Host, Command::Swap { first: Seat(0), second: Seat(1) }, 5_000).unwrap();
    assert_eq!(session.scores()[0].won, 1, "the winner sits at seat 0 now");
    let newcomer = Command::Replace { seat: Seat(0), occupant: Occupant::new("C", PlayerKind::Person) };
    say(&mut session, Who::Host, newcomer, 5_000).unwrap();
    assert_eq!((session.scores()[0].won, session.scores()[1].lost), (0, 1));
}

#[test]
fn a_new_game_may_start_elsewhere() {
    let mut session = table("chess", Terms::default());
    let at = |fen: &str| Command::NewGame { seating: Seating::Keep, fen: Some(fen.into()) };
    assert_eq!(code(say(&mut session, Who::Host, at("nonsense"), 0)), Code::BadStart);
    say(&mut session, Who::Host, at("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), 0).unwrap();
    play(&mut session, "O-O-O");
    assert_eq!(session.number(), 2);
    let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    let events = say(&mut session, Who::Host, at(mated), 5_000).unwrap();
    assert!(matches!(events[..], [Event::Started { .. }, Event::Ended { .. }]), "{events:?}");
}

#[test]
fn a_position_that_is_over_needs_no_moves() {
    let session = table_at("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", clock("5+0"));
    assert_eq!((session.phase(), session.next_deadline()), (Phase::Over, None));
}

#[test]
fn a_session_needs_as_many_players_as_seats() {
    let start = Position::start(&game("chess"));
    let error = Session::new(start.clone(), persons(3), Terms::default(), Time(0)).err().unwrap();
    assert_eq!(error.to_string(), "the game has 2 seats, not 3");
    let error = Session::new(start, persons(2), clock("1 vs 2 vs 3"), Time(0)).err().unwrap();
    assert_eq!(error.to_string(), "the game has 2 seats, not 3 clocks");
}

#[test]
fn commands_and_events_are_data() {
    let commands = [
        Command::play("e2e4"),
        Command::Jump { ply: 3 },
        Command::AddTime { seat: Seat(1), span: Span(15_000) },
        Command::NewGame { seating: Seating::Order(vec![Seat(1), Seat(0)]), fen: None },
        Command::Replace { seat: Seat(0), occupant: Occupant::new("Ada", PlayerKind::Ai(Ai::Depth(4))) },
    ];
    for command in commands {
        let text = serde_json::to_string(&command).unwrap();
        assert_eq!(serde_json::from_str::<Command>(&text).unwrap(), command, "{text}");
    }
    assert_eq!(serde_json::to_string(&Command::play("e4")).unwrap(), r#"{"command":"move","text":"e4"}"#);
    assert_eq!(
        serde_json::from_str::<Command>(r#"{"command":"new-game"}"#).unwrap(),
        Command::NewGame { seating: Seating::Keep, fen: None }
    );
    let mut session = table("chess", clock("5+3"));
    let mut events = play(&mut session, "f3 e5 g4 Qh4#");
    events.extend(say(&mut session, seat(0), Command::Undo, 9_000).unwrap());
    for event in events {
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), event, "{text}");
    }
    let view = session.view(Time(9_000));
    let text = serde_json::to_string(&view).unwrap();
    assert_eq!(serde_json::from_str::<chatura_session::View>(&text).unwrap(), view, "{text}");
}

#[test]
fn a_game_loaded_with_an_empty_seat_waits() {
    let text = "[Seats \"human, nobody\"]\n[Clock \"1+0\"]\n\n1. e4 {[%clk 0:00:50]} *";
    let pgn = chatura_rules::notation::pgn::games(text).next().unwrap().unwrap();
    let mut session = Session::load(|_| Some(game("chess")), &pgn, Terms::default(), None, Time(0)).unwrap();
    assert_eq!((session.phase(), session.next_deadline(), session.ply()), (Phase::Waiting, None, 1));
    let sit = Command::Replace { seat: Seat(1), occupant: Occupant::new("B", PlayerKind::Person) };
    say(&mut session, Who::Host, sit, 5_000).unwrap();
    assert_eq!((session.turn(), session.next_deadline()), (Some(Seat(1)), Some(Time(65_000))));
    assert_eq!(session.table(Time(5_000)).clocks[0].left, Some(Span(50_000)));
}

//! More than two players: who is put out and why, and what counts as captured.

use crate::common;

use crate::common::{persons, play, say, seat, table_at};
use chatura_rules::Position;
use chatura_session::{
    Ai, Cause, Code, Command, Event, Moved, Phase, PlayerKind, Session, State, Terms, Time, UndoPolicy, Who,
};

/// Four players on a board of 6 by 6; Green has left already.
fn four(elimination: &str, fen: &str) -> Session {
    let text = format!(
        r#"
board = {{ shape = "cross", size = 6, corner = 0 }}
setup.army = "1RKQR1"
players.names = ["Red", "Blue", "Yellow", "Green"]
players.symmetry = "rotation"
[pieces]
pawn   = {{ letter = "P", moves = "fmWfcF" }}
knight = {{ letter = "N", moves = "N" }}
rook   = {{ letter = "R", moves = "R" }}
queen  = {{ letter = "Q", moves = "Q" }}
king   = {{ letter = "K", moves = "K", royal = true }}
[end]
{elimination}
"#
    );
    let game = chatura_define::load_text(&text, "test", &[], 0).unwrap();
    let setup = chatura_rules::notation::parse_fen(&game, fen).unwrap();
    Session::new(Position::new(&game, &setup).unwrap(), persons(4), Terms::default(), Time(0)).unwrap()
}

const MATE: &str = "yK,5/5,rR/3,bN,2/4,yP,1/bK,5/2,rR,2,rK r - - 0 1";
const STALEMATE: &str = "yK,5/5,rR/6/6/bK,5/4,rR,rK r - - 0 1";

fn last(events: &[Event]) -> &Moved {
    match events.last() {
        Some(Event::Moved(moved)) => moved,
        other => panic!("{other:?}"),
    }
}

#[test]
fn who_is_mated_is_out_by_checkmate() {
    for army in ["", "elimination.army = \"removed\"", "elimination.army = \"inherited\""] {
        let mut session = four(army, MATE);
        let table = session.table(Time(0));
        assert_eq!(table.statuses[3].words, "out since before this game began");
        let events = play(&mut session, "c1c6");
        assert_eq!((last(&events).out.len(), last(&events).table.check.join(" ").as_str()), (0, "a6"));
        assert_eq!(last(&events).table.statuses[2].words, "waiting, in check");
        let events = play(&mut session, "a2a3");
        let moved = last(&events);
        assert_eq!(moved.out, [(chatura_session::Seat(2), "by checkmate".to_owned())], "{army}");
        assert_eq!(moved.table.statuses[2].state, State::Out);
        assert_eq!(moved.table.statuses[2].words, "out by checkmate");
        assert!(moved.record.captured.is_empty(), "an army that leaves is not captured: {army}");
    }
}

#[test]
fn who_cannot_move_is_out_by_stalemate() {
    let mut session = four("", STALEMATE);
    assert_eq!(last(&play(&mut session, "e1b1 a2a3")).out[0].1, "by stalemate");
    let mut session = four("elimination.stalemate = \"draw\"", STALEMATE);
    assert_eq!(last(&play(&mut session, "e1b1 a2a3")).out[0].1, "by stalemate, with a draw");
}

#[test]
fn who_loses_the_king_is_out_by_that() {
    // Green steps out of the line between Red's rook and Yellow's king; Red takes it before Yellow can answer.
    let fen = "yK,1,rN,3/6/6/gK,4,bK/6/rR,4,rK g - - 0 1";
    let mut session = four("elimination.army = \"removed\"", fen);
    let turn = session.turn();
    assert_eq!(turn, Some(chatura_session::Seat(3)));
    let events = play(&mut session, "a3b3 a1a6");
    let moved = last(&events);
    assert_eq!(moved.out, [(chatura_session::Seat(2), "by the loss of the royal piece".to_owned())]);
    assert_eq!(moved.record.captured.len(), 1);
    assert_eq!(moved.record.captured[0].letter, "K");
}

#[test]
fn explosions_take_own_pieces_too() {
    let mut session = table_at("atomic", "4k3/8/8/3p4/8/3QB3/8/4K3 w - - 0 1", Terms::default());
    let events = play(&mut session, "Qxd5");
    let captured: Vec<String> = last(&events)
        .record
        .captured
        .iter()
        .map(|piece| format!("{}{}", piece.seat.unwrap().0, piece.letter))
        .collect();
    assert_eq!(captured, ["1P", "0Q"]);
}

#[test]
fn promotion_castling_and_drops_capture_nothing() {
    let mut session = table_at("chess", "1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", Terms::default());
    assert!(last(&play(&mut session, "O-O")).record.captured.is_empty());
    play(&mut session, "Kd7");
    let events = play(&mut session, "axb8=Q");
    let captured = &last(&events).record.captured;
    assert_eq!((captured.len(), captured[0].letter.as_str()), (1, "N"));
    let mut session = table_at("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Terms::default());
    assert_eq!(last(&play(&mut session, "exd6")).record.captured.len(), 1, "en passant");
    let mut session = table_at("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", Terms::default());
    assert!(last(&play(&mut session, "N@e5")).record.captured.is_empty());
}

#[test]
fn who_is_mated_is_no_longer_asked_about_a_draw() {
    let mut session = four("", MATE);
    play(&mut session, "c1c6");
    say(&mut session, seat(1), Command::OfferDraw, 1_000).unwrap();
    say(&mut session, seat(0), Command::AcceptDraw, 1_000).unwrap();
    let events = play(&mut session, "a2a3");
    assert!(matches!(events[..], [Event::Moved(_), Event::Ended { .. }]), "{events:?}");
    assert_eq!(session.conclusion().unwrap().cause, Cause::Agreement);
}

#[test]
fn the_last_one_left_does_not_take_the_end_back_alone() {
    let terms = Terms { undo: UndoPolicy::Ask, ..Terms::default() };
    let mut session = common::table("three-player", terms.clone());
    let undo = |session: &mut Session, by: Who| say(session, by, Command::Undo, 3_000).map_err(|no| no.code);
    for (by, now) in [(0, 1_000), (1, 2_000)] {
        say(&mut session, seat(by), Command::Resign, now).unwrap();
    }
    assert_eq!(session.phase(), Phase::Over);
    assert_eq!(undo(&mut session, seat(2)), Err(Code::NeedsConsent));
    undo(&mut session, Who::Host).unwrap();
    // Against AI players alone nobody is concerned.
    let mut seats = persons(3);
    seats[1..].iter_mut().for_each(|seat| seat.kind = PlayerKind::Ai(Ai::Level(1)));
    let start = Position::start(&common::game("three-player"));
    let mut session = Session::new(start, seats, terms, Time(0)).unwrap();
    for (by, now) in [(1, 1_000), (2, 2_000)] {
        say(&mut session, seat(by), Command::Resign, now).unwrap();
    }
    undo(&mut session, seat(0)).unwrap();
}

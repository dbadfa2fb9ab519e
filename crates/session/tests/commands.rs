//! Each command: who may give it, when, and what comes of it.

use crate::common::{clock, game, persons, play, say, seat, table};
use chatura_rules::Position;
use chatura_session::{
    Ai, Cause, Code, Command, Event, Navigation, Notice, Phase, PlayerKind, Seat, Session, Span, Standing,
    State, Terms, Time, UndoPolicy, Who,
};

fn code(answer: Result<Vec<Event>, chatura_session::Refusal>) -> Code {
    answer.expect_err("this should be refused").code
}

fn sans(session: &Session) -> Vec<String> {
    session.past().into_iter().map(|record| record.san).collect()
}

fn asking() -> Terms {
    Terms { undo: UndoPolicy::Ask, ..Terms::default() }
}

fn against_ai(person: u8) -> Session {
    let mut seats = persons(2);
    seats[1 - usize::from(person)].kind = PlayerKind::Ai(Ai::Level(1));
    Session::new(Position::start(&game("chess")), seats, Terms::default(), Time(0)).unwrap()
}

#[test]
fn a_move_tells_all_that_came_of_it() {
    let mut session = table("chess", clock("5+3"));
    let events = play(&mut session, "e4 d5 exd5");
    let Some(Event::Moved(moved)) = events.last() else { panic!("{events:?}") };
    assert_eq!((moved.record.ply, moved.record.seat), (3, Seat(0)));
    assert_eq!((moved.record.san.as_str(), moved.record.coordinates.as_str()), ("exd5", "e4d5"));
    let edits: Vec<String> = moved
        .edits
        .iter()
        .map(|edit| {
            let side = |piece: &Option<chatura_session::PieceView>| {
                piece
                    .as_ref()
                    .map_or("-".to_owned(), |piece| format!("{}{}", piece.seat.unwrap().0, piece.letter))
            };
            format!("{} {} {}", edit.cell, side(&edit.before), side(&edit.after))
        })
        .collect();
    assert_eq!(edits, ["e4 0P -", "d5 1P 0P"]);
    assert_eq!(moved.record.captured.len(), 1);
    assert_eq!(
        (moved.record.captured[0].letter.as_str(), moved.record.captured[0].seat),
        ("P", Some(Seat(1)))
    );
    // A second for each of two moves, three seconds back for each.
    assert_eq!(moved.record.clock, Some(Span(300_000 - 2_000 + 6_000)));
    assert_eq!(moved.table.turn, Some(Seat(1)));
    assert_eq!(moved.table.statuses[1].words, "to move");
    let events = play(&mut session, "c6 Bb5 cxb5 Qe2 Nc6 Qxe7+");
    let Some(Event::Moved(moved)) = events.last() else { panic!("{events:?}") };
    assert_eq!(moved.table.check, ["e8"]);
    assert_eq!(moved.table.statuses[1].words, "to move, in check");
    assert_eq!((moved.table.statuses[0].words.as_str(), moved.table.statuses[0].check), ("waiting", false));
    assert_eq!(session.past().iter().map(|record| record.captured.len()).sum::<usize>(), 3);
}

#[test]
fn hands_are_told_too() {
    let mut session = table("crazyhouse", Terms::default());
    let events = play(&mut session, "e4 d5 exd5");
    let Some(Event::Moved(moved)) = events.last() else { panic!("{events:?}") };
    assert_eq!(moved.hands.len(), 1);
    assert_eq!(
        (moved.hands[0].seat, moved.hands[0].letter.as_str(), moved.hands[0].count),
        (Seat(0), "P", 1)
    );
}

#[test]
fn mate_ends_the_game_with_words_for_everybody() {
    let mut session = table("chess", Terms::default());
    let events = play(&mut session, "f3 e5 g4 Qh4#");
    let Some(Event::Ended { conclusion, score, table }) = events.last() else { panic!("{events:?}") };
    assert_eq!((conclusion.cause, conclusion.result.as_str()), (Cause::Rules, "0-1"));
    assert_eq!(conclusion.sentence, "Black wins by checkmate");
    assert_eq!(conclusion.standings, [Standing::Lost, Standing::Won]);
    assert_eq!((score[0].lost, score[1].won), (1, 1));
    assert_eq!(table.turn, None);
    assert_eq!((table.statuses[0].state, table.statuses[1].state), (State::Lost, State::Won));
    assert_eq!(table.statuses[1].words, "won: Black wins by checkmate");
    let refusal = say(&mut session, seat(0), Command::play("a3"), 9_000).unwrap_err();
    assert_eq!(refusal.to_string(), "the game is over: Black wins by checkmate");
}

#[test]
fn only_the_one_to_move_moves() {
    let mut session = table("chess", Terms::default());
    let refusal = say(&mut session, seat(1), Command::play("e7e5"), 0).unwrap_err();
    assert_eq!(
        (refusal.code, refusal.to_string().as_str()),
        (Code::NotYourTurn, "it is White's turn, not Black's")
    );
    assert_eq!(code(say(&mut session, Who::Host, Command::play("e2e4"), 0)), Code::NotYourTurn);
    assert_eq!(code(say(&mut session, seat(2), Command::play("e2e4"), 0)), Code::NoSuchSeat);
    assert_eq!(code(say(&mut session, Who::Seats(vec![]), Command::play("e2e4"), 0)), Code::NotAllowed);
    let both = Who::Seats(vec![Seat(1), Seat(0)]);
    say(&mut session, both.clone(), Command::play("e2e4"), 0).unwrap();
    say(&mut session, both, Command::play("e5"), 0).unwrap();
    assert_eq!(sans(&session), ["e4", "e5"]);
}

#[test]
fn what_is_no_move_is_refused_with_the_reason() {
    let mut session = table("chess", Terms::default());
    let mut sentence =
        |text: &str| say(&mut session, seat(0), Command::play(text), 0).unwrap_err().to_string();
    assert_eq!(sentence("e2e5"), "e2e5 is not legal; legal are e2e3, e2e4");
    assert!(sentence("Nd4").contains("not legal"), "{}", sentence("Nd4"));
    assert!(sentence("hello").contains("is not a move"), "{}", sentence("hello"));
    assert!(sentence("resigns").contains("command of its own"));
    assert!(sentence("b-timeout").contains("command of its own"));
}

#[test]
fn a_move_meant_for_another_ply_comes_too_late() {
    let mut session = table("chess", Terms::default());
    let meant = |ply| Command::Move { text: "e2e4".into(), ply: Some(ply) };
    assert_eq!(code(say(&mut session, seat(0), meant(1), 0)), Code::Stale);
    say(&mut session, seat(0), meant(0), 0).unwrap();
}

#[test]
fn undo_and_redo_go_one_ply_between_persons() {
    let mut session = table("chess", clock("5+0"));
    play(&mut session, "e4 e5 Nf3");
    let events = say(&mut session, seat(1), Command::Undo, 10_000).unwrap();
    let [Event::Navigated(navigated)] = &events[..] else { panic!("{events:?}") };
    assert_eq!((navigated.way, navigated.from, navigated.table.ply), (Navigation::Undo, 3, 2));
    assert_eq!(navigated.edits.len(), 2);
    // White had used a second for the first move, and has the rest again.
    assert_eq!(navigated.table.clocks[0].left, Some(Span(299_000)));
    say(&mut session, seat(0), Command::Undo, 11_000).unwrap();
    assert_eq!(session.future().len(), 2);
    say(&mut session, seat(0), Command::Redo, 12_000).unwrap();
    assert_eq!(sans(&session), ["e4", "e5"]);
    say(&mut session, seat(0), Command::play("d3"), 13_000).unwrap();
    assert_eq!(code(say(&mut session, seat(0), Command::Redo, 13_000)), Code::NothingToRedo);
    assert_eq!(session.tree().len(), 3, "a new move clears what was taken back");
}

#[test]
fn against_an_ai_undo_goes_to_the_own_turn() {
    let mut session = against_ai(0);
    assert_eq!(code(say(&mut session, seat(0), Command::Undo, 0)), Code::NothingToUndo);
    play(&mut session, "e4 e5 Nf3 Nc6");
    say(&mut session, seat(0), Command::Undo, 5_000).unwrap();
    assert_eq!(sans(&session), ["e4", "e5"]);
    say(&mut session, seat(0), Command::Redo, 5_000).unwrap();
    assert_eq!(session.ply(), 4);
    play(&mut session, "d4");
    // While the AI thinks, only the own move comes back.
    say(&mut session, seat(0), Command::Undo, 6_000).unwrap();
    assert_eq!(session.ply(), 4);
    say(&mut session, seat(0), Command::Jump { ply: 1 }, 7_000).unwrap();
    assert_eq!(session.ply(), 1, "a jump goes exactly where it says");
}

#[test]
fn the_first_move_of_an_ai_cannot_be_undone_alone() {
    let mut session = against_ai(1);
    play(&mut session, "e4");
    assert_eq!(code(say(&mut session, seat(1), Command::Undo, 2_000)), Code::NothingToUndo);
    play(&mut session, "e5 Nf3");
    say(&mut session, seat(1), Command::Undo, 5_000).unwrap();
    assert_eq!(sans(&session), ["e4"]);
}

#[test]
fn jump_needs_a_ply_that_is_there() {
    let mut session = table("chess", Terms::default());
    play(&mut session, "e4 e5 Nf3");
    say(&mut session, seat(0), Command::Jump { ply: 0 }, 5_000).unwrap();
    say(&mut session, seat(0), Command::Jump { ply: 3 }, 5_000).unwrap();
    let refusal = say(&mut session, seat(0), Command::Jump { ply: 4 }, 5_000).unwrap_err();
    assert_eq!(refusal.to_string(), "there is no ply 4: the last is 3");
}

#[test]
fn a_takeback_needs_the_other_to_agree() {
    let mut session = table("chess", asking());
    play(&mut session, "e4 e5 Nf3");
    assert_eq!(code(say(&mut session, seat(0), Command::Undo, 4_000)), Code::NeedsConsent);
    assert_eq!(code(say(&mut session, seat(0), Command::Jump { ply: 0 }, 4_000)), Code::NeedsConsent);
    let events = say(&mut session, seat(1), Command::RequestTakeback, 4_000).unwrap();
    assert_eq!(events, [Event::Takeback(Notice::Asked { by: Seat(1), of: vec![Seat(0)] })]);
    assert_eq!(code(say(&mut session, seat(1), Command::AcceptTakeback, 4_000)), Code::NotAllowed);
    assert_eq!(code(say(&mut session, seat(0), Command::RequestTakeback, 4_000)), Code::Pending);
    let events = say(&mut session, seat(0), Command::AcceptTakeback, 5_000).unwrap();
    assert!(
        matches!(events[..], [Event::Takeback(Notice::Accepted { .. }), Event::Navigated(_)]),
        "{events:?}"
    );
    assert_eq!(sans(&session), ["e4"], "back to the turn of who asked");
    say(&mut session, seat(1), Command::play("c5"), 6_000).unwrap();
    say(&mut session, seat(1), Command::RequestTakeback, 6_000).unwrap();
    let events = say(&mut session, seat(0), Command::DeclineTakeback, 6_000).unwrap();
    assert_eq!(events, [Event::Takeback(Notice::Declined { by: Seat(0) })]);
    say(&mut session, seat(1), Command::RequestTakeback, 7_000).unwrap();
    let events = say(&mut session, seat(0), Command::play("Nf3"), 7_000).unwrap();
    assert_eq!(events[0], Event::Takeback(Notice::Lapsed));
    assert_eq!(code(say(&mut session, seat(0), Command::AcceptTakeback, 7_000)), Code::NoOffer);
}

#[test]
fn nobody_is_asked_where_nobody_needs_to_be() {
    let mut session = table("chess", asking());
    play(&mut session, "e4 e5");
    let both = Who::Seats(vec![Seat(0), Seat(1)]);
    say(&mut session, both, Command::Undo, 3_000).unwrap();
    assert_eq!(session.ply(), 1);
    say(&mut session, Who::Host, Command::Undo, 3_000).unwrap();
    assert_eq!(session.ply(), 0);
    let mut session = table("chess", Terms { undo: UndoPolicy::Off, ..Terms::default() });
    play(&mut session, "e4 e5");
    assert_eq!(code(say(&mut session, seat(0), Command::Undo, 3_000)), Code::NotAllowed);
    assert_eq!(code(say(&mut session, seat(0), Command::RequestTakeback, 3_000)), Code::NotAllowed);
}

#[test]
fn resigning_of_two_ends_the_game_and_can_be_undone() {
    let mut session = table("chess", Terms::default());
    play(&mut session, "e4");
    let events = say(&mut session, seat(0), Command::Resign, 2_000).unwrap();
    assert!(matches!(events[..], [Event::Left(_), Event::Ended { .. }]), "{events:?}");
    let conclusion = session.conclusion().unwrap();
    assert_eq!(
        (conclusion.cause, conclusion.sentence.as_str()),
        (Cause::Resignation, "Black wins by resignation")
    );
    assert_eq!(code(say(&mut session, seat(1), Command::Resign, 2_000)), Code::Over);
    say(&mut session, seat(0), Command::Undo, 3_000).unwrap();
    assert_eq!((session.phase(), session.ply()), (Phase::Playing, 1));
    assert_eq!(session.scores()[1].won, 0, "what was undone does not count");
    assert_eq!(code(say(&mut session, Who::Host, Command::Resign, 3_000)), Code::NotAllowed);
}

#[test]
fn of_three_the_rest_goes_on() {
    let mut session = table("three-player", Terms::default());
    let turn = session.turn().unwrap();
    let events = say(&mut session, Who::Seat(Seat(2)), Command::Resign, 1_000).unwrap();
    let [Event::Left(left)] = &events[..] else { panic!("{events:?}") };
    assert_eq!(left.out, [(Seat(2), "by resignation".to_owned())]);
    assert_eq!(
        (left.table.statuses[2].state, left.table.statuses[2].words.as_str()),
        (State::Out, "out by resignation")
    );
    assert_eq!(session.turn(), Some(turn));
    assert_eq!(code(say(&mut session, Who::Seat(Seat(2)), Command::OfferDraw, 1_000)), Code::Out);
    say(&mut session, Who::Seat(turn), Command::Resign, 2_000).unwrap();
    let conclusion = session.conclusion().unwrap();
    assert_eq!(conclusion.standings.iter().filter(|s| **s == Standing::Won).count(), 1);
    say(&mut session, Who::Host, Command::Undo, 3_000).unwrap();
    say(&mut session, Who::Host, Command::Undo, 3_000).unwrap();
    assert_eq!(session.position().playing().count(), 3);
}

#[test]
fn a_draw_needs_all_who_play() {
    let mut session = table("three-player", Terms::default());
    let events = say(&mut session, seat(1), Command::OfferDraw, 0).unwrap();
    assert_eq!(events, [Event::Draw(Notice::Asked { by: Seat(1), of: vec![Seat(0), Seat(2)] })]);
    let events = say(&mut session, seat(0), Command::AcceptDraw, 0).unwrap();
    assert_eq!(events, [Event::Draw(Notice::Accepted { by: Seat(0), of: vec![Seat(2)] })]);
    assert_eq!(session.phase(), Phase::Playing);
    let events = say(&mut session, seat(2), Command::AcceptDraw, 0).unwrap();
    assert!(matches!(events[..], [Event::Draw(_), Event::Ended { .. }]), "{events:?}");
    let conclusion = session.conclusion().unwrap();
    assert_eq!(conclusion.cause, Cause::Agreement);
    assert_eq!(conclusion.standings, [Standing::Drew; 3]);
    // It is taken back alone, without a move.
    say(&mut session, seat(0), Command::Undo, 0).unwrap();
    assert_eq!(session.phase(), Phase::Playing);
}

#[test]
fn who_leaves_is_no_longer_asked() {
    let mut session = table("three-player", Terms::default());
    say(&mut session, seat(1), Command::OfferDraw, 0).unwrap();
    say(&mut session, seat(0), Command::AcceptDraw, 0).unwrap();
    say(&mut session, seat(2), Command::Resign, 0).unwrap();
    let conclusion = session.conclusion().expect("the two who are left had agreed");
    assert_eq!(conclusion.standings, [Standing::Drew, Standing::Drew, Standing::Lost]);
    let mut session = table("three-player", Terms::default());
    say(&mut session, seat(1), Command::OfferDraw, 0).unwrap();
    let events = say(&mut session, seat(1), Command::Resign, 0).unwrap();
    assert_eq!(events.last(), Some(&Event::Draw(Notice::Lapsed)));
}

#[test]
fn draws_are_offered_once_a_move_and_refused_by_moving() {
    let mut session = table("chess", Terms::default());
    say(&mut session, seat(0), Command::OfferDraw, 0).unwrap();
    assert_eq!(code(say(&mut session, seat(1), Command::OfferDraw, 0)), Code::Pending);
    assert_eq!(code(say(&mut session, seat(0), Command::AcceptDraw, 0)), Code::NotAllowed);
    play(&mut session, "e4");
    assert!(session.view(Time(1_000)).draw.is_some(), "the own move does not withdraw it");
    let events = say(&mut session, seat(1), Command::play("e5"), 2_000).unwrap();
    assert_eq!(events[0], Event::Draw(Notice::Lapsed));
    say(&mut session, seat(0), Command::OfferDraw, 2_000).unwrap();
    let events = say(&mut session, seat(1), Command::DeclineDraw, 2_000).unwrap();
    assert_eq!(events, [Event::Draw(Notice::Declined { by: Seat(1) })]);
    assert_eq!(code(say(&mut session, seat(0), Command::OfferDraw, 2_000)), Code::Pending);
    assert_eq!(code(say(&mut session, seat(1), Command::DeclineDraw, 2_000)), Code::NoOffer);
}

#[test]
fn claims_need_something_to_claim() {
    let mut session = table("chess", Terms::default());
    assert_eq!(code(say(&mut session, seat(0), Command::ClaimDraw, 0)), Code::NothingToClaim);
    play(&mut session, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert!(session.view(Time(9_000)).claim.unwrap().contains("repetition"));
    assert_eq!(code(say(&mut session, seat(1), Command::ClaimDraw, 9_000)), Code::NotYourTurn);
    say(&mut session, seat(0), Command::ClaimDraw, 9_000).unwrap();
    let conclusion = session.conclusion().unwrap();
    assert_eq!((conclusion.cause, conclusion.result.as_str()), (Cause::Claim, "1/2-1/2"));
}

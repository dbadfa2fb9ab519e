//! Each kind of clock, and what a fallen flag means.

use crate::common;

use crate::common::{clock, play, say, seat, table, table_at};
use chatura_session::{
    Bonus, Cause, Code, Command, Event, Period, Phase, Seat, Session, Span, Standing, State, Terms, Time,
    TimeControl, TimeControls, Who,
};
use proptest::prelude::*;

fn left(session: &Session, seat: usize, now: u64) -> u64 {
    session.table(Time(now)).clocks[seat].left.expect("a clock").0
}

fn moves(session: &mut Session, text: &str, now: u64) {
    let turn = session.turn().unwrap();
    say(session, Who::Seat(turn), Command::play(text), now).unwrap();
}

#[test]
fn without_a_clock_nothing_runs() {
    let session = table("chess", Terms::default());
    assert_eq!(session.next_deadline(), None);
    assert_eq!(session.table(Time(u64::MAX)).clocks[0].left, None);
}

#[test]
fn two_hours_are_the_first_preset() {
    let session = table("chess", clock(chatura_session::PRESETS[0].notation));
    assert_eq!(left(&session, 0, 0), 7_200_000);
    assert_eq!(session.next_deadline(), Some(Time(7_200_000)));
}

#[test]
fn fischer_adds_after_each_move() {
    let mut session = table("chess", clock("1+5"));
    moves(&mut session, "e4", 10_000);
    assert_eq!((left(&session, 0, 12_000), left(&session, 1, 12_000)), (55_000, 58_000));
}

#[test]
fn nobody_pays_for_the_way_of_a_move() {
    let mut session = table("chess", clock("1+0"));
    let late = |session: &mut Session, text: &str, now| {
        let turn = session.turn().unwrap();
        session.handle_late(Who::Seat(turn), Command::play(text), Time(now), Span(400))
    };
    late(&mut session, "e4", 10_000).unwrap();
    assert_eq!((left(&session, 0, 10_000), left(&session, 1, 10_000)), (50_400, 60_000));
    // A refusal gives nothing back, however often.
    for _ in 0..9 {
        assert_eq!(late(&mut session, "Ke4", 15_000).unwrap_err().code, Code::IllegalMove);
    }
    assert_eq!(left(&session, 1, 15_000), 55_000);
    // A move that was made in time counts, one that was not does not.
    assert_eq!(session.next_deadline(), Some(Time(70_000)));
    assert_eq!(late(&mut session, "e5", 70_400).unwrap_err().code, Code::Time);
    late(&mut session, "e5", 70_399).unwrap();
    assert_eq!(left(&session, 1, 70_399), 1);
    // More than the turn itself is not given back.
    late(&mut session, "Nf3", 70_500).unwrap();
    assert_eq!(left(&session, 0, 70_500), 50_400);
}

#[test]
fn a_simple_delay_waits() {
    let mut session = table("chess", clock("1d5"));
    let clocks = session.table(Time(3_000)).clocks;
    assert_eq!((clocks[0].left, clocks[0].delay, clocks[0].running), (Some(Span(60_000)), Span(2_000), true));
    assert_eq!(session.next_deadline(), Some(Time(65_000)));
    moves(&mut session, "e4", 4_000);
    moves(&mut session, "e5", 16_000);
    assert_eq!((left(&session, 0, 16_000), left(&session, 1, 16_000)), (60_000, 53_000));
}

#[test]
fn a_delay_is_not_given_twice_by_a_pause() {
    let mut session = table("chess", clock("1d5"));
    say(&mut session, seat(0), Command::Pause, 3_000).unwrap();
    say(&mut session, seat(0), Command::Resume, 100_000).unwrap();
    assert_eq!(session.next_deadline(), Some(Time(162_000)));
    assert_eq!(left(&session, 0, 103_000), 59_000);
}

#[test]
fn bronstein_gives_back_what_was_used() {
    let mut session = table("chess", clock("1b5"));
    assert_eq!(left(&session, 0, 3_000), 57_000);
    moves(&mut session, "e4", 3_000);
    assert_eq!(left(&session, 0, 3_000), 60_000);
    moves(&mut session, "e5", 15_000);
    assert_eq!(left(&session, 1, 15_000), 53_000);
}

#[test]
fn more_time_comes_after_so_many_moves() {
    let mut session = table("chess", clock("2/1,30s"));
    let turns = |session: &Session| session.table(Time(0)).clocks[0].turns_left;
    assert_eq!(turns(&session), Some(2));
    moves(&mut session, "e4", 1_000);
    moves(&mut session, "e5", 1_000);
    assert_eq!(turns(&session), Some(1));
    moves(&mut session, "Nf3", 2_000);
    assert_eq!((turns(&session), left(&session, 0, 2_000)), (None, 60_000 - 2_000 + 30_000));
    // A last period with a number comes again and again.
    let mut session = table("chess", clock("1/1"));
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        moves(&mut session, text, 0);
    }
    assert_eq!(left(&session, 0, 0), 180_000);
}

#[test]
fn each_move_has_its_own_time() {
    let mut session = table("chess", clock("10s/move"));
    moves(&mut session, "e4", 9_000);
    assert_eq!((left(&session, 0, 9_000), left(&session, 1, 9_000)), (10_000, 10_000));
    assert_eq!(session.next_deadline(), Some(Time(19_000)));
    say(&mut session, seat(0), Command::AddTime { seat: Seat(1), span: Span(5_000) }, 9_000).unwrap();
    assert_eq!(session.next_deadline(), Some(Time(24_000)));
    moves(&mut session, "e5", 10_000);
    assert_eq!(left(&session, 1, 10_000), 10_000, "what was added was for that move");
}

#[test]
fn hourglasses_give_to_the_others() {
    let mut session = table("chess", clock("hourglass:1"));
    assert_eq!((left(&session, 0, 10_000), left(&session, 1, 10_000)), (50_000, 70_000));
    moves(&mut session, "e4", 10_000);
    moves(&mut session, "e5", 40_000);
    assert_eq!((left(&session, 0, 40_000), left(&session, 1, 40_000)), (80_000, 40_000));
    let session = table("three-player", clock("hourglass:1"));
    let all: Vec<u64> = (0..3).map(|seat| left(&session, seat, 9_999)).collect();
    assert_eq!((all[0], all.iter().sum::<u64>()), (50_001, 180_000));
}

#[test]
fn seats_may_have_different_clocks() {
    let mut session = table("chess", clock("5+0 vs none"));
    moves(&mut session, "e4", 1_000);
    assert_eq!(session.next_deadline(), None);
    assert_eq!(session.table(Time(0)).clocks[1].left, None);
}

#[test]
fn several_moves_of_one_turn_are_one_for_the_clock() {
    let mut session = table("three-player-double", clock("1+5"));
    let turn = session.turn().unwrap().index();
    let first = session.position().legal_moves()[0];
    let text = chatura_rules::notation::format_move(session.position(), first);
    moves(&mut session, &text, 3_000);
    assert_eq!(session.turn().unwrap().index(), turn, "the turn goes on");
    assert_eq!(left(&session, turn, 5_000), 55_000, "and so does the clock");
    let second = session.position().legal_moves()[0];
    let text = chatura_rules::notation::format_move(session.position(), second);
    moves(&mut session, &text, 6_000);
    assert_eq!(left(&session, turn, 6_000), 59_000);
    // Half a turn comes back with the time it had taken.
    say(&mut session, Who::Host, Command::Undo, 9_000).unwrap();
    assert_eq!(left(&session, turn, 9_000), 57_000);
}

#[test]
fn a_flag_falls_at_its_time_and_loses() {
    let mut session = table("chess", clock("1+0"));
    assert!(session.tick(Time(59_999)).is_empty());
    let refusal = session.handle(seat(0), Command::play("e4"), Time(61_000)).unwrap_err();
    assert_eq!((refusal.code, refusal.to_string().as_str()), (Code::Time, "White's time is up"));
    let events = session.tick(Time(75_000));
    let [Event::Left(left), Event::Ended { conclusion, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(left.record.san, "w-timeout");
    assert_eq!(left.table.clocks[0].left, Some(Span(0)));
    assert_eq!((conclusion.cause, conclusion.sentence.as_str()), (Cause::Time, "Black wins on time"));
    assert!(session.tick(Time(80_000)).is_empty());
}

#[test]
fn who_cannot_win_does_not_win_on_time() {
    let lone = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut session = table_at("chess", lone, clock("1+0"));
    let events = session.tick(Time(60_000));
    let [Event::Ended { conclusion, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((conclusion.cause, conclusion.result.as_str()), (Cause::TimeWithoutWinner, "1/2-1/2"));
    assert_eq!(conclusion.sentence, "Draw: White ran out of time, but Black cannot win any more");
    assert_eq!(conclusion.standings, [Standing::Drew; 2]);
    // The one with the pawn does win.
    let mut session = table_at("chess", &lone.replace(" w ", " b "), clock("1+0"));
    session.tick(Time(60_000));
    assert_eq!(session.conclusion().unwrap().sentence, "White wins on time");
}

#[test]
fn a_lone_king_is_judged_by_the_game() {
    // Whether a lone royal piece of Black could win.
    for (game, fen, can) in [
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("chess", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", true),
        ("knightmate", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("crazyhouse", "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", true),
        ("kingofthehill", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
        ("atomic", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
        ("horde", "4k3/8/8/8/8/8/4P3/8 w - - 0 1", true),
    ] {
        let Ok(setup) = chatura_rules::notation::parse_fen(&common::game(game), fen) else {
            panic!("{game}: {fen}")
        };
        let position = chatura_rules::Position::new(&common::game(game), &setup).unwrap();
        assert_eq!(position.can_win(chatura_rules::Player(1)), can, "{game}: {fen}");
    }
}

#[test]
fn of_three_a_flag_puts_out_and_the_next_clock_runs_from_then() {
    let mut session = table("three-player", clock("1+0"));
    let first = session.turn().unwrap();
    let events = session.tick(Time(70_000));
    let [Event::Left(left)] = &events[..] else { panic!("{events:?}") };
    assert_eq!(left.out, [(first, "on time".to_owned())]);
    assert_eq!(left.table.statuses[first.index()].state, State::Out);
    assert_eq!((session.phase(), session.next_deadline()), (Phase::Playing, Some(Time(120_000))));
    // Whoever looks late sees all that fell meanwhile.
    let events = session.tick(Time(1_000_000));
    assert!(matches!(events[..], [Event::Left(_), Event::Ended { .. }]), "{events:?}");
}

#[test]
fn undo_brings_the_clocks_back_but_not_what_was_given() {
    let mut session = table("chess", clock("1+0"));
    play(&mut session, "e4 e5");
    say(&mut session, seat(0), Command::AddTime { seat: Seat(1), span: Span(7_000) }, 2_000).unwrap();
    moves(&mut session, "Nf3", 40_000);
    say(&mut session, seat(1), Command::Jump { ply: 0 }, 41_000).unwrap();
    assert_eq!((left(&session, 0, 41_000), left(&session, 1, 41_000)), (60_000, 67_000));
    say(&mut session, seat(1), Command::Jump { ply: 3 }, 45_000).unwrap();
    assert_eq!((left(&session, 0, 45_000), left(&session, 1, 45_000)), (60_000 - 1_000 - 38_000, 66_000));
}

#[test]
fn a_flag_can_be_undone_where_undo_is_free() {
    let mut session = table("chess", clock("1+0"));
    play(&mut session, "e4 e5");
    session.tick(Time(100_000));
    assert_eq!(session.phase(), Phase::Over);
    say(&mut session, seat(0), Command::Undo, 100_000).unwrap();
    assert_eq!((session.phase(), left(&session, 0, 100_000)), (Phase::Playing, 59_000));
}

#[test]
fn time_never_runs_backwards() {
    let mut session = table("chess", clock("1+0"));
    moves(&mut session, "e4", 10_000);
    session.handle(seat(1), Command::play("e5"), Time(4_000)).unwrap();
    assert_eq!((left(&session, 0, 10_000), left(&session, 1, 10_000)), (50_000, 60_000));
}

fn span(most: u64) -> impl Strategy<Value = Span> {
    prop_oneof![
        (1..=most / 1000).prop_map(Span::seconds),
        (1..=(most / 60_000).max(1)).prop_map(Span::minutes),
        (1..=most).prop_map(Span),
    ]
}

fn bonus() -> impl Strategy<Value = Bonus> {
    prop_oneof![
        Just(Bonus::None),
        span(200_000).prop_map(Bonus::Increment),
        span(200_000).prop_map(Bonus::Delay),
        span(200_000).prop_map(Bonus::Bronstein),
    ]
}

fn control() -> impl Strategy<Value = TimeControl> {
    let period = |moves: bool| {
        (1u16..=1000, span(31_000_000_000), bonus()).prop_map(move |(count, base, bonus)| Period {
            moves: moves.then_some(count),
            base,
            bonus,
        })
    };
    prop_oneof![
        Just(TimeControl::None),
        span(31_000_000_000).prop_map(TimeControl::Hourglass),
        span(31_000_000_000).prop_map(TimeControl::PerMove),
        period(false).prop_map(|period| TimeControl::Periods(vec![period])),
        (prop::collection::vec(period(true), 1..8), prop::option::of(period(false))).prop_map(
            |(mut periods, last)| {
                periods.truncate(7);
                periods.extend(last);
                TimeControl::Periods(periods)
            }
        ),
    ]
}

proptest! {
    #[test]
    fn every_control_is_read_as_it_is_written(controls in prop::collection::vec(control(), 1..=8)) {
        let controls = TimeControls::each(controls);
        prop_assert_eq!(controls.to_string().parse::<TimeControls>().unwrap(), controls);
    }

    #[test]
    fn no_text_makes_a_clock_panic(text in "[0-9a-z+/:., é]{0,24}") {
        if let Ok(control) = text.parse::<TimeControl>() {
            prop_assert_eq!(control.to_string().parse::<TimeControl>().unwrap(), control);
        }
    }
}

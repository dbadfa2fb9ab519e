//! Sessions saved as PGN and loaded again.

use crate::common;

use crate::common::{clock, game, play, say, seat, table};
use chatura_rules::notation::Pgn;
use chatura_rules::notation::pgn::games;
use chatura_session::{
    Ai, Cause, Command, LoadError, Occupant, Phase, PlayerKind, Seat, Session, Span, Terms, Time, Who,
};
use std::sync::Arc;

fn read(text: &str) -> Pgn {
    let all: Vec<Pgn> = games(text).collect::<Result<_, _>>().unwrap();
    assert_eq!(all.len(), 1);
    all.into_iter().next().unwrap()
}

fn find(name: &str) -> Option<Arc<chatura_rules::Game>> {
    chatura_define::catalogue::find(name).map(|entry| game(&entry.about.id))
}

fn load(text: &str, ply: Option<usize>) -> Result<Session, LoadError> {
    Session::load(find, &read(text), Terms { variations: true, ..Terms::default() }, ply, Time(0))
}

fn left(session: &Session) -> Vec<u64> {
    session.table(Time(0)).clocks.iter().map(|clock| clock.left.unwrap().0).collect()
}

#[test]
fn a_game_is_written_with_names_and_clocks() {
    let mut session = table("chess", clock("5+3"));
    play(&mut session, "e4 e5 Nf3");
    say(&mut session, seat(1), Command::Resign, 4_000).unwrap();
    let text = session.pgn(&[("Event".into(), "Test".into())]).to_string();
    let expected = "[Event \"Test\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\
        [Result \"1-0\"]\n[TimeControl \"300+3\"]\n[Clock \"5+3\"]\n[Termination \"normal\"]\n\n\
        1. e4 {[%clk 0:05:02]} 1... e5 {[%clk 0:05:02]} 2. Nf3 {[%clk 0:05:04]} {White\nwins by resignation} 1-0\n";
    assert_eq!(text, expected);
}

#[test]
fn a_game_is_loaded_at_any_ply_with_its_clocks() {
    let mut session = table("chess", clock("5+3"));
    play(&mut session, "e4 e5 Nf3 Nc6");
    let text = session.pgn(&[]).to_string();
    let end = load(&text, None).unwrap();
    assert_eq!((end.position(), end.phase()), (session.position(), Phase::Playing));
    assert_eq!(left(&end), [304_000, 304_000]);
    let mut middle = load(&text, Some(1)).unwrap();
    assert_eq!((middle.ply(), middle.future().len()), (1, 3));
    assert_eq!(left(&middle), [302_000, 300_000]);
    assert_eq!(middle.next_deadline(), Some(Time(300_000)), "the clock goes on from there");
    say(&mut middle, seat(0), Command::Redo, 0).unwrap();
    assert_eq!(left(&middle), [302_000, 302_000]);
    assert_eq!(middle.occupant(Seat(1)).unwrap().name, "B");
    let error = load(&text, Some(9)).err().unwrap();
    assert_eq!(error.to_string(), "there is no ply 9: the last is 4");
}

#[test]
fn where_the_game_stood_is_kept() {
    let mut session = table("chess", Terms::default());
    play(&mut session, "e4 e5 Nf3");
    say(&mut session, seat(0), Command::Undo, 5_000).unwrap();
    let text = session.pgn(&[]).to_string();
    assert!(text.contains("[Ply \"2\"]") && text.contains("2. Nf3"), "{text}");
    let loaded = load(&text, None).unwrap();
    assert_eq!((loaded.ply(), loaded.future().len()), (2, 1));
}

#[test]
fn every_end_survives() {
    let end = |commands: &[(Who, Command)], cause: Cause, name: &str| {
        let mut session = table(name, clock("1+0"));
        for (from, command) in commands {
            say(&mut session, from.clone(), command.clone(), 1_000).unwrap();
        }
        if cause == Cause::Time {
            session.tick(Time(10_000_000));
        }
        let text = session.pgn(&[]).to_string();
        let loaded = load(&text, None).unwrap();
        let (told, found) = (session.conclusion().unwrap(), loaded.conclusion().unwrap());
        assert_eq!((found, found.cause), (told, cause), "{text}");
        assert_eq!(loaded.pgn(&[]).to_string(), text);
        assert_eq!(loaded.scores(), session.scores());
    };
    let agree = [(seat(0), Command::OfferDraw), (seat(1), Command::AcceptDraw)];
    end(&agree, Cause::Agreement, "chess");
    end(&[(seat(1), Command::Resign)], Cause::Resignation, "chess");
    end(&[(seat(1), Command::Abort)], Cause::Aborted, "chess");
    end(&[], Cause::Time, "chess");
    end(&[], Cause::Time, "three-player");
    let mut all = agree.to_vec();
    all.push((seat(2), Command::AcceptDraw));
    end(&all, Cause::Agreement, "three-player");
    end(&[(seat(0), Command::Resign), (seat(2), Command::Resign)], Cause::Resignation, "three-player");
    let back_and_forth = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ').enumerate();
    let mut claim: Vec<_> =
        back_and_forth.map(|(ply, text)| (seat(ply as u8 % 2), Command::play(text))).collect();
    claim.push((seat(0), Command::ClaimDraw));
    end(&claim, Cause::Claim, "chess");
}

#[test]
fn a_draw_on_time_survives() {
    let mut session = common::table_at("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", clock("1+0"));
    session.tick(Time(60_000));
    let text = session.pgn(&[]).to_string();
    let loaded = load(&text, None).unwrap();
    assert_eq!(loaded.conclusion(), session.conclusion(), "{text}");
}

#[test]
fn many_players_are_written_with_a_field_each() {
    let mut session = table("three-player", clock("hourglass:1"));
    for now in 1..=7 {
        let mv = session.position().legal_moves()[0];
        let text = chatura_rules::notation::format_move(session.position(), mv);
        let turn = session.turn().unwrap();
        say(&mut session, Who::Seat(turn), Command::play(text), now * 1_000).unwrap();
    }
    let out = session.turn().unwrap();
    say(&mut session, Who::Seat(out), Command::Resign, 8_000).unwrap();
    let text = session.pgn(&[]).to_string();
    assert!(text.contains(" .. ") && text.contains("-resigns"), "{text}");
    let loaded = load(&text, None).unwrap();
    assert_eq!(loaded.position(), session.position());
    assert_eq!(
        left(&loaded),
        session.table(Time(8_000)).clocks.iter().map(|c| c.left.unwrap().0).collect::<Vec<_>>()
    );
    assert_eq!(loaded.table(Time(0)).statuses[out.index()].words, "out by resignation");
    assert_eq!(load(&text, Some(3)).unwrap().position(), &session.position_at(3).unwrap());
}

#[test]
fn who_plays_is_kept() {
    let seats = vec![
        Occupant::new("Ada", PlayerKind::Person),
        Occupant::new("Machine", PlayerKind::Ai(Ai::Depth(4))),
    ];
    let start = chatura_rules::Position::start(&game("chess"));
    let session = Session::new(start, seats.clone(), Terms::default(), Time(0)).unwrap();
    let text = session.pgn(&[]).to_string();
    assert!(text.contains("[Seats \"human, ai:depth=4\"]"), "{text}");
    let loaded = load(&text, None).unwrap();
    assert_eq!((loaded.occupant(Seat(0)), loaded.occupant(Seat(1))), (Some(&seats[0]), Some(&seats[1])));
}

#[test]
fn files_of_others_are_read() {
    let text = "[White \"Ann\"]\n[Black \"?\"]\n[TimeControl \"40/5400+30:1800+30\"]\n[Result \"1/2-1/2\"]\n\n\
        {An opening.} 1. e4 { [%eval 0.3] [%clk 1:30:15.5] } e5 $2 (1... c5 {[%clk 1:29:00] sharp} 2. Nf3 (2. c3)) 2. Nf3 1/2-1/2";
    let mut loaded = load(text, None).unwrap();
    let conclusion = loaded.conclusion().unwrap();
    assert_eq!((conclusion.cause, conclusion.result.as_str()), (Cause::Agreement, "1/2-1/2"));
    let tree = loaded.tree();
    let sans: Vec<&str> = tree.iter().map(|record| record.san.as_str()).collect();
    assert_eq!(sans, ["e4", "e5", "Nf3", "c5", "Nf3", "c3"]);
    assert_eq!((tree[0].clock, tree[0].comment.as_str()), (Some(Span(5_415_500)), "An opening. [%eval 0.3]"));
    assert_eq!((tree[1].nags.as_slice(), tree[3].comment.as_str()), (&[2][..], "sharp"));
    assert_eq!(
        (loaded.occupant(Seat(0)).unwrap().name.as_str(), loaded.occupant(Seat(1)).unwrap().name.as_str()),
        ("Ann", "")
    );
    say(&mut loaded, Who::Host, Command::Undo, 0).unwrap();
    assert_eq!(loaded.table(Time(0)).clocks[0].left, Some(Span(5_415_500)));
    assert_eq!(loaded.table(Time(0)).clocks[0].turns_left, Some(38));
    // Without a tree the variations are left out.
    let plain = Session::load(find, &read(text), Terms::default(), None, Time(0)).unwrap();
    assert_eq!(plain.tree().len(), 3);
}

#[test]
fn what_cannot_be_read_is_refused_with_the_reason() {
    let error = |text: &str| load(text, None).err().unwrap().to_string();
    assert!(error("1. e4 e4 *").contains("column"), "{}", error("1. e4 e4 *"));
    assert!(
        error("[Clock \"soon\"]\n\n*").starts_with("in the Clock tag: the clock \"soon\" cannot be read")
    );
    assert!(error("[Seats \"human, cat\"]\n\n*").starts_with("in the Seats tag: \"cat\" is no player"));
    assert!(error("[Variant \"Quidditch\"]\n\n*").contains("Quidditch"));
    let long = format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(4_000));
    assert!(error(&long).contains("more than 10000 plies"), "{}", error(&long));
}

#[test]
fn names_and_comments_cannot_break_the_file() {
    let mut session = table("chess", Terms { variations: true, ..clock("5+3") });
    play(&mut session, "e4");
    say(&mut session, seat(0), Command::Rename { seat: Seat(0), name: "\"] } [%clk \\".into() }, 2_000)
        .unwrap();
    let node = session.past()[0].node;
    let note = Command::Annotate { node, comment: "} 1. d4 { [%clk 9:00:00] ; $4".into(), nags: vec![3] };
    say(&mut session, seat(0), note, 2_000).unwrap();
    let loaded = load(&session.pgn(&[]).to_string(), None).unwrap();
    assert_eq!(loaded.occupant(Seat(0)), session.occupant(Seat(0)));
    assert_eq!(loaded.past()[0].clock, session.past()[0].clock);
    assert_eq!(
        (loaded.past()[0].comment.as_str(), loaded.tree().len()),
        (") 1. d4 { [%clk 9:00:00] ; $4", 1)
    );
}

#[test]
fn long_games_with_many_variations_take_their_time_but_not_more() {
    // Knights go out and back, each time with something else instead.
    let round = "Nf3 (d4 d5) Nf6 (d6) Ng1 (Nd4 (Ng5) e6) Ng8 (h6) ";
    let text = format!("{} *", round.repeat(1_200));
    let session = load(&text, None).unwrap();
    assert_eq!((session.ply(), session.tree().len()), (4_800, 4_800 + 1_200 * 7));
    let again = load(&session.pgn(&[]).to_string(), Some(4_000)).unwrap();
    assert_eq!(again.tree().len(), session.tree().len());
}

#[test]
fn clocks_that_are_held_show_what_they_showed() {
    let text = "[TimeControl \"60+2\"]\n\n1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:40]} *";
    let mut session = load(text, None).unwrap();
    assert_eq!(session.next_deadline(), Some(Time(50_000)));
    session.hold_clocks();
    assert_eq!((session.next_deadline(), left(&session)), (None, vec![50_000, 40_000]));
    say(&mut session, seat(0), Command::Jump { ply: 1 }, 100_000).unwrap();
    say(&mut session, seat(1), Command::play("c5"), 200_000).unwrap();
    say(&mut session, seat(0), Command::Pause, 300_000).unwrap();
    say(&mut session, seat(0), Command::Resume, 400_000).unwrap();
    assert_eq!((session.next_deadline(), left(&session)), (None, vec![50_000, 60_000]));
    // The next game is played here.
    say(&mut session, Who::Host, Command::NewGame { seating: Default::default(), fen: None }, 500_000)
        .unwrap();
    assert_eq!(session.next_deadline(), Some(Time(560_000)));
}

//! Whole matches.

use chatura_protocol::drive::Pace;
use chatura_rules::notation::pgn;
use chatura_rules::{Line, Position};
use chatura_search::Stop;
use chatura_tournament::report::Standings;
use chatura_tournament::{
    About, Adjudication, Control, Encounters, Event, GameRecord, Glimpse, Journal, Kept, Kind, Match, Plan,
    Scores, read_contestants, run, scrambled,
};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// A script for the shell that plays the moves of one game, whatever the other side does.
fn scripted(moves: &str, go: &str) -> String {
    let count = "n=$(echo \"$line\" | wc -w); n=$((n > 2 ? n - 3 : 0))";
    let script = format!(
        "set -- {moves}; while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; position*) {count};; go*) {go};; quit) exit;; esac; done"
    );
    format!("sh -c '{script}'")
}

const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";
const NEXT: &str = "eval echo bestmove \\${$((n + 1))}";

struct Played {
    records: Vec<GameRecord>,
    failure: Option<String>,
    restarts: usize,
}

fn play(name: &str, specs: &[&str], games: u32, change: impl FnOnce(&mut Match<'_>), plies: u32) -> Played {
    play_watched(name, specs, games, change, plies, (2, None))
}

/// Somebody who looks on.
type Watch<'a> = dyn Fn(Glimpse<'_>) + Sync + 'a;

/// The same at so many tables, with somebody who looks on.
fn play_watched(
    name: &str,
    specs: &[&str],
    games: u32,
    change: impl FnOnce(&mut Match<'_>),
    plies: u32,
    (tables, watch): (usize, Option<&Watch<'_>>),
) -> Played {
    let game = chatura_define::load(name, &[], 0).unwrap();
    let specs: Vec<String> = specs.iter().map(|spec| (*spec).to_owned()).collect();
    let contestants = read_contestants(&specs, &chatura_players::EngineList::default()).unwrap();
    let seats = game.players().len();
    let plan = Plan::new(Encounters::RoundRobin, contestants.len(), games, seats).unwrap();
    let opening = |number: u32| {
        Ok(if plies == 0 {
            Line::new(Position::start(&game))
        } else {
            scrambled(&game, plies, number.into())
        })
    };
    let mut setting = Match {
        event: "Test".to_owned(),
        date: "2026.01.01".to_owned(),
        contestants,
        control: None,
        pace: Pace::nodes(50),
        margin: Duration::ZERO,
        adjudication: Adjudication { longest: 60, ..Adjudication::default() },
        tables: None,
        opening: &opening,
        seed: 1,
        watch,
    };
    change(&mut setting);
    let mut played = Played { records: Vec::new(), failure: None, restarts: 0 };
    run(&setting, &plan, Scores::new(), tables, &Stop::new(), &mut |event| {
        match event {
            Event::Finished(record) => {
                played.restarts += record.restarted.len();
                played.records.push(*record);
            }
            Event::Failed(words) => played.failure = Some(words),
        }
        true
    });
    played.records.sort_by_key(|record| record.number);
    played
}

#[test]
fn a_game_of_scripts_ends_by_the_rules() {
    let engine = format!("cmd={}", scripted(FOOLS_MATE, NEXT));
    let played = play("chess", &[&engine, &engine], 2, |_| {}, 0);
    assert_eq!(played.failure, None);
    assert_eq!(played.records.len(), 2);
    for record in &played.records {
        assert_eq!(
            (record.shares.as_slice(), record.end.as_str(), record.plies),
            ([0.0, 1.0].as_slice(), "by checkmate", 4)
        );
        let tree = pgn::games(&record.pgn).next().unwrap().unwrap();
        assert_eq!((tree.result.as_str(), tree.tag("Termination")), ("0-1", Some("normal")));
        assert_eq!(tree.line.nodes.len(), 4);
    }
    assert_eq!(played.records[0].seats, [0, 1]);
    assert_eq!(played.records[1].seats, [1, 0]);
}

#[test]
fn who_misbehaves_loses_and_is_started_again() {
    let crashing = format!("cmd={},name=bad", scripted(FOOLS_MATE, "exit 7"));
    let played = play("chess", &["ai:nodes=20,name=good", &crashing], 6, |_| {}, 2);
    assert_eq!(played.failure, None);
    let standings = Standings::of(&["good".to_owned(), "bad".to_owned()], &played.records, 6);
    assert_eq!((standings.engines[0].won, standings.engines[1].lost), (6, 6));
    assert_eq!(standings.engines[1].faults.get("crashed"), Some(&6));
    assert!(played.restarts >= 2, "{}", played.restarts);
    assert!(played.records[0].sentence.contains("exit status: 7"), "{}", played.records[0].sentence);
    let tree = pgn::games(&played.records[0].pgn).next().unwrap().unwrap();
    assert_eq!((tree.tag("Termination"), tree.result.as_str()), (Some("abandoned"), "1-0"));
}

/// A script for the shell that speaks XBoard and plays the moves of one game.
fn spoken_in_xboard(first: &str, cases: &str) -> String {
    let features = "echo feature ping=1 setboard=1 usermove=1 done=1";
    let script = format!(
        "{first} while read -r line; do case \"$line\" in protover*) {features};; ping*) echo \"pong ${{line#ping }}\";; {cases} quit) exit;; esac; done"
    );
    format!("cmd=sh -c '{script}',name=bad,proto=xboard")
}

/// The ends of all games of a bad engine against a good one, one after the other.
fn ends(bad: &str, games: u32) -> Vec<String> {
    let specs = ["ai:nodes=20,name=good", bad];
    let patience = Duration::from_secs(if bad.contains("sleep") { 5 } else { 60 });
    let hasty = |setting: &mut Match<'_>| {
        let bad = &mut setting.contestants[1];
        // XBoard has no word for positions.
        bad.pace = Some(Pace::depth(1));
        let Kind::Program(launch) = &mut bad.kind else { panic!("it is a program") };
        launch.patience.introduction = patience;
    };
    let played = play_watched("chess", &specs, games, hasty, 2, (1, None));
    assert_eq!(played.failure, None);
    assert!(played.records.iter().all(|record| record.share_of(1) == Some(0.0)));
    for record in &played.records {
        let tree = pgn::games(&record.pgn).next().unwrap().unwrap();
        let wanted = if record.end == "lied" { "rules infraction" } else { "abandoned" };
        assert_eq!(tree.tag("Termination"), Some(wanted), "{}", record.end);
    }
    played.records.into_iter().map(|record| record.end).collect()
}

#[test]
fn who_calls_legal_moves_illegal_loses_the_game_and_not_the_match() {
    let lying = "usermove*) echo \"Illegal move: ${line#usermove }\";; go) echo move e2e4;;";
    assert_eq!(ends(&spoken_in_xboard("", lying), 4), ["lied"; 4]);
}

#[test]
fn who_is_slow_to_come_back_loses_that_game_and_is_tried_again() {
    let count = std::env::temp_dir().join(format!("chatura-slow-{}", std::process::id()));
    let _ = std::fs::remove_file(&count);
    let file = count.display();
    // The second time it says nothing at all.
    let first = format!("echo x >> {file}; [ $(wc -l < {file}) = 2 ] && sleep 1000;");
    let ends = ends(&spoken_in_xboard(&first, "go) exit 1;;"), 4);
    std::fs::remove_file(&count).unwrap();
    assert_eq!(ends, ["crashed", "unidentified", "crashed", "crashed"]);
}

#[test]
fn the_termination_of_a_game_is_told_in_the_words_of_pgn() {
    let script = |go: &str| format!("cmd={},name=bad", scripted(FOOLS_MATE, go));
    for (go, end, wanted) in [
        ("echo bestmove e2e5", "illegal move", "rules infraction"),
        ("echo bestmove banana", "nonsense", "rules infraction"),
        ("exit 1", "crashed", "abandoned"),
        ("sleep 1; echo bestmove e7e5", "overstepped time", "time forfeit"),
    ] {
        let clock = |setting: &mut Match<'_>| {
            setting.control = Some("0.5s".parse().unwrap()).filter(|_| go.starts_with("sleep"));
        };
        let played = play("chess", &["ai:nodes=5,name=good", &script(go)], 1, clock, 0);
        let record = &played.records[0];
        let tree = pgn::games(&record.pgn).next().unwrap().unwrap();
        assert_eq!((record.end.as_str(), tree.tag("Termination")), (end, Some(wanted)));
    }
    let short = |setting: &mut Match<'_>| setting.adjudication.longest = 4;
    let played = play("chess", &["ai:nodes=5,name=a", "ai:nodes=5,name=b"], 1, short, 0);
    let tree = pgn::games(&played.records[0].pgn).next().unwrap().unwrap();
    assert_eq!(tree.tag("Termination"), Some("adjudication"));
}

#[test]
fn an_engine_that_cannot_play_ends_the_match() {
    let played = play("chess", &["ai:nodes=20", "cmd=no-such-engine-here"], 6, |_| {}, 2);
    assert!(played.records.is_empty());
    assert!(played.failure.unwrap().contains("cannot be started"));
    let chess_only = format!("cmd={}", scripted(FOOLS_MATE, NEXT));
    let played = play("shogi", &["ai:nodes=20", &chess_only], 2, |_| {}, 2);
    assert!(played.failure.unwrap().contains("does not play shogi"));
}

#[test]
fn ours_play_with_clocks_and_for_more_than_two() {
    let clock: Control = "2s+0.01".parse().unwrap();
    let timed = play(
        "chess",
        &["ai:nodes=30,name=a", "ai:nodes=20,name=b"],
        2,
        |setting| setting.control = Some(clock),
        4,
    );
    assert_eq!((timed.failure, timed.records.len()), (None, 2));
    assert!(
        timed.records.iter().all(|record| !record.pgn.is_empty() && record.shares.iter().sum::<f64>() == 1.0)
    );
    let three = play(
        "three-player",
        &["ai:nodes=10,name=a", "ai:nodes=10,name=b", "ai:one-ply,name=c"],
        3,
        |setting| setting.adjudication.longest = 12,
        3,
    );
    assert_eq!((three.failure, three.records.len()), (None, 3));
    assert!((0..3).all(|seat| three.records.iter().map(|r| r.seats[seat]).sum::<usize>() == 3));
    let standings = Standings::of(&["a", "b", "c"].map(str::to_owned), &three.records, 3);
    // Everybody has had every seat once: that is one result.
    assert!(standings.engines.iter().all(|engine| engine.games() == 3 && engine.sample.pairs() == 1.0));
    let many = play(
        "four-player",
        &["ai:nodes=20,name=a", "ai:one-ply,name=b"],
        2,
        |setting| setting.adjudication.longest = 24,
        4,
    );
    assert_eq!((many.failure, many.records.len()), (None, 2));
    assert_eq!(many.records[0].seats, [0, 1, 0, 1]);
    assert!(many.records.iter().all(|record| (record.shares.iter().sum::<f64>() - 2.0).abs() < 1e-9));
}

#[test]
fn a_match_is_kept_and_goes_on_where_it_was_broken_off() {
    let path: PathBuf = std::env::temp_dir().join(format!("chatura-match-{}.jsonl", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let words = ["match".to_owned(), "--games".to_owned(), "2".to_owned()];
    let mut journal = Journal::create(&path, &words, 9, About::default()).unwrap();
    assert!(Journal::create(&path, &words, 9, About::default()).is_err());
    let played = play("chess", &["ai:nodes=10,name=a", "ai:nodes=10,name=b"], 4, |_| {}, 2);
    for record in &played.records[..3] {
        journal.add(record.clone()).unwrap();
    }
    drop(journal);
    // It ended in the middle of a line, in the middle of a letter.
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all("{\"number\":3,\"pair\":1,\"sente".as_bytes()).unwrap();
    drop(file);
    let mut again = Journal::open(&path).unwrap();
    assert_eq!((again.arguments(), again.seed(), again.records()), (&words[..], 9, &played.records[..3]));
    again.add(played.records[3].clone()).unwrap();
    drop(again);
    assert_eq!(Journal::open(&path).unwrap().records(), &played.records[..]);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_match_is_read_while_it_is_written() {
    let path: PathBuf = std::env::temp_dir().join(format!("chatura-kept-{}.jsonl", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let about = About {
        title: "A match".to_owned(),
        engines: vec!["a".to_owned(), "b".to_owned()],
        planned: 4,
        ..About::default()
    };
    let mut journal = Journal::create(&path, &[], 9, about.clone()).unwrap();
    let mut kept = Kept::open(&path).unwrap();
    assert_eq!((kept.about(), kept.games().len()), (&about, 0));
    let played = play("chess", &["ai:nodes=10,name=a", "ai:nodes=10,name=b"], 4, |_| {}, 2);
    for (count, record) in played.records[..3].iter().enumerate() {
        journal.add(record.clone()).unwrap();
        kept.refresh().unwrap();
        assert_eq!((kept.games().len(), kept.standings().games), (count + 1, (count as u32 + 1, 4)));
        assert_eq!(kept.record(record.number).unwrap().as_ref(), Some(record));
    }
    // What is being written is not there yet.
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"number\":3,").unwrap();
    kept.refresh().unwrap();
    assert_eq!((kept.games().len(), kept.record(3).unwrap()), (3, None));
    // Seats of engines that do not play are no game of this match.
    let mut strange = played.records[3].clone();
    strange.seats = vec![0, 7];
    drop(journal);
    let mut journal = Journal::open(&path).unwrap();
    journal.add(strange).unwrap();
    assert!(Kept::open(&path).unwrap_err().to_string().contains("other seats"));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn whoever_looks_on_sees_every_move() {
    let engine = format!("cmd={}", scripted(FOOLS_MATE, NEXT));
    let seen = std::sync::Mutex::new(Vec::new());
    let watch = |glimpse: Glimpse<'_>| {
        let told =
            (glimpse.game.number, glimpse.line.moves().len(), glimpse.notes.len(), glimpse.clocks.len());
        assert_eq!((glimpse.table, glimpse.opening), (0, 0));
        seen.lock().unwrap().push(told);
    };
    let clock: Control = "5s".parse().unwrap();
    let played = play_watched(
        "chess",
        &[&engine, &engine],
        2,
        |setting| setting.control = Some(clock),
        0,
        (1, Some(&watch)),
    );
    assert_eq!(played.failure, None);
    let wanted: Vec<_> = (0..2).flat_map(|game| (0..5).map(move |ply| (game, ply, ply, 2))).collect();
    assert_eq!(seen.into_inner().unwrap(), wanted);
}

#[test]
fn a_file_that_is_no_match_is_refused() {
    let path: PathBuf = std::env::temp_dir().join(format!("chatura-other-{}.jsonl", std::process::id()));
    std::fs::write(&path, "something else\n").unwrap();
    assert!(Journal::open(&path).unwrap_err().to_string().contains("is no match"));
    std::fs::remove_file(&path).unwrap();
}

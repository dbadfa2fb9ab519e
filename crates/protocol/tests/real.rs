//! Whole games with real engines, where they are installed.

use chatura_protocol::drive::{Answer, Driver, Fault, Launch, Pace, Patience};
use chatura_rules::{Line, Position};
use chatura_search::Stop;
use std::time::Duration;

/// Games are cut short here.
const LONGEST: usize = 100;

/// Plays a game of an engine against itself; how many moves it took.
fn play(command: &str, options: &[(&str, &str)], name: &str, pace: &Pace) -> Option<usize> {
    let mut launch = Launch::of_command(command).unwrap();
    // Whether they are in time is not what is tested here, on a machine that may be busy.
    let ages = Duration::from_secs(120);
    launch.patience = Patience { introduction: ages, ready: ages, stop: ages, thought: ages, margin: ages };
    launch.options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut driver = match Driver::start(&launch) {
        Err(Fault::NotStarted { .. }) => {
            eprintln!("skipped: {command} is not installed");
            return None;
        }
        started => started.unwrap_or_else(|fault| panic!("{command}: {fault}")),
    };
    let game = chatura_define::load(name, &[], 3).unwrap();
    driver.begin(&game).unwrap_or_else(|fault| panic!("{command}, {name}: {fault}"));
    let mut line = Line::new(Position::start(&game));
    while line.outcome().is_none() && line.claimable().is_none() && line.moves().len() < LONGEST {
        let thought = driver.think(&line, pace, &Stop::new(), &mut |_| {});
        let thought =
            thought.unwrap_or_else(|fault| panic!("{command}, {name}, ply {}: {fault}", line.moves().len()));
        assert!(thought.report.is_none_or(|report| !report.lines.is_empty()));
        match thought.answer {
            Answer::Move(mv) => drop(line.play(mv).unwrap()),
            Answer::Resign => break,
        }
    }
    assert!(line.moves().len() > 10, "{command}, {name}: over after {} moves", line.moves().len());
    Some(line.moves().len())
}

#[test]
fn stockfish_plays_chess_and_shuffled_chess() {
    for name in ["chess", "chess960"] {
        play("stockfish", &[("Threads", "1"), ("Hash", "1")], name, &Pace::nodes(200));
    }
}

#[test]
fn fairy_stockfish_plays_ten_variants() {
    let variants = [
        "chess",
        "chess960",
        "crazyhouse",
        "3check",
        "kingofthehill",
        "xiangqi",
        "shogi",
        "makruk",
        "capablanca",
        "racingkings",
        "horde",
        "antichess",
    ];
    let mut played = 0;
    for name in variants {
        played += usize::from(play("fairy-stockfish", &[("Hash", "1")], name, &Pace::nodes(100)).is_some());
    }
    assert!(played == 0 || played >= 10);
}

/// By UCI: speaking XBoard it loses lines that come together, and how far apart is enough depends on how busy the machine is.
#[test]
fn gnuchess_plays_by_uci() {
    play("gnuchess --uci", &[], "chess", &Pace::time(Duration::from_millis(5)));
}

#[test]
fn sjaakii_plays_by_xboard() {
    let pace = Pace::time(Duration::from_millis(20));
    play("sjaakii", &[], "chess", &pace);
    play("sjaakii", &[], "crazyhouse", &pace);
}

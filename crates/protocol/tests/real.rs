//! Whole games with real engines, where they are installed.

use chatura_protocol::drive::{Answer, Driver, Fault, Launch, Pace, Patience, Protocol};
use chatura_rules::{Game, Line, Position};
use chatura_search::Stop;
use std::sync::Arc;
use std::time::Duration;

/// No game is as long: every one is played to its end.
const LONGEST: usize = 1000;

/// Plays a game of an engine against itself to its end; how many moves it took.
fn play(command: &str, options: &[(&str, &str)], name: &str, pace: &Pace) -> Option<usize> {
    play_game(command, options, &chatura_define::load(name, &[], 3).unwrap(), pace)
}

fn play_game(command: &str, options: &[(&str, &str)], game: &Arc<Game>, pace: &Pace) -> Option<usize> {
    let mut launch = Launch::of_command(command).unwrap();
    launch.options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    play_launched(command, launch, game, pace)
}

fn play_launched(command: &str, mut launch: Launch, game: &Arc<Game>, pace: &Pace) -> Option<usize> {
    // Whether they are in time is not what is tested here, on a machine that may be busy.
    let ages = Duration::from_secs(120);
    launch.patience = Patience { introduction: ages, ready: ages, stop: ages, thought: ages, margin: ages };
    play_or_fail(command, &launch, game, pace).unwrap_or_else(|fault| panic!("{command}: {fault}"))
}

/// The same, or what the engine did instead of playing on.
fn play_or_fail(
    command: &str,
    launch: &Launch,
    game: &Arc<Game>,
    pace: &Pace,
) -> Result<Option<usize>, Fault> {
    let name = &game.about().id;
    let mut driver = match Driver::start(launch) {
        Err(Fault::NotStarted { .. }) => {
            eprintln!("skipped: {command} is not installed");
            return Ok(None);
        }
        started => started?,
    };
    assert!(driver.plays(game), "{command}, {name}");
    driver.begin(game)?;
    let mut line = Line::new(Position::start(game));
    let mut resigned = false;
    while line.outcome().is_none() && line.claimable().is_none() && line.moves().len() < LONGEST {
        let thought = driver.think(&line, pace, &Stop::new(), &mut |_| {});
        let thought = thought.inspect_err(|fault| {
            eprintln!("{command}, {name}, ply {}: {fault}", line.moves().len());
        })?;
        assert!(thought.report.is_none_or(|report| !report.lines.is_empty()));
        match thought.answer {
            Answer::Move(mv) => drop(line.play(mv).unwrap()),
            Answer::Resign => {
                resigned = true;
                break;
            }
        }
    }
    let over = resigned || line.outcome().is_some() || line.claimable().is_some();
    assert!(over, "{command}, {name}: not over after {LONGEST} moves");
    assert!(line.moves().len() > 10, "{command}, {name}: over after {} moves", line.moves().len());
    Ok(Some(line.moves().len()))
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

/// Games they do not know by name: with other arrays, without castling, with shuffled castling, with other letters.
#[test]
fn games_are_played_as_others_that_an_engine_knows() {
    for name in ["nocastle", "peasant"] {
        play("stockfish", &[("Threads", "1"), ("Hash", "1")], name, &Pace::nodes(200));
    }
    play("fairy-stockfish", &[("Hash", "1")], "peasant", &Pace::nodes(100));
    let knights = "extends = \"knightmate\"\nname = \"Knights\"\npieces.king.letter = \"H\"\npieces.mann.letter = \"S\"\n\
                   setup.array = \"rsbqhbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQHBSR\"\n";
    let shuffled = "extends = \"chess\"\nname = \"Other\"\nrules.castling = \"chess960\"\n\
                    setup.array = \"rbnqknbr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKNBR\"\n";
    for (file, text) in [("knights.toml", knights), ("other.toml", shuffled)] {
        let game = chatura_define::load_text(text, file, &[], 0).unwrap();
        play_game("fairy-stockfish", &[("Hash", "1")], &game, &Pace::nodes(100));
    }
}

/// A game nobody else has.
const OWN: &str = "extends = \"chess\"\nname = \"Amazons and chancellors\"\npieces.queen = false\n\
                   pieces.amazon = { letter = \"A\", moves = \"NQ\" }\npieces.chancellor = { letter = \"C\", moves = \"NR\" }\n\
                   setup.array = \"cnbakbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBAKBNC\"\npieces.rook = false\n\
                   rules.castling = \"none\"\nrules.promotion.to = [\"amazon\", \"knight\"]\nend.stalemate = \"loss\"\n";

#[test]
fn a_definition_is_handed_over() {
    let own = chatura_define::load_text(OWN, "own.toml", &[], 0).unwrap();
    play_game("fairy-stockfish", &[("Hash", "1")], &own, &Pace::nodes(100));
    // With what is captured in the hand, and with captures that must be made.
    play("fairy-stockfish", &[("Hash", "1")], "antihouse", &Pace::nodes(100));
    let refused = |command: &str, name: &str| {
        let game = chatura_define::load(name, &[], 0).unwrap();
        let mut driver = Driver::start(&Launch::of_command(command).unwrap()).ok()?;
        assert!(!driver.plays(&game), "{command}, {name}");
        driver.begin(&game).err().map(|fault| fault.to_string())
    };
    if let Some(words) = refused("fairy-stockfish", "cylinder") {
        assert!(
            words.contains("its definition cannot be handed over: a board that is no rectangle"),
            "{words}"
        );
    }
    // One side has more pieces there than programs of chess have room for.
    if let Some(words) = refused("stockfish", "weak") {
        assert!(words.contains("it does not play weak"), "{words}");
    }
    if let Some(words) = refused("stockfish", "crazyhouse") {
        assert!(words.contains("it does not play crazyhouse, but chess alone"), "{words}");
    }
}

#[test]
fn gnuchess_plays_by_uci() {
    play("gnuchess --uci", &[], "chess", &Pace::time(Duration::from_millis(5)));
}

/// By XBoard it sees of lines that come together only the first until another one comes, and on a machine that is very busy it
/// may miss the first of all for ever. It is then started again; whatever else it does wrong counts.
#[test]
fn gnuchess_plays_by_xboard() {
    const TRIES: usize = 8;
    let soon = Duration::from_secs(8);
    let patience = Patience { introduction: soon, ready: soon, stop: soon, thought: soon, margin: 20 * soon };
    let command = "gnuchess --xboard";
    let launch =
        Launch { protocol: Some(Protocol::XBoard), patience, ..Launch::of_command(command).unwrap() };
    let chess = chatura_define::load("chess", &[], 3).unwrap();
    for _ in 0..TRIES {
        match play_or_fail(command, &launch, &chess, &Pace::time(Duration::from_millis(20))) {
            Ok(_) => return,
            Err(fault @ (Fault::Hung { .. } | Fault::Unidentified)) => eprintln!("{command}: {fault}"),
            Err(fault) => panic!("{command}: {fault}"),
        }
    }
    panic!("{command} hung {TRIES} times");
}

#[test]
fn sjaakii_plays_by_both_protocols() {
    for protocol in [Protocol::Uci, Protocol::XBoard] {
        for name in ["chess", "crazyhouse", "peasant"] {
            let launch = Launch { protocol: Some(protocol), ..Launch::new("sjaakii") };
            let game = chatura_define::load(name, &[], 3).unwrap();
            play_launched("sjaakii", launch, &game, &Pace::time(Duration::from_millis(10)));
        }
    }
}

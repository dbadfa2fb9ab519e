//! What holds of whoever chooses a move.

use chatura_players::{
    Budget, Choice, Chooser, EngineSettings, OwnEngine, PlayerError, Question, Scripted, Stop,
};
use chatura_rules::{Game, Line, Position};
use chatura_session::{Ai, Seat};
use std::sync::Arc;
use std::time::Duration;

fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).unwrap()
}

fn own(game: &Arc<Game>, ai: &Ai) -> OwnEngine {
    let budget = Budget { default_time: Duration::from_millis(50), hash_mb: 1, ..Budget::default() };
    OwnEngine::new(game, EngineSettings::of(ai, &budget).unwrap())
}

/// Plays a game to its end or so far, everybody by the same choosers; every choice must be one that can be played.
fn play(line: &mut Line, choosers: &mut [Box<dyn Chooser>], plies: usize) -> Result<(), PlayerError> {
    while line.outcome().is_none() && line.moves().len() < plies {
        let turn = line.position().turn();
        let chooser = &mut choosers[turn.index() % choosers.len()];
        let decision = chooser.choose(&Question::new(line), &Stop::new(), &mut |_| {})?;
        match decision.choice {
            Choice::Move(mv) => line.play(mv).map_err(|error| PlayerError(error.to_string()))?,
            Choice::Resign => line
                .play(chatura_rules::Move::resign(turn))
                .map_err(|error| PlayerError(error.to_string()))?,
        };
    }
    Ok(())
}

#[test]
fn whoever_chooses_plays_what_can_be_played() {
    for name in ["chess", "shogi", "atomic", "chaturaji"] {
        let game = game(name);
        for ai in [Ai::Level(1), Ai::Strategy("one-ply".into()), Ai::Depth(1), Ai::Nodes(50)] {
            let mut line = Line::new(Position::start(&game));
            play(&mut line, &mut [Box::new(own(&game, &ai))], 12).unwrap();
            assert_eq!(line.moves().len(), 12, "{name} {ai:?}");
        }
    }
}

#[test]
fn a_script_is_played_and_says_when_it_cannot_go_on() {
    let game = game("chess");
    let mut line = Line::new(Position::start(&game));
    let mut both: [Box<dyn Chooser>; 2] =
        [Box::new(Scripted::new(["f3", "g2g4"])), Box::new(Scripted::new(["e5", "Qh4#"]))];
    play(&mut line, &mut both, 100).unwrap();
    assert_eq!(line.outcome().unwrap().sentence, "Black wins by checkmate");

    let mut line = Line::new(Position::start(&game));
    let error = play(&mut line, &mut [Box::new(Scripted::new(["e4", "e4"]))], 9).unwrap_err();
    assert_eq!(error.to_string(), "e4 is not legal; legal are a6, b6, c6, d6, e6, f6, g6, h6");
    let error = play(&mut line, &mut [Box::new(Scripted::default())], 9).unwrap_err();
    assert_eq!(error.to_string(), "the script has come to its end");
    play(&mut line, &mut [Box::new(Scripted::new(["resign"]))], 9).unwrap();
    assert_eq!(line.outcome().unwrap().sentence, "White wins by resignation");
}

#[test]
fn who_is_stopped_answers_at_once() {
    let game = game("chess");
    let line = Line::new(Position::start(&game));
    let stop = Stop::new();
    let mut deep = own(&game, &Ai::Depth(60));
    // Only the stop ends this thought.
    let (asked, mut told) = (stop.clone(), 0);
    let decision = deep.choose(&Question::new(&line), &stop, &mut |_| {
        told += 1;
        asked.stop();
    });
    assert!(matches!(decision.unwrap().choice, Choice::Move(mv) if line.position().is_legal(mv)));
    assert!(told > 0);
}

#[test]
fn an_engine_says_what_it_cannot_do() {
    let (chess, shogi) = (game("chess"), game("shogi"));
    let mut engine = own(&chess, &Ai::Depth(1));
    let other = Line::new(Position::start(&shogi));
    let error = engine.choose(&Question::new(&other), &Stop::new(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "the engine knows Chess and was asked about Shogi");
    let mut over = Line::new(Position::start(&chess));
    over.play(chatura_rules::Move::resign(chatura_rules::Player(0))).unwrap();
    assert!(engine.choose(&Question::new(&over), &Stop::new(), &mut |_| {}).is_err());
}

#[test]
fn a_draw_is_taken_by_who_stands_worse() {
    let game = game("chess");
    let fen = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1";
    let setup = chatura_rules::notation::parse_fen(&game, fen).unwrap();
    let line = Line::new(Position::new(&game, &setup).unwrap());
    let mut engine = own(&game, &Ai::Level(1));
    let mut agrees = |seat| engine.agrees_to_draw(&Question::new(&line), Seat(seat), &Stop::new()).unwrap();
    assert_eq!((agrees(0), agrees(1)), (false, true));
    let question = Question::new(&line);
    assert_eq!(Scripted::default().agrees_to_draw(&question, Seat(0), &Stop::new()), Ok(false));
    assert_eq!(
        Scripted::default().accepting_draws().agrees_to_draw(&question, Seat(0), &Stop::new()),
        Ok(true)
    );
}

/// A program that fails at once, but answers when it is started the second time.
#[cfg(unix)]
#[test]
fn a_program_of_others_chooses_and_is_started_again() {
    use chatura_players::ExternalEngine;
    use chatura_protocol::drive::{Launch, Pace};
    let note = std::env::temp_dir().join(format!("chatura-choosers-{}", std::process::id()));
    let _ = std::fs::remove_file(&note);
    let script = format!(
        "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
         go*) if [ -e {0} ]; then echo bestmove e2e4; else touch {0}; exit 3; fi;; esac; done",
        note.display()
    );
    let launch = Launch { arguments: vec!["-c".to_owned(), script], ..Launch::new("sh") };
    let mut engine = ExternalEngine::new(launch, Pace::depth(1));
    let game = game("chess");
    let mut line = Line::new(Position::start(&game));
    let mut ask = |line: &Line| engine.choose(&Question::new(line), &Stop::new(), &mut |_| {});
    let error = ask(&line).unwrap_err();
    assert!(error.to_string().starts_with("sh: it crashed"), "{error}");
    let Choice::Move(mv) = ask(&line).unwrap().choice else { panic!("it plays") };
    line.play(mv).unwrap();
    // What it answers now may not be played by Black.
    assert!(ask(&line).unwrap_err().to_string().contains("illegal move"));
    assert_eq!(engine.restarts(), 1);
    std::fs::remove_file(&note).unwrap();
}

//! `chatura selfplay`: the engine against itself, as PGN.

use super::analyze::options;
use crate::backend;
use crate::cli::{GameChoice, Selfplay};
use crate::failure::{Failure, remark};
use crate::interrupt::on_interrupt;
use crate::output::{Output, progress};
use chatura_players::{Choice, Chooser, EngineSettings, ExternalEngine, OwnEngine, Question};
use chatura_protocol::drive::Pace;
use chatura_rules::notation::pgn;
use chatura_rules::random::Random;
use chatura_rules::{Line, Move, Position};
use chatura_search::{Limits, Options, Score, Stop};
use chatura_session::Day;
use chatura_tournament::{Referee, Verdict};
use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Games longer than this are left unfinished.
const LONGEST: usize = 600;

/// Plays and prints.
pub fn selfplay(arguments: &Selfplay, out: &mut Output) -> Result<(), Failure> {
    let seed = arguments.game.seed.unwrap_or_else(backend::random_seed);
    let stop = Stop::new();
    let asked = stop.clone();
    on_interrupt(move || asked.stop());
    let bar = progress(arguments.games.into(), "games, {msg}");
    let limits = Limits {
        time: arguments.nodes.is_none().then(|| Duration::from_secs_f64(arguments.time)),
        nodes: arguments.nodes,
        ..Limits::default()
    };
    let mut other = arguments.other.as_deref().map(|name| other(name, &limits)).transpose()?;
    let mut unfinished = 0;
    let longest = if arguments.adjudicate.is_some() { usize::MAX } else { LONGEST };
    // What is left to chance is drawn anew for each game, and drawn again with the same seed.
    let load = |seed| backend::load(&GameChoice { seed: Some(seed), ..arguments.game.clone() });
    let mut loaded = load(seed)?;
    let tables = backend::tables_to_adjudicate(&loaded.game, arguments.adjudicate.as_ref())?;
    for round in 1..=arguments.games {
        let round_seed = seed.wrapping_add(u64::from(round - 1));
        if round > 1 && loaded.seed().is_some() {
            loaded = load(round_seed)?;
        }
        let options = Options { seed: round_seed, ..options(&arguments.engine) };
        let level = options.level;
        let mut player = OwnEngine::new(&loaded.game, EngineSettings { options, limits: limits.clone() });
        player.set_net(backend::net(&loaded.game, arguments.engine.net.as_deref())?);
        let player: &mut dyn Chooser = match &mut other {
            Some((_, other)) => other,
            None => &mut player,
        };
        let mut line = opening(Line::new(Position::start(&loaded.game)), round_seed, arguments.random);
        let mut referee = arguments.adjudicate.clone().map(|rules| Referee::new(rules, tables.clone()));
        let mut verdict = None;
        while line.outcome().is_none() && line.moves().len() < longest && !stop.is_stopped() {
            let seat = line.position().turn().index();
            let Some(score) = chosen(&mut line, player, &stop)? else { break };
            if let Some(referee) = &mut referee {
                referee.hear(seat, score);
                verdict = referee.verdict(&line);
            }
            if verdict.is_some() {
                break;
            }
            bar.set_message(format!("{} moves", line.moves().len()));
        }
        let name = match &other {
            Some((name, _)) => name.clone(),
            None => format!("Chatura {}, level {}", env!("CARGO_PKG_VERSION"), level.number()),
        };
        // Whoever ends the game by its rules needs no referee.
        let verdict = verdict.filter(|_| line.outcome().is_none());
        unfinished += u32::from(line.outcome().is_none() && verdict.is_none());
        let mut told = tags(&loaded.game, arguments, &name, round_seed, round);
        told.extend(end(&line, verdict));
        writeln!(out, "{}", pgn::write_game(&line, &told))?;
        out.flush()?;
        bar.inc(1);
        if stop.is_stopped() {
            bar.finish_and_clear();
            remark(Some(format!("stopped in game {round} of {}", arguments.games)));
            return Ok(());
        }
    }
    bar.finish_and_clear();
    if arguments.game.seed.is_none() {
        remark(Some(format!("--seed {seed} draws the same openings again")));
    }
    if unfinished > 0 {
        remark(Some(format!("{unfinished} of {} games broken off after {LONGEST} moves", arguments.games)));
    }
    Ok(())
}

/// An engine of others, with what it calls itself.
fn other(name: &str, limits: &Limits) -> Result<(String, ExternalEngine), Failure> {
    let list = crate::settings::engines()?;
    let known = list.find(name).map_err(|error| Failure::input(error.0, None))?;
    let pace = Pace { clocks: None, time: limits.time, nodes: limits.nodes, depth: limits.depth };
    Ok((known.title().to_owned(), ExternalEngine::new(known.launch(), pace)))
}

/// Plays what is chosen; says whether the game goes on.
pub(super) fn advance(line: &mut Line, player: &mut dyn Chooser, stop: &Stop) -> Result<bool, Failure> {
    Ok(chosen(line, player, stop)?.is_some())
}

/// Plays what is chosen and gives what was said of it; nothing if a thought was broken off.
fn chosen(line: &mut Line, player: &mut dyn Chooser, stop: &Stop) -> Result<Option<Option<Score>>, Failure> {
    let trouble = |error: &dyn std::fmt::Display| Failure::input(error.to_string(), None);
    let decision = player.choose(&Question::new(line), stop, &mut |_| {}).map_err(|error| trouble(&error))?;
    // A thought that was broken off is no move to keep.
    if stop.is_stopped() {
        return Ok(None);
    }
    let score = decision.report.as_ref().and_then(|report| report.lines.first()).map(|line| line.score);
    let mv = match decision.choice {
        Choice::Move(mv) => mv,
        Choice::Resign => Move::resign(line.position().turn()),
    };
    line.play(mv).map_err(|error| trouble(&error))?;
    Ok(Some(score))
}

/// A few moves at random, so that games differ.
fn opening(mut line: Line, round_seed: u64, moves: u16) -> Line {
    let mut random = Random::new(round_seed.wrapping_add(1));
    for _ in 0..moves {
        let moves = line.position().legal_moves();
        if moves.is_empty() || line.outcome().is_some() {
            break;
        }
        line.play_unchecked(*random.pick(&moves));
    }
    line
}

/// The day, in universal time.
pub(super) fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Day::after_1970((seconds / 86_400) as i64)
}

/// How a game ended that its rules did not end.
fn end(line: &Line, verdict: Option<Verdict>) -> Vec<(String, String)> {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let players = line.position().game().players();
    if line.outcome().is_some() {
        return Vec::new();
    }
    let Some(verdict) = verdict else { return vec![tag("Termination", "unterminated")] };
    let result = match verdict.winner {
        None => vec!["1/2"; players.len()].join("-"),
        Some(0) => "1-0".to_owned(),
        Some(_) => "0-1".to_owned(),
    };
    let sentence = verdict.sentence(|winner| players[winner].clone(), line.moves().len());
    vec![tag("Termination", "adjudication"), tag("End", &sentence), tag("Result", &result)]
}

/// Who plays, and how.
fn tags(
    game: &chatura_rules::Game,
    arguments: &Selfplay,
    player: &str,
    round_seed: u64,
    round: u32,
) -> Vec<(String, String)> {
    let pace = match arguments.nodes {
        Some(nodes) => format!("{nodes} positions a move"),
        None => format!("{} s a move", arguments.time),
    };
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut tags = vec![
        tag("Event", "Self-play"),
        tag("Date", &today().to_string()),
        tag("Round", &round.to_string()),
        tag("Pace", &pace),
        tag("Seed", &round_seed.to_string()),
    ];
    match game.players() {
        // Programs look for these two, whatever the colours are called.
        [_, _] => tags.extend(["White", "Black"].map(|name| tag(name, player))),
        players => tags.extend(players.iter().map(|name| tag(name, player))),
    }
    tags
}

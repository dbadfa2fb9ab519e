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
use chatura_search::{Limits, Options, Stop};
use chatura_session::Day;
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
    for round in 1..=arguments.games {
        // What is left to chance is drawn anew for each game, and drawn again with the same seed.
        let round_seed = seed.wrapping_add(u64::from(round - 1));
        let choice = GameChoice {
            name: arguments.game.name.clone(),
            settings: arguments.game.settings.clone(),
            seed: Some(round_seed),
        };
        let loaded = backend::load(&choice)?;
        let options = Options { seed: round_seed, ..options(&arguments.engine) };
        let level = options.level;
        let mut player = OwnEngine::new(&loaded.game, EngineSettings { options, limits: limits.clone() });
        player.set_net(backend::net(&loaded.game, arguments.engine.net.as_deref())?);
        let player: &mut dyn Chooser = match &mut other {
            Some((_, other)) => other,
            None => &mut player,
        };
        let mut line = opening(Line::new(Position::start(&loaded.game)), round_seed, arguments.random);
        while line.outcome().is_none() && line.moves().len() < LONGEST && !stop.is_stopped() {
            if !advance(&mut line, player, &stop)? {
                break;
            }
            bar.set_message(format!("{} moves", line.moves().len()));
        }
        let name = match &other {
            Some((name, _)) => name.clone(),
            None => format!("Chatura {}, level {}", env!("CARGO_PKG_VERSION"), level.number()),
        };
        let finished = line.outcome().is_some();
        unfinished += u32::from(!finished);
        let told = tags(&loaded.game, arguments, &name, round_seed, round, finished);
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
    let trouble = |error: &dyn std::fmt::Display| Failure::input(error.to_string(), None);
    let decision = player.choose(&Question::new(line), stop, &mut |_| {}).map_err(|error| trouble(&error))?;
    // A thought that was broken off is no move to keep.
    if stop.is_stopped() {
        return Ok(false);
    }
    let mv = match decision.choice {
        Choice::Move(mv) => mv,
        Choice::Resign => Move::resign(line.position().turn()),
    };
    line.play(mv).map_err(|error| trouble(&error))?;
    Ok(true)
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

/// Who plays, how, and how the game ended if not by its rules.
fn tags(
    game: &chatura_rules::Game,
    arguments: &Selfplay,
    player: &str,
    round_seed: u64,
    round: u32,
    finished: bool,
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
    if !finished {
        tags.push(tag("Termination", "unterminated"));
    }
    tags
}

//! One game of a match, from its opening to its result.

use crate::adjudication::Referee;
use crate::contestant::{Player, Reply};
use crate::control::Running;
use crate::note::Note;
use crate::plan;
use crate::report;
use crate::run::{Glimpse, Match};
use chatura_protocol::drive::Fault;
use chatura_rules::notation::pgn::{Comment, Pgn, write_game};
use chatura_rules::{Line, Outcome};
use chatura_search::{Clock, Stop};
use serde::{Deserialize, Serialize};

/// A finished game, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the plan, from 0.
    pub number: u32,
    /// Which games belong together: those of the same engines from one opening.
    pub pair: u32,
    /// The engine on each seat.
    pub seats: Vec<usize>,
    /// What each seat has won, from 0 to 1: of the others the part that came behind it, those level by half.
    pub shares: Vec<f64>,
    /// How it ended in a few words, the same for all games that ended so: `by checkmate`, `crashed`.
    pub end: String,
    /// How it ended, in a sentence.
    pub sentence: String,
    /// How many plies were played, those of the opening included.
    pub plies: usize,
    /// What each seat has thought about.
    pub thought: Vec<Thinking>,
    /// The engines that had to be started again for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restarted: Vec<usize>,
    /// The whole game.
    pub pgn: String,
}

impl GameRecord {
    /// What an engine has of it: the mean of its seats; none if it has no seat.
    pub fn share_of(&self, engine: usize) -> Option<f64> {
        let own = self.seats.iter().zip(&self.shares).filter(|(seat, _)| **seat == engine);
        let shares: Vec<f64> = own.map(|(_, share)| *share).collect();
        (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
    }

    /// What each engine has of it.
    pub fn scores(&self) -> Vec<(usize, f64)> {
        let mut engines = self.seats.clone();
        engines.sort_unstable();
        engines.dedup();
        engines.into_iter().filter_map(|engine| Some((engine, self.share_of(engine)?))).collect()
    }
}

/// What an engine took for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    /// Moves that it chose.
    pub moves: u32,
    /// Microseconds it took.
    pub micros: u64,
    /// The longest of them, in microseconds.
    pub longest: u64,
    /// Positions it said it has looked at.
    pub nodes: u64,
    /// The depths it said it has reached, added up.
    pub depths: u64,
}

/// How a game ended.
struct End {
    shares: Vec<f64>,
    word: String,
    sentence: String,
}

/// Plays a game at a table; none if it was stopped. A fault of an engine loses the game for it, but one that cannot play at all ends
/// the match: it is not there, is no engine, or does not know the game, and has never begun one.
pub(crate) fn play(
    setting: &Match,
    number: usize,
    game: &plan::Game,
    players: &mut [Player],
    stop: &Stop,
) -> Result<Option<GameRecord>, String> {
    let mut line = (setting.opening)(game.opening)?;
    let opening = line.moves().len();
    let mut table = Table {
        setting,
        seats: &game.seats,
        clocks: setting.control.map(|control| vec![control.start(); game.seats.len()]),
        thought: vec![Thinking::default(); game.seats.len()],
        notes: Vec::new(),
        referee: Referee::new(setting.adjudication.clone(), setting.tables.clone()),
    };
    let mut end = None;
    for (seat, engine) in game.seats.iter().enumerate() {
        // One engine may have several seats.
        if game.seats[..seat].contains(engine) {
            continue;
        }
        match players[*engine].begin(&line, setting.seed.wrapping_add(game.number.into())) {
            Ok(()) => {}
            Err(fault @ (Fault::NotStarted { .. } | Fault::Unidentified | Fault::Refused(_)))
                if !players[*engine].is_able() =>
            {
                return Err(format!("{}: {fault}", setting.contestants[*engine].name));
            }
            Err(fault) => end = Some(table.lost(seat, fault.word(), &fault.to_string())),
        }
    }
    let end = loop {
        if let Some(watch) = setting.watch {
            let clocks = table.clocks.iter().flatten().map(|clock| clock.clock().left).collect();
            watch(Glimpse { table: number, game, line: &line, opening, notes: &table.notes, clocks });
        }
        if let Some(end) = end.or_else(|| table.over(&line)) {
            break end;
        }
        end = table.advance(&mut line, players, stop)?;
        // A thought that was broken off is no move to keep.
        if stop.is_stopped() {
            return Ok(None);
        }
    };
    let pgn = table.pgn(&line, opening, game, &end);
    Ok(Some(GameRecord {
        number: game.number,
        pair: game.pair,
        seats: game.seats.clone(),
        shares: end.shares,
        end: end.word,
        sentence: end.sentence,
        plies: line.moves().len(),
        thought: table.thought,
        restarted: Vec::new(),
        pgn: pgn.to_string(),
    }))
}

struct Table<'a> {
    setting: &'a Match<'a>,
    seats: &'a [usize],
    clocks: Option<Vec<Running>>,
    thought: Vec<Thinking>,
    /// What is said of each ply after the opening.
    notes: Vec<Note>,
    referee: Referee,
}

impl Table<'_> {
    fn name(&self, seat: usize) -> &str {
        &self.setting.contestants[self.seats[seat]].name
    }

    /// Lets the player to move choose, and plays it.
    fn advance(
        &mut self,
        line: &mut Line,
        players: &mut [Player],
        stop: &Stop,
    ) -> Result<Option<End>, String> {
        let seat = line.position().turn().index();
        let clocks: Vec<Clock> = self.clocks.iter().flatten().map(Running::clock).collect();
        let reply = match players[self.seats[seat]].choose(line, &self.setting.pace, &clocks, stop) {
            Ok(reply) => reply,
            // What it cannot do it could not do in any game.
            Err(fault @ Fault::Refused(_)) => return Err(format!("{}: {fault}", self.name(seat))),
            Err(fault) => return Ok(Some(self.lost(seat, fault.word(), &fault.to_string()))),
        };
        self.note(seat, &reply);
        if let Some(clock) = self.clocks.as_mut().and_then(|clocks| clocks.get_mut(seat))
            && !clock.press(reply.spent, self.setting.margin)
        {
            return Ok(Some(self.lost(seat, "overstepped time", "its time ran out")));
        }
        let Some(mv) = reply.mv else { return Ok(Some(self.lost(seat, "by resignation", "it resigned"))) };
        Ok(match line.play(mv) {
            Ok(_) => None,
            Err(error) => Some(self.lost(seat, "illegal move", &error.to_string())),
        })
    }

    fn note(&mut self, seat: usize, reply: &Reply) {
        let thought = &mut self.thought[seat];
        let micros = u64::try_from(reply.spent.as_micros()).unwrap_or(u64::MAX);
        thought.moves += 1;
        thought.micros = thought.micros.saturating_add(micros);
        thought.longest = thought.longest.max(micros);
        if let Some(report) = &reply.report {
            thought.nodes += report.nodes;
            thought.depths += u64::from(report.depth);
        }
        let score = reply.report.as_ref().and_then(|report| report.lines.first()).map(|line| line.score);
        self.referee.hear(seat, score);
        let depth = reply.report.as_ref().map_or(0, |report| report.depth);
        self.notes.push(Note { score, depth, spent: reply.spent });
    }

    /// Whether the game is over, by its rules or by decision.
    fn over(&self, line: &Line) -> Option<End> {
        let two = self.seats.len() == 2;
        if let Some(outcome) = line.outcome().or_else(|| line.claimable().filter(|_| two)) {
            return Some(ended(&outcome));
        }
        let verdict = self.referee.verdict(line)?;
        let share = |seat| verdict.winner.map_or(0.5, |winner| f64::from(u8::from(seat == winner)));
        Some(End {
            shares: (0..self.seats.len()).map(share).collect(),
            word: verdict.words().to_owned(),
            sentence: verdict.sentence(|winner| self.name(winner).to_owned(), line.moves().len()),
        })
    }

    /// The game is lost for a seat; the others share the rest.
    fn lost(&self, loser: usize, word: &str, why: &str) -> End {
        let others = (self.seats.len() - 1).max(1) as f64;
        let rest = (1.0 + (others - 1.0) / 2.0) / others;
        let shares = (0..self.seats.len()).map(|seat| if seat == loser { 0.0 } else { rest });
        let sentence = format!("{} loses: {why}", self.name(loser));
        End { shares: shares.collect(), word: word.to_owned(), sentence }
    }

    fn pgn(&self, line: &Line, opening: usize, game: &plan::Game, end: &End) -> Pgn {
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let pace = &self.setting.pace;
        let control = match (&self.setting.control, pace.time) {
            (Some(control), _) => control.to_string(),
            (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
            _ => "-".to_owned(),
        };
        let mut tags = vec![
            tag("Event", &self.setting.event),
            tag("Date", &self.setting.date),
            tag("Round", &format!("{}.{}", game.pair + 1, game.part + 1)),
            tag("TimeControl", &control),
            tag("Termination", termination(&end.word)),
            tag("End", &end.sentence),
        ];
        let names = line.position().game().players();
        let colours: Vec<&str> = match names {
            [_, _] => vec!["White", "Black"],
            names => names.iter().map(String::as_str).collect(),
        };
        tags.extend(colours.iter().enumerate().map(|(seat, colour)| tag(colour, self.name(seat))));
        if line.outcome().is_none() {
            tags.push(tag("Result", &result(&end.shares)));
        }
        let mut pgn = write_game(line, &tags);
        for (node, note) in pgn.line.nodes.iter_mut().skip(opening).zip(&self.notes) {
            node.after.push(Comment::new(note.to_string()));
        }
        pgn
    }
}

/// The word PGN has for how a game ended.
fn termination(word: &str) -> &'static str {
    match word {
        "overstepped time" => "time forfeit",
        "illegal move" | "nonsense" | "lied" => "rules infraction",
        fault if report::FAULTS.contains(&fault) => "abandoned",
        word if ["by ", "because ", "on "].iter().any(|start| word.starts_with(start)) => "normal",
        _ => "adjudication",
    }
}

/// `1-0`, `0-1`, `1/2-1/2`; with more players whoever has most.
fn result(shares: &[f64]) -> String {
    let best = shares.iter().copied().fold(0.0, f64::max);
    let first = shares.iter().filter(|share| **share >= best).count();
    let score = |share: &f64| match (*share >= best, first) {
        (true, 1) => "1",
        (true, _) => "1/2",
        (false, _) => "0",
    };
    shares.iter().map(score).collect::<Vec<_>>().join("-")
}

/// The end by the rules.
fn ended(outcome: &Outcome) -> End {
    let others = (outcome.places.len() - 1).max(1) as f64;
    let share = |seat: usize| {
        let own = outcome.places[seat];
        let rest = outcome.places.iter().enumerate().filter(|(other, _)| *other != seat);
        rest.map(|(_, place)| {
            if *place > own {
                1.0
            } else if *place == own {
                0.5
            } else {
                0.0
            }
        })
        .sum::<f64>()
    };
    End {
        shares: (0..outcome.places.len()).map(|seat| share(seat) / others).collect(),
        word: outcome.reason.words().to_owned(),
        sentence: outcome.sentence.clone(),
    }
}

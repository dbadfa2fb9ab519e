//! `go` in all its forms, and `bench`: what the engine does on a thread of its own.

use super::command::Go;
use super::{Session, info};
use crate::host::{Out, playable, watch};
use chatura_rules::{Line, Move, Position, notation};
use chatura_search::{BENCH_GAMES, Clock, Engine, Limits, Score, Stop};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Nothing is counted deeper.
const MAX_DEPTH: u32 = 64;

impl<W: Write + Send + 'static> Session<'_, W> {
    /// Begins to think, or to count.
    pub(super) fn go(&mut self, go: &Go<'_>) -> io::Result<()> {
        self.host.thinking.end();
        let Some(line) = self.line()? else { return self.say(info::NO_MOVE) };
        let line = playable(&line);
        for wrong in &go.wrong {
            self.remark(wrong)?;
        }
        let limits = Limits { only: self.searchmoves(go, line.position())?, ..self.limits(go, &line)? };
        let free = limits.only.is_empty() && !go.infinite && !go.ponder && go.perft.is_none();
        if free && let Some(text) = self.booked(&line)? {
            return self.say(&format!("bestmove {text}"));
        }
        let (out, stop) = (self.out.clone(), Stop::new());
        self.endless = go.infinite;
        let begun = if let Some(depth) = go.perft {
            let told = self.out.clone();
            self.host.thinking.begin(
                stop,
                move |_, stop| {
                    let _ = perft(line.position(), depth.min(MAX_DEPTH), stop, &out);
                },
                move |why, _| info::remark(&told, why),
            )
        } else {
            if go.ponder {
                stop.ponder();
            }
            let chances = self.host.settings.chances;
            let thought = Thought { line, limits, mate: go.mate, chances, found: Mutex::default() };
            let (thought, told) = (Arc::new(thought), self.out.clone());
            let broken = thought.clone();
            self.host.thinking.begin(
                stop,
                move |engine, stop| thought.think(engine, stop, &out),
                move |why, stop| broken.break_off(why, stop, &told),
            )
        };
        if begun { Ok(()) } else { self.say(info::NO_MOVE) }
    }

    /// A move of the book for where a line stands; what is wrong with the book is told once, and it is played without.
    fn booked(&mut self, line: &Line) -> io::Result<Option<String>> {
        match self.host.book_move(line) {
            Ok(drawn) => Ok(drawn.map(|mv| notation::format_move(line.position(), mv))),
            Err(problem) => self.remark(&problem).map(|()| None),
        }
    }

    /// The moves a thought is kept to; what is none is told.
    fn searchmoves(&mut self, go: &Go<'_>, position: &Position) -> io::Result<Vec<Move>> {
        let mut only = Vec::new();
        for text in &go.searchmoves {
            match notation::parse_move(position, text) {
                Ok(mv) => only.push(mv),
                Err(problem) => self.remark(&problem.to_string())?,
            }
        }
        Ok(only)
    }

    fn limits(&mut self, go: &Go<'_>, line: &Line) -> io::Result<Limits> {
        let turn = line.position().turn().index();
        let (mut left, mut increment) = if turn == 0 { (go.wtime, go.winc) } else { (go.btime, go.binc) };
        let players = line.position().game().players();
        for (word, number) in &go.named {
            let is = |ending: &str| {
                let name = word.strip_suffix(ending)?;
                players.iter().position(|player| player.eq_ignore_ascii_case(name))
            };
            match (is("time"), is("inc")) {
                // Everybody's clock is told, one's own counts.
                (Some(player), _) if players.len() > 2 => {
                    left = if player == turn { Some(*number) } else { left }
                }
                (_, Some(player)) if players.len() > 2 => {
                    increment = if player == turn { Some(*number) } else { increment };
                }
                _ => self.remark(&format!("go knows no {}", crate::host::shown(word)))?,
            }
        }
        let settings = &self.host.settings;
        let clock = left.map(|left| Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment.unwrap_or(0)),
            moves_to_go: go.movestogo,
            overhead: settings.overhead(),
        });
        // Who is to mate in so many moves looks that far.
        let mate = go.mate.map(|moves| moves.saturating_mul(2));
        Ok(Limits {
            depth: go.depth.into_iter().chain(mate).min(),
            nodes: go.nodes,
            time: go.movetime.map(|time| settings.exact(Duration::from_millis(time))),
            clock,
            infinite: go.infinite,
            lines: settings.lines,
            only: Vec::new(),
        })
    }

    /// Thinks about the start of some games, and tells how many positions that took.
    pub(super) fn bench(&mut self, depth: u32) -> io::Result<()> {
        if let Err(problem) = self.host.engine() {
            return self.remark(&problem);
        }
        let names = BENCH_GAMES.iter().filter_map(|name| Some((*name, self.host.game(name).ok()?)));
        let games: Vec<_> = names.collect();
        let (out, options) = (self.out.clone(), self.host.settings.engine());
        let told = self.out.clone();
        self.endless = false;
        let work = move |_: &mut Engine, stop: &Stop| {
            let (mut nodes, mut time) = (0, Duration::ZERO);
            for (name, game) in games {
                let mut engine = Engine::new(&game, options.clone());
                let line = Line::new(Position::start(&game));
                let Ok(answer) = engine.think(&line, &Limits::depth(depth), stop, &mut |_| {}) else {
                    continue;
                };
                nodes += answer.report.nodes;
                time += answer.report.time;
                let told = format!("info string {name} {} nodes", answer.report.nodes);
                if stop.is_stopped() || out.say(&told).is_err() {
                    return;
                }
            }
            let speed = (nodes as f64 / time.as_secs_f64().max(1e-9)).round();
            let total = format!("Total time (ms) : {}\nNodes searched  : {nodes}", time.as_millis());
            let _ = out.say(&format!("{total}\nNodes/second    : {speed}"));
        };
        self.host.thinking.begin(Stop::new(), work, move |why, _| info::remark(&told, why));
        Ok(())
    }
}

/// What is thought about, and how.
struct Thought {
    line: Line,
    limits: Limits,
    /// A mate in at most so many moves is enough.
    mate: Option<u32>,
    chances: bool,
    /// The best move it has told of.
    found: Mutex<Option<Move>>,
}

impl Thought {
    /// Thinks, telling what is found, and answers. Whoever asked may have gone: then there is nobody to tell.
    fn think<W: Write + Send>(&self, engine: &mut Engine, stop: &Stop, out: &Out<W>) {
        let position = self.line.position();
        // Told from another thread: a position is its own, tables are shared.
        let (elsewhere, speaker) = (position.clone(), out.clone());
        let tell = move |progress| {
            if let Some(text) = info::current(&elsewhere, &progress) {
                let _ = speaker.say(&text);
            }
        };
        let answer = watch(stop, tell, || {
            engine.think(&self.line, &self.limits, stop, &mut |report| {
                let best = report.lines.first().and_then(|line| line.moves.first());
                *self.found.lock().unwrap_or_else(PoisonError::into_inner) = best.copied();
                for text in info::lines(position, report, self.chances) {
                    let _ = out.say(&text);
                }
                let found = report.lines.first().map(|line| line.score);
                let mates =
                    |most| matches!(found, Some(Score::Mate(moves)) if moves > 0 && moves as u32 <= most);
                if self.mate.is_some_and(mates) {
                    stop.stop();
                }
            })
        });
        self.wait(stop);
        let last = match &answer {
            Ok(answer) => info::best(position, answer),
            Err(error) => format!("info string {error}\n{}", info::NO_MOVE),
        };
        let _ = out.say(&last);
    }

    /// A thought without end that has come to one keeps its answer until it is asked for.
    fn wait(&self, stop: &Stop) {
        while (self.limits.infinite || stop.is_pondering()) && !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// It broke off: what was found until then is the answer, or else any move there is.
    fn break_off<W: Write>(&self, why: &str, stop: &Stop, out: &Out<W>) {
        info::remark(out, why);
        let found = *self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let position = self.line.position();
        let any = || self.limits.only.first().copied().or_else(|| position.legal_moves().first().copied());
        let best = found.or_else(any).map(|mv| format!("bestmove {}", notation::format_move(position, mv)));
        self.wait(stop);
        let _ = out.say(best.as_deref().unwrap_or(info::NO_MOVE));
    }
}

/// Counts positions, move by move, until it is stopped.
fn perft<W: Write>(position: &Position, depth: u32, stop: &Stop, out: &Out<W>) -> io::Result<()> {
    /// So many plies are counted without looking whether to stop.
    const ATOMIC: u32 = 2;
    fn count(position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        if depth <= ATOMIC {
            return (!stop.is_stopped()).then(|| chatura_rules::perft(position, depth));
        }
        let below = position.legal_moves().into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            count(&next, depth - 1, stop)
        });
        below.sum()
    }
    let mut sum = u64::from(depth == 0);
    if depth > 0 {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let Some(nodes) = count(&next, depth - 1, stop) else {
                return out.say("info string stopped before everything was counted");
            };
            out.say(&format!("{}: {nodes}", notation::format_move(position, mv)))?;
            sum += nodes;
        }
    }
    out.say(&format!("\nNodes searched: {sum}\n"))
}

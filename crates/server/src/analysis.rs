//! Analysis for people: a few at a time, each on a thread of its own, none forever, and shorter while others wait.

use crate::fair::Lane;
use crate::fair_room::{FairRoom, Place};
use crate::problem::Problem;
use crate::shares::{Asker, Shares};
use axum::http::StatusCode;
use chatura_protocol::drive::{Driver, Fault, Launch, Pace};
use chatura_rules::notation::{format_both, format_move, format_san};
use chatura_rules::{Game, Line};
use chatura_search::{Engine, Limits, Options, Report, Score, Stop};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The most lines that can be asked for.
const MAX_LINES: usize = 8;
/// How many moves of a line are told.
const MAX_MOVES: usize = 24;
/// The memory of an analysis, in millions of bytes.
const HASH_MB: usize = 32;
/// How long the moves somebody shows may take to be played: on a large board each takes long.
pub const PLAYING: Duration = Duration::from_secs(2);
/// How often whoever waits looks whether somebody has had their turn.
const LOOK: Duration = Duration::from_millis(100);
/// How often what runs is charged.
const CHARGE: Duration = Duration::from_secs(1);
/// How long somebody waits for a place at most.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many findings may wait to be taken; the newest are dropped then.
const WAITING: usize = 16;

/// Analyses that run.
pub struct Analyses {
    room: FairRoom,
    longest: Duration,
    /// How long one may take while somebody waits.
    turn: Duration,
    /// How many threads think.
    threads: Arc<AtomicUsize>,
    shares: Arc<Shares>,
    /// The one of each person, and the one of a program of others.
    by: Mutex<HashMap<(String, bool), Turn>>,
}

/// The analysis of a person.
struct Turn {
    stop: Stop,
    lane: Lane,
    /// Since when it runs; nothing while it waits for a place.
    since: Option<Instant>,
}

/// How a position is to be looked at.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisLimits {
    /// How many lines, 1 to 8.
    pub lines: Option<usize>,
    /// How many plies at most.
    pub depth: Option<u32>,
    /// How many seconds at most.
    pub seconds: Option<u32>,
    /// How many threads think; at most half of what the machine has.
    pub threads: Option<usize>,
    /// An engine of others by its name, for the owner of the machine.
    pub engine: Option<String>,
}

/// What is known so far.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// How many plies were looked at in full.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// The best lines, best first.
    pub lines: Vec<FoundLine>,
    /// Whether this is the last of it.
    pub last: bool,
    /// What a program of others did instead of looking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
pub struct FoundLine {
    /// In hundredths of a pawn, for the one to move; missing if the end is in sight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centipawns: Option<i32>,
    /// Won in so many moves, lost if negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Where more than two play, what each of them can expect at its end, in thousandths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u32>,
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// The moves as people write them.
    pub san: Vec<String>,
    /// The moves in the notation that the game has of its own, each with letters and with characters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub native: Vec<[String; 2]>,
}

/// An analysis that runs; it stops when this is let go.
pub struct Running {
    /// What it finds.
    pub found: mpsc::Receiver<Found>,
    stop: Stop,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Threads that are counted as long as this is there; after that nobody needs to stop them.
struct Counted {
    counter: Arc<AtomicUsize>,
    threads: usize,
    stop: Stop,
    /// Until when it is charged.
    charged: Mutex<Instant>,
    shares: Arc<Shares>,
    asker: Asker,
}

impl Counted {
    /// Charges what was not charged yet; false if whoever asked has had enough.
    fn charge(&self) -> bool {
        let now = Instant::now();
        let before =
            std::mem::replace(&mut *self.charged.lock().unwrap_or_else(PoisonError::into_inner), now);
        let time = now.saturating_duration_since(before).as_secs_f64() * self.threads as f64;
        self.shares.charge(&self.asker, time);
        self.shares.wait(&self.asker).is_none()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.counter.fetch_sub(self.threads, Ordering::Relaxed);
        self.charge();
        self.stop.stop();
    }
}

/// Charges an analysis while it runs, and ends it when whoever asked has had enough: of many that begin at once none would
/// know of the others otherwise.
async fn keep_charging(running: Weak<Counted>) {
    loop {
        tokio::time::sleep(CHARGE).await;
        let Some(counted) = running.upgrade() else { return };
        if !counted.charge() {
            counted.stop.stop();
        }
    }
}

/// The most threads of one analysis: others want to play meanwhile.
pub fn most_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2))
}

impl Analyses {
    /// So many at a time, each so long at most, and so long while somebody waits.
    pub fn new(count: usize, longest: Duration, turn: Duration, shares: Arc<Shares>) -> Analyses {
        let (room, threads, by) = (FairRoom::new(count), Arc::default(), Mutex::default());
        Analyses { room, longest, turn, threads, shares, by }
    }

    /// How many threads think at the moment.
    pub fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<(String, bool), Turn>> {
        self.by.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends what somebody analyses, and notes what ends the next.
    fn replace(&self, person: &(String, bool), lane: &Lane, stop: &Stop) {
        let mut by = self.turns();
        by.retain(|_, turn| !turn.stop.is_stopped());
        let turn = Turn { stop: stop.clone(), lane: lane.clone(), since: None };
        if let Some(before) = by.insert(person.clone(), turn) {
            before.stop.stop();
        }
    }

    /// How long an analysis may run while others wait: addresses share the places evenly, and people those of their address.
    fn share(&self, lane: &Lane) -> Duration {
        let crowd = self.room.crowd(lane);
        let parts = crowd.places.max(1) * crowd.neighbours.max(1);
        self.turn / u32::try_from(parts).unwrap_or(u32::MAX)
    }

    /// Ends whoever has run for longer than their share by the most.
    fn end_a_turn(&self) {
        let by = self.turns();
        let running = by.values().filter(|turn| !turn.stop.is_stopped());
        let over = running.filter_map(|turn| {
            let more = turn.since?.elapsed().checked_sub(self.share(&turn.lane))?;
            Some((more, &turn.stop))
        });
        if let Some((_, stop)) = over.max_by_key(|(more, _)| *more) {
            stop.stop();
        }
    }

    /// Waits for a place, in turn of those who want one.
    async fn place(&self, lane: &Lane) -> Option<Place> {
        let room = self.room.enter(lane);
        tokio::pin!(room);
        let since = Instant::now();
        loop {
            tokio::select! {
                biased;
                place = &mut room => return Some(place),
                () = tokio::time::sleep(LOOK) => self.end_a_turn(),
            }
            if since.elapsed() > PATIENCE {
                return None;
            }
        }
    }

    /// Begins one for somebody; the one they had ends. A program of others may look beside our engine, and takes nobody's place:
    /// it is for the owner of the machine.
    pub async fn begin(
        &self,
        asker: &Asker,
        line: Line,
        asked: &AnalysisLimits,
        program: Option<Launch>,
    ) -> Result<Running, Problem> {
        if let Some(wait) = self.shares.wait(asker) {
            return Err(Problem::had_enough(wait));
        }
        let stop = Stop::new();
        let person = (asker.person.clone(), program.is_some());
        let lane = asker.lane();
        self.replace(&person, &lane, &stop);
        let busy = || {
            stop.stop();
            let detail = "as many analyses run as can; try again in a while";
            let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail);
            Problem { retry_after: Some(self.turn.as_millis() as u64), ..problem }
        };
        let permit = match &program {
            None => Some(self.place(&lane).await.ok_or_else(busy)?),
            Some(_) => None,
        };
        if let Some(turn) = self.turns().get_mut(&person).filter(|_| !stop.is_stopped()) {
            turn.since = Some(Instant::now());
        }
        let seconds = asked.seconds.map_or(self.longest, |seconds| Duration::from_secs(seconds.into()));
        let limits = Limits {
            depth: asked.depth,
            time: Some(seconds.min(self.longest)),
            lines: asked.lines.unwrap_or(1).clamp(1, MAX_LINES),
            ..Limits::default()
        };
        let threads = asked.threads.unwrap_or(1).clamp(1, most_threads());
        let (tell, found) = mpsc::channel(WAITING);
        self.threads.fetch_add(threads, Ordering::Relaxed);
        let counted = Arc::new(Counted {
            counter: Arc::clone(&self.threads),
            threads,
            stop: stop.clone(),
            charged: Mutex::new(Instant::now()),
            shares: Arc::clone(&self.shares),
            asker: asker.clone(),
        });
        tokio::spawn(keep_charging(Arc::downgrade(&counted)));
        let stopped = stop.clone();
        let work = move || {
            let _permit = permit;
            let _counted = counted;
            if let Some(launch) = program {
                return ask_program(&launch, &line, &limits, &stopped, &tell);
            }
            let options = Options { hash_mb: HASH_MB, threads, ..Options::default() };
            let mut engine = Engine::new(line.position().game(), options);
            // The one that thinks is busy while it reports.
            let judge = judge(line.position().game());
            let answer = engine.think(&line, &limits, &stopped, &mut |report| {
                if tell.is_closed() {
                    stopped.stop();
                }
                let _ = tell.try_send(describe(&line, report, judge.as_ref(), false));
            });
            if let Ok(answer) = answer {
                let _ = tell.blocking_send(describe(&line, &answer.report, judge.as_ref(), true));
            }
        };
        let named = std::thread::Builder::new().name("analyse".into());
        named.spawn(work).map_err(|_| busy())?;
        Ok(Running { found, stop })
    }
}

/// Lets a program of others look at a position.
fn ask_program(launch: &Launch, line: &Line, limits: &Limits, stop: &Stop, tell: &mpsc::Sender<Found>) {
    let look = || -> Result<Option<Report>, Fault> {
        let mut driver = Driver::start(launch)?;
        // Who knows one line only tells that.
        if limits.lines > 1 && driver.identity().option("MultiPV").is_some() {
            driver.set_option("MultiPV", &limits.lines.to_string())?;
        }
        let pace = Pace { clocks: None, time: limits.time, nodes: None, depth: limits.depth };
        let thought = driver.think(line, &pace, stop, &mut |report| {
            if tell.is_closed() {
                stop.stop();
            }
            let _ = tell.try_send(describe(line, report, None, false));
        })?;
        Ok(thought.report)
    };
    match look() {
        Ok(report) => {
            let _ = report.map(|report| tell.blocking_send(describe(line, &report, None, true)));
        }
        Err(fault) => {
            tracing::warn!(%fault, "a program gives no analysis");
            let problem = Some(fault.to_string());
            let found = Found { depth: 0, nodes: 0, time: 0, lines: Vec::new(), last: true, problem };
            let _ = tell.blocking_send(found);
        }
    }
}

/// Who says what everybody can expect; nobody where two play.
fn judge(game: &Arc<Game>) -> Option<Engine> {
    let options = Options { hash_mb: 1, ..Options::default() };
    (game.players().len() > 2).then(|| Engine::new(game, options))
}

fn describe(line: &Line, report: &Report, judge: Option<&Engine>, last: bool) -> Found {
    let lines = report.lines.iter().map(|variation| {
        let (centipawns, mate) = match variation.score {
            Score::Centipawns(value) | Score::Place(value) | Score::Points(value) => (Some(value), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let mut position = line.position().clone();
        // Where pieces are just being exchanged nobody's share is settled.
        let mut settled = position.clone();
        let (mut moves, mut san, mut native) = (Vec::new(), Vec::new(), Vec::new());
        for mv in variation.moves.iter().copied().take(MAX_MOVES) {
            if !position.is_legal(mv) {
                break;
            }
            moves.push(format_move(&position, mv));
            san.push(format_san(&position, mv));
            native.extend(format_both(&position, mv));
            let Ok(ply) = position.play(mv) else { break };
            if judge.is_some() && ply.captured.is_empty() {
                settled = position.clone();
            }
        }
        let mut shares = judge.map_or(Vec::new(), |judge| judge.shares(&settled));
        // Who comes first for certain has all of it, whatever stands on the board.
        if mate.is_some_and(|moves| moves > 0) && !shares.is_empty() {
            shares.fill(0);
            shares[line.position().turn().index()] = 1000;
        }
        FoundLine { centipawns, mate, shares, moves, san, native }
    });
    Found {
        depth: report.depth,
        nodes: report.nodes,
        time: report.time.as_millis() as u64,
        lines: lines.collect(),
        last,
        problem: None,
    }
}

/// A line of play from a FEN and moves somebody shows.
pub fn line(game: &Arc<Game>, fen: Option<&str>, moves: &[String]) -> Result<Line, Problem> {
    use chatura_rules::notation::{parse_fen, read_move};
    let bad = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-fen", detail);
    let start = match fen {
        None => chatura_rules::Position::start(game),
        Some(fen) => {
            let setup = parse_fen(game, fen).map_err(|error| bad(format!("{error} ({})", error.help)))?;
            chatura_rules::Position::new(game, &setup).map_err(|error| bad(error.to_string()))?
        }
    };
    let mut line = Line::new(start);
    let until = Instant::now() + PLAYING;
    for (ply, text) in moves.iter().enumerate() {
        if Instant::now() >= until {
            let detail = format!("{} moves of this game take too long to play; send fewer", moves.len());
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-long", detail));
        }
        let read = read_move(line.position(), text);
        read.and_then(|mv| Ok(line.play(mv)?)).map_err(|error| {
            let detail = format!("move {}: {error}", ply + 1);
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal-move", detail)
        })?;
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(person: &str) -> Asker {
        Asker { person: person.to_owned(), address: Some([192, 0, 2, 1].into()) }
    }

    fn start() -> Line {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        Line::new(chatura_rules::Position::start(&game))
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn whoever_waits_gets_the_place_of_who_had_a_turn() {
        let shares = Arc::new(Shares::new(1e9, Duration::from_secs(1)));
        let analyses = Analyses::new(1, Duration::from_secs(3_600), Duration::ZERO, shares);
        let endless = AnalysisLimits::default();
        let mut first = analyses.begin(&asker("ada"), start(), &endless, None).await.unwrap();
        // The only place is taken for an hour; it is given up because somebody waits.
        let second = analyses.begin(&asker("bo"), start(), &endless, None).await.unwrap();
        let mut last = None;
        while let Some(found) = first.found.recv().await {
            last = Some(found);
        }
        assert!(last.is_some_and(|found| found.last), "what was found is told");
        assert_eq!(analyses.threads(), 1);
        drop(second);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn thirty_of_one_address_keep_nobody_from_a_place() {
        let shares = Arc::new(Shares::new(1e9, Duration::from_secs(1)));
        let turn = Duration::from_secs(20);
        let analyses = Arc::new(Analyses::new(2, Duration::from_secs(3_600), turn, shares));
        let mut crowd = Vec::new();
        for number in 0..30 {
            let analyses = Arc::clone(&analyses);
            crowd.push(tokio::spawn(async move {
                let running = analyses
                    .begin(&asker(&format!("{number}")), start(), &AnalysisLimits::default(), None)
                    .await;
                let mut running = running.ok()?;
                while running.found.recv().await.is_some() {}
                Some(())
            }));
        }
        while analyses.room.crowd(&Lane::server()).places == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let (began, ada) = (Instant::now(), Asker { address: Some([192, 0, 2, 9].into()), ..asker("ada") });
        let running = analyses.begin(&ada, start(), &AnalysisLimits::default(), None).await.unwrap();
        assert!(began.elapsed() < turn / 4, "another waited {:?}", began.elapsed());
        assert_eq!(analyses.share(&ada.lane()), turn, "and has a turn like any other");
        drop(running);
        crowd.iter().for_each(tokio::task::JoinHandle::abort);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_analysis_is_charged_while_it_runs_and_ends_with_the_share() {
        let shares = Arc::new(Shares::new(0.5, Duration::from_secs(1_000_000)));
        let analyses = Analyses::new(2, Duration::from_secs(3_600), Duration::ZERO, Arc::clone(&shares));
        let mut first =
            analyses.begin(&asker("ada"), start(), &AnalysisLimits::default(), None).await.unwrap();
        let over = async { while first.found.recv().await.is_some() {} };
        tokio::time::timeout(Duration::from_secs(60), over).await.expect("it goes on for ever");
        assert!(shares.wait(&asker("ada")).is_some());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_had_enough_is_told_when_to_come_back() {
        let shares = Arc::new(Shares::new(1.0, Duration::from_secs(1_000)));
        let analyses = Analyses::new(1, Duration::from_secs(3_600), Duration::ZERO, Arc::clone(&shares));
        shares.charge(&asker("ada"), 2.0);
        let refused = analyses.begin(&asker("ada"), start(), &AnalysisLimits::default(), None).await;
        let refused = refused.map(|_| ()).unwrap_err();
        assert_eq!(refused.code, "limit");
        assert!(refused.retry_after.is_some_and(|wait| wait > 900_000), "{refused:?}");
        let local = Asker { address: None, ..asker("ada") };
        assert!(analyses.begin(&local, start(), &AnalysisLimits::default(), None).await.is_ok());
    }
}

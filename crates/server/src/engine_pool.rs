//! The engines of AI players on a fixed number of threads, whatever the number of games. Each game asks one question at a
//! time and is answered in turn, so nobody starves; the more wait, the shorter each thinks.

use crate::metrics::Metrics;
use chatura_players::{
    Budget, Choice, Chooser, EngineList, EngineSettings, OwnEngine, PlayerError, Programs, Question, Stop,
};
use chatura_rules::notation::format_move;
use chatura_rules::{Game, Line};
use chatura_search::{Limits, Options};
use chatura_session::{Ai, ClockView, Seat, Span};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long one thinks if nobody else waits.
const LONGEST: Duration = Duration::from_millis(1_500);
/// How long one may think however many wait.
const SHORTEST: Duration = Duration::from_millis(20);
/// The most anyone may ask for.
const MOST: Duration = Duration::from_secs(10);
/// The memory of one engine, in millions of bytes, and how many each thread keeps.
const HASH_MB: usize = 8;
const ENGINES: usize = 4;
/// A program of others that nobody needs for so long ends.
const IDLE: Duration = Duration::from_secs(120);

type Reply<T> = Box<dyn FnOnce(T) + Send>;

/// Something asked of an AI player, in the queue.
struct Task {
    line: Line,
    kind: Kind,
    /// Since when it waits: clocks run meanwhile.
    asked: Instant,
}

enum Kind {
    /// Which move to play, in coordinates; nothing to give up.
    Choose { ai: Ai, clocks: Vec<ClockView>, reply: Reply<Option<String>> },
    /// Whether a seat is content with a draw.
    AnswerDraw { seat: Seat, reply: Reply<bool> },
}

/// The threads.
pub struct EnginePool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<std::thread::JoinHandle<()>>>,
    count: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    busy: AtomicUsize,
    closing: Stop,
    list: Arc<EngineList>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    closed: bool,
}

impl EnginePool {
    /// So many threads, at least one, with programs of others that can be asked for.
    pub fn new(count: usize, list: Arc<EngineList>, metrics: Arc<Metrics>) -> Arc<EnginePool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ready: Condvar::new(),
            busy: AtomicUsize::new(0),
            closing: Stop::new(),
            list,
            metrics,
        });
        let spawn = |number: usize| {
            let shared = Arc::clone(&shared);
            let builder = std::thread::Builder::new().name(format!("think-{number}"));
            builder.spawn(move || work(&shared, count.max(1)))
        };
        let threads: Vec<_> = (0..count.max(1)).filter_map(|number| spawn(number).ok()).collect();
        Arc::new(EnginePool { count: threads.len(), threads: Mutex::new(threads), shared })
    }

    /// The programs of others that can be asked for.
    pub fn programs(&self) -> &EngineList {
        &self.shared.list
    }

    /// Asks which move to play, with what the clocks of all seats show now.
    pub fn choose(
        &self,
        line: Line,
        ai: &Ai,
        clocks: Vec<ClockView>,
        reply: impl FnOnce(Option<String>) + Send + 'static,
    ) {
        self.ask(line, Kind::Choose { ai: ai.clone(), clocks, reply: Box::new(reply) });
    }

    /// Asks whether a seat is content with a draw.
    pub fn answer_draw(&self, line: Line, seat: Seat, reply: impl FnOnce(bool) + Send + 'static) {
        self.ask(line, Kind::AnswerDraw { seat, reply: Box::new(reply) });
    }

    fn ask(&self, line: Line, kind: Kind) {
        let task = Task { line, kind, asked: Instant::now() };
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if !queue.closed {
            queue.tasks.push_back(task);
            self.shared.ready.notify_one();
        }
    }

    /// How many threads there are, how many think, and how many questions wait.
    pub fn load(&self) -> (usize, usize, usize) {
        let waiting = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).tasks.len();
        (self.count, self.shared.busy.load(Ordering::Relaxed), waiting)
    }

    /// Stops thinking; what was asked stays unanswered.
    pub fn close(&self) {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.shared.closing.stop();
        self.shared.ready.notify_all();
        for thread in self.threads.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared, threads: usize) {
    let mut engines: Vec<OwnEngine> = Vec::new();
    let mut programs = Programs::new(Arc::clone(&shared.list), LONGEST);
    loop {
        let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (task, waiting) = loop {
            if queue.closed {
                return;
            }
            match queue.tasks.pop_front() {
                Some(task) => break (task, queue.tasks.len()),
                None if programs.is_idle() => {
                    queue = shared.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
                None => {
                    let waited = shared.ready.wait_timeout(queue, IDLE);
                    let (back, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                    queue = back;
                    if timeout.timed_out() {
                        drop(queue);
                        programs.end();
                        queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
                    }
                }
            }
        };
        drop(queue);
        shared.busy.fetch_add(1, Ordering::Relaxed);
        let longest = |alone| thinking_time(waiting, threads, alone);
        let thought =
            catch_unwind(AssertUnwindSafe(|| think(shared, &mut engines, &mut programs, &task, &longest)));
        if thought.is_err() {
            // A thought that fails costs its engines, not the thread.
            engines.clear();
            programs.end();
        }
        if !shared.closing.is_stopped() {
            task.answer(thought.ok().and_then(Result::ok));
        }
        shared.metrics.search();
        shared.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long to think while so many wait.
fn thinking_time(waiting: usize, threads: usize, alone: Duration) -> Duration {
    alone.mul_f64(threads as f64 / (threads + waiting) as f64).max(SHORTEST)
}

/// What somebody decides.
#[derive(Clone, Copy)]
enum Decided {
    Choice(Choice),
    /// Whether a draw is agreed to.
    Draw(bool),
}

/// What an engine decides within the time there is.
fn think(
    shared: &Shared,
    engines: &mut Vec<OwnEngine>,
    programs: &mut Programs,
    task: &Task,
    time: &dyn Fn(Duration) -> Duration,
) -> Result<Decided, PlayerError> {
    let line = &task.line;
    if let Kind::Choose { ai: Ai::Program(name), clocks, .. } = &task.kind {
        let clocks = &waited(clocks, task.asked.elapsed());
        let question = Question { line, clocks, max_time: Some(time(MOST)) };
        let decision =
            programs.engine(name).and_then(|engine| engine.choose(&question, &shared.closing, &mut |_| {}));
        // Whoever cannot play any more has lost; what it did is told to whoever keeps the server.
        return Ok(Decided::Choice(decision.map_or_else(
            |error| {
                tracing::warn!(%error, "a program gives up");
                Choice::Resign
            },
            |decision| decision.choice,
        )));
    }
    let engine = engine(engines, line.position().game());
    match &task.kind {
        Kind::Choose { ai, clocks, .. } => {
            // Who is not known any more plays as usual.
            let settings = engine_settings(ai).or_else(|_| engine_settings(&Ai::Level(0)))?;
            let max_time = Some(time(settings.thinking_time().unwrap_or(MOST)));
            engine.set_settings(settings);
            let clocks = &waited(clocks, task.asked.elapsed());
            let question = Question { line, clocks, max_time };
            let decision = engine.choose(&question, &shared.closing, &mut |_| {})?;
            Ok(Decided::Choice(decision.choice))
        }
        Kind::AnswerDraw { seat, .. } => {
            let question = Question { max_time: Some(time(LONGEST)), ..Question::new(line) };
            engine.agrees_to_draw(&question, *seat, &shared.closing).map(Decided::Draw)
        }
    }
}

/// What clocks show after somebody waited so long: the one that runs has run on.
fn waited(clocks: &[ClockView], time: Duration) -> Vec<ClockView> {
    let passed = time.as_millis().min(u128::from(u64::MAX)) as u64;
    let now = |clock: &ClockView| ClockView {
        left: clock.left.map(|left| Span(left.0.saturating_sub(if clock.running { passed } else { 0 }))),
        ..clock.clone()
    };
    clocks.iter().map(now).collect()
}

impl Task {
    /// Answers with what was decided. Whoever asked waits for it: if thinking failed, there is an answer all the same.
    fn answer(self, decided: Option<Decided>) {
        let position = self.line.position();
        match self.kind {
            Kind::Choose { reply, .. } => {
                let best = match decided {
                    Some(Decided::Choice(Choice::Move(mv))) => Some(mv),
                    Some(Decided::Choice(Choice::Resign)) => None,
                    _ => position.legal_moves().first().copied(),
                };
                reply(best.map(|mv| format_move(position, mv)));
            }
            Kind::AnswerDraw { reply, .. } => reply(matches!(decided, Some(Decided::Draw(true)))),
        }
    }
}

/// The engine of a game, which knows it already if it played it lately.
fn engine<'a>(engines: &'a mut Vec<OwnEngine>, game: &Arc<Game>) -> &'a mut OwnEngine {
    match engines.iter().position(|engine| Arc::ptr_eq(engine.game(), game)) {
        Some(known) => engines[..=known].rotate_right(1),
        None => {
            engines.truncate(ENGINES - 1);
            let usual = EngineSettings {
                options: Options { hash_mb: HASH_MB, ..Options::default() },
                limits: Limits::default(),
            };
            engines.insert(0, OwnEngine::new(game, usual));
        }
    }
    &mut engines[0]
}

/// How a kind of AI player thinks here if nobody else waits; or why there is none such.
fn engine_settings(ai: &Ai) -> Result<EngineSettings, PlayerError> {
    EngineSettings::of(
        ai,
        &Budget { default_time: LONGEST, most: Some(MOST), hash_mb: HASH_MB, seed: rand::random() },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::Position;
    use std::sync::mpsc;

    #[test]
    fn everybody_is_answered_and_thinks_less_in_a_crowd() {
        let engines = EnginePool::new(1, Arc::default(), Arc::default());
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let (told, answers) = mpsc::channel();
        for _ in 0..8 {
            let told = told.clone();
            let line = Line::new(Position::start(&game));
            engines.choose(line, &Ai::Level(1), Vec::new(), move |mv| told.send(mv).unwrap());
        }
        drop(told);
        assert_eq!(answers.iter().filter(Option::is_some).count(), 8);
        let waiting = |waiting| thinking_time(waiting, 2, LONGEST);
        assert_eq!((waiting(0), waiting(2), waiting(100_000)), (LONGEST, LONGEST / 2, SHORTEST));
        engines.close();
        assert_eq!(engines.load().1, 0);
    }

    #[test]
    fn a_thought_that_fails_is_answered_all_the_same() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let (told, answers) = mpsc::channel();
        let agreed = told.clone();
        let kinds = [
            Kind::Choose {
                ai: Ai::Level(1),
                clocks: Vec::new(),
                reply: Box::new(move |mv| told.send(mv.unwrap()).unwrap()),
            },
            Kind::AnswerDraw {
                seat: Seat(0),
                reply: Box::new(move |agrees| agreed.send(agrees.to_string()).unwrap()),
            },
        ];
        for kind in kinds {
            Task { line: Line::new(Position::start(&game)), kind, asked: Instant::now() }.answer(None);
        }
        let first = format_move(&Position::start(&game), Position::start(&game).legal_moves()[0]);
        assert_eq!(answers.iter().collect::<Vec<_>>(), [first, "false".to_owned()]);
    }

    #[test]
    fn who_waits_has_less_time() {
        let clock = |running| ClockView {
            left: Some(Span(5_000)),
            running,
            delay: Span(700),
            increment: Span(30),
            turns_left: None,
        };
        let later = waited(&[clock(true), clock(false)], Duration::from_secs(2));
        assert_eq!(later, [ClockView { left: Some(Span(3_000)), ..clock(true) }, clock(false)]);
    }

    #[test]
    fn nobody_plays_who_does_not_exist() {
        for ai in [Ai::Level(0), Ai::Level(20), Ai::Strategy("one-ply".into()), Ai::Depth(3)] {
            assert!(engine_settings(&ai).is_ok(), "{ai:?}");
        }
        for ai in [Ai::Level(99), Ai::Strategy("onepy".into())] {
            assert!(engine_settings(&ai).is_err(), "{ai:?}");
        }
    }
}

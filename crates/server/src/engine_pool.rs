//! The engines of AI players on a fixed number of threads, whatever the number of games. Each game asks one question at a
//! time; people are answered in turn, whoever asks for much waits behind themselves. The more wait, the shorter each thinks.

use crate::fair::{Crowd, FairQueue, Lane, Urgency};
use crate::metrics::Metrics;
use crate::shares::{Asker, Shares};
use chatura_players::{
    Budget, Choice, Chooser, EngineList, EngineSettings, OwnEngine, PlayerError, Programs, Question, Stop,
};
use chatura_rules::notation::format_move;
use chatura_rules::{Game, Line};
use chatura_search::{Limits, Options};
use chatura_session::{Ai, ClockView, Seat, Span};
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
    asker: Asker,
    ticket: u64,
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
    shares: Arc<Shares>,
}

/// Who asks, for whom it is answered, and by which number the question is known.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Whose share of the processor it takes.
    pub asker: Asker,
    /// Whether somebody looks.
    pub urgency: Urgency,
    /// The number of the question.
    pub ticket: u64,
}

#[derive(Default)]
struct Queue {
    tasks: FairQueue<Task>,
    closed: bool,
}

impl EnginePool {
    /// So many threads, at least one, with programs of others that can be asked for.
    pub fn new(
        count: usize,
        list: Arc<EngineList>,
        metrics: Arc<Metrics>,
        shares: Arc<Shares>,
    ) -> Arc<EnginePool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ready: Condvar::new(),
            busy: AtomicUsize::new(0),
            closing: Stop::new(),
            list,
            metrics,
            shares,
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
        asked: Asked,
        line: Line,
        ai: &Ai,
        clocks: Vec<ClockView>,
        reply: impl FnOnce(Option<String>) + Send + 'static,
    ) {
        self.ask(asked, line, Kind::Choose { ai: ai.clone(), clocks, reply: Box::new(reply) });
    }

    /// Asks whether a seat is content with a draw.
    pub fn answer_draw(
        &self,
        asked: Asked,
        line: Line,
        seat: Seat,
        reply: impl FnOnce(bool) + Send + 'static,
    ) {
        self.ask(asked, line, Kind::AnswerDraw { seat, reply: Box::new(reply) });
    }

    fn ask(&self, asked: Asked, line: Line, kind: Kind) {
        let Asked { asker, urgency, ticket } = asked;
        // Who has had more than a share is answered all the same, after the others.
        let urgency = if self.shared.shares.wait(&asker).is_some() { Urgency::Unwatched } else { urgency };
        let task = Task { asker, ticket, line, kind, asked: Instant::now() };
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if !queue.closed {
            let lane = task.asker.lane();
            queue.tasks.push(&lane, urgency, task);
            self.shared.ready.notify_one();
        }
    }

    /// Somebody begins to look at what they wait for.
    pub fn promote(&self, lane: &Lane, ticket: u64) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.tasks.promote(lane, |task| task.ticket == ticket);
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
        let (task, crowd) = loop {
            if queue.closed {
                return;
            }
            match queue.tasks.pop() {
                Some((lane, task)) => break (task, queue.tasks.crowd(&lane)),
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
        let had_enough = shared.shares.wait(&task.asker).is_some();
        let longest = |alone| match had_enough {
            true => SHORTEST,
            false => thinking_time(crowd, threads, alone),
        };
        let (asker, began) = (task.asker.clone(), Instant::now());
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
        shared.shares.charge(&asker, began.elapsed().as_secs_f64());
        shared.metrics.search();
        shared.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long to think while so many wait. However much one of them asks for, to the others it is one who waits, and however
/// many there are at one address, to those elsewhere that is one as well.
fn thinking_time(crowd: Crowd, threads: usize, alone: Duration) -> Duration {
    let share = |waiting: usize| threads as f64 / (threads + waiting) as f64;
    alone.mul_f64(share(crowd.places) * share(crowd.neighbours) * share(crowd.own)).max(SHORTEST)
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

    fn shares() -> Arc<Shares> {
        Arc::new(Shares::new(3_600.0, Duration::from_secs(3_600)))
    }

    fn asked(person: &str) -> Asked {
        let asker = Asker { person: person.to_owned(), address: None };
        Asked { asker, urgency: Urgency::Watched, ticket: 0 }
    }

    #[test]
    fn a_hundred_questions_of_one_hold_up_nobody_else() {
        let engines = EnginePool::new(1, Arc::default(), Arc::default(), shares());
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let line = || Line::new(Position::start(&game));
        let (told, answers) = mpsc::channel();
        let (begun, release) = (mpsc::channel(), mpsc::channel::<()>());
        // The only thread is held until everybody has asked, so that their order is known.
        let hold = move |_| {
            begun.0.send(()).unwrap();
            release.1.recv().unwrap();
        };
        engines.choose(asked("ada"), line(), &Ai::Level(1), Vec::new(), hold);
        begun.1.recv().unwrap();
        for person in std::iter::repeat_n("ada", 100).chain(["bo"]) {
            let told = told.clone();
            let reply = move |_| told.send(person).unwrap();
            engines.choose(asked(person), line(), &Ai::Level(1), Vec::new(), reply);
        }
        drop(told);
        release.0.send(()).unwrap();
        let order: Vec<&str> = answers.iter().collect();
        let place = order.iter().position(|person| *person == "bo");
        assert!(order.len() == 101 && place <= Some(1), "{place:?} of {}", order.len());
        engines.close();
    }

    #[test]
    fn who_has_had_enough_comes_after_the_others() {
        let shares = Arc::new(Shares::new(1.0, Duration::from_secs(1_000_000)));
        let engines = EnginePool::new(1, Arc::default(), Arc::default(), Arc::clone(&shares));
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let greedy = Asker { person: "ada".to_owned(), address: Some([192, 0, 2, 1].into()) };
        shares.charge(&greedy, 2.0);
        let (told, answers) = mpsc::channel();
        let (begun, release) = (mpsc::channel(), mpsc::channel::<()>());
        let hold = move |_| {
            begun.0.send(()).unwrap();
            release.1.recv().unwrap();
        };
        let line = || Line::new(Position::start(&game));
        engines.choose(asked("cem"), line(), &Ai::Level(1), Vec::new(), hold);
        begun.1.recv().unwrap();
        for asked in [Asked { asker: greedy, ..asked("") }, asked("bo")] {
            let (told, person) = (told.clone(), asked.asker.person.clone());
            engines.choose(asked, line(), &Ai::Level(1), Vec::new(), move |_| told.send(person).unwrap());
        }
        drop(told);
        release.0.send(()).unwrap();
        assert_eq!(answers.iter().collect::<Vec<_>>(), ["bo", "ada"]);
        engines.close();
    }

    #[test]
    fn everybody_is_answered_and_thinks_less_in_a_crowd() {
        let engines = EnginePool::new(1, Arc::default(), Arc::default(), shares());
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let (told, answers) = mpsc::channel();
        for _ in 0..8 {
            let told = told.clone();
            let line = Line::new(Position::start(&game));
            engines.choose(asked("ada"), line, &Ai::Level(1), Vec::new(), move |mv| told.send(mv).unwrap());
        }
        drop(told);
        assert_eq!(answers.iter().filter(Option::is_some).count(), 8);
        let waiting = |others, own| thinking_time(Crowd { places: 0, neighbours: others, own }, 2, LONGEST);
        assert_eq!((waiting(0, 0), waiting(0, 2), waiting(0, 100_000)), (LONGEST, LONGEST / 2, SHORTEST));
        assert_eq!((waiting(2, 0), waiting(2, 2)), (LONGEST / 2, LONGEST / 4));
        let places = |places| thinking_time(Crowd { places, neighbours: 2, own: 2 }, 2, LONGEST);
        assert_eq!((places(0), places(2)), (LONGEST / 4, LONGEST / 8));
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
            let (asker, line) = (Asker::default(), Line::new(Position::start(&game)));
            Task { asker, ticket: 0, line, kind, asked: Instant::now() }.answer(None);
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

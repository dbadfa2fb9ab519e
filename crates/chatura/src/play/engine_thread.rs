//! The engine on a thread of its own: it is asked, and answers when it is ready.

use crate::{backend, settings};
use chatura_book::Book;
use chatura_players::{
    Budget, Chooser, Decision, EngineSettings, OwnEngine, PlayerError, Programs, Question, Report, Stop,
};
use chatura_rules::{Game, Line};
use chatura_search::Evaluation;
use chatura_session::{Ai, ClockView, Seat};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

/// What is asked of the thread.
struct Task {
    /// It comes back with every reply.
    number: u64,
    line: Box<Line>,
    thinker: Thinker,
    stop: Stop,
    kind: Kind,
}

/// Who is to think.
#[derive(Clone, Debug)]
pub enum Thinker {
    /// Our engine.
    Own(EngineSettings),
    /// An engine of others, by its name.
    Program(String),
}

/// What is wanted of a position.
enum Kind {
    /// A move.
    Choose(Vec<ClockView>),
    /// Whether a seat takes the draw it was offered.
    AnswerDraw(Seat),
    /// What it is worth without looking ahead.
    Evaluate,
}

/// What the thread tells.
pub enum Reply {
    /// What it has found so far.
    Progress(Report),
    /// What it would do.
    Decision(Decision),
    /// Whether it takes a draw.
    Draw(bool),
    /// What a position is worth.
    Evaluation(Evaluation),
    /// Why there is no answer.
    Failure(PlayerError),
}

/// A thread with an engine.
pub struct EngineThread {
    tasks: Sender<Task>,
    replies: Receiver<(u64, Reply)>,
    stop: Stop,
    last: u64,
    busy: bool,
}

impl EngineThread {
    /// Starts the thread, with the book our engine plays from; it raises the bell whenever it has something to say.
    pub fn new(book: Option<Arc<Book>>, bell: Arc<AtomicBool>) -> EngineThread {
        let (tasks, todo) = channel();
        let (tell, replies) = channel();
        // The thread ends by itself when nobody can ask it any more.
        thread::spawn(move || work(&todo, &tell, book.as_ref(), &bell));
        EngineThread { tasks, replies, stop: Stop::new(), last: 0, busy: false }
    }

    /// Asks for a move.
    pub fn choose(&mut self, line: &Line, clocks: Vec<ClockView>, thinker: Thinker) {
        self.ask(line, thinker, Kind::Choose(clocks));
    }

    /// Asks whether a seat takes the draw it was offered.
    pub fn answer_draw(&mut self, line: &Line, seat: Seat, thinker: Thinker) {
        self.ask(line, thinker, Kind::AnswerDraw(seat));
    }

    /// Asks what a position is worth without looking ahead.
    pub fn evaluate(&mut self, line: &Line, thinker: Thinker) {
        self.ask(line, thinker, Kind::Evaluate);
    }

    fn ask(&mut self, line: &Line, thinker: Thinker, kind: Kind) {
        self.cancel();
        self.stop = Stop::new();
        let (number, stop) = (self.last, self.stop.clone());
        let task = Task { number, line: Box::new(line.clone()), thinker, stop, kind };
        self.busy = self.tasks.send(task).is_ok();
    }

    /// Whether there is something to wait for.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// Asks for the answer now.
    pub fn hurry(&self) {
        self.stop.stop();
    }

    /// Forgets what was asked; an answer that still comes is not heard.
    pub fn cancel(&mut self) {
        self.stop.stop();
        self.last += 1;
        self.busy = false;
    }

    /// The next reply to what was asked last, if there is one.
    pub fn listen(&mut self) -> Option<Reply> {
        loop {
            match self.replies.try_recv() {
                Ok(reply) => {
                    if let Some(reply) = self.heard(reply) {
                        return Some(reply);
                    }
                }
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    self.busy = false;
                    return None;
                }
            }
        }
    }

    /// Waits for a reply, not longer than this.
    pub fn wait(&mut self, time: Duration) -> Option<Reply> {
        match self.replies.recv_timeout(time) {
            Ok(reply) => self.heard(reply),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.busy = false;
                None
            }
        }
    }

    fn heard(&mut self, (number, reply): (u64, Reply)) -> Option<Reply> {
        if number != self.last {
            return None;
        }
        self.busy &= matches!(reply, Reply::Progress(_));
        Some(reply)
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn work(todo: &Receiver<Task>, tell: &Sender<(u64, Reply)>, book: Option<&Arc<Book>>, bell: &AtomicBool) {
    let mut engine: Option<OwnEngine> = None;
    // Who is seated was found in the list before.
    let mut programs =
        Programs::new(Arc::new(settings::engines().unwrap_or_default()), Budget::default().default_time);
    while let Ok(Task { number, line, thinker, stop, kind }) = todo.recv() {
        let say = |reply: Reply| {
            // Whoever asked may be gone; then there is nobody to tell.
            let _ = tell.send((number, reply));
            bell.store(true, Ordering::Relaxed);
        };
        let question = Question::new(&line);
        let game = line.position().game();
        let answer = match (kind, thinker) {
            (Kind::Evaluate, Thinker::Own(settings)) => {
                let evaluation = engine_for(&mut engine, game, settings).engine().evaluate(line.position());
                evaluation.map(Reply::Evaluation).map_err(|error| PlayerError(error.to_string()))
            }
            (kind, Thinker::Own(settings)) => {
                let engine = engine_for(&mut engine, game, settings);
                engine.set_book(book.cloned());
                answer(engine, &question, kind, &stop, &say)
            }
            (kind, Thinker::Program(name)) => {
                programs.engine(&name).and_then(|engine| answer(engine, &question, kind, &stop, &say))
            }
        };
        say(answer.unwrap_or_else(Reply::Failure));
    }
}

/// What somebody answers, whoever it is.
fn answer(
    player: &mut dyn Chooser,
    question: &Question<'_>,
    kind: Kind,
    stop: &Stop,
    say: &dyn Fn(Reply),
) -> Result<Reply, PlayerError> {
    match kind {
        Kind::Choose(clocks) => {
            let mut progress = |report: &Report| say(Reply::Progress(report.clone()));
            let question = Question { clocks: &clocks, ..*question };
            player.choose(&question, stop, &mut progress).map(Reply::Decision)
        }
        Kind::AnswerDraw(seat) => player.agrees_to_draw(question, seat, stop).map(Reply::Draw),
        Kind::Evaluate => Err(PlayerError("it tells no evaluation without a search".to_owned())),
    }
}

fn engine_for<'e>(
    engine: &'e mut Option<OwnEngine>,
    game: &Arc<Game>,
    settings: EngineSettings,
) -> &'e mut OwnEngine {
    if engine.as_ref().is_some_and(|engine| !Arc::ptr_eq(engine.game(), game)) {
        *engine = None;
    }
    let engine = engine.get_or_insert_with(|| OwnEngine::new(game, settings.clone()));
    engine.set_settings(settings);
    engine
}

/// Who thinks for a player; or why that cannot be.
pub fn thinker(ai: &Ai) -> Result<Thinker, PlayerError> {
    match ai {
        Ai::Program(name) => Ok(Thinker::Program(name.clone())),
        ai => {
            let budget = Budget { seed: backend::random_seed(), ..Budget::default() };
            EngineSettings::of(ai, &budget).map(Thinker::Own)
        }
    }
}

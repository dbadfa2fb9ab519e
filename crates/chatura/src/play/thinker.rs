//! The program's own player, thinking in a thread of its own.

use crate::backend;
use chatura_players::{Chooser, Decision, EngineSettings, OwnEngine, Pace, Question, Report, Stop, Trouble};
use chatura_rules::{Game, Line};
use chatura_search::Evaluation;
use chatura_session::{Ai, ClockView};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

/// What is asked of the thread.
enum Task {
    Think { number: u64, line: Box<Line>, clocks: Vec<ClockView>, settings: EngineSettings, stop: Stop },
    Judge { number: u64, line: Box<Line>, settings: EngineSettings },
}

/// What the thread tells.
pub enum Word {
    /// What it has found so far.
    Report(u64, Report),
    /// The end of a thought.
    Answer(u64, Result<Decision, Trouble>),
    /// What a position is worth.
    Judged(u64, Evaluation),
}

/// A thread that thinks.
pub struct Thinker {
    tasks: Sender<Task>,
    words: Receiver<Word>,
    stop: Stop,
    last: u64,
    busy: bool,
}

impl Thinker {
    /// Starts the thread; it raises the bell whenever it has something to say.
    pub fn new(bell: Arc<AtomicBool>) -> Thinker {
        let (tasks, todo) = channel();
        let (tell, words) = channel();
        // The thread ends by itself when nobody can ask it any more.
        thread::spawn(move || work(&todo, &tell, &bell));
        Thinker { tasks, words, stop: Stop::new(), last: 0, busy: false }
    }

    /// Thinks about a position. The number comes back with what is found.
    pub fn think(&mut self, line: &Line, clocks: Vec<ClockView>, settings: EngineSettings) -> u64 {
        self.cancel();
        self.stop = Stop::new();
        let (number, stop) = (self.last, self.stop.clone());
        self.send(Task::Think { number, line: Box::new(line.clone()), clocks, settings, stop })
    }

    /// Judges a position without thinking ahead.
    pub fn judge(&mut self, line: &Line, settings: EngineSettings) -> u64 {
        self.cancel();
        let number = self.last;
        self.send(Task::Judge { number, line: Box::new(line.clone()), settings })
    }

    fn send(&mut self, task: Task) -> u64 {
        self.busy = self.tasks.send(task).is_ok();
        self.last
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

    /// The next word about what was asked last, if there is one.
    pub fn listen(&mut self) -> Option<Word> {
        loop {
            match self.words.try_recv() {
                Ok(word) => {
                    if let Some(word) = self.heard(word) {
                        return Some(word);
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

    /// Waits for a word, not longer than this.
    pub fn wait(&mut self, time: Duration) -> Option<Word> {
        match self.words.recv_timeout(time) {
            Ok(word) => self.heard(word),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.busy = false;
                None
            }
        }
    }

    fn heard(&mut self, word: Word) -> Option<Word> {
        let (number, ends) = match &word {
            Word::Report(number, _) => (*number, false),
            Word::Answer(number, _) | Word::Judged(number, _) => (*number, true),
        };
        if number != self.last {
            return None;
        }
        self.busy &= !ends;
        Some(word)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn work(todo: &Receiver<Task>, tell: &Sender<Word>, bell: &AtomicBool) {
    let mut engine: Option<OwnEngine> = None;
    let say = |word: Word| {
        // Whoever asked may be gone; then there is nobody to tell.
        let _ = tell.send(word);
        bell.store(true, Ordering::Relaxed);
    };
    while let Ok(task) = todo.recv() {
        match task {
            Task::Think { number, line, clocks, settings, stop } => {
                let chooser = engine_for(&mut engine, line.position().game(), settings);
                let question = Question { clocks: &clocks, ..Question::new(&line) };
                let mut report = |report: &Report| say(Word::Report(number, report.clone()));
                let decided = chooser.choose(&question, &stop, &mut report);
                say(Word::Answer(number, decided));
            }
            Task::Judge { number, line, settings } => {
                let judge = engine_for(&mut engine, line.position().game(), settings);
                match judge.engine().evaluate(line.position()) {
                    Ok(evaluation) => say(Word::Judged(number, evaluation)),
                    Err(error) => say(Word::Answer(number, Err(Trouble(error.to_string())))),
                }
            }
        }
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

/// How a player is to think; or why that cannot be.
pub fn engine_settings(ai: &Ai) -> Result<EngineSettings, Trouble> {
    EngineSettings::of(ai, &Pace { chance: backend::chance(), ..Pace::default() })
}

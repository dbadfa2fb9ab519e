//! Generation by generation: play, learn, compare, keep what is better.

use crate::contest::{self, Contest, Standing};
use crate::records::Records;
use crate::self_play::{self, Play};
use crate::training::{self, Loss, Set, Training};
use chatura_rules::{Game, Position};
use chatura_search::net::{Inputs, Net};
use chatura_search::{Engine, Limits, Options, Stop};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    /// How long it goes on at most.
    pub time: Option<Duration>,
    /// How many generations there are at most.
    pub generations: Option<u32>,
    /// How many threads work.
    pub threads: usize,
    /// How many positions a generation plays.
    pub positions: u64,
    /// How many positions are learnt from at most: they are held in memory.
    pub most: usize,
    /// How games are played.
    pub play: Play,
    /// How a net is fitted.
    pub training: Training,
    /// How many openings decide whether it is better, at most.
    pub openings: usize,
    /// How long both think about a move in the match by time.
    pub move_time: Duration,
    /// Draws openings and first weights. With one thread the same seed learns the same.
    pub seed: u64,
}

impl Default for Wish {
    fn default() -> Self {
        Wish {
            time: None,
            generations: None,
            threads: 1,
            positions: 1_000_000,
            most: 12_000_000,
            play: Play::default(),
            training: Training::default(),
            openings: 400,
            move_time: Duration::from_millis(20),
            seed: 1,
        }
    }
}

/// What is going on.
#[derive(Clone, Debug)]
pub enum Progress {
    /// Games are played: so many positions of so many.
    Playing {
        /// Which generation it is.
        generation: u32,
        /// How many positions there are.
        positions: u64,
        /// How many there will be.
        of: u64,
    },
    /// A net is fitted.
    Training {
        /// Which generation it is.
        generation: u32,
        /// Which epoch is done.
        epoch: usize,
        /// Of how many.
        of: usize,
        /// How well it fits.
        loss: Loss,
    },
    /// The net is compared with what there was.
    Comparing {
        /// Which generation it is.
        generation: u32,
        /// Whether both think equally long, instead of looking at equally many positions.
        by_time: bool,
        /// How it stands.
        standing: Standing,
    },
    /// A generation is done.
    Done(Box<Generation>),
}

/// What came of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Which it is, from 1.
    pub number: u32,
    /// How many games had been played.
    pub games: u64,
    /// How many positions had been thought about.
    pub positions: u64,
    /// How many of them it learnt from.
    pub learnt_from: usize,
    /// How many hundredths of a pawn make a chance of 0.73 in this game.
    pub unit: f32,
    /// How well it fitted, before the first epoch and after each.
    pub losses: Vec<Loss>,
    /// How it did against what there was before, both looking at equally many positions.
    pub by_nodes: Standing,
    /// The same, both thinking equally long.
    pub by_time: Standing,
    /// Whether it was kept.
    pub kept: bool,
}

/// What is known from one moment to the next, whatever happens in between.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What the game is called.
    pub game: String,
    /// What its inputs are; see [`Inputs::fingerprint`].
    pub fingerprint: u64,
    /// Draws openings and first weights.
    pub seed: u64,
    /// Generations that are done.
    pub generations: Vec<Generation>,
}

impl State {
    /// The generation whose net is the best so far.
    pub fn best(&self) -> Option<u32> {
        self.generations.iter().rev().find(|generation| generation.kept).map(|generation| generation.number)
    }
}

/// A folder in which a game is learnt.
pub struct Run {
    folder: PathBuf,
    game: Arc<Game>,
    inputs: Arc<Inputs>,
    state: State,
}

fn wrong(text: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

impl Run {
    /// Begins in a folder, or goes on there. One in which something else was learnt is an error, and so is one where
    /// something was learnt already, unless it is to go on.
    pub fn open(folder: &Path, game: &Arc<Game>, seed: u64, resume: bool) -> io::Result<Run> {
        fs::create_dir_all(folder)?;
        let inputs = Inputs::of(game);
        let path = folder.join("state.json");
        let state = match fs::read_to_string(&path) {
            Ok(text) => {
                let state: State = serde_json::from_str(&text)
                    .map_err(|error| wrong(format!("{}: {error}", path.display())))?;
                if state.fingerprint != inputs.fingerprint() {
                    return Err(wrong(format!(
                        "{}: {} was learnt here with other pieces or another board",
                        folder.display(),
                        state.game
                    )));
                }
                if !resume {
                    return Err(wrong(format!(
                        "{}: {} generations were learnt here already",
                        folder.display(),
                        state.generations.len()
                    )));
                }
                state
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let name = game.about().name.clone();
                State { game: name, fingerprint: inputs.fingerprint(), seed, generations: Vec::new() }
            }
            Err(error) => return Err(error),
        };
        let run = Run { folder: folder.to_owned(), game: Arc::clone(game), inputs, state };
        run.save()?;
        Ok(run)
    }

    /// What is known so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The best net so far.
    pub fn best(&self) -> io::Result<Option<Arc<Net>>> {
        let Some(number) = self.state.best() else { return Ok(None) };
        let path = self.net_path(number);
        let net = Net::from_bytes(&fs::read(&path)?, &self.inputs);
        net.map(|net| Some(Arc::new(net))).map_err(|error| wrong(format!("{}: {error}", path.display())))
    }

    /// Where the net of a generation is.
    pub fn net_path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("generation-{number}.net"))
    }

    fn games_path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("generation-{number}.games"))
    }

    /// Writes what is known beside what was known, and puts it in its place: at no moment is there half of it.
    fn save(&self) -> io::Result<()> {
        let text = serde_json::to_string_pretty(&self.state).map_err(|error| wrong(error.to_string()))?;
        write_whole(&self.folder.join("state.json"), text.as_bytes())
    }

    /// Learns until it is enough, or until it is stopped; then what was begun is there to go on with.
    pub fn learn(&mut self, wish: &Wish, stop: &Stop, tell: &(dyn Fn(&Progress) + Sync)) -> io::Result<()> {
        let begun = Instant::now();
        let first = self.state.generations.len() as u32;
        loop {
            let number = self.state.generations.len() as u32 + 1;
            let enough = wish.generations.is_some_and(|most| number > first + most)
                || wish.time.is_some_and(|most| begun.elapsed() >= most);
            if enough || stop.is_stopped() {
                return Ok(());
            }
            let until = wish.time.map(|most| begun + most.mul_f64(0.72));
            let Some(generation) = self.generation(number, wish, until, stop, tell)? else { return Ok(()) };
            self.state.generations.push(generation.clone());
            self.save()?;
            tell(&Progress::Done(Box::new(generation)));
        }
    }

    /// One generation; nothing if it was stopped.
    fn generation(
        &self,
        number: u32,
        wish: &Wish,
        until: Option<Instant>,
        stop: &Stop,
        tell: &(dyn Fn(&Progress) + Sync),
    ) -> io::Result<Option<Generation>> {
        let best = self.best()?;
        let Some((games, positions)) = self.play(number, best.as_ref(), wish, until, stop, tell)? else {
            return Ok(None);
        };
        let engine = Engine::new(&self.game, Options { hash_mb: 1, ..Options::default() });
        let files: Vec<PathBuf> = (1..=number).map(|number| self.games_path(number)).collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let set = Set::read(&self.game, &engine, &self.inputs, &files, wish.most)?;
        if set.is_empty() {
            return Err(wrong("no game had a position to learn from".to_owned()));
        }
        let settings = Training {
            threads: wish.threads,
            seed: wish.seed.wrapping_add(number.into()),
            ..wish.training.clone()
        };
        let fitted = training::train(&set, &self.inputs, &settings, stop, &mut |epoch, loss| {
            tell(&Progress::Training { generation: number, epoch, of: settings.epochs, loss });
        });
        let Some(training::Fitted { weights, losses }) = fitted else { return Ok(None) };
        let net = Arc::new(Net::new(&self.inputs, &weights));
        write_whole(&self.net_path(number), &net.to_bytes())?;
        let (learnt_from, unit) = (set.len(), set.unit);
        drop(set);
        let contest = |limits: Limits, openings: usize| Contest {
            limits,
            openings,
            plies: wish.play.opening.min(8),
            longest: wish.play.longest,
            threads: wish.threads,
            seed: wish.seed.wrapping_mul(31).wrapping_add(number.into()),
            settle: Some(10.0),
        };
        let compare = |by_time: bool, contest: &Contest| {
            contest::play(&self.game, [Some(&net), best.as_ref()], contest, stop, &|standing| {
                tell(&Progress::Comparing { generation: number, by_time, standing: standing.clone() });
            })
        };
        let by_nodes = compare(false, &contest(Limits::nodes(wish.play.nodes * 2), wish.openings));
        let by_time = compare(true, &contest(Limits::time(wish.move_time), wish.openings / 4));
        if stop.is_stopped() {
            return Ok(None);
        }
        let kept = by_nodes.mean() - 0.5 > by_nodes.error() / 1.96;
        Ok(Some(Generation { number, games, positions, learnt_from, unit, losses, by_nodes, by_time, kept }))
    }

    /// Plays until there are enough positions or it is time; games and positions of all generations so far. Nothing if it
    /// was stopped.
    fn play(
        &self,
        number: u32,
        best: Option<&Arc<Net>>,
        wish: &Wish,
        until: Option<Instant>,
        stop: &Stop,
        tell: &(dyn Fn(&Progress) + Sync),
    ) -> io::Result<Option<(u64, u64)>> {
        let records = Records::open(&self.games_path(number), self.inputs.fingerprint())?;
        // Seeds that made no game to keep count too, so that none is played twice: a game takes the next one.
        let next = AtomicU64::new(records.games * 4);
        let records = Mutex::new(records);
        let failed: Mutex<Option<io::Error>> = Mutex::new(None);
        let start = Position::start(&self.game);
        std::thread::scope(|scope| {
            for _ in 0..wish.threads.max(1) {
                scope.spawn(|| {
                    let mut engine = Engine::new(&self.game, Options { hash_mb: 4, ..Options::default() });
                    engine.set_net(best.cloned());
                    loop {
                        let late = until.is_some_and(|until| Instant::now() >= until);
                        let full = records.lock().is_ok_and(|records| records.positions >= wish.positions);
                        let broken = failed.lock().is_ok_and(|failed| failed.is_some());
                        if late || full || broken || stop.is_stopped() {
                            return;
                        }
                        let seed = next.fetch_add(1, Ordering::Relaxed) ^ u64::from(number) << 40;
                        let seed = seed ^ wish.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        let Some(game) = self_play::play(&mut engine, &start, &wish.play, seed, stop) else {
                            continue;
                        };
                        let Ok(mut records) = records.lock() else { return };
                        if let Err(error) = records.add(&game)
                            && let Ok(mut failed) = failed.lock()
                        {
                            *failed = Some(error);
                        }
                        let (positions, of) = (records.positions, wish.positions);
                        tell(&Progress::Playing { generation: number, positions, of });
                    }
                });
            }
        });
        if let Some(error) = failed.into_inner().ok().flatten() {
            return Err(error);
        }
        if stop.is_stopped() {
            return Ok(None);
        }
        let before = self.state.generations.last().map_or((0, 0), |last| (last.games, last.positions));
        let now = records.into_inner().map_err(|_| wrong("a thread ended by a fault".to_owned()))?;
        Ok(Some((before.0 + now.games, before.1 + now.positions)))
    }
}

/// Writes a file so that there is either the old one or the new one.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report;

    /// A folder that goes when the test is over.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            Scratch(std::env::temp_dir().join(format!("chatura-learn-{name}-{}", std::process::id())))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn small() -> Wish {
        let training = Training { hidden: 16, parts: 2, epochs: 3, batch: 256, ..Training::default() };
        let play = Play { nodes: 30, opening: 5, longest: 60 };
        Wish {
            generations: Some(1),
            positions: 800,
            play,
            training,
            openings: 4,
            move_time: Duration::from_millis(1),
            ..Wish::default()
        }
    }

    fn learn(folder: &Path, name: &str, wish: &Wish, stop_after: Option<u64>) -> Run {
        let game = chatura_define::load(name, &[], 0).expect("a game");
        let mut run = Run::open(folder, &game, wish.seed, true).expect("a folder");
        let stop = Stop::new();
        let asked = stop.clone();
        let tell = move |now: &Progress| {
            if let (Progress::Playing { positions, .. }, Some(most)) = (now, stop_after)
                && *positions >= most
            {
                asked.stop();
            }
        };
        run.learn(wish, &stop, &tell).expect("room");
        report::write(&run, &game).expect("room");
        run
    }

    #[test]
    fn the_same_seed_learns_the_same_for_two_and_for_three() {
        for name in ["knightmate", "three-player"] {
            let (one, other) = (Scratch::new(&format!("{name}-one")), Scratch::new(&format!("{name}-other")));
            let runs = [&one, &other].map(|folder| learn(&folder.0, name, &small(), None));
            let [first, second] = runs.each_ref().map(|run| fs::read(run.net_path(1)).expect("a net"));
            assert_eq!(first, second, "{name}");
            let generation = &runs[0].state().generations[0];
            let losses = &generation.losses;
            let last = losses.last().expect("one before anything is learnt");
            assert!(losses.len() <= 4, "{losses:?}");
            assert!(losses.iter().all(|loss| loss.held_back >= last.held_back), "{losses:?}");
            assert_eq!(generation.by_nodes, runs[1].state().generations[0].by_nodes);
            let report = fs::read_to_string(one.0.join("report.md")).expect("a report");
            assert!(report.contains("| 1 |") && report.contains("hand-made"), "{report}");
        }
    }

    #[test]
    fn what_was_stopped_goes_on_and_nothing_is_lost() {
        let folder = Scratch::new("stopped");
        let run = learn(&folder.0, "knightmate", &small(), Some(300));
        assert!(run.state().generations.is_empty());
        let played = Records::open(&run.games_path(1), run.inputs.fingerprint()).expect("games").positions;
        assert!((300..800).contains(&played), "{played}");
        let run = learn(&folder.0, "knightmate", &small(), None);
        assert_eq!(run.state().generations.len(), 1);
        assert!(run.state().generations[0].positions >= 800);
        let game = chatura_define::load("knightmate", &[], 0).expect("a game");
        let again = Run::open(&folder.0, &game, 1, false).map(|_| ()).expect_err("something was learnt here");
        assert!(again.to_string().contains("already"), "{again}");
        let chess = chatura_define::load("chess", &[], 0).expect("a game");
        let other = Run::open(&folder.0, &chess, 1, true).map(|_| ()).expect_err("another game");
        assert!(other.to_string().contains("other pieces"), "{other}");
    }
}

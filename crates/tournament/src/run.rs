//! Plays a plan, several games at a time.

use crate::adjudication::Adjudication;
use crate::contestant::{self, Contestant, Player};
use crate::control::Control;
use crate::game::{self, GameRecord};
use crate::note::Note;
use crate::plan::{Game, Plan, Round, Scores};
use chatura_protocol::drive::Pace;
use chatura_rules::Line;
use chatura_search::Stop;
use chatura_search::tables::Tables;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

/// Everything that is the same for all games of a match.
pub struct Match<'a> {
    /// What it is called.
    pub event: String,
    /// The day, as PGN writes it.
    pub date: String,
    /// Who plays.
    pub contestants: Vec<Contestant>,
    /// The clocks, if there are any.
    pub control: Option<Control>,
    /// The limits of each move, besides the clocks.
    pub pace: Pace,
    /// What may be taken beyond a clock.
    pub margin: Duration,
    /// When to end games early.
    pub adjudication: Adjudication,
    /// The endgame tables of the game, if games are ended by them.
    pub tables: Option<Arc<Tables>>,
    /// The opening of a number.
    pub opening: &'a (dyn Fn(u32) -> Result<Line, String> + Sync),
    /// From which weak levels draw their errors.
    pub seed: u64,
    /// Who looks on, if anybody does: called on the threads that play, before each move and at the end of each game.
    pub watch: Option<&'a (dyn Fn(Glimpse<'_>) + Sync)>,
}

/// A game as it is being played.
#[derive(Clone)]
pub struct Glimpse<'a> {
    /// Where it is played, from 0: one game after the other.
    pub table: usize,
    /// Which it is.
    pub game: &'a Game,
    /// What was played so far.
    pub line: &'a Line,
    /// How many plies of it are the opening.
    pub opening: usize,
    /// What was said of each ply after the opening.
    pub notes: &'a [Note],
    /// What the clock of each player shows, if there are clocks.
    pub clocks: Vec<Duration>,
}

/// What happens in a match.
#[derive(Debug)]
pub enum Event {
    /// A game is finished.
    Finished(Box<GameRecord>),
    /// An engine cannot play at all; the sentence says why. Nothing is played any more.
    Failed(String),
}

/// Plays every game of a plan that is not done yet, so many at a time, and tells what happens, on the thread of the
/// caller. It ends when all is played, when `stop` is raised, or when `tell` says no.
pub fn run(
    setting: &Match<'_>,
    plan: &Plan,
    mut done: Scores,
    concurrency: usize,
    stop: &Stop,
    tell: &mut dyn FnMut(Event) -> bool,
) {
    // Engines stay from round to round.
    let mut tables = contestant::players(&setting.contestants, concurrency.max(1));
    while let Some(round) = plan.round(&done).filter(|_| !stop.is_stopped()) {
        play_round(setting, &round, &mut tables, stop, &mut |event| {
            if let Event::Finished(record) = &event {
                done.insert(record.number, record.scores());
            }
            tell(event)
        });
    }
}

fn play_round(
    setting: &Match<'_>,
    round: &Round,
    tables: &mut [Vec<Player>],
    stop: &Stop,
    tell: &mut dyn FnMut(Event) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (sender, events) = sync_channel(tables.len());
    std::thread::scope(|scope| {
        for (table, players) in tables.iter_mut().enumerate() {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    let Some(number) = round.numbers.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    let before: Vec<u32> = players.iter().map(|player| player.restarts).collect();
                    let event = match game::play(setting, table, &round.game(*number), players, stop) {
                        Ok(Some(mut record)) => {
                            let now = players.iter().zip(&before).enumerate();
                            let again = now.filter(|(_, (player, before))| player.restarts > **before);
                            record.restarted = again.map(|(index, _)| index).collect();
                            Event::Finished(Box::new(record))
                        }
                        Ok(None) => break,
                        Err(words) => Event::Failed(words),
                    };
                    if sender.send(event).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut over = false;
        for event in events {
            let failed = matches!(event, Event::Failed(_));
            // Games that were finished when somebody stopped the match still count; not those after its decision.
            if !over && (!tell(event) || failed) {
                over = true;
                stop.stop();
            }
        }
    });
}

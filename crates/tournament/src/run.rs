//! Plays a plan, several games at a time.

use crate::adjudication::Adjudication;
use crate::contestant::{self, Contestant};
use crate::control::Control;
use crate::game::{self, GameRecord};
use crate::plan::Plan;
use chatura_protocol::drive::Pace;
use chatura_rules::Line;
use chatura_search::Stop;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
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
    /// The opening of a number.
    pub opening: &'a (dyn Fn(u32) -> Result<Line, String> + Sync),
    /// From which weak levels draw their errors.
    pub seed: u64,
}

/// What happens in a match.
#[derive(Debug)]
pub enum Event {
    /// A game is finished.
    Finished(Box<GameRecord>),
    /// An engine had to be started again.
    Restarted(usize),
    /// An engine cannot play at all; the sentence says why. Nothing is played any more.
    Failed(String),
}

/// Plays every game of a plan that is not done yet, so many at a time, and tells what happens, on the thread of the
/// caller. It ends when all is played, when `stop` is raised, or when `tell` says no.
pub fn run(
    setting: &Match<'_>,
    plan: &Plan,
    done: &HashSet<u32>,
    concurrency: usize,
    stop: &Stop,
    tell: &mut dyn FnMut(Event) -> bool,
) {
    let next = AtomicU32::new(0);
    let (sender, events) = sync_channel(concurrency.max(1));
    std::thread::scope(|scope| {
        for _ in 0..concurrency.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut players = contestant::players(&setting.contestants);
                while !stop.is_stopped() {
                    let Some(game) = plan.game(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    if done.contains(&game.number) {
                        continue;
                    }
                    let before: Vec<u32> = players.iter().map(|player| player.restarts).collect();
                    let event = match game::play(setting, &game, &mut players, stop) {
                        Ok(Some(record)) => Event::Finished(Box::new(record)),
                        Ok(None) => break,
                        Err(words) => Event::Failed(words),
                    };
                    let restarted = players.iter().zip(&before).enumerate();
                    for (index, _) in restarted.filter(|(_, (player, before))| player.restarts > **before) {
                        let _ = sender.send(Event::Restarted(index));
                    }
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

//! What can be set.

use super::command::shown;
use chatura_search::{Level, Options};
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

/// What is set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    hash: usize,
    threads: usize,
    pub lines: usize,
    variant: String,
    chess960: bool,
    level: Level,
    /// How strong it is to be at the most, where that is to count.
    elo: u32,
    limited: bool,
    overhead: u64,
    /// Whether somebody wants to know what is best, not to play against a level.
    analyse: bool,
    /// Whether chances are told besides scores.
    pub chances: bool,
    /// Where weak levels err, anew for each game.
    seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash: 16,
            threads: 1,
            lines: 1,
            variant: "chess".to_owned(),
            chess960: false,
            level: Level::HIGHEST,
            elo: Level::HIGHEST.elo(),
            limited: false,
            overhead: 10,
            analyse: false,
            chances: false,
            seed: random_seed(),
        }
    }
}

/// A number nobody can foresee: the keys of a hasher come from the system's source of randomness.
fn random_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

/// The game that is played instead of chess when it is asked for with shuffled starts.
pub(super) const SHUFFLED: &str = "chess960";
const MAX_HASH: usize = 65_536;
const MAX_THREADS: usize = 512;
const MAX_LINES: usize = 256;

/// The options as the protocol tells them.
pub(super) fn describe(games: &[String]) -> Vec<String> {
    let variants: String = games.iter().map(|name| format!(" var {name}")).collect();
    let (weakest, strongest) = (Level::LOWEST.elo(), Level::HIGHEST.elo());
    vec![
        format!("option name Hash type spin default 16 min 1 max {MAX_HASH}"),
        format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"),
        format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"),
        "option name Skill Level type spin default 20 min 1 max 20".to_owned(),
        "option name Move Overhead type spin default 10 min 0 max 5000".to_owned(),
        "option name Ponder type check default false".to_owned(),
        "option name UCI_LimitStrength type check default false".to_owned(),
        format!("option name UCI_Elo type spin default {strongest} min {weakest} max {strongest}"),
        "option name UCI_Chess960 type check default false".to_owned(),
        "option name UCI_AnalyseMode type check default false".to_owned(),
        "option name UCI_ShowWDL type check default false".to_owned(),
        "option name Clear Hash type button".to_owned(),
        "option name VariantPath type string default <empty>".to_owned(),
        format!("option name UCI_Variant type combo default chess{variants}"),
    ]
}

impl Settings {
    /// Sets an option; the error says what would be right. Of the games any may be named.
    pub fn set<'a>(
        &mut self,
        name: &str,
        value: &str,
        games: impl IntoIterator<Item = &'a String>,
    ) -> Result<(), String> {
        let number = |least: usize, most: usize| {
            let wrong = || format!("{name} is a number from {least} to {most}, not {}", shown(value));
            value.parse().ok().filter(|n: &usize| (least..=most).contains(n)).ok_or_else(wrong)
        };
        let truth = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name} is true or false, not {}", shown(value))),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number(1, MAX_HASH)?,
            "threads" => self.threads = number(1, MAX_THREADS)?,
            "multipv" => self.lines = number(1, MAX_LINES)?,
            "skill level" => {
                let level = number(1, 20)?;
                self.level = Level::new(level as u8).unwrap_or(Level::HIGHEST);
            }
            "move overhead" => self.overhead = number(0, 5000)? as u64,
            // Whether to ponder is the other side's to say, move by move.
            "ponder" => drop(truth()?),
            "uci_limitstrength" => self.limited = truth()?,
            "uci_elo" => {
                let (weakest, strongest) = (Level::LOWEST.elo(), Level::HIGHEST.elo());
                self.elo = number(weakest as usize, strongest as usize)? as u32;
            }
            "uci_chess960" => self.chess960 = truth()?,
            "uci_analysemode" => self.analyse = truth()?,
            "uci_showwdl" => self.chances = truth()?,
            "uci_variant" => match games.into_iter().find(|game| game.eq_ignore_ascii_case(value)) {
                Some(game) => self.variant.clone_from(game),
                None => return Err(format!("there is no variant {}", shown(value))),
            },
            _ => return Err(format!("there is no option {}", shown(name))),
        }
        Ok(())
    }

    /// Another game begins.
    pub fn begin_game(&mut self) {
        self.seed = random_seed();
    }

    /// The name of the game to play.
    pub fn game_name(&self) -> &str {
        if self.chess960 && self.variant == "chess" { SHUFFLED } else { &self.variant }
    }

    /// What is set and has no effect.
    pub fn remark(&self) -> Option<String> {
        let idle = self.chess960 && !["chess", SHUFFLED].contains(&self.variant.as_str());
        idle.then(|| format!("UCI_Chess960 changes chess only, not {}", self.variant))
    }

    /// How the engine is set up.
    pub fn engine(&self) -> Options {
        let level = if self.analyse {
            Level::HIGHEST
        } else if self.limited {
            self.level.min(Level::of_elo(self.elo))
        } else {
            self.level
        };
        Options { hash_mb: self.hash, threads: self.threads, level, seed: self.seed, ..Options::default() }
    }

    /// What passes between an answer and the press of the clock.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead)
    }
}

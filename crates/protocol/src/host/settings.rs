//! What can be set. Each protocol tells it in its own form and reads names in its own spelling.

use chatura_search::{Level, Options, Strategy};
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

/// What is set.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    hash: usize,
    threads: usize,
    pub lines: usize,
    variant: String,
    chess960: bool,
    level: Level,
    strategy: Strategy,
    /// How strong it is to be at the most, where that is to count.
    elo: u32,
    limited: bool,
    overhead: u64,
    /// Whether somebody wants to know what is best, not to play against a level.
    analyse: bool,
    /// Whether chances are told besides scores.
    pub chances: bool,
    /// Whether games for more than two are offered, too.
    pub many: bool,
    /// Whether moves of a book are played, and the book.
    own_book: bool,
    book_file: Option<String>,
    /// The file with a learnt evaluation, and the folder with endgame tables.
    eval_file: Option<String>,
    table_path: Option<String>,
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
            strategy: Strategy::Full,
            elo: Level::HIGHEST.elo(),
            limited: false,
            overhead: 10,
            analyse: false,
            chances: false,
            many: false,
            own_book: false,
            book_file: None,
            eval_file: None,
            table_path: None,
            seed: random_seed(),
        }
    }
}

/// A number nobody can foresee: the keys of a hasher come from the system's source of randomness.
fn random_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

/// The game that is played instead of chess when it is asked for with shuffled starts.
pub(crate) const SHUFFLED: &str = "chess960";
const MAX_HASH: usize = 65_536;
const MAX_THREADS: usize = 512;
const MAX_LINES: usize = 256;

/// One of the settings, as it is told to the other side.
pub(crate) struct Setting {
    /// Its name, in UCI's spelling.
    pub name: &'static str,
    pub kind: Kind,
}

/// What values a setting takes.
pub(crate) enum Kind {
    /// Yes or no; no if nothing is said.
    Check,
    Spin {
        usual: usize,
        least: usize,
        most: usize,
    },
    Choice {
        usual: &'static str,
        among: Vec<String>,
    },
    File,
    Folder,
    Button,
}

/// All of them, with these games to choose from.
pub(crate) fn all(games: Vec<String>) -> Vec<Setting> {
    let (weakest, strongest) = (Level::LOWEST.elo() as usize, Level::HIGHEST.elo() as usize);
    let spin = |usual, least, most| Kind::Spin { usual, least, most };
    let list = [
        ("Hash", spin(16, 1, MAX_HASH)),
        ("Threads", spin(1, 1, MAX_THREADS)),
        ("MultiPV", spin(1, 1, MAX_LINES)),
        ("Skill Level", spin(20, 1, 20)),
        ("Personality", Kind::Choice { usual: "full", among: Strategy::names() }),
        ("Move Overhead", spin(10, 0, 5000)),
        ("Ponder", Kind::Check),
        ("UCI_LimitStrength", Kind::Check),
        ("UCI_Elo", spin(strongest, weakest, strongest)),
        ("UCI_Chess960", Kind::Check),
        ("UCI_AnalyseMode", Kind::Check),
        ("UCI_ShowWDL", Kind::Check),
        ("Clear Hash", Kind::Button),
        ("Many Players", Kind::Check),
        ("OwnBook", Kind::Check),
        ("BookFile", Kind::File),
        ("EvalFile", Kind::File),
        ("TablePath", Kind::Folder),
        ("VariantPath", Kind::File),
        ("UCI_Variant", Kind::Choice { usual: "chess", among: games }),
    ];
    list.into_iter().map(|(name, kind)| Setting { name, kind }).collect()
}

/// A setting's name however it is spelt: `Skill Level`, `SkillLevel` and `skill_level` are the same.
pub(crate) fn plain(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    lower.strip_prefix("uci_").unwrap_or(&lower).replace([' ', '_'], "")
}

/// The path of a file or folder; none where it is said to be empty.
fn named(value: &str) -> Option<String> {
    Some(value.to_owned()).filter(|path| !["", "<empty>"].contains(&path.as_str()))
}

/// A text of hostile length is cut before it is shown, and stays on one line.
pub(crate) fn shown(text: &str) -> String {
    let cut = match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    };
    cut.replace(char::is_control, " ")
}

impl Settings {
    /// Sets one; the error says what would be right. Of the games any may be named.
    pub fn set<'a>(
        &mut self,
        name: &str,
        value: &str,
        games: impl IntoIterator<Item = &'a String>,
    ) -> Result<(), String> {
        let number = |least: usize, most: usize| {
            let wrong =
                || format!("{} is a number from {least} to {most}, not {}", shown(name), shown(value));
            value.parse().ok().filter(|n: &usize| (least..=most).contains(n)).ok_or_else(wrong)
        };
        let truth = || match value {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(format!("{} is true or false, not {}", shown(name), shown(value))),
        };
        match plain(name).as_str() {
            "hash" => self.hash = number(1, MAX_HASH)?,
            "threads" => self.threads = number(1, MAX_THREADS)?,
            "multipv" => self.lines = number(1, MAX_LINES)?,
            "skilllevel" => {
                let level = number(1, 20)?;
                self.level = Level::new(level as u8).unwrap_or(Level::HIGHEST);
            }
            "personality" => {
                let known = Strategy::from_name(&value.to_ascii_lowercase());
                self.strategy = known.map_err(|_| {
                    format!(
                        "{} is one of {}, not {}",
                        shown(name),
                        Strategy::names().join(", "),
                        shown(value)
                    )
                })?;
            }
            "moveoverhead" => self.overhead = number(0, 5000)? as u64,
            // Whether to ponder is the other side's to say, move by move.
            "ponder" => drop(truth()?),
            "limitstrength" => self.limited = truth()?,
            "elo" => {
                let (weakest, strongest) = (Level::LOWEST.elo(), Level::HIGHEST.elo());
                self.elo = number(weakest as usize, strongest as usize)? as u32;
            }
            "chess960" => self.chess960 = truth()?,
            "analysemode" => self.analyse = truth()?,
            "showwdl" => self.chances = truth()?,
            "manyplayers" => self.many = truth()?,
            "ownbook" => self.own_book = truth()?,
            "bookfile" => self.book_file = named(value),
            "evalfile" => self.eval_file = named(value),
            "tablepath" => self.table_path = named(value),
            "variant" => match games.into_iter().find(|game| game.eq_ignore_ascii_case(value)) {
                Some(game) => self.variant.clone_from(game),
                None => return Err(format!("there is no variant {}", shown(value))),
            },
            _ => return Err(format!("there is no option {}", shown(name))),
        }
        Ok(())
    }

    /// The file with the book from which to play; none where somebody analyses.
    pub fn book(&self) -> Option<&str> {
        self.book_file.as_deref().filter(|_| self.own_book && !self.analyse)
    }

    /// The file with a learnt evaluation.
    pub fn eval_file(&self) -> Option<&str> {
        self.eval_file.as_deref()
    }

    /// The folder with endgame tables.
    pub fn table_path(&self) -> Option<&str> {
        self.table_path.as_deref()
    }

    /// The file with the book, whether it is played from or not.
    pub fn book_file(&self) -> Option<&str> {
        self.book_file.as_deref()
    }

    /// Where a book is drawn from at a ply of this game.
    pub fn chance(&self, ply: usize) -> u64 {
        self.seed.wrapping_add(ply as u64)
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
        let (level, strategy) = if self.analyse {
            (Level::HIGHEST, Strategy::Full)
        } else if self.limited {
            (self.level.min(Level::of_elo(self.elo)), self.strategy)
        } else {
            (self.level, self.strategy)
        };
        Options { hash_mb: self.hash, threads: self.threads, strategy, level, seed: self.seed }
    }

    /// What passes between an answer and the press of the clock.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead)
    }

    /// A fixed time for a move without what it costs on the way, which is a small part of it.
    pub fn exact(&self, time: Duration) -> Duration {
        time.saturating_sub(self.overhead().min(time / 25)).max(Duration::from_millis(1))
    }
}

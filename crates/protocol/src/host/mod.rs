//! What our engine needs whichever protocol it speaks: the games there are, its settings, a thread to think on, lines
//! in and lines out.

mod book;
mod equipment;
mod input;
mod output;
mod settings;
mod thinking;

pub(crate) use input::{Heard, MAX_LINE, hear};
pub(crate) use output::Out;
pub(crate) use settings::{Kind, SHUFFLED, Setting, Settings, all as all_settings, plain, shown};
pub(crate) use thinking::{Thinking, watch};

use chatura_rules::{Game, Line, Position, notation};
use chatura_search::Engine;
use std::sync::Arc;
use std::time::Duration;

/// How long a thought may go on when nobody can stop it any more.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The name of the engine and its version.
pub(crate) const NAME: &str = concat!("Chatura ", env!("CARGO_PKG_VERSION"));

/// The games that can be asked for.
pub struct Games<'a> {
    /// The names of those that are offered.
    pub names: Vec<String>,
    /// Those of them that boards of XBoard cannot be told of, by [`crate::xboard::shows`].
    pub unshown: Vec<String>,
    /// Those that are not, because boards cannot know them, but can be asked for by name: games for more than two.
    pub unlisted: Vec<String>,
    /// Makes the game of a name, with what is set for its variables and the rest always the same; the error says why
    /// not.
    pub load: &'a Load,
    /// What each game of a file is called by `load`, in a file that holds several; else the file itself.
    pub within: &'a Within,
}

/// The games of a file, as `load` calls them.
pub type Within = dyn Fn(&str) -> Vec<String> + Sync;

/// Makes the game of a name with these settings.
pub type Load = dyn Fn(&str, &[(String, String)]) -> Result<Arc<Game>, String> + Sync;

/// The engine with its settings, and the games it may be asked to play.
pub(crate) struct Host<'a> {
    pub games: &'a Games<'a>,
    pub settings: Settings,
    pub thinking: Thinking,
    /// Games of the user: name and path.
    loaded: Vec<(String, String)>,
    /// The name of the game the engine was made for.
    made_for: String,
    /// How many engines were made.
    made: u64,
    equipment: equipment::Equipment,
    news: Vec<Result<String, String>>,
    book: Option<book::LastBook>,
}

impl<'a> Host<'a> {
    pub fn new(games: &'a Games<'a>) -> Host<'a> {
        Host {
            games,
            settings: Settings::default(),
            thinking: Thinking::default(),
            loaded: Vec::new(),
            made_for: String::new(),
            made: 0,
            equipment: equipment::Equipment::default(),
            news: Vec::new(),
            book: None,
        }
    }

    /// The engine of the game asked for, made if it must be. A thought under way is ended.
    pub fn engine(&mut self) -> Result<&mut Engine, String> {
        self.thinking.end();
        let name = self.settings.game_name();
        if self.made_for != name {
            self.thinking.engine = None;
        }
        if self.thinking.engine.is_none() {
            let game = self.game(name)?;
            self.made_for = name.to_owned();
            self.thinking.engine = Some(Engine::new(&game, self.settings.engine()));
            self.made += 1;
        }
        self.equip();
        self.thinking.engine.as_mut().ok_or_else(|| "there is no engine".to_owned())
    }

    /// Loads the game of a name.
    pub fn game(&self, name: &str) -> Result<Arc<Game>, String> {
        // Who says `startpos` means chess, whatever is shuffled elsewhere.
        let usual = ("position".to_owned(), "518".to_owned());
        let settings = if name == SHUFFLED { &[usual][..] } else { &[] };
        let own = self.loaded.iter().find(|(own, _)| own == name).map(|(_, path)| path.as_str());
        // Boards speak of cells by letters and numbers, whatever a definition of the user calls them.
        Ok((self.games.load)(own.unwrap_or(name), settings)?.in_plain_coordinates())
    }

    /// Every game there is a name for, those of the user first.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.own_names().chain(&self.games.names).chain(&self.games.unlisted)
    }

    /// The names of the user's games.
    pub fn own_names(&self) -> impl Iterator<Item = &String> {
        self.loaded.iter().map(|(name, _)| name)
    }

    /// Takes the definitions of a file of the user into the games that can be asked for: their names, and what is wrong with
    /// others; nothing if no file is named.
    pub fn load(&mut self, path: &str) -> Vec<Result<String, String>> {
        if path.is_empty() || path == "<empty>" {
            return Vec::new();
        }
        (self.games.within)(path).iter().map(|path| self.load_one(path)).collect()
    }

    /// What is wrong with the definitions of a file, one sentence each; what is right is named.
    pub fn check(&self, path: &str) -> Vec<Result<String, String>> {
        let check = |path: &String| {
            let game = (self.games.load)(path, &[]).map_err(|problem| problem.replace('\n', " "))?;
            Ok(game.about().name.clone())
        };
        (self.games.within)(path).iter().map(check).collect()
    }

    fn load_one(&mut self, path: &str) -> Result<String, String> {
        let game = (self.games.load)(path, &[]).map_err(|problem| problem.replace('\n', " "))?;
        // In a file of several each has a name of its own, behind that of the file.
        let own = path.rsplit_once(':').map(|(_, name)| name).filter(|name| !name.contains(['/', '\\', '.']));
        let name = own.map_or_else(|| game.about().id.clone(), str::to_owned);
        self.loaded.retain(|(other, _)| *other != name);
        self.loaded.push((name.clone(), path.to_owned()));
        if self.made_for == name {
            self.made_for.clear();
        }
        Ok(name)
    }

    /// Sets a setting and the engine by it; the error says what would be right.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.thinking.end();
        if plain(name) == "clearhash" {
            self.thinking.engine.iter_mut().for_each(Engine::clear);
            return Ok(());
        }
        let loaded = self.loaded.iter().map(|(name, _)| name);
        let games = loaded.chain(&self.games.names).chain(&self.games.unlisted);
        self.settings.set(name, value, games)?;
        self.set_up_engine();
        Ok(())
    }

    /// Another game begins.
    pub fn begin_game(&mut self) {
        self.thinking.end();
        self.settings.begin_game();
        self.thinking.engine.iter_mut().for_each(Engine::clear);
        self.set_up_engine();
    }

    fn set_up_engine(&mut self) {
        let options = self.settings.engine();
        self.thinking.engine.iter_mut().for_each(|engine| engine.set_options(options.clone()));
    }

    /// A line that begins at a position, or at the start of the game asked for.
    pub fn line(&mut self, fen: Option<&str>) -> Result<Line, String> {
        let game = self.engine()?.game().clone();
        let Some(fen) = fen else { return Ok(Line::new(Position::start(&game))) };
        let setup = notation::parse_fen(&game, fen).map_err(|error| format!("no FEN: {error}"))?;
        let position = Position::new(&game, &setup).map_err(|error| format!("no position: {error}"))?;
        Ok(Line::new(position))
    }
}

/// Where the next thought begins.
pub(crate) enum At {
    /// No position has been told yet: where the game begins.
    Start,
    /// There.
    Line(Box<Line>),
    /// What was told last is no position, and to answer for another would be wrong.
    Nowhere,
}

/// A line to think about: others may count repetitions in another way, and wait for a move.
pub(crate) fn playable(line: &Line) -> Line {
    match line.outcome().is_some() && line.position().outcome().is_none() {
        true => Line::new(line.position().clone()),
        false => line.clone(),
    }
}

//! From settings and answers to a session.

use super::archive::{self, Archive};
use super::menu::{self, Ask};
use crate::backend::{self, Loaded};
use crate::cli::GameChoice;
use crate::failure::Failure;
use crate::settings::Settings;
use chatura_book::Book;
use chatura_define::catalogue;
use chatura_players::{EngineList, read_player};
use chatura_rules::Game;
use chatura_rules::definition::Variable;
use chatura_session::{Occupant, PlayerKind, Seat, Session, Terms, Time, UndoPolicy, find_mode};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How what is left open is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openness {
    /// Whoever sits there is asked.
    Asked,
    /// People play, and chance draws.
    Usual,
    /// The engine plays everywhere.
    Watched,
}

/// A session that is ready, and how it is shown.
pub struct Ready {
    /// The session.
    pub session: Session,
    /// Whether the board turns to whoever is to move.
    pub turning: bool,
    /// What to say first.
    pub words: Vec<String>,
}

/// What somebody was asked for; nothing if they have left.
type Answered<T> = Result<Option<T>, Failure>;

/// Makes a session; nothing if whoever was asked has left.
pub fn prepare(
    named: Option<&str>,
    settings: &Settings,
    archive: &mut Archive,
    open: Openness,
    ask: &mut dyn Ask,
) -> Answered<Ready> {
    let terms = terms(settings)?;
    if let Some(ready) = continued(settings, &terms, archive)? {
        return Ok(Some(ready));
    }
    let mut words = left_out();
    let name = match named.or(settings.given("game")) {
        Some(name) => name.to_owned(),
        None => {
            ask.say(&std::mem::take(&mut words))?;
            let Some(chosen) = menu::game(ask)? else { return Ok(None) };
            chosen
        }
    };
    let Some((game, drawn)) = compiled(&name, settings, open, ask)? else { return Ok(None) };
    words.extend(drawn);
    let Some((occupants, turning)) = occupants(&game, settings, open, ask)? else { return Ok(None) };
    let start = backend::position(&game, settings.given("fen"))?;
    let session =
        Session::new(start, occupants, terms, Time(0)).map_err(|refusal| refused(&refusal.sentence))?;
    let path = Some(name.as_str()).filter(|name| catalogue::find(name).is_none());
    let variables: Vec<(String, String)> =
        game.variables().iter().map(|variable| (variable.name.clone(), variable.value.clone())).collect();
    archive.describe(path, &variables);
    Ok(Some(Ready { session, turning, words }))
}

/// What is told of the files of the own folder that are no games: they keep nobody from the others.
fn left_out() -> Vec<String> {
    let told = |broken: &backend::Broken| format!("{}: {}.", backend::left_out(broken), broken.error);
    catalogue::broken().iter().map(told).collect()
}

fn refused(sentence: &str) -> Failure {
    Failure::input(sentence, None)
}

/// The game to go on with, if that is asked for.
fn continued(settings: &Settings, terms: &Terms, archive: &mut Archive) -> Result<Option<Ready>, Failure> {
    let (file, kept) = match (settings.given("load"), settings.flag("resume")) {
        (Some(path), _) => (PathBuf::from(path), false),
        (None, true) => match archive.last_unfinished() {
            Some(path) => (path, true),
            None => {
                let help = "`chatura play GAME` begins one".to_owned();
                return Err(Failure::input("there is no game to go on with", Some(help)));
            }
        },
        (None, false) => return Ok(None),
    };
    let (session, path, variables) = load_pgn(&file, terms.clone()).map_err(|error| refused(&error))?;
    archive.describe(path.as_deref(), &variables);
    if kept {
        archive.go_on(file.clone(), session.ply());
    }
    let words = vec![format!("Going on with {}.", file.display())];
    Ok(Some(Ready { session, turning: false, words }))
}

/// A game as it was kept: the session, the definition's path, the variables.
pub type Kept = (Session, Option<String>, Vec<(String, String)>);

/// Goes on with a game in PGN.
pub fn load_pgn(file: &Path, terms: Terms) -> Result<Kept, String> {
    let pgn = archive::read(file)?;
    let (path, variables) = archive::source(&pgn);
    let find = |name: &str| chatura_define::load(path.as_deref().unwrap_or(name), &variables, 0).ok();
    let loaded = Session::load(find, &pgn, terms, None, Time(0));
    let session = loaded.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok((session, path, variables))
}

/// That every setting that says how to play says something that can be played, whatever the game.
pub fn check(settings: &Settings) -> Result<(), Failure> {
    terms(settings)?;
    for name in ["white", "black", "ai"] {
        if let Some(text) = settings.given(name) {
            kind(text).map_err(|reason| settings.wrong(name, &reason))?;
        }
    }
    match settings.given("seed") {
        Some(text) if text.parse::<u64>().is_err() => Err(settings.wrong("seed", "a whole number is needed")),
        _ => Ok(()),
    }
}

/// What was agreed.
pub fn terms(settings: &Settings) -> Result<Terms, Failure> {
    let clocks = settings.text("clock").parse();
    let clocks = clocks
        .map_err(|error: chatura_session::TimeControlError| settings.wrong("clock", &error.to_string()))?;
    let undo = match settings.text("undo") {
        "ask" => UndoPolicy::Ask,
        "off" => UndoPolicy::Off,
        _ => UndoPolicy::Free,
    };
    Ok(Terms { clocks, undo, variations: settings.flag("variations"), ..Terms::default() })
}

/// The book our engine plays from.
pub fn book(game: &Arc<Game>, settings: &Settings) -> Result<Option<Arc<Book>>, Failure> {
    let Some(path) = settings.given("book") else { return Ok(None) };
    let book =
        Book::open(game, Path::new(path)).map_err(|error| settings.wrong("book", &error.to_string()))?;
    Ok(Some(Arc::new(book)))
}

/// The game with its variables. Whoever sits there is asked for all that nobody set; else these are as usual, or drawn.
fn compiled(
    name: &str,
    settings: &Settings,
    open: Openness,
    ask: &mut dyn Ask,
) -> Answered<(Arc<Game>, Vec<String>)> {
    let seed = match settings.given("seed") {
        Some(text) => Some(text.parse().map_err(|_| settings.wrong("seed", "a whole number is needed"))?),
        None => None,
    };
    let pairs = settings.list("set").iter().filter_map(|pair| pair.split_once('='));
    let values = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let choice = GameChoice { name: name.to_owned(), settings: values, seed };
    let mut loaded = backend::load(&choice)?;
    let is_set = |variable: &Variable| choice.settings.iter().any(|(name, _)| *name == variable.name);
    let unset: Vec<Variable> = loaded.game.variables().iter().filter(|v| !is_set(v)).cloned().collect();
    if open == Openness::Asked && !unset.is_empty() {
        let Some(chosen) = chosen(&choice, &unset, settings.given("fen"), ask)? else { return Ok(None) };
        loaded = chosen;
    }
    let words = loaded.drawn().map(|drawn| format!("{drawn}.")).into_iter().collect();
    Ok(Some((loaded.game, words)))
}

/// The game as somebody wants it who is asked for each of these variables, until they are content with what they see.
fn chosen(choice: &GameChoice, unset: &[Variable], fen: Option<&str>, ask: &mut dyn Ask) -> Answered<Loaded> {
    loop {
        let mut choice = choice.clone();
        for variable in unset {
            let Some(answer) = menu::variable(ask, variable)? else { return Ok(None) };
            choice.settings.extend(answer.map(|value| (variable.name.clone(), value)));
        }
        // A value can be one of the range and no game all the same: letters of pieces that there are not.
        let loaded = match backend::load(&choice) {
            Ok(loaded) => loaded,
            Err(failure) => {
                ask.say(&[format!("That is no game: {failure}.")])?;
                continue;
            }
        };
        match menu::preview(ask, &backend::position(&loaded.game, fen)?)? {
            None => return Ok(None),
            Some(true) => return Ok(Some(loaded)),
            Some(false) => {}
        }
    }
}

/// Who sits where, and whether the board turns; nothing if whoever was asked has left. Seats that nobody spoke of are
/// as the mode says; else the engine's where a person was named, a person's otherwise.
fn occupants(
    game: &Game,
    settings: &Settings,
    open: Openness,
    ask: &mut dyn Ask,
) -> Answered<(Vec<Occupant>, bool)> {
    let count = game.players().len();
    let named = seats(game, settings)?;
    let ai = match kind(settings.text("ai")).map_err(|reason| settings.wrong("ai", &reason))? {
        PlayerKind::Ai(ai) => ai,
        _ => return Err(settings.wrong("ai", "this is how the engine plays, as in ai:5")),
    };
    let mut mode = None;
    if let Some(abbreviation) = settings.given("mode") {
        let words: Vec<String> =
            chatura_session::modes(count).into_iter().map(|mode| mode.abbreviation).collect();
        let unknown =
            || settings.wrong("mode", &format!("there is no mode \"{abbreviation}\": {}", words.join(", ")));
        mode = Some(find_mode(abbreviation, count).ok_or_else(unknown)?);
    } else if named.iter().all(Option::is_none) && open == Openness::Asked {
        let Some(chosen) = menu::mode(ask, count)? else { return Ok(None) };
        mode = Some(chosen);
    }
    let names = names(game, settings)?;
    let turning = mode.as_ref().is_some_and(|mode| mode.turning);
    let rest = match open == Openness::Watched || named.contains(&Some(PlayerKind::Person)) {
        true => PlayerKind::Ai(ai.clone()),
        false => PlayerKind::Person,
    };
    let by_mode = mode.map(|mode| mode.occupants(&names, &ai));
    let occupant = |(seat, name): (usize, String)| {
        let from_mode = by_mode.as_ref().map(|occupants| occupants[seat].kind.clone());
        Occupant::new(name, named[seat].clone().or(from_mode).unwrap_or_else(|| rest.clone()))
    };
    Ok(Some((names.iter().cloned().enumerate().map(occupant).collect(), turning)))
}

/// The kinds of players that were named for seats.
fn seats(game: &Game, settings: &Settings) -> Result<Vec<Option<PlayerKind>>, Failure> {
    let mut kinds = vec![None; game.players().len()];
    for (place, name) in ["white", "black"].into_iter().enumerate() {
        if let Some(text) = settings.given(name) {
            let read = kind(text).map_err(|reason| settings.wrong(name, &reason))?;
            let Some(own) = kinds.get_mut(place) else {
                return Err(settings.wrong(name, "this game has only one seat"));
            };
            *own = Some(read);
        }
    }
    for pair in settings.list("seat") {
        let (place, text) = pair.split_once('=').unwrap_or((pair, ""));
        let place = seat(game, place).map_err(|reason| settings.wrong("seat", &reason))?;
        kinds[place.index()] = Some(kind(text).map_err(|reason| settings.wrong("seat", &reason))?);
    }
    Ok(kinds)
}

fn names(game: &Game, settings: &Settings) -> Result<Vec<String>, Failure> {
    let mut names = vec![String::new(); game.players().len()];
    for pair in settings.list("name") {
        let (place, name) = pair.split_once('=').unwrap_or((pair, ""));
        let place = seat(game, place).map_err(|reason| settings.wrong("name", &reason))?;
        names[place.index()] = name.to_owned();
    }
    Ok(names)
}

/// A kind of player that can be played with here.
pub fn kind(text: &str) -> Result<PlayerKind, String> {
    // Who plays with ours alone needs no list.
    let engines = match text.trim_start().to_ascii_lowercase().starts_with("engine:") {
        true => crate::settings::engines().map_err(|failure| failure.to_string())?,
        false => EngineList::default(),
    };
    match read_player(text, &engines).map_err(|error| error.0)? {
        PlayerKind::Nobody => {
            Err("somebody has to play at every seat: human, ai:5 or engine:NAME".to_owned())
        }
        kind => Ok(kind),
    }
}

/// A seat by its number from 1, or by its colour.
pub fn seat(game: &Game, text: &str) -> Result<Seat, String> {
    let players = game.players();
    let text = text.trim();
    let named = players.iter().position(|player| player.eq_ignore_ascii_case(text));
    let counted = || text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let found = named.or_else(counted).filter(|seat| *seat < players.len());
    found.map(|seat| Seat(seat as u8)).ok_or_else(|| {
        let short: String = text.chars().take(40).collect();
        format!("there is no seat \"{short}\": 1 to {}, or {}", players.len(), players.join(", "))
    })
}

//! Where games are kept: each one in a file of its own after every move, and the record that was asked for.

use super::stamp;
use chatura_rules::notation::Pgn;
use chatura_rules::notation::kif;
use chatura_rules::notation::pgn::{self, MAX_GAME};
use chatura_session::{Event, Session};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The tag that says which file a game's definition is.
const DEFINITION: &str = "Definition";
/// The tag that says what the variables of a game are.
const VARIABLES: &str = "Variables";

/// Where a game is kept.
pub struct Archive {
    folder: Option<PathBuf>,
    file: Option<PathBuf>,
    record: Option<fs::File>,
    tags: Vec<(String, String)>,
    /// What went wrong and was not said yet.
    trouble: Option<String>,
    recorded: u32,
}

impl Archive {
    /// An archive in a folder; nothing is kept without one.
    pub fn new(folder: Option<&Path>) -> Archive {
        let folder = folder.map(|folder| folder.join("games"));
        Archive { folder, file: None, record: None, tags: Vec::new(), trouble: None, recorded: 0 }
    }

    /// Says from what the game was made, so that it can be made again: the path of its definition, its variables.
    pub fn describe(&mut self, path: Option<&str>, variables: &[(String, String)]) {
        self.tags.clear();
        if let Some(path) = path {
            let full = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
            self.tags.push((DEFINITION.to_owned(), full.display().to_string()));
        }
        if !variables.is_empty() {
            let all: Vec<String> = variables.iter().map(|(name, value)| format!("{name}={value}")).collect();
            self.tags.push((VARIABLES.to_owned(), all.join(",")));
        }
    }

    /// Writes moves to a file as they are made.
    pub fn record_to(&mut self, path: &Path) -> io::Result<()> {
        self.record = Some(fs::OpenOptions::new().create(true).append(true).open(path)?);
        Ok(())
    }

    /// Goes on writing the file a game came from.
    pub fn go_on(&mut self, file: PathBuf, ply: usize) {
        self.file = Some(file);
        self.recorded = ply as u32;
    }

    /// Begins another file with the next move.
    pub fn begin(&mut self) {
        self.file = None;
        self.recorded = 0;
    }

    /// Keeps a game after something happened. What goes wrong never stops the game; it is said once.
    pub fn keep(&mut self, session: &Session, events: &[Event]) {
        if events.iter().any(|event| matches!(event, Event::Started { .. })) {
            self.begin();
        }
        if let Err(error) = self.write_record(session) {
            self.record = None;
            self.trouble = Some(format!("the record cannot be written any more: {error}"));
        }
        if session.ply() == 0 && self.file.is_none() {
            return;
        }
        if let Err(error) = self.save(session) {
            self.folder = None;
            self.trouble = Some(format!("the game cannot be saved: {error}"));
        }
    }

    /// What went wrong since this was last asked.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    fn save(&mut self, session: &Session) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let file = match &self.file {
            Some(file) => file.clone(),
            None => {
                fs::create_dir_all(folder)?;
                let id = &session.position().game().about().id;
                let safe: String = id.chars().filter(|c| c.is_alphanumeric() || *c == '-').take(40).collect();
                let name = format!("{}-{safe}.pgn", stamp::compact(SystemTime::now()));
                self.file.insert(unused(folder, &name)).clone()
            }
        };
        write_whole(&file, &self.pgn(session).to_string())
    }

    /// The game as PGN.
    pub fn pgn(&self, session: &Session) -> Pgn {
        let mut tags = self.tags.clone();
        tags.push(("Event".to_owned(), "Game at the terminal".to_owned()));
        session.pgn(&tags)
    }

    fn write_record(&mut self, session: &Session) -> io::Result<()> {
        let Some(file) = &mut self.record else { return Ok(()) };
        let past = session.past();
        // Moves that were taken back are made again, or others in their place.
        if self.recorded as usize > past.len() {
            writeln!(file, "{} back to ply {}", stamp::full(SystemTime::now()), past.len())?;
            self.recorded = past.len() as u32;
        }
        for record in past.iter().skip(self.recorded as usize) {
            let player = &session.position().game().players()[record.seat.index()];
            let clock = record.clock.map_or(String::new(), |clock| format!(" clock {clock}"));
            let (ply, coordinates, san) = (record.ply, &record.coordinates, &record.san);
            writeln!(file, "{} {ply} {player} {coordinates} {san}{clock}", stamp::full(SystemTime::now()))?;
        }
        self.recorded = past.len() as u32;
        file.flush()
    }

    /// The newest game that was not finished.
    pub fn last_unfinished(&self) -> Option<PathBuf> {
        let open = |path: &PathBuf| read(path).is_ok_and(|pgn| pgn.result == "*");
        self.kept().into_iter().map(|(_, path)| path).find(open)
    }

    /// The files of all games, with when they were last written; the newest first.
    pub fn kept(&self) -> Vec<(SystemTime, PathBuf)> {
        let entries = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "pgn"))
            .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
            .collect();
        files.sort();
        files.reverse();
        files
    }
}

/// A name in a folder that no file has.
fn unused(folder: &Path, name: &str) -> PathBuf {
    let stem = name.trim_end_matches(".pgn");
    let names = (1..).map(|number| match number {
        1 => name.to_owned(),
        _ => format!("{stem}-{number}.pgn"),
    });
    let mut paths = names.map(|name| folder.join(name));
    paths.find(|path| !path.exists()).unwrap_or_else(|| folder.join(name))
}

/// Writes a file so that it is always whole: a crash leaves the one before.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, text)?;
    fs::rename(&part, path)
}

/// The first game of a PGN file, or the one of a KIF file, or why there is none.
pub fn read(path: &Path) -> Result<Pgn, String> {
    let shown = path.display();
    let file = fs::File::open(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let mut text = String::new();
    let limit = MAX_GAME as u64 + 1;
    file.take(limit).read_to_string(&mut text).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if text.len() > MAX_GAME {
        return Err(format!("{shown} is too large"));
    }
    if kif::is_kif(&text) {
        let named = kif::variant(&text);
        let game = chatura_define::load(&named, &[], 0).map_err(|error| format!("{shown}: {error}"))?;
        return kif::read(&game, &text).map_err(|error| format!("{shown}: {error}"));
    }
    match pgn::games(&text).next() {
        Some(Ok(pgn)) => Ok(pgn),
        Some(Err(error)) => Err(format!("{shown}: {error}")),
        None => Err(format!("there is no game in {shown}")),
    }
}

/// The game a PGN file is of: the definition's path if it names one, and its variables.
pub fn source(pgn: &Pgn) -> (Option<String>, Vec<(String, String)>) {
    let pairs = pgn.tag(VARIABLES).unwrap_or_default().split(',');
    let variables = pairs
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    (pgn.tag(DEFINITION).map(str::to_owned), variables.collect())
}

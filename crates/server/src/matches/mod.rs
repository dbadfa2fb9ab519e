//! Matches between engines, to be looked at: those that are kept in a folder, and the one that is played.

mod feed;
mod told;

pub use feed::MatchFeed;

use crate::fair::Lane;
use crate::library::Library;
use crate::problem::Problem;
use crate::worker_pool::WorkerPool;
use axum::http::StatusCode;
use chatura_rules::Game;
use chatura_tournament::{About, JournalError, Kept};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// How many matches are listed, the latest first.
const LISTED: usize = 200;
/// How many are held in memory.
const OPEN: usize = 4;
/// How a file of a match is called.
const ENDING: &str = "jsonl";

/// The matches there are.
pub struct Matches {
    folder: PathBuf,
    feed: Option<Arc<MatchFeed>>,
    open: Mutex<VecDeque<Arc<Opened>>>,
}

/// A match that somebody looks at.
pub struct Opened {
    id: String,
    /// Its game; variables are as they were set, or drawn.
    game: Arc<Game>,
    kept: Mutex<Kept>,
}

impl Matches {
    /// Those in a folder, which need not be there, and perhaps the one that is played.
    pub fn new(folder: PathBuf, feed: Option<Arc<MatchFeed>>) -> Matches {
        Matches { folder, feed, open: Mutex::default() }
    }

    /// The one that is played here.
    pub fn feed(&self) -> Option<&Arc<MatchFeed>> {
        self.feed.as_ref()
    }

    /// Whether a match is the one that is played here.
    pub fn feed_of(&self, id: &str) -> Option<&Arc<MatchFeed>> {
        self.feed.as_ref().filter(|feed| feed.id() == id)
    }

    /// What there is, the latest first, at most so many.
    pub async fn list(
        &self,
        lane: &Lane,
        most: Option<usize>,
        pool: &WorkerPool,
    ) -> Result<Vec<Value>, Problem> {
        let folder = self.folder.clone();
        let most = most.unwrap_or(LISTED).min(LISTED);
        let own = self.feed.as_ref().map(|feed| (feed.path().to_owned(), feed.is_played()));
        pool.run(lane, move || {
            let mut files = files(&folder);
            files.retain(|(_, path)| own.as_ref().is_none_or(|(own, _)| own != path));
            let files = files.into_iter().map(|(_, path)| (path, false));
            let told = own.into_iter().chain(files).filter_map(|(path, is_played)| {
                let (about, games) = glance(&path).ok()?;
                Some(told::listed(&id_of(&path), &about, games, is_played))
            });
            told.take(most).collect()
        })
        .await
    }

    /// A match, with everything that was written of it by now.
    pub async fn find(
        &self,
        lane: &Lane,
        id: &str,
        library: &Library,
        pool: &WorkerPool,
    ) -> Result<Arc<Opened>, Problem> {
        let known = self.opened().iter().find(|opened| opened.id == id).cloned();
        let opened = match known {
            Some(opened) => opened,
            None => self.open(lane, id, library, pool).await?,
        };
        let refreshed = Arc::clone(&opened);
        pool.run(lane, move || refreshed.kept().refresh()).await?.map_err(|error| unreadable(&error))?;
        Ok(opened)
    }

    async fn open(
        &self,
        lane: &Lane,
        id: &str,
        library: &Library,
        pool: &WorkerPool,
    ) -> Result<Arc<Opened>, Problem> {
        let path = match self.feed_of(id) {
            Some(feed) => feed.path().to_owned(),
            None => {
                // Nothing from outside becomes a path: what is in the folder is compared with it.
                let (folder, id) = (self.folder.clone(), id.to_owned());
                let files = pool.run(lane, move || files(&folder)).await?;
                let own = files.into_iter().map(|(_, path)| path).find(|path| id_of(path) == id);
                own.ok_or_else(|| Problem::missing("match"))?
            }
        };
        let kept = pool.run(lane, move || Kept::open(&path)).await?.map_err(|error| unreadable(&error))?;
        let about = kept.about().clone();
        let game = match about.definition {
            Some(sent) => library.check(lane, sent.text, sent.file, |_| {}).await?,
            None => library.sample(lane, &about.game, &about.settings).await?,
        };
        let opened = Arc::new(Opened { id: id.to_owned(), game, kept: Mutex::new(kept) });
        let mut open = self.opened();
        open.push_front(Arc::clone(&opened));
        open.truncate(OPEN);
        Ok(opened)
    }

    fn opened(&self) -> MutexGuard<'_, VecDeque<Arc<Opened>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opened {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything about it but its games.
    pub fn document(&self, is_played: bool) -> Value {
        let kept = self.kept();
        let mut document = told::listed(&self.id, kept.about(), kept.games().len(), is_played);
        document["document"] = crate::describe::document(&kept.about().game, &self.game);
        document["standings"] = told::standings(kept.standings());
        document
    }

    /// How it stands, and how many games are finished.
    pub fn standings(&self) -> (Value, usize) {
        let kept = self.kept();
        (told::standings(kept.standings()), kept.games().len())
    }

    /// So many of its games, the latest first, before the one that was finished as number `before`.
    pub fn games(&self, before: Option<usize>, count: usize) -> Value {
        let kept = self.kept();
        let end = before.unwrap_or(usize::MAX).min(kept.games().len());
        let from = end.saturating_sub(count);
        let games: Vec<Value> = kept.games()[from..end].iter().rev().map(told::row).collect();
        json!({ "games": games, "before": from })
    }

    /// A game to be played through.
    pub fn game(&self, number: u32) -> Result<Value, Problem> {
        let record = self.kept().record(number).map_err(|error| unreadable(&error))?;
        let record = record.ok_or_else(|| Problem::missing("game of the match"))?;
        told::game(&self.game, &record).map_err(|error| {
            let detail = format!("this game cannot be played through by the rules known here: {error}");
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-match", detail)
        })
    }

    /// One game, or all, as PGN.
    pub fn pgn(&self, number: Option<u32>) -> Result<String, Problem> {
        let kept = self.kept();
        let numbers: Vec<u32> = match number {
            Some(number) => vec![number],
            None => kept.games().iter().map(|game| game.number).collect(),
        };
        let mut text = String::new();
        for number in numbers {
            let record = kept.record(number).map_err(|error| unreadable(&error))?;
            text += &record.ok_or_else(|| Problem::missing("game of the match"))?.pgn;
            text.push('\n');
        }
        Ok(text)
    }
}

/// What a file is of, and how many games are in it, without reading them.
fn glance(path: &Path) -> std::io::Result<(About, usize)> {
    let mut lines = BufReader::new(std::fs::File::open(path)?).split(b'\n');
    let head = lines.next().transpose()?.unwrap_or_default();
    let other = |error: String| std::io::Error::other(error);
    let about = About::read(&String::from_utf8_lossy(&head)).map_err(other)?;
    let mut games = 0;
    for line in lines {
        // What is being written has no end yet.
        games += usize::from(line?.last() == Some(&b'}'));
    }
    Ok((about, games))
}

/// The files of matches in a folder, the latest first.
fn files(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == ENDING))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files
}

/// What a match is called in addresses, by the name of its file: a dot would make it a file of the page.
fn id_of(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect()
}

fn unreadable(error: &JournalError) -> Problem {
    tracing::warn!(%error, "a match cannot be read");
    let detail = "the file of this match cannot be read; the server's log says why";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-match", detail)
}

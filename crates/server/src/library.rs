//! Compiled games: of the catalogue, and those people sent; compiled when somebody asks, kept while there is room.

use crate::clock::wall;
use crate::config::Limits;
use crate::describe;
use crate::fair::Lane;
use crate::fair_room::{FairRoom, Place};
use crate::games::Reaches;
use crate::memory;
use crate::problem::Problem;
use crate::rules::{self, KEPT, SENT};
use crate::storage::{DefinitionRow, KeptRules, Storage, Write};
use crate::worker_pool::WorkerPool;
use axum::http::StatusCode;
use chatura_define::{LoadError, catalogue};
use chatura_rules::{Game, Patience};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// What the compiled games that are kept may take, in bytes, and as much again those that are played besides.
const ROOM: usize = 160 << 20;
/// What is counted for the rest of a game and its description: of 180 games that took 230 MB by their tables alone the server
/// had 430 MB.
const OVERHEAD: usize = 1 << 20;
/// How many games are compiled at once: of the catalogue, of those that people sent, and of texts that are only tried.
/// Each has places of its own, so that chess can be begun whatever strangers have compiled, and takes turns among those who ask.
const KNOWN: usize = 2;
const SENDING: usize = 1;
const TRYING: usize = 1;
/// What an answer may take beyond the deadline that compiling keeps itself.
const GRACE: Duration = Duration::from_secs(1);
/// How many ways to ask for a game to look at are remembered.
const SAMPLES: usize = 1_000;
/// The most variables that can be set, and the longest value.
const MAX_SETTINGS: usize = 32;
const MAX_VALUE: usize = 200;

type Settings = Vec<(String, String)>;
type Key = (String, Settings);

/// Compiled games.
pub struct Library {
    storage: Arc<dyn Storage>,
    limits: Limits,
    pool: WorkerPool,
    known: FairRoom,
    sent: FairRoom,
    trying: FairRoom,
    closing: watch::Sender<bool>,
    room: usize,
    cache: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    games: HashMap<Key, Cached>,
    /// For what was asked of a game to look at, with which variables it is kept.
    samples: HashMap<Key, Key>,
    /// For definitions, the id of the rules they make now.
    current: HashMap<String, String>,
    /// The rules of games of the catalogue.
    rules: HashMap<String, KeptRules>,
    /// Games that are kept no more, as long as somebody plays them, with what they take.
    played: Vec<(Weak<Game>, usize)>,
    bytes: usize,
    clock: u64,
}

struct Cached {
    game: Arc<Game>,
    document: Option<Arc<str>>,
    reaches: Arc<Reaches>,
    used: u64,
}

impl Cache {
    fn note_sample(&mut self, asked: Key, full: Key) {
        if self.samples.len() >= SAMPLES {
            self.samples.clear();
        }
        self.samples.insert(asked, full);
    }

    fn note_current(&mut self, definition: String, rules: String) {
        if self.current.len() >= SAMPLES {
            self.current.clear();
        }
        self.current.insert(definition, rules);
    }
}

/// The value of every variable of a game.
fn values(game: &Game) -> Settings {
    let mut values: Settings = game.variables().iter().map(|v| (v.name.clone(), v.value.clone())).collect();
    values.sort();
    values
}

/// What a game takes, in bytes.
fn taken(game: &Game) -> usize {
    game.table_bytes() + OVERHEAD
}

/// Tells whoever compiles that nobody waits any more.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn too_slow() -> Problem {
    let detail = "the definition takes too long to compile";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-slow", detail)
}

/// A text to be compiled.
enum Source {
    Catalogue(&'static catalogue::Entry),
    Sent(DefinitionRow),
    /// As it was when a game was begun, with everything it extends.
    Kept(Vec<DefinitionRow>),
}

impl Library {
    /// Nothing is compiled yet.
    pub fn new(storage: Arc<dyn Storage>, limits: Limits, pool: WorkerPool) -> Library {
        let (known, sent, trying) = (FairRoom::new(KNOWN), FairRoom::new(SENDING), FairRoom::new(TRYING));
        let closing = watch::Sender::new(false);
        Library { storage, limits, pool, known, sent, trying, closing, room: ROOM, cache: Mutex::default() }
    }

    /// Gives up what is being compiled, and compiles nothing any more.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// The id by which a definition is kept.
    pub fn canonical(&self, id: &str) -> String {
        catalogue::find(id).map_or_else(|| id.to_owned(), |entry| entry.about.id.clone())
    }

    /// A game by the id of its definition; variables that are not set are drawn at random.
    pub async fn game(
        &self,
        lane: &Lane,
        id: &str,
        settings: &[(String, String)],
    ) -> Result<Arc<Game>, Problem> {
        self.find(lane, id, settings, None).await
    }

    /// A game to look at; variables that are not set are drawn, always the same.
    pub async fn sample(
        &self,
        lane: &Lane,
        id: &str,
        settings: &[(String, String)],
    ) -> Result<Arc<Game>, Problem> {
        self.find(lane, id, settings, Some(0)).await
    }

    async fn find(
        &self,
        lane: &Lane,
        id: &str,
        settings: &[(String, String)],
        seed: Option<u64>,
    ) -> Result<Arc<Game>, Problem> {
        let fits = |text: &String| text.len() <= MAX_VALUE;
        if settings.len() > MAX_SETTINGS || !settings.iter().all(|(name, value)| fits(name) && fits(value)) {
            return Err(Problem::bad("bad-value", "these are too many variables, or too long"));
        }
        let id = self.canonical(id);
        let mut settings = settings.to_vec();
        settings.sort();
        let asked = (id.clone(), settings.clone());
        let known = || match seed {
            Some(_) => self.known(&asked).or_else(|| self.known_sample(&asked)),
            None => self.known(&asked),
        };
        if let Some(game) = known() {
            return Ok(game);
        }
        let source = self.source(&id).await?;
        let place = self.place(self.room_of(&source), lane).await?;
        // Of many who ask at once the first compiles it for all.
        if let Some(game) = known() {
            return Ok(game);
        }
        let draws = seed.unwrap_or_else(rand::random);
        let work = move |patience| match source {
            Source::Catalogue(entry) => {
                chatura_define::load_within(&entry.about.id, &settings, draws, patience)
            }
            Source::Kept(texts) => {
                let texts: Vec<_> = texts.iter().map(rules::input).collect();
                catalogue::load_lineage_within(&texts, &settings, draws, patience)
            }
            Source::Sent(row) => {
                chatura_define::load_text_within(&row.text, &row.file, &settings, draws, patience)
            }
        };
        let game = self.compile(place, work).await?;
        if id.starts_with(SENT) {
            // Whether it was noted that somebody used it changes nothing for who does.
            let _ = self.storage.write(Write::Used(id.clone(), wall())).await;
        }
        // What was drawn belongs to the name of the game.
        let full = (id, values(&game));
        if seed.is_some() {
            self.cache().note_sample(asked, full.clone());
        }
        Ok(self.keep(full, game))
    }

    /// What is known of where pieces of a game could go; all who play it share that.
    pub fn reaches(&self, game: &Arc<Game>) -> Arc<Reaches> {
        let cache = self.cache();
        let kept = cache.games.values().find(|kept| Arc::ptr_eq(&kept.game, game));
        kept.map(|kept| Arc::clone(&kept.reaches)).unwrap_or_default()
    }

    /// Compiles a text somebody shows, and keeps nothing; tells how much of the processor it took, whatever comes of it.
    pub async fn check(
        &self,
        lane: &Lane,
        text: String,
        file: String,
        took: impl FnOnce(Duration) + Send + 'static,
    ) -> Result<Arc<Game>, Problem> {
        let place = self.place(&self.trying, lane).await?;
        let work = move |patience| {
            let began = Instant::now();
            let done = chatura_define::load_text_within(&text, &file, &[], 0, patience);
            took(began.elapsed());
            done
        };
        self.compile(place, work).await
    }

    /// The text of a definition, and the name of its file.
    pub async fn text(&self, id: &str) -> Result<(String, String), Problem> {
        match self.source(&self.canonical(id)).await? {
            Source::Catalogue(entry) => Ok((entry.text.to_owned(), entry.file_name())),
            Source::Sent(row) => Ok((row.text, row.file)),
            Source::Kept(texts) => {
                let own = texts.into_iter().next().ok_or_else(|| Problem::missing("definition"))?;
                let file = own.file.rsplit('/').next().unwrap_or_default().to_owned();
                Ok((own.text, file))
            }
        }
    }

    /// The rules a definition makes now, to be kept with games that are begun with them.
    pub async fn rules(&self, lane: &Lane, definition: &str) -> Result<KeptRules, Problem> {
        let definition = self.canonical(definition);
        // The catalogue stays as it is while the program runs, and is small enough to be kept whole.
        if let Some(rules) = self.cache().rules.get(&definition) {
            return Ok(rules.clone());
        }
        let source = self.source(&definition).await?;
        let place = self.place(self.room_of(&source), lane).await?;
        let (id, is_of_catalogue) = (definition.clone(), matches!(source, Source::Catalogue(_)));
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            match source {
                Source::Catalogue(entry) => rules::of_catalogue(entry),
                Source::Sent(row) => rules::of_sent(row),
                Source::Kept(texts) => KeptRules { id, texts },
            }
        });
        let rules = work.await.map_err(|_| Problem::internal("the rules of this game could not be read"))?;
        let mut cache = self.cache();
        if is_of_catalogue {
            cache.rules.insert(definition.clone(), rules.clone());
        }
        cache.note_current(definition, rules.id.clone());
        Ok(rules)
    }

    /// The definition by which the rules of a game are known now: its own, if that still makes the same rules.
    pub async fn known_as(
        &self,
        lane: &Lane,
        definition: &str,
        rules: Option<&str>,
    ) -> Result<String, Problem> {
        let Some(rules) = rules else { return Ok(definition.to_owned()) };
        let current = self.cache().current.get(definition).cloned();
        let current = match current {
            Some(current) => Some(current),
            None => match self.rules(lane, definition).await {
                Ok(rules) => Some(rules.id),
                Err(problem) if problem.code == "no-such-game" => None,
                Err(problem) => return Err(problem),
            },
        };
        Ok(if current.as_deref() == Some(rules) { definition } else { rules }.to_owned())
    }

    /// What people call a game, whether it is in the catalogue, was there, or somebody sent it.
    pub async fn name_of(&self, definition: &str) -> Result<String, Problem> {
        match self.source(definition).await {
            Ok(Source::Catalogue(entry)) => Ok(entry.about.name.clone()),
            Ok(Source::Sent(row)) => Ok(row.name),
            Ok(Source::Kept(texts)) => {
                Ok(texts.into_iter().next().map_or_else(|| definition.to_owned(), |own| own.name))
            }
            Err(problem) if problem.code == "no-such-game" => Ok(definition.to_owned()),
            Err(problem) => Err(problem),
        }
    }

    /// What there is to know about a game, as JSON.
    pub async fn document(
        &self,
        lane: &Lane,
        id: &str,
        settings: &[(String, String)],
    ) -> Result<Arc<str>, Problem> {
        let game = self.sample(lane, id, settings).await?;
        let id = self.canonical(id);
        let key = (id.clone(), values(&game));
        if let Some(document) = self.cache().games.get(&key).and_then(|kept| kept.document.clone()) {
            return Ok(document);
        }
        let document: Arc<str> =
            self.pool.run(lane, move || describe::document(&id, &game).to_string()).await?.into();
        if let Some(kept) = self.cache().games.get_mut(&key) {
            kept.document = Some(Arc::clone(&document));
        }
        Ok(document)
    }

    async fn source(&self, id: &str) -> Result<Source, Problem> {
        // Only what the catalogue knows is opened by name: nothing from outside becomes a path.
        if let Some(entry) = catalogue::find(id) {
            return Ok(Source::Catalogue(entry));
        }
        let found = match id {
            _ if id.len() > 64 => None,
            _ if id.starts_with(SENT) => self.storage.definition(id).await?.map(Source::Sent),
            _ if id.starts_with(KEPT) => self.storage.rules(id).await?.map(Source::Kept),
            _ => None,
        };
        found.ok_or_else(|| {
            let near =
                catalogue::suggest(id).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
            let shown: String = id.chars().take(60).collect();
            Problem::new(StatusCode::NOT_FOUND, "no-such-game", format!("there is no game \"{shown}\"{near}"))
        })
    }

    /// Where a text is compiled: those of strangers never take a place of what is known.
    fn room_of(&self, source: &Source) -> &FairRoom {
        match source {
            Source::Catalogue(_) => &self.known,
            Source::Kept(texts) if rules::is_of_catalogue(texts) => &self.known,
            Source::Sent(_) | Source::Kept(_) => &self.sent,
        }
    }

    /// A place among those who compile.
    async fn place(&self, room: &FairRoom, lane: &Lane) -> Result<Place, Problem> {
        let busy = |_| {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too much is being compiled; try again")
        };
        tokio::time::timeout(self.limits.compile, room.enter(lane)).await.map_err(busy)
    }

    async fn compile(
        &self,
        place: Place,
        work: impl FnOnce(Patience) -> Result<Arc<Game>, LoadError> + Send + 'static,
    ) -> Result<Arc<Game>, Problem> {
        // Who stops waiting drops this, and the work ends soon after.
        let cancel = CancelOnDrop(Arc::default());
        let until = Instant::now() + self.limits.compile;
        let patience =
            Patience { until: Some(until), cancelled: Some(Arc::clone(&cancel.0)), ..Patience::default() };
        let work = tokio::task::spawn_blocking(move || {
            // The place is free again when the work ends, not when somebody stops waiting for it.
            let _place = place;
            let done = work(patience);
            // What is refused at the bound has needed some hundred megabytes until then.
            memory::give_back();
            done
        });
        let mut closing = self.closing.subscribe();
        tokio::select! {
            done = tokio::time::timeout(self.limits.compile + GRACE, work) => match done {
                Err(_) => Err(too_slow()),
                Ok(Err(_)) => Err(Problem::internal("the definition could not be compiled")),
                Ok(Ok(Err(_))) if Instant::now() >= until => Err(too_slow()),
                Ok(Ok(result)) => result.map_err(|error| Problem::definition(&error)),
            },
            _ = closing.wait_for(|closing| *closing) => {
                Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "the server stops; try again later"))
            }
        }
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether games that are played, and were compiled for that alone, take more than there should be.
    pub fn is_crowded(&self) -> bool {
        let mut cache = self.cache();
        cache.played.retain(|(game, _)| game.strong_count() > 0);
        cache.played.iter().map(|(_, bytes)| bytes).sum::<usize>() > self.room
    }

    fn known(&self, key: &Key) -> Option<Arc<Game>> {
        let mut cache = self.cache();
        cache.clock += 1;
        let clock = cache.clock;
        let kept = cache.games.get_mut(key)?;
        kept.used = clock;
        Some(Arc::clone(&kept.game))
    }

    fn known_sample(&self, asked: &Key) -> Option<Arc<Game>> {
        let full = self.cache().samples.get(asked).cloned()?;
        self.known(&full)
    }

    /// Keeps a game; if another was quicker that one counts, so that all share it.
    fn keep(&self, key: Key, game: Arc<Game>) -> Arc<Game> {
        if let Some(known) = self.known(&key) {
            return known;
        }
        let mut cache = self.cache();
        cache.clock += 1;
        cache.bytes += taken(&game);
        let used = cache.clock;
        cache
            .games
            .insert(key, Cached { game: Arc::clone(&game), document: None, reaches: Arc::default(), used });
        while cache.bytes > self.room && cache.games.len() > 1 {
            let oldest = cache.games.iter().min_by_key(|(_, kept)| kept.used).map(|(key, _)| key.clone());
            if let Some(gone) = oldest.and_then(|key| cache.games.remove(&key)) {
                let bytes = taken(&gone.game);
                cache.bytes -= bytes;
                cache.played.push((Arc::downgrade(&gone.game), bytes));
            }
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Sqlite;
    use std::sync::mpsc;

    async fn library(folder: &tempfile::TempDir) -> Arc<Library> {
        let storage: Arc<dyn Storage> = Arc::new(Sqlite::open(folder.path()).await.unwrap());
        Arc::new(Library::new(storage, Limits::default(), WorkerPool::new(2)))
    }

    /// Compiles for as long as anybody waits, and tells when it begins and when it is over.
    fn endless(
        told: mpsc::Sender<&'static str>,
    ) -> impl FnOnce(Patience) -> Result<Arc<Game>, LoadError> + Send {
        move |patience| {
            let _ = told.send("begun");
            while !patience.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                std::thread::yield_now();
            }
            let _ = told.send("over");
            chatura_define::load("chess", &[], 0)
        }
    }

    #[tokio::test]
    async fn games_that_are_played_count_when_they_are_kept_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Arc::into_inner(library(&folder).await).unwrap();
        let chess = library.game(&Lane::server(), "chess", &[]).await.unwrap();
        library.room = taken(&chess) * 3 / 2;
        let atomic = library.game(&Lane::server(), "atomic", &[]).await.unwrap();
        assert!(!library.is_crowded(), "chess is kept no more, and is one");
        let last = library.game(&Lane::server(), "antichess", &[]).await.unwrap();
        assert!(library.is_crowded());
        drop((atomic, last));
        assert!(!library.is_crowded(), "nobody plays it any more");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_strangers_have_compiled_ends_when_nobody_waits_and_holds_up_no_known_game() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(&folder).await;
        let (told, heard) = mpsc::channel();
        let hold = |room: &FairRoom| {
            let (library, room, told) = (Arc::clone(&library), room.clone(), told.clone());
            tokio::spawn(async move {
                let place = library.place(&room, &Lane::new("ada", None)).await?;
                library.compile(place, endless(told)).await
            })
        };
        let (sent, tried) = (hold(&library.sent), hold(&library.trying));
        assert_eq!((heard.recv(), heard.recv()), (Ok("begun"), Ok("begun")));
        assert!(library.game(&Lane::server(), "chess", &[]).await.is_ok(), "strangers hold up chess");
        sent.abort();
        assert_eq!(heard.recv(), Ok("over"), "nobody waits, and it goes on");
        library.close();
        let refused = tried.await.unwrap().map(|_| ()).unwrap_err();
        assert_eq!((refused.code.as_str(), heard.recv()), ("busy", Ok("over")));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_rules_of_known_games_need_no_hand_and_are_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(&folder).await;
        let lane = Lane::server();
        let _all = (library.pool.hand(&lane).await.unwrap(), library.pool.hand(&lane).await.unwrap());
        let rules = library.rules(&lane, "chess").await.unwrap();
        assert_eq!(library.known_as(&lane, "chess", Some(&rules.id)).await.unwrap(), "chess");
        let busy = (library.known.enter(&lane).await, library.known.enter(&lane).await);
        assert_eq!(library.rules(&lane, "Chess").await.unwrap(), rules);
        drop(busy);
    }
}

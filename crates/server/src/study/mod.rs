//! Studies: games looked at together, kept under a link. Whoever has the link watches; the owner changes it, and others if
//! the owner lets them.

mod change;
mod pgn;
mod tree;

pub use change::{Change, NewChapter, Told};
pub use tree::Chapter;

use crate::clock::wall;
use crate::config::Limits;
use crate::fair::Lane;
use crate::games::{Caller, Watcher, Watchers, frame};
use crate::kif;
use crate::library::Library;
use crate::problem::Problem;
use crate::storage::{ChapterRow, Storage, StudyRow, StudyWrite, Write};
use crate::token;
use crate::worker_pool::WorkerPool;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many studies are in memory before those that nobody watches leave it.
const IN_MEMORY: usize = 500;
/// How large a chapter may be, in bytes, and all chapters of a study.
const MAX_CHAPTER: usize = 256 << 10;
const MAX_STUDY: usize = 2 << 20;

/// A study as it is now.
struct Study {
    row: StudyRow,
    /// What its owner is called.
    owner_name: String,
    chapters: Vec<Kept>,
}

/// A chapter, the rules it was begun with, and how large it is.
#[derive(Clone)]
struct Kept {
    chapter: Chapter,
    rules: String,
    bytes: usize,
}

#[derive(Default)]
struct Inside {
    study: Option<Study>,
    watchers: Watchers,
}

type Table = Arc<tokio::sync::Mutex<Inside>>;

/// Every study there is, opened when somebody asks for it.
pub struct Studies {
    storage: Arc<dyn Storage>,
    library: Arc<Library>,
    pool: WorkerPool,
    limits: Limits,
    live: Mutex<HashMap<String, (Table, Instant)>>,
}

impl Study {
    fn told(&self, caller: &Caller) -> Value {
        json!({
            "study": self.row.id,
            "name": self.row.name,
            "owner": self.owner_name,
            "mine": self.is_mine(caller),
            "open": self.row.open,
            "version": self.row.version,
            "updated": self.row.updated,
            "chapters": self.chapters.iter().map(|kept| &kept.chapter).collect::<Vec<_>>(),
        })
    }

    fn is_mine(&self, caller: &Caller) -> bool {
        caller.identity.as_ref().is_some_and(|(id, _)| *id == self.row.owner)
    }

    fn find(&self, chapter: u32) -> Result<usize, Problem> {
        self.chapters
            .iter()
            .position(|kept| kept.chapter.chapter == chapter)
            .ok_or_else(|| Problem::missing("chapter"))
    }
}

impl Studies {
    /// None is in memory yet.
    pub fn new(
        storage: Arc<dyn Storage>,
        library: Arc<Library>,
        pool: WorkerPool,
        limits: Limits,
    ) -> Studies {
        Studies { storage, library, pool, limits, live: Mutex::default() }
    }

    /// Begins a study with one chapter or several; its id.
    pub async fn make(&self, caller: &Caller, name: &str, first: NewChapter) -> Result<String, Problem> {
        let owner = caller.require_identity()?.to_owned();
        let chapters = self.new_chapters(&caller.lane(), first).await?;
        let row = StudyRow {
            id: token::name(),
            owner,
            name: tree::check_title(name)?,
            open: false,
            version: 0,
            updated: wall(),
        };
        let mut study = Study { row, owner_name: caller.name().to_owned(), chapters: Vec::new() };
        let numbers = study.add(chapters)?;
        self.keep(&caller.lane(), &study, &numbers, None, true, true).await?;
        Ok(study.row.id)
    }

    /// A study, alone with whoever asks.
    async fn enter(&self, lane: &Lane, id: &str) -> Result<tokio::sync::OwnedMutexGuard<Inside>, Problem> {
        if !token::is_name(id) {
            return Err(Problem::missing("study"));
        }
        let mut held = self.table(id).lock_owned().await;
        if held.study.is_none() {
            held.study = match self.load(lane, id).await {
                Ok(study) => Some(study),
                Err(problem) => {
                    drop(held);
                    self.forget(Duration::ZERO);
                    return Err(problem);
                }
            };
        }
        Ok(held)
    }

    fn table(&self, id: &str) -> Table {
        if self.live.lock().unwrap_or_else(PoisonError::into_inner).len() >= IN_MEMORY {
            self.forget(Duration::from_secs(1));
        }
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        let (table, touched) =
            live.entry(id.to_owned()).or_insert_with(|| (Table::default(), Instant::now()));
        *touched = Instant::now();
        Arc::clone(table)
    }

    /// Lets studies go that nobody watches and nobody has asked for in a while.
    pub fn forget(&self, idle: Duration) {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|_, (table, touched)| {
            let is_used = || table.try_lock().map_or(true, |inside| !inside.watchers.is_empty());
            Arc::strong_count(table) > 1 || touched.elapsed() < idle || is_used()
        });
    }

    async fn load(&self, lane: &Lane, id: &str) -> Result<Study, Problem> {
        let (row, rows) = self.storage.study(id).await?.ok_or_else(|| Problem::missing("study"))?;
        let owner_name = self.storage.name(&row.owner).await?.unwrap_or_default();
        let read = move || {
            let read = |ChapterRow { rules, body, .. }: ChapterRow| {
                let chapter = serde_json::from_str(&body).map_err(|_| Problem::storage())?;
                Ok::<_, Problem>(Kept { chapter, rules, bytes: body.len() })
            };
            rows.into_iter().map(read).collect::<Result<Vec<Kept>, _>>()
        };
        let mut chapters = self.pool.run(lane, read).await??;
        for Kept { chapter, rules, .. } in &mut chapters {
            chapter.definition = self.library.known_as(lane, &chapter.definition, Some(rules)).await?;
        }
        Ok(Study { row, owner_name, chapters })
    }

    /// What there is to know about a study, as JSON.
    pub async fn look(&self, id: &str, caller: &Caller) -> Result<String, Problem> {
        self.told(&caller.lane(), id, caller, |told| told.to_string()).await
    }

    /// The same for whoever takes it along.
    pub async fn whole(&self, lane: &Lane, id: &str) -> Result<Value, Problem> {
        self.told(lane, id, &Caller::default(), |told| told).await
    }

    async fn told<T: Send + 'static>(
        &self,
        lane: &Lane,
        id: &str,
        caller: &Caller,
        form: impl FnOnce(Value) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (held, caller) = (self.enter(lane, id).await?, caller.clone());
        let told = move || {
            let study = held.study.as_ref().ok_or_else(Problem::storage)?;
            Ok(form(study.told(&caller)))
        };
        self.pool.run(lane, told).await?
    }

    /// What a study is called, how many chapters it has, and which game the first is of.
    pub async fn title(&self, lane: &Lane, id: &str) -> Result<(String, usize, String), Problem> {
        let held = self.enter(lane, id).await?;
        let study = held.study.as_ref().ok_or_else(Problem::storage)?;
        let first = study.chapters.first().ok_or_else(|| Problem::missing("chapter"))?;
        Ok((study.row.name.clone(), study.chapters.len(), first.chapter.definition.clone()))
    }

    /// The studies of somebody, the latest first.
    pub async fn of(&self, caller: &Caller) -> Result<Value, Problem> {
        let rows = self.storage.studies_of(caller.require_identity()?).await?;
        let row = |row: StudyRow| json!({ "study": row.id, "name": row.name, "open": row.open, "updated": row.updated });
        Ok(json!({ "studies": rows.into_iter().map(row).collect::<Vec<_>>() }))
    }

    /// Somebody begins to watch a study, and is told all of it.
    pub async fn watch(&self, id: &str, watcher: Watcher) -> Result<(), Problem> {
        let lane = watcher.caller.lane();
        let mut held = self.enter(&lane, id).await?;
        let tell = move || {
            let Inside { study: Some(study), watchers } = &mut *held else { return Err(Problem::storage()) };
            let mut told = study.told(&watcher.caller);
            told["tell"] = "study".into();
            watcher.tell(frame(&told));
            watchers.join(watcher);
            Ok(())
        };
        self.pool.run(&lane, tell).await?
    }

    /// Somebody no longer watches.
    pub async fn unwatch(&self, id: &str, socket: u64) {
        let known = self
            .live
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(id)
            .map(|(table, _)| Arc::clone(table));
        if let Some(table) = known {
            table.lock().await.watchers.leave(socket);
        }
    }

    /// Changes a study, keeps that, and tells everybody who watches; the answer tells the same.
    pub async fn change(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        change: Change,
    ) -> Result<Value, Problem> {
        let (studies, id, caller) = (Arc::clone(self), id.to_owned(), caller.clone());
        // Whoever asked may go away meanwhile; what is kept must be known here as well.
        let work = async move { studies.change_now(&id, &caller, change).await };
        tokio::spawn(work)
            .await
            .unwrap_or_else(|_| Err(Problem::internal("this could not be carried out; nothing is lost")))
    }

    async fn change_now(&self, id: &str, caller: &Caller, change: Change) -> Result<Value, Problem> {
        caller.require_identity()?;
        // What takes long is done before others have to wait for it.
        let chapters = match &change {
            Change::AddChapter(new) => self.new_chapters(&caller.lane(), new.clone()).await?,
            _ => Vec::new(),
        };
        let mut held = self.enter(&caller.lane(), id).await?;
        let Inside { study: slot @ Some(_), watchers } = &mut *held else { return Err(Problem::storage()) };
        let study = slot.as_mut().ok_or_else(Problem::storage)?;
        let is_mine = study.is_mine(caller);
        if !is_mine && (!study.row.open || change.is_for_the_owner()) {
            let detail = "only whoever made this study may change that";
            return Err(Problem::new(StatusCode::FORBIDDEN, "not-yours", detail));
        }
        let is_longer = matches!(change, Change::AddChapter(_));
        let done = match self.apply(&caller.lane(), study, change, chapters).await {
            Ok(done) => self
                .keep(&caller.lane(), study, &done.written, done.removed, false, is_longer)
                .await
                .map(|()| done),
            Err(problem) => Err(problem),
        };
        let Ok(done) = done else {
            // Some of it may have been done: the data tell what holds.
            *slot = None;
            return done.map(|_| Value::Null);
        };
        let told = json!({ "version": study.row.version, "changes": done.told });
        watchers.tell(&frame(&json!({
            "tell": "study-change", "study": id, "version": study.row.version, "changes": done.told,
        })));
        Ok(told)
    }

    /// Takes a study away.
    pub async fn delete(&self, id: &str, caller: &Caller) -> Result<(), Problem> {
        let mut held = self.enter(&caller.lane(), id).await?;
        let Inside { study: Some(study), watchers } = &mut *held else { return Err(Problem::storage()) };
        if !study.is_mine(caller) {
            return Err(Problem::new(
                StatusCode::FORBIDDEN,
                "not-yours",
                "only whoever made this study may delete it",
            ));
        }
        self.storage.write(Write::ForgetStudy(id.to_owned())).await?;
        let told = [Told::Gone];
        watchers.tell(&frame(&json!({
            "tell": "study-change", "study": id, "version": study.row.version + 1, "changes": told,
        })));
        held.study = None;
        Ok(())
    }

    /// A chapter of a study, the first if none is named, as KIF.
    pub async fn kif(&self, lane: &Lane, id: &str, chapter: Option<u32>) -> Result<String, Problem> {
        let (name, chapters) = self.wanted(lane, id, chapter).await?;
        let chapter = chapters.into_iter().next().ok_or_else(|| Problem::missing("chapter"))?;
        let game = self.library.sample(lane, &chapter.definition, &chapter.settings).await?;
        let written = move || kif::of_pgn(&pgn::write(&name, &chapter, &game)?.to_string(), &game);
        self.pool.run_slow(lane, written).await?
    }

    /// What a study is called, and its chapters, or one of them.
    async fn wanted(
        &self,
        lane: &Lane,
        id: &str,
        chapter: Option<u32>,
    ) -> Result<(String, Vec<Chapter>), Problem> {
        let held = self.enter(lane, id).await?;
        let study = held.study.as_ref().ok_or_else(Problem::storage)?;
        let wanted = |kept: &&Kept| chapter.is_none_or(|number| kept.chapter.chapter == number);
        let chapters = study.chapters.iter().filter(wanted).map(|kept| kept.chapter.clone()).collect();
        Ok((study.row.name.clone(), chapters))
    }

    /// A study, or one chapter of it, as PGN.
    pub async fn pgn(&self, lane: &Lane, id: &str, chapter: Option<u32>) -> Result<String, Problem> {
        let (name, chapters) = self.wanted(lane, id, chapter).await?;
        if chapters.is_empty() {
            return Err(Problem::missing("chapter"));
        }
        let mut texts = Vec::with_capacity(chapters.len());
        for chapter in chapters {
            let game = self.library.sample(lane, &chapter.definition, &chapter.settings).await?;
            let name = name.clone();
            texts.push(
                self.pool.run_slow(lane, move || pgn::write(&name, &chapter, &game)).await??.to_string(),
            );
        }
        Ok(texts.join("\n"))
    }

    /// Keeps what has changed of a study.
    async fn keep(
        &self,
        lane: &Lane,
        study: &Study,
        written: &[u32],
        removed: Option<u32>,
        is_new: bool,
        is_longer: bool,
    ) -> Result<(), Problem> {
        let mut chapters = Vec::with_capacity(written.len());
        let mut rules = Vec::new();
        for number in written {
            let Kept { chapter, rules: known, .. } = &study.chapters[study.find(*number)?];
            let body = serde_json::to_string(chapter).map_err(|_| Problem::storage())?;
            chapters.push(ChapterRow { number: *number, rules: known.clone(), body });
            if is_longer {
                rules.push(self.library.rules(lane, &chapter.definition).await?);
            }
        }
        let write =
            StudyWrite { row: study.row.clone(), chapters, rules, removed, is_new, room: self.limits.room() };
        Ok(self.storage.write(Write::Study(Box::new(write))).await?)
    }
}

//! A storage that fails when a test wants it to.

use super::{
    Answer, BlockRow, ChapterRow, ChatRow, DefinitionRow, GameRow, Holder, Identity, ImageRow, LogEntry,
    PlanRow, ReportRow, Sqlite, Start, Storage, StorageError, StudyRow, TokenRow, Write,
};
use crate::token::Digested;
use chatura_session::Time;
use std::sync::Mutex;

/// What happens to something that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is refused.
    Refuse,
    /// Who wanted to keep it fails.
    Panic,
}

/// Keeps everything, but for what is to fail.
pub struct Faulty {
    inner: Sqlite,
    /// What happens to what comes next, the last first.
    pub faults: Mutex<Vec<Fault>>,
}

impl Faulty {
    pub fn new(inner: Sqlite) -> Faulty {
        Faulty { inner, faults: Mutex::default() }
    }
}

impl Storage for Faulty {
    fn write(&self, write: Write) -> Answer<'_, ()> {
        Box::pin(async move {
            let fault = match write {
                Write::Append { .. } => self.faults.lock().unwrap().pop(),
                _ => None,
            };
            match fault {
                Some(Fault::Refuse) => Err(StorageError::Database("the disk is full".to_owned())),
                Some(Fault::Panic) => panic!("as the test wants"),
                None => self.inner.write(write).await,
            }
        })
    }

    fn identity(&self, token: &Digested) -> Answer<'_, Option<Identity>> {
        self.inner.identity(token)
    }

    fn name(&self, identity: &str) -> Answer<'_, Option<String>> {
        self.inner.name(identity)
    }

    fn game(&self, id: &str) -> Answer<'_, Option<(GameRow, Start, Vec<Holder>)>> {
        self.inner.game(id)
    }

    fn log(&self, game: &str) -> Answer<'_, Vec<LogEntry>> {
        self.inner.log(game)
    }

    fn invitation(&self, code: &Digested) -> Answer<'_, Option<String>> {
        self.inner.invitation(code)
    }

    fn games_of(&self, identity: &str, before: i64, limit: u32) -> Answer<'_, Vec<(GameRow, Vec<u8>)>> {
        self.inner.games_of(identity, before, limit)
    }

    fn public_games(&self, before: i64, limit: u32) -> Answer<'_, Vec<GameRow>> {
        self.inner.public_games(before, limit)
    }

    fn open_games(&self, identity: &str) -> Answer<'_, u32> {
        self.inner.open_games(identity)
    }

    fn chat(&self, game: &str, limit: u32) -> Answer<'_, Vec<ChatRow>> {
        self.inner.chat(game, limit)
    }

    fn said(&self, game: &str, author: &str, id: &str) -> Answer<'_, Option<ChatRow>> {
        self.inner.said(game, author, id)
    }

    fn definition(&self, id: &str) -> Answer<'_, Option<DefinitionRow>> {
        self.inner.definition(id)
    }

    fn definitions_of(&self, identity: &str) -> Answer<'_, Vec<DefinitionRow>> {
        self.inner.definitions_of(identity)
    }

    fn plans(&self, game: &str) -> Answer<'_, Vec<PlanRow>> {
        self.inner.plans(game)
    }

    fn openings(&self, rules: &str, position: &str) -> Answer<'_, Vec<(String, Option<u8>, u64)>> {
        self.inner.openings(rules, position)
    }

    fn opening_rows(&self, rules: &str) -> Answer<'_, u64> {
        self.inner.opening_rows(rules)
    }

    fn study(&self, id: &str) -> Answer<'_, Option<(StudyRow, Vec<ChapterRow>)>> {
        self.inner.study(id)
    }

    fn studies_of(&self, identity: &str) -> Answer<'_, Vec<StudyRow>> {
        self.inner.studies_of(identity)
    }

    fn rules(&self, id: &str) -> Answer<'_, Option<Vec<DefinitionRow>>> {
        self.inner.rules(id)
    }

    fn unpinned(&self) -> Answer<'_, Vec<String>> {
        self.inner.unpinned()
    }

    fn image(&self, id: &str) -> Answer<'_, Option<ImageRow>> {
        self.inner.image(id)
    }

    fn uploads_of(&self, identity: &str) -> Answer<'_, u32> {
        self.inner.uploads_of(identity)
    }

    fn tokens(&self, identity: &str) -> Answer<'_, Vec<TokenRow>> {
        self.inner.tokens(identity)
    }

    fn blocks(&self, identity: &str) -> Answer<'_, Vec<BlockRow>> {
        self.inner.blocks(identity)
    }

    fn blockers(&self, identity: &str) -> Answer<'_, Vec<String>> {
        self.inner.blockers(identity)
    }

    fn is_muted(&self, game: &str, identity: &str) -> Answer<'_, bool> {
        self.inner.is_muted(game, identity)
    }

    fn reports(&self, limit: u32) -> Answer<'_, Vec<ReportRow>> {
        self.inner.reports(limit)
    }

    fn author(&self, game: &str, number: u32) -> Answer<'_, Option<(String, String)>> {
        self.inner.author(game, number)
    }

    fn spoken(&self, game: &str, identity: &str) -> Answer<'_, u32> {
        self.inner.spoken(game, identity)
    }

    fn said_by(&self, identity: &str, limit: u32) -> Answer<'_, Vec<(String, ChatRow)>> {
        self.inner.said_by(identity, limit)
    }

    fn images_of(&self, identity: &str) -> Answer<'_, Vec<String>> {
        self.inner.images_of(identity)
    }

    fn deadlines(&self) -> Answer<'_, Vec<(Time, String)>> {
        self.inner.deadlines()
    }

    fn thinking(&self) -> Answer<'_, Vec<String>> {
        self.inner.thinking()
    }

    fn clock(&self) -> Answer<'_, Time> {
        self.inner.clock()
    }

    fn close(&self) -> Answer<'_, ()> {
        self.inner.close()
    }
}

//! What is kept, behind one trait: games with their seats and logs, persons, definitions, images, chats.
//!
//! The log of a game is the truth: what was accepted, in order, each with its number and time. The rest of a game's
//! row is only what lists need to know without playing the log.

#[cfg(test)]
mod faulty;
mod kept;
mod sqlite;

#[cfg(test)]
pub use faulty::{Fault, Faulty};
pub use kept::*;
pub use sqlite::{Contents, Place, Pruned, Restored, Sqlite, backup, prune, restore};

use crate::token::Digested;
use chatura_session::Time;
use std::pin::Pin;

/// What a question or an order comes to.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// Why data cannot be read or kept.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StorageError {
    /// They were written by a newer program.
    #[error(
        "the data in {place} were written by a newer version of this program (schema {found}, this one knows \
         {known}); use that version, or another folder with --data"
    )]
    Newer {
        /// Where they are.
        place: String,
        /// Their version.
        found: i64,
        /// The version this program writes.
        known: i64,
    },
    /// They were written by an older program, and only a server brings them up to date.
    #[error(
        "the data in {place} were written by an older version of this program (schema {found}, this one writes \
         {known}); start the server with them once, or restore them into a folder"
    )]
    Older {
        /// Where they are.
        place: String,
        /// Their version.
        found: i64,
        /// The version this program writes.
        known: i64,
    },
    /// Another server uses them.
    #[error("another server already uses the data in {0}; stop it, or use another folder with --data")]
    Taken(String),
    /// Something like it is there already.
    #[error("it is there already")]
    Conflict,
    /// There is as much of it as may be.
    #[error("{0}")]
    Full(Full),
    /// Something is written there that this program cannot have written.
    #[error("the data are damaged: {0}")]
    Damaged(String),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(String),
    /// The database refused.
    #[error("the database cannot be used: {0}")]
    Database(String),
    /// It is being closed.
    #[error("the server is being stopped")]
    Closed,
}

/// Of what there is as much as may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// Games of a person that are not over.
    #[error("you have {0} games that are not over; finish or abort some first")]
    Games(u32),
    /// Games of everybody that are not over.
    #[error("as many games are played here as there is room for; try again later")]
    AllGames,
    /// Definitions, images and games written down of a person.
    #[error("you have sent {0} definitions, images, studies and games, which is as many as are kept")]
    Uploads(u32),
    /// What they take.
    #[error("what you have sent takes {0} MB, which is as much as is kept")]
    Bytes(u64),
    /// What everything takes.
    #[error("the server is full: games that are played go on, nothing new is kept; try again later")]
    AllBytes,
}

/// How much there may be after something is kept; counted together with keeping it, so that no two find the last place.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Games of a person that are not over.
    pub games: u32,
    /// Games of everybody that are not over.
    pub all_games: u32,
    /// Definitions, images and games written down of a person.
    pub uploads: u32,
    /// What they take, in bytes.
    pub bytes: u64,
    /// What everything takes, in bytes.
    pub all_bytes: u64,
}

/// Something to be kept, entirely or not at all.
#[derive(Clone, Debug)]
pub enum Write {
    /// Someone new, with what lets them in.
    Identity(Identity, Digested),
    /// Something else that lets somebody in.
    Token {
        /// Whom.
        identity: String,
        /// Its digest.
        token: Digested,
    },
    /// What lets somebody in no more.
    Revoke {
        /// Whom.
        identity: String,
        /// Which of it.
        which: Revoke,
    },
    /// Somebody does not want to meet another, or does again.
    Block {
        /// Who.
        by: String,
        /// Whom.
        whom: String,
        /// Whether they do not.
        on: bool,
    },
    /// Somebody may not speak in a game, or may again.
    Mute {
        /// Where.
        game: String,
        /// Who.
        whom: String,
        /// Whether they may not.
        on: bool,
    },
    /// What somebody told of another.
    Report(ReportRow),
    /// Somebody is taken out of a game, and their names out of its past.
    Scrub {
        /// Which game.
        game: String,
        /// Who.
        identity: String,
        /// What they were called.
        names: Vec<String>,
    },
    /// Somebody is forgotten; their games stay.
    Forget(String),
    /// A new name or new settings of someone; what is missing stays as it is.
    Profile {
        /// Whose.
        id: String,
        /// The name.
        name: Option<String>,
        /// The settings, as JSON.
        settings: Option<String>,
    },
    /// A new game.
    Game {
        /// As lists show it.
        row: Box<GameRow>,
        /// Where it starts.
        start: Start,
        /// Who holds its seats.
        holders: Vec<Holder>,
        /// Its rules, if they may not be kept yet.
        rules: Option<KeptRules>,
        /// How many there may be; a game of a match that was begun needs no other room.
        room: Option<Room>,
    },
    /// The rules of games of a definition that were kept without any.
    Pin(String, KeptRules),
    /// What happened in a game.
    Append {
        /// Which game.
        game: String,
        /// The entries, in order.
        entries: Vec<LogEntry>,
        /// How it stands now.
        summary: Summary,
        /// When, in milliseconds since 1970.
        updated: i64,
        /// Who holds the seats now, if that has changed.
        holders: Option<Vec<Holder>>,
    },
    /// Something said in a game, with the id by which it was sent, to know it again.
    Chat(String, ChatRow, Option<String>),
    /// What somebody has decided to answer in a game.
    Plan(String, PlanRow),
    /// Moves of a game that was finished, to be counted by its rules.
    Opening(String, Vec<OpeningRow>),
    /// Forgets what was counted under a name.
    ForgetOpenings(String),
    /// What has changed of a study.
    Study(Box<StudyWrite>),
    /// A study is taken away.
    ForgetStudy(String),
    /// A definition.
    Definition(DefinitionRow, Room),
    /// An image.
    Image(ImageRow, Room),
    /// A definition or an image was used; when, in milliseconds since 1970.
    Used(String, i64),
    /// Forgets definitions and images that were last used before a time and that no game needs.
    Expire(i64),
    /// The server's own time.
    Clock(Time),
}

/// Keeps everything. Whoever implements it keeps a write before answering it.
pub trait Storage: Send + Sync + 'static {
    /// Keeps something.
    fn write(&self, write: Write) -> Answer<'_, ()>;
    /// Someone by the digest of their secret.
    fn identity(&self, token: &Digested) -> Answer<'_, Option<Identity>>;
    /// The name of someone by their id.
    fn name(&self, identity: &str) -> Answer<'_, Option<String>>;
    /// A game with its start and who holds its seats.
    fn game(&self, id: &str) -> Answer<'_, Option<(GameRow, Start, Vec<Holder>)>>;
    /// The log of a game, in order.
    fn log(&self, game: &str) -> Answer<'_, Vec<LogEntry>>;
    /// The game of an invitation.
    fn invitation(&self, code: &Digested) -> Answer<'_, Option<String>>;
    /// The games of a person, the latest first, with the seats held.
    fn games_of(&self, identity: &str, before: i64, limit: u32) -> Answer<'_, Vec<(GameRow, Vec<u8>)>>;
    /// Games anyone may watch, the latest first.
    fn public_games(&self, before: i64, limit: u32) -> Answer<'_, Vec<GameRow>>;
    /// How many games a person has made that are not over.
    fn open_games(&self, identity: &str) -> Answer<'_, u32>;
    /// The last messages of a game's chat, in order.
    fn chat(&self, game: &str, limit: u32) -> Answer<'_, Vec<ChatRow>>;
    /// The message of a game's chat that somebody sent by an id.
    fn said(&self, game: &str, author: &str, id: &str) -> Answer<'_, Option<ChatRow>>;
    /// A definition.
    fn definition(&self, id: &str) -> Answer<'_, Option<DefinitionRow>>;
    /// The definitions of a person, without their texts.
    fn definitions_of(&self, identity: &str) -> Answer<'_, Vec<DefinitionRow>>;
    /// The texts of rules that were kept, in order; nothing if one is missing.
    fn rules(&self, id: &str) -> Answer<'_, Option<Vec<DefinitionRow>>>;
    /// The definitions of games that were kept without their rules.
    fn unpinned(&self) -> Answer<'_, Vec<String>>;
    /// An image.
    fn image(&self, id: &str) -> Answer<'_, Option<ImageRow>>;
    /// What people have decided to answer in a game.
    fn plans(&self, game: &str) -> Answer<'_, Vec<PlanRow>>;
    /// The moves that were played in a position by some rules: which seat won alone, and how often.
    fn openings(&self, rules: &str, position: &str) -> Answer<'_, Vec<(String, Option<u8>, u64)>>;
    /// How many moves are counted under a name.
    fn opening_rows(&self, rules: &str) -> Answer<'_, u64>;
    /// A study with its chapters, in order.
    fn study(&self, id: &str) -> Answer<'_, Option<(StudyRow, Vec<ChapterRow>)>>;
    /// The studies of a person, the latest first.
    fn studies_of(&self, identity: &str) -> Answer<'_, Vec<StudyRow>>;
    /// How many definitions, images, studies and games written down a person has sent.
    fn uploads_of(&self, identity: &str) -> Answer<'_, u32>;
    /// What lets somebody in, the oldest first.
    fn tokens(&self, identity: &str) -> Answer<'_, Vec<TokenRow>>;
    /// Whom somebody does not want to meet.
    fn blocks(&self, identity: &str) -> Answer<'_, Vec<BlockRow>>;
    /// The ids of those who do not want to meet somebody.
    fn blockers(&self, identity: &str) -> Answer<'_, Vec<String>>;
    /// Whether somebody may not speak in a game.
    fn is_muted(&self, game: &str, identity: &str) -> Answer<'_, bool>;
    /// What people told of others, the latest first.
    fn reports(&self, limit: u32) -> Answer<'_, Vec<ReportRow>>;
    /// Who said something in a game's chat, and what.
    fn author(&self, game: &str, number: u32) -> Answer<'_, Option<(String, String)>>;
    /// How many messages somebody has sent to a game's chat.
    fn spoken(&self, game: &str, identity: &str) -> Answer<'_, u32>;
    /// What somebody has said, with the game.
    fn said_by(&self, identity: &str, limit: u32) -> Answer<'_, Vec<(String, ChatRow)>>;
    /// The ids of the images of a person.
    fn images_of(&self, identity: &str) -> Answer<'_, Vec<String>>;
    /// Every flag that will fall, and when.
    fn deadlines(&self) -> Answer<'_, Vec<(Time, String)>>;
    /// Every game in which an AI player is to move.
    fn thinking(&self) -> Answer<'_, Vec<String>>;
    /// The server's own time when it was last kept.
    fn clock(&self) -> Answer<'_, Time>;
    /// Keeps what was given so far and closes.
    fn close(&self) -> Answer<'_, ()>;
}

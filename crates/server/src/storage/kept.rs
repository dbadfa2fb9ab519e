//! What is kept of people, games and what they send, row by row.

use super::Room;
use crate::token::Digested;
use chatura_session::{Command, Occupant, Phase, PlayerKind, Score, Span, Standing, Terms, Time, Who};
use serde::{Deserialize, Serialize};

/// Someone who plays or watches, known by a secret alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// A public name that never changes.
    pub id: String,
    /// What to call them; may be empty.
    pub name: String,
    /// Whatever the page keeps for them, as JSON.
    pub settings: String,
}

/// What people are called in games after they are gone.
pub const DELETED: &str = "deleted";

/// Something that lets somebody in.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenRow {
    /// Its digest.
    pub token: Digested,
    /// Since when, in milliseconds since 1970.
    pub created: i64,
}

/// What of somebody's secrets is worth nothing any more.
#[derive(Clone, Debug)]
pub enum Revoke {
    /// One.
    One(Digested),
    /// All others, those of single seats too.
    AllBut(Digested),
}

/// Somebody whom another does not want to meet.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockRow {
    /// The id of their identity.
    pub id: String,
    /// What they are called.
    pub name: String,
}

/// What somebody told of another, for whoever runs the server.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportRow {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who told it.
    pub reporter: String,
    /// Of whom.
    pub accused: String,
    /// In which game.
    pub game: String,
    /// What was said in its chat, if that is meant.
    pub said: Option<String>,
    /// What is wrong.
    pub text: String,
}

/// Where a game comes from: all that is needed, besides its start and its log, to make its session again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The id of the definition.
    pub definition: String,
    /// The value of each variable of it.
    pub settings: Vec<(String, String)>,
    /// Who sat where at first.
    pub seats: Vec<Occupant>,
    /// What was agreed.
    pub terms: Terms,
    /// When.
    pub at: Time,
    /// What was played before at the same table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Before>,
}

/// The games of a match before this one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Before {
    /// The last of them.
    pub game: String,
    /// How many there were.
    pub count: u32,
    /// What came of them for who sits at each seat now.
    pub scores: Vec<Score>,
}

/// Where play starts; it may be a long text, which is read only to load the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Where the definition says.
    Array,
    /// At a position.
    Fen(String),
    /// With moves already played.
    Pgn(String),
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Who made it.
    pub creator: String,
    /// Whether anyone may find it.
    pub public: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened.
    pub updated: i64,
    /// How it stands.
    pub summary: Summary,
    /// The id of the rules it was begun with; missing in data of long ago whose definition nobody knows any more.
    pub rules: Option<String>,
}

/// The rules games are played by, whatever becomes of the catalogue: a definition with everything it extends.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptRules {
    /// Their id, which follows from the texts.
    pub id: String,
    /// The texts, the definition's own first.
    pub texts: Vec<DefinitionRow>,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Where it is.
    pub phase: Phase,
    /// Which game at this table, from 1.
    pub number: u32,
    /// How many plies have been played.
    pub ply: u32,
    /// Whose turn it is.
    pub turn: Option<u8>,
    /// The position.
    pub fen: String,
    /// The names of the players.
    pub names: Vec<String>,
    /// How it ended, in a sentence.
    pub result: Option<String>,
    /// Whether an AI player is to move.
    pub thinking: bool,
    /// When the next flag falls.
    pub deadline: Option<Time>,
    /// What plays at each seat.
    #[serde(default)]
    pub kinds: Vec<PlayerKind>,
    /// How it ended, for programs.
    #[serde(default)]
    pub ended: Option<Ended>,
    /// The next game of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// As PGN writes it.
    pub result: String,
    /// For each seat; empty if the game was aborted.
    pub standings: Vec<Standing>,
}

/// Who holds a seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Holder {
    /// Who plays here.
    pub identity: Option<String>,
    /// The secret that speaks for this seat alone.
    pub token: Option<Digested>,
    /// The code that can be exchanged for the seat, once.
    pub invitation: Option<Digested>,
}

/// One entry of a game's log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Its number, from 0.
    pub number: u32,
    /// When.
    pub at: Time,
    /// What happened.
    pub act: Act,
    /// Who sent it and by which id, to know it again.
    pub sent: Option<(String, String)>,
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Somebody said something that was accepted.
    Said {
        /// From whom.
        from: Who,
        /// What.
        command: Command,
        /// How long it was on its way, which nobody is charged for.
        #[serde(default, skip_serializing_if = "is_zero")]
        way: Span,
        /// How many plies were played after it, where that does not follow from the command: a move makes one more, anything
        /// else none. So the moves can be told without knowing the rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
    },
    /// Time passed, and a flag fell.
    Flag,
}

fn is_zero(span: &Span) -> bool {
    *span == Span::ZERO
}

/// One message of a chat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChatRow {
    /// Its number, from 0.
    pub number: u32,
    /// Which seat spoke; a spectator if missing.
    pub seat: Option<u8>,
    /// The name of who spoke.
    pub name: String,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The id of who spoke; not known of messages of long ago.
    #[serde(skip)]
    pub author: Option<String>,
}

/// A definition somebody wrote, or a text of the catalogue that games were begun with: that has no owner.
#[derive(Clone, Debug, PartialEq)]
pub struct DefinitionRow {
    /// Its id, which follows from its text.
    pub id: String,
    /// Who sent it first.
    pub owner: String,
    /// The name of the file, which tells its form.
    pub file: String,
    /// The name of the game.
    pub name: String,
    /// The definition.
    pub text: String,
}

/// An image somebody sent.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageRow {
    /// Its id, which follows from its bytes.
    pub id: String,
    /// Who sent it first.
    pub owner: String,
    /// Its media type.
    pub kind: String,
    /// When it was last used, in milliseconds since 1970.
    pub used: i64,
    /// The image.
    pub bytes: Vec<u8>,
}

/// A study as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyRow {
    /// Its id.
    pub id: String,
    /// Who made it.
    pub owner: String,
    /// What it is called.
    pub name: String,
    /// Whether everybody with the link may change it.
    pub open: bool,
    /// How often it was changed.
    pub version: i64,
    /// When it was last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// A chapter of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct ChapterRow {
    /// Its number in the study.
    pub number: u32,
    /// The id of the rules it was begun with.
    pub rules: String,
    /// All of it, as JSON.
    pub body: String,
}

/// What has changed of a study.
#[derive(Clone, Debug)]
pub struct StudyWrite {
    /// As lists show it.
    pub row: StudyRow,
    /// The chapters that are new or have changed.
    pub chapters: Vec<ChapterRow>,
    /// The rules of new chapters, which may not be kept yet.
    pub rules: Vec<KeptRules>,
    /// A chapter that is gone.
    pub removed: Option<u32>,
    /// Whether it was not there before.
    pub is_new: bool,
    /// How much there may be.
    pub room: Room,
}

/// What somebody has decided to answer in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanRow {
    /// Their seat.
    pub seat: u8,
    /// Who they are: nobody else who comes to the seat plays by it.
    pub identity: String,
    /// What.
    pub plan: crate::games::Plan,
}

/// A move of a game that was finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningRow {
    /// The name of the position in which it was played.
    pub position: String,
    /// The move, in coordinates.
    pub text: String,
    /// The seat that won the game alone.
    pub winner: Option<u8>,
}

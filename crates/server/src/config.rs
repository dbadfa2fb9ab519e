//! How a server is set up, and what it allows.

use crate::matches::MatchFeed;
use crate::proxy::Network;
use crate::storage::Room;
use chatura_players::EngineList;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 means any that is free.
    pub listen: SocketAddr,
    /// Where to tell how the server is, apart from everybody else; without it metrics are where everything is.
    pub admin: Option<SocketAddr>,
    /// The address people use, if it is another: behind a proxy, or a name.
    pub public_url: Option<String>,
    /// The proxies that are believed when they tell in `X-Forwarded-For` whom they speak for.
    pub proxies: Vec<Network>,
    /// The folder for its data; made if it is not there.
    pub data: PathBuf,
    /// How many threads think for AI players and analysis.
    pub engine_threads: usize,
    /// Programs of others that the owner of the machine, and nobody else, may let play.
    pub engines: Arc<EngineList>,
    /// Whether somebody is the owner of the machine although the server listens for others too; never behind a proxy.
    pub owner_among_others: bool,
    /// The folder of matches between engines that were kept; the owner may look at them.
    pub matches: PathBuf,
    /// The match that is played; everybody who comes may watch it, and look at those that are kept.
    pub feed: Option<Arc<MatchFeed>>,
    /// What it allows.
    pub limits: Limits,
}

impl Config {
    /// The usual, with its data in a folder: this machine alone, on a port that is free.
    pub fn new(data: impl Into<PathBuf>) -> Config {
        let data = data.into();
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            admin: None,
            public_url: None,
            proxies: Vec::new(),
            matches: data.join("matches"),
            feed: None,
            data,
            engine_threads: cores.saturating_sub(1).max(1),
            engines: Arc::default(),
            owner_among_others: false,
            limits: Limits::default(),
        }
    }
}

/// What is allowed.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Connections at once from one address.
    pub per_address: usize,
    /// The largest body of an ordinary request, in bytes.
    pub body: usize,
    /// The largest definition or board file, in bytes.
    pub definition: usize,
    /// The largest PGN, in bytes.
    pub pgn: usize,
    /// The largest image, in bytes.
    pub image: usize,
    /// The largest message on a socket, in bytes.
    pub frame: usize,
    /// Requests and messages a second from one client, in the long run.
    pub rate: f64,
    /// How many of them may come at once.
    pub burst: f64,
    /// New identities a minute from one address.
    pub identities: f64,
    /// Games of one identity that are not over.
    pub games: u32,
    /// Games of everybody that are not over.
    pub all_games: u32,
    /// New games of one person in an hour; an address may begin four times as many.
    pub new_games: u32,
    /// Games one socket can watch.
    pub watched: usize,
    /// Definitions, images and games written down of one identity.
    pub uploads: u32,
    /// What is kept of definitions, images and games written down of one identity, in bytes; and what one may send in a day, four
    /// times as much from one address.
    pub kept: u64,
    /// How large all data may grow, in bytes, before no new game is begun and nothing sent is kept; games that are played go on.
    pub all_kept: u64,
    /// How long definitions and images are kept that nobody uses.
    pub unused: Duration,
    /// Processor time of AI players and analyses for one person in an hour; an address may have four times as much. Who has had
    /// more waits longer for shorter thoughts, and for analyses.
    pub thinking: Duration,
    /// Entries in the log of a game.
    pub log: u32,
    /// Games in memory; beyond, and when what they are played by takes too much, those that nobody watches leave it sooner.
    pub in_memory: usize,
    /// How long a game may be idle before it leaves memory.
    pub idle: Duration,
    /// How long whoever is to move may be away from a game without a clock before the others may end it.
    pub away: Duration,
    /// How long a definition may take to compile.
    pub compile: Duration,
    /// How long an analysis may take.
    pub analysis: Duration,
    /// How long it may take while somebody waits for a place; the more wait, the shorter.
    pub turn: Duration,
    /// How long a request may take, a sender between two parts of it, and who asked to take what is answered.
    pub request: Duration,
}

impl Limits {
    /// How much there may be of what is kept.
    pub(crate) fn room(&self) -> Room {
        Room {
            games: self.games,
            all_games: self.all_games,
            uploads: self.uploads,
            bytes: self.kept,
            all_bytes: self.all_kept,
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            per_address: 500,
            body: 64 * 1024,
            definition: 1024 * 1024,
            pgn: 4 * 1024 * 1024,
            image: 512 * 1024,
            frame: 8 * 1024,
            rate: 20.0,
            burst: 60.0,
            identities: 30.0,
            games: 200,
            all_games: 100_000,
            new_games: 300,
            watched: 64,
            uploads: 200,
            kept: 64 << 20,
            all_kept: 16 << 30,
            unused: Duration::from_secs(90 * 86_400),
            thinking: Duration::from_secs(1_800),
            log: 50_000,
            in_memory: 10_000,
            idle: Duration::from_secs(600),
            away: Duration::from_secs(600),
            compile: Duration::from_secs(10),
            analysis: Duration::from_secs(300),
            turn: Duration::from_secs(20),
            request: Duration::from_secs(20),
        }
    }
}

/// The longest name of a person, in characters.
pub const MAX_NAME: usize = 40;
/// The longest message of a chat, in characters.
pub const MAX_CHAT: usize = 500;
/// The most messages that one who plays can send to the chat of a game, and one who watches.
pub const CHATS_OF_PLAYER: u32 = 500;
pub const CHATS_OF_WATCHER: u32 = 50;
/// When a chat has as many, only those who play go on.
pub const CHATS_OF_WATCHERS: u32 = 500;
/// The largest settings of a person, in bytes.
pub const MAX_SETTINGS: usize = 16 * 1024;
/// The longest id of a command or a message.
pub const MAX_COMMAND_ID: usize = 64;
/// The most time a move gets back for the way it travelled, in milliseconds.
pub const MAX_LAG: u64 = 500;
/// The most time all moves of a seat get back in one game: who says to be far away cannot live on it.
pub const MAX_LAG_IN_GAME: u64 = 10_000;

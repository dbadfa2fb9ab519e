//! What can be asked for on the command line.

mod book;
mod data;
mod engines;
mod learn;
mod matches;
mod play;
mod tables;
mod text;

pub use book::{Book, BookAction, MakeBook, ShowBook};
pub use data::{Data, DataTask};
pub use engines::{AddEngine, Engines, EnginesAction};
pub use learn::Learn;
pub use matches::Match;
pub use play::{Config, Play, Watch};
pub use tables::MakeTables;
pub use text::{Invalid, Text};

use chatura_server::Network;
use chatura_tournament::Adjudication;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU8;
use std::path::PathBuf;

/// Chess variants on any board, for any number of players.
#[derive(Debug, Parser)]
#[command(name = "chatura", version, about, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// When to use colours: auto, always or never.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", hide_possible_values = true)]
    pub color: Color,
    /// A folder of own games instead of the usual one: definitions and board files in it are played by name.
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
    /// Show the page in a window of its own, without a browser's frame: `chatura --app`.
    #[arg(long)]
    pub app: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Also into files and pipes.
    Always,
    /// Not at all.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games of the catalogue.
    #[command(after_help = GAMES_EXAMPLES)]
    Games(Games),
    /// Explain a game: its rules, its pieces and its board.
    #[command(after_help = SHOW_EXAMPLES)]
    Show(Show),
    /// Check game definitions and show every mistake in its place.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
    /// Write a definition in another form: our own, or that of variants.ini.
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert(Convert),
    /// List the legal moves of a position.
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(Moves),
    /// Write a game's board as a board file in XML.
    #[command(after_help = BOARD_EXAMPLES)]
    Board(Board),
    /// Play in the terminal, against people or the engine.
    #[command(after_help = play::PLAY_EXAMPLES)]
    Play(Play),
    /// Watch the engine play itself.
    #[command(after_help = play::WATCH_EXAMPLES)]
    Watch(Watch),
    /// Play the text game: blocks of text out, moves in.
    #[command(after_help = text::TEXT_EXAMPLES)]
    Text(Text),
    /// Show every setting, its value and where that comes from.
    #[command(after_help = play::CONFIG_EXAMPLES)]
    Config(Config),
    /// Count the sequences of legal moves of a length.
    #[command(after_help = PERFT_EXAMPLES)]
    Perft(Perft),
    /// Let the engine think about a position.
    #[command(after_help = ANALYZE_EXAMPLES)]
    Analyze(Analyze),
    /// Show what a position is worth without looking ahead, term by term.
    #[command(after_help = EVAL_EXAMPLES)]
    Eval(Eval),
    /// Show how far the pieces of a game reach, and what they are worth.
    #[command(after_help = MOBILITY_EXAMPLES)]
    Mobility(Mobility),
    /// Measure the engine's speed; the signature tells whether it still thinks the same.
    Bench(Bench),
    /// Let the engine play against itself and print the games as PGN.
    #[command(after_help = SELFPLAY_EXAMPLES)]
    Selfplay(Selfplay),
    /// Let engines play a match, ours and others', and say which is better.
    #[command(after_help = matches::MATCH_EXAMPLES)]
    Match(Box<Match>),
    /// Make opening books and show what is in them.
    #[command(after_help = book::BOOK_EXAMPLES)]
    Book(Book),
    /// Make engines of others known, so that they can play here: UCI and XBoard.
    #[command(after_help = engines::ENGINES_EXAMPLES)]
    Engines(Engines),
    /// Learn an evaluation for a game from games of the engine against itself.
    #[command(after_help = learn::LEARN_EXAMPLES)]
    Learn(Learn),
    /// Make exact endgame tables of a game, from its rules alone.
    #[command(after_help = tables::TABLES_EXAMPLES)]
    Tables(MakeTables),
    /// Speak the Universal Chess Interface with another program.
    Uci,
    /// Speak the protocol of XBoard and WinBoard with another program.
    Xboard,
    /// Speak UCI or XBoard with another program, whichever it begins with.
    Engine,
    /// Serve the page and the API; the same as no command at all.
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(Serve),
    /// Copy, restore, verify or thin out what the server keeps.
    #[command(after_help = data::DATA_EXAMPLES)]
    Data(Data),
}

/// `chatura serve`
#[derive(Debug, Default, Args)]
pub struct Serve {
    /// Where to listen, like 0.0.0.0:8080; without it on this machine alone, on a port that is free.
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address)]
    pub listen: Option<SocketAddr>,
    /// The folder for games and everything else that is kept.
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The folder of own games, instead of the usual one.
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
    /// The address others use, such as `https://chess.example.org`; shown with a QR code.
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// A proxy in front, by its address or range, that tells whom it speaks for (`X-Forwarded-For`); limits count by
    /// that address. Give it once for each. Without it all who come through a proxy on this machine are taken for this
    /// machine, which is not limited.
    #[arg(long, value_name = "CIDR")]
    pub trust_proxy: Vec<Network>,
    /// Let whoever sits at this machine choose engines of others and look at kept matches, although others can reach it too
    /// (`--listen`). Without it nobody does where others can.
    #[arg(long, conflicts_with_all = ["public_url", "trust_proxy"])]
    pub engines: bool,
    /// Where `/metrics`, `/health` and `/ready` are told, apart from everybody else; metrics are then told there alone.
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address)]
    pub admin_listen: Option<SocketAddr>,
    /// For how many seconds to go on after SIGTERM, not ready any more, so that a balancer sends people elsewhere.
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub drain: u16,
    /// Open no browser.
    #[arg(long, conflicts_with = "app")]
    pub no_open: bool,
    /// Show the page in a window of its own: Chromium, Chrome, Edge, Brave or Firefox without its frame. Whoever closes it
    /// ends the program.
    #[arg(long)]
    pub app: bool,
    /// How many threads think for AI players.
    #[arg(long, value_name = "NUMBER")]
    pub threads: Option<NonZeroU8>,
    /// What to tell on standard error: off, error, warn, info, debug or trace.
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub log_level: String,
    /// How to tell it: as text, or as JSON, an object on each line.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

/// How a log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: an object on each line.
    Json,
}

impl Serve {
    /// As without any command.
    pub fn alone(app: bool) -> Serve {
        Serve { log_level: "warn".to_owned(), app, ..Serve::default() }
    }
}

/// An address with a port, or a port on this machine alone.
fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse::<u16>().ok().map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
    port.or_else(|| text.parse().ok())
        .ok_or_else(|| "write an address with a port, like 127.0.0.1:8080, or a port".into())
}

/// `chatura games`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Games {
    /// What to do besides listing them.
    #[command(subcommand)]
    pub action: Option<GamesAction>,
    /// Only games with this tag.
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// Only games of this family: `drops`, `large boards`, `shogi kin` …
    #[arg(long, value_name = "FAMILY")]
    pub family: Option<String>,
    /// Only games that are so hard to learn for somebody who knows chess: easy, medium or hard.
    #[arg(long, value_name = "LEVEL")]
    pub difficulty: Option<String>,
    /// Only games with this mechanism, which chess has not: `explosions`, `walls`, `race` …
    #[arg(long, value_name = "WORD")]
    pub mechanism: Option<String>,
    /// Only games with a piece of this name.
    #[arg(long, value_name = "PIECE")]
    pub piece: Option<String>,
    /// Only games of this inventor.
    #[arg(long, value_name = "NAME")]
    pub inventor: Option<String>,
    /// Only games like this one, the most alike first.
    #[arg(long, value_name = "GAME")]
    pub like: Option<String>,
    /// Only games in which all these words occur: in name, inventor, tags, description, pieces or mechanisms.
    #[arg(long, value_name = "WORDS")]
    pub search: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What is done with games besides listing the catalogue.
#[derive(Debug, Subcommand)]
pub enum GamesAction {
    /// List the games that were played at the terminal and are kept, the latest first.
    Mine(Mine),
    /// Check definitions and board files, and put them into the folder of own games.
    Add {
        /// The files.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// `chatura games mine`
#[derive(Debug, Args)]
pub struct Mine {
    /// Only games in which all these words occur: day, game, players, result.
    #[arg(long, value_name = "WORDS")]
    pub search: Option<String>,
    /// Where they are kept, if not at the usual place.
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `chatura show`
#[derive(Debug, Args)]
pub struct Show {
    /// The game.
    #[command(flatten)]
    pub game: GameChoice,
    /// Draw the board with its pieces into this file instead; `-` writes to standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub svg: Option<PathBuf>,
    /// Draw this position instead of the start; one text, so put it in quotes.
    #[arg(long, value_name = "FEN", requires = "svg")]
    pub fen: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `chatura check`
#[derive(Debug, Args)]
pub struct Check {
    /// Definition or board files; of FILE.ini every game, of FILE.ini:NAME one.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print the findings as a JSON array.
    #[arg(long)]
    pub json: bool,
}

/// `chatura convert`
#[derive(Debug, Args)]
pub struct Convert {
    /// A game of the catalogue, or a file: .toml, .ini (FILE.ini:NAME), or the parameters of an interactive diagram.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The form to write.
    #[arg(long, value_name = "FORM", value_enum, default_value_t = ConvertTo::Toml)]
    pub to: ConvertTo,
}

/// A form to write a definition in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ConvertTo {
    /// Our own.
    Toml,
    /// That of variants.ini.
    Ini,
}

/// `chatura moves`
#[derive(Debug, Args)]
pub struct Moves {
    /// The position.
    #[command(flatten)]
    pub position: PositionChoice,
    /// List where one piece could go before legality, whoever is to move.
    #[arg(long)]
    pub pseudo: bool,
    /// With --pseudo: put this piece on an otherwise empty board; may be given several times.
    #[arg(long, value_name = "CELL=PLAYER:PIECE", requires = "pseudo", value_parser = placement, num_args = 1..,
          conflicts_with_all = ["fen", "moves"])]
    pub at: Vec<Placement>,
    /// With --pseudo: the piece on this cell; the first of --at if left out.
    #[arg(long, value_name = "CELL", requires = "pseudo")]
    pub from: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A piece put on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The cell's name.
    pub cell: String,
    /// The player's name or number.
    pub player: String,
    /// The piece's name or letter.
    pub piece: String,
}

/// `chatura board`
#[derive(Debug, Args)]
pub struct Board {
    /// The game.
    #[command(flatten)]
    pub game: GameChoice,
    /// The file to write; - for standard output.
    #[arg(long, value_name = "FILE", required = true)]
    pub xml: PathBuf,
}

/// `chatura perft`
#[derive(Debug, Args)]
pub struct Perft {
    /// The position.
    #[command(flatten)]
    pub position: PositionChoice,
    /// How many moves long.
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=64))]
    pub depth: u32,
    /// Print the count of each first move.
    #[arg(long)]
    pub divide: bool,
    /// How many threads; all processors if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `chatura analyze`
#[derive(Debug, Args)]
pub struct Analyze {
    /// The position.
    #[command(flatten)]
    pub position: PositionChoice,
    /// Look at most so many plies ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Look at about so many positions and no more, but at every move once.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Think so many seconds; one if nothing is said.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<f64>,
    /// Show the best so many lines.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub lines: u16,
    /// Let an engine of others think beside ours, by the name it is known by; may be given several times.
    #[arg(long = "engine", value_name = "NAME")]
    pub others: Vec<String>,
    /// Look at the endgame tables that `chatura tables` has put into this folder.
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Print JSON, a document on each line.
    #[arg(long)]
    pub json: bool,
    /// The engine.
    #[command(flatten)]
    pub engine: ThinkOptions,
}

/// How the engine is set up.
#[derive(Debug, Args)]
pub struct ThinkOptions {
    /// How many threads think.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,
    /// Memory for positions, in millions of bytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub hash: usize,
    /// How strong, from 1 (about 1000 Elo) to 20 (as strong as it can).
    #[arg(long, value_name = "LEVEL", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub level: u8,
    /// A net that `chatura learn` made for this game.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
}

/// `chatura eval`
#[derive(Debug, Args)]
pub struct Eval {
    /// The position.
    #[command(flatten)]
    pub position: PositionChoice,
    /// A net that `chatura learn` made for this game: what it adds stands beside the terms.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `chatura mobility`
#[derive(Debug, Args)]
pub struct Mobility {
    /// The game.
    #[command(flatten)]
    pub game: GameChoice,
    /// One piece alone, cell by cell.
    #[arg(long, value_name = "NAME")]
    pub piece: Option<String>,
    /// On how many boards filled at random it is measured.
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub boards: u16,
    /// Draw the cells of the one piece into this file, the farther it reaches the warmer.
    #[arg(long, value_name = "FILE", requires = "piece")]
    pub svg: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

const MOBILITY_EXAMPLES: &str = "\
Examples:
  chatura mobility grand
  chatura mobility xiangqi --piece horse
  chatura mobility my-game.toml --piece wizard --svg wizard.svg

Counted is to how many cells one move leads, on average over the cells a piece may stand on: on an empty board; on
boards half full of pieces drawn at random, from --seed if it is given; and there to cells where nothing takes it. The
range is to how many cells it can come at all. What a piece is worth is what the engine works out for this game, in the
middle of it and at its end.";

/// `chatura bench`
#[derive(Debug, Args)]
pub struct Bench {
    /// Games to think about; a set of them if left out.
    #[arg(value_name = "GAME")]
    pub games: Vec<String>,
    /// How many plies for each.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// How many positions for each, instead; then there is no signature, as with several threads.
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How many threads think.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,
    /// Memory for positions, in millions of bytes.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = megabytes)]
    pub hash: usize,
}

/// `chatura selfplay`
#[derive(Debug, Args)]
pub struct Selfplay {
    /// The game.
    #[command(flatten)]
    pub game: GameChoice,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Seconds a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1, value_parser = seconds)]
    pub time: f64,
    /// Positions a move, instead of a time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How many moves at the start are drawn at random, so that games differ.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=100))]
    pub random: u16,
    /// End games early: `draw=MOVES:CENTIPAWNS[:FROM]`, `win=MOVES:CENTIPAWNS`, `tables[=FOLDER]` of `chatura tables`, `longest=PLIES`,
    /// with commas between them.
    #[arg(long, value_name = "RULES")]
    pub adjudicate: Option<Adjudication>,
    /// Let an engine of others play instead of ours, by the name it is known by.
    #[arg(long = "engine", value_name = "NAME", conflicts_with_all = ["level", "net"])]
    pub other: Option<String>,
    /// The engine.
    #[command(flatten)]
    pub engine: ThinkOptions,
}

fn seconds(text: &str) -> Result<f64, String> {
    let wrong = || "write seconds from 0.001 to 86400, as in 0.5".to_owned();
    text.parse().ok().filter(|s: &f64| (0.001..=86_400.0).contains(s)).ok_or_else(wrong)
}

fn megabytes(text: &str) -> Result<usize, String> {
    let wrong = || "write millions of bytes from 1 to 65536".to_owned();
    text.parse().ok().filter(|mb: &usize| (1..=65_536).contains(mb)).ok_or_else(wrong)
}

/// Which game, with what settings.
#[derive(Clone, Debug, Args)]
pub struct GameChoice {
    /// A name from the catalogue, or the path of a definition (.toml) or board file (.xml).
    #[arg(value_name = "GAME")]
    pub name: String,
    /// Set a variable of the game; may be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
    /// Draw what is left to chance from this number, so that it can be drawn again.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Which position of which game.
#[derive(Debug, Args)]
pub struct PositionChoice {
    /// The game.
    #[command(flatten)]
    pub game: GameChoice,
    /// Begin here instead of at the start; one text, so put it in quotes.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Play these moves first, in coordinates (g1f3) or as people write them (Nf3).
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write NAME=VALUE, as in position=518".to_owned()),
    }
}

fn placement(text: &str) -> Result<Placement, String> {
    let parts = text.split_once('=').and_then(|(cell, rest)| Some((cell, rest.split_once(':')?)));
    match parts {
        Some((cell, (player, piece))) if !cell.is_empty() && !player.is_empty() && !piece.is_empty() => {
            Ok(Placement { cell: cell.to_owned(), player: player.to_owned(), piece: piece.to_owned() })
        }
        _ => Err("write CELL=PLAYER:PIECE, as in e4=White:queen".to_owned()),
    }
}

const EXAMPLES: &str = "\
Examples:
  chatura games                      what can be played
  chatura show xiangqi               how it is played
  chatura play chess --black ai:5    play it
  chatura check my-game.toml         whether a definition is right
  chatura moves chess --moves e2e4   what may be played next
  chatura perft chess 5              how many games of five moves there are

Exit status: 0 done, 1 something is wrong with the input, 2 something is wrong with the command.";

const GAMES_EXAMPLES: &str = "\
Examples:
  chatura games
  chatura games --tag historic
  chatura games --search capablanca
  chatura games --json
  chatura games add my-game.toml

Own games are the definitions and board files in a folder: what --games DIR or CHATURA_GAMES names, else `variants` in
the platform's folder for data. They are played by name, listed and served like those that are built in.";

const SHOW_EXAMPLES: &str = "\
Examples:
  chatura show chess
  chatura show chess960 --set position=518
  chatura show my-game.toml
  chatura show shogi --json
  chatura show three-player --svg board.svg
  chatura show chess --svg - --fen '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1' > end.svg

Variables that are not set are drawn at random; --seed N draws the same again.";

const CHECK_EXAMPLES: &str = "\
Examples:
  chatura check my-game.toml
  chatura check games/*.toml
  chatura check my-games.ini
  chatura check my-game.toml --json";

const CONVERT_EXAMPLES: &str = "\
Examples:
  chatura convert my-games.ini:knights > knights.toml
  chatura convert diagram.txt
  chatura convert crazyhouse --to ini

A text of variants.ini, or the parameters of an interactive diagram of chessvariants.com, becomes a definition in TOML. It
extends a game of the catalogue where it differs from one. What a form cannot say is an error, never left out.";

const MOVES_EXAMPLES: &str = "\
Examples:
  chatura moves chess
  chatura moves chess --moves e2e4 e7e5
  chatura moves chess --fen '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1'
  chatura moves chess960 --set position=518
  chatura moves chess960 --seed 7
  chatura moves crazyhouse --json
  chatura moves chess --pseudo --from g1
  chatura moves chess --pseudo --at d4=White:queen d6=Black:pawn
  chatura moves my-board.xml --pseudo --at a1=P1:RookWhite";

const BOARD_EXAMPLES: &str = "\
Examples:
  chatura board omega --xml omega.xml
  chatura board chess --xml -";

const PERFT_EXAMPLES: &str = "\
Examples:
  chatura perft chess 5
  chatura perft chess 3 --divide
  chatura perft chess 4 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  chatura perft xiangqi 4 --threads 1 --json

The last line is `nodes N`.";

const ANALYZE_EXAMPLES: &str = "\
Examples:
  chatura analyze chess --time 5
  chatura analyze shogi --depth 12 --lines 3
  chatura analyze chess --engine stockfish --time 5
  chatura analyze chess --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' --nodes 1000000

The last line is `bestmove M`, what ours would play; Ctrl-C asks for it at once. Scores are for the player to move: in
pawns, or with more than two sides as share of places (100 % is the first for certain), or as
points expected at the end.";

const SELFPLAY_EXAMPLES: &str = "\
Examples:
  chatura selfplay chess > games.pgn
  chatura selfplay shogi --games 20 --nodes 10000 --seed 7 > games.pgn
  chatura selfplay four-player --level 5 --time 0.05

Each game begins with a few random moves; --seed N draws the same again. After 600 moves a game
is left unfinished, with the result `*`. Ctrl-C ends the game that is being played and writes it
as it stands.";

const EVAL_EXAMPLES: &str = "\
Examples:
  chatura eval chess
  chatura eval crazyhouse --moves e4 d5 exd5
  chatura eval kingofthehill --fen '4k3/8/8/8/8/4K3/8/8 w - - 0 1' --json

Terms are for each player in hundredths of a pawn, in the middle of a game / at its end: material,
places (where pieces stand), hand, mobility, attack (near enemy kings), shelter (of one's own),
runners (pawns, or what else runs to promote), threats, and where the rules have them goal, checks,
extinction and points; prospects (whether there is enough to win with) and tempo (to have the
move).";

const SERVE_EXAMPLES: &str = "\
Examples:
  chatura serve                                        this machine alone, opens the browser
  chatura serve --app                                  the same in a window of its own
  chatura serve --listen 0.0.0.0:8080 --no-open        everybody in this network
  chatura serve --listen 8080 --public-url https://chess.example.org --trust-proxy 127.0.0.1
";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn settings_need_a_name_and_a_value() {
        assert_eq!(setting("position=518"), Ok(("position".to_owned(), "518".to_owned())));
        assert_eq!(setting("army="), Ok(("army".to_owned(), String::new())));
        assert!(setting("518").is_err());
        assert!(setting("=518").is_err());
    }

    #[test]
    fn placements_need_a_cell_a_player_and_a_piece() {
        let placed = placement("a1=P1:RookWhite").unwrap();
        assert_eq!((&*placed.cell, &*placed.player, &*placed.piece), ("a1", "P1", "RookWhite"));
        for text in ["a1", "a1=P1", "a1:P1=R", "=P1:R", "a1=:R", "a1=P1:"] {
            assert!(placement(text).is_err(), "{text}");
        }
    }
}

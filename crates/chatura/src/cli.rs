//! What can be asked for on the command line.

use crate::settings::Said;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Any chess, on any board, for any number of players.
#[derive(Debug, Parser)]
#[command(name = "chatura", version, about, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// When to use colours: auto, always or never.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", hide_possible_values = true)]
    pub color: Color,
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
    /// List the legal moves of a position.
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(Moves),
    /// Write a game's board as a board file in XML.
    #[command(after_help = BOARD_EXAMPLES)]
    Board(Board),
    /// Count the sequences of legal moves of a length.
    #[command(after_help = PERFT_EXAMPLES)]
    Perft(Perft),
    /// Play the text game: blocks of text out, moves in.
    #[command(after_help = TEXT_EXAMPLES)]
    Text(Text),
    /// Play in the terminal, against people or the program.
    #[command(after_help = PLAY_EXAMPLES)]
    Play(Play),
    /// Watch the program play itself.
    #[command(after_help = WATCH_EXAMPLES)]
    Watch(Watch),
    /// Show every setting, its value and where that comes from.
    #[command(after_help = CONFIG_EXAMPLES)]
    Config(Config),
}

/// `chatura games`
#[derive(Debug, Args)]
pub struct Games {
    /// Only games with this tag.
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// Only games whose name, inventor, tags or description contain this.
    #[arg(long, value_name = "WORD")]
    pub search: Option<String>,
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
    /// Definition or board files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print the findings as a JSON array.
    #[arg(long)]
    pub json: bool,
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

/// `chatura play`
#[derive(Debug, Args)]
pub struct Play {
    /// A name from the catalogue, or the path of a definition (.toml) or board file (.xml); a menu asks if left out.
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Everything else.
    #[command(flatten)]
    pub preferences: Preferences,
}

/// `chatura watch`
#[derive(Debug, Args)]
pub struct Watch {
    /// A name from the catalogue, or the path of a definition (.toml) or board file (.xml).
    #[arg(value_name = "GAME", default_value = "chess")]
    pub game: String,
    /// How long each position is shown at least, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub pause: u64,
    /// Everything else.
    #[command(flatten)]
    pub preferences: Preferences,
}

/// `chatura config`
#[derive(Debug, Args)]
pub struct Config {
    /// As if these options were given.
    #[command(flatten)]
    pub preferences: Preferences,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// How to play: options that are also settings.
#[derive(Debug, Args)]
pub struct Preferences {
    /// Who plays, by the abbreviation of a mode: pa is a person against the program.
    #[arg(long, value_name = "MODE")]
    pub mode: Option<String>,
    /// Who plays at a seat, by number or colour: human, ai:LEVEL, ai:depth=4, ai:nodes=10000, ai:time=500, ai:one-ply.
    #[arg(long, value_name = "SEAT=WHO", value_parser = pair)]
    pub seat: Vec<String>,
    /// Who plays at the first seat.
    #[arg(long, value_name = "WHO")]
    pub white: Option<String>,
    /// Who plays at the second seat.
    #[arg(long, value_name = "WHO")]
    pub black: Option<String>,
    /// What a player is called.
    #[arg(long, value_name = "SEAT=NAME", value_parser = pair)]
    pub name: Vec<String>,
    /// How the program plays where a mode seats it.
    #[arg(long, value_name = "WHO")]
    pub ai: Option<String>,
    /// How much time there is: 5+3 is minutes and seconds a move; 2h, 40/90+30, 30s/move, 5d3, hourglass:5, none.
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<String>,
    /// Whether moves can be taken back: free, ask or off.
    #[arg(long, value_name = "HOW")]
    pub undo: Option<String>,
    /// Keep moves that are left as variations, for analysis.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "YES|NO")]
    pub variations: Option<String>,
    /// Set a variable of the game; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub set: Vec<String>,
    /// Draw what is left to chance from this number, so that it can be drawn again.
    #[arg(long, value_name = "N")]
    pub seed: Option<String>,
    /// Begin here instead of at the start; one text, so put it in quotes.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Go on with a game in PGN.
    #[arg(long, value_name = "FILE")]
    pub load: Option<String>,
    /// Go on with the last game.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "YES|NO")]
    pub resume: Option<String>,
    /// Letters instead of figures.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "YES|NO")]
    pub ascii: Option<String>,
    /// No colours.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "YES|NO")]
    pub no_color: Option<String>,
    /// See the board from the other side.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "YES|NO")]
    pub flip: Option<String>,
    /// Whether clicks on cells make moves.
    #[arg(long, num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "YES|NO")]
    pub mouse: Option<String>,
    /// Write moves with the time to this file as they are made.
    #[arg(long, value_name = "FILE")]
    pub record: Option<String>,
    /// The folder for games and history.
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<String>,
}

impl Preferences {
    /// What was said, by the names of the settings.
    pub fn said(&self) -> Said {
        let one = |value: &Option<String>| value.iter().cloned().collect::<Vec<_>>();
        vec![
            ("mode", one(&self.mode)),
            ("seat", self.seat.clone()),
            ("white", one(&self.white)),
            ("black", one(&self.black)),
            ("name", self.name.clone()),
            ("ai", one(&self.ai)),
            ("clock", one(&self.clock)),
            ("undo", one(&self.undo)),
            ("variations", one(&self.variations)),
            ("set", self.set.clone()),
            ("seed", one(&self.seed)),
            ("fen", one(&self.fen)),
            ("load", one(&self.load)),
            ("resume", one(&self.resume)),
            ("ascii", one(&self.ascii)),
            ("no-color", one(&self.no_color)),
            ("flip", one(&self.flip)),
            ("mouse", one(&self.mouse)),
            ("record", one(&self.record)),
            ("data", one(&self.data)),
        ]
    }
}

/// `chatura text`
#[derive(Debug, Args)]
pub struct Text {
    /// The game: for two players on a rectangle, from the catalogue or a file.
    #[arg(long, value_name = "GAME", default_value = "text-chess")]
    pub game: String,
    /// Begin here instead of at the start; one text, so put it in quotes.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// What a line that is no legal move is answered with: the position again (reprint, the default of text-chess), or
    /// nothing (silent, the default of all others).
    #[arg(long, value_enum, value_name = "HOW", hide_possible_values = true)]
    pub invalid: Option<Invalid>,
    /// End blocks with two spaces round the words, as the published program does.
    #[arg(long)]
    pub wide: bool,
    /// Set a variable of the game; may be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
    /// Draw what is left to chance from this number, so that it can be drawn again.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// What a line that is no legal move is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Invalid {
    /// The position again.
    Reprint,
    /// Nothing.
    Silent,
}

/// Which game, with what settings.
#[derive(Debug, Args)]
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

fn pair(text: &str) -> Result<String, String> {
    setting(text).map(|(name, value)| format!("{}={value}", name.trim()))
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
  chatura check my-game.toml         whether a definition is right
  chatura moves chess --moves e2e4   what may be played next
  chatura perft chess 5              how many games of five moves there are

Exit status: 0 done, 1 something is wrong with the input, 2 something is wrong with the command.";

const GAMES_EXAMPLES: &str = "\
Examples:
  chatura games
  chatura games --tag historic
  chatura games --search capablanca
  chatura games --json";

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
  chatura check my-game.toml --json";

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

const PLAY_EXAMPLES: &str = "\
Examples:
  chatura play                                   a menu of games and of who plays
  chatura play chess --black ai:5
  chatura play shogi --mode hot --clock 10+5
  chatura play four-player --seat 1=human --ai ai:3
  chatura play chess960 --set position=518 --fen '…'
  chatura play --resume
  printf 'e4\\nresign\\n' | chatura play chess --black ai:one-ply

At the board `help` lists what can be typed. Every option is also a setting: see `chatura config`.";

const WATCH_EXAMPLES: &str = "\
Examples:
  chatura watch chess
  chatura watch three-player --ai ai:one-ply --pause 200
  chatura watch shogi --seat 1=ai:8 --seat 2=ai:3";

const CONFIG_EXAMPLES: &str = "\
An option counts more than the environment (CHATURA_CLOCK=5+3), that more than the file (clock = \"5+3\").

Examples:
  chatura config
  chatura config --json
  CHATURA_ASCII=1 chatura config";

const TEXT_EXAMPLES: &str = "\
Examples:
  chatura text
  chatura text --game text-chess-strict
  chatura text --game chess --invalid reprint
  chatura text --fen 'k3R3/8/4B3/R7/8/8/8/4K3 w' --wide

A move is typed as A2,A3; promotion adds a field, A7,A8,Q; a piece from the hand is P@,E5.";

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

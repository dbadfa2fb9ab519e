//! `chatura play`, `chatura watch` and `chatura config`: one set of options, which are settings too.

use super::setting;
use crate::settings::Said;
use chatura_tournament::Adjudication;
use clap::Args;

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
    /// End the game early: `draw=MOVES:CENTIPAWNS[:FROM]`, `win=MOVES:CENTIPAWNS`, `tables[=FOLDER]` of `chatura tables`, `longest=PLIES`,
    /// with commas between them.
    #[arg(long, value_name = "RULES")]
    pub adjudicate: Option<Adjudication>,
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
    /// Who plays, by the abbreviation of a mode: pa is a person against the engine.
    #[arg(long, value_name = "MODE")]
    pub mode: Option<String>,
    /// Who plays at a seat, by number or colour: human, ai:LEVEL (1 to 20, about 1000 to 3100 Elo), ai:depth=4, ai:nodes=10000, ai:time=500, ai:one-ply, ai:fixed-depth (three plies; fixed-depth=N for others), engine:NAME (see `chatura engines`).
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
    /// How the engine plays where a mode seats it.
    #[arg(long, value_name = "WHO")]
    pub ai: Option<String>,
    /// Our engine plays from an opening book: a Polyglot book (.bin), or one of `chatura book make`.
    #[arg(long, value_name = "FILE")]
    pub book: Option<String>,
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
            ("book", one(&self.book)),
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

fn pair(text: &str) -> Result<String, String> {
    setting(text).map(|(name, value)| format!("{}={value}", name.trim()))
}

pub(super) const PLAY_EXAMPLES: &str = "\
Examples:
  chatura play                                   a menu of games and of who plays
  chatura play chess --black ai:5
  chatura play shogi --mode hot --clock 10+5
  chatura play four-player --seat 1=human --ai ai:3
  chatura play chess960 --set position=518 --fen '…'
  chatura play --resume
  printf 'e4\\nresign\\n' | chatura play chess --black ai:one-ply

At the board `help` lists what can be typed. Every option is also a setting: see `chatura config`.";

pub(super) const WATCH_EXAMPLES: &str = "\
Examples:
  chatura watch chess
  chatura watch three-player --ai ai:one-ply --pause 200
  chatura watch shogi --seat 1=ai:8 --seat 2=ai:3
  chatura watch chess --adjudicate win=4:800,draw=8:15:60,longest=300";

pub(super) const CONFIG_EXAMPLES: &str = "\
An option counts more than the environment (CHATURA_CLOCK=5+3), that more than the file (clock = \"5+3\").

Examples:
  chatura config
  chatura config --json
  CHATURA_ASCII=1 chatura config";

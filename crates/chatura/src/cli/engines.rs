//! `chatura engines` on the command line.

use super::setting;
use chatura_protocol::drive::Protocol;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `chatura engines`
#[derive(Debug, Args)]
pub struct Engines {
    /// What to do with them.
    #[command(subcommand)]
    pub action: EnginesAction,
}

/// What is done with the engines of others.
#[derive(Debug, Subcommand)]
pub enum EnginesAction {
    /// Make an engine known: it is started, and what it says of itself is kept.
    Add(AddEngine),
    /// List the engines that are known.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Forget an engine.
    Remove {
        /// Its name.
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Start an engine and see whether it plays as it should.
    Test {
        /// Its name.
        #[arg(value_name = "NAME")]
        name: String,
        /// Games to try; chess if nothing is said.
        #[arg(long = "game", value_name = "GAME")]
        games: Vec<String>,
        /// How many plies of each game.
        #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=400))]
        plies: u16,
    },
    /// Show what can be set, or set it.
    Options {
        /// Its name.
        #[arg(value_name = "NAME")]
        name: String,
        /// Set an option from now on; may be given several times.
        #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = setting)]
        set: Vec<(String, String)>,
        /// Leave an option as it usually is; may be given several times.
        #[arg(long = "unset", value_name = "OPTION")]
        unset: Vec<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// `chatura engines add`
#[derive(Debug, Args)]
pub struct AddEngine {
    /// By which name it plays, as in engine:NAME: small letters, digits, -, _ and .
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The program with its arguments.
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub command: Vec<String>,
    /// What it speaks, uci or xboard; found out if nothing is said.
    #[arg(long, value_name = "PROTOCOL")]
    pub proto: Option<Protocol>,
    /// The folder it runs in.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Set an option; may be given several times.
    #[arg(long = "option", value_name = "OPTION=VALUE", value_parser = setting)]
    pub options: Vec<(String, String)>,
}

pub const ENGINES_EXAMPLES: &str = "\
Examples:
  chatura engines add stockfish stockfish
  chatura engines add --option Hash=64 fairy fairy-stockfish
  chatura engines add --proto xboard gnu gnuchess --xboard
  chatura engines test stockfish --game chess --game chess960
  chatura engines options stockfish --set 'Skill Level=5'
  chatura play chess --black engine:stockfish
  chatura analyze chess --engine stockfish

They are kept in engines.json beside the file of settings. On a served page only who sits at this
machine can choose them.";

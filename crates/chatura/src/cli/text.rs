//! `chatura text`.

use super::setting;
use clap::{Args, ValueEnum};

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
    /// Do what the published program does where it differs from its document; text-chess only.
    #[arg(long)]
    pub as_published: bool,
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

pub(super) const TEXT_EXAMPLES: &str = "\
Examples:
  chatura text
  chatura text --game text-chess-strict
  chatura text --game chess --invalid reprint
  chatura text --fen 'k3R3/8/4B3/R7/8/8/8/4K3 w' --wide

A move is typed as A2,A3; promotion adds a field, A7,A8,Q; a piece from the hand is P@,E5.";

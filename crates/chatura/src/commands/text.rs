//! `chatura text`: the text game.

use crate::backend;
use crate::cli::{GameChoice, Invalid, Text};
use crate::failure::{Failure, remark};
use crate::output::Output;
use crate::text_game::{self, Refusal};
use std::io;

/// The game of the document, which shows a position again after a wrong line.
const REPRINTING: &str = "text-chess";

/// Plays the text game on standard input and output.
pub fn text(arguments: &Text, out: &mut Output) -> Result<(), Failure> {
    let choice = GameChoice {
        name: arguments.game.clone(),
        settings: arguments.settings.clone(),
        seed: arguments.seed,
    };
    let loaded = backend::load(&choice)?;
    let start = backend::position(&loaded.game, arguments.fen.as_deref())?;
    remark(loaded.drawn());
    let refusal = match arguments.invalid {
        Some(Invalid::Reprint) => Refusal::Reprint,
        Some(Invalid::Silent) => Refusal::Silent,
        None if loaded.game.about().id == REPRINTING => Refusal::Reprint,
        None => Refusal::Silent,
    };
    if arguments.as_published {
        if loaded.game.about().id != REPRINTING {
            let told =
                format!("the published program plays {REPRINTING} alone: leave --game or --as-published out");
            return Err(Failure::Usage(told));
        }
        return text_game::play_as_published(&start, refusal, arguments.wide, io::stdin().lock(), out);
    }
    text_game::play(start, refusal, arguments.wide, io::stdin().lock(), out)
}

//! `chatura play` and `chatura watch`.

use crate::cli::{Color, Play, Watch};
use crate::failure::Failure;
use crate::output::Output;
use crate::play::{self, Watching};
use crate::settings::Settings;
use std::time::Duration;

/// Plays in the terminal, or through pipes.
pub fn play(arguments: &Play, color: Color, out: &mut Output) -> Result<(), Failure> {
    let settings = Settings::gather(&arguments.preferences.said())?;
    play::play(arguments.game.as_deref(), settings, color, out)
}

/// Shows the program playing itself.
pub fn watch(arguments: &Watch, color: Color, out: &mut Output) -> Result<(), Failure> {
    let settings = Settings::gather(&arguments.preferences.said())?;
    let watching = Watching {
        pause: Duration::from_millis(arguments.pause),
        adjudication: arguments.adjudicate.clone(),
    };
    play::watch(&arguments.game, watching, settings, color, out)
}

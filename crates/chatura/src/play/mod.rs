//! Playing a game: at a terminal, through a pipe, or looking on.

mod actions;
pub mod archive;
mod console;
mod editor;
mod engine_thread;
mod explain;
mod live_session;
mod menu;
mod plain;
pub mod setup;
pub mod stamp;
mod tell;
mod terminal;
mod view;
mod watch;
mod words;

use crate::backend;
use crate::cli::Color;
use crate::failure::Failure;
use crate::output::{Output, wants_color};
use crate::screen::Style;
use crate::settings::{Settings, data_folder};
use archive::Archive;
use chatura_rules::Player;
use chatura_tournament::{Adjudication, Referee};
use console::Console;
use editor::Editor;
use live_session::LiveSession;
use plain::Pipe;
use setup::{Openness, Ready, prepare};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use terminal::{Guest, Ticker};

/// Plays as the settings say; a menu asks for what they leave open.
pub fn play(game: Option<&str>, settings: Settings, color: Color, out: &mut Output) -> Result<(), Failure> {
    let folder = data_folder(settings.given("data"));
    let mut archive = Archive::new(folder.as_deref());
    let bell = Arc::new(AtomicBool::new(false));
    if !is_terminal() {
        let mut pipe = Pipe { out };
        let Some(ready) = prepare(game, &settings, &mut archive, Openness::Usual, &mut pipe)? else {
            return Ok(());
        };
        let (mut console, words) = open(ready, settings, Color::Never, archive, &bell)?;
        console.style.ascii = true;
        return plain::play(&mut console, &words, &mut pipe);
    }
    let history = folder.as_ref().map(|folder| folder.join("history.txt"));
    let colored = wants_color(if settings.flag("no-color") { Color::Never } else { color }, true);
    let mut editor = Editor::new(bell.clone(), colored, history.as_deref());
    let ready = prepare(game, &settings, &mut archive, Openness::Asked, &mut Guest(&mut editor))?;
    let Some(ready) = ready else { return Ok(()) };
    let (mut console, words) = open(ready, settings, color, archive, &bell)?;
    terminal::play(&mut console, words, &mut editor, &Ticker::new(bell))
}

/// How to look on.
#[derive(Clone, Debug)]
pub struct Watching {
    /// How long each position is shown at least.
    pub pause: Duration,
    /// When to end the game early.
    pub adjudication: Option<Adjudication>,
}

/// Shows the engine playing itself.
pub fn watch(
    game: &str,
    watching: Watching,
    settings: Settings,
    color: Color,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut archive = Archive::new(None);
    let bell = Arc::new(AtomicBool::new(false));
    let at_terminal = is_terminal();
    let mut pipe = Pipe { out };
    let ready = prepare(Some(game), &settings, &mut archive, Openness::Watched, &mut pipe)?;
    let Some(ready) = ready else { return Ok(()) };
    let persons = ready.session.seats().iter().any(|seat| !seat.kind.is_ai());
    if persons {
        return Err(Failure::Usage(
            "people cannot play here, only look on; `chatura play` is for them".to_owned(),
        ));
    }
    let color = if at_terminal { color } else { Color::Never };
    let (mut console, _) = open(ready, settings, color, archive, &bell)?;
    let game = console.live.session.position().game().clone();
    let tables = backend::tables_to_adjudicate(&game, watching.adjudication.as_ref())?;
    console.live.referee = watching.adjudication.map(|rules| Referee::new(rules, tables));
    match at_terminal {
        true => watch::at_terminal(&mut console, watching.pause),
        false => {
            console.style.ascii = true;
            watch::through_pipe(&mut console, &mut pipe)
        }
    }
}

fn is_terminal() -> bool {
    // The line is edited on standard error.
    io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal()
}

/// A console for a session that is ready.
fn open(
    ready: Ready,
    settings: Settings,
    color: Color,
    mut archive: Archive,
    bell: &Arc<AtomicBool>,
) -> Result<(Console, Vec<String>), Failure> {
    if let Some(path) = settings.given("record") {
        let cannot = |error| Failure::input(format!("cannot write {path}: {error}"), None);
        archive.record_to(Path::new(path)).map_err(cannot)?;
    }
    let color = if settings.flag("no-color") { Color::Never } else { color };
    let book = setup::book(ready.session.position().game(), &settings)?;
    let live = LiveSession::new(ready.session, archive, book, bell.clone());
    // The board is seen from the seat of the first person.
    let first = live.persons().first().map_or(Player(0), |seat| seat.player());
    let seats = live.session.seats().len() as u8;
    let seen_by = if settings.flag("flip") { Player((first.0 + 1) % seats) } else { first };
    let style = Style {
        ascii: settings.flag("ascii"),
        color: wants_color(color, io::stdout().is_terminal()),
        columns: 80,
        lines: 24,
        seen_by,
    };
    Ok((Console::new(live, style, settings, ready.turning), ready.words))
}

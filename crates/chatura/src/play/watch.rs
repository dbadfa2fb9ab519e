//! Looking on while the engine plays itself, redrawn in place with a bar of who is ahead.

use super::console::Console;
use super::plain::Pipe;
use super::tell::bar;
use super::terminal::Screen;
use crate::failure::Failure;
use chatura_session::Phase;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, poll, read};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long to wait for news or a key before looking again.
const BEAT: Duration = Duration::from_millis(20);
/// The width of the bar.
const BAR: usize = 40;

/// Watches at a terminal; each position is shown at least this long. `q` leaves.
pub fn at_terminal(console: &mut Console, pause: Duration) -> Result<(), Failure> {
    let mut screen = Screen::default();
    let raw = enable_raw_mode().is_ok();
    let watched = watch(console, pause, &mut screen);
    if raw {
        // The terminal is given back as it was, whatever happened.
        let _ = disable_raw_mode();
    }
    watched?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", console.result())?;
    Ok(())
}

fn watch(console: &mut Console, pause: Duration, screen: &mut Screen) -> Result<(), Failure> {
    let mut shown = Instant::now();
    screen.draw(console, &evaluation(console))?;
    while console.live.session.phase() != Phase::Over {
        console.live.tick();
        if shown.elapsed() >= pause {
            console.live.wake().map_err(|reason| Failure::input(reason, None))?;
            let before = console.live.session.ply();
            if let Some(news) = console.live.news() {
                let lines = console.heard(news);
                if console.live.session.ply() != before || !lines.is_empty() {
                    shown = Instant::now();
                }
                let mut below = evaluation(console);
                below.extend(lines);
                screen.draw(console, &below)?;
            }
        }
        if poll(BEAT).unwrap_or(false) && read().is_ok_and(|event| leaves(&event)) {
            break;
        }
    }
    screen.draw(console, &evaluation(console))
}

fn leaves(event: &Event) -> bool {
    let Event::Key(KeyEvent { code, modifiers, .. }) = event else { return false };
    let interrupt = *code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL);
    interrupt || matches!(code, KeyCode::Char('q') | KeyCode::Esc)
}

/// Through a pipe there is nothing to redraw: moves are listed, the position at the end is shown.
pub fn through_pipe(console: &mut Console, pipe: &mut Pipe<'_>) -> Result<(), Failure> {
    super::plain::play(console, &[], pipe)
}

/// Who is ahead, by what the engine last found.
fn evaluation(console: &Console) -> Vec<String> {
    let players = console.live.session.position().game().players();
    let ascii = console.style.ascii;
    let found =
        console.live.report.as_ref().and_then(|(seat, report)| Some((seat, report, report.lines.first()?)));
    let Some((seat, report, line)) = found else { return vec![bar(0, BAR, ascii)] };
    let (player, depth, nodes) = (&players[seat.index()], report.depth, report.nodes);
    let told = format!("{player} finds {} at depth {depth}, {nodes} positions.", line.score);
    let value = line.score.rank();
    let (value, ahead) = match players.len() {
        2 if seat.index() == 1 => (-value, &players[usize::from(value > 0)]),
        2 => (value, &players[usize::from(value < 0)]),
        // Of many, the bar is of the one who found it.
        _ => (value, player),
    };
    let ahead = match players.len() {
        2 if value == 0 => "even".to_owned(),
        2 => format!("{ahead} is ahead"),
        _ => ahead.clone(),
    };
    vec![format!("{} {ahead}", bar(value, BAR, ascii)), told]
}

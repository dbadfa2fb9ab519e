//! Looking on while the program plays itself, redrawn in place with a bar of who is ahead.

use super::console::Console;
use super::plain::Pipe;
use super::tell::bar;
use super::terminal::Screen;
use crate::failure::Failure;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, poll, read};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use search::Score;
use session::Phase;
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
    screen.draw(console, &[evaluation(console)])?;
    while console.desk.session.phase() != Phase::Over {
        console.desk.tick();
        if shown.elapsed() >= pause {
            console.desk.wake().map_err(|reason| Failure::input(reason, None))?;
            let before = console.desk.session.ply();
            if let Some(news) = console.desk.news() {
                let lines = console.heard(news);
                if console.desk.session.ply() != before || !lines.is_empty() {
                    shown = Instant::now();
                }
                let mut below = vec![evaluation(console)];
                below.extend(lines);
                screen.draw(console, &below)?;
            }
        }
        if poll(BEAT).unwrap_or(false) && read().is_ok_and(|event| leaves(&event)) {
            break;
        }
    }
    screen.draw(console, &[evaluation(console)])
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

/// Who is ahead, by what the program last found.
fn evaluation(console: &Console) -> String {
    let players = console.desk.session.position().game().players();
    let Some((seat, report)) = &console.desk.report else {
        return format!("{} {}", bar(0, BAR, console.style.ascii), players[0]);
    };
    let Some(line) = report.lines.first() else { return String::new() };
    let value = match line.score {
        Score::Centipawns(value) => value,
        score => score.rank(),
    };
    let (depth, nodes) = (report.depth, report.nodes);
    let told = format!("{} finds {} at depth {depth}, {nodes} positions", players[seat.index()], line.score);
    match players.len() {
        2 => {
            let first = if seat.index() == 0 { value } else { -value };
            format!(
                "{} {} ahead · {told}",
                bar(first, BAR, console.style.ascii),
                players[usize::from(first < 0)]
            )
        }
        _ => format!("{} · {told}", bar(value, BAR, console.style.ascii)),
    }
}

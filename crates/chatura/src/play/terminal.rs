//! Playing at a terminal: the screen is drawn, a line is typed, and the engine thinks meanwhile.

use super::console::Console;
use super::editor::{Editor, Typed};
use super::explain::legal;
use super::menu::Ask;
use super::words::WORDS;
use crate::failure::Failure;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often clocks are drawn.
const SECOND: Duration = Duration::from_secs(1);

/// So many lines are shown below the board even where it does not fit.
const FEW: usize = 3;

/// Someone at a terminal, before the game.
pub struct Guest<'e>(pub &'e mut Editor);

impl Ask for Guest<'_> {
    fn say(&mut self, lines: &[String]) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        loop {
            match self.0.read(question).map_err(Failure::reading)? {
                Typed::Line(line) => return Ok(Some(line)),
                Typed::Interrupt | Typed::End => return Ok(None),
                Typed::Click(..) | Typed::Bell => {}
            }
        }
    }
}

/// Rings the bell every second while clocks run.
pub struct Ticker {
    running: Arc<AtomicBool>,
}

impl Ticker {
    /// A ticker that does not run yet.
    pub fn new(bell: Arc<AtomicBool>) -> Ticker {
        let running = Arc::new(AtomicBool::new(false));
        let own = Arc::downgrade(&running);
        // The thread ends when the ticker is gone.
        thread::spawn(move || {
            while let Some(running) = own.upgrade() {
                if running.load(Ordering::Relaxed) {
                    bell.store(true, Ordering::Relaxed);
                }
                drop(running);
                thread::sleep(SECOND);
            }
        });
        Ticker { running }
    }

    fn run(&self, on: bool) {
        self.running.store(on, Ordering::Relaxed);
    }
}

/// Reports clicks while it lives, where the terminal can.
struct Mouse;

impl Mouse {
    fn new() -> Option<Mouse> {
        execute!(io::stdout(), EnableMouseCapture).ok().map(|()| Mouse)
    }
}

impl Drop for Mouse {
    fn drop(&mut self) {
        // Nothing can be done about a terminal that does not listen.
        let _ = execute!(io::stdout(), DisableMouseCapture);
    }
}

/// Plays until whoever sits here leaves.
pub fn play(
    console: &mut Console,
    words: Vec<String>,
    editor: &mut Editor,
    ticker: &Ticker,
) -> Result<(), Failure> {
    let mouse = if console.settings.flag("mouse") { Mouse::new() } else { None };
    let mut lines = words;
    let mut asked = false;
    let mut screen = Screen::default();
    while !console.leaving {
        let events = console.live.tick();
        lines.extend(console.told(&events));
        while let Some(news) = console.live.news() {
            lines.extend(console.heard(news));
        }
        if let Err(reason) = console.live.wake() {
            lines.push(reason);
        }
        ticker.run(console.live.until_deadline().is_some());
        editor.offer(completions(console));
        lines = console.fitted(&lines);
        let more = screen.show(console, &lines)?;
        let prompt = if more.is_some() {
            "Enter goes on> ".to_owned()
        } else if asked {
            "Leave? The game is kept (y/n) ".to_owned()
        } else {
            console.prompt()
        };
        let typed = editor.read(&prompt).map_err(Failure::reading)?;
        screen.resumed = matches!(typed, Typed::Click(..) | Typed::Bell);
        match typed {
            Typed::Line(line) if line.trim().is_empty() && more.is_some() => {
                lines.drain(..more.unwrap_or(lines.len()));
            }
            Typed::Line(line) if asked => {
                asked = false;
                console.leaving = line.trim().to_lowercase().starts_with('y');
                lines.clear();
            }
            Typed::Line(line) => lines = console.obey(&line),
            Typed::Click(column, line) => {
                lines.clear();
                if let Some(cell) = screen.cell_at(column, line) {
                    lines = console.click(cell);
                }
            }
            Typed::Bell => {}
            Typed::Interrupt if console.live.is_busy() => console.live.hurry(),
            Typed::Interrupt if asked => console.leaving = true,
            Typed::Interrupt => asked = true,
            Typed::End => console.leaving = true,
        }
    }
    drop(mouse);
    let mut out = io::stdout().lock();
    if console.live.session.conclusion().is_none() && console.live.session.ply() > 0 {
        writeln!(out, "The game is kept: `chatura play --resume` goes on with it.")?;
    }
    writeln!(out, "{}", console.result())?;
    Ok(())
}

/// Words and legal moves.
fn completions(console: &Console) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (san, coordinates) in legal(console.live.session.position(), None) {
        all.extend([san, coordinates]);
    }
    all.sort();
    all.dedup();
    all.extend(WORDS.iter().map(|word| word.names[0].to_owned()));
    all
}

/// Takes over the size of the screen and says how high it is.
fn measure(console: &mut Console) -> usize {
    let (columns, height) = crossterm::terminal::size().unwrap_or((80, 24));
    let (columns, height) = (usize::from(columns.max(20)), usize::from(height.max(8)));
    (console.style.columns, console.style.lines) = (columns, height);
    height
}

/// What is on the screen.
#[derive(Default)]
pub struct Screen {
    drawing: Option<crate::screen::Drawing>,
    /// Whether anything was drawn.
    begun: bool,
    /// Where the prompt stood, and whether the editor still thinks it is there.
    row: usize,
    /// Whether the editor goes on with what was typed.
    pub resumed: bool,
    /// How many lines have moved off the top.
    hidden: usize,
}

impl Screen {
    /// Draws the game and these lines, or of many lines a page; then says how many there were on it.
    fn show(&mut self, console: &mut Console, lines: &[String]) -> Result<Option<usize>, Failure> {
        let height = measure(console);
        // A few lines may well push the title off the top.
        if lines.len() <= FEW || console.drawing(lines).lines.len() < height {
            self.draw(console, lines)?;
            return Ok(None);
        }
        let page = lines.len().min(height - 1);
        self.print(lines[..page].to_vec(), height)?;
        Ok(Some(page))
    }

    /// Draws the game and these lines.
    pub fn draw(&mut self, console: &mut Console, lines: &[String]) -> Result<(), Failure> {
        let height = measure(console);
        let drawing = console.drawing(lines);
        let shown = drawing.lines.clone();
        self.drawing = Some(drawing);
        self.print(shown, height)
    }

    fn print(&mut self, mut shown: Vec<String>, height: usize) -> Result<(), Failure> {
        // An editor that goes on looks for its prompt where it was; a line more would hide the last one.
        if self.resumed && shown.len() > self.row && shown.len() <= self.row + 2 {
            shown.resize(self.row + 3, String::new());
        }
        self.row = shown.len().min(height - 1);
        self.hidden = (shown.len() + 1).saturating_sub(height);
        let mut text = if self.begun { "\x1b[H".to_owned() } else { "\x1b[2J\x1b[H".to_owned() };
        self.begun = true;
        for line in &shown {
            text += line;
            text += "\x1b[K\r\n";
        }
        text += "\x1b[J";
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// The cell at a place of the screen.
    fn cell_at(&self, column: usize, line: usize) -> Option<chatura_rules::Cell> {
        self.drawing.as_ref()?.cell_at(column, line + self.hidden)
    }
}

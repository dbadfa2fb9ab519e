//! The screen of a game: the board with everything round it, as lines of text. Where cells stand is decided from the
//! board alone, so any shape can be shown.

mod board;
mod paint;
mod panel;
mod plan;
mod symbol;

#[cfg(test)]
mod tests;

use board::Canvas;
use chatura_rules::{Cell, Game, Piece, Player, Position};
use paint::Paint;
use plan::{Plan, Room};
use symbol::Symbols;

/// Columns between the board and what stands beside it.
const GAP: usize = 3;

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Letters instead of figures.
    pub ascii: bool,
    /// With colours.
    pub color: bool,
    /// How wide the screen is.
    pub columns: usize,
    /// How high it is.
    pub lines: usize,
    /// Who sits at the bottom.
    pub seen_by: Player,
}

/// What to draw.
pub struct Screen<'a> {
    /// The position.
    pub position: &'a Position,
    /// Cells of the last move.
    pub last: Vec<Cell>,
    /// Who plays, in the order of turns.
    pub seats: Vec<Seating>,
    /// What stands above the board.
    pub title: String,
    /// What stands below everything.
    pub notes: Vec<String>,
}

/// A player at the board.
#[derive(Clone, Debug)]
pub struct Seating {
    /// Which.
    pub player: Player,
    /// Who plays.
    pub name: String,
    /// What is left on the clock.
    pub clock: Option<String>,
    /// Whether that is little.
    pub hurry: bool,
    /// Whether it is to move.
    pub turn: bool,
    /// What it has captured, in the order to show.
    pub captured: Vec<Piece>,
    /// How it stands: in check, out, won.
    pub note: Option<String>,
}

/// A screen, and where on it the cells are.
pub struct Drawing {
    /// The lines, colours included.
    pub lines: Vec<String>,
    plan: Plan,
    top: usize,
}

impl Drawing {
    /// The cell at a place of the screen.
    pub fn cell_at(&self, column: usize, line: usize) -> Option<Cell> {
        let column = column.checked_sub(self.plan.margin())?;
        self.plan.cell_at(column, line.checked_sub(self.top)?).map(|cell| Cell(cell as u16))
    }
}

/// Draws a screen.
pub fn draw(screen: &Screen<'_>, style: &Style) -> Drawing {
    let game = screen.position.game();
    let seats = screen.seats.len();
    // The title, the letters below, the notes and the prompt.
    let around = 3 + screen.notes.len();
    let plan = plan(game, style, style.lines.saturating_sub(around));
    let check: Vec<Cell> =
        (0..seats).flat_map(|seat| screen.position.attacked_royals(Player(seat as u8))).collect();
    let symbols = if style.ascii { Symbols::Letters } else { Symbols::Figurines };
    let contents =
        board::contents(game, |cell| screen.position.piece(cell), symbols, style.color, &screen.last, &check);
    let drawn = board::draw(game.board(), &plan, style.color, |cell| contents[cell].clone());
    let wide = drawn.iter().map(Vec::len).max().unwrap_or(0);
    let room = style.columns.saturating_sub(wide + GAP);
    let mut canvas = Canvas::new();
    if !screen.title.is_empty() {
        let mut title = Vec::new();
        board::write(&mut title, 0, &screen.title, Paint { bold: true, ..Paint::default() });
        canvas.push(title);
    }
    let top = canvas.len();
    match room >= panel::NARROW {
        true => canvas.extend(joined(drawn, panel::beside(screen, style, room), wide + GAP)),
        false => {
            canvas.extend(drawn);
            canvas.extend(panel::below(screen, style, style.columns));
        }
    }
    let mut lines: Vec<String> = canvas.iter().map(|line| paint::line(line, style.color)).collect();
    lines.extend(screen.notes.iter().cloned());
    Drawing { lines, plan, top }
}

/// The board alone, without colours, for explanations.
pub fn plain(position: &Position) -> Vec<String> {
    let game = position.game();
    let style = Style { ascii: true, color: false, columns: 80, lines: 26, seen_by: Player(0) };
    let plan = plan(game, &style, style.lines);
    let contents = board::contents(game, |cell| position.piece(cell), Symbols::Letters, false, &[], &[]);
    let drawn = board::draw(game.board(), &plan, false, |cell| contents[cell].clone());
    drawn.iter().map(|line| paint::line(line, false)).collect()
}

/// Where the cells of a game stand for whoever looks on.
fn plan(game: &Game, style: &Style, lines: usize) -> Plan {
    let symbols = if style.ascii { Symbols::Letters } else { Symbols::Figurines };
    let piece = symbol::longest(game, symbols, style.color);
    let seats = game.players().len();
    let room = Room {
        columns: style.columns,
        lines: lines.saturating_sub(seats).max(8),
        beside: panel::NARROW + GAP,
        below: seats,
        piece,
        painted: style.color,
    };
    let board = game.board();
    if game.players().len() <= 2 {
        return Plan::new(board, room, style.seen_by.index() > 0);
    }
    let mut seen = vec![0; board.len()];
    for cell in 0..board.len() {
        seen[game.view(style.seen_by, Cell(cell as u16)).index()] = cell;
    }
    Plan::mapped(board, room, false, |cell| seen[cell])
}

/// Two blocks side by side.
fn joined(mut left: Canvas, right: Canvas, column: usize) -> Canvas {
    let height = left.len().max(right.len());
    left.resize(height, Vec::new());
    for (line, block) in left.iter_mut().zip(right) {
        if line.len() < column {
            line.resize(column, (' ', Paint::default()));
        }
        line.extend(block);
    }
    left
}

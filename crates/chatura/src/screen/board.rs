//! A position drawn on its plan.

use super::paint::{self, Paint};
use super::plan::Plan;
use super::symbol::{self, Symbols};
use chatura_rules::board::Board;
use chatura_rules::{Cell, Game, NEUTRAL, Piece};

/// Characters with their colours.
pub type Canvas = Vec<Vec<(char, Paint)>>;

/// What a cell shows.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// The piece, if one stands there.
    pub text: String,
    /// Its colour.
    pub ink: Option<u8>,
    /// The colour of the cell.
    pub ground: u8,
    /// The last move came from here or went here.
    pub last: bool,
    /// A royal piece under attack.
    pub check: bool,
}

/// The board with its border.
pub fn draw(board: &Board, plan: &Plan, painted: bool, content: impl Fn(usize) -> Content) -> Canvas {
    let margin = plan.margin();
    let mut canvas: Canvas = vec![Vec::new(); plan.lines()];
    for (line, text) in plan.left.iter().enumerate() {
        let indent = (margin - 1) - text.chars().count();
        write(&mut canvas[line], indent, text, faint());
    }
    for (cell, &(column, line)) in plan.places.iter().enumerate() {
        draw_cell(board, plan, painted, cell, &content(cell), &mut canvas[line], margin + column);
    }
    if !plan.below.is_empty() {
        let mut bottom = Vec::new();
        for (column, text) in &plan.below {
            write(&mut bottom, margin + column, text, faint());
        }
        canvas.push(bottom);
    }
    canvas
}

fn draw_cell(
    board: &Board,
    plan: &Plan,
    painted: bool,
    cell: usize,
    content: &Content,
    line: &mut Vec<(char, Paint)>,
    column: usize,
) {
    let info = &board.cells[cell];
    let ground = match content {
        _ if !painted => None,
        Content { check: true, .. } => Some(paint::CHECK),
        Content { last: true, .. } => Some(paint::LAST),
        _ => Some(content.ground),
    };
    let ink = if painted && content.check { Some(231) } else { content.ink };
    write(line, column, &" ".repeat(plan.width), Paint { ground, ..Paint::default() });
    let mark = match content {
        Content { check: true, .. } if !painted => "!",
        Content { last: true, .. } if !painted => ">",
        _ if is_walled(board, plan, cell) => "|",
        _ => " ",
    };
    write(line, column, mark, Paint { ink: Some(paint::NAME), ground, bold: true });
    let nothing = if painted || plan.named { "" } else { "." };
    let text = if content.text.is_empty() { nothing } else { &content.text };
    write(line, column + 1, text, Paint { ink: ink.filter(|_| painted), ground, bold: painted });
    if plan.named {
        let behind = column + plan.width - plan.name_width(board);
        write(line, behind, &info.name, Paint { ink: painted.then_some(paint::NAME), ground, bold: false });
    }
}

/// Whether the cell stands beside another on the plan but not on the board: a moat lies between.
fn is_walled(board: &Board, plan: &Plan, cell: usize) -> bool {
    let (column, line) = plan.places[cell];
    let left = column.checked_sub(1).and_then(|column| plan.cell_at(column, line));
    let (Some(left), Some(ring)) = (left.filter(|_| !plan.named), board.rings.get(cell)) else {
        return false;
    };
    !ring.iter().flat_map(|slot| &slot.links).any(|(node, _)| usize::from(*node) == left)
}

fn faint() -> Paint {
    Paint { ink: Some(paint::FAINT), ..Paint::default() }
}

/// Writes a text over what stands there.
pub fn write(line: &mut Vec<(char, Paint)>, column: usize, text: &str, paint: Paint) {
    for (offset, character) in text.chars().enumerate() {
        if line.len() <= column + offset {
            line.resize(column + offset + 1, (' ', Paint::default()));
        }
        line[column + offset] = (character, paint);
    }
}

/// What the cells of a position show.
pub fn contents(
    game: &Game,
    pieces: impl Fn(Cell) -> Piece,
    symbols: Symbols,
    painted: bool,
    last: &[Cell],
    check: &[Cell],
) -> Vec<Content> {
    let inks = paint::players(game.players());
    let content = |index: usize| {
        let cell = Cell(index as u16);
        let here = pieces(cell);
        let ground = paint::cell(game.look().scheme.as_deref(), game.shade(cell));
        let (last, check) = (last.contains(&cell), check.contains(&cell));
        if here.is_none() {
            return Content { last, check, ground, ..Content::default() };
        }
        let ink = match here.owner() {
            NEUTRAL => paint::dead(),
            owner => inks[owner.index()],
        };
        let text = symbol::piece(game, here, symbols, painted);
        Content { text, ink: Some(ink), ground, last, check }
    };
    (0..game.board().len()).map(content).collect()
}

//! The parts of a picture as data, for pages that draw it themselves and move the pieces.

use crate::art::{Picture, PieceSet, western};
use crate::colour;
use crate::geometry::{Bounds, Point};
use crate::label::{self, Label};
use crate::layout::Layout;
use crate::picture::{is_plain, stands};
use chatura_rules::{Game, NEUTRAL, Piece, PieceType, Player};

/// A board on the page as one player sees it; y grows downward.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardDrawing {
    /// Left, top, width and height of everything.
    pub bounds: [f32; 4],
    /// The size of a typical cell.
    pub cell: f32,
    /// The cells, in the order of the board.
    pub cells: Vec<CellDrawing>,
    /// Names along the border, where there are any.
    pub names: Vec<Name>,
    /// Sides that two cells share on the page but not in the game.
    pub walls: Vec<(Point, Point)>,
    /// Lines the definition draws on the board.
    pub lines: Vec<(Point, Point)>,
    /// Dots the definition draws on the board.
    pub dots: Vec<Point>,
    /// By how many degrees the pieces of each player that point somewhere are turned clockwise; also where it sits.
    pub turns: Vec<f32>,
}

/// A cell on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct CellDrawing {
    /// Its corners.
    pub outline: Vec<Point>,
    /// The middle of the box for its piece.
    pub middle: Point,
    /// The side of that box.
    pub size: f32,
    /// Its name, if that stands inside.
    pub name: Option<Name>,
}

/// A short text.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Its middle.
    pub at: Point,
    /// The size of its letters.
    pub size: f32,
}

/// How a piece looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Whose it is; nobody's if missing.
    pub owner: Option<Player>,
    /// What it is.
    pub kind: PieceType,
    /// The name of its picture; equal pictures have equal names.
    pub picture: String,
    /// The picture's elements, in a box of 100 by 100. Bodies take fill and stroke from where they are, details `color`.
    pub body: String,
    /// Whether it is turned with its owner's seat.
    pub pointed: bool,
}

/// The colours of a player, and its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    /// What the colour is called.
    pub name: &'static str,
    /// The bodies of its pieces.
    pub body: &'static str,
    /// Their outlines.
    pub line: &'static str,
    /// Details and letters on them.
    pub ink: &'static str,
    /// A path round the origin, within 10 of it, that no other player has.
    pub mark: &'static str,
}

impl From<Label> for Name {
    fn from(label: Label) -> Name {
        Name { text: label.text, at: label.at, size: label.size }
    }
}

/// The board of a game with cells of about this size, a player at the bottom.
pub fn board_drawing(game: &Game, cell: f32, seat: Player) -> BoardDrawing {
    let board = game.board();
    let layout = Layout::new(game, cell, seat);
    let border = label::border(board, &layout, cell);
    let stands = stands(board, &layout, cell, |info| !(border.is_some() && label::is_inside(info)));
    let names: Vec<Name> = border.unwrap_or_default().into_iter().map(Name::from).collect();
    let walls = layout.walls(board);
    let (lines, dots) = (layout.lines(game), layout.dots(game));
    let edges = names.iter().flat_map(|name| Bounds::around(name.at, name.size, name.size).corners());
    let all = Bounds::of(layout.corners().chain(edges));
    let margin = 0.08 * cell;
    let bounds =
        [all.low.0 - margin, all.low.1 - margin, all.width() + 2.0 * margin, all.height() + 2.0 * margin];
    let turns = layout.seats.iter().map(|angle| angle.to_degrees()).collect();
    let cells = layout.outlines.into_iter().zip(stands).map(|(outline, stand)| CellDrawing {
        outline,
        middle: stand.middle,
        size: stand.size,
        name: stand.label.map(Name::from),
    });
    BoardDrawing { bounds, cell, cells: cells.collect(), names, walls, lines, dots, turns }
}

/// How every piece there can be looks, in a set.
pub fn figures(game: &Game, set: PieceSet) -> Vec<Figure> {
    let set = set.of(game);
    let players = (0..game.players().len()).map(|seat| Player(seat as u8));
    let owners = players.map(Some).chain([None]);
    let kinds = (0..game.types().len()).map(|kind| PieceType(kind as u8));
    let figure = |owner: Option<Player>, kind| {
        let picture = Picture::of(Piece::new(owner.unwrap_or(NEUTRAL), kind), game.types(), set);
        Figure { owner, kind, picture: picture.id, body: picture.body, pointed: picture.pointed }
    };
    owners.flat_map(|owner| kinds.clone().map(move |kind| figure(owner, kind))).collect()
}

/// The colours of each player.
pub fn colours(game: &Game) -> Vec<Colours> {
    let paints = colour::paints(game.players()).into_iter().enumerate();
    let colours = |(seat, paint): (usize, colour::Paint)| Colours {
        name: paint.name,
        body: paint.body,
        line: paint.line,
        ink: paint.ink,
        mark: colour::mark(seat),
    };
    paints.map(colours).collect()
}

/// The colours of cells by their shade, where the definition names a scheme.
pub fn cell_colours(game: &Game) -> Option<Vec<&'static str>> {
    let scheme = game.look().scheme.as_deref()?;
    let (shades, plain) = (game.shades(), is_plain(game));
    Some((0..shades).map(|shade| colour::cell(Some(scheme), shade, shades, plain)).collect())
}

/// The name of the drawing instead of a written character.
pub fn western_name(image: &str) -> Option<&'static str> {
    western(image).map(|(name, _)| name)
}

/// Whether the board is of one colour, as boards for written pieces are.
pub fn is_of_one_colour(game: &Game) -> bool {
    is_plain(game)
}

//! Draws a position of any game as SVG, from the game alone: whatever the shape of its board, however many play.
//!
//! ```
//! let game = chatura_define::load("glinski", &[], 0).unwrap();
//! let picture = chatura_draw::svg(&chatura_rules::Position::start(&game), &chatura_draw::SvgOptions::default());
//! assert!(picture.starts_with("<svg "));
//! ```
//!
//! Pieces are symbols used wherever they stand. Their colours, and those of the cells, are CSS variables with a
//! default (`--player-1-body`, `--player-1-line`, `--player-1-ink`, `--dead-body`, `--cell-1` …), so a page restyles a
//! picture without touching it. Cells and pieces carry `data-cell`, the name of their cell, and a title.

mod art;
mod board_drawing;
mod colour;
mod geometry;
mod hand;
mod heat;
mod label;
mod layout;
mod picture;
#[cfg(feature = "raster")]
pub mod raster;
mod xml;

pub use art::PieceSet;
pub use board_drawing::{
    BoardDrawing, CellDrawing, Colours, Figure, Name, board_drawing, cell_colours, colours, figures,
    is_of_one_colour, western_name,
};
pub use geometry::Point;
pub use heat::heat_map;

use chatura_rules::{Player, Position};

/// How a picture is to look.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgOptions {
    /// The size of a cell, in the units of the picture.
    pub cell: f32,
    /// Whether cells are named.
    pub names: bool,
    /// Who sits at the bottom.
    pub seat: Player,
}

impl Default for SvgOptions {
    fn default() -> Self {
        SvgOptions { cell: 45.0, names: true, seat: Player(0) }
    }
}

/// The position as an SVG document.
pub fn svg(position: &Position, options: &SvgOptions) -> String {
    picture::Drawing::new(position, options).document()
}

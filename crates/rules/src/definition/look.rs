//! What a definition says about how a game looks. No rule reads it.

use super::value::Spanned;

/// The colours that boards can have, by name; the first is the usual one.
pub const SCHEMES: &[&str] = &["wood", "slate", "green", "rose", "sand", "night", "contrast"];
/// Sets of pieces: the pictures that the definition names, or drawings instead of written characters.
pub const SETS: &[&str] = &["own", "western"];

/// Images, colours and lines, where a definition names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The image behind the board.
    pub board: Option<String>,
    /// The image over the cell of the piece that is to move.
    pub active: Option<String>,
    /// The image over cells it can go to.
    pub marked: Option<String>,
    /// Width and height of the board's image, in the units of the cells' outlines.
    pub size: Option<(u32, u32)>,
    /// Colours of families of cells and pieces: (family, colour).
    pub colours: Vec<(String, String)>,
    /// Images of pieces by the name of the type and the number of the player.
    pub pieces: Vec<(String, usize, String)>,
    /// The colours of the board: one of [`SCHEMES`].
    pub scheme: Option<String>,
    /// Which pictures its pieces have where there are several: one of [`SETS`].
    pub set: Option<String>,
    /// How many colours cells have, if not as many as there are families of them.
    pub squares: Option<u8>,
    /// Whether pieces stand where lines cross, so that borders of cells are not drawn.
    pub points: bool,
    /// Lines from the middle of one cell to that of another, `d1-f3`, as the first player sees them.
    pub lines: Vec<Spanned<String>>,
    /// Dots in the middle of a cell, `d4`, or between two, `c3-d4`, as the first player sees them.
    pub dots: Vec<Spanned<String>>,
}

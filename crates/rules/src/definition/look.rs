//! What a definition says about how a game looks. No rule reads it.

/// Images and colours, where a definition names them.
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
}

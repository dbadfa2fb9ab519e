//! What an inventor says of the evaluation of a piece; whatever is not said is measured.

/// Parameters of the evaluation of a piece, in hundredths of a pawn or in percent of what is measured; each for the
/// middle of the game, and for its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// What it is worth to stand as far forward as one can, against the first rank.
    pub forward: Option<[i32; 2]>,
    /// What it is worth to stand in the middle, against the edge.
    pub centre: Option<[i32; 2]>,
    /// What it is worth to stand beside an own royal piece.
    pub shelter: Option<[i32; 2]>,
    /// How much its moves count, in percent of the usual.
    pub mobility: Option<[i32; 2]>,
    /// How much its attacks on the cells round enemy royals count, in percent of the usual.
    pub attack: Option<[i32; 2]>,
}

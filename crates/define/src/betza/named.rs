//! Pieces that have a name of their own.

/// A known piece: its name may stand wherever a movement is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedPiece {
    /// The name, in lower case.
    pub name: &'static str,
    /// How it moves.
    pub notation: &'static str,
    /// A sentence about it.
    pub documentation: &'static str,
}

const fn piece(name: &'static str, notation: &'static str, documentation: &'static str) -> NamedPiece {
    NamedPiece { name, notation, documentation }
}

/// Every piece with a name.
pub const NAMED: &[NamedPiece] = &[
    piece("king", "K", "One step in any direction."),
    piece("queen", "Q", "Any distance in any direction."),
    piece("rook", "R", "Any distance along files and ranks."),
    piece("bishop", "B", "Any distance along diagonals."),
    piece("knight", "N", "Leaps two cells one way and one across."),
    piece("pawn", "fmWfceF", "One step forward, captures diagonally forward, also en passant."),
    piece("berolina-pawn", "fmFfceW", "One step diagonally forward, captures straight ahead."),
    piece("soldier", "fW", "One step forward, capturing the same way."),
    piece("wazir", "W", "One step along files and ranks."),
    piece("ferz", "F", "One step diagonally: the old queen."),
    piece("dabbaba", "D", "Leaps to the second cell along files and ranks."),
    piece("alfil", "A", "Leaps to the second cell diagonally: the old bishop."),
    piece("camel", "C", "A longer knight: three cells one way and one across."),
    piece("zebra", "Z", "A longer knight: three cells one way and two across."),
    piece("threeleaper", "H", "Leaps to the third cell along files and ranks."),
    piece("tripper", "G", "Leaps to the third cell diagonally."),
    piece("mann", "K", "Moves like a king but is not royal."),
    piece("archbishop", "BN", "Bishop and knight in one; also called princess or cardinal."),
    piece("princess", "BN", "Bishop and knight in one; also called archbishop or cardinal."),
    piece("chancellor", "RN", "Rook and knight in one; also called empress or marshal."),
    piece("empress", "RN", "Rook and knight in one; also called chancellor or marshal."),
    piece("amazon", "QN", "Queen and knight in one."),
    piece("centaur", "KN", "King and knight in one, not royal."),
    piece(
        "champion",
        "WAD",
        "One step orthogonally or a leap to the second cell in any direction; from Omega Chess.",
    ),
    piece("wizard", "FC", "One step diagonally or a camel's leap; from Omega Chess."),
    piece("squirrel", "NAD", "Leaps to any cell two away."),
    piece("nightrider", "NN", "Repeats knight's leaps in one direction while the cells between are empty."),
    piece("cannon", "mRcpR", "Moves like a rook, captures by hopping over exactly one piece; from xiangqi."),
    piece("grasshopper", "gQ", "Hops over one piece on a queen's line and lands right behind it."),
    piece("horse", "nN", "A knight that a piece next to it can block; from xiangqi."),
    piece("elephant", "nA", "Two steps diagonally, blocked by a piece between; from xiangqi."),
    piece("war-elephant", "FA", "One or two cells diagonally, leaping; the modern elephant."),
    piece("silver", "FfW", "One step diagonally or straight ahead; shogi's silver general, makruk's khon."),
    piece("gold", "WfF", "One step orthogonally or diagonally forward; shogi's gold general."),
    piece("lance", "fR", "Any distance straight ahead; from shogi."),
    piece("shogi-knight", "fN", "The two leaps farthest forward of a knight."),
    piece("dragon-horse", "BW", "Bishop and wazir in one: shogi's promoted bishop."),
    piece("dragon-king", "RF", "Rook and ferz in one: shogi's promoted rook."),
    piece("unicorn", "BNN", "Bishop and nightrider in one."),
    piece("kirin", "FD", "One step diagonally or a leap to the second cell orthogonally."),
    piece("phoenix", "WA", "One step orthogonally or a leap to the second cell diagonally."),
    piece("crooked-bishop", "zB", "Zigzags: turns a right angle after each diagonal step."),
];

/// The movement of a known piece.
pub fn named(name: &str) -> Option<&'static str> {
    NAMED.iter().find(|piece| piece.name.eq_ignore_ascii_case(name)).map(|piece| piece.notation)
}

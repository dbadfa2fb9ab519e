//! Pieces as characters.

use chatura_rules::notation::Language;
use chatura_rules::{Game, NEUTRAL, Piece, PieceType, Player};

/// What pieces look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// Chess figures where there is one, letters otherwise.
    Figurines,
    /// Letters as in FEN.
    Letters,
}

/// The figures that characters exist for: the name, then hollow and filled.
const FIGURES: [(&str, char, char); 6] = [
    ("king", '♔', '♚'),
    ("queen", '♕', '♛'),
    ("rook", '♖', '♜'),
    ("bishop", '♗', '♝'),
    ("knight", '♘', '♞'),
    ("pawn", '♙', '♟'),
];

/// A piece in a few characters. Where colours tell the players apart, the text does not need to.
pub fn piece(game: &Game, piece: Piece, symbols: Symbols, painted: bool) -> String {
    let language = Language::of(game);
    let figure = match symbols {
        Symbols::Figurines => figure(game, piece.kind()),
        Symbols::Letters => None,
    };
    let Some((hollow, filled)) = figure else { return language.piece(piece) };
    match piece.owner() {
        _ if painted => filled.to_string(),
        NEUTRAL => format!("^{filled}"),
        owner if language.is_for_many() => format!("{}{filled}", language.mark(owner)),
        Player(0) => hollow.to_string(),
        _ => filled.to_string(),
    }
}

/// The two figures of a type. One that a definition gives another picture is another piece, whatever its name.
fn figure(game: &Game, kind: PieceType) -> Option<(char, char)> {
    let info = &game.types()[kind.index()];
    let info = game.types().get(info.base).unwrap_or(info);
    let image = info.image.as_deref().unwrap_or(&info.name);
    let drawn = game.look().set.as_deref().filter(|set| *set == "western");
    let look = drawn.and_then(|_| chatura_draw::western_name(image)).unwrap_or(image);
    let found = FIGURES.iter().find(|(name, ..)| look.eq_ignore_ascii_case(name))?;
    Some((found.1, found.2))
}

/// The characters of the longest piece of a game.
pub fn longest(game: &Game, symbols: Symbols, painted: bool) -> usize {
    let owners = (0..game.players().len() as u8).map(Player).chain([NEUTRAL]);
    let types = (0..game.types().len() as u8).map(PieceType);
    let neutral = game.players().len() > 2;
    types
        .flat_map(|kind| owners.clone().map(move |owner| Piece::new(owner, kind)))
        .filter(|one| neutral || one.owner() != NEUTRAL)
        .map(|one| piece(game, one, symbols, painted).chars().count())
        .max()
        .unwrap_or(1)
}

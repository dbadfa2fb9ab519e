//! Which games can have tables, and which tables belong to which game.

use chatura_rules::arena::{Arena, Facts, Visitor};
use chatura_rules::{Game, Position};
use std::fmt;
use std::sync::Arc;

/// The most cells of a board that can have tables: a cell is a byte of an index.
const MOST_CELLS: usize = 256;

/// Why a game can have no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Others than two play.
    Players,
    /// Pieces are held.
    Hands,
    /// Points decide.
    Points,
    /// What would be drawn is won.
    DrawOdds,
    /// The board is too large.
    Cells,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self {
            Unfit::Players => "endgame tables are for two players",
            Unfit::Hands => "there are no endgame tables where pieces are held: what is captured comes back",
            Unfit::Points => "there are no endgame tables where points decide",
            Unfit::Cells => "endgame tables are for boards of at most 256 cells",
            Unfit::DrawOdds => "there are no endgame tables where a draw is a win for one side",
        };
        write!(f, "{why}")
    }
}

/// What the rules of a game say of themselves.
struct Ask;

impl Visitor for Ask {
    type Output = Facts;

    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Facts {
        arena.facts()
    }
}

/// What a player must know of the rules of a game.
pub(crate) fn facts(game: &Arc<Game>) -> Facts {
    Position::start(game).enter(Ask)
}

/// Refuses games that can have no tables.
pub(crate) fn check(game: &Arc<Game>) -> Result<(), Unfit> {
    let facts = facts(game);
    match () {
        () if game.players().len() != 2 => Err(Unfit::Players),
        () if game.board().len() > MOST_CELLS => Err(Unfit::Cells),
        () if game.has_hands() => Err(Unfit::Hands),
        () if facts.ranked => Err(Unfit::Points),
        () if game.definition().end.get("draw-odds").is_some() => Err(Unfit::DrawOdds),
        () => Ok(()),
    }
}

/// A number that is different for another game: of everything the definition says about how it is played, wherever it was
/// written; names of people, tags, links and looks are left out.
pub fn fingerprint(game: &Game) -> u64 {
    let definition = game.definition();
    let board: Vec<&str> = game.board().cells.iter().map(|cell| cell.name.as_str()).collect();
    let parts = [
        format!("{board:?}"),
        format!("{:?}", definition.board),
        format!("{:?}", definition.players),
        format!("{:?}", definition.pieces),
        format!("{:?}", definition.zones),
        format!("{:?}", definition.rules),
        format!("{:?}", definition.end),
        format!("{:?}", game.start()),
    ];
    parts.iter().fold(SEED, |sum, part| without_places(part).fold(sum, add))
}

/// Where sums of bytes begin (FNV-1a).
pub(crate) const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a byte to such a sum.
#[inline(always)]
pub(crate) fn add(sum: u64, byte: u8) -> u64 {
    (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
}

/// A text without the places in files that are told in it.
fn without_places(text: &str) -> impl Iterator<Item = u8> {
    /// How a place is told.
    const PLACE: &str = "Span {";
    let mut first = true;
    text.split(PLACE).flat_map(move |part| {
        let behind =
            if std::mem::take(&mut first) { Some(part) } else { part.split_once('}').map(|(_, rest)| rest) };
        behind.unwrap_or("").bytes()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str) -> Arc<Game> {
        chatura_define::load(name, &[], 0).expect("a game of the catalogue")
    }

    #[test]
    fn games_without_tables_are_refused_with_the_reason() {
        for (name, why) in [
            ("chess", None),
            ("xiangqi", None),
            ("crazyhouse", Some(Unfit::Hands)),
            ("shogi", Some(Unfit::Hands)),
            ("three-player", Some(Unfit::Players)),
            ("armageddon", Some(Unfit::DrawOdds)),
        ] {
            assert_eq!(check(&game(name)).err(), why, "{name}");
        }
    }

    #[test]
    fn another_rule_is_another_game_and_another_place_in_the_file_is_not() {
        let one = fingerprint(&game("chess"));
        assert_eq!(one, fingerprint(&game("chess")));
        for other in ["knightmate", "atomic", "3check", "kingofthehill", "chess960"] {
            assert_ne!(one, fingerprint(&game(other)), "{other}");
        }
        let same: Vec<u8> =
            without_places("a Span { file: 0, start: 1, end: 2 } b Span { end: 3 }").collect();
        assert_eq!(same, b"a  b ");
    }
}

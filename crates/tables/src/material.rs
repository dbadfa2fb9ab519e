//! Which pieces there are, wherever they stand.

use chatura_rules::definition::Royal;
use chatura_rules::{Game, NEUTRAL, Piece, PieceType, Player};
use std::cmp::Reverse;

/// No table is about more pieces.
pub const MOST_PIECES: usize = 6;

/// The pieces of a position, in the order of their numbers; those that belong to nobody are left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Material {
    pieces: [Piece; MOST_PIECES],
    count: u8,
}

impl Material {
    /// These pieces; nothing if there are too many.
    pub fn new(pieces: impl IntoIterator<Item = Piece>) -> Option<Material> {
        let mut material = Material { pieces: [Piece::NONE; MOST_PIECES], count: 0 };
        for piece in pieces {
            *material.pieces.get_mut(usize::from(material.count))? = piece;
            material.count += 1;
        }
        material.pieces[..usize::from(material.count)].sort_unstable_by_key(|piece| piece.code());
        Some(material)
    }

    /// The pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces[..usize::from(self.count)]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What players of the game call it: `KBNvK`.
    pub fn name(&self, game: &Game) -> String {
        let side = |player: u8| -> String {
            let mut own: Vec<Piece> =
                self.pieces().iter().copied().filter(|piece| piece.owner().0 == player).collect();
            own.sort_by_key(|piece| {
                let info = &game.types()[piece.kind().index()];
                (info.royal == Royal::No, Reverse(game.start_rank(*piece)), piece.code())
            });
            own.iter().map(|piece| game.types()[piece.kind().index()].letter.as_str()).collect()
        };
        format!("{}v{}", side(0), side(1))
    }

    /// The material of such a name; the error says what would be right.
    pub fn of_name(game: &Game, name: &str) -> Result<Material, String> {
        let wrong =
            |why: String| format!("{why}; write both sides with their letters and a v between, as in KQvK");
        let (first, second) =
            name.split_once('v').ok_or_else(|| wrong(format!("\"{name}\" names one side")))?;
        let mut pieces = side(game, 0, first).map_err(wrong)?;
        pieces.extend(side(game, 1, second).map_err(wrong)?);
        if pieces.is_empty() {
            return Err(wrong(format!("\"{name}\" names no piece")));
        }
        Material::new(pieces).ok_or_else(|| format!("{name} has more than {MOST_PIECES} pieces"))
    }
}

/// The pieces of one side by their letters, longest first where one begins with another.
fn side(game: &Game, player: u8, mut letters: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    while !letters.is_empty() {
        let owned = |kind: &usize| game.types()[*kind].owners >> player & 1 != 0;
        let fits = (0..game.types().len()).filter(owned);
        let fits = fits.filter(|kind| letters.starts_with(&game.types()[*kind].letter));
        let best = fits.max_by_key(|kind| game.types()[*kind].letter.len());
        let Some(kind) = best else {
            return Err(format!("no piece has the letter \"{letters}\" begins with"));
        };
        pieces.push(Piece::new(Player(player), PieceType(kind as u8)));
        letters = &letters[game.types()[kind].letter.len()..];
    }
    Ok(pieces)
}

/// What the names of materials need to know of a game.
trait StartRank {
    /// How seldom a type is at the start: rare pieces come first in names.
    fn start_rank(&self, piece: Piece) -> usize;
}

impl StartRank for Game {
    fn start_rank(&self, piece: Piece) -> usize {
        let same =
            |other: &&Piece| other.is_some() && other.owner() != NEUTRAL && other.kind() == piece.kind();
        MOST_RANK.saturating_sub(self.start().cells.iter().filter(same).count())
    }
}

/// More than there can be of a type.
const MOST_RANK: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back_in_any_order() {
        let game = chatura_define::load("chess", &[], 0).expect("a game of the catalogue");
        for (written, told) in [("KBNvK", "KBNvK"), ("NKBvK", "KBNvK"), ("KvPK", "KvKP"), ("KRvKR", "KRvKR")]
        {
            let material = Material::of_name(&game, written).expect("pieces of chess");
            let again = Material::of_name(&game, &material.name(&game)).expect("its own name");
            assert_eq!(material, again);
            assert_eq!(material, Material::of_name(&game, told).expect("pieces of chess"));
        }
        assert!(Material::of_name(&game, "KQ").unwrap_err().contains("one side"));
        assert!(Material::of_name(&game, "KXvK").unwrap_err().contains("\"X\""));
        assert!(Material::of_name(&game, "KQRBNPPvK").unwrap_err().contains("more than"));
        assert!(Material::of_name(&game, "v").unwrap_err().contains("no piece"));
    }
}

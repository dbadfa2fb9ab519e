//! Pieces in hand: beside the board, each player's at the height where it sits.

use crate::geometry::{Bounds, Point};
use crate::label::Stand;
use crate::scene::Scene;
use rules::{PieceType, Player, Position};

/// How many stand side by side.
const COLUMNS: usize = 3;
/// How far apart, in cells; a number stands between.
const SPACING: f32 = 1.3;

/// Some pieces of a type in a player's hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Whose.
    pub player: Player,
    /// Which.
    pub kind: PieceType,
    /// How many.
    pub count: u8,
    /// Where they are shown.
    pub stand: Stand,
}

/// What everybody holds, to the right of the board.
pub fn held(position: &Position, scene: &Scene, board: Bounds, cell: f32) -> Vec<Held> {
    let game = position.game();
    let mut hands: Vec<(f32, Player, Vec<(PieceType, u8)>)> = Vec::new();
    for (player, angle) in scene.seats.iter().enumerate() {
        let player = Player(player as u8);
        let kinds = (0..game.types().len()).map(|kind| PieceType(kind as u8));
        let counts = kinds.map(|kind| (kind, position.in_hand(player, kind)));
        // A look-alike shares the place in hand of what it turns into.
        let own = counts.filter(|(kind, count)| *count > 0 && game.types()[kind.index()].demoted == *kind);
        hands.push((angle.cos(), player, own.collect()));
    }
    // From the top down; those who sit level keep the order of turns.
    hands.sort_by(|one, other| one.0.total_cmp(&other.0));
    let last = hands.len().saturating_sub(1).max(1) as f32;
    let mut below = board.low.1;
    let mut all = Vec::new();
    for (index, (_, player, pieces)) in hands.into_iter().enumerate() {
        let rows = pieces.len().div_ceil(COLUMNS) as f32 * cell;
        let top = (board.low.1 + (board.height() - rows) * index as f32 / last).max(below);
        for (place, (kind, count)) in pieces.into_iter().enumerate() {
            let (column, row) = (place % COLUMNS, place / COLUMNS);
            let middle: Point =
                (board.high.0 + (column as f32 * SPACING + 0.9) * cell, top + (row as f32 + 0.5) * cell);
            all.push(Held { player, kind, count, stand: Stand { middle, size: 0.8 * cell, label: None } });
        }
        below = top + rows;
    }
    all
}

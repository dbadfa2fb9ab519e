//! Pieces in hand: beside the board, each player's at the height where it sits.

use crate::geometry::{Bounds, Point};
use crate::label::Stand;
use crate::layout::Layout;
use chatura_rules::{PieceType, Player, Position};

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
pub fn held(position: &Position, layout: &Layout, board: Bounds, cell: f32) -> Vec<Held> {
    let game = position.game();
    // From the top down; those who sit level keep the order of turns.
    let mut players: Vec<Player> = (0..layout.seats.len()).map(|player| Player(player as u8)).collect();
    let depth = |player: &Player| layout.seats[player.index()].cos();
    players.sort_by(|one, other| depth(one).total_cmp(&depth(other)));
    let last = players.len().saturating_sub(1).max(1) as f32;
    let mut below = board.low.1;
    let mut all = Vec::new();
    for (index, player) in players.into_iter().enumerate() {
        let kinds = (0..game.types().len()).map(|kind| PieceType(kind as u8));
        let counts = kinds.map(|kind| (kind, position.in_hand(player, kind)));
        // A look-alike shares the place in hand of what it turns into.
        let own = counts.filter(|(kind, count)| *count > 0 && game.types()[kind.index()].demoted == *kind);
        let pieces: Vec<(PieceType, u8)> = own.collect();
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

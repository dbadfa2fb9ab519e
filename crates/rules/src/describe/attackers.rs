//! What attacks a cell, for whoever asks about a position.

use crate::cell::{Cell, NEUTRAL, Piece, Player};
use crate::position::Position;

impl Position {
    /// The cells of the pieces that could capture on a cell, of each player, if a piece that is not theirs stood there: what
    /// attacks it, and what protects it. Whose turn it is does not matter, nor does the safety of royals.
    pub fn attackers(&self, cell: Cell) -> Vec<Cell> {
        let game = self.game();
        let setup = self.setup();
        if cell.index() >= setup.cells.len() {
            return Vec::new();
        }
        let sides = &game.checked().sides;
        let players = (0..game.players().len() as u8).map(Player).filter(|player| self.is_playing(*player));
        let mut found = Vec::new();
        for player in players {
            let is_foe = |owner: Player| owner != NEUTRAL && sides[player.index()] >> owner.index() & 1 == 0;
            let foe = (0..game.players().len() as u8).map(Player).find(|other| is_foe(*other));
            let there = setup.cells[cell.index()];
            let mut asked = setup.clone();
            if !(there.is_some() && is_foe(there.owner())) {
                let Some(foe) = foe else { continue };
                // What stands there matters only by whose it is.
                let kind = setup.cells.iter().find(|piece| piece.is_some() && piece.owner() == player);
                let Some(kind) = kind.map(|piece| piece.kind()) else { continue };
                asked.cells[cell.index()] = Piece::new(foe, kind);
            }
            for (from, piece) in setup.cells.iter().enumerate() {
                let from = Cell(from as u16);
                let is_own = piece.is_some() && piece.owner() == player && from != cell;
                if is_own && game.destinations(&asked, from).contains(&cell) {
                    found.push(from);
                }
            }
        }
        found
    }

    fn is_playing(&self, player: Player) -> bool {
        self.playing().any(|playing| playing == player)
    }
}

//! What an arbiter asks: could this player still win, and what a draw means when it is not the rules that make it.

use crate::cell::{Cell, NEUTRAL, Piece, PieceType, Player};
use crate::compile::game::Game;
use crate::definition::Royal;
use crate::position::Position;
use crate::position::outcome::{Outcome, Reason};
use crate::position::setup::Setup;
use crate::rule::Verdict;

impl Position {
    /// Whether a player could still win by any sequence of moves. The answer is no only where that is certain: the game
    /// is won by checkmate alone, and the player has nothing left but a royal piece that cannot give check.
    pub fn can_win(&self, player: Player) -> bool {
        let game = self.game();
        let players = game.players().len();
        if players != 2 || player.index() >= players || !game.checked().rules.leave_only_mate() {
            return true;
        }
        let setup = self.setup();
        let of =
            |owner: Player| setup.cells.iter().filter(move |piece| piece.owner() == owner && piece.is_some());
        // What belongs to nobody could stand in the way of a king without room.
        if of(NEUTRAL).next().is_some() {
            return true;
        }
        let other = Player(1 - player.0);
        let royals: Vec<PieceType> = of(other)
            .map(|piece| piece.kind())
            .filter(|kind| game.types()[kind.index()].royal == Royal::Yes)
            .collect();
        let own: Vec<PieceType> = of(player).map(|piece| piece.kind()).collect();
        match (&own[..], &royals[..]) {
            ([own], [royal]) if game.types()[own.index()].royal == Royal::Yes => {
                game.promotes(*own) || !answers_attacks(game, (player, *own), (other, *royal))
            }
            _ => true,
        }
    }

    /// A draw between all who still play, for a reason that is not found on the board. Where points count, they decide.
    pub fn drawn(&self, reason: Reason) -> Outcome {
        self.verdict(reason, self.turn().index(), Verdict::Draw)
    }
}

/// Whether a royal piece that could take another could always be taken by it: then it can never give check, as it
/// would have to step into one.
fn answers_attacks(game: &Game, own: (Player, PieceType), other: (Player, PieceType)) -> bool {
    let cells = game.board().len();
    let mut setup = Setup { cells: vec![Piece::NONE; cells], ..Setup::default() };
    let reaches = |setup: &Setup, from: usize, to: usize| {
        game.destinations(setup, Cell(from as u16)).contains(&Cell(to as u16))
    };
    for from in 0..cells {
        for to in (0..cells).filter(|to| *to != from) {
            setup.cells[from] = Piece::new(own.0, own.1);
            setup.cells[to] = Piece::new(other.0, other.1);
            if reaches(&setup, from, to) && !reaches(&setup, to, from) {
                return false;
            }
            setup.cells[to] = Piece::NONE;
        }
        setup.cells[from] = Piece::NONE;
    }
    true
}

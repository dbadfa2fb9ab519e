//! Legal moves as data, and where pieces could go when their turn comes.

use rules::notation::format_move;
use rules::{Cell, Game, Move, MoveKind, Player, Position};
use serde::Serialize;
use std::collections::BTreeMap;

/// A legal move in its parts, so that nobody has to read its text to offer it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move in coordinates, to be sent back.
    pub text: String,
    /// What it does: `step`, `drop`, `castle`, `gate`, `shoot`, `sweep`, `pass` …
    pub kind: &'static str,
    /// The cell of the piece that moves; missing for a drop and a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it goes, or what is dropped or shot at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The letter of the type promoted to, dropped or gated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The partner of a castling, or the cell of a piece taken in passing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}

/// Every legal move of a position.
pub fn legal_moves(position: &Position) -> Vec<LegalMove> {
    position.legal_moves().into_iter().map(|mv| describe(position, mv)).collect()
}

fn describe(position: &Position, mv: Move) -> LegalMove {
    let game = position.game();
    let name = |cell: Cell| Some(game.board().name(cell).to_owned());
    let (kind, moves, aims) = match mv.kind {
        MoveKind::Step | MoveKind::Passing => ("step", true, true),
        MoveKind::EnPassant => ("en-passant", true, true),
        MoveKind::Castle => ("castle", true, true),
        MoveKind::Drop => ("drop", false, true),
        MoveKind::Gate => ("gate", true, true),
        MoveKind::Sweep => ("sweep", true, true),
        MoveKind::Shoot => ("shoot", true, true),
        MoveKind::Pass => ("pass", false, false),
        MoveKind::Retire => ("leave", false, false),
    };
    let extra = matches!(mv.kind, MoveKind::EnPassant | MoveKind::Castle).then_some(mv.extra);
    LegalMove {
        text: format_move(position, mv),
        kind,
        from: if moves { name(mv.from) } else { None },
        to: if aims { name(mv.to) } else { None },
        piece: (mv.piece != Move::NO_TYPE)
            .then(|| game.types().get(mv.piece.index()).map(|kind| kind.letter.clone()))
            .flatten(),
        extra: extra.and_then(name),
    }
}

/// For each piece of a player where its movement could lead when its turn comes: anything may have happened by then,
/// so what a piece could reach on a board that is empty or full of foes counts too.
pub fn premoves(position: &Position, player: Player) -> BTreeMap<String, Vec<String>> {
    let game = position.game();
    let setup = position.setup();
    let mut found = BTreeMap::new();
    for cell in (0..game.board().len()).map(|cell| Cell(cell as u8)) {
        let piece = position.piece(cell);
        if piece.is_none() || piece.owner() != player {
            continue;
        }
        let mut cells: Vec<Cell> = game.destinations(&setup, cell);
        cells.extend(reach(game, player, piece.kind(), cell));
        cells.sort_unstable();
        cells.dedup();
        let names = cells.into_iter().map(|cell| game.board().name(cell).to_owned()).collect();
        found.insert(game.board().name(cell).to_owned(), names);
    }
    found
}

/// What a piece reaches on an empty board, as its owner sees the board.
fn reach(game: &Game, player: Player, kind: rules::PieceType, cell: Cell) -> Vec<Cell> {
    let seen = |own: &Cell| game.view(player, *own) == cell;
    let cells = (0..game.board().len()).map(|cell| Cell(cell as u8));
    let Some(own) = cells.clone().find(seen) else { return Vec::new() };
    game.reach(kind, own).into_iter().map(|reach| game.view(player, reach.to)).collect()
}

//! Legal moves as data, and where pieces could go when their turn comes.

use chatura_rules::notation::format_moves;
use chatura_rules::{Cell, Game, Move, MoveKind, PieceType, Player, Position};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Other cells that mean the same move when pointed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<Vec<String>>,
    /// The cell where something else is put by the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puts: Option<String>,
}

/// Every legal move of a position.
pub fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let moves = position.legal_moves();
    let texts = format_moves(position, &moves);
    moves.into_iter().zip(texts).map(|(mv, text)| describe(position, mv, text)).collect()
}

fn describe(position: &Position, mv: Move, text: String) -> LegalMove {
    let game = position.game();
    let name = |cell: Cell| Some(game.board().name(cell).to_owned());
    let kind = match mv.kind() {
        MoveKind::Step | MoveKind::Passing => "step",
        MoveKind::EnPassant => "en-passant",
        MoveKind::Castle => "castle",
        MoveKind::Drop => "drop",
        MoveKind::Gate => "gate",
        MoveKind::Sweep => "sweep",
        MoveKind::Shoot => "shoot",
        MoveKind::Swap => "swap",
        MoveKind::Pass => "pass",
        MoveKind::Retire => "leave",
    };
    LegalMove {
        text,
        kind,
        from: mv.origin().and_then(name),
        to: mv.goal().and_then(name),
        piece: mv.chosen_type().and_then(|kind| Some(game.types().get(kind.index())?.letter.clone())),
        also: mv.partner_from().and_then(name).map(|partner| vec![partner]),
        puts: mv.chosen().map(Cell).and_then(name),
    }
}

/// For each piece of a player where its movement could lead when its turn comes: anything may have happened by then,
/// so what a piece could reach on a board that is empty or full of foes counts too.
pub fn premoves(position: &Position, player: Player, known: &Reaches) -> BTreeMap<String, Vec<String>> {
    let game = position.game();
    let setup = position.setup();
    let mut found = BTreeMap::new();
    for cell in (0..game.board().len()).map(|cell| Cell(cell as u16)) {
        let piece = position.piece(cell);
        if piece.is_none() || piece.owner() != player {
            continue;
        }
        let mut cells: Vec<Cell> = game.destinations(&setup, cell);
        cells.extend(known.of(game, player, piece.kind(), cell).iter());
        cells.extend(position.castling_goals(player, cell));
        cells.sort_unstable();
        cells.dedup();
        let names = cells.into_iter().map(|cell| game.board().name(cell).to_owned()).collect();
        found.insert(game.board().name(cell).to_owned(), names);
    }
    found
}

/// Whose piece of which type stands where.
type Placed = (Player, PieceType, Cell);

/// What pieces of one game reach on an empty board, worked out when somebody asks for it first.
#[derive(Default)]
pub struct Reaches(Mutex<HashMap<Placed, Arc<[Cell]>>>);

impl Reaches {
    fn of(&self, game: &Game, player: Player, kind: PieceType, cell: Cell) -> Arc<[Cell]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry((player, kind, cell)).or_insert_with(|| reach(game, player, kind, cell));
        Arc::clone(found)
    }
}

/// What a piece reaches on an empty board, as its owner sees the board.
fn reach(game: &Game, player: Player, kind: PieceType, cell: Cell) -> Arc<[Cell]> {
    let seen = |own: &Cell| game.view(player, *own) == cell;
    let cells = (0..game.board().len()).map(|cell| Cell(cell as u16));
    let Some(own) = cells.clone().find(seen) else { return Arc::default() };
    game.reach(kind, own).into_iter().map(|reach| game.view(player, reach.to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::notation::{format_move, parse_fen};

    #[test]
    fn moves_are_written_together_as_they_are_alone() {
        // Castling and sweeps are told apart by what else may be played.
        for (id, fen) in [
            ("chess", Some("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1")),
            ("chess960", None),
            ("crazyhouse", None),
            ("three-player", None),
        ] {
            let game = chatura_define::load(id, &[], 0).unwrap();
            let position = match fen {
                Some(fen) => Position::new(&game, &parse_fen(&game, fen).unwrap()).unwrap(),
                None => Position::start(&game),
            };
            let alone: Vec<String> =
                position.legal_moves().into_iter().map(|mv| format_move(&position, mv)).collect();
            let together: Vec<String> = legal_moves(&position).into_iter().map(|mv| mv.text).collect();
            assert_eq!(together, alone, "{id}");
        }
    }

    #[test]
    fn castling_can_be_premoved_while_the_way_is_blocked() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let targets = |fen: &str| {
            let position = Position::new(&game, &parse_fen(&game, fen).unwrap()).unwrap();
            premoves(&position, Player(0), &Reaches::default())["e1"].clone()
        };
        let rights = targets("r3k2r/8/8/8/8/8/8/R2QKB1R b KQkq - 0 1");
        assert!(
            ["g1", "h1", "c1", "a1"].iter().all(|cell| rights.iter().any(|target| target == cell)),
            "{rights:?}"
        );
        let none = targets("r3k2r/8/8/8/8/8/8/R2QKB1R b kq - 0 1");
        assert!(
            ["g1", "h1", "c1", "a1"].iter().all(|cell| none.iter().all(|target| target != cell)),
            "{none:?}"
        );
    }

    #[test]
    fn what_is_known_of_pieces_is_what_they_reach() {
        let game = chatura_define::load("three-player", &[], 0).unwrap();
        let (position, known) = (Position::start(&game), Reaches::default());
        for player in (0..3).map(Player) {
            let first = premoves(&position, player, &known);
            assert!(!first.is_empty());
            assert_eq!(premoves(&position, player, &known), first);
            assert_eq!(premoves(&position, player, &Reaches::default()), first);
        }
    }
}

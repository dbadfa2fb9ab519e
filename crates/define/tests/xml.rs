//! Board files: the original boards give the original moves, and what is written can be read again.

use rules::{Cell, Game, Piece, PieceType, Player, Setup};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The boards and move lists that others made, where they are there.
fn shared(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(part);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

struct Row {
    board: String,
    player: Player,
    piece: PieceType,
    from: Cell,
    to: String,
}

/// The rows of a table of moves, with the games they are about.
fn rows(table: &Path, boards: &Path) -> (HashMap<String, Arc<Game>>, Vec<Row>) {
    let mut games: HashMap<String, Arc<Game>> = HashMap::new();
    let mut rows = Vec::new();
    for line in std::fs::read_to_string(table).unwrap().lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [board, player, piece, from, to] = fields[..] else { panic!("five columns: {line}") };
        let game = games.entry(board.to_owned()).or_insert_with(|| {
            let path = boards.join(format!("{board}.xml"));
            define::load(path.to_str().unwrap(), &[], 0).unwrap_or_else(|error| panic!("{board}: {error}"))
        });
        let index = game.players().iter().position(|name| name == player).unwrap();
        let kind = game.types().iter().position(|kind| kind.called.iter().any(|name| name == piece)).unwrap();
        rows.push(Row {
            board: board.to_owned(),
            player: Player(index as u8),
            piece: PieceType(kind as u8),
            from: game.board().cell(from).unwrap(),
            to: to.to_owned(),
        });
    }
    (games, rows)
}

fn compare(table: &str, expected: usize, setup: impl Fn(&Game, &Row) -> Setup) {
    let (Some(table), Some(boards)) = (shared(&format!("oracles/{table}")), shared("boards")) else { return };
    let (games, rows) = rows(&table, &boards);
    let mut wrong = Vec::new();
    for row in &rows {
        let game = &games[&row.board];
        let cells = game.destinations(&setup(game, row), row.from);
        let names: Vec<&str> = cells.iter().map(|cell| game.board().name(*cell)).collect();
        if names.join(",") != row.to {
            let (piece, from) = (&game.types()[row.piece.index()].name, game.board().name(row.from));
            wrong.push(format!("{} {piece} {from}: {}, not {}", row.board, names.join(","), row.to));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert_eq!(rows.len(), expected);
}

#[test]
fn original_boards_move_as_the_original_did_at_the_start() {
    compare("xml_initial.tsv", 128, |game, row| {
        assert_eq!(game.start().cells[row.from.index()], Piece::new(row.player, row.piece));
        game.start().clone()
    });
}

#[test]
fn original_pieces_move_as_the_original_did_alone() {
    compare("xml_lone.tsv", 5664, |game, row| {
        let mut cells = vec![Piece::NONE; game.board().len()];
        cells[row.from.index()] = Piece::new(row.player, row.piece);
        Setup { cells, ..Setup::default() }
    });
}

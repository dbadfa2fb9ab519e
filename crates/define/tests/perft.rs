//! Every perft table beside the games, and every row of the shared oracles, agrees.

use chatura_rules::notation::parse_fen;
use chatura_rules::{Game, Position, perft};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first line of tables that others made.
const HEADER: &str = "variant\tfen\tdepth\tnodes";

/// The games of the shared counts that the catalogue does not have.
const NOT_HERE: &[&str] = &[
    "ataxx",
    "atomar",
    "bughouse",
    "fairy",
    "flipello",
    "flipello10",
    "flipersi",
    "isolation7x7",
    "janggi",
    "janggicasual",
    "janggimodern",
    "janggitraditional",
    "koedem",
    "micro",
    "shouse",
    "supply",
];

/// A row: game, FEN, depth, nodes.
struct Row {
    game: String,
    fen: String,
    depth: u32,
    nodes: u64,
}

fn rows(path: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap();
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#') && *line != HEADER;
    text.lines()
        .filter(is_row)
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [game, fen, depth, nodes] = fields[..] else { panic!("four columns: {line}") };
            let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("a number: {line}"));
            Row { game: game.into(), fen: fen.into(), depth: number(depth) as u32, nodes: number(nodes) }
        })
        .collect()
}

fn count(game: &Arc<Game>, row: &Row) -> Result<u64, String> {
    let position = if row.fen == "start" {
        Position::start(game)
    } else {
        let setup = parse_fen(game, &row.fen).map_err(|e| e.to_string())?;
        Position::new(game, &setup).map_err(|e| e.to_string())?
    };
    Ok(perft(&position, row.depth))
}

/// Counts every row but those of games left out, of which the catalogue must know all but those that are not here. How many
/// rows agree.
fn check(path: &Path, left_out: &[&str], not_here: &[&str]) -> usize {
    let mut wrong = Vec::new();
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let mut checked = 0;
    let mut games: HashMap<String, Arc<Game>> = HashMap::new();
    for row in rows(path) {
        if left_out.contains(&row.game.as_str()) {
            continue;
        }
        if chatura_define::catalogue::find(&row.game).is_none() {
            *unknown.entry(row.game).or_default() += 1;
            continue;
        }
        checked += 1;
        let game =
            games.entry(row.game.clone()).or_insert_with(|| chatura_define::load(&row.game, &[], 0).unwrap());
        match count(game, &row) {
            Ok(nodes) if nodes == row.nodes => {}
            Ok(nodes) => wrong
                .push(format!("{} {} depth {}: {nodes}, not {}", row.game, row.fen, row.depth, row.nodes)),
            Err(error) => wrong.push(format!("{} {}: {error}", row.game, row.fen)),
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", path.display(), wrong.join("\n"));
    for (game, rows) in &unknown {
        println!("not counted: {rows} rows of {game}, which is not in the catalogue");
    }
    let unknown: Vec<&str> = unknown.keys().map(String::as_str).collect();
    assert_eq!(unknown, not_here, "{}: the games that the catalogue does not have", path.display());
    checked
}

#[test]
fn every_table_beside_the_games_agrees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/perft");
    let mut tables = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "tsv") {
            assert!(check(&path, &[], &[]) > 20, "{} has too few rows", path.display());
            tables += 1;
        }
    }
    assert!(tables >= 3);
}

pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracles").join(name);
    if !path.exists() {
        println!("skipped: {name} of the shared oracles is not beside this checkout");
        return None;
    }
    Some(path)
}

#[test]
fn shared_counts_agree() {
    if let Some(path) = shared("perft.tsv") {
        assert!(check(&path, &[], NOT_HERE) > 150);
    }
}

#[test]
fn shared_chess960_counts_agree() {
    if let Some(path) = shared("perft_chess960.tsv") {
        // Where pieces can be gated, the letter of a file is a gate. Others write rights to castle from a shuffled start
        // with the same letters, and nothing tells the two apart.
        assert!(check(&path, &["seirawan"], &[]) > 20);
    }
}

//! The fast rules and the slow ones agree on every legal move and on what it leads to.

use crate::common::{Subject, catalogue_game, catalogue_names, half_of_the_subjects, many_names, sparse};
use crate::slow::Slow;
use crate::slow::compare::difference;
use chatura_rules::definition::Value;
use chatura_rules::notation::{format_fen, parse_fen};
use chatura_rules::random::Random;
use chatura_rules::{Game, Position, perft};
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

/// How many positions of a game are looked at, if it is no more intricate than others: from play, and with few pieces.
const PLAYED: usize = 200;
const SCATTERED: usize = 150;
/// So many are looked at in any case.
const LEAST: [usize; 2] = [80, 60];
/// How much is looked at before that is all: moves times the pieces that could answer them.
const EFFORT: usize = 150_000;

/// Looks at positions of one game; what differs is collected. Says at how many, and whether they were all that were wanted.
fn look(subject: &Subject, dice: &mut Random, least: [usize; 2], wrong: &mut Vec<String>) -> (usize, bool) {
    let slow = Slow::new(&subject.game, &subject.definition);
    let mut seen = 0;
    // What the start says is not lost on the way into a position.
    let start = Position::start(&subject.game);
    let (said, got) = (subject.game.start(), start.setup());
    if said.castling.len() != got.castling.len() || said.cells != got.cells || said.turn != got.turn {
        wrong.push(format!("{}: rights {:?}, not {:?}", subject.name, got.castling, said.castling));
    }
    let mut effort = 0;
    let mut check = |position: &Position| {
        let setup = position.setup();
        if let Some(difference) = difference(&slow, &slow.place(&setup), position) {
            wrong.push(format!("{} {}\n    {difference}", subject.name, format_fen(position)));
        }
        position.legal_moves().len() * setup.cells.iter().filter(|piece| piece.is_some()).count()
    };
    let goes_on = |seen: usize, effort: usize, most: usize, least: usize| {
        seen < if effort < EFFORT { most } else { least }
    };
    while goes_on(seen, effort, PLAYED, least[0]) {
        let mut position = Position::start(&subject.game);
        for ply in 0..160 {
            // The first moves are alike in every game.
            if ply % 3 == 0 || ply > 20 {
                effort += check(&position);
                seen += 1;
            }
            let moves = position.legal_moves();
            if moves.is_empty() || !goes_on(seen, effort, PLAYED, least[0]) {
                break;
            }
            position.play_unchecked(*dice.pick(&moves));
        }
    }
    let played = seen;
    for _ in 0..10 * SCATTERED {
        if !goes_on(seen - played, effort, SCATTERED, least[1]) {
            break;
        }
        let Some(mut position) = sparse(&subject.game, dice) else { continue };
        // A few moves on, so that rights and passed cells come about.
        for _ in 0..3 {
            effort += check(&position);
            seen += 1;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(*dice.pick(&moves));
        }
    }
    (seen, effort < EFFORT)
}

fn agree(share: usize) {
    let (mut positions, mut whole) = (0, 0);
    let mut wrong = Vec::new();
    for subject in half_of_the_subjects(share) {
        let mut differ = Vec::new();
        // Dice of its own: another game in the catalogue changes nothing here.
        let mut dice = Random::named(&subject.name, 1);
        // The slow rules try every move of a whole plain on every cell of it.
        let least = if subject.game.board().len() > 256 { [8, 4] } else { LEAST };
        let (seen, all) = look(&subject, &mut dice, least, &mut differ);
        // Where armies are placed first, no few pieces can be set up.
        let placed = subject.definition.rules.get("drops").is_some_and(|drops| match &drops.value {
            Value::Table(drops) => drops.get("first").is_some(),
            _ => false,
        });
        let expected = match (all, placed) {
            (true, false) => 300,
            (false, false) => (least[0] + least[1]) * 6 / 7,
            (true, true) => PLAYED,
            (false, true) => least[0],
        };
        (positions, whole) = (positions + seen, whole + usize::from(all));
        if seen < expected {
            wrong.push(format!("{}: only {seen} positions", subject.name));
        }
        if !differ.is_empty() {
            wrong.push(format!(
                "{} positions differ: {}",
                differ.len(),
                differ[..differ.len().min(4)].join("\n")
            ));
        }
    }
    println!("{positions} positions; in {whole} games all that were wanted");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_other_game_agrees() {
    agree(0);
}

#[test]
fn the_rest_of_the_games_agrees() {
    agree(1);
}

fn table(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games/perft").join(name)
}

/// Whether a game is for more than two.
fn is_for_many(name: &str) -> bool {
    many_names().iter().any(|other| other == name)
}

/// Rows that are counted slowly each time: all that are small, and one in six of the larger ones.
fn is_small(_: &str, nodes: u64) -> bool {
    nodes <= 4_000 || nodes <= 30_000 && nodes.is_multiple_of(6)
}

#[test]
fn the_slow_rules_agree_with_the_counts_from_starts() {
    let counted = count_slowly("start.tsv", is_small);
    assert!(counted > 600, "only {counted} rows");
}

#[test]
fn the_slow_rules_agree_with_the_counts_from_positions() {
    let counted = count_slowly("random.tsv", is_small);
    assert!(counted > 600, "only {counted} rows");
}

/// Every start of a game for more than two or on hexagons, four moves deep.
#[test]
#[ignore = "takes minutes"]
fn the_slow_rules_agree_with_the_starts_on_other_boards() {
    let hexagons = ["glinski", "mccooey"];
    let counted = count_slowly("start.tsv", |name, _| is_for_many(name) || hexagons.contains(&name));
    assert_eq!(counted, 4 * (many_names().len() + hexagons.len()));
}

/// Counts the rows of a table that are wanted (game, count) by the slow rules; says how many there were.
fn count_slowly(file: &str, wanted: impl Fn(&str, u64) -> bool) -> usize {
    let mut counted = 0;
    let text = std::fs::read_to_string(table(file)).unwrap();
    let mut known: Option<(Subject, Slow)> = None;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, fen, depth, nodes] = fields[..] else { panic!("four columns: {line}") };
        let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if !wanted(name, nodes) {
            continue;
        }
        if known.as_ref().is_none_or(|(subject, _)| subject.name != name) {
            let subject = catalogue_game(name, 0);
            let slow = Slow::new(&subject.game, &subject.definition);
            known = Some((subject, slow));
        }
        let Some((subject, slow)) = &known else { continue };
        let place = match fen {
            "start" => slow.place(subject.game.start()),
            _ => slow.place(&parse_fen(&subject.game, fen).unwrap()),
        };
        assert_eq!(slow.perft(&place, depth), nodes, "{line}");
        counted += 1;
    }
    counted
}

/// Adds to the tables what games there are no rows for, from the fast rules; the test above then compares them with the
/// slow ones.
#[test]
#[ignore = "writes files"]
fn tables_are_written() {
    let (mut starts, mut positions) = (Added::to("start.tsv"), Added::to("random.tsv"));
    for name in catalogue_names().into_iter().chain(many_names()) {
        let mut dice = Random::named(&name, 2024);
        // A game with variables starts in many ways: each start is written out.
        let drawn = chatura_define::definition(&name, &[], 0).unwrap().variables;
        let mut begun = vec!["start".to_owned()];
        if !drawn.is_empty() {
            let fen = |seed: u64| format_fen(&Position::start(&catalogue_game(&name, seed).game));
            begun = (1..4).map(fen).collect();
        }
        let game = catalogue_game(&name, 0).game;
        for fen in begun {
            starts.count(&name, &game, &fen, 1..=4);
        }
        let mut written = 0;
        for _ in 0..200 {
            let mut position = Position::start(&game);
            for _ in 0..8 + dice.below(60) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(*dice.pick(&moves));
            }
            if written == 2 || position.legal_moves().len() < 3 {
                continue;
            }
            positions.count(&name, &game, &format_fen(&position), 2..=3);
            written += 1;
        }
    }
    starts.write();
    positions.write();
}

/// A table with the rows that are added to it.
struct Added {
    path: PathBuf,
    text: String,
    known: Vec<String>,
}

impl Added {
    /// The largest count that is written, so that reading the tables stays quick.
    const MOST: u64 = 60_000;

    fn to(name: &str) -> Added {
        let path = table(name);
        let text = std::fs::read_to_string(&path).unwrap();
        let known = text.lines().filter_map(|line| Some(line.split_once('\t')?.0.to_owned())).collect();
        Added { path, text, known }
    }

    /// Counted from the text, which is what the table has.
    fn count(&mut self, name: &str, game: &Arc<Game>, fen: &str, depths: RangeInclusive<u32>) {
        if self.known.iter().any(|known| known == name) {
            return;
        }
        let position = match fen {
            "start" => Position::start(game),
            _ => Position::new(game, &parse_fen(game, fen).unwrap()).unwrap(),
        };
        for depth in depths {
            let nodes = perft(&position, depth);
            if nodes > Self::MOST {
                return;
            }
            writeln!(self.text, "{name}\t{fen}\t{depth}\t{nodes}").unwrap();
        }
    }

    fn write(self) {
        std::fs::write(self.path, self.text).unwrap();
    }
}

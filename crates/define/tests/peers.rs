//! Other programs agree: shakmaty as a library, Fairy-Stockfish as a process where it is installed.

use crate::common::{catalogue_game, sparse};
use chatura_rules::notation::{format_fen, format_move, format_san, parse_move};
use chatura_rules::random::Random;
use chatura_rules::{Position, Reason, divide, perft};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess, EnPassantMode, KnownOutcome, Outcome, Position as _};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

fn only(these: &[String], those: &[String]) -> Vec<String> {
    these.iter().filter(|text| !those.contains(text)).cloned().collect()
}

/// Every spelling of every legal move, ours and theirs.
fn same_moves<P: shakmaty::Position + Clone>(name: &str, ours: &Position, theirs: &P) {
    let mine = sorted(ours.legal_moves().iter().map(|mv| format_move(ours, *mv)).collect());
    let moves = theirs.legal_moves();
    let other = sorted(moves.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect());
    let (extra, missing) = (only(&mine, &other), only(&other, &mine));
    assert!(mine == other, "{name} {}: too much {extra:?}, missing {missing:?}", format_fen(ours));
}

fn result(outcome: Outcome) -> String {
    match outcome {
        Outcome::Known(KnownOutcome::Draw) => "1/2-1/2".to_owned(),
        Outcome::Known(known) => known.to_string(),
        Outcome::Unknown => "*".to_owned(),
    }
}

#[test]
fn chess_agrees_with_shakmaty() {
    let game = catalogue_game("chess", 0).game;
    let mut dice = Random::new(11);
    let mut ends = [0; 3];
    for round in 0..60 {
        let mut ours = match round % 2 {
            0 => Position::start(&game),
            _ => match sparse(&game, &mut dice) {
                Some(position) => position,
                None => continue,
            },
        };
        let fen: Fen = format_fen(&ours).parse().unwrap();
        let Ok(mut theirs) = fen.into_position::<Chess>(CastlingMode::Standard) else { continue };
        for _ in 0..300 {
            let fen = format_fen(&ours);
            assert_eq!(Fen::from_position(&theirs, EnPassantMode::PseudoLegal).to_string(), fen);
            same_moves("chess", &ours, &theirs);
            let reason = ours.outcome().map(|outcome| outcome.reason);
            assert_eq!(reason == Some(Reason::Checkmate), theirs.is_checkmate(), "{fen}");
            assert_eq!(reason == Some(Reason::Stalemate), theirs.is_stalemate(), "{fen}");
            assert_eq!(reason == Some(Reason::Material), theirs.is_insufficient_material(), "{fen}");
            if let Outcome::Known(_) = theirs.outcome() {
                assert_eq!(ours.outcome().unwrap().result(), result(theirs.outcome()), "{fen}");
                ends[[Reason::Checkmate, Reason::Stalemate, Reason::Material]
                    .iter()
                    .position(|r| Some(*r) == reason)
                    .unwrap()] += 1;
                break;
            }
            let legal = theirs.legal_moves();
            for m in &legal {
                let mv = parse_move(&ours, &m.to_uci(CastlingMode::Standard).to_string()).unwrap();
                let san = SanPlus::from_move(theirs.clone(), *m).to_string();
                assert_eq!(format_san(&ours, mv), san, "{fen}");
            }
            let m = *dice.pick(&legal);
            ours.play(parse_move(&ours, &m.to_uci(CastlingMode::Standard).to_string()).unwrap()).unwrap();
            theirs = theirs.play(m).unwrap();
        }
    }
    assert!(ends.iter().all(|count| *count > 0), "not every end came about: {ends:?}");
}

#[test]
fn variants_agree_with_shakmaty() {
    let mut dice = Random::new(12);
    for (name, variant) in [
        ("crazyhouse", Variant::Crazyhouse),
        ("atomic", Variant::Atomic),
        ("antichess", Variant::Antichess),
        ("3check", Variant::ThreeCheck),
        ("kingofthehill", Variant::KingOfTheHill),
        ("racingkings", Variant::RacingKings),
        ("horde", Variant::Horde),
    ] {
        let game = catalogue_game(name, 0).game;
        let mut over = 0;
        for _ in 0..24 {
            let mut ours = Position::start(&game);
            let mut theirs = VariantPosition::new(variant);
            for _ in 0..200 {
                let fen = format_fen(&ours);
                let ended = theirs.variant_outcome();
                // Theirs goes on listing moves in some games that are over.
                if ended == Outcome::Unknown {
                    same_moves(name, &ours, &theirs);
                } else {
                    assert!(ours.legal_moves().is_empty(), "{name} {fen}");
                    assert_eq!(ours.outcome().unwrap().result(), result(ended), "{name} {fen}");
                    over += 1;
                    break;
                }
                let legal = theirs.legal_moves();
                if legal.is_empty() {
                    assert_eq!(ours.outcome().unwrap().result(), result(theirs.outcome()), "{name} {fen}");
                    over += 1;
                    break;
                }
                let m = *dice.pick(&legal);
                let text = m.to_uci(CastlingMode::Standard).to_string();
                ours.play(parse_move(&ours, &text).unwrap_or_else(|e| panic!("{name} {fen} {text}: {e}")))
                    .unwrap();
                theirs = theirs.play(m).unwrap();
            }
        }
        assert!(over > 0, "no game of {name} came to an end");
    }
}

/// A running Fairy-Stockfish.
struct Fairy {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    variants: Vec<String>,
}

impl Fairy {
    /// Starts it, if it is installed. Debian puts games into a folder that is not always on the path.
    fn start() -> Option<Fairy> {
        let mut process = ["fairy-stockfish", "/usr/games/fairy-stockfish"].iter().find_map(|path| {
            let mut command = Command::new(path);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        })?;
        let (input, output) = process.stdin.take().zip(process.stdout.take())?;
        let output = BufReader::new(output).lines();
        let mut fairy = Fairy { process, input, output, variants: Vec::new() };
        writeln!(fairy.input, "uci").ok()?;
        let greeting = fairy.output.by_ref().map_while(Result::ok).take_while(|line| line != "uciok");
        // Builds differ in what they know, and fall back to chess without a word.
        fairy.variants = greeting
            .filter(|line| line.starts_with("option name UCI_Variant "))
            .flat_map(|line| {
                line.split(" var ").skip(1).map(|word| word.trim().to_owned()).collect::<Vec<_>>()
            })
            .collect();
        Some(fairy)
    }

    /// The count after each first move.
    fn divide(&mut self, variant: &str, fen: &str, depth: u32) -> Vec<(String, u64)> {
        writeln!(self.input, "setoption name UCI_Variant value {variant}").unwrap();
        writeln!(self.input, "setoption name UCI_Chess960 value {}", variant == "fischerandom").unwrap();
        writeln!(self.input, "position fen {fen}\ngo perft {depth}").unwrap();
        let mut rows = Vec::new();
        for line in self.output.by_ref() {
            let line = line.unwrap();
            if line.starts_with("Nodes searched") {
                break;
            }
            if let Some((mv, nodes)) = line.split_once(": ") {
                rows.extend(nodes.trim().parse().ok().map(|nodes| (mv.to_owned(), nodes)));
            }
        }
        rows.sort();
        rows
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        if writeln!(self.input, "quit").is_err() {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

/// Our name and theirs.
const SHARED: &[(&str, &str)] = &[
    ("3check", "3check"),
    ("antichess", "antichess"),
    ("atomic", "atomic"),
    ("capablanca", "capablanca"),
    ("chess", "chess"),
    ("chess960", "fischerandom"),
    ("crazyhouse", "crazyhouse"),
    ("extinction", "extinction"),
    ("grand", "grand"),
    ("horde", "horde"),
    ("kinglet", "kinglet"),
    ("kingofthehill", "kingofthehill"),
    ("knightmate", "knightmate"),
    ("makruk", "makruk"),
    ("racingkings", "racingkings"),
    ("shogi", "shogi"),
    ("xiangqi", "xiangqi"),
];

#[test]
fn random_positions_agree_with_fairy_stockfish() {
    let Some(mut fairy) = Fairy::start() else {
        println!("skipped: fairy-stockfish is not installed");
        return;
    };
    let mut dice = Random::new(13);
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for (name, variant) in SHARED {
        if !fairy.variants.iter().any(|known| known == variant) {
            println!("skipped: this fairy-stockfish does not know {variant}");
            continue;
        }
        compared += 1;
        let game = catalogue_game(name, 1).game;
        for _ in 0..10 {
            let mut position = Position::start(&game);
            for _ in 0..10 + dice.below(70) {
                let mut next = position.clone();
                next.play_unchecked(*dice.pick(&position.legal_moves()));
                if next.outcome().is_some() {
                    break;
                }
                position = next;
            }
            let fen = format_fen(&position);
            let theirs = fairy.divide(variant, &fen, 2);
            let sum: u64 = theirs.iter().map(|(_, nodes)| nodes).sum();
            if perft(&position, 2) != sum {
                let ours: Vec<(String, u64)> =
                    divide(&position, 2).iter().map(|(mv, n)| (format_move(&position, *mv), *n)).collect();
                let differ =
                    |row: &&(String, u64)| !theirs.iter().any(|other| other.1 == row.1 && other.0 == row.0);
                let rows: Vec<_> = ours.iter().filter(differ).take(6).collect();
                wrong.push(format!("{name} {fen}: {} not {sum}: ours {rows:?}", perft(&position, 2)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 0, "it knows none of these games: {:?}", fairy.variants);
}

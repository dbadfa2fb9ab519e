//! What fuzzers call: hostile bytes in, no panic, and what was read is read again after it was written.

use super::pgn::{games, read_game, write_game};
use super::{fen, format_fen, format_move, format_san, kif, parse_fen, parse_move, parse_san};
use crate::position::Position;
use crate::position::moves::MoveKind;
use std::sync::Arc;

/// Any bytes as the FEN of a position's game.
pub fn fuzz_fen(data: &[u8], position: &Position) {
    let text = String::from_utf8_lossy(data);
    if let Ok(setup) = parse_fen(position.game(), &text) {
        let written = fen::format_setup(position.game(), &setup);
        let again =
            parse_fen(position.game(), &written).map(|setup| fen::format_setup(position.game(), &setup));
        assert_eq!(again.as_ref(), Ok(&written));
        let _ = Position::new(position.game(), &setup);
    }
}

/// Any bytes as a move in a position, in coordinates and in SAN.
pub fn fuzz_move(data: &[u8], position: &Position) {
    let text = String::from_utf8_lossy(data);
    if let Ok(mv) = parse_move(position, &text) {
        assert!(position.is_legal(mv) || mv.kind == MoveKind::Retire);
        assert_eq!(parse_move(position, &format_move(position, mv)), Ok(mv));
    }
    if let Ok(mv) = parse_san(position, &text) {
        assert_eq!(parse_san(position, &format_san(position, mv)), Ok(mv));
    }
}

/// Any bytes as a file of games.
pub fn fuzz_pgn(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for pgn in games(&text).flatten() {
        let written = pgn.to_string();
        let again: Vec<_> = games(&written).collect();
        assert_eq!(again, [Ok(pgn)], "{written}");
    }
}

/// Any bytes as a file of games that are played, whatever game they say they are of. The line that is played is the same once it
/// was written and read again.
pub fn fuzz_record(data: &[u8], usual: &Position) {
    let text = String::from_utf8_lossy(data);
    for pgn in games(&text).flatten() {
        let Ok(record) = read_game(|_| Some(Arc::clone(usual.game())), &pgn) else { continue };
        let line = record.line();
        let written = write_game(&line, &[]).to_string();
        let again = games(&written).flatten().next().and_then(|pgn| {
            let record = read_game(|_| Some(Arc::clone(usual.game())), &pgn).ok()?;
            Some(format_fen(record.line().position()))
        });
        assert_eq!(again, Some(format_fen(line.position())), "{written}");
    }
}

/// Any bytes as KIF, of a game of shogi. What is read can be written in both forms, and comes back the same.
pub fn fuzz_kif(data: &[u8], usual: &Position) {
    let text = String::from_utf8_lossy(data);
    let _ = (kif::is_kif(&text), kif::variant(&text));
    let Ok(pgn) = kif::read(usual.game(), &text) else { return };
    let as_pgn = pgn.to_string();
    assert!(games(&as_pgn).all(|game| game.is_ok()), "{as_pgn}");
    let Ok(written) = kif::write(usual.game(), &pgn) else { return };
    let again = kif::read(usual.game(), &written).and_then(|pgn| kif::write(usual.game(), &pgn));
    assert_eq!(again.as_ref(), Ok(&written));
}

#[cfg(test)]
mod tests {
    use super::super::context::MoveContext;
    use super::super::language::samples::{chess, drops, sample};
    use super::super::{coordinate, san};
    use super::*;
    use crate::random::Random;
    use crate::rule::behaviour::AnyBehaviour;
    use crate::rule::checks::samples::counted;
    use crate::rule::gating::Gating;
    use crate::rule::points::Points;
    use crate::rule::turns::Turns;
    use crate::set::CellSet;

    /// Some of these pieces of text in any order.
    fn text(random: &mut Random, pieces: &[&str], most: usize) -> String {
        (0..random.below(most)).map(|_| *random.pick(pieces)).collect()
    }

    #[test]
    fn no_pgn_panics_and_every_tree_survives() {
        let pieces = [
            "[",
            "]",
            "\"",
            "\\",
            "A \"b\"]",
            "\n[X \"y\"]\n",
            "{",
            "}",
            "(",
            ")",
            ";",
            "%",
            "\n",
            "\n%",
            " ",
            "e4",
            "O-O",
            "1.",
            "...",
            " .. ",
            "2",
            "$",
            "$5",
            "!",
            "??",
            "*",
            "1-0",
            "0-1-0",
            "é",
            "½",
            "\r\n",
            "--",
            "e.p.",
            "0000",
            "\u{feff}",
            "a.b",
        ];
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            fuzz_pgn(text(&mut random, &pieces, 40).as_bytes());
        }
    }

    #[test]
    fn no_fen_panics_and_every_setup_survives() {
        let chess = chess();
        let three = sample(3, 2, &["b2"], &["White", "Red", "Black"], &["P", "+P", "K", "R", "Q~", "*"]);
        let four = sample(3, 3, &["a1"], &["Red", "Blue", "Yellow", "Green"], &["K", "R", "D"]);
        let checks = [2, 3, 4].map(|players| counted(3, players));
        let pieces = [
            "8",
            "/",
            "3",
            "1",
            "0",
            "*",
            "x",
            ",",
            "K",
            "k",
            "R",
            "r",
            "wK",
            "rR",
            "bP",
            "^P",
            "+",
            "~",
            "[",
            "]",
            "-",
            " ",
            " w ",
            " b ",
            "KQkq",
            "Aa",
            "e3",
            "a1",
            "1+3",
            "é",
            "P",
            "p",
            "99999",
            " out:r",
            " points:1,2,3",
            "=",
            "moved:1",
            "dK",
            "gR",
            "{'enPassant':('b1:b2','",
            "')}-",
        ];
        let mut random = Random::new(42);
        let mut readable = 0;
        for round in 0..20_000 {
            let sample = [&chess, &three, &four][round % 3];
            let mut rules = sample.rules.clone();
            rules.points = (round % 13 == 0).then(Points::default);
            rules.behaviours.push(AnyBehaviour::new(Turns { moves: 1 + round as u8 % 2, first: 1 }));
            rules.drops = (round % 3 == 0).then(drops);
            rules.gating = (round % 5 == 0).then_some(Gating { zone: CellSet::ALL });
            let mut language = sample.language();
            if round % 11 == 0 {
                language.memory = &checks[round % 3];
            }
            (language.rules, language.unmoved) = (&rules, round % 7 == 0);
            let starts = [
                "",
                "8/8/8/8/8/8/8/R3K2R",
                "r3k2r/8/8/8/8/8/8/RR2K2R w ",
                "1,x,1/wR,wK,wR ",
                "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-",
                "B-0,1,0,0-1,1,1,1-1,1,1,1-0,0,5,0-0-{'enPassant':('b1:b2','','','')}-3/rK,gR,1/x,1,yK",
                "rK,gR,bK/3/x,1,yK r - - 0 1",
            ];
            let start = random.pick(&starts);
            let text = format!("{start}{}", text(&mut random, &pieces, 20));
            let Ok(setup) = fen::read(&language, &text) else { continue };
            let written = fen::write(&language, &setup);
            let again = fen::read(&language, &written).map(|setup| fen::write(&language, &setup));
            assert_eq!(again, Ok(written), "{text}");
            readable += 1;
        }
        assert!(readable > 250, "only {readable} texts were read");
    }

    #[test]
    fn no_move_panics() {
        let sample = chess();
        let legal = vec![
            crate::position::moves::Move::step(0, 8),
            crate::position::moves::Move::step(4, 12),
            crate::position::moves::Move::PASS,
        ];
        let context = MoveContext::sketch(sample.language(), "8/8/8/8/8/8/8/R3K3 w", legal);
        let pieces = [
            "a1", "a2", "e1", "e2", "K", "R", "N", "x", "-", "=", "Q", "q", "(", ")", "+", "#", "&", "@",
            "*", "O-O", "0", "/", "é", "!", "e.p.", " ", "1", "a", "~", ":",
        ];
        let mut random = Random::new(7);
        for _ in 0..20_000 {
            let text = text(&mut random, &pieces, 10);
            let _ = (coordinate::read(&context, &text), san::read(&context, &text));
        }
    }
}

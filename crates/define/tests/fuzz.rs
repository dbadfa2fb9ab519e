//! The fuzz targets' bodies on stable: real inputs, changed at random but the same every time.

use crate::common::board_xml::{chess, duel};
use crate::common::{catalogue_game, exotic, random_line};
use chatura_rules::Position;
use chatura_rules::notation::pgn::write_game;
use chatura_rules::notation::{format_fen, format_move, format_san, fuzz};
use chatura_rules::random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A text with a few changes: cut, doubled, exchanged with words that mean something.
fn changed(dice: &mut Random, text: &[u8], words: &[&str], most: usize) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=dice.below(most) {
        if text.is_empty() {
            break;
        }
        let (from, length) = (dice.below(text.len()), dice.below(12));
        let end = (from + length).min(text.len());
        match dice.below(5) {
            0 => drop(text.drain(from..end)),
            1 => text[from] = b" \"'[]{}=.,/+-~#x1890KQkqwb\n\xff"[dice.below(28)],
            2 => {
                let copied = text[from..end].to_vec();
                let at = dice.below(text.len());
                text.splice(at..at, copied);
            }
            3 => {
                text.splice(from..from, dice.pick(words).bytes());
            }
            _ => {
                text.splice(from..end, dice.pick(words).bytes());
            }
        }
    }
    text
}

/// Runs a body; a panic is reported with the input that caused it.
fn survives(what: &str, input: &[u8], body: impl FnOnce(&[u8])) {
    if catch_unwind(AssertUnwindSafe(|| body(input))).is_err() {
        panic!("{what} fails on:\n{}\n{input:?}", String::from_utf8_lossy(input));
    }
}

const WORDS: &[&str] = &[
    "true",
    "false",
    "\"all\"",
    "\"none\"",
    "[8, 8]",
    "[1, 1]",
    "[16, 16]",
    "wrap = true\n",
    "\"last rank\"",
    "\"rank 2\"",
    "royal = true",
    "royal = \"last\"",
    "castling = \"flexible\"\n",
    "\"chess960\"",
    "\"long\"",
    "must-capture = true\n",
    "blast = true\n",
    "pass = \"always\"\n",
    "gating = true\n",
    "drops = true\n",
    "unmoved = true",
    "moves = \"gQ\"",
    "\"NN\"",
    "\"mRcpR\"",
    "\"zF0\"",
    "\"KNADcaKmcabK\"",
    "\"jR\"",
    "optional = true",
    "leaving = true",
    "limit = \"captured\"",
    "\"ignored\"",
    "\"forbidden\"",
    "[\"pawn\"]",
    "\"king\"",
    "\"rotation\"",
    "\"mirror\"",
    "[end]\n",
    "[rules]\n",
    "checks = { count = 1 }\n",
    "kings-facing",
    "bare-king = \"loss\"\n",
    "extinction",
    "goal",
    "zone = \"all\"",
    "first-zone = \"all\"",
    "within = \"file a\"",
];

#[test]
fn definitions_are_read_or_refused() {
    let mut dice = Random::new(21);
    for entry in chatura_define::catalogue::list() {
        for _ in 0..24 {
            let text = changed(&mut dice, entry.text.as_bytes(), WORDS, 4);
            survives("reading a definition", &text, chatura_define::fuzz::definition);
        }
    }
}

#[test]
fn notation_of_movements_is_read_or_refused() {
    let mut dice = Random::new(22);
    for _ in 0..20_000 {
        let start = *dice.pick(&["fmWfceF", "KNADcaKmcabK", "mRcpR", "zF0", "nN", "fmnDfmnH", "jR3", "masR"]);
        let text = changed(&mut dice, start.as_bytes(), &["a", "K", "fl", "0", "i", "N", "g", "p", "99"], 6);
        survives("reading a movement", &text, chatura_define::fuzz::betza);
    }
}

#[test]
fn accepted_definitions_can_be_played() {
    let mut dice = Random::new(23);
    let exotic = exotic::GAMES.iter().map(|(_, text)| *text);
    let texts: Vec<&str> = chatura_define::catalogue::list().iter().map(|e| e.text).chain(exotic).collect();
    let mut played = 0;
    for text in texts {
        for _ in 0..10 {
            let text = changed(&mut dice, text.as_bytes(), WORDS, 3);
            let readable = std::str::from_utf8(&text);
            played += usize::from(
                readable.is_ok_and(|t| chatura_define::load_text(t, "fuzz.toml", &[], 0).is_ok()),
            );
            survives("playing a definition", &text, chatura_define::fuzz::play);
        }
    }
    assert!(played > 150, "only {played} definitions were playable");
}

const XML_WORDS: &[&str] = &[
    "a1",
    "b5",
    "S0",
    "S7",
    "99",
    "1000000",
    "1",
    "EDGE",
    "VERTEX",
    "BLINKER",
    "FILE_AND_RANK",
    "IGNORE",
    "SAME",
    "FORWARD",
    "BACKWARD",
    "MOVE",
    "MOVE_TRANSIENT",
    "MOVE_AND_CAPTURE",
    "CUSTOM\" CustomRuleName=\"BOMB",
    "CUSTOM\" CustomRuleName=\"DOUBLE_STEP",
    "CUSTOM\" CustomRuleName=\"EN_PASSANT",
    "CUSTOM\" CustomRuleName=\"PROMOTION",
    "CUSTOM\" CustomRuleName=\"CASTLING",
    " RuleEngine=\"ExtendedRuleEngine\"",
    " Lifespan=\"1\"",
    "<Rules>",
    "</Rules>",
    "<!--",
    "&amp;",
    "<LinkedPosition>c3</LinkedPosition>",
];

#[test]
fn board_files_are_read_or_refused() {
    let mut dice = Random::new(27);
    let mut played = 0;
    for text in [duel(), duel(), chess()] {
        for _ in 0..250 {
            let text = changed(&mut dice, text.as_bytes(), XML_WORDS, 3);
            let readable = std::str::from_utf8(&text);
            played +=
                usize::from(readable.is_ok_and(|t| chatura_define::load_text(t, "fuzz.xml", &[], 0).is_ok()));
            survives("playing a board file", &text, chatura_define::fuzz::play);
        }
        // Words for words keep more of a file whole.
        let pieces: Vec<&str> = text.split('"').collect();
        for _ in 0..250 {
            let mut pieces = pieces.clone();
            for _ in 0..=dice.below(3) {
                let at = dice.below(pieces.len() / 2) * 2 + 1;
                let other: &str = pieces[dice.below(pieces.len() / 2) * 2 + 1];
                let word: &&str = dice.pick(XML_WORDS);
                pieces[at] = if dice.below(2) == 0 { *word } else { other };
            }
            let text = pieces.join("\"");
            played += usize::from(chatura_define::load_text(&text, "fuzz.xml", &[], 0).is_ok());
            survives("playing a board file", text.as_bytes(), chatura_define::fuzz::play);
        }
    }
    assert!(played >= 50, "only {played} board files were playable");
}

#[test]
fn positions_and_moves_are_read_or_refused() {
    let mut dice = Random::new(24);
    let names = ["chess", "chess960", "crazyhouse", "shogi", "omega", "xiangqi", "3check", "atomic"];
    for name in names.into_iter().chain(["four-player", "three-man", "three-player-double"]) {
        let game = catalogue_game(name, 0).game;
        for _ in 0..6 {
            let length = dice.below(60);
            let line = random_line(&game, &mut dice, length);
            let (position, fen) = (line.position(), format_fen(line.position()));
            for _ in 0..100 {
                let words =
                    ["KQkq", "HAha", "e3", "[QQp]", "3+3", "12", "*", " out:r", " points:1,2,3,4", "^P,"];
                let text = changed(&mut dice, fen.as_bytes(), &words, 4);
                survives("reading a position", &text, |text| fuzz::fuzz_fen(text, position));
                survives("playing a position", &text, |text| play_fen(text, position));
            }
            for mv in position.legal_moves().into_iter().take(6) {
                for word in [format_move(position, mv), format_san(position, mv)] {
                    let text =
                        changed(&mut dice, word.as_bytes(), &["x", "=Q", "+", "@", "O-O", "e4", "&"], 3);
                    survives("reading a move", &text, |text| fuzz::fuzz_move(text, position));
                }
            }
        }
    }
}

/// A position that is accepted can be played on, and keeps its key.
fn play_fen(text: &[u8], position: &Position) {
    let text = String::from_utf8_lossy(text);
    let Ok(setup) = chatura_rules::notation::parse_fen(position.game(), &text) else { return };
    let Ok(mut position) = Position::new(position.game(), &setup) else { return };
    let mut dice = Random::new(25);
    for _ in 0..6 {
        let moves = position.legal_moves();
        assert_eq!(position.count_moves(), moves.len() as u64);
        let _ = position.outcome();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(*dice.pick(&moves));
        assert_eq!(position.hash(), position.hash_afresh());
    }
}

#[test]
fn files_of_games_are_read_or_refused() {
    let mut dice = Random::new(26);
    for name in ["chess", "crazyhouse", "shogi", "three-player-double"] {
        let game = catalogue_game(name, 0).game;
        for _ in 0..5 {
            let text = write_game(&random_line(&game, &mut dice, 60), &[]).to_string();
            for _ in 0..150 {
                let words = [
                    "{a}",
                    "(1. e4)",
                    "$1",
                    "!?",
                    "*",
                    "1-0",
                    ";x\n",
                    "[A \"b\"]\n",
                    "1.",
                    "...",
                    " .. ",
                    "\n%x\n",
                ];
                let text = changed(&mut dice, text.as_bytes(), &words, 5);
                survives("reading games", &text, fuzz::fuzz_pgn);
            }
        }
    }
}

/// Words that mean something in `variants.ini` and in diagrams.
const FOREIGN: &[&str] = &[
    "[b:chess]\n",
    "king = -\n",
    "commoner = k\n",
    "maxRank = 10\n",
    "maxFile = 12\n",
    "customPiece1 = p:KN\n",
    "pieceDrops = true\n",
    "capturesToHand = true\n",
    "promotedPieceType = p:n\n",
    "promotionRegionWhite = *5 *6\n",
    "flagPiece = *\n",
    "flagRegion = a1 h8\n",
    "extinctionValue = loss\n",
    "extinctionPieceTypes = *\n",
    "extinctionPseudoRoyal = true\n",
    "blastOnCapture = true\n",
    "nMoveRule = 0\n",
    "castling = false\n",
    "castlingKingsideFile = j\n",
    "doubleStep = false\n",
    "mobilityRegionWhiteKing = d1\n",
    "wallingRule = past\n",
    "files=12\n",
    "ranks=1\n",
    "promoOffset=1\n",
    "holdingType=1\n",
    "royal=0\n",
    "symmetry=none\n",
    "wizard:W:FC:w:d3\n",
    "hole::::d4\n",
    "a2-h9",
    ":::",
    "=",
    "*",
    "+",
    "-",
    "999",
];

/// A text cut off somewhere, or with a word taken for another.
fn spoilt(dice: &mut Random, text: &str, words: &[&str]) -> Vec<u8> {
    match dice.below(3) {
        0 => text.as_bytes()[..dice.below(text.len() + 1)].to_vec(),
        1 => {
            let at: Vec<usize> = text.match_indices([' ', '\n', '=', ':']).map(|(at, _)| at).collect();
            let from = *dice.pick(&at);
            let end = at.iter().copied().find(|to| *to > from).unwrap_or(text.len());
            let word: &str = dice.pick::<&str>(words);
            [&text[..=from], word, &text[end..]].concat().into_bytes()
        }
        _ => changed(dice, text.as_bytes(), words, 3),
    }
}

#[test]
fn spoilt_texts_of_every_form_are_told_or_played() {
    const INI: &[&str] = &[
        "[a:crazyhouse]\nmaxRank = 6\nmaxFile = 6\nstartFen = 2bnrk/5p/6/6/P5/KRNB2[] w - - 0 1\npromotionRegionWhite = *6\ndoubleStep = false\n",
        "[a:atomic]\ncustomPiece1 = a:KAD\nmobilityRegionWhiteKing = *1 *2\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\n",
        "[a]\nmaxRank = 5\nmaxFile = 5\nshogiPawn = p\nsilver = s\ngold = g\nking = k\nstartFen = 2sgk/4p/5/P4/KGS2[-] w 0 1\npieceDrops = true\n\
         capturesToHand = true\npromotedPieceType = p:g s:g\npromotionRegionWhite = *5\npromotionRegionBlack = *1\nimmobilityIllegal = true\n",
    ];
    const DIAGRAM: &str = "files=6\nranks=6\npromoChoice=N\nroyal=3\npawn:P:fmWfcF:pawn:a2-f2\nknight:N:N:knight:b1,e1\nking:K:KisO2:king:d1\nrook:R:R:r:a1,f1\n";
    let mut dice = Random::new(11);
    // Which form a text has is told by its lines; where they no longer say so, it is taken for one of ours.
    let (play, ini, diagram) =
        (chatura_define::fuzz::play, chatura_define::fuzz::ini, chatura_define::fuzz::diagram);
    for _ in 0..120 {
        for text in INI {
            let text = spoilt(&mut dice, text, FOREIGN);
            survives("reading a game of variants.ini", &text, ini);
            survives("a game of variants.ini", &text, play);
        }
        let text = spoilt(&mut dice, DIAGRAM, FOREIGN);
        survives("reading a diagram", &text, diagram);
        survives("a diagram", &text, play);
    }
    for entry in chatura_define::catalogue::list() {
        let mut dice = Random::named(&entry.about.id, 11);
        survives("a definition", entry.text.as_bytes(), play);
        survives("a definition", &spoilt(&mut dice, entry.text, WORDS), play);
    }
}

use super::*;
use chatura_rules::perft;

fn seirawan() -> Arc<Game> {
    chess_with(
        r#"
setup.array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe]"
pieces.hawk = { letter = "H", moves = "BN" }
pieces.elephant = { letter = "E", moves = "RN" }
[rules]
drops = { captured = false, pieces = ["hawk", "elephant"] }
gating = true
promotion.to = ["queen", "rook", "bishop", "knight", "hawk", "elephant"]
"#,
    )
}

#[test]
fn counts_agree_with_those_of_others() {
    let game = seirawan();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1";
    let later = "reb1k2r/ppppqppp/2nb1n2/4p3/4P3/N1P2N2/PB1PQPPP/RE2KBHR[h] b KQkqc - 3 7";
    for (fen, counts) in [(start, [28, 784, 24830]), (later, [35, 876, 30174])] {
        let position = at(&game, fen);
        for (depth, nodes) in counts.into_iter().enumerate() {
            assert_eq!(perft(&position, depth as u32 + 1), nodes, "{fen}");
        }
    }
    assert_eq!(perft(&Position::start(&game), 3), 24830);
}

#[test]
fn a_piece_comes_in_behind_one_that_leaves() {
    let position = Position::start(&seirawan());
    assert_eq!(from(&position, "b1"), "a3 a3e a3h c3 c3e c3h");
    assert_eq!(board(&after(&position, "b1c3h")), "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Eeh]");
    // Pawns open no gate.
    assert_eq!(from(&position, "e2"), "e3 e4");
}

#[test]
fn a_gate_opens_once() {
    let start = Position::start(&seirawan());
    let back = after(&start, "b1c3 a7a6 c3b1 a6a5");
    assert_eq!(from(&back, "b1"), "a3 c3");
}

#[test]
fn castling_opens_the_gate_of_king_or_rook() {
    let game = seirawan();
    let position = at(&game, "4k3/8/8/8/8/8/8/R3K2R[H] w KQ - 0 1");
    let castles: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|mv| mv.kind() == chatura_rules::MoveKind::Castle)
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(*mv);
            board(&next).rsplit('/').next().unwrap().to_owned()
        })
        .collect();
    for row in ["R4RK1[H]", "R3HRK1[]", "R4RKH[]", "2KR3R[H]", "2KRH2R[]", "H1KR3R[]"] {
        assert!(castles.iter().any(|found| found == row), "{row} is not among {castles:?}");
    }
    assert_eq!(castles.len(), 6);
}

#[test]
fn what_comes_in_may_stop_a_check() {
    let game = seirawan();
    // The king leaves the file and the piece behind it is of no use; the rook that leaves cannot shield it either.
    let position = at(&game, "4r1k1/8/8/8/8/8/8/R3K3[H] w Q - 0 1");
    assert!(moves(&position).iter().all(|text| text.starts_with("e1")), "{:?}", moves(&position));
}

#[test]
fn a_pawn_that_leaves_a_gate_can_be_taken_in_passing() {
    let game = chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh]\"\n\
         pieces.hawk = { letter = \"H\", moves = \"BN\" }\n\
         rules.drops = { captured = false, pieces = [\"hawk\"] }\nrules.gating = { zone = \"ranks 1-2\" }",
    );
    let mut position = after(&Position::start(&game), "a2a3 d7d5 a3a4 d5d4 e2e4h");
    assert!(is_legal(&position, "d4e3"), "{:?}", moves(&position));
    // Written and read again it still can.
    position = at(&game, &format_fen(&position));
    assert!(is_legal(&position, "d4e3"));
}

#[test]
fn a_capture_through_a_gate_explodes() {
    let game = chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh]\"\n\
         pieces.hawk = { letter = \"H\", moves = \"BN\" }\nrules.blast = true\n\
         rules.drops = { captured = false, pieces = [\"hawk\"] }\nrules.gating = true",
    );
    let position = at(&game, "4k3/8/8/8/8/nn6/8/R3K3[H] w A - 0 1");
    assert_eq!(board(&after(&position, "a1a3h")), "4k3/8/8/8/8/8/8/H3K3[]");
}

#[test]
fn nobody_castles_through_a_gate_where_a_capture_is_forced() {
    let game = chess_with(
        r#"
setup.array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh]"
pieces.hawk = { letter = "H", moves = "BN" }
[rules]
drops = { captured = false, pieces = ["hawk"] }
gating = true
must-capture = true
"#,
    );
    let position = at(&game, "4k3/8/8/8/8/1p6/P7/4K2R[H] w K - 0 1");
    assert_eq!(moves(&position), ["a2b3"]);
}

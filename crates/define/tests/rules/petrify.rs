use super::*;

#[test]
fn who_captures_turns_to_stone_and_pawns_do_not() {
    let position = at(&load("petrified"), "4k3/8/8/3p1p2/8/8/4P3/3RK3 w - - 0 1");
    let stone = after(&position, "d1d5");
    assert_eq!(board(&stone), "4k3/8/8/3*1p2/8/8/4P3/4K3");
    assert!(!is_legal(&after(&stone, "e8e7"), "e2d5"));
    let pawn = at(&load("petrified"), "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1");
    assert_eq!(board(&after(&pawn, "e2d3")), "4k3/8/8/8/8/3P4/8/4K3");
}

#[test]
fn a_king_cannot_capture_but_is_still_in_the_way_of_the_other() {
    let position = at(&load("petrified"), "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1");
    assert!(!is_legal(&position, "e1d2"));
    // A wall shields a king like any piece.
    let shielded = at(&load("petrified"), "4k3/4r3/8/8/4*3/8/8/R3K3 w - - 0 1");
    assert!(is_legal(&shielded, "a1a2"));
}

#[test]
fn a_capture_that_turns_to_stone_still_blocks_the_check() {
    let position = at(&load("petrified"), "4k3/8/8/8/4r3/8/4p2R/4K3 w - - 0 1");
    // The rook that takes on e2 becomes a wall between king and rook.
    assert_eq!(board(&after(&position, "h2e2")), "4k3/8/8/8/4r3/8/4*3/4K3");
}

#[test]
fn stone_is_kept_in_fen() {
    let fen = "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1";
    let position = at(&load("petrified"), fen);
    assert_eq!(format_fen(&position), fen);
    let refused = parse_fen(position.game(), "4k3/8/8/3*4/8/8/8/4K2* w - - 0 1").unwrap();
    assert!(Position::new(position.game(), &refused).is_ok(), "there may be many");
}

#[test]
fn a_duck_that_moves_is_no_capture_whichever_rule_is_written_first() {
    let pieces =
        "pieces.duck = { letter = \"*\", wall = true }\npieces.stone = { letter = \"O\", wall = true }\n";
    let (duck, petrify) =
        ("rules.duck = \"duck\"\n", "rules.petrify = { of = [\"knight\"], into = \"stone\" }\n");
    for rules in [format!("{duck}{petrify}"), format!("{petrify}{duck}")] {
        let start = Position::start(&chess_with(&format!("{pieces}{rules}")));
        let position = after(&after(&start, "e2e4,e4d5"), "g8f6,f6d6");
        assert_eq!(board(&position), "rnbqkb1r/pppppppp/3*1n2/8/4P3/8/PPPP1PPP/RNBQKBNR");
        let taken = after(&after(&position, "b1c3,c3a6"), "f6e4,e4a5");
        assert_eq!(board(&taken), "rnbqkb1r/pppppppp/8/*7/4^O3/2N5/PPPP1PPP/R1BQKBNR");
    }
}

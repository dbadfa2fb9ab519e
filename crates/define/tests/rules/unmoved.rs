//! First moves of pieces that never moved.

use super::*;

fn game() -> Arc<Game> {
    chess_with(
        "pieces.pawn = { first = \"fmnD\", first-zone = false, unmoved = true }\n\
         pieces.king = { first = \"mN\", unmoved = true }\nrules.castling = \"none\"",
    )
}

#[test]
fn a_piece_that_never_moved_has_its_first_move() {
    let start = Position::start(&game());
    assert_eq!(from(&start, "e2"), "e3 e4");
    assert_eq!(from(&start, "e1"), "d3 f3");
    let moved = after(&start, "e2e3 a7a6");
    assert_eq!(from(&moved, "e3"), "e4");
}

#[test]
fn coming_back_does_not_help() {
    let start = Position::start(&game());
    let back = after(&start, "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8");
    assert_eq!(from(&back, "e1"), "e2");
    // Nor does another piece that comes to stand where it stood.
    let fresh = after(&start, "e1d3 a7a6");
    assert_eq!(from(&fresh, "d3"), "c3 c4 d4 e3 e4");
}

#[test]
fn a_text_says_who_never_moved() {
    let game = game();
    let position = after(&Position::start(&game), "e2e3 e7e5 e1e2 a7a6 e2e1 a6a5");
    let fen = format_fen(&position);
    assert!(!fen.ends_with('-') && !fen.contains(",e1,"), "{fen}");
    let again = at(&game, &fen);
    assert!(again == position, "{fen}");
    assert_eq!(moves(&again), moves(&position));
    // Left out, those on their start cells count.
    let short = fen.rsplit_once(' ').unwrap().0;
    assert_eq!(from(&at(&game, short), "e1"), "d3 e2 f3");
}

#[test]
fn a_first_move_can_be_taken_en_passant() {
    let game = game();
    let position = at(&game, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1 a2");
    assert_eq!(from(&after(&position, "a2a4"), "b4"), "a3 b3");
    let moved = at(&game, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1 -");
    assert_eq!(from(&moved, "a2"), "a3");
}

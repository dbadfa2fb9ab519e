use super::*;

#[test]
fn a_pawn_on_the_diagonal_rises_in_place_or_aslant() {
    let game = load("sittuyin");
    let position = at(&game, "1k6/8/8/3P4/8/P7/8/K7[] w - - 0 1");
    assert_eq!(from(&position, "d5"), "c4f c6f d5f d6 e4f e6f");
    assert_eq!(from(&position, "a3"), "a4");
    let risen = after(&position, "d5d5f");
    assert_eq!(board(&risen), "1k6/8/8/3F4/8/P7/8/K7[]");
    assert_eq!(at(&game, &format_fen(&risen)), risen);
    // With a general there is no second one.
    assert_eq!(from(&at(&game, "1k6/8/8/3P4/8/P7/F7/K7[] w - - 0 1"), "d5"), "d6");
}

#[test]
fn what_has_risen_attacks_nothing() {
    let game = load("sittuyin");
    let position = at(&game, "1k6/1n6/8/3P4/8/P7/8/K7[] w - - 0 1");
    // From c6 the general would attack the knight on b7.
    assert_eq!(from(&position, "d5"), "c4f d5f d6 e4f e6f");
}

#[test]
fn the_only_pawn_rises_anywhere() {
    let game = load("sittuyin");
    assert_eq!(from(&at(&game, "1k6/8/8/8/8/P7/8/K7[] w - - 0 1"), "a3"), "a3f a4 b2f b4f");
    let own = chess_with("rules.rising = { of = \"pawn\", to = \"knight\" }");
    let position = at(&own, "7k/8/8/8/8/P7/P7/K7 w - - 0 1");
    assert_eq!(from(&position, "a3"), "a3n a4 b1n b5n c2n c4n");
}

#[test]
fn nothing_rises_that_leaves_the_king_open() {
    let own = chess_with("rules.rising = { of = \"pawn\", to = \"knight\" }");
    let position = at(&own, "4r2k/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(from(&position, "e2"), "e2n e3 e4");
    let free = at(&own, "7k/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(from(&free, "e2"), "c1n c3n d4n e2n e3 e4 f4n g1n g3n");
}

#[test]
fn what_rises_opens_no_check() {
    let game = load("sittuyin");
    let position = at(&game, "8/8/8/1R6/8/1P6/1k6/7K[] w - - 0 1");
    assert_eq!(from(&position, "b3"), "b3f b4");
}

use super::*;

#[test]
fn a_pawn_that_passed_is_taken_at_once_or_never() {
    let game = load("chess");
    let position = at(&game, "4k3/8/8/8/1p6/8/P6P/4K3 w - - 0 1");
    let passed = after(&position, "a2a4");
    assert_eq!(from(&passed, "b4"), "a3 b3");
    assert_eq!(board(&after(&passed, "b4a3")), "4k3/8/8/8/8/p7/7P/4K3");
    assert_eq!(from(&after(&passed, "e8e7 h2h3"), "b4"), "b3");
}

#[test]
fn a_single_step_passes_nothing() {
    let position = at(&load("chess"), "4k3/8/8/8/8/1p6/P7/4K3 w - - 0 1");
    assert_eq!(from(&after(&position, "a2a3"), "b3"), "b2");
}

#[test]
fn taking_may_not_uncover_the_own_king() {
    let game = load("chess");
    let position = at(&game, "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
    assert_eq!(from(&position, "e4"), "e3");
    let free = at(&game, "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1");
    assert_eq!(from(&free, "e4"), "d3 e3");
}

#[test]
fn every_cell_of_a_triple_step_counts() {
    let game = chess_with(
        "board.size = [8, 10]\npieces.pawn.first = \"fmnDfmnH\"\n\
         setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR\"",
    );
    let position = at(&game, "4k3/8/8/8/8/1p6/1p6/8/P7/4K3 w - - 0 1");
    assert_eq!(from(&position, "a2"), "a3 a4 a5");
    let passed = after(&position, "a2a5");
    assert!(format_fen(&passed).contains(" a3,a4 "), "{}", format_fen(&passed));
    assert_eq!((from(&passed, "b4"), from(&passed, "b5")), ("a3 b3".into(), "a4".into()));
    assert_eq!(board(&after(&passed, "b5a4")), "4k3/8/8/8/8/8/pp6/8/8/4K3");
    // Two steps pass one cell.
    assert_eq!(from(&after(&position, "a2a4"), "b5"), "a4");
    assert_eq!(from(&after(&position, "a2a4"), "b4"), "a3 b3");
}

#[test]
fn only_cells_of_the_zone_count() {
    let game = load("horde");
    let position = at(&game, "4k3/8/8/8/8/1p6/1p6/P7 w - - 0 1");
    assert_eq!(from(&after(&position, "a1a3"), "b3"), "");
    let usual = at(&game, "4k3/8/8/8/1p6/8/P7/8 w - - 0 1");
    assert_eq!(from(&after(&usual, "a2a4"), "b4"), "a3 b3");
}

#[test]
fn without_the_rule_nothing_is_taken() {
    let game = chess_with("rules.en-passant = false");
    let position = at(&game, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1");
    assert_eq!(from(&after(&position, "a2a4"), "b4"), "b3");
}

#[test]
fn any_opponent_may_take_in_passing_until_the_next_turn_of_the_one_who_passed() {
    // Red's pawn steps from d2 to d4, past Green's on e4; Blue's rook on a4 may take it first.
    let rows = "x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/14/14/14/bK,12,gK/bR,3,gP,9/x,x,x,8,x,x,x/\
                x,x,x,rP,7,x,x,x/x,x,x,7,rK,x,x,x";
    let passed = after(&at(&load("four-player"), &format!("{rows} r - - 0 1")), "d2d4");
    let waited = after(&passed, "a5a6");
    assert!(is_legal(&waited, "e4d3"));
    assert!(board(&after(&waited, "e4d3")).contains("/bR,13/x,x,x,gP,7,x,x,x/"));
    let taken = after(&passed, "a4d4");
    assert!(!is_legal(&taken, "e4d3"));
}

#[test]
fn of_several_who_passed_over_a_cell_the_latest_is_taken() {
    let text = elimination::FOUR.replace("\"fmWfcF\"", "\"fmWfceF\", first = \"fmnD\", first-zone = \"all\"");
    let game =
        chatura_define::load_text(&format!("{text}[rules]\nen-passant = true"), "test", &[], 0).unwrap();
    let position = at(&game, "yK,5/2,yP,3/1,bP,4/3,rP,2/bK,5/5,rK b - - 0 1");
    let passed = after(&position, "b4d4 c5c3");
    assert_eq!(moves(&passed).iter().filter(|mv| *mv == "d3c4").count(), 1);
    assert_eq!(board(&after(&passed, "d3c4")), "yK,5/6/2,rP,bP,2/6/bK,5/5,rK");
}

#[test]
fn of_ways_of_different_length_the_one_that_is_listed_was_taken() {
    let game = load("wildebeest");
    for (fen, text, listed) in [
        ("4k6/11/11/11/11/5p5/11/6P4/11/4K6 w - - 0 13", "g3g5", " g4 "),
        ("4k6/11/11/11/11/3p1p5/3p1p5/11/4P6/4K6 w - - 0 13", "e2e5", " e3,e4 "),
    ] {
        let next = after(&at(&game, fen), text);
        let written = format_fen(&next);
        assert!(written.contains(listed), "{written}");
        assert_eq!(at(&game, &written), next, "{written}");
    }
}

use super::elimination::{four, playing, turn};
use super::*;

const TWICE: &str = "[rules]\nmoves-per-turn = 2";

#[test]
fn a_turn_is_so_many_moves() {
    let position = at(&four(TWICE), "yK,5/6/6/6/bK,5/5,rK r - - 0 1");
    let once = after(&position, "f1f2");
    assert_eq!(turn(&once), 'r');
    let twice = after(&once, "f2f3");
    assert_eq!(turn(&twice), 'b');
    assert_eq!(turn(&after(&twice, "a2b2 b2c2")), 'y');
}

#[test]
fn a_check_ends_the_turn() {
    let position = at(&four(TWICE), "yK,5/6/6/6/bK,5/3,rR,1,rK r - - 0 1");
    assert_eq!(turn(&after(&position, "d1d6")), 'b');
    assert_eq!(turn(&after(&position, "d1d5")), 'r');
}

#[test]
fn having_no_further_move_ends_the_turn() {
    // Blue's rooks shut Red's king in, and Red's pawn has one step left.
    let position = at(&four(TWICE), "4,bR,1/1,yK,3,^P/6/5,rP/bR,5/2,bK,2,rK r - - 0 1");
    assert_eq!(turn(&position), 'r');
    let stuck = after(&position, "f3f4");
    assert_eq!((turn(&stuck), playing(&stuck).as_str()), ('b', "rby"));
}

#[test]
fn those_who_are_out_are_passed_over() {
    let position = at(&four(""), "6/6/6/5,gK/bK,5/5,rK b - - 0 1");
    assert_eq!(turn(&after(&position, "a2a3")), 'g');
    assert_eq!(turn(&after(&position, "a2a3 f3f4")), 'r');
}

#[test]
fn only_the_last_move_of_a_turn_can_be_answered_in_passing() {
    let game =
        chatura_define::load_text("extends = \"four-player\"\nrules.moves-per-turn = 2", "test", &[], 0)
            .unwrap();
    // Green's pawn on e4 goes to the left; Red's pawn steps from d2 to d4, past it.
    let rows = "x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/14/14/14/14/bK,3,gP,8,gK/x,x,x,8,x,x,x/\
                x,x,x,rP,7,x,x,x/x,x,x,7,rK,x,x,x";
    let position = at(&game, &format!("{rows} r - - 0 1"));
    let last = after(&position, "k1k2 d2d4 a4a5 a5a6");
    assert!(is_legal(&last, "e4d3"));
    let first = after(&position, "d2d4 k1k2 a4a5 a5a6");
    assert!(!is_legal(&first, "e4d3"));
}

#[test]
fn a_round_is_over_when_everyone_had_the_turn() {
    let round = |position: &Position| position.setup().round;
    let position = at(&four(TWICE), "6/6/5,gK/6/bK,5/5,rK r - - 0 1");
    assert_eq!(round(&after(&position, "f1f2 f2f1 a2a3")), 1);
    let next = after(&position, "f1f2 f2f1 a2a3 a3a2 f4f5 f5f4");
    assert_eq!((turn(&next), round(&next)), ('r', 2));
}

#[test]
fn whoever_takes_a_king_has_another_move() {
    let position = at(&four(TWICE), "5,yK/6/6/5,gK/bK,5/rR,2,rK,2 r - - 0 1");
    let taken = after(&position, "a1a2");
    assert_eq!((turn(&taken), playing(&taken).as_str()), ('r', "ryg"));
}

#[test]
fn a_turn_of_two_that_has_begun_is_written_and_read() {
    let game = chess_with("rules.moves-per-turn = 2");
    let begun = after(&Position::start(&game), "e2e4");
    assert_eq!(begun.turn().index(), 0);
    let again = at(&game, &format_fen(&begun));
    assert!(again == begun);
    assert_eq!(after(&again, "d2d4").turn().index(), 1);
}

#[test]
fn a_turn_that_is_half_over_goes_on_from_its_text() {
    let game = chess_with(TWICE);
    let begun = after(&Position::start(&game), "e2e4");
    assert_eq!(chatura_rules::perft(&begun, 2), 592);
    assert_eq!(chatura_rules::perft(&at(&game, &format_fen(&begun)), 2), 592);
    let state = "setup = { array = \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\", state = \"w KQkq - 0 1 moved:1\" }\n";
    let start = Position::start(&chess_with(&format!("{state}{TWICE}")));
    assert_eq!(chatura_rules::perft(&start, 2), 592);
}

#[test]
fn who_moved_last_is_known_amid_a_turn() {
    let game = chess_with(
        "rules = { moves-per-turn = 2, blast = true, castling = \"none\" }\nend.extinction = { of = \"queen\" }",
    );
    // Both queens are gone; the other player's loss counts first, also when it is read again.
    let position = after(&at(&game, "k2q4/8/8/8/8/8/8/3Q3K w - - 0 1"), "d1d8");
    assert_eq!(end(&position), ended("1-0", Reason::Extinction));
    assert_eq!(end(&at(&game, &format_fen(&position))), ended("1-0", Reason::Extinction));
}

#[test]
fn the_first_turn_may_be_shorter() {
    let game = load("marseillais");
    let start = Position::start(&game);
    let next = after(&start, "e2e4");
    assert_eq!(next.turn(), chatura_rules::Player(1));
    let black = after(&next, "e7e5");
    assert_eq!(
        (black.turn(), after(&black, "b8c6").turn()),
        (chatura_rules::Player(1), chatura_rules::Player(0))
    );
    let white = after(&black, "b8c6 g1f3");
    assert_eq!(white.turn(), chatura_rules::Player(0));
}

use super::*;

#[test]
fn the_last_of_a_type_decides() {
    // Black's other knight is left: taking one is not enough, taking the queen is.
    let game = chess_with("pieces.king.royal = false\nend.extinction = { of = [\"queen\", \"knight\"] }");
    let position = at(&game, "nn1q4/8/8/8/8/8/8/RN1Q4 w - - 0 1");
    assert_eq!(end(&after(&position, "a1a8")), None);
    assert_eq!(end(&after(&position, "d1d8")), ended("1-0", Reason::Extinction));
}

#[test]
fn types_can_count_together() {
    let game = chess_with(
        "pieces.king.royal = false\nend.extinction = { of = [\"queen\", \"knight\"], together = true }",
    );
    let position = at(&game, "n2q4/8/8/8/8/8/8/RN1Q4 w - - 0 1");
    let queen = after(&position, "d1d8");
    assert_eq!(end(&queen), None);
    let both = at(&game, "n7/8/8/8/8/8/8/RN1Q4 w - - 0 1");
    assert_eq!(end(&after(&both, "a1a8")), ended("1-0", Reason::Extinction));
}

#[test]
fn a_few_may_be_too_few() {
    let game = chess_with("pieces.king.royal = false\nend.extinction = { of = [\"pawn\"], down-to = 2 }");
    let position = at(&game, "8/ppp5/8/8/8/8/PPP5/R7 w - - 0 1");
    assert_eq!(end(&position), None);
    let taken = at(&game, "8/1pp5/p7/8/8/8/1PPP4/R7 w - - 0 1");
    assert_eq!(end(&after(&taken, "a1a6")), ended("1-0", Reason::Extinction));
}

#[test]
fn promoting_the_last_pawn_of_kinglet_loses() {
    let position = at(&load("kinglet"), "8/P6p/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(end(&after(&position, "a7a8k")), ended("0-1", Reason::Extinction));
}

#[test]
fn only_types_of_the_start_can_die_out() {
    let game = load("horde");
    let start = Position::start(&game);
    // White has no king and is not lost for that.
    assert_eq!(end(&start), None);
    assert_eq!(end(&at(&game, "4k3/8/8/8/8/1r6/8/P7 w - - 0 1")), None);
    let lost = at(&game, "4k3/8/8/8/8/r7/P7/8 b - - 0 1");
    assert_eq!(end(&after(&lost, "a3a2")), ended("0-1", Reason::Extinction));
}

#[test]
fn dying_out_may_win() {
    let game =
        chess_with("pieces.king.royal = false\nend.extinction = { of = [\"queen\"], result = \"win\" }");
    let position = at(&game, "3q4/8/8/8/8/8/8/3Q4 w - - 0 1");
    assert_eq!(end(&after(&position, "d1d8")), ended("0-1", Reason::Extinction));
}

#[test]
fn an_extinction_that_means_nothing_hides_no_other_end() {
    let game = chess_with(
        "end.extinction = { of = [\"queen\"], result = \"none\" }\nend.goal = { of = [\"king\"], zone = \"d4..e5\" }",
    );
    let position = at(&game, "7k/8/8/8/8/3K4/8/8 w - - 0 1");
    assert_eq!(end(&after(&position, "d3d4")), ended("1-0", Reason::Goal));
}

#[test]
fn what_looks_like_a_queen_keeps_queens_alive() {
    let game = chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]\"\nrules.drops = true\n\
         end.extinction = { of = [\"queen\"] }",
    );
    let position = at(&game, "q3k3/1P6/8/8/8/8/8/Q3K3[] b - - 0 1");
    // Its player promotes before the queen is taken, or after.
    let promoted = at(&game, "q3k3/1Q~6/8/8/8/8/8/Q3K3[] b - - 0 1");
    assert_eq!(end(&after(&promoted, "a8a1")), None);
    assert_eq!(end(&after(&position, "a8a1")), ended("0-1", Reason::Extinction));
}

#[test]
fn what_is_in_hand_is_not_extinct() {
    let game = chess_with(
        "pieces.king.royal = false\nrules.drops = { captured = true }\nend.extinction = { of = [\"queen\"] }\n\
         setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]\"",
    );
    let held = at(&game, "3q4/8/8/8/8/8/8/3RQ2K[q] w - - 0 1");
    assert_eq!(end(&after(&held, "d1d8")), None);
    let last = at(&game, "3q4/8/8/8/8/8/8/3RQ2K[] w - - 0 1");
    assert_eq!(end(&after(&last, "d1d8")), ended("1-0", Reason::Extinction));
}

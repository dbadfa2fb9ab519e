use super::*;

#[test]
fn who_reaches_the_hill_wins() {
    let position = at(&load("kingofthehill"), "7k/8/8/8/8/3K4/8/8 w - - 0 1");
    let won = after(&position, "d3d4");
    assert_eq!(end(&won), ended("1-0", Reason::Goal));
    assert!(moves(&won).is_empty());
    assert_eq!(end(&after(&position, "d3c4")), None);
}

#[test]
fn an_attacked_hill_is_no_goal() {
    let position = at(&load("kingofthehill"), "3r3k/8/8/8/8/4K3/8/8 w - - 0 1");
    assert!(!is_legal(&position, "e3d4") && is_legal(&position, "e3e4"));
}

#[test]
fn the_second_player_may_answer() {
    let game = load("racingkings");
    let close = at(&game, "8/k6K/8/8/8/8/8/8 w - - 0 1");
    let first = after(&close, "h7h8");
    assert_eq!(end(&first), None);
    assert_eq!(end(&after(&first, "a7a8")), ended("1/2-1/2", Reason::BothGoals));
    assert_eq!(end(&after(&first, "a7a6")), ended("1-0", Reason::Goal));
}

#[test]
fn there_is_no_answer_for_one_who_is_too_far() {
    let far = at(&load("racingkings"), "8/7K/k7/8/8/8/8/8 w - - 0 1");
    let won = after(&far, "h7h8");
    assert_eq!(end(&won), ended("1-0", Reason::Goal));
    assert!(moves(&won).is_empty());
}

#[test]
fn the_first_player_has_no_answer() {
    let position = at(&load("racingkings"), "8/k6K/8/8/8/8/8/8 b - - 0 1");
    assert_eq!(end(&after(&position, "a7a8")), ended("0-1", Reason::Goal));
}

#[test]
fn a_goal_is_each_players_own() {
    let game = chess_with("end.goal = { of = [\"pawn\"], zone = \"rank 6\", result = \"win\" }");
    let position = at(&game, "4k3/8/8/P7/7p/8/8/4K3 w - - 0 1");
    assert_eq!(end(&after(&position, "a5a6")), ended("1-0", Reason::Goal));
    assert_eq!(end(&after(&position, "e1e2 h4h3")), ended("0-1", Reason::Goal));
}

/// Going to a goal beside the other king is no move, so such a position never comes about: it is refused like any
/// other in which the one to move could take a king, whether or not that king has arrived, and whether or not taking it
/// would be safe. That the taker would arrive as well decides nothing: no king is ever taken.
#[test]
fn a_goal_does_not_excuse_an_attacked_king() {
    let game = load("racingkings");
    for fen in ["1K6/k7/8/8/8/8/8/8 b - - 0 1", "1K6/k7/3Q4/1Qb2B2/3q4/8/7q/1n6 b - - 0 1"] {
        let setup = parse_fen(&game, fen).unwrap();
        let refused = Position::new(&game, &setup).unwrap_err().to_string();
        assert_eq!(refused, "Black could take the king on b8, but it is Black's turn");
    }
    let position = at(&game, "8/k1K5/8/8/8/8/8/8 w - - 0 1");
    assert!(!is_legal(&position, "c7b8") && is_legal(&position, "c7c8"));
}

/// The same where a move is tried by playing it: the king may not walk into an attack because the game ends there.
#[test]
fn a_goal_under_attack_is_not_reached_by_gating_either() {
    let game = chess_with(
        "setup.array = \"4k3/8/8/8/8/8/8/4K3[Hh]\"\nrules.castling = \"none\"\n\
         pieces.hawk = { letter = \"H\", moves = \"BN\" }\n\
         rules.drops = { captured = false, pieces = [\"hawk\"] }\nrules.gating = true\n\
         end.goal = { of = [\"king\"], zone = \"d2\" }",
    );
    let position = at(&game, "3rk3/8/8/8/8/8/8/4K3[H] w E - 0 1");
    assert!(is_legal(&position, "e1f2h"), "{:?}", moves(&position));
    assert!(!is_legal(&position, "e1d2") && !is_legal(&position, "e1d2h"), "{:?}", moves(&position));
}

#[test]
fn a_goal_that_means_nothing_ends_nothing() {
    let game = chess_with("end.goal = { of = [\"king\"], zone = \"ranks 1-8\", result = \"none\" }");
    assert_eq!(end(&after(&Position::start(&game), "e2e4 e7e5")), None);
}

#[test]
fn a_goal_may_have_to_be_safe() {
    let game = load("squatter");
    let position = at(&game, "4k3/7R/8/8/8/8/r7/4K3 w - - 0 1");
    // Beside the king it could be taken, but not with the king out of reach.
    assert_eq!(end(&after(&position, "h7h8")), ended("1-0", Reason::Goal));
    let near = at(&game, "6k1/7R/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(end(&after(&near, "h7h8")), None);
}

#[test]
fn a_goal_may_have_to_be_held_until_the_next_turn() {
    let position = at(&load("jesonmor"), "n7n/9/3n5/9/9/9/3N5/9/NN7 w - - 0 1");
    let there = after(&position, "d3e5");
    assert_eq!(end(&there), None);
    assert_eq!(end(&after(&there, "d7e5 b1d2")), ended("0-1", Reason::Goal));
    assert_eq!(end(&after(&there, "a9b7")), ended("1-0", Reason::Goal));
}

#[test]
fn a_goal_may_need_several_pieces() {
    let game = chess_with("end.goal = { of = \"pawn\", zone = \"rank 6\", count = 2 }");
    let position = at(&game, "4k3/8/8/PP6/8/8/8/4K3 w - - 0 1");
    let one = after(&position, "a5a6");
    assert_eq!(end(&one), None);
    assert_eq!(end(&after(&one, "e8e7 b5b6")), ended("1-0", Reason::Goal));
}

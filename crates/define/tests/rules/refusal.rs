use super::*;

/// Why a piece may not go from one cell to another.
fn why(game: &Arc<Game>, fen: &str, from: &str, to: &str) -> String {
    let cell = |name: &str| game.board().cell(name).unwrap();
    at(game, fen).refusal(cell(from), cell(to)).map(|refusal| refusal.sentence).unwrap_or_default()
}

#[test]
fn what_is_in_the_way_is_named() {
    let chess = load("chess");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let why = |from, to| why(&chess, start, from, to);
    assert_eq!(why("e2", "e4"), "");
    assert_eq!(why("e4", "e5"), "there is no piece on e4");
    assert_eq!(why("e7", "e5"), "the pawn on e7 is Black's, and it is White's turn");
    assert_eq!(why("a1", "a2"), "your own pawn on a2 stands there");
    assert_eq!(why("a1", "a5"), "the pawn on a2 stands in the way");
    assert_eq!(why("a1", "a8"), "several pieces stand between the rook on a1 and a8");
    assert_eq!(why("g1", "g3"), "the knight on g1 does not go to g3");
    assert_eq!(why("e2", "d3"), "the pawn on e2 can go to d3 only to capture");
    assert_eq!(why("e1", "g1"), "your own knight on g1 stands there");
}

#[test]
fn what_would_attack_a_royal_is_named() {
    let chess = load("chess");
    assert_eq!(
        why(&chess, "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "c3"),
        "the king would be open to the rook on e8"
    );
    let checked = "4r2k/8/8/8/8/8/P7/4K3 w - - 0 1";
    assert_eq!(why(&chess, checked, "a2", "a3"), "the king would stay open to the rook on e8");
    assert_eq!(why(&chess, checked, "e1", "e2"), "the king would stay open to the rook on e8");
    assert_eq!(
        why(&chess, "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1", "e1", "g1"),
        "the king on e1 cannot castle to g1 now"
    );
    assert_eq!(
        why(&chess, "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3", "e4"),
        "the pawn on e3 can go to e4, but not capture there"
    );
    assert_eq!(why(&chess, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "h8", "g8"), "the game is over");
}

#[test]
fn rules_of_other_games_are_named() {
    let antichess = load("antichess");
    assert_eq!(
        why(&antichess, "8/8/8/8/3p4/4P3/P7/8 w - - 0 1", "a2", "a3"),
        "a piece can be captured, so a capture must be played"
    );
    let xiangqi = load("xiangqi");
    assert_eq!(
        why(&xiangqi, "4k4/9/9/9/4N4/9/9/9/9/4K4 w - - 0 1", "e6", "d8"),
        "the royal pieces would face each other with nothing between"
    );
    let racing = load("racingkings");
    assert_eq!(why(&racing, "8/8/8/8/8/8/k6K/6R1 w - - 0 1", "g1", "a1"), "no move may give check");
}

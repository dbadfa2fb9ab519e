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

/// Why a piece in hand may not be dropped on a cell.
fn why_no_drop(game: &Arc<Game>, fen: &str, kind: &str, to: &str) -> (String, Vec<String>) {
    let kind = game.types().iter().position(|info| info.name == kind).unwrap();
    let to = game.board().cell(to).unwrap();
    let refusal = at(game, fen).drop_refusal(chatura_rules::PieceType(kind as u8), to);
    let cells = |cells: Vec<chatura_rules::Cell>| {
        cells.into_iter().map(|cell| game.board().name(cell).to_owned()).collect()
    };
    refusal.map(|refusal| (refusal.sentence, cells(refusal.cells))).unwrap_or_default()
}

#[test]
fn a_drop_is_refused_for_its_own_reason() {
    let shogi = load("shogi");
    let fen = "4k4/9/9/9/9/9/4P4/9/4K4[PPRp] w - - 0 1";
    let why = |fen: &str, kind, to| why_no_drop(&shogi, fen, kind, to);
    assert_eq!(why(fen, "pawn", "d5").0, "");
    assert_eq!(
        why(fen, "pawn", "e5"),
        ("the pawn on e3 stands on the same file".to_owned(), vec!["e3".to_owned()])
    );
    assert_eq!(why(fen, "pawn", "d9").0, "a pawn may not be dropped on d9");
    assert_eq!(why(fen, "gold", "d5").0, "there is no gold in hand");
    assert_eq!(why(fen, "rook", "e3").0, "the pawn on e3 stands there: pieces are dropped on empty cells");
    let checked = "4k4/4r4/9/9/9/9/9/9/4K4[PR] w - - 0 1";
    assert_eq!(why(checked, "rook", "e3").0, "");
    assert_eq!(
        why(checked, "rook", "a3"),
        ("the king would stay open to the rook on e8".to_owned(), vec!["e8".to_owned()])
    );
    let mates = "8k/9/8G/9/9/9/9/9/R3K4[P] w - - 0 1";
    assert_eq!(why(mates, "pawn", "i8").0, "");
}

#[test]
fn a_rule_is_named_only_where_it_is_the_reason() {
    let racing = load("racingkings");
    assert_eq!(why(&racing, "8/8/8/8/8/k7/8/K6R w - - 0 1", "h1", "h3"), "no move may give check");
    let xiangqi = load("xiangqi");
    let facing = "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(
        why(&xiangqi, facing, "e6", "d6"),
        "the royal pieces would face each other with nothing between"
    );
}

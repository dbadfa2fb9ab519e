use super::*;

/// The cells of what attacks and protects a cell.
fn attackers(game: &Arc<Game>, fen: &str, cell: &str) -> String {
    let board = game.board();
    let mut found: Vec<&str> =
        at(game, fen).attackers(board.cell(cell).unwrap()).into_iter().map(|cell| board.name(cell)).collect();
    found.sort_unstable();
    found.join(" ")
}

#[test]
fn what_could_capture_attacks_whoever_is_to_move() {
    let chess = load("chess");
    let fen = "4k3/8/3p1n2/8/4P3/2N3B1/8/4R1K1 b - - 0 1";
    assert_eq!(attackers(&chess, fen, "e4"), "c3 e1 f6");
    // A pawn attacks where it captures, not where it goes.
    assert_eq!(attackers(&chess, fen, "e5"), "d6 g3");
    assert_eq!(attackers(&chess, fen, "d5"), "c3 e4 f6");
    assert_eq!(attackers(&chess, fen, "e8"), "f6");
    // A piece that is pinned attacks nevertheless, and a king protects.
    assert_eq!(attackers(&chess, "4k3/8/4n3/8/8/8/4R3/4K3 w - - 0 1", "d4"), "e6");
    assert_eq!(attackers(&chess, "4k3/8/4n3/8/8/8/4R3/4K3 w - - 0 1", "e2"), "e1");
}

#[test]
fn cannons_need_a_piece_between() {
    let xiangqi = load("xiangqi");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    assert_eq!(attackers(&xiangqi, start, "b10"), "a10 b3");
    assert_eq!(attackers(&xiangqi, start, "b9"), "b3");
    assert_eq!(attackers(&xiangqi, start, "b7"), "");
}

#[test]
fn friends_of_a_team_attack_nobody_of_theirs() {
    let game = load("four-player");
    let position = Position::start(&game);
    let board = game.board();
    for cell in 0..board.len() {
        let cell = chatura_rules::Cell(cell as u16);
        assert!(position.attackers(cell).iter().all(|from| *from != cell));
    }
}

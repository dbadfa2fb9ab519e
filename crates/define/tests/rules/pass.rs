use super::*;

#[test]
fn nobody_passes_unless_the_game_lets_them() {
    let position = at(&load("chess"), "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1");
    assert!(moves(&position).is_empty());
}

#[test]
fn who_is_stuck_may_pass() {
    let game = chess_with("rules.pass = \"stuck\"");
    let stuck = at(&game, "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(moves(&stuck), ["0000"]);
    let passed = after(&stuck, "0000");
    assert_eq!((board(&passed), passed.turn().0), ("7k/5Q2/8/8/8/8/8/4K3".into(), 0));
    let free = at(&game, "7k/8/8/8/8/8/8/4K3 b - - 0 1");
    assert!(!is_legal(&free, "0000"));
}

#[test]
fn passing_always_is_no_way_out_of_check() {
    let game = chess_with("rules.pass = \"always\"");
    assert!(is_legal(&Position::start(&game), "0000"));
    assert!(!is_legal(&at(&game, "4r2k/8/8/8/8/8/8/4K3 w - - 0 1"), "0000"));
    assert_eq!(end(&at(&game, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")), ended("1-0", Reason::Checkmate));
}

#[test]
fn a_pass_ends_the_chance_to_take_en_passant() {
    let game = chess_with("rules.pass = \"always\"");
    let passed = after(&at(&game, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1"), "a2a4");
    assert_eq!(from(&passed, "b4"), "a3 b3");
    assert_eq!(from(&after(&passed, "0000 0000"), "b4"), "b3");
}

#[test]
fn who_passes_gives_no_check() {
    // Where a rule listens every move is tried on the board, on which the rook attacks the king as it did before.
    let rules = "rules.pass = \"always\"\nrules.check = \"ignored\"\nrules.giving-check = \"forbidden\"\n";
    let walls = "pieces.fence = { letter = \"X\", wall = true }\nrules.walling = { piece = \"fence\", on = \"empty\" }";
    for game in [chess_with(rules), chess_with(&format!("{rules}{walls}"))] {
        let attacking = at(&game, "4r2k/8/8/8/8/8/8/4K3 b - - 0 1");
        assert!(is_legal(&attacking, "0000"));
    }
}

use super::*;

#[test]
fn too_little_to_mate_is_a_draw() {
    let game = load("chess");
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1",
    ] {
        assert_eq!(end(&at(&game, fen)), ended("1/2-1/2", Reason::Material), "{fen}");
    }
}

#[test]
fn enough_to_mate_somehow_goes_on() {
    let game = load("chess");
    for fen in [
        "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1",
    ] {
        assert_eq!(end(&at(&game, fen)), None, "{fen}");
    }
}

#[test]
fn games_that_can_be_won_otherwise_ignore_it() {
    for name in ["kingofthehill", "3check", "atomic"] {
        assert_eq!(end(&at(&load(name), "4k3/8/8/8/8/8/8/4K3 w - - 0 1")), None, "{name}");
    }
}

#[test]
fn dead_pieces_do_not_mate() {
    let game = load("three-player");
    let kings = at(&game, "^Q,^R,6/4,rK,3/8/8/8/^N,7/8/8/2,^P,^P,4/3,bK,4/8/4,wK,3 w - - 0 1");
    assert_eq!(end(&kings).map(|(_, reason)| reason), Some(Reason::Material));
    let rook = at(&game, "^Q,^R,6/4,rK,3/8/8/8/^N,7/8/8/2,^P,^P,4/3,bK,4/wR,7/4,wK,3 w - - 0 1");
    assert_eq!(end(&rook), None);
}

#[test]
fn another_way_to_win_overrules_what_was_inherited() {
    for way in [
        "end.goal = { of = \"king\", zone = \"d4..e5\" }",
        "end.checks = { count = 3 }",
        "end.stalemate = \"loss\"",
        "end.bare-king = \"loss\"\n# after a capture only",
        "end.extinction = { of = \"pawn\" }",
    ] {
        let game = chess_with(way);
        let outcome = end(&at(&game, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1"));
        assert!(outcome.as_ref().is_none_or(|(_, reason)| *reason != Reason::Material), "{way}: {outcome:?}");
        let told = game.describe();
        let told: Vec<&str> = told.iter().map(String::as_str).collect();
        assert!(!told.iter().any(|sentence| sentence.contains("enough left to mate")), "{way}: {told:?}");
    }
    let drawn = chess_with("end.goal = { of = \"king\", zone = \"d4..e5\", result = \"draw\" }");
    assert_eq!(end(&at(&drawn, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")), ended("1/2-1/2", Reason::Material));
}

use super::*;

#[test]
fn too_long_without_progress_ends_the_game() {
    let game = load("chess");
    let position = at(&game, "4k3/8/8/8/8/8/P7/R3K3 w - - 149 100");
    assert_eq!(end(&position), None);
    assert_eq!(end(&after(&position, "a1b1")), ended("1/2-1/2", Reason::NoProgress));
    assert_eq!(end(&after(&position, "a2a3")), None);
    assert_eq!(after(&position, "a2a3").halfmoves(), 0);
}

#[test]
fn a_mate_on_the_last_move_counts() {
    let position = at(&load("chess"), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 100");
    assert_eq!(end(&after(&position, "a1a8")), ended("1-0", Reason::Checkmate));
}

#[test]
fn fifty_moves_can_be_claimed() {
    let game = load("chess");
    let early = line(&at(&game, "4k3/8/8/8/8/8/P7/R3K3 w - - 98 100"), "a1b1");
    assert!(early.claimable().is_none());
    let late = line(&at(&game, "4k3/8/8/8/8/8/P7/R3K3 w - - 99 100"), "a1b1");
    assert_eq!(late.claimable().map(|outcome| outcome.reason), Some(Reason::NoProgress));
    assert!(late.outcome().is_none());
}

#[test]
fn captures_and_drops_are_progress() {
    let taken = at(&load("chess"), "4k3/8/8/8/8/8/8/qR2K3 w - - 9 9");
    assert_eq!(after(&taken, "b1a1").halfmoves(), 0);
    let drop = at(&load("crazyhouse"), "4k3/8/8/8/8/8/8/4K3[N] w - - 9 9");
    assert_eq!(after(&drop, "N@a4").halfmoves(), 0);
    assert_eq!(after(&drop, "e1e2").halfmoves(), 10);
}

#[test]
fn the_limit_and_its_meaning_can_be_set() {
    let game = chess_with("end.no-progress = { automatic = 2, result = \"loss\" }");
    let position = at(&game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let over = after(&position, "a1a2 e8e7 a2a3 e7e8");
    assert_eq!(end(&over), ended("0-1", Reason::NoProgress));
}

#[test]
fn a_limit_that_means_nothing_ends_nothing() {
    let game = chess_with("end.no-progress = { claim = 1, automatic = 2, result = \"none\" }");
    let line = line(&Position::start(&game), "g1f3 g8f6 f3g1 f6g8");
    assert!(line.outcome().is_none() && line.claimable().is_none());
}

#[test]
fn what_was_inherited_can_be_taken_away() {
    for none in ["end.no-progress = false", "end.no-progress.result = \"none\""] {
        let game = chess_with(none);
        let position = at(&game, "4k3/8/8/8/8/8/8/R3K3 w - - 400 250");
        assert_eq!(end(&position), None, "{none}");
        assert!(Line::new(position).claimable().is_none(), "{none}");
        let told = game.describe();
        let mut told = told.iter();
        assert!(!told.any(|sentence| sentence.contains("without a capture")), "{none}");
    }
}

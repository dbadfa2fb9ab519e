use super::*;

#[test]
fn a_royal_may_not_be_left_attacked() {
    let game = load("chess");
    assert_eq!(from(&at(&game, "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"), "e2"), "");
    // Two checks at once: only the king can move.
    let double = at(&game, "4r2k/8/8/8/1b6/8/R7/4K3 w - - 0 1");
    assert!(moves(&double).iter().all(|text| text.starts_with("e1")), "{:?}", moves(&double));
    let single = at(&game, "4r2k/8/8/8/8/8/R7/4K3 w - - 0 1");
    assert_eq!(from(&single, "a2"), "e2");
}

#[test]
fn where_check_is_ignored_the_royal_can_be_taken() {
    let game = chess_with("rules.check = \"ignored\"");
    let position = at(&game, "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(from(&position, "e2"), "c1 c3 d4 f4 g1 g3");
    let open = after(&position, "e2c3");
    assert_eq!(open.attacked_royals(chatura_rules::Player(0)).len(), 1);
    let taken = after(&open, "e8e1");
    assert_eq!(end(&taken), ended("0-1", Reason::RoyalLost));
    assert!(moves(&taken).is_empty());
}

#[test]
fn only_unsafe_moves_of_the_royal_are_an_end_of_their_own() {
    let game = chess_with("rules.check = \"ignored\"\nend.unsafe-royal = \"draw\"");
    let stuck = at(&game, "7k/8/8/8/8/1q6/8/K7 w - - 0 1");
    assert_eq!(end(&stuck), ended("1/2-1/2", Reason::UnsafeRoyal));
    assert_eq!(end(&at(&game, "7k/8/8/8/8/1q6/7P/K7 w - - 0 1")), None);
    assert_eq!(end(&at(&game, "7k/8/8/8/8/2q5/8/K7 w - - 0 1")), None);
}

#[test]
fn check_may_be_forbidden_to_give() {
    let position = at(&load("racingkings"), "8/8/8/8/8/8/k7/7K w - - 0 1");
    assert_eq!(from(&position, "h1"), "g1 g2 h2");
    let rook = at(&load("racingkings"), "8/8/8/8/k7/8/8/1R5K w - - 0 1");
    assert!(!is_legal(&rook, "b1a1") && !is_legal(&rook, "b1b4") && is_legal(&rook, "b1c1"));
    // Nor by stepping aside.
    let hidden = at(&load("racingkings"), "8/8/8/8/k2N3R/8/8/7K w - - 0 1");
    assert_eq!(from(&hidden, "d4"), "");
}

#[test]
fn kings_may_not_face_each_other() {
    let game = load("xiangqi");
    let open = at(&game, "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
    assert_eq!(from(&open, "d1"), "d2");
    let screened = at(&game, "4k4/9/9/9/4N4/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(from(&screened, "e6"), "");
    let beside = at(&game, "4k4/9/9/9/3N5/9/9/9/4P4/4K4 w - - 0 1");
    assert_eq!(from(&beside, "d6"), "b5 b7 c4 c8 e4 e8 f5 f7");
    // Elsewhere they may.
    let chess = at(&load("chess"), "4k3/8/8/8/8/8/8/3K4 w - - 0 1");
    assert!(is_legal(&chess, "d1e1"));
}

#[test]
fn who_has_no_move_is_mated_or_stuck() {
    let game = load("chess");
    assert_eq!(end(&at(&game, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")), ended("1-0", Reason::Checkmate));
    assert_eq!(end(&at(&game, "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1")), ended("1/2-1/2", Reason::Stalemate));
    let other = chess_with("end.stalemate = \"loss\"\nend.checkmate = \"win\"");
    assert_eq!(end(&at(&other, "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1")), ended("1-0", Reason::Stalemate));
    assert_eq!(end(&at(&other, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")), ended("0-1", Reason::Checkmate));
}

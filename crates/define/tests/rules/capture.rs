use super::*;

#[test]
fn who_can_capture_must() {
    let position = at(&load("antichess"), "8/8/8/3p4/4P3/8/8/N7 w - - 0 1");
    assert_eq!(moves(&position), ["e4d5"]);
    let quiet = at(&load("antichess"), "8/8/3p4/8/4P3/8/8/N7 w - - 0 1");
    assert_eq!(moves(&quiet), ["a1b3", "a1c2", "e4e5"]);
}

#[test]
fn en_passant_is_a_capture() {
    let position = at(&load("antichess"), "8/8/8/8/1p6/8/P7/8 w - - 0 1");
    assert_eq!(moves(&after(&position, "a2a4")), ["b4a3"]);
}

#[test]
fn only_legal_captures_count() {
    let game = chess_with("rules.must-capture = true");
    // The pinned rook cannot take the knight.
    let position = at(&game, "4r2k/8/8/8/8/8/4R2n/4K3 w - - 0 1");
    assert_eq!(moves(&position), ["e2e8"]);
    let pinned = at(&game, "4r2k/4p3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(from(&pinned, "e1"), "d1 d2 e2 f1 f2");
}

#[test]
fn a_win_by_losing_everything() {
    let position = at(&load("antichess"), "8/8/8/3p4/4P3/8/8/8 w - - 0 1");
    let lost = after(&position, "e4d5");
    assert_eq!(end(&lost), ended("0-1", Reason::Stalemate));
}

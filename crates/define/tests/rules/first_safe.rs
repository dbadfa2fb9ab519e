use super::*;

#[test]
fn a_king_leaps_once_and_not_out_of_check() {
    let game = load("cambodian");
    let start = Position::start(&game);
    assert_eq!(from(&start, "d1"), "b2 c2 d2 e2 f2");
    assert_eq!(from(&start, "e1"), "d2 f2");
    let back = after(&start, "d1d2 a6a5 d2d1 a5a4");
    assert_eq!(from(&back, "d1"), "c2 d2 e2");
    let checked = at(&game, "3k4/8/8/8/8/2n5/8/3K4 w Dd - 0 1");
    assert_eq!(from(&checked, "d1"), "c1 c2 d2 e1");
}

#[test]
fn a_rook_that_faces_the_king_takes_the_leap_away() {
    let game = load("cambodian");
    let position = at(&game, "r2k4/8/8/8/8/3P4/8/3K4 b Dd - 0 1");
    // A pawn in between does not matter.
    let faced = after(&position, "a8b8 d3d4 b8b1");
    assert!(!is_legal(&faced, "d1f2"));
    let gone = after(&faced, "d1d2 b1b8 d2d1 b8b7");
    assert!(!is_legal(&gone, "d1f2"));
    let behind = at(&game, "3k3r/8/8/8/8/3P4/8/3K4 b D - 0 1");
    let lined = after(&behind, "h8h6 d3d4 h6d6 d4d5");
    assert!(!is_legal(&after(&lined, "d6a6"), "d1f2"));
    assert!(is_legal(&after(&after(&behind, "h8h6"), "d3d4 h6a6"), "d1f2"));
    assert_eq!(at(&game, &format_fen(&lined)), lined);
}

#[test]
fn nobody_keeps_track_of_what_may_have_moved() {
    let text = "extends = \"chess\"\npieces.king = { first = \"fsmN\", first-safe = \"rook\" }";
    let error = chatura_define::load_text(text, "test", &[], 0).err().unwrap();
    assert_eq!(error.findings()[0].help.as_deref(), Some("write unmoved = true"));
}

use super::*;

#[test]
fn a_piece_turns_over_whenever_it_moves() {
    let position = Position::start(&load("kyotoshogi"));
    let next = after(&position, "e1e2+");
    assert_eq!(board(&next), "p+nks+l/5/5/4+P/+LSK+N1[]");
    assert_eq!(board(&after(&next, "a5a4+ e2d2-")), "1+nks+l/+p4/5/3P1/+LSK+N1[]");
}

#[test]
fn a_captured_piece_goes_home_and_is_dropped_either_way() {
    let position = at(&load("kyotoshogi"), "2k2/5/2+p2/2S2/2K2[] w - - 0 1");
    let taken = after(&position, "c2c3+");
    assert_eq!(board(&taken), "2k2/5/2+S2/5/2K2[P]");
    let next = after(&taken, "c5b5");
    assert!(is_legal(&next, "P@a3") && is_legal(&next, "+P@a3"));
    assert_eq!(board(&after(&next, "+P@a3")), "1k3/5/+P1+S2/5/2K2[]");
}

#[test]
fn royals_neither_come_nor_go() {
    let text = "extends = \"chess\"\nrules.transform = { rook = \"king\" }\n";
    let findings = chatura_define::catalogue::check(text, "test");
    assert!(findings.iter().any(|finding| finding.message.contains("royal")), "{findings:?}");
}

use super::*;

#[test]
fn a_king_in_check_may_not_run() {
    let game = load("makpong");
    let free = at(&game, "4k3/8/8/8/8/8/7r/4K3 w - - 0 1");
    assert_eq!(from(&free, "e1"), "d1 f1");
    let checked = at(&game, "4k3/8/8/8/8/8/R7/r3K3 w - - 0 1");
    assert_eq!(moves(&checked), ["a2a1"]);
    let alone = at(&game, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    assert_eq!(end(&alone), ended("0-1", Reason::Checkmate));
}

#[test]
fn it_may_take_the_only_piece_that_gives_check() {
    let game = load("makpong");
    assert_eq!(moves(&at(&game, "4k3/8/8/8/8/8/8/3rK3 w - - 0 1")), ["e1d1"]);
    // Another gives check as well: nothing helps.
    assert_eq!(moves(&at(&game, "4r1k1/8/8/8/8/8/8/3rK3 w - - 0 1")), [""; 0]);
}

use super::*;

#[test]
fn the_last_check_wins() {
    let position = at(&load("3check"), "7k/8/8/8/8/8/8/R3K3 w - - 2+3 0 1");
    let once = after(&position, "a1a8");
    assert!(format_fen(&once).contains(" 1+3 "), "{}", format_fen(&once));
    assert_eq!(end(&once), None);
    let won = after(&once, "h8g7 a8a7");
    assert_eq!(end(&won), ended("1-0", Reason::Checks));
    assert!(moves(&won).is_empty());
}

#[test]
fn a_double_check_counts_once() {
    let position = at(&load("3check"), "4k3/8/8/8/4N3/8/8/4RK2 w - - 3+3 0 1");
    let double = after(&position, "e4f6");
    assert!(format_fen(&double).contains(" 2+3 "), "{}", format_fen(&double));
}

#[test]
fn the_number_can_be_set() {
    let game = chess_with("end.checks = { count = 1 }");
    let position = at(&game, "7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(end(&after(&position, "a1a8")), ended("1-0", Reason::Checks));
}

#[test]
fn of_more_players_a_check_that_stands_is_given_again() {
    let game = elimination::four("checks.count = 3");
    let position = at(&game, "3,yR,bK,1/6/yK,5/6/6/2,rK,3 y - - 3+3+3+3 0 1");
    assert!(format_fen(&after(&position, "a4a3")).contains(" 3+3+2+3 "));
}

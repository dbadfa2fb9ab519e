use super::*;

const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8 ";

#[test]
fn the_third_time_can_be_claimed_and_the_fifth_ends_the_game() {
    let start = Position::start(&load("chess"));
    let twice = line(&start, KNIGHTS);
    assert!((twice.claimable().is_none(), twice.occurrences()) == (true, 2));
    let thrice = line(&start, &KNIGHTS.repeat(2));
    assert_eq!(thrice.claimable().map(|outcome| outcome.reason), Some(Reason::Repetition));
    assert!(thrice.outcome().is_none());
    let five = line(&start, &KNIGHTS.repeat(4));
    let outcome = five.outcome().unwrap();
    assert_eq!((outcome.result().as_str(), outcome.reason), ("1/2-1/2", Reason::Repetition));
}

#[test]
fn other_rights_make_another_position() {
    let position = at(&load("chess"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let moved = line(&position, "e1e2 e8e7 e2e1 e7e8");
    assert_eq!(moved.occurrences(), 1);
    let again = line(&position, &"e1e2 e8e7 e2e1 e7e8 ".repeat(2));
    assert_eq!(again.occurrences(), 2);
}

#[test]
fn undone_moves_do_not_count() {
    let mut line = line(&Position::start(&load("chess")), &KNIGHTS.repeat(2));
    assert_eq!(line.occurrences(), 3);
    for _ in 0..4 {
        line.undo();
    }
    assert_eq!(line.occurrences(), 2);
}

#[test]
fn perpetual_check_loses_where_it_is_forbidden() {
    let rule = "automatic = 3, result = \"draw\", perpetual-check = \"loss\"";
    let game = chess_with(&format!("end.repetition = {{ {rule} }}"));
    let position = at(&game, "6k1/6p1/8/7Q/8/8/8/4K3 w - - 0 1");
    let checks = "h5e8 g8h7 e8h5 h7g8 ";
    assert!(line(&position, checks).outcome().is_none());
    let outcome = line(&position, &checks.repeat(2)).outcome().unwrap();
    assert_eq!((outcome.result().as_str(), outcome.reason), ("0-1", Reason::PerpetualCheck));
    // Without a check in every move it is a draw.
    let start = Position::start(&game);
    let outcome = line(&start, &KNIGHTS.repeat(2)).outcome().unwrap();
    assert_eq!(outcome.reason, Reason::Repetition);
}

#[test]
fn perpetual_chase_loses_in_xiangqi() {
    let position = at(&load("xiangqi"), "3k5/9/9/9/7c1/9/9/9/9/4K1R2 w - - 0 1");
    let chase = "g1h1 h6g6 h1g1 g6h6 ";
    let outcome = line(&position, &chase.repeat(2)).outcome().unwrap();
    assert_eq!((outcome.result().as_str(), outcome.reason), ("0-1", Reason::PerpetualChase));
}

#[test]
fn a_protected_piece_is_not_chased() {
    // The chariot on i6 guards the cannon on h6 and on g6.
    let position = at(&load("xiangqi"), "3k5/9/9/9/7cr/9/9/9/9/4K1R2 w - - 0 1");
    let outcome = line(&position, &"g1h1 h6g6 h1g1 g6h6 ".repeat(2)).outcome().unwrap();
    assert_eq!((outcome.result().as_str(), outcome.reason), ("1/2-1/2", Reason::Repetition));
}

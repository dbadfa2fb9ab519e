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

#[test]
fn who_is_exempt_may_chase_and_be_chased() {
    let chase = "automatic = 3, perpetual-chase = \"loss\"";
    let reason = |exempt: &str, fen: &str, moves: &str| {
        let game = chess_with(&format!("end.repetition = {{ {chase}, chase-exempt = [{exempt}] }}"));
        line(&at(&game, fen), &moves.repeat(2)).outcome().unwrap().reason
    };
    // The rook goes after the bishop, which nothing protects, from file to file.
    let (fen, moves) = ("k7/8/8/8/7b/8/8/K5R1 w - - 0 1", "g1h1 h4g5 h1g1 g5h4 ");
    assert_eq!(reason("", fen, moves), Reason::PerpetualChase);
    assert_eq!(reason("\"pawn\"", fen, moves), Reason::PerpetualChase);
    assert_eq!(reason("\"rook\"", fen, moves), Reason::Repetition);
    assert_eq!(reason("\"bishop\"", fen, moves), Reason::Repetition);
}

#[test]
fn how_many_there_are_does_not_decide_who_is_exempt() {
    // Four pawns at the start or one: the rule says pawns chase, so they do.
    let rule = "end.repetition = { automatic = 3, perpetual-chase = \"loss\" }\nrules.castling = \"none\"\n\
                pieces.pawn = { moves = \"WfF\", first = false }\nrules.promotion = false\nrules.en-passant = false";
    for array in ["4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", "4k3/p7/8/8/8/8/P7/4K3"] {
        let game = chess_with(&format!("{rule}\nsetup.array = \"{array}\""));
        let position = at(&game, "4k3/8/8/8/p7/8/1P6/4K3 w - - 0 1");
        let outcome = line(&position, &"b2b3 a4a5 b3b2 a5a4 ".repeat(2)).outcome().unwrap();
        assert_eq!(outcome.reason, Reason::Repetition, "{array}");
    }
}

#[test]
fn a_soldier_may_chase_for_ever_in_xiangqi() {
    let chase = "b6c6 c7b7 c6b6 b7c7 ".repeat(2);
    let game = load("xiangqi");
    let soldier = at(&game, "5k3/9/9/2c6/1P7/9/9/9/9/4K4 w - - 0 1");
    let outcome = line(&soldier, &chase).outcome().unwrap();
    assert_eq!((outcome.result().as_str(), outcome.reason), ("1/2-1/2", Reason::Repetition));
    let chariot = at(&game, "5k3/9/9/2c6/1R7/9/9/9/9/4K4 w - - 0 1");
    let outcome = line(&chariot, &chase).outcome().unwrap();
    assert_eq!((outcome.result().as_str(), outcome.reason), ("0-1", Reason::PerpetualChase));
}

#[test]
fn a_general_protects_nothing_by_facing() {
    // The cannon stands on its general's file; the general cannot go there, so nothing protects it.
    let position = at(&load("xiangqi"), "3k5/9/9/3c5/R8/9/9/9/9/4K4 w - - 0 1");
    let outcome = line(&position, &"a6a7 d7d6 a7a6 d6d7 ".repeat(2)).outcome().unwrap();
    assert_eq!((outcome.result().as_str(), outcome.reason), ("0-1", Reason::PerpetualChase));
}

#[test]
fn whatever_can_take_can_chase_and_protect() {
    // A gryphon goes one step diagonally and then straight on: no table holds that, it is walked.
    let game = chess_with(
        "pieces.gryphon = { letter = \"Y\", moves = [\"F\", [\"F\", \"fR\"]] }\n\
         setup.array = \"rybqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RYBQKBNR\"\n\
         end.repetition = { automatic = 3, perpetual-chase = \"loss\" }",
    );
    let reason =
        |fen: &str| line(&at(&game, fen), &"c3d4 h5h4 d4c3 h4h5 ".repeat(2)).outcome().unwrap().reason;
    assert_eq!(reason("k7/8/8/7r/8/2Y5/8/K7 w - - 0 1"), Reason::PerpetualChase);
    // The other gryphon sees both cells, along the file beside it.
    assert_eq!(reason("k5y1/8/8/7r/8/2Y5/8/K7 w - - 0 1"), Reason::Repetition);
}

#[test]
fn a_repetition_that_means_nothing_ends_nothing() {
    let rule = "automatic = 3, claim = 2, result = \"none\", perpetual-check = \"loss\"";
    let game = chess_with(&format!("end.repetition = {{ {rule} }}"));
    let quiet = line(&Position::start(&game), &KNIGHTS.repeat(3));
    assert!(quiet.outcome().is_none() && quiet.claimable().is_none());
    let checks = line(&at(&game, "6k1/6p1/8/7Q/8/8/8/4K3 w - - 0 1"), &"h5e8 g8h7 e8h5 h7g8 ".repeat(2));
    assert_eq!(checks.outcome().map(|outcome| outcome.reason), Some(Reason::PerpetualCheck));
}

#[test]
fn what_was_inherited_can_be_taken_away() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(5);
    for none in ["end.repetition = false", "end.repetition.result = \"none\""] {
        let game = chess_with(none);
        let line = line(&Position::start(&game), &moves);
        assert!(line.outcome().is_none() && line.claimable().is_none(), "{none}");
        let told = game.describe();
        let mut told = told.iter();
        assert!(!told.any(|sentence| sentence.contains("position comes")), "{none}");
    }
}

use super::*;

#[test]
fn every_turn_has_one_move_more() {
    let start = Position::start(&load("progressive"));
    let turns = |text: &str| after(&start, text).turn().index();
    assert_eq!([turns("e2e4"), turns("e2e4 e7e5"), turns("e2e4 e7e5 d7d5")], [1, 1, 0]);
    assert_eq!([turns("e2e4 e7e5 d7d5 d2d4 c2c4"), turns("e2e4 e7e5 d7d5 d2d4 c2c4 b1c3")], [0, 1]);
}

#[test]
fn a_check_ends_the_turn() {
    let position = after(&Position::start(&load("progressive")), "e2e4 e7e5 f7f6 d1h5");
    assert_eq!(position.turn().index(), 1);
    assert!(format_fen(&position).ends_with(" series:4"), "{}", format_fen(&position));
}

#[test]
fn fen_keeps_how_long_the_turn_is() {
    let game = load("progressive");
    let position = after(&Position::start(&game), "e2e4 e7e5");
    let fen = format_fen(&position);
    assert!(fen.ends_with(" moved:1 series:2"), "{fen}");
    assert_eq!(at(&game, &fen), position);
    assert_eq!(at(&game, &fen).hash(), position.hash());
    assert_ne!(at(&game, &fen.replace("series:2", "series:3")).hash(), position.hash());
    let wrong = parse_fen(&game, &fen.replace("series:2", "series:251")).unwrap_err();
    assert!(wrong.to_string().contains("series"), "{wrong}");
}

#[test]
fn undo_brings_the_length_back() {
    let mut line = line(&Position::start(&load("progressive")), "e2e4");
    let before = line.position().clone();
    for mv in ["e7e5", "d7d5", "d2d4"] {
        let mv = parse_move(line.position(), mv).unwrap();
        line.play(mv).unwrap();
    }
    while line.moves().len() > 1 {
        line.undo();
    }
    assert_eq!(*line.position(), before);
}

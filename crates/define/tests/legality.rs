//! What may not be played is refused, whoever asks.

use chatura_rules::notation::{parse_fen, read_move};
use chatura_rules::{Game, IllegalMove, Line, Move, Player, Position};
use std::sync::Arc;

fn chess() -> Arc<Game> {
    chatura_define::load("chess", &[], 0).unwrap()
}

fn at(game: &Arc<Game>, fen: &str) -> Position {
    Position::new(game, &parse_fen(game, fen).unwrap()).unwrap()
}

fn cell(position: &Position, name: &str) -> usize {
    position.game().board().cell(name).unwrap().index()
}

/// Refused by position and line alike, and nothing has changed.
fn refused(position: &Position, mv: Move) -> IllegalMove {
    let mut played = position.clone();
    let error = played.play(mv).unwrap_err();
    assert!(played == *position);
    let mut line = Line::new(position.clone());
    assert_eq!(line.play(mv), Err(error));
    assert!(line.moves().is_empty() && line.position() == position);
    error
}

#[test]
fn cells_off_the_board_are_refused() {
    let start = Position::start(&chess());
    for (from, to) in [(200, 3), (3, 200), (255, 255), (64, 64)] {
        assert_eq!(refused(&start, Move::step(from, to)), IllegalMove::NotHere);
    }
    assert_eq!(refused(&start, Move::drop(chatura_rules::PieceType(63), 200)), IllegalMove::NotHere);
}

#[test]
fn no_king_is_taken_and_no_piece_of_another_moved() {
    let position = at(&chess(), "4k3/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let step = |from: &str, to: &str| Move::step(cell(&position, from), cell(&position, to));
    let queen = position.game().types().iter().position(|info| info.letter == "Q").unwrap();
    let takes = step("e7", "e8").with_piece(chatura_rules::PieceType(queen as u8));
    for mv in [takes, step("e7", "e8"), step("e8", "d7"), step("a1", "a2"), step("e1", "e3"), Move::PASS] {
        assert_eq!(refused(&position, mv), IllegalMove::NotHere);
    }
    assert!(position.clone().play(step("e1", "e2")).is_ok());
}

#[test]
fn whatever_bits_a_move_is_made_of_it_is_refused() {
    let start = Position::start(&chess());
    let mut bits = 1u64;
    for _ in 0..2_000 {
        bits = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(7) ^ 0x55;
        let Some(mv) = Move::from_bits(bits) else { continue };
        assert_eq!(start.clone().play(mv).is_ok(), start.legal_moves().contains(&mv), "{mv:?}");
    }
}

#[test]
fn nothing_is_played_when_the_game_is_over() {
    let mate = at(&chess(), "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let flight = Move::step(cell(&mate, "h8"), cell(&mate, "h7"));
    assert_eq!(refused(&mate, flight), IllegalMove::Over);
    assert_eq!(refused(&mate, Move::resign(Player(0))), IllegalMove::Over);
    let mut left = Position::start(&chess());
    left.play(Move::resign(Player(0))).unwrap();
    assert_eq!(refused(&left, Move::resign(Player(1))), IllegalMove::Over);
}

#[test]
fn only_who_plays_can_leave() {
    let game = chatura_define::load("chaturaji", &[], 0).unwrap();
    let mut position = Position::start(&game);
    position.play(Move::time_out(Player(2))).unwrap();
    assert_eq!(refused(&position, Move::resign(Player(2))), IllegalMove::NotPlaying);
    assert_eq!(refused(&position, Move::resign(Player(7))), IllegalMove::NotPlaying);
    assert!(position.play(Move::resign(Player(3))).is_ok());
}

#[test]
fn both_notations_are_read_and_errors_say_what_was_meant() {
    let start = Position::start(&chess());
    assert_eq!(read_move(&start, "g1f3"), read_move(&start, "Nf3"));
    let error = |text: &str| read_move(&start, text).unwrap_err().to_string();
    assert_eq!(error("Nf4"), "Nf4 is not legal; legal are Na3, Nc3, Nf3, Nh3");
    assert_eq!(error("e3e4"), "there is no piece on e3");
    assert!(error("hello").starts_with("\"hello\" is not a move: write it like "));
    let rooks = at(&chess(), "4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    assert_eq!(read_move(&rooks, "Rd1").unwrap_err().to_string(), "Rd1 can be Rad1 or Rhd1");
}

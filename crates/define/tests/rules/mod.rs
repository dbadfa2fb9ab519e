//! What each rule does, in small games and positions; a file a rule, named after it.

mod advice;
mod attackers;
mod blast;
mod by_player;
mod capture;
mod castling;
mod check;
mod checks;
mod counting;
mod drops;
mod duck;
mod elimination;
mod en_passant;
mod evasion;
mod extinction;
mod first_safe;
mod gating;
mod goal;
mod material;
mod movement;
mod pass;
mod petrify;
mod placing;
mod points;
mod progress;
mod progressive;
mod promotion;
mod refusal;
mod repetition;
mod results;
mod rising;
mod royal;
mod specials;
mod teams;
mod transform;
mod turns;
mod unmoved;
mod walling;

use chatura_rules::notation::{format_fen, format_move, parse_fen, parse_move};
use chatura_rules::{Game, Line, Position, Reason};
use std::sync::Arc;

/// A game of the catalogue.
fn load(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).unwrap()
}

/// Chess with changes.
fn chess_with(changes: &str) -> Arc<Game> {
    let text = format!("extends = \"chess\"\n{changes}");
    chatura_define::load_text(&text, "test", &[], 0).unwrap_or_else(|error| panic!("{:#?}", error.findings()))
}

fn at(game: &Arc<Game>, fen: &str) -> Position {
    let setup = parse_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::new(game, &setup).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Every legal move in coordinates, sorted.
fn moves(position: &Position) -> Vec<String> {
    let mut list: Vec<String> = position.legal_moves().iter().map(|mv| format_move(position, *mv)).collect();
    list.sort();
    list
}

/// What the moves from a cell end with, sorted and with spaces between: `d3 d4`.
fn from(position: &Position, cell: &str) -> String {
    let list = moves(position);
    let rest: Vec<&str> = list.iter().filter_map(|text| text.strip_prefix(cell)).collect();
    rest.join(" ")
}

fn is_legal(position: &Position, mv: &str) -> bool {
    moves(position).iter().any(|text| text == mv)
}

/// The position after some moves, each of which must be legal.
fn after(position: &Position, text: &str) -> Position {
    let mut position = position.clone();
    for word in text.split_whitespace() {
        let mv = parse_move(&position, word).unwrap_or_else(|error| panic!("{position:?} {word}: {error}"));
        position.play(mv).unwrap();
    }
    position
}

/// The same as a line.
fn line(position: &Position, text: &str) -> Line {
    let mut line = Line::new(position.clone());
    for word in text.split_whitespace() {
        let mv = parse_move(line.position(), word)
            .unwrap_or_else(|error| panic!("{:?} {word}: {error}", line.position()));
        line.play(mv).unwrap();
    }
    line
}

/// The placement part of the FEN.
fn board(position: &Position) -> String {
    let fen = format_fen(position);
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// How it ended and why.
fn end(position: &Position) -> Option<(String, Reason)> {
    position.outcome().map(|outcome| (outcome.result(), outcome.reason))
}

fn ended(result: &str, reason: Reason) -> Option<(String, Reason)> {
    Some((result.to_owned(), reason))
}

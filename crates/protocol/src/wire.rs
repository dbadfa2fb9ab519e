//! Moves as they are written on the way between XBoard and an engine, whichever side is ours.

use chatura_rules::{Game, Move, Position, notation};

/// Whether it is chess with shuffled starts, which the protocols say in ways of their own.
pub(crate) fn is_shuffled_chess(game: &Game) -> bool {
    game.about().id == "chess960"
}

/// A move as XBoard writes it.
pub(crate) fn write_move(position: &Position, mv: Move) -> String {
    if is_shuffled_chess(position.game()) {
        let san = notation::format_san(position, mv);
        if san.starts_with("O-O") {
            return san.trim_end_matches(['+', '#']).to_owned();
        }
    }
    match notation::format_move(position, mv) {
        pass if pass == "0000" => "@@@@".to_owned(),
        text => on_wire(position.game(), &text),
    }
}

/// The move of a text, in coordinates or SAN.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, notation::MoveError> {
    let text = if text == "@@@@" { "0000" } else { text };
    let coordinates = from_wire(position.game(), text);
    let read = notation::read_move(position, &coordinates);
    // That a piece stays what it is has a sign of its own: `e3e2=`.
    match coordinates.strip_suffix('=') {
        Some(plain) if read.is_err() => notation::read_move(position, plain).or(read),
        _ => read,
    }
}

/// Our name of a cell that XBoard names.
pub(crate) fn read_cell(game: &Game, text: &str) -> String {
    from_wire(game, text)
}

/// File and rank of a cell called by a letter and a number, from 0.
pub(crate) fn place(name: &str) -> Option<(usize, usize)> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    let rank: usize = name[1..].parse().ok()?;
    Some((usize::from(file - b'a'), rank.checked_sub(1)?))
}

/// Boards of exactly ten ranks are numbered from 0 there.
fn counts_from_zero(game: &Game) -> bool {
    let ranks: Option<Vec<usize>> =
        game.board().cells.iter().map(|cell| place(&cell.name).map(|(_, rank)| rank)).collect();
    ranks.is_some_and(|ranks| ranks.iter().max() == Some(&9) && ranks.iter().min() == Some(&0))
}

fn on_wire(game: &Game, text: &str) -> String {
    if counts_from_zero(game) { renumbered(text, -1) } else { text.to_owned() }
}

fn from_wire(game: &Game, text: &str) -> String {
    if counts_from_zero(game) { renumbered(text, 1) } else { text.to_owned() }
}

/// The same text with every rank changed by so many.
fn renumbered(text: &str, by: i64) -> String {
    let mut out = String::new();
    let mut digits = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if !digits.is_empty() {
            match digits.parse::<i64>().ok().and_then(|number| number.checked_add(by)) {
                Some(number) => out += &number.to_string(),
                None => out += &digits,
            }
            digits.clear();
        }
        out.push(letter);
    }
    out.pop();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_ranks_are_counted_from_nothing() {
        let xiangqi = chatura_define::load("xiangqi", &[], 0).unwrap();
        assert_eq!(on_wire(&xiangqi, "a10b9"), "a9b8");
        assert_eq!(from_wire(&xiangqi, "a9b0"), "a10b1");
        let chess = chatura_define::load("chess", &[], 0).unwrap();
        assert_eq!(on_wire(&chess, "a7a8q"), "a7a8q");
        assert_eq!(renumbered("a9223372036854775807", 1), "a9223372036854775807");
    }

    #[test]
    fn a_piece_that_stays_what_it_is_is_understood() {
        let shogi = chatura_define::load("shogi", &[], 0).unwrap();
        let start = Position::start(&shogi);
        assert_eq!(read_move(&start, "c3c4="), read_move(&start, "c3c4"));
        assert!(read_move(&start, "c3c9=").is_err());
    }
}

//! Where games of a match begin: drawn at random, or read from a file.

use chatura_book::Book;
use chatura_rules::notation::{parse_fen, pgn};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Position};
use std::sync::Arc;

/// A few random moves from the start, the same for the same seed; none of them ends the game.
pub fn scrambled(game: &Arc<Game>, plies: u32, seed: u64) -> Line {
    let mut random = Random::named("opening", seed);
    // Where chance leads to the end of the game it is tried again, a little shorter in the end.
    for attempt in 0..20 {
        let mut line = Line::new(Position::start(game));
        for _ in 0..plies.saturating_sub(attempt / 5) {
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            line.play_unchecked(*random.pick(&moves));
            if line.outcome().is_some() {
                break;
            }
        }
        if line.outcome().is_none() && line.position().has_moves() {
            return line;
        }
    }
    Line::new(Position::start(game))
}

/// Moves of a book from the start, at most so many, the same for the same seed; none of them ends the game.
pub fn booked(game: &Arc<Game>, book: &Book, plies: u32, seed: u64) -> Line {
    let mut random = Random::named("book", seed);
    let mut line = Line::new(Position::start(game));
    for _ in 0..plies {
        let Some(mv) = book.choose(line.position(), &mut random) else { break };
        line.play_unchecked(mv);
        if line.outcome().is_some() {
            line.undo();
            break;
        }
    }
    line
}

/// Positions, one a line: FEN, or the first four fields of it and whatever else EPD has.
pub fn read_epd(game: &Arc<Game>, text: &str) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    let content = |line: &(usize, &str)| !line.1.trim().is_empty() && !line.1.starts_with('#');
    for (index, text) in text.lines().enumerate().filter(content) {
        let words: Vec<&str> = text.split(';').next().unwrap_or_default().split_whitespace().collect();
        let four = words.iter().take(4).copied().collect::<Vec<_>>().join(" ");
        let setup = parse_fen(game, &words.join(" ")).or_else(|_| parse_fen(game, &format!("{four} 0 1")));
        let setup = setup.map_err(|error| format!("line {}: {error}", index + 1))?;
        let position = Position::new(game, &setup).map_err(|error| format!("line {}: {error}", index + 1))?;
        lines.push(Line::new(position));
    }
    usable(lines)
}

/// The beginnings of games, so many plies of each.
pub fn read_pgn(game: &Arc<Game>, text: &str, plies: usize) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for (index, read) in pgn::games(text).enumerate() {
        let number = index + 1;
        let tree = read.map_err(|error| format!("game {number}: {error}"))?;
        let record = pgn::read_game(|_| Some(game.clone()), &tree)
            .map_err(|error| format!("game {number}: {error}"))?;
        let mut line = record.line();
        while line.moves().len() > plies {
            line.undo();
        }
        lines.push(line);
    }
    usable(lines)
}

/// Only those from which something can be played.
fn usable(lines: Vec<Line>) -> Result<Vec<Line>, String> {
    let playable = |line: &Line| line.outcome().is_none() && line.position().has_moves();
    let lines: Vec<Line> = lines.into_iter().filter(playable).collect();
    if lines.is_empty() { Err("there is no opening in it".to_owned()) } else { Ok(lines) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::notation::format_fen;

    #[test]
    fn openings_are_drawn_again_by_their_number() {
        for name in ["chess", "crazyhouse", "xiangqi", "atomic"] {
            let game = chatura_define::load(name, &[], 0).unwrap();
            let fen = |seed: u64| format_fen(scrambled(&game, 8, seed).position());
            assert_eq!(fen(3), fen(3));
            assert_ne!(fen(3), fen(4));
            assert!((0..20).all(|seed| scrambled(&game, 8, seed).outcome().is_none()));
        }
    }

    #[test]
    fn openings_are_read_from_files() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let epd = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; id \"open\";\n\n# note\n\
                   rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
        let lines = read_epd(&game, epd).unwrap();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1].position().turn().0, 1);
        assert!(read_epd(&game, "nonsense w - -").err().unwrap().starts_with("line 1: "));
        assert!(read_epd(&game, "\n").is_err());
        let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"y\"]\n\n1. d4 d5 *\n";
        let lines = read_pgn(&game, text, 3).unwrap();
        assert_eq!(lines.iter().map(|line| line.moves().len()).collect::<Vec<_>>(), [3, 2]);
        assert!(read_pgn(&game, "1. e5 *", 3).err().unwrap().starts_with("game 1: "));
    }
}

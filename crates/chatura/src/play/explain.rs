//! What is wrong with a move that was typed, and what could be played instead.

use chatura_rules::notation::{Language, MoveError, format_move, format_written, read_move};
use chatura_rules::{Cell, Move, Position};

/// How many moves are suggested.
const MAX_NEAR: usize = 8;

/// A sentence or two about a text that is no move here.
pub fn explain(position: &Position, text: &str) -> String {
    let Err(error) = read_move(position, text) else { return String::new() };
    match &error {
        MoveError::Ambiguous { .. } => return format!("{error}: say which"),
        MoveError::Over => return error.to_string(),
        _ if text.contains('@') => return error.to_string(),
        _ => {}
    }
    let language = Language::of(position.game());
    if let Some((from, to)) = cells(&language, text) {
        let reason = position.refusal(from, to).map_or_else(|| error.to_string(), |refusal| refusal.sentence);
        return with_near(position, &reason, |mv| mv.from() == from, |mv| mv.to() == to);
    }
    if let Some((letter, to)) = target(&language, text) {
        return unreachable_by(position, &language, text, letter, to);
    }
    match error {
        MoveError::Form { .. } => format!("{error}; `help` lists what else can be typed"),
        _ => error.to_string(),
    }
}

/// Why no piece of a letter goes to a cell.
fn unreachable_by(
    position: &Position,
    language: &Language<'_>,
    text: &str,
    letter: &str,
    to: Cell,
) -> String {
    let own = |cell: &Cell| {
        let piece = position.piece(*cell);
        piece.is_some() && piece.owner() == position.turn() && language.is_called(piece.kind(), letter)
    };
    let cells = (0..position.game().board().len()).map(|cell| Cell(cell as u16));
    let pieces: Vec<Cell> = cells.filter(own).collect();
    let near = |mv: &Move| pieces.contains(&mv.from());
    let setup = position.setup();
    // The piece that could go there but for its king says more than those that could not.
    let reaches = |cell: &&Cell| position.game().destinations(&setup, **cell).contains(&to);
    let speaker = pieces.iter().find(reaches).or(match pieces[..] {
        [ref only] => Some(only),
        _ => None,
    });
    let name = language.name(to);
    let reason = match (
        speaker.and_then(|cell| position.refusal(*cell, to).map(|refusal| refusal.sentence)),
        pieces.is_empty(),
    ) {
        (Some(reason), _) => reason,
        (None, true) => format!("you have no {letter} on the board"),
        (None, false) if letter == "P" => format!("none of your pawns can go to {name}"),
        (None, false) => format!("none of your pieces {letter} can go to {name}, so {text} is no move"),
    };
    with_near(position, &reason, near, |mv| mv.to() == to)
}

/// A reason with the legal moves nearest to what was meant.
fn with_near(
    position: &Position,
    reason: &str,
    first: impl Fn(&Move) -> bool,
    second: impl Fn(&Move) -> bool,
) -> String {
    let legal = position.legal_moves();
    let goes = |mv: &&Move| mv.origin().is_some();
    let of = |near: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        legal.iter().filter(goes).filter(|mv| near(mv)).copied().collect()
    };
    let near = Some(of(&first)).filter(|near| !near.is_empty()).unwrap_or_else(|| of(&second));
    if near.is_empty() {
        return reason.to_owned();
    }
    let more = if near.len() > MAX_NEAR { " …" } else { "" };
    let texts: Vec<String> = near.iter().take(MAX_NEAR).map(|mv| format_written(position, *mv)).collect();
    format!("{reason}; possible: {}{more}", texts.join(", "))
}

/// From and to of a move in coordinates.
fn cells(language: &Language<'_>, text: &str) -> Option<(Cell, Cell)> {
    language.cells_before(text).into_iter().find_map(|(from, length)| {
        let rest = text[length..].trim_start_matches(['-', 'x', ':', '*']);
        let (to, _) = *language.cells_before(rest).first()?;
        Some((from, to))
    })
}

/// The letter of the piece and where it goes in a move as people write it.
fn target<'t>(language: &Language<'_>, text: &'t str) -> Option<(&'t str, Cell)> {
    let plain = text.trim_end_matches(['+', '#', '!', '?']);
    let plain = plain.split_once('=').map_or(plain, |(before, _)| before);
    let (to, length) = *language.cells_behind(plain).first()?;
    let head = &plain[..plain.len() - length];
    let piece = head.chars().next().filter(char::is_ascii_uppercase);
    let letter = piece.map_or("P", |letter| &head[..letter.len_utf8()]);
    language.type_of(letter)?;
    Some((letter, to))
}

/// The legal moves, of all pieces or of the one on a cell, as people write them and in coordinates.
pub fn legal(position: &Position, cell: Option<Cell>) -> Vec<(String, String)> {
    let from = |mv: &Move| cell.is_none() || mv.origin().or(mv.goal()) == cell;
    let moves = position.legal_moves().into_iter().filter(from);
    moves.map(|mv| (format_written(position, mv), format_move(position, mv))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(game: &str, fen: Option<&str>, text: &str) -> String {
        let game = chatura_define::load(game, &[], 0).expect("a game");
        let position = match fen {
            Some(fen) => {
                let setup = chatura_rules::notation::parse_fen(&game, fen).expect("a FEN");
                Position::new(&game, &setup).expect("a position")
            }
            None => Position::start(&game),
        };
        explain(&position, text)
    }

    #[test]
    fn a_reason_and_what_is_near() {
        let pinned = Some("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
        for text in ["e2c3", "Nc3", "e2-c3", "Nec3+"] {
            let sentence = said("chess", pinned, text);
            assert!(sentence.starts_with("the king would be open to the rook on e8"), "{text}: {sentence}");
        }
        assert_eq!(said("chess", None, "g1g3"), "the knight on g1 does not go to g3; possible: Nf3, Nh3");
        assert_eq!(
            said("chess", None, "e5"),
            "none of your pawns can go to e5; possible: a3, b3, c3, d3, e3, f3, g3, h3 …"
        );
        assert_eq!(said("chess", None, "e7e5"), "the pawn on e7 is Black's, and it is White's turn");
        assert!(said("chess", None, "hello").contains("`help`"));
        assert_eq!(said("crazyhouse", None, "P@e5"), "there is no P in your hand");
    }

    #[test]
    fn choices_are_told() {
        let rooks = Some("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
        assert_eq!(said("chess", rooks, "Rd1"), "Rd1 can be Rad1 or Rhd1: say which");
        assert_eq!(
            said("chess", Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"), "a7a8").split(':').next(),
            Some("a7a8 can be a7a8q or a7a8r or a7a8b or a7a8n")
        );
    }
}

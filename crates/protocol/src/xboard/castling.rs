//! How kings castle, in the notation that XBoard understands, where it would suppose something else.

use crate::wire;
use chatura_rules::{Cell, Game, Piece, PieceType, Player, Position, Setup, notation};
use std::sync::Arc;

/// How far a player's king goes to castle towards the first file and towards the last.
type Ways = [Option<usize>; 2];

/// Who castles, and what is said of it behind its usual moves: for both colours, or for each. Nothing where boards know.
pub(super) fn describe(game: &Arc<Game>, (files, _): (usize, usize)) -> Option<(PieceType, [String; 2])> {
    let king = (0..game.types().len()).map(|kind| PieceType(kind as u8)).find(|kind| game.castles(*kind))?;
    let [white, black] = [0, 1].map(|player| ways(game, king, Player(player), files));
    let ((white, at), (black, _)) = (white?, black?);
    let usual = Some((files + 2) / 4);
    let central = at == files / 2 || at == (files - 1) / 2;
    if central && [white, black] == [[usual; 2]; 2] {
        return None;
    }
    // The second player's left is our right.
    Some((king, [written(white), written([black[1], black[0]])]))
}

/// In the notation: left, then right.
fn written([left, right]: Ways) -> String {
    let part = |way: &str, far: Option<usize>| far.map(|far| format!("i{way}O{far}")).unwrap_or_default();
    match left == right {
        true => part("s", left),
        false => part("l", left) + &part("r", right),
    }
}

/// How far a player's king goes, and its file: found out on a board where nothing stands but kings and what is in the corners
/// beside them.
fn ways(game: &Arc<Game>, king: PieceType, player: Player, files: usize) -> Option<(Ways, usize)> {
    let place = |cell: usize| wire::place(&game.board().cells[cell].name);
    let start = game.start();
    let is_king = |piece: &Piece| !piece.is_none() && piece.kind() == king;
    let own = (0..start.cells.len())
        .find(|cell| is_king(&start.cells[*cell]) && start.cells[*cell].owner() == player)?;
    let (file, rank) = place(own)?;
    let stays = |cell: usize| {
        let corner = place(cell).is_some_and(|(at, row)| row == rank && (at == 0 || at + 1 == files));
        is_king(&start.cells[cell]) || corner
    };
    let left = |cell: usize| if stays(cell) { start.cells[cell] } else { Piece::NONE };
    let bare = Setup {
        cells: (0..start.cells.len()).map(left).collect(),
        castling: start.castling.iter().copied().filter(|(_, cell)| stays(cell.index())).collect(),
        turn: Some(player),
        gates: Vec::new(),
        ..start.clone()
    };
    let position = Position::new(game, &bare).ok()?;
    let name = game.board().cells[own].name.as_str();
    let mut ways = [None; 2];
    for mv in position.legal_moves().into_iter().filter(|mv| mv.origin() == Some(Cell(own as u16))) {
        if !notation::format_san(&position, mv).starts_with("O-O") {
            continue;
        }
        let text = notation::format_move(&position, mv);
        let goal = text.strip_prefix(name)?;
        // Whoever goes no further than a step says it by the partner's cell.
        if stays(game.board().cell(goal)?.index()) {
            return None;
        }
        let (goal, _) = wire::place(goal)?;
        ways[usize::from(goal > file)] = Some(goal.abs_diff(file)).filter(|far| (2..=9).contains(far));
    }
    ways.iter().any(Option::is_some).then_some((ways, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_told_where_boards_suppose_something_else() {
        let told = |id: &str, files| {
            let game = chatura_define::load(id, &[], 0).unwrap();
            describe(&game, (files, 8)).map(|(_, ways)| ways)
        };
        let both = |way: &str| Some([way.to_owned(), way.to_owned()]);
        assert_eq!((told("chess", 8), told("capablanca", 10)), (None, None));
        assert_eq!(told("cagliostro", 12), both("isO4"));
        // Two cells to the right, three to the left.
        let roman = ["ilO3irO2", "ilO2irO3"].map(str::to_owned);
        assert_eq!(told("roman", 10), Some(roman));
        assert_eq!(told("courier", 12), None, "nobody castles");
    }
}

//! How far the pieces of a game reach: on an empty board, on a half-full one, and without danger.

use chatura_rules::definition::Royal;
use chatura_rules::random::Random;
use chatura_rules::{Cell, Game, Piece, PieceType, Player, Setup};

/// How far a type of piece reaches, as the first player has it.
#[derive(Clone, Debug)]
pub struct Mobility {
    /// The type.
    pub kind: PieceType,
    /// From each cell; nothing where it may not stand.
    pub cells: Vec<Option<Reach>>,
    /// On average over the cells.
    pub mean: Reach,
    /// How many cells it can come to at most, by however many moves, on an empty board.
    pub range: usize,
}

/// To how many cells one move leads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reach {
    /// On an empty board.
    pub empty: f64,
    /// On boards that are half full, of either side's pieces alike.
    pub half: f64,
    /// On the same boards, to cells where no piece of the others takes it.
    pub safe: f64,
}

/// A board filled at random.
struct Filled {
    setup: Setup,
    /// Where a piece of the first player would be taken.
    covered: Vec<bool>,
}

/// Measures every type on so many boards filled at random; the same seed fills them the same.
pub fn mobility(game: &Game, boards: usize, seed: u64) -> Vec<Mobility> {
    let mut random = Random::new(seed);
    let boards: Vec<Filled> = (0..boards.max(1)).map(|_| filled(game, &mut random)).collect();
    let kinds = (0..game.types().len()).filter(|kind| !game.types()[*kind].wall);
    kinds.map(|kind| measure(game, &boards, PieceType(kind as u8))).collect()
}

fn measure(game: &Game, boards: &[Filled], kind: PieceType) -> Mobility {
    let piece = Piece::new(Player(0), kind);
    let bare = Setup { cells: vec![Piece::NONE; game.board().len()], ..Setup::default() };
    let goals = |setup: &Setup, from: Cell| {
        let mut setup = setup.clone();
        setup.cells[from.index()] = piece;
        game.destinations(&setup, from)
    };
    let all = (0..game.board().len()).map(|cell| Cell(cell as u16));
    let steps: Vec<Vec<Cell>> = all.clone().map(|from| goals(&bare, from)).collect();
    let cells: Vec<Option<Reach>> = all
        .map(|from| {
            let mut reach = Reach { empty: steps[from.index()].len() as f64, ..Reach::default() };
            for board in boards {
                let found = goals(&board.setup, from);
                reach.half += found.len() as f64;
                reach.safe += found.iter().filter(|cell| !board.covered[cell.index()]).count() as f64;
            }
            reach.half /= boards.len() as f64;
            reach.safe /= boards.len() as f64;
            game.may_stand(kind, from).then_some(reach)
        })
        .collect();
    let known: Vec<&Reach> = cells.iter().flatten().collect();
    let mean =
        |of: fn(&Reach) -> f64| known.iter().map(|reach| of(reach)).sum::<f64>() / known.len().max(1) as f64;
    let mean = Reach {
        empty: mean(|reach| reach.empty),
        half: mean(|reach| reach.half),
        safe: mean(|reach| reach.safe),
    };
    let range = (0..cells.len()).map(|from| range(&steps, from)).max().unwrap_or(0);
    Mobility { kind, cells, mean, range }
}

/// How many cells can be come to from one, itself included.
fn range(steps: &[Vec<Cell>], from: usize) -> usize {
    let mut met = vec![false; steps.len()];
    let mut next = vec![from];
    met[from] = true;
    while let Some(cell) = next.pop() {
        for to in &steps[cell] {
            if !std::mem::replace(&mut met[to.index()], true) {
                next.push(to.index());
            }
        }
    }
    met.into_iter().filter(|met| *met).count()
}

/// A board of which half the cells hold a piece, of the first player or of another, none of them royal.
fn filled(game: &Game, random: &mut Random) -> Filled {
    let common = |kind: &u8| {
        let info = &game.types()[usize::from(*kind)];
        !info.wall && info.royal == Royal::No
    };
    let kinds: Vec<u8> = (0..game.types().len() as u8).filter(common).collect();
    let mut setup = Setup { cells: vec![Piece::NONE; game.board().len()], ..Setup::default() };
    for cell in &mut setup.cells {
        if !kinds.is_empty() && random.once_in(2) {
            *cell = Piece::new(Player(u8::from(random.once_in(2))), PieceType(*random.pick(&kinds)));
        }
    }
    let foes: Vec<Cell> = (0..setup.cells.len())
        .map(|cell| Cell(cell as u16))
        .filter(|cell| setup.cells[cell.index()].is_some() && setup.cells[cell.index()].owner() == Player(1))
        .collect();
    let prey = kinds.first().map_or(Piece::NONE, |kind| Piece::new(Player(0), PieceType(*kind)));
    let is_covered = |cell: usize| {
        // What stands there matters to those who only capture, or cannot.
        let mut setup = setup.clone();
        setup.cells[cell] = prey;
        let takes = |foe: &Cell| game.destinations(&setup, *foe).contains(&Cell(cell as u16));
        foes.iter().filter(|foe| foe.index() != cell).any(takes)
    };
    let covered = (0..setup.cells.len()).map(is_covered).collect();
    Filled { setup, covered }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: &str, name: &str) -> Mobility {
        let game = chatura_define::load(game, &[], 0).expect("a game of the catalogue");
        let kind = game.types().iter().position(|info| info.name == name).expect("a piece of the game");
        mobility(&game, 8, 1)
            .into_iter()
            .find(|found| found.kind.index() == kind)
            .expect("a piece that moves")
    }

    #[test]
    fn what_is_known_of_chess_comes_out() {
        let (rook, bishop, knight) = (of("chess", "rook"), of("chess", "bishop"), of("chess", "knight"));
        assert_eq!(rook.mean.empty, 14.0);
        assert_eq!(bishop.mean.empty, 8.75);
        assert_eq!(knight.mean.empty, 5.25);
        assert_eq!((rook.range, bishop.range, knight.range), (64, 32, 64));
        // A leaper is kept back by own pieces alone, a quarter of the cells; a slider by all.
        assert!(knight.mean.half > 3.5 && knight.mean.half < 4.5, "{:?}", knight.mean);
        assert!(rook.mean.half < rook.mean.empty / 2.0, "{:?}", rook.mean);
        assert!(rook.mean.safe < rook.mean.half, "{:?}", rook.mean);
        let corner = knight.cells[0].expect("a knight may stand in the corner");
        assert_eq!(corner.empty, 2.0);
    }

    #[test]
    fn who_may_not_stand_somewhere_is_not_measured_there() {
        let general = of("xiangqi", "general");
        assert_eq!(general.cells.iter().flatten().count(), 9);
    }
}

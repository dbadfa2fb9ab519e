//! The board as a player sees it: who is next to whom, how far it is, what is forward and what is the middle.

use chatura_rules::arena::Arena;
use chatura_rules::set::CellSet;

/// Distances and places.
#[derive(Clone, Debug)]
pub(crate) struct Graph<const W: usize> {
    /// Neighbours by side or corner.
    pub near: Vec<CellSet<W>>,
    /// By cell × cells + cell: how many such steps from one to the other.
    distance: Vec<u8>,
    cells: usize,
    /// By player × cells + cell: how far forward it is, from 0 to 1.
    advance: Vec<f32>,
    /// How central each cell is, from 0 to 1.
    pub central: Vec<f32>,
}

impl<const W: usize> Graph<W> {
    pub fn new(arena: &Arena<'_, W>) -> Self {
        let (game, board) = (arena.game(), arena.game().board());
        let cells = board.len();
        let near: Vec<CellSet<W>> = (0..cells)
            .map(|cell| {
                let nodes = board.rings[cell].iter().flat_map(|slot| &slot.links);
                let mut set = CellSet::EMPTY;
                nodes.map(|(node, _)| usize::from(*node)).filter(|n| *n < cells).for_each(|n| set.insert(n));
                set
            })
            .collect();
        let mut distance = vec![u8::MAX; cells * cells];
        for from in 0..cells {
            for (cell, steps) in spread(CellSet::of(from), |cell| near[cell]) {
                distance[from * cells + cell] = steps;
            }
        }
        let mean = |cell: usize| {
            let known = distance[cell * cells..][..cells].iter().filter(|d| **d != u8::MAX);
            known.clone().map(|d| f32::from(*d)).sum::<f32>() / known.count().max(1) as f32
        };
        let means: Vec<f32> = (0..cells).map(mean).collect();
        let least = means.iter().copied().fold(f32::MAX, f32::min);
        let most = means.iter().copied().fold(0.0, f32::max);
        let central = means.iter().map(|mean| (most - mean) / (most - least).max(0.001)).collect();
        let ranks = f32::from(board.ranks.max(2) - 1);
        let mut advance = vec![0.0; game.players().len() * cells];
        for player in 0..game.players().len() {
            for cell in 0..cells {
                let seen = game.view(chatura_rules::Player(player as u8), chatura_rules::Cell(cell as u16));
                let rank = f32::from(board.cells[cell].rank.max(1) - 1);
                advance[player * cells + seen.index()] = (rank / ranks).clamp(0.0, 1.0);
            }
        }
        Graph { near, distance, cells, advance, central }
    }

    /// How many steps from one cell to another.
    #[inline(always)]
    pub fn distance(&self, from: usize, to: usize) -> i32 {
        i32::from(self.distance[from * self.cells + to])
    }

    /// How far forward a cell is for a player, from 0 to 1.
    pub fn advance(&self, player: usize, cell: usize) -> f32 {
        self.advance[player * self.cells + cell]
    }
}

/// Every cell that can be reached, with how many steps it takes; those one starts from take none.
pub(super) fn spread<const W: usize>(
    start: CellSet<W>,
    mut next: impl FnMut(usize) -> CellSet<W>,
) -> Vec<(usize, u8)> {
    let (mut seen, mut front, mut steps) = (start, start, 0u8);
    let mut found = Vec::new();
    while front.any() {
        let mut reached = CellSet::EMPTY;
        for cell in front {
            found.push((cell, steps));
            reached |= next(cell);
        }
        front = reached.without(seen);
        seen |= front;
        steps = steps.saturating_add(1);
    }
    found
}

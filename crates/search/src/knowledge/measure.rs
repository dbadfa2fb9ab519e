//! What pieces are worth on this board: how far they reach when some of it is occupied.

use super::Pair;
use chatura_rules::arena::Arena;
use chatura_rules::random::Random;
use chatura_rules::set::CellSet;
use chatura_rules::{Cell, Player};

/// How one type of one player moves, measured.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    /// By cell, in the middle and at the end: how active it is there.
    pub activity: Vec<[f64; 2]>,
    /// The mean of that.
    pub mean: [f64; 2],
    /// How many cells it reaches on average in the middle of a game.
    pub reach: f64,
    /// Whether it never leaves the colour it stands on.
    pub bound: bool,
}

/// How often the board is filled at random to see where pieces can go.
const SAMPLES: usize = 64;
/// What an open way counts beside something to take.
const QUIET: f64 = 0.6;
const TAKES: f64 = 2.0;

/// Boards filled at random, as full as this one gets in the middle of a game and at its end.
pub(super) struct Samples<const W: usize> {
    boards: Vec<[CellSet<W>; 2]>,
    /// By what activity at the end is multiplied: on an emptier board there is less to take.
    level: f64,
}

impl<const W: usize> Samples<W> {
    pub fn new(arena: &Arena<'_, W>) -> Self {
        let cells = arena.game().board().len();
        let start = arena.game().start().cells.iter().filter(|piece| piece.is_some()).count();
        let full = (0.62 * start as f64 / cells as f64).clamp(0.15, 0.4);
        let mut random = Random::new(1);
        let mut draw = |share: f64| {
            let mut set = CellSet::EMPTY;
            for cell in 0..cells {
                if random.chance(share) {
                    set.insert(cell);
                }
            }
            set
        };
        let boards = (0..SAMPLES).map(|_| [draw(full), draw(full / 2.2)]).collect();
        let each = |share: f64| QUIET * (1.0 - share) + TAKES * share;
        Samples { boards, level: each(full) / each(full / 2.2) }
    }
}

/// Measures a type of a player.
pub(super) fn measure<const W: usize>(
    arena: &Arena<'_, W>,
    samples: &Samples<W>,
    player: usize,
    kind: usize,
) -> Measure {
    let cells = arena.game().board().len();
    let mut activity = vec![[0.0; 2]; cells];
    let mut reached = 0.0;
    for (cell, activity) in activity.iter_mut().enumerate() {
        for boards in &samples.boards {
            for (part, board) in boards.iter().enumerate() {
                let mut occupied = *board;
                occupied.insert(cell);
                let others = board.without(CellSet::of(cell));
                let to = arena.reach(player, kind, cell, occupied, others);
                let (takes, all) = ((to & others).len() as f64, to.len() as f64);
                // As many cells are attacked on a crowded board as on an empty one; only the ways get shorter.
                activity[part] += (all - takes) * QUIET + takes * TAKES;
                if part == 0 {
                    reached += all;
                }
            }
        }
        activity.iter_mut().for_each(|sum| *sum /= SAMPLES as f64);
        // Ends are seldom as empty as they could be.
        activity[1] = activity[0] + 0.3 * (activity[1] * samples.level - activity[0]);
    }
    // Cells that a piece never comes to do not count.
    let used = activity.iter().filter(|a| a[0] > 0.0).count().max(1);
    let mean = |part: usize| activity.iter().map(|a| a[part]).sum::<f64>() / used as f64;
    let family = |cell: usize| arena.game().board().cells[cell].family;
    let bound = (0..cells).all(|cell| {
        let to = arena.reach(player, kind, cell, CellSet::of(cell), CellSet::EMPTY);
        to.into_iter().all(|to| family(to) == family(cell))
    });
    Measure {
        mean: [mean(0), mean(1)],
        activity,
        reach: reached / (used * SAMPLES) as f64,
        bound: bound && arena.game().board().families.len() > 1,
    }
}

impl Measure {
    /// What was measured for the first player as another has it, if that one's pieces go the same ways.
    pub fn seen_by<const W: usize>(
        &self,
        arena: &Arena<'_, W>,
        player: usize,
        kind: usize,
    ) -> Option<Measure> {
        let (game, cells) = (arena.game(), self.activity.len());
        let seen = |cell: usize| game.view(Player(player as u8), Cell(cell as u16)).index();
        let alone = |player, cell| arena.reach(player, kind, cell, CellSet::of(cell), CellSet::EMPTY);
        let alike = (0..cells).all(|cell| {
            let there: CellSet<W> = alone(0, cell).into_iter().map(|to| Cell(seen(to) as u16)).collect();
            there == alone(player, seen(cell))
        });
        let mut activity = self.activity.clone();
        for (cell, measured) in self.activity.iter().enumerate() {
            activity[seen(cell)] = *measured;
        }
        alike.then(|| Measure { activity, ..self.clone() })
    }

    /// What such activity is worth.
    pub fn worth(activity: [f64; 2], bound: bool) -> Pair {
        let value = |activity: f64| (46.0 * activity.powf(1.12) * if bound { 0.94 } else { 1.0 }) as i32;
        Pair::new(value(activity[0]), value(activity[1]))
    }
}

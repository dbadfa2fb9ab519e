//! Pieces that are worth little but become much: pawns, on any board.

use super::graph::spread;
use chatura_rules::arena::Arena;
use chatura_rules::set::CellSet;

/// What concerns one type of one player that runs to promote.
#[derive(Clone, Debug)]
pub(crate) struct Runner<const W: usize> {
    /// The type.
    pub kind: usize,
    /// By cell: steps to where it promotes; 255 if it never gets there.
    pub steps: Vec<u8>,
    /// By cell: where it can get without taking.
    pub path: Vec<CellSet<W>>,
    /// By cell: the next step.
    pub step: Vec<CellSet<W>>,
    /// By cell: where it takes.
    pub takes: Vec<CellSet<W>>,
    /// By cell: where an enemy runner can still stop it.
    pub stoppers: Vec<CellSet<W>>,
    /// By cell: where an own runner stands beside it, behind or ahead.
    pub beside: Vec<CellSet<W>>,
}

/// The runners of each player: types that promote where they arrive, and move in one direction.
pub(super) fn runners<const W: usize>(arena: &Arena<'_, W>, sides: &[u8]) -> Vec<Vec<Runner<W>>> {
    let (players, types) = (arena.game().players().len(), arena.game().types().len());
    let cells = arena.game().board().len();
    let mut found: Vec<Vec<Runner<W>>> = (0..players)
        .map(|player| (0..types).filter_map(|kind| runner(arena, player, kind, cells)).collect())
        .collect();
    // By player and runner and cell: what it may come to attack on its way.
    let danger: Vec<Vec<Vec<CellSet<W>>>> = found
        .iter()
        .map(|own| {
            own.iter()
                .map(|runner| {
                    (0..cells)
                        .map(|cell| {
                            let mut way = runner.path[cell];
                            way.insert(cell);
                            way.into_iter().fold(CellSet::EMPTY, |set, at| set | runner.takes[at])
                        })
                        .collect()
                })
                .collect()
        })
        .collect();
    for player in 0..players {
        for index in 0..found[player].len() {
            for cell in 0..cells {
                let path = found[player][index].path[cell];
                let (mut stoppers, mut beside) = (path, CellSet::EMPTY);
                for other in 0..players {
                    for danger in &danger[other] {
                        for (at, danger) in danger.iter().enumerate() {
                            if sides[player] >> other & 1 == 0 && danger.meets(path) {
                                stoppers.insert(at);
                            }
                            if other == player && (danger.meets(path) || danger.has(cell)) {
                                beside.insert(at);
                            }
                        }
                    }
                }
                found[player][index].stoppers[cell] = stoppers;
                found[player][index].beside[cell] = beside;
            }
        }
    }
    found
}

fn runner<const W: usize>(
    arena: &Arena<'_, W>,
    player: usize,
    kind: usize,
    cells: usize,
) -> Option<Runner<W>> {
    let zone =
        arena.promotion_zones(player, kind).into_iter().fold(CellSet::EMPTY, |set, (zone, _)| set | zone);
    if zone.is_empty() {
        return None;
    }
    let all = arena.all();
    let step: Vec<CellSet<W>> = (0..cells)
        .map(|cell| {
            arena.reach(player, kind, cell, CellSet::of(cell), CellSet::EMPTY).without(CellSet::of(cell))
        })
        .collect();
    let takes: Vec<CellSet<W>> = (0..cells)
        .map(|cell| {
            // What it takes shows with something to take everywhere, next to it or far off.
            let others = all.without(CellSet::of(cell));
            let near = arena.reach(player, kind, cell, all, others);
            let far = (others.into_iter()).filter(|&at| {
                let mut occupied = CellSet::of(cell);
                occupied.insert(at);
                arena.reach(player, kind, cell, occupied, CellSet::of(at)).has(at)
            });
            far.fold(near, |mut set, at| {
                set.insert(at);
                set
            })
        })
        .collect();
    let path: Vec<CellSet<W>> =
        (0..cells)
            .map(|cell| {
                let found = spread(CellSet::of(cell), |at| {
                    if zone.has(at) && at != cell { CellSet::EMPTY } else { step[at] }
                });
                let mut set: CellSet<W> =
                    found.iter().map(|(at, _)| chatura_rules::Cell(*at as u16)).collect();
                set.remove(cell);
                set
            })
            .collect();
    // Whatever can come back to where it was is no pawn.
    if (0..cells).any(|cell| path[cell].into_iter().any(|at| path[at].has(cell))) {
        return None;
    }
    let steps = (0..cells)
        .map(|cell| {
            let found = spread(CellSet::of(cell), |at| step[at]);
            found.iter().filter(|(at, _)| zone.has(*at)).map(|(_, steps)| *steps).min().unwrap_or(u8::MAX)
        })
        .collect();
    let none = vec![CellSet::EMPTY; cells];
    Some(Runner { kind, steps, path, step, takes, stoppers: none.clone(), beside: none })
}

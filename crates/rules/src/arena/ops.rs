//! What can be asked of an arena, compiled here once for each width and twice where newer processors do better.

use crate::compile::tables::Tables;
use crate::movement::trie::{Class, Effect};
use crate::position::generate::Wanted;
use crate::position::generate::attack::After;
use crate::position::moves::Move;
use crate::position::play::Undo;
use crate::position::state::State;
use crate::set::CellSet;

type Generate<const W: usize> = fn(&Tables<W>, &State<W>, Wanted, &mut Vec<Move>);
type Play<const W: usize> = fn(&Tables<W>, &mut State<W>, Move) -> Undo<W>;
type Back<const W: usize> = fn(&Tables<W>, &mut State<W>, &Undo<W>);
type Attackers<const W: usize> = fn(&Tables<W>, &State<W>, usize, usize, CellSet<W>) -> CellSet<W>;
type Reach<const W: usize> = fn(&Tables<W>, usize, usize, usize, CellSet<W>, CellSet<W>) -> CellSet<W>;

/// The functions of one width, for this processor.
#[derive(Clone, Copy)]
pub(super) struct Ops<const W: usize> {
    pub generate: Generate<W>,
    pub legal: fn(&Tables<W>, &State<W>, Move, &mut Vec<Move>) -> bool,
    pub play: Play<W>,
    pub undo: Back<W>,
    pub key: fn(&Tables<W>, &State<W>) -> u64,
    pub checked: fn(&Tables<W>, &State<W>, usize) -> bool,
    pub attacks: fn(&Tables<W>, &State<W>, usize, usize) -> bool,
    pub attackers: Attackers<W>,
    pub reach: Reach<W>,
}

impl<const W: usize> Ops<W> {
    pub fn new() -> Self {
        let mut ops = Ops { generate, legal: is_legal, play, undo, key, checked, attacks, attackers, reach };
        #[cfg(target_arch = "x86_64")]
        if crate::position::perft::has_wide_instructions() {
            // SAFETY, for each of these: the processor has every instruction the function is compiled for.
            ops.generate =
                |tables, state, wanted, moves| unsafe { generate_wide(tables, state, wanted, moves) };
            ops.attackers = |tables, state, player, cell, occupied| unsafe {
                attackers_wide(tables, state, player, cell, occupied)
            };
            ops.reach = |tables, player, kind, from, occupied, foes| unsafe {
                reach_wide(tables, player, kind, from, occupied, foes)
            };
        }
        ops
    }
}

#[inline(never)]
fn generate<const W: usize>(tables: &Tables<W>, state: &State<W>, wanted: Wanted, moves: &mut Vec<Move>) {
    let sink: &mut dyn crate::position::generate::sink::Sink<W> = moves;
    if wanted == Wanted::All {
        tables.generate_apart(state, sink);
    } else {
        tables.generate_wanted(state, sink, wanted);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn generate_wide<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    wanted: Wanted,
    moves: &mut Vec<Move>,
) {
    if wanted == Wanted::All && !tables.orthodox {
        tables.generate_apart(state, moves);
    } else {
        tables.generate_wanted(state, moves, wanted);
    }
}

fn is_legal<const W: usize>(tables: &Tables<W>, state: &State<W>, mv: Move, scratch: &mut Vec<Move>) -> bool {
    tables.is_legal_move(state, mv, scratch)
}

#[inline(never)]
fn play<const W: usize>(tables: &Tables<W>, state: &mut State<W>, mv: Move) -> Undo<W> {
    tables.play::<true>(state, mv)
}

#[inline(never)]
fn undo<const W: usize>(tables: &Tables<W>, state: &mut State<W>, undo: &Undo<W>) {
    tables.undo(state, undo);
}

#[inline(never)]
fn key<const W: usize>(tables: &Tables<W>, state: &State<W>) -> u64 {
    tables.key(state)
}

#[inline(never)]
fn checked<const W: usize>(tables: &Tables<W>, state: &State<W>, player: usize) -> bool {
    let royals = tables.royals(state, player);
    royals.into_iter().any(|royal| tables.royal_attacked(state, player, royal, After::now(state)))
}

#[inline(never)]
fn attacks<const W: usize>(tables: &Tables<W>, state: &State<W>, player: usize, cell: usize) -> bool {
    tables.attacked_by(state, player, cell, After::now(state))
}

#[inline(never)]
fn attackers<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    player: usize,
    cell: usize,
    occupied: CellSet<W>,
) -> CellSet<W> {
    attackers_here(tables, state, player, cell, occupied)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn attackers_wide<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    player: usize,
    cell: usize,
    occupied: CellSet<W>,
) -> CellSet<W> {
    attackers_here(tables, state, player, cell, occupied)
}

#[inline(always)]
fn attackers_here<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    player: usize,
    cell: usize,
    occupied: CellSet<W>,
) -> CellSet<W> {
    let attackers = &tables.attackers[player];
    let them = state.of_player(player) & occupied;
    let mut found = attackers.leapers_at(state, cell) & them;
    for lines in &attackers.lines {
        let near = lines.pieces(state) & them & lines.reach[cell];
        if near.any() {
            found |= lines.rays.reach(cell, occupied) & near;
        }
    }
    if tables.intricate {
        let after = After { occupied, gone: state.occupied.without(occupied) };
        found |= tables.intricate_attackers(state, player, cell, after, them);
    }
    found
}

#[inline(never)]
fn reach<const W: usize>(
    tables: &Tables<W>,
    player: usize,
    kind: usize,
    from: usize,
    occupied: CellSet<W>,
    foes: CellSet<W>,
) -> CellSet<W> {
    reach_here(tables, player, kind, from, occupied, foes)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn reach_wide<const W: usize>(
    tables: &Tables<W>,
    player: usize,
    kind: usize,
    from: usize,
    occupied: CellSet<W>,
    foes: CellSet<W>,
) -> CellSet<W> {
    reach_here(tables, player, kind, from, occupied, foes)
}

#[inline(always)]
fn reach_here<const W: usize>(
    tables: &Tables<W>,
    player: usize,
    kind: usize,
    from: usize,
    occupied: CellSet<W>,
    foes: CellSet<W>,
) -> CellSet<W> {
    let mover = tables.mover(player, kind);
    let empty = tables.all.without(occupied);
    let mut found = mover.destinations(from, occupied, empty, foes);
    if !mover.more.tries.is_empty() {
        let mut class = |cell: crate::Cell| match cell.index() {
            at if at == from || !occupied.has(at) => Class::Empty,
            at if foes.has(at) => Class::Enemy,
            _ => Class::Own,
        };
        let mut end = |cell: crate::Cell, effect: Effect| {
            if effect != Effect::None {
                found.insert(cell.index());
            }
        };
        mover.more.tries[from].walk(&mut class, &mut end);
    }
    found
}

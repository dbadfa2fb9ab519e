//! What can be known of a game before it is played: values, tables, paths, distances; all from its definition.

mod build;
mod evaluate;
mod graph;
mod measure;
mod pair;
mod pawns;
mod runners;
mod sight;
mod special;
mod strength;
mod terms;

pub use terms::{Evaluation, Term};

pub(crate) use evaluate::{Accumulator, Sides, TEMPO};
pub(crate) use pair::Pair;

use chatura_rules::arena::{Arena, Facts};
use chatura_rules::set::CellSet;
use graph::Graph;
use runners::Runner;

/// What is known of a game.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge<const W: usize> {
    pub facts: Facts,
    pub players: usize,
    pub types: usize,
    pub cells: usize,
    /// Where pieces can be: the cells and, where there are any, places off the board.
    spots: usize,
    pub graph: Graph<W>,
    /// By player × types + type: what it is worth anywhere.
    pub worth: Vec<Pair>,
    /// By type: what it is worth in an exchange; royals more than all others.
    pub exchange: Vec<i32>,
    /// By (player × types + type) × spots + spot: worth and place.
    places: Vec<Pair>,
    /// By type: how much of the armies it is, for the part of the game.
    weight: Vec<i32>,
    /// What that adds up to at the start.
    full: i32,
    /// By player × types + type.
    pub moving: Vec<Moving>,
    /// Types that can be royal.
    pub royal: Vec<bool>,
    /// The runners of each player.
    pub runners: Vec<Vec<Runner<W>>>,
    /// By player × types + type: whether it is one of them.
    pub runs: Vec<bool>,
    /// By player: cells from where a runner arrives with its next step.
    pub last_steps: Vec<CellSet<W>>,
    /// Types that keep to one colour.
    bound: Vec<usize>,
    /// The cells of each colour.
    families: Vec<CellSet<W>>,
    /// By player × cells + cell: moves to the goal, in games that have one.
    goal: Vec<u8>,
    /// Types whose worth beside a royal the definition states.
    sheltering: Vec<(usize, Pair)>,
    /// Whether there are royal pieces.
    pub has_royals: bool,
    /// Whether a move may be left out to see what then: not where moving is a burden.
    pub null_move: bool,
    /// Whether two play, and by mate alone: a lead without the means to mate is worth little.
    by_mate: bool,
    /// Whether this processor has the instructions the evaluation is also compiled for.
    wide: bool,
    /// What a pawn is worth, about: the unit of margins.
    pub margin: i32,
}

/// How a type counts in the evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moving {
    /// Whether its moves are counted.
    pub counts: bool,
    /// How many cells it reaches as a rule, in eighths.
    pub usual: i32,
    /// For each cell more than that.
    pub each: Pair,
    /// How dangerous it is near a royal.
    pub danger: Pair,
}

impl<const W: usize> Knowledge<W> {
    /// Whether there are more than two sides.
    pub fn many(&self) -> bool {
        let first = self.facts.sides[0];
        let mut others = (0..self.players).filter(|player| first >> player & 1 == 0);
        let second = others.next().map_or(0, |player| self.facts.sides[player]);
        others.any(|player| second >> player & 1 == 0)
    }

    /// Whether a player has more than runners and royals: enough to lose a move and not the game by that.
    #[inline(always)]
    pub fn has_reserves(&self, arena: &Arena<'_, W>, player: usize) -> bool {
        let own = arena.of_player(player);
        (0..self.types).any(|kind| self.weight[kind] > 0 && arena.of_type(kind).meets(own))
    }

    /// The index of a player's type.
    #[inline(always)]
    pub fn index(&self, player: usize, kind: usize) -> usize {
        player * self.types + kind
    }
}

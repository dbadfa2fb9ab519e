//! Too little material to win.

use super::{Rule, Rules, Section, word};
use crate::cell::NEUTRAL;
use crate::compile::game::Game;
use crate::compile::tables::{Form, Tables};
use crate::definition::{Kind, Royal, Spec};
use crate::describe::Chapter;
use crate::position::state::State;
use crate::set::CellSet;

/// Whether too little material ends the game.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "material",
        kind: Kind::Word(&["draw", "ignored"]),
        default: "\"ignored\"",
        documentation: "With `draw` the game ends when no side can mate: bare kings, a single knight or camel-like \
                        leaper, or riders that all keep to one colour. Where a game can also be won otherwise (a \
                        goal, checks, extinction, a bared king, stalemate, an explosion), it does not end so.",
    },
    compile: |draft, value| {
        draft.rules.material = word(value) == "draw";
        Ok(())
    },
    describe: |prose| {
        if prose.all_rules().end_without_material() {
            prose.say(Chapter::Draw, "The game is drawn when nobody has enough left to mate.");
        }
    },
    ..Rule::PLAIN
};

impl Rules {
    /// Whether the game ends when nobody can mate: only where there is no other way to win.
    pub fn end_without_material(&self) -> bool {
        self.material && !self.can_be_won_otherwise()
    }
}

/// Whether nobody can mate any more: nothing but royals and at most one short leaper, or only riders that keep to the
/// cells of one colour.
pub(crate) fn is_dead<const W: usize>(tables: &Tables<W>, state: &State<W>, game: &Game) -> bool {
    let mut others = CellSet::EMPTY;
    for (kind, info) in game.types().iter().enumerate() {
        if info.royal == Royal::No {
            others |= state.kind[kind];
        }
    }
    if state.has_reserves() {
        return false;
    }
    // What belongs to nobody gives no check, but it may stand in the way of a king that is checked.
    if others.without(state.of_player(NEUTRAL.index())).is_empty() {
        return true;
    }
    if others.len() > 8 {
        return false;
    }
    let families: Vec<u8> = others.into_iter().map(|cell| game.board().cells[cell].family).collect();
    let bound = others.into_iter().all(|cell| keeps_colour(tables, state, game, cell));
    if bound {
        return families.iter().all(|family| *family == families[0]);
    }
    // A single leaper that changes colour with every move, such as a knight, cannot mate either.
    let cell = others.lowest();
    others.len() == 1 && changes_colour(tables, state, game, cell)
}

/// Whether a piece can only ever reach cells of the colour it stands on, and does not promote.
fn keeps_colour<const W: usize>(tables: &Tables<W>, state: &State<W>, game: &Game, cell: usize) -> bool {
    every_step(tables, state, game, cell, |from, to| from == to)
}

/// Whether a piece is a leaper that stands on the other colour after every move, reaching at least two cells away.
fn changes_colour<const W: usize>(tables: &Tables<W>, state: &State<W>, game: &Game, cell: usize) -> bool {
    let piece = state.piece(cell);
    let Some(mover) = tables.movers.get(piece.owner().index() * tables.types + piece.kind().index()) else {
        return true;
    };
    let adjacent = |from: usize, to: usize| {
        game.board().rings[from].iter().flat_map(|slot| &slot.links).any(|(node, _)| usize::from(*node) == to)
    };
    mover.form == Form::Leaps
        && (0..tables.cells).all(|from| mover.quiet[from].into_iter().all(|to| !adjacent(from, to)))
        && every_step(tables, state, game, cell, |from, to| from != to)
}

fn every_step<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    game: &Game,
    cell: usize,
    test: impl Fn(u8, u8) -> bool,
) -> bool {
    let piece = state.piece(cell);
    let Some(mover) = tables.movers.get(piece.owner().index() * tables.types + piece.kind().index()) else {
        return true;
    };
    let family = |cell: usize| game.board().cells[cell].family;
    let none = CellSet::EMPTY;
    !mover.promotes
        && mover.more.tries.is_empty()
        && (0..tables.cells).all(|from| {
            let reach = mover.destinations(from, none, tables.all, tables.all);
            reach.into_iter().all(|to| test(family(from), family(to)))
        })
}

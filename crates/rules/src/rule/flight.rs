//! Flight: further moves of a royal piece while certain pieces give check.

use super::behaviour::{Behaviour, Events, Safety, Words};
use super::{Rule, Section};
use crate::cell::{NEUTRAL, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::tables::Types;
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, Prose, a, cardinal};
use crate::position::generate::sink::Sink;
use crate::position::generate::{MoveGen, Wanted};
use crate::position::moves::Move;
use crate::position::setup::Setup;
use crate::set::CellSet;
use std::sync::Arc;

/// From whom one flees, and how far.
#[derive(Clone, Debug)]
struct Flight {
    from: Vec<PieceType>,
    cells: usize,
}

impl Words for Flight {
    fn describe(&self, prose: &mut Prose<'_>) {
        let king = prose.royal().unwrap_or("royal piece").to_owned();
        let sentence = format!(
            "Flight: a {king} to which {} gives check may go up to {} cells straight in any direction over empty cells, \
             without capturing.",
            a(&prose.names(&self.from, "or")),
            cardinal(self.cells as u16),
        );
        prose.say(Chapter::Moves, sentence);
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Flight {
    fn listens(&self) -> Events {
        Events::SPECIAL_MOVES
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        let board = &checked.board;
        let line = |cell: usize, slot: usize| {
            let mut line = Vec::new();
            let (mut at, mut slot) = (cell, slot);
            // Straight on is the slot opposite the one entered by.
            while let Some((node, entered)) =
                board.rings[at][slot].links.first().filter(|_| line.len() < self.cells)
            {
                (at, slot) = (usize::from(*node), usize::from(*entered));
                if at >= board.len() {
                    break;
                }
                line.push(at as u16);
                slot = (slot + board.rings[at].len() / 2) % board.rings[at].len();
            }
            line
        };
        let lines = |cell: usize| (0..board.rings[cell].len()).map(|slot| line(cell, slot)).collect();
        let from = self.from.iter().flat_map(|kind| checked.alike(*kind)).collect();
        Some(Arc::new(Fugitive { from, lines: (0..board.len()).map(lines).collect() }))
    }
}

/// The same, with the lines of each cell.
#[derive(Debug)]
struct Fugitive {
    from: Types,
    lines: Vec<Vec<Vec<u16>>>,
}

impl Words for Fugitive {}

impl<const W: usize> Behaviour<W> for Fugitive {
    fn listens(&self) -> Events {
        Events::SPECIAL_MOVES
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn special_moves(&self, here: &MoveGen<'_, W>, _: &[u8], sink: &mut dyn Sink<W>) {
        let (state, us, tables) = (here.state, here.us, here.tables);
        if here.wanted == Wanted::Captures || !tables.safety {
            return;
        }
        for royal in tables.royals(state, us) {
            let foes = here.foes.without(state.of_player(NEUTRAL.index()));
            let chasers = self.from.fold(CellSet::EMPTY, |all, kind| all | state.of_type(kind)) & foes;
            let chased = |chaser: usize| tables.takes(state, chaser, CellSet::of(royal)).any();
            if !chasers.into_iter().any(chased) {
                continue;
            }
            let usual = tables.destinations(state, royal, CellSet::EMPTY, false);
            for line in &self.lines[royal] {
                for cell in
                    line.iter().map(|cell| usize::from(*cell)).take_while(|cell| here.empty.has(*cell))
                {
                    let mv = Move::step(royal, cell);
                    if !usual.has(cell) && here.legal_by_play(mv) {
                        sink.one(mv);
                    }
                }
            }
        }
    }
}

/// From whom a royal piece flees.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "flight",
        kind: Kind::Table(&[
            Spec {
                name: "from",
                kind: Kind::Pieces,
                default: "required",
                documentation: "Which types must give the check.",
            },
            Spec {
                name: "cells",
                kind: Kind::Number(1, 16),
                default: "2",
                documentation: "How far it may go.",
            },
        ]),
        default: "none",
        documentation: "While a piece of these types gives check, a royal piece may go farther: straight in any direction, over \
                        empty cells, without capturing.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let from = reader.pieces("from");
        if from.is_empty() {
            let problem = crate::definition::Problem::new(value.span, "flight needs \"from\"", "incomplete");
            return Err(problem.help("flight = { from = \"chancellor\" }").into());
        }
        draft.listen(Flight { from, cells: reader.number("cells", 2) as usize });
        Ok(())
    },
    ..Rule::PLAIN
};

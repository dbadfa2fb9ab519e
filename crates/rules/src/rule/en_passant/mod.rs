//! En passant: taking a piece on a cell it passed over with its first move of several steps.

mod fen;
mod generate;
mod play;

pub(crate) use play::{Passed, forfeit};

use super::parts::AnyParts;
use super::{Rule, Section};
use crate::cell::PieceType;
use crate::compile::game::Game;
use crate::compile::tables::{Mover, Tables};
use crate::compile::width::with_tables;
use crate::definition::{Kind, Spec, Value};
use crate::describe::{Chapter, a};
use crate::movement::trie::Trie;
use crate::set::{CellSet, Zone};

/// Which passed cells count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant {
    /// As the first player sees them.
    pub on: Zone,
}

impl Game {
    /// Whether anything is taken in passing.
    pub fn takes_in_passing(&self) -> bool {
        self.checked().rules.each().any(|rules| rules.en_passant.is_some())
    }
}

/// The types of the first player that can be taken so, and those that take so.
fn types(game: &Game) -> (Vec<PieceType>, Vec<PieceType>) {
    fn of<const W: usize>(tables: &Tables<W>, wanted: fn(&Mover<W>) -> bool) -> Vec<PieceType> {
        let types = (0..tables.types).filter(|kind| wanted(tables.mover(0, *kind)));
        types.map(|kind| PieceType(kind as u8)).collect()
    }
    with_tables!(game, |tables| {
        let passes =
            |mover: &Mover<_>| mover.leaves_trail || mover.more.unmoved.iter().any(Trie::leaves_trail);
        (of(tables, passes), of(tables, |mover| !mover.more.take_passed.is_empty()))
    })
}

/// Taking in passing.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "en-passant",
        kind: Kind::Either(&[
            Kind::Flag,
            Kind::Table(&[Spec {
                name: "on",
                kind: Kind::ByPlayer(&Kind::Zone),
                default: "\"all\"",
                documentation: "Only cells of this zone can be taken on; each player's own, by symmetry.",
            }]),
        ]),
        default: "false",
        documentation: "A piece that passes over cells with a first move of several steps can be taken on any of \
                        them by the next players' pieces whose notation has `e`. Where several passed over one cell, \
                        the latest is taken.",
    },
    compile: |draft, value| {
        if value.value != Value::Flag(false) {
            let on = draft.reader(value).zone("on").unwrap_or(CellSet::first(draft.board.len()));
            draft.rules.en_passant = Some(EnPassant { on });
        }
        Ok(())
    },
    parts: AnyParts::new(&play::Parts),
    trails: |rules| rules.en_passant.map_or(CellSet::EMPTY, |rule| rule.on),
    describe: |prose| {
        let (passing, taking) = &types(prose.game);
        let Some(rule) = prose.rules.en_passant.filter(|_| !passing.is_empty() && !taking.is_empty()) else {
            return;
        };
        let taker = if passing == taking { "another".to_owned() } else { a(&prose.names(taking, "or")) };
        let on = match prose.zone(rule.on).as_str() {
            "any cell" => String::new(),
            zone => format!(" on {zone}"),
        };
        let sentence = format!(
            "En passant: {} that passes over a cell{on} with its first move can be captured there by {taker}, on the \
             next move only.",
            a(&prose.names(passing, "or"))
        );
        prose.say(Chapter::Moves, sentence);
    },
    fen: Some(&fen::FIELD),
    fen4_option: Some(&fen::OPTION4),
    ..Rule::PLAIN
};

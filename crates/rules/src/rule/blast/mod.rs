//! Explosions: a capture takes everything around with it.

mod generate;

use super::behaviour::{AnyBehaviour, Behaviour, Events, Look, Words};
use super::parts::{AnyParts, Making, RuleParts};
use super::{Rule, Section};
use crate::board::Board;
use crate::cell::PieceType;
use crate::compile::tables::{RuleTables, Tables, Types};
use crate::definition::{Kind, Spec, Value};
use crate::describe::{Chapter, Prose, cardinal};
use crate::position::moves::Move;
use crate::position::state::State;
use crate::set::CellSet;

/// How a capture explodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blast {
    /// How many cells far.
    pub radius: u8,
    /// Types that survive unless they take or are taken.
    pub spares: Vec<PieceType>,
}

impl Blast {
    fn describe(&self, prose: &Prose<'_>) -> String {
        let around = match self.radius {
            0 => String::new(),
            1 => ", with every piece on the cells around".to_owned(),
            radius => format!(", with every piece up to {} cells away", cardinal(u16::from(radius))),
        };
        let spared = match self.spares.is_empty() || self.radius == 0 {
            true => String::new(),
            false => format!(" that is no {}", prose.names(&self.spares, "or")),
        };
        format!("A capture explodes: the captured and the capturing piece leave the board{around}{spared}.")
    }
}

impl Words for Blast {}

impl<const W: usize> Behaviour<W> for Blast {
    fn listens(&self) -> Events {
        Events::TAKES_ALONG
    }

    fn takes_along(&self, here: &Look<'_, W>, mv: Move) -> CellSet<W> {
        let table = here.tables.rules.blast.as_ref();
        table.map_or(CellSet::EMPTY, |table| table.lost(here.state, mv.to.index()))
    }
}

/// The same, ready to use.
#[derive(Debug)]
pub(crate) struct BlastTable<const W: usize> {
    /// The cells around each cell, itself included.
    pub around: Vec<CellSet<W>>,
    /// Types that survive.
    spares: Vec<PieceType>,
}

impl<const W: usize> BlastTable<W> {
    /// The tables of a blast on a board.
    fn new(blast: &Blast, board: &Board, walls: Types) -> Self {
        let around = (0..board.len())
            .map(|cell| {
                let mut reached: CellSet<W> = CellSet::of(cell);
                for _ in 0..blast.radius {
                    for from in reached {
                        for (node, _) in board.rings[from].iter().flat_map(|slot| &slot.links) {
                            if usize::from(*node) < board.len() {
                                reached.insert(usize::from(*node));
                            }
                        }
                    }
                }
                reached
            })
            .collect();
        // A wall stands whatever happens around it.
        let spares = blast.spares.iter().copied().chain(walls.map(PieceType)).collect();
        BlastTable { around, spares }
    }

    /// The pieces that a capture here takes along, besides taker and taken.
    #[inline(always)]
    pub fn lost(&self, state: &State<W>, centre: usize) -> CellSet<W> {
        let mut lost = self.around[centre] & state.occupied;
        for kind in &self.spares {
            lost = lost.without(state.kind[kind.index()]);
        }
        lost
    }
}

/// Makes the tables.
struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        let checked = making.checked;
        let blast = checked.rules.blast.as_ref();
        tables.rules.blast = blast.map(|blast| BlastTable::new(blast, &checked.board, checked.walls()));
        tables.rules.plain_attacks &= blast.is_none();
    }

    fn bytes(&self, rules: &RuleTables<W>) -> usize {
        rules.blast.as_ref().map_or(0, |blast| size_of_val(&blast.around[..]))
    }
}

/// Explosions.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "blast",
        kind: Kind::Either(&[
            Kind::Flag,
            Kind::Table(&[
                Spec {
                    name: "radius",
                    kind: Kind::Number(0, 4),
                    default: "1",
                    documentation: "How far it reaches, in steps across edges and corners.",
                },
                Spec {
                    name: "spares",
                    kind: Kind::Pieces,
                    default: "none",
                    documentation: "Types that survive, unless they take or are taken.",
                },
            ]),
        ]),
        default: "false",
        documentation: "A capture removes the captured piece, the capturing one, and the pieces around. A player \
                        may not blow up its own royal piece; one who blows up the other's wins. A royal next to an \
                        enemy royal cannot be taken, since that would cost the other one too.",
    },
    compile: |draft, value| {
        if value.value != Value::Flag(false) {
            let reader = draft.reader(value);
            let blast = Blast { radius: reader.number("radius", 1) as u8, spares: reader.pieces("spares") };
            draft.rules.blast = Some(blast);
        }
        Ok(())
    },
    describe: |prose| {
        if let Some(blast) = &prose.rules.blast {
            prose.say(Chapter::Moves, blast.describe(prose));
        }
    },
    name_look_alikes: |rules, alike| rules.blast.iter_mut().for_each(|blast| alike.add_to(&mut blast.spares)),
    parts: AnyParts::new(&Parts),
    listener: |rules| rules.blast.clone().map(AnyBehaviour::new),
    is_orthodox: |rules| rules.blast.is_none(),
    wins: |rules| rules.blast.is_some(),
    leaves_only_mate: |rules| rules.blast.is_none(),
    ..Rule::PLAIN
};

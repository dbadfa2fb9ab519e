//! Several royals of a type of which only the last one counts: what holds while there are more.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Words};
use super::parts::{AnyParts, Making, RuleParts};
use super::{Rule, Section, word};
use crate::compile::tables::Tables;
use crate::definition::{Kind, Problem, Royal, Spec};
use crate::describe::{Chapter, Prose};
use crate::position::generate::attack::After;
use crate::position::state::State;
use crate::set::CellSet;

/// Which of several count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Several {
    /// None of them.
    #[default]
    None,
    /// All of them, when all are attacked at once.
    Together,
    /// The one nearest to its player's own edge.
    Rearmost,
}

impl Words for Several {
    fn describe(&self, prose: &mut Prose<'_>) {
        let king = prose.royal().unwrap_or("royal piece").to_owned();
        let sentence = match self {
            Several::None => return,
            Several::Together => {
                format!(
                    "Of several pieces of type {king} each may be left attacked, but not all of them at once."
                )
            }
            Several::Rearmost => format!(
                "Of several pieces of type {king} the one nearest to its player's own edge must be kept safe; on one rank \
                 the one farther to the left."
            ),
        };
        prose.say(Chapter::Check, sentence);
    }
}

/// Who counts may change with every move: each is tested, and nothing else is done.
impl<const W: usize> Behaviour<W> for Several {
    fn listens(&self) -> Events {
        Events::CHOICES
    }
}

/// For each player and cell how near it is to the player's edge.
#[derive(Debug, Default)]
pub(crate) struct SeveralTable {
    which: Several,
    /// By player and cell, lower is nearer.
    order: Vec<Vec<u32>>,
}

impl<const W: usize> Tables<W> {
    /// Those of several pieces of a type, of which only the last one is royal, that count all the same.
    #[inline(never)]
    pub fn royal_among(&self, state: &State<W>, player: usize, pieces: CellSet<W>) -> CellSet<W> {
        let Some(several) = &self.rules.several else { return CellSet::EMPTY };
        match several.which {
            Several::None => CellSet::EMPTY,
            Several::Rearmost => {
                let rear = pieces.into_iter().min_by_key(|cell| several.order[player][*cell]);
                rear.map_or(CellSet::EMPTY, CellSet::of)
            }
            Several::Together => {
                let attacked =
                    |cell: usize| self.royal_attacked_apart(state, player, cell, After::now(state));
                if pieces.into_iter().all(attacked) { pieces } else { CellSet::EMPTY }
            }
        }
    }
}

/// Makes the tables.
struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        let (checked, which) = (making.checked, making.checked.rules.several);
        let place = |player: usize, cell: usize| {
            let info = &checked.board.cells[checked.backs[player][cell].index()];
            u32::from(info.rank) << 16 | u32::from(info.file)
        };
        let order = |player: usize| (0..checked.board.len()).map(|cell| place(player, cell)).collect();
        tables.rules.several = (which != Several::None)
            .then(|| SeveralTable { which, order: (0..checked.players.len()).map(order).collect() });
    }
}

/// What holds while there are several royals.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "several-royals",
        kind: Kind::Word(&["none", "together", "rearmost"]),
        default: "\"none\"",
        documentation: "What holds of pieces with `royal = \"last\"` while a player has more than one: `none` must be kept \
                        safe; `together`, not all may be attacked at once; `rearmost`, the one nearest to its player's \
                        own edge must be safe, on one rank the one farther to the left.",
    },
    compile: |draft, value| {
        draft.rules.several = match word(value) {
            "together" => Several::Together,
            "rearmost" => Several::Rearmost,
            _ => Several::None,
        };
        Ok(())
    },
    check: |definition, checked| {
        let written = definition.rules.get("several-royals")?;
        if checked.rules.several == Several::Together && checked.rules.blast.is_some() {
            let message = "where captures explode nobody may leave one of several royal pieces attacked";
            return Some(Problem::new(written.span, message, "with explosions"));
        }
        let fits = checked.types.iter().any(|info| info.royal == Royal::Last);
        if fits || checked.rules.several == Several::None {
            return None;
        }
        let problem =
            Problem::new(written.span, "no piece is royal only as the last of its type", "of no use");
        Some(problem.help("write pieces.king.royal = \"last\""))
    },
    listener: |rules| (rules.several != Several::None).then(|| AnyBehaviour::new(rules.several)),
    parts: AnyParts::new(&Parts),
    ..Rule::PLAIN
};

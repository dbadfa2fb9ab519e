//! Pieces that neither take some types nor jump over them: the cannons of janggi.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Look, Words};
use super::parts::LookAlikes;
use super::{Rule, Section};
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::tables::Types;
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, Prose, a};
use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::moves::{Move, MoveKind};
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::set::CellSet;
use std::sync::Arc;

/// Who avoids whom.
#[derive(Clone, Debug, Default)]
pub(crate) struct Avoids(pub Vec<(PieceType, Vec<PieceType>)>);

impl Avoids {
    /// Lets types that look like others avoid what these do, and be avoided.
    fn name_look_alikes(&mut self, alike: &LookAlikes<'_>) {
        self.0.iter_mut().for_each(|(_, avoided)| alike.add_to(avoided));
        for (kind, base) in alike.pairs() {
            let own = self.0.iter().find(|(known, _)| *known == base).map(|(_, avoided)| avoided.clone());
            self.0.extend(own.map(|avoided| (kind, avoided)));
        }
    }
}

impl Words for Avoids {
    fn describe(&self, prose: &mut Prose<'_>) {
        for (kind, avoided) in &self.0 {
            let (name, avoided) = (a(prose.name(*kind)), a(&prose.names(avoided, "or")));
            let sentence = format!("{name} neither captures {avoided} nor jumps over one.");
            prose.say(Chapter::Moves, sentence[..1].to_uppercase() + &sentence[1..]);
        }
    }
}

const EVENTS: Events = Events::CHOICES.and(Events::ATTACKS);

impl<const W: usize> Behaviour<W> for Avoids {
    fn listens(&self) -> Events {
        EVENTS
    }

    fn prepared(&self, _: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        let of =
            |(kind, avoided): &(PieceType, Vec<PieceType>)| (*kind, avoided.iter().map(|k| k.0).collect());
        Some(Arc::new(Avoiding { pairs: self.0.iter().map(of).collect() }))
    }
}

/// The same with sets of types.
#[derive(Debug)]
struct Avoiding {
    pairs: Vec<(PieceType, Types)>,
}

impl Words for Avoiding {}

/// The cells where some types stand.
fn of_types<const W: usize>(state: &State<W>, kinds: Types) -> CellSet<W> {
    kinds.fold(CellSet::EMPTY, |all, kind| all | state.of_type(kind))
}

impl<const W: usize> Behaviour<W> for Avoiding {
    fn listens(&self) -> Events {
        EVENTS
    }

    /// What would not be possible without the avoided pieces was a jump over one of them.
    fn choices(&self, here: &MoveGen<'_, W>, _: &[u8], mv: Move, out: &mut Vec<Move>) {
        let kind = here.state.piece(mv.from.index()).kind();
        let pair = self.pairs.iter().find(|(known, _)| *known == kind && mv.kind == MoveKind::Step);
        let Some((_, avoided)) = pair else { return out.push(mv) };
        let mut cleared = *here.state;
        let (from, to) = (mv.from.index(), mv.to.index());
        for cell in of_types(here.state, *avoided).without(CellSet::of(from)) {
            cleared.take(cell);
        }
        let reached = match here.state.piece(to).is_some() {
            // What is avoided itself has been cleared away.
            true => cleared.occupied.has(to) && here.tables.takes(&cleared, from, here.foes).has(to),
            false => here.tables.destinations(&cleared, from, CellSet::EMPTY, false).has(to),
        };
        if reached {
            out.push(mv);
        }
    }

    fn attacks(&self, here: &Look<'_, W>, attacker: usize, cell: usize, after: After<W>) -> Option<bool> {
        let (tables, state) = (here.tables, here.state);
        let own = state.of_player(attacker).without(after.gone);
        let kinds = self.pairs.iter().map(|(kind, _)| kind.0).collect();
        let careful = own & of_types(state, kinds);
        if careful.is_empty() {
            return None;
        }
        let others = After { gone: after.gone | careful, ..after };
        if tables.attacked_by_apart(state, attacker, cell, others) {
            return Some(true);
        }
        // One by one: as the board is, and as if nothing of what it avoids were there.
        let hits = |from: usize| {
            let kind = state.piece(from).kind();
            let avoided = self.pairs.iter().find(|(known, _)| *known == kind).map_or(Types(0), |(_, k)| *k);
            let alone = After { gone: after.gone | own.without(CellSet::of(from)), ..after };
            let cleared = of_types(state, avoided).without(after.gone | CellSet::of(from));
            let clear = After { occupied: after.occupied.without(cleared), ..alone };
            let is_avoided = cleared.has(cell);
            !is_avoided
                && tables.attacked_by_apart(state, attacker, cell, alone)
                && tables.attacked_by_apart(state, attacker, cell, clear)
        };
        Some(careful.into_iter().any(hits))
    }
}

/// What a piece neither takes nor jumps over.
pub(crate) const RULE: Rule = Rule {
    section: Section::Pieces,
    spec: Spec {
        name: "avoids",
        kind: Kind::Pieces,
        default: "nothing",
        documentation: "Types that it neither takes nor jumps over, its own among them if named: \
                        `cannon = { moves = \"pR\", avoids = \"cannon\" }`.",
    },
    compile: |draft, value| {
        let table = crate::definition::Table {
            entries: vec![(crate::definition::Spanned::new("of".to_owned(), value.span), value.clone())],
        };
        let avoided = crate::definition::Reader::unchecked(&table, value.span, draft.names).pieces("of");
        draft.rules.avoids.0.push((PieceType(draft.subject as u8), avoided));
        Ok(())
    },
    name_look_alikes: |rules, alike| rules.avoids.name_look_alikes(alike),
    listener: |rules| (!rules.avoids.0.is_empty()).then(|| AnyBehaviour::new(rules.avoids.clone())),
    ..Rule::PLAIN
};

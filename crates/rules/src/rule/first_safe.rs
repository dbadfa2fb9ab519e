//! First moves that are only for a piece that was never aimed at.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Play, Safety, Words};
use super::{Rule, Section};
use crate::cell::PieceType;
use crate::compile::tables::Tables;
use crate::definition::{Definition, Kind, Problem, Spec};
use crate::describe::{Chapter, Prose};
use crate::position::generate::MoveGen;
use crate::position::moves::Move;
use crate::position::state::State;
use crate::set::CellSet;

/// Which pieces take whose first moves away by aiming at them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirstSafe(Vec<(PieceType, Vec<PieceType>)>);

impl FirstSafe {
    fn aimers(&self, kind: PieceType) -> Option<&[PieceType]> {
        self.0.iter().find(|(named, _)| *named == kind).map(|(_, aimers)| &aimers[..])
    }
}

impl Words for FirstSafe {
    fn describe(&self, prose: &mut Prose<'_>) {
        for (kind, aimers) in &self.0 {
            let (name, aimers) = (prose.name(*kind).to_owned(), prose.names(aimers, "or"));
            let sentence = format!(
                "The {name} makes its special first move only while not in check, and never once an enemy {aimers} has come \
                 to where it would attack the {name} on an empty board."
            );
            prose.say(Chapter::Moves, sentence);
        }
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

/// Where a piece of a type goes from a cell on an empty board.
fn aims<const W: usize>(tables: &Tables<W>, player: usize, kind: usize, from: usize) -> CellSet<W> {
    tables.mover(player, kind).destinations(from, CellSet::of(from), tables.all, tables.all)
}

/// Where a piece goes though it may have moved.
fn once_moved<const W: usize>(tables: &Tables<W>, state: &State<W>, us: usize, from: usize) -> CellSet<W> {
    let mover = tables.mover(us, state.piece(from).kind().index());
    mover.destinations(from, state.occupied, tables.all.without(state.occupied), state.occupied)
}

impl<const W: usize> Behaviour<W> for FirstSafe {
    fn listens(&self) -> Events {
        Events::CHOICES.and(Events::AFTER_MOVE)
    }

    /// A first move more or less opens no line that the move itself does not.
    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn choices(&self, here: &MoveGen<'_, W>, _: &[u8], mv: Move, out: &mut Vec<Move>) {
        let first = |from: usize| {
            here.state.marks.unmoved().has(from)
                && self.aimers(here.state.piece(from).kind()).is_some()
                && !once_moved(here.tables, here.state, here.us, from).has(mv.to.index())
        };
        let barred =
            here.danger.checked && mv.kind.is_step() && mv.origin().is_some_and(|from| first(from.index()));
        if !barred {
            out.push(mv);
        }
    }

    fn after_move(&self, play: &mut Play<'_, W>) {
        let Some(to) = play.mv.goal() else { return };
        let piece = play.state().piece(to.index());
        if piece.is_none() || piece.owner().index() != play.us {
            return;
        }
        let seen = aims(play.tables, play.us, piece.kind().index(), to.index());
        for &(kind, ref aimers) in &self.0 {
            let foes =
                play.tables.foes[play.us].iter().map(|foe| play.state().of(usize::from(*foe), kind.index()));
            if aimers.contains(&piece.kind()) {
                let lost = foes.fold(CellSet::EMPTY, |all, foe| all | foe) & seen;
                play.forget_unmoved(lost);
            }
        }
    }
}

/// Who takes away first moves.
pub(crate) const RULE: Rule = Rule {
    section: Section::Pieces,
    spec: Spec {
        name: "first-safe",
        kind: Kind::Pieces,
        default: "first moves are only lost by moving",
        documentation: "Its `first` moves are not made while in check, and are lost when an enemy piece of one of these \
                        types moves to where it would attack it on an empty board. Needs `unmoved = true`.",
    },
    compile: |draft, value| {
        let table = crate::definition::Table {
            entries: vec![(crate::definition::Spanned::new("of".to_owned(), value.span), value.clone())],
        };
        let aimers = crate::definition::Reader::unchecked(&table, value.span, draft.names).pieces("of");
        draft.rules.first_safe.0.push((PieceType(draft.subject as u8), aimers));
        Ok(())
    },
    check: |definition: &Definition, checked| {
        let bare = |(kind, _): &&(PieceType, Vec<PieceType>)| !definition.pieces[kind.index()].has_a_past();
        let (kind, _) = checked.rules.first_safe.0.iter().find(bare)?;
        let piece = &definition.pieces[kind.index()];
        let span = piece.rules.get("first-safe").map_or(piece.span, |value| value.span);
        let problem =
            Problem::new(span, "\"first-safe\" is about pieces that never moved", "nobody keeps track");
        Some(problem.help("write unmoved = true"))
    },
    listener: |rules| (!rules.first_safe.0.is_empty()).then(|| AnyBehaviour::new(rules.first_safe.clone())),
    ..Rule::PLAIN
};

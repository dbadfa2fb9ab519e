//! Conversion: of the pieces of a type that have not moved yet one begins with its own first move, the others do not.

use super::behaviour::{Behaviour, Events, Memory, Play, Safety, Words};
use super::{Rule, Section, word};
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::tables::{Tables, Types};
use crate::definition::{Definition, Kind, Problem, Spec};
use crate::describe::{Chapter, Prose};
use crate::position::generate::MoveGen;
use crate::position::moves::Move;
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::set::CellSet;
use std::sync::Arc;

/// One of a player's pieces began with a usual move: another must convert.
const OWED: u8 = 1;
/// One has converted: no other may.
const DONE: u8 = 2;

/// Which type converts.
#[derive(Clone, Debug)]
struct Conversion {
    kind: PieceType,
}

impl Words for Conversion {
    fn describe(&self, prose: &mut Prose<'_>) {
        let name = prose.name(self.kind).to_owned();
        let sentence = format!(
            "Of the pieces of type {name} that have not moved, a player converts one by its special first move. Once one \
             has begun with a usual move, the next that moves must convert; once one has converted, no other may."
        );
        prose.say(Chapter::Moves, sentence);
    }

    /// For each player what has happened so far.
    fn memory(&self, players: usize) -> Option<Memory> {
        Some(Memory { name: "converted", bytes: vec![(0, DONE); players], own_field: false })
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

const EVENTS: Events = Events::CHOICES.and(Events::AFTER_MOVE);

impl<const W: usize> Behaviour<W> for Conversion {
    fn listens(&self) -> Events {
        EVENTS
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        Some(Arc::new(Converter { kinds: checked.alike(self.kind) }))
    }
}

/// The same, with the types that look like it.
#[derive(Debug)]
struct Converter {
    kinds: Types,
}

impl Words for Converter {}

impl Converter {
    /// Whether a move that begins a piece's way converts it; nothing if it is no such move.
    fn converts<const W: usize>(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        mv: Move,
        us: usize,
    ) -> Option<bool> {
        let from = mv.origin().filter(|_| mv.kind.is_step())?.index();
        let kind = state.piece(from).kind().index();
        let first = self.kinds.has(kind) && state.of_player(us).has(from) && state.marks.unmoved().has(from);
        // What it does though it may have moved is usual.
        let usual = tables.mover(us, kind).destinations(
            from,
            state.occupied,
            tables.all.without(state.occupied),
            state.occupied,
        );
        first.then(|| !usual.has(mv.to.index()))
    }
}

impl<const W: usize> Behaviour<W> for Converter {
    fn listens(&self) -> Events {
        EVENTS
    }

    /// A first move more or less opens no line that the move itself does not.
    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn choices(&self, here: &MoveGen<'_, W>, memory: &[u8], mv: Move, out: &mut Vec<Move>) {
        let barred = match self.converts(here.tables, here.state, mv, here.us) {
            Some(true) => memory[here.us] == DONE,
            Some(false) => memory[here.us] == OWED,
            None => false,
        };
        if !barred {
            out.push(mv);
        }
    }

    fn after_move(&self, play: &mut Play<'_, W>) {
        let (us, mv) = (play.us, play.mv);
        let moved = mv.origin().filter(|_| mv.kind.is_step()).zip(mv.goal());
        let Some((from, to)) = moved.filter(|_| play.memory()[us] != DONE) else { return };
        let was_first = play.state().marks.unmoved().has(from.index());
        let kind = play.state().piece(to.index()).kind().index();
        if !was_first || !self.kinds.has(kind) || play.state().piece(to.index()).owner().index() != us {
            return;
        }
        let tables = play.tables;
        // Only what its usual movement does not reach on any board is a conversion.
        let usual = tables.mover(us, kind).destinations(
            from.index(),
            CellSet::of(from.index()),
            tables.all,
            tables.all,
        );
        let state = if usual.has(to.index()) { OWED } else { DONE };
        play.remember(us, state);
    }
}

/// Who converts needs a past, and a first move.
fn has_first_moves(definition: &Definition, _: &CheckedDefinition) -> Option<Problem> {
    let value = definition.rules.get("conversion")?;
    let piece = definition.pieces.iter().find(|piece| piece.name.value == word(value))?;
    if piece.has_a_past() {
        return None;
    }
    let problem = Problem::new(
        value.span,
        "what converts needs first moves while it has not moved",
        "nobody keeps track",
    );
    Some(problem.help("pieces.bishop = { first = \"W\", unmoved = true }"))
}

/// Which type converts.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "conversion",
        kind: Kind::Piece,
        default: "none",
        documentation: "A type of which each player converts one piece by its `first` move: once one has begun with a usual \
                        move, the next one that moves for the first time must convert, and once one has converted, no \
                        other may. Needs `unmoved = true`. While it may not move so, it gives check all the same.",
    },
    compile: |draft, value| {
        if let Some(kind) = draft.piece(word(value)) {
            draft.listen(Conversion { kind });
        }
        Ok(())
    },
    check: has_first_moves,
    ..Rule::PLAIN
};

//! Petrifying: pieces that turn into walls when they capture.

use super::behaviour::{Behaviour, Events, Play, Words};
use super::{Rule, Section};
use crate::cell::{NEUTRAL, Piece, PieceType};
use crate::compile::CheckedDefinition;
use crate::definition::{Kind, Problem, Spec};
use crate::describe::{Chapter, Prose, a};
use crate::position::setup::Setup;
use std::sync::Arc;

/// Who turns into what.
#[derive(Debug)]
struct Petrify {
    of: Vec<PieceType>,
    into: PieceType,
}

impl Words for Petrify {
    fn describe(&self, prose: &mut Prose<'_>) {
        let (who, what) = (a(&prose.names(&self.of, "or")), a(prose.name(self.into)));
        let sentence = format!("Whoever captures with {who} turns it into {what}, which nobody can capture.");
        prose.say(Chapter::Moves, sentence);
    }
}

impl<const W: usize> Behaviour<W> for Petrify {
    fn listens(&self) -> Events {
        Events::AFTER_MOVE
    }

    /// What only looks like one of the types turns too.
    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        let of = self.of.iter().flat_map(|kind| checked.alike(*kind)).map(PieceType).collect();
        Some(Arc::new(Petrify { of, into: self.into }))
    }

    fn after_move(&self, play: &mut Play<'_, W>) {
        let us = play.us;
        // Walls come and go by other rules; nobody captures them.
        let walls = play.tables.walls;
        let others =
            |piece: Piece| piece.is_some() && piece.owner().index() != us && !walls.has(piece.kind().index());
        let captor = play.state().piece(play.mv.to.index());
        let turns = captor.is_some() && captor.owner().index() == us && self.of.contains(&captor.kind());
        if turns && play.changes().any(|(_, before)| others(before)) {
            play.set(play.mv.to, Piece::new(NEUTRAL, self.into));
        }
    }
}

/// Who turns into what.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "petrify",
        kind: Kind::Table(&[
            Spec { name: "of", kind: Kind::Pieces, default: "required", documentation: "Which types." },
            Spec {
                name: "into",
                kind: Kind::Piece,
                default: "required",
                documentation: "The piece they become, a `wall`.",
            },
        ]),
        default: "none",
        documentation: "A piece of these types that captures turns into a wall on the spot: it belongs to nobody, \
                        stands in the way and cannot be captured. A royal that captures is lost, so it may not.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let (of, into) = (reader.pieces("of"), reader.pieces("into").first().copied());
        let Some(into) = into.filter(|into| draft.pieces[into.index()].wall && !of.is_empty()) else {
            let problem = Problem::new(value.span, "petrify needs \"of\" and \"into\", a wall", "incomplete");
            return Err(problem.help("petrify = { of = [\"rook\"], into = \"wall\" }").into());
        };
        draft.listen(Petrify { of, into });
        Ok(())
    },
    ..Rule::PLAIN
};

//! Transforming: pieces that become another type whenever they move, by a table.

use super::behaviour::{Behaviour, Events, Safety, Words};
use super::{Rule, Section, word};
use crate::cell::PieceType;
use crate::definition::{Kind, Problem, Royal, Spec, Value};
use crate::describe::{Chapter, Prose, a};
use crate::position::generate::MoveGen;
use crate::position::moves::{Move, MoveKind};

/// What each type becomes.
#[derive(Debug)]
struct Transform {
    table: Vec<(PieceType, PieceType)>,
}

impl Transform {
    fn of(&self, kind: PieceType) -> Option<PieceType> {
        self.table.iter().find(|(from, _)| *from == kind).map(|(_, to)| *to)
    }
}

impl Words for Transform {
    fn describe(&self, prose: &mut Prose<'_>) {
        let pairs =
            self.table.iter().map(|(from, to)| format!("{} {}", a(prose.name(*from)), a(prose.name(*to))));
        let pairs: Vec<String> = pairs.collect();
        let sentence = format!("A piece becomes another whenever it moves: {}.", pairs.join(", "));
        prose.say(Chapter::Moves, sentence);
        if prose.rules.drops.is_some() {
            prose.say(Chapter::Moves, "A piece from the hand may be dropped as either of its two.");
        }
    }
}

impl<const W: usize> Behaviour<W> for Transform {
    fn listens(&self) -> Events {
        Events::CHOICES
    }

    /// What a piece becomes is as much in the way as what it was.
    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn choices(&self, here: &MoveGen<'_, W>, _: &[u8], mv: Move, out: &mut Vec<Move>) {
        let moves =
            matches!(mv.kind, MoveKind::Step | MoveKind::Passing | MoveKind::EnPassant | MoveKind::Sweep);
        if mv.kind == MoveKind::Drop {
            out.push(mv);
            // Only what lies in a hand as its other side can come out of it turned over.
            let turns_back = |turned: &PieceType| {
                let drops = here.tables.rules.drops.as_ref();
                drops.is_some_and(|drops| drops.demoted[turned.index()] == mv.piece.0)
            };
            out.extend(self.of(mv.piece).filter(turns_back).map(|turned| mv.with_piece(turned)));
        } else if let Some(turned) = self.of(here.state.piece(mv.from.index()).kind())
            && moves
            && mv.piece == Move::NO_TYPE
        {
            let turned = mv.closed().with_piece(turned);
            // Who may promote to the same type has that move already.
            let mover = here.tables.mover(here.us, here.state.piece(mv.from.index()).kind().index());
            if !here.turned(mover, mv).contains(&turned) {
                out.push(turned);
            }
        } else {
            out.push(mv);
        }
    }
}

/// What each type becomes.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "transform",
        kind: Kind::PerPiece(&Kind::Piece),
        default: "none",
        documentation: "What each type becomes whenever it moves: `{ pawn = \"rook\", rook = \"pawn\" }`. A piece in hand \
                        may be dropped as either of the two, where a captured one turns back (`+P` into `P`).",
    },
    compile: |draft, value| {
        let Value::Table(entries) = &value.value else { return Ok(()) };
        let mut table = Vec::new();
        for (name, into) in &entries.entries {
            let (Some(from), Some(to)) = (draft.piece(&name.value), draft.piece(word(into))) else {
                continue;
            };
            if [from, to].iter().any(|kind| draft.pieces[kind.index()].royal != Royal::No) {
                let problem = Problem::new(into.span, "a royal piece cannot come or go by moving", "royal");
                return Err(problem.into());
            }
            table.push((from, to));
        }
        draft.listen(Transform { table });
        Ok(())
    },
    ..Rule::PLAIN
};

//! The duck: a wall that whoever moves puts on another empty cell after each move.

use super::behaviour::{Behaviour, Events, Play, Words};
use super::{Rule, Section, word};
use crate::cell::{Cell, NEUTRAL, Piece, PieceType};
use crate::definition::{Kind, Problem, Spec};
use crate::describe::{Chapter, Prose};
use crate::notation::Language;
use crate::position::generate::MoveGen;
use crate::position::moves::{Move, MoveKind};
use crate::set::CellSet;

/// Which piece is the duck.
#[derive(Debug)]
struct Duck {
    kind: PieceType,
}

impl Words for Duck {
    fn describe(&self, prose: &mut Prose<'_>) {
        let name = prose.name(self.kind).to_owned();
        let sentence = format!(
            "Whoever has moved puts the {name} on another empty cell. It belongs to nobody, stands in everybody's \
             way and cannot be captured."
        );
        prose.say(Chapter::Moves, sentence);
    }

    /// Behind the cell the piece went to, as other programs write it: `e2e4,e4d5`.
    fn write_choice(&self, language: &Language<'_>, mv: Move) -> Option<String> {
        Some(format!("{}{}", language.name(mv.to), language.name(Cell(mv.choice))))
    }

    fn write_short_choice(&self, language: &Language<'_>, mv: Move) -> Option<String> {
        Some(language.name(Cell(mv.choice)).to_owned())
    }
}

impl<const W: usize> Behaviour<W> for Duck {
    fn listens(&self) -> Events {
        Events::CHOICES.and(Events::AFTER_MOVE)
    }

    fn choices(&self, here: &MoveGen<'_, W>, _: &[u8], mv: Move, out: &mut Vec<Move>) {
        if mv.kind == MoveKind::Pass {
            return out.push(mv);
        }
        // The duck itself still stands where it was, so it cannot stay there.
        let free = here.tables.all.without(here.after(mv).occupied);
        out.extend(free.into_iter().map(|cell| mv.with_choice(cell as u16)));
    }

    fn after_move(&self, play: &mut Play<'_, W>) {
        if play.mv.choice == Move::NO_CHOICE {
            return;
        }
        let before: CellSet<W> = play.state().of_type(self.kind.0);
        before.into_iter().for_each(|cell| play.set(Cell(cell as u16), Piece::NONE));
        play.set(Cell(play.mv.choice), Piece::new(NEUTRAL, self.kind));
    }
}

/// Which piece is the duck.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "duck",
        kind: Kind::Piece,
        default: "none",
        documentation: "A piece that is a `wall`: whoever has moved puts it on an empty cell, never where it was. Moves \
                        name that cell behind a comma, `e2e4,e4d5`, in SAN `e4,d5`. Before the first move it may be \
                        off the board.",
    },
    compile: |draft, value| {
        let Some(kind) = draft.piece(word(value)) else { return Ok(()) };
        if !draft.pieces[kind.index()].wall {
            let problem = Problem::new(value.span, "the duck must be a wall", "this piece is none");
            return Err(problem.help("duck = { letter = \"*\", wall = true } in [pieces]").into());
        }
        draft.listen(Duck { kind });
        Ok(())
    },
    ..Rule::PLAIN
};

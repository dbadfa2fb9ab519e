//! Sweeping: pieces that cannot go past a capture on their way.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Safety, Words};
use super::{Rule, Section};
use crate::cell::PieceType;
use crate::definition::{Kind, Spec, Value};
use crate::describe::{Chapter, Prose, a};
use crate::position::generate::MoveGen;
use crate::position::moves::{Move, MoveKind};

/// Which types must take what they can on their way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweeping(pub Vec<PieceType>);

impl Words for Sweeping {
    fn describe(&self, prose: &mut Prose<'_>) {
        let names = a(&prose.names(&self.0, "or"));
        let sentence = format!(
            "Where {names} can take something besides by going to a cell, it does not go there without."
        );
        prose.say(Chapter::Moves, sentence);
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Sweeping {
    fn listens(&self) -> Events {
        Events::CHOICES
    }

    /// A move less opens no line.
    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn choices(&self, here: &MoveGen<'_, W>, _: &[u8], mv: Move, out: &mut Vec<Move>) {
        let kind = here.state.piece(mv.from.index()).kind();
        let concerned = mv.kind == MoveKind::Step && self.0.contains(&kind);
        if !concerned || !here.can_sweep(mv.from.index(), mv.to) {
            out.push(mv);
        }
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// Whether a piece could take something on its way to a cell, whatever that means for its own royal.
    fn can_sweep(&self, from: usize, to: crate::cell::Cell) -> bool {
        let mover = self.tables.mover(self.us, self.state.piece(from).kind().index());
        // Only what is walked can sweep.
        if mover.more.tries.is_empty() {
            return false;
        }
        let mut moves: Vec<Move> = Vec::new();
        let loose = self.loose();
        loose.trie_moves(mover, from, self.tables.all, &mut moves);
        moves.iter().any(|mv| mv.kind == MoveKind::Sweep && mv.to == to)
    }
}

/// Whether a type must take what it can on its way.
pub(crate) const RULE: Rule = Rule {
    section: Section::Pieces,
    spec: Spec {
        name: "must-sweep",
        kind: Kind::Flag,
        default: "false",
        documentation: "Where its movement takes something besides what stands on its goal, it does not go to that goal \
                        without: an advancer takes the piece before which it stops.",
    },
    compile: |draft, value| {
        if value.value == Value::Flag(true) {
            draft.rules.sweeping.0.push(PieceType(draft.subject as u8));
        }
        Ok(())
    },
    name_look_alikes: |rules, alike| alike.add_to(&mut rules.sweeping.0),
    listener: |rules| (!rules.sweeping.0.is_empty()).then(|| AnyBehaviour::new(rules.sweeping.clone())),
    ..Rule::PLAIN
};

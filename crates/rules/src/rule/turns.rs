//! Several moves in one turn.

use super::behaviour::{Behaviour, Events, Play, Safety, Words};
use super::{Rule, Section};
use crate::definition::{Kind, Spec, Value};
use crate::describe::{Chapter, Prose, cardinal};

/// How many moves make a turn.
#[derive(Debug)]
pub(crate) struct Turns {
    pub moves: u8,
}

impl Words for Turns {
    fn describe(&self, prose: &mut Prose<'_>) {
        let count = cardinal(u16::from(self.moves));
        prose.say(Chapter::Moves, format!("A turn is {count} moves; a check ends it early."));
    }

    fn most_moves(&self) -> u8 {
        self.moves
    }
}

impl<const W: usize> Behaviour<W> for Turns {
    fn listens(&self) -> Events {
        Events::MOVES_AGAIN
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn moves_again(&self, play: &mut Play<'_, W>) -> bool {
        play.state().status.moved + 1 < self.moves && !play.tables.gives_check(play.state(), play.us)
    }
}

/// How many moves make a turn.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "moves-per-turn",
        kind: Kind::Number(1, 8),
        default: "1",
        documentation: "How many moves a player makes before the next one's turn. A move that gives check ends the \
                        turn, and so does having no further legal move. A piece can be taken en passant only if it \
                        made the last of them.",
    },
    compile: |draft, value| {
        if let Value::Number(moves @ 2..) = value.value {
            draft.listen(Turns { moves: moves as u8 });
        }
        Ok(())
    },
    ..Rule::PLAIN
};

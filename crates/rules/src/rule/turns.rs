//! Several moves in one turn.

use super::behaviour::{Behaviour, Events, Play, Safety, Words};
use super::{Rule, Section};
use crate::definition::{Kind, Spec, Value};
use crate::describe::{Chapter, Prose, cardinal};

/// How many moves make a turn.
#[derive(Debug)]
pub(crate) struct Turns {
    pub moves: u8,
    /// Of the very first turn.
    pub first: u8,
}

impl Words for Turns {
    fn describe(&self, prose: &mut Prose<'_>) {
        let count = cardinal(u16::from(self.moves));
        prose.say(Chapter::Moves, format!("A turn is {count} moves; a check ends it early."));
        if self.first != self.moves {
            let (player, first) = (prose.players()[0].clone(), cardinal(u16::from(self.first)));
            let moves = if self.first == 1 { "move" } else { "moves" };
            prose.say(Chapter::Moves, format!("{player} begins with {first} {moves}."));
        }
    }

    fn most_moves(&self) -> u8 {
        self.moves.max(self.first)
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
        let moves = if play.state().status.ply == 0 { self.first } else { self.moves };
        play.state().status.moved + 1 < moves && !play.tables.gives_check(play.state(), play.us)
    }
}

/// How many moves make a turn.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "moves-per-turn",
        kind: Kind::Either(&[
            Kind::Number(1, 8),
            Kind::Table(&[
                Spec { name: "count", kind: Kind::Number(1, 8), default: "1", documentation: "How many." },
                Spec {
                    name: "first",
                    kind: Kind::Number(1, 8),
                    default: "as `count`",
                    documentation: "How many the very first turn of the game has: with one, nobody gains by beginning.",
                },
            ]),
        ]),
        default: "1",
        documentation: "How many moves a player makes before the next one's turn. A move that gives check ends the \
                        turn, and so does having no further legal move. A piece can be taken en passant only if it \
                        made the last of them.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let moves = match value.value {
            Value::Number(moves) => moves as u8,
            _ => reader.number("count", 1) as u8,
        };
        let first = reader.number("first", moves.into()) as u8;
        if moves.max(first) > 1 {
            draft.listen(Turns { moves, first });
        }
        Ok(())
    },
    ..Rule::PLAIN
};

//! Progressive turns: each has one move more than the one before.

use super::behaviour::{Behaviour, Events, Memory, Play, Safety, Words};
use super::{Rule, Section};
use crate::definition::{Kind, Spec, Value};
use crate::describe::{Chapter, Prose};

/// More moves than anybody can use.
const MOST: u8 = 250;

/// Turns that grow; the byte it keeps is how many moves this one has.
#[derive(Debug)]
struct Progressive;

impl Words for Progressive {
    fn describe(&self, prose: &mut Prose<'_>) {
        let first = prose.players()[0].clone();
        let sentence = format!(
            "{first} begins with one move; every further turn has one move more than the one before. A check ends it \
             early."
        );
        prose.say(Chapter::Moves, sentence);
    }

    fn memory(&self, _: usize) -> Option<Memory> {
        Some(Memory { name: "series", bytes: vec![(1, MOST)], own_field: false })
    }

    fn most_moves(&self) -> u8 {
        MOST
    }
}

impl<const W: usize> Behaviour<W> for Progressive {
    fn listens(&self) -> Events {
        Events::MOVES_AGAIN
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn moves_again(&self, play: &mut Play<'_, W>) -> bool {
        let series = play.memory()[0];
        let again = play.state().status.moved + 1 < series
            && !play.tables.gives_check(play.state(), play.us)
            && play.tables.has_move(play.state());
        if !again {
            play.remember(0, MOST.min(series + 1));
        }
        again
    }
}

/// Turns that grow.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "progressive",
        kind: Kind::Flag,
        default: "false",
        documentation: "Each turn has one move more than the one before, the first has one. A move that gives check \
                        ends the turn, and so does having no further legal move. FEN carries how many moves the turn \
                        has, where it is more than one: `series:3`.",
    },
    compile: |draft, value| {
        if value.value == Value::Flag(true) {
            draft.listen(Progressive);
        }
        Ok(())
    },
    ..Rule::PLAIN
};

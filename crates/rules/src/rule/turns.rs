//! Several moves in one turn.

use super::{Rule, Section};
use crate::definition::{Kind, Spec, Value};
use crate::describe::{Chapter, cardinal};

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
        if let Value::Number(moves) = value.value {
            draft.rules.moves_per_turn = moves as u8;
        }
        Ok(())
    },
    describe: |prose| {
        let moves = prose.rules.moves_per_turn;
        if moves > 1 {
            let count = cardinal(u16::from(moves));
            prose.say(Chapter::Moves, format!("A turn is {count} moves; a check ends it early."));
        }
    },
};

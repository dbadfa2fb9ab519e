//! Stalemate that is decided by who has fewer pieces, or more.

use super::behaviour::{Behaviour, Events, Look, Words};
use super::{Rule, Section, Verdict, word};
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, Prose};

/// Who wins when nobody can move.
#[derive(Debug)]
struct PieceCount {
    /// Whether fewer pieces win, not more.
    fewer: bool,
}

impl Words for PieceCount {
    fn describe(&self, prose: &mut Prose<'_>) {
        let who = if self.fewer { "fewer" } else { "more" };
        let sentence = format!(
            "When a player has no legal move and is not in check, whoever has {who} pieces on the board wins; the same \
             number is a draw."
        );
        prose.say(Chapter::Aim, sentence);
    }
}

impl<const W: usize> Behaviour<W> for PieceCount {
    fn listens(&self) -> Events {
        Events::NO_MOVES
    }

    fn no_moves(&self, here: &Look<'_, W>) -> Option<Verdict> {
        let us = usize::from(here.state.status.turn);
        if here.tables.players != 2 || here.tables.safety && here.tables.attacked_royals(here.state, us).any()
        {
            return None;
        }
        let (own, other) = (here.state.of_player(us).len(), here.state.of_player(1 - us).len());
        Some(match (own.cmp(&other), self.fewer) {
            (std::cmp::Ordering::Equal, _) => Verdict::Draw,
            (order, fewer) if order.is_lt() == fewer => Verdict::Win,
            _ => Verdict::Loss,
        })
    }
}

/// What stalemate means, by the number of pieces.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "stalemate-count",
        kind: Kind::Word(&["none", "fewer", "more"]),
        default: "\"none\"",
        documentation: "For two players: who wins when a player has no legal move while no royal piece is attacked, \
                        instead of what `stalemate` says: whoever has `fewer` pieces on the board, or `more`. The same \
                        number is a draw.",
    },
    compile: |draft, value| {
        if word(value) != "none" {
            draft.listen(PieceCount { fewer: word(value) == "fewer" });
        }
        Ok(())
    },
    ..Rule::PLAIN
};

//! Draw odds: a game that would be drawn is won by one of the players.

use super::{Rule, Section, word};
use crate::definition::{Kind, Problem, Spec};
use crate::describe::Chapter;

/// Who wins what would be a draw.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "draw-odds",
        kind: Kind::Text,
        default: "nobody",
        documentation: "For two players: who wins a game that would be drawn, by name; whatever the reason, also where \
                        both agree.",
    },
    compile: |draft, value| {
        let players = draft.names.players;
        let Some(player) = players.iter().position(|name| name == word(value)) else {
            let message = format!("there is no player \"{}\"", word(value));
            let problem = Problem::new(value.span, message, "no such player");
            return Err(problem.suggest(word(value), players.iter().map(String::as_str)).into());
        };
        draft.rules.draw_odds = Some(player);
        Ok(())
    },
    check: |definition, checked| {
        let written = definition.end.get("draw-odds").filter(|_| checked.players.len() != 2)?;
        Some(Problem::new(written.span, "of two players one can have draw odds", "there are more"))
    },
    describe: |prose| {
        if let Some(player) = prose.rules.draw_odds {
            let name = prose.players()[player].clone();
            prose.say(Chapter::Draw, format!("A game that would be drawn is won by {name}."));
        }
    },
    leaves_only_mate: |rules| rules.draw_odds.is_none(),
    ..Rule::PLAIN
};

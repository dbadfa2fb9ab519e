//! Checks that are counted: whoever has given enough wins.

use super::{Rule, Section};
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, ordinal};
use crate::notation::Language;
use crate::notation::fen::FenError;
use crate::notation::fen::fields::Field;
use crate::notation::fen::part::{FenField, Place};
use crate::position::setup::Setup;

/// The checks each player has still to give: `3+3`. Also read: `+2+0`, those given.
const FIELD: FenField = FenField {
    place: Place::Sum,
    is_used: |language| language.rules.checks.is_some(),
    default: |language, setup| {
        setup.checks = language.rules.checks.map(|goal| vec![goal; language.players.len()]);
    },
    read,
    write: |_, setup| {
        let checks = setup.checks.as_ref()?.iter().map(u8::to_string);
        Some(checks.collect::<Vec<_>>().join("+"))
    },
};

fn read(language: &Language<'_>, (at, text): Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let Some(goal) = language.rules.checks else { return Ok(()) };
    let count = language.players.len();
    let (given, numbers) = match text.strip_prefix('+') {
        Some(numbers) => (true, numbers),
        None => (false, text),
    };
    let read = |n: &str| n.parse::<u8>().ok().map(|n| if given { goal.saturating_sub(n) } else { n });
    let left: Option<Vec<u8>> = numbers.split('+').map(read).collect();
    setup.checks = Some(left.filter(|left| left.len() == count).ok_or_else(|| {
        let message = format!("\"{text}\" does not say how many checks each player has to give");
        FenError::new(at, message, vec![goal.to_string(); count].join("+"))
    })?);
    Ok(())
}

/// How many checks win.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "checks",
        kind: Kind::Table(&[Spec {
            name: "count",
            kind: Kind::Number(1, 99),
            default: "3",
            documentation: "How many.",
        }]),
        default: "not counted",
        documentation: "A player who has given so many checks wins. FEN carries how many each has still to give.",
    },
    compile: |draft, value| {
        draft.rules.checks = Some(draft.reader(value).number("count", 3) as u8);
        Ok(())
    },
    describe: |prose| {
        if let Some(count) = prose.rules.checks {
            let sentence =
                format!("A player who gives check for the {} time wins.", ordinal(u16::from(count)));
            prose.say(Chapter::Aim, sentence);
        }
    },
    leaves_only_mate: |rules| rules.checks.is_none(),
    fen: Some(&FIELD),
    ..Rule::PLAIN
};

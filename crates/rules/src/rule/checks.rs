//! Checks that are counted: whoever has given enough wins.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Look, Memory, Words};
use super::ends::{End, Played};
use super::{Rule, Section, Verdict};
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, ordinal};
use crate::notation::Language;
use crate::notation::fen::FenError;
use crate::notation::fen::fields::Field;
use crate::notation::fen::part::{FenField, FenPlace};
use crate::position::moves::Move;
use crate::position::outcome::Reason;
use crate::position::setup::Setup;
use crate::set::CellSet;

/// So many checks win. The bytes of the rule are how many each player has still to give.
#[derive(Debug)]
struct Checks(u8);

const NAME: &str = "checks";

impl Words for Checks {
    fn memory(&self, players: usize) -> Option<Memory> {
        Some(Memory { name: NAME, bytes: vec![(self.0, u8::MAX); players], own_field: true })
    }
}

impl<const W: usize> Behaviour<W> for Checks {
    fn listens(&self) -> Events {
        Events::OUTCOME.and(Events::PROSPECTS).and(Events::EXTENDS)
    }

    /// With one more check to give, the answer to this one must leave none.
    fn extends(&self, here: &Look<'_, W>, mv: Move) -> bool {
        let us = here.state.piece(mv.to.index()).owner().index();
        here.memory.get(us) == Some(&1) && here.tables.gives_check(here.state, us)
    }

    fn prospects(&self, here: &Look<'_, W>, player: usize) -> [i32; 2] {
        let left = i32::from(here.memory[player]).max(1);
        [330 / (left * left), 260 / (left * left)]
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        let us = played.us;
        if !played.is_setup() {
            if !may_check(played) || !played.tables.gives_check(played.state(), us) {
                return None;
            }
            played.remember(us, played.memory()[us].saturating_sub(1));
        }
        let player = played.players().find(|player| played.memory()[*player] == 0)?;
        Some(End { reason: Reason::Checks, player, verdict: Verdict::Win })
    }
}

/// Whether a move can have given check. Where nobody was in check before it, a plain step that neither leaves nor enters
/// a cell from which a royal could be seen on an empty board cannot.
fn may_check<const W: usize>(played: &Played<'_, W>) -> bool {
    let tables = played.tables;
    let fresh = !tables.intricate && tables.safety && tables.players == 2;
    let Some([from, to]) = played.step().filter(|_| fresh) else { return true };
    let sight = &tables.attackers[played.us].sight;
    let mut seen = CellSet::EMPTY;
    for &foe in &*tables.foes[played.us] {
        for royal in tables.royals(played.state(), foe as usize) {
            seen |= sight[royal];
        }
    }
    seen.has(from as usize) || seen.has(to as usize)
}

/// The checks each player has still to give: `3+3`. Also read: `+2+0`, those given.
const FIELD: FenField = FenField {
    place: FenPlace::Sum,
    name: "checks",
    is_used: |language| language.memory.part(NAME).is_some(),
    default: |language, setup| {
        if language.memory.part(NAME).is_some() {
            setup.memory = language.memory.defaults()[..language.memory.len].to_vec();
        }
    },
    read,
    write: |language, setup| {
        let (start, memory) = language.memory.part(NAME)?;
        let own = *start..start + memory.bytes.len();
        let defaults = language.memory.defaults();
        let left = setup.memory.get(own.clone()).unwrap_or(&defaults[own]);
        Some(left.iter().map(u8::to_string).collect::<Vec<_>>().join("+"))
    },
};

fn read(language: &Language<'_>, (at, text): Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let Some((start, memory)) = language.memory.part(NAME) else { return Ok(()) };
    let goals = &memory.bytes;
    let (given, numbers) = match text.strip_prefix('+') {
        Some(numbers) => (true, numbers),
        None => (false, text),
    };
    let numbers: Option<Vec<u8>> = numbers.split('+').map(|number| number.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() == goals.len()) else {
        let message = format!("\"{text}\" does not say how many checks each player has to give");
        let goals: Vec<String> = goals.iter().map(|(goal, _)| goal.to_string()).collect();
        return Err(FenError::new(at, message, goals.join("+")));
    };
    for (index, (number, (goal, _))) in numbers.into_iter().zip(goals).enumerate() {
        setup.memory[start + index] = if given { goal.saturating_sub(number) } else { number };
    }
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
    listener: |rules| rules.checks.map(|count| AnyBehaviour::new(Checks(count))),
    wins: |rules| rules.checks.is_some(),
    leaves_only_mate: |rules| rules.checks.is_none(),
    fen: Some(&FIELD),
    ..Rule::PLAIN
};

#[cfg(test)]
pub(crate) mod samples {
    use super::Checks;
    use crate::rule::behaviour::{AnyBehaviour, MemoryMap};

    /// The bytes of a game for so many players in which so many checks win.
    pub fn counted(count: u8, players: usize) -> MemoryMap {
        MemoryMap::new(&[AnyBehaviour::new(Checks(count))], players).unwrap()
    }
}

//! How a royal answers check: it may be kept from running away.

use super::behaviour::{Behaviour, Events, Safety, Words};
use super::{Rule, Section, word};
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, Prose};
use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::moves::Move;
use crate::set::CellSet;

/// A royal in check stays where it is, but to take who gives it.
#[derive(Debug)]
struct Stays;

impl Words for Stays {
    fn describe(&self, prose: &mut Prose<'_>) {
        let Some(royal) = prose.royal().map(str::to_owned) else { return };
        let sentence = format!(
            "The {royal} may not move out of check, but it may capture the only piece that gives it."
        );
        prose.say(Chapter::Check, sentence);
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Stays {
    fn listens(&self) -> Events {
        Events::CHOICES
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn choices(&self, here: &MoveGen<'_, W>, _: &[u8], mv: Move, out: &mut Vec<Move>) {
        let royals = here.tables.royals(here.state, here.us);
        let flees = here.danger.checked
            && mv.origin().is_some_and(|from| royals.has(from.index()))
            && checkers(here, royals) != CellSet::of(mv.to.index());
        if !flees {
            out.push(mv);
        }
    }
}

/// The pieces that give check. Each is looked for as if it were alone.
fn checkers<const W: usize>(here: &MoveGen<'_, W>, royals: CellSet<W>) -> CellSet<W> {
    let mut found = CellSet::EMPTY;
    for &foe in &*here.tables.foes[here.us] {
        let pieces = here.state.of_player(foe as usize);
        for piece in pieces {
            let alone = After { gone: pieces.without(CellSet::of(piece)), ..After::now(here.state) };
            let gives = |royal: usize| here.tables.threatens(here.state, foe as usize, royal, alone);
            if royals.into_iter().any(gives) {
                found.insert(piece);
            }
        }
    }
    found
}

/// How a royal answers check.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "evasion",
        kind: Kind::Word(&["any", "no-flight"]),
        default: "any",
        documentation: "How a royal piece may answer check. With `no-flight` it may not move while in check, but to \
                        capture the only piece that gives it; another piece must capture or come between.",
    },
    compile: |draft, value| {
        if word(value) == "no-flight" {
            draft.listen(Stays);
        }
        Ok(())
    },
    ..Rule::PLAIN
};

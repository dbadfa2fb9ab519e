//! Sets of rules that a board file asks for by the names of its rule engine and rule processor.

use super::custom::{DEFAULT, USUAL, custom, fields_of, text};
use super::pieces::Type;
use super::source::{Element, Notes};
use chatura_rules::definition::{Span, Table};
use chatura_rules::movement::steps::{Act, StepRule, When};

/// What a name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleSet {
    /// The rules of the file, check, checkmate and stalemate.
    Plain,
    /// Also the promotion of pawns.
    Default,
    /// Also the pawns' first double step and its capture in passing, promotion and castling.
    Extended,
}

/// The names that are known, for a rule engine and a rule processor alike.
pub const KNOWN: &[(&str, RuleSet)] = &[
    ("PlainRuleEngine", RuleSet::Plain),
    ("PlainRuleProcessor", RuleSet::Plain),
    ("DefaultRuleEngine", RuleSet::Default),
    ("DefaultRuleProcessor", RuleSet::Default),
    ("ExtendedRuleEngine", RuleSet::Extended),
    ("ExtendedRuleProcessor", RuleSet::Extended),
    ("ThreePlayersHexBoardRuleEngine", RuleSet::Extended),
    ("ThreePlayersHexBoardRuleProcessor", RuleSet::Extended),
];

/// The set a board asks for: the larger of the two that its engine and its processor name, the usual one if it names none.
pub(super) fn asked(board: Element<'_>, notes: &mut Notes) -> RuleSet {
    let mut set = None;
    for attribute in ["RuleEngine", "RuleProcessor"] {
        let Some(name) = notes.text(board, attribute).filter(|name| !name.value.is_empty()) else { continue };
        match KNOWN.iter().find(|(known, _)| *known == name.value) {
            Some((_, found)) => set = set.max(Some(*found)),
            None => {
                let known: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
                let message = format!("no {attribute} is called \"{}\"", name.value);
                notes.problem(name.span, message, "unknown", format!("known are {}", known.join(", ")));
            }
        }
    }
    set.unwrap_or(RuleSet::Default)
}

/// What a set adds to the pieces, by their names: pawns are promoted; where it is more, they step twice from where they
/// begin, and take who did.
pub(super) fn equip(set: RuleSet, types: &mut [Type]) {
    let usual = match set {
        RuleSet::Plain => &[],
        RuleSet::Default => DEFAULT,
        RuleSet::Extended => USUAL,
    };
    for (name, words) in usual {
        for one in types.iter_mut().filter(|one| one.is(name)) {
            let given = || words.iter().filter_map(|word| custom(word));
            let has = |act: &Act| one.gives.iter().any(|given| given.act == Some(*act));
            let lacking: Vec<Act> = given().filter_map(|custom| custom.act).filter(|act| !has(act)).collect();
            let own = one.piece.steps.iter().filter(|rule| rule.most == 1 && rule.nested.is_empty());
            let more = own.flat_map(|rule| lacking.iter().filter_map(|act| derived(rule, *act)));
            let more: Vec<StepRule> = more.collect();
            one.piece.steps.extend(more);
            one.gives.extend(given());
        }
    }
}

/// A step of another act that follows from a plain one.
fn derived(rule: &StepRule, act: Act) -> Option<StepRule> {
    match (rule.act, act) {
        (Act::Move, Act::DoubleStep) => Some(StepRule { act, most: 2, when: When::Start, ..rule.clone() }),
        (Act::Take, Act::TakePassed) => Some(StepRule { act, ..rule.clone() }),
        _ => None,
    }
}

/// The `[end]` of a board file.
pub(super) fn end(span: Span) -> Table {
    fields_of([("checkmate", text("loss")), ("stalemate", text("draw"))], span)
}

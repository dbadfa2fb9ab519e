//! `<Rules>`: how pieces go from cell to cell.

use super::custom::{self, CUSTOM, Custom};
use super::source::{Element, Notes};
use chatura_rules::board::Touch;
use chatura_rules::definition::{Problem, Spanned};
use chatura_rules::movement::steps::{Act, Compare, StepRule, When};

/// How deep rules may be nested.
pub const MAX_NESTING: usize = 8;
/// How many rules a file may have, nested ones included.
pub const MAX_RULES: usize = 4096;

/// A rule that pieces can be allowed.
pub(super) struct NamedRule {
    pub name: Spanned<String>,
    /// The steps, unless it only names something the piece may do.
    pub steps: Option<StepRule>,
    /// What it gives the piece besides.
    pub gives: Option<&'static Custom>,
}

const TYPES: &[&str] = &["MOVE", "MOVE_AND_CAPTURE", "MOVE_IFF_CAPTURE_POSSIBLE", "MOVE_TRANSIENT", "CUSTOM"];
const COMPARES: &[&str] = &["SAME", "DIFFERENT", "FORWARD", "BACKWARD", "IGNORE"];

/// Reads every rule.
pub(super) fn read(rules: Element<'_>, notes: &mut Notes) -> Vec<NamedRule> {
    let mut found: Vec<NamedRule> = Vec::new();
    let mut reader = Reader { notes, enclosing: Vec::new(), count: 0 };
    for element in reader.notes.children(rules, "Rule") {
        let Some(rule) = reader.rule(element).or_else(|| unreadable(element, reader.notes)) else { continue };
        if found.iter().any(|known| known.name.value == rule.name.value) {
            let message = format!("two rules are named \"{}\"", rule.name.value);
            reader.notes.problem(rule.name.span, message, "twice", "a name once");
        }
        found.push(rule);
    }
    found
}

/// A rule that could not be read, so that nobody says it is not there.
fn unreadable(element: Element<'_>, notes: &Notes) -> Option<NamedRule> {
    Some(NamedRule { name: notes.text(element, "Name")?, steps: None, gives: None })
}

/// How families compare. Files and ranks have an order, families have none: where one is asked for, any will do.
fn family(element: Element<'_>, notes: &mut Notes) -> Option<Compare> {
    match notes.word(element, "Family", COMPARES)? {
        0 => Some(Compare::Same),
        1 => Some(Compare::Different),
        word => {
            let text = notes.text(element, "Family").filter(|_| word < 4);
            if let Some(text) = text {
                let message = format!("the Family \"{}\" is read as IGNORE", text.value);
                notes.warn(text.span, message, "no order", "no family lies before another");
            }
            Some(Compare::Ignore)
        }
    }
}

struct Reader<'n> {
    notes: &'n mut Notes,
    /// The names of the rules around the one being read.
    enclosing: Vec<String>,
    count: usize,
}

impl Reader<'_> {
    fn rule(&mut self, element: Element<'_>) -> Option<NamedRule> {
        self.count += 1;
        if self.count > MAX_RULES {
            if self.count == MAX_RULES + 1 {
                let help = format!("at most {MAX_RULES}");
                self.notes.problem(
                    self.notes.name(element),
                    "there are too many rules",
                    "one too many",
                    help,
                );
            }
            return None;
        }
        let name = self.notes.required(element, "Name")?;
        if self.enclosing.contains(&name.value) {
            let message = format!("the rule \"{}\" is nested in itself", name.value);
            self.notes.problem(name.span, message, "goes in a circle", "a nested rule has a name of its own");
            return None;
        }
        if self.enclosing.len() >= MAX_NESTING {
            let help = format!("at most {MAX_NESTING} levels");
            self.notes.problem(self.notes.name(element), "rules are nested too deep", "too deep", help);
            return None;
        }
        let notes = &mut *self.notes;
        let kind = notes.word(element, "Type", TYPES);
        let touch = notes.word(element, "Direction", &["EDGE", "VERTEX"]);
        let manoeuvre = notes.word(element, "Manoeuvre", &["FILE_AND_RANK", "BLINKER"]);
        let _ = notes.required(element, "MaxRecurrenceAllowed");
        let most = notes.number(element, "MaxRecurrenceAllowed", 1..1_000_001);
        let file = notes.word(element, "File", COMPARES);
        let rank = notes.word(element, "Rank", COMPARES);
        let family = family(element, notes);
        let gives = if kind == Some(4) { self.custom(element) } else { None };
        let when = self.lifespan(element);
        self.enclosing.push(name.value.clone());
        let nested = self.nested(element);
        self.enclosing.pop();
        let custom = kind == Some(4);
        let has_nested = element.descendants().skip(1).any(|inner| inner.has_tag_name("Rule"));
        if kind == Some(3) && !has_nested {
            let message = format!("the rule \"{}\" passes over a cell and goes nowhere", name.value);
            let help = "MOVE_TRANSIENT needs <Rules> nested in it that say how to go on";
            self.notes.problem(name.span, message, "nothing nested", help);
        }
        if !self.enclosing.is_empty() && gives.is_some_and(|custom| custom.act.is_none()) {
            let message = format!("\"{}\" names no step, so it cannot be nested", name.value);
            self.notes.problem(name.span, message, "nested", "put it beside the other rules");
        }
        let compare = |word: usize| {
            [Compare::Same, Compare::Different, Compare::Forward, Compare::Backward, Compare::Ignore][word]
        };
        let act = match gives {
            Some(Custom { act: Some(act), .. }) => *act,
            Some(_) => return Some(NamedRule { name, steps: None, gives }),
            None if custom => return None,
            None => [Act::Move, Act::MoveOrTake, Act::Take, Act::Pass][kind?],
        };
        let double = act == Act::DoubleStep;
        let steps = StepRule {
            name: name.value.clone(),
            act,
            touch: if touch? == 0 { Touch::Edge } else { Touch::Vertex },
            straight: manoeuvre? == 1,
            most: if double { 2 } else { most? },
            file: compare(file?),
            rank: compare(rank?),
            family: family?,
            when: if double && when == When::Always { When::Start } else { when },
            nested,
        };
        Some(NamedRule { name, steps: Some(steps), gives })
    }

    fn nested(&mut self, element: Element<'_>) -> Vec<StepRule> {
        self.notes.only(element, &["Rules"]);
        let Some(rules) = self.notes.child(element, "Rules") else { return Vec::new() };
        let elements = self.notes.children(rules, "Rule");
        elements.into_iter().filter_map(|element| self.rule(element)?.steps).collect()
    }

    fn custom(&mut self, element: Element<'_>) -> Option<&'static Custom> {
        let text = self.notes.required(element, "CustomRuleName")?;
        let word = text.value.split('[').next().unwrap_or_default().trim();
        let found = custom::custom(word);
        if found.is_none() {
            let message = format!("no custom rule is called \"{word}\"");
            let problem = Problem::new(text.span, message, "unknown rule");
            self.notes.problems.push(problem.suggest(word, CUSTOM.iter().map(|custom| custom.word)));
        }
        found
    }

    /// A rule that lives for a piece's first moves; only the first of them can be told from the others.
    fn lifespan(&mut self, element: Element<'_>) -> When {
        let Some(text) = self.notes.text(element, "Lifespan") else { return When::Always };
        match self.notes.number(element, "Lifespan", 1..1_000_001) {
            Some(1) | None => {}
            Some(_) => {
                let message = format!("a lifespan of {} is read as one of 1", text.value);
                self.notes.warn(
                    text.span,
                    message,
                    "too long",
                    "a piece's first move is all that is kept in mind",
                );
            }
        }
        When::Unmoved
    }
}

//! Sets of rules that a board file asks for by the names of its rule engine and rule processor.

use super::pieces::Type;
use super::rules::Custom;
use super::source::{Element, Notes};
use chatura_rules::Cell;
use chatura_rules::board::Board;
use chatura_rules::definition::{Span, Spanned, Table, Value};
use chatura_rules::movement::steps::{Act, FileRank, StepRule, When};

/// What a name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleSet {
    /// The rules of the file, check, checkmate and stalemate.
    Plain,
    /// Also the pawns' first double step and its capture in passing, promotion and castling.
    Extended,
}

/// The names that are known, for a rule engine and a rule processor alike.
pub const KNOWN: &[(&str, RuleSet)] = &[
    ("DefaultRuleEngine", RuleSet::Plain),
    ("DefaultRuleProcessor", RuleSet::Plain),
    ("ExtendedRuleEngine", RuleSet::Extended),
    ("ExtendedRuleProcessor", RuleSet::Extended),
    ("ThreePlayersHexBoardRuleEngine", RuleSet::Extended),
    ("ThreePlayersHexBoardRuleProcessor", RuleSet::Extended),
];

/// The set a board asks for: the larger of the two that its engine and its processor name.
pub(super) fn asked(board: Element<'_>, notes: &mut Notes) -> RuleSet {
    let mut set = RuleSet::Plain;
    for attribute in ["RuleEngine", "RuleProcessor"] {
        let Some(name) = notes.text(board, attribute).filter(|name| !name.value.is_empty()) else { continue };
        match KNOWN.iter().find(|(known, _)| *known == name.value) {
            Some((_, found)) => set = set.max(*found),
            None => {
                let known: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
                let message =
                    format!("no {attribute} is called \"{}\": the rules of the file count", name.value);
                notes.warn(name.span, message, "unknown", format!("known are {}", known.join(", ")));
            }
        }
    }
    set
}

/// What a set adds to the pieces: pawns step twice from where they begin, and take who did.
pub(super) fn equip(set: RuleSet, types: &mut [Type]) {
    let pawns = types.iter_mut().filter(|one| set == RuleSet::Extended && one.is("pawn"));
    for pawn in pawns {
        let own = pawn.piece.steps.clone();
        let has = |custom: Custom| pawn.gives.contains(&custom);
        let (steps, takes) = (!has(Custom::DoubleStep), !has(Custom::EnPassant));
        for rule in own.into_iter().filter(|rule| rule.most == 1 && rule.nested.is_empty()) {
            match rule.act {
                Act::Move if steps => {
                    let (act, most, when) = (Act::DoubleStep, 2, When::Start);
                    pawn.piece.steps.push(StepRule { act, most, when, ..rule });
                }
                Act::Take if takes => pawn.piece.steps.push(StepRule { act: Act::TakePassed, ..rule }),
                _ => {}
            }
        }
        pawn.gives.extend([Custom::DoubleStep, Custom::EnPassant, Custom::Promotion]);
    }
    let kings = types.iter_mut().filter(|one| set == RuleSet::Extended && one.is("king"));
    kings.for_each(|king| king.gives.push(Custom::Castling));
}

/// The `[rules]` of a board file: what its pieces are given, by name.
pub(super) fn rules(types: &[Type], board: &Board, places: &[FileRank], span: Span) -> Table {
    let mut table = Table::default();
    let mut set =
        |key: &str, value: Value| table.set(Spanned::new(key.to_owned(), span), Spanned::new(value, span));
    let given = |custom: Custom| types.iter().filter(move |one| one.gives.contains(&custom));
    if given(Custom::EnPassant).next().is_some() {
        set("en-passant", Value::Flag(true));
    }
    let called = |name: &str| types.iter().find(|one| one.is(name)).map(|one| one.piece.name.value.clone());
    if let (Some(king), Some(rook)) = (given(Custom::Castling).next(), called("rook")) {
        let fields = [("king", text(&king.piece.name.value)), ("partner", text(&rook))];
        set("castling", Value::Table(fields_of(fields, span)));
    }
    let to: Vec<String> =
        ["queen", "rook", "bishop", "knight"].iter().filter_map(|name| called(name)).collect();
    let promotions: Vec<Spanned<Value>> = given(Custom::Promotion)
        .filter_map(|one| {
            let zone = far_end(&one.piece.steps, board, places);
            let names: Vec<&str> = zone.iter().map(|cell| board.name(*cell)).collect();
            let to = to.iter().map(|name| Spanned::new(text(name), span)).collect();
            let fields = [
                ("of", text(&one.piece.name.value)),
                ("to", Value::List(to)),
                ("zone", text(&names.join(", "))),
            ];
            (!zone.is_empty()).then(|| Spanned::new(Value::Table(fields_of(fields, span)), span))
        })
        .collect();
    if !promotions.is_empty() && !to.is_empty() {
        set("promotion", Value::List(promotions));
    }
    table
}

/// The `[end]` of a board file.
pub(super) fn end(span: Span) -> Table {
    fields_of([("checkmate", text("loss")), ("stalemate", text("draw"))], span)
}

/// Cells from which a piece of the first player, as it moves without taking, has nowhere left to go.
fn far_end(rules: &[StepRule], board: &Board, places: &[FileRank]) -> Vec<Cell> {
    let ahead: Vec<&StepRule> =
        rules.iter().filter(|rule| matches!(rule.act, Act::Move | Act::MoveOrTake)).collect();
    let stuck = |cell: &Cell| ahead.iter().all(|rule| rule.next(board, places, *cell, None).is_empty());
    let cells = (0..board.len()).map(|cell| Cell(cell as u8));
    if ahead.is_empty() { Vec::new() } else { cells.filter(stuck).collect() }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn fields_of<const N: usize>(fields: [(&str, Value); N], span: Span) -> Table {
    let entries = fields.map(|(key, value)| (Spanned::new(key.to_owned(), span), Spanned::new(value, span)));
    Table { entries: entries.into() }
}

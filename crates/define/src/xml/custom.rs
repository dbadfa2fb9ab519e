//! Custom rules: the words of the form for what is no plain step, and what each of them means. This is the one place
//! that knows them.

use super::pieces::Type;
use super::source::Notes;
use chatura_rules::board::Board;
use chatura_rules::definition::{Span, Spanned, Table, Value};
use chatura_rules::movement::steps::{Act, FileRank, StepRule};
use chatura_rules::{Cell, Game, PieceType};

/// A word of the form.
pub(super) struct Custom {
    /// The word.
    pub word: &'static str,
    /// What a step of it does; nothing if it names no step but something the piece may do besides.
    pub act: Option<Act>,
    /// Whether a type of a game may do it, where no step tells.
    pub of_type: fn(&Game, PieceType) -> bool,
    /// What it says to rules of the whole game: their keys and values.
    pub rules: fn(&Pieces<'_>) -> Option<(&'static str, Value)>,
}

impl Custom {
    const STEP: Custom = Custom { word: "", act: None, of_type: |_, _| false, rules: |_| None };

    /// Whether a type is given it.
    pub fn is_given(&self, one: &Type) -> bool {
        one.gives.iter().any(|given| given.word == self.word)
    }
}

/// The words. One may carry a remark in brackets: `BOMB[CANNON]`.
pub(super) static CUSTOM: &[Custom] = &[
    Custom { word: "BOMB", act: Some(Act::RifleCapture), ..Custom::STEP },
    Custom { word: "DOUBLE_STEP", act: Some(Act::DoubleStep), ..Custom::STEP },
    Custom { word: "FIRST_MOVE", act: Some(Act::DoubleStep), ..Custom::STEP },
    Custom { word: "CROSS", act: Some(Act::Cross), ..Custom::STEP },
    Custom {
        word: "EN_PASSANT",
        act: Some(Act::TakePassed),
        rules: |_| Some(("en-passant", Value::Flag(true))),
        ..Custom::STEP
    },
    Custom { word: "PROMOTION", of_type: Game::promotes, rules: |pieces| pieces.promotion(), ..Custom::STEP },
    Custom { word: "CASTLING", of_type: Game::castles, rules: |pieces| pieces.castling(), ..Custom::STEP },
];

/// A word of the form.
pub(super) fn custom(word: &str) -> Option<&'static Custom> {
    CUSTOM.iter().find(|custom| custom.word.eq_ignore_ascii_case(word))
}

/// The word for a step that is no plain one.
pub(super) fn word_of(act: Act) -> Option<&'static str> {
    CUSTOM.iter().find(|custom| custom.act == Some(act)).map(|custom| custom.word)
}

/// What the usual rule set adds to pieces by their names.
pub(super) const DEFAULT: &[(&str, &[&str])] = &[("pawn", &["PROMOTION"])];

/// What the extended rule set adds.
pub(super) const USUAL: &[(&str, &[&str])] =
    &[("pawn", &["DOUBLE_STEP", "EN_PASSANT", "PROMOTION"]), ("king", &["CASTLING"])];

/// The pieces of a board file, for what they are given.
pub(super) struct Pieces<'a> {
    pub types: &'a [Type],
    pub board: &'a Board,
    /// Files and ranks as the first player counts them.
    pub places: &'a [FileRank],
    pub span: Span,
}

impl Pieces<'_> {
    /// The `[rules]` of a board file.
    pub fn rules(&self) -> Table {
        let mut table = Table::default();
        for custom in CUSTOM.iter().filter(|custom| self.types.iter().any(|one| custom.is_given(one))) {
            if let Some((key, value)) = (custom.rules)(self) {
                table.set(Spanned::new(key.to_owned(), self.span), Spanned::new(value, self.span));
            }
        }
        table
    }

    fn given(&self, word: &str) -> impl Iterator<Item = &Type> {
        self.types.iter().filter(move |one| one.gives.iter().any(|given| given.word == word))
    }

    fn called(&self, name: &str) -> Option<&str> {
        self.types.iter().find(|one| one.is(name)).map(|one| one.piece.name.value.as_str())
    }

    fn castling(&self) -> Option<(&'static str, Value)> {
        let (king, rook) = (self.given("CASTLING").next()?, self.called("rook")?);
        let fields = [("king", text(&king.piece.name.value)), ("partner", text(rook))];
        Some(("castling", Value::Table(fields_of(fields, self.span))))
    }

    fn promotion(&self) -> Option<(&'static str, Value)> {
        let to: Vec<&str> =
            ["queen", "rook", "bishop", "knight"].iter().filter_map(|name| self.called(name)).collect();
        let promotion = |one: &Type| {
            let zone = far_end(&one.piece.steps, self.board, self.places);
            let names: Vec<&str> = zone.iter().map(|cell| self.board.name(*cell)).collect();
            let to = to.iter().map(|name| Spanned::new(text(name), self.span)).collect();
            let fields = [
                ("of", text(&one.piece.name.value)),
                ("to", Value::List(to)),
                ("zone", text(&names.join(", "))),
            ];
            let table = Value::Table(fields_of(fields, self.span));
            (!zone.is_empty()).then(|| Spanned::new(table, self.span))
        };
        let all: Vec<Spanned<Value>> = self.given("PROMOTION").filter_map(promotion).collect();
        (!all.is_empty() && !to.is_empty()).then_some(("promotion", Value::List(all)))
    }
}

/// A piece that bombs does so twice and is a pawn afterwards.
pub(super) fn spend(types: &mut [Type], notes: &mut Notes) {
    let pawn = types.iter().find(|one| one.is("pawn")).map(|one| one.piece.name.value.clone());
    let bombs = |rule: &StepRule| rule.any(&|rule| rule.act == Act::RifleCapture);
    for one in types.iter_mut().filter(|one| one.piece.steps.iter().any(bombs)) {
        let span = one.piece.span;
        match &pawn {
            Some(pawn) => {
                let fields = fields_of([("count", Value::Number(2)), ("then", text(pawn))], span);
                let value = Spanned::new(Value::Table(fields), span);
                one.piece.rules.set(Spanned::new("shots".to_owned(), span), value);
            }
            None => {
                let message = format!("the {} becomes a pawn, but there is none", one.piece.name.value);
                let help = "after two shots (BOMB) a piece becomes the one named Pawn";
                notes.problem(span, message, "shoots", help);
            }
        }
    }
}

/// Cells from which a piece of the first player, as it moves without taking, has nowhere left to go.
fn far_end(rules: &[StepRule], board: &Board, places: &[FileRank]) -> Vec<Cell> {
    let ahead: Vec<&StepRule> =
        rules.iter().filter(|rule| matches!(rule.act, Act::Move | Act::MoveOrTake)).collect();
    let stuck = |cell: &Cell| ahead.iter().all(|rule| rule.next(board, places, *cell, None).is_empty());
    let cells = (0..board.len()).map(|cell| Cell(cell as u16));
    if ahead.is_empty() { Vec::new() } else { cells.filter(stuck).collect() }
}

/// A text as a value.
pub(super) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// A table of values.
pub(super) fn fields_of<const N: usize>(fields: [(&str, Value); N], span: Span) -> Table {
    let entries = fields.map(|(key, value)| (Spanned::new(key.to_owned(), span), Spanned::new(value, span)));
    Table { entries: entries.into() }
}

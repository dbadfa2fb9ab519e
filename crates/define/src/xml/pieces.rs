//! `<Pieces>`: the types. A board file writes each player's pieces apart (`KingWhite`, `KingBlack`); those that move
//! alike and differ only by their family's name are one type.

use super::custom::{self, Custom};
use super::rules::NamedRule;
use super::source::{Element, Notes};
use chatura_rules::MAX_TYPES;
use chatura_rules::definition::{Evaluation, PieceDefinition, Problem, Royal, Spanned, Table};
use chatura_rules::movement::Movement;

/// A `<Piece>` as written.
pub(super) struct Written {
    pub name: Spanned<String>,
    pub image: Option<String>,
    /// The name without that of the family.
    stem: String,
    /// The numbers of its rules.
    rules: Vec<usize>,
    /// The number of its type.
    pub kind: usize,
}

/// A type and what custom rules give it.
pub(super) struct Type {
    /// What it is called without its family's name.
    stem: String,
    pub piece: PieceDefinition,
    pub gives: Vec<&'static Custom>,
}

/// Reads the pieces as written.
pub(super) fn read(pieces: Element<'_>, rules: &[NamedRule], notes: &mut Notes) -> Vec<Written> {
    let mut found: Vec<Written> = Vec::new();
    for element in notes.children(pieces, "Piece") {
        let Some(name) = notes.required(element, "Name") else { continue };
        if found.iter().any(|known| known.name.value == name.value) {
            notes.problem(
                name.span,
                format!("two pieces are named \"{}\"", name.value),
                "twice",
                "a name once",
            );
            continue;
        }
        let family = notes.text(element, "Family").map(|family| family.value).unwrap_or_default();
        let image = notes.text(element, "Image").map(|image| image.value);
        let stem = stem(&name.value, &family);
        let rules = allowed(element, &name, rules, notes);
        found.push(Written { name, image, stem, rules, kind: 0 });
    }
    found
}

fn allowed(
    element: Element<'_>,
    piece: &Spanned<String>,
    rules: &[NamedRule],
    notes: &mut Notes,
) -> Vec<usize> {
    notes.only(element, &["AllowedMoves"]);
    let list = notes.child(element, "AllowedMoves");
    let names = list.map_or(Vec::new(), |list| notes.children(list, "Rule"));
    if names.is_empty() {
        let message = format!("the piece \"{}\" has no rules to move by", piece.value);
        notes.warn(piece.span, message, "cannot move", "list rules in <AllowedMoves>");
    }
    let mut found = Vec::new();
    for name in names {
        let text = name.text().unwrap_or_default().trim();
        match rules.iter().position(|rule| rule.name.value == text) {
            Some(number) => found.push(number),
            None => {
                let place = name.children().find(roxmltree::Node::is_text);
                let place = place.map_or(notes.name(name), |text| notes.at(text.range()));
                let problem = Problem::new(place, format!("there is no rule \"{text}\""), "no such rule")
                    .help("a rule that stands directly in <Rules>");
                notes.suggest(problem, text, rules.iter().map(|rule| rule.name.value.as_str()));
            }
        }
    }
    found
}

/// A piece's name without its family's: `CannonWhiteR` of White is a `CannonR`.
fn stem(name: &str, family: &str) -> String {
    let Some(at) = name.rfind(family).filter(|_| !family.is_empty()) else { return name.to_owned() };
    let rest = format!("{}{}", &name[..at], &name[at + family.len()..]);
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
    if rest.is_empty() { name.to_owned() } else { rest.to_owned() }
}

/// The types of the pieces; each piece is told its own.
pub(super) fn types(pieces: &mut [Written], rules: &[NamedRule], notes: &mut Notes) -> Vec<Type> {
    let names: Vec<String> = pieces
        .iter()
        .map(|piece| {
            let alike = |other: &Written| other.stem != piece.stem || other.rules == piece.rules;
            if pieces.iter().all(alike) { piece.stem.clone() } else { piece.name.value.clone() }
        })
        .collect();
    let mut types: Vec<Type> = Vec::new();
    for (piece, name) in pieces.iter_mut().zip(names) {
        piece.kind = match types.iter().position(|known| known.piece.name.value == name) {
            Some(kind) => kind,
            None => {
                types.push(new_type(piece, name, rules));
                types.len() - 1
            }
        };
        let called = &mut types[piece.kind].piece.called;
        called.push(piece.name.value.clone());
    }
    if let Some(extra) = types.get(MAX_TYPES) {
        let help = format!("at most {MAX_TYPES}; pieces that move alike and differ by family count once");
        notes.problem(extra.piece.span, "there are too many types of pieces", "the first too many", help);
        types.truncate(MAX_TYPES);
    }
    letters(&mut types);
    custom::spend(&mut types, notes);
    types
}

fn new_type(piece: &Written, name: String, rules: &[NamedRule]) -> Type {
    let span = piece.name.span;
    let rules = || piece.rules.iter().map(|number| &rules[*number]);
    let royal = if is(&piece.stem, "king") { Royal::Yes } else { Royal::No };
    let gives = rules().filter_map(|rule| rule.gives).collect();
    let definition = PieceDefinition {
        wall: false,
        name: Spanned::new(name, span),
        letter: Spanned::new(String::new(), span),
        moves: Spanned::new(Movement::default(), span),
        steps: rules().filter_map(|rule| rule.steps.clone()).collect(),
        rules: Table::default(),
        first: None,
        players: Vec::new(),
        first_zone: None,
        unmoved: false,
        royal,
        within: None,
        beyond: None,
        also: Vec::new(),
        value: None,
        evaluation: Evaluation::default(),
        image: piece.image.clone(),
        written: chatura_rules::definition::Written::default(),
        called: Vec::new(),
        span,
    };
    Type { stem: piece.stem.clone(), piece: definition, gives }
}

impl Type {
    /// Whether it is called so, but for its family.
    pub fn is(&self, name: &str) -> bool {
        is(&self.stem, name)
    }
}

fn is(name: &str, known: &str) -> bool {
    name.eq_ignore_ascii_case(known)
}

/// Gives each type a letter: the usual one, one of its name, or any that is left.
fn letters(types: &mut [Type]) {
    let mut taken: Vec<String> = Vec::new();
    let usual =
        [("knight", 'N'), ("king", 'K'), ("queen", 'Q'), ("rook", 'R'), ("bishop", 'B'), ("pawn", 'P')];
    let by_name = |name: &str| usual.iter().find(|(known, _)| is(name, known)).map(|(_, letter)| *letter);
    let reserved: Vec<char> = types.iter().filter_map(|one| by_name(&one.stem)).collect();
    for one in types {
        let name = one.piece.name.value.clone();
        let own = name.chars().map(|c| c.to_ascii_uppercase()).chain('A'..='Z');
        let free = own.filter(|c| c.is_ascii_uppercase() && !reserved.contains(c)).map(|c| c.to_string());
        let marked = ('A'..='Z').map(|c| format!("+{c}"));
        let mut choices = by_name(&one.stem).map(|c| c.to_string()).into_iter().chain(free).chain(marked);
        let letter = choices.find(|letter| !taken.contains(letter)).unwrap_or_else(|| "+A".to_owned());
        taken.push(letter.clone());
        one.piece.letter.value = letter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_names_without_families() {
        for (name, family, expected) in [
            ("KingWhite", "White", "King"),
            ("CannonWhiteR", "White", "CannonR"),
            ("White_Rook", "White", "Rook"),
            ("Knight", "White", "Knight"),
            ("White", "White", "White"),
            ("Rook", "", "Rook"),
        ] {
            assert_eq!(stem(name, family), expected);
        }
    }
}

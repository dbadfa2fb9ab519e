//! The fields behind the placement in an order that a game chooses, some of them left out.

use super::fields::{Field, Fields};
use super::part::{self, FenField, FenPlace};
use super::{FenError, Language};
use crate::definition::{Problem, Spanned};
use crate::rule::progress::Progress;

/// A field behind the placement.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// Whose turn it is.
    Turn,
    /// What a rule says.
    Rule(&'static FenField),
    /// Moves without progress.
    Halfmoves,
    /// The number of the round.
    Round,
    /// Who never moved.
    Unmoved,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Part {
    /// Every field that a game can name.
    fn all() -> Vec<Part> {
        let rules = part::fields().filter(|field| !field.name.is_empty()).map(Part::Rule);
        let numbers = [Part::Halfmoves, Part::Round, Part::Unmoved];
        [Part::Turn].into_iter().chain(rules).chain(numbers).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Part::Turn => "turn",
            Part::Rule(field) => field.name,
            Part::Halfmoves => "halfmoves",
            Part::Round => "round",
            Part::Unmoved => "unmoved",
        }
    }

    /// Whether a text without it would say less of a position than the game knows; the round is only a number to read by.
    fn is_needed(self, language: &Language<'_>) -> bool {
        match self {
            Part::Turn => true,
            Part::Rule(field) => (field.is_used)(language),
            Part::Halfmoves => language.rules.progress.as_ref().is_some_and(Progress::ends),
            Part::Round => false,
            Part::Unmoved => language.unmoved,
        }
    }
}

/// The fields of these names, if each is there once and none is missing that the game needs.
pub(crate) fn read(language: &Language<'_>, names: &[Spanned<String>]) -> Result<Vec<Part>, Problem> {
    let known = Part::all();
    let mut parts: Vec<Part> = Vec::new();
    for name in names {
        let Some(part) = known.iter().find(|part| part.name() == name.value) else {
            let problem =
                Problem::new(name.span, format!("FEN has no field \"{}\"", name.value), "unknown field");
            return Err(problem.suggest(&name.value, known.iter().map(|part| part.name())));
        };
        if matches!(part, Part::Unmoved) && !language.unmoved {
            let problem = Problem::new(name.span, "this game does not say who never moved", "nothing to say");
            return Err(problem.help("leave \"unmoved\" out"));
        }
        if parts.iter().any(|other| other.name() == part.name()) {
            return Err(Problem::new(
                name.span,
                format!("the field \"{}\" is there already", name.value),
                "twice",
            ));
        }
        parts.push(*part);
    }
    let missing =
        |part: &&Part| part.is_needed(language) && !parts.iter().any(|other| other.name() == part.name());
    match known.iter().find(missing) {
        Some(part) => {
            let span = names.first().map(|name| name.span).unwrap_or_default();
            let message = format!("FEN cannot do without \"{}\" in this game", part.name());
            let problem = Problem::new(span, message, "not among the fields");
            Err(problem.help("only what is always the same, and the round, may be left out"))
        }
        None => Ok(parts),
    }
}

/// Gives each word behind the placement to the field whose place it has; words with a colon stand anywhere.
pub(super) fn split<'a>(order: &[Part], text: &'a str) -> Result<Fields<'a>, FenError> {
    let (mut fields, rest) = Fields::begin(text)?;
    let (named, plain): (Vec<Field<'_>>, Vec<Field<'_>>) =
        rest.into_iter().partition(|word| word.1.contains(':'));
    fields.words = named;
    if let Some((at, word)) = plain.get(order.len()) {
        return Err(FenError::new(*at, format!("\"{word}\" is too much"), described(order)));
    }
    let place = |wanted: &str| {
        order.iter().position(|part| part.name() == wanted).and_then(|at| plain.get(at).copied())
    };
    fields.turn = place("turn");
    for field in part::fields_at(FenPlace::BehindTurn) {
        fields.behind_turn.push(place(field.name).unwrap_or((text.len(), "-")));
    }
    fields.sum = part::fields_at(FenPlace::Sum).find_map(|field| place(field.name));
    fields.unmoved = place("unmoved");
    for (name, usual) in [("halfmoves", "0"), ("round", "1")] {
        let (at, word) = place(name).unwrap_or((text.len(), usual));
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(FenError::new(at, format!("\"{word}\" is no number"), described(order)));
        }
        fields.numbers.push((at, word));
    }
    Ok(fields)
}

fn described(order: &[Part]) -> String {
    let names: Vec<&str> = order.iter().map(|part| part.name()).collect();
    format!("behind the placement: {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::super::language::samples::chess;
    use super::super::{read as read_fen, write};
    use super::*;

    fn names(names: &[&str]) -> Vec<Spanned<String>> {
        names.iter().map(|name| Spanned::synthetic((*name).to_owned())).collect()
    }

    #[test]
    fn fields_stand_where_the_game_wants_them() {
        let sample = chess();
        let wanted = names(&["round", "turn", "castling", "halfmoves"]);
        let order = read(&sample.language(), &wanted).unwrap();
        let mut language = sample.language();
        language.fields = Some(&order);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let own = format!("{start} 7 b KQkq 3");
        let rewritten = |text: &str| read_fen(&language, text).map(|setup| write(&language, &setup));
        assert_eq!(rewritten(&own), Ok(own.clone()));
        // The usual order is understood, too.
        assert_eq!(rewritten(&format!("{start} b KQkq - 3 7")), Ok(own));
        assert_eq!(rewritten(start), Ok(format!("{start} 1 w - 0")));
        assert!(rewritten(&format!("{start} 7 b KQkq 3 4 5")).is_err());
    }

    #[test]
    fn what_a_game_needs_cannot_be_left_out() {
        let sample = chess();
        let language = sample.language();
        let told = |given: &[&str]| read(&language, &names(given)).unwrap_err().to_string();
        assert_eq!(told(&["turn"]), "FEN cannot do without \"castling\" in this game");
        assert_eq!(told(&["castling"]), "FEN cannot do without \"turn\" in this game");
        assert_eq!(told(&["turn", "turn"]), "the field \"turn\" is there already");
        assert_eq!(told(&["trun"]), "FEN has no field \"trun\"");
    }
}

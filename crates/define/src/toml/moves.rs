//! Movements as definitions write them: notation, names of known pieces, lists of alternatives and legs.

use super::Context;
use crate::betza::{self, BetzaError, MAX_PARTS, NAMED};
use chatura_rules::definition::{Problem, Span, Spanned, Value};
use chatura_rules::movement::Movement;

/// Reads a movement; `None` when something was wrong and has been reported.
pub(super) fn movement(value: &Spanned<Value>, context: &mut Context<'_>) -> Option<Spanned<Movement>> {
    let mut movement = Movement::default();
    match &value.value {
        Value::List(alternatives) => {
            if alternatives.is_empty() {
                let problem = Problem::new(value.span, "the movement is empty", "no alternatives");
                context.problems.push(problem.help("write how it moves, for example [\"N\"]"));
                return None;
            }
            for alternative in alternatives {
                movement.parts.extend(path(alternative, context)?.parts);
                if movement.parts.len() > MAX_PARTS {
                    let help = format!("a movement has at most {MAX_PARTS} alternatives");
                    context
                        .problems
                        .push(Problem::new(value.span, "too many alternatives", "too many").help(help));
                    return None;
                }
            }
        }
        _ => movement = path(value, context)?,
    }
    Some(Spanned::new(movement, value.span))
}

/// Reads one alternative: a text, or a list of legs in turn.
fn path(value: &Spanned<Value>, context: &mut Context<'_>) -> Option<Movement> {
    let mut legs: Vec<(&str, &str, Span)> = Vec::new();
    let items = match &value.value {
        Value::List(items) => &items[..],
        _ => std::slice::from_ref(value),
    };
    for item in items {
        // Anything but a text was refused when the kinds were checked.
        let Value::Text(text) = &item.value else { return None };
        legs.push((notation(text, item.span, context)?, text, item.span));
    }
    let notations: Vec<&str> = legs.iter().map(|leg| leg.0).collect();
    match betza::path(context.lattice, &notations) {
        Ok(movement) => Some(movement),
        Err((index, error)) => {
            let (_, text, span) = legs.get(index).copied().unwrap_or(("", "", value.span));
            report(error, text, span, context);
            None
        }
    }
}

/// The notation of a text: itself, or that of the piece it names.
fn notation<'a>(text: &'a str, span: Span, context: &mut Context<'_>) -> Option<&'a str> {
    // Every atom is a capital letter, no name has one.
    let is_name = text.len() > 2 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    match betza::named(text) {
        Some(notation) => Some(notation),
        None if is_name => {
            let help = "write Betza notation, for example \"N\", or the name of a known piece";
            let problem = Problem::new(span, format!("no known piece is called \"{text}\""), "unknown piece")
                .help(help);
            context.problems.push(problem.suggest(text, NAMED.iter().map(|piece| piece.name)));
            None
        }
        None => Some(text),
    }
}

fn report(error: BetzaError, text: &str, span: Span, context: &mut Context<'_>) {
    let column = error.column.min(text.len());
    let place = context.sources.within(span, text, column, error.length);
    context.problems.push(Problem::new(place, error.message, "here").help(error.help));
}

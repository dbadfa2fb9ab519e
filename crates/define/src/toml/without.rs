//! What `false` takes away: values that nobody inherits, and what rules say of pieces that are no more.

use super::sections;
use super::values::inner;
use chatura_rules::definition::{Kind, Spanned, Spec, Table, Value};
use chatura_rules::rule::{RULES, Section, piece_keys};

/// The pieces that a definition takes away.
pub(super) fn removed_pieces(table: &Table) -> impl Iterator<Item = &str> {
    let pieces = inner(table, "pieces").map_or(&[][..], |pieces| &pieces.entries);
    pieces.iter().filter(|(_, value)| super::none(value)).map(|(name, _)| name.value.as_str())
}

/// The keys of a section, by the section's name.
fn keys(section: &str) -> Vec<Spec> {
    let of =
        |section: Section| RULES.iter().filter(move |rule| rule.section == section).map(|rule| rule.spec);
    match section {
        "board" => sections::BOARD.to_vec(),
        "players" => sections::PLAYERS.to_vec(),
        "setup" => sections::SETUP.to_vec(),
        "look" => sections::LOOK.to_vec(),
        "rules" => of(Section::Rules).collect(),
        "end" => of(Section::End).collect(),
        _ => Vec::new(),
    }
}

/// Leaves out every key that is `false` though it is no flag: as if it were not written. Unknown keys stay, to be
/// reported.
pub(super) fn leave_out(table: &mut Table) {
    table.entries.retain(|(key, value)| {
        !(super::none(value) && sections::TOP.iter().any(|spec| spec.name == key.value))
    });
    for (name, section) in &mut table.entries {
        if let Value::Table(section) = &mut section.value {
            leave_out_keys(section, &keys(&name.value));
        }
    }
}

fn leave_out_keys(table: &mut Table, specs: &[Spec]) {
    table.entries.retain_mut(|(key, value)| {
        let Some(spec) = specs.iter().find(|spec| spec.name == key.value) else { return true };
        if super::none(value) {
            return takes_flag(&spec.kind);
        }
        leave_out_inside(value, &spec.kind);
        true
    });
}

fn leave_out_inside(value: &mut Spanned<Value>, kind: &Kind) {
    match (kind, &mut value.value) {
        (Kind::Either(kinds), _) => kinds.iter().for_each(|kind| leave_out_inside(value, kind)),
        (Kind::ByPlayer(kind), written) => {
            if let Value::Table(table) = written {
                let is_own = |key: &Spanned<String>| !has_key(kind, &key.value);
                table.entries.retain(|(key, own)| !is_own(key) || takes_flag(kind) || !super::none(own));
                let own = table.entries.iter_mut().filter(|(key, _)| is_own(key));
                own.for_each(|(_, own)| leave_out_inside(own, kind));
            }
            leave_out_inside(value, kind);
        }
        (Kind::Table(specs), Value::Table(table)) => leave_out_keys(table, specs),
        (Kind::List(kind), Value::List(items)) => {
            items.iter_mut().for_each(|item| leave_out_inside(item, kind));
        }
        _ => {}
    }
}

/// Whether a key belongs to a table of this kind; in a table by player the others name players.
fn has_key(kind: &Kind, key: &str) -> bool {
    match kind {
        Kind::Table(specs) => specs.iter().any(|spec| spec.name == key),
        Kind::Either(kinds) => kinds.iter().any(|kind| has_key(kind, key)),
        Kind::ByPlayer(kind) => has_key(kind, key),
        _ => false,
    }
}

fn takes_flag(kind: &Kind) -> bool {
    match kind {
        Kind::Flag => true,
        Kind::Either(kinds) => kinds.iter().any(takes_flag),
        Kind::ByPlayer(kind) => takes_flag(kind),
        _ => false,
    }
}

/// Takes a piece out of everything that rules say of it. What cannot be left out becomes nothing: whoever takes the
/// piece away may say something else there.
pub(super) fn forget_piece(table: &mut Table, name: &str) {
    each_section(table, |section, specs| forget_in(section, specs, name));
}

/// Takes away what cannot be said without the pieces that were forgotten.
pub(super) fn settle(table: &mut Table) {
    each_section(table, settle_in);
}

/// Does something with every table whose keys are rules'.
pub(super) fn each_section(table: &mut Table, mut change: impl FnMut(&mut Table, &[Spec])) {
    for (section, value) in &mut table.entries {
        let Value::Table(inside) = &mut value.value else { continue };
        if section.value == "pieces" {
            let specs: Vec<Spec> = piece_keys().copied().collect();
            for (_, piece) in &mut inside.entries {
                if let Value::Table(piece) = &mut piece.value {
                    change(piece, &specs);
                }
            }
        } else {
            change(inside, &keys(&section.value));
        }
    }
}

fn nothing() -> Spanned<Value> {
    Spanned::synthetic(Value::List(Vec::new()))
}

fn forget_in(table: &mut Table, specs: &[Spec], name: &str) {
    table.entries.retain_mut(|(key, value)| {
        let Some(spec) = specs.iter().find(|spec| spec.name == key.value) else { return true };
        let keeps = keeps_without(value, &spec.kind, name);
        if !keeps && spec.default == "required" {
            *value = nothing();
            return true;
        }
        keeps
    });
}

fn settle_in(table: &mut Table, specs: &[Spec]) {
    table.entries.retain_mut(|(key, value)| {
        specs.iter().find(|spec| spec.name == key.value).is_none_or(|spec| is_whole(value, &spec.kind))
    });
}

/// Whether everything a value needs is still there.
fn is_whole(value: &mut Spanned<Value>, kind: &Kind) -> bool {
    match (kind, &mut value.value) {
        (Kind::Either(kinds), _) => kinds.iter().all(|kind| is_whole(value, kind)),
        (Kind::ByPlayer(kind), written) => {
            if let Value::Table(table) = written {
                table.entries.retain_mut(|(key, own)| has_key(kind, &key.value) || is_whole(own, kind));
            }
            is_whole(value, kind)
        }
        (Kind::List(kind), Value::List(items)) => shrinks(items, |item| is_whole(item, kind)),
        (Kind::Table(specs), Value::Table(table)) => {
            let required =
                |key: &str| specs.iter().any(|spec| spec.name == key && spec.default == "required");
            !table.entries.iter().any(|(key, value)| required(&key.value) && *value == nothing())
        }
        _ => true,
    }
}

/// Whether anything is left of a value without the piece.
fn keeps_without(value: &mut Spanned<Value>, kind: &Kind, name: &str) -> bool {
    match (kind, &mut value.value) {
        (Kind::Either(kinds), _) => kinds.iter().all(|kind| keeps_without(value, kind, name)),
        (Kind::ByPlayer(kind), written) => {
            if let Value::Table(table) = written {
                let own = table.entries.iter_mut().filter(|(key, _)| !has_key(kind, &key.value));
                own.for_each(|(_, own)| {
                    if !keeps_without(own, kind, name) {
                        own.value = nothing().value;
                    }
                });
            }
            keeps_without(value, kind, name)
        }
        (Kind::Piece | Kind::Pieces, Value::Text(text)) => text != name,
        (Kind::Pieces, Value::List(items)) => {
            shrinks(items, |item| !matches!(&item.value, Value::Text(text) if text == name))
        }
        (Kind::List(kind), Value::List(items)) => shrinks(items, |item| keeps_without(item, kind, name)),
        (Kind::Table(specs), Value::Table(table)) => {
            forget_in(table, specs, name);
            true
        }
        (Kind::PerPiece(kind), Value::Table(table)) => shrinks(&mut table.entries, |(piece, value)| {
            piece.value != name && keeps_without(value, kind, name)
        }),
        _ => true,
    }
}

/// Keeps some items of a list; whether any is left, or there never was one.
fn shrinks<T>(items: &mut Vec<T>, mut keeps: impl FnMut(&mut T) -> bool) -> bool {
    let was_empty = items.is_empty();
    items.retain_mut(|item| keeps(item));
    was_empty || !items.is_empty()
}

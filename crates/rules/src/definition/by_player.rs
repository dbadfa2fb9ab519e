//! Tables by player: what a rule says for each of them, where they differ.
//!
//! Where a [`Spec`] allows it, a value may be a table whose keys are names of players. What stands there holds for that
//! player; one who is not named has what holds where the key is left out. A table that also has keys of its own holds for
//! all, with the named players' entries over it.

use super::{Kind, Span, Spanned, Spec, Table, Value};

/// For whom a table is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// For one player.
    Player(usize),
    /// For all at once: where they differ, as the first of them who is named.
    Everybody,
}

/// The entries of a table that name players, and the others.
pub(crate) struct Split<'a> {
    /// By name, in the order written.
    pub players: Vec<&'a (Spanned<String>, Spanned<Value>)>,
    /// The rest.
    pub others: Vec<&'a (Spanned<String>, Spanned<Value>)>,
}

impl<'a> Split<'a> {
    /// Takes a table apart.
    pub fn of(table: &'a Table, players: &[String]) -> Split<'a> {
        let (players, others) = table.entries.iter().partition(|(key, _)| players.contains(&key.value));
        Split { players, others }
    }
}

/// A table of rules as it is for one player, or for all at once.
pub(crate) fn table(table: &Table, specs: &[Spec], players: &[String], who: Reader) -> Table {
    let entry = |(key, value): &(Spanned<String>, Spanned<Value>)| {
        let value = match specs.iter().find(|spec| spec.name == key.value) {
            Some(spec) => value_for(value, &spec.kind, players, who)?,
            None => value.clone(),
        };
        Some((key.clone(), value))
    };
    Table { entries: table.entries.iter().filter_map(entry).collect() }
}

/// A value as it is for one player; nothing where that player has none.
pub(crate) fn value_for(
    value: &Spanned<Value>,
    kind: &Kind,
    players: &[String],
    who: Reader,
) -> Option<Spanned<Value>> {
    let inside = |value: Value, span: Span| Some(Spanned::new(value, span));
    match (kind, &value.value) {
        (Kind::ByPlayer(kind), Value::Table(written)) => {
            let Split { players: named, others } = Split::of(written, players);
            let own = match who {
                Reader::Player(player) => named.iter().find(|(name, _)| name.value == players[player]),
                Reader::Everybody => named.first(),
            };
            if others.is_empty() && !named.is_empty() {
                return value_for(&own?.1, kind, players, who);
            }
            let mut merged = Table { entries: others.into_iter().cloned().collect() };
            let own = own.filter(|_| who != Reader::Everybody).map(|(_, own)| &own.value);
            if let Some(Value::Table(own)) = own {
                own.entries.iter().for_each(|(key, value)| merged.set(key.clone(), value.clone()));
            }
            value_for(&Spanned::new(Value::Table(merged), value.span), kind, players, who)
        }
        (Kind::ByPlayer(kind), _) => value_for(value, kind, players, who),
        (Kind::Table(specs), Value::Table(inner)) if !specs.is_empty() => {
            inside(Value::Table(table(inner, specs, players, who)), value.span)
        }
        (Kind::List(kind), Value::List(items)) => {
            let items = items.iter().filter_map(|item| value_for(item, kind, players, who));
            inside(Value::List(items.collect()), value.span)
        }
        (Kind::PerPiece(kind), Value::Table(written)) => {
            let entry = |(name, value): &(Spanned<String>, Spanned<Value>)| {
                Some((name.clone(), value_for(value, kind, players, who)?))
            };
            let entries = written.entries.iter().filter_map(entry).collect();
            inside(Value::Table(Table { entries }), value.span)
        }
        (Kind::Either(kinds), written) => match kinds.iter().find(|kind| kind.fits(written)) {
            Some(kind) => value_for(value, kind, players, who),
            None => Some(value.clone()),
        },
        _ => Some(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: Kind = Kind::ByPlayer(&Kind::Text);
    const KEYS: &[Spec] = &[
        Spec { name: "zone", kind: TEXTS, default: "", documentation: "" },
        Spec { name: "whole", kind: Kind::ByPlayer(&Kind::Table(INNER)), default: "", documentation: "" },
    ];
    const INNER: &[Spec] = &[
        Spec { name: "of", kind: Kind::Text, default: "", documentation: "" },
        Spec { name: "to", kind: Kind::Text, default: "", documentation: "" },
    ];

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    fn entries(entries: &[(&str, Value)]) -> Value {
        let entry = |(key, value): &(&str, Value)| {
            (Spanned::synthetic((*key).to_owned()), Spanned::synthetic(value.clone()))
        };
        Value::Table(Table { entries: entries.iter().map(entry).collect() })
    }

    /// What becomes of a value of one key for the first player, the second, and everybody.
    fn read(key: &str, value: Value) -> [Option<Value>; 3] {
        let players = ["White".to_owned(), "Black".to_owned()];
        let Value::Table(written) = entries(&[(key, value)]) else { unreachable!() };
        [Reader::Player(0), Reader::Player(1), Reader::Everybody]
            .map(|who| table(&written, KEYS, &players, who).get(key).map(|value| value.value.clone()))
    }

    #[test]
    fn each_player_has_its_own_or_what_all_have() {
        let same = read("zone", text("all"));
        assert_eq!(same, [Some(text("all")), Some(text("all")), Some(text("all"))]);
        let both = entries(&[("Black", text("b")), ("White", text("w"))]);
        assert_eq!(read("zone", both), [Some(text("w")), Some(text("b")), Some(text("b"))]);
        let one = entries(&[("Black", text("b"))]);
        assert_eq!(read("zone", one), [None, Some(text("b")), Some(text("b"))]);
    }

    #[test]
    fn a_table_for_all_has_the_players_entries_over_it() {
        let rule = |to: &str| entries(&[("of", text("pawn")), ("to", text(to))]);
        let written = entries(&[
            ("of", text("pawn")),
            ("to", text("queen")),
            ("Black", entries(&[("to", text("horse"))])),
        ]);
        assert_eq!(read("whole", written), [Some(rule("queen")), Some(rule("horse")), Some(rule("queen"))]);
        let only = entries(&[("Black", rule("horse"))]);
        assert_eq!(read("whole", only), [None, Some(rule("horse")), Some(rule("horse"))]);
    }
}

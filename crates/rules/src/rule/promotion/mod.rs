//! Promotion: a piece becomes another when it reaches (or leaves) a zone.

mod compile;
mod generate;
pub(crate) mod text;

use super::parts::AnyParts;
use super::{Rule, Section, seen};
use crate::cell::{Cell, PieceType};
use crate::compile::tables::Types;
use crate::definition::{Kind, Problem, Problems, Reader, Spec, Value};
use crate::describe::{Chapter, Prose, a};
use crate::set::{CellSet, Zone};
use smallvec::SmallVec;

/// One promotion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promotion {
    /// Which types.
    pub of: Vec<PieceType>,
    /// What they may become.
    pub to: Vec<PieceType>,
    /// Where, as the first player sees it.
    pub zone: Zone,
    /// Whether a piece may stay what it is.
    pub optional: bool,
    /// Whether moves that begin in the zone count.
    pub leaving: bool,
    /// Where it may not stay what it is.
    pub forced: Zone,
    /// Only types of which the player has fewer than at the start.
    pub captured_only: bool,
    /// How many of a type a player may have.
    pub most: Vec<(PieceType, u8)>,
    /// Only a move that takes a piece of these types.
    pub taking: Option<Vec<PieceType>>,
}

impl Promotion {
    /// The table of one player; `start` is how many of each type it begins with, `alike` which types look the same.
    pub fn table<const W: usize>(
        &self,
        view: &[Cell],
        start: &[u16],
        alike: impl Fn(PieceType) -> Types,
    ) -> PromotionTable<W> {
        let limit = |kind: &PieceType| {
            let kinds = alike(*kind);
            let begun = kinds.map(|kind| start[kind as usize]).sum();
            let most = self
                .most
                .iter()
                .find(|(named, _)| kinds.has(named.index()))
                .map_or(u16::MAX, |(_, most)| (*most).into());
            (kinds, if self.captured_only { most.min(begun) } else { most })
        };
        let limits = match self.captured_only || !self.most.is_empty() {
            true => self.to.iter().map(limit).collect(),
            false => Default::default(),
        };
        PromotionTable {
            zone: seen(self.zone, view),
            leaving: self.leaving,
            forced: if self.optional { seen(self.forced, view) } else { CellSet::ALL },
            choices: self.to.iter().copied().collect(),
            limits,
            taking: self.taking.as_ref().map(|kinds| kinds.iter().flat_map(|kind| alike(*kind)).collect()),
        }
    }
}

/// How one promotion of one type of one player works.
#[derive(Debug, Clone)]
pub(crate) struct PromotionTable<const W: usize> {
    /// Where.
    pub zone: CellSet<W>,
    /// Whether moves that begin in the zone count.
    pub leaving: bool,
    /// Where the piece may not stay what it is if it can promote; everywhere if promoting is not optional.
    pub forced: CellSet<W>,
    /// What it may become.
    pub choices: SmallVec<[PieceType; 6]>,
    /// For each choice, if that is limited, what looks like it and how many of them the player may have.
    pub limits: SmallVec<[(Types, u16); 6]>,
    /// The types of which a move must take one, if it must.
    pub taking: Option<Types>,
}

impl<const W: usize> PromotionTable<W> {
    /// Where a move from a cell to these promotes.
    #[inline(always)]
    pub fn turning(&self, from: usize, to: CellSet<W>) -> CellSet<W> {
        if self.leaving && self.zone.has(from) { to } else { to & self.zone }
    }

    /// Whether what came to stand here had to promote.
    pub fn must_at(&self, cell: usize) -> bool {
        self.taking.is_none() && self.zone.has(cell) && self.forced.has(cell)
    }
}

const KEYS: &[Spec] = &[
    Spec {
        name: "of",
        kind: Kind::ByPlayer(&Kind::Pieces),
        default: "required",
        documentation: "Which types promote.",
    },
    Spec {
        name: "to",
        kind: Kind::ByPlayer(&Kind::Pieces),
        default: "required",
        documentation: "What they may become; the first is the usual choice.",
    },
    Spec {
        name: "zone",
        kind: Kind::ByPlayer(&Kind::Zone),
        default: "\"last rank\"",
        documentation: "Where.",
    },
    Spec {
        name: "optional",
        kind: Kind::ByPlayer(&Kind::Flag),
        default: "false",
        documentation: "Whether the piece may stay what it is.",
    },
    Spec {
        name: "leaving",
        kind: Kind::ByPlayer(&Kind::Flag),
        default: "false",
        documentation: "Whether a move that begins in the zone promotes too.",
    },
    Spec {
        name: "forced",
        kind: Kind::ByPlayer(&Kind::Zone),
        default: "\"none\"",
        documentation: "With `optional`: where the piece may not stay what it is.",
    },
    Spec {
        name: "limit",
        kind: Kind::ByPlayer(&Kind::Word(&["none", "captured"])),
        default: "\"none\"",
        documentation: "With `captured` only to types of which the player has fewer than at the start.",
    },
    Spec {
        name: "most",
        kind: Kind::PerPiece(&Kind::Number(1, 64)),
        default: "any number",
        documentation: "How many of a type the player may have, on the board and in hand: `{ queen = 1 }`.",
    },
    Spec {
        name: "taking",
        kind: Kind::ByPlayer(&Kind::Pieces),
        default: "not needed",
        documentation: "Only a move that takes one of these types promotes, wherever that is if no zone is named: \
                        pieces rise by what they capture.",
    },
];

/// What becomes of pieces.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "promotion",
        kind: Kind::ByPlayer(&Kind::Either(&[
            Kind::Flag,
            Kind::Word(&["none"]),
            Kind::Table(KEYS),
            Kind::List(&Kind::Table(KEYS)),
        ])),
        default: "false",
        documentation: "A piece that reaches a zone becomes another. A list of tables gives several types their own.",
    },
    compile: |draft, value| {
        let mut promotions = Vec::new();
        match &value.value {
            Value::List(items) => {
                for item in items {
                    promotions.push(one(&draft.reader(item))?);
                }
            }
            Value::Table(_) => promotions.push(one(&draft.reader(value))?),
            _ => {}
        }
        draft.rules.promotions = promotions;
        Ok(())
    },
    name_look_alikes: |rules, alike| {
        rules.promotions.iter_mut().for_each(|promotion| alike.add_to(&mut promotion.of));
    },
    parts: AnyParts::new(&compile::Parts),
    describe,
    ..Rule::PLAIN
};

/// A sentence for each promotion; those that differ only in the types share one.
fn describe(prose: &mut Prose<'_>) {
    let all = &prose.rules.promotions;
    let alike = |one: &Promotion, other: &Promotion| {
        (one.zone, one.optional, one.leaving, one.captured_only, &one.most, &one.taking)
            == (other.zone, other.optional, other.leaving, other.captured_only, &other.most, &other.taking)
    };
    for (index, promotion) in all.iter().enumerate() {
        if all[..index].iter().any(|earlier| alike(earlier, promotion)) {
            continue;
        }
        let group: Vec<&Promotion> = all.iter().filter(|other| alike(promotion, other)).collect();
        prose.say(Chapter::Moves, sentence(prose, &group));
    }
}

fn sentence(prose: &Prose<'_>, group: &[&Promotion]) -> String {
    let first = group[0];
    let everywhere = first.zone.len() >= prose.cells();
    let comes = match (&first.taking, first.leaving) {
        (Some(kinds), _) => {
            let any = prose.is_every_type(kinds);
            let victim = if any { "something".to_owned() } else { a(&prose.names(kinds, "or")) };
            let on = if everywhere { String::new() } else { format!(" on {}", prose.zone(first.zone)) };
            format!("captures {victim}{on}")
        }
        (None, true) => format!("moves into, within or out of {}", prose.zone(first.zone)),
        (None, false) => format!("reaches {}", prose.zone(first.zone)),
    };
    let may = if first.optional { "may become" } else { "becomes" };
    let start = match group {
        [one] => {
            let (of, to) = (a(&prose.names(&one.of, "or")), a(&prose.names(&one.to, "or")));
            format!("Promotion: {of} that {comes} {may} {to}")
        }
        _ => {
            let pairs = group
                .iter()
                .map(|one| format!("{} {}", a(&prose.names(&one.of, "or")), a(&prose.names(&one.to, "or"))));
            format!("Promotion: a piece that {comes} {may} another: {}", pairs.collect::<Vec<_>>().join(", "))
        }
    };
    let limit = match first.captured_only {
        true => ", but only what its player has fewer of than at the start",
        false => "",
    };
    let most: String = first
        .most
        .iter()
        .map(|(kind, most)| format!(", never to have more than {most} of type {}", prose.name(*kind)))
        .collect();
    let mut must = String::new();
    let mut zones: Vec<Zone> = group.iter().map(|one| one.forced).filter(|zone| zone.any()).collect();
    zones.dedup();
    for zone in zones.into_iter().filter(|_| first.optional) {
        let there = group.iter().filter(|one| one.forced == zone);
        let of: Vec<PieceType> = there.flat_map(|one| one.of.iter().copied()).collect();
        let who = if group.len() == 1 { "it".to_owned() } else { a(&prose.names(&of, "or")) };
        must.push_str(&format!("; {who} must on {}", prose.zone(zone)));
    }
    format!("{start}{limit}{most}{must}.")
}

fn one(reader: &Reader<'_>) -> Result<Promotion, Problems> {
    let (of, to) = (reader.pieces("of"), reader.pieces("to"));
    if of.is_empty() || to.is_empty() {
        return Err(Problem::new(reader.span(), "a promotion needs \"of\" and \"to\"", "incomplete")
            .help("promotion = { of = \"pawn\", to = [\"queen\", \"rook\"], zone = \"last rank\" }")
            .into());
    }
    let taking = reader.has("taking").then(|| reader.pieces("taking"));
    let zone = match (reader.has("zone"), &taking) {
        (true, _) => reader.zone("zone").unwrap_or_default(),
        (false, Some(_)) => reader.default_zone("all"),
        (false, None) => reader.default_zone("last rank"),
    };
    let optional = reader.flag("optional", false);
    let number = |(kind, value): (PieceType, crate::definition::Spanned<Value>)| match value.value {
        Value::Number(most) => Some((kind, most as u8)),
        _ => None,
    };
    let forced = if optional { reader.zone("forced").unwrap_or_default() } else { zone };
    Ok(Promotion {
        of,
        to,
        zone,
        optional,
        leaving: reader.flag("leaving", false),
        forced,
        captured_only: reader.text("limit") == Some("captured"),
        most: reader.per_piece("most").into_iter().filter_map(number).collect(),
        taking,
    })
}

//! Promotion, and what is taken in passing.

use super::cells::Cells;
use super::{Translator, put, texts, told};
use crate::betza;
use crate::ini::kinds::Kind;
use chatura_rules::definition::{Spanned, Table, Value};

impl Translator<'_> {
    /// The types that promote by choice of another.
    pub(super) fn promoting(&self, white: bool) -> Vec<Kind> {
        let colour = if white { "White" } else { "Black" };
        self.variant.present(&format!("promotionPawnTypes{colour}"), &[Kind::PAWN])
    }

    /// What they may become.
    pub(super) fn promotion_targets(&self, white: bool) -> Vec<Kind> {
        let colour = if white { "White" } else { "Black" };
        self.variant.present(&format!("promotionPieceTypes{colour}"), &[])
    }

    pub(super) fn en_passant(&mut self, rules: &mut Table) {
        if !self.passes() {
            return;
        }
        let span = self.place("enPassantRegionWhite");
        let value = match self.zone_of("enPassantRegion").filter(|zone| zone != "all") {
            None => Value::Flag(true),
            Some(zone) => {
                let mut on = Table::default();
                put(&mut on, "on", Value::Text(zone), span);
                Value::Table(on)
            }
        };
        put(rules, "en-passant", value, span);
    }

    pub(super) fn promotion(&mut self, rules: &mut Table) {
        if self.transforms() {
            return self.transform(rules);
        }
        let Some(zone) = self.regions.cells("promotionRegion", self) else { return };
        let mut all = self.choices(zone);
        all.extend(self.turns_over(zone));
        let span = self.place("promotionRegionWhite");
        let value = match &all[..] {
            [] => return,
            [one] => Value::Table(one.clone()),
            several => Value::List(
                several.iter().map(|table| Spanned::new(Value::Table(table.clone()), span)).collect(),
            ),
        };
        put(rules, "promotion", value, span);
    }

    /// Promotions of pawns, one table for those that have the same choice.
    fn choices(&mut self, zone: Cells) -> Vec<Table> {
        let span = self.place("promotionPieceTypesWhite");
        let mut tables: Vec<(Vec<Kind>, Vec<Kind>)> = Vec::new();
        let mut kinds = self.promoting(true);
        kinds.extend(self.promoting(false));
        kinds.sort();
        kinds.dedup();
        for kind in kinds {
            let side = |white: bool| {
                let own = self.names.has(kind, white) && self.promoting(white).contains(&kind);
                own.then(|| self.promotion_targets(white))
            };
            let targets = match (side(true), side(false)) {
                (Some(white), Some(black)) if white != black => {
                    let (span, key) =
                        self.variant.setting("promotionPieceTypesBlack").map_or((span, ""), told);
                    self.cannot(span, key, "pawns of both players promote alike");
                    continue;
                }
                (white, black) => white.or(black).unwrap_or_default(),
            };
            match tables.iter_mut().find(|(_, known)| *known == targets) {
                Some((kinds, _)) => kinds.push(kind),
                None => tables.push((vec![kind], targets)),
            }
        }
        let optional = !self.variant.flag("mandatoryPawnPromotion", true);
        let mut made = Vec::new();
        for (of, to) in tables {
            let (names, targets) = (self.names.plain(&of), self.names.plain(&to));
            if names.is_empty() || targets.is_empty() {
                continue;
            }
            let mut table = Table::default();
            put(&mut table, "of", texts(&names, span), span);
            put(&mut table, "to", texts(&targets, span), span);
            self.zone_and_force(&mut table, &of, zone, optional);
            self.limit(&mut table, &to);
            made.push(table);
        }
        made
    }

    /// A zone that is not the last rank, whether one may stay what one is, and where not.
    fn zone_and_force(&mut self, table: &mut Table, of: &[Kind], zone: Cells, optional: bool) {
        let span = self.place("promotionRegionWhite");
        let zone = self.own_zones("promotionRegion", span, zone);
        put(table, "zone", zone, span);
        if optional {
            put(table, "optional", Value::Flag(true), span);
            let dead = of.iter().map(|kind| self.dead(*kind)).reduce(Cells::and).unwrap_or_default();
            if self.variant.flag("immobilityIllegal", false) && !dead.is_empty() {
                let dead = dead.zone(self.files, self.ranks);
                put(table, "forced", Value::Text(dead), span);
            }
        }
    }

    fn limit(&mut self, table: &mut Table, to: &[Kind]) {
        let limits = self.variant.counts("promotionLimit").to_vec();
        if limits.is_empty() {
            return;
        }
        let span = self.place("promotionLimit");
        let as_many = to.iter().all(|kind| {
            let Some(slot) = self.variant.slots.iter().find(|slot| slot.kind == *kind) else { return false };
            let counts =
                [slot.letter.to_ascii_uppercase(), slot.letter].map(|letter| self.start.count(letter) as i64);
            limits.iter().any(|(known, limit)| known == kind && counts == [*limit, *limit])
        });
        match as_many {
            true => put(table, "limit", Value::Text("captured".into()), span),
            false => self.at_most(&limits, to, table),
        }
    }

    /// How many of some types a player may have.
    fn at_most(&mut self, limits: &[(Kind, i64)], to: &[Kind], table: &mut Table) {
        let span = self.place("promotionLimit");
        let mut most = Table::default();
        for (kind, limit) in limits.iter().filter(|(kind, _)| to.contains(kind)) {
            if *limit < 1 {
                return self.cannot(span, "promotionLimit", "at least one of each type");
            }
            let names: Vec<String> = self.names.of(&[*kind]);
            for name in names {
                put(&mut most, &name, Value::Number((*limit).min(64)), span);
            }
        }
        if !most.entries.is_empty() {
            put(table, "most", Value::Table(most), span);
        }
    }

    /// Pieces that turn into the one other type that each has.
    fn turns_over(&mut self, zone: Cells) -> Vec<Table> {
        let span = self.place("promotedPieceType");
        let mandatory = self.variant.flag("mandatoryPiecePromotion", false);
        let mut tables = Vec::new();
        for form in self.names.forms.clone() {
            let Some(base) = form.base else { continue };
            let names = self.names.plain(&[base]);
            if names.is_empty() {
                continue;
            }
            let pawn = [true, false].iter().any(|white| self.promoting(*white).contains(&base));
            let must = mandatory || pawn && self.variant.flag("mandatoryPawnPromotion", true);
            let mut table = Table::default();
            put(&mut table, "of", texts(&names, span), span);
            put(&mut table, "to", Value::Text(form.name.clone()), span);
            self.zone_and_force(&mut table, &[base], zone, !must);
            put(&mut table, "leaving", Value::Flag(true), span);
            let limits = self.variant.counts("promotionLimit").to_vec();
            if let Some((_, limit)) = limits.iter().find(|(kind, _)| *kind == form.kind) {
                let mut most = Table::default();
                let span = self.place("promotionLimit");
                put(&mut most, &form.name, Value::Number((*limit).clamp(1, 64)), span);
                put(&mut table, "most", Value::Table(most), span);
            }
            tables.push(table);
        }
        tables
    }

    /// Whether pieces turn over with every move, to and fro.
    fn transforms(&self) -> bool {
        self.variant.flag("pieceDemotion", false)
    }

    fn transform(&mut self, rules: &mut Table) {
        let span = self.place("pieceDemotion");
        let everywhere =
            self.regions.cells("promotionRegion", self) == Some(Cells::all(self.files, self.ranks));
        let drops = self.variant.flag("pieceDrops", false) && !self.variant.flag("dropPromoted", false);
        if !everywhere || !self.variant.flag("mandatoryPiecePromotion", false) || drops {
            return self.cannot(
                span,
                "pieceDemotion",
                "known is turning over with every move, on the whole board, dropped either side up",
            );
        }
        let mut table = Table::default();
        for form in self.names.forms.clone() {
            let plain = form.base.and_then(|base| self.names.plain(&[base]).first().cloned());
            if let Some(plain) = plain {
                put(&mut table, &plain, Value::Text(form.name.clone()), span);
                put(&mut table, &form.name, Value::Text(plain), span);
            }
        }
        put(rules, "transform", Value::Table(table), span);
    }

    /// The first player's cells from which a type could never move on, on an empty board.
    pub(super) fn dead(&self, kind: Kind) -> Cells {
        let Ok(movement) = betza::parse(&self.moves(kind)) else { return Cells::default() };
        let parts = movement.parts.iter().filter(|part| !part.initial);
        let firsts: Vec<_> =
            parts.filter_map(|part| part.legs.first()).filter(|leg| leg.ends.empty).collect();
        let mut dead = Cells::default();
        for (file, rank) in Cells::all(self.files, self.ranks).each(self.files) {
            let stays = |(right, ahead): &(i8, i8)| {
                let inside = |at: u32, by: i8, most: u32| {
                    (1..=i64::from(most)).contains(&(i64::from(at) + i64::from(by)))
                };
                inside(file, *right, self.files) && inside(rank, *ahead, self.ranks)
            };
            if !firsts.iter().any(|leg| leg.leaps.iter().any(stays)) {
                dead.add(file, rank, self.files);
            }
        }
        dead
    }
}

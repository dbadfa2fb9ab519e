//! Pieces in hand: where they may be dropped, and gating.

use super::cells::Cells;
use super::{Translator, put, texts};
use crate::ini::kinds::Kind;
use chatura_rules::definition::{Table, Value};

impl Translator<'_> {
    /// Whether pieces come in where others leave their first cell.
    pub(super) fn gates(&self) -> bool {
        self.variant.flag("seirawanGating", false)
    }

    pub(super) fn drops(&mut self, rules: &mut Table) {
        let drops = self.variant.flag("pieceDrops", false);
        if self.gates() && drops {
            let span = self.place("pieceDrops");
            return self.cannot(span, "pieceDrops", "pieces come in by gating or are dropped, not both");
        }
        if !drops && !self.gates() {
            return;
        }
        let span = self.place(if drops { "pieceDrops" } else { "seirawanGating" });
        let captured = drops && self.variant.flag("capturesToHand", false);
        let mut table = Table::default();
        put(&mut table, "captured", Value::Flag(captured), span);
        if captured && self.variant.flag("dropLoop", false) {
            put(&mut table, "demote", Value::Flag(false), self.place("dropLoop"));
        }
        let held = self.held(captured);
        if !captured {
            let names = self.names.plain(&held);
            put(&mut table, "pieces", texts(&names, span), span);
        }
        if drops {
            self.drop_zones(&held, &mut table);
            self.drop_files(&held, &mut table);
        }
        put(rules, "drops", Value::Table(table), span);
        if self.gates() {
            put(rules, "gating", Value::Flag(true), span);
        }
        if drops && !self.transforms_drops() && self.variant.flag("dropPromoted", false) {
            let span = self.place("dropPromoted");
            self.cannot(
                span,
                "dropPromoted",
                "known is dropping either side up where every move turns pieces over",
            );
        }
    }

    fn transforms_drops(&self) -> bool {
        self.variant.flag("pieceDemotion", false)
    }

    /// What can be in hand.
    fn held(&mut self, captured: bool) -> Vec<Kind> {
        let slots = self.variant.slots.clone();
        let mut held = Vec::new();
        for slot in slots {
            let start = self.start.hand.to_ascii_lowercase().contains(slot.letter);
            let king = self.royal(slot.kind).is_some();
            if start || captured && !king && self.names.plain(&[slot.kind]).len() == 1 {
                held.push(slot.kind);
            }
        }
        held
    }

    fn drop_zones(&mut self, held: &[Kind], drops: &mut Table) {
        let all = Cells::all(self.files, self.ranks);
        let base = self.regions.cells("dropRegion", self).unwrap_or(all);
        let other = self.regions.second("dropRegion", self).unwrap_or(base);
        let never = self.variant.number("dropNoDoubledCount", 1) == 0;
        let none = if never { self.variant.present("dropNoDoubled", &[]) } else { Vec::new() };
        let mut zones = Table::default();
        for kind in held {
            // What one may not use of the board whatever the region.
            let mut cells = all;
            let (mut turning, mut turning_second) = (Cells::default(), Cells::default());
            if self.variant.flag("immobilityIllegal", false) {
                cells = cells.without(self.dead(*kind));
            }
            if *kind == Kind::PAWN {
                if !self.variant.flag("firstRankPawnDrops", false) {
                    cells = cells.without(self.cells("*1"));
                }
                if !self.variant.flag("promotionZonePawnDrops", false) {
                    turning = self.setting_cells("promotionRegionWhite", "*8");
                    turning_second = self.regions.second("promotionRegion", self).unwrap_or(turning);
                }
            }
            if none.contains(kind) {
                cells = Cells::default();
            }
            let [first, second] = [(base, turning), (other, turning_second)]
                .map(|(region, out)| cells.and(region).without(out));
            if first == all && second == all {
                continue;
            }
            let span = self.place("dropRegionWhite");
            let [one, two] = [first, second].map(|zone| Value::Text(zone.zone(self.files, self.ranks)));
            let value = if first == second { one } else { self.for_each(one, two, span) };
            for name in self.names.plain(&[*kind]) {
                put(&mut zones, &name, value.clone(), span);
            }
        }
        if !zones.entries.is_empty() {
            let span = self.place("dropRegionWhite");
            put(drops, "zones", Value::Table(zones), span);
        }
    }

    fn drop_files(&mut self, held: &[Kind], drops: &mut Table) {
        let doubled = self.variant.present("dropNoDoubled", &[]);
        let span = self.place("dropNoDoubled");
        let names = self.names.plain(&doubled);
        if !self.variant.flag("dropChecks", true) {
            let held = self.names.plain(held);
            put(drops, "no-check", texts(&held, self.place("dropChecks")), self.place("dropChecks"));
        }
        match self.variant.number("dropNoDoubledCount", 1) {
            _ if names.is_empty() => {}
            0 => {}
            1 => put(drops, "one-per-file", texts(&names, span), span),
            count => {
                let span = self.place("dropNoDoubledCount");
                let mut most = Table::default();
                for name in &names {
                    put(&mut most, name, Value::Number(i64::from(count.min(16))), span);
                }
                put(drops, "per-file", Value::Table(most), span);
            }
        }
        if self.variant.flag("shogiPawnDropMateIllegal", false) {
            let pawn = |kind: &&Kind| kind.is("shogiPawn") || doubled.contains(kind);
            let pawns: Vec<Kind> = held.iter().filter(pawn).copied().collect();
            let names = self.names.plain(&pawns);
            if !names.is_empty() {
                let span = self.place("shogiPawnDropMateIllegal");
                put(drops, "no-mate", texts(&names, span), span);
            }
        }
    }
}

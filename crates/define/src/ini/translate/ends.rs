//! How a game of that form ends.

use super::{Translator, put, texts};
use crate::ini::kinds::Kind;
use crate::ini::variant::Kinds;
use chatura_rules::definition::{Table, Value};

/// After so many moves without progress a game is drawn that nothing else surely ends.
const ENDLESS: u32 = 1000;

impl Translator<'_> {
    pub(super) fn end(&mut self) -> Table {
        let mut end = Table::default();
        for (setting, key, usual) in
            [("checkmateValue", "checkmate", "loss"), ("stalemateValue", "stalemate", "draw")]
        {
            let value = self.variant.text(setting).unwrap_or(usual);
            put(&mut end, key, Value::Text(value.to_owned()), self.place(setting));
        }
        self.counted(&mut end);
        self.extinction(&mut end);
        self.goal(&mut end);
        self.checks(&mut end);
        self.repetition(&mut end);
        self.progress(&mut end);
        end
    }

    /// Ends that are decided by who has more, or by who moves second.
    fn counted(&mut self, end: &mut Table) {
        let span = self.place("stalematePieceCount");
        if self.variant.flag("stalematePieceCount", false) {
            let value = self.variant.text("stalemateValue").unwrap_or("draw");
            let who = match value {
                "win" => "fewer",
                "loss" => "more",
                _ => "none",
            };
            put(end, "stalemate-count", Value::Text(who.into()), span);
        }
        let span = self.place("materialCounting");
        match self.variant.text("materialCounting").unwrap_or("none") {
            "whitedrawodds" => put(end, "draw-odds", Value::Text("White".into()), span),
            "blackdrawodds" => put(end, "draw-odds", Value::Text("Black".into()), span),
            "none" => {}
            _ => self.cannot(span, "materialCounting", "known are whitedrawodds and blackdrawodds"),
        }
    }

    fn extinction(&mut self, end: &mut Table) {
        let variant = self.variant;
        let Some(value) = variant.text("extinctionValue").filter(|value| *value != "none") else { return };
        if variant.flag("extinctionPseudoRoyal", false) && value == "loss" {
            // Royal pieces end the game by themselves.
            return;
        }
        let kinds = variant.present("extinctionPieceTypes", &[]);
        let names = self.names.of(&kinds);
        if names.is_empty() {
            return;
        }
        let span = self.place("extinctionPieceTypes");
        let mut table = Table::default();
        put(&mut table, "of", texts(&names, span), span);
        put(&mut table, "result", Value::Text(value.to_owned()), self.place("extinctionValue"));
        if variant.kinds("extinctionPieceTypes") == Some(&Kinds::All) {
            put(&mut table, "together", Value::Flag(true), span);
        }
        let left = variant.number("extinctionPieceCount", 0);
        if left > 0 {
            put(&mut table, "down-to", Value::Number(i64::from(left)), self.place("extinctionPieceCount"));
        }
        put(end, "extinction", Value::Table(table), span);
    }

    /// The types that win by getting somewhere.
    pub(super) fn goal_kinds(&self, white: bool) -> Vec<Kind> {
        let colour = if white { "White" } else { "Black" };
        let all: Vec<Kind> = self.variant.slots.iter().map(|slot| slot.kind).collect();
        self.variant.present(&format!("flagPiece{colour}"), &all)
    }

    fn goal(&mut self, end: &mut Table) {
        let Some(cells) = self.regions.cells("flagRegion", self) else { return };
        let second = self.regions.second("flagRegion", self);
        if cells.is_empty() && second.is_none_or(super::cells::Cells::is_empty) {
            return;
        }
        let span = self.place("flagPieceWhite");
        let kinds = [true, false].map(|white| self.goal_kinds(white));
        let mut all: Vec<Kind> = kinds.concat();
        all.sort();
        all.dedup();
        let differs = |kind: &Kind| {
            [true, false]
                .iter()
                .zip(&kinds)
                .any(|(white, kinds)| self.names.has(*kind, *white) && !kinds.contains(kind))
        };
        if all.iter().any(differs) {
            return self.cannot(span, "flagPiece", "the same types for both players");
        }
        let names = self.names.of(&all);
        if names.is_empty() {
            return;
        }
        let mut goal = Table::default();
        put(&mut goal, "of", texts(&names, span), span);
        let zone = self.own_zones("flagRegion", self.place("flagRegionWhite"), cells);
        put(&mut goal, "zone", zone, self.place("flagRegionWhite"));
        if self.variant.flag("flagPieceSafe", false) {
            put(&mut goal, "safe", Value::Flag(true), self.place("flagPieceSafe"));
        }
        let count = self.variant.number("flagPieceCount", 1);
        if count > 1 {
            let span = self.place("flagPieceCount");
            put(&mut goal, "count", Value::Number(i64::from(count)), span);
        }
        if self.variant.flag("flagMove", false) {
            put(&mut goal, "reply", Value::Flag(true), self.place("flagMove"));
        }
        put(end, "goal", Value::Table(goal), span);
    }

    fn checks(&mut self, end: &mut Table) {
        if !self.variant.flag("checkCounting", false) {
            return;
        }
        let span = self.place("checkCounting");
        let count = match self.start.checks {
            None => 3,
            Some((white, black)) if white == black && (1..=99).contains(&white) => white,
            Some(_) => {
                let span = self.start_span;
                return self.cannot(span, "startFen", "as many checks for both players, 1 to 99");
            }
        };
        let mut checks = Table::default();
        put(&mut checks, "count", Value::Number(count), span);
        put(end, "checks", Value::Table(checks), span);
    }

    fn repetition(&mut self, end: &mut Table) {
        let span = self.place("nFoldRule");
        let times = self.variant.number("nFoldRule", 3);
        let mut repetition = Table::default();
        if times >= 2 {
            put(&mut repetition, "automatic", Value::Number(i64::from(times)), span);
            let value = self.variant.text("nFoldValue").unwrap_or("draw");
            put(&mut repetition, "result", Value::Text(value.to_owned()), self.place("nFoldValue"));
        }
        for (holds, setting, key) in [
            (self.variant.flag("perpetualCheckIllegal", false), "perpetualCheckIllegal", "perpetual-check"),
            (self.variant.text("chasingRule") == Some("axf"), "chasingRule", "perpetual-chase"),
        ] {
            if holds && times >= 2 {
                put(&mut repetition, key, Value::Text("loss".into()), self.place(setting));
            }
        }
        if times >= 2 && self.variant.text("chasingRule") == Some("axf") {
            let soldiers = Kind::named("soldier").map(|kind| self.names.of(&[kind])).unwrap_or_default();
            if !soldiers.is_empty() {
                put(&mut repetition, "chase-exempt", texts(&soldiers, span), span);
            }
        }
        if !repetition.entries.is_empty() {
            put(end, "repetition", Value::Table(repetition), span);
        }
    }

    fn progress(&mut self, end: &mut Table) {
        let span = self.place("nMoveRule");
        let moves = self.variant.number("nMoveRule", 50);
        let mut kinds = self.variant.present("nMoveRuleTypesWhite", &[Kind::PAWN]);
        kinds.extend(self.variant.present("nMoveRuleTypesBlack", &[Kind::PAWN]));
        kinds.sort();
        kinds.dedup();
        let names = self.names.plain(&kinds);
        let mut progress = Table::default();
        // A game that neither a king nor anything else ends has a limit all the same.
        let others = ["extinction", "goal", "checks"].iter().any(|key| end.get(key).is_some());
        let kinds: Vec<Kind> = self.variant.slots.iter().map(|slot| slot.kind).collect();
        let royal = kinds.into_iter().any(|kind| self.royal(kind).is_some());
        let moves = if moves == 0 && !others && !royal && self.walling().is_none() { ENDLESS } else { moves };
        if moves > 0 {
            put(&mut progress, "automatic", Value::Number(i64::from(moves)), span);
        }
        if !names.is_empty() {
            put(&mut progress, "reset-by", texts(&names, span), span);
        }
        if moves > 0 {
            put(&mut progress, "result", Value::Text("draw".into()), span);
        }
        if !progress.entries.is_empty() {
            put(end, "no-progress", Value::Table(progress), span);
        }
    }
}

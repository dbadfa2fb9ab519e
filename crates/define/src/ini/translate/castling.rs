//! Castling: from where to where, and with whom.

use super::cells::name;
use super::region::Symmetry;
use super::{Translator, list, put, texts};
use crate::ini::kinds::Kind;
use chatura_rules::definition::{Table, Value};

impl Translator<'_> {
    /// Whether anybody may castle at the start, or later for having been told so.
    pub(super) fn has_castling(&self) -> bool {
        let rights = self.start.rights.chars().any(|right| "KQkqABCDEFGHIJLabcdefghijl".contains(right));
        self.variant.flag("castling", true) && rights && !self.kings().is_empty()
    }

    /// The types that castle.
    fn kings(&self) -> Vec<Kind> {
        let king: Vec<Kind> =
            self.variant.slots.iter().map(|slot| slot.kind).filter(|kind| kind.is("king")).collect();
        let said = self.variant.present("castlingKingPiece", &[]);
        let kings = if said.is_empty() { king } else { said };
        kings.into_iter().filter(|kind| self.names.has(*kind, true) || self.names.has(*kind, false)).collect()
    }

    pub(super) fn castling(&mut self, rules: &mut Table) {
        if !self.has_castling() {
            return;
        }
        let span = self.place("castlingKingsideFile");
        if self.variant.flag("chess960", false) {
            return put(rules, "castling", Value::Text("chess960".into()), self.place("chess960"));
        }
        let king = self.kings()[0];
        let Some((file, rank)) = self.king_cell(king) else { return };
        let (right, left) =
            (self.variant.number("castlingKingsideFile", 7), self.variant.number("castlingQueensideFile", 3));
        if right > self.files || left > self.files || right < 2 {
            return self.cannot(span, "castlingKingsideFile", "a file of this board");
        }
        let steps = (i64::from(right) - i64::from(file), i64::from(file) - i64::from(left));
        // To the edges, from where the king stands.
        let (to_right, to_left) = (self.files - file, file - 1);
        let kind = match steps {
            (2, 2) => Some("standard"),
            (3, 3) => Some("wide"),
            (2, 3) if to_left > to_right => Some("long"),
            (3, 2) if to_right > to_left => Some("long"),
            _ => None,
        };
        let mut table = Table::default();
        match kind {
            Some(kind) => put(&mut table, "kind", Value::Text(kind.into()), span),
            None if self.symmetry == Symmetry::Rotation && right + left != self.files + 1 => {
                return self.cannot(
                    span,
                    "castlingKingsideFile",
                    "castling that answers the other player's by half a turn",
                );
            }
            None => {
                let pair =
                    |king: u32, rook: u32| list([name(king, rank), name(rook, rank)].map(Value::Text), span);
                let cells = [pair(right, right - 1), pair(left, left + 1)];
                put(&mut table, "cells", list(cells, span), span);
            }
        }
        self.partners(king, &mut table);
        let value = match &table.entries[..] {
            [(key, value)] if key.value == "kind" => value.value.clone(),
            _ => Value::Table(table),
        };
        put(rules, "castling", value, span);
    }

    /// Where the king stands on the row where castling is.
    fn king_cell(&mut self, king: Kind) -> Option<(u32, u32)> {
        let slot = self.variant.slots.iter().find(|slot| slot.kind == king)?;
        let row = self.variant.number("castlingRank", 1);
        let find = |letter: char, rank: u32| {
            self.start.pieces.iter().find(|p| p.letter == letter && p.rank == rank).map(|p| p.file)
        };
        let white = find(slot.letter.to_ascii_uppercase(), row);
        let black = find(slot.letter, (self.ranks + 1).saturating_sub(row));
        match white.or(black) {
            Some(file) => Some((file, row)),
            None => {
                let span = self.place("castlingKingPiece");
                self.cannot(span, "castling", "the king stands on its row at the start");
                None
            }
        }
    }

    /// Who castles, and with whom, where it is not king and rook.
    fn partners(&mut self, king: Kind, table: &mut Table) {
        let rook = Kind::named("rook");
        let rooks = self.variant.present("castlingRookPieces", rook.as_slice());
        let names = self.names.plain(&rooks);
        if !king.is("king") && self.royal(king).is_none() {
            let span = self.place("castlingKingPiece");
            put(table, "king", texts(&self.names.plain(&[king]), span), span);
        }
        if names != ["rook"] && !names.is_empty() {
            let span = self.place("castlingRookPieces");
            put(table, "partner", texts(&names, span), span);
        }
    }
}

//! What fuzzers call: any bytes as a table of a game. Nothing may panic, whatever a table claims.

use crate::explore::Man;
use crate::file::{head, sealed};
use crate::index::Index;
use crate::material::Material;
use crate::probe::Tables;
use crate::symmetry::identity;
use crate::table::{Codes, Table};
use chatura_rules::arena::{Arena, Visitor};
use chatura_rules::{Game, Move, Piece, PieceType, Player};
use std::sync::Arc;

/// So many positions of a table are asked about.
const ASKED: usize = 24;

/// The tables of a game, none yet; nothing if the game can have none.
pub fn none(game: &Arc<Game>) -> Option<Tables> {
    Tables::none(game).ok()
}

/// Reads a table of any bytes and asks it. With an even first byte they are a whole table but for its first bytes and its
/// sum, which would stop nearly all others; with an odd one, what it is about and what it says.
pub fn table(bytes: &[u8], tables: &mut Tables) {
    let Some((form, rest)) = bytes.split_first() else { return };
    let game = Arc::clone(tables.game());
    let whole = match form % 2 {
        0 => sealed([head(tables.fingerprint), rest.to_vec()].concat()),
        _ => match said(usize::from(form / 2 % 3) + 1, rest, &game) {
            Some(table) => table.to_bytes(tables.fingerprint),
            None => return,
        },
    };
    let _ = (Table::from_bytes(rest, &game, tables.fingerprint), Table::from_bytes(bytes, &game, 0));
    match Table::from_bytes(&whole, &game, tables.fingerprint) {
        Ok(table) => {
            // Pieces may be named in any order, and symmetries be told where there are none.
            assert!(form % 2 == 0 || table.to_bytes(tables.fingerprint) == whole);
            ask(table, tables);
        }
        Err(wrong) => {
            assert!(form % 2 == 0, "what was written cannot be read: {wrong}");
            let _ = wrong.to_string();
        }
    }
}

/// A table of so many pieces that bytes name, with the other bytes for its codes, over and over.
fn said(pieces: usize, bytes: &[u8], game: &Game) -> Option<Table> {
    let (named, codes) = bytes.split_at_checked(pieces)?;
    let kinds = game.types().len();
    let piece = |byte: &u8| {
        let kind = usize::from(byte / 2) % kinds;
        Piece::new(Player(byte % 2), PieceType(kind as u8))
    };
    let material = Material::new(named.iter().map(piece))?;
    let cells = game.board().len();
    let index = Index::new(&material, cells, vec![identity(cells)])?;
    let numbers = codes.iter().cycle().map(|code| i16::from(*code as i8) * 255);
    let codes: Vec<i16> = numbers.take(index.size()).collect();
    (codes.len() == index.size()).then(|| Table { material, codes: Codes::new(&codes), index })
}

/// Asks a table what it says as a whole, and of some of its positions.
fn ask(table: Table, tables: &mut Tables) {
    let step = table.index.size() / ASKED + 1;
    let told = (0..table.index.size()).step_by(step).filter_map(|number| table.index.position(number));
    let told: Vec<(u8, Vec<Man>)> = told.collect();
    let material = table.material;
    tables.add(table);
    let _ = tables.statistics();
    for (turn, men) in told {
        if let Some(position) = tables.ground.position(&men, turn) {
            let _ = (tables.verdict(&position), tables.certain(&position));
            if position.outcome().is_none() {
                position.enter(Best(tables));
            }
        }
    }
    tables.remove(&material);
}

struct Best<'a>(&'a Tables);

impl Visitor for Best<'_> {
    type Output = Option<Move>;

    fn visit<const W: usize>(self, mut arena: Arena<'_, W>) -> Option<Move> {
        self.0.best(&mut arena)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::random::Random;

    #[test]
    fn any_bytes_are_a_table_or_refused() {
        let game = chatura_define::load("losalamos", &[], 0).expect("a game of the catalogue");
        let mut tables = none(&game).expect("a game for tables");
        let mut dice = Random::new(9);
        for _ in 0..60 {
            let bytes: Vec<u8> = (0..4 + dice.below(40)).map(|_| dice.below(256) as u8).collect();
            table(&bytes, &mut tables);
            assert!(tables.is_empty());
        }
    }
}

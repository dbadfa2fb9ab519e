//! Gates in FEN. They stand in the field of castling rights, by their files, or by name where that does not do (`@a2`);
//! a file's letter is then only that, and who may castle has gates too.

use crate::cell::{Cell, Player};
use crate::notation::fen::part::FenGuest;
use crate::notation::language::{Language, file_letter};
use crate::position::setup::Setup;

/// Gates in the field of castling rights.
pub(super) const GUEST: FenGuest = FenGuest { is_used, read, mark: open, write };

fn is_used(language: &Language<'_>) -> bool {
    language.rules.gating.is_some()
}

/// Reads a gate by name: how long its text is, the error none if there is no such cell; nothing if the text is something
/// else.
fn read(language: &Language<'_>, text: &str, setup: &mut Setup) -> Option<Option<usize>> {
    let name = text.strip_prefix('@')?;
    let Some(&(cell, length)) = language.cells_before(name).first() else { return Some(None) };
    if setup.cells[cell.index()].is_some() {
        open(cell, setup);
    }
    Some(Some(1 + length))
}

/// Whatever stands on a cell has not moved: it may be a gate.
fn open(cell: Cell, setup: &mut Setup) {
    if !setup.gates.contains(&cell) {
        setup.gates.push(cell);
    }
}

/// Writes the gates of a player but those that are known already.
fn write(language: &Language<'_>, setup: &Setup, player: Player, known: &[Cell]) -> Vec<String> {
    let owned = |cell: &Cell| setup.cells[cell.index()].owner() == player && !known.contains(cell);
    let mut gates: Vec<Cell> = setup.gates.iter().copied().filter(owned).collect();
    gates.sort_by_key(|cell| language.place(player, *cell).0);
    let home = language.home(player);
    let name = |cell: Cell| {
        let by_file = home.contains(&cell) && !language.is_for_many();
        let letter = file_letter(language, player, cell).filter(|_| by_file);
        letter.unwrap_or_else(|| format!("@{}", language.name(cell)))
    };
    gates.into_iter().map(name).collect()
}

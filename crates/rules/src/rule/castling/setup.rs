//! Castling at the start: who stands where, and which rights a setup gives.

use super::{Castling, CastlingTable, rights};
use crate::cell::{Cell, PieceType, Player};
use crate::compile::CheckedDefinition;
use crate::compile::game::Game;
use crate::compile::tables::Tables;
use crate::definition::Royal;
use crate::position::setup::Setup;
use crate::position::state::{NONE, State};
use crate::rule::parts::{Making, Placing, RuleParts};
use crate::set::CellSet;

/// Its tables, and its part of a position.
pub(super) struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        tables.rules.castling = CastlingTable::compile(making.checked, making.start).map(|mut castling| {
            castling.keep_steps(making.checked.rules.check.forbidden_to_give, &tables.movers);
            castling
        });
    }

    fn set_up(&self, at: &Placing<'_, W>, setup: &Setup, state: &mut State<W>) -> Result<(), String> {
        if let Some(castling) = &at.tables.rules.castling {
            castling.grant(setup, state);
        }
        Ok(())
    }

    fn tell(&self, tables: &Tables<W>, state: &State<W>, setup: &mut Setup) {
        setup.castling = rights(tables, state);
    }
}

impl<const W: usize> CastlingTable<W> {
    /// The table of a game that castles.
    fn compile(checked: &CheckedDefinition, start: &Setup) -> Option<Self> {
        let castling: &Castling = checked.rules.castling.as_ref()?;
        let players = checked.players.len();
        let kings: Vec<Option<u16>> =
            (0..players).map(|player| king_cell(checked, start, player).map(|cell| cell.0)).collect();
        let royal = checked.types[castling.king.index()].royal != Royal::No && !checked.rules.check.ignored;
        let rows = rows(checked, start);
        let drawn = checked.start_varies;
        let ways = checked.views.iter().enumerate().map(|(player, view)| {
            let own = checked.rules.of(player).castling.as_ref()?;
            let named = own.named.iter().map(|(k, p)| (view[k.index()].0, view[p.index()].0));
            Some((own.reach, named.collect()))
        });
        let from = checked.views.iter().enumerate().map(|(player, view)| {
            let own = checked.rules.of(player).castling.iter().flat_map(|own| own.from.iter().skip(1));
            own.map(|cell| view[cell.index()]).collect()
        });
        let from: Vec<CellSet<W>> = from.collect();
        let mut table = CastlingTable::new(
            castling,
            rows,
            &kings,
            &ways.collect::<Vec<_>>(),
            checked.board.len(),
            royal,
            drawn,
        );
        table.from = from;
        Some(table)
    }

    /// Rights whose king or partner is not there do not count.
    fn grant(&self, setup: &Setup, state: &mut State<W>) {
        for (player, partner) in &setup.castling {
            if player.index() >= self.rows.len() || partner.index() >= state.cells.len() * 64 {
                continue;
            }
            let kings = state.of(player.index(), self.king as usize);
            let own = state.owner[player.index()].has(partner.index());
            if kings.is_empty() || !own || !self.concerns(state.piece(partner.index())) {
                continue;
            }
            let king = self.king_among(player.index(), kings);
            if let Some(side) = self.side(player.index(), king, partner.index()) {
                state.status.rights.0[player.index()][side] = self.place(player.index(), partner.index());
            }
        }
    }
}

impl<const W: usize> Tables<W> {
    /// The kings that may castle, and those they may castle with: none of them has moved.
    pub fn castlers(&self, state: &State<W>) -> CellSet<W> {
        let Some(castling) = &self.rules.castling else { return CellSet::EMPTY };
        let mut castlers = CellSet::EMPTY;
        for (player, rights) in state.status.rights.0.iter().enumerate().take(self.players) {
            for partner in rights.iter().filter(|partner| **partner != NONE) {
                castlers.insert(castling.king_among(player, state.of(player, castling.king as usize)));
                castlers.insert(castling.cell(player, *partner).index());
            }
        }
        castlers
    }
}

impl Game {
    /// Whether a type castles.
    pub fn castles(&self, kind: PieceType) -> bool {
        self.checked().rules.castling.as_ref().is_some_and(|castling| castling.king == kind)
    }
}

/// Where the piece that castles begins.
fn king_cell(checked: &CheckedDefinition, start: &Setup, player: usize) -> Option<Cell> {
    let castling = checked.rules.of(player).castling.as_ref()?;
    if let Some(from) = castling.from.first() {
        return Some(checked.views[player][from.index()]);
    }
    let cells = checked.start_cells(start, player, castling.king.index());
    cells.any().then(|| Cell(cells.lowest() as u16))
}

/// For each player the row on which it castles, from left to right as the first player sees it.
fn rows(checked: &CheckedDefinition, start: &Setup) -> Vec<Vec<u16>> {
    (0..checked.players.len())
        .map(|player| {
            let info = |cell: usize| &checked.board.cells[checked.backs[player][cell].index()];
            let rank = king_cell(checked, start, player).map_or(1, |cell| info(cell.index()).rank);
            let mut row: Vec<usize> = (0..checked.board.len()).filter(|c| info(*c).rank == rank).collect();
            row.sort_by_key(|c| info(*c).file);
            row.into_iter().map(|c| c as u16).collect()
        })
        .collect()
}

/// Gives every player the castling rights of the start: the outermost partner on each side.
pub(super) fn grant(checked: &CheckedDefinition, start: &mut Setup) {
    for (player, row) in rows(checked, start).iter().enumerate() {
        let Some(castling) = &checked.rules.of(player).castling else { continue };
        let Some(king) = king_cell(checked, start, player) else { continue };
        let Some(place) = row.iter().position(|c| *c == king.0) else { continue };
        let is_partner = |cell: &&u16| {
            let piece = start.cells[**cell as usize];
            piece.is_some() && piece.owner().index() == player && castling.partners.contains(&piece.kind())
        };
        let right = row[place..].iter().rev().find(is_partner);
        let left = row[..place].iter().find(is_partner);
        let cells: Vec<Cell> = right.into_iter().chain(left).map(|c| Cell(*c)).collect();
        start.castling.extend(cells.into_iter().map(|cell| (Player(player as u8), cell)));
    }
}

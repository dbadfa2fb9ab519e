//! Moves and bounds that single rules add: swaps, flights, conversions, cells that close, captures that must be made.

use super::{Deed, Place, Slow, cell, owned};
use chatura_rules::{Cell, Piece, PieceType};

/// Who changes places with whom.
pub struct Swap {
    pub of: Vec<PieceType>,
    pub with: Vec<PieceType>,
    pub enemy: bool,
    pub in_check: bool,
    pub harmless: bool,
    /// By player and cell: who is beside it, or ahead of it.
    pub near: Vec<Vec<Vec<Cell>>>,
}

/// From whom a royal flees, and how far.
pub struct Flight {
    pub from: Vec<PieceType>,
    /// By cell: the lines that begin there, as long as they may be.
    pub lines: Vec<Vec<Vec<Cell>>>,
}

/// Where promotion needs a capture: whether a move makes it.
pub fn takes_one_of(
    place: &Place,
    takes: &[Cell],
    kinds: &[PieceType],
    base: impl Fn(Piece) -> PieceType,
) -> bool {
    takes.iter().any(|at| place.cells[at.index()].is_some() && kinds.contains(&base(place.cells[at.index()])))
}

impl Slow {
    pub(super) fn swaps(&self, place: &Place) -> Vec<Deed> {
        let us = place.turn;
        let Some(swap) = &self.rules.swap else { return Vec::new() };
        if !swap.in_check && !self.rules.check_ignored && self.is_checked(place, us) {
            return Vec::new();
        }
        let mut deeds = Vec::new();
        for from in (0..self.cells).filter(|c| owned(place.cells[*c], us)) {
            if !swap.of.contains(&self.base(place.cells[from])) {
                continue;
            }
            for to in &swap.near[us][from] {
                let there = place.cells[to.index()];
                let foe = |there: Piece| self.foes(place, us).iter().any(|foe| owned(there, *foe));
                let fits = there.is_some()
                    && if swap.enemy { foe(there) } else { owned(there, us) }
                    && swap.with.contains(&self.base(there))
                    && there != place.cells[from];
                let takes = |at: usize| {
                    let ways = self.ways_of(place, there.owner().index(), at);
                    ways.iter().any(|way| !way.takes.is_empty() && !way.en_passant)
                };
                if fits && !(swap.harmless && takes(to.index())) {
                    deeds.push(Deed { swaps: true, ..Deed::plain(cell(from), *to) });
                }
            }
        }
        deeds
    }

    /// Further moves of royals away from those who give check.
    pub(super) fn flights(&self, place: &Place) -> Vec<Deed> {
        let us = place.turn;
        let Some(flight) = self.rules.flight.as_ref().filter(|_| !self.rules.check_ignored) else {
            return Vec::new();
        };
        let mut deeds = Vec::new();
        for royal in self.royals(place, us) {
            let chases = |at: usize| {
                let there = place.cells[at];
                let foe = there.is_some() && self.foes(place, us).iter().any(|foe| owned(there, *foe));
                foe && flight.from.contains(&self.base(there))
                    && self
                        .ways_of(place, there.owner().index(), at)
                        .iter()
                        .any(|way| way.takes.contains(&royal))
            };
            if !(0..self.cells).any(chases) {
                continue;
            }
            for line in &flight.lines[royal.index()] {
                let free = line.iter().take_while(|c| place.cells[c.index()].is_none());
                deeds.extend(free.map(|to| Deed::plain(royal, *to)));
            }
        }
        deeds
    }

    /// Whether a move goes to a cell that has closed.
    pub(super) fn is_closed(&self, place: &Place, deed: &Deed) -> bool {
        let Some(zone) = &self.rules.closing else { return false };
        let shut =
            |c: Cell| place.cells[c.index()].is_none() && zone.iter().any(|own: &Vec<bool>| own[c.index()]);
        shut(deed.to) || deed.castle.is_some_and(|(_, partner_to)| shut(partner_to))
    }

    /// Whether a piece could take something besides by going where it goes.
    pub(super) fn passes_by(&self, place: &Place, deed: &Deed, deeds: &[Deed]) -> bool {
        let kind = place.cells[deed.from.index()].kind();
        let plain = deed.castle.is_none() && !deed.drops && !deed.shoots && !deed.swaps && !deed.rises;
        let besides = |other: &Deed| {
            (other.from, other.to) == (deed.from, deed.to)
                && !other.en_passant
                && !other.shoots
                && other.takes.iter().any(|taken| *taken != other.to)
        };
        plain
            && self.rules.kinds[kind.index()].must_sweep
            && !deed.takes.iter().any(|taken| *taken != deed.to)
            && deed.passes.is_empty()
            && deeds.iter().any(besides)
    }

    /// Whether a first move converts, or is one that does not; nothing if it is no first move of who converts.
    fn converts(&self, place: &Place, deed: &Deed) -> Option<bool> {
        let kind = self.rules.conversion?;
        let there = place.cells[deed.from.index()];
        let plain =
            deed.castle.is_none() && !deed.drops && !deed.shoots && !deed.swaps && !deed.idle && !deed.rises;
        let first = plain && !deed.en_passant && there.is_some() && self.base(there) == kind;
        if !first || !place.unmoved[deed.from.index()] {
            return None;
        }
        let mut moved = place.clone();
        moved.unmoved[deed.from.index()] = false;
        let usual = self.ways_of(&moved, place.turn, deed.from.index());
        Some(!usual.iter().any(|way| way.to == deed.to))
    }

    /// Whether a first move is not the one that is due.
    pub(super) fn is_undue(&self, place: &Place, deed: &Deed) -> bool {
        match self.converts(place, deed) {
            Some(true) => place.converted[place.turn] == 2,
            Some(false) => place.converted[place.turn] == 1,
            None => false,
        }
    }

    /// Remembers who has converted.
    pub(super) fn convert(&self, place: &Place, next: &mut Place, deed: &Deed) {
        let us = place.turn;
        if let Some(converts) = self.converts(place, deed)
            && place.converted[us] != 2
        {
            next.converted[us] = if converts { 2 } else { 1 };
        }
    }

    /// Those of several royals, of which only the last counts, that count all the same.
    pub(super) fn among(&self, place: &Place, player: usize, all: Vec<Cell>) -> Vec<Cell> {
        let taken = |royal: &Cell| {
            self.foes(place, player).iter().any(|foe| {
                let own = (0..self.cells).filter(|at| owned(place.cells[*at], *foe));
                own.into_iter()
                    .any(|at| self.ways_of(place, *foe, at).iter().any(|way| way.takes.contains(royal)))
            })
        };
        let order = |cell: &Cell| {
            let (file, rank) = self.rules.places[self.rules.backs[player][cell.index()].index()];
            (rank, file)
        };
        match self.rules.several.as_str() {
            "rearmost" => all.into_iter().min_by_key(order).into_iter().collect(),
            "together" if all.iter().all(taken) => all,
            _ => Vec::new(),
        }
    }

    /// Two pieces change places.
    pub(super) fn swap(&self, next: &mut Place, deed: &Deed) {
        next.cells.swap(deed.from.index(), deed.to.index());
    }
}

/// What is beside each cell, as each player sees it.
pub fn near(
    game: &chatura_rules::Game,
    views: &[Vec<Cell>],
    backs: &[Vec<Cell>],
    ahead: bool,
) -> Vec<Vec<Vec<Cell>>> {
    let board = game.board();
    let of = |player: usize, at: usize| {
        let ring = &board.rings[backs[player][at].index()];
        let slots = ring.iter().take(if ahead { 1 } else { ring.len() });
        let nodes = slots.flat_map(|slot| &slot.links).map(|(node, _)| usize::from(*node));
        super::sorted(nodes.filter(|node| *node < board.len()).map(|node| views[player][node]).collect())
    };
    (0..views.len()).map(|player| (0..board.len()).map(|at| of(player, at)).collect()).collect()
}

/// The straight lines from each cell, so many cells long, by where they lie on a rectangle.
pub fn lines(places: &[(u16, u16)], most: usize) -> Vec<Vec<Vec<Cell>>> {
    let steps: Vec<(i32, i32)> =
        (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|step| *step != (0, 0)).collect();
    let find =
        |x: i32, y: i32| places.iter().position(|(f, r)| (i32::from(*f), i32::from(*r)) == (x, y)).map(cell);
    let line = |at: (u16, u16), (dx, dy): (i32, i32)| -> Vec<Cell> {
        let (x, y) = (i32::from(at.0), i32::from(at.1));
        (1..=most as i32).map_while(|n| find(x + dx * n, y + dy * n)).collect()
    };
    places.iter().map(|at| steps.iter().map(|step| line(*at, *step)).collect()).collect()
}

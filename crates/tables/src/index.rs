//! A number for every position of the same pieces, and back.

use crate::explore::Man;
use crate::material::{MOST_PIECES, Material};
use crate::symmetry::Map;
use chatura_rules::Piece;

/// No table has more numbers.
pub(crate) const MOST: u64 = 1 << 31;

/// Numbers for the positions of a material: whose turn it is, then the cell of each piece. Positions that are the same but
/// for a turn of the board, or for two equal pieces changing places, have one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    /// The pieces in the order of places. The first is turned to a cell of its own kind, if there are symmetries.
    places: Vec<Piece>,
    cells: usize,
    /// The symmetries, the identity first.
    maps: Vec<Map>,
    /// The cells the first piece is turned to.
    first: Vec<u8>,
    /// For each cell the place in `first` of the one it is turned to, and by which maps.
    turns: Vec<(u32, Vec<u8>)>,
    /// How many numbers there are for each player to move.
    half: usize,
}

impl Index {
    /// Numbers for a material on a board of so many cells; nothing if there would be too many.
    pub fn new(material: &Material, cells: usize, maps: Vec<Map>) -> Option<Index> {
        let mut places = material.pieces().to_vec();
        let single = |piece: &Piece| places.iter().filter(|other| *other == piece).count() == 1;
        let leader = places.iter().position(single);
        let maps = if leader.is_some() { maps } else { vec![crate::symmetry::identity(cells)] };
        places[..=leader.unwrap_or(0)].rotate_right(1);
        let lowest = |cell: usize| maps.iter().map(|map| map[cell]).min().unwrap_or(cell as u8);
        let mut first: Vec<u8> = (0..cells).map(lowest).collect();
        first.sort_unstable();
        first.dedup();
        let turns = (0..cells).map(|cell| {
            let to = lowest(cell);
            let by = (0..maps.len()).filter(|map| maps[*map][cell] == to).map(|map| map as u8).collect();
            (first.iter().position(|other| *other == to).unwrap_or(0) as u32, by)
        });
        let turns = turns.collect();
        let mut half = first.len() as u64;
        for _ in 1..places.len() {
            half = half.checked_mul(cells as u64).filter(|half| *half <= MOST / 2)?;
        }
        Some(Index { places, cells, maps, first, turns, half: half as usize })
    }

    /// How many numbers there are; some belong to no position.
    pub fn size(&self) -> usize {
        2 * self.half
    }

    /// The symmetries.
    pub fn maps(&self) -> &[Map] {
        &self.maps
    }

    /// The player whose turn it is at a number.
    #[inline(always)]
    pub fn turn(&self, number: usize) -> u8 {
        u8::from(number >= self.half)
    }

    /// The number of a position with these pieces, told in any order.
    #[inline(always)]
    pub fn number(&self, turn: u8, men: &[Man]) -> usize {
        let mut cells = [0u8; MOST_PIECES];
        let mut taken = [false; MOST_PIECES];
        for (piece, cell) in men {
            let free = |place: &usize| self.places[*place] == *piece && !taken[*place];
            if let Some(place) = (0..self.places.len()).find(free) {
                (cells[place], taken[place]) = (*cell, true);
            }
        }
        if self.places.first() == self.places.get(1) {
            // Then there are no symmetries, and the first piece is the one on the lowest cell.
            self.sort_equals(&mut cells);
        }
        let (first, by) = &self.turns[usize::from(cells[0])];
        let count = self.places.len();
        let mut best = usize::MAX;
        for map in by {
            let map = &self.maps[usize::from(*map)];
            let mut turned = cells;
            turned[..count].iter_mut().for_each(|cell| *cell = map[usize::from(*cell)]);
            self.sort_equals(&mut turned);
            let behind = turned[1..count].iter();
            best = best.min(behind.fold(*first as usize, |sum, cell| sum * self.cells + usize::from(*cell)));
        }
        best + usize::from(turn) * self.half
    }

    /// Puts cells of equal pieces, which stand beside each other, in order.
    #[inline(always)]
    fn sort_equals(&self, cells: &mut [u8; MOST_PIECES]) {
        for end in 2..self.places.len() {
            let mut at = end;
            while at > 1 && self.places[at - 1] == self.places[at] && cells[at - 1] > cells[at] {
                cells.swap(at - 1, at);
                at -= 1;
            }
        }
        if self.places.len() > 1 && self.places[0] == self.places[1] {
            // Only where there is no symmetry: then the first is sorted among its equals, too.
            let equals = self.places.iter().take_while(|piece| **piece == self.places[0]).count();
            cells[..equals].sort_unstable();
        }
    }

    /// Whose turn it is and what stands where at a number; nothing if it is nobody's, or another's of the same position.
    pub fn position(&self, number: usize) -> Option<(u8, Vec<Man>)> {
        let turn = self.turn(number);
        let mut rest = number - usize::from(turn) * self.half;
        let mut men = vec![(Piece::NONE, 0); self.places.len()];
        for place in (1..self.places.len()).rev() {
            men[place] = (self.places[place], (rest % self.cells) as u8);
            rest /= self.cells;
        }
        men[0] = (self.places[0], self.first[rest]);
        let distinct =
            men.iter().enumerate().all(|(at, (_, cell))| men[..at].iter().all(|(_, other)| other != cell));
        (distinct && self.number(turn, &men) == number).then_some((turn, men))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::Ground;
    use chatura_rules::random::Random;

    #[test]
    fn numbers_come_back_whatever_the_order_and_the_turn_of_the_board() {
        let game = chatura_define::load("chess", &[], 0).expect("a game of the catalogue");
        let ground = Ground::new(&game).expect("a game for tables");
        let mut dice = Random::new(5);
        for (name, symmetries) in [
            ("KQvK", true),
            ("KBNvK", true),
            ("KNNvK", true),
            ("KPvK", true),
            ("KRvK", false),
            ("NNvNN", true),
        ] {
            let material = Material::of_name(&game, name).expect("pieces of chess");
            let maps = match symmetries {
                true => crate::symmetry::of(&ground, &material),
                false => vec![crate::symmetry::identity(64)],
            };
            let index = Index::new(&material, 64, maps).expect("few enough");
            let mut seen = 0;
            while seen < 2_000 {
                let number = dice.below(index.size());
                let Some((turn, mut men)) = index.position(number) else { continue };
                seen += 1;
                assert_eq!(index.number(turn, &men), number, "{name}");
                men.reverse();
                assert_eq!(index.number(turn, &men), number, "{name}");
                for map in index.maps() {
                    let turned: Vec<Man> =
                        men.iter().map(|(piece, cell)| (*piece, map[usize::from(*cell)])).collect();
                    assert_eq!(index.number(turn, &turned), number, "{name}");
                }
            }
        }
    }
}

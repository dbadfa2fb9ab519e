//! Sets of cells on boards of that form, and how they are put into words.

use crate::ini::variant::place;

/// Cells, counted rank by rank from a1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells(u128);

impl Cells {
    /// Cells as that form writes them; what is not on the board does not count.
    pub fn read(text: &str, files: u32, ranks: u32) -> Cells {
        let mut cells = Cells::default();
        for (file, rank) in text.split_whitespace().take_while(|word| *word != "-").filter_map(place) {
            let or_all = |one: Option<u32>, all: u32| one.map_or(1..=all, |one| one..=one);
            for rank in or_all(rank, ranks).filter(|rank| *rank <= ranks) {
                for file in or_all(file, files).filter(|file| *file <= files) {
                    cells.add(file, rank, files);
                }
            }
        }
        cells
    }

    pub fn add(&mut self, file: u32, rank: u32, files: u32) {
        self.0 |= 1 << ((rank - 1) * files + file - 1);
    }

    pub fn has(self, file: u32, rank: u32, files: u32) -> bool {
        self.0 >> ((rank - 1) * files + file - 1) & 1 == 1
    }

    pub fn all(files: u32, ranks: u32) -> Cells {
        Cells((1 << (files * ranks)) - 1)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn without(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }

    pub fn and(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }

    /// The files and ranks of the cells.
    pub fn each(self, files: u32) -> impl Iterator<Item = (u32, u32)> {
        (0..u128::BITS)
            .filter(move |cell| self.0 >> cell & 1 == 1)
            .map(move |cell| (cell % files + 1, cell / files + 1))
    }

    pub fn names(self, files: u32) -> Vec<String> {
        self.each(files).map(|(file, rank)| name(file, rank)).collect()
    }

    /// The cells put elsewhere.
    pub fn map(self, files: u32, to: impl Fn(u32, u32) -> (u32, u32)) -> Cells {
        let mut cells = Cells::default();
        for (file, rank) in self.each(files) {
            let (file, rank) = to(file, rank);
            cells.add(file, rank, files);
        }
        cells
    }

    /// The cells as a zone of a definition.
    pub fn zone(self, files: u32, ranks: u32) -> String {
        if self == Cells::all(files, ranks) {
            return "all".to_owned();
        }
        if self.is_empty() {
            return "none".to_owned();
        }
        let whole: Vec<u32> =
            (1..=ranks).filter(|rank| (1..=files).all(|file| self.has(file, *rank, files))).collect();
        let mut rest = self;
        for rank in &whole {
            rest = rest.without(Cells::read(&format!("*{rank}"), files, ranks));
        }
        if whole.is_empty() {
            let (low, high) = self.corners(files);
            let mut all = Cells::default();
            (low.1..=high.1).for_each(|rank| (low.0..=high.0).for_each(|file| all.add(file, rank, files)));
            if all == self && low != high {
                return format!("{}..{}", name(low.0, low.1), name(high.0, high.1));
            }
        }
        let mut words = rank_words(&whole, ranks);
        words.extend(rest.names(files));
        words.join(", ")
    }

    fn corners(self, files: u32) -> ((u32, u32), (u32, u32)) {
        self.each(files).fold(((files, 99), (1, 1)), |(low, high), (file, rank)| {
            ((low.0.min(file), low.1.min(rank)), (high.0.max(file), high.1.max(rank)))
        })
    }
}

/// Whole ranks in words.
fn rank_words(whole: &[u32], ranks: u32) -> Vec<String> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for rank in whole {
        match runs.last_mut() {
            Some((_, high)) if *high + 1 == *rank => *high = *rank,
            _ => runs.push((*rank, *rank)),
        }
    }
    let word = |(low, high): &(u32, u32)| match (low == high, *high == ranks && *low > ranks / 2) {
        (true, true) => "last rank".to_owned(),
        (true, false) => format!("rank {low}"),
        (false, true) => format!("last {} ranks", high - low + 1),
        (false, false) => format!("ranks {low}-{high}"),
    };
    runs.iter().map(word).collect()
}

pub(super) fn name(file: u32, rank: u32) -> String {
    format!("{}{rank}", char::from(b'a' + (file - 1) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_become_zones_in_words() {
        for (cells, zone) in [
            ("*8", "last rank"),
            ("*6 *7 *8", "last 3 ranks"),
            ("*1 *2 *3", "ranks 1-3"),
            ("d4 e4 d5 e5", "d4..e5"),
            ("a5 *6 *7 *8 c4", "last 3 ranks, c4, a5"),
            ("*8 *1", "rank 1, last rank"),
            ("a*", "a1..a8"),
            ("-", "none"),
            ("*1 *2 *3 *4 *5 *6 *7 *8 *9", "all"),
        ] {
            assert_eq!(Cells::read(cells, 8, 8).zone(8, 8), zone, "{cells}");
        }
    }
}

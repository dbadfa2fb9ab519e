//! Who meets whom, in which order and on which seats.

use std::str::FromStr;

/// Which of several engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encounters {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

impl FromStr for Encounters {
    type Err = String;

    fn from_str(text: &str) -> Result<Encounters, String> {
        match text {
            "round-robin" => Ok(Encounters::RoundRobin),
            "gauntlet" => Ok(Encounters::Gauntlet),
            _ => Err(format!("there is no tournament \"{text}\": round-robin or gauntlet")),
        }
    }
}

/// A whole match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pairs: Vec<(usize, usize)>,
    /// How many games each two play.
    games: u32,
    seats: usize,
}

/// One game of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 0.
    pub number: u32,
    /// The two games with the same number here are played from one opening, seats exchanged.
    pub pair: u32,
    /// The number of its opening; every two engines play the same ones.
    pub opening: u32,
    /// The engine on each seat.
    pub seats: Vec<usize>,
}

impl Plan {
    /// So many engines, each two of them that meet playing so many games, rounded up to an even number, of a game with so
    /// many seats.
    pub fn new(encounters: Encounters, engines: usize, games: u32, seats: usize) -> Plan {
        let pairs = match encounters {
            Encounters::RoundRobin => (0..engines)
                .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
                .collect(),
            Encounters::Gauntlet => (1..engines).map(|other| (0, other)).collect(),
        };
        Plan { pairs, games: games.div_ceil(2), seats }
    }

    /// How many games there are in all.
    pub fn len(&self) -> u32 {
        2 * self.games * self.pairs.len() as u32
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game of a number. Openings come one after the other, so that a match broken off is still fair to all.
    pub fn game(&self, number: u32) -> Option<Game> {
        if number >= self.len() {
            return None;
        }
        let pair = number / 2;
        let pairs = self.pairs.len() as u32;
        let (first, second) = self.pairs[(pair % pairs) as usize];
        // With more than two seats the two sit in turn.
        let shift = number as usize % 2;
        let seats = (0..self.seats)
            .map(|seat| if (seat + shift).is_multiple_of(2) { first } else { second })
            .collect();
        Some(Game { number, pair, opening: pair / pairs, seats })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let plan = Plan::new(Encounters::RoundRobin, 3, 4, 2);
        assert_eq!(plan.len(), 12);
        let games: Vec<Game> = (0..12).map(|number| plan.game(number).unwrap()).collect();
        assert_eq!(plan.game(12), None);
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            for seats in [vec![first, second], vec![second, first]] {
                let openings: Vec<u32> =
                    games.iter().filter(|g| g.seats == seats).map(|g| g.opening).collect();
                assert_eq!(openings, [0, 1], "{seats:?}");
            }
        }
        assert!(games.chunks(2).all(|two| two[0].pair == two[1].pair && two[0].opening == two[1].opening));
    }

    #[test]
    fn a_gauntlet_is_run_by_one() {
        let plan = Plan::new(Encounters::Gauntlet, 4, 1, 2);
        assert_eq!(plan.len(), 6);
        assert!((0..6).all(|number| plan.game(number).unwrap().seats.contains(&0)));
        assert!(Plan::new(Encounters::Gauntlet, 1, 10, 2).is_empty());
    }

    #[test]
    fn seats_for_four_are_taken_in_turn() {
        let plan = Plan::new(Encounters::RoundRobin, 2, 2, 4);
        assert_eq!(plan.game(0).unwrap().seats, [0, 1, 0, 1]);
        assert_eq!(plan.game(1).unwrap().seats, [1, 0, 1, 0]);
    }
}

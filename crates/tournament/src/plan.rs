//! Who meets whom, in which order and on which seats.
//!
//! In a game for two those who meet are two. In one for more they are as many as there are seats, or all if there are fewer;
//! each opening is played as often as engines meet, and everybody moves on by one seat. In what order they sit round the
//! board changes from opening to opening, so that nobody always plays after the same one.
//!
//! A match is played in rounds. Where everybody meets everybody there is one; in a Swiss tournament and in a knockout who
//! meets whom follows from the rounds before, and from nothing else: a match that was broken off goes on as it would have.

use std::collections::HashMap;

/// Level pairings of a knockout play so many openings more, at most.
const EXTRA: u32 = 8;
/// The most groups that meet in a round.
const GROUPS: usize = 100_000;

/// Which of several engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encounters {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
    /// In so many rounds those meet who stand alike and have not met yet.
    Swiss(u32),
    /// Who loses is out.
    Knockout,
}

/// A whole match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    encounters: Encounters,
    engines: usize,
    /// How many openings those who meet play, each with everybody on every seat in turn.
    openings: u32,
    seats: usize,
    /// How many meet in a game.
    size: usize,
    /// Who meets, where that is known from the beginning.
    groups: Vec<Vec<usize>>,
}

/// One game of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 0.
    pub number: u32,
    /// The games with the same number here are played by the same engines from one opening, seats exchanged: two of two engines.
    pub pair: u32,
    /// Which of those games it is, from 0.
    pub part: u32,
    /// The number of its opening; all who meet play the same ones.
    pub opening: u32,
    /// The engine on each seat.
    pub seats: Vec<usize>,
}

/// What each engine of a finished game has won, from 0 to 1, by the number of the game.
pub type Scores = HashMap<u32, Vec<(usize, f64)>>;

/// Those who meet at a time, and what they have left to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    groups: Vec<Vec<usize>>,
    /// How many meet in a game.
    size: u32,
    /// The number of its first game.
    base: u32,
    /// The number of its first opening: no round plays those of another.
    opening: u32,
    seats: usize,
    /// The numbers of the games that can be played now.
    pub numbers: Vec<u32>,
}

impl Round {
    /// The game of a number of this round.
    pub fn game(&self, number: u32) -> Game {
        let groups = self.groups.len() as u32;
        let (set, part) = ((number - self.base) / self.size, (number - self.base) % self.size);
        let order = arranged(&self.groups[(set % groups) as usize], set / groups);
        // With more seats than engines all sit in turn.
        let seat = |seat: usize| order[(seat + part as usize) % order.len()];
        Game {
            number,
            pair: number / self.size,
            part,
            opening: self.opening + set / groups,
            seats: (0..self.seats).map(seat).collect(),
        }
    }

    /// The numbers of the games of one opening, for one group.
    fn games(&self, opening: u32, group: usize) -> std::ops::Range<u32> {
        let first = self.base + self.size * (opening * self.groups.len() as u32 + group as u32);
        first..first + self.size
    }

    /// By how much the first of a pairing is ahead, after so many openings; none if one of the games is missing.
    fn lead(&self, pairing: usize, openings: u32, scores: &Scores) -> Option<f64> {
        let first = self.groups[pairing][0];
        let mut lead = 0.0;
        for number in (0..openings).flat_map(|opening| self.games(opening, pairing)) {
            for (engine, share) in scores.get(&number)? {
                lead += if *engine == first { *share } else { -share };
            }
        }
        Some(lead)
    }
}

impl Plan {
    /// So many engines, those that meet playing so many games, rounded up so that everybody has every seat equally often, of a
    /// game with so many seats.
    pub fn new(encounters: Encounters, engines: usize, games: u32, seats: usize) -> Result<Plan, String> {
        let in_rounds = matches!(encounters, Encounters::Swiss(_) | Encounters::Knockout);
        let size = if in_rounds { 2 } else { engines.min(seats).max(2) };
        let mut groups = Vec::new();
        let fits = match encounters {
            Encounters::RoundRobin => choose(&mut groups, &mut Vec::new(), 0, engines, size),
            Encounters::Gauntlet => choose(&mut groups, &mut vec![0], 1, engines, size),
            Encounters::Swiss(_) | Encounters::Knockout => true,
        };
        let plan = Plan { encounters, engines, openings: games.div_ceil(size as u32), seats, size, groups };
        let many = || format!("{engines} engines, {size} in a game, are more games than can be counted");
        if fits && plan.count().is_some_and(|count| u32::try_from(count).is_ok()) {
            Ok(plan)
        } else {
            Err(many())
        }
    }

    fn count(&self) -> Option<u64> {
        let groups = match (self.encounters, self.engines) {
            (_, 0 | 1) => 0,
            (Encounters::RoundRobin | Encounters::Gauntlet, _) => self.groups.len() as u64,
            (Encounters::Knockout, engines) => engines as u64 - 1,
            (Encounters::Swiss(rounds), engines) => engines as u64 / 2 * u64::from(rounds),
        };
        groups.checked_mul(u64::from(self.openings))?.checked_mul(self.size as u64)
    }

    /// How many games there are in all; in a knockout more if some are level.
    pub fn len(&self) -> u32 {
        self.count().and_then(|count| u32::try_from(count).ok()).unwrap_or(u32::MAX)
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What can be played now; none when all is played.
    pub fn round(&self, scores: &Scores) -> Option<Round> {
        match self.encounters {
            _ if self.is_empty() => None,
            Encounters::RoundRobin | Encounters::Gauntlet => {
                self.left(self.of(self.groups.clone(), 0, 0), scores)
            }
            Encounters::Swiss(rounds) => self.swiss(rounds, scores),
            Encounters::Knockout => self.knockout(scores),
        }
    }

    fn of(&self, groups: Vec<Vec<usize>>, base: u32, opening: u32) -> Round {
        Round { groups, size: self.size as u32, base, opening, seats: self.seats, numbers: Vec::new() }
    }

    /// A round of two who meet each.
    fn of_pairs(&self, pairings: &[(usize, usize)], base: u32, opening: u32) -> Round {
        self.of(pairings.iter().map(|(one, other)| vec![*one, *other]).collect(), base, opening)
    }

    /// A round with what is not played of it yet; none if all is. Openings come one after the other, so that a match broken
    /// off is still fair to all.
    fn left(&self, round: Round, scores: &Scores) -> Option<Round> {
        let count = round.size * self.openings * round.groups.len() as u32;
        let numbers = (round.base..round.base + count).filter(|number| !scores.contains_key(number));
        let numbers: Vec<u32> = numbers.collect();
        (!numbers.is_empty()).then_some(Round { numbers, ..round })
    }

    fn swiss(&self, rounds: u32, scores: &Scores) -> Option<Round> {
        let mut points = vec![0.0; self.engines];
        let mut met = vec![vec![false; self.engines]; self.engines];
        let mut rested = vec![false; self.engines];
        let (mut base, mut opening) = (0, 0);
        for _ in 0..rounds {
            let (pairings, resting) = swiss_pairings(&points, &met, &rested);
            let round = self.of_pairs(&pairings, base, opening);
            if let Some(left) = self.left(round.clone(), scores) {
                return Some(left);
            }
            for (pairing, (one, other)) in pairings.iter().enumerate() {
                (met[*one][*other], met[*other][*one]) = (true, true);
                for number in (0..self.openings).flat_map(|opening| round.games(opening, pairing)) {
                    scores
                        .get(&number)
                        .into_iter()
                        .flatten()
                        .for_each(|(engine, share)| points[*engine] += share);
                }
            }
            if let Some(resting) = resting {
                rested[resting] = true;
                points[resting] += f64::from(2 * self.openings);
            }
            base += 2 * self.openings * pairings.len() as u32;
            opening += self.openings;
        }
        None
    }

    fn knockout(&self, scores: &Scores) -> Option<Round> {
        let mut alive: Vec<usize> = (0..self.engines).collect();
        let (mut base, mut opening) = (0, 0);
        while alive.len() > 1 {
            // The first meets the last. The first of all rest until what is left is a power of two.
            let places = alive.len().next_power_of_two();
            let resting = places - alive.len();
            let playing = &alive[resting..];
            let half = playing.len() / 2;
            let pairings: Vec<(usize, usize)> =
                (0..half).map(|place| (playing[place], playing[playing.len() - 1 - place])).collect();
            let round = self.of_pairs(&pairings, base, opening);
            if let Some(left) = self.left(round.clone(), scores) {
                return Some(left);
            }
            let (mut winners, mut numbers) = (alive[..resting].to_vec(), Vec::new());
            for pairing in 0..half {
                match self.winner(&round, pairing, scores) {
                    Ok(winner) => winners.push(winner),
                    Err(missing) => numbers.extend(missing),
                }
            }
            if !numbers.is_empty() {
                return Some(Round { numbers, ..round });
            }
            winners.sort_unstable();
            base += 2 * (self.openings + EXTRA) * half as u32;
            opening += self.openings + EXTRA;
            alive = winners;
        }
        None
    }

    /// Who goes on; or the games that must be played to know. Where even more of them stay level it is the one named first.
    fn winner(&self, round: &Round, pairing: usize, scores: &Scores) -> Result<usize, Vec<u32>> {
        let (first, second) = (round.groups[pairing][0], round.groups[pairing][1]);
        for openings in self.openings..=self.openings + EXTRA {
            match round.lead(pairing, openings, scores) {
                None => {
                    let last = round.games(openings - 1, pairing);
                    return Err(last.filter(|number| !scores.contains_key(number)).collect());
                }
                Some(lead) if lead > 1e-9 => return Ok(first),
                Some(lead) if lead < -1e-9 => return Ok(second),
                Some(_) => {}
            }
        }
        Ok(first)
    }
}

/// All groups of a size that hold those in `group` and others from `from` on; whether they are not too many.
fn choose(
    groups: &mut Vec<Vec<usize>>,
    group: &mut Vec<usize>,
    from: usize,
    engines: usize,
    size: usize,
) -> bool {
    if group.len() == size {
        groups.push(group.clone());
        return groups.len() <= GROUPS;
    }
    // As many must be left as are missing.
    let last = (engines + group.len() + 1).saturating_sub(size);
    for next in from..last {
        group.push(next);
        let fits = choose(groups, group, next + 1, engines, size);
        group.pop();
        if !fits {
            return false;
        }
    }
    true
}

/// The order in which a group sits round the board: of all orders of a circle one after the other.
fn arranged(group: &[usize], opening: u32) -> Vec<usize> {
    let Some((first, rest)) = group.split_first() else { return Vec::new() };
    let (mut order, mut rest, mut number) = (vec![*first], rest.to_vec(), opening as usize);
    while !rest.is_empty() {
        let place = number % rest.len();
        number /= rest.len();
        order.push(rest.remove(place));
    }
    order
}

/// Who meets whom: from the top of the table down, each with the next it has not met. Of an odd number the last that did
/// not rest yet rests.
fn swiss_pairings(
    points: &[f64],
    met: &[Vec<bool>],
    rested: &[bool],
) -> (Vec<(usize, usize)>, Option<usize>) {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| points[*b].total_cmp(&points[*a]));
    let mut resting = None;
    if order.len() % 2 == 1 {
        let place = order.iter().rposition(|engine| !rested[*engine]).unwrap_or(order.len() - 1);
        resting = Some(order.remove(place));
    }
    let mut work = 0;
    let mut pairings = Vec::new();
    if !pair_up(&order, met, &mut pairings, &mut work) {
        // Everybody has met: somebody meets again.
        pairings = order.chunks_exact(2).map(|two| (two[0], two[1])).collect();
    }
    (pairings, resting)
}

/// Pairs those in an order up so that nobody meets again, if that can be.
fn pair_up(order: &[usize], met: &[Vec<bool>], pairings: &mut Vec<(usize, usize)>, work: &mut u32) -> bool {
    let Some((first, rest)) = order.split_first() else { return true };
    for (place, other) in rest.iter().enumerate().filter(|(_, other)| !met[*first][**other]) {
        *work += 1;
        if *work > 100_000 {
            return false;
        }
        let left: Vec<usize> =
            rest.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, engine)| *engine).collect();
        pairings.push((*first, *other));
        if pair_up(&left, met, pairings, work) {
            return true;
        }
        pairings.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Plays a plan in which the better of two, by its strength, wins; the games, and how many rounds there were.
    fn played(plan: &Plan, strength: &[u32]) -> (Vec<Game>, usize) {
        let (mut scores, mut games, mut rounds) = (Scores::new(), Vec::new(), 0);
        while let Some(round) = plan.round(&scores) {
            rounds += 1;
            assert!(rounds < 100);
            for number in &round.numbers {
                let game = round.game(*number);
                let (one, other) = (game.seats[0], game.seats[1]);
                let share = match strength[one].cmp(&strength[other]) {
                    std::cmp::Ordering::Less => 0.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 1.0,
                };
                assert!(scores.insert(*number, vec![(one, share), (other, 1.0 - share)]).is_none());
                games.push(game);
            }
        }
        (games, rounds)
    }

    /// The games of a plan, whatever comes of them.
    fn played_by_all(plan: &Plan) -> (Vec<Game>, u32) {
        let round = plan.round(&Scores::new()).unwrap();
        (round.numbers.iter().map(|number| round.game(*number)).collect(), plan.len())
    }

    fn meetings(games: &[Game]) -> Vec<(usize, usize)> {
        let mut all: Vec<(usize, usize)> = games
            .iter()
            .map(|game| (game.seats[0].min(game.seats[1]), game.seats[0].max(game.seats[1])))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let plan = Plan::new(Encounters::RoundRobin, 3, 4, 2).unwrap();
        assert_eq!(plan.len(), 12);
        let (games, rounds) = played(&plan, &[3, 2, 1]);
        assert_eq!((games.len(), rounds), (12, 1));
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
        let plan = Plan::new(Encounters::Gauntlet, 4, 1, 2).unwrap();
        let (games, _) = played(&plan, &[1, 2, 3, 4]);
        assert_eq!((games.len(), plan.len()), (6, 6));
        assert!(games.iter().all(|game| game.seats.contains(&0)));
        assert!(Plan::new(Encounters::Gauntlet, 1, 10, 2).unwrap().is_empty());
    }

    #[test]
    fn everybody_has_every_seat_and_every_neighbour() {
        let plan = Plan::new(Encounters::RoundRobin, 3, 12, 3).unwrap();
        let (games, _) = played_by_all(&plan);
        assert_eq!((games.len(), plan.len()), (12, 12));
        for engine in 0..3 {
            for seat in 0..3 {
                assert_eq!(games.iter().filter(|game| game.seats[seat] == engine).count(), 4);
            }
        }
        // Who plays after the first is the second as often as the third.
        let after = |game: &Game| game.seats[(game.seats.iter().position(|e| *e == 0).unwrap() + 1) % 3];
        assert_eq!(games.iter().filter(|game| after(game) == 1).count(), 6);
        assert!(games.chunks(3).all(|set| set.iter().all(|game| game.opening == set[0].opening)));
        assert_eq!(games.iter().map(|game| (game.pair, game.part)).collect::<BTreeSet<_>>().len(), 12);
        // More engines than seats meet in every group, and a gauntlet is always run by the first.
        let plan = Plan::new(Encounters::RoundRobin, 5, 3, 3).unwrap();
        let (games, _) = played_by_all(&plan);
        let groups: BTreeSet<BTreeSet<usize>> =
            games.iter().map(|game| game.seats.iter().copied().collect()).collect();
        assert_eq!((games.len(), groups.len()), (30, 10));
        let (games, _) = played_by_all(&Plan::new(Encounters::Gauntlet, 5, 4, 4).unwrap());
        assert_eq!(games.len(), 16);
        assert!(games.iter().all(|game| game.seats.contains(&0)));
        // Fewer engines than seats sit in turn.
        let (games, _) = played_by_all(&Plan::new(Encounters::RoundRobin, 3, 3, 4).unwrap());
        let seats: Vec<_> = games.iter().map(|game| game.seats.clone()).collect();
        assert_eq!(seats, [[0, 1, 2, 0], [1, 2, 0, 1], [2, 0, 1, 2]]);
        assert!(Plan::new(Encounters::RoundRobin, 100, 6, 6).is_err());
        assert!(Plan::new(Encounters::RoundRobin, 1000, 1_000_000, 2).is_err());
    }

    #[test]
    fn seats_for_four_are_taken_in_turn() {
        let round = Plan::new(Encounters::RoundRobin, 2, 2, 4).unwrap().round(&Scores::new()).unwrap();
        assert_eq!(round.game(0).seats, [0, 1, 0, 1]);
        assert_eq!(round.game(1).seats, [1, 0, 1, 0]);
    }

    #[test]
    fn in_a_swiss_tournament_nobody_meets_twice() {
        for engines in 4..=9 {
            let plan = Plan::new(Encounters::Swiss(3), engines, 2, 2).unwrap();
            let strength: Vec<u32> = (0..engines as u32).map(|n| n * 7 % 5).collect();
            let (games, rounds) = played(&plan, &strength);
            assert_eq!((rounds, games.len() as u32), (3, plan.len()), "{engines}");
            assert_eq!(meetings(&games).len(), 3 * (engines / 2), "{engines}");
            // Openings are new in every round.
            assert_eq!(games.iter().map(|game| game.opening).max(), Some(2));
        }
    }

    #[test]
    fn in_a_knockout_the_best_is_left() {
        for engines in 2..=9 {
            let strength: Vec<u32> = (0..engines as u32).map(|n| (n * 5 + 3) % 11).collect();
            let plan = Plan::new(Encounters::Knockout, engines, 2, 2).unwrap();
            let (games, _) = played(&plan, &strength);
            assert_eq!(games.len() as u32, plan.len(), "{engines}");
            let best = (0..engines).max_by_key(|engine| strength[*engine]).unwrap();
            assert!(games.last().unwrap().seats.contains(&best), "{engines}");
            // Everybody but one has lost once.
            assert_eq!(meetings(&games).len(), engines - 1);
        }
    }

    #[test]
    fn who_stays_level_plays_on_and_not_for_ever() {
        let plan = Plan::new(Encounters::Knockout, 2, 2, 2).unwrap();
        let (games, rounds) = played(&plan, &[1, 1]);
        assert_eq!((games.len() as u32, rounds as u32), (2 + 2 * EXTRA, 1 + EXTRA));
    }

    #[test]
    fn a_tournament_goes_on_as_it_would_have() {
        let plan = Plan::new(Encounters::Swiss(3), 6, 2, 2).unwrap();
        let (games, _) = played(&plan, &[6, 5, 4, 3, 2, 1]);
        // After any number of games the next is one of those that come anyway.
        for count in 0..games.len() {
            let share = |game: &Game| {
                let (one, other) = (game.seats[0], game.seats[1]);
                let first = f64::from(u8::from(one < other));
                (game.number, vec![(one, first), (other, 1.0 - first)])
            };
            let scores: Scores = games[..count].iter().map(share).collect();
            let round = plan.round(&scores).unwrap();
            assert_eq!(round.game(round.numbers[0]), games[count]);
        }
    }
}

//! A queue in which nobody stands in another's way: whoever asks for much waits behind themselves, and so do all of one
//! address, however many they say they are.

use crate::connections::site;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;

/// Of so many turns one is for what nobody waits for, if others wait: it comes last, but it comes.
const LAST: u32 = 4;

/// Whether somebody waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Somebody looks.
    Watched,
    /// Nobody does, or whoever does has had more than a share.
    Unwatched,
}

/// In whose line somebody waits: addresses take turns, and at each address the people who come from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lane {
    /// An address, or the site it belongs to; nothing for this machine, and where nobody knows.
    place: Option<IpAddr>,
    /// Who; empty for all whom nobody knows.
    person: String,
}

impl Lane {
    /// The line of somebody who comes from somewhere.
    pub fn new(person: &str, address: Option<IpAddr>) -> Lane {
        let place = address.map(|address| site(address).unwrap_or(address));
        Lane { place, person: person.to_owned() }
    }

    /// The line of what the server does of itself.
    pub fn server() -> Lane {
        Lane::default()
    }
}

/// What waits, by who asked.
#[derive(Debug)]
pub struct FairQueue<T> {
    watched: Lanes<T>,
    unwatched: Lanes<T>,
    turns: u32,
}

/// Lines that take turns: each gives one, and comes last then.
#[derive(Debug)]
struct Ring<K, L> {
    /// Who is next.
    order: VecDeque<K>,
    by: HashMap<K, L>,
}

impl<K, L> Default for Ring<K, L> {
    fn default() -> Ring<K, L> {
        Ring { order: VecDeque::new(), by: HashMap::new() }
    }
}

/// A line, or lines that take turns.
trait Line: Default {
    fn is_empty(&self) -> bool;
}

impl<T> Line for VecDeque<T> {
    fn is_empty(&self) -> bool {
        VecDeque::is_empty(self)
    }
}

impl<K: Clone + Eq + Hash, L: Line> Line for Ring<K, L> {
    fn is_empty(&self) -> bool {
        self.by.is_empty()
    }
}

impl<K: Clone + Eq + Hash, L: Line> Ring<K, L> {
    /// The line of somebody, who comes last if they did not wait yet.
    fn join(&mut self, key: &K) -> &mut L {
        if !self.by.contains_key(key) {
            self.order.push_back(key.clone());
        }
        self.by.entry(key.clone()).or_default()
    }

    /// Takes from the next line.
    fn next<R>(&mut self, take: impl FnOnce(&mut L) -> Option<R>) -> Option<(K, R)> {
        let key = self.order.pop_front()?;
        let line = self.by.get_mut(&key)?;
        let taken = take(line);
        match line.is_empty() {
            true => drop(self.by.remove(&key)),
            false => self.order.push_back(key.clone()),
        }
        Some((key, taken?))
    }

    /// Takes from the line of somebody, if they wait.
    fn change<R: Default>(&mut self, key: &K, take: impl FnOnce(&mut L) -> R) -> R {
        let Some(line) = self.by.get_mut(key) else { return R::default() };
        let taken = take(line);
        if line.is_empty() {
            self.by.remove(key);
            self.order.retain(|known| known != key);
        }
        taken
    }
}

/// A line for each person, by where they come from.
#[derive(Debug)]
struct Lanes<T> {
    places: Ring<Option<IpAddr>, Ring<String, VecDeque<T>>>,
    count: usize,
}

impl<T> Default for Lanes<T> {
    fn default() -> Lanes<T> {
        Lanes { places: Ring::default(), count: 0 }
    }
}

impl<T> Lanes<T> {
    fn push(&mut self, lane: &Lane, item: T) {
        self.count += 1;
        self.places.join(&lane.place).join(&lane.person).push_back(item);
    }

    fn pop(&mut self) -> Option<(Lane, T)> {
        let (place, (person, item)) = self.places.next(|people| people.next(VecDeque::pop_front))?;
        self.count -= 1;
        Some((Lane { place, person }, item))
    }

    /// Takes out what somebody asked, if it is there.
    fn take(&mut self, lane: &Lane, is: impl Fn(&T) -> bool) -> Option<T> {
        let take = |line: &mut VecDeque<T>| line.remove(line.iter().position(is)?);
        let item = self.places.change(&lane.place, |people| people.change(&lane.person, take))?;
        self.count -= 1;
        Some(item)
    }

    /// Takes out what somebody asked and wants no more.
    fn forget(&mut self, lane: &Lane, is: impl Fn(&T) -> bool) {
        let forget = |line: &mut VecDeque<T>| {
            let before = line.len();
            line.retain(|item| !is(item));
            before - line.len()
        };
        self.count -= self.places.change(&lane.place, |people| people.change(&lane.person, forget));
    }

    fn people(&self, place: Option<IpAddr>) -> Option<&HashMap<String, VecDeque<T>>> {
        self.places.by.get(&place).map(|people| &people.by)
    }
}

/// How many wait besides somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    /// Other addresses from which somebody waits for something.
    pub places: usize,
    /// Others of the same address.
    pub neighbours: usize,
    /// What else they themselves wait for.
    pub own: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { watched: Lanes::default(), unwatched: Lanes::default(), turns: 0 }
    }
}

impl<T> FairQueue<T> {
    /// Somebody asks for something.
    pub fn push(&mut self, lane: &Lane, urgency: Urgency, item: T) {
        self.lanes(urgency).push(lane, item);
    }

    fn lanes(&mut self, urgency: Urgency) -> &mut Lanes<T> {
        match urgency {
            Urgency::Watched => &mut self.watched,
            Urgency::Unwatched => &mut self.unwatched,
        }
    }

    /// What is next: one of each address in turn, of each address one of each person in turn, what somebody looks at first.
    pub fn pop(&mut self) -> Option<(Lane, T)> {
        self.turns = self.turns.wrapping_add(1);
        let (first, then) = match self.turns % LAST {
            0 => (Urgency::Unwatched, Urgency::Watched),
            _ => (Urgency::Watched, Urgency::Unwatched),
        };
        self.lanes(first).pop().or_else(|| self.lanes(then).pop())
    }

    /// Somebody begins to look at what nobody looked at.
    pub fn promote(&mut self, lane: &Lane, is: impl Fn(&T) -> bool) {
        if let Some(item) = self.unwatched.take(lane, is) {
            self.watched.push(lane, item);
        }
    }

    /// Takes out what somebody asked and wants no more.
    pub fn forget(&mut self, lane: &Lane, is: impl Fn(&T) -> bool) {
        self.watched.forget(lane, &is);
        self.unwatched.forget(lane, &is);
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.watched.count + self.unwatched.count
    }

    /// Who waits besides somebody, and for how much else they wait.
    pub fn crowd(&self, lane: &Lane) -> Crowd {
        let places = |lanes: &Lanes<T>| lanes.places.by.keys().copied().collect::<Vec<_>>();
        let of = |lanes: &Lanes<T>| lanes.people(lane.place).map_or(0, HashMap::len);
        let also = |place: &Option<IpAddr>| !self.watched.places.by.contains_key(place);
        let mut there = places(&self.watched);
        there.extend(places(&self.unwatched).into_iter().filter(also));
        there.retain(|place| *place != lane.place);
        let watched = self.watched.people(lane.place);
        let is_new = |person: &&String| watched.is_none_or(|people| !people.contains_key(*person));
        let more = self.unwatched.people(lane.place).map_or(0, |people| people.keys().filter(is_new).count());
        let line = |lanes: &Lanes<T>| lanes.people(lane.place)?.get(&lane.person).map(VecDeque::len);
        let own = line(&self.watched).unwrap_or(0) + line(&self.unwatched).unwrap_or(0);
        let people = of(&self.watched) + more;
        Crowd { places: there.len(), neighbours: people - usize::from(own > 0), own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody from an address of their own.
    fn lane(person: &str) -> Lane {
        let number = person.bytes().fold(0_u8, u8::wrapping_add);
        from(person, &format!("192.0.2.{number}"))
    }

    fn from(person: &str, address: &str) -> Lane {
        Lane::new(person, address.parse().ok())
    }

    fn drained(queue: &mut FairQueue<usize>) -> Vec<(String, usize)> {
        std::iter::from_fn(|| queue.pop()).map(|(lane, item)| (lane.person, item)).collect()
    }

    #[test]
    fn whoever_asks_for_a_hundred_does_not_delay_a_stranger() {
        let mut queue = FairQueue::default();
        (0..100).for_each(|number| queue.push(&lane("ada"), Urgency::Watched, number));
        assert_eq!(queue.pop(), Some((lane("ada"), 0)));
        queue.push(&lane("bo"), Urgency::Watched, 0);
        assert_eq!(queue.crowd(&lane("bo")), Crowd { places: 1, neighbours: 0, own: 1 });
        assert_eq!(queue.crowd(&lane("cem")), Crowd { places: 2, neighbours: 0, own: 0 });
        let order = drained(&mut queue);
        let place = order.iter().position(|(person, _)| person == "bo");
        assert!(place <= Some(1), "{place:?}");
        // Nothing is lost, and everybody is answered in the order they asked.
        let own: Vec<usize> = order.iter().filter(|(person, _)| person == "ada").map(|(_, n)| *n).collect();
        assert_eq!((own, queue.len()), ((1..100).collect(), 0));
    }

    #[test]
    fn of_three_who_ask_for_a_hundred_none_delays_a_stranger_by_more_than_one_turn_each() {
        let mut queue = FairQueue::default();
        for person in ["ada", "bo", "cem"] {
            (0..100).for_each(|number| queue.push(&lane(person), Urgency::Watched, number));
        }
        queue.push(&lane("dee"), Urgency::Watched, 7);
        let place = drained(&mut queue).iter().position(|(person, _)| person == "dee");
        assert!(place <= Some(3), "{place:?}");
    }

    #[test]
    fn thirty_of_one_address_delay_a_stranger_by_one_turn() {
        for (one, other) in [("192.0.2.1", "192.0.2.2"), ("2001:db8:1:1::1", "2001:db8:2::1")] {
            let mut queue = FairQueue::default();
            for number in 0..30 {
                // Of the newer kind of address, everybody has as many as they like.
                let own = one.replace(":1:1:", &format!(":1:{number:x}:"));
                queue.push(&from(&format!("mallory {number}"), &own), Urgency::Watched, number);
            }
            queue.push(&from("ada", other), Urgency::Watched, 99);
            assert_eq!(queue.crowd(&from("ada", other)), Crowd { places: 1, neighbours: 0, own: 1 });
            assert_eq!(queue.crowd(&from("mallory 3", one)), Crowd { places: 1, neighbours: 29, own: 1 });
            let order = drained(&mut queue);
            let place = order.iter().position(|(person, _)| person == "ada");
            assert!(place <= Some(1) && order.len() == 31, "{place:?}");
        }
    }

    #[test]
    fn people_of_one_address_take_turns() {
        let mut queue = FairQueue::default();
        for (person, count) in [("ada", 5), ("bo", 1), ("cem", 2)] {
            (0..count).for_each(|n| queue.push(&from(person, "192.0.2.1"), Urgency::Watched, n));
        }
        let order: Vec<String> = drained(&mut queue).into_iter().map(|(person, _)| person).collect();
        assert_eq!(order, ["ada", "bo", "cem", "ada", "cem", "ada", "ada", "ada"]);
    }

    #[test]
    fn what_nobody_looks_at_comes_last_and_comes() {
        let mut queue = FairQueue::default();
        (0..4).for_each(|number| queue.push(&lane("ada"), Urgency::Unwatched, number));
        (4..12).for_each(|number| queue.push(&lane("bo"), Urgency::Watched, number));
        let order: Vec<usize> = drained(&mut queue).into_iter().map(|(_, number)| number).collect();
        assert_eq!(order, [4, 5, 6, 0, 7, 8, 9, 1, 10, 11, 2, 3]);
    }

    #[test]
    fn what_is_wanted_no_more_is_forgotten() {
        let mut queue = FairQueue::default();
        (0..4).for_each(|number| queue.push(&lane("ada"), Urgency::Watched, number));
        queue.push(&lane("ada"), Urgency::Unwatched, 5);
        queue.push(&lane("bo"), Urgency::Watched, 7);
        queue.forget(&lane("ada"), |number| number % 2 == 1);
        assert_eq!(queue.len(), 3);
        queue.forget(&lane("bo"), |_| true);
        queue.forget(&lane("cem"), |_| true);
        let order: Vec<usize> = drained(&mut queue).into_iter().map(|(_, number)| number).collect();
        assert_eq!((order, queue.len()), (vec![0, 2], 0));
    }

    #[test]
    fn what_somebody_begins_to_look_at_is_moved_up() {
        let mut queue = FairQueue::default();
        (0..3).for_each(|number| queue.push(&lane("ada"), Urgency::Unwatched, number));
        queue.push(&lane("bo"), Urgency::Watched, 9);
        queue.promote(&lane("ada"), |number| *number == 2);
        queue.promote(&lane("ada"), |number| *number == 5);
        let order: Vec<usize> = drained(&mut queue).into_iter().map(|(_, number)| number).collect();
        assert_eq!(order, [9, 2, 0, 1]);
    }
}

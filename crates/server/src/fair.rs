//! A queue in which nobody stands in another's way: whoever asks for much waits behind themselves.

use std::collections::{HashMap, VecDeque};

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

/// What waits, by who asked.
#[derive(Debug)]
pub struct FairQueue<T> {
    watched: Lanes<T>,
    unwatched: Lanes<T>,
    turns: u32,
}

/// A line for each person; each gives one in turn.
#[derive(Debug)]
struct Lanes<T> {
    /// Who is next.
    order: VecDeque<String>,
    by: HashMap<String, VecDeque<T>>,
    count: usize,
}

impl<T> Default for Lanes<T> {
    fn default() -> Lanes<T> {
        Lanes { order: VecDeque::new(), by: HashMap::new(), count: 0 }
    }
}

impl<T> Lanes<T> {
    fn push(&mut self, person: &str, item: T) {
        self.count += 1;
        match self.by.get_mut(person) {
            Some(lane) => lane.push_back(item),
            None => {
                self.order.push_back(person.to_owned());
                self.by.insert(person.to_owned(), VecDeque::from([item]));
            }
        }
    }

    fn pop(&mut self) -> Option<(String, T)> {
        let person = self.order.pop_front()?;
        let lane = self.by.get_mut(&person)?;
        let item = lane.pop_front()?;
        self.count -= 1;
        if lane.is_empty() {
            self.by.remove(&person);
        } else {
            self.order.push_back(person.clone());
        }
        Some((person, item))
    }

    /// Takes out what somebody asked, if it is there.
    fn take(&mut self, person: &str, is: impl Fn(&T) -> bool) -> Option<T> {
        let lane = self.by.get_mut(person)?;
        let item = lane.remove(lane.iter().position(is)?)?;
        self.count -= 1;
        if lane.is_empty() {
            self.by.remove(person);
            self.order.retain(|known| known != person);
        }
        Some(item)
    }

    /// Takes out what somebody asked and wants no more.
    fn forget(&mut self, person: &str, is: impl Fn(&T) -> bool) {
        let Some(lane) = self.by.get_mut(person) else { return };
        let before = lane.len();
        lane.retain(|item| !is(item));
        self.count -= before - lane.len();
        if lane.is_empty() {
            self.by.remove(person);
            self.order.retain(|known| known != person);
        }
    }

    fn of(&self, person: &str) -> usize {
        self.by.get(person).map_or(0, VecDeque::len)
    }
}

/// How many wait besides somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    /// Other people who wait for something.
    pub others: usize,
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
    pub fn push(&mut self, person: &str, urgency: Urgency, item: T) {
        self.lanes(urgency).push(person, item);
    }

    fn lanes(&mut self, urgency: Urgency) -> &mut Lanes<T> {
        match urgency {
            Urgency::Watched => &mut self.watched,
            Urgency::Unwatched => &mut self.unwatched,
        }
    }

    /// What is next: one of each person in turn, what somebody looks at first.
    pub fn pop(&mut self) -> Option<(String, T)> {
        self.turns = self.turns.wrapping_add(1);
        let (first, then) = match self.turns % LAST {
            0 => (Urgency::Unwatched, Urgency::Watched),
            _ => (Urgency::Watched, Urgency::Unwatched),
        };
        self.lanes(first).pop().or_else(|| self.lanes(then).pop())
    }

    /// Somebody begins to look at what nobody looked at.
    pub fn promote(&mut self, person: &str, is: impl Fn(&T) -> bool) {
        if let Some(item) = self.unwatched.take(person, is) {
            self.watched.push(person, item);
        }
    }

    /// Takes out what somebody asked and wants no more.
    pub fn forget(&mut self, person: &str, is: impl Fn(&T) -> bool) {
        self.watched.forget(person, &is);
        self.unwatched.forget(person, &is);
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.watched.count + self.unwatched.count
    }

    /// Who waits besides somebody, and for how much else they wait.
    pub fn crowd(&self, person: &str) -> Crowd {
        let also = self.unwatched.by.keys().filter(|other| !self.watched.by.contains_key(*other)).count();
        let people = self.watched.by.len() + also;
        let own = self.watched.of(person) + self.unwatched.of(person);
        Crowd { others: people - usize::from(own > 0), own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drained(queue: &mut FairQueue<usize>) -> Vec<(String, usize)> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn whoever_asks_for_a_hundred_does_not_delay_a_stranger() {
        let mut queue = FairQueue::default();
        (0..100).for_each(|number| queue.push("ada", Urgency::Watched, number));
        assert_eq!(queue.pop(), Some(("ada".to_owned(), 0)));
        queue.push("bo", Urgency::Watched, 0);
        assert_eq!(queue.crowd("bo"), Crowd { others: 1, own: 1 });
        assert_eq!(queue.crowd("cem"), Crowd { others: 2, own: 0 });
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
            (0..100).for_each(|number| queue.push(person, Urgency::Watched, number));
        }
        queue.push("dee", Urgency::Watched, 7);
        let place = drained(&mut queue).iter().position(|(person, _)| person == "dee");
        assert!(place <= Some(3), "{place:?}");
    }

    #[test]
    fn what_nobody_looks_at_comes_last_and_comes() {
        let mut queue = FairQueue::default();
        (0..4).for_each(|number| queue.push("ada", Urgency::Unwatched, number));
        (4..12).for_each(|number| queue.push("bo", Urgency::Watched, number));
        let order: Vec<usize> = drained(&mut queue).into_iter().map(|(_, number)| number).collect();
        assert_eq!(order, [4, 5, 6, 0, 7, 8, 9, 1, 10, 11, 2, 3]);
    }

    #[test]
    fn what_is_wanted_no_more_is_forgotten() {
        let mut queue = FairQueue::default();
        (0..4).for_each(|number| queue.push("ada", Urgency::Watched, number));
        queue.push("ada", Urgency::Unwatched, 5);
        queue.push("bo", Urgency::Watched, 7);
        queue.forget("ada", |number| number % 2 == 1);
        assert_eq!(queue.len(), 3);
        queue.forget("bo", |_| true);
        queue.forget("cem", |_| true);
        let order: Vec<usize> = drained(&mut queue).into_iter().map(|(_, number)| number).collect();
        assert_eq!((order, queue.len()), (vec![0, 2], 0));
    }

    #[test]
    fn what_somebody_begins_to_look_at_is_moved_up() {
        let mut queue = FairQueue::default();
        (0..3).for_each(|number| queue.push("ada", Urgency::Unwatched, number));
        queue.push("bo", Urgency::Watched, 9);
        queue.promote("ada", |number| *number == 2);
        queue.promote("ada", |number| *number == 5);
        let order: Vec<usize> = drained(&mut queue).into_iter().map(|(_, number)| number).collect();
        assert_eq!(order, [9, 2, 0, 1]);
    }
}

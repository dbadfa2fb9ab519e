//! How many there are at once from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// How many more there may be from a whole site than from one of its networks.
const SITE: usize = 8;
/// Who is there already gets one more only while so many times as many places are free: however many come from a few sites,
/// there is a place for who comes from another.
const LEFT: usize = 4;

/// By what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    Network(IpAddr),
    Site(IpAddr),
}

/// Who is there, by address.
#[derive(Clone, Debug)]
pub struct ConnectionLimit {
    most: usize,
    counts: Arc<Mutex<HashMap<Origin, usize>>>,
}

/// One who is there, until this is let go.
#[derive(Debug)]
pub struct Connection {
    from: IpAddr,
    connections: ConnectionLimit,
}

impl ConnectionLimit {
    /// At most so many from one address.
    pub fn new(most: usize) -> ConnectionLimit {
        ConnectionLimit { most, counts: Arc::default() }
    }

    /// One more; nothing if there are too many.
    pub fn enter(&self, from: IpAddr) -> Option<Connection> {
        self.enter_while(from, usize::MAX)
    }

    /// One more while so many places are free for everybody; nothing if there are too many.
    pub fn enter_while(&self, from: IpAddr, free: usize) -> Option<Connection> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let most = |place: &Origin| match place {
            Origin::Network(_) => self.most,
            Origin::Site(_) => self.most * SITE,
        };
        let fits = |place: Origin| {
            let count = counts.get(&place).copied().unwrap_or(0);
            count < most(&place) && count * LEFT < free
        };
        if !places(from).all(fits) {
            return None;
        }
        for place in places(from) {
            *counts.entry(place).or_default() += 1;
        }
        Some(Connection { from, connections: self.clone() })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut counts = self.connections.counts.lock().unwrap_or_else(PoisonError::into_inner);
        for place in places(self.from) {
            if let Some(count) = counts.get_mut(&place) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&place);
                }
            }
        }
    }
}

/// The address by which a client is counted: of the newer kind everybody has so many that only their network counts.
pub fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(network.into())
        }
        address => address,
    }
}

/// The site an address of the newer kind belongs to: what one customer usually gets.
pub fn site(address: IpAddr) -> Option<IpAddr> {
    match address {
        IpAddr::V6(address) => Some(IpAddr::V6((u128::from(address) >> 80 << 80).into())),
        IpAddr::V4(_) => None,
    }
}

fn places(from: IpAddr) -> impl Iterator<Item = Origin> {
    std::iter::once(Origin::Network(from)).chain(site(from).map(Origin::Site))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_leaves_makes_room() {
        let connections = ConnectionLimit::new(2);
        let from = |text: &str| counted(text.parse().unwrap());
        let first = connections.enter(from("2001:db8::1"));
        let _second = connections.enter(from("2001:db8::ffff:1"));
        assert!(connections.enter(from("2001:db8::2")).is_none(), "the same network");
        assert!(
            connections.enter(from("2001:db8:0:1::2")).is_some()
                && connections.enter(from("192.0.2.1")).is_some()
        );
        assert_eq!(from("::ffff:192.0.2.1"), from("192.0.2.1"));
        drop(first);
        assert!(connections.enter(from("2001:db8::2")).is_some());
        assert_eq!(connections.counts.lock().unwrap().len(), 2, "a network and its site");
        let guests: Vec<_> = (0..99)
            .filter_map(|number| connections.enter(from(&format!("2001:db8:9:{number}::1"))))
            .collect();
        assert_eq!(guests.len(), 2 * SITE);
    }

    #[test]
    fn whatever_a_few_sites_take_there_is_a_place_for_another() {
        const ALL: usize = 10_000;
        let connections = ConnectionLimit::new(500);
        let mut guests = Vec::new();
        for site in 0..20 {
            let networks = (0..100).cycle().take(2 * ALL);
            let more =
                networks.map(|network| counted(format!("2001:db8:{site}:{network}::1").parse().unwrap()));
            for from in more {
                guests.extend(connections.enter_while(from, ALL - guests.len()));
            }
        }
        let left = ALL - guests.len();
        assert!(left > 50, "{left}");
        let new: Vec<_> = (0..left)
            .map(|number| {
                connections.enter_while([198, 51, (number / 256) as u8, number as u8].into(), left - number)
            })
            .collect();
        assert!(new.iter().all(Option::is_some), "everybody else finds a place");
        assert!(connections.enter_while([192, 0, 2, 1].into(), 0).is_none());
    }
}

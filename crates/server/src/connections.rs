//! How many there are at once from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Who is there, by address.
#[derive(Clone, Debug)]
pub struct ConnectionLimit {
    most: usize,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
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
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(from).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Connection { from, connections: self.clone() })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut counts = self.connections.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.from);
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
        assert_eq!(connections.counts.lock().unwrap().len(), 1);
    }
}

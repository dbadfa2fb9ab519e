//! How much one client may ask for: credits that come back with time.

use crate::connections::site;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most clients that are remembered; beyond, those with all their credits are forgotten.
const CLIENTS: usize = 20_000;

/// Credits of one client.
#[derive(Clone, Copy, Debug)]
pub struct Credits {
    left: f64,
    since: Instant,
}

impl Credits {
    /// All that can be had.
    pub fn full(burst: f64) -> Credits {
        Credits { left: burst, since: Instant::now() }
    }

    /// Takes some; false if there are not enough.
    pub fn take(&mut self, cost: f64, rate: f64, burst: f64, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + passed * rate).min(burst);
        self.since = now;
        let enough = self.left >= cost;
        if enough {
            self.left -= cost;
        }
        enough
    }

    /// Takes more than there may be, if there are any: then there are none for a while. False if there are none.
    pub fn borrow(&mut self, cost: f64, rate: f64, burst: f64, now: Instant) -> bool {
        let any = self.take(1.0, rate, burst, now);
        if any {
            self.left -= (cost - 1.0).max(0.0);
        }
        any
    }
}

/// Credits of many clients.
#[derive(Debug)]
pub struct Limiter<K> {
    rate: f64,
    burst: f64,
    clients: Mutex<HashMap<K, Credits>>,
}

impl<K: Hash + Eq> Limiter<K> {
    /// So many credits a second, and so many at once.
    pub fn new(rate: f64, burst: f64) -> Limiter<K> {
        Limiter { rate, burst, clients: Mutex::default() }
    }

    /// Takes a credit of a client; false if there is none.
    pub fn allow(&self, client: K) -> bool {
        let now = Instant::now();
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS && !clients.contains_key(&client) {
            let (rate, burst) = (self.rate, self.burst);
            clients.retain(|_, credits| credits.take(0.0, rate, burst, now) && credits.left < burst);
            if clients.len() >= CLIENTS {
                return false;
            }
        }
        let credits = clients.entry(client).or_insert_with(|| Credits { left: self.burst, since: now });
        credits.take(1.0, self.rate, self.burst, now)
    }

    /// Takes credits of a client, also those it will have later; false if there are none.
    pub fn borrow(&self, client: &K, cost: f64) -> bool {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        // Who asks for something large was asked for a credit before, and is known.
        clients
            .get_mut(client)
            .is_none_or(|credits| credits.borrow(cost, self.rate, self.burst, Instant::now()))
    }
}

/// How much more a whole site may ask for than one of its networks.
const SITE: f64 = 8.0;

/// Credits of addresses. A site with addresses of the newer kind has very many networks, so it is counted as well.
#[derive(Debug)]
pub struct AddressLimiter {
    networks: Limiter<IpAddr>,
    sites: Limiter<IpAddr>,
}

impl AddressLimiter {
    /// So many credits a second for one network, and so many at once.
    pub fn new(rate: f64, burst: f64) -> AddressLimiter {
        AddressLimiter { networks: Limiter::new(rate, burst), sites: Limiter::new(rate * SITE, burst * SITE) }
    }

    /// Takes a credit of a network and of its site; false if there is none.
    pub fn allow(&self, network: IpAddr) -> bool {
        self.networks.allow(network) && site(network).is_none_or(|site| self.sites.allow(site))
    }

    /// Takes credits of a network and of its site, also those they will have later; false if there are none.
    pub fn borrow(&self, network: IpAddr, cost: f64) -> bool {
        self.networks.borrow(&network, cost)
            && site(network).is_none_or(|site| self.sites.borrow(&site, cost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn credits_run_out_and_come_back() {
        let mut credits = Credits::full(3.0);
        let now = credits.since;
        let taken = (0..5).filter(|_| credits.take(1.0, 2.0, 3.0, now)).count();
        assert_eq!(taken, 3);
        assert!(credits.take(1.0, 2.0, 3.0, now + Duration::from_millis(600)));
        assert!(!credits.take(1.0, 2.0, 3.0, now + Duration::from_millis(700)));
        let later = now + Duration::from_secs(100);
        assert_eq!((0..5).filter(|_| credits.take(1.0, 2.0, 3.0, later)).count(), 3);
    }

    #[test]
    fn who_had_much_waits_for_more() {
        let limiter = Limiter::new(10.0, 2.0);
        assert!(limiter.allow("a") && limiter.borrow(&"a", 1e9));
        assert!(!limiter.allow("a") && !limiter.borrow(&"a", 2.0) && limiter.allow("b"));
        let mut credits = Credits::full(3.0);
        let now = credits.since;
        assert!(credits.borrow(23.0, 10.0, 3.0, now));
        assert!(!credits.take(1.0, 10.0, 3.0, now + Duration::from_secs(2)));
        assert!(credits.take(1.0, 10.0, 3.0, now + Duration::from_millis(2_200)));
    }

    #[test]
    fn a_site_has_more_than_a_network_and_not_without_end() {
        let limiter = AddressLimiter::new(0.0, 1.0);
        let network = |number: u16| IpAddr::V6([0x2001, 0xdb8, 0, number, 0, 0, 0, 0].into());
        assert_eq!((0..100).filter(|number| limiter.allow(network(*number))).count(), SITE as usize);
        let old = (0..100).filter(|number| limiter.allow(IpAddr::V4([192, 0, 2, *number].into())));
        assert_eq!(old.count(), 100);
    }

    #[test]
    fn clients_do_not_share() {
        let limiter = Limiter::new(0.0, 1.0);
        assert!(limiter.allow("a") && limiter.allow("b") && !limiter.allow("a"));
    }
}

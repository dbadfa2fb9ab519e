//! How much of something each person and each address has had lately, and when they may have more.

use crate::connections::site;
use crate::fair::Lane;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much more an address may have than one person, and a site than an address.
const MORE: f64 = 4.0;
/// The most who are remembered; beyond, those who have had the least are forgotten.
const REMEMBERED: usize = 20_000;
/// The longest anybody is told to wait, in seconds: a year.
const LONGEST: f64 = 31_536_000.0;

/// Who asks for something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    /// The id of their identity; empty if nobody knows any more.
    pub person: String,
    /// Where they come from; nothing if that is this machine, which is not limited.
    pub address: Option<IpAddr>,
}

impl Asker {
    /// In whose line they wait.
    pub fn lane(&self) -> Lane {
        Lane::new(&self.person, self.address)
    }
}

/// What people and addresses have had lately. It is forgotten evenly: after the whole time nothing is left of a full share.
#[derive(Debug)]
pub struct Shares {
    most: f64,
    time: Duration,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    people: HashMap<String, Level>,
    addresses: HashMap<IpAddr, Level>,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    had: f64,
    at: Instant,
}

impl Level {
    /// What is left of what they had.
    fn now(self, rate: f64, now: Instant) -> f64 {
        (self.had - now.saturating_duration_since(self.at).as_secs_f64() * rate).max(0.0)
    }
}

fn add<K: Hash + Eq>(levels: &mut HashMap<K, Level>, key: K, amount: f64, rate: f64, now: Instant) {
    if levels.len() >= REMEMBERED && !levels.contains_key(&key) {
        levels.retain(|_, level| level.now(rate, now) > 0.0);
        if levels.len() >= REMEMBERED {
            // Half at once, so that not each who comes has to look at all of them.
            let mut all: Vec<f64> = levels.values().map(|level| level.now(rate, now)).collect();
            let (_, middle, _) = all.select_nth_unstable_by(REMEMBERED / 2, f64::total_cmp);
            let middle = *middle;
            levels.retain(|_, level| level.now(rate, now) > middle);
        }
    }
    let had = levels.get(&key).map_or(0.0, |level| level.now(rate, now));
    levels.insert(key, Level { had: had + amount, at: now });
}

impl Shares {
    /// So much for one person in so long a time; an address may have four times as much, a site of addresses of the newer kind
    /// sixteen times.
    pub fn new(most: f64, time: Duration) -> Shares {
        Shares { most, time, used: Mutex::default() }
    }

    fn rate(&self) -> f64 {
        self.most / self.time.as_secs_f64().max(1.0)
    }

    /// Somebody has had some.
    pub fn charge(&self, asker: &Asker, amount: f64) {
        self.charge_at(asker, amount, Instant::now());
    }

    fn charge_at(&self, asker: &Asker, amount: f64, now: Instant) {
        let Some(address) = asker.address else { return };
        let rate = self.rate();
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        add(&mut used.people, asker.person.clone(), amount, rate, now);
        add(&mut used.addresses, address, amount, rate * MORE, now);
        if let Some(site) = site(address) {
            add(&mut used.addresses, site, amount, rate * MORE * MORE, now);
        }
    }

    /// Takes some for somebody; or how long they have to wait until they may have more.
    pub fn take(&self, asker: &Asker, amount: f64) -> Result<(), Duration> {
        let now = Instant::now();
        // Charged first: of many who ask at once none finds what another is about to take.
        self.charge_at(asker, amount, now);
        match self.wait_at(asker, now) {
            None => Ok(()),
            Some(wait) => {
                self.charge_at(asker, -amount, now);
                Err(wait)
            }
        }
    }

    /// How long somebody has to wait until they may have more; nothing if they may now.
    pub fn wait(&self, asker: &Asker) -> Option<Duration> {
        self.wait_at(asker, Instant::now())
    }

    fn wait_at(&self, asker: &Asker, now: Instant) -> Option<Duration> {
        let address = asker.address?;
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let too_long = |level: Option<&Level>, more: f64| {
            let (rate, most) = (self.rate() * more, self.most * more);
            level.map_or(0.0, |level| (level.now(rate, now) - most) / rate)
        };
        let sited = site(address).map_or(0.0, |site| too_long(used.addresses.get(&site), MORE * MORE));
        let waits = too_long(used.people.get(&asker.person), 1.0)
            .max(too_long(used.addresses.get(&address), MORE))
            .max(sited);
        (waits > 0.0).then(|| Duration::from_secs_f64(waits.min(LONGEST)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(person: &str, address: &str) -> Asker {
        Asker { person: person.to_owned(), address: address.parse().ok() }
    }

    #[test]
    fn who_had_too_much_waits_and_nobody_else() {
        let shares = Shares::new(60.0, Duration::from_secs(3_600));
        let (ada, bo) = (asker("ada", "192.0.2.1"), asker("bo", "192.0.2.2"));
        let now = Instant::now();
        shares.charge_at(&ada, 61.0, now);
        assert_eq!(shares.wait_at(&ada, now).map(|wait| wait.as_secs()), Some(60));
        assert_eq!(shares.wait_at(&bo, now), None);
        assert_eq!(shares.wait_at(&ada, now + Duration::from_secs(61)), None);
        let local = Asker { address: None, ..ada };
        shares.charge_at(&local, 1_000.0, now);
        assert_eq!(shares.wait_at(&local, now), None, "who runs the server is not limited");
        let nothing = Shares::new(0.0, Duration::from_secs(3_600));
        nothing.charge_at(&bo, 1.0, now);
        assert_eq!(
            nothing.wait_at(&bo, now).map(|wait| wait.as_secs_f64()),
            Some(LONGEST),
            "there is none to be had"
        );
    }

    #[test]
    fn many_people_of_one_address_share_what_it_has() {
        let shares = Shares::new(60.0, Duration::from_secs(3_600));
        let now = Instant::now();
        for number in 0..10 {
            shares.charge_at(&asker(&format!("{number}"), "192.0.2.1"), 25.0, now);
        }
        assert!(shares.wait_at(&asker("new", "192.0.2.1"), now).is_some());
        assert!(shares.wait_at(&asker("new", "192.0.2.9"), now).is_none());
        for number in 0..100 {
            shares.charge_at(&asker(&format!("{number}"), &format!("2001:db8:0:{number}::")), 25.0, now);
        }
        assert!(shares.wait_at(&asker("new", "2001:db8:0:ffff::"), now).is_some(), "the site");
        assert!(shares.wait_at(&asker("new", "2001:db8:1::"), now).is_none());
    }

    #[test]
    fn not_everybody_is_remembered_forever() {
        let mut levels = HashMap::new();
        let now = Instant::now();
        (0..REMEMBERED + 10).for_each(|key| add(&mut levels, key, 1.0 + key as f64, 1.0, now));
        assert!(levels.len() <= REMEMBERED && !levels.contains_key(&0), "{}", levels.len());
    }
}

//! Tells open sockets that who is there may not be there any more; and lets people move to other devices.

use crate::games::Caller;
use crate::token::{Digested, Secret};
use rand::Rng;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

/// How many may be signed out before a socket has heard of the first; one that hears too late is closed.
const WAITING: usize = 256;

/// Somebody is signed out.
#[derive(Clone, Debug)]
pub struct SignedOut {
    /// Who.
    pub identity: String,
    /// By this secret alone.
    pub only: Option<Digested>,
    /// By all but this one.
    pub but: Option<Digested>,
}

impl SignedOut {
    /// Whether somebody came in by what is worth nothing any more.
    pub fn concerns(&self, caller: &Caller) -> bool {
        let is = |token: &Digested| caller.token.as_ref().is_some_and(|own| own.matches(token));
        caller.identity.as_ref().is_some_and(|(id, _)| *id == self.identity)
            && self.only.as_ref().is_none_or(is)
            && !self.but.as_ref().is_some_and(is)
    }
}

/// Who tells sockets.
#[derive(Debug)]
pub struct SignOuts(broadcast::Sender<SignedOut>);

impl Default for SignOuts {
    fn default() -> SignOuts {
        SignOuts(broadcast::Sender::new(WAITING))
    }
}

impl SignOuts {
    /// Tells everybody; nobody may listen.
    pub fn tell(&self, signed_out: SignedOut) {
        let _ = self.0.send(signed_out);
    }

    /// Hears of everybody who is signed out from now on.
    pub fn listen(&self) -> broadcast::Receiver<SignedOut> {
        self.0.subscribe()
    }
}

/// How long a code is good for.
const GOOD: Duration = Duration::from_secs(600);
/// Letters and digits that are not taken for one another.
const LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// How many of them: 31¹² is more than 2⁵⁹, far more than anybody can try in ten minutes.
const LENGTH: usize = 12;
/// How many codes there can be at once.
const MOST: usize = 10_000;

/// People on the way to another device. It is kept in memory alone.
#[derive(Debug, Default)]
pub struct Moving(Mutex<HashMap<Digested, (String, Instant)>>);

impl Moving {
    /// A new code for somebody, and how long it is good for; the one before is none any more.
    pub fn begin(&self, identity: &str) -> (String, Duration) {
        let mut random = rand::rng();
        let plain: String =
            (0..LENGTH).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect();
        let mut moving = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        moving.retain(|_, (person, until)| *until > now && person != identity);
        if moving.len() >= MOST {
            moving.clear();
        }
        moving.insert(Secret::digest_of(&plain), (identity.to_owned(), now + GOOD));
        let parts: Vec<&str> = [0, 4, 8].iter().map(|at| &plain[*at..*at + 4]).collect();
        (parts.join("-"), GOOD)
    }

    /// Whose code it is; it is none any more. However it is written: in small letters, with spaces.
    pub fn end(&self, code: &str) -> Option<String> {
        let plain: String = code
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .take(LENGTH + 1)
            .collect::<String>()
            .to_uppercase();
        let mut moving = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (identity, until) = moving.remove(&Secret::digest_of(&plain))?;
        (until > Instant::now()).then_some(identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_once_and_the_last_counts() {
        let moving = Moving::default();
        let (first, _) = moving.begin("ada");
        let (second, _) = moving.begin("ada");
        let (other, _) = moving.begin("bo");
        assert_eq!(moving.end(&first), None);
        assert_eq!(moving.end(&second.to_lowercase().replace('-', " ")), Some("ada".to_owned()));
        assert_eq!((moving.end(&second), moving.end("")), (None, None));
        assert_eq!(moving.end(&other), Some("bo".to_owned()));
    }

    #[test]
    fn who_is_signed_out_is_known_by_person_and_secret() {
        let (one, other) = (Secret::new().digest(), Secret::new().digest());
        let caller = |id: &str, token: &Digested| Caller {
            identity: Some((id.to_owned(), String::new())),
            token: Some(token.clone()),
            ..Caller::default()
        };
        let out = |only: Option<&Digested>, but: Option<&Digested>| SignedOut {
            identity: "ada".to_owned(),
            only: only.cloned(),
            but: but.cloned(),
        };
        assert!(
            out(None, None).concerns(&caller("ada", &one)) && !out(None, None).concerns(&caller("bo", &one))
        );
        assert!(out(Some(&one), None).concerns(&caller("ada", &one)));
        assert!(!out(Some(&one), None).concerns(&caller("ada", &other)));
        assert!(!out(None, Some(&one)).concerns(&caller("ada", &one)));
        assert!(out(None, Some(&one)).concerns(&caller("ada", &other)));
    }
}

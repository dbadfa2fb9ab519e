//! Secrets and names that nobody can guess.

use rand::distr::{Alphanumeric, SampleString};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// How many letters and digits a secret has: 62³² is more than 2¹⁹⁰.
const SECRET: usize = 32;
/// How many a name has: 62¹² is more than 2⁷¹: enough that names do not meet, and nobody finds a game by trying.
const NAME: usize = 12;

/// What proves who someone is. It is told once and kept only as its digest; it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The digest of a secret.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Digested(String);

impl Secret {
    /// A new one.
    pub fn new() -> Secret {
        Secret(random(SECRET))
    }

    /// One that somebody shows; `None` if it cannot be one.
    pub fn shown(text: &str) -> Option<Secret> {
        let fits = text.len() == SECRET && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| Secret(text.to_owned()))
    }

    /// The secret itself, to tell it to its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Its digest, to keep.
    pub fn digest(&self) -> Digested {
        Secret::digest_of(&self.0)
    }

    /// The digest of any secret text.
    pub fn digest_of(text: &str) -> Digested {
        let bytes = Sha256::digest(text.as_bytes());
        Digested(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl Default for Secret {
    fn default() -> Secret {
        Secret::new()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Digested {
    /// One that was kept.
    pub fn kept(text: String) -> Digested {
        Digested(text)
    }

    /// The text to keep.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether they are the same, in a time that does not tell how much of them is.
    pub fn matches(&self, other: &Digested) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl fmt::Debug for Digested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digested")
    }
}

/// A new name of a game or a person.
pub fn name() -> String {
    random(NAME)
}

/// Whether a text can be such a name.
pub fn is_name(text: &str) -> bool {
    text.len() == NAME && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A name that follows from a content.
pub fn name_of(content: &[u8]) -> String {
    Sha256::digest(content).iter().take(10).map(|byte| format!("{byte:02x}")).collect()
}

fn random(length: usize) -> String {
    Alphanumeric.sample_string(&mut rand::rng(), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_match_themselves_only() {
        let (one, other) = (Secret::new(), Secret::new());
        assert_ne!(one, other);
        assert!(one.digest().matches(&Secret::shown(one.reveal()).unwrap().digest()));
        assert!(!one.digest().matches(&other.digest()));
        assert_eq!(format!("{one:?} {:?}", one.digest()), "Secret Digested");
    }

    #[test]
    fn what_cannot_be_a_secret_is_none() {
        for text in ["", "short", &"é".repeat(16), &"x".repeat(33), &"-".repeat(32)] {
            assert_eq!(Secret::shown(text), None);
        }
        assert!(is_name(&name()) && !is_name("../../etc/pw") && !is_name(""));
    }
}

//! What the program is made of: every crate comes from the registry, pinned with its checksum, under a licence that fits
//! ours. It needs no network.

use crate::run::{cargo, root};
use std::iter::Peekable;
use std::str::SplitWhitespace;

/// Licences that may be part of the program.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    // It binds whoever changes those files, not who uses them.
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];
/// How the lock file begins to name a registry; anything else is a repository or a folder.
const REGISTRY: &str = "registry+";

/// Checks every dependency.
pub fn check() -> Result<(), String> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).map_err(|error| error.to_string())?;
    let mut wrong = unpinned(&lock);
    let mut tree =
        cargo(&["tree", "--offline", "--locked", "--package", "chatura", "--edges", "normal,build"]);
    tree.args(["--prefix", "none", "--no-dedupe", "--format", "{p}\t{l}"]);
    let output = tree.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let crates: std::collections::BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    for line in &crates {
        let (name, licence) = line.split_once('\t').unwrap_or((line, ""));
        if !fits(licence) {
            wrong.push(format!("{name} has the licence \"{licence}\", which is not among those allowed"));
        }
    }
    eprintln!("{} crates looked at", crates.len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// Packages of a lock file that come from elsewhere, or without a checksum.
fn unpinned(lock: &str) -> Vec<String> {
    let value = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
        line.map(|text| text.trim_matches('"').to_owned())
    };
    let packages = lock.split("[[package]]").skip(1);
    let wrong = packages.filter_map(|package| {
        let (name, source) = (value(package, "name")?, value(package, "source")?);
        match source.starts_with(REGISTRY) && value(package, "checksum").is_some() {
            true => None,
            false => Some(format!("{name} comes from {source}, or has no checksum")),
        }
    });
    wrong.collect()
}

/// Whether an expression of licences leaves a choice we may make.
fn fits(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    any(&mut words) == Some(true) && words.next().is_none()
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

/// Nothing if it is no expression; both sides are read, whichever fits.
fn any(words: &mut Words<'_>) -> Option<bool> {
    let mut found = all(words)?;
    while words.next_if_eq(&"OR").is_some() {
        found |= all(words)?;
    }
    Some(found)
}

fn all(words: &mut Words<'_>) -> Option<bool> {
    let mut found = one(words)?;
    while words.next_if_eq(&"AND").is_some() {
        found &= one(words)?;
    }
    Some(found)
}

fn one(words: &mut Words<'_>) -> Option<bool> {
    if words.next_if_eq(&"(").is_some() {
        let found = any(words)?;
        return words.next_if_eq(&")").map(|_| found);
    }
    let name = words.next()?;
    if words.next_if_eq(&"WITH").is_some() {
        let exception = words.next()?;
        return Some(ALLOWED.contains(&format!("{name} WITH {exception}").as_str()));
    }
    Some(ALLOWED.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_read_as_they_are_meant() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR GPL-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR X",
        ] {
            assert!(fits(good), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT",
            "MIT)",
            "MIT OR",
            "Apache-2.0 WITH something",
            "(MIT AND GPL-2.0) OR AGPL-3.0",
        ] {
            assert!(!fits(bad), "{bad}");
        }
    }

    #[test]
    fn only_the_registry_with_a_checksum_is_taken() {
        let package =
            |name: &str, rest: &str| format!("[[package]]\nname = \"{name}\"\nversion = \"1\"\n{rest}\n");
        let registry = format!("source = \"{REGISTRY}somewhere\"");
        let lock = [
            package("own", ""),
            package("good", &format!("{registry}\nchecksum = \"00\"")),
            package("bare", &registry),
            package("git", "source = \"git+https://example.org/x#1\""),
        ];
        let wrong = unpinned(&lock.concat());
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].starts_with("bare ") && wrong[1].starts_with("git "), "{wrong:?}");
    }
}

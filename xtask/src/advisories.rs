//! Known faults of what the program is made of: a list in the repository, with its date, that the lock file is compared
//! with. It needs no network; `cargo xtask advisories` makes it anew from the RustSec database.

use crate::run::{root, run};
use clap::Args;
use semver::{Version, VersionReq};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The list.
const LIST: &str = "advisories.toml";
/// Where RustSec keeps its advisories.
const SOURCE: &str = "https://github.com/RustSec/advisory-db";
/// After so many days the list is called old.
const OLD: i64 = 60;

/// Where the list comes from.
#[derive(Args)]
pub struct Arguments {
    /// A copy of the RustSec database: a folder, or what `git clone` takes.
    #[arg(default_value = SOURCE)]
    from: String,
}

/// One advisory: what is wrong with which versions of a crate.
#[derive(Clone, Debug, PartialEq)]
struct Advisory {
    id: String,
    package: String,
    /// Versions in which it is mended, each a requirement.
    patched: Vec<String>,
    /// Versions that never had it.
    unaffected: Vec<String>,
    /// What it is, if it is no vulnerability: `unmaintained`, `unsound` or `notice`.
    informational: Option<String>,
}

impl Advisory {
    /// Whether a version has the fault.
    fn affects(&self, version: &Version) -> Result<bool, String> {
        for range in self.patched.iter().chain(&self.unaffected) {
            let range =
                VersionReq::parse(range).map_err(|error| format!("{} in {}: {error}", range, self.id))?;
            // A version before a release counts as that release would: it is what people call it.
            let plain = Version::new(version.major, version.minor, version.patch);
            if range.matches(version) || range.matches(&plain) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The list as it is kept.
struct List {
    /// The day it was made, in days since 1970.
    day: i64,
    /// Whether it holds everything that was known that day.
    complete: bool,
    /// The crates that were looked up, where it does not.
    looked_up: Vec<String>,
    advisories: Vec<Advisory>,
}

/// Compares the lock file with the list, and says how old that is.
pub fn check() -> Result<(), String> {
    let list = List::read(&read(&root().join(LIST))?)?;
    let packages = packages(&read(&root().join("Cargo.lock"))?)?;
    let today =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64 / 86_400);
    eprintln!("{}", list.told(today));
    let (wrong, noted) = list.found(&packages)?;
    for name in list.unknown(&packages) {
        eprintln!("note: {name} was not looked up");
    }
    noted.iter().for_each(|note| eprintln!("note: {note}"));
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("{}; update them", wrong.join("; "))),
    }
}

/// Makes the list anew.
pub fn renew(arguments: &Arguments) -> Result<(), String> {
    let folder = Path::new(&arguments.from);
    let cloned = root().join("target/advisory-db");
    let folder = match folder.is_dir() {
        true => folder,
        false => {
            let _ = std::fs::remove_dir_all(&cloned);
            run(Command::new("git")
                .args(["clone", "--quiet", "--depth", "1", &arguments.from])
                .arg(&cloned))?;
            &cloned
        }
    };
    let advisories = gather(&folder.join("crates"))?;
    if advisories.is_empty() {
        return Err(format!("there are no advisories in {}", folder.display()));
    }
    let text = written(&advisories, &today_as_text()?);
    std::fs::write(root().join(LIST), text).map_err(|error| error.to_string())?;
    eprintln!("{} advisories", advisories.len());
    check()
}

impl List {
    fn read(text: &str) -> Result<List, String> {
        let wrong = |what: &str| format!("{LIST}: {what}");
        let table: toml::Table = text.parse().map_err(|error| wrong(&format!("{error}")))?;
        let date = table.get("date").and_then(toml::Value::as_str).ok_or_else(|| wrong("it has no date"))?;
        let entries = table.get("advisory").and_then(toml::Value::as_array);
        let advisories: Option<Vec<Advisory>> = entries
            .ok_or_else(|| wrong("it is empty"))?
            .iter()
            .map(|entry| advisory(entry.as_table()?))
            .collect();
        Ok(List {
            day: days(date).ok_or_else(|| wrong("its date is no YYYY-MM-DD"))?,
            complete: table.get("complete").and_then(toml::Value::as_bool).unwrap_or(false),
            looked_up: texts(&table, "looked-up"),
            advisories: advisories.ok_or_else(|| wrong("an advisory has no id or no package"))?,
        })
    }

    fn told(&self, today: i64) -> String {
        let age = today - self.day;
        let mut text = format!("{} advisories, {age} days old", self.advisories.len());
        if !self.complete {
            let _ =
                write!(text, "; looked up for {} crates, NOT everything that is known", self.looked_up.len());
        }
        if age > OLD || !self.complete {
            text += "; renew the list with `cargo xtask advisories`";
        }
        text
    }

    /// The packages of which the list knows nothing, good or bad.
    fn unknown<'a>(&self, packages: &'a [Package]) -> impl Iterator<Item = &'a str> {
        let is_known = |name: &str| self.complete || self.looked_up.iter().any(|known| known == name);
        let mut names: Vec<&str> =
            packages.iter().filter(|package| package.is_foreign).map(|p| p.name.as_str()).collect();
        names.dedup();
        names.into_iter().filter(move |name| !is_known(name)).collect::<Vec<_>>().into_iter()
    }

    /// Vulnerabilities of these packages, and what else is known of them.
    fn found(&self, packages: &[Package]) -> Result<(Vec<String>, Vec<String>), String> {
        let (mut wrong, mut noted) = (Vec::new(), Vec::new());
        for advisory in &self.advisories {
            for package in packages.iter().filter(|package| package.name == advisory.package) {
                if advisory.affects(&package.version)? {
                    let told = format!("{} {}: {}", package.name, package.version, advisory.id);
                    match &advisory.informational {
                        None => wrong.push(told),
                        Some(kind) => noted.push(format!("{told} ({kind})")),
                    }
                }
            }
        }
        Ok((wrong, noted))
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A package of a lock file.
struct Package {
    name: String,
    version: Version,
    /// Whether it comes from elsewhere.
    is_foreign: bool,
}

/// The packages of a lock file.
fn packages(lock: &str) -> Result<Vec<Package>, String> {
    let table: toml::Table = lock.parse().map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = table.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let text = |package: &toml::Value, key: &str| package.get(key)?.as_str().map(str::to_owned);
    packages
        .map(|package| {
            let (name, version) = (text(package, "name"), text(package, "version"));
            let (name, version) =
                name.zip(version).ok_or("Cargo.lock: a package without a name or a version")?;
            let version = Version::parse(&version).map_err(|error| format!("{name} {version}: {error}"))?;
            Ok(Package { name, version, is_foreign: package.get("source").is_some() })
        })
        .collect()
}

/// An advisory from its table in the list.
fn advisory(table: &toml::Table) -> Option<Advisory> {
    let text = |key: &str| table.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    Some(Advisory {
        id: text("id")?,
        package: text("package")?,
        patched: texts(table, "patched"),
        unaffected: texts(table, "unaffected"),
        informational: text("informational"),
    })
}

fn texts(table: &toml::Table, key: &str) -> Vec<String> {
    let list = table.get(key).and_then(toml::Value::as_array).into_iter().flatten();
    list.filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

/// Every advisory of a database that still holds, by package and id.
fn gather(folder: &Path) -> Result<Vec<Advisory>, String> {
    let list = |folder: &Path| -> Result<Vec<PathBuf>, String> {
        let entries = folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        Ok(paths)
    };
    let mut advisories = Vec::new();
    for package in list(folder)?.iter().filter(|path| path.is_dir()) {
        for file in list(package)?.iter().filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        {
            advisories
                .extend(front_matter(&read(file)?).map_err(|error| format!("{}: {error}", file.display()))?);
        }
    }
    Ok(advisories)
}

/// The advisory in the block of TOML a file of the database begins with; nothing if it was withdrawn.
fn front_matter(text: &str) -> Result<Option<Advisory>, String> {
    let block = text.split_once("```toml").and_then(|(_, rest)| rest.split_once("```"));
    let (block, _) = block.ok_or("it does not begin with a block of TOML")?;
    let table: toml::Table = block.parse().map_err(|error| format!("{error}"))?;
    let about = table.get("advisory").and_then(toml::Value::as_table).ok_or("it has no [advisory]")?;
    if about.contains_key("withdrawn") {
        return Ok(None);
    }
    let mut found = advisory(about).ok_or("it has no id or no package")?;
    if let Some(versions) = table.get("versions").and_then(toml::Value::as_table) {
        (found.patched, found.unaffected) = (texts(versions, "patched"), texts(versions, "unaffected"));
    }
    Ok(Some(found))
}

/// The list as a file.
fn written(advisories: &[Advisory], date: &str) -> String {
    let mut text = format!(
        "# Known faults of crates, from the RustSec advisory database. Made by `cargo xtask advisories`.\n\
         date = \"{date}\"\ncomplete = true\n"
    );
    for advisory in advisories {
        let quoted =
            |list: &[String]| list.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "\n[[advisory]]\nid = {:?}\npackage = {:?}", advisory.id, advisory.package);
        if let Some(kind) = &advisory.informational {
            let _ = writeln!(text, "informational = {kind:?}");
        }
        let _ = writeln!(text, "patched = [{}]", quoted(&advisory.patched));
        if !advisory.unaffected.is_empty() {
            let _ = writeln!(text, "unaffected = [{}]", quoted(&advisory.unaffected));
        }
    }
    text
}

/// Days from 1970 to a date written as 2026-11-18.
fn days(date: &str) -> Option<i64> {
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that the leap day comes last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * month + 2) / 5 + day - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

fn today_as_text() -> Result<String, String> {
    let output =
        Command::new("date").args(["-u", "+%F"]).output().map_err(|error| format!("date: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "```toml\n[advisory]\nid = \"RUSTSEC-2024-0001\"\npackage = \"thing\"\ndate = \"2024-01-01\"\n\n\
                        [versions]\npatched = [\">= 1.2.3\", \"^0.9.5\"]\nunaffected = [\"< 0.5.0\"]\n```\n\n# A fault\n";

    #[test]
    fn versions_with_a_fault_are_told_from_others() {
        let found = front_matter(FILE).unwrap().unwrap();
        let affected = |version: &str| found.affects(&Version::parse(version).unwrap()).unwrap();
        for version in ["0.5.0", "0.9.4", "1.0.0", "1.2.2"] {
            assert!(affected(version), "{version}");
        }
        for version in ["0.4.9", "0.9.5", "0.9.12", "1.2.3", "1.2.3+spec-1.1.0", "2.0.0"] {
            assert!(!affected(version), "{version}");
        }
    }

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let mut unmaintained = front_matter(FILE).unwrap().unwrap();
        unmaintained.informational = Some("unmaintained".to_owned());
        let advisories = vec![front_matter(FILE).unwrap().unwrap(), unmaintained];
        let list = List::read(&written(&advisories, "2026-11-18")).unwrap();
        assert_eq!((list.day, list.complete), (20_775, true));
        assert_eq!(list.advisories, advisories);
        let lock = "[[package]]\nname = \"thing\"\nversion = \"1.0.0\"\n[[package]]\nname = \"thing\"\nversion = \"1.3.0\"\n";
        let (wrong, noted) = list.found(&packages(lock).unwrap()).unwrap();
        assert_eq!(wrong, ["thing 1.0.0: RUSTSEC-2024-0001"]);
        assert_eq!(noted, ["thing 1.0.0: RUSTSEC-2024-0001 (unmaintained)"]);
        assert!(list.told(20_775).ends_with("0 days old"), "{}", list.told(20_775));
        assert!(list.told(20_900).contains("cargo xtask advisories"));
    }

    #[test]
    fn what_was_not_looked_up_is_told() {
        let text = "date = \"2026-11-19\"\ncomplete = false\nlooked-up = [\"thing\"]\nadvisory = []\n";
        let lock = "[[package]]\nname = \"own\"\nversion = \"1.0.0\"\n[[package]]\nname = \"thing\"\nversion = \"1.0.0\"\nsource = \"r\"\n\
                    [[package]]\nname = \"new\"\nversion = \"1.0.0\"\nsource = \"r\"\n[[package]]\nname = \"new\"\nversion = \"2.0.0\"\nsource = \"r\"\n";
        let packages = packages(lock).unwrap();
        let mut list = List::read(text).unwrap();
        assert_eq!(list.unknown(&packages).collect::<Vec<_>>(), ["new"]);
        assert!(list.told(list.day).contains("looked up for 1 crates, NOT everything"));
        list.complete = true;
        assert_eq!(list.unknown(&packages).count(), 0);
    }

    #[test]
    fn a_database_is_gathered_without_what_was_withdrawn() {
        let folder = std::env::temp_dir().join(format!("chatura-advisories-{}", std::process::id()));
        let write = |package: &str, file: &str, text: &str| {
            std::fs::create_dir_all(folder.join(package)).unwrap();
            std::fs::write(folder.join(package).join(file), text).unwrap();
        };
        write("thing", "RUSTSEC-2024-0001.md", FILE);
        write("thing", "RUSTSEC-2024-0002.md", &FILE.replace("date =", "withdrawn = \"2024-02-01\"\ndate ="));
        write("thing", "notes.txt", "nothing");
        let found = gather(&folder);
        write("other", "RUSTSEC-2024-0003.md", "no block");
        let broken = gather(&folder);
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found.unwrap().len(), 1);
        assert!(broken.unwrap_err().contains("RUSTSEC-2024-0003.md: it does not begin"));
    }

    #[test]
    fn dates_are_counted_in_days() {
        for (date, day) in [("1970-01-01", 0), ("2000-02-29", 11_016), ("2024-03-01", 19_783)] {
            assert_eq!(days(date), Some(day), "{date}");
        }
        assert!(["", "2024", "2024-13-01", "2024-01-01-01", "x-y-z"].iter().all(|date| days(date).is_none()));
    }

    #[test]
    fn the_list_of_the_repository_can_be_read() {
        let list = List::read(&read(&root().join(LIST)).unwrap()).unwrap();
        assert!(!list.advisories.is_empty());
        let packages = packages(&read(&root().join("Cargo.lock")).unwrap()).unwrap();
        assert!(list.complete || list.looked_up.len() > 300, "what is known is told");
        assert!(list.unknown(&packages).count() < packages.len() / 4, "most crates were looked up");
        for advisory in &list.advisories {
            assert!(advisory.affects(&Version::new(0, 0, 0)).is_ok(), "{}", advisory.id);
        }
    }
}

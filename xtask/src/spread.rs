//! `cargo xtask spread`: how much of each rule stands outside its own module, in lines and files.
//!
//! Counted are lines of the crates' sources that name the rule, without comments and tests. What is left should be
//! questions, not decisions.

use crate::run::root;
use std::fs;
use std::path::{Path, PathBuf};

/// A rule, the words by which a line is about it, and the files that are its own.
const RULES: &[(&str, &[&str], &[&str])] = &[
    ("castling", &["castl"], &["rule/castling"]),
    ("en passant", &["en_passant", "enpassant", "passing"], &["rule/en_passant"]),
    ("promotion", &["promot"], &["rule/promotion"]),
    ("drops and hands", &["drops", "droptable", "hands", "held", "in_hand", "hand_"], &["rule/drops"]),
    ("gating", &["gating", "gate"], &["rule/gating"]),
    ("shots", &["shots", "shoot"], &["rule/shots"]),
    ("explosions", &["blast"], &["rule/blast"]),
    (
        "points and elimination",
        &["points", "eliminat", "seats"],
        &["rule/points", "rule/elimination", "src/seats.rs"],
    ),
    ("several moves a turn", &["moves_per_turn", "most_moves"], &["rule/turns"]),
    ("passing the turn", &["may_pass", "pass::"], &["rule/pass"]),
    ("duck", &["duck"], &["rule/duck"]),
    ("petrify", &["petrif"], &["rule/petrify"]),
    ("transform", &["transform"], &["rule/transform"]),
    ("progressive turns", &["progressive"], &["rule/progressive"]),
    ("walling", &["walling"], &["rule/walling"]),
    ("counting", &["counting"], &["rule/counting"]),
    ("draw odds", &["draw_odds", "drawodds"], &["rule/draw_odds"]),
    ("evasion", &["evasion::", "rules.evasion"], &["rule/evasion"]),
    ("lost first moves", &["first_safe", "firstsafe"], &["rule/first_safe"]),
    ("results by pieces", &["piece_count", "piececount"], &["rule/piece_count"]),
];

/// The crates that decide or ask: those that only draw, serve or print say the words for other things.
const CRATES: [&str; 3] = ["rules", "search", "define"];

/// Readers and writers of other programs' forms, which name everything in words that are not ours.
const FOREIGN: [&str; 2] = ["define/src/ini", "define/src/diagram"];

/// Prints a row for each rule.
pub fn spread() -> Result<(), String> {
    let mut sources = Vec::new();
    for name in CRATES {
        collect(&root().join("crates").join(name).join("src"), &mut sources)?;
    }
    sources.retain(|(path, _)| !FOREIGN.iter().any(|part| path.contains(part)));
    println!("| rule | in rules | in search | in define | together | files |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (rule, words, own) in RULES {
        let (mut lines, mut files) = ([0; CRATES.len()], 0);
        for (path, code) in sources.iter().filter(|(path, _)| !own.iter().any(|part| path.contains(part))) {
            let found = code.iter().filter(|line| words.iter().any(|word| line.contains(word))).count();
            let home = CRATES.iter().position(|name| path.contains(&format!("/crates/{name}/")));
            lines[home.unwrap_or_default()] += found;
            files += usize::from(found > 0);
        }
        let together: usize = lines.iter().sum();
        let lines = lines.map(|count| count.to_string()).join(" | ");
        println!("| {rule} | {lines} | {together} | {files} |");
    }
    Ok(())
}

/// Every source of a folder with its lines of code, in small letters.
fn collect(folder: &Path, sources: &mut Vec<(String, Vec<String>)>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, sources)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            sources.push((path.to_string_lossy().replace('\\', "/"), code(&text)));
        }
    }
    Ok(())
}

/// The lines of a source without comments, and without the tests at its foot. A single line that is for tests only, as in a
/// list of modules, is left out alone.
fn code(text: &str) -> Vec<String> {
    let mut code = Vec::new();
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or("").trim());
    while let Some(line) = lines.next() {
        if line != "#[cfg(test)]" {
            code.push(line.to_lowercase());
        } else if lines.find(|line| !line.starts_with("#[")).is_none_or(|line| line.ends_with('{')) {
            break;
        }
    }
    code.retain(|line| !line.is_empty());
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_tests_do_not_count() {
        let text = "use Blast;\n// a blast\n\nlet x = 1; // blast\n#[cfg(test)]\nmod tests { blast }\n";
        assert_eq!(code(text), ["use blast;", "let x = 1;"]);
        let list = "mod blast;\n#[cfg(test)]\nmod trial;\nmod duck;\n#[cfg(test)]\n#[path = \"x\"]\nmod tests {\nblast";
        assert_eq!(code(list), ["mod blast;", "mod duck;"]);
    }
}

//! `cargo xtask spread`: how much of each rule stands outside its own module, in lines and files.
//!
//! Counted are lines of the crates' sources that name the rule, without comments and tests. Texts of more than one word do
//! not count: a sentence for people, say another rule's documentation, decides nothing and depends on nothing. Keys, which
//! are one word, do. What is left should be questions, not decisions. With the beginning of a rule's name the lines
//! are listed.

use crate::run::root;
use std::fs;
use std::path::{Path, PathBuf};

/// A rule, the words by which a line is about it, and the files that are its own.
const RULES: &[(&str, &[&str], &[&str])] = &[
    ("castling", &["castl"], &["rule/castling"]),
    ("en passant", &["en_passant", "enpassant", "passing"], &["rule/en_passant"]),
    ("promotion", &["promot"], &["rule/promotion"]),
    (
        "drops and hands",
        &["drops", "droptable", "hands", "held", "in_hand", "hand_", "to_hand"],
        &["rule/drops"],
    ),
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

/// Readers and writers of forms that are not ours, which name everything in words of their own, and rules for tests.
const NOT_COUNTED: [&str; 5] = [
    "define/src/ini",
    "define/src/diagram",
    "rules/src/notation/kif",
    "rules/src/notation/native",
    "rules/src/rule/trial.rs",
];

/// Words that mean something else in some files: a board may be drawn with its pieces on points.
const OTHERWISE: [(&str, &str); 2] =
    [("points", "rules/src/definition/look.rs"), ("points", "define/src/toml")];

/// Prints a row for each rule, and the lines of the one that was asked for.
pub fn spread(listed: Option<&str>) -> Result<(), String> {
    let mut sources = Vec::new();
    for name in CRATES {
        collect(&root().join("crates").join(name).join("src"), &mut sources)?;
    }
    sources.retain(|(path, _)| !NOT_COUNTED.iter().any(|part| path.contains(part)));
    println!("| rule | in rules | in search | in define | together | files |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (rule, words, own) in RULES {
        let (mut lines, mut files) = ([0; CRATES.len()], 0);
        for (path, code) in sources.iter().filter(|(path, _)| !own.iter().any(|part| path.contains(part))) {
            let means =
                |word: &&&str| !OTHERWISE.iter().any(|(other, part)| other == *word && path.contains(part));
            let words: Vec<&&str> = words.iter().filter(means).collect();
            let about = |line: &&String| words.iter().any(|word| line.contains(**word));
            let found = code.iter().filter(about).count();
            if listed.is_some_and(|listed| rule.starts_with(listed)) {
                code.iter().filter(about).for_each(|line| println!("{path}: {line}"));
            }
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

/// The lines of a source without comments and sentences, and without the tests at its foot. A single line that is for
/// tests only, as in a list of modules, is left out alone.
fn code(text: &str) -> Vec<String> {
    let text = plain(text);
    let mut code = Vec::new();
    let mut lines = text.lines().map(str::trim);
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

/// A source without comments, and with nothing between the quotes of texts of more than one word.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'', 'r']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let length = if from.starts_with("//") {
            from.find('\n').unwrap_or(from.len())
        } else if let Some((inside, length)) = literal(from) {
            if inside.contains(char::is_whitespace) {
                plain.extend(inside.chars().filter(|c| *c == '\n'));
            } else {
                plain.push_str(inside);
            }
            length
        } else {
            // A quote as a character begins no text.
            let length = if from.starts_with("'\"'") { 3 } else { 1 };
            plain.push_str(&from[..length]);
            length
        };
        rest = &from[length..];
    }
    plain + rest
}

/// What is in the text literal that a source begins with, and how long it is with its quotes; nothing if it begins with
/// something else.
fn literal(from: &str) -> Option<(&str, usize)> {
    let hashes = from.strip_prefix('r').map(|raw| raw.len() - raw.trim_start_matches('#').len());
    if let Some(hashes) = hashes {
        let begin = 1 + hashes;
        let inside = from[begin..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = inside.find(&end)?;
        return Some((&inside[..length], begin + 1 + length + end.len()));
    }
    let inside = from.strip_prefix('"')?;
    let mut escaped = false;
    let length = inside.find(|c: char| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some((&inside[..length], length + 2))
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

    #[test]
    fn sentences_do_not_count_and_keys_do() {
        let text = "say(\"A duck \\\n   is \\\"no\\\" drop.\", \"duck\"); // x\nlet c = '\"'; r#\"two \"words\"#; r\"drop\"";
        assert_eq!(code(text), ["say(", ", duck);", "let c = '\"'; ; drop"]);
    }
}

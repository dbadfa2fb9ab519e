//! What the page about the sources says is so: each row has tests that are there, or a reason.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What stands between backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Whether a word names a file.
fn is_file(word: &str) -> bool {
    let endings = [".rs", ".js", ".toml", ".md"];
    word.contains('/') && endings.iter().any(|ending| word.ends_with(ending))
}

/// Where a file is: below `crates/`, or below the root.
fn place(word: &str) -> Option<PathBuf> {
    [root().join("crates").join(word), root().join(word)].into_iter().find(|path| path.is_file())
}

/// Whether a file has a test of a name.
fn has_test(text: &str, name: &str) -> bool {
    let rust = text.split("test").skip(1).any(|rest| {
        let head: String = rest.lines().skip(1).take(3).collect();
        rest.lines().next().is_some_and(|line| line.ends_with(']')) && head.contains(&format!("fn {name}("))
    });
    rust || text.contains(&format!("test(\"{name}\""))
}

#[test]
fn each_thing_the_sources_describe_has_tests_or_a_reason() {
    let text = read(&root().join("docs/sources.md"));
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| what |"));
    let (mut wrong, mut count, mut shown) = (Vec::new(), 0, 0);
    for row in rows.filter(|row| !row.starts_with("| ---")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [what, here, tests] = cells[..] else {
            wrong.push(format!("not three cells: {row}"));
            continue;
        };
        count += 1;
        wrong.extend(
            quoted(here)
                .filter(|word| is_file(word) && place(word).is_none())
                .map(|word| format!("{what}: no {word}")),
        );
        if tests == "–" {
            if !here.starts_with("Not here: ") {
                wrong.push(format!("{what}: neither a test nor a reason"));
            }
            continue;
        }
        let (mut file, mut found) = (None, 0);
        for word in quoted(tests) {
            match (is_file(word), &file) {
                (true, _) => match place(word) {
                    Some(path) => file = Some((word, read(&path))),
                    None => wrong.push(format!("{what}: no file {word}")),
                },
                (false, Some((_, text))) if has_test(text, word) => found += 1,
                (false, known) => {
                    let name = known.as_ref().map_or("no file", |(name, _)| name);
                    wrong.push(format!("{what}: no test {word} in {name}"));
                }
            }
        }
        if found == 0 {
            wrong.push(format!("{what}: no test is named"));
        }
        shown += found;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 80 && shown > count, "{count} rows, {shown} tests");
}

/// What a crate is built of.
fn dependencies(name: &str) -> Vec<String> {
    let text = read(&root().join("crates").join(name).join("Cargo.toml"));
    let section = text.split("[dependencies]").nth(1).unwrap_or_default();
    let lines = section.lines().skip(1).take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| !name.is_empty() && !name.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn the_logic_knows_no_interface() {
    let ours = |name: &str| -> Vec<String> {
        let all = dependencies(name).into_iter();
        all.filter(|name| name.starts_with("chatura")).collect()
    };
    assert_eq!(ours("rules"), [""; 0]);
    assert_eq!(ours("session"), ["chatura-rules"]);
    for logic in ["rules", "define", "search", "session", "players"] {
        let all = dependencies(logic);
        assert!(!all.is_empty(), "{logic}");
        for interface in ["chatura", "chatura-server", "chatura-draw", "tokio", "hyper", "crossterm", "clap"]
        {
            assert!(!all.iter().any(|name| name == interface), "{logic} is built of {interface}");
        }
    }
}

//! The examples of the README and the tutorial run and print what is said there that they print.
#![cfg(unix)]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fenced block of Markdown: its language and its lines.
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), open.as_mut()) {
            (Some(language), None) => open = Some(Block { language, lines: Vec::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    blocks
}

/// Writes a definition whose first line names a file (`# my-game.toml`).
fn write_definition(block: &Block<'_>, folder: &Path) {
    let name = block.lines.first().and_then(|line| line.strip_prefix("# "));
    if let Some(name) = name.filter(|_| block.language == "toml") {
        std::fs::write(folder.join(name), block.lines.join("\n")).expect("a definition");
    }
}

/// The commands of a block, each with the lines shown under it.
fn commands<'a>(block: &Block<'a>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in &block.lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, shown))) => shown.push(line),
            (None, None) => {}
        }
    }
    commands
}

/// A shell in which `chatura` is the program under test.
fn shell(command: &str, folder: &Path) -> std::process::Output {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_chatura"));
    let mut path: OsString = program.parent().expect("a folder").into();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    // A terminal shows remarks and results alike.
    shell
        .args(["-c", &format!("{command} 2>&1")])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .expect("a shell")
}

/// Whether a command is shown to fail: what is wrong is told with a cross.
fn fails(shown: &[&str]) -> bool {
    shown.iter().any(|line| line.trim_start().starts_with('×'))
}

/// Runs the commands of a page in their order, each with the definitions shown before it; says how many there were.
fn run_examples(page: &str) -> usize {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let text = std::fs::read_to_string(file).expect(page);
    let name = format!("chatura-{}-{}", page.replace('/', "-"), std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut count = 0;
    for block in blocks(&text) {
        write_definition(&block, &folder);
        if block.language != "console" {
            continue;
        }
        for (command, shown) in
            commands(&block).into_iter().filter(|(command, _)| command.contains("chatura"))
        {
            count += 1;
            let output = shell(command, &folder);
            let text = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.success(), !fails(&shown), "{page}: `{command}`:\n{text}");
            let mut printed = text.lines();
            // An ellipsis stands for lines left out; all others must be there, in this order.
            for line in shown.iter().filter(|line| **line != "…") {
                assert!(
                    printed.any(|own| own == *line),
                    "{page}: `{command}` does not print \"{line}\" there:\n{text}"
                );
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    count
}

#[test]
fn readme_examples_run() {
    let count = run_examples("README.md");
    assert!(count >= 5, "the README shows each command, found {count}");
}

#[test]
fn the_tutorial_runs_step_by_step() {
    let count = run_examples("docs/tutorial.md");
    assert!(count >= 8, "each step is tried, found {count}");
}

/// What a row of a table says to write, and the games it points to.
fn wish(row: &str) -> Option<(&str, Vec<&str>)> {
    let columns: Vec<&str> = row.strip_prefix('|')?.split(" | ").map(str::trim).collect();
    let [_, written, see] = columns[..] else { return None };
    let games: Vec<&str> =
        see.split("../games/").skip(1).filter_map(|rest| Some(rest.split_once(".toml")?.0)).collect();
    (!games.is_empty()).then_some((written, games))
}

#[test]
fn wishes_point_to_games_that_have_what_is_wished() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/wishes.md");
    let text = std::fs::read_to_string(page).expect("the page");
    let mut checked = 0;
    for (written, games) in text.lines().filter_map(wish) {
        for game in games {
            let definition = chatura_define::definition(game, &[], 0)
                .unwrap_or_else(|error| panic!("{game}: {:?}", error.findings()));
            let keys = written.split('`').filter_map(|word| word.split_once('.'));
            let has = |(section, key): (&str, &str)| match section {
                "rules" => definition.rules.get(key.split('.').next().unwrap_or(key)).is_some(),
                "end" => definition.end.get(key.split('.').next().unwrap_or(key)).is_some(),
                _ => true,
            };
            let several = keys.clone().count() > 1;
            assert!(several || keys.clone().all(has), "{game} has no {written}");
            assert!(keys.clone().next().is_none() || keys.clone().any(has), "{game} has none of {written}");
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} games are pointed to");
}

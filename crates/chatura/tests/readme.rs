//! The README's examples run and print what it says they print.
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

/// Writes each definition whose first line names a file (`# my-game.toml`).
fn write_definitions(blocks: &[Block<'_>], folder: &Path) {
    for block in blocks.iter().filter(|block| block.language == "toml") {
        if let Some(name) = block.lines.first().and_then(|line| line.strip_prefix("# ")) {
            std::fs::write(folder.join(name), block.lines.join("\n")).expect("a definition");
        }
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

#[test]
fn readme_examples_run() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(readme).expect("the README");
    let blocks = blocks(&text);
    let folder = std::env::temp_dir().join(format!("chatura-readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    write_definitions(&blocks, &folder);
    let mut count = 0;
    for block in blocks.iter().filter(|block| block.language == "console") {
        for (command, shown) in commands(block) {
            if !command.contains("chatura") {
                continue;
            }
            count += 1;
            let output = shell(command, &folder);
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "`{command}` failed:\n{complaint}");
            let text = String::from_utf8_lossy(&output.stdout);
            let mut printed = text.lines();
            // An ellipsis stands for lines left out; all others must be there, in this order.
            for line in shown.iter().filter(|line| **line != "…") {
                assert!(
                    printed.any(|own| own == *line),
                    "`{command}` does not print \"{line}\" there:\n{text}"
                );
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(count >= 5, "the README shows each command, found {count}");
}

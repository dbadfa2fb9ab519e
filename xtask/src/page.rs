//! The page's own tools: format and types by programs from npm, axe-core for the browser, screenshots and
//! measurements.

use crate::run::{cargo, find, root, run, works};
use clap::Args;
use std::path::PathBuf;
use std::process::Command;

/// What is installed from npm, for development alone: the package with its version, and the file that is used of it.
const PACKAGES: [(&str, &str); 3] = [
    ("typescript@5", "typescript/bin/tsc"),
    ("prettier@3", "prettier/bin/prettier.cjs"),
    ("axe-core@4", "axe-core/axe.min.js"),
];
const COMPILER: &str = PACKAGES[0].1;
const FORMATTER: &str = PACKAGES[1].1;

/// What the formatter looks at.
const FORMATTED: &str = "web/**/*.{js,css,html,json}";

/// Which screenshots.
#[derive(Args)]
pub struct Shots {
    /// The folder they are put into.
    #[arg(default_value = "target/screenshots")]
    folder: String,
    /// Only those whose name contains this, like `chess-desktop`.
    only: Option<String>,
}

/// Where the packages are.
fn folder() -> PathBuf {
    root().join("target/page")
}

/// A file of a package.
fn file(name: &str) -> PathBuf {
    folder().join("node_modules").join(name)
}

/// Installs what is missing, if that is possible; says so if it is not.
pub fn provide() {
    let names = PACKAGES.map(|(package, _)| package).join(", ");
    if PACKAGES.iter().all(|(_, used)| file(used).is_file()) {
        eprintln!("{names}: {}", folder().display());
        return;
    }
    let installed = find("npm").is_some_and(|npm| {
        let prefix = folder();
        std::fs::create_dir_all(&prefix).is_ok()
            && works(
                Command::new(npm)
                    .args(["install", "--no-save", "--prefix"])
                    .arg(prefix)
                    .args(PACKAGES.map(|(package, _)| package)),
            )
    });
    if !installed {
        eprintln!(
            "{names}: npm is missing or has no network; SKIPPED: format, types and accessibility of the page"
        );
    }
}

/// A program from npm, ready to run from the root; nothing if it or node is not there.
fn tool(name: &str) -> Option<Command> {
    let node = find("node").filter(|_| file(name).is_file())?;
    let mut command = Command::new(node);
    command.arg(file(name)).current_dir(root());
    Some(command)
}

/// Runs a program from npm, or says that what it would do is skipped.
fn run_or_skip(name: &str, arguments: &[&str], purpose: &str) -> Result<(), String> {
    match tool(name) {
        Some(mut command) => run(command.args(arguments)),
        None => {
            eprintln!("node or {name} is not installed; SKIPPED: {purpose}");
            Ok(())
        }
    }
}

/// Runs a program from npm that somebody asked for.
fn run_now(name: &str, arguments: &[&str]) -> Result<(), String> {
    provide();
    let missing = || format!("this needs node, and {name} from npm");
    run(tool(name).ok_or_else(missing)?.args(arguments))
}

/// Whether the page is written as the formatter writes it; skipped without node.
pub fn is_formatted() -> Result<(), String> {
    run_or_skip(FORMATTER, &["--log-level", "warn", "--check", FORMATTED], "format of the page")
}

/// Writes the page as the formatter does.
pub fn format() -> Result<(), String> {
    run_now(FORMATTER, &["--log-level", "warn", "--write", FORMATTED])
}

/// The types in the page's comments, strictly; skipped without node.
pub fn types() -> Result<(), String> {
    run_or_skip(COMPILER, &["-p", "web/jsconfig.json"], "types of the page")
}

fn example(profile: &str, words: &[&str]) -> Result<(), String> {
    let build =
        ["run", "--quiet", "--profile", profile, "--package", "chatura-server", "--example", "page", "--"];
    run(cargo(&build).args(words))
}

/// Takes screenshots of every part, light and dark, on three sizes of screen.
pub fn screenshots(shots: &Shots) -> Result<(), String> {
    let mut words = vec!["screenshots", &shots.folder];
    words.extend(shots.only.as_deref());
    example("test", &words)
}

/// Measures first loads and what dragging costs.
pub fn measure() -> Result<(), String> {
    example("release", &["measure"])
}

//! The page's own tools: format, types and tests by programs from npm, axe-core for the browser, screenshots and
//! measurements.

use crate::run::{cargo, find, root, run, works};
use clap::Args;
use std::path::PathBuf;
use std::process::Command;

/// What is installed from npm, for development alone: the package with its version, and the file that is used of it.
const PACKAGES: [(&str, &str); 4] = [
    ("typescript@5", "typescript/bin/tsc"),
    ("openapi-typescript@7", "openapi-typescript/bin/cli.js"),
    ("prettier@3", "prettier/bin/prettier.cjs"),
    ("axe-core@4", "axe-core/axe.min.js"),
];
const COMPILER: &str = PACKAGES[0].1;
const GENERATOR: &str = PACKAGES[1].1;
const FORMATTER: &str = PACKAGES[2].1;

/// What the formatter looks at, and where it reads what it leaves alone.
const FORMATTED: [&str; 5] =
    ["web/**/*.{js,ts,css,html,json}", "--ignore-path", "web/.prettierignore", "--log-level", "warn"];
/// The types of requests, answers and frames, made from the description of the API.
const TYPES: &str = "web/types/api.d.ts";
const DESCRIPTION: &str = "crates/server/src/openapi.json";

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
    run_or_skip(FORMATTER, &[&FORMATTED[..], &["--check"]].concat(), "format of the page")
}

/// Writes the page as the formatter does.
pub fn format() -> Result<(), String> {
    run_now(FORMATTER, &[&FORMATTED[..], &["--write"]].concat())
}

/// What the generator of types is told.
const GENERATE: [&str; 5] = [DESCRIPTION, "--output", TYPES, "--root-types", "--root-types-no-schema-prefix"];

/// Writes the types of the API for the page.
pub fn write_types() -> Result<(), String> {
    run_now(GENERATOR, &GENERATE)
}

/// Whether the types of the API are those of its description, and the page keeps to them; skipped without node.
pub fn types() -> Result<(), String> {
    let check = [&GENERATE[..], &["--check"]].concat();
    run_or_skip(GENERATOR, &check, "whether the types of the API are up to date")
        .map_err(|reason| format!("{reason}; `cargo xtask types` writes {TYPES} anew"))?;
    run_or_skip(COMPILER, &["-p", "web/jsconfig.json"], "types of the page")
}

/// What needs no browser, by node's own test runner; skipped without node.
pub fn unit_tests() -> Result<(), String> {
    let Some(node) = find("node") else {
        eprintln!("node is not installed; SKIPPED: tests of the page without a browser");
        return Ok(());
    };
    let entries = std::fs::read_dir(root().join("web/tests")).map_err(|error| error.to_string())?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut tests: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().ends_with(".test.js")).collect();
    tests.sort();
    run(Command::new(node).arg("--test").args(tests).current_dir(root()))
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

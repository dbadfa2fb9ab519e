//! The page's own tools: types checked by TypeScript, axe-core for the tests, screenshots and measurements.

use crate::run::{cargo, find, root, run, works};
use clap::Args;
use std::path::PathBuf;
use std::process::Command;

/// What is installed from npm, for tests alone.
const PACKAGES: [&str; 2] = ["typescript@5", "axe-core@4"];

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

/// Installs what is missing, if that is possible; says so if it is not.
pub fn provide() {
    let there = folder().join("node_modules/axe-core/axe.min.js").is_file() && compiler().is_file();
    if there {
        eprintln!("typescript and axe-core: {}", folder().display());
        return;
    }
    let installed = find("npm").is_some_and(|npm| {
        let prefix = folder();
        std::fs::create_dir_all(&prefix).is_ok()
            && works(Command::new(npm).args(["install", "--no-save", "--prefix"]).arg(prefix).args(PACKAGES))
    });
    if !installed {
        eprintln!(
            "typescript and axe-core: npm is missing or has no network; SKIPPED: types and accessibility of the page"
        );
    }
}

fn compiler() -> PathBuf {
    folder().join("node_modules/typescript/bin/tsc")
}

/// The types in the page's comments, strictly; skipped without node.
pub fn types() -> Result<(), String> {
    match find("node").filter(|_| compiler().is_file()) {
        Some(node) => {
            run(Command::new(node).arg(compiler()).args(["-p", "web/jsconfig.json"]).current_dir(root()))
        }
        None => {
            eprintln!("node or typescript is not installed; SKIPPED: types of the page");
            Ok(())
        }
    }
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

//! Load, crash and attack tests of the server, over real connections on this machine.

use crate::run::{cargo, root, run};
use clap::Args;
use std::path::PathBuf;
use std::process::Command;

/// What comes after the task is given to the client; see crates/server/examples.
#[derive(Args)]
pub struct Arguments {
    /// --games N --seconds S --every MS --data DIR --program FILE; for load also --drop, --rubbish N, --ai and --address
    /// ADDRESS; for crash also --rounds N and --fill; for attack also --only WORD.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

fn example(name: &str, words: &[String]) -> Result<(), String> {
    // Server and client at once, so that what they share is built once.
    let mut build =
        cargo(&["build", "--quiet", "--release", "--package", "chatura", "--package", "chatura-server"]);
    run(build.args(["--bins", "--example", name]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let release = target.join("release");
    let mut client = Command::new(release.join("examples").join(name));
    run(client.arg("--program").arg(release.join("chatura")).args(words))
}

/// Many games at once, every answer checked.
pub fn load(arguments: &Arguments) -> Result<(), String> {
    example("load", &arguments.words)
}

/// The server ended from outside while people play.
pub fn crash(arguments: &Arguments) -> Result<(), String> {
    example("crash", &arguments.words)
}

/// Hostile clients while people play.
pub fn attack(arguments: &Arguments) -> Result<(), String> {
    example("attack", &arguments.words)
}

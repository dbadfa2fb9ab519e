//! What developers run: `cargo xtask test`, `cargo xtask docs`, `cargo xtask bench`.

mod bench;
mod run;
mod test;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The program that writes the reference and the pictures, with what the tests were built with.
const REFERENCE: &[&str] = &["run", "--quiet", "--profile", "test", "--package", "chatura-reference"];

/// Developer tasks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Tasks {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Everything that must hold before a change goes in: format, lints, documentation, tests.
    Test,
    /// Writes docs/definition.md, the reference of definitions, from the rules' own specifications, and docs/pictures.
    Docs,
    /// Measures speed beside other programs and prints the ratios as Markdown.
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let result = match Tasks::parse().task {
        Task::Test => test::test(),
        Task::Docs => run::run(&mut run::cargo(REFERENCE)),
        Task::Bench(arguments) => bench::bench(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

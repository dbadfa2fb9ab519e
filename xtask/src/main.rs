//! What developers run: `cargo xtask test`, `cargo xtask format`, `cargo xtask docs`, `cargo xtask types`,
//! `cargo xtask dependencies`, `cargo xtask advisories`, `cargo xtask bench`, `cargo xtask load`, `cargo xtask crash`,
//! `cargo xtask attack`, `cargo xtask fuzz`, `cargo xtask screenshots`, `cargo xtask page`.

mod advisories;
mod bench;
mod dependencies;
mod fuzz;
mod load;
mod page;
mod run;
mod spread;
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
    /// Writes the code as `test` wants it: Rust by rustfmt, the page by prettier.
    Format,
    /// Writes docs/definition.md, the reference of definitions, from the rules' own specifications, and docs/pictures.
    Docs,
    /// Counts how much of each rule stands outside its own module; with the beginning of a rule's name, lists its lines.
    Spread {
        /// The rule whose lines are listed.
        rule: Option<String>,
    },
    /// Writes web/types/api.d.ts, the types of requests, answers and frames, from the description of the API.
    Types,
    /// Looks at what the program is made of: where every crate comes from, and its licence. Part of `test`.
    Dependencies,
    /// Makes the list of known faults anew from the RustSec database; `test` compares the lock file with it.
    Advisories(advisories::Arguments),
    /// Measures speed beside other programs and prints the ratios as Markdown.
    Bench(bench::Arguments),
    /// Plays many games at once on the server and checks every answer: --games N --seconds S.
    Load(load::Arguments),
    /// Ends the server from outside while people play, again and again, and checks that nothing is lost.
    Crash(load::Arguments),
    /// Attacks the server in every way known while people play, and says what held and what failed: --games N --only WORD.
    Attack(load::Arguments),
    /// Fuzzes a parser or the compiler, guided by what inputs reach; what panics or takes too long is a find.
    Fuzz(fuzz::Arguments),
    /// Takes screenshots of the page in Chromium: every part, light and dark, on three sizes of screen.
    Screenshots(page::Shots),
    /// Measures the page in Chromium: first loads, and the longest task while a piece is dragged.
    Page,
}

fn main() -> ExitCode {
    let result = match Tasks::parse().task {
        Task::Test => test::test(),
        Task::Format => run::run(&mut run::cargo(&["fmt", "--all"])).and_then(|()| page::format()),
        Task::Docs => run::run(&mut run::cargo(REFERENCE)),
        Task::Spread { rule } => spread::spread(rule.as_deref()),
        Task::Types => page::write_types(),
        Task::Dependencies => dependencies::check(),
        Task::Advisories(arguments) => advisories::renew(&arguments),
        Task::Bench(arguments) => bench::bench(&arguments),
        Task::Load(arguments) => load::load(&arguments),
        Task::Crash(arguments) => load::crash(&arguments),
        Task::Attack(arguments) => load::attack(&arguments),
        Task::Fuzz(arguments) => fuzz::fuzz(&arguments),
        Task::Screenshots(shots) => page::screenshots(&shots),
        Task::Page => page::measure(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

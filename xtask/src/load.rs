//! Load and crash tests of the service, over real connections on this machine.

use crate::run::{cargo, run};
use clap::Args;

/// What comes after the task is given to the client; see crates/server/examples.
#[derive(Args)]
pub struct Arguments {
    /// For load: --games N --seconds S --every MS --address ADDRESS. For crash: --games N --rounds N --seconds S
    /// --every MS --data DIR --fill --program FILE.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

fn example(name: &str, words: &[String]) -> Result<(), String> {
    let mut command =
        cargo(&["run", "--quiet", "--release", "--package", "chatura-server", "--example", name, "--"]);
    run(command.args(words))
}

/// Many games at once, every answer checked.
pub fn load(arguments: &Arguments) -> Result<(), String> {
    example("load", &arguments.words)
}

/// The service ended from outside while people play.
pub fn crash(arguments: &Arguments) -> Result<(), String> {
    run(&mut cargo(&["build", "--quiet", "--release", "--package", "chatura"]))?;
    example("crash", &arguments.words)
}

//! Running other programs from the root of the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// The cargo that runs this, with arguments.
pub fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    // Set for the task itself; a nested cargo must not take them for its own.
    for (name, _) in std::env::vars_os() {
        let inherited = name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_"));
        if inherited || name == "CARGO_MANIFEST_DIR" || name == "CARGO_MANIFEST_PATH" {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a command and shows what it prints.
pub fn run(command: &mut Command) -> Result<(), String> {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let task = command.get_args().next().unwrap_or_default();
    let name = format!("{} {}", program.to_string_lossy(), task.to_string_lossy());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} does not start: {error}")),
    }
}

/// Whether a command runs and succeeds, quietly.
pub fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Where a program is: on the path, or in the folder Debian puts games into.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/games".into()])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

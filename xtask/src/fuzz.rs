//! `cargo xtask fuzz`: coverage-guided fuzzing with a stable compiler. Whatever panics, takes seconds or takes a gigabyte is a
//! find.

use crate::run::{cargo, root, run};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What libFuzzer needs to see of a program: which branches it takes, and what it compares. The checks of a debug build
/// are on, because what they find is a fault as well.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                     -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions \
                     -Coverflow-checks";
/// The longest an input may take in seconds, and the most memory in megabytes.
const BOUNDS: [&str; 3] = ["-timeout=5", "-rss_limit_mb=1024", "-malloc_limit_mb=512"];

/// What is fuzzed, and for how long.
#[derive(Args)]
pub struct Arguments {
    /// A target, one of the files in fuzz/fuzz_targets.
    target: String,
    /// How many inputs; 0 goes on until it is stopped.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    runs: u64,
    /// The longest input, in bytes; what is usual for the target if it is not said.
    #[arg(long, value_name = "BYTES")]
    longest: Option<u32>,
    /// Put the smallest set of inputs that reaches the same into fuzz/seeds instead.
    #[arg(long)]
    minimise: bool,
}

/// Builds a target and runs it.
pub fn fuzz(arguments: &Arguments) -> Result<(), String> {
    let folder = root().join("fuzz");
    let target = &arguments.target;
    if !folder.join(format!("fuzz_targets/{target}.rs")).is_file() {
        return Err(format!("there is no target {target}; there are {}", targets(&folder)?.join(", ")));
    }
    // Build scripts and macros are not looked into: they are built for the host, which is another target by its name.
    let host = host()?;
    let mut build = cargo(&["build", "--release", "--bin", target, "--target", &host]);
    run(build.current_dir(&folder).env("RUSTFLAGS", FLAGS))?;
    let program = folder.join("target").join(&host).join("release").join(target);
    let [corpus, found, seeds] = ["corpus", "artifacts", "seeds"].map(|name| folder.join(name).join(target));
    for path in [&corpus, &found, &seeds] {
        std::fs::create_dir_all(path).map_err(|error| error.to_string())?;
    }
    let mut command = Command::new(program);
    command
        .args(BOUNDS)
        .arg(format!("-max_len={}", arguments.longest.unwrap_or_else(|| usual_length(target))));
    command.arg(format!("-artifact_prefix={}/", found.display()));
    match arguments.minimise {
        true => run(command.arg("-merge=1").arg(&seeds).arg(&corpus)),
        false => {
            command.arg(format!("-runs={}", if arguments.runs == 0 { -1 } else { arguments.runs as i64 }));
            run(command.arg("-print_final_stats=1").arg(&corpus).arg(&seeds).args(examples(target)))
        }
    }
}

/// How long inputs are that hold all there is to try: longer ones take longer, and reach nothing else.
fn usual_length(target: &str) -> u32 {
    match target {
        "moves" => 16,
        "betza" | "compile" => 64,
        "fen" => 256,
        "pgn" | "uci" | "xboard" | "talk" => 512,
        "definition" | "ini" | "diagram" => 1_024,
        _ => 4_096,
    }
}

/// Real inputs to begin with.
fn examples(target: &str) -> Option<PathBuf> {
    ["definition", "play"].contains(&target).then(|| root().join("games"))
}

fn targets(folder: &Path) -> Result<Vec<String>, String> {
    let files = folder.join("fuzz_targets").read_dir().map_err(|error| error.to_string())?;
    let mut names: Vec<String> =
        files.flatten().filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// The name of this machine's kind.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).ok_or_else(|| "rustc does not tell its host".to_owned())
}

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
/// The most memory in megabytes, and when an input is taken to go on for ever: in seconds of the clock on the wall, of which a
/// busy machine needs many. The targets themselves look at what an input takes of the processor.
const BOUNDS: [&str; 3] = ["-timeout=60", "-rss_limit_mb=1024", "-malloc_limit_mb=512"];
/// The seeds of a target are no larger together, in bytes, so that there are some hundred of them.
const MOST_SEEDS: u64 = 8_000;

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
    /// Make a small set of inputs that reaches the same the seeds of the target instead.
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
    if arguments.minimise {
        return minimise(command, &seeds, &[Some(corpus), examples(target)]);
    }
    command.arg(format!("-runs={}", if arguments.runs == 0 { -1 } else { arguments.runs as i64 }));
    run(command.arg("-print_final_stats=1").arg(&corpus).arg(&seeds).args(examples(target)))
}

/// Puts a few inputs that reach what the seeds and all others reach in the place of the seeds, as many of them as fit.
fn minimise(mut command: Command, seeds: &Path, others: &[Option<PathBuf>]) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", seeds.display());
    let new = seeds.with_extension("new");
    let _ = std::fs::remove_dir_all(&new);
    std::fs::create_dir_all(&new).map_err(told)?;
    run(command.arg("-set_cover_merge=1").arg(&new).arg(seeds).args(others.iter().flatten()))?;
    let size = |file: std::fs::DirEntry| Ok((file.metadata()?.len(), file.path()));
    let files = new.read_dir().and_then(|files| files.map(|file| file.and_then(size)).collect());
    let mut files: Vec<(u64, PathBuf)> = files.map_err(told)?;
    for path in beyond(&mut files, MOST_SEEDS) {
        std::fs::remove_file(path).map_err(told)?;
    }
    std::fs::remove_dir_all(seeds).map_err(told)?;
    std::fs::rename(&new, seeds).map_err(told)
}

/// Those of some files with their sizes that do not fit into so many bytes together. They are taken in the order of their names, which
/// are made from what is in them: so small and large ones are kept.
fn beyond(files: &mut [(u64, PathBuf)], most: u64) -> Vec<&Path> {
    files.sort_by(|(_, one), (_, other)| one.cmp(other));
    let mut sum = 0;
    let too_many = files.iter().filter(|(size, _)| {
        let fits = sum + size <= most;
        sum += if fits { *size } else { 0 };
        !fits
    });
    too_many.map(|(_, path)| path.as_path()).collect()
}

/// How long inputs are that hold all there is to try: longer ones take longer, and reach nothing else.
fn usual_length(target: &str) -> u32 {
    match target {
        "moves" => 16,
        "betza" | "compile" => 64,
        "table" => 128,
        "book" | "fen" | "net" | "uci" | "xboard" => 256,
        "kif" | "pgn" | "record" | "talk" => 512,
        "definition" | "ini" | "diagram" | "image" => 1_024,
        _ => 4_096,
    }
}

/// Real inputs to begin with.
fn examples(target: &str) -> Option<PathBuf> {
    match target {
        "definition" | "play" => Some(root().join("games")),
        "image" => Some(root().join("crates/draw/art")),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_a_program_and_is_told_of() {
        let folder = root().join("fuzz");
        let [manifest, about] =
            ["Cargo.toml", "README.md"].map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
        for target in targets(&folder).unwrap() {
            assert!(manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\"")), "{target}");
            assert!(about.contains(&format!("`{target}`")), "{target}");
        }
    }

    #[test]
    fn as_many_files_are_kept_as_fit() {
        let mut files = [(9, "b".into()), (1, "c".into()), (5, "a".into())];
        assert_eq!(beyond(&mut files, 10), [Path::new("b")]);
        assert_eq!(beyond(&mut files, 4), [Path::new("a"), Path::new("b")]);
        assert!(beyond(&mut files, 15).is_empty());
    }

    #[test]
    fn seeds_are_small() {
        let folder = root().join("fuzz/seeds");
        let mut sum = 0;
        for target in folder.read_dir().unwrap().flatten() {
            sum += target
                .path()
                .read_dir()
                .unwrap()
                .flatten()
                .map(|file| file.metadata().unwrap().len())
                .sum::<u64>();
        }
        assert!(sum < 1_000_000, "{sum} bytes");
    }
}

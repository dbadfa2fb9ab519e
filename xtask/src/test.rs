//! `cargo xtask test`: step by step, all of them even if one fails, the tests last so that their summary is what
//! one sees.

use crate::advisories;
use crate::dependencies;
use crate::page;
use crate::run::{cargo, find, root, run, works};
use std::process::Command;
use std::time::Instant;

/// Programs that tests compare with or drive: its name, its package on Debian and Ubuntu, what is skipped without it.
const PEERS: &[(&str, &str, &str)] = &[
    ("fairy-stockfish", "fairy-stockfish", "comparisons with Fairy-Stockfish, other engines as players"),
    ("chromium", "chromium", "the page in a browser"),
    ("xboard", "xboard", "our engine in XBoard"),
    ("Xvfb", "xvfb", "our engine in XBoard"),
    ("stockfish", "stockfish", "other engines as players"),
    ("gnuchess", "gnuchess", "other engines as players, our engine against GNU Chess"),
    ("sjaakii", "sjaakii", "other engines as players"),
    ("polyglot", "polyglot", "our engine against GNU Chess"),
];

/// The crate whose unit tests are compiled apart, in a profile of their own.
const RULES: &str = "chatura-rules";

/// Runs every step.
pub fn test() -> Result<(), String> {
    let begun = Instant::now();
    let mut failed: Vec<&str> = Vec::new();
    let mut step = |name: &'static str, work: &dyn Fn() -> Result<(), String>| {
        eprintln!("\n== {name}");
        let begun = Instant::now();
        let result = work();
        let seconds = begun.elapsed().as_secs_f64();
        match result {
            Ok(()) => eprintln!("== {name}: ok, {seconds:.1} s"),
            Err(reason) => {
                eprintln!("== {name}: FAILED, {seconds:.1} s: {reason}");
                failed.push(name);
            }
        }
    };
    step("format", &|| run(&mut cargo(&["fmt", "--all", "--check"])));
    step("lints", &|| {
        run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]))
    });
    step("documentation", &|| {
        run(cargo(&["doc", "--workspace", "--no-deps", "--all-features"]).env("RUSTDOCFLAGS", "-D warnings"))
    });
    step("dependencies", &dependencies::check);
    step("advisories", &advisories::check);
    step("other programs", &|| {
        PEERS.iter().for_each(|&(program, package, purpose)| provide(program, package, purpose));
        page::provide();
        provide_python();
        Ok(())
    });
    step("format of the page", &page::is_formatted);
    step("types of the page", &page::types);
    step("tests of the page without a browser", &page::unit_tests);
    // The examples of the crates are programs for developers: the lints compile them, and nothing here runs them.
    if works(&mut cargo(&["nextest", "--version"])) {
        // nextest does not run the examples in documentation. What they need is compiled once for both.
        step("examples in documentation", &|| {
            run(&mut cargo(&["test", "--workspace", "--all-features", "--doc"]))
        });
        step("tests of the rules by themselves", &|| {
            run(&mut cargo(&[
                "nextest",
                "run",
                "--package",
                RULES,
                "--cargo-profile",
                "unit",
                "--no-fail-fast",
            ]))
        });
        step("tests", &|| {
            let all = ["nextest", "run", "--workspace", "--exclude", RULES, "--all-features", "--tests"];
            run(cargo(&all).arg("--no-fail-fast"))
        });
    } else {
        eprintln!("\ncargo-nextest is not installed: cargo test does its work");
        step("tests", &|| run(&mut cargo(&["test", "--workspace", "--all-features", "--no-fail-fast"])));
    }
    let seconds = begun.elapsed().as_secs_f64();
    if failed.is_empty() {
        eprintln!("\nall steps passed in {seconds:.0} s");
        return Ok(());
    }
    Err(format!("failed after {seconds:.0} s: {}", failed.join(", ")))
}

/// Installs python-chess into a folder of its own if it is missing and that is possible.
fn provide_python() {
    /// The version the tests were written with.
    const PACKAGE: &str = "chess==1.11.2";
    let folder = root().join("target/python");
    let python = folder.join("bin/python");
    let there = || works(Command::new(&python).args(["-c", "import chess"]));
    if there() {
        eprintln!("python-chess: {}", folder.display());
        return;
    }
    eprintln!("python-chess: installing {PACKAGE}");
    let made = find("python3").is_some_and(|own| works(Command::new(own).args(["-m", "venv"]).arg(&folder)));
    let pip = ["-m", "pip", "install", "--quiet", PACKAGE];
    if !(made && works(Command::new(&python).args(pip)) && there()) {
        eprintln!("python-chess: python3 is missing or has no network; SKIPPED: our engine in python-chess");
    }
}

/// Installs a program if it is missing and that is possible; tests skip what needs it otherwise.
fn provide(program: &str, package: &str, purpose: &str) {
    if let Some(path) = find(program) {
        eprintln!("{program}: {}", path.display());
        return;
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if root && find("apt-get").is_some() {
        eprintln!("{program}: installing the package {package}");
        let install = || {
            let mut command = Command::new("apt-get");
            command.args(["install", "--yes", "--no-install-recommends", package]);
            works(command.env("DEBIAN_FRONTEND", "noninteractive"))
        };
        // The lists of packages are often absent in containers.
        let installed = install() || (works(Command::new("apt-get").arg("update")) && install());
        if installed && find(program).is_some() {
            return;
        }
    }
    eprintln!("{program}: not installed (package {package}); SKIPPED: {purpose}");
}

#[cfg(test)]
mod tests {
    use crate::run::root;
    use std::path::Path;

    /// Names of the test files of a crate that its one program of tests does not have.
    fn left_out(tests: &Path) -> Vec<String> {
        let Ok(main) = std::fs::read_to_string(tests.join("main.rs")) else { return Vec::new() };
        let files = tests.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        let names = files.filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
        names
            .filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()))
            .filter(|name| name != "main" && !main.contains(&format!("mod {name};")))
            .collect()
    }

    #[test]
    fn every_file_of_tests_is_run() {
        let crates = root().join("crates").read_dir().expect("the crates").flatten();
        for folder in crates.map(|entry| entry.path().join("tests")) {
            assert_eq!(left_out(&folder), Vec::<String>::new(), "add them to {}/main.rs", folder.display());
        }
    }
}

//! Lists the files of the catalogue, so that a new game is a new file and nothing else.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?)
        .join("../../games")
        .canonicalize()?;
    println!("cargo:rerun-if-changed={}", games.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&games)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    files.sort();
    let mut code = String::from("&[\n");
    for path in &files {
        println!("cargo:rerun-if-changed={}", path.display());
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        let path = path.to_string_lossy();
        let _ = writeln!(code, "    ({id:?}, include_str!({path:?})),");
    }
    code.push(']');
    let target = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("no place for the list"))?;
    fs::write(Path::new(&target).join("games.rs"), code)
}

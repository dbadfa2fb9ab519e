//! `cargo xtask bench`: runs the comparison of `crates/bench` and keeps its tables.

use crate::run::{cargo, root};
use std::process::Stdio;

const BEGIN: &str = "<!-- bench:begin -->";
const END: &str = "<!-- bench:end -->";

/// `cargo xtask bench`
#[derive(clap::Args)]
pub struct Arguments {
    /// One ply less in every row.
    #[arg(long)]
    quick: bool,
    /// Only rows whose name contains this word.
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
    /// Put the tables into docs/benchmarks.md.
    #[arg(long)]
    write: bool,
}

/// Measures, prints, and writes if asked to.
pub fn bench(arguments: &Arguments) -> Result<(), String> {
    let mut command = cargo(&["bench", "--package", "chatura-bench", "--bench", "peers", "--"]);
    if arguments.quick {
        command.arg("--quick");
    }
    if let Some(word) = &arguments.only {
        command.args(["--only", word]);
    }
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    let tables = String::from_utf8_lossy(&output.stdout);
    println!("{}", tables.trim_end());
    if !output.status.success() {
        return Err(format!("the comparison ended with {}", output.status));
    }
    if arguments.write {
        let path = root().join("docs/benchmarks.md");
        let page = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        std::fs::write(&path, replaced(&page, &tables)?).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The page with new text between the markers.
fn replaced(page: &str, text: &str) -> Result<String, String> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("docs/benchmarks.md has no {BEGIN} … {END}"))?;
    Ok(format!("{before}{BEGIN}\n{}\n{END}{after}", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_between_the_markers_changes() {
        let page = format!("Before.\n{BEGIN}\nold\n{END}\nAfter.\n");
        let expected = format!("Before.\n{BEGIN}\nnew\n{END}\nAfter.\n");
        assert_eq!(replaced(&page, "new\n"), Ok(expected));
        assert!(replaced("no markers", "new").is_err());
    }
}

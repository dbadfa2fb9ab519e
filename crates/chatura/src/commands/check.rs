//! `chatura check`: every mistake of a definition, in its place.

use crate::backend::{self, Finding, Severity};
use crate::cli::Check;
use crate::failure::{Failure, say};
use crate::output::Output;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// Checks each file; all of them are looked at, whatever is wrong with the first.
pub fn check(arguments: &Check, out: &mut Output) -> Result<(), Failure> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut wrong = false;
    for path in arguments.files.iter().flat_map(|path| backend::games_of(path)) {
        match backend::check(&path) {
            Ok(checked) if arguments.json => {
                findings.extend(checked.warnings.iter().map(|report| report.finding().clone()));
            }
            Ok(checked) => {
                out.flush()?;
                let warnings: Vec<miette::Report> = checked.warnings.into_iter().map(Into::into).collect();
                say(&warnings);
                let odd = match warnings.len() {
                    0 => String::new(),
                    1 => " (1 warning)".to_owned(),
                    count => format!(" ({count} warnings)"),
                };
                let verdict = checked.missing.map_or_else(
                    || format!("ok, {}{odd}", checked.name),
                    |why| format!("incomplete, {}{odd}: {why}", checked.name),
                );
                writeln!(out, "{}: {verdict}", path.display())?;
            }
            Err(error) => {
                wrong = true;
                if arguments.json {
                    findings.extend(error.findings().into_iter().map(|finding| in_file(finding, &path)));
                } else {
                    out.flush()?;
                    say(&backend::reports(&error));
                }
            }
        }
    }
    if arguments.json {
        out.json(&Value::Array(findings.iter().map(describe).collect()))?;
    }
    if wrong { Err(Failure::Said) } else { Ok(()) }
}

/// A file that cannot be read has no text to point into, but it has a name.
fn in_file(mut finding: Finding, path: &Path) -> Finding {
    if finding.file.is_empty() {
        finding.file = path.to_string_lossy().into_owned();
    }
    finding
}

fn describe(finding: &Finding) -> Value {
    json!({
        "severity": match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "length": finding.length,
        "message": finding.message,
        "label": finding.label,
        "help": finding.help,
    })
}

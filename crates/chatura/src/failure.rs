//! Why a command did not do what it was asked.

use miette::{Diagnostic, Report};
use std::io::{self, Write};

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong; the reports say how.
    Input(Vec<Report>),
    /// The command asks for something that cannot be; the sentence says what.
    Usage(String),
    /// The input is wrong, and the command has said so already.
    Said,
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Wrong input in a sentence, with advice.
    pub fn input(message: impl Into<String>, help: Option<String>) -> Failure {
        Failure::Input(vec![Complaint { message: message.into(), help }.into()])
    }

    /// Input that could not be read.
    #[allow(clippy::needless_pass_by_value, reason = "it is called with what an operation returned")]
    pub fn reading(error: io::Error) -> Failure {
        Failure::input(format!("cannot read: {error}"), None)
    }
}

impl std::fmt::Display for Failure {
    /// In a line, for where there is no room for reports.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Input(reports) => {
                let texts: Vec<String> = reports.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join("; "))
            }
            Failure::Usage(sentence) => f.write_str(sentence),
            Failure::Said => Ok(()),
            Failure::Output(error) => write!(f, "{error}"),
        }
    }
}

impl From<chatura_search::WrongGame> for Failure {
    fn from(error: chatura_search::WrongGame) -> Self {
        Failure::input(error.to_string(), None)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Prints reports on standard error. Nobody may be listening there; the exit status still tells.
pub fn say(reports: &[Report]) {
    for (index, report) in reports.iter().enumerate() {
        let space = if index == 0 { "" } else { "\n" };
        let text = format!("{report:?}");
        let _ = writeln!(io::stderr(), "{space}{}", text.trim_end());
    }
}

/// Prints a remark on standard error, if there is one.
pub fn remark(text: Option<String>) {
    if let Some(text) = text {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// Something wrong that has no place in a file.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{message}")]
struct Complaint {
    message: String,
    #[help]
    help: Option<String>,
}

//! What to start, and how patient to be with it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// The protocol an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.
    XBoard,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Uci => "uci",
            Protocol::XBoard => "xboard",
        })
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Protocol, String> {
        match text.to_ascii_lowercase().as_str() {
            "uci" => Ok(Protocol::Uci),
            "xboard" | "winboard" | "cecp" => Ok(Protocol::XBoard),
            _ => Err(format!("there is no protocol \"{text}\": uci or xboard")),
        }
    }
}

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program, by its path or by a name found where programs are.
    pub program: PathBuf,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
    /// What it speaks; found out if nothing is said.
    pub protocol: Option<Protocol>,
    /// What to set before the first game, by name and value.
    pub options: Vec<(String, String)>,
    /// How long to wait for it.
    pub patience: Patience,
}

/// How long to wait for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until it has introduced itself.
    pub introduction: Duration,
    /// Until it is ready for a game.
    pub ready: Duration,
    /// Until it answers when it is told to stop.
    pub stop: Duration,
    /// For a thought that has no limit of time.
    pub thought: Duration,
    /// What it may take beyond its clock.
    pub margin: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            introduction: Duration::from_secs(10),
            ready: Duration::from_secs(20),
            stop: Duration::from_secs(3),
            thought: Duration::from_secs(600),
            margin: Duration::ZERO,
        }
    }
}

impl Launch {
    /// A program without arguments.
    pub fn new(program: impl Into<PathBuf>) -> Launch {
        Launch {
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            protocol: None,
            options: Vec::new(),
            patience: Patience::default(),
        }
    }

    /// A command as one types it: words with spaces between them, quotes around those with spaces inside.
    pub fn of_command(command: &str) -> Result<Launch, String> {
        let mut words = split_words(command)?.into_iter();
        let program = words.next().ok_or("there is no command to start an engine with")?;
        Ok(Launch { arguments: words.collect(), ..Launch::new(program) })
    }

    /// The same, with an option to set.
    pub fn with_option(mut self, name: impl Into<String>, value: impl Into<String>) -> Launch {
        self.options.push((name.into(), value.into()));
        self
    }

    /// Where the program is. Debian keeps engines in a folder that is not everybody's.
    pub fn found_program(&self) -> PathBuf {
        let bare = self.program.components().count() == 1;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
        let found = folders.find_map(|folder| {
            let file = folder.join(&self.program);
            file.is_file().then_some(file)
        });
        match (&self.folder, bare, found) {
            (_, true, Some(found)) => found,
            // A path is meant from here, not from the folder it will run in.
            (Some(_), false, _) => {
                std::path::absolute(&self.program).unwrap_or_else(|_| self.program.clone())
            }
            _ => self.program.clone(),
        }
    }

    /// What it is called as long as it has not said so itself.
    pub fn short_name(&self) -> String {
        let name = self.program.file_stem().unwrap_or(Path::new("engine").as_os_str());
        name.to_string_lossy().into_owned()
    }
}

/// Words with spaces between them; quotes hold together, a backslash takes what follows as it is.
fn split_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(letters.next()),
            (letter, Some(end)) if letter == end => quote = None,
            (letter @ ('"' | '\''), None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(format!("a {quote} is missing at the end of: {text}")),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_in_a_shell() {
        let launch = Launch::of_command(r#"'my engine' --uci "a b"c d\ e '' "#).unwrap();
        assert_eq!(launch.program, PathBuf::from("my engine"));
        assert_eq!(launch.arguments, ["--uci", "a bc", "d e", ""]);
        assert!(Launch::of_command("  ").is_err());
        assert!(Launch::of_command("'x").unwrap_err().contains("is missing"));
    }
}

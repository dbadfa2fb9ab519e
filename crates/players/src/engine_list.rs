//! Programs of others that may play here, by name: a file that is read, changed and written.

use crate::chooser::PlayerError;
use chatura_protocol::drive::{Driver, Identity, Launch, Protocol};
use chatura_session::is_program_name;
use serde::{Deserialize, Serialize};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The longest file that is read.
const MAX_TEXT: u64 = 8 << 20;

/// A program of others that may play here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownEngine {
    /// By which name it plays: `engine:NAME`.
    pub name: String,
    /// The program, by its path or by a name found where programs are.
    pub program: PathBuf,
    /// What it is started with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// The folder it runs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// What is set, by name and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<(String, String)>,
    /// What it said of itself when it was last looked at.
    pub identity: Identity,
}

impl KnownEngine {
    /// Starts a program to see who it is; what is set is set, so that what does not fit is told now.
    pub fn meet(name: &str, launch: &Launch) -> Result<KnownEngine, PlayerError> {
        if !is_program_name(name) {
            let words = "is no name for an engine: small letters, digits, -, _ and ., 40 at most";
            return Err(PlayerError(format!("\"{name}\" {words}")));
        }
        let driver = Driver::start(launch).map_err(|fault| PlayerError(format!("{name}: {fault}")))?;
        Ok(KnownEngine {
            name: name.to_owned(),
            program: launch.found_program(),
            arguments: launch.arguments.clone(),
            folder: launch.folder.clone(),
            settings: launch.options.clone(),
            identity: driver.identity().clone(),
        })
    }

    /// How it is started.
    pub fn launch(&self) -> Launch {
        Launch {
            arguments: self.arguments.clone(),
            folder: self.folder.clone(),
            protocol: Some(self.protocol()),
            options: self.settings.clone(),
            ..Launch::new(&self.program)
        }
    }

    /// What it speaks.
    pub fn protocol(&self) -> Protocol {
        self.identity.protocol
    }

    /// What it calls itself, else the name it has here.
    pub fn title(&self) -> &str {
        self.identity.name.as_deref().unwrap_or(&self.name)
    }
}

/// The programs of others that may play here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineList {
    path: Option<PathBuf>,
    engines: Vec<KnownEngine>,
}

/// The form of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    engines: Vec<KnownEngine>,
}

impl EngineList {
    /// Those of a file; none if it is not there.
    pub fn load(path: &Path) -> Result<EngineList, PlayerError> {
        let failed = |error: &dyn std::fmt::Display| PlayerError(format!("{}: {error}", path.display()));
        let mut text = String::new();
        match std::fs::File::open(path) {
            Ok(file) => {
                file.take(MAX_TEXT).read_to_string(&mut text).map_err(|error| failed(&error))?;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(EngineList { path: Some(path.to_owned()), engines: Vec::new() });
            }
            Err(error) => return Err(failed(&error)),
        }
        let written: Written = serde_json::from_str(&text).map_err(|error| failed(&error))?;
        Ok(EngineList { path: Some(path.to_owned()), engines: written.engines })
    }

    /// Those there are, in the order of their names.
    pub fn engines(&self) -> &[KnownEngine] {
        &self.engines
    }

    /// The engine of a name; or which there are.
    pub fn find(&self, name: &str) -> Result<&KnownEngine, PlayerError> {
        self.engines.iter().find(|engine| engine.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<&str> = self.engines.iter().map(|engine| engine.name.as_str()).collect();
            let known = match names.is_empty() {
                true => "`chatura engines add` makes one known".to_owned(),
                false => format!("there are {}", names.join(", ")),
            };
            PlayerError(format!("there is no engine \"{name}\": {known}"))
        })
    }

    /// Takes an engine in, instead of the one that was called the same.
    pub fn add(&mut self, engine: KnownEngine) {
        self.engines.retain(|other| other.name != engine.name);
        self.engines.push(engine);
        self.engines.sort_by(|a, b| a.name.cmp(&b.name));
    }

    /// Lets an engine go.
    pub fn remove(&mut self, name: &str) -> Result<KnownEngine, PlayerError> {
        let engine = self.find(name)?.clone();
        self.engines.retain(|other| other.name != engine.name);
        Ok(engine)
    }

    /// Writes the file anew: whole or not at all.
    pub fn save(&self) -> Result<(), PlayerError> {
        let Some(path) = &self.path else {
            return Err(PlayerError(
                "this system tells no folder for settings: set CHATURA_CONFIG".to_owned(),
            ));
        };
        let failed = |error: &dyn std::fmt::Display| PlayerError(format!("{}: {error}", path.display()));
        let written = Written { engines: self.engines.clone() };
        let text = serde_json::to_string_pretty(&written).map_err(|error| failed(&error))?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        }
        let new = path.with_extension(format!("new-{}", std::process::id()));
        let done = std::fs::write(&new, text + "\n").and_then(|()| std::fs::rename(&new, path));
        if done.is_err() {
            let _ = std::fs::remove_file(&new);
        }
        done.map_err(|error| failed(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(name: &str) -> KnownEngine {
        KnownEngine {
            name: name.to_owned(),
            program: "/usr/games/engine".into(),
            arguments: vec!["--uci".to_owned()],
            folder: None,
            settings: vec![("Hash".to_owned(), "16".to_owned())],
            identity: Identity {
                protocol: Protocol::Uci,
                name: Some("An Engine 1".to_owned()),
                author: None,
                options: Vec::new(),
                variants: vec!["chess".to_owned()],
            },
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = std::env::temp_dir().join(format!("chatura-engines-{}", std::process::id()));
        let path = folder.join("engines.json");
        let mut list = EngineList::load(&path).unwrap();
        assert!(list.engines().is_empty());
        assert!(list.find("b").unwrap_err().0.contains("engines add"));
        for name in ["b", "a", "b"] {
            list.add(engine(name));
        }
        list.save().unwrap();
        let again = EngineList::load(&path).unwrap();
        assert_eq!(again, list);
        let names: Vec<&str> = again.engines().iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(list.find("B").unwrap().launch().options, [("Hash".to_owned(), "16".to_owned())]);
        list.remove("a").unwrap();
        assert!(list.find("a").unwrap_err().0.contains("there are b"));
        std::fs::write(&path, "{").unwrap();
        assert!(EngineList::load(&path).unwrap_err().0.contains("engines.json"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_fit_where_players_are_written() {
        let nobody = Launch::new("/nonexistent");
        assert!(KnownEngine::meet("My Engine", &nobody).unwrap_err().0.contains("small letters"));
        assert!(KnownEngine::meet("mine", &nobody).unwrap_err().0.contains("cannot be started"));
    }
}

//! Settings: a value comes from an option, else from the environment, else from the file, else it is the default.

mod file;
mod places;
mod table;

pub use places::{config_file, data_folder, own_games_folder};
pub use table::variable;

use crate::failure::Failure;
use chatura_players::EngineList;
use chatura_rules::definition::Spec;
use std::fmt;
use std::path::PathBuf;
use table::{SETTINGS, options, texts, value};

/// The engines of others that are known.
pub fn engines() -> Result<EngineList, Failure> {
    let Some(path) = places::engines_file() else { return Ok(EngineList::default()) };
    EngineList::load(&path).map_err(|error| Failure::input(error.0, None))
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An option of the command line.
    Option,
    /// A variable of the environment.
    Environment(String),
    /// The file, with the line.
    File(PathBuf, usize),
    /// Nobody said anything.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Option => f.write_str("option"),
            Origin::Environment(name) => write!(f, "environment, {name}"),
            Origin::File(path, line) => write!(f, "{}:{line}", path.display()),
            Origin::Default => f.write_str("default"),
        }
    }
}

/// What was said on the command line: the name of a setting and its values.
pub type Said = Vec<(&'static str, Vec<String>)>;

/// Every setting with its value and where that comes from.
#[derive(Clone, Debug)]
pub struct Settings {
    values: Vec<(&'static Spec, Vec<String>, Origin)>,
}

impl Settings {
    /// Puts together what is said everywhere; `said` comes from the command line.
    pub fn gather(said: &Said) -> Result<Settings, Failure> {
        let written = file::read(config_file())?;
        let environment = |setting: &Spec| std::env::var(variable(setting)).ok();
        Settings::merge(said, environment, &written)
    }

    fn merge(
        said: &Said,
        environment: impl Fn(&Spec) -> Option<String>,
        written: &file::Written,
    ) -> Result<Settings, Failure> {
        let mut values = Vec::new();
        for setting in SETTINGS {
            let option = said.iter().find(|(name, values)| *name == setting.name && !values.is_empty());
            let from_environment = || environment(setting).filter(|text| !text.is_empty());
            let (given, origin) = if let Some((_, given)) = option {
                (options(setting, given), Origin::Option)
            } else if let Some(text) = from_environment() {
                (value(setting, &text), Origin::Environment(variable(setting)))
            } else if let Some((given, line)) = written.get(setting.name) {
                (given.clone(), Origin::File(written.path.clone(), line))
            } else {
                (value(setting, setting.default), Origin::Default)
            };
            let checked = texts(setting, &given).map_err(|reason| complaint(setting, &origin, &reason))?;
            values.push((setting, checked, origin));
        }
        Ok(Settings { values })
    }

    /// Each setting, its values and where they come from.
    pub fn all(&self) -> impl Iterator<Item = (&'static Spec, String, &Origin)> {
        self.values.iter().map(|(setting, values, origin)| (*setting, values.join(", "), origin))
    }

    fn find(&self, name: &str) -> (&'static Spec, &[String], &Origin) {
        let found = self.values.iter().find(|(setting, ..)| setting.name == name);
        let (setting, values, origin) = found.unwrap_or_else(|| unreachable!("{name} is a setting"));
        (setting, values, origin)
    }

    /// A value, empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        self.find(name).1.first().map_or("", String::as_str)
    }

    /// A value, if there is one.
    pub fn given(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// Whether something is switched on.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// All values of a setting that may have several.
    pub fn list(&self, name: &str) -> &[String] {
        self.find(name).1
    }

    /// That a value is wrong, with where it comes from.
    pub fn wrong(&self, name: &str, reason: &str) -> Failure {
        let (setting, _, origin) = self.find(name);
        complaint(setting, origin, reason)
    }
}

/// A wrong option is a wrong command, anything else wrong input.
fn complaint(setting: &Spec, origin: &Origin, reason: &str) -> Failure {
    match origin {
        Origin::Option => Failure::Usage(format!("--{}: {reason}", setting.name)),
        Origin::Environment(name) => Failure::input(format!("{name}: {reason}"), None),
        _ => Failure::input(format!("{origin}: {}: {reason}", setting.name), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(said: &Said, variable: Option<(&str, &str)>, text: &str) -> Result<Settings, String> {
        let written =
            file::parse(PathBuf::from("config.toml"), text.to_owned()).map_err(|error| said_in(&error))?;
        let environment = |setting: &Spec| {
            variable.filter(|(name, _)| *name == super::variable(setting)).map(|(_, value)| value.to_owned())
        };
        Settings::merge(said, environment, &written).map_err(|error| said_in(&error))
    }

    fn said_in(failure: &Failure) -> String {
        match failure {
            Failure::Usage(sentence) => sentence.clone(),
            Failure::Input(reports) => reports.iter().map(|report| format!("{report}")).collect(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn the_nearest_word_counts() {
        let said = vec![("clock", vec!["1+0".to_owned()])];
        let clock = |said: &Said, variable, text: &str| {
            let settings = settings(said, variable, text).expect("settings");
            let (_, value, origin) =
                settings.all().find(|(setting, ..)| setting.name == "clock").expect("a clock");
            (value, origin.to_string())
        };
        let variable = Some(("CHATURA_CLOCK", "2+0"));
        let file = "# mine\nclock = \"3+0\"\n";
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(clock(&said, variable, file), pair("1+0", "option"));
        assert_eq!(clock(&Vec::new(), variable, file), pair("2+0", "environment, CHATURA_CLOCK"));
        assert_eq!(clock(&Vec::new(), None, file), pair("3+0", "config.toml:2"));
        assert_eq!(clock(&Vec::new(), None, ""), pair("none", "default"));
        assert_eq!(clock(&Vec::new(), Some(("CHATURA_CLOCK", "")), ""), pair("none", "default"));
    }

    #[test]
    fn values_have_a_form() {
        let flag = |value: &str| {
            settings(&Vec::new(), Some(("CHATURA_ASCII", value)), "").map(|settings| settings.flag("ascii"))
        };
        assert_eq!((flag("1"), flag("no"), flag("TRUE")), (Ok(true), Ok(false), Ok(true)));
        assert!(flag("perhaps").unwrap_err().contains("CHATURA_ASCII"));
        let seats = settings(&Vec::new(), Some(("CHATURA_SEAT", "1=human, 2=ai:3")), "").expect("settings");
        assert_eq!(seats.list("seat"), ["1=human", "2=ai:3"]);
    }

    #[test]
    fn a_wrong_file_is_refused_with_the_line() {
        for (text, line, words) in [
            ("\nasci = true\n", ":2:", "did you mean \"ascii\"?"),
            ("ascii = 3\n", ":1:", "true or false"),
            ("flip = true\nundo = \"never\"\n", ":2", "one of: free, ask, off"),
            ("clock = \n", ":1:", ""),
            ("seat = [\"1=human\", 2]\n", ":1:", "text"),
        ] {
            let error = settings(&Vec::new(), None, text).map(|_| ()).unwrap_err();
            assert!(error.contains(line) && error.contains(words), "{text:?}: {error}");
        }
    }
}

//! Who an engine says it is, and what can be set.

use super::launch::Protocol;
use chatura_rules::Game;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// What an engine says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// What it speaks.
    pub protocol: Protocol,
    /// What it is called.
    pub name: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// What can be set.
    pub options: Vec<EngineOption>,
    /// The games it plays, by its own names; chess alone if it names none.
    pub variants: Vec<String>,
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineOption {
    /// What it is called.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
    /// What it is without being set.
    pub default: String,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// True or false.
    Check,
    /// A number between two others.
    Spin(i64, i64),
    /// One of these.
    Combo(Vec<String>),
    /// Nothing: setting it does something.
    Button,
    /// Any text.
    Text,
}

/// No option is set to a longer text.
const MAX_TEXT: usize = 4096;

impl Identity {
    pub(super) fn new(protocol: Protocol) -> Identity {
        Identity { protocol, name: None, author: None, options: Vec::new(), variants: Vec::new() }
    }

    /// Whether it plays a game: it knows it, it knows another one as which it can be told, or it can be handed the
    /// definition.
    pub fn plays(&self, game: &Arc<Game>) -> bool {
        let game = &game.in_plain_coordinates();
        let known = match self.protocol {
            Protocol::Uci => super::uci::variant(self, game),
            Protocol::XBoard => super::xboard::variant(self, game),
        };
        let handed =
            || self.option(super::uci::PATH).is_some() && chatura_define::ini::write(game, "x").is_ok();
        game.players().len() == 2
            && (known.is_some() || super::adaptor::find(self, game).is_some() || handed())
    }

    /// An option by its name, in any case.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for EngineOption {
    /// As people read it: `Hash: 1 to 1024, usually 16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            OptionKind::Check => write!(f, "{}: true or false", self.name)?,
            OptionKind::Spin(i64::MIN, i64::MAX) => write!(f, "{}: a number", self.name)?,
            OptionKind::Spin(least, most) => write!(f, "{}: {least} to {most}", self.name)?,
            OptionKind::Combo(values) => write!(f, "{}: {}", self.name, values.join(", "))?,
            OptionKind::Button => return write!(f, "{}: does something when it is set", self.name),
            OptionKind::Text => write!(f, "{}: a text", self.name)?,
        }
        match self.default.as_str() {
            "" | "<empty>" => Ok(()),
            usual => write!(f, ", usually {usual}"),
        }
    }
}

impl EngineOption {
    /// A value as the protocol wants it, or what would be right.
    pub fn check(&self, value: &str) -> Result<String, String> {
        let name = &self.name;
        match &self.kind {
            OptionKind::Check => match value.to_ascii_lowercase().as_str() {
                "true" | "1" | "on" | "yes" => Ok("true".to_owned()),
                "false" | "0" | "off" | "no" => Ok("false".to_owned()),
                _ => Err(format!("{name} is true or false, not \"{value}\"")),
            },
            OptionKind::Spin(least, most) => match value.parse::<i64>() {
                Ok(number) if (least..=most).contains(&&number) => Ok(number.to_string()),
                _ => Err(format!("{name} is a number from {least} to {most}, not \"{value}\"")),
            },
            OptionKind::Combo(values) => {
                let found = values.iter().find(|one| one.eq_ignore_ascii_case(value));
                found.cloned().ok_or_else(|| format!("{name} is one of {}", values.join(", ")))
            }
            OptionKind::Button => Ok(String::new()),
            OptionKind::Text if value.contains(['\n', '\r']) || value.len() > MAX_TEXT => {
                Err(format!("{name} is one line of at most {MAX_TEXT} bytes"))
            }
            OptionKind::Text => Ok(value.to_owned()),
        }
    }

    /// Reads what follows `option` in UCI: `name Hash type spin default 16 min 1 max 1024`.
    pub(super) fn of_uci(text: &str) -> Option<EngineOption> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_key = |word: &str| ["name", "type", "default", "min", "max", "var"].contains(&word);
        let kind_at = words.iter().position(|word| *word == "type")?;
        let name = words.get(1..kind_at)?.join(" ");
        let part = |key: &str| -> Vec<String> {
            let starts = (kind_at..words.len()).filter(|at| words[*at] == key);
            let value = |at: usize| words[at + 1..].iter().take_while(|word| !is_key(word)).copied();
            starts.map(|at| value(at).collect::<Vec<_>>().join(" ")).collect()
        };
        let number = |key: &str, usual| part(key).first().and_then(|text| text.parse().ok()).unwrap_or(usual);
        let kind = match *words.get(kind_at + 1)? {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin(number("min", i64::MIN), number("max", i64::MAX)),
            "combo" => OptionKind::Combo(part("var")),
            "button" => OptionKind::Button,
            "string" => OptionKind::Text,
            _ => return None,
        };
        let default = part("default").into_iter().next().unwrap_or_default();
        (!name.is_empty()).then_some(EngineOption { name, kind, default })
    }

    /// Reads the value of `feature option="NAME -spin 16 1 1024"`.
    pub(super) fn of_xboard(text: &str) -> Option<EngineOption> {
        let (name, rest) = text.split_once(" -")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let numbers: Vec<i64> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let mut default = rest.trim().to_owned();
        let kind = match kind {
            "check" => {
                default = (default == "1").to_string();
                OptionKind::Check
            }
            "spin" | "slider" => {
                let [usual, least, most] = *numbers.first_chunk()?;
                default = usual.to_string();
                OptionKind::Spin(least, most)
            }
            "combo" => {
                let values: Vec<&str> = rest.split("///").map(str::trim).collect();
                let usual = values.iter().find_map(|value| value.strip_prefix('*'));
                default = usual.unwrap_or_default().to_owned();
                OptionKind::Combo(values.iter().map(|v| v.trim_start_matches('*').to_owned()).collect())
            }
            "button" | "save" | "reset" => OptionKind::Button,
            "string" | "file" | "path" => OptionKind::Text,
            _ => return None,
        };
        let name = name.trim().to_owned();
        (!name.is_empty()).then_some(EngineOption { name, kind, default })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_both_protocols() {
        let spin = |name: &str| EngineOption {
            name: name.to_owned(),
            kind: OptionKind::Spin(1, 1024),
            default: "16".to_owned(),
        };
        assert_eq!(
            EngineOption::of_uci("name Skill Level type spin default 16 min 1 max 1024"),
            Some(spin("Skill Level"))
        );
        assert_eq!(EngineOption::of_xboard("Hash -spin 16 1 1024"), Some(spin("Hash")));
        let style =
            EngineOption::of_uci("name Style type combo default Normal var Solid Rock var Normal").unwrap();
        assert_eq!(style.kind, OptionKind::Combo(vec!["Solid Rock".into(), "Normal".into()]));
        assert_eq!(style.check("solid rock"), Ok("Solid Rock".to_owned()));
        assert!(style.check("wild").unwrap_err().contains("Solid Rock, Normal"));
        let same = EngineOption::of_xboard("Style -combo Solid Rock /// *Normal").unwrap();
        assert_eq!(same, style);
        for nonsense in ["", "name", "name x", "name x type", "type check", "name x type odd"] {
            assert_eq!(EngineOption::of_uci(nonsense), None, "{nonsense}");
            assert_eq!(EngineOption::of_xboard(nonsense), None, "{nonsense}");
        }
        let file = EngineOption::of_uci("name EvalFile type string default <empty>").unwrap();
        assert_eq!((file.kind.clone(), file.default.as_str()), (OptionKind::Text, "<empty>"));
        assert!(file.check("a\nquit").is_err() && file.check(&"x".repeat(5000)).is_err());
        assert_eq!(
            spin("Hash").check("2000"),
            Err("Hash is a number from 1 to 1024, not \"2000\"".to_owned())
        );
    }
}

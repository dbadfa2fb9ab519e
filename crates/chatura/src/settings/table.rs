//! Which settings there are.

/// A setting: an option, a variable of the environment, a line of the file.
#[derive(Debug)]
pub struct Setting {
    /// Its name: `--name`, `CHATURA_NAME`, `name = …`.
    pub name: &'static str,
    /// What its value looks like.
    pub form: Form,
    /// What it is if nobody says anything.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// On or off.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// Several texts.
    List,
}

const fn setting(name: &'static str, form: Form, default: &'static str, about: &'static str) -> Setting {
    Setting { name, form, default, about }
}

/// Every setting.
pub const SETTINGS: &[Setting] = &[
    setting("game", Form::Text, "", "the game that is played if none is named"),
    setting("mode", Form::Text, "", "who plays, by the abbreviation of a mode: pa, hot, aa"),
    setting("seat", Form::List, "", "who plays at a seat: 1=human, 2=ai:5"),
    setting("white", Form::Text, "", "who plays at the first seat"),
    setting("black", Form::Text, "", "who plays at the second seat"),
    setting("name", Form::List, "", "what a player is called: 1=Ada"),
    setting("ai", Form::Text, "ai:5", "how the program plays where a mode seats it"),
    setting("clock", Form::Text, "none", "how much time there is: 5+3, 2h, none"),
    setting("undo", Form::Word(&["free", "ask", "off"]), "free", "whether moves can be taken back"),
    setting("variations", Form::Flag, "false", "moves that are left stay as variations"),
    setting("set", Form::List, "", "a variable of the game: position=518"),
    setting("seed", Form::Text, "", "the number what is left to chance is drawn from"),
    setting("ascii", Form::Flag, "false", "letters instead of figures"),
    setting("no-color", Form::Flag, "false", "no colours"),
    setting("flip", Form::Flag, "false", "the board seen from the other side"),
    setting("mouse", Form::Flag, "true", "clicks on cells make moves"),
    setting("fen", Form::Text, "", "where a game begins"),
    setting("load", Form::Text, "", "a game in PGN to go on with"),
    setting("resume", Form::Flag, "false", "go on with the last game"),
    setting("record", Form::Text, "", "a file to which moves are written as they are made"),
    setting("data", Form::Text, "", "the folder for games and history; the platform's if empty"),
];

impl Setting {
    /// The variable of the environment.
    pub fn variable(&self) -> String {
        format!("CHATURA_{}", self.name.to_uppercase().replace('-', "_"))
    }

    /// The values in a text.
    pub fn split(&self, text: &str) -> Vec<String> {
        let parts = match self.form {
            Form::List => text.split(',').map(str::trim).collect(),
            _ => vec![text.trim()],
        };
        parts.into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }

    /// A value in its usual spelling, or what would be right.
    pub fn checked(&self, value: &str) -> Result<String, String> {
        let word = value.to_lowercase();
        match self.form {
            Form::Flag => match word.as_str() {
                "true" | "yes" | "on" | "1" => Ok("true".to_owned()),
                "false" | "no" | "off" | "0" => Ok("false".to_owned()),
                _ => Err(format!("\"{}\" is neither true nor false", shown(value))),
            },
            Form::Word(words) if words.contains(&word.as_str()) => Ok(word),
            Form::Word(words) => {
                let (last, first) = words.split_last().unwrap_or((&"nothing", &[]));
                Err(format!("\"{}\" is not {} or {last}", shown(value), first.join(", ")))
            }
            Form::Text | Form::List => Ok(value.to_owned()),
        }
    }
}

fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

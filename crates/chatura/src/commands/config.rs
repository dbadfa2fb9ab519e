//! `chatura config`: every setting, its value and where that comes from.

use crate::cli::Config;
use crate::failure::Failure;
use crate::output::Output;
use crate::play::setup;
use crate::settings::{self, Settings};
use crate::text::table;
use serde_json::{Value, json};
use std::io::Write;

/// Shows the settings.
pub fn config(arguments: &Config, out: &mut Output) -> Result<(), Failure> {
    let gathered = Settings::gather(&arguments.preferences.said())?;
    // What could not be played with is told here, not only when somebody begins to play.
    setup::check(&gathered)?;
    let file = settings::config_file().map(|path| path.display().to_string());
    if arguments.json {
        let all: Vec<Value> = gathered
            .all()
            .map(|(setting, value, origin)| {
                json!({
                    "name": setting.name,
                    "value": value,
                    "from": origin.to_string(),
                    "variable": settings::variable(setting),
                    "about": setting.documentation,
                })
            })
            .collect();
        return Ok(out.json(&json!({ "file": file, "settings": all }))?);
    }
    let mut rows = vec![["SETTING", "VALUE", "FROM", "WHAT IT IS"].map(str::to_owned).to_vec()];
    for (setting, value, origin) in gathered.all() {
        let value = if value.is_empty() { "-".to_owned() } else { value };
        rows.push(vec![setting.name.to_owned(), value, origin.to_string(), setting.documentation.to_owned()]);
    }
    let mut lines = table(&rows).into_iter();
    if let Some(header) = lines.next() {
        out.heading(&header)?;
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    match file {
        Some(file) => writeln!(out, "\nThe file is {file}")?,
        None => writeln!(out, "\nThis platform has no place for the file; CHATURA_CONFIG names one")?,
    }
    Ok(())
}

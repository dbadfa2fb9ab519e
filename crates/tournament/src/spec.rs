//! Engines of a match as they are written on a command line: `cmd=stockfish,name=SF,option.Hash=16`, `ai:7`.

use crate::contestant::{Contestant, Kind};
use crate::control::time;
use chatura_players::{Budget, EngineList, EngineSettings, read_player};
use chatura_protocol::drive::{Launch, Pace};
use chatura_search::Limits;
use chatura_session::{Ai, PlayerKind};
use std::collections::HashMap;
use std::time::Duration;

/// What can be said of an engine.
const KEYS: &str =
    "cmd, name, proto, dir, option.NAME, movetime, nodes, depth, margin; of ours hash, threads and book";

/// Reads the engines of a match. Those without a name get one, and no two have the same.
pub fn read_contestants(specs: &[String], engines: &EngineList) -> Result<Vec<Contestant>, String> {
    let mut all: Vec<Contestant> = Vec::new();
    let mut used: HashMap<String, u32> = HashMap::new();
    for spec in specs {
        let mut contestant = read(spec, engines).map_err(|error| format!("--engine {spec}: {error}"))?;
        let times = used.entry(contestant.name.clone()).or_default();
        *times += 1;
        if *times > 1 {
            contestant.name += &format!(" ({times})");
        }
        all.push(contestant);
    }
    Ok(all)
}

fn read(spec: &str, engines: &EngineList) -> Result<Contestant, String> {
    let parts = split(spec)?;
    let (mut kind, rest) = match parts.split_first() {
        Some((first, rest)) if first == "ai" || first.starts_with("ai:") => (own(first)?, rest),
        Some((first, rest)) if first.starts_with("engine:") => {
            let known = engines.find(&first["engine:".len()..]).map_err(|error| error.to_string())?;
            (Kind::Program(known.launch()), rest)
        }
        _ => {
            let command = parts.iter().find_map(|part| part.strip_prefix("cmd="));
            let command = command.ok_or(
                "say what to start, cmd=PROGRAM, an engine that is known, engine:NAME, or one of ours, ai:7",
            )?;
            (Kind::Program(Launch::of_command(command)?), &parts[..])
        }
    };
    let mut name = None;
    let mut pace = Pace::default();
    let mut book = None;
    for part in rest {
        let unknown = || format!("\"{part}\" says nothing of an engine; there are {KEYS}");
        let (key, value) = part.split_once('=').ok_or_else(unknown)?;
        let number = || {
            value.parse::<u64>().ok().filter(|n| *n > 0).ok_or(format!("{key} is a number, not \"{value}\""))
        };
        let span = || duration(value).ok_or(format!("{key} is a time like 100ms or 0.5s, not \"{value}\""));
        match (key, &mut kind) {
            ("name", _) if !value.is_empty() => name = Some(value.to_owned()),
            ("movetime", _) => pace.time = Some(span()?),
            ("nodes", _) => pace.nodes = Some(number()?),
            ("depth", _) => pace.depth = Some(number()?.min(1000) as u32),
            ("cmd", Kind::Program(_)) => {}
            ("proto", Kind::Program(launch)) => launch.protocol = Some(value.parse()?),
            ("dir", Kind::Program(launch)) => launch.folder = Some(value.into()),
            ("margin", Kind::Program(launch)) => launch.patience.margin = span()?,
            (key, Kind::Program(launch)) if key.starts_with("option.") => {
                let name = &key["option.".len()..];
                launch.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                launch.options.push((name.to_owned(), value.to_owned()));
            }
            ("book", Kind::Own(_)) if !value.is_empty() => book = Some(value.into()),
            ("hash", Kind::Own(settings)) => settings.options.hash_mb = number()?.min(65_536) as usize,
            ("threads", Kind::Own(settings)) => settings.options.threads = number()?.min(512) as usize,
            _ => return Err(unknown()),
        }
    }
    let usual = || match &kind {
        Kind::Program(launch) => match parts[0].strip_prefix("engine:") {
            Some(known) => known.to_owned(),
            None => launch.short_name(),
        },
        Kind::Own(_) => format!("Chatura {}", parts[0]),
    };
    let name = name.unwrap_or_else(usual);
    let pace = (pace != Pace::default()).then_some(pace);
    Ok(Contestant { name, kind, pace, book })
}

/// One of ours; how long it thinks is said by the match unless it is part of what it is.
fn own(description: &str) -> Result<Kind, String> {
    let PlayerKind::Ai(ai) =
        read_player(description, &EngineList::default()).map_err(|error| error.to_string())?
    else {
        return Err(format!("\"{description}\" is no engine"));
    };
    let budget = Budget { hash_mb: 16, ..Budget::default() };
    let mut settings = EngineSettings::of(&ai, &budget).map_err(|error| error.to_string())?;
    if matches!(ai, Ai::Level(_) | Ai::Strategy(_)) {
        settings.limits = Limits::default();
    }
    Ok(Kind::Own(settings))
}

/// A time; a number alone means milliseconds, as engines say it.
fn duration(text: &str) -> Option<Duration> {
    match text.parse::<u64>() {
        Ok(millis) => Some(Duration::from_millis(millis)),
        Err(_) => time(text),
    }
}

/// Parts with commas between them; quotes hold together what has commas inside, and stay where they are needed again.
fn split(spec: &str) -> Result<Vec<String>, String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    for letter in spec.chars() {
        match (letter, quote) {
            (',', None) => parts.push(String::new()),
            (letter, _) => {
                match quote {
                    None if letter == '"' || letter == '\'' => quote = Some(letter),
                    Some(open) if open == letter => quote = None,
                    _ => {}
                }
                if let Some(part) = parts.last_mut() {
                    part.push(letter);
                }
            }
        }
    }
    match quote {
        Some(quote) => Err(format!("a {quote} is missing")),
        None => Ok(parts.into_iter().filter(|part| !part.is_empty()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_protocol::drive::Protocol;

    #[test]
    fn engines_are_read_as_they_are_written() {
        let specs = [
            "cmd='my engine' -x \"a,b\",name=E,proto=xboard,option.Skill Level=3,movetime=50",
            "ai:7",
            "ai:7",
            "ai:nodes=100,hash=2",
        ];
        let all = read_contestants(&specs.map(str::to_owned), &EngineList::default()).unwrap();
        let names: Vec<&str> = all.iter().map(|contestant| contestant.name.as_str()).collect();
        assert_eq!(names, ["E", "Chatura ai:7", "Chatura ai:7 (2)", "Chatura ai:nodes=100"]);
        let Kind::Program(launch) = &all[0].kind else { panic!("a program") };
        assert_eq!(launch.arguments, ["-x", "a,b"]);
        assert_eq!(launch.protocol, Some(Protocol::XBoard));
        assert_eq!(launch.options, [("Skill Level".to_owned(), "3".to_owned())]);
        assert_eq!(all[0].pace, Some(Pace::time(Duration::from_millis(50))));
        let Kind::Own(level) = &all[1].kind else { panic!("one of ours") };
        assert_eq!((level.options.level.number(), level.limits.time), (7, None));
        let Kind::Own(nodes) = &all[3].kind else { panic!("one of ours") };
        assert_eq!((nodes.limits.nodes, nodes.options.hash_mb), (Some(100), 2));
    }

    #[test]
    fn what_is_no_engine_is_told_with_what_would_be() {
        for (spec, words) in [
            ("", "cmd=PROGRAM"),
            ("name=x", "cmd=PROGRAM"),
            ("cmd=x,colour=red", "option.NAME"),
            ("ai:99", "no level 99"),
            ("engine:nobody", "there is no engine \"nobody\""),
            ("cmd=x,proto=y", "uci or xboard"),
            ("cmd='x", "is missing"),
            ("cmd=x,depth=no", "a number"),
            ("ai,cmd=x", "option.NAME"),
        ] {
            let error = read_contestants(&[spec.to_owned()], &EngineList::default()).unwrap_err();
            assert!(error.contains(words), "{spec}: {error}");
        }
    }
}

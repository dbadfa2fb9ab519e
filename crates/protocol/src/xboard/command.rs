//! What the board says.

use std::time::Duration;

/// A line of the protocol.
#[derive(Debug, PartialEq)]
pub(super) enum Command<'a> {
    Protover,
    New,
    Variant(&'a str),
    Quit,
    Force,
    Go,
    PlayOther,
    Level(Level),
    /// So long for each move.
    SearchTime(Duration),
    SearchDepth(u32),
    /// Positions count instead of time: so many are a second.
    NodeRate(u64),
    /// What is left on the engine's clock.
    Time(Duration),
    /// What is left on the other clock.
    OtherTime(Duration),
    Move(&'a str),
    MoveNow,
    Ping(&'a str),
    Draw,
    Result,
    /// The other player is a program, too.
    Computer,
    SetBoard(&'a str),
    Hint,
    Book,
    Undo,
    Remove,
    Hard,
    Easy,
    Post,
    NoPost,
    Analyze,
    Exit,
    Status,
    Memory(&'a str),
    Cores(&'a str),
    Option {
        name: &'a str,
        value: &'a str,
    },
    Personality(&'a str),
    /// These moves are not to be looked at.
    Exclude(&'a str),
    /// These are again.
    Include(&'a str),
    Lift(&'a str),
    Put(&'a str),
    Hover(&'a str),
    /// Understood, and of no consequence here.
    Nothing,
    /// No command; perhaps a move.
    Bare(&'a str),
    /// A command with something wrong about it.
    Wrong(&'static str),
}

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    /// In so many moves; in all of them if 0.
    pub moves: u32,
    pub base: Duration,
    pub increment: Duration,
}

/// A clock of more than this is not believed.
const MAX_SECONDS: f64 = 1e8;

impl<'a> Command<'a> {
    /// Reads a line.
    pub fn read(line: &'a str) -> Command<'a> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = |make: fn(u64) -> Command<'a>| match rest.parse() {
            Ok(number) => make(number),
            Err(_) => Command::Wrong("a number is missing"),
        };
        let time = |make: fn(Duration) -> Command<'a>, unit: f64| match seconds(rest, unit) {
            Some(time) => make(time),
            None => Command::Wrong("a time is missing"),
        };
        match word {
            "protover" => Command::Protover,
            "new" => Command::New,
            "variant" => Command::Variant(rest),
            "quit" => Command::Quit,
            "force" => Command::Force,
            "go" => Command::Go,
            "playother" => Command::PlayOther,
            "level" => Command::level(rest),
            "st" => time(Command::SearchTime, 1.0),
            "sd" => number(|depth| Command::SearchDepth(depth.clamp(1, 1000) as u32)),
            "nps" => number(Command::NodeRate),
            "time" => time(Command::Time, 0.01),
            "otim" => time(Command::OtherTime, 0.01),
            "usermove" => Command::Move(rest),
            "?" => Command::MoveNow,
            "ping" => Command::Ping(rest),
            "draw" => Command::Draw,
            "result" => Command::Result,
            "computer" => Command::Computer,
            "setboard" => Command::SetBoard(rest),
            "hint" => Command::Hint,
            "bk" => Command::Book,
            "undo" => Command::Undo,
            "remove" => Command::Remove,
            "hard" => Command::Hard,
            "easy" => Command::Easy,
            "post" => Command::Post,
            "nopost" => Command::NoPost,
            "analyze" => Command::Analyze,
            "exit" => Command::Exit,
            "." => Command::Status,
            "memory" => Command::Memory(rest),
            "cores" => Command::Cores(rest),
            "option" => match rest.split_once('=') {
                Some((name, value)) => Command::Option { name: name.trim(), value: value.trim() },
                None => Command::Option { name: rest, value: "" },
            },
            "personality" => Command::Personality(rest),
            "exclude" => Command::Exclude(rest),
            "include" => Command::Include(rest),
            "lift" => Command::Lift(rest),
            "put" => Command::Put(rest),
            "hover" => Command::Hover(rest),
            "" | "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics" | "white"
            | "black" => Command::Nothing,
            _ => Command::Bare(line),
        }
    }

    /// `level MOVES MINUTES[:SECONDS] INCREMENT`; what follows a time is left alone, as the protocol asks for.
    fn level(rest: &str) -> Command<'a> {
        let read = || {
            let mut words = rest.split_whitespace();
            let moves = words.next()?.parse().ok()?;
            let base = words.next()?;
            let end = base.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').unwrap_or(base.len());
            let (minutes, extra) = base[..end].split_once(':').unwrap_or((&base[..end], "0"));
            let base = seconds(minutes, 60.0)? + seconds(extra, 1.0)?;
            let increment = seconds(words.next()?, 1.0)?;
            Some(Level { moves, base, increment })
        };
        read().map_or(Command::Wrong("a level is moves, minutes and an increment"), Command::Level)
    }
}

/// A number of such units as a time; a clock may be over its time.
fn seconds(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    let seconds = number * unit;
    (seconds.is_finite() && seconds < MAX_SECONDS).then(|| Duration::from_secs_f64(seconds.max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let level = |moves, seconds, increment| {
            let time = Duration::from_secs_f64;
            Command::Level(Level { moves, base: time(seconds), increment: time(increment) })
        };
        assert_eq!(Command::read("level 40 5 0"), level(40, 300.0, 0.0));
        assert_eq!(Command::read("level 0 0:30 0.5"), level(0, 30.0, 0.5));
        assert_eq!(Command::read("level 40 25+5 0"), level(40, 1500.0, 0.0));
        for wrong in
            ["level", "level 1", "level a b c", "level 0 1:x 0", "level 0 💥 0", "st fast", "sd", "time"]
        {
            assert!(matches!(Command::read(wrong), Command::Wrong(_)), "{wrong}");
        }
        assert_eq!(Command::read("time -20"), Command::Time(Duration::ZERO));
        assert_eq!(Command::read("time 6000"), Command::Time(Duration::from_secs(60)));
        for endless in ["st inf", "st NaN", "st 1e300", "time 99999999999999999999"] {
            assert!(matches!(Command::read(endless), Command::Wrong(_)), "{endless}");
        }
        assert_eq!(
            Command::read("option Skill Level=3"),
            Command::Option { name: "Skill Level", value: "3" }
        );
        assert_eq!(Command::read("option Clear Hash"), Command::Option { name: "Clear Hash", value: "" });
        assert_eq!(Command::read(" usermove  e2e4 "), Command::Move("e2e4"));
        assert_eq!(Command::read("e2e4"), Command::Bare("e2e4"));
        assert_eq!(Command::read("accepted ping"), Command::Nothing);
        assert_eq!(Command::read(""), Command::Nothing);
    }
}

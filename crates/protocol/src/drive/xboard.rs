//! Drives an engine that speaks the protocol of XBoard, version 2.
//!
//! The engine is kept in force mode and told to `go` for each move, so that it never thinks unasked.

use super::dialect::{Dialect, Heard, Info, Opening, Written, begins_as_usual, is_shuffled_chess, offered};
use super::fault::{Fault, shown};
use super::identity::{EngineOption, Identity, OptionKind};
use super::launch::{Patience, Protocol};
use super::pace::Pace;
use super::process::Process;
use crate::wire;
use chatura_rules::{Game, Line, Move, Position, notation};
use chatura_search::{Clock, Score};
use std::time::{Duration, Instant};

/// Scores beyond this are mates: 100000 and the number of moves.
const MATE: i32 = 100_000;

#[derive(Default)]
pub(super) struct XBoard {
    features: Features,
    /// How the game is begun, to begin it again.
    variant: String,
    written: Option<Written>,
    /// How many of the moves it was told.
    sent: usize,
    /// What `level` said last.
    level: Option<String>,
    pings: u32,
    patience: Patience,
}

/// What the engine can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    memory: bool,
    cores: bool,
}

impl XBoard {
    /// Waits until everything said so far was heard, where the engine can tell. What it complains about is a fault of this kind.
    fn synchronize(
        &mut self,
        process: &mut Process,
        doing: &'static str,
        complains: fn(String) -> Fault,
    ) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        process.say(&format!("ping {}", self.pings));
        process.wait(doing, self.patience.ready, |line| {
            if line == pong {
                return Some(Ok(()));
            }
            complaint(line).map(|words| Err(complains(words)))
        })?
    }

    fn start_over(&mut self, process: &mut Process) {
        process.say("new");
        if self.variant != "normal" {
            process.say(&format!("variant {}", self.variant));
        }
        for line in ["force", "easy", "post"] {
            process.say(line);
        }
        self.sent = 0;
        self.level = None;
    }

    fn tell_moves(&mut self, process: &mut Process, line: &Line) -> Result<(), Fault> {
        let mut written = match self.written.take() {
            Some(written) if written.leads_to(line) => written,
            former => {
                let fresh = former.is_none() && self.sent == 0;
                let written = Written::new(line.first());
                if !fresh {
                    self.start_over(process);
                }
                if !begins_as_usual(written.start()) {
                    if !self.features.setboard {
                        let words = "it cannot begin elsewhere than at the usual start (no setboard)";
                        return Err(Fault::Refused(words.to_owned()));
                    }
                    process.say(&format!("setboard {}", notation::format_usual_fen(written.start())));
                }
                written
            }
        };
        written.follow(line, wire::write_move);
        for text in &written.texts[self.sent..] {
            match self.features.usermove {
                true => process.say(&format!("usermove {text}")),
                false => process.say(text),
            };
        }
        self.sent = written.texts.len();
        self.written = Some(written);
        Ok(())
    }

    fn tell_pace(&mut self, process: &mut Process, pace: &Pace, player: usize) -> Result<(), Fault> {
        if pace.nodes.is_some() {
            let words = "it cannot be limited to a number of positions: XBoard has no word for that";
            return Err(Fault::Refused(words.to_owned()));
        }
        if let Some(clocks) = pace.clocks {
            let own = clocks[player.min(1)];
            let kind = level_kind(&own);
            if self.level.as_ref() != Some(&kind) {
                process.say(&level(&own));
                self.level = Some(kind);
            }
            let other = clocks[1 - player.min(1)];
            process.say(&format!("time {}", centiseconds(own.left)));
            process.say(&format!("otim {}", centiseconds(other.left)));
        } else if let Some(time) = pace.time {
            process.say(&format!("st {}", time.as_secs_f64()));
        } else if pace.depth.is_some() {
            // Without a clock it would stop by the one it imagines.
            process.say("st 86400");
        }
        if let Some(depth) = pace.depth {
            process.say(&format!("sd {depth}"));
        }
        Ok(())
    }
}

impl Dialect for XBoard {
    fn introduce(&mut self, process: &mut Process, patience: &Patience) -> Result<Identity, Fault> {
        self.patience = *patience;
        let mut identity = Identity::new(Protocol::XBoard);
        process.nudge_with(Some("xboard"));
        process.say("xboard");
        process.say("protover 2");
        let begun = Instant::now();
        let (mut any, mut within) = (false, patience.introduction);
        loop {
            let left = within.saturating_sub(begun.elapsed());
            let done = process.wait("xboard", left, |line| {
                let rest = line.strip_prefix("feature ")?;
                Some(pairs(rest))
            });
            let pairs = match done {
                Ok(pairs) => pairs,
                // Who forgets `done=1` has said all it will.
                Err(Fault::Hung { .. }) if any => break,
                Err(Fault::Hung { .. }) => return Err(Fault::Unidentified),
                Err(fault) => return Err(fault),
            };
            any = true;
            let mut done = None;
            for (name, value) in pairs {
                let known = self.feature(&mut identity, &name, &value);
                process.say(&format!("{} {name}", if known { "accepted" } else { "rejected" }));
                if name == "done" {
                    done = Some(value == "1");
                }
            }
            match done {
                Some(true) => break,
                // It asks for more time.
                Some(false) => within = begun.elapsed() + patience.ready.max(patience.introduction),
                None => {}
            }
        }
        // A number that is not waited for.
        process.nudge_with(self.features.ping.then_some("ping 0"));
        if self.features.memory {
            identity.options.push(spin("memory", 1, 1 << 20));
        }
        if self.features.cores {
            identity.options.push(spin("cores", 1, 1024));
        }
        Ok(identity)
    }

    fn set_option(&mut self, process: &mut Process, name: &str, value: &str) {
        let value = match value {
            "true" => "1",
            "false" => "0",
            other => other,
        };
        match (name, value) {
            ("memory" | "cores", value) => process.say(&format!("{name} {value}")),
            (_, "") => process.say(&format!("option {name}")),
            _ => process.say(&format!("option {name}={value}")),
        };
    }

    fn variant(&self, identity: &Identity, game: &Game) -> Option<String> {
        variant(identity, game)
    }

    fn sets_up(&self) -> bool {
        self.features.setboard
    }

    fn begin(&mut self, process: &mut Process, opening: &Opening<'_>) -> Result<(), Fault> {
        self.variant = opening.variant.to_owned();
        self.written = None;
        self.start_over(process);
        // Who has a complaint before anything was played does not play this game.
        self.synchronize(process, "new", Fault::Refused)
    }

    fn ask(&mut self, process: &mut Process, line: &Line, pace: &Pace) -> Result<Instant, Fault> {
        self.tell_moves(process, line)?;
        // What it complains about is told before its time runs. What it was told is legal.
        self.synchronize(process, "its moves", Fault::Lied)?;
        self.tell_pace(process, pace, line.position().turn().index())?;
        Ok(process.say("go"))
    }

    fn hear(&mut self, line: &str) -> Heard {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("move") => match words.next() {
                Some(mv) => Heard::Move(mv.to_owned()),
                None => Heard::NoMove,
            },
            Some("resign") => Heard::Resigns,
            Some("1-0" | "0-1") if line.to_ascii_lowercase().contains("resign") => Heard::Resigns,
            Some("1-0" | "0-1" | "1/2-1/2") => Heard::Claims(format!("it says {}", shown(line))),
            // Old ones write `1. ... e7e5`.
            Some(number) if number.ends_with('.') && number.len() > 1 => match words.next() {
                Some("...") => words.next().map_or(Heard::Nothing, |mv| Heard::Move(mv.to_owned())),
                _ => Heard::Nothing,
            },
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                thinking(line).map_or(Heard::Nothing, Heard::Info)
            }
            Some(_) => complaint(line).map_or(Heard::Nothing, Heard::Claims),
            None => Heard::Nothing,
        }
    }

    fn interruption(&self) -> &'static str {
        "?"
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, notation::MoveError> {
        wire::read_move(position, text)
    }

    fn answered(&mut self, process: &mut Process, mv: Move) {
        process.say("force");
        if let Some(written) = &mut self.written {
            written.push(mv, String::new());
            self.sent = written.texts.len();
        }
    }
}

impl XBoard {
    /// Takes note of every feature of a text, as if it had just been told.
    pub(super) fn features(&mut self, identity: &mut Identity, text: &str) {
        for (name, value) in pairs(text) {
            self.feature(identity, &name, &value);
        }
    }

    /// Takes note of a feature; whether it means anything here.
    fn feature(&mut self, identity: &mut Identity, name: &str, value: &str) -> bool {
        let on = value == "1";
        match name {
            "ping" => self.features.ping = on,
            "setboard" => self.features.setboard = on,
            "usermove" => self.features.usermove = on,
            "memory" => self.features.memory = on,
            "smp" => self.features.cores = on,
            "myname" => identity.name = Some(value.to_owned()),
            "variants" => {
                let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
                identity.variants = names.map(str::to_owned).collect();
            }
            "option" => match EngineOption::of_xboard(value) {
                Some(option) => identity.options.push(option),
                None => return false,
            },
            // Moves come and go in coordinates.
            "san" => return !on,
            "done" | "time" | "colors" | "sigint" | "sigterm" | "reuse" | "analyze" | "debug" => {}
            _ => return false,
        }
        true
    }
}

/// What it calls a game, if it plays it.
pub(super) fn variant(identity: &Identity, game: &Game) -> Option<String> {
    if game.about().id == "chess" {
        return Some("normal".to_owned());
    }
    if is_shuffled_chess(game) {
        let name = "fischerandom";
        return identity.variants.iter().any(|other| other == name).then(|| name.to_owned());
    }
    offered(game, &identity.variants).cloned()
}

fn spin(name: &str, least: i64, most: i64) -> EngineOption {
    EngineOption { name: name.to_owned(), kind: OptionKind::Spin(least, most), default: String::new() }
}

/// Reads `name=value name="a value"`.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    pairs
}

/// What is wrong, when an engine says that something is.
fn complaint(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let wrong_move = lower.starts_with("illegal move");
    let wrong = wrong_move || lower.starts_with("tellusererror") || lower.starts_with("error (unsupported");
    wrong.then(|| format!("it says \"{}\"", shown(line)))
}

/// Reads `ply score time nodes pv`.
fn thinking(line: &str) -> Option<Info> {
    let mut words = line.split_whitespace();
    // Some mark the depth: `9&`, `9.`.
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let centiseconds: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let score = match score {
        MATE.. => Score::Mate((score - MATE).max(1)),
        ..=-100_000 => Score::Mate(score + MATE),
        score => Score::Centipawns(score),
    };
    // Some put more numbers and a tab before the line of play; move numbers are not moves.
    let words: Vec<&str> = match line.rsplit_once('\t') {
        Some((_, moves)) => moves.split_whitespace().collect(),
        None => words.collect(),
    };
    let is_move = |word: &&&str| !word.ends_with('.') && !word.starts_with(['(', '<', '{', '.']);
    Some(Info {
        depth,
        deepest: depth,
        number: 1,
        score: Some(score),
        nodes,
        time: Duration::from_millis(centiseconds.saturating_mul(10)),
        full: 0,
        moves: words.iter().filter(is_move).map(|word| (*word).to_owned()).collect(),
    })
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// What of a control does not change from move to move.
fn level_kind(clock: &Clock) -> String {
    format!("{:?} {:?}", clock.increment, clock.moves_to_go.map(|_| ()))
}

fn level(clock: &Clock) -> String {
    let seconds = clock.left.as_secs().max(1);
    let moves = clock.moves_to_go.unwrap_or(0);
    format!("level {moves} {}:{:02} {}", seconds / 60, seconds % 60, clock.increment.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_their_quotes() {
        let read =
            pairs(r#"ping=1 myname="A B 2" variants="normal,3check" option="Hash -spin 1 1 9" done=0"#);
        let texts: Vec<String> = read.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        assert_eq!(
            texts,
            ["ping:1", "myname:A B 2", "variants:normal,3check", "option:Hash -spin 1 1 9", "done:0"]
        );
        assert_eq!(pairs("nothing"), []);
        assert_eq!(pairs("a=\"open"), [("a".to_owned(), "open".to_owned())]);
    }

    #[test]
    fn what_it_says_is_understood() {
        let mut xboard = XBoard::default();
        assert_eq!(xboard.hear("move e2e4"), Heard::Move("e2e4".to_owned()));
        assert_eq!(xboard.hear("1. ... e7e5"), Heard::Move("e7e5".to_owned()));
        assert_eq!(xboard.hear("0-1 {White resigns}"), Heard::Resigns);
        assert!(matches!(xboard.hear("1-0 {White mates}"), Heard::Claims(_)));
        assert!(matches!(xboard.hear("Illegal move: e2e5"), Heard::Claims(_)));
        assert_eq!(xboard.hear("# 1 2 3 4"), Heard::Nothing);
        let Heard::Info(info) = xboard.hear("9& -31 120 5000 1. e4 e5 2. Nf3 (x)") else {
            panic!("it tells something")
        };
        assert_eq!((info.depth, info.score, info.nodes), (9, Some(Score::Centipawns(-31)), 5000));
        assert_eq!((info.time, info.moves.join(" ")), (Duration::from_millis(1200), "e4 e5 Nf3".to_owned()));
        assert_eq!(thinking("3 100002 1 9 Qh5").and_then(|info| info.score), Some(Score::Mate(2)));
        assert_eq!(thinking("3 -100002 1 9 Qh5").and_then(|info| info.score), Some(Score::Mate(-2)));
        for odd in ["9", "9 x", "9 1 1 1", "9 99999999999 1 1", "move", "1.", "1-0", "💥 💥", "feature"] {
            let _ = xboard.hear(odd);
        }
    }

    #[test]
    fn levels_are_said_in_minutes_and_seconds() {
        let clock = Clock::new(Duration::from_secs(605), Duration::from_millis(100));
        assert_eq!(level(&clock), "level 0 10:05 0.1");
    }
}

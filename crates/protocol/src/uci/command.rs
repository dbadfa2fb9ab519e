//! What the other side says.

use crate::host::shown;

/// A line of the protocol.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    Position {
        fen: Option<String>,
        moves: Vec<&'a str>,
    },
    Go(Go<'a>),
    Stop,
    PonderHit,
    Show,
    Flip,
    Eval,
    /// To this depth.
    Bench(u32),
    Load(&'a str),
    /// Whether the definitions of a file are right.
    Check(&'a str),
    Quit,
    Nothing,
    Unknown(&'a str),
}

/// How deep a benchmark looks if nobody says.
const BENCH: u32 = 8;

/// How long to think.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Go<'a> {
    pub wtime: Option<u64>,
    pub btime: Option<u64>,
    pub winc: Option<u64>,
    pub binc: Option<u64>,
    pub movestogo: Option<u32>,
    pub movetime: Option<u64>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub perft: Option<u32>,
    /// Mate in so many moves is looked for.
    pub mate: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    pub searchmoves: Vec<&'a str>,
    /// Times and increments of players by name: `redtime`, `blueinc`.
    pub named: Vec<(&'a str, u64)>,
    /// What was not understood, in words.
    pub wrong: Vec<String>,
}

impl<'a> Command<'a> {
    /// Reads a line.
    pub fn read(line: &'a str) -> Command<'a> {
        let mut words = line.split_whitespace();
        match words.next() {
            None => Command::Nothing,
            Some("uci") => Command::Uci,
            Some("isready") => Command::IsReady,
            Some("ucinewgame") => Command::NewGame,
            Some("setoption") => Command::set_option(line),
            Some("position") => Command::position(&words.collect::<Vec<_>>()),
            Some("go") => Command::Go(Go::read(&words.collect::<Vec<_>>())),
            Some("stop") => Command::Stop,
            Some("ponderhit") => Command::PonderHit,
            Some("d") => Command::Show,
            Some("flip") => Command::Flip,
            Some("eval") => Command::Eval,
            Some("bench") => Command::Bench(words.next().and_then(|word| word.parse().ok()).unwrap_or(BENCH)),
            Some("load") => Command::Load(line.trim().strip_prefix("load").unwrap_or("").trim()),
            Some("check") => Command::Check(line.trim().strip_prefix("check").unwrap_or("").trim()),
            Some("quit") => Command::Quit,
            Some("debug" | "register") => Command::Nothing,
            Some(word) => Command::Unknown(word),
        }
    }

    fn set_option(line: &'a str) -> Command<'a> {
        let rest = line.split_once("name").map_or("", |(_, rest)| rest);
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name, value),
            None => (rest, ""),
        };
        Command::SetOption { name: name.trim(), value: value.trim() }
    }

    fn position(words: &[&'a str]) -> Command<'a> {
        let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let moves = words.get(moves_at + 1..).unwrap_or_default().to_vec();
        let fen = match words.first() {
            Some(&("fen" | "sfen")) => Some(words[1..moves_at].join(" ")),
            _ => None,
        };
        Command::Position { fen, moves }
    }
}

impl<'a> Go<'a> {
    fn read(words: &[&'a str]) -> Go<'a> {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            if !is_keyword(word) {
                let named = word.ends_with("time") || word.ends_with("inc");
                let value = words.peek().filter(|_| named).and_then(|text| number(text));
                if let Some(value) = value {
                    words.next();
                    go.named.push((word, value));
                    continue;
                }
                go.wrong.push(format!("go knows no {}", shown(word)));
                continue;
            }
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !is_keyword(word)) {
                        go.searchmoves.push(mv);
                    }
                }
                _ => match words.next_if(|word| !is_keyword(word)) {
                    Some(text) => match number(text) {
                        Some(number) => go.set(word, number),
                        None => go.wrong.push(format!("{word} needs a number, not {}", shown(text))),
                    },
                    None => go.wrong.push(format!("{word} needs a number")),
                },
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: u64) {
        let small = number.min(u64::from(u32::MAX)) as u32;
        match word {
            "wtime" => self.wtime = Some(number),
            "btime" => self.btime = Some(number),
            "winc" => self.winc = Some(number),
            "binc" => self.binc = Some(number),
            "movestogo" => self.movestogo = Some(small),
            "movetime" => self.movetime = Some(number),
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(number),
            "perft" => self.perft = Some(small),
            _ => self.mate = Some(small),
        }
    }
}

/// The words that begin a part of `go`.
fn is_keyword(word: &str) -> bool {
    let plain = ["infinite", "ponder", "searchmoves"];
    let counted =
        ["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "perft", "mate"];
    plain.contains(&word) || counted.contains(&word)
}

/// A number; a clock may be over its time.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.strip_prefix('-').unwrap_or(text).parse().ok()?;
    Some(if text.starts_with('-') { 0 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        assert_eq!(Command::read(""), Command::Nothing);
        assert_eq!(
            Command::read("setoption name Skill Level value 7"),
            Command::SetOption { name: "Skill Level", value: "7" }
        );
        assert_eq!(
            Command::read("position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4"),
            Command::Position { fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()), moves: vec!["e2e4"] }
        );
        assert_eq!(Command::read("position"), Command::Position { fen: None, moves: vec![] });
        let Command::Go(go) = Command::read("go wtime 1000 btime -5 winc 10 infinite depth 7") else {
            panic!()
        };
        assert_eq!(
            (go.wtime, go.btime, go.winc, go.depth, go.infinite),
            (Some(1000), Some(0), Some(10), Some(7), true)
        );
        let Command::Go(go) = Command::read("go depth movetime fast searchmoves e2e4 d2d4 nodes 9 now")
        else {
            panic!()
        };
        assert_eq!((go.depth, go.movetime, go.nodes), (None, None, Some(9)));
        assert_eq!(go.searchmoves, ["e2e4", "d2d4"]);
        assert_eq!(
            go.wrong,
            ["depth needs a number", "movetime needs a number, not fast", "go knows no now"]
        );
        assert_eq!(Command::read("load my games/own.toml"), Command::Load("my games/own.toml"));
        assert_eq!(Command::read("check my games/own.toml"), Command::Check("my games/own.toml"));
        assert_eq!(Command::read("fly"), Command::Unknown("fly"));
    }
}

//! What the other side says.

/// A line of the protocol.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Uci,
    IsReady,
    NewGame,
    SetOption { name: &'a str, value: &'a str },
    Position { fen: Option<String>, moves: Vec<&'a str> },
    Go(Go<'a>),
    Stop,
    PonderHit,
    Show,
    Quit,
    Nothing,
    Unknown(&'a str),
}

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
    pub infinite: bool,
    pub ponder: bool,
    pub searchmoves: Vec<&'a str>,
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
        let mut index = 0;
        while index < words.len() {
            let next = words.get(index + 1).copied().unwrap_or_default();
            // A clock may be over its time.
            let number = || {
                next.trim_start_matches('-')
                    .parse::<u64>()
                    .ok()
                    .map(|n| if next.starts_with('-') { 0 } else { n })
            };
            let small = || number().map(|n| n.min(u64::from(u32::MAX)) as u32);
            match words[index] {
                "wtime" => go.wtime = number(),
                "btime" => go.btime = number(),
                "winc" => go.winc = number(),
                "binc" => go.binc = number(),
                "movestogo" => go.movestogo = small(),
                "movetime" => go.movetime = number(),
                "depth" => go.depth = small(),
                "nodes" => go.nodes = number(),
                "perft" => go.perft = small(),
                "mate" => go.depth = small().map(|moves| moves.saturating_mul(2)),
                word @ ("infinite" | "ponder") => {
                    go.infinite |= word == "infinite";
                    go.ponder |= word == "ponder";
                    index += 1;
                    continue;
                }
                "searchmoves" => {
                    go.searchmoves = words[index + 1..].to_vec();
                    break;
                }
                _ => {
                    index += 1;
                    continue;
                }
            }
            index += 2;
        }
        go
    }
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
        assert_eq!(Command::read("go depth"), Command::Go(Go::default()));
        assert_eq!(Command::read("fly"), Command::Unknown("fly"));
    }
}

//! Drives an engine that speaks UCI.

use super::dialect::{Dialect, Heard, Info, Opening, Written, begins_as_usual, is_shuffled_chess, offered};
use super::fault::Fault;
use super::identity::{EngineOption, Identity, OptionKind};
use super::launch::{Patience, Protocol};
use super::pace::Pace;
use super::process::{MAX_SENT, Process};
use chatura_rules::{Game, Line, Move, Position, notation};
use chatura_search::Score;
use std::time::{Duration, Instant};

const VARIANT: &str = "UCI_Variant";
/// Where an engine is told of variants it does not know.
pub(super) const PATH: &str = "VariantPath";
const SHUFFLED: &str = "UCI_Chess960";
/// What a position takes at most besides its moves.
const MAX_HEAD: usize = 8 << 10;

#[derive(Default)]
pub(super) struct Uci {
    written: Option<Written>,
}

impl Uci {
    /// Waits until the engine has told the variant it was handed; one that did not take it would play something else.
    fn confirm(&self, process: &mut Process, opening: &Opening<'_>) -> Result<(), Fault> {
        let wanted = format!("info string variant {} ", opening.variant);
        let mut taken = false;
        process.say("isready");
        process.wait("isready", opening.patience.ready, |line| {
            taken |= line.starts_with(&wanted);
            (line == "readyok").then_some(())
        })?;
        match taken {
            true => Ok(()),
            false => Err(Fault::Refused("it did not take the definition it was handed".to_owned())),
        }
    }
}

impl Dialect for Uci {
    fn introduce(&mut self, process: &mut Process, patience: &Patience) -> Result<Identity, Fault> {
        let mut identity = Identity::new(Protocol::Uci);
        process.say("uci");
        let known = process.wait("uci", patience.introduction, |line| {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("id", rest) => match rest.split_once(' ') {
                    Some(("name", name)) => identity.name = Some(name.trim().to_owned()),
                    Some(("author", author)) => identity.author = Some(author.trim().to_owned()),
                    _ => {}
                },
                ("option", rest) => identity.options.extend(EngineOption::of_uci(rest)),
                ("uciok", _) => return Some(true),
                // An engine of the other protocol complains about a word it does not know.
                (word, _) if complains(word) => return Some(false),
                _ => {}
            }
            None
        });
        if !known? {
            return Err(Fault::Unidentified);
        }
        if let Some(OptionKind::Combo(names)) = identity.option(VARIANT).map(|option| option.kind.clone()) {
            identity.variants = names;
        }
        Ok(identity)
    }

    fn set_option(&mut self, process: &mut Process, name: &str, value: &str) {
        match value {
            "" => process.say(&format!("setoption name {name}")),
            _ => process.say(&format!("setoption name {name} value {value}")),
        };
    }

    fn variant(&self, identity: &Identity, game: &Game) -> Option<String> {
        variant(identity, game)
    }

    fn sets_up(&self) -> bool {
        true
    }

    fn begin(&mut self, process: &mut Process, opening: &Opening<'_>) -> Result<(), Fault> {
        if opening.identity.option(SHUFFLED).is_some() {
            self.set_option(process, SHUFFLED, &is_shuffled_chess(opening.game).to_string());
        }
        if let Some(file) = opening.file {
            self.set_option(process, PATH, &file.to_string_lossy());
        }
        if opening.identity.option(VARIANT).is_some() {
            self.set_option(process, VARIANT, opening.variant);
        }
        if opening.file.is_some() {
            self.confirm(process, opening)?;
        }
        self.written = None;
        process.say("ucinewgame");
        process.say("isready");
        process.wait("isready", opening.patience.ready, |line| (line == "readyok").then_some(()))
    }

    fn ask(&mut self, process: &mut Process, line: &Line, pace: &Pace) -> Result<Instant, Fault> {
        let mut written = match self.written.take() {
            Some(written) if written.leads_to(line) => written,
            _ => Written::new(line.first()),
        };
        written.follow(line, notation::format_move);
        let start = match begins_as_usual(written.start()) {
            true => "startpos".to_owned(),
            false => format!("fen {}", notation::format_usual_fen(written.start())),
        };
        let mut position = format!("position {start}");
        if !written.texts.is_empty() {
            position += " moves ";
            position += &written.texts.join(" ");
        }
        if position.len() + MAX_HEAD > MAX_SENT {
            // A pipe takes only so much; what came before is then not known to the engine.
            position = format!("position fen {}", notation::format_usual_fen(line.position()));
        }
        self.written = Some(written);
        process.say(&position);
        Ok(process.say(&go(pace)))
    }

    fn hear(&mut self, line: &str) -> Heard {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => match words.next() {
                None | Some("(none)" | "none" | "NULL") => Heard::NoMove,
                Some(mv) => Heard::Move(mv.to_owned()),
            },
            Some("info") => info(words).map_or(Heard::Nothing, Heard::Info),
            _ => Heard::Nothing,
        }
    }

    fn interruption(&self) -> &'static str {
        "stop"
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, notation::MoveError> {
        notation::parse_move(position, text)
    }

    fn answered(&mut self, _: &mut Process, _: Move) {}
}

/// What it calls a game, if it plays it.
pub(super) fn variant(identity: &Identity, game: &Game) -> Option<String> {
    if is_shuffled_chess(game) && identity.option(SHUFFLED).is_some() {
        return Some("chess".to_owned());
    }
    match identity.variants.is_empty() {
        true => (game.about().id == "chess").then(|| "chess".to_owned()),
        false => offered(game, &identity.variants).cloned(),
    }
}

/// Whether a first word is the beginning of a complaint.
fn complains(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    ["error", "illegal", "unknown", "feature"].iter().any(|start| word.starts_with(start))
}

fn go(pace: &Pace) -> String {
    let mut go = "go".to_owned();
    if let Some([white, black]) = pace.clocks {
        let millis = |time: Duration| time.as_millis();
        go += &format!(" wtime {} btime {}", millis(white.left).max(1), millis(black.left).max(1));
        go += &format!(" winc {} binc {}", millis(white.increment), millis(black.increment));
        if let Some(moves) = white.moves_to_go {
            go += &format!(" movestogo {moves}");
        }
    }
    if let Some(time) = pace.time {
        go += &format!(" movetime {}", time.as_millis().max(1));
    }
    if let Some(nodes) = pace.nodes {
        go += &format!(" nodes {nodes}");
    }
    if let Some(depth) = pace.depth {
        go += &format!(" depth {depth}");
    }
    match *pace == Pace::default() {
        true => "go infinite".to_owned(),
        false => go,
    }
}

/// Reads what follows `info`; none if it tells nothing of a search.
fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Info> {
    fn number<'a, T: std::str::FromStr + Default>(words: &mut impl Iterator<Item = &'a str>) -> T {
        words.next().and_then(|word| word.parse().ok()).unwrap_or_default()
    }
    let mut info = Info { number: 1, ..Info::default() };
    let mut tells = false;
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(&mut words),
            "seldepth" => info.deepest = number(&mut words),
            "multipv" => info.number = number(&mut words),
            "nodes" => info.nodes = number(&mut words),
            "time" => info.time = Duration::from_millis(number(&mut words)),
            "hashfull" => info.full = number(&mut words),
            "score" => match words.next() {
                Some("cp") => info.score = Some(Score::Centipawns(number(&mut words))),
                Some("mate") => info.score = Some(Score::Mate(number(&mut words))),
                _ => {}
            },
            "pv" => {
                info.moves = words.by_ref().map(str::to_owned).collect();
            }
            // What follows is text, or a line of play that is not the best.
            "string" | "refutation" | "currline" => break,
            _ => continue,
        }
        tells |= matches!(word, "score" | "nodes" | "pv");
    }
    tells.then_some(info)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_search::Clock;

    #[test]
    fn what_it_says_is_understood() {
        let mut uci = Uci::default();
        assert_eq!(uci.hear("bestmove e2e4 ponder e7e5"), Heard::Move("e2e4".to_owned()));
        assert_eq!(uci.hear("bestmove (none)"), Heard::NoMove);
        assert_eq!(uci.hear("bestmove"), Heard::NoMove);
        assert_eq!(uci.hear("info string depth 3 score cp 9"), Heard::Nothing);
        assert_eq!(uci.hear("info currmove e2e4 currmovenumber 1"), Heard::Nothing);
        let Heard::Info(info) = uci.hear(
            "info depth 9 seldepth 14 multipv 2 score mate -3 upperbound nodes 77 nps 5 hashfull 8 time 12 pv a2a3 b7b5",
        ) else {
            panic!("it tells something");
        };
        assert_eq!((info.depth, info.deepest, info.number, info.nodes, info.full), (9, 14, 2, 77, 8));
        assert_eq!(
            (info.score, info.moves),
            (Some(Score::Mate(-3)), vec!["a2a3".to_owned(), "b7b5".to_owned()])
        );
        for odd in
            ["info score", "info depth x score cp y", "info multipv 99999999999 nodes 1", "info pv", "", "💥"]
        {
            let _ = uci.hear(odd);
        }
    }

    #[test]
    fn every_limit_is_said() {
        let clock = |left: u64| Clock::new(Duration::from_millis(left), Duration::from_millis(100));
        let pace = Pace { clocks: Some([clock(9000), clock(0)]), ..Pace::default() };
        assert_eq!(go(&pace), "go wtime 9000 btime 1 winc 100 binc 100");
        assert_eq!(
            go(&Pace { depth: Some(3), ..Pace::time(Duration::from_millis(10)) }),
            "go movetime 10 depth 3"
        );
        assert_eq!(go(&Pace::nodes(5)), "go nodes 5");
        assert_eq!(go(&Pace::default()), "go infinite");
    }
}

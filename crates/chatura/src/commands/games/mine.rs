//! `chatura games mine`: what was played at the terminal and is kept.

use super::print;
use crate::cli::Mine;
use crate::failure::Failure;
use crate::output::Output;
use crate::play::archive::{Archive, read};
use crate::play::stamp;
use chatura_rules::notation::Pgn;
use serde_json::{Value, json};
use std::path::Path;
use std::time::SystemTime;

/// Lists the games that are kept, the latest first.
pub fn mine(arguments: &Mine, out: &mut Output) -> Result<(), Failure> {
    let set = arguments.data.as_ref().map(|folder| folder.display().to_string());
    let folder = crate::settings::data_folder(set.as_deref());
    let wanted = arguments.search.as_deref().unwrap_or_default().to_lowercase();
    let kept = Archive::new(folder.as_deref()).kept();
    let games = kept.into_iter().filter_map(|(at, path)| Some(Kept::of(&read(&path).ok()?, at, &path)));
    let games: Vec<Kept> = games.filter(|game| game.fits(&wanted)).collect();
    if arguments.json {
        return Ok(out.json(&Value::Array(games.iter().map(Kept::json).collect()))?);
    }
    if games.is_empty() {
        let help = "`chatura play` keeps each game after every move".to_owned();
        return Err(Failure::input("no game that was played here matches", Some(help)));
    }
    let header = ["PLAYED", "GAME", "PLAYERS", "RESULT", "MOVES", "FILE"].map(str::to_owned).to_vec();
    print(header, games.into_iter().map(Kept::row), out)
}

/// A game that is kept.
struct Kept {
    played: String,
    game: String,
    players: Vec<String>,
    result: String,
    moves: usize,
    file: String,
}

impl Kept {
    fn of(pgn: &Pgn, at: SystemTime, path: &Path) -> Kept {
        let game = pgn.tag("Variant").unwrap_or("chess").to_owned();
        // Who plays stands between the round and the result, whatever the colours are called.
        let from = pgn.tags.iter().skip_while(|(name, _)| name != "Round").skip(1);
        let players = from.take_while(|(name, _)| name != "Result").map(|(_, value)| value.clone()).collect();
        let (result, moves) = (pgn.result.clone(), pgn.line.nodes.len());
        Kept { played: stamp::full(at), game, players, result, moves, file: path.display().to_string() }
    }

    fn fits(&self, words: &str) -> bool {
        let text = format!("{} {} {} {}", self.played, self.game, self.players.join(" "), self.result);
        let text = text.to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    }

    fn row(self) -> Vec<String> {
        let day = self.played.split('T').next().unwrap_or_default().to_owned();
        vec![day, self.game, self.players.join(", "), self.result, self.moves.to_string(), self.file]
    }

    fn json(&self) -> Value {
        json!({
            "played": self.played,
            "game": self.game,
            "players": self.players,
            "result": self.result,
            "moves": self.moves,
            "file": self.file,
        })
    }
}

//! Matches and their games as data for the page.

use crate::describe;
use crate::drawing::placement;
use chatura_rules::notation::pgn::{self, Pgn};
use chatura_rules::{Game, Position};
use chatura_search::Score;
use chatura_tournament::report::Standings;
use chatura_tournament::{About, GameRecord, KeptGame, Note};
use serde_json::{Value, json};
use std::sync::Arc;

/// How many hundredths of a pawn make an advantage clear; the page counts alike.
const CLEAR: f64 = 260.0;

/// A match in a list.
pub fn listed(id: &str, about: &About, games: usize, is_played: bool) -> Value {
    json!({
        "id": id,
        "title": about.title,
        "date": about.date,
        "game": about.game,
        "engines": about.engines,
        "games": games,
        "planned": about.planned,
        "live": is_played,
    })
}

/// The table, best first.
pub fn standings(standings: &Standings) -> Value {
    let row = |index: usize| {
        let engine = &standings.engines[index];
        let estimate = engine.sample.estimate();
        json!({
            "engine": index,
            "name": engine.name,
            "games": engine.games(),
            "won": engine.won,
            "drawn": engine.drawn,
            "lost": engine.lost,
            "points": engine.points,
            "elo": estimate.map(|e| e.elo).filter(|elo| elo.is_finite()),
            "error": estimate.map(|e| e.elo_error).filter(|error| error.is_finite()),
            "los": estimate.map(|e| e.superiority),
            "speed": engine.speed().round(),
            "faults": engine.faults.values().sum::<u32>(),
        })
    };
    let order = standings.order();
    let against = |row: &usize| -> Vec<Value> {
        order.iter().map(|column| json!(standings.matrix[*row][*column])).collect()
    };
    json!({
        "engines": order.iter().map(|index| row(*index)).collect::<Vec<_>>(),
        "matrix": order.iter().map(against).collect::<Vec<_>>(),
        "ends": standings.ends,
    })
}

/// A finished game in a list.
pub fn row(game: &KeptGame) -> Value {
    json!({
        "number": game.number,
        "seats": game.seats,
        "shares": game.shares,
        "sentence": game.sentence,
        "plies": game.plies,
    })
}

/// A finished game, move by move.
pub fn game(game: &Arc<Game>, record: &GameRecord) -> Result<Value, String> {
    let tree: Pgn = match pgn::games(&record.pgn).next() {
        Some(read) => read.map_err(|error| error.to_string())?,
        None => return Err("there is no game".to_owned()),
    };
    let read = pgn::read_game(|_| Some(Arc::clone(game)), &tree).map_err(|error| error.to_string())?;
    let line = read.line();
    let mut chances = Chances::new(game.players().len());
    let mut position = line.first();
    let start = placement(&position);
    let mut plies = Vec::with_capacity(line.moves().len());
    for (mv, node) in line.moves().iter().zip(&tree.line.nodes) {
        let mut ply = written(&position, *mv);
        let seat = position.turn().index();
        position.play_unchecked(*mv);
        ply["placement"] = placement(&position);
        let note = node.after.first().and_then(|comment| comment.text.parse::<Note>().ok());
        if let Some(note) = note {
            ply["spent"] = json!(u64::try_from(note.spent.as_millis()).unwrap_or(u64::MAX));
            ply["note"] = said(&note);
            chances.hear(seat, note.score);
        }
        ply["chances"] = chances.told();
        plies.push(ply);
    }
    Ok(json!({
        "number": record.number,
        "seats": record.seats,
        "shares": record.shares,
        "sentence": record.sentence,
        "start": start,
        "plies": plies,
    }))
}

/// A move as lists and boards want it.
pub fn written(position: &Position, mv: chatura_rules::Move) -> Value {
    let mut told = describe::written(position, mv);
    told["seat"] = position.turn().0.into();
    told
}

/// What an engine said, without the time: `+0.31/12`; nothing if it said nothing.
pub fn said(note: &Note) -> Value {
    let text = note.to_string();
    json!(text.rsplit_once(' ').map(|(said, _)| said))
}

/// What everybody can expect, by what the engines themselves have said last.
#[derive(Clone, Debug)]
pub struct Chances {
    parts: Vec<f64>,
    is_told: bool,
}

impl Chances {
    /// Before anybody has said anything.
    pub fn new(players: usize) -> Chances {
        Chances { parts: vec![1.0 / players.max(1) as f64; players], is_told: false }
    }

    /// A player says what it thinks of its own chances.
    pub fn hear(&mut self, seat: usize, score: Option<Score>) {
        let (Some(score), true) = (score, seat < self.parts.len()) else { return };
        let two = self.parts.len() == 2;
        let own = match score {
            Score::Mate(moves) => f64::from(u8::from(moves > 0)),
            Score::Centipawns(value) if two => 1.0 / (1.0 + (-f64::from(value) / CLEAR).exp()),
            Score::Centipawns(value) | Score::Place(value) => {
                (f64::from(value.clamp(-1000, 1000)) + 1000.0) / 2000.0
            }
            Score::Points(value) => f64::from(value.max(0)) / 100.0,
        };
        self.parts[seat] = own;
        if two {
            self.parts[1 - seat] = 1.0 - own;
        }
        self.is_told = true;
    }

    /// The part of each, in thousandths; nothing before anybody has said anything.
    pub fn told(&self) -> Value {
        let sum: f64 = self.parts.iter().sum();
        let part = |part: &f64| match sum > 0.0 {
            true => (1000.0 * part / sum).round(),
            false => (1000.0 / self.parts.len() as f64).round(),
        };
        if self.is_told { json!(self.parts.iter().map(part).collect::<Vec<_>>()) } else { Value::Null }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_whoever_speaks() {
        let mut two = Chances::new(2);
        assert_eq!(two.told(), Value::Null);
        two.hear(1, Some(Score::Centipawns(260)));
        assert_eq!(two.told(), json!([269.0, 731.0]));
        two.hear(0, Some(Score::Mate(3)));
        assert_eq!(two.told(), json!([1000.0, 0.0]));
        let mut four = Chances::new(4);
        four.hear(3, Some(Score::Points(1000)));
        four.hear(0, Some(Score::Points(-5)));
        four.hear(1, None);
        four.hear(9, Some(Score::Points(1000)));
        assert_eq!(four.told(), json!([0.0, 24.0, 24.0, 952.0]));
    }
}

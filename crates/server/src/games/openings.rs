//! Openings: what was played in games that were finished here, and what came of it, position by position.

use super::{Games, State};
use crate::library::Library;
use crate::problem::Problem;
use crate::storage::{OpeningRow, Write};
use crate::token;
use chatura_rules::Position;
use chatura_rules::notation::{format_fen, format_move, format_san};
use chatura_session::{Event, Phase, Standing};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many plies of a game are counted.
const PLIES: usize = 30;
/// Shorter games tell nothing.
const SHORTEST: usize = 6;

/// A name of a position: what stands where and who may do what, however it was reached.
pub fn key(position: &Position) -> String {
    let mut setup = position.setup();
    (setup.halfmoves, setup.round) = (0, 1);
    let plain = Position::new(position.game(), &setup);
    token::name_of(format_fen(plain.as_ref().unwrap_or(position)).as_bytes())
}

impl State {
    /// What is counted of a game that has just ended.
    fn opening(&self) -> Option<OpeningWork> {
        let people = self.holders.iter().filter_map(|holder| holder.identity.as_ref());
        let people: std::collections::BTreeSet<_> = people.collect();
        // Whoever plays alone tries things out.
        let is_real = people.len() > 1 || self.session.seats().iter().any(|seat| seat.kind.is_ai());
        let moves = self.session.line().moves().to_vec();
        let standings = self.summary().ended.map(|ended| ended.standings).unwrap_or_default();
        (is_real && moves.len() >= SHORTEST && !standings.is_empty()).then(|| OpeningWork {
            start: self.session.line().first(),
            moves,
            standings,
        })
    }
}

/// The beginning of a game, with what came of it.
struct OpeningWork {
    start: Position,
    moves: Vec<chatura_rules::Move>,
    standings: Vec<Standing>,
}

impl OpeningWork {
    fn rows(self) -> Vec<OpeningRow> {
        let won = self.standings.iter().position(|standing| *standing == Standing::Won);
        let is_alone = self.standings.iter().filter(|standing| **standing == Standing::Won).count() == 1;
        let winner = won.filter(|_| is_alone).map(|seat| seat as u8);
        let mut at = self.start;
        let mut rows = Vec::with_capacity(PLIES);
        for mv in self.moves.into_iter().take(PLIES) {
            rows.push(OpeningRow { position: key(&at), text: format_move(&at, mv), winner });
            at.play_unchecked(mv);
        }
        rows
    }
}

impl Games {
    /// Counts the opening of a game that has just ended, beside everything else.
    pub(super) fn count_opening(self: &Arc<Self>, state: &mut State, events: &[Event]) {
        let has_ended = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        if !has_ended
            || state.session.phase() != Phase::Over
            || std::mem::replace(&mut state.is_counted, true)
        {
            return;
        }
        let (Some(work), Some(rules)) = (state.opening(), state.row.rules.clone()) else { return };
        let games = Arc::clone(self);
        tokio::spawn(async move {
            let Ok(rows) = games.pool.run(move || work.rows()).await else { return };
            if let Err(error) = games.storage.write(Write::Opening(rules, rows)).await {
                tracing::warn!(%error, "an opening could not be counted");
            }
        });
    }

    /// What was played in a position, what most played first.
    pub async fn openings(&self, definition: &str, position: Position) -> Result<Value, Problem> {
        let rules = Library::rules(&self.library, definition).await?.id;
        let asked = position.clone();
        let name = self.pool.run(move || key(&asked)).await?;
        let found = self.storage.openings(&rules, &name).await?;
        self.pool.run(move || told(&position, found)).await
    }
}

/// How often a move was played, how often each seat won then, and how often nobody alone did.
#[derive(Default)]
struct Count {
    games: u64,
    wins: Vec<u64>,
    draws: u64,
}

fn told(position: &Position, found: Vec<(String, Option<u8>, u64)>) -> Value {
    let seats = position.game().players().len();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for (text, winner, games) in found {
        let count = counts.entry(text).or_insert_with(|| Count { wins: vec![0; seats], ..Count::default() });
        count.games += games;
        match winner.and_then(|seat| count.wins.get_mut(usize::from(seat))) {
            Some(wins) => *wins += games,
            None => count.draws += games,
        }
    }
    let legal = position.legal_moves();
    let all: u64 = counts.values().map(|count| count.games).sum();
    let mut moves: Vec<(u64, Value)> = Vec::new();
    for mv in legal {
        let text = format_move(position, mv);
        if let Some(Count { games, wins, draws }) = counts.get(&text) {
            let san = format_san(position, mv);
            moves.push((
                *games,
                json!({ "coordinates": text, "san": san, "games": games, "wins": wins, "draws": draws }),
            ));
        }
    }
    moves.sort_by_key(|(games, _)| std::cmp::Reverse(*games));
    json!({ "games": all, "moves": moves.into_iter().map(|(_, told)| told).collect::<Vec<_>>() })
}

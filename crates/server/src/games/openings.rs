//! Openings: what was played in games that were finished here, and what came of it, position by position. Whoever likes
//! counts games of their own beside them, which nobody else sees.

use super::{Games, State};
use crate::describe;
use crate::fair::Lane;
use crate::kif;
use crate::problem::Problem;
use crate::storage::{OpeningRow, Write};
use crate::token;
use chatura_define::catalogue;
use chatura_rules::notation::pgn::{self, Pgn};
use chatura_rules::notation::{self, format_fen, format_move};
use chatura_rules::{Game, Move, Position};
use chatura_session::{Event, Phase, Standing};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many plies of a game are counted.
const PLIES: usize = 30;
/// Shorter games tell nothing.
const SHORTEST: usize = 6;

/// How long counting may take; the rest is left.
const COUNTING: Duration = Duration::from_secs(5);
/// How many games are counted at once, the rest is left.
const MOST_GAMES: usize = 2_000;
/// How many moves somebody's own games may have counted, by one game's rules.
const MOST_OWN: u64 = 100_000;
/// How many moves are kept at once.
const BATCH: usize = 1_000;

/// What came of counting games that were written down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// How many were counted.
    pub counted: usize,
    /// How many were not.
    pub refused: usize,
    /// Why the first of them was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Under what name moves are counted: by the rules for everybody, by rules and person for their own.
fn book(rules: &str, of: Option<&str>) -> String {
    of.map_or_else(|| rules.to_owned(), |identity| format!("{identity}:{rules}"))
}

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
    moves: Vec<Move>,
    standings: Vec<Standing>,
}

/// Who alone has won, by a result as PGN writes it; `None` if the game has none.
fn winner(result: &str) -> Option<Option<u8>> {
    let scores: Vec<&str> = result.split('-').collect();
    let is_alone = scores.iter().filter(|score| **score == "1").count() == 1;
    let rest = scores.iter().all(|score| ["0", "1"].contains(score));
    let won = scores.iter().position(|score| *score == "1").filter(|_| is_alone && rest);
    (scores.len() > 1).then_some(won.and_then(|seat| u8::try_from(seat).ok()))
}

/// The moves of games that were written down, and what became of the games.
fn count(game: &Arc<Game>, text: &str, most: Option<Duration>) -> (Counted, Vec<OpeningRow>) {
    let (mut counted, mut rows) = (Counted::default(), Vec::new());
    let until = most.map(|most| Instant::now() + most);
    for (number, tree) in pgn::games(text).enumerate().take(MOST_GAMES + 1) {
        let read = match tree {
            _ if number == MOST_GAMES => Err(format!("at most {MOST_GAMES} games are counted at once")),
            _ if until.is_some_and(|until| Instant::now() >= until) => {
                Err("it would take too long to count more at once".to_owned())
            }
            Ok(tree) => one(game, tree),
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok(own) => {
                counted.counted += 1;
                rows.extend(own);
            }
            Err(why) => {
                counted.refused += 1;
                counted.why.get_or_insert_with(|| format!("game {}: {why}", number + 1));
            }
        }
    }
    (counted, rows)
}

/// Games that were written down, those of each variant together, as many as are counted at once; `named` is that of games
/// that do not say.
pub fn by_variant(named: &str, text: &str) -> Result<Vec<(String, String)>, String> {
    if notation::kif::is_kif(text) {
        return Ok(vec![(notation::kif::variant(text), text.to_owned())]);
    }
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for tree in pgn::games(text) {
        let tree = tree.map_err(|error| error.to_string())?;
        let told = tree.tag("Variant").unwrap_or(named).to_owned();
        let known = pgn::spellings(&told).into_iter().find_map(|name| catalogue::find(&name));
        let name = known.map_or(told, |entry| entry.about.id.clone());
        found.entry(name).or_default().push(tree.to_string());
    }
    let parts = |(name, games): (String, Vec<String>)| -> Vec<(String, String)> {
        games.chunks(MOST_GAMES).map(|part| (name.clone(), part.join("\n"))).collect()
    };
    Ok(found.into_iter().flat_map(parts).collect())
}

fn one(game: &Arc<Game>, mut tree: Pgn) -> Result<Vec<OpeningRow>, String> {
    let own = catalogue::find(&game.about().id).map(|entry| &entry.about.id);
    if let Some(name) = tree.tag("Variant") {
        let known =
            pgn::spellings(name).iter().find_map(|name| catalogue::find(name)).map(|entry| &entry.about.id);
        if known.is_some() && known != own {
            return Err(format!("it is a game of {name}"));
        }
    }
    let winner = winner(&tree.result).ok_or("it has no result")?;
    // What follows is not looked at.
    tree.line.nodes.truncate(PLIES);
    tree.line.nodes.iter_mut().for_each(|node| node.variations.clear());
    let record = pgn::read_game(|_| Some(Arc::clone(game)), &tree).map_err(|error| error.to_string())?;
    if record.moves.len() < SHORTEST {
        return Err(format!("it has fewer than {SHORTEST} moves"));
    }
    let moves = record.moves.iter().map(|played| played.mv);
    Ok(rows(record.start.clone(), moves, winner))
}

/// The moves of a beginning, each with the position it was made in.
fn rows(start: Position, moves: impl Iterator<Item = Move>, winner: Option<u8>) -> Vec<OpeningRow> {
    let mut at = start;
    let mut rows = Vec::with_capacity(PLIES);
    for mv in moves.take(PLIES) {
        rows.push(OpeningRow { position: key(&at), text: format_move(&at, mv), winner });
        at.play_unchecked(mv);
    }
    rows
}

impl OpeningWork {
    fn rows(self) -> Vec<OpeningRow> {
        let won = self.standings.iter().position(|standing| *standing == Standing::Won);
        let is_alone = self.standings.iter().filter(|standing| **standing == Standing::Won).count() == 1;
        let winner = won.filter(|_| is_alone).map(|seat| seat as u8);
        rows(self.start, self.moves.into_iter(), winner)
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
        let (games, lane) = (Arc::clone(self), state.asker().lane());
        tokio::spawn(async move {
            let Ok(rows) = games.pool.run(&lane, move || work.rows()).await else { return };
            if let Err(error) = games.storage.write(Write::Opening(rules, rows)).await {
                tracing::warn!(%error, "an opening could not be counted");
            }
        });
    }

    /// Counts finished games that were written down: among somebody's own, or for everybody.
    pub async fn count_games(
        &self,
        lane: &Lane,
        definition: &str,
        settings: &[(String, String)],
        text: String,
        of: Option<&str>,
    ) -> Result<Counted, Problem> {
        let text = kif::as_pgn(text, &self.library, &self.pool, lane).await?;
        let game = self.library.sample(lane, &self.library.canonical(definition), settings).await?;
        let book = book(&self.library.rules(lane, definition).await?.id, of);
        // Who counts for everybody owns the server.
        let most = of.map(|_| COUNTING);
        let (mut counted, mut rows) = self.pool.run_slow(lane, move || count(&game, &text, most)).await?;
        if of.is_some() {
            let kept = self.storage.opening_rows(&book).await?;
            if kept.saturating_add(rows.len() as u64) > MOST_OWN {
                let detail =
                    format!("at most {MOST_OWN} moves of your own are counted for a game; forget some first");
                return Err(Problem::bad("full", detail));
            }
        }
        // Nothing is counted twice by a write that fails in between: each batch is kept entirely or not at all.
        while !rows.is_empty() {
            let rest = rows.split_off(rows.len().min(BATCH));
            self.storage.write(Write::Opening(book.clone(), std::mem::replace(&mut rows, rest))).await?;
        }
        counted.why = counted.why.map(|why| why.chars().take(300).collect());
        Ok(counted)
    }

    /// Forgets what somebody has counted of their own, by the rules of a game.
    pub async fn forget_openings(
        &self,
        lane: &Lane,
        definition: &str,
        identity: &str,
    ) -> Result<(), Problem> {
        let rules = self.library.rules(lane, definition).await?.id;
        Ok(self.storage.write(Write::ForgetOpenings(book(&rules, Some(identity)))).await?)
    }

    /// What was played in a position, what most played first: by everybody, or in somebody's own games.
    pub async fn openings(
        &self,
        lane: &Lane,
        definition: &str,
        position: Position,
        of: Option<&str>,
    ) -> Result<Value, Problem> {
        let rules = self.library.rules(lane, definition).await?.id;
        let asked = position.clone();
        let name = self.pool.run(lane, move || key(&asked)).await?;
        let found = self.storage.openings(&book(&rules, of), &name).await?;
        self.pool.run(lane, move || told(&position, found)).await
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
            let mut told = describe::written(position, mv);
            (told["games"], told["wins"], told["draws"]) = (json!(games), json!(wins), json!(draws));
            moves.push((*games, told));
        }
    }
    moves.sort_by_key(|(games, _)| std::cmp::Reverse(*games));
    json!({ "games": all, "moves": moves.into_iter().map(|(_, told)| told).collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_won_is_read_from_results() {
        let told = ["1-0", "0-1", "1/2-1/2", "0-0-1", "1/2-1/2-0", "*"].map(winner);
        assert_eq!(told, [Some(Some(0)), Some(Some(1)), Some(None), Some(Some(2)), Some(None), None]);
    }

    #[test]
    fn games_that_say_nothing_are_told_of() {
        let game = catalogue::load("chess", &[], 0).unwrap();
        let text = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
                    [Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n\
                    [Variant \"Shogi\"]\n\n1. c4 g6 1-0\n\n[Result \"1-0\"]\n\n1. e4 e4 1-0\n\n1. e4 1-0\n";
        let (counted, rows) = count(&game, text, None);
        assert_eq!((counted.counted, counted.refused, rows.len()), (1, 4, 6));
        assert_eq!(counted.why.as_deref(), Some("game 2: it has no result"));
        assert_eq!((rows[0].text.as_str(), rows[0].winner), ("e2e4", Some(0)));
        let many = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n".repeat(MOST_GAMES + 5);
        let (counted, _) = count(&game, &many, None);
        assert_eq!((counted.counted, counted.refused), (MOST_GAMES, 1));
        let (counted, rows) = count(&game, text, Some(Duration::ZERO));
        assert_eq!((counted.counted, counted.refused, rows.len()), (0, 5, 0));
    }
}

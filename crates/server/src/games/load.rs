//! Games come back from their logs.

use super::{Games, State, Table};
use crate::problem::Problem;
use crate::storage::{GameRow, Holder, LogEntry, Origin, Start};
use rules::notation::{parse_fen, pgn};
use rules::{Game, Position};
use session::Session;
use std::sync::{Arc, PoisonError};

impl Games {
    /// Plays a game again from its log.
    pub(super) async fn load(&self, id: &str) -> Result<State, Problem> {
        let (row, holders) = self.storage.game(id).await?.ok_or_else(|| Problem::missing("game"))?;
        let log = self.storage.log(id).await?;
        let game = self.library.game(&row.origin.definition, &row.origin.settings).await?;
        let work = tokio::task::spawn_blocking(move || rebuild(row, holders, log, &game));
        let rebuilt = work.await.unwrap_or_else(|_| Err("its log cannot be played".to_owned()));
        rebuilt.map_err(|why| {
            tracing::error!(game = id, why, "a game cannot be loaded");
            Problem::internal("this game cannot be continued: its log does not fit its definition any more")
        })
    }

    /// A game's place in memory, if it has one.
    pub(super) fn table_if_live(&self, id: &str) -> Option<Table> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}

fn rebuild(
    row: GameRow,
    holders: Vec<Holder>,
    log: Vec<LogEntry>,
    game: &Arc<Game>,
) -> Result<State, String> {
    let session = begin(&row.origin, game).map_err(|problem| problem.detail)?;
    if holders.len() != game.players().len() {
        return Err(format!("{} seats are kept for a game of {}", holders.len(), game.players().len()));
    }
    let mut state = State::new(row, session, holders);
    log.into_iter().try_for_each(|entry| state.replay(entry))?;
    Ok(state)
}

/// The session a game begins with.
pub(super) fn begin(origin: &Origin, game: &Arc<Game>) -> Result<Session, Problem> {
    let bad = |detail: String| Problem::bad("bad-start", detail);
    let start = match &origin.start {
        Start::Array => Position::start(game),
        Start::Fen(fen) => {
            let setup = parse_fen(game, fen).map_err(|error| bad(format!("{error} ({})", error.help)))?;
            Position::new(game, &setup).map_err(|error| bad(error.to_string()))?
        }
        Start::Pgn(text) => {
            let parsed = pgn::games(text).next().ok_or_else(|| bad("there is no game in it".to_owned()))?;
            let parsed = parsed.map_err(|error| bad(error.to_string()))?;
            // Which game it is was settled when it came.
            let loaded =
                Session::load(|_| Some(Arc::clone(game)), &parsed, origin.terms.clone(), None, origin.at);
            return loaded.map_err(|error| bad(error.to_string()));
        }
    };
    Session::new(start, origin.seats.clone(), origin.terms.clone(), origin.at).map_err(Problem::from)
}

//! Games come back from their logs.

use super::weight::Weights;
use super::{Games, State, Table};
use crate::fair::Lane;
use crate::problem::Problem;
use crate::storage::{LogEntry, Origin, Start};
use axum::http::StatusCode;
use chatura_define::catalogue;
use chatura_rules::notation::{parse_fen, pgn};
use chatura_rules::{Game, Position};
use chatura_session::{Phase, Session};
use std::sync::{Arc, PoisonError};
use std::time::Instant;

/// The code of the problem that a game cannot be continued.
pub const UNPLAYABLE: &str = "unplayable";

impl Games {
    /// Plays a game again from its log.
    pub(super) async fn load(&self, lane: &Lane, id: &str) -> Result<State, Problem> {
        let (row, start, holders) = self.storage.game(id).await?.ok_or_else(|| Problem::missing("game"))?;
        let (log, plans) = (self.storage.log(id).await?, self.storage.plans(id).await?);
        let definition = self.library.known_as(lane, &row.origin.definition, row.rules.as_deref()).await?;
        let game =
            self.library.game(lane, &definition, &row.origin.settings).await.map_err(
                |problem| match problem.passes_in() {
                    Some(_) => problem,
                    None => unplayable(id, &format!("its rules cannot be read by this program ({problem})")),
                },
            )?;
        let reaches = self.library.reaches(&game);
        let is_known = catalogue::find(&definition).is_some();
        let loaders = if is_known { &self.loaders } else { &self.loaders_of_sent };
        let work = loaders.run(lane, move || {
            let began = Instant::now();
            let session = begin(&row.origin, &start, &game).map_err(|problem| problem.detail)?;
            // The text of a game that was written down is not needed any more.
            drop(start);
            let mut state = rebuild(State::new(row, definition, session, holders, reaches), log)?;
            // One that is over was counted when it ended.
            state.is_counted = state.session.phase() == Phase::Over;
            state.plans = plans;
            state.weights = Weights::of(&state.session);
            state.weights.add(began.elapsed());
            Ok::<_, String>(state)
        });
        let rebuilt = match work.await {
            Err(problem) if problem.passes_in().is_some() => return Err(problem),
            Err(_) => Err("its log cannot be played".to_owned()),
            Ok(rebuilt) => rebuilt,
        };
        rebuilt.map_err(|why| unplayable(id, &format!("its moves do not fit its rules any more ({why})")))
    }

    /// A game's place in memory, if it has one.
    pub(super) fn table_if_live(&self, id: &str) -> Option<Table> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}

/// What is said of a game that nobody can go on with. What happened in it can still be told.
fn unplayable(id: &str, why: &str) -> Problem {
    tracing::error!(game = id, why, "a game cannot be continued");
    let detail = format!(
        "this game cannot be continued: {why}; its moves and its result can still be seen and saved as PGN"
    );
    Problem::new(StatusCode::CONFLICT, UNPLAYABLE, detail)
}

/// Brings a game from its beginning to where it stands.
fn rebuild(mut state: State, log: Vec<LogEntry>) -> Result<State, String> {
    let (kept, count) = (state.holders.len(), state.session.seats().len());
    if kept != count {
        return Err(format!("{kept} seats are kept for a game of {count}"));
    }
    state.replay(log)?;
    Ok(state)
}

/// The session a game begins with.
pub(super) fn begin(origin: &Origin, start: &Start, game: &Arc<Game>) -> Result<Session, Problem> {
    let bad = |detail: String| Problem::bad("bad-start", detail);
    let start = match start {
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
            let mut session = loaded.map_err(|error| bad(error.to_string()))?;
            // It was played elsewhere: here it is looked at, and nobody's time runs.
            session.hold_clocks();
            return Ok(session);
        }
    };
    let mut session = Session::new(start, origin.seats.clone(), origin.terms.clone(), origin.at)?;
    if let Some(before) = &origin.before {
        session.continue_match(before.count + 1, &before.scores);
    }
    Ok(session)
}

//! People as a game knows them: who is meant, who may not speak, who is forgotten.

use super::{Caller, Games, Inside};
use crate::clock::wall;
use crate::fair::Lane;
use crate::problem::Problem;
use crate::storage::{DELETED, Holder, Identity, ReportRow, Write};
use axum::http::StatusCode;
use chatura_session::{Command, Phase, Seat, Who};
use std::sync::{Arc, PoisonError};

/// How many games of a person are looked up at once.
const PART: u32 = 100;
/// The longest report, in characters.
const MAX_REPORT: usize = 1_000;

/// Somebody others mean, by where they sit or by what they said.
#[derive(Clone, Debug)]
pub struct Meant {
    /// The id of their identity.
    pub identity: String,
    /// What they said, if that is meant.
    pub said: Option<String>,
}

impl Games {
    /// Who sits at a seat of a game, or said something there.
    pub async fn meant(
        self: &Arc<Self>,
        caller: &Caller,
        game: &str,
        seat: Option<u8>,
        message: Option<u32>,
    ) -> Result<Meant, Problem> {
        let nobody = || Problem::missing("person");
        match (seat, message) {
            (Some(seat), None) => {
                let holder = self
                    .peek(&caller.lane(), game, |state, _| state.holders.get(usize::from(seat)).cloned())
                    .await?;
                let identity = holder.and_then(|holder| holder.identity).ok_or_else(nobody)?;
                Ok(Meant { identity, said: None })
            }
            (None, Some(number)) => {
                self.peek(&caller.lane(), game, |_, _| ()).await?;
                let (identity, said) = self.storage.author(game, number).await?.ok_or_else(nobody)?;
                Ok(Meant { identity, said: Some(said) })
            }
            _ => Err(Problem::bad("bad-value", "say who is meant by seat or by message, one of them")),
        }
    }

    /// Keeps what somebody tells of another, for whoever runs the server.
    pub async fn report(&self, caller: &Caller, game: &str, whom: Meant, text: &str) -> Result<(), Problem> {
        let text = text.trim();
        let length = text.chars().count();
        if length == 0 || length > MAX_REPORT || text.chars().any(|c| c.is_control() && c != '\n') {
            return Err(Problem::bad("bad-value", format!("a report has 1 to {MAX_REPORT} characters")));
        }
        self.reported.take(&caller.asker(), 1.0).map_err(|wait| {
            Problem::too_fast("you have reported as much as one can in a day; what you told is kept", wait)
        })?;
        let row = ReportRow {
            at: wall(),
            reporter: caller.require_identity()?.to_owned(),
            accused: whom.identity,
            game: game.to_owned(),
            said: whom.said,
            text: text.to_owned(),
        };
        tracing::warn!(game, "somebody was reported");
        Ok(self.storage.write(Write::Report(row)).await?)
    }

    /// The keeper of a game lets somebody speak no more in it, or again.
    pub async fn mute(
        self: &Arc<Self>,
        game: &str,
        caller: &Caller,
        whom: &str,
        on: bool,
    ) -> Result<(), Problem> {
        if !self.peek(&caller.lane(), game, |state, _| state.is_kept_by(caller)).await? {
            return Err(Problem::forbidden("not-allowed", "only who made the game mutes people in it"));
        }
        let write = Write::Mute { game: game.to_owned(), whom: whom.to_owned(), on };
        Ok(self.storage.write(write).await?)
    }

    /// What spoke for one seat of somebody alone speaks for nobody any more, in games in memory too.
    pub async fn forget_seat_tokens(&self, identity: &str) {
        let tables: Vec<super::Table> =
            self.live.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for table in tables {
            let mut inside = table.lock().await;
            let Some(state) = &mut inside.state else { continue };
            let own = state.holders.iter_mut().filter(|holder| holder.identity.as_deref() == Some(identity));
            own.for_each(|holder| holder.token = None);
        }
    }

    /// Forgets somebody: gives up what they play, takes their name out of every game, then everything else.
    pub async fn forget_person(self: &Arc<Self>, identity: Identity) -> Result<(), Problem> {
        let games = Arc::clone(self);
        Games::to_the_end(async move { games.forget_person_now(&identity).await }).await
    }

    async fn forget_person_now(self: &Arc<Self>, identity: &Identity) -> Result<(), Problem> {
        loop {
            // A game that was left is theirs no more, so the next are others.
            let rows = self.storage.games_of(&identity.id, i64::MAX, PART).await?;
            if rows.is_empty() {
                break;
            }
            for (row, _) in rows {
                self.leave_game(&row.id, identity).await?;
            }
        }
        self.storage.write(Write::Forget(identity.id.clone())).await?;
        self.forget_creator(&identity.id).await;
        Ok(())
    }

    /// Nobody keeps the tables of who is gone.
    async fn forget_creator(&self, identity: &str) {
        let tables: Vec<super::Table> =
            self.live.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for table in tables {
            let mut inside = table.lock().await;
            if let Some(state) = inside.state.as_mut().filter(|state| state.row.creator == identity) {
                state.row.creator = String::new();
            }
        }
    }

    /// Somebody leaves a game for good: gives up if it is played, and has no name in it any more.
    async fn leave_game(self: &Arc<Self>, id: &str, identity: &Identity) -> Result<(), Problem> {
        let mut names = vec![identity.name.clone()];
        match self.enter(&Lane::new(&identity.id, None), id).await {
            Ok(mut held) => {
                let mut others = Vec::new();
                let own = {
                    let Inside { state: Some(state), .. } = &*held else { return Err(Problem::storage()) };
                    let is_own = |seat: &Seat| {
                        state.holders[seat.index()].identity.as_deref() == Some(identity.id.as_str())
                    };
                    let (own, rest): (Vec<Seat>, Vec<Seat>) =
                        (0..state.holders.len() as u8).map(Seat).partition(is_own);
                    let name = |seat: &Seat| state.session.occupant(*seat).map(|sitter| sitter.name.clone());
                    names.extend(own.iter().filter_map(name));
                    others.extend(rest.iter().filter_map(name));
                    own
                };
                self.give_up(&mut held, &own).await?;
                // Somebody else may be called the same.
                names.retain(|name| !others.contains(name));
            }
            // Nobody can go on with it; its past has no name all the same.
            Err(problem) if problem.passes_in().is_none() => {}
            Err(problem) => return Err(problem),
        }
        names.retain(|name| !name.is_empty());
        let scrub = Write::Scrub { game: id.to_owned(), identity: identity.id.clone(), names };
        Ok(self.storage.write(scrub).await?)
    }

    async fn give_up(self: &Arc<Self>, held: &mut super::Held, own: &[Seat]) -> Result<(), Problem> {
        let phase = |held: &super::Held| held.state.as_ref().map(|state| state.session.phase());
        for seat in own {
            let command = match phase(held) {
                Some(Phase::Waiting) => Some((Who::Host, Command::Abort)),
                Some(Phase::Playing | Phase::Paused) => Some((Who::Seat(*seat), Command::Resign)),
                _ => None,
            };
            // Who is out already cannot give up.
            let refused = match command {
                Some(command) => self.perform(held, Some(command), None).await.err(),
                None => None,
            };
            if let Some(problem) =
                refused.filter(|problem| problem.status == StatusCode::SERVICE_UNAVAILABLE.as_u16())
            {
                return Err(problem);
            }
            if let Some(state) = &mut held.state {
                state.holders[seat.index()] = Holder::default();
                state.new_holders = true;
            }
            let rename = Command::Rename { seat: *seat, name: DELETED.to_owned() };
            self.perform(held, Some((Who::Host, rename)), None).await?;
        }
        Ok(())
    }
}

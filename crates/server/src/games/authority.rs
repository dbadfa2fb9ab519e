//! Who may speak for which seat.

use super::State;
use super::make::{not_owner, require_known};
use crate::fair::Lane;
use crate::problem::Problem;
use crate::shares::Asker;
use crate::token::Digested;
use chatura_players::EngineList;
use chatura_session::{Ai, Command, Phase, PlayerKind, Seat, Who};
use std::net::IpAddr;

/// Whoever asks for something.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// The identity they have shown, and its name.
    pub identity: Option<(String, String)>,
    /// The digest of a secret they have shown that may be a seat's.
    pub token: Option<Digested>,
    /// Whether they sit at the machine itself, so that they may start programs on it.
    pub owner: bool,
    /// Where they come from; nothing if that is this machine.
    pub address: Option<IpAddr>,
}

impl Caller {
    /// The id of the identity, or the problem that there is none.
    pub fn require_identity(&self) -> Result<&str, Problem> {
        self.identity.as_ref().map(|(id, _)| id.as_str()).ok_or_else(Problem::unknown)
    }

    /// Whose share of what there is they use.
    pub fn asker(&self) -> Asker {
        Asker { person: self.author(), address: self.address }
    }

    /// In whose line they wait: the person's, or that of all whom nobody knows at the same address.
    pub fn lane(&self) -> Lane {
        Lane::new(self.identity.as_ref().map_or("", |(id, _)| id), self.address)
    }

    /// Their name; empty if they have none.
    pub fn name(&self) -> &str {
        self.identity.as_ref().map_or("", |(_, name)| name)
    }

    /// Something that tells their commands from those of others.
    pub(super) fn author(&self) -> String {
        match (&self.identity, &self.token) {
            (Some((id, _)), _) => id.clone(),
            (None, Some(token)) => token.text().chars().take(16).collect(),
            (None, None) => String::new(),
        }
    }
}

impl State {
    /// The seats somebody may speak for.
    pub fn seats_of(&self, caller: &Caller) -> Vec<Seat> {
        (0..self.holders.len() as u8).map(Seat).filter(|seat| self.is_held_by(*seat, caller)).collect()
    }

    /// Whether somebody may speak for a seat.
    pub(super) fn is_held_by(&self, seat: Seat, caller: &Caller) -> bool {
        let Some(holder) = self.holders.get(seat.index()) else { return false };
        let by_identity = holder.identity.as_ref().zip(caller.identity.as_ref());
        let by_token = holder.token.as_ref().zip(caller.token.as_ref());
        by_identity.is_some_and(|(held, (id, _))| held == id)
            || by_token.is_some_and(|(held, shown)| held.matches(shown))
    }

    /// Whether somebody made the game, and looks after its chat.
    pub fn is_kept_by(&self, caller: &Caller) -> bool {
        caller.identity.as_ref().is_some_and(|(id, _)| *id == self.row.creator)
    }

    /// Whether somebody speaks for every person at the table, so that nobody else is concerned.
    pub fn is_alone(&self, own: &[Seat]) -> bool {
        let concerned = self.seats_of_kind(|kind| !kind.is_ai());
        !own.is_empty() && concerned.iter().all(|seat| own.contains(seat))
    }

    /// Refuses another game with a program of others to whoever may not start one.
    pub(super) fn require_start(&self, caller: &Caller) -> Result<(), Problem> {
        let program = |kind: &PlayerKind| matches!(kind, PlayerKind::Ai(Ai::Program(_)));
        match caller.owner || self.seats_of_kind(program).is_empty() {
            true => Ok(()),
            false => Err(not_owner()),
        }
    }

    /// For whom a command of somebody is given.
    pub(super) fn speaker(
        &self,
        caller: &Caller,
        command: &Command,
        as_host: bool,
        programs: &EngineList,
    ) -> Result<Who, Problem> {
        let own = &self.seats_of(caller)[..];
        let creator = caller.identity.as_ref().is_some_and(|(id, _)| *id == self.row.creator);
        // Whoever lets AI players play keeps their table.
        let keeps = as_host && creator && self.seats_of_kind(|kind| !kind.is_ai()).is_empty();
        if own.is_empty() && !keeps {
            let detail = "you hold no seat in this game; an invitation is exchanged for one";
            return Err(Problem::forbidden("not-seated", detail));
        }
        if let Command::Replace { seat, occupant } = command {
            // People come by invitation, so that the seat becomes theirs.
            let vacant = self.session.occupant(*seat).is_some_and(|sitter| sitter.kind == PlayerKind::Nobody);
            if !occupant.kind.is_ai() || !(vacant || keeps || self.is_alone(own)) {
                let detail = "only an AI player can be put on a seat, and only on a free one or at a table of \
                              your own; people come by invitation";
                return Err(Problem::forbidden("not-allowed", detail));
            }
            require_known(&occupant.kind, caller, programs)?;
            return Ok(Who::Host);
        }
        if matches!(command, Command::NewGame { .. }) {
            self.require_start(caller)?;
        }
        if keeps {
            return Ok(Who::Host);
        }
        if as_host {
            return match self.is_alone(own) {
                true => Ok(Who::Host),
                false => {
                    let detail = "you keep the table only while nobody else sits at it";
                    Err(Problem::forbidden("not-allowed", detail))
                }
            };
        }
        let again = matches!(command, Command::NewGame { .. }) && self.session.phase() == Phase::Over;
        if again && !self.is_alone(own) {
            let detail = "the others have to agree to another game: ask for a rematch";
            return Err(Problem::forbidden("needs-consent", detail));
        }
        Ok(Who::Seats(own.to_vec()))
    }
}

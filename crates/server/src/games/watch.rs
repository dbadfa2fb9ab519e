//! Who watches a game: sockets, each with the seats it speaks for.

use super::outbox::Outbox;
use super::tell::frame;
use super::{Caller, Frame, Games, Inside, State};
use crate::config::MAX_LAG;
use crate::problem::Problem;
use crate::worker_pool::by;
use chatura_session::{Seat, Span, Time};
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long news of who is there are gathered before they are told.
const GATHERING: Duration = Duration::from_millis(300);

/// A socket as a game sees it.
#[derive(Clone, Debug)]
pub struct Watcher {
    /// The number of the socket.
    pub socket: u64,
    /// Where its frames go. One that does not take them in time is closed by its own task.
    pub outbox: Outbox,
    /// How long messages to it take at the moment, in milliseconds.
    pub lag: Arc<AtomicU64>,
    /// Who it is.
    pub caller: Caller,
}

/// The watchers of a game.
#[derive(Default)]
pub struct Watchers {
    list: Vec<Watcher>,
    /// Whether news of who is there are being gathered.
    gathering: bool,
}

/// Who watches, to ask about.
pub struct Watching<'a> {
    watchers: &'a Watchers,
    state: &'a State,
}

/// Who is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Presence {
    /// For each seat whether somebody who holds it is connected; AI players always are.
    pub seats: Vec<bool>,
    /// How many others watch.
    pub watching: usize,
}

impl Watchers {
    /// Whether nobody does.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Somebody begins to watch.
    pub fn join(&mut self, watcher: Watcher) {
        self.leave(watcher.socket);
        self.list.push(watcher);
    }

    /// Somebody watches no longer; whether they did.
    pub fn leave(&mut self, socket: u64) -> bool {
        let before = self.list.len();
        self.list.retain(|watcher| watcher.socket != socket);
        self.list.len() != before
    }

    fn of(&self, socket: u64) -> Option<&Watcher> {
        self.list.iter().find(|watcher| watcher.socket == socket)
    }

    /// Tells everybody.
    pub fn tell(&self, frame: &Frame) {
        self.list.iter().for_each(|watcher| watcher.tell(frame.clone()));
    }

    /// Tells everybody but some people.
    pub(super) fn tell_but(&self, frame: &Frame, people: &[String]) {
        let is_meant =
            |watcher: &&Watcher| !watcher.caller.identity.as_ref().is_some_and(|(id, _)| people.contains(id));
        self.list.iter().filter(is_meant).for_each(|watcher| watcher.tell(frame.clone()));
    }

    /// Tells frames of what happened; who is to move gets the last as it is for them, with the legal moves.
    pub(super) fn tell_events(&self, frames: &[Frame], next: Option<&Frame>, state: &State) {
        let Some((last, before)) = frames.split_last() else { return };
        before.iter().for_each(|frame| self.tell(frame));
        let turn = state.session.turn();
        for watcher in &self.list {
            let is_mine = |_: &&Frame| turn.is_some_and(|turn| state.is_held_by(turn, &watcher.caller));
            watcher.tell(next.filter(is_mine).unwrap_or(last).clone());
        }
    }

    /// How long a move of a seat may have been on its way: by the quickest of its sockets, since anybody can open a slow one.
    pub(super) fn lag_of(&self, seat: Seat, state: &State) -> Span {
        let own = self.list.iter().filter(|watcher| state.is_held_by(seat, &watcher.caller));
        Span(own.map(Watcher::lag).min().unwrap_or(0))
    }
}

impl Watcher {
    /// Sends a frame, or notes that it is lost.
    pub fn tell(&self, frame: Frame) {
        self.outbox.tell(frame);
    }

    /// How long messages to it take, at most what is allowed for.
    fn lag(&self) -> u64 {
        self.lag.load(Ordering::Relaxed).min(MAX_LAG)
    }
}

impl<'a> Watching<'a> {
    pub(super) fn new(watchers: &'a Watchers, state: &'a State) -> Watching<'a> {
        Watching { watchers, state }
    }

    /// Who is there.
    pub fn presence(&self) -> Presence {
        let ai = self.state.seats_of_kind(chatura_session::PlayerKind::is_ai);
        let mut seats = vec![false; self.state.holders.len()];
        ai.iter().for_each(|seat| seats[seat.index()] = true);
        let mut watching = 0;
        for watcher in &self.watchers.list {
            let own = self.state.seats_of(&watcher.caller);
            watching += usize::from(own.is_empty());
            own.iter().for_each(|seat| seats[seat.index()] = true);
        }
        Presence { seats, watching }
    }
}

/// Tells somebody who begins to watch what they missed, or everything.
fn tell_all(state: &State, watchers: &Watchers, watcher: &Watcher, since: Option<u64>, now: Time) {
    let own = state.seats_of(&watcher.caller);
    let missed = since.and_then(|version| state.since(version));
    let mut told = match &missed {
        Some(_) => state.brief(now, &own),
        None => state.full(now, &own),
    };
    told["tell"] = if missed.is_some() { "sync".into() } else { "state".into() };
    told["presence"] = json!(Watching::new(watchers, state).presence());
    told["keeper"] = state.is_kept_by(&watcher.caller).into();
    missed.into_iter().flatten().for_each(|frame| watcher.tell(frame));
    watcher.tell(frame(&told));
}

impl Games {
    /// Somebody begins to watch a game: they get what they missed, or everything.
    pub async fn watch(
        self: &Arc<Self>,
        id: &str,
        watcher: Watcher,
        since: Option<u64>,
    ) -> Result<(), Problem> {
        let mut held = self.enter_with(&watcher.caller.lane(), id, State::is_long_to_tell).await?;
        let (now, hand) = (self.now(), held.hand.clone());
        held.watchers.join(watcher.clone());
        let tell = move || {
            if let Some(state) = &held.state {
                let weight = &state.weights.telling;
                weight.measure(|| tell_all(state, &held.watchers, &watcher, since, now));
            }
            held
        };
        let mut held = by(hand.as_ref(), tell).await?;
        self.gather_presence(id, &mut held);
        self.wake(&mut held);
        Ok(())
    }

    /// Somebody no longer watches.
    pub async fn unwatch(self: &Arc<Self>, id: &str, socket: u64) {
        let known = self.table_if_live(id);
        let Some(table) = known else { return };
        let mut held = table.lock_owned().await;
        held.touched = std::time::Instant::now();
        let now = self.now();
        let Inside { state, watchers, .. } = &mut *held;
        if let (Some(state), Some(watcher)) = (state, watchers.of(socket)) {
            let own = state.seats_of(&watcher.caller);
            state.pace.see(&own, now);
        }
        if held.watchers.leave(socket) {
            self.gather_presence(id, &mut held);
        }
    }

    /// Tells who is there a little later, together with what else changes until then: if a connections comes, nobody is
    /// told of each.
    fn gather_presence(self: &Arc<Self>, id: &str, inside: &mut Inside) {
        if std::mem::replace(&mut inside.watchers.gathering, true) {
            return;
        }
        let (games, id) = (Arc::clone(self), id.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep(GATHERING).await;
            let Some(table) = games.table_if_live(&id) else { return };
            let mut held = table.lock_owned().await;
            held.watchers.gathering = false;
            if let Some(state) = &held.state {
                let presence = Watching::new(&held.watchers, state).presence();
                held.watchers.tell(&frame(&json!({ "tell": "presence", "game": id, "presence": presence })));
            }
        });
    }
}

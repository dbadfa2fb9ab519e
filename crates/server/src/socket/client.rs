//! A client on a socket: reads its messages one by one, writes what it is told, and notices when it is gone.

use super::message::{Message, Role};
use super::way::Ways;
use crate::analysis::{Found, Running};
use crate::api::{PositionRequest, caller_of, reason};
use crate::app::Shared;
use crate::config::MAX_COMMAND_ID;
use crate::games::{Caller, Frame, Outbox, Request, State, Unsent, Watcher, Watching, answer_frame, frame};
use crate::limiter::Credits;
use crate::problem::Problem;
use crate::signed_out::SignedOut;
use crate::token::Secret;
use axum::extract::ws::{self, CloseFrame, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

/// How often a client is asked whether it is there.
const HEARTBEAT: Duration = Duration::from_millis(2_500);
/// How long a client may be silent.
const SILENCE: Duration = Duration::from_secs(12);
/// How long a client may take to be told something.
const SLOW: Duration = Duration::from_secs(10);
/// How long a client may take to close after it was told that the server does.
const FAREWELL: Duration = Duration::from_secs(1);
/// The longest frame that is one message, in bytes.
const PART: usize = 128 << 10;
/// How many messages in a row may be refused because they came too fast.
const PATIENCE: u32 = 50;

static SOCKETS: AtomicU64 = AtomicU64::new(1);

/// What is to be written.
enum Out {
    Ping,
    Close(u16, &'static str),
}

/// What a client has open.
struct Client {
    app: Shared,
    caller: Caller,
    address: Option<IpAddr>,
    watcher: Watcher,
    /// The games it watches, and as whom: a seat's secret speaks for that game alone.
    watched: HashMap<String, Caller>,
    /// The studies it watches.
    studies: HashSet<String>,
    /// What is being looked at by our engine, and by one of others.
    analyses: [Option<(String, Running)>; 2],
    credits: Credits,
    patience: u32,
    /// How long its last answers took.
    ways: Ways,
}

/// Serves a socket until it ends.
pub async fn run(app: Shared, socket: WebSocket, caller: Caller, address: Option<IpAddr>) {
    app.metrics.sockets(1);
    let (sink, mut stream) = socket.split();
    let (outbox, unsent) = Outbox::new();
    let (orders, ordered) = mpsc::channel(4);
    let writer = tokio::spawn(write(sink, unsent, ordered));
    let watcher = Watcher {
        socket: SOCKETS.fetch_add(1, Ordering::Relaxed),
        outbox,
        lag: Arc::new(AtomicU64::new(0)),
        caller: caller.clone(),
    };
    let limits = &app.config.limits;
    let credits = Credits::full(limits.burst);
    let mut client = Client {
        app: Arc::clone(&app),
        caller,
        address,
        watcher,
        watched: HashMap::new(),
        studies: HashSet::new(),
        analyses: [None, None],
        credits,
        patience: PATIENCE,
        ways: Ways::default(),
    };
    client.welcome();
    let (code, reason) = client.read(&mut stream, &orders).await;
    for game in client.watched.keys() {
        app.games.unwatch(game, client.watcher.socket).await;
    }
    for study in &client.studies {
        app.studies.unwatch(study, client.watcher.socket).await;
    }
    let _ = orders.send(Out::Close(code, reason)).await;
    drop(client);
    let _ = tokio::time::timeout(SLOW, writer).await;
    // A connection that is let go while something lies unread is cut off, and the last frames with it. So what still comes
    // is read until the other side has closed too.
    let farewell = async { while let Some(Ok(_)) = stream.next().await {} };
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
    app.metrics.sockets(-1);
}

/// Writes frames until there are no more, or the client does not take them.
async fn write(
    mut sink: SplitSink<WebSocket, ws::Message>,
    mut unsent: Unsent,
    mut orders: mpsc::Receiver<Out>,
) {
    loop {
        // That there are no more frames is no end: the order to close may still come.
        let (frame, order) = tokio::select! {
            biased;
            order = orders.recv() => match order {
                Some(order) => (None, Some(order)),
                None => return,
            },
            Some(frame) = unsent.next() => (Some(frame), None),
        };
        let end = matches!(order, Some(Out::Close(..)));
        // What waits already goes out with it, and before the end.
        let sent = tokio::time::timeout(SLOW, async {
            if let Some(frame) = frame {
                feed(&mut sink, frame).await?;
            }
            while let Some(frame) = unsent.next_now() {
                feed(&mut sink, frame).await?;
            }
            match order {
                Some(Out::Ping) => sink.feed(ws::Message::Ping(Vec::new().into())).await?,
                Some(Out::Close(code, reason)) => {
                    sink.feed(ws::Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await?;
                }
                None => {}
            }
            sink.flush().await
        });
        if !matches!(sent.await, Ok(Ok(()))) || end {
            return;
        }
    }
}

/// Writes a frame; one that is too long for a message comes in parts, one after the other.
async fn feed(sink: &mut SplitSink<WebSocket, ws::Message>, frame: Frame) -> Result<(), axum::Error> {
    if frame.len() <= PART {
        return sink.feed(ws::Message::Text(frame)).await;
    }
    for part in parts(frame.as_str()) {
        sink.feed(ws::Message::Text(part)).await?;
    }
    Ok(())
}

/// A long text as frames; the texts of all of them together are the frame that was meant.
fn parts(mut rest: &str) -> impl Iterator<Item = Frame> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = (0..=PART.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(0);
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(frame(&json!({ "tell": "part", "text": text, "more": !after.is_empty() })))
    })
}

impl Client {
    fn tell(&self, frame: Frame) {
        self.watcher.outbox.tell(frame);
    }

    fn refuse(&self, id: Option<&str>, problem: Problem) {
        self.app.metrics.refused(&problem.code);
        tracing::debug!(reason = problem.code, "refused on a socket");
        self.tell(answer_frame(id, &Err(problem)));
    }

    fn welcome(&self) {
        let identity = self.caller.identity.as_ref().map(|(id, name)| json!({ "id": id, "name": name }));
        self.tell(frame(&json!({
            "tell": "welcome",
            "identity": identity,
            "now": self.app.games.now(),
            "heartbeat": HEARTBEAT.as_millis() as u64,
        })));
    }

    /// Reads until the end; says how it ends.
    async fn read(
        &mut self,
        stream: &mut SplitStream<WebSocket>,
        orders: &mpsc::Sender<Out>,
    ) -> (u16, &'static str) {
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        // If the server itself was held up, nobody is asked several times at once.
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let app = Arc::clone(&self.app);
        let stopped = app.stopped();
        tokio::pin!(stopped);
        let mut signed_out = app.signed_out.listen();
        let (mut heard, mut asked) = (Instant::now(), None);
        loop {
            tokio::select! {
                out = signed_out.recv() => {
                    // Who has not heard of all who are signed out may be one of them.
                    let is_out = out.map_or(true, |out| self.is_out(&out));
                    if is_out {
                        return (ws::close_code::POLICY, "signed out");
                    }
                }
                message = stream.next() => {
                    let Some(Ok(message)) = message else { return (ws::close_code::ERROR, "the message is too long, or none") };
                    let goes_on = match message {
                        ws::Message::Text(text) => {
                            // What the server takes to answer is no time on the way.
                            asked = None;
                            self.hear(&text).await
                        }
                        ws::Message::Binary(_) => return (ws::close_code::UNSUPPORTED, "messages are text"),
                        ws::Message::Pong(_) => {
                            self.measure(&mut asked);
                            self.may_speak()
                        }
                        ws::Message::Ping(_) => self.may_speak(),
                        ws::Message::Close(_) => return (ws::close_code::NORMAL, ""),
                    };
                    if !goes_on {
                        return (ws::close_code::POLICY, "too many messages");
                    }
                    // Silence begins when everything that was said is done.
                    heard = Instant::now();
                }
                _ = heartbeat.tick() => {
                    if heard.elapsed() > SILENCE || self.watcher.outbox.is_lost() {
                        return (ws::close_code::AGAIN, "too slow; come back and ask for what was missed");
                    }
                    asked = Some(Instant::now());
                    if orders.try_send(Out::Ping).is_err() {
                        return (ws::close_code::AGAIN, "too slow; come back and ask for what was missed");
                    }
                }
                (place, found) = next_found(&mut self.analyses) => self.tell_found(place, found),
                () = &mut stopped => return (ws::close_code::AWAY, "the server stops"),
            }
        }
    }

    /// Whether somebody who is here is signed out, by identity or for one game.
    fn is_out(&self, out: &SignedOut) -> bool {
        out.concerns(&self.caller) || self.watched.values().any(|caller| out.concerns(caller))
    }

    /// An answer has come to what was asked, if anything was.
    fn measure(&mut self, asked: &mut Option<Instant>) {
        if let Some(asked) = asked.take() {
            self.watcher.lag.store(self.ways.note(asked.elapsed()), Ordering::Relaxed);
        }
    }

    /// Whether one more message may come now; `patience` tells whether any may come after it.
    fn is_allowed(&mut self) -> bool {
        let limits = &self.app.config.limits;
        let allowed = self.credits.take(1.0, limits.rate, limits.burst, Instant::now())
            && self.app.allows(self.address, self.caller.token.as_ref());
        self.patience = if allowed { PATIENCE } else { self.patience.saturating_sub(1) };
        allowed
    }

    /// Counts a message that asks for nothing; false if there were too many.
    fn may_speak(&mut self) -> bool {
        self.is_allowed() || self.patience > 0
    }

    /// Does what one message asks for; false if there were too many.
    async fn hear(&mut self, text: &str) -> bool {
        if !self.is_allowed() {
            let wait = Duration::from_secs_f64(1.0 / self.app.config.limits.rate.max(0.01));
            let problem = Problem::too_fast("your messages come faster than is allowed", wait);
            self.refuse(id_of(text).as_deref(), problem);
            return self.patience > 0;
        }
        match serde_json::from_str::<Message>(text) {
            Err(error) => {
                self.refuse(id_of(text).as_deref(), Problem::bad("bad-message", error.to_string()));
            }
            Ok(message) => {
                let id = message.id().map(str::to_owned);
                let answer = self.obey(message).await;
                if let Err(problem) = &answer {
                    self.app.metrics.refused(&problem.code);
                    tracing::debug!(reason = problem.code, "refused on a socket");
                }
                if id.is_some() || answer.is_err() {
                    self.tell(answer_frame(id.as_deref(), &answer));
                }
            }
        }
        true
    }

    async fn obey(&mut self, message: Message) -> Result<Value, Problem> {
        let games = Arc::clone(&self.app.games);
        match message {
            Message::Watch { game, since, token, .. } => self.watch(game, since, token).await,
            Message::Leave { game } => {
                if self.watched.remove(&game).is_some() {
                    games.unwatch(&game, self.watcher.socket).await;
                }
                Ok(Value::Null)
            }
            Message::WatchStudy { study, .. } => {
                self.require_place(self.studies.contains(&study))?;
                self.app.studies.watch(&study, self.watcher.clone()).await?;
                self.studies.insert(study);
                Ok(Value::Null)
            }
            Message::LeaveStudy { study } => {
                if self.studies.remove(&study) {
                    self.app.studies.unwatch(&study, self.watcher.socket).await;
                }
                Ok(Value::Null)
            }
            Message::Command { id, game, command, role } => {
                let request = Request { id: Some(id), command, as_host: role == Role::Host };
                Ok(json!(games.command(&game, self.caller_in(&game), request).await?))
            }
            Message::Chat { id, game, text } => {
                Ok(json!(games.say(&game, self.caller_in(&game), &text, Some(id)).await?))
            }
            Message::Rematch { game, wanted, .. } => {
                Ok(json!(games.rematch(&game, self.caller_in(&game), wanted).await?))
            }
            Message::Premoves { game, .. } => {
                let caller = self.caller_in(&game);
                let by = caller.clone();
                games.ask(caller, &game, move |state, _| state.premoves(&state.seats_of(&by))).await
            }
            Message::Why { game, from, to, .. } => {
                let asked =
                    move |state: &State, _: &Watching<'_>| reason(state.session.position(), &from, &to);
                games.ask(&self.caller, &game, asked).await?
            }
            Message::Analyse { id, game, settings, fen, moves, limits } => {
                let place = usize::from(limits.engine.is_some());
                self.analyses[place] = None;
                self.caller.require_identity()?;
                let asker = self.caller.asker();
                let program = self.app.program(&self.caller, limits.engine.as_deref())?;
                let line =
                    PositionRequest { game, settings, fen, moves }.line(&self.app, &self.caller).await?;
                let begun = self.app.analyses.begin(&asker, line, &limits, program).await?;
                self.analyses[place] = Some((id, begun));
                Ok(Value::Null)
            }
            Message::Stop => {
                self.analyses = [None, None];
                Ok(Value::Null)
            }
            Message::Ping { .. } => Ok(json!({ "now": games.now() })),
        }
    }

    /// As whom the client speaks in a game.
    fn caller_in(&self, game: &str) -> &Caller {
        self.watched.get(game).unwrap_or(&self.caller)
    }

    /// Refuses what a socket cannot watch besides all it does.
    fn require_place(&self, is_known: bool) -> Result<(), Problem> {
        match is_known || self.watched.len() + self.studies.len() < self.app.config.limits.watched {
            true => Ok(()),
            false => Err(Problem::limit("you watch as many games as one socket can; leave one first")),
        }
    }

    async fn watch(
        &mut self,
        game: String,
        since: Option<u64>,
        token: Option<String>,
    ) -> Result<Value, Problem> {
        self.require_place(self.watched.contains_key(&game))?;
        let caller = match token {
            None => self.caller_in(&game).clone(),
            Some(token) => {
                let shown =
                    Secret::shown(&token).ok_or_else(|| Problem::bad("bad-token", "this is no token"))?;
                let by_token = caller_of(&self.app, Some(shown), self.caller.owner).await?;
                Caller {
                    identity: by_token.identity.or_else(|| self.caller.identity.clone()),
                    token: by_token.token,
                    owner: by_token.owner,
                    address: self.address,
                }
            }
        };
        let watcher = Watcher { caller: caller.clone(), ..self.watcher.clone() };
        self.app.lend(&self.caller, self.app.games.length(&self.caller, &game).await?)?;
        self.app.games.watch(&game, watcher, since).await?;
        self.watched.insert(game, caller);
        Ok(Value::Null)
    }

    fn tell_found(&mut self, place: usize, found: Option<Found>) {
        let Some((id, _)) = &self.analyses[place] else { return };
        let ends = found.as_ref().is_none_or(|found| found.last);
        if let Some(found) = found {
            self.tell(frame(&json!({ "tell": "analysis", "id": id, "found": found })));
        }
        if ends {
            self.analyses[place] = None;
        }
    }
}

/// The id of a message that is not looked at otherwise, so that its sender knows which was refused.
fn id_of(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        id: Option<String>,
    }
    serde_json::from_str::<Named>(text).ok()?.id.filter(|id| id.len() <= MAX_COMMAND_ID)
}

/// What an analysis finds next, and which; never, if there is none.
async fn next_found(analyses: &mut [Option<(String, Running)>; 2]) -> (usize, Option<Found>) {
    async fn next(analysis: &mut Option<(String, Running)>) -> Option<Found> {
        match analysis {
            Some((_, running)) => running.found.recv().await,
            None => std::future::pending().await,
        }
    }
    let [own, program] = analyses;
    tokio::select! {
        found = next(own) => (0, found),
        found = next(program) => (1, found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_comes_in_parts() {
        let whole = frame(&json!({ "tell": "state", "text": "é€𝄞\"\\".repeat(PART / 4) }));
        let frames: Vec<Value> =
            parts(whole.as_str()).map(|part| serde_json::from_str(part.as_str()).unwrap()).collect();
        assert!(frames.len() > 1);
        let more: Vec<bool> = frames.iter().map(|part| part["more"].as_bool().unwrap()).collect();
        assert_eq!(more.iter().position(|more| !more), Some(frames.len() - 1));
        let text: String = frames.iter().map(|part| part["text"].as_str().unwrap()).collect();
        assert_eq!(text, whole.as_str());
    }
}

//! One who plays, over one socket: keeps its own list of moves from what it is told, version by version, moves when it is
//! its turn, comes back when its connection is lost, and forgets no answer.

use crate::client::{Ear, Mouth, Person, hear, say};
use crate::tables::Table;
use crate::tally::Tally;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, sleep_until, timeout};

/// Knights go out and back.
const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
/// Nothing takes longer unless it is lost.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long the server may be away.
const AWAY: Duration = Duration::from_secs(60);
/// How long to wait after a move was refused because it could not be kept.
const AGAIN: Duration = Duration::from_millis(500);
/// The game would end by itself after that.
const LONGEST: usize = 390;
/// Who loses connections has one for so long, and then none for so long, in seconds.
const CONNECTED: std::ops::Range<f64> = 2.0..20.0;
const DROPPED: std::ops::Range<f64> = 0.0..30.0;

/// How everybody plays.
#[derive(Clone)]
pub struct Plan {
    /// The time between two moves of a game.
    pub every: Duration,
    /// How long after the beginning this table begins.
    pub offset: Duration,
    /// Whether connections are dropped at random.
    pub drop: bool,
    /// Whether a lost connection is no error.
    pub patient: bool,
    /// How many compare notes at a time.
    pub room: Arc<Semaphore>,
}

/// What everybody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Wait for the others.
    Wait,
    /// Play from then on.
    Begin(Instant),
    /// Stop.
    Stop,
}

/// One who plays.
pub struct Seat {
    table: Arc<Table>,
    person: Person,
    number: usize,
    plan: Plan,
    /// When its next move is due, once it has begun.
    due: Instant,
    begun: bool,
    /// The moves it was told of.
    moves: Vec<String>,
    /// Everything up to this version was heard.
    version: u64,
    /// The ply of its last move that was answered, and the one after.
    kept: usize,
    /// The ply of a move that is not answered yet.
    asked: Option<usize>,
    /// The ply of a move that was sent on a connection that was lost.
    again: Option<usize>,
    connected: Instant,
    socket: Option<(Mouth, Ear)>,
    tally: Tally,
}

impl Seat {
    /// Someone who watches the game and has not moved yet.
    pub async fn take(table: Arc<Table>, person: Person, number: usize, plan: Plan) -> Result<Seat, String> {
        let due = Instant::now();
        let (moves, tally) = (Vec::new(), Tally::default());
        let (begun, version, kept, asked, again, connected, socket) = (false, 0, 0, None, None, due, None);
        let mut seat = Seat {
            table,
            person,
            number,
            plan,
            due,
            begun,
            moves,
            version,
            kept,
            asked,
            again,
            connected,
            socket,
            tally,
        };
        seat.socket = Some(seat.come_back().await?);
        Ok(seat)
    }

    /// Plays from the beginning until told to stop, then compares notes.
    pub async fn play(mut self, mut signal: watch::Receiver<Signal>) -> Result<Tally, String> {
        let result = self.play_on(&mut signal).await;
        let game = &self.table.game;
        // Whoever failed leaves nobody waiting.
        let _ = timeout(PATIENCE * 2, self.table.end.wait()).await;
        result.map_err(|error| format!("game {game} seat {}: {error}", self.number))?;
        self.compare().await.map_err(|error| format!("game {} at the end: {error}", self.table.game))?;
        Ok(self.tally)
    }

    async fn play_on(&mut self, signal: &mut watch::Receiver<Signal>) -> Result<(), String> {
        loop {
            let (mut mouth, mut ear) = match self.socket.take() {
                Some(socket) => socket,
                None => self.come_back().await?,
            };
            let lost = match self.plan.drop {
                true => self.connected + Duration::from_secs_f64(rand::random_range(CONNECTED)),
                false => self.connected + Duration::from_secs(86_400),
            };
            match self.sit(&mut mouth, &mut ear, signal, lost).await {
                Ok(true) => return Ok(()),
                Ok(false) => {
                    drop((mouth, ear));
                    let away = Duration::from_secs_f64(rand::random_range(DROPPED));
                    let _ = timeout(away, signal.wait_for(|signal| *signal == Signal::Stop)).await;
                }
                // What is refused is wrong; what is lost can come back.
                Err(Trouble::Lost(_)) if self.plan.patient || self.plan.drop => {}
                Err(Trouble::Lost(error) | Trouble::Wrong(error)) => return Err(error),
            }
        }
    }

    /// Plays on one connection until the end (true) or until it is dropped (false).
    async fn sit(
        &mut self,
        mouth: &mut Mouth,
        ear: &mut Ear,
        signal: &mut watch::Receiver<Signal>,
        lost: Instant,
    ) -> Result<bool, Trouble> {
        let mut asked_at = Instant::now();
        loop {
            let told = *signal.borrow_and_update();
            if told == Signal::Stop && self.asked.is_none() {
                return Ok(true);
            }
            if let (Signal::Begin(first), false) = (told, self.begun) {
                (self.begun, self.due) =
                    (true, first + self.plan.offset + self.plan.every * self.number as u32);
            }
            let mine = self.moves.len() % 2 == self.number && self.moves.len() < LONGEST;
            let may = mine && self.asked.is_none() && self.begun && told != Signal::Stop;
            tokio::select! {
                message = hear(ear) => self.note(&message.map_err(Trouble::Lost)?)?,
                () = sleep_until(self.due.into()), if may => {
                    self.ask(mouth).await.map_err(Trouble::Lost)?;
                    asked_at = Instant::now();
                }
                () = sleep_until((asked_at + PATIENCE).into()), if self.asked.is_some() => {
                    return Err(Trouble::Lost("no answer came".to_owned()));
                }
                () = sleep_until(lost.into()) => return Ok(false),
                _ = signal.changed(), if told != Signal::Stop => {}
            }
        }
    }

    /// Sends its next move.
    async fn ask(&mut self, mouth: &mut Mouth) -> Result<(), String> {
        let ply = self.moves.len();
        let command = json!({ "command": "move", "text": ROUND[ply % 4], "ply": ply });
        let order =
            json!({ "do": "command", "id": ply.to_string(), "game": self.table.game, "command": command });
        let now = Instant::now();
        if let Ok(mut sent) = self.table.sent.lock() {
            *sent = Some((ply, now));
        }
        self.asked = Some(ply);
        self.due = (self.due + self.plan.every * 2).max(now);
        say(mouth, &order).await
    }

    /// Takes note of what it is told.
    fn note(&mut self, message: &Value) -> Result<(), Trouble> {
        match message["tell"].as_str() {
            Some("event") => self.follow(message).map_err(Trouble::Wrong),
            Some("answer") => self.answered(message).map_err(Trouble::Wrong),
            _ => Ok(()),
        }
    }

    fn follow(&mut self, message: &Value) -> Result<(), String> {
        let (version, event) = (message["version"].as_u64(), &message["event"]);
        if version != Some(self.version + 1) {
            return Err(format!("version {version:?} came after {}", self.version));
        }
        self.version += 1;
        if event["event"] != "moved" {
            return Ok(());
        }
        let ply = self.moves.len();
        let told = (event["coordinates"].as_str(), event["ply"].as_u64());
        if told != (Some(ROUND[ply % 4]), Some(ply as u64 + 1)) {
            return Err(format!("{told:?} came at ply {ply}"));
        }
        self.moves.push(ROUND[ply % 4].to_owned());
        let sent = self.table.sent.lock().ok().and_then(|sent| *sent);
        if let Some((of, at)) = sent
            && (of, ply % 2 != self.number, at > self.connected) == (ply, true, true)
        {
            self.tally.latencies.push(at.elapsed());
        }
        Ok(())
    }

    fn answered(&mut self, message: &Value) -> Result<(), String> {
        let ply = self.asked.take().ok_or_else(|| format!("nobody asked for {message}"))?;
        let again = self.again == Some(ply);
        if message["id"] != ply.to_string().as_str() {
            return Err(format!("ply {ply} was answered with {message}"));
        }
        if message["ok"] == true && (message["result"]["repeated"] == false || again) {
            self.kept = ply + 1;
            self.tally.answered += 1;
            return Ok(());
        }
        if message["problem"]["code"] == "storage" && self.plan.patient {
            self.tally.refused += 1;
            self.due = Instant::now() + AGAIN;
            return Ok(());
        }
        Err(format!("ply {ply} was answered with {message}"))
    }

    /// Opens a socket and asks for what was missed, for as long as the server may be away.
    async fn come_back(&mut self) -> Result<(Mouth, Ear), String> {
        let began = Instant::now();
        // What is told of the time before was not on its way for so long.
        self.connected = began + AWAY * 1_000;
        loop {
            let fresh = self.version == 0;
            let since = (!fresh).then_some(self.version);
            let tried = async {
                let (mouth, mut ear) = self.person.watch(&self.table.game, since).await?;
                self.settle(&mut ear).await.map(|()| (mouth, ear))
            };
            match timeout(PATIENCE, tried).await {
                Ok(Ok(socket)) => {
                    self.connected = Instant::now();
                    // A move may have been kept whose answer did not arrive; if not it is sent again.
                    self.again = self.asked.take().or(self.again);
                    return match self.moves.len() >= self.kept {
                        true => Ok(socket),
                        false => {
                            Err(format!("{} plies were answered, {} are there", self.kept, self.moves.len()))
                        }
                    };
                }
                Ok(Err(error)) if error.starts_with("wrong: ") => return Err(error),
                Ok(Err(error)) if began.elapsed() > AWAY || !(self.plan.patient || self.plan.drop) => {
                    return Err(error);
                }
                Err(_) if began.elapsed() > AWAY => return Err("the server does not come back".to_owned()),
                _ => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// Hears what was missed, up to how things are now.
    async fn settle(&mut self, ear: &mut Ear) -> Result<(), String> {
        loop {
            let message = hear(ear).await?;
            match message["tell"].as_str() {
                Some("event") => self.follow(&message).map_err(|error| format!("wrong: {error}"))?,
                Some("sync") if message["version"] == self.version => {
                    self.tally.replayed += 1;
                    return Ok(());
                }
                Some("state") => {
                    self.tally.anew += usize::from(self.version > 0);
                    self.version = message["version"].as_u64().unwrap_or(0);
                    self.moves = moves_of(&message);
                    return Ok(());
                }
                Some("sync") => return Err(format!("wrong: {} became {}", self.version, message["version"])),
                Some("answer") => return Err(message.to_string()),
                _ => {}
            }
        }
    }

    /// What it was told must be exactly what the server knows, and every move that was answered be there.
    async fn compare(&mut self) -> Result<(), String> {
        let room = Arc::clone(&self.plan.room);
        let _permit = room.acquire_owned().await.map_err(|error| error.to_string())?;
        let _socket = self.come_back().await?;
        let state = self.person.get(&format!("/api/games/{}", self.table.game)).await?;
        let known = moves_of(&state);
        match known == self.moves
            && self.kept <= known.len()
            && Some(self.version) == state["version"].as_u64()
        {
            true => Ok(()),
            false => Err(format!("{} moves were told, {} are there", self.moves.len(), known.len())),
        }
    }
}

/// Why a connection is no longer used.
enum Trouble {
    /// It is gone.
    Lost(String),
    /// It said something wrong.
    Wrong(String),
}

impl From<Trouble> for String {
    fn from(trouble: Trouble) -> String {
        match trouble {
            Trouble::Lost(error) | Trouble::Wrong(error) => error,
        }
    }
}

fn moves_of(state: &Value) -> Vec<String> {
    let past = state["view"]["past"].as_array().map_or(&[][..], Vec::as_slice);
    past.iter().filter_map(|record| record["coordinates"].as_str()).map(str::to_owned).collect()
}

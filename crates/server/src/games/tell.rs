//! What is told on sockets: each frame is written once, whoever gets it.

use super::{LegalMove, State};
use crate::problem::Problem;
use chatura_session::{Event, Seat, Time};
use serde::Serialize;
use serde_json::{Value, json};

/// A message as it is sent; copying it costs nothing.
pub type Frame = axum::extract::ws::Utf8Bytes;

/// Any message.
pub fn frame(message: &impl Serialize) -> Frame {
    serde_json::to_string(message).unwrap_or_else(|_| String::from("{}")).into()
}

/// Something that happened in a game.
pub(super) fn event_frame(game: &str, version: u64, at: Time, event: &Event) -> Frame {
    #[derive(Serialize)]
    struct Told<'a> {
        tell: &'static str,
        game: &'a str,
        version: u64,
        at: Time,
        event: &'a Event,
    }
    frame(&Told { tell: "event", game, version, at, event })
}

/// The same for the one whose turn it is now.
pub(super) fn with_legal(frame: &Frame, legal: &[LegalMove]) -> Frame {
    let moves = serde_json::to_string(legal).unwrap_or_else(|_| String::from("[]"));
    let open = frame.as_str().strip_suffix('}').unwrap_or(frame.as_str());
    format!("{open},\"legal\":{moves}}}").into()
}

/// The answer to a command.
pub fn answer_frame(id: Option<&str>, answer: &Result<Value, Problem>) -> Frame {
    frame(&match answer {
        Ok(result) => json!({ "tell": "answer", "id": id, "ok": true, "result": result }),
        Err(problem) => json!({ "tell": "answer", "id": id, "ok": false, "problem": problem }),
    })
}

impl State {
    /// Everything about the game at this moment, for one who holds these seats.
    pub fn full(&self, now: Time, own: &[Seat]) -> Value {
        let mut told = self.brief(now, own);
        if let Value::Object(told) = &mut told {
            let view = serde_json::to_value(self.session.view(now)).unwrap_or_default();
            told.insert("view".into(), view);
            told.insert("placement".into(), crate::drawing::placement(self.session.position()));
            told.insert("public".into(), self.row.public.into());
            told.insert("created".into(), self.row.created.into());
            told.insert("definition".into(), self.definition.clone().into());
            told.insert("settings".into(), json!(self.row.origin.settings));
            let before = self.row.origin.before.as_ref();
            told.insert("previous".into(), json!(before.map(|before| &before.game)));
            told.insert("open".into(), json!(self.open_seats()));
        }
        told
    }

    /// What one needs who knows the events so far: the clocks now, and the legal moves if it is their turn.
    pub fn brief(&self, now: Time, own: &[Seat]) -> Value {
        let mine = self.session.turn().is_some_and(|turn| own.contains(&turn));
        let legal = if mine { self.legal() } else { Vec::new() };
        json!({
            "game": self.row.id,
            "version": self.session.version(),
            "now": now,
            "seats": own,
            "table": self.session.table(now),
            "legal": legal,
            "rematch": self.rematch,
            "next": self.next,
        })
    }

    /// The seats that wait for somebody to come.
    pub fn open_seats(&self) -> Vec<Seat> {
        self.seats_of_kind(|kind| *kind == chatura_session::PlayerKind::Nobody)
    }
}

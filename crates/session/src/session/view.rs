//! What can be seen of a session.

use super::Session;
use crate::conclusion::{Conclusion, Standing};
use crate::event::{PieceView, State, Status, Table};
use crate::journal::{NodeId, Record};
use crate::player::PlayerKind;
use crate::score::Score;
use crate::seat::Seat;
use crate::terms::Terms;
use crate::time::Time;
use chatura_rules::notation::format_fen;
use chatura_rules::{Player, Position};
use serde::{Deserialize, Serialize};

/// Everything about a session at one moment, for someone who has just come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// How many events there have been.
    pub version: u64,
    /// The id of the game's definition.
    pub game: String,
    /// Which game of the session, from 1.
    pub number: u32,
    /// Where the session is.
    pub phase: Phase,
    /// Where the game started.
    pub start: String,
    /// Where it stands.
    pub fen: String,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// What was agreed.
    pub terms: Terms,
    /// How things stand.
    pub table: Table,
    /// The moves played.
    pub past: Vec<Record>,
    /// The moves taken back, the next to come first.
    pub future: Vec<Record>,
    /// Who offers a draw, and who has not answered.
    pub draw: Option<(Seat, Vec<Seat>)>,
    /// Who asks to take moves back, and who has not answered.
    pub takeback: Option<(Seat, Vec<Seat>)>,
    /// Whether the player to move may claim the end of the game, and what it would be.
    pub claim: Option<String>,
    /// How the game ended, if it has.
    pub conclusion: Option<Conclusion>,
}

/// Where a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A seat is empty, so the game has not begun.
    Waiting,
    /// The game is on.
    Playing,
    /// The game is on, but paused.
    Paused,
    /// The game is over.
    Over,
}

/// A seat and who sits there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// What the rules call it: "White".
    pub colour: String,
    /// What the player is called; may be empty.
    pub name: String,
    /// What plays there.
    pub kind: PlayerKind,
    /// The score of the player, this game included if it is over.
    pub score: Score,
}

impl Session {
    /// Everything at once.
    pub fn view(&self, now: Time) -> View {
        let now = now.max(self.now);
        let asking = |asking: &super::Asking| (asking.by, asking.of.clone());
        let on = self.phase() == Phase::Playing;
        View {
            version: self.version,
            game: self.position().game().about().id.clone(),
            number: self.number,
            phase: self.phase(),
            start: format_fen(&self.line.first()),
            fen: format_fen(self.position()),
            seats: self.seats(),
            terms: self.terms.clone(),
            table: self.table(now),
            past: self.past(),
            future: self.future(),
            draw: self.draw_offer().map(|(by, of)| (by, of.to_vec())),
            takeback: self.takeback.as_ref().map(|takeback| asking(&takeback.asking)),
            claim: self.line.claimable().filter(|_| on).map(|outcome| outcome.sentence),
            conclusion: self.conclusion.clone(),
        }
    }

    /// Where the session is.
    pub fn phase(&self) -> Phase {
        match (self.is_over(), self.begun, self.paused) {
            (true, ..) => Phase::Over,
            (_, false, _) => Phase::Waiting,
            (_, _, true) => Phase::Paused,
            (_, _, false) => Phase::Playing,
        }
    }

    /// The seat to move; nobody before the beginning and after the end.
    pub fn turn(&self) -> Option<Seat> {
        (self.begun && !self.is_over()).then(|| self.to_move())
    }

    /// Who sits where.
    pub fn seats(&self) -> Vec<SeatView> {
        let seats = self.chairs.iter().zip(self.position().game().players()).zip(self.scores());
        let view = |((chair, colour), score): ((&super::Chair, &String), Score)| SeatView {
            colour: colour.clone(),
            name: chair.occupant.name.clone(),
            kind: chair.occupant.kind.clone(),
            score,
        };
        seats.map(view).collect()
    }

    /// The score of who sits at each seat, this game included if it is over.
    pub fn scores(&self) -> Vec<Score> {
        let score = |chair: &super::Chair| match (&self.conclusion, chair.ended_at) {
            (Some(conclusion), Some(seat)) => chair.score.with(conclusion, seat.index()),
            _ => chair.score,
        };
        self.chairs.iter().map(score).collect()
    }

    /// The moves played.
    pub fn past(&self) -> Vec<Record> {
        self.journal.past().iter().filter_map(|id| self.record(*id)).collect()
    }

    /// The moves taken back, the next to come first.
    pub fn future(&self) -> Vec<Record> {
        self.journal.future().filter_map(|id| self.record(id)).collect()
    }

    /// How many moves are kept, with those that were tried besides.
    pub fn moves_kept(&self) -> usize {
        self.journal.tree.len()
    }

    /// Every move that is kept, with the move before it: the tree of variations. Of several moves that follow the same
    /// one the first is the main line.
    pub fn tree(&self) -> Vec<Record> {
        let mut records = Vec::new();
        let mut open: Vec<NodeId> = self.journal.tree.after(None).iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            records.extend(self.record(id));
            open.extend(self.journal.tree.after(Some(id)).iter().rev());
        }
        records
    }

    /// A move of the tree.
    pub fn record(&self, id: NodeId) -> Option<Record> {
        let node = self.journal.tree.node(id)?;
        let entry = &node.entry;
        let game = self.position().game();
        Some(Record {
            node: id,
            parent: node.parent,
            ply: node.ply,
            seat: entry.seat,
            san: entry.text.san.clone(),
            coordinates: entry.text.coordinates.clone(),
            native: entry.text.native.clone(),
            clock: entry.shown,
            captured: entry.captured.iter().filter_map(|piece| PieceView::of(game, *piece)).collect(),
            comment: entry.comment.clone(),
            nags: entry.nags.clone(),
        })
    }

    /// The position after any ply of the present line, past or future; 0 is the start. Nothing changes by looking.
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        if ply > self.journal.plies() {
            return None;
        }
        let mut line = self.line.clone();
        while line.moves().len() > ply {
            line.undo()?;
        }
        for id in self.journal.future() {
            if line.moves().len() >= ply {
                break;
            }
            line.play_unchecked(self.journal.tree.entry(id)?.mv);
        }
        Some(line.position().clone())
    }

    /// How things stand.
    pub fn table(&self, now: Time) -> Table {
        let position = self.position();
        let count = self.chairs.len() as u8;
        let attacked: Vec<_> = (0..count).map(|seat| position.attacked_royals(Player(seat))).collect();
        let names = &position.game().board().cells;
        let check = attacked.iter().flatten().map(|cell| names[cell.index()].name.clone()).collect();
        let status = |seat: u8| self.status(Seat(seat), !attacked[usize::from(seat)].is_empty());
        let places = position.places_by_points().map(|places| self.places(places));
        Table {
            ply: self.ply() as u32,
            turn: self.turn(),
            paused: self.paused,
            check,
            clocks: self.clocks.views(now.max(self.now), &self.playing_indices()),
            statuses: (0..count).map(status).collect(),
            points: position.points(),
            places,
        }
    }

    /// The place of each seat: how the game ended, else as it stands.
    fn places(&self, so_far: Vec<u8>) -> Vec<u8> {
        let ended = self.conclusion.as_ref().filter(|conclusion| !conclusion.places.is_empty());
        ended.map_or(so_far, |conclusion| conclusion.places.clone())
    }

    fn status(&self, seat: Seat, check: bool) -> Status {
        let out = !self.playing().contains(&seat);
        let with_check = |words: &str| if check { format!("{words}, in check") } else { words.to_owned() };
        let (state, words) = match (&self.conclusion, self.turn()) {
            (Some(conclusion), _) => self.final_status(conclusion, seat),
            (None, _) if out => (State::Out, format!("out {}", self.why_out(seat))),
            (None, Some(turn)) if turn == seat => (State::ToMove, with_check("to move")),
            (None, Some(_)) => (State::Waiting, with_check("waiting")),
            (None, None) => (State::Waiting, "waiting for the game to begin".to_owned()),
        };
        Status { state, check, words: words.trim().to_owned() }
    }

    fn final_status(&self, conclusion: &Conclusion, seat: Seat) -> (State, String) {
        let (state, verb) = match conclusion.standings.get(seat.index()) {
            Some(Standing::Won) => (State::Won, "won"),
            Some(Standing::Lost) => (State::Lost, "lost"),
            Some(Standing::Drew) => (State::Drew, "drew"),
            None => return (State::Waiting, "the game was aborted".to_owned()),
        };
        (state, format!("{verb}: {}", conclusion.sentence))
    }

    /// Why someone is out, as the journal knows it.
    fn why_out(&self, seat: Seat) -> &str {
        let entries = self.journal.past().iter().rev().filter_map(|id| self.journal.tree.entry(*id));
        let mut found = entries.flat_map(|entry| &entry.out).filter(|(out, _)| *out == seat);
        found.next().map_or("since before this game began", |(_, why)| why)
    }
}

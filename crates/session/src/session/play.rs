//! Moves, leaving, flags, and how a game ends.

use super::{Answer, Session, Speaker};
use crate::conclusion::Conclusion;
use crate::event::{Event, Moved};
use crate::journal::{Entry, MoveText, NodeId};
use crate::refusal::{Code, Refusal};
use crate::seat::Seat;
use crate::time::{Span, Time};
use crate::told::{cell_edits, exits, hand_edits};
use crate::{MAX_NODES, MAX_PLIES};
use chatura_rules::notation::pgn::turn;
use chatura_rules::notation::{MoveError, format_both, format_long, format_move, format_san, read_move};
use chatura_rules::{Move, Ply, Position};

impl Session {
    pub(super) fn play(&mut self, from: &Speaker, text: &str, ply: Option<u32>, now: Time) -> Answer {
        self.require_on()?;
        let turn = self.to_move();
        if !from.holds(turn) {
            return Err(self.not_your_turn(from, turn));
        }
        if self.paused {
            return Err(Refusal::new(Code::Paused, "the game is paused"));
        }
        if let Some(ply) = ply.filter(|ply| *ply as usize != self.ply()) {
            let sentence = format!("the move was meant for ply {ply}, but {} are played", self.ply());
            return Err(Refusal::new(Code::Stale, sentence));
        }
        let mv = read(self.position(), text)?;
        self.position().check(mv)?;
        let known = self.journal.next_like(mv).filter(|_| self.journal.keeps());
        if known.is_none() {
            self.require_room()?;
        }
        let mut events = self.lapse_by_move(turn);
        self.offered[turn.index()] = false;
        events.extend(self.apply(mv, turn, now)?);
        events.extend(self.excuse_from_draw(now));
        Ok(events)
    }

    fn not_your_turn(&self, from: &Speaker, turn: Seat) -> Refusal {
        let whose = self.colour(turn);
        let sentence = match from.seats() {
            [] => format!("it is {whose}'s turn; the host plays at no seat"),
            [one] => format!("it is {whose}'s turn, not {}'s", self.colour(*one)),
            _ => format!("it is {whose}'s turn, and that is not your seat"),
        };
        Refusal::new(Code::NotYourTurn, sentence)
    }

    fn require_room(&self) -> Result<(), Refusal> {
        let tree = &self.journal.tree;
        if self.ply() >= MAX_PLIES {
            return Err(Refusal::new(Code::Full, format!("a game has {MAX_PLIES} plies at most")));
        }
        if tree.len() >= MAX_NODES || tree.is_worn_out() {
            return Err(Refusal::new(Code::Full, format!("a journal has {MAX_NODES} moves at most")));
        }
        if self.journal.keeps() && self.is_too_deep() {
            let sentence = "variations of variations of variations … go no deeper; promote or remove some";
            return Err(Refusal::new(Code::Full, sentence));
        }
        Ok(())
    }

    pub(super) fn resign(&mut self, from: &Speaker, now: Time) -> Answer {
        self.require_on()?;
        let seat = from.speaks_for(self.to_move(), &self.playing())?;
        self.leave(Move::resign(seat.player()), seat, now)
    }

    /// Someone's time is up.
    pub(super) fn flag(&mut self, seat: Seat, now: Time) -> Vec<Event> {
        let players = self.chairs.len();
        let other = Seat(1 - seat.0.min(1));
        if players == 2 && !self.position().can_win(other.player()) {
            let (flagged, other) = (self.colour(seat), self.colour(other));
            return self.conclude(Conclusion::without_winner(self.position(), flagged, other), now);
        }
        let left = self.leave(Move::time_out(seat.player()), seat, now);
        // Whoever has a clock that runs can leave. If not, there is no game to go on with.
        left.unwrap_or_else(|_| self.conclude(Conclusion::aborted(), now))
    }

    fn leave(&mut self, mv: Move, seat: Seat, now: Time) -> Answer {
        self.position().check(mv)?;
        let mut events = self.lapse_takeback();
        events.extend(self.apply(mv, seat, now)?);
        events.extend(self.excuse_from_draw(now));
        Ok(events)
    }

    /// Plays a move, or lets someone leave; writes it down, and sets the clocks.
    fn apply(&mut self, mv: Move, seat: Seat, now: Time) -> Answer {
        let playing = self.playing_indices();
        let text = self.written(mv);
        let ply = self.line.play(mv)?;
        self.conclusion = self.line.outcome().map(Conclusion::of);
        self.run_clocks(&ply, now, &playing);
        let node = self.write_down(&ply, text, seat, self.shown(seat, now), now);
        let (after, changes) = (self.position(), ply.changes());
        let (edits, hands) = (cell_edits(after.game(), &changes), hand_edits(after, &changes));
        let out = exits(&ply);
        let mut events = Vec::new();
        if let Some(record) = self.record(node) {
            let moved = Moved { record, edits, hands, out, table: self.table(now) };
            events.push(match mv.is_leaving() {
                true => Event::Left(moved),
                false => Event::Moved(moved),
            });
        }
        if self.is_over() {
            events.extend(self.settle(now));
        }
        Ok(events)
    }

    fn run_clocks(&mut self, ply: &Ply, now: Time, playing: &[usize]) {
        match (ply.ends_turn, ply.mv.is_leaving()) {
            (true, true) => self.clocks.break_off(now, playing),
            (true, _) => self.clocks.complete(now, playing),
            (false, _) if self.is_over() => self.clocks.break_off(now, playing),
            (false, true) => return self.clocks.share_out(now, playing),
            (false, _) => return,
        }
        if !self.is_over() {
            self.clocks.begin(self.to_move().index(), now, self.paused);
        }
    }

    /// Writes a ply down that was just played.
    pub(super) fn write_down(
        &mut self,
        ply: &Ply,
        text: MoveText,
        seat: Seat,
        shown: Option<Span>,
        now: Time,
    ) -> NodeId {
        let (mv, clocks) = (ply.mv, self.clocks.reading(now));
        if let Some(known) = self.journal.next_like(mv).filter(|_| self.journal.keeps()) {
            self.journal.face(known);
            self.journal.forth();
            if let Some(entry) = self.journal.tree.entry_mut(known) {
                (entry.clocks, entry.shown) = (clocks, shown);
            }
            return known;
        }
        let captured = ply.captured.iter().map(|at| at.piece).collect();
        let (mover, out) = (Seat::of(ply.turn), exits(ply));
        let (comment, nags) = (String::new(), Vec::new());
        self.journal.push(Entry { mv, seat, mover, text, clocks, shown, captured, out, comment, nags })
    }

    /// What the clock of a seat shows.
    fn shown(&self, seat: Seat, now: Time) -> Option<Span> {
        self.clocks.views(now, &self.playing_indices()).get(seat.index()).and_then(|view| view.left)
    }

    /// A move as it is written here, and the place PGN writes it in.
    pub(super) fn written(&self, mv: Move) -> MoveText {
        let position = self.position();
        let many = position.game().players().len() > 2;
        let san = if many { format_long(position, mv) } else { format_san(position, mv) };
        let last = self.journal.here().and_then(|id| self.journal.tree.entry(id));
        let last = last.map(|entry| (entry.mover.player(), entry.text.turn));
        let (coordinates, native) = (format_move(position, mv), format_both(position, mv));
        MoveText { san, coordinates, native, turn: turn(position, last) }
    }

    /// Ends the game otherwise than by a ply.
    pub(super) fn conclude(&mut self, conclusion: Conclusion, now: Time) -> Vec<Event> {
        let playing = self.playing_indices();
        self.clocks.break_off(now, &playing);
        self.conclusion = Some(conclusion);
        self.settle(now)
    }

    /// What follows from the end of a game: nothing is offered any more, and it counts for who sits there now.
    fn settle(&mut self, now: Time) -> Vec<Event> {
        let mut events = self.lapse_all();
        events.push(self.ended(now));
        events
    }

    /// Counts the game, and tells of its end.
    pub(super) fn ended(&mut self, now: Time) -> Event {
        for (seat, chair) in self.chairs.iter_mut().enumerate() {
            chair.ended_at = Some(Seat(seat as u8));
        }
        let conclusion = self.conclusion.clone().unwrap_or_else(Conclusion::aborted);
        Event::Ended { conclusion, score: self.scores(), table: self.table(now) }
    }

    pub(super) fn abort(&mut self, from: &Speaker, now: Time) -> Answer {
        if self.is_over() {
            self.require_on()?;
        }
        let moved: Vec<Seat> = self.past_entries().map(|entry| entry.seat).collect();
        let all_moved = self.begun && self.playing().iter().all(|seat| moved.contains(seat));
        if all_moved {
            from.require_host("abort a game in which everybody has moved; resign or offer a draw instead")?;
        }
        Ok(self.conclude(Conclusion::aborted(), now))
    }

    /// What the journal keeps of the moves played.
    pub(super) fn past_entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.journal.past().iter().filter_map(|id| self.journal.tree.entry(*id))
    }
}

/// Reads a move, not that somebody leaves.
fn read(position: &Position, text: &str) -> Result<Move, Refusal> {
    let refuse = |error: MoveError| Refusal::new(Code::IllegalMove, error.to_string());
    let mv = read_move(position, text).map_err(refuse)?;
    if mv.is_leaving() {
        let sentence = "that is no move: resigning is a command of its own, and clocks are not asked";
        return Err(Refusal::new(Code::IllegalMove, sentence));
    }
    Ok(mv)
}

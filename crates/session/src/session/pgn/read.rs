//! A PGN tree as a session.

use super::write::{CLOCK, PLY, SEATS};
use crate::clock::{TimeControlError, TimeControls, read_tag};
use crate::conclusion::Conclusion;
use crate::event::Navigation;
use crate::journal::NodeId;
use crate::player::{Occupant, PlayerKind, PlayerKindError};
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::session::Session;
use crate::session::tree::{MAX_COMMENT, MAX_NAGS};
use crate::terms::Terms;
use crate::time::{Span, Time};
use crate::{MAX_NAME, MAX_NODES, MAX_PLIES};
use chatura_rules::notation::Pgn;
use chatura_rules::notation::pgn::{PgnLine, PgnNode, PlayError, Played, read_game};
use chatura_rules::{Game, Move};
use std::sync::Arc;

/// Why a PGN tree is no session.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The moves cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The clocks cannot be read.
    #[error("in the {CLOCK} tag: {0}")]
    Clock(#[from] TimeControlError),
    /// Who plays cannot be read.
    #[error("in the {SEATS} tag: {0}")]
    Seats(#[from] PlayerKindError),
    /// A session cannot be made from it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There are too many moves.
    #[error("the game has more than {MAX_PLIES} plies, or more than {MAX_NODES} moves with its variations")]
    TooLong,
    /// There is no such ply to begin from.
    #[error("there is no ply {ply}: the last is {last}")]
    NoSuchPly {
        /// The one asked for.
        ply: usize,
        /// The last there is.
        last: usize,
    },
}

impl Session {
    /// Goes on with a game from PGN, at a ply of it: the one given, else where it stood. The rest can be played again
    /// with redo. `find` knows games by name; names, kinds of players and clocks are the file's where it tells them.
    pub fn load(
        find: impl Fn(&str) -> Option<Arc<Game>>,
        pgn: &Pgn,
        terms: Terms,
        ply: Option<usize>,
        now: Time,
    ) -> Result<Session, LoadError> {
        if pgn.line.nodes.len() > MAX_PLIES || count(&pgn.line) > MAX_NODES {
            return Err(LoadError::TooLong);
        }
        let record = read_game(find, pgn)?;
        let terms = Terms { clocks: clocks(pgn)?.unwrap_or(terms.clocks), ..terms };
        let seats = seats(pgn, record.start.game().players())?;
        let mut session = Session::new(record.start.clone(), seats, terms, now)?;
        session.read_line(&pgn.line.nodes, &record.moves, now)?;
        let last = session.journal.plies();
        let stood = pgn.tag(PLY).and_then(|ply| ply.parse().ok()).filter(|ply| *ply < last);
        let there = ply.or(stood).unwrap_or(last);
        if there > last {
            return Err(LoadError::NoSuchPly { ply: there, last });
        }
        session.navigate(there, Navigation::Visit, now);
        if there == stood.unwrap_or(last) {
            session.read_end(pgn, now);
        }
        Ok(session)
    }

    /// Writes the moves of a line down, and what could have been played instead.
    fn read_line(&mut self, nodes: &[PgnNode], moves: &[Played], now: Time) -> Result<(), LoadError> {
        for (node, played) in nodes.iter().zip(moves) {
            let before = self.ply();
            if before >= MAX_PLIES {
                return Err(LoadError::TooLong);
            }
            let has_clock = self.clocks.has(self.who_plays(played.mv).index());
            let id = self.copy_down(played.mv, Said::about(node, has_clock), now)?;
            if !self.terms.variations || node.variations.is_empty() {
                continue;
            }
            for (line, moves) in node.variations.iter().zip(&played.variations) {
                self.navigate(before, Navigation::Visit, now);
                self.read_line(&line.nodes, moves, now)?;
            }
            self.navigate(before, Navigation::Visit, now);
            self.journal.face(id);
            self.navigate(before + 1, Navigation::Visit, now);
        }
        Ok(())
    }

    /// Writes a move down with the clock it was made with.
    fn copy_down(&mut self, mv: Move, said: Said, now: Time) -> Result<NodeId, Refusal> {
        let playing = self.playing_indices();
        let seat = self.who_plays(mv);
        let text = self.written(mv);
        let ply = self.line.play(mv)?;
        self.conclusion = self.line.outcome().map(Conclusion::of);
        self.clocks.impose(seat.index(), said.clock, ply.ends_turn, &playing);
        let id = self.write_down(&ply, text, seat, said.clock, now);
        if let Some(entry) = self.journal.tree.entry_mut(id) {
            (entry.comment, entry.nags) = (said.words, said.nags);
        }
        Ok(id)
    }

    /// Who moves or leaves by a move that is next.
    fn who_plays(&self, mv: Move) -> Seat {
        match mv.leaving() {
            Some((player, _)) => Seat::of(player),
            _ => self.to_move(),
        }
    }

    /// Ends the game as the file says, where the moves alone do not.
    fn read_end(&mut self, pgn: &Pgn, now: Time) {
        let last = self.ply().checked_sub(1).and_then(|index| pgn.line.nodes.get(index));
        let sentence = last.and_then(|node| node.after.last()).map_or("", |comment| &comment.text).to_owned();
        if self.conclusion.is_none() {
            self.end_as_told(pgn, &sentence, now);
        }
        let told = self.conclusion.as_ref().is_some_and(|conclusion| conclusion.sentence == sentence);
        let here = self.journal.past().get(self.past_moves().wrapping_sub(1)).copied();
        if let Some(entry) = here.filter(|_| told).and_then(|id| self.journal.tree.entry_mut(id)) {
            let words = entry.comment.strip_suffix(&sentence).unwrap_or(&entry.comment);
            entry.comment = words.trim().to_owned();
        }
    }

    /// How many plies were played before anyone left at the end.
    fn past_moves(&self) -> usize {
        let stays = self.chairs.len() > 2;
        self.past_entries().filter(|entry| stays || !entry.mv.is_leaving()).count()
    }

    fn end_as_told(&mut self, pgn: &Pgn, sentence: &str, now: Time) {
        let termination = pgn.tag("Termination").unwrap_or_default().to_lowercase();
        let on_time = termination.contains("time");
        let position = self.position().clone();
        let colours = position.game().players();
        let conclusion = match (pgn.result.as_str(), colours) {
            ("*", _) if termination == "abandoned" => Conclusion::aborted(),
            ("*", _) => return,
            (result @ ("1-0" | "0-1"), [_, _]) => {
                let loser = Seat(u8::from(result == "1-0")).player();
                let mv = if on_time { Move::time_out(loser) } else { Move::resign(loser) };
                if self.copy_down(mv, Said::default(), now).is_ok() {
                    self.ended(now);
                }
                return;
            }
            (_, [first, second]) if on_time => {
                let names = [first, second];
                let flagged = usize::from(!position.can_win(Seat(0).player()));
                Conclusion::without_winner(&position, names[flagged], names[1 - flagged])
            }
            (result, _) => match self.line.claimable().map(Conclusion::claimed) {
                Some(claim) if claim.result == result && !sentence.ends_with("by agreement") => claim,
                _ => Conclusion::agreed(&position),
            },
        };
        self.conclude(conclusion, now);
    }
}

/// How many moves there are, variations included; stops counting when there are too many.
fn count(line: &PgnLine) -> usize {
    let mut open: Vec<&PgnLine> = vec![line];
    let mut sum = 0;
    while let Some(line) = open.pop().filter(|_| sum <= MAX_NODES) {
        sum += line.nodes.len();
        open.extend(line.nodes.iter().flat_map(|node| &node.variations));
    }
    sum
}

fn clocks(pgn: &Pgn) -> Result<Option<TimeControls>, LoadError> {
    match pgn.tag(CLOCK) {
        Some(text) => Ok(Some(text.parse()?)),
        None => Ok(pgn.tag("TimeControl").and_then(read_tag).map(TimeControls::all)),
    }
}

fn seats(pgn: &Pgn, colours: &[String]) -> Result<Vec<Occupant>, LoadError> {
    let kinds: Vec<PlayerKind> = match pgn.tag(SEATS) {
        Some(text) => text.split(',').map(|kind| kind.trim().parse()).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let occupant = |(seat, colour): (usize, &String)| {
        let tag = match (colours.len(), seat) {
            (2, 0) => "White",
            (2, _) => "Black",
            _ => colour,
        };
        let name = pgn.tag(tag).filter(|name| *name != "?").unwrap_or_default();
        let name: String = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        Occupant::new(name, kinds.get(seat).cloned().unwrap_or(PlayerKind::Person))
    };
    Ok(colours.iter().enumerate().map(occupant).collect())
}

/// What is said about a move.
#[derive(Default)]
struct Said {
    clock: Option<Span>,
    words: String,
    nags: Vec<u16>,
}

impl Said {
    /// A clock is read only where there is one; elsewhere it is but words.
    fn about(node: &PgnNode, has_clock: bool) -> Said {
        let mut said = Said { nags: node.nags.clone(), ..Said::default() };
        said.nags.truncate(MAX_NAGS);
        let mut words: Vec<String> = Vec::new();
        for comment in node.before.iter().chain(&node.after) {
            let mut text = comment.text.clone();
            if has_clock
                && said.clock.is_none()
                && let Some(start) = text.find("[%clk")
                && let Some(length) = text[start..].find(']')
            {
                said.clock = Span::read_clock(text[start + 5..start + length].trim());
                text.replace_range(start..=start + length, "");
            }
            words.push(text.trim().to_owned());
        }
        words.retain(|text| !text.is_empty());
        said.words = words.join(" ").chars().take(MAX_COMMENT).collect();
        said
    }
}

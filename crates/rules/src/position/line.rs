//! A position with the moves that led to it: plays, undoes, knows repetition.

use crate::cell::Player;
use crate::compile::width::AnyUndo;
use crate::position::Position;
use crate::position::legality::IllegalMove;
use crate::position::moves::Move;
use crate::position::outcome::{Outcome, Reason};
use crate::position::ply::Ply;
use crate::rule::Verdict;
use std::collections::HashMap;

/// A position with the moves that led to it.
#[derive(Clone)]
pub struct Line {
    position: Position,
    moves: Vec<Move>,
    past: Vec<Step>,
    /// How often each position has occurred.
    seen: HashMap<u64, u32>,
}

#[derive(Clone)]
struct Step {
    undo: AnyUndo,
    /// The key of the position before the move.
    key: u64,
}

impl Line {
    /// A line that begins here.
    pub fn new(start: Position) -> Line {
        let seen = HashMap::from([(start.hash(), 1)]);
        Line { position: start, moves: Vec::new(), past: Vec::new(), seen }
    }

    /// Where it stands now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where it began.
    pub fn first(&self) -> Position {
        let mut position = self.position.clone();
        for step in self.past.iter().rev() {
            position.retreat(&step.undo);
        }
        position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move, or lets a player leave, and tells what happened. What may not be played is refused and changes
    /// nothing; see [`Position::play`].
    pub fn play(&mut self, mv: Move) -> Result<Ply, IllegalMove> {
        self.position.check(mv)?;
        self.play_unchecked(mv);
        Ok(self.told(self.past.len() - 1))
    }

    /// Plays a move without asking whether it is legal; see [`Position::play_unchecked`] for what that trusts.
    pub fn play_unchecked(&mut self, mv: Move) {
        let key = self.position.hash();
        let undo = self.position.advance(mv);
        self.past.push(Step { undo, key });
        self.moves.push(mv);
        *self.seen.entry(self.position.hash()).or_default() += 1;
    }

    /// What the ply of a number did, from 0; found out when it is asked for, so that playing costs nothing more.
    pub fn ply(&self, number: usize) -> Option<Ply> {
        (number < self.moves.len()).then(|| self.told(number))
    }

    fn told(&self, number: usize) -> Ply {
        let mut position = self.position.clone();
        for step in self.past[number + 1..].iter().rev() {
            position.retreat(&step.undo);
        }
        position.tell(&self.past[number].undo, self.moves[number])
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        let step = self.past.pop()?;
        let key = self.position.hash();
        if let Some(times) = self.seen.get_mut(&key) {
            *times -= 1;
            if *times == 0 {
                self.seen.remove(&key);
            }
        }
        self.position.retreat(&step.undo);
        Some(mv)
    }

    /// How often the present position has occurred, now included.
    pub fn occurrences(&self) -> u32 {
        self.seen.get(&self.position.hash()).copied().unwrap_or(0)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let rule = self.position.game().checked().rules.repetition?;
            let times = u32::from(rule.automatic?);
            (self.occurrences() >= times).then(|| self.repeated(&rule))?
        })
    }

    /// A result the player to move may claim now (threefold repetition, fifty moves), with the reason.
    pub fn claimable(&self) -> Option<Outcome> {
        if self.outcome().is_some() {
            return None;
        }
        let rules = &self.position.game().checked().rules;
        if let Some(rule) = rules.repetition
            && rule.claim.is_some_and(|times| self.occurrences() >= u32::from(times))
            && let Some(outcome) = self.repeated(&rule)
        {
            return Some(outcome);
        }
        let claim = rules.behaviours.iter().find_map(|rule| rule.words.claim(&self.position));
        if let Some((reason, verdict)) = claim {
            return Some(self.verdict(reason, self.position.turn(), verdict));
        }
        let progress = rules.progress.as_ref()?;
        let stalled = progress.verdict != Verdict::None
            && progress.claim.is_some_and(|moves| self.position.has_stalled(moves));
        stalled.then(|| self.verdict(Reason::NoProgress, self.position.turn(), progress.verdict))
    }

    fn verdict(&self, reason: Reason, player: Player, verdict: Verdict) -> Outcome {
        self.position.verdict(reason, player.index(), verdict)
    }

    /// The position as it was when the present one first occurred, and the moves since.
    pub(crate) fn since_first(&self) -> (Position, &[Move]) {
        let key = self.position.hash();
        let start = self.past.iter().position(|step| step.key == key).unwrap_or(0);
        let mut position = self.position.clone();
        for step in self.past[start..].iter().rev() {
            position.retreat(&step.undo);
        }
        (position, &self.moves[start..])
    }
}

//! A position with the moves that led to it: plays, undoes, knows repetition.

use crate::cell::Player;
use crate::compile::width::AnyUndo;
use crate::position::Position;
use crate::position::legality::IllegalMove;
use crate::position::moves::Move;
use crate::position::outcome::{Outcome, Reason};
use crate::position::ply::Ply;
use crate::rule::Verdict;
use crate::rule::repetition::Repetition;
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

    /// What a repetition means, now that there is one, if anything: perpetual attacks first.
    fn repeated(&self, rule: &Repetition) -> Option<Outcome> {
        let cycle = self.cycle();
        let players = self.position.game().players().len();
        let guilty = |sins: &dyn Fn(&Cycle) -> bool| -> Option<usize> {
            let found: Vec<usize> = (0..players).filter(|p| sins(&cycle[*p])).collect();
            // When everyone does it, it is nobody's fault.
            (found.len() == 1).then(|| found[0])
        };
        if rule.perpetual_check != Verdict::None
            && let Some(player) = guilty(&|c| c.moves > 0 && c.checks == c.moves)
        {
            return Some(self.verdict(Reason::PerpetualCheck, Player(player as u8), rule.perpetual_check));
        }
        if rule.perpetual_chase != Verdict::None
            && let Some(player) = guilty(&|c| c.moves > 0 && !c.chased.is_empty())
        {
            return Some(self.verdict(Reason::PerpetualChase, Player(player as u8), rule.perpetual_chase));
        }
        let turn = self.position.turn();
        (rule.verdict != Verdict::None).then(|| self.verdict(Reason::Repetition, turn, rule.verdict))
    }

    /// What each player did since the present position first occurred.
    fn cycle(&self) -> Vec<Cycle> {
        let key = self.position.hash();
        let start = self.past.iter().position(|step| step.key == key).unwrap_or(0);
        let mut position = self.position.clone();
        for step in self.past[start..].iter().rev() {
            position.retreat(&step.undo);
        }
        let players = position.game().players().len();
        let mut cycle: Vec<Cycle> = (0..players).map(|_| Cycle::default()).collect();
        // Pieces are followed by where they stood when the cycle began.
        let mut origin: HashMap<u8, u8> = (0..=u8::MAX).map(|c| (c, c)).collect();
        for mv in &self.moves[start..] {
            let us = position.turn();
            let moved = origin.get(&mv.from.0).copied();
            position.play_unchecked(*mv);
            origin.remove(&mv.from.0);
            origin.remove(&mv.to.0);
            origin.extend(moved.map(|from| (mv.to.0, from)));
            let own = &mut cycle[us.index()];
            own.checks += usize::from(position.gives_check(us));
            let chased: Vec<u8> =
                position.chased_by(us).into_iter().filter_map(|cell| origin.get(&cell.0).copied()).collect();
            if own.moves == 0 {
                own.chased = chased;
            } else {
                own.chased.retain(|cell| chased.contains(cell));
            }
            own.moves += 1;
        }
        cycle
    }
}

/// One player's part in a repetition.
#[derive(Default)]
struct Cycle {
    moves: usize,
    checks: usize,
    /// Pieces attacked after every move, by where they stood at first.
    chased: Vec<u8>,
}

//! Games for more than two: the fast rules and the slow ones agree on every move, on who is out, and on how it ends.

mod common;
mod slow;

use common::{Dice, Subject, many_subjects, scattered};
use rules::notation::format_fen;
use rules::{Line, Move, MoveKind, Position};
use slow::compare::{difference, same};
use slow::{Event, Place, Slow};
use std::collections::HashSet;

/// Fast and slow rules side by side through one game.
struct Walk<'a> {
    subject: &'a Subject,
    slow: &'a Slow,
    dice: &'a mut Dice,
    events: &'a mut HashSet<Event>,
    wrong: &'a mut Vec<String>,
}

impl Walk<'_> {
    /// Plays on from a position; says how many were looked at.
    fn play(&mut self, position: Position, mut place: Place, plies: usize) -> usize {
        let mut line = Line::new(position);
        for ply in 0..plies {
            let position = line.position();
            if let Some(difference) = difference(self.slow, &place, position) {
                self.wrong.push(format!("{} {}\n    {difference}", self.subject.name, format_fen(position)));
                return ply + 1;
            }
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                return ply + 1;
            }
            let mv = self.choose(&moves);
            let Some(deed) = same(self.slow, &place, position, mv) else { panic!("the same moves") };
            place = self.slow.make(&place, &deed);
            self.events.extend(&place.events);
            let before = position.clone();
            line.play(mv);
            line.undo();
            assert!(*line.position() == before, "{before:?} {mv:?} is not taken back");
            line.play(mv);
        }
        plies
    }

    /// Any move, but rather one of a rare kind.
    fn choose(&mut self, moves: &[Move]) -> Move {
        let rare: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| !matches!(mv.kind, MoveKind::Step))
            .collect();
        match self.dice.below(3) {
            0 if !rare.is_empty() => *self.dice.pick(&rare),
            _ => *self.dice.pick(moves),
        }
    }
}

fn agree(share: usize, positions: usize) -> HashSet<Event> {
    let mut events = HashSet::new();
    let mut wrong = Vec::new();
    let mut dice = Dice(0x2545_f491_4f6c_dd1d + share as u64);
    for (_, subject) in many_subjects().iter().enumerate().filter(|(n, _)| n % 2 == share) {
        let slow = Slow::new(&subject.game, &subject.definition);
        let began = std::time::Instant::now();
        let mut seen = 0;
        let before = wrong.len();
        for round in 0.. {
            if seen >= positions || wrong.len() > before + 2 {
                break;
            }
            let setup = match round % 3 {
                0 => subject.game.start().clone(),
                _ => scattered(&subject.game, &mut dice),
            };
            let Ok(position) = Position::new(&subject.game, &setup) else { continue };
            let place = slow.place(&setup);
            let (events, wrong) = (&mut events, &mut wrong);
            let mut walk = Walk { subject, slow: &slow, dice: &mut dice, events, wrong };
            seen += walk.play(position, place, 60);
        }
        if std::env::var("TIMES").is_ok() {
            println!("{} {seen} {:?}", subject.name, began.elapsed());
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
    events
}

#[test]
fn every_other_game_agrees() {
    println!("{:?}", agree(0, 300));
}

#[test]
fn the_rest_of_the_games_agrees() {
    println!("{:?}", agree(1, 300));
}

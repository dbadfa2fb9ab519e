//! Games for more than two: the fast rules and the slow ones agree on every move, on who is out, and on how it ends.

use crate::common::{Subject, many_subjects, scattered};
use crate::slow::compare::compare;
use crate::slow::{Event, Place, Slow};
use chatura_rules::notation::format_fen;
use chatura_rules::random::Random;
use chatura_rules::{Line, Move, MoveKind, Position};
use std::collections::HashSet;

/// Fast and slow rules side by side through one game.
struct Walk<'a> {
    subject: &'a Subject,
    slow: &'a Slow,
    dice: &'a mut Random,
    events: &'a mut HashSet<Event>,
    wrong: &'a mut Vec<String>,
}

impl Walk<'_> {
    /// Plays on from a position; says how many were looked at.
    fn play(&mut self, position: Position, mut place: Place, plies: usize) -> usize {
        let mut line = Line::new(position);
        for ply in 0..plies {
            let position = line.position();
            let moves = match compare(self.slow, &place, position) {
                Ok(moves) => moves,
                Err(difference) => {
                    let fen = format_fen(position);
                    self.wrong.push(format!("{} {fen}\n    {difference}", self.subject.name));
                    return ply + 1;
                }
            };
            if moves.is_empty() || position.outcome().is_some() {
                return ply + 1;
            }
            let (mv, next) = self.choose(moves);
            place = next;
            self.events.extend(&place.events);
            let before = position.clone();
            line.play_unchecked(mv);
            line.undo();
            assert!(*line.position() == before, "{before:?} {mv:?} is not taken back");
            line.play_unchecked(mv);
        }
        plies
    }

    /// Any move, but rather one of a rare kind.
    fn choose(&mut self, mut moves: Vec<(Move, Place)>) -> (Move, Place) {
        let rare = |(mv, _): &(Move, Place)| mv.kind() != MoveKind::Step;
        if self.dice.below(3) == 0 && moves.iter().any(rare) {
            moves.retain(rare);
        }
        let index = self.dice.below(moves.len());
        moves.swap_remove(index)
    }
}

/// Compares so many positions of every other game; says what happened in them.
fn agree(share: usize, positions: usize) -> HashSet<Event> {
    let mut events = HashSet::new();
    let mut wrong = Vec::new();
    for (_, subject) in many_subjects().iter().enumerate().filter(|(n, _)| n % 2 == share) {
        let slow = Slow::new(&subject.game, &subject.definition);
        let mut dice = Random::named(&subject.name, 1);
        // On large boards the slow rules take their time.
        let positions = if subject.game.board().len() > 64 { positions / 2 } else { positions };
        let (mut seen, mut round) = (0, 0);
        let most = wrong.len() + 3;
        while seen < positions && wrong.len() < most {
            let setup = match round % 3 {
                0 => subject.game.start().clone(),
                _ => scattered(&subject.game, &mut dice),
            };
            round += 1;
            let Ok(position) = Position::new(&subject.game, &setup) else { continue };
            let place = slow.place(&setup);
            let (events, wrong) = (&mut events, &mut wrong);
            let mut walk = Walk { subject, slow: &slow, dice: &mut dice, events, wrong };
            seen += walk.play(position, place, 60);
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
    events
}

fn all_agree(positions: usize) {
    let events = std::thread::scope(|scope| {
        let shares = [0, 1].map(|share| scope.spawn(move || agree(share, positions)));
        shares.map(|share| share.join().unwrap()).into_iter().flatten().collect::<HashSet<Event>>()
    });
    let missing: Vec<&Event> = Event::ALL.iter().filter(|event| !events.contains(event)).collect();
    assert!(missing.is_empty(), "{missing:?} never happened");
}

#[test]
fn every_game_agrees_and_everything_happens() {
    all_agree(400);
}

/// The same on thousands of positions of each game.
#[test]
#[ignore = "takes minutes"]
fn every_game_agrees_for_long() {
    all_agree(5000);
}

//! The fast rules and the slow ones agree on every legal move and on what it leads to.

mod common;
mod slow;

use common::{Dice, Subject, sparse, subjects};
use rules::notation::{format_fen, format_move};
use rules::{Cell, Move, PieceType, Position, Setup};
use slow::{Place, Slow};

/// What a move is and what it leads to.
type Step = (Cell, Cell, Option<PieceType>, Setup);

/// The order of rights, hands and passed cells says nothing.
fn in_order(mut setup: Setup) -> Setup {
    setup.castling.sort();
    setup.en_passant.sort();
    setup.hands.iter_mut().for_each(|hand| hand.sort());
    setup
}

fn fast_steps(position: &Position) -> Vec<(Step, String)> {
    let step = |mv: Move| {
        let mut next = position.clone();
        next.play(mv);
        let piece = (mv.piece != Move::NO_TYPE).then_some(mv.piece);
        ((mv.from, mv.to, piece, in_order(next.setup())), format_move(position, mv))
    };
    position.legal_moves().into_iter().map(step).collect()
}

fn slow_steps(slow: &Slow, place: &Place, position: &Position) -> Vec<(Step, String)> {
    let board = position.game().board();
    let deeds = slow.legal(place);
    let step = |deed: &slow::Deed| {
        let piece = deed.piece.map(|p| position.game().types()[p.index()].letter.as_str());
        let text = format!("{}{}{}", board.name(deed.from), board.name(deed.to), piece.unwrap_or_default());
        ((deed.from, deed.to, deed.piece, in_order(slow.setup(&slow.make(place, deed)))), text)
    };
    deeds.iter().map(step).collect()
}

/// What differs, if anything.
fn difference(slow: &Slow, position: &Position) -> Option<String> {
    let place = slow.place(&position.setup());
    let fast = fast_steps(position);
    let slow = slow_steps(slow, &place, position);
    let key = |(step, _): &(Step, String)| (step.0, step.1, step.2, step.3.cells.clone());
    let (mut a, mut b): (Vec<_>, Vec<_>) = (fast.iter().map(key).collect(), slow.iter().map(key).collect());
    a.sort();
    b.sort();
    if a != b {
        let only = |these: &[(Step, String)], those: &[(Step, String)]| -> Vec<String> {
            let lacks = |step: &&(Step, String)| !those.iter().any(|other| key(other) == key(step));
            these.iter().filter(lacks).map(|(_, text)| text.clone()).collect()
        };
        let (fast_only, slow_only) = (only(&fast, &slow), only(&slow, &fast));
        return Some(format!("only fast {fast_only:?}, only slow {slow_only:?}, {} / {}", a.len(), b.len()));
    }
    fast.iter().find_map(|(step, text)| {
        let (other, _) = slow.iter().find(|other| key(other) == key(&(step.clone(), String::new())))?;
        (step.3 != other.3).then(|| {
            let (mut fast, mut slow) = (step.3.clone(), other.3.clone());
            (fast.cells, slow.cells) = (Vec::new(), Vec::new());
            format!("{text} leads to {fast:?}, not {slow:?}")
        })
    })
}

/// Looks at positions of one game; what differs is collected.
fn look(
    subject: &Subject,
    dice: &mut Dice,
    played: usize,
    scattered: usize,
    wrong: &mut Vec<String>,
) -> usize {
    let slow = Slow::new(&subject.game, &subject.definition);
    let mut seen = 0;
    // What the start says is not lost on the way into a position.
    let start = Position::start(&subject.game);
    let (said, got) = (subject.game.start(), start.setup());
    if said.castling.len() != got.castling.len() || said.cells != got.cells || said.turn != got.turn {
        wrong.push(format!("{}: rights {:?}, not {:?}", subject.name, got.castling, said.castling));
    }
    let mut check = |position: &Position| {
        if let Some(difference) = difference(&slow, position) {
            wrong.push(format!("{} {}\n    {difference}", subject.name, format_fen(position)));
        }
    };
    while seen < played {
        let mut position = Position::start(&subject.game);
        for ply in 0..160 {
            // The first moves are alike in every game.
            if ply % 3 == 0 || ply > 20 {
                check(&position);
                seen += 1;
            }
            let moves = position.legal_moves();
            if moves.is_empty() || seen >= played {
                break;
            }
            position.play(*dice.pick(&moves));
        }
    }
    for _ in 0..10 * scattered {
        if seen >= played + scattered {
            break;
        }
        let Some(mut position) = sparse(&subject.game, dice) else { continue };
        // A few moves on, so that rights and passed cells come about.
        for _ in 0..3 {
            check(&position);
            seen += 1;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(*dice.pick(&moves));
        }
    }
    seen
}

fn agree(share: usize) {
    let mut wrong = Vec::new();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 + share as u64);
    for (_, subject) in subjects(share as u64).iter().enumerate().filter(|(n, _)| n % 2 == share) {
        let mut differ = Vec::new();
        let seen = look(subject, &mut dice, 200, 150, &mut differ);
        if seen < 300 {
            wrong.push(format!("{}: only {seen} positions", subject.name));
        }
        if !differ.is_empty() {
            wrong.push(format!(
                "{} positions differ: {}",
                differ.len(),
                differ[..differ.len().min(4)].join("\n")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_other_game_agrees() {
    agree(0);
}

#[test]
fn the_rest_of_the_games_agrees() {
    agree(1);
}

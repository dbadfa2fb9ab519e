//! Fast and slow rules side by side: every legal move, and what it leads to.

use super::{Deed, Place, Slow};
use rules::notation::format_move;
use rules::{Cell, Move, Piece, PieceType, Position, Setup};

/// Between which cells a move goes, what it promotes to or brings in, and what the board is then.
type Key = (Cell, Cell, Option<PieceType>, Vec<Piece>);

/// One legal move.
struct Step {
    key: Key,
    /// Where it leads, as data, and how the game ended if it has.
    setup: Setup,
    result: Option<super::places::Result>,
    text: String,
}

/// What differs, if anything.
pub fn difference(slow: &Slow, place: &Place, position: &Position) -> Option<String> {
    let fast = fast_steps(position);
    let slow = slow_steps(slow, place, position);
    let keys = |steps: &[Step]| {
        let mut keys: Vec<Key> = steps.iter().map(|step| step.key.clone()).collect();
        keys.sort();
        keys
    };
    let (a, b) = (keys(&fast), keys(&slow));
    if a != b {
        let only = |these: &[Step], those: &[Key]| -> Vec<String> {
            these.iter().filter(|step| !those.contains(&step.key)).map(|step| step.text.clone()).collect()
        };
        let (fast_only, slow_only) = (only(&fast, &b), only(&slow, &a));
        return Some(format!("only fast {fast_only:?}, only slow {slow_only:?}, {} / {}", a.len(), b.len()));
    }
    fast.iter().find_map(|step| {
        let other = slow.iter().find(|other| other.key == step.key)?;
        let bare = |step: &Step| Setup { cells: Vec::new(), ..step.setup.clone() };
        if step.setup != other.setup {
            return Some(format!("{} leads to\n{:?}, not\n{:?}", step.text, bare(step), bare(other)));
        }
        (step.result != other.result)
            .then(|| format!("{} ends with {:?}, not {:?}", step.text, step.result, other.result))
    })
}

/// The legal move of the slow rules that is this move of the fast ones.
pub fn same(slow: &Slow, place: &Place, position: &Position, mv: Move) -> Option<Deed> {
    let key = fast_step(position, mv).key;
    let deeds = slow.legal(place).into_iter();
    deeds.into_iter().find(|deed| {
        (deed.from, deed.to, deed.piece) == (key.0, key.1, key.2) && slow.make(place, deed).cells == key.3
    })
}

fn fast_steps(position: &Position) -> Vec<Step> {
    position.legal_moves().into_iter().map(|mv| fast_step(position, mv)).collect()
}

fn fast_step(position: &Position, mv: Move) -> Step {
    let mut next = position.clone();
    next.play(mv);
    let piece = (mv.piece != Move::NO_TYPE).then_some(mv.piece);
    let many = position.game().players().len() > 2;
    let result = next.outcome().filter(|_| many).map(|outcome| super::places::Result {
        reason: outcome.reason,
        standings: outcome.standings,
        places: outcome.places,
        points: outcome.points,
    });
    let setup = comparable(next.setup(), many, result.is_some());
    Step { key: (mv.from, mv.to, piece, setup.cells.clone()), setup, result, text: format_move(position, mv) }
}

fn slow_steps(slow: &Slow, place: &Place, position: &Position) -> Vec<Step> {
    let game = position.game();
    let many = game.players().len() > 2;
    let step = |deed: &Deed| {
        let piece = deed.piece.map(|p| game.types()[p.index()].letter.as_str());
        let (from, to) = (game.board().name(deed.from), game.board().name(deed.to));
        let next = slow.make(place, deed);
        let result = if many { slow.result(&next) } else { None };
        let setup = comparable(slow.setup(&next), many, result.is_some());
        Step {
            key: (deed.from, deed.to, deed.piece, setup.cells.clone()),
            setup,
            result,
            text: format!("{from}{to}{}", piece.unwrap_or_default()),
        }
    };
    slow.legal(place).iter().map(step).collect()
}

/// The order of rights, hands and passed cells says nothing.
fn comparable(mut setup: Setup, many: bool, over: bool) -> Setup {
    setup.castling.sort();
    setup.en_passant.sort();
    setup.hands.iter_mut().for_each(|hand| hand.sort());
    if many {
        // Who can take in passing shows in the next moves; whether anybody could is no part of the rules.
        setup.en_passant.clear();
    }
    if many && over {
        (setup.turn, setup.round, setup.moved) = (None, 0, 0);
    }
    setup
}

//! Fast and slow rules side by side: every legal move, and what it leads to.

use super::{Deed, Place, Slow};
use chatura_rules::notation::format_move;
use chatura_rules::{Cell, Move, Piece, PieceType, Player, Position, Setup};

/// Between which cells a move goes, what it promotes to or brings in, and what is on the board and in hand then.
type Key = (Cell, Cell, Option<PieceType>, Vec<Piece>, Hands);

/// What everyone holds.
type Hands = Vec<Vec<(PieceType, u8)>>;

/// One legal move.
struct Step {
    key: Key,
    /// Where it leads, as data, and how the game ended if it has.
    setup: Setup,
    result: Option<super::places::Result>,
    text: String,
    /// Where it leads, as the slow rules hold it.
    place: Option<Place>,
}

/// What differs, if anything.
pub fn difference(slow: &Slow, place: &Place, position: &Position) -> Option<String> {
    compare(slow, place, position).err()
}

/// Every legal move with the position the slow rules say it leads to, or what differs.
pub fn compare(slow: &Slow, place: &Place, position: &Position) -> Result<Vec<(Move, Place)>, String> {
    let mut fast = fast_steps(position);
    let mut slow_steps = slow_steps(slow, place, position);
    if slow.has_long_turns() {
        // Who can take in passing shows in the next turn; whether anybody could is no part of the rules.
        fast.iter_mut().chain(&mut slow_steps).for_each(|step| step.setup.en_passant.clear());
    }
    let mut slow = slow_steps;
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
        return Err(format!("only fast {fast_only:?}, only slow {slow_only:?}, {} / {}", a.len(), b.len()));
    }
    let mut next = Vec::new();
    for (step, mv) in fast.iter().zip(position.legal_moves()) {
        // Two moves may leave the same on the board and differ in what they are worth.
        let alike =
            |other: &Step| other.key == step.key && other.setup == step.setup && other.result == step.result;
        let index = slow.iter().position(alike);
        let index = index.or_else(|| slow.iter().position(|other| other.key == step.key));
        let other = slow.swap_remove(index.ok_or("another number of moves")?);
        let bare = |step: &Step| Setup { cells: Vec::new(), ..step.setup.clone() };
        if step.setup != other.setup {
            return Err(format!("{} leads to\n{:?}, not\n{:?}", step.text, bare(step), bare(&other)));
        }
        if step.result != other.result {
            return Err(format!("{} ends with {:?}, not {:?}", step.text, step.result, other.result));
        }
        next.extend(other.place.map(|place| (mv, place)));
    }
    Ok(next)
}

fn fast_steps(position: &Position) -> Vec<Step> {
    position.legal_moves().into_iter().map(|mv| fast_step(position, mv)).collect()
}

fn fast_step(position: &Position, mv: Move) -> Step {
    let mut next = position.clone();
    next.play_unchecked(mv);
    let piece = mv.chosen_type();
    let many = position.game().players().len() > 2;
    let result = next.outcome().filter(|_| many).map(|outcome| super::places::Result {
        reason: outcome.reason,
        standings: outcome.standings,
        places: outcome.places,
        points: outcome.points,
    });
    let setup = comparable(next.setup(), many, result.is_some());
    Step {
        key: (mv.from(), mv.to(), piece, setup.cells.clone(), setup.hands.clone()),
        setup,
        result,
        text: format_move(position, mv),
        place: None,
    }
}

/// What a resignation leads to, or what differs.
pub fn compare_resigned(
    slow: &Slow,
    place: &Place,
    position: &Position,
    player: Player,
) -> Result<(Move, Place), String> {
    let fast = fast_step(position, Move::resign(player));
    let next = slow.retire(place, player.index());
    let result = slow.result(&next);
    let setup = comparable(slow.setup(&next), true, result.is_some());
    if (&fast.setup, &fast.result) == (&setup, &result) {
        return Ok((Move::resign(player), next));
    }
    Err(format!("{player:?} resigns: {:?} {:?}, not {setup:?} {result:?}", fast.setup, fast.result))
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
            key: (deed.from, deed.to, deed.piece, setup.cells.clone(), setup.hands.clone()),
            setup,
            result,
            text: format!("{from}{to}{}", piece.unwrap_or_default()),
            place: Some(next),
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

//! How a piece moves, in the notation that XBoard understands; worked out from where it can go.

use crate::wire;
use chatura_rules::{Cell, Game, Piece, PieceType, Player, Reach, Setup};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// From a cell to another: to the right, forward.
type Offset = (i32, i32);

/// What can be done at the end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mode {
    moves: bool,
    captures: bool,
    hops: bool,
}

/// Walks of one kind: how far, in which directions.
#[derive(Debug)]
struct Walk {
    mode: Mode,
    /// Whether what stands on the way of a single leap blocks it.
    lame: bool,
    /// How many leaps; nothing if there is no end but the board's.
    most: Option<i32>,
    /// The leaps it is made of.
    units: BTreeSet<Offset>,
}

/// A part of the notation: modifiers, an atom, a range.
type Group = (String, char, String);

/// How pawns of chess move, but for their first move. XBoard reads directions before what is done there.
pub(super) const PAWN: &str = "fmWfcF";

/// The moves of a type, if they are the same wherever it stands and the notation has words for them. What rules add
/// (castling, en passant) is left out: boards know it.
pub(super) fn describe(game: &Game, kind: usize) -> Option<String> {
    let kind = PieceType(kind as u8);
    let size = super::variants::size(game)?;
    let at: Vec<Offset> = game.board().cells.iter().map(|cell| offset(&cell.name)).collect::<Option<_>>()?;
    let reaches: Vec<Vec<Reach>> =
        (0..at.len()).map(|cell| usual(game.reach(kind, Cell(cell as u16)))).collect();
    // Where it reaches most, most is seen of it; of those where the board is largest all round.
    let room = |(x, y): Offset| x.min(size.0 as i32 - 1 - x).min(y.min(size.1 as i32 - 1 - y));
    let from = (0..at.len()).max_by_key(|cell| (room(at[*cell]), reaches[*cell].len()))?;
    let walks = walks(game, kind, &at, from, &reaches[from], size)?;
    let alike = (0..at.len()).all(|cell| expected(&walks, at[cell], size) == seen(&at, cell, &reaches[cell]));
    let groups: Option<Vec<Vec<Group>>> = walks.iter().map(written).collect();
    let text = join(groups?);
    if !alike || text.is_empty() {
        return None;
    }
    match (text.as_str(), first_moves(game, kind, &at, size)) {
        (_, Some(first)) => Some(text + &first),
        (PAWN, None) => Some(text),
        (_, None) => None,
    }
}

/// What a type may do as long as it has not moved: empty if that is nothing more.
fn first_moves(game: &Game, kind: PieceType, at: &[Offset], size: (usize, usize)) -> Option<String> {
    let first = |cell: usize| -> Vec<Reach> {
        game.reach(kind, Cell(cell as u16)).into_iter().filter(|there| there.initial).collect()
    };
    // Elsewhere the board may end before.
    let from = (0..at.len()).max_by_key(|cell| first(*cell).len())?;
    let walks = walks(game, kind, at, from, &first(from), size)?;
    let groups: Option<Vec<Vec<Group>>> = walks.iter().map(written).collect();
    let groups = groups?.into_iter().map(|parts| {
        parts.into_iter().map(|(modifiers, atom, range)| (format!("i{modifiers}"), atom, range)).collect()
    });
    Some(join(groups.collect()))
}

/// Without first moves; and what needs a piece to jump is seen on lines alone.
fn usual(reach: Vec<Reach>) -> Vec<Reach> {
    reach.into_iter().filter(|there| !there.initial).collect()
}

fn offset(name: &str) -> Option<Offset> {
    wire::place(name).map(|(file, rank)| (file as i32, rank as i32))
}

/// What it does at a cell, as modes: a cannon moves freely and hops to take.
fn modes(there: &Reach) -> Vec<Mode> {
    if there.captures_by_hopping {
        let quiet = Mode { moves: true, captures: false, hops: false };
        return vec![quiet, Mode { moves: false, captures: true, hops: true }];
    }
    vec![Mode { moves: there.moves, captures: there.captures, hops: there.hops }]
}

fn difference(from: Offset, to: Offset) -> Offset {
    (to.0 - from.0, to.1 - from.1)
}

/// The leap of which an offset is a multiple, and how many times.
fn unit((x, y): Offset) -> (Offset, i32) {
    let (mut a, mut b) = (x.abs(), y.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    ((x / a.max(1), y / a.max(1)), a)
}

/// How far a piece was seen to go one way, and how far it could.
struct Run {
    mode: Mode,
    lame: bool,
    unit: Offset,
    seen: i32,
    edge: i32,
}

/// Takes apart what is reached from one cell.
fn walks(
    game: &Game,
    kind: PieceType,
    at: &[Offset],
    from: usize,
    reach: &[Reach],
    size: (usize, usize),
) -> Option<Vec<Walk>> {
    // By mode and unit: how often it leaps, and whether the leap ignores what lies under it.
    let mut lines: BTreeMap<(Mode, Offset), BTreeMap<i32, bool>> = BTreeMap::new();
    for there in reach {
        let (unit, times) = unit(difference(at[from], at[there.to.index()]));
        for mode in modes(there) {
            // The first leap of a rider is told from a lame one by trying it.
            let oblique = times == 1 && unit.0.abs().max(unit.1.abs()) > 1;
            let leaps = there.leaps || oblique && leaps_over(game, kind, from, there);
            lines.entry((mode, unit)).or_default().insert(times, leaps);
        }
    }
    let mut runs = Vec::new();
    for ((mode, unit), times) in lines {
        let edge = run_to_edge(at[from], unit, size);
        let near = unit.0.abs().max(unit.1.abs()) == 1;
        if mode.hops {
            // A hopper never reaches the cell beside it, and is known by going on from there.
            let last = times.keys().max().copied()?;
            runs.push(Run { mode, lame: false, unit, seen: last, edge });
            continue;
        }
        let goes = |count: &i32| times.get(count).is_some_and(|leaps| *count == 1 || !leaps);
        let seen = (1..).take_while(goes).count() as i32;
        if let Some(leaps) = times.get(&1) {
            runs.push(Run { mode, lame: !near && !leaps, unit, seen, edge });
        }
        // What is left are leaps of their own: the alfil beside a ferz, or a lame one.
        for (times, leaps) in times.into_iter().filter(|(times, _)| *times > seen) {
            let unit = (unit.0 * times, unit.1 * times);
            runs.push(Run { mode, lame: !leaps, unit, seen: 1, edge: i32::MAX });
        }
    }
    Some(gathered(&runs))
}

/// Whether a cell is reached with own pieces everywhere else.
fn leaps_over(game: &Game, kind: PieceType, from: usize, there: &Reach) -> bool {
    let mut cells = vec![Piece::new(Player(0), kind); game.board().len()];
    cells[there.to.index()] = if there.moves { Piece::NONE } else { Piece::new(Player(1), kind) };
    let crowded = Setup { cells, ..Setup::default() };
    game.destinations(&crowded, Cell(from as u16)).contains(&there.to)
}

/// Puts together what goes equally far: what ended at the edge could have gone on like the others.
fn gathered(runs: &[Run]) -> Vec<Walk> {
    let atom = |unit: Offset| (unit.0.abs().min(unit.1.abs()), unit.0.abs().max(unit.1.abs()));
    let mut found: Vec<Walk> = Vec::new();
    for run in runs {
        let alike =
            |other: &&Run| (other.mode, other.lame, atom(other.unit)) == (run.mode, run.lame, atom(run.unit));
        let ended =
            runs.iter().filter(alike).filter(|other| other.seen < other.edge).map(|other| other.seen).max();
        let farthest = runs.iter().filter(alike).map(|other| other.seen).max();
        let most =
            if run.seen < run.edge { Some(run.seen) } else { ended.or(farthest.filter(|most| *most == 1)) };
        match found.iter_mut().find(|walk| (walk.mode, walk.lame, walk.most) == (run.mode, run.lame, most)) {
            Some(walk) => drop(walk.units.insert(run.unit)),
            None => {
                found.push(Walk { mode: run.mode, lame: run.lame, most, units: BTreeSet::from([run.unit]) });
            }
        }
    }
    // What moves freely comes first.
    found.sort_by_key(|walk| Reverse(walk.mode));
    found
}

fn run_to_edge(from: Offset, unit: Offset, size: (usize, usize)) -> i32 {
    (1..).take_while(|times| on_board((from.0 + unit.0 * times, from.1 + unit.1 * times), size)).count()
        as i32
}

fn on_board((x, y): Offset, (files, ranks): (usize, usize)) -> bool {
    (0..files as i32).contains(&x) && (0..ranks as i32).contains(&y)
}

/// What is to be reached from a cell by these walks.
fn expected(walks: &[Walk], from: Offset, size: (usize, usize)) -> BTreeSet<(Mode, Offset)> {
    let mut all = BTreeSet::new();
    for walk in walks {
        for unit in &walk.units {
            let edge = run_to_edge(from, *unit, size);
            let nearest = if walk.mode.hops { 2 } else { 1 };
            for times in nearest..=walk.most.unwrap_or(edge).min(edge) {
                all.insert((walk.mode, (unit.0 * times, unit.1 * times)));
            }
        }
    }
    all
}

/// What is reached from a cell.
fn seen(at: &[Offset], from: usize, reach: &[Reach]) -> BTreeSet<(Mode, Offset)> {
    let each = |there: &Reach| {
        let offset = difference(at[from], at[there.to.index()]);
        modes(there).into_iter().map(move |mode| (mode, offset))
    };
    // Beside it a cannon has nothing to jump over: there it only moves.
    let hops_beside = |(mode, offset): &(Mode, Offset)| mode.hops && unit(*offset).1 == 1;
    reach.iter().flat_map(each).filter(|there| !hops_beside(there)).collect()
}

/// A kind of walk in the notation, if it has words for its directions.
fn written(walk: &Walk) -> Option<Vec<Group>> {
    let Mode { moves, captures, hops } = walk.mode;
    let mode = match (moves, captures) {
        (true, true) => "",
        (true, false) => "m",
        _ => "c",
    };
    let mut by_atom: BTreeMap<Offset, BTreeSet<Offset>> = BTreeMap::new();
    for unit in &walk.units {
        let (x, y) = (unit.0.abs(), unit.1.abs());
        by_atom.entry((x.min(y), x.max(y))).or_default().insert(*unit);
    }
    let groups = by_atom.into_iter().map(|(leap, units)| {
        let letter = atom(leap, walk.most.is_none())?;
        // Only of these does XBoard know what can stand in the way.
        if walk.lame && ![(0, 2), (1, 2), (2, 2)].contains(&leap) {
            return None;
        }
        let way = if hops {
            "p"
        } else if walk.lame {
            "n"
        } else {
            ""
        };
        let range = match walk.most {
            None if "RB".contains(letter) => String::new(),
            None => "0".to_owned(),
            Some(1) => String::new(),
            Some(most) => most.to_string(),
        };
        Some((format!("{}{mode}{way}", directions(leap, &units)?), letter, range))
    });
    groups.collect()
}

fn atom(leap: Offset, unlimited: bool) -> Option<char> {
    Some(match leap {
        (0, 1) if unlimited => 'R',
        (1, 1) if unlimited => 'B',
        (0, 1) => 'W',
        (1, 1) => 'F',
        (0, 2) => 'D',
        (1, 2) => 'N',
        (2, 2) => 'A',
        (0, 3) => 'H',
        (1, 3) => 'C',
        (2, 3) => 'Z',
        (3, 3) => 'G',
        _ => return None,
    })
}

/// Letters for some of the directions of an atom.
fn directions(leap: Offset, units: &BTreeSet<Offset>) -> Option<String> {
    let all = if leap.0 == 0 || leap.0 == leap.1 { 4 } else { 8 };
    if units.len() == all {
        return Some(String::new());
    }
    let has = |x: i32, y: i32| units.iter().any(|unit| (unit.0.signum(), unit.1.signum()) == (x, y));
    if leap.0 == 0 {
        let letters = [('f', has(0, 1)), ('b', has(0, -1)), ('l', has(-1, 0)), ('r', has(1, 0))];
        return Some(letters.iter().filter(|(_, there)| *there).map(|(letter, _)| *letter).collect());
    }
    let corners = [has(-1, 1), has(1, 1), has(-1, -1), has(1, -1)];
    if leap.0 == leap.1 {
        let text = match corners {
            [true, true, false, false] => "f",
            [false, false, true, true] => "b",
            [true, false, true, false] => "l",
            [false, true, false, true] => "r",
            [true, false, false, false] => "fl",
            [false, true, false, false] => "fr",
            [false, false, true, false] => "bl",
            [false, false, false, true] => "br",
            _ => return None,
        };
        return Some(text.to_owned());
    }
    let narrow = units.iter().all(|unit| unit.1.abs() > unit.0.abs());
    match corners {
        [true, true, false, false] if narrow && units.len() == 2 => Some("ff".to_owned()),
        [false, false, true, true] if narrow && units.len() == 2 => Some("bb".to_owned()),
        _ => None,
    }
}

/// Puts the groups together, with the short words for what goes both ways.
fn join(groups: Vec<Vec<Group>>) -> String {
    let mut all: Vec<Group> = groups.into_iter().flatten().collect();
    for (straight, slanting, both) in [('W', 'F', 'K'), ('R', 'B', 'Q')] {
        let range = |letter: char| {
            let of_all = |group: &&Group| group.1 == letter && group.0.is_empty();
            all.iter().find(of_all).map(|group| group.2.clone())
        };
        if let (Some(one), Some(other)) = (range(straight), range(slanting))
            && one == other
        {
            all.retain(|group| {
                !(group.0.is_empty() && [straight, slanting].contains(&group.1) && group.2 == one)
            });
            all.insert(0, (String::new(), both, one));
        }
    }
    all.into_iter().map(|(modifiers, letter, range)| format!("{modifiers}{letter}{range}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(game: &str, piece: &str) -> Option<String> {
        let game = chatura_define::load(game, &[], 0).unwrap();
        let kind = game.types().iter().position(|info| info.name == piece).expect("there is one");
        describe(&game, kind)
    }

    #[test]
    fn movements_are_found_out_from_where_pieces_go() {
        let said = |game, piece| described(game, piece).unwrap_or_default();
        for (piece, moves) in [
            ("knight", "N"),
            ("bishop", "B"),
            ("rook", "R"),
            ("queen", "Q"),
            ("king", "K"),
            ("pawn", "fmWfcFifmnD"),
        ] {
            assert_eq!(said("chess", piece), moves, "{piece}");
        }
        assert_eq!(said("capablanca", "archbishop"), "NB");
        assert_eq!(said("shogi", "gold"), "WfF");
        assert_eq!(said("shogi", "lance"), "fR");
        assert_eq!(said("shogi", "knight"), "ffN");
        assert_eq!(said("shogi", "dragon"), "FR");
        assert_eq!(said("makruk", "khon"), "fWF");
        assert_eq!(said("xiangqi", "horse"), "nN");
        assert_eq!(said("xiangqi", "cannon"), "mRcpR");
        assert_eq!(said("shako", "cannon"), "mRcpR");
        assert_eq!(said("shako", "elephant"), "FA");
        assert_eq!(said("nightrider", "knight"), "N0");
    }

    #[test]
    fn first_moves_are_told_where_pawns_are_none_of_chess() {
        assert_eq!(described("berolina", "pawn").as_deref(), Some("fmFfcWifmnA"));
        assert_eq!(described("chess", "pawn").as_deref(), Some("fmWfcFifmnD"));
        assert_eq!(described("courier", "ferz").as_deref(), Some("F"));
    }

    #[test]
    fn what_depends_on_the_place_is_not_described() {
        for piece in ["general", "advisor", "elephant", "soldier"] {
            assert_eq!(described("xiangqi", piece), None, "{piece}");
        }
    }
}

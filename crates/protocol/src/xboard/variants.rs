//! Which games a board is offered, and what it must know of those it has never heard of.

use super::{betza, castling};
use crate::host::{Host, SHUFFLED};
use crate::wire;
use chatura_define::catalogue::Entry;
use chatura_rules::definition::Royal;
use chatura_rules::{Game, PieceType, Position, TypeInfo, notation};
use std::sync::Arc;

/// What XBoard calls games that have another name here.
const NAMES: [(&str, &str); 2] = [("chess", "normal"), (SHUFFLED, "fischerandom")];

/// What games are called because XBoard has another game of their name: it would not listen to what it is told of them.
const OTHERS: [(&str, &str); 4] =
    [("courier", "kurier"), ("falcon", "falconry"), ("great", "greatchess"), ("cylinder", "cylindric")];

/// No board is larger.
const MOST: usize = 16;

/// What XBoard draws, one letter a place; the king is the last.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// So many places behind a piece is what it becomes.
const PROMOTED: usize = 11;

/// Whether a board can be told of a game of the catalogue: a full rectangle that is not too large, with a place for each kind of
/// piece. Nothing is compiled for it.
pub fn shows(entry: &Entry) -> bool {
    let marked = |letter: &&String| letter.contains(['+', '~']);
    let promoted = entry.letters.iter().filter(marked).count();
    let room = if promoted > 0 { PROMOTED } else { KING + 1 };
    let fits = |(files, ranks)| files <= MOST && ranks <= MOST;
    entry.size.is_some_and(fits) && entry.letters.len() - promoted <= room
}

/// The names of the games that boards can be told of, those of the user too.
pub(super) fn feature(host: &Host<'_>) -> String {
    let fits = |name: &&String| !host.games.unshown.contains(name);
    let is_told = |name: &&String| host.game(name).is_ok_and(|game| !setup(&game).is_empty());
    let listed = host.games.names.iter().filter(fits).chain(host.own_names().filter(is_told));
    let names: Vec<&str> = listed.map(|name| wire_name(name)).collect();
    // Boards take the first as the usual one.
    let (usual, others): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| *name == NAMES[0].1);
    format!("feature variants=\"{}\"", [usual, others].concat().join(","))
}

fn wire_name(name: &str) -> &str {
    NAMES.iter().chain(&OTHERS).find(|(ours, _)| *ours == name).map_or(name, |(_, theirs)| *theirs)
}

/// Our name of a game that a board asks for.
pub(super) fn own_name(host: &Host<'_>, asked: &str) -> Option<String> {
    let known = || NAMES.iter().chain(&OTHERS).find(|(_, theirs)| theirs.eq_ignore_ascii_case(asked));
    if let Some((ours, _)) = known() {
        return Some((*ours).to_owned());
    }
    host.names().find(|name| name.eq_ignore_ascii_case(asked)).cloned()
}

/// Whether boards know a game as it is, without being told of it.
pub(super) fn is_known(game: &Game) -> bool {
    NAMES.iter().any(|(ours, _)| *ours == game.about().id)
}

/// How many files and ranks a board has that is a full rectangle small enough for XBoard.
pub(super) fn size(game: &Game) -> Option<(usize, usize)> {
    let board = game.board();
    let places: Option<Vec<_>> = board.cells.iter().map(|cell| wire::place(&cell.name)).collect();
    let places = places?;
    let files = places.iter().map(|place| place.0).max()? + 1;
    let ranks = places.iter().map(|place| place.1).max()? + 1;
    (files * ranks == board.len() && files <= MOST && ranks <= MOST).then_some((files, ranks))
}

/// What a board must know of a game: its size, its pieces, its start, and how pieces move that it could not guess.
/// Nothing where a board cannot show it.
pub(super) fn setup(game: &Arc<Game>) -> Vec<String> {
    let Some((files, ranks)) = size(game) else { return Vec::new() };
    let Some(places) = places(game) else { return Vec::new() };
    let start = Position::start(game);
    let held = if game.has_hands() { held(game) } else { 0 };
    let parent = match held {
        0 => "fairy",
        _ if game.types().iter().any(|info| info.letter.starts_with('+')) => "shogi",
        _ => "crazyhouse",
    };
    let table = table(&places);
    let fen = notation::format_usual_fen(&start);
    let mut lines = vec![format!("setup ({table}) {files}x{ranks}+{held}_{parent} {fen}")];
    let castling = castling::describe(game, (files, ranks));
    for (kind, place) in places.iter().enumerate() {
        let (Some(place), info) = (place, &game.types()[kind]) else { continue };
        let castles = castling.as_ref().filter(|(king, _)| king.index() == kind && place.index == KING);
        if let (Some((_, [white, black])), Some(moves)) = (castles, betza::describe(game, kind)) {
            match white == black {
                true => lines.push(format!("piece {}& {moves}{white}", info.letter)),
                false => {
                    lines.push(format!("piece {} {moves}{white}", info.letter));
                    lines.push(format!("piece {} {moves}{black}", info.letter.to_ascii_lowercase()));
                }
            }
            continue;
        }
        // What only looks promoted moves like what it looks like.
        let wild = WILD.contains(&place.index) && parent == "fairy";
        let Some(moves) = betza::describe(game, kind).filter(|_| place.sign != '~' && !wild) else {
            continue;
        };
        if usual_moves(place.index) != Some(moves.as_str()) {
            // A board that is told of a pawn forgets what it knew of it.
            let takes = PAWNS.contains(&place.index) && game.takes_in_passing();
            let moves = if takes { moves.replace("fcF", "fceF") } else { moves };
            lines.push(format!("piece {}& {moves}", info.letter));
        }
    }
    lines
}

/// How many types can be in hand.
fn held(game: &Game) -> usize {
    let holds = |info: &&TypeInfo| info.royal == Royal::No && !info.wall && !info.letter.contains(['+', '~']);
    game.types().iter().filter(holds).count()
}

/// How a board takes pieces in these places to move without being told.
fn usual_moves(place: usize) -> Option<&'static str> {
    match place {
        0 => Some("fmWfcFifmnD"),
        1 => Some("N"),
        2 => Some("B"),
        3 => Some("R"),
        4 => Some("Q"),
        KING => Some("K"),
        _ => None,
    }
}

/// The place of the king.
const KING: usize = PICTURES.len();

/// Places of pieces that promote where pawns do: the pawn's, and the lance's.
const PAWNS: [usize; 2] = [0, 18];

/// Places of pieces that XBoard lets go anywhere unless it is told how they move.
const WILD: [usize; 2] = [17, 19];

/// Where a type stands in the table of letters, and what stands there for it.
#[derive(Clone, Copy)]
struct Place {
    index: usize,
    sign: char,
}

/// For each type its place in the table of letters; nothing for walls. No table if there is no room.
fn places(game: &Game) -> Option<Vec<Option<Place>>> {
    let types = game.types();
    let marked = |info: &TypeInfo| info.letter.chars().find(|c| ['+', '~'].contains(c));
    let any_marked = types.iter().any(|info| marked(info).is_some());
    let single = |kind: usize| Some(types[kind].letter.chars().next()?).filter(char::is_ascii_uppercase);
    let mut found: Vec<Option<Place>> = vec![None; types.len()];
    let put = |kind: usize, index: usize, found: &mut Vec<Option<Place>>| -> Option<()> {
        found[kind] = Some(Place { index, sign: single(kind)? });
        Some(())
    };
    let king = king(game);
    if let Some(king) = king {
        put(king, KING, &mut found)?;
    }
    let plain: Vec<usize> = (0..types.len())
        .filter(|kind| Some(*kind) != king && !types[*kind].wall && marked(&types[*kind]).is_none())
        .collect();
    // What is promoted takes the places behind.
    let room: Vec<usize> = match any_marked {
        true => (0..PROMOTED - 1).collect(),
        false => (0..KING).filter(|index| !WILD.contains(index)).collect(),
    };
    // Those that a board would judge wrongly come first: by their moves, or because they promote as it does not expect.
    let odd: Vec<usize> =
        plain.iter().copied().filter(|kind| !any_marked && !is_judged(game, *kind)).collect();
    for (kind, index) in odd.into_iter().zip(WILD) {
        put(kind, index, &mut found)?;
    }
    // Then those that look like what a board knows, those of the same letter, and the rest where there is room. Only
    // what promotes where pawns do is put in their places.
    let fits = |kind: usize, index: &usize| {
        room.contains(index) && (any_marked || !PAWNS.contains(index) || game.promotes(PieceType(kind as u8)))
    };
    let by_name = |kind: usize| picture(&types[kind].name);
    let by_letter = |kind: usize| PICTURES[1..].find(single(kind)?).map(|at| at + 1);
    for find in [&by_name as &dyn Fn(usize) -> Option<usize>, &by_letter] {
        for kind in &plain {
            let free =
                |index: &usize| fits(*kind, index) && !found.iter().flatten().any(|at| at.index == *index);
            if found[*kind].is_none()
                && let Some(index) = find(*kind).filter(free)
            {
                put(*kind, index, &mut found)?;
            }
        }
    }
    let later: Vec<usize> = plain.iter().copied().filter(|kind| found[*kind].is_none()).collect();
    for kind in later {
        let pawn = !any_marked && game.promotes(PieceType(kind as u8));
        let free = |index: &usize| !found.iter().flatten().any(|at| at.index == *index);
        let usual = room.iter().rev().copied().filter(|index| *index > 0 && fits(kind, index));
        let first = PAWNS.iter().rev().copied().filter(|index| pawn && room.contains(index));
        let index = first.chain(usual).find(free)?;
        put(kind, index, &mut found)?;
    }
    for (kind, info) in types.iter().enumerate() {
        let Some(sign) = marked(info) else { continue };
        let letter = info.letter.replace(['+', '~'], "");
        // What nothing becomes any more never stands there.
        let Some(base) = types.iter().position(|other| other.letter == letter) else { continue };
        let index = found[base]?.index + PROMOTED;
        if index < KING {
            found[kind] = Some(Place { index, sign });
        }
    }
    Some(found)
}

/// The type about which check is. Where no check binds, a board is told of none, unless it must castle.
fn king(game: &Game) -> Option<usize> {
    let types = game.types();
    let royal = types.iter().position(|info| info.royal != Royal::No);
    let castles = || (0..types.len()).find(|kind| game.castles(PieceType(*kind as u8)));
    royal.filter(|_| game.keeps_royals_safe()).or_else(castles)
}

/// Whether a board that is told how a type moves knows what it may do.
fn is_judged(game: &Game, kind: usize) -> bool {
    let promotes = game.promotes(PieceType(kind as u8));
    (!promotes || game.promotes_at_last_rank(PieceType(kind as u8))) && betza::describe(game, kind).is_some()
}

/// The picture of a piece of this name.
fn picture(name: &str) -> Option<usize> {
    let letter = match name {
        "pawn" => 'P',
        "knight" => 'N',
        "bishop" => 'B',
        "rook" => 'R',
        "queen" => 'Q',
        "ferz" => 'F',
        "alfil" | "elephant" => 'E',
        "archbishop" | "cardinal" => 'A',
        "chancellor" | "marshal" => 'C',
        "wazir" => 'W',
        "mann" | "guard" => 'M',
        "cannon" => 'O',
        "nightrider" => 'H',
        "grasshopper" => 'G',
        "silver" => 'S',
        "lance" => 'L',
        _ => return None,
    };
    PICTURES.find(letter)
}

/// The letters in their places, for both colours.
fn table(places: &[Option<Place>]) -> String {
    let mut signs = ['.'; KING + 1];
    for place in places.iter().flatten() {
        signs[place.index] = place.sign;
    }
    let white: String = signs.iter().collect();
    format!("{white}{}", white.to_ascii_lowercase())
}

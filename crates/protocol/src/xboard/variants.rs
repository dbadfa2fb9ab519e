//! Which games a board is offered, and what it must know of those it has never heard of.

use super::betza;
use crate::host::{Host, SHUFFLED};
use crate::wire;
use chatura_rules::definition::Royal;
use chatura_rules::{Game, Position, TypeInfo, notation};
use std::sync::Arc;

/// What XBoard calls games that have another name here.
const NAMES: [(&str, &str); 2] = [("chess", "normal"), (SHUFFLED, "fischerandom")];

/// No board is larger.
const MOST: usize = 16;

/// What XBoard draws, one letter a place; the king is the last.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// So many places behind a piece is what it becomes.
const PROMOTED: usize = 11;

/// The names of the games that fit on a board, those of the user too.
pub(super) fn feature(host: &Host<'_>) -> String {
    let fits = |name: &&String| !host.games.shaped.contains(name);
    let listed = host.games.names.iter().filter(fits).chain(host.own_names());
    let names: Vec<&str> = listed.map(|name| wire_name(name)).collect();
    // Boards take the first as the usual one.
    let (usual, others): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| *name == NAMES[0].1);
    format!("feature variants=\"{}\"", [usual, others].concat().join(","))
}

fn wire_name(name: &str) -> &str {
    NAMES.iter().find(|(ours, _)| *ours == name).map_or(name, |(_, theirs)| *theirs)
}

/// Our name of a game that a board asks for.
pub(super) fn own_name(host: &Host<'_>, asked: &str) -> Option<String> {
    if let Some((ours, _)) = NAMES.iter().find(|(_, theirs)| theirs.eq_ignore_ascii_case(asked)) {
        return Some((*ours).to_owned());
    }
    host.names().find(|name| name.eq_ignore_ascii_case(asked)).cloned()
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
/// Nothing of chess, nothing where a board cannot show it.
pub(super) fn setup(game: &Arc<Game>) -> Vec<String> {
    let Some((files, ranks)) = size(game) else { return Vec::new() };
    if NAMES.iter().any(|(ours, _)| *ours == game.about().id) {
        return Vec::new();
    }
    let Some(places) = places(game) else { return Vec::new() };
    let start = Position::start(game);
    let held = if game.has_hands() { held(game) } else { 0 };
    let parent = match held {
        0 => "fairy",
        _ if game.types().iter().any(|info| info.letter.starts_with('+')) => "shogi",
        _ => "crazyhouse",
    };
    let table = table(&places);
    let fen = notation::format_fen(&start);
    let mut lines = vec![format!("setup ({table}) {files}x{ranks}+{held}_{parent} {fen}")];
    for (kind, place) in places.iter().enumerate() {
        let (Some(place), info) = (place, &game.types()[kind]) else { continue };
        // What only looks promoted moves like what it looks like.
        let Some(moves) = betza::describe(game, kind).filter(|_| place.sign != '~') else { continue };
        if usual_moves(place.index) != Some(moves.as_str()) {
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
        0 => Some("mfWcfF"),
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
    // What is promoted takes the places behind.
    let room = if any_marked { PROMOTED - 1 } else { KING };
    let mut found: Vec<Option<Place>> = vec![None; types.len()];
    let king = types.iter().position(|info| info.royal != Royal::No);
    let king = king.or_else(|| types.iter().position(|info| info.name == "king"));
    let plain: Vec<usize> = (0..types.len())
        .filter(|kind| Some(*kind) != king && !types[*kind].wall && marked(&types[*kind]).is_none())
        .collect();
    let single = |kind: usize| Some(types[kind].letter.chars().next()?).filter(char::is_ascii_uppercase);
    let put = |kind: usize, index: usize, found: &mut Vec<Option<Place>>| -> Option<()> {
        found[kind] = Some(Place { index, sign: single(kind)? });
        Some(())
    };
    if let Some(king) = king {
        put(king, KING, &mut found)?;
    }
    // Those that look like what a board knows come first, then those of the same letter, then the rest where there is
    // room. Only pawns are taken for pawns.
    let by_name = |kind: usize| picture(&types[kind].name).filter(|index| *index < room);
    let by_letter = |kind: usize| PICTURES[1..].find(single(kind)?).map(|at| at + 1).filter(|at| *at < room);
    let mut used = [false; KING];
    for find in [&by_name as &dyn Fn(usize) -> Option<usize>, &by_letter] {
        for kind in &plain {
            if found[*kind].is_none()
                && let Some(index) = find(*kind).filter(|index| !used[*index])
            {
                used[index] = true;
                put(*kind, index, &mut found)?;
            }
        }
    }
    let later: Vec<usize> = plain.iter().copied().filter(|kind| found[*kind].is_none()).collect();
    for kind in later {
        let index = (1..room).rev().find(|index| !used[*index])?;
        used[index] = true;
        put(kind, index, &mut found)?;
    }
    for (kind, info) in types.iter().enumerate() {
        let Some(sign) = marked(info) else { continue };
        let letter = info.letter.replace(['+', '~'], "");
        let base = types.iter().position(|other| other.letter == letter)?;
        let index = found[base]?.index + PROMOTED;
        if index < KING {
            found[kind] = Some(Place { index, sign });
        }
    }
    Some(found)
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

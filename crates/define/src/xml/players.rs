//! `<Players>`: whose pieces stand where, and how each player counts files and ranks.

use super::pieces::{Type, Written};
use super::positions::Cells;
use super::source::{Element, Notes};
use chatura_rules::Cell;
use chatura_rules::definition::{Placed, Problem, Spanned};
use chatura_rules::movement::steps::FileRank;
use std::collections::HashMap;

/// The players of a board file.
#[derive(Default)]
pub(super) struct Armies {
    pub names: Vec<Spanned<String>>,
    /// Every piece on its cell.
    pub placed: Vec<Placed>,
    /// Players without a king.
    pub kingless: Vec<Problem>,
    /// Images of types by player.
    pub images: Vec<(String, usize, String)>,
    /// For each player the files and ranks of the cells.
    pub places: Vec<Vec<FileRank>>,
}

/// What the pieces and cells are that players refer to.
pub(super) struct Known<'a> {
    pub cells: &'a Cells,
    pub pieces: &'a [Written],
    pub types: &'a [Type],
}

/// Reads the players.
pub(super) fn read(players: Element<'_>, known: &Known<'_>, notes: &mut Notes) -> Armies {
    let mut armies = Armies::default();
    for element in notes.children(players, "Player") {
        let Some(name) = notes.required(element, "Name") else { continue };
        notes.only(element, &["Pieces", "BoardMapping"]);
        let player = armies.names.len();
        let list = notes.child(element, "Pieces");
        let pieces = list.map_or(Vec::new(), |list| notes.children(list, "Piece"));
        if pieces.is_empty() {
            let message = format!("{} has no pieces", name.value);
            notes.warn(name.span, message, "nothing to play with", "list them in <Pieces>");
        }
        let before = armies.placed.len();
        let mut seen: Vec<String> = Vec::new();
        for piece in &pieces {
            armies.add(*piece, player, known, &mut seen, notes);
        }
        let is_king = |placed: &Placed| {
            known.types.iter().any(|one| one.is("king") && one.piece.name.value == placed.piece.value)
        };
        let kingless = !armies.placed[before..].iter().any(is_king);
        if kingless && armies.placed.len() - before == pieces.len() && !pieces.is_empty() {
            let help = "a piece named King, with or without its family's name: KingWhite";
            let message = format!("{} has no king", name.value);
            armies.kingless.push(Problem::new(name.span, message, "cannot lose").help(help));
        }
        let places = mapping(element, known.cells, notes);
        armies.places.push(places);
        armies.names.push(name);
    }
    armies
}

impl Armies {
    fn add(
        &mut self,
        element: Element<'_>,
        player: usize,
        known: &Known<'_>,
        seen: &mut Vec<String>,
        notes: &mut Notes,
    ) {
        // Files name the piece and give it a name of its own, or only name the piece.
        let name = notes.text(element, "Name");
        let reference = match notes.text(element, "PieceRef") {
            Some(reference) => {
                if let Some(name) = name {
                    if seen.contains(&name.value) {
                        let message = format!("two pieces of this player are named \"{}\"", name.value);
                        notes.warn(name.span, message, "twice", "nothing refers to it, so both stay");
                    }
                    seen.push(name.value);
                }
                reference
            }
            None => match notes.required(element, "Name") {
                Some(name) => name,
                None => return,
            },
        };
        let cell = match notes.text(element, "PositionRef").or_else(|| notes.text(element, "Position")) {
            Some(cell) => cell,
            None => {
                notes.required(element, "PositionRef");
                return;
            }
        };
        let written = known.pieces.iter().find(|piece| piece.name.value == reference.value);
        if written.is_none() {
            let message = format!("there is no piece \"{}\"", reference.value);
            let problem =
                Problem::new(reference.span, message, "no such piece").help("the Name of a <Piece>");
            let names = known.pieces.iter().map(|piece| piece.name.value.as_str());
            notes.suggest(problem, &reference.value, names);
        }
        if !known.cells.numbers.contains_key(&cell.value) {
            let message = format!("there is no cell \"{}\"", cell.value);
            notes.problem(cell.span, message, "no such cell", "the File and the Rank of a <Position>, as a1");
        } else if let Some(other) = self.placed.iter().find(|other| other.cell.value == cell.value) {
            let message = format!("two pieces stand on {}", cell.value);
            let help = format!("the {} of player {} stands there", other.piece.value, other.player + 1);
            notes.problem(cell.span, message, "taken already", help);
            return;
        }
        let Some(kind) = written.and_then(|written| Some((written, known.types.get(written.kind)?))) else {
            return;
        };
        let (written, kind) = (kind.0, kind.1.piece.name.value.clone());
        if let Some(image) = &written.image
            && !self.images.iter().any(|(name, owner, _)| *name == kind && *owner == player)
        {
            self.images.push((kind.clone(), player, image.clone()));
        }
        self.placed.push(Placed { cell, player, piece: Spanned::new(kind, reference.span) });
    }
}

/// The files and ranks of the cells as a player counts them: files and ranks share one table, and what is not in it
/// counts as itself.
fn mapping(player: Element<'_>, cells: &Cells, notes: &mut Notes) -> Vec<FileRank> {
    let mut files: HashMap<char, char> = HashMap::new();
    let mut ranks: HashMap<u32, u32> = HashMap::new();
    let list = notes.child(player, "BoardMapping");
    for map in list.map_or(Vec::new(), |list| notes.children(list, "Map")) {
        let (from, to) = (notes.text(map, "From"), notes.text(map, "To"));
        let (Some(from), Some(to)) = (from, to) else {
            notes.problem(
                notes.name(map),
                "<Map> has no From or no To",
                "incomplete",
                "write From=\"8\" To=\"1\"",
            );
            continue;
        };
        if from.value.is_empty() && to.value.is_empty() {
            notes.warn(notes.name(map), "an empty <Map> maps nothing", "not needed", "take it away");
            continue;
        }
        let one = |text: &str| {
            let mut chars = text.chars();
            chars.next().filter(|_| chars.next().is_none())
        };
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= 1_000_000);
        let twice = match (number(&from.value), one(&from.value)) {
            (Some(rank), _) => match number(&to.value) {
                Some(to) => ranks.insert(rank, to).is_some(),
                None => {
                    let message = format!("the rank {rank} cannot count as \"{}\"", to.value);
                    notes.problem(to.span, message, "not a rank", "a whole number");
                    continue;
                }
            },
            (None, Some(file)) => match one(&to.value).filter(|to| !to.is_ascii_digit()) {
                Some(to) => files.insert(file, to).is_some(),
                None => {
                    let message = format!("the file {file} cannot count as \"{}\"", to.value);
                    notes.problem(to.span, message, "not a file", "one character");
                    continue;
                }
            },
            (None, None) => {
                let message = format!("\"{}\" is neither a file nor a rank", from.value);
                notes.problem(from.span, message, "not a file or rank", "one character, or a whole number");
                continue;
            }
        };
        if twice {
            let message = format!("\"{}\" is mapped twice", from.value);
            notes.warn(from.span, message, "again", "the last one counts");
        }
    }
    let place = |(file, rank): &(char, u32)| {
        let file = files.get(file).unwrap_or(file);
        let rank = ranks.get(rank).unwrap_or(rank);
        (*file as i32, *rank as i32)
    };
    cells.places.iter().map(place).collect()
}

/// For each player the cell that is to it what a cell is to the first, if the mappings pair all cells.
pub(super) fn views(places: &[Vec<FileRank>]) -> Option<Vec<Vec<Cell>>> {
    let first = places.first()?;
    let view = |own: &Vec<FileRank>| -> Option<Vec<Cell>> {
        let at: HashMap<&FileRank, usize> =
            own.iter().enumerate().map(|(cell, place)| (place, cell)).collect();
        let view: Option<Vec<Cell>> = first.iter().map(|place| Some(Cell(*at.get(place)? as u16))).collect();
        view.filter(|_| at.len() == first.len())
    };
    places.iter().map(view).collect()
}

//! Board files: boards, pieces and players as XML. [`read`] makes the same [`Definition`] as TOML does, [`write()`]
//! writes a game's board in the same form. `docs/board-xml.md` says what means what.

mod count;
mod custom;
mod pieces;
mod pixels;
mod players;
mod positions;
mod rules;
mod say;
mod sets;
mod source;
mod write;

pub use self::count::{Counts, count};
pub use self::rules::{MAX_NESTING, MAX_RULES};
pub use sets::{KNOWN, RuleSet};
pub use source::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMESPACES, MAX_NODES, MAX_TEXT};
pub use write::{Unwritable, write};

use chatura_rules::board::cells;
use chatura_rules::definition::{
    About, BoardSource, Definition, Look, Players, Problem, SetupDefinition, Span, Spanned,
};
use custom::Pieces;
use players::{Armies, Known};
use positions::Cells;
use source::{Element, Notes};

/// Everything that reading a board file yields.
#[derive(Clone, Debug, Default)]
pub struct BoardFile {
    /// The definition, as far as it could be read.
    pub definition: Definition,
    /// What is wrong; nothing if the board can be used.
    pub problems: Vec<Problem>,
    /// Players without a king: wrong as well, unless something else is made royal.
    pub kingless: Vec<Problem>,
    /// What is odd and does no harm.
    pub warnings: Vec<Problem>,
    /// What there would have to be so that a game can be played; nothing if all is there.
    pub missing: Option<Problem>,
}

/// Reads a board file. `id` is the name to give the game, `file` the number of the text for places.
pub fn read(text: &str, id: &str, file: u16) -> BoardFile {
    let mut notes = Notes::new(file);
    let mut found = BoardFile::default();
    if let Some(document) = source::parse(text, &mut notes) {
        let root = document.root_element();
        if root.tag_name().name() == "Board" {
            found = board(root, id, &mut notes);
        } else {
            let message = format!("this is a <{}>, not a <Board>", root.tag_name().name());
            notes.problem(notes.name(root), message, "not a board", "<Board Name=\"…\"> holds everything");
        }
    }
    let Notes { problems, warnings, .. } = notes;
    BoardFile { problems, warnings, ..found }
}

const SECTIONS: &[&str] = &["ColourScheme", "Positions", "Rules", "Pieces", "Players"];

fn board(root: Element<'_>, id: &str, notes: &mut Notes) -> BoardFile {
    let span = notes.name(root);
    notes.only(root, SECTIONS);
    let name = notes.required(root, "Name").map_or_else(|| id.to_owned(), |name| name.value);
    let look = look(root, notes);
    let set = sets::asked(root, notes);
    let positions = notes.child(root, "Positions");
    let height = look.size.map_or(0, |(_, height)| height) as f32;
    let cells = positions.map_or_else(Cells::default, |list| positions::read(list, height, &[], notes));
    let rules = notes.child(root, "Rules").map_or(Vec::new(), |list| rules::read(list, notes));
    let mut pieces = notes.child(root, "Pieces").map_or(Vec::new(), |list| pieces::read(list, &rules, notes));
    let mut types = pieces::types(&mut pieces, &rules, notes);
    let known = Known { cells: &cells, pieces: &pieces, types: &types };
    let players = notes.child(root, "Players");
    let armies = players.map_or_else(Armies::default, |list| players::read(list, &known, notes));
    let missing = missing(span, &cells, &types, notes);
    if cells.listed.is_empty() || !notes.problems.is_empty() {
        let about = About { id: id.to_owned(), name, ..About::default() };
        let definition = Definition { about, look, ..Definition::default() };
        return BoardFile { definition, missing, ..BoardFile::default() };
    }
    sets::equip(set, &mut types);
    let mut board = cells::board(&cells.listed, cells.families.clone());
    let symmetry = players::views(&armies.places).map(|views| {
        board.symmetries.push((MAPPING.to_owned(), views));
        MAPPING.to_owned()
    });
    let own = || cells.places.iter().map(|(file, rank)| (*file as i32, *rank as i32)).collect();
    let first = armies.places.first().cloned().unwrap_or_else(own);
    let definition = Definition {
        about: About { id: id.to_owned(), name, tags: vec!["board file".to_owned()], ..About::default() },
        rules: Pieces { types: &types, board: &board, places: &first, span }.rules(),
        end: sets::end(span),
        board: BoardSource::Cells(Box::new(board)),
        players: Players {
            symmetry: Some(Spanned::new(symmetry.unwrap_or_else(|| "none".to_owned()), span)),
            names: armies.names,
            places: armies.places,
            teams: Vec::new(),
        },
        pieces: types.into_iter().map(|one| one.piece).collect(),
        setup: SetupDefinition { listed: Some(armies.placed), ..SetupDefinition::default() },
        look: Look { pieces: armies.images, ..look },
        ..Definition::default()
    };
    BoardFile { definition, missing, kingless: armies.kingless, ..BoardFile::default() }
}

/// The name of the symmetry that the players' mappings make.
const MAPPING: &str = "mapping";

fn look(root: Element<'_>, notes: &mut Notes) -> Look {
    let image = |name: &str| root.attribute(name).filter(|text| !text.is_empty()).map(str::to_owned);
    let mut look = Look {
        board: image("BoardImage"),
        active: image("ActiveCellImage"),
        marked: image("MarkedCellImage"),
        size: notes.number(root, "Width", 1..100_000).zip(notes.number(root, "Height", 1..100_000)),
        ..Look::default()
    };
    let Some(scheme) = notes.child(root, "ColourScheme") else { return look };
    for element in notes.children(scheme, "Family") {
        let (Some(name), Some(colour)) = (notes.required(element, "Name"), notes.required(element, "Color"))
        else {
            continue;
        };
        if look.colours.iter().any(|(known, _)| *known == name.value) {
            let message = format!("the family \"{}\" has a colour already", name.value);
            notes.warn(name.span, message, "again", "the first colour counts");
            continue;
        }
        look.colours.push((name.value, colour.value));
    }
    look
}

/// What there would have to be for a game. A board may have no armies, but not without pieces to set up on it.
fn missing(span: Span, cells: &Cells, types: &[pieces::Type], notes: &mut Notes) -> Option<Problem> {
    let king = types.iter().any(|one| one.is("king"));
    let mut parts = Vec::new();
    for (absent, what, where_) in [
        (cells.listed.is_empty(), "no cells", "<Positions>"),
        (types.is_empty(), "no pieces", "<Pieces>"),
        (!types.is_empty() && !king, "no king", "<Pieces>"),
    ] {
        if absent {
            notes.warn(
                span,
                format!("the board has {what}"),
                "incomplete",
                format!("{where_} has to list some"),
            );
            parts.push(what);
        }
    }
    let message = format!("nothing can be played on this board: it has {}", parts.join(" and "));
    (!parts.is_empty()).then(|| Problem::new(span, message, "incomplete"))
}

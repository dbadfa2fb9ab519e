//! The parts of FEN and FEN4 that rules own: each says where its part stands and reads and writes it.

use super::FenError;
use super::fields::Field;
use crate::cell::{Cell, Player};
use crate::notation::Language;
use crate::position::Position;
use crate::position::setup::Setup;
use crate::rule::RULES;

/// Where a field stands, and how it is known among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FenPlace {
    /// In brackets behind the placement, or as a further row.
    Bracket,
    /// Behind the turn, in the order of the rules; always there.
    BehindTurn,
    /// Numbers with `+` between them.
    Sum,
    /// At the end, behind its name and a colon.
    Word(&'static str),
}

/// A field of FEN that belongs to a rule.
pub(crate) struct FenField {
    pub place: FenPlace,
    /// What a game that orders its fields calls it; empty where it stands in a place of its own anyway.
    pub name: &'static str,
    /// Whether it means anything in a game.
    pub is_used: fn(&Language<'_>) -> bool,
    /// Sets what holds where nothing is said.
    pub default: fn(&Language<'_>, &mut Setup),
    /// Reads the text, which begins at a column.
    pub read: fn(&Language<'_>, Field<'_>, &mut Setup) -> Result<(), FenError>,
    /// Writes it; nothing if there is nothing to say.
    pub write: fn(&Language<'_>, &Setup) -> Option<String>,
}

impl FenField {
    /// A field that says nothing: what others differ from.
    pub const PLAIN: FenField = FenField {
        place: FenPlace::BehindTurn,
        name: "",
        is_used: |_| true,
        default: |_, _| {},
        read: |_, _, _| Ok(()),
        write: |_, _| None,
    };
}

/// What a rule has to say in the field of castling rights: cells that it marks.
pub(crate) struct FenGuest {
    /// Whether it means anything in a game.
    pub is_used: fn(&Language<'_>) -> bool,
    /// Reads a mark: how long its text is, or that it names no cell; nothing if the text is something else.
    pub read: fn(&Language<'_>, &str, &mut Setup) -> Option<Option<usize>>,
    /// Marks a cell that was named otherwise.
    pub mark: fn(Cell, &mut Setup),
    /// Writes the marks of a player but on cells that are known already.
    pub write: fn(&Language<'_>, &Setup, Player, &[Cell]) -> Vec<String>,
}

/// The rule that marks cells in the field of castling rights, if a game has one.
pub(crate) fn guest(language: &Language<'_>) -> Option<&'static FenGuest> {
    RULES.iter().filter_map(|rule| rule.fen_guest).find(|guest| (guest.is_used)(language))
}

/// A part of FEN4 that belongs to a rule: a number for each player.
pub(crate) struct Fen4Field {
    /// Its place among the others.
    pub order: u8,
    /// What it says, for errors.
    pub what: &'static str,
    /// Whether the numbers are only yes and no.
    pub flags: bool,
    /// Puts the numbers into a setup whose pieces are placed.
    pub read: fn(&Language<'_>, [i16; 4], &mut Setup),
    /// The number of a player.
    pub write: fn(&Language<'_>, &Setup, Player) -> i16,
}

/// Cells of players.
pub(crate) type OwnCells = Vec<(Player, Vec<Cell>)>;

/// An option of FEN4 that belongs to a rule: cells for each player.
pub(crate) struct Fen4Option {
    /// Its name.
    pub key: &'static str,
    /// Puts the cells of all players into a setup.
    pub read: fn(&[Cell], &mut Setup),
    /// The cells of those players who have any.
    pub write: fn(&Position) -> OwnCells,
}

/// Every field of FEN, in the order of the rules.
pub(super) fn fields() -> impl Iterator<Item = &'static FenField> {
    RULES.iter().filter_map(|rule| rule.fen)
}

/// The fields that stand in a place, in the order of the rules.
pub(super) fn fields_at(place: FenPlace) -> impl Iterator<Item = &'static FenField> {
    fields().filter(move |field| field.place == place)
}

/// The fields behind a word, with the words.
pub(super) fn words() -> impl Iterator<Item = (&'static str, &'static FenField)> {
    fields().filter_map(|field| match field.place {
        FenPlace::Word(name) => Some((name, field)),
        _ => None,
    })
}

/// The parts of FEN4 in their order.
pub(super) fn fen4_fields() -> Vec<&'static Fen4Field> {
    let mut fields: Vec<&Fen4Field> = RULES.iter().flat_map(|rule| rule.fen4).collect();
    fields.sort_by_key(|field| field.order);
    fields
}

/// The options of FEN4.
pub(super) fn fen4_options() -> impl Iterator<Item = &'static Fen4Option> {
    RULES.iter().filter_map(|rule| rule.fen4_option)
}

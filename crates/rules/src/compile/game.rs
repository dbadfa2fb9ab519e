//! A compiled game: immutable tables made once from a definition, shared by every position.

use crate::board::{Board, CellInfo};
use crate::cell::{Cell, Piece, PieceType, Player};
use crate::compile::size;
use crate::compile::tables::Tables;
use crate::compile::width::with_tables;
use crate::compile::work::{Patience, Work};
use crate::compile::{self, CheckedDefinition};
use crate::definition::army;
use crate::definition::{
    About, BoardSource, Definition, Evaluation, Look, Placed, Problem, Problems, Royal, Table, Variable,
    Written,
};
use crate::describe::first_moves;
use crate::movement::steps::{FileRank, StepRule};
use crate::notation::Style;
use crate::notation::{Language, fen};
use crate::position::Position;
use crate::position::setup::Setup;
use crate::rule::{RULES, drops};
use crate::set::Zone;
use std::collections::HashSet;
use std::sync::Arc;

/// A game that can be played: the board, the pieces, the rules, compiled.
#[derive(Debug)]
pub struct Game {
    checked: CheckedDefinition,
    /// What it was compiled from.
    definition: Definition,
    start: Setup,
    pub(crate) tables: AnyTables,
    /// For each type and cell of the first player where only a first move leads.
    pub(crate) first_moves: Vec<Vec<Zone>>,
    work: u64,
}

/// Tables of the width the board needs.
#[derive(Debug)]
pub(crate) enum AnyTables {
    One(Tables<1>),
    Two(Tables<2>),
    Three(Tables<3>),
    Four(Tables<4>),
    Eleven(Tables<11>),
}

/// What is known of a piece type.
#[derive(Clone, Debug)]
pub struct TypeInfo {
    /// Its name in the definition.
    pub name: String,
    /// Its letter in FEN: upper case, with a mark in front or behind if it has one (`+P`, `Q~`).
    pub letter: String,
    /// The players who can have it, a bit each.
    pub owners: u8,
    /// Whether check is about it.
    pub royal: Royal,
    /// Whether it belongs to nobody, stays where it is and cannot be taken.
    pub wall: bool,
    /// The type it turns back into when captured into a hand; itself if it does not.
    pub demoted: PieceType,
    /// Centipawns, when the definition states it.
    pub value: Option<[i64; 2]>,
    /// What the definition states of the rest of its evaluation.
    pub evaluation: Evaluation,
    /// An image's name, when the definition states it.
    pub image: Option<String>,
    /// How its players write it.
    pub written: Written,
    /// Other names it goes by.
    pub called: Vec<String>,
    /// Its place among the pieces of the definition; a promoted look-alike has that of what it looks like.
    pub base: usize,
}

impl Game {
    /// Checks a definition completely and compiles it; every problem found is reported.
    pub fn compile(definition: &Definition) -> Result<Arc<Game>, Problems> {
        Game::compile_within(definition, Patience::default())
    }

    /// The same, for somebody who does not wait forever.
    pub fn compile_within(definition: &Definition, patience: Patience) -> Result<Arc<Game>, Problems> {
        Game::compile_named(definition, patience, None)
    }

    /// The same game with the cells of a rectangle called `a1`, `b1` and so on, as programs tell each other of them, whatever
    /// names of its own it has for them. A move of one is a move of the other. Itself where they are called so.
    pub fn in_plain_coordinates(self: &Arc<Game>) -> Arc<Game> {
        let cells = &self.checked.board.cells;
        let is_rectangle = self.board_shape() == Some("rectangle");
        let names: Vec<String> = cells.iter().map(CellInfo::plain_name).collect();
        let are_different = || names.iter().collect::<HashSet<_>>().len() == names.len();
        if !is_rectangle || names.iter().eq(cells.iter().map(|cell| &cell.name)) || !are_different() {
            return self.clone();
        }
        let named = Game::compile_named(&self.definition, Patience::default(), Some(names));
        named.unwrap_or_else(|_| self.clone())
    }

    /// The shape of the board, where it has one.
    fn board_shape(&self) -> Option<&str> {
        match &self.definition.board {
            BoardSource::Shape { shape, .. } => Some(&shape.value),
            _ => None,
        }
    }

    /// Compiles it, and calls the cells by these names if there are any.
    fn compile_named(
        definition: &Definition,
        patience: Patience,
        names: Option<Vec<String>>,
    ) -> Result<Arc<Game>, Problems> {
        let work = Work::new(patience);
        let refused = |error| compile::refusal(definition, &work, error);
        let mut checked = compile::check(definition).map_err(|problems| also_start(definition, problems))?;
        let start = start(definition, &checked)?;
        let tables = match checked.board.len() {
            0..=64 => compile::tables(definition, &checked, &start, &work).map(AnyTables::One),
            65..=128 => compile::tables(definition, &checked, &start, &work).map(AnyTables::Two),
            129..=192 => compile::tables(definition, &checked, &start, &work).map(AnyTables::Three),
            193..=256 => compile::tables(definition, &checked, &start, &work).map(AnyTables::Four),
            _ => compile::tables(definition, &checked, &start, &work).map(AnyTables::Eleven),
        };
        let tables = tables.map_err(refused)?;
        let first_moves = first_moves(definition, &checked, &start, &work).map_err(refused)?;
        for (cell, name) in checked.board.cells.iter_mut().zip(names.into_iter().flatten()) {
            cell.name = name;
        }
        let game = Arc::new(Game {
            checked,
            definition: definition.clone(),
            start,
            tables,
            first_moves,
            work: work.done(),
        });
        // A start that no position can have would only fail later.
        Position::new(&game, &game.start).map_err(|error| {
            Problem::new(
                definition.setup.army.as_ref().map_or(definition.setup.array.span, |army| army.span),
                format!("the start position is impossible: {error}"),
                "here",
            )
        })?;
        Ok(game)
    }

    pub(crate) fn checked(&self) -> &CheckedDefinition {
        &self.checked
    }

    /// What it was compiled from, to tell other programs of it.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Name, inventor, year, tags …
    pub fn about(&self) -> &About {
        &self.checked.about
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.checked.board
    }

    /// The players' names in the order of turns.
    pub fn players(&self) -> &[String] {
        &self.checked.players
    }

    /// The piece types; a `PieceType` is an index into this.
    pub fn types(&self) -> &[TypeInfo] {
        &self.checked.types
    }

    /// The rules of steps that a type moves by, if it does.
    pub fn step_rules(&self, kind: PieceType) -> &[StepRule] {
        &self.checked.steps[self.types()[kind.index()].base]
    }

    /// The files and ranks of the cells as rules of steps compare them for a player.
    pub fn places(&self, player: Player) -> &[FileRank] {
        &self.checked.places[player.index()]
    }

    /// Images and colours, where the definition names them.
    pub fn look(&self) -> &Look {
        &self.checked.look
    }

    /// The notation its players have of their own.
    pub fn native_style(&self) -> Option<Style> {
        self.checked.style
    }

    /// How many colours cells are drawn in: as the definition says, else one for each family.
    pub fn shades(&self) -> usize {
        self.look().squares.map_or(self.board().families.len().max(1), usize::from)
    }

    /// Which of the colours a cell is drawn in. Where the definition wants another number than there are families, they
    /// follow one another along files and ranks.
    pub fn shade(&self, cell: Cell) -> u8 {
        let info = &self.board().cells[cell.index()];
        match self.look().squares {
            Some(count) if usize::from(count) != self.board().families.len() => {
                ((info.file + info.rank) % u16::from(count.max(1))) as u8
            }
            _ => info.family,
        }
    }

    /// Pairs of cells between whose middles there is a line, where the definition draws any.
    pub fn lines(&self) -> &[(Cell, Cell)] {
        &self.checked.lines
    }

    /// Pairs of cells with a dot halfway between them, where the definition draws any; one cell twice has it inside.
    pub fn dots(&self) -> &[(Cell, Cell)] {
        &self.checked.dots
    }

    /// The variables and their values in this game.
    pub fn variables(&self) -> &[Variable] {
        &self.checked.variables
    }

    /// Whether a variable decides about the start, so that another game of this name may begin elsewhere.
    pub fn start_varies(&self) -> bool {
        self.checked.start_varies
    }

    /// The start position as data.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The cell that is to this player what `cell` is to the first.
    pub fn view(&self, player: Player, cell: Cell) -> Cell {
        self.checked.views[player.index()][cell.index()]
    }

    /// Whether the first player's piece of a type may ever stand on a cell, by its own zone.
    pub fn may_stand(&self, kind: PieceType, cell: Cell) -> bool {
        let base = self.types()[kind.index()].base;
        self.checked.within[base].is_none_or(|zone| zone.has(cell.index()))
    }

    /// How many steps of work it took to compile; more than [`MAX_WORK`](crate::MAX_WORK) are refused.
    pub fn compile_work(&self) -> u64 {
        self.work
    }

    /// How many bytes the compiled tables take, to within a few percent.
    pub fn table_bytes(&self) -> usize {
        with_tables!(self, |tables| size::of(tables))
    }
}

/// Rights that pieces have at the start.
fn grant(checked: &CheckedDefinition, start: &mut Setup) {
    RULES.iter().for_each(|rule| (rule.grant)(checked, start));
}

/// Reads the start position; rights that the definition does not state are granted.
fn start(definition: &Definition, checked: &CheckedDefinition) -> Result<Setup, Problems> {
    let setup = &definition.setup;
    if let Some(listed) = &setup.listed {
        let mut start = listed_start(definition, checked, listed)?;
        grant(checked, &mut start);
        return Ok(start);
    }
    let placed = setup.army.as_ref().map(|army| army::array(checked, army)).transpose()?;
    let array = placed.as_deref().unwrap_or(&setup.array.value).trim();
    let text = match &setup.state {
        Some(state) => format!("{array} {}", state.value),
        None => array.to_owned(),
    };
    let mut start = fen::read(&Language::of_checked(checked), &text).map_err(|error| {
        let indent = setup.array.value.len() - setup.array.value.trim_start().len();
        let span = match &setup.state {
            Some(state) if error.column > array.len() => state.inside(error.column - array.len() - 1, 1),
            _ => setup.array.inside(indent + error.column, 1),
        };
        Problem::new(span, format!("the start position: {}", error.message), "here").help(error.help)
    })?;
    if setup.state.is_none() {
        grant(checked, &mut start);
    }
    Ok(start)
}

/// The start of a definition that lists its pieces; nothing may stand where something stands already.
fn listed_start(
    definition: &Definition,
    checked: &CheckedDefinition,
    listed: &[Placed],
) -> Result<Setup, Problems> {
    let mut start = Setup {
        cells: vec![Piece::NONE; checked.board.len()],
        hands: vec![Vec::new(); checked.players.len()],
        round: 1,
        ..Setup::default()
    };
    let mut problems = Vec::new();
    for Placed { cell, player, piece } in listed {
        let kind = definition.pieces.iter().position(|known| known.name.value == piece.value);
        match (checked.board.cell(&cell.value), kind) {
            _ if *player >= checked.players.len() => {
                problems.push(Problem::new(piece.span, "this piece belongs to nobody", "no such player"));
            }
            (Some(at), Some(kind)) if start.cells[at.index()].is_none() => {
                start.cells[at.index()] = Piece::new(Player(*player as u8), PieceType(kind as u8));
            }
            (Some(_), Some(_)) => {
                let message = format!("two pieces stand on {}", cell.value);
                problems.push(Problem::new(cell.span, message, "taken already"));
            }
            (None, _) => {
                let message = format!("there is no cell \"{}\"", cell.value);
                problems.push(Problem::new(cell.span, message, "no such cell"));
            }
            (_, None) => {
                let known = definition.pieces.iter().map(|known| known.name.value.as_str());
                let message = format!("unknown piece \"{}\"", piece.value);
                let problem = Problem::new(piece.span, message, "no piece of this name");
                problems.push(problem.suggest(&piece.value, known));
            }
        }
    }
    if problems.is_empty() { Ok(start) } else { Err(Problems(problems)) }
}

/// Adds what is wrong with the placement of the pieces, if that can be told although something else is wrong too.
fn also_start(definition: &Definition, mut problems: Problems) -> Problems {
    let mut bare = definition.clone();
    (bare.rules, bare.end) = (Table::default(), Table::default());
    // What the rules say decides how the rest is read; the placement alone does not need them.
    bare.setup.state = None;
    bare.setup.array.value = drops::placement(&bare.setup.array.value).to_owned();
    if let Ok(checked) = compile::check(&bare)
        && let Err(more) = start(&bare, &checked)
    {
        problems.0.extend(more.0);
    }
    problems
}

//! What a move's text is read against: the board before it and the legal moves, made once.

use super::language::Language;
use crate::cell::{Cell, Piece, Player};
use crate::position::Position;
use crate::position::moves::{Edit, Move, MoveKind};
use crate::rule::behaviour::Words;
use std::cell::OnceCell;

pub(crate) use crate::rule::promotion::text::Want;

/// A position as notation sees it.
pub(crate) struct MoveContext<'a> {
    pub language: Language<'a>,
    pub cells: Vec<Piece>,
    pub turn: Player,
    position: Option<&'a Position>,
    legal: OnceCell<Vec<Move>>,
}

impl<'a> MoveContext<'a> {
    pub fn of(position: &'a Position) -> MoveContext<'a> {
        let language = Language::of(position.game());
        let cells = (0..language.board.len()).map(|i| position.piece(Cell(i as u16))).collect();
        MoveContext {
            language,
            cells,
            turn: position.turn(),
            position: Some(position),
            legal: OnceCell::new(),
        }
    }

    /// Whether a player is still in the game.
    pub fn plays(&self, player: Player) -> bool {
        match self.position {
            Some(position) => position.playing().any(|playing| playing == player),
            None => player.index() < self.language.players.len(),
        }
    }

    /// The legal moves, generated at most once.
    pub fn legal(&self) -> &[Move] {
        self.legal.get_or_init(|| self.position.map(Position::legal_moves).unwrap_or_default())
    }

    pub fn piece(&self, cell: Cell) -> Piece {
        self.cells.get(cell.index()).copied().unwrap_or(Piece::NONE)
    }

    /// The position itself; a sketch has none.
    pub fn position(&self) -> Option<&'a Position> {
        self.position
    }

    /// The letter of the piece that moves.
    pub fn mover(&self, mv: Move) -> &'a str {
        self.language.letter(self.piece(mv.from).kind())
    }

    /// Whether it takes something.
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.takes_if(self.piece(mv.to).is_some())
    }

    /// What a rule lets one choose besides the cells of the piece, as coordinates write it: `,` and what it is.
    pub fn choice(&self, mv: Move) -> String {
        self.told(mv, |rule, language| rule.write_choice(language, mv))
    }

    /// The same as SAN writes it.
    pub fn short_choice(&self, mv: Move) -> String {
        self.told(mv, |rule, language| rule.write_short_choice(language, mv))
    }

    fn told(&self, mv: Move, write: impl Fn(&dyn Words, &Language<'_>) -> Option<String>) -> String {
        if mv.choice == Move::NO_CHOICE {
            return String::new();
        }
        let told = self.language.rules.behaviours.iter().find_map(|rule| write(&*rule.words, &self.language));
        told.map_or_else(String::new, |choice| format!(",{choice}"))
    }

    /// A text and what it says of a choice, from the comma on.
    pub fn split_choice(text: &str) -> (&str, &str) {
        text.split_at(text.find(',').unwrap_or(text.len()))
    }

    /// Whether a move makes this choice, written either way; who says nothing leaves it open.
    pub fn fits_choice(&self, mv: Move, choice: &str) -> bool {
        choice.is_empty() || self.choice(mv) == choice || self.short_choice(mv) == choice
    }

    /// What tells a move from others of the same piece to the same cell that do something else on the way: `&` and each
    /// cell it clears, or leaves open to capture.
    pub fn way_mark(&self, mv: Move) -> String {
        if !matches!(mv.kind, MoveKind::Sweep | MoveKind::EnPassant | MoveKind::Passing) {
            return String::new();
        }
        let twin = |other: &Move| {
            *other != mv
                && (other.from, other.to, other.piece) == (mv.from, mv.to, mv.piece)
                && other.choice == mv.choice
                && other.spelling().mark().is_none()
        };
        let Some(position) = self.position.filter(|_| self.legal().iter().any(twin)) else {
            return String::new();
        };
        let cells = match mv.kind {
            MoveKind::Passing => position.passes_over(mv),
            _ => cleared(position, mv),
        };
        cells.into_iter().map(|cell| format!("&{}", self.language.name(cell))).collect()
    }

    /// The letter of the type a move names: with its marks where that is needed to tell it from another type that the same
    /// move could name.
    pub fn chosen_letter(&self, mv: Move) -> &'a str {
        let letter = self.language.letter(mv.piece);
        let whole = self.language.whole_letter(mv.piece);
        let alike = |other: &Move| {
            (other.from, other.to) == (mv.from, mv.to)
                && other.piece != mv.piece
                && other.chosen_type().is_some_and(|kind| self.language.letter(kind) == letter)
        };
        if whole != letter && self.legal().iter().any(alike) { whole } else { letter }
    }

    /// Of moves that fit a text equally, the one that is written exactly so.
    pub fn settle(
        &self,
        mut fits: Vec<Move>,
        text: &str,
        write: impl Fn(Move) -> String,
    ) -> Result<Move, Vec<Move>> {
        if fits.iter().any(|mv| mv.piece == Move::NO_TYPE) && fits.iter().any(|mv| mv.piece != Move::NO_TYPE)
        {
            // Who names no type means none, where that is possible.
            let exact = fits.iter().any(|mv| mv.piece != Move::NO_TYPE && write(*mv) == text);
            fits.retain(|mv| exact || mv.piece == Move::NO_TYPE);
        }
        if fits.len() > 1 {
            let exact: Vec<Move> = fits.iter().copied().filter(|mv| write(*mv) == text).collect();
            if !exact.is_empty() {
                fits = exact;
            }
        }
        match fits[..] {
            [] => Err(fits),
            [mv] => Ok(mv),
            _ => Err(fits),
        }
    }
}

/// The cells that a move clears besides the one it leaves.
fn cleared(position: &Position, mv: Move) -> Vec<Cell> {
    let Ok(ply) = position.clone().play(mv) else { return Vec::new() };
    let cleared = ply.edits.iter().filter_map(|edit| match *edit {
        Edit::Cell { cell, before, after } if before.is_some() && after.is_none() => Some(cell),
        _ => None,
    });
    cleared.filter(|cell| *cell != mv.from).collect()
}

#[cfg(test)]
impl<'a> MoveContext<'a> {
    /// A context put together by hand: a placement, whose turn, the moves taken to be legal.
    pub fn sketch(language: Language<'a>, fen: &str, legal: Vec<Move>) -> MoveContext<'a> {
        let setup = super::fen::read(&language, fen).unwrap();
        let turn = setup.turn.unwrap();
        MoveContext { language, cells: setup.cells, turn, position: None, legal: OnceCell::from(legal) }
    }
}

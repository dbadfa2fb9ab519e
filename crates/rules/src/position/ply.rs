//! What a ply did, told by the rules, so that nobody has to find it out by comparing positions.

use crate::cell::{Cell, Piece, Player};
use crate::compile::game::{AnyTables, Game};
use crate::compile::tables::Tables;
use crate::compile::width::{AnyState, AnyUndo};
use crate::position::Position;
use crate::position::moves::{Edit, Move, MoveKind};
use crate::position::outcome::Reason;
use crate::position::play::Undo;
use crate::position::state::State;
use std::collections::BTreeMap;

/// What a ply did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ply {
    /// What was played.
    pub mv: Move,
    /// Whose turn it was.
    pub turn: Player,
    /// Whether that turn is over with it.
    pub ends_turn: bool,
    /// Every change of a cell and of a hand, in the order it happened; a cell may change twice.
    pub edits: Vec<Edit>,
    /// What the move took off the board, explosions included: pieces of others by their cells, then one's own, the one
    /// that moved last.
    pub captured: Vec<PieceAt>,
    /// Pieces that are on the board as before but of another type or owner, where they stand now.
    pub changed: Vec<Changed>,
    /// What left the board because its army did.
    pub disbanded: Vec<PieceAt>,
    /// Who went out by it, in games for more than two.
    pub out: Vec<Exit>,
    /// Royal pieces that are attacked now, and whose they are.
    pub checked: Vec<(Player, Cell)>,
    /// What it brought everybody, in games for points.
    pub points: Option<Vec<i32>>,
}

/// A piece and where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceAt {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub piece: Piece,
}

/// A piece that is another now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Where it stands now.
    pub cell: Cell,
    /// What it was.
    pub before: Piece,
    /// What it is.
    pub after: Piece,
}

/// A player who went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Who.
    pub player: Player,
    /// Why.
    pub reason: Reason,
    /// Whether with a draw.
    pub drawn: bool,
}

impl Exit {
    /// The reason in words: "by checkmate".
    pub fn words(&self) -> &'static str {
        match (self.drawn, self.reason) {
            (true, Reason::Stalemate) => "by stalemate, with a draw",
            (_, reason) => reason.words(),
        }
    }
}

impl Ply {
    /// What is different after it: each cell and each hand at most once, by their numbers.
    pub fn changes(&self) -> Vec<Edit> {
        let mut cells: BTreeMap<Cell, (Piece, Piece)> = BTreeMap::new();
        let mut hands = BTreeMap::new();
        for edit in &self.edits {
            match *edit {
                Edit::Cell { cell, before, after } => cells.entry(cell).or_insert((before, after)).1 = after,
                Edit::Hand { player, kind, by } => *hands.entry((player, kind)).or_insert(0) += i16::from(by),
            }
        }
        let cells = cells.into_iter().filter(|(_, (before, after))| before != after);
        let cells = cells.map(|(cell, (before, after))| Edit::Cell { cell, before, after });
        let hands = hands.into_iter().filter(|(_, sum)| *sum != 0);
        let by = |by: i16| by.clamp(-128, 127) as i8;
        cells.chain(hands.map(|((player, kind), sum)| Edit::Hand { player, kind, by: by(sum) })).collect()
    }
}

impl Position {
    /// What the move did that was just played here.
    pub(crate) fn tell(&self, undo: &AnyUndo, mv: Move) -> Ply {
        macro_rules! at {
            ($($width:ident),*) => {
                match (&self.game.tables, &self.state, undo) {
                    $((AnyTables::$width(tables), AnyState::$width(after), AnyUndo::$width(undo)) => {
                        Told::new(tables, after, undo, mv).ply(&self.game)
                    })*
                    _ => unreachable!("a state has the width of its game's tables"),
                }
            };
        }
        at!(One, Two, Three, Four, Eleven)
    }

    /// What is different in another position of the same game: each cell and each hand at most once, by their numbers.
    pub fn changes_to(&self, after: &Position) -> Vec<Edit> {
        let mut edits = Vec::new();
        for cell in (0..self.game.board().len()).map(|cell| Cell(cell as u16)) {
            let (before, after) = (self.piece(cell), after.piece(cell));
            if before != after {
                edits.push(Edit::Cell { cell, before, after });
            }
        }
        let types = if self.game.has_hands() { self.game.types().len() } else { 0 };
        for player in (0..self.game.players().len() as u8).map(Player) {
            for kind in (0..types as u8).map(crate::PieceType) {
                let by = i16::from(after.in_hand(player, kind)) - i16::from(self.in_hand(player, kind));
                if by != 0 {
                    edits.push(Edit::Hand { player, kind, by: by.clamp(-128, 127) as i8 });
                }
            }
        }
        edits
    }
}

/// A ply with the states around it.
struct Told<'a, const W: usize> {
    tables: &'a Tables<W>,
    mv: Move,
    undo: &'a Undo<W>,
    before: State<W>,
    /// After what the move itself does, before anybody is put out by it.
    moved: State<W>,
    after: &'a State<W>,
}

impl<'a, const W: usize> Told<'a, W> {
    fn new(tables: &'a Tables<W>, after: &'a State<W>, undo: &'a Undo<W>, mv: Move) -> Self {
        let mut before = *after;
        tables.undo(&mut before, undo);
        let mut moved = before;
        if !mv.is_leaving() {
            tables.try_out(&mut moved, mv);
        }
        Told { tables, mv, undo, before, moved, after }
    }

    fn ply(&self, game: &Game) -> Ply {
        let (before, after) = (&self.before.status, &self.after.status);
        let passes = before.turn != after.turn;
        let ends_turn = match self.mv.leaving() {
            // Without the army of another, who was to move may have no move left and be out as well.
            Some((player, _)) => passes || player.0 == before.turn,
            None => passes || after.moved == 0,
        };
        let captured = self.captured();
        let (changed, disbanded) = self.changed();
        let players = (0..game.players().len() as u8).map(Player);
        let out = self.undo.exits(self.after);
        let checked = players.flat_map(|player| {
            let royals = self.tables.attacked_royals(self.after, player.index());
            royals.into_iter().map(move |cell| (player, Cell(cell as u16)))
        });
        let points = self.undo.points(game, self.after);
        Ply {
            mv: self.mv,
            turn: Player(before.turn),
            ends_turn,
            edits: self.undo.edits(self.tables, self.after),
            checked: checked.collect(),
            captured,
            changed,
            disbanded,
            out,
            points,
        }
    }

    /// Where the piece stands that moved, and what it was.
    fn mover(&self) -> Option<(Cell, Piece)> {
        let from = self.mv.origin()?;
        let to = if self.mv.kind() == MoveKind::Shoot { from } else { self.mv.to() };
        Some((to, self.before.piece(from.index())))
    }

    fn captured(&self) -> Vec<PieceAt> {
        let mv = self.mv;
        // What is taken may be of the same type and owner as what takes it; then its cell looks as before.
        let goes = mv.origin() != mv.goal();
        let direct = mv.takes_if(self.before.piece(mv.to().index()).is_some()) && goes;
        let us = self.before.status.turn;
        let (mut others, mut own) = (Vec::new(), Vec::new());
        for cell in self.before.occupied {
            let at = Some(Cell(cell as u16));
            let piece = self.before.piece(cell);
            // A wall comes and goes as a rule likes; nobody takes it.
            let wall = self.tables.walls.has(piece.kind().index());
            // Who changes places with another is not taken.
            let swapped = mv.kind() == MoveKind::Swap && at == mv.goal();
            if at == mv.origin() || at == mv.partner_from() || wall || swapped {
                continue;
            }
            let taken = direct && at == Some(mv.target());
            if self.moved.piece(cell) != piece && !self.is_converted(cell) || taken {
                let list = if piece.owner().0 == us { &mut own } else { &mut others };
                list.push(PieceAt { cell: Cell(cell as u16), piece });
            }
        }
        if let Some((to, piece)) = self.mover() {
            let there = self.moved.piece(to.index());
            // A captor that turned into a wall changed; nobody took it.
            let stone = there.is_some() && self.tables.walls.has(there.kind().index());
            if !stone && (there.is_none() || there.owner() != piece.owner()) {
                own.push(PieceAt { cell: mv.from(), piece });
            }
        }
        others.append(&mut own);
        others
    }

    /// Whether a piece stayed where it is and is another now, by a rule: what stands there came from nowhere else.
    fn is_converted(&self, cell: usize) -> bool {
        let (before, after) = (self.before.piece(cell), self.moved.piece(cell));
        let at = Some(Cell(cell as u16));
        let mv = self.mv;
        let arrives = at == mv.goal() || at == mv.partner_to() || at == Some(mv.target());
        let wall = |piece: Piece| self.tables.walls.has(piece.kind().index());
        before.is_some()
            && after.is_some()
            && after != before
            && !arrives
            && at != mv.origin()
            && !wall(before)
            && !wall(after)
    }

    /// What became another, and what left the board with its army.
    fn changed(&self) -> (Vec<Changed>, Vec<PieceAt>) {
        let (mut changed, mut disbanded) = (Vec::new(), Vec::new());
        if let Some((cell, before)) = self.mover() {
            let after = self.moved.piece(cell.index());
            let stone = self.tables.walls.has(after.kind().index());
            if after.is_some() && (after.owner() == before.owner() || stone) && after.kind() != before.kind()
            {
                changed.push(Changed { cell, before, after });
            }
        }
        for cell in self.moved.occupied {
            if self.is_converted(cell) {
                let (before, after) = (self.before.piece(cell), self.moved.piece(cell));
                changed.push(Changed { cell: Cell(cell as u16), before, after });
            }
            let (before, after) = (self.moved.piece(cell), self.after.piece(cell));
            let cell = Cell(cell as u16);
            if after.is_none() {
                disbanded.push(PieceAt { cell, piece: before });
            } else if after != before {
                changed.push(Changed { cell, before, after });
            }
        }
        (changed, disbanded)
    }
}

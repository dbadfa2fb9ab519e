//! A position for those who play millions of moves on it: of a known width, changed in place, nothing allocated.
//!
//! [`Position::enter`] looks at the width once and hands over an [`Arena`]; what is asked of it after that goes through
//! a table of functions chosen at the same time, for the board and for the processor.

mod facts;
mod ops;

pub use crate::position::generate::Wanted;
pub use crate::rule::goal::GoalFact;
pub use crate::rule::repetition::{Cycle, RepetitionFact};
pub use facts::Facts;

use crate::cell::Piece;
use crate::compile::game::{AnyTables, Game};
use crate::compile::tables::Tables;
use crate::compile::width::AnyState;
use crate::position::Position;
use crate::position::moves::Move;
use crate::position::play::Undo;
use crate::position::state::State;
use crate::rule::Verdict;
use crate::set::CellSet;
use ops::Ops;

/// A position that is played on in place.
#[derive(Clone)]
pub struct Arena<'g, const W: usize> {
    game: &'g Game,
    pub(crate) tables: &'g Tables<W>,
    ops: Ops<W>,
    pub(crate) state: State<W>,
}

/// What takes a move back.
#[derive(Clone, Debug)]
pub struct Past<const W: usize>(pub(crate) Undo<W>);

/// Something to be done in an arena of whatever width.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Self::Output;
}

impl Position {
    /// Does something with this position in an arena of its own; the position itself stays as it is.
    pub fn enter<V: Visitor>(&self, visitor: V) -> V::Output {
        let game: &Game = self.game();
        macro_rules! at {
            ($($width:ident),*) => {
                match (&game.tables, &self.state) {
                    $((AnyTables::$width(tables), AnyState::$width(state)) => {
                        visitor.visit(Arena { game, tables, ops: Ops::new(), state: State::clone(state) })
                    })*
                    _ => unreachable!("a state has the width of its game's tables"),
                }
            };
        }
        at!(One, Two, Three, Four, Eleven)
    }
}

impl<'g, const W: usize> Arena<'g, W> {
    /// The game.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// What a player has to know of the rules.
    pub fn facts(&self) -> Facts {
        Facts::of(self.game)
    }

    /// Every cell.
    #[inline(always)]
    pub fn all(&self) -> CellSet<W> {
        self.tables.all
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> usize {
        self.state.status.turn as usize
    }

    /// Who still plays, a bit each.
    #[inline(always)]
    pub fn alive(&self) -> u8 {
        self.state.status.alive
    }

    /// Moves made in this turn already, where several make one.
    #[inline(always)]
    pub fn moved(&self) -> u8 {
        self.state.status.moved
    }

    /// Moves since the last progress.
    #[inline(always)]
    pub fn halfmoves(&self) -> u16 {
        self.state.status.halfmoves
    }

    /// The bytes that rules keep in the position: counters, flags.
    #[inline(always)]
    pub fn memory(&self) -> &[u8] {
        &self.state.memory[..self.tables.memory]
    }

    /// The bytes of each rule that keeps any: the first of them, and how many there are.
    pub fn memory_parts(&self) -> impl Iterator<Item = (usize, usize)> + 'g {
        self.game.checked().memory.parts.iter().map(|(first, memory)| (*first, memory.bytes.len()))
    }

    /// What stands on a cell.
    #[inline(always)]
    pub fn piece(&self, cell: usize) -> Piece {
        self.state.piece(cell)
    }

    /// Cells with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> CellSet<W> {
        self.state.occupied
    }

    /// A player's pieces.
    #[inline(always)]
    pub fn of_player(&self, player: usize) -> CellSet<W> {
        self.state.of_player(player)
    }

    /// The pieces of a type, whoever owns them.
    #[inline(always)]
    pub fn of_type(&self, kind: usize) -> CellSet<W> {
        self.state.of_type(kind as u8)
    }

    /// A player's pieces of a type.
    #[inline(always)]
    pub fn of(&self, player: usize, kind: usize) -> CellSet<W> {
        self.state.of(player, kind)
    }

    /// The royal pieces of a player.
    #[inline(always)]
    pub fn royals(&self, player: usize) -> CellSet<W> {
        self.tables.royals(&self.state, player)
    }

    /// A number that is equal for equal positions.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        (self.ops.key)(self.tables, &self.state)
    }

    /// Whether a player must get a royal piece out of an attack.
    #[inline(always)]
    pub fn in_check(&self, player: usize) -> bool {
        self.tables.safety && (self.ops.checked)(self.tables, &self.state, player)
    }

    /// Whether a player attacks a royal of somebody it can hurt.
    pub fn gives_check(&self, player: usize) -> bool {
        self.tables.gives_check(&self.state, player)
    }

    /// Plays a legal move; [`Move::PASS`] may be played even where it is not.
    #[inline(always)]
    pub fn play(&mut self, mv: Move) -> Past<W> {
        Past((self.ops.play)(self.tables, &mut self.state, mv))
    }

    /// Takes the last move back.
    #[inline(always)]
    pub fn undo(&mut self, past: &Past<W>) {
        (self.ops.undo)(self.tables, &mut self.state, &past.0);
    }

    /// Whether a move takes something here.
    #[inline(always)]
    pub fn takes(&self, mv: Move) -> bool {
        mv.takes_if(self.state.piece(mv.to.index()).is_some())
    }

    /// Every spot ([`Arena::spots`]) that the move just played changed, with what was there before and what then.
    #[inline(always)]
    pub fn changes(&self, past: &Past<W>, mut change: impl FnMut(usize, Piece, Piece)) {
        if let Some([(from, piece), (to, victim)]) = past.0.plain_step() {
            change(from as usize, piece, Piece::NONE);
            change(to as usize, victim, piece);
        }
        let edits = past.0.single_edits();
        for (index, &(cell, before)) in edits.iter().enumerate() {
            let later = edits[index + 1..].iter().find(|(other, _)| *other == cell);
            let after = later.map_or_else(|| self.state.piece(cell as usize), |(_, piece)| *piece);
            change(cell as usize, before, after);
        }
        self.hand_changes(past, &mut change);
    }

    /// Adds legal moves of one sort to a list. Asked for captures and quiet moves apart, each move comes once; where
    /// captures are forced or a player may pass ([`Facts::in_stages`]) only [`Wanted::All`] is right.
    #[inline(always)]
    pub fn generate(&self, wanted: Wanted, moves: &mut Vec<Move>) {
        (self.ops.generate)(self.tables, &self.state, wanted, moves);
    }

    /// Whether any number is a legal move, without listing them all if that can be avoided; the list is for the rest.
    #[inline(always)]
    pub fn is_legal(&self, mv: Move, scratch: &mut Vec<Move>) -> bool {
        (self.ops.legal)(self.tables, &self.state, mv, scratch)
    }

    /// Whether there is a legal move.
    pub fn has_move(&self) -> bool {
        self.tables.has_move(&self.state)
    }

    /// What was decided by what was played: about whom, and what it means for that player.
    #[inline(always)]
    pub fn ending(&self) -> Option<(usize, Verdict)> {
        let ending = self.state.status.ending;
        ending.is_over().then_some((ending.player as usize, ending.verdict))
    }

    /// Whether nobody can win any more by what is left.
    pub fn is_material_dead(&self) -> bool {
        crate::rule::material::is_dead(self.tables, &self.state, self.game)
    }

    /// Pieces of others that a player attacks and that nothing protects; see the rule of repetition.
    pub fn chased_by(&self, player: usize) -> CellSet<W> {
        self.tables.chased_by(&self.state, player)
    }

    /// A player's pieces that take on a cell, if these cells are occupied and something of another's stands there.
    #[inline(always)]
    pub fn attackers(&self, player: usize, cell: usize, occupied: CellSet<W>) -> CellSet<W> {
        (self.ops.attackers)(self.tables, &self.state, player, cell, occupied)
    }

    /// Whether a player has a piece that takes on a cell.
    #[inline(always)]
    pub fn attacks(&self, player: usize, cell: usize) -> bool {
        (self.ops.attacks)(self.tables, &self.state, player, cell)
    }

    /// Where a piece of a player could go from a cell, own pieces not left out, if these cells are occupied and these
    /// are others' pieces.
    #[inline(always)]
    pub fn reach(
        &self,
        player: usize,
        kind: usize,
        from: usize,
        occupied: CellSet<W>,
        foes: CellSet<W>,
    ) -> CellSet<W> {
        (self.ops.reach)(self.tables, player, kind, from, occupied, foes)
    }

    /// Whether only royals can move, and each of their moves leaves one open to capture.
    pub fn only_unsafe_royal_moves(&self) -> bool {
        self.tables.only_unsafe_royal_moves(&self.state)
    }

    /// What it means for the player to move to have no move, in check or not.
    pub fn stuck(&self, checked: bool) -> Verdict {
        self.tables.stuck(&self.state, self.game, checked)
    }
}

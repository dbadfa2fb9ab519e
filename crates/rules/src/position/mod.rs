//! One state of a game: whose turn, what stands where, what may be played.

use crate::cell::{Cell, Piece, Player};
use crate::compile::game::{AnyTables, Game};
use crate::compile::tables::Tables;
use crate::compile::width::{AnyState, AnyUndo, with_width};
use crate::position::generate::sink::Count;
use crate::position::moves::Move;
use crate::position::outcome::{Outcome, Reason};
use crate::position::setup::Setup;
use crate::position::state::Ending;
use crate::rule::Verdict;
use std::fmt;
use std::sync::Arc;

pub(crate) mod arbiter;
mod build;
pub(crate) mod generate;
pub(crate) mod legality;
pub(crate) mod line;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod ply;
mod pseudo;
pub(crate) mod setup;
pub(crate) mod state;

/// A position. It holds no history and copies flat.
#[derive(Clone)]
pub struct Position {
    game: Arc<Game>,
    pub(crate) state: AnyState,
}

/// Why a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

impl Position {
    /// The start of a game.
    pub fn start(game: &Arc<Game>) -> Position {
        Position::new(game, game.start()).unwrap_or_else(|error| unreachable!("a game starts: {error}"))
    }

    /// Checks a setup; an impossible one is refused with the reason.
    pub fn new(game: &Arc<Game>, setup: &Setup) -> Result<Position, SetupError> {
        let state = match &game.tables {
            AnyTables::One(tables) => AnyState::One(build::state(game, tables, setup)?),
            AnyTables::Two(tables) => AnyState::Two(build::state(game, tables, setup)?),
            AnyTables::Three(tables) => AnyState::Three(build::state(game, tables, setup)?),
            AnyTables::Four(tables) => AnyState::Four(build::state(game, tables, setup)?),
            AnyTables::Eleven(tables) => AnyState::Eleven(Box::new(build::state(game, tables, setup)?)),
        };
        Ok(Position { game: game.clone(), state })
    }

    /// The position as data.
    pub fn setup(&self) -> Setup {
        with_width!(self.game, &self.state, |tables, state| build::setup(tables, state))
    }

    /// Whether a player attacks a royal piece of somebody it can hurt.
    pub(crate) fn gives_check(&self, player: Player) -> bool {
        with_width!(self.game, &self.state, |tables, state| tables.gives_check(state, player.index()))
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        with_width!(self.game, &self.state, |_tables, state| Player(state.status.turn))
    }

    /// What stands on a cell.
    pub fn piece(&self, cell: Cell) -> Piece {
        with_width!(self.game, &self.state, |_tables, state| state.piece(cell.index()))
    }

    /// Every legal move; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        with_width!(self.game, &self.state, |tables, state| perft::list(tables, state, &mut moves));
        moves
    }

    /// How many legal moves there are; cheaper than listing them.
    pub fn count_moves(&self) -> u64 {
        let mut count = Count::default();
        with_width!(self.game, &self.state, |tables, state| tables.generate_apart(state, &mut count));
        count.0
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self) -> bool {
        with_width!(self.game, &self.state, |tables, state| tables.has_move(state))
    }

    /// The royal pieces of a player that are attacked, also where that is not forbidden.
    pub fn attacked_royals(&self, player: Player) -> Vec<Cell> {
        with_width!(self.game, &self.state, |tables, state| {
            tables.attacked_royals(state, player.index()).into_iter().map(|cell| Cell(cell as u16)).collect()
        })
    }

    /// Plays a legal move and keeps what takes it back.
    pub(crate) fn advance(&mut self, mv: Move) -> AnyUndo {
        macro_rules! at {
            ($($width:ident),*) => {
                match (&self.game.tables, &mut self.state) {
                    $((AnyTables::$width(tables), AnyState::$width(state)) => {
                        AnyUndo::$width(tables.play_apart::<true>(state, mv).into())
                    })*
                    _ => unreachable!("a state has the width of its game's tables"),
                }
            };
        }
        at!(One, Two, Three, Four, Eleven)
    }

    /// Takes a move back.
    pub(crate) fn retreat(&mut self, undo: &AnyUndo) {
        macro_rules! at {
            ($($width:ident),*) => {
                match (&self.game.tables, &mut self.state, undo) {
                    $((AnyTables::$width(tables), AnyState::$width(state), AnyUndo::$width(undo)) => {
                        tables.undo(state, undo);
                    })*
                    _ => unreachable!("a state has the width of its game's tables"),
                }
            };
        }
        at!(One, Two, Three, Four, Eleven);
    }

    /// Moves played since the last capture or other progress.
    pub fn halfmoves(&self) -> u16 {
        with_width!(self.game, &self.state, |_tables, state| state.status.halfmoves)
    }

    /// How the game ended, if it has by what stands here (repetition needs a [`crate::Line`]).
    pub fn outcome(&self) -> Option<Outcome> {
        let (ending, turn) =
            with_width!(self.game, &self.state, |_tables, state| (state.status.ending, state.status.turn));
        if ending.is_over() {
            return Some(self.ended(ending));
        }
        let rules = &self.game.checked().rules;
        let turn = turn as usize;
        if !self.has_moves() {
            let attacked = !self.attacked_royals(Player(turn as u8)).is_empty() && !rules.check.ignored;
            let reason = if attacked { Reason::Checkmate } else { Reason::Stalemate };
            let verdict = with_width!(self.game, &self.state, |tables, state| {
                tables.stuck(state, &self.game, attacked)
            });
            return Some(self.verdict(reason, turn, verdict));
        }
        let two = self.game.players().len() == 2;
        let only_unsafe =
            || with_width!(self.game, &self.state, |tables, state| tables.only_unsafe_royal_moves(state));
        if two && rules.mate.unsafe_royal != Verdict::None && only_unsafe() {
            return Some(self.verdict(Reason::UnsafeRoyal, turn, rules.mate.unsafe_royal));
        }
        if rules.end_without_material() && self.is_material_dead() {
            return Some(self.verdict(Reason::Material, turn, Verdict::Draw));
        }
        let limit = rules.progress.as_ref().and_then(|p| Some((p.automatic?, p.verdict)));
        limit
            .filter(|(moves, verdict)| *verdict != Verdict::None && self.has_stalled(*moves))
            .map(|(_, verdict)| self.verdict(Reason::NoProgress, turn, verdict))
    }

    /// Who is still in the game, in the order of turns.
    pub fn playing(&self) -> impl Iterator<Item = Player> + use<> {
        let alive = with_width!(self.game, &self.state, |_tables, state| state.status.alive);
        (0..self.game.players().len() as u8).filter(move |player| alive >> player & 1 != 0).map(Player)
    }

    /// Whether so many moves of each player passed without progress.
    pub(crate) fn has_stalled(&self, moves: u16) -> bool {
        u32::from(self.halfmoves()) >= u32::from(moves) * self.playing().count() as u32
    }

    fn is_material_dead(&self) -> bool {
        with_width!(self.game, &self.state, |tables, state| crate::rule::material::is_dead(
            tables, state, &self.game
        ))
    }

    /// Pieces of others that a player attacks and that nothing protects. Royals, and whom the rule of repetition
    /// exempts, neither chase nor count as chased.
    pub(crate) fn chased_by(&self, player: Player) -> Vec<Cell> {
        with_width!(self.game, &self.state, |tables, state| {
            tables.chased_by(state, player.index()).into_iter().map(|cell| Cell(cell as u16)).collect()
        })
    }

    /// The outcome of an end that was declared; a rule tells its own in its words.
    fn ended(&self, ending: Ending) -> Outcome {
        let mut outcome = self.verdict(ending.why(), ending.player as usize, ending.verdict);
        let declared = ending.declared_by().and_then(|rule| self.game.checked().rules.behaviours.get(rule));
        if let Some(words) = declared.and_then(|rule| rule.words.end_words()) {
            outcome.sentence = outcome.sentence.replace(Reason::Rule.words(), words);
        }
        outcome
    }

    /// An outcome in which something happened to a player.
    pub(crate) fn verdict(&self, reason: Reason, player: usize, verdict: Verdict) -> Outcome {
        if self.game.players().len() == 2 {
            let odds = self.game.checked().rules.draw_odds.filter(|_| verdict.is_neutral());
            let (player, verdict) = odds.map_or((player, verdict), |winner| (winner, Verdict::Win));
            return Outcome::new(self.game.players(), reason, player, verdict);
        }
        self.outcome_of_many(reason, player, verdict)
    }

    /// A number that is equal for equal positions.
    pub fn hash(&self) -> u64 {
        with_width!(self.game, &self.state, |tables, state| tables.key(state))
    }

    /// The same number, counted from nothing instead of kept: for tests.
    #[doc(hidden)]
    pub fn hash_afresh(&self) -> u64 {
        fn afresh<const W: usize>(tables: &Tables<W>, state: &state::State<W>) -> u64 {
            let mut copy = *state;
            copy.status.hash = tables.hash_afresh(state);
            tables.key(&copy)
        }
        with_width!(self.game, &self.state, |tables, state| afresh(tables, state))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.game, &other.game) && self.state == other.state
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game.about().id, crate::notation::format_fen(self))
    }
}

//! The one place where the width of a board is looked at: once a call, never in a loop.

use crate::position::play::Undo;
use crate::position::state::State;

/// A state of the width its board needs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant, reason = "a position copies flat")]
pub(crate) enum AnyState {
    One(State<1>),
    Two(State<2>),
    Three(State<3>),
    Four(State<4>),
    /// Apart, so that others stay small.
    Eleven(Box<State<11>>),
}

/// What takes a move back, of the same width.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "most are of one kind")]
pub(crate) enum AnyUndo {
    One(Undo<1>),
    Two(Undo<2>),
    Three(Undo<3>),
    Four(Undo<4>),
    Eleven(Box<Undo<11>>),
}

/// Runs code with tables and state of the right width.
macro_rules! with_width {
    ($game:expr, $state:expr, |$tables:ident, $inner:ident| $body:expr) => {
        match (&$game.tables, $state) {
            (crate::compile::game::AnyTables::One($tables), crate::compile::width::AnyState::One($inner)) => {
                $body
            }
            (crate::compile::game::AnyTables::Two($tables), crate::compile::width::AnyState::Two($inner)) => {
                $body
            }
            (
                crate::compile::game::AnyTables::Three($tables),
                crate::compile::width::AnyState::Three($inner),
            ) => $body,
            (
                crate::compile::game::AnyTables::Four($tables),
                crate::compile::width::AnyState::Four($inner),
            ) => $body,
            (
                crate::compile::game::AnyTables::Eleven($tables),
                crate::compile::width::AnyState::Eleven($inner),
            ) => $body,
            _ => unreachable!("a state has the width of its game's tables"),
        }
    };
}
pub(crate) use with_width;

/// Runs code with the tables of a game, whatever their width.
macro_rules! with_tables {
    ($game:expr, |$tables:ident| $body:expr) => {
        match &$game.tables {
            crate::compile::game::AnyTables::One($tables) => $body,
            crate::compile::game::AnyTables::Two($tables) => $body,
            crate::compile::game::AnyTables::Three($tables) => $body,
            crate::compile::game::AnyTables::Four($tables) => $body,
            crate::compile::game::AnyTables::Eleven($tables) => $body,
        }
    };
}
pub(crate) use with_tables;

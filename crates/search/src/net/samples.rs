//! What learning needs to know of the positions of a game that was played.

use super::Inputs;
use crate::engine::Engine;
use crate::knowledge::{Knowledge, Sides};
use chatura_rules::arena::{Arena, Visitor};
use chatura_rules::{MAX_PLAYERS, Move, Position};

/// A position of a game that was played.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// How many moves led to it.
    pub ply: usize,
    /// Whose turn it is.
    pub turn: usize,
    /// Who still plays, a bit each.
    pub alive: u8,
    /// Whether the player to move is in check, or the move played takes or promotes: what it is worth will show only
    /// after that.
    pub violent: bool,
    /// What is so in it; see [`Inputs`].
    pub facts: &'a [u32],
    /// How many pieces there are on the board.
    pub pieces: usize,
    /// What it is worth without a net: with two players to the one whose turn it is, first of all; with more how strong
    /// each stands.
    pub values: [i32; MAX_PLAYERS],
}

impl Engine {
    /// Goes through a game of this engine's and tells every position a move was played in.
    pub fn samples(
        &self,
        first: &Position,
        moves: &[Move],
        inputs: &Inputs,
        tell: &mut dyn FnMut(&Sample<'_>),
    ) {
        first.enter(Replay { engine: self, moves, inputs, tell });
    }
}

struct Replay<'a> {
    engine: &'a Engine,
    moves: &'a [Move],
    inputs: &'a Inputs,
    tell: &'a mut dyn FnMut(&Sample<'_>),
}

impl Visitor for Replay<'_> {
    type Output = ();

    fn visit<const W: usize>(self, mut arena: Arena<'_, W>) {
        let know: &Knowledge<W> = self.engine.knowledge();
        let mut facts = Vec::new();
        for (ply, mv) in self.moves.iter().enumerate() {
            let (turn, alive) = (arena.turn(), arena.alive());
            let sides = Sides::new(know, turn, alive);
            let sum = know.accumulate(&arena, &sides);
            let mut values = [0; MAX_PLAYERS];
            match know.players {
                2 => values[0] = know.evaluate(&arena, &sum, &sides),
                _ => values = know.strengths(&arena, &sum, &sides),
            }
            self.inputs.facts(&arena, &mut facts);
            let violent = arena.in_check(turn) || arena.is_tactical(*mv);
            let pieces = arena.occupied().len();
            (self.tell)(&Sample { ply, turn, alive, violent, facts: &facts, pieces, values });
            arena.play(*mv);
        }
    }
}

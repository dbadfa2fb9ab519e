//! No legal move: checkmate, stalemate, and the end by nothing but unsafe royal moves.

use super::{Rule, Section, Verdict, verdict_key, word};
use crate::compile::game::Game;
use crate::compile::tables::Tables;
use crate::position::moves::Move;
use crate::position::state::State;

/// What having no move means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mate {
    /// With an attacked royal.
    pub checkmate: Verdict,
    /// Without.
    pub stalemate: Verdict,
    /// Nothing but a royal can move, and only to where it can be taken.
    pub unsafe_royal: Verdict,
}

impl Default for Mate {
    fn default() -> Self {
        Mate { checkmate: Verdict::Loss, stalemate: Verdict::Draw, unsafe_royal: Verdict::None }
    }
}

/// What checkmate means.
pub(crate) const CHECKMATE: Rule = Rule {
    section: Section::End,
    spec: verdict_key(
        "checkmate",
        "\"loss\"",
        "What it means to be without a legal move while a royal piece is attacked; with `none` a draw, since the game \
         cannot go on. For two players; with more, `elimination` says.",
    ),
    compile: |draft, value| {
        draft.rules.mate.checkmate = Verdict::of(word(value));
        Ok(())
    },
    describe: |prose| {
        let mate = prose.rules.mate;
        let Some(royal) = prose.royal().filter(|_| prose.rules.check.can_be_given()) else { return };
        if mate.checkmate.or_draw() == mate.stalemate.or_draw() {
            return prose.judge(mate.checkmate.or_draw(), "has no legal move, in check or not,");
        }
        let what = format!("is checkmated (the {royal} is attacked and no legal move is left)");
        prose.judge(mate.checkmate.or_draw(), &what);
    },
    leaves_only_mate: |rules| rules.mate.checkmate == Verdict::Loss,
    ..Rule::PLAIN
};

/// What stalemate means.
pub(crate) const STALEMATE: Rule = Rule {
    section: Section::End,
    spec: verdict_key(
        "stalemate",
        "\"draw\"",
        "What it means to be without a legal move while no royal piece is attacked; with `none` a draw, since the game \
         cannot go on. For two players; with more, `elimination` says.",
    ),
    compile: |draft, value| {
        draft.rules.mate.stalemate = Verdict::of(word(value));
        Ok(())
    },
    describe: |prose| {
        let (mate, check) = (prose.rules.mate, prose.rules.check);
        match prose.royal() {
            // What becomes of one of many who cannot move is told with those who leave.
            _ if prose.players().len() > 2 => {}
            Some(_) if check.can_be_given() && mate.checkmate.or_draw() == mate.stalemate.or_draw() => {}
            Some(_) if check.can_be_given() => {
                prose.judge(mate.stalemate.or_draw(), "has no legal move and is not in check");
            }
            _ => prose.judge(mate.stalemate.or_draw(), "has no legal move"),
        }
    },
    wins: |rules| !rules.mate.stalemate.is_neutral(),
    leaves_only_mate: |rules| rules.mate.stalemate.is_neutral(),
    ..Rule::PLAIN
};

/// What it means to have only unsafe royal moves.
pub(crate) const UNSAFE_ROYAL: Rule = Rule {
    section: Section::End,
    spec: verdict_key(
        "unsafe-royal",
        "\"none\"",
        "For two players, in games that ignore check: what it means when no piece but a royal one can move, and every such move \
         leaves it open to capture.",
    ),
    compile: |draft, value| {
        draft.rules.mate.unsafe_royal = Verdict::of(word(value));
        Ok(())
    },
    describe: |prose| {
        let two = prose.players().len() == 2;
        if let Some(royal) = prose.royal().filter(|_| two && prose.rules.check.ignored) {
            let what = format!("can move only the {royal}, and only to where it can be captured,");
            prose.judge(prose.rules.mate.unsafe_royal, &what);
        }
    },
    wins: |rules| !rules.mate.unsafe_royal.is_neutral(),
    leaves_only_mate: |rules| rules.mate.unsafe_royal.is_neutral(),
    ..Rule::PLAIN
};

impl<const W: usize> Tables<W> {
    /// What it means for the player to move to have no move, in check or not: what a rule that listens says, else what
    /// the game does. One whose definition says nothing about it cannot go on either.
    pub fn stuck(&self, state: &State<W>, game: &Game, checked: bool) -> Verdict {
        let mate = game.checked().rules.mate;
        let verdict = if checked { mate.checkmate } else { mate.stalemate };
        self.rules.listeners.no_moves(self, state).unwrap_or(verdict.or_draw())
    }

    /// Whether only royals can move, and each of their moves leaves one open to capture.
    pub fn only_unsafe_royal_moves(&self, state: &State<W>) -> bool {
        let us = state.status.turn as usize;
        let mut moves = Vec::new();
        self.generate_apart(state, &mut moves);
        moves.iter().all(|mv: &Move| {
            let moved = mv.origin().map(|from| state.piece(from.index()).kind().index());
            if !moved.is_some_and(|kind| self.royal.has(kind) || self.last_royal.has(kind)) {
                return false;
            }
            let mut next = *state;
            self.try_out(&mut next, *mv);
            self.attacked_royals(&next, us).any()
        })
    }
}

//! No legal move: checkmate, stalemate, and the end by nothing but unsafe royal moves.

use super::{Rule, Section, Verdict, verdict_key, word};

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
        "What it means to be without a legal move while a royal piece is attacked. For two players; with more, \
         `elimination` says.",
    ),
    compile: |draft, value| {
        draft.rules.mate.checkmate = Verdict::of(word(value));
        Ok(())
    },
    describe: |prose| {
        let mate = prose.rules.mate;
        let Some(royal) = prose.royal().filter(|_| prose.rules.check.can_be_given()) else { return };
        if mate.checkmate == mate.stalemate {
            return prose.judge(mate.checkmate, "has no legal move, in check or not,");
        }
        let what = format!("is checkmated (the {royal} is attacked and no legal move is left)");
        prose.judge(mate.checkmate, &what);
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
        "What it means to be without a legal move while no royal piece is attacked. For two players; with more, \
         `elimination` says.",
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
            Some(_) if check.can_be_given() && mate.checkmate == mate.stalemate => {}
            Some(_) if check.can_be_given() => {
                prose.judge(mate.stalemate, "has no legal move and is not in check");
            }
            _ => prose.judge(mate.stalemate, "has no legal move"),
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
        if let Some(royal) = prose.royal() {
            let what = format!("can move only the {royal}, and only to where it can be captured,");
            prose.judge(prose.rules.mate.unsafe_royal, &what);
        }
    },
    wins: |rules| !rules.mate.unsafe_royal.is_neutral(),
    leaves_only_mate: |rules| rules.mate.unsafe_royal.is_neutral(),
    ..Rule::PLAIN
};

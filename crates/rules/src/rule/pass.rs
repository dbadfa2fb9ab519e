//! Passing: doing nothing instead of moving.

use super::behaviour::{Behaviour, Events, Safety, Words};
use super::{Rule, Section, word};
use crate::cell::Cell;
use crate::definition::{Kind, Spec};
use crate::describe::{Chapter, Prose};
use crate::notation::context::MoveContext;
use crate::notation::spelling::{Named, Notation, Reading, Said, Spelling};
use crate::position::generate::sink::Sink;
use crate::position::generate::{MoveGen, Wanted};
use crate::position::moves::{Move, MoveKind};

/// When a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// When there is no other legal move.
    Stuck,
    /// Whenever it is not in check.
    Always,
}

impl Words for Pass {
    fn describe(&self, prose: &mut Prose<'_>) {
        let sentence = match self {
            Pass::Stuck => "A player without a legal move passes, unless in check.",
            Pass::Always => "A player who is not in check may pass.",
        };
        prose.say(Chapter::Moves, sentence);
    }

    fn may_pass(&self) -> bool {
        *self == Pass::Always
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Pass {
    fn listens(&self) -> Events {
        Events::SPECIAL_MOVES
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn special_moves(&self, here: &MoveGen<'_, W>, _: &[u8], sink: &mut dyn Sink<W>) {
        let wanted = here.wanted != Wanted::Captures && (*self == Pass::Always || sink.count() == 0);
        if wanted && (!here.tables.safety || here.tables.attacked_royals(here.state, here.us).is_empty()) {
            sink.one(Move::PASS);
        }
    }
}

/// How passing is spelled: `0000`, in SAN `--`.
struct PassSpelling;

impl Spelling for PassSpelling {
    fn kind(&self) -> Option<MoveKind> {
        Some(MoveKind::Pass)
    }

    fn whole(&self, _: &MoveContext<'_>, _: Move, notation: Notation) -> Option<String> {
        Some(if notation == Notation::San { "--" } else { "0000" }.to_owned())
    }

    fn read(&self, context: &MoveContext<'_>, said: &Said<'_>, notation: Notation) -> Option<Reading> {
        let passes = match said.text {
            "--" | "0000" | "@@@@" => true,
            "Z0" => notation == Notation::San,
            text => text.eq_ignore_ascii_case("pass"),
        };
        let found = || context.legal().iter().filter(|mv| mv.kind == MoveKind::Pass).copied();
        passes.then(|| Reading::Moves { found: found().take(1).collect(), near: Vec::new() })
    }

    fn is_named(&self, _: Move, _: &Named) -> bool {
        false
    }

    fn goes_to(&self, _: Move, _: Cell, _: Option<&'static str>, _: bool) -> bool {
        false
    }
}

/// When a player may pass.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "pass",
        kind: Kind::Word(&["never", "stuck", "always"]),
        default: "never",
        documentation: "When a player may pass: never, only when `stuck` without a legal move, or always. Nobody \
                        may pass while a royal piece is attacked.",
    },
    compile: |draft, value| {
        match word(value) {
            "stuck" => draft.listen(Pass::Stuck),
            "always" => draft.listen(Pass::Always),
            _ => {}
        }
        Ok(())
    },
    moves: Some(&PassSpelling),
    ..Rule::PLAIN
};

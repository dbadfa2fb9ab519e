//! Rising: instead of moving, a piece becomes another where it stands or one step further.

use super::behaviour::{Behaviour, Events, Safety, Words};
use super::{Rule, Section, seen};
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::tables::Types;
use crate::definition::{Kind, Problem, Spec};
use crate::describe::{Chapter, Prose, a, cardinal};
use crate::position::generate::sink::Sink;
use crate::position::generate::{MoveGen, Wanted};
use crate::position::moves::Move;
use crate::position::setup::Setup;
use crate::set::{CellSet, Zone};
use std::sync::Arc;

/// What rises, to what, and where.
#[derive(Clone, Debug)]
struct Rising {
    of: PieceType,
    to: PieceType,
    /// As the first player sees it.
    zone: Zone,
    /// Whether the last one of its type may do so anywhere.
    last_anywhere: bool,
    /// How many of the new type a player may have.
    most: usize,
}

impl Words for Rising {
    fn describe(&self, prose: &mut Prose<'_>) {
        let (of, to) = (prose.name(self.of).to_owned(), prose.name(self.to).to_owned());
        let last = match self.last_anywhere {
            true => format!(", or a player's only {of} anywhere,"),
            false => String::new(),
        };
        let sentence = format!(
            "Instead of moving, {} on {}{last} may become {} there, or on an empty cell to which {} could go; the new \
             piece may attack nothing, and no check may be opened.",
            a(&of),
            prose.zone(self.zone),
            a(&to),
            a(&to)
        );
        prose.say(Chapter::Moves, sentence);
        if self.most < 64 {
            let most = cardinal(self.most as u16);
            let sentence = format!("Nobody may come to have more than {most} of type {to} by that.");
            prose.say(Chapter::Moves, sentence);
        }
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Rising {
    fn listens(&self) -> Events {
        Events::SPECIAL_MOVES
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        Some(Arc::new(Riser::<W> {
            rule: self.clone(),
            alike: checked.alike(self.to),
            zones: checked.views.iter().map(|view| seen(self.zone, view)).collect(),
        }))
    }
}

/// The same, with a zone for each player.
#[derive(Debug)]
struct Riser<const W: usize> {
    rule: Rising,
    alike: Types,
    zones: Vec<CellSet<W>>,
}

impl<const W: usize> Words for Riser<W> {}

impl<const W: usize> Behaviour<W> for Riser<W> {
    fn listens(&self) -> Events {
        Events::SPECIAL_MOVES
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn special_moves(&self, here: &MoveGen<'_, W>, _: &[u8], sink: &mut dyn Sink<W>) {
        let (state, us) = (here.state, here.us);
        let has: usize = self.alike.map(|kind| state.of(us, kind as usize).len()).sum();
        if here.wanted == Wanted::Captures || has >= self.rule.most {
            return;
        }
        let all = state.of(us, self.rule.of.index());
        let alone = self.rule.last_anywhere && all.len() == 1;
        let mover = here.tables.mover(us, self.rule.of.index());
        for from in if alone { all } else { all & self.zones[us] } {
            let risen = |to: usize| Move::step(from, to).with_piece(self.rule.to);
            // It goes as one that has been there all the time: first moves of what is unmoved are not its own.
            let around = here.tables.destinations(&here.after(risen(from)), from, CellSet::EMPTY, false);
            // Who may go there and promote to the same type has that move already.
            let unmoved = state.marks.unmoved().has(from);
            let goes = here.tables.destinations(state, from, CellSet::EMPTY, unmoved) & here.empty;
            let promotes =
                |to: &usize| goes.has(*to) && here.turned(mover, Move::step(from, *to)).contains(&risen(*to));
            for to in (around & here.empty | CellSet::of(from)).into_iter().filter(|to| !promotes(to)) {
                let next = here.after(risen(to));
                let attacks = || here.tables.takes(&next, to, here.foes).any();
                if here.legal_by_play(risen(to)) && !attacks() && !here.tables.gives_check(&next, us) {
                    sink.one(risen(to));
                }
            }
        }
    }
}

/// What rises, to what, and where.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "rising",
        kind: Kind::Table(&[
            Spec { name: "of", kind: Kind::Piece, default: "required", documentation: "Which type." },
            Spec { name: "to", kind: Kind::Piece, default: "required", documentation: "What it becomes." },
            Spec { name: "zone", kind: Kind::Zone, default: "\"all\"", documentation: "Where it stands." },
            Spec {
                name: "last-anywhere",
                kind: Kind::Flag,
                default: "false",
                documentation: "A player's only piece of this type may do so wherever it stands.",
            },
            Spec {
                name: "most",
                kind: Kind::Number(1, 64),
                default: "any number",
                documentation: "How many pieces of the new type a player may have.",
            },
        ]),
        default: "none",
        documentation: "Instead of moving, a piece becomes another where it stands, or on an empty cell to which the new \
                        piece could go from there, as one that has moved. The new piece may attack nothing, and no check may be opened. Written as a promotion, in place \
                        with the same cell twice: `e5e5m`.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let one = |key: &str| reader.pieces(key).first().copied();
        let (Some(of), Some(to)) = (one("of"), one("to")) else {
            return Err(Problem::new(value.span, "rising needs \"of\" and \"to\"", "incomplete")
                .help("rising = { of = \"pawn\", to = \"met\", zone = \"last 4 ranks\" }")
                .into());
        };
        let royal = |kind: PieceType| draft.pieces[kind.index()].royal != crate::definition::Royal::No;
        if royal(of) || royal(to) {
            return Err(Problem::new(value.span, "a royal piece cannot come or go by rising", "royal").into());
        }
        let zone = reader.zone("zone").unwrap_or(CellSet::first(draft.board.len()));
        let (last_anywhere, most) = (reader.flag("last-anywhere", false), reader.number("most", 64) as usize);
        draft.listen(Rising { of, to, zone, last_anywhere, most });
        Ok(())
    },
    ..Rule::PLAIN
};

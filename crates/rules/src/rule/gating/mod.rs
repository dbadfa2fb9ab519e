//! Gating: when a piece leaves its start cell for the first time, one from the hand may come in behind it.

mod fen;
mod setup;
pub(super) mod text;

use super::parts::AnyParts;
use super::{Rule, Section};
use crate::cell::{Cell, PieceType};
use crate::compile::tables::Tables;
use crate::definition::{Kind, Spec, Value};
use crate::describe::Chapter;
use crate::position::generate::MoveGen;
use crate::position::generate::sink::Sink;
use crate::position::moves::{Move, MoveKind};
use crate::position::play::Undo;
use crate::position::state::State;
use crate::set::{CellSet, Zone};

/// Who may bring pieces in, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gating {
    /// The cells that can be gates, as the first player sees them.
    pub zone: Zone,
}

/// The same, ready to use.
#[derive(Debug)]
pub(crate) struct GatingTable<const W: usize> {
    /// For each player the cells that can be gates.
    pub zones: Vec<CellSet<W>>,
}

impl<const W: usize> GatingTable<W> {
    /// Puts moves that bring a piece in into the sink. Each is one of the plain moves already there and a piece on
    /// the cell it leaves, so all are tried by playing them.
    #[inline(never)]
    fn generate<S: Sink<W> + ?Sized>(&self, here: &MoveGen<'_, W>, sink: &mut S) {
        let Some(drops) = &here.tables.rules.drops else { return };
        let (state, us) = (here.state, here.us);
        let gates = state.marks.0[GATES] & state.owner[us];
        if gates.is_empty() || state.hands[us] == [0; crate::position::state::MAX_HAND] {
            return;
        }
        let held = |place: &usize| state.hands[us][*place] > 0;
        let places: Vec<usize> = (0..drops.held.len()).filter(held).collect();
        for mv in here.loose_moves().into_iter().filter(|mv| mv.piece == Move::NO_TYPE) {
            let castles = mv.kind == MoveKind::Castle;
            for (at, flag) in [(mv.from.index(), 0), (mv.extra.index(), Move::AT_PARTNER)] {
                if !gates.has(at) || flag != 0 && !castles {
                    continue;
                }
                if !(mv.kind.is_step() || castles) {
                    continue;
                }
                for &place in &places {
                    let mut gate = mv.with_piece(drops.held[place]);
                    if castles {
                        gate.node |= flag;
                        if gate.to.index() == at || gate.partner_to().is_some_and(|cell| cell.index() == at) {
                            continue;
                        }
                    } else {
                        // A first move of several steps can be taken in passing, whatever came in behind it.
                        gate.node = mv.path().map_or(0, |path| path + 1);
                        gate.kind = MoveKind::Gate;
                    }
                    if here.legal_by_play(gate) {
                        sink.one(gate);
                    }
                }
            }
        }
    }
}

impl Move {
    /// Castling, set in the further number if a piece comes in where the partner stood.
    pub(crate) const AT_PARTNER: u16 = 1 << 15;

    /// The type that comes out of the hand along with a move or a castling, and the cell it comes to.
    pub fn gated(self) -> Option<(PieceType, Cell)> {
        match self.kind {
            MoveKind::Gate => Some((self.piece, self.from)),
            _ => self.castling_gate().map(|cell| (self.piece, cell)),
        }
    }

    /// The cell a castling leaves to a piece from the hand, the king's or the partner's, if it brings one in.
    fn castling_gate(self) -> Option<Cell> {
        let gates = self.kind == MoveKind::Castle && self.piece != Move::NO_TYPE;
        gates.then_some(if self.node & Move::AT_PARTNER == 0 { self.from } else { self.extra })
    }
}

/// Which marks of a position are gates that are still open.
const GATES: usize = 1;

impl<const W: usize> Tables<W> {
    /// The piece comes in that a castling brings.
    #[inline(always)]
    pub fn gate_behind<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) {
        if let Some(gate) = mv.castling_gate() {
            self.bring_in::<HASH>(state, undo, us, mv.piece, gate.index());
        }
    }

    /// A piece goes, and another comes in behind it; says whether that was progress.
    pub fn play_gate<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        let counts = self.rules.progress >> state.piece(mv.from.index()).kind().0 & 1 != 0;
        let took = self.play_changing::<HASH>(state, undo, Move::step(mv.from.index(), mv.to.index()), us);
        self.bring_in::<HASH>(state, undo, us, mv.piece, mv.from.index());
        took || counts
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// Moves that bring a piece in.
    #[inline(always)]
    pub(crate) fn gatings<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        if let Some(gating) = &self.tables.rules.gating {
            gating.generate(self, sink);
        }
    }
}

/// Gating.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "gating",
        kind: Kind::Either(&[
            Kind::Flag,
            Kind::Table(&[Spec {
                name: "zone",
                kind: Kind::ByPlayer(&Kind::Zone),
                default: "\"rank 1\"",
                documentation: "Where pieces may come in.",
            }]),
        ]),
        default: "false",
        documentation: "When a piece leaves its start cell for the first time, a piece from the hand may be put on \
                        that cell in the same move; with castling on the king's or the partner's. Needs `drops` \
                        with the types that can be held, which are then not dropped otherwise. A move that promotes, \
                        or takes elsewhere than where it ends, brings nothing in.",
    },
    compile: |draft, value| {
        if value.value != Value::Flag(false) {
            let reader = draft.reader(value);
            let zone = reader.zone("zone").unwrap_or_else(|| reader.default_zone("rank 1"));
            draft.rules.gating = Some(Gating { zone });
        }
        Ok(())
    },
    describe: |prose| {
        if let Some(gating) = &prose.rules.gating {
            let sentence = format!(
                "When a piece leaves its start cell on {} for the first time, one from the hand may be put there in \
                 the same move.",
                prose.zone(gating.zone)
            );
            prose.say(Chapter::Moves, sentence);
        }
    },
    check: setup::check,
    grant: setup::grant,
    parts: AnyParts::new(&setup::Parts),
    is_orthodox: |rules| rules.gating.is_none(),
    leaves_only_mate: |rules| rules.gating.is_none(),
    fen_guest: Some(&fen::GUEST),
    moves: Some(&text::GateSpelling),
    ..Rule::PLAIN
};

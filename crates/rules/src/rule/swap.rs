//! Swaps: two pieces beside each other change places.

use super::behaviour::{Behaviour, Events, Safety, Words};
use super::{Rule, Section};
use crate::cell::{Piece, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::tables::{Tables, Types};
use crate::definition::{Kind, Problem, Spec};
use crate::describe::{Chapter, Prose, a};
use crate::notation::spelling::Spelling;
use crate::position::generate::sink::Sink;
use crate::position::generate::{MoveGen, Wanted};
use crate::position::moves::{Move, MoveKind};
use crate::position::play::Undo;
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::set::CellSet;
use std::sync::Arc;

/// Who changes places with whom.
#[derive(Clone, Debug)]
struct Swap {
    of: Vec<PieceType>,
    with: Vec<PieceType>,
    /// With pieces of the others instead of one's own.
    enemy: bool,
    /// Only with what stands straight ahead.
    ahead: bool,
    /// Also while in check.
    in_check: bool,
    /// Only with what could take nothing.
    harmless: bool,
}

impl Words for Swap {
    fn describe(&self, prose: &mut Prose<'_>) {
        let (of, with) = (a(&prose.names(&self.of, "or")), a(&prose.names(&self.with, "or")));
        let whose = if self.enemy { "of the other side" } else { "of its own side" };
        let place = if self.ahead { "straight ahead of it" } else { "beside it" };
        let harmless = if self.harmless { " and could take nothing" } else { "" };
        let check = if self.in_check { "" } else { ", unless its side is in check" };
        let sentence = format!(
            "Instead of moving, {of} may change places with {with} {whose} that stands {place}{harmless}{check}."
        );
        prose.say(Chapter::Moves, sentence);
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Swap {
    fn listens(&self) -> Events {
        Events::SPECIAL_MOVES
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        let alike = |kinds: &[PieceType]| kinds.iter().flat_map(|kind| checked.alike(*kind)).collect();
        let near = |player: usize, cell: usize| {
            let (view, back) = (&checked.views[player], &checked.backs[player]);
            let ring = &checked.board.rings[back[cell].index()];
            let slots = if self.ahead { &ring[..ring.len().min(1)] } else { &ring[..] };
            let links = slots.iter().flat_map(|slot| &slot.links).map(|(node, _)| usize::from(*node));
            links.filter(|node| *node < checked.board.len()).map(|node| view[node]).collect()
        };
        let cells = checked.board.len();
        Some(Arc::new(Swapper::<W> {
            of: alike(&self.of),
            with: alike(&self.with),
            near: (0..checked.players.len() * cells).map(|at| near(at / cells, at % cells)).collect(),
            cells,
            rule: self.clone(),
        }))
    }
}

/// The same, with who is beside whom.
#[derive(Debug)]
struct Swapper<const W: usize> {
    rule: Swap,
    of: Types,
    with: Types,
    /// By player and cell.
    near: Vec<CellSet<W>>,
    cells: usize,
}

impl<const W: usize> Words for Swapper<W> {}

impl<const W: usize> Behaviour<W> for Swapper<W> {
    fn listens(&self) -> Events {
        Events::SPECIAL_MOVES
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn special_moves(&self, here: &MoveGen<'_, W>, _: &[u8], sink: &mut dyn Sink<W>) {
        let (state, us, tables) = (here.state, here.us, here.tables);
        if here.wanted == Wanted::Captures
            || !self.rule.in_check && tables.safety && tables.attacked_royals(state, us).any()
        {
            return;
        }
        let of_types = |types: Types| types.fold(CellSet::EMPTY, |all, kind| all | state.of_type(kind));
        let others = if self.rule.enemy { here.foes } else { state.of_player(us) } & of_types(self.with);
        let friends = |cell: usize| state.of_player(state.piece(cell).owner().index());
        for from in state.of_player(us) & of_types(self.of) {
            for to in self.near[us * self.cells + from] & others {
                // Two of a kind of one side would change nothing.
                let alike = state.piece(from) == state.piece(to);
                let harmless = || {
                    !self.rule.harmless
                        || tables.takes(state, to, state.occupied.without(friends(to))).is_empty()
                };
                let mv = Move { kind: MoveKind::Swap, ..Move::step(from, to) };
                if !alike && harmless() && here.legal_by_play(mv) {
                    sink.one(mv);
                }
            }
        }
    }
}

impl<const W: usize> Tables<W> {
    /// Two pieces change places; says whether that is progress.
    pub fn play_swap<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, mv: Move) -> bool {
        let (from, to) = (mv.from.index(), mv.to.index());
        let (piece, other) = (state.piece(from), state.piece(to));
        self.set::<HASH>(state, undo, from, Piece::NONE);
        self.set::<HASH>(state, undo, to, Piece::NONE);
        self.set::<HASH>(state, undo, to, piece);
        self.set::<HASH>(state, undo, from, other);
        [piece, other].iter().any(|moved| self.rules.progress >> moved.kind().0 & 1 != 0)
    }
}

/// How swaps are spelled: `e4~e5`, `P~e5`.
struct SwapSpelling;

impl Spelling for SwapSpelling {
    fn kind(&self) -> Option<MoveKind> {
        Some(MoveKind::Swap)
    }

    fn mark(&self) -> Option<&'static str> {
        Some("~")
    }

    /// Who does not write the mark rather means to go there.
    fn yields(&self, mark: Option<&'static str>) -> bool {
        mark.is_none()
    }
}

/// Who changes places with whom.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "swap",
        kind: Kind::Table(&[
            Spec { name: "of", kind: Kind::Pieces, default: "required", documentation: "Which types do so." },
            Spec { name: "with", kind: Kind::Pieces, default: "required", documentation: "With which." },
            Spec {
                name: "enemy",
                kind: Kind::Flag,
                default: "false",
                documentation: "With pieces of the others instead of one's own.",
            },
            Spec {
                name: "ahead",
                kind: Kind::Flag,
                default: "false",
                documentation: "Only with a piece straight ahead; else with one on any side or corner.",
            },
            Spec {
                name: "in-check",
                kind: Kind::Flag,
                default: "true",
                documentation: "Whether that may be done while in check.",
            },
            Spec {
                name: "harmless",
                kind: Kind::Flag,
                default: "false",
                documentation: "Only with a piece that could take nothing from where it stands.",
            },
        ]),
        default: "none",
        documentation: "Instead of moving, a piece changes places with one beside it. Neither is promoted by that. Moves \
                        have a mark, `e1~d1`, in SAN `K~d1`.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let (of, with) = (reader.pieces("of"), reader.pieces("with"));
        if of.is_empty() || with.is_empty() {
            let problem = Problem::new(value.span, "a swap needs \"of\" and \"with\"", "incomplete");
            return Err(problem.help("swap = { of = \"king\", with = [\"rook\", \"bishop\"] }").into());
        }
        let enemy = reader.flag("enemy", false);
        let royal = |kind: &&PieceType| draft.pieces[kind.index()].royal != crate::definition::Royal::No;
        if enemy && with.iter().any(|kind| royal(&kind)) {
            let problem = Problem::new(value.span, "nobody moves another's royal piece", "royal");
            return Err(problem.into());
        }
        draft.listen(Swap {
            of,
            with,
            enemy,
            ahead: reader.flag("ahead", false),
            in_check: reader.flag("in-check", true),
            harmless: reader.flag("harmless", false),
        });
        Ok(())
    },
    moves: Some(&SwapSpelling),
    ..Rule::PLAIN
};

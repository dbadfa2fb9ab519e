//! Drops: pieces in hand are put on the board instead of moving.

mod compile;
mod fen;
mod first;
mod play;
mod refusal;
mod text;

pub(crate) use compile::count_held;
pub(crate) use fen::placement;
pub(crate) use play::{edits, key, take_back};

use super::parts::AnyParts;
use super::{Rule, Section};
use crate::cell::PieceType;
use crate::compile::tables::Types;
use crate::definition::{Kind, Spec, Value};
use crate::describe::{Chapter, Prose, a, cardinal};
use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::generate::sink::Sink;
use crate::position::moves::{Move, MoveKind};
use crate::position::state::{Ending, State};
use crate::set::{CellSet, Zone};
use smallvec::SmallVec;

/// What can be dropped where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drops {
    /// Whether captured pieces change sides and go into the hand.
    pub captured: bool,
    /// Whether promoted pieces turn back when captured.
    pub demote: bool,
    /// Where types may be dropped, as the first player sees it.
    pub zones: Vec<(PieceType, Zone)>,
    /// Types of which a player may have only so many on a file.
    pub per_file: Vec<(PieceType, u8)>,
    /// Types of which a player may have only one on cells of a colour.
    pub one_per_colour: Vec<PieceType>,
    /// Types whose drop may not mate.
    pub no_mate: Vec<PieceType>,
    /// Types whose drop may not give check.
    pub no_check: Vec<PieceType>,
    /// Whether whoever holds something does nothing but drop it.
    pub first: bool,
    /// Types that can be held.
    pub pieces: Vec<PieceType>,
}

impl Drops {
    fn describe(&self, prose: &mut Prose<'_>) {
        if self.captured {
            let back = match self.demote && !prose.rules.promotions.is_empty() {
                true => "; if it was promoted, it turns back into what it was",
                false => "",
            };
            prose.say(
                Chapter::Moves,
                format!("A captured piece changes sides and goes into the captor's hand{back}."),
            );
        }
        if prose.rules.gating.is_some() {
            if !self.pieces.is_empty() {
                let names = prose.names(&self.pieces, "or");
                prose.say(Chapter::Moves, format!("Only {} can be held in hand.", a(&names)));
            }
            return;
        }
        let mut sentence =
            "Drops: instead of moving, a player may put a piece from the hand on an empty cell".to_owned();
        if !self.pieces.is_empty() {
            sentence.push_str(&format!("; only {} can be held", a(&prose.names(&self.pieces, "or"))));
        }
        for (index, (_, zone)) in self.zones.iter().enumerate() {
            let (zone, told) = (*zone, self.zones[..index].iter().any(|(_, earlier)| earlier == zone));
            if told {
                continue;
            }
            let kinds = self.zones.iter().filter(|(_, own)| *own == zone).map(|(kind, _)| *kind);
            let names = prose.names(&kinds.collect::<Vec<_>>(), "or");
            sentence.push_str(&format!("; {} only on {}", a(&names), prose.zone(zone)));
        }
        prose.say(Chapter::Moves, format!("{sentence}."));
        if self.first {
            let sentence = "Whoever holds pieces does nothing but put them on the board.";
            prose.say(Chapter::Moves, sentence);
        }
        if !self.one_per_colour.is_empty() {
            let names = prose.names(&self.one_per_colour, "or");
            let sentence =
                format!("No {names} may be dropped on a cell of a colour where its player has one already.");
            prose.say(Chapter::Moves, sentence);
        }
        if !self.no_check.is_empty() {
            let names = prose.names(&self.no_check, "or");
            prose.say(Chapter::Moves, format!("No {names} may be dropped to give check."));
        }
        for (index, (_, most)) in self.per_file.iter().enumerate() {
            if self.per_file[..index].iter().any(|(_, earlier)| earlier == most) {
                continue;
            }
            let kinds = self.per_file.iter().filter(|(_, own)| own == most).map(|(kind, _)| *kind);
            let names = prose.names(&kinds.collect::<Vec<_>>(), "or");
            let has = cardinal(u16::from(*most));
            let sentence = format!("No {names} may be dropped on a file where its player has {has} already.");
            prose.say(Chapter::Moves, sentence);
        }
        if !self.no_mate.is_empty() {
            let names = prose.names(&self.no_mate, "or");
            prose.say(Chapter::Moves, format!("No {names} may be dropped to mate at once."));
        }
    }
}

/// The same, ready to use.
#[derive(Debug)]
pub(crate) struct DropTable<const W: usize> {
    /// The types that can be held, by place in the hand.
    pub held: Vec<PieceType>,
    /// The place in the hand of each type.
    pub place: [u8; crate::MAX_TYPES],
    /// What each type becomes when it goes into a hand.
    pub demoted: [u8; crate::MAX_TYPES],
    /// Whether captured pieces go into the hand.
    pub captured: bool,
    /// Whether held pieces may be dropped (else they only come in by gating).
    pub free: bool,
    /// Whether whoever holds something does nothing but drop it.
    pub first: bool,
    /// By player × held: where it may be dropped.
    pub zones: Vec<CellSet<W>>,
    /// The files of the board, for types of which only one may stand on each.
    pub files: Vec<CellSet<W>>,
    /// By place in the hand: the types of which only so many may stand on a file, it and those that look like it.
    pub per_file: Vec<(Types, usize)>,
    /// The colours of cells, for types of which only one may stand on each.
    pub colours: Vec<CellSet<W>>,
    /// By place in the hand: the types of which only one may stand on a colour.
    pub one_per_colour: Vec<Types>,
    /// The types that may not mate.
    pub no_mate: Types,
    /// The types that may not give check.
    pub no_check: Types,
}

impl<const W: usize> DropTable<W> {
    /// Puts drops into the sink.
    #[inline(always)]
    fn generate<S: Sink<W> + ?Sized>(&self, here: &MoveGen<'_, W>, sink: &mut S) {
        if !self.free || here.danger.mask.is_empty() {
            return;
        }
        let hand = &here.state.hands[here.us];
        let open = here.empty & here.danger.mask;
        for (place, &kind) in self.held.iter().enumerate() {
            if hand[place] == 0 {
                continue;
            }
            let mut to = open & self.zones[here.us * self.held.len() + place];
            if !self.per_file[place].0.is_empty() || !self.one_per_colour[place].is_empty() {
                to = to.without(
                    self.crowded(here.state, here.us, place)
                        .fold(CellSet::EMPTY, |all, (region, _)| all | region),
                );
            }
            if self.first {
                to = to.without(self.reserved(here, place));
            }
            if here.tables.safety
                && (here.tables.royal.has(kind.index()) || here.tables.last_royal.has(kind.index()))
            {
                to = kept(to, |cell| here.legal_by_play(Move::drop(kind, cell)));
            } else if here.danger.test_all || here.danger.sensitive.any() {
                to = self.tested(here, to);
            }
            // Where a rule adds to moves, each is looked at when it is whole.
            if self.no_mate.has(kind.index()) && !here.tables.rules.listeners.reshape {
                let mates = to & self.may_check(here, kind);
                to = to.without(
                    mates
                        .into_iter()
                        .filter(|c| self.mates(here, Move::drop(kind, *c)))
                        .map(|c| crate::Cell(c as u16))
                        .collect(),
                );
            }
            if self.no_check.has(kind.index()) && !here.tables.rules.listeners.reshape {
                to = kept(to, |cell| !self.checks(here, Move::drop(kind, cell)));
            }
            if here.tables.rules.no_checks {
                to = kept(to, |cell| here.legal_by_play(Move::drop(kind, cell)));
            }
            sink.each(to, &|to| Move::drop(kind, to));
        }
    }

    /// The files and colours on which a player has what may stand there only once, and what that is.
    fn crowded<'a>(
        &'a self,
        state: &'a State<W>,
        player: usize,
        place: usize,
    ) -> impl Iterator<Item = (CellSet<W>, CellSet<W>)> + 'a {
        let regions = [(self.per_file[place], &self.files), ((self.one_per_colour[place], 1), &self.colours)];
        regions.into_iter().flat_map(move |((kinds, most), regions)| {
            let mine = kinds.fold(CellSet::EMPTY, |mine, kind| mine | state.of(player, kind as usize));
            let there = regions.iter().map(move |region| (*region, *region & mine));
            there.filter(move |(_, mine)| mine.any() && (most == 1 || mine.len() >= most))
        })
    }

    /// The cells that a piece leaves free for others that are placed later: the last one of a colour that they need.
    #[inline(never)]
    fn reserved(&self, here: &MoveGen<'_, W>, placed: usize) -> CellSet<W> {
        let hand = &here.state.hands[here.us];
        let mut reserved = CellSet::EMPTY;
        for place in (0..self.held.len()).filter(|place| *place != placed && hand[*place] > 0) {
            let kinds = self.one_per_colour[place];
            if kinds.is_empty() {
                continue;
            }
            let mine = kinds.fold(CellSet::EMPTY, |mine, kind| mine | here.state.of(here.us, kind as usize));
            let zone = here.empty & self.zones[here.us * self.held.len() + place];
            let open = self.colours.iter().filter(|colour| !colour.meets(mine)).map(|colour| *colour & zone);
            let open: SmallVec<[CellSet<W>; 3]> = open.filter(|cells| cells.any()).collect();
            if open.len() <= usize::from(hand[place]) {
                open.iter().filter(|cells| !cells.several()).for_each(|cells| reserved |= *cells);
            }
        }
        reserved
    }

    /// Whether a drop that may not gives check.
    #[inline(never)]
    fn checks(&self, here: &MoveGen<'_, W>, mv: Move) -> bool {
        let dropped = mv.dropped().is_some_and(|kind| self.no_check.has(kind.index()));
        dropped && here.tables.gives_check(&here.after(mv), here.us)
    }

    /// Whether a drop mates or gives check though it may not.
    pub fn goes_too_far(&self, here: &MoveGen<'_, W>, mv: Move) -> bool {
        self.checks(here, mv) || self.mates(here, mv)
    }

    #[inline(never)]
    fn tested(&self, here: &MoveGen<'_, W>, to: CellSet<W>) -> CellSet<W> {
        let doubtful = if here.danger.test_all { to } else { to & here.danger.sensitive };
        let mut good = to.without(doubtful);
        for cell in doubtful {
            let mut after = After::now(here.state);
            after.occupied.insert(cell);
            if here.safe(after, here.royals) {
                good.insert(cell);
            }
        }
        good
    }

    /// Whether a drop that may not mates the next player at once.
    #[inline(never)]
    pub fn mates(&self, here: &MoveGen<'_, W>, mv: Move) -> bool {
        if mv.kind != MoveKind::Drop || !self.no_mate.has(mv.piece.index()) {
            return false;
        }
        let mut next = here.after(mv);
        // Being mated is about moves; another rule may have ended the game before that.
        next.status.ending = Ending::GOING_ON;
        let turn = next.status.turn;
        here.tables.foes[here.us].contains(&turn)
            && here.tables.checks(&next, here.us, turn as usize)
            && !here.tables.has_move(&next)
    }

    /// Where a drop of this type may give check. Of two players nobody is in check before the other moves, and where
    /// pieces are attacked by leaps and along rays alone, a piece that is put down opens no attack but its own.
    fn may_check(&self, here: &MoveGen<'_, W>, kind: PieceType) -> CellSet<W> {
        let tables = here.tables;
        if tables.intricate || tables.players > 2 {
            return tables.all;
        }
        let attackers = &tables.attackers[here.us];
        let mut from = CellSet::EMPTY;
        for royal in tables.royals(here.state, 1 - here.us) {
            for (_, cells) in attackers.leaps_to(royal).filter(|(leaper, _)| *leaper == kind.0) {
                from |= cells;
            }
            for lines in attackers.lines.iter().filter(|lines| lines.types.has(kind.index())) {
                from |= lines.rays.reach(royal, here.state.occupied);
            }
        }
        from
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// Pieces put on the board from the hand.
    #[inline(always)]
    pub(crate) fn drops<S: Sink<W> + ?Sized>(&self, sink: &mut S) {
        if let Some(drops) = &self.tables.rules.drops {
            drops.generate(self, sink);
        }
    }
}

/// Those of some cells of which something holds.
fn kept<const W: usize>(cells: CellSet<W>, holds: impl Fn(usize) -> bool) -> CellSet<W> {
    cells.into_iter().filter(|cell| holds(*cell)).map(|cell| crate::Cell(cell as u16)).collect()
}

/// Drops.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "drops",
        kind: Kind::Either(&[
            Kind::Flag,
            Kind::Table(&[
                Spec {
                    name: "captured",
                    kind: Kind::Flag,
                    default: "true",
                    documentation: "Captured pieces change sides and go into the captor's hand.",
                },
                Spec {
                    name: "demote",
                    kind: Kind::Flag,
                    default: "true",
                    documentation: "Promoted pieces turn back into what they were when captured. Where a piece \
                                    promotes to a type that also exists unpromoted, FEN marks the promoted ones \
                                    with `~`.",
                },
                Spec {
                    name: "pieces",
                    kind: Kind::Pieces,
                    default: "all but royal and promoted ones",
                    documentation: "Which types can be held.",
                },
                Spec {
                    name: "zones",
                    kind: Kind::PerPiece(&Kind::ByPlayer(&Kind::Zone)),
                    default: "anywhere",
                    documentation: "Where a type may be dropped.",
                },
                Spec {
                    name: "one-per-file",
                    kind: Kind::Pieces,
                    default: "none",
                    documentation: "Types that may not be dropped on a file where the player has one already.",
                },
                Spec {
                    name: "per-file",
                    kind: Kind::PerPiece(&Kind::Number(1, 16)),
                    default: "any number",
                    documentation: "How many of a type a player may have on a file when one is dropped there: \
                                    `{ swallow = 2 }`.",
                },
                Spec {
                    name: "one-per-colour",
                    kind: Kind::Pieces,
                    default: "none",
                    documentation: "Types that may not be dropped on a cell of a colour on which the player has one \
                                    already, as the two bishops of chess. Where armies are placed first, the others \
                                    leave them room.",
                },
                Spec {
                    name: "no-check",
                    kind: Kind::Pieces,
                    default: "none",
                    documentation: "Types whose drop may not give check.",
                },
                Spec {
                    name: "first",
                    kind: Kind::Flag,
                    default: "false",
                    documentation: "Whoever holds something does nothing but drop it: the armies are placed first. A \
                                    royal piece may be among them if `pieces` names it.",
                },
                Spec {
                    name: "no-mate",
                    kind: Kind::Pieces,
                    default: "none",
                    documentation: "Types whose drop may not checkmate the next player at once.",
                },
            ]),
        ]),
        default: "false",
        documentation: "Pieces in hand may be put on an empty cell instead of moving. FEN carries the hands in \
                        `[…]`.",
    },
    compile: |draft, value| {
        if value.value == Value::Flag(false) {
            return Ok(());
        }
        let reader = draft.reader(value);
        let zones = reader.per_piece("zones");
        let alone = reader.pieces("one-per-file").into_iter().map(|kind| (kind, 1));
        let number = |(kind, value): (PieceType, crate::definition::Spanned<Value>)| match value.value {
            Value::Number(most) => Some((kind, most as u8)),
            _ => None,
        };
        let drops = Drops {
            captured: reader.flag("captured", true),
            demote: reader.flag("demote", true),
            zones: zones.iter().filter_map(|(t, v)| Some((*t, reader.zone_in(v)?))).collect(),
            per_file: alone.chain(reader.per_piece("per-file").into_iter().filter_map(number)).collect(),
            one_per_colour: reader.pieces("one-per-colour"),
            no_mate: reader.pieces("no-mate"),
            no_check: reader.pieces("no-check"),
            first: reader.flag("first", false),
            pieces: reader.pieces("pieces"),
        };
        if drops.first {
            draft.listen(first::PlaceFirst);
        }
        draft.rules.drops = Some(drops);
        Ok(())
    },
    add_types: compile::add_types,
    check: compile::check,
    parts: AnyParts::new(&compile::Parts),
    describe: |prose| {
        if let Some(drops) = &prose.rules.drops {
            drops.describe(prose);
        }
    },
    leaves_only_mate: |rules| rules.drops.is_none(),
    fen: Some(&fen::FIELD),
    moves: Some(&text::DropSpelling),
    ..Rule::PLAIN
};

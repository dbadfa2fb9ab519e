//! Drops as tables: what can be held, and what it turns back into.

use super::DropTable;
use crate::cell::{Cell, MAX_TYPES, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::game::{Game, TypeInfo};
use crate::compile::tables::{Tables, Types};
use crate::definition::{Definition, Problem, Royal};
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::position::state::{MAX_HAND, NONE};
use crate::rule::parts::{Making, Placing, RuleParts};
use crate::rule::{RuleSet, seen};
use crate::set::{CellSet, Zone};

/// Adds the promoted types that look like others, and says what each turns back into in a hand.
pub(super) fn add_types(definition: &Definition, types: &mut Vec<TypeInfo>, rules: &mut RuleSet) {
    if !rules.drops.as_ref().is_some_and(|d| d.captured && d.demote) {
        return;
    }
    for index in 0..types.len() {
        let plain = types[index].letter.strip_prefix('+').map(str::to_owned);
        if let Some(base) = plain.and_then(|plain| types.iter().position(|info| info.letter == plain)) {
            types[index].demoted = PieceType(base as u8);
        }
    }
    for promotion in &mut rules.promotions {
        for to in &mut promotion.to {
            let letter = types[to.index()].letter.clone();
            if letter.len() > 1 || !definition.setup.has(&definition.pieces[to.index()]) {
                types[to.index()].demoted = promotion.of[0];
                continue;
            }
            let of = *to;
            // What it becomes by a shot and still looks like it is promoted too.
            let base = types[of.index()].base;
            let chain = rules.shots.chain(of, |kind| types[kind.index()].base == base);
            let pairs: Vec<_> =
                chain.into_iter().map(|of| (look_alike(types, of, promotion.of[0]), of)).collect();
            rules.shots.repeat(&pairs);
            *to = pairs[0].0;
        }
    }
}

/// The promoted type that looks like another, with one mark more than any other that does.
fn look_alike(types: &mut Vec<TypeInfo>, of: PieceType, demoted: PieceType) -> PieceType {
    let like = types[of.index()].clone();
    let name = format!("promoted {}", like.name);
    // Where players differ it may have been added for another.
    let known = types.iter().position(|info| info.name == name);
    let kind = PieceType(known.unwrap_or(types.len()) as u8);
    if known.is_none() {
        let mut letter = format!("{}~", like.letter);
        while types.iter().any(|info| info.letter == letter) {
            letter.push('~');
        }
        types.push(TypeInfo { name, letter, demoted, ..like });
    }
    kind
}

/// The types that can be held in hand, in order.
pub(crate) fn held(checked: &CheckedDefinition) -> Vec<PieceType> {
    let Some(drops) = &checked.rules.drops else { return Vec::new() };
    if !drops.pieces.is_empty() {
        return drops.pieces.clone();
    }
    let holds = |kind: &PieceType| {
        let info = &checked.types[kind.index()];
        info.royal == Royal::No && !info.wall && info.demoted == *kind
    };
    (0..checked.types.len()).map(|t| PieceType(t as u8)).filter(holds).collect()
}

/// A hand has room for so many types, and only what everybody can have changes sides.
pub(super) fn check(definition: &Definition, checked: &CheckedDefinition) -> Option<Problem> {
    let captured = checked.rules.drops.as_ref().is_some_and(|drops| drops.captured);
    if let Some(name) = definition.pieces.iter().flat_map(|piece| &piece.players).next().filter(|_| captured)
    {
        let problem =
            Problem::new(name.span, "captured pieces change sides in this game", "not for everybody");
        return Some(problem.help("let everybody have the piece, or write drops = { captured = false }"));
    }
    let written = definition.rules.get("drops")?;
    let royal = |kind: &PieceType| checked.types[kind.index()].royal != Royal::No;
    if checked.players.len() > 2 && held(checked).iter().any(royal) {
        let message = "only in a game for two a royal piece can be held in hand";
        return Some(Problem::new(written.span, message, "for more than two"));
    }
    if held(checked).len() <= MAX_HAND {
        return None;
    }
    let message = format!("at most {MAX_HAND} types can be held in hand");
    Some(Problem::new(written.span, message, "too many").help("name them in drops.pieces"))
}

/// Adds what players hold at the start to how many pieces of each type they have.
pub(crate) fn count_held(start: &Setup, counts: &mut [Vec<u16>]) {
    for (hand, counts) in start.hands.iter().zip(counts) {
        for (kind, held) in hand {
            counts[kind.index()] = counts[kind.index()].saturating_add((*held).into());
        }
    }
}

impl Game {
    /// Whether pieces can be in hand, so that FEN has a `[…]` part.
    pub fn has_hands(&self) -> bool {
        self.checked().rules.drops.is_some()
    }
}

/// Its tables, and its part of a position.
pub(super) struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        tables.rules.drops = DropTable::compile(making.checked);
    }

    fn set_up(&self, at: &Placing<'_, W>, setup: &Setup, state: &mut State<W>) -> Result<(), String> {
        super::play::set_up(at, setup, state)
    }

    fn tell(&self, tables: &Tables<W>, state: &State<W>, setup: &mut Setup) {
        setup.hands = super::play::hands(tables, state);
    }
}

impl<const W: usize> DropTable<W> {
    /// The table of a game with hands.
    fn compile(checked: &CheckedDefinition) -> Option<Self> {
        let drops = checked.rules.drops.as_ref()?;
        let held = held(checked);
        let (mut place, mut demoted) = ([NONE; MAX_TYPES], [0; MAX_TYPES]);
        for (index, kind) in held.iter().enumerate().take(MAX_HAND) {
            place[kind.index()] = index as u8;
        }
        for (kind, info) in checked.types.iter().enumerate() {
            demoted[kind] = info.demoted.0;
        }
        let all: Zone = CellSet::first(checked.board.len());
        let zone_of = |player: usize, kind: PieceType| {
            let own = checked.rules.of(player).drops.iter().flat_map(|drops| &drops.zones);
            own.clone().find(|(named, _)| *named == kind).map_or(all, |(_, zone)| *zone)
        };
        let zones = checked.views.iter().enumerate().flat_map(|(player, view)| {
            let zone = move |kind: &PieceType| seen(zone_of(player, *kind), view);
            held.iter().map(zone).collect::<Vec<_>>()
        });
        let files = (1..=checked.board.files)
            .map(|file| {
                let cells = checked.board.cells.iter().enumerate().filter(|(_, c)| c.file == file);
                cells.map(|(index, _)| Cell(index as u16)).collect()
            })
            .collect();
        let mut families: Vec<u8> = checked.board.cells.iter().map(|cell| cell.family).collect();
        families.sort_unstable();
        families.dedup();
        let colours = families.into_iter().map(|family| {
            let cells = checked.board.cells.iter().enumerate().filter(|(_, cell)| cell.family == family);
            cells.map(|(index, _)| Cell(index as u16)).collect()
        });
        let colours = colours.collect();
        Some(DropTable {
            zones: zones.collect(),
            per_file: held
                .iter()
                .map(|t| match drops.per_file.iter().find(|(kind, _)| kind == t) {
                    Some((_, most)) => (checked.alike(*t), usize::from(*most)),
                    None => Default::default(),
                })
                .collect(),
            one_per_colour: held
                .iter()
                .map(|t| if drops.one_per_colour.contains(t) { checked.alike(*t) } else { Types::default() })
                .collect(),
            colours,
            no_mate: drops.no_mate.iter().map(|t| t.0).collect(),
            no_check: drops.no_check.iter().map(|t| t.0).collect(),
            files,
            place,
            demoted,
            captured: drops.captured,
            first: drops.first,
            free: true,
            held,
        })
    }
}

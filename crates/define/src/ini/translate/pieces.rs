//! Types of pieces: what they are called, how they move, which of them are royal.

use super::start::Start;
use super::{Translator, list, put};
use crate::betza;
use crate::ini::kinds::Kind;
use crate::ini::variant::{Slot, Variant};
use chatura_rules::definition::{Span, Spanned, Table, Value};

/// What closes cells.
pub(super) const WALL: &str = "wall";
/// What is put on another cell after each move.
pub(super) const DUCK: &str = "duck";

/// A type here: a piece of that form, or one that another has become.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The letter in FEN, with a mark if it has become what it is.
    pub letter: String,
    /// What it moves as.
    pub kind: Kind,
    /// What it was before.
    pub base: Option<Kind>,
    pub name: String,
    pub span: Span,
    /// Whether White may have it, whether Black may.
    pub has: [bool; 2],
}

/// Every type that can come to stand on the board.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub forms: Vec<Form>,
    moves: Vec<String>,
}

impl Names {
    pub fn new(variant: &Variant, start: &Start, given: &[(String, String)]) -> Names {
        let has = Reached::of(variant, start);
        let mut names = Names::default();
        let at = |letter: &str| given.iter().find(|(known, _)| known == letter).map(|(_, name)| name.clone());
        for slot in &variant.slots {
            let letter = slot.letter.to_ascii_uppercase().to_string();
            let own = [0, 1].map(|side| has.plain[side].contains(&slot.kind));
            if own.contains(&true) {
                let name = at(&letter).unwrap_or_else(|| names.free(&plain_name(slot), slot.letter, given));
                names.add(letter, slot.kind, None, name, slot.span, own, slot);
            }
        }
        for (base, target) in variant.pairs("promotedPieceType") {
            let find = |kind: &Kind| variant.slots.iter().find(|slot| slot.kind == *kind);
            let Some((slot, target)) = find(base).zip(target.as_ref().and_then(find)) else { continue };
            let own = [0, 1].map(|side| has.turned[side].contains(base));
            if own.contains(&true) {
                let letter = format!("+{}", slot.letter.to_ascii_uppercase());
                let plain = names.of(&[*base]).first().cloned().unwrap_or_else(|| slot.letter.to_string());
                let name = at(&letter)
                    .unwrap_or_else(|| names.free(&format!("promoted-{plain}"), slot.letter, given));
                names.add(letter, target.kind, Some(*base), name, slot.span, own, target);
            }
        }
        names
    }

    #[allow(clippy::too_many_arguments)]
    fn add(
        &mut self,
        letter: String,
        kind: Kind,
        base: Option<Kind>,
        name: String,
        span: Span,
        has: [bool; 2],
        slot: &Slot,
    ) {
        let written = slot.moves.as_ref().map(|moves| moves.value.clone());
        self.moves.push(written.unwrap_or_else(|| kind.known().map_or("", |known| known.moves).to_owned()));
        self.forms.push(Form { letter, kind, base, name, span, has });
    }

    /// A name that nothing else has.
    fn free(&self, wished: &str, letter: char, given: &[(String, String)]) -> String {
        let taken = |name: &str| {
            self.forms.iter().any(|form| form.name == name)
                || given.iter().any(|(_, known)| known == name)
                || [WALL, DUCK].contains(&name)
        };
        let tries = [wished.to_owned(), letter.to_string(), format!("{wished}-{letter}")];
        tries
            .into_iter()
            .find(|name| !taken(name))
            .unwrap_or_else(|| format!("{letter}-{}", self.forms.len()))
    }

    /// The names of what moves as these types.
    pub fn of(&self, kinds: &[Kind]) -> Vec<String> {
        let forms = kinds.iter().flat_map(|kind| self.forms.iter().filter(move |form| form.kind == *kind));
        forms.map(|form| form.name.clone()).collect()
    }

    /// The names of these types as they come, not of what has become one.
    pub fn plain(&self, kinds: &[Kind]) -> Vec<String> {
        let find = |kind: &Kind| self.forms.iter().find(|form| form.kind == *kind && form.base.is_none());
        kinds.iter().filter_map(find).map(|form| form.name.clone()).collect()
    }

    /// Whether a player may have such a piece.
    pub fn has(&self, kind: Kind, white: bool) -> bool {
        self.forms.iter().any(|form| form.kind == kind && form.has[usize::from(!white)])
    }

    /// All movements, to see which directions they know.
    pub fn all_moves(&self) -> String {
        self.moves.concat()
    }
}

/// The types each player may have, as they come and turned.
struct Reached {
    plain: [Vec<Kind>; 2],
    turned: [Vec<Kind>; 2],
}

impl Reached {
    fn of(variant: &Variant, start: &Start) -> Reached {
        let mut reached = Reached { plain: Default::default(), turned: Default::default() };
        let exchange = variant.flag("pieceDrops", false) && variant.flag("capturesToHand", false);
        for (side, colour) in ["White", "Black"].iter().enumerate() {
            let case = |letter: char| if side == 0 { letter.to_ascii_uppercase() } else { letter };
            for slot in &variant.slots {
                let any = |promoted| {
                    start.has(case(slot.letter), promoted)
                        || exchange && start.has(slot.letter.to_ascii_uppercase(), promoted)
                        || exchange && start.has(slot.letter, promoted)
                };
                if any(false) || any(true) {
                    reached.plain[side].push(slot.kind);
                }
            }
            let pawns = variant.present(&format!("promotionPawnTypes{colour}"), &[Kind::PAWN]);
            if pawns.iter().any(|pawn| reached.plain[side].contains(pawn)) {
                for kind in variant.present(&format!("promotionPieceTypes{colour}"), &[]) {
                    if !reached.plain[side].contains(&kind) {
                        reached.plain[side].push(kind);
                    }
                }
            }
            let pairs = variant.pairs("promotedPieceType").iter();
            let turned = pairs.filter(|(base, to)| to.is_some() && reached.plain[side].contains(base));
            reached.turned[side] = turned.map(|(base, _)| *base).collect();
        }
        reached
    }
}

/// What a piece is called when nobody has named it.
fn plain_name(slot: &Slot) -> String {
    if let Some(known) = slot.kind.known() {
        return known.ours.to_owned();
    }
    let moves = slot.moves.as_ref().map_or("", |moves| moves.value.as_str());
    let known = betza::NAMED.iter().find(|piece| piece.notation == moves && piece.name != "king");
    known.map_or_else(|| slot.letter.to_string(), |piece| piece.name.to_owned())
}

impl Translator<'_> {
    pub(super) fn pieces(&mut self) -> Table {
        let mut pieces = Table::default();
        for form in self.names.forms.clone() {
            let piece = self.piece(&form);
            put(&mut pieces, &form.name, Value::Table(piece), form.span);
        }
        for (needed, name) in [(self.has_walls(), WALL), (self.walling() == Some("duck"), DUCK)] {
            if needed && pieces.get(name).is_none() && !(name == WALL && self.walling() == Some("duck")) {
                let mut wall = Table::default();
                put(&mut wall, "letter", Value::Text("*".into()), self.head);
                put(&mut wall, "wall", Value::Flag(true), self.head);
                put(&mut pieces, name, Value::Table(wall), self.head);
            }
        }
        pieces
    }

    fn piece(&mut self, form: &Form) -> Table {
        let kind = form.kind;
        let slot = self.variant.slots.iter().find(|slot| slot.kind == kind);
        let span = slot.and_then(|slot| slot.moves.as_ref()).map_or(form.span, |moves| moves.span);
        let mut piece = Table::default();
        put(&mut piece, "letter", Value::Text(form.letter.clone()), form.span);
        let moves = self.moves(kind);
        if moves.is_empty() {
            // It can go nowhere.
            put(&mut piece, "moves", Value::Text("W".into()), span);
            put(&mut piece, "within", Value::Text("none".into()), span);
            return piece;
        }
        put(&mut piece, "moves", Value::Text(moves.clone()), span);
        if kind.is("janggiCannon") {
            put(&mut piece, "avoids", Value::Text(form.name.clone()), span);
        }
        self.first(kind, &moves, &mut piece);
        match self.royal(kind) {
            Some(true) => put(&mut piece, "royal", Value::Flag(true), form.span),
            Some(false) => put(&mut piece, "royal", Value::Text("last".into()), form.span),
            None => {}
        }
        if kind.is("soldier") && self.soldiers_grow() {
            let span = self.place("soldierPromotionRank");
            let rank = self.variant.number("soldierPromotionRank", 1).min(self.ranks + 1);
            let home = self.cells(&(1..rank).map(|rank| format!("*{rank}")).collect::<Vec<_>>().join(" "));
            let zone = Spanned::new(home.zone(self.files, self.ranks), span);
            let beyond = Table { entries: vec![(zone, Spanned::new(Value::Text("fsW".into()), span))] };
            put(&mut piece, "beyond", Value::Table(beyond), span);
        }
        if let Some(zone) = self.zone_of(&kind.name()).filter(|zone| zone != "all") {
            let region = self.variant.region(kind, true).or(self.variant.region(kind, false));
            put(&mut piece, "within", Value::Text(zone), region.map_or(form.span, |setting| setting.span));
        }
        self.value(kind, &mut piece);
        piece
    }

    fn soldiers_grow(&self) -> bool {
        self.variant.number("soldierPromotionRank", 1) > 1
    }

    /// A value is told in hundredths of a pawn here, where a rook has 500.
    fn value(&self, kind: Kind, piece: &mut Table) {
        let values = self.variant.counts("pieceValueMg").iter().find(|(known, _)| *known == kind);
        if let Some((_, value)) = values {
            let value = (value.clamp(&0, &100_000) * 500 / 1276).clamp(0, 4000);
            put(piece, "value", Value::Number(value), self.place("pieceValueMg"));
        }
    }

    /// How a type moves, in our notation.
    pub(super) fn moves(&self, kind: Kind) -> String {
        let slot = self.variant.slots.iter().find(|slot| slot.kind == kind);
        let written = slot.and_then(|slot| slot.moves.as_ref()).map(|moves| moves.value.as_str());
        if kind.is("soldier") && self.soldiers_grow() {
            return "fW".to_owned();
        }
        let moves = written.unwrap_or_else(|| kind.known().map_or("", |known| known.moves));
        // The four leaps that turn one way round.
        let moves = moves.replace("hlN", "flrfbrlbN").replace("hrN", "frlfblrbN");
        let passes = self.takes_in_passing(kind);
        groups(&moves)
            .filter(|(modifiers, _)| !modifiers.contains('i') || self.variant.flag("doubleStep", true))
            .map(|(modifiers, rest)| match passes && modifiers.contains('c') && !modifiers.contains('e') {
                true => format!("{}{rest}", modifiers.replace('c', "ce")),
                false => format!("{modifiers}{rest}"),
            })
            .collect()
    }

    fn takes_in_passing(&self, kind: Kind) -> bool {
        let kinds = |colour: &str| self.variant.present(&format!("enPassantTypes{colour}"), &[Kind::PAWN]);
        self.passes() && [kinds("White"), kinds("Black")].concat().contains(&kind)
    }

    /// Whether anything can be taken in passing.
    pub(super) fn passes(&self) -> bool {
        let nowhere = |colour: &str| {
            self.variant
                .text(&format!("enPassantRegion{colour}"))
                .is_some_and(|cells| self.cells(cells).is_empty())
        };
        let kinds = |colour: &str| self.variant.present(&format!("enPassantTypes{colour}"), &[Kind::PAWN]);
        let region = !nowhere("White") || !nowhere("Black");
        let takers = !kinds("White").is_empty() || !kinds("Black").is_empty();
        region && takers && !self.steps_twice().is_empty()
    }

    /// The types with a longer first move.
    pub(super) fn steps_twice(&self) -> Vec<Kind> {
        if !self.variant.flag("doubleStep", true) {
            return Vec::new();
        }
        let initial = |slot: &&Slot| match &slot.moves {
            Some(moves) => groups(&moves.value).any(|(modifiers, _)| modifiers.contains('i')),
            None => slot.kind == Kind::PAWN,
        };
        self.variant.slots.iter().filter(initial).map(|slot| slot.kind).collect()
    }

    fn first(&mut self, kind: Kind, moves: &str, piece: &mut Table) {
        let span = self.place("doubleStepRegionWhite");
        let double = self.regions.cells("doubleStepRegion", self).filter(|cells| !cells.is_empty());
        let (Some(double), true) = (double, self.steps_twice().contains(&kind)) else { return };
        if kind == Kind::PAWN {
            let triple = self.regions.cells("tripleStepRegion", self).filter(|cells| !cells.is_empty());
            let first = match triple {
                None => "fmnD",
                // From ranks before the last of them a step of three reaches no farther than two from there.
                Some(triple) if triple == double => "fmW3",
                Some(triple) if triple.without(double).is_empty() => {
                    let mut further = Table::default();
                    put(&mut further, "moves", Value::Text("fmnH".into()), span);
                    put(&mut further, "zone", Value::Text(triple.zone(self.files, self.ranks)), span);
                    put(&mut further, "when", Value::Text("start".into()), span);
                    put(piece, "also", list([Value::Table(further)], span), span);
                    "fmnD"
                }
                Some(_) => {
                    let span = self.place("tripleStepRegionWhite");
                    return self.cannot(
                        span,
                        "tripleStepRegionWhite",
                        "steps of three are from where steps of two are",
                    );
                }
            };
            put(piece, "first", Value::Text(first.into()), span);
        } else if !groups(moves).any(|(modifiers, _)| modifiers.contains('i')) {
            return;
        }
        put(piece, "first-zone", Value::Text(double.zone(self.files, self.ranks)), span);
    }

    /// Whether a type is royal: each of them (`true`), or the last one.
    pub(super) fn royal(&mut self, kind: Kind) -> Option<bool> {
        if kind.is("king") {
            return Some(true);
        }
        if !self.pseudo_royal().contains(&kind) {
            return None;
        }
        let counts = [true, false].map(|white| self.most(kind, white));
        let left = self.variant.number("extinctionPieceCount", 0) as usize + 1;
        // As many as count are there, and no more can come.
        let each = counts.iter().all(|most| most.is_none_or(|most| most <= left));
        if !each && left > 1 {
            let span = self.place("extinctionPieceCount");
            self.cannot(
                span,
                "extinctionPieceCount",
                "either every one of them is royal, or the last one is",
            );
        }
        Some(each && !self.variant.flag("dupleCheck", false))
    }

    /// The types that must be kept safe though they are no kings.
    pub(super) fn pseudo_royal(&self) -> Vec<Kind> {
        let royal = self.variant.flag("extinctionPseudoRoyal", false)
            && self.variant.text("extinctionValue").is_some_and(|value| value != "none");
        if royal { self.variant.present("extinctionPieceTypes", &[]) } else { Vec::new() }
    }

    /// The most pieces of a type a player can have: `None` if there are none; without a bound, very many.
    fn most(&self, kind: Kind, white: bool) -> Option<usize> {
        let slot = self.variant.slots.iter().find(|slot| slot.kind == kind)?;
        if !self.names.has(kind, white) {
            return None;
        }
        let letter = if white { slot.letter.to_ascii_uppercase() } else { slot.letter };
        let promoted = self.promotion_targets(white).contains(&kind)
            || self.variant.pairs("promotedPieceType").iter().any(|(base, to)| {
                *to == Some(kind) && !self.pseudo_royal().contains(base) && self.names.has(*base, white)
            });
        Some(if promoted { usize::MAX } else { self.start.count(letter) })
    }
}

/// The groups of a movement: lower-case modifiers, and the atom with its range.
fn groups(moves: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = moves;
    std::iter::from_fn(move || {
        let atom = rest.find(|c: char| !c.is_ascii_lowercase())?;
        let modifiers = &rest[..atom];
        let tail = &rest[atom..];
        let first = tail.chars().next()?;
        let mut end = first.len_utf8();
        if tail[end..].starts_with(first) {
            end += first.len_utf8();
        }
        end += tail[end..].chars().take_while(char::is_ascii_digit).count();
        rest = &tail[end..];
        Some((modifiers, &tail[..end]))
    })
}

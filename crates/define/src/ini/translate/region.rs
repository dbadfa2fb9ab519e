//! Zones that both players have, and the symmetry by which the second player's follow from the first one's.

use super::Translator;
use super::cells::Cells;
use crate::ini::kinds::Kind;
use chatura_rules::definition::Span;
use std::collections::BTreeMap;

/// How the second player sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// Files keep their side.
    Mirror,
    /// Half a turn.
    Rotation,
    /// As the first one does.
    Same,
}

impl Symmetry {
    pub fn word(self) -> &'static str {
        match self {
            Symmetry::Mirror => "mirror",
            Symmetry::Rotation => "rotation",
            Symmetry::Same => "none",
        }
    }

    /// The second player's cells.
    pub fn turned(self, cells: Cells, files: u32, ranks: u32) -> Cells {
        cells.map(files, |file, rank| match self {
            Symmetry::Mirror => (file, ranks + 1 - rank),
            Symmetry::Rotation => (files + 1 - file, ranks + 1 - rank),
            Symmetry::Same => (file, rank),
        })
    }
}

/// A zone of each player; nothing where it does not matter.
#[derive(Clone, Copy, Debug)]
struct Region {
    white: Option<Cells>,
    black: Option<Cells>,
    span: Span,
}

/// Every zone that matters, by the name of its setting.
#[derive(Debug, Default)]
pub(super) struct Regions {
    known: BTreeMap<String, Region>,
}

impl Regions {
    /// The first player's zone in words.
    pub fn zone(&self, name: &str, translator: &Translator<'_>) -> Option<String> {
        let (files, ranks) = (translator.files, translator.ranks);
        self.cells(name, translator).map(|cells| cells.zone(files, ranks))
    }

    /// The first player's cells.
    pub fn cells(&self, name: &str, translator: &Translator<'_>) -> Option<Cells> {
        let region = self.known.get(name)?;
        let turned = |cells| translator.symmetry.turned(cells, translator.files, translator.ranks);
        region.white.or(region.black.map(turned))
    }
}

/// Zones that may be another for the second player, whatever the symmetry.
const BY_PLAYER: [&str; 3] = ["promotionRegion", "flagRegion", "dropRegion"];

impl Regions {
    /// The second player's cells as that player sees them, where they do not follow from the first one's.
    pub fn second(&self, name: &str, translator: &Translator<'_>) -> Option<Cells> {
        let black = self.known.get(name)?.black?;
        Some(translator.symmetry.turned(black, translator.files, translator.ranks))
    }
}

impl Translator<'_> {
    /// Collects the zones and finds a symmetry that fits them all.
    pub(super) fn find_regions(&mut self) {
        self.promotion_regions();
        let double = self.steps_twice();
        if !double.is_empty() {
            self.region("doubleStepRegion", "*2", "*7", &double);
            if self.variant.text("tripleStepRegionWhite").is_some() {
                self.region("tripleStepRegion", "-", "-", &double);
            }
        }
        for name in ["enPassantRegion", "dropRegion", "wallingRegion"] {
            let said = ["White", "Black"].iter().any(|c| self.variant.text(&format!("{name}{c}")).is_some());
            let matters = match name {
                "dropRegion" => self.variant.flag("pieceDrops", false) && !self.gates(),
                "wallingRegion" => self.walling().is_some(),
                _ => true,
            };
            if said && matters {
                let all: Vec<String> = (1..=self.ranks).map(|rank| format!("*{rank}")).collect();
                let all = all.join(" ");
                let kinds: Vec<Kind> = self.variant.slots.iter().map(|slot| slot.kind).collect();
                match name {
                    "dropRegion" => self.drop_region(&all),
                    _ => self.region(name, &all, &all, &kinds),
                }
            }
        }
        self.goal_region();
        for slot in &self.variant.slots {
            self.mobility_region(slot.kind);
        }
        self.choose();
    }

    /// Notes a zone of a setting that two keys say, one for each player who has any of the types.
    fn region(&mut self, name: &str, white: &str, black: &str, kinds: &[Kind]) {
        let has = |white| kinds.iter().any(|kind| self.names.has(*kind, white));
        let cells = |colour: &str, otherwise: &str| {
            has(colour == "White").then(|| self.setting_cells(&format!("{name}{colour}"), otherwise))
        };
        let (white, black) = (cells("White", white), cells("Black", black));
        self.note(name, white, black);
    }

    pub(super) fn note(&mut self, name: &str, white: Option<Cells>, black: Option<Cells>) {
        let written =
            |colour: &str| self.variant.setting(&format!("{name}{colour}")).filter(|setting| setting.own);
        let span = written("White").or(written("Black")).map_or(self.head, |setting| setting.span);
        self.regions.known.insert(name.to_owned(), Region { white, black, span });
    }

    /// Where a player may drop something, for those who ever hold anything.
    fn drop_region(&mut self, all: &str) {
        let captured = self.variant.flag("capturesToHand", false);
        let holds = |white: bool| {
            let case = |c: char| if white { c.is_ascii_uppercase() } else { c.is_ascii_lowercase() };
            captured || self.start.hand.contains(case)
        };
        let cells = |colour: &str| {
            holds(colour == "White").then(|| self.setting_cells(&format!("dropRegion{colour}"), all))
        };
        let (white, black) = (cells("White"), cells("Black"));
        self.note("dropRegion", white, black);
    }

    fn promotion_regions(&mut self) {
        let mut kinds = self.promoting(true);
        kinds.extend(self.promoting(false));
        kinds.extend(self.variant.pairs("promotedPieceType").iter().map(|(kind, _)| *kind));
        self.region("promotionRegion", "*8", "*1", &kinds);
    }

    fn goal_region(&mut self) {
        let cells = |translator: &Self, colour: &str| {
            let white = colour == "White";
            let kinds = translator.goal_kinds(white);
            let any = kinds.iter().any(|kind| translator.names.has(*kind, white));
            any.then(|| translator.setting_cells(&format!("flagRegion{colour}"), "-"))
        };
        let (white, black) = (cells(self, "White"), cells(self, "Black"));
        let some = |cells: Option<Cells>| cells.is_some_and(|cells| !cells.is_empty());
        if some(white) || some(black) {
            self.note("flagRegion", white, black);
        }
    }

    fn mobility_region(&mut self, kind: Kind) {
        let all = Cells::all(self.files, self.ranks);
        let own = [true, false].map(|white| self.variant.region(kind, white));
        let [None, None] = own else {
            let cells = |white: bool| {
                let said = self.variant.region(kind, white).map(|setting| match &setting.value {
                    crate::ini::variant::Stated::Text(text) => self.cells(text),
                    _ => all,
                });
                self.names.has(kind, white).then(|| said.filter(|cells| !cells.is_empty()).unwrap_or(all))
            };
            let region = Region {
                white: cells(true),
                black: cells(false),
                span: own.iter().flatten().next().map_or(self.head, |setting| setting.span),
            };
            self.regions.known.insert(kind.name(), region);
            return;
        };
    }

    fn choose(&mut self) {
        let moves: String = self.names.all_moves();
        let sideways = moves.contains(['l', 'r']);
        let ahead = moves.contains(['f', 'b']);
        let (files, ranks) = (self.files, self.ranks);
        let differs = |symmetry: Symmetry, all: bool| {
            let matters = |(name, _): &(&String, &Region)| all || !BY_PLAYER.contains(&name.as_str());
            let others = |(_, region): &(&String, &Region)| match (region.white, region.black) {
                (Some(white), Some(black)) => symmetry.turned(white, files, ranks) != black,
                _ => false,
            };
            self.regions.known.iter().filter(matters).find(others).map(|(_, region)| *region)
        };
        let fits = |symmetry: Symmetry| differs(symmetry, false);
        let mut allowed = vec![Symmetry::Rotation];
        if !sideways {
            allowed.insert(0, Symmetry::Mirror);
        }
        if !ahead && !sideways {
            allowed.push(Symmetry::Same);
        }
        let all = allowed.iter().find(|symmetry| differs(**symmetry, true).is_none());
        match all.or(allowed.iter().find(|symmetry| fits(**symmetry).is_none())) {
            Some(found) => self.symmetry = *found,
            None => {
                self.symmetry = allowed[0];
                let span = fits(allowed[0]).map_or(self.head, |region| region.span);
                let key = self.regions.known.iter().find(|(_, region)| region.span == span);
                let key = key.map_or("", |(name, _)| name).to_owned();
                self.cannot(
                    span,
                    &key,
                    "the zones of both players must answer each other, by mirror or by half a turn",
                );
            }
        }
    }
}

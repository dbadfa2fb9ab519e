//! What a game of `variants.ini` is in our own words: the tables that a definition in TOML would have.

mod castling;
mod cells;
mod drops;
mod ends;
mod pieces;
mod promotion;
mod region;
mod start;

use super::keys::UNSAID;
use super::kinds::Kind;
use super::variant::{Kinds, MAX_FILES, MAX_RANKS, Setting, Stated, Variant};
use cells::Cells;
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value};
use pieces::Names;
use region::{Regions, Symmetry};
use start::Start;

/// What is said of a game, section by section, and what could not be.
#[derive(Debug, Default)]
pub(super) struct Translation {
    /// The sections.
    pub table: Table,
    /// What cannot be said here: nobody shall play a game that is almost the same.
    pub problems: Vec<Problem>,
}

/// Translates a game. `names` are what its pieces shall be called, by their letters.
pub(super) fn translate(variant: &Variant, names: &[(String, String)], head: Span) -> Translation {
    let files = variant.number("maxFile", 8).min(MAX_FILES);
    let ranks = variant.number("maxRank", 8).min(MAX_RANKS);
    let fen = variant.text("startFen").unwrap_or(start::CHESS);
    let span = variant.setting("startFen").map_or(head, |setting| setting.span);
    let start = Start::read(fen, files, ranks);
    let mut translator = Translator {
        names: Names::new(variant, &start, names),
        variant,
        files,
        ranks,
        start,
        head,
        start_span: span,
        regions: Regions::default(),
        symmetry: Symmetry::Mirror,
        problems: Vec::new(),
    };
    let table = translator.table();
    Translation { table, problems: translator.problems }
}

struct Translator<'a> {
    variant: &'a Variant,
    files: u32,
    ranks: u32,
    start: Start,
    names: Names,
    /// Where the game begins to be told.
    head: Span,
    start_span: Span,
    regions: Regions,
    symmetry: Symmetry,
    problems: Vec<Problem>,
}

impl Translator<'_> {
    fn table(&mut self) -> Table {
        self.unsaid();
        self.find_regions();
        let mut table = Table::default();
        let sections = [
            ("board", self.board()),
            ("players", self.players()),
            ("pieces", self.pieces()),
            ("setup", self.setup()),
        ];
        let rules = self.rules();
        let end = self.end();
        for (name, section) in sections.into_iter().chain([("rules", rules), ("end", end)]) {
            if !section.entries.is_empty() {
                put(&mut table, name, Value::Table(section), self.head);
            }
        }
        table
    }

    /// Where a setting is written; the head of the game if it is a default.
    fn place(&self, name: &str) -> Span {
        self.variant.setting(name).map_or(self.head, |setting| setting.span)
    }

    /// Something that holds and cannot be said.
    fn cannot(&mut self, span: Span, key: &str, help: &str) {
        let message = format!("\"{key}\" as it is here cannot be said yet");
        self.problems.push(Problem::new(span, message, "not known here").help(help));
    }

    fn unsaid(&mut self) {
        for (name, nothing) in UNSAID {
            let Some(setting) = self.variant.setting(name) else { continue };
            let said = match &setting.value {
                Stated::Text(text) => text.as_str(),
                Stated::Kinds(Kinds::Some(kinds)) if kinds.is_empty() => "-",
                _ => "",
            };
            if said != *nothing && !self.is_idle(name) {
                let (span, key) = (setting.span, setting.key);
                self.cannot(span, key, &format!("without it (\"{key} = {nothing}\") the game can be read"));
            }
        }
    }

    /// Whether a setting changes nothing because of others.
    fn is_idle(&self, name: &str) -> bool {
        let drops = self.variant.flag("pieceDrops", false);
        match name {
            "mustDrop" | "sittuyinRookDrop" | "enclosingDrop" => !drops,
            "petrifyBlastPieces" => {
                !self.variant.flag("blastOnCapture", false)
                    || self.variant.present("petrifyOnCaptureTypes", &[]).is_empty()
            }
            "castlingDroppedPiece" => !self.variant.flag("castling", true) || !drops,
            _ => false,
        }
    }

    fn board(&self) -> Table {
        let mut board = Table::default();
        if (self.files, self.ranks) != (8, 8) {
            let size = [self.files, self.ranks].map(|side| Value::Number(i64::from(side)));
            put(&mut board, "size", list(size, self.head), self.head);
        }
        let holes = self.start.holes;
        if !holes.is_empty() && !self.has_walls() {
            let names = holes.names(self.files).into_iter().map(Value::Text);
            put(&mut board, "holes", list(names, self.start_span), self.start_span);
        }
        board
    }

    /// Whether cells are closed by pieces that stand there, as they may be closed later.
    fn has_walls(&self) -> bool {
        let symmetric = self.symmetry.turned(self.start.holes, self.files, self.ranks) == self.start.holes;
        !self.start.holes.is_empty() && !symmetric || self.walls_come()
    }

    fn walls_come(&self) -> bool {
        self.walling().is_some() || !self.variant.present("petrifyOnCaptureTypes", &[]).is_empty()
    }

    fn players(&self) -> Table {
        let mut players = Table::default();
        if self.symmetry != Symmetry::Mirror {
            put(&mut players, "symmetry", Value::Text(self.symmetry.word().to_owned()), self.head);
        }
        players
    }

    fn setup(&self) -> Table {
        let mut setup = Table::default();
        let array = self.start.array(self.variant.flag("pieceDrops", false) || self.gates());
        put(&mut setup, "array", Value::Text(array), self.start_span);
        if let Some(state) = self.state() {
            put(&mut setup, "state", Value::Text(state), self.start_span);
        }
        setup
    }

    /// The rest of the FEN where it is not the usual one.
    fn state(&self) -> Option<String> {
        let rights = if self.has_castling() { self.start.rights.as_str() } else { "" };
        let full = ["K", "Q", "k", "q"].iter().all(|right| rights.contains(right));
        let usual = rights.is_empty() || full || self.variant.flag("chess960", false);
        if usual && !self.start.black_begins {
            return None;
        }
        let side = if self.start.black_begins { 'b' } else { 'w' };
        let known: String = rights.chars().filter(|right| "KQkq".contains(*right)).collect();
        let rights = if known.is_empty() { "-".to_owned() } else { known };
        Some(format!("{side} {rights} - 0 1"))
    }

    fn rules(&mut self) -> Table {
        let mut rules = Table::default();
        self.castling(&mut rules);
        self.en_passant(&mut rules);
        self.promotion(&mut rules);
        self.drops(&mut rules);
        self.captures(&mut rules);
        self.turns(&mut rules);
        if self.variant.flag("dupleCheck", false) && self.variant.flag("extinctionPseudoRoyal", false) {
            put(&mut rules, "several-royals", Value::Text("together".into()), self.place("dupleCheck"));
        }
        rules
    }

    fn captures(&mut self, rules: &mut Table) {
        let variant = self.variant;
        for (setting, holds, rule, value) in [
            ("checking", false, "giving-check", Value::Text("forbidden".into())),
            ("flyingGeneral", true, "kings-facing", Value::Text("forbidden".into())),
            ("mustCapture", true, "must-capture", Value::Flag(true)),
        ] {
            if variant.flag(setting, !holds) == holds {
                put(rules, rule, value, self.place(setting));
            }
        }
        let span = self.place("blastOnCapture");
        if variant.flag("blastOnCapture", false) {
            let mut blast = Table::default();
            put(&mut blast, "radius", Value::Number(1), span);
            let pawns = self.names.of(&[Kind::PAWN]);
            if !pawns.is_empty() {
                put(&mut blast, "spares", texts(&pawns, span), span);
            }
            put(rules, "blast", Value::Table(blast), span);
        }
        let stones = self.names.of(&variant.present("petrifyOnCaptureTypes", &[]));
        if !stones.is_empty() {
            let span = self.place("petrifyOnCaptureTypes");
            let mut petrify = Table::default();
            put(&mut petrify, "of", texts(&stones, span), span);
            put(&mut petrify, "into", Value::Text(pieces::WALL.into()), span);
            put(rules, "petrify", Value::Table(petrify), span);
        }
    }

    /// The word for where walls are put, if they are.
    fn walling(&self) -> Option<&'static str> {
        match self.variant.text("wallingRule")? {
            "arrow" => Some("reached"),
            "static" => Some("empty"),
            "past" => Some("left"),
            "duck" => Some("duck"),
            _ => None,
        }
    }

    fn turns(&mut self, rules: &mut Table) {
        let span = self.place("wallingRule");
        match self.walling() {
            Some("duck") => {
                put(rules, "duck", Value::Text(pieces::DUCK.into()), span);
                if self.variant.text("wallingRegionWhite").is_some() {
                    self.cannot(span, "wallingRegionWhite", "the duck goes to any empty cell");
                }
            }
            Some(on) => {
                let mut walling = Table::default();
                put(&mut walling, "piece", Value::Text(pieces::WALL.into()), span);
                put(&mut walling, "on", Value::Text(on.into()), span);
                if let Some(zone) = self.zone_of("wallingRegion") {
                    put(&mut walling, "zone", Value::Text(zone), span);
                }
                put(rules, "walling", Value::Table(walling), span);
            }
            None if self.variant.text("wallingRule") == Some("edge") => {
                self.cannot(span, "wallingRule", "known are arrow, duck, past and static");
            }
            None => {}
        }
        let each = |name: &str| {
            ["White", "Black"].map(|colour| self.variant.flag(&format!("{name}{colour}"), false))
        };
        let word = match (each("pass"), each("passOnStalemate")) {
            ([true, true], _) => Some(("passWhite", "always")),
            ([false, false], [true, true]) => Some(("passOnStalemateWhite", "stuck")),
            ([false, false], [false, false]) => None,
            _ => {
                let span = self.place("passWhite");
                return self.cannot(span, "pass", "both players may pass, or none");
            }
        };
        if let Some((setting, word)) = word {
            put(rules, "pass", Value::Text(word.into()), self.place(setting));
        }
    }

    /// A zone in words, for each player where they differ.
    fn own_zones(&self, name: &str, span: Span, white: Cells) -> Value {
        match self.regions.second(name, self).filter(|black| *black != white) {
            None => Value::Text(white.zone(self.files, self.ranks)),
            Some(black) => self.for_each(
                Value::Text(white.zone(self.files, self.ranks)),
                Value::Text(black.zone(self.files, self.ranks)),
                span,
            ),
        }
    }

    /// A value for each player.
    fn for_each(&self, white: Value, black: Value, span: Span) -> Value {
        let mut own = Table::default();
        put(&mut own, "White", white, span);
        put(&mut own, "Black", black, span);
        Value::Table(own)
    }

    /// A zone in words, if the setting of this name says one.
    fn zone_of(&self, name: &str) -> Option<String> {
        self.regions.zone(name, self)
    }

    /// Cells of a setting, or of a word for them.
    fn cells(&self, text: &str) -> Cells {
        Cells::read(text, self.files, self.ranks)
    }

    fn setting_cells(&self, name: &str, otherwise: &str) -> Cells {
        self.cells(self.variant.text(name).unwrap_or(otherwise))
    }
}

/// Adds a key with its value, both told at one place.
fn put(table: &mut Table, key: &str, value: Value, span: Span) {
    table.set(Spanned::new(key.to_owned(), span), Spanned::new(value, span));
}

fn list(items: impl IntoIterator<Item = Value>, span: Span) -> Value {
    Value::List(items.into_iter().map(|item| Spanned::new(item, span)).collect())
}

/// A name, or a list of several.
fn texts(names: &[String], span: Span) -> Value {
    match names {
        [one] => Value::Text(one.clone()),
        _ => list(names.iter().cloned().map(Value::Text), span),
    }
}

/// The place and the key of a setting, for whoever cannot say it.
fn told(setting: &Setting) -> (Span, &'static str) {
    (setting.span, setting.key)
}

//! What holds in a game of `variants.ini` once everything it inherits is known.

use super::keys::{KEYS, Key, Takes};
use super::kinds::Kind;
use super::lines::Section;
use chatura_rules::definition::{Problem, Span, Spanned, suggestion};
use std::collections::BTreeMap;

/// The largest board of the form.
pub const MAX_FILES: u32 = 12;
/// The largest board of the form.
pub const MAX_RANKS: u32 = 10;

/// A piece with its letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The type.
    pub kind: Kind,
    /// The letter, in lower case.
    pub letter: char,
    /// How it moves, where that is said.
    pub moves: Option<Spanned<String>>,
    /// Where the piece is named.
    pub span: Span,
}

/// Types of pieces: some, or all there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// These.
    Some(Vec<Kind>),
    /// `*`.
    All,
}

/// What a setting says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stated {
    /// A word, a number, cells, a FEN.
    Text(String),
    /// Types.
    Kinds(Kinds),
    /// Types with what becomes of them.
    Pairs(Vec<(Kind, Option<Kind>)>),
    /// Types with numbers.
    Counts(Vec<(Kind, i64)>),
}

/// A setting in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What it says.
    pub value: Stated,
    /// Where.
    pub span: Span,
    /// The key it was written as.
    pub key: &'static str,
    /// Whether a text says so, not a game that is known by heart.
    pub own: bool,
}

/// A game's settings and pieces.
#[derive(Clone, Debug, Default)]
pub struct Variant {
    /// The pieces in the order of their types.
    pub slots: Vec<Slot>,
    settings: BTreeMap<&'static str, Setting>,
    regions: BTreeMap<(Kind, bool), Setting>,
}

impl Variant {
    /// Lays a section over what is inherited. With `at`, the section is of a game known by heart, and everything it says is said there.
    pub fn lay(&mut self, section: &Section, at: Option<Span>, problems: &mut Vec<Problem>) {
        let mut entries: Vec<(Spanned<String>, Spanned<String>)> = Vec::new();
        for (key, value) in &section.entries {
            entries.retain(|(known, _)| known.value != key.value);
            let place = |text: &Spanned<String>| Spanned::new(text.value.clone(), at.unwrap_or(text.span));
            entries.push((place(key), place(value)));
        }
        let mut laying = Laying { variant: self, own: at.is_none(), section: &section.name.value, problems };
        laying.pieces(&entries);
        for key in KEYS {
            if let Some((name, value)) = entries.iter().find(|(name, _)| name.value == key.name) {
                laying.set(key, name.span, value);
            }
        }
        for (name, _) in &entries {
            laying.unknown(name);
        }
    }

    /// A setting, if anything is said.
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.get(name)
    }

    /// The text of a setting.
    pub fn text(&self, name: &str) -> Option<&str> {
        match &self.settings.get(name)?.value {
            Stated::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether something holds.
    pub fn flag(&self, name: &str, otherwise: bool) -> bool {
        self.text(name).map_or(otherwise, |text| text == "true")
    }

    /// A number, a rank or a file counted from 1.
    pub fn number(&self, name: &str, otherwise: u32) -> u32 {
        let number = |text: &str| match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                Some(u32::from(letter.to_ascii_lowercase() - b'a') + 1)
            }
            _ => text.parse().ok(),
        };
        self.text(name).and_then(number).unwrap_or(otherwise)
    }

    /// Types named by a setting.
    pub fn kinds(&self, name: &str) -> Option<&Kinds> {
        match &self.settings.get(name)?.value {
            Stated::Kinds(kinds) => Some(kinds),
            _ => None,
        }
    }

    /// Types named by a setting as far as there are such pieces.
    pub fn present(&self, name: &str, otherwise: &[Kind]) -> Vec<Kind> {
        let there = |kind: &Kind| self.slots.iter().any(|slot| slot.kind == *kind);
        match self.kinds(name) {
            None => otherwise.iter().copied().filter(there).collect(),
            Some(Kinds::Some(kinds)) => kinds.iter().copied().filter(there).collect(),
            Some(Kinds::All) => self.slots.iter().map(|slot| slot.kind).collect(),
        }
    }

    /// Types with what becomes of them.
    pub fn pairs(&self, name: &str) -> &[(Kind, Option<Kind>)] {
        match self.settings.get(name).map(|setting| &setting.value) {
            Some(Stated::Pairs(pairs)) => pairs,
            _ => &[],
        }
    }

    /// Types with numbers.
    pub fn counts(&self, name: &str) -> &[(Kind, i64)] {
        match self.settings.get(name).map(|setting| &setting.value) {
            Some(Stated::Counts(counts)) => counts,
            _ => &[],
        }
    }

    /// Where a type may go: whose it is is told by whether it is White's.
    pub fn region(&self, kind: Kind, white: bool) -> Option<&Setting> {
        self.regions.get(&(kind, white))
    }
}

/// A section being laid over a game.
struct Laying<'a> {
    variant: &'a mut Variant,
    own: bool,
    section: &'a str,
    problems: &'a mut Vec<Problem>,
}

impl Laying<'_> {
    fn wrong(&mut self, value: &Spanned<String>, key: &str, help: &str) {
        let message = format!("\"{key}\" cannot be \"{}\" in [{}]", value.value, self.section);
        self.problems.push(Problem::new(value.span, message, "not this").help(help));
    }

    fn pieces(&mut self, entries: &[(Spanned<String>, Spanned<String>)]) {
        for kind in Kind::all() {
            let name = kind.name();
            if let Some((key, value)) = entries.iter().find(|(key, _)| key.value == name) {
                self.piece(kind, key.span, value);
            }
            let region = capitalised(&name);
            for (colour, white) in [("White", true), ("Black", false)] {
                let key = format!("mobilityRegion{colour}{region}");
                if let Some((_, value)) = entries.iter().find(|(name, _)| name.value == key) {
                    if cells_are_wrong(&value.value) {
                        self.wrong(value, &key, CELLS);
                        continue;
                    }
                    let value = Setting {
                        value: Stated::Text(value.value.clone()),
                        span: value.span,
                        key: "mobilityRegion",
                        own: self.own,
                    };
                    self.variant.regions.insert((kind, white), value);
                }
            }
        }
    }

    fn piece(&mut self, kind: Kind, span: Span, value: &Spanned<String>) {
        let mut parts = value.value.splitn(2, ':');
        let letter = parts.next().unwrap_or_default().trim();
        let moves = parts.next().map(str::trim);
        let slots = &mut self.variant.slots;
        slots.retain(|slot| slot.kind != kind);
        if letter == "-" {
            self.forget();
            return;
        }
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next().filter(char::is_ascii_alphabetic), letters.next()) else {
            let help = "a letter, \"k\", with a movement \"k:KN\" for pieces of one's own, or \"-\"";
            return self.wrong(value, &kind.name(), help);
        };
        let letter = letter.to_ascii_lowercase();
        let movable = kind.known().is_none() || kind.is("king");
        match moves {
            None if kind.known().is_none() => {
                return self.wrong(value, &kind.name(), "its movement behind the letter: \"a:KN\"");
            }
            Some(_) if !movable => {
                let help = "the letter alone; a movement of one's own is for customPiece1 to customPiece25";
                return self.wrong(value, &kind.name(), help);
            }
            _ => {}
        }
        let slots = &mut self.variant.slots;
        slots.retain(|slot| slot.letter != letter);
        let moves = moves.map(|moves| {
            let start = value.span.start + (value.value.len() - moves.len()) as u32;
            let span = if self.own { Span { start, ..value.span } } else { value.span };
            Spanned::new(moves.to_owned(), span)
        });
        slots.push(Slot { kind, letter, moves, span });
        slots.sort_by_key(|slot| slot.kind);
        self.forget();
    }

    /// Nothing promotes to a piece that is no more.
    fn forget(&mut self) {
        let slots = &self.variant.slots;
        for name in ["promotionPieceTypesWhite", "promotionPieceTypesBlack"] {
            let there = |kind: &Kind| slots.iter().any(|slot| slot.kind == *kind);
            if let Some(Setting { value: Stated::Kinds(Kinds::Some(kinds)), .. }) =
                self.variant.settings.get_mut(name)
            {
                kinds.retain(there);
            }
        }
    }

    fn set(&mut self, key: &'static Key, name: Span, value: &Spanned<String>) {
        let stated = match self.stated(key, value) {
            Ok(stated) => stated,
            Err(help) => return self.wrong(value, key.name, &help),
        };
        let setting = |value: Stated| Setting { value, span: name, key: key.name, own: self.own };
        match key.name {
            "promotionRank" | "doubleStepRank" | "doubleStepRankMin" => {
                let least = self.variant.number("doubleStepRankMin", 2);
                self.variant.settings.insert(key.name, setting(stated));
                let ranks = self.variant.number("maxRank", 8);
                let rank = self.variant.number(key.name, 2);
                let (region, own): (_, Vec<u32>) = match key.name {
                    "promotionRank" => ("promotionRegion", (rank..=ranks).collect()),
                    "doubleStepRank" => ("doubleStepRegion", (least..=rank).collect()),
                    _ => return,
                };
                let cells = |rank: &dyn Fn(u32) -> u32| {
                    own.iter().map(|own| format!("*{}", rank(*own))).collect::<Vec<_>>().join(" ")
                };
                let (white, black) = (cells(&|rank| rank), cells(&|rank| (ranks + 1).saturating_sub(rank)));
                for (colour, text) in [("White", white), ("Black", black)] {
                    let set = KEYS.iter().find(|key| key.name == format!("{region}{colour}"));
                    if let Some(set) = set {
                        let setting = setting(Stated::Text(text));
                        self.variant.settings.insert(set.name, setting);
                    }
                }
            }
            _ => {
                for set in key.sets {
                    // What becomes of each type is said type by type, each over what was inherited.
                    let stated = match (&stated, self.variant.settings.get(set).map(|known| &known.value)) {
                        (Stated::Pairs(new), Some(Stated::Pairs(old))) => Stated::Pairs(over(old, new)),
                        (Stated::Counts(new), Some(Stated::Counts(old))) => Stated::Counts(over(old, new)),
                        _ => stated.clone(),
                    };
                    self.variant.settings.insert(set, setting(stated));
                }
            }
        }
    }

    fn stated(&self, key: &Key, value: &Spanned<String>) -> Result<Stated, String> {
        let text = value.value.as_str();
        let is_number = |low: i64, high: i64| text.parse::<i64>().is_ok_and(|n| (low..=high).contains(&n));
        let right = match key.takes {
            Takes::Text => true,
            Takes::Flag => matches!(text, "true" | "false"),
            Takes::Number(low, high) => is_number(low, high),
            Takes::Rank => is_number(1, i64::from(MAX_RANKS)),
            Takes::File => {
                is_number(1, i64::from(MAX_FILES))
                    || matches!(text.as_bytes(), [letter] if (b'a'..=b'l').contains(&letter.to_ascii_lowercase()))
            }
            Takes::Word(words) => words.contains(&text),
            Takes::Cells => !cells_are_wrong(text),
            Takes::Types => return self.types(text).map(Stated::Kinds),
            Takes::Counts => return self.numbered(text).map(Stated::Counts),
            Takes::Pairs => return self.pairs(text).map(Stated::Pairs),
        };
        if right { Ok(Stated::Text(text.to_owned())) } else { Err(takes(key.takes)) }
    }

    fn kind(&self, letter: char) -> Result<Kind, String> {
        let slots = &self.variant.slots;
        let found = slots.iter().find(|slot| slot.letter == letter.to_ascii_lowercase());
        found.map(|slot| slot.kind).ok_or_else(|| {
            let letters: String = slots.iter().map(|slot| slot.letter).collect();
            format!("no piece has the letter {letter}; there are {letters}")
        })
    }

    fn types(&self, text: &str) -> Result<Kinds, String> {
        let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
        if text.contains('*') {
            return Ok(Kinds::All);
        }
        letters.map(|letter| self.kind(letter)).collect::<Result<_, _>>().map(Kinds::Some)
    }

    fn numbered(&self, text: &str) -> Result<Vec<(Kind, i64)>, String> {
        let one = |word: &str| {
            let (letter, number) = word.split_once(':').ok_or("types with numbers: \"q:1 r:2\"")?;
            let number = number.parse().map_err(|_| format!("a number, not \"{number}\""))?;
            Ok((self.kind(letter.chars().next().unwrap_or('?'))?, number))
        };
        text.split_whitespace().filter(|word| *word != "-").map(one).collect()
    }

    fn pairs(&self, text: &str) -> Result<Vec<(Kind, Option<Kind>)>, String> {
        let one = |word: &str| {
            let (from, to) = word.split_once(':').ok_or("pairs of types: \"p:g s:g\"")?;
            let letter = |text: &str| text.chars().next().unwrap_or('?');
            let to = if to == "-" { None } else { Some(self.kind(letter(to))?) };
            Ok((self.kind(letter(from))?, to))
        };
        text.split_whitespace().filter(|word| *word != "-").map(one).collect()
    }

    /// Reports a key that there is not.
    fn unknown(&mut self, name: &Spanned<String>) {
        let key = name.value.as_str();
        let piece = key.strip_prefix("mobilityRegionWhite").or(key.strip_prefix("mobilityRegionBlack"));
        let is_piece =
            |name: &str| Kind::all().any(|kind| kind.name() == name || capitalised(&kind.name()) == name);
        if KEYS.iter().any(|known| known.name == key)
            || Kind::named(key).is_some()
            || piece.is_some_and(is_piece)
        {
            return;
        }
        let names: Vec<String> = Kind::all().map(Kind::name).collect();
        let known = KEYS.iter().map(|key| key.name).chain(names.iter().map(String::as_str));
        let message = format!("unknown key \"{key}\" in [{}]", self.section);
        let problem = Problem::new(name.span, message, "not a key of variants.ini");
        self.problems.push(match suggestion(key, known) {
            Some(near) => problem.help(format!("did you mean \"{near}\"?")),
            None => problem.help("take the line away, or write \"#\" before it"),
        });
    }
}

/// A list by type, over another.
fn over<T: Clone>(old: &[(Kind, T)], new: &[(Kind, T)]) -> Vec<(Kind, T)> {
    let kept = old.iter().filter(|(kind, _)| !new.iter().any(|(known, _)| known == kind));
    kept.chain(new).cloned().collect()
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

const CELLS: &str =
    "cells with blanks between them: \"d4 e4\", \"*1\" for a rank, \"a*\" for a file, or \"-\"";

fn takes(takes: Takes) -> String {
    match takes {
        Takes::Flag => "true or false".to_owned(),
        Takes::Number(low, high) => format!("a number from {low} to {high}"),
        Takes::Rank => format!("a rank from 1 to {MAX_RANKS}"),
        Takes::File => format!("a file from 1 to {MAX_FILES}, or a letter"),
        Takes::Word(words) => format!("one of: {}", words.join(", ")),
        _ => CELLS.to_owned(),
    }
}

fn cells_are_wrong(text: &str) -> bool {
    text.split_whitespace().take_while(|word| *word != "-").any(|word| place(word).is_none())
}

/// A file, a rank, or both: what a word of a set of cells means, counted from 1.
pub fn place(word: &str) -> Option<(Option<u32>, Option<u32>)> {
    let letter =
        |c: char| c.is_ascii_alphabetic().then(|| u32::from(c.to_ascii_lowercase() as u8 - b'a') + 1);
    let mut letters = word.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    let rank = rest.parse::<u32>().ok().filter(|rank| (1..=99).contains(rank));
    match (first, rest) {
        ('*', _) => rank.map(|rank| (None, Some(rank))),
        (_, "*") => Some((Some(letter(first)?), None)),
        _ => Some((Some(letter(first)?), Some(rank?))),
    }
}

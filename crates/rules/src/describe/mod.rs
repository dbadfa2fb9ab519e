//! What a game says about itself: the rules in words, and how pieces reach cells.

mod attackers;
mod reach;
pub(crate) mod refusal;
mod words;

pub use reach::Reach;
pub(crate) use reach::first_moves;
pub(crate) use words::{a, cardinal, listed, ordinal};

use crate::board::halves;
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::game::{Game, TypeInfo};
use crate::definition::Royal;
use crate::rule::{RULES, Rule, RuleSet, Rules, Verdict};
use crate::set::Zone;

/// The order in which rules are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Chapter {
    /// How one wins or loses.
    Aim,
    /// What holds about check.
    Check,
    /// Moves besides those of the pieces.
    Moves,
    /// How it ends without a winner.
    Draw,
}

/// The rules of a game being told; each rule adds its own sentences.
pub(crate) struct Prose<'a> {
    /// The game.
    pub game: &'a Game,
    checked: &'a CheckedDefinition,
    /// What the rules say.
    pub rules: &'a RuleSet,
    sentences: Vec<(Chapter, String)>,
}

impl<'a> Prose<'a> {
    /// Adds a sentence.
    pub fn say(&mut self, chapter: Chapter, sentence: impl Into<String>) {
        self.sentences.push((chapter, sentence.into()));
    }

    /// Adds what it means for a player to do or suffer something: "has lost the last pawn".
    pub fn judge(&mut self, verdict: Verdict, what: &str) {
        match verdict {
            Verdict::None => {}
            Verdict::Win => self.say(Chapter::Aim, format!("A player who {what} wins.")),
            Verdict::Loss => {
                let loses = if self.players().len() > 2 { "is out" } else { "loses" };
                self.say(Chapter::Aim, format!("A player who {what} {loses}."));
            }
            Verdict::Draw => self.say(Chapter::Draw, format!("The game is drawn when a player {what}.")),
        }
    }

    /// What the rules say to everybody.
    pub fn all_rules(&self) -> &'a Rules {
        &self.checked.rules
    }

    /// Tells a rule: once if it says the same to everybody, else to each player what it says to no other.
    fn say_of(&mut self, rule: &Rule) {
        let told = |rules: &RuleSet| {
            let mut prose = Prose { game: self.game, checked: self.checked, rules, sentences: Vec::new() };
            (rule.describe)(&mut prose);
            prose.sentences
        };
        let rules: &Rules = &self.checked.rules;
        let each: Vec<_> = (0..self.players().len()).map(|player| told(rules.of(player))).collect();
        let mut sentences: Vec<(Chapter, String)> = Vec::new();
        for (own, player) in each.iter().zip(self.players()) {
            for (chapter, sentence) in own {
                let shared = each.iter().all(|other| other.contains(&(*chapter, sentence.clone())));
                let sentence = if shared { sentence.clone() } else { format!("{player}: {sentence}") };
                if !sentences.contains(&(*chapter, sentence.clone())) {
                    sentences.push((*chapter, sentence));
                }
            }
        }
        self.sentences.extend(sentences);
    }

    /// The name of a type; a promoted look-alike has that of what it looks like.
    pub fn name(&self, kind: PieceType) -> &str {
        let types = &self.checked.types;
        &types[types[kind.index()].base].name
    }

    /// Names of types in a row: "queen, rook or knight".
    pub fn names(&self, kinds: &[PieceType], last: &str) -> String {
        let mut names: Vec<&str> = Vec::new();
        for name in kinds.iter().map(|kind| self.name(*kind)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        listed(&names, last)
    }

    /// Whether these are all the types there are.
    pub fn is_every_type(&self, kinds: &[PieceType]) -> bool {
        (0..self.checked.types.len()).all(|kind| kinds.contains(&PieceType(kind as u8)))
    }

    /// What check is about, if it is about anything: "king", or "royal piece" where there are several sorts.
    pub fn royal(&self) -> Option<&str> {
        let mut royal = self.checked.types.iter().filter(|info| info.royal != Royal::No);
        let first = royal.next()?;
        Some(if royal.next().is_some() { "royal piece" } else { &first.name })
    }

    /// Whether only the last piece of a type has to be kept safe.
    pub fn last_is_royal(&self) -> bool {
        self.checked.types.iter().any(|info| info.royal == Royal::Last)
    }

    /// The types of pieces.
    pub fn types(&self) -> &[TypeInfo] {
        &self.checked.types
    }

    /// The players' names.
    pub fn players(&self) -> &[String] {
        &self.checked.players
    }

    /// The names of the files, where cells are named by them.
    pub fn file(&self, number: u16) -> Option<String> {
        let cell = self.checked.board.cells.iter().find(|cell| cell.file == number)?;
        Some(halves(&cell.name).map_or(&cell.name[..], |(file, _)| file).to_owned())
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.checked.board.len()
    }

    /// How many files there are.
    pub fn files(&self) -> u16 {
        self.checked.board.files
    }

    /// Says which pieces are bound to a zone, or move otherwise in one.
    fn say_zones(&mut self) {
        let within: Vec<Vec<Zone>> =
            self.checked.within.iter().map(|zone| zone.iter().copied().collect()).collect();
        for (who, zone) in self.by_zone(&within) {
            self.say(Chapter::Moves, format!("Never leaves {zone}: {who}."));
        }
        for (who, zone) in self.by_zone(&self.checked.realms) {
            self.say(Chapter::Moves, format!("Moves otherwise on {zone} than beyond: {who}."));
        }
    }

    /// Says whose pieces are, where not everybody's, and which depend on whether they have moved.
    fn say_pieces(&mut self) {
        let players = self.players().len();
        let everybody = u8::MAX >> (8 - players);
        let owners = |prose: &Self, kind: usize| prose.types()[kind].owners & everybody;
        let is_own = |info: &TypeInfo| !info.wall && info.owners & everybody != everybody;
        let mut told: Vec<u8> = Vec::new();
        for kind in 0..self.types().len() {
            let mask = owners(self, kind);
            if told.contains(&mask) || !is_own(&self.types()[kind]) {
                continue;
            }
            told.push(mask);
            let names = self.players().iter().enumerate().filter(|(player, _)| mask >> player & 1 != 0);
            let names: Vec<&str> = names.map(|(_, name)| &name[..]).collect();
            let own = self.which(|prose, kind| owners(prose, kind) == mask && is_own(&prose.types()[kind]));
            self.say(Chapter::Moves, format!("Only for {}: {own}.", listed(&names, "and")));
        }
        let walls = self.which(|prose, kind| prose.types()[kind].wall);
        if !walls.is_empty() {
            self.say(Chapter::Moves, format!("Belongs to nobody and cannot be captured: {walls}."));
        }
        let pieces = &self.game.definition().pieces;
        let past = self.which(|prose, kind| pieces[prose.types()[kind].base].has_a_past());
        if !past.is_empty() {
            self.say(Chapter::Moves, format!("Has first moves only until it has moved: {past}."));
        }
    }

    /// The types of which something holds, in words: "a pawn or rook".
    fn which(&self, holds: impl Fn(&Self, usize) -> bool) -> String {
        let kinds = (0..self.types().len()).filter(|kind| holds(self, *kind));
        let kinds: Vec<PieceType> = kinds.map(|kind| PieceType(kind as u8)).collect();
        if kinds.is_empty() { String::new() } else { a(&self.names(&kinds, "or")) }
    }

    /// The pieces that share a zone, and the zone, in words.
    fn by_zone(&self, zones: &[Vec<Zone>]) -> Vec<(String, String)> {
        let (mut told, mut known) = (Vec::new(), Vec::new());
        for zone in zones.iter().flatten() {
            if known.contains(zone) {
                continue;
            }
            known.push(*zone);
            let bound = (0..zones.len()).filter(|kind| zones[*kind].contains(zone));
            let who: Vec<PieceType> = bound.map(|kind| PieceType(kind as u8)).collect();
            told.push((a(&self.names(&who, "or")), self.zone(*zone)));
        }
        told
    }

    /// A zone in words, as the first player sees it: "the last rank", "d4, e4, d5 or e5".
    pub fn zone(&self, zone: Zone) -> String {
        words::zone(&self.checked.board, zone)
    }
}

impl Game {
    /// The rules in words, a sentence each: how one wins, check, special moves, draws.
    pub fn describe(&self) -> Vec<String> {
        let checked = self.checked();
        let mut prose = Prose { game: self, checked, rules: &checked.rules, sentences: Vec::new() };
        prose.say_zones();
        prose.say_pieces();
        for rule in RULES {
            prose.say_of(rule);
        }
        for rule in &checked.rules.behaviours {
            rule.words.describe(&mut prose);
        }
        // The sort is stable: within a chapter rules keep the order of their list.
        prose.sentences.sort_by_key(|(chapter, _)| *chapter);
        prose.sentences.into_iter().map(|(_, sentence)| sentence).collect()
    }
}

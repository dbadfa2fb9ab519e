//! Rules as components: each file holds its keys, their documentation, what they compile to, and what they do.
//!
//! A game that does not use a rule pays nothing for it: it has no table.

pub(crate) mod advice;
pub(crate) mod behaviour;
pub(crate) mod blast;
pub(crate) mod capture;
pub(crate) mod castling;
pub(crate) mod check;
pub(crate) mod checks;
pub(crate) mod drops;
pub(crate) mod duck;
pub(crate) mod elimination;
pub(crate) mod en_passant;
pub(crate) mod ends;
pub(crate) mod extinction;
pub(crate) mod gating;
pub(crate) mod goal;
pub(crate) mod mate;
pub(crate) mod material;
pub(crate) mod parts;
pub(crate) mod pass;
pub(crate) mod petrify;
pub(crate) mod points;
pub(crate) mod progress;
pub(crate) mod progressive;
pub(crate) mod promotion;
pub(crate) mod repetition;
pub(crate) mod royal_loss;
pub(crate) mod shots;
pub(crate) mod transform;
#[cfg(test)]
mod trial;
pub(crate) mod turns;
pub(crate) mod walling;

use crate::board::Board;
use crate::cell::{Cell, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::game::TypeInfo;
use crate::definition::{Checker, Definition, Names, PieceDefinition};
use crate::definition::{Kind, Problem, Problems, Reader, Spanned, Spec, Table, Value};
use crate::describe::Prose;
use crate::describe::refusal::Refusal;
use crate::movement::Movement;
use crate::movement::trie::Trie;
use crate::notation::fen::part::{Fen4Field, Fen4Option, FenField};
use crate::notation::spelling::Spelling;
use crate::position::Position;
use crate::position::setup::Setup;
use crate::set::CellSet;
use behaviour::{AnyBehaviour, Events};
use parts::{AnyParts, LookAlikes, NoParts};

/// What something means for the player it happens to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Nothing.
    #[default]
    None,
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// The words for a verdict.
pub(crate) const VERDICTS: &[&str] = &["win", "loss", "draw", "none"];

impl Verdict {
    /// The verdict of a word.
    pub(crate) fn of(word: &str) -> Verdict {
        match word {
            "win" => Verdict::Win,
            "loss" => Verdict::Loss,
            "draw" => Verdict::Draw,
            _ => Verdict::None,
        }
    }

    /// The same where the game cannot go on, whatever its definition says.
    pub(crate) fn or_draw(self) -> Verdict {
        if self == Verdict::None { Verdict::Draw } else { self }
    }

    /// Whether nobody wins by it.
    pub(crate) fn is_neutral(self) -> bool {
        matches!(self, Verdict::None | Verdict::Draw)
    }

    /// What may be claimed, as part of a sentence: "a draw".
    pub(crate) fn claim(self) -> &'static str {
        match self {
            Verdict::None => "nothing",
            Verdict::Win => "the win for the player to move",
            Verdict::Loss => "the loss of the player to move",
            Verdict::Draw => "a draw",
        }
    }

    /// For the player to move, as part of a sentence: "the game is drawn".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Verdict::None => "nothing happens",
            Verdict::Win => "the player to move wins",
            Verdict::Loss => "the player to move loses",
            Verdict::Draw => "the game is drawn",
        }
    }
}

/// Where a rule's key stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `[rules]`: what may be played.
    Rules,
    /// `[end]`: how it ends.
    End,
    /// `[pieces.NAME]`: what one type of piece does.
    Pieces,
}

impl Section {
    /// The heading in a file.
    pub fn name(self) -> &'static str {
        match self {
            Section::Rules => "rules",
            Section::End => "end",
            Section::Pieces => "pieces.NAME",
        }
    }
}

/// What a rule adds to a type's movement: another, and what becomes of its trie.
pub(crate) type FurtherMoves<'a> = (&'a Spanned<Movement>, fn(Trie) -> Trie);

/// A rule: its key, how a value of it is compiled, and what it does while a game is.
pub struct Rule {
    /// Which section its key belongs to.
    pub section: Section,
    /// The key with its documentation.
    pub spec: Spec,
    /// Puts what the value says into the set of rules.
    pub(crate) compile: fn(&mut Draft<'_>, &Spanned<Value>) -> Result<(), Problems>,
    /// Adds types that pieces become by it: they look like others, but have a past.
    pub(crate) add_types: fn(&Definition, &mut Vec<TypeInfo>, &mut RuleSet),
    /// Says of types that look like others what it says of these.
    pub(crate) name_look_alikes: fn(&mut RuleSet, &LookAlikes<'_>),
    /// What is wrong with it beside the other rules, and in this game.
    pub(crate) check: fn(&Definition, &CheckedDefinition) -> Option<Problem>,
    /// What it adds to the movement of a piece of the definition.
    pub(crate) further_moves: fn(&RuleSet, usize) -> Option<FurtherMoves<'_>>,
    /// The cells, as the first player sees them, on which a trail left by a move matters to it.
    pub(crate) trails: fn(&RuleSet) -> CellSet<4>,
    /// Gives players the rights they have at the start, where the definition does not say them.
    pub(crate) grant: fn(&CheckedDefinition, &mut Setup),
    /// Its tables, and its part of a position.
    pub(crate) parts: AnyParts,
    /// Whether it ends a game sooner or later, or may, though no piece is royal.
    pub(crate) ends: fn(&RuleSet) -> bool,
    /// What it does in a game with these rules, where that does not depend on its key alone. Such listeners come after
    /// those that keys name, in the order of [`RULES`]: so ends are judged.
    pub(crate) listener: fn(&RuleSet) -> Option<AnyBehaviour>,
    /// Whether it is a way to win besides checkmate.
    pub(crate) wins: fn(&RuleSet) -> bool,
    /// Tells what it means in a game, in sentences; nothing if the game does not use it.
    pub(crate) describe: fn(&mut Prose<'_>),
    /// Whether a game with these rules can still be generated and played as an orthodox one.
    pub(crate) is_orthodox: fn(&RuleSet) -> bool,
    /// Whether it leaves no other way to win than to put an enemy in check without a move.
    pub(crate) leaves_only_mate: fn(&RuleSet) -> bool,
    /// Its field of FEN.
    pub(crate) fen: Option<&'static FenField>,
    /// Its parts of FEN4.
    pub(crate) fen4: &'static [Fen4Field],
    /// Its option of FEN4.
    pub(crate) fen4_option: Option<&'static Fen4Option>,
    /// How moves of its kind are spelled.
    pub(crate) moves: Option<&'static dyn Spelling>,
    /// Why it forbids a move that leads to these pieces and ends on a cell, though no royal is left open to capture by
    /// it.
    pub(crate) forbids: fn(&Position, &Setup, Cell) -> Option<Refusal>,
    /// Why a piece whose own movement does not lead there cannot go there by it either, if that seems to be tried.
    pub(crate) refusal: fn(&Position, &Setup, Cell, Cell) -> Option<Refusal>,
}

impl Rule {
    /// A rule that says and changes nothing: what others differ from.
    pub(crate) const PLAIN: Rule = Rule {
        section: Section::Rules,
        spec: Spec { name: "", kind: Kind::Flag, default: "", documentation: "" },
        compile: |_, _| Ok(()),
        add_types: |_, _, _| {},
        name_look_alikes: |_, _| {},
        check: |_, _| None,
        further_moves: |_, _| None,
        trails: |_| CellSet::EMPTY,
        grant: |_, _| {},
        parts: AnyParts::new(&NoParts),
        ends: |_| false,
        listener: |_| None,
        wins: |_| false,
        describe: |_| {},
        is_orthodox: |_| true,
        leaves_only_mate: |_| true,
        fen: None,
        fen4: &[],
        fen4_option: None,
        moves: None,
        forbids: |_, _, _| None,
        refusal: |_, _, _, _| None,
    };
}

/// Every rule there is, in the order in which they are told and ends are judged.
pub static RULES: &[&Rule] = &[
    &shots::SHOOTS,
    &shots::SHOTS,
    &check::CHECK,
    &check::GIVING_CHECK,
    &check::KINGS_FACING,
    &castling::RULE,
    &en_passant::RULE,
    &promotion::RULE,
    &drops::RULE,
    &gating::RULE,
    &capture::RULE,
    &blast::RULE,
    &pass::RULE,
    &turns::RULE,
    &duck::RULE,
    &petrify::RULE,
    &transform::RULE,
    &progressive::RULE,
    &walling::RULE,
    &mate::CHECKMATE,
    &mate::STALEMATE,
    &mate::UNSAFE_ROYAL,
    &royal_loss::ROYAL_CAPTURE,
    &extinction::RULE,
    &checks::RULE,
    &goal::RULE,
    &royal_loss::BARE_KING,
    &repetition::RULE,
    &progress::RULE,
    &material::RULE,
    &elimination::RULE,
    &points::RULE,
    #[cfg(test)]
    &trial::RULE,
];

/// How the kinds of moves that rules own are spelled.
pub(crate) fn spellings() -> impl Iterator<Item = &'static dyn Spelling> {
    RULES.iter().filter_map(|rule| rule.moves)
}

/// Everything the rules of a game say, before widths and words.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleSet {
    pub check: check::Check,
    pub castling: Option<castling::Castling>,
    pub en_passant: Option<en_passant::EnPassant>,
    pub promotions: Vec<promotion::Promotion>,
    pub drops: Option<drops::Drops>,
    pub gating: Option<gating::Gating>,
    pub shots: shots::Shots,
    pub must_capture: bool,
    pub blast: Option<blast::Blast>,
    pub mate: mate::Mate,
    pub royal_loss: royal_loss::RoyalLoss,
    pub extinction: Option<extinction::Extinction>,
    pub goal: Option<goal::Goal>,
    pub checks: Option<u8>,
    pub repetition: Option<repetition::Repetition>,
    pub progress: Option<progress::Progress>,
    pub material: bool,
    /// For more than two players.
    pub elimination: elimination::Elimination,
    pub points: Option<points::Points>,
    /// Rules that listen to what happens.
    pub behaviours: Vec<AnyBehaviour>,
}

impl RuleSet {
    /// Whether no rule keeps the game from being generated and played as an orthodox one.
    pub fn are_orthodox(&self) -> bool {
        RULES.iter().all(|rule| (rule.is_orthodox)(self))
    }

    /// Whether no rule lets a player win but to leave another in check without a move.
    pub fn leave_only_mate(&self) -> bool {
        RULES.iter().all(|rule| (rule.leaves_only_mate)(self))
            && self.behaviours.iter().all(|rule| rule.words.leaves_only_mate())
    }

    /// Whether a rule ends the game sooner or later, or may, though no piece is royal.
    pub fn can_end(&self) -> bool {
        RULES.iter().any(|rule| (rule.ends)(self)) || self.behaviours.iter().any(|rule| rule.words.ends())
    }

    /// The cells, as the first player sees them, on which trails matter to a rule.
    pub fn trails(&self) -> CellSet<4> {
        RULES.iter().fold(CellSet::EMPTY, |all, rule| all | (rule.trails)(self))
    }

    /// What rules add to the movement of a piece of the definition.
    pub fn further_moves(&self, piece: usize) -> impl Iterator<Item = FurtherMoves<'_>> {
        RULES.iter().filter_map(move |rule| (rule.further_moves)(self, piece))
    }

    /// Whether all who take part only look on at moves. Who answers nothing, and lets players claim, is not among them:
    /// so the engine was measured.
    pub fn only_look_on(&self) -> bool {
        self.behaviours
            .iter()
            .all(|rule| rule.listens() != Events::default() && !rule.listens().changes_moves())
    }

    /// Whether somebody answers an event.
    pub fn answer(&self, event: Events) -> bool {
        self.behaviours.iter().any(|rule| rule.listens().has(event))
    }

    /// The most moves a player may make in one turn.
    pub fn most_moves(&self) -> u8 {
        self.behaviours.iter().map(|rule| rule.words.most_moves()).max().unwrap_or(1)
    }
}

impl RuleSet {
    /// Lets those rules take part that do so by what all of them say together.
    pub fn take_part(&mut self) {
        self.behaviours.extend(RULES.iter().filter_map(|rule| (rule.listener)(self)).collect::<Vec<_>>());
    }
}

/// What a rule may look at while it compiles.
pub(crate) struct Draft<'a> {
    pub names: Names<'a>,
    pub board: &'a Board,
    pub pieces: &'a [PieceDefinition],
    /// The piece whose key is read, where a key belongs to one.
    pub subject: usize,
    pub rules: RuleSet,
}

static EMPTY: Table = Table { entries: Vec::new() };

impl<'a> Draft<'a> {
    /// A reader of a rule's table; of nothing where the value is a word or a flag.
    fn reader<'v>(&self, value: &'v Spanned<Value>) -> Reader<'v>
    where
        'a: 'v,
    {
        let table = match &value.value {
            Value::Table(table) => table,
            _ => &EMPTY,
        };
        Reader::unchecked(table, value.span, self.names)
    }

    /// The type of a name.
    fn piece(&self, name: &str) -> Option<PieceType> {
        self.pieces.iter().position(|piece| piece.name.value == name).map(|index| PieceType(index as u8))
    }

    /// The type of royal pieces, if there is just one.
    fn royal_type(&self) -> Option<PieceType> {
        let mut royal =
            self.pieces.iter().enumerate().filter(|(_, p)| p.royal != crate::definition::Royal::No);
        let (index, _) = royal.next()?;
        royal.next().is_none().then_some(PieceType(index as u8))
    }
}

/// The keys of pieces that belong to rules.
pub fn piece_keys() -> impl Iterator<Item = &'static Spec> {
    RULES.iter().filter(|rule| rule.section == Section::Pieces).map(|rule| &rule.spec)
}

/// Reads every key of every rule: unknown keys, wrong values and wrong references are all reported.
pub(crate) fn compile(draft: &mut Draft<'_>, definition: &Definition) -> Vec<Problem> {
    let mut places = Vec::new();
    let problems = each(&written(definition), |rule, subject, key, value| {
        draft.subject = subject;
        check(draft.names, rule, key, value)?;
        (rule.compile)(draft, value)?;
        let place = RULES.iter().position(|listed| std::ptr::eq(*listed, rule)).unwrap_or(RULES.len());
        places.resize(draft.rules.behaviours.len(), place);
        Ok(())
    });
    // Who listens is asked in the order of the rules, not in that of a file.
    let mut listeners: Vec<_> = places.into_iter().zip(std::mem::take(&mut draft.rules.behaviours)).collect();
    listeners.sort_by_key(|(place, _)| *place);
    draft.rules.behaviours = listeners.into_iter().map(|(_, listener)| listener).collect();
    problems
}

/// What is wrong with the two sections of rules that can be told although pieces and board are not known: unknown
/// keys, and values that fit no key of theirs.
pub fn check_keys(rules: &Table, end: &Table) -> Vec<Problem> {
    let written = [(Section::Rules, 0, rules), (Section::End, 0, end)];
    each(&written, |rule, _, key, value| check(Names::default(), rule, key, value))
}

/// What is wrong with the keys of rules, with references to whatever names are known.
pub(crate) fn check_names(names: Names<'_>, definition: &Definition) -> Vec<Problem> {
    each(&written(definition), |rule, _, key, value| check(names, rule, key, value))
}

/// A table of rules' keys: where it stands, in which piece, and what is written.
type Written<'a> = (Section, usize, &'a Table);

/// Every table of a definition whose keys are rules'.
fn written(definition: &Definition) -> Vec<Written<'_>> {
    let sections = [(Section::Rules, 0, &definition.rules), (Section::End, 0, &definition.end)];
    let pieces = definition.pieces.iter().enumerate();
    let pieces = pieces.map(|(index, piece)| (Section::Pieces, index, &piece.rules));
    sections.into_iter().chain(pieces).collect()
}

fn check(
    names: Names<'_>,
    rule: &Rule,
    key: &Spanned<String>,
    value: &Spanned<Value>,
) -> Result<(), Problems> {
    let mut problems = Vec::new();
    Checker { names, problems: &mut problems }.value(&key.value, value, &rule.spec.kind);
    if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
}

/// Does something with every rule that is written, and collects what is wrong.
fn each(
    written: &[Written<'_>],
    mut read: impl FnMut(&Rule, usize, &Spanned<String>, &Spanned<Value>) -> Result<(), Problems>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for &(section, subject, table) in written {
        for (key, value) in &table.entries {
            match RULES.iter().find(|r| r.section == section && r.spec.name == key.value) {
                Some(rule) => {
                    problems.extend(read(rule, subject, key, value).err().into_iter().flat_map(|p| p.0));
                }
                None => problems.push(unknown(section, key)),
            }
        }
    }
    problems
}

fn unknown(section: Section, key: &Spanned<String>) -> Problem {
    let message = format!("unknown rule \"{}\" in [{}]", key.value, section.name());
    let problem = Problem::new(key.span, message, "no such rule");
    match RULES.iter().find(|r| r.section != section && r.spec.name == key.value) {
        Some(rule) => problem.help(format!("this key belongs in [{}]", rule.section.name())),
        None => {
            problem.suggest(&key.value, RULES.iter().filter(|r| r.section == section).map(|r| r.spec.name))
        }
    }
}

/// A value that is a single word.
fn word(value: &Spanned<Value>) -> &str {
    match &value.value {
        Value::Text(text) => text,
        _ => "",
    }
}

/// A zone of the first player as another sees it, in so many words.
pub(crate) fn seen<const W: usize>(zone: CellSet<4>, view: &[Cell]) -> CellSet<W> {
    zone.into_iter().map(|cell| view[cell]).collect()
}

/// A key that takes a verdict.
const fn verdict_key(name: &'static str, default: &'static str, documentation: &'static str) -> Spec {
    Spec { name, kind: Kind::Word(VERDICTS), default, documentation }
}

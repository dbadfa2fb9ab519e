//! Rules as components: each file holds its keys, their documentation, what they compile to, and what they do.
//!
//! A game that does not use a rule pays nothing for it: it has no table.

pub(crate) mod advice;
pub(crate) mod avoids;
pub(crate) mod behaviour;
pub(crate) mod blast;
pub(crate) mod capture;
pub(crate) mod castling;
pub(crate) mod check;
pub(crate) mod checks;
pub(crate) mod closing;
pub(crate) mod conversion;
pub(crate) mod counting;
pub(crate) mod draw_odds;
pub(crate) mod drops;
pub(crate) mod duck;
pub(crate) mod elimination;
pub(crate) mod en_passant;
pub(crate) mod ends;
pub(crate) mod evasion;
pub(crate) mod extinction;
pub(crate) mod first_safe;
pub(crate) mod flight;
pub(crate) mod gating;
pub(crate) mod goal;
pub(crate) mod mate;
pub(crate) mod material;
pub(crate) mod parts;
pub(crate) mod pass;
pub(crate) mod petrify;
pub(crate) mod piece_count;
pub(crate) mod points;
pub(crate) mod progress;
pub(crate) mod progressive;
pub(crate) mod promotion;
pub(crate) mod repetition;
pub(crate) mod rising;
pub(crate) mod royal_loss;
mod set;
pub(crate) mod several_royals;
pub(crate) mod shots;
pub(crate) mod swap;
pub(crate) mod sweeping;
pub(crate) mod transform;
#[cfg(test)]
mod trial;
pub(crate) mod turns;
pub(crate) mod walling;

use crate::board::Board;
use crate::cell::{Cell, PieceType};
use crate::compile::CheckedDefinition;
use crate::compile::game::TypeInfo;
use crate::definition::by_player;
use crate::definition::{Checker, Definition, Names, PieceDefinition};
use crate::definition::{Kind, Problem, Problems, Reader, Spanned, Spec, Table, Value};
use crate::describe::Prose;
use crate::describe::refusal::Refusal;
use crate::movement::Movement;
use crate::movement::trie::Trie;
use crate::notation::fen::part::{Fen4Field, Fen4Option, FenField, FenGuest};
use crate::notation::spelling::Spelling;
use crate::position::Position;
use crate::position::setup::Setup;
use crate::set::{CellSet, Zone};
use behaviour::AnyBehaviour;
use parts::{AnyParts, LookAlikes, NoParts};
pub(crate) use set::{RuleSet, Rules};

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
    pub(crate) trails: fn(&RuleSet) -> Zone,
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
    /// What it says in the field of castling rights.
    pub(crate) fen_guest: Option<&'static FenGuest>,
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
        fen_guest: None,
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
    &first_safe::RULE,
    &sweeping::RULE,
    &avoids::RULE,
    &check::CHECK,
    &check::GIVING_CHECK,
    &check::KINGS_FACING,
    &evasion::RULE,
    &several_royals::RULE,
    &flight::RULE,
    &castling::RULE,
    &en_passant::RULE,
    &promotion::RULE,
    &rising::RULE,
    &swap::RULE,
    &drops::RULE,
    &gating::RULE,
    &capture::RULE,
    &blast::RULE,
    &pass::RULE,
    &turns::RULE,
    &duck::RULE,
    &petrify::RULE,
    &transform::RULE,
    &conversion::RULE,
    &progressive::RULE,
    &walling::RULE,
    &closing::RULE,
    &mate::CHECKMATE,
    &mate::STALEMATE,
    &piece_count::RULE,
    &mate::UNSAFE_ROYAL,
    &royal_loss::ROYAL_CAPTURE,
    &extinction::RULE,
    &checks::RULE,
    &goal::RULE,
    &royal_loss::BARE_KING,
    &repetition::RULE,
    &progress::RULE,
    &material::RULE,
    &counting::RULE,
    &draw_odds::RULE,
    &elimination::RULE,
    &points::RULE,
    #[cfg(test)]
    &trial::RULE,
];

/// How the kinds of moves that rules own are spelled.
pub(crate) fn spellings() -> impl Iterator<Item = &'static dyn Spelling> {
    RULES.iter().filter_map(|rule| rule.moves)
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
pub(crate) fn compile(draft: &mut Draft<'_>, definition: &Definition) -> (Rules, Vec<Problem>) {
    let mut problems = check_names(draft.names, definition);
    let common = read(draft, definition, by_player::Reader::Everybody, &mut problems);
    if !problems.is_empty() {
        return (Rules::default(), problems);
    }
    let players = 0..draft.names.players.len();
    let each: Vec<_> = players.map(by_player::Reader::Player).collect();
    let as_all = |who: &by_player::Reader| {
        sections(definition).into_iter().all(|section| {
            own_table(section, draft.names, *who)
                == own_table(section, draft.names, by_player::Reader::Everybody)
        })
    };
    if each.iter().all(as_all) {
        return (Rules::new(common, Vec::new()), problems);
    }
    let own = each.into_iter().map(|who| read(draft, definition, who, &mut problems)).collect();
    (Rules::new(common, own), problems)
}

/// What the rules say to one player, or to all.
fn read(
    draft: &mut Draft<'_>,
    definition: &Definition,
    who: by_player::Reader,
    problems: &mut Vec<Problem>,
) -> RuleSet {
    let mut places = Vec::new();
    let [rules, end] = sections(definition).map(|section| own_table(section, draft.names, who));
    let written = written(&rules, &end, definition);
    let found = each(&written, |rule, subject, key, value| {
        draft.subject = subject;
        check(draft.names, rule, key, value)?;
        (rule.compile)(draft, value)?;
        let place = RULES.iter().position(|listed| std::ptr::eq(*listed, rule)).unwrap_or(RULES.len());
        places.resize(draft.rules.behaviours.len(), place);
        Ok(())
    });
    // What is wrong for all is wrong for each.
    problems.extend(found.into_iter().filter(|problem| !problems.contains(problem)).collect::<Vec<_>>());
    let mut set = std::mem::take(&mut draft.rules);
    // Who listens is asked in the order of the rules, not in that of a file.
    let mut listeners: Vec<_> = places.into_iter().zip(std::mem::take(&mut set.behaviours)).collect();
    listeners.sort_by_key(|(place, _)| *place);
    set.behaviours = listeners.into_iter().map(|(_, listener)| listener).collect();
    set
}

/// The two sections of rules.
fn sections(definition: &Definition) -> [(Section, &Table); 2] {
    [(Section::Rules, &definition.rules), (Section::End, &definition.end)]
}

/// A section of rules as it is for one player, or for all.
fn own_table((section, table): (Section, &Table), names: Names<'_>, who: by_player::Reader) -> Table {
    let specs: Vec<Spec> =
        RULES.iter().filter(|rule| rule.section == section).map(|rule| rule.spec).collect();
    by_player::table(table, &specs, names.players, who)
}

/// What is wrong with the two sections of rules that can be told although pieces and board are not known: unknown
/// keys, and values that fit no key of theirs.
pub fn check_keys(definition: &Definition) -> Vec<Problem> {
    let written = [(Section::Rules, 0, &definition.rules), (Section::End, 0, &definition.end)];
    let players = definition.players.names();
    let names = Names { players: &players, ..Names::default() };
    each(&written, |rule, _, key, value| check(names, rule, key, value))
}

/// What is wrong with the keys of rules, with references to whatever names are known.
pub(crate) fn check_names(names: Names<'_>, definition: &Definition) -> Vec<Problem> {
    let written = written(&definition.rules, &definition.end, definition);
    each(&written, |rule, _, key, value| check(names, rule, key, value))
}

/// A table of rules' keys: where it stands, in which piece, and what is written.
type Written<'a> = (Section, usize, &'a Table);

/// Every table of a definition whose keys are rules'.
fn written<'a>(rules: &'a Table, end: &'a Table, definition: &'a Definition) -> Vec<Written<'a>> {
    let sections = [(Section::Rules, 0, rules), (Section::End, 0, end)];
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
pub(crate) fn seen<const W: usize>(zone: Zone, view: &[Cell]) -> CellSet<W> {
    zone.into_iter().map(|cell| view[cell]).collect()
}

/// A key that takes a verdict.
const fn verdict_key(name: &'static str, default: &'static str, documentation: &'static str) -> Spec {
    Spec { name, kind: Kind::Word(VERDICTS), default, documentation }
}

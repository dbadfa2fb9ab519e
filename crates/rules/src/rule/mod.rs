//! Rules as components: each file holds its keys, their documentation, what they compile to, and what they do.
//!
//! A game that does not use a rule pays nothing for it: it has no table.

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
pub(crate) mod extinction;
pub(crate) mod gating;
pub(crate) mod goal;
pub(crate) mod mate;
pub(crate) mod material;
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
pub(crate) mod turns;
pub(crate) mod watch;

use crate::board::Board;
use crate::cell::{Cell, PieceType};
use crate::compile::game::TypeInfo;
use crate::definition::{Checker, Names, PieceDefinition};
use crate::definition::{Kind, Problem, Problems, Reader, Spanned, Spec, Table, Value};
use crate::describe::Prose;
use crate::describe::refusal::Refusal;
use crate::notation::fen::part::{Fen4Field, Fen4Option, FenField};
use crate::notation::spelling::Spelling;
use crate::position::Position;
use crate::position::setup::Setup;
use crate::set::CellSet;

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
}

/// A rule: its key and how a value of it is compiled.
pub struct Rule {
    /// Which section its key belongs to.
    pub section: Section,
    /// The key with its documentation.
    pub spec: Spec,
    /// Puts what the value says into the set of rules.
    compile: fn(&mut Draft<'_>, &Spanned<Value>) -> Result<(), Problems>,
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
    /// Why a piece whose own movement does not lead there cannot go there by it either, if that seems to be tried.
    pub(crate) refusal: fn(&Position, &Setup, Cell, Cell) -> Option<Refusal>,
}

impl Rule {
    /// A rule that says and changes nothing: what others differ from.
    pub(crate) const PLAIN: Rule = Rule {
        section: Section::Rules,
        spec: Spec { name: "", kind: Kind::Flag, default: "", documentation: "" },
        compile: |_, _| Ok(()),
        describe: |_| {},
        is_orthodox: |_| true,
        leaves_only_mate: |_| true,
        fen: None,
        fen4: &[],
        fen4_option: None,
        moves: None,
        refusal: |_, _, _, _| None,
    };
}

/// Every rule there is.
pub static RULES: &[&Rule] = &[
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
    &mate::CHECKMATE,
    &mate::STALEMATE,
    &mate::UNSAFE_ROYAL,
    &royal_loss::ROYAL_CAPTURE,
    &royal_loss::BARE_KING,
    &extinction::RULE,
    &goal::RULE,
    &checks::RULE,
    &repetition::RULE,
    &progress::RULE,
    &material::RULE,
    &elimination::RULE,
    &points::RULE,
];

/// How the kinds of moves that rules own are spelled. Shots belong to pieces and have no key here.
pub(crate) fn spellings() -> impl Iterator<Item = &'static dyn Spelling> {
    RULES.iter().filter_map(|rule| rule.moves).chain([&shots::ShotSpelling as &dyn Spelling])
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
    pub behaviours: Vec<behaviour::AnyBehaviour>,
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

    /// The most moves a player may make in one turn.
    pub fn most_moves(&self) -> u8 {
        self.behaviours.iter().map(|rule| rule.words.most_moves()).max().unwrap_or(1)
    }
}

impl RuleSet {
    /// What a rule says of a type it says of those, too, that only look like it and are types of their own because of
    /// their past.
    pub fn name_look_alikes(&mut self, types: &[TypeInfo]) {
        let add = |list: &mut Vec<PieceType>| {
            for (kind, info) in types.iter().enumerate() {
                let (kind, base) = (PieceType(kind as u8), PieceType(info.base as u8));
                if list.contains(&base) && !list.contains(&kind) {
                    list.push(kind);
                }
            }
        };
        self.promotions.iter_mut().for_each(|promotion| add(&mut promotion.of));
        self.blast.iter_mut().for_each(|blast| add(&mut blast.spares));
        self.goal.iter_mut().for_each(|goal| add(&mut goal.of));
        self.progress.iter_mut().for_each(|progress| add(&mut progress.reset_by));
        if let Some(repetition) = &mut self.repetition {
            let mut exempt: Vec<PieceType> = repetition.chase_exempt.map(PieceType).collect();
            add(&mut exempt);
            repetition.chase_exempt = exempt.into_iter().map(|kind| kind.0).collect();
        }
        if let Some(points) = &mut self.points {
            add(&mut points.light);
            for (kind, info) in types.iter().enumerate().filter(|(kind, info)| info.base != *kind) {
                let worth = points.captures.iter().find(|(of, _)| of.index() == info.base).copied();
                points.captures.extend(worth.map(|(_, worth)| (PieceType(kind as u8), worth)));
            }
        }
    }
}

/// What a rule may look at while it compiles.
pub(crate) struct Draft<'a> {
    pub names: Names<'a>,
    pub board: &'a Board,
    pub pieces: &'a [PieceDefinition],
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

/// Reads the two sections of rules: unknown keys, wrong values and wrong references are all reported.
pub(crate) fn compile(draft: &mut Draft<'_>, rules: &Table, end: &Table) -> Vec<Problem> {
    each(rules, end, |rule, key, value| {
        check(draft.names, rule, key, value).and_then(|()| (rule.compile)(draft, value))
    })
}

/// What is wrong with the two sections of rules that can be told although pieces and board are not known: unknown
/// keys, and values that fit no key of theirs.
pub fn check_keys(rules: &Table, end: &Table) -> Vec<Problem> {
    check_names(Names::default(), rules, end)
}

/// The same, with references to whatever names are known.
pub(crate) fn check_names(names: Names<'_>, rules: &Table, end: &Table) -> Vec<Problem> {
    each(rules, end, |rule, key, value| check(names, rule, key, value))
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
    rules: &Table,
    end: &Table,
    mut read: impl FnMut(&Rule, &Spanned<String>, &Spanned<Value>) -> Result<(), Problems>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (section, table) in [(Section::Rules, rules), (Section::End, end)] {
        for (key, value) in &table.entries {
            match RULES.iter().find(|r| r.section == section && r.spec.name == key.value) {
                Some(rule) => problems.extend(read(rule, key, value).err().into_iter().flat_map(|p| p.0)),
                None => problems.push(unknown(section, key)),
            }
        }
    }
    problems
}

fn unknown(section: Section, key: &Spanned<String>) -> Problem {
    let name = if section == Section::Rules { "rules" } else { "end" };
    let elsewhere = RULES.iter().find(|r| r.section != section && r.spec.name == key.value);
    let problem =
        Problem::new(key.span, format!("unknown rule \"{}\" in [{name}]", key.value), "no such rule");
    match elsewhere {
        Some(_) if section == Section::Rules => problem.help("this key belongs in [end]"),
        Some(_) => problem.help("this key belongs in [rules]"),
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

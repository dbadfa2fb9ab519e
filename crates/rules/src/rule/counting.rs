//! Counting moves near the end, as makruk and its kin do: whoever is stronger must mate before the count is over.

use super::behaviour::{AnyBehaviour, Behaviour, Events, Memory, Words};
use super::ends::{End, Played};
use super::{Rule, Section, Verdict};
use crate::cell::PieceType;
use crate::compile::CheckedDefinition;
use crate::compile::tables::{Tables, Types};
use crate::definition::{Kind, Problem, Spec, Value};
use crate::describe::{Chapter, Prose, a, cardinal};
use crate::position::outcome::Reason;
use crate::position::setup::Setup;
use crate::position::state::State;
use std::sync::Arc;

/// The bytes of the rule: which count runs, how many moves of each player it has, how many moves of both are counted.
const COUNT: usize = 0;
const LIMIT: usize = 1;
const PLIES: usize = 2;

/// No count runs.
const NONE: u8 = 0;
/// Both sides have pieces; the board is counted.
const BOARD: u8 = 1;
/// One side has nothing but royals.
const BARE: u8 = 2;

/// The most moves that can be counted: plies are a byte.
const MOST: i64 = 120;

/// When counting begins, and how long it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counting {
    /// As long as there are any of these, nobody counts against a bare royal, nor on the board unless few are left.
    without: Vec<PieceType>,
    /// How long the board is counted; nothing if it is not.
    board: Option<u8>,
    /// With so few pieces a player has the board counted, whatever else there is.
    few: Option<u8>,
    /// How long a bare royal is counted against the first of these types that the other has: one of it, several.
    bare: Vec<(PieceType, u8, u8)>,
    /// The same against anything else.
    otherwise: Option<u8>,
    /// Whether the count against a bare royal begins with how many pieces there are.
    from_pieces: bool,
}

impl Words for Counting {
    fn describe(&self, prose: &mut Prose<'_>) {
        let pawns = prose.names(&self.without, "or");
        if let Some(board) = self.board {
            let when = match self.few {
                Some(few) => format!("a player has at most {} pieces", cardinal(few.into())),
                None if pawns.is_empty() => "the game begins".to_owned(),
                None => format!("no {pawns} is left"),
            };
            let sentence =
                format!("When {when}, moves are counted: after {board} of each the game is drawn.");
            prose.say(Chapter::Draw, sentence);
        }
        let with = |(kind, one, several): &(PieceType, u8, u8)| match one == several {
            true => format!("{one} with {}", a(prose.name(*kind))),
            false => format!("{one} with {} ({several} with several)", a(prose.name(*kind))),
        };
        let mut limits: Vec<String> = self.bare.iter().map(with).collect();
        limits.extend(self.otherwise.map(|otherwise| format!("{otherwise} with anything else")));
        let Some(royal) = prose.royal().filter(|_| !limits.is_empty()).map(str::to_owned) else { return };
        let once = if pawns.is_empty() { String::new() } else { format!(", once no {pawns} is left,") };
        let sentence = format!(
            "Whoever has nothing but the {royal}{once} must be mated in time, or the game is drawn; moves allowed to each: {}.",
            limits.join(", ")
        );
        prose.say(Chapter::Draw, sentence);
        if self.from_pieces {
            prose.say(Chapter::Draw, "That count begins with the number of pieces on the board.");
        }
    }

    fn memory(&self, _: usize) -> Option<Memory> {
        Some(Memory {
            name: "count",
            bytes: vec![(NONE, BARE), (0, MOST as u8), (0, u8::MAX)],
            own_field: false,
        })
    }

    fn end_words(&self) -> Option<&'static str> {
        Some("because the count is over")
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Counting {
    fn listens(&self) -> Events {
        Events::OUTCOME
    }

    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        let alike = |kinds: &[PieceType]| kinds.iter().flat_map(|kind| checked.alike(*kind)).collect();
        Some(Arc::new(Counter {
            without: alike(&self.without),
            bare: self.bare.iter().map(|(kind, one, several)| (alike(&[*kind]), *one, *several)).collect(),
            rule: self.clone(),
        }))
    }
}

/// The same with types that look alike.
#[derive(Debug)]
struct Counter {
    rule: Counting,
    without: Types,
    bare: Vec<(Types, u8, u8)>,
}

impl Words for Counter {}

impl Counter {
    /// Which count this position asks for, with its limit.
    fn wanted<const W: usize>(&self, tables: &Tables<W>, state: &State<W>) -> Option<(u8, u8)> {
        let pieces = |player: usize| state.of_player(player).len();
        let bare = |player: &usize| {
            let royals = tables.royal_pieces(state, *player);
            royals.any() && state.of_player(*player).without(royals).is_empty()
        };
        let pawns = self.without.into_iter().any(|kind| state.of_type(kind).any());
        if let Some(player) = (0..2).find(bare) {
            if pawns || bare(&(1 - player)) {
                return None;
            }
            let count =
                |kinds: Types| kinds.map(|kind| state.of(1 - player, kind as usize).len()).sum::<usize>();
            let limit = self.bare.iter().find_map(|(kinds, one, several)| match count(*kinds) {
                0 => None,
                1 => Some(*one),
                _ => Some(*several),
            });
            return Some((BARE, limit.or(self.rule.otherwise)?));
        }
        let begins = match self.rule.few {
            Some(few) => (0..2).any(|player| pieces(player) <= usize::from(few)),
            None => !pawns,
        };
        Some((BOARD, self.rule.board.filter(|_| begins)?))
    }
}

impl<const W: usize> Behaviour<W> for Counter {
    fn listens(&self) -> Events {
        Events::OUTCOME
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        if !played.is_setup() {
            let (running, limit, plies) = match *played.memory() {
                [running, limit, plies] => (running, limit, plies),
                _ => return None,
            };
            let wanted = self.wanted(played.tables, played.state());
            let (count, most) = wanted.unwrap_or((NONE, 0));
            let next = if count == NONE {
                (NONE, 0, 0)
            } else if count != running {
                let pieces = (2 * played.state().occupied.len()).min(u8::MAX.into()) as u8;
                (count, most, if count == BARE && self.rule.from_pieces { pieces } else { 0 })
            } else {
                (running, limit, plies.saturating_add(1))
            };
            if next != (running, limit, plies) {
                played.remember(COUNT, next.0);
                played.remember(LIMIT, next.1);
                played.remember(PLIES, next.2);
            }
        }
        let &[running, limit, plies] = played.memory() else { return None };
        let over = running != NONE && u16::from(plies) > 2 * u16::from(limit);
        // Who is mated by the last move has lost: whether a check is mate shows with the answer.
        let drawn = over && !played.tables.gives_check(played.state(), played.us);
        let player = usize::from(played.state().status.turn);
        drawn.then_some(End { reason: Reason::Rule, player, verdict: Verdict::Draw })
    }
}

const LIMITS: Kind = Kind::Either(&[Kind::Number(1, MOST), Kind::List(&Kind::Number(1, MOST))]);

/// Counting near the end.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "counting",
        kind: Kind::Table(&[
            Spec {
                name: "without",
                kind: Kind::Pieces,
                default: "none",
                documentation: "Nobody counts as long as there is one of these types, whoever owns it.",
            },
            Spec {
                name: "board",
                kind: Kind::Number(1, MOST),
                default: "not counted",
                documentation: "So many moves of each player are counted while both have more than royal pieces.",
            },
            Spec {
                name: "few",
                kind: Kind::Number(1, 64),
                default: "none",
                documentation: "The board is counted when a player has at most so many pieces, whatever `without` says.",
            },
            Spec {
                name: "bare",
                kind: Kind::PerPiece(&LIMITS),
                default: "none",
                documentation: "How many moves of each are counted when a player has nothing but royal pieces, by the \
                                first of these types that the other has: `[16, 8]` is 16 against one, 8 against several.",
            },
            Spec {
                name: "otherwise",
                kind: Kind::Number(1, MOST),
                default: "not counted",
                documentation: "The same against any other pieces.",
            },
            Spec {
                name: "from",
                kind: Kind::Word(&["pieces", "nothing"]),
                default: "\"pieces\"",
                documentation: "What the count against a bare royal piece begins with: the number of all pieces on the \
                                board, or nothing.",
            },
        ]),
        default: "nothing is counted",
        documentation: "For two players: near the end moves are counted, and the game is drawn when the count is over. \
                        A count begins anew when a player is bare, and stops when nothing is to be counted any more. \
                        FEN carries which count runs (1 on the board, 2 against a bare royal piece), its limit and \
                        the moves of both so far: `count:2,16,10`.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let number = |key: &str| reader.has(key).then(|| reader.number(key, 0) as u8);
        let mut bare = Vec::new();
        for (kind, written) in reader.per_piece("bare") {
            let of = |value: &Value| if let Value::Number(number) = value { *number as u8 } else { 0 };
            bare.push(match &written.value {
                Value::List(two) if two.len() == 2 => (kind, of(&two[0].value), of(&two[1].value)),
                Value::Number(_) => (kind, of(&written.value), of(&written.value)),
                _ => {
                    let problem =
                        Problem::new(written.span, "one number, or two", "against one and against several");
                    return Err(problem.help("[16, 8]").into());
                }
            });
        }
        let counting = Counting {
            without: reader.pieces("without"),
            board: number("board"),
            few: number("few"),
            bare,
            otherwise: number("otherwise"),
            from_pieces: reader.text("from") != Some("nothing"),
        };
        draft.rules.counting = Some(counting);
        Ok(())
    },
    listener: |rules| rules.counting.clone().map(AnyBehaviour::new),
    check: |definition, checked| {
        let written = definition.end.get("counting").filter(|_| checked.players.len() != 2)?;
        Some(Problem::new(written.span, "moves are counted so between two players", "there are more"))
    },
    ..Rule::PLAIN
};

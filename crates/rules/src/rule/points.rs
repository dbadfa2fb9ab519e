//! Points: what captures, mates and checks are worth in games that count them.

use super::behaviour::{Behaviour, Events, Look, Words};
use super::{Rule, Section, Verdict, elimination};
use crate::arena::Arena;
use crate::cell::{PieceType, Player};
use crate::compile::CheckedDefinition;
use crate::compile::width::with_width;
use crate::definition::{Kind, Problem, Spec, Value};
use crate::describe::{Chapter, Prose};
use crate::position::Position;
use crate::position::outcome::Reason;

/// What things are worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points {
    /// Types and what taking one of a living player brings.
    pub captures: Vec<(PieceType, i16)>,
    /// For putting a player out by mate or by taking the royal piece.
    pub mate: i16,
    /// For being stalemated oneself.
    pub stalemated: i16,
    /// For a move that checks two royals of different players, then three: by a `light` type, by another.
    pub checks: [[i16; 2]; 2],
    /// The types by which checking several brings less.
    pub light: Vec<PieceType>,
}

impl Points {
    /// For each type what taking one brings.
    pub fn by_type(&self, types: usize) -> Vec<i16> {
        let mut worth = vec![0; types];
        for (kind, points) in &self.captures {
            worth[kind.index()] = *points;
        }
        worth
    }
}

/// Whether points are counted in a game, and decide it.
pub(crate) fn are_counted(checked: &CheckedDefinition) -> bool {
    checked.rules.points.is_some() && checked.players.len() > 2
}

impl Position {
    /// The points of each player, in games that count them.
    pub fn points(&self) -> Option<Vec<i32>> {
        if !are_counted(self.game().checked()) {
            return None;
        }
        let points = with_width!(self.game(), &self.state, |_tables, state| state.seats.points);
        Some(points[..self.game().players().len()].iter().map(|p| i32::from(*p)).collect())
    }
}

impl Position {
    /// The place of each player by the points so far, in games that count them; equals share one.
    pub fn places_by_points(&self) -> Option<Vec<u8>> {
        let points = self.points()?;
        let ahead = |own: &i32| points.iter().filter(|other| *other > own).count();
        Some(points.iter().map(|own| 1 + ahead(own) as u8).collect())
    }
}

impl<const W: usize> Arena<'_, W> {
    /// The points of a player, in games that count them.
    #[inline(always)]
    pub fn points(&self, player: usize) -> i32 {
        self.state.seats.points[player & 7].into()
    }

    /// Where the points that are counted decide: how many others a player is ahead of, less those who are ahead of it.
    pub fn rank(&self, player: usize) -> i32 {
        (0..self.tables.players).map(|other| (self.points(player) - self.points(other)).signum()).sum()
    }

    /// A number for what everybody has collected, to be mixed with that of the position.
    #[inline(never)]
    pub fn points_key(&self) -> u64 {
        let points = (0..self.tables.players).map(|player| self.points(player) as u16);
        let all = points.fold(1u64, |sum, points| sum.rotate_left(16).wrapping_mul(31) ^ u64::from(points));
        all.wrapping_mul(0x9fb2_1c65_1e98_df25)
    }
}

/// What was collected brings one nearer to the end that it decides.
#[derive(Debug)]
struct Collected;

/// What a point is worth to searches, in hundredths of a pawn.
const POINT: i32 = 40;

impl Words for Collected {
    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Collected {
    fn listens(&self) -> Events {
        Events::PROSPECTS
    }

    fn prospects(&self, here: &Look<'_, W>, player: usize) -> [i32; 2] {
        [POINT * i32::from(here.state.seats.points[player]); 2]
    }
}

/// With two left, who leads by more than this may claim the win.
#[derive(Debug)]
struct Lead(i16);

impl Words for Lead {
    fn describe(&self, prose: &mut Prose<'_>) {
        let lead = self.0;
        let sentence = format!("With two players left, a lead of more than {lead} may be claimed as a win.");
        prose.say(Chapter::Aim, sentence);
    }

    fn claim(&self, position: &Position) -> Option<(Reason, Verdict)> {
        let points = position.points()?;
        let playing: Vec<Player> = position.playing().collect();
        let turn = position.turn();
        let other = playing.iter().find(|player| **player != turn)?;
        let ahead = points[turn.index()] - points[other.index()] > i32::from(self.0);
        (playing.len() == 2 && ahead).then_some((Reason::Lead, Verdict::Win))
    }
}

impl<const W: usize> Behaviour<W> for Lead {
    fn listens(&self) -> Events {
        Events::default()
    }
}

const WORTH: Kind = Kind::Number(0, 1000);

/// Points.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "points",
        kind: Kind::Table(&[
            Spec {
                name: "captures",
                kind: Kind::PerPiece(&WORTH),
                default: "nothing",
                documentation: "What capturing a piece of each type brings, or blowing it up with one; dead \
                                pieces bring nothing.",
            },
            Spec {
                name: "mate",
                kind: WORTH,
                default: "0",
                documentation: "For putting a player out by checkmate or by capturing the royal piece.",
            },
            Spec { name: "stalemated", kind: WORTH, default: "0", documentation: "For being stalemated." },
            Spec {
                name: "checks",
                kind: Kind::List(&Kind::List(&WORTH)),
                default: "nothing",
                documentation: "For a move after which one attacks the royal pieces of two other players, and of \
                                three or more: `[[1, 5], [5, 20]]`, in each pair first when a piece of a type in \
                                `light` moved.",
            },
            Spec {
                name: "light",
                kind: Kind::Pieces,
                default: "none",
                documentation: "The types for which checking several players at once brings the smaller number.",
            },
            Spec {
                name: "lead",
                kind: WORTH,
                default: "never",
                documentation: "With two players left, one who leads by more than this may claim the win.",
            },
        ]),
        default: "no points",
        documentation: "For more than two players: the players are ranked by the points they collected, not by who \
                        is left.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let worth = |value: &Value| match value {
            Value::Number(number) => *number as i16,
            _ => 0,
        };
        let mut checks = [[0; 2]; 2];
        for (index, entry) in reader.list("checks").iter().enumerate() {
            match (&entry.value, checks.get_mut(index)) {
                (Value::List(pair), Some(into)) if pair.len() == 2 => {
                    *into = [worth(&pair[0].value), worth(&pair[1].value)];
                }
                _ => {
                    let wrong = "checks are two pairs of numbers: for two players checked, and for three";
                    return Err(Problem::new(entry.span, wrong, "not that")
                        .help("checks = [[1, 5], [5, 20]]")
                        .into());
                }
            }
        }
        let captures = reader.per_piece("captures");
        draft.rules.points = Some(Points {
            captures: captures.into_iter().map(|(kind, value)| (kind, worth(&value.value))).collect(),
            mate: reader.number("mate", 0) as i16,
            stalemated: reader.number("stalemated", 0) as i16,
            checks,
            light: reader.pieces("light"),
        });
        if draft.names.players.len() > 2 {
            draft.listen(Collected);
        }
        if reader.has("lead") {
            draft.listen(Lead(reader.number("lead", 0) as i16));
        }
        Ok(())
    },
    describe: |prose| {
        let Some(points) = &prose.rules.points else { return };
        let mut sentences = Vec::new();
        let worth: Vec<String> =
            points.captures.iter().map(|(kind, n)| format!("{} {n}", prose.name(*kind))).collect();
        if !worth.is_empty() {
            sentences.push(format!("Captures bring points: {}. Dead pieces bring none.", worth.join(", ")));
        }
        if points.mate > 0 {
            sentences.push(format!("Putting a player out brings {} points.", points.mate));
        }
        if points.stalemated > 0 {
            sentences.push(format!("Being stalemated brings {} points.", points.stalemated));
        }
        if points.checks != [[0; 2]; 2] {
            let [[a, b], [c, d]] = points.checks;
            let light = prose.names(&points.light, "or");
            sentences.push(format!(
                "Checking two players at once brings {b} points, three {d}; with a {light} {a} and {c}."
            ));
        }
        sentences.push("Whoever has the most points when play is over wins.".to_owned());
        for sentence in sentences {
            prose.say(Chapter::Aim, sentence);
        }
    },
    name_look_alikes: |rules, alike| {
        let Some(points) = &mut rules.points else { return };
        alike.add_to(&mut points.light);
        for (kind, base) in alike.pairs() {
            let worth = points.captures.iter().find(|(of, _)| *of == base).copied();
            points.captures.extend(worth.map(|(_, worth)| (kind, worth)));
        }
    },
    leaves_only_mate: |rules| rules.points.is_none(),
    fen: Some(&elimination::fen::POINTS),
    fen4: &[elimination::fen::POINTS4],
    ..Rule::PLAIN
};

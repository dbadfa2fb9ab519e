//! Movements of notation as rules of steps: what a piece does, said in the form of board files wherever the form can say it.
//!
//! The form compares files and ranks, notation goes by the ways round a cell. What is put together here is therefore
//! compared with the movement it is to say, from every cell and for every player, among pieces that stand at random: only
//! what agrees is said.

use chatura_rules::board::{Board, Leap, Touch, Walker, zone};
use chatura_rules::definition::{Moment, PieceDefinition, Spanned};
use chatura_rules::movement::steps::{self, Act, Compare, FileRank, PieceHistory, StepRule, When};
use chatura_rules::movement::trie::{CLASSES, Class, Effect, Trie};
use chatura_rules::movement::{Ends, Leg, Movement, Part, Way, build};
use chatura_rules::random::Random;
use chatura_rules::{Cell, Game, PieceType, Player};

/// How many boards with pieces at random every cell is looked at on.
const TRIALS: usize = 12;

/// What the form says of a piece.
#[derive(Default)]
pub struct Said {
    /// The rules of steps that say what it does.
    pub rules: Vec<StepRule>,
    /// What it does besides and the form cannot say, in words.
    pub unsaid: Vec<String>,
}

/// What the form can say of what a piece of a game does. `places` are the files and ranks of the cells as each player counts
/// them.
pub fn say(game: &Game, kind: PieceType, places: &[Vec<FileRank>]) -> Said {
    let mut said = Said::default();
    let Some(piece) = game.definition().pieces.get(kind.index()) else { return said };
    // What a zone, a wall or a rule has to do with it may be about all its moves.
    if piece.within.is_some() || !piece.rules.entries.is_empty() || piece.wall || !piece.steps.is_empty() {
        said.unsaid.push("how it moves".to_owned());
        return said;
    }
    // Steps are walked one by one: on boards so large that would be more than is allowed when the file is read.
    if game.board().len() > 256 {
        said.unsaid.push("how it moves on so large a board".to_owned());
        return said;
    }
    let say = Say { game, kind, piece, places };
    for capability in piece.capabilities() {
        for part in &capability.moves.value.parts {
            let moment = match capability.when {
                Moment::Always if part.initial => piece.first_moment(),
                moment => moment,
            };
            let rules = if capability.zone.is_none() { say.part(part, moment) } else { None };
            match rules {
                Some(rules) => {
                    let new = |rule: &StepRule| !said.rules.iter().any(|known| alike(known, rule));
                    let new: Vec<StepRule> = rules.into_iter().filter(new).collect();
                    said.rules.extend(new);
                }
                None => {
                    let words = told(part, moment, capability.zone.as_ref().map(|zone| zone.value.as_str()));
                    if !said.unsaid.contains(&words) {
                        said.unsaid.push(words);
                    }
                }
            }
        }
    }
    for (number, rule) in said.rules.iter_mut().enumerate() {
        name(rule, &format!("{}_{}", piece.name.value, number + 1));
    }
    said
}

/// An alternative of a movement in a few words: which way it goes, when, and from where.
fn told(part: &Part, moment: Moment, zone: Option<&str>) -> String {
    let leap = |leap: &Leap| format!("({}, {})", leap.0, leap.1);
    let leg = |leg: &Leg| {
        let leaps: Vec<String> = leg.leaps.iter().map(leap).collect();
        let how = match (leg.way, leg.most) {
            (Way::Jump | Way::Hop | Way::HopShort, _) => "jumps over pieces by",
            (_, Some(1)) => "goes",
            _ => "rides by",
        };
        format!("{how} {}", leaps.join(" "))
    };
    let legs: Vec<String> = part.legs.iter().map(leg).collect();
    let when = match moment {
        Moment::Always => "",
        Moment::Start => " at its start",
        Moment::Unmoved => " until it has moved",
    };
    let zone = zone.map_or(String::new(), |zone| format!(" from {zone}"));
    format!("{}{when}{zone}", legs.join(", then "))
}

/// Names a rule, and those nested in it after it.
fn name(rule: &mut StepRule, text: &str) {
    rule.name = text.to_owned();
    for (number, nested) in rule.nested.iter_mut().enumerate() {
        name(nested, &format!("{text}_{}", number + 1));
    }
}

fn alike(one: &StepRule, other: &StepRule) -> bool {
    StepRule { name: String::new(), ..one.clone() } == StepRule { name: String::new(), ..other.clone() }
}

struct Say<'g> {
    game: &'g Game,
    kind: PieceType,
    piece: &'g PieceDefinition,
    places: &'g [Vec<FileRank>],
}

impl Say<'_> {
    /// The rules of an alternative: of all its leaps at once, or of one after the other.
    fn part(&self, part: &Part, moment: Moment) -> Option<Vec<StepRule>> {
        let [leg] = &part.legs[..] else { return None };
        if leg.crooked || !matches!(leg.way, Way::Leap | Way::Lame) || !self.is_sayable(leg, moment) {
            return None;
        }
        let whole = if moment == Moment::Always { self.all_ways(leg) } else { None };
        let whole = whole.map(|way| self.ends(leg, way));
        if let Some(rules) = whole.filter(|rules| self.agree(part, moment, rules)) {
            return Some(rules);
        }
        let mut all = Vec::new();
        for &leap in &leg.leaps {
            let one = Leg { leaps: vec![leap], ..leg.clone() };
            let alone = Part { legs: vec![one.clone()], initial: part.initial };
            let routes = self.routes(leap);
            let ways = routes.iter().flat_map(|route| self.ways(&one, route, moment));
            all.extend(ways.map(|way| self.ends(&one, way)).find(|rules| self.agree(&alone, moment, rules))?);
        }
        Some(all)
    }

    /// What is for the start cells alone can only be a double step, from the very cells where the piece begins.
    fn is_sayable(&self, leg: &Leg, moment: Moment) -> bool {
        moment != Moment::Start || leg.ends == Ends::EMPTY && leg.way == Way::Lame && self.begins_at_home()
    }

    fn begins_at_home(&self) -> bool {
        (0..self.game.players().len()).all(|player| {
            let own = self.piece.first_zone.as_ref().and_then(|own| own.of(&self.game.players()[player]));
            let home = (0..self.game.board().len()).map(|cell| self.is_home(player, cell));
            own.is_none_or(|zone| self.zone(zone, player).is_some_and(|zone| zone.into_iter().eq(home)))
        })
    }

    /// Whether a piece of the type begins on a cell.
    fn is_home(&self, player: usize, cell: usize) -> bool {
        let there = self.game.start().cells[cell];
        there.is_some() && there.owner().index() == player && there.kind() == self.kind
    }

    /// Whether each cell belongs to a zone as a player sees it.
    fn zone(&self, text: &Spanned<String>, player: usize) -> Option<Vec<bool>> {
        let (board, mut known) = (self.game.board(), Vec::new());
        for (name, text) in &self.game.definition().zones {
            known.push((name.value.clone(), zone::parse(&text.value, board, &known).ok()?));
        }
        let zone = zone::parse(&text.value, board, &known).ok()?;
        let mut seen = vec![false; board.len()];
        for cell in 0..board.len() {
            seen[self.game.view(Player(player as u8), Cell(cell as u16)).index()] = zone.has(cell);
        }
        Some(seen)
    }

    /// One rule for the steps over all sides or over all corners.
    fn all_ways(&self, leg: &Leg) -> Option<StepRule> {
        let board = self.game.board();
        let single = |leap: &Leap| match board.route(*leap)[..] {
            [heading] => Some(heading),
            _ => None,
        };
        let headings: Vec<u8> = leg.leaps.iter().map(single).collect::<Option<_>>()?;
        let first = *headings.first()?;
        let half = board.lattice().steps().len() / 2;
        let same = headings.iter().all(|heading| heading % 2 == first % 2);
        if !same || headings.len() != half || leg.least > 1 {
            return None;
        }
        let (file, rank) = (Compare::Ignore, Compare::Ignore);
        Some(StepRule { file, rank, most: self.most(leg), ..self.step(first) })
    }

    /// The ways a leap can go: its steps in one order and in the other.
    fn routes(&self, leap: Leap) -> Vec<Vec<u8>> {
        let route = self.game.board().route(leap);
        let mut turned = route.clone();
        turned.reverse();
        if turned == route { vec![route] } else { vec![route, turned] }
    }

    /// Rules that may mean one leap, or a ride of single steps; what they do in the end is yet to be said.
    fn ways(&self, leg: &Leg, route: &[u8], moment: Moment) -> Vec<StepRule> {
        let when = match moment {
            Moment::Always => When::Always,
            Moment::Start => When::Start,
            Moment::Unmoved => When::Unmoved,
        };
        // A double step at the start is a rule of its own, and the only one that depends on the cell.
        let double = match route {
            [one, two] if one == two && leg.most == Some(1) && leg.ends == Ends::EMPTY => {
                Some(StepRule { act: Act::DoubleStep, most: 2, ..self.step(*one) })
            }
            _ => None,
        };
        let double = double.filter(|_| moment != Moment::Always);
        let plain = self.way(leg, route).filter(|_| moment != Moment::Start);
        double.into_iter().chain(plain).map(|rule| StepRule { when, ..rule }).collect()
    }

    fn way(&self, leg: &Leg, route: &[u8]) -> Option<StepRule> {
        if let [heading] = route {
            let last = StepRule { most: self.most(leg), ..self.step(*heading) };
            let least = u32::from(leg.least);
            if least < 2 {
                return Some(last);
            }
            let rest =
                StepRule { most: if leg.most.is_none() { last.most } else { last.most + 1 - least }, ..last };
            return Some(StepRule {
                act: Act::Cross,
                most: least - 1,
                nested: vec![rest],
                ..self.step(*heading)
            });
        }
        if leg.most != Some(1) {
            return None;
        }
        let over = if leg.way == Way::Lame { Act::Cross } else { Act::Pass };
        let mut steps = route.iter().rev();
        let last = StepRule { straight: false, ..self.step(*steps.next()?) };
        Some(steps.fold(last, |next, heading| StepRule {
            act: over,
            straight: false,
            nested: vec![next],
            ..self.step(*heading)
        }))
    }

    fn most(&self, leg: &Leg) -> u32 {
        leg.most.map_or(self.game.board().len() as u32, u32::from)
    }

    /// One step by a heading, as files and ranks tell it from others.
    fn step(&self, heading: u8) -> StepRule {
        let board = self.game.board();
        StepRule {
            name: String::new(),
            act: Act::MoveOrTake,
            touch: if heading.is_multiple_of(2) { Touch::Edge } else { Touch::Vertex },
            straight: true,
            most: 1,
            file: self.compare(board, heading, |place| place.0),
            rank: self.compare(board, heading, |place| place.1),
            family: Compare::Ignore,
            when: When::Always,
            nested: Vec::new(),
        }
    }

    /// How a number of the next cell compares to that of the last, if it always does alike.
    fn compare(&self, board: &Board, heading: u8, number: impl Fn(&FileRank) -> i32) -> Compare {
        let places = &self.places[0];
        let mut found: Option<Compare> = None;
        for cell in 0..board.len() {
            for next in board.step(Walker { node: cell as u16, turned: 0 }, heading) {
                let Some(there) = places.get(usize::from(next.node)) else { continue };
                let compare = match number(there).cmp(&number(&places[cell])) {
                    std::cmp::Ordering::Less => Compare::Backward,
                    std::cmp::Ordering::Equal => Compare::Same,
                    std::cmp::Ordering::Greater => Compare::Forward,
                };
                if found.is_some_and(|found| found != compare) {
                    return Compare::Ignore;
                }
                found = Some(compare);
            }
        }
        found.unwrap_or(Compare::Ignore)
    }

    /// The rule with what it does where it ends; a rule for each of several things.
    fn ends(&self, leg: &Leg, way: StepRule) -> Vec<StepRule> {
        if way.act == Act::DoubleStep {
            return vec![way];
        }
        let Ends { empty, enemy, passed } = leg.ends;
        let plain = match (empty, enemy) {
            (true, true) => Some(Act::MoveOrTake),
            (true, false) => Some(Act::Move),
            (false, true) => Some(Act::Take),
            (false, false) => None,
        };
        let acts = plain.into_iter().chain(passed.then_some(Act::TakePassed));
        acts.map(|act| ending(way.clone(), act)).collect()
    }

    /// Whether rules do what a part does, from every cell, for every player, at the start and later.
    fn agree(&self, part: &Part, moment: Moment, rules: &[StepRule]) -> bool {
        let (game, board) = (self.game, self.game.board());
        let movement = Movement { parts: vec![part.clone()] };
        let mut random = Random::new(1);
        for player in 0..game.players().len() {
            let view: Vec<Cell> =
                (0..board.len()).map(|cell| game.view(Player(player as u8), Cell(cell as u16))).collect();
            let trials: Vec<Vec<Class>> =
                (0..TRIALS).map(|_| (0..board.len()).map(|_| drawn(&mut random)).collect()).collect();
            for (home, from) in view.iter().enumerate() {
                for unmoved in [false, true] {
                    let start = self.is_home(player, from.index());
                    let applies = match moment {
                        Moment::Always => true,
                        Moment::Start => start,
                        Moment::Unmoved => unmoved,
                    };
                    let history = PieceHistory { start, unmoved };
                    let said = steps::build(board, rules, &self.places[player], *from, history);
                    let meant = match applies {
                        true => {
                            build(board, &movement, Cell(home as u16), true).map(|trie| trie.mapped(&view))
                        }
                        false => Ok(Trie::default()),
                    };
                    let (Ok(said), Ok(meant)) = (said, meant) else { return false };
                    let same =
                        |classes: &Vec<Class>| found(&said, *from, classes) == found(&meant, *from, classes);
                    if !trials.iter().all(same) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// The rule whose last step does this.
fn ending(rule: StepRule, act: Act) -> StepRule {
    if rule.nested.is_empty() {
        return StepRule { act, ..rule };
    }
    let nested = rule.nested.into_iter().map(|nested| ending(nested, act)).collect();
    StepRule { nested, ..rule }
}

fn drawn(random: &mut Random) -> Class {
    match random.below(20) {
        0..13 => Class::Empty,
        13..16 => Class::Own,
        16..19 => Class::Enemy,
        _ => Class::Neutral,
    }
}

/// Where a walk may end and how, in an order that does not depend on the way.
fn found(trie: &Trie, from: Cell, classes: &[Class]) -> Vec<(Cell, u8, Vec<Cell>)> {
    let (mut ends, mut seen, mut open) = (Vec::new(), vec![false; trie.nodes.len()], trie.roots.clone());
    while let Some(number) = open.pop() {
        if std::mem::replace(&mut seen[usize::from(number)], true) {
            continue;
        }
        let node = &trie.nodes[usize::from(number)];
        let class = if node.cell == from { Class::Empty } else { classes[node.cell.index()] };
        debug_assert!((class as usize) < CLASSES);
        let arm = &node.arms[class as usize];
        let list = |list: u16| trie.lists[usize::from(list)].clone();
        match arm.effect {
            Effect::None => {}
            Effect::Go => ends.push((node.cell, 0, Vec::new())),
            Effect::GoTrailing(over) => ends.push((node.cell, 1, list(over))),
            Effect::TakePassed => ends.push((node.cell, 2, Vec::new())),
            Effect::Sweep(taken) => ends.push((node.cell, 3, list(taken))),
            Effect::RifleCapture => ends.push((node.cell, 4, Vec::new())),
        }
        open.extend(&arm.next);
    }
    ends.sort();
    ends.dedup();
    ends
}

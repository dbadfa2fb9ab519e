//! Which position leads to which: every move of every position of some materials, told backwards.

use crate::explore::{Ground, Here, Man, Next};
use crate::index::Index;
use crate::material::Material;
use crate::probe::Tables;
use crate::table::{Code, NOBODY, Verdict};
use chatura_rules::Position;
use std::collections::HashMap;

/// How many positions there may be that have more to them than what stands where.
const MOST_MORE: usize = 2_000_000;
/// Of a position that is never lost, whatever else is.
pub(crate) const ESCAPES: u16 = u16::MAX;

/// Positions by their numbers, and what leads to each.
pub(crate) struct Graph {
    /// How many of the numbers belong to positions with nothing more to them.
    pub plain: usize,
    /// By number: whose turn it is there.
    pub turns: Vec<u8>,
    /// By number: nought, or that nobody has it, or what is decided there at once.
    pub codes: Vec<Code>,
    /// By number: how many moves lead to positions here that are not known to be lost for whoever moves.
    pub open: Vec<u16>,
    /// By number: in how many plies it is lost at the earliest, by moves that leave for other tables.
    pub least: Vec<u16>,
    /// Wins by moves that leave for other tables: number and plies.
    pub wins: Vec<(u32, u16)>,
    /// Where the moves that lead to a number begin in `from`.
    first: Vec<u32>,
    from: Vec<u32>,
}

/// Why there is no graph.
#[derive(Debug)]
pub(crate) enum Stuck {
    /// Other tables are needed first.
    Needs(Vec<Material>),
    /// More memory than there may be.
    Memory(u64),
    /// Rules remember too much besides what stands where.
    Counts,
    /// Pieces come out of nowhere, or what belongs to nobody moves.
    Strange,
    /// It was asked to stop.
    Stopped,
}

/// How many bytes positions and moves take while a graph is made.
pub(crate) fn bytes(positions: u64, moves: u64) -> u64 {
    positions * (1 + 2 + 2 + 2 + 4 + 4) + moves * 8
}

impl Graph {
    /// Where the moves that lead to a position begin and end, in the order in which [`Graph::source`] tells them.
    #[inline(always)]
    pub fn range(&self, number: u32) -> (usize, usize) {
        let number = number as usize;
        (self.first[number] as usize, self.first[number + 1] as usize)
    }

    /// From where a move comes.
    #[inline(always)]
    pub fn source(&self, at: usize) -> u32 {
        self.from[at]
    }
}

/// Some materials with their numbers one behind the other.
pub(crate) struct Block {
    pub materials: Vec<(Material, Index, usize)>,
    pub size: usize,
}

impl Block {
    pub fn new(materials: Vec<(Material, Index)>) -> Block {
        let mut size = 0;
        let placed = materials.into_iter().map(|(material, index)| {
            let begin = size;
            size += index.size();
            (material, index, begin)
        });
        let materials = placed.collect();
        Block { materials, size }
    }

    #[inline(always)]
    fn number(&self, material: &Material, turn: u8, men: &[Man]) -> Option<u32> {
        let (_, index, begin) = self.materials.iter().find(|(own, _, _)| own == material)?;
        Some((begin + index.number(turn, men)) as u32)
    }
}

/// A graph in the making.
pub(crate) struct Making<'a> {
    ground: &'a Ground,
    block: &'a Block,
    done: &'a Tables,
    most: u64,
    graph: Graph,
    /// Where the moves of a number begin in `to`; one more than there are numbers.
    starts: Vec<u32>,
    to: Vec<u32>,
    /// Moves of positions that have more to them.
    aside: Vec<(u32, u32)>,
    more: HashMap<(u64, Material), u32>,
    waiting: Vec<(Position, u32)>,
    needs: Vec<Material>,
    next: Vec<Next>,
}

impl<'a> Making<'a> {
    pub fn new(ground: &'a Ground, block: &'a Block, done: &'a Tables, most: u64) -> Self {
        let count = block.size;
        let mut turns = Vec::with_capacity(count);
        for (_, index, _) in &block.materials {
            turns.extend((0..index.size()).map(|number| index.turn(number)));
        }
        Making {
            ground,
            block,
            done,
            most,
            graph: Graph {
                plain: count,
                turns,
                codes: vec![0; count],
                open: vec![0; count],
                least: vec![0; count],
                wins: Vec::new(),
                first: Vec::new(),
                from: Vec::new(),
            },
            starts: Vec::with_capacity(count + 1),
            to: Vec::new(),
            aside: Vec::new(),
            more: HashMap::new(),
            waiting: Vec::new(),
            needs: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Looks at every position; `tell` hears how many are done and says whether to go on.
    pub fn finish(mut self, tell: &mut dyn FnMut(usize, usize) -> bool) -> Result<Graph, Stuck> {
        let mut number = 0;
        for (_, index, _) in &self.block.materials {
            for own in 0..index.size() {
                if number & 0x3fff == 0 && !tell(number, self.block.size) {
                    return Err(Stuck::Stopped);
                }
                self.starts.push(self.to.len() as u32);
                let there = index.position(own).and_then(|(turn, men)| self.ground.position(&men, turn));
                match there {
                    None => self.graph.codes[number] = NOBODY,
                    Some(position) => {
                        self.look(&position, number as u32)?;
                        while let Some((position, number)) = self.waiting.pop() {
                            self.look(&position, number)?;
                        }
                    }
                }
                number += 1;
            }
        }
        self.starts.push(self.to.len() as u32);
        if !self.needs.is_empty() {
            self.needs.sort_unstable_by_key(|material| (material.len(), *material));
            self.needs.dedup();
            return Err(Stuck::Needs(self.needs));
        }
        Ok(self.turned())
    }

    /// Looks where the moves of a position lead.
    fn look(&mut self, position: &Position, number: u32) -> Result<(), Stuck> {
        let (at, turn) = (number as usize, position.turn().0);
        let mut next = std::mem::take(&mut self.next);
        if let Here::Over(winner) = self.ground.explore(position, &mut next) {
            self.graph.codes[at] = match winner {
                Some(winner) if winner == turn => 1,
                Some(_) => -1,
                None => 0,
            };
            self.graph.open[at] = ESCAPES;
            self.next = next;
            return Ok(());
        }
        let (mut open, mut escapes, mut won) = (0u16, false, None::<u16>);
        for next in &next {
            match next {
                Next::Strange => return Err(Stuck::Strange),
                Next::Ended(Some(winner)) => self.leave(at, *winner == turn, 0, &mut won),
                Next::Ended(None) => escapes = true,
                Next::Goes { mv, turn: then, men, count, more } => {
                    let men = &men[..usize::from(*count)];
                    let Some(material) = Material::new(men.iter().map(|(piece, _)| *piece)) else {
                        return Err(Stuck::Strange);
                    };
                    let here = match more {
                        Some(key) => Some(self.more_of(*key, material, position, *mv, *then)?),
                        None => self.block.number(&material, *then, men),
                    };
                    if let Some(to) = here {
                        open = open.saturating_add(1);
                        if at < self.graph.plain {
                            self.to.push(to);
                        } else {
                            self.aside.push((number, to));
                        }
                        continue;
                    }
                    match self.done.verdict_of(&material, *then, men) {
                        None => self.needs.push(material),
                        Some(Verdict::Draw) => escapes = true,
                        Some(Verdict::Win(plies)) => self.leave(at, *then == turn, plies, &mut won),
                        Some(Verdict::Loss(plies)) => self.leave(at, *then != turn, plies, &mut won),
                    }
                }
            }
        }
        self.next = next;
        if let Some(plies) = won {
            self.graph.wins.push((number, plies));
        }
        self.graph.open[at] = if escapes || won.is_some() || open == ESCAPES { ESCAPES } else { open };
        self.check()
    }

    /// A move leads out of here, to where it is won or lost in so many plies.
    fn leave(&mut self, at: usize, wins: bool, plies: u16, won: &mut Option<u16>) {
        match wins {
            true => *won = Some(won.unwrap_or(u16::MAX).min(plies + 1)),
            false => self.graph.least[at] = self.graph.least[at].max(plies + 1),
        }
    }

    /// The number of a position that has more to it; a new one waits to be looked at.
    fn more_of(
        &mut self,
        key: u64,
        material: Material,
        position: &Position,
        mv: chatura_rules::Move,
        turn: u8,
    ) -> Result<u32, Stuck> {
        if let Some(number) = self.more.get(&(key, material)) {
            return Ok(*number);
        }
        if self.more.len() >= MOST_MORE {
            return Err(Stuck::Counts);
        }
        let number = self.graph.turns.len() as u32;
        self.more.insert((key, material), number);
        self.graph.turns.push(turn);
        self.graph.codes.push(0);
        self.graph.open.push(0);
        self.graph.least.push(0);
        let mut there = position.clone();
        there.play_unchecked(mv);
        self.waiting.push((there, number));
        Ok(number)
    }

    /// Refuses what has grown beyond what there may be.
    fn check(&self) -> Result<(), Stuck> {
        let moves = (self.to.len() + self.aside.len() * 2) as u64;
        let taken = bytes(self.graph.turns.len() as u64, moves);
        if taken > self.most || moves >= u64::from(u32::MAX) { Err(Stuck::Memory(taken)) } else { Ok(()) }
    }

    /// The same told backwards: from where moves lead to where they come from.
    fn turned(self) -> Graph {
        let Making { mut graph, starts, to, aside, .. } = self;
        let count = graph.turns.len();
        let mut first = vec![0u32; count + 2];
        to.iter().chain(aside.iter().map(|(_, to)| to)).for_each(|to| first[*to as usize + 2] += 1);
        for at in 2..first.len() {
            first[at] += first[at - 1];
        }
        let mut from = vec![0u32; to.len() + aside.len()];
        let mut put = |source: u32, to: u32| {
            let at = &mut first[to as usize + 1];
            from[*at as usize] = source;
            *at += 1;
        };
        for source in 0..graph.plain {
            let own = starts[source] as usize..starts[source + 1] as usize;
            to[own].iter().for_each(|to| put(source as u32, *to));
        }
        aside.iter().for_each(|(source, to)| put(*source, *to));
        first.pop();
        (graph.first, graph.from) = (first, from);
        graph
    }
}

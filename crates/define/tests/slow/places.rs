//! How a game ended, for everyone.

use super::ending::Ending;
use super::many::End;
use super::{Place, Slow, cell, piece};
use chatura_rules::definition::Royal;
use chatura_rules::movement::trie::Effect;
use chatura_rules::rule::Verdict;
use chatura_rules::{Cell, NEUTRAL, Piece, PieceType, Reason, Standing};

/// An outcome.
#[derive(Debug, PartialEq, Eq)]
pub struct Result {
    pub reason: Reason,
    pub standings: Vec<Standing>,
    pub places: Vec<u8>,
    pub points: Option<Vec<i32>>,
}

impl Slow {
    /// What an ending means for two.
    pub(super) fn result_for_two(&self, ending: Ending) -> Result {
        let drawn = matches!(ending.verdict, Verdict::Draw | Verdict::None);
        let ending = match self.rules.draw_odds.filter(|_| drawn) {
            Some(player) => Ending { player, verdict: Verdict::Win, ..ending },
            None => ending,
        };
        let (own, other) = match ending.verdict {
            Verdict::Win => (Standing::Win, Standing::Loss),
            Verdict::Loss => (Standing::Loss, Standing::Win),
            Verdict::Draw | Verdict::None => (Standing::Draw, Standing::Draw),
        };
        let standings: Vec<Standing> =
            (0..2).map(|player| if player == ending.player { own } else { other }).collect();
        let places = standings.iter().map(|standing| 1 + u8::from(*standing == Standing::Loss)).collect();
        Result { reason: ending.reason, standings, places, points: None }
    }

    /// How a game for more than two ended, if it has by what stands here.
    pub(super) fn result_for_many(&self, place: &Place) -> Option<Result> {
        let living = self.living(place);
        let progress = &self.rules.progress;
        let stalled = progress.verdict != Verdict::None
            && progress.automatic.is_some_and(|moves| usize::from(place.halfmoves) >= moves * living);
        let stuck = Ending { reason: Reason::NoProgress, player: place.turn, verdict: progress.verdict };
        let (reason, levels) = match &place.end {
            Some(end) => self.judge(place, end),
            None if self.rules.material_draws && self.nobody_can_mate(place) => {
                (Reason::Material, self.stayed(place))
            }
            None if stalled => (Reason::NoProgress, self.levels(place, stuck)),
            None => return None,
        };
        Some(self.result_of(place, reason, levels))
    }

    /// The result by how well everyone did; where points are counted, they tell.
    pub(super) fn result_of(&self, place: &Place, reason: Reason, levels: Vec<i32>) -> Result {
        let points = self.rules.points.as_ref().map(|_| place.points.iter().map(|p| (*p).into()).collect());
        let levels = points.clone().unwrap_or(levels);
        let best = levels.iter().max().copied().unwrap_or(0);
        let first: Vec<usize> = (0..self.players).filter(|p| levels[*p] == best).collect();
        let one_side = first.iter().all(|p| self.rules.sides[*p] == self.rules.sides[first[0]]);
        let standing = |p: usize| match levels[p] == best {
            true if one_side => Standing::Win,
            true => Standing::Draw,
            false if place.drawn[p] => Standing::Draw,
            false => Standing::Loss,
        };
        let better = |level: &i32| levels.iter().filter(|other| *other > level).count();
        Result {
            reason,
            standings: (0..self.players).map(standing).collect(),
            places: levels.iter().map(|level| better(level) as u8 + 1).collect(),
            points,
        }
    }

    /// How well everyone did when something happened to one player of those who stayed: its side is first, or the last
    /// of them.
    pub(super) fn levels(&self, place: &Place, ending: Ending) -> Vec<i32> {
        let teams = self.rules.sides.iter().any(|side| *side >= self.players);
        let stayed = self.stayed(place);
        let level = |p: usize| match (ending.verdict, self.are_foes(p, ending.player)) {
            (Verdict::Win, false) => i32::MAX,
            // Nobody is between those who lost and those who left before.
            (Verdict::Loss, false) => 2 * place.out.len() as i32 - 1,
            (Verdict::Loss, true) if teams => i32::MAX,
            _ => 2 * stayed[p],
        };
        (0..self.players).map(level).collect()
    }

    /// How well everyone did; higher is better.
    fn judge(&self, place: &Place, end: &End) -> (Reason, Vec<i32>) {
        let players = 0..self.players;
        let teams = self.rules.sides.iter().any(|side| *side >= self.players);
        match *end {
            End::EverybodySkips => (Reason::Stalemate, self.stayed(place)),
            End::NobodyLeft { reason } => (reason, self.stayed(place)),
            End::LastSide { reason, player } => {
                let stayed = self.stayed(place);
                let level = |p: usize| if self.are_foes(p, player) { stayed[p] } else { i32::MAX };
                (reason, players.map(level).collect())
            }
            End::Told(ending) => (ending.reason, self.levels(place, ending)),
            // Nobody has lost when the first to leave does so with a draw.
            End::FirstOut { reason, drawn: true, .. } => (reason, vec![0; self.players]),
            End::FirstOut { reason, credit, .. } => {
                let out: Vec<usize> = place.out.concat();
                let level = |p: usize| match p {
                    p if out.iter().any(|other| !self.are_foes(p, *other)) => 0,
                    p if teams || Some(p) == credit => 2,
                    _ => 1,
                };
                (reason, players.map(level).collect())
            }
        }
    }

    /// Whoever left later did better, and whoever still plays best.
    fn stayed(&self, place: &Place) -> Vec<i32> {
        let left =
            |p: usize| place.out.iter().position(|group| group.contains(&p)).unwrap_or(place.out.len());
        (0..self.players).map(|p| left(p) as i32).collect()
    }

    /// Nothing but royals, or what cannot mate with any help: pieces that all keep to one colour, or one leaper that
    /// never does. What belongs to nobody attacks nothing, but may stand in the way.
    pub(super) fn nobody_can_mate(&self, place: &Place) -> bool {
        if place.hands.iter().flatten().any(|held| *held > 0) {
            return false;
        }
        let royal = |there: &Piece| self.rules.kinds[there.kind().index()].royal != Royal::No;
        let others: Vec<usize> =
            (0..self.cells).filter(|c| place.cells[*c].is_some() && !royal(&place.cells[*c])).collect();
        let living: Vec<usize> =
            others.iter().copied().filter(|c| place.cells[*c].owner() != NEUTRAL).collect();
        if living.is_empty() {
            return true;
        }
        // More than a handful can always mate.
        if others.len() > 8 {
            return false;
        }
        let family = |c: &usize| self.rules.families[*c];
        let one_colour = others.iter().all(|c| family(c) == family(&others[0]));
        if living.iter().all(|c| self.every_step(place.cells[*c], |same, _| same)) {
            return one_colour;
        }
        others.len() == 1 && self.is_leaper(place.cells[others[0]])
    }

    /// Whether everything a piece can ever do passes a test: of the colours being the same, of the cells being next
    /// to each other.
    fn every_step(&self, mover: Piece, test: impl Fn(bool, bool) -> bool) -> bool {
        let promotes = self.rules.promotions.iter().any(|promotion| promotion.of.contains(&mover.kind()));
        let passes = |from: usize, to: Cell| {
            let same = self.rules.families[from] == self.rules.families[to.index()];
            test(same, self.rules.neighbours[from].contains(&to))
        };
        !promotes && (0..self.cells).all(|from| self.ever(mover, from).into_iter().all(|to| passes(from, to)))
    }

    /// Where a piece can go from a cell, whatever stands elsewhere.
    fn ever(&self, mover: Piece, from: usize) -> Vec<Cell> {
        let mut place = self.empty();
        place.cells[from] = mover;
        let trie = &self.tries[self.trie_of(&place, mover.owner().index(), from)];
        let ends = trie.nodes.iter().filter(|node| node.arms.iter().any(|arm| arm.effect != Effect::None));
        ends.map(|node| node.cell).filter(|to| *to != cell(from)).collect()
    }

    fn is_leaper(&self, mover: Piece) -> bool {
        let foe = (0..self.players).find(|p| self.are_foes(*p, mover.owner().index()));
        let in_a_crowd = foe.map(|foe| piece(foe, PieceType(0)));
        let leaps = |from: usize| self.alone(mover, from, None) == self.alone(mover, from, in_a_crowd);
        (0..self.cells).all(leaps) && self.every_step(mover, |same, next| !same && !next)
    }

    /// Where a piece can go from a cell when everything else is empty, or full of the same.
    fn alone(&self, mover: Piece, from: usize, crowd: Option<Piece>) -> Vec<Cell> {
        let mut place = self.empty();
        place.cells = vec![crowd.unwrap_or(Piece::NONE); self.cells];
        place.cells[from] = mover;
        let ways = self.ways_of(&place, mover.owner().index(), from);
        super::sorted(ways.into_iter().map(|way| way.to).filter(|to| *to != cell(from)).collect())
    }
}

//! Castling as tables: who may go where, and what must be empty and safe for it.

use super::{Castling, Reach};
use crate::cell::{Cell, Piece};
use crate::compile::tables::{Form, Mover, Types};
use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::generate::sink::Sink;
use crate::position::moves::{Move, MoveKind};
use crate::position::state::NONE;
use crate::set::CellSet;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Where king and partner may go.
type Goals = SmallVec<[(u16, u16); 4]>;

/// How a player castles: how far, or where to by name.
type Way = (Reach, Vec<(u16, u16)>);

/// The same, ready to use.
#[derive(Debug)]
pub(crate) struct CastlingTable<const W: usize> {
    /// The king's type.
    pub king: u8,
    /// King and partners.
    concerned: Types,
    /// For each player and side (right, left) where king and partner may go.
    pub goals: Vec<[Goals; 2]>,
    /// For each player its back row from left to right.
    pub rows: Vec<Vec<u16>>,
    /// For each cell its place in the row of the player whose row it is on.
    places: Vec<Vec<u8>>,
    /// Sets of the cells between two places of a player's row, ends included.
    spans: Vec<Vec<CellSet<W>>>,
    /// For each player and side the start, to see at a glance whether the way is blocked.
    at_start: Vec<[AtStart<W>; 2]>,
    /// Whether the king must be safe on its way.
    pub royal: bool,
    /// For each player where partners may castle from that come in from the hand.
    pub from: Vec<CellSet<W>>,
    /// For each player where its king begins.
    homes: Vec<Option<u16>>,
    /// For each player how far a king goes from where it stands, where starts are drawn: then no cell is home in every game.
    from_here: Vec<Option<Reach>>,
}

/// Where king and partner stand at the start, and the cells that must be empty for the nearest goal.
#[derive(Debug, Clone, Copy)]
struct AtStart<const W: usize> {
    king: u16,
    /// The cell of the king, as a set; none if it begins nowhere.
    kings: CellSet<W>,
    /// The partner's place on the row.
    partner: u8,
    way: CellSet<W>,
    /// The cell beside the king on its way, if it only passes it: a royal king must be able to step there.
    step: Option<u16>,
    /// The castling itself, if a safe step and a safe goal are all it takes.
    simple: Option<Move>,
    /// The cells king and partner leave.
    left: CellSet<W>,
    /// The cells that change between empty and occupied.
    changed: CellSet<W>,
}

impl<const W: usize> AtStart<W> {
    /// Whether a right's partner and the only king stand where they began.
    #[inline(always)]
    fn is_at(&self, partner: u8, kings: CellSet<W>) -> bool {
        partner == self.partner && kings == self.kings
    }

    /// Whether there is no such right, or something stands in the way of who has not moved.
    #[inline(always)]
    fn is_blocked(&self, partner: u8, kings: CellSet<W>, occupied: CellSet<W>) -> bool {
        partner == NONE || self.is_at(partner, kings) && self.way.meets(occupied)
    }
}

impl<const W: usize> CastlingTable<W> {
    /// The tables for rows of cells, one a player; `kings` are the kings' start cells.
    pub fn new(
        castling: &Castling,
        rows: Vec<Vec<u16>>,
        kings: &[Option<u16>],
        ways: &[Option<Way>],
        cells: usize,
        royal: bool,
        from_here: bool,
    ) -> Self {
        let mut table = CastlingTable {
            king: castling.king.0,
            concerned: castling.partners.iter().chain([&castling.king]).map(|kind| kind.0).collect(),
            goals: Vec::new(),
            places: Vec::new(),
            spans: Vec::new(),
            at_start: Vec::new(),
            royal,
            from: vec![CellSet::EMPTY; rows.len()],
            homes: kings.to_vec(),
            from_here: ways
                .iter()
                .map(|way| {
                    let (reach, named) = way.as_ref()?;
                    Some(*reach).filter(|reach| from_here && named.is_empty() && *reach != Reach::Files)
                })
                .collect(),
            rows,
        };
        for (player, row) in table.rows.iter().enumerate() {
            let mut places = vec![NONE; cells];
            for (place, &cell) in row.iter().enumerate() {
                places[cell as usize] = place as u8;
            }
            let len = row.len();
            let mut spans = Vec::with_capacity(len * len);
            for a in 0..len {
                for b in 0..len {
                    spans.push(row[a.min(b)..=a.max(b)].iter().map(|&c| Cell(c)).collect());
                }
            }
            let king = kings[player].map(|cell| places[cell as usize]).filter(|place| *place != NONE);
            table.goals.push([0, 1].map(|side| match &ways[player] {
                None => Goals::new(),
                Some((reach, named)) if named.is_empty() => goals(*reach, row, king, side),
                Some((_, named)) => goals_named(named, &places, king, side),
            }));
            table.places.push(places);
            table.spans.push(spans);
        }
        table.at_start =
            (0..table.rows.len()).map(|p| [0, 1].map(|side| table.start(p, side, kings[p]))).collect();
        table
    }

    /// The start: the king where it begins, the partner at the end of the row.
    fn start(&self, player: usize, side: usize, king: Option<u16>) -> AtStart<W> {
        let none = AtStart {
            king: u16::MAX,
            kings: CellSet::EMPTY,
            partner: NONE,
            way: CellSet::EMPTY,
            step: None,
            simple: None,
            left: CellSet::EMPTY,
            changed: CellSet::EMPTY,
        };
        let row = &self.rows[player];
        let (Some(king), Some(&(king_to, partner_to))) = (king, self.goals[player][side].first()) else {
            return none;
        };
        let Some(&partner) = (if side == 0 { row.last() } else { row.first() }) else { return none };
        let mut way = self.span(player, king as usize, king_to as usize);
        way |= self.span(player, partner as usize, partner_to as usize);
        way.remove(king as usize);
        way.remove(partner as usize);
        let place = self.places[player][king as usize] as usize;
        let beside =
            if side == 0 { row.get(place + 1) } else { place.checked_sub(1).and_then(|p| row.get(p)) };
        // A king that goes the other way, or nowhere, does not pass the cell towards its partner.
        let passes = |cell: &u16| {
            *cell != king_to && self.span(player, king as usize, king_to as usize).has(*cell as usize)
        };
        let step = beside.copied().filter(|cell| self.royal && passes(cell));
        let mut left = CellSet::of(king as usize);
        left.insert(partner as usize);
        let mut changed = left;
        changed.toggle(king_to as usize);
        changed.toggle(partner_to as usize);
        AtStart {
            king,
            kings: CellSet::of(king as usize),
            partner: self.place(player, partner.into()),
            way,
            step,
            simple: None,
            left,
            changed,
        }
    }

    /// Keeps only those steps beside the king that it can take by itself. Where no checks are forbidden, castling
    /// with nothing but such a step between start and goal is simple.
    pub fn keep_steps(&mut self, checks_forbidden: bool, movers: &[Mover<W>]) {
        let types = movers.len() / self.rows.len();
        let king = self.king as usize;
        let can_step = |player: usize, from: usize, to: usize| {
            let mover = &movers[player * types + king];
            mover.form == Form::Leaps && mover.quiet[from].has(to)
        };
        for player in 0..self.at_start.len() {
            for side in 0..2 {
                let AtStart { king, partner, step, .. } = self.at_start[player][side];
                let step = step.filter(|cell| can_step(player, king as usize, *cell as usize));
                self.at_start[player][side].step = step;
                if let (Some(_), [(king_to, partner_to)]) = (step, &self.goals[player][side][..])
                    && self.span(player, king as usize, *king_to as usize).len() == 3
                    && !checks_forbidden
                {
                    let partner = self.cell(player, partner);
                    self.at_start[player][side].simple = Some(castle(king, *king_to, partner.0, *partner_to));
                }
            }
        }
    }

    /// Whether a type castles.
    pub fn concerns_type(&self, kind: u8) -> bool {
        self.concerned.has(kind as usize)
    }

    /// Whether a piece is of a type that castles.
    #[inline(always)]
    pub fn concerns(&self, piece: Piece) -> bool {
        self.concerned.has(piece.kind().index())
    }

    /// Where a player's king begins.
    #[inline(always)]
    pub fn home(&self, player: usize) -> Option<u16> {
        self.homes.get(player).copied().flatten()
    }

    /// Which of several kings has the rights: the one on its start cell, or else the lowest.
    pub fn king_among(&self, player: usize, kings: CellSet<W>) -> usize {
        match self.homes[player] {
            Some(home) if kings.has(home as usize) => home as usize,
            _ => kings.lowest(),
        }
    }

    /// The place of a cell on a player's row, if it is on it.
    #[inline(always)]
    pub fn place(&self, player: usize, cell: usize) -> u8 {
        self.places[player][cell]
    }

    /// The cell at a place of a player's row.
    #[inline(always)]
    pub fn cell(&self, player: usize, place: u8) -> Cell {
        Cell(self.rows[player][place as usize])
    }

    /// The side of a partner as seen from the king: 0 to the right, 1 to the left; `None` if not on one row.
    pub fn side(&self, player: usize, king: usize, partner: usize) -> Option<usize> {
        let (k, p) = (self.places[player][king], self.places[player][partner]);
        (k != NONE && p != NONE && k != p).then_some(usize::from(p < k))
    }

    /// Whether the king can step here by itself, so that its moves tell whether it would be safe.
    fn is_step(&self, player: usize, king: usize, cell: usize) -> bool {
        self.at_start[player].iter().any(|u| u.king as usize == king && u.step == Some(cell as u16))
    }

    #[inline(always)]
    fn span(&self, player: usize, a: usize, b: usize) -> CellSet<W> {
        let places = &self.places[player];
        self.spans[player][places[a] as usize * self.rows[player].len() + places[b] as usize]
    }

    /// Puts castling moves into the sink; `safe` is where the royal may step by itself, if that is known. Most of the
    /// time something stands in the way, which is seen at a glance; the rest is apart.
    #[inline(always)]
    fn generate<S: Sink<W> + ?Sized>(&self, here: &MoveGen<'_, W>, safe: Option<CellSet<W>>, sink: &mut S) {
        let rights = here.state.status.rights.0[here.us];
        if rights == [NONE; 2] || here.danger.checked && self.royal {
            return;
        }
        let kings = here.state.of(here.us, self.king as usize);
        let [right, left] = &self.at_start[here.us];
        let occupied = here.state.occupied;
        if !(right.is_blocked(rights[0], kings, occupied) && left.is_blocked(rights[1], kings, occupied)) {
            self.generate_unblocked(here, rights, safe, sink);
        }
    }

    #[inline(never)]
    fn generate_unblocked<S: Sink<W> + ?Sized>(
        &self,
        here: &MoveGen<'_, W>,
        mut rights: [u8; 2],
        safe: Option<CellSet<W>>,
        sink: &mut S,
    ) {
        let kings = here.state.of(here.us, self.king as usize);
        // With several royals their steps say nothing about one of them.
        let safe = safe.filter(|_| !here.royals.several());
        for (right, start) in rights.iter_mut().zip(&self.at_start[here.us]) {
            if *right == NONE || !start.is_at(*right, kings) {
                continue;
            }
            let unsafe_step = start.step.zip(safe).is_some_and(|(cell, safe)| !safe.has(cell as usize));
            if start.way.meets(here.state.occupied) || unsafe_step {
                *right = NONE;
            } else if let (Some(castle), Some(_)) = (start.simple, safe) {
                *right = NONE;
                let after = After { occupied: here.state.occupied ^ start.changed, gone: start.left };
                if !here.tables.royal_attacked(here.state, here.us, castle.to.index(), after) {
                    sink.one(castle);
                }
            }
        }
        if rights != [NONE; 2] {
            self.generate_rights(here, rights, safe, sink);
        }
    }

    #[inline(never)]
    fn generate_rights<S: Sink<W> + ?Sized>(
        &self,
        here: &MoveGen<'_, W>,
        rights: [u8; 2],
        safe: Option<CellSet<W>>,
        sink: &mut S,
    ) {
        let kings = here.state.of(here.us, self.king as usize);
        if kings.is_empty() {
            return;
        }
        let king = self.king_among(here.us, kings);
        for (side, partner) in rights.into_iter().enumerate() {
            if partner == NONE || self.places[here.us][king] == NONE {
                continue;
            }
            let partner = self.cell(here.us, partner).index();
            for &(king_to, partner_to) in self.goals_from(here.us, king, side).iter() {
                if self.allowed(here, [king, king_to as usize], [partner, partner_to as usize], safe) {
                    sink.one(castle(king as u16, king_to, partner as u16, partner_to));
                }
            }
        }
    }

    /// Where a king that stands on a cell of its row goes on a side, and the partner with it.
    pub fn goals_from(&self, player: usize, king: usize, side: usize) -> Cow<'_, [(u16, u16)]> {
        match self.from_here[player] {
            Some(reach) => {
                let place = Some(self.places[player][king]).filter(|place| *place != NONE);
                Cow::Owned(goals(reach, &self.rows[player], place, side).to_vec())
            }
            None => Cow::Borrowed(&self.goals[player][side]),
        }
    }

    /// Whether king and partner may each go from one cell to another.
    fn allowed(
        &self,
        here: &MoveGen<'_, W>,
        [king, king_to]: [usize; 2],
        [partner, partner_to]: [usize; 2],
        safe: Option<CellSet<W>>,
    ) -> bool {
        let mut others = here.state.occupied;
        others.remove(king);
        others.remove(partner);
        let way = self.span(here.us, king, king_to) | self.span(here.us, partner, partner_to);
        if way.meets(others) {
            return false;
        }
        if self.royal {
            // On its way the king is looked for with itself off the board; at its goal the partner has moved too.
            let mut gone = CellSet::of(king);
            let mut occupied = here.state.occupied;
            occupied.remove(king);
            for cell in self.span(here.us, king, king_to) {
                if cell != king
                    && cell != king_to
                    && !(safe.is_some_and(|s| s.has(cell)) && self.is_step(here.us, king, cell))
                {
                    let mut there = occupied;
                    there.insert(cell);
                    let after = After { occupied: there, gone };
                    if here.tables.royal_attacked_apart(here.state, here.us, cell, after) {
                        return false;
                    }
                }
            }
            gone.insert(partner);
            occupied.remove(partner);
            occupied.insert(partner_to);
            occupied.insert(king_to);
            let after = After { occupied, gone };
            // Where safety is left for later, what a rule adds to the move may still cover the king at its goal.
            if !here.loose && here.tables.royal_attacked_apart(here.state, here.us, king_to, after) {
                return false;
            }
            if here.royals.several() && !here.safe(after, here.royals.without(CellSet::of(king))) {
                return false;
            }
        } else if here.tables.safety {
            let mut occupied = others;
            occupied.insert(partner_to);
            occupied.insert(king_to);
            let mut gone = CellSet::of(king);
            gone.insert(partner);
            return here.safe(After { occupied, gone }, here.royals);
        }
        !here.tables.rules.no_checks
            || here.legal_by_play(castle(king as u16, king_to as u16, partner as u16, partner_to as u16))
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// Castling; `safe` is where the royal may step by itself, if that is known.
    #[inline(always)]
    pub(crate) fn castle<S: Sink<W> + ?Sized>(&self, safe: Option<CellSet<W>>, sink: &mut S) {
        if let Some(castling) = &self.tables.rules.castling {
            castling.generate(self, safe, sink);
        }
    }
}

/// A king and a partner go from one cell to another each.
fn castle(king: u16, king_to: u16, partner: u16, partner_to: u16) -> Move {
    let mut mv = Move::step(king as usize, king_to as usize);
    mv.kind = MoveKind::Castle;
    mv.extra = Cell(partner);
    mv.node = partner_to;
    mv
}

fn goals(reach: Reach, row: &[u16], king: Option<u8>, side: usize) -> Goals {
    let last = row.len() as i32 - 1;
    let toward = if side == 0 { 1 } else { -1 };
    let pair = |place: i32| {
        let partner = place - toward;
        let inside = (0..=last).contains(&place) && (0..=last).contains(&partner);
        inside.then(|| (row[place as usize], row[partner as usize]))
    };
    let places: Vec<i32> = match (reach, king) {
        (Reach::Files, _) => vec![if side == 0 { last - 1 } else { 2 }],
        (_, None) => Vec::new(),
        (Reach::Cells(count), Some(king)) => vec![i32::from(king) + toward * i32::from(count)],
        (Reach::Long, Some(king)) => {
            let king = i32::from(king);
            let (here, there) = if side == 0 { (last - king, king) } else { (king, last - king) };
            vec![king + toward * if here > there { 3 } else { 2 }]
        }
        (Reach::Flexible(least, most), Some(king)) => {
            let (king, edge) = (i32::from(king), if side == 0 { last } else { 0 });
            let far = (i32::from(least)..=i32::from(most)).map(|n| king + toward * n);
            far.take_while(|place| (edge - place) * toward > 0).collect()
        }
    };
    places.into_iter().filter_map(pair).collect()
}

fn goals_named(named: &[(u16, u16)], places: &[u8], king: Option<u8>, side: usize) -> Goals {
    let Some(king) = king else { return SmallVec::new() };
    let place = |cell: u16| places[cell as usize];
    // Of a king that stays where it is the partner tells: it comes to stand on the other side.
    let right = |(to, partner): (u16, u16)| place(to) > king || place(to) == king && place(partner) < king;
    // Nobody castles to another row than the king's.
    let is_on_row = |(to, partner): (u16, u16)| place(to) != NONE && place(partner) != NONE;
    named.iter().copied().filter(|pair| is_on_row(*pair) && right(*pair) == (side == 0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_castles_to_another_row_than_the_kings() {
        // A row of the cells 0 to 3, and cell 4 somewhere else; the king begins on cell 1.
        let places = [0, 1, 2, 3, NONE];
        let right = |named: &[(u16, u16)]| goals_named(named, &places, Some(1), 0).to_vec();
        assert_eq!(right(&[(3, 2)]), [(3, 2)]);
        assert_eq!(right(&[(4, 2), (3, 4), (4, 4)]), []);
    }
}

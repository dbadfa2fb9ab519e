//! A second set of rules, slow and simple: everything is done on plain copies, every attack is found by walking
//! every enemy piece's trie. It shares with the fast rules only plain data (board, types, start) and the builder of
//! tries. Two players; no gating.

mod reading;

use reading::{Castling, Drops, Promotion, Reading, Zone};
use rules::definition::{Definition, Royal};
use rules::movement::build;
use rules::movement::trie::{Class, Effect, Trie};
use rules::{Cell, Game, NEUTRAL, Piece, PieceType, Player, Setup};

/// The rules of one game.
pub struct Slow {
    rules: Reading,
    /// By player, type, cell, and whether first moves are allowed.
    tries: Vec<Trie>,
    types: usize,
    cells: usize,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub cells: Vec<Piece>,
    /// By player and type.
    hands: Vec<Vec<u8>>,
    pub turn: usize,
    /// Player, king's cell, partner's cell.
    rights: Vec<(usize, Cell, Cell)>,
    /// Cells passed over and the cell of the piece that passed.
    passed: Option<(Vec<Cell>, Cell)>,
    checks: Vec<u8>,
    unmoved: Vec<bool>,
    halfmoves: u16,
    round: u16,
    over: bool,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Deed {
    pub from: Cell,
    pub to: Cell,
    /// The type promoted to or dropped.
    pub piece: Option<PieceType>,
    takes: Vec<Cell>,
    passes: Vec<Cell>,
    /// Partner's cell and where it goes.
    castle: Option<(Cell, Cell)>,
    drops: bool,
    idle: bool,
}

/// One way a piece can go, before promotion and safety.
struct Way {
    from: Cell,
    to: Cell,
    takes: Vec<Cell>,
    passes: Vec<Cell>,
    en_passant: bool,
}

impl Slow {
    pub fn new(game: &Game, definition: &Definition) -> Slow {
        let rules = Reading::new(game, definition);
        let (types, cells) = (game.types().len(), game.board().len());
        let mut tries = Vec::new();
        for player in 0..2 {
            for kind in &rules.kinds {
                for cell in 0..cells {
                    let beyond = kind.beyond.as_ref().filter(|(zone, _)| !zone[player][cell]);
                    let moves = beyond.map_or(&kind.moves, |(_, moves)| moves);
                    for first in [false, true] {
                        let back = rules.backs[player][cell];
                        let trie = build(game.board(), moves, back, first).unwrap();
                        tries.push(trie.mapped(&rules.views[player]));
                    }
                }
            }
        }
        Slow { rules, tries, types, cells }
    }

    /// A position from data; whether it is over is found out.
    pub fn place(&self, setup: &Setup) -> Place {
        let turn = setup.turn.unwrap_or(Player(0)).index();
        let mut hands = vec![vec![0; self.types]; 2];
        for (player, hand) in setup.hands.iter().enumerate() {
            for (kind, count) in hand {
                hands[player][kind.index()] += count;
            }
        }
        let unmoved = match &setup.unmoved {
            Some(list) => (0..self.cells).map(|c| list.contains(&Cell(c as u8))).collect(),
            None => (0..self.cells).map(|c| setup.cells[c] == self.rules.start.cells[c]).collect(),
        };
        let checks = setup.checks.clone().unwrap_or_else(|| vec![self.rules.checks.unwrap_or(0); 2]);
        let mut place = Place {
            cells: setup.cells.clone(),
            hands,
            turn,
            rights: Vec::new(),
            passed: None,
            checks,
            unmoved,
            halfmoves: setup.halfmoves,
            round: setup.round,
            over: false,
        };
        for &(player, partner) in &setup.castling {
            let king = self.castling_king(&place, player.index());
            place.rights.extend(king.map(|king| (player.index(), king, partner)));
        }
        place.passed = self.find_passed(&place, &setup.en_passant);
        place.over = self.is_over(&place, 1 - turn);
        place
    }

    /// The king that has rights: the one on the start cell, or else the only one on its row.
    fn castling_king(&self, place: &Place, player: usize) -> Option<Cell> {
        let castling = self.rules.castling.as_ref()?;
        let wanted = piece(player, castling.king);
        let at_home = castling.home[player].filter(|home| place.cells[home.index()] == wanted);
        at_home.or_else(|| castling.rows[player].iter().copied().find(|c| place.cells[c.index()] == wanted))
    }

    /// Which piece passed over these cells: one whose first move goes over them.
    fn find_passed(&self, place: &Place, over: &[Cell]) -> Option<(Vec<Cell>, Cell)> {
        let mover = 1 - place.turn;
        for to in (0..self.cells).filter(|c| owned(place.cells[*c], mover)) {
            let kind = place.cells[to].kind();
            for from in (0..self.cells).filter(|c| place.cells[*c].is_none()) {
                let mut before = place.clone();
                before.cells.swap(from, to);
                before.unmoved[from] = true;
                for way in self.ways_of(&before, mover, from) {
                    let passes = self.counted(mover, &way.passes);
                    let same = !passes.is_empty() && over.iter().any(|c| passes.contains(c));
                    if same && way.to.index() == to && before.cells[from].kind() == kind {
                        return Some((passes, way.to));
                    }
                }
            }
        }
        None
    }

    /// The passed cells on which a piece can be taken.
    fn counted(&self, player: usize, passes: &[Cell]) -> Vec<Cell> {
        let Some(on) = &self.rules.en_passant else { return Vec::new() };
        passes.iter().copied().filter(|c| on[player][c.index()]).collect()
    }

    /// The position as data, in a fixed order.
    pub fn setup(&self, place: &Place) -> Setup {
        let hand = |player: usize| {
            let held = (0..self.types).map(|t| (PieceType(t as u8), place.hands[player][t]));
            held.filter(|(_, count)| *count > 0).collect()
        };
        let mut castling: Vec<(Player, Cell)> =
            place.rights.iter().map(|(p, _, partner)| (Player(*p as u8), *partner)).collect();
        castling.sort();
        // A passed cell is only worth mentioning if someone stands so as to take there.
        let can_take = || self.ways(place, place.turn).iter().any(|way| way.en_passant);
        let passed = place.passed.as_ref().filter(|_| can_take());
        Setup {
            cells: place.cells.clone(),
            hands: vec![hand(0), hand(1)],
            turn: Some(Player(place.turn as u8)),
            castling,
            gates: Vec::new(),
            en_passant: passed.map(|(cells, _)| sorted(cells.clone())).unwrap_or_default(),
            checks: self.rules.checks.map(|_| place.checks.clone()),
            unmoved: self.rules.tracks_unmoved.then(|| {
                (0..self.cells).filter(|c| place.unmoved[*c] && place.cells[*c].is_some()).map(cell).collect()
            }),
            halfmoves: place.halfmoves,
            round: place.round,
        }
    }

    /// Everything a player's pieces can do, whoever's turn it is.
    fn ways(&self, place: &Place, player: usize) -> Vec<Way> {
        let own = (0..self.cells).filter(|c| owned(place.cells[*c], player));
        own.flat_map(|from| self.ways_of(place, player, from)).collect()
    }

    fn ways_of(&self, place: &Place, player: usize, from: usize) -> Vec<Way> {
        let kind = place.cells[from].kind().index();
        let rule = &self.rules.kinds[kind];
        let first = if rule.unmoved { place.unmoved[from] } else { rule.first_zone[player][from] };
        let index = ((player * self.types + kind) * self.cells + from) * 2 + usize::from(first);
        let trie = &self.tries[index];
        let mut ways = Vec::new();
        for &root in &trie.roots {
            self.walk(place, player, from, trie, root, &mut ways);
        }
        ways
    }

    fn walk(&self, place: &Place, player: usize, from: usize, trie: &Trie, node: u16, ways: &mut Vec<Way>) {
        let node = &trie.nodes[node as usize];
        let here = node.cell.index();
        let arm = &node.arms[class(place.cells[here], player, here == from) as usize];
        let kind = &self.rules.kinds[place.cells[from].kind().index()];
        if kind.within.as_ref().is_none_or(|zone| zone[player][here]) {
            let mut takes = Vec::new();
            if place.cells[here].is_some() && here != from {
                takes.push(node.cell);
            }
            let mut passes = Vec::new();
            let ends = match arm.effect {
                // Betza notation knows no shots.
                Effect::None | Effect::Shoot => false,
                Effect::Go => true,
                Effect::GoPassing(list) => {
                    passes.clone_from(&trie.lists[list as usize]);
                    true
                }
                Effect::Sweep(list) => {
                    takes.extend(&trie.lists[list as usize]);
                    true
                }
                Effect::EnPassant => match &place.passed {
                    Some((over, victim)) if over.contains(&node.cell) => {
                        takes.push(*victim);
                        // Only the other side's piece has passed.
                        owned(place.cells[victim.index()], 1 - player)
                    }
                    _ => false,
                },
            };
            if ends {
                let en_passant = arm.effect == Effect::EnPassant;
                ways.push(Way { from: cell(from), to: node.cell, takes, passes, en_passant });
            }
        }
        for &next in &arm.next {
            self.walk(place, player, from, trie, next, ways);
        }
    }

    /// Whether a player could take the piece on a cell.
    fn attacks(&self, place: &Place, player: usize, target: Cell) -> bool {
        let royals = self.royals(place, player);
        let facing = self.rules.no_facing && royals.iter().any(|king| self.sees(place, *king, target));
        facing
            || self.ways(place, player).iter().any(|way| {
                let suicide = self.rules.blast.as_ref().is_some_and(|blast| {
                    royals.contains(&way.from)
                        || royals.iter().any(|king| blast.around[way.to.index()].contains(king))
                });
                way.takes.contains(&target) && !suicide
            })
    }

    /// Whether two cells are on one file with nothing between them.
    fn sees(&self, place: &Place, a: Cell, b: Cell) -> bool {
        let at = |c: Cell| self.rules.places[c.index()];
        let ((file, low), (other, high)) = (at(a).min(at(b)), at(a).max(at(b)));
        let between = |c: usize| {
            let (f, rank) = self.rules.places[c];
            f == file && rank > low && rank < high
        };
        file == other && !(0..self.cells).any(|c| between(c) && place.cells[c].is_some())
    }

    /// The pieces a player must keep safe.
    fn royals(&self, place: &Place, player: usize) -> Vec<Cell> {
        let mut royals = Vec::new();
        for (kind, rule) in self.rules.kinds.iter().enumerate() {
            let all: Vec<Cell> = self.pieces(place, player, kind);
            match rule.royal {
                Royal::No => {}
                Royal::Last if all.len() > 1 => {}
                Royal::Yes | Royal::Last => royals.extend(all),
            }
        }
        royals
    }

    fn pieces(&self, place: &Place, player: usize, kind: usize) -> Vec<Cell> {
        let wanted = piece(player, PieceType(kind as u8));
        (0..self.cells).filter(|c| place.cells[*c] == wanted).map(cell).collect()
    }

    fn is_checked(&self, place: &Place, player: usize) -> bool {
        self.royals(place, player).iter().any(|royal| self.attacks(place, 1 - player, *royal))
    }

    /// Every legal move, each once.
    pub fn legal(&self, place: &Place) -> Vec<Deed> {
        if place.over {
            return Vec::new();
        }
        let mut deeds = self.steps(place);
        deeds.extend(self.castlings(place));
        deeds.extend(self.drops(place));
        deeds.retain(|deed| self.is_allowed(place, deed));
        if self.rules.must_capture && deeds.iter().any(|deed| !deed.takes.is_empty()) {
            deeds.retain(|deed| !deed.takes.is_empty());
        }
        deeds.sort_by_key(Deed::key);
        deeds.dedup_by_key(|deed| deed.key());
        let passes = match self.rules.pass.as_str() {
            "always" => true,
            "stuck" => deeds.is_empty(),
            _ => false,
        };
        if passes && (self.rules.check_ignored || !self.is_checked(place, place.turn)) {
            deeds.push(Deed { idle: true, ..Deed::plain(cell(0), cell(0)) });
        }
        deeds
    }

    fn is_allowed(&self, place: &Place, deed: &Deed) -> bool {
        let us = place.turn;
        let next = self.make_unjudged(place, deed);
        if !self.rules.check_ignored {
            let before = self.royals(place, us).len();
            let (own, others) = (self.royals(&next, us), self.royals(&next, 1 - us));
            if self.rules.blast.is_some() {
                if own.len() < before {
                    return false;
                }
                if others.is_empty() && !self.royals(place, 1 - us).is_empty() {
                    return !self.rules.no_checks || !self.is_checked(&next, 1 - us);
                }
            }
            if self.is_checked(&next, us) {
                return false;
            }
        }
        if self.rules.no_checks && self.is_checked(&next, 1 - us) {
            return false;
        }
        let no_mate = self
            .rules
            .drops
            .as_ref()
            .is_some_and(|d| deed.drops && deed.piece.is_some_and(|kind| d.no_mate.contains(&kind)));
        !(no_mate && self.is_checked(&next, 1 - us) && self.legal(&next).is_empty())
    }

    /// Moves of pieces, with every promotion.
    fn steps(&self, place: &Place) -> Vec<Deed> {
        let us = place.turn;
        let mut deeds = Vec::new();
        for way in self.ways(place, us) {
            let kind = place.cells[way.from.index()].kind();
            let deed = Deed { takes: sorted(way.takes), passes: way.passes, ..Deed::plain(way.from, way.to) };
            let mut stays = true;
            for promotion in self.rules.promotions.iter().filter(|p| p.of.contains(&kind)) {
                let inside = |zone: &Zone, c: Cell| zone[us][c.index()];
                let reaches = inside(&promotion.zone, deed.to)
                    || promotion.leaving && inside(&promotion.zone, deed.from);
                if !reaches {
                    continue;
                }
                stays &= promotion.optional && !inside(&promotion.forced, deed.to);
                for &to in promotion.to.iter().filter(|to| self.is_available(place, promotion, **to)) {
                    // Who promotes is no longer what could be taken in passing.
                    deeds.push(Deed { piece: Some(to), passes: Vec::new(), ..deed.clone() });
                }
            }
            if stays {
                deeds.push(deed);
            }
        }
        deeds
    }

    fn is_available(&self, place: &Place, promotion: &Promotion, kind: PieceType) -> bool {
        let had = self.rules.start.cells.iter().filter(|p| **p == piece(place.turn, kind)).count();
        !promotion.captured_only || self.pieces(place, place.turn, kind.index()).len() < had
    }

    fn castlings(&self, place: &Place) -> Vec<Deed> {
        let Some(castling) = &self.rules.castling else { return Vec::new() };
        let us = place.turn;
        let mut deeds = Vec::new();
        for &(_, king, partner) in place.rights.iter().filter(|(player, ..)| *player == us) {
            for (king_to, partner_to) in castling.goals(us, king, partner) {
                if self.may_castle(place, castling, (king, king_to), (partner, partner_to)) {
                    deeds.push(Deed { castle: Some((partner, partner_to)), ..Deed::plain(king, king_to) });
                }
            }
        }
        deeds
    }

    fn may_castle(
        &self,
        place: &Place,
        castling: &Castling,
        (king, king_to): (Cell, Cell),
        (partner, partner_to): (Cell, Cell),
    ) -> bool {
        let us = place.turn;
        let king_way = castling.between(us, king, king_to);
        let partner_way = castling.between(us, partner, partner_to);
        let free = |c: &Cell| *c == king || *c == partner || place.cells[c.index()].is_none();
        if !king_way.iter().chain(&partner_way).all(free) {
            return false;
        }
        let royal = self.rules.kinds[castling.king.index()].royal != Royal::No;
        if !royal || self.rules.check_ignored {
            return true;
        }
        if self.is_checked(place, us) {
            return false;
        }
        king_way.iter().filter(|c| **c != king && **c != king_to).all(|&through| {
            let mut there = place.clone();
            there.cells[king.index()] = Piece::NONE;
            // A piece of chess960 may stand on the way only if it is the partner.
            there.cells[through.index()] = place.cells[king.index()];
            !self.attacks(&there, 1 - us, through)
        })
    }

    fn drops(&self, place: &Place) -> Vec<Deed> {
        let Some(Drops { zones, one_per_file, .. }) = &self.rules.drops else { return Vec::new() };
        let us = place.turn;
        let mut deeds = Vec::new();
        for kind in (0..self.types).filter(|kind| place.hands[us][*kind] > 0) {
            for to in (0..self.cells).filter(|c| place.cells[*c].is_none()) {
                let same_file = |c: &Cell| self.rules.places[c.index()].0 == self.rules.places[to].0;
                let crowded = one_per_file.contains(&PieceType(kind as u8))
                    && self.pieces(place, us, kind).iter().any(same_file);
                if !crowded && zones[kind].as_ref().is_none_or(|zone| zone[us][to]) {
                    let plain = Deed::plain(cell(to), cell(to));
                    deeds.push(Deed { piece: Some(PieceType(kind as u8)), drops: true, ..plain });
                }
            }
        }
        deeds
    }

    /// The position after a legal move.
    pub fn make(&self, place: &Place, deed: &Deed) -> Place {
        let mut next = self.make_unjudged(place, deed);
        let us = place.turn;
        if self.rules.checks.is_some() && self.is_checked(&next, 1 - us) {
            next.checks[us] = next.checks[us].saturating_sub(1);
        }
        next.over = self.is_over(&next, us);
        next
    }

    fn make_unjudged(&self, place: &Place, deed: &Deed) -> Place {
        let us = place.turn;
        let mut next = place.clone();
        let mut progress = !deed.takes.is_empty() || deed.drops;
        if let (true, Some(kind)) = (deed.drops, deed.piece) {
            next.hands[us][kind.index()] -= 1;
            next.cells[deed.to.index()] = piece(us, kind);
        } else if let Some((partner, partner_to)) = deed.castle {
            let (king, rook) = (place.cells[deed.from.index()], place.cells[partner.index()]);
            next.cells[deed.from.index()] = Piece::NONE;
            next.cells[partner.index()] = Piece::NONE;
            next.cells[deed.to.index()] = king;
            next.cells[partner_to.index()] = rook;
        } else if !deed.idle {
            let mover = place.cells[deed.from.index()];
            progress |= self.rules.reset_by.contains(&mover.kind());
            next.cells[deed.from.index()] = Piece::NONE;
            for taken in &deed.takes {
                self.capture(&mut next, us, *taken);
            }
            next.cells[deed.to.index()] = piece(us, deed.piece.unwrap_or(mover.kind()));
            if let Some(blast) = self.rules.blast.as_ref().filter(|_| !deed.takes.is_empty()) {
                next.cells[deed.to.index()] = Piece::NONE;
                for cell in &blast.around[deed.to.index()] {
                    let there = next.cells[cell.index()];
                    if there.is_some() && !blast.spares.contains(&there.kind()) {
                        next.cells[cell.index()] = Piece::NONE;
                    }
                }
            }
        }
        // A cell counts as touched even if an equal piece comes to stand on it.
        let touched = |c: Cell| {
            let ends = [deed.from, deed.to].contains(&c) && !deed.idle;
            ends || deed.castle.is_some_and(|(a, b)| c == a || c == b)
                || next.cells[c.index()] != place.cells[c.index()]
        };
        next.rights = place.rights.iter().copied().filter(|(_, k, p)| !touched(*k) && !touched(*p)).collect();
        next.unmoved = (0..self.cells).map(|c| place.unmoved[c] && !touched(cell(c))).collect();
        let passes = self.counted(us, &deed.passes);
        next.passed = (!passes.is_empty()).then_some((passes, deed.to));
        next.halfmoves = if progress { 0 } else { place.halfmoves + 1 };
        next.turn = 1 - us;
        next.round += us as u16;
        next
    }

    fn capture(&self, place: &mut Place, us: usize, at: Cell) {
        let victim = std::mem::replace(&mut place.cells[at.index()], Piece::NONE);
        let Some(drops) = self.rules.drops.as_ref().filter(|d| d.captured && victim.is_some()) else {
            return;
        };
        let kind = self.rules.kinds[victim.kind().index()].demoted;
        if drops.held.contains(&kind) {
            place.hands[us][kind.index()] += 1;
        }
    }

    /// Whether a game in which `us` moved last is over by what stands on the board.
    fn is_over(&self, place: &Place, us: usize) -> bool {
        let losable = self.rules.check_ignored || self.rules.blast.is_some();
        let count = |cells: &[Piece], player: usize, kind: PieceType| {
            cells.iter().filter(|p| **p == piece(player, kind)).count()
        };
        let start = &self.rules.start.cells;
        for player in 0..2 {
            let royal = |kind: &usize| self.rules.kinds[*kind].royal != Royal::No;
            let left = |cells: &[Piece]| -> usize {
                (0..self.types).filter(royal).map(|k| count(cells, player, PieceType(k as u8))).sum()
            };
            if losable && left(start) > 0 && left(&place.cells) == 0 && self.rules.royal_loss_ends {
                return true;
            }
            let own = place.cells.iter().filter(|p| owned(**p, player)).count();
            if self.rules.bare_ends && own > 0 && own == left(&place.cells) {
                return true;
            }
            if let Some(extinction) = &self.rules.extinction {
                let begins = |kind: &&PieceType| count(start, player, **kind) > extinction.down_to;
                let of: Vec<usize> =
                    extinction.of.iter().filter(begins).map(|k| count(&place.cells, player, *k)).collect();
                let gone = match extinction.together {
                    true => !of.is_empty() && of.iter().sum::<usize>() <= extinction.down_to,
                    false => of.iter().any(|left| *left <= extinction.down_to),
                };
                if gone {
                    return true;
                }
            }
        }
        if self.rules.checks.is_some() && place.checks.contains(&0) {
            return true;
        }
        self.has_arrived(place, us)
    }

    fn has_arrived(&self, place: &Place, us: usize) -> bool {
        let Some(goal) = &self.rules.goal else { return false };
        let there = |place: &Place, player: usize| {
            (0..self.cells).any(|c| {
                let piece = place.cells[c];
                owned(piece, player) && goal.of.contains(&piece.kind()) && goal.zone[player][c]
            })
        };
        match (there(place, 0), there(place, 1)) {
            (false, false) => false,
            // The second player has the last word, if it can arrive too.
            (true, false) if goal.reply && us == 0 => {
                let going_on = Place { over: false, ..place.clone() };
                !self.legal(&going_on).iter().any(|deed| {
                    let next = self.make_unjudged(&going_on, deed);
                    there(&next, 1)
                })
            }
            _ => true,
        }
    }

    /// How many sequences of so many legal moves there are.
    pub fn perft(&self, place: &Place, depth: u32) -> u64 {
        let legal = self.legal(place);
        if depth <= 1 {
            return if depth == 0 { 1 } else { legal.len() as u64 };
        }
        legal.iter().map(|deed| self.perft(&self.make(place, deed), depth - 1)).sum()
    }
}

/// Everything that tells two moves apart.
type Key = (Cell, Cell, Option<PieceType>, Vec<Cell>, Option<(Cell, Cell)>, bool);

impl Deed {
    fn plain(from: Cell, to: Cell) -> Deed {
        let (takes, passes) = (Vec::new(), Vec::new());
        Deed { from, to, piece: None, takes, passes, castle: None, drops: false, idle: false }
    }

    /// What tells moves apart; two ways to do the same are one move.
    fn key(&self) -> Key {
        (self.from, self.to, self.piece, self.takes.clone(), self.castle, self.drops)
    }
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort();
    cells.dedup();
    cells
}

fn cell(index: usize) -> Cell {
    Cell(index as u8)
}

fn piece(player: usize, kind: PieceType) -> Piece {
    Piece::new(Player(player as u8), kind)
}

fn owned(piece: Piece, player: usize) -> bool {
    piece.is_some() && piece.owner().index() == player
}

/// What a mover sees; the cell it comes from counts as empty.
fn class(piece: Piece, player: usize, origin: bool) -> Class {
    if piece.is_none() || origin {
        Class::Empty
    } else if piece.owner() == NEUTRAL {
        Class::Neutral
    } else if piece.owner().index() == player {
        Class::Own
    } else {
        Class::Enemy
    }
}

//! Which moves are legal.

use super::reading::{Castling, Drops, Promotion, Walling, Zone};
use super::{Deed, Place, Slow, cell, owned, sorted};
use chatura_rules::definition::Royal;
use chatura_rules::{Cell, Piece, PieceType};

impl Slow {
    /// Every legal move, each once.
    pub fn legal(&self, place: &Place) -> Vec<Deed> {
        if place.is_over() {
            return Vec::new();
        }
        let mut deeds = self.candidates(place);
        deeds.retain(|deed| self.is_allowed(place, deed));
        let forced = self.rules.must_capture && deeds.iter().any(|deed| !deed.takes.is_empty());
        if forced {
            deeds.retain(|deed| !deed.takes.is_empty());
        }
        deeds.sort_by_key(Deed::key);
        deeds.dedup_by_key(|deed| deed.key());
        let passes = match self.rules.pass.as_str() {
            _ if self.is_placing(place) => false,
            "always" => !forced,
            "stuck" => deeds.is_empty(),
            _ => false,
        };
        if passes && (self.rules.check_ignored || !self.is_checked(place, place.turn)) {
            deeds.push(Deed { idle: true, ..Deed::plain(cell(0), cell(0)) });
        }
        deeds
    }

    /// Whether there is a legal move.
    pub(super) fn can_move(&self, place: &Place) -> bool {
        // Most often one of the first will do; only whoever passes must know of all that there is no other.
        let some = !place.is_over() && self.candidates(place).iter().any(|deed| self.is_allowed(place, deed));
        some || self.rules.pass != "never" && !self.legal(place).is_empty()
    }

    /// Every move before safety.
    fn candidates(&self, place: &Place) -> Vec<Deed> {
        if self.is_placing(place) {
            return self.drops(place);
        }
        let mut deeds = self.steps(place);
        deeds.extend(self.castlings(place));
        deeds.extend(self.risings(place));
        deeds.extend(self.swaps(place));
        deeds.extend(self.flights(place));
        match self.of(place.turn).gating {
            Some(_) => deeds.extend(self.gatings(place, &deeds)),
            None => deeds.extend(self.drops(place)),
        }
        let walls = |at: &Cell| {
            let there = place.cells[at.index()];
            there.is_some() && self.rules.kinds[there.kind().index()].wall
        };
        deeds.retain(|deed| !deed.takes.iter().any(walls));
        deeds.retain(|deed| !self.is_closed(place, deed) && !self.is_undue(place, deed));
        let all = deeds.clone();
        deeds.retain(|deed| !self.passes_by(place, deed, &all));
        deeds = deeds.into_iter().flat_map(|deed| self.transformed(place, deed)).collect();
        if let Some(duck) = self.rules.duck {
            deeds = deeds.into_iter().flat_map(|deed| self.ducked(place, duck, &deed)).collect();
        }
        if let Some(walling) = self.rules.walling.as_ref().filter(|walling| walling.on != "left") {
            deeds = deeds.into_iter().flat_map(|deed| self.walled(place, walling, deed)).collect();
        }
        if self.players > 2 && self.rules.leaving.kings_are_spared {
            let foes = self.foes(place, place.turn);
            let kings: Vec<Cell> = foes.into_iter().flat_map(|foe| self.royals(place, foe)).collect();
            deeds.retain(|deed| !deed.takes.iter().any(|taken| kings.contains(taken)));
        }
        deeds
    }

    /// What a move is where pieces change whenever they move, and may be dropped either way.
    fn transformed(&self, place: &Place, deed: Deed) -> Vec<Deed> {
        let of =
            |kind: PieceType| self.rules.transform.iter().find(|(from, _)| *from == kind).map(|(_, to)| *to);
        if deed.drops {
            let back = |kind: &PieceType| Some(self.rules.kinds[kind.index()].demoted) == deed.piece;
            let turned =
                deed.piece.and_then(of).filter(back).map(|kind| Deed { piece: Some(kind), ..deed.clone() });
            return [deed].into_iter().chain(turned).collect();
        }
        let stays = deed.swaps || deed.castle.is_some() || deed.shoots || deed.idle || deed.piece.is_some();
        match of(place.cells[deed.from.index()].kind()).filter(|_| !stays) {
            Some(kind) => vec![Deed { piece: Some(kind), passes: Vec::new(), ..deed }],
            None => vec![deed],
        }
    }

    /// A move with every cell the duck may go to.
    fn ducked(&self, place: &Place, duck: PieceType, deed: &Deed) -> Vec<Deed> {
        let next = self.make_unjudged(place, deed);
        let is_duck = |c: usize| place.cells[c].is_some() && place.cells[c].kind() == duck;
        let free = (0..self.cells).filter(|c| next.cells[*c].is_none() && !is_duck(*c));
        free.map(|c| Deed { duck: Some(cell(c)), ..deed.clone() }).collect()
    }

    /// A move with every cell on which its player may put a wall.
    fn walled(&self, place: &Place, walling: &Walling, deed: Deed) -> Vec<Deed> {
        let us = place.turn;
        let next = self.make_unjudged(place, &deed);
        let at = if deed.shoots { deed.from } else { deed.to };
        let all: Vec<Cell> = match walling.on.as_str() {
            "empty" => (0..self.cells).map(cell).collect(),
            // What is no longer there puts nothing anywhere.
            _ if !owned(next.cells[at.index()], us) => return vec![deed],
            _ => {
                let ways = self.ways_of(&next, us, at.index()).into_iter();
                sorted(ways.filter(|way| way.takes.is_empty() && !way.shoots).map(|way| way.to).collect())
            }
        };
        let free = |c: &Cell| next.cells[c.index()].is_none() && walling.zone[us][c.index()];
        all.into_iter().filter(free).map(|c| Deed { wall: Some(c), ..deed.clone() }).collect()
    }

    fn is_allowed(&self, place: &Place, deed: &Deed) -> bool {
        let us = place.turn;
        // Where check is ignored nobody has to answer it.
        if self.rules.no_flight && !self.rules.check_ignored && !deed.drops && !deed.idle {
            let royals = self.royals(place, us);
            if royals.contains(&deed.from)
                && self.is_checked(place, us)
                && self.givers(place, us) != [deed.to]
            {
                return false;
            }
        }
        let mut next = self.make_unjudged(place, deed);
        next.turn = (us + 1) % self.players;
        if self.is_barred_first(place, deed) || deed.rises && self.gives_check(&next, us) {
            return false;
        }
        if !self.rules.check_ignored {
            let before = self.royals(place, us).len();
            let own = self.royals(&next, us);
            let costly = self.rules.blast.is_some() || self.rules.petrify.is_some();
            if costly && own.len() < before {
                return false;
            }
            // Of two nobody can take the other's last royal: no position has it attacked by the one to move.
            let beaten: Vec<usize> = self.beaten(place, &next).into_iter().filter(|p| *p != us).collect();
            if self.players == 2 && !beaten.is_empty() && self.rules.blast.is_some() {
                return !self.rules.no_checks || !self.gives_check(&next, us);
            }
            // Of more, whoever has lost it is out and gives no check any more.
            for player in beaten.into_iter().filter(|_| self.players > 2) {
                next.playing[player] = false;
            }
            if self.is_checked(&next, us) {
                return false;
            }
        }
        if self.rules.no_checks && self.gives_check(&next, us) {
            return false;
        }
        let no_check = |drops: &Drops| deed.piece.is_some_and(|kind| drops.no_check.contains(&kind));
        if deed.drops && self.rules.drops.as_ref().is_some_and(no_check) && self.gives_check(&next, us) {
            return false;
        }
        let no_mate = self
            .rules
            .drops
            .as_ref()
            .is_some_and(|d| deed.drops && deed.piece.is_some_and(|kind| d.no_mate.contains(&kind)));
        if !no_mate {
            return true;
        }
        // The next who still plays must not be mated by it.
        while !next.playing[next.turn] {
            next.turn = (next.turn + 1) % self.players;
        }
        let checked = self.royals(&next, next.turn).iter().any(|royal| self.attacks(&next, us, *royal));
        !(checked && self.are_foes(us, next.turn) && !self.can_move(&next))
    }

    /// Moves of pieces, with every promotion.
    fn steps(&self, place: &Place) -> Vec<Deed> {
        let us = place.turn;
        let mut deeds = Vec::new();
        for way in self.ways(place, us) {
            let kind = place.cells[way.from.index()].kind();
            let deed = Deed {
                takes: sorted(way.takes),
                en_passant: way.en_passant,
                passes: way.passes,
                ..Deed::plain(way.from, way.to)
            };
            if way.shoots {
                deeds.push(Deed { shoots: true, ..deed });
                continue;
            }
            let kind = self.rules.kinds[kind.index()].base;
            let mut stays = true;
            for promotion in self.of(us).promotions.iter().filter(|p| p.of.contains(&kind)) {
                let inside = |zone: &Zone, c: Cell| zone[us][c.index()];
                let reaches = inside(&promotion.zone, deed.to)
                    || promotion.leaving && inside(&promotion.zone, deed.from);
                let taken = promotion.taking.as_ref().is_none_or(|kinds| {
                    super::specials::takes_one_of(place, &deed.takes, kinds, |there| self.base(there))
                });
                if !reaches || !taken {
                    continue;
                }
                stays &= promotion.optional && !inside(&promotion.forced, deed.to);
                let theirs = |to: &&PieceType| self.rules.kinds[to.index()].owners[us];
                for &to in
                    promotion.to.iter().filter(theirs).filter(|to| self.is_available(place, promotion, **to))
                {
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
        // What looks the same counts, on the board or in hand.
        let base = self.rules.kinds[kind.index()].base;
        let on_board = |cells: &[Piece]| {
            cells.iter().filter(|there| owned(**there, place.turn) && self.base(**there) == base).count()
        };
        let start = &self.rules.start;
        let begun = start.hands.get(place.turn).into_iter().flatten().filter(|(kind, _)| *kind == base);
        let had = on_board(&start.cells) + begun.map(|(_, held)| usize::from(*held)).sum::<usize>();
        let has = on_board(&place.cells) + usize::from(place.hands[place.turn][base.index()]);
        let most =
            promotion.most.iter().find(|(named, _)| *named == base).map_or(usize::MAX, |(_, most)| *most);
        (!promotion.captured_only || has < had) && has < most
    }

    fn castlings(&self, place: &Place) -> Vec<Deed> {
        let us = place.turn;
        let Some(castling) = &self.of(us).castling else { return Vec::new() };
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
            !self.foes(place, us).into_iter().any(|foe| self.attacks(&there, foe, through))
        })
    }

    fn drops(&self, place: &Place) -> Vec<Deed> {
        let us = place.turn;
        let reserved = self.reserved(place);
        let Some(Drops { zones, per_file, one_per_colour, .. }) = &self.of(us).drops else {
            return Vec::new();
        };
        let mut deeds = Vec::new();
        for kind in (0..self.types).filter(|kind| place.hands[us][*kind] > 0) {
            for to in (0..self.cells).filter(|c| place.cells[*c].is_none()) {
                let same_file = |c: &Cell| self.rules.places[c.index()].0 == self.rules.places[to].0;
                let mine = (0..self.cells).map(cell).filter(|c| {
                    let there = place.cells[c.index()];
                    owned(there, us) && self.base(there).index() == kind && same_file(c)
                });
                let most = per_file.iter().find(|(named, _)| named.index() == kind);
                let crowded = most.is_some_and(|(_, most)| mine.count() >= *most);
                let colour = self.rules.families[to];
                let crowded = crowded
                    || one_per_colour.contains(&PieceType(kind as u8))
                        && (0..self.cells).any(|c| {
                            let there = place.cells[c];
                            owned(there, us)
                                && self.base(there).index() == kind
                                && self.rules.families[c] == colour
                        });
                let taken = reserved.iter().any(|(other, cells)| *other != kind && cells.contains(&to));
                let crowded = crowded || taken;
                if !crowded && zones[kind].as_ref().is_none_or(|zone| zone[us][to]) {
                    let plain = Deed::plain(cell(to), cell(to));
                    deeds.push(Deed { piece: Some(PieceType(kind as u8)), drops: true, ..plain });
                }
            }
        }
        deeds
    }

    /// Whether this is a first move that is not made while in check.
    fn is_barred_first(&self, place: &Place, deed: &Deed) -> bool {
        let mover = place.cells[deed.from.index()];
        if deed.drops
            || deed.idle
            || deed.castle.is_some()
            || deed.swaps
            || deed.shoots
            || !place.unmoved[deed.from.index()]
        {
            return false;
        }
        if self.rules.kinds[mover.kind().index()].first_safe.is_empty()
            || self.rules.check_ignored
            || !self.is_checked(place, place.turn)
        {
            return false;
        }
        let mut moved = place.clone();
        moved.unmoved[deed.from.index()] = false;
        !self.ways_of(&moved, place.turn, deed.from.index()).iter().any(|way| way.to == deed.to)
    }

    /// The cells that must be left to types that need their colour, where armies are placed first.
    fn reserved(&self, place: &Place) -> Vec<(usize, Vec<usize>)> {
        let us = place.turn;
        let Some(drops) = self.of(us).drops.as_ref().filter(|drops| drops.first) else { return Vec::new() };
        let mut colours = self.rules.families.clone();
        colours.sort_unstable();
        colours.dedup();
        let mut reserved = Vec::new();
        for kind in &drops.one_per_colour {
            let held = usize::from(place.hands[us][kind.index()]);
            let mine = |c: &usize| owned(place.cells[*c], us) && self.base(place.cells[*c]) == *kind;
            let free = |colour: u8| -> Vec<usize> {
                let all: Vec<usize> = (0..self.cells).filter(|c| self.rules.families[*c] == colour).collect();
                if all.iter().any(mine) {
                    return Vec::new();
                }
                let zone = &drops.zones[kind.index()];
                let open =
                    |c: &usize| place.cells[*c].is_none() && zone.as_ref().is_none_or(|zone| zone[us][*c]);
                all.into_iter().filter(open).collect()
            };
            let open: Vec<Vec<usize>> =
                colours.iter().map(|c| free(*c)).filter(|free| !free.is_empty()).collect();
            if held > 0 && open.len() <= held {
                let last = open.into_iter().filter(|cells| cells.len() == 1).flatten();
                reserved.push((kind.index(), last.collect()));
            }
        }
        reserved
    }

    /// The pieces that give check, each as if the others of its side could take nothing.
    fn givers(&self, place: &Place, us: usize) -> Vec<Cell> {
        let royals = self.royals(place, us);
        let gives = |at: usize| {
            let there = place.cells[at];
            there.is_some()
                && self.foes(place, us).iter().any(|foe| owned(there, *foe))
                && royals.iter().any(|royal| self.could_take(place, there.owner().index(), at, *royal))
        };
        (0..self.cells).filter(|at| gives(*at)).map(cell).collect()
    }

    /// Pieces that become others where they stand, or a step further.
    fn risings(&self, place: &Place) -> Vec<Deed> {
        let Some(rising) = &self.rules.rising else { return Vec::new() };
        let us = place.turn;
        let have = |kind: PieceType| {
            (0..self.cells)
                .filter(|c| owned(place.cells[*c], us) && self.base(place.cells[*c]) == kind)
                .count()
        };
        if have(rising.to) >= rising.most {
            return Vec::new();
        }
        let all = self.pieces(place, us, rising.of.index());
        let mut deeds = Vec::new();
        for from in &all {
            if !(rising.zone[us][from.index()] || rising.last_anywhere && all.len() == 1) {
                continue;
            }
            let mut risen = place.clone();
            risen.unmoved[from.index()] = false;
            risen.cells[from.index()] = Piece::new(chatura_rules::Player(us as u8), rising.to);
            let ways = self.ways_of(&risen, us, from.index());
            let quiet = ways.iter().filter(|way| way.takes.is_empty() && !way.shoots).map(|way| way.to);
            for to in sorted(quiet.chain([*from]).collect()) {
                let mut there = risen.clone();
                there.cells[from.index()] = Piece::NONE;
                there.cells[to.index()] = Piece::new(chatura_rules::Player(us as u8), rising.to);
                let attacks = |way: &super::Way| !way.takes.is_empty() && !way.en_passant;
                if !self.ways_of(&there, us, to.index()).iter().any(attacks) {
                    deeds.push(Deed { piece: Some(rising.to), rises: true, ..Deed::plain(*from, to) });
                }
            }
        }
        deeds
    }

    /// Moves that also bring a piece in from the hand, onto a cell left for the first time.
    fn gatings(&self, place: &Place, deeds: &[Deed]) -> Vec<Deed> {
        let held: Vec<usize> = (0..self.types).filter(|kind| place.hands[place.turn][*kind] > 0).collect();
        let mut gatings = Vec::new();
        // Who shoots leaves nothing; who takes elsewhere than where the move ends brings nothing in.
        let elsewhere = |deed: &&Deed| {
            deed.swaps || deed.rises || deed.shoots || deed.takes.iter().any(|taken| *taken != deed.to)
        };
        for deed in deeds.iter().filter(|deed| deed.piece.is_none() && !elsewhere(deed)) {
            let left = [Some(deed.from), deed.castle.map(|(partner, _)| partner)].into_iter().flatten();
            let taken = |c: Cell| c == deed.to || deed.castle.is_some_and(|(_, partner_to)| c == partner_to);
            for gate in left.filter(|c| place.gates[c.index()] && !taken(*c)) {
                for &kind in &held {
                    gatings.push(Deed {
                        piece: Some(PieceType(kind as u8)),
                        gate: Some(gate),
                        ..deed.clone()
                    });
                }
            }
        }
        gatings
    }
}

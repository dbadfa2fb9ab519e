//! Who attacks this cell? And what follows for the moves of the one whose royal stands there.

use crate::compile::tables::{Lines, Tables};
use crate::movement::trie::{Class, Effect};
use crate::position::state::State;
use crate::set::CellSet;

/// The board as it would be after a move: what is occupied, and which pieces are no longer there.
#[derive(Clone, Copy)]
pub(crate) struct After<const W: usize> {
    /// Cells with a piece.
    pub occupied: CellSet<W>,
    /// Cells whose piece in the state has been taken or has left.
    pub gone: CellSet<W>,
}

impl<const W: usize> After<W> {
    /// Nothing has changed.
    #[inline(always)]
    pub fn now(state: &State<W>) -> Self {
        After { occupied: state.occupied, gone: CellSet::EMPTY }
    }

    /// A piece went from one cell to another, taking what was there.
    #[inline(always)]
    pub fn step(state: &State<W>, from: usize, to: usize) -> Self {
        let mut occupied = state.occupied;
        occupied.remove(from);
        occupied.insert(to);
        let mut gone = CellSet::of(from);
        gone.insert(to);
        After { occupied, gone }
    }
}

impl<const W: usize> Lines<W> {
    /// The pieces that could attack along these lines, wherever they are.
    #[inline(always)]
    pub fn pieces(&self, state: &State<W>) -> CellSet<W> {
        let mut set = state.of_type(self.pair[0]) | state.of_type(self.pair[1]);
        for kind in self.others {
            set |= state.of_type(kind);
        }
        set
    }
}

impl<const W: usize> Tables<W> {
    /// The royal pieces of a player.
    #[inline(always)]
    pub fn royals(&self, state: &State<W>, player: usize) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for kind in self.royal {
            set |= state.of_type(kind);
        }
        set &= state.of_player(player);
        if !self.last_royal.is_empty() {
            for kind in self.last_royal {
                let pieces = state.of(player, kind as usize);
                if !pieces.several() {
                    set |= pieces;
                } else if self.rules.several.is_some() {
                    set |= self.royal_among(state, player, pieces);
                }
            }
        }
        set
    }

    /// Whether a player has a piece that is royal, or would be if it were the last of its type.
    pub fn has_royal(&self, state: &State<W>, player: usize) -> bool {
        let last = self.last_royal.into_iter().fold(CellSet::EMPTY, |all, kind| all | state.of_type(kind));
        self.royal
            .into_iter()
            .fold(last, |all, kind| all | state.of_type(kind))
            .meets(state.of_player(player))
    }

    /// Whether anyone who can hurt this player attacks the cell.
    #[inline(always)]
    pub fn attacked(&self, state: &State<W>, player: usize, cell: usize, after: After<W>) -> bool {
        for &foe in &*self.foes[player] {
            if state.status.alive >> foe & 1 != 0 && self.attacked_by(state, foe as usize, cell, after) {
                return true;
            }
        }
        false
    }

    /// Whether a player attacks the cell, if something of another's stands there.
    #[inline(always)]
    pub fn attacked_by(&self, state: &State<W>, foe: usize, cell: usize, after: After<W>) -> bool {
        let attackers = &self.attackers[foe];
        let them = state.of_player(foe).without(after.gone);
        if attackers.leapers_at(state, cell).meets(them) {
            return true;
        }
        for lines in &attackers.lines {
            let near = lines.pieces(state) & them & lines.reach[cell];
            if near.any() && lines.rays.reach(cell, after.occupied).meets(near) {
                return true;
            }
        }
        self.intricate && self.attacked_intricately(state, foe, cell, after, them)
    }

    /// The same, not inlined: where it is asked now and then.
    #[inline(never)]
    pub fn attacked_by_apart(&self, state: &State<W>, foe: usize, cell: usize, after: After<W>) -> bool {
        self.attacked_by(state, foe, cell, after)
    }

    #[inline(never)]
    fn attacked_intricately(
        &self,
        state: &State<W>,
        foe: usize,
        cell: usize,
        after: After<W>,
        them: CellSet<W>,
    ) -> bool {
        let attackers = &self.attackers[foe];
        for lines in &attackers.hops {
            let near = lines.pieces(state) & them & lines.reach[cell];
            if near.any() && lines.rays.hop(cell, after.occupied).meets(near) {
                return true;
            }
        }
        for (kind, from) in &attackers.lame {
            let them = them & state.of_type(*kind);
            if from[cell].iter().any(|g| g.capture.meets(them) && !g.need.meets(after.occupied)) {
                return true;
            }
        }
        for (kind, reach) in &attackers.tries {
            for from in reach[cell] & them & state.of_type(*kind) {
                if self.trie_hits(state, foe, *kind as usize, from, cell, after) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a piece that moves by a trie takes on this cell.
    pub fn trie_hits(
        &self,
        state: &State<W>,
        foe: usize,
        kind: usize,
        from: usize,
        cell: usize,
        after: After<W>,
    ) -> bool {
        let mut hit = false;
        let mut class = |at: crate::cell::Cell| {
            let at = at.index();
            if at == cell {
                Class::Enemy
            } else if at == from || !after.occupied.has(at) {
                Class::Empty
            } else if after.gone.has(at) || !state.occupied.has(at) {
                // What has come to stand here belongs to the one attacked.
                Class::Enemy
            } else {
                self.class(state, foe, at)
            }
        };
        let mover = self.mover(foe, kind);
        let mut end = |at: crate::cell::Cell, effect: Effect| {
            hit |= at.index() == cell && effect.takes_here();
            if let Effect::Sweep(list) = effect {
                hit |= self.sweeps[list as usize].has(cell);
            }
        };
        mover.more.tries[from].walk(&mut class, &mut end);
        if self.rules.unmoved && state.marks.unmoved().has(from) && !mover.more.unmoved.is_empty() {
            mover.more.unmoved[from].walk(&mut class, &mut end);
        }
        hit
    }

    /// What stands on an occupied cell, as a player sees it.
    pub fn class(&self, state: &State<W>, player: usize, cell: usize) -> Class {
        let piece = state.piece(cell);
        if piece.is_none() {
            return Class::Empty;
        }
        let owner = piece.owner();
        if owner.index() == player {
            Class::Own
        } else if owner == crate::cell::NEUTRAL {
            Class::Neutral
        } else if self.side[player] >> owner.0 & 1 != 0 {
            Class::Ally
        } else {
            Class::Enemy
        }
    }

    /// Every own royal that is attacked now.
    pub fn attacked_royals(&self, state: &State<W>, player: usize) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for cell in self.royals(state, player) {
            if self.royal_attacked_apart(state, player, cell, After::now(state)) {
                set.insert(cell);
            }
        }
        set
    }

    /// Pieces of others that a player attacks and that nothing protects; see [`crate::rule::repetition`].
    pub fn chased_by(&self, state: &State<W>, player: usize) -> CellSet<W> {
        let foes =
            self.foes[player].iter().fold(CellSet::EMPTY, |all, foe| all | state.of_player(*foe as usize));
        let ordinary = |cell: &usize| {
            let kind = state.piece(*cell).kind().index();
            !self.rules.chase_exempt.has(kind) && !self.royal.has(kind) && !self.last_royal.has(kind)
        };
        let mut chased = CellSet::EMPTY;
        for from in state.of_player(player).into_iter().filter(ordinary) {
            chased |= self.takes(state, from, foes);
        }
        for cell in chased {
            let friends = state.of_player(state.piece(cell).owner().index());
            let protected = |from: usize| from != cell && self.takes(state, from, CellSet::of(cell)).any();
            if !ordinary(&cell) || friends.into_iter().any(protected) {
                chased.remove(cell);
            }
        }
        chased
    }

    /// What a piece could take by its own movement if all of these were others'. That royals may not face each other
    /// is no movement: it protects nothing.
    pub fn takes(&self, state: &State<W>, from: usize, these: CellSet<W>) -> CellSet<W> {
        let piece = state.piece(from);
        let (player, kind) = (piece.owner().index(), piece.kind().index());
        let (mover, empty) = (self.mover(player, kind), self.all.without(state.occupied));
        let mut taken = mover.destinations(from, state.occupied, empty, these) & these;
        if !mover.more.tries.is_empty() {
            for cell in these.without(taken) {
                if self.trie_hits(state, player, kind, from, cell, After::now(state)) {
                    taken.insert(cell);
                }
            }
        }
        taken
    }

    /// The same where it is asked for each step of a royal. On boards of several words a call costs little beside
    /// the rest, and inlining much to compile.
    #[inline(always)]
    pub fn royal_attacked_quick<const ORTHODOX: bool>(
        &self,
        state: &State<W>,
        player: usize,
        cell: usize,
        after: After<W>,
    ) -> bool {
        if W == 1 && ORTHODOX {
            self.attacked_by(state, 1 - player, cell, after)
        } else if W == 1 {
            self.royal_attacked(state, player, cell, after)
        } else {
            self.royal_attacked_apart(state, player, cell, after)
        }
    }

    /// Whether a royal on this cell could be taken, not inlined.
    #[inline(never)]
    pub fn royal_attacked_apart(
        &self,
        state: &State<W>,
        player: usize,
        cell: usize,
        after: After<W>,
    ) -> bool {
        self.royal_attacked(state, player, cell, after)
    }

    /// Whether a royal on this cell could be taken.
    #[inline(always)]
    pub fn royal_attacked(&self, state: &State<W>, player: usize, cell: usize, after: After<W>) -> bool {
        if self.rules.plain_attacks {
            return self.attacked(state, player, cell, after);
        }
        self.foes[player].iter().any(|&foe| {
            state.status.alive >> foe & 1 != 0 && self.threatens(state, foe as usize, cell, after)
        })
    }
}

impl<const W: usize> Tables<W> {
    /// Where a piece may go that alone stands between riders of `attacker` and these royals.
    pub fn line_of_pin(
        &self,
        state: &State<W>,
        attacker: usize,
        royals: CellSet<W>,
        piece: usize,
    ) -> CellSet<W> {
        let mut line = CellSet::ALL;
        for royal in royals {
            let them = self.threatening(state, attacker, royal);
            for lines in &self.attackers[attacker].lines {
                for from in lines.pieces(state) & them & lines.reach[royal] {
                    let mut path = lines.first[royal * self.cells + from];
                    while path != 0 {
                        let crate::compile::tables::Path { between, next } = lines.paths[path as usize];
                        path = next;
                        if between & state.occupied == CellSet::of(piece) {
                            line &= between | CellSet::of(from);
                        }
                    }
                }
            }
        }
        line
    }
}

/// What the attacks on a player's royals mean for its moves.
pub(crate) struct Danger<const W: usize> {
    /// Whether a royal is attacked.
    pub checked: bool,
    /// Where a plain move must go to mend that; every cell if nothing is attacked.
    pub mask: CellSet<W>,
    /// Pieces that may move only along a line.
    pub pinned: CellSet<W>,
    /// Plain moves that leave or enter these cells must be tested.
    pub sensitive: CellSet<W>,
    /// Every move must be tested.
    pub test_all: bool,
}

impl<const W: usize> Danger<W> {
    /// Nothing is in danger.
    #[inline(always)]
    pub fn none() -> Self {
        Danger {
            checked: false,
            mask: CellSet::ALL,
            pinned: CellSet::EMPTY,
            sensitive: CellSet::EMPTY,
            test_all: false,
        }
    }

    /// Finds the dangers to a player's royals.
    #[inline(always)]
    pub fn find<const ORTHODOX: bool>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        player: usize,
        royals: CellSet<W>,
    ) {
        for royal in royals {
            if ORTHODOX {
                self.find_from(tables, state, player, royal, 1 - player, state.of_player(1 - player));
                continue;
            }
            for &foe in &*tables.foes[player] {
                if state.status.alive >> foe & 1 != 0 {
                    let them = tables.threatening(state, foe as usize, royal);
                    self.find_from(tables, state, player, royal, foe as usize, them);
                }
            }
        }
    }

    /// Finds the dangers to a royal from one of the others.
    #[inline(always)]
    fn find_from(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        player: usize,
        royal: usize,
        foe: usize,
        them: CellSet<W>,
    ) {
        let own = state.of_player(player);
        let attackers = &tables.attackers[foe];
        let near = attackers.leapers_at(state, royal) & them;
        if near.any() {
            self.check(if near.several() { CellSet::EMPTY } else { near });
        }
        for lines in &attackers.lines {
            let near = lines.pieces(state) & them & lines.reach[royal];
            for from in near {
                self.line(lines, state, royal, from, own, tables.cells);
            }
        }
        if tables.intricate {
            self.intricate(tables, state, foe, royal, them);
        }
    }

    /// The player's own pieces that stand between its riders and these royals of others.
    pub fn shielding(tables: &Tables<W>, state: &State<W>, player: usize, royals: CellSet<W>) -> CellSet<W> {
        let mut danger = Danger::none();
        let own = state.of_player(player);
        for royal in royals {
            for lines in &tables.attackers[player].lines {
                for from in lines.pieces(state) & own & lines.reach[royal] {
                    danger.line(lines, state, royal, from, own, tables.cells);
                }
            }
        }
        danger.pinned
    }

    #[inline(always)]
    fn check(&mut self, mends: CellSet<W>) {
        self.checked = true;
        self.mask &= mends;
    }

    #[inline(always)]
    fn line(
        &mut self,
        lines: &Lines<W>,
        state: &State<W>,
        royal: usize,
        from: usize,
        own: CellSet<W>,
        cells: usize,
    ) {
        let mut path = lines.first[royal * cells + from];
        while path != 0 {
            let Some(&crate::compile::tables::Path { between, next }) = lines.paths.get(path as usize) else {
                break;
            };
            path = next;
            let blockers = between & state.occupied;
            if blockers.several() {
                continue;
            }
            if blockers.is_empty() {
                let mut line = between;
                line.insert(from);
                self.check(line);
            } else {
                self.pinned |= blockers & own;
            }
        }
    }

    /// Attacks over or around other pieces: what they look at becomes sensitive.
    #[inline(never)]
    fn intricate(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        foe: usize,
        royal: usize,
        them: CellSet<W>,
    ) {
        let attackers = &tables.attackers[foe];
        for lines in &attackers.hops {
            for from in lines.pieces(state) & them & lines.reach[royal] {
                let mut path = lines.first[royal * tables.cells + from];
                while path != 0 {
                    let crate::compile::tables::Path { between, next } = lines.paths[path as usize];
                    path = next;
                    match (between & state.occupied).len() {
                        // An arrival makes it an attack, or a departure does.
                        0 => self.sensitive |= between,
                        1 => self.intricate_check(),
                        2 => self.sensitive |= between & state.occupied,
                        _ => {}
                    }
                }
            }
        }
        for (kind, from) in &attackers.lame {
            let them = them & state.of_type(*kind);
            for lame in &from[royal] {
                if lame.capture.meets(them) {
                    let blockers = lame.need & state.occupied;
                    if blockers.is_empty() {
                        self.intricate_check();
                    } else if !blockers.several() {
                        self.sensitive |= blockers;
                    }
                }
            }
        }
        for (kind, reach) in &attackers.tries {
            if (reach[royal] & them & state.of_type(*kind)).any() {
                // Its path may lead anywhere: nothing short of a test will do.
                self.test_all = true;
            }
        }
        if self.test_all && tables.threatens(state, foe, royal, After::now(state)) {
            self.checked = true;
        }
    }

    fn intricate_check(&mut self) {
        self.checked = true;
        self.test_all = true;
    }
}

//! Playing a move and taking it back: exact inverses, by edits.

use crate::cell::{Piece, PieceType, Player};
use crate::moves::{Edit, Move, MoveKind};
use crate::outcome::Reason;
use crate::rule::castling::CastlingTable;
use crate::seats::{SeatTable, Seats};
use crate::set::CellSet;
use crate::state::{NONE, State, Status};
use crate::tables::{Tables, mix};
use smallvec::SmallVec;

/// What it takes to take a move back, and to say what it did.
#[derive(Clone, Debug)]
pub(crate) struct Undo<const W: usize> {
    status: Status,
    unmoved: CellSet<W>,
    gates: CellSet<W>,
    /// How the players stood, in games for more than two.
    pub(crate) seats: Option<Seats>,
    /// A plain step, which is taken back as a whole.
    step: Option<Step>,
    /// Other cells changed, with what stood there.
    edits: SmallVec<[(u8, Piece); 12]>,
    /// Hands changed: player, place in the hand, by how much.
    hands: SmallVec<[(u8, u8, i8); 4]>,
}

/// A piece that went from one cell to another and did not change.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u8,
    to: u8,
    piece: Piece,
    victim: Piece,
}

impl<const W: usize> Undo<W> {
    /// What takes back a move that has not yet changed anything.
    #[inline(always)]
    pub fn new(state: &State<W>) -> Self {
        Undo {
            status: state.status,
            unmoved: state.unmoved,
            gates: state.gates,
            seats: None,
            step: None,
            edits: SmallVec::new(),
            hands: SmallVec::new(),
        }
    }

    /// Cells changed, with what stood there.
    #[inline(always)]
    pub fn changes(&self) -> impl Iterator<Item = (u8, Piece)> + Clone + '_ {
        let step = self.step.into_iter().flat_map(|s| [(s.from, s.piece), (s.to, s.victim)]);
        step.chain(self.edits.iter().copied())
    }

    /// A plain step: from where and which piece, to where and what stood there.
    #[inline(always)]
    pub fn plain_step(&self) -> Option<[(u8, Piece); 2]> {
        self.step.map(|s| [(s.from, s.piece), (s.to, s.victim)])
    }

    /// Cells changed by anything but a plain step, with what stood there.
    #[inline(always)]
    pub fn single_edits(&self) -> &[(u8, Piece)] {
        &self.edits
    }

    /// Hands changed: player, place in the hand, by how much.
    #[inline(always)]
    pub fn hand_edits(&self) -> &[(u8, u8, i8)] {
        &self.hands
    }

    /// What the move changed, cell by cell, in the order it happened.
    pub fn edits(&self, tables: &Tables<W>, after: &State<W>) -> Vec<Edit> {
        let changes: Vec<(u8, Piece)> = self.changes().collect();
        let mut edits = Vec::with_capacity(changes.len());
        for (index, &(cell, before)) in changes.iter().enumerate() {
            // A cell may change twice in one move; it then stands for what the next change found there.
            let later = changes[index + 1..].iter().find(|(c, _)| *c == cell);
            let after = later.map_or_else(|| after.piece(cell as usize), |(_, piece)| *piece);
            edits.push(Edit::Cell { cell: crate::Cell(cell), before, after });
        }
        if let Some(drops) = &tables.rules.drops {
            for &(player, place, by) in &self.hands {
                edits.push(Edit::Hand { player: Player(player), kind: drops.held[place as usize], by });
            }
        }
        edits
    }
}

impl<const W: usize> Tables<W> {
    /// Plays a legal move.
    #[inline(always)]
    pub fn play<const HASH: bool>(&self, state: &mut State<W>, mv: Move) -> Undo<W> {
        self.play_on::<HASH, true>(state, mv)
    }

    /// Plays a move to see what it leaves behind. Whether the next one can move at all is not asked: that would ask
    /// for moves again.
    #[inline(never)]
    pub fn try_out(&self, state: &mut State<W>, mv: Move) {
        self.play_on::<false, false>(state, mv);
    }

    #[inline(always)]
    fn play_on<const HASH: bool, const TURN: bool>(&self, state: &mut State<W>, mv: Move) -> Undo<W> {
        let us = state.status.turn as usize;
        let mut undo = Undo::new(state);
        let (from, to) = (mv.from.index(), mv.to.index());
        let mut progress = false;
        match mv.kind {
            MoveKind::Step | MoveKind::Passing => {
                let (piece, victim) = (state.piece(from), state.piece(to));
                progress = self.rules.progress >> piece.kind().0 & 1 != 0;
                if mv.piece != Move::NO_TYPE || victim.is_some() && self.rules.blast.is_some() {
                    progress |= self.play_changing::<HASH>(state, &mut undo, mv, us);
                } else {
                    undo.step = Some(Step { from: mv.from.0, to: mv.to.0, piece, victim });
                    let there = CellSet::of(to);
                    if victim.is_some() {
                        progress = true;
                        state.toggle(victim, there);
                        if HASH {
                            state.status.hash ^= self.keys.piece(victim, to);
                        }
                        self.captured::<HASH>(state, &mut undo, us, victim);
                    }
                    state.toggle(piece, CellSet::of(from) | there);
                    state.occupied.remove(from);
                    state.occupied.insert(to);
                    state.write(from, Piece::NONE);
                    state.write(to, piece);
                    if HASH {
                        state.status.hash ^= self.keys.piece(piece, from) ^ self.keys.piece(piece, to);
                    }
                }
            }
            MoveKind::Retire => {
                let reason = Reason::from_number(mv.node as u8);
                self.retire::<HASH>(state, &mut undo, mv.extra.index(), reason);
                return undo;
            }
            _ => self.play_special::<HASH>(state, &mut undo, mv, us, &mut progress),
        }
        self.finish::<HASH, TURN>(state, &mut undo, mv, us, progress);
        undo
    }

    /// The same, not inlined: where it is asked now and then.
    #[inline(never)]
    pub fn play_apart<const HASH: bool>(&self, state: &mut State<W>, mv: Move) -> Undo<W> {
        self.play::<HASH>(state, mv)
    }

    /// A step that promotes or explodes; says whether that was progress.
    #[inline(never)]
    fn play_changing<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        let (from, to) = (mv.from.index(), mv.to.index());
        let (piece, victim) = (state.piece(from), state.piece(to));
        self.set::<HASH>(state, undo, from, Piece::NONE);
        if victim.is_some() {
            self.captured::<HASH>(state, undo, us, victim);
        }
        let kind = if mv.piece == Move::NO_TYPE { piece.kind() } else { mv.piece };
        self.set::<HASH>(state, undo, to, Piece::new(piece.owner(), kind));
        if victim.is_some() {
            self.blast::<HASH>(state, undo, to);
        }
        victim.is_some()
    }

    /// Whatever is no plain step.
    #[inline(never)]
    fn play_special<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
        progress: &mut bool,
    ) {
        let (from, to, extra) = (mv.from.index(), mv.to.index(), mv.extra.index());
        let piece = state.piece(from);
        match mv.kind {
            MoveKind::EnPassant => {
                let victim = state.piece(extra);
                self.set::<HASH>(state, undo, from, Piece::NONE);
                self.set::<HASH>(state, undo, extra, Piece::NONE);
                self.captured::<HASH>(state, undo, us, victim);
                let kind = if mv.piece == Move::NO_TYPE { piece.kind() } else { mv.piece };
                self.set::<HASH>(state, undo, to, Piece::new(piece.owner(), kind));
                self.blast::<HASH>(state, undo, to);
                *progress = true;
            }
            MoveKind::Castle => {
                let partner = state.piece(extra);
                self.set::<HASH>(state, undo, from, Piece::NONE);
                self.set::<HASH>(state, undo, extra, Piece::NONE);
                self.set::<HASH>(state, undo, to, piece);
                self.set::<HASH>(state, undo, (mv.node & 0xff) as usize, partner);
                if mv.piece != Move::NO_TYPE {
                    let at = if mv.node >> 8 == 0 { from } else { extra };
                    self.bring_in::<HASH>(state, undo, us, mv.piece, at);
                }
            }
            MoveKind::Drop => {
                self.hand::<HASH>(state, undo, us, mv.piece, -1);
                self.set::<HASH>(state, undo, to, Piece::new(Player(us as u8), mv.piece));
                *progress = true;
            }
            MoveKind::Gate => {
                let victim = state.piece(to);
                self.set::<HASH>(state, undo, from, Piece::NONE);
                if victim.is_some() {
                    self.captured::<HASH>(state, undo, us, victim);
                }
                self.set::<HASH>(state, undo, to, piece);
                self.bring_in::<HASH>(state, undo, us, mv.piece, from);
                *progress = victim.is_some() || self.rules.progress >> piece.kind().0 & 1 != 0;
            }
            MoveKind::Sweep => {
                self.set::<HASH>(state, undo, from, Piece::NONE);
                for cell in self.sweeps[mv.node as usize] {
                    self.remove::<HASH>(state, undo, us, cell);
                }
                if to != from {
                    self.remove::<HASH>(state, undo, us, to);
                }
                let kind = if mv.piece == Move::NO_TYPE { piece.kind() } else { mv.piece };
                self.set::<HASH>(state, undo, to, Piece::new(piece.owner(), kind));
                *progress = true;
            }
            MoveKind::Shoot => {
                self.remove::<HASH>(state, undo, us, to);
                if let Some(kind) = self.rules.shots[piece.kind().index()] {
                    self.set::<HASH>(state, undo, from, Piece::new(piece.owner(), kind));
                }
                *progress = true;
            }
            MoveKind::Pass | MoveKind::Step | MoveKind::Passing | MoveKind::Retire => {}
        }
    }

    /// Rights, counters, the next player, and what rules watch for.
    #[inline(always)]
    fn finish<const HASH: bool, const TURN: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
        progress: bool,
    ) {
        if self.rules.castling.is_some() {
            self.forget_castling(state, undo);
        }
        let status = &mut state.status;
        status.halfmoves = if progress { 0 } else { status.halfmoves.saturating_add(1) };
        if self.usual {
            status.ply = status.ply.saturating_add(1);
            status.turn = 1 - us as u8;
            status.passing[0] = 0;
            status.passing[1] = 0;
        } else {
            self.finish_turn::<TURN>(state, undo, us);
        }
        if mv.kind == MoveKind::Passing && self.can_be_taken(state, us, mv.node) {
            state.status.passing[us] = mv.node + 1;
        }
        if self.rules.watch.is_active() {
            let others = |piece: Piece| piece.is_some() && piece.owner().index() != us;
            let lost = match undo.step {
                Some(step) => others(step.victim),
                None => undo.edits.iter().any(|(_, piece)| others(*piece)),
            };
            self.rules.watch.after(self, state, us, lost, undo.step.map(|step| [step.from, step.to]));
        }
        if TURN && !self.usual && self.rules.seats.is_some() {
            self.settle::<HASH>(state, undo, mv, us);
        }
    }

    /// Whose turn it is next, and which pieces have now moved, in games that are not usual.
    #[inline(never)]
    fn finish_turn<const TURN: bool>(&self, state: &mut State<W>, undo: &Undo<W>, us: usize) {
        if self.rules.unmoved {
            for (cell, _) in undo.changes() {
                state.unmoved.remove(cell as usize);
            }
        }
        if self.rules.gating.is_some() {
            for (cell, _) in undo.changes() {
                state.gates.remove(cell as usize);
            }
        }
        state.status.passing[us & 7] = 0;
        if TURN && self.rules.moves_per_turn > 1 {
            // Whether there is another move depends on who is put out by this one.
            if self.rules.seats.is_none() {
                self.pass_turn_or_go_on(state, us);
            }
        } else {
            self.pass_turn(state, us);
        }
    }

    /// The turn goes on where a turn has several moves, or passes to the next.
    #[inline(never)]
    pub fn pass_turn_or_go_on(&self, state: &mut State<W>, us: usize) {
        if self.goes_on(state, us) {
            state.status.moved += 1;
        } else {
            self.pass_turn(state, us);
        }
    }

    /// The turn passes from a player to the next, who can no longer be taken en passant.
    #[inline(always)]
    pub fn pass_turn(&self, state: &mut State<W>, us: usize) {
        let next = self.next_player(state.status.alive, us);
        let seats = if next > us { next - us } else { next + self.players - us };
        let status = &mut state.status;
        status.ply = status.ply.saturating_add(seats as u16);
        status.turn = next as u8;
        status.moved = 0;
        status.passing[next & 7] = 0;
    }

    /// Whether a player has another move in the same turn.
    #[inline(never)]
    fn goes_on(&self, state: &State<W>, us: usize) -> bool {
        let last = state.status.moved + 1 >= self.rules.moves_per_turn;
        !last && !self.gives_check(state, us) && self.has_move(state)
    }

    /// Who moves after a player.
    #[inline(always)]
    pub fn next_player(&self, alive: u8, player: usize) -> usize {
        if self.players == 2 {
            return 1 - player;
        }
        let mut next = player;
        for _ in 0..self.players {
            next = if next + 1 == self.players { 0 } else { next + 1 };
            if alive >> next & 1 != 0 {
                break;
            }
        }
        next
    }

    /// Whether someone stands so that the piece could be taken en passant.
    #[inline(never)]
    pub fn can_be_taken(&self, state: &State<W>, us: usize, path: u16) -> bool {
        // Someone may come to stand there before the piece is out of danger.
        if self.rules.moves_per_turn > 1 || self.rules.seats.as_ref().is_some_and(SeatTable::inherits) {
            return true;
        }
        self.foes[us].iter().any(|&foe| {
            self.attackers[foe as usize].en_passant.iter().any(|(kind, from)| {
                let takers = state.of(foe as usize, *kind as usize);
                self.passings[path as usize].over.into_iter().any(|cell| from[cell].meets(takers))
            })
        })
    }

    /// A right ends when the king or its partner moves or is taken.
    #[inline(always)]
    fn forget_castling(&self, state: &mut State<W>, undo: &Undo<W>) {
        if state.status.castle == [[NONE; 2]; 8] {
            return;
        }
        let Some(castling) = &self.rules.castling else { return };
        if let Some(Step { from, to, piece, victim }) = undo.step {
            if castling.concerns(piece) {
                self.forget(state, undo, castling, from, piece);
            }
            if victim.is_some() && castling.concerns(victim) {
                self.forget(state, undo, castling, to, victim);
            }
            return;
        }
        for &(cell, before) in &undo.edits {
            if before.is_some() {
                self.forget(state, undo, castling, cell, before);
            }
        }
    }

    /// A piece left its cell: rights that need it there are gone.
    #[inline(always)]
    fn forget(
        &self,
        state: &mut State<W>,
        undo: &Undo<W>,
        castling: &CastlingTable<W>,
        cell: u8,
        piece: Piece,
    ) {
        let owner = piece.owner().index() & 7;
        if piece.kind().0 == castling.king {
            // Of several kings only one has the rights; the others come and go.
            let kings = state.of(owner, castling.king as usize);
            let keeps = kings.any()
                && castling.home(owner).is_some_and(|home| {
                    let touched = undo.step.is_some_and(|step| step.from == home || step.to == home)
                        || undo.edits.iter().any(|(edited, _)| *edited == home);
                    kings.has(home as usize) && !touched
                });
            if !keeps {
                state.status.castle[owner] = [NONE; 2];
            }
            return;
        }
        for right in state.status.castle[owner].iter_mut().filter(|right| **right == cell) {
            *right = NONE;
        }
    }

    /// Changes a cell.
    #[inline(always)]
    pub fn set<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, cell: usize, piece: Piece) {
        let before = state.piece(cell);
        undo.edits.push((cell as u8, before));
        if before.is_some() {
            state.take(cell);
            if HASH {
                state.status.hash ^= self.keys.piece(before, cell);
            }
        }
        if piece.is_some() {
            state.put(cell, piece);
            if HASH {
                state.status.hash ^= self.keys.piece(piece, cell);
            }
        }
    }

    #[inline(never)]
    fn remove<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, us: usize, cell: usize) {
        let victim = state.piece(cell);
        if victim.is_some() {
            self.set::<HASH>(state, undo, cell, Piece::NONE);
            self.captured::<HASH>(state, undo, us, victim);
        }
    }

    /// A captured piece may go into the captor's hand.
    #[inline(always)]
    fn captured<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, us: usize, victim: Piece) {
        if let Some(drops) = self.rules.drops.as_ref().filter(|drops| drops.captured) {
            let kind = drops.demoted[victim.kind().index()];
            self.hand::<HASH>(state, undo, us, PieceType(kind), 1);
        }
    }

    #[inline(never)]
    fn bring_in<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        us: usize,
        kind: PieceType,
        cell: usize,
    ) {
        self.hand::<HASH>(state, undo, us, kind, -1);
        self.set::<HASH>(state, undo, cell, Piece::new(Player(us as u8), kind));
    }

    #[inline(never)]
    pub fn hand<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        us: usize,
        kind: PieceType,
        by: i8,
    ) {
        let Some(drops) = &self.rules.drops else { return };
        let place = drops.place[kind.index()];
        if place == NONE {
            return;
        }
        let held = &mut state.hands[us][place as usize];
        let before = *held;
        *held = held.saturating_add_signed(by);
        let after = *held;
        undo.hands.push((us as u8, place, (i16::from(after) - i16::from(before)) as i8));
        if HASH {
            state.status.hash ^= hand_key(us, place, before) ^ hand_key(us, place, after);
        }
    }

    #[inline(never)]
    fn blast<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, centre: usize) {
        if let Some(blast) = &self.rules.blast {
            let mut lost = blast.lost(state, centre);
            lost.insert(centre);
            for cell in lost {
                self.set::<HASH>(state, undo, cell, Piece::NONE);
            }
        }
    }

    /// Takes the last move back.
    #[inline(always)]
    pub fn undo(&self, state: &mut State<W>, undo: &Undo<W>) {
        for &(cell, before) in undo.edits.iter().rev() {
            let cell = cell as usize;
            if state.piece(cell).is_some() {
                state.take(cell);
            }
            if before.is_some() {
                state.put(cell, before);
            }
        }
        if let Some(Step { from, to, piece, victim }) = undo.step {
            let (from, to) = (from as usize, to as usize);
            let there = CellSet::of(to);
            state.toggle(piece, CellSet::of(from) | there);
            state.occupied.insert(from);
            if victim.is_some() {
                state.toggle(victim, there);
            } else {
                state.occupied.remove(to);
            }
            state.write(from, piece);
            state.write(to, victim);
        }
        for &(player, place, by) in undo.hands.iter().rev() {
            let held = &mut state.hands[player as usize][place as usize];
            *held = held.wrapping_sub(by as u8);
        }
        state.status = undo.status;
        state.unmoved = undo.unmoved;
        state.gates = undo.gates;
        if let Some(seats) = undo.seats {
            state.seats = seats;
        }
    }

    /// The part of the key that pieces and hands make, from nothing.
    pub fn hash_afresh(&self, state: &State<W>) -> u64 {
        let mut hash = 0;
        for cell in state.occupied {
            hash ^= self.keys.piece(state.piece(cell), cell);
        }
        for (player, hand) in state.hands.iter().enumerate() {
            for (place, &held) in hand.iter().enumerate() {
                hash ^= hand_key(player, place as u8, held);
            }
        }
        hash
    }

    /// The key of a position: equal for equal ones, whatever led to them.
    pub fn key(&self, state: &State<W>) -> u64 {
        let status = &state.status;
        let turn =
            u64::from(status.turn) << 8 | u64::from(status.alive) << 16 | u64::from(status.moved) << 24;
        let mut key = status.hash ^ mix(0x1000 | turn);
        for player in 0..self.players {
            let id = (player as u64) << 32;
            key ^= mix(0x2000
                | id
                | u64::from(status.castle[player][0]) << 16
                | u64::from(status.castle[player][1]) << 24);
            key ^= mix(0x3000 | id | u64::from(status.passing[player]) << 16);
            key ^= mix(0x4000 | id | u64::from(status.checks[player]) << 16);
        }
        for (salt, set) in [(0x5000u64, state.unmoved), (0x6000, state.gates)] {
            for (index, word) in set.0.iter().enumerate() {
                key ^= mix(mix(salt | index as u64) ^ word);
            }
        }
        key
    }
}

/// The key of a number of pieces held; nothing held is nothing.
#[inline(always)]
fn hand_key(player: usize, place: u8, held: u8) -> u64 {
    if held == 0 {
        0
    } else {
        mix(0x7000 | (player as u64) << 16 | u64::from(place) << 24 | u64::from(held) << 32)
    }
}

//! Hands: what goes in when a piece is captured, and what comes out.

use crate::arena::{Arena, Past};
use crate::cell::{Piece, PieceType, Player};
use crate::compile::tables::{Tables, Types, mix};
use crate::compile::width::with_width;
use crate::position::Position;
use crate::position::moves::{Edit, Move, MoveKind};
use crate::position::play::Undo;
use crate::position::setup::Setup;
use crate::position::state::{NONE, State};
use crate::rule::parts::Placing;

impl Move {
    /// The type that is put on the board from the hand, by a drop.
    #[inline(always)]
    pub fn dropped(self) -> Option<PieceType> {
        (self.kind == MoveKind::Drop).then_some(self.piece)
    }
}

impl<const W: usize> State<W> {
    /// Whether anybody holds anything.
    pub fn has_reserves(&self) -> bool {
        self.hands.iter().flatten().any(|held| *held > 0)
    }
}

impl<const W: usize> Tables<W> {
    /// A piece from the hand comes on the board; says that this is progress.
    pub fn play_drop<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        mv: Move,
        us: usize,
    ) -> bool {
        self.bring_in::<HASH>(state, undo, us, mv.piece, mv.to.index());
        self.give_rights(state, mv, us);
        true
    }

    /// How many of a type a player holds.
    pub fn in_hand(&self, state: &State<W>, player: usize, kind: PieceType) -> u8 {
        let place = self.rules.drops.as_ref().and_then(|drops| drops.place.get(kind.index()));
        place.and_then(|place| state.hands[player].get(usize::from(*place))).copied().unwrap_or(0)
    }

    /// How many pieces of these types a player has, on the board and in hand.
    pub fn owned(&self, state: &State<W>, player: usize, kinds: Types) -> usize {
        let of = |kind: u8| {
            let held = self.in_hand(state, player, PieceType(kind));
            state.of(player, kind as usize).len() + usize::from(held)
        };
        kinds.map(of).sum()
    }

    /// A captured piece may go into the captor's hand.
    #[inline(always)]
    pub fn captured<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        us: usize,
        victim: Piece,
    ) {
        if let Some(drops) = self.rules.drops.as_ref().filter(|drops| drops.captured) {
            let kind = drops.demoted[victim.kind().index()];
            self.hand::<HASH>(state, undo, us, PieceType(kind), 1);
        }
    }

    #[inline(never)]
    pub fn bring_in<const HASH: bool>(
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
        let place = match drops.place[kind.index()] {
            // What comes out of a hand turned over was held as what it turns back into.
            NONE if by < 0 => drops.place[drops.demoted[kind.index()] as usize],
            place => place,
        };
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

    /// Empties the hand of a player who is out.
    pub fn empty_hand<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, player: usize) {
        let Some(drops) = &self.rules.drops else { return };
        for place in 0..drops.held.len() {
            for _ in 0..state.hands[player][place] {
                self.hand::<HASH>(state, undo, player, drops.held[place], -1);
            }
        }
    }
}

/// Puts back into the hands what a move took out of them, and the other way round.
#[inline(always)]
pub(crate) fn take_back<const W: usize>(state: &mut State<W>, undo: &Undo<W>) {
    for &(player, place, by) in undo.hands.iter().rev() {
        let held = &mut state.hands[player as usize][place as usize];
        *held = held.wrapping_sub(by as u8);
    }
}

/// How a move changed the hands.
pub(crate) fn edits<'a, const W: usize>(
    tables: &'a Tables<W>,
    undo: &'a Undo<W>,
) -> impl Iterator<Item = Edit> + 'a {
    let held = tables.rules.drops.as_ref().map_or(&[][..], |drops| &drops.held);
    let edit = |&(player, place, by): &(u8, u8, i8)| {
        Some(Edit::Hand { player: Player(player), kind: *held.get(place as usize)?, by })
    };
    undo.hands.iter().filter_map(edit)
}

/// The key of everything held.
pub(crate) fn key<const W: usize>(state: &State<W>) -> u64 {
    let hands = state.hands.iter().enumerate();
    let places =
        hands.flat_map(|(player, hand)| (0..).zip(hand).map(move |(place, held)| (player, place, *held)));
    places.fold(0, |key, (player, place, held)| key ^ hand_key(player, place, held))
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

/// Puts what a setup says into the hands.
pub(super) fn set_up<const W: usize>(
    at: &Placing<'_, W>,
    setup: &Setup,
    state: &mut State<W>,
) -> Result<(), String> {
    for (player, hand) in setup.hands.iter().enumerate().take(at.tables.players) {
        for &(kind, held) in hand.iter().filter(|(_, held)| *held > 0) {
            let place = at.tables.rules.drops.as_ref().and_then(|table| table.place.get(kind.index()));
            let place = place.copied().unwrap_or(NONE);
            if place == NONE {
                let name = at.game.types().get(kind.index()).map_or("piece of no type", |info| &info.name);
                return Err(format!("a {name} cannot be held in hand"));
            }
            let slot = &mut state.hands[player][place as usize];
            *slot = slot.saturating_add(held);
        }
    }
    Ok(())
}

/// What each player holds.
pub(super) fn hands<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Vec<Vec<(PieceType, u8)>> {
    let held = tables.rules.drops.as_ref().map_or(&[][..], |drops| &drops.held);
    let of = |player: usize| {
        let count = |(place, kind): (usize, &PieceType)| (*kind, state.hands[player][place]);
        held.iter().enumerate().map(count).filter(|(_, held)| *held > 0).collect()
    };
    (0..tables.players).map(of).collect()
}

impl Position {
    /// How many of a type a player holds.
    pub fn in_hand(&self, player: Player, kind: PieceType) -> u8 {
        with_width!(self.game(), &self.state, |tables, state| tables.in_hand(state, player.index(), kind))
    }
}

/// For searches so many pieces of a type in a hand have a spot of their own; those beyond share the last.
const SPOTS: usize = 8;

impl<const W: usize> Arena<'_, W> {
    /// How many spots there are where a piece can be: the cells, and behind them those off the board, in a hand. There
    /// the first piece of each type is at the first spot, the second at the next.
    pub fn spots(&self) -> usize {
        self.tables.cells + if self.tables.rules.drops.is_some() { SPOTS } else { 0 }
    }

    /// A player's pieces off the board, with their spots.
    #[inline(always)]
    pub fn off_board(&self, player: usize) -> impl Iterator<Item = (Piece, usize)> + '_ {
        let held = self.tables.rules.drops.as_ref().map_or(&[][..], |drops| &drops.held);
        let hand = self.state.hands[player & 7].iter();
        held.iter().zip(hand).flat_map(move |(kind, count)| {
            let piece = Piece::new(Player(player as u8), *kind);
            (0..usize::from(*count)).map(move |nth| (piece, self.spot(nth)))
        })
    }

    /// The spot of the n-th piece of a type in a hand, from nought.
    #[inline(always)]
    fn spot(&self, nth: usize) -> usize {
        self.tables.cells + nth.min(SPOTS - 1)
    }

    /// Tells of every piece that went into a hand or out of it by the move just played: its spot, what was there before
    /// and what then.
    #[inline(always)]
    pub(crate) fn hand_changes(&self, past: &Past<W>, change: &mut impl FnMut(usize, Piece, Piece)) {
        let Some(drops) = self.tables.rules.drops.as_ref().filter(|_| !past.0.hands.is_empty()) else {
            return;
        };
        for (index, &(player, place, by)) in past.0.hands.iter().enumerate() {
            let later = past.0.hands[index + 1..].iter().filter(|edit| (edit.0, edit.1) == (player, place));
            let after = i32::from(self.state.hands[player as usize & 7][place as usize & 15])
                - later.map(|edit| i32::from(edit.2)).sum::<i32>();
            let before = after - i32::from(by);
            let piece = Piece::new(Player(player), drops.held[place as usize]);
            (before..after).for_each(|nth| change(self.spot(nth as usize), Piece::NONE, piece));
            (after..before).for_each(|nth| change(self.spot(nth as usize), piece, Piece::NONE));
        }
    }
}

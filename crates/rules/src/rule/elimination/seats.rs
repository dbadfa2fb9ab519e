//! Games for more than two: who is out, in which order, with how many points, and whose turn it is then.
//!
//! Everything here happens when a move has been played, as part of that move: armies change by edits of the same
//! ply, so taking the move back brings them back.

use crate::arena::Arena;
use crate::cell::{MAX_PLAYERS, NEUTRAL, Piece, Player};
use crate::compile::game::Game;
use crate::compile::tables::Tables;
use crate::position::generate::attack::After;
use crate::position::moves::{Move, MoveKind};
use crate::position::outcome::Reason;
use crate::position::play::Undo;
use crate::position::ply;
use crate::position::setup::Setup;
use crate::position::state::{Ending, State};
use crate::rule::Verdict;
use crate::rule::elimination::{Army, Elimination, Stalemate, Until};
use crate::rule::ends::End;
use crate::rule::parts::{Making, Placing, RuleParts};
use crate::rule::points::Points;
use crate::set::CellSet;
use smallvec::{SmallVec, smallvec};

/// How the players stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seats {
    /// Points collected.
    pub points: [i16; MAX_PLAYERS],
    /// For each player 0 while it plays, else the how-manieth it was to leave; those who left together are equal.
    pub left: [u8; MAX_PLAYERS],
    /// Who left with a draw, a bit each.
    pub drawn: u8,
    /// One more than the player who put the one out with whom the game ended; 0 for nobody.
    pub credited: u8,
}

impl Seats {
    /// Who is out, the first to leave first.
    pub fn out(&self, players: usize) -> Vec<Player> {
        let mut out: Vec<Player> =
            (0..players as u8).map(Player).filter(|player| self.left[player.index()] != 0).collect();
        out.sort_by_key(|player| self.left[player.index()]);
        out
    }

    /// Those of them who left at once with the one before.
    pub fn together(&self, players: usize) -> Vec<Player> {
        let out = self.out(players);
        let same = |pair: &&[Player]| self.left[pair[0].index()] == self.left[pair[1].index()];
        out.windows(2).filter(same).map(|pair| pair[1]).collect()
    }

    /// Who left with a draw.
    pub fn drawn(&self, players: usize) -> Vec<Player> {
        (0..players as u8).map(Player).filter(|player| self.drawn >> player.0 & 1 != 0).collect()
    }

    /// Adds to a player's points; a position may begin with as many as there can be.
    fn score(&mut self, player: usize, points: i16) {
        self.points[player] = self.points[player].saturating_add(points);
    }
}

/// How the players stood before a move, and why some of them went out by it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatUndo {
    before: Seats,
    why: [Option<Reason>; MAX_PLAYERS],
}

impl SeatUndo {
    fn new(before: Seats) -> Self {
        SeatUndo { before, why: [None; MAX_PLAYERS] }
    }
}

impl<const W: usize> Undo<W> {
    /// Who went out by the move, and why.
    pub fn exits(&self, after: &State<W>) -> Vec<ply::Exit> {
        let why = self.seats.iter().flat_map(|seats| seats.why.iter().enumerate());
        let exit = |(player, why): (usize, &Option<Reason>)| {
            let drawn = after.seats.drawn >> player & 1 != 0;
            Some(ply::Exit { player: Player(player as u8), reason: (*why)?, drawn })
        };
        why.filter_map(exit).collect()
    }

    /// What the move brought everybody, in games for points.
    pub fn points(&self, game: &Game, after: &State<W>) -> Option<Vec<i32>> {
        game.checked().rules.points.as_ref()?;
        let before = self.seats.map_or(after.seats, |seats| seats.before);
        let pairs = before.points.iter().zip(after.seats.points).take(game.players().len());
        Some(pairs.map(|(before, after)| i32::from(after) - i32::from(*before)).collect())
    }
}

/// The rules about seats, ready for use.
#[derive(Debug)]
pub(crate) struct SeatTable {
    rules: Elimination,
    points: Option<PointTable>,
    /// Who has a royal piece to lose.
    has_royal: Vec<bool>,
    /// Whether players go out because something of theirs dies out.
    dies_out: bool,
}

#[derive(Debug)]
struct PointTable {
    captures: Vec<i16>,
    light: u64,
    points: Points,
}

/// Makes the tables, in games for more than two.
pub(super) struct Parts;

impl<const W: usize> RuleParts<W> for Parts {
    fn make(&self, making: &Making<'_>, tables: &mut Tables<W>) {
        let rules = &making.checked.rules;
        tables.rules.seats = (tables.players > 2).then(|| {
            let dies_out = rules.extinction.is_some();
            SeatTable::new(rules.elimination, rules.points.as_ref(), tables.types, making.has_royal, dies_out)
        });
    }

    fn set_up(&self, at: &Placing<'_, W>, setup: &Setup, state: &mut State<W>) -> Result<(), String> {
        at.tables.set_up_seats(setup, state);
        Ok(())
    }

    fn tell(&self, tables: &Tables<W>, state: &State<W>, setup: &mut Setup) {
        let players = tables.players;
        setup.out = state.seats.out(players);
        setup.together = state.seats.together(players);
        setup.drawn = state.seats.drawn(players);
        let counted = tables.rules.seats.as_ref().is_some_and(|table| table.points.is_some());
        setup.points = if counted { state.seats.points[..players].to_vec() } else { Vec::new() };
    }
}

impl<const W: usize> Arena<'_, W> {
    /// Who is credited with the end of a game that ends when the first is out.
    pub fn credited(&self) -> Option<usize> {
        usize::from(self.state.seats.credited).checked_sub(1)
    }

    /// What others can still collect from a player: for its pieces, and for putting it out.
    pub fn prize(&self, player: usize) -> i32 {
        let Some(table) = self.tables.rules.seats.as_ref().and_then(|table| table.points.as_ref()) else {
            return 0;
        };
        if self.alive() >> player & 1 == 0 {
            return 0;
        }
        let worth = table.captures.iter().enumerate().filter(|(_, worth)| **worth != 0);
        let pieces: i32 =
            worth.map(|(kind, worth)| i32::from(*worth) * self.of(player, kind).len() as i32).sum();
        pieces + i32::from(table.points.mate)
    }
}

impl SeatTable {
    /// The table of a game with so many types.
    fn new(
        rules: Elimination,
        points: Option<&Points>,
        types: usize,
        has_royal: &[bool],
        dies_out: bool,
    ) -> Self {
        let points = points.map(|points| {
            let light = points.light.iter().fold(0, |set, kind| set | 1 << kind.0);
            PointTable { captures: points.by_type(types), light, points: points.clone() }
        });
        SeatTable { rules, points, has_royal: has_royal.to_vec(), dies_out }
    }

    /// Why a game is over in which one is left or nobody, as far as a position tells.
    fn left_alone(&self, alive: u8) -> Reason {
        match (self.dies_out, alive) {
            (true, _) => Reason::Extinction,
            (false, 0) => Reason::RoyalLost,
            (false, _) => Reason::Checkmate,
        }
    }

    /// Whether a player has a royal piece to lose.
    pub fn has_royal(&self, player: usize) -> bool {
        self.has_royal[player]
    }
}

impl<const W: usize> Tables<W> {
    /// Whether an army may go over to another player.
    pub fn armies_pass_on(&self) -> bool {
        self.rules.seats.as_ref().is_some_and(|table| table.rules.army == Army::Inherited)
    }

    /// Whether royals cannot be taken.
    #[inline(always)]
    pub fn spares_royals(&self) -> bool {
        self.rules.seats.as_ref().is_some_and(|table| table.rules.spares_royals)
    }
}

/// Puts everybody back on the seat it had before a move.
#[inline(always)]
pub(crate) fn take_back<const W: usize>(state: &mut State<W>, undo: &Undo<W>) {
    if let Some(seats) = undo.seats {
        state.seats = seats.before;
    }
}

/// How someone comes to be out.
#[derive(Clone, Copy)]
struct Exit {
    player: usize,
    reason: Reason,
    /// Who did it.
    credit: Option<usize>,
    drawn: bool,
    /// Which of the rules that take part said so, if the reason is its own.
    rule: u8,
}

/// Those who leave at once.
type Exits = SmallVec<[Exit; 2]>;

impl<const W: usize> Tables<W> {
    /// After a move of `us`: points, who is out by it, and whose turn it is among those who can move.
    #[inline(never)]
    pub fn settle<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, mv: Move, us: usize) {
        let Some(table) = &self.rules.seats else { return };
        undo.seats = Some(SeatUndo::new(state.seats));
        let mut lost = 0u8;
        for (_, before) in undo.changes() {
            if before.is_some() && before.owner().index() < self.players {
                lost |= 1 << before.owner().0;
            }
        }
        if let Some(points) = &table.points {
            if lost & !self.side[us] != 0 {
                state.seats.score(us, self.captured_points(points, undo, us));
            }
            state.seats.score(us, self.check_points(points, state, mv, us));
        }
        let mut exits = Exits::new();
        for player in (0..self.players).filter(|p| lost >> p & 1 != 0) {
            let playing = state.status.alive >> player & 1 != 0;
            let beaten = playing && table.has_royal[player] && self.royal_pieces(state, player).is_empty();
            if beaten {
                let credit = (player != us).then_some(us);
                exits.push(Exit { player, reason: Reason::RoyalLost, credit, drawn: false, rule: 0 });
            }
        }
        self.leave::<HASH>(state, undo, table, exits, (us, Some(us)));
        if !self.rules.listeners.moves_again.is_empty() && !state.status.ending.is_over() {
            self.pass_turn_or_go_on::<HASH>(state, undo, mv, us);
        }
        self.find_turn::<HASH>(state, undo, table);
    }

    /// A player gives up or has run out of time.
    #[inline(never)]
    pub fn retire<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        player: usize,
        reason: Reason,
    ) {
        let Some(table) = &self.rules.seats else {
            state.status.ending = Ending::new(reason, player, Verdict::Loss);
            return;
        };
        if player >= self.players || state.status.alive >> player & 1 == 0 {
            return;
        }
        undo.seats = Some(SeatUndo::new(state.seats));
        let exit = Exit { player, reason, credit: None, drawn: false, rule: 0 };
        let turn = state.status.turn as usize;
        self.leave::<HASH>(state, undo, table, smallvec![exit], (turn, None));
        self.find_turn::<HASH>(state, undo, table);
    }

    /// At a setup nobody has moved, but some may have no move, those who are out may still own pieces, and what
    /// another rule calls a loss puts a player out.
    pub fn settle_setup(&self, state: &mut State<W>) {
        let Some(table) = &self.rules.seats else { return };
        let mut undo = Undo::new(state);
        let alive = state.status.alive;
        let out = |player: &usize| alive >> player & 1 == 0;
        if table.rules.until == Until::First && (0..self.players).any(|player| out(&player)) {
            (0..self.players).filter(out).for_each(|player| self.end_as_left(state, player));
            return;
        }
        self.leave::<true>(state, &mut undo, table, Exits::new(), (self.moved_last(state), None));
        if state.status.ending.is_over() {
            // Who was put out by what is not written down, so that it must not matter when it is read.
            let first = (0..self.players).find(|player| state.status.alive >> player & 1 != 0);
            if first.is_none_or(|first| state.status.alive & !self.side[first] == 0) {
                self.end_if_one_is_left(state, table.left_alone(state.status.alive), 0);
            }
            return;
        }
        for player in (0..self.players).filter(out) {
            crate::rule::castling::forfeit(state, player);
            crate::rule::en_passant::forfeit(state, player);
            self.disband::<true>(state, &mut undo, table.rules.army, player, None);
        }
        if alive == 0 {
            state.status.ending = Ending::new(table.left_alone(alive), 0, Verdict::Draw);
        }
        if !state.status.ending.is_over() {
            self.end_if_one_is_left(state, table.left_alone(alive), 0);
            let before = state.status;
            self.find_turn::<true>(state, &mut undo, table);
            // Where nobody at all can move the turn has gone round to no avail, also when it is read again.
            if state.status.ending.is_over() && state.status.alive == before.alive {
                (state.status.turn, state.status.ply) = (before.turn, before.ply);
            }
        }
    }

    /// Who is out and how the players stand. Someone without the royal piece is out, said or not.
    fn set_up_seats(&self, setup: &Setup, state: &mut State<W>) {
        let Some(table) = &self.rules.seats else { return };
        let bare = |player: usize| table.has_royal(player) && self.royal_pieces(state, player).is_empty();
        let unsaid =
            (0..self.players as u8).map(Player).filter(|p| bare(p.index()) && !setup.out.contains(p));
        let said = setup.out.iter().copied().filter(|p| p.index() < self.players);
        let out: Vec<Player> = unsaid.chain(said).collect();
        let mut order = 0;
        for player in out {
            if state.status.alive >> player.0 & 1 != 0 {
                order += u8::from(order == 0 || !setup.together.contains(&player));
                state.status.alive &= !(1 << player.0);
                state.seats.left[player.index()] = order;
                state.seats.drawn |= u8::from(setup.drawn.contains(&player)) << player.0;
            }
        }
        for (points, given) in state.seats.points.iter_mut().zip(&setup.points) {
            *points = *given;
        }
    }

    /// The end of a game that ends when the first is out, as far as the position tells how that came about.
    fn end_as_left(&self, state: &mut State<W>, player: usize) {
        let drawn = state.seats.drawn >> player & 1 != 0;
        let reason = if self.royal_pieces(state, player).is_empty() {
            Reason::RoyalLost
        } else if self.safety && self.attacked_royals(state, player).any() {
            state.seats.credited = self.mater(state, player).map_or(0, |by| by as u8 + 1);
            Reason::Checkmate
        } else if drawn {
            Reason::Stalemate
        } else {
            Reason::Resignation
        };
        let verdict = if drawn { Verdict::Draw } else { Verdict::Loss };
        state.status.ending = Ending::new(reason, player, verdict);
    }

    /// Gives the turn to the first who can move; those who cannot are out, or are skipped.
    fn find_turn<const HASH: bool>(&self, state: &mut State<W>, undo: &mut Undo<W>, table: &SeatTable) {
        let mut skipped = 0;
        self.forget_passed(state);
        while !state.status.ending.is_over() {
            if state.status.alive >> state.status.turn & 1 == 0 {
                self.pass_turn(state, state.status.turn as usize);
            }
            if self.has_move(state) {
                return;
            }
            let player = state.status.turn as usize;
            if self.safety && self.attacked_royals(state, player).any() {
                let credit = self.mater(state, player);
                let exit = Exit { player, reason: Reason::Checkmate, credit, drawn: false, rule: 0 };
                self.leave::<HASH>(state, undo, table, smallvec![exit], (player, None));
                skipped = 0;
            } else if table.rules.stalemate == Stalemate::Skip {
                skipped += 1;
                if skipped >= state.status.alive.count_ones() {
                    state.status.ending = Ending::new(Reason::Stalemate, player, Verdict::Draw);
                }
            } else {
                if let Some(points) = &table.points {
                    state.seats.score(player, points.points.stalemated);
                }
                let drawn = table.rules.stalemate == Stalemate::Draw;
                let exit = Exit { player, reason: Reason::Stalemate, credit: None, drawn, rule: 0 };
                self.leave::<HASH>(state, undo, table, smallvec![exit], (player, None));
                skipped = 0;
            }
            self.pass_turn(state, player);
            self.forget_passed(state);
        }
    }

    /// Who mated a player: of those who give check the latest to have moved.
    fn mater(&self, state: &State<W>, player: usize) -> Option<usize> {
        let before = (1..self.players).map(|back| (player + self.players - back) % self.players);
        let royals = self.royals(state, player);
        before
            .filter(|foe| self.side[player] >> foe & 1 == 0 && state.status.alive >> foe & 1 != 0)
            .find(|foe| royals.into_iter().any(|royal| self.threatens(state, *foe, royal, After::now(state))))
    }

    /// Takes players out of the game, and at once with them whoever has lost by what another rule says of the board now
    /// that `mover` has moved; then whoever has by what these leave behind. `by` is who did it, if anybody.
    fn leave<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        table: &SeatTable,
        mut exits: Exits,
        (mover, by): (usize, Option<usize>),
    ) {
        if exits.is_empty() && !state.status.ending.is_over() {
            return;
        }
        loop {
            let alive = state.status.alive;
            state.status.alive = exits.iter().fold(alive, |alive, exit| alive & !(1 << exit.player));
            loop {
                state.status.ending = Ending::GOING_ON;
                self.judge_again(state, mover);
                let ending = state.status.ending;
                if ending.verdict != Verdict::Loss {
                    break;
                }
                let (player, reason) = (usize::from(ending.player), ending.why());
                if state.status.alive >> player & 1 == 0 {
                    state.status.ending = Ending::GOING_ON;
                    break;
                }
                state.status.alive &= !(1 << player);
                let (credit, rule) = (by.filter(|by| *by != player), ending.declared_by().unwrap_or(0) as u8);
                exits.push(Exit { player, reason, credit, drawn: false, rule });
            }
            if exits.is_empty() {
                return;
            }
            state.status.ending = Ending::GOING_ON;
            state.status.alive = alive;
            self.leave_at_once::<HASH>(state, undo, table, &exits);
            if state.status.ending.is_over() {
                return;
            }
            exits.clear();
        }
    }

    /// Takes players out of the game, all at once.
    fn leave_at_once<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        table: &SeatTable,
        exits: &[Exit],
    ) {
        let Some(last) = exits.last() else { return };
        let order = state.seats.left.iter().max().copied().unwrap_or(0) + 1;
        state.status.halfmoves = 0;
        for exit in exits {
            state.status.alive &= !(1 << exit.player);
            state.seats.left[exit.player] = order;
            state.seats.drawn |= u8::from(exit.drawn) << exit.player;
            if let Some(seats) = &mut undo.seats {
                seats.why[exit.player] = Some(exit.reason);
            }
            let beaten = matches!(exit.reason, Reason::Checkmate | Reason::RoyalLost);
            if let (Some(points), Some(by), true) = (&table.points, exit.credit, beaten) {
                state.seats.score(by, points.points.mate);
            }
        }
        if table.rules.until == Until::First {
            let verdict = if last.drawn { Verdict::Draw } else { Verdict::Loss };
            state.seats.credited = last.credit.map_or(0, |by| by as u8 + 1);
            state.status.ending =
                Ending::of(End { reason: last.reason, player: last.player, verdict }, last.rule);
            return;
        }
        for exit in exits {
            crate::rule::castling::forfeit(state, exit.player);
            crate::rule::en_passant::forfeit(state, exit.player);
            let army = match exit.reason {
                Reason::Resignation | Reason::Time => table.rules.retired,
                _ => table.rules.army,
            };
            self.disband::<HASH>(state, undo, army, exit.player, exit.credit);
        }
        self.end_if_one_is_left(state, last.reason, last.rule);
    }

    /// What becomes of the army.
    fn disband<const HASH: bool>(
        &self,
        state: &mut State<W>,
        undo: &mut Undo<W>,
        army: Army,
        player: usize,
        credit: Option<usize>,
    ) {
        for cell in state.of_player(player) {
            let kind = state.piece(cell).kind();
            let royal = self.royal.has(kind.index()) || self.last_royal.has(kind.index());
            let after = match (army, credit) {
                (Army::Removed, _) => Piece::NONE,
                (Army::Inherited, Some(_)) if royal => Piece::NONE,
                (Army::Inherited, Some(heir)) => Piece::new(Player(heir as u8), kind),
                (Army::Dead | Army::Inherited, _) => Piece::new(NEUTRAL, kind),
            };
            self.set::<HASH>(state, undo, cell, after);
            state.marks.remove(cell);
        }
        self.empty_hand::<HASH>(state, undo, player);
    }

    fn end_if_one_is_left(&self, state: &mut State<W>, reason: Reason, rule: u8) {
        let alive = state.status.alive;
        let Some(first) = (0..self.players).find(|player| alive >> player & 1 != 0) else {
            state.status.ending = Ending::of(End { reason, player: 0, verdict: Verdict::Draw }, rule);
            return;
        };
        if alive & !self.side[first] == 0 {
            state.status.ending = Ending::of(End { reason, player: first, verdict: Verdict::Win }, rule);
        }
    }

    /// A player's pieces of royal types; those of which only the last is royal are all among them.
    pub fn royal_pieces(&self, state: &State<W>, player: usize) -> CellSet<W> {
        let kinds = self.royal.chain(self.last_royal);
        kinds.fold(CellSet::EMPTY, |set, kind| set | state.of(player, kind as usize))
    }

    fn captured_points(&self, table: &PointTable, undo: &Undo<W>, us: usize) -> i16 {
        let taken = |piece: Piece| {
            piece.is_some()
                && piece.owner().index() < self.players
                && self.side[us] >> piece.owner().0 & 1 == 0
        };
        let pieces = undo.changes().map(|(_, before)| before).filter(|piece| taken(*piece));
        pieces.map(|piece| table.captures[piece.kind().index()]).sum()
    }

    /// Points for attacking the royals of several players at once.
    fn check_points(&self, table: &PointTable, state: &State<W>, mv: Move, us: usize) -> i16 {
        // Who passes attacks nobody anew.
        if table.points.checks == [[0; 2]; 2] || mv.kind == MoveKind::Pass {
            return 0;
        }
        let sight = &self.attackers[us].sight;
        let own = state.of_player(us);
        let checked = self.foes[us].iter().filter(|foe| {
            let royals = self.royals(state, **foe as usize);
            state.status.alive >> **foe & 1 != 0
                && royals.into_iter().any(|royal| {
                    (self.intricate || sight[royal].meets(own))
                        && self.threatens(state, us, royal, After::now(state))
                })
        });
        let light = table.light >> state.piece(mv.to.index()).kind().0 & 1;
        match checked.count() {
            0 | 1 => 0,
            2 => table.points.checks[0][1 - light as usize],
            _ => table.points.checks[1][1 - light as usize],
        }
    }
}

//! Games for more than two: whose turn it is, who is out, what becomes of the army, and who gets points.

use super::ending::Ending;
use super::reading::Points;
use super::{Deed, Place, Slow, owned, piece};
use chatura_rules::definition::Royal;
use chatura_rules::rule::Verdict;
use chatura_rules::{NEUTRAL, Piece, PieceType, Player, Reason, Setup};

/// How a game for more than two ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Everyone who still plays is on the side of this player.
    LastSide { reason: Reason, player: usize },
    /// The first player is out, perhaps with others, and that is all this game waits for.
    FirstOut { reason: Reason, credit: Option<usize>, drawn: bool },
    /// Something else ended it for all.
    Told(Ending),
    /// Nobody can move.
    EverybodySkips,
    /// Nobody is left.
    NobodyLeft { reason: Reason },
}

/// What a move brought about: tests make sure that each of them happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    KingTaken,
    /// A king was taken by one whom its owner attacked; the attack ends with the owner.
    KingTakenUnderAttack,
    Mated,
    /// Several gave check to the one who is mated.
    SeveralMated,
    StalematedOut,
    StalematedDraw,
    Skipped,
    EverybodySkipped,
    ArmyDead,
    ArmyRemoved,
    ArmyInherited,
    NobodyInherits,
    /// More than one went out by one move.
    SeveralOut,
    TwoChecked,
    ThreeChecked,
    AnotherMove,
    CheckEndsTurn,
    StuckEndsTurn,
    LastSideWins,
    FirstOutEnds,
    /// Somebody lost by what is left on the board.
    LostOnBoard,
    /// Somebody won, or all drew, by what is on the board.
    EndedOnBoard,
    /// A piece was taken in passing by someone else than the next player.
    LateEnPassant,
    Castled,
}

impl Event {
    /// All of them.
    pub const ALL: [Event; 24] = [
        Event::KingTaken,
        Event::KingTakenUnderAttack,
        Event::Mated,
        Event::SeveralMated,
        Event::StalematedOut,
        Event::StalematedDraw,
        Event::Skipped,
        Event::EverybodySkipped,
        Event::ArmyDead,
        Event::ArmyRemoved,
        Event::ArmyInherited,
        Event::NobodyInherits,
        Event::SeveralOut,
        Event::TwoChecked,
        Event::ThreeChecked,
        Event::AnotherMove,
        Event::CheckEndsTurn,
        Event::StuckEndsTurn,
        Event::LastSideWins,
        Event::FirstOutEnds,
        Event::LostOnBoard,
        Event::EndedOnBoard,
        Event::LateEnPassant,
        Event::Castled,
    ];
}

/// How someone comes to be out.
struct Exit {
    player: usize,
    reason: Reason,
    credit: Option<usize>,
    drawn: bool,
}

impl Slow {
    /// Who is out in a position that was set up, and who can move in it.
    pub(super) fn seat(&self, place: &mut Place, setup: &Setup) {
        let said: Vec<usize> = setup.out.iter().map(|player| player.index()).collect();
        let had = &self.rules.start.cells;
        // Without the royal piece one is out, said or not.
        let lost = |p: &usize| self.count_royals(had, *p) > 0 && self.count_royals(&place.cells, *p) == 0;
        let unsaid = (0..self.players).filter(|p| !said.contains(p) && lost(p));
        let out: Vec<usize> = unsaid.chain(said.iter().copied()).collect();
        for player in out {
            place.playing[player] = false;
            place.drawn[player] = setup.drawn.contains(&Player(player as u8));
            place.out.push(vec![player]);
        }
        if self.rules.leaving.until_first && !place.out.is_empty() {
            let end = End::FirstOut { reason: Reason::RoyalLost, credit: None, drawn: false };
            self.end(place, end, Event::FirstOutEnds);
            place.events.clear();
            return;
        }
        // Within a turn of several moves the player to move has moved last.
        let first = usize::from(setup.moved == 0);
        let before = (first..self.players).map(|n| (place.turn + self.players - n) % self.players);
        let mover = before.into_iter().find(|p| place.playing[*p]).unwrap_or(place.turn);
        self.leave(place, Vec::new(), mover, None);
        if !place.is_over() {
            self.end_if_one_side_is_left(place, Reason::Checkmate);
        }
        if !place.playing[place.turn] && !place.is_over() {
            self.pass_turn(place);
        }
        self.find_turn(place);
        place.events.clear();
    }

    /// What follows from a move, after it has changed the board.
    pub(super) fn settle(&self, before: &Place, place: &mut Place, deed: &Deed) {
        let us = before.turn;
        place.events.clear();
        self.note(before, place, deed);
        if let Some(points) = &self.rules.points {
            place.points[us] += self.capture_points(points, before, place);
            place.points[us] += self.check_points(points, place, deed);
        }
        if self.rules.checks.is_some() && self.gives_check(place, us) {
            place.checks[us] = place.checks[us].saturating_sub(1);
        }
        let beaten = self.beaten(before, place);
        let credit = |player| Some(us).filter(|us| *us != player);
        let exit = |player| Exit { player, reason: Reason::RoyalLost, credit: credit(player), drawn: false };
        self.leave(place, beaten.into_iter().map(exit).collect(), us, Some(us));
        if place.is_over() || self.has_another_move(place) {
            return;
        }
        self.pass_turn(place);
        self.lengthen_turn(place);
        self.find_turn(place);
        if place.out.iter().flatten().count() > before.out.iter().flatten().count() + 1 {
            place.events.push(Event::SeveralOut);
        }
    }

    /// The position after someone gave up.
    pub fn retire(&self, place: &Place, player: usize) -> Place {
        let mut next = place.clone();
        next.events.clear();
        let exit = Exit { player, reason: Reason::Resignation, credit: None, drawn: false };
        let turn = next.turn;
        self.leave(&mut next, vec![exit], turn, None);
        if !next.is_over() && !next.playing[next.turn] {
            self.pass_turn(&mut next);
        }
        self.find_turn(&mut next);
        next
    }

    /// How many still play.
    pub fn living(&self, place: &Place) -> usize {
        place.playing.iter().filter(|plays| **plays).count()
    }

    /// Whether the player to move may claim the win by its lead over the only other one left.
    pub fn leads(&self, place: &Place) -> bool {
        let playing: Vec<usize> = (0..self.players).filter(|player| place.playing[*player]).collect();
        let lead = self.rules.points.as_ref().and_then(|points| points.lead);
        let ([a, b], Some(lead)) = (&playing[..], lead) else { return false };
        let other = if *a == place.turn { b } else { a };
        i32::from(place.points[place.turn]) - i32::from(place.points[*other]) > i32::from(lead)
    }

    pub(super) fn has_another_move(&self, place: &mut Place) -> bool {
        let us = place.turn;
        let most = if self.rules.progressive {
            usize::from(place.series)
        } else {
            if place.round == 1 && us == 0 { self.rules.first_turn } else { self.rules.moves_per_turn }
        };
        if place.moved + 1 >= most || !place.playing[us] {
            return false;
        }
        if self.gives_check(place, us) {
            place.events.push(Event::CheckEndsTurn);
            return false;
        }
        if !self.can_move(place) {
            place.events.push(Event::StuckEndsTurn);
            return false;
        }
        place.moved += 1;
        place.events.push(Event::AnotherMove);
        true
    }

    /// Where turns grow, the next one has a move more.
    pub(super) fn lengthen_turn(&self, place: &mut Place) {
        place.series = place.series.saturating_add(u8::from(self.rules.progressive)).min(250);
    }

    /// The turn goes to the next who still plays. What that player left open to capture in passing is safe now.
    fn pass_turn(&self, place: &mut Place) {
        let from = place.turn;
        let next = self.next_player(place, from);
        place.round += u16::from(next <= from);
        place.turn = next;
        place.moved = 0;
        place.passed.retain(|passed| passed.by != next);
    }

    /// Who moves after a player.
    pub(super) fn next_player(&self, place: &Place, player: usize) -> usize {
        let mut order = (1..=self.players).map(|n| (player + n) % self.players);
        order.find(|p| place.playing[*p]).unwrap_or(player)
    }

    /// Who has lost the last royal by a move.
    pub(super) fn beaten(&self, before: &Place, after: &Place) -> Vec<usize> {
        let playing = (0..self.players).filter(|p| before.playing[*p]);
        let lost =
            |p: &usize| self.count_royals(&before.cells, *p) > 0 && self.count_royals(&after.cells, *p) == 0;
        playing.filter(lost).collect()
    }

    /// Whoever cannot move at the start of a turn is out or skipped, until someone can.
    fn find_turn(&self, place: &mut Place) {
        let mut skipped = Vec::new();
        while !place.is_over() && !self.can_move(place) {
            let player = place.turn;
            let checkers = self.checkers(place, player);
            if !checkers.is_empty() && !self.rules.check_ignored {
                // The latest to have moved among those who give check.
                let credit =
                    checkers.iter().copied().min_by_key(|c| (player + self.players - c) % self.players);
                place.events.push(Event::Mated);
                if checkers.len() > 1 {
                    place.events.push(Event::SeveralMated);
                }
                let exit = Exit { player, reason: Reason::Checkmate, credit, drawn: false };
                self.leave(place, vec![exit], player, None);
                skipped.clear();
            } else if self.rules.leaving.stalemate == "skip" {
                place.events.push(Event::Skipped);
                skipped.push(player);
                if (0..self.players).all(|p| !place.playing[p] || skipped.contains(&p)) {
                    self.end(place, End::EverybodySkips, Event::EverybodySkipped);
                }
            } else {
                let drawn = self.rules.leaving.stalemate == "draw";
                place.events.push(if drawn { Event::StalematedDraw } else { Event::StalematedOut });
                place.points[player] += self.rules.points.as_ref().map_or(0, |points| points.stalemated);
                let exit = Exit { player, reason: Reason::Stalemate, credit: None, drawn };
                self.leave(place, vec![exit], player, None);
                skipped.clear();
            }
            if !place.is_over() {
                self.pass_turn(place);
            }
        }
    }

    /// Some players go out, and at once with them whoever has lost by what is on the board when `mover` has moved; then
    /// whoever has by what these leave behind. `by` is who did it, if anybody.
    fn leave(&self, place: &mut Place, mut exits: Vec<Exit>, mover: usize, by: Option<usize>) {
        loop {
            let mut left = place.clone();
            exits.iter().for_each(|exit| left.playing[exit.player] = false);
            let mut end = self.ending_on_board(&left, mover);
            while let Some(Ending { reason, player, verdict: Verdict::Loss }) = end {
                left.playing[player] = false;
                let credit = by.filter(|by| *by != player);
                exits.push(Exit { player, reason, credit, drawn: false });
                place.events.push(Event::LostOnBoard);
                end = self.ending_on_board(&left, mover);
            }
            if exits.is_empty() {
                if let Some(end) = end {
                    self.end(place, End::Told(end), Event::EndedOnBoard);
                }
                return;
            }
            self.leave_at_once(place, &exits);
            if place.is_over() {
                return;
            }
            exits.clear();
        }
    }

    /// Some players go out, all at once.
    fn leave_at_once(&self, place: &mut Place, exits: &[Exit]) {
        let Some(last) = exits.last() else { return };
        place.halfmoves = 0;
        let mut together: Vec<usize> = exits.iter().map(|exit| exit.player).collect();
        together.sort_unstable();
        place.out.push(together);
        for exit in exits {
            place.playing[exit.player] = false;
            place.drawn[exit.player] = exit.drawn;
            let beaten = matches!(exit.reason, Reason::Checkmate | Reason::RoyalLost);
            if let (Some(points), Some(by), true) = (&self.rules.points, exit.credit, beaten) {
                place.points[by] += points.mate;
            }
        }
        if self.rules.leaving.until_first {
            let Exit { reason, credit, drawn, .. } = *last;
            return self.end(place, End::FirstOut { reason, credit, drawn }, Event::FirstOutEnds);
        }
        for exit in exits {
            self.disband(place, exit);
        }
        self.end_if_one_side_is_left(place, last.reason);
    }

    fn disband(&self, place: &mut Place, exit: &Exit) {
        let player = exit.player;
        place.rights.retain(|(of, ..)| *of != player);
        place.passed.retain(|passed| passed.by != player);
        place.hands[player] = vec![0; self.types];
        let army = match exit.reason {
            Reason::Resignation => &self.rules.leaving.retired,
            _ => &self.rules.leaving.army,
        };
        let (event, heir) = match (army.as_str(), exit.credit) {
            ("inherited", Some(heir)) => (Event::ArmyInherited, Some(heir)),
            ("inherited", None) => (Event::NobodyInherits, None),
            ("removed", _) => (Event::ArmyRemoved, None),
            _ => (Event::ArmyDead, None),
        };
        place.events.push(event);
        for at in (0..self.cells).filter(|c| owned(place.cells[*c], player)).collect::<Vec<_>>() {
            let kind = place.cells[at].kind();
            let royal = self.rules.kinds[kind.index()].royal != Royal::No;
            place.cells[at] = match (event, heir) {
                (Event::ArmyRemoved, _) => Piece::NONE,
                (_, Some(_)) if royal => Piece::NONE,
                (_, Some(heir)) => piece(heir, kind),
                (_, None) => Piece::new(NEUTRAL, kind),
            };
            place.unmoved[at] = false;
            place.gates[at] = false;
        }
    }

    fn end_if_one_side_is_left(&self, place: &mut Place, reason: Reason) {
        let mut playing = (0..self.players).filter(|p| place.playing[*p]);
        match playing.next() {
            None => self.end(place, End::NobodyLeft { reason }, Event::LastSideWins),
            Some(player) if playing.all(|p| !self.are_foes(player, p)) => {
                self.end(place, End::LastSide { reason, player }, Event::LastSideWins);
            }
            Some(_) => {}
        }
    }

    fn end(&self, place: &mut Place, end: End, event: Event) {
        place.end = Some(end);
        place.events.push(event);
    }

    fn capture_points(&self, points: &Points, before: &Place, place: &Place) -> i16 {
        // What a capture blows up counts as captured.
        let gone = (0..self.cells).filter(|c| {
            let (victim, after) = (before.cells[*c], place.cells[*c]);
            victim.is_some() && (after.is_none() || after.owner() != victim.owner())
        });
        let foes = self.foes(before, before.turn);
        gone.map(|c| before.cells[c])
            .filter(|victim| foes.contains(&victim.owner().index()))
            .map(|victim| points.captures[victim.kind().index()])
            .sum()
    }

    /// Points for attacking the royals of several players at once, less by a light piece.
    fn check_points(&self, points: &Points, place: &mut Place, deed: &Deed) -> i16 {
        // Who passes attacks nobody anew.
        if deed.idle {
            return 0;
        }
        let us = place.turn;
        let foes = self.foes(place, us);
        let attacked =
            |foe: &usize| self.royals(place, *foe).iter().any(|royal| self.attacks(place, us, *royal));
        let row = match foes.iter().filter(|foe| attacked(foe)).count() {
            0 | 1 => return 0,
            2 => {
                place.events.push(Event::TwoChecked);
                points.checks.first()
            }
            _ => {
                place.events.push(Event::ThreeChecked);
                points.checks.get(1)
            }
        };
        let light = points.light.contains(&self.base(place.cells[deed.to.index()]));
        row.map_or(0, |row| row[usize::from(!light)])
    }

    /// All pieces of royal types.
    pub(super) fn count_royals(&self, cells: &[Piece], player: usize) -> usize {
        let royal = |kind: PieceType| self.rules.kinds[kind.index()].royal != Royal::No;
        cells.iter().filter(|there| owned(**there, player) && royal(there.kind())).count()
    }

    /// What is worth knowing to have happened.
    fn note(&self, before: &Place, place: &mut Place, deed: &Deed) {
        let us = before.turn;
        if deed.castle.is_some() {
            place.events.push(Event::Castled);
        }
        let taken: Vec<Piece> = deed.takes.iter().map(|at| before.cells[at.index()]).collect();
        for victim in taken.iter().filter(|victim| victim.owner() != NEUTRAL) {
            let owner = victim.owner().index();
            let next = (1..self.players).map(|n| (owner + n) % self.players).find(|p| before.playing[*p]);
            if deed.en_passant && next != Some(us) {
                place.events.push(Event::LateEnPassant);
            }
            if self.count_royals(&before.cells, owner) > 0 && self.count_royals(&place.cells, owner) == 0 {
                place.events.push(Event::KingTaken);
                if self.checkers(place, us).contains(&owner) && !self.rules.check_ignored {
                    place.events.push(Event::KingTakenUnderAttack);
                }
            }
        }
    }
}

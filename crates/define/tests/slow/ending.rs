//! How a game ends: by what stands on the board, by having no move, by repetition and the counters.

use super::places::Result;
use super::{Place, Slow, owned};
use chatura_rules::definition::Royal;
use chatura_rules::rule::Verdict;
use chatura_rules::{Cell, Piece, PieceType, Reason, Setup};

/// What happened to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub reason: Reason,
    pub player: usize,
    pub verdict: Verdict,
}

impl Slow {
    /// How a game in which `us` moved last is over by what stands on the board. Rules whose result is `none` say
    /// nothing; of several that apply the first in this order counts, and the one who did not move before the other.
    pub(super) fn ending_on_board(&self, place: &Place, us: usize) -> Option<Ending> {
        let rules = &self.rules;
        let players = || (0..self.players).filter(|p| *p != us).chain([us]).filter(|p| place.playing[*p]);
        let judge = |reason, verdict, happened: &dyn Fn(usize) -> bool| {
            let player = players().find(|player| verdict != Verdict::None && happened(*player))?;
            Some(Ending { reason, player, verdict })
        };
        // Of more than two, whoever loses the last royal is out, whatever else is said.
        let losable = self.players == 2 && (rules.check_ignored || rules.blast.is_some());
        let royals = |cells: &[Piece], player: usize| {
            let royal = |there: &&Piece| {
                owned(**there, player) && rules.kinds[there.kind().index()].royal != Royal::No
            };
            cells.iter().filter(royal).count()
        };
        let lost = |player: usize| {
            let held =
                |place: &[u8]| (0..self.types).any(|k| rules.kinds[k].royal != Royal::No && place[k] > 0);
            let began = royals(&rules.start.cells, player) > 0
                || rules
                    .start
                    .hands
                    .get(player)
                    .into_iter()
                    .flatten()
                    .any(|(kind, count)| *count > 0 && rules.kinds[kind.index()].royal != Royal::No);
            losable && began && royals(&place.cells, player) == 0 && !held(&place.hands[player])
        };
        let gone = |player: usize| {
            self.of(player).extinction.as_ref().is_some_and(|_| self.has_died_out(place, player))
        };
        let checked = |player: usize| rules.checks.is_some() && place.checks[player] == 0;
        let bare = |player: usize| {
            let own = place.cells.iter().filter(|there| owned(**there, player)).count();
            own > 0 && own == royals(&place.cells, player)
        };
        let extinctions = (0..self.players).find_map(|player| self.of(player).extinction.as_ref());
        let extinction = extinctions.map_or(Verdict::None, |extinction| extinction.verdict);
        judge(Reason::RoyalLost, rules.royal_capture, &lost)
            .or_else(|| judge(Reason::Extinction, extinction, &gone))
            .or_else(|| judge(Reason::Checks, Verdict::Win, &checked))
            .or_else(|| self.goal_reached(place, us))
            .or_else(|| match rules.bare_reply {
                true => self.bare_answered(place, us, &bare),
                false => judge(Reason::BareKing, rules.bare_king, &bare),
            })
            .or_else(|| self.counted_out(place, us))
    }

    /// A count that is over, unless the last move may have mated.
    fn counted_out(&self, place: &Place, us: usize) -> Option<Ending> {
        self.rules.counting.as_ref()?;
        let [which, limit, plies] = place.count;
        let over = which != 0 && usize::from(plies) > 2 * usize::from(limit) && !self.gives_check(place, us);
        over.then_some(Ending { reason: Reason::Rule, player: place.turn, verdict: Verdict::Draw })
    }

    /// What baring means where it can be answered: both bare draw, and who can bare back at once plays on.
    fn bare_answered(&self, place: &Place, us: usize, bare: &dyn Fn(usize) -> bool) -> Option<Ending> {
        let verdict = self.rules.bare_king;
        let player = (0..2).find(|player| bare(*player)).filter(|_| verdict != Verdict::None)?;
        if bare(0) && bare(1) {
            return Some(Ending { reason: Reason::BareKing, player, verdict: Verdict::Draw });
        }
        let next = self.next_player(place, us);
        let going_on = Place { over: None, end: None, turn: next, ..place.clone() };
        let strips = |place: &Place| {
            let other = |there: &&Piece| owned(**there, 1 - player);
            let royal = |there: &&Piece| self.rules.kinds[there.kind().index()].royal != Royal::No;
            place.cells.iter().filter(other).count() > 0
                && place.cells.iter().filter(other).all(|there| royal(&there))
        };
        let answers =
            || self.legal(&going_on).iter().any(|deed| strips(&self.make_unjudged(&going_on, deed)));
        let open = player == next && answers();
        (!open).then_some(Ending { reason: Reason::BareKing, player, verdict })
    }

    fn has_died_out(&self, place: &Place, player: usize) -> bool {
        let Some(extinction) = &self.of(player).extinction else { return false };
        let count = |cells: &[Piece], kind: PieceType| {
            cells.iter().filter(|there| owned(**there, player) && self.base(**there) == kind).count()
        };
        let start = &self.rules.start;
        let held = |kind: PieceType| -> usize {
            let hand = start.hands.get(player).into_iter().flatten();
            hand.filter(|(held, _)| *held == kind).map(|(_, count)| usize::from(*count)).sum()
        };
        let begins = |kind: &&PieceType| count(&start.cells, **kind) + held(**kind) > extinction.down_to;
        let left =
            |kind: &PieceType| count(&place.cells, *kind) + usize::from(place.hands[player][kind.index()]);
        let left: Vec<usize> = extinction.of.iter().filter(begins).map(left).collect();
        match extinction.together {
            true => !left.is_empty() && left.iter().sum::<usize>() <= extinction.down_to,
            false => left.iter().any(|left| *left <= extinction.down_to),
        }
    }

    fn goal_reached(&self, place: &Place, us: usize) -> Option<Ending> {
        let goals = (0..self.players).find_map(|player| self.of(player).goal.as_ref());
        let goal = goals.filter(|goal| goal.verdict != Verdict::None)?;
        let there = |place: &Place, player: usize| {
            let Some(own) = &self.of(player).goal else { return false };
            let counts = |c: &usize| {
                let piece = place.cells[*c];
                let attacked =
                    || self.foes(place, player).iter().any(|foe| self.attacks(place, *foe, super::cell(*c)));
                owned(piece, player)
                    && own.of.contains(&self.base(piece))
                    && own.zone[player][*c]
                    && !(own.safe && attacked())
            };
            (0..self.cells).filter(counts).count() >= own.count
        };
        let ending = |reason, player, verdict| Some(Ending { reason, player, verdict });
        let counts_now = |player: usize| !goal.stays || player != us && player == place.turn;
        let arrived: Vec<usize> =
            (0..self.players).filter(|p| place.playing[*p] && counts_now(*p) && there(place, *p)).collect();
        let player = match arrived[..] {
            [] => return None,
            [player] => player,
            [player, ..] => return ending(Reason::BothGoals, player, Verdict::Draw),
        };
        // Whoever comes later in the round has the last word, if it can arrive too.
        let next = self.next_player(place, us);
        if goal.reply && next > player {
            let others_follow = (next + 1..self.players).any(|p| place.playing[p]);
            let going_on = Place { over: None, end: None, turn: next, ..place.clone() };
            let answers = || {
                let deeds = self.legal(&going_on);
                deeds.iter().any(|deed| there(&self.make_unjudged(&going_on, deed), next))
            };
            if others_follow || answers() {
                return None;
            }
        }
        ending(Reason::Goal, player, goal.verdict)
    }

    /// How the game is over for two, if it is by what stands here and by the counters.
    pub fn ending(&self, place: &Place) -> Option<Ending> {
        let us = place.turn;
        let say = |reason, verdict| Some(Ending { reason, player: us, verdict });
        if place.over.is_some() {
            return place.over;
        }
        let legal = self.legal(place);
        if legal.is_empty() {
            // Who cannot move cannot go on, even where the game says nothing about it.
            let or_draw = |verdict| if verdict == Verdict::None { Verdict::Draw } else { verdict };
            let checked = !self.rules.check_ignored && self.is_checked(place, us);
            if !checked && self.rules.stalemate_count != "none" {
                let count = |player: usize| place.cells.iter().filter(|there| owned(**there, player)).count();
                let (own, other) = match self.rules.stalemate_count.as_str() {
                    "fewer" => (count(1 - us), count(us)),
                    _ => (count(us), count(1 - us)),
                };
                let verdict = match own.cmp(&other) {
                    std::cmp::Ordering::Greater => Verdict::Win,
                    std::cmp::Ordering::Less => Verdict::Loss,
                    std::cmp::Ordering::Equal => Verdict::Draw,
                };
                return say(Reason::Stalemate, verdict);
            }
            return match checked {
                true => say(Reason::Checkmate, or_draw(self.rules.checkmate)),
                false => say(Reason::Stalemate, or_draw(self.rules.stalemate)),
            };
        }
        if self.rules.unsafe_royal != Verdict::None {
            let unsafe_royal = legal.iter().all(|deed| {
                let royal = !deed.drops
                    && !deed.idle
                    && self.rules.kinds[place.cells[deed.from.index()].kind().index()].royal != Royal::No;
                royal && self.is_checked(&self.make(place, deed), us)
            });
            if unsafe_royal {
                return say(Reason::UnsafeRoyal, self.rules.unsafe_royal);
            }
        }
        if self.rules.material_draws && self.nobody_can_mate(place) {
            return say(Reason::Material, Verdict::Draw);
        }
        let progress = &self.rules.progress;
        let stalled =
            |moves: Option<usize>| moves.is_some_and(|moves| usize::from(place.halfmoves) >= 2 * moves);
        match stalled(progress.automatic) && progress.verdict != Verdict::None {
            true => say(Reason::NoProgress, progress.verdict),
            false => None,
        }
    }

    /// How the game is over, if it is by what stands here and by the counters.
    pub fn result(&self, place: &Place) -> Option<Result> {
        match self.players {
            2 => self.ending(place).map(|ending| self.result_for_two(ending)),
            _ => self.result_for_many(place),
        }
    }

    /// What an ending means for everyone.
    fn told(&self, place: &Place, ending: Ending) -> Result {
        match self.players {
            2 => self.result_for_two(ending),
            _ => self.result_of(place, ending.reason, self.levels(place, ending)),
        }
    }

    /// Pieces of others that a player attacks and that nothing protects.
    fn chased(&self, place: &Place, player: usize) -> Vec<Cell> {
        let ordinary = |at: usize| {
            let kind = self.base(place.cells[at]);
            self.rules.kinds[kind.index()].royal == Royal::No && !self.rules.chase_exempt.contains(&kind)
        };
        let takes = |place: &Place, from: usize, at: Cell| {
            let owner = place.cells[from].owner().index();
            self.ways_of(place, owner, from).iter().any(|way| !way.en_passant && way.takes.contains(&at))
        };
        let foes = self.foes(place, player);
        let victims = (0..self.cells).filter(|at| foes.iter().any(|foe| owned(place.cells[*at], *foe)));
        let chased = victims.filter(|at| ordinary(*at)).filter(|&at| {
            let victim = place.cells[at];
            let attacked = (0..self.cells).any(|from| {
                owned(place.cells[from], player) && ordinary(from) && takes(place, from, super::cell(at))
            });
            // Protected is what its own side could take, were it another's.
            let mut lost = place.clone();
            lost.cells[at] = Piece::new(chatura_rules::Player(player as u8), victim.kind());
            let protected = (0..self.cells).any(|from| {
                from != at
                    && owned(lost.cells[from], victim.owner().index())
                    && takes(&lost, from, super::cell(at))
            });
            attacked && !protected
        });
        chased.map(super::cell).collect()
    }
}

/// The positions of a game, one after the other, with what was played between them.
pub struct Story {
    places: Vec<Place>,
    /// Between which cells the moves went.
    steps: Vec<(Cell, Cell)>,
}

impl Story {
    pub fn new(place: Place) -> Story {
        Story { places: vec![place], steps: Vec::new() }
    }

    pub fn add(&mut self, from: Cell, to: Cell, place: Place) {
        self.steps.push((from, to));
        self.places.push(place);
    }

    /// How often the last position has been there, and when it was for the first time.
    fn occurrences(&self, slow: &Slow) -> (usize, usize) {
        // How long it took and who has how many points does not make it another one.
        let bare = |place: &Place| Setup { halfmoves: 0, round: 0, points: Vec::new(), ..slow.setup(place) };
        let last = self.places.last().map(bare);
        let mut same = (0..self.places.len()).filter(|index| Some(bare(&self.places[*index])) == last);
        let first = same.next().unwrap_or(0);
        (same.count() + 1, first)
    }

    /// How the game has ended by now, and what could be claimed, for two players.
    pub fn endings(&self, slow: &Slow) -> [Option<Result>; 2] {
        let Some(place) = self.places.last() else { return [None, None] };
        let repetition = &slow.rules.repetition;
        let times = self.occurrences(slow).0;
        let repeated =
            |limit: Option<usize>| limit.filter(|limit| times >= *limit).and_then(|_| self.judge(slow));
        let told = |ending: Ending| slow.told(place, ending);
        let ended = slow.result(place).or_else(|| repeated(repetition.automatic).map(told));
        if ended.is_some() {
            return [ended, None];
        }
        let player = place.turn;
        let lead = Ending { reason: Reason::Lead, player, verdict: Verdict::Win };
        let progress = &slow.rules.progress;
        let living = slow.living(place);
        let stalled = progress.claim.is_some_and(|moves| usize::from(place.halfmoves) >= living * moves)
            && progress.verdict != Verdict::None;
        let stuck = Ending { reason: Reason::NoProgress, player, verdict: progress.verdict };
        let claim = repeated(repetition.claim)
            .or_else(|| slow.leads(place).then_some(lead))
            .or_else(|| stalled.then_some(stuck));
        [None, claim.map(told)]
    }

    /// What a repetition means: for whoever alone checked all the time, or alone chased one piece all the time.
    fn judge(&self, slow: &Slow) -> Option<Ending> {
        let repetition = &slow.rules.repetition;
        let first = self.occurrences(slow).1;
        let cycle = first + 1..self.places.len();
        let mover = |index: usize| self.places[index - 1].turn;
        let alone = |sins: &dyn Fn(usize) -> bool| {
            let moved = |player: &usize| cycle.clone().any(|index| mover(index) == *player);
            let guilty: Vec<usize> = (0..slow.players).filter(moved).filter(|player| sins(*player)).collect();
            if let [player] = guilty[..] { Some(player) } else { None }
        };
        let own = |player: usize| cycle.clone().filter(move |index| mover(*index) == player);
        let checks = |player: usize| own(player).all(|i| slow.gives_check(&self.places[i], player));
        // Where the piece that stood on a cell when the cycle began stands after so many moves.
        let follow = |at: Cell, index: usize| {
            self.steps[first..index].iter().try_fold(at, |at, (from, to)| match at {
                at if at == *from => Some(*to),
                at if at == *to => None,
                at => Some(at),
            })
        };
        let chases = |player: usize| {
            (0..slow.cells).map(super::cell).any(|at| {
                own(player).all(|index| {
                    follow(at, index).is_some_and(|at| slow.chased(&self.places[index], player).contains(&at))
                })
            })
        };
        if repetition.check != Verdict::None
            && let Some(player) = alone(&checks)
        {
            return Some(Ending { reason: Reason::PerpetualCheck, player, verdict: repetition.check });
        }
        if repetition.chase != Verdict::None
            && let Some(player) = alone(&chases)
        {
            return Some(Ending { reason: Reason::PerpetualChase, player, verdict: repetition.chase });
        }
        let ending = Ending {
            reason: Reason::Repetition,
            player: self.places[first].turn,
            verdict: repetition.verdict,
        };
        (ending.verdict != Verdict::None).then_some(ending)
    }
}

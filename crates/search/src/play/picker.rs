//! One move after another, the most promising first, made no earlier than needed.

use super::history::PieceTo;
use super::worker::Worker;
use chatura_rules::Move;
use chatura_rules::arena::Wanted;

/// What the picker does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The move the table knows.
    Known,
    /// List captures, or everything where they cannot be told apart.
    List,
    /// Captures that lose nothing.
    Captures,
    /// List the rest.
    ListQuiet,
    /// The rest.
    Quiet,
    /// Captures that lose something.
    Bad,
    Done,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PickMode {
    /// All, in stages.
    All,
    /// All at once: to get out of check.
    Evasions,
    /// Captures and promotions that lose nothing.
    Noisy,
}

/// Memory that is used again and again.
#[derive(Default)]
pub(crate) struct Lists {
    moves: Vec<(i32, Move)>,
    bad: Vec<Move>,
}

/// Gives moves in order.
pub(crate) struct Picker {
    stage: Stage,
    mode: PickMode,
    known: Option<Move>,
    refutations: [Option<Move>; 3],
    before: [Option<PieceTo>; 2],
    lists: Lists,
    next: usize,
    /// Whether quiet moves are no longer wanted, but for those known to give check.
    pub skip_quiet: bool,
    /// Whether the last move is known to give check and to cost nothing.
    pub checks: bool,
}

const KILLER: i32 = 1 << 22;
const CHECK: i32 = 1 << 20;
const GOOD: i32 = 1 << 24;

impl Picker {
    /// A picker; a known move need not be legal here, nor need the others.
    pub fn new(
        mode: PickMode,
        known: Option<Move>,
        refutations: [Option<Move>; 3],
        before: [Option<PieceTo>; 2],
        mut lists: Lists,
    ) -> Picker {
        lists.moves.clear();
        lists.bad.clear();
        let stage = if known.is_some() { Stage::Known } else { Stage::List };
        Picker { stage, mode, known, refutations, before, lists, next: 0, skip_quiet: false, checks: false }
    }

    /// Gives the memory back.
    pub fn end(self) -> Lists {
        self.lists
    }

    /// Whether the moves that come now are those left for last because they lose something.
    pub fn is_bad(&self) -> bool {
        self.stage == Stage::Bad || self.stage == Stage::Done
    }

    /// The next move.
    pub fn next<const W: usize>(&mut self, worker: &mut Worker<'_, W>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::List;
                    let known = self.known.filter(|mv| {
                        let fits = self.mode != PickMode::Noisy
                            || worker.arena.takes(*mv)
                            || worker.is_violent(*mv)
                            || worker.know.facts.in_stages && worker.arena.is_tactical(*mv);
                        fits && worker.arena.is_legal(*mv, &mut worker.scratch)
                    });
                    self.known = known;
                    if known.is_some() {
                        return known;
                    }
                }
                Stage::List => {
                    self.list(worker);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.best() {
                    Some((score, mv)) => {
                        if score < GOOD && self.mode != PickMode::Evasions && worker.arena.takes(mv)
                            || self.mode == PickMode::All
                                && score >= GOOD
                                && !worker.know.brings(&worker.arena, mv, 0)
                        {
                            self.lists.bad.push(mv);
                            continue;
                        }
                        return Some(mv);
                    }
                    None => self.stage = Stage::ListQuiet,
                },
                Stage::ListQuiet => {
                    self.stage = Stage::Bad;
                    let wanted = !self.skip_quiet || worker.know.facts.takes_to_hand;
                    if self.mode == PickMode::All && worker.know.facts.in_stages && wanted {
                        self.list_quiet(worker);
                        self.stage = Stage::Quiet;
                    }
                    if self.stage == Stage::Bad {
                        self.next = 0;
                    }
                }
                Stage::Quiet => {
                    match self.best().filter(|(score, _)| !self.skip_quiet || *score >= CHECK / 2) {
                        Some((score, mv)) => {
                            self.checks = (CHECK / 2..KILLER / 2).contains(&score);
                            return Some(mv);
                        }
                        None => {
                            self.checks = false;
                            self.stage = Stage::Bad;
                            self.next = 0;
                        }
                    }
                }
                Stage::Bad => {
                    if self.mode == PickMode::Noisy || self.next >= self.lists.bad.len() {
                        self.stage = Stage::Done;
                        return None;
                    }
                    self.next += 1;
                    return Some(self.lists.bad[self.next - 1]);
                }
                Stage::Done => return None,
            }
        }
    }

    /// The best move not yet given.
    #[inline(always)]
    fn best(&mut self) -> Option<(i32, Move)> {
        loop {
            let rest = &mut self.lists.moves[self.next..];
            let (mut best, mut most) = (0, rest.first()?.0);
            for (index, (score, _)) in rest.iter().enumerate().skip(1) {
                if *score > most {
                    (best, most) = (index, *score);
                }
            }
            rest.swap(0, best);
            let found = rest[0];
            self.next += 1;
            if Some(found.1) != self.known {
                return Some(found);
            }
        }
    }

    fn list<const W: usize>(&mut self, worker: &mut Worker<'_, W>) {
        let apart = worker.know.facts.in_stages && self.mode != PickMode::Evasions;
        let mut found = std::mem::take(&mut worker.scratch);
        found.clear();
        worker.arena.generate(if apart { Wanted::Captures } else { Wanted::All }, &mut found);
        if self.mode == PickMode::Noisy {
            if apart {
                let near = worker.know.last_steps[worker.arena.turn()];
                worker.arena.promotions(near, &mut found);
                self.list_violent(worker, &found);
            } else {
                found.retain(|mv| worker.arena.takes(*mv) || worker.is_violent(*mv));
            }
        }
        for &mv in &found {
            let violent = worker.arena.takes(mv) || apart && worker.arena.is_tactical(mv);
            let score = match violent || self.mode == PickMode::Noisy {
                true => GOOD + self.score_capture(worker, mv),
                false => self.score_quiet(worker, mv),
            };
            self.lists.moves.push((score, mv));
        }
        worker.scratch = found;
    }

    /// Moves that take nothing and that a rule calls violent.
    fn list_violent<const W: usize>(&mut self, worker: &Worker<'_, W>, listed: &[Move]) {
        if !worker.know.facts.noisy || !worker.arena.has_noisy() {
            return;
        }
        let mut quiet = Vec::new();
        worker.arena.generate(Wanted::Quiet, &mut quiet);
        let violent = quiet.into_iter().filter(|mv| worker.arena.is_noisy(*mv) && !listed.contains(mv));
        self.lists.moves.extend(violent.map(|mv| (GOOD + KILLER, mv)));
    }

    fn list_quiet<const W: usize>(&mut self, worker: &mut Worker<'_, W>) {
        self.lists.moves.clear();
        self.next = 0;
        let mut found = std::mem::take(&mut worker.scratch);
        found.clear();
        worker.arena.generate(Wanted::Quiet, &mut found);
        for &mv in &found {
            let score = self.score_quiet(worker, mv);
            self.lists.moves.push((score, mv));
        }
        worker.scratch = found;
    }

    #[inline(always)]
    fn score_capture<const W: usize>(&self, worker: &Worker<'_, W>, mv: Move) -> i32 {
        if worker.know.facts.takes_along {
            return worker.know.value_of_all_taken(&worker.arena, mv) * 16;
        }
        let (worth, victim) = worker.know.victim(&worker.arena, mv);
        let gain = worth + worker.know.gain(&worker.arena, mv);
        let score = gain * 16 + worker.history.capture(worker.piece_to(mv), victim) / 4;
        // What others take from each other is no threat to the one against them all.
        if worker.helps_thinker(mv) { -score.abs() - 1 } else { score.max(0) }
    }

    #[inline(always)]
    fn score_quiet<const W: usize>(&self, worker: &Worker<'_, W>, mv: Move) -> i32 {
        if let Some(index) = self.refutations.iter().position(|known| *known == Some(mv)) {
            return KILLER - index as i32;
        }
        let gain = worker.know.gain(&worker.arena, mv) * 64;
        let know = worker.know;
        // Where pieces are dropped, checks are many, and those that cost nothing are what wins.
        let checks = know.facts.takes_to_hand
            && know.facts.safety
            && know.checks(&worker.arena, mv)
            && know.brings(&worker.arena, mv, 0);
        let forcing = checks || worker.is_violent(mv);
        worker.history.quiet(worker.piece_to(mv), self.before) + gain + if forcing { CHECK } else { 0 }
    }
}

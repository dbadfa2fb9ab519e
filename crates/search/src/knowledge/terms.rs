//! The parts of an evaluation, to be printed.

use super::Pair;

/// A part of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// What the pieces on the board are worth, wherever they stand.
    Material,
    /// How well they stand there.
    Places,
    /// Pieces in hand.
    Hand,
    /// Where they can go.
    Mobility,
    /// Attacks on the cells round enemy royals.
    Attack,
    /// Own pieces round the royal.
    Shelter,
    /// Pawns, and whatever else runs to promote.
    Runners,
    /// Pieces attacked by what is worth less, pairs that cover both colours.
    Threats,
    /// The way to a goal.
    Goal,
    /// How near ends are that rules have of their own: checks given, kinds that may die out, points collected.
    Aims,
    /// Whether there is enough left to win with.
    Prospects,
    /// To have the move.
    Tempo,
}

impl Term {
    /// Every term.
    pub const ALL: [Term; 12] = [
        Term::Material,
        Term::Places,
        Term::Hand,
        Term::Mobility,
        Term::Attack,
        Term::Shelter,
        Term::Runners,
        Term::Threats,
        Term::Goal,
        Term::Aims,
        Term::Prospects,
        Term::Tempo,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Places => "places",
            Term::Hand => "hand",
            Term::Mobility => "mobility",
            Term::Attack => "attack",
            Term::Shelter => "shelter",
            Term::Runners => "runners",
            Term::Threats => "threats",
            Term::Goal => "goal",
            Term::Aims => "aims",
            Term::Prospects => "prospects",
            Term::Tempo => "tempo",
        }
    }
}

/// What a position is worth, in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// For the side whose turn it is, in hundredths of a pawn.
    pub value: i32,
    /// What of it the net added to the terms; nothing without a net.
    pub net: Option<i32>,
    /// For each player the terms that count in this game: in the middle of a game and at its end.
    pub terms: Vec<Vec<(Term, [i32; 2])>>,
    /// How much of the armies is left, in percent.
    pub phase: i32,
    /// For each type its worth in the middle of a game and at its end, as the first player has it.
    pub worth: Vec<[i32; 2]>,
}

/// Where the parts go.
pub(crate) trait Trace {
    /// Takes a part.
    fn term(&mut self, player: usize, term: Term, worth: Pair);
}

/// Nowhere.
impl Trace for () {
    #[inline(always)]
    fn term(&mut self, _: usize, _: Term, _: Pair) {}
}

/// Into a list for each player.
impl Trace for Vec<Vec<(Term, [i32; 2])>> {
    fn term(&mut self, player: usize, term: Term, worth: Pair) {
        self[player].push((term, [worth.middle, worth.end]));
    }
}

//! Everything the rules of a game say, before widths and words: for all players, and for each where they differ.

use super::behaviour::{AnyBehaviour, Events};
use super::parts::LookAlikes;
use super::*;
use std::ops::{Deref, DerefMut};

/// Everything the rules of a game say to one player, or to all.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleSet {
    pub check: check::Check,
    pub castling: Option<castling::Castling>,
    pub en_passant: Option<en_passant::EnPassant>,
    pub promotions: Vec<promotion::Promotion>,
    pub drops: Option<drops::Drops>,
    pub gating: Option<gating::Gating>,
    pub shots: shots::Shots,
    pub first_safe: first_safe::FirstSafe,
    pub sweeping: sweeping::Sweeping,
    pub avoids: avoids::Avoids,
    pub several: several_royals::Several,
    pub must_capture: bool,
    pub blast: Option<blast::Blast>,
    pub mate: mate::Mate,
    pub royal_loss: royal_loss::RoyalLoss,
    pub extinction: Option<extinction::Extinction>,
    pub goal: Option<goal::Goal>,
    pub checks: Option<u8>,
    pub repetition: Option<repetition::Repetition>,
    pub progress: Option<progress::Progress>,
    pub material: bool,
    pub counting: Option<counting::Counting>,
    /// Who wins what would be a draw.
    pub draw_odds: Option<usize>,
    /// For more than two players.
    pub elimination: elimination::Elimination,
    pub points: Option<points::Points>,
    /// Rules that listen to what happens.
    pub behaviours: Vec<AnyBehaviour>,
}

impl RuleSet {
    /// Whether somebody answers an event.
    pub fn answer(&self, event: Events) -> bool {
        self.behaviours.iter().any(|rule| rule.listens().has(event))
    }

    /// Whether all who take part only look on at moves. Who answers nothing, and lets players claim, is not among them:
    /// so the engine was measured.
    pub fn only_look_on(&self) -> bool {
        self.behaviours
            .iter()
            .all(|rule| rule.listens() != Events::default() && !rule.listens().changes_moves())
    }

    /// The most moves a player may make in one turn.
    pub fn most_moves(&self) -> u8 {
        self.behaviours.iter().map(|rule| rule.words.most_moves()).max().unwrap_or(1)
    }

    /// What rules add to the movement of a piece of the definition.
    pub fn further_moves(&self, piece: usize) -> impl Iterator<Item = FurtherMoves<'_>> {
        RULES.iter().filter_map(move |rule| (rule.further_moves)(self, piece))
    }

    /// The cells, as the first player sees them, on which trails matter to a rule.
    pub fn trails(&self) -> Zone {
        RULES.iter().fold(CellSet::EMPTY, |all, rule| all | (rule.trails)(self))
    }
}

/// The rules of a game. What they say to all alike is read from it as from a [`RuleSet`]; where players differ, that is
/// what they say to the first of those who are named.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    common: RuleSet,
    /// By player; empty where nobody differs. Who listens is in the common ones.
    own: Vec<RuleSet>,
}

impl Deref for Rules {
    type Target = RuleSet;

    fn deref(&self) -> &RuleSet {
        &self.common
    }
}

impl DerefMut for Rules {
    fn deref_mut(&mut self) -> &mut RuleSet {
        &mut self.common
    }
}

impl Rules {
    /// The rules of a game, and those of each player where they differ.
    pub fn new(common: RuleSet, own: Vec<RuleSet>) -> Rules {
        Rules { common, own }
    }

    /// What they say to a player.
    pub fn of(&self, player: usize) -> &RuleSet {
        self.own.get(player).unwrap_or(&self.common)
    }

    /// What they say to each who may differ: once where nobody does.
    pub fn each(&self) -> impl Iterator<Item = &RuleSet> {
        let alone = self.own.is_empty().then_some(&self.common);
        self.own.iter().chain(alone)
    }

    /// Whether something that rules say is the same for everybody to whom they say it.
    pub fn agree<T: PartialEq>(&self, what: impl Fn(&RuleSet) -> Option<T>) -> bool {
        let mut said = self.each().filter_map(&what);
        let first = said.next();
        said.all(|other| Some(&other) == first.as_ref())
    }

    /// Whether no rule keeps the game from being generated and played as an orthodox one.
    pub fn are_orthodox(&self) -> bool {
        self.each().all(|set| RULES.iter().all(|rule| (rule.is_orthodox)(set)))
    }

    /// Whether no rule lets a player win but to leave another in check without a move.
    pub fn leave_only_mate(&self) -> bool {
        self.each().all(|set| RULES.iter().all(|rule| (rule.leaves_only_mate)(set)))
            && self.behaviours.iter().all(|rule| rule.words.leaves_only_mate())
    }

    /// Whether a rule ends the game sooner or later, or may, though no piece is royal.
    pub fn can_end(&self) -> bool {
        self.each().any(|set| RULES.iter().any(|rule| (rule.ends)(set)))
            || self.behaviours.iter().any(|rule| rule.words.ends())
    }

    /// Whether there is a way to win besides checkmate.
    pub fn can_be_won_otherwise(&self) -> bool {
        self.each().any(|set| RULES.iter().any(|rule| (rule.wins)(set)))
    }

    /// Adds the types that pieces become by rules.
    pub fn add_types(&mut self, definition: &Definition, types: &mut Vec<TypeInfo>) {
        for set in [&mut self.common].into_iter().chain(&mut self.own) {
            RULES.iter().for_each(|rule| (rule.add_types)(definition, types, set));
        }
    }

    /// Says of types that look like others what rules say of these.
    pub fn name_look_alikes(&mut self, alike: &LookAlikes<'_>) {
        for set in [&mut self.common].into_iter().chain(&mut self.own) {
            RULES.iter().for_each(|rule| (rule.name_look_alikes)(set, alike));
        }
    }

    /// Lets those rules take part that do so by what all of them say together.
    pub fn take_part(&mut self) {
        let listener = |rule: &&Rule| self.each().find_map(|set| (rule.listener)(set));
        let listeners: Vec<_> = RULES.iter().filter_map(listener).collect();
        self.common.behaviours.extend(listeners);
    }
}

//! What the terms of an evaluation look at together: pawns and royals, and what is round them.

use super::Knowledge;
use chatura_rules::MAX_PLAYERS;
use chatura_rules::arena::Arena;
use chatura_rules::set::CellSet;

/// What is looked up once for all terms.
pub(super) struct Sight<const W: usize> {
    /// By player: its runners.
    pub runners: [CellSet<W>; MAX_PLAYERS],
    /// By player: what they attack.
    pub runner_attacks: [CellSet<W>; MAX_PLAYERS],
    /// By player: what runners of its foes attack.
    pub runner_attacks_on: [CellSet<W>; MAX_PLAYERS],
    /// By player: runners of its foes.
    pub runners_of_foes: [CellSet<W>; MAX_PLAYERS],
    /// By player: the cells round its royals.
    pub zone: [CellSet<W>; MAX_PLAYERS],
    /// By player: the cells round royals of its foes.
    pub zone_of_foes: [CellSet<W>; MAX_PLAYERS],
    /// By player: royals of its foes.
    pub royals_of_foes: [CellSet<W>; MAX_PLAYERS],
    /// By player: the pieces of its side.
    pub friends: [CellSet<W>; MAX_PLAYERS],
}

impl<const W: usize> Sight<W> {
    #[inline(always)]
    pub fn new(knowledge: &Knowledge<W>, arena: &Arena<'_, W>) -> Self {
        let none = [CellSet::EMPTY; MAX_PLAYERS];
        let mut sight = Sight {
            runners: none,
            runner_attacks: none,
            runner_attacks_on: none,
            runners_of_foes: none,
            zone: none,
            zone_of_foes: none,
            royals_of_foes: none,
            friends: none,
        };
        let mut royals = none;
        for player in (0..knowledge.players).filter(|p| arena.alive() >> p & 1 != 0) {
            for runner in &knowledge.runners[player] {
                let pieces = arena.of(player, runner.kind);
                sight.runners[player] |= pieces;
                for cell in pieces {
                    sight.runner_attacks[player] |= runner.takes[cell];
                }
            }
            if knowledge.has_royals {
                royals[player] = arena.royals(player);
                sight.zone[player] = royals[player];
                for royal in royals[player] {
                    sight.zone[player] |= knowledge.graph.near[royal];
                }
            }
        }
        for player in 0..knowledge.players {
            for (other, royals) in royals.iter().enumerate().take(knowledge.players) {
                if knowledge.allied(player, other) {
                    sight.friends[player] |= arena.of_player(other);
                } else {
                    sight.runner_attacks_on[player] |= sight.runner_attacks[other];
                    sight.runners_of_foes[player] |= sight.runners[other];
                    sight.zone_of_foes[player] |= sight.zone[other];
                    sight.royals_of_foes[player] |= *royals;
                }
            }
        }
        sight
    }
}

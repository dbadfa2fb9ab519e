//! Definition → Game: everything is checked, then the tables are made.

pub(crate) mod abilities;
mod attackers;
mod checked;
mod drawn;
mod features;
pub(crate) mod game;
mod irregular;
pub(crate) mod lookup;
mod movers;
pub(crate) mod quick;
mod size;
pub(crate) mod tables;
pub(crate) mod width;
pub(crate) mod work;

use abilities::{Abilities, Chosen};
use checked::lives_short;
pub(crate) use checked::{CheckedDefinition, check};

use crate::cell::{Cell, MAX_PLAYERS, MAX_TYPES};
use crate::compile::quick::QuickMap;
use crate::compile::tables::{Bulk, Keys, Mover, RuleTables, Tables, Types, mix};
use crate::definition::{Definition, Moment, Problem, Royal};
use crate::movement::build_within;
use crate::movement::steps::{self, PieceHistory, StepRule};
use crate::movement::trie::Trie;
use crate::position::setup::Setup;
use crate::rule::behaviour::{AnyBehaviour, Listeners, Width};
use crate::rule::parts::{AnyParts, Making, PartsOf};
use crate::rule::{RULES, seen};
use crate::set::{CellSet, ZONE_WORDS};
use movers::{Pools, Recognised};
use work::{WalkError, Work};

/// A definition whose pieces are refused, at the piece that has cost most.
pub(crate) fn refusal(definition: &Definition, work: &Work, error: WalkError) -> Problem {
    match definition.pieces.get(work.dearest()) {
        Some(piece) => {
            Problem::new(piece.moves.span, format!("the {}: {error}", piece.name.value), "too intricate")
        }
        None => Problem::new(definition.setup.array.span, error.to_string(), "too intricate"),
    }
}

/// The tables of a game on a board of `W` words.
pub(crate) fn tables<const W: usize>(
    definition: &Definition,
    checked: &CheckedDefinition,
    start: &Setup,
    work: &Work,
) -> Result<Tables<W>, WalkError>
where
    AnyBehaviour: Width<W>,
    AnyParts: PartsOf<W>,
{
    let (cells, players, types) = (checked.board.len(), checked.players.len(), checked.types.len());
    let counts = checked.counts(start);
    let mut pools = Pools::default();
    let mut walks = Walks { known: QuickMap::default(), room: MAX_STATES * cells.max(256) / 256 };
    let mut movers = Vec::with_capacity(players * types);
    let mut attackers = Vec::with_capacity(players);
    let facing = facing_lines(checked);
    for (player, count) in counts.iter().enumerate() {
        let army = army(definition, checked, start, player, &mut pools, &mut walks, work)?;
        movers.extend(army.movers(checked, count, work)?);
        let sweeps = &pools.sweeps.items;
        attackers.push(attackers::attackers(&army.found, &army.unmoved, sweeps, &facing, cells, work)?);
    }
    let lines = movers.iter_mut().map(|mover: &mut Mover<W>| &mut mover.rays);
    let attacks = attackers.iter_mut().flat_map(|a: &mut tables::Attackers<W>| &mut a.lines);
    lookup::attach(lines.chain(attacks.map(|lines| &mut lines.rays)));
    let royal_types = |wanted: Royal| {
        (0..types).filter(|t| checked.types[*t].royal == wanted).map(|t| t as u8).collect::<Types>()
    };
    let (royal, last_royal) = (royal_types(Royal::Yes), royal_types(Royal::Last));
    let walls = checked.walls();
    let intricate = attackers
        .iter()
        .any(|a: &tables::Attackers<W>| !a.hops.is_empty() || !a.lame.is_empty() || !a.tries.is_empty());
    let foes = std::array::from_fn(|p| {
        let side = checked.sides.get(p).copied().unwrap_or(0);
        (0..players as u8).filter(|q| side >> q & 1 == 0).collect()
    });
    let has_royal = checked.has_royal(start);
    let listeners = Listeners::new(checked, start);
    let mut tables = Tables {
        cells,
        players,
        all: CellSet::first(cells),
        movers,
        types,
        attackers,
        trails: pools.trails.items,
        sweeps: pools.sweeps.items,
        foes,
        side: std::array::from_fn(|p| checked.sides.get(p).copied().unwrap_or(1 << p)),
        safety: !(royal.is_empty() && last_royal.is_empty() || checked.rules.check.ignored),
        royal,
        last_royal,
        walls,
        memory: checked.memory.len,
        intricate,
        orthodox: false,
        rules: RuleTables {
            unmoved: checked.tracks_unmoved(),
            plain_attacks: listeners.leave_attacks(),
            listeners,
            ..RuleTables::default()
        },
        keys: Keys {
            pieces: (0..((MAX_PLAYERS + 1) * MAX_TYPES * cells) as u64)
                .map(|n| mix(n ^ 0xc4a7_0000_0000_0000))
                .collect(),
            cells,
        },
    };
    tables.orthodox = players == 2
        && checked.rules.are_orthodox()
        && walls.is_empty()
        && !tables.rules.unmoved
        && !tables.rules.listeners.any;
    let making = Making { checked, start, counts: &counts, has_royal: &has_royal };
    RULES.iter().for_each(|rule| rule.parts.of_width().make(&making, &mut tables));
    Ok(tables)
}

/// What was recognised in the movements of one player's types.
struct Army {
    found: Vec<Recognised>,
    /// By type, the extra tries of pieces that never moved.
    unmoved: Vec<Vec<Trie>>,
}

fn army<const W: usize>(
    definition: &Definition,
    checked: &CheckedDefinition,
    start: &Setup,
    player: usize,
    pools: &mut Pools<W>,
    walks: &mut Walks,
    work: &Work,
) -> Result<Army, WalkError> {
    let on = seen(checked.rules.of(player).trails(), &checked.views[player]);
    let mut adopt =
        |tries: Vec<Trie>| tries.into_iter().map(|t| pools.adopt(t, on)).collect::<Result<Vec<_>, _>>();
    let mut army = Army { found: Vec::new(), unmoved: Vec::new() };
    for kind in 0..checked.types.len() {
        let base = checked.types[kind].base;
        work.turn_to(base);
        let (always, extra) = tries(definition, checked, start, player, kind, walks, work)?;
        let mut found = movers::recognise(adopt(always)?, work)?;
        if !definition.pieces[base].steps.is_empty() {
            irregular::take_apart(&mut found.features, work)?;
        }
        army.found.push(found);
        army.unmoved.push(adopt(extra)?);
    }
    Ok(army)
}

impl Army {
    /// The tables of each type; `count` is how many of each the player begins with.
    fn movers<const W: usize>(
        &self,
        checked: &CheckedDefinition,
        count: &[u16],
        work: &Work,
    ) -> Result<Vec<Mover<W>>, WalkError> {
        let make = |(kind, found): (usize, &Recognised)| {
            work.turn_to(checked.types[kind].base);
            let mut mover = movers::mover(kind as u8, found, count[kind] >= 3, work)?;
            let unmoved = &self.unmoved[kind];
            if !unmoved.is_empty() {
                mover.more.unmoved.clone_from(unmoved);
                // Whole sets know nothing of single pieces' pasts.
                mover.bulk = Bulk::Single;
                if mover.more.tries.is_empty() {
                    mover.more.tries = vec![Trie::default(); unmoved.len()];
                }
            }
            Ok(mover)
        };
        self.found.iter().enumerate().map(make).collect()
    }
}

/// The most nodes that the tries of all types of all players may have together on boards of up to 256 cells, and in
/// proportion on larger ones: what bounds the time and memory of compiling.
const MAX_STATES: usize = 1 << 19;

type Tries = (Vec<Trie>, Vec<Trie>);

struct Walks {
    /// Tries as the first player sees them, by type, cell, and what it may do there: all players walk alike.
    known: QuickMap<(usize, Cell, Chosen), Trie>,
    /// How many more nodes all tries may have.
    room: usize,
}

/// The tries of a type from every cell: those it always has, and the extra ones of a piece that never moved. Their nodes are
/// taken out of the room there is for all.
fn tries(
    definition: &Definition,
    checked: &CheckedDefinition,
    start: &Setup,
    player: usize,
    kind: usize,
    walks: &mut Walks,
    work: &Work,
) -> Result<Tries, WalkError> {
    let info = &checked.types[kind];
    let piece = &definition.pieces[info.base];
    let (view, back) = (&checked.views[player], &checked.backs[player]);
    let zone = |text: &Option<crate::definition::Spanned<String>>| {
        text.as_ref().and_then(|t| checked.zone(&t.value).ok()).map(|z| seen::<ZONE_WORDS>(z, view))
    };
    let within = zone(&piece.within);
    let own_zone = piece.first_zone.as_ref().and_then(|zone| zone.of(&checked.players[player]).cloned());
    let first_zone = zone(&own_zone).unwrap_or_else(|| checked.start_cells(start, player, kind));
    let cells =
        |text: &str| checked.zone(text).map(|zone| seen::<ZONE_WORDS>(zone, view)).unwrap_or_default();
    let abilities = Abilities::of(piece, cells);
    let places = &checked.places[player];
    // What a piece that never moved may do comes on top of what it may do anyway.
    let unmoved_steps: Vec<StepRule> = piece.steps.iter().filter_map(StepRule::unmoved_part).collect();
    let stepped = |cell: usize, unmoved: bool| {
        let history = PieceHistory { start: first_zone.has(cell), unmoved };
        let rules = if unmoved { &unmoved_steps } else { &piece.steps };
        steps::build_within(work, &checked.board, rules, places, Cell(cell as u16), history)
    };
    let has_a_past = piece.has_a_past() || lives_short(piece);
    let (mut always, mut extra) = (Vec::new(), Vec::new());
    for (cell, home) in back.iter().enumerate() {
        let mut make = |unmoved: bool| {
            let chosen = abilities.at(cell, |moment| match moment {
                Moment::Always => !unmoved,
                Moment::Start => !unmoved && first_zone.has(cell),
                Moment::Unmoved => unmoved,
            });
            let mut trie = match walks.known.get(&(kind, *home, chosen)) {
                Some(trie) => trie.clone(),
                None => {
                    let moves = abilities.movement(chosen);
                    let trie = build_within(work, &checked.board, &moves, *home, true)?;
                    walks.known.insert((kind, *home, chosen), trie.clone());
                    trie
                }
            }
            .mapped(view);
            if !piece.steps.is_empty() {
                trie = trie.joined(stepped(cell, unmoved)?)?;
            }
            for (more, turn) in checked.rules.further_moves(info.base).filter(|_| !unmoved) {
                let more = build_within(work, &checked.board, &more.value, *home, false)?;
                trie = trie.joined(turn(more.mapped(view)))?;
            }
            work.spend(trie.nodes.len())?;
            walks.room = walks.room.checked_sub(trie.nodes.len()).ok_or(WalkError::Work)?;
            Ok(trie.limited(|c| within.is_none_or(|zone| zone.has(c.index()))))
        };
        always.push(make(false)?);
        if has_a_past {
            extra.push(make(true)?);
        }
    }
    Ok((always, extra))
}

/// Lines along which royals that may not face each other attack: straight files, both ways.
fn facing_lines(checked: &CheckedDefinition) -> Vec<(u8, Vec<Vec<Vec<Cell>>>)> {
    if !checked.rules.check.no_facing {
        return Vec::new();
    }
    let board = &checked.board;
    let lines: Vec<Vec<Vec<Cell>>> = (0..board.len())
        .map(|cell| {
            [0, (board.lattice().steps().len() / 2) as u8]
                .iter()
                .map(|&heading| {
                    let mut line = Vec::new();
                    let mut at = crate::board::Walker { node: cell as u16, turned: 0 };
                    while let Some(next) = board.step(at, heading).first().copied() {
                        if usize::from(next.node) >= board.len() || line.len() >= board.len() {
                            break;
                        }
                        line.push(Cell(next.node));
                        at = next;
                    }
                    line
                })
                .filter(|line| !line.is_empty())
                .collect()
        })
        .collect();
    let royal = checked.types.iter().enumerate().filter(|(_, t)| t.royal != Royal::No);
    royal.map(|(kind, _)| (kind as u8, lines.clone())).collect()
}

//! Setup ⇄ state: what a text says, checked against the rules.

use super::SetupError;
use crate::cell::{Cell, NEUTRAL, PieceType, Player};
use crate::compile::game::Game;
use crate::compile::tables::{Mover, Tables};
use crate::definition::Royal;
use crate::movement::trie::Effect;
use crate::position::setup::Setup;
use crate::position::state::{NONE, State};
use crate::rule::elimination::Army;
use crate::set::CellSet;

fn wrong<T>(reason: String) -> Result<T, SetupError> {
    Err(SetupError(reason))
}

/// The state of a setup, if it can be one.
pub(super) fn state<const W: usize>(
    game: &Game,
    tables: &Tables<W>,
    setup: &Setup,
) -> Result<State<W>, SetupError> {
    let mut state = State::empty(tables.players);
    place(game, tables, setup, &mut state)?;
    let turn = setup.turn.unwrap_or(Player(0));
    if turn.index() >= tables.players {
        return wrong(format!("there are only {} players", tables.players));
    }
    state.status.turn = turn.0;
    count_royals(game, tables, &state)?;
    hands(game, tables, setup, &mut state)?;
    castling(tables, setup, &mut state);
    for cell in &setup.gates {
        state.gates.insert(cell.index());
    }
    if let Some(gating) = &tables.rules.gating {
        let open =
            (0..tables.players).fold(CellSet::EMPTY, |all, p| all | (gating.zones[p] & state.owner[p]));
        state.gates &= open;
    } else {
        state.gates = CellSet::EMPTY;
    }
    if tables.rules.unmoved {
        state.unmoved = match &setup.unmoved {
            Some(cells) => cells.iter().copied().collect::<CellSet<W>>() & state.occupied,
            None => unmoved(game, tables, &state),
        };
    }
    if let Some(count) = game.checked().rules.checks {
        let left =
            |player: usize| setup.checks.as_ref().and_then(|c| c.get(player)).copied().unwrap_or(count);
        for player in 0..tables.players {
            state.status.checks[player] = left(player);
        }
    }
    state.memory = game.checked().memory.defaults();
    for (byte, given) in state.memory[..tables.memory].iter_mut().zip(&setup.memory) {
        *byte = *given;
    }
    state.status.moved = setup.moved.min(game.checked().rules.most_moves() - 1);
    state.status.halfmoves = setup.halfmoves;
    let before = setup.round.max(1) - 1;
    state.status.ply = before.saturating_mul(tables.players as u16).saturating_add(u16::from(turn.0));
    for (passer, path) in passings(tables, &state, &setup.en_passant, setup.moved > 0) {
        state.status.passing[passer] = path + 1;
    }
    state.status.hash = tables.hash_afresh(&state);
    seats(tables, setup, &mut state);
    tables.rules.watch.at_setup(tables, &mut state);
    tables.rules.listeners.outcome(tables, &mut state);
    tables.settle_setup(&mut state);
    nobody_left_in_check(game, tables, &state)?;
    Ok(state)
}

fn place<const W: usize>(
    game: &Game,
    tables: &Tables<W>,
    setup: &Setup,
    state: &mut State<W>,
) -> Result<(), SetupError> {
    if setup.cells.len() != tables.cells {
        return wrong(format!("the board has {} cells, not {}", tables.cells, setup.cells.len()));
    }
    // Who inherits an army may find pawns where the own ones would have promoted.
    let inherits = tables.players > 2 && game.checked().rules.elimination.army == Army::Inherited;
    for (cell, &piece) in setup.cells.iter().enumerate() {
        if piece.is_none() {
            continue;
        }
        let (owner, kind) = (piece.owner(), piece.kind());
        if kind.index() >= tables.types || owner.index() >= tables.players && owner != NEUTRAL {
            return wrong(format!(
                "nothing like the piece on {} exists",
                game.board().name(Cell(cell as u8))
            ));
        }
        if owner != NEUTRAL && !inherits {
            let promotions = &tables.rules.promotions[owner.index() * tables.types + kind.index()];
            if !promotions.is_empty() && promotions.iter().all(|p| p.forced.has(cell)) {
                let (name, at) = (&game.types()[kind.index()].name, game.board().name(Cell(cell as u8)));
                return wrong(format!("the {name} on {at} would have promoted"));
            }
        }
        if owner != NEUTRAL && tables.walls.has(kind.index()) {
            let (name, at) = (&game.types()[kind.index()].name, game.board().name(Cell(cell as u8)));
            return wrong(format!("the {name} on {at} belongs to nobody"));
        }
        state.put(cell, piece);
    }
    Ok(())
}

fn count_royals<const W: usize>(game: &Game, tables: &Tables<W>, state: &State<W>) -> Result<(), SetupError> {
    let start = game.checked().counts(game.start());
    let losable = tables.rules.blast.is_some() || game.checked().rules.check.ignored || tables.players > 2;
    for (player, (name, start)) in game.players().iter().zip(&start).enumerate() {
        for (kind, info) in game.types().iter().enumerate().filter(|(_, t)| t.royal == Royal::Yes) {
            let (has, had) = (state.of(player, kind).len(), usize::from(start[kind]));
            if has < had.min(1) && !losable {
                return wrong(format!("{name} has no {}", info.name));
            }
            if has > had {
                let at_most = if had == 0 { "none".to_owned() } else { format!("at most {had}") };
                return wrong(format!("{name} has {has} of type {}, {at_most} is possible", info.name));
            }
        }
    }
    Ok(())
}

fn hands<const W: usize>(
    game: &Game,
    tables: &Tables<W>,
    setup: &Setup,
    state: &mut State<W>,
) -> Result<(), SetupError> {
    for (player, hand) in setup.hands.iter().enumerate().take(tables.players) {
        for &(kind, held) in hand.iter().filter(|(_, held)| *held > 0) {
            let place = tables.rules.drops.as_ref().map_or(NONE, |d| d.place[kind.index()]);
            if place == NONE {
                return wrong(format!("a {} cannot be held in hand", game.types()[kind.index()].name));
            }
            let slot = &mut state.hands[player][place as usize];
            *slot = slot.saturating_add(held);
        }
    }
    Ok(())
}

/// Who is out and how the players stand. Someone without the royal piece is out, said or not.
fn seats<const W: usize>(tables: &Tables<W>, setup: &Setup, state: &mut State<W>) {
    let Some(table) = &tables.rules.seats else { return };
    let bare = |player: usize| table.has_royal(player) && tables.royal_pieces(state, player).is_empty();
    let unsaid = (0..tables.players as u8).map(Player).filter(|p| bare(p.index()) && !setup.out.contains(p));
    let said = setup.out.iter().copied().filter(|p| p.index() < tables.players);
    let out: Vec<Player> = unsaid.chain(said).collect();
    let mut order = 0;
    for player in out {
        if state.status.alive >> player.0 & 1 != 0 {
            order += 1;
            state.status.alive &= !(1 << player.0);
            state.seats.left[player.index()] = order;
            state.seats.drawn |= u8::from(setup.drawn.contains(&player)) << player.0;
        }
    }
    for (points, given) in state.seats.points.iter_mut().zip(&setup.points) {
        *points = *given;
    }
}

/// Rights whose king or partner is not there do not count.
fn castling<const W: usize>(tables: &Tables<W>, setup: &Setup, state: &mut State<W>) {
    let Some(castling) = &tables.rules.castling else { return };
    for (player, partner) in &setup.castling {
        let kings = state.of(player.index(), castling.king as usize);
        let own = state.owner[player.index()].has(partner.index());
        if kings.is_empty() || !own || !castling.concerns(state.piece(partner.index())) {
            continue;
        }
        let king = castling.king_among(player.index(), kings);
        if let Some(side) = castling.side(player.index(), king, partner.index()) {
            state.status.castle[player.index()][side] = partner.0;
            // Who may castle has not moved, nor has the partner.
            state.gates |= CellSet::of(king) | CellSet::of(partner.index());
        }
    }
}

/// Pieces on cells where one of their kind begins.
fn unmoved<const W: usize>(game: &Game, tables: &Tables<W>, state: &State<W>) -> CellSet<W> {
    let same = |cell: &usize| game.start().cells[*cell] == state.piece(*cell);
    (0..tables.cells).filter(same).map(|c| Cell(c as u8)).collect::<CellSet<W>>() & state.occupied
}

/// Finds the pieces that may have passed over cells: whose, and by which path. A cell over which nothing can have
/// passed does not count. The piece may be a partner's, or in the middle of a turn the player's own: the next one can
/// take it. Where the list names cells with pieces too, only these have passed.
fn passings<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    listed: &[Cell],
    amid: bool,
) -> Vec<(usize, u16)> {
    let mut found = Vec::new();
    let listed: CellSet<W> = listed.iter().copied().collect();
    let named = listed & state.occupied;
    let turn = usize::from(state.status.turn);
    for passer in (0..tables.players).filter(|p| *p != turn || amid) {
        for kind in 0..tables.types {
            for (from, path) in passing_paths(tables.mover(passer, kind)) {
                let passing = &tables.passings[path as usize];
                let to = passing.to as usize;
                // Of two players nobody moved since; of more, others may have come to stand there.
                let untouched = !passing.over.meets(state.occupied) && !state.occupied.has(from);
                let fits = passing.over.meets(listed & !state.occupied)
                    && (untouched || tables.players > 2)
                    && state.of(passer, kind).has(to)
                    && (named.is_empty() || named.has(to));
                if fits && tables.can_be_taken(state, passer, path) {
                    found.push((passer, path));
                }
            }
        }
    }
    found
}

/// Every path a type can leave open to capture, with the cell it begins on.
fn passing_paths<const W: usize>(mover: &Mover<W>) -> Vec<(usize, u16)> {
    let mut paths = Vec::new();
    for (from, lame) in mover.more.lame.iter().enumerate() {
        paths.extend(lame.iter().filter_map(|g| Some((from, g.passing.checked_sub(1)?))));
    }
    for tries in [&mover.more.tries, &mover.more.unmoved] {
        for (from, trie) in tries.iter().enumerate() {
            for arm in trie.nodes.iter().flat_map(|node| &node.arms) {
                if let Effect::GoPassing(path) = arm.effect {
                    paths.push((from, path));
                }
            }
        }
    }
    paths
}

/// Someone who just moved cannot have left a royal where the one to move takes it, not even to reach a goal: such a
/// move is none. Only an explosion that costs the other the royal wins whatever is attacked.
fn nobody_left_in_check<const W: usize>(
    game: &Game,
    tables: &Tables<W>,
    state: &State<W>,
) -> Result<(), SetupError> {
    if !tables.safety || tables.players != 2 {
        return Ok(());
    }
    let turn = state.status.turn as usize;
    let waiting = 1 - turn;
    let is_royal = |(kind, _): &(usize, &u8)| game.types()[*kind].royal != Royal::No;
    let had_royal = game.checked().counts(game.start())[turn]
        .iter()
        .enumerate()
        .filter(is_royal)
        .any(|(_, had)| *had > 0);
    if tables.rules.blast.is_some() && had_royal && tables.royal_pieces(state, turn).is_empty() {
        return Ok(());
    }
    let attacked = tables.attacked_royals(state, waiting);
    match attacked.into_iter().next() {
        Some(cell) => wrong(format!(
            "{} could take the {} on {}, but it is {}'s turn",
            game.players()[1 - waiting],
            game.types()[state.piece(cell).kind().index()].name,
            game.board().name(Cell(cell as u8)),
            game.players()[1 - waiting],
        )),
        None => Ok(()),
    }
}

/// The state as data.
pub(super) fn setup<const W: usize>(game: &Game, tables: &Tables<W>, state: &State<W>) -> Setup {
    let status = &state.status;
    let players = tables.players;
    let cells = |set: CellSet<W>| set.into_iter().map(|c| Cell(c as u8)).collect::<Vec<_>>();
    let mut castling = Vec::new();
    for player in 0..players {
        for right in status.castle[player].into_iter().filter(|c| *c != NONE) {
            castling.push((Player(player as u8), Cell(right)));
        }
    }
    let hands = (0..players)
        .map(|player| {
            let held = tables.rules.drops.as_ref().map_or(&[][..], |d| &d.held);
            let count = |(place, kind): (usize, &PieceType)| (*kind, state.hands[player][place]);
            held.iter().enumerate().map(count).filter(|(_, held)| *held > 0).collect()
        })
        .collect();
    let paths = status.passing[..players].iter().enumerate();
    let paths: Vec<(usize, u16)> =
        paths.filter_map(|(player, p)| Some((player, p.checked_sub(1)?))).collect();
    let passed = || paths.iter().map(|(_, path)| &tables.passings[*path as usize]);
    let mut en_passant = cells(passed().fold(CellSet::EMPTY, |all, passing| all | passing.over));
    if !paths.is_empty() && passings(tables, state, &en_passant, status.moved > 0) != paths {
        en_passant.extend(passed().map(|passing| Cell(passing.to)));
    }
    Setup {
        cells: (0..tables.cells).map(|cell| state.piece(cell)).collect(),
        hands,
        turn: Some(Player(status.turn)),
        castling,
        gates: cells(state.gates),
        en_passant,
        checks: game.checked().rules.checks.map(|_| status.checks[..players].to_vec()),
        unmoved: tables.rules.unmoved.then(|| cells(state.unmoved)),
        halfmoves: status.halfmoves,
        round: status.ply / players as u16 + 1,
        out: {
            let mut out: Vec<Player> =
                (0..players as u8).map(Player).filter(|p| state.seats.left[p.index()] != 0).collect();
            out.sort_by_key(|p| state.seats.left[p.index()]);
            out
        },
        drawn: (0..players as u8).map(Player).filter(|p| state.seats.drawn >> p.0 & 1 != 0).collect(),
        points: match game.checked().rules.points {
            Some(_) => state.seats.points[..players].to_vec(),
            None => Vec::new(),
        },
        moved: status.moved,
        memory: state.memory[..tables.memory].to_vec(),
    }
}

//! Setup ⇄ state: what a text says, checked against the rules.

use super::SetupError;
use crate::cell::{Cell, NEUTRAL, PieceType, Player};
use crate::compile::game::Game;
use crate::compile::tables::Tables;
use crate::definition::Royal;
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::rule::elimination::Army;
use crate::rule::{castling, drops, en_passant, gating, promotion};
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
    drops::set_up(game, tables, setup, &mut state).map_err(SetupError)?;
    castling::set_up(tables, setup, &mut state);
    gating::set_up(tables, setup, &mut state);
    if tables.rules.unmoved {
        state.marks.unmoved = match &setup.unmoved {
            Some(cells) => cells.iter().copied().collect::<CellSet<W>>() & state.occupied,
            None => unmoved(game, tables, &state),
        };
    }
    state.memory = game.checked().memory.defaults();
    for (byte, given) in state.memory[..tables.memory].iter_mut().zip(&setup.memory) {
        *byte = *given;
    }
    state.status.moved = setup.moved.min(game.checked().rules.most_moves() - 1);
    state.status.halfmoves = setup.halfmoves;
    let before = setup.round.max(1) - 1;
    state.status.ply = before.saturating_mul(tables.players as u16).saturating_add(u16::from(turn.0));
    en_passant::set_up(tables, &mut state, &setup.en_passant);
    state.status.hash = tables.hash_afresh(&state);
    tables.set_up_seats(setup, &mut state);
    tables.judge_setup(&mut state);
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
        let moves = owner != NEUTRAL && !inherits;
        if moves && promotion::must_have(game, tables, owner.index(), kind.index(), cell) {
            let (name, at) = (&game.types()[kind.index()].name, game.board().name(Cell(cell as u8)));
            return wrong(format!("the {name} on {at} would have promoted"));
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
    let losable = tables.explodes() || game.checked().rules.check.ignored || tables.players > 2;
    for (player, (name, start)) in game.players().iter().zip(&start).enumerate() {
        for (kind, info) in game.types().iter().enumerate().filter(|(_, t)| t.royal == Royal::Yes) {
            let (has, had) = (state.of(player, kind).len(), usize::from(start[kind]));
            if has < had.min(1) && !losable {
                return wrong(format!("{name} has no {}", info.name));
            }
            if has > had && !promotion::becomes(tables, PieceType(kind as u8)) {
                let at_most = if had == 0 { "none".to_owned() } else { format!("at most {had}") };
                return wrong(format!("{name} has {has} of type {}, {at_most} is possible", info.name));
            }
        }
    }
    Ok(())
}

/// Pieces on cells where one of their kind begins.
fn unmoved<const W: usize>(game: &Game, tables: &Tables<W>, state: &State<W>) -> CellSet<W> {
    let same = |cell: &usize| game.start().cells[*cell] == state.piece(*cell);
    (0..tables.cells).filter(same).map(|c| Cell(c as u8)).collect::<CellSet<W>>() & state.occupied
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
    if tables.explodes() && had_royal && tables.royal_pieces(state, turn).is_empty() {
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
    Setup {
        cells: (0..tables.cells).map(|cell| state.piece(cell)).collect(),
        hands: drops::hands(tables, state),
        turn: Some(Player(status.turn)),
        castling: castling::rights(state, players),
        gates: cells(state.marks.gates),
        en_passant: en_passant::cells(tables, state),
        unmoved: tables.rules.unmoved.then(|| cells(state.marks.unmoved)),
        halfmoves: status.halfmoves,
        round: status.ply / players as u16 + 1,
        out: state.seats.out(players),
        together: state.seats.together(players),
        drawn: state.seats.drawn(players),
        points: match game.checked().rules.points {
            Some(_) => state.seats.points[..players].to_vec(),
            None => Vec::new(),
        },
        moved: status.moved,
        memory: state.memory[..tables.memory].to_vec(),
    }
}

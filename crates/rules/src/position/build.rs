//! Setup ⇄ state: what a text says, checked against the rules.

use super::SetupError;
use crate::cell::{Cell, NEUTRAL, PieceType, Player};
use crate::compile::game::Game;
use crate::compile::tables::Tables;
use crate::definition::Royal;
use crate::position::setup::Setup;
use crate::position::state::{State, UNMOVED};
use crate::rule::RULES;
use crate::rule::parts::{AnyParts, PartsOf, Placing};
use crate::set::CellSet;

fn wrong<T>(reason: String) -> Result<T, SetupError> {
    Err(SetupError(reason))
}

/// The state of a setup, if it can be one.
pub(super) fn state<const W: usize>(
    game: &Game,
    tables: &Tables<W>,
    setup: &Setup,
) -> Result<State<W>, SetupError>
where
    AnyParts: PartsOf<W>,
{
    let at = Placing { game, tables };
    let mut state = State::empty(tables.players);
    place(&at, setup, &mut state)?;
    let turn = setup.turn.unwrap_or(Player(0));
    if turn.index() >= tables.players {
        return wrong(format!("there are only {} players", tables.players));
    }
    state.status.turn = turn.0;
    count_royals(game, tables, setup, &state)?;
    if tables.rules.unmoved {
        state.marks.0[UNMOVED] = match &setup.unmoved {
            Some(cells) => cells.iter().copied().collect::<CellSet<W>>() & state.occupied,
            None => unmoved(game, tables, &state),
        };
    }
    state.memory = game.checked().memory.defaults();
    let limits = game.checked().memory.limits();
    for ((byte, given), most) in state.memory[..tables.memory].iter_mut().zip(&setup.memory).zip(limits) {
        *byte = (*given).min(most);
    }
    state.status.moved = setup.moved.min(game.checked().rules.most_moves() - 1);
    state.status.halfmoves = setup.halfmoves;
    let before = setup.round.max(1) - 1;
    state.status.ply = before.saturating_mul(tables.players as u16).saturating_add(u16::from(turn.0));
    for rule in RULES {
        rule.parts.of_width().set_up(&at, setup, &mut state).map_err(SetupError)?;
    }
    state.status.hash = tables.hash_afresh(&state);
    tables.judge_setup(&mut state);
    tables.settle_setup(&mut state);
    nobody_left_in_check(game, tables, &state)?;
    Ok(state)
}

fn place<const W: usize>(at: &Placing<'_, W>, setup: &Setup, state: &mut State<W>) -> Result<(), SetupError>
where
    AnyParts: PartsOf<W>,
{
    let Placing { game, tables } = at;
    if setup.cells.len() != tables.cells {
        return wrong(format!("the board has {} cells, not {}", tables.cells, setup.cells.len()));
    }
    for (cell, &piece) in setup.cells.iter().enumerate() {
        if piece.is_none() {
            continue;
        }
        let (owner, kind) = (piece.owner(), piece.kind());
        if kind.index() >= tables.types || owner.index() >= tables.players && owner != NEUTRAL {
            return wrong(format!(
                "nothing like the piece on {} exists",
                game.board().name(Cell(cell as u16))
            ));
        }
        if owner != NEUTRAL {
            let mut rules = RULES.iter().map(|rule| rule.parts.of_width());
            let barred = rules.find_map(|rule| rule.cannot_stand(at, piece, Cell(cell as u16)));
            let foreign = game.types()[kind.index()].owners >> owner.index() & 1 == 0;
            let barred = barred.or(foreign.then_some("is no piece that this player can have"));
            if let Some(why) = barred.or(tables.walls.has(kind.index()).then_some("belongs to nobody")) {
                let (name, cell) = (&game.types()[kind.index()].name, game.board().name(Cell(cell as u16)));
                return wrong(format!("the {name} on {cell} {why}"));
            }
        }
        state.put(cell, piece);
    }
    Ok(())
}

fn count_royals<const W: usize>(
    game: &Game,
    tables: &Tables<W>,
    setup: &Setup,
    state: &State<W>,
) -> Result<(), SetupError> {
    let start = game.checked().counts(game.start());
    let losable = tables.explodes() || game.checked().rules.check.ignored || tables.players > 2;
    for (player, (name, start)) in game.players().iter().zip(&start).enumerate() {
        for (kind, info) in game.types().iter().enumerate().filter(|(_, t)| t.royal == Royal::Yes) {
            let hand = setup.hands.get(player).into_iter().flatten();
            let held: usize =
                hand.filter(|(held, _)| held.index() == kind).map(|(_, count)| usize::from(*count)).sum();
            let (has, had) = (state.of(player, kind).len() + held, usize::from(start[kind]));
            if has < had.min(1) && !losable {
                return wrong(format!("{name} has no {}", info.name));
            }
            if has > had && !tables.become_type(PieceType(kind as u8)) {
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
    (0..tables.cells).filter(same).map(|c| Cell(c as u16)).collect::<CellSet<W>>() & state.occupied
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
    let is_royal = |(kind, _): &(usize, &u16)| game.types()[*kind].royal != Royal::No;
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
            game.board().name(Cell(cell as u16)),
            game.players()[1 - waiting],
        )),
        None => Ok(()),
    }
}

/// The state as data.
pub(super) fn setup<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Setup
where
    AnyParts: PartsOf<W>,
{
    let status = &state.status;
    let players = tables.players;
    let cells = |set: CellSet<W>| set.into_iter().map(|c| Cell(c as u16)).collect::<Vec<_>>();
    let mut setup = Setup {
        cells: (0..tables.cells).map(|cell| state.piece(cell)).collect(),
        turn: Some(Player(status.turn)),
        unmoved: tables.rules.unmoved.then(|| cells(state.marks.unmoved())),
        halfmoves: status.halfmoves,
        round: status.ply / players as u16 + 1,
        moved: status.moved,
        memory: state.memory[..tables.memory].to_vec(),
        ..Setup::default()
    };
    RULES.iter().for_each(|rule| rule.parts.of_width().tell(tables, state, &mut setup));
    setup
}

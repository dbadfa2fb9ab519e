//! What several tests share: dice, games, positions at random.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod board_xml;
pub mod exotic;
mod further;
pub mod many;
mod singular;
pub mod varied;

use chatura_rules::definition::{Definition, Royal};
use chatura_rules::random::Random;
use chatura_rules::{Cell, Game, Line, NEUTRAL, Piece, PieceType, Player, Position, Setup};
use std::sync::Arc;

/// A game with its definition.
pub struct Subject {
    pub name: String,
    pub game: Arc<Game>,
    pub definition: Definition,
}

/// A game of the catalogue; its variables are drawn from the seed.
pub fn catalogue_game(name: &str, seed: u64) -> Subject {
    let definition = chatura_define::definition(name, &[], seed).unwrap();
    let game = chatura_define::load(name, &[], seed).unwrap();
    Subject { name: name.to_owned(), game, definition }
}

/// A game written down in a test.
pub fn text_game(name: &str, text: &str) -> Subject {
    let game = chatura_define::load_text(text, name, &[], 0)
        .unwrap_or_else(|error| panic!("{name}: {:#?}", error.findings()));
    let definition = chatura_define::catalogue::definition_of_text(text, name, &[], 0).unwrap();
    Subject { name: name.to_owned(), game, definition }
}

/// The names of every game of the catalogue for two players.
pub fn catalogue_names() -> Vec<String> {
    let two = chatura_define::catalogue::list().iter().filter(|entry| entry.players == 2);
    two.map(|entry| entry.about.id.clone()).collect()
}

/// Every other game for two players of the catalogue and the exotic ones, from the first or from the second.
pub fn half_of_the_subjects(share: usize) -> impl Iterator<Item = Subject> {
    let known = catalogue_names().into_iter().map(|name| (name, None));
    let exotic = exotic::GAMES.iter().map(|(name, text)| ((*name).to_owned(), Some(*text)));
    known.chain(exotic).skip(share).step_by(2).map(move |(name, text)| match text {
        Some(text) => text_game(&name, text),
        None => catalogue_game(&name, share as u64),
    })
}

/// The names of every game of the catalogue for more than two.
pub fn many_names() -> Vec<String> {
    let many = chatura_define::catalogue::list().iter().filter(|entry| entry.players > 2);
    many.map(|entry| entry.about.id.clone()).collect()
}

/// Every game of the catalogue for more than two, and small ones.
pub fn many_subjects() -> Vec<Subject> {
    let mut all: Vec<Subject> = many_names().iter().map(|name| catalogue_game(name, 0)).collect();
    all.extend(many::games().iter().map(|(name, text)| text_game(name, text)));
    all
}

/// A line of random moves.
pub fn random_line(game: &Arc<Game>, dice: &mut Random, length: usize) -> Line {
    let mut line = Line::new(Position::start(game));
    while line.moves().len() < length && line.outcome().is_none() {
        let moves = line.position().legal_moves();
        line.play_unchecked(*dice.pick(&moves));
    }
    line
}

/// A position with few pieces anywhere; `None` if the one drawn is impossible.
pub fn sparse(game: &Arc<Game>, dice: &mut Random) -> Option<Position> {
    let start = game.start();
    let mut setup = Setup {
        cells: vec![Piece::NONE; game.board().len()],
        hands: vec![Vec::new(), Vec::new()],
        turn: Some(Player(dice.below(2) as u8)),
        round: 1,
        ..Setup::default()
    };
    // At times the kings and those they castle with stay at home.
    let at_home = !start.castling.is_empty() && dice.below(2) == 0;
    for (index, piece) in start.cells.iter().enumerate().filter(|(_, piece)| piece.is_some()) {
        let royal = game.types()[piece.kind().index()].royal != Royal::No;
        let partner = start.castling.iter().any(|(_, cell)| cell.index() == index);
        let king = royal || game.types()[piece.kind().index()].name == "king";
        if at_home && (king || partner) {
            setup.cells[index] = *piece;
        } else if royal || king && dice.below(2) == 0 {
            let cell = dice.below(setup.cells.len());
            setup.cells[cell] = *piece;
        }
    }
    if at_home {
        setup.castling.clone_from(&start.castling);
    }
    let others: Vec<usize> =
        (0..game.types().len()).filter(|kind| game.types()[*kind].royal == Royal::No).collect();
    for _ in 0..2 + dice.below(12) {
        let cell = dice.below(setup.cells.len());
        if setup.cells[cell].is_none() {
            let (player, kind) = (Player(dice.below(2) as u8), *dice.pick(&others));
            // Walls are nobody's.
            let owner = if game.types()[kind].wall { NEUTRAL } else { player };
            setup.cells[cell] = Piece::new(owner, PieceType(kind as u8));
        }
    }
    if game.has_hands() {
        let held: Vec<PieceType> = (0..game.types().len())
            .map(|kind| PieceType(kind as u8))
            .filter(|kind| {
                let info = &game.types()[kind.index()];
                info.royal == Royal::No && !info.wall && info.demoted == *kind
            })
            .collect();
        for _ in 0..dice.below(4) {
            setup.hands[dice.below(2)].push((*dice.pick(&held), 1));
        }
        for hand in &mut setup.hands {
            hand.sort();
            hand.dedup_by_key(|(kind, _)| *kind);
        }
    }
    Position::new(game, &setup).ok()
}

/// A position for more than two with few pieces anywhere. Some players may be out already, and some pieces dead.
pub fn scattered(game: &Game, dice: &mut Random) -> Setup {
    let players = game.players().len();
    let mut cells = vec![Piece::NONE; game.board().len()];
    let kinds = |royal: bool| -> Vec<PieceType> {
        let is_royal = |kind: &usize| (game.types()[*kind].royal != Royal::No) == royal;
        (0..game.types().len()).filter(is_royal).map(|kind| PieceType(kind as u8)).collect()
    };
    let mut living: Vec<usize> = (0..players).collect();
    while living.len() > 2 && dice.below(4) == 0 {
        living.remove(dice.below(living.len()));
    }
    let put = |cells: &mut Vec<Piece>, dice: &mut Random, piece: Piece| {
        let free: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell].is_none()).collect();
        if let [_, ..] = free[..] {
            cells[*dice.pick(&free)] = piece;
        }
    };
    for player in &living {
        for kind in kinds(true) {
            put(&mut cells, dice, Piece::new(Player(*player as u8), kind));
        }
    }
    let (others, most) = (kinds(false), game.board().len() / 4);
    for _ in 0..2 + dice.below(most) {
        let owner = match dice.below(6) {
            0 => NEUTRAL,
            _ => Player(*dice.pick(&living) as u8),
        };
        let kind = *dice.pick(&others);
        put(&mut cells, dice, Piece::new(owner, kind));
    }
    Setup {
        cells,
        turn: Some(Player(*dice.pick(&living) as u8)),
        round: 1,
        out: (0..players as u8).map(Player).filter(|p| !living.contains(&p.index())).collect(),
        ..Setup::default()
    }
}

/// The cell of a name.
pub fn cell(game: &Game, name: &str) -> Cell {
    game.board().cell(name).unwrap_or_else(|| panic!("a cell {name}"))
}

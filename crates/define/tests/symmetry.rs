//! Everybody has the same game: a position turned by one seat, with the pieces and the turn given to the next player,
//! has the same moves, turned, and they lead to the same.

use crate::common::{Subject, many_subjects, scattered};
use chatura_rules::random::Random;
use chatura_rules::{Cell, Move, MoveKind, NEUTRAL, Piece, PieceType, Player, Position, Setup};

/// Turns cells and players by one seat.
struct Turn {
    cells: Vec<Cell>,
    players: usize,
}

impl Turn {
    /// The turn that brings every seat to the next; none if the seats do not follow one another evenly.
    fn of(subject: &Subject) -> Option<Turn> {
        let (game, board) = (&subject.game, subject.game.board());
        let players = game.players().len();
        let cells: Vec<Cell> = (0..board.len()).map(|c| game.view(Player(1), Cell(c as u16))).collect();
        let turn = Turn { cells, players };
        let even = (0..players).all(|player| {
            (0..board.len()).all(|cell| {
                let (here, next) = (Player(player as u8), turn.player(Player(player as u8)));
                turn.cell(game.view(here, Cell(cell as u16))) == game.view(next, Cell(cell as u16))
            })
        });
        even.then_some(turn)
    }

    fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    fn player(&self, player: Player) -> Player {
        match player {
            NEUTRAL => NEUTRAL,
            player => Player((player.0 + 1) % self.players as u8),
        }
    }

    fn piece(&self, piece: Piece) -> Piece {
        if piece.is_none() { piece } else { Piece::new(self.player(piece.owner()), piece.kind()) }
    }

    /// Who is out, and who of them with the one before; those who left at once are told in the order of seats.
    fn leaving(&self, setup: &Setup) -> (Vec<Player>, Vec<Player>) {
        let mut groups: Vec<Vec<Player>> = Vec::new();
        for player in &setup.out {
            match groups.last_mut().filter(|_| setup.together.contains(player)) {
                Some(group) => group.push(self.player(*player)),
                None => groups.push(vec![self.player(*player)]),
            }
        }
        groups.iter_mut().for_each(|group| group.sort());
        let together = groups.iter().flat_map(|group| group[1..].to_vec()).collect();
        (groups.concat(), together)
    }

    fn setup(&self, setup: &Setup) -> Setup {
        let mut turned = setup.clone();
        for (cell, piece) in setup.cells.iter().enumerate() {
            turned.cells[self.cells[cell].index()] = self.piece(*piece);
        }
        turned.turn = setup.turn.map(|player| self.player(player));
        turned.castling = setup.castling.iter().map(|(p, c)| (self.player(*p), self.cell(*c))).collect();
        turned.en_passant = setup.en_passant.iter().map(|c| self.cell(*c)).collect();
        (turned.out, turned.together) = self.leaving(setup);
        turned.drawn = setup.drawn.iter().map(|p| self.player(*p)).collect();
        turned.points.rotate_right(usize::from(!setup.points.is_empty()));
        turned
    }
}

/// What tells moves apart on any side of the board.
type Key = (Cell, Cell, MoveKind, Option<PieceType>);

fn key(mv: &Move) -> Key {
    (mv.from(), mv.to(), mv.kind(), mv.chosen_type())
}

/// The number of the round begins anew with the first seat; the order of lists says nothing.
fn comparable(mut setup: Setup) -> Setup {
    setup.round = 0;
    setup.castling.sort();
    setup.en_passant.sort();
    setup.drawn.sort();
    setup
}

/// Plays a game and the same game one seat on.
fn play(subject: &Subject, turn: &Turn, setup: &Setup, dice: &mut Random) -> usize {
    let Ok(mut here) = Position::new(&subject.game, setup) else { return 0 };
    let mut there = Position::new(&subject.game, &turn.setup(setup)).unwrap();
    if here.outcome().is_some() {
        return 0;
    }
    for ply in 0..80 {
        let turned = turn.setup(&here.setup());
        assert_eq!(comparable(turned), comparable(there.setup()), "{here:?} and {there:?}");
        let moves = here.legal_moves();
        let images: Vec<Key> = moves
            .iter()
            .map(|mv| {
                let (from, to, kind, choice) = key(mv);
                (turn.cell(from), turn.cell(to), kind, choice)
            })
            .collect();
        let (mut expected, mut found) =
            (images.clone(), there.legal_moves().iter().map(key).collect::<Vec<_>>());
        expected.sort();
        found.sort();
        assert_eq!(expected, found, "{here:?} and {there:?}");
        let (outcome, other) = (here.outcome(), there.outcome());
        assert_eq!(outcome.is_some(), other.is_some(), "{here:?}");
        if let (Some(outcome), Some(other)) = (outcome, other) {
            let mut places = outcome.places;
            places.rotate_right(1);
            assert_eq!((places, outcome.reason), (other.places, other.reason), "{here:?}");
            return ply;
        }
        let index = dice.below(moves.len());
        let image = there.legal_moves().into_iter().find(|mv| key(mv) == images[index]).unwrap();
        here.play_unchecked(moves[index]);
        there.play_unchecked(image);
    }
    80
}

#[test]
fn the_start_is_the_same_for_everyone() {
    for subject in many_subjects() {
        let turn = Turn::of(&subject).unwrap_or_else(|| panic!("{}: seats are uneven", subject.name));
        let start = subject.game.start();
        let turned = turn.setup(start);
        assert_eq!(turned.cells, start.cells, "{}", subject.name);
        assert_eq!(comparable(turned).castling, comparable(start.clone()).castling, "{}", subject.name);
    }
}

#[test]
fn turned_positions_have_turned_moves() {
    for subject in many_subjects() {
        let turn = Turn::of(&subject).unwrap();
        let mut dice = Random::named(&subject.name, 1);
        let mut seen = 0;
        for round in 0..40 {
            let setup = match round % 2 {
                0 => subject.game.start().clone(),
                _ => scattered(&subject.game, &mut dice),
            };
            seen += play(&subject, &turn, &setup, &mut dice);
        }
        assert!(seen > 200, "{}: only {seen} positions", subject.name);
    }
}

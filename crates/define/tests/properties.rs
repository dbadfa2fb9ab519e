//! What must hold in every position of every game, whatever was played.

use crate::common::{
    Subject, catalogue_game, catalogue_names, exotic, many, many_names, scattered, sparse, text_game,
};
use chatura_rules::notation::pgn::{games, read_game, write_game};
use chatura_rules::notation::{
    format_fen, format_long, format_move, format_san, parse_fen, parse_move, parse_san,
};
use chatura_rules::random::Random;
use chatura_rules::{Cell, Edit, Line, Move, Piece, PieceType, Player, Position, perft};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::sync::{Arc, OnceLock};

/// How a game is made, and the game once a walk has needed it: no test needs all of them.
struct Late {
    make: Box<dyn Fn() -> Subject + Send + Sync>,
    made: OnceLock<Subject>,
}

impl Late {
    fn new(make: impl Fn() -> Subject + Send + Sync + 'static) -> Late {
        Late { make: Box::new(make), made: OnceLock::new() }
    }

    fn get(&self) -> &Subject {
        self.made.get_or_init(&self.make)
    }
}

/// Every game of the catalogue, and those made for tests.
fn all() -> &'static [Late] {
    static ALL: OnceLock<Vec<Late>> = OnceLock::new();
    ALL.get_or_init(|| {
        let two = catalogue_names().into_iter().map(|name| Late::new(move || catalogue_game(&name, 7)));
        let odd = exotic::GAMES.iter().map(|(name, text)| Late::new(move || text_game(name, text)));
        let more = many_names().into_iter().map(|name| Late::new(move || catalogue_game(&name, 0)));
        let small = many::games().into_iter().map(|(name, text)| Late::new(move || text_game(name, &text)));
        two.chain(odd).chain(more).chain(small).collect()
    })
}

/// A game, whether it begins at the start or somewhere at random, and which moves are played.
#[derive(Clone, Debug)]
struct Walk {
    game: usize,
    seed: u64,
    scattered: bool,
    choices: Vec<u16>,
}

fn walks(length: usize) -> impl Strategy<Value = Walk> {
    let choices = prop::collection::vec(any::<u16>(), 1..length);
    (0..all().len(), 1..u64::MAX, any::<bool>(), choices).prop_map(|(game, seed, scattered, choices)| Walk {
        game,
        seed,
        scattered,
        choices,
    })
}

impl Walk {
    fn subject(&self) -> &'static Subject {
        all()[self.game].get()
    }

    fn start(&self) -> Position {
        let game = &self.subject().game;
        let dice = &mut Random::new(self.seed);
        let anywhere = match (self.scattered, game.players().len()) {
            (false, _) => None,
            (true, 2) => sparse(game, dice),
            (true, _) => Position::new(game, &scattered(game, dice)).ok(),
        };
        anywhere.unwrap_or_else(|| Position::start(game))
    }

    /// Calls back for each position with its legal moves and the one to be played.
    fn each(
        &self,
        mut look: impl FnMut(&mut Line, &[Move], Move) -> Result<(), TestCaseError>,
    ) -> Result<Line, TestCaseError> {
        let mut line = Line::new(self.start());
        for choice in &self.choices {
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(*choice) % moves.len()];
            look(&mut line, &moves, mv)?;
            line.play_unchecked(mv);
        }
        Ok(line)
    }
}

/// So many cases, or as many as `PROPTEST_CASES` says.
fn config(cases: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() }
}

fn show(position: &Position) -> String {
    format!("{position:?}")
}

fn cells(position: &Position) -> Vec<Piece> {
    (0..position.game().board().len()).map(|cell| position.piece(Cell(cell as u16))).collect()
}

fn hands(position: &Position) -> Vec<Vec<i16>> {
    let types = position.game().types().len();
    let hand = |player: u8| {
        (0..types).map(|kind| i16::from(position.in_hand(Player(player), PieceType(kind as u8)))).collect()
    };
    (0..position.game().players().len() as u8).map(hand).collect()
}

/// How many pieces a move puts on the board.
/// Whether pieces turn into walls, so that a wall that comes is a piece that goes.
fn brings_stone(position: &Position) -> bool {
    position.game().describe().iter().any(|rule| rule.contains("turns it into a wall"))
}

fn brought_in(mv: Move) -> usize {
    usize::from(mv.dropped().is_some() || mv.gated().is_some())
}

proptest! {
    #![proptest_config(config(120))]

    /// Undo is the exact inverse of play, over whole games.
    #[test]
    fn undo_takes_everything_back(walk in walks(150)) {
        let mut before = Vec::new();
        let mut line = walk.each(|line, _, _| {
            before.push((line.position().clone(), line.occurrences()));
            Ok(())
        })?;
        while let Some((position, occurrences)) = before.pop() {
            prop_assert!(line.undo().is_some());
            prop_assert!(*line.position() == position, "{} became {}", show(&position), show(line.position()));
            prop_assert_eq!(line.occurrences(), occurrences);
        }
        prop_assert!(line.undo().is_none());
        prop_assert!(*line.position() == walk.start());
    }

    /// Every legal move, played and undone, leaves the position as it was.
    #[test]
    fn every_move_can_be_taken_back(walk in walks(30)) {
        walk.each(|line, moves, _| {
            let before = line.position().clone();
            for mv in moves {
                line.play_unchecked(*mv);
                line.undo();
                prop_assert!(*line.position() == before, "{} {mv:?}", show(&before));
            }
            Ok(())
        })?;
    }

    /// The key kept while playing is the key counted from nothing.
    #[test]
    fn keys_are_kept_right(walk in walks(150)) {
        walk.each(|line, moves, _| {
            prop_assert_eq!(line.position().hash(), line.position().hash_afresh());
            for mv in moves.iter().take(8) {
                let mut next = line.position().clone();
                next.play_unchecked(*mv);
                prop_assert_eq!(next.hash(), next.hash_afresh(), "{} {:?}", show(line.position()), mv);
            }
            Ok(())
        })?;
    }

    /// A position written and read again is the same position.
    #[test]
    fn fen_keeps_everything(walk in walks(100)) {
        walk.each(|line, _, _| {
            let position = line.position();
            let fen = format_fen(position);
            let setup = parse_fen(position.game(), &fen);
            let again = Position::new(position.game(), &setup.unwrap()).unwrap();
            prop_assert_eq!(format_fen(&again), fen);
            prop_assert_eq!(again.hash(), position.hash(), "{}", show(position));
            prop_assert!(again == *position, "{}", show(position));
            Ok(())
        })?;
    }

    /// The changes a move reports lead from the old cells and hands to the new ones.
    #[test]
    fn edits_say_exactly_what_changed(walk in walks(120)) {
        walk.each(|line, moves, _| {
            for mv in moves.iter().step_by(3) {
                let before = line.position().clone();
                let (mut board, mut hand) = (cells(&before), hands(&before));
                let mut next = before.clone();
                let ply = next.play(*mv).unwrap();
                prop_assert_eq!(ply.changes(), before.changes_to(&next), "{} {:?}", show(&before), mv);
                let standing = |board: &[Piece]| board.iter().filter(|piece| piece.is_some()).count();
                // Walls come and go as rules like.
                let walls = |board: &[Piece]| {
                    let wall = |piece: &&Piece| piece.is_some() && before.game().types()[piece.kind().index()].wall;
                    board.iter().filter(wall).count()
                };
                let pieces = |board: &[Piece]| standing(board) - walls(board);
                let turned = walls(&cells(&next)).saturating_sub(walls(&board)) * usize::from(brings_stone(&before));
                let (gone, come) = (ply.captured.len() + ply.disbanded.len() + turned, brought_in(*mv));
                prop_assert_eq!(pieces(&board) + come, pieces(&cells(&next)) + gone, "{} {:?}", show(&before), mv);
                for edit in ply.edits {
                    match edit {
                        Edit::Cell { cell, before: was, after } => {
                            prop_assert_eq!(board[cell.index()], was, "{} {:?}", show(&before), mv);
                            board[cell.index()] = after;
                        }
                        Edit::Hand { player, kind, by } => {
                            hand[player.index()][kind.index()] += i16::from(by);
                        }
                    }
                }
                prop_assert_eq!(&board, &cells(&next), "{} {:?}", show(&before), mv);
                prop_assert_eq!(&hand, &hands(&next), "{} {:?}", show(&before), mv);
            }
            Ok(())
        })?;
    }

    /// Listing, counting, asking for one and asking for a particular one agree.
    #[test]
    fn every_way_to_ask_for_moves_agrees(walk in walks(100)) {
        walk.each(|line, moves, _| {
            let position = line.position();
            prop_assert_eq!(position.count_moves(), moves.len() as u64, "{}", show(position));
            prop_assert_eq!(perft(position, 1), moves.len() as u64, "{}", show(position));
            prop_assert_eq!(position.has_moves(), !moves.is_empty());
            let mut sorted = moves.to_vec();
            sorted.sort();
            sorted.dedup();
            prop_assert_eq!(sorted.len(), moves.len(), "a move is listed twice: {}", show(position));
            for mv in moves {
                prop_assert!(position.is_legal(*mv), "{} {mv:?}", show(position));
            }
            Ok(())
        })?;
    }

    /// What is not in the list is not legal.
    #[test]
    fn other_moves_are_refused(walk in walks(30), bits in any::<u64>(), kind in 0..10u64) {
        walk.each(|line, moves, _| {
            let count = line.position().game().board().len();
            // Of a number's lowest twelve bits the kind is the last digit, to the base of ten; types and choices follow.
            let wild = Move::from_bits((bits & !4095) + kind + 10 * (bits % 195)).unwrap();
            let plain = Move::step(wild.from().index() % count, wild.to().index() % count);
            let near = Move::from_bits(plain.to_bits() + kind).unwrap();
            prop_assert_eq!(wild.kind(), near.kind());
            for mv in [wild, near].into_iter().chain(Move::from_bits(bits)) {
                prop_assert_eq!(line.position().is_legal(mv), moves.contains(&mv));
            }
            Ok(())
        })?;
    }

    /// Counting two moves deep is the sum over the first moves.
    #[test]
    fn perft_is_a_sum(walk in walks(24)) {
        let line = walk.each(|_, _, _| Ok(()))?;
        let position = line.position();
        let mut sum = 0;
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            sum += next.legal_moves().len() as u64;
        }
        prop_assert_eq!(perft(position, 2), sum, "{}", show(position));
    }

    /// A position that is set up from its data plays on like the one that was reached.
    #[test]
    fn a_position_holds_no_history(walk in walks(80)) {
        let line = walk.each(|_, _, _| Ok(()))?;
        let position = line.position();
        let again = Position::new(position.game(), &position.setup()).unwrap();
        prop_assert_eq!(again.legal_moves(), position.legal_moves());
        prop_assert_eq!(again.outcome().is_some(), position.outcome().is_some());
        // How players left a game for more than two that is over cannot be seen any more.
        if position.game().players().len() == 2 || position.outcome().is_none() {
            prop_assert!(again == *position, "{}", show(position));
            prop_assert_eq!(again.outcome(), position.outcome());
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    /// Every legal move is read again from its coordinates, its SAN and its long form.
    #[test]
    fn moves_survive_every_notation(walk in walks(12)) {
        walk.each(|line, moves, _| {
            let position = line.position();
            for &mv in moves {
                let text = format_move(position, mv);
                prop_assert_eq!(parse_move(position, &text).ok(), Some(mv), "{} {}", show(position), text);
                let san = format_san(position, mv);
                prop_assert_eq!(parse_san(position, &san).ok(), Some(mv), "{} {}", show(position), san);
                let long = format_long(position, mv);
                prop_assert_eq!(parse_san(position, &long).ok(), Some(mv), "{} {}", show(position), long);
            }
            let mut texts: Vec<String> = moves.iter().map(|mv| format_san(position, *mv)).collect();
            texts.sort();
            texts.dedup();
            prop_assert_eq!(texts.len(), moves.len(), "{}", show(position));
            Ok(())
        })?;
    }

    /// A game written as PGN and read again is the same game.
    #[test]
    fn games_survive_as_pgn(walk in walks(80)) {
        let line = walk.each(|_, _, _| Ok(()))?;
        let text = write_game(&line, &[]).to_string();
        let pgn = games(&text).next().unwrap().unwrap();
        let game = Arc::clone(line.position().game());
        let record = match read_game(|_| Some(Arc::clone(&game)), &pgn) {
            Ok(record) => record,
            Err(error) => return Err(TestCaseError::fail(format!("{error}\n{text}"))),
        };
        let again = record.line();
        prop_assert_eq!(again.moves(), line.moves());
        prop_assert!(again.position() == line.position(), "{text}");
        prop_assert_eq!(pgn.result, line.outcome().map_or("*".to_owned(), |outcome| outcome.result()));
    }

    /// A game that is over has no moves, or was ended by something else than being stuck.
    #[test]
    fn outcomes_and_moves_fit(walk in walks(200)) {
        walk.each(|line, moves, _| {
            let outcome = line.position().outcome();
            prop_assert!(!moves.is_empty() || outcome.is_some());
            if let Some(outcome) = outcome {
                prop_assert_eq!(outcome.standings.len(), line.position().game().players().len());
            }
            prop_assert!(line.claimable().is_none() || line.outcome().is_none());
            Ok(())
        })?;
    }
}

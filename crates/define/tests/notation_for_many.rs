//! Notation in games for more than two: positions, moves and whole games, there and back.

mod common;

use common::{Dice, Subject, catalogue_game, text_game};
use rules::notation::pgn::{games, read_game, write_game};
use rules::notation::{
    MoveError, format_fen, format_fen4, format_long, format_move, format_san, fuzz, parse_fen, parse_move,
    parse_san,
};
use rules::{Game, Line, Move, MoveKind, Player, Position};
use std::sync::Arc;

/// Rules that change what has to be written down.
const VARIANTS: [(&str, &str); 7] = [
    ("first", "extends = \"three-player\"\nend.elimination = { until = \"first\" }"),
    ("removed", "extends = \"three-player\"\nend.elimination = { army = \"removed\", stalemate = \"draw\" }"),
    (
        "inherited",
        "extends = \"four-player\"\nend.elimination = { army = \"inherited\", stalemate = \"skip\" }",
    ),
    ("reckless", "extends = \"four-player\"\nrules.check = \"ignored\""),
    ("draws", "extends = \"chaturaji\"\nend.elimination = { stalemate = \"draw\" }"),
    ("triple", "extends = \"four-player-teams\"\nrules.moves-per-turn = 3"),
    ("house", "extends = \"three-man\"\nrules.drops = { zones = { pawn = \"ranks 2-4\" } }"),
];

fn subjects() -> Vec<Subject> {
    let many = define::catalogue::list().iter().filter(|entry| entry.players > 2);
    let mut all: Vec<Subject> = many.map(|entry| catalogue_game(&entry.about.id, 0)).collect();
    all.extend(VARIANTS.iter().map(|(name, text)| text_game(name, text)));
    all
}

/// Moves at random, captures preferred so that players come to be out; now and then somebody leaves.
fn walk(game: &Arc<Game>, dice: &mut Dice, length: usize, mut look: impl FnMut(&Line)) -> Line {
    let mut line = Line::new(Position::start(game));
    while line.moves().len() < length && line.outcome().is_none() {
        look(&line);
        let position = line.position();
        let playing: Vec<Player> = position.playing().collect();
        let moves = position.legal_moves();
        let captures: Vec<Move> =
            moves.iter().copied().filter(|mv| position.piece(mv.to).is_some()).collect();
        let mv = match dice.below(80) {
            0 => Move::resign(*dice.pick(&playing)),
            1 => Move::time_out(*dice.pick(&playing)),
            2..=50 if !captures.is_empty() => *dice.pick(&captures),
            _ => *dice.pick(&moves),
        };
        line.play(mv);
    }
    line
}

fn read(game: &Arc<Game>, fen: &str) -> Position {
    let setup = parse_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::new(game, &setup).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn positions_survive_as_fen() {
    let mut dice = Dice(3);
    for Subject { name, game, .. } in subjects() {
        for _ in 0..8 {
            let line = walk(&game, &mut dice, 250, |line| {
                let position = line.position();
                let fen = format_fen(position);
                let again = read(&game, &fen);
                assert_eq!(format_fen(&again), fen, "{name}");
                assert_eq!(again.setup(), position.setup(), "{name} {fen}");
                assert_eq!(again.hash(), position.hash(), "{name} {fen}");
                assert!(again == *position, "{name} {fen}");
            });
            // Why it ended is not written, but that it did, and for whom it went well.
            let position = line.position();
            let again = read(&game, &format_fen(position));
            assert_eq!(again.setup(), position.setup(), "{name} {position:?}");
            let over = position.outcome();
            assert_eq!(again.outcome().is_some(), over.is_some(), "{name} {position:?}");
            let points = |outcome: rules::Outcome| outcome.points;
            assert_eq!(again.outcome().and_then(points), over.and_then(points), "{name} {position:?}");
        }
    }
}

#[test]
fn moves_survive_every_notation() {
    let mut dice = Dice(4);
    for Subject { name, game, .. } in subjects() {
        let mut count = 0;
        walk(&game, &mut dice, 160, |line| {
            count += 1;
            if count % 4 != 1 {
                return;
            }
            let position = line.position();
            let mut seen: Vec<String> = Vec::new();
            for mv in position.legal_moves() {
                let [text, san, long] = [format_move, format_san, format_long].map(|f| f(position, mv));
                assert_eq!(parse_move(position, &text), Ok(mv), "{name} {position:?} {text}");
                assert_eq!(parse_san(position, &san), Ok(mv), "{name} {position:?} {san}");
                assert_eq!(parse_san(position, &long), Ok(mv), "{name} {position:?} {long}");
                seen.push(san);
            }
            let all = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), all, "{name} {position:?}");
        });
    }
}

#[test]
fn games_survive_as_pgn() {
    let mut dice = Dice(5);
    for Subject { name, game, .. } in subjects() {
        for _ in 0..4 {
            let line = walk(&game, &mut dice, 200, |_| ());
            let written = write_game(&line, &[]);
            let text = written.to_string();
            let pgn = games(&text).next().unwrap().unwrap();
            assert_eq!(pgn, written, "{name}\n{text}");
            let record = read_game(|_| Some(Arc::clone(&game)), &pgn)
                .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert_eq!(record.line().moves(), line.moves(), "{name}");
            assert!(record.line().position() == line.position(), "{name}\n{text}");
        }
    }
}

#[test]
fn everybody_can_castle_and_says_so() {
    for name in ["four-player", "four-player-teams", "three-player", "three-man"] {
        let game = define::load(name, &[], 0).unwrap();
        let start = Position::start(&game);
        let mut setup = start.setup();
        let rights = setup.castling.clone();
        assert_eq!(rights.len(), 2 * game.players().len(), "{name}");
        // Pawns, kings and rooks alone.
        let kind = |letter: &str| game.types().iter().position(|info| info.letter == letter).unwrap();
        for piece in &mut setup.cells {
            if piece.is_some() && ![kind("P"), kind("K"), kind("R")].contains(&piece.kind().index()) {
                *piece = rules::Piece::NONE;
            }
        }
        for player in 0..game.players().len() {
            setup.turn = Some(Player(player as u8));
            let position = read(&game, &format_fen(&Position::new(&game, &setup).unwrap()));
            let fen = format_fen(&position);
            assert_eq!(position.setup().castling, rights, "{name} {fen}");
            let castles: Vec<Move> =
                position.legal_moves().into_iter().filter(|mv| mv.kind == MoveKind::Castle).collect();
            let san = |mv: &Move| format_san(&position, *mv).trim_end_matches('+').to_owned();
            let mut sans: Vec<String> = castles.iter().map(san).collect();
            sans.sort();
            assert_eq!(sans, ["O-O", "O-O-O"], "{name} {fen}");
            // Without one of them the others keep theirs.
            for lost in 0..rights.len() {
                let mut fewer = setup.clone();
                fewer.castling.remove(lost);
                let position = Position::new(&game, &fewer).unwrap();
                assert_eq!(read(&game, &format_fen(&position)).setup().castling, fewer.castling, "{name}");
            }
        }
    }
}

//! SAN: moves as people write them.
//!
//! - `e4`, `Nf3`, `exd5`, `Rad1`, `e8=Q`, `O-O`, `P@h3`; the type of letter `P` is left out except in drops;
//! - several pieces that could legally go there are told apart by file, else by rank, else by cell;
//! - turning into the marked form is `+` right behind the cell (`Rh3+`), back from it `-`; a piece that could but
//!   does not has `=` there; a mark of check comes after that;
//! - `Nf3/H` brings a piece out of the hand onto the cell left, `R*e5` removes one from afar, `Ka3&b2` clears `b2`
//!   on the way where other ways lead to the same cell, `--` passes;
//! - `O-O` is castling with the partner on the higher file; where the king may choose how far to go, the cell it
//!   goes to follows: `O-Oi1`. A piece out of the hand comes onto the cell named behind it: `O-O/He1`;
//! - `+` attacks a royal piece of the player whose turn comes, of more than two of any opponent; `#` ends the game
//!   with a winner or puts an opponent out, by checkmate or otherwise;
//! - `b-resigns`, `b-timeout`: a player leaves, by its mark, whoever's turn it is.

mod read;

use super::context::MoveContext;
use super::error::MoveError;
use super::language::{file_of, rank_of};
use super::spelling::Notation;
use crate::cell::{PieceType, Player};
use crate::position::Position;
use crate::position::moves::{Move, MoveKind};
use crate::position::outcome::{Outcome, Standing};

/// Writes a legal move, or that a player leaves.
pub fn format_san(position: &Position, mv: Move) -> String {
    let context = MoveContext::of(position);
    write(&context, mv, Style::Short) + &context.short_choice(mv) + check_mark(position, mv)
}

/// Writes a legal move with the cell it starts from: `Ng1-f3`.
pub fn format_long(position: &Position, mv: Move) -> String {
    let context = MoveContext::of(position);
    write(&context, mv, Style::Long) + &context.short_choice(mv) + check_mark(position, mv)
}

/// Reads a legal move, written short or long; marks of check and judgement may be missing or wrong.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, MoveError> {
    read(&MoveContext::of(position), text)
}

pub(super) fn read(context: &MoveContext<'_>, text: &str) -> Result<Move, MoveError> {
    read::read(context, text)
}

/// How much of the origin is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Short,
    Long,
}

pub(super) fn check_mark(position: &Position, mv: Move) -> &'static str {
    if mv.is_leaving() || !position.is_legal(mv) {
        return "";
    }
    let us = position.turn();
    let mut after = position.clone();
    after.play_unchecked(mv);
    let left = |player: &Player| *player != us && !after.playing().any(|playing| playing == *player);
    let ends = match position.game().players().len() {
        1 | 2 => after.outcome().is_some_and(|outcome| outcome.winner().is_some()),
        _ => {
            let won = |outcome: Outcome| outcome.standings[us.index()] == Standing::Win;
            position.playing().any(|player| left(&player)) || after.outcome().is_some_and(won)
        }
    };
    let checks = match position.game().players().len() {
        _ if position.game().checked().rules.check.ignored => false,
        1 | 2 => !after.attacked_royals(after.turn()).is_empty(),
        _ => after.gives_check(us),
    };
    match (ends, checks) {
        (true, _) => "#",
        (false, true) => "+",
        (false, false) => "",
    }
}

/// What a hand writes a move with.
pub(super) struct Hand<'w> {
    /// The sign of capture.
    pub capture: &'w str,
    /// What stands before the type promoted to.
    pub promotion: &'w str,
    /// Whether pawns have their letter.
    pub pawns: bool,
    /// What a type is called.
    pub letter: &'w dyn Fn(PieceType) -> String,
}

/// The text without a mark of check.
fn write(context: &MoveContext<'_>, mv: Move, style: Style) -> String {
    let letter = |kind: PieceType| context.language.letter(kind).to_owned();
    let hand = Hand { capture: "x", promotion: "=", pawns: false, letter: &letter };
    written(context, mv, style, &hand)
}

/// The same in another hand, with a mark of what a rule lets one choose.
pub(super) fn write_by(context: &MoveContext<'_>, mv: Move, is_long: bool, hand: &Hand<'_>) -> String {
    written(context, mv, if is_long { Style::Long } else { Style::Short }, hand) + &context.short_choice(mv)
}

fn written(context: &MoveContext<'_>, mv: Move, style: Style, hand: &Hand<'_>) -> String {
    let spelling = mv.spelling();
    if let Some(whole) = spelling.whole(context, mv, Notation::San) {
        let dropped = if mv.kind == MoveKind::Drop {
            whole.strip_prefix(context.language.letter(mv.piece))
        } else {
            None
        };
        return match dropped {
            Some(rest) => (hand.letter)(mv.piece) + rest,
            None => whole,
        };
    }
    let letter = match context.mover(mv) {
        "P" if !hand.pawns => String::new(),
        _ => (hand.letter)(context.piece(mv.from).kind()),
    };
    let mark = match (spelling.mark(), context.is_capture(mv), style) {
        (Some(mark), ..) => mark,
        (None, true, _) => hand.capture,
        (None, false, Style::Long) => "-",
        (None, false, Style::Short) => "",
    };
    let from = match style {
        Style::Long => context.language.name(mv.from),
        Style::Short => origin(context, mv),
    };
    let to = context.language.name(mv.to);
    let suffix = spelling.suffix(context, mv, Notation::San);
    let suffix =
        match mv.chosen_type().and_then(|kind| Some((kind, suffix.strip_suffix(context.chosen_letter(mv))?)))
        {
            Some((kind, sign)) => {
                let marks =
                    context.chosen_letter(mv).strip_prefix(context.language.letter(kind)).unwrap_or_default();
                let sign = if sign == "=" { hand.promotion } else { sign };
                format!("{sign}{}{marks}", (hand.letter)(kind))
            }
            None => suffix,
        };
    format!("{letter}{from}{mark}{to}{suffix}{}", context.way_mark(mv))
}

/// As much of the origin as tells it from other legal moves; a pawn that takes always shows its file.
fn origin<'a>(context: &MoveContext<'a>, mv: Move) -> &'a str {
    let name = context.language.name(mv.from);
    let letter = context.mover(mv);
    let mark = mv.spelling().mark();
    // Who could be meant by the same text.
    let meant = |other: &Move| {
        let spelling = other.spelling();
        spelling.goes_to(*other, mv.to, mark, false) && !spelling.yields(mark)
    };
    let rivals: Vec<&str> = context
        .legal()
        .iter()
        .filter(|other| other.to == mv.to && other.from != mv.from && meant(other))
        .filter(|other| context.mover(**other) == letter)
        .map(|other| context.language.name(other.from))
        .collect();
    let pawn_takes = letter == "P" && context.is_capture(mv);
    if rivals.is_empty() && !pawn_takes {
        return "";
    }
    let unique = |part: &Option<&str>, of: fn(&str) -> Option<&str>| {
        part.is_some() && rivals.iter().all(|rival| of(rival) != *part)
    };
    let (file, rank) = (file_of(name), rank_of(name));
    if unique(&file, file_of) {
        file.unwrap_or(name)
    } else if unique(&rank, rank_of) && !pawn_takes {
        rank.unwrap_or(name)
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::samples::{Sample, chess, sample};
    use super::*;

    fn step(sample: &Sample, from: &str, to: &str) -> Move {
        Move::step(sample.board.cell(from).unwrap().index(), sample.board.cell(to).unwrap().index())
    }

    /// Every move is written as said and read back, short and long.
    fn round_trips(context: &MoveContext<'_>, expected: &[(Move, &str)]) {
        for (mv, text) in expected {
            assert_eq!(write(context, *mv, Style::Short), *text);
            assert_eq!(read::read(context, text), Ok(*mv), "{text}");
            let long = write(context, *mv, Style::Long);
            assert_eq!(read::read(context, &long), Ok(*mv), "{long}");
        }
    }

    #[test]
    fn pieces_are_told_apart_by_file_then_rank_then_cell() {
        let sample = chess();
        let fen = "8/8/3p4/4P3/Q6Q/N7/8/Q5N1 w";
        let to = |from: &str, to: &str| step(&sample, from, to);
        let queens = [to("a4", "d1"), to("a1", "d1"), to("h4", "d1")];
        let mut legal = queens.to_vec();
        legal.extend([to("g1", "f3"), to("e5", "d6"), to("e5", "e6"), to("a3", "c2")]);
        let context = MoveContext::sketch(sample.language(), fen, legal.clone());
        let expected = [
            (queens[0], "Qa4d1"),
            (queens[1], "Q1d1"),
            (queens[2], "Qhd1"),
            (legal[3], "Nf3"),
            (legal[4], "exd6"),
        ];
        round_trips(&context, &expected);
        round_trips(&context, &[(legal[5], "e6"), (legal[6], "Nc2")]);
    }

    #[test]
    fn reading_is_lenient() {
        let sample = chess();
        let queen = step(&sample, "e7", "e8").with_piece(PieceType(4));
        let rook = step(&sample, "e7", "e8").with_piece(PieceType(3));
        let knight = step(&sample, "g1", "f3");
        let takes = step(&sample, "b4", "c5");
        let long = Move {
            kind: MoveKind::Castle,
            extra: sample.board.cell("a1").unwrap(),
            ..step(&sample, "e1", "c1")
        };
        let legal = vec![queen, rook, knight, takes, long];
        let context = MoveContext::sketch(sample.language(), "8/4P3/8/2p5/1P6/8/8/R3K1N1 w", legal);
        for text in
            ["e8=Q", "e8Q", "e8(Q)", "e8=q", "e8q", "e8=Q+", "e8=Q#", "e7e8q", "Pe8=Q", "e7-e8=Q!?", "e8/Q"]
        {
            assert_eq!(read::read(&context, text), Ok(queen), "{text}");
        }
        for text in ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "nf3", "Nxf3", "Nf3+", "Nf3!!", "NF3"]
        {
            assert_eq!(read::read(&context, text), Ok(knight), "{text}");
        }
        for text in ["bxc5", "bc5", "b4xc5", "b:c5", "c5", "bxc5 e.p.", "Pbxc5"] {
            assert_eq!(read::read(&context, text), Ok(takes), "{text}");
        }
        for text in ["O-O-O", "0-0-0", "o-o-o", "OOO", "O-O-O+", "0-0-0#", "Kc1", "e1c1"] {
            assert_eq!(read::read(&context, text), Ok(long), "{text}");
        }
        assert!(matches!(read::read(&context, "O-O"), Err(MoveError::Illegal { .. })));
        assert!(
            matches!(read::read(&context, "e8"), Err(MoveError::Ambiguous { candidates, .. }) if candidates.len() == 2)
        );
        assert!(matches!(read::read(&context, "Bc5"), Err(MoveError::Illegal { .. })));
        assert!(matches!(read::read(&context, "hello"), Err(MoveError::Form { .. })));
        assert!(matches!(read::read(&context, "é+é&é@é"), Err(MoveError::Form { .. })));
    }

    #[test]
    fn ambiguous_moves_list_the_candidates() {
        let sample = chess();
        let legal = vec![step(&sample, "a1", "d1"), step(&sample, "h1", "d1")];
        let context = MoveContext::sketch(sample.language(), "8/8/8/8/8/8/8/R6R w", legal);
        let candidates = vec!["Rad1".to_owned(), "Rhd1".to_owned()];
        assert_eq!(read::read(&context, "Rd1"), Err(MoveError::Ambiguous { text: "Rd1".into(), candidates }));
    }

    #[test]
    fn a_king_that_goes_as_far_as_it_likes_names_its_goal() {
        let sample = chess();
        let castle = |to: &str, partner: &str| {
            let extra = sample.board.cell(partner).unwrap();
            Move { kind: MoveKind::Castle, extra, ..step(&sample, "d1", to) }
        };
        let legal = vec![castle("f1", "h1"), castle("g1", "h1"), castle("b1", "a1")];
        let context = MoveContext::sketch(sample.language(), "8/8/8/8/8/8/8/R2K3R w", legal.clone());
        round_trips(&context, &[(legal[0], "O-Of1"), (legal[1], "O-Og1"), (legal[2], "O-O-O")]);
        for text in ["Kg1", "0-0g1", "d1g1", "O-OG1"] {
            assert_eq!(read::read(&context, text), Ok(legal[1]), "{text}");
        }
        let candidates = vec!["O-Of1".to_owned(), "O-Og1".to_owned()];
        assert_eq!(read::read(&context, "O-O"), Err(MoveError::Ambiguous { text: "O-O".into(), candidates }));
    }

    #[test]
    fn marked_forms_have_a_plus() {
        let shogi = sample(9, 9, &[], &["Black", "White"], &["P", "+P", "R", "+R"]);
        let rook = step(&shogi, "h2", "h8");
        let promoted = rook.with_piece(PieceType(3));
        let quiet = step(&shogi, "h2", "h3");
        let dragon = step(&shogi, "a5", "a6");
        let legal = vec![rook, promoted, quiet, dragon, Move::drop(PieceType(0), 40)];
        let context = MoveContext::sketch(shogi.language(), "9/9/9/9/+R8/9/9/7R1/9 w", legal.clone());
        round_trips(
            &context,
            &[(rook, "Rh8="), (promoted, "Rh8+"), (quiet, "Rh3"), (dragon, "+Ra6"), (legal[4], "P@e5")],
        );
        assert_eq!(read::read(&context, "Rh8"), Ok(rook));
        assert_eq!(read::read(&context, "Rh8=+"), Ok(rook));
        assert_eq!(read::read(&context, "Rh8++"), Ok(promoted));
        assert_eq!(read::read(&context, "Rh8=+R"), Ok(promoted));
        assert_eq!(read::read(&context, "Rh3+"), Ok(quiet));
    }

    #[test]
    fn drops_gates_shots_and_passes() {
        let sample = sample(8, 8, &[], &["White", "Black"], &["P", "N", "H", "R"]);
        let gate = Move { kind: MoveKind::Gate, ..step(&sample, "b1", "c3").with_piece(PieceType(2)) };
        let shot = Move { kind: MoveKind::Shoot, ..step(&sample, "a1", "a5") };
        let legal = vec![gate, step(&sample, "b1", "c3"), shot, step(&sample, "a1", "a5"), Move::PASS];
        let context = MoveContext::sketch(sample.language(), "8/8/8/p7/8/8/8/RN6 w", legal.clone());
        let expected =
            [(gate, "Nc3/H"), (legal[1], "Nc3"), (shot, "R*a5"), (legal[3], "Rxa5"), (Move::PASS, "--")];
        round_trips(&context, &expected);
    }
}

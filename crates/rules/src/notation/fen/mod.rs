//! FEN: a position in one line of text.
//!
//! ```text
//! placement[hands] turn castling en-passant checks halfmoves round unmoved out points moved
//! ```
//!
//! - **placement**: the board's rows from the top, `/` between them. For one or two players a row is a sequence of
//!   blanks (`8`, `12`), holes (`*`; blanks may be counted across holes) and letters, upper case for the first player
//!   and lower case for the second, with the type's mark if it has one (`+P`, `Q~`). For more players a row is a
//!   list with commas: a number of blanks, `x` for a hole, or a letter behind its player's mark: `rK,2,x,yP`. The
//!   mark is the lower-case first letter of the player's name, or the next one that is free. A piece that belongs
//!   to nobody is written with `^` before its letter, except that a type of letter `*` is just `*`.
//! - **hands**: `[QRbn]`, for more players `[rQ,yP]`; `[]` if empty. Also read: `[-]`, `[3P]`, a further row.
//! - **turn**: `w` or `b`, for more players the mark; a number from 1 is read too.
//! - **castling**: `KQkq`, or the file of a partner that is not the outermost (`Bb`), or a partner's cell (`k1`) where
//!   a file's letter would be misunderstood. For more players a list of marks and cells: `ra1,yd14`. Where pieces
//!   can be gated, the cells that are still gates follow, by their files, or by name where that does not do (`@a2`);
//!   a file's letter is then only that, and who may castle has gates too.
//! - **en-passant**: the cells passed over, with commas; where others could have passed there too, the cells of the
//!   pieces that did follow. Commas may be left out (`d6d5`).
//! - **checks**: in games that count them, how many each player has still to give: `3+3`. Also read: `+2+0`, those
//!   given, at the end.
//! - **halfmoves**, **round**: numbers.
//! - **unmoved**: in games that need it, the cells of pieces that never moved, with commas, or `-`. Left out, all
//!   pieces on their start cells count.
//! - **out**, **points**, **moved**: in games for more than two, and only if there is something to say: `out:b,r=` who
//!   has left, the first to leave first, `=` behind those who left with a draw; `points:0,3,5,0` in games that count
//!   them; `moved:1` how many moves of this turn are made, where a turn has several. In any order.
//!
//! A game may choose which fields follow the placement, and their order (`setup.fields`); what it leaves out is always
//! the same there. The usual order is read in such a game, too.
//!
//! Everything behind the placement may be left out. The round counts up when the turn comes past the first seat, also
//! if nobody sits there any more. How a game that is over came to its end is not written.
//!
//! In games for four on a square, FEN4 is read as well: see [`format_fen4`].

mod fen4;
pub(crate) mod fields;
pub(crate) mod order;
pub(crate) mod part;
pub(crate) mod placement;
mod words;
mod write;

use super::language::Language;
use crate::cell::{Cell, Piece, Player};
use crate::compile::game::Game;
use crate::position::Position;
use crate::position::setup::Setup;
use fields::{Field, Fields};
use part::{FenPlace, fields_at};

pub use fen4::format_fen4;
pub use write::write;

/// The longest text that is read.
pub const MAX_LENGTH: usize = 4096;

/// What is wrong with a FEN, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (column {})", .column + 1)]
pub struct FenError {
    /// The byte in the text.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}

impl FenError {
    pub(crate) fn new(column: usize, message: impl Into<String>, help: impl Into<String>) -> FenError {
        FenError { column, message: message.into(), help: help.into() }
    }
}

/// Reads a FEN; what it describes has yet to be checked by [`Position::new`].
pub fn parse_fen(game: &Game, text: &str) -> Result<Setup, FenError> {
    read(&Language::of(game), text)
}

/// Reads a FEN in a language, also before its game has been compiled.
pub fn read(language: &Language<'_>, text: &str) -> Result<Setup, FenError> {
    if fen4::is_fen4(text) {
        return fen4::read(language, text);
    }
    let Some(order) = language.fields else { return read_fields(language, &Fields::split(text)?) };
    let own = order::split(order, text).and_then(|fields| read_fields(language, &fields));
    own.or_else(|error| {
        Fields::split(text).and_then(|fields| read_fields(language, &fields)).map_err(|_| error)
    })
}

fn read_fields(language: &Language<'_>, fields: &Fields<'_>) -> Result<Setup, FenError> {
    let mut setup = blank(language);
    let further = placement::read(language, fields.placement, fields.bracket.is_some(), &mut setup)?;
    for (field, text) in fields_at(FenPlace::Bracket).zip(fields.bracket.or(further)) {
        (field.read)(language, text, &mut setup)?;
    }
    setup.turn = Some(match fields.turn {
        Some((at, turn)) => read_turn(language, at, turn)?,
        None => Player(0),
    });
    for (field, text) in fields_at(FenPlace::BehindTurn).zip(fields.behind_turn.iter().copied()) {
        (field.read)(language, text, &mut setup)?;
    }
    for (field, text) in fields_at(FenPlace::Sum).zip(fields.sum) {
        (field.read)(language, text, &mut setup)?;
    }
    (setup.halfmoves, setup.round) = fields.counters()?;
    if let Some((at, cells)) = fields.unmoved {
        if !language.unmoved {
            return Err(FenError::new(at, format!("\"{cells}\" is too much"), "the text ends before it"));
        }
        let help = "the cells of pieces that never moved, such as a2,e2, or -";
        setup.unmoved = Some(read_cells(language, (at, cells), help)?);
    }
    words::read(language, &fields.words, &mut setup)?;
    Ok(setup)
}

/// An empty board, and what the rules say where nothing is said.
fn blank(language: &Language<'_>) -> Setup {
    let cells = vec![Piece::NONE; language.board.len()];
    let mut setup = Setup { cells, round: 1, ..Setup::default() };
    part::fields().for_each(|field| (field.default)(language, &mut setup));
    setup
}

/// Reads a list of cells, `-` if there is none.
pub(crate) fn read_cells(
    language: &Language<'_>,
    (at, text): Field<'_>,
    help: &str,
) -> Result<Vec<Cell>, FenError> {
    let text = if text == "-" { "" } else { text };
    language.cell_list(text).map_err(|bad| FenError::new(at + bad, "there is no such cell", help))
}

/// Writes a list of cells.
pub(crate) fn write_cells(language: &Language<'_>, cells: &[Cell]) -> String {
    match cells {
        [] => "-".to_owned(),
        cells => cells.iter().map(|cell| language.name(*cell)).collect::<Vec<_>>().join(","),
    }
}

/// Writes a position.
pub fn format_fen(position: &Position) -> String {
    format_setup(position.game(), &position.setup())
}

/// Writes a position with the usual fields in the usual order, whatever its game has chosen: for other programs.
pub fn format_usual_fen(position: &Position) -> String {
    let language = Language { fields: None, ..Language::of(position.game()) };
    write(&language, &position.setup())
}

/// Writes a setup.
pub fn format_setup(game: &Game, setup: &Setup) -> String {
    write(&Language::of(game), setup)
}

fn read_turn(language: &Language<'_>, at: usize, text: &str) -> Result<Player, FenError> {
    let numbered = || text.parse::<usize>().ok().filter(|n| (1..=language.players.len()).contains(n));
    let player = language.marked(text).or_else(|| numbered().map(|n| Player(n as u8 - 1)));
    player.ok_or_else(|| {
        let marks: Vec<String> =
            (0..language.players.len()).map(|i| language.mark(Player(i as u8)).to_string()).collect();
        FenError::new(at, format!("\"{text}\" is nobody's turn"), format!("one of {}", marks.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::super::language::samples::{Sample, chess, sample};
    use super::*;
    use crate::cell::PieceType;
    use crate::rule::checks::samples::counted;
    use crate::rule::gating::Gating;
    use crate::set::CellSet;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    /// What a text is written as after it was read.
    fn rewrite(language: &Language<'_>, text: &str) -> Result<String, (usize, String)> {
        read(language, text).map(|setup| write(language, &setup)).map_err(|e| (e.column, e.message))
    }

    fn rewritten(sample: &Sample, text: &str) -> String {
        rewrite(&sample.language(), text).unwrap()
    }

    #[test]
    fn chess_is_written_as_it_is_read() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 12 80",
            "1r2k1r1/8/8/8/8/8/8/RR2K2R w KBkq - 0 1",
        ] {
            assert_eq!(rewritten(&chess(), text), text);
        }
    }

    #[test]
    fn much_may_be_left_out() {
        for text in ["", " w", " w -", " w - -", " 1", "  w  0 1", "[] w - - 0 1", "[-]", " w - 0 0 1"] {
            assert_eq!(rewritten(&chess(), &format!("{START}{text}")), format!("{START} w - - 0 1"));
        }
    }

    #[test]
    fn shredder_letters_are_castling_rights() {
        assert_eq!(rewritten(&chess(), &format!("{START} b HAha -")), format!("{START} b KQkq - 0 1"));
        let horde = "rnbqkbnr/8/8/8/8/8/8/PPPPPPPP w KQkq - 0 1";
        assert_eq!(rewritten(&chess(), horde), "rnbqkbnr/8/8/8/8/8/8/PPPPPPPP w kq - 0 1");
        let none = sample(8, 8, &[], &["White", "Black"], &["P", "N", "B", "R", "Q", "M"]);
        assert_eq!(rewritten(&none, "8/8/8/8/8/8/8/R3M2R w KQ"), "8/8/8/8/8/8/8/R3M2R w - - 0 1");
    }

    #[test]
    fn files_k_and_q_are_named_by_cell() {
        let wide = sample(18, 1, &[], &["White", "Black"], &["K", "R"]);
        let text = "R4K4R6R w KQk1 - 0 1";
        assert_eq!(rewritten(&wide, text), text);
    }

    #[test]
    fn errors_name_the_column() {
        let sample = chess();
        let column = |text: &str| read(&sample.language(), text).unwrap_err().column;
        assert_eq!(column("rnbqkbnr/ppppXppp/8/8/8/8/8/8"), 13);
        assert_eq!(column("rnbqkbnr/ppppppppp/8/8/8/8/8/8"), 17);
        assert_eq!(column("rnbqkbnr/ppppppp/8/8/8/8/8/8"), 16);
        // Numbers that would lead round to where one stands.
        assert_eq!(column("rnbqkbnr/p18446744073709551615p7/8/8/8/8/8/8"), 10);
        assert_eq!(column("8/8/8/8/8/8/8"), 13);
        assert_eq!(column("8/8/8/8/8/8/8/8/8"), 16);
        assert_eq!(column("8/8/8/8/8/8/8/8[Q"), 15);
        assert_eq!(column("8/8/8/8/8/8/8/8[Q]"), 16);
        assert_eq!(column("8/8/8/8/8/8/8/8 x"), 16);
        assert_eq!(column("8/8/8/8/8/8/8/8 w % -"), 18);
        assert_eq!(column("8/8/8/8/8/8/8/8 w - e9"), 20);
        assert_eq!(column("8/8/8/8/8/8/8/8 w - - 0 1 e2"), 26);
        assert_eq!(column("8/8/8/8/8/8/8/8 w - - 99999 1"), 22);
        assert_eq!(column("é"), 0);
        assert_eq!(column(&"8/".repeat(4000)), MAX_LENGTH);
    }

    #[test]
    fn holes_may_be_counted_as_blanks() {
        let holes: Vec<String> = ('b'..='k').flat_map(|f| [format!("{f}1"), format!("{f}3")]).collect();
        let holes: Vec<&str> = holes.iter().map(String::as_str).collect();
        let omega = sample(12, 3, &holes, &["White", "Black"], &["W"]);
        let text = "w**********w/12/W**********W w - - 0 1";
        assert_eq!(rewritten(&omega, text), text);
        assert_eq!(rewritten(&omega, "w10w/12/W10W w"), text);
        assert_eq!(rewrite(&omega.language(), "w9ww/12/W10W").unwrap_err().0, 2);
    }

    #[test]
    fn hands_come_in_brackets_or_as_a_row() {
        let house =
            sample(8, 8, &[], &["White", "Black"], &["P", "N", "B", "R", "Q", "K", "Q~"]).with_hands();
        let language = house.language();
        let text = "4k3/8/8/3Q~4/8/8/8/4K3[QPPn] w - - 0 1";
        for other in [text, "4k3/8/8/3Q~4/8/8/8/4K3/PQPn w", "4k3/8/8/3Q~4/8/8/8/4K3[Q2Pn~]"] {
            assert_eq!(rewrite(&language, other).unwrap(), text);
        }
        let empty = "4k3/8/8/3q~4/8/8/8/4KR2[] b - - 0 1";
        for other in [
            empty,
            "4k3/8/8/3q~4/8/8/8/4KR~2[-] b",
            "4k3/8/8/3q~4/8/8/8/4KR2/ b",
            "4k3/8/8/3q~4/8/8/8/4KR2 b",
        ] {
            assert_eq!(rewrite(&language, other).unwrap(), empty);
        }
    }

    #[test]
    fn promoted_types_have_a_mark_in_front() {
        let kyoto = sample(5, 5, &[], &["White", "Black"], &["P", "+P", "N", "+N", "S", "L", "+L", "K"]);
        let text = "p+nks+l/5/5/5/+LSK+NP w - - 0 1";
        assert_eq!(rewritten(&kyoto, text), text);
        assert_eq!(rewrite(&kyoto.language(), "p+x3/5/5/5/5").unwrap_err().0, 1);
    }

    #[test]
    fn checks_are_read_as_left_or_as_given() {
        let mut sample = chess();
        sample.memory = counted(3, 2);
        let language = sample.language();
        for text in ["w - - 1+3 1 39", "w - - 1 39 +2+0"] {
            let text = format!("{START} {text}");
            assert_eq!(rewrite(&language, &text).unwrap(), format!("{START} w - - 1+3 1 39"));
        }
        assert_eq!(rewrite(&language, START).unwrap(), format!("{START} w - - 3+3 0 1"));
        assert!(rewrite(&language, &format!("{START} w - - 1+2+3 0 1")).is_err());
    }

    #[test]
    fn gates_stand_behind_castling() {
        let letters = ["P", "N", "B", "R", "Q", "K", "H", "E"];
        let mut seirawan = sample(8, 8, &[], &["White", "Black"], &letters).with_hands();
        seirawan.rules.gating = Some(Gating { zone: CellSet::ALL });
        let language = seirawan.language();
        let text = format!("{START}[EHeh] w KQBCDFGkqbcdfg - 0 1");
        assert_eq!(rewrite(&language, &text).unwrap(), text);
        let setup = read(&language, &text).unwrap();
        assert_eq!((setup.gates.len(), setup.castling.len()), (16, 4));
        // A rook's file is its gate alone, whether there is something to gate or not.
        for text in [format!("{START}[EHeh] w AHah - 0 1"), format!("{START}[] w AHah - 0 1")] {
            let setup = read(&language, &text).unwrap();
            assert_eq!((setup.gates.len(), setup.castling.len()), (4, 0));
            assert_eq!(rewrite(&language, &text).unwrap(), text);
        }
        let behind = format!("{START}[] w KQ@a2 - 0 1");
        assert_eq!(rewrite(&language, &behind).unwrap(), behind);
        assert!(rewrite(&language, &format!("{START}[] w @x9 - 0 1")).is_err());
    }

    #[test]
    fn letters_are_unmoved_pieces_where_nothing_castles() {
        let mut cambodian = sample(8, 8, &[], &["White", "Black"], &["P", "N", "S", "R", "M", "K"]);
        cambodian.rules.castling = None;
        let mut language = cambodian.language();
        language.unmoved = true;
        let text = "r1s1ks1r/3nm3/pppNpppp/3n4/5P2/PPPPPNPP/8/R1SKMS1R b DEe 0 0 5";
        let written = "r1s1ks1r/3nm3/pppNpppp/3n4/5P2/PPPPPNPP/8/R1SKMS1R b - - 0 5 d1,e1,e8";
        assert_eq!(rewrite(&language, text).unwrap(), written);
        assert_eq!(rewrite(&language, written).unwrap(), written);
    }

    #[test]
    fn more_players_have_marks() {
        let three = sample(4, 2, &["d2"], &["White", "Red", "Black"], &["P", "K", "R"]);
        let setup = read(&three.language(), "rK,bP,1,x/wK,2,^P b - - 3 7").unwrap();
        assert_eq!(setup.turn, Some(Player(2)));
        assert_eq!(setup.cells[4], Piece::new(Player(1), PieceType(1)));
        assert_eq!(rewritten(&three, "rK,bP,1,x/wK,2,^P 3"), "rK,bP,1,x/wK,2,^P b - - 0 1");
        assert_eq!(rewritten(&three, "rK,1,rR,x/wK,2,wR w wd1,rc2"), "rK,1,rR,x/wK,2,wR w wd1,rc2 - 0 1");
        assert_eq!(rewritten(&three, "rK,1,rR,x/wK,2,wR w wK,wQ"), "rK,1,rR,x/wK,2,wR w wd1 - 0 1");
        let three = three.with_hands();
        let language = three.language();
        let text = "4/4[wP,rK,rP] r - - 0 1".replace("4/4", "3,x/4");
        assert_eq!(rewrite(&language, &text).unwrap(), text);
        assert_eq!(rewrite(&language, "rK,gP,1,x/4").unwrap_err().0, 3);
    }

    #[test]
    fn a_star_on_a_cell_is_a_piece_of_nobody() {
        let duck = sample(3, 1, &[], &["White", "Black"], &["K", "*"]);
        let setup = read(&duck.language(), "K*k").unwrap();
        assert_eq!(setup.cells[1], Piece::new(crate::cell::NEUTRAL, PieceType(1)));
        assert_eq!(rewritten(&duck, "K*k"), "K*k w - - 0 1");
        assert_eq!(setup.cells[Cell(2).index()].owner(), Player(1));
    }
}

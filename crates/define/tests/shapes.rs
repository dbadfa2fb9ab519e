//! Where pieces go on boards that are no rectangles. The destinations were worked out on paper.

use crate::common::text_game;
use chatura_define::betza;
use chatura_rules::board::Board;
use chatura_rules::board::zone;
use chatura_rules::movement::trie::{Class, Effect};
use chatura_rules::movement::{Movement, build};
use chatura_rules::notation::{format_fen, parse_fen, read_move};
use chatura_rules::{Cell, Game, Line, Move, Player, Position};
use std::sync::Arc;

/// A board as a game gets it, with two lonely kings.
fn board(shape: &str, array: &str) -> Board {
    let text = format!(
        "extends = \"chess\"\nboard = {{ shape = \"{shape}\" }}\nrules.castling = \"none\"\n\
         players.symmetry = \"rotation\"\n\
         rules.promotion = \"none\"\npieces.pawn.first-zone = \"none\"\nsetup.array = \"{array}\"\n"
    );
    text_game(shape, &text).game.board().clone()
}

fn trihex() -> Board {
    board("trihex", "8/8/8/8/4k3/8/8/8/8/8/8/4K3")
}

fn ring() -> Board {
    board("ring", "24/24/24/24/24/4K6k12")
}

fn cross() -> Board {
    board("cross", "7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6")
}

fn hexes() -> Board {
    board("hexes", "1/1k1/5/7/9/11/11/11/11/11/6K4")
}

/// What stands on every cell but the piece's own.
#[derive(Clone, Copy)]
enum Others {
    None,
    Enemies,
}

/// Where a movement ends from a cell, for one of so many players, in order.
fn ends(board: &Board, moves: &str, seat: (usize, usize), from: &str, others: Others) -> String {
    let movement = betza::path(board.lattice(), &[moves]).unwrap();
    let symmetry = if board.lattice() == Default::default() || seat.1 > 2 { "rotation" } else { "mirror" };
    let view = &board.symmetry(symmetry, seat.1).unwrap()[seat.0];
    let origin = board.cell(from).unwrap_or_else(|| panic!("a cell {from}"));
    let mut cells = all_ends(board, &movement, view, origin, others);
    cells.sort_by_key(|cell| {
        let name = board.name(*cell);
        (name[..1].to_owned(), name[1..].parse::<u8>().unwrap())
    });
    cells.into_iter().map(|cell| board.name(cell)).collect::<Vec<_>>().join(" ")
}

fn all_ends(board: &Board, movement: &Movement, view: &[Cell], origin: Cell, others: Others) -> Vec<Cell> {
    let home = view.iter().position(|image| *image == origin).unwrap();
    let trie = build(board, movement, Cell(home as u16), true).unwrap().mapped(view);
    let mut found = Vec::new();
    let mut class = |cell: Cell| match others {
        Others::Enemies if cell != origin => Class::Enemy,
        _ => Class::Empty,
    };
    trie.walk(&mut class, &mut |cell, effect| {
        assert!(effect != Effect::None);
        if !found.contains(&cell) {
            found.push(cell);
        }
    });
    found.sort();
    found
}

/// The ends of a first player's piece alone on the board.
fn alone(board: &Board, moves: &str, from: &str) -> String {
    ends(board, moves, (0, 2), from, Others::None)
}

/// A pawn's step and its captures, as "step, captures".
fn pawn(board: &Board, moves: &str, seat: (usize, usize), from: &str) -> String {
    let (step, takes) = moves.split_once(' ').unwrap();
    format!(
        "{}, {}",
        ends(board, step, seat, from, Others::None),
        ends(board, takes, seat, from, Others::Enemies)
    )
}

const PAWN: &str = "fmW fcF";
const GLINSKI_PAWN: &str = "fmW fscW";

fn check(board: &Board, moves: &str, cases: &[(&str, &str)]) {
    for (from, expected) in cases {
        assert_eq!(alone(board, moves, from), *expected, "{moves} from {from}");
    }
}

fn check_pawns(board: &Board, moves: &str, seat: (usize, usize), cases: &[(&str, &str)]) {
    for (from, expected) in cases {
        assert_eq!(pawn(board, moves, seat, from), *expected, "player {} from {from}", seat.0 + 1);
    }
}

#[test]
fn three_player_hexagon() {
    let board = trihex();
    check(
        &board,
        "K",
        &[("a1", "a2 b1 b2"), ("d4", "c3 c4 c5 d3 d5 e3 e4 e9 i5"), ("i9", "d5 e4 e9 e10 i5 i10 j5 j9 j10")],
    );
    check(
        &board,
        "R",
        &[
            ("a1", "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1"),
            ("d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
            ("i5", "a5 b5 c5 d5 i6 i7 i8 i9 i10 i11 i12 j5 k5 l5"),
            ("e9", "e1 e2 e3 e4 e10 e11 e12 f9 g9 h9 i9 j9 k9 l9"),
        ],
    );
    // Past the middle a diagonal goes on to both other cells of its colour.
    check(
        &board,
        "B",
        &[
            ("a1", "b2 c3 d4 e9 f10 g11 h12 i5 j6 k7 l8"),
            ("h1", "a8 b7 c6 d5 e4 f3 g2 i9 j10 k11 l12"),
            ("d4", "a1 a7 b2 b6 c3 c5 e3 e9 f2 f10 g1 g11 h12 i5 j6 k7 l8"),
            ("e3", "a7 b6 c1 c5 d2 d4 f2 f4 g1 g9 h10"),
        ],
    );
    // An L both ways: from d4 forward twice and right is i6, right and forward twice is e10.
    check(
        &board,
        "N",
        &[
            ("b1", "a3 c3 d2"),
            ("d4", "b3 b5 c2 c6 e2 e10 f3 f9 i6 j5"),
            ("e4", "c3 c5 d2 d6 f2 f10 g3 g9 i10 j9"),
        ],
    );
}

#[test]
fn pawns_of_the_three_player_hexagon() {
    let board = trihex();
    check_pawns(
        &board,
        PAWN,
        (0, 3),
        &[
            ("a2", "a3, b3"),
            ("d4", "d5, c5 e9 i5"),
            ("e4", "e9, d5 f9 i9"),
            ("h4", "h9, g9"),
            ("d5", "d6, c6 i6"),
            ("i6", "i7, d7 j7"),
            ("i9", "i10, e10 j10"),
            ("a8", ", "),
            ("l12", ", "),
        ],
    );
    check_pawns(&board, PAWN, (1, 3), &[("k7", "k6, j6 l6"), ("i5", "i9, d4 e9 j9")]);
    check_pawns(&board, PAWN, (2, 3), &[("g11", "g10, f10 h10"), ("e9", "e4, d4 f4 i5")]);
    assert_eq!(ends(&board, "fmnD", (0, 3), "e3", Others::None), "e9");
}

#[test]
fn ring_of_three_man_chess() {
    let board = ring();
    check(
        &board,
        "K",
        &[("a1", "a2 b1 b2"), ("a4", "a3 a5 b3 b4 b5 x4 x5"), ("c6", "b5 b6 c5 d5 d6 m6 o6 q6")],
    );
    check(&board, "R", &[("a1", "a2 a3 a4 a5 a6 b1 c1 d1 e1 f1 g1 h1 m1 m2 m3 m4 m5 m6")]);
    // All round its circle, and over the hub to the other side; m4 both ways.
    assert_eq!(alone(&board, "R", "a4").split(' ').count(), 23 + 11 - 1);
    check(
        &board,
        "B",
        &[
            ("a1", "b2 c3 d4 e5 f6 t6 u5 v4 w3 x2"),
            ("d2", "a5 b4 c1 c3 e1 e3 f2 f4 g3 g5 h4 h6 i5 j6 v6 w5 x4 x6"),
        ],
    );
    // Round the end of a moat only by way of rank 4.
    check(&board, "N", &[("a1", "b3 c2"), ("a3", "b1 b5 c2 c4 w4 x5"), ("c6", "a5 b4 d4 e5 m6 n5 p5 q6")]);
}

#[test]
fn pawns_of_the_ring() {
    let board = ring();
    check_pawns(
        &board,
        PAWN,
        (0, 3),
        &[
            ("e2", "e3, d3 f3"),
            ("h3", "h4, g4"),
            ("h4", "h5, g5 i5"),
            ("i5", "i6, h6 j6"),
            ("c6", "o6, m6 q6"),
            ("o6", "o5, n5 p5"),
            ("j3", "j2, i2 k2"),
            ("p2", "p1, o1"),
            ("i1", ", "),
        ],
    );
    check_pawns(&board, PAWN, (1, 3), &[("m2", "m3, l3 n3"), ("a6", "a5, b5 x5")]);
    check_pawns(&board, PAWN, (2, 3), &[("u2", "u3, t3 v3"), ("x3", "x4, w4")]);
}

#[test]
fn cross_of_four_player_chess() {
    let board = cross();
    check(
        &board,
        "K",
        &[
            ("d1", "d2 e1 e2"),
            ("a4", "a5 b4 b5"),
            ("d3", "c4 d2 d4 e2 e3 e4"),
            ("d4", "c4 c5 d3 d5 e3 e4 e5"),
        ],
    );
    check(&board, "R", &[("a4", "a5 a6 a7 a8 a9 a10 a11 b4 c4 d4 e4 f4 g4 h4 i4 j4 k4 l4 m4 n4")]);
    check(
        &board,
        "B",
        &[("d1", "e2 f3 g4 h5 i6 j7 k8 l9 m10 n11"), ("d3", "a6 b5 c4 e2 e4 f1 f5 g6 h7 i8 j9 k10 l11")],
    );
    check(&board, "N", &[("e1", "d3 f3 g2"), ("d3", "b4 c5 e1 e5 f2 f4")]);
    check_pawns(&board, PAWN, (0, 4), &[("e2", "e3, d3 f3"), ("e14", ", ")]);
    check_pawns(&board, PAWN, (1, 4), &[("b5", "c5, c4 c6"), ("b4", "c4, c5")]);
    check_pawns(&board, PAWN, (2, 4), &[("e13", "e12, d12 f12")]);
    check_pawns(&board, PAWN, (3, 4), &[("m7", "l7, l6 l8")]);
}

#[test]
fn hexagons() {
    let board = hexes();
    check(&board, "K", &[("f1", "e1 e2 f2 g1 g2"), ("f6", "d5 e4 e5 e6 e7 f5 f7 g4 g5 g6 g7 h5")]);
    check(
        &board,
        "R",
        &[(
            "f6",
            "a1 a6 b2 b6 c3 c6 d4 d6 e5 e6 f1 f2 f3 f4 f5 f7 f8 f9 f10 f11 g5 g6 h4 h6 i3 i6 k2 k6 l1 l6",
        )],
    );
    check(&board, "B", &[("f6", "b4 d2 d5 d8 e4 e7 g4 g7 h2 h5 h8 k4")]);
    check(&board, "N", &[("f1", "d2 e3 g3 h2"), ("f6", "c4 c5 d3 d7 e3 e8 g3 g8 h3 h7 i4 i5")]);
    check_pawns(&board, GLINSKI_PAWN, (0, 2), &[("e4", "e5, d4 f5"), ("l5", "l6, k6"), ("f11", ", ")]);
    check_pawns(&board, GLINSKI_PAWN, (1, 2), &[("e7", "e6, d6 f7")]);
    check_pawns(&board, PAWN, (0, 2), &[("f4", "f5, e5 g5")]);
    check_pawns(&board, GLINSKI_PAWN, (1, 6), &[("e5", "f6, e6 f5")]);
}

/// Every cell has one forward for every player but on the last rank, where it has none; and it leads there.
#[test]
fn forward_leads_to_the_last_rank() {
    for board in [trihex(), ring()] {
        let last = zone::parse("last rank", &board, &[]).unwrap();
        let step = betza::parse("fW").unwrap();
        for view in board.symmetry("rotation", 3).unwrap() {
            for home in 0..board.len() {
                let (mut cell, mut steps) = (home, 0);
                while !last.has(cell) {
                    let next = all_ends(&board, &step, &view, view[cell], Others::None);
                    assert_eq!(next.len(), 1, "{}", board.name(view[cell]));
                    cell = view.iter().position(|image| *image == next[0]).unwrap();
                    steps += 1;
                    assert!(steps < board.len(), "{} leads nowhere", board.name(view[home]));
                }
                assert!(all_ends(&board, &step, &view, view[cell], Others::None).is_empty());
            }
        }
    }
}

/// A piece without a forward of its own goes the same ways whoever plays it.
#[test]
fn pieces_are_the_same_for_all_seats() {
    for (board, players) in
        [(trihex(), 3), (ring(), 3), (cross(), 4), (cross(), 2), (hexes(), 2), (hexes(), 3), (hexes(), 6)]
    {
        let views = board.symmetry("rotation", players).unwrap();
        for moves in ["K", "R", "B", "N", "C", "Z", "D", "A", "nN", "nA"] {
            let movement = betza::path(board.lattice(), &[moves]).unwrap();
            for cell in (0..board.len()).map(|cell| Cell(cell as u16)) {
                let first = all_ends(&board, &movement, &views[0], cell, Others::None);
                for view in &views[1..] {
                    let other = all_ends(&board, &movement, view, cell, Others::None);
                    assert_eq!(first, other, "{moves} from {}", board.name(cell));
                }
            }
        }
    }
}

/// Going there and back is the same for pieces that go every way.
#[test]
fn what_can_be_reached_can_be_left_again() {
    for board in [trihex(), ring(), cross(), hexes()] {
        let views = board.symmetry("none", 1).unwrap();
        for moves in ["K", "R", "B", "N", "C"] {
            let movement = betza::path(board.lattice(), &[moves]).unwrap();
            let from = |cell: Cell| all_ends(&board, &movement, &views[0], cell, Others::None);
            let all: Vec<Vec<Cell>> = (0..board.len()).map(|cell| from(Cell(cell as u16))).collect();
            for (cell, reached) in all.iter().enumerate() {
                for there in reached {
                    let back = all[there.index()].contains(&Cell(cell as u16));
                    assert!(back, "{moves}: {} to {}", board.cells[cell].name, board.name(*there));
                }
            }
        }
    }
}

#[test]
fn bishops_keep_their_colour() {
    for board in [trihex(), ring(), cross(), hexes()] {
        let view = &board.symmetry("none", 1).unwrap()[0];
        let bishop = betza::path(board.lattice(), &["B"]).unwrap();
        for cell in 0..board.len() {
            for there in all_ends(&board, &bishop, view, Cell(cell as u16), Others::None) {
                assert_eq!(board.cells[cell].family, board.cells[there.index()].family);
            }
        }
    }
}

fn at(game: &Arc<Game>, fen: &str) -> Position {
    Position::new(game, &parse_fen(game, fen).unwrap()).unwrap()
}

/// Chess on as many cells as there can be, with rooks far out.
const LARGE: &str = "extends = \"chess\"\nboard.size = [26, 26]\n\
    setup.array = \"r11k13/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/R11K12R\"\n";

#[test]
fn boards_of_26_by_26() {
    let game = text_game("large", LARGE).game;
    let board = game.board();
    assert_eq!((board.len(), board.name(Cell(675))), (26 * 26, "z26"));
    let count = |moves: &str, from: &str| ends(board, moves, (0, 2), from, Others::None).split(' ').count();
    assert_eq!((count("R", "a1"), count("R", "m13"), count("Q", "z26")), (50, 50, 75));
    assert_eq!((count("B", "m13"), count("N", "m13"), count("N", "a1")), (49, 8, 2));
    assert_eq!(ends(board, "N", (0, 2), "z26", Others::None), "x25 y24");
    assert_eq!(game.view(Player(1), board.cell("c1").unwrap()), board.cell("c26").unwrap());
    // Moves with numbers of two digits, and castling beyond the cells that a byte can name.
    let mut line = Line::new(Position::start(&game));
    for text in ["a1a25", "a26a25", "z1z26", "m26l25", "m1m2"] {
        let mv = read_move(line.position(), text).unwrap();
        line.play(mv).unwrap();
    }
    let rows = ["26"; 22].join("/");
    let fen = format!("25R/r10k14/{rows}/12K13/26 b - - 3 3");
    assert_eq!(format_fen(line.position()), fen);
    let black = "r11k12r/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/R11K12R b KQkq - 0 1";
    let position = at(&game, black);
    assert!(format_fen(&position).contains(" b KQkq "), "{}", format_fen(&position));
    for (text, king, rook) in [("O-O", "o26", "n26"), ("O-O-O", "k26", "l26")] {
        let mut line = Line::new(position.clone());
        line.play(read_move(&position, text).unwrap()).unwrap();
        for (name, kind) in [(king, "king"), (rook, "rook")] {
            let piece = line.position().piece(board.cell(name).unwrap());
            assert!(piece.is_some() && game.types()[piece.kind().index()].name == kind, "{text}: {name}");
        }
        assert!(format_fen(line.position()).contains(" w KQ "), "{}", format_fen(line.position()));
        line.undo();
        assert_eq!(format_fen(line.position()), format_fen(&position));
    }
}

/// The duck goes to cells whose numbers take more than a byte, and so do paths of pawns that pass.
#[test]
fn large_boards_have_ducks_and_en_passant() {
    let text = format!("{LARGE}pieces.duck = {{ letter = \"*\", wall = true }}\nrules.duck = \"duck\"\n");
    let position = Position::start(&text_game("large-duck", &text).game);
    let moves = position.legal_moves();
    let far = moves.iter().filter(|mv| mv.chosen().is_some_and(|cell| cell > 255)).count();
    assert!(far > moves.len() / 2, "{far} of {}", moves.len());
    let mv = read_move(&position, "m1m2,m2z25").unwrap();
    assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));

    let game = text_game("large", LARGE).game;
    let rows = ["26"; 21].join("/");
    let fen = format!("12k13/24p1/26/25P/{rows}/12K13 b - - 0 1");
    let mut line = Line::new(at(&game, &fen));
    for text in ["y25y23", "z23y24"] {
        line.play(read_move(line.position(), text).unwrap()).unwrap();
    }
    assert!(line.position().piece(game.board().cell("y23").unwrap()).is_none(), "it was taken in passing");
}

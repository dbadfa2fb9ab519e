//! What a ply tells.

use chatura_rules::notation::{format_move, parse_fen, read_move};
use chatura_rules::{Edit, Line, Move, MoveKind, Piece, Player, Ply, Position, Reason};

fn at(game: &str, fen: &str) -> Position {
    let game = chatura_define::load(game, &[], 0).unwrap();
    Position::new(&game, &parse_fen(&game, fen).unwrap()).unwrap()
}

fn played(position: &Position, text: &str) -> Ply {
    let mv = read_move(position, text).unwrap();
    let ply = position.clone().play(mv).unwrap();
    // A line tells the same, then and later.
    let mut line = Line::new(position.clone());
    assert_eq!(line.play(mv), Ok(ply.clone()));
    if let Some(next) = line.position().legal_moves().first() {
        line.play_unchecked(*next);
    }
    assert_eq!((line.ply(0), line.ply(2)), (Some(ply.clone()), None));
    ply
}

/// A piece and its cell in words: `White P e4`.
fn named(position: &Position, piece: Piece, cell: chatura_rules::Cell) -> String {
    let game = position.game();
    let owner = game.players().get(piece.owner().index()).map_or("nobody", String::as_str);
    format!("{owner} {} {}", game.types()[piece.kind().index()].letter, game.board().name(cell))
}

fn captured(position: &Position, ply: &Ply) -> Vec<String> {
    ply.captured.iter().map(|at| named(position, at.piece, at.cell)).collect()
}

#[test]
fn a_capture_says_what_and_where() {
    let position = at("chess", "4k3/8/8/8/8/8/3p4/4K2R w K - 0 1");
    let ply = played(&position, "e1d2");
    assert_eq!(captured(&position, &ply), ["Black P d2"]);
    assert_eq!((ply.turn, ply.ends_turn, ply.changed.len(), ply.out.len()), (Player(0), true, 0, 0));
    let passed = at("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(captured(&passed, &played(&passed, "exd6")), ["Black P d5"]);
}

#[test]
fn castling_takes_nothing_and_check_is_told() {
    let position = at("chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    let ply = played(&position, "O-O");
    assert!(ply.captured.is_empty() && ply.changed.is_empty());
    assert_eq!(ply.changes().len(), 4);
    let king = position.game().board().cell("f8").unwrap();
    assert_eq!(ply.checked, [(Player(1), king)]);
    // In Chess960 the king may come to stand where its partner stood.
    let close = at("chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert!(played(&close, "O-O").captured.is_empty());
}

#[test]
fn a_promotion_is_a_change_of_type() {
    let position = at("chess", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let ply = played(&position, "exd8=Q+");
    assert_eq!(captured(&position, &ply), ["Black R d8"]);
    let [changed] = ply.changed[..] else { panic!("{ply:?}") };
    assert_eq!(named(&position, changed.before, changed.cell), "White P d8");
    assert_eq!(named(&position, changed.after, changed.cell), "White Q d8");
}

#[test]
fn an_explosion_takes_those_around_and_the_one_that_took() {
    let position = at("atomic", "4k3/8/8/2npb3/4P3/8/8/4K3 w - - 0 1");
    let ply = played(&position, "exd5");
    assert_eq!(captured(&position, &ply), ["Black N c5", "Black P d5", "Black B e5", "White P e4"]);
    assert!(ply.changed.is_empty());
}

#[test]
fn what_is_taken_may_come_to_a_hand() {
    let position = at("crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1");
    let ply = played(&position, "exd5");
    assert_eq!(captured(&position, &ply), ["Black P d5"]);
    let in_hand = |edit: &Edit| matches!(edit, Edit::Hand { player: Player(0), by: 1, .. });
    assert_eq!(ply.changes().iter().filter(|edit| in_hand(edit)).count(), 1);
}

#[test]
fn who_leaves_goes_out_with_the_army_and_nothing_is_taken() {
    let game = chatura_define::load("four-player", &[], 0).unwrap();
    let mut position = Position::start(&game);
    let ply = position.play(Move::time_out(Player(2))).unwrap();
    assert!(ply.captured.is_empty() && !ply.ends_turn);
    assert!(!ply.changed.is_empty() || !ply.disbanded.is_empty());
    let [exit] = ply.out[..] else { panic!("{:?}", ply.out) };
    assert_eq!((exit.player, exit.reason, exit.words()), (Player(2), Reason::Time, "on time"));
    assert_eq!(ply.points, Some(vec![0; 4]));
}

#[test]
fn a_swap_takes_nothing() {
    let start = "rnbakabnr/1c5c1/p1p1p1p1p/1p1p1p1p1/9/9/1P1P1P1P1/P1P1P1P1P/1C5C1/RNBAKABNR w - - 0 1";
    let position = at("yangqi", start);
    let swap = position.legal_moves().into_iter().find(|mv| mv.kind() == MoveKind::Swap).unwrap();
    let ply = played(&position, &format_move(&position, swap));
    assert_eq!((captured(&position, &ply).len(), ply.changed.len(), ply.disbanded.len()), (0, 0, 0));
}

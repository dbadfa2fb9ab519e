//! What rules tell searches, asked as these ask.

use super::elimination::four;
use super::*;
use chatura_rules::arena::{Arena, Visitor, Wanted};
use chatura_rules::rule::Verdict;
use chatura_rules::{Piece, Player};

/// What was told of a position.
#[derive(Debug)]
struct Told {
    ending: Option<(usize, Verdict)>,
    foregone: Option<(usize, Verdict)>,
    /// By player: types of which one decides the game by being lost.
    vital: Vec<Vec<usize>>,
    ranks: Vec<i32>,
    prizes: Vec<i32>,
    spots: usize,
    /// By player: pieces off the board.
    waiting: Vec<Vec<(Piece, usize)>>,
    tactical: Vec<String>,
}

struct Ask;

impl Visitor for Ask {
    type Output = (Told, Vec<chatura_rules::Move>);

    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Self::Output {
        let (players, types) = (arena.game().players().len(), arena.game().types().len());
        let vital = |player| (0..types).filter(|kind| arena.is_vital(player, *kind)).collect();
        let mut moves = Vec::new();
        arena.generate(Wanted::All, &mut moves);
        moves.retain(|mv| arena.is_tactical(*mv));
        let told = Told {
            ending: arena.ending(),
            foregone: arena.foregone(),
            vital: (0..players).map(vital).collect(),
            ranks: (0..players).map(|player| arena.rank(player)).collect(),
            prizes: (0..players).map(|player| arena.prize(player)).collect(),
            spots: arena.spots(),
            waiting: (0..players).map(|player| arena.off_board(player).collect()).collect(),
            tactical: Vec::new(),
        };
        (told, moves)
    }
}

fn told(position: &Position) -> Told {
    let (told, moves) = position.enter(Ask);
    let mut tactical: Vec<String> = moves.iter().map(|mv| format_move(position, *mv)).collect();
    tactical.sort();
    Told { tactical, ..told }
}

#[test]
fn a_goal_that_will_be_answered_is_a_draw() {
    let game = load("racingkings");
    let close = at(&game, "8/k6K/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(told(&close).foregone, None);
    let reached = after(&close, "h7h8");
    assert_eq!((told(&reached).ending, told(&reached).foregone), (None, Some((1, Verdict::Draw))));
    let won = after(&reached, "a7a6");
    assert_eq!(told(&won).foregone, Some((0, Verdict::Win)));
    // Where something else may end the game, nothing is sure.
    let text = "extends = \"racingkings\"\nend.extinction = { of = \"rook\" }\n";
    let other = chatura_define::load_text(text, "test", &[], 0).unwrap();
    let reached = after(&at(&other, "8/k6K/8/8/8/8/8/2Rr4 w - - 0 1"), "h7h8");
    assert_eq!((told(&reached).ending, told(&reached).foregone), (None, None));
}

#[test]
fn the_last_of_a_kind_is_vital() {
    let kinds = |rule: &str| {
        let game = chess_with(&format!("end.extinction = {rule}"));
        let vital = told(&at(&game, "rr2k3/8/8/8/8/8/8/R3K1NN w - - 0 1")).vital;
        let name = |kind: &usize| game.types()[*kind].name.clone();
        vital.iter().map(|own| own.iter().map(name).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(kinds("{ of = [\"rook\", \"knight\"] }"), ["rook", "knight"]);
    assert_eq!(kinds("{ of = [\"rook\", \"knight\"], down-to = 1 }"), ["knight rook", "knight rook"]);
    // Together none of them decides by itself; and who wins by losing does not mind.
    assert_eq!(kinds("{ of = [\"rook\", \"knight\"], together = true }"), ["", ""]);
    assert_eq!(kinds("{ of = [\"rook\", \"knight\"], result = \"win\" }"), ["", ""]);
}

#[test]
fn what_is_held_counts_for_those_who_must_not_lose_it() {
    let text = "extends = \"crazyhouse\"\nend.extinction = { of = \"rook\" }\n";
    let game = chatura_define::load_text(text, "test", &[], 0).unwrap();
    let vital = told(&at(&game, "r3k3/8/8/8/8/8/8/R3K3[R] w - - 0 1")).vital;
    assert_eq!((vital[0].len(), vital[1].is_empty()), (0, false));
}

#[test]
fn pieces_in_hand_have_spots_behind_the_board() {
    let position = at(&load("crazyhouse"), "4k3/8/8/8/8/8/8/4K3[PPNq] w - - 0 1");
    let told = told(&position);
    assert_eq!(told.spots, 64 + 8);
    let places = |player: usize| -> Vec<(u8, usize)> {
        let own = told.waiting[player].iter();
        own.map(|(piece, spot)| {
            assert_eq!(piece.owner(), Player(player as u8));
            (piece.kind().0, *spot)
        })
        .collect()
    };
    assert_eq!(places(0).iter().map(|(_, spot)| *spot).collect::<Vec<_>>(), [64, 65, 64]);
    assert_eq!((places(0)[0].0, places(1).len()), (places(0)[1].0, 1));
    let chess = at(&load("chess"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let (plain, _) = chess.enter(Ask);
    assert_eq!(plain.spots, 64);
}

#[test]
fn points_rank_players_and_can_be_won_from_them() {
    let points = "[end.points]\ncaptures = { pawn = 1, rook = 5 }\nmate = 20\n";
    let position = at(&four(points), "yK,4,gK/6/2,bR,3/2,rR,1,bP,1/bK,5/3,rK,2 r - - 0 1");
    let before = told(&position);
    assert_eq!(before.ranks, [0, 0, 0, 0]);
    assert_eq!(before.prizes, [25, 26, 20, 20]);
    let after = told(&after(&position, "c3c4"));
    assert_eq!((after.ranks, after.prizes), (vec![3, -1, -1, -1], vec![25, 21, 20, 20]));
}

#[test]
fn captures_and_promotions_are_tactical() {
    let position = at(&load("chess"), "3rk3/2P5/8/8/8/8/8/4K2R w K - 0 1");
    let told = told(&position);
    assert_eq!(told.tactical.len(), 8, "{:?}", told.tactical);
    assert!(told.tactical.iter().all(|text| text.starts_with("c7")));
}

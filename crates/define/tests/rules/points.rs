use super::elimination::{four, places, playing};
use super::*;
use chatura_rules::{IllegalMove, Move, Player};

const POINTS: &str = r#"
[end.points]
captures = { pawn = 1, knight = 3, rook = 5, queen = 9 }
mate = 20
stalemated = 20
checks = [[1, 5], [5, 20]]
light = ["queen"]
lead = 20
"#;

fn points(position: &Position) -> Vec<i32> {
    position.points().unwrap()
}

#[test]
fn captures_bring_points() {
    let position = at(&four(POINTS), "yK,4,gK/6/2,bR,3/2,rR,3/bK,5/3,rK,2 r - - 0 1");
    assert_eq!(points(&after(&position, "c3c4")), [5, 0, 0, 0]);
}

#[test]
fn dead_pieces_bring_none() {
    let position = at(&four(POINTS), "yK,4,gK/6/2,^Q,3/2,rR,3/bK,5/3,rK,2 r - - 0 1");
    assert_eq!(points(&after(&position, "c3c4")), [0, 0, 0, 0]);
}

#[test]
fn a_mate_brings_points_to_whoever_gave_it() {
    let position = at(&four(POINTS), "yK,5/5,rR/6/6/bK,5/2,rR,2,rK r - - 0 1");
    let mated = after(&position, "c1c6 a2a3");
    assert_eq!((points(&mated), playing(&mated)), (vec![20, 0, 0, 0], "rb".to_owned()));
}

#[test]
fn taking_a_king_brings_what_a_mate_does() {
    let position = at(&four(POINTS), "yK,5/6/6/5,gK/bK,5/rR,4,rK r - - 0 1");
    let taken = after(&position, "a1a2");
    assert_eq!((points(&taken), playing(&taken)), (vec![20, 0, 0, 0], "ryg".to_owned()));
}

#[test]
fn being_stalemated_brings_points() {
    let position = at(&four(POINTS), "yK,5/5,rR/6/6/bK,5/4,rR,rK r - - 0 1");
    assert_eq!(points(&after(&position, "e1b1 a2a3")), [0, 0, 20, 0]);
}

#[test]
fn checking_two_kings_brings_points_and_more_by_other_pieces_than_queens() {
    // From a1 a piece sees Blue's king up the file and Green's along the row.
    let queen = at(&four(POINTS), "6/2,yK,3/bK,5/6/1,rQ,4/3,gK,1,rK r - - 0 1");
    assert_eq!(points(&after(&queen, "b2a1")), [1, 0, 0, 0]);
    let rook = at(&four(POINTS), "6/2,yK,3/bK,5/6/rR,5/3,gK,1,rK r - - 0 1");
    assert_eq!(points(&after(&rook, "a2a1")), [5, 0, 0, 0]);
    assert_eq!(points(&after(&rook, "a2b2")), [0, 0, 0, 0]);
}

#[test]
fn checking_three_kings_brings_still_more() {
    let queen = at(&four(POINTS), "5,yK/6/bK,5/6/1,rQ,3,rK/3,gK,2 r - - 0 1");
    assert_eq!(points(&after(&queen, "b2a1")), [5, 0, 0, 0]);
}

#[test]
fn everyone_is_ranked_by_points_even_who_is_out() {
    let position = at(&four(POINTS), "yK,5/6/2,bR,3/2,rR,3/bK,5/3,rK,2 r - - 0 1");
    let mut position = after(&position, "c3c4");
    position.play(Move::resign(Player(0))).unwrap();
    position.play(Move::resign(Player(1))).unwrap();
    // Yellow is left alone, but Red has the points.
    assert_eq!(places(&position), [1, 2, 2, 2]);
    assert_eq!(position.outcome().unwrap().points, Some(vec![5, 0, 0, 0]));
}

#[test]
fn a_lead_can_be_claimed_when_two_are_left() {
    // Red takes a queen worth 9.
    let fen = "yK,5/6/yQ,5/5,bK/6/rR,4,rK r - - 0 1";
    let led_by = |lead: &str| line(&at(&four(&POINTS.replace("lead = 20", lead)), fen), "a1a4 f3e3");
    let mut enough = led_by("lead = 8");
    assert!(enough.claimable().is_none(), "three still play");
    enough.play(Move::resign(Player(2))).unwrap();
    let claimed = enough.claimable().map(|outcome| (outcome.reason, outcome.places));
    assert_eq!(claimed, Some((Reason::Lead, vec![1, 2, 2, 2])));
    let mut too_little = led_by("lead = 9");
    too_little.play(Move::resign(Player(2))).unwrap();
    assert!(too_little.claimable().is_none());
}

#[test]
fn points_stop_at_the_most_there_can_be() {
    let text = "yK,4,gK/6/2,bR,3/2,rR,3/bK,5/3,rK,2 r - - 0 1 points:32767,0,0,0";
    assert_eq!(points(&after(&at(&four(POINTS), text), "c3c4")), [32767, 0, 0, 0]);
}

#[test]
fn whoever_is_out_cannot_leave_again() {
    let position = at(&four(POINTS), "yK,4,gK/6/2,bR,3/2,rR,3/bK,5/3,rK,2 r - - 0 1");
    let mut left = position.clone();
    left.play(Move::resign(Player(2))).unwrap();
    let mut again = left.clone();
    assert_eq!(again.play(Move::resign(Player(2))), Err(IllegalMove::NotPlaying));
    assert_eq!(again.setup(), left.setup());
}

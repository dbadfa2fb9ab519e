use super::elimination::{FOUR, KINGS, places, playing, turn};
use super::*;
use chatura_rules::{Move, Player};

/// Red and Yellow against Blue and Green.
fn teams(changes: &str) -> Arc<Game> {
    let partners = "players.teams = [[\"Red\", \"Yellow\"], [\"Blue\", \"Green\"]]";
    chatura_define::load_text(&format!("{partners}{FOUR}{changes}"), "test", &[], 0)
        .unwrap_or_else(|error| panic!("{:#?}", error.findings()))
}

#[test]
fn partners_do_not_take_each_other() {
    let position = at(&teams(""), "3,yK,2/6/rR,2,yR,1,bN/6/bK,4,gK/3,rK,2 r - - 0 1");
    assert_eq!(from(&position, "a4"), "a2 a3 a5 a6 b4 c4");
}

#[test]
fn a_partner_gives_no_check_and_may_be_exposed() {
    // Yellow's rook looks at Red's king; Red's knight covers Yellow's king from Blue's rook and may leave.
    let position = at(&teams(""), "bR,1,rN,yK,2/3,yR,2/6/6/bK,4,gK/3,rK,2 r - - 0 1");
    assert!(is_legal(&position, "d1d2") && is_legal(&position, "c6d4"));
    let exposed = after(&position, "c6d4");
    // Blue takes the king at once; Red plays on alone.
    let taken = after(&exposed, "a6d6");
    assert_eq!((playing(&taken).as_str(), turn(&taken)), ("rbg", 'g'));
}

#[test]
fn the_last_team_wins_together() {
    let mut position = at(&teams(""), KINGS);
    for player in [2, 1, 3] {
        assert_eq!(end(&position), None);
        position.play(Move::resign(Player(player))).unwrap();
    }
    // Yellow was the first to leave, and wins with Red all the same.
    assert_eq!(places(&position), [1, 4, 1, 3]);
    assert_eq!(end(&position), ended("1/2-0-1/2-0", Reason::Resignation));
}

#[test]
fn the_first_mate_can_decide() {
    let game = teams("elimination = { until = \"first\", stalemate = \"draw\" }");
    // Red mates Blue, whose partner cannot help before its turn.
    let position = at(&game, "bK,3,yK,1/5,rR/6/6/5,gK/2,rR,rK,2 r - - 0 1");
    let mated = after(&position, "c1c6");
    assert_eq!(end(&mated), ended("1/2-0-1/2-0", Reason::Checkmate));
    assert_eq!(places(&mated), [1, 3, 1, 3]);
}

#[test]
fn a_stalemate_can_be_a_draw_for_all() {
    let game = teams("elimination = { until = \"first\", stalemate = \"draw\" }");
    let position = at(&game, "bK,3,yK,1/5,rR/6/6/5,gK/2,rR,rK,2 r - - 0 1");
    let stuck = after(&position, "c1b1");
    assert_eq!(end(&stuck), ended("1/2-1/2-1/2-1/2", Reason::Stalemate));
    assert_eq!(places(&stuck), [1, 1, 1, 1]);
}

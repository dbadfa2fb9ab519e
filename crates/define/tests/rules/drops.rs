use super::*;

#[test]
fn a_captured_piece_changes_sides() {
    let position = at(&load("crazyhouse"), "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1");
    let taken = after(&position, "e4d5");
    assert_eq!(board(&taken), "4k3/8/8/3P4/8/8/8/4K3[N]");
    assert_eq!(board(&after(&taken, "e8e7 N@a1")), "8/4k3/8/3P4/8/8/8/N3K3[]");
}

#[test]
fn a_promoted_piece_falls_back_to_a_pawn() {
    let position = at(&load("crazyhouse"), "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1");
    let promoted = after(&position, "b7b8q");
    assert_eq!(board(&promoted), "rQ~2k3/8/8/8/8/8/8/4K3[]");
    assert_eq!(board(&after(&promoted, "a8b8")), "1r2k3/8/8/8/8/8/8/4K3[p]");
    let real = at(&load("crazyhouse"), "rQ2k3/8/8/8/8/8/8/4K3[] b - - 0 1");
    assert_eq!(board(&after(&real, "a8b8")), "1r2k3/8/8/8/8/8/8/4K3[q]");
}

#[test]
fn zones_limit_where_a_type_may_be_dropped() {
    let game = load("crazyhouse");
    let position = at(&game, "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1");
    let count = |prefix: &str| moves(&position).iter().filter(|text| text.starts_with(prefix)).count();
    assert_eq!((count("P@"), count("N@")), (48, 62));
    assert!(!is_legal(&position, "P@a1") && !is_legal(&position, "P@a8") && is_legal(&position, "P@a2"));
}

#[test]
fn a_drop_must_answer_check() {
    let position = at(&load("crazyhouse"), "4k3/8/8/8/4r3/8/8/4K3[N] w - - 0 1");
    let drops: Vec<String> = moves(&position).into_iter().filter(|text| text.contains('@')).collect();
    assert_eq!(drops, ["N@e2", "N@e3"]);
}

#[test]
fn one_pawn_to_a_file() {
    let game = load("shogi");
    let position = at(&game, "4k4/9/9/9/9/9/4P4/9/4K4[P] w - - 0 1");
    assert!(!is_legal(&position, "P@e5") && is_legal(&position, "P@d5"));
    assert!(!is_legal(&position, "P@d9"));
    // A promoted pawn is no pawn.
    let promoted = at(&game, "4k4/9/9/9/9/9/4+P4/9/4K4[P] w - - 0 1");
    assert!(is_legal(&promoted, "P@e5"));
    // Nor is the other player's.
    let theirs = at(&game, "4k4/9/9/9/9/4p4/9/9/4K4[P] w - - 0 1");
    assert!(is_legal(&theirs, "P@e7"));
}

#[test]
fn a_pawn_may_not_be_dropped_to_mate() {
    let game = load("shogi");
    let position = at(&game, "8k/6G2/8G/9/9/9/9/9/4K4[PG] w - - 0 1");
    assert!(!is_legal(&position, "P@i8"));
    let gold = after(&position, "G@i8");
    assert_eq!(end(&gold), ended("1-0", Reason::Checkmate));
    // With a way out it is only check.
    let escape = at(&game, "8k/9/8G/9/9/9/9/9/4K4[P] w - - 0 1");
    assert!(is_legal(&escape, "P@i8"));
    // A pawn that is moved may mate.
    let moved = at(&game, "8k/6G2/7GP/9/9/9/9/9/4K4[] w - - 0 1");
    assert_eq!(end(&after(&moved, "i7i8")), ended("1-0", Reason::Checkmate));
}

#[test]
fn hands_without_captures_are_spent_once() {
    let game = chess_with(
        "rules.drops = { captured = false, pieces = [\"knight\"] }\n\
         setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn]\"",
    );
    let position = at(&game, "4k3/8/8/3n4/4P3/8/8/4K3[N] w - - 0 1");
    assert_eq!(board(&after(&position, "e4d5")), "4k3/8/8/3P4/8/8/8/4K3[N]");
    assert_eq!(board(&after(&position, "N@a1")), "4k3/8/8/3n4/4P3/8/8/N3K3[]");
}

#[test]
fn a_drop_that_makes_a_screen_is_no_move() {
    let game = chatura_define::load_text(
        "extends = \"crazyhouse\"\npieces.grasshopper = { letter = \"G\", moves = \"gQ\" }\n\
         setup.array = \"rnbqkgnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKGNR[]\"",
        "test",
        &[],
        0,
    )
    .unwrap();
    let position = at(&game, "4k3/4g3/8/8/8/8/8/4K3[N] w - - 0 1");
    assert!(!is_legal(&position, "N@e2") && is_legal(&position, "N@e3"));
}

fn shy_rooks(more: &str) -> Arc<Game> {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]";
    let drops = "rules.drops = { no-mate = [\"rook\", \"knight\"] }";
    chess_with(&format!("setup.array = \"{array}\"\n{drops}\n{more}"))
}

#[test]
fn a_rider_may_not_be_dropped_to_mate() {
    let position = at(&shy_rooks(""), "6k1/5ppp/8/8/8/8/8/4K3[RQ] w - - 0 1");
    assert!(!is_legal(&position, "R@a8") && !is_legal(&position, "R@e8"));
    // Next to the king it can be taken; elsewhere it gives no check; a queen is another type.
    assert!(is_legal(&position, "R@f8") && is_legal(&position, "R@a7"));
    assert_eq!(end(&after(&position, "Q@a8")), ended("1-0", Reason::Checkmate));
}

#[test]
fn a_drop_that_is_a_screen_may_not_mate() {
    let game = shy_rooks("pieces.cannon = { letter = \"C\", moves = \"mRcpR\" }");
    // The knight gives no check itself: it lets the cannon do it.
    let position = at(&game, "6k1/5ppp/8/8/8/8/8/C3K3[N] w - - 0 1");
    assert!(is_legal(&position, "N@a5"));
    let position = at(&game, "C5k1/5ppp/8/8/8/8/8/4K3[NB] w - - 0 1");
    assert!(!is_legal(&position, "N@c8"));
    assert_eq!(end(&after(&position, "B@c8")), ended("1-0", Reason::Checkmate));
}

#[test]
fn a_last_check_is_no_mate() {
    let game = shy_rooks("end.checks = { count = 3 }");
    let position = at(&game, "6k1/6pp/8/8/8/8/8/4K3[R] w - - 1+3 0 1");
    assert_eq!(end(&after(&position, "R@a8")), ended("1-0", Reason::Checks));
}

#[test]
fn a_promoted_piece_counts_its_shots_and_stays_promoted() {
    let game = chess_with(
        "pieces.musketeer = { letter = \"M\", moves = \"W\", shoots = \"B2\", shots = { count = 2, then = \"pawn\" } }\n\
         setup.array = \"mnbqkbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNM[]\"\n\
         rules = { castling = \"none\", drops = true, promotion.to = [\"musketeer\"] }",
    );
    let position = at(&game, "8/8/k7/2p1p3/3M~~4/8/8/4K3[] w - - 0 1");
    let once = after(&position, "d4*c5");
    assert_eq!(board(&once), "8/8/k7/4p3/3M~~~4/8/8/4K3[P]");
    assert_eq!(board(&after(&once, "a6a7 d4*e5")), "8/k7/8/8/3P4/8/8/4K3[PP]");
    // Taken, it is a pawn in hand.
    let taken = at(&game, "8/8/8/4k3/3M~~~4/8/8/7K[] b - - 0 1");
    assert_eq!(board(&after(&taken, "e5d4")), "8/8/8/8/3k4/8/8/7K[p]");
}

#[test]
fn a_drop_mates_or_not_when_the_duck_has_moved() {
    let game = chess_with(
        "pieces.duck = { letter = \"*\", wall = true }\n\
         setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]\"\n\
         rules = { duck = \"duck\", castling = \"none\", drops = { no-mate = \"rook\" } }",
    );
    // The king's way out is h7.
    let position = at(&game, "7k/8/7N/8/8/8/8/K7[R] w - - 0 1");
    assert!(is_legal(&position, "R@g8,g8a2"));
    assert!(!is_legal(&position, "R@g8,g8h7"));
}

use super::*;

#[test]
fn a_capture_takes_everything_around_but_pawns() {
    let position = at(&load("atomic"), "4k3/8/2rpp3/2np4/2bQ4/8/8/4K3 w - - 0 1");
    assert_eq!(board(&after(&position, "d4d5")), "4k3/8/3pp3/8/8/8/8/4K3");
}

#[test]
fn a_pawn_that_takes_is_lost() {
    let position = at(&load("atomic"), "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(board(&after(&position, "e4d5")), "4k3/8/8/8/8/8/8/4K3");
}

#[test]
fn nobody_blows_up_its_own_king() {
    let position = at(&load("atomic"), "k7/8/8/8/8/8/3nQ3/4K3 w - - 0 1");
    assert!(!is_legal(&position, "e2d2"));
}

#[test]
fn blowing_up_the_other_king_wins_even_in_check() {
    let position = at(&load("atomic"), "3nk3/8/8/8/8/8/8/r2QK3 w - - 0 1");
    let won = after(&position, "d1d8");
    assert_eq!(end(&won), ended("1-0", Reason::RoyalLost));
    assert!(moves(&won).is_empty());
}

#[test]
fn kings_side_by_side_are_safe() {
    let game = load("atomic");
    // The rook cannot take the king next to its own.
    let position = at(&game, "8/8/8/8/8/4k3/r4K2/8 w - - 0 1");
    assert!(position.attacked_royals(chatura_rules::Player(0)).is_empty());
    assert!(is_legal(&position, "f2e2"));
    assert!(!is_legal(&position, "f2g2"));
}

#[test]
fn en_passant_explodes_where_the_taker_lands() {
    let position = at(&load("atomic"), "4k3/8/8/8/3Pp3/2B5/8/4K3 b - d3 0 1");
    assert_eq!(board(&after(&position, "e4d3")), "4k3/8/8/8/8/8/8/4K3");
}

#[test]
fn the_radius_and_those_spared_can_be_set() {
    let game = chess_with("rules.blast = { radius = 2, spares = [\"knight\"] }");
    let position = at(&game, "7k/8/8/2nrp1b1/8/8/3R4/K7 w - - 0 1");
    assert_eq!(board(&after(&position, "d2d5")), "7k/8/8/2n3b1/8/8/8/K7");
}

#[test]
fn a_capture_on_the_way_explodes_too() {
    let game = chess_with(
        "rules.blast = true\npieces.lion = { letter = \"L\", moves = \"KNADcaK\" }\n\
         setup.array = \"rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR\"",
    );
    let position = at(&game, "4k3/8/8/3nr3/3n4/3L4/8/4K3 w - - 0 1");
    let both = moves(&position).into_iter().find(|text| text.starts_with("d3d5&d4")).unwrap();
    assert_eq!(board(&after(&position, &both)), "4k3/8/8/8/8/8/8/4K3");
}

#[test]
fn a_king_that_is_spared_may_stand_beside_the_capture() {
    let spared = chess_with("rules.blast = { spares = [\"king\"] }");
    // The rook may take beside its own king, which survives; the king itself never takes.
    let position = at(&spared, "8/1r6/8/2k5/8/2K5/8/8 w - - 0 1");
    assert!(!is_legal(&position, "c3b4") && is_legal(&position, "c3c4") && is_legal(&position, "c3d4"));
    let plain = at(&chess_with("rules.blast = true"), "8/1r6/8/2k5/8/2K5/8/8 w - - 0 1");
    assert!(is_legal(&plain, "c3b4"));
}

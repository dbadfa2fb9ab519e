//! Swaps, flights, conversions, cells that close, castling over few cells, promotion by capture, captures that must be
//! made.

use super::*;

/// The army of janggi.
fn janggi() -> Arc<Game> {
    chatura_define::load_text(include_str!("janggi.toml"), "janggi.toml", &[], 0)
        .unwrap_or_else(|error| panic!("{:#?}", error.findings()))
}

#[test]
fn pawns_change_places_unless_the_other_could_take() {
    let game = load("file-sharing");
    let free = at(&game, "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(from(&free, "e4"), "~e5");
    let next = after(&free, "e4~e5");
    assert_eq!(board(&next), "4k3/8/8/4P3/4p3/8/8/4K3");
    // A pawn that moved by it has made progress.
    assert_eq!(next.setup().halfmoves, 0);
    let threatening = at(&game, "4k3/8/8/4p3/3NP3/8/8/4K3 w - - 0 1");
    assert_eq!(from(&threatening, "e4"), "");
    // Black may all the same: the white pawn takes nothing.
    let black = at(&game, "4k3/8/8/4p3/3NP3/8/8/4K3 b - - 0 1");
    assert!(from(&black, "e5").contains("~e4"), "{}", from(&black, "e5"));
}

#[test]
fn a_swap_may_not_leave_the_own_king_open() {
    let game = load("file-sharing");
    // The white pawn shields its king from the bishop, and the black one does so after it.
    let pinned = at(&game, "k7/8/7b/8/4p3/4P3/8/2K5 w - - 0 1");
    assert_eq!(from(&pinned, "e3"), "~e4");
    // Who is in check must see to that.
    let checked = at(&game, "k7/8/8/8/4p2b/4P3/8/4K3 w - - 0 1");
    assert_eq!(from(&checked, "e3"), "");
    let shut = at(&game, "k7/8/4p3/r3P1K1/8/8/8/8 w - - 0 1");
    assert_eq!(from(&shut, "e5"), "~e6");
    let open = at(&game, "k3b3/8/4p3/4P3/8/8/8/4K3 w - - 0 1");
    assert_eq!(from(&open, "e5"), "~e6");
}

#[test]
fn a_king_changes_places_with_what_is_no_pawn_and_not_in_check() {
    let game = load("yangqi");
    let start = Position::start(&game);
    assert_eq!(from(&start, "e1"), "d2 e2 f2 ~d1 ~f1");
    assert_eq!(start.legal_moves().len(), 57);
    let checked = at(&game, "4k4/9/9/9/4r4/9/9/9/9/3AKA3 w - - 0 1");
    assert!(!from(&checked, "e1").contains('~'), "{}", from(&checked, "e1"));
}

#[test]
fn cells_close_when_they_are_left() {
    let game = load("brouhaha");
    let start = Position::start(&game);
    assert_eq!(start.legal_moves().len(), 24);
    let left = after(&start, "w2d3 a7a6");
    assert!(from(&left, "d3").contains("d6"), "{}", from(&left, "d3"));
    assert!(!from(&left, "d3").contains("w2"), "{}", from(&left, "d3"));
    assert_eq!(at(&game, &format_fen(&left)), left);
}

#[test]
fn a_king_in_check_by_a_chancellor_flees_over_two_cells() {
    let game = load("kings-court");
    let chased = at(&game, "6k5/12/12/12/12/7c4/12/6K5 w - - 0 1");
    assert_eq!(from(&chased, "g1"), "e1 e3");
    let by_rook = at(&game, "6k5/12/12/12/12/6r5/12/6K5 w - - 0 1");
    assert!(!from(&by_rook, "g1").contains("i1"), "{}", from(&by_rook, "g1"));
}

#[test]
fn one_bishop_converts_and_the_other_does_not() {
    let game = load("symmetric");
    let free = at(&game, "4k4/9/9/9/9/9/9/2B1K1B2 w - - 0 1");
    assert!(from(&free, "c1").contains("c2"), "{}", from(&free, "c1"));
    assert!(from(&free, "c1").contains("d2"));
    let usual = after(&after(&free, "c1d2"), "e8e7");
    // One has begun as bishops do: the other must convert.
    assert_eq!(from(&usual, "g1"), "f1 g2 h1");
    assert_eq!(at(&game, &format_fen(&usual)), usual);
    let converted = after(&after(&free, "c1c2"), "e8e7");
    assert!(!from(&converted, "g1").contains("g2"), "{}", from(&converted, "g1"));
    assert!(from(&converted, "g1").contains("h2"));
    assert!(from(&converted, "c2").contains("d3") && !from(&converted, "c2").contains("c3"));
}

#[test]
fn an_advancer_takes_what_it_stops_before_and_must() {
    let game = load("butterfly");
    let position = at(&game, "9k/10/10/10/10/10/3p6/10/10/A3K5 w - - 0 1");
    let moves = from(&position, "a1");
    // From a1 straight to the right it stops beside its own king at will; aslant it takes the pawn from c3.
    let taking = after(&position, "a1c3");
    assert_eq!(board(&taking), "9k/10/10/10/10/10/10/2A7/10/4K5", "{moves}");
    assert_eq!(
        position.legal_moves().iter().filter(|mv| format_move(&position, **mv).starts_with("a1c3")).count(),
        1
    );
    let checked = at(&game, "9k/10/10/10/10/10/10/10/10/A3K3A1 b - - 0 1");
    // Along the long diagonal it would stop before the king.
    assert!(!checked.attacked_royals(checked.turn()).is_empty());
    let beside = at(&game, "10/10/10/10/10/10/10/4k5/10/A3K5 b - - 0 1");
    assert!(beside.attacked_royals(beside.turn()).is_empty());
    let stops = at(&game, "10/10/10/10/10/10/3k6/10/10/A4K4 b - - 0 1");
    assert!(!stops.attacked_royals(stops.turn()).is_empty());
}

#[test]
fn cats_take_what_they_leap_over_or_not() {
    let game = load("chess-and-a-half");
    let over = at(&game, "11k/12/12/12/12/12/12/12/12/12/p11/C3K7 w - - 0 1");
    // Over the pawn with it or without it.
    let boards: Vec<String> = over
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = over.clone();
            next.play(mv).unwrap();
            board(&next)
        })
        .filter(|board| board.contains("/C11/"))
        .collect();
    assert!(boards.contains(&"11k/12/12/12/12/12/12/12/12/C11/p11/4K7".to_owned()), "{boards:?}");
    assert!(boards.contains(&"11k/12/12/12/12/12/12/12/12/C11/12/4K7".to_owned()), "{boards:?}");
}

#[test]
fn kings_castle_over_one_cell_where_that_is_the_least() {
    let game = load("wildebeest");
    let position = at(&game, "5k5/11/11/11/11/11/11/11/11/R4K4R w KA - 0 1");
    let castles = |position: &Position| -> Vec<String> {
        let castling = position.legal_moves().into_iter().filter(|mv| mv.partner_from().is_some());
        castling.map(|mv| format_move(position, mv)).collect()
    };
    assert_eq!(castles(&position).len(), 8, "{:?}", castles(&position));
    for text in castles(&position) {
        let next = after(&position, &text);
        assert_eq!(at(&game, &format_fen(&next)), next, "{text}");
    }
    let refused = chatura_define::load_text(
        "extends = \"chess\"\nrules.castling = { kind = \"wide\", least = 1 }",
        "test",
        &[],
        0,
    );
    assert!(refused.is_err());
}

#[test]
fn who_captures_may_rise_and_must_where_the_victim_had() {
    let game = load("veteran");
    let may = at(&game, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(from(&may, "e4"), "d5 d5v e5");
    let must = at(&game, "4k3/8/8/3v4/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(from(&must, "e4"), "d5v e5");
    // A pawn that takes in passing may rise, too.
    let passing = at(&game, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(from(&passing, "e5"), "d6 d6v e6");
}

#[test]
fn so_many_of_a_type_on_a_file() {
    let game =
        chess_with("rules.drops = { per-file = { pawn = 2 } }\nsetup.array = \"4k3/8/8/8/8/8/8/4K3[PPP]\"");
    let position = at(&game, "4k3/8/8/8/3P4/3P4/4P3/4K3[P] w - - 0 1");
    let drops: Vec<String> = moves(&position).into_iter().filter(|text| text.starts_with("P@")).collect();
    assert!(drops.iter().all(|text| !text.starts_with("P@d")), "{drops:?}");
    assert!(drops.iter().any(|text| text.starts_with("P@e")), "{drops:?}");
}

#[test]
fn cannons_of_janggi_neither_jump_over_cannons_nor_take_them() {
    let game = janggi();
    // Over the soldier, not over the cannon.
    let over = at(&game, "4k4/9/9/4r4/9/9/4P4/9/4C4/3K5 w - - 0 1");
    assert_eq!(from(&over, "e2"), "e5 e6 e7");
    let cannon = at(&game, "4k4/9/9/4r4/9/9/4c4/9/4C4/3K5 w - - 0 1");
    assert_eq!(from(&cannon, "e2"), "");
    let target = at(&game, "4k4/9/9/4c4/9/9/4P4/9/4C4/3K5 w - - 0 1");
    assert_eq!(from(&target, "e2"), "e5 e6");
    // Check over a soldier, none over a cannon.
    let check = at(&game, "9/4k4/9/9/4P4/9/9/9/4C4/3K5 b - - 0 1");
    assert!(!check.attacked_royals(check.turn()).is_empty());
    let none = at(&game, "9/4k4/9/9/4c4/9/9/9/4C4/3K5 b - - 0 1");
    assert!(none.attacked_royals(none.turn()).is_empty());
}

#[test]
fn of_several_kings_not_all_may_be_left_attacked() {
    let game = load("spartan");
    let position = at(&game, "8/8/8/8/6Q1/8/2h3h1/4K1k1 b - - 0 1");
    // A second king on f1 would stand beside the white one, while the queen attacks the first.
    assert!(!is_legal(&position, "g2f1k"));
    assert!(is_legal(&position, "g2h1k"));
    let mated = at(&game, "8/8/8/8/8/8/8/k1k1Q1K1 b - - 0 1");
    assert!(!mated.attacked_royals(mated.turn()).is_empty() || mated.legal_moves().len() > 1);
}

#[test]
fn of_two_kings_the_one_nearer_to_its_edge_counts() {
    let game = load("relative-royalty");
    let rear = at(&game, "4k3/8/8/8/8/4r3/8/2K1K3 w - - 0 1");
    // On one rank the left one counts: the other may stay attacked.
    assert!(rear.attacked_royals(rear.turn()).is_empty());
    // If the left one steps forward the attacked one counts.
    assert!(!is_legal(&rear, "c1b2"));
    assert!(is_legal(&rear, "e1d2"));
}

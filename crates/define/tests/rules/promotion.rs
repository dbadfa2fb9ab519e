use super::*;

#[test]
fn a_pawn_on_the_last_rank_becomes_one_of_the_choices() {
    let position = at(&load("chess"), "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(from(&position, "a7"), "a8b a8n a8q a8r b8b b8n b8q b8r");
    assert_eq!(board(&after(&position, "a7b8n")), "1N2k3/8/8/8/8/8/8/4K3");
}

#[test]
fn an_optional_promotion_may_wait_until_it_is_forced() {
    let game = chess_with(
        "rules.promotion = { of = \"pawn\", to = [\"queen\"], zone = \"last 2 ranks\", optional = true, \
         forced = \"last rank\" }",
    );
    assert_eq!(from(&at(&game, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1"), "a6"), "a7 a7q");
    assert_eq!(from(&at(&game, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7"), "a8q");
    assert_eq!(from(&at(&game, "4k3/8/8/P7/8/8/8/4K3 w - - 0 1"), "a5"), "a6");
}

#[test]
fn a_limited_promotion_needs_a_lost_piece() {
    let game = load("grand");
    let full = at(&game, "8k1/P9/10/10/10/10/10/10/1NBQKCABN1/R8R w - - 0 1");
    assert_eq!(from(&full, "a9"), "");
    let lost = at(&game, "8k1/P9/10/10/10/10/10/10/1NBQK1ABN1/R8R w - - 0 1");
    assert_eq!(from(&lost, "a9"), "a10c");
    // Before the last rank it may stay a pawn.
    let earlier = at(&game, "8k1/10/P9/10/10/10/10/10/1NBQK1ABN1/R8R w - - 0 1");
    assert_eq!(from(&earlier, "a8"), "a9 a9c");
}

#[test]
fn leaving_the_zone_promotes_too() {
    let game = load("shogi");
    let position = at(&game, "4k4/9/S8/9/9/9/9/9/4K4[] w - - 0 1");
    // Into the zone, inside it and out of it.
    assert_eq!(from(&position, "a7"), "a8 a8+ b6 b6+ b8 b8+");
    let outside = at(&game, "4k4/9/9/S8/9/9/9/9/4K4[] w - - 0 1");
    assert_eq!(from(&outside, "a6"), "a7 a7+ b5 b7 b7+");
}

#[test]
fn a_piece_that_could_not_move_on_must_promote() {
    let game = load("shogi");
    let position = at(&game, "4k4/9/P1N6/9/9/9/9/9/4K4[] w - - 0 1");
    assert_eq!(from(&position, "c7"), "b9+ d9+");
    let last = at(&game, "4k4/P8/9/9/9/9/9/9/4K4[] w - - 0 1");
    assert_eq!(from(&last, "a8"), "a9+");
}

#[test]
fn a_pawn_that_should_have_promoted_is_no_position() {
    let game = load("chess");
    let setup = parse_fen(&game, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert!(Position::new(&game, &setup).unwrap_err().0.contains("promoted"));
}

#[test]
fn a_promotion_that_gives_check_is_no_move_where_check_is_forbidden() {
    let game = chess_with("rules.giving-check = \"forbidden\"");
    let position = at(&game, "6k1/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(from(&position, "a7"), "a8b a8n");
}

#[test]
fn each_type_has_its_own_promotion() {
    let game = chess_with(
        "rules.promotion = [{ of = \"pawn\", to = \"queen\" }, { of = \"knight\", to = \"rook\", optional = true }]",
    );
    let position = at(&game, "4k3/P7/2N5/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(from(&position, "a7"), "a8q");
    assert_eq!(from(&position, "c6"), "a5 b4 b8 b8r d4 d8 d8r e5 e7");
}

#[test]
fn who_must_promote_must_when_leaving_too() {
    let rule = "of = \"knight\", to = \"queen\", zone = \"rank 8\", leaving = true";
    let game = chess_with(&format!("rules.promotion = {{ {rule} }}"));
    let position = at(&game, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
    assert_eq!(from(&position, "g1"), "e2 f3 h3");
    let optional = chess_with(&format!("rules.promotion = {{ {rule}, optional = true }}"));
    let inside = at(&optional, "1N2k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(from(&inside, "b8"), "a6 a6q c6 c6q d7 d7q");
}

#[test]
fn nobody_is_forced_where_nothing_promotes() {
    let rule = "of = \"pawn\", to = \"queen\", zone = \"rank 6\", optional = true, forced = \"last rank\"";
    let game = chess_with(&format!("rules.promotion = {{ {rule} }}"));
    assert_eq!(from(&at(&game, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7"), "a8");
}

#[test]
fn a_limited_promotion_counts_what_looks_the_same_and_what_is_held() {
    let game = chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]\"\nrules.drops = true\n\
         rules.promotion = { of = \"pawn\", to = [\"queen\", \"rook\"], limit = \"captured\" }",
    );
    let choices = |fen: &str| from(&at(&game, fen), "a7");
    assert_eq!(choices("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1"), "a8q a8r");
    assert_eq!(choices("4k3/P7/8/8/8/8/Q~7/4K3[] w - - 0 1"), "a8r");
    assert_eq!(choices("4k3/P7/8/8/8/8/8/4K3[Q] w - - 0 1"), "a8r");
}

#[test]
fn a_royal_piece_is_not_made_where_it_is_attacked() {
    let game = chess_with("pieces.queen.royal = true");
    let position = at(&game, "2Q5/3Pq2k/6p1/4Bp1p/5P1P/8/8/K7 w - - 2 72");
    assert_eq!(moves(&position).len(), 25);
    assert!(!is_legal(&position, "d7d8q") && is_legal(&position, "d7d8r"));
    // A second queen may be made where nothing attacks it, and then must be kept safe like the first.
    let safe = at(&game, "7k/3P4/8/8/8/8/4q3/K1Q5 w - - 0 1");
    let two = after(&safe, "d7d8q");
    assert_eq!(at(&game, &format_fen(&two)), two);
}

#[test]
fn of_several_kings_the_first_need_not_be_safe() {
    let game = chess_with(
        "setup.array = \"lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR\"\nrules.en-passant = false\n\
         pieces.king.royal = \"last\"\npieces.hoplite = { letter = \"H\", moves = \"fmFfcW\", first = \"fmA\" }\n\
         pieces.general = { letter = \"G\", moves = \"RF\" }\npieces.warlord = { letter = \"W\", moves = \"BN\" }\n\
         pieces.lieutenant = { letter = \"L\", moves = \"FAsmW\" }\npieces.captain = { letter = \"C\", moves = \"WD\" }\n\
         [[rules.promotion]]\nof = \"pawn\"\nto = [\"queen\", \"rook\", \"bishop\", \"knight\"]\n\
         [[rules.promotion]]\nof = \"hoplite\"\nto = [\"general\", \"warlord\", \"lieutenant\", \"captain\", \"king\"]\n",
    );
    // The hoplite on g2 shields the king; it may leave only if there is another king then.
    let position = at(&game, "8/8/8/8/6Q1/8/2h3h1/4K1k1 b - - 0 1");
    assert_eq!(moves(&position).len(), 14);
    assert!(is_legal(&position, "g2h1k") && !is_legal(&position, "g2h1g"));
    // Of two kings neither is royal: the new one may stand beside the other side's.
    assert!(is_legal(&position, "g2f1k") && is_legal(&position, "c2d1k"));
}

#[test]
fn what_begins_in_a_zone_or_is_dropped_there_has_not_promoted() {
    let evolution = "board.size = [7, 6]\n[players]\nsymmetry = \"rotation\"\n[pieces]\n\
                     knight = { letter = \"N\", moves = \"N\" }\nrook = { letter = \"R\", moves = \"R\" }\n\
                     king = { letter = \"K\", moves = \"K\", royal = true }\n\
                     [setup]\narray = \"NNN1nnk/NNN1nnn/NNN1nnn/NNN1nnn/NNN1nnn/KNN1nnn\"\n\
                     [rules]\npromotion = { of = \"knight\", to = \"rook\", zone = \"all\" }";
    let game = chatura_define::load_text(evolution, "test", &[], 0).unwrap();
    let start = Position::start(&game);
    let mv = start.legal_moves()[0];
    let mut next = start.clone();
    next.play(mv).unwrap();
    assert_eq!(at(&game, &format_fen(&next)), next);
    // Nor has a knight that castled.
    let game = chess_with(
        "rules.castling = { partner = \"knight\" }\nsetup.array = \"nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN\"\n\
         rules.promotion = { of = \"knight\", to = \"queen\", zone = \"rank 1\" }",
    );
    let castled = after(&at(&game, "4k3/8/8/8/8/8/8/4K2N w K - 0 1"), "e1g1");
    assert_eq!(board(&castled), "4k3/8/8/8/8/8/8/5NK1");
    assert_eq!(at(&game, &format_fen(&castled)), castled);
    let drops = "[players]\nnames = [\"Sente\", \"Gote\"]\nsymmetry = \"rotation\"\n[pieces]\n\
                 pawn = { letter = \"P\", moves = \"fW\" }\ntokin = { letter = \"+P\", moves = \"WfF\" }\n\
                 king = { letter = \"K\", moves = \"K\", royal = true }\n\
                 [setup]\narray = \"4k3/8/8/8/8/8/8/4K3[P]\"\n\
                 [rules]\ndrops = { captured = true, demote = true, zones = { pawn = \"ranks 1-7\" } }\n\
                 promotion = { of = \"pawn\", to = \"tokin\", zone = \"last 3 ranks\", leaving = true }";
    let game = chatura_define::load_text(drops, "test", &[], 0).unwrap();
    let dropped = after(&Position::start(&game), "P@a7");
    assert_eq!(at(&game, &format_fen(&dropped)), dropped);
}

#[test]
fn a_type_may_be_made_only_so_often() {
    let game = chess_with(
        "rules.promotion = { of = \"pawn\", to = [\"queen\", \"rook\"], most = { queen = 1, rook = 2 } }",
    );
    let choices = |fen: &str| from(&at(&game, fen), "a7");
    assert_eq!(choices("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a8q a8r");
    assert_eq!(choices("4k3/P7/8/8/8/8/8/Q3K2R w - - 0 1"), "a8r");
    assert_eq!(choices("4k3/P7/8/8/8/8/8/QR2K2R w - - 0 1"), "");
}

use super::*;

const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn the_king_goes_two_cells_and_the_rook_to_its_other_side() {
    let position = at(&load("chess"), BOTH);
    assert_eq!(from(&position, "e1"), "c1 d1 d2 e2 f1 f2 g1");
    assert_eq!(board(&after(&position, "e1g1")), "r3k2r/8/8/8/8/8/8/R4RK1");
    assert_eq!(board(&after(&position, "e1c1")), "r3k2r/8/8/8/8/8/8/2KR3R");
}

#[test]
fn the_king_is_never_attacked_on_its_way() {
    let game = load("chess");
    let may = |fen: &str| {
        let position = at(&game, fen);
        (is_legal(&position, "e1g1"), is_legal(&position, "e1c1"))
    };
    assert_eq!(may("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (false, true));
    assert_eq!(may("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (false, true));
    // The rook may be attacked, and so may the cell only the rook passes.
    assert_eq!(may("1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (true, true));
    assert_eq!(may("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (false, false));
}

#[test]
fn nothing_stands_between() {
    let game = load("chess");
    for (fen, short, long) in [
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", true, false),
        ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", false, true),
        ("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", true, false),
    ] {
        let position = at(&game, fen);
        assert_eq!((is_legal(&position, "e1g1"), is_legal(&position, "e1c1")), (short, long), "{fen}");
    }
}

#[test]
fn rights_end_with_a_move_of_king_or_rook_or_its_capture() {
    let position = at(&load("chess"), BOTH);
    let rights = |text: &str| format_fen(&after(&position, text)).split(' ').nth(2).unwrap().to_owned();
    assert_eq!(rights("e1e2"), "kq");
    assert_eq!(rights("h1h2"), "Qkq");
    assert_eq!(rights("h1h2 a8b8 h2h1"), "Qk");
    assert_eq!(rights("a1a8"), "Kk");
    assert_eq!(rights("e1g1"), "kq");
}

#[test]
fn wide_castling_goes_three_cells() {
    let position = at(&load("capablanca"), "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1");
    assert_eq!(board(&after(&position, "f1i1")), "5k4/10/10/10/10/10/10/R6RK1");
    assert_eq!(board(&after(&position, "f1c1")), "5k4/10/10/10/10/10/10/2KR5R");
}

#[test]
fn flexible_castling_goes_two_cells_or_more_up_to_the_partner() {
    let game = chess_with(
        "board.size = [10, 8]\nrules.castling = \"flexible\"\n\
         setup.array = \"rnbbqkbnnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBBQKBNNR\"",
    );
    let position = at(&game, "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1");
    let castles: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|mv| mv.kind() == chatura_rules::MoveKind::Castle)
        .map(|mv| game.board().name(mv.to()).to_owned())
        .collect();
    assert_eq!(castles, ["h1", "i1", "d1", "c1", "b1"]);
    assert_eq!(board(&after(&position, "f1b1")), "5k4/10/10/10/10/10/10/1KR6R");
}

#[test]
fn flexible_castling_begins_on_d_as_on_e() {
    let to = |array: &str, fen: &str| -> Vec<String> {
        let text = format!("rules.castling = \"flexible\"\nsetup.array = \"{array}\"");
        let game = chess_with(&text);
        let castles = at(&game, fen).legal_moves().into_iter();
        let castles = castles.filter(|mv| mv.kind() == chatura_rules::MoveKind::Castle);
        let mut cells: Vec<String> = castles.map(|mv| game.board().name(mv.to()).to_owned()).collect();
        cells.sort();
        cells
    };
    // Two cells or more toward the piece in the corner, which comes to the other side.
    let on_e = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(to(on_e, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["b1", "c1", "g1"]);
    let on_d = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR";
    assert_eq!(to(on_d, "3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1"), ["b1", "f1", "g1"]);
    let game = chess_with(&format!("rules.castling = \"flexible\"\nsetup.array = \"{on_d}\""));
    let white = at(&game, "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1");
    assert_eq!(board(&after(&white, "d1g1 d8b8")), "1kr4r/8/8/8/8/8/8/R4RK1");
}

#[test]
fn cells_can_be_named() {
    let game = chess_with("rules.castling = { cells = [[\"b1\", \"c1\"], [\"g1\", \"f1\"]] }");
    let white = at(&game, BOTH);
    assert_eq!(board(&after(&white, "e1b1")), "r3k2r/8/8/8/8/8/8/1KR4R");
    assert_eq!(board(&after(&white, "e1g1 e8b8")), "1kr4r/8/8/8/8/8/8/R4RK1");
    assert!(!is_legal(&white, "e1c1"));
}

#[test]
fn another_partner_can_be_named() {
    let game = chess_with(
        "rules.castling = { partner = \"knight\" }\n\
         setup.array = \"nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN\"",
    );
    let position = at(&game, "4k3/8/8/8/8/8/8/N3K2N w KQ - 0 1");
    assert_eq!(board(&after(&position, "e1g1")), "4k3/8/8/8/8/8/8/N4NK1");
}

#[test]
fn chess960_ends_where_chess_does() {
    let game = load("chess960");
    let position = at(&game, "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1");
    assert_eq!(board(&after(&position, "f1h1")), "4k3/8/8/8/8/8/8/1R3RK1");
    assert_eq!(board(&after(&position, "f1b1")), "4k3/8/8/8/8/8/8/2KR3R");
    // The rook shields its king until it leaves.
    let shielded = at(&game, "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1");
    assert!(!is_legal(&shielded, "e1b1"));
    let free = at(&game, "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1");
    assert!(is_legal(&free, "e1b1"));
}

#[test]
fn of_several_kings_only_the_one_at_home_castles() {
    let game = load("extinction");
    let position = at(&game, "r3k2r/pppppppp/nbq5/8/8/NBQ5/PPPPPPPP/Rk2K2R b KQkq - 0 1");
    assert!(is_legal(&position, "e8g8"), "{:?}", moves(&position));
    let later = after(&position, "b1c2");
    assert!(format_fen(&later).contains(" KQkq "), "{}", format_fen(&later));
    assert!(is_legal(&after(&later, "h2h3"), "e8c8"));
    let gone = after(&position, "e8f8");
    assert!(format_fen(&gone).contains(" KQ "), "{}", format_fen(&gone));
}

#[test]
fn a_king_that_comes_home_has_no_rights_again() {
    let game = load("chess");
    let position = at(&game, BOTH);
    assert!(!is_legal(&after(&position, "e1e2 e8e7 e2e1 e7e8"), "e1g1"));
}

#[test]
fn a_king_that_need_not_move_castles() {
    // The king stands where it would go, or goes the other way; the cell beside it is the partner's.
    let game = |row: &str| {
        let array = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{row}", row.to_lowercase());
        chess_with(&format!("rules.castling = \"chess960\"\nsetup.array = \"{array}\""))
    };
    let stays = at(&game("RNBQBNKR"), "4k3/8/8/8/8/8/8/R5KR w KQ - 0 1");
    assert_eq!(board(&after(&stays, "g1h1")), "4k3/8/8/8/8/8/8/R4RK1");
    let back = at(&game("RKBNBQNR"), "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1");
    assert_eq!(board(&after(&back, "b1a1")), "4k3/8/8/8/8/8/8/2KR3R");
}

#[test]
fn long_castling_goes_three_cells_towards_the_farther_edge() {
    let game = chess_with("rules.castling = \"long\"");
    let on_e = at(&game, BOTH);
    assert_eq!(board(&after(&on_e, "e1g1")), "r3k2r/8/8/8/8/8/8/R4RK1");
    assert_eq!(board(&after(&on_e, "e1b1")), "r3k2r/8/8/8/8/8/8/1KR4R");
    assert!(!is_legal(&on_e, "e1c1"));
    let game = chess_with(
        "rules.castling = \"long\"\nsetup.array = \"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR\"",
    );
    let on_d = at(&game, "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1");
    assert_eq!(board(&after(&on_d, "d1g1")), "r2k3r/8/8/8/8/8/8/R4RK1");
    assert_eq!(board(&after(&on_d, "d1b1")), "r2k3r/8/8/8/8/8/8/1KR4R");
    assert!(!is_legal(&on_d, "d1f1"));
}

#[test]
fn standard_castling_goes_two_cells_from_d_too() {
    let game = chess_with("setup.array = \"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR\"");
    let position = at(&game, "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1");
    assert_eq!(board(&after(&position, "d1f1")), "r2k3r/8/8/8/8/8/8/R3RK2");
    assert_eq!(board(&after(&position, "d1b1")), "r2k3r/8/8/8/8/8/8/1KR4R");
}

#[test]
fn where_the_start_is_drawn_kings_go_from_where_they_stand() {
    let text = "extends = \"chess960\"\nrules.castling = \"standard\"";
    let castles = |seed: u64, fen: &str| {
        let game = chatura_define::load_text(text, "test", &[], seed).unwrap();
        let position = at(&game, fen);
        let moves = position.legal_moves().into_iter();
        let castles = moves.filter(|mv| mv.kind() == chatura_rules::MoveKind::Castle);
        let mut goals: Vec<String> = castles.map(|mv| game.board().name(mv.to()).to_owned()).collect();
        goals.sort();
        goals
    };
    for seed in 0..24 {
        assert_eq!(castles(seed, "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1"), ["b1", "f1"], "{seed}");
        assert_eq!(castles(seed, "4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1"), ["d1", "h1"], "{seed}");
    }
}

#[test]
fn a_letter_means_the_partner_on_its_start_cell() {
    let game = chess_with(
        "board.size = [10, 10]\npieces.pawn.first-zone = \"rank 3\"\n\
         pieces.cannon = { letter = \"C\", moves = \"mRcpR\" }\npieces.elephant = { letter = \"E\", moves = \"FA\" }\n\
         setup.array = \"c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C\"",
    );
    let position = at(&game, "10/rr3k4/ppppp5/10/10/10/10/6PPPP/5K2RR/10 w Kq - 0 1");
    assert_eq!(moves(&position).len(), 20);
    assert!(is_legal(&position, "f2h2"));
    assert_eq!(at(&game, &format_fen(&position)), position);
    // The other is called by its file.
    let other = at(&game, "10/5k4/10/10/10/10/10/6PPPP/5K2RR/10 w J - 0 1");
    assert!(format_fen(&other).contains(" J "), "{}", format_fen(&other));
}

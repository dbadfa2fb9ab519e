use super::*;
use chatura_rules::notation::format_san;

/// What is wrong with chess so changed, with the help.
fn wrong(changes: &str) -> Vec<String> {
    let text = format!("extends = \"chess\"\n{changes}");
    let error = chatura_define::load_text(&text, "test", &[], 0).err();
    let findings = error.iter().flat_map(chatura_define::LoadError::findings);
    findings
        .map(|finding| format!("{} / {}", finding.message, finding.help.as_deref().unwrap_or("-")))
        .collect()
}

#[test]
fn each_player_promotes_in_its_own_way() {
    let game = chess_with(
        "[rules.promotion]\nzone = { White = \"last rank\", Black = \"last 2 ranks\" }\n\
         to = { White = [\"queen\"], Black = [\"rook\", \"knight\"] }",
    );
    assert_eq!(from(&at(&game, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7"), "a8q");
    let black = at(&game, "4k3/8/8/8/8/p7/8/4K3 b - - 0 1");
    assert_eq!(from(&black, "a3"), "a2n a2r");
    // What stands where it had to promote is no position, for whom it is so.
    let setup = |fen: &str| Position::new(&game, &parse_fen(&game, fen).unwrap());
    assert!(setup("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").is_ok());
    assert!(setup("4k3/8/8/8/8/8/p7/4K3 w - - 0 1").unwrap_err().0.contains("promoted"));
}

#[test]
fn a_table_for_all_says_what_differs() {
    let game = chess_with("rules.promotion.Black = { to = \"knight\" }");
    assert_eq!(from(&at(&game, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7"), "a8b a8n a8q a8r");
    assert_eq!(from(&at(&game, "4k3/8/8/8/8/8/p7/4K3 b - - 0 1"), "a2"), "a1n");
    let told = game.describe();
    let own: Vec<&str> = told.iter().map(String::as_str).filter(|told| told.contains("Promotion")).collect();
    assert_eq!(
        own,
        [
            "White: Promotion: a pawn that reaches the last rank becomes a queen, rook, bishop or knight.",
            "Black: Promotion: a pawn that reaches the last rank becomes a knight.",
        ]
    );
    let alike = chess_with("rules.promotion.Black = { to = [\"queen\", \"rook\", \"bishop\", \"knight\"] }");
    assert_eq!(alike.describe(), load("chess").describe());
}

#[test]
fn a_rule_may_be_one_players_alone() {
    let game = chess_with(
        "rules.castling = { White = \"standard\" }\nend.goal.Black = { of = \"king\", zone = \"rank 3\" }",
    );
    let start = Position::start(&game);
    assert!(format_fen(&start).contains(" w KQ - "), "{}", format_fen(&start));
    let castles = at(&game, "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(from(&castles, "e1"), "c1 d1 d2 e2 f1 f2 g1");
    assert_eq!(from(&after(&castles, "a1b1"), "e8"), "d7 d8 e7 f7 f8");
    let race = at(&game, "8/4k3/8/8/8/8/4K3/8 w - - 0 1");
    let next = after(&race, "e2e3");
    assert_eq!(end(&next), None);
    assert_eq!(end(&after(&next, "e7e6")), ended("0-1", Reason::Goal));
}

#[test]
fn castling_cells_and_kinds_are_each_players_own() {
    let kinds = chess_with("rules.castling = { kind = { White = \"standard\", Black = \"wide\" } }");
    let position = at(&kinds, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(from(&position, "e1"), "c1 d1 d2 e2 f1 f2 g1");
    let black = at(&kinds, "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1");
    assert_eq!(from(&black, "e8"), "b8 d7 d8 e7 f7 f8 h8");
    let cells =
        chess_with("rules.castling = { cells = { White = [[\"f1\", \"e1\"]], Black = [[\"c1\", \"d1\"]] } }");
    let position = at(&cells, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(is_legal(&position, "e1f1") && !is_legal(&position, "e1c1"));
    assert!(is_legal(&after(&position, "a1b1"), "e8c8"));
}

#[test]
fn zones_of_drops_and_first_moves_are_each_players_own() {
    let game = chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]\"\n\
         pieces.pawn.first-zone = { White = \"ranks 2-3\", Black = \"rank 2\" }\n\
         [rules.drops]\nzones.knight = { White = \"rank 4\", Black = \"all\" }",
    );
    let white = at(&game, "4k3/8/8/8/8/P7/8/4K3[Nn] w - - 0 1");
    assert_eq!(from(&white, "a3"), "a4 a5");
    let drops = |position: &Position| moves(position).iter().filter(|mv| mv.starts_with("N@")).count();
    assert_eq!(drops(&white), 8);
    let black = at(&game, "4k3/8/p7/8/8/8/8/4K3[Nn] b - - 0 1");
    assert_eq!((drops(&black), from(&black, "a6").as_str()), (61, "a5"));
}

#[test]
fn a_letter_may_mean_another_type_for_each() {
    let game = chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"\nrules.castling = \"none\"\n\
         pieces.knight.players = [\"White\"]\n\
         pieces.camel = { letter = \"N\", moves = \"C\", players = [\"Black\"] }\n\
         rules.promotion.to = [\"queen\", \"knight\", \"camel\"]",
    );
    let start = Position::start(&game);
    assert_eq!(from(&start, "b1"), "a3 c3");
    let next = after(&start, "b1c3");
    assert_eq!(from(&next, "b8"), "a5 c5");
    assert_eq!(at(&game, &format_fen(&next)), next);
    let white = at(&game, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(from(&white, "a7"), "a8n a8q");
    let black = at(&game, "4k3/8/8/8/8/8/p7/4K3 b - - 0 1");
    assert_eq!(from(&black, "a2"), "a1n a1q");
    let promoted = after(&black, "a2a1n");
    assert_eq!(game.types()[promoted.piece(chatura_rules::Cell(0)).kind().index()].name, "camel");
    let mv = black.legal_moves().into_iter().find(|mv| format_move(&black, *mv) == "a2a1n").unwrap();
    assert_eq!(format_san(&black, mv), "a1=N");
    // Nobody has what only the other can have.
    let mut setup = start.setup();
    let knight = game.types().iter().position(|info| info.name == "knight").unwrap();
    setup.cells[20] =
        chatura_rules::Piece::new(chatura_rules::Player(1), chatura_rules::PieceType(knight as u8));
    assert!(Position::new(&game, &setup).unwrap_err().0.contains("is no piece that this player can have"));
}

#[test]
fn what_is_wrong_is_told() {
    for (changes, expected) in [
        (
            "rules.promotion.zone = { White = \"last rank\", Blakc = \"rank 3\" }",
            "there is no player \"Blakc\" / did you mean \"Black\"?",
        ),
        (
            "rules.promotion.zone = { White = \"last rank\", Black = \"rank 33\" }",
            "\"rank 33\" names no cells",
        ),
        ("rules.promotion.to = { White = \"quen\" }", "unknown piece \"quen\" / did you mean \"queen\"?"),
        ("rules.check = { White = \"ignored\" }", "\"check\" takes \"enforced\", \"ignored\""),
        ("pieces.pawn.first-zone = { Red = \"rank 2\" }", "there is no player \"Red\""),
        ("pieces.pawn.players = [\"Red\"]", "there is no player \"Red\""),
        (
            "pieces.camel = { letter = \"N\", moves = \"C\", players = [\"Black\"] }",
            "knight and camel have the same letter",
        ),
        (
            "pieces.knight.players = [\"White\"]\nrules.drops = true\nsetup.array = \"4k3/8/8/8/8/8/8/4K2N[]\"",
            "captured pieces change sides in this game",
        ),
        (
            "end.goal = { of = \"king\", zone = \"last rank\", Black = { result = \"draw\" } }",
            "only \"of\" and \"zone\" of a goal may differ",
        ),
        (
            "rules.castling = { partner = \"rook\", Black = { partner = \"knight\" } }",
            "all who castle do so with the same pieces",
        ),
        ("end.extinction = { of = \"king\", Black = { down-to = 2 } }", "only \"of\" may differ"),
    ] {
        let told = wrong(changes);
        assert!(told.iter().any(|told| told.contains(expected)), "{changes}: {told:?}");
    }
}

#[test]
fn what_is_inherited_can_be_taken_away_from_one() {
    let game = chess_with("rules.castling = { White = \"standard\", Black = false }");
    assert!(format_fen(&Position::start(&game)).contains(" w KQ - "));
    let optional = chess_with("rules.promotion = { optional = true, Black = { optional = false } }");
    assert_eq!(from(&at(&optional, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7"), "a8 a8b a8n a8q a8r");
    assert_eq!(from(&at(&optional, "4k3/8/8/8/8/8/p7/4K3 b - - 0 1"), "a2"), "a1b a1n a1q a1r");
}

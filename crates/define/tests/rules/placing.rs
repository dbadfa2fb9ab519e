use super::*;

/// Where a piece of a letter can be dropped.
fn drops(position: &Position, letter: &str) -> String {
    let start = format!("{letter}@");
    let list = moves(position);
    list.iter().filter_map(|mv| mv.strip_prefix(&start)).collect::<Vec<_>>().join(" ")
}

#[test]
fn who_holds_pieces_does_nothing_but_place_them() {
    let game = load("placement");
    let start = Position::start(&game);
    assert!(moves(&start).iter().all(|mv| mv.contains('@')));
    assert_eq!(drops(&start, "N"), "a1 b1 c1 d1 e1 f1 g1 h1");
    let last = at(&game, "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1[Rr] w - - 0 8");
    assert_eq!(moves(&last), ["R@h1"]);
    let placed = after(&last, "R@h1 R@h8");
    assert_eq!(moves(&placed), moves(&Position::start(&load("chess"))));
}

#[test]
fn two_bishops_stand_on_different_colours() {
    let game = load("placement");
    let one = at(&game, "8/pppppppp/8/8/8/8/PPPPPPPP/B7[BKk] w - - 0 8");
    assert_eq!(drops(&one, "B"), "b1 d1 f1 h1");
    assert_eq!(drops(&one, "K"), "b1 c1 d1 e1 f1 g1 h1");
    let tight = at(&game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QR1BKNN1[BR] w - - 0 8");
    assert_eq!(moves(&tight), ["B@c1", "R@h1"]);
    let why = one.drop_refusal(
        game.types()
            .iter()
            .position(|info| info.name == "bishop")
            .map(|kind| chatura_rules::PieceType(kind as u8))
            .unwrap(),
        game.board().cell("c1").unwrap(),
    );
    assert!(why.unwrap().sentence.contains("stands on the same colour"));
}

#[test]
fn who_is_placed_at_home_may_castle() {
    let game = load("placement");
    let rights = |position: &Position| format_fen(position).split(' ').nth(2).unwrap().to_owned();
    let king = at(&game, "8/pppppppp/8/8/8/8/PPPPPPPP/4K3[RRk] w - - 0 8");
    assert_eq!(rights(&after(&king, "R@h1")), "K");
    assert_eq!(rights(&after(&king, "R@g1")), "-");
    let rooks = at(&game, "8/pppppppp/8/8/8/8/PPPPPPPP/R6R[Kk] w - - 0 8");
    assert_eq!(rights(&after(&rooks, "K@e1")), "KQ");
    assert_eq!(rights(&after(&rooks, "K@d1")), "-");
    let castles = after(&at(&game, "4k3/8/8/8/8/8/8/R6R[K] w - - 0 8"), "K@e1 e8e7 e1g1");
    assert_eq!(board(&castles), "8/4k3/8/8/8/8/8/R4RK1[]");
}

#[test]
fn a_king_in_hand_is_not_lost_and_not_placed_into_attack() {
    let game = load("sittuyin");
    let position = at(&game, "8/8/8/8/8/8/4r3/1k6[K] w - - 0 9");
    assert!(!drops(&position, "K").contains("e1") && drops(&position, "K").contains("d3"));
    assert!(!drops(&position, "K").contains("a1") && !drops(&position, "K").contains("h2"));
    let ignored = chess_with(
        "setup.array = \"4k3/pppppppp/8/8/8/8/PPPPPPPP/8[K]\"\nrules.check = \"ignored\"\nrules.castling = \"none\"\n\
         rules.drops = { captured = false, first = true, pieces = \"king\" }",
    );
    assert_eq!(end(&Position::start(&ignored)), None);
}

#[test]
fn a_drop_may_be_kept_from_giving_check() {
    let game = load("xiangqihouse");
    let position = at(&game, "4k4/9/9/9/9/9/9/9/9/3K5[RN] w - - 0 1");
    assert!(!drops(&position, "R").contains("e1") && drops(&position, "R").contains("f1"));
    assert!(drops(&position, "N").contains("e1"));
    let chariot = game.types().iter().position(|info| info.name == "chariot").unwrap();
    let why =
        position.drop_refusal(chatura_rules::PieceType(chariot as u8), game.board().cell("e1").unwrap());
    assert!(why.unwrap().sentence.contains("may not be dropped to give check"));
}

#[test]
fn what_cannot_be_placed_first_is_told() {
    for (changes, expected) in [
        ("rules.castling = { from = [\"e1\", \"h1\"] }", "\"from\" is for armies that are placed first"),
        (
            "setup.array = \"4k3/8/8/8/8/8/8/4K3[Q]\"\nrules.castling = \"none\"\nrules.gating = true\n\
             rules.drops = { captured = false, first = true, pieces = \"queen\" }",
            "pieces that come in behind others cannot be placed first",
        ),
    ] {
        let text = format!("extends = \"chess\"\n{changes}");
        let error = chatura_define::load_text(&text, "test", &[], 0).err().unwrap();
        let findings = error.findings();
        let told: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
        assert!(told.iter().any(|told| told.contains(expected)), "{told:?}");
    }
}

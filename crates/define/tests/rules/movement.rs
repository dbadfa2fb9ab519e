//! Movements and the zones that limit them.

use super::*;

/// Chess with one more type, of letter X.
fn with_piece(moves: &str) -> Arc<Game> {
    chess_with(&format!(
        "pieces.test = {{ letter = \"X\", moves = \"{moves}\" }}\n\
         setup.array = \"rnbqkxnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKXNR\"\nrules.castling = \"none\"\n\
         end.material = \"ignored\""
    ))
}

fn goes(notation: &str, fen: &str, cell: &str) -> String {
    from(&at(&with_piece(notation), fen), cell)
}

#[test]
fn a_lame_leaper_is_blocked_beside_it() {
    assert_eq!(goes("nN", "7k/8/8/8/8/8/P7/X6K w - - 0 1", "a1"), "c2");
    assert_eq!(goes("N", "7k/8/8/8/8/8/P7/X6K w - - 0 1", "a1"), "b3 c2");
    assert_eq!(goes("nA", "7k/8/8/8/8/8/1p6/X6K w - - 0 1", "a1"), "");
    assert_eq!(goes("nA", "7k/8/8/8/8/p7/8/X6K w - - 0 1", "a1"), "c3");
}

#[test]
fn a_lame_leaper_gives_no_check_when_blocked() {
    let game = with_piece("nN");
    let open = at(&game, "k7/8/8/8/8/1x6/8/K7 w - - 0 1");
    assert_eq!(open.attacked_royals(chatura_rules::Player(0)).len(), 1);
    // A horse on b3 comes to a1 over b2.
    let blocked = at(&game, "k7/8/8/8/8/1x6/1P6/K7 w - - 0 1");
    assert!(blocked.attacked_royals(chatura_rules::Player(0)).is_empty());
    assert_eq!(from(&blocked, "b2"), "");
}

#[test]
fn a_cannon_takes_over_exactly_one_piece() {
    let fen = "7k/8/8/X1p1n1b1/8/8/8/7K w - - 0 1";
    let moves = goes("mRcpR", fen, "a5");
    assert!(moves.split(' ').any(|to| to == "e5") && !moves.contains("c5") && !moves.contains("g5"));
    assert!(moves.contains("b5") && !moves.contains("d5"));
}

#[test]
fn a_hopping_rider_moves_only_over_a_piece() {
    assert_eq!(goes("pR", "7k/8/8/X1p1n3/8/8/8/7K w - - 0 1", "a5"), "d5 e5");
}

#[test]
fn a_grasshopper_lands_right_behind() {
    assert_eq!(goes("gQ", "7k/8/8/X1p5/8/8/8/7K w - - 0 1", "a5"), "d5");
    assert_eq!(goes("gQ", "7k/8/8/X1pn4/8/8/8/7K w - - 0 1", "a5"), "d5");
    assert_eq!(goes("gQ", "7k/8/8/X1pP4/8/8/8/7K w - - 0 1", "a5"), "");
}

#[test]
fn a_ski_slider_passes_its_first_cell() {
    assert_eq!(goes("jR", "7k/8/8/8/8/8/P7/XP5K w - - 0 1", "a1"), "a3 a4 a5 a6 a7 a8 c1 d1 e1 f1 g1");
    assert_eq!(goes("jR", "7k/8/8/8/p7/8/8/X1P4K w - - 0 1", "a1"), "a3 a4");
    // A single jump needs something to jump.
    assert_eq!(goes("jD", "7k/8/8/8/8/8/P7/X6K w - - 0 1", "a1"), "a3");
}

#[test]
fn a_crooked_rider_turns_after_each_step() {
    assert_eq!(goes("zF0", "7k/8/8/8/8/8/8/X6K w - - 0 1", "a1"), "a3 a5 a7 b2 b4 b6 b8 c1 d2 e1 f2 g1 h2");
    assert_eq!(goes("zF0", "7k/8/8/8/8/8/1p6/X6K w - - 0 1", "a1"), "b2");
    assert_eq!(
        goes("zW0", "6k1/8/8/8/8/8/p7/X6K w - - 0 1", "a1"),
        "a2 b1 b2 c2 c3 d3 d4 e4 e5 f5 f6 g6 g7 h7 h8"
    );
}

#[test]
fn a_rider_of_leaps_needs_its_landings_free() {
    assert_eq!(goes("NN", "7k/8/8/8/8/8/8/X6K w - - 0 1", "a1"), "b3 c2 c5 d7 e3 g4");
    assert_eq!(goes("NN", "7k/8/8/8/8/1p6/8/X6K w - - 0 1", "a1"), "b3 c2 e3 g4");
    assert_eq!(goes("R2", "7k/8/8/8/8/8/8/X6K w - - 0 1", "a1"), "a2 a3 b1 c1");
}

#[test]
fn two_legs_go_round_a_corner() {
    // One step, then a step to a side.
    assert_eq!(goes("masW", "7k/8/8/8/8/8/8/X6K w - - 0 1", "a1"), "b2");
    assert_eq!(goes("masW", "7k/8/8/8/8/8/p7/XP5K w - - 0 1", "a1"), "");
}

#[test]
fn a_lion_takes_two_pieces_or_one_without_moving() {
    let game = with_piece("KNADcaKmcabK");
    let position = at(&game, "7k/8/8/8/8/2p5/1p6/X6K w - - 0 1");
    let boards: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|mv| mv.kind() == chatura_rules::MoveKind::Sweep)
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(*mv);
            board(&next)
        })
        .collect();
    // Both pawns at once, and the nearer one from where it stands.
    for wanted in ["7k/8/8/8/8/2X5/8/7K", "7k/8/8/8/8/2p5/8/X6K"] {
        assert!(boards.iter().any(|found| found == wanted), "{wanted} is not among {boards:?}");
    }
}

#[test]
fn a_lion_takes_both_of_two_attackers() {
    let game = with_piece("KNADcaKmcabK");
    // Knight and rook both attack the king.
    let double = at(&game, "7k/8/8/8/8/1rn5/2X5/1K6 w - - 0 1");
    assert_eq!(double.attacked_royals(chatura_rules::Player(0)).len(), 1);
    let answers = moves(&double);
    assert!(answers.iter().any(|text| text.starts_with("c2")), "{answers:?}");
}

#[test]
fn a_sweep_on_the_last_rank_promotes() {
    let game = chess_with(
        "pieces.test = { letter = \"X\", moves = \"mWcafF\" }\nrules.castling = \"none\"\n\
         rules.promotion = { of = [\"pawn\", \"test\"], to = [\"queen\"] }\n\
         setup.array = \"rnbqkxnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKXNR\"",
    );
    let position = at(&game, "7k/1p6/X7/8/8/8/8/7K w - - 0 1");
    let sweeps: Vec<String> = moves(&position).into_iter().filter(|text| text.contains("c8")).collect();
    assert_eq!(sweeps, ["a6c8q"]);
}

#[test]
fn a_piece_keeps_within_its_zone() {
    let game = load("xiangqi");
    let position = at(&game, "4k4/9/9/9/9/9/9/9/9/3KA1B2 w - - 0 1");
    assert_eq!(from(&position, "d1"), "d2");
    assert_eq!(from(&position, "e1"), "d2 f2");
    let river = at(&game, "3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1");
    assert_eq!(from(&river, "c5"), "a3 e3");
}

#[test]
fn a_piece_moves_otherwise_beyond_its_zone() {
    let game = load("xiangqi");
    let home = at(&game, "3k5/9/9/9/9/4P4/9/9/9/4K4 w - - 0 1");
    assert_eq!(from(&home, "e5"), "e6");
    let across = at(&game, "3k5/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(from(&across, "e6"), "d6 e7 f6");
    let theirs = at(&game, "3k5/9/9/9/4p4/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(from(&theirs, "e6"), "e5");
}

#[test]
fn pieces_go_round_a_cylinder() {
    let game = load("cylinder");
    let position = at(&game, "4k3/8/8/8/R7/8/8/4K3 w - - 0 1");
    assert_eq!(from(&position, "a4"), "a1 a2 a3 a5 a6 a7 a8 b4 c4 d4 e4 f4 g4 h4");
    let blocked = at(&game, "4k3/8/8/8/R1P4P/8/8/4K3 w - - 0 1");
    assert_eq!(from(&blocked, "a4"), "a1 a2 a3 a5 a6 a7 a8 b4");
    let knight = at(&game, "4k3/8/8/8/N7/8/8/4K3 w - - 0 1");
    assert_eq!(from(&knight, "a4"), "b2 b6 c3 c5 g3 g5 h2 h6");
    let pawn = at(&game, "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1");
    assert_eq!(from(&pawn, "a4"), "a5 h5");
}

#[test]
fn holes_stop_slides_and_not_leaps() {
    let game = chess_with(
        "board.holes = [\"a3\", \"a6\"]\n\
         setup.array = \"rnbqkbnr/pppppppp/*7/8/8/*7/PPPPPPPP/RNBQKBNR\"",
    );
    let position = at(&game, "4k3/8/*7/8/8/*7/8/RN2K3 w - - 0 1");
    assert_eq!((from(&position, "a1"), from(&position, "b1")), ("a2".into(), "c3 d2".into()));
    let leaps = chess_with(
        "board.holes = [\"a2\", \"a7\"]\npieces.rook.moves = \"D\"\nrules.castling = \"none\"\n\
         setup.array = \"rnbqkbnr/*ppppppp/8/8/8/8/*PPPPPPP/RNBQKBNR\"",
    );
    assert_eq!(from(&at(&leaps, "4k3/*7/8/8/8/8/*7/R3K3 w - - 0 1"), "a1"), "a3 c1");
}

/// Chess with one more type, of letter X, in its own words.
fn with_words(words: &str) -> Result<Arc<Game>, String> {
    let text = format!(
        "extends = \"chess\"\npieces.test = {{ letter = \"X\", {words} }}\n\
         setup.array = \"rnbqkxnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKXNR\"\nrules.castling = \"none\"\n\
         end.material = \"ignored\""
    );
    let told = |error: chatura_define::LoadError| {
        error.findings().iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("; ")
    };
    chatura_define::load_text(&text, "test.toml", &[], 0).map_err(told)
}

#[test]
fn each_movement_has_its_own_conditions() {
    let game = with_words(
        "moves = \"W\", also = [{ moves = \"N\", zone = \"last 4 ranks\" }, { moves = \"mnD\", when = \"unmoved\" }, \
         { moves = \"A\", zone = \"not file d\", when = \"start\" }]",
    )
    .unwrap();
    let goes = |fen: &str, cell: &str| from(&at(&game, fen), cell);
    assert_eq!(goes("7k/8/8/8/8/3X4/8/7K w - - 0 1", "d3"), "c3 d2 d4 e3");
    assert_eq!(goes("7k/8/8/3X4/8/8/8/7K w - - 0 1", "d5"), "b4 b6 c3 c5 c7 d4 d6 e3 e5 e7 f4 f6");
    // On the cell where it begins, and never moved.
    assert_eq!(goes("7k/8/8/8/8/8/8/K4X2 w - - 0 1", "f1"), "d1 d3 e1 f2 f3 g1 h1 h3");
    assert_eq!(goes("7k/8/8/8/8/8/8/K4X2 w - - 0 1 -", "f1"), "d3 e1 f2 g1 h3");
    // The other player's zones are its own.
    assert_eq!(goes("7k/8/8/8/3x4/8/8/7K b - - 0 1", "d4"), "b3 b5 c2 c4 c6 d3 d5 e2 e4 e6 f3 f5");
}

#[test]
fn old_keys_are_short_for_conditions() {
    let same = [
        (
            "moves = \"fW\", beyond = { \"ranks 1-4\" = \"fsW\" }",
            "also = [{ moves = \"fW\", zone = \"ranks 1-4\" }, { moves = \"fsW\", zone = \"not ranks 1-4\" }]",
        ),
        (
            "moves = \"fW\", first = \"fmnD\", unmoved = true",
            "moves = \"fW\", also = [{ moves = \"fmnD\", when = \"unmoved\" }]",
        ),
        (
            "moves = \"fW\", first = \"fmnD\"",
            "also = [{ moves = \"fW\" }, { moves = \"fmnD\", when = \"start\" }]",
        ),
    ];
    for (short, long) in same {
        let [short, long] = [short, long].map(|words| with_words(words).unwrap());
        let count = |game: &Arc<Game>| chatura_rules::perft(&Position::start(game), 3);
        assert_eq!(count(&short), count(&long));
    }
}

#[test]
fn a_walk_has_a_least_and_a_most() {
    let goes = |words: &str, fen: &str| from(&at(&with_words(words).unwrap(), fen), "a1");
    let open = "7k/8/8/8/8/8/1P6/X6K w - - 0 1";
    assert_eq!(goes("also = [{ moves = \"R\", least = 2, most = 4 }]", open), "a3 a4 a5 c1 d1 e1");
    assert_eq!(goes("also = [{ moves = \"W\", least = 3 }]", open), "a4 a5 a6 a7 a8 d1 e1 f1 g1");
    // It walks: what stands on the way ends it.
    assert_eq!(goes("also = [{ moves = \"R\", least = 2 }]", "7k/8/8/p7/8/8/8/XP5K w - - 0 1"), "a3 a4 a5");
    assert_eq!(goes("also = [{ moves = \"fW\", most = 2 }]", open), "a2 a3");
}

#[test]
fn conditions_that_make_no_sense_are_refused() {
    for (words, expected) in [
        ("also = [{ zone = \"rank 2\" }]", "a movement under conditions has no moves"),
        ("also = [{ moves = \"W\", zone = \"rank 9\" }]", "\"rank 9\" names no cells of this board"),
        ("also = [{ moves = \"W\", when = \"later\" }]", "\"later\" is no choice for \"when\""),
        (
            "also = [{ moves = \"R\", least = 5, most = 3 }]",
            "the least number of steps is greater than the most",
        ),
        ("also = [{ moves = \"pR\", least = 2 }]", "\"least\" counts the steps of a plain walk"),
        ("also = []", "the test cannot move"),
    ] {
        let told = with_words(words).err().unwrap_or_else(|| panic!("{words} is accepted"));
        assert!(told.contains(expected), "{words}: {told}");
    }
    let many = "{ moves = \"W\" }, ".repeat(17);
    assert!(
        with_words(&format!("also = [{many}]"))
            .unwrap_err()
            .contains("at most 16 movements under conditions")
    );
}

use super::*;
use chatura_rules::notation::{format_san, read_move};
use chatura_rules::perft;

/// Chess with walls.
fn walled(walling: &str) -> Arc<Game> {
    chess_with(&format!(
        "pieces.wall = {{ letter = \"*\", wall = true }}\nrules.walling = {{ piece = \"wall\", {walling} }}"
    ))
}

#[test]
fn a_trail_is_left_and_nobody_crosses_it() {
    let position = after(&Position::start(&load("snailtrail")), "a1b2 g7f6 b2a2 f6g6");
    assert_eq!(board(&position), "6*/5*p/7/7/7/P*5/*6");
    assert_eq!(from(&position, "a2"), "a3 b1 b3");
}

#[test]
fn whoever_cannot_move_has_lost() {
    let position = at(&load("snailtrail"), "6p/7/7/7/7/**5/P*5 b - - 0 1");
    assert_eq!(end(&after(&position, "g7g6")), ended("0-1", Reason::Stalemate));
}

#[test]
fn a_queen_shoots_along_its_lines_also_through_the_cell_it_left() {
    let position = Position::start(&load("amazons"));
    let shots: Vec<String> = moves(&position).into_iter().filter(|mv| mv.starts_with("d1d2,")).collect();
    // Down through d1 it would leave the board; up it is stopped by the other's queen, which it cannot take.
    assert!(shots.contains(&"d1d2,d2d1".to_owned()) && shots.contains(&"d1d2,d2d9".to_owned()));
    assert!(!shots.contains(&"d1d2,d2d10".to_owned()));
    assert_eq!(board(&after(&position, "d1d7,d7g7")), "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3");
}

#[test]
fn the_start_cells_of_isolation_stay_open() {
    let position = after(&Position::start(&load("isolation")), "c1c2,c2d3 d8d7,d7c3");
    assert_eq!(board(&position), "6/3p2/6/6/6/2**2/2P3/6");
    assert!(is_legal(&position, "c2c1,c1c2") && !is_legal(&position, "c2d2,d2c1"));
    assert!(!is_legal(&position, "c2d2,d2d8") && !is_legal(&position, "c2d3,d3a1"));
}

#[test]
fn chosen_cells_are_written_and_read_in_coordinates_and_san() {
    let position = Position::start(&load("amazons"));
    let mv = read_move(&position, "Qdd7,g7").unwrap();
    assert_eq!(
        (format_move(&position, mv).as_str(), format_san(&position, mv).as_str()),
        ("d1d7,d7g7", "Qdd7,g7")
    );
    assert!(read_move(&position, "d1d7").unwrap_err().to_string().contains("d1d7,"), "it asks where");
}

#[test]
fn what_leaves_a_line_to_its_king_closes_it() {
    let position = at(&walled("on = \"left\""), "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(board(&after(&position, "e2c3")), "4r1k1/8/8/8/8/2N5/4*3/4K3");
    // The king itself cannot be taken through the wall that it leaves.
    let checked = at(&walled("on = \"left\""), "6k1/8/8/8/8/8/8/r3K3 w - - 0 1");
    assert_eq!(from(&checked, "e1"), "d2 e2 f1 f2");
}

#[test]
fn a_wall_may_mend_a_check() {
    let position = at(&walled("on = \"empty\", zone = \"all\""), "4r1k1/8/8/8/8/8/8/N3K3 w - - 0 1");
    let mends: Vec<String> = moves(&position).into_iter().filter(|mv| mv.starts_with("a1b3,")).collect();
    assert_eq!(mends, ["a1b3,b3e2", "a1b3,b3e3", "a1b3,b3e4", "a1b3,b3e5", "a1b3,b3e6", "a1b3,b3e7"]);
}

#[test]
fn a_wall_may_cover_the_king_that_castles() {
    let position = at(&walled("on = \"empty\""), "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1");
    let castlings: Vec<String> = moves(&position).into_iter().filter(|mv| mv.starts_with("e1g1")).collect();
    let covering = ["2", "3", "4", "5", "6", "7"].map(|rank| format!("e1g1,g1g{rank}"));
    assert_eq!(castlings, covering);
    // Through an attacked cell nobody castles, whatever is put there afterwards.
    let through = at(&walled("on = \"empty\""), "4kr2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(moves(&through).iter().all(|mv| !mv.starts_with("e1g1")));
}

#[test]
fn a_wall_is_not_held_in_hand() {
    let game = chess_with("pieces.wall = { letter = \"*\", wall = true }\nrules.drops = true");
    let setup = parse_fen(&game, "4k3/8/8/8/8/8/8/4K3[*] w - - 0 1").unwrap();
    let refused = Position::new(&game, &setup).unwrap_err().to_string();
    assert!(refused.contains("a wall cannot be held in hand"), "{refused}");
}

#[test]
fn castling_closes_the_cell_of_the_king_and_a_drop_none() {
    let game = walled("on = \"left\"");
    let position = at(&game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(board(&after(&position, "e1g1")), "4k3/8/8/8/8/8/8/4*RK1");
    let drops = chess_with(
        "pieces.wall = { letter = \"*\", wall = true }\n\
         rules.drops = true\n\
         rules.walling = { piece = \"wall\" }",
    );
    let position = at(&drops, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1");
    assert_eq!(board(&after(&position, "N@d4")), "4k3/8/8/8/3N4/8/8/4K3[]");
}

#[test]
fn what_explodes_puts_no_wall_but_leaves_one() {
    let atomic = |on: &str| {
        let text = format!(
            "extends = \"atomic\"\npieces.wall = {{ letter = \"*\", wall = true }}\n\
             rules.walling = {{ piece = \"wall\", on = \"{on}\" }}"
        );
        let game = chatura_define::load_text(&text, "test", &[], 0).unwrap();
        at(&game, "4k3/8/8/p7/8/8/8/R3K3 w - - 0 1")
    };
    assert_eq!(board(&after(&atomic("reached"), "a1a5")), "4k3/8/8/8/8/8/8/4K3");
    assert_eq!(board(&after(&atomic("left"), "a1a5")), "4k3/8/8/8/8/8/8/*3K3");
}

#[test]
fn each_way_is_told() {
    let says = |game: &Game, sentence: &str| {
        let told = game.describe();
        assert!(told.iter().any(|line| line.contains(sentence)), "{told:?}");
    };
    says(&load("snailtrail"), "Whatever moves leaves a wall on the cell it left. It stays,");
    says(&load("amazons"), "puts a wall on an empty cell to which the piece could go next. It stays,");
    says(&load("isolation"), "puts a wall on any empty cell, never on c1 or d8. It stays,");
}

#[test]
fn walling_wants_a_wall_and_leaves_the_duck_its_choice() {
    let says = |text: &str, message: &str| {
        let findings = chatura_define::catalogue::check(&format!("extends = \"chess\"\n{text}"), "test");
        assert!(findings.iter().any(|finding| finding.message.contains(message)), "{findings:?}");
    };
    says("rules.walling = { piece = \"rook\" }", "needs \"piece\", a wall");
    says("rules.walling = { on = \"left\" }", "needs \"piece\", a wall");
    let both = "pieces.wall = { letter = \"*\", wall = true }\npieces.duck = { letter = \"D\", wall = true }\n\
                rules.duck = \"duck\"\nrules.walling = { piece = \"wall\", on = ";
    says(&format!("{both}\"empty\" }}"), "for a wall or for the duck, not both");
    let text = format!("extends = \"chess\"\n{both}\"left\" }}");
    assert_eq!(chatura_define::catalogue::check(&text, "test").len(), 0);
}

/// Fairy-Stockfish looks at the board before the move, and has neither of these two. No rule book decides it: chess
/// with arrows is nobody's game. Here a move is judged by the board it leaves, as everywhere.
#[test]
fn a_king_may_step_behind_its_own_wall_and_put_one_where_its_rook_was() {
    let castling = at(&walled("on = \"reached\""), "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
    assert_eq!(castling.count_moves(), 34 + 1);
    assert!(is_legal(&castling, "e1g1,g1h1"));
    let position = at(&walled("on = \"reached\""), "4k3/8/8/8/7q/8/3PP1PP/3QK1N1 w - - 0 1");
    let steps = moves(&position).into_iter().filter(|mv| mv.starts_with("e1f2"));
    assert_eq!(steps.collect::<Vec<_>>(), ["e1f2,f2g3"]);
}

/// Chess in which every move closes a cell, counted by Fairy-Stockfish: pins, checks, castling and pawns.
#[test]
fn chess_with_walls_has_the_moves_that_others_count() {
    let counts = [
        ("left", "r*bqkbnr/pp*pp*pp/2n2*2/2p2p2/1PP1P3/P7/***P*PPP/RNBQKBNR w KQkq - 0 5", 3, 4658),
        ("left", "rnbqkb*r/**pppppp/1p5n/*7/1p5P/3P2P1/P*P*PP**/RNBQKBNR w KQkq - 0 5", 3, 3482),
        ("left", "r*bqkb*r/*pppppp*/2n2n2/p5Np/2P5/P6*/*P*PPPPP/RNBQKB*R w KQkq - 2 5", 3, 4197),
        (
            "left",
            "r*bqkb*r/*****pp*/np1pp*1p/*1p*PP2/p2***nN/NPP1**P1/P******P/R*BQKB*R w KQkq - 0 13",
            3,
            744,
        ),
        ("left", "r*bqkb*r/p******p/np*2*1n/1P1pP*p1/2**2*P/PP*2P2/*****P**/R*BQKB*R w KQkq - 0 13", 3, 91),
        ("left", "r*bqkb*r/p*******/n2*1p2/1pp2***/1*P1p*1P/P2P2*N/*******P/RNBQKB*R w KQkq - 0 13", 3, 59),
        ("reached", "r*bqkb1r/1p1ppppp/2n2n2/p*p3*1/*P*1*1**/4PN1P/P1PP1PP1/RNBQKB1R w KQkq - 1 5", 1, 35),
        ("reached", "r1b1kb1r/pp1ppppp/nqp4n/1**1**2/1*2*1*1/2*1P3/PPPPNPPP/RNBQKB1R w KQkq - 3 5", 1, 26),
        ("reached", "r*bqkbnr/1ppppppp/2*1n3/pB6/*3**1*/N3P*1P/PPPP1PP1/R*BQK1NR w KQkq - 0 5", 1, 52),
        (
            "reached",
            "rnb*kb*r/pp1pp1p1/3*1p1n/1p**1**p/**1P**Q*/1*2*P*N/R*qBP1PP/****KB1R w Kkq - 0 11",
            1,
            11,
        ),
        ("reached", "rnb1k1r*/*pqpbpp1/****p3/p2***Np/*n2*P**/*1*1K2*/PPPPP*PP/R*BQ*B*R w q - 4 11", 1, 20),
        ("empty", "rn1qkb1r/ppp1pppp/3pb*1n/1*4**/1*2*3/1PPBP***/P*1PNPPP/RNBQK2R w KQkq - 5 6", 1, 308),
        ("empty", "r1bqk1nr/ppppppb1/**n**2p/B*4p1/2*PP1P1/1**4*/PPP2P*P/RN1QKBNR w KQkq - 0 6", 1, 440),
        ("empty", "r*bq*bn1/pppkpppr/n1*3*p/3p*1*1/4*3/1P1*P*1*/P1PP1PPP/RNBKQBNR w - - 3 6", 1, 330),
        ("left", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", 3, 14456),
        ("empty", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", 1, 1050),
        ("left", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 7526),
        ("reached", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 32),
        ("empty", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 640),
    ];
    for (on, fen, depth, nodes) in counts {
        let game = walled(&format!("on = \"{on}\""));
        assert_eq!(perft(&at(&game, fen), depth), nodes, "{on} {fen}");
    }
}

//! Board files as games: what they mean, what is refused and what is only odd, and definitions that build on them.

use crate::common::board_xml::{DUEL, chess, duel, positions};
use chatura_define::catalogue::load_text;
use chatura_rules::notation::{format_fen, format_move, parse_fen, parse_move};
use chatura_rules::{Game, Position, perft};
use std::path::PathBuf;
use std::sync::Arc;

fn game(text: &str) -> Arc<Game> {
    load_text(text, "test.xml", &[], 0).unwrap_or_else(|error| panic!("{:?}", error.findings()))
}

fn play(position: &mut Position, moves: &[&str]) {
    for text in moves {
        let mv = parse_move(position, text).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv).unwrap();
    }
}

fn moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> =
        position.legal_moves().into_iter().map(|mv| format_move(position, mv)).collect();
    moves.sort();
    moves
}

#[test]
fn chess_as_a_board_file_is_chess() {
    let game = game(&chess());
    let start = Position::start(&game);
    assert_eq!(format_fen(&start), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (depth, nodes) in [(1, 20), (2, 400), (3, 8902), (4, 197_281)] {
        assert_eq!(perft(&start, depth), nodes);
    }
    for (fen, depth, nodes) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467),
    ] {
        let setup = parse_fen(&game, fen).unwrap();
        assert_eq!(perft(&Position::new(&game, &setup).unwrap(), depth), nodes, "{fen}");
    }
}

#[test]
fn shots_remove_without_moving_and_end_in_a_pawn() {
    let game = game(&duel());
    let mut position = Position::start(&game);
    // The gun looks over two cells and hits what comes first behind them.
    assert!(moves(&position).contains(&"b1*b5".to_owned()));
    play(&mut position, &["b1*b5", "c6c5"]);
    assert_eq!(format_fen(&position).split(' ').next(), Some("1p1/2k/3/3/3/KG~P"));
    play(&mut position, &["b1*b6", "c5c6"]);
    assert_eq!(format_fen(&position).split(' ').next(), Some("2k/3/3/3/3/KPP"));
    assert!(!moves(&position).iter().any(|mv| mv.contains('*')));
}

#[test]
fn a_shot_threatens_the_king() {
    let game = game(&duel());
    let setup = parse_fen(&game, "1k1/3/3/3/3/KG1 b").unwrap_or_else(|error| panic!("{error}"));
    assert!(Position::new(&game, &setup).is_ok());
    let setup = parse_fen(&game, "3/1k1/3/3/3/KG1 b").unwrap_or_else(|error| panic!("{error}"));
    let position = Position::new(&game, &setup).unwrap();
    assert_eq!(position.attacked_royals(position.turn()).len(), 1);
    assert_eq!(moves(&position), ["b5a5", "b5c5"]);
}

#[test]
fn a_lifespan_ends_with_the_first_move() {
    let game = game(&duel());
    let mut position = Position::start(&game);
    assert!(moves(&position).contains(&"c1c3".to_owned()));
    play(&mut position, &["c1c2", "b6a6"]);
    let now = moves(&position);
    assert!(now.contains(&"c2c3".to_owned()) && !now.contains(&"c2c4".to_owned()));
}

#[test]
fn what_a_file_says_about_looks_is_kept() {
    let game = game(&duel());
    let look = game.look();
    assert_eq!((look.board.as_deref(), look.size), (Some("duel.png"), Some((180, 360))));
    assert_eq!(look.colours, [("dark".into(), "brown".into()), ("light".into(), "ivory".into())]);
    assert_eq!(look.pieces[1], ("King".into(), 1, "kb.png".into()));
    let cell = &game.board().cells[game.board().cell("a1").unwrap().index()];
    assert_eq!(cell.outline, [(0.0, 0.0), (60.0, 0.0), (60.0, 60.0), (0.0, 60.0)]);
    assert_eq!(cell.centre, (30.0, 30.0));
}

/// The small game with one thing exchanged, and what is told about it.
#[track_caller]
fn told(from: &str, to: &str) -> Vec<String> {
    let text = duel();
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    let findings = chatura_define::catalogue::check(&text, "test.xml");
    findings.iter().map(|finding| finding.to_string().replace("test.xml:", "")).collect()
}

#[test]
fn wrong_files_are_refused_in_their_place() {
    let mut wrong = Vec::new();
    for (from, to, expected) in [
        (
            "PositionRef=\"a1\"",
            "PositionRef=\"d1\"",
            "24:60: there is no cell \"d1\" (the File and the Rank of a <Position>, as a1)",
        ),
        (
            "<LinkedPosition>a2<",
            "<LinkedPosition>a9<",
            "43:454: there is no cell \"a9\" (the File and the Rank of a <Position>, as a1)",
        ),
        (
            "Name=\"Shot\"",
            "Name=\"Aim\"",
            "11:21: the rule \"Aim\" is nested in itself (a nested rule has a name of its own)",
        ),
        (
            "<Connection Point1=\"S7\" Point2=\"S0\" />",
            "",
            "43:545: the connections of a1 do not close to a ring (every direction has two neighbours; S0 has 1)",
        ),
        (
            "PositionRef=\"b1\"",
            "PositionRef=\"a1\"",
            "25:55: two pieces stand on a1 (the King of player 1 stands there)",
        ),
        (
            "PieceRef=\"KingRed\"",
            "PieceRef=\"Pawn\"",
            "22:19: Red has no king (a piece named King, with or without its family's name: KingWhite)",
        ),
        (
            "<Board",
            "<!DOCTYPE Board [<!ENTITY a \"b\">]>\n<Board",
            "1:1: a board file has no document type (take the <!DOCTYPE …> away; nothing in it is needed)",
        ),
        ("PieceRef=\"Gun\"", "PieceRef=\"Gum\"", "25:37: there is no piece \"Gum\" (did you mean \"Gun\"?)"),
        ("<Rule>Aim</Rule>", "<Rule>Aims</Rule>", "18:60: there is no rule \"Aims\" (did you mean \"Aim\"?)"),
        ("Type=\"MOVE\"", "Type=\"MOOVE\"", "8:29: \"MOOVE\" is no Type (did you mean \"MOVE\"?)"),
        ("Rank=\"FORWARD\"", "Rank=\"ONWARD\"", "8:115: \"ONWARD\" is no Rank (did you mean \"FORWARD\"?)"),
        (
            "BOMB[GUN]",
            "BOOM",
            "11:162: no custom rule is called \"BOOM\" (one of: BOMB, DOUBLE_STEP, FIRST_MOVE, CROSS, EN_PASSANT, PROMOTION, CASTLING)",
        ),
        ("Point2=\"S7\"", "Point2=\"S9\"", "43:818: there is no direction \"S9\" (did you mean \"S0\"?)"),
        ("Rank=\"1\"", "Rank=\"01\"", "43:30: the rank \"01\" is no rank (a whole number from 0 to 1000)"),
        (
            "MaxRecurrenceAllowed=\"2\"",
            "MaxRecurrenceAllowed=\"0\"",
            "8:94: MaxRecurrenceAllowed is \"0\" (a whole number from 1 to 1000000)",
        ),
        ("To=\"6\"", "To=\"a\"", "37:27: the rank 1 cannot count as \"a\" (a whole number)"),
        ("</Players>", "</Player>", "41:3: this is no XML: expected 'Players' tag, not 'Player'"),
    ] {
        let shown = told(from, to);
        if !shown.iter().any(|line| line == expected) {
            wrong.push(format!("{from} → {to}: {shown:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let transient = told(
        "      <Rules>\n        <Rule Name=\"Shot\"",
        "      <Rules>\n        <!-- no -->\n      </Rules>\n    </Rule>\n    <Rule Name=\"Hm\" Type=\"MOVE\" Direction=\"EDGE\" Manoeuvre=\"BLINKER\" MaxRecurrenceAllowed=\"1\" File=\"SAME\" Rank=\"SAME\" Family=\"SAME\">\n      <Rules>\n        <Rule Name=\"Shot\"",
    );
    assert_eq!(
        transient,
        [
            "9:17: the rule \"Aim\" passes over a cell and goes nowhere (MOVE_TRANSIENT needs <Rules> nested in it that say how to go on)"
        ]
    );
}

#[test]
fn files_beyond_the_limits_are_refused() {
    let shown = |text: &str| {
        let findings = chatura_define::catalogue::check(text, "test.xml");
        findings.iter().map(ToString::to_string).collect::<Vec<_>>().join(
            "
",
        )
    };
    let large = format!("{DUEL}<!-- {} --></Board>", "x".repeat(chatura_define::xml::MAX_TEXT));
    assert_eq!(shown(&large), "test.xml:1:1: the file is too large (at most 4194304 bytes)");
    let many =
        format!("<Board Name=\"a\">{}</Board>", "<a/>".repeat(chatura_define::xml::MAX_NODES as usize));
    assert!(shown(&many).contains("too many elements"), "{}", shown(&many));
    let deep = format!("<Board Name=\"a\">{}{}</Board>", "<a>".repeat(100_000), "</a>".repeat(100_000));
    assert!(shown(&deep).contains("too many elements"), "{}", shown(&deep));
    let deep = format!("<Board Name=\"a\">{}{}</Board>", "<a>".repeat(1000), "</a>".repeat(1000));
    assert!(shown(&deep).contains("nested too deep"), "{}", shown(&deep));
    let cells = format!("<Board Name=\"a\">{}</Board>", positions(26, 27));
    assert!(shown(&cells).contains("too many cells"), "{}", shown(&cells));
    let walker = duel().replacen("MaxRecurrenceAllowed=\"2\"", "MaxRecurrenceAllowed=\"900000\"", 1);
    assert!(load_text(&walker, "test.xml", &[], 0).is_ok(), "nothing nested: as far as the board goes");
    let counted = duel().replacen(
        "MaxRecurrenceAllowed=\"2\" File=\"SAME\" Rank=\"FORWARD\" Family=\"IGNORE\">",
        "MaxRecurrenceAllowed=\"900000\" File=\"IGNORE\" Rank=\"IGNORE\" Family=\"IGNORE\">",
        1,
    );
    let counted = counted.replacen(
        "Name=\"Aim\" Type=\"MOVE_TRANSIENT\" Direction=\"EDGE\" Manoeuvre=\"BLINKER\"",
        "Name=\"Aim\" Type=\"MOVE_TRANSIENT\" Direction=\"EDGE\" Manoeuvre=\"FILE_AND_RANK\"",
        1,
    );
    assert!(shown(&counted).contains("too intricate"), "{}", shown(&counted));
}

#[test]
fn a_board_without_armies_is_a_game_without_moves() {
    let text = format!("{}{}</Board>\n", &DUEL[..DUEL.find("  <Players>").unwrap()], positions(3, 6));
    let text = text.replace(
        "  <Positions>",
        "  <Players><Player Name=\"A\" /><Player Name=\"B\" /></Players>\n  <Positions>",
    );
    let game = game(&text);
    assert!(Position::start(&game).legal_moves().is_empty());
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chatura-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn a_definition_builds_on_a_board_file() {
    let folder = folder("hook");
    std::fs::write(folder.join("duel.xml"), duel()).unwrap();
    let told = |text: &str| {
        let path = folder.join("game.toml");
        std::fs::write(&path, text).unwrap();
        chatura_define::load(path.to_str().unwrap(), &[], 0).map_err(|error| {
            let findings = error.findings();
            findings
                .iter()
                .map(|finding| format!("{}:{} {}", finding.line, finding.column, finding.message))
                .collect::<Vec<_>>()
        })
    };
    let game = told("name = \"Duel with rooks\"\n[board]\nxml = \"duel.xml\"\n").unwrap();
    assert_eq!((game.about().name.as_str(), game.players().len()), ("Duel with rooks", 2));
    let plain = perft(&Position::start(&game), 2);
    let game = told("[board]\nxml = \"duel.xml\"\n[pieces]\nGun.moves = \"R\"\nPawn = { letter = \"S\", moves = \"fW\" }\n[rules]\npromotion = { of = \"Pawn\", to = \"Gun\" }\n[end]\nstalemate = \"loss\"\n").unwrap();
    let start = Position::start(&game);
    assert_eq!(format_fen(&start).split(' ').next(), Some("1sk/1s1/3/3/3/KGS"));
    assert_eq!(moves(&start), ["a1a2", "b1b2", "b1b3", "b1b4", "b1b5", "c1c2"]);
    assert_ne!(perft(&start, 2), plain);
    assert_eq!(
        told("[board]\nxml = \"../duel.xml\"\n").unwrap_err(),
        ["2:7 \"../duel.xml\" leads out of the definition's folder"]
    );
    assert_eq!(
        told("[board]\nxml = \"/duel.xml\"\n").unwrap_err(),
        ["2:7 \"/duel.xml\" leads out of the definition's folder"]
    );
    assert!(
        told("[board]\nxml = \"none.xml\"\n").unwrap_err()[0].starts_with("2:7 cannot read \"none.xml\"")
    );
    assert_eq!(
        told("[board]\nxml = \"duel.xml\"\nsize = [8, 8]\n").unwrap_err(),
        ["3:1 the cells are in the board file"]
    );
    assert_eq!(
        told("[board]\nxml = \"duel.xml\"\n[pieces]\nGun = false\n").unwrap_err(),
        ["25:37 unknown piece \"Gun\""]
    );
    std::fs::write(folder.join("duel.xml"), duel().replace("\"SAME\"", "\"SOME\"")).unwrap();
    let wrong = told("[board]\nxml = \"duel.xml\"\n").unwrap_err();
    assert!(
        wrong.iter().any(|line| line.starts_with("8:") && line.contains("\"SOME\" is no File")),
        "{wrong:?}"
    );
    let _ = std::fs::remove_dir_all(folder);
    let error = load_text("[board]\nxml = \"duel.xml\"\n", "test.toml", &[], 0).unwrap_err();
    assert!(error.to_string().contains("has no folder"), "{error}");
}

#[test]
fn the_rule_of_the_documents_example_is_read_with_a_warning() {
    let rule = r#"<Rule Name="Move_Edgewise_1" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="IGNORE" Rank="SAME" Family="FORWARD"/>"#;
    let text = duel().replacen("<Rules>", &format!("<Rules>\n    {rule}"), 1);
    let read = chatura_define::xml::read(&text, "duel", 0);
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let told: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|line| line == "the Family \"FORWARD\" is read as IGNORE"), "{told:?}");
    assert!(load_text(&text, "test.xml", &[], 0).is_ok());
}

#[test]
fn unknown_rule_engines_are_refused_with_those_that_are_known() {
    let told = |attribute: &str| {
        let text = duel().replacen("<Board ", &format!("<Board {attribute}=\"MyOwnRules\" "), 1);
        let findings = chatura_define::catalogue::check(&text, "test.xml");
        findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    for attribute in ["RuleEngine", "RuleProcessor"] {
        let told = told(attribute);
        assert!(told.contains(&format!("no {attribute} is called \"MyOwnRules\"")), "{told}");
        for (known, _) in chatura_define::xml::KNOWN {
            assert!(told.contains(known), "{told}");
        }
    }
}

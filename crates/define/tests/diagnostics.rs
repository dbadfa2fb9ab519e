//! What people are told about wrong definitions: the place, the sentence, and what would be right.

use chatura_define::catalogue::{check, load};

/// Findings as `line:column message (help)`, with the file where it is another one.
fn told(text: &str) -> Vec<String> {
    check(text, "test.toml").iter().map(|finding| finding.to_string().replace("test.toml:", "")).collect()
}

/// Compares what is told about chess with some lines added; they begin at line 2.
#[track_caller]
fn chess_with(lines: &str, expected: &[&str]) {
    let shown: Vec<String> = told(&format!("extends = \"chess\"\n{lines}\n"))
        .iter()
        .map(|line| line.replacen(": ", " ", 1))
        .collect();
    assert_eq!(shown, expected);
}

const ZONES: &str = "(write \"rank 2\", \"ranks 1-3\", \"last rank\", \"last 3 ranks\", \"file a\", \"d1..f3\", cells, or the \
                     name of a zone)";

#[test]
fn unknown_sections_and_keys() {
    chess_with("[piecs]\nx = 1", &["2:2 unknown key \"piecs\" (did you mean \"pieces\"?)"]);
    chess_with(
        "pieces.king.lettr = \"K\"\nplayers.nmes = []",
        &[
            "2:13 unknown key \"lettr\" (did you mean \"letter\"?)",
            "3:9 unknown key \"nmes\" (did you mean \"names\"?)",
        ],
    );
    chess_with("board.sise = [8, 8]", &["2:7 unknown key \"sise\" (did you mean \"size\"?)"]);
}

#[test]
fn values_of_the_wrong_kind() {
    chess_with(
        "name = 5\ntags = [\"a\", 3]\npieces.queen.royal = \"first\"\nrules.en-passant = \"yes\"",
        &[
            "2:8 \"name\" takes a text (write \"5\")",
            "3:14 \"tags\" takes a text (write \"3\")",
            "4:22 \"royal\" takes true or false, or \"last\"",
            "5:20 \"en-passant\" takes true or false, or a table",
        ],
    );
}

#[test]
fn notation_is_marked_inside_its_text() {
    chess_with(
        "pieces.queen.moves = \"QfX\"\npieces.rook.moves = \"rok\"\npieces.bishop.moves = [\"B\", [\"F\", \"fq\"]]",
        &[
            "2:25 \"X\" means nothing here (the atoms are W F D N A H C (or L) Z (or J) G and K R B Q)",
            "3:21 no known piece is called \"rok\" (did you mean \"rook\"?)",
            "4:37 \"q\" means nothing here (atoms are capital letters: did you mean \"Q\"?)",
        ],
    );
}

#[test]
fn zones_that_name_nothing() {
    chess_with(
        "zones.hill = \"d4..z9\"\npieces.king.within = \"palace\"\nrules.promotion.zone = \"rank 9\"\n\
         end.goal = { of = \"king\", zone = \"hil\" }",
        &[
            &format!("2:14 \"d4..z9\" names no cells of this board {ZONES}"),
            &format!("3:22 \"palace\" names no cells of this board {ZONES}"),
            &format!("4:24 \"rank 9\" names no cells of this board {ZONES}"),
            "5:34 \"hil\" names no cells of this board (did you mean \"hill\"?)",
        ],
    );
}

#[test]
fn pieces_without_moves_or_with_a_letter_that_is_taken() {
    chess_with(
        "pieces.statue = { letter = \"S\" }\npieces.guard = { letter = \"N\", moves = \"K\" }",
        &[
            "2:8 the piece \"statue\" has no moves (add moves = \"N\")",
            "3:27 knight and guard have the same letter",
        ],
    );
    chess_with(
        "pieces.tower = { letter = \"xy\", moves = \"R\" }",
        &[
            "2:27 \"xy\" cannot be a piece's letter (a capital letter, with + before it if the piece is a promoted one, or * for a wall)",
        ],
    );
}

#[test]
fn keys_of_pieces_that_belong_to_rules() {
    chess_with(
        "pieces.rook.shoots = \"rok\"\npieces.rook.shots = { count = 2 }\npieces.queen.shots = { then = \"pwan\" }",
        &[
            "2:22 no known piece is called \"rok\" (did you mean \"rook\"?)",
            "3:21 shots that come to an end need what comes then (shots = { count = 2, then = \"pawn\" })",
            "4:31 unknown piece \"pwan\" (did you mean \"pawn\"?)",
        ],
    );
    chess_with(
        "pieces.rook.shoots = 3\npieces.queen.shots = { count = 3, then = \"pawn\" }\npieces.king.shot = true",
        &[
            "2:22 \"shoots\" takes a movement, or true or false",
            "3:32 \"count\" is 3 (a number from 1 to 2)",
            "4:13 unknown key \"shot\" (did you mean \"shots\"?)",
        ],
    );
    chess_with(
        "rules.shoots = \"R\"",
        &["2:7 unknown rule \"shoots\" in [rules] (this key belongs in [pieces.NAME])"],
    );
}

#[test]
fn arrays_that_do_not_fit() {
    chess_with(
        "setup.array = \"rnbqkbnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"",
        &["2:24 the start position: the row is too long (8 cells in this row)"],
    );
    chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR\"",
        &["2:57 the start position: there are only 7 rows (8 rows with / between them)"],
    );
    chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
        &[
            "2:59 the array is only the placement of the pieces (put what follows into state = \"w KQkq - 0 1\", or \
           leave it out)",
        ],
    );
    chess_with(
        "setup.state = \"x KQkq - 0 1\"",
        &["2:16 the start position: \"x\" is nobody's turn (one of w, b)"],
    );
}

#[test]
fn the_array_is_looked_at_although_a_rule_is_wrong() {
    chess_with(
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNZ\"\nrules.castlin = \"standard\"",
        &[
            "2:58 the start position: no piece has the letter \"Z\" (one of P, N, B, R, Q, K)",
            "3:7 unknown rule \"castlin\" in [rules] (did you mean \"castling\"?)",
        ],
    );
}

#[test]
fn rules_that_name_unknown_pieces() {
    chess_with(
        "rules.promotion.to = [\"quen\", \"rok\", \"wizard\"]",
        &[
            "2:23 unknown piece \"quen\" (did you mean \"queen\"?)",
            "2:31 unknown piece \"rok\" (did you mean \"rook\"?)",
            "2:38 unknown piece \"wizard\" (one of: pawn, knight, bishop, rook, queen, king)",
        ],
    );
}

#[test]
fn tables_inside_rules_are_checked_to_the_bottom() {
    chess_with(
        "rules.drops = { captured = 1, zone = {}, zones = { pwan = \"ranks 2-77\" } }\n\
         end.repetition = { times = 3 }\nend.extinction = {}\nend.no-progress = { automatic = 5000 }",
        &[
            "2:28 \"captured\" takes true or false",
            "2:31 unknown key \"zone\" (did you mean \"zones\"?)",
            "2:52 unknown piece \"pwan\" (did you mean \"pawn\"?)",
            &format!("2:59 \"ranks 2-77\" names no cells of this board {ZONES}"),
            "3:20 unknown key \"times\" (one of: claim, automatic, result, perpetual-check, perpetual-chase, chase-exempt)",
            "4:18 extinction needs the types it is about (extinction = { of = [\"king\"] })",
            "5:33 \"automatic\" is 5000 (a number from 1 to 1000)",
        ],
    );
}

#[test]
fn rules_in_the_wrong_section() {
    chess_with(
        "rules.stalemate = \"loss\"\nend.castling = \"none\"\nend.stalemate = \"lose\"",
        &[
            "2:7 unknown rule \"stalemate\" in [rules] (this key belongs in [end])",
            "3:5 unknown rule \"castling\" in [end] (this key belongs in [rules])",
            "4:17 \"lose\" is no choice for \"stalemate\" (did you mean \"loss\"?)",
        ],
    );
}

#[test]
fn what_no_longer_fits_is_told_where_it_was_changed() {
    chess_with(
        "pieces.rook = false\nsetup.array = \"1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1\"",
        &[
            "2:8 castling needs a partner (name one, castling = { partner = \"…\" }, or write castling = \"none\"; what \
             does not fit is in games/chess.toml:30:12)",
        ],
    );
    // A cell that a smaller board lacks, a letter that no piece has any more.
    let first = |lines: &str| told(&format!("extends = \"chess\"\n{lines}\n")).remove(0);
    let array = first("board.size = [7, 8]");
    assert!(array.starts_with("2:7: ") && array.contains("is in games/chess.toml:"), "{array}");
    let letter = first("pieces.queen = false");
    assert!(letter.starts_with("2:8: ") && letter.contains("is in games/chess.toml:"), "{letter}");
}

#[test]
fn false_takes_away_what_is_inherited() {
    for lines in [
        "rules.castling = false",
        "rules.en-passant = false\nend.material = false\nend.repetition = false",
        "end.repetition.claim = false\nend.no-progress.automatic = false",
        "rules.promotion = false",
        "look = false\ninventor = false",
        // Never inherited: nothing is taken away.
        "rules.drops = false\nrules.blast = false\nend.goal = false",
        // Lists that name a piece forget it.
        "pieces.queen = false\nsetup.array = \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR\"",
        // What is left of them is laid under what is said instead.
        "rules.castling = false\npieces.queen = false\npieces.rook = false\npieces.bishop = false\npieces.knight = false\n\
         pieces.general = { letter = \"G\", moves = \"K\" }\nrules.promotion.to = \"general\"\n\
         setup.array = \"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3\"",
        // What is said of nothing else goes with it.
        "pieces.pawn = false\nsetup.array = \"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR\"",
    ] {
        chess_with(lines, &[]);
    }
    chess_with(
        "rules.castlng = false",
        &["2:7 unknown rule \"castlng\" in [rules] (did you mean \"castling\"?)"],
    );
    chess_with("ned = false", &["2:1 unknown key \"ned\" (did you mean \"end\"?)"]);
    chess_with("end.repetition = true", &["2:18 \"repetition\" takes a table"]);
}

#[test]
fn boards_that_cannot_be() {
    chess_with(
        "board = { size = [26, 26], extra = [[\"x\", 0, 0]] }",
        &["2:18 a board has at most 676 cells, this one has 677"],
    );
    chess_with("board.size = [27, 8]", &["2:15 \"size\" is 27 (a number from 1 to 26)"]);
    chess_with("board.size = [8]", &["2:14 a size is two numbers (size = [8, 8])"]);
    chess_with(
        "board.holes = [\"a1\", \"i9\", \"zz\"]",
        &[
            "2:22 there is no cell \"i9\" to leave out (the board has 8 files and 8 ranks)",
            "2:28 there is no cell \"zz\" to leave out (the board has 8 files and 8 ranks)",
        ],
    );
    chess_with(
        "board = { shape = \"circle\" }",
        &["2:19 unknown shape \"circle\" (one of: rectangle, hexes, trihex, ring, cross)"],
    );
    chess_with(
        "board = { shape = \"cross\", size = 8, corner = 4 }",
        &["2:47 corners of 4 leave nothing of a square of 8 (at most 3)"],
    );
}

#[test]
fn players_and_symmetries() {
    chess_with("players.names = [\"White\"]", &["2:18 a game is for 2 to 8 players, not 1"]);
    chess_with(
        "players.names = [\"One\", \"One\"]\nplayers.symmetry = \"turning\"",
        &[
            "2:25 two players are named \"One\"",
            "3:20 this board has no symmetry \"turning\" for 2 players (one of: mirror, rotation, none)",
        ],
    );
    chess_with(
        "board = { shape = \"hexes\" }\nplayers = { names = [\"A\", \"B\", \"C\"], symmetry = \"mirror\" }",
        &["3:49 this board has no symmetry \"mirror\" for 3 players (one of: rotation, none)"],
    );
}

#[test]
fn more_types_than_a_game_may_have() {
    let mut lines = String::new();
    for index in 0..60 {
        let mark = ["", "+", "~"][index / 20];
        let letter = &"ACDEFGHIJLMOSTUVWXYZ"[index % 20..][..1];
        let letter = if mark == "~" { format!("{letter}~") } else { format!("{mark}{letter}") };
        lines.push_str(&format!("pieces.type{index} = {{ letter = \"{letter}\", moves = \"K\" }}\n"));
    }
    // Six pieces are those of chess, so the 59th line is the first too many.
    chess_with(lines.trim_end(), &["60:8 a game has at most 64 types of pieces, this one has 66"]);
}

#[test]
fn more_ways_to_move_than_can_be_compiled() {
    let pieces: String =
        ('A'..='J').map(|l| format!("p{l} = {{ letter = \"{l}\", moves = \"mQafsR\" }}\n")).collect();
    let rows = vec!["16"; 14].join("/");
    let text = format!(
        "name = \"Many\"\nboard = {{ shape = \"rectangle\", size = [16, 16] }}\n[pieces]\n{pieces}\
         king = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
         [setup]\narray = \"k15/{rows}/K15\"\n[end]\ncheckmate = \"loss\"\n"
    );
    let found = told(&text);
    assert!(found[0].ends_with("too intricate: the pieces have too many ways to move"), "{found:?}");
    assert!(found.len() == 1 && found[0].contains("the p"), "{found:?}");
}

#[test]
fn a_game_that_nothing_ends() {
    let text = "name = \"Endless\"\n[pieces]\nman = { letter = \"M\", moves = \"K\" }\n[setup]\n\
                array = \"8/8/8/8/8/8/8/M6m\"\n";
    assert_eq!(
        told(text),
        ["3:1: nothing ends this game (let the players have a royal piece (royal = true), or give [end] an \
             extinction, a goal or an automatic no-progress limit)"]
    );
    // A king in the box is no king on the board.
    let boxed = text.replace("[setup]", "king = { letter = \"K\", moves = \"K\", royal = true }\n[setup]");
    assert!(told(&boxed)[0].starts_with("4:1: nothing ends this game"), "{:#?}", told(&boxed));
}

#[test]
fn rules_are_looked_at_although_the_board_or_a_piece_is_wrong() {
    let rules = "rules.casteling = \"standard\"\nrules.promotion.to = [\"quen\"]\nend.goal.zone = 5";
    let castling = "3:7 unknown rule \"casteling\" in [rules] (did you mean \"castling\"?)";
    let goal = "5:17 \"zone\" takes a zone";
    let size = "2:14 a size is two numbers (size = [8, 8])";
    let queen = "4:23 unknown piece \"quen\" (did you mean \"queen\"?)";
    chess_with(&format!("board.size = [8]\n{rules}"), &[size, castling, queen, goal]);
    // While a piece is missing, nobody can say which names are wrong.
    let letter = "2:22 \"qu\" cannot be a piece's letter (a capital letter, with + before it if the piece is a \
                  promoted one, or * for a wall)";
    chess_with(&format!("pieces.king.letter = \"qu\"\n{rules}"), &[letter, castling, goal]);
}

#[test]
fn gates_need_a_hand_and_castling_different_cells() {
    let help = "(name those that can be held: drops = { captured = false, pieces = [\"hawk\"] })";
    chess_with("rules.gating = true", &[&format!("2:16 gating needs pieces in hand {help}")]);
    chess_with(
        "rules.castling = { cells = [[\"g1\", \"f1\"], [\"g1\", \"e1\"]] }",
        &["2:44 the king castles to this cell already"],
    );
}

#[test]
fn a_line_that_no_screen_holds_is_not_shown() {
    let error =
        chatura_define::load_text(&format!("about = \"{}\"\nnam = 1", "x".repeat(5000)), "long.toml", &[], 0);
    let error = error.unwrap_err();
    let texts: Vec<String> = error.reports().map(ToString::to_string).collect();
    assert!(texts.contains(&"unknown key \"nam\"".to_owned()), "{texts:#?}");
    assert!(texts.contains(&"long.toml:1:1: the definition has no [pieces]".to_owned()), "{texts:#?}");
}

#[test]
fn games_to_extend() {
    assert_eq!(
        told("extends = \"ches\"\n"),
        ["1:11: there is no game \"ches\" to extend (did you mean \"chess\"?)"]
    );
    let help = "add [{}], or take a game over with extends = \"chess\"";
    let missing = |name: &str| format!("1:1: the definition has no [{name}] ({})", help.replace("{}", name));
    assert_eq!(told(""), [missing("pieces"), missing("setup")]);
}

#[test]
fn variables_with_nothing_to_choose_from_are_told_once() {
    let text = "extends = \"chess960\"\nvariables.position = { range = [959, 0] }\n";
    let told = told(text);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("the variable \"position\" needs a range or a choice"), "{told:#?}");
}

#[test]
fn values_of_words_that_cannot_be_chosen() {
    let army = "variables.army = { choice = [\"knights\"], values = { knight = \"N\" } }";
    chess_with(army, &["2:53 \"knight\" is no choice of \"army\" (did you mean \"knights\"?)"]);
}

#[test]
fn values_out_of_a_variables_range() {
    let settings = [("position".to_owned(), "960".to_owned())];
    let findings = load("chess960", &settings, 0).unwrap_err().findings();
    assert_eq!(
        findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["settings:1:10: \"position\" cannot be \"960\" (a number from 0 to 959)"]
    );
}

#[test]
fn what_is_not_toml() {
    chess_with(
        "name = \"No\nrules = {",
        &["2:11 invalid basic string, expected `\"`", "3:10 unclosed inline table, expected `}`"],
    );
    chess_with("rules.castling = none", &["2:18 a text stands in quotes (write \"none\")"]);
}

#[test]
fn everything_at_once_in_the_order_written() {
    chess_with(
        "nmae = \"Wrong\"\npieces.guard = { letter = \"N\", moves = \"KX\" }\npieces.tower = { letter = \"T\" }\n\
         rules.promotion.to = [\"quen\"]\nend.checkmat = \"loss\"",
        &[
            "2:1 unknown key \"nmae\" (did you mean \"name\"?)",
            "3:27 knight and guard have the same letter",
            "3:42 \"X\" means nothing here (the atoms are W F D N A H C (or L) Z (or J) G and K R B Q)",
            "4:8 the piece \"tower\" has no moves (add moves = \"N\")",
            "5:23 unknown piece \"quen\" (did you mean \"queen\"?)",
            "6:5 unknown rule \"checkmat\" in [end] (did you mean \"checkmate\"?)",
        ],
    );
}

/// What is odd about chess with some lines added; they begin at line 2.
#[track_caller]
fn chess_is_odd_with(lines: &str, expected: &[&str]) {
    let odd = chatura_define::catalogue::odd(&format!("extends = \"chess\"\n{lines}\n"), "test.toml");
    let shown: Vec<String> = odd
        .iter()
        .map(|finding| finding.to_string().replace("test.toml:", "").replacen(": ", " ", 1))
        .collect();
    assert_eq!(shown, expected);
}

#[test]
fn a_player_whom_nothing_can_beat_is_odd() {
    let army =
        "setup.array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR\"\nsetup.state = \"w kq - 0 1\"\n";
    let told = "2:15 White has no royal piece, and others have (give everybody one, or say what loses: end.extinction = { of = … })";
    chess_is_odd_with(army, &[told]);
    chess_is_odd_with(&format!("{army}end.extinction = {{ of = \"queen\" }}\n"), &[]);
    chess_is_odd_with("", &[]);
}

#[test]
fn pieces_that_begin_outside_their_zone_are_odd() {
    let told = "2:23 the queen of White begins outside its zone, on d1 (it may only go to cells of its zone: make the zone \
                larger, or begin inside)";
    chess_is_odd_with("pieces.queen.within = \"ranks 3-6\"\n", &[told]);
    chess_is_odd_with("pieces.queen.within = \"ranks 1-6\"\n", &[]);
    chess_is_odd_with("pieces.rook.within = \"none\"\n", &[]);
}

#[test]
fn goals_out_of_reach_and_zones_without_a_cell_are_odd() {
    chess_is_odd_with(
        "pieces.king.within = \"ranks 1-2\"\nend.goal = { of = \"king\", zone = \"last rank\" }\n",
        &["3:34 nobody can reach this goal (none of these types may stand there: see within)"],
    );
    chess_is_odd_with(
        "rules.promotion.zone = \"not all\"\n",
        &[
            "2:24 no cell is in this zone, so nothing comes of \"promotion\" (leave the rule out, or name cells)",
        ],
    );
    chess_is_odd_with("end.goal = { of = \"king\", zone = \"last rank\" }\n", &[]);
}

#[test]
fn rules_without_effect_are_odd() {
    chess_is_odd_with(
        "pieces.pawn.first = false\npieces.pawn.first-zone = false\nrules.en-passant = true\n",
        &[
            "4:20 nothing can be taken en passant (no piece has a longer first move: add first = \"fmnD\", or leave this out)",
        ],
    );
    chess_is_odd_with(
        "pieces.king.royal = false\nend.extinction = { of = \"king\" }\nrules.kings-facing = \"forbidden\"\n",
        &["4:22 \"kings-facing\" changes nothing: nobody has a royal piece (leave it out)"],
    );
    chess_is_odd_with(
        "setup.array = \"1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1\"\nrules.castling = \"standard\"\n",
        &[
            "3:18 nobody can castle from this start (king and partner stand on one row, or say castling = \"none\")",
        ],
    );
}

#[test]
fn well_known_games_are_not_odd() {
    let games = [
        "chess",
        "atomic",
        "antichess",
        "crazyhouse",
        "horde",
        "racingkings",
        "kingofthehill",
        "shogi",
        "xiangqi",
        "makruk",
        "seirawan",
        "grand",
        "capablanca",
        "duck",
        "extinction",
        "glinski",
        "three-player",
        "four-player",
        "knightmate",
        "maharajah",
    ];
    for entry in games.iter().filter_map(|id| chatura_define::catalogue::find(id)) {
        let odd = chatura_define::catalogue::odd(entry.text, &format!("{}.toml", entry.about.id));
        assert!(odd.is_empty(), "{}: {odd:?}", entry.about.id);
    }
}

#[test]
fn rules_may_mean_all_types() {
    let text = "extends = \"chess\"\nend.extinction = { of = \"all\", together = true }\n";
    assert_eq!(told(text), Vec::<String>::new());
    chess_with(
        "end.extinction = { of = \"al\" }",
        &["2:25 unknown piece \"al\" (one of: pawn, knight, bishop, rook, queen, king)"],
    );
}

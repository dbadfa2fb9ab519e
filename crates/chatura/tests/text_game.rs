//! The text game, byte for byte.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program with these arguments and this input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chatura"))
        .arg("text")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A game that has ended reads no further, so the pipe may be closed.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// What is printed; the program must end well and say nothing on standard error.
fn dialogue(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracles").join(name);
    if !path.exists() {
        println!("skipped: {name} of the shared oracles is not beside this checkout");
        return None;
    }
    Some(path)
}

const BEGIN: &str = "==== BEGIN GAME OUTPUT ====\n";
const END: &str = "==== END GAME OUTPUT ====\n";
const ASK: &str = "\n==== BEGIN GAME INPUT ====\n";
const TAKEN: &str = "==== END GAME INPUT ====\n";

/// The output block of a placement of eight ranks by eight, drawn apart from the program.
fn block(fen: &str, in_check: &str) -> String {
    let (placement, turn) = fen.split_once(' ').expect("a FEN");
    let mut text = format!("{BEGIN}  {}\n", "-".repeat(23));
    for (index, row) in placement.split('/').enumerate() {
        let mut cells = Vec::new();
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => cells.extend((0..empty).map(|_| "..".to_owned())),
                None if letter.is_uppercase() => cells.push(format!("W{letter}")),
                None => cells.push(format!("B{}", letter.to_uppercase())),
            }
        }
        text += &format!("{}|{}|\n", 8 - index, cells.join(" "));
    }
    let turn = turn[..1].to_uppercase();
    text + &format!(
        "  {}\n  A  B  C  D  E  F  G  H\nIn check: {in_check}\nNext move: {turn}\n{END}",
        "-".repeat(23)
    )
}

fn won(by: char) -> String {
    format!("{BEGIN}Winner: {by}\n{END}")
}

const START: &str = "r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w";

#[test]
fn the_examples_of_the_document_come_out_as_printed_there() {
    let Some(path) = shared("text_section4.tsv") else { return };
    let table = std::fs::read_to_string(path).expect("the table");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, caption, fen, in_check, input, kind, after, in_check_after] = fields[..] else {
            panic!("eight columns: {row}")
        };
        let last = match kind {
            "end" => won(after.chars().last().expect("a letter")),
            _ => block(after, in_check_after) + ASK,
        };
        let expected = format!("{}{ASK}{TAKEN}\n{last}", block(fen, in_check));
        assert_eq!(dialogue(&["--fen", fen], &format!("{input}\n")), expected, "{caption}");
        rows += 1;
    }
    assert_eq!(rows, 22);
}

#[test]
fn the_examples_of_the_document_come_out_of_its_program_too() {
    let Some(path) = shared("text_section4.tsv") else { return };
    let table = std::fs::read_to_string(path).expect("the table");
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (fen, input) = (fields[2], format!("{}\n", fields[4]));
        let as_published = dialogue(&["--as-published", "--fen", fen], &input);
        assert_eq!(as_published, dialogue(&["--fen", fen], &input), "{}", fields[1]);
    }
}

#[test]
fn the_published_program_lets_idle_pawns_look_where_the_others_look() {
    let both = |fen: &str| {
        let told = |arguments: &[&str]| dialogue(&[arguments, &["--fen", fen]].concat(), "");
        (told(&[]).contains("In check: Y"), told(&["--as-published"]).contains("In check: Y"))
    };
    // It is White's turn: Black's pawn attacks the king, and looks the other way.
    assert_eq!(both("4k3/8/8/8/8/8/3p4/4K3 w"), (true, false));
    assert_eq!(both("4k3/8/8/8/8/4K3/3p4/8 w"), (false, true));
    assert_eq!(both("4k3/8/8/8/8/8/3p4/4K3 b"), (true, true));
}

#[test]
fn the_published_program_calls_other_positions_drawn() {
    // A king behind its own men has no step, so nobody else is asked.
    let boxed = "7k/8/8/8/8/8/PP6/KR6 w";
    assert_eq!(dialogue(&["--as-published", "--fen", boxed], "B1,C1\n"), won('D'));
    assert!(dialogue(&["--fen", boxed], "B1,C1\n").contains("1|WK .. WR"));
    // Its first step, straight ahead, leads into danger; another would not. Nothing else can move.
    let first = "7k/8/8/8/8/8/7r/K7 w";
    assert_eq!(dialogue(&["--as-published", "--fen", first], ""), won('D'));
    assert!(dialogue(&["--fen", first], "").ends_with(ASK));
    // A man that was taken counts as able to move, where the text's own rules see a draw.
    let taken = "k3R3/7p/8/R2B4/8/8/8/4K2R w";
    let lines = "H1,H7\n";
    assert!(dialogue(&["--as-published", "--fen", taken], lines).ends_with(ASK));
    assert!(dialogue(&["--fen", taken], lines).ends_with(&won('D')));
}

#[test]
fn only_its_own_game_is_played_as_published() {
    let output = run(&["--as-published", "--game", "chess"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("text-chess alone"));
}

#[test]
fn whole_dialogues_come_out_as_the_model_prints_them() {
    let Some(folder) = shared("text") else { return };
    let mut dialogues = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".out") else { continue };
        let (stem, arguments) = match stem.strip_suffix(".silent") {
            Some(stem) => (stem, &["--invalid", "silent"][..]),
            None => (stem, &[][..]),
        };
        let input = std::fs::read_to_string(path.with_file_name(format!("{stem}.in"))).expect("input");
        assert_eq!(dialogue(arguments, &input), std::fs::read_to_string(&path).expect("output"), "{name}");
        dialogues += 1;
    }
    assert!(dialogues >= 5, "only {dialogues}");
}

#[test]
fn a_dialogue_is_blocks_with_one_empty_line_between() {
    let after = "r1b1kb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1B1KB1R b";
    let expected = format!("{}{ASK}{TAKEN}\n{}{ASK}", block(START, "N"), block(after, "N"));
    for input in ["A2,A3\n", "a2,a3\r\n", "A2,a3", "A2,A34\n", "A2,A3 P@,E5\n", "A2,A3,Q"] {
        assert_eq!(dialogue(&[], input), expected, "{input:?}");
    }
    assert_eq!(dialogue(&[], ""), block(START, "N") + ASK);
    assert!(!expected.lines().any(|line| line.ends_with(' ')));
}

#[test]
fn what_is_no_move_is_refused_aloud_or_in_silence() {
    let again = format!("{}{ASK}{TAKEN}\n{}{ASK}", block(START, "N"), block(START, "N"));
    let silent = format!("{}{ASK}{TAKEN}{ASK}", block(START, "N"));
    for line in ["", "A2", " A2,A3", "A2, A3", "A2;A3", "P@,E5", "@,A3", "pass", "A7,A6", "A2,A4", "é2,A3"] {
        let input = format!("{line}\n");
        assert_eq!(dialogue(&[], &input), again, "{line:?}");
        assert_eq!(dialogue(&["--invalid", "reprint"], &input), again, "{line:?}");
        assert_eq!(dialogue(&["--invalid", "silent"], &input), silent, "{line:?}");
    }
    let binary = run(&[], &[b"\xff\x00\x80\n", &vec![b'A'; 1 << 20][..], b"\n"].concat());
    assert_eq!(String::from_utf8_lossy(&binary.stdout).matches(BEGIN).count(), 3);
}

#[test]
fn wide_blocks_end_as_the_published_program_ends_them() {
    let narrow = dialogue(&["--fen", "7k/8/8/8/8/8/8/R3K3 w"], "A1,A8\nx\nH8,G7\nA8,A7\nG7,A7\n");
    let wide = dialogue(&["--wide", "--fen", "7k/8/8/8/8/8/8/R3K3 w"], "A1,A8\nx\nH8,G7\nA8,A7\nG7,A7\n");
    let widened = narrow
        .replace("==== END GAME OUTPUT ====", "====  END GAME OUTPUT  ====")
        .replace("==== END GAME INPUT ====", "====  END GAME INPUT  ====");
    assert_eq!(wide, widened);
    assert_ne!(wide, narrow);
}

#[test]
fn a_position_that_is_decided_prints_only_that() {
    assert_eq!(dialogue(&["--fen", "8/8/8/8/8/8/8/R3K3 b"], "A8,A7\n"), won('W'));
    assert_eq!(dialogue(&["--fen", "4k3/8/8/8/8/8/8/8 w"], ""), won('B'));
    // Only the king can move, and each of its moves leaves it open to capture.
    assert_eq!(dialogue(&["--fen", "k3R3/8/8/R2B4/8/8/8/4K3 b"], "A8,A7\n"), won('D'));
    // A pawn that can still move keeps the game going.
    let open = dialogue(&["--fen", "k3R3/7p/8/R2B4/8/8/8/4K3 b"], "");
    assert!(open.ends_with(ASK) && open.contains("In check: Y"), "{open}");
    // Nothing can move at all.
    assert_eq!(dialogue(&["--fen", "KP6/PP6/8/8/8/8/8/4k3 w"], ""), won('D'));
}

#[test]
fn pawns_and_kings_play_by_the_small_rules() {
    // A pawn on the last rank stays; a king may go next to the other and be captured.
    let text = dialogue(&["--fen", "8/P7/8/8/8/1k6/8/K7 w"], "A7,A8\nB3,B4\nA8,B8\nA1,A2\nB4,B3\nA2,B3\n");
    assert!(text.contains("8|WP .. .. .. .. .. .. ..|"), "{text}");
    assert!(text.contains("In check: Y\nNext move: W"), "kings attack too: {text}");
    assert!(text.ends_with(&won('W')), "{text}");
    // A king capturable on the move of the one who is attacked.
    let left = dialogue(&["--fen", "4k3/8/8/8/8/8/4r3/K7 w"], "A1,B1\nE8,D8\nB1,A1\n");
    assert_eq!(left.matches("In check: N").count(), 4, "{left}");
}

#[test]
fn the_strict_game_goes_by_the_requirements() {
    let strict = |fen: &str, input: &str| dialogue(&["--game", "text-chess-strict", "--fen", fen], input);
    let doubled = dialogue(&["--game", "text-chess-strict"], "A2,A4\n");
    assert!(doubled.contains("4|WP .. .. .. .. .. .. ..|"), "{doubled}");
    // Neither a king in check that stays so, nor a pinned piece, nor a jump over a piece.
    let silent = |fen: &str, input: &str| {
        let text = strict(fen, input);
        assert_eq!(text.matches(BEGIN).count(), 1, "{text}");
    };
    silent("4k3/8/8/8/8/8/4r3/K7 w", "A1,A2\n");
    silent("4k3/4r3/8/8/8/8/4R3/4K3 w", "E2,D2\n");
    silent("4k3/8/8/8/8/b7/P7/K7 w", "A2,A4\nA2,A3\n");
    // Checkmate and stalemate both lose.
    assert!(strict("k7/8/1K6/8/8/8/8/7R w", "H1,H8\n").ends_with(&won('W')));
    assert!(strict("k7/8/K7/8/8/8/8/1R5R w", "H1,H2\n").ends_with(&won('W')));
    assert_eq!(strict("k7/8/K7/8/8/8/8/1R6 b", ""), won('W'));
    // No en passant: the pawn that passed stays.
    let passed = strict("4k3/1p6/8/P7/8/8/8/4K3 b", "B7,B5\nA5,B6\nA5,A6\n");
    assert!(passed.contains("6|WP .. .. .. .. .. .. ..|\n5|.. BP"), "{passed}");
}

#[test]
fn other_games_have_choices_drops_and_more_ranks() {
    let chess = |input: &str| dialogue(&["--game", "chess", "--fen", "7k/P6p/8/8/8/8/8/K7 w - - 0 1"], input);
    for (input, piece) in [
        ("A7,A8\n", "WQ"),
        ("a7,a8,n\n", "WN"),
        ("A7,A8,R\r\n", "WR"),
        ("A7,A8,B and so on", "WB"),
        ("A7,A8,", "WQ"),
    ] {
        assert!(chess(input).contains(&format!("8|{piece} ..")), "{input:?}: {}", chess(input));
    }
    for input in ["A7,A8,K\n", "A7,A8, N\n", "A7,A8,Nf\n"] {
        assert_eq!(chess(input).matches(BEGIN).count(), 1, "{input:?}");
    }
    // Where there is nothing to choose, whatever follows is ignored.
    assert!(dialogue(&[], "A2,A3, and so on\n").contains("3|WP .."), "a comma and a space after a move");
    let castled = dialogue(&["--game", "chess", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], "E1,G1\n");
    assert!(castled.contains("1|.. .. .. .. .. WR WK ..|"), "{castled}");
    let house = dialogue(&["--game", "crazyhouse"], "E2,E4\nD7,D5\nE4,D5\nD8,D5\nP@,E5\nd5,d6\np@,e5\n");
    assert!(house.contains("5|.. .. .. BQ WP .. .. ..|"), "{house}");
    let shogi = dialogue(&["--game", "shogi"], "C3,C4\nG7,G6\nB2,H8,+\n");
    assert!(shogi.contains("8|.. BR .. .. .. .. .. Wb ..|\n"), "{shogi}");
    let grand = dialogue(&["--game", "grand"], "A3,A5\nA8,A7\nA1,A10\n");
    assert!(grand.contains("\n10|BR .. ") && grand.contains("\n 9|"), "{grand}");
    assert!(grand.contains(&format!("\n  {}\n", "-".repeat(29))), "{grand}");
    let tall = dialogue(&["--game", "xiangqi"], "A1,A2\nA10,A9\nA2,A12\n");
    assert!(tall.contains("\n 9|BR") && tall.matches(BEGIN).count() == 3, "{tall}");
}

#[test]
fn games_that_cannot_be_shown_are_refused_in_a_sentence() {
    for (game, why) in [("three-player", "two players"), ("glinski", "rectangle"), ("omega", "rectangle")] {
        let output = run(&["--game", game], b"");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{game}: {complaint}");
        assert!(output.stdout.is_empty() && complaint.lines().count() == 1, "{complaint}");
        assert!(complaint.contains(why) && complaint.contains(game), "{complaint}");
    }
    assert_eq!(run(&["--game", "nothing"], b"").status.code(), Some(1));
    assert_eq!(run(&["--fen", "nothing"], b"").status.code(), Some(1));
    assert_eq!(run(&["--invalid", "loud"], b"").status.code(), Some(2));
}

#[test]
fn blocks_are_flushed_before_each_read() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_chatura"))
        .arg("text")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for line in ["A2,A3\n", "A7,A6\n"] {
        while lines.next().expect("a line").expect("text") != "==== BEGIN GAME INPUT ====" {}
        input.write_all(line.as_bytes()).expect("a listener");
    }
    drop(input);
    assert!(lines.any(|line| line.expect("text") == "6|BP .. .. .. .. .. .. ..|"));
    assert!(child.wait().expect("the program ends").success());
}

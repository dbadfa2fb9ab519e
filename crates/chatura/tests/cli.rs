//! The program as its users meet it: arguments in, text and exit status out.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn chatura(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chatura"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .output()
        .expect("the program starts")
}

/// Standard output of a command that must succeed.
fn printed(arguments: &[&str]) -> String {
    let output = chatura(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "chatura {} failed:\n{complaint}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).expect("output is JSON")
}

/// Standard error of a command that must end with this status.
fn refused(arguments: &[&str], status: i32) -> String {
    let output = chatura(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "chatura {}:\n{complaint}", arguments.join(" "));
    assert!(!complaint.contains("panicked"), "{complaint}");
    complaint
}

/// A file in a folder of its own test, gone when the value is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str, file: &str, text: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("chatura-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        std::fs::write(folder.join(file), text).expect("a file for the test");
        Scratch(folder)
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_string_lossy().into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["games", "show", "check", "moves", "perft", "serve"] {
        let text = printed(&[command, "--help"]);
        assert!(text.contains("Examples:") && text.contains(&format!("chatura {command}")), "{text}");
    }
    assert!(printed(&["--help"]).contains("Exit status"));
}

#[test]
fn wrong_usage_ends_with_status_two() {
    refused(&["dance"], 2);
    refused(&["show"], 2);
    refused(&["check"], 2);
    refused(&["perft", "chess", "deep"], 2);
    refused(&["perft", "chess", "3", "--threads", "0"], 2);
    refused(&["moves", "chess", "--set", "position"], 2);
    refused(&["games", "--color", "sometimes"], 2);
}

#[test]
fn an_unknown_game_brings_a_suggestion() {
    for command in ["show", "moves"] {
        let complaint = refused(&[command, "ches"], 1);
        assert!(complaint.contains("\"ches\"") && complaint.contains("chess"), "{complaint}");
    }
}

#[test]
fn games_lists_the_catalogue() {
    let text = printed(&["games"]);
    assert!(text.lines().next().is_some_and(|header| header.starts_with("GAME")), "{text}");
    assert!(text.lines().any(|line| line.starts_with("chess ")), "{text}");
    let names = json(&["games", "--json"]);
    let names = names.as_array().expect("an array");
    assert_eq!(names.len(), text.lines().count() - 1);
    assert!(names.iter().any(|game| game["id"] == "knightmate"));
}

#[test]
fn games_that_were_kept_are_listed() {
    let folder = std::env::temp_dir().join(format!("chatura-mine-{}", std::process::id()));
    let games = folder.join("games");
    std::fs::create_dir_all(&games).unwrap();
    let pgn = "[Event \"Game at the terminal\"]\n[Round \"?\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\
               [Variant \"shogi\"]\n\n1. Pc4 Pc6 1-0\n";
    std::fs::write(games.join("one.pgn"), pgn).unwrap();
    std::fs::write(games.join("no game.pgn"), "[").unwrap();
    let data = folder.to_str().unwrap();
    let text = printed(&["games", "mine", "--data", data]);
    assert_eq!(text.lines().count(), 2, "{text}");
    for word in ["PLAYED", "shogi", "Ada, Bo", "1-0", "one.pgn"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let found = json(&["games", "mine", "--data", data, "--search", "bo SHOGI", "--json"]);
    assert_eq!(
        (&found[0]["moves"], &found[0]["players"][0]),
        (&serde_json::json!(2), &serde_json::json!("Ada"))
    );
    refused(&["games", "mine", "--data", data, "--search", "chess"], 1);
    refused(&["games", "mine", "--tag", "drops"], 2);
    refused(&["games", "theirs"], 2);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_can_be_searched() {
    let text = printed(&["games", "--search", "KNIGHTMATE"]);
    assert!(text.lines().skip(1).any(|line| line.starts_with("knightmate ")), "{text}");
    assert!(!text.lines().any(|line| line.starts_with("chess ")), "{text}");
    refused(&["games", "--search", "no such game anywhere"], 1);
    refused(&["games", "--tag", "no-such-tag"], 1);
    assert_eq!(json(&["games", "--search", "no such game anywhere", "--json"]), serde_json::json!([]));
}

#[test]
fn show_draws_pictures() {
    let scratch = Scratch::new("svg", "board.svg", "something else");
    let file = scratch.path("board.svg");
    assert_eq!(printed(&["show", "three-player", "--svg", &file]), "");
    let picture = std::fs::read_to_string(&file).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"), "{picture}");
    assert!(picture.contains("<title>Red king, i12</title>"), "{picture}");
    let fen = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
    let picture = printed(&["show", "chess", "--svg", "-", "--fen", fen]);
    assert!(picture.contains("<title>Black king, e3</title>") && picture.contains(fen), "{picture}");
    assert!(!picture.contains("queen"), "{picture}");
    let shuffled = printed(&["show", "chess960", "--set", "position=0", "--svg", "-"]);
    assert!(shuffled.contains("<title>White king, g1</title>"), "{shuffled}");
}

#[test]
fn pictures_that_cannot_be_drawn_are_refused() {
    let scratch = Scratch::new("no-svg", "file", "");
    let nowhere = scratch.path("no-such-folder/board.svg");
    assert!(refused(&["show", "chess", "--svg", &nowhere], 1).contains("cannot write"));
    assert!(refused(&["show", "chess", "--svg", "-", "--fen", "8/8"], 1).contains("no FEN"));
    refused(&["show", "chess", "--svg", "-", "--json"], 2);
    refused(&["show", "chess", "--fen", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"], 2);
}

#[test]
fn show_draws_the_start_with_coordinates() {
    let text = printed(&["show", "chess"]);
    assert!(text.contains("8  r n b q k b n r") && text.contains("   a b c d e f g h"), "{text}");
    assert!(text.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{text}");
    assert!(text.contains("knight (N)"), "{text}");
}

#[test]
fn show_draws_how_pieces_move() {
    let text = printed(&["show", "chess"]);
    assert!(text.contains("x m x"), "a pawn's diagram:\n{text}");
    assert!(text.contains(". . N . ."), "a knight's diagram:\n{text}");
}

#[test]
fn show_gives_data_too() {
    let game = json(&["show", "chess", "--json"]);
    assert_eq!(game["players"].as_array().map(Vec::len), Some(2));
    assert_eq!(game["cells"].as_array().map(Vec::len), Some(64));
    assert_eq!(game["pieces"].as_array().map(Vec::len), Some(6));
}

#[test]
fn first_moves_hops_and_leaps_are_marked() {
    let chess = printed(&["show", "chess"]);
    assert!(chess.contains("  . i .  ") && chess.contains("i only with its first move"), "{chess}");
    assert!(!chess.contains("over a piece between"), "the legend tells only what was used:\n{chess}");
    let xiangqi = printed(&["show", "xiangqi"]);
    assert!(xiangqi.contains("c c c m C m c c c"), "a cannon's diagram:\n{xiangqi}");
}

#[test]
fn show_tells_the_rules_in_words() {
    let shown = json(&["show", "chess", "--json"]);
    let rules: Vec<&str> =
        shown["rules"].as_array().expect("a list").iter().filter_map(|r| r.as_str()).collect();
    assert!(rules.len() > 5 && rules.iter().all(|rule| rule.ends_with('.')), "{rules:#?}");
    let atomic = printed(&["show", "atomic"]).replace("\n  ", " ");
    assert!(
        atomic.contains("A capture explodes: the captured and the capturing piece leave the board"),
        "{atomic}"
    );
    let hill = printed(&["show", "kingofthehill"]);
    assert!(hill.contains("A player who brings a king to d4, e4, d5 or e5 wins."), "{hill}");
}

#[test]
fn what_was_drawn_is_said_and_can_be_drawn_again() {
    let output = chatura(&["moves", "chess960", "--seed", "7"]);
    let remark = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(remark.starts_with("position = ") && remark.contains("--seed 7"), "{remark}");
    assert_eq!(chatura(&["moves", "chess960", "--seed", "7"]).stderr, output.stderr);
    let drawn: Vec<String> =
        (0..4).map(|_| json(&["moves", "chess960", "--json"])["variables"]["position"].to_string()).collect();
    assert!(drawn.iter().any(|position| *position != drawn[0]), "four times the same: {drawn:?}");
    let set = chatura(&["moves", "chess960", "--set", "position=518"]);
    assert!(set.stderr.is_empty() && set.status.success());
    assert!(json(&["moves", "chess960", "--set", "position=518", "--json"])["seed"].is_null());
}

#[test]
fn moves_are_sorted_one_a_line() {
    let text = printed(&["moves", "chess"]);
    let moves: Vec<&str> = text.lines().collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted() && moves.contains(&"g1f3"), "{text}");
}

#[test]
fn moves_can_be_played_first() {
    let text = printed(&["moves", "chess", "--moves", "e2e4", "d7d5"]);
    assert!(text.lines().any(|line| line == "e4d5"), "{text}");
    let position = json(&["moves", "chess", "--moves", "e2e4", "--json"]);
    assert_eq!(position["turn"], "Black");
    assert_eq!(position["moves"].as_array().map(Vec::len), Some(20));
}

#[test]
fn the_end_of_a_game_is_said_in_words() {
    let mate = ["moves", "chess", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"];
    let text = printed(&mate);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.to_lowercase().contains("checkmate"), "{text}");
    let position = json(&[&mate[..], &["--json"]].concat());
    assert_eq!(position["outcome"]["result"], "0-1");
    assert_eq!(position["moves"], serde_json::json!([]));
}

#[test]
fn an_illegal_move_is_refused_and_named() {
    let complaint = refused(&["moves", "chess", "--moves", "e2e4", "e7e4"], 1);
    assert!(complaint.contains("e7e4"), "{complaint}");
}

#[test]
fn a_wrong_position_is_refused() {
    refused(&["moves", "chess", "--fen", "not a position"], 1);
    refused(&["moves", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], 1);
}

#[test]
fn perft_ends_with_the_number_of_nodes() {
    assert_eq!(printed(&["perft", "chess", "4"]), "nodes 197281\n");
    assert_eq!(printed(&["perft", "chess", "0"]), "nodes 1\n");
    assert_eq!(printed(&["perft", "chess", "1", "--moves", "e2e4"]), "nodes 20\n");
    assert_eq!(printed(&["perft", "chess", "3", "--fen", KIWIPETE]), "nodes 97862\n");
}

#[test]
fn perft_counts_the_same_on_any_number_of_threads() {
    for depth in ["1", "2", "3"] {
        let alone = printed(&["perft", "chess", depth, "--divide", "--threads", "1", "--fen", KIWIPETE]);
        let together = printed(&["perft", "chess", depth, "--divide", "--threads", "4", "--fen", KIWIPETE]);
        assert_eq!(alone, together);
        assert_eq!(alone.lines().count(), 49);
    }
}

#[test]
fn perft_gives_data_too() {
    let counted = json(&["perft", "chess", "3", "--divide", "--json"]);
    assert_eq!(counted["nodes"], 8902);
    assert_eq!(counted["divide"]["e2e4"], 600);
}

#[test]
fn check_accepts_a_right_definition() {
    let scratch = Scratch::new("right", "right.toml", "extends = \"chess\"\nname = \"My Chess\"\n");
    let path = scratch.path("right.toml");
    assert_eq!(printed(&["check", &path]), format!("{path}: ok, My Chess\n"));
    assert_eq!(json(&["check", &path, "--json"]), serde_json::json!([]));
}

#[test]
fn check_shows_every_mistake_in_its_place() {
    let text = "extends = \"chess\"\nname = \"Wrong\"\nrules.promotion.to = [\"quen\", \"rok\"]\n";
    let scratch = Scratch::new("wrong", "wrong.toml", text);
    let path = scratch.path("wrong.toml");
    let complaint = refused(&["check", &path], 1);
    assert!(complaint.contains("quen") && complaint.contains("queen"), "{complaint}");
    assert!(complaint.contains("rok") && complaint.contains("rook"), "{complaint}");
    let output = chatura(&["check", &path, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let findings: serde_json::Value = serde_json::from_slice(&output.stdout).expect("output is JSON");
    let places: Vec<(u64, u64)> = findings
        .as_array()
        .expect("an array")
        .iter()
        .map(|finding| (finding["line"].as_u64().unwrap_or(0), finding["column"].as_u64().unwrap_or(0)))
        .collect();
    assert_eq!(places, [(3, 23), (3, 31)]);
}

#[test]
fn check_looks_at_every_file() {
    let scratch = Scratch::new("several", "right.toml", "extends = \"chess\"\nname = \"Fine\"\n");
    let (right, missing) = (scratch.path("right.toml"), scratch.path("missing.toml"));
    let output = chatura(&["check", &missing, &right]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("right.toml: ok, Fine"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.toml"));
}

#[test]
fn a_game_can_be_named_by_its_path() {
    let scratch = Scratch::new("path", "mine.toml", "extends = \"chess\"\nname = \"Mine\"\n");
    assert_eq!(printed(&["perft", &scratch.path("mine.toml"), "2"]), "nodes 400\n");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chatura"))
        .args(["perft", "chess", "3", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Closed before the program has anything to write, so its first write must fail.
    drop(child.stdout.take());
    let status = child.wait().expect("the program ends");
    let mut complaint = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("text");
    assert!(status.success() && complaint.is_empty(), "{status}: {complaint}");
}

#[test]
fn a_reader_may_leave_after_the_first_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chatura"))
        .arg("games")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    assert!(first.starts_with("GAME"), "{first}");
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn colours_only_where_wanted() {
    assert!(!printed(&["games"]).contains('\x1b'));
    assert!(printed(&["games", "--color", "always"]).contains('\x1b'));
    assert!(!printed(&["games", "--color", "never"]).contains('\x1b'));
}

#[test]
fn pseudo_moves_of_one_piece() {
    let moves = |arguments: &[&str]| {
        let text = printed(&[&["moves", "chess", "--pseudo"], arguments].concat());
        text.lines().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves(&["--at", "a1=White:rook", "a3=White:pawn", "c1=Black:pawn"]), "a2 b1 c1");
    assert_eq!(moves(&["--at", "a1=White:rook", "--at", "a3=2:P", "--from", "a3"]), "a2");
    assert_eq!(moves(&["--from", "e2"]), "e3 e4");
    assert_eq!(moves(&["--from", "g8"]), "f6 h6");
    let value = json(&["moves", "chess", "--pseudo", "--at", "h8=Black:king", "--json"]);
    assert_eq!(value["to"], serde_json::json!(["g7", "g8", "h7"]));
    assert_eq!((value["player"].as_str(), value["piece"].as_str()), (Some("Black"), Some("king")));
    assert!(refused(&["moves", "chess", "--pseudo"], 1).contains("--from CELL"));
    assert!(refused(&["moves", "chess", "--pseudo", "--at", "z9=White:king"], 1).contains("no cell"));
    assert!(refused(&["moves", "chess", "--pseudo", "--at", "a1=Green:king"], 1).contains("the players are"));
    assert!(refused(&["moves", "chess", "--pseudo", "--at", "a1=White:duke"], 1).contains("the pieces are"));
    assert!(refused(&["moves", "chess", "--pseudo", "--from", "e4"], 1).contains("nothing stands on e4"));
    refused(&["moves", "chess", "--at", "a1=White:rook"], 2);
    refused(&["moves", "chess", "--pseudo", "--at", "a1"], 2);
}

#[test]
fn boards_are_written_and_checked() {
    let scratch = Scratch::new(
        "board",
        "stub.xml",
        "<Board Name=\"Stub\"><Players><Player Name=\"A\" /></Players></Board>",
    );
    let path = scratch.path("omega.xml");
    assert_eq!(printed(&["board", "omega", "--xml", &path]), "");
    let text = std::fs::read_to_string(&path).expect("a board");
    assert!(text.contains("<Position File=\"w\" Rank=\"1\""), "{text}");
    assert_eq!(printed(&["board", "omega", "--xml", "-"]), text);
    // Movement in notation has no form in a board file.
    assert!(refused(&["show", &path], 1).contains("cannot move"));
    let output = chatura(&["check", &scratch.path("stub.xml")]);
    assert!(output.status.success());
    let (said, odd) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("incomplete, Stub (3 warnings): nothing can be played"), "{said}");
    assert!(odd.contains("A has no pieces") && odd.contains("stub.xml:1:43"), "{odd}");
    assert!(refused(&["show", &scratch.path("stub.xml")], 1).contains("no cells and no pieces"));
    let value = json(&["check", &scratch.path("stub.xml"), "--json"]);
    assert_eq!(value[0]["severity"], "warning");
    refused(&["board", "chess"], 2);
}

#[test]
fn selfplay_is_drawn_again_with_its_seed() {
    let play =
        |seed: &str| printed(&["selfplay", "chess960", "--games", "2", "--nodes", "60", "--seed", seed]);
    let games = play("7");
    assert_eq!(games, play("7"));
    let moves = |text: &str| text.lines().filter(|line| !line.starts_with('[')).collect::<String>();
    assert_ne!(moves(&games), moves(&play("9")));
    let starts: Vec<&str> = games.lines().filter(|line| line.starts_with("[FEN")).collect();
    assert!(starts.len() == 2 && starts[0] != starts[1], "{starts:?}");
    // The highest number is a seed as any other.
    play("18446744073709551615");
}

#[test]
fn an_analysis_can_be_read_by_programs() {
    let text = printed(&["analyze", "three-player", "--nodes", "3000", "--lines", "2", "--json"]);
    let documents: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let (best, reports) = documents.split_last().expect("it says something");
    let lines = reports.last().and_then(|report| report["lines"].as_array()).expect("it tells lines");
    assert_eq!((lines.len(), &lines[0]["moves"][0]), (2, &best["bestmove"]));
    assert!(lines[0]["score"]["place"].is_i64(), "{text}");
    let over = printed(&["analyze", "chess", "--moves", "f3", "e5", "g4", "Qh4"]);
    assert!(over.ends_with("bestmove (none)\n"), "{over}");
}

#[test]
fn mobility_is_told_piece_by_piece_and_cell_by_cell() {
    let all = printed(&["mobility", "chess", "--boards", "2"]);
    assert!(
        all.lines()
            .any(|line| line.starts_with("bishop") && line.contains("8.75") && line.contains("32 of 64")),
        "{all}"
    );
    let folder = Scratch::new("mobility", "README", "pictures of pieces");
    let picture = folder.0.join("knight.svg");
    let path = picture.to_string_lossy().into_owned();
    let one = printed(&["mobility", "chess", "--piece", "knight", "--boards", "2", "--svg", &path]);
    assert!(one.contains("On an empty board") && !one.contains("bishop"), "{one}");
    assert!(std::fs::read_to_string(&picture).is_ok_and(|text| text.matches("<polygon").count() == 64));
    let told = json(&["mobility", "chess", "--boards", "2", "--json"]);
    assert_eq!(told["pieces"][1]["cells"]["a1"]["empty"], 2.0, "{told}");
    assert!(refused(&["mobility", "chess", "--piece", "qeen"], 1).contains("queen"));
}

#[test]
fn every_term_of_an_evaluation_has_a_line() {
    let text = printed(&["eval", "crazyhouse"]);
    for term in ["material", "places", "hand", "mobility", "shelter", "runners", "threats", "tempo"] {
        assert!(text.lines().any(|line| line.starts_with(term)), "{term} in {text}");
    }
    assert!(printed(&["eval", "kingofthehill"]).contains("goal"));
    let many = printed(&["eval", "four-player"]);
    assert!(many.contains("outlook") && many.contains(" points"), "{many}");
}

#[test]
fn own_games_stand_beside_those_that_are_built_in() {
    let mine = "extends = \"chess\"\nname = \"Mine\"\npieces.knight.moves = \"W\"\n\
                [variables]\nfar = { flag = true, default = false }\n\
                [[entries]]\nid = \"mine-far\"\nname = \"Mine, far\"\nset = { far = true }\n";
    let scratch = Scratch::new("own-games", "mine.toml", mine);
    std::fs::write(scratch.path("wrong.toml"), "extends = \"chess\"\nnmae = 1\n")
        .expect("a file for the test");
    std::fs::write(scratch.path("chess.toml"), "extends = \"shogi\"\n").expect("a file for the test");
    std::fs::create_dir(scratch.path("games")).expect("a folder for the test");
    let own = scratch.path("games");
    let with = |words: &[&str]| chatura(&[&["--games", own.as_str()], words].concat());
    let added = with(&["games", "add", &scratch.path("mine.toml")]);
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    // Twice, a wrong one, and one of a name that is taken: refused with the reason.
    for (file, reason) in [("mine", "already"), ("wrong", "did you mean \"name\"?"), ("chess", "already")] {
        let refused = with(&["games", "add", &scratch.path(&format!("{file}.toml"))]);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(1) && told.contains(reason), "{file}: {told}");
    }
    let out = |words: &[&str]| String::from_utf8(with(words).stdout).expect("output is UTF-8");
    assert!(out(&["perft", "mine", "1"]).contains("nodes 16"));
    assert!(out(&["show", "mine-far"]).starts_with("Mine, far\n"));
    let listed = out(&["games"]);
    assert!(listed.lines().any(|line| line.starts_with("mine-far") && line.ends_with("(own)")), "{listed}");
    // Other forms of definitions are games there, too; notes are none and nobody's business.
    let knights = "[knights:chess]\nstartFen = rnnqknnr/pppppppp/8/8/8/8/PPPPPPPP/RNNQKNNR w KQkq - 0 1\n\
                   [knights-again:knights]\nstalemateValue = loss\n";
    std::fs::write(scratch.path("several.ini"), knights).expect("a file for the test");
    let added = with(&["games", "add", &scratch.path("several.ini")]);
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    std::fs::write(scratch.path("games/notes.txt"), "Ask Ada: who begins?\n").expect("a file for the test");
    assert!(std::path::Path::new(&scratch.path("games/several.ini")).exists());
    assert!(out(&["perft", "knights", "1"]).contains("nodes 24"));
    assert!(out(&["games"]).lines().any(|line| line.starts_with("knights-again") && line.ends_with("(own)")));
    assert!(String::from_utf8_lossy(&with(&["games"]).stderr).is_empty());
    // What somebody put there by hand and is no game is told, and the others are there all the same.
    std::fs::copy(scratch.path("wrong.toml"), scratch.path("games/wrong.toml")).expect("a copy");
    let output = with(&["games", "--search", "mine"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("wrong.toml is no game and left out"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("mine-far"));
}

#[test]
fn selfplay_ends_early_where_it_is_told_to() {
    let games = |rules: &str| {
        printed(&[
            "selfplay",
            "chess",
            "--nodes",
            "60",
            "--seed",
            "3",
            "--random",
            "2",
            "--adjudicate",
            rules,
        ])
    };
    let long = games("longest=6");
    assert!(
        long.contains("[Termination \"adjudication\"]") && long.contains("[End \"Draw after 6 plies\"]"),
        "{long}"
    );
    assert!(long.contains("[Result \"1/2-1/2\"]") && long.trim_end().ends_with("1/2-1/2"), "{long}");
    let even = games("draw=2:2000:3");
    assert!(even.contains("[End \"Draw: both have said so for long enough\"]"), "{even}");
    // Whoever is a queen up wins.
    let fen_free = printed(&["selfplay", "chess", "--nodes", "60", "--seed", "3", "--adjudicate", "win=1:0"]);
    assert!(fen_free.contains("wins: both have said so for long enough"), "{fen_free}");
}

#[test]
fn a_game_that_is_watched_ends_early_where_it_is_told_to() {
    let arguments = ["watch", "chess", "--ai", "ai:one-ply", "--seed", "1", "--pause", "0", "--adjudicate"];
    let watched = |rules: &str, more: &[&str]| printed(&[&arguments[..], &[rules], more].concat());
    let told = watched("longest=4", &[]);
    assert!(told.trim_end().ends_with("result 1/2-1/2 Draw by agreement"), "{told}");
    // By score: whoever is a queen up has won as soon as both have said so, long before there is a mate.
    let queen_up = ["--fen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"];
    let told = watched("win=2:500", &queen_up);
    assert!(told.trim_end().ends_with("result 1-0 White wins by resignation"), "{told}");
    let plies = |told: &str| {
        told.lines().filter(|line| line.contains(". White ") || line.contains(". Black ")).count()
    };
    assert!(plies(&told) < 12, "{told}");
    // Even for both: a draw.
    let told = watched("draw=2:5000:3", &[]);
    assert!(told.trim_end().ends_with("result 1/2-1/2 Draw by agreement"), "{told}");
}

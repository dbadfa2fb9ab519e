//! Playing through pipes: what each word does, and how it ends.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("chatura-play-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// The program with its own settings and games.
    fn run(&self, arguments: &[&str], input: &str) -> Output {
        self.run_with(arguments, input, &[])
    }

    fn run_with(&self, arguments: &[&str], input: &str, variables: &[(&str, &str)]) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chatura"))
            .args(arguments)
            .env("CHATURA_CONFIG", self.0.join("config.toml"))
            .env("CHATURA_DATA", self.0.join("data"))
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // A program that ends early does not read on.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        child.wait_with_output().expect("the program ends")
    }

    /// What a game prints; it must end well, with a result in the last line.
    fn play(&self, arguments: &[&str], lines: &[&str]) -> String {
        let output = self.run(&[&["play"], arguments].concat(), &lines.join("\n"));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && complaint.is_empty(), "{arguments:?}: {complaint}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.lines().last().is_some_and(|line| line.starts_with("result ")), "{text}");
        text
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn play(arguments: &[&str], lines: &[&str]) -> String {
    Folder::new().play(arguments, lines)
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no \"{part}\" in:\n{text}");
    }
}

#[test]
fn a_game_from_the_first_move_to_mate() {
    let text = play(&["chess"], &["f3", "e7e5", "g2-g4", "Qh4#"]);
    has(&text, &["8  r n b q k b n r", "1. White f3", "2. Black e5", "3. White g4", "4. Black Qh4#"]);
    has(&text, &["1  R N B Q!K B N R"]);
    assert_eq!(last(&text), "result 0-1 Black wins by checkmate");
    assert!(!text.contains('\x1b'), "no colours through a pipe");
    let board = text.find("8  r n b q k b n r");
    assert!(board < text.find("1. White f3"), "the board comes before the move");
}

#[test]
fn the_end_of_the_input_leaves_the_game_open() {
    assert_eq!(last(&play(&["chess"], &["e4"])), "result * the game is not finished");
    assert_eq!(last(&play(&["chess"], &[])), "result * the game is not finished");
    assert_eq!(last(&play(&["chess"], &["quit", "e4"])), "result * the game is not finished");
}

#[test]
fn illegal_input_is_answered_with_the_reason() {
    let text = play(&["chess"], &["Ng3", "e2e5", "e7e5", "hello", "a1a5"]);
    has(&text, &["None of your pieces N can go to g3"]);
    has(&text, &["The pawn on e2 does not go to e5; possible: e3, e4."]);
    has(&text, &["The pawn on e7 is Black's, and it is White's turn."]);
    has(&text, &["\"hello\" is not a move", "`help` lists"]);
    has(&text, &["The pawn on a2 stands in the way"]);
    let pinned = play(&["chess", "--fen", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"], &["Nc3"]);
    has(&pinned, &["The king would be open to the rook on e8"]);
    let rooks = play(&["chess", "--fen", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"], &["Rd1", "Rad1"]);
    has(&rooks, &["Rd1 can be Rad1 or Rhd1: say which", "1. White Rad1"]);
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let text = play(
        &["chess"],
        &["e4", "e5", "undo", "undo", "redo", "jump 0", "jump 2", "show 1", "d4", "show", "fen"],
    );
    has(&text, &["Took back one ply.", "Played one ply again.", "Now at ply 0.", "Now at ply 2."]);
    has(&text, &["This is how it stood after ply 1", "This is an earlier position"]);
    has(&text, &["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"]);
    has(
        &play(&["chess"], &["undo", "redo", "jump 7", "show 9", "jump x"]),
        &["There is no ply 9: the last is 0."],
    );
    assert!(!play(&["chess", "--undo", "off"], &["e4", "undo"]).contains("Took back"));
}

#[test]
fn the_engine_takes_a_draw_unless_it_would_win() {
    let offered = |fen: &str| play(&["chess", "--black", "ai:1", "--fen", fen], &["draw"]);
    let losing = offered("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    has(&losing, &["White asks Black for a draw", "Black agrees to a draw."]);
    assert_eq!(last(&losing), "result 1/2-1/2 Draw by agreement");
    let winning = offered("3qk3/8/8/8/8/8/8/4K3 w - - 0 1");
    has(&winning, &["Black declines a draw."]);
    assert_eq!(last(&winning), "result * the game is not finished");
    // Everybody has to agree, people and engines.
    let seats = ["three-player", "--seat", "1=human", "--seat", "2=human", "--seat", "3=ai:1"];
    let three = play(&seats, &["draw", "accept"]);
    assert_eq!(three.matches("asks").count(), 1, "{three}");
    has(&three, &[" a draw"]);
}

#[test]
fn draws_takebacks_and_resignations() {
    assert_eq!(last(&play(&["chess"], &["e4", "draw", "accept"])), "result 1/2-1/2 Draw by agreement");
    has(&play(&["chess"], &["e4", "draw", "decline"]), &["asks White for a draw", "White declines a draw."]);
    has(&play(&["chess"], &["accept", "decline"]), &["draw"]);
    has(&play(&["chess", "--undo", "ask"], &["e4", "takeback", "accept"]), &["a takeback"]);
    assert_eq!(last(&play(&["chess"], &["e4", "resign"])), "result 1-0 White wins by resignation");
    assert_eq!(last(&play(&["chess"], &["abort"])), "result * The game was aborted");
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
    has(
        &play(&["chess"], &[&knights[..], &["claim"]].concat()),
        &["`claim` ends the game", "result 1/2-1/2"],
    );
    has(&play(&["chess"], &["claim"]), &["claim"]);
}

#[test]
fn clocks_run_stop_and_are_filled_up() {
    let text =
        play(&["chess", "--clock", "5+3"], &["clock", "e4", "pause", "e5", "resume", "time 2 60", "clock"]);
    has(
        &text,
        &["Clock: 5+3", ", running", "The game is paused.", "The game goes on.", "Black was given 0:01:00."],
    );
    has(&play(&["chess"], &["clock", "time 1 60"]), &["There are no clocks."]);
    let output = Folder::new().run(&["play", "chess", "--clock", "5x3"], "");
    assert_eq!(output.status.code(), Some(2));
    has(&String::from_utf8_lossy(&output.stderr), &["--clock: "]);
}

#[test]
fn who_plays_can_change() {
    let text = play(
        &["chess", "--name", "white=Ada", "--name", "2=Bo"],
        &[
            "swap 1 2",
            "rename 1 Cy",
            "replace black ai:one-ply",
            "e4",
            "d4",
            "score",
            "new rotate",
            "replace 3 human",
            "replace 1 robot",
            "time 1",
        ],
    );
    has(&text, &["White: Bo; Black: Ada", "White: Cy", "1. White e4", "2. Black ", "3. White d4"]);
    has(
        &text,
        &["won 0, drawn 0, lost 0", "Game 2 begins.", "There is no seat \"3\": 1 to 2, or White, Black."],
    );
    has(&text, &["\"robot\" is no player", "Write it like time 1 60."]);
}

#[test]
fn the_program_answers_hints_and_judges() {
    let text = play(
        &["chess", "--black", "ai:one-ply"],
        &["e4", "hint", "eval", "moves", "moves b1", "moves z9", "go"],
    );
    has(&text, &["2. Black ", "The engine would play ", "Without looking ahead: ", "White: material"]);
    has(&text, &["Na3 Nc3", "There is no cell \"z9\".", "The engine is not thinking."]);
    let mate =
        play(&["chess", "--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "--mode", "aa", "--ai", "ai:one-ply"], &[]);
    assert_eq!(last(&mate), "result 1-0 White wins by checkmate");
}

#[test]
fn other_words_show_things() {
    let text =
        play(&["chess"], &["e4", "e5", "history", "flip", "board", "settings", "rules", "help", "tree"]);
    has(&text, &["  1. e4       e5", "8  r n b k q b n r"]);
    has(&text, &["clock", "none", "default"]);
    has(&text, &["No move may leave one's own king under attack.", "undo, u", "ply 2: e5"]);
    let analysis = play(
        &["chess", "--variations"],
        &[
            "e4",
            "undo",
            "d4",
            "tree",
            "visit 1",
            "note 1 best by test",
            "promote 2",
            "tree",
            "prune 1",
            "tree",
            "prune x",
        ],
    );
    has(&analysis, &["ply 1: e4", "ply 1: d4", "best by test", "is no number"]);
}

#[test]
fn games_are_saved_loaded_and_resumed() {
    let folder = Folder::new();
    let (saved, record) = (folder.path("game.pgn"), folder.path("moves.txt"));
    let save = format!("save {saved}");
    let text = folder
        .play(&["chess", "--record", &record, "--clock", "5+3"], &["e4", "e5", "undo", "c5", &save, "save"]);
    has(&text, &["Written to ", "Write save FILE"]);
    let pgn = std::fs::read_to_string(&saved).expect("a game");
    has(&pgn, &["1. e4", "c5", "%clk"]);
    let moves = std::fs::read_to_string(&record).expect("a record");
    has(&moves, &["Z 1 White e2e4 e4 clock ", "back to ply 1", " 2 Black c7c5 c5"]);
    let loaded = folder.play(&["--load", &saved], &["Nf3", "history"]);
    has(&loaded, &["  1. e4       c5", "  2. Nf3"]);
    // Whatever was played last goes on, and goes on being saved.
    has(&folder.play(&["--resume"], &["d6", "history"]), &["  2. Nf3      d6"]);
    has(&folder.play(&["--resume"], &["history"]), &["  2. Nf3      d6"]);
    let load = format!("load {saved}");
    has(
        &play(&["shogi"], &[&load, "Nf3", "load nothing.pgn"]),
        &["Loaded ", "3. White Nf3", "Cannot read nothing.pgn"],
    );
    let empty = Folder::new().run(&["play", "--resume"], "");
    assert_eq!(empty.status.code(), Some(1));
    has(&String::from_utf8_lossy(&empty.stderr), &["there is no game to go on with"]);
}

#[test]
fn a_crash_loses_nothing() {
    let folder = Folder::new();
    let mut child = Command::new(env!("CARGO_BIN_EXE_chatura"))
        .args(["play", "four-player"])
        .env("CHATURA_DATA", folder.0.join("data"))
        .env("CHATURA_CONFIG", folder.0.join("config.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"h2h4\nb7c7\n").expect("a listener");
    input.flush().expect("a listener");
    let mut printed = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.starts_with("2. Blue") {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut printed, &mut line).expect("text") > 0, "two moves");
    }
    // The move is on the disk when it is on the screen.
    child.kill().expect("it runs");
    let _ = child.wait();
    has(&folder.play(&["--resume"], &["history"]), &["h2-h4", "b7-c7"]);
}

#[test]
fn a_game_that_cannot_be_kept_goes_on() {
    let folder = Folder::new();
    std::fs::write(folder.path("data"), "no folder").expect("a file");
    let text = folder.play(&["chess"], &["e4", "e5"]);
    assert_eq!(text.matches("the game cannot be saved").count(), 1, "{text}");
    has(&text, &["2. Black e5"]);
    let output = folder.run(&["play", "chess", "--record", &folder.path("data/x")], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn games_of_your_own_are_resumed_too() {
    let folder = Folder::new();
    std::fs::write(folder.path("mine.toml"), "extends = \"chess960\"\nname = \"Mine\"\n").expect("a game");
    let mine = folder.path("mine.toml");
    folder.play(&[&mine, "--set", "position=518"], &["e4"]);
    has(&folder.play(&["--resume"], &["e5", "fen"]), &["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"]);
}

#[test]
fn menus_mark_own_games_and_tell_of_broken_ones() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("data/variants")).expect("a folder");
    let own = |name: &str, text: &str| {
        std::fs::write(folder.path(&format!("data/variants/{name}")), text).expect("a file");
    };
    own("mine.toml", "extends = \"chess\"\nname = \"Mine\"\n");
    own("wrong.toml", "extends = \"chess\"\nnmae = 1\n");
    let text = folder.play(&[], &["mine", "e4"]);
    has(&text, &["  Mine (own)", "wrong.toml is no game and left out: ", "nmae", "1. White e4"]);
    assert!(!text.contains("Makruk (own)"), "{text}");
    let text = folder.play(&["mine"], &["e4"]);
    has(&text, &["wrong.toml is no game and left out: ", "1. White e4"]);
}

#[test]
fn menus_ask_for_what_is_open() {
    let text = play(&[], &["nonsense-word", "thai", "e3e4"]);
    has(&text, &["Game (number, name or words to search for):", "No game matches.", "Makruk · move 1"]);
    has(&text, &["1. White e4"]);
    let output = Folder::new().run(&["play", "chess960"], "");
    has(&String::from_utf8_lossy(&output.stdout), &["drawn at random; --seed "]);
}

#[test]
fn seats_are_filled_as_told() {
    let who = |arguments: &[&str]| play(&[&["chess"], arguments].concat(), &["score"]);
    has(&who(&[]), &["White (person)", "Black (person)"]);
    has(&who(&["--black", "ai:depth=1"]), &["White (person)", "Black (engine, 1 plies)"]);
    has(&who(&["--seat", "1=human"]), &["White (person)", "Black (engine, level 5)"]);
    has(&who(&["--mode", "pa", "--ai", "ai:one-ply"]), &["White (person)", "Black (engine, one-ply)"]);
    for (arguments, word) in [
        (["--seat", "3=human"], "--seat: there is no seat"),
        (["--seat", "1=robot"], "is no player"),
        (["--black", "ai:99"], "there is no level 99"),
        (["--white", "ai:clever"], "there is no strategy"),
        (["--mode", "xyz"], "there is no mode"),
        (["--undo", "never"], "one of: free, ask, off"),
    ] {
        let output = Folder::new().run(&[&["play", "chess"], &arguments[..]].concat(), "");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        has(&complaint, &[word]);
    }
    assert_eq!(Folder::new().run(&["play", "no-such-game"], "").status.code(), Some(1));
    assert_eq!(Folder::new().run(&["play", "chess", "--fen", "x"], "").status.code(), Some(1));
}

#[test]
fn settings_come_from_options_environment_and_file() {
    let folder = Folder::new();
    std::fs::write(folder.path("config.toml"), "clock = \"3+2\"\nflip = true\n").expect("a file");
    let table = |variables: &[(&str, &str)], arguments: &[&str]| {
        let output = folder.run_with(&[&["config"], arguments].concat(), "", variables);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let line = |text: &str, name: &str| {
        let found = text.lines().find(|line| line.starts_with(name)).expect("a setting");
        found.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    has(&line(&table(&[], &[]), "clock"), &["clock 3+2", "config.toml:1"]);
    let variable = [("CHATURA_CLOCK", "2+1")];
    has(&line(&table(&variable, &[]), "clock"), &["clock 2+1 environment, CHATURA_CLOCK"]);
    has(&line(&table(&variable, &["--clock", "1+0"]), "clock"), &["clock 1+0 option"]);
    has(&line(&table(&[], &[]), "flip"), &["flip true"]);
    has(&line(&table(&[], &["--flip=no"]), "flip"), &["flip false option"]);
    has(&line(&table(&[], &[]), "ascii"), &["ascii false default"]);
    has(&folder.play(&["chess"], &["clock"]), &["Clock: 3+2", "8  r n b k q b n r"]);
    std::fs::write(folder.path("config.toml"), "flip = true\nclok = \"3+2\"\n").expect("a file");
    let output = folder.run(&["play", "chess"], "");
    assert_eq!(output.status.code(), Some(1));
    has(&String::from_utf8_lossy(&output.stderr), &["config.toml:2", "did you mean \"clock\"?"]);
}

#[test]
fn the_program_can_be_watched_through_a_pipe() {
    let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    let output = Folder::new().run(&["watch", "chess", "--ai", "ai:one-ply", "--fen", fen], "");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(last(&text), "result 1-0 White wins by checkmate", "{text}");
    let output = Folder::new().run(&["watch", "chess", "--white", "human"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_board_turns_to_whoever_is_to_move() {
    let near = |mode: &str| {
        let text = play(&["chess", "--mode", mode], &["e4"]);
        let labels = text.lines().filter(|line| line.trim_start().starts_with(['a', 'h']));
        labels.map(|line| line.trim().chars().next().unwrap_or(' ')).collect::<String>()
    };
    assert_eq!(near("turn"), "ah");
    assert_eq!(near("hot"), "aa");
}

#[test]
fn many_players_and_other_boards() {
    let text = play(&["three-player"], &["e2e4", "resign", "history"]);
    has(&text, &["1. White e2-e4", "Black has left the game."]);
    has(&play(&["shogi"], &["c3c4", "g7g6", "b2h8+", "Sxh8", "P@e5", "B@e5"]), &["hand B", "5. Sente B@e5"]);
}

#[test]
fn config_refuses_what_cannot_be_played_with() {
    let folder = Folder::new();
    for (line, word) in
        [("clock = \"zzz\"", "clock"), ("white = \"robot\"", "white"), ("ai = \"ai:99\"", "ai")]
    {
        std::fs::write(folder.path("config.toml"), format!("{line}\n")).expect("a file");
        let output = folder.run_with(&["config"], "", &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(1) && told.contains("config.toml:1") && told.contains(word),
            "{told}"
        );
    }
}

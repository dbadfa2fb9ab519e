//! `chatura engines`, and engines wherever a player can be chosen. The engine is this program, which speaks UCI.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const OWN: &str = env!("CARGO_BIN_EXE_chatura");

struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("chatura-engines-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Scratch(folder)
    }

    /// Runs the program: whether it succeeded, and what it printed.
    fn run(&self, arguments: &[&str], input: &str) -> (bool, String) {
        let mut child = Command::new(OWN)
            .args(arguments)
            .current_dir(&self.0)
            .env("CHATURA_CONFIG", self.0.join("config.toml"))
            .env("CHATURA_DATA", self.0.join("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (output.status.success(), text.concat())
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let (ok, text) = self.run(arguments, "");
        assert!(ok, "{arguments:?}: {text}");
        text
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let (ok, text) = self.run(arguments, "");
        assert!(!ok, "{arguments:?}: {text}");
        text
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "no {word:?} in:\n{text}");
    }
}

#[test]
fn engines_are_kept_shown_changed_and_forgotten() {
    let scratch = Scratch::new("kept");
    has(&scratch.ok(&["engines", "list"]), &["no engine is known"]);
    let added = scratch.ok(&["engines", "add", "--option", "Hash=2", "own", OWN, "uci"]);
    has(&added, &["Chatura", ", uci", "variants: ", "Hash = 2", "play with engine:own"]);
    has(&scratch.ok(&["engines", "list"]), &["own", "Hash = 2"]);
    let listed: serde_json::Value =
        serde_json::from_str(&scratch.ok(&["engines", "list", "--json"])).expect("JSON");
    assert_eq!((&listed[0]["name"], &listed[0]["identity"]["protocol"]), (&"own".into(), &"uci".into()));
    has(&scratch.ok(&["engines", "options", "own"]), &["Hash: 1 to ", "Skill Level: ", "Hash = 2"]);
    has(&scratch.ok(&["engines", "options", "own", "--set", "hash=3"]), &["hash = 3"]);
    has(&scratch.refused(&["engines", "options", "own", "--set", "Hash=many"]), &["a number from 1"]);
    has(&scratch.refused(&["engines", "options", "own", "--set", "Speed=1"]), &["no option \"Speed\""]);
    has(&scratch.ok(&["engines", "options", "own"]), &["hash = 3"]);
    scratch.ok(&["engines", "options", "own", "--unset", "Hash"]);
    assert!(!scratch.ok(&["engines", "options", "own"]).contains(" = "));
    has(&scratch.refused(&["engines", "options", "nobody"]), &["there are own"]);
    let tested =
        scratch.ok(&["engines", "test", "own", "--game", "chess", "--game", "xiangqi", "--plies", "2"]);
    has(&tested, &["speaks uci", "chess: ", "xiangqi: "]);
    has(&scratch.refused(&["engines", "test", "own", "--game", "four-player"]), &["is not for two"]);
    has(&scratch.ok(&["engines", "remove", "own"]), &["own is forgotten"]);
    has(&scratch.refused(&["engines", "remove", "own"]), &["`chatura engines add`"]);
    has(&scratch.refused(&["engines", "add", "bad name", OWN]), &["small letters"]);
    has(&scratch.refused(&["engines", "add", "none", "no-such-engine-here"]), &["cannot be started"]);
}

#[test]
fn an_engine_plays_wherever_a_player_can_be_chosen() {
    let scratch = Scratch::new("plays");
    scratch.ok(&["engines", "add", "--option", "Hash=2", "own", OWN, "uci"]);
    let (ok, text) =
        scratch.run(&["play", "chess", "--white", "human", "--black", "engine:own"], "e4\nquit\n");
    assert!(ok, "{text}");
    has(&text, &["Black own", "1. White e4", "2. Black "]);
    let games = scratch.ok(&["selfplay", "chess", "--engine", "own", "--nodes", "1", "--random", "100"]);
    has(&games, &["[White \"Chatura", "[Pace \"1 positions a move\"]"]);
    let analysis = scratch.ok(&["analyze", "chess", "--engine", "own", "--depth", "3", "--lines", "2"]);
    has(&analysis, &["chatura ", "own ", "own: bestmove "]);
    assert!(
        analysis.trim_end().lines().last().is_some_and(|line| line.starts_with("bestmove ")),
        "{analysis}"
    );
    let specs = ["--engine", "engine:own,option.Hash=1", "--engine", "ai:1,hash=1"];
    let more = ["--games", "2", "--nodes", "2", "--adjudicate", "longest=20"];
    has(&scratch.ok(&[&["match"], &specs[..], &more].concat()), &["2/2 games, own +"]);
    for arguments in [
        &["play", "chess", "--black", "engine:nobody"][..],
        &["analyze", "chess", "--engine", "nobody"],
        &["selfplay", "chess", "--engine", "nobody"],
        &["match", "--engine", "ai", "--engine", "engine:nobody"],
    ] {
        has(&scratch.refused(arguments), &["there is no engine \"nobody\": there are own"]);
    }
}

#[test]
fn books_are_made_shown_and_played_from() {
    let scratch = Scratch::new("books");
    let pgn = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. a4 h5 2. Nc3 1-0\n\n[Event \"y\"]\n[Result \"1/2-1/2\"]\n\n1. a4 h6 1/2-1/2\n";
    std::fs::write(scratch.0.join("g.pgn"), pgn).expect("a file");
    for book in ["mine.bin", "mine.book"] {
        has(
            &scratch.ok(&["book", "make", "chess", "--pgn", "g.pgn", "--out", book]),
            &["2 games, 3 positions"],
        );
        has(&scratch.ok(&["book", "show", book, "chess"]), &["a4", "100.0 %"]);
        has(&scratch.ok(&["book", "show", book, "chess", "--moves", "e4"]), &["nothing is in the book here"]);
        has(
            &scratch.refused(&["book", "make", "chess", "--pgn", "g.pgn", "--out", book]),
            &["is there already"],
        );
        // Every game of a match begins with it.
        let file = format!("{book}.pgn");
        let specs =
            ["match", "--engine", "ai:nodes=5,hash=1", "--engine", "ai:nodes=5,hash=1", "--games", "2"];
        scratch.ok(&[&specs[..], &["--book", book, "--pgn", &file, "--adjudicate", "longest=8"]].concat());
        let games = std::fs::read_to_string(scratch.0.join(file)).expect("games");
        assert_eq!(games.matches("\n1. a4 h").count(), 2, "{games}");
        // One of ours plays from it, and so does our engine for others.
        let file = format!("{book}.own.pgn");
        let own = format!("ai:nodes=5,hash=1,name=booked,book={book}");
        let specs = [
            "match",
            "--engine",
            &own,
            "--engine",
            "ai:nodes=5,hash=1",
            "--games",
            "2",
            "--random-plies",
            "0",
        ];
        scratch.ok(&[&specs[..], &["--pgn", &file, "--adjudicate", "longest=4"]].concat());
        let games = std::fs::read_to_string(scratch.0.join(file)).expect("games");
        let first = games.split("[Event").find(|game| game.contains("[White \"booked\"]")).expect("its game");
        assert!(first.contains("1. a4"), "{first}");
        let asked = format!(
            "setoption name OwnBook value true\nsetoption name BookFile value {book}\nposition startpos\ngo nodes 5\n"
        );
        has(&scratch.run(&["uci"], &asked).1, &["bestmove a2a4"]);
        let asked = format!(
            "new\noption BookFile={book}\nbk\noption OwnBook=1\ngo\nusermove e7e5\nforce\nbk\nquit\n"
        );
        has(
            &scratch.run(&["xboard"], &asked).1,
            &[" a2a4   100%, played", "\nmove a2a4\n", " The book has no move here.\n\n"],
        );
        let seated = ["play", "chess", "--white", "ai:nodes=5", "--black", "human", "--book", book];
        has(&scratch.run(&seated, "resign\n").1, &["1. White a4"]);
    }
    let wrong = "new\noption OwnBook=1\noption BookFile=none.bin\nsd 1\nst 1000\ngo\nping 1\n";
    has(&scratch.run(&["xboard"], wrong).1, &["telluser none.bin", "\nmove "]);
    let (_, complaint) =
        scratch.run(&["play", "chess", "--white", "ai:nodes=5", "--book", "none.bin"], "resign\n");
    has(&complaint, &["none.bin"]);
    let wrong = "setoption name OwnBook value true\nsetoption name BookFile value none.bin\nposition startpos\ngo nodes 5\n";
    has(&scratch.run(&["uci"], wrong).1, &["info string none.bin", "bestmove "]);
    let made =
        ["book", "make", "xiangqi", "--selfplay", "2", "--nodes", "20", "--plies", "6", "--out", "x.book"];
    has(&scratch.ok(&made), &["2 games, "]);
    has(
        &scratch.refused(&["book", "make", "shogi", "--selfplay", "1", "--out", "s.bin"]),
        &["Polyglot's books are for chess"],
    );
    has(&scratch.refused(&["book", "show", "x.book", "chess"]), &["for xiangqi, not for chess"]);
}

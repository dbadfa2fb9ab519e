//! `chatura match`: played, killed in the middle, gone on with.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("chatura-match-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Scratch(folder)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).expect("the file is there")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn chatura(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chatura"));
    command.arg("match").args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn done(folder: &Path, arguments: &[&str]) -> Output {
    chatura(folder, arguments).output().expect("the program starts")
}

const WEAK: [&str; 4] =
    ["--engine", "ai:nodes=5,name=First,hash=1", "--engine", "ai:nodes=5,name=Second,hash=1"];

#[test]
fn a_match_ends_with_a_table_and_reports() {
    let scratch = Scratch::new("table");
    let more = ["--games", "3", "--adjudicate", "longest=16", "--seed", "5", "--pgn", "m.pgn"];
    let reports = ["--report", "m.md", "--report", "m.json", "--report", "m.svg", "--game", "crazyhouse"];
    let arguments = [&WEAK[..], &more, &reports].concat();
    let output = done(&scratch.0, &arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Rounded up, so that each opening is played with both colours.
    assert!(text.contains("4/4 games, First +"), "{text}");
    assert!(scratch.read("m.md").contains("## How games ended"));
    assert!(scratch.read("m.svg").contains("Points against each other"));
    let report: serde_json::Value = serde_json::from_str(&scratch.read("m.json")).expect("it is JSON");
    assert_eq!((&report["games"], &report["engines"][1]["name"]), (&4.into(), &"Second".into()));
    let pgn = scratch.read("m.pgn");
    assert_eq!(
        (pgn.matches("[Variant \"crazyhouse\"]").count(), pgn.matches("[White \"First\"]").count()),
        (4, 2)
    );
    // Games are not written over.
    let again = done(&scratch.0, &arguments);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("m.pgn is there already"));
}

#[test]
fn what_cannot_be_played_is_told_before_anything_is() {
    let scratch = Scratch::new("wrong");
    for (arguments, status, words) in [
        (&["--engine", "ai"][..], 2, "needs two engines"),
        (&["--engine", "ai", "--engine", "colour=red"], 2, "cmd=PROGRAM"),
        (&["--engine", "ai", "--engine", "ai", "--sprt", "elo0=5,elo1=0"], 2, "less than elo1"),
        (&["--engine", "ai", "--engine", "ai", "--game", "chss"], 1, "chss"),
        (&["--engine", "ai", "--engine", "ai", "--openings", "none.epd"], 1, "none.epd"),
        (&["--resume", "none.jsonl"], 1, "none.jsonl"),
        (&["--resume", "none.jsonl", "--game", "shogi"], 2, "cannot be used with"),
        (&["--resume", "none.jsonl", "--adjudicate", "longest=9"], 2, "cannot be used with"),
        (&["--resume", "none.jsonl", "--random-plies", "9"], 2, "cannot be used with"),
        (&["--engine", "ai", "--engine", "ai", "--swiss", "--knockout"], 2, "cannot be used with"),
        (&["--engine", "ai", "--engine", "ai", "--adjudicate", "tables"], 1, "tables-chess"),
        (
            &["--engine", "ai", "--engine", "ai", "--adjudicate", "tables", "--game", "shogi"],
            1,
            "pieces are held",
        ),
        (
            &["--engine", "ai", "--engine", "ai", "--adjudicate", "tables", "--game", "chess960"],
            1,
            "another army",
        ),
        (
            &["--engine", "ai", "--engine", "ai", "--adjudicate", "tables", "--game", "three-player"],
            1,
            "two players",
        ),
        (&["--engine", "ai:nodes=5", "--engine", "cmd=no-such-engine-here"], 1, "cannot be started"),
    ] {
        let output = done(&scratch.0, arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {complaint}");
        assert!(complaint.contains(words), "{arguments:?}: {complaint}");
    }
}

#[test]
fn tables_end_games_as_soon_as_they_know() {
    let scratch = Scratch::new("tables");
    let made = Command::new(env!("CARGO_BIN_EXE_chatura"))
        .args(["tables", "chess", "--only", "KRvK,KvK"])
        .current_dir(&scratch.0)
        .output()
        .expect("the program starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // Won for white; lost for black once more; and for a rook that is lost at once a draw, whoever thinks what of it. The last
    // is won, but not before fifty moves are over.
    let openings = "4k3/8/8/8/8/8/8/4K2R w - - 0 1\n4k3/8/8/8/8/8/8/4K2R b - - 0 1\n8/8/8/8/8/8/6k1/4K2R b - - 0 1\n\
                    4k3/8/8/8/8/8/8/4K2R w - - 80 90\n";
    std::fs::write(scratch.0.join("o.epd"), openings).expect("there is room");
    let more =
        ["--openings", "o.epd", "--games", "8", "--adjudicate", "tables,longest=4", "--report", "m.json"];
    let output = done(&scratch.0, &[&WEAK[..], &more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_str(&scratch.read("m.json")).expect("it is JSON");
    let ends = report["ends"].to_string();
    assert!(ends.contains("won in the endgame tables"), "{report:#}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("4 × won in the endgame tables"), "{text}");
    assert!(text.contains("2 × drawn in the endgame tables"), "{text}");
    assert!(text.contains("2 × too long"), "{text}");
    // The same by itself, from another folder.
    let output = Command::new(env!("CARGO_BIN_EXE_chatura"))
        .args(["selfplay", "chess", "--nodes", "5", "--adjudicate"])
        .arg(format!("tables={}", scratch.0.join("tables-chess").display()))
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let scratch = Scratch::new("killed");
    let more = [
        "--games",
        "30",
        "--adjudicate",
        "longest=24",
        "--concurrency",
        "2",
        "--state",
        "s.jsonl",
        "--pgn",
        "s.pgn",
    ];
    let mut child = chatura(&scratch.0, &[&WEAK[..], &more].concat());
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let begun = Instant::now();
    let kept = || std::fs::read_to_string(scratch.0.join("s.jsonl")).unwrap_or_default().lines().count();
    while kept() < 4 {
        assert!(begun.elapsed() < Duration::from_secs(120), "no game is ever kept");
        std::thread::sleep(Duration::from_millis(2));
    }
    // The hardest way to end it there is.
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let output = done(&scratch.0, &["--resume", "s.jsonl"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("30/30 games"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let pgn = scratch.read("s.pgn");
    let rounds: BTreeSet<&str> = pgn.lines().filter(|line| line.starts_with("[Round ")).collect();
    assert_eq!((pgn.matches("[Event ").count(), rounds.len()), (30, 30));
    let numbers: Vec<u64> = scratch
        .read("s.jsonl")
        .lines()
        .skip(1)
        .filter_map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("each line is a document")["number"]
                .as_u64()
        })
        .collect();
    assert_eq!((numbers.len(), numbers.iter().collect::<BTreeSet<_>>().len()), (30, 30));
    // There is nothing left to play.
    assert!(
        String::from_utf8_lossy(&done(&scratch.0, &["--resume", "s.jsonl"]).stdout).contains("30/30 games")
    );
}

#[test]
fn a_test_that_is_decided_stays_so() {
    let scratch = Scratch::new("decided");
    // It never plays a legal move.
    let script = "while read -r l; do case \"$l\" in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove a1a1;; quit) exit;; esac; done";
    std::fs::write(scratch.0.join("engine.sh"), script).expect("a script");
    let engines = ["--engine", "ai:nodes=5,name=First,hash=1", "--engine", "cmd=sh engine.sh,name=Second"];
    let more = ["--games", "200", "--sprt", "elo0=0,elo1=300", "--state", "s.jsonl"];
    let output = done(&scratch.0, &[&engines[..], &more].concat());
    let games = scratch.read("s.jsonl").lines().count() - 1;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && (2..200).contains(&games), "{games}: {told}");
    assert!(!told.contains("goes on with it"), "{told}");
    let again = done(&scratch.0, &["--resume", "s.jsonl"]);
    let told = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(again.status.success() && !told.contains("goes on with it"), "{told}");
    assert_eq!(scratch.read("s.jsonl").lines().count() - 1, games);
    // What it told first it tells again.
    assert_eq!(again.stdout, output.stdout);
}

#[test]
fn tournaments_are_played_in_rounds_and_go_on_with_more_games() {
    let scratch = Scratch::new("rounds");
    let four: Vec<String> =
        (0..4).flat_map(|n| ["--engine".to_owned(), format!("ai:nodes=3,name=E{n},hash=1")]).collect();
    let four: Vec<&str> = four.iter().map(String::as_str).collect();
    let short = ["--games", "2", "--adjudicate", "longest=10", "--seed", "2"];
    for (kind, games) in
        [("--swiss", "8/8 games"), ("--round-robin", "12/12 games"), ("--gauntlet", "6/6 games")]
    {
        let output = done(&scratch.0, &[&four[..], &short, &[kind]].concat());
        assert!(String::from_utf8_lossy(&output.stdout).contains(games), "{kind}: {output:?}");
    }
    let output = done(&scratch.0, &[&four[..], &short, &["--knockout", "--state", "k.jsonl"]].concat());
    assert!(output.status.success(), "{output:?}");
    // Level pairings play on, in pairs.
    let games = scratch.read("k.jsonl").lines().count() - 1;
    assert!(games >= 6 && games.is_multiple_of(2), "{games}");
    let more = done(&scratch.0, &["--resume", "k.jsonl", "--games", "4"]);
    assert!(String::from_utf8_lossy(&more.stderr).contains("not in rounds"), "{more:?}");
    let output = done(&scratch.0, &[&WEAK[..], &short, &["--state", "m.jsonl"]].concat());
    assert!(output.status.success(), "{output:?}");
    let fewer = done(&scratch.0, &["--resume", "m.jsonl", "--games", "1"]);
    assert_eq!(fewer.status.code(), Some(2), "{fewer:?}");
    let more = done(&scratch.0, &["--resume", "m.jsonl", "--games", "6", "--report", "more.json"]);
    assert!(String::from_utf8_lossy(&more.stdout).contains("6/6 games"), "{more:?}");
    assert_eq!(scratch.read("m.jsonl").lines().count(), 7);
    assert!(scratch.read("more.json").contains("\"games\": 6"));
}

/// Whether there is a process with this number that has not ended.
#[cfg(target_os = "linux")]
fn lives(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status.lines().any(|line| line.starts_with("State:") && !line.contains('Z'))
}

#[test]
#[cfg(target_os = "linux")]
fn engines_end_with_a_match_that_is_killed() {
    let scratch = Scratch::new("orphans");
    // It never answers, starts a process that leaves its group, and ends neither by itself nor with its input.
    let script = "echo $$ >> pids; setsid sleep 1000 & echo $! >> pids; \
                  while true; do read -r l || sleep 1; case \"$l\" in uci) echo uciok;; isready) echo readyok;; esac; done";
    std::fs::write(scratch.0.join("engine.sh"), script).expect("a script");
    let engine = "cmd=sh engine.sh,name=stuck";
    let arguments =
        ["--engine", engine, "--engine", "ai:nodes=5,hash=1", "--movetime", "100000", "--games", "2"];
    let mut child = chatura(&scratch.0, &arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now() + Duration::from_secs(60);
    let pids = loop {
        let text = std::fs::read_to_string(scratch.0.join("pids")).unwrap_or_default();
        if text.lines().count() == 2 {
            break text;
        }
        assert!(Instant::now() < patience, "the engine does not start");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(pids.lines().all(lives));
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    while pids.lines().any(lives) {
        assert!(Instant::now() < patience, "an engine is left behind");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Asks a server of this machine; the body of its answer.
fn fetch(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it takes it");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    answer.split_once("\r\n\r\n").expect("a head and a body").1.to_owned()
}

#[test]
#[cfg(unix)]
fn a_match_is_shown_while_it_is_played_and_kept() {
    let scratch = Scratch::new("served");
    let more = ["--games", "4", "--adjudicate", "longest=20", "--game", "crazyhouse", "--serve"];
    let mut child = chatura(&scratch.0, &[&WEAK[..], &more].concat())
        .env("XDG_DATA_HOME", &scratch.0)
        .env("HOME", &scratch.0)
        .env("TMPDIR", &scratch.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut told = BufReader::new(child.stderr.take().expect("it speaks")).lines();
    let line = told.find(|line| line.as_ref().is_ok_and(|line| line.contains("http://")));
    let line = line.expect("it tells where").expect("text");
    let address = line.split("http://").nth(1).expect("an address");
    let (address, path) = address.split_once("/matches/").expect("a match");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    // It goes on being shown when it is over.
    told.find(|line| line.as_ref().is_ok_and(|line| line.contains("until Ctrl-C")))
        .expect("it comes to its end")
        .expect("text");
    let live = fetch(address, &format!("/api/matches/{path}/live"));
    assert!(live.contains("\"live\":false") && live.contains("\"games\":4"), "{live}");
    assert!(fetch(address, &format!("/matches/{path}")).contains("<title>Chatura</title>"));
    assert!(fetch(address, &format!("/api/matches/{path}/games/0")).contains("\"plies\""));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("a signal").success());
    assert!(child.wait().expect("it ends").success());
    // Nothing is left but the match, which is kept with the program's data.
    let kept = scratch.0.join("chatura/matches").join(format!("{path}.jsonl"));
    assert_eq!(std::fs::read_to_string(kept).expect("it is kept").lines().count(), 5);
    let left: Vec<_> =
        std::fs::read_dir(&scratch.0).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left, ["chatura"]);
}

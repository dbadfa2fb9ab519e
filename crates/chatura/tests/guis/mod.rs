//! Other people's programs with our engine in them: python-chess, and XBoard with nobody to look at it. Skipped, with a
//! word, where they are not installed; `cargo xtask test` installs them where it may.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Long enough for the busiest machine.
const AGES: Duration = Duration::from_secs(240);

/// A program on the path, or in the folder Debian puts games into.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/games".into()]);
    let found = folders.map(|folder| folder.join(program)).find(|file| file.is_file());
    if found.is_none() {
        eprintln!("SKIPPED: {program} is not installed");
    }
    found
}

/// Waits for a program, and ends it if it takes too long; its output goes into files, so that it never waits for a reader.
fn finished(command: &mut Command, folder: &Path) -> Output {
    let file = |name: &str| std::fs::File::create(folder.join(name)).expect("there is room");
    let child = command.stdin(Stdio::null()).stdout(file("stdout")).stderr(file("stderr")).spawn();
    let mut child = child.expect("it starts");
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status;
        }
        if begun.elapsed() > AGES {
            child.kill().expect("it can be ended");
            break child.wait().expect("it ends");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let read = |name: &str| std::fs::read(folder.join(name)).expect("it was written");
    Output { status, stdout: read("stdout"), stderr: read("stderr") }
}

/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("chatura-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Python with python-chess, where that is installed.
fn python() -> Option<PathBuf> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    let mut import = Command::new(&python);
    let there = import.args(["-c", "import chess"]).stderr(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: python-chess is not installed");
        return None;
    }
    Some(python)
}

#[test]
fn python_chess_drives_both_protocols() {
    let Some(python) = python() else { return };
    let folder = Folder::new("python");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guis/python_chess.py");
    let output = finished(Command::new(python).arg(script).arg(env!("CARGO_BIN_EXE_chatura")), &folder.0);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains("xboard levels"), "{out}{err}");
}

/// A screen that nobody sees.
struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    fn start(program: &Path, folder: &Path) -> Screen {
        let told = folder.join("display");
        let file = std::fs::File::create(&told).expect("there is room");
        let server = Command::new(program)
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        // From here on it ends with this, whatever happens.
        let mut screen = Screen { server, display: String::new() };
        let begun = Instant::now();
        while screen.display.is_empty() {
            assert!(begun.elapsed() < AGES, "there is no screen");
            std::thread::sleep(Duration::from_millis(20));
            let number = std::fs::read_to_string(&told).unwrap_or_default();
            if number.ends_with('\n') {
                screen.display = format!(":{}", number.trim());
            }
        }
        screen
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// What XBoard has written: the games, and everything that was said.
struct Match {
    pgn: String,
    debug: String,
}

/// Lets XBoard play a match; nothing if it is not there.
fn xboard(name: &str, second: &str, arguments: &[&str]) -> Option<Match> {
    let (xboard, screen) = (find("xboard")?, find("Xvfb")?);
    let folder = Folder::new(name);
    let screen = Screen::start(&screen, &folder.0);
    let file = |name: &str| folder.0.join(name).display().to_string();
    let own = format!("{} xboard", env!("CARGO_BIN_EXE_chatura"));
    let second = if second == "chatura" { own.clone() } else { second.to_owned() };
    let output = finished(
        Command::new(xboard)
            .env("DISPLAY", &screen.display)
            .env("HOME", &folder.0)
            .env("PATH", format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default()))
            .current_dir(&folder.0)
            .args(["-cp", "-noGUI", "-xexit", "-xpopup", "-fcp", &own, "-scp", &second])
            .args(["-tc", "0:30", "-inc", "1", "-matchPause", "100"])
            .args(["-sgf", &file("games.pgn"), "-debug", "-nameOfDebugFile", &file("debug")])
            .args(arguments),
        &folder.0,
    );
    let read = |name: &str| {
        let bytes = std::fs::read(folder.0.join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let found = Match { pgn: read("games.pgn"), debug: read("debug") };
    assert!(output.status.success(), "{:?}\n{}", output.status, found.debug);
    Some(found)
}

impl Match {
    /// So many games are there from the first move to a result, and nobody complained.
    fn is_complete(&self, games: usize) {
        let Match { pgn, debug } = self;
        let results = pgn.lines().filter_map(|line| line.strip_prefix("[Result \""));
        let results: Vec<&str> = results.map(|rest| rest.trim_end_matches("\"]")).collect();
        assert_eq!(results.len(), games, "{pgn}\n{debug}");
        assert!(results.iter().all(|result| ["1-0", "0-1", "1/2-1/2"].contains(result)), "{pgn}\n{debug}");
        assert!(
            pgn.matches("\n1. ").count() == games
                && pgn.matches(" 8. ").count() + pgn.matches("\n8. ").count() >= 1,
            "{pgn}"
        );
        let complaints =
            ["illegal", "error", "false", "forfeit", "rejected", "unknown command", "bad fen", "exited"];
        // What the adaptor of the other engine says is its own affair.
        for line in debug.lines().filter(|line| !line.contains("second: feature")) {
            let lower = line.to_lowercase();
            let wrong = complaints.iter().any(|word| lower.contains(word));
            assert!(!wrong, "{line}\n{debug}");
        }
    }
}

#[test]
fn xboard_plays_chess_between_ours_and_gnuchess() {
    let Some(gnuchess) = find("gnuchess") else { return };
    if find("polyglot").is_none() {
        return;
    }
    // By way of polyglot: GNU Chess itself loses lines of XBoard that come together.
    let gnuchess = format!("{} --uci", gnuchess.display());
    let Some(found) = xboard("gnuchess", &gnuchess, &["-sUCI", "-mg", "2", "-depth", "3"]) else { return };
    found.is_complete(2);
    let Some(python) = python() else { return };
    let folder = Folder::new("read-back");
    std::fs::write(folder.0.join("games.pgn"), &found.pgn).expect("there is room");
    let output = finished(Command::new(python).args(["-c", READ_BACK]).current_dir(&folder.0), &folder.0);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.trim() == "2 games", "{out}{err}{}", found.pgn);
}

/// Reads games by python-chess: each from the start of chess to an end that its rules know, or that somebody has told of.
const READ_BACK: &str = "
import chess.pgn
count = 0
with open('games.pgn') as file:
    while (game := chess.pgn.read_game(file)) is not None:
        count += 1
        end = game.end()
        assert not game.errors and game.board() == chess.Board(), (game.errors, game.headers)
        assert end.ply() > 8 and game.headers['Result'] in ('1-0', '0-1', '1/2-1/2'), game.headers
        outcome = end.board().outcome(claim_draw=True)
        if outcome is not None:
            assert outcome.result() == game.headers['Result'], (outcome, game.headers)
        else:
            told = end.comment.lower()
            assert any(word in told for word in ('resign', 'draw', 'mate')), (told, game.headers)
print(count, 'games')
";

#[test]
fn xboard_plays_games_it_does_not_know() {
    // Its own courier is another game, so that ours has another name; of berolina and orda it has never heard.
    for (variant, depth, table) in
        [("losalamos", "3", "(PN.RQ"), ("kurier", "1", "("), ("berolina", "2", "("), ("orda", "2", "(")]
    {
        let arguments = ["-mg", "1", "-variant", variant, "-depth", depth];
        let Some(found) = xboard(variant, "chatura", &arguments) else { return };
        found.is_complete(1);
        assert!(found.debug.contains(&format!("setup {table}")), "{variant}: {}", found.debug);
        let tag = format!("[Variant \"{variant}\"]");
        assert!(found.pgn.contains(&tag), "{variant}: {}", found.pgn);
    }
}

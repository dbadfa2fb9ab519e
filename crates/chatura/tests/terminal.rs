//! The program at a terminal: what is seen, what is typed, what is clicked.
#![cfg(unix)]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long something may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// A terminal with the program in it.
struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Arc<Mutex<Box<dyn Write + Send>>>,
    child: Box<dyn Child + Send + Sync>,
    folder: PathBuf,
    /// Kept open as long as the terminal is.
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn new(arguments: &[&str]) -> Terminal {
        Terminal::sized(arguments, 80, 24)
    }

    fn sized(arguments: &[&str], cols: u16, rows: u16) -> Terminal {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("chatura-terminal-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_chatura"));
        command.args(arguments);
        command.env("CHATURA_DATA", &folder);
        command.env("CHATURA_CONFIG", folder.join("config.toml"));
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, cols, 0)));
        let keys = Arc::new(Mutex::new(pair.master.take_writer().expect("a keyboard")));
        let mut reader = pair.master.try_clone_reader().expect("a screen");
        let (shown, answers) = (screen.clone(), keys.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let mut screen = shown.lock().expect("a screen");
                screen.process(&bytes[..count]);
                // A terminal that is asked where the cursor is says so.
                for _ in bytes[..count].windows(4).filter(|window| window == b"\x1b[6n") {
                    let (row, column) = screen.screen().cursor_position();
                    let mut keys = answers.lock().expect("a keyboard");
                    let _ = write!(keys, "\x1b[{};{}R", row + 1, column + 1);
                    let _ = keys.flush();
                }
            }
        });
        Terminal { screen, keys, child, folder, _master: pair.master }
    }

    /// What is on the screen, without spaces at the ends.
    fn text(&self) -> String {
        let contents = self.screen.lock().expect("a screen").screen().contents();
        contents.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
    }

    /// Waits until something is seen.
    #[track_caller]
    fn see(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let now = self.text();
            if now.contains(text) {
                return now;
            }
            assert!(start.elapsed() < PATIENCE, "no \"{text}\" on the screen:\n{now}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the prompt stands below everything.
    fn settled(&self) -> String {
        let start = Instant::now();
        loop {
            let now = self.text();
            if now.ends_with('>') {
                return now;
            }
            assert!(start.elapsed() < PATIENCE, "no prompt on the screen:\n{now}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn send(&self, text: &str) {
        let mut keys = self.keys.lock().expect("a keyboard");
        keys.write_all(text.as_bytes()).expect("a listener");
        keys.flush().expect("a listener");
    }

    fn line(&self, text: &str) {
        self.send(&format!("{text}\r"));
    }

    /// Clicks where a text stands on the screen, so many columns into it.
    fn click(&self, column: usize, row: usize) {
        self.send(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
    }

    /// Waits for the end and says how it was.
    fn end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a program") {
                return status.exit_code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_draw_is_answered_while_the_engine_looks_for_its_move() {
    let fen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    let terminal = Terminal::new(&["play", "chess", "--black", "ai:time=600000", "--fen", fen]);
    terminal.see("White>");
    terminal.line("Qd4");
    terminal.see("Black is thinking");
    terminal.line("draw");
    terminal.see("Draw by agreement");
}

#[test]
fn menus_lead_to_a_game() {
    let mut terminal = Terminal::new(&["play"]);
    terminal.see("Game (number, name or words to search for):");
    terminal.line("thai");
    terminal.see("Who plays (abbreviation):");
    terminal.line("zz");
    terminal.see("There is no such mode");
    terminal.line("hot");
    terminal.see("White is to move.");
    terminal.line("quit");
    assert_eq!(terminal.end(), 0);
    terminal.see("result * the game is not finished");
}

#[test]
fn variables_are_asked_for() {
    let terminal = Terminal::new(&["play", "chess960", "--mode", "hot"]);
    terminal.see("position (0 to 959; Enter draws at random):");
    terminal.line("4000");
    terminal.see("That is not 0 to 959.");
    terminal.line("518");
    // What comes of it is seen before it is played.
    let screen = terminal.see("Enter plays this, c chooses again:");
    assert!(screen.contains("r n b q k b n r") && screen.contains("position = 518."), "{screen}");
    terminal.line("c");
    terminal.see("position = 518.");
    terminal.line("0");
    let screen = terminal.see("position = 0.");
    assert!(screen.contains("b b q n n r k r"), "{screen}");
    terminal.line("c");
    terminal.line("518");
    terminal.line("");
    let screen = terminal.see("White is to move.");
    assert!(screen.contains("♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜"), "{screen}");
    let drawn = Terminal::new(&["play", "chess960", "--mode", "hot"]);
    drawn.see("Enter draws at random");
    drawn.line("");
    drawn.see("Enter plays this");
    drawn.line("");
    drawn.see("drawn at random; --seed ");
}

#[test]
fn variables_with_a_default_are_asked_for_too() {
    let terminal = Terminal::new(&["play", "extinction", "--mode", "hot"]);
    terminal.see("types (a text of at most 60 letters; Enter for KQRBNP):");
    terminal.line("");
    terminal.see("promotion (a text of at most 60 letters; Enter for QRBNK):");
    // Letters of pieces that there are not make no game: all is asked for again.
    terminal.line("XYZ");
    terminal.see("That is no game:");
    terminal.line("P");
    terminal.line("K");
    terminal.see("types = P, promotion = K.");
    terminal.line("");
    terminal.see("White is to move.");
    // What an option says is not asked for.
    let told = Terminal::new(&["play", "extinction", "--mode", "hot", "--set", "types=P"]);
    told.see("promotion (a text");
    told.line("");
    let screen = told.see("types = P, promotion = QRBNK.");
    assert!(!screen.contains("types (a text"), "{screen}");
}

#[test]
fn moves_are_typed_completed_and_remembered() {
    let terminal = Terminal::new(&["play", "chess", "--mode", "hot"]);
    terminal.see("White>");
    terminal.line("e5");
    terminal.see("None of your pawns can go to e5");
    // The only move that begins so is completed.
    terminal.send("Nf\t");
    terminal.see("White> Nf3");
    terminal.send("\r");
    terminal.see("White played Nf3. Black is to move.");
    terminal.line("e5");
    terminal.see("Black played e5. White is to move.");
    // Up brings the last line back.
    terminal.send("\x1b[A");
    terminal.see("White> e5");
}

#[test]
fn long_answers_come_page_by_page() {
    let terminal = Terminal::new(&["play", "chess", "--mode", "hot"]);
    terminal.see("White>");
    terminal.line("help");
    let first = terminal.see("Enter goes on>");
    assert!(first.contains("Type a move as e2e4") && !first.contains("quit, q, exit"), "{first}");
    terminal.line("");
    terminal.see("quit, q, exit");
    terminal.line("");
    terminal.see("White is to move.");
}

#[test]
fn clicks_make_moves() {
    let terminal = Terminal::new(&["play", "chess", "--mode", "hot"]);
    terminal.see("White is to move.");
    // A title, then rank 8; a label and a space, then three columns a cell: e2 is the fifth cell of the seventh rank.
    terminal.click(2 + 4 * 3 + 1, 7);
    terminal.see("e2 is chosen: e3, e4.");
    terminal.click(2 + 4 * 3 + 1, 5);
    terminal.see("White played e4. Black is to move.");
}

#[test]
fn the_program_is_stopped_before_anything_is_asked() {
    let mut terminal = Terminal::new(&["play", "chess", "--white", "ai:time=80000", "--black", "human"]);
    terminal.see("White is thinking");
    // Words are heard while it thinks.
    terminal.line("fen");
    terminal.see("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    terminal.send("\x03");
    terminal.see("Black is to move.");
    terminal.send("\x03");
    terminal.see("Leave? The game is kept (y/n)");
    terminal.line("n");
    terminal.see("Black>");
    terminal.send("\x03");
    terminal.see("Leave?");
    terminal.line("y");
    assert_eq!(terminal.end(), 0);
    terminal.see("`chatura play --resume` goes on with it.");
}

#[test]
fn clocks_run_out_while_nobody_types() {
    let terminal = Terminal::new(&["play", "chess", "--mode", "hot", "--clock", "2s"]);
    terminal.see("Black wins on time (0-1)");
}

#[test]
fn the_program_can_be_watched() {
    let mut terminal = Terminal::new(&["watch", "chess", "--ai", "ai:one-ply", "--pause", "50"]);
    terminal.see("White played");
    terminal.see("finds");
    terminal.send("q");
    assert_eq!(terminal.end(), 0);
    terminal.see("result ");
}

#[test]
fn colours_are_used_unless_unwanted() {
    let colored = |arguments: &[&str]| {
        let terminal = Terminal::new(arguments);
        terminal.see("White is to move.");
        let screen = terminal.screen.lock().expect("a screen");
        let cell = screen.screen().cell(1, 3).expect("a cell");
        cell.bgcolor() != vt100::Color::Default
    };
    assert!(colored(&["play", "chess", "--mode", "hot"]));
    assert!(!colored(&["play", "chess", "--mode", "hot", "--no-color"]));
    assert!(!colored(&["play", "chess", "--mode", "hot", "--color", "never"]));
}

/// The screen after these moves.
fn screen(game: &str, arguments: &[&str], moves: &[&str], until: &str) -> String {
    let terminal = Terminal::new(&[&["play", game, "--mode", "hot"], arguments].concat());
    terminal.see("is to move.");
    for (index, text) in moves.iter().enumerate() {
        terminal.line(text);
        if index + 1 < moves.len() {
            terminal.see("played");
            std::thread::sleep(Duration::from_millis(150));
        }
    }
    terminal.see(until);
    terminal.settled()
}

#[test]
fn screens_look_as_they_should() {
    let moves = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5"];
    insta::assert_snapshot!("chess", screen("chess", &[], &moves, "White is to move, in check."));
    let ascii = ["--ascii", "--no-color", "--clock", "2h", "--name", "1=Ada", "--name", "2=Bo"];
    let chess = screen("chess", &ascii, &["e4"], "Black is to move.");
    // What the clocks show depends on how quick the machine is.
    let chess = (0..60).fold(chess.replace("2:00:00", "1:59:59"), |text, second| {
        text.replace(&format!("1:59:{second:02}"), "1:59:59")
    });
    insta::assert_snapshot!("chess-ascii", chess);
    let moves = ["c3c4", "g7g6", "b2h8+", "Sxh8", "B@e5"];
    insta::assert_snapshot!("shogi", screen("shogi", &[], &moves, "Gote is to move."));
    let moves = ["e2e4", "d7d6", "e11e10"];
    insta::assert_snapshot!("three-player", screen("three-player", &[], &moves, "White is to move."));
    let moves = ["e2e4", "m2m4", "u2u4"];
    insta::assert_snapshot!("three-man", screen("three-man", &[], &moves, "White is to move."));
    let moves = ["h2h4", "b7d7", "g13g11", "m8k8"];
    insta::assert_snapshot!("four-player", screen("four-player", &[], &moves, "Red is to move."));
}

/// The rows of a match that two of ours play, in a terminal of so many columns, once enough games of it are played.
fn running_match(columns: u16) -> (Terminal, Vec<String>) {
    let arguments = ["match", "--engine", "ai:nodes=5,hash=1,name=First", "--engine"];
    let more = ["ai:nodes=5,hash=1,name=Second engine", "--games", "20000", "--seed", "3"];
    let rest = ["--adjudicate", "longest=12", "--sprt", "elo0=0,elo1=5"];
    let terminal = Terminal::sized(&[&arguments[..], &more, &rest].concat(), columns, 24);
    let start = Instant::now();
    loop {
        let rows: Vec<String> = {
            let screen = terminal.screen.lock().expect("a screen");
            screen.screen().rows(0, columns).map(|row| row.trim_end().to_owned()).collect()
        };
        let played = rows
            .iter()
            .find_map(|row| row.split("/20000 games").next()?.split(' ').next_back()?.parse().ok());
        // Long enough for a test to stand somewhere.
        if played.is_some_and(|played: u32| played >= 40) && rows.iter().any(|row| row.contains("LLR")) {
            return (terminal, rows);
        }
        assert!(start.elapsed() < PATIENCE, "no games on the screen:\n{}", rows.join("\n"));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_match_is_seen_as_it_runs() {
    for (columns, shown, hidden) in [(80, "LOS", "nodes/s"), (120, "nodes/s", "no such column")] {
        let (mut terminal, rows) = running_match(columns);
        let screen = rows.join("\n");
        println!("{columns}:\n{}\n", screen.trim_end());
        // The bar, the table and where the test stands: a row each, none broken.
        assert!(rows[0].contains("/20000 games, ") && rows[0].ends_with(" left"), "{screen}");
        assert!(rows[1].starts_with("engine "), "{screen}");
        for column in ["games", "won", "drawn", "lost", "score", "Elo", shown] {
            assert!(rows[1].contains(column), "{column} in\n{screen}");
        }
        assert!(!rows[1].contains(hidden), "{screen}");
        let mut engines: Vec<&str> = rows[2..4].iter().map(|row| &row[..6]).collect();
        engines.sort_unstable();
        assert_eq!(engines, ["First ", "Second"], "{screen}");
        assert!(rows[4].starts_with("First +") && rows[4].ends_with("(-2.94 to 2.94)"), "{screen}");
        assert!(rows[5..].iter().all(String::is_empty), "{screen}");
        terminal.send("\x03");
        assert_eq!(terminal.end(), 0);
        let end = terminal.see("too long");
        assert!(end.contains("engine") && end.contains("LLR"), "{end}");
    }
}

//! `chatura serve` starts, answers and stops when it is told to.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("chatura-serve-{name}-{}", std::process::id()));
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn chatura(data: &Scratch, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chatura"));
    command.args(["serve", "--no-open", "--data"]).arg(&data.0).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The address it prints, once it listens.
fn address(child: &mut Child) -> (String, BufReader<std::process::ChildStdout>) {
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("http://127.0.0.1:") {
        line.clear();
        assert!(lines.read_line(&mut line).unwrap() > 0, "it ended before it listened");
    }
    (line.trim().trim_start_matches("http://").to_owned(), lines)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_answers_and_stops_cleanly() {
    let data = Scratch::new("stops");
    for signal in ["-TERM", "-INT"] {
        let mut child = chatura(&data, &[]).spawn().unwrap();
        let (address, mut rest) = address(&mut child);
        assert!(get(&address, "/health").starts_with("HTTP/1.1 200"));
        assert!(get(&address, "/").contains("<title>Chatura</title>"));
        let told = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(told.success());
        let mut text = String::new();
        rest.read_to_string(&mut text).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(text.contains("every game is kept"), "{text}");
    }
}

#[test]
fn what_cannot_be_is_said() {
    let data = Scratch::new("said");
    let mut first = chatura(&data, &[]).spawn().unwrap();
    let (address, _rest) = address(&mut first);
    for (arguments, expected) in [
        (&[][..], "already uses the data"),
        (&["--log-level", "loud"], "there is no level"),
        (&["--public-url", "here"], "no address of a service"),
    ] {
        let output = chatura(&data, arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains(expected), "{arguments:?}: {text}");
    }
    let other = Scratch::new("other");
    let taken = chatura(&other, &["--listen", &address]).output().unwrap();
    assert!(String::from_utf8_lossy(&taken.stderr).contains("cannot listen"));
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn a_public_address_is_shown_as_a_picture() {
    let data = Scratch::new("public");
    let mut child = chatura(&data, &["--public-url", "http://127.0.0.1:9/"]).spawn().unwrap();
    let (address, mut lines) = address(&mut child);
    assert_eq!(address, "127.0.0.1:9");
    let mut picture = String::new();
    while !picture.contains("games are kept") {
        assert!(lines.read_line(&mut picture).unwrap() > 0);
    }
    assert!(picture.lines().filter(|line| line.contains('█')).count() > 10, "{picture}");
    child.kill().unwrap();
    child.wait().unwrap();
}

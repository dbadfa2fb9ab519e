//! `chatura serve` starts, answers and stops when it is told to.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A folder that is not there afterwards.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("chatura-serve-{name}-{}", std::process::id()));
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn chatura(data: &Scratch, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chatura"));
    command.args(["serve", "--no-open", "--data"]).arg(&data.0).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The address it prints, once it listens.
pub fn address(child: &mut Child) -> (String, BufReader<std::process::ChildStdout>) {
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("http://127.0.0.1:") {
        line.clear();
        assert!(lines.read_line(&mut line).unwrap() > 0, "it ended before it listened");
    }
    (line.trim().trim_start_matches("http://").to_owned(), lines)
}

pub fn get(address: &str, path: &str) -> String {
    send(address, &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"))
}

/// What comes back for a request that asks for the connection to be closed.
pub fn send(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
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
fn own_games_are_served_and_told_apart() {
    let (data, own) = (Scratch::new("own-data"), Scratch::new("own-games"));
    std::fs::create_dir_all(&own.0).unwrap();
    std::fs::write(own.0.join("mine.toml"), "extends = \"chess\"\nname = \"Mine\"\n").unwrap();
    std::fs::write(own.0.join("wrong.toml"), "extends = \"chess\"\nnmae = 1\n").unwrap();
    let folder = own.0.to_str().unwrap();
    let mut child = chatura(&data, &["--games", folder]).spawn().unwrap();
    let (address, _rest) = address(&mut child);
    let answer = get(&address, "/api/catalogue");
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    let listed: serde_json::Value = serde_json::from_str(body).unwrap();
    let games = listed["games"].as_array().unwrap();
    let ids = |own: bool| {
        games
            .iter()
            .filter(|game| game["own"] == own)
            .map(|game| game["id"].as_str().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(true), ["mine"]);
    assert!(ids(false).contains(&"chess") && !ids(false).contains(&"wrong"));
    assert!(get(&address, "/api/catalogue/mine").starts_with("HTTP/1.1 200"));
    child.kill().unwrap();
    child.wait().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.contains("wrong.toml is no game and left out"), "{told}");
}

#[test]
fn what_cannot_be_is_said() {
    let data = Scratch::new("said");
    let mut first = chatura(&data, &[]).spawn().unwrap();
    let (address, _rest) = address(&mut first);
    for (arguments, expected) in [
        (&[][..], "already uses the data"),
        (&["--log-level", "loud"], "there is no level"),
        (&["--public-url", "here"], "no address of a server"),
        (&["--trust-proxy", "10.0.0.0/99"], "no range of addresses"),
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
fn no_secret_is_told_in_a_log() {
    let data = Scratch::new("secrets");
    let mut child = chatura(&data, &["--log-level", "trace"]).spawn().unwrap();
    let (address, mut rest) = address(&mut child);
    let made = send(
        &address,
        &format!(
            "POST /api/identity HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
        ),
    );
    let token = made.split("\"token\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let who = send(
        &address,
        &format!(
            "GET /api/identity HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\r\n"
        ),
    );
    assert!(who.starts_with("HTTP/1.1 200"), "{who}");
    let mut socket = TcpStream::connect(&address).unwrap();
    write!(
        socket,
        "GET /api/socket HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncookie: chatura={token}\r\n\r\n"
    )
    .unwrap();
    let message = format!("{{\"do\":\"watch\",\"game\":\"AAAAAAAAAAAA\",\"token\":\"{token}\"}}");
    // A text frame whose mask is nothing.
    socket.write_all(&[0x81, 0x80 | message.len() as u8, 0, 0, 0, 0]).unwrap();
    socket.write_all(message.as_bytes()).unwrap();
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("not-found") {
        let mut piece = [0; 1024];
        let read = socket.read(&mut piece).unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&heard));
        heard.extend(&piece[..read]);
    }
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let mut told = String::new();
    rest.read_to_string(&mut told).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    child.wait().unwrap();
    assert!(!told.contains(&token), "{told}");
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

/// What it prints until it is ready.
fn greeting(child: &mut Child) -> String {
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    while !text.contains("stop with Ctrl-C") {
        assert!(lines.read_line(&mut text).unwrap() > 0, "{text}");
    }
    text
}

#[test]
fn who_listens_everywhere_is_shown_where_others_reach_it() {
    let data = Scratch::new("everywhere");
    let mut child = chatura(&data, &["--listen", "0.0.0.0:0"]).spawn().unwrap();
    let text = greeting(&mut child);
    let address = text.lines().find_map(|line| line.trim().strip_prefix("http://")).unwrap();
    assert!(get(address, "/health").starts_with("HTTP/1.1 200"), "{text}");
    // Without a network there is nobody else to show it to.
    assert_eq!(!address.starts_with("127."), text.contains('█'), "{text}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_proxy_that_does_not_tell_who_comes_is_warned_of() {
    let data = Scratch::new("proxy");
    let public = ["--public-url", "https://chess.example.org"];
    for (more, warned) in [(&[][..], true), (&["--trust-proxy", "127.0.0.0/8"], false)] {
        let mut child = chatura(&data, &[&public[..], more].concat()).spawn().unwrap();
        let text = greeting(&mut child);
        assert_eq!(text.contains("start with --trust-proxy"), warned, "{text}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn it_stops_though_somebody_has_not_finished_asking() {
    let data = Scratch::new("asking");
    let mut child = chatura(&data, &[]).spawn().unwrap();
    let (address, mut rest) = address(&mut child);
    let mut stream = TcpStream::connect(&address).unwrap();
    // The rest of the body never comes.
    write!(
        stream,
        "POST /api/definitions/check HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: 1000\r\n\r\n{{"
    )
    .unwrap();
    // The answer to another request comes when the first has been taken.
    assert!(get(&address, "/health").starts_with("HTTP/1.1 200"));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let mut text = String::new();
    rest.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(text.contains("every game is kept"), "{text}");
}

#[test]
fn a_log_can_be_read_by_programs() {
    let data = Scratch::new("json");
    let mut child = chatura(&data, &["--log-format", "json", "--log-level", "debug"]).spawn().unwrap();
    let (address, _rest) = address(&mut child);
    assert!(get(&address, "/api/nothing").starts_with("HTTP/1.1 404"));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    child.wait().unwrap();
    let lines: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    let messages: Vec<&str> = lines.iter().filter_map(|line| line["fields"]["message"].as_str()).collect();
    assert!(messages.contains(&"started") && messages.contains(&"stopped"), "{messages:?}");
    assert!(lines.iter().all(|line| line["level"].is_string() && line["timestamp"].is_string()), "{told}");
    let refused = lines.iter().find(|line| line["fields"]["message"] == "refused");
    assert_eq!(refused.map(|line| &line["fields"]["reason"]), Some(&"not-found".into()), "{told}");
}

/// The program with one browser in its path, which is this script.
fn with_browser(data: &Scratch, name: &str, script: &str) -> Command {
    use std::os::unix::fs::PermissionsExt;
    let folder = data.0.join("bin");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, script: &str| {
        let file = folder.join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    write(name, script);
    // The usual browser.
    write("xdg-open", "echo \"$@\" > \"$(dirname \"$0\")/usual\"");
    let mut command = Command::new(env!("CARGO_BIN_EXE_chatura"));
    command.args(["serve", "--app", "--data"]).arg(data.0.join("data"));
    command.env("PATH", format!("{}:/bin:/usr/bin", folder.display())).env("DISPLAY", ":none");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn it_has_a_window_of_its_own_and_ends_with_it() {
    let data = Scratch::new("window");
    let script = "echo \"$@\" > \"$(dirname \"$0\")/said\"; sleep 4";
    let mut child = with_browser(&data, "chromium", script).spawn().unwrap();
    let (address, mut rest) = address(&mut child);
    let mut text = String::new();
    rest.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success() && text.contains("every game is kept"), "{text}");
    let said = std::fs::read_to_string(data.0.join("bin").join("said")).unwrap();
    assert!(said.contains(&format!("--app=http://{address}")), "{said}");
    assert!(said.contains("--user-data-dir="), "{said}");
    assert!(!data.0.join("bin").join("usual").exists());
}

#[test]
fn without_a_window_the_usual_browser_shows_the_page() {
    let data = Scratch::new("no-window");
    let mut child = with_browser(&data, "chromium", "exit 1").spawn().unwrap();
    let (address, mut rest) = address(&mut child);
    let mut line = String::new();
    while !line.contains("the usual browser is asked instead") {
        line.clear();
        assert!(rest.read_line(&mut line).unwrap() > 0, "it ended");
    }
    let usual = data.0.join("bin").join("usual");
    let begun = std::time::Instant::now();
    while !std::fs::read_to_string(&usual).is_ok_and(|said| said.contains(&address)) {
        assert!(begun.elapsed().as_secs() < 60, "the usual browser was not asked");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(get(&address, "/health").starts_with("HTTP/1.1 200"));
    Command::new("kill").arg(child.id().to_string()).status().unwrap();
    child.wait().unwrap();
}

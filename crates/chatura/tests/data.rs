//! `chatura data`: the data of a server that runs, copied; put back, looked over, thinned out.
#![cfg(unix)]

use crate::serve::{Scratch, address, chatura as serve, send};
use std::process::{Command, Output};

fn data(folder: &Scratch, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chatura"));
    command.arg("data").args(words).arg("--data").arg(&folder.0).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_running_server_is_copied_and_the_copy_put_back() {
    let (from, to) = (Scratch::new("copied"), Scratch::new("put-back"));
    let file = from.0.join("copy.sqlite3");
    let file = file.to_str().unwrap();
    let mut child = serve(&from, &[]).spawn().unwrap();
    let (address, _rest) = address(&mut child);
    let post = |path: &str, token: &str, body: &str| {
        send(
            &address,
            &format!(
                "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            ),
        )
    };
    let field = |text: &str, name: &str| {
        let rest = text.split(&format!("\"{name}\":\"")).nth(1).unwrap_or_else(|| panic!("{text}"));
        rest.split('"').next().unwrap().to_owned()
    };
    let token = field(&post("/api/identity", "", "{}"), "token");
    let game = field(&post("/api/games", &token, r#"{"game":"chess","seats":["me","me"]}"#), "game");
    let path = format!("/api/games/{game}/commands");
    let moved = post(&path, &token, r#"{"command":{"command":"move","text":"e4"}}"#);
    assert!(moved.starts_with("HTTP/1.1 200"), "{moved}");

    let copied = data(&from, &["backup", file]);
    assert!(copied.status.success() && said(&copied).contains("1 game, 1 person"), "{}", said(&copied));
    for words in [&["verify"][..], &["verify", file]] {
        let verified = data(&from, words);
        assert!(verified.status.success(), "{}", said(&verified));
        assert!(said(&verified).contains("1 game, every log leads to what is kept"), "{}", said(&verified));
    }
    for (words, expected) in [
        (&["backup", file][..], "is there already"),
        (&["restore", file], "stop the server"),
        (&["prune", "--older-than", "1d"], "stop the server"),
    ] {
        let refused = data(&from, words);
        assert_eq!(refused.status.code(), Some(1), "{words:?}");
        assert!(said(&refused).contains(expected), "{words:?}: {}", said(&refused));
    }
    let counted = data(&from, &["prune", "--older-than", "1d", "--unfinished", "--dry-run"]);
    assert!(said(&counted).contains("0 games would be taken away"), "{}", said(&counted));
    child.kill().unwrap();
    child.wait().unwrap();

    assert!(said(&data(&to, &["restore", file])).contains("1 game, 1 person"));
    let again = data(&to, &["restore", file]);
    assert!(said(&again).contains("before-restore-1"), "{}", said(&again));
    let verified = data(&to, &["verify"]);
    assert!(verified.status.success() && said(&verified).contains("1 game,"), "{}", said(&verified));
    let pruned = data(&to, &["prune", "--older-than", "1d"]);
    assert!(pruned.status.success() && said(&pruned).contains("0 games taken away"), "{}", said(&pruned));
    assert_eq!(data(&to, &["prune", "--older-than", "soon"]).status.code(), Some(2));
}

#[test]
fn what_is_wrong_with_data_is_said() {
    let folder = Scratch::new("wrong");
    std::fs::create_dir_all(&folder.0).unwrap();
    for words in [&["verify"][..], &["backup", "nowhere.sqlite3"], &["prune", "--older-than", "1d"]] {
        let refused = data(&folder, words);
        assert_eq!(refused.status.code(), Some(1), "{words:?}");
        assert!(said(&refused).contains("there are no data in"), "{words:?}: {}", said(&refused));
    }
    let text = folder.0.join("text");
    std::fs::write(&text, "no database at all").unwrap();
    let refused = data(&folder, &["restore", text.to_str().unwrap()]);
    assert!(said(&refused).contains("no database of this program"), "{}", said(&refused));
    assert_eq!(refused.status.code(), Some(1));
}

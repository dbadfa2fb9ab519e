//! A server that cannot keep anything says so, and goes on when it can.
#![cfg(target_os = "linux")]

use crate::serve::{Scratch, address, chatura as serve, get, send};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command};

/// The same server, begun by another program that prepares it.
fn within(words: &[&str], server: &Command) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(server.get_program()).args(server.get_args());
    command.stdin(std::process::Stdio::null());
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    command
}

/// The status of an answer.
fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{answer}"))
}

fn newcomer(address: &str) -> String {
    send(
        address,
        &format!(
            "POST /api/identity HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
        ),
    )
}

/// How large files of the server may become, in bytes; what it writes beyond that fails as on a full disk.
fn limit(child: &Child, bytes: &str) {
    let words = ["--pid", &child.id().to_string(), &format!("--fsize={bytes}:")];
    assert!(Command::new("prlimit").args(words).status().unwrap().success());
}

#[test]
fn a_full_disk_is_told_and_gone_when_there_is_room() {
    let data = Scratch::new("full");
    // Else the system would end who writes beyond the limit.
    let prepared = ["sh", "-c", "trap '' XFSZ; exec \"$0\" \"$@\""];
    let mut child = within(&prepared, &serve(&data, &[])).spawn().unwrap();
    let (address, _rest) = address(&mut child);
    assert_eq!((status(&get(&address, "/ready")), status(&newcomer(&address))), (200, 201));
    limit(&child, "1");
    let refused = newcomer(&address);
    assert!(status(&refused) == 503 && refused.contains("\"storage\""), "{refused}");
    // What was found out a moment ago holds for a second.
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    let ready = get(&address, "/ready");
    assert!(status(&ready) == 503 && ready.contains("\"storage\""), "{ready}");
    assert_eq!(status(&get(&address, "/health")), 200, "it lives");
    assert!(get(&address, "/metrics").contains("chatura_refusals_total{reason=\"storage\"}"));
    limit(&child, "unlimited");
    assert_eq!((status(&get(&address, "/ready")), status(&newcomer(&address))), (200, 201));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let data = Scratch::new("readonly");
    let mut child = serve(&data, &[]).spawn().unwrap();
    let (first, _rest) = address(&mut child);
    assert_eq!(status(&newcomer(&first)), 201);
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    child.wait().unwrap();
    let file = data.0.join("chatura.sqlite3");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o400)).unwrap();
    // Permissions hold for the owner of the machine, too, without the right to overlook them.
    let user = Command::new("id").arg("-u").output().unwrap().stdout;
    let prepared: &[&str] = match user.trim_ascii() {
        b"0" => &["setpriv", "--bounding-set=-all", "--inh-caps=-all"],
        _ => &["env"],
    };
    let mut child = within(prepared, &serve(&data, &[])).spawn().unwrap();
    let (address, _rest) = address(&mut child);
    let ready = get(&address, "/ready");
    assert!(status(&ready) == 503 && ready.contains("\"storage\""), "{ready}");
    assert_eq!((status(&get(&address, "/health")), status(&newcomer(&address))), (200, 503));
    child.kill().unwrap();
    child.wait().unwrap();
}

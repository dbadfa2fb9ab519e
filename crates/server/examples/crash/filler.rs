//! A full disk: what cannot be kept is refused, and it goes on when there is room again.

use crate::arguments::Arguments;
use crate::client::Person;
use crate::program::Program;
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

/// How long the disk stays full.
const FULL: Duration = Duration::from_secs(2);

/// Fills the disk, sees that the server refuses, makes room, sees that it goes on; again and again.
pub async fn rounds(program: &Program, arguments: &Arguments) -> Result<String, String> {
    let filler = program.data().join("filler");
    for round in 0..arguments.rounds {
        tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;
        fill(&filler)?;
        until(program, false).await.map_err(|error| format!("round {}: {error}", round + 1))?;
        // Others go on trying meanwhile.
        tokio::time::sleep(FULL).await;
        std::fs::remove_file(&filler).map_err(|error| error.to_string())?;
        until(program, true).await.map_err(|error| format!("round {}: {error}", round + 1))?;
        eprintln!("round {}: refused while full, went on with room", round + 1);
    }
    tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;
    Ok(format!("{} times without room on the disk", arguments.rounds))
}

/// Writes until nothing more fits.
fn fill(path: &std::path::Path) -> Result<(), String> {
    let mut file = File::create(path).map_err(|error| error.to_string())?;
    for size in [1 << 20, 1 << 12, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
    Ok(())
}

/// Waits until the server can keep something, or cannot.
async fn until(program: &Program, can: bool) -> Result<(), String> {
    let began = Instant::now();
    loop {
        let made = Person::new(program.address(), "Asker").await;
        let kept = match &made {
            Ok(person) => {
                person.post("/api/games", &json!({ "game": "chess", "seats": ["me", "me"] })).await.is_ok()
            }
            Err(_) => false,
        };
        match kept == can {
            true => return Ok(()),
            false if began.elapsed() > Duration::from_secs(30) => {
                let what = if can { "does not go on" } else { "still keeps things" };
                return Err(format!("the server {what}"));
            }
            false => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

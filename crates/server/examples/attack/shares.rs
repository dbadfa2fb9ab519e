//! What one address may take from others, however many people it says it is, and what heavy games may.

use crate::client::{Person, hear, say};
use crate::ground::{Ground, Outcome, attacks, brief, must, text};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

attacks! {
    "a game of 676 cells and hundreds of riders, played and watched" => heavy_game,
    "a written game of thousands of moves on such a board" => heavy_written,
    "large writings of thirty identities of one address, and another begins chess" => large_senders,
    "analyses of thirty identities of one address, and another asks for one" => analysts,
    "AI games of thirty identities of one address, and another plays" => ai_games,
}

/// What another may wait, queues included.
const QUICK: Duration = Duration::from_secs(3);
/// How long thirty go on.
const ATTACK: Duration = Duration::from_secs(15);
/// How many people one address says it is; as many as may come in a minute.
const CROWD: usize = 30;

/// A board of 676 cells, of which each player fills four rows with riders of ten types.
fn heavy() -> String {
    let letters: Vec<char> = ('A'..='J').collect();
    let pieces: String = letters
        .iter()
        .map(|letter| format!("p{letter} = {{ letter = \"{letter}\", moves = \"Q\" }}\n"))
        .collect();
    let row = |from: usize| (0..26).map(|file| letters[(file + from) % 10]).collect::<String>();
    let own = [row(0), row(3), row(6), format!("K{}", &row(9)[1..])];
    let theirs: Vec<String> = own.iter().rev().map(|row| row.to_lowercase()).collect();
    let array = format!("{}/{}{}", theirs.join("/"), "26/".repeat(18), own.join("/"));
    format!(
        "name = \"Heavy\"\nboard.size = [26, 26]\n[pieces]\n{pieces}king = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
         [setup]\narray = \"{array}\"\n[end]\ncheckmate = \"loss\"\nstalemate = \"draw\"\n"
    )
}

/// How long each move of some duels of others takes, at most.
async fn slowest_move(ground: &Ground, duels: usize) -> Result<Duration, String> {
    let mut slowest = Duration::ZERO;
    for _ in 0..duels {
        // Before the same position ends it.
        let (white, black, game) = ground.duel().await?;
        for (number, mv) in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(12).enumerate() {
            let person = if number % 2 == 0 { &white } else { &black };
            let began = Instant::now();
            crate::ground::play(person, &game, mv).await?;
            slowest = slowest.max(began.elapsed());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    Ok(slowest)
}

async fn heavy_game(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let sent = mallory.post("/api/definitions", &json!({ "text": heavy() })).await?;
    let wish = json!({ "game": text(&sent, "id")?, "seats": ["me", "me"] });
    let mut players = Vec::new();
    let until = Instant::now() + ATTACK;
    for _ in 0..4 {
        let game = text(&mallory.post("/api/games", &wish).await?, "game")?;
        for _ in 0..2 {
            // Watchers come and go, and are told everything each time.
            let (watcher, game) = (mallory.again(), game.clone());
            players.push(tokio::spawn(async move {
                while Instant::now() < until {
                    let (mut mouth, mut ear) = watcher.watch(&game, None).await?;
                    say(&mut mouth, &json!({ "do": "premoves", "id": "p", "game": game })).await?;
                    let _ = tokio::time::timeout(Duration::from_secs(1), hear(&mut ear)).await;
                }
                Ok::<usize, String>(0)
            }));
        }
        let player = mallory.again();
        players.push(tokio::spawn(async move {
            let mut played = 0;
            while Instant::now() < until {
                let (status, state) = player.ask("GET", &format!("/api/games/{game}"), String::new()).await?;
                let legal = state["legal"].as_array().cloned().unwrap_or_default();
                if let Some(mv) = legal.get(played * 37 % legal.len().max(1)).filter(|_| status == 200) {
                    let command = json!({ "command": { "command": "move", "text": mv["text"] } });
                    let path = format!("/api/games/{game}/commands");
                    let (status, answer) = player.ask("POST", &path, command.to_string()).await?;
                    must(status < 500 || status == 503, || format!("{status} {}", brief(&answer)))?;
                    played += usize::from(status == 200);
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Ok(played)
        }));
    }
    let slowest = slowest_move(&ground, 8).await?;
    let mut played = 0;
    for one in players {
        played += one.await.map_err(|error| error.to_string())??;
    }
    println!(
        "        ({played} moves of heavy games; a move of another took {} ms at most)",
        slowest.as_millis()
    );
    must(played > 10, || format!("only {played} moves were played"))?;
    must(slowest < Duration::from_secs(1), || format!("a move of another took {} ms", slowest.as_millis()))
}

async fn heavy_written(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let sent = mallory.post("/api/definitions", &json!({ "text": heavy() })).await?;
    let id = text(&sent, "id")?;
    // Two riders go to and fro.
    let moves = ["Aa5", "Aa22", "Aa4", "Aa23"].into_iter().cycle().take(4_000).collect::<Vec<_>>();
    let pgn = format!("[Event \"x\"]\n[Variant \"{id}\"]\n\n{} *\n", moves.join(" "));
    let steps: Vec<Value> =
        moves.iter().take(1_990).enumerate().map(|(n, text)| json!({ "parent": n, "text": text })).collect();
    for (path, body) in [
        ("/api/pgn", json!({ "pgn": pgn, "game": id })),
        ("/api/openings/games", json!({ "game": id, "pgn": pgn.repeat(20) })),
        ("/api/studies", json!({ "name": "x", "chapter": { "pgn": pgn, "game": id } })),
        ("/api/studies", json!({ "name": "x", "chapter": { "name": "y", "game": id, "steps": steps } })),
        ("/api/check", json!({ "game": id, "moves": moves[..2_000] })),
    ] {
        let began = Instant::now();
        let (status, answer) = mallory.ask("POST", path, body.to_string()).await?;
        let took = began.elapsed();
        must(status < 500 || status == 503, || format!("{path}: {status} {}", brief(&answer)))?;
        must(took < Duration::from_secs(20), || format!("{path} took {} ms", took.as_millis()))?;
    }
    Ok(())
}

/// People of one address, and one of another.
async fn crowd(ground: &Ground, site: u8) -> Result<(Vec<Person>, Person), String> {
    let mut people = Vec::new();
    for _ in 0..CROWD {
        people.push(ground.person_from(&format!("203.0.113.{site}")).await?);
    }
    Ok((people, ground.person_from(&format!("198.51.100.{site}")).await?))
}

async fn large_senders(ground: Arc<Ground>) -> Outcome {
    let (people, other) = crowd(&ground, 1).await?;
    let until = Instant::now() + ATTACK;
    let game = format!("[Event \"x\"]\n[Result \"1-0\"]\n\n{} 1-0\n\n", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(40));
    let many = game.repeat(1_500);
    let long = format!("[Event \"x\"]\n\n{} *\n", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(8_000));
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(450);
    let mut sending = Vec::new();
    for (number, person) in people.into_iter().enumerate() {
        let (path, body) = match number % 4 {
            0 => ("/api/pgn", json!({ "pgn": long })),
            1 => ("/api/openings/games", json!({ "game": "chess", "pgn": many })),
            2 => ("/api/studies", json!({ "name": "x", "chapter": { "pgn": game.repeat(60) } })),
            _ => ("/api/check", json!({ "game": "chess", "moves": knights })),
        };
        sending.push(tokio::spawn(async move {
            let mut taken = 0;
            while Instant::now() < until {
                let (status, answer) = person.ask("POST", path, body.to_string()).await?;
                must(status < 500 || status == 503, || format!("{path}: {status} {}", brief(&answer)))?;
                taken += usize::from(status < 300);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Ok::<usize, String>(taken)
        }));
    }
    let mut slowest = Duration::ZERO;
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(400)).await;
        let began = Instant::now();
        other.post("/api/games", &json!({ "game": "chess" })).await?;
        slowest = slowest.max(began.elapsed());
    }
    let mut taken = 0;
    for one in sending {
        taken += one.await.map_err(|error| error.to_string())??;
    }
    println!("        ({taken} writings were taken; another waited {} ms at most)", slowest.as_millis());
    must(taken > 0, || "nothing was taken at all".to_owned())?;
    must(slowest < QUICK, || format!("another waited {} ms", slowest.as_millis()))
}

async fn analysts(ground: Arc<Ground>) -> Outcome {
    let (people, other) = crowd(&ground, 2).await?;
    let wish = |seconds: u32| {
        json!({ "position": { "game": "chess" }, "limits": { "seconds": seconds } }).to_string()
    };
    let asked: Vec<_> = people
        .into_iter()
        .map(|person| {
            let body = wish(60);
            tokio::spawn(async move { person.ask("POST", "/api/analysis", body).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mut slowest = Duration::ZERO;
    for _ in 0..3 {
        let began = Instant::now();
        let (status, answer) = other.ask("POST", "/api/analysis", wish(1)).await?;
        must(status == 200, || format!("{status} {}", brief(&answer)))?;
        slowest = slowest.max(began.elapsed().saturating_sub(Duration::from_secs(1)));
    }
    asked.iter().for_each(tokio::task::JoinHandle::abort);
    println!("        (another waited {} ms at most for an analysis)", slowest.as_millis());
    must(slowest < QUICK, || format!("another waited {} ms", slowest.as_millis()))
}

async fn ai_games(ground: Arc<Ground>) -> Outcome {
    let (people, other) = crowd(&ground, 3).await?;
    let wish = json!({ "game": "chess", "seats": ["ai:20", "me"], "clock": "60+0" });
    let mut begun = Vec::new();
    for person in people {
        let body = wish.to_string();
        begun.push(tokio::spawn(async move {
            for _ in 0..8 {
                person.ask("POST", "/api/games", body.clone()).await?;
            }
            Ok::<(), String>(())
        }));
    }
    for one in begun {
        one.await.map_err(|error| error.to_string())??;
    }
    let began = Instant::now();
    let game = text(&other.post("/api/games", &wish).await?, "game")?;
    while other.get(&format!("/api/games/{game}")).await?["table"]["ply"] == 0 {
        must(began.elapsed() < QUICK, || format!("another waits for {} ms", began.elapsed().as_millis()))?;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("        (another waited {} ms for the engine)", began.elapsed().as_millis());
    Ok(())
}

//! Many at once for one thing: seats, codes, partners, studies, and who is about to go.

use crate::client::{Person, hear, say};
use crate::ground::{Ground, Outcome, SOON, attacks, brief, must, play, plies, refuse, text};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

attacks! {
    "twenty race for one open seat" => open_seat,
    "twenty devices arrive by one code, and codes are guessed" => one_code,
    "thirty who seek the same at once" => seeking,
    "one deletes themselves while they move, speak and hear" => leaving,
    "a token revoked while it is used" => revoked,
    "twenty change one study at once" => one_study,
    "plans that answer each other" => answering_plans,
}

/// The answers to the same question of many, asked at once.
async fn at_once(
    people: Vec<Person>,
    path: &str,
    body: impl Fn(usize) -> Value,
) -> Result<Vec<(u16, Value)>, String> {
    let ask = |(number, person): (usize, Person)| {
        let (path, body) = (path.to_owned(), body(number).to_string());
        tokio::spawn(async move { person.ask("POST", &path, body).await })
    };
    let asked: Vec<JoinHandle<_>> = people.into_iter().enumerate().map(ask).collect();
    let mut answers = Vec::with_capacity(asked.len());
    for one in asked {
        answers.push(one.await.map_err(|error| error.to_string())??);
    }
    Ok(answers)
}

async fn crowd(ground: &Ground, count: usize) -> Result<Vec<Person>, String> {
    let mut people = Vec::with_capacity(count);
    for _ in 0..count {
        people.push(ground.person().await?);
    }
    Ok(people)
}

fn granted(answers: &[(u16, Value)]) -> usize {
    answers.iter().filter(|(status, _)| *status < 300).count()
}

async fn open_seat(ground: Arc<Ground>) -> Outcome {
    let ada = ground.person().await?;
    let wish = json!({ "game": "chess", "seats": ["me"], "public": true });
    let game = text(&ada.post("/api/games", &wish).await?, "game")?;
    let path = format!("/api/games/{game}/seats");
    let answers = at_once(crowd(&ground, 20).await?, &path, |number| {
        if number % 2 == 0 { json!({ "seat": 1 }) } else { json!({}) }
    });
    let answers = answers.await?;
    must(granted(&answers) == 1, || format!("{} took one seat", granted(&answers)))?;
    let wrong = answers.iter().find(|(status, _)| *status >= 500);
    must(wrong.is_none(), || format!("{wrong:?}"))
}

async fn one_code(ground: Arc<Ground>) -> Outcome {
    let ada = ground.person().await?;
    let code = json!({ "code": ada.post("/api/identity/move", &json!({})).await?["code"] });
    let nobody = || Person::stranger(ground.address);
    let answers = at_once((0..20).map(|_| nobody()).collect(), "/api/identity/arrive", |_| code.clone());
    let answers = answers.await?;
    must(granted(&answers) == 1, || format!("{} became one person", granted(&answers)))?;
    for number in 0..20 {
        let guess: String = (0..number + 1).map(|_| char::from(b'0' + rand::random_range(0..10))).collect();
        refuse(&nobody(), "/api/identity/arrive", &json!({ "code": guess }), &["used", "limit"]).await?;
    }
    Ok(())
}

async fn seeking(ground: Arc<Ground>) -> Outcome {
    let people = crowd(&ground, 30).await?;
    let answers = at_once(people, "/api/seeks", |_| json!({ "game": "4x5chess", "clock": "83+7" })).await?;
    let mut tables: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for (_, answer) in &answers {
        let (game, seat) = (text(answer, "game")?, answer["seat"].as_u64().ok_or("no seat")?);
        must(tables.entry(game).or_default().insert(seat), || format!("a seat twice: {}", brief(answer)))?;
    }
    must(tables.len() == 15 && tables.values().all(|seats| seats.len() == 2), || {
        format!("thirty sit at {} tables", tables.len())
    })
}

async fn leaving(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    let (mut mouth, mut ear) = white.watch(&game, None).await?;
    let path = format!("/api/games/{game}");
    let going = async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        white.status("DELETE", "/api/identity", json!({ "sure": true }).to_string()).await
    };
    let playing = async {
        for (number, mv) in ["g1f3", "f3g1", "g1f3", "f3g1"].into_iter().cycle().take(12).enumerate() {
            let command = json!({ "command": { "command": "move", "text": mv } }).to_string();
            white.ask("POST", &format!("{path}/commands"), command).await?;
            let said = json!({ "text": format!("{number}") }).to_string();
            white.ask("POST", &format!("{path}/chat"), said).await?;
            let back = if number % 2 == 0 { "g8f6" } else { "f6g8" };
            let command = json!({ "command": { "command": "move", "text": back } }).to_string();
            black.ask("POST", &format!("{path}/commands"), command).await?;
        }
        Ok::<(), String>(())
    };
    let (gone, played) = tokio::join!(going, playing);
    played?;
    must(gone? < 300, || "they could not go".to_owned())?;
    let state = black.get(&path).await?;
    must(state["view"]["phase"] == "over", || format!("it goes on: {}", brief(&state["view"]["phase"])))?;
    let said = black.get(&format!("{path}/chat")).await?;
    let kept = said["messages"].as_array().map_or(0, Vec::len);
    must(kept == 0, || format!("{kept} messages of somebody who is gone"))?;
    let status = white.status("GET", "/api/identity", String::new()).await?;
    must(status == 204 || status == 401, || format!("their secret is still known: {status}"))?;
    // The socket hears of it as well.
    let _ = say(&mut mouth, &json!({ "do": "chat", "id": "late", "game": game, "text": "still here" })).await;
    let closed = async {
        while let Ok(heard) = hear(&mut ear).await {
            must(heard["id"] != "late" || heard["ok"] == false, || "the dead speak".to_owned())?;
        }
        Ok(())
    };
    tokio::time::timeout(SOON, closed).await.unwrap_or_else(|_| Err("their socket stays open".to_owned()))
}

async fn revoked(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    let rotated = white.post("/api/identity/tokens", &json!({})).await?;
    let fresh = white.with_token(&text(&rotated, "token")?);
    // With the old secret nothing is possible from the moment on that the answer is there.
    for (method, path, body) in [
        (
            "POST",
            format!("/api/games/{game}/commands"),
            json!({ "command": { "command": "move", "text": "e4" } }),
        ),
        ("POST", format!("/api/games/{game}/chat"), json!({ "text": "x" })),
        ("POST", "/api/games".to_owned(), json!({ "game": "chess" })),
        ("DELETE", "/api/identity".to_owned(), json!({ "sure": true })),
        ("POST", "/api/identity/move".to_owned(), json!({})),
    ] {
        let status = white.status(method, &path, body.to_string()).await?;
        must((400..500).contains(&status), || format!("{method} {path}: {status}"))?;
    }
    must(plies(&black, &game).await? == 0, || "the old secret moved".to_owned())?;
    play(&fresh, &game, "e4").await.map(drop)
}

async fn one_study(ground: Arc<Ground>) -> Outcome {
    let owner = ground.person().await?;
    let steps = json!([{ "parent": 0, "text": "e4" }]);
    let wish = json!({ "name": "Shared", "chapter": { "name": "one", "game": "chess", "steps": steps } });
    let path = format!("/api/studies/{}", text(&owner.post("/api/studies", &wish).await?, "study")?);
    let changes = format!("{path}/changes");
    owner.post(&changes, &json!({ "change": "open", "open": true })).await?;
    let replies = ["e5", "c5", "e6", "c6", "d5", "d6", "Nf6", "Nc6", "g6", "b6"];
    let answers = at_once(crowd(&ground, 20).await?, &changes, |number| {
        let text = replies[number % replies.len()];
        json!({ "change": "play", "chapter": 1, "node": 1, "text": text })
    });
    let answers = answers.await?;
    let wrong = answers.iter().find(|(status, _)| *status >= 500);
    must(wrong.is_none(), || format!("{wrong:?}"))?;
    // Each reply is there once, with a number of its own.
    let study = owner.get(&path).await?;
    let steps = study["chapters"][0]["steps"].as_array().cloned().unwrap_or_default();
    let nodes: BTreeSet<u64> = steps.iter().filter_map(|step| step["node"].as_u64()).collect();
    let sans: BTreeSet<&str> = steps.iter().filter_map(|step| step["san"].as_str()).collect();
    must(nodes.len() == steps.len() && replies.iter().all(|reply| sans.contains(reply)), || {
        format!("{} moves, {} numbers: {}", steps.len(), nodes.len(), brief(&study))
    })
}

async fn answering_plans(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    let path = format!("/api/games/{game}/plans");
    let line = |first: usize, count: usize| -> Vec<&str> {
        ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().skip(first).take(count).collect()
    };
    black.post(&path, &json!({ "seat": 1, "lines": [line(0, 40)] })).await?;
    play(&white, &game, "Nf3").await?;
    // White plans for what black has planned: both go on by themselves, to the end of the shorter plan or of the game.
    white.ask("POST", &path, json!({ "seat": 0, "lines": [line(1, 40)] }).to_string()).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = plies(&white, &game).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let after = plies(&white, &game).await?;
    must(before == after && after <= 82, || format!("{before} and then {after} plies by themselves"))
}

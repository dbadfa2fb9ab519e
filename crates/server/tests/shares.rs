//! What one address may take from others, however many people it says it is.

use crate::common::{self, Person, Running, start_as};
use serde_json::{Value, json};
use std::time::Duration;

/// A server behind a proxy, with one thread for everything.
async fn proxied() -> Running {
    start_as(|config| {
        config.proxies = vec!["127.0.0.1".parse().unwrap()];
        config.public_url = Some("http://127.0.0.1".into());
        config.limits.identities = 1_000.0;
    })
    .await
}

/// Thirty people of one address.
async fn thirty(service: &Running) -> Vec<Person> {
    let mut people = Vec::new();
    for number in 0..30 {
        people.push(Person::new_from(service.address(), &format!("M{number}"), "192.0.2.1").await);
    }
    people
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_people_of_one_address_delay_the_ai_of_another_by_one_turn() {
    let service = proxied().await;
    let wish = json!({ "game": "chess", "seats": ["ai:20", "me"], "clock": "60+0" });
    let mut games = Vec::new();
    for mallory in thirty(&service).await {
        for _ in 0..3 {
            let made = mallory.post("/api/games", wish.clone()).await.ok();
            games.push((mallory.clone(), made["game"].as_str().unwrap().to_owned()));
        }
    }
    let ada = Person::new_from(service.address(), "Ada", "192.0.2.2").await;
    let (mallory, last) = games.last().unwrap();
    let asked = mallory.get(&format!("/api/games/{last}")).await.ok()["now"].as_u64().unwrap();
    let made = ada.post("/api/games", wish).await.ok();
    let own = made["game"].as_str().unwrap();
    // When the AI player of a game moved, by the server's own time.
    let moved = async |person: &Person, game: &str| {
        let told = person.get(&format!("/api/games/{game}/events?since=0")).await.ok();
        let moved = told["events"].as_array().unwrap().iter().find(|told| told["event"]["event"] == "moved");
        moved.and_then(|told| told["at"].as_u64())
    };
    let answered = async {
        loop {
            if let Some(at) = moved(&ada, own).await {
                return at;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let at = tokio::time::timeout(common::PATIENCE, answered).await.expect("the AI of another never moves");
    let mut before = 0;
    for (mallory, game) in &games {
        before += usize::from(moved(mallory, game).await.is_some_and(|other| (asked..at).contains(&other)));
    }
    // The one who was thought for when it was asked, the next of that address, and what came until it was asked.
    assert!(before <= 8, "{before} of {} came first", games.len());
    service.stop().await;
}

/// A board of 676 cells with two hundred riders.
fn heavy() -> String {
    let pieces: String = (b'A'..=b'C')
        .map(|letter| letter as char)
        .map(|letter| format!("p{letter} = {{ letter = \"{letter}\", moves = \"Q\" }}\n"))
        .collect();
    let row = |letters: &str| letters.chars().cycle().take(26).collect::<String>();
    let own = format!("{}/{}/{}/K{}", row("ABC"), row("BCA"), row("CAB"), &row("ABC")[1..]);
    let theirs: Vec<String> = own.to_lowercase().split('/').rev().map(str::to_owned).collect();
    let setup = format!("{}/{}{own}", theirs.join("/"), "26/".repeat(18));
    format!(
        "name = \"Heavy\"\nboard.size = [26, 26]\n[pieces]\n{pieces}king = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
         [setup]\narray = \"{setup}\"\n[end]\ncheckmate = \"loss\"\nstalemate = \"draw\"\n"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_of_a_heavy_game_is_answered_as_of_any_other() {
    let service = start_as(|config| {
        // Other tests run beside it.
        (config.limits.compile, config.limits.request) = (common::PATIENCE, common::PATIENCE);
    })
    .await;
    let (ada, bo) = (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Bo").await);
    let id = ada.post("/api/definitions", json!({ "text": heavy() })).await.ok()["id"].clone();
    let game = ada.game_with(&[&bo], json!({ "game": id })).await;
    let mut socket = bo.socket().await;
    let told = socket.watch(&game).await;
    assert_eq!(told["legal"], json!([]));
    let state = ada.get(&format!("/api/games/{game}")).await.ok();
    let legal: &Vec<Value> = state["legal"].as_array().unwrap();
    assert!(legal.len() > 300, "{}", legal.len());
    ada.play(&game, legal[0]["text"].as_str().unwrap()).await.ok();
    let event = socket.event("moved").await;
    assert!(
        event["legal"].as_array().is_some_and(|legal| legal.len() > 300),
        "who is to move is told their moves"
    );
    let asked = bo.get(&format!("/api/games/{game}/premoves")).await.ok();
    assert_eq!(asked["seats"][0]["seat"], 1);
    service.stop().await;
}

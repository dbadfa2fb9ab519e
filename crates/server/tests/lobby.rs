//! Open seats, pairing, and what the lobby tells.

use crate::common::{Person, start};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[tokio::test(flavor = "multi_thread")]
async fn people_who_want_the_same_are_paired_and_nobody_twice() {
    let service = start().await;
    let address = service.address();
    let mut people = Vec::new();
    for number in 0..24 {
        people.push(Person::new(address, &format!("P{number}")).await);
    }
    // All at once, for a game of two, of three and of four.
    let wish = |number: usize| match number % 4 {
        0 => json!({ "game": "three-player", "clock": "5+3" }),
        1 => json!({ "game": "four-player" }),
        _ => json!({ "game": "chess", "clock": "5+3" }),
    };
    let asked = people.iter().enumerate().map(|(number, person)| person.post("/api/seeks", wish(number)));
    let answers: Vec<Value> =
        futures_util::future::join_all(asked).await.iter().map(crate::common::Answer::ok).collect();
    let mut tables: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for answer in &answers {
        let seats = tables.entry(answer["game"].as_str().unwrap().to_owned()).or_default();
        assert!(seats.insert(answer["seat"].as_u64().unwrap()), "a seat is taken once");
    }
    let mut sizes: Vec<usize> = tables.values().map(BTreeSet::len).collect();
    sizes.sort_unstable();
    // Twelve at six boards, six at two, six at one and a half.
    assert_eq!(sizes, [2, 2, 2, 2, 2, 2, 2, 3, 3, 4]);
    for game in tables.keys() {
        let seats = people[0].get(&format!("/api/games/{game}")).await.ok()["view"]["seats"].clone();
        let names: BTreeSet<&str> = seats
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|seat| seat["name"].as_str())
            .filter(|n| !n.is_empty())
            .collect();
        assert_eq!(names.len(), tables[game].len(), "nobody plays with themselves");
    }
    // Whoever waits already goes on waiting, and is no partner for themselves.
    let waiting = answers.iter().position(|answer| {
        tables[answer["game"].as_str().unwrap()].len() == 2
            && answer["waiting"] == true
            && wish(answers.iter().position(|a| a == answer).unwrap())["game"] == "four-player"
    });
    let waiting = waiting.unwrap();
    let again = people[waiting].post("/api/seeks", wish(waiting)).await.ok();
    assert_eq!((&again["game"], &again["waiting"]), (&answers[waiting]["game"], &json!(true)));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_tells_what_is_open_and_what_is_played() {
    let service = start().await;
    let address = service.address();
    let (ada, bo, cem) = (
        Person::new(address, "Ada").await,
        Person::new(address, "Bo").await,
        Person::new(address, "Cem").await,
    );
    let open = ada.post("/api/games", json!({ "game": "chess", "seats": ["me"], "public": true })).await.ok();
    let game = open["game"].as_str().unwrap();
    let hidden = ada.post("/api/games", json!({ "game": "chess", "seats": ["me"] })).await.ok();
    let path = format!("/api/games/{game}/seats");
    let closed = format!("/api/games/{}/seats", hidden["game"].as_str().unwrap());
    assert_eq!(bo.post(&closed, json!({})).await.code(), "not-allowed");
    assert_eq!(ada.post(&path, json!({})).await.code(), "seated");
    let lobby = bo.get("/api/lobby").await.ok();
    assert_eq!((lobby["open"].as_array().unwrap().len(), &lobby["open"][0]["game"]), (1, &json!(game)));
    assert_eq!((&lobby["open"][0]["names"], &lobby["open"][0]["seats"]), (&json!(["Ada", ""]), &json!([1])));
    assert_eq!(bo.post(&path, json!({ "seat": 1 })).await.ok()["waiting"], false);
    assert_eq!(cem.post(&path, json!({})).await.code(), "taken");
    ada.play(game, "e2e4").await.ok();
    let mut socket = cem.socket().await;
    socket.watch(game).await;
    // What is told is at most a second old.
    for _ in 0..100 {
        if bo.get("/api/lobby").await.ok()["live"][0]["game"] == game {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let lobby = bo.get("/api/lobby").await.ok();
    assert_eq!((&lobby["open"], &lobby["live"][0]["game"]), (&json!([]), &json!(game)));
    service.stop().await;
}

//! Matches between engines: those that are kept, the one that is played, and who may see them.

use crate::common::{Person, matches, start_as};
use chatura_server::MatchFeed;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn kept_matches_are_for_the_owner_to_look_at() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path().to_owned();
    matches::play(&there.join("first.jsonl"), "chess", 2, 4, None, Duration::ZERO);
    matches::play(&there.join("three.jsonl"), "three-player", 3, 3, None, Duration::ZERO);
    std::fs::write(there.join("other.jsonl"), "{}\n").unwrap();
    std::fs::write(there.join("secret.txt"), "secret").unwrap();
    let own = there.clone();
    let service = start_as(move |config| config.matches = own).await;
    let owner = Person::stranger(service.address());
    let listed = owner.get("/api/matches").await.ok()["matches"].clone();
    let ids: Vec<&str> = listed.as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["three", "first"]);
    assert_eq!(
        (&listed[1]["games"], &listed[1]["planned"], &listed[1]["live"]),
        (&json!(4), &json!(4), &json!(false))
    );
    assert_eq!(owner.get("/api/matches?limit=1").await.ok()["matches"].as_array().unwrap().len(), 1);
    let one = owner.get("/api/matches/first").await.ok();
    assert_eq!(
        (&one["document"]["id"], &one["engines"]),
        (&json!("chess"), &json!(["Engine 1", "Engine 2"]))
    );
    let table = &one["standings"]["engines"];
    let played: Vec<&Value> = table.as_array().unwrap().iter().map(|engine| &engine["games"]).collect();
    assert_eq!(played, [&json!(4), &json!(4)]);
    let points = |engine: usize| table[engine]["points"].as_f64().unwrap();
    assert_eq!(points(0) + points(1), 4.0);
    let games = owner.get("/api/matches/first/games").await.ok();
    assert_eq!((games["games"].as_array().unwrap().len(), &games["before"]), (4, &json!(0)));
    let older = owner.get("/api/matches/first/games?before=1").await.ok();
    assert_eq!(older["games"], json!([games["games"][3]]));
    // Every ply is there, with what was said of those that were not the opening.
    let number = &games["games"][0]["number"];
    let game = owner.get(&format!("/api/matches/first/games/{number}")).await.ok();
    let plies = game["plies"].as_array().unwrap();
    assert_eq!(json!(plies.len()), games["games"][0]["plies"]);
    assert_eq!((&plies[3]["note"], &plies[3]["chances"]), (&Value::Null, &Value::Null));
    assert!(plies[4]["note"].as_str().unwrap().contains('/'), "{}", plies[4]);
    let sum: f64 = plies[4]["chances"].as_array().unwrap().iter().map(|part| part.as_f64().unwrap()).sum();
    assert!((sum - 1000.0).abs() <= 1.0, "{}", plies[4]);
    let pgn = owner.get("/api/matches/first/pgn").await;
    assert_eq!(String::from_utf8_lossy(&pgn.bytes).matches("[Event ").count(), 4);
    let pgn = owner.get(&format!("/api/matches/first/games/{number}/pgn")).await;
    assert_eq!(String::from_utf8_lossy(&pgn.bytes).matches("[Event ").count(), 1);
    // With three players everybody has a share.
    let game = owner.get("/api/matches/three/games/0").await.ok();
    assert_eq!(
        (game["seats"].as_array().unwrap().len(), game["plies"][29]["chances"].as_array().unwrap().len()),
        (3, 3)
    );
    // It is over: whoever waits is told at once.
    assert_eq!(owner.get("/api/matches/first/live").await.ok()["live"], json!(false));
    for (path, code) in [
        ("/api/matches/none", "not-found"),
        ("/api/matches/secret.txt", "not-found"),
        ("/api/matches/secret-txt", "not-found"),
        ("/api/matches/..%2Ffirst", "not-found"),
        ("/api/matches/first/games/99", "not-found"),
        ("/api/matches/other", "bad-match"),
    ] {
        assert_eq!(owner.get(path).await.code(), code, "{path}");
    }
    service.stop().await;
    let public = start_as(move |config| {
        config.matches = there;
        config.public_url = Some("https://chess.example.org".to_owned());
    })
    .await;
    let visitor = Person::stranger(public.address());
    assert_eq!(visitor.get("/api/matches").await.ok()["matches"], json!([]));
    for path in ["", "/live", "/pgn", "/games", "/games/0", "/games/0/pgn"] {
        assert_eq!(visitor.get(&format!("/api/matches/first{path}")).await.code(), "not-owner", "{path}");
    }
    public.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_played_is_told_as_it_goes_to_whoever_comes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("now.jsonl");
    let feed = Arc::new(MatchFeed::new(&path));
    let shown = Arc::clone(&feed);
    let service = start_as(move |config| {
        config.feed = Some(shown);
        config.public_url = Some("https://chess.example.org".to_owned());
    })
    .await;
    let visitor = Person::stranger(service.address());
    let playing = std::thread::spawn(move || {
        matches::play(&path, "crazyhouse", 2, 2, Some(&feed), Duration::from_millis(30));
    });
    while visitor.get("/api/matches/now").await.status != 200 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (mut version, mut plies, mut games) = (0, Vec::new(), 0);
    loop {
        let told = visitor.get(&format!("/api/matches/now/live?since={version}")).await.ok();
        assert!(told["version"].as_u64().unwrap() >= version);
        version = told["version"].as_u64().unwrap();
        games = told["games"].as_u64().unwrap().max(games);
        for table in told["tables"].as_array().unwrap() {
            let ply = table["ply"].as_u64().unwrap();
            assert_eq!(
                (
                    table["chances"].as_array().unwrap().len() as u64,
                    table["clocks"].as_array().unwrap().len()
                ),
                (ply, 2)
            );
            plies.push(ply);
        }
        if told["live"] == json!(false) {
            break;
        }
    }
    playing.join().unwrap();
    assert_eq!(games, 2);
    plies.dedup();
    assert!(plies.len() > 5, "{plies:?}");
    let listed = visitor.get("/api/matches").await.ok();
    assert_eq!((&listed["matches"][0]["id"], &listed["matches"][0]["games"]), (&json!("now"), &json!(2)));
    service.stop().await;
}

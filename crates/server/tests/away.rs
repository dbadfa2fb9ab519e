//! Games without a clock that somebody leaves.

use crate::common::{Person, start_with};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_long_enough_may_end_the_game() {
    let service = start_with(|limits| limits.away = Duration::ZERO).await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    for (claim, result) in [("win", "1-0"), ("draw", "1/2-1/2"), ("abort", "*")] {
        let game = ada.game_with(&[&bo], json!({ "game": "chess" })).await;
        let path = format!("/api/games/{game}/away");
        let order = json!({ "claim": claim });
        // Nothing can be claimed against oneself.
        assert_eq!(ada.post(&path, order.clone()).await.code(), "not-away");
        ada.play(&game, "e2e4").await.ok();
        assert_eq!(ada.get(&path).await.ok()["away"]["seat"], 1);
        assert_eq!(bo.post(&path, order.clone()).await.code(), "not-away");
        let stranger = Person::new(address, "Cem").await;
        assert_eq!(stranger.post(&path, order.clone()).await.code(), "not-seated");
        // Who is there is not away.
        let mut socket = bo.socket().await;
        socket.watch(&game).await;
        assert_eq!(ada.get(&path).await.ok()["away"], Value::Null);
        assert_eq!(ada.post(&path, order.clone()).await.code(), "not-away");
        drop(socket);
        // Nobody needs to wait longer than twice the slowest move, which took a few milliseconds.
        let mut status = 0;
        for _ in 0..200 {
            status = ada.post(&path, order.clone()).await.status;
            if status == 204 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(status, 204);
        let view = ada.get(&format!("/api/games/{game}")).await.ok()["view"].clone();
        assert_eq!((&view["phase"], &view["conclusion"]["result"]), (&json!("over"), &json!(result)));
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_away_too_soon_and_clocks_speak_for_themselves() {
    let service = start_with(|limits| limits.away = Duration::from_secs(60)).await;
    let address = service.address();
    let (ada, bo) = (Person::new(address, "Ada").await, Person::new(address, "Bo").await);
    for (clock, is_away) in [("none", true), ("5+0", false)] {
        let game = ada.game_with(&[&bo], json!({ "game": "chess", "clock": clock })).await;
        ada.play(&game, "e2e4").await.ok();
        let path = format!("/api/games/{game}/away");
        let told = ada.get(&path).await.ok();
        assert_eq!(told["away"].is_object(), is_away, "{clock}");
        if is_away {
            let wait = told["away"]["at"].as_u64().unwrap() - told["now"].as_u64().unwrap();
            assert!((55_000..=60_000).contains(&wait), "{wait}");
        }
        assert_eq!(ada.post(&path, json!({ "claim": "win" })).await.code(), "not-away");
    }
    service.stop().await;
}

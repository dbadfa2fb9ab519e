//! Games that were written down elsewhere, and what is told of games without playing them.

use crate::common::{Person, start, start_with};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn the_clocks_of_a_game_played_elsewhere_stand() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let pgn =
        "[TimeControl \"60+2\"]\n\n1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:40]} 2. Nf3 {[%clk 0:00:45]} *";
    let made = ada.post("/api/pgn", json!({ "pgn": pgn })).await.ok();
    let game = made["game"].as_str().unwrap();
    let path = format!("/api/games/{game}");
    let clocks = |state: &Value| state["table"]["clocks"].clone();
    let stand = |state: &Value| {
        let all = clocks(state);
        all.as_array().unwrap().iter().all(|clock| clock["running"] == false)
    };
    let before = ada.get(&path).await.ok();
    assert!(stand(&before), "{before}");
    assert_eq!(before["view"]["past"][1]["clock"], 40_000);
    ada.command(game, json!({ "command": "jump", "ply": 1 })).await.ok();
    let looked = ada.get(&path).await.ok();
    assert!(stand(&looked), "{looked}");
    ada.play(game, "c7c5").await.ok();
    let moved = ada.get(&path).await.ok();
    assert!(stand(&moved), "{moved}");
    assert_eq!(clocks(&moved), clocks(&looked));
    let written = String::from_utf8(ada.get(&format!("{path}/pgn")).await.bytes.to_vec()).unwrap();
    assert!(written.contains("[TimeControl \"60+2\"]") && written.contains("{[%clk 0:00:40]}"), "{written}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn variants_are_known_by_the_names_others_give_them() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    for (variant, fen, definition) in [
        ("From Position", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "chess"),
        ("Fischerrandom", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "chess960"),
        ("960", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "chess960"),
    ] {
        let pgn = format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 *");
        let made = ada.post("/api/pgn", json!({ "pgn": pgn })).await.ok();
        let state = ada.get(&format!("/api/games/{}", made["game"].as_str().unwrap())).await.ok();
        assert_eq!(state["definition"], definition, "{variant}");
        assert_eq!(state["view"]["past"][0]["san"], "e4", "{variant}");
    }
    let unknown = json!({ "pgn": "[Variant \"Nothing\"]\n\n1. e4 *" });
    assert_eq!(ada.post("/api/pgn", unknown).await.code(), "no-such-game");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_games_are_kept_that_were_written_down() {
    let service = start_with(|limits| limits.uploads = 2).await;
    let ada = Person::new(service.address(), "Ada").await;
    let send = || ada.post("/api/pgn", json!({ "pgn": "1. e4 e5 1-0" }));
    send().await.ok();
    send().await.ok();
    assert_eq!(send().await.code(), "limit");
    let listed = ada.get("/api/games").await.ok();
    assert_eq!(listed["games"].as_array().unwrap().len(), 2);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_game_is_like_is_told_the_same_to_everybody() {
    let service = start().await;
    let stranger = Person::stranger(service.address());
    for path in ["chess960", "chess960/drawing", "chess960/board.svg", "chess/board.svg"] {
        let path = format!("/api/catalogue/{path}");
        let (first, second) = (stranger.get(&path).await, stranger.get(&path).await);
        assert_eq!((first.status, &first.bytes), (200, &second.bytes), "{path}");
        assert_eq!(first.headers["cache-control"], "public, max-age=3600", "{path}");
    }
    // Those who play draw for themselves.
    let ada = Person::new(service.address(), "Ada").await;
    let mut starts = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let made = ada.post("/api/games", json!({ "game": "chess960", "seats": ["me", "me"] })).await.ok();
        let state = ada.get(&format!("/api/games/{}", made["game"].as_str().unwrap())).await.ok();
        starts.insert(state["view"]["start"].to_string());
    }
    assert!(starts.len() > 1, "{starts:?}");
    service.stop().await;
}

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

const KIF: &str = "手合割：平手\n先手：Ada\n後手：Bo\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*Hello\n   \
                   2 ３四歩(33)   ( 0:00/00:00:00)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 投了\n\n変化：3手\n   3 ２六歩(27)\n";

#[tokio::test(flavor = "multi_thread")]
async fn games_in_kif_come_and_go() {
    let service = start().await;
    let ada = Person::new(service.address(), "Ada").await;
    let made = ada.post("/api/pgn", json!({ "pgn": KIF })).await.ok();
    let path = format!("/api/games/{}", made["game"].as_str().unwrap());
    let state = ada.get(&path).await.ok();
    assert_eq!(state["definition"], "shogi");
    assert_eq!(state["view"]["past"][3]["native"], json!(["Sx2b", "２二銀(31)"]));
    let text = async |path: String| String::from_utf8(ada.get(&path).await.bytes.to_vec()).unwrap();
    let kif = text(format!("{path}/kif")).await;
    for line in ["先手：Ada", "   1 ７六歩(77)", "   4 同　銀(31)", "変化：3手", "*Hello"] {
        assert!(kif.lines().any(|own| own == line), "{line}\n{kif}");
    }
    // A study takes it with its variation, and gives it back.
    let study = ada.post("/api/studies", json!({ "name": "Shogi", "chapter": { "pgn": KIF } })).await.ok();
    let id = study["study"].as_str().unwrap();
    let kif = text(format!("/api/studies/{id}/kif?chapter=1")).await;
    assert!(kif.contains("変化：3手\n   3 ２六歩(27)") && kif.contains("*Hello"), "{kif}");
    let wrong = KIF.replace("３四歩(33)", "３六歩(33)");
    let refused = ada.post("/api/pgn", json!({ "pgn": wrong })).await;
    let told = refused.json()["detail"].as_str().unwrap_or_default().to_owned();
    assert!(told.starts_with("line 7: ３六歩(33) is not legal"), "{told}");
    // Chess has no words in KIF.
    let chess = ada.post("/api/pgn", json!({ "pgn": "1. e4 e5 *" })).await.ok();
    let path = format!("/api/games/{}/kif", chess["game"].as_str().unwrap());
    assert_eq!(ada.get(&path).await.code(), "bad-pgn");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn openings_of_files_are_counted_for_oneself_and_for_all() {
    let service = start_with(|limits| limits.uploads = 5).await;
    let ada = Person::new(service.address(), "Ada").await;
    let bo = Person::new(service.address(), "Bo").await;
    let games = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 0-1\n\n[Variant \"Shogi\"]\n\n1. c4 g6 1-0\n";
    let counted = ada.post("/api/openings/games", json!({ "game": "chess", "pgn": games })).await.ok();
    assert_eq!(counted, json!({ "counted": 2, "refused": 1, "why": "game 3: it is a game of Shogi" }));
    let asked = |own: bool| json!({ "position": { "game": "chess" }, "own": own });
    let own = ada.post("/api/openings", asked(true)).await.ok();
    assert_eq!(own["moves"][0]["coordinates"], "e2e4");
    assert_eq!((&own["games"], &own["moves"][0]["wins"]), (&json!(2), &json!([1, 1])));
    for told in
        [ada.post("/api/openings", asked(false)).await.ok(), bo.post("/api/openings", asked(true)).await.ok()]
    {
        assert_eq!(told["games"], 0);
    }
    let game = json!({ "game": "chess" }).to_string();
    assert_eq!(ada.request("DELETE", "/api/openings/games", "application/json", game).await.status, 204);
    assert_eq!(ada.post("/api/openings", asked(true)).await.ok()["games"], 0);
    service.stop().await;
}

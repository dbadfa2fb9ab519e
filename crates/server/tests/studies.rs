//! Studies: made, changed by those who may, seen by everybody at once, kept.

use crate::common::{Person, Running, config, start, start_with};
use chatura_server::Server;
use serde_json::{Value, json};

/// A study of two moves; its address.
async fn study(owner: &Person) -> String {
    let steps = json!([
        { "parent": 0, "text": "e4", "comment": "Best", "nags": [1] },
        { "parent": 1, "text": "e7e5", "shapes": [{ "from": "e5", "to": "d4", "colour": "red" }] },
    ]);
    let chapter = json!({ "name": "Open games", "game": "chess", "steps": steps });
    let made = owner.post("/api/studies", json!({ "name": "Openings", "chapter": chapter })).await.ok();
    format!("/api/studies/{}", made["study"].as_str().unwrap())
}

async fn people(service: &Running) -> (Person, Person) {
    (Person::new(service.address(), "Ada").await, Person::new(service.address(), "Bo").await)
}

/// The moves of the first chapter with the moves they follow.
fn told(study: &Value) -> String {
    let steps = study["chapters"][0]["steps"].as_array().unwrap();
    let san = |step: &Value| step["san"].as_str().unwrap().to_owned();
    let word = |step: &Value| format!("{}{}", step["ply"], san(step));
    steps[1..].iter().map(word).collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_is_changed_by_its_owner_and_by_others_if_they_may() {
    let service = start().await;
    let (ada, bo) = people(&service).await;
    let at = study(&ada).await;
    let changes = format!("{at}/changes");
    let play = |node: u32, text: &str| json!({ "change": "play", "chapter": 1, "node": node, "text": text });
    assert_eq!(bo.post(&changes, play(2, "Nf3")).await.code(), "not-yours");
    assert_eq!(Person::stranger(service.address()).post(&changes, play(2, "Nf3")).await.status, 401);
    let done = ada.post(&changes, play(2, "Nf3")).await.ok();
    assert_eq!((&done["version"], &done["changes"][0]["step"]["coordinates"]), (&json!(1), &json!("g1f3")));
    ada.post(&changes, json!({ "change": "open", "open": true })).await.ok();
    bo.post(&changes, play(1, "c5")).await.ok();
    bo.post(&changes, play(4, "Nf3")).await.ok();
    assert_eq!(told(&bo.get(&at).await.ok()), "1e4 2e5 3Nf3 2c5 3Nf3");
    bo.post(&changes, json!({ "change": "promote", "chapter": 1, "node": 4 })).await.ok();
    assert_eq!(told(&bo.get(&at).await.ok()), "1e4 2c5 3Nf3 2e5 3Nf3");
    bo.post(&changes, json!({ "change": "demote", "chapter": 1, "node": 4 })).await.ok();
    bo.post(&changes, json!({ "change": "remove", "chapter": 1, "node": 2 })).await.ok();
    assert_eq!(told(&ada.get(&at).await.ok()), "1e4 2c5 3Nf3");
    // What is no move, no cell, no chapter, or the owner's, changes nothing.
    let name = json!({ "change": "rename", "name": "Mine" });
    for (change, code) in [
        (play(4, "Qh7"), "illegal-move"),
        (play(77, "e5"), "not-found"),
        (json!({ "change": "annotate", "chapter": 1, "node": 1, "comment": "x".repeat(2_001) }), "bad-value"),
        (
            json!({ "change": "annotate", "chapter": 1, "node": 1, "shapes": [{ "from": "e9", "to": "e4", "colour": "red" }] }),
            "bad-value",
        ),
        (json!({ "change": "remove", "chapter": 9, "node": 1 }), "not-found"),
        (json!({ "change": "promote", "chapter": 1, "node": 1 }), "bad-value"),
        (json!({ "change": "fly" }), "bad-json"),
        (name, "not-yours"),
    ] {
        assert_eq!(bo.post(&changes, change.clone()).await.code(), code, "{change}");
    }
    let now = ada.get(&at).await.ok();
    assert_eq!(
        (told(&now), &now["version"], &now["mine"]),
        ("1e4 2c5 3Nf3".to_owned(), &json!(7), &json!(true))
    );
    assert_eq!(bo.request("DELETE", &at, "", "").await.code(), "not-yours");
    assert_eq!(ada.request("DELETE", &at, "", "").await.status, 204);
    assert_eq!(ada.get(&at).await.status, 404);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_people_see_it_live() {
    let service = start().await;
    let (ada, bo) = people(&service).await;
    let at = study(&ada).await;
    let id = at.rsplit('/').next().unwrap();
    let mut sockets = [ada.socket().await, bo.socket().await];
    for (socket, mine) in sockets.iter_mut().zip([true, false]) {
        socket.say(json!({ "do": "watch-study", "study": id })).await;
        let whole = socket.hear("study").await;
        assert_eq!((told(&whole), &whole["mine"]), ("1e4 2e5".to_owned(), &json!(mine)));
    }
    let change = json!({ "change": "annotate", "chapter": 1, "node": 2, "comment": "Solid", "nags": [2] });
    ada.post(&format!("{at}/changes"), change).await.ok();
    for socket in &mut sockets {
        let told = socket.hear("study-change").await;
        let step = &told["changes"][0]["step"];
        assert_eq!(
            (&told["version"], &step["comment"], &step["nags"]),
            (&json!(1), &json!("Solid"), &json!([2]))
        );
    }
    // Who watches no longer is told no more.
    let [ears, others] = &mut sockets;
    others.say(json!({ "do": "leave-study", "study": id })).await;
    others.say(json!({ "do": "ping", "id": "left" })).await;
    others.answer("left").await;
    ada.request("DELETE", &at, "", "").await;
    assert_eq!(ears.hear("study-change").await["changes"][0]["what"], "gone");
    others.say(json!({ "do": "ping", "id": "still" })).await;
    loop {
        let frame = others.next().await.unwrap();
        assert_ne!(frame["tell"], "study-change");
        if frame["id"] == "still" {
            break;
        }
    }
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_is_there_after_a_restart_and_goes_out_as_pgn_whole() {
    let folder = tempfile::tempdir().unwrap();
    let service = Server::start(config(folder.path())).await.unwrap();
    let ada = Person::new(service.address(), "Ada").await;
    let at = study(&ada).await;
    let pgn = "[Event \"Second\"]\n\n1. d4 {Queen} d5 (1... Nf6 $1 2. c4) 2. c4 *\n\n[Variant \"Crazyhouse\"]\n\n1. e4 *";
    ada.post(&format!("{at}/changes"), json!({ "change": "add-chapter", "pgn": pgn })).await.ok();
    service.stop().await;
    let service = Server::start(config(folder.path())).await.unwrap();
    let ada = Person { address: service.address(), ..ada };
    let whole = ada.get(&at).await.ok();
    let names: Vec<&Value> =
        whole["chapters"].as_array().unwrap().iter().map(|chapter| &chapter["name"]).collect();
    assert_eq!(names, ["Open games", "Second", "Game"]);
    assert_eq!(whole["chapters"][2]["definition"], "crazyhouse");
    let listed = ada.get("/api/studies").await.ok();
    assert_eq!(listed["studies"][0]["name"], "Openings");
    let text = String::from_utf8(ada.get(&format!("{at}/pgn")).await.bytes.to_vec()).unwrap();
    for part in [
        "[Event \"Openings: Open games\"]",
        "1. e4 $1 {Best}",
        "{[%cal Re5d4]}",
        "1. d4 {Queen} 1... d5 (1... Nf6 $1 2. c4) 2. c4 *",
        "[Variant \"crazyhouse\"]",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let one = String::from_utf8(ada.get(&format!("{at}/pgn?chapter=3")).await.bytes.to_vec()).unwrap();
    assert!(one.contains("crazyhouse") && !one.contains("Queen"), "{one}");
    assert_eq!(ada.get(&format!("{at}/pgn?chapter=4")).await.code(), "not-found");
    // Whoever takes all data along takes studies along, and whoever goes takes them away.
    let data = String::from_utf8(ada.get("/api/identity/data").await.bytes.to_vec()).unwrap();
    assert!(data.contains("Open games"), "{data}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_more_room_than_there_is() {
    let service = start_with(|limits| limits.uploads = 2).await;
    let (ada, _) = people(&service).await;
    let at = study(&ada).await;
    study(&ada).await;
    let chapter = json!({ "name": "One more", "game": "chess" });
    let more = ada.post("/api/studies", json!({ "name": "More", "chapter": chapter.clone() })).await;
    assert_eq!(more.status, 429, "{more:?}");
    let add = json!({ "change": "add-chapter", "name": "Next", "game": "chess" });
    for _ in 0..63 {
        ada.post(&format!("{at}/changes"), add.clone()).await.ok();
    }
    assert_eq!(ada.post(&format!("{at}/changes"), add).await.code(), "study-full");
    for (name, chapter) in [
        ("", chapter.clone()),
        ("x", json!({ "game": "no such game" })),
        ("x", json!({ "game": "chess", "fen": "nonsense" })),
        ("x", json!({ "game": "chess", "steps": [{ "parent": 3, "text": "e4" }] })),
        ("x", json!({ "pgn": "1. e4 e4 *" })),
        ("x", json!({ "pgn": "" })),
    ] {
        ada.request("DELETE", &at, "", "").await;
        let refused = ada.post("/api/studies", json!({ "name": name, "chapter": chapter })).await;
        assert!((400..500).contains(&refused.status), "{name} {chapter}: {refused:?}");
    }
    service.stop().await;
}

//! Open seats, pairing, and what the lobby tells.

use crate::common::{Person, send, start, start_with};
use hyper::Request;
use hyper::header::HeaderValue;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

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
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let lobby = bo.get("/api/lobby").await.ok();
    assert_eq!((&lobby["open"], &lobby["live"][0]["game"]), (&json!([]), &json!(game)));
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_seeks_a_second_pair_everybody_once() {
    const PEOPLE: usize = 200;
    let service = start_with(|limits| (limits.identities, limits.rate, limits.burst) = (1e4, 1e4, 1e5)).await;
    let address = service.address();
    let names = (0..PEOPLE).map(|number| format!("P{number}"));
    let mut people = Vec::with_capacity(PEOPLE);
    for name in names {
        people.push(Person::new(address, &name).await);
    }
    let began = Instant::now();
    let asked = people.iter().enumerate().map(async |(number, person)| {
        tokio::time::sleep(Duration::from_millis(10 * number as u64)).await;
        person.post("/api/seeks", json!({ "game": "chess", "clock": "5+3" })).await.ok()
    });
    let answers: Vec<Value> = futures_util::future::join_all(asked).await;
    let took = began.elapsed();
    let mut tables: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for answer in &answers {
        let seats = tables.entry(answer["game"].as_str().unwrap()).or_default();
        assert!(seats.insert(answer["seat"].as_u64().unwrap()), "a seat is taken once");
    }
    // Each answer is one person's, so two different people sit at each table, and nobody at two.
    assert!(tables.values().all(|seats| seats.len() == 2), "{tables:?}");
    assert_eq!(tables.len(), PEOPLE / 2);
    for (number, game) in tables.keys().enumerate().filter(|(number, _)| number % 10 == 0) {
        let seats = people[number].get(&format!("/api/games/{game}")).await.ok()["view"]["seats"].clone();
        let [one, other] = [0, 1].map(|seat| seats[seat]["name"].as_str().unwrap().to_owned());
        assert!(!one.is_empty() && !other.is_empty() && one != other, "{one} plays {other}");
    }
    eprintln!("{PEOPLE} seeks, one every 10 ms, answered after {took:?}");
    service.stop().await;
}

/// Prints what each of those who watch is sent.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures for half a minute"]
async fn a_thousand_open_seats_cost_two_hundred_watchers_little() {
    const OPEN: usize = 1_000;
    const WATCHERS: usize = 200;
    const LOOKS: u32 = 8;
    let service = start_with(|limits| (limits.identities, limits.rate, limits.burst) = (1e5, 1e5, 1e6)).await;
    let address = service.address();
    for part in 0..OPEN / 20 {
        let made = (0..20).map(async |number| {
            let person = Person::new(address, &format!("P{part}-{number}")).await;
            let wish = json!({ "game": "chess", "seats": ["me"], "public": true });
            person.post("/api/games", wish).await.ok();
        });
        futures_util::future::join_all(made).await;
    }
    let whole = Person::stranger(address).get("/api/lobby").await;
    let told = whole.json();
    eprintln!(
        "{} seats open, {} of them told: {} bytes",
        told["counts"][0],
        told["open"].as_array().unwrap().len(),
        whole.bytes.len()
    );
    let began = Instant::now();
    let watch = (0..WATCHERS).map(async |number| {
        // They come at different times, and look again as the page does.
        tokio::time::sleep(Duration::from_millis(2_500 * number as u64 / WATCHERS as u64)).await;
        let (mut bytes, mut slowest, mut mark) = (0, Duration::ZERO, None::<HeaderValue>);
        for _ in 0..LOOKS {
            let mut request = Request::get("/api/lobby").header("host", address.to_string());
            if let Some(mark) = &mark {
                request = request.header("if-none-match", mark);
            }
            let asked = Instant::now();
            let answer = send(address, request.body(Default::default()).unwrap()).await;
            slowest = slowest.max(asked.elapsed());
            bytes += answer.bytes.len();
            mark = answer.headers.get("etag").cloned().or(mark);
            tokio::time::sleep(Duration::from_millis(2_500)).await;
        }
        (bytes, slowest)
    });
    let found = futures_util::future::join_all(watch).await;
    let seconds = began.elapsed().as_secs_f64();
    let most = found.iter().map(|(bytes, _)| *bytes).max().unwrap();
    let slowest = found.iter().map(|(_, slowest)| *slowest).max().unwrap();
    let answers = f64::from(LOOKS) * WATCHERS as f64;
    eprintln!(
        "{:.2} answers a second to each, {:.0} to all; at most {:.1} kB a second to one; the slowest answer took {slowest:?}",
        f64::from(LOOKS) / seconds,
        answers / seconds,
        most as f64 / seconds / 1e3,
    );
    assert!(most as f64 / seconds < 20e3, "{most} bytes in {seconds} s");
    service.stop().await;
}

//! Authority, races and replays: seats, secrets and moves of others.

use crate::client::Person;
use crate::ground::{
    Ground, Outcome, attacks, brief, must, play, plies, refuse, refuse_in, request, status, text, version,
};
use serde_json::{Value, json};
use std::sync::Arc;

attacks! {
    "a stranger moves for somebody" => stranger_moves,
    "nobody moves for somebody" => nobody_moves,
    "out of turn, for the opponent, as keeper" => out_of_turn,
    "spectators resign, abort, draw, pause, add time, swap, replace" => spectator_commands,
    "a player undoes, replaces or swaps without consent" => without_consent,
    "commands before their time" => premature,
    "an invitation used twice" => invitation_twice,
    "twenty race for one invitation" => invitation_race,
    "invitations guessed" => invitations_guessed,
    "tokens forged, altered, in the wrong place" => tokens,
    "secrets looked for in what others see" => secrets_seen,
    "an invitation made for a seat of others" => invitation_stolen,
    "a seat token used in another game" => seat_token_elsewhere,
    "chat in the name of a seat" => chat_as_seat,
    "a win claimed at once" => claim_at_once,
    "a rematch asked for by a spectator" => rematch_by_spectator,
    "a move sent twenty times at once, one id" => one_id,
    "a move sent twenty times at once, many ids" => many_ids,
    "an old command sent again" => replayed,
    "the id of somebody else's command" => id_of_another,
    "stale plies" => stale,
    "a rematch by both twenty times at once" => rematch_race,
    "three hundred games at once by one person" => many_games,
    "ids of games that are none" => odd_ids,
    "ids of commands that are none" => odd_command_ids,
}

async fn stranger_moves(ground: Arc<Ground>) -> Outcome {
    let (_white, _black, game) = ground.duel().await?;
    let mallory = ground.person().await?;
    refuse_in(&mallory, &game, &json!({ "command": "move", "text": "e2e4" }), &["not-seated", "not-allowed"])
        .await
}

async fn nobody_moves(ground: Arc<Ground>) -> Outcome {
    let (_white, _black, game) = ground.duel().await?;
    let nobody = Person::stranger(ground.address);
    refuse_in(&nobody, &game, &json!({ "command": "move", "text": "e2e4" }), &["no-identity", "not-seated"])
        .await
}

async fn out_of_turn(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    let mv = json!({ "command": "move", "text": "e2e4" });
    refuse_in(&black, &game, &mv, &["not-your-turn"]).await?;
    let path = format!("/api/games/{game}/commands");
    for speaker in [json!("host"), json!({ "seat": 0 }), json!(0), json!("seat:0")] {
        refuse(&black, &path, &json!({ "command": mv, "as": speaker }), &[]).await?;
    }
    refuse(&black, &path, &json!({ "command": { "command": "move", "text": "e2e4", "seat": 0 } }), &[])
        .await?;
    must(plies(&white, &game).await? == 0, || "a move was made for White".to_owned())
}

async fn spectator_commands(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    play(&white, &game, "e2e4").await?;
    let mallory = ground.person().await?;
    let occupant = json!({ "name": "Mallory", "kind": "person" });
    for command in [
        json!({ "command": "resign" }),
        json!({ "command": "abort" }),
        json!({ "command": "offer-draw" }),
        json!({ "command": "accept-draw" }),
        json!({ "command": "pause" }),
        json!({ "command": "undo" }),
        json!({ "command": "jump", "ply": 0 }),
        json!({ "command": "add-time", "seat": 0, "span": 1000 }),
        json!({ "command": "swap", "first": 0, "second": 1 }),
        json!({ "command": "replace", "seat": 0, "occupant": occupant }),
        json!({ "command": "rename", "seat": 0, "name": "Loser" }),
        json!({ "command": "new-game", "seating": "keep" }),
    ] {
        refuse_in(&mallory, &game, &command, &[]).await?;
    }
    Ok(())
}

async fn without_consent(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    play(&white, &game, "e2e4").await?;
    play(&black, &game, "e7e5").await?;
    for command in [
        json!({ "command": "undo" }),
        json!({ "command": "jump", "ply": 0 }),
        json!({ "command": "accept-takeback" }),
        json!({ "command": "accept-draw" }),
        json!({ "command": "swap", "first": 0, "second": 1 }),
        json!({ "command": "replace", "seat": 1, "occupant": { "name": "Engine", "kind": { "ai": { "level": 1 } } } }),
        json!({ "command": "rename", "seat": 1, "name": "Loser" }),
        json!({ "command": "new-game", "seating": "keep" }),
        json!({ "command": "claim-draw" }),
    ] {
        refuse_in(&white, &game, &command, &[]).await?;
    }
    Ok(())
}

async fn premature(ground: Arc<Ground>) -> Outcome {
    let ada = ground.person().await?;
    // The other seat is still open.
    let made = ada.post("/api/games", &json!({ "game": "chess", "seats": ["me"] })).await?;
    let waiting = text(&made, "game")?;
    for command in ["accept-draw", "decline-draw", "claim-draw", "resume", "redo", "undo", "accept-takeback"]
    {
        refuse_in(&ada, &waiting, &json!({ "command": command }), &[]).await?;
    }
    let (white, _black, game) = ground.duel().await?;
    for command in [
        json!({ "command": "undo" }),
        json!({ "command": "jump", "ply": 4_000_000_000_u32 }),
        json!({ "command": "move", "text": "" }),
        json!({ "command": "move", "text": "e2e5" }),
        json!({ "command": "move", "text": "e7e5" }),
        json!({ "command": "move", "text": "O-O" }),
        json!({ "command": "visit", "node": 4_000_000_000_u32 }),
        json!({ "command": "prune", "node": 0 }),
        json!({ "command": "none-such" }),
    ] {
        refuse_in(&white, &game, &command, &[]).await?;
    }
    Ok(())
}

async fn invitation_twice(ground: Arc<Ground>) -> Outcome {
    let ada = ground.person().await?;
    let made = ada.post("/api/games", &json!({ "game": "chess", "seats": ["me"] })).await?;
    let code = json!({ "code": made["invitations"][0]["code"] });
    ground.person().await?.post("/api/invitations", &code).await?;
    refuse(&ground.person().await?, "/api/invitations", &code, &["used"]).await
}

async fn invitation_race(ground: Arc<Ground>) -> Outcome {
    let ada = ground.person().await?;
    let made = ada.post("/api/games", &json!({ "game": "chess", "seats": ["me"] })).await?;
    let code = json!({ "code": made["invitations"][0]["code"] }).to_string();
    let mut coming = Vec::new();
    for _ in 0..20 {
        let (person, code) = (ground.person().await?, code.clone());
        coming.push(tokio::spawn(async move { person.ask("POST", "/api/invitations", code).await }));
    }
    let mut seated = 0;
    for one in coming {
        let (status, _) = one.await.map_err(|error| error.to_string())??;
        seated += usize::from(status < 300);
    }
    must(seated == 1, || format!("{seated} took one seat"))
}

async fn invitations_guessed(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    for number in 0..40 {
        let code: String = (0..32).map(|_| char::from(b'A' + rand::random_range(0..26))).collect();
        let code = if number % 4 == 0 { code[..number / 2].to_owned() } else { code };
        refuse(&mallory, "/api/invitations", &json!({ "code": code }), &["used", "bad-code", "limit"])
            .await?;
    }
    Ok(())
}

async fn tokens(ground: Arc<Ground>) -> Outcome {
    let ada = ground.person().await?;
    let token = ada.token().ok_or("no token")?.to_owned();
    let host = format!("host: {}\r\n", ground.address);
    let mut altered = token.clone();
    let last = altered.pop();
    altered.push(if last == Some('A') { 'B' } else { 'A' });
    let long = "A".repeat(4_000);
    let shown = [
        format!("authorization: Bearer {altered}\r\n"),
        format!("authorization: Bearer {}\r\n", token.to_lowercase()),
        format!("authorization: Basic {token}\r\n"),
        format!("authorization: Bearer {long}\r\n"),
        "authorization: Bearer \r\n".to_owned(),
        format!("cookie: chatura={altered}\r\n"),
        format!("cookie: other={token}\r\n"),
        format!("x-token: {token}\r\n"),
    ];
    for header in &shown {
        let answer = ground.raw(&request("GET", "/api/definitions", &format!("{host}{header}"), "")).await?;
        must((400..500).contains(&status(&answer)), || format!("{header} was believed"))?;
    }
    for path in [format!("/api/definitions?token={token}"), format!("/api/definitions?authorization={token}")]
    {
        let answer = ground.raw(&request("GET", &path, &host, "")).await?;
        must((400..500).contains(&status(&answer)), || "a token in an address was believed".to_owned())?;
    }
    Ok(())
}

async fn secrets_seen(ground: Arc<Ground>) -> Outcome {
    let ada = ground.person().await?;
    let wish = json!({ "game": "three-player", "seats": ["me"], "public": true });
    let made = ada.post("/api/games", &wish).await?;
    let game = text(&made, "game")?;
    let mut secrets = vec![ada.token().ok_or("no token")?.to_owned(), text(&made, "token")?];
    for invitation in made["invitations"].as_array().into_iter().flatten() {
        secrets.push(text(invitation, "code")?);
    }
    let mallory = ground.person().await?;
    let paths =
        ["", "/chat", "/tree", "/events?since=0", "/away"].map(|end| format!("/api/games/{game}{end}"));
    for path in
        paths.iter().map(String::as_str).chain(["/api/lobby", "/api/games?of=public", "/metrics", "/health"])
    {
        let (_, seen) = mallory.ask("GET", path, String::new()).await?;
        let seen = seen.to_string();
        must(!secrets.iter().any(|secret| seen.contains(secret)), || format!("{path} tells a secret"))?;
    }
    let (mut mouth, mut ear) = mallory.watch(&game, None).await?;
    crate::client::say(&mut mouth, &json!({ "do": "ping", "id": "1" })).await?;
    loop {
        let heard = crate::client::hear(&mut ear).await?;
        must(!secrets.iter().any(|secret| heard.to_string().contains(secret)), || {
            format!("told: {}", brief(&heard))
        })?;
        if heard["tell"] == "answer" {
            return Ok(());
        }
    }
}

async fn invitation_stolen(ground: Arc<Ground>) -> Outcome {
    let ada = ground.person().await?;
    let made = ada.post("/api/games", &json!({ "game": "chess", "seats": ["me"] })).await?;
    let path = format!("/api/games/{}/invitations", text(&made, "game")?);
    let mallory = ground.person().await?;
    refuse(&mallory, &path, &json!({ "seat": 1 }), &[]).await?;
    refuse(&mallory, &path, &json!({ "seat": 0 }), &[]).await?;
    refuse(&ada, &path, &json!({ "seat": 0 }), &[]).await?;
    refuse(&ada, &path, &json!({ "seat": 9 }), &[]).await?;
    refuse(&ada, &path, &json!({ "seat": -1 }), &[]).await
}

async fn seat_token_elsewhere(ground: Arc<Ground>) -> Outcome {
    let (_white, _black, game) = ground.duel().await?;
    let mallory = ground.person().await?;
    let own = mallory.post("/api/games", &json!({ "game": "chess", "seats": ["me", "me"] })).await?;
    let seat = mallory.with_token(&text(&own, "token")?);
    refuse_in(&seat, &game, &json!({ "command": "move", "text": "e2e4" }), &[]).await?;
    refuse(&seat, "/api/games", &json!({ "game": "chess" }), &[]).await?;
    refuse(&seat, "/api/definitions", &json!({ "text": "extends = \"chess\"\nname = \"X\"\n" }), &[]).await
}

async fn chat_as_seat(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    let mallory = ground.person().await?;
    let path = format!("/api/games/{game}/chat");
    let words = json!({ "text": "I resign", "seat": 0, "name": "White", "from": { "seat": 0 } });
    let _ = mallory.ask("POST", &path, words.to_string()).await?;
    let heard = white.get(&path).await?;
    let forged = |message: &Value| !message["seat"].is_null() || message["name"] != "Mallory";
    let messages = heard["messages"].as_array().map_or(&[][..], Vec::as_slice);
    must(!messages.iter().any(forged), || format!("forged: {}", brief(&heard)))
}

async fn claim_at_once(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    play(&white, &game, "e2e4").await?;
    let path = format!("/api/games/{game}/away");
    for person in [&white, &black, &ground.person().await?] {
        for claim in ["win", "draw", "abort", "everything"] {
            refuse(person, &path, &json!({ "claim": claim }), &[]).await?;
        }
    }
    must(plies(&white, &game).await? == 1, || "something was done".to_owned())
}

async fn rematch_by_spectator(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    let path = format!("/api/games/{game}/rematch");
    refuse(&white, &path, &json!({ "wanted": true }), &[]).await?;
    white
        .post(&format!("/api/games/{game}/commands"), &json!({ "command": { "command": "resign" } }))
        .await?;
    refuse(&ground.person().await?, &path, &json!({ "wanted": true }), &[]).await?;
    let (_, answer) = white.ask("POST", &path, json!({ "wanted": true }).to_string()).await?;
    must(answer["next"].is_null(), || format!("one alone began it: {}", brief(&answer)))
}

/// Sends a move so many times at once; how many were accepted as new.
async fn volley(person: &Person, game: &str, id: impl Fn(usize) -> String) -> Result<usize, String> {
    let mut shots = Vec::new();
    for number in 0..20 {
        let body = json!({ "id": id(number), "command": { "command": "move", "text": "e2e4" } }).to_string();
        let (person, path) = (person.again(), format!("/api/games/{game}/commands"));
        shots.push(tokio::spawn(async move { person.ask("POST", &path, body).await }));
    }
    let mut accepted = 0;
    for shot in shots {
        let (status, answer) = shot.await.map_err(|error| error.to_string())??;
        accepted += usize::from(status < 300 && answer["repeated"] == false);
    }
    Ok(accepted)
}

async fn one_id(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    let accepted = volley(&white, &game, |_| "same".to_owned()).await?;
    let plies = plies(&white, &game).await?;
    must((accepted, plies) == (1, 1), || format!("{accepted} accepted, {plies} moves made"))
}

async fn many_ids(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    let accepted = volley(&white, &game, |number| number.to_string()).await?;
    let plies = plies(&white, &game).await?;
    must((accepted, plies) == (1, 1), || format!("{accepted} accepted, {plies} moves made"))
}

async fn replayed(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    let path = format!("/api/games/{game}/commands");
    let body = json!({ "id": "once", "command": { "command": "move", "text": "g1f3" } });
    white.post(&path, &body).await?;
    for (person, mv) in [(&black, "g8f6"), (&white, "f3g1"), (&black, "f6g8")] {
        play(person, &game, mv).await?;
    }
    let again = white.post(&path, &body).await?;
    let plies = plies(&white, &game).await?;
    must(again["repeated"] == true && plies == 4, || format!("{plies} moves: {}", brief(&again)))
}

async fn id_of_another(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    let path = format!("/api/games/{game}/commands");
    let body = |text: &str| json!({ "id": "shared", "command": { "command": "move", "text": text } });
    white.post(&path, &body("e2e4")).await?;
    let answer = black.post(&path, &body("e7e5")).await?;
    let plies = plies(&white, &game).await?;
    must(answer["repeated"] == false && plies == 2, || format!("{plies} moves: {}", brief(&answer)))
}

async fn stale(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    for ply in [json!(1), json!(77), json!(-1), json!(4_294_967_296_u64), json!("0"), json!(0.5)] {
        refuse_in(&white, &game, &json!({ "command": "move", "text": "e2e4", "ply": ply }), &[]).await?;
    }
    Ok(())
}

async fn rematch_race(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    white
        .post(&format!("/api/games/{game}/commands"), &json!({ "command": { "command": "resign" } }))
        .await?;
    let mut asking = Vec::new();
    for number in 0..20 {
        let person = if number % 2 == 0 { white.again() } else { black.again() };
        let path = format!("/api/games/{game}/rematch");
        asking.push(tokio::spawn(
            async move { person.ask("POST", &path, r#"{"wanted":true}"#.to_owned()).await },
        ));
    }
    let mut next = std::collections::BTreeSet::new();
    for one in asking {
        let (_, answer) = one.await.map_err(|error| error.to_string())??;
        next.extend(answer["next"].as_str().map(str::to_owned));
    }
    let known = white.get(&format!("/api/games/{game}")).await?;
    must(next.len() == 1 && next.contains(known["next"].as_str().unwrap_or("")), || {
        format!("{next:?} follow")
    })
}

async fn many_games(ground: Arc<Ground>) -> Outcome {
    let mallory = Arc::new(ground.person().await?);
    let mut made = 0;
    // As fast as the limit of requests lets anybody; what is over the limit of games is refused for good.
    for _ in 0..6 {
        let mut wishes = Vec::new();
        for _ in 0..50 {
            let person = Arc::clone(&mallory);
            wishes.push(tokio::spawn(async move {
                person.ask("POST", "/api/games", r#"{"game":"chess"}"#.to_owned()).await
            }));
        }
        for wish in wishes {
            let (status, answer) = wish.await.map_err(|error| error.to_string())??;
            must(status < 300 || status == 429 || answer["code"] == "limit", || {
                format!("{status} {}", brief(&answer))
            })?;
            made += usize::from(status < 300);
        }
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    }
    must(made <= 200, || format!("{made} games of one person"))
}

async fn odd_ids(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let long = "A".repeat(2_000);
    for id in [
        "..",
        "%2e%2e",
        "%00",
        "'%20OR%201=1--",
        "AAAAAAAAAAA%FF",
        &long,
        "%F0%9F%91%91",
        "-1",
        "null",
        "%2F",
    ] {
        for end in ["", "/commands", "/chat", "/pgn", "/positions/99999999999999999999", "/events?since=-1"] {
            let method = if end == "/commands" { "POST" } else { "GET" };
            let (status, answer) =
                mallory.ask(method, &format!("/api/games/{id}{end}"), "{}".to_owned()).await?;
            must((400..500).contains(&status), || format!("{id}{end}: {status} {}", brief(&answer)))?;
            if status == 429 {
                tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            }
        }
    }
    Ok(())
}

async fn odd_command_ids(ground: Arc<Ground>) -> Outcome {
    let (white, _black, game) = ground.duel().await?;
    let before = version(&white, &game).await?;
    let path = format!("/api/games/{game}/commands");
    for id in [json!("x".repeat(65)), json!(7), json!([]), json!({}), json!(true)] {
        let body = json!({ "id": id, "command": { "command": "move", "text": "e2e4" } });
        refuse(&white, &path, &body, &[]).await?;
    }
    must(version(&white, &game).await? == before, || "something was done".to_owned())
}

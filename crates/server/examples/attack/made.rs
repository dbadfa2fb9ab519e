//! What people may make and look at: games in every form of text, studies, plans, pictures, lists.

use crate::client::Person;
use crate::ground::{Ground, Outcome, attacks, brief, must, refuse, text};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

attacks! {
    "a zone turned round fifty thousand times" => zone_turned,
    "variables that double each other" => variables_grow,
    "sums without end" => sums,
    "tables for players, entries and promotions without end" => tables,
    "a variants.ini of thousands of games, and of circles" => ini_games,
    "a variants.ini of keys and regions without end" => ini_keys,
    "a diagram of billions of cells" => diagram_cells,
    "a diagram of endless movements" => diagram_moves,
    "names of games that are scripts" => scripts,
    "films of a long game by nobody, and another begins to play" => films,
    "pictures of no size and no ply" => odd_pictures,
    "a study changed and deleted by a stranger" => studies_of_others,
    "studies too deep, too wide, of scripts" => odd_studies,
    "plans for others, too long, against each other" => plans,
    "lists asked for beyond their ends" => lists,
    "seeks and clocks that are none" => odd_seeks,
}

/// What something small may take, queues included.
const QUICK: Duration = Duration::from_secs(15);

/// Looked at and answered, soon and without a fault of the server; whether it is a game.
pub async fn check(person: &Person, file: &str, text: &str) -> Result<bool, String> {
    let began = Instant::now();
    let body = json!({ "text": text, "file": file }).to_string();
    let (status, answer) = person.ask("POST", "/api/definitions/check", body).await?;
    must(status < 500 && status != 429, || format!("{status} {}", brief(&answer)))?;
    must(began.elapsed() < QUICK, || format!("it took {} ms", began.elapsed().as_millis()))?;
    Ok(answer["ok"] == true)
}

/// None of these is a game.
async fn no_games(ground: &Ground, file: &str, texts: &[String]) -> Outcome {
    let person = ground.person().await?;
    for text in texts {
        let taken = check(&person, file, text).await?;
        must(!taken, || format!("it was taken: {}", text.chars().take(80).collect::<String>()))?;
    }
    Ok(())
}

fn like_chess(rest: &str) -> String {
    format!("extends = \"chess\"\nname = \"Odd\"\n{rest}")
}

async fn zone_turned(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    for times in [20_000, 50_000] {
        let text = like_chess(&format!("[zones]\nodd = \"{}rank 1\"\n", "not ".repeat(times)));
        check(&person, "game.toml", &text).await?;
    }
    Ok(())
}

async fn variables_grow(ground: Arc<Ground>) -> Outcome {
    let doubling: String =
        (1..60).map(|n| format!("[variables.a{n}]\ncomputed = \"{{a{}}}{{a{}}}\"\n", n - 1, n - 1)).collect();
    let items = vec!["\"{l}\""; 1_000].join(",");
    let cells = vec!["\"e4\""; 1_000].join(",");
    no_games(
        &ground,
        "game.toml",
        &[
            like_chess(&format!("setup.array = \"{{a59}}\"\n[variables.a0]\nchoice = [\"xxxxxxxx\"]\n{doubling}")),
            like_chess("setup.array = \"{n:repeat:P}\"\nvariables.n = { range = [0, 1000000000], default = 1000000000 }\n"),
            like_chess(&format!("zones.z = [{items}]\n[variables.l]\nchoice = [\"a\"]\n[variables.l.values]\na = [{cells}]\n")),
            like_chess("setup.array = \"{a}\"\n[variables.a]\ncomputed = \"{b}\"\n[variables.b]\ncomputed = \"{a}\"\n"),
        ],
    )
    .await
}

async fn sums(ground: Arc<Ground>) -> Outcome {
    let of =
        |sum: &str| like_chess(&format!("variables.n = {{ range = [0, 0] }}\nsetup.array = \"{{{sum}}}\"\n"));
    no_games(
        &ground,
        "game.toml",
        &[
            of(&format!("{}n{}", "(".repeat(20_000), ")".repeat(20_000))),
            of(&format!("n{}", " + n".repeat(40_000))),
            of(&format!("{}n", "- ".repeat(40_000))),
            of("1 / n"),
            of("1 % n"),
            of("999999999999999999999 * n"),
        ],
    )
    .await
}

async fn tables(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    let many = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    for rest in [
        many(5_000, &|n| format!("[rules.promotion.P{n}]\nto = \"queen\"\n")),
        many(4_000, &|n| format!("[[entries]]\nid = \"e{n}\"\n")),
        format!("rules.promotion = [{}]\n", vec!["{of=\"all\",to=\"all\",zone=\"all\"}"; 4_000].join(",")),
        format!("players.names = [{}]\n", many(9_000, &|n| format!("\"P{n}\","))),
        format!("rules.promotion = {}{{to=\"queen\"}}{}\n", "{White=".repeat(60), "}".repeat(60)),
        many(3_000, &|n| format!("[pieces.p{n}]\nletter = \"A\"\nmoves = \"Q\"\n")),
    ] {
        check(&person, "game.toml", &like_chess(&rest)).await?;
    }
    Ok(())
}

async fn ini_games(ground: Arc<Ground>) -> Outcome {
    let many: String = (0..15_000).map(|n| format!("[g{n}:chess]\n")).collect();
    let chain: String = (1..9_000).map(|n| format!("[g{n}:g{}]\n", n - 1)).collect();
    let texts = [many, format!("[g0:chess]\n{chain}"), "[a:b]\n[b:a]\n".into(), "[a:a]\n".into()];
    no_games(&ground, "games.ini", &texts).await
}

async fn ini_keys(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    for rest in [
        format!("promotionRegionWhite = {}\n", "*1 *2 *3 ".repeat(20_000)),
        format!("customPiece1 = a:{}Q\n", "a".repeat(200_000)),
        format!("startFen = {} w - - 0 1\n", "8/".repeat(80_000)),
        "checking = false\n".repeat(14_000),
        "maxRank = 99999999999999999999\nmaxFile = zzzz\nking = \u{0}\n".into(),
        format!("pieceValueMg = {}\n", "p:1 ".repeat(50_000)),
    ] {
        check(&person, "games.ini", &format!("[a:chess]\n{rest}")).await?;
    }
    Ok(())
}

async fn diagram_cells(ground: Arc<Ground>) -> Outcome {
    let king = "king:K:K:king:e1\n";
    let rows = vec!["a1-h8"; 30_000].join(",");
    no_games(
        &ground,
        "diagram.txt",
        &[
            format!("files=99999999999\nranks=99999999\n{king}"),
            "files=1000000\nranks=1000000\nking:K:K:king:a1-zz999999\n".into(),
            format!("files=8\nranks=8\npawn:P:W:pawn:{rows}\n{king}"),
            format!("files=8\nranks=8\npawn:P:W:pawn:a1-z99999999999\n{king}"),
            (0..9_000)
                .fold(format!("files=8\nranks=8\n{king}"), |all, n| all + &format!("p{n}:Q:Q:queen:a1\n")),
        ],
    )
    .await
}

async fn diagram_moves(ground: Arc<Ground>) -> Outcome {
    let wanderers: String =
        ('A'..='J').map(|c| format!("p{c}:{c}:zBzRzNN:queen:{}1\n", c.to_ascii_lowercase())).collect();
    no_games(
        &ground,
        "diagram.txt",
        &[
            format!("files=16\nranks=16\n{wanderers}king:K:K:king:p1\n"),
            format!("files=8\nranks=8\nking:K:{}:king:e1\n", "caibR-".repeat(30_000)),
            "files=3\nranks=26\nz:Z:cQacQacQacQacQaN:queen:a1\nking:K:K:king:c1\n".into(),
        ],
    )
    .await
}

async fn scripts(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    let script = "<script>alert(1)</script>";
    let odd = format!(
        "extends = \"chess\"\nname = \"{script}\"\nplayers.names = [\"{script}\", \"\\\"B'\"]\npieces.queen.image = \"../../../etc/passwd\"\n"
    );
    let sent = person.post("/api/definitions", &json!({ "text": odd })).await?;
    let id = text(&sent, "id")?;
    let made =
        person.post("/api/games", &json!({ "game": id, "seats": ["me", "me"], "public": true })).await?;
    let game = text(&made, "game")?;
    for path in [format!("/api/catalogue/{id}/board.svg"), format!("/embed/{game}"), format!("/game/{game}")]
    {
        let (status, bytes) = person.fetch(&path).await?;
        let page = String::from_utf8_lossy(&bytes).to_lowercase();
        must(status == 200 && !page.contains(script) && !page.contains("/etc/passwd"), || {
            format!("{path}: {status}")
        })?;
    }
    Ok(())
}

/// A long game on a large board.
async fn long_game(person: &Person) -> Result<String, String> {
    let made = person
        .post("/api/games", &json!({ "game": "four-player", "seats": ["me", "me", "me", "me"] }))
        .await?;
    let game = text(&made, "game")?;
    for _ in 0..80 {
        let state = person.get(&format!("/api/games/{game}")).await?;
        let Some(next) = state["legal"][0]["text"].as_str() else { break };
        crate::ground::play(person, &game, next).await?;
        // No faster than anybody may ask.
        tokio::time::sleep(Duration::from_millis(110)).await;
    }
    Ok(game)
}

async fn films(ground: Arc<Ground>) -> Outcome {
    let game = long_game(&ground.person().await?).await?;
    let mut filming = Vec::new();
    for number in 0..40 {
        let (nobody, game) = (Person::stranger(ground.address), game.clone());
        filming.push(tokio::spawn(async move {
            let (status, _) =
                nobody.fetch(&format!("/api/games/{game}/game.gif?seat={}&size=480", number % 4)).await?;
            must([200, 400, 429, 503].contains(&status), || status.to_string())
        }));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let (other, began) = (ground.person().await?, Instant::now());
    for position in 0..5 {
        let settings = json!({ "position": (position * 37).to_string() });
        other.post("/api/games", &json!({ "game": "chess960", "settings": settings })).await?;
        other.post("/api/check", &json!({ "game": "chess" })).await?;
        let (status, _) =
            other.fetch(&format!("/api/catalogue/chess/board.png?size={}", 200 + position)).await?;
        must(status == 200, || format!("a picture of another: {status}"))?;
    }
    let took = began.elapsed();
    for one in filming {
        one.await.map_err(|error| error.to_string())??;
    }
    must(took < QUICK, || format!("another waited {} ms", took.as_millis()))
}

async fn odd_pictures(ground: Arc<Ground>) -> Outcome {
    let (white, _, game) = ground.duel().await?;
    for query in [
        "board.png?ply=18446744073709551615",
        "board.png?ply=-1",
        "board.png?size=-1",
        "board.png?seat=99",
        "game.gif?delay=99999999999999",
        "game.gif?seat=255",
        "board.png?size=4294967295",
        "game.gif?size=0",
    ] {
        let (status, bytes) = white.fetch(&format!("/api/games/{game}/{query}")).await?;
        must(status < 500 && bytes.len() < 1 << 20, || format!("{query}: {status}, {} bytes", bytes.len()))?;
    }
    for query in
        ["fen=%3Csvg%3E".to_owned(), format!("fen={}", "8/".repeat(3_000)), "set=position:1".to_owned()]
    {
        let (status, _) = white.fetch(&format!("/api/catalogue/chess/board.png?{query}")).await?;
        must((400..500).contains(&status), || format!("{query:.40}: {status}"))?;
    }
    Ok(())
}

fn study(steps: &Value) -> Value {
    json!({ "name": "Odd", "chapter": { "name": "one", "game": "chess", "steps": steps } })
}

async fn studies_of_others(ground: Arc<Ground>) -> Outcome {
    let (owner, mallory) = (ground.person().await?, ground.person().await?);
    let made = owner.post("/api/studies", &study(&json!([{ "parent": 0, "text": "e4" }]))).await?;
    let path = format!("/api/studies/{}", text(&made, "study")?);
    let before = owner.get(&path).await?;
    for change in [
        json!({ "change": "rename", "name": "mine" }),
        json!({ "change": "open", "open": true }),
        json!({ "change": "play", "chapter": 1, "node": 1, "text": "e5" }),
        json!({ "change": "remove", "chapter": 1, "node": 1 }),
        json!({ "change": "remove-chapter", "chapter": 1 }),
    ] {
        refuse(&mallory, &format!("{path}/changes"), &change, &["not-yours"]).await?;
    }
    let (status, _) = mallory.ask("DELETE", &path, String::new()).await?;
    must(status == 403, || format!("deleted by another: {status}"))?;
    must(owner.get(&path).await? == before, || "the study has changed".to_owned())
}

async fn odd_studies(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    let step = |parent: Value, text: &str| json!({ "parent": parent, "text": text });
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let deep: Vec<Value> = (0..1_999).map(|n| step(n.into(), knights[n % 4])).collect();
    for body in [
        study(&deep.into()),
        study(&json!([step(99_999_999_999_u64.into(), "e4")])),
        study(&json!([step((-1).into(), "e4")])),
        study(&json!([{ "parent": 0, "text": "e4", "nags": (0..9_000).collect::<Vec<_>>() }])),
        study(&json!([{ "parent": 0, "text": "e4", "comment": "x".repeat(50_000) }])),
        json!({ "name": "\u{202e}x", "chapter": { "name": "one", "game": "chess", "steps": [] } }),
        json!({ "name": "x", "chapter": { "name": "one", "game": "../../etc/passwd", "steps": [] } }),
        json!({ "name": "x", "chapter": { "pgn": "[Event \"a\"]\n\n1. e4 *\n\n".repeat(2_500) } }),
        json!({ "name": "x", "chapter": { "pgn": format!("1. e4 {}", "(1. d4 ".repeat(8_000)) } }),
    ] {
        refuse(&person, "/api/studies", &body, &[]).await?;
    }
    Ok(())
}

async fn plans(ground: Arc<Ground>) -> Outcome {
    let (white, black, game) = ground.duel().await?;
    let path = format!("/api/games/{game}/plans");
    let lines = |lines: Value| json!({ "seat": 1, "lines": lines });
    black.post(&path, &lines(json!([["e4", "e5"]]))).await?;
    for body in [
        lines(json!([["e4", "e5"], ["e4", "d5"]])),
        lines(json!([["e4", "Ke2"]])),
        lines(vec![knights(200); 100].into()),
        lines(vec![json!(["e4", "e5"]); 3_000].into()),
        json!({ "seat": 99, "lines": [[]] }),
    ] {
        refuse(&black, &path, &body, &[]).await?;
    }
    refuse(&white, &path, &lines(json!([["e4", "f6"]])), &["not-yours"]).await?;
    refuse(&ground.person().await?, &path, &lines(json!([["e4", "f6"]])), &["not-yours"]).await?;
    let seen = white.get(&path).await?.to_string();
    must(!seen.contains("e7e5"), || "the other sees the plan".to_owned())?;
    let kept = black.get(&path).await?.to_string();
    must(kept.contains("e7e5"), || format!("the plan is lost: {kept}"))
}

/// Knights that come and go.
fn knights(moves: usize) -> Value {
    ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(moves).collect::<Vec<_>>().into()
}

async fn lists(ground: Arc<Ground>) -> Outcome {
    let (white, _, game) = ground.duel().await?;
    for path in [
        "/api/games?limit=18446744073709551615".to_owned(),
        "/api/games?limit=-1".to_owned(),
        "/api/games?before=-9223372036854775808".to_owned(),
        "/api/games?of=public&limit=0".to_owned(),
        "/api/games?of=everything".to_owned(),
        format!("/api/games/{game}/events?since=18446744073709551615"),
        format!("/api/games/{game}/positions/18446744073709551615"),
        format!("/api/catalogue?search={}", "a".repeat(5_000)),
        "/api/catalogue?players=18446744073709551615".to_owned(),
        format!("/api/catalogue/chess960?set={}", "position:5,".repeat(3_000)),
        format!("/embed/{}", "a".repeat(5_000)),
    ] {
        let (status, bytes) = white.fetch(&path).await?;
        must(status < 500 && bytes.len() < 1 << 18, || {
            format!("{path:.60}: {status}, {} bytes", bytes.len())
        })?;
    }
    Ok(())
}

async fn odd_seeks(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    for clock in ["0+0", "-5+-3", &"9".repeat(5_000), "5+", "NaN", "1e999", "\u{0}"] {
        refuse(&person, "/api/seeks", &json!({ "game": "chess", "clock": clock }), &[]).await?;
        refuse(&person, "/api/games", &json!({ "game": "chess", "clock": clock }), &[]).await?;
    }
    for game in ["", "../chess", "my-zzz", &"x".repeat(50_000)] {
        refuse(&person, "/api/seeks", &json!({ "game": game, "clock": "5+3" }), &[]).await?;
    }
    Ok(())
}

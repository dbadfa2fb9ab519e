//! What is small and becomes much: variables, entries, boards and chapters that multiply.

use crate::client::Person;
use crate::ground::{Ground, Outcome, attacks, brief, must};
use crate::made::check;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

attacks! {
    "games of the catalogue with other variables without end, and another begins one" => variables_anew,
    "entries, variables and their sums multiplied" => multiplied,
    "a board file of ten thousand rules for each cell" => board_rules,
    "a board of 676 cells and riders that turn" => large_and_intricate,
    "a study of sixty-four games, each of another kind, by six at once" => sixty_four_kinds,
    "a chapter of two thousand moves played on without end, and another looks" => deep_chapter,
}

/// What another may wait, queues included.
const QUICK: Duration = Duration::from_secs(3);

async fn variables_anew(ground: Arc<Ground>) -> Outcome {
    let mut asking = Vec::new();
    for person in 0..4 {
        let nobody = Person::stranger(ground.address);
        asking.push(tokio::spawn(async move {
            for number in 0..120 {
                let wish = match number % 2 {
                    0 => json!({ "game": "chess960", "settings": { "position": format!("{}", person * 240 + number) } }),
                    _ => json!({ "game": "extinction", "settings": { "types": "KQRBNP".repeat(number % 30 + 1) } }),
                };
                let (status, answer) = nobody.ask("POST", "/api/check", wish.to_string()).await?;
                must(status < 500 || status == 503, || format!("{status} {}", brief(&answer)))?;
            }
            Ok::<(), String>(())
        }));
    }
    let (other, mut slowest) = (ground.person().await?, Duration::ZERO);
    for position in 0..10 {
        let began = Instant::now();
        let settings = json!({ "position": (959 - position).to_string() });
        other.post("/api/games", &json!({ "game": "chess960", "settings": settings })).await?;
        slowest = slowest.max(began.elapsed());
    }
    for one in asking {
        one.await.map_err(|error| error.to_string())??;
    }
    must(slowest < QUICK, || format!("another waited {} ms", slowest.as_millis()))
}

async fn multiplied(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    let many = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    let chess = "extends = \"chess\"\nname = \"Odd\"\n";
    let wide = format!("\"{}\"", "{a}".repeat(2_000));
    for rest in [
        // Each entry sets every variable to what holds every other.
        format!(
            "[variables.a]\ntext = true\ndefault = \"x\"\n{}",
            many(300, &|n| format!("[[entries]]\nid = \"e{n}\"\nname = \"E{n}\"\nset = {{ a = {wide} }}\n"))
        ),
        many(900, &|n| format!("[variables.v{n}]\nrange = [0, {n}]\n")),
        many(500, &|n| format!("[variables.v{n}]\ncomputed = \"{}\"\n", "1+".repeat(400) + "1")),
        format!(
            "[variables.n]\nrange = [0, 9]\n{}",
            many(800, &|n| format!("pieces.p{n}.moves = \"{{n}}{{n}}{{n}}\"\n"))
        ),
        format!("pieces.all.moves = \"{}\"\n", "W".repeat(60_000)),
        many(400, &|n| {
            format!("[zones]\nz{n} = \"not ({}rank 1)\"\n", "rank 1 or ".repeat(100))
                .replace("[zones]\n", if n == 0 { "[zones]\n" } else { "" })
        }),
    ] {
        check(&person, "game.toml", &format!("{chess}{rest}")).await?;
    }
    let kinds: String = ('a'..='z').map(|c| format!("customPiece1 = {c}:KADQ\n")).collect();
    let ini = many(1_500, &|n| {
        format!("[g{n}:{}]\n{kinds}", if n == 0 { "chess".into() } else { format!("g{}", n - 1) })
    });
    check(&person, "games.ini", &ini).await?;
    check(
        &person,
        "diagram.txt",
        &format!(
            "files=16\nranks=16\n{}",
            many(600, &|n| format!("p{n}:P{n}:{}:pawn:a1-p16\n", "Q".repeat(100)))
        ),
    )
    .await?;
    Ok(())
}

async fn board_rules(ground: Arc<Ground>) -> Outcome {
    let cells: String = (0..26 * 26).fold(String::new(), |mut all, cell| {
        let _ = write!(all, "<Position ID=\"{cell}\" X=\"{}\" Y=\"{}\"/>", cell % 26, cell / 26);
        all
    });
    let rules: String = (0..10_000).fold(String::new(), |mut all, rule| {
        let _ = write!(all, "<Rule Piece=\"p{}\" Kind=\"MOVE\" Direction=\"{}\"/>", rule % 60, rule % 8);
        all
    });
    let linked: String =
        (0..9_000).map(|n| format!("<LinkedPosition>{}</LinkedPosition>", n % 676)).collect();
    let person = ground.person().await?;
    for board in [
        format!("<Board Name=\"Odd\"><Positions>{cells}</Positions><Rules>{rules}</Rules></Board>"),
        format!("<Board Name=\"Odd\"><Positions><Position ID=\"a\">{linked}</Position></Positions></Board>"),
        format!("<Board Name=\"Odd\">{}</Board>", "<!-- -->".repeat(100_000)),
    ] {
        check(&person, "board.xml", &board).await?;
    }
    Ok(())
}

async fn large_and_intricate(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    for (size, moves) in [
        ([26, 26], "[[\"cQ\", \"cQ\", \"cQ\", \"G\"]]"),
        ([26, 26], "\"zBzRzNN\""),
        ([26, 26], "\"QNNAADDHHCC\""),
        ([26, 26], "\"gQpQcQ\""),
        ([50, 50], "\"Q\""),
        ([676, 1], "\"QNN\""),
        ([1, 676], "\"jR\""),
    ] {
        let pieces: String =
            ('A'..='J').map(|l| format!("p{l} = {{ letter = \"{l}\", moves = {moves} }}\n")).collect();
        let [width, height]: [usize; 2] = size;
        let rest = if width > 10 { format!("ABCDEFGHIJ{}", width - 11) } else { String::new() };
        let row = format!("K{rest}");
        let board = match height {
            1 => format!("K{}k", width - 2),
            _ => format!("{}/{}{row}", row.to_lowercase(), format!("{width}/").repeat(height - 2)),
        };
        let definition = format!(
            "name = \"Large\"\nboard.size = [{width}, {height}]\n[pieces]\n{pieces}king = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
             [setup]\narray = \"{board}\"\n[end]\ncheckmate = \"loss\"\n"
        );
        check(&person, "large.toml", &definition).await?;
    }
    Ok(())
}

async fn sixty_four_kinds(ground: Arc<Ground>) -> Outcome {
    let catalogue = ground.person().await?.get("/api/catalogue").await?;
    let ids: Vec<String> = catalogue["games"]
        .as_array()
        .ok_or("no games")?
        .iter()
        .filter_map(|game| game["id"].as_str().map(str::to_owned))
        .collect();
    let mut sending = Vec::new();
    for number in 0..6 {
        let person = ground.person().await?;
        let kinds = ids.iter().cycle().skip(number * 40).take(64);
        let pgn: String = kinds.map(|id| format!("[Event \"x\"]\n[Variant \"{id}\"]\n\n*\n\n")).collect();
        let wish = json!({ "name": "Kinds", "chapter": { "pgn": pgn } }).to_string();
        sending.push(tokio::spawn(async move { person.ask("POST", "/api/studies", wish).await }));
    }
    let (other, began) = (ground.person().await?, Instant::now());
    for _ in 0..10 {
        other.post("/api/games", &json!({ "game": "chess" })).await?;
    }
    let took = began.elapsed();
    for one in sending {
        let (status, answer) = one.await.map_err(|error| error.to_string())??;
        must(status < 500 || status == 503, || format!("{status} {}", brief(&answer)))?;
    }
    must(took < QUICK, || format!("another waited {} ms", took.as_millis()))
}

async fn deep_chapter(ground: Arc<Ground>) -> Outcome {
    let mallory = ground.person().await?;
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let steps: Vec<Value> = (0..1_200).map(|n| json!({ "parent": n, "text": knights[n % 4] })).collect();
    // A chapter that is too large is refused, and a shorter one taken.
    let mut count = steps.len();
    let study = loop {
        let chapter = json!({ "name": "deep", "game": "chess", "steps": steps[..count] });
        let wish = json!({ "name": "Deep", "chapter": chapter }).to_string();
        let (status, answer) = mallory.ask("POST", "/api/studies", wish).await?;
        match answer["study"].as_str() {
            Some(study) => break study.to_owned(),
            None => must(status < 500 && count > 10, || format!("{status} {}", brief(&answer)))?,
        }
        count /= 2;
    };
    let mut playing = Vec::new();
    for _ in 0..6 {
        let (person, path) = (mallory.again(), format!("/api/studies/{study}/changes"));
        playing.push(tokio::spawn(async move {
            for text in ["e4", "d4", "c4", "b3", "a4", "h4", "g3", "f4"].into_iter().cycle().take(60) {
                let change = json!({ "change": "play", "chapter": 1, "node": count, "text": text });
                let (status, answer) = person.ask("POST", &path, change.to_string()).await?;
                must(status < 500, || format!("{status} {}", brief(&answer)))?;
            }
            Ok::<(), String>(())
        }));
    }
    let (other, began) = (ground.person().await?, Instant::now());
    for _ in 0..10 {
        let (status, answer) =
            other.ask("POST", "/api/check", json!({ "game": "chess" }).to_string()).await?;
        must(status == 200, || format!("another: {status} {}", brief(&answer)))?;
    }
    let took = began.elapsed();
    for one in playing {
        one.await.map_err(|error| error.to_string())??;
    }
    must(took < QUICK, || format!("another waited {} ms", took.as_millis()))
}

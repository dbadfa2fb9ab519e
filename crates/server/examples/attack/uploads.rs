//! Definitions, board files, images and games that are small and cost much, or reach for what is not theirs.

use crate::client::Person;
use crate::ground::{Ground, Outcome, attacks, brief, must, refuse, text};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

attacks! {
    "an SVG of seventy thousand attributes" => svg_attributes,
    "an SVG of depth ten thousand" => svg_deep,
    "an SVG whose entities grow" => svg_entities,
    "an SVG with scripts, links and styles" => svg_active,
    "an SVG that reaches out by url, image-set and src" => svg_reaches,
    "a PNG of ten billion pixels" => png_bomb,
    "images that are none" => no_images,
    "a board file whose entities grow" => xml_entities,
    "a board file that reads /etc/passwd" => xml_external,
    "a board file of forty thousand attributes" => xml_attributes,
    "a board file of depth fifty thousand" => xml_deep,
    "TOML of depth a hundred thousand" => toml_deep,
    "TOML of fifty thousand dots" => toml_dotted,
    "TOML of a megabyte of tables" => toml_tables,
    "a definition that extends files and itself" => extends,
    "a definition by a name that is a path" => file_names,
    "a board far too large" => large_board,
    "five legs of cQ and a leap" => five_legs,
    "fifty pieces that are each almost too intricate" => many_pieces,
    "harmless until a variable is set" => variable_bomb,
    "compile bombs by eight people while others begin to play" => bombs_at_once,
    "forty texts tried by one, and another tries" => tries_at_once,
    "a definition by nobody" => nobody_defines,
    "large bodies by two hundred who stop before the end" => unfinished_bodies,
    "PGN of a hundred thousand brackets" => pgn_deep,
    "PGN of a hundred thousand moves" => pgn_long,
    "PGN of a thousand headers" => pgn_headers,
    "positions that are none" => positions,
    "two hundred and fifty uploads of one person" => many_uploads,
}

/// What something small may take to be refused, queues included.
const QUICK: Duration = Duration::from_secs(15);
/// What another may wait meanwhile.
const SOON: Duration = Duration::from_secs(3);

/// Refused, and soon.
async fn rejects(ground: &Ground, file: &str, text: &str) -> Outcome {
    let began = Instant::now();
    let person = ground.person().await?;
    refuse(&person, "/api/definitions", &json!({ "text": text, "file": file }), &[]).await?;
    let (status, found) = person
        .ask("POST", "/api/definitions/check", json!({ "text": text, "file": file }).to_string())
        .await?;
    must((status == 200 && found["ok"] == false) || (400..500).contains(&status), || {
        format!("{status} {}", brief(&found))
    })?;
    must(began.elapsed() < QUICK, || format!("it took {} ms", began.elapsed().as_millis()))
}

/// What is kept of an image, if it is taken.
async fn image(person: &Person, kind: &str, bytes: Vec<u8>) -> Result<Option<String>, String> {
    let began = Instant::now();
    let (status, answer) = person.upload("/api/images", kind, bytes).await?;
    must(began.elapsed() < Duration::from_secs(5), || format!("it took {} ms", began.elapsed().as_millis()))?;
    must(status < 500, || format!("{status} {}", brief(&answer)))?;
    if status >= 300 {
        return Ok(None);
    }
    let (_, kept) = person.fetch(&format!("/api/images/{}", text(&answer, "id")?)).await?;
    Ok(Some(String::from_utf8_lossy(&kept).into_owned()))
}

async fn svg_attributes(ground: Arc<Ground>) -> Outcome {
    let attributes: String = (0..70_000).map(|n| format!(" a{n}=''")).collect();
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0'{attributes}/></svg>"
    );
    let svg: String = svg.chars().take(500_000).collect();
    let kept = image(&ground.person().await?, "image/svg+xml", svg.into_bytes()).await?;
    must(kept.is_none(), || "it was taken".to_owned())
}

async fn svg_deep(ground: Arc<Ground>) -> Outcome {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{}{}</svg>",
        "<g>".repeat(10_000),
        "</g>".repeat(10_000)
    );
    image(&ground.person().await?, "image/svg+xml", svg.into_bytes()).await.map(drop)
}

async fn svg_entities(ground: Arc<Ground>) -> Outcome {
    let entities: String = (1..25).map(|n| format!("<!ENTITY e{n} \"&e{};&e{};\">", n - 1, n - 1)).collect();
    let svg = format!(
        "<!DOCTYPE svg [<!ENTITY e0 \"x\">{entities}]><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='&e24;'/></svg>"
    );
    let kept = image(&ground.person().await?, "image/svg+xml", svg.into_bytes()).await?;
    must(kept.is_none_or(|kept| kept.len() < 100_000), || "the entities were unfolded".to_owned())
}

/// An SVG of which nothing dangerous may be left.
async fn harmless(ground: &Ground, inside: &str, before: &str, forbidden: &[&str]) -> Outcome {
    let svg = format!(
        "{before}<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 9 9'><path d='M0 0h9v9z'/>{inside}</svg>"
    );
    let kept = image(&ground.person().await?, "image/svg+xml", svg.into_bytes()).await?;
    let kept = kept.unwrap_or_default().to_lowercase();
    match forbidden.iter().find(|word| kept.contains(**word)) {
        Some(word) => Err(format!("{word} of {inside} is kept")),
        None => Ok(()),
    }
}

async fn svg_active(ground: Arc<Ground>) -> Outcome {
    for inside in [
        "<script>alert(1)</script>",
        "<path d='M0 0' onload='alert(1)'/>",
        "<a href='javascript:alert(1)'><path d='M0 0'/></a>",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></body></foreignObject>",
        "<animate onbegin='alert(1)' attributeName='x'/>",
        "<set attributeName='href' to='javascript:alert(1)'/>",
        "<style>@import 'https://evil.example/x.css'</style>",
        "<path d='M0 0' style='fill:red;background:url(https://evil.example/)'/>",
        "<use xlink:href='https://evil.example/x.svg#a'/>",
        "<image href='https://evil.example/x.png'/>",
        "<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>",
        "<handler xmlns='http://www.w3.org/2001/xml-events'>alert(1)</handler>",
    ] {
        harmless(
            &ground,
            inside,
            "",
            &["script", "alert", "evil", "onload", "style", "foreignobject", "javascript"],
        )
        .await?;
    }
    Ok(())
}

async fn svg_reaches(ground: Arc<Ground>) -> Outcome {
    for inside in [
        "<path d='M0 0' fill='url(https://evil.example/#a)'/>",
        "<path d='M0 0' fill='url/**/(https://evil.example/#a)'/>",
        "<path d='M0 0' fill='u\\72l(https://evil.example/#a)'/>",
        "<path d='M0 0' fill='image-set(\"https://evil.example/x\" 1x)'/>",
        "<path d='M0 0' fill='src(\"https://evil.example/x\")'/>",
        "<path d='M0 0' filter='url(//evil.example/#a)'/>",
        "<path d='M0 0' mask='url( https://evil.example/#a )'/>",
    ] {
        harmless(&ground, inside, "", &["evil", "image-set", "src("]).await?;
    }
    let sheet = "<?xml-stylesheet href='https://evil.example/x.css'?>";
    harmless(&ground, "", sheet, &["evil", "stylesheet"]).await
}

async fn png_bomb(ground: Arc<Ground>) -> Outcome {
    // A picture is as large as its head says; the rest is not there.
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend(100_000_u32.to_be_bytes());
    png.extend(100_000_u32.to_be_bytes());
    png.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
    let kept = image(&ground.person().await?, "image/png", png).await?;
    must(kept.is_none(), || "it was taken".to_owned())
}

async fn no_images(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    for (kind, bytes) in [
        // What it is called does not count, only what it is.
        ("image/svg+xml", &b"\x89PNG\r\n\x1a\n"[..]),
        ("image/png", b"<html/>"),
        ("image/svg+xml", b""),
        ("image/svg+xml", b"<svg"),
        ("image/svg+xml", b"\xff\xfe<\0s\0v\0g\0"),
        ("image/gif", b"GIF89a"),
        ("text/html", b"<script>alert(1)</script>"),
        ("image/png", b"\x89PNG\r\n\x1a\n"),
    ] {
        must(image(&person, kind, bytes.to_vec()).await?.is_none(), || format!("{kind} was taken"))?;
    }
    Ok(())
}

async fn xml_entities(ground: Arc<Ground>) -> Outcome {
    let entities: String = (1..25).map(|n| format!("<!ENTITY e{n} \"&e{};&e{};\">", n - 1, n - 1)).collect();
    rejects(&ground, "bomb.xml", &format!("<!DOCTYPE b [<!ENTITY e0 \"x\">{entities}]><Board>&e24;</Board>"))
        .await
}

async fn xml_external(ground: Arc<Ground>) -> Outcome {
    let text = "<!DOCTYPE b [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><Board Name=\"a\">&x;</Board>";
    let person = ground.person().await?;
    let (_, answer) = person
        .ask("POST", "/api/definitions/check", json!({ "text": text, "file": "x.xml" }).to_string())
        .await?;
    must(!answer.to_string().contains("root:"), || "a file was read".to_owned())?;
    rejects(&ground, "outside.xml", text).await
}

async fn xml_attributes(ground: Arc<Ground>) -> Outcome {
    let attributes: String = (0..40_000).map(|n| format!(" a{n}=\"\"")).collect();
    rejects(&ground, "wide.xml", &format!("<Board{attributes}/>")).await
}

async fn xml_deep(ground: Arc<Ground>) -> Outcome {
    rejects(&ground, "deep.xml", &format!("{}{}", "<a>".repeat(50_000), "</a>".repeat(50_000))).await
}

async fn toml_deep(ground: Arc<Ground>) -> Outcome {
    rejects(&ground, "deep.toml", &format!("x = {}{}", "[".repeat(100_000), "]".repeat(100_000))).await?;
    rejects(&ground, "deep.toml", &"a={b=".repeat(50_000)).await
}

async fn toml_dotted(ground: Arc<Ground>) -> Outcome {
    rejects(&ground, "dotted.toml", &format!("{}x = 1", "a.".repeat(50_000))).await
}

async fn toml_tables(ground: Arc<Ground>) -> Outcome {
    let tables: String = (0..60_000).map(|n| format!("[pieces.p{n}]\n")).collect();
    rejects(&ground, "tables.toml", &tables).await?;
    rejects(&ground, "lists.toml", &"[[a]]\n".repeat(100_000)).await
}

async fn extends(ground: Arc<Ground>) -> Outcome {
    for base in [
        "/etc/passwd",
        "../../etc/passwd",
        "x.toml",
        "file:///etc/passwd",
        "https://evil.example/x.toml",
        "my-AAAA",
    ] {
        rejects(&ground, "x.toml", &format!("extends = \"{base}\"\nname = \"X\"\n")).await?;
    }
    rejects(&ground, "x.toml", "name = \"X\"\n[board]\nxml = \"../../../../etc/passwd\"\n").await?;
    rejects(&ground, "x.toml", "name = \"X\"\n[board]\nxml = \"/etc/passwd\"\n").await
}

async fn file_names(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    for file in [
        "../x.toml",
        "/etc/x.toml",
        "a/b.toml",
        "x.toml\u{0}",
        "",
        "C:\\x.toml",
        &format!("{}.toml", "x".repeat(5_000)),
    ] {
        let body = json!({ "text": "extends = \"chess\"\nname = \"X\"\n", "file": file });
        refuse(&person, "/api/definitions", &body, &[]).await?;
    }
    Ok(())
}

async fn large_board(ground: Arc<Ground>) -> Outcome {
    for size in ["[9999, 9999]", "[26, 26]", "[-1, 8]", "[9223372036854775807, 2]", "[0, 0]"] {
        let text =
            format!("extends = \"chess\"\nname = \"X\"\n[board]\nshape = \"rectangle\"\nsize = {size}\n");
        rejects(&ground, "large.toml", &text).await?;
    }
    Ok(())
}

fn intricate(width: usize, height: usize, pieces: &str, row: &str) -> String {
    let rows = format!("{row}/").repeat(height - 2);
    let rest = width - 1;
    format!(
        "name = \"Intricate\"\n[board]\nshape = \"rectangle\"\nsize = [{width}, {height}]\n\
         [pieces]\n{pieces}\nking = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
         [setup]\narray = \"k{rest}/{rows}K{rest}\"\n[end]\ncheckmate = \"loss\"\n"
    )
}

const WANDERER: &str =
    "wanderer = { letter = \"W\", moves = [[\"cQ\", \"cQ\", \"cQ\", \"cQ\", \"cQ\", \"G\"]] }";

/// Refused by name, and soon.
async fn too_intricate(ground: &Ground, definition: &str) -> Outcome {
    let person = ground.person().await?;
    let began = Instant::now();
    let (status, answer) =
        person.ask("POST", "/api/definitions", json!({ "text": definition }).to_string()).await?;
    let told = answer.to_string();
    must(status == 422 && told.contains("too intricate"), || format!("{status} {}", brief(&answer)))?;
    must(began.elapsed() < QUICK, || format!("it took {} ms", began.elapsed().as_millis()))
}

async fn five_legs(ground: Arc<Ground>) -> Outcome {
    too_intricate(&ground, &intricate(3, 26, WANDERER, "3")).await?;
    too_intricate(&ground, &intricate(16, 16, WANDERER, "16")).await
}

async fn many_pieces(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    for moves in ["mQafsR", "nN0nN0", "gQgNN", "zBzRzNN"] {
        let pieces: String = ('A'..='Z')
            .filter(|letter| *letter != 'K')
            .map(|l| format!("p{l} = {{ letter = \"{l}\", moves = \"{moves}\" }}\nq{l} = {{ letter = \"+{l}\", moves = \"{moves}W\" }}\n"))
            .collect();
        let began = Instant::now();
        let text = intricate(16, 16, &pieces, "16");
        let (status, answer) =
            person.ask("POST", "/api/definitions", json!({ "text": text }).to_string()).await?;
        must(status < 500, || format!("{moves}: {status} {}", brief(&answer)))?;
        must(began.elapsed() < QUICK, || format!("{moves} took {} ms", began.elapsed().as_millis()))?;
    }
    Ok(())
}

async fn variable_bomb(ground: Arc<Ground>) -> Outcome {
    let piece = WANDERER.replacen("cQ", "icQ", 1);
    // It is harmless while nobody stands where the rows are; which of the two is drawn is left to chance.
    let text = intricate(16, 16, &piece, "{row}")
        + "[variables.row]\nchoice = [\"empty\", \"full\"]\nvalues = { empty = \"16\", full = \"WWWWWWWWWWWWWWWW\" }\n";
    let person = ground.person().await?;
    let (status, sent) = person.ask("POST", "/api/definitions", json!({ "text": text }).to_string()).await?;
    let Some(id) = sent["id"].as_str() else {
        return must(status == 422, || format!("{status} {}", brief(&sent)));
    };
    let began = Instant::now();
    let wish = json!({ "game": id, "settings": { "row": "full" } });
    refuse(&person, "/api/games", &wish, &[]).await?;
    must(began.elapsed() < QUICK, || format!("it took {} ms", began.elapsed().as_millis()))
}

async fn bombs_at_once(ground: Arc<Ground>) -> Outcome {
    let mut throwing = Vec::new();
    for number in 0..8 {
        let (person, ground) = (ground.person().await?, Arc::clone(&ground));
        throwing.push(tokio::spawn(async move {
            for round in 0..3 {
                // Each is another text, so that nothing is known of it.
                let text =
                    intricate(16, 16, WANDERER, "16").replace("Intricate", &format!("Bomb {number} {round}"));
                let (status, answer) =
                    person.ask("POST", "/api/definitions", json!({ "text": text }).to_string()).await?;
                must([422, 429, 503].contains(&status), || format!("{status} {}", brief(&answer)))?;
            }
            drop(ground);
            Ok::<(), String>(())
        }));
    }
    let other = ground.person().await?;
    let mut slowest = Duration::ZERO;
    for position in 0..20 {
        let began = Instant::now();
        let settings = json!({ "position": (position * 41).to_string() });
        other.post("/api/games", &json!({ "game": "chess960", "settings": settings })).await?;
        slowest = slowest.max(began.elapsed());
    }
    for one in throwing {
        one.await.map_err(|error| error.to_string())??;
    }
    must(slowest < SOON, || format!("a game took {} ms to begin", slowest.as_millis()))
}

async fn tries_at_once(ground: Arc<Ground>) -> Outcome {
    let mallory = Arc::new(ground.person().await?);
    let costly = |number: usize| {
        let pieces: String =
            ('A'..='J').map(|l| format!("p{l} = {{ letter = \"{l}\", moves = \"zBzRzNN\" }}\n")).collect();
        let text = intricate(16, 16, &pieces, "16").replace("Intricate", &format!("Try {number}"));
        json!({ "text": text }).to_string()
    };
    // A machine may be slow, or busy with other things: how long one try takes is what counts.
    let began = Instant::now();
    mallory.ask("POST", "/api/definitions/check", costly(0)).await?;
    let one = began.elapsed();
    let mut trying = Vec::new();
    for number in 1..40 {
        let (mallory, text) = (Arc::clone(&mallory), costly(number));
        trying.push(tokio::spawn(async move {
            mallory.ask("POST", "/api/definitions/check", text).await.map(drop)
        }));
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (other, began) = (ground.person().await?, Instant::now());
    let text = json!({ "text": "extends = \"chess\"\nname = \"Mine\"\n" });
    let (status, answer) = other.ask("POST", "/api/definitions/check", text.to_string()).await?;
    let took = began.elapsed();
    for one in trying {
        one.await.map_err(|error| error.to_string())??;
    }
    must(status == 200, || format!("{status} {}", brief(&answer)))?;
    must(took < 8 * one + Duration::from_secs(2), || {
        format!("another waited {} ms, one try takes {}", took.as_millis(), one.as_millis())
    })
}

async fn unfinished_bodies(ground: Arc<Ground>) -> Outcome {
    let (length, sent) = (4_000_000, vec![b'x'; 3_900_000]);
    let person = ground.person().await?;
    let token = person.token().unwrap_or_default();
    let head = format!(
        "POST /api/pgn HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n",
        ground.address
    );
    let mut sending = Vec::new();
    for _ in 0..200 {
        let (address, all) = (ground.address, [head.as_bytes(), &sent].concat());
        sending.push(tokio::spawn(async move {
            let stream = TcpStream::connect(address).await.ok()?;
            let (mut ear, mut mouth) = stream.into_split();
            let sending = tokio::spawn(async move {
                let _ = mouth.write_all(&all).await;
                mouth
            });
            let mut answer = vec![0; 512];
            // Whoever is let in is waited for longer than that.
            let read = tokio::time::timeout(Duration::from_secs(17), ear.read(&mut answer)).await;
            sending.abort();
            let read = read.ok()?.unwrap_or(0);
            Some(String::from_utf8_lossy(&answer[..read]).into_owned())
        }));
    }
    let mut refused = 0;
    for one in sending {
        refused += usize::from(one.await.map_err(|error| error.to_string())?.is_some());
    }
    must(refused >= 150, || format!("{refused} of 200 were refused before they were read"))
}

async fn nobody_defines(ground: Arc<Ground>) -> Outcome {
    let nobody = Person::stranger(ground.address);
    let body = json!({ "text": intricate(16, 16, WANDERER, "16") });
    for path in ["/api/definitions", "/api/definitions/check"] {
        refuse(&nobody, path, &body, &["no-identity"]).await?;
    }
    let (status, _) = nobody.upload("/api/images", "image/svg+xml", b"<svg/>".to_vec()).await?;
    must(status == 401, || format!("{status} to an image of nobody"))
}

async fn pgn(ground: &Ground, text: String) -> Result<(u16, Value), String> {
    let began = Instant::now();
    let answer = ground.person().await?.ask("POST", "/api/pgn", json!({ "pgn": text }).to_string()).await?;
    must(began.elapsed() < QUICK, || format!("it took {} ms", began.elapsed().as_millis()))?;
    must(answer.0 < 500, || format!("{} {}", answer.0, brief(&answer.1)))?;
    Ok(answer)
}

async fn pgn_deep(ground: Arc<Ground>) -> Outcome {
    pgn(&ground, format!("1. e4 {}", "(1. d4 ".repeat(100_000))).await?;
    pgn(&ground, format!("1. e4 {}{} *", "(1. d4 ".repeat(50_000), ")".repeat(50_000))).await?;
    pgn(&ground, format!("1. e4 {{{}", "{".repeat(1_000_000))).await.map(drop)
}

async fn pgn_long(ground: Arc<Ground>) -> Outcome {
    let (status, answer) = pgn(&ground, "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(100_000)).await?;
    must(status >= 400, || format!("it was taken: {}", brief(&answer)))
}

async fn pgn_headers(ground: Arc<Ground>) -> Outcome {
    let headers: String = (0..50_000).map(|n| format!("[X{n} \"{}\"]\n", "y".repeat(40))).collect();
    pgn(&ground, format!("{headers}\n1. e4 *")).await.map(drop)
}

async fn positions(ground: Arc<Ground>) -> Outcome {
    let person = ground.person().await?;
    for fen in [
        "8/8",
        &"8/".repeat(1_000),
        "99999999999999999999/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999 1",
        "KKKKKKKK/8/8/8/8/8/8/kkkkkkkk w - - 0 1",
        "\u{0}",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        let (status, answer) =
            person.ask("POST", "/api/check", json!({ "game": "chess", "fen": fen }).to_string()).await?;
        must(status < 500, || format!("{fen:.60}: {status} {}", brief(&answer)))?;
        let (status, answer) =
            person.ask("POST", "/api/games", json!({ "game": "chess", "fen": fen }).to_string()).await?;
        must(status < 500, || format!("{fen:.60}: {status} {}", brief(&answer)))?;
    }
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(5_000).collect();
    let (status, answer) =
        person.ask("POST", "/api/check", json!({ "game": "chess", "moves": moves }).to_string()).await?;
    must(status < 500, || format!("{status} {}", brief(&answer)))
}

async fn many_uploads(ground: Arc<Ground>) -> Outcome {
    let mallory = Arc::new(ground.person().await?);
    let mut taken = 0;
    for round in 0..5 {
        for number in 0..50 {
            // Nobody else sends the same, which would be theirs.
            let svg = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 77 77'><path d='M{round} {number}h9v9z'/></svg>"
            );
            let (status, _) = mallory.upload("/api/images", "image/svg+xml", svg.into_bytes()).await?;
            must(status < 500, || status.to_string())?;
            taken += usize::from(status < 300);
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    must(taken <= 200, || format!("{taken} images of one person"))
}

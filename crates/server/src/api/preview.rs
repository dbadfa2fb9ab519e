//! What others see of a link to the page: a title, a sentence, the board as a picture.

use crate::app::App;
use crate::fair::Lane;
use axum::http::{HeaderMap, header};
use std::fmt::Write;

/// The size of the picture, in dots.
const SIZE: u32 = 600;

struct Preview {
    title: String,
    sentence: String,
    /// The address of the picture on this server.
    picture: String,
}

/// The elements for the head of the page that tell of what is at a path; nothing where there is nothing to tell.
pub async fn head(app: &App, lane: &Lane, path: &str, headers: &HeaderMap) -> String {
    let mut parts = path.trim_matches('/').split('/');
    let (kind, id) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let found = match kind {
        "play" | "review" | "embed" => of_game(app, lane, id).await,
        "games" | "new" => of_rules(app, id).await,
        "study" => of_study(app, lane, id).await,
        _ => None,
    };
    let Some(Preview { title, sentence, picture }) = found else { return String::new() };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let base = app.config.public_url.clone().or_else(|| host.map(|host| format!("http://{host}")));
    let base = base.unwrap_or_default();
    let base = base.trim_end_matches('/');
    let mut out = String::new();
    for (name, content) in [
        ("og:site_name", "Chatura"),
        ("og:type", "website"),
        ("og:title", title.as_str()),
        ("og:description", sentence.as_str()),
        ("og:url", &format!("{base}{path}")),
        ("og:image", &format!("{base}{picture}")),
        ("og:image:type", "image/png"),
        ("twitter:card", "summary_large_image"),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "    <meta property=\"{name}\" content=\"{}\" />", escaped(content));
    }
    out
}

async fn of_game(app: &App, lane: &Lane, id: &str) -> Option<Preview> {
    if !crate::token::is_name(id) {
        return None;
    }
    let (row, _, _) = app.storage.game(id).await.ok()??;
    let definition = app.library.known_as(lane, &row.origin.definition, row.rules.as_deref()).await.ok()?;
    let title = app.library.name_of(&definition).await.ok()?;
    let names: Vec<&str> =
        row.summary.names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    let who = if names.is_empty() { "A game".to_owned() } else { names.join(" – ") };
    let state = row.summary.result.unwrap_or_else(|| format!("after {} moves", row.summary.ply));
    let picture = format!("/api/games/{id}/board.png?size={SIZE}");
    Some(Preview { title, sentence: format!("{who}: {state}"), picture })
}

async fn of_rules(app: &App, id: &str) -> Option<Preview> {
    let title = app.library.name_of(id).await.ok().filter(|name| name != id)?;
    let about = chatura_define::catalogue::find(id).map(|entry| entry.about.description.clone());
    let sentence = about.filter(|about| !about.is_empty()).unwrap_or_else(|| format!("Play {title}"));
    Some(Preview { title, sentence, picture: format!("/api/catalogue/{id}/board.png?size={SIZE}") })
}

async fn of_study(app: &App, lane: &Lane, id: &str) -> Option<Preview> {
    let (title, chapters, first) = app.studies.title(lane, id).await.ok()?;
    let sentence = match chapters {
        1 => "A study of one chapter".to_owned(),
        count => format!("A study of {count} chapters"),
    };
    Some(Preview { title, sentence, picture: format!("/api/catalogue/{first}/board.png?size={SIZE}") })
}

/// A text as it may stand in an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_do_not_end_their_attribute() {
        assert_eq!(super::escaped("a\"><script>&\n"), "a&quot;&gt;&lt;script&gt;&amp; ");
    }
}

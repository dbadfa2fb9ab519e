//! Writes `docs/definition.md`, the reference of definitions, from the specifications the readers check against, so
//! that it cannot say anything else than the program does, and the boards in `docs/pictures`. Run by `cargo xtask docs`;
//! tests compare.

mod pictures;
mod sections;

use chatura_rules::definition::{Kind, Spec};
use sections::{Section, sections};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    std::fs::write(path(), page(&sections(), &examples()))?;
    pictures::write()
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/definition.md")
}

const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask docs` from the rules' own specifications. Do not edit. -->

# Writing a game

How to define a chess variant: every key there is, what it takes, what holds when it is left out, what it does.

A game is a TOML file. It says everything, or names a game it `extends` and says only what differs. `chatura check` shows
every mistake in its place.
";

/// A whole game and one that says only what differs, as they stand in the catalogue.
fn examples() -> String {
    let text = |id: &str| chatura_define::catalogue::find(id).map_or("", |entry| entry.text.trim());
    format!(
        "\nA whole game:\n\n```toml\n{}\n```\n\nA game that differs from it:\n\n```toml\n{}\n```\n\nThe parts:\n",
        text("chess"),
        text("knightmate")
    )
}

fn page(sections: &[Section], examples: &str) -> String {
    let mut page = format!("{INTRODUCTION}{examples}\n");
    for section in sections {
        let anchor = anchor(&section.title);
        put(&mut page, format_args!("- [{}](#{anchor})", section.title));
    }
    for section in sections {
        put(&mut page, format_args!("\n## {}\n\n{}", section.title, section.introduction.trim()));
        for key in &section.keys {
            put(&mut page, format_args!("\n### `{}`\n", key.name));
            put(&mut page, format_args!("Takes {}. {}\n", takes(&key.kind), default(key)));
            put(&mut page, format_args!("{}", key.documentation.trim()));
            fields(&key.kind, 0, &mut page);
        }
    }
    page
}

/// The keys of the tables inside a value, as nested lists.
fn fields(kind: &Kind, depth: usize, page: &mut String) {
    match kind {
        Kind::Table(keys) => {
            if depth == 0 && !keys.is_empty() {
                page.push('\n');
            }
            for key in *keys {
                let indent = "  ".repeat(depth);
                let text = key.documentation.trim();
                let takes = takes(&key.kind);
                put(page, format_args!("{indent}- `{}`: {takes}. {} {text}", key.name, default(key)));
                fields(&key.kind, depth + 1, page);
            }
        }
        Kind::List(kind) | Kind::PerPiece(kind) | Kind::ByPlayer(kind) => fields(kind, depth, page),
        Kind::Either(kinds) => {
            // A table and a list of such tables have the same keys.
            let mut told: Vec<String> = Vec::new();
            for kind in *kinds {
                let mut keys = String::new();
                fields(kind, depth, &mut keys);
                if !told.contains(&keys) {
                    page.push_str(&keys);
                    told.push(keys);
                }
            }
        }
        _ => {}
    }
}

/// What a key takes, its words as code.
fn takes(kind: &Kind) -> String {
    match kind {
        Kind::Word(words) => words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", "),
        Kind::List(kind) => format!("a list, each {}", takes(kind)),
        Kind::PerPiece(kind) => format!("a table from piece names to {}", takes(kind)),
        Kind::ByPlayer(kind) => format!("{} (or a table by player)", takes(kind)),
        Kind::Either(kinds) => kinds.iter().map(takes).collect::<Vec<_>>().join(", or "),
        kind => kind.describe(),
    }
}

fn default(key: &Spec) -> String {
    match key.default {
        "" | "required" => "Required.".to_owned(),
        default => format!("Default: {default}."),
    }
}

fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|character| character.is_alphanumeric() || *character == '-').collect()
}

fn put(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZONE: Spec =
        Spec { name: "zone", kind: Kind::Zone, default: "", documentation: "Where it happens." };
    const RESULT: Spec = Spec {
        name: "result",
        kind: Kind::Word(&["loss", "draw"]),
        default: "`\"draw\"`",
        documentation: "What it means.",
    };

    const GOAL: Spec = Spec {
        name: "goal",
        kind: Kind::Either(&[Kind::Flag, Kind::Table(&[ZONE, RESULT])]),
        default: "none",
        documentation: "A goal.",
    };

    #[test]
    fn the_reference_is_up_to_date() {
        let written = std::fs::read_to_string(path()).unwrap_or_default();
        let same = written == page(&sections(), &examples());
        assert!(same, "docs/definition.md is out of date; run `cargo xtask docs`");
    }

    #[test]
    fn tables_inside_a_key_become_lists() {
        let (title, introduction) = ("`[end]`: the end".into(), "How it ends.".into());
        let section = Section { title, introduction, keys: vec![&GOAL] };
        let text = page(&[section], "");
        let expected = "
- [`[end]`: the end](#end-the-end)

## `[end]`: the end

How it ends.

### `goal`

Takes true or false, or a table. Default: none.

A goal.

- `zone`: a zone. Required. Where it happens.
- `result`: `\"loss\"`, `\"draw\"`. Default: `\"draw\"`. What it means.
";
        assert_eq!(text.strip_prefix(INTRODUCTION), Some(expected));
    }
}

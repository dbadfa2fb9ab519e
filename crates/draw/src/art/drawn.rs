//! The drawn pieces: the files in `art/`, each a small picture of its own that any viewer shows.

use super::Picture;

macro_rules! drawings {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../art/", $name, ".svg")))),*]
    };
}

/// Every drawing with its name.
const DRAWINGS: &[(&str, &str)] = drawings![
    "amazon",
    "archbishop",
    "bishop",
    "camel",
    "cannon",
    "champion",
    "chancellor",
    "dragon",
    "duck",
    "elephant",
    "ferz",
    "gold",
    "guard",
    "hawk",
    "king",
    "knight",
    "lance",
    "nightrider",
    "pawn",
    "queen",
    "rook",
    "ship",
    "silver",
    "unicorn",
    "wall",
    "wazir",
    "wizard",
    "zebra",
];

/// Other names of the same pieces.
const ALIASES: &[(&str, &str)] = &[
    ("advisor", "ferz"),
    ("alfil", "elephant"),
    ("cardinal", "archbishop"),
    ("chariot", "rook"),
    ("commoner", "guard"),
    ("eagle", "hawk"),
    ("empress", "chancellor"),
    ("falcon", "hawk"),
    ("fers", "ferz"),
    ("general", "king"),
    ("griffin", "hawk"),
    ("griffon", "hawk"),
    ("horse", "knight"),
    ("man", "guard"),
    ("mann", "guard"),
    ("marshal", "chancellor"),
    ("marshall", "chancellor"),
    ("met", "ferz"),
    ("princess", "archbishop"),
    ("soldier", "pawn"),
    ("vizier", "wazir"),
];

/// The drawing of this name.
pub fn picture(name: &str) -> Option<Picture> {
    let name = name.to_lowercase();
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name.as_str(), |(_, name)| name);
    let (id, file) = DRAWINGS.iter().find(|(drawn, _)| *drawn == name)?;
    Some(Picture { id: (*id).to_owned(), body: inside(file), pointed: false, character: false })
}

/// What stands between the outermost tags of a file.
fn inside(file: &str) -> String {
    let begin = file.find('>').map_or(0, |at| at + 1);
    let end = file.rfind("</svg>").unwrap_or(file.len());
    file[begin..end].lines().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_a_drawing() {
        for (alias, name) in ALIASES {
            assert_eq!(picture(alias).map(|picture| picture.id).as_deref(), Some(*name));
        }
        for (name, file) in DRAWINGS {
            assert!(file.starts_with("<svg ") && file.contains("viewBox=\"0 0 100 100\""), "{name}");
            let body = picture(name).unwrap().body;
            assert!(body.starts_with('<') && body.ends_with("/>"), "{name}: {body}");
        }
    }
}

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
    "archer",
    "banner",
    "bear",
    "bishop",
    "bombard",
    "buffalo",
    "camel",
    "cannon",
    "centaur",
    "centurion",
    "champion",
    "chancellor",
    "charging-knight",
    "charging-rook",
    "crescent",
    "crowned-bishop",
    "crowned-rook",
    "dog",
    "dragon",
    "duck",
    "elephant",
    "ferz",
    "fox",
    "frog",
    "giraffe",
    "gold",
    "grasshopper",
    "griffin",
    "guard",
    "hawk",
    "helmet",
    "king",
    "knight",
    "lance",
    "lion",
    "minister",
    "monk",
    "mortar",
    "nightrider",
    "ninja",
    "pawn",
    "phoenix",
    "priestess",
    "queen",
    "quetzal",
    "rhinoceros",
    "rook",
    "ship",
    "short-rook",
    "shrine",
    "silver",
    "snail",
    "snake",
    "squirrel",
    "stone",
    "sword",
    "tiger",
    "unicorn",
    "vao",
    "wall",
    "war-elephant",
    "war-machine",
    "wazir",
    "wizard",
    "zebra",
];

/// Other names of the same pieces.
const ALIASES: &[(&str, &str)] = &[
    ("aanca", "griffin"),
    ("advisor", "ferz"),
    ("alfil", "elephant"),
    ("alibaba", "crescent"),
    ("angel", "amazon"),
    ("archcourier", "crowned-bishop"),
    ("bent-hero", "sword"),
    ("bent-shaman", "monk"),
    ("cardinal", "archbishop"),
    ("chariot", "rook"),
    ("cleric", "monk"),
    ("colonel", "helmet"),
    ("commoner", "guard"),
    ("crowned-knight", "centaur"),
    ("dabbaba", "war-machine"),
    ("dragon-horse", "crowned-bishop"),
    ("dragon-king", "crowned-rook"),
    ("eagle", "hawk"),
    ("empress", "chancellor"),
    ("falcon", "hawk"),
    ("fers", "ferz"),
    ("general", "king"),
    ("griffon", "griffin"),
    ("high-priestess", "priestess"),
    ("horse", "knight"),
    ("horseman", "knight"),
    ("hound", "dog"),
    ("jaguar", "tiger"),
    ("judge", "centaur"),
    ("jumping-general", "helmet"),
    ("khon", "silver"),
    ("kirin", "unicorn"),
    ("lancer", "lance"),
    ("leo", "tiger"),
    ("lightning-war-machine", "war-machine"),
    ("man", "guard"),
    ("mann", "guard"),
    ("marshal", "chancellor"),
    ("marshall", "chancellor"),
    ("met", "ferz"),
    ("missionary", "crowned-bishop"),
    ("oliphant", "war-elephant"),
    ("princess", "archbishop"),
    ("rhino", "rhinoceros"),
    ("sailor", "crowned-rook"),
    ("sergeant", "centurion"),
    ("shaman", "monk"),
    ("sliding-general", "helmet"),
    ("soldier", "pawn"),
    ("tower", "wazir"),
    ("vizier", "wazir"),
    ("vulture", "hawk"),
    ("warrior", "sword"),
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

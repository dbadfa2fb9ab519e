//! Colours on a terminal, from its palette of 256.

/// The colours of one character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// Of the character.
    pub ink: Option<u8>,
    /// Behind it.
    pub ground: Option<u8>,
    /// Drawn strongly.
    pub bold: bool,
}

/// Cells by shade, the dark one first, in each scheme that a definition can name; the first is the usual one.
const CELLS: [(&str, [u8; 3]); 7] = [
    ("wood", [67, 110, 152]),
    ("slate", [66, 103, 146]),
    ("green", [65, 108, 151]),
    ("rose", [132, 139, 182]),
    ("sand", [137, 180, 187]),
    ("night", [60, 61, 103]),
    ("contrast", [102, 145, 188]),
];
/// Where the last move came from and went.
pub const LAST: u8 = 179;
/// A royal piece under attack.
pub const CHECK: u8 = 160;
/// Names inside cells, and moats.
pub const NAME: u8 = 236;
/// Small print outside the board.
pub const FAINT: u8 = 245;
/// Pieces of those who are out, walls.
const DEAD: u8 = 244;

/// Players by the colour in their name.
const PLAYERS: [(&str, u8); 8] = [
    ("white", 231),
    ("black", 16),
    ("red", 124),
    ("blue", 19),
    ("yellow", 226),
    ("green", 22),
    ("purple", 90),
    ("orange", 208),
];

/// The ground of a cell of a shade, in a scheme by its name.
pub fn cell(scheme: Option<&str>, shade: u8) -> u8 {
    let named = CELLS.iter().find(|(name, _)| Some(*name) == scheme);
    let (_, grounds) = named.unwrap_or(&CELLS[0]);
    grounds[usize::from(shade) % grounds.len()]
}

/// The ink of each player: the colour in the name if there is one, else the first that nobody has.
pub fn players(names: &[String]) -> Vec<u8> {
    let named = |name: &String| PLAYERS.iter().find(|(word, _)| name.eq_ignore_ascii_case(word));
    let mut taken: Vec<u8> = names.iter().filter_map(named).map(|(_, ink)| *ink).collect();
    let mut given = Vec::new();
    for name in names {
        let ink = named(name).map(|(_, ink)| *ink).filter(|ink| !given.contains(ink));
        let ink = ink.or_else(|| PLAYERS.iter().map(|(_, ink)| *ink).find(|ink| !taken.contains(ink)));
        let ink = ink.unwrap_or(DEAD);
        taken.push(ink);
        given.push(ink);
    }
    given
}

/// The ink of pieces that belong to nobody.
pub fn dead() -> u8 {
    DEAD
}

/// Characters with their colours as text for a terminal, without spaces at the end that nobody sees.
pub fn line(characters: &[(char, Paint)], color: bool) -> String {
    let seen = |(character, paint): &(char, Paint)| *character != ' ' || color && paint.ground.is_some();
    let end = characters.iter().rposition(seen).map_or(0, |last| last + 1);
    let mut text = String::new();
    let mut now = Paint::default();
    for (character, paint) in &characters[..end] {
        if color && *paint != now {
            text.push_str(&code(*paint));
            now = *paint;
        }
        text.push(*character);
    }
    if now != Paint::default() {
        text.push_str("\x1b[0m");
    }
    text
}

fn code(paint: Paint) -> String {
    let mut code = "\x1b[0".to_owned();
    if paint.bold {
        code += ";1";
    }
    if let Some(ink) = paint.ink {
        code += &format!(";38;5;{ink}");
    }
    if let Some(ground) = paint.ground {
        code += &format!(";48;5;{ground}");
    }
    code + "m"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_without_a_colour_in_their_name_get_one_of_their_own() {
        let names: Vec<String> = ["Ann", "White", "Ben", "Red"].map(str::to_owned).to_vec();
        assert_eq!(players(&names), [16, 231, 19, 124]);
        assert_eq!(players(&["Red".to_owned(), "Red".to_owned()]), [124, 231]);
    }

    #[test]
    fn every_scheme_that_can_be_named_has_grounds() {
        let names: Vec<&str> = CELLS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, chatura_rules::definition::SCHEMES);
        assert_ne!(cell(Some("green"), 0), cell(None, 0));
    }

    #[test]
    fn colours_change_only_where_they_differ() {
        let red = Paint { ink: Some(1), ..Paint::default() };
        let text = [('a', red), ('b', red), ('c', Paint::default()), (' ', Paint::default())];
        assert_eq!(line(&text, true), "\x1b[0;38;5;1mab\x1b[0mc");
        assert_eq!(line(&text, false), "abc");
    }
}

//! The colours of players and cells, told apart also by those who see few of them, and the players' marks.

/// How pieces of a player are painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// What the colour is called.
    pub name: &'static str,
    /// The body.
    pub body: &'static str,
    /// The outline.
    pub line: &'static str,
    /// Details, letters and marks on the body.
    pub ink: &'static str,
}

const fn paint(name: &'static str, body: &'static str, line: &'static str, ink: &'static str) -> Paint {
    Paint { name, body, line, ink }
}

/// In the order in which players without a colour in their name get them. Hues after Okabe and Ito, whose difference
/// survives colour blindness; lightness differs too.
const PAINTS: [Paint; 8] = [
    paint("white", "#ffffff", "#262626", "#262626"),
    paint("black", "#35383d", "#0d0d0d", "#f4f4f4"),
    paint("red", "#cf3f1d", "#3d0f04", "#ffffff"),
    paint("blue", "#0a6fb0", "#00263f", "#ffffff"),
    paint("yellow", "#f6d743", "#453800", "#332a00"),
    paint("green", "#0b9d75", "#00362a", "#ffffff"),
    paint("purple", "#c987b8", "#42203a", "#2e1027"),
    paint("orange", "#eb9a1c", "#4a2f00", "#2b1c00"),
];

/// Walls, ducks and armies whose player is out.
pub const DEAD: Paint = paint("dead", "#c4c4c4", "#777777", "#777777");

/// The colours of cells.
struct Scheme {
    name: &'static str,
    /// Where there are two, the first family first.
    two: [&'static str; 2],
    three: [&'static str; 3],
    /// Of boards that are of one colour.
    one: &'static str,
}

const fn scheme(
    name: &'static str,
    two: [&'static str; 2],
    three: [&'static str; 3],
    one: &'static str,
) -> Scheme {
    Scheme { name, two, three, one }
}

/// Those a definition can name, the usual one first; the page has the same.
const SCHEMES: [Scheme; 7] = [
    scheme("wood", ["#b58a5b", "#f0dcbc"], ["#a97c50", "#d1ab7c", "#f1dfc2"], "#ecd3a0"),
    scheme("slate", ["#7d8fa3", "#dfe5ea"], ["#70839a", "#a6b4c2", "#e0e6eb"], "#d5dce2"),
    scheme("green", ["#76945a", "#ebecd3"], ["#6c8a52", "#a7ba85", "#ecedd6"], "#dfe3c0"),
    scheme("rose", ["#b97f86", "#f3dfdf"], ["#ae727a", "#d5a9ad", "#f4e3e2"], "#eed3d1"),
    scheme("sand", ["#c9a66b", "#f7ecd2"], ["#bb9657", "#dcc08d", "#f8efda"], "#efdfb9"),
    scheme("night", ["#4d5d7c", "#9fb0cc"], ["#42506c", "#7182a1", "#a9b9d3"], "#8d9fbe"),
    scheme("contrast", ["#8a8a8a", "#ffffff"], ["#7a7a7a", "#bcbcbc", "#ffffff"], "#f2f2f2"),
];

/// What lies behind the board: names outside it are dark, wherever the picture is shown.
pub const BACKGROUND: &str = "#faf8f2";

/// The paint of each player: the colour in its name if there is one, else the first that nobody has.
pub fn paints(players: &[String]) -> Vec<Paint> {
    let mut given: Vec<Option<Paint>> = vec![None; players.len()];
    for (seat, name) in players.iter().enumerate() {
        let named = PAINTS.iter().find(|paint| name.eq_ignore_ascii_case(paint.name));
        given[seat] = named.filter(|paint| !given.contains(&Some(**paint))).copied();
    }
    for seat in 0..given.len() {
        if given[seat].is_none() {
            let free = PAINTS.iter().find(|paint| !given.contains(&Some(**paint)));
            given[seat] = Some(free.copied().unwrap_or(DEAD));
        }
    }
    given.into_iter().flatten().collect()
}

/// The colour of cells of a shade, in a scheme by its name.
pub fn cell(scheme: Option<&str>, shade: usize, shades: usize, plain: bool) -> &'static str {
    let named = SCHEMES.iter().find(|own| Some(own.name) == scheme);
    let scheme = named.unwrap_or(&SCHEMES[0]);
    match shades {
        _ if plain => scheme.one,
        0..=2 => scheme.two[shade % 2],
        _ => scheme.three[shade % 3],
    }
}

/// The mark of a player, round the origin and within 10 of it.
pub fn mark(seat: usize) -> &'static str {
    [
        "M-9 0a9 9 0 1 1 18 0a9 9 0 1 1-18 0z",
        "M-8-8h16v16h-16z",
        "M0-10l10 18h-20z",
        "M0-11l9 11-9 11-9-11z",
        "M-3.5-10h7v6.5h6.5v7h-6.5v6.5h-7v-6.5h-6.5v-7h6.5z",
        "M0-11l3 7.5 8 .5-6 5 2 8-7-4.5-7 4.5 2-8-6-5 8-.5z",
        "M-11-4h22v8h-22z",
        "M-10-8h20l-10 18z",
    ][seat % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(players: &[&str]) -> Vec<&'static str> {
        let players: Vec<String> = players.iter().map(|name| (*name).to_owned()).collect();
        paints(&players).iter().map(|paint| paint.name).collect()
    }

    #[test]
    fn every_scheme_that_can_be_named_has_colours() {
        let names: Vec<&str> = SCHEMES.iter().map(|scheme| scheme.name).collect();
        assert_eq!(names, chatura_rules::definition::SCHEMES);
        assert_eq!(cell(Some("green"), 1, 2, false), "#ebecd3");
        assert_eq!(cell(None, 2, 3, false), "#f1dfc2");
        assert_eq!(cell(Some("slate"), 1, 2, true), "#d5dce2");
    }

    #[test]
    fn players_get_the_colour_in_their_name() {
        assert_eq!(names(&["White", "Black", "Red"]), ["white", "black", "red"]);
        assert_eq!(names(&["Sente", "Gote"]), ["white", "black"]);
        assert_eq!(names(&["Ann", "White", "Ben"]), ["black", "white", "red"]);
        assert_eq!(names(&["Red", "Red"]), ["red", "white"]);
        assert_eq!(names(&["1", "2", "3", "4", "5", "6", "7", "8"]).len(), 8);
    }
}

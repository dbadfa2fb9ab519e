//! Pieces that are written: shogi's on pentagons that point ahead, xiangqi's on discs.

use super::Picture;
use super::strokes::strokes;
use crate::xml::put;
use chatura_rules::Player;

/// Shogi pieces by the name of their image, what is written on them, and the drawing of a Western set; promoted pieces
/// are those that have the drawing of another.
const SHOGI: &[(&str, &str, &str)] = &[
    ("pawn", "歩", "pawn"),
    ("lance", "香", "lance"),
    ("knight", "桂", "knight"),
    ("silver", "銀", "silver"),
    ("gold", "金", "gold"),
    ("bishop", "角", "bishop"),
    ("rook", "飛", "rook"),
    ("king", "玉", "king"),
    ("queen", "后", "queen"),
    ("elephant", "象", "elephant"),
    ("tokin", "と", "pawn"),
    ("promoted-lance", "杏", "lance"),
    ("promoted-knight", "圭", "knight"),
    ("promoted-silver", "全", "silver"),
    ("horse", "馬", "bishop"),
    ("dragon", "龍", "rook"),
    ("prince", "太", "elephant"),
];

/// Xiangqi pieces by the name of their image, what the first and the second player write on them, and the drawing.
const XIANGQI: &[(&str, &str, &str, &str)] = &[
    ("general", "帥", "將", "king"),
    ("advisor", "仕", "士", "ferz"),
    ("elephant", "相", "象", "elephant"),
    ("horse", "傌", "馬", "knight"),
    ("chariot", "俥", "車", "rook"),
    ("cannon", "炮", "砲", "cannon"),
    ("soldier", "兵", "卒", "pawn"),
];

/// The wood they are made of, and what is written on it: shogi's pieces tell by their direction whose they are,
/// xiangqi's by their colour.
const WOOD: &str = "#f4deb0";
const BLACK: &str = "#1f1a14";
const RED: &str = "#c01f0e";

/// The written piece of this image, `shogi-pawn` or `xiangqi-soldier`.
pub fn picture(image: &str, owner: Player) -> Option<Picture> {
    let image = image.to_lowercase();
    if let Some(name) = image.strip_prefix("shogi-") {
        let (_, character, drawing) = SHOGI.iter().find(|(shogi, ..)| *shogi == name)?;
        let pentagon = format!("<path fill=\"{WOOD}\" stroke=\"#4a3310\" d=\"M50 7l27 13 9 73H14l9-73z\"/>");
        let ink = if name == *drawing { BLACK } else { RED };
        let body = format!("{pentagon}{}", written(character, "translate(21 27) scale(.58 .62)", ink));
        return Some(Picture { id: image, body, pointed: true, character: true });
    }
    let name = image.strip_prefix("xiangqi-")?;
    let (_, first, second, _) = XIANGQI.iter().find(|(xiangqi, ..)| *xiangqi == name)?;
    let (seat, character, ink) = if owner == Player(0) { (1, first, RED) } else { (2, second, BLACK) };
    let mut body = format!("<circle cx=\"50\" cy=\"50\" r=\"43\" fill=\"{WOOD}\" stroke=\"#4a3310\"/>");
    put!(body, "<circle cx=\"50\" cy=\"50\" r=\"36\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\"/>");
    body += &written(character, "translate(23 23) scale(.54)", ink);
    Some(Picture { id: format!("{image}-{seat}"), body, pointed: false, character: true })
}

/// The drawing for those who do not read these characters, and whether the piece is promoted.
pub fn western(image: &str) -> Option<(&'static str, bool)> {
    let image = image.to_lowercase();
    if let Some(name) = image.strip_prefix("shogi-") {
        return SHOGI
            .iter()
            .find(|(shogi, ..)| *shogi == name)
            .map(|(_, _, drawing)| (*drawing, name != *drawing));
    }
    let name = image.strip_prefix("xiangqi-")?;
    XIANGQI.iter().find(|(xiangqi, ..)| *xiangqi == name).map(|(.., drawing)| (*drawing, false))
}

fn written(character: &str, place: &str, ink: &str) -> String {
    let strokes = strokes(character).unwrap_or_default();
    format!("<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"8\" transform=\"{place}\" d=\"{strokes}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_writes_its_own() {
        let text = |image: &str, owner: u8| picture(image, Player(owner)).unwrap().body;
        assert_ne!(text("xiangqi-general", 0), text("xiangqi-general", 1));
        assert!(text("shogi-king", 0) == text("shogi-king", 1));
        assert!(text("shogi-tokin", 0).contains(RED) && text("shogi-pawn", 0).contains(BLACK));
        assert!(picture("shogi-camel", Player(0)).is_none() && picture("general", Player(0)).is_none());
    }

    #[test]
    fn each_character_can_be_written() {
        let characters = SHOGI.iter().map(|piece| piece.1);
        let characters = characters.chain(XIANGQI.iter().flat_map(|piece| [piece.1, piece.2]));
        characters.for_each(|character| assert!(strokes(character).is_some(), "{character}"));
    }

    #[test]
    fn each_has_a_drawing_too() {
        let drawn = SHOGI.iter().map(|piece| piece.2).chain(XIANGQI.iter().map(|piece| piece.3));
        drawn.for_each(|name| assert!(super::super::drawn::picture(name).is_some(), "{name}"));
        assert_eq!(western("shogi-tokin"), Some(("pawn", true)));
        assert_eq!(western("xiangqi-horse"), Some(("knight", false)));
        assert_eq!(western("knight"), None);
    }
}

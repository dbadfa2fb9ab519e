//! Pieces that are written: shogi's on pentagons that point ahead, xiangqi's on discs.

use super::Picture;
use crate::xml::put;
use rules::Player;

/// Shogi pieces by the name of their image, what is written on them, and whether they are promoted.
const SHOGI: &[(&str, &str, bool)] = &[
    ("pawn", "歩", false),
    ("lance", "香", false),
    ("knight", "桂", false),
    ("silver", "銀", false),
    ("gold", "金", false),
    ("bishop", "角", false),
    ("rook", "飛", false),
    ("king", "玉", false),
    ("tokin", "と", true),
    ("promoted-lance", "杏", true),
    ("promoted-knight", "圭", true),
    ("promoted-silver", "全", true),
    ("horse", "馬", true),
    ("dragon", "龍", true),
];

/// Xiangqi pieces by the name of their image, and what the first and the second player write on them.
const XIANGQI: &[(&str, &str, &str)] = &[
    ("general", "帥", "將"),
    ("advisor", "仕", "士"),
    ("elephant", "相", "象"),
    ("horse", "傌", "馬"),
    ("chariot", "俥", "車"),
    ("cannon", "炮", "砲"),
    ("soldier", "兵", "卒"),
];

const SERIF: &str = "'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN','Yu Mincho',\
                     'Songti SC',SimSun,serif";
/// What promoted pieces are written in; legible on light and on dark bodies.
const PROMOTED: &str = "#e0402f";

/// The written piece of this image, `shogi-pawn` or `xiangqi-soldier`.
pub fn picture(image: &str, owner: Player) -> Option<Picture> {
    let image = image.to_lowercase();
    if let Some(name) = image.strip_prefix("shogi-") {
        let (_, character, promoted) = SHOGI.iter().find(|(shogi, ..)| *shogi == name)?;
        let pentagon = "<path d=\"M50 7l27 13 9 73H14l9-73z\"/>";
        let ink = if *promoted { PROMOTED } else { "currentColor" };
        let body = format!("{pentagon}{}", written(character, 74, 50, ink));
        return Some(Picture { id: image, body, pointed: true, character: true });
    }
    let name = image.strip_prefix("xiangqi-")?;
    let (_, first, second) = XIANGQI.iter().find(|(xiangqi, ..)| *xiangqi == name)?;
    let (seat, character) = if owner == Player(0) { (1, first) } else { (2, second) };
    let mut body = "<circle cx=\"50\" cy=\"50\" r=\"42\"/>".to_owned();
    put!(
        body,
        "<circle cx=\"50\" cy=\"50\" r=\"35\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/>"
    );
    body += &written(character, 67, 48, "currentColor");
    Some(Picture { id: format!("{image}-{seat}"), body, pointed: false, character: true })
}

fn written(character: &str, y: u32, size: u32, ink: &str) -> String {
    format!(
        "<text x=\"50\" y=\"{y}\" font-family=\"{SERIF}\" font-size=\"{size}\" font-weight=\"bold\" \
         text-anchor=\"middle\" fill=\"{ink}\" stroke=\"none\">{character}</text>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_writes_its_own() {
        let text = |image: &str, owner: u8| picture(image, Player(owner)).unwrap().body;
        assert!(text("xiangqi-general", 0).contains('帥') && text("xiangqi-general", 1).contains('將'));
        assert!(text("shogi-king", 0) == text("shogi-king", 1));
        assert!(text("shogi-tokin", 0).contains(PROMOTED));
        assert!(picture("shogi-camel", Player(0)).is_none() && picture("general", Player(0)).is_none());
    }
}

//! Which picture a type of piece gets: the one its definition names, else one of its name, else its letter on a disc.

pub(crate) mod alphabet;
mod characters;
mod drawn;
mod strokes;

pub(crate) use characters::western;

use crate::xml::{Escaped, put};
use chatura_rules::{Game, Piece, TypeInfo};

/// A picture of a piece, in a box of 100 by 100.
///
/// Bodies take fill and stroke from where they are used, details its `color`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// A name that no other picture has.
    pub id: String,
    /// The elements.
    pub body: String,
    /// It points to where its owner goes, so it is turned toward the others.
    pub pointed: bool,
    /// It stands for a script, on boards that are of one colour.
    pub character: bool,
}

/// Which pictures are taken where there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceSet {
    /// Those the definition names.
    #[default]
    Own,
    /// Drawings instead of characters.
    Western,
}

impl PieceSet {
    /// The set that is shown of a game to whoever takes its own.
    pub(crate) fn of(self, game: &Game) -> PieceSet {
        match game.look().set.as_deref() {
            Some("western") => PieceSet::Western,
            _ => self,
        }
    }
}

impl Picture {
    /// The picture of a piece.
    pub fn of(piece: Piece, types: &[TypeInfo], set: PieceSet) -> Picture {
        let info = &types[piece.kind().index()];
        // A promoted look-alike looks like what it is played as.
        let base = types.get(info.base).unwrap_or(info);
        let names = [info.image.as_deref(), base.image.as_deref(), Some(&info.name), Some(&base.name)];
        let found = names.into_iter().flatten().find_map(|name| match set {
            PieceSet::Western if western(name).is_some() => drawing(name),
            _ => characters::picture(name, piece.owner()).or_else(|| drawn::picture(name)),
        });
        match found {
            Some(picture) if info.base != piece.kind().index() => picture.promoted(),
            // A promoted piece that borrows another's drawing is told from that one.
            Some(picture) if info.letter.starts_with('+') && info.image.is_some() && !picture.character => {
                picture.crowned()
            }
            Some(picture) => picture,
            None => letter(&info.letter),
        }
    }

    /// With a dot, as pieces have that only look like what they are.
    fn promoted(mut self) -> Picture {
        self.id += "-promoted";
        self.body += "<circle cx=\"90\" cy=\"12\" r=\"6\" fill=\"currentColor\"/>";
        self
    }

    /// With a star, as pieces have that became more than they were.
    fn crowned(mut self) -> Picture {
        self.id += "-crowned";
        let star = "M84 4l4 8 9 1-7 6 2 9-8-4-8 4 2-9-7-6 9-1z";
        put!(self.body, "<path fill=\"#e8b417\" stroke-width=\"3\" d=\"{star}\"/>");
        self
    }
}

/// The drawing instead of a character.
fn drawing(name: &str) -> Option<Picture> {
    let (name, promoted) = western(name)?;
    let picture = drawn::picture(name)?;
    Some(if promoted { picture.crowned() } else { picture })
}

/// A letter on a disc.
fn letter(letter: &str) -> Picture {
    let code: String = letter.chars().map(|c| format!("-{:x}", u32::from(c))).collect();
    let size = match letter.chars().count() {
        0 | 1 => 48,
        2 => 38,
        3 => 28,
        _ => 20,
    };
    let mut body = "<circle cx=\"50\" cy=\"50\" r=\"40\"/>".to_owned();
    put!(
        body,
        "<circle cx=\"50\" cy=\"50\" r=\"33\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/>"
    );
    if let Some(strokes) = alphabet::strokes(letter) {
        let scale = 0.0072 * size as f32;
        let wide = scale * (alphabet::WIDTH + alphabet::STEP * (strokes.len().max(1) - 1) as f32);
        let (x, y) = (50.0 - wide / 2.0, 50.0 - 50.0 * scale);
        put!(
            body,
            "<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"14\" stroke-linecap=\"round\" \
             transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\">"
        );
        for (right, path) in strokes {
            put!(body, "<path transform=\"translate({right} 0)\" d=\"{path}\"/>");
        }
        body += "</g>";
        return Picture { id: format!("letter{code}"), body, pointed: false, character: false };
    }
    let y = 50.0 + size as f32 * 0.36;
    put!(
        body,
        "<text x=\"50\" y=\"{y:.0}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" \
         fill=\"currentColor\" stroke=\"none\">{}</text>",
        Escaped(letter)
    );
    Picture { id: format!("letter{code}"), body, pointed: false, character: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::definition::{Evaluation, Royal, Written};
    use chatura_rules::{PieceType, Player};

    fn info(name: &str, letter: &str, image: Option<&str>) -> TypeInfo {
        TypeInfo {
            wall: false,
            owners: u8::MAX,
            name: name.to_owned(),
            letter: letter.to_owned(),
            royal: Royal::No,
            demoted: PieceType(0),
            value: None,
            evaluation: Evaluation::default(),
            image: image.map(str::to_owned),
            written: Written::default(),
            called: Vec::new(),
            base: 0,
        }
    }

    fn id(info: TypeInfo) -> String {
        Picture::of(Piece::new(Player(0), PieceType(0)), &[info], PieceSet::Own).id
    }

    #[test]
    fn the_image_comes_before_the_name_and_the_name_before_the_letter() {
        assert_eq!(id(info("guard", "G", Some("rook"))), "rook");
        assert_eq!(id(info("Rook", "G", Some("no such picture"))), "rook");
        assert_eq!(id(info("cardinal", "A", None)), "archbishop");
        assert_eq!(id(info("sentry", "+G", None)), "letter-2b-47");
    }

    #[test]
    fn letters_are_strokes_where_they_are_known_and_else_text() {
        assert!(!letter("+G").body.contains("<text"));
        assert!(letter("Щ").body.contains(">Щ</text>"));
        assert!(letter("<&").body.contains(">&lt;&amp;</text>"));
    }

    #[test]
    fn every_piece_of_the_catalogue_has_a_drawing() {
        let mut letters = Vec::new();
        for entry in chatura_define::catalogue::list() {
            let game = chatura_define::load(&entry.about.id, &[], 0).unwrap();
            for (kind, info) in game.types().iter().enumerate() {
                let piece = Piece::new(Player(0), PieceType(kind as u8));
                if Picture::of(piece, game.types(), PieceSet::Own).id.starts_with("letter") {
                    letters.push(format!("{}: {}", entry.about.id, info.name));
                }
            }
        }
        assert!(letters.is_empty(), "only a letter on a disc: {letters:#?}");
    }
}

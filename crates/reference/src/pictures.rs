//! The boards that the documentation shows, drawn by the program.

use std::path::PathBuf;

/// The games whose boards are shown, those that are hard to imagine, and the shapes they are examples of.
const GAMES: &[(&str, &str)] = &[
    ("three-player", "trihex"),
    ("three-man", "ring"),
    ("four-player", "cross"),
    ("six-player", "hexes"),
    ("glinski", "hexes"),
];

/// Pictures of boards of a shape, for the reference.
pub fn of_shape(shape: &str) -> String {
    let games = GAMES.iter().filter(|(_, of)| *of == shape);
    games.map(|(game, _)| format!("\n\n![The board of {game}](pictures/{game}.svg)")).collect()
}

/// Draws all of them.
pub fn write() -> std::io::Result<()> {
    for (game, _) in GAMES {
        let path = path(game);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, picture(game)?)?;
    }
    Ok(())
}

fn path(game: &str) -> PathBuf {
    super::path().with_file_name("pictures").join(format!("{game}.svg"))
}

fn picture(game: &str) -> std::io::Result<String> {
    let game =
        chatura_define::load(game, &[], 0).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(chatura_draw::svg(&chatura_rules::Position::start(&game), &chatura_draw::SvgOptions::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without its numbers, whose last digits may differ between machines.
    fn bones(picture: &str) -> String {
        picture.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | '-')).collect()
    }

    #[test]
    fn the_pictures_are_up_to_date() {
        for (game, _) in GAMES {
            let drawn = std::fs::read_to_string(path(game)).unwrap_or_default();
            let same = bones(&drawn) == bones(&picture(game).unwrap());
            assert!(same, "docs/pictures/{game}.svg is out of date; run `cargo xtask docs`");
        }
    }
}

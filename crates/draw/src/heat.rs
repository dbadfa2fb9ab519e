//! A number on every cell, the larger the warmer: how far a piece reaches from there.

use crate::geometry::Bounds;
use crate::layout::Layout;
use crate::xml::{Escaped, Length};
use chatura_rules::{Game, Player};
use std::fmt::Write;

/// How wide a cell is.
const CELL: f32 = 45.0;
/// What is left free round the board.
const MARGIN: f32 = 6.0;

/// The board of a game with a number on each cell that has one, as an SVG document.
pub fn heat_map(game: &Game, values: &[Option<f64>], title: &str) -> String {
    let layout = Layout::new(game, CELL, Player(0));
    let bounds = Bounds::of(layout.corners());
    let known = || values.iter().flatten().copied();
    let (least, most) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let (left, top) = (bounds.low.0 - MARGIN, bounds.low.1 - MARGIN);
    let (width, height) =
        (bounds.high.0 - bounds.low.0 + 2.0 * MARGIN, bounds.high.1 - bounds.low.1 + 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" role=\"img\">\n<title>{}</title>\n",
        Length(left),
        Length(top),
        Length(width),
        Length(height),
        Escaped(title)
    );
    for (cell, outline) in layout.outlines.iter().enumerate() {
        let value = values.get(cell).copied().flatten();
        let warmth = value.map(|value| if most > least { (value - least) / (most - least) } else { 0.5 });
        let points: Vec<String> =
            outline.iter().map(|(x, y)| format!("{},{}", Length(*x), Length(*y))).collect();
        let points = points.join(" ");
        let fill = warmth.map_or_else(|| "none".to_owned(), colour);
        let name = Escaped(game.board().name(chatura_rules::Cell(cell as u16)));
        let _ = writeln!(
            out,
            "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#666\"><title>{name}</title></polygon>"
        );
        if let (Some(value), Some(warmth)) = (value, warmth) {
            let (x, y) = layout.centres[cell];
            let ink = if warmth > 0.6 { "#fff" } else { "#222" };
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\" \
                 dominant-baseline=\"central\">{value:.1}</text>",
                Length(x),
                Length(y)
            );
        }
    }
    out + "</svg>\n"
}

/// From pale to deep, so that it reads in grey as well.
fn colour(warmth: f64) -> String {
    let mix = |pale: f64, deep: f64| (pale + (deep - pale) * warmth).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(253.0, 150.0), mix(240.0, 40.0), mix(215.0, 60.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_number_and_the_largest_is_the_deepest() {
        let game = chatura_define::load("chess", &[], 0).expect("a game of the catalogue");
        let values: Vec<Option<f64>> = (0..64).map(|cell| (cell > 0).then_some(f64::from(cell))).collect();
        let picture = heat_map(&game, &values, "a <piece>");
        assert_eq!((picture.matches("<polygon").count(), picture.matches("<text").count()), (64, 63));
        assert!(picture.contains("<title>a &lt;piece&gt;</title>"), "{picture}");
        assert!(picture.contains(&colour(1.0)) && picture.contains("fill=\"none\""));
        roxmltree::Document::parse(&picture).expect("well-formed");
    }
}

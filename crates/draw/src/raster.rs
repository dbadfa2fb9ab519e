//! Pictures made of dots: a position as PNG, a game as an animated GIF.

use crate::{SvgOptions, picture};
use chatura_rules::Position;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::collections::HashMap;

/// The longest side of a picture, in dots.
pub const MAX_SIDE: u32 = 1_200;
/// The most pictures of a GIF.
pub const MAX_FRAMES: usize = 400;
/// What lies behind the board.
const GROUND: resvg::tiny_skia::Color = resvg::tiny_skia::Color::WHITE;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RasterError {
    /// It cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Failed(String),
    /// Whoever wanted it said to stop.
    #[error("the picture was given up before it was done")]
    GivenUp,
}

fn failed(error: impl std::fmt::Display) -> RasterError {
    RasterError::Failed(error.to_string())
}

/// A position as PNG, its longer side so many dots long.
pub fn png(position: &Position, options: &SvgOptions, side: u32) -> Result<Vec<u8>, RasterError> {
    dots(position, options, side)?.encode_png().map_err(failed)
}

/// Draws a position.
fn dots(position: &Position, options: &SvgOptions, side: u32) -> Result<Pixmap, RasterError> {
    let text = picture::Drawing::new(position, options).without_font().document();
    let tree = Tree::from_str(&plain(&text), &Options::default()).map_err(failed)?;
    let size = tree.size();
    let scale = side.clamp(16, MAX_SIDE) as f32 / size.width().max(size.height());
    let dots = |length: f32| ((length * scale).round() as u32).clamp(1, MAX_SIDE);
    let mut map =
        Pixmap::new(dots(size.width()), dots(size.height())).ok_or_else(|| failed("it is empty"))?;
    map.fill(GROUND);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    Ok(map)
}

/// A drawing with its usual colours in place of variables, which pages alone know.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split("var(--");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        // `player-1-body,#fff)` is `#fff`; a text of somebody's that looks like it loses nothing else.
        match part.split_once(',').and_then(|(_, rest)| rest.split_once(')')) {
            Some((usual, rest)) => {
                out.push_str(usual);
                out.push_str(rest);
            }
            None => out.push_str(part),
        }
    }
    out
}

/// Positions one after the other as an animated GIF, each shown for so many hundredths of a second, the last longer. Before
/// each is drawn `go_on` says whether it is still wanted.
pub fn gif(
    positions: &[Position],
    options: &SvgOptions,
    side: u32,
    delay: u16,
    go_on: impl Fn() -> bool,
) -> Result<Vec<u8>, RasterError> {
    let positions = &positions[..positions.len().min(MAX_FRAMES)];
    let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
        return Err(failed("there is nothing in it"));
    };
    let (first, last) = (dots(first, options, side)?, dots(last, options, side)?);
    let (width, height) = (first.width() as u16, first.height() as u16);
    let mut palette = Palette::of([&first, &last]);
    let mut out = Vec::new();
    let mut encoder = gif::Encoder::new(&mut out, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
    let mut before: Option<Vec<u8>> = None;
    for (number, position) in positions.iter().enumerate() {
        if !go_on() {
            return Err(RasterError::GivenUp);
        }
        // One after the other: four hundred pictures at once would be hundreds of megabytes.
        let map = dots(position, options, side)?;
        // What is held in hand may make a picture larger; those that do not fit are left out.
        if (map.width() as u16, map.height() as u16) != (width, height) {
            continue;
        }
        let now = palette.indices(&map);
        let delay = if number + 1 == positions.len() { delay.saturating_mul(4) } else { delay };
        let frame = frame(before.as_deref(), &now, (width, height), delay);
        encoder.write_frame(&frame).map_err(failed)?;
        before = Some(now);
    }
    drop(encoder);
    Ok(out)
}

/// What of a picture differs from the one before.
fn frame(before: Option<&[u8]>, now: &[u8], (width, height): (u16, u16), delay: u16) -> gif::Frame<'static> {
    let (left, top, wide, high) = changed(before, now, width, height);
    let rows = (top..top + high).map(|row| usize::from(row) * usize::from(width));
    let buffer: Vec<u8> = rows
        .flat_map(|start| now[start + usize::from(left)..start + usize::from(left + wide)].to_vec())
        .collect();
    gif::Frame { delay, left, top, width: wide, height: high, buffer: buffer.into(), ..gif::Frame::default() }
}

/// The smallest box that holds everything that has changed: left, top, width, height.
fn changed(before: Option<&[u8]>, now: &[u8], width: u16, height: u16) -> (u16, u16, u16, u16) {
    let Some(before) = before else { return (0, 0, width, height) };
    let (mut low, mut high) = ((width, height), (0, 0));
    for (place, _) in before.iter().zip(now).enumerate().filter(|(_, (one, other))| one != other) {
        let (x, y) = ((place % usize::from(width)) as u16, (place / usize::from(width)) as u16);
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    match low.0 <= high.0 && low.1 <= high.1 {
        true => (low.0, low.1, high.0 - low.0 + 1, high.1 - low.1 + 1),
        false => (0, 0, 1, 1),
    }
}

/// The colours of a GIF: those that are seen most, and for each other one the nearest of them.
struct Palette {
    colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

/// How many colours a GIF has.
const COLOURS: usize = 256;

impl Palette {
    fn of<'a>(maps: impl IntoIterator<Item = &'a Pixmap>) -> Palette {
        let mut seen: HashMap<[u8; 3], usize> = HashMap::new();
        for map in maps {
            for dot in map.data().chunks_exact(4) {
                *seen.entry([dot[0], dot[1], dot[2]]).or_default() += 1;
            }
        }
        let mut most: Vec<([u8; 3], usize)> = seen.into_iter().collect();
        // The same game makes the same file.
        most.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        let colours: Vec<[u8; 3]> = most.into_iter().take(COLOURS).map(|(colour, _)| colour).collect();
        Palette { colours, known: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flatten().copied().collect()
    }

    fn indices(&mut self, map: &Pixmap) -> Vec<u8> {
        map.data().chunks_exact(4).map(|dot| self.nearest([dot[0], dot[1], dot[2]])).collect()
    }

    fn nearest(&mut self, colour: [u8; 3]) -> u8 {
        let Palette { colours, known } = self;
        *known.entry(colour).or_insert_with(|| {
            let far = |other: &[u8; 3]| -> u32 {
                colour.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
            };
            let nearest = colours.iter().enumerate().min_by_key(|(_, other)| far(other));
            nearest.map_or(0, |(place, _)| place as u8)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::notation::read_move;

    #[test]
    fn variables_have_their_usual_value() {
        let text = "<g fill=\"#fff\" style=\"fill:var(--player-1-body,#fff);stroke:var(--x,#000)\"/>";
        assert_eq!(plain(text), "<g fill=\"#fff\" style=\"fill:#fff;stroke:#000\"/>");
        assert_eq!(plain("a var(--b"), "a b");
    }

    #[test]
    fn a_picture_is_as_large_as_it_should_be_and_not_empty() {
        for id in ["chess", "three-player", "shogi", "omega", "glinski"] {
            let game = chatura_define::load(id, &[], 0).unwrap();
            let map = dots(&Position::start(&game), &SvgOptions::default(), 200).unwrap();
            assert_eq!(map.width().max(map.height()), 200, "{id}");
            let colours: std::collections::HashSet<&[u8]> = map.data().chunks_exact(4).collect();
            assert!(colours.len() > 20, "{id}: {}", colours.len());
        }
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let picture = png(&Position::start(&game), &SvgOptions::default(), 64).unwrap();
        assert_eq!(&picture[1..4], b"PNG");
    }

    #[test]
    fn a_game_moves() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let mut positions = vec![Position::start(&game)];
        for text in ["e4", "e5", "Nf3"] {
            let mut next = positions[positions.len() - 1].clone();
            next.play(read_move(&next, text).unwrap()).unwrap();
            positions.push(next);
        }
        let made = gif(&positions, &SvgOptions::default(), 120, 80, || true).unwrap();
        let drawn = std::cell::Cell::new(0);
        let twice = || drawn.replace(drawn.get() + 1) < 2;
        let stopped = gif(&positions, &SvgOptions::default(), 120, 80, twice);
        assert_eq!((stopped, drawn.get()), (Err(RasterError::GivenUp), 3), "nobody waits any more");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut read = options.read_info(&made[..]).unwrap();
        let (mut frames, mut areas) = (0, Vec::new());
        while let Some(frame) = read.read_next_frame().unwrap() {
            frames += 1;
            areas.push(u32::from(frame.width) * u32::from(frame.height));
        }
        assert_eq!(frames, 4);
        // Only what has changed is drawn again.
        assert!(areas[1..].iter().all(|area| area * 3 < areas[0]), "{areas:?}");
    }
}

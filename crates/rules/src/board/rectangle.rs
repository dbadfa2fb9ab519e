//! Rectangles: plain, wrapped into a cylinder, with holes, with extra cells outside.

use super::{Board, CellInfo, Lattice, Leap, Shape, Slot, Touch, names};
use crate::cell::{Cell, MAX_CELLS};
use crate::definition::{Kind, Problem, Problems, Reader, Spec, Value};

/// The rectangle.
pub const SHAPE: Shape = Shape {
    name: "rectangle",
    documentation: "Square cells in files `a`–`z` and ranks 1–26; a game may call them otherwise.",
    keys: &[
        Spec {
            name: "size",
            kind: Kind::List(&Kind::Number(1, 26)),
            default: "[8, 8]",
            documentation: "Files and ranks.",
        },
        Spec {
            name: "files",
            kind: names::KIND,
            default: "`a`, `b`, `c` …",
            documentation: "What the files are called, from the first player's left: a text with a letter or digit for each, \
                            `\"987654321\"`, or a list of texts. A cell is called by its file and its rank, so one of \
                            them has digits and the other letters.",
        },
        Spec {
            name: "ranks",
            kind: names::KIND,
            default: "1, 2, 3 …",
            documentation: "What the ranks are called, from the first player's side: `\"ihgfedcba\"`, or a list of texts.",
        },
        Spec {
            name: "wrap",
            kind: Kind::Flag,
            default: "false",
            documentation: "Joins the left side to the right one: a cylinder.",
        },
        Spec {
            name: "holes",
            kind: Kind::List(&Kind::Text),
            default: "none",
            documentation: "Cells that are not there, by name. Leaps pass over them, slides stop.",
        },
        Spec {
            name: "extra",
            kind: Kind::List(&Kind::List(&Kind::Either(&[Kind::Text, Kind::Number(-5, 32)]))),
            default: "none",
            documentation: "Cells outside the rectangle: `[[\"w1\", 0, 0], …]` gives a name, a file and a rank; \
                            counting begins at 1, so 0 is one step to the left or below.",
        },
    ],
    lattice: Lattice::Squares,
    build,
};

/// A place on the grid, counted from 1 inside the rectangle.
pub(super) type FileRank = (i32, i32);

fn build(reader: &mut Reader<'_>) -> Result<Board, Problems> {
    let (files, ranks) = size(reader)?;
    let wrap = reader.flag("wrap", false);
    let (called, mut names) = (names::of(reader, files, ranks)?, Vec::new());
    for rank in 1..=ranks {
        for file in 1..=files {
            names.push(((file, rank), called.cell(file, rank)));
        }
    }
    let mut holes = Vec::new();
    for hole in reader.texts("holes") {
        match names.iter().position(|(_, name)| *name == hole.value) {
            Some(at) => holes.push(names.remove(at).0),
            None if holes.is_empty() || !hole.value.is_empty() => reader.problem(
                Problem::new(
                    hole.span,
                    format!("there is no cell \"{}\" to leave out", hole.value),
                    "no such cell",
                )
                .help(format!("the board has {files} files and {ranks} ranks")),
            ),
            None => {}
        }
    }
    let extras = extra(reader, &names, (files, ranks));
    let outside = extras.iter().map(|(place, _)| *place);
    let low = outside.clone().fold((1, 1), |l, p| (l.0.min(p.0), l.1.min(p.1)));
    let high = outside.fold((files, ranks), |h, p| (h.0.max(p.0), h.1.max(p.1)));
    names.extend(extras);
    // Numbers follow ranks then files also across extra cells, so that a pawn's step is one shift for most cells.
    names.sort_by_key(|((file, rank), _)| (*rank, *file));
    if names.len() > MAX_CELLS {
        return Err(Problem::new(
            reader.span_of("size"),
            format!("a board has at most {MAX_CELLS} cells, this one has {}", names.len()),
            "too large",
        )
        .into());
    }
    if names.is_empty() {
        return Err(Problem::new(reader.span(), "a board needs at least one cell", "nothing is left").into());
    }
    for rank in low.1..=high.1 {
        for file in low.0..=high.0 {
            if !names.iter().any(|(place, _)| *place == (file, rank)) && !holes.contains(&(file, rank)) {
                holes.push((file, rank));
            }
        }
    }
    let places: Vec<FileRank> = names.iter().map(|(place, _)| *place).chain(holes).collect();
    reader.done()?;
    Ok(assemble(&names, &places, &Frame { files, ranks, low, high, wrap }))
}

fn size(reader: &mut Reader<'_>) -> Result<(i32, i32), Problems> {
    let sizes = reader.numbers("size");
    match sizes[..] {
        [] => Ok((8, 8)),
        [files, ranks] => Ok((files as i32, ranks as i32)),
        _ => Err(Problem::new(reader.span_of("size"), "a size is two numbers", "files and ranks")
            .help("size = [8, 8]")
            .into()),
    }
}

fn extra(reader: &mut Reader<'_>, names: &[(FileRank, String)], size: (i32, i32)) -> Vec<(FileRank, String)> {
    let mut extras: Vec<(FileRank, String)> = Vec::new();
    for entry in reader.list("extra") {
        let Value::List(items) = &entry.value else { continue };
        let (name, place) = match &items[..] {
            [name, file, rank] => match (&name.value, &file.value, &rank.value) {
                (Value::Text(name), Value::Number(f), Value::Number(r)) => (name, (*f as i32, *r as i32)),
                _ => {
                    reader.problem(Problem::new(
                        entry.span,
                        "an extra cell is [name, file, rank]",
                        "not that",
                    ));
                    continue;
                }
            },
            _ => {
                reader.problem(Problem::new(entry.span, "an extra cell is [name, file, rank]", "not that"));
                continue;
            }
        };
        let inside = (1..=size.0).contains(&place.0) && (1..=size.1).contains(&place.1);
        let taken = names.iter().chain(&extras).any(|(_, n)| n == name);
        if inside || taken || extras.iter().any(|(p, _)| *p == place) {
            reader.problem(
                Problem::new(entry.span, format!("the extra cell \"{name}\" is already there"), "twice")
                    .help("extra cells lie outside the rectangle and have names of their own"),
            );
        } else {
            extras.push((place, name.clone()));
        }
    }
    extras
}

/// What lies where: the files and ranks that count, the corners of all there is, and whether the sides are joined.
pub(super) struct Frame {
    pub files: i32,
    pub ranks: i32,
    pub low: FileRank,
    pub high: FileRank,
    pub wrap: bool,
}

/// A board of named cells and, behind them among the places, holes.
pub(super) fn assemble(names: &[(FileRank, String)], places: &[FileRank], frame: &Frame) -> Board {
    let wide = frame.high.0 - frame.low.0 + 1;
    let mut at = std::collections::HashMap::new();
    for (node, place) in places.iter().enumerate() {
        at.insert(*place, node as u16);
    }
    let step = |(file, rank): FileRank, (x, y): Leap| {
        let (x, y) = (i32::from(x), i32::from(y));
        let file =
            if frame.wrap { (file - frame.low.0 + x).rem_euclid(wide) + frame.low.0 } else { file + x };
        at.get(&(file, rank + y)).copied()
    };
    let rings = places
        .iter()
        .map(|&place| {
            (0..8)
                .map(|slot| Slot {
                    touch: Touch::at(slot),
                    links: step(place, Lattice::Squares.steps()[slot])
                        .map(|node| (node, (slot as u8 + 4) % 8))
                        .into_iter()
                        .collect(),
                })
                .collect()
        })
        .collect();
    let cells = names
        .iter()
        .map(|((file, rank), name)| {
            let (x, y) = (*file as f32 - 1.0, *rank as f32 - 1.0);
            let inside = (1..=frame.files).contains(file) && (1..=frame.ranks).contains(rank);
            CellInfo {
                name: name.clone(),
                file: if inside { *file as u16 } else { 0 },
                rank: if inside { *rank as u16 } else { 0 },
                family: (file + rank).rem_euclid(2) as u8,
                outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
                centre: (x + 0.5, y + 0.5),
            }
        })
        .collect();
    let cell = |place: FileRank| at.get(&place).filter(|n| usize::from(**n) < names.len()).map(|n| Cell(*n));
    let rows = (frame.low.1..=frame.high.1)
        .rev()
        .map(|rank| (frame.low.0..=frame.high.0).map(|file| cell((file, rank))).collect())
        .collect();
    let identity: Vec<Cell> = (0..names.len()).map(|c| Cell(c as u16)).collect();
    let mut symmetries = Vec::new();
    for (name, turns_files) in [("mirror", false), ("rotation", true)] {
        let image = |(file, rank): FileRank| {
            let file = if turns_files { frame.low.0 + frame.high.0 - file } else { file };
            cell((file, frame.low.1 + frame.high.1 - rank))
        };
        let map: Option<Vec<Cell>> = names.iter().map(|(place, _)| image(*place)).collect();
        symmetries.extend(map.map(|map| (name.to_owned(), vec![identity.clone(), map])));
    }
    Board {
        cells,
        rings,
        families: vec!["dark".into(), "light".into()],
        rows,
        symmetries,
        ranks: frame.ranks as u16,
        files: frame.files as u16,
    }
}

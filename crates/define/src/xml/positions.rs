//! `<Positions>`: the cells, what touches them, and how they look.

use super::source::{Element, Notes};
use chatura_rules::MAX_CELLS;
use chatura_rules::board::cells::Listed;
use chatura_rules::board::{CellInfo, Touch};
use chatura_rules::definition::Spanned;
use std::collections::HashMap;

/// The cells of a board file.
#[derive(Default)]
pub(super) struct Cells {
    /// In the order written.
    pub listed: Vec<Listed>,
    /// The file and the rank of each, as written.
    pub places: Vec<(char, u32)>,
    /// Names of the colours of cells.
    pub families: Vec<String>,
    /// Numbers by name.
    pub numbers: HashMap<String, usize>,
}

/// The greatest rank.
const MAX_RANK: u32 = 1000;

/// A direction: its name, how it touches, and the cells there.
struct Direction {
    name: Spanned<String>,
    touch: Touch,
    cells: Vec<usize>,
}

/// Reads the cells. `height` is that of the board's image: y grows downward there, and upward here.
pub(super) fn read(positions: Element<'_>, height: f32, families: &[String], notes: &mut Notes) -> Cells {
    let mut cells = Cells { families: families.to_vec(), ..Cells::default() };
    let mut elements = Vec::new();
    for element in notes.children(positions, "Position") {
        if elements.len() >= MAX_CELLS {
            let help = format!("at most {MAX_CELLS} cells");
            notes.problem(notes.name(element), "the board has too many cells", "the first too many", help);
            break;
        }
        if let Some(info) = cells.add(element, height, notes) {
            elements.push((element, info));
        }
    }
    let files = file_numbers(&cells.places);
    // Where ranks are called from 0, the first of them is the first all the same.
    let from_zero = u16::from(cells.places.iter().any(|(_, rank)| *rank == 0));
    for (index, (element, mut info)) in elements.into_iter().enumerate() {
        info.file = files[&cells.places[index].0];
        info.rank += from_zero;
        let directions = directions(element, &cells, notes);
        let name = notes.name(element);
        let order = ring(element, &directions, &info.name, name, notes);
        let ring = order.iter().map(|&place| (directions[place].touch, directions[place].cells.clone()));
        let mut written: Vec<usize> = (0..order.len()).collect();
        written.sort_by_key(|place| order[*place]);
        cells.listed.push(Listed { info, ring: ring.collect(), order: written });
    }
    cells
}

/// Files count from `a`; other characters follow in their own order.
fn file_numbers(places: &[(char, u32)]) -> HashMap<char, u16> {
    let mut others: Vec<char> =
        places.iter().map(|(file, _)| *file).filter(|file| !file.is_ascii_lowercase()).collect();
    others.sort_unstable();
    others.dedup();
    let number = |file: char| match others.binary_search(&file) {
        Ok(index) => 27 + index as u16,
        Err(_) => u16::from(file as u8 - b'a') + 1,
    };
    places.iter().map(|(file, _)| (*file, number(*file))).collect()
}

impl Cells {
    /// Notes a cell's name, place and look; its ring comes when all names are known.
    fn add(&mut self, element: Element<'_>, height: f32, notes: &mut Notes) -> Option<CellInfo> {
        let file = notes.required(element, "File")?;
        let rank = notes.required(element, "Rank")?;
        let family = notes.required(element, "Family")?;
        let mut letters = file.value.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            notes.problem(
                file.span,
                format!("the file \"{}\" is no file", file.value),
                "too long",
                "one character",
            );
            return None;
        };
        let plain = rank.value.parse().ok().filter(|number| (0..=MAX_RANK).contains(number));
        let Some(number) = plain.filter(|number: &u32| number.to_string() == rank.value) else {
            let help = format!("a whole number from 0 to {MAX_RANK}");
            notes.problem(rank.span, format!("the rank \"{}\" is no rank", rank.value), "not a rank", help);
            return None;
        };
        if letter.is_ascii_digit() || letter.is_whitespace() || letter.is_control() {
            let message = format!("the file \"{letter}\" cannot be told from a rank");
            notes.problem(file.span, message, "not a file", "a letter");
            return None;
        }
        let name = format!("{letter}{number}");
        if self.numbers.contains_key(&name) {
            notes.problem(notes.name(element), format!("two cells are named {name}"), "twice", "a name once");
            return None;
        }
        let family_number = match self.families.iter().position(|known| *known == family.value) {
            Some(index) => index,
            None => {
                self.families.push(family.value);
                self.families.len() - 1
            }
        };
        if family_number > usize::from(u8::MAX) {
            notes.problem(family.span, "there are too many families", "one too many", "at most 256");
            return None;
        }
        let outline = outline(element, height, notes);
        let corners = outline.len().max(1) as f32;
        let sum =
            outline.iter().fold((0.0, 0.0), |sum: (f32, f32), corner| (sum.0 + corner.0, sum.1 + corner.1));
        let centre = match outline.is_empty() {
            true => (f32::from(letter as u16), number as f32),
            false => (sum.0 / corners, sum.1 / corners),
        };
        self.numbers.insert(name.clone(), self.places.len());
        self.places.push((letter, number));
        let (rank, family) = (number as u16, family_number as u8);
        Some(CellInfo { name, file: 0, rank, family, outline, centre })
    }
}

/// The corners `x1 y1 x2 y2 …`, as many as there are.
fn outline(element: Element<'_>, height: f32, notes: &mut Notes) -> Vec<(f32, f32)> {
    let Some(shape) = notes.child(element, "Shape") else { return Vec::new() };
    let Some(coordinates) = notes.child(shape, "Coordinates") else { return Vec::new() };
    let mut corners = Vec::new();
    for corner in 1..=64 {
        let mut number = |axis: &str| {
            let text = notes.text(coordinates, &format!("{axis}{corner}"))?;
            let number = text.value.trim().parse::<f32>().ok().filter(|number| number.abs() < 1e6);
            if number.is_none() {
                notes.problem(
                    text.span,
                    format!("\"{}\" is no coordinate", text.value),
                    "not a number",
                    "a number",
                );
            }
            number
        };
        match (number("x"), number("y")) {
            (Some(x), Some(y)) => corners.push((x, height - y)),
            _ => break,
        }
    }
    corners
}

fn directions(element: Element<'_>, cells: &Cells, notes: &mut Notes) -> Vec<Direction> {
    notes.only(element, &["Directions", "Connections", "Shape"]);
    let Some(list) = notes.child(element, "Directions") else { return Vec::new() };
    let mut directions: Vec<Direction> = Vec::new();
    for element in notes.children(list, "Direction") {
        let (Some(name), Some(touch)) =
            (notes.required(element, "Name"), notes.word(element, "Type", &["EDGE", "VERTEX"]))
        else {
            continue;
        };
        if directions.iter().any(|known| known.name.value == name.value) {
            notes.problem(
                name.span,
                format!("two directions are named {}", name.value),
                "twice",
                "a name once",
            );
            continue;
        }
        let touch = if touch == 0 { Touch::Edge } else { Touch::Vertex };
        let mut there = Vec::new();
        for link in notes.children(element, "LinkedPosition") {
            let text = link.text().unwrap_or_default().trim();
            match cells.numbers.get(text) {
                Some(number) => there.push(*number),
                None => {
                    let place = link
                        .children()
                        .find(roxmltree::Node::is_text)
                        .map_or(notes.name(link), |text| notes.at(text.range()));
                    let message = format!("there is no cell \"{text}\"");
                    notes.problem(
                        place,
                        message,
                        "no such cell",
                        "the File and the Rank of a <Position>, as a1",
                    );
                }
            }
        }
        directions.push(Direction { name, touch, cells: there });
    }
    if directions.len() > 64 {
        notes.problem(notes.name(list), "a cell has too many directions", "too many", "at most 64");
        directions.clear();
    }
    directions
}

/// The directions in the order they stand round the cell; empty if they do not close to a ring.
fn ring(
    element: Element<'_>,
    directions: &[Direction],
    cell: &str,
    place: chatura_rules::definition::Span,
    notes: &mut Notes,
) -> Vec<usize> {
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); directions.len()];
    let list = notes.child(element, "Connections");
    for connection in list.map_or(Vec::new(), |list| notes.children(list, "Connection")) {
        let mut ends = ["Point1", "Point2"].map(|end| {
            let name = notes.required(connection, end)?;
            let found = directions.iter().position(|direction| direction.name.value == name.value);
            if found.is_none() {
                let known = directions.iter().map(|direction| direction.name.value.as_str());
                let problem = chatura_rules::definition::Problem::new(
                    name.span,
                    format!("there is no direction \"{}\"", name.value),
                    "no such direction",
                );
                notes.suggest(problem, &name.value, known);
            }
            found
        });
        if let [Some(one), Some(other)] = &mut ends {
            beside[*one].push(*other);
            beside[*other].push(*one);
        }
    }
    match directions.len() {
        0 => return Vec::new(),
        // Too few for a ring of connections: they stand as written.
        1 | 2 => return (0..directions.len()).collect(),
        _ => {}
    }
    let mut order = vec![0];
    while let Some(&next) = beside[order[order.len() - 1]].iter().find(|next| !order.contains(next)) {
        order.push(next);
    }
    let closes = beside[order[order.len() - 1]].contains(&0);
    let loose = beside.iter().position(|beside| beside.len() != 2);
    if order.len() == directions.len() && closes && loose.is_none() {
        return order;
    }
    let place = list.map_or(place, |list| notes.name(list));
    let message = format!("the connections of {cell} do not close to a ring");
    let help = match loose {
        Some(index) => {
            let (name, count) = (&directions[index].name.value, beside[index].len());
            format!("every direction has two neighbours; {name} has {count}")
        }
        None => "every direction must be in the same ring".to_owned(),
    };
    notes.problem(place, message, "open", help);
    Vec::new()
}

//! Moves of xiangqi: by the file a piece comes from and which way it goes. Files are counted from the mover's right.
//!
//! With letters as the World Xiangqi Federation writes them: piece, file, `+` forward, `-` backward or `.` sideways, and then the
//! file it comes to, or for straight moves how far it goes: `C2.5`, `H2+3`, `R1-1`. Of several alike on one file the front one
//! has `+` instead of the file, the rear one `-`; more soldiers see [`order`]. With characters the same is `炮二平五`, `马8进7`,
//! `前车退一`; the first player's digits are Chinese there.
//!
//! Also read: `=` for `.`, the letters of FEN, digits and characters of any form.

use super::{Script, Ways, called, numeral, place};
use crate::cell::Cell;
use crate::notation::context::MoveContext;
use crate::position::moves::Move;

/// Whether a folded text has the form of a move with letters.
pub(super) fn has_form(context: &MoveContext<'_>, said: &str) -> bool {
    let &[first, second, way, number] = said.as_bytes() else { return false };
    let digit = |c: u8| c.is_ascii_digit();
    let sign = |c: u8| matches!(c, b'+' | b'-');
    let types = || (0..context.language.types.len()).map(|kind| crate::cell::PieceType(kind as u8));
    let letter = |c: u8| {
        types()
            .any(|kind| names(context, kind).iter().any(|name| name.as_bytes() == [c.to_ascii_uppercase()]))
    };
    let begins = letter(first) && (digit(second) || sign(second))
        || digit(first) && (digit(second) || sign(second))
        || sign(first) && sign(second);
    begins && matches!(way, b'+' | b'-' | b'.' | b'=') && digit(number)
}

/// What a type is called with letters: first as it is written.
fn names(context: &MoveContext<'_>, kind: crate::cell::PieceType) -> Vec<String> {
    vec![called(context, kind, context.turn, Script::Letters), context.language.letter(kind).to_owned()]
}

/// A file as the player counts it.
fn file(context: &MoveContext<'_>, cell: Cell) -> u16 {
    let (file, _) = place(context, cell);
    if context.turn.index() == 0 { (context.language.board.files + 1).saturating_sub(file) } else { file }
}

/// How far a cell lies ahead of the player.
fn ahead(context: &MoveContext<'_>, cell: Cell) -> i32 {
    let (_, rank) = place(context, cell);
    if context.turn.index() == 0 { i32::from(rank) } else { -i32::from(rank) }
}

/// Which way a move goes, and the number that says how far or where to.
fn way(context: &MoveContext<'_>, mv: Move) -> (std::cmp::Ordering, u16) {
    let step = ahead(context, mv.to) - ahead(context, mv.from);
    let straight = file(context, mv.from) == file(context, mv.to);
    let number = if straight { step.unsigned_abs() as u16 } else { file(context, mv.to) };
    (step.cmp(&0), number)
}

/// The mover's pieces of its type on each file, from the front: the own file's, and whether another has several, too.
fn tandem(context: &MoveContext<'_>, from: Cell) -> (Vec<Cell>, bool) {
    let piece = context.piece(from);
    let cells = (0..context.cells.len()).map(|cell| Cell(cell as u16));
    let alike: Vec<Cell> = cells.filter(|cell| context.piece(*cell) == piece).collect();
    let on = |wanted: u16| alike.iter().copied().filter(move |cell| file(context, *cell) == wanted);
    let own = file(context, from);
    let mut own_file: Vec<Cell> = on(own).collect();
    own_file.sort_by_key(|cell| -ahead(context, *cell));
    let elsewhere = (1..=context.language.board.files).any(|other| other != own && on(other).count() > 1);
    (own_file, elsewhere)
}

pub(super) fn ways(context: &MoveContext<'_>, mv: Move, script: Script) -> Ways {
    if !mv.kind.is_step() || mv.promotion().is_some() {
        return Ways::default();
    }
    let kind = context.piece(mv.from).kind();
    let (tandem, elsewhere) = tandem(context, mv.from);
    let index = tandem.iter().position(|cell| *cell == mv.from).unwrap_or(0);
    let line = Tandem { index, count: tandem.len(), elsewhere };
    match script {
        Script::Letters => with_letters(context, mv, &names(context, kind), &line),
        Script::Characters => {
            with_characters(context, mv, &called(context, kind, context.turn, script), &line)
        }
    }
}

/// A piece among those like it on its file.
struct Tandem {
    /// How many stand before it.
    index: usize,
    /// How many there are.
    count: usize,
    /// Whether there are several on another file, too.
    elsewhere: bool,
}

/// What stands before the way a piece goes, where several stand on one file: `+` and `-` for the front and the rear one, the
/// file for one in the middle. Of four and five the outermost have two signs and no letter; where several stand on another
/// file, too, the file comes first instead of the letter.
fn order(name: &str, file: u16, line: &Tandem) -> Option<String> {
    let last = line.count - 1;
    Some(match (line.index, line.count) {
        (_, 6..) => return None,
        (0, 4 | 5) if !line.elsewhere => "++".to_owned(),
        (index, 4 | 5) if index == last && !line.elsewhere => "--".to_owned(),
        (_, 4 | 5) if line.elsewhere => return None,
        (index, count) => {
            // The sign within the two or three that are left between the outermost.
            let (index, count) = if count > 3 { (index - 1, count - 2) } else { (index, count) };
            let sign = match index {
                0 => "+".to_owned(),
                index if index + 1 == count => "-".to_owned(),
                _ => file.to_string(),
            };
            match line.elsewhere {
                true => format!("{file}{sign}"),
                false => format!("{name}{sign}"),
            }
        }
    })
}

fn with_letters(context: &MoveContext<'_>, mv: Move, names: &[String], line: &Tandem) -> Ways {
    let file = file(context, mv.from);
    let (way, number) = way(context, mv);
    let sign = match way {
        std::cmp::Ordering::Greater => "+",
        std::cmp::Ordering::Less => "-",
        std::cmp::Ordering::Equal => ".",
    };
    let begins = |name: &String| match line.count {
        1 => Some(format!("{name}{file}")),
        _ => order(name, file, line),
    };
    let written = names.first().and_then(begins).map(|begin| format!("{begin}{sign}{number}"));
    let plain = names.iter().map(|name| format!("{name}{file}"));
    let all = names.iter().filter_map(begins).chain(plain);
    let mut read: Vec<String> = all.map(|begin| format!("{begin}{sign}{number}")).collect();
    let others: Vec<String> = read.iter().map(|way| way.to_lowercase()).collect();
    read.extend(others);
    if sign == "." {
        let others: Vec<String> = read.iter().map(|way| way.replace('.', "=")).collect();
        read.extend(others);
    }
    Ways { written: written.into_iter().collect(), read }
}

fn with_characters(context: &MoveContext<'_>, mv: Move, name: &str, line: &Tandem) -> Ways {
    let first = context.turn.index() == 0;
    let digit = |value: u16| if first { numeral(value).to_string() } else { value.to_string() };
    let file = digit(file(context, mv.from));
    let (way, number) = way(context, mv);
    let sign = match way {
        std::cmp::Ordering::Greater => '进',
        std::cmp::Ordering::Less => '退',
        std::cmp::Ordering::Equal => '平',
    };
    let end = format!("{sign}{}", digit(number));
    let word = match (line.index, line.count) {
        (0, _) => "前".to_owned(),
        (index, count) if index + 1 == count => "后".to_owned(),
        (1, 3) => "中".to_owned(),
        (index, _) => numeral(index as u16 + 1).to_string(),
    };
    let plain = format!("{name}{file}{end}");
    let written = match line.count {
        1 => plain.clone(),
        // Of several files with several, the file is named instead of the piece.
        _ if line.elsewhere => format!("{word}{file}{end}"),
        _ => format!("{word}{name}{end}"),
    };
    let mut read = vec![plain];
    if line.count > 1 {
        read.push(format!("{word}{name}{end}"));
        read.push(format!("{}{name}{end}", numeral(line.index as u16 + 1)));
    }
    Ways { written: vec![written], read }
}

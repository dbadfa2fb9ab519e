//! The field of FEN with castling rights and gates: which letter means which cell.

use crate::cell::{Cell, Piece, Player};
use crate::notation::fen::FenError;
use crate::notation::language::{Language, file_of, same};
use crate::position::setup::Setup;

/// The longest field that is read: each letter is looked up on the whole board.
const MAX_LENGTH: usize = 256;

/// The side of the king a partner stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    King,
    Queen,
}

/// Reads the field. Rights that nothing on the board supports are dropped: many programs leave them in.
pub(crate) fn read(
    language: &Language<'_>,
    start: usize,
    text: &str,
    setup: &mut Setup,
) -> Result<(), FenError> {
    if text.len() > MAX_LENGTH {
        return Err(FenError::new(start, "these are too many castling rights", "letters such as KQkq, or -"));
    }
    let mut rights = Rights { language, setup };
    if text == "-" {
        return Ok(());
    }
    let help =
        if language.is_crowded() { "a list such as ra1,rh1, or -" } else { "letters such as KQkq, or -" };
    let wrong = |at: usize| FenError::new(start + at, format!("\"{text}\" are no castling rights"), help);
    let prefixes = language.prefixes();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let mark = rest.chars().next().unwrap_or('-');
        if matches!(mark, ',' | '-') {
            at += 1;
        } else if language.is_crowded() {
            let player = prefixes.iter().position(|p| *p == mark).ok_or_else(|| wrong(at))?;
            let player = Player(player as u8);
            let what = rest[mark.len_utf8()..].split(',').next().unwrap_or("");
            match (what, language.board.cell(what)) {
                ("K", _) => rights.side(player, Side::King),
                ("Q", _) => rights.side(player, Side::Queen),
                (_, Some(cell)) => rights.cell(player, cell),
                _ => return Err(wrong(at)),
            }
            at += mark.len_utf8() + what.len();
        } else if mark == '@' && language.gates {
            let &(cell, len) = language.cells_before(&rest[1..]).first().ok_or_else(|| wrong(at))?;
            if rights.setup.cells[cell.index()].is_some() {
                add(&mut rights.setup.gates, cell);
            }
            at += 1 + len;
        } else if let Some(&(cell, len)) = language.cells_before(rest).iter().find(|(_, len)| *len > 1) {
            let piece = rights.setup.cells[cell.index()];
            if piece.is_some() {
                rights.cell(piece.owner(), cell);
            }
            at += len;
        } else if mark.is_ascii_alphabetic() {
            rights.letter(Player(u8::from(mark.is_ascii_lowercase())), mark.to_ascii_uppercase());
            at += 1;
        } else {
            return Err(wrong(at));
        }
    }
    Ok(())
}

struct Rights<'a> {
    language: &'a Language<'a>,
    setup: &'a mut Setup,
}

impl Rights<'_> {
    fn letter(&mut self, player: Player, letter: char) {
        let side = match letter {
            'K' => Some(Side::King),
            'Q' => Some(Side::Queen),
            _ => None,
        };
        if self.language.king.is_some()
            && let Some(side) = side
            && outermost(self.language, &self.setup.cells, player, side).is_some()
        {
            return self.side(player, side);
        }
        let mut letters = [0; 4];
        let letter: &str = letter.encode_utf8(&mut letters);
        let on_file = |cell: &Cell| file_of(self.language.name(*cell)).is_some_and(|file| same(file, letter));
        let home = self.language.home(player).into_iter().find(on_file);
        let owned = |cell: &Cell| {
            let piece = self.setup.cells[cell.index()];
            piece.is_some() && piece.owner() == player
        };
        let home = home.filter(owned);
        let partner = partners(self.language, &self.setup.cells, player).into_iter().find(on_file);
        if self.language.gates {
            // Castling has K, Q and cells here: a file is a gate and nothing else.
            home.into_iter().for_each(|cell| add(&mut self.setup.gates, cell));
        } else if let Some(partner) = partner {
            self.cell(player, partner);
        } else if self.language.king.is_none() && self.language.unmoved {
            home.into_iter().for_each(|cell| add(self.setup.unmoved.get_or_insert_default(), cell));
        }
    }

    fn side(&mut self, player: Player, side: Side) {
        if let Some(cell) = outermost(self.language, &self.setup.cells, player, side) {
            self.cell(player, cell);
        }
    }

    fn cell(&mut self, player: Player, cell: Cell) {
        if !partners(self.language, &self.setup.cells, player).contains(&cell) {
            return;
        }
        if !self.setup.castling.contains(&(player, cell)) {
            self.setup.castling.push((player, cell));
        }
        if self.language.gates {
            add(&mut self.setup.gates, cell);
            // Who may castle has not moved the king either.
            if let Some(king) = king(self.language, &self.setup.cells, player) {
                add(&mut self.setup.gates, king);
            }
        }
    }
}

fn add(cells: &mut Vec<Cell>, cell: Cell) {
    if !cells.contains(&cell) {
        cells.push(cell);
    }
}

/// The king that castles; of several the one on the first rank.
fn king(language: &Language<'_>, cells: &[Piece], player: Player) -> Option<Cell> {
    let king = Piece::new(player, language.king?);
    let found = |cell: &Cell| cells.get(cell.index()) == Some(&king);
    let anywhere = (0..cells.len()).map(|i| Cell(i as u8));
    language.home(player).into_iter().find(found).or_else(|| anywhere.into_iter().find(found))
}

/// The cells of pieces the king could castle with: those on its rank.
fn partners(language: &Language<'_>, cells: &[Piece], player: Player) -> Vec<Cell> {
    let Some(king) = king(language, cells, player) else { return Vec::new() };
    let rank = language.place(player, king).1;
    let partner = |cell: &Cell| {
        let piece = cells[cell.index()];
        let fits = piece.is_some() && piece.owner() == player && language.partners.contains(&piece.kind());
        fits && *cell != king && language.place(player, *cell).1 == rank
    };
    (0..cells.len()).map(|i| Cell(i as u8)).filter(partner).collect()
}

/// The partner farthest from the king on one side of it.
fn outermost(language: &Language<'_>, cells: &[Piece], player: Player, side: Side) -> Option<Cell> {
    let centre = language.place(player, king(language, cells, player)?).0;
    let file = |cell: &Cell| language.place(player, *cell).0;
    let all = partners(language, cells, player);
    match side {
        Side::King => all.into_iter().filter(|c| file(c) > centre).max_by_key(file),
        Side::Queen => all.into_iter().filter(|c| file(c) < centre).min_by_key(file),
    }
}

/// The right to castle on the king's side or the other, if anybody stands there, as FEN4 tells it.
pub(crate) fn right_on_side(
    language: &Language<'_>,
    cells: &[Piece],
    player: Player,
    kings_side: bool,
) -> Option<(Player, Cell)> {
    on_side(language, cells, player, kings_side).map(|cell| (player, cell))
}

/// Whether a player has that right.
pub(crate) fn has_right(language: &Language<'_>, setup: &Setup, player: Player, kings_side: bool) -> bool {
    let right = right_on_side(language, &setup.cells, player, kings_side);
    right.is_some_and(|right| setup.castling.contains(&right))
}

/// The partner on the king's side or the other, where the king's side is the one whose edge is nearer to the king.
fn on_side(language: &Language<'_>, cells: &[Piece], player: Player, kings_side: bool) -> Option<Cell> {
    let file = |cell: Cell| language.place(player, cell).0;
    let centre = file(king(language, cells, player)?);
    let files = || language.home(player).into_iter().map(file);
    let to_right = files().max()?.abs_diff(centre) <= files().min()?.abs_diff(centre);
    let side = if to_right == kings_side { Side::King } else { Side::Queen };
    outermost(language, cells, player, side)
}

/// Writes the field: rights of each player, K and Q first, then gates that no right implies.
pub(crate) fn write(language: &Language<'_>, setup: &Setup) -> String {
    let mut items: Vec<String> = Vec::new();
    let prefixes = language.prefixes();
    for (index, prefix) in prefixes.iter().enumerate() {
        let player = Player(index as u8);
        let mut own: Vec<Cell> =
            setup.castling.iter().filter(|(p, _)| *p == player).map(|(_, c)| *c).collect();
        if language.is_crowded() {
            own.sort();
            items.extend(own.iter().map(|cell| format!("{prefix}{}", language.name(*cell))));
            continue;
        }
        let sides = [("K", Side::King), ("Q", Side::Queen)]
            .map(|(letter, side)| (letter, outermost(language, &setup.cells, player, side)));
        let letter_of =
            |cell: &Cell| sides.iter().find(|(_, c)| *c == Some(*cell)).map(|(letter, _)| *letter);
        own.sort_by_key(|cell| match letter_of(cell) {
            Some("K") => (0, 0),
            Some(_) => (1, 0),
            None => (2, u16::MAX - language.place(player, *cell).0),
        });
        for cell in &own {
            items.push(match letter_of(cell) {
                Some(letter) => cased(player, letter),
                None if language.gates => language.name(*cell).to_owned(),
                None => file_letter(language, player, *cell).unwrap_or(language.name(*cell).to_owned()),
            });
        }
        let king = king(language, &setup.cells, player).filter(|_| !own.is_empty());
        let owned = |cell: &Cell| setup.cells[cell.index()].owner() == player;
        let mut gates: Vec<Cell> = setup.gates.iter().copied().filter(owned).collect();
        gates.retain(|cell| !own.contains(cell) && Some(*cell) != king);
        gates.sort_by_key(|cell| language.place(player, *cell).0);
        let home = language.home(player);
        items.extend(gates.into_iter().map(|cell| {
            let letter = file_letter(language, player, cell).filter(|_| home.contains(&cell));
            letter.unwrap_or_else(|| format!("@{}", language.name(cell)))
        }));
    }
    match (items.is_empty(), language.is_crowded()) {
        (true, _) => "-".to_owned(),
        (_, true) => items.join(","),
        (_, false) => items.concat(),
    }
}

/// The letter of a cell's file, unless it would be read as something else.
fn file_letter(language: &Language<'_>, player: Player, cell: Cell) -> Option<String> {
    let file = file_of(language.name(cell))?;
    (file.len() == 1 && !same(file, "k") && !same(file, "q")).then(|| cased(player, file))
}

fn cased(player: Player, letter: &str) -> String {
    if player == Player(0) { letter.to_uppercase() } else { letter.to_lowercase() }
}

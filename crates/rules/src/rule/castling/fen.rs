//! The field of FEN with castling rights: which letter means which cell.

use crate::cell::{Cell, Piece, PieceType, Player};
use crate::notation::fen::FenError;
use crate::notation::fen::fields::Field;
use crate::notation::fen::part::{Fen4Field, FenField, FenPlace, guest};
use crate::notation::language::{Language, cased, file_letter, file_of, same};
use crate::position::setup::Setup;

/// `KQkq`, for more players `ra1,yd14`.
pub(super) const FIELD: FenField = FenField {
    place: FenPlace::BehindTurn,
    name: "castling",
    is_used: |language| language.rules.castling.is_some() || guest(language).is_some(),
    read,
    write: |language, setup| Some(write(language, setup)),
    ..FenField::PLAIN
};

/// Who may castle on the side whose edge is nearer to the king, as FEN4 has it.
pub(super) const KINGSIDE4: Fen4Field = Fen4Field {
    order: 2,
    what: "who may castle on the king's side",
    flags: true,
    read: |language, flags, setup| grant_on_side(language, flags, true, setup),
    write: |language, setup, player| has_right(language, setup, player, true).into(),
};

/// Who may castle on the other side.
pub(super) const QUEENSIDE4: Fen4Field = Fen4Field {
    order: 3,
    what: "who may castle on the queen's side",
    flags: true,
    read: |language, flags, setup| grant_on_side(language, flags, false, setup),
    write: |language, setup, player| has_right(language, setup, player, false).into(),
};

/// The type that castles, if one does.
fn king_type(language: &Language<'_>) -> Option<PieceType> {
    language.rules.castling.as_ref().map(|castling| castling.king)
}

/// The longest field that is read: each letter is looked up on the whole board.
const MAX_LENGTH: usize = 256;

/// The side of the king a partner stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    King,
    Queen,
}

/// Reads the field. Rights that nothing on the board supports are dropped: many programs leave them in.
fn read(language: &Language<'_>, (start, text): Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    if text.len() > MAX_LENGTH {
        return Err(FenError::new(start, "these are too many castling rights", "letters such as KQkq, or -"));
    }
    let mut rights = Rights { language, setup };
    if text == "-" {
        return Ok(());
    }
    let help =
        if language.is_for_many() { "a list such as ra1,rh1, or -" } else { "letters such as KQkq, or -" };
    let wrong = |at: usize| FenError::new(start + at, format!("\"{text}\" are no castling rights"), help);
    let (prefixes, guest) = (language.prefixes(), guest(language));
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let mark = rest.chars().next().unwrap_or('-');
        if matches!(mark, ',' | '-') {
            at += 1;
        } else if let Some(length) = guest.and_then(|guest| (guest.read)(language, rest, rights.setup)) {
            at += length.ok_or_else(|| wrong(at))?;
        } else if language.is_for_many() {
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
        if king_type(self.language).is_some()
            && let Some(side) = side
            && partner_on(self.language, &self.setup.cells, player, side).is_some()
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
        if let Some(guest) = guest(self.language) {
            // Castling has K, Q and cells here: a file is the other rule's mark and nothing else.
            home.into_iter().for_each(|cell| (guest.mark)(cell, self.setup));
        } else if let Some(partner) = partner {
            self.cell(player, partner);
        } else if let Some(cell) = home
            && king_type(self.language).is_none()
            && self.language.unmoved
        {
            let unmoved = self.setup.unmoved.get_or_insert_default();
            unmoved.extend((!unmoved.contains(&cell)).then_some(cell));
        }
    }

    fn side(&mut self, player: Player, side: Side) {
        if let Some(cell) = partner_on(self.language, &self.setup.cells, player, side) {
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
        // Who may castle has not moved the king either.
        let king = king(self.language, &self.setup.cells, player);
        if let Some(guest) = guest(self.language) {
            [cell].into_iter().chain(king).for_each(|cell| (guest.mark)(cell, self.setup));
        }
    }
}

/// The king that castles; of several the one on the first rank.
fn king(language: &Language<'_>, cells: &[Piece], player: Player) -> Option<Cell> {
    let king = Piece::new(player, king_type(language)?);
    let found = |cell: &Cell| cells.get(cell.index()) == Some(&king);
    let anywhere = (0..cells.len()).map(|i| Cell(i as u16));
    language.home(player).into_iter().find(found).or_else(|| anywhere.into_iter().find(found))
}

/// The cells of pieces the king could castle with: those on its rank.
fn partners(language: &Language<'_>, cells: &[Piece], player: Player) -> Vec<Cell> {
    let (Some(king), Some(castling)) = (king(language, cells, player), &language.rules.castling) else {
        return Vec::new();
    };
    let rank = language.place(player, king).1;
    let partner = |cell: &Cell| {
        let piece = cells[cell.index()];
        let fits = piece.is_some() && piece.owner() == player && castling.partners.contains(&piece.kind());
        fits && *cell != king && language.place(player, *cell).1 == rank
    };
    (0..cells.len()).map(|i| Cell(i as u16)).filter(partner).collect()
}

/// The partner that a letter for one side of the king means: one on its start cell, or else the farthest.
fn partner_on(language: &Language<'_>, cells: &[Piece], player: Player, side: Side) -> Option<Cell> {
    let centre = language.place(player, king(language, cells, player)?).0;
    let file = |cell: &Cell| language.place(player, *cell).0;
    let at_home = |cell: &Cell| language.start.is_some_and(|start| start.castling.contains(&(player, *cell)));
    let all = partners(language, cells, player).into_iter();
    match side {
        Side::King => all.filter(|c| file(c) > centre).max_by_key(|c| (at_home(c), file(c))),
        Side::Queen => all.filter(|c| file(c) < centre).min_by_key(|c| (!at_home(c), file(c))),
    }
}

/// Lets those castle on a side who have a flag and are in the game, if anybody stands there.
fn grant_on_side(language: &Language<'_>, flags: [i16; 4], kings_side: bool, setup: &mut Setup) {
    for player in (0..4).map(Player).filter(|player| flags[player.index()] != 0) {
        if !setup.out.contains(&player) {
            let partner = on_side(language, &setup.cells, player, kings_side);
            setup.castling.extend(partner.map(|cell| (player, cell)));
        }
    }
}

/// Whether a player may castle on a side.
fn has_right(language: &Language<'_>, setup: &Setup, player: Player, kings_side: bool) -> bool {
    let partner = on_side(language, &setup.cells, player, kings_side);
    partner.is_some_and(|cell| setup.castling.contains(&(player, cell)))
}

/// The partner on the king's side or the other, where the king's side is the one whose edge is nearer to the king.
fn on_side(language: &Language<'_>, cells: &[Piece], player: Player, kings_side: bool) -> Option<Cell> {
    let file = |cell: Cell| language.place(player, cell).0;
    let centre = file(king(language, cells, player)?);
    let files = || language.home(player).into_iter().map(file);
    let to_right = files().max()?.abs_diff(centre) <= files().min()?.abs_diff(centre);
    let side = if to_right == kings_side { Side::King } else { Side::Queen };
    partner_on(language, cells, player, side)
}

/// Writes the field: rights of each player, K and Q first, then marks of another rule that no right implies.
fn write(language: &Language<'_>, setup: &Setup) -> String {
    let mut items: Vec<String> = Vec::new();
    let (prefixes, guest) = (language.prefixes(), guest(language));
    for (index, prefix) in prefixes.iter().enumerate() {
        let player = Player(index as u8);
        let mut own: Vec<Cell> =
            setup.castling.iter().filter(|(p, _)| *p == player).map(|(_, c)| *c).collect();
        let king = king(language, &setup.cells, player).filter(|_| !own.is_empty());
        let known: Vec<Cell> = own.iter().copied().chain(king).collect();
        let marks = guest.map(|guest| (guest.write)(language, setup, player, &known)).unwrap_or_default();
        if language.is_for_many() {
            own.sort();
            items.extend(own.iter().map(|cell| format!("{prefix}{}", language.name(*cell))));
            items.extend(marks);
            continue;
        }
        let sides = [("K", Side::King), ("Q", Side::Queen)]
            .map(|(letter, side)| (letter, partner_on(language, &setup.cells, player, side)));
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
                None if guest.is_some() => language.name(*cell).to_owned(),
                None => file_letter(language, player, *cell).unwrap_or(language.name(*cell).to_owned()),
            });
        }
        items.extend(marks);
    }
    match (items.is_empty(), language.is_for_many()) {
        (true, _) => "-".to_owned(),
        (_, true) => items.join(","),
        (_, false) => items.concat(),
    }
}

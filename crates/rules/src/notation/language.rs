//! The words a game's notation is made of: names of cells, letters of pieces, marks of players.

use crate::board::{Board, halves};
use crate::cell::{Cell, NEUTRAL, Piece, PieceType, Player};
use crate::compile::CheckedDefinition;
use crate::compile::game::{Game, TypeInfo};
use crate::notation::fen::order::Part;
use crate::notation::native::Style;
use crate::position::setup::Setup;
use crate::rule::RuleSet;
use crate::rule::behaviour::MemoryMap;

/// What reading and writing need to know of a game, as plain data; see [`Language::of`].
pub struct Language<'a> {
    /// The board, for names and the reading order.
    pub board: &'a Board,
    /// The players' names in the order of turns.
    pub players: &'a [String],
    /// The piece types with their letters.
    pub types: &'a [TypeInfo],
    /// Whether FEN carries which pieces have not moved.
    pub unmoved: bool,
    /// The fields of FEN behind the placement, where the game has an order of its own.
    pub(crate) fields: Option<&'a [Part]>,
    /// The bytes that rules keep, with their names.
    pub(crate) memory: &'a MemoryMap,
    /// The rules, each of which knows its own words.
    pub(crate) rules: &'a RuleSet,
    /// The notation its players have of their own.
    pub(crate) style: Option<Style>,
    /// The start, where there is one that is always the same.
    pub(crate) start: Option<&'a Setup>,
    /// The cell that is to a player what a cell is to the first.
    pub view: Box<dyn Fn(Player, Cell) -> Cell + 'a>,
}

impl<'a> Language<'a> {
    /// The language of a game.
    pub fn of(game: &'a Game) -> Language<'a> {
        let start = Some(game.start()).filter(|_| !game.start_varies());
        Language { start, ..Language::of_checked(game.checked()) }
    }

    /// The language of a game of which the tables are yet to be made.
    pub(crate) fn of_checked(checked: &'a CheckedDefinition) -> Language<'a> {
        Language {
            board: &checked.board,
            players: &checked.players,
            types: &checked.types,
            unmoved: checked.tracks_unmoved(),
            fields: checked.fields.as_deref(),
            memory: &checked.memory,
            rules: &checked.rules,
            style: checked.style,
            start: None,
            view: Box::new(|player, cell| checked.views[player.index()][cell.index()]),
        }
    }

    /// Whether letters need a mark of their player because case tells only two apart.
    pub fn is_for_many(&self) -> bool {
        self.players.len() > 2
    }

    /// Each player's mark: the lower-case first letter of the name, or the next that is free.
    pub fn prefixes(&self) -> Vec<char> {
        let mut taken: Vec<char> = Vec::new();
        for name in self.players {
            let own = name.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphabetic());
            let mark = own.chain('a'..='z').find(|c| !taken.contains(c));
            taken.push(mark.unwrap_or('?'));
        }
        taken
    }

    /// What a player is called for short: its mark, and `w` or `b` where there are two, whatever their colours.
    pub fn mark(&self, player: Player) -> char {
        let marks = match self.players.len() {
            1 | 2 => vec!['w', 'b'],
            _ => self.prefixes(),
        };
        marks.get(player.index()).copied().unwrap_or('?')
    }

    /// The player of a mark, in any case; of two also by the letters of their names.
    pub fn marked(&self, text: &str) -> Option<Player> {
        let mut letters = text.chars();
        let mark = letters.next().filter(|_| letters.next().is_none())?.to_ascii_lowercase();
        let known = (0..self.players.len() as u8).map(Player).find(|player| self.mark(*player) == mark);
        known.or_else(|| {
            let named = self.prefixes().iter().position(|prefix| *prefix == mark);
            named.map(|index| Player(index as u8))
        })
    }

    /// The letter by which moves call a type: `Q` also for the promoted `Q~`.
    pub fn letter(&self, kind: PieceType) -> &'a str {
        let types: &'a [TypeInfo] = self.types;
        types.get(kind.index()).map_or("?", |t| plain(&t.letter))
    }

    /// The type whose letter this is, marks and all, in any case.
    pub fn type_of(&self, letter: &str) -> Option<PieceType> {
        let found = self.types.iter().position(|t| same(&t.letter, letter));
        found
            .or_else(|| self.types.iter().position(|t| same(plain(&t.letter), letter)))
            .map(|i| PieceType(i as u8))
    }

    /// The type whose letter this is for a player.
    pub fn type_for(&self, player: Player, letter: &str) -> Option<PieceType> {
        let own = |info: &&TypeInfo| info.owners >> (player.index() & 7) & 1 != 0;
        let find = |called: fn(&str) -> &str| {
            self.types.iter().position(|info| own(&info) && same(called(&info.letter), letter))
        };
        find(|letter| letter).or_else(|| find(plain)).map(|index| PieceType(index as u8))
    }

    /// The letter of a type with the marks that tell it from those it looks like.
    pub fn whole_letter(&self, kind: PieceType) -> &'a str {
        let types: &'a [TypeInfo] = self.types;
        types.get(kind.index()).map_or("?", |info| &info.letter)
    }

    /// Whether moves call this type by this letter, in any case, with its marks or without.
    pub fn is_called(&self, kind: PieceType, letter: &str) -> bool {
        same(self.letter(kind), letter) || same(self.whole_letter(kind), letter)
    }

    /// A cell's name; `?` for a number that is not on the board.
    pub fn name(&self, cell: Cell) -> &'a str {
        let board: &'a Board = self.board;
        board.cells.get(cell.index()).map_or("?", |c| c.name.as_str())
    }

    /// Every cell whose name the text begins with, longest first; in any case if nothing fits exactly.
    pub fn cells_before(&self, text: &str) -> Vec<(Cell, usize)> {
        self.cells_where(|name| text.starts_with(name), |name| begins_with(text, name))
    }

    /// Every cell whose name the text ends with, longest first; in any case if nothing fits exactly.
    pub fn cells_behind(&self, text: &str) -> Vec<(Cell, usize)> {
        let ends_with = |name: &str| {
            text.len() >= name.len()
                && text.is_char_boundary(text.len() - name.len())
                && same(&text[text.len() - name.len()..], name)
        };
        self.cells_where(|name| text.ends_with(name), ends_with)
    }

    fn cells_where(&self, exact: impl Fn(&str) -> bool, loose: impl Fn(&str) -> bool) -> Vec<(Cell, usize)> {
        let all = self.board.cells.iter().enumerate().filter(|(_, c)| !c.name.is_empty());
        let pick = |fits: &dyn Fn(&str) -> bool| -> Vec<(Cell, usize)> {
            all.clone().filter(|(_, c)| fits(&c.name)).map(|(i, c)| (Cell(i as u16), c.name.len())).collect()
        };
        let mut found = pick(&exact);
        if found.is_empty() {
            found = pick(&loose);
        }
        found.sort_by_key(|(_, len)| std::cmp::Reverse(*len));
        found
    }

    /// A list of cells: names one after the other, with or without commas. The error is the offset of the first
    /// byte that begins no name.
    pub fn cell_list(&self, text: &str) -> Result<Vec<Cell>, usize> {
        let mut cells = Vec::new();
        let mut at = 0;
        while at < text.len() {
            if text[at..].starts_with(',') {
                at += 1;
                continue;
            }
            let &(cell, len) = self.cells_before(&text[at..]).first().ok_or(at)?;
            if !cells.contains(&cell) {
                cells.push(cell);
            }
            at += len;
        }
        Ok(cells)
    }

    /// File and rank of a cell as numbers. With many players each looks from their own side.
    pub fn place(&self, player: Player, cell: Cell) -> (u16, u16) {
        let seen = if self.is_for_many() { self.seen(player, cell) } else { cell };
        self.board.cells.get(seen.index()).map_or((0, 0), |c| (c.file, c.rank))
    }

    /// The cells of a player's first rank.
    pub fn home(&self, player: Player) -> Vec<Cell> {
        let cells = self.board.cells.iter().enumerate();
        cells.filter(|(_, c)| c.rank == 1).map(|(i, _)| (self.view)(player, Cell(i as u16))).collect()
    }

    /// The first player's cell that is to them what `cell` is to this player.
    fn seen(&self, player: Player, cell: Cell) -> Cell {
        (0..self.board.len())
            .map(|i| Cell(i as u16))
            .find(|c| (self.view)(player, *c) == cell)
            .unwrap_or(cell)
    }

    /// A piece as FEN writes it: by case for two players, with the player's mark for more, `^` before a piece
    /// that belongs to nobody.
    pub fn piece(&self, piece: Piece) -> String {
        let letter = self.types.get(piece.kind().index()).map_or("?", |t| t.letter.as_str());
        match piece.owner() {
            NEUTRAL if letter == "*" => letter.to_owned(),
            NEUTRAL => format!("^{letter}"),
            owner if self.is_for_many() => {
                format!("{}{letter}", self.prefixes().get(owner.index()).copied().unwrap_or('?'))
            }
            Player(0) => letter.to_owned(),
            _ => letter.to_lowercase(),
        }
    }
}

/// A letter without the mark that only FEN shows.
fn plain(letter: &str) -> &str {
    match letter.trim_end_matches('~') {
        "" => letter,
        plain => plain,
    }
}

/// Equal in any case.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a == b || a.eq_ignore_ascii_case(b) || a.to_lowercase() == b.to_lowercase()
}

fn begins_with(text: &str, name: &str) -> bool {
    text.get(..name.len()).is_some_and(|start| same(start, name))
}

/// What a cell's name begins with: its file, if the rest is its rank.
pub(crate) fn file_of(name: &str) -> Option<&str> {
    halves(name).map(|(file, _)| file)
}

/// What a cell's name ends with: its rank, if the rest is its file.
pub(crate) fn rank_of(name: &str) -> Option<&str> {
    halves(name).map(|(_, rank)| rank)
}

/// The letter of a cell's file, unless it would be read as a side of the king.
pub(crate) fn file_letter(language: &Language<'_>, player: Player, cell: Cell) -> Option<String> {
    let file = file_of(language.name(cell))?;
    // A digit would be read as a number of moves.
    let is_letter = matches!(file.as_bytes(), [byte] if byte.is_ascii_alphabetic());
    (is_letter && !same(file, "k") && !same(file, "q")).then(|| cased(player, file))
}

/// A letter as the players of two write it, the first in capitals.
pub(crate) fn cased(player: Player, letter: &str) -> String {
    if player == Player(0) { letter.to_uppercase() } else { letter.to_lowercase() }
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
    use crate::board::CellInfo;
    use crate::definition::{Evaluation, Royal, Written};
    use crate::rule::behaviour::AnyBehaviour;
    use crate::rule::castling::{Castling, Reach};
    use crate::rule::drops::Drops;
    use crate::rule::points::Points;
    use crate::rule::turns::Turns;

    /// The parts a language borrows from.
    pub struct Sample {
        pub board: Board,
        pub players: Vec<String>,
        pub types: Vec<TypeInfo>,
        pub rules: RuleSet,
        pub memory: MemoryMap,
    }

    /// A rectangle with holes where the text has stars, players by name, letters of types; `K` castles with `R`.
    pub fn sample(files: usize, ranks: usize, holes: &[&str], players: &[&str], letters: &[&str]) -> Sample {
        let mut cells = Vec::new();
        let mut rows = vec![Vec::new(); ranks];
        for rank in 1..=ranks {
            for file in 1..=files {
                let name = format!("{}{rank}", (b'a' + file as u8 - 1) as char);
                let hole = holes.contains(&name.as_str());
                rows[ranks - rank].push((!hole).then_some(Cell(cells.len() as u16)));
                if !hole {
                    cells.push(CellInfo {
                        name,
                        file: file as u16,
                        rank: rank as u16,
                        family: 0,
                        outline: Vec::new(),
                        centre: (0.0, 0.0),
                    });
                }
            }
        }
        let board = Board {
            cells,
            rings: Vec::new(),
            families: Vec::new(),
            rows,
            symmetries: Vec::new(),
            ranks: ranks as u16,
            files: files as u16,
        };
        let types = letters.iter().enumerate().map(|(i, letter)| TypeInfo {
            name: (*letter).to_owned(),
            letter: (*letter).to_owned(),
            owners: u8::MAX,
            wall: false,
            royal: Royal::No,
            demoted: PieceType(i as u8),
            value: None,
            evaluation: Evaluation::default(),
            image: None,
            written: Written::default(),
            called: Vec::new(),
            base: i,
        });
        let kind = |letter: &str| letters.iter().position(|l| *l == letter).map(|i| PieceType(i as u8));
        let castling = kind("K").map(|king| Castling {
            king,
            partners: kind("R").into_iter().collect(),
            reach: Reach::Cells(2),
            named: Vec::new(),
            from: Vec::new(),
            by_partner: false,
        });
        Sample {
            board,
            players: players.iter().map(|p| (*p).to_owned()).collect(),
            types: types.collect(),
            rules: RuleSet { castling, ..RuleSet::default() },
            memory: MemoryMap::default(),
        }
    }

    impl Sample {
        /// How it castles.
        pub fn castling(&mut self) -> &mut Castling {
            self.rules.castling.as_mut().unwrap()
        }

        /// The same game with pieces in hand.
        pub fn with_hands(mut self) -> Sample {
            self.rules.drops = Some(drops());
            self
        }

        /// The same game with points, and two moves a turn.
        pub fn with_points_and_two_moves(mut self) -> Sample {
            self.rules.points = Some(Points::default());
            self.rules.behaviours.push(AnyBehaviour::new(Turns { moves: 2, first: 2 }));
            self
        }

        /// Its language; the second player sees the board upside down.
        pub fn language(&self) -> Language<'_> {
            let flip = |player: Player, cell: Cell| {
                let info = &self.board.cells[cell.index()];
                let rank = if player == Player(1) { self.board.ranks + 1 - info.rank } else { info.rank };
                let image = self.board.cells.iter().position(|c| (c.file, c.rank) == (info.file, rank));
                image.map_or(cell, |i| Cell(i as u16))
            };
            Language {
                style: None,
                start: None,
                board: &self.board,
                players: &self.players,
                types: &self.types,
                unmoved: false,
                fields: None,
                memory: &self.memory,
                rules: &self.rules,
                view: Box::new(flip),
            }
        }
    }

    /// Pieces that may be held.
    pub fn drops() -> Drops {
        Drops::default()
    }

    /// Chess.
    pub fn chess() -> Sample {
        sample(8, 8, &[], &["White", "Black"], &["P", "N", "B", "R", "Q", "K"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_players_are_unique() {
        let sample = samples::sample(2, 2, &[], &["Blue", "Black", "Brown", "Red", "B"], &["K"]);
        assert_eq!(sample.language().prefixes(), ['b', 'l', 'r', 'e', 'a']);
    }

    #[test]
    fn a_list_of_cells_needs_no_commas() {
        let sample = samples::sample(2, 12, &[], &["White", "Black"], &["K"]);
        let language = sample.language();
        let names = |text: &str| {
            language.cell_list(text).map(|cells| cells.iter().map(|c| language.name(*c)).collect::<Vec<_>>())
        };
        assert_eq!(names("a1b12,a10"), Ok(vec!["a1", "b12", "a10"]));
        assert_eq!(names("a1é"), Err(2));
    }

    #[test]
    fn a_name_splits_into_file_and_rank() {
        assert_eq!((file_of("e10"), rank_of("e10")), (Some("e"), Some("10")));
        assert_eq!((file_of("w1x"), file_of("north"), file_of("12")), (None, None, None));
    }
}

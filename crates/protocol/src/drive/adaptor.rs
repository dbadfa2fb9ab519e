//! Games an engine does not know by name but plays all the same: as another one of the catalogue that it knows.
//!
//! Two games are kin when pieces, board and rules are the same but for the names and letters of the pieces, the array they
//! begin with, castling that nobody has any more, and draws that are counted otherwise. Then every move of one is a move
//! of the other, and the engine is told the position and moves of the one it knows.

mod kin;

use super::identity::Identity;
use super::launch::Protocol;
use chatura_define::catalogue;
use chatura_rules::notation::{format_move, parse_move};
use chatura_rules::{Game, Line, Move, Piece, PieceType, Position};
use chatura_search::{Report, Variation};
use std::sync::Arc;

/// A game told as another.
pub(super) struct Adaptor {
    /// The game the engine knows.
    pub game: Arc<Game>,
    /// For each type what it is there.
    types: Vec<PieceType>,
    /// Letters of pieces, here and there, where they differ.
    letters: Vec<(char, char)>,
    /// A line as it was told last, here and there.
    told: Option<(Line, Line)>,
}

/// A game that an engine knows and that this one can be told as.
pub(super) fn find(identity: &Identity, game: &Arc<Game>) -> Option<Adaptor> {
    candidates(identity).into_iter().find_map(|id| {
        let there = catalogue::definition(id, &[], 0).ok()?;
        let names = kin::names(game.definition(), &there)?;
        Adaptor::new(game, &catalogue::load(id, &[], 0).ok()?, &names)
    })
}

/// The games of the catalogue that an engine knows; chess first, which most others are like.
fn candidates(identity: &Identity) -> Vec<&'static str> {
    let shuffled = match identity.protocol {
        Protocol::Uci => identity.option("UCI_Chess960").is_some(),
        Protocol::XBoard => identity.variants.iter().any(|name| name == "fischerandom"),
    };
    let named = identity.variants.iter().filter_map(|name| catalogue::find(name));
    let mut ids = vec!["chess"];
    ids.extend(shuffled.then_some("chess960"));
    for entry in named {
        let id = entry.about.id.as_str();
        if !ids.contains(&id) && (id != "chess960" || shuffled) {
            ids.push(id);
        }
    }
    ids
}

impl Adaptor {
    fn new(own: &Arc<Game>, game: &Arc<Game>, names: &[(String, String)]) -> Option<Adaptor> {
        let cells = own.board().cells.iter().map(|cell| &cell.name);
        if !cells.eq(game.board().cells.iter().map(|cell| &cell.name)) {
            return None;
        }
        let mut letters = Vec::new();
        let mut types = Vec::new();
        for info in own.types() {
            let base = &own.types()[info.base];
            let name = names.iter().find(|(here, _)| *here == base.name).map(|(_, there)| there)?;
            let there = game.types().iter().position(|other| {
                game.types()[other.base].name == *name && marks(&other.letter) == marks(&info.letter)
            })?;
            let pair = (letter(&info.letter)?, letter(&game.types()[there].letter)?);
            if pair.0 != pair.1 && !letters.contains(&pair) {
                letters.push(pair);
            }
            types.push(PieceType(there as u8));
        }
        // A program may rely on there being no more pieces than its game begins with.
        let count = |game: &Game, player: u8| {
            game.start().cells.iter().filter(|piece| piece.is_some() && piece.owner().0 == player).count()
        };
        if (0..2).any(|player| count(own, player) > count(game, player)) {
            return None;
        }
        let adaptor = Adaptor { game: game.clone(), types, letters, told: None };
        // What was compared are definitions; that the moves are the same is seen where play begins.
        let here = Position::start(own);
        let there = adaptor.position(&here)?;
        let moves = here.legal_moves();
        let known = moves.iter().all(|mv| adaptor.there(&here, &there, *mv).is_some());
        (known && moves.len() == there.legal_moves().len()).then_some(adaptor)
    }

    /// A position as one of the game the engine knows.
    fn position(&self, position: &Position) -> Option<Position> {
        let mut setup = position.setup();
        let there = |kind: PieceType| self.types[kind.index()];
        for piece in setup.cells.iter_mut().filter(|piece| piece.is_some()) {
            *piece = Piece::new(piece.owner(), there(piece.kind()));
        }
        for (kind, _) in setup.hands.iter_mut().flatten() {
            *kind = there(*kind);
        }
        Position::new(&self.game, &setup).ok()
    }

    fn there(&self, here: &Position, there: &Position, mv: Move) -> Option<Move> {
        let text =
            with_letters(&format_move(here, mv), |c| paired(&self.letters, c, |(one, other)| (*one, *other)));
        parse_move(there, &text).ok().filter(|mv| there.is_legal(*mv))
    }

    fn back(&self, here: &Position, there: &Position, mv: Move) -> Option<Move> {
        let text = with_letters(&format_move(there, mv), |c| {
            paired(&self.letters, c, |(one, other)| (*other, *one))
        });
        parse_move(here, &text).ok().filter(|mv| here.is_legal(*mv))
    }

    /// A line as one of the game the engine knows; none if it cannot be told so.
    pub fn line(&mut self, line: &Line) -> Option<&Line> {
        let goes_on = |(here, _): &(Line, Line)| {
            line.moves().starts_with(here.moves()) && here.first().hash() == line.first().hash()
        };
        let (mut here, mut there) = match self.told.take().filter(goes_on) {
            Some(told) => told,
            None => {
                let first = line.first();
                (Line::new(first.clone()), Line::new(self.position(&first)?))
            }
        };
        for mv in &line.moves()[here.moves().len()..] {
            let told = self.there(here.position(), there.position(), *mv)?;
            here.play(*mv).ok()?;
            there.play(told).ok()?;
        }
        Some(&self.told.insert((here, there)).1)
    }

    /// A move of the engine where a line stands.
    pub fn own_move(&self, line: &Line, mv: Move) -> Option<Move> {
        self.back(line.position(), self.told.as_ref()?.1.position(), mv)
    }

    /// What an engine reports, in moves of our game.
    pub fn own_report(&self, line: &Line, report: &Report) -> Report {
        let lines = report.lines.iter().map(|variation| {
            let mut moves = Vec::new();
            if let Some((_, told)) = &self.told {
                let (mut here, mut there) = (line.position().clone(), told.position().clone());
                for mv in &variation.moves {
                    let Some(own) = self.back(&here, &there, *mv) else { break };
                    if here.play(own).is_err() || there.play(*mv).is_err() {
                        break;
                    }
                    moves.push(own);
                }
            }
            Variation { moves, score: variation.score }
        });
        Report { lines: lines.collect(), ..report.clone() }
    }
}

/// The letter of a type without its marks.
fn letter(text: &str) -> Option<char> {
    text.chars().find(|c| c.is_alphabetic())
}

fn marks(text: &str) -> String {
    text.chars().filter(|c| !c.is_alphabetic()).collect()
}

/// The other letter of a pair, in the same case.
fn paired(letters: &[(char, char)], c: char, pair: impl Fn(&(char, char)) -> (char, char)) -> char {
    let upper = c.to_ascii_uppercase();
    let found = letters.iter().map(pair).find(|(one, _)| *one == upper).map_or(upper, |(_, other)| other);
    if c.is_ascii_lowercase() { found.to_ascii_lowercase() } else { found }
}

/// A move with other letters of pieces: that of a drop before `@`, that of a promotion at the end.
fn with_letters(text: &str, change: impl Fn(char) -> char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if let Some(at) = letters.iter().position(|c| *c == '@') {
        letters[..at].iter_mut().filter(|c| c.is_alphabetic()).for_each(|c| *c = change(*c));
    } else if let [.., before, last] = &mut letters[..]
        && before.is_ascii_digit()
        && last.is_alphabetic()
    {
        *last = change(*last);
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_pieces_are_changed_and_those_of_cells_are_not() {
        let change = |text: &str| with_letters(text, |c| paired(&[('M', 'N')], c, |pair| *pair));
        assert_eq!(change("m1m2"), "m1m2");
        assert_eq!(change("m7m8m"), "m7m8n");
        assert_eq!(change("M@m4"), "N@m4");
        assert_eq!(change("e1g1"), "e1g1");
    }
}

//! Moves as the players of a game have always written them, besides coordinates and SAN.
//!
//! A game says which notation it has (`notation`), and its pieces what they are called there (`written`). Every style has
//! two scripts: letters (`P-7f`, `C2.5`, `S:e5`) and characters (`７六歩(77)`, `炮二平五`, `♘:e5`).
//!
//! A style lists the ways to write each legal move; a text is read by looking for it among them. So whatever is written
//! is read again. Moves that a style has no words for are written in coordinates.

mod algebraic;
mod fold;
mod shogi;
mod xiangqi;

use super::context::MoveContext;
use super::coordinate::{self, MAX_LENGTH};
use super::error::MoveError;
use super::san;
use crate::board::Board;
use crate::cell::{Cell, Player};
use crate::definition::{Definition, OwnNotation, Problem, Spanned};
use crate::position::Position;
use crate::position::moves::Move;

pub use algebraic::{CAPTURES, PROMOTIONS, Signs};
pub(crate) use fold::{fold, in_one_character, numeral, value_of};
pub(crate) use shogi::cell_in_characters;

/// The names by which definitions choose a style; one with signs of its own has none.
pub const STYLES: &[&str] = &["shogi", "xiangqi"];
/// How many legal moves an error lists.
const MAX_LISTED: usize = 8;
/// What stands in moves written with characters, besides pieces and digits.
const WORDS: [char; 17] =
    ['打', '成', '右', '左', '直', '上', '寄', '引', '前', '中', '后', '进', '退', '平', '同', '不', '('];
/// Files and ranks are told by one digit.
const MOST: u16 = 9;

/// Who writes so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The cell a piece goes to: `P-7f`, `７六歩(77)`.
    Shogi,
    /// The file a piece comes from, and which way it goes: `C2.5`, `炮二平五`.
    Xiangqi,
    /// Piece and cell, as in SAN, with signs of the game's own: `S:e5`.
    Algebraic(Signs),
}

/// What moves are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Latin letters: Hodges' notation of shogi, WXF's of xiangqi.
    Letters,
    /// Japanese or Chinese characters.
    Characters,
}

impl Script {
    /// Both.
    pub const ALL: [Script; 2] = [Script::Letters, Script::Characters];
}

/// Every way to write a move.
#[derive(Default)]
struct Ways {
    /// How it is written: the first of these that means no other move.
    written: Vec<String>,
    /// What is understood besides.
    read: Vec<String>,
}

impl Ways {
    fn all(&self) -> impl Iterator<Item = &String> {
        self.written.iter().chain(&self.read)
    }
}

/// Writes a legal move in the notation of the game's own, if it has one.
pub fn format_native(position: &Position, mv: Move, script: Script) -> Option<String> {
    let style = position.game().native_style()?;
    Some(style.write_marked(&MoveContext::of(position), mv, script))
}

/// A legal move in both scripts, letters first, where the game has a notation of its own.
pub fn format_both(position: &Position, mv: Move) -> Option<[String; 2]> {
    let style = position.game().native_style()?;
    let context = MoveContext::of(position);
    Some(Script::ALL.map(|script| style.write_marked(&context, mv, script)))
}

impl Style {
    /// Its name, by which definitions choose it.
    pub fn name(self) -> &'static str {
        match self {
            Style::Shogi => STYLES[0],
            Style::Xiangqi => STYLES[1],
            Style::Algebraic(_) => "algebraic",
        }
    }

    /// Whether it is SAN with other signs and letters.
    pub fn is_algebraic(self) -> bool {
        matches!(self, Style::Algebraic(_))
    }

    /// The style of a name, if the board can be written so.
    fn named(name: &Spanned<String>, board: &Board, players: &[String]) -> Result<Style, Problem> {
        let refuse = |message: String, label: &str| Problem::new(name.span, message, label);
        let Some(style) = [Style::Shogi, Style::Xiangqi].into_iter().find(|style| style.name() == name.value)
        else {
            let problem = refuse(format!("unknown notation \"{}\"", name.value), "no such notation");
            return Err(problem.suggest(&name.value, STYLES.iter().copied()));
        };
        // Pieces of xiangqi are told to go so many ranks, which may be one fewer than there are.
        let most_ranks = if style == Style::Xiangqi { MOST + 1 } else { MOST };
        let is_whole = board.cells.len() == usize::from(board.files) * usize::from(board.ranks);
        if players.len() != 2 || !is_whole || board.files > MOST || board.ranks > most_ranks {
            let message = format!("moves of this game cannot be written as in {}", name.value);
            let help =
                format!("that is for two players on a whole rectangle of at most {MOST} by {most_ranks}");
            return Err(refuse(message, "not on this board").help(help));
        }
        Ok(style)
    }

    /// The style that a definition chooses, if its board and its pieces can be written so.
    pub(crate) fn of(
        definition: &Definition,
        board: &Board,
        players: &[String],
    ) -> Result<Option<Style>, Problem> {
        let style = match &definition.notation {
            None => return Ok(None),
            Some(OwnNotation::Style(name)) => Style::named(name, board, players)?,
            Some(OwnNotation::Algebraic(signs)) => {
                algebraic::letters_are_clear(definition)?;
                Style::Algebraic(Signs::of(signs))
            }
        };
        for piece in &definition.pieces {
            let written = &piece.written;
            if let Some(wrong) = written.letter.iter().find(|letter| !is_letter(&letter.value)) {
                let message = format!("\"{}\" cannot be a letter in moves", wrong.value);
                let problem = Problem::new(wrong.span, message, "not a letter");
                return Err(problem.help("a capital letter, with + before it if the piece is a promoted one"));
            }
            if let Some(wrong) = written.characters.iter().find(|text| !is_character(&text.value)) {
                let message = format!("\"{}\" cannot be a character in moves", wrong.value);
                let problem = Problem::new(wrong.span, message, "not a character");
                return Err(
                    problem.help("one or two characters, no digits, signs or blanks: \"歩\", \"成銀\"")
                );
            }
            if let Some(more) = written.characters.get(players.len()) {
                let problem =
                    Problem::new(more.span, "there are more characters than players", "one too many");
                return Err(problem.help("one for everybody, or one for each player"));
            }
        }
        Ok(Some(style))
    }

    fn ways(self, context: &MoveContext<'_>, mv: Move, script: Script) -> Ways {
        match self {
            Style::Algebraic(signs) => algebraic::ways(context, mv, script, signs),
            _ if mv.choice != Move::NO_CHOICE => Ways::default(),
            Style::Shogi => shogi::ways(context, mv, script),
            Style::Xiangqi => xiangqi::ways(context, mv, script),
        }
    }

    /// Whether two moves could be written alike.
    fn may_clash(self, context: &MoveContext<'_>, one: Move, other: Move) -> bool {
        match self {
            Style::Shogi | Style::Algebraic(_) => one.to == other.to,
            Style::Xiangqi => context.piece(one.from).kind() == context.piece(other.from).kind(),
        }
    }

    /// Whether a folded text could mean a move, judged quickly.
    fn could_be(self, context: &MoveContext<'_>, mv: Move, said: &str) -> bool {
        match self {
            Style::Shogi => shogi::goes_there(context, mv, said),
            Style::Algebraic(_) => algebraic::goes_there(context, mv, said),
            Style::Xiangqi => true,
        }
    }

    /// A text without what makes no difference in this style.
    fn fold(self, text: &str) -> String {
        match self {
            Style::Algebraic(_) => algebraic::bare(&fold(text)),
            _ => fold(text),
        }
    }

    /// Writes a move with a mark of check, where the style has such marks.
    fn write_marked(self, context: &MoveContext<'_>, mv: Move, script: Script) -> String {
        let mark = match (self, context.position()) {
            (Style::Algebraic(_), Some(position)) => san::check_mark(position, mv),
            _ => "",
        };
        self.write(context, mv, script) + mark
    }

    pub(super) fn write(self, context: &MoveContext<'_>, mv: Move, script: Script) -> String {
        let ways = self.ways(context, mv, script);
        let rivals: Vec<String> = match ways.written.is_empty() {
            true => Vec::new(),
            false => {
                let others = context.legal().iter().filter(|other| **other != mv);
                let others = others.filter(|other| self.may_clash(context, mv, **other));
                others.flat_map(|other| self.ways(context, *other, script).written).collect()
            }
        };
        // What the other notations would take for another move is left to them.
        let means = |read: Result<Move, MoveError>| read.is_err() || read == Ok(mv);
        let is_nothing_else = |way: &String| {
            !self.is_algebraic() || means(coordinate::read(context, way)) && means(san::read(context, way))
        };
        let is_clear = |way: &String| !rivals.contains(way) && is_nothing_else(way);
        ways.written.into_iter().find(is_clear).unwrap_or_else(|| coordinate::write(context, mv))
    }

    /// Whether a folded text looks like a move so written, and which script it is in.
    fn script_of(self, context: &MoveContext<'_>, said: &str) -> Option<Script> {
        let types = context.language.types.iter();
        let mut characters = types.flat_map(|info| &info.written.characters).map(|own| fold(&own.value));
        if said.contains(WORDS) && !self.is_algebraic() || characters.any(|own| said.contains(&own)) {
            return Some(Script::Characters);
        }
        let has_form = match self {
            Style::Algebraic(_) => true,
            Style::Shogi => shogi::has_form(context, said),
            Style::Xiangqi => xiangqi::has_form(context, said),
        };
        has_form.then_some(Script::Letters)
    }
}

/// Reads a legal move in the notation of the game's own; nothing if the text does not look like one.
pub(super) fn read(context: &MoveContext<'_>, text: &str) -> Option<Result<Move, MoveError>> {
    let style = context.language.style?;
    let text = text.trim().trim_end_matches(['!', '?']).trim_end();
    if style.fold(text).is_empty() || text.len() > MAX_LENGTH {
        return None;
    }
    let said = style.fold(text);
    let script = style.script_of(context, &fold(text))?;
    // A plus may be a mark of check, also behind one that is a promotion.
    let is_mark = |rest: &str| rest.is_empty() || style.is_algebraic() && rest.bytes().all(|c| c == b'+');
    let fits = |mv: &Move| {
        let says = |way: &String| said.strip_prefix(style.fold(way).as_str()).is_some_and(is_mark);
        style.could_be(context, *mv, &said) && style.ways(context, *mv, script).all().any(says)
    };
    let mut found: Vec<Move> = context.legal().iter().copied().filter(fits).collect();
    let write = |mv: &Move| style.write(context, *mv, script);
    let marks = ['+', '#'];
    let unmarked = text.strip_suffix(marks).unwrap_or(text);
    for exactly in [text, unmarked, text.trim_end_matches(marks)].map(fold) {
        if found.len() > 1 {
            // What is written so exactly comes before what could also be said so.
            let exact: Vec<Move> = found.iter().copied().filter(|mv| fold(&write(mv)) == exactly).collect();
            found = if exact.is_empty() { found } else { exact };
        }
    }
    Some(match found[..] {
        [mv] => Ok(mv),
        // What SAN has to say of it helps as much.
        [] if style.is_algebraic() => return None,
        [] if context.legal().is_empty() => Err(MoveError::Over),
        [] => {
            let named = |mv: &&Move| said.contains(&fold(&name(context, **mv, script)));
            let legal = context.legal().iter().filter(named).take(MAX_LISTED).map(write).collect();
            Err(MoveError::Illegal { text: MoveError::shown(text), legal })
        }
        _ => Err(coordinate::ambiguous(text, found.iter().map(write))),
    })
}

/// That a text is no move here, and what one looks like.
pub(super) fn formless(context: &MoveContext<'_>, text: &str) -> MoveError {
    let example = context.legal().first().zip(context.language.style);
    match example {
        None => MoveError::Over,
        Some((mv, style)) => MoveError::Form {
            text: MoveError::shown(text),
            example: style.write(context, *mv, Script::Characters),
        },
    }
}

/// What a moving or dropped piece is called.
fn name(context: &MoveContext<'_>, mv: Move, script: Script) -> String {
    let kind = match mv.origin() {
        Some(from) => context.piece(from).kind(),
        None => mv.piece,
    };
    called(context, kind, context.turn, script)
}

/// What a type is called for a player.
pub(crate) fn called(
    context: &MoveContext<'_>,
    kind: crate::cell::PieceType,
    player: Player,
    script: Script,
) -> String {
    let letter = context.language.letter(kind);
    let Some(info) = context.language.types.get(kind.index()) else { return letter.to_owned() };
    let written = match script {
        Script::Letters => info.written.letter.as_ref().map(|own| own.value.as_str()),
        Script::Characters => info.written.character(player.index()),
    };
    written.unwrap_or(letter).to_owned()
}

/// File and rank, both counted from the corner that the first player has at the left.
fn place(context: &MoveContext<'_>, cell: Cell) -> (u16, u16) {
    context.language.board.cells.get(cell.index()).map_or((0, 0), |info| (info.file, info.rank))
}

/// One capital letter, perhaps with `+` before it.
fn is_letter(text: &str) -> bool {
    matches!(text.strip_prefix('+').unwrap_or(text).as_bytes(), [b'A'..=b'Z'])
}

/// One or two characters, or figures of pieces, that nothing else in a move could be.
fn is_character(text: &str) -> bool {
    let is_figure = |c: char| ('♔'..='♟').contains(&c);
    (1..=2).contains(&text.chars().count())
        && text.chars().all(|c| is_figure(c) || c.is_alphabetic() && !c.is_ascii() && value_of(c).is_none())
}

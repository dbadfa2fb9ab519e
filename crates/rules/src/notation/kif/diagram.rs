//! Positions as diagrams: the board as it is seen, and what is in hand.

use super::KifError;
use super::header::IN_HAND;
use crate::cell::{Piece, PieceType, Player};
use crate::notation::context::MoveContext;
use crate::notation::native::{Script, called, fold, in_one_character, numeral, value_of};
use crate::position::setup::Setup;

/// A diagram while it is being read.
#[derive(Default)]
pub(super) struct Diagram {
    /// The rows from the top, each with the number of its line.
    rows: Vec<(u32, String)>,
    /// What each player holds, with the number of the line.
    hands: [Option<(u32, String)>; 2],
    /// Whether the second player is to move.
    second: bool,
}

impl Diagram {
    /// Takes a line that belongs to a diagram; whether it does.
    pub fn take(&mut self, number: u32, line: &str) -> bool {
        if line.starts_with('|') {
            self.rows.push((number, line.to_owned()));
            return true;
        }
        if ["後手番", "上手番"].contains(&line.trim()) {
            self.second = true;
            return true;
        }
        ["先手番", "下手番"].contains(&line.trim()) || is_border(line)
    }

    /// Takes what a player holds; whether the header says that.
    pub fn hold(&mut self, number: u32, name: &str, value: &str) -> bool {
        let Some(player) = name.strip_suffix(IN_HAND) else { return false };
        self.hands[usize::from(["後手", "上手"].contains(&player))] = Some((number, value.to_owned()));
        true
    }

    /// The position, if there is a board.
    pub fn setup(&self, context: &MoveContext<'_>, usual: &Setup) -> Result<Option<Setup>, KifError> {
        let Some((line, _)) = self.rows.first() else { return Ok(None) };
        let board = context.language.board;
        if self.rows.len() != board.rows.len() {
            let (drawn, ranks) = (self.rows.len(), board.rows.len());
            return Err(KifError::at(*line, format!("the board has {ranks} ranks, the diagram {drawn}")));
        }
        let mut setup = Setup { cells: vec![Piece::NONE; board.len()], ..usual.clone() };
        for ((number, text), cells) in self.rows.iter().zip(&board.rows) {
            let signs: Vec<char> = text.chars().skip(1).take_while(|c| *c != '|').collect();
            if signs.len() != 2 * cells.len() {
                let problem =
                    format!("a rank has {} cells of two characters each: \"v香\", \" ・\"", cells.len());
                return Err(KifError::at(*number, problem));
            }
            for (pair, cell) in signs.chunks(2).zip(cells.iter().flatten()) {
                let player = Player(u8::from(matches!(pair[0], 'v' | 'V')));
                if ['・', '.', '･', ' ', '　'].contains(&pair[1]) {
                    continue;
                }
                let kind = type_of(context, player, &pair[1].to_string());
                let kind = kind.ok_or_else(|| KifError::at(*number, format!("{} is no piece", pair[1])))?;
                setup.cells[cell.index()] = Piece::new(player, kind);
            }
        }
        setup.hands = vec![Vec::new(); 2];
        for (player, held) in self.hands.iter().enumerate() {
            if let Some((number, text)) = held {
                setup.hands[player] = hand(context, Player(player as u8), *number, text)?;
            }
        }
        setup.turn = Some(Player(u8::from(self.second)));
        Ok(Some(setup))
    }
}

fn is_border(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("+-")
        || line.starts_with("９ ８")
        || line.chars().all(|c| c.is_whitespace() || value_of(c).is_some())
}

/// The type of a character.
fn type_of(context: &MoveContext<'_>, player: Player, text: &str) -> Option<PieceType> {
    let types = (0..context.language.types.len()).map(|kind| PieceType(kind as u8));
    let own = fold(text);
    types.into_iter().find(|kind| fold(&called(context, *kind, player, Script::Characters)) == own)
}

/// What somebody holds: `飛　角　歩十八`, or `なし`.
fn hand(
    context: &MoveContext<'_>,
    player: Player,
    number: u32,
    text: &str,
) -> Result<Vec<(PieceType, u8)>, KifError> {
    let mut held = Vec::new();
    for word in text.split_whitespace().filter(|word| *word != "なし") {
        let count = word.find(|c: char| c == '十' || value_of(c).is_some()).unwrap_or(word.len());
        let (name, count) = word.split_at(count);
        let kind = type_of(context, player, name);
        let kind = kind.ok_or_else(|| KifError::at(number, format!("\"{word}\" is no piece in hand")))?;
        let count = counted(count).filter(|count| (1..=99).contains(count));
        let count =
            count.ok_or_else(|| KifError::at(number, format!("\"{word}\" has no number of 1 to 99")))?;
        held.push((kind, count));
    }
    Ok(held)
}

/// A number such as `十八`; nothing is one.
fn counted(text: &str) -> Option<u8> {
    let Some((tens, ones)) = text.split_once('十') else {
        return digits(text).or(text.is_empty().then_some(1));
    };
    let tens = if tens.is_empty() { 1 } else { digits(tens)? };
    let ones = if ones.is_empty() { 0 } else { digits(ones)? };
    tens.checked_mul(10)?.checked_add(ones)
}

fn digits(text: &str) -> Option<u8> {
    let values: Option<String> = text.chars().map(|c| value_of(c).map(|value| value.to_string())).collect();
    values?.parse().ok()
}

/// A number as a diagram has it: nothing for one, `十八`.
fn count(number: u8) -> String {
    let ones = |value: u8| if value == 0 { String::new() } else { numeral(value.into()).to_string() };
    match number {
        1 => String::new(),
        2..10 => ones(number),
        _ => {
            format!("{}十{}", if number < 20 { String::new() } else { ones(number / 10) }, ones(number % 10))
        }
    }
}

/// A position as a diagram.
pub(super) fn draw(context: &MoveContext<'_>, setup: &Setup) -> Result<String, KifError> {
    let board = context.language.board;
    let one = |kind: PieceType, player: Player| {
        let name = called(context, kind, player, Script::Characters);
        in_one_character(&name).ok_or_else(|| {
            KifError::NoCharacter(
                context.language.types.get(kind.index()).map_or(name, |info| info.name.clone()),
            )
        })
    };
    let held = |player: u8| -> Result<String, KifError> {
        let held = setup.hands.get(usize::from(player)).map_or(&[][..], |held| held);
        let words: Result<Vec<String>, KifError> = held
            .iter()
            .map(|(kind, number)| Ok(format!("{}{}", one(*kind, Player(player))?, count(*number))))
            .collect();
        let words = words?;
        Ok(if words.is_empty() { "なし".to_owned() } else { words.join("　") })
    };
    let mut text = format!("後手{IN_HAND}：{}\n ", held(1)?);
    for file in (1..=board.files).rev() {
        text += &format!(" {}", char::from_u32('０' as u32 + u32::from(file)).unwrap_or('？'));
    }
    let border = format!("\n+{}+\n", "-".repeat(3 * usize::from(board.files)));
    text += &border;
    for (row, cells) in board.rows.iter().enumerate() {
        text.push('|');
        for cell in cells.iter().flatten() {
            match setup.cells.get(cell.index()).copied().filter(|piece| piece.is_some()) {
                Some(piece) => {
                    text.push(if piece.owner() == Player(0) { ' ' } else { 'v' });
                    text.push(one(piece.kind(), piece.owner())?);
                }
                None => text += " ・",
            }
        }
        text += &format!("|{}\n", numeral(row as u16 + 1));
    }
    text += border.trim_start();
    text += &format!("先手{IN_HAND}：{}\n", held(0)?);
    if setup.turn == Some(Player(1)) {
        text += "後手番\n";
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for number in 1..=99 {
            assert_eq!(counted(&count(number)), Some(number), "{}", count(number));
        }
        assert_eq!(
            (count(18), counted("１８"), counted("百"), counted("二十百")),
            ("十八".to_owned(), Some(18), None, None)
        );
    }
}

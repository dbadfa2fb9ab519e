//! Trees to KIF.

use super::header::{self, HANDICAP, TAGS, VARIANT, VARIATION};
use super::{KifError, diagram};
use crate::cell::{Cell, Player};
use crate::compile::game::Game;
use crate::notation::context::MoveContext;
use crate::notation::native::{Script, Style, cell_in_characters};
use crate::notation::pgn::{Pgn, PgnLine, Played, read_game};
use crate::position::Position;
use std::sync::Arc;

/// Tags that say nothing in KIF, or are told otherwise there.
const UNSAID: &[&str] = &["Result", "Variant", "SetUp", "FEN", "Round", "PlyCount"];

/// Writes a game with its comments and variations.
pub fn write(game: &Arc<Game>, pgn: &Pgn) -> Result<String, KifError> {
    if game.native_style() != Some(Style::Shogi) {
        return Err(KifError::NotShogi(game.about().name.clone()));
    }
    let record = read_game(|_| Some(Arc::clone(game)), pgn)?;
    let usual = Position::start(game);
    let is_usual = record.start.setup() == usual.setup();
    let mut text = "# KIF, UTF-8\n".to_owned();
    let id = &game.about().id;
    if id != "shogi" {
        text += &format!("{VARIANT}：{id}\n");
    }
    text += &format!("{HANDICAP}：{}\n", if is_usual { "平手" } else { "その他" });
    for (tag, value) in &pgn.tags {
        let is_said = !UNSAID.contains(&tag.as_str()) && !value.chars().all(|c| "?.".contains(c));
        let known = TAGS.iter().find(|(_, own)| own == tag).map(|(name, _)| (*name).to_owned());
        let name = known.unwrap_or_else(|| one_line(tag).replace(['：', ':'], " ").trim().to_owned());
        let value = if tag == "Date" { value.replace('.', "/") } else { value.clone() };
        if is_said && header::is_plain(&name) {
            text += &format!("{name}：{}\n", one_line(&value));
        }
    }
    if !is_usual {
        text += &diagram::draw(&MoveContext::of(&record.start), &record.start.setup())?;
    }
    text += "手数----指手---------消費時間--\n";
    pgn.head.iter().for_each(|comment| text += &comment_line(&comment.text));
    let mut page = Page { text };
    page.part(&pgn.line, &record.moves, &record.start, 1, None, Some(&pgn.result));
    Ok(page.text)
}

struct Page {
    text: String,
}

impl Page {
    /// A line from a ply on, and behind it its variations, the last first.
    fn part(
        &mut self,
        line: &PgnLine,
        moves: &[Played],
        start: &Position,
        first: usize,
        before: Option<Cell>,
        result: Option<&str>,
    ) {
        let mut position = start.clone();
        let mut last = before;
        // Where each move was made, and where the one before went.
        let mut stood: Vec<(Position, Option<Cell>)> = Vec::with_capacity(moves.len());
        for (at, (node, played)) in line.nodes.iter().zip(moves).enumerate() {
            node.before.iter().for_each(|comment| self.text += &comment_line(&comment.text));
            let context = MoveContext::of(&position);
            let native = Style::Shogi.write(&context, played.mv, Script::Characters);
            let to = cell_in_characters(&context, played.mv.to);
            let written = match native.strip_prefix(&to).filter(|_| last == Some(played.mv.to)) {
                Some(rest) => format!("同　{rest}"),
                None => native,
            };
            drop(context);
            self.text += &format!("{:4} {written}\n", first + at);
            node.after.iter().for_each(|comment| self.text += &comment_line(&comment.text));
            stood.push((position.clone(), last));
            last = Some(played.mv.to);
            position.play_unchecked(played.mv);
        }
        line.end.iter().for_each(|comment| self.text += &comment_line(&comment.text));
        if let Some(word) = result.and_then(|result| end(result, &position)) {
            self.text += &format!("{:4} {word}\n", first + moves.len());
        }
        for (at, (node, played)) in line.nodes.iter().zip(moves).enumerate().rev() {
            let (position, last) = &stood[at];
            for (variation, moves) in node.variations.iter().zip(&played.variations) {
                self.text += &format!("\n{VARIATION}：{}手\n", first + at);
                self.part(variation, moves, position, first + at, *last, None);
            }
        }
    }
}

/// The word for a result, where the game stands at its end.
fn end(result: &str, position: &Position) -> Option<&'static str> {
    let mated = position.outcome().is_some();
    let first_moves = position.turn() == Player(0);
    match result {
        "1/2-1/2" => Some(if mated { "千日手" } else { "持将棋" }),
        "1-0" | "0-1" => Some(match ((result == "1-0") == first_moves, mated) {
            (true, _) => "反則勝ち",
            (false, true) => "詰み",
            (false, false) => "投了",
        }),
        _ => Some("中断"),
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn comment_line(text: &str) -> String {
    text.lines().map(|line| format!("*{}\n", one_line(line))).collect()
}

//! Chapters as PGN, out and in: with variations, comments, judgements, arrows and circles.

use super::tree::{
    COLOURS, Chapter, MAX_COMMENT, MAX_NAGS, MAX_SHAPES, MAX_TITLE, MoveText, Said, Shape, Step,
};
use crate::analysis::line;
use crate::names;
use crate::problem::Problem;
use axum::http::StatusCode;
use chatura_rules::notation::pgn::{
    Comment, Pgn, PgnLine, PgnNode, Played, Turn, read_game, turn, write_head,
};
use chatura_rules::notation::{Language, format_fen, format_long, format_san, read_move};
use chatura_rules::{Cell, Game, Player, Position};
use std::sync::Arc;

type Last = Option<(Player, Turn)>;

/// A chapter as PGN, under the name of its study.
pub fn write(study: &str, chapter: &Chapter, game: &Arc<Game>) -> Result<Pgn, Problem> {
    let line = line(game, chapter.fen.as_deref(), &[])?;
    let result = ("Result".to_owned(), "*".to_owned());
    let tags = [("Event".to_owned(), format!("{study}: {}", chapter.name)), result];
    let mut pgn = write_head(&line, &tags);
    let writer = Writer { chapter, many: game.players().len() > 2 };
    let start = line.position();
    if let Some((first, others)) = chapter.after(0).split_first() {
        pgn.line.nodes = writer.branch(*first, others, start.clone(), None)?;
    }
    let said = comments(&chapter.steps[0]);
    match pgn.line.nodes.first_mut() {
        Some(node) => node.before = said,
        None => pgn.line.end = said,
    }
    Ok(pgn)
}

struct Writer<'a> {
    chapter: &'a Chapter,
    /// Whether moves name where they come from, as in games for more than two.
    many: bool,
}

impl Writer<'_> {
    /// A move and what follows it, with what could have been played instead of each.
    fn branch(
        &self,
        first: usize,
        others: &[usize],
        mut position: Position,
        mut last: Last,
    ) -> Result<Vec<PgnNode>, Problem> {
        let (mut nodes, mut at, mut others) = (Vec::new(), first, others.to_vec());
        loop {
            let sides = others.iter().map(|side| self.branch(*side, &[], position.clone(), last));
            let sides = sides.map(|nodes| Ok(PgnLine { nodes: nodes?, end: Vec::new() }));
            let variations = sides.collect::<Result<_, Problem>>()?;
            let step = &self.chapter.steps[at];
            let mv = read_move(&position, &step.coordinates).map_err(|error| damaged(&error.to_string()))?;
            let san = if self.many { format_long(&position, mv) } else { format_san(&position, mv) };
            let turn = turn(&position, last);
            last = Some((position.turn(), turn));
            let (nags, after) = (step.nags.clone(), comments(step));
            nodes.push(PgnNode { san, nags, after, variations, turn, ..PgnNode::default() });
            position.play_unchecked(mv);
            let Some((next, rest)) = self.chapter.after(at).split_first().map(|(n, r)| (*n, r.to_vec()))
            else {
                return Ok(nodes);
            };
            (at, others) = (next, rest);
        }
    }
}

fn damaged(why: &str) -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "illegal-move",
        format!("the chapter cannot be played: {why}"),
    )
}

fn comments(step: &Step) -> Vec<Comment> {
    let words = (!step.comment.is_empty()).then(|| step.comment.clone());
    [marks(&step.shapes), words].into_iter().flatten().map(Comment::new).collect()
}

/// Circles and arrows as programs write them: `[%csl Ge4][%cal Rd1d8]`.
fn marks(shapes: &[Shape]) -> Option<String> {
    let letter =
        |shape: &Shape| COLOURS.iter().find(|(name, _)| *name == shape.colour).map_or('G', |known| known.1);
    let circles = shapes.iter().filter(|shape| shape.from == shape.to);
    let circles: Vec<String> = circles.map(|shape| format!("{}{}", letter(shape), shape.from)).collect();
    let arrows = shapes.iter().filter(|shape| shape.from != shape.to);
    let arrows: Vec<String> =
        arrows.map(|shape| format!("{}{}{}", letter(shape), shape.from, shape.to)).collect();
    let command = |name: &str, list: Vec<String>| match list.is_empty() {
        true => String::new(),
        false => format!("[%{name} {}]", list.join(",")),
    };
    Some(command("csl", circles) + &command("cal", arrows)).filter(|text| !text.is_empty())
}

/// A chapter of a game that was written down; `definition` is what it is played by.
pub fn read(pgn: &Pgn, definition: &str, game: &Arc<Game>) -> Result<Chapter, Problem> {
    let bad = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-pgn", detail);
    let record = read_game(|_| Some(Arc::clone(game)), pgn).map_err(|error| bad(error.to_string()))?;
    let is_usual = format_fen(&record.start) == format_fen(&Position::start(game));
    let fen = (!is_usual).then(|| format_fen(&record.start));
    let settings = game.variables().iter().map(|variable| (variable.name.clone(), variable.value.clone()));
    let mut chapter = Chapter::new(title(pgn), definition.to_owned(), settings.collect(), fen);
    let opening = pgn.line.nodes.first().map_or(&pgn.line.end, |node| &node.before);
    chapter.annotate(0, said(opening.iter(), &[], game))?;
    Reader { game, chapter: &mut chapter }.line(0, &record.moves, &pgn.line, record.start)?;
    Ok(chapter)
}

/// What a game is called: by its event, or by who plays.
fn title(pgn: &Pgn) -> String {
    let tag = |name: &str| pgn.tag(name).map(str::trim).filter(|value| !value.is_empty() && *value != "?");
    let names = || Some(format!("{} – {}", tag("White")?, tag("Black")?));
    let title = tag("Event").map(str::to_owned).or_else(names).unwrap_or_else(|| "Game".to_owned());
    names::seen_of(&title).chars().take(MAX_TITLE).collect()
}

struct Reader<'a> {
    game: &'a Arc<Game>,
    chapter: &'a mut Chapter,
}

impl Reader<'_> {
    /// Takes moves with what was written of them after the move of a number.
    fn line(
        &mut self,
        mut before: u32,
        moves: &[Played],
        line: &PgnLine,
        mut position: Position,
    ) -> Result<(), Problem> {
        for (played, node) in moves.iter().zip(&line.nodes) {
            let parent = self.chapter.find(before)?;
            let at = self.chapter.add(parent, MoveText::of(&position, played.mv))?;
            let number = self.chapter.steps[at].node;
            // What stands before the first move of all is said of the start.
            let is_opening = parent == 0 && at == 1;
            let told = node.before.iter().filter(|_| !is_opening).chain(&node.after);
            let said = said(told, &node.nags, self.game);
            self.chapter.annotate(number, said)?;
            for (side, text) in played.variations.iter().zip(&node.variations) {
                self.line(before, side, text, position.clone())?;
            }
            position.play_unchecked(played.mv);
            before = number;
        }
        Ok(())
    }
}

/// What comments say, with the circles and arrows among them.
fn said<'a>(told: impl Iterator<Item = &'a Comment>, nags: &[u16], game: &Game) -> Said {
    let (mut words, mut shapes) = (Vec::new(), Vec::new());
    for comment in told {
        words.push(without_marks(&comment.text, game, &mut shapes));
    }
    words.retain(|text| !text.is_empty());
    shapes.truncate(MAX_SHAPES);
    let nags = nags.iter().copied().filter(|nag| *nag <= 255).take(MAX_NAGS).collect();
    let comment: String = words.join(" ").chars().take(MAX_COMMENT).collect();
    Said { comment: Some(comment), nags: Some(nags), shapes: Some(shapes) }
}

/// A comment without its circles and arrows, which are gathered.
fn without_marks(text: &str, game: &Game, shapes: &mut Vec<Shape>) -> String {
    let mut rest = text;
    let mut words = String::new();
    while let Some(start) = rest.find("[%c") {
        let Some(length) = rest[start..].find(']') else { break };
        let command = &rest[start + 2..start + length];
        let kept = match command.split_once(' ') {
            Some(("csl" | "cal", list)) => {
                shapes.extend(list.split(',').filter_map(|mark| shape(mark.trim(), game)));
                ""
            }
            _ => &rest[start..=start + length],
        };
        words += &rest[..start];
        words += kept;
        rest = &rest[start + length + 1..];
    }
    (words + rest).trim().to_owned()
}

/// `Ge4` or `Rd1d8`.
fn shape(mark: &str, game: &Game) -> Option<Shape> {
    let letter = mark.chars().next()?.to_ascii_uppercase();
    let (colour, _) = COLOURS.iter().find(|(_, known)| *known == letter)?;
    let cells = mark.get(1..)?;
    let language = Language::of(game);
    let name = |cell: Cell| language.name(cell).to_owned();
    // Of names that begin alike the one is meant behind which another stands.
    let (from, to) = language.cells_before(cells).into_iter().find_map(|(from, length)| {
        let rest = &cells[length..];
        match rest {
            "" => Some((from, from)),
            _ => Some((from, language.cells_before(rest).into_iter().find(|found| found.1 == rest.len())?.0)),
        }
    })?;
    Some(Shape { from: name(from), to: name(to), colour: (*colour).to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_rules::notation::pgn::games;

    fn round(id: &str, text: &str) -> (Chapter, String) {
        let game = chatura_define::load(id, &[], 0).unwrap();
        let pgn = games(text).next().unwrap().unwrap();
        let chapter = read(&pgn, id, &game).unwrap();
        let written = write("Study", &chapter, &game).unwrap().to_string();
        let again = read(&games(&written).next().unwrap().unwrap(), id, &game).unwrap();
        assert_eq!((&again.steps, &again.fen), (&chapter.steps, &chapter.fen), "{written}");
        (chapter, written)
    }

    #[test]
    fn everything_said_of_a_game_comes_back() {
        let text = "[Event \"Lesson\"]\n\n{Look [%csl Ge4,Rd5][%cal Ye2e4]} 1. e4! {Best. [%clk 0:01:00]} e5 $14 $10 (1... c5 \
                    {Sharp} 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *";
        let (chapter, written) = round("chess", text);
        assert_eq!(chapter.name, "Lesson");
        let shape = |from: &str, to: &str, colour: &str| Shape {
            from: from.into(),
            to: to.into(),
            colour: colour.into(),
        };
        let start = &chapter.steps[0];
        assert_eq!(start.comment, "Look");
        assert_eq!(
            start.shapes,
            [shape("e4", "e4", "green"), shape("d5", "d5", "red"), shape("e2", "e4", "yellow")]
        );
        assert_eq!(chapter.steps[1].comment, "Best. [%clk 0:01:00]");
        assert_eq!(chapter.steps[2].nags, [14, 10]);
        let sans: Vec<&str> = chapter.steps[1..].iter().map(|step| step.san.as_str()).collect();
        assert_eq!(sans, ["e4", "e5", "Nf3", "c5", "Nf3", "d6", "c3", "d5", "e6"]);
        assert!(
            written.contains("[Event \"Study: Lesson\"]") && written.contains("{[%csl Ge4,Rd5][%cal Ye2e4]}"),
            "{written}"
        );
    }

    #[test]
    fn games_of_many_and_long_names_of_cells_come_back() {
        round("three-player", "[Variant \"three-player\"]\n\n*");
        let game = chatura_define::load("shogi", &[], 0).unwrap();
        let names = ["Ga1a9", "Rb10"].map(|mark| shape(mark, &game));
        assert!(names[0].is_some() && names[1].is_none());
        let grand = chatura_define::load("grand", &[], 0).unwrap();
        let arrow = shape("Ga1a10", &grand).unwrap();
        assert_eq!((arrow.from.as_str(), arrow.to.as_str()), ("a1", "a10"));
    }

    #[test]
    fn a_move_that_cannot_be_played_is_named() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let pgn = games("1. e4 e5 (1... c9) *").next().unwrap().unwrap();
        assert_eq!(read(&pgn, "chess", &game).unwrap_err().code, "bad-pgn");
    }
}

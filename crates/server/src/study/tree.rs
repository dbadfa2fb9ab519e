//! What a study is made of: chapters, each a start and a tree of moves with what is said of them.

use crate::names;
use crate::problem::Problem;
use axum::http::StatusCode;
use chatura_rules::notation::{format_both, format_move, format_san};
use chatura_rules::{Move, Position};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The most chapters of a study.
pub const MAX_CHAPTERS: usize = 64;
/// The most moves of a chapter, variations included.
pub const MAX_STEPS: usize = 2_000;
/// The most moves one after the other.
pub const MAX_PLIES: u32 = 600;
/// How deep variations may be nested; less than PGN is read with.
pub const MAX_NESTING: usize = 48;
/// The longest comment, in characters.
pub const MAX_COMMENT: usize = 2_000;
/// The most judgements of a move.
pub const MAX_NAGS: usize = 8;
/// The most arrows and circles of a position.
pub const MAX_SHAPES: usize = 64;
/// The longest name of a study or a chapter, in characters.
pub const MAX_TITLE: usize = 100;
/// The colours of arrows and circles, with the letters PGN has for them.
pub const COLOURS: [(&str, char); 4] = [("green", 'G'), ("red", 'R'), ("yellow", 'Y'), ("blue", 'B')];

/// An arrow from a cell to another, or a circle round one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// From where, by name.
    pub from: String,
    /// Where to.
    pub to: String,
    /// `green`, `red`, `yellow` or `blue`.
    pub colour: String,
}

/// A move as it is written.
pub struct MoveText {
    /// In coordinates.
    pub coordinates: String,
    /// As people read it.
    pub san: String,
    /// In the notation that the game has of its own.
    pub native: Option<[String; 2]>,
}

impl MoveText {
    /// Of a legal move.
    pub fn of(position: &Position, mv: Move) -> MoveText {
        let (coordinates, san) = (format_move(position, mv), format_san(position, mv));
        MoveText { coordinates, san, native: format_both(position, mv) }
    }
}

/// A move of a chapter with what is said of it. The first has no move and stands for the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, which never changes; 0 is the start.
    pub node: u32,
    /// The move before it.
    pub parent: Option<u32>,
    /// How many moves lead to it.
    pub ply: u32,
    /// In coordinates.
    pub coordinates: String,
    /// As people read it.
    pub san: String,
    /// In the notation that the game has of its own: with letters, and with characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<[String; 2]>,
    /// What is said of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// How it is judged, as PGN numbers that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u16>,
    /// What is drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
}

/// A chapter of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// Its number, which never changes.
    pub chapter: u32,
    /// What it is called.
    pub name: String,
    /// The id of the definition.
    pub definition: String,
    /// The value of each variable of it.
    pub settings: Vec<(String, String)>,
    /// Where it begins, if not where the rules say.
    pub fen: Option<String>,
    /// The start and every move. Each stands before what follows it, and of several moves that follow the same one the first is
    /// the main line.
    pub steps: Vec<Step>,
}

fn full(detail: String) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "study-full", detail)
}

impl Chapter {
    /// One without moves.
    pub fn new(
        name: String,
        definition: String,
        settings: Vec<(String, String)>,
        fen: Option<String>,
    ) -> Chapter {
        Chapter { chapter: 0, name, definition, settings, fen, steps: vec![Step::default()] }
    }

    /// Where a move stands in the list.
    pub fn find(&self, node: u32) -> Result<usize, Problem> {
        self.steps.iter().position(|step| step.node == node).ok_or_else(|| Problem::missing("move"))
    }

    /// A move with everything that follows it.
    fn subtree(&self, at: usize) -> Range<usize> {
        let ply = self.steps[at].ply;
        let rest = self.steps[at + 1..].iter().position(|step| step.ply <= ply);
        at..rest.map_or(self.steps.len(), |after| at + 1 + after)
    }

    /// The moves that follow one, the main line first.
    pub fn after(&self, at: usize) -> Vec<usize> {
        let ply = self.steps[at].ply;
        self.subtree(at).filter(|later| self.steps[*later].ply == ply + 1).collect()
    }

    /// Where a move stands with the moves that lead to it, the first first; the start is no move.
    pub fn path(&self, at: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let (mut at, mut wanted) = (at, self.steps[at].ply);
        while wanted > 0 {
            if self.steps[at].ply == wanted {
                path.push(at);
                wanted -= 1;
            }
            at -= 1;
        }
        path.reverse();
        path
    }

    /// The moves that lead to one, in coordinates.
    pub fn moves_to(&self, at: usize) -> Vec<String> {
        self.path(at).into_iter().map(|at| self.steps[at].coordinates.clone()).collect()
    }

    /// Adds a move that is known to be legal after another, unless it is there; where it stands.
    pub fn add(&mut self, before: usize, text: MoveText) -> Result<usize, Problem> {
        let known = self.after(before);
        if let Some(known) = known.iter().find(|at| self.steps[**at].coordinates == text.coordinates) {
            return Ok(*known);
        }
        let Step { node, ply, .. } = self.steps[before];
        if self.steps.len() > MAX_STEPS || ply >= MAX_PLIES {
            return Err(full(format!(
                "a chapter has at most {MAX_STEPS} moves, and {MAX_PLIES} one after the other"
            )));
        }
        let is_side = |at: &usize| {
            let parent = self.steps[*at].parent.and_then(|parent| self.find(parent).ok());
            parent.is_some_and(|parent| parent + 1 != *at)
        };
        if !known.is_empty() && self.path(before).iter().filter(|at| is_side(at)).count() >= MAX_NESTING {
            return Err(full(format!("variations are nested at most {MAX_NESTING} deep")));
        }
        let next = self.steps.iter().map(|step| step.node).max().unwrap_or(0) + 1;
        let at = self.subtree(before).end;
        let MoveText { coordinates, san, native } = text;
        let step = Step {
            node: next,
            parent: Some(node),
            ply: ply + 1,
            coordinates,
            san,
            native,
            ..Step::default()
        };
        self.steps.insert(at, step);
        Ok(at)
    }

    /// Takes a move away with everything that follows it.
    pub fn remove(&mut self, node: u32) -> Result<(), Problem> {
        let at = self.find(node)?;
        if at == 0 {
            return Err(Problem::bad("bad-value", "the start cannot be taken away"));
        }
        let gone = self.subtree(at);
        self.steps.drain(gone);
        Ok(())
    }

    /// Exchanges a move, with what follows it, for the variation before it, or for the one behind it.
    pub fn exchange(&mut self, node: u32, forward: bool) -> Result<(), Problem> {
        let at = self.find(node)?;
        let parent = self.steps[at].parent.map(|parent| self.find(parent)).transpose()?;
        let all = parent.map(|parent| self.after(parent)).unwrap_or_default();
        let place = all.iter().position(|other| *other == at).unwrap_or(0);
        let first = if forward { place.checked_sub(1) } else { Some(place) };
        let pair = first.and_then(|first| Some((*all.get(first)?, *all.get(first + 1)?)));
        let Some((one, other)) = pair else {
            let detail = if forward { "nothing stands before it" } else { "nothing stands behind it" };
            return Err(Problem::bad("bad-value", detail));
        };
        let end = self.subtree(other).end;
        self.steps[one..end].rotate_left(other - one);
        Ok(())
    }

    /// Says something else of a move; what is missing stays.
    pub fn annotate(&mut self, node: u32, said: Said) -> Result<usize, Problem> {
        let at = self.find(node)?;
        let step = &mut self.steps[at];
        if let Some(comment) = said.comment {
            step.comment = check_comment(&comment)?;
        }
        if let Some(nags) = said.nags {
            if nags.len() > MAX_NAGS || nags.iter().any(|nag| *nag > 255) {
                let detail = format!("a move has at most {MAX_NAGS} judgements, from 0 to 255");
                return Err(Problem::bad("bad-value", detail));
            }
            step.nags = nags;
        }
        if let Some(shapes) = said.shapes {
            let is_colour = |shape: &Shape| COLOURS.iter().any(|(name, _)| *name == shape.colour);
            if shapes.len() > MAX_SHAPES || !shapes.iter().all(is_colour) {
                let detail = format!("at most {MAX_SHAPES} arrows and circles: green, red, yellow or blue");
                return Err(Problem::bad("bad-value", detail));
            }
            step.shapes = shapes;
        }
        Ok(at)
    }
}

/// What is said of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Said {
    /// In words.
    pub comment: Option<String>,
    /// As PGN numbers that.
    pub nags: Option<Vec<u16>>,
    /// In arrows and circles.
    pub shapes: Option<Vec<Shape>>,
}

/// A comment without what shows nothing.
pub fn check_comment(comment: &str) -> Result<String, Problem> {
    if comment.chars().count() > MAX_COMMENT {
        return Err(Problem::bad("bad-value", format!("a comment has at most {MAX_COMMENT} characters")));
    }
    let seen = |c: &char| !c.is_control() || *c == '\n';
    Ok(comment.chars().filter(seen).collect::<String>().trim().to_owned())
}

/// A name of a study or a chapter.
pub fn check_title(title: &str) -> Result<String, Problem> {
    let title = title.trim();
    let fits = (1..=MAX_TITLE).contains(&title.chars().count()) && names::shows_itself(title);
    let wrong = || Problem::bad("bad-name", format!("a name is one line of 1 to {MAX_TITLE} characters"));
    fits.then(|| title.to_owned()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> MoveText {
        MoveText { coordinates: text.to_owned(), san: text.to_owned(), native: None }
    }

    /// A chapter from words like `1a 2b 3c 2d`: how many moves lead there, and the move.
    fn chapter(words: &str) -> Chapter {
        let mut chapter = Chapter::new("x".into(), "chess".into(), Vec::new(), None);
        for word in words.split(' ') {
            let (ply, text) = word.split_at(1);
            let ply: u32 = ply.parse().unwrap();
            let before = chapter.steps.iter().rposition(|step| step.ply + 1 == ply).unwrap();
            chapter.add(before, plain(text)).unwrap();
        }
        chapter
    }

    fn told(chapter: &Chapter) -> String {
        let word = |step: &Step| format!("{}{}", step.ply, step.coordinates);
        chapter.steps[1..].iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_stand_before_what_follows_them() {
        let mut chapter = chapter("1a 2b 3c 1d");
        assert_eq!(chapter.moves_to(3), ["a", "b", "c"]);
        let at = chapter.add(1, plain("e")).unwrap();
        assert_eq!((at, told(&chapter)), (4, "1a 2b 3c 2e 1d".into()));
        assert_eq!(chapter.add(1, plain("e")).unwrap(), 4);
        assert_eq!((chapter.after(0), chapter.after(1)), (vec![1, 5], vec![2, 4]));
        assert_eq!(chapter.moves_to(4), ["a", "e"]);
    }

    #[test]
    fn lines_are_exchanged_with_all_that_follows() {
        let mut chapter = chapter("1a 2b 3c 2d 3e 1f 2g");
        let node = |chapter: &Chapter, text: &str| {
            chapter.steps.iter().find(|step| step.coordinates == text).unwrap().node
        };
        chapter.exchange(node(&chapter, "d"), true).unwrap();
        assert_eq!(told(&chapter), "1a 2d 3e 2b 3c 1f 2g");
        chapter.exchange(node(&chapter, "a"), false).unwrap();
        assert_eq!(told(&chapter), "1f 2g 1a 2d 3e 2b 3c");
        assert!(chapter.exchange(node(&chapter, "f"), true).is_err());
        assert!(chapter.exchange(0, true).is_err());
        chapter.remove(node(&chapter, "d")).unwrap();
        assert_eq!(told(&chapter), "1f 2g 1a 2b 3c");
        assert!(chapter.remove(0).is_err());
        assert_eq!(chapter.remove(77).unwrap_err().status, 404);
    }

    #[test]
    fn variations_are_nested_only_so_deep() {
        let mut chapter = chapter("1a");
        let mut at = 0;
        let refused = (0..100).find_map(|_| {
            chapter.add(at, plain("main")).unwrap();
            match chapter.add(at, plain("side")) {
                Ok(side) => {
                    at = side;
                    None
                }
                Err(problem) => Some(problem),
            }
        });
        assert_eq!(refused.unwrap().code, "study-full");
    }
}

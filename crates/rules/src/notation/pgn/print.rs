//! Trees to text.

use super::{Comment, CommentForm, Pgn, PgnLine, Turn, token};
use std::fmt;

/// Lines are broken before this column where they can be.
const WIDTH: usize = 80;

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut page = Page::default();
        for comment in &self.head {
            page.comment(comment);
        }
        page.break_line();
        for (name, value) in &self.tags {
            page.text += &tag(name, value);
        }
        if !page.text.is_empty() {
            page.text.push('\n');
        }
        page.line(&self.line, self.divided);
        page.word(&self.result);
        page.break_line();
        f.write_str(&page.text)
    }
}

/// A tag's name without characters that could end it.
pub(super) fn tag_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// A tag's value as one line of plain text.
pub(super) fn tag_value(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn tag(name: &str, value: &str) -> String {
    let name = tag_name(name);
    let value = tag_value(value).replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{} \"{value}\"]\n", if name.is_empty() { "_" } else { &name })
}

/// What stands before a move: its number if a round begins or a line does, and the borders of fields before it. The
/// turn before is missing where a line begins or was interrupted.
fn before(turn: Turn, last: Option<Turn>, divided: bool) -> String {
    let Turn { round, field } = turn;
    if !divided {
        return match (field, last) {
            (0, _) => format!("{round}. "),
            (_, None) => format!("{round}... "),
            (_, Some(_)) => String::new(),
        };
    }
    match last.filter(|last| last.round == round && last.field <= field) {
        Some(last) => ".. ".repeat(field - last.field),
        None => format!("{round}. {}", ".. ".repeat(field)),
    }
}

/// Text broken into lines.
#[derive(Default)]
struct Page {
    text: String,
    column: usize,
    /// Brackets that the next word begins with.
    opened: String,
}

impl Page {
    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.opened) + word;
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length >= WIDTH {
            self.break_line();
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += &word;
        self.column += length;
    }

    fn break_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// A bracket right behind the last word.
    fn close(&mut self, bracket: char) {
        if !self.opened.is_empty() {
            self.word("");
        }
        self.text.push(bracket);
        self.column += 1;
    }

    fn comment(&mut self, comment: &Comment) {
        match comment.form {
            CommentForm::Braces => {
                // At the beginning of a line a percent sign would hide the line: it keeps the word before it.
                let text = token::squeeze(&comment.text).replace('}', ")").replace(" %", "\u{0}%");
                self.opened.push('{');
                for word in text.split(' ').filter(|word| !word.is_empty()) {
                    self.word(&word.replace('\u{0}', " "));
                }
                self.close('}');
            }
            CommentForm::Line => {
                self.word(&format!(";{}", token::squeeze(&comment.text)));
                self.break_line();
            }
            CommentForm::Escape => {
                if !self.opened.is_empty() {
                    self.word("");
                }
                self.break_line();
                let text: String = comment.text.chars().map(|c| if c == '\n' { ' ' } else { c }).collect();
                self.text += &format!("%{}\n", text.trim_end_matches('\r'));
            }
        }
    }

    fn line(&mut self, line: &PgnLine, divided: bool) {
        let mut last = None;
        for node in &line.nodes {
            for comment in &node.before {
                self.comment(comment);
                last = None;
            }
            self.word(&format!("{}{}", before(node.turn, last, divided), node.san));
            for nag in &node.nags {
                self.word(&format!("${nag}"));
            }
            node.after.iter().for_each(|comment| self.comment(comment));
            last = (node.after.is_empty() && node.variations.is_empty()).then_some(node.turn);
            for variation in &node.variations {
                self.opened.push('(');
                self.line(variation, divided);
                self.close(')');
            }
        }
        line.end.iter().for_each(|comment| self.comment(comment));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PgnError, PgnProblem, games};
    use super::*;

    fn one(text: &str) -> Pgn {
        let all: Vec<Pgn> = games(text).collect::<Result<_, _>>().unwrap();
        assert_eq!(all.len(), 1, "{all:?}");
        all.into_iter().next().unwrap()
    }

    /// Reads, writes and reads again: the tree stays.
    fn rewritten(text: &str) -> String {
        let pgn = one(text);
        let written = pgn.to_string();
        assert_eq!(one(&written), pgn, "{written}");
        written
    }

    fn problem(text: &str) -> (u32, u32, PgnProblem) {
        let PgnError { place, problem } = games(text).find_map(Result::err).unwrap();
        (place.line, place.column, problem)
    }

    #[test]
    fn a_game_with_everything_survives() {
        let text = "%escaped line\n[Event \"a \\\"b\\\" \\\\ c\"]\n[FEN \"8/8 w\"]\n\n{first} 1.e4! {best  by\ntest} \
                    (1. d4 $10 d5 (1... Nf6 ; Indian }\n) 2. c4) 1... e5?! 2 Nf3 (2. f4) {after} 2... Nc6 $1 $22 3. Bb5 {end} 1/2-1/2";
        let written = rewritten(text);
        let expected = "%escaped line\n[Event \"a \\\"b\\\" \\\\ c\"]\n[FEN \"8/8 w\"]\n\n\
            {first} 1. e4 $1 {best by test} (1. d4 $10 d5 (1... Nf6 ;Indian }\n) 2. c4) 1... e5 $6 \
            2. Nf3 (2. f4) {after} 2... Nc6 $1 $22 3. Bb5 {end}\n1/2-1/2\n";
        assert_eq!(written.replace('\n', " "), expected.replace('\n', " "));
        assert!(written.lines().all(|line| line.len() <= WIDTH), "{written}");
    }

    #[test]
    fn lines_are_broken_at_eighty_columns() {
        let moves: Vec<String> = (1..60).map(|n| format!("{n}. Nf3 Nf6")).collect();
        let comment = "word %percent ".repeat(30);
        let written = rewritten(&format!("{} {{{comment}}} *", moves.join(" ")));
        assert!(written.lines().all(|line| line.len() <= WIDTH && !line.starts_with('%')), "{written}");
        assert!(written.lines().filter(|line| line.len() > 60).count() > 5);
    }

    #[test]
    fn several_games_follow_each_other() {
        let text = "[A \"1\"]\n\n1. e4 1-0 {won}\n\n[A \"2\"]\n1. d4\n[A \"3\"]\n\n*\n1. c4 0-1";
        let all: Vec<Pgn> = games(text).collect::<Result<_, _>>().unwrap();
        let results: Vec<&str> = all.iter().map(|g| g.result.as_str()).collect();
        assert_eq!(results, ["1-0", "*", "*", "0-1"]);
        assert_eq!(all[0].line.nodes[0].after, [Comment::new("won")]);
        assert_eq!(games("").count() + games(" \n\n").count(), 0);
    }

    #[test]
    fn results_and_castling_with_zeros_are_told_apart() {
        let pgn = one("1. 0-0 0-0-0 2. 0000 -- 0-1");
        assert_eq!(
            pgn.line.nodes.iter().map(|n| n.san.as_str()).collect::<Vec<_>>(),
            ["0-0", "0-0-0", "0000", "--"]
        );
        assert_eq!(pgn.result, "0-1");
        assert_eq!(one("[Result \"1-0\"]\n1. e4").result, "1-0");
    }

    #[test]
    fn the_first_number_says_who_begins() {
        let text = "12... e5 13. Nf3 *\n";
        assert_eq!(rewritten(text), text);
        let turns: Vec<Turn> = one(text).line.nodes.iter().map(|node| node.turn).collect();
        assert_eq!(turns, [Turn { round: 12, field: 1 }, Turn { round: 13, field: 0 }]);
    }

    #[test]
    fn more_players_have_a_field_each() {
        let text = "1. e2-e4 .. a7-b7 .. h7-h6 2. d2-d4 {good} 2. .. b7-b6 (2. .. b7-b5 .. g7-g6) 2. .. .. h6-h5 1-0-0\n";
        assert_eq!(rewritten(text).replace('\n', " ").trim(), text.trim());
        assert!(one(text).divided);
        let middle = "4. .. .. h7-h6 5. a2-a3 .. b7-b6 *\n";
        assert_eq!(rewritten(middle), middle);
        assert_eq!(one(middle).line.nodes[0].turn, Turn { round: 4, field: 2 });
        // The second is out, the third resigns in the turn of the first, turns are two moves.
        let fewer = "7. a2-a3 a3-a4 .. h5-h4 h4-h3 8. r-resigns b2-b3 c2-c3 *\n";
        assert_eq!(rewritten(fewer), fewer);
        let (field, last) = (one(fewer).line.nodes[3].turn, one(fewer).line.nodes[6].turn);
        assert_eq!((field, last), (Turn { round: 7, field: 1 }, Turn { round: 8, field: 0 }));
    }

    #[test]
    fn errors_have_line_and_column() {
        assert_eq!(problem("1. e4\n  {open"), (2, 3, PgnProblem::OpenComment));
        assert_eq!(problem("1. e4 (d4"), (1, 7, PgnProblem::OpenVariation));
        assert_eq!(problem("1. e4 )"), (1, 7, PgnProblem::Unopened(')')));
        assert_eq!(problem("(e4)"), (1, 1, PgnProblem::NoMove));
        assert_eq!(problem("é <"), (1, 3, PgnProblem::Character('<')));
        assert_eq!(problem("[Event]"), (1, 1, PgnProblem::Tag));
        assert_eq!(problem("[Event \"x\n\"]"), (1, 1, PgnProblem::Tag));
        assert_eq!(problem(&format!("e4 {}", "(e4 ".repeat(100))).2, PgnProblem::TooDeep);
    }

    #[test]
    fn hostile_texts_take_linear_time() {
        let open = "[A \"b\"]\n{\n\n".repeat(100_000);
        assert_eq!(games(&open).filter(Result::is_err).count(), 100_000);
        let long = format!("{} *", "e4 ".repeat(500_000));
        assert_eq!(one(&long).line.nodes.len(), 500_000);
        let blank = format!("(\n{}", "\n".repeat(1_000_000));
        assert_eq!(games(&blank).count(), 1);
        let tags = "[A \"b\"]\n".repeat(200_000);
        assert_eq!(one(&tags).tags.len(), 200_000);
    }

    #[test]
    fn reading_goes_on_after_an_error() {
        let text = "[A \"1\"]\n\n1. e4 ) e5\n\n[A \"2\"]\n\n1. d4 *\n";
        let all: Vec<_> = games(text).collect();
        assert_eq!(all.len(), 2);
        assert!(all[0].is_err());
        assert_eq!(all[1].as_ref().unwrap().tag("a"), Some("2"));
    }
}

//! Definitions as the Interactive Diagrams of chessvariants.com are told them: a parameter a line, `files=10`, and a piece a
//! line, `name:ID:moves:image:squares`.
//!
//! Such a text becomes the tables that a definition in TOML would have. What only tells how the diagram looks is passed
//! over; what would be another game without it is told.

mod lines;
mod pieces;

use crate::toml::{Input, MAX_TEXT};
use chatura_rules::definition::{Problem, Span, Spanned, Table, Value, suggestion};
use lines::{Line, read};
use pieces::{Piece, Start};

/// The largest board there is a place for.
const MAX_SIDE: u32 = 26;

/// Parameters that only tell how a diagram looks, or how it thinks.
const SHOWN: &[&str] = &[
    "addInfo",
    "arrowColor",
    "blackPrefix",
    "borders",
    "bold",
    "coordColor",
    "coords",
    "darkShade",
    "depth",
    "diagramName",
    "firstRank",
    "graphicsDir",
    "graphicsType",
    "highlightShade",
    "holeShade",
    "iconSize",
    "lightShade",
    "markerColor",
    "name",
    "newClick",
    "notation",
    "oddShade",
    "evenShade",
    "rimColor",
    "satellite",
    "scale",
    "showAIcode",
    "showMoves",
    "squareSize",
    "startShade",
    "theme",
    "useMarkers",
    "whitePrefix",
    "zoneColor",
];
/// Parameters that say something about the game.
const KNOWN: &[&str] = &[
    "files",
    "ranks",
    "promoZone",
    "maxPromote",
    "promoChoice",
    "promoOffset",
    "symmetry",
    "royal",
    "holdingType",
    "stalemate",
];

/// Whether a text looks like a diagram's: a line of a piece, without quotes, with all its colons.
pub fn is_likely(text: &str) -> bool {
    let is_piece = |line: &str| {
        let name = line.split(':').next().unwrap_or_default();
        line.matches(':').count() >= 3
            && !line.starts_with(['#', '[', '"', '\'', '<'])
            && !name.contains(['=', '"', '{', '['])
            && !line.contains("//")
    };
    text.lines().take(400).map(str::trim).any(is_piece)
}

/// The tables of a diagram, as a definition in TOML would have them.
pub(crate) fn table(input: &Input, file: u16, problems: &mut Vec<Problem>) -> Table {
    let nowhere = Span { file, start: 0, end: 0 };
    if input.text.len() > MAX_TEXT {
        let help = format!("at most {MAX_TEXT} bytes");
        problems.push(Problem::new(nowhere, "the file is too large", "begins here").help(help));
        return Table::default();
    }
    let (parameters, pieces): (Vec<Line>, Vec<Line>) =
        read(&input.text, file).into_iter().partition(|line| matches!(line, Line::Parameter(..)));
    let mut diagram = Diagram { parameters: Vec::new(), problems, head: nowhere };
    for line in parameters {
        if let Line::Parameter(key, value) = line {
            diagram.parameter(key, value);
        }
    }
    diagram.table(&pieces)
}

struct Diagram<'a> {
    parameters: Vec<(Spanned<String>, Spanned<String>)>,
    problems: &'a mut Vec<Problem>,
    head: Span,
}

impl Diagram<'_> {
    fn parameter(&mut self, key: Spanned<String>, value: Spanned<String>) {
        let name = key.value.as_str();
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        if KNOWN.iter().any(is) {
            self.parameters.retain(|(known, _)| !known.value.eq_ignore_ascii_case(name));
            self.parameters.push((key, value));
        } else if !SHOWN.iter().any(is) {
            let message = format!("the parameter \"{name}\" is not known here");
            let problem = Problem::new(key.span, message, "cannot be said yet");
            let near = suggestion(name, KNOWN.iter().chain(SHOWN).copied());
            self.problems.push(problem.help(match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!(
                    "take the line away if the game is the same without it; known are {}",
                    KNOWN.join(", ")
                ),
            }));
        }
    }

    fn get(&self, name: &str) -> Option<&Spanned<String>> {
        self.parameters.iter().find(|(key, _)| key.value.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    fn span(&self, name: &str) -> Span {
        self.get(name).map_or(self.head, |value| value.span)
    }

    fn wrong(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.problems.push(Problem::new(span, message, "not this").help(help));
    }

    fn number(&mut self, name: &str, otherwise: u32, most: u32) -> u32 {
        let Some(value) = self.get(name).cloned() else { return otherwise };
        match value.value.parse::<u32>() {
            Ok(number) if number <= most => number,
            _ => {
                self.wrong(value.span, format!("\"{name}\" is no number up to {most}"), "a whole number");
                otherwise
            }
        }
    }

    fn table(&mut self, lines: &[Line]) -> Table {
        let (files, ranks) = (self.number("files", 8, MAX_SIDE), self.number("ranks", 8, MAX_SIDE));
        let mut start = Start { files, ranks, turned: self.turned(), ..Start::default() };
        let mut list: Vec<Piece> = Vec::new();
        for line in lines {
            if let Line::Piece(parts) = line {
                match Piece::read(parts, &list, &mut start) {
                    Ok(Some(piece)) => list.push(piece),
                    Ok(None) => {}
                    Err(problem) => self.problems.push(problem),
                }
            }
        }
        if list.is_empty() {
            let problem = Problem::new(self.head, "the diagram has no pieces", "incomplete");
            self.problems.push(problem.help("write a line for each: \"knight:N:N:knight:b1,g1\""));
            return Table::default();
        }
        self.royal(&mut list);
        self.over(&mut list);
        let mut table = Table::default();
        let mut sections = [
            ("board", self.board(&start)),
            ("players", self.players()),
            ("pieces", pieces_table(&list)),
            ("setup", start.table(self.holds(), self.head)),
            ("rules", self.rules(&list, &start)),
            ("end", self.end()),
        ];
        for (name, section) in sections.iter_mut().filter(|(_, section)| !section.entries.is_empty()) {
            put(&mut table, name, Value::Table(std::mem::take(section)), self.head);
        }
        table
    }

    /// How Black's cells follow from White's: the file and rank turned, or not at all.
    fn turned(&mut self) -> Option<bool> {
        let word = self.get("symmetry").cloned();
        match word.as_ref().map_or("mirror", |word| word.value.as_str()) {
            "mirror" => Some(false),
            "rotate" | "rotation" => Some(true),
            "none" => None,
            other => {
                let message = format!("\"{other}\" is no symmetry");
                self.wrong(self.span("symmetry"), message, "mirror, rotate or none");
                Some(false)
            }
        }
    }

    fn board(&self, start: &Start) -> Table {
        let mut board = Table::default();
        if (start.files, start.ranks) != (8, 8) {
            let size = [start.files, start.ranks].map(|side| Value::Number(i64::from(side)));
            put(&mut board, "size", list_of(size, self.head), self.span("files"));
        }
        if !start.holes.is_empty() {
            let names = start.holes.iter().map(|(file, rank)| Value::Text(pieces::cell(*file, *rank)));
            put(&mut board, "holes", list_of(names, self.head), self.head);
        }
        board
    }

    fn players(&self) -> Table {
        let mut players = Table::default();
        if self.get("symmetry").is_some_and(|word| word.value.starts_with("rotat")) {
            put(&mut players, "symmetry", Value::Text("rotation".into()), self.span("symmetry"));
        }
        players
    }

    /// The royal piece is named by its number or letter; else it is the last one.
    fn royal(&mut self, list: &mut [Piece]) {
        let Some(said) = self.get("royal").cloned() else {
            let king = list.iter().rposition(|piece| piece.letter == "K");
            let last = list.len() - 1;
            list[king.unwrap_or(last)].royal = true;
            return;
        };
        for word in said.value.split(',').map(str::trim) {
            let number = word.parse::<usize>().ok();
            let found = match number {
                Some(0) => continue,
                Some(number) => list.get_mut(number - 1),
                None => list.iter_mut().find(|piece| piece.letter == word),
            };
            match found {
                Some(piece) => piece.royal = true,
                None => {
                    let message = format!("no piece is number or letter \"{word}\"");
                    self.problems
                        .push(Problem::new(said.span, message, "no such piece").help("pieces count from 1"));
                }
            }
        }
    }

    /// With `promoOffset` pieces turn over into those so many lines below, as in shogi.
    fn over(&mut self, list: &mut [Piece]) {
        let offset = self.number("promoOffset", 0, 200) as usize;
        if offset == 0 {
            return;
        }
        let many = self.number("maxPromote", 1, 200) as usize;
        for index in 0..many.min(list.len()) {
            let letter = list[index].letter.clone();
            match list.get_mut(index + offset) {
                Some(other) => other.letter = format!("+{letter}"),
                None => {
                    let span = self.span("promoOffset");
                    return self.wrong(
                        span,
                        "there are not so many pieces",
                        "the line of what the first piece becomes, counted from it",
                    );
                }
            }
        }
    }

    fn holds(&self) -> bool {
        self.get("holdingType").is_some_and(|value| value.value != "0")
    }

    fn rules(&mut self, list: &[Piece], start: &Start) -> Table {
        let mut rules = Table::default();
        self.castling(list, start, &mut rules);
        if list.iter().any(|piece| piece.moves.contains('e') && piece.moves.contains('i')) {
            put(&mut rules, "en-passant", Value::Flag(true), self.head);
        }
        self.promotion(list, start, &mut rules);
        if let Some(kind) = self.get("holdingType").cloned().filter(|kind| kind.value != "0") {
            match kind.value.as_str() {
                "1" | "-1" => {
                    let mut drops = Table::default();
                    put(&mut drops, "captured", Value::Flag(true), kind.span);
                    put(&mut rules, "drops", Value::Table(drops), kind.span);
                }
                _ => self.wrong(
                    kind.span,
                    "this kind of holdings is not known here",
                    "1: captured pieces are dropped",
                ),
            }
        }
        rules
    }

    fn castling(&mut self, list: &[Piece], start: &Start, rules: &mut Table) {
        let Some((king, castling)) = list.iter().find_map(|piece| Some((piece, piece.castles.as_ref()?)))
        else {
            return;
        };
        let span = castling.span;
        let (steps, corner) = (castling.value, start.corner());
        let kind = match steps {
            2 => "standard",
            3 => "wide",
            _ => return self.wrong(span, format!("castling by {steps} cells is not known here"), "O2 or O3"),
        };
        let Some(partner) = corner.and_then(|letter| list.iter().find(|piece| piece.letter == letter)) else {
            return self.wrong(
                span,
                "nothing stands in the corner to castle with",
                "a piece on the first or last file of rank 1",
            );
        };
        let mut table = Table::default();
        put(&mut table, "kind", Value::Text(kind.into()), span);
        if !king.royal {
            put(&mut table, "king", Value::Text(king.name.clone()), span);
        }
        if partner.name != "rook" {
            put(&mut table, "partner", Value::Text(partner.name.clone()), span);
        }
        let value = if table.entries.len() == 1 { Value::Text(kind.into()) } else { Value::Table(table) };
        put(rules, "castling", value, span);
    }

    fn promotion(&mut self, list: &[Piece], start: &Start, rules: &mut Table) {
        let zone = self.number("promoZone", 1, start.ranks);
        let many = (self.number("maxPromote", 1, 200) as usize).min(list.len());
        if zone == 0 || many == 0 {
            return;
        }
        let words = if zone == 1 { "last rank".to_owned() } else { format!("last {zone} ranks") };
        let span = self.span("promoZone");
        let offset = self.number("promoOffset", 0, 200) as usize;
        if offset > 0 {
            let pairs = list.iter().take(many).zip(list.iter().skip(offset));
            let tables: Vec<Value> = pairs
                .map(|(from, to)| {
                    let mut table = Table::default();
                    put(&mut table, "of", Value::Text(from.name.clone()), span);
                    put(&mut table, "to", Value::Text(to.name.clone()), span);
                    put(&mut table, "zone", Value::Text(words.clone()), span);
                    put(&mut table, "optional", Value::Flag(true), span);
                    put(&mut table, "leaving", Value::Flag(true), span);
                    Value::Table(table)
                })
                .collect();
            return put(rules, "promotion", list_of(tables, span), span);
        }
        let Some(to) = self.choice(list, many) else { return };
        let of: Vec<Value> = list.iter().take(many).map(|piece| Value::Text(piece.name.clone())).collect();
        let mut table = Table::default();
        put(&mut table, "of", list_of(of, span), span);
        put(&mut table, "to", list_of(to.into_iter().map(Value::Text), span), self.span("promoChoice"));
        put(&mut table, "zone", Value::Text(words), span);
        put(rules, "promotion", Value::Table(table), span);
    }

    /// What pawns may become: the letters that are given, else whatever is neither royal nor a pawn.
    fn choice(&mut self, list: &[Piece], many: usize) -> Option<Vec<String>> {
        let Some(said) = self.get("promoChoice").cloned() else {
            let others =
                list.iter().skip(many).filter(|piece| !piece.royal && !piece.letter.starts_with('+'));
            let names: Vec<String> = others.map(|piece| piece.name.clone()).collect();
            return (!names.is_empty()).then_some(names);
        };
        let (mut names, mut rest) = (Vec::new(), said.value.as_str());
        while !rest.is_empty() {
            let longest = list
                .iter()
                .filter(|piece| rest.starts_with(&piece.letter))
                .max_by_key(|piece| piece.letter.len());
            let Some(piece) = longest else {
                let message = format!("\"{rest}\" begins with no piece's letter");
                self.wrong(said.span, message, "the letters of the pieces, one behind the other");
                return None;
            };
            names.push(piece.name.clone());
            rest = rest[piece.letter.len()..].trim_start_matches([',', ' ']);
        }
        (!names.is_empty()).then_some(names)
    }

    fn end(&mut self) -> Table {
        let mut end = Table::default();
        put(&mut end, "checkmate", Value::Text("loss".into()), self.head);
        let said = self.get("stalemate").cloned();
        let stalemate = match said.as_ref().map_or("draw", |word| word.value.as_str()) {
            "draw" | "0" => "draw",
            "win" => "win",
            "loss" | "lose" | "lost" => "loss",
            other => {
                let message = format!("stalemate cannot be \"{other}\"");
                self.wrong(self.span("stalemate"), message, "win, loss or draw");
                "draw"
            }
        };
        put(&mut end, "stalemate", Value::Text(stalemate.into()), self.span("stalemate"));
        let mut repetition = Table::default();
        put(&mut repetition, "automatic", Value::Number(3), self.head);
        put(&mut end, "repetition", Value::Table(repetition), self.head);
        end
    }
}

fn pieces_table(list: &[Piece]) -> Table {
    let mut table = Table::default();
    for piece in list {
        put(&mut table, &piece.name, Value::Table(piece.table()), piece.span);
    }
    table
}

fn put(table: &mut Table, key: &str, value: Value, span: Span) {
    table.set(Spanned::new(key.to_owned(), span), Spanned::new(value, span));
}

fn list_of(items: impl IntoIterator<Item = Value>, span: Span) -> Value {
    Value::List(items.into_iter().map(|item| Spanned::new(item, span)).collect())
}

//! A game's board as a board file: cells, links, families and outlines of any shape, the players and where their
//! pieces stand; the rules of pieces where they are rules of steps.

use super::custom::{CUSTOM, word_of};
use super::pixels::Frame;
use super::say;
use chatura_rules::board::{Board, Slot, Touch};
use chatura_rules::definition::{Spanned, Value};
use chatura_rules::movement::steps::{Act, Compare, FileRank, StepRule, When};
use chatura_rules::{Cell, Game, PieceType, Player};
use std::fmt::Write;

/// Why a board cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    /// A sentence.
    pub message: String,
    /// What would be possible.
    pub help: String,
}

/// A board file of a game. Its cells must be named by one character and a number, as the form has it.
pub fn write(game: &Game) -> Result<String, Unwritable> {
    let board = game.board();
    let names: Vec<(char, u32)> = board
        .cells
        .iter()
        .map(|cell| place(&cell.name).ok_or_else(|| unnamed(&cell.name)))
        .collect::<Result<_, _>>()?;
    let mut writer =
        Writer { game, names, text: String::new(), depth: 0, rules: Vec::new(), places: Vec::new() };
    writer.places = (0..game.players().len()).map(|player| writer.counted(player)).collect();
    writer.board();
    Ok(writer.text)
}

/// File and rank of a name that is made of them.
fn place(name: &str) -> Option<(char, u32)> {
    let file = name.chars().next().filter(|file| !file.is_ascii_digit() && !file.is_whitespace())?;
    let rank = &name[file.len_utf8()..];
    let number = rank.parse().ok().filter(|number: &u32| (0..=1000).contains(number))?;
    (number.to_string() == rank).then_some((file, number))
}

fn unnamed(name: &str) -> Unwritable {
    Unwritable {
        message: format!("the cell \"{name}\" has no place in a board file"),
        help: "a board file names each cell by a file of one character and a rank, as a1 or l12".to_owned(),
    }
}

struct Writer<'g> {
    game: &'g Game,
    names: Vec<(char, u32)>,
    text: String,
    depth: usize,
    /// The rules written, by name.
    rules: Vec<(String, StepRule)>,
    /// For each player the files and ranks of the cells as whoever reads the file counts them.
    places: Vec<Vec<FileRank>>,
}

type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Writer<'_> {
    fn tag(&mut self, name: &str, attributes: Attributes<'_>, close: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push('<');
        self.text.push_str(name);
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{}\"", escaped(value));
        }
        self.text.push_str(close);
        self.text.push('\n');
    }

    fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes, ">");
        self.depth += 1;
    }

    fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes, " />");
    }

    fn leaf(&mut self, name: &str, content: &str) {
        let indent = "  ".repeat(self.depth);
        let _ = writeln!(self.text, "{indent}<{name}>{}</{name}>", escaped(content));
    }

    fn close(&mut self, name: &str) {
        self.depth -= 1;
        let indent = "  ".repeat(self.depth);
        let _ = writeln!(self.text, "{indent}</{name}>");
    }

    fn board(&mut self) {
        let (game, look) = (self.game, self.game.look());
        let frame = Frame::of(game.board(), look.size);
        let (width, height) = (frame.width.to_string(), frame.height.to_string());
        let image = |image: &Option<String>| image.clone().unwrap_or_default();
        let (behind, active, marked) = (image(&look.board), image(&look.active), image(&look.marked));
        self.open(
            "Board",
            &[
                ("Name", &game.about().name),
                ("BoardImage", &behind),
                ("ActiveCellImage", &active),
                ("MarkedCellImage", &marked),
                ("Width", &width),
                ("Height", &height),
                ("RuleEngine", "PlainRuleEngine"),
                ("RuleProcessor", "PlainRuleProcessor"),
            ],
        );
        self.open("ColourScheme", &[]);
        let named = |family: &str| look.colours.iter().any(|(known, _)| known == family);
        for (family, colour) in &look.colours {
            self.empty("Family", &[("Name", family), ("Color", colour)]);
        }
        for family in game.board().families.iter().filter(|family| !named(family)) {
            self.empty("Family", &[("Name", family), ("Color", family)]);
        }
        self.close("ColourScheme");
        self.open("Positions", &[]);
        for cell in 0..game.board().len() {
            self.position(cell, &frame);
        }
        self.close("Positions");
        self.open("Rules", &[]);
        let allowed: Vec<Vec<String>> = (0..game.types().len()).map(|kind| self.rules_of(kind)).collect();
        self.close("Rules");
        let pieces = self.pieces(&allowed);
        self.players(&pieces);
        self.close("Board");
    }

    fn position(&mut self, cell: usize, frame: &Frame) {
        let board = self.game.board();
        let info = &board.cells[cell];
        let (file, rank) = (self.names[cell].0.to_string(), self.names[cell].1.to_string());
        let family = board.families.get(usize::from(info.family)).map_or("", String::as_str);
        self.open("Position", &[("File", &file), ("Rank", &rank), ("Family", family)]);
        let ring = &board.rings[cell];
        let names = slot_names(ring);
        self.open("Directions", &[]);
        for slot in direction_order(board, cell) {
            let (slot, name) = (&ring[slot], &names[slot]);
            let touch = if slot.touch == Touch::Edge { "EDGE" } else { "VERTEX" };
            self.open("Direction", &[("Name", name), ("Type", touch)]);
            // Holes are part of the graph only for leaps; a board file knows cells alone.
            for (node, _) in slot.links.iter().filter(|(node, _)| usize::from(*node) < board.len()) {
                self.leaf("LinkedPosition", &board.cells[usize::from(*node)].name);
            }
            self.close("Direction");
        }
        self.close("Directions");
        self.open("Connections", &[]);
        for (index, name) in names.iter().enumerate().filter(|_| names.len() > 2) {
            self.empty("Connection", &[("Point1", name), ("Point2", &names[(index + 1) % names.len()])]);
        }
        self.close("Connections");
        if !info.outline.is_empty() {
            let corners: Vec<(String, String)> = info
                .outline
                .iter()
                .enumerate()
                .flat_map(|(corner, &at)| {
                    let (x, y) = frame.pixel(at);
                    [(format!("x{}", corner + 1), x), (format!("y{}", corner + 1), y)]
                })
                .collect();
            let corners: Vec<(&str, &str)> =
                corners.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
            self.open("Shape", &[("Type", if info.outline.len() == 4 { "Quard" } else { "Polygon" })]);
            self.empty("Coordinates", &corners);
            self.close("Shape");
        }
        self.close("Position");
    }

    /// Writes the rules of a type that are not there yet; the names of all of them.
    fn rules_of(&mut self, kind: usize) -> Vec<String> {
        let kind = PieceType(kind as u8);
        let mut names = Vec::new();
        if self.game.types()[kind.index()].base != kind.index() {
            return names;
        }
        let stepped = self.game.step_rules(kind).to_vec();
        let is_stepped = !stepped.is_empty();
        let rules = match is_stepped {
            true => stepped,
            false => {
                let say::Said { rules, unsaid } = say::say(self.game, kind, &self.places);
                let name = &self.game.types()[kind.index()].name;
                unsaid.iter().for_each(|what| self.remark(&format!("{name}: the form cannot say: {what}")));
                rules
            }
        };
        if rules.is_empty() {
            return names;
        }
        for rule in rules {
            let known = self.rules.iter().find(|(_, known)| *known == rule).map(|(name, _)| name.clone());
            let name = known.unwrap_or_else(|| {
                let name = self.free_name(&rule.name);
                self.rule(&rule, &name);
                self.rules.push((name.clone(), rule));
                name
            });
            names.push(name);
        }
        let game = self.game;
        let means = |word: &str| is_stepped || is_usual(game, kind, word);
        for custom in CUSTOM.iter().filter(|custom| (custom.of_type)(game, kind) && means(custom.word)) {
            let mark = custom.word;
            let name = self.free_name(mark);
            let Some((_, mut rule)) = self.rules.first().cloned() else { continue };
            (rule.most, rule.nested) = (1, Vec::new());
            self.rule_element(&rule, &name, "CUSTOM", Some(mark));
            self.rules.push((name.clone(), rule));
            names.push(name);
        }
        names
    }

    fn remark(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        let _ = writeln!(self.text, "{indent}<!-- {} -->", escaped(text).replace("--", "- -"));
    }

    /// A name that no rule has yet.
    fn free_name(&self, name: &str) -> String {
        let taken = |name: &str| self.rules.iter().any(|(known, _)| known == name);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
    }

    fn rule(&mut self, rule: &StepRule, name: &str) {
        let kind = match rule.act {
            Act::Move => "MOVE",
            Act::MoveOrTake => "MOVE_AND_CAPTURE",
            Act::Take => "MOVE_IFF_CAPTURE_POSSIBLE",
            Act::Pass => "MOVE_TRANSIENT",
            Act::Cross | Act::DoubleStep | Act::TakePassed | Act::RifleCapture => "CUSTOM",
        };
        self.rule_element(rule, name, kind, word_of(rule.act));
    }

    fn rule_element(&mut self, rule: &StepRule, name: &str, kind: &str, custom: Option<&str>) {
        let most = rule.most.to_string();
        let mut attributes = vec![
            ("Name", name),
            ("Type", kind),
            ("Direction", if rule.touch == Touch::Edge { "EDGE" } else { "VERTEX" }),
            ("Manoeuvre", if rule.straight { "BLINKER" } else { "FILE_AND_RANK" }),
            ("MaxRecurrenceAllowed", &most),
            ("File", word(rule.file)),
            ("Rank", word(rule.rank)),
            ("Family", word(rule.family)),
        ];
        if rule.when == When::Unmoved {
            attributes.push(("Lifespan", "1"));
        }
        attributes.extend(custom.map(|custom| ("CustomRuleName", custom)));
        if rule.nested.is_empty() {
            return self.empty("Rule", &attributes);
        }
        self.open("Rule", &attributes);
        self.open("Rules", &[]);
        for nested in &rule.nested {
            self.rule(nested, &nested.name);
        }
        self.close("Rules");
        self.close("Rule");
    }

    /// Writes the pieces: each player's apart, as the form has it. Gives their names by player and type.
    fn pieces(&mut self, allowed: &[Vec<String>]) -> Vec<Vec<String>> {
        let game = self.game;
        self.open("Pieces", &[]);
        let mut names = Vec::new();
        for (player, owner) in game.players().iter().enumerate() {
            let mut own = Vec::new();
            for (kind, info) in game.types().iter().enumerate() {
                let used = game.start().cells.iter().any(|piece| {
                    piece.is_some() && piece.owner().index() == player && piece.kind().index() == kind
                });
                let name = format!("{}_{owner}", info.name);
                if used || player == 0 && info.base == kind {
                    let images = &game.look().pieces;
                    let image = images.iter().find(|(of, by, _)| *of == info.name && *by == player);
                    let image =
                        image.map(|found| &found.2).or(info.image.as_ref()).cloned().unwrap_or_default();
                    self.piece(&name, owner, &image, &allowed[kind]);
                }
                own.push(name);
            }
            names.push(own);
        }
        self.close("Pieces");
        names
    }

    fn piece(&mut self, name: &str, owner: &str, image: &str, allowed: &[String]) {
        self.open("Piece", &[("Name", name), ("Image", image), ("Family", owner)]);
        if !allowed.is_empty() {
            self.open("AllowedMoves", &[]);
            allowed.iter().for_each(|rule| self.leaf("Rule", rule));
            self.close("AllowedMoves");
        }
        self.close("Piece");
    }

    fn players(&mut self, pieces: &[Vec<String>]) {
        let game = self.game;
        self.open("Players", &[]);
        for (player, owner) in game.players().iter().enumerate() {
            self.open("Player", &[("Name", owner)]);
            self.open("Pieces", &[]);
            let cells = game.start().cells.iter().enumerate();
            let own = cells.filter(|(_, piece)| piece.is_some() && piece.owner().index() == player);
            for (number, (cell, piece)) in own.enumerate() {
                let reference = &pieces[player][piece.kind().index()];
                let name = format!("{reference}_{}", number + 1);
                let at = &game.board().cells[cell].name;
                self.empty("Piece", &[("Name", &name), ("PieceRef", reference), ("PositionRef", at)]);
            }
            self.close("Pieces");
            self.open("BoardMapping", &[]);
            for (from, to) in self.mapping(player) {
                self.empty("Map", &[("From", &from), ("To", &to)]);
            }
            self.close("BoardMapping");
            self.close("Player");
        }
        self.close("Players");
    }

    /// The files and ranks of the cells as a player counts them by what is written.
    fn counted(&self, player: usize) -> Vec<FileRank> {
        let maps = self.mapping(player);
        let mapped =
            |text: String| maps.iter().find(|(from, _)| *from == text).map_or(text, |(_, to)| to.clone());
        let count = |(file, rank): &(char, u32)| {
            let file = mapped(file.to_string()).chars().next().map_or(0, |file| file as i32);
            (file, mapped(rank.to_string()).parse().unwrap_or(0))
        };
        self.names.iter().map(count).collect()
    }

    /// How a player counts files and ranks, if each of them always counts as the same.
    fn mapping(&self, player: usize) -> Vec<(String, String)> {
        let game = self.game;
        let stepped = (0..game.types().len()).any(|kind| !game.step_rules(PieceType(kind as u8)).is_empty());
        let mut maps: Vec<(String, String)> = Vec::new();
        for cell in 0..game.board().len() {
            let ((file, rank), (to_file, to_rank)) = match stepped {
                true => {
                    let (file, rank) = game.places(Player(player as u8))[cell];
                    let file =
                        u32::try_from(file).ok().and_then(char::from_u32).unwrap_or(self.names[cell].0);
                    (self.names[cell], (file, rank.unsigned_abs()))
                }
                // The cell that is to this player what this one is to the first counts as it.
                false => {
                    (self.names[game.view(Player(player as u8), Cell(cell as u16)).index()], self.names[cell])
                }
            };
            for (from, to) in
                [(file.to_string(), to_file.to_string()), (rank.to_string(), to_rank.to_string())]
            {
                match maps.iter().find(|(known, _)| *known == from) {
                    Some((_, known)) if *known != to => return Vec::new(),
                    Some(_) => {}
                    None => maps.push((from, to)),
                }
            }
        }
        maps.retain(|(from, to)| from != to);
        maps
    }
}

/// Whether what a word of the form means by itself is what the definition says of a piece.
fn is_usual(game: &Game, kind: PieceType, word: &str) -> bool {
    let rules = &game.definition().rules;
    let name = &game.types()[kind.index()].name;
    let text = |value: Option<&Spanned<Value>>, wanted: &str| match value.map(|value| &value.value) {
        Some(Value::Text(text)) => text == wanted,
        Some(Value::List(items)) => {
            matches!(&items[..], [Spanned { value: Value::Text(text), .. }] if text == wanted)
        }
        _ => false,
    };
    match word {
        "CASTLING" => text(rules.get("castling"), "standard") && name == "king",
        "PROMOTION" => {
            let Some(Value::Table(promotion)) = rules.get("promotion").map(|value| &value.value) else {
                return false;
            };
            let known = |key: &str| ["of", "to", "zone"].contains(&key);
            let to = match promotion.get("to").map(|to| &to.value) {
                Some(Value::List(to)) => to.iter().map(|to| &to.value).collect(),
                _ => Vec::new(),
            };
            let usual = ["queen", "rook", "bishop", "knight"];
            let usual = usual.iter().filter(|name| game.types().iter().any(|info| info.name == **name));
            let usual: Vec<Value> = usual.map(|name| Value::Text((*name).to_owned())).collect();
            promotion.entries.iter().all(|(key, _)| known(&key.value))
                && text(promotion.get("of"), name)
                && (promotion.get("zone").is_none() || text(promotion.get("zone"), "last rank"))
                && to.len() == usual.len()
                && usual.iter().all(|name| to.contains(&name))
        }
        _ => false,
    }
}

fn word(compare: Compare) -> &'static str {
    match compare {
        Compare::Same => "SAME",
        Compare::Different => "DIFFERENT",
        Compare::Forward => "FORWARD",
        Compare::Backward => "BACKWARD",
        Compare::Ignore => "IGNORE",
    }
}

/// The slots of a cell in the order to write them. A cell that stands in two of them is left behind by way of the one
/// written first, so the other comes later.
fn direction_order(board: &Board, cell: usize) -> Vec<usize> {
    let arrives = |slot: usize, from: u16| {
        let mut links = board.rings[usize::from(from)].iter().flat_map(|slot| &slot.links);
        links.all(|(to, arrival)| usize::from(*to) != cell || usize::from(*arrival) == slot)
    };
    let ring = &board.rings[cell];
    let mut order: Vec<usize> = (0..ring.len()).collect();
    order.sort_by_key(|&slot| !ring[slot].links.iter().all(|(from, _)| arrives(slot, *from)));
    order
}

/// `E1 E2 …` for sides, `D1 D2 …` for corners.
fn slot_names(ring: &[Slot]) -> Vec<String> {
    let (mut edges, mut vertices) = (0, 0);
    let name = |slot: &Slot| match slot.touch {
        Touch::Edge => {
            edges += 1;
            format!("E{edges}")
        }
        Touch::Vertex => {
            vertices += 1;
            format!("D{vertices}")
        }
    };
    ring.iter().map(name).collect()
}

/// Text as it stands between quotes or tags. What XML cannot hold is replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' => escaped.push(' '),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

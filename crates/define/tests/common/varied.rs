//! Small games at random, in which every key of every rule takes its values, alone and with others.

use super::further::FURTHER_RULES;
use super::singular::SINGLE;
use chatura_rules::random::Random;

/// A definition by its number.
pub fn definition(number: u64, many: bool) -> String {
    let mut draw =
        Draw { dice: Random::new((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)), pieces: Vec::new() };
    for _ in 0..8 {
        draw.dice.below(2);
    }
    let text = if many { draw.for_many() } else { with_reply(number, &draw.for_two()) };
    with_listeners(number, many, text, &draw.pieces)
}

/// Some games in which a bare king ends the game say so in a table; with a number follows whether it can be answered.
fn with_reply(number: u64, text: &str) -> String {
    let said = |line: &str| match line.strip_prefix("end.bare-king = ") {
        Some(verdict) if !number.is_multiple_of(3) => {
            format!("end.bare-king = {{ result = {verdict}, reply = {} }}", number % 3 == 1)
        }
        _ => line.to_owned(),
    };
    text.lines().map(said).collect::<Vec<_>>().join("\n")
}

/// The first numbers of games of which each has two rules that listen, or for more than two one.
pub const PAIRS: u64 = 400;
pub const LISTENING_FOR_MANY: u64 = 100;
/// The first number of games that have one of the later rules each.
pub const FURTHER: u64 = 800;

/// Some games get rules that listen to every move besides. Which ones follows from the number alone, so that another
/// such rule leaves the other games as they are.
fn with_listeners(number: u64, many: bool, text: String, pieces: &[String]) -> String {
    let count = LISTENERS.len() as u64;
    let which: Vec<usize> = match (many, number) {
        (false, FURTHER..) => {
            return FURTHER_RULES[number as usize % FURTHER_RULES.len()](number, &text, pieces);
        }
        (false, PAIRS..) => {
            let (one, step) = (number % count, 1 + number / count % (count - 1));
            vec![one as usize, ((one + step) % count) as usize]
        }
        (true, LISTENING_FOR_MANY..) => vec![(number % count) as usize],
        (false, _) if number % 10 % 2 == 1 => vec![(number % 10 / 2) as usize],
        (false, _) if !number.is_multiple_of(10) => {
            return SINGLE[(number % 10 / 2) as usize - 1](number, &text, pieces);
        }
        _ => Vec::new(),
    };
    which.into_iter().fold(text, |text, which| LISTENERS[which](number, &text, pieces))
}

/// How a rule that listens comes into a game: by its number, its text and the names of its pieces.
pub(super) type Listener = fn(u64, &str, &[String]) -> String;

const LISTENERS: [Listener; 5] = [petrify, duck, transform, progressive, walling];

pub(super) fn without(text: &str, keys: &[&str]) -> String {
    let kept = text.lines().filter(|line| !keys.iter().any(|key| line.starts_with(key)));
    kept.map(|line| format!("{line}\n")).collect()
}

pub(super) fn officer(number: u64, pieces: &[String], nth: u64) -> &str {
    let officers: Vec<&String> = pieces.iter().filter(|name| *name != "king").collect();
    officers[(number / 10 + nth) as usize % officers.len()]
}

/// Now the one, now the other: by the second to last digit.
fn either<T>(number: u64, one: T, other: T) -> T {
    if (number / 10).is_multiple_of(2) { one } else { other }
}

fn petrify(number: u64, text: &str, pieces: &[String]) -> String {
    let wall = either(number, "wall", "stone");
    let of = format!("[\"king\", \"{}\", \"{}\"]", officer(number, pieces, 0), officer(number, pieces, 1));
    // What explodes turns into nothing.
    without(text, &["rules.blast"])
        + &format!(
            "pieces.{wall} = {{ letter = \"Z\", wall = true }}\nrules.petrify = {{ of = {of}, into = \"{wall}\" }}\n"
        )
}

fn duck(number: u64, text: &str, _: &[String]) -> String {
    let duck = either(number, "duck", "goose");
    without(text, &["rules.gating"])
        + &format!("pieces.{duck} = {{ letter = \"*\", wall = true }}\nrules.duck = \"{duck}\"\n")
}

fn transform(number: u64, text: &str, pieces: &[String]) -> String {
    let (of, into) = (officer(number, pieces, 0), officer(number, pieces, 1));
    match of == into {
        true => text.to_owned(),
        false => without(text, &["rules.gating"]) + &format!("rules.transform = {{ {of} = \"{into}\" }}\n"),
    }
}

fn progressive(number: u64, text: &str, _: &[String]) -> String {
    without(text, &["rules.moves-per-turn", "rules.en-passant", "end.goal"])
        + &format!("rules.progressive = {}\n", either(number, true, false))
}

fn walling(number: u64, text: &str, _: &[String]) -> String {
    let on = ["left", "reached", "empty"][number as usize / 10 % 3];
    let zone = ["", ", zone = \"ranks 1-4\"", ", zone = \"not rank 2\""][number as usize / 30 % 3];
    let wall = either(number, "barrier", "fence");
    text.to_owned()
        + &format!(
            "\npieces.{wall} = {{ letter = \"X\", wall = true }}\n\
         rules.walling = {{ piece = \"{wall}\", on = \"{on}\"{zone} }}\n"
        )
}

const VERDICTS: &[&str] = &["win", "loss", "draw", "none"];

/// Pieces that may stand on the back row beside the king: name, letter, movement and more.
const OFFICERS: &[(&str, &str, &str)] = &[
    ("knight", "N", r#"moves = "N""#),
    ("bishop", "B", r#"moves = "B""#),
    ("queen", "Q", r#"moves = "Q""#),
    ("gold", "G", r#"moves = "WfF""#),
    ("cannon", "C", r#"moves = "mRcpR""#),
    ("horse", "H", r#"moves = "nN""#),
    ("elephant", "E", r#"moves = "nA", within = "ranks 1-4""#),
    ("archer", "A", r#"moves = "mK", shoots = "R2""#),
    ("musketeer", "M", r#"moves = "W", shoots = "B2", shots = { count = 2, then = "pawn" }"#),
    ("hopper", "O", r#"moves = "gQ""#),
    ("lion", "L", r#"moves = "KNADcaKmcabK""#),
    ("lance", "Y", r#"moves = "fR""#),
];

/// How the value of a key is drawn.
type Value<'a> = &'a dyn Fn(&mut Draw) -> String;

struct Draw {
    dice: Random,
    /// The names of the pieces of this game.
    pieces: Vec<String>,
}

impl Draw {
    fn chance(&mut self, of: usize) -> bool {
        self.dice.below(of) == 0
    }

    fn word(&mut self, words: &[&str]) -> String {
        format!("\"{}\"", self.dice.pick(words))
    }

    fn flag(&mut self) -> String {
        self.chance(2).to_string()
    }

    fn number(&mut self, numbers: &[i64]) -> String {
        self.dice.pick(numbers).to_string()
    }

    fn zone(&mut self) -> String {
        self.word(&["last rank", "last 2 ranks", "ranks 2-3", "rank 1", "all", "b2..c4", "ranks 1-3"])
    }

    /// Some of the pieces; `royal` says whether the king may be among them.
    fn some(&mut self, royal: bool) -> String {
        let mut names: Vec<String> =
            self.pieces.iter().filter(|name| royal || *name != "king").cloned().collect();
        while names.len() > 1 && !self.chance(3) {
            let out = self.dice.below(names.len());
            names.remove(out);
        }
        match &names[..] {
            [one] if self.chance(2) => format!("\"{one}\""),
            _ => {
                format!("[{}]", names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// A table of those keys that are drawn.
    fn table(&mut self, keys: &[(&str, Value<'_>)], needed: &[&str]) -> String {
        let mut entries = Vec::new();
        for (key, value) in keys {
            if needed.contains(key) || self.chance(2) {
                entries.push(format!("{key} = {}", value(self)));
            }
        }
        format!("{{ {} }}", entries.join(", "))
    }

    /// The rules of moving, each with a chance; says whether there are hands.
    fn rules(&mut self, lines: &mut Vec<String>, castles: bool, held: bool) {
        let mut put = |key: &str, value: String| lines.push(format!("rules.{key} = {value}"));
        if self.chance(4) {
            put("check", self.word(&["enforced", "ignored", "ignored"]));
        }
        if self.chance(6) {
            put("giving-check", self.word(&["allowed", "forbidden", "forbidden"]));
        }
        if self.chance(5) {
            put("kings-facing", self.word(&["allowed", "forbidden", "forbidden"]));
        }
        if castles && !self.chance(4) {
            let kinds: &[&str] = &["none", "standard", "long", "wide", "flexible", "chess960"];
            let value = match self.dice.below(3) {
                0 => self.word(kinds),
                _ => self.table(
                    &[
                        ("kind", &|d| d.word(&["none", "standard", "long", "wide", "flexible", "chess960"])),
                        ("king", &|d| d.word(&["king", "king", "knight"])),
                        ("partner", &|d| d.word(&["rook", "rook", "knight"])),
                        ("cells", &|d| {
                            let pairs = [
                                "[\"f1\", \"e1\"]",
                                "[\"b1\", \"c1\"]",
                                "[\"g1\", \"f1\"]",
                                "[\"c1\", \"d1\"]",
                            ];
                            format!("[{}]", d.dice.pick(&pairs))
                        }),
                    ],
                    &[],
                ),
            };
            put("castling", value);
        }
        if !self.chance(3) {
            let value = match self.dice.below(3) {
                0 => self.flag(),
                1 => "true".to_owned(),
                _ => self.table(&[("on", &|d| d.word(&["all", "ranks 3-4", "rank 3", "b3..c5"]))], &[]),
            };
            put("en-passant", value);
        }
        if !self.chance(5) {
            let value = match self.dice.below(8) {
                0 => self.flag(),
                1 => "\"none\"".to_owned(),
                2 | 3 => {
                    let (one, other) = (self.promotion("\"pawn\""), self.promotion("\"rook\""));
                    format!("[{one}, {other}]")
                }
                4 => {
                    let of = self.some(false);
                    self.promotion(&of)
                }
                _ => self.promotion("\"pawn\""),
            };
            put("promotion", value);
        }
        let gates = held && self.chance(2);
        if held {
            let value = match self.dice.below(6) {
                0 if !gates => self.flag().replace("false", "true"),
                _ => self.table(
                    &[
                        ("captured", &Draw::flag),
                        ("demote", &Draw::flag),
                        ("pieces", &|d| d.some(false)),
                        ("zones", &|d| {
                            let kind = d.dice.below(d.pieces.len());
                            let (kind, zone) = (d.pieces[kind].clone(), d.zone());
                            format!("{{ {kind} = {zone}, pawn = \"ranks 2-4\" }}")
                                .replace(&format!("pawn = {zone}, pawn"), "pawn")
                        }),
                        ("one-per-file", &|d| d.some(false)),
                        ("no-mate", &|d| d.some(false)),
                    ],
                    &[],
                ),
            };
            put("drops", value);
        } else if self.chance(6) {
            put("drops", "false".to_owned());
        }
        if gates {
            let value = match self.dice.below(2) {
                0 => "true".to_owned(),
                _ => self.table(&[("zone", &|d| d.word(&["rank 1", "ranks 1-2", "a1..d2"]))], &["zone"]),
            };
            put("gating", value);
        } else if self.chance(6) {
            put("gating", "false".to_owned());
        }
        if self.chance(5) {
            put("must-capture", self.flag());
        }
        if self.chance(4) {
            let value = match self.dice.below(3) {
                0 => self.flag(),
                _ => self
                    .table(&[("radius", &|d| d.number(&[0, 1, 1, 2])), ("spares", &|d| d.some(true))], &[]),
            };
            put("blast", value);
        }
        if self.chance(4) {
            put("pass", self.word(&["never", "stuck", "always"]));
        }
        if self.chance(5) {
            put("moves-per-turn", self.number(&[1, 2, 2, 3]));
        }
    }

    fn promotion(&mut self, of: &str) -> String {
        let table = self.table(
            &[
                ("to", &|d| d.some(false)),
                ("zone", &Draw::zone),
                ("optional", &Draw::flag),
                ("leaving", &Draw::flag),
                ("forced", &|d| d.word(&["last rank", "last rank", "none", "last 2 ranks"])),
                ("limit", &|d| d.word(&["none", "captured"])),
            ],
            &["to"],
        );
        table.replacen('{', &format!("{{ of = {of},"), 1)
    }

    /// The ends that two players and more have in common.
    fn ends(&mut self, lines: &mut Vec<String>) {
        let mut put = |key: &str, value: String| lines.push(format!("end.{key} = {value}"));
        for key in ["checkmate", "stalemate"] {
            if self.chance(3) {
                put(key, self.word(VERDICTS));
            }
        }
        for key in ["unsafe-royal", "royal-capture", "bare-king"] {
            if self.chance(4) {
                put(key, self.word(VERDICTS));
            }
        }
        if self.chance(4) {
            let value = self.table(
                &[
                    ("of", &|d| d.some(true)),
                    ("result", &|d| d.word(VERDICTS)),
                    ("down-to", &|d| d.number(&[0, 1, 2])),
                    ("together", &Draw::flag),
                ],
                &["of"],
            );
            put("extinction", value);
        }
        if self.chance(4) {
            let value = self.table(
                &[
                    ("of", &|d| d.some(true)),
                    ("zone", &|d| d.word(&["last rank", "last 2 ranks", "c3..d4", "b4..c5"])),
                    ("result", &|d| d.word(VERDICTS)),
                    ("reply", &Draw::flag),
                ],
                &["of", "zone"],
            );
            put("goal", value);
        }
        if self.chance(6) {
            let value = self.table(&[("count", &|d| d.number(&[1, 2, 3]))], &[]);
            put("checks", value);
        }
        if !self.chance(3) {
            let value = self.table(
                &[
                    ("claim", &|d| d.number(&[2, 3])),
                    ("automatic", &|d| d.number(&[2, 3])),
                    ("result", &|d| d.word(VERDICTS)),
                    ("perpetual-check", &|d| d.word(VERDICTS)),
                    ("perpetual-chase", &|d| d.word(VERDICTS)),
                    ("chase-exempt", &|d| d.some(true)),
                ],
                &[],
            );
            put("repetition", value);
        }
        let value = self.table(
            &[
                ("claim", &|d| d.number(&[3, 6])),
                ("automatic", &|d| d.number(&[5, 10, 20])),
                ("reset-by", &|d| d.some(true)),
                ("result", &|d| d.word(VERDICTS)),
            ],
            &[],
        );
        put("no-progress", value);
        if self.chance(3) {
            put("material", self.word(&["draw", "ignored"]));
        }
    }

    /// The pieces of a game with so many places beside king and rooks, as lines; their letters in the back row.
    fn army(&mut self, lines: &mut Vec<String>, places: usize) -> Vec<&'static str> {
        let mut row = Vec::new();
        let mut kinds: Vec<(&str, &str, &str)> = Vec::new();
        for _ in 0..places {
            let officer = *self.dice.pick(OFFICERS);
            row.push(officer.1);
            if !kinds.contains(&officer) {
                kinds.push(officer);
            }
        }
        let pawn = match self.dice.below(9) {
            0 => r#"moves = "fmWfceF""#,
            1 => r#"moves = "fmWfceF", first = "fmnD", unmoved = true"#,
            2 => r#"moves = "fmWfceF", first = "fmnD", first-zone = "ranks 2-3""#,
            3 => r#"moves = "fW", beyond = { "ranks 1-3" = "fsW" }"#,
            4 => r#"moves = "fmWfceF", also = [{ moves = "fmnD", when = "unmoved" }]"#,
            5 => {
                r#"also = [{ moves = "fmWfcF" }, { moves = "sW", zone = "not ranks 1-2" },
                   { moves = "R", zone = "rank 3", least = 2, most = 3 }]"#
            }
            6 => {
                r#"moves = "fmWfceF", also = [{ moves = "fmnD", when = "start" },
                   { moves = "bmW", zone = "ranks 2-4", when = "unmoved" }]"#
            }
            _ => r#"moves = "fmWfceF", first = "fmnD""#,
        };
        let royal = if self.chance(6) { "\"last\"" } else { "true" };
        lines.push(format!("pieces.pawn = {{ letter = \"P\", {pawn} }}"));
        lines.push("pieces.rook = { letter = \"R\", moves = \"R\" }".to_owned());
        lines.push(format!("pieces.king = {{ letter = \"K\", moves = \"K\", royal = {royal} }}"));
        if !kinds.iter().any(|kind| kind.0 == "knight") {
            kinds.push(OFFICERS[0]);
        }
        for (name, letter, moves) in &kinds {
            lines.push(format!("pieces.{name} = {{ letter = \"{letter}\", {moves} }}"));
        }
        self.pieces = ["pawn", "rook", "king"].map(str::to_owned).to_vec();
        self.pieces.extend(kinds.iter().map(|kind| kind.0.to_owned()));
        row
    }

    fn for_two(&mut self) -> String {
        let mut lines = Vec::new();
        let (width, height) = (5 + self.dice.below(3), 5 + self.dice.below(3));
        lines.push(format!("board.size = [{width}, {height}]"));
        lines.push("players.names = [\"White\", \"Black\"]".to_owned());
        lines.push(format!("players.symmetry = {}", self.word(&["mirror", "mirror", "rotation"])));
        let officers = self.army(&mut lines, width - 3);
        let king = 1 + self.dice.below(width - 2);
        let mut row: Vec<&str> = officers;
        row.insert(king - 1, "K");
        row.insert(0, "R");
        row.push("R");
        let back: String = row.iter().map(|letter| if letter.is_empty() { "1" } else { letter }).collect();
        let pawns: String = (0..width).map(|_| if self.chance(3) { '1' } else { 'P' }).collect();
        let turned = lines.iter().any(|line| line.contains("rotation"));
        let other = |text: &str| -> String {
            let text = text.to_lowercase();
            if turned { text.chars().rev().collect() } else { text }
        };
        let held = self.chance(2);
        let mut hand = String::new();
        if held {
            let letters: Vec<&str> =
                row.iter().copied().filter(|letter| *letter != "K").chain(["P"]).collect();
            for _ in 0..self.dice.below(4) {
                let letter = *self.dice.pick(&letters);
                hand += &format!("{letter}{}", letter.to_lowercase());
            }
        }
        let hand = if held { format!("[{hand}]") } else { String::new() };
        let empty = vec![width.to_string(); height - 4].join("/");
        let array = format!("{}/{}/{empty}/{pawns}/{back}{hand}", other(&back), other(&pawns));
        lines.push(format!("setup.array = \"{array}\""));
        self.rules(&mut lines, true, held);
        self.ends(&mut lines);
        // A piece that passed and is taken by the first move of a turn of two is still told of in FEN.
        if lines.iter().any(|line| line.contains("moves-per-turn")) {
            lines.retain(|line| !line.contains("rules.en-passant"));
        }
        settle(lines)
    }

    fn for_many(&mut self) -> String {
        let mut lines = Vec::new();
        lines.push("players.symmetry = \"rotation\"".to_owned());
        let three = self.chance(3);
        let officers = self.army(&mut lines, 2);
        if three {
            lines.push("board = { shape = \"hexes\", side = 4 }".to_owned());
            lines.push("players.names = [\"White\", \"Red\", \"Black\"]".to_owned());
            lines.push(format!("setup.army = \"2P1P2/1{}K{}1\"", officers[0], officers[1]));
        } else {
            lines.push("board = { shape = \"cross\", size = 6, corner = 1 }".to_owned());
            lines.push("players.names = [\"Red\", \"Blue\", \"Yellow\", \"Green\"]".to_owned());
            if self.chance(4) {
                lines.push("players.teams = [[\"Red\", \"Yellow\"], [\"Blue\", \"Green\"]]".to_owned());
            }
            lines.push(format!("setup.army = \"2PP2/{}KR{}\"", officers[0], officers[1]));
        }
        let held = self.chance(4);
        self.rules(&mut lines, false, held);
        self.ends(&mut lines);
        if !self.chance(4) {
            let value = self.table(
                &[
                    ("until", &|d| d.word(&["last", "last", "first"])),
                    ("army", &|d| d.word(&["dead", "removed", "inherited"])),
                    ("retired", &|d| d.word(&["dead", "removed"])),
                    ("stalemate", &|d| d.word(&["out", "skip", "draw"])),
                    ("king-capture", &|d| d.word(&["out", "forbidden"])),
                ],
                &[],
            );
            lines.push(format!("end.elimination = {value}"));
        }
        if self.chance(3) {
            let value = self.table(
                &[
                    ("captures", &|d| {
                        let kind = d.dice.below(d.pieces.len());
                        let worth = d.number(&[0, 3, 1000]);
                        format!("{{ {} = {worth} }}", d.pieces[kind])
                    }),
                    ("mate", &|d| d.number(&[0, 5, 20])),
                    ("stalemated", &|d| d.number(&[0, 5, 20])),
                    ("checks", &|d| format!("[[1, 5], [{}, 20]]", d.number(&[5, 7]))),
                    ("light", &|d| d.some(true)),
                    ("lead", &|d| d.number(&[0, 3, 20])),
                ],
                &[],
            );
            lines.push(format!("end.points = {value}"));
        }
        settle(lines)
    }
}

/// What is left out because nobody has settled what it should mean.
fn settle(mut lines: Vec<String>) -> String {
    let has = |lines: &[String], text: &str| lines.iter().any(|line| line.contains(text));
    // Whether a lion that takes on its way threatens a king depends on where it would explode.
    if has(&lines, "rules.blast") && !has(&lines, "rules.blast = false") {
        lines.iter_mut().for_each(|line| *line = line.replace("KNADcaKmcabK", "KNAD"));
    }
    // Which of the two moves of a turn is the answer?
    if has(&lines, "moves-per-turn") {
        lines.iter_mut().for_each(|line| *line = line.replace("reply = true", "reply = false"));
    }
    lines.join("\n")
}

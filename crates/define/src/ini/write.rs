//! Writes a game as `variants.ini` says it, with the pieces that have a name there.

use super::kinds::KINDS;
use crate::betza;
use chatura_rules::definition::{BoardSource, ByPlayer, Definition, PieceDefinition, Royal, Table, Value};
use chatura_rules::movement::Movement;
use chatura_rules::notation::format_fen;
use chatura_rules::{Game, Position};
use std::fmt::Write;
use std::sync::Arc;

/// The pawn, with and without captures in passing.
const PAWN: [&str; 2] = ["fmWfceF", "fmWfcF"];
/// The largest board there is.
const MAX_FILES: i64 = 12;
const MAX_RANKS: i64 = 10;

/// A game under a name, as a file says it; or everything about it that cannot be said.
pub fn write(game: &Arc<Game>, name: &str) -> Result<String, Vec<String>> {
    let mut writer =
        Writer { definition: game.definition(), lines: Vec::new(), wrong: Vec::new(), pawn: None };
    writer.board();
    writer.pieces(game);
    writer.rules();
    writer.ends();
    let Writer { lines, wrong, .. } = writer;
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut text = format!("[{name}:chess]\n");
    for (key, value) in lines {
        let _ = writeln!(text, "{key} = {value}");
    }
    let _ = writeln!(text, "startFen = {}", format_fen(&Position::start(game)));
    Ok(text)
}

struct Writer<'a> {
    definition: &'a Definition,
    lines: Vec<(String, String)>,
    wrong: Vec<String>,
    /// The pawn's name, if there is one.
    pawn: Option<&'a str>,
}

impl<'a> Writer<'a> {
    fn say(&mut self, key: &str, value: impl Into<String>) {
        self.lines.push((key.to_owned(), value.into()));
    }

    fn cannot(&mut self, what: impl Into<String>) {
        self.wrong.push(what.into());
    }

    fn size(&self) -> Option<(i64, i64)> {
        let BoardSource::Shape { shape, parameters } = &self.definition.board else { return None };
        match (shape.value.as_str(), &parameters.entries[..]) {
            ("rectangle", [(key, size)]) if key.value == "size" => match &size.value {
                Value::List(sides) => match &sides[..] {
                    [files, ranks] => number(&files.value).zip(number(&ranks.value)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn board(&mut self) {
        let players = &self.definition.players;
        let two = players.names.len() == 2 && players.teams.is_empty() && players.places.is_empty();
        let opposed =
            players.symmetry.as_ref().is_some_and(|word| ["mirror", "rotation"].contains(&&*word.value));
        if !two || !opposed {
            self.cannot("players who do not sit opposite each other");
        }
        match self.size() {
            Some((files, ranks)) if files <= MAX_FILES && ranks <= MAX_RANKS => {
                self.say("maxFile", files.to_string());
                self.say("maxRank", ranks.to_string());
            }
            _ => {
                self.cannot(format!("a board that is no rectangle of at most {MAX_FILES}×{MAX_RANKS} cells"));
            }
        }
    }

    fn pieces(&mut self, game: &Game) {
        let known: Vec<(&str, Movement)> =
            KINDS.iter().filter_map(|kind| Some((kind.name, betza::parse(kind.moves).ok()?))).collect();
        let mut said = Vec::new();
        for (index, piece) in self.definition.pieces.iter().enumerate() {
            let letter = piece.letter.value.to_lowercase();
            let plain = piece.steps.is_empty()
                && piece.rules.entries.is_empty()
                && piece.within.is_none()
                && piece.beyond.is_none()
                && piece.also.is_empty()
                && !piece.unmoved
                && !piece.wall
                && letter.len() == 1;
            let name = if plain { self.called(piece, &known) } else { None };
            match name {
                // One name stands for one piece there.
                Some(name) if !said.contains(&name) => {
                    self.say(name, &letter);
                    said.push(name);
                }
                _ => {
                    let info = &game.types()[index];
                    self.cannot(format!("the {} with its moves and rules", info.name));
                }
            }
        }
        for unused in
            ["pawn", "knight", "bishop", "rook", "queen", "king"].into_iter().filter(|n| !said.contains(n))
        {
            self.say(unused, "-");
        }
        if !said.contains(&"king") && !said.contains(&"commoner") {
            self.say("commoner", "-");
        }
        if self.pawn.is_none() {
            self.say("doubleStep", "false");
        }
    }

    /// The name of a piece there.
    fn called(
        &mut self,
        piece: &'a PieceDefinition,
        known: &[(&'static str, Movement)],
    ) -> Option<&'static str> {
        let moves = &piece.moves.value;
        let is = |text: &str| betza::parse(text).is_ok_and(|other| same(moves, &other));
        if piece.royal != Royal::No {
            return (piece.royal == Royal::Yes && piece.first.is_none() && is("K")).then_some("king");
        }
        if PAWN.iter().any(|pawn| is(pawn)) {
            let zone = match &piece.first_zone {
                None => None,
                Some(ByPlayer::All(zone)) => Some(zone.value.as_str()),
                Some(ByPlayer::Each(_)) => return None,
            };
            let double = match (&piece.first, zone) {
                (None, _) => false,
                (Some(first), Some("rank 2"))
                    if betza::parse("fmnD").is_ok_and(|d| same(&first.value, &d)) =>
                {
                    true
                }
                _ => return None,
            };
            let passing = !is_off(get(&self.definition.rules, "en-passant"));
            // Who steps twice can be taken in passing there.
            if double != (passing && is(PAWN[0])) {
                return None;
            }
            self.pawn = Some(&piece.name.value);
            self.say("doubleStep", double.to_string());
            return Some("pawn");
        }
        let plain = |name: &str| !["pawn", "king"].contains(&name);
        let found =
            known.iter().find(|(name, other)| plain(name) && piece.first.is_none() && same(moves, other));
        found.map(|(name, _)| *name)
    }

    /// The letters of pieces by their names.
    fn letters(&self, names: &Value) -> Option<String> {
        let list = match names {
            Value::List(items) => items.iter().map(|item| &item.value).collect(),
            one => vec![one],
        };
        let letter = |name: &&Value| match name {
            Value::Text(text) => {
                let piece = self.definition.pieces.iter().find(|piece| piece.name.value == *text)?;
                Some(piece.letter.value.to_lowercase())
            }
            _ => None,
        };
        let letters: Option<Vec<String>> = list.iter().map(letter).collect();
        letters.map(|letters| letters.join(" "))
    }

    fn rules(&mut self) {
        let definition = self.definition;
        for (key, value) in &definition.rules.entries {
            let value = &value.value;
            let said = match key.value.as_str() {
                _ if is_off(Some(value)) => true,
                "castling" => self.castling(value),
                // It goes with the double step.
                "en-passant" => matches!(value, Value::Flag(true)),
                "promotion" => self.promotion(value),
                "drops" => self.drops(value),
                "must-capture" if *value == Value::Flag(true) => {
                    self.say("mustCapture", "true");
                    true
                }
                "kings-facing" if is_text(value, "forbidden") => {
                    self.say("flyingGeneral", "true");
                    true
                }
                "kings-facing" | "giving-check" if is_text(value, "allowed") => true,
                "pass" if is_text(value, "never") => true,
                "pass" if is_text(value, "always") => {
                    self.say("pass", "true");
                    true
                }
                "pass" if is_text(value, "stuck") => {
                    self.say("passOnStalemate", "true");
                    true
                }
                "giving-check" if is_text(value, "forbidden") => {
                    self.say("checking", "false");
                    true
                }
                _ => false,
            };
            if !said {
                self.cannot(format!("rules.{} as it is here", key.value));
            }
        }
        if is_off(get(&definition.rules, "castling")) {
            self.say("castling", "false");
        }
        if is_off(get(&definition.rules, "promotion")) {
            self.say("promotionPieceTypes", "-");
        }
    }

    fn castling(&mut self, value: &Value) -> bool {
        match (value, self.size()) {
            (Value::Text(kind), Some((8, _))) if kind == "standard" => true,
            (Value::Text(kind), Some((8, _))) if kind == "chess960" => {
                self.say("chess960", "true");
                true
            }
            (Value::Text(kind), Some((10, _))) if kind == "wide" => {
                self.say("castlingKingsideFile", "i");
                self.say("castlingQueensideFile", "c");
                true
            }
            _ => false,
        }
    }

    fn promotion(&mut self, value: &Value) -> bool {
        let (Value::Table(table), Some((_, ranks))) = (value, self.size()) else { return false };
        if !only(table, &["of", "to", "zone"]) || self.pawn.is_none() {
            return false;
        }
        let of = get(table, "of").and_then(|of| self.letters(of));
        let pawn = self.pawn.and_then(|name| self.letters(&Value::Text(name.to_owned())));
        let depth = match get(table, "zone") {
            None => 1,
            Some(Value::Text(zone)) if zone == "last rank" => 1,
            Some(Value::Text(zone)) => {
                let words: Vec<&str> = zone.split(' ').collect();
                match words[..] {
                    ["last", count, "ranks"] => count.parse().unwrap_or(0),
                    _ => 0,
                }
            }
            _ => 0,
        };
        match get(table, "to").and_then(|to| self.letters(to)) {
            Some(to) if of == pawn && (1..ranks).contains(&depth) => {
                self.say("promotionPieceTypes", to);
                self.say("promotionRank", (ranks - depth + 1).to_string());
                true
            }
            _ => false,
        }
    }

    fn drops(&mut self, value: &Value) -> bool {
        let (captured, zones) = match value {
            Value::Flag(true) => (true, None),
            Value::Table(table) if only(table, &["captured", "zones"]) => {
                (get(table, "captured") != Some(&Value::Flag(false)), get(table, "zones"))
            }
            _ => return false,
        };
        let ranks = self.size().map_or(0, |(_, ranks)| ranks);
        let inner = format!("ranks 2-{}", ranks - 1);
        let anywhere = match zones {
            None => true,
            Some(Value::Table(zones)) => match &zones.entries[..] {
                [(piece, zone)]
                    if Some(piece.value.as_str()) == self.pawn && is_text(&zone.value, &inner) =>
                {
                    false
                }
                _ => return false,
            },
            _ => return false,
        };
        self.say("pieceDrops", "true");
        self.say("capturesToHand", captured.to_string());
        self.say("firstRankPawnDrops", anywhere.to_string());
        self.say("promotionZonePawnDrops", anywhere.to_string());
        true
    }

    fn ends(&mut self) {
        let definition = self.definition;
        for (key, value) in &definition.end.entries {
            let value = &value.value;
            let result = match value {
                Value::Text(word) if ["loss", "win", "draw"].contains(&&**word) => Some(word.clone()),
                _ => None,
            };
            let said = match (key.value.as_str(), result) {
                // What only counts moves is judged here, whatever is thought there.
                ("repetition" | "no-progress" | "material", _) => true,
                ("checkmate", Some(word)) if word != "draw" => {
                    self.say("checkmateValue", word);
                    true
                }
                ("stalemate", Some(word)) => {
                    self.say("stalemateValue", word);
                    true
                }
                ("checks", _) => self.checks(value),
                ("extinction", _) => self.extinction(value),
                ("goal", _) => self.goal(value),
                _ => is_off(Some(value)),
            };
            if !said {
                self.cannot(format!("end.{} as it is here", key.value));
            }
        }
    }

    fn checks(&mut self, value: &Value) -> bool {
        let fits = matches!(value, Value::Table(table) if only(table, &["count"]));
        if fits {
            self.say("checkCounting", "true");
        }
        fits
    }

    fn extinction(&mut self, value: &Value) -> bool {
        let Value::Table(table) = value else { return false };
        let letters = get(table, "of").and_then(|of| self.letters(of));
        match (letters, get(table, "result")) {
            (Some(letters), result) if only(table, &["of", "result", "together", "down-to"]) => {
                let result = match result {
                    Some(Value::Text(result)) => result.as_str(),
                    _ => "loss",
                };
                let together = get(table, "together") == Some(&Value::Flag(true));
                if together && letters.split(' ').count() < self.definition.pieces.len() {
                    return false;
                }
                self.say("extinctionValue", result);
                self.say("extinctionPieceTypes", if together { "*".to_owned() } else { letters });
                if let Some(down_to) = get(table, "down-to").and_then(number) {
                    self.say("extinctionPieceCount", down_to.to_string());
                }
                true
            }
            _ => false,
        }
    }

    /// A piece that wins on the last rank.
    fn goal(&mut self, value: &Value) -> bool {
        let (Value::Table(table), Some((_, ranks))) = (value, self.size()) else { return false };
        let letters = get(table, "of").and_then(|of| self.letters(of));
        let wins = get(table, "result").is_none_or(|result| is_text(result, "win"));
        let last = get(table, "zone").is_some_and(|zone| is_text(zone, "last rank"));
        match letters {
            Some(letter) if letter.len() == 1 && wins && last && only(table, &["of", "zone", "result"]) => {
                self.say("flagPiece", letter);
                self.say("whiteFlag", format!("*{ranks}"));
                self.say("blackFlag", "*1");
                true
            }
            _ => false,
        }
    }
}

/// Whether two movements have the same alternatives, in whatever order.
fn same(one: &Movement, other: &Movement) -> bool {
    one.parts.len() == other.parts.len() && one.parts.iter().all(|part| other.parts.contains(part))
}

fn get<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    table.get(key).map(|value| &value.value)
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => Some(*number),
        _ => None,
    }
}

fn only(table: &Table, keys: &[&str]) -> bool {
    table.entries.iter().all(|(key, _)| keys.contains(&key.value.as_str()))
}

fn is_text(value: &Value, text: &str) -> bool {
    matches!(value, Value::Text(word) if word == text)
}

/// What is not there, and what says that it is not.
fn is_off(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Flag(false)) => true,
        Some(Value::Text(text)) => text == "none" || text == "ignored",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(definition: &str) -> Result<String, Vec<String>> {
        let game =
            crate::load_text(definition, "mine.toml", &[], 0).map_err(|error| vec![error.to_string()])?;
        write(&game, "mine")
    }

    #[test]
    fn what_can_be_said_is_said() {
        let text = said(
            "extends = \"chess\"\nname = \"Mine\"\npieces.queen = false\npieces.amazon = { letter = \"A\", moves = \"NQ\" }\n\
             setup.array = \"rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR\"\n\
             rules.promotion.to = [\"amazon\", \"rook\"]\nend.stalemate = \"loss\"\n",
        )
        .unwrap();
        for line in [
            "[mine:chess]",
            "maxFile = 8",
            "maxRank = 8",
            "pawn = p",
            "amazon = a",
            "queen = -",
            "king = k",
            "doubleStep = true",
            "promotionPieceTypes = a r",
            "promotionRank = 8",
            "stalemateValue = loss",
            "startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1",
        ] {
            assert!(text.lines().any(|known| known == line), "{line}\n{text}");
        }
        assert!(!text.contains("castling = false"), "{text}");
    }

    #[test]
    fn what_cannot_be_said_is_named() {
        let game = |name: &str| write(&crate::load(name, &[], 0).unwrap(), "x").unwrap_err().join("; ");
        assert!(game("glinski").contains("a board that is no rectangle"), "{}", game("glinski"));
        assert!(game("grasshopper").contains("the grasshopper with its moves"), "{}", game("grasshopper"));
        assert!(game("atomic").contains("rules.blast as it is here"), "{}", game("atomic"));
        assert!(game("four-player").contains("players who do not sit"), "{}", game("four-player"));
        assert!(game("torpedo").contains("the pawn with its moves"), "{}", game("torpedo"));
        assert!(game("duck").contains("duck"), "{}", game("duck"));
    }
}

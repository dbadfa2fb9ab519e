//! Trees played by the rules of a game, and played games as trees.

use super::{Pgn, PgnLine, PgnNode, TextPlace, Turn};
use crate::cell::Player;
use crate::compile::game::Game;
use crate::notation::either::read_written;
use crate::notation::{FenError, MoveError, format_fen, format_long, format_san, parse_fen};
use crate::position::line::Line;
use crate::position::moves::Move;
use crate::position::outcome::Outcome;
use crate::position::{Position, SetupError};
use std::sync::Arc;

/// A game read from PGN: the rules, the start, the moves.
#[derive(Clone)]
pub struct Record {
    /// Where it begins, by which rules.
    pub start: Position,
    /// The moves; node for node those of the [`Pgn`].
    pub moves: Vec<Played>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// What could have been played instead.
    pub variations: Vec<Vec<Played>>,
}

/// Why a PGN tree is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The `[Variant]` tag names no known game.
    #[error("there is no game called \"{0}\"")]
    UnknownVariant(String),
    /// The `[FEN]` tag cannot be read.
    #[error("in the FEN tag: {0}")]
    Fen(#[from] FenError),
    /// The `[FEN]` tag describes no position of the game.
    #[error("in the FEN tag: {0}")]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error("line {}, column {}: {error}", .place.line, .place.column)]
    Move {
        /// Where it was written.
        place: TextPlace,
        /// Why not.
        error: MoveError,
    },
}

impl Record {
    /// The moves of the game itself as a line of play.
    pub fn line(&self) -> Line {
        let mut line = Line::new(self.start.clone());
        for played in &self.moves {
            // They were played when the record was made.
            line.play_unchecked(played.mv);
        }
        line
    }
}

/// Plays a tree; `find` knows the games by name, which it is given in small letters.
pub fn read_game(find: impl Fn(&str) -> Option<Arc<Game>>, pgn: &Pgn) -> Result<Record, PlayError> {
    let variant = pgn.tag("Variant").unwrap_or("chess");
    let game = spellings(variant).iter().find_map(|name| find(name));
    let game = game.ok_or_else(|| PlayError::UnknownVariant(variant.to_owned()))?;
    // The other tag may also hold a name for the usual start.
    let fen4 = || pgn.tag("StartFen4").filter(|text| text.contains('/'));
    let start = match pgn.tag("FEN").filter(|fen| !fen.trim().is_empty()).or_else(fen4) {
        Some(fen) => Position::new(&game, &parse_fen(&game, fen)?)?,
        None => Position::start(&game),
    };
    let moves = play_line(&start, &pgn.line)?;
    Ok(Record { start, moves })
}

fn play_line(start: &Position, line: &PgnLine) -> Result<Vec<Played>, PlayError> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(line.nodes.len());
    for node in &line.nodes {
        let error = |error| PlayError::Move { place: node.place, error };
        let mv = match node.san.as_str() {
            "R" if position.game().players().len() > 2 => Ok(Move::resign(position.turn())),
            "T" if position.game().players().len() > 2 => Ok(Move::time_out(position.turn())),
            san => read_written(&position, san),
        };
        let mv = mv.map_err(error)?;
        let variations =
            node.variations.iter().map(|line| play_line(&position, line)).collect::<Result<_, _>>()?;
        position.play(mv).map_err(|illegal| error(illegal.into()))?;
        moves.push(Played { mv, variations });
    }
    Ok(moves)
}

/// What a variant may be called in the catalogue: as written, without spaces and dashes, by its usual name.
pub fn spellings(variant: &str) -> Vec<String> {
    let name = variant.trim().to_lowercase();
    let dense: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let usual = match dense.as_str() {
        "" | "standard" | "normal" | "fromposition" | "orthodox" => Some("chess"),
        "threecheck" => Some("3check"),
        "fivecheck" => Some("5check"),
        "chess960" | "fischerandom" | "fischerrandom" | "960" => Some("chess960"),
        "koth" => Some("kingofthehill"),
        _ => None,
    };
    let mut all = vec![name, dense];
    all.extend(usual.map(str::to_owned));
    all.dedup();
    all
}

/// Makes a tree of a played line. The usual tags come first, with the values given for them; other tags follow.
pub fn write_game(line: &Line, tags: &[(String, String)]) -> Pgn {
    let mut pgn = write_head(line, tags);
    let mut position = line.first();
    let many = position.game().players().len() > 2;
    let mut last = None;
    for mv in line.moves() {
        let san = if many { format_long(&position, *mv) } else { format_san(&position, *mv) };
        let turn = turn(&position, last);
        last = Some((position.turn(), turn));
        pgn.line.nodes.push(PgnNode { san, turn, ..PgnNode::default() });
        position.play_unchecked(*mv);
    }
    pgn
}

/// The tags and the result of a played line, for a tree whose moves are written already.
pub fn write_head(line: &Line, tags: &[(String, String)]) -> Pgn {
    let start = line.first();
    let game = start.game();
    let outcome = line.outcome();
    let mut pgn = Pgn {
        result: outcome.as_ref().map_or_else(|| "*".to_owned(), Outcome::result),
        divided: is_divided(game),
        ..Pgn::default()
    };
    if let Some((_, result)) = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("Result")) {
        pgn.result.clone_from(result);
    }
    let many = game.players().len() > 2;
    pgn.tags = all_tags(game, &start, tags, &pgn.result, outcome.as_ref().filter(|_| many));
    pgn
}

/// Whether turns are written in fields with borders between them.
fn is_divided(game: &Game) -> bool {
    game.players().len() > 2 || game.checked().rules.most_moves() > 1
}

/// The turn that a move made in a position belongs to, after the turn of the move before it and who made that.
pub fn turn(position: &Position, last: Option<(Player, Turn)>) -> Turn {
    match is_divided(position.game()) {
        true => field(position, last),
        false => Turn { round: position.setup().round.into(), field: position.turn().index() },
    }
}

/// The field of the turn in a position: the one of the turn before if it goes on, else the next. Counting who sits
/// before would not do, as someone may have left since the round began.
fn field(position: &Position, last: Option<(Player, Turn)>) -> Turn {
    let round = position.setup().round.into();
    let player = position.turn();
    match last {
        Some((mover, turn)) if turn.round == round && mover == player => turn,
        Some((_, turn)) if turn.round == round => Turn { field: turn.field + 1, ..turn },
        Some(_) => Turn { round, field: 0 },
        None => Turn { round, field: position.playing().filter(|other| *other < player).count() },
    }
}

fn all_tags(
    game: &Arc<Game>,
    start: &Position,
    given: &[(String, String)],
    result: &str,
    outcome: Option<&Outcome>,
) -> Vec<(String, String)> {
    let mut usual: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: &str| usual.push((name.to_owned(), value.to_owned()));
    add("Event", "?");
    add("Site", "?");
    add("Date", "????.??.??");
    add("Round", "?");
    match game.players() {
        // Programs look for these two, whatever the colours are called.
        [_, _] => ["White", "Black"].iter().for_each(|name| add(name, "?")),
        players => players.iter().for_each(|name| add(name, "?")),
    }
    add("Result", result);
    if game.about().id != "chess" {
        add("Variant", &game.about().id);
    }
    // Another game of the same name may be drawn to begin elsewhere.
    let fen = format_fen(start);
    if game.start_varies() || fen != format_fen(&Position::start(game)) {
        add("SetUp", "1");
        add("FEN", &fen);
    }
    if let Some(outcome) = outcome {
        let dashed = |numbers: &[i32]| numbers.iter().map(i32::to_string).collect::<Vec<_>>().join("-");
        add("Places", &dashed(&outcome.places.iter().map(|place| i32::from(*place)).collect::<Vec<_>>()));
        if let Some(points) = &outcome.points {
            add("Points", &dashed(points));
        }
        add("Termination", &outcome.sentence);
    }
    let find = |tags: &[(String, String)], name: &str| {
        tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.clone())
    };
    let mut tags: Vec<(String, String)> = Vec::new();
    for (name, value) in usual {
        let value = find(given, &name).unwrap_or(value);
        tags.push((name, value));
    }
    for (name, value) in given {
        if find(&tags, name).is_none() {
            tags.push((name.clone(), value.clone()));
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_have_several_spellings() {
        assert_eq!(spellings("King of the Hill"), ["king of the hill", "kingofthehill"]);
        assert_eq!(spellings("Three-check").last().unwrap(), "3check");
        assert_eq!(spellings("Standard"), ["standard", "chess"]);
        assert_eq!(spellings("Crazyhouse"), ["crazyhouse"]);
    }
}

//! A game as data for a page that knows no rule: its board as polygons, its pieces with what they reach, its rules in
//! words.

use crate::drawing;
use chatura_define::card;
use chatura_rules::notation::{format_both, format_move, format_san};
use chatura_rules::{Cell, Game, Move, Player, Position};
use chatura_search::{Engine, Options};
use serde_json::{Value, json};
use std::sync::Arc;

/// Everything about a game.
pub fn document(id: &str, game: &Arc<Game>) -> Value {
    let mut document = card::game(game);
    for (seat, player) in document["players"].as_array_mut().into_iter().flatten().enumerate() {
        player["angle"] = json!(angle(game, Player(seat as u8)));
    }
    for (piece, worth) in document["pieces"].as_array_mut().into_iter().flatten().zip(worths(game)) {
        piece["value"] = json!(worth);
    }
    for (key, value) in [
        // A definition that somebody sent has a name of its own making, and is known by another.
        ("id", json!(id)),
        ("board", board(game)),
        ("look", look(game)),
        ("drawing", json!(drawing::board(game, Player(0)))),
        ("figures", json!(drawing::figures(game))),
        ("placement", json!(drawing::placement(&Position::start(game)))),
    ] {
        document[key] = value;
    }
    if let Some(style) = game.native_style() {
        document["notation"] = style.name().into();
    }
    document
}

/// A point rounded to what can be seen.
fn point((x, y): (f32, f32)) -> Value {
    let round = |value: f32| (f64::from(value) * 1000.0).round() / 1000.0;
    json!([round(x), round(y)])
}

fn board(game: &Game) -> Value {
    let board = game.board();
    let links = |cell: usize| -> Vec<&str> {
        let near = board.rings[cell].iter().flat_map(|slot| &slot.links).map(|(node, _)| usize::from(*node));
        let mut near: Vec<usize> = near.filter(|node| *node < board.len()).collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter().map(|node| board.cells[node].name.as_str()).collect()
    };
    let cells: Vec<Value> = board
        .cells
        .iter()
        .enumerate()
        .map(|(number, cell)| {
            json!({
                "name": cell.name,
                "file": cell.file,
                "rank": cell.rank,
                "family": cell.family,
                "outline": cell.outline.iter().copied().map(point).collect::<Vec<_>>(),
                "centre": point(cell.centre),
                "near": links(number),
            })
        })
        .collect();
    json!({ "cells": cells, "families": board.families, "files": board.files, "ranks": board.ranks })
}

/// By how many degrees the board is turned, clockwise, so that a player sits at the bottom.
fn angle(game: &Game, player: Player) -> f64 {
    let cells = &game.board().cells;
    let count = cells.len().max(1) as f64;
    let sum = |pick: fn(&chatura_rules::board::CellInfo) -> f32| {
        cells.iter().map(|c| f64::from(pick(c))).sum::<f64>()
    };
    let middle = (sum(|cell| cell.centre.0) / count, sum(|cell| cell.centre.1) / count);
    // Where a player's own first rank lies, seen from the middle.
    let direction = |player: Player| {
        let home = (0..cells.len()).filter(|cell| cells[*cell].rank == 1).map(|cell| {
            let (x, y) = cells[game.view(player, Cell(cell as u16)).index()].centre;
            (f64::from(x) - middle.0, f64::from(y) - middle.1)
        });
        let (x, y) = home.fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        y.atan2(x).to_degrees()
    };
    let turned = (direction(player) - direction(Player(0))).rem_euclid(360.0);
    (turned * 100.0).round() / 100.0 % 360.0
}

/// What each type is worth, in hundredths of a pawn: as the definition says, else as measured on its board.
fn worths(game: &Arc<Game>) -> Vec<i64> {
    let engine = Engine::new(game, Options { hash_mb: 1, ..Options::default() });
    let measured = engine.evaluate(&Position::start(game)).map_or(Vec::new(), |evaluation| evaluation.worth);
    let types = game.types().iter().zip(measured);
    types.map(|(info, [middle, _])| info.value.map_or(i64::from(middle), |[middle, _]| middle)).collect()
}

fn look(game: &Game) -> Value {
    let look = game.look();
    json!({
        "board": look.board,
        "active": look.active,
        "marked": look.marked,
        "size": look.size,
        "colours": look.colours,
        "pieces": look.pieces,
    })
}

/// A move in every notation there is for it.
pub fn written(position: &Position, mv: Move) -> Value {
    let mut told = json!({ "coordinates": format_move(position, mv), "san": format_san(position, mv) });
    if let Some(native) = format_both(position, mv) {
        told["native"] = json!(native);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_sit_where_their_armies_begin() {
        let angles = |name: &str| {
            let game = chatura_define::load(name, &[], 0).unwrap();
            (0..game.players().len()).map(|seat| angle(&game, Player(seat as u8)).round()).collect::<Vec<_>>()
        };
        assert_eq!(angles("chess"), [0.0, 180.0]);
        assert_eq!(angles("four-player").len(), 4);
        let four = angles("four-player");
        assert!([90.0, 180.0, 270.0].iter().all(|angle| four.contains(angle)), "{four:?}");
        let three = angles("three-player");
        assert!(three.contains(&120.0) && three.contains(&240.0), "{three:?}");
    }

    #[test]
    fn a_document_has_polygons_and_diagrams() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let document = document("chess", &game);
        assert_eq!(document["board"]["cells"].as_array().unwrap().len(), 64);
        assert_eq!(document["board"]["cells"][0]["outline"].as_array().unwrap().len(), 4);
        let pieces = document["pieces"].as_array().unwrap();
        let knight = pieces.iter().find(|piece| piece["name"] == "knight").unwrap();
        assert_eq!(knight["diagram"]["reach"].as_array().unwrap().len(), 8);
        let value = |name: &str| pieces.iter().find(|piece| piece["name"] == name).unwrap()["value"].as_i64();
        assert!(
            value("pawn") < value("knight")
                && value("knight") < value("rook")
                && value("rook") < value("queen")
        );
    }
}

//! What a page needs to draw a game itself: the board as a player sees it, the figures, and what stands where.

use chatura_draw::{BoardDrawing, CellDrawing, Figure, Name, PieceSet, Point};
use chatura_rules::{Cell, Game, NEUTRAL, PieceType, Player, Position};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The size of a cell; pages scale it.
const CELL: f32 = 45.0;

fn round(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}

fn point((x, y): (f32, f32)) -> Value {
    json!([round(x), round(y)])
}

fn name(name: &Name) -> Value {
    json!({ "text": name.text, "at": point(name.at), "size": round(name.size) })
}

/// The board as a player sees it.
pub fn board(game: &Game, seat: Player) -> Value {
    let BoardDrawing { bounds, cell, cells, names, walls, lines, dots, turns } =
        chatura_draw::board_drawing(game, CELL, seat);
    let told = |(number, cell): (usize, &CellDrawing)| {
        let info = &game.board().cells[number];
        json!({
            "name": info.name,
            "family": usize::from(game.shade(Cell(number as u16))) % game.shades(),
            "outline": cell.outline.iter().copied().map(point).collect::<Vec<_>>(),
            "middle": point(cell.middle),
            "size": round(cell.size),
            "label": cell.name.as_ref().map(name),
        })
    };
    let side = |(from, to): &(Point, Point)| json!([point(*from), point(*to)]);
    json!({
        "seat": seat.0,
        "bounds": bounds.map(round),
        "cell": cell,
        "cells": cells.iter().enumerate().map(told).collect::<Vec<_>>(),
        "families": game.shades(),
        "colours": chatura_draw::cell_colours(game),
        "plain": chatura_draw::is_of_one_colour(game),
        "names": names.iter().map(name).collect::<Vec<_>>(),
        "walls": walls.iter().map(side).collect::<Vec<_>>(),
        "points": game.look().points,
        "lines": lines.iter().map(side).collect::<Vec<_>>(),
        "dots": dots.into_iter().map(point).collect::<Vec<_>>(),
        "turns": turns.into_iter().map(round).collect::<Vec<_>>(),
    })
}

/// How pieces look: for each player and for nobody (the last) the picture of each letter, the same with drawings for
/// characters if that differs, the pictures themselves, and the players' colours.
pub fn figures(game: &Game) -> Value {
    let mut pictures = Map::new();
    let mut owners = |set: PieceSet| {
        let mut owners: Vec<Map<String, Value>> = vec![Map::new(); game.players().len() + 1];
        for Figure { owner, kind, picture, body, pointed } in chatura_draw::figures(game, set) {
            let seat = owner.map_or(owners.len() - 1, Player::index);
            let info = &game.types()[kind.index()];
            owners[seat].insert(info.letter.clone(), json!(picture));
            pictures.insert(picture, json!({ "body": body, "pointed": pointed }));
        }
        owners
    };
    let (own, western) = (owners(PieceSet::Own), owners(PieceSet::Western));
    let western = (own != western).then_some(western);
    let colours: Vec<Value> = chatura_draw::colours(game)
        .iter()
        .map(|own| json!({ "name": own.name, "body": own.body, "line": own.line, "ink": own.ink, "mark": own.mark }))
        .collect();
    json!({ "pictures": pictures, "owners": own, "western": western, "colours": colours })
}

/// What stands where: for each cell whose piece of which letter, and what each player has in hand.
pub fn placement(position: &Position) -> Value {
    let game = position.game();
    let mut cells = BTreeMap::new();
    for cell in (0..game.board().len()).map(|cell| Cell(cell as u16)) {
        let piece = position.piece(cell);
        if piece.is_some() {
            let owner = (piece.owner() != NEUTRAL).then(|| piece.owner().0);
            cells.insert(game.board().name(cell), (owner, &game.types()[piece.kind().index()].letter));
        }
    }
    let hand = |player: Player| -> BTreeMap<&String, u8> {
        let kinds = (0..game.types().len()).map(|kind| PieceType(kind as u8));
        // A look-alike shares the place in hand of what it turns into.
        let own = kinds.filter(|kind| game.types()[kind.index()].demoted == *kind);
        let counts = own.map(|kind| (&game.types()[kind.index()].letter, position.in_hand(player, kind)));
        counts.filter(|(_, count)| *count > 0).collect()
    };
    let hands: Vec<_> = (0..game.players().len()).map(|seat| hand(Player(seat as u8))).collect();
    json!({ "cells": cells, "hands": hands })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stand_on_cells_of_the_drawing() {
        for id in ["chess", "three-player", "shogi"] {
            let game = chatura_define::load(id, &[], 0).unwrap();
            let seats = game.players().len();
            let placement = placement(&Position::start(&game));
            for seat in 0..seats {
                let drawing = board(&game, Player(seat as u8));
                let cells = drawing["cells"].as_array().unwrap();
                for name in placement["cells"].as_object().unwrap().keys() {
                    assert!(cells.iter().any(|cell| cell["name"] == **name), "{id}: {name}");
                }
                let own = drawing["turns"][seat].as_f64().unwrap();
                assert!(own.abs() < 0.5 || (own.abs() - 360.0).abs() < 0.5, "{id}: {own}");
            }
        }
    }

    #[test]
    fn every_piece_has_a_picture() {
        let game = chatura_define::load("xiangqi", &[], 0).unwrap();
        let figures = figures(&game);
        let owners = figures["owners"].as_array().unwrap();
        assert_eq!(owners.len(), 3);
        for owner in owners {
            for picture in owner.as_object().unwrap().values() {
                assert!(figures["pictures"][picture.as_str().unwrap()]["body"].is_string());
            }
        }
    }
}

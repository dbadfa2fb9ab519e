//! A game as JSON, wherever one is described to another program: the catalogue's cards, and one card for a compiled game.
//! The server and the command line print the same, and add what they alone know.

use crate::catalogue::Entry;
use chatura_rules::definition::{About, Royal, Variable, VariableRange};
use chatura_rules::notation::format_fen;
use chatura_rules::{Cell, Game, PieceType, Position, Reach, TypeInfo};
use serde_json::{Value, json};
use std::sync::Arc;

/// A game of the catalogue as a list shows it.
pub fn card(entry: &Entry) -> Value {
    let mut card = about(&entry.about);
    card["players"] = json!(entry.players);
    card["board"] = json!(entry.board);
    card["family"] = json!(entry.kind.family.name());
    card["difficulty"] = json!(entry.kind.difficulty.name());
    card["mechanisms"] = json!(entry.kind.mechanisms);
    card["pieces"] = json!(entry.kind.pieces);
    card["own"] = json!(entry.own);
    card
}

/// A compiled game: its players, pieces and rules, and where it starts.
pub fn game(game: &Arc<Game>) -> Value {
    let mut card = about(game.about());
    let types = game.types().iter().enumerate();
    let pieces: Vec<Value> = types.map(|(kind, info)| piece(game, PieceType(kind as u8), info)).collect();
    let players: Vec<Value> = game.players().iter().map(|name| json!({ "name": name })).collect();
    for (key, value) in [
        ("links", json!(game.about().links)),
        ("players", json!(players)),
        ("pieces", json!(pieces)),
        ("rules", json!(game.describe())),
        ("variables", json!(variables(game))),
        ("start", json!(format_fen(&Position::start(game)))),
        ("hands", json!(game.has_hands())),
    ] {
        card[key] = value;
    }
    card
}

/// A type of piece; its value is what the definition says, if it does.
fn piece(game: &Game, kind: PieceType, info: &TypeInfo) -> Value {
    json!({
        "name": info.name,
        "letter": info.letter,
        "royal": match info.royal {
            Royal::No => "no",
            Royal::Yes => "yes",
            Royal::Last => "last",
        },
        "value": info.value.map(|[middle, _]| middle),
        "image": info.image,
        "promotes": game.promotes(kind),
        "called": info.called,
        "diagram": diagram(game, kind),
    })
}

/// What a game is and who made it.
fn about(about: &About) -> Value {
    json!({
        "id": about.id,
        "name": about.name,
        "inventor": about.inventor,
        "year": about.year,
        "tags": about.tags,
        "description": about.description,
        "aliases": about.aliases,
    })
}

/// What a piece reaches, from the cell that shows most of it.
fn diagram(game: &Game, kind: PieceType) -> Value {
    let board = game.board();
    let (from, reach) = game.best_view(kind).unwrap_or((Cell(0), Vec::new()));
    let value = |there: &Reach| {
        json!({
            "to": board.name(there.to),
            "moves": there.moves,
            "captures": there.captures,
            "leaps": there.leaps,
            "initial": there.initial,
            "hops": there.hops,
            "captures-by-hopping": there.captures_by_hopping,
        })
    };
    json!({ "from": board.name(from), "reach": reach.iter().map(value).collect::<Vec<_>>() })
}

/// The choices made before a game, with what was chosen.
fn variables(game: &Game) -> Vec<Value> {
    game.variables().iter().map(variable).collect()
}

fn variable(variable: &Variable) -> Value {
    let range = match &variable.range {
        VariableRange::Number(low, high) => json!({ "from": low, "to": high }),
        VariableRange::Choice(choices) => json!({ "choices": choices }),
        VariableRange::Text(longest) => json!({ "longest": longest }),
    };
    json!({
        "name": variable.name,
        "description": variable.description,
        "range": range,
        "value": variable.value,
        "usual": variable.usual,
        "drawn": variable.drawn,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_names_the_game_its_board_and_its_players() {
        let entry = crate::catalogue::list().iter().find(|entry| entry.about.id == "chess").unwrap();
        let card = card(entry);
        assert_eq!(
            (&card["id"], &card["players"], &card["board"]),
            (&json!("chess"), &json!(2), &json!(entry.board))
        );
    }

    #[test]
    fn a_diagram_shows_first_moves_too() {
        let game = crate::load("chess", &[], 0).unwrap();
        let kind =
            |name: &str| PieceType(game.types().iter().position(|info| info.name == name).unwrap() as u8);
        let reach = |name: &str| diagram(&game, kind(name))["reach"].as_array().unwrap().clone();
        assert_eq!(reach("knight").len(), 8);
        assert!(reach("pawn").iter().any(|there| there["initial"] == true));
    }

    #[test]
    fn the_card_of_a_game_has_its_pieces_and_where_it_starts() {
        let card = game(&crate::load("shogi", &[], 0).unwrap());
        assert_eq!((&card["id"], &card["hands"]), (&json!("shogi"), &json!(true)));
        assert_eq!(card["players"].as_array().unwrap().len(), 2);
        assert!(card["start"].as_str().unwrap().starts_with("lnsgkgsnl/"));
        let king = card["pieces"].as_array().unwrap().iter().find(|piece| piece["name"] == "king").unwrap();
        assert_eq!((&king["royal"], &king["diagram"]["reach"][7]["moves"]), (&json!("yes"), &json!(true)));
    }

    #[test]
    fn variables_say_what_can_be_chosen() {
        let game = crate::load("chess960", &[], 7).unwrap();
        let variables = variables(&game);
        assert_eq!(variables[0]["range"], json!({ "from": 0, "to": 959 }));
        assert_eq!((&variables[0]["value"], &variables[0]["drawn"]), (&json!("11"), &json!(true)));
    }
}

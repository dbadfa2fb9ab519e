//! A game as JSON, wherever one is described to another program: the catalogue's cards, what a piece reaches, what can
//! be chosen. The server and the command line print the same.

use crate::catalogue::Entry;
use chatura_rules::definition::{About, Variable, VariableRange};
use chatura_rules::{Cell, Game, PieceType, Reach};
use serde_json::{Value, json};

/// A game of the catalogue as a list shows it.
pub fn card(entry: &Entry) -> Value {
    let mut card = about(&entry.about);
    card["players"] = json!(entry.players);
    card["board"] = json!(entry.board);
    card
}

/// What a game is and who made it.
pub fn about(about: &About) -> Value {
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
pub fn diagram(game: &Game, kind: PieceType) -> Value {
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
pub fn variables(game: &Game) -> Vec<Value> {
    game.variables().iter().map(variable).collect()
}

fn variable(variable: &Variable) -> Value {
    let range = match &variable.range {
        VariableRange::Number(low, high) => json!({ "from": low, "to": high }),
        VariableRange::Choice(choices) => json!({ "choices": choices }),
    };
    json!({
        "name": variable.name,
        "description": variable.description,
        "range": range,
        "value": variable.value,
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
    fn variables_say_what_can_be_chosen() {
        let game = crate::load("chess960", &[], 7).unwrap();
        let variables = variables(&game);
        assert_eq!(variables[0]["range"], json!({ "from": 0, "to": 959 }));
        assert_eq!((&variables[0]["value"], &variables[0]["drawn"]), (&json!("11"), &json!(true)));
    }
}

//! Players by their description, wherever one is written: an option, a setting, a seat in a request, a PGN tag.

use crate::chooser::PlayerError;
use crate::engine_list::EngineList;
use crate::engine_settings::{Budget, EngineSettings};
use chatura_session::{Ai, PlayerKind};

/// The player of a description: `human`, `ai:5`, `ai:depth=4`, `ai:one-ply`, `engine:NAME`; or why there is none such.
pub fn read_player(description: &str, engines: &EngineList) -> Result<PlayerKind, PlayerError> {
    let kind: PlayerKind = description.parse().map_err(|error| PlayerError(format!("{error}")))?;
    require_known(&kind, engines)?;
    Ok(kind)
}

/// Refuses a program that does not exist: a level or a strategy nobody has, an engine that is not in the list.
pub fn require_known(kind: &PlayerKind, engines: &EngineList) -> Result<(), PlayerError> {
    match kind {
        PlayerKind::Ai(Ai::Program(name)) => engines.find(name).map(drop),
        PlayerKind::Ai(ai) => EngineSettings::of(ai, &Budget::default()).map(drop),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_play_is_refused_with_what_could() {
        let read_player = |text: &str| read_player(text, &EngineList::default());
        assert_eq!(read_player("ai:5"), Ok(PlayerKind::Ai(Ai::Level(5))));
        assert_eq!(read_player("human"), Ok(PlayerKind::Person));
        for (description, words) in [
            ("robot", "ai:depth=4"),
            ("ai:99", "there is no level 99: 1 to 20"),
            ("engine:stockfish", "there is no engine \"stockfish\": `chatura engines add`"),
            ("ai:onepy", "there are one-ply, fixed-depth, fixed-depth=N, full"),
        ] {
            let error = read_player(description).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}

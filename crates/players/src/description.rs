//! Players by their description, wherever one is written: an option, a setting, a seat in a request, a PGN tag.

use crate::chooser::PlayerError;
use crate::engine_settings::{Budget, EngineSettings};
use chatura_session::PlayerKind;

/// The player of a description: `human`, `ai:5`, `ai:depth=4`, `ai:one-ply`; or why there is none such.
pub fn read_player(description: &str) -> Result<PlayerKind, PlayerError> {
    let kind: PlayerKind = description.parse().map_err(|error| PlayerError(format!("{error}")))?;
    require_known(&kind)?;
    Ok(kind)
}

/// Refuses an AI player that does not exist: a level or a strategy nobody has.
pub fn require_known(kind: &PlayerKind) -> Result<(), PlayerError> {
    match kind {
        PlayerKind::Ai(ai) => EngineSettings::of(ai, &Budget::default()).map(drop),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chatura_session::Ai;

    #[test]
    fn what_cannot_play_is_refused_with_what_could() {
        assert_eq!(read_player("ai:5"), Ok(PlayerKind::Ai(Ai::Level(5))));
        assert_eq!(read_player("human"), Ok(PlayerKind::Person));
        for (description, words) in [
            ("robot", "ai:depth=4"),
            ("ai:99", "there is no level 99: 1 to 20"),
            ("ai:onepy", "there are one-ply, fixed-depth, full"),
        ] {
            let error = read_player(description).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}

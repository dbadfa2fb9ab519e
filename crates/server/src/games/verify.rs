//! Whether what is kept of a game is what its log says.

use super::Games;
use crate::fair::Lane;
use crate::storage::Summary;

/// How often a game is looked at again that is played meanwhile.
const TRIES: u32 = 20;

impl Games {
    /// Plays a game again from its log; an error says what is wrong with it.
    pub async fn verify(&self, id: &str) -> Result<(), String> {
        for _ in 0..TRIES {
            let row = || async { self.storage.game(id).await.map_err(|error| error.to_string()) };
            let before = row().await?;
            let Some((kept, ..)) = &before else { return Ok(()) };
            let played = self.load(&Lane::server(), id).await;
            if before != row().await? {
                continue;
            }
            let summary = played.map_err(|problem| problem.detail)?.summary();
            return compare(&kept.summary, summary);
        }
        Err("it is played faster than it can be looked at".to_owned())
    }
}

fn compare(kept: &Summary, mut played: Summary) -> Result<(), String> {
    if kept.kinds.is_empty() {
        // Written before lists told this.
        played.kinds.clear();
        played.ended.clone_from(&kept.ended);
    }
    match *kept == played {
        true => Ok(()),
        false => {
            let json = |summary: &Summary| serde_json::to_value(summary).unwrap_or_default();
            let (kept, played) = (json(kept), json(&played));
            let differs = |key: &&String| kept.get(key.as_str()) != played.get(key.as_str());
            let keys =
                played.as_object().into_iter().chain(kept.as_object()).flat_map(|object| object.keys());
            let key = keys.clone().find(differs).cloned().unwrap_or_default();
            Err(format!("its log leads to another {key} ({}) than is kept ({})", played[&key], kept[&key]))
        }
    }
}

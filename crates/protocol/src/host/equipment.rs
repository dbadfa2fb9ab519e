//! What the engine is handed in files of the user: an evaluation that was learnt, and endgame tables.

use super::Host;
use chatura_rules::Game;
use chatura_search::net::{Inputs, Net};
use chatura_search::tables::Tables;
use std::path::Path;
use std::sync::Arc;

/// No net is larger, in bytes.
const MOST_NET: u64 = 64 << 20;

/// What the engine was handed last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Equipment {
    net: Option<String>,
    tables: Option<String>,
    /// The number of the engine it was handed to.
    engine: u64,
}

impl Host<'_> {
    /// Hands the engine what is set, once. What came of it is kept for [`Host::news`]; what cannot be used is left out.
    pub(super) fn equip(&mut self) {
        let wanted = Equipment {
            net: self.settings.eval_file().map(str::to_owned),
            tables: self.settings.table_path().map(str::to_owned),
            engine: self.made,
        };
        if wanted == self.equipment {
            return;
        }
        let another = wanted.engine != self.equipment.engine;
        let before = std::mem::replace(&mut self.equipment, wanted.clone());
        let Some(engine) = &mut self.thinking.engine else { return };
        let game = engine.game().clone();
        if another && wanted.net.is_some() || wanted.net != before.net {
            let net = wanted.net.as_deref().map(|file| (file, read_net(&game, Path::new(file))));
            let told = match &net {
                None => Ok("the evaluation is the hand-made one".to_owned()),
                Some((file, Ok(_))) => Ok(format!("the evaluation is that of {file}")),
                Some((file, Err(why))) => Err(format!("{file}: {why}; the evaluation is the hand-made one")),
            };
            engine.set_net(net.and_then(|(_, net)| net.ok()));
            self.news.push(told);
        }
        if another && wanted.tables.is_some() || wanted.tables != before.tables {
            let tables = wanted.tables.as_deref().map(|folder| Tables::open(&game, Path::new(folder)));
            self.news.push(match &tables {
                None => Ok("no endgame tables are used".to_owned()),
                Some(Ok(tables)) => Ok(format!("{} endgame tables are used", tables.len())),
                Some(Err(why)) => Err(format!("{why}; no endgame tables are used")),
            });
            engine.set_tables(tables.and_then(Result::ok).map(Arc::new));
        }
    }

    /// What came of what the engine was handed, each told once: an error is what could not be used, and why.
    pub fn news(&mut self) -> Vec<Result<String, String>> {
        std::mem::take(&mut self.news)
    }
}

/// The net of a file, if it is one for this game.
fn read_net(game: &Arc<Game>, file: &Path) -> Result<Arc<Net>, String> {
    let length = std::fs::metadata(file).map_err(|error| error.to_string())?.len();
    if length > MOST_NET {
        return Err(format!("a net has at most {MOST_NET} bytes, not {length}"));
    }
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    Net::from_bytes(&bytes, &Inputs::of(game)).map(Arc::new).map_err(|error| error.to_string())
}

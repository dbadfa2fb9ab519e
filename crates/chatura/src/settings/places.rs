//! Where the file of settings and the games are kept.

use etcetera::BaseStrategy;
use std::path::{Path, PathBuf};

/// The name of our folders.
const OWN: &str = "chatura";

/// The file of settings: what `CHATURA_CONFIG` names, else in the platform's place; none if there is no such place.
pub fn config_file() -> Option<PathBuf> {
    let named = std::env::var_os("CHATURA_CONFIG").filter(|path| !path.is_empty());
    let usual = || Some(etcetera::choose_base_strategy().ok()?.config_dir().join(OWN).join("config.toml"));
    named.map(PathBuf::from).or_else(usual)
}

/// The file of engines: beside the file of settings.
pub fn engines_file() -> Option<PathBuf> {
    config_file().map(|file| file.with_file_name("engines.json"))
}

/// The folder of own games: the one that is named, on the command line or by `CHATURA_GAMES`, else in the folder for data.
pub fn own_games_folder(named: Option<&Path>, data: Option<&Path>) -> Option<PathBuf> {
    let set = |variable: &str| std::env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from);
    let usual = || {
        Some(
            data.map(Path::to_owned)
                .or_else(|| set("CHATURA_DATA"))
                .or_else(|| data_folder(None))?
                .join("variants"),
        )
    };
    named.map(Path::to_owned).or_else(|| set("CHATURA_GAMES")).or_else(usual)
}

/// The folder for games and history: the one that is set, else the platform's.
pub fn data_folder(set: Option<&str>) -> Option<PathBuf> {
    let usual = || Some(etcetera::choose_base_strategy().ok()?.data_dir().join(OWN));
    set.map(|path| Path::new(path).to_owned()).or_else(usual)
}

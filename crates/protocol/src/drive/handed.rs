//! A definition handed over to an engine as a file, which is there as long as it may be read.

use chatura_define::ini;
use chatura_rules::Game;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file with a definition.
pub(super) struct Handed {
    /// What the game is called in it.
    pub variant: String,
    pub path: PathBuf,
}

impl Handed {
    /// Writes the definition of a game; or says what cannot be written.
    pub fn new(game: &Arc<Game>) -> Result<Handed, String> {
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let plain = |c: &char| c.is_ascii_alphanumeric();
        let name: String = game.about().id.to_ascii_lowercase().chars().filter(plain).take(24).collect();
        // Not the name of another game it has.
        let variant = format!("handed{name}");
        let text = ini::write(game, &variant).map_err(|wrong| {
            format!("its definition cannot be handed over: {} cannot be said", wrong.join(", "))
        })?;
        let process = std::process::id();
        let path = std::env::temp_dir().join(format!("chatura-{process}-{number}.ini"));
        let written = OpenOptions::new().write(true).create_new(true).open(&path);
        let written = written.and_then(|mut file| file.write_all(text.as_bytes()));
        let handed = Handed { variant, path };
        match written {
            Ok(()) => Ok(handed),
            Err(error) => {
                Err(format!("its definition cannot be written to {}: {error}", handed.path.display()))
            }
        }
    }
}

impl Drop for Handed {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

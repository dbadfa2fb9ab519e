//! The drill: a copy made while people play, put into another folder, and served from there.

use crate::idle::Idle;
use crate::program::Program;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A copy of the data.
pub struct Copy {
    file: PathBuf,
    told: String,
}

impl Copy {
    /// Copies what a server that runs keeps. It is no part of the data, which may be on a small disk.
    pub fn make(program: &Program) -> Result<Copy, String> {
        let file = std::env::temp_dir().join(format!("chatura-drill-{}.sqlite3", std::process::id()));
        let told = program.data_command(&[OsStr::new("backup"), file.as_os_str()])?;
        Ok(Copy { told, file })
    }

    /// Ends the server as nobody should, looks over what it kept and the copy, puts the copy into a folder of its own and
    /// serves it from there.
    pub async fn put_back(&self, program: &mut Program, idle: &Idle) -> Result<String, String> {
        program.kill();
        let kept = program.data_command(&[OsStr::new("verify")])?;
        let copied = program.data_command(&[OsStr::new("verify"), self.file.as_os_str()])?;
        let mut other = program.with_data(self.file.with_extension("restored"))?;
        other.data_command(&[OsStr::new("restore"), self.file.as_os_str()])?;
        other.start().await?;
        let left = idle.at(&other).left().await?;
        if left <= 0 {
            return Err("the clock of a game in the copy has run out".to_owned());
        }
        Ok(format!(
            "copied while people played: {}; {copied}; {kept}; put back and served",
            name(&self.file, &self.told)
        ))
    }
}

/// What was told, without the folder.
fn name(file: &Path, told: &str) -> String {
    told.replace(&file.display().to_string(), "copy")
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
    }
}

//! `chatura data`: the data of a server, copied, put back, looked over, thinned out.

use super::serve::data_folder;
use crate::cli::{Data, DataTask};
use crate::failure::Failure;
use crate::output::{Output, progress};
use chatura_server::data::{self, Contents, OpeningsError, Place, StorageError};
use std::io::Write;
use std::path::Path;

/// Does what is asked with the data.
pub fn data(arguments: &Data, out: &mut Output) -> Result<(), Failure> {
    // Why a game cannot be played again is told where it is found out.
    let _ = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::ERROR)
        .with_writer(std::io::stderr)
        .try_init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(arguments, out))
}

async fn run(arguments: &Data, out: &mut Output) -> Result<(), Failure> {
    let folder = match &arguments.data {
        Some(folder) => folder.clone(),
        None => data_folder()?,
    };
    match &arguments.task {
        DataTask::Backup { file } => {
            let contents = data::backup(&folder, file).await.map_err(trouble)?;
            writeln!(out, "{}: {}; looked over", file.display(), told(&contents))?;
        }
        DataTask::Restore { file } => {
            let restored = data::restore(file, &folder).await.map_err(trouble)?;
            writeln!(out, "{}: {}", folder.display(), told(&restored.contents))?;
            if let Some(aside) = restored.aside {
                writeln!(out, "what was there before is in {}", aside.display())?;
            }
        }
        DataTask::Verify { file } => {
            let place = match file {
                Some(file) => Place::Copy(file.clone()),
                None => Place::Folder(folder),
            };
            verify(&place, out).await?;
        }
        DataTask::Openings { files, game } => {
            for file in files {
                openings(&folder, file, game, out).await?;
            }
        }
        DataTask::Prune { older_than, unfinished, dry_run } => {
            let pruned = data::prune(&folder, *older_than, *unfinished, *dry_run).await.map_err(trouble)?;
            let games = counted(pruned.games, "game");
            match dry_run {
                true => writeln!(out, "{games} would be taken away")?,
                false => writeln!(out, "{games} taken away, {} freed", size(pruned.bytes))?,
            }
        }
    }
    Ok(())
}

/// The largest file of games that is read.
const MAX_FILE: u64 = 256 << 20;

async fn openings(folder: &Path, file: &Path, game: &str, out: &mut Output) -> Result<(), Failure> {
    let shown = file.display();
    let unread = |error: std::io::Error| Failure::input(format!("cannot read {shown}: {error}"), None);
    if std::fs::metadata(file).map_err(unread)?.len() > MAX_FILE {
        return Err(Failure::input(format!("{shown} is larger than {}", size(MAX_FILE)), None));
    }
    let text = std::fs::read_to_string(file).map_err(unread)?;
    let told = data::openings(folder, game, &text).await.map_err(|error| match error {
        OpeningsError::Storage(error) => trouble(error),
        OpeningsError::Refused(why) => Failure::input(format!("{shown}: {why}"), None),
    })?;
    if told.is_empty() {
        return Err(Failure::input(format!("there is no game in {shown}"), None));
    }
    for (name, counted) in told {
        write!(out, "{shown}: {name}, {} counted", self::counted(counted.counted as u64, "game"))?;
        match counted.why {
            Some(why) => writeln!(out, ", {} not: {why}", counted.refused)?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

async fn verify(place: &Place, out: &mut Output) -> Result<(), Failure> {
    let bar = progress(0, "games");
    let tell = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    };
    let verdict = data::verify(place, tell).await.map_err(trouble)?;
    bar.finish_and_clear();
    let games = counted(verdict.games as u64, "game");
    if verdict.wrong.is_empty() {
        writeln!(out, "{place}: {games}, every log leads to what is kept")?;
        return Ok(());
    }
    for (id, why) in &verdict.wrong {
        writeln!(out, "{id}: {why}")?;
    }
    writeln!(out, "{place}: {} of {games} not as kept", verdict.wrong.len())?;
    Err(Failure::Said)
}

fn told(contents: &Contents) -> String {
    let people = if contents.people == 1 { "person" } else { "people" };
    format!("{}, {} {people}, {}", counted(contents.games, "game"), contents.people, size(contents.bytes))
}

fn counted(number: u64, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

fn size(bytes: u64) -> String {
    indicatif::HumanBytes(bytes).to_string()
}

#[allow(clippy::needless_pass_by_value, reason = "it is called with what an operation returned")]
fn trouble(error: StorageError) -> Failure {
    let help = match &error {
        StorageError::Taken(_) => Some("stop the server, then try again".to_owned()),
        _ => None,
    };
    let message = match &error {
        StorageError::Taken(place) => format!("a server uses the data in {place}"),
        _ => error.to_string(),
    };
    Failure::input(message, help)
}

//! `chatura match`: engines against each other.

mod served;

use super::selfplay::today;
use crate::backend;
use crate::cli::{Cli, Command, GameChoice, Match};
use crate::failure::{Failure, remark};
use crate::interrupt::on_interrupt;
use crate::output::{Output, progress_above};
use chatura_book::Book;
use chatura_protocol::drive::Pace;
use chatura_rules::{Game, Line, Position};
use chatura_search::Stop;
use chatura_search::tables::Tables;
use chatura_tournament::report::Standings;
use chatura_tournament::{
    self as tournament, About, Event, GameRecord, Glimpse, Journal, Plan, Scores, Sent,
};
use clap::Parser;
use served::Served;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where no terminal shows a bar, how the match stands is told so often.
const TELL: Duration = Duration::from_secs(10);

/// How many games each two play if nothing is said.
const GAMES: u32 = 100;

/// Plays a match, or goes on with one.
pub fn match_engines(arguments: &Match, out: &mut Output) -> Result<(), Failure> {
    let Some(path) = &arguments.resume else {
        let seed = arguments.seed.unwrap_or_else(backend::random_seed);
        let words: Vec<String> =
            std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        if let Some(pgn) = arguments.pgn.as_ref().filter(|path| path.exists()) {
            return Err(Failure::input(format!("{} is there already", pgn.display()), None));
        }
        let prepared = Prepared::new(arguments, seed)?;
        let path = match (&arguments.state, arguments.serve) {
            (Some(path), _) => Some(path.clone()),
            (None, Some(_)) => Some(served::new_file(&prepared.game.about().id)?),
            (None, None) => None,
        };
        let about = about(arguments, &prepared)?;
        let create = |path: &PathBuf| {
            Journal::create(path, &words, seed, about.clone()).map_err(|error| there_already(path, &error))
        };
        let journal = path.as_ref().map(create).transpose()?.zip(path);
        return play(arguments, &prepared, journal, out);
    };
    let journal = Journal::open(path).map_err(wrong)?;
    let words = std::iter::once("chatura".to_owned()).chain(journal.arguments().iter().cloned());
    let stored = Cli::try_parse_from(words).ok().and_then(|cli| cli.command);
    let Some(Command::Match(mut stored)) = stored else {
        let message =
            format!("{} was kept by another version: its command is not understood", path.display());
        return Err(Failure::input(message, None));
    };
    if let Some(games) = arguments.games {
        let kept = stored.games.unwrap_or(GAMES);
        // Who meets whom later follows from all games of a round; of these there cannot be more afterwards.
        if games < kept || (games > kept && (stored.swiss.is_some() || stored.knockout)) {
            let words = format!("{kept} games were to be played; there can only be more, and not in rounds");
            return Err(Failure::Usage(format!("--games {games}: {words}")));
        }
        stored.games = Some(games);
    }
    stored.serve = arguments.serve;
    stored.concurrency = arguments.concurrency.or(stored.concurrency);
    stored.json |= arguments.json;
    stored.report.extend(arguments.report.iter().cloned());
    stored.state = Some(path.clone());
    let prepared = Prepared::new(&stored, journal.seed())?;
    play(&stored, &prepared, Some((journal, path.clone())), out)
}

#[allow(clippy::needless_pass_by_value, reason = "it is called with what an operation returned")]
fn wrong(error: tournament::JournalError) -> Failure {
    Failure::input(error.to_string(), None)
}

fn there_already(path: &Path, error: &tournament::JournalError) -> Failure {
    let help = path.exists().then(|| format!("`chatura match --resume {}` goes on with it", path.display()));
    Failure::input(error.to_string(), help)
}

/// What is kept of a match beside its games, for whoever looks at it later.
fn about(arguments: &Match, prepared: &Prepared) -> Result<About, Failure> {
    let name = arguments.game();
    let (game, definition) = match chatura_define::catalogue::find(name) {
        Some(entry) => (entry.about.id.clone(), None),
        None => {
            let failed = |error: std::io::Error| Failure::input(format!("{name}: {error}"), None);
            let text = std::fs::read_to_string(name).map_err(failed)?;
            let file = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
            let sent = Sent { file: file.unwrap_or_default(), text };
            if arguments.serve.is_some()
                && let Err(error) = chatura_define::load_text(&sent.text, &sent.file, &[], 0)
            {
                let help = "--serve shows games of one file that needs no others".to_owned();
                return Err(Failure::input(format!("{name} cannot be shown: {error}"), Some(help)));
            }
            (prepared.game.about().id.clone(), Some(sent))
        }
    };
    Ok(About {
        title: prepared.title(),
        date: today().to_string(),
        game,
        settings: arguments.settings.clone(),
        definition,
        engines: prepared.names(),
        planned: prepared.plan.len(),
    })
}

/// Everything about a match that can be wrong before it begins.
struct Prepared {
    contestants: Vec<tournament::Contestant>,
    plan: Plan,
    game: Arc<Game>,
    /// Openings from a file; drawn at random without one.
    openings: Vec<Line>,
    book: Option<Book>,
    tables: Option<Arc<Tables>>,
    seed: u64,
}

impl Prepared {
    fn new(arguments: &Match, seed: u64) -> Result<Prepared, Failure> {
        let contestants = tournament::read_contestants(&arguments.engines, &crate::settings::engines()?)
            .map_err(Failure::Usage)?;
        if contestants.len() < 2 {
            return Err(Failure::Usage("a match needs two engines: give --engine twice or more".to_owned()));
        }
        if arguments.sprt.is_some() && contestants.len() > 2 {
            return Err(Failure::Usage("--sprt compares two engines, not more".to_owned()));
        }
        let game = load(arguments, seed)?;
        let openings = match &arguments.openings {
            Some(path) => read_openings(path, &game, arguments.random_plies())?,
            None => Vec::new(),
        };
        let open = |path: &PathBuf| Book::open(&game, path);
        let book = arguments.book.as_ref().map(open).transpose();
        let book = book.map_err(|error| Failure::input(error.to_string(), None))?;
        let tables = backend::tables_to_adjudicate(&game, arguments.adjudicate.as_ref())?;
        let encounters = arguments.encounters(contestants.len());
        let games = arguments.games.unwrap_or(GAMES);
        let plan = Plan::new(encounters, contestants.len(), games, game.players().len());
        let plan = plan.map_err(Failure::Usage)?;
        Ok(Prepared { contestants, plan, game, openings, book, tables, seed })
    }

    /// The engines by name.
    fn names(&self) -> Vec<String> {
        self.contestants.iter().map(|one| one.name.clone()).collect()
    }

    /// What the match is called.
    fn title(&self) -> String {
        format!("{}: {}", self.game.about().name, self.names().join(", "))
    }

    /// The opening of a number. What is left to chance in a game is drawn anew for each.
    fn opening(&self, arguments: &Match, number: u32) -> Result<Line, String> {
        if let Some(line) = self.openings.get(number as usize % self.openings.len().max(1)) {
            return Ok(line.clone());
        }
        let seed = self.seed.wrapping_add(number.into());
        let game = match backend::has_chance(&self.game) {
            true => chatura_define::load(arguments.game(), &arguments.settings, seed)
                .map_err(|error| error.to_string())?,
            false => self.game.clone(),
        };
        if let Some(book) = &self.book {
            return Ok(tournament::booked(&game, book, arguments.random_plies(), seed));
        }
        Ok(match arguments.random_plies() {
            0 => Line::new(Position::start(&game)),
            plies => tournament::scrambled(&game, plies, seed),
        })
    }
}

fn load(arguments: &Match, seed: u64) -> Result<Arc<Game>, Failure> {
    let choice = GameChoice {
        name: arguments.game().to_owned(),
        settings: arguments.settings.clone(),
        seed: Some(seed),
    };
    Ok(backend::load(&choice)?.game)
}

fn read_openings(path: &Path, game: &Arc<Game>, plies: u32) -> Result<Vec<Line>, Failure> {
    let wrong = |words: String| Failure::input(format!("{}: {words}", path.display()), None);
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
    let lines = match is_pgn {
        true => tournament::read_pgn(game, &text, plies as usize),
        false => tournament::read_epd(game, &text),
    };
    lines.map_err(wrong)
}

fn play(
    arguments: &Match,
    prepared: &Prepared,
    journal: Option<(Journal, PathBuf)>,
    out: &mut Output,
) -> Result<(), Failure> {
    let (stop, interrupted) = (Stop::new(), Stop::new());
    let asked = (stop.clone(), interrupted.clone());
    on_interrupt(move || {
        asked.0.stop();
        asked.1.stop();
    });
    let (names, title) = (prepared.names(), prepared.title());
    let (mut journal, state) = journal.unzip();
    let served = arguments.serve.zip(state.as_deref());
    let served = served.map(|(address, path)| Served::start(address, path)).transpose()?;
    let feed = served.as_ref().map(|served| Arc::clone(&served.feed));
    let watch = |glimpse: Glimpse<'_>| feed.iter().for_each(|feed| feed.show(&glimpse));
    let unlimited = arguments.clock.is_none() && arguments.nodes.is_none() && arguments.depth.is_none();
    let usual = unlimited.then_some(Duration::from_millis(100));
    let opening = |number: u32| prepared.opening(arguments, number);
    let setting = tournament::Match {
        event: title.clone(),
        date: today().to_string(),
        contestants: prepared.contestants.clone(),
        control: arguments.clock,
        pace: Pace {
            clocks: None,
            time: arguments.movetime.or(usual),
            nodes: arguments.nodes,
            depth: arguments.depth,
        },
        margin: arguments.margin.unwrap_or_default(),
        adjudication: arguments.adjudicate.clone().unwrap_or_default(),
        tables: prepared.tables.clone(),
        opening: &opening,
        seed: prepared.seed,
        watch: feed.is_some().then_some(&watch),
    };
    let records = journal.as_ref().map(|journal| journal.records().to_vec()).unwrap_or_default();
    // The file of games follows the journal: what was lost on the way is written again.
    let mut pgn = arguments.pgn.as_deref().map(|path| rewrite(path, &records)).transpose()?;
    let done: Scores = records.iter().map(|record| (record.number, record.scores())).collect();
    let planned = prepared.plan.len();
    let bar = progress_above(planned.into(), "games", "{msg}");
    bar.set_position(done.len() as u64);
    let mut standings = Standings::of(&names, &records, planned);
    let decided = is_decided(arguments, &standings);
    let show = |standings: &Standings| {
        let table = standings.table_within(columns());
        let summary = standings.summary(arguments.sprt.as_ref());
        // How many games that are the bar says.
        format!("\n{table}{}", summary.split_once(", ").map_or("", |(_, stand)| stand))
    };
    bar.set_message(show(&standings));
    let mut told = Instant::now();
    let mut failure = None;
    let mut tell = |event: Event| -> bool {
        let record = match event {
            Event::Finished(record) => *record,
            Event::Failed(words) => {
                failure = Some(Failure::input(words, None));
                return false;
            }
        };
        standings.add(&record);
        if let Err(error) = keep(record, journal.as_mut(), pgn.as_mut()) {
            failure = Some(error);
            return false;
        }
        feed.iter().for_each(|feed| feed.tell());
        bar.inc(1);
        bar.set_length(bar.position().max(planned.into()));
        bar.set_message(show(&standings));
        if !std::io::stderr().is_terminal() && told.elapsed() > TELL {
            told = Instant::now();
            remark(Some(standings.summary(arguments.sprt.as_ref())));
        }
        !is_decided(arguments, &standings)
    };
    let concurrency = arguments.concurrency.unwrap_or(1).into();
    // A test that was decided before stays so.
    if !decided {
        tournament::run(&setting, &prepared.plan, done, concurrency, &stop, &mut tell);
    }
    bar.finish_and_clear();
    for engine in standings.engines.iter().filter(|engine| engine.restarts > 0) {
        remark(Some(format!("{} had to be started again, {} times", engine.name, engine.restarts)));
    }
    tell_end(arguments, &standings, &title, out)?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if standings.games.0 < planned
        && !is_decided(arguments, &standings)
        && let Some(path) = state.as_ref()
    {
        remark(Some(format!("`chatura match --resume {}` goes on with it", path.display())));
    }
    if let Some(served) = served {
        out.flush()?;
        served.stay(&interrupted);
    }
    Ok(())
}

/// Whether there is a test that is decided.
fn is_decided(arguments: &Match, standings: &Standings) -> bool {
    let test = arguments.sprt.zip(standings.engines.first());
    test.is_some_and(|(sprt, first)| sprt.decision(&first.sample).is_some())
}

/// Keeps a game: in the journal first.
fn keep(record: GameRecord, journal: Option<&mut Journal>, pgn: Option<&mut File>) -> Result<(), Failure> {
    let text = if pgn.is_some() { record.pgn.clone() } else { String::new() };
    if let Some(journal) = journal {
        journal.add(record).map_err(wrong)?;
    }
    if let Some(file) = pgn {
        writeln!(file, "{text}").map_err(Failure::Output)?;
    }
    Ok(())
}

/// The games so far, in a file to which more are added.
fn rewrite(path: &Path, records: &[GameRecord]) -> Result<File, Failure> {
    let failed = |error: std::io::Error| Failure::input(format!("{}: {error}", path.display()), None);
    let mut file = File::create(path).map_err(failed)?;
    for record in records {
        writeln!(file, "{}", record.pgn).map_err(failed)?;
    }
    Ok(file)
}

/// How wide the terminal is.
fn columns() -> usize {
    crossterm::terminal::size().map_or(80, |(columns, _)| columns.into())
}

fn tell_end(arguments: &Match, standings: &Standings, title: &str, out: &mut Output) -> Result<(), Failure> {
    let sprt = arguments.sprt.as_ref();
    for path in &arguments.report {
        let failed = |error: std::io::Error| Failure::input(format!("{}: {error}", path.display()), None);
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        let text = match end.as_deref() {
            Some("json") => format!("{:#}\n", standings.json(title, sprt)),
            Some("svg") => standings.svg(title),
            _ => standings.markdown(title, sprt),
        };
        std::fs::write(path, text).map_err(failed)?;
    }
    if arguments.json {
        return Ok(out.json(&standings.json(title, sprt))?);
    }
    out.heading(title)?;
    let table =
        if std::io::stdout().is_terminal() { standings.table_within(columns()) } else { standings.table() };
    write!(out, "{table}")?;
    writeln!(out, "{}", standings.summary(sprt))?;
    for (end, count) in &standings.ends {
        writeln!(out, "  {count} × {end}")?;
    }
    Ok(())
}

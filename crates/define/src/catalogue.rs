//! The games that come with the program, and loading of any game by name or path.

use crate::diagnostics::{Finding, LoadError, Report};
use crate::form::{ENDINGS, Form};
use crate::kind::Kind;
use crate::toml::{Input, Reading, entries};
use chatura_rules::definition::{About, BoardSource, Definition, Problem, Problems, Value};
use chatura_rules::{Game, Patience};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

mod folder;

pub use folder::{Broken, addition, broken, include};

/// How much of a name nobody knows is shown.
const MAX_SHOWN: usize = 60;

/// The embedded files: (id, text), sorted by id.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A game of the catalogue.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name, inventor, year, tags and so on.
    pub about: About,
    /// How many play.
    pub players: usize,
    /// The board in a few words: `8×8`.
    pub board: String,
    /// Files and ranks of a board that is a full rectangle, perhaps wrapped.
    pub size: Option<(usize, usize)>,
    /// The letters of its pieces, those of walls left out.
    pub letters: Vec<String>,
    /// Its definition as written.
    pub text: &'static str,
    /// The name of its file: `games/chess.toml`; the path of somebody's own.
    pub file: &'static str,
    /// Whether it is somebody's own, from a folder of games, and not built in.
    pub own: bool,
    /// What kind of game it is.
    pub kind: Kind,
}

/// The name of a text's file without folders: that of an entry in a file is its own.
pub fn file_name(input: &Input) -> String {
    format!("{}.{}", input.id, if input.is_board_file() { "xml" } else { "toml" })
}

impl Entry {
    /// The name of its file without folders.
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.about.id, if self.file.ends_with(".xml") { "xml" } else { "toml" })
    }

    /// Whether many people play it.
    pub fn is_popular(&self) -> bool {
        self.about.tags.iter().any(|tag| tag == "popular")
    }
}

/// Every game of the catalogue, sorted by id: those built in, and those of the folder if there is one.
pub fn list() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let own = folder::own().iter().map(|input| (input, true));
        let mut all: Vec<Entry> = built_in()
            .iter()
            .map(|input| (input, false))
            .chain(own)
            .map(|(input, own)| entry(input, own))
            .collect();
        all.sort_by(|one, other| one.about.id.cmp(&other.about.id));
        all
    })
}

fn entry(input: &'static Input, own: bool) -> Entry {
    let Reading { definition, sources, .. } = read(input.clone(), &[], 0);
    let file =
        |number| sources.name(number).trim_start_matches("games/").trim_end_matches(".toml").to_owned();
    let kind = Kind::of(&definition, (1..sources.next_number()).map(file).collect());
    let board = board_words(&definition.board);
    let size = board_size(&definition.board);
    let pieces = definition.pieces.iter().filter(|piece| !piece.wall);
    let letters = pieces.map(|piece| piece.letter.value.clone()).collect();
    let players = definition.players.names.len();
    let (about, text, file) = (definition.about, input.text.as_str(), input.file.as_str());
    Entry { about, players, board, size, letters, text, file, own, kind }
}

/// The games built into the program: the files, and the entries in them.
fn built_in() -> &'static [Input] {
    static ALL: OnceLock<Vec<Input>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = FILES.iter().map(|(id, text)| embedded(id, text));
        files.flat_map(|file| [vec![file.clone()], entries(&file)].concat()).collect()
    })
}

fn embedded(id: &str, text: &str) -> Input {
    Input {
        id: id.to_owned(),
        file: format!("games/{id}.toml"),
        text: text.to_owned(),
        path: None,
        section: None,
    }
}

/// Reads a text in the form its file's name tells: a board file, or a definition in TOML.
fn read(input: Input, settings: &[(String, String)], seed: u64) -> Reading {
    match input.is_board_file() {
        true => Reading::of_board_file(&input, settings),
        false => crate::toml::read(input, settings, seed, &find_file),
    }
}

/// A game's text by its id; aliases are not looked at, so that reading never depends on the list it makes.
fn find_file(id: &str) -> Option<Input> {
    let of = |inputs: &'static [Input]| inputs.iter().find(|input| input.id.eq_ignore_ascii_case(id));
    of(built_in()).or_else(|| of(folder::own())).cloned()
}

fn board_words(board: &BoardSource) -> String {
    let BoardSource::Shape { shape, parameters } = board else { return "cells".into() };
    let items = |key: &str| match parameters.get(key).map(|value| &value.value) {
        Some(Value::List(items)) => &items[..],
        _ => &[],
    };
    let number = |value: &Value| match value {
        Value::Number(number) => number.to_string(),
        _ => "?".into(),
    };
    let size: Vec<String> = items("size").iter().map(|item| number(&item.value)).collect();
    let mut words = match (shape.value.as_str(), size.is_empty()) {
        ("rectangle", true) => "8×8".to_owned(),
        ("rectangle", false) => size.join("×"),
        (shape, true) => shape.to_owned(),
        (shape, false) => format!("{shape} {}", size.join("×")),
    };
    if !items("extra").is_empty() {
        words = format!("{words}+{}", items("extra").len());
    }
    if parameters.get("wrap").is_some_and(|value| value.value == Value::Flag(true)) {
        words.push_str(" cylinder");
    }
    words
}

/// Files and ranks of a rectangle with nothing left out and nothing outside.
fn board_size(board: &BoardSource) -> Option<(usize, usize)> {
    let BoardSource::Shape { shape, parameters } = board else { return None };
    let items = |key: &str| match parameters.get(key).map(|value| &value.value) {
        Some(Value::List(items)) => &items[..],
        _ => &[],
    };
    let number = |value: &Value| match value {
        Value::Number(number) => usize::try_from(*number).ok(),
        _ => None,
    };
    let full = shape.value == "rectangle" && items("holes").is_empty() && items("extra").is_empty();
    match items("size") {
        _ if !full => None,
        [] => Some((8, 8)),
        [files, ranks] => number(&files.value).zip(number(&ranks.value)),
        _ => None,
    }
}

/// A game by its id, its name or an alias, without regard to case.
pub fn find(name: &str) -> Option<&'static Entry> {
    let name = name.trim();
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    let by = |test: &dyn Fn(&About) -> bool| list().iter().find(|entry| test(&entry.about));
    by(&|about| is(&about.id))
        .or_else(|| by(&|about| about.aliases.iter().any(|alias| is(alias))))
        .or_else(|| by(&|about| is(&about.name)))
}

/// The games in which every word occurs: in the name, the text, the inventor, a tag, or what kind of game it is.
pub fn search(words: &str) -> Vec<&'static Entry> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let matches = |entry: &&Entry| {
        let (about, kind) = (&entry.about, &entry.kind);
        let inventor = about.inventor.as_deref().unwrap_or_default();
        let lists = [&about.tags[..], &about.aliases, &kind.mechanisms, &kind.pieces].concat().join(" ");
        let all = [&about.id, &about.name, inventor, &about.description, &lists, kind.family.name()]
            .map(str::to_lowercase)
            .join(" ");
        words.iter().all(|word| all.contains(word))
    };
    // What is called so comes before what is only told so.
    let is_only_told = |entry: &&Entry| {
        let called = [&entry.about.id, &entry.about.name].map(|name| name.to_lowercase()).join(" ");
        !words.iter().all(|word| called.contains(word))
    };
    let mut found: Vec<&Entry> = list().iter().filter(matches).collect();
    found.sort_by_key(is_only_told);
    found
}

/// The games most like one of the catalogue, the most alike first.
pub fn similar(entry: &Entry) -> Vec<&'static Entry> {
    const SHOWN: usize = 5;
    let likeness = |other: &Entry| {
        let extends = |one: &Entry, other: &Entry| one.kind.parents.first() == Some(&other.about.id);
        let near = extends(entry, other) || extends(other, entry);
        entry.kind.likeness(&other.kind)
            + i32::from(entry.board == other.board)
            + 4 * i32::from(near && entry.about.id != "chess")
            + i32::from(other.is_popular())
    };
    let mut others: Vec<(i32, &Entry)> = list()
        .iter()
        .filter(|other| other.about.id != entry.about.id)
        .map(|other| (likeness(other), other))
        .collect();
    others.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    others.into_iter().take(SHOWN).map(|(_, other)| other).collect()
}

/// Every tag, sorted, each once.
pub fn tags() -> Vec<&'static str> {
    let mut tags: Vec<&str> = list().iter().flat_map(|e| e.about.tags.iter().map(String::as_str)).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

/// The id nearest to a misspelt name.
pub fn suggest(name: &str) -> Option<&'static str> {
    chatura_rules::definition::suggestion(
        name,
        built_in().iter().chain(folder::own()).map(|input| input.id.as_str()),
    )
}

/// The text of a game by name (of the catalogue) or path (of a file).
pub fn open(name_or_path: &str) -> Result<Input, LoadError> {
    let (file, section) = split_section(name_or_path);
    let path = Path::new(file);
    let is_path = file.contains(['/', '\\']) || ENDINGS.iter().any(|ending| file.ends_with(ending));
    if !is_path
        && let Some(entry) = find(name_or_path)
        && let Some(input) = find_file(&entry.about.id)
    {
        return Ok(input);
    }
    if let Some((file, id)) = name_or_path.rsplit_once('#').filter(|(file, _)| file.ends_with(".toml")) {
        return open_entry(file, id);
    }
    if is_path || path.is_file() {
        let input = Input::from_path(path)
            .map_err(|error| LoadError::placeless(format!("cannot read {file}: {error}"), None))?;
        return Ok(Input { section: section.map(str::to_owned), ..input });
    }
    let help = match suggest(name_or_path) {
        Some(id) => format!("did you mean \"{id}\"?"),
        None => "a name of the catalogue, or the path of a .toml, .ini, .txt or .xml file".to_owned(),
    };
    let start: String = name_or_path.chars().take(MAX_SHOWN).collect();
    let more = if start.len() < name_or_path.len() { "…" } else { "" };
    Err(LoadError::placeless(format!("there is no game \"{start}{more}\""), Some(help)))
}

/// One of the further games in a file.
fn open_entry(file: &str, id: &str) -> Result<Input, LoadError> {
    let of = entries(&open(file)?);
    let names: Vec<String> = of.iter().map(|entry| entry.id.clone()).collect();
    of.into_iter().find(|entry| entry.id == id).ok_or_else(|| {
        let help = match names.is_empty() {
            true => "the file has no [[entries]]".to_owned(),
            false => format!("its entries are {}", names.join(", ")),
        };
        LoadError::placeless(format!("there is no game \"{id}\" in {file}"), Some(help))
    })
}

/// A path, and the game that is meant of a file that holds several: `games.ini:name`.
fn split_section(path: &str) -> (&str, Option<&str>) {
    match path.rfind(".ini:") {
        Some(at) => (&path[..at + 4], Some(&path[at + 5..])),
        None => (path, None),
    }
}

/// A game by name or path in our own form: as it is written if it is, else put into it.
pub fn in_toml(name_or_path: &str) -> Result<Input, LoadError> {
    let input = open(name_or_path)?;
    if Form::of(&input).is_foreign() {
        finish(read(input.clone(), &[], 0))?;
    }
    Ok(input.in_toml(&find_file))
}

/// Loads a game by name or path. Variables that the settings leave open are drawn from the seed.
pub fn load(name_or_path: &str, settings: &[(String, String)], seed: u64) -> Result<Arc<Game>, LoadError> {
    load_within(name_or_path, settings, seed, Patience::default())
}

/// The same, for somebody who does not wait forever.
pub fn load_within(
    name_or_path: &str,
    settings: &[(String, String)],
    seed: u64,
    patience: Patience,
) -> Result<Arc<Game>, LoadError> {
    compile(read(open(name_or_path)?, settings, seed), patience)
}

/// Loads a game from a text; nothing is read from disk.
pub fn load_text(
    text: &str,
    file: &str,
    settings: &[(String, String)],
    seed: u64,
) -> Result<Arc<Game>, LoadError> {
    load_text_within(text, file, settings, seed, Patience::default())
}

/// The same, for somebody who does not wait forever.
pub fn load_text_within(
    text: &str,
    file: &str,
    settings: &[(String, String)],
    seed: u64,
    patience: Patience,
) -> Result<Arc<Game>, LoadError> {
    compile(read(Input::from_text(text, file), settings, seed), patience)
}

/// A text with everything it extends, its own first. With these the same game can be made whatever becomes of the catalogue.
pub fn lineage(input: Input) -> Vec<Input> {
    match input.is_board_file() {
        true => vec![input],
        false => crate::toml::lineage(input, &find_file),
    }
}

/// Loads a game from its own text and those it extends; neither the catalogue nor the disk is looked at.
pub fn load_lineage_within(
    texts: &[Input],
    settings: &[(String, String)],
    seed: u64,
    patience: Patience,
) -> Result<Arc<Game>, LoadError> {
    let Some((own, parents)) = texts.split_first() else {
        return Err(LoadError::placeless("there is no text of this game".to_owned(), None));
    };
    let find = |id: &str| parents.iter().find(|parent| parent.id.eq_ignore_ascii_case(id)).cloned();
    let reading = match own.is_board_file() {
        true => Reading::of_board_file(own, settings),
        false => crate::toml::read(own.clone(), settings, seed, &find),
    };
    compile(reading, patience)
}

/// The definition of a game by name or path, not yet compiled.
pub fn definition(
    name_or_path: &str,
    settings: &[(String, String)],
    seed: u64,
) -> Result<Definition, LoadError> {
    finish(read(open(name_or_path)?, settings, seed))
}

/// The definition in a text, not yet compiled; nothing is read from disk.
pub fn definition_of_text(
    text: &str,
    file: &str,
    settings: &[(String, String)],
    seed: u64,
) -> Result<Definition, LoadError> {
    finish(read(Input::from_text(text, file), settings, seed))
}

/// Everything wrong with a text, compiling included; nothing is read from disk.
pub fn check(text: &str, file: &str) -> Vec<Finding> {
    findings(load_text(text, file, &[], 0))
}

/// What is odd in a text that can be played; nothing is read from disk.
pub fn odd(text: &str, file: &str) -> Vec<Finding> {
    let reading = read(Input::from_text(text, file), &[], 0);
    let sources = reading.sources.clone();
    let warning = |problem: &Problem| Report::warning(problem, &sources).finding().clone();
    let known: Vec<Finding> = reading.warnings.iter().map(warning).collect();
    match compile(reading, Patience::default()) {
        Ok(game) => known.into_iter().chain(crate::advice::advice(&game).iter().map(warning)).collect(),
        Err(_) => known,
    }
}

/// How many draws of a game's variables are tried when it is checked.
const DRAWS: u64 = 16;
/// How long draws and entries may take to be checked, all together: each is bounded, and there can be very many.
const CHECKING: Duration = Duration::from_secs(30);

/// What checking a game found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game; `None` if there is not enough for one, though nothing is wrong.
    pub game: Option<Arc<Game>>,
    /// The name people use.
    pub name: String,
    /// What is odd.
    pub warnings: Vec<Report>,
    /// What there would have to be for a game.
    pub missing: Option<String>,
}

/// Checks a game by name or path as far as that is possible: also with other values of its variables.
pub fn check_path(name_or_path: &str) -> Result<Checked, LoadError> {
    check_within(&open(name_or_path)?, CHECKING)
}

fn check_within(input: &Input, time: Duration) -> Result<Checked, LoadError> {
    let reading = read(input.clone(), &[], 0);
    let mut warnings: Vec<Report> =
        reading.warnings.iter().map(|problem| Report::warning(problem, &reading.sources)).collect();
    let name = reading.definition.about.name.clone();
    if let Some(missing) = reading.missing.as_ref().filter(|_| reading.problems.is_empty()) {
        return Ok(Checked { game: None, name, warnings, missing: Some(missing.message.clone()) });
    }
    let sources = reading.sources.clone();
    let game = compile(reading, Patience::default())?;
    warnings.extend(crate::advice::advice(&game).iter().map(|problem| Report::warning(problem, &sources)));
    let draws = if game.variables().is_empty() { 0 } else { DRAWS };
    let began = Instant::now();
    // Draws are a sample; one that is smaller tells less, and nothing that is wrong.
    for seed in (1..draws).take_while(|_| began.elapsed() < time / 2) {
        compile(read(input.clone(), &[], seed), Patience::default())?;
    }
    for further in entries(input) {
        let patience = Patience { until: Some(began + time), ..Patience::default() };
        compile(read(further, &[], 0), patience)?;
    }
    Ok(Checked { game: Some(game), name, warnings, missing: None })
}

fn findings(result: Result<Arc<Game>, LoadError>) -> Vec<Finding> {
    result.err().map(|error| error.findings()).unwrap_or_default()
}

fn finish(reading: Reading) -> Result<Definition, LoadError> {
    let Reading { definition, mut problems, missing, sources, own, .. } = reading;
    problems.extend(missing);
    if problems.is_empty() {
        return Ok(definition);
    }
    Err(LoadError::new(&Problems(Reading::blamed(problems, &own, &sources)), &sources))
}

/// Compiles what was read; what is wrong with it is told together with what reading found, in the order written.
fn compile(reading: Reading, patience: Patience) -> Result<Arc<Game>, LoadError> {
    let Reading { definition, mut problems, incomplete, missing, sources, own, .. } = reading;
    let lacks = missing.is_some();
    problems.extend(missing);
    if incomplete {
        problems.extend(chatura_rules::rule::check_keys(&definition));
    } else if !lacks {
        match Game::compile_within(&definition, patience) {
            Ok(game) if problems.is_empty() => return Ok(game),
            Ok(_) => {}
            Err(found) => problems.extend(found.0),
        }
    }
    Err(LoadError::new(&Problems(Reading::blamed(problems, &own, &sources)), &sources))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_reads_without_problems() {
        assert!(FILES.len() >= 21);
        for input in built_in() {
            let (id, reading) = (&input.id, read(input.clone(), &[], 1));
            let findings: Vec<String> =
                reading.problems.iter().map(|p| reading.sources.finding(p).to_string()).collect();
            assert!(findings.is_empty(), "{id}: {findings:#?}");
            let about = &reading.definition.about;
            assert!(!about.description.is_empty() && !about.tags.is_empty() && about.name != *id, "{id}");
        }
    }

    #[test]
    fn names_and_aliases_are_unique() {
        let mut names: Vec<String> = Vec::new();
        for entry in list() {
            names.push(entry.about.id.to_lowercase());
            names.extend(entry.about.aliases.iter().map(|alias| alias.to_lowercase()));
        }
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn games_are_found_by_name_alias_and_word() {
        assert_eq!(find("CHESS").unwrap().about.id, "chess");
        assert_eq!(find("three-check").unwrap().about.id, "3check");
        assert_eq!(find("Capablanca Chess").unwrap().board, "10×8");
        assert_eq!(find("omega").unwrap().board, "10×10+4");
        assert!(find("nothing").is_none());
        assert!(search("capablanca").iter().any(|entry| entry.about.id == "capablanca"));
        assert!(tags().contains(&"drops"));
    }

    #[test]
    fn every_game_can_be_made_from_its_own_texts() {
        for input in built_in() {
            let id = &input.id;
            let texts = lineage(input.clone());
            let (own, parents) = texts.split_first().unwrap();
            let find = |id: &str| parents.iter().find(|parent| parent.id == id).cloned();
            let kept = crate::toml::read(own.clone(), &[], 1, &find);
            let now = read(input.clone(), &[], 1);
            assert_eq!(format!("{:?}", kept.definition), format!("{:?}", now.definition), "{id}");
        }
    }

    #[test]
    fn a_game_is_made_from_the_texts_it_was_kept_with() {
        let text = |file: &str, text: &str| Input::from_text(text, file);
        let mut texts = lineage(text("mine.toml", "extends = \"chess\"\nname = \"Mine\""));
        assert_eq!(texts.iter().map(|text| text.id.as_str()).collect::<Vec<_>>(), ["mine", "chess"]);
        let moves = |texts: &[Input]| {
            let game = load_lineage_within(texts, &[], 0, Patience::default()).unwrap();
            chatura_rules::Position::start(&game).legal_moves().len()
        };
        assert_eq!(moves(&texts), 20);
        // As if the catalogue had been another then.
        texts[1].text = texts[1].text.replace("moves = \"N\"", "moves = \"W\"");
        assert_eq!(moves(&texts), 16);
        assert!(load_lineage_within(&texts[..1], &[], 0, Patience::default()).is_err(), "nobody to extend");
        assert!(load_lineage_within(&[], &[], 0, Patience::default()).is_err());
    }

    #[test]
    fn unknown_games_get_a_suggestion() {
        let finding = open("xiangi").unwrap_err().findings().remove(0);
        assert_eq!(finding.help.as_deref(), Some("did you mean \"xiangqi\"?"));
        assert!(definition("no/such/file.toml", &[], 0).is_err());
    }

    #[test]
    fn a_file_of_very_many_games_is_not_checked_for_ever() {
        // Two games in one file.
        let input = open("extinction").unwrap();
        let told = check_within(&input, Duration::ZERO).map(|_| ()).unwrap_err().to_string();
        assert!(told.contains("in the time there was"), "{told}");
        let drawn = check_within(&open("chess960").unwrap(), Duration::ZERO).unwrap();
        assert!(drawn.game.is_some());
    }
}

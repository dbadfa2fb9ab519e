//! Reads a definition written in TOML, with the games it extends.

mod blame;
mod board_file;
mod entries;
mod every;
mod expand;
mod expression;
mod formats;
mod merge;
mod moves;
mod pieces;
pub mod sections;
mod text;
mod values;
mod variables;
mod without;
mod write;

pub use blame::OwnWords;
pub use entries::entries;
pub(crate) use entries::is_id;
pub use formats::back_rank;
pub use text::{MAX_DEPTH, MAX_KEYS, MAX_TEXT, parse};
pub use write::write;

use crate::diagnostics::Sources;
use crate::form::Form;
use chatura_rules::board::{Lattice, SHAPES};
use chatura_rules::definition::{
    About, BoardSource, Definition, Kind, Look, OwnNotation, Players, Problem, SetupDefinition, Signs, Span,
    Spanned, Table, Value, Variable, check_known, check_table,
};
use expand::Expander;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use values::{inner, plain_texts};

/// How many games may extend one another in a row.
pub const MAX_EXTENDS: usize = 8;
/// How many problems are reported at most.
const MAX_PROBLEMS: usize = 100;

/// A text to read and where it came from.
#[derive(Clone, Debug)]
pub struct Input {
    /// The catalogue name to give the game: the file's name without its ending.
    pub id: String,
    /// The file's name, for messages.
    pub file: String,
    /// The text.
    pub text: String,
    /// The file itself; only a text that came from a file may extend other files.
    pub path: Option<PathBuf>,
    /// Which game of the text is meant, where one holds several.
    pub section: Option<String>,
}

impl Input {
    /// A text that nobody saved.
    pub fn from_text(text: &str, file: &str) -> Self {
        Input { id: stem(file), file: file.to_owned(), text: text.to_owned(), path: None, section: None }
    }

    /// A file.
    pub fn from_path(path: &Path) -> io::Result<Self> {
        // Read through a limit: what calls itself a file may never end.
        let mut bytes = Vec::new();
        let most = if is_xml(path) { crate::xml::MAX_TEXT } else { MAX_TEXT };
        File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
        let text = String::from_utf8(bytes).map_err(|_| io::Error::other("the file is not UTF-8 text"))?;
        let file = path.display().to_string();
        Ok(Input { id: stem(&file), file, text, path: Some(path.to_owned()), section: None })
    }

    /// Whether it is a board file, by its name.
    pub fn is_board_file(&self) -> bool {
        is_xml(Path::new(&self.file))
    }

    /// The same game in our own form. A text that is in it already stays as it is; nothing comes of one that cannot be read.
    pub fn in_toml(self, find: &dyn Fn(&str) -> Option<Input>) -> Input {
        if !Form::of(&self).is_foreign() {
            return self;
        }
        let mut problems = Vec::new();
        let table = table_of(&self, 0, find, &mut problems);
        if !problems.is_empty() {
            return self;
        }
        let id = self.name();
        Input { file: format!("{id}.toml"), text: write(&table), id, path: None, section: None }
    }

    /// The id of the game: the name within the file, or the file's.
    fn name(&self) -> String {
        self.section.clone().unwrap_or_else(|| self.id.clone())
    }
}

fn is_xml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"))
}

fn stem(file: &str) -> String {
    Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Everything that reading a definition yields.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The definition, as far as it could be read.
    pub definition: Definition,
    /// What is wrong; nothing if the definition can be compiled.
    pub problems: Vec<Problem>,
    /// Whether something is missing from the definition because of that, so that compiling it would find faults that
    /// nobody made.
    pub incomplete: bool,
    /// What is odd and does no harm.
    pub warnings: Vec<Problem>,
    /// What there would have to be so that a game can be played, though nothing is wrong.
    pub missing: Option<Problem>,
    /// The texts that places refer to.
    pub sources: Sources,
    /// What the file says itself, to find out what it is to blame for.
    pub own: OwnWords,
}

impl Reading {
    /// The problems, each where its cause is written, in the order written.
    pub fn blamed(problems: Vec<Problem>, own: &OwnWords, sources: &Sources) -> Vec<Problem> {
        let mut problems: Vec<Problem> =
            problems.into_iter().map(|problem| own.blame(problem, sources)).collect();
        problems.sort_by_key(|problem| (problem.span.file, problem.span.start));
        problems
    }
}

/// What readers of sections share.
struct Context<'a> {
    problems: Vec<Problem>,
    sources: &'a Sources,
    /// Part of the text could not be read, so that something missing says nothing.
    partial: bool,
    /// Something could not be put into the definition.
    incomplete: bool,
    /// The cells that movements are read for.
    lattice: Lattice,
}

/// Reads a text. Variables that the settings leave open are drawn from the seed; `find` gives the text of a game of
/// the catalogue.
pub fn read(
    input: Input,
    settings: &[(String, String)],
    seed: u64,
    find: &dyn Fn(&str) -> Option<Input>,
) -> Reading {
    let mut problems = Vec::new();
    let mut sources = Sources::default();
    let id = input.name();
    let (mut table, files, own) = with_parents(input, find, &mut sources, &mut problems);
    let (written, settings) = variables::settings(settings, sources.next_number());
    sources.add("settings", &written);
    let settled = variables::choose(&table, &settings, seed, &sources, &mut problems);
    let start_varies = Expander::new(&settled, &sources, &mut problems).definition(&mut table);
    without::leave_out(&mut table);
    every::spell_out(&mut table);
    let board_file = board_file::named(&table, &files, &mut sources, &mut problems);
    let partial = !problems.is_empty();
    let mut context =
        Context { problems, sources: &sources, partial, incomplete: partial, lattice: Lattice::default() };
    let mut warnings = board_file.as_ref().map_or(Vec::new(), |found| found.warnings.clone());
    let base = board_file.map(|found| found.definition);
    let mut definition = definition(id, &table, base, settled.variables, &mut context);
    definition.setup.varies = start_varies;
    let Context { mut problems, incomplete, .. } = context;
    problems.truncate(MAX_PROBLEMS);
    warnings.truncate(MAX_PROBLEMS);
    Reading { definition, problems, incomplete, warnings, missing: None, sources, own }
}

/// A text and those it extends, its own first, as far as they are found: whoever keeps them can make the same game with any
/// catalogue.
pub fn lineage(input: Input, find: &dyn Fn(&str) -> Option<Input>) -> Vec<Input> {
    let (mut sources, mut problems) = (Sources::default(), Vec::new());
    let found = read_lineage(input.in_toml(find), find, &mut sources, &mut problems);
    found.into_iter().map(|(input, _)| input).collect()
}

/// The same with the tables of each.
fn read_lineage(
    input: Input,
    find: &dyn Fn(&str) -> Option<Input>,
    sources: &mut Sources,
    problems: &mut Vec<Problem>,
) -> Vec<(Input, Table)> {
    let mut found: Vec<(Input, Table)> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    let mut next = Some(input);
    while let Some(input) = next.take() {
        let file = sources.add(&input.file, &input.text);
        seen.push(identity(&input));
        let table = table_of(&input, file, find, problems);
        if let Some(parent) = values::text(&table, "extends") {
            next = resolve(&parent, &input, &seen, find, problems);
        }
        found.push((input, table));
    }
    found
}

/// The tables of a text, whatever form it has.
fn table_of(
    input: &Input,
    file: u16,
    find: &dyn Fn(&str) -> Option<Input>,
    problems: &mut Vec<Problem>,
) -> Table {
    let catalogue = |id: &str| find(id).map(|found| merged(found, find));
    match Form::of(input) {
        Form::Ini => crate::ini::table(input, file, &catalogue, problems),
        Form::Diagram => crate::diagram::table(input, file, problems),
        _ => parse(&input.text, file, problems),
    }
}

/// The tables of a text with everything it extends.
fn merged(input: Input, find: &dyn Fn(&str) -> Option<Input>) -> Table {
    with_parents(input, find, &mut Sources::default(), &mut Vec::new()).0
}

/// The tables of a text laid over those of the games it extends, the files they came from, and what the text says itself.
fn with_parents(
    input: Input,
    find: &dyn Fn(&str) -> Option<Input>,
    sources: &mut Sources,
    problems: &mut Vec<Problem>,
) -> (Table, Vec<Option<PathBuf>>, OwnWords) {
    let found = read_lineage(input, find, sources, problems);
    let (files, mut tables): (Vec<_>, Vec<_>) =
        found.into_iter().map(|(input, table)| (input.path, table)).unzip();
    let own = match tables.split_first() {
        Some((own, parents)) => OwnWords::new(own.clone(), parents.to_vec()),
        None => OwnWords::default(),
    };
    // The oldest game first; each later one over it.
    let oldest = tables.pop().unwrap_or_default();
    (tables.into_iter().rev().fold(oldest, merge::extend), files, own)
}

/// What makes two inputs the same, to notice circles.
fn identity(input: &Input) -> String {
    match &input.path {
        // An entry stands in the same file as the game it extends.
        Some(path) => {
            let path = path.canonicalize().unwrap_or_else(|_| path.clone());
            format!("{}#{}", path.display(), input.id)
        }
        None => input.file.clone(),
    }
}

fn resolve(
    name: &Spanned<String>,
    child: &Input,
    seen: &[String],
    find: &dyn Fn(&str) -> Option<Input>,
    problems: &mut Vec<Problem>,
) -> Option<Input> {
    let is_path = name.value.contains(['/', '\\']) || name.value.ends_with(".toml");
    let directory = child.path.as_ref().map(|path| path.parent().unwrap_or(Path::new("")));
    let found = match directory {
        Some(directory) if is_path => {
            Input::from_path(&directory.join(&name.value)).map_err(|e| e.to_string())
        }
        Some(directory) => find(&name.value).map_or_else(
            || {
                let beside = directory.join(format!("{}.toml", name.value));
                Input::from_path(&beside).map_err(|_| String::new())
            },
            Ok,
        ),
        None => find(&name.value).ok_or_else(String::new),
    };
    let mut refuse = |message: String, label: &str, help: String| {
        let problem = Problem::new(name.span, message, label);
        problems.push(if help.is_empty() { problem } else { problem.help(help) });
        None
    };
    match found {
        Ok(parent) if seen.contains(&identity(&parent)) => refuse(
            format!("\"{}\" extends itself", name.value),
            "goes in a circle",
            format!("by way of {}", seen.join(", ")),
        ),
        Ok(_) if seen.len() > MAX_EXTENDS => refuse(
            "too many games extend one another".into(),
            "one too many",
            format!("at most {MAX_EXTENDS} in a row"),
        ),
        Ok(parent) => Some(parent),
        Err(reason) => {
            let help = match crate::catalogue::suggest(&name.value) {
                Some(id) => format!("did you mean \"{id}\"?"),
                None if !reason.is_empty() => reason,
                None => "a name of the catalogue, or the path of a file beside this one".to_owned(),
            };
            refuse(format!("there is no game \"{}\" to extend", name.value), "unknown game", help)
        }
    }
}

/// Whether a value takes something away.
fn none(value: &Spanned<Value>) -> bool {
    value.value == Value::Flag(false)
}

fn definition(
    id: String,
    table: &Table,
    base: Option<Definition>,
    variables: Vec<Variable>,
    context: &mut Context<'_>,
) -> Definition {
    check_table(table, sections::TOP, &mut context.problems);
    entries::check(table, &mut context.problems);
    // A wrong name or tag leaves a game to check, a section that is none does not.
    let sections = sections::TOP.iter().filter(|spec| matches!(spec.kind, Kind::Table(_)));
    let mut written = sections.filter_map(|spec| table.get(spec.name));
    context.incomplete |= written.any(|section| !matches!(section.value, Value::Table(_)));
    match base {
        Some(base) => over(base, id, table, variables, context),
        None => sections_of(id, table, variables, context),
    }
}

/// A definition whose board, and whatever else it does not say, comes from a board file.
fn over(
    base: Definition,
    id: String,
    table: &Table,
    variables: Vec<Variable>,
    context: &mut Context<'_>,
) -> Definition {
    let mut about = about(id, table);
    if table.get("name").is_none() {
        about.name = base.about.name;
    }
    let mut players = base.players;
    if let Some(own) = inner(table, "players") {
        context.incomplete |= !check_table(own, sections::PLAYERS, &mut context.problems);
        let names = values::texts(own, "names");
        if !names.is_empty() {
            players.names = names;
        }
        players.symmetry = values::text(own, "symmetry").or(players.symmetry);
    }
    let setup = match table.get("setup") {
        Some(_) => setup(table, context),
        None => base.setup,
    };
    let merged = |base: Table, key: &str| merge::over(base, inner(table, key).cloned().unwrap_or_default());
    Definition {
        about,
        board: base.board,
        players,
        pieces: pieces::pieces(table, base.pieces, context),
        zones: zones(table, context),
        setup,
        rules: merged(base.rules, "rules"),
        end: merged(base.end, "end"),
        variables,
        look: look(table, base.look, context),
        notation: notation(table).or(base.notation),
    }
}

fn sections_of(id: String, table: &Table, variables: Vec<Variable>, context: &mut Context<'_>) -> Definition {
    Definition {
        about: about(id, table),
        board: board(table, context),
        players: players(table, context),
        pieces: required(table, "pieces", context, |t, c| pieces::pieces(t, Vec::new(), c))
            .unwrap_or_default(),
        zones: zones(table, context),
        setup: required(table, "setup", context, setup).unwrap_or_default(),
        rules: inner(table, "rules").cloned().unwrap_or_default(),
        end: inner(table, "end").cloned().unwrap_or_default(),
        variables,
        look: look(table, Look::default(), context),
        notation: notation(table),
    }
}

/// The notation that the players have of their own: a style by its name, or signs.
fn notation(table: &Table) -> Option<OwnNotation> {
    if let Some(signs) = inner(table, "notation") {
        return Some(OwnNotation::Algebraic(Signs {
            capture: values::text(signs, "capture"),
            promotion: values::text(signs, "promotion"),
            pawns: signs.get("pawns").is_some_and(|value| value.value == Value::Flag(true)),
        }));
    }
    values::text(table, "notation").map(OwnNotation::Style)
}

/// Reads a section that must be there.
fn required<T>(
    table: &Table,
    name: &str,
    context: &mut Context<'_>,
    read: impl FnOnce(&Table, &mut Context<'_>) -> T,
) -> Option<T> {
    if table.get(name).is_none() {
        if context.partial {
            return None;
        }
        let message = format!("the definition has no [{name}]");
        let help = format!("add [{name}], or take a game over with extends = \"chess\"");
        context.problems.push(Problem::new(Span::default(), message, "incomplete").help(help));
        context.incomplete = true;
        return None;
    }
    Some(read(table, context))
}

fn about(id: String, table: &Table) -> About {
    let text = |key: &str| values::text(table, key).map(|text| text.value.trim().to_owned());
    About {
        name: text("name").unwrap_or_else(|| id.clone()),
        id,
        inventor: text("inventor"),
        year: match table.get("year").map(|value| &value.value) {
            Some(Value::Number(year)) => Some(year.to_string()),
            Some(Value::Text(year)) => Some(year.clone()),
            _ => None,
        },
        tags: plain_texts(table, "tags"),
        description: text("about").unwrap_or_default(),
        aliases: plain_texts(table, "aliases"),
        links: plain_texts(table, "links"),
    }
}

fn board(table: &Table, context: &mut Context<'_>) -> BoardSource {
    let Some(board) = inner(table, "board") else { return BoardSource::default() };
    context.incomplete |= !check_known(board, sections::BOARD, &mut context.problems);
    context.incomplete |= board.get("xml").is_some();
    let shape = values::text(board, "shape").unwrap_or_else(|| Spanned::synthetic("rectangle".to_owned()));
    // What a movement means depends on the cells; an unknown shape is reported when the board is made.
    context.lattice = SHAPES.iter().find(|s| s.name == shape.value).map_or(Lattice::default(), |s| s.lattice);
    let parameters = board
        .entries
        .iter()
        .filter(|(key, _)| !["shape", "xml"].contains(&key.value.as_str()))
        .cloned()
        .collect();
    BoardSource::Shape { shape, parameters: Table { entries: parameters } }
}

fn players(table: &Table, context: &mut Context<'_>) -> Players {
    let Some(players) = inner(table, "players") else {
        let names = ["White", "Black"].map(|name| Spanned::synthetic(name.to_owned()));
        return Players { names: names.to_vec(), ..Players::default() };
    };
    context.incomplete |= !check_table(players, sections::PLAYERS, &mut context.problems);
    let mut names = values::texts(players, "names");
    if players.get("names").is_none() {
        names = ["White", "Black"].map(|name| Spanned::synthetic(name.to_owned())).to_vec();
    }
    Players { names, symmetry: values::text(players, "symmetry"), teams: teams(players), places: Vec::new() }
}

fn teams(players: &Table) -> Vec<Vec<Spanned<String>>> {
    let items = |value: &Value| match value {
        Value::List(items) => items.clone(),
        _ => Vec::new(),
    };
    let name = |item: Spanned<Value>| match item.value {
        Value::Text(name) => Some(Spanned { value: name, span: item.span }),
        _ => None,
    };
    let teams = players.get("teams").map_or_else(Vec::new, |teams| items(&teams.value));
    teams.iter().map(|team| items(&team.value).into_iter().filter_map(name).collect()).collect()
}

fn zones(table: &Table, context: &mut Context<'_>) -> Vec<(Spanned<String>, Spanned<String>)> {
    let mut zones = Vec::new();
    for (name, value) in inner(table, "zones").map_or(&[][..], |zones| &zones.entries) {
        match &value.value {
            Value::Text(text) => zones.push((name.clone(), Spanned::new(text.clone(), value.span))),
            Value::Flag(false) => {}
            other => {
                let message = format!("the zone \"{}\" is {}", name.value, other.kind_name());
                let problem = Problem::new(value.span, message, "not a zone");
                context.problems.push(problem.help("write a text such as \"ranks 1-3\" or \"d1..f3\""));
                context.incomplete = true;
            }
        }
    }
    zones
}

fn look(table: &Table, base: Look, context: &mut Context<'_>) -> Look {
    let Some(look) = inner(table, "look") else { return base };
    check_table(look, sections::LOOK, &mut context.problems);
    let points = look.get("points").is_some_and(|points| points.value == Value::Flag(true));
    let word = |key: &str| values::text(look, key).map(|word| word.value);
    Look {
        points,
        lines: values::texts(look, "lines"),
        dots: values::texts(look, "dots"),
        scheme: word("scheme"),
        set: word("pieces"),
        squares: match look.get("squares").map(|squares| &squares.value) {
            Some(Value::Number(squares)) => u8::try_from(*squares).ok(),
            _ => None,
        },
        ..base
    }
}

fn setup(table: &Table, context: &mut Context<'_>) -> SetupDefinition {
    let Some(setup) = inner(table, "setup") else { return SetupDefinition::default() };
    let before = context.problems.len();
    check_table(setup, sections::SETUP, &mut context.problems);
    let army = values::text(setup, "army");
    if setup.get("array").is_none() && army.is_none() && !context.partial {
        let place = table.get("setup").map(|value| value.span).unwrap_or_default();
        let problem = Problem::new(place, "the setup has no array", "incomplete");
        context.problems.push(problem.help("array = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\""));
    }
    let array = values::text(setup, "array").unwrap_or_default();
    if let Some(column) = array.value.trim_end().find(char::is_whitespace) {
        let place = context.sources.within(array.span, &array.value, column, array.value.len() - column);
        let problem = Problem::new(place, "the array is only the placement of the pieces", "more than that");
        context
            .problems
            .push(problem.help("put what follows into state = \"w KQkq - 0 1\", or leave it out"));
    }
    let state = values::text(setup, "state");
    let fields = setup.get("fields").map(|_| values::texts(setup, "fields"));
    context.incomplete |= context.problems.len() > before;
    SetupDefinition { array, army, state, fields, ..SetupDefinition::default() }
}

#[cfg(test)]
mod tests;

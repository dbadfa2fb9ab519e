//! `chatura show`: a game explained.

use crate::backend;
use crate::cli::Show;
use crate::failure::{Failure, remark};
use crate::output::Output;
use crate::screen;
use crate::text;
use chatura_define::card;
use chatura_draw::SvgOptions;
use chatura_rules::definition::{About, Royal, Variable};
use chatura_rules::{Game, PieceType, Player, Position, TypeInfo};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// How wide paragraphs and rows of diagrams may be.
const WIDTH: usize = 80;

/// Explains a game.
pub fn show(arguments: &Show, out: &mut Output) -> Result<(), Failure> {
    let loaded = backend::load(&arguments.game)?;
    let game = &loaded.game;
    if let Some(file) = &arguments.svg {
        let position = backend::position(game, arguments.fen.as_deref())?;
        remark(loaded.drawn());
        return picture(&position, file, out);
    }
    let start = Position::start(game);
    if arguments.json {
        let mut value = describe(&start);
        value["seed"] = json!(loaded.seed());
        return Ok(out.json(&value)?);
    }
    introduction(game.about(), out)?;
    writeln!(out, "Players: {}", game.players().join(", "))?;
    section("Start", out)?;
    for line in screen::plain(&start) {
        writeln!(out, "  {line}")?;
    }
    if let Some(hands) = hands(&start) {
        writeln!(out, "\n  {hands}")?;
    }
    writeln!(out, "\n  {}", backend::format_fen(&start))?;
    section("Pieces", out)?;
    pieces(game, out)?;
    let rules = backend::describe(game);
    if !rules.is_empty() {
        section("Rules", out)?;
        for rule in &rules {
            item(rule, out)?;
        }
    }
    if !game.variables().is_empty() {
        section("Variables", out)?;
        for variable in game.variables() {
            item(&sentence(variable), out)?;
        }
        if let Some(drawn) = loaded.drawn() {
            item(&format!("Here {drawn}."), out)?;
        }
    }
    Ok(())
}

/// Draws a position into a file, or to standard output if the file is called `-`.
fn picture(position: &Position, file: &Path, out: &mut Output) -> Result<(), Failure> {
    let picture = chatura_draw::svg(position, &SvgOptions::default());
    if file == Path::new("-") {
        return Ok(out.write_all(picture.as_bytes())?);
    }
    std::fs::write(file, picture)
        .map_err(|error| Failure::input(format!("cannot write {}: {error}", file.display()), None))
}

fn introduction(about: &About, out: &mut Output) -> io::Result<()> {
    out.heading(&about.name)?;
    let origin = match (&about.inventor, &about.year) {
        (Some(inventor), Some(year)) => Some(format!("{inventor}, {year}")),
        (inventor, year) => inventor.clone().or_else(|| year.clone()),
    };
    let mut small = vec![about.id.clone()];
    small.extend(origin);
    small.extend((!about.tags.is_empty()).then(|| about.tags.join(", ")));
    let small = out.dim(&small.join(" · "));
    writeln!(out, "{small}\n")?;
    for line in text::wrap(&about.description, WIDTH) {
        writeln!(out, "{line}")?;
    }
    for link in &about.links {
        writeln!(out, "{link}")?;
    }
    if let Some(similar) = backend::similar(&about.id) {
        let names: Vec<&str> = similar.iter().map(|entry| entry.about.id.as_str()).collect();
        let line = out.dim(&format!("Similar: {}", names.join(", ")));
        writeln!(out, "{line}")?;
    }
    writeln!(out)
}

/// What each player holds at the start, in games with hands.
fn hands(start: &Position) -> Option<String> {
    let game = start.game();
    if !game.has_hands() {
        return None;
    }
    let held = |player: usize| {
        let in_hand = |kind: PieceType| start.in_hand(Player(player as u8), kind);
        let held: Vec<String> = types(game)
            .filter(|(kind, _)| in_hand(*kind) > 0)
            .map(|(kind, info)| format!("{} {}", in_hand(kind), info.name))
            .collect();
        if held.is_empty() { "nothing".to_owned() } else { held.join(", ") }
    };
    let hands: Vec<String> =
        game.players().iter().enumerate().map(|(p, name)| format!("{name} {}", held(p))).collect();
    Some(format!("In hand: {}", hands.join("; ")))
}

fn section(title: &str, out: &mut Output) -> io::Result<()> {
    writeln!(out)?;
    out.heading(title)?;
    writeln!(out)
}

fn item(sentence: &str, out: &mut Output) -> io::Result<()> {
    for (index, line) in text::wrap(sentence, WIDTH - 2).iter().enumerate() {
        writeln!(out, "{} {line}", if index == 0 { "-" } else { " " })?;
    }
    Ok(())
}

fn pieces(game: &Game, out: &mut Output) -> io::Result<()> {
    let mut marks = Vec::new();
    let mut blocks = Vec::new();
    for (kind, info) in types(game).filter(|(kind, info)| info.base == kind.index()) {
        let mut block = vec![title(info)];
        if let Some((from, reach)) = game.best_view(kind) {
            block.extend(text::diagram(game.board(), &info.letter, from, &reach));
            marks.extend(reach.iter().map(text::mark));
        }
        blocks.push(block);
    }
    for line in text::beside(&blocks, WIDTH - 2) {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    writeln!(out)?;
    for line in text::legend(&marks, WIDTH - 2) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn types(game: &Game) -> impl Iterator<Item = (PieceType, &TypeInfo)> {
    game.types().iter().enumerate().map(|(index, info)| (PieceType(index as u8), info))
}

fn title(info: &TypeInfo) -> String {
    let royal = match info.royal {
        Royal::No => "",
        Royal::Yes => ", royal",
        Royal::Last => ", royal when alone",
    };
    format!("{} ({}){royal}", info.name, info.letter)
}

fn sentence(variable: &Variable) -> String {
    let Variable { name, value, drawn, description, usual, range } = variable;
    let set = match usual {
        _ if *drawn => String::new(),
        Some(usual) if usual == value => format!(" {value} unless chosen."),
        _ => format!(" Here set to {value}."),
    };
    format!("{name}: {range}. {description}{set}")
}

/// The values of the variables in a game, as JSON.
pub fn values(game: &Game) -> Value {
    let pairs = game.variables().iter().map(|v| (v.name.clone(), Value::String(v.value.clone())));
    Value::Object(pairs.collect())
}

/// The card of a game, with its cells and its start as text.
fn describe(start: &Position) -> Value {
    let game = start.game();
    let mut value = card::game(game);
    value["cells"] = json!(game.board().cells.iter().map(|cell| &cell.name).collect::<Vec<_>>());
    value["text"] = json!(screen::plain(start));
    value
}

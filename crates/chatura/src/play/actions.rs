//! What each word that is typed does.

use super::archive;
use super::console::{Console, capital};
use super::explain::legal;
use super::setup::{load_pgn, terms};
use super::view::{self, history, shown_clock, who};
use super::words::{self, Action};
use crate::text::wrap;
use chatura_rules::notation::format_fen;
use chatura_session::{Command, NodeId, Occupant, Seat, Seating, Span, Who};
use std::path::Path;

/// How wide lists are.
const WIDTH: usize = 78;

/// Does what a word says.
pub fn obey(console: &mut Console, action: Action, rest: &str) -> Vec<String> {
    let people = console.live.people();
    let answer = match action {
        Action::Moves => moves(console, rest),
        Action::Undo => Ok(console.give(people, Command::Undo)),
        Action::Redo => Ok(console.give(people, Command::Redo)),
        Action::Jump => number(rest, "jump 12").map(|ply| console.give(people, Command::Jump { ply })),
        Action::Takeback => Ok(takeback(console)),
        Action::Accept | Action::Decline => Ok(reply(console, action == Action::Accept)),
        Action::Resign => Ok(console.give(people, Command::Resign)),
        Action::Draw => Ok(draw(console)),
        Action::Claim => Ok(console.give(people, Command::ClaimDraw)),
        Action::Abort => Ok(console.give(Who::Host, Command::Abort)),
        Action::Pause => Ok(console.give(Who::Host, Command::Pause)),
        Action::Resume => Ok(console.give(Who::Host, Command::Resume)),
        Action::Time => time(console, rest),
        Action::Swap => swap(console, rest),
        Action::Replace => replace(console, rest),
        Action::Rename => rename(console, rest),
        Action::New => Ok(new(console, rest)),
        Action::Visit => node(rest).map(|node| console.give(people, Command::Visit { node })),
        Action::Promote => node(rest).map(|node| console.give(people, Command::Promote { node })),
        Action::Prune => node(rest).map(|node| console.give(people, Command::Prune { node })),
        Action::Note => note(console, rest),
        Action::Tree => Ok(tree(console)),
        Action::Hint => console.live.ask_advice().map(|()| Vec::new()),
        Action::Eval => console.live.ask_evaluation().map(|()| Vec::new()),
        Action::Go => Ok(go(console)),
        Action::Flip => Ok(flip(console)),
        Action::Board => Ok(Vec::new()),
        Action::Show => show(console, rest),
        Action::History => Ok(history(&console.live.session)),
        Action::Fen => Ok(vec![fen(console)]),
        Action::Clock => Ok(clock(console)),
        Action::Score => Ok(score(console)),
        Action::Save => save(console, rest),
        Action::Load => load(console, rest),
        Action::Settings => Ok(settings(console)),
        Action::Rules => Ok(rules(console)),
        Action::Help => Ok(words::help()),
        Action::Quit => {
            console.leaving = true;
            Ok(Vec::new())
        }
    };
    answer.unwrap_or_else(|sentence| vec![format!("{}.", capital(&sentence))])
}

type Answer = Result<Vec<String>, String>;

fn moves(console: &Console, rest: &str) -> Answer {
    let position = console.live.session.position();
    let board = position.game().board();
    let cell = match rest {
        "" => None,
        name => {
            let small = name.to_lowercase();
            let cell = board.cell(name).or_else(|| board.cell(&small));
            Some(cell.ok_or_else(|| format!("there is no cell \"{}\"", shown(name)))?)
        }
    };
    let all = legal(position, cell);
    if all.is_empty() {
        return Ok(vec!["There is no legal move.".to_owned()]);
    }
    let texts: Vec<&str> = all.iter().map(|(san, _)| san.as_str()).collect();
    let mut lines = wrap(&texts.join("  "), WIDTH);
    lines.push(format!("{} in all.", if all.len() == 1 { "One".to_owned() } else { all.len().to_string() }));
    Ok(lines)
}

/// Answers whichever question is open.
fn reply(console: &mut Console, agree: bool) -> Vec<String> {
    let view = console.live.session.view(console.live.now());
    let command = match (view.draw.is_some() || view.takeback.is_none(), agree) {
        (true, true) => Command::AcceptDraw,
        (true, false) => Command::DeclineDraw,
        (false, true) => Command::AcceptTakeback,
        (false, false) => Command::DeclineTakeback,
    };
    let asked = view.draw.or(view.takeback).map(|(_, of)| of).unwrap_or_default();
    // At one terminal sit those who ask and those who answer; the one who is asked answers.
    let own = console.live.persons().into_iter().find(|seat| asked.contains(seat));
    let who = own.map_or_else(|| console.live.people(), Who::Seat);
    console.give(who, command)
}

/// Whoever moved last asks, if that was a person.
fn takeback(console: &mut Console) -> Vec<String> {
    let last = console.live.session.past().last().map(|record| record.seat);
    let own = last.filter(|seat| console.live.persons().contains(seat));
    let who = own.map_or_else(|| console.live.people(), Who::Seat);
    console.give(who, Command::RequestTakeback)
}

fn draw(console: &mut Console) -> Vec<String> {
    let offered = console.live.session.draw_offer().is_some();
    if offered {
        return reply(console, true);
    }
    let people = console.live.people();
    console.give(people, Command::OfferDraw)
}

fn time(console: &mut Console, rest: &str) -> Answer {
    let (seat, seconds) = two(rest, "time 1 60")?;
    let (seat, seconds) = (seat_of(console, seat)?, number(seconds, "time 1 60")?);
    Ok(console.give(Who::Host, Command::AddTime { seat, span: Span::seconds(seconds.into()) }))
}

fn swap(console: &mut Console, rest: &str) -> Answer {
    let (first, second) = two(rest, "swap 1 2")?;
    let (first, second) = (seat_of(console, first)?, seat_of(console, second)?);
    Ok(console.give(Who::Host, Command::Swap { first, second }))
}

fn replace(console: &mut Console, rest: &str) -> Answer {
    let (seat, kind) = two(rest, "replace 2 ai:5")?;
    let seat = seat_of(console, seat)?;
    let kind = super::setup::kind(kind)?;
    let name = console.live.session.occupant(seat).map(|occupant| occupant.name.clone()).unwrap_or_default();
    Ok(console.give(Who::Host, Command::Replace { seat, occupant: Occupant::new(name, kind) }))
}

fn rename(console: &mut Console, rest: &str) -> Answer {
    let (seat, name) = two(rest, "rename 1 Ada")?;
    let (seat, name) = (seat_of(console, seat)?, name.to_owned());
    Ok(console.give(Who::Host, Command::Rename { seat, name }))
}

fn new(console: &mut Console, rest: &str) -> Vec<String> {
    let (first, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (seating, fen) = match first.eq_ignore_ascii_case("rotate") {
        true => (Seating::Rotate, more.trim()),
        false => (Seating::Keep, rest),
    };
    let fen = Some(fen.to_owned()).filter(|fen| !fen.is_empty());
    console.give(Who::Host, Command::NewGame { seating, fen })
}

fn note(console: &mut Console, rest: &str) -> Answer {
    let (place, comment) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (node, comment) = (node(place)?, comment.trim().to_owned());
    let people = console.live.people();
    Ok(console.give(people, Command::Annotate { node, comment, nags: Vec::new() }))
}

fn tree(console: &Console) -> Vec<String> {
    let session = &console.live.session;
    let tree = session.tree();
    let line = |record: &chatura_session::Record| {
        let after = record.parent.map_or(String::new(), |parent| format!(" after {}", parent.0));
        let comment = if record.comment.is_empty() { String::new() } else { format!(": {}", record.comment) };
        format!("{:4}  ply {}: {}{after}{comment}", record.node.0, record.ply, view::written(session, record))
    };
    match tree.is_empty() {
        true => vec!["Nothing was played.".to_owned()],
        false => tree.iter().map(line).collect(),
    }
}

fn go(console: &Console) -> Vec<String> {
    match console.live.is_busy() {
        true => {
            console.live.hurry();
            Vec::new()
        }
        false => vec!["The engine is not thinking.".to_owned()],
    }
}

fn flip(console: &mut Console) -> Vec<String> {
    let seats = console.live.session.seats().len() as u8;
    console.style.seen_by.0 = (console.style.seen_by.0 + 1) % seats;
    Vec::new()
}

fn show(console: &mut Console, rest: &str) -> Answer {
    if rest.is_empty() {
        console.showing = None;
        return Ok(Vec::new());
    }
    let ply = number(rest, "show 12")? as usize;
    if console.live.session.position_at(ply).is_none() {
        let last = console.live.session.ply() + console.live.session.future().len();
        return Err(format!("there is no ply {ply}: the last is {last}"));
    }
    console.showing = Some(ply);
    Ok(Vec::new())
}

fn fen(console: &Console) -> String {
    let looked_at = console.showing.and_then(|ply| console.live.session.position_at(ply));
    format_fen(looked_at.as_ref().unwrap_or(console.live.session.position()))
}

fn clock(console: &Console) -> Vec<String> {
    let session = &console.live.session;
    if session.terms().clocks.is_none() {
        return vec!["There are no clocks.".to_owned()];
    }
    let table = session.table(console.live.now());
    let players = session.position().game().players();
    let line = |(player, clock): (&String, &chatura_session::ClockView)| {
        let left = shown_clock(clock).unwrap_or_else(|| "no clock".to_owned());
        let turns = clock.turns_left.map_or(String::new(), |turns| format!(", {turns} moves to go"));
        format!("{player}: {left}{turns}{}", if clock.running { ", running" } else { "" })
    };
    let mut lines = vec![format!("Clock: {}", session.terms().clocks)];
    lines.extend(players.iter().zip(&table.clocks).map(line));
    lines
}

fn score(console: &Console) -> Vec<String> {
    let line = |seat: &chatura_session::SeatView| {
        let score = seat.score;
        let (won, drawn, lost) = (score.won, score.drawn, score.lost);
        format!("{} ({}): {}, won {won}, drawn {drawn}, lost {lost}", seat.colour, who(seat), score.points())
    };
    console.live.session.seats().iter().map(line).collect()
}

fn save(console: &Console, rest: &str) -> Answer {
    if rest.is_empty() {
        return Err("write save FILE, as in save game.pgn".to_owned());
    }
    let text = console.live.archive.pgn(&console.live.session).to_string();
    let saved = archive::write_whole(Path::new(rest), &text);
    saved.map_err(|error| format!("cannot write {rest}: {error}"))?;
    Ok(vec![format!("Written to {rest}.")])
}

fn load(console: &mut Console, rest: &str) -> Answer {
    if rest.is_empty() {
        return Err("write load FILE, as in load game.pgn".to_owned());
    }
    let terms = terms(&console.settings).map_err(|_| "the settings of the clock are wrong".to_owned())?;
    let (session, path, variables) = load_pgn(Path::new(rest), terms)?;
    console.live.replace(session);
    console.live.archive.begin();
    console.live.archive.describe(path.as_deref(), &variables);
    console.begin_again();
    Ok(vec![format!("Loaded {rest}.")])
}

fn settings(console: &Console) -> Vec<String> {
    let rows: Vec<Vec<String>> = console
        .settings
        .all()
        .filter(|(_, value, _)| !value.is_empty())
        .map(|(setting, value, origin)| vec![setting.name.to_owned(), value, origin.to_string()])
        .collect();
    crate::text::table(&rows)
}

fn rules(console: &Console) -> Vec<String> {
    let game = console.live.session.position().game();
    game.describe().iter().flat_map(|rule| wrap(&format!("- {rule}"), WIDTH)).collect()
}

fn number(text: &str, example: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("\"{}\" is no number: write it like {example}", shown(text)))
}

fn node(text: &str) -> Result<NodeId, String> {
    number(text, "visit 12; `tree` shows the numbers").map(NodeId)
}

fn two<'t>(text: &'t str, example: &str) -> Result<(&'t str, &'t str), String> {
    let parts = text.split_once(char::is_whitespace).map(|(first, second)| (first, second.trim()));
    parts.filter(|(_, second)| !second.is_empty()).ok_or_else(|| format!("write it like {example}"))
}

/// A seat by its number from 1, or by its colour.
fn seat_of(console: &Console, text: &str) -> Result<Seat, String> {
    super::setup::seat(console.live.session.position().game(), text)
}

fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

//! What stands beside a board: who plays, with what left on the clock, captured and in hand.

use super::board::{Canvas, write};
use super::paint::{self, Paint};
use super::symbol::{self, Symbols};
use super::{Screen, Seating, Style};
use chatura_rules::{Game, Piece, PieceType, Player, Position};

/// The narrowest panel that is worth its place.
pub const NARROW: usize = 30;
/// The widest one.
const WIDE: usize = 48;

/// The seats one above the other, at most so wide.
pub fn beside(screen: &Screen<'_>, style: &Style, room: usize) -> Canvas {
    let width = room.min(WIDE);
    let mut lines = Canvas::new();
    for seating in order(screen, style) {
        if !lines.is_empty() {
            lines.push(Vec::new());
        }
        lines.push(heading(screen, style, seating, width));
        for (label, pieces) in holdings(screen, seating) {
            lines.extend(wrapped(screen, style, label, &pieces, width));
        }
        if let Some(note) = &seating.note {
            let mut line = Vec::new();
            let indent = indent(style);
            write(&mut line, indent, &clipped(note, width - indent), small(style));
            lines.push(line);
        }
    }
    lines
}

/// The seats in one line each.
pub fn below(screen: &Screen<'_>, style: &Style, room: usize) -> Canvas {
    let mut lines = Canvas::new();
    for seating in order(screen, style) {
        let mut line = heading(screen, style, seating, room.min(40));
        let mut column = line.len() + 2;
        let mut add = |text: &str, paint: Paint| {
            if column + text.chars().count() <= room {
                write(&mut line, column, text, paint);
                column += text.chars().count();
            }
        };
        for (label, pieces) in holdings(screen, seating) {
            add(label, small(style));
            add(" ", small(style));
            for (text, paint) in texts(screen, style, &pieces) {
                add(&text, paint);
            }
            add("  ", small(style));
        }
        if let Some(note) = &seating.note {
            add(note, small(style));
        }
        lines.push(line);
    }
    lines
}

/// Whoever looks on sits at the bottom.
fn order<'s>(screen: &'s Screen<'_>, style: &Style) -> Vec<&'s Seating> {
    let count = screen.seats.len();
    let first = style.seen_by.index() + 1;
    (0..count).map(|step| &screen.seats[(first + step) % count]).collect()
}

/// Name, kind and clock.
fn heading(screen: &Screen<'_>, style: &Style, seating: &Seating, width: usize) -> Vec<(char, Paint)> {
    let game = screen.position.game();
    let mut line = Vec::new();
    let turn = if seating.turn { if style.ascii { ">" } else { "▸" } } else { " " };
    let strong = Paint { bold: true, ..Paint::default() };
    write(&mut line, 0, turn, strong);
    let color = &game.players()[seating.player.index()];
    let clock = seating.clock.as_deref().unwrap_or_default();
    let room = width.saturating_sub(clock.chars().count() + 1);
    let mut column = indent(style);
    if style.color {
        let ground = Some(paint::cell(game.look().scheme.as_deref(), 0));
        let ink = Some(paint::players(game.players())[seating.player.index()]);
        write(&mut line, 2, if style.ascii { "#" } else { "●" }, Paint { ink, ground, bold: true });
    }
    let bold = Paint { bold: seating.turn, ..Paint::default() };
    let name = clipped(color, room.saturating_sub(column));
    write(&mut line, column, &name, bold);
    column += name.chars().count() + 1;
    let who = if seating.name.is_empty() || seating.name == *color { "" } else { &seating.name };
    let who = clipped(who, room.saturating_sub(column));
    write(&mut line, column, &who, bold);
    if !clock.is_empty() {
        let low = Paint { bold: true, ink: seating.hurry.then_some(paint::CHECK), ground: None };
        write(&mut line, width.saturating_sub(clock.chars().count()), clock, low);
    }
    line
}

/// What a seat has captured and what it holds.
fn holdings(screen: &Screen<'_>, seating: &Seating) -> Vec<(&'static str, Vec<Piece>)> {
    let mut all = Vec::new();
    if screen.position.game().has_hands() {
        all.push(("hand", in_hand(screen.position, seating.player)));
    } else if !seating.captured.is_empty() {
        all.push(("took", seating.captured.clone()));
    }
    all
}

fn in_hand(position: &Position, player: Player) -> Vec<Piece> {
    let kinds = (0..position.game().types().len() as u8).map(PieceType);
    let each = |kind| std::iter::repeat_n(Piece::new(player, kind), position.in_hand(player, kind).into());
    let mut held: Vec<Piece> = kinds.flat_map(each).collect();
    held.reverse();
    held
}

/// Pieces as short texts, equal ones counted.
fn texts(screen: &Screen<'_>, style: &Style, pieces: &[Piece]) -> Vec<(String, Paint)> {
    let game = screen.position.game();
    let inks = paint::players(game.players());
    let mut all: Vec<(String, Paint)> = Vec::new();
    let mut rest = pieces;
    while let Some(&first) = rest.first() {
        let count = rest.iter().take_while(|piece| **piece == first).count();
        rest = &rest[count..];
        let owner = first.owner().index();
        let ink = inks.get(owner).copied().unwrap_or(paint::dead());
        let text = plain(game, first, style);
        let text = if count > 1 { format!("{text}{count}") } else { text };
        let ground = Some(paint::cell(game.look().scheme.as_deref(), 0));
        all.push((
            format!("{text} "),
            if style.color { Paint { ink: Some(ink), ground, bold: true } } else { small(style) },
        ));
    }
    if all.is_empty() {
        all.push(("-".to_owned(), small(style)));
    }
    all
}

fn plain(game: &Game, piece: Piece, style: &Style) -> String {
    let symbols = if style.ascii { Symbols::Letters } else { Symbols::Figurines };
    symbol::piece(game, piece, symbols, style.color)
}

/// A label and pieces behind it, on as many lines as they need.
fn wrapped(screen: &Screen<'_>, style: &Style, label: &str, pieces: &[Piece], width: usize) -> Canvas {
    let margin = indent(style);
    let indent = margin + 1 + label.chars().count();
    let mut lines = vec![Vec::new()];
    write(&mut lines[0], margin, label, small(style));
    let mut column = indent;
    for (text, paint) in texts(screen, style, pieces) {
        let length = text.chars().count();
        if column + length > width + 1 && column > indent {
            lines.push(Vec::new());
            column = indent;
        }
        let last = lines.len() - 1;
        write(&mut lines[last], column, &text, paint);
        column += length;
    }
    lines
}

/// Where names begin: behind the mark of the turn and, with colours, the player's colour.
fn indent(style: &Style) -> usize {
    if style.color { 4 } else { 2 }
}

fn small(style: &Style) -> Paint {
    Paint { ink: style.color.then_some(paint::FAINT), ..Paint::default() }
}

fn clipped(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(room.saturating_sub(1)).collect();
    short.push('…');
    short
}

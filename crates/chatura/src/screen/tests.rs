//! Screens of real games, and of an empty grid.

use super::*;
use chatura_rules::board::{Board, CellInfo};
use std::collections::HashSet;
use std::sync::Arc;

fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).expect("a game of the catalogue")
}

fn screen(position: &Position) -> Screen<'_> {
    let game = position.game();
    let seats = (0..game.players().len())
        .map(|seat| Seating {
            player: Player(seat as u8),
            name: String::new(),
            clock: Some("1:05:00".to_owned()),
            hurry: false,
            turn: seat == position.turn().index(),
            captured: Vec::new(),
            note: None,
        })
        .collect();
    let title = format!("{}, game 1", game.about().name);
    Screen { position, last: Vec::new(), seats, title, notes: vec!["White to move".to_owned()] }
}

fn style(columns: usize, lines: usize, ascii: bool, color: bool) -> Style {
    Style { ascii, color, columns, lines, seen_by: Player(0) }
}

/// A text without its colours.
fn bare(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('\x1b') {
        text.push_str(&rest[..start]);
        rest = rest[start..].split_once('m').map_or("", |(_, rest)| rest);
    }
    text + rest
}

#[test]
fn every_game_fits_its_screen_and_no_cell_stands_on_another() {
    for entry in chatura_define::catalogue::list() {
        let game = game(&entry.about.id);
        let start = Position::start(&game);
        let columns = if game.board().len() > 144 { 120 } else { 80 };
        for (ascii, color) in [(true, true), (true, false), (false, true), (false, false)] {
            for seat in 0..game.players().len() {
                let style = Style { seen_by: Player(seat as u8), ..style(columns, 24, ascii, color) };
                let drawing = draw(&screen(&start), &style);
                let id = &entry.about.id;
                let places: HashSet<_> = drawing.plan.places.iter().collect();
                assert_eq!(places.len(), game.board().len(), "{id}: cells share a place");
                for (cell, &(column, line)) in drawing.plan.places.iter().enumerate() {
                    for inside in column..column + drawing.plan.width {
                        assert_eq!(drawing.plan.cell_at(inside, line), Some(cell), "{id}: cells overlap");
                    }
                }
                let widest = drawing.lines.iter().map(|line| bare(line).chars().count()).max();
                assert!(widest <= Some(columns), "{id}: {widest:?} columns");
                if game.board().len() <= 100 || game.board().len() == 144 || game.board().len() == 160 {
                    assert!(drawing.lines.len() <= 23, "{id}: {} lines", drawing.lines.len());
                }
            }
        }
    }
}

#[test]
fn an_empty_grid_of_26_by_26_has_all_its_coordinates() {
    let cell = |file: u16, rank: u16| CellInfo {
        name: format!("{}{rank}", (b'a' + file as u8 - 1) as char),
        file,
        rank,
        family: ((file + rank) % 2) as u8,
        outline: Vec::new(),
        centre: (f32::from(file), f32::from(rank)),
    };
    let cells = (1..=26).flat_map(|rank| (1..=26).map(move |file| cell(file, rank))).collect();
    let (rings, families, rows) = (Vec::new(), Vec::new(), Vec::new());
    let board = Board { cells, rings, families, rows, symmetries: Vec::new(), ranks: 26, files: 26 };
    for painted in [true, false] {
        let plan =
            Plan::new(&board, Room { columns: 80, lines: 24, beside: 0, below: 0, piece: 1, painted }, false);
        assert_eq!(plan.places.iter().collect::<HashSet<_>>().len(), 676);
        let canvas = board::draw(&board, &plan, painted, |_| board::Content::default());
        let lines: Vec<String> = canvas.iter().map(|line| paint::line(line, false)).collect();
        assert_eq!(lines.len(), 27);
        assert_eq!(lines[26], "    a b c d e f g h i j k l m n o p q r s t u v w x y z");
        assert!(lines[0].starts_with("26") && lines[25].starts_with(" 1"), "{lines:#?}");
    }
}

#[test]
fn the_first_rank_is_near_whoever_looks_on() {
    let chess = game("chess");
    let start = Position::start(&chess);
    let near = |seat: u8| {
        let drawing = draw(&screen(&start), &Style { seen_by: Player(seat), ..style(80, 24, true, false) });
        drawing.lines[8].clone()
    };
    assert!(near(0).starts_with("1  R N B Q K B N R"), "{}", near(0));
    assert!(near(1).starts_with("8  r n b k q b n r"), "{}", near(1));
    let four = game("four-player");
    let start = Position::start(&four);
    let drawing = draw(&screen(&start), &Style { seen_by: Player(1), ..style(80, 24, true, false) });
    assert!(drawing.lines[14].contains("bR bN bB"), "{:#?}", drawing.lines);
}

#[test]
fn moves_and_checks_are_marked_without_colours_too() {
    let chess = game("chess");
    let setup = chatura_rules::notation::parse_fen(&chess, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1").expect("a FEN");
    let position = Position::new(&chess, &setup).expect("a position");
    let last = ["d1", "e1"].map(|name| chess.board().cell(name).expect("a cell")).to_vec();
    let drawing = draw(&Screen { last, ..screen(&position) }, &style(80, 24, true, false));
    assert!(drawing.lines[1].starts_with("8  . . . .!k . . ."), "{:#?}", drawing.lines);
    assert!(drawing.lines[8].starts_with("1  K . .>.>R . . ."), "{:#?}", drawing.lines);
}

#[test]
fn a_place_on_the_screen_is_a_cell() {
    let chess = game("chess");
    let start = Position::start(&chess);
    let drawing = draw(&screen(&start), &style(80, 24, false, true));
    let e4 = chess.board().cell("e4");
    // The title, then four ranks above; a label, a space, then four cells of three.
    for column in 14..17 {
        assert_eq!(drawing.cell_at(column, 5), e4);
    }
    assert_ne!(drawing.cell_at(17, 5), e4);
    assert_eq!(drawing.cell_at(0, 5), None);
    assert_eq!(drawing.cell_at(60, 5), None);
}

/// Prints every screen, to be looked at: `cargo nextest run --run-ignored only screens --no-capture`.
#[test]
#[ignore = "for eyes only"]
fn screens_of_all_games() {
    for entry in chatura_define::catalogue::list() {
        let game = game(&entry.about.id);
        let start = Position::start(&game);
        for (ascii, color) in [(true, false), (false, false), (false, true)] {
            println!("{}", draw(&screen(&start), &style(80, 24, ascii, color)).lines.join("\n"));
            println!();
        }
    }
}

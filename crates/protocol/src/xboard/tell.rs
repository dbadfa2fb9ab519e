//! What the engine says.

use super::variants;
use crate::host::{Host, Kind, NAME, Setting, all_settings, shown};
use crate::wire;
use chatura_book::BookMove;
use chatura_rules::{Cell, Game, Move, Outcome, Position, notation};
use chatura_search::{Progress, Report, Score};
use std::time::Duration;

/// Scores beyond this are mates: 100000 and the number of moves.
const MATE: i32 = 100_000;

/// What the board must know of the engine before anything else, a line each.
pub(super) fn features(host: &Host<'_>) -> Vec<String> {
    let mut lines = vec![
        // What follows may take a moment: which games fit on a board is looked at one by one.
        "feature done=0".to_owned(),
        format!("feature myname=\"{NAME}\""),
        "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 reuse=1".to_owned(),
        "feature analyze=1 colors=0 ics=0 name=0 pause=0 nps=1 debug=1 memory=1 smp=1".to_owned(),
        "feature exclude=1 highlight=1".to_owned(),
        variants::feature(host),
    ];
    lines.extend(all_settings(Vec::new()).iter().filter_map(option));
    lines.push("feature done=1".to_owned());
    lines
}

/// A setting as an option, unless the protocol has words of its own for it.
fn option(setting: &Setting) -> Option<String> {
    let own = ["Hash", "Threads", "Ponder", "UCI_Chess960", "UCI_Variant", "UCI_AnalyseMode", "UCI_ShowWDL"];
    if own.contains(&setting.name) {
        return None;
    }
    // Some boards take the first word for the name.
    let name = setting.name.strip_prefix("UCI_").unwrap_or(setting.name).replace(' ', "");
    let kind = match &setting.kind {
        Kind::Check => "-check 0".to_owned(),
        Kind::Spin { usual, least, most } => format!("-spin {usual} {least} {most}"),
        Kind::Choice { usual, among } => {
            let mark = |name: &String| if name == usual { format!("*{name}") } else { name.clone() };
            format!("-combo {}", among.iter().map(mark).collect::<Vec<_>>().join(" /// "))
        }
        Kind::File => "-file ".to_owned(),
        Kind::Folder => "-path ".to_owned(),
        Kind::Button => "-button".to_owned(),
    };
    Some(format!("feature option=\"{name} {kind}\""))
}

/// A report as lines of thinking: `ply score time nodes seldepth speed tbhits<TAB>pv`.
pub(super) fn thinking(position: &Position, report: &Report) -> Vec<String> {
    let told = report.lines.iter().map(|line| {
        let score = match line.score {
            Score::Centipawns(value) | Score::Place(value) | Score::Points(value) => value,
            Score::Mate(moves) if moves > 0 => MATE + moves,
            Score::Mate(moves) => moves - MATE,
        };
        format!(
            "{} {score} {} {} {} {} {}\t{}",
            report.depth,
            centiseconds(report.time),
            report.nodes,
            report.deepest,
            report.speed(),
            report.table_hits,
            written(position, &line.moves),
        )
    });
    told.collect()
}

/// A line of play, as far as it is legal.
fn written(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for mv in moves {
        if !position.is_legal(*mv) {
            break;
        }
        words.push(wire::write_move(&position, *mv));
        position.play_unchecked(*mv);
    }
    words.join(" ")
}

/// Where a thought stands: `stat01: time nodes ply mvleft mvtot mvname`.
pub(super) fn status(position: &Position, time: Duration, progress: &Progress) -> String {
    let left = progress.moves.saturating_sub(progress.number);
    let (nodes, depth) = (progress.nodes, progress.depth);
    let current = progress.current.filter(|mv| position.is_legal(*mv));
    let name = current.map(|mv| format!(" {}", wire::write_move(position, mv))).unwrap_or_default();
    format!("stat01: {} {nodes} {depth} {left} {}{name}", centiseconds(time), progress.moves)
}

/// How a game ended, where the protocol has a word for it.
pub(super) fn result(outcome: &Outcome) -> Option<String> {
    let result = outcome.result();
    let known = ["1-0", "0-1", "1/2-1/2"].contains(&result.as_str());
    known.then(|| format!("{result} {{{}}}", outcome.sentence.replace(['{', '}', '\n'], " ")))
}

/// What a book knows, as boards show it: lines that begin with a space, and an empty one.
pub(super) fn book(position: &Position, moves: &[BookMove]) -> Vec<String> {
    let all: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let mut lines: Vec<String> = moves
        .iter()
        .map(|known| {
            let share = 100.0 * f64::from(known.weight) / all.max(1) as f64;
            let score = known.score.map(|score| format!(", {:.0}% won", 100.0 * score)).unwrap_or_default();
            let name = wire::write_move(position, known.mv);
            format!(" {name:6} {share:3.0}%, played {} times{score}", known.count)
        })
        .collect();
    if lines.is_empty() {
        lines.push(" The book has no move here.".to_owned());
    }
    lines.push(String::new());
    lines
}

/// That a move may not be played, and why.
pub(super) fn illegal(text: &str, error: &notation::MoveError) -> String {
    let reason = error.to_string().replace(['(', ')', '\n'], " ");
    format!("Illegal move ({reason}): {}", shown(text))
}

/// That something was not understood, or not now.
pub(super) fn error(kind: &str, command: &str) -> String {
    format!("Error ({kind}): {}", shown(command))
}

/// Where a piece that was lifted can be put: yellow, red to take, magenta to choose what to become. Then what there is
/// to choose from.
pub(super) fn highlight(position: &Position, from: Cell) -> Vec<String> {
    let game = position.game();
    let Some((files, ranks)) = variants::size(game) else { return Vec::new() };
    let mut marks = vec![vec![None; files]; ranks];
    let mut choices: Vec<String> = Vec::new();
    for mv in position.legal_moves() {
        let goal = mv.goal().and_then(|cell| wire::place(game.board().name(cell)));
        let (Some((file, rank)), true) = (goal, mv.origin() == Some(from)) else { continue };
        let colour = match mv.chosen_type() {
            Some(kind) => {
                let letter = game.types()[kind.index()].letter.clone();
                if !choices.contains(&letter) {
                    choices.push(letter);
                }
                'M'
            }
            None if mv.takes(position) => 'R',
            None => 'Y',
        };
        let mark = &mut marks[rank][file];
        *mark = if *mark == Some('M') { *mark } else { Some(colour) };
    }
    let rows: Vec<String> = marks.iter().rev().map(|row| packed(row)).collect();
    let mut lines = vec![format!("highlight {}", rows.join("/"))];
    let plain = |letter: &&String| letter.len() == 1;
    if !choices.is_empty() && choices.iter().all(|letter| plain(&letter)) {
        lines.push(format!("choice {}", choices.concat()));
    }
    lines
}

/// A row with numbers for what is unmarked.
fn packed(row: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for mark in row.iter().map(Some).chain([None]) {
        let marked = mark.copied().flatten();
        if empty > 0 && (marked.is_some() || mark.is_none()) {
            text += &empty.to_string();
            empty = 0;
        }
        match (mark, marked) {
            (_, Some(colour)) => text.push(colour),
            (Some(_), None) => empty += 1,
            (None, None) => {}
        }
    }
    text
}

/// The cell that the board names.
pub(super) fn cell(game: &Game, text: &str) -> Option<Cell> {
    game.board().cell(&wire::read_cell(game, text))
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

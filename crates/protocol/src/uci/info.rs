//! What the engine says.

use crate::host::Out;
use chatura_rules::definition::Royal;
use chatura_rules::{Game, Player, Position, TypeInfo, notation};
use chatura_search::{Answer, Progress, Report, Score};
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

/// Something to know, on one line. Whoever asked may have gone.
pub(super) fn remark<W: Write>(out: &Out<W>, sentence: &str) {
    let _ = out.say(&format!("info string {}", sentence.replace('\n', " ")));
}

/// A report as lines of the protocol, one for each line of play.
pub(super) fn lines(position: &Position, report: &Report, chances: bool) -> Vec<String> {
    let told = report.lines.iter().enumerate().map(|(index, line)| {
        let score = match line.score {
            Score::Centipawns(value) | Score::Place(value) | Score::Points(value) => format!("cp {value}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        format!(
            "info depth {} seldepth {} multipv {} score {score}{} nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
            report.depth,
            report.deepest,
            index + 1,
            if chances { wdl(line.score) } else { String::new() },
            report.nodes,
            report.speed(),
            report.full,
            report.table_hits,
            report.time.as_millis(),
            line.written(position),
        )
    });
    told.collect()
}

/// What the engine is at, in a thought that takes long.
pub(super) fn current(position: &Position, progress: &Progress) -> Option<String> {
    let mv = progress.current.filter(|mv| position.is_legal(*mv))?;
    Some(format!(
        "info depth {} currmove {} currmovenumber {}",
        progress.depth,
        notation::format_move(position, mv),
        progress.number
    ))
}

/// The chances to win, draw and lose in thousandths: a rough guess that grows with the score, even at a pawn.
fn wdl(score: Score) -> String {
    let chance = |score: f64| (1000.0 / (1.0 + ((100.0 - score) / 80.0).exp())).round() as i32;
    let (win, loss) = match score {
        Score::Mate(moves) if moves > 0 => (1000, 0),
        Score::Mate(_) => (0, 1000),
        other => (chance(other.rank().into()), chance((-other.rank()).into())),
    };
    format!(" wdl {win} {} {loss}", 1000 - win - loss)
}

/// What boards must know of a game before they can show it: `info string variant xiangqi files 9 ranks 10 …`.
pub(super) fn variant(name: &str, game: &Arc<Game>) -> String {
    let places = game.places(Player(0));
    let count = |numbers: BTreeSet<i32>| numbers.len();
    let files = count(places.iter().map(|place| place.0).collect());
    let ranks = count(places.iter().map(|place| place.1).collect());
    let fen = notation::format_usual_fen(&Position::start(game));
    let held = |info: &&TypeInfo| info.royal == Royal::No && !info.letter.contains(['+', '~']);
    let pocket = if fen.contains('[') { game.types().iter().filter(held).count() } else { 0 };
    format!(
        "info string variant {name} files {files} ranks {ranks} pocket {pocket} template fairy startpos {fen}"
    )
}

/// The answer where there is none.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// The answer.
pub(super) fn best(position: &Position, answer: &Answer) -> String {
    let Some(best) = answer.best else { return NO_MOVE.to_owned() };
    let text = notation::format_move(position, best);
    let mut next = position.clone();
    next.play_unchecked(best);
    match answer.ponder.filter(|mv| next.is_legal(*mv)) {
        Some(ponder) => format!("bestmove {text} ponder {}", notation::format_move(&next, ponder)),
        None => format!("bestmove {text}"),
    }
}

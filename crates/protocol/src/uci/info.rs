//! What the engine says.

use chatura_rules::{Position, notation};
use chatura_search::{Answer, Report, Score};

/// A report as lines of the protocol, one for each line of play.
pub(super) fn lines(position: &Position, report: &Report) -> Vec<String> {
    let told = report.lines.iter().enumerate().map(|(index, line)| {
        let score = match line.score {
            Score::Centipawns(value) | Score::Place(value) | Score::Points(value) => format!("cp {value}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        format!(
            "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} hashfull {} time {} pv {}",
            report.depth,
            report.deepest,
            index + 1,
            report.nodes,
            report.speed(),
            report.full,
            report.time.as_millis(),
            line.written(position),
        )
    });
    told.collect()
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

//! What happened, in words.

use super::live_session::News;
use chatura_rules::Position;
use chatura_search::Evaluation;
use chatura_session::{Event, Navigation, Notice, Seat, Session};

/// What events say. Moves are left to whoever shows the board.
pub fn events(session: &Session, events: &[Event]) -> Vec<String> {
    events.iter().filter_map(|one| event(session, one)).collect()
}

fn event(session: &Session, event: &Event) -> Option<String> {
    let name = |seat: &Seat| session.position().game().players()[seat.index()].clone();
    Some(match event {
        Event::Started { number, .. } if *number > 1 => format!("Game {number} begins."),
        Event::Waiting { .. } => "A seat is empty; `replace SEAT WHO` fills it.".to_owned(),
        Event::Moved(moved) if !moved.out.is_empty() => {
            let out: Vec<String> =
                moved.out.iter().map(|(seat, why)| format!("{} is out {why}.", name(seat))).collect();
            out.join(" ")
        }
        Event::Left(moved) => format!("{} has left the game.", name(&moved.record.seat)),
        Event::Navigated(navigated) => {
            let count = navigated.from.abs_diff(navigated.table.ply);
            let plies = if count == 1 { "one ply".to_owned() } else { format!("{count} plies") };
            match navigated.way {
                Navigation::Undo => format!("Took back {plies}."),
                Navigation::Redo => format!("Played {plies} again."),
                _ => format!("Now at ply {}.", navigated.table.ply),
            }
        }
        Event::Paused { paused: true, .. } => "The game is paused.".to_owned(),
        Event::Paused { .. } => "The game goes on.".to_owned(),
        Event::TimeAdded { seat, span, .. } => format!("{} was given {span}.", name(seat)),
        Event::Seated { seats } => {
            let all: Vec<String> =
                seats.iter().map(|seat| format!("{}: {}", seat.colour, super::view::who(seat))).collect();
            format!("At the table: {}.", all.join("; "))
        }
        Event::Draw(notice) => offered("a draw", notice, &name),
        Event::Takeback(notice) => offered("a takeback", notice, &name),
        Event::Tree => "The variations have changed.".to_owned(),
        _ => return None,
    })
}

fn offered(what: &str, notice: &Notice, name: &dyn Fn(&Seat) -> String) -> String {
    let waits = |of: &[Seat]| of.iter().map(name).collect::<Vec<_>>().join(", ");
    match notice {
        Notice::Asked { by, of } if of.is_empty() => format!("{} asks for {what}.", name(by)),
        Notice::Asked { by, of } => {
            format!("{} asks {} for {what}: `accept` or `decline`.", name(by), waits(of))
        }
        Notice::Accepted { by, of } if of.is_empty() => format!("{} agrees to {what}.", name(by)),
        Notice::Accepted { by, of } => format!("{} agrees to {what}; {} has to answer.", name(by), waits(of)),
        Notice::Declined { by } => format!("{} declines {what}.", name(by)),
        Notice::Lapsed => format!("The question of {what} no longer stands."),
    }
}

/// What the engine found, in words; nothing for what is only underway.
pub fn news(session: &Session, news: &News) -> Vec<String> {
    match news {
        News::Events(told) => events(session, told),
        News::Advice(text, report) => {
            let depth = report.as_ref().map_or(1, |report| report.depth.max(1));
            let first = report.as_ref().and_then(|report| report.lines.first());
            let score = first.map_or(String::new(), |line| format!(", {}", line.score));
            vec![format!("The engine would play {text} (depth {depth}{score}).")]
        }
        News::Evaluation(evaluation) => evaluated(session.position(), evaluation),
        News::Thinking => Vec::new(),
        News::Failure(sentence) => vec![sentence.clone()],
    }
}

fn evaluated(position: &Position, evaluation: &Evaluation) -> Vec<String> {
    let players = position.game().players();
    let pawns = |value: i32| format!("{:+.2}", f64::from(value) / 100.0);
    let turn = &players[position.turn().index()];
    let mut lines = vec![format!("Without looking ahead: {} for {turn}.", pawns(evaluation.value))];
    // Between the middle and the end of a game the two values are mixed by how much is left.
    let mixed = |[middle, end]: [i32; 2]| (middle * evaluation.phase + end * (100 - evaluation.phase)) / 100;
    for (player, terms) in players.iter().zip(&evaluation.terms) {
        let terms: Vec<String> =
            terms.iter().map(|(term, worth)| format!("{} {}", term.name(), pawns(mixed(*worth)))).collect();
        lines.push(format!("  {player}: {}", terms.join(", ")));
    }
    lines
}

/// A bar that shows how well the first player stands, against the rest.
pub fn bar(value: i32, width: usize, ascii: bool) -> String {
    let share = 1.0 / (1.0 + (-f64::from(value) / 250.0).exp());
    let filled = ((share * width as f64).round() as usize).min(width);
    let (full, empty) = if ascii { ("#", "-") } else { ("█", "░") };
    format!("{}{}", full.repeat(filled), empty.repeat(width - filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_half_full_when_nobody_is_ahead() {
        assert_eq!(bar(0, 10, true), "#####-----");
        assert_eq!(bar(10_000, 10, true), "##########");
        assert_eq!(bar(-10_000, 10, true), "----------");
        assert!(bar(100, 10, true) > bar(0, 10, true).replace('#', "!"));
    }
}

//! A session as a screen for the screen.

use super::live_session::LiveSession;
use crate::screen::{Screen, Seating};
use chatura_rules::{Cell, Game, NEUTRAL, Piece, PieceType, Player, Position};
use chatura_session::{Ai, ClockView, PieceView, PlayerKind, Record, SeatView, Session, Span, State};

/// What pieces are worth for the order in which captured ones are shown.
pub struct Worth(Vec<i64>);

impl Worth {
    /// What the definition says, else how far a piece reaches.
    pub fn new(game: &Game) -> Worth {
        let reach = |kind: usize| {
            let cells = (0..game.board().len()).map(|cell| Cell(cell as u16));
            cells.map(|cell| game.reach(PieceType(kind as u8), cell).len() as i64).sum::<i64>()
        };
        let worth = |kind: usize| game.types()[kind].value.map_or_else(|| reach(kind), |[middle, _]| middle);
        Worth((0..game.types().len()).map(worth).collect())
    }

    fn sort(&self, pieces: &mut [Piece]) {
        pieces.sort_by_key(|piece| {
            let worth = self.0.get(piece.kind().index()).copied().unwrap_or(0);
            (std::cmp::Reverse(worth), piece.kind().0, piece.owner().0)
        });
    }
}

/// How the game stands, or stood after a ply.
pub fn screen<'a>(
    live: &'a LiveSession,
    worth: &Worth,
    looked_at: Option<(&'a Position, usize)>,
) -> Screen<'a> {
    let session = &live.session;
    let (position, ply) = looked_at.unwrap_or((session.position(), session.ply()));
    let past = session.past();
    let shown = &past[..ply.min(past.len())];
    let table = session.table(live.now());
    let seats = session.seats();
    let seating = |(index, seat): (usize, &SeatView)| {
        let status = &table.statuses[index];
        let clock = &table.clocks[index];
        let note = match status.state {
            _ if looked_at.is_some() => None,
            State::ToMove | State::Waiting if status.check => Some("in check".to_owned()),
            State::ToMove | State::Waiting => None,
            _ => Some(status.words.split(':').next().unwrap_or_default().to_owned()),
        };
        let counted = position.points().zip(position.places_by_points());
        let points = counted.map(|(points, places)| standing(&points, &places, index));
        let note = [points, note].into_iter().flatten().collect::<Vec<_>>().join(", ");
        Seating {
            player: Player(index as u8),
            name: who(seat),
            clock: shown_clock(clock),
            hurry: clock.left.is_some_and(|left| left < Span::seconds(20)),
            turn: position.turn().index() == index && session.conclusion().is_none(),
            captured: captured(session, shown, index, worth),
            note: Some(note).filter(|note| !note.is_empty()),
        }
    };
    let moves = session.line().moves();
    let last = ply.checked_sub(1).and_then(|index| moves.get(index));
    let last = last.map_or(Vec::new(), |mv| mv.origin().into_iter().chain(mv.goal()).collect());
    Screen {
        position,
        last,
        seats: seats.iter().enumerate().map(seating).collect(),
        title: title(session),
        notes: Vec::new(),
    }
}

/// The points of a seat and the place they make: `12 points, 2nd`; no place while all are level.
fn standing(points: &[i32], places: &[u8], seat: usize) -> String {
    let own = points[seat];
    let plural = if own == 1 { "" } else { "s" };
    if places.iter().all(|place| *place == 1) {
        return format!("{own} point{plural}");
    }
    let place = places[seat];
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{own} point{plural}, {place}{ending}")
}

fn title(session: &Session) -> String {
    let name = &session.position().game().about().name;
    let round = session.ply() / session.seats().len() + 1;
    let mut title = format!("{name} · move {round}");
    if session.number() > 1 {
        let scores: Vec<String> = session.scores().iter().map(|score| score.points()).collect();
        title += &format!(" · game {} · score {}", session.number(), scores.join(" : "));
    }
    title
}

/// Who plays at a seat, in a few words.
pub fn who(seat: &SeatView) -> String {
    let kind = match &seat.kind {
        PlayerKind::Person => String::new(),
        PlayerKind::Nobody => "nobody yet".to_owned(),
        PlayerKind::Ai(Ai::Level(0)) => "engine".to_owned(),
        PlayerKind::Ai(Ai::Level(level)) => format!("engine, level {level}"),
        PlayerKind::Ai(Ai::Depth(depth)) => format!("engine, {depth} plies"),
        PlayerKind::Ai(Ai::Nodes(nodes)) => format!("engine, {nodes} positions"),
        PlayerKind::Ai(Ai::Time(time)) => format!("engine, {} ms", time.0),
        PlayerKind::Ai(Ai::Strategy(name)) => format!("engine, {name}"),
        PlayerKind::Ai(Ai::Program(name)) => name.clone(),
        _ => "someone".to_owned(),
    };
    match (seat.name.is_empty(), kind.is_empty()) {
        (true, true) => "person".to_owned(),
        (true, false) => kind,
        (false, true) => seat.name.clone(),
        (false, false) => format!("{} ({kind})", seat.name),
    }
}

/// What a clock shows, with tenths when there is little left.
pub fn shown_clock(clock: &ClockView) -> Option<String> {
    let left = clock.left?;
    let whole = if left < Span::seconds(20) { Span(left.0 / 100 * 100) } else { Span(left.0 / 1000 * 1000) };
    let text = whole.to_string();
    let short =
        text.strip_prefix("0:").map_or(text.as_str(), |short| short.strip_prefix('0').unwrap_or(short));
    Some(short.to_owned())
}

/// What a seat has captured by these moves.
fn captured(session: &Session, past: &[Record], seat: usize, worth: &Worth) -> Vec<Piece> {
    let game = session.position().game();
    let own = past.iter().filter(|record| record.seat.index() == seat);
    let mut pieces: Vec<Piece> =
        own.flat_map(|record| &record.captured).filter_map(|view| piece(game, view)).collect();
    worth.sort(&mut pieces);
    pieces
}

fn piece(game: &Game, view: &PieceView) -> Option<Piece> {
    let kind = game.types().iter().position(|info| info.letter == view.letter)?;
    Some(Piece::new(view.seat.map_or(NEUTRAL, chatura_session::Seat::player), PieceType(kind as u8)))
}

/// A move as the game's players write it.
pub fn written<'r>(session: &Session, record: &'r Record) -> &'r str {
    let own = session.position().game().native_style().filter(|style| style.is_algebraic());
    own.and(record.native.as_ref()).map_or(&record.san, |[letters, _]| letters)
}

/// The moves in lines of rounds.
pub fn history(session: &Session) -> Vec<String> {
    let players = session.position().game().players();
    let mut lines: Vec<String> = Vec::new();
    for (index, record) in session.past().iter().enumerate() {
        if index % players.len() == 0 {
            lines.push(format!("{:3}.", index / players.len() + 1));
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&format!(" {:<8}", written(session, record)));
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Who moved last and whose turn it is, or how it ended, in a sentence.
pub fn status(session: &Session, live: &LiveSession) -> String {
    if let Some(conclusion) = session.conclusion() {
        return format!("{} ({})", conclusion.sentence, conclusion.result);
    }
    let players = session.position().game().players();
    let past = session.past();
    let last = past.last();
    let last = last.map(|last| format!("{} played {}. ", players[last.seat.index()], written(session, last)));
    let last = last.unwrap_or_default();
    let Some(turn) = session.turn() else { return format!("{last}A seat is empty.") };
    let table = session.table(live.now());
    let words = &table.statuses[turn.index()].words;
    let paused = if table.paused { " The game is paused." } else { "" };
    match live.thinking_for() {
        Some(seat) => format!("{last}{} is thinking …{paused}", players[seat.index()]),
        None => format!("{last}{} is {words}.{paused}", players[turn.index()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captured_pieces_are_sorted_by_worth_then_colour() {
        let game = chatura_define::load("chess", &[], 0).expect("a game");
        let named = |name: &str| {
            let kind = game.types().iter().position(|info| info.name == name).expect("a type");
            PieceType(kind as u8)
        };
        let mut pieces: Vec<Piece> = ["pawn", "knight", "queen", "rook", "pawn", "bishop"]
            .iter()
            .enumerate()
            .map(|(index, name)| Piece::new(Player(u8::from(index < 3)), named(name)))
            .collect();
        Worth::new(&game).sort(&mut pieces);
        let names: Vec<&str> =
            pieces.iter().map(|piece| game.types()[piece.kind().index()].name.as_str()).collect();
        assert_eq!(names, ["queen", "rook", "bishop", "knight", "pawn", "pawn"]);
        assert!(pieces[4].owner() < pieces[5].owner());
    }

    #[test]
    fn clocks_are_short_and_show_tenths_when_it_matters() {
        let shown = |left: u64| {
            let left = Some(Span(left));
            let clock =
                ClockView { left, running: true, delay: Span::ZERO, increment: Span::ZERO, turns_left: None };
            shown_clock(&clock).expect("a clock")
        };
        assert_eq!(shown(7_200_000), "2:00:00");
        assert_eq!(shown(299_950), "4:59");
        assert_eq!(shown(600_000), "10:00");
        assert_eq!(shown(9_560), "0:09.5");
    }
}

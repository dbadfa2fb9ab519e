//! The people at the terminal: what they type is done, what happens is told.

use super::explain::{explain, legal};
use super::live_session::{LiveSession, News};
use super::view::{Worth, screen, status};
use super::words::{self, Line};
use super::{actions, tell};
use crate::screen::{Drawing, Style, draw};
use crate::settings::Settings;
use crate::text::wrap;
use chatura_rules::{Cell, Move, Player};
use chatura_session::{Code, Command, Event, Refusal, Who};

/// What goes on at one terminal.
pub struct Console {
    /// The game.
    pub live: LiveSession,
    /// How things are drawn.
    pub style: Style,
    /// What was set.
    pub settings: Settings,
    /// Whether the board turns to whoever is to move.
    pub turning: bool,
    /// A ply that is looked at instead of the game.
    pub showing: Option<usize>,
    /// The cell that was clicked.
    pub chosen: Option<Cell>,
    /// Whether it is time to leave.
    pub leaving: bool,
    worth: Worth,
}

impl Console {
    /// A terminal at a game.
    pub fn new(live: LiveSession, style: Style, settings: Settings, turning: bool) -> Console {
        let worth = Worth::new(live.session.position().game());
        let (showing, chosen, leaving) = (None, None, false);
        Console { live, style, settings, turning, showing, chosen, leaving, worth }
    }

    /// After another game was put in its place.
    pub fn begin_again(&mut self) {
        self.worth = Worth::new(self.live.session.position().game());
        (self.showing, self.chosen) = (None, None);
        self.style.seen_by = Player(0);
    }

    /// Does what was typed and answers.
    pub fn obey(&mut self, line: &str) -> Vec<String> {
        self.chosen = None;
        match words::read(line) {
            Line::Empty => Vec::new(),
            Line::Action(action, rest) => actions::obey(self, action, rest),
            Line::Move(text) => self.play(text),
        }
    }

    /// Plays a move that was typed, or says why not.
    fn play(&mut self, text: &str) -> Vec<String> {
        if self.showing.is_some() {
            return vec!["This is an earlier position: `show` goes back to the game.".to_owned()];
        }
        let command = Command::play(text);
        match self.live.give(self.live.people(), command) {
            Ok(events) => self.told(&events),
            Err(Refusal { code: Code::IllegalMove, .. }) => {
                vec![format!("{}.", capital(&explain(self.live.session.position(), text)))]
            }
            Err(refusal) => vec![format!("{}.", capital(&refusal.sentence))],
        }
    }

    /// Gives a command to the session and tells what comes of it.
    pub fn give(&mut self, who: Who, command: Command) -> Vec<String> {
        match self.live.give(who, command) {
            Ok(events) => {
                self.showing = None;
                self.told(&events)
            }
            Err(refusal) => vec![format!("{}.", capital(&refusal.sentence))],
        }
    }

    /// Tells events.
    pub fn told(&mut self, events: &[Event]) -> Vec<String> {
        let mut lines = tell::events(&self.live.session, events);
        lines.extend(self.live.archive.trouble());
        lines
    }

    /// Tells what the engine found.
    pub fn heard(&mut self, news: News) -> Vec<String> {
        match news {
            News::Events(events) => self.told(&events),
            news => tell::news(&self.live.session, &news),
        }
    }

    /// A click on a cell: the first chooses a piece, the second says where it goes.
    pub fn click(&mut self, cell: Cell) -> Vec<String> {
        let position = self.live.session.position();
        let own = position.piece(cell).is_some() && position.piece(cell).owner() == position.turn();
        let Some(from) = self.chosen.take() else {
            if own {
                return self.choose(cell);
            }
            return vec![format!("{}: choose one of your pieces first.", position.game().board().name(cell))];
        };
        let goes =
            |mv: &Move| mv.origin() == Some(from) && [mv.goal(), mv.partner_from()].contains(&Some(cell));
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(goes).collect();
        let texts: Vec<String> =
            moves.iter().map(|mv| chatura_rules::notation::format_move(position, *mv)).collect();
        match &texts[..] {
            [one] => {
                let one = one.clone();
                self.play(&one)
            }
            [] if own && cell != from => self.choose(cell),
            [] if cell == from => Vec::new(),
            [] => {
                let names = [from, cell].map(|cell| position.game().board().name(cell));
                vec![format!("{}.", capital(&explain(position, &names.concat())))]
            }
            several => vec![format!("Which: {}?", several.join(", "))],
        }
    }

    /// Chooses a piece and says where it can go.
    fn choose(&mut self, cell: Cell) -> Vec<String> {
        let position = self.live.session.position();
        let name = position.game().board().name(cell);
        let moves: Vec<String> = legal(position, Some(cell)).into_iter().map(|(san, _)| san).collect();
        if moves.is_empty() {
            return vec![format!("The piece on {name} cannot move.")];
        }
        let line = format!("{name} is chosen: {}.", moves.join(", "));
        self.chosen = Some(cell);
        vec![line]
    }

    /// Whose side the board is seen from.
    pub fn seen_by(&self) -> Player {
        let session = &self.live.session;
        match session.turn().filter(|seat| self.turning && self.live.persons().contains(seat)) {
            Some(seat) => seat.player(),
            None => self.style.seen_by,
        }
    }

    /// The screen, with these lines below it.
    pub fn drawing(&self, lines: &[String]) -> Drawing {
        let session = &self.live.session;
        let looked_at = self.showing.and_then(|ply| Some((session.position_at(ply)?, ply)));
        let mut screen =
            screen(&self.live, &self.worth, looked_at.as_ref().map(|(position, ply)| (position, *ply)));
        if let Some(cell) = self.chosen {
            let goes = |mv: &Move| mv.origin() == Some(cell);
            screen.last =
                screen.position.legal_moves().into_iter().filter(goes).filter_map(Move::goal).collect();
            screen.last.push(cell);
        }
        screen.notes = match self.showing {
            Some(ply) => vec![format!("This is how it stood after ply {ply}; `show` goes back to the game.")],
            None => vec![status(session, &self.live)],
        };
        let claim = self.live.session.line().claimable().filter(|_| session.conclusion().is_none());
        screen.notes.extend(claim.map(|outcome| format!("`claim` ends the game: {}.", outcome.sentence)));
        screen.notes.extend(lines.iter().cloned());
        screen.notes = self.fitted(&screen.notes);
        draw(&screen, &Style { seen_by: self.seen_by(), ..self.style })
    }

    /// Lines no wider than the screen.
    pub fn fitted(&self, lines: &[String]) -> Vec<String> {
        let room = self.style.columns.saturating_sub(1);
        let broken = |line: &String| match line.chars().count() > room {
            true => wrap(line, room),
            false => vec![line.clone()],
        };
        lines.iter().flat_map(broken).collect()
    }

    /// What the one who types is called.
    pub fn prompt(&self) -> String {
        let session = &self.live.session;
        let players = session.position().game().players();
        match session.turn() {
            Some(seat) => format!("{}> ", players[seat.index()]),
            None => "> ".to_owned(),
        }
    }

    /// The last line of all: how the game ended.
    pub fn result(&self) -> String {
        match self.live.session.conclusion() {
            Some(conclusion) => format!("result {} {}", conclusion.result, conclusion.sentence),
            None => "result * the game is not finished".to_owned(),
        }
    }
}

/// A sentence that begins with a capital letter, unless it begins with a name of a cell or a move.
pub fn capital(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if text.chars().take_while(|c| !c.is_whitespace()).all(char::is_alphabetic) => {
            first.to_uppercase().chain(characters).collect()
        }
        _ => text.to_owned(),
    }
}

//! Our engine as one who chooses.

use crate::chooser::{Choice, Chooser, Decision, PlayerError, Question};
use crate::engine_settings::EngineSettings;
use chatura_book::Book;
use chatura_rules::Game;
use chatura_rules::random::Random;
use chatura_search::net::Net;
use chatura_search::{Engine, Level, Limits, Options, Report, Stop, Strategy};
use chatura_session::Seat;
use std::sync::Arc;

/// How many positions are looked at to answer an offer of a draw.
const DRAW_NODES: u64 = 20_000;

/// Our engine for one game, with the settings of a player.
pub struct OwnEngine {
    engine: Engine,
    settings: EngineSettings,
    book: Option<Arc<Book>>,
    random: Random,
}

impl OwnEngine {
    /// An engine for a game; to learn it takes a moment.
    pub fn new(game: &Arc<Game>, settings: EngineSettings) -> OwnEngine {
        let random = Random::named("book", settings.options.seed);
        OwnEngine { engine: Engine::new(game, settings.options.clone()), settings, book: None, random }
    }

    /// The game it plays.
    pub fn game(&self) -> &Arc<Game> {
        self.engine.game()
    }

    /// The engine, to ask it other things.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// From now on it thinks with this net, or without one. The net must have been made for its game.
    pub fn set_net(&mut self, net: Option<Arc<Net>>) {
        self.engine.set_net(net);
    }

    /// From now on it plays from a book where that knows moves, or without one.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    /// From now on it thinks with other settings; what it knows of the game it keeps.
    pub fn set_settings(&mut self, settings: EngineSettings) {
        self.settings = settings;
    }

    fn set_options(&mut self, options: Options) {
        if *self.engine.options() != options {
            self.engine.set_options(options);
        }
    }
}

impl Chooser for OwnEngine {
    fn choose(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Decision, PlayerError> {
        let booked =
            self.book.as_ref().and_then(|book| book.choose(question.line.position(), &mut self.random));
        if let Some(mv) = booked {
            return Ok(Decision { choice: Choice::Move(mv), report: None });
        }
        self.set_options(self.settings.options.clone());
        let limits = self.settings.limits_for(question);
        let answer = self.engine.think(question.line, &limits, stop, progress);
        let answer = answer.map_err(|error| PlayerError(error.to_string()))?;
        let best = answer.best.ok_or_else(|| PlayerError("there is no move to choose".to_owned()))?;
        Ok(Decision { choice: Choice::Move(best), report: Some(answer.report) })
    }

    /// It takes a draw where it would not win, as it sees it with all its strength, whatever its level.
    fn agrees_to_draw(
        &mut self,
        question: &Question<'_>,
        seat: Seat,
        stop: &Stop,
    ) -> Result<bool, PlayerError> {
        let strong =
            Options { level: Level::HIGHEST, strategy: Strategy::Full, ..self.settings.options.clone() };
        self.set_options(strong);
        let limits = Limits { time: question.max_time, ..Limits::nodes(DRAW_NODES) };
        let position = question.line.position();
        let own = position.turn() == seat.player();
        if !own && position.playing().count() > 2 {
            // What is good for one of many says nothing of another: it looks at its own prospects as they are.
            let outlook = self.engine.outlook(position).map_err(|error| PlayerError(error.to_string()))?;
            return Ok(outlook.get(seat.player().index()).is_some_and(|score| score.rank() <= 0));
        }
        let answer = self.engine.think(question.line, &limits, stop, &mut |_| {});
        let answer = answer.map_err(|error| PlayerError(error.to_string()))?;
        let score = answer.report.lines.first().map(|line| line.score.rank());
        Ok(score.is_some_and(|score| if own { score <= 0 } else { score >= 0 }))
    }
}

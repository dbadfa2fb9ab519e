//! The Universal Chess Interface: the engine for other programs' boards.

mod command;
mod info;
mod options;
mod show;
mod thought;

use crate::host::{At, Games, Heard, Host, MAX_LINE, NAME, Out, PATIENCE, hear, plain, shown};
use chatura_rules::{Line, notation};
use command::Command;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// Speaks the protocol until `quit` or the end of the input.
pub fn run<W: Write + Send + 'static>(games: &Games<'_>, input: impl BufRead, output: W) -> io::Result<()> {
    let mut session =
        Session { host: Host::new(games), out: Out::new(output), at: At::Start, endless: false };
    let mut input = input;
    loop {
        match hear(&mut input)? {
            Heard::Line(line) => {
                if !session.obey(Command::read(&line))? {
                    break;
                }
            }
            Heard::TooLong => {
                session.say(&format!("info string a line of more than {MAX_LINE} bytes is not read"))?;
            }
            Heard::End => {
                // Whoever asked may still be listening: a thought that ends by itself is finished.
                let ends = !session.endless && !session.host.thinking.stop().is_pondering();
                session.host.thinking.finish(if ends { PATIENCE } else { Duration::ZERO });
                break;
            }
        }
    }
    session.host.thinking.end();
    Ok(())
}

/// Reads a line and does nothing with it, for fuzz tests.
pub(crate) fn read_line(line: &str) {
    let _ = Command::read(line);
}

struct Session<'a, W> {
    host: Host<'a>,
    out: Out<W>,
    at: At,
    /// Whether the thought goes on until it is stopped.
    endless: bool,
}

impl<W: Write + Send + 'static> Session<'_, W> {
    /// Does what a line says; whether to go on.
    fn obey(&mut self, command: Command<'_>) -> io::Result<bool> {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => {
                // Ready means that nothing is left to be worked out; a thought may go on meanwhile.
                if !self.host.thinking.is_under_way()
                    && let Err(problem) = self.host.engine()
                {
                    self.remark(&problem)?;
                }
                self.tell_news()?;
                self.say("readyok")?;
            }
            Command::NewGame => {
                self.host.begin_game();
                self.at = At::Start;
            }
            Command::SetOption { name, value } => self.set_option(name, value)?,
            Command::Position { fen, moves } => {
                self.host.thinking.end();
                if let Err(problem) = self.set_position(fen.as_deref(), &moves) {
                    self.at = At::Nowhere;
                    self.remark(&problem)?;
                }
            }
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.host.thinking.end(),
            Command::PonderHit => self.host.thinking.stop().ponder_hit(),
            Command::Show => self.show()?,
            Command::Flip => self.flip()?,
            Command::Eval => self.evaluate()?,
            Command::Bench(depth) => self.bench(depth)?,
            Command::Load(path) => {
                self.host.thinking.end();
                self.load(path)?;
            }
            Command::Check(path) => self.check(path)?,
            Command::Quit => return Ok(false),
            Command::Nothing => {}
            Command::Unknown(word) => self.remark(&format!("unknown command {}", shown(word)))?,
        }
        Ok(true)
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&format!("id name {NAME}"))?;
        self.say("id author the Chatura authors")?;
        for line in options::describe(&self.host) {
            self.say(&line)?;
        }
        self.say("uciok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.host.thinking.end();
        let plain = plain(name);
        if plain == "variantpath" {
            return self.load(value);
        }
        let before = self.host.settings.game_name().to_owned();
        if let Err(problem) = self.host.set(name, value) {
            return self.remark(&problem);
        }
        if let Some(remark) = self.host.settings.remark() {
            self.remark(&remark)?;
        }
        if self.host.settings.game_name() != before {
            self.at = At::Start;
        }
        match plain.as_str() {
            "variant" => self.describe_variant(),
            // What is wrong with a file is told where it is named.
            "evalfile" | "tablepath" => match self.host.engine().map(drop) {
                Ok(()) => self.tell_news(),
                Err(problem) => self.remark(&problem),
            },
            // Boards that listen know of the other games now.
            "manyplayers" => self.say(&options::variants(&self.host)),
            _ => Ok(()),
        }
    }

    /// Tells boards what they must know of the game.
    fn describe_variant(&mut self) -> io::Result<()> {
        let told = self.host.engine().map(|engine| engine.game().clone());
        match told {
            Ok(game) => self.say(&info::variant(self.host.settings.game_name(), &game))?,
            Err(problem) => self.remark(&problem)?,
        }
        self.tell_news()
    }

    /// Tells which evaluation and which tables the engine uses now, if that has changed.
    fn tell_news(&mut self) -> io::Result<()> {
        for Ok(told) | Err(told) in self.host.news() {
            self.remark(&told)?;
        }
        Ok(())
    }

    /// Takes a definition of the user into the games that can be asked for.
    fn load(&mut self, path: &str) -> io::Result<()> {
        for loaded in self.host.load(path) {
            match loaded {
                Ok(name) => {
                    if self.host.settings.game_name() == name {
                        self.at = At::Start;
                    }
                    self.remark(&format!(
                        "{name} can be played now: setoption name UCI_Variant value {name}"
                    ))?;
                }
                Err(problem) => self.remark(&problem)?,
            }
        }
        Ok(())
    }

    /// Says of each definition of a file whether it is right. A thought goes on meanwhile.
    fn check(&mut self, path: &str) -> io::Result<()> {
        for checked in self.host.check(path) {
            match checked {
                Ok(name) => self.remark(&format!("{name} is right"))?,
                Err(problem) => self.remark(&problem)?,
            }
        }
        Ok(())
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), String> {
        let mut line = self.host.line(fen)?;
        for text in moves {
            let read = notation::parse_move(line.position(), text);
            read.and_then(|mv| Ok(line.play(mv)?)).map_err(|error| error.to_string())?;
        }
        self.at = At::Line(Box::new(line));
        Ok(())
    }

    /// The line told last, or the start of the game; nothing if what was told is none. No thought is under way.
    fn line(&mut self) -> io::Result<Option<Line>> {
        if matches!(self.at, At::Start)
            && let Err(problem) = self.set_position(None, &[])
        {
            self.remark(&problem)?;
        }
        Ok(match &self.at {
            At::Line(line) => Some(line.as_ref().clone()),
            At::Start | At::Nowhere => None,
        })
    }

    fn remark(&mut self, sentence: &str) -> io::Result<()> {
        self.say(&format!("info string {}", sentence.replace('\n', " ")))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.out.say(line)
    }
}

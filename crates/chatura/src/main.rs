//! The program: reads the command line, asks the libraries, prints.

mod backend;
mod cli;
mod commands;
mod failure;
mod interrupt;
mod output;
mod play;
mod screen;
mod settings;
mod text;
mod text_game;

use clap::{CommandFactory, FromArgMatches};
use cli::{Cli, Color, Command};
use commands::Spoken;
use failure::Failure;
use output::Output;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = parse();
    let color = output::wants_color(cli.color, io::stderr().is_terminal());
    // The hook can be set only once and nothing has set it before.
    let _ = miette::set_hook(Box::new(move |_| {
        // Lines are not wrapped, so that a FEN or a path in a message can be copied.
        let options = miette::MietteHandlerOpts::new().color(color).terminal_links(false).wrap_lines(false);
        Box::new(options.build())
    }));
    if let Some(folder) = own_games(&cli) {
        chatura_define::catalogue::include(&folder);
    }
    // A conversation holds standard input and output alone.
    let asked = match cli.command {
        Some(Command::Uci) => Some(commands::engine(Spoken::Uci)),
        Some(Command::Xboard) => Some(commands::engine(Spoken::XBoard)),
        Some(Command::Engine) => Some(commands::engine(Spoken::Either)),
        None if !cli.app => commands::engine_if_asked(),
        _ => None,
    };
    if let Some(code) = asked {
        return code;
    }
    let mut out = Output::new(cli.color);
    let result = run(&cli, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough (`chatura games | head`): that is no failure.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            let _ = writeln!(io::stderr(), "cannot write: {error}");
            ExitCode::FAILURE
        }
        Err(Failure::Usage(sentence)) => {
            let _ = out.flush();
            let _ = writeln!(io::stderr(), "{sentence}");
            ExitCode::from(2)
        }
        Err(Failure::Said) => {
            let _ = out.flush();
            ExitCode::FAILURE
        }
        Err(Failure::Input(reports)) => {
            // What was printed before the mistake comes first.
            let _ = out.flush();
            failure::say(&reports);
            ExitCode::FAILURE
        }
    }
}

/// Where somebody's own games are.
fn own_games(cli: &Cli) -> Option<PathBuf> {
    let (named, data) = match &cli.command {
        Some(Command::Serve(arguments)) => (arguments.games.as_deref(), arguments.data.as_deref()),
        _ => (None, None),
    };
    settings::own_games_folder(named.or(cli.games.as_deref()), data)
}

fn run(cli: &Cli, out: &mut Output) -> Result<(), Failure> {
    match &cli.command {
        Some(command) if cli.app && !matches!(command, Command::Serve(_)) => {
            let help = "write `chatura --app` alone, or `chatura serve --app`";
            Err(Failure::Usage(format!("--app is a window for the page: {help}")))
        }
        None => commands::serve(&cli::Serve::alone(cli.app), out),
        Some(Command::Serve(arguments)) => commands::serve(arguments, out),
        Some(Command::Data(arguments)) => commands::data(arguments, out),
        Some(Command::Games(arguments)) => commands::games(arguments, own_games(cli).as_deref(), out),
        Some(Command::Show(arguments)) => commands::show(arguments, out),
        Some(Command::Check(arguments)) => commands::check(arguments, out),
        Some(Command::Convert(arguments)) => commands::convert(arguments, out),
        Some(Command::Moves(arguments)) => commands::moves(arguments, out),
        Some(Command::Board(arguments)) => commands::board(arguments, out),
        Some(Command::Perft(arguments)) => commands::perft(arguments, out),
        Some(Command::Text(arguments)) => commands::text(arguments, out),
        Some(Command::Play(arguments)) => commands::play(arguments, cli.color, out),
        Some(Command::Watch(arguments)) => commands::watch(arguments, cli.color, out),
        Some(Command::Config(arguments)) => commands::config(arguments, out),
        Some(Command::Analyze(arguments)) => commands::analyze(arguments, out),
        Some(Command::Eval(arguments)) => commands::eval(arguments, out),
        Some(Command::Mobility(arguments)) => commands::mobility(arguments, out),
        Some(Command::Bench(arguments)) => commands::bench(arguments, out),
        Some(Command::Selfplay(arguments)) => commands::selfplay(arguments, out),
        Some(Command::Match(arguments)) => commands::match_engines(arguments, out),
        Some(Command::Book(arguments)) => commands::book(arguments, out),
        Some(Command::Engines(arguments)) => commands::engines(arguments, out),
        Some(Command::Learn(arguments)) => commands::learn(arguments, out),
        Some(Command::Tables(arguments)) => commands::tables(arguments, out),
        Some(Command::Uci | Command::Xboard | Command::Engine) => Ok(()),
    }
}

/// Reads the command line; help and mistakes in it end the program here.
fn parse() -> Cli {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let color = match requested_color(&words) {
        Color::Auto => clap::ColorChoice::Auto,
        Color::Always => clap::ColorChoice::Always,
        Color::Never => clap::ColorChoice::Never,
    };
    let matches = Cli::command().color(color).get_matches();
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The colours asked for, found before the command line is understood: its help has colours too.
fn requested_color(words: &[String]) -> Color {
    let mut following = words.iter().skip(1);
    for word in words {
        let next = following.next();
        let value = match word.split_once('=') {
            Some(("--color", value)) => value,
            _ if word == "--color" => next.map_or("", String::as_str),
            _ => continue,
        };
        match value {
            "always" => return Color::Always,
            "never" => return Color::Never,
            _ => {}
        }
    }
    Color::Auto
}

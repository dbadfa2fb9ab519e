//! Every question this program asks of the libraries, in one place.

use crate::cli::{GameChoice, Placement, PositionChoice};
use crate::failure::Failure;
use chatura_rules::notation;
use chatura_rules::{Cell, Game, Line, Move, Piece, PieceType, Player, Position, Setup};
use chatura_search::net::{Inputs, Net};
use chatura_search::tables::Tables;
use chatura_tournament::Adjudication;
use miette::Report;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use chatura_define::catalogue::Broken;
pub use chatura_define::catalogue::Checked;
pub use chatura_define::catalogue::Entry;
pub use chatura_define::kind::{Difficulty, Family};
pub use chatura_define::{Finding, LoadError, Severity};
pub use chatura_rules::Reach;

/// The catalogue, in the order to show it in.
pub fn catalogue() -> &'static [Entry] {
    chatura_define::catalogue::list()
}

/// What is told of a file in the folder of own games that is no game.
pub fn left_out(broken: &Broken) -> String {
    format!("{} is no game and left out", broken.file.display())
}

/// The games in which every word occurs.
pub fn search(words: &str) -> Vec<&'static Entry> {
    chatura_define::catalogue::search(words)
}

/// The games most like one of the catalogue.
pub fn similar(name: &str) -> Option<Vec<&'static Entry>> {
    chatura_define::catalogue::find(name).map(chatura_define::catalogue::similar)
}

/// Every tag of the catalogue.
pub fn tags() -> Vec<&'static str> {
    chatura_define::catalogue::tags()
}

/// A game, and the number from which its open variables were drawn.
pub struct Loaded {
    /// The game.
    pub game: Arc<Game>,
    seed: u64,
}

impl Loaded {
    /// The seed, if anything was drawn from it.
    pub fn seed(&self) -> Option<u64> {
        has_chance(&self.game).then_some(self.seed)
    }

    /// What was drawn, in a sentence.
    pub fn drawn(&self) -> Option<String> {
        let seed = self.seed()?;
        let drawn = self.game.variables().iter().filter(|variable| variable.drawn);
        let values: Vec<String> = drawn.map(|v| format!("{} = {}", v.name, v.value)).collect();
        Some(format!("{}, drawn at random; --seed {seed} draws it again", values.join(", ")))
    }
}

/// The game of this name, or of this path. Variables left open are drawn, each time otherwise unless a seed is given.
pub fn load(choice: &GameChoice) -> Result<Loaded, Failure> {
    let GameChoice { name, settings, seed } = choice;
    let seed = seed.unwrap_or_else(random_seed);
    let game = chatura_define::load(name, settings, seed).map_err(|error| Failure::Input(reports(&error)))?;
    Ok(Loaded { game, seed })
}

/// Whether something about a game was left to chance.
pub fn has_chance(game: &Game) -> bool {
    game.variables().iter().any(|variable| variable.drawn)
}

/// The game of a name, for other programs: variables that are not set are the same each time; the error in words.
pub fn load_named(name: &str, settings: &[(String, String)]) -> Result<Arc<Game>, String> {
    chatura_define::load(name, settings, 1).map_err(|error| error.to_string())
}

/// A number nobody can foresee, short enough to type.
pub fn random_seed() -> u64 {
    // The keys of a hasher come from the system's source of randomness.
    std::hash::RandomState::new().build_hasher().finish() % 1_000_000
}

/// What is wrong with a definition, each mistake as a report of its own.
pub fn reports(error: &LoadError) -> Vec<Report> {
    error.reports().map(|report| report.clone().into()).collect()
}

/// Reads and compiles a definition file.
pub fn check(path: &Path) -> Result<Checked, LoadError> {
    // A bare `chess` is the file of that name here, not the game of the catalogue.
    let own = Path::new(".").join(path);
    let path = if path.components().count() == 1 && path.extension().is_none() { &own } else { path };
    chatura_define::catalogue::check_path(&path.to_string_lossy())
}

/// The games of a file that holds several; one without a name of its own where the file is the game.
pub fn games_of(path: &Path) -> Vec<PathBuf> {
    let is_ini = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ini"));
    let text = if is_ini { chatura_define::toml::Input::from_path(path).ok() } else { None };
    let names = text.map_or(Vec::new(), |input| chatura_define::ini::games(&input.text));
    match names.len() {
        0 | 1 => vec![path.to_owned()],
        _ => names.iter().map(|name| PathBuf::from(format!("{}:{name}", path.display()))).collect(),
    }
}

/// A game's definition in our own form.
pub fn in_toml(name: &str) -> Result<String, Failure> {
    let input = chatura_define::catalogue::in_toml(name).map_err(|error| Failure::Input(reports(&error)))?;
    if input.is_board_file() {
        let help = "a definition names it: [board] with xml = \"FILE\"".to_owned();
        return Err(Failure::input("a board file stays one", Some(help)));
    }
    Ok(input.text)
}

/// A game's definition as `variants.ini` says it.
pub fn in_ini(name: &str) -> Result<String, Failure> {
    let game = chatura_define::load(name, &[], 1).map_err(|error| Failure::Input(reports(&error)))?;
    chatura_define::ini::write(&game, &game.about().id).map_err(|wrong| {
        let message = format!("variants.ini cannot say this game: {}", wrong.join("; "));
        Failure::input(message, None)
    })
}

/// The net of a file, if one is named and it is one for this game.
pub fn net(game: &Arc<Game>, file: Option<&Path>) -> Result<Option<Arc<Net>>, Failure> {
    let Some(file) = file else { return Ok(None) };
    let wrong = |reason: String| Failure::input(format!("{}: {reason}", file.display()), None);
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let net = Net::from_bytes(&bytes, &Inputs::of(game)).map_err(|error| wrong(error.to_string()))?;
    Ok(Some(Arc::new(net)))
}

/// The endgame tables of a folder, if one is named and they are for this game.
pub fn tables(game: &Arc<Game>, folder: Option<&Path>) -> Result<Option<Arc<Tables>>, Failure> {
    let Some(folder) = folder else { return Ok(None) };
    let tables = Tables::open(game, folder).map_err(|error| Failure::input(error.to_string(), None))?;
    Ok(Some(Arc::new(tables)))
}

/// The endgame tables by which games are ended early, if they are to be.
pub fn tables_to_adjudicate(
    game: &Arc<Game>,
    rules: Option<&Adjudication>,
) -> Result<Option<Arc<Tables>>, Failure> {
    let Some(rules) = rules.filter(|rules| rules.tables.is_some()) else { return Ok(None) };
    if has_chance(game) {
        let message = "--adjudicate tables: every game begins with another army, and tables are for one";
        let help = "say with --set which one, and make tables for it with the same --set";
        return Err(Failure::input(message.to_owned(), Some(help.to_owned())));
    }
    rules.open_tables(game).map_err(|error| Failure::input(format!("--adjudicate tables: {error}"), None))
}

/// The position of a game asked for, with the moves that led to it.
pub fn line(game: &Arc<Game>, choice: &PositionChoice) -> Result<Line, Failure> {
    let mut line = Line::new(position(game, choice.fen.as_deref())?);
    for text in choice.moves.iter().flat_map(|text| text.split_whitespace()) {
        let read = notation::read_move(line.position(), text);
        read.and_then(|mv| Ok(line.play(mv)?)).map_err(|error| wrong_move(&line, &error.to_string()))?;
    }
    Ok(line)
}

/// The position of a FEN, or the start without one.
pub fn position(game: &Arc<Game>, fen: Option<&str>) -> Result<Position, Failure> {
    let Some(fen) = fen else { return Ok(Position::start(game)) };
    let setup = notation::parse_fen(game, fen)
        .map_err(|error| Failure::input(format!("this is no FEN: {error}"), Some(error.help)))?;
    Position::new(game, &setup)
        .map_err(|error| Failure::input(format!("this position cannot be played: {error}"), None))
}

fn wrong_move(line: &Line, error: &str) -> Failure {
    let played = match line.moves().len() {
        0 => String::new(),
        1 => "after one move, ".to_owned(),
        count => format!("after {count} moves, "),
    };
    let help = "`chatura moves` with the moves before it lists what may be played".to_owned();
    Failure::input(format!("{played}{error}"), Some(help))
}

/// The cell of this name.
pub fn cell(game: &Game, name: &str) -> Result<Cell, Failure> {
    game.board().cell(name).ok_or_else(|| {
        let names: Vec<&str> = game.board().cells.iter().map(|cell| cell.name.as_str()).collect();
        let help = match (names.first(), names.last()) {
            (Some(first), Some(last)) => Some(format!("the cells are {first} to {last}")),
            _ => None,
        };
        Failure::input(format!("there is no cell \"{name}\""), help)
    })
}

/// A board with these pieces and nothing else.
pub fn placed(game: &Game, placements: &[Placement]) -> Result<Setup, Failure> {
    let mut cells = vec![Piece::NONE; game.board().len()];
    for placement in placements {
        let at = cell(game, &placement.cell)?;
        if cells[at.index()].is_some() {
            return Err(Failure::input(format!("two pieces stand on {}", placement.cell), None));
        }
        cells[at.index()] = Piece::new(player(game, &placement.player)?, piece_type(game, &placement.piece)?);
    }
    Ok(Setup { cells, ..Setup::default() })
}

/// A player by name, or by number counted from 1.
fn player(game: &Game, text: &str) -> Result<Player, Failure> {
    let by_name = game.players().iter().position(|name| name.eq_ignore_ascii_case(text));
    let number =
        || text.parse().ok().filter(|n: &usize| (1..=game.players().len()).contains(n)).map(|n| n - 1);
    by_name.or_else(number).map(|index| Player(index as u8)).ok_or_else(|| {
        let help = format!("the players are {}", game.players().join(", "));
        Failure::input(format!("there is no player \"{text}\""), Some(help))
    })
}

/// A type by its name, another name it goes by, or its letter.
fn piece_type(game: &Game, text: &str) -> Result<PieceType, Failure> {
    let is = |name: &String| name.eq_ignore_ascii_case(text);
    let types = game.types();
    let named = types.iter().position(|kind| is(&kind.name) || kind.called.iter().any(is));
    named
        .or_else(|| types.iter().position(|kind| is(&kind.letter)))
        .map(|index| PieceType(index as u8))
        .ok_or_else(|| {
            let names: Vec<&str> = types.iter().map(|kind| kind.name.as_str()).collect();
            Failure::input(
                format!("there is no piece \"{text}\""),
                Some(format!("the pieces are {}", names.join(", "))),
            )
        })
}

/// Where the piece on a cell could go before legality, by name.
pub fn destinations(game: &Game, setup: &Setup, from: Cell) -> Result<Vec<String>, Failure> {
    if setup.cells[from.index()].is_none() {
        return Err(Failure::input(format!("nothing stands on {}", game.board().name(from)), None));
    }
    Ok(game.destinations(setup, from).into_iter().map(|to| game.board().name(to).to_owned()).collect())
}

/// A game's board as a board file.
pub fn board_file(game: &Game) -> Result<String, Failure> {
    chatura_define::xml::write(game).map_err(|error| Failure::input(error.message, Some(error.help)))
}

/// A move in coordinates.
pub fn format_move(position: &Position, mv: Move) -> String {
    notation::format_move(position, mv)
}

/// A position as FEN.
pub fn format_fen(position: &Position) -> String {
    notation::format_fen(position)
}

/// The rules in words, one sentence each.
pub fn describe(game: &Game) -> Vec<String> {
    game.describe()
}

//! The tables of a game, and what they say of a position.

use crate::explore::{Ground, Man};
use crate::file::WrongTable;
use crate::fitness::{Unfit, facts, fingerprint};
use crate::material::{MOST_PIECES, Material};
use crate::table::{Statistics, Table, Verdict};
use chatura_rules::arena::{Arena, Visitor, Wanted};
use chatura_rules::rule;
use chatura_rules::{Game, Move, Piece, Position};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs, io};

/// How the files of tables end.
pub(crate) const ENDING: &str = "table";
/// The tables of a folder are together no larger, in bytes.
const MOST_BYTES: u64 = 4 << 30;

/// The tables of a game, in memory.
pub struct Tables {
    pub(crate) ground: Ground,
    pub(crate) fingerprint: u64,
    tables: HashMap<Material, Table>,
    /// How many pieces there are at most where a table may know a position, what belongs to nobody included.
    largest: usize,
    /// Whether what nobody can force is a draw, however often it comes again.
    draws: bool,
}

/// Why a folder gives no tables.
#[derive(Debug)]
pub enum TablesError {
    /// The game can have none.
    Unfit(Unfit),
    /// A file or the folder cannot be read.
    Unread(PathBuf, io::Error),
    /// A file is no table of this game.
    Wrong(PathBuf, WrongTable),
    /// They are too large together.
    TooLarge(PathBuf),
    /// There is none.
    None(PathBuf),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::Unfit(why) => write!(f, "{why}"),
            TablesError::Unread(path, error) => write!(f, "{}: {error}", path.display()),
            TablesError::Wrong(path, error) => write!(f, "{}: {error}", path.display()),
            TablesError::TooLarge(path) => {
                let most = MOST_BYTES >> 30;
                write!(f, "{}: the tables there are larger than {most} GB together", path.display())
            }
            TablesError::None(path) => {
                write!(f, "{}: there is no endgame table; chatura tables makes some", path.display())
            }
        }
    }
}

impl std::error::Error for TablesError {}

impl Tables {
    /// No tables yet, of a game that can have some.
    pub(crate) fn none(game: &Arc<Game>) -> Result<Tables, Unfit> {
        let rules = facts(game);
        let plain = |verdict: rule::Verdict| matches!(verdict, rule::Verdict::None | rule::Verdict::Draw);
        let draws = rules.repetition.is_none_or(|repetition| {
            plain(repetition.verdict)
                && plain(repetition.perpetual_check)
                && plain(repetition.perpetual_chase)
        }) && rules.progress.is_none_or(|(_, verdict)| plain(verdict));
        let ground = Ground::new(game)?;
        Ok(Tables { ground, fingerprint: fingerprint(game), tables: HashMap::new(), largest: 0, draws })
    }

    /// Every table of a folder. One that is damaged or of another game is an error, and so is a folder without any.
    pub fn open(game: &Arc<Game>, folder: &Path) -> Result<Tables, TablesError> {
        let mut tables = Tables::none(game).map_err(TablesError::Unfit)?;
        let mut bytes = 0;
        for path in files(folder).map_err(|error| TablesError::Unread(folder.to_owned(), error))? {
            let unread = |error| TablesError::Unread(path.clone(), error);
            bytes += fs::metadata(&path).map_err(unread)?.len();
            if bytes > MOST_BYTES {
                return Err(TablesError::TooLarge(folder.to_owned()));
            }
            let table = Table::from_bytes(&fs::read(&path).map_err(unread)?, game, tables.fingerprint);
            tables.add(table.map_err(|wrong| TablesError::Wrong(path, wrong))?);
        }
        if tables.tables.is_empty() { Err(TablesError::None(folder.to_owned())) } else { Ok(tables) }
    }

    pub(crate) fn add(&mut self, table: Table) {
        self.largest = self.largest.max(table.material.len() + self.ground.walls());
        self.tables.insert(table.material, table);
    }

    /// Forgets a table.
    pub(crate) fn remove(&mut self, material: &Material) {
        self.tables.remove(material);
    }

    /// The game they are for.
    pub fn game(&self) -> &Arc<Game> {
        self.ground.game()
    }

    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Whether there is a table of this material.
    pub fn has(&self, material: &Material) -> bool {
        self.tables.contains_key(material)
    }

    /// What is known, by material.
    pub(crate) fn materials(&self) -> impl Iterator<Item = &Material> {
        self.tables.keys()
    }

    /// What each table says as a whole, by how many pieces there are and by name.
    pub fn statistics(&self) -> Vec<Statistics> {
        let mut all: Vec<&Table> = self.tables.values().collect();
        all.sort_by_cached_key(|table| (table.material.len(), table.material.name(self.game())));
        all.into_iter().map(|table| table.statistics(&self.ground)).collect()
    }

    pub(crate) fn statistics_of(&self, material: &Material) -> Option<Statistics> {
        self.tables.get(material).map(|table| table.statistics(&self.ground))
    }

    /// What is known of these pieces.
    #[inline(always)]
    pub(crate) fn verdict_of(&self, material: &Material, turn: u8, men: &[Man]) -> Option<Verdict> {
        self.tables.get(material)?.verdict(turn, men)
    }

    /// What is known of a position that is not over: who wins and in how many plies, repetition and what is counted left out.
    #[inline(always)]
    pub fn probe<const W: usize>(&self, arena: &Arena<'_, W>) -> Option<Verdict> {
        if arena.occupied().len() > self.largest { None } else { self.look_up(arena) }
    }

    #[inline(never)]
    fn look_up<const W: usize>(&self, arena: &Arena<'_, W>) -> Option<Verdict> {
        let mut men = [(Piece::NONE, 0); MOST_PIECES];
        let count = self.ground.men(arena, &mut men)?;
        let men = &men[..count];
        if !self.ground.is_plain(arena, men) {
            return None;
        }
        let material = Material::new(men.iter().map(|(piece, _)| *piece))?;
        let verdict = self.verdict_of(&material, arena.turn() as u8, men)?;
        (self.draws || verdict != Verdict::Draw).then_some(verdict)
    }

    /// A move that wins soonest, or loses latest; nothing where it is not known what each move leads to, or nobody wins.
    pub fn best<const W: usize>(&self, arena: &mut Arena<'_, W>) -> Option<Move> {
        let known = arena.ending().is_none().then(|| self.probe(arena)).flatten()?;
        let (Verdict::Win(plies) | Verdict::Loss(plies)) = known else { return None };
        let (mut moves, turn) = (Vec::new(), arena.turn());
        arena.generate(Wanted::All, &mut moves);
        moves.into_iter().find(|mv| {
            let past = arena.play(*mv);
            let won = match (arena.ending(), self.probe(arena)) {
                (Some((player, rule::Verdict::Win)), _) => Some((player == turn, 0)),
                (Some((player, rule::Verdict::Loss)), _) => Some((player != turn, 0)),
                (Some(_), _) => None,
                (None, Some(Verdict::Win(plies))) => Some((arena.turn() == turn, plies)),
                (None, Some(Verdict::Loss(plies))) => Some((arena.turn() != turn, plies)),
                (None, _) => None,
            };
            arena.undo(&past);
            won == Some((matches!(known, Verdict::Win(_)), plies.saturating_sub(1)))
        })
    }

    /// What is known of a position by itself; nothing if it is over.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        self.known(position, false)
    }

    /// What a position is worth however the game came to it: nothing too where a win may come too late, because too many moves
    /// pass without progress.
    pub fn certain(&self, position: &Position) -> Option<Verdict> {
        self.known(position, true)
    }

    fn known(&self, position: &Position, in_time: bool) -> Option<Verdict> {
        let same = Arc::ptr_eq(position.game(), self.game()) && position.outcome().is_none();
        if same { position.enter(Probe { tables: self, in_time }) } else { None }
    }
}

struct Probe<'a> {
    tables: &'a Tables,
    in_time: bool,
}

impl Visitor for Probe<'_> {
    type Output = Option<Verdict>;

    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Option<Verdict> {
        let verdict = self.tables.probe(&arena)?;
        let (Verdict::Win(plies) | Verdict::Loss(plies)) = verdict else { return Some(verdict) };
        let limit = arena.facts().progress.filter(|_| self.in_time);
        let limit = limit.map(|(moves, _)| u32::from(moves) * arena.alive().count_ones());
        let needed = u32::from(arena.halfmoves()) + u32::from(plies);
        limit.is_none_or(|limit| needed < limit).then_some(verdict)
    }
}

/// Where the tables of a game are if nothing is said.
pub fn usual_folder(game: &Game) -> PathBuf {
    PathBuf::from(format!("tables-{}", game.about().id))
}

/// The files of tables in a folder, in the order of their names.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = entries?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
    paths.sort();
    Ok(paths)
}

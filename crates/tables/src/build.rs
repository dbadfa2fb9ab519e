//! Makes tables: those that others need first, each kept as soon as it is done.

use crate::explore::{Ground, Next};
use crate::fitness::{Unfit, facts};
use crate::graph::{Block, Making, Stuck, bytes};
use crate::index::Index;
use crate::material::Material;
use crate::probe::{ENDING, Tables, TablesError, files};
use crate::solve::solve;
use crate::symmetry::{self, identity};
use crate::table::{Codes, Statistics, Table};
use chatura_rules::definition::Royal;
use chatura_rules::random::Random;
use chatura_rules::{Game, NEUTRAL, Piece, PieceType, Player};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

/// From so many numbers on symmetries of the board are looked for; below that nothing need be taken on trust.
const MANY: usize = 1 << 22;
/// So many positions say what others a material leads to, and how many moves there are.
const LOOKED_AT: usize = 3_000;

/// Which tables are wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    /// All with at most so many pieces.
    pub pieces: usize,
    /// Only these and what they need, if any are named.
    pub only: Vec<Material>,
    /// How many bytes making one may take.
    pub memory: u64,
}

/// What is going on.
#[derive(Clone, Debug)]
pub enum Progress {
    /// Moves are written down: so many positions of so many.
    Looking {
        /// What the table is about.
        name: String,
        /// How many are done.
        done: usize,
        /// Of how many.
        of: usize,
    },
    /// Wins are followed back.
    Solving {
        /// What the table is about.
        name: String,
        /// How many plies back.
        plies: usize,
        /// How many positions are decided.
        decided: usize,
    },
    /// A table is done and kept.
    Done(Box<Statistics>),
}

/// Why a table cannot be made.
#[derive(Debug)]
pub enum TableError {
    /// The game can have none.
    Unfit(Unfit),
    /// What is there already cannot be read.
    There(TablesError),
    /// A file cannot be written.
    Unwritten(PathBuf, io::Error),
    /// It would take more memory than it may.
    Memory {
        /// What the table is about.
        name: String,
        /// How many bytes it would take, about.
        needed: u64,
        /// How many there may be.
        most: u64,
    },
    /// The rules remember more than what stands where.
    Counts(String),
    /// Pieces come out of nowhere, or what belongs to nobody moves.
    Strange(String),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
        match self {
            TableError::Unfit(why) => write!(f, "{why}"),
            TableError::There(error) => write!(f, "{error}"),
            TableError::Unwritten(path, error) => write!(f, "{}: {error}", path.display()),
            TableError::Memory { name, needed, most } => {
                let (needed, most) = (megabytes(*needed), megabytes(*most));
                write!(f, "{name} takes at least {needed} MB of memory to make, and {most} MB are allowed")
            }
            TableError::Counts(name) => {
                write!(
                    f,
                    "{name}: the rules remember too much besides what stands where; counters are left out of tables"
                )
            }
            TableError::Strange(name) => {
                write!(
                    f,
                    "{name}: pieces come out of nowhere or belong to nobody and move; tables know no such positions"
                )
            }
        }
    }
}

impl std::error::Error for TableError {}

/// Makes tables in a folder.
pub struct Builder {
    folder: PathBuf,
    tables: Tables,
}

/// What is wanted, as it was tried: whether to go on.
type Tell<'a> = dyn FnMut(&Progress) -> bool + 'a;

impl Builder {
    /// Goes on with what is in a folder, or begins there.
    pub fn open(game: &Arc<Game>, folder: &Path) -> Result<Builder, TableError> {
        let tables = Tables::none(game).map_err(TableError::Unfit)?;
        let unwritten = |error| TableError::Unwritten(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(unwritten)?;
        let tables = match files(folder).map_err(unwritten)?.is_empty() {
            true => tables,
            false => Tables::open(game, folder).map_err(TableError::There)?,
        };
        Ok(Builder { folder: folder.to_owned(), tables })
    }

    /// The tables there are.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Gives the tables away.
    pub fn into_tables(self) -> Tables {
        self.tables
    }

    /// Makes what is wanted and not there yet; whether all of it is there now. `tell` hears what is going on and says whether
    /// to go on; each table that is done by then is kept.
    pub fn build(&mut self, wish: &Wish, tell: &mut Tell<'_>) -> Result<bool, TableError> {
        for material in &wish.only {
            if !self.build_one(*material, wish.memory, tell)? {
                return Ok(false);
            }
        }
        if !wish.only.is_empty() {
            return Ok(true);
        }
        // What promotes is known once tables with fewer pieces are there; then there is more to make.
        loop {
            let wanted = every(&self.tables, wish.pieces);
            let Some(material) = wanted.into_iter().find(|material| !self.tables.has(material)) else {
                return Ok(true);
            };
            if !self.build_one(material, wish.memory, tell)? {
                return Ok(false);
            }
        }
    }

    /// Makes one table and those it needs; whether it was not stopped.
    fn build_one(
        &mut self,
        material: Material,
        memory: u64,
        tell: &mut Tell<'_>,
    ) -> Result<bool, TableError> {
        let mut waiting: Vec<Vec<Material>> = vec![vec![material]];
        while let Some(block) = waiting.last() {
            if block.iter().all(|material| self.tables.has(material)) {
                waiting.pop();
                continue;
            }
            match self.attempt(block, memory, tell)? {
                Attempt::Done => drop(waiting.pop()),
                Attempt::Stopped => return Ok(false),
                Attempt::Needs(material) => {
                    match waiting.iter().position(|block| block.contains(&material)) {
                        None => waiting.push(vec![material]),
                        // What turns into each other and back is made together.
                        Some(at) => {
                            let together: Vec<Material> = waiting.drain(at..).flatten().collect();
                            waiting.push(together);
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    fn attempt(
        &mut self,
        materials: &[Material],
        memory: u64,
        tell: &mut Tell<'_>,
    ) -> Result<Attempt, TableError> {
        let ground = &self.tables.ground;
        let names: Vec<String> = materials.iter().map(|material| material.name(ground.game())).collect();
        let name = names.join(" + ");
        let too_much = |needed: u64| TableError::Memory { name: name.clone(), needed, most: memory };
        let mut indexed = Vec::new();
        let (mut numbers, mut moves) = (0, 0);
        for material in materials {
            let index = index(ground, material).ok_or_else(|| too_much(bytes(crate::index::MOST, 0)))?;
            let glance = self.glance(&index, materials);
            if let Some(needed) = glance.needs {
                return Ok(Attempt::Needs(needed));
            }
            numbers += index.size() as u64;
            moves += (index.size() as f64 * glance.moves) as u64;
            indexed.push((*material, index));
        }
        let needed = bytes(numbers, moves);
        if needed > memory || numbers > crate::index::MOST {
            return Err(too_much(needed));
        }
        let block = Block::new(indexed);
        let graph = Making::new(ground, &block, &self.tables, memory)
            .finish(&mut |done, of| tell(&Progress::Looking { name: name.clone(), done, of }));
        let graph = match graph {
            Ok(graph) => graph,
            Err(Stuck::Needs(needed)) => {
                return Ok(needed.first().map_or(Attempt::Stopped, |m| Attempt::Needs(*m)));
            }
            Err(Stuck::Stopped) => return Ok(Attempt::Stopped),
            Err(Stuck::Memory(needed)) => return Err(too_much(needed)),
            Err(Stuck::Counts) => return Err(TableError::Counts(name)),
            Err(Stuck::Strange) => return Err(TableError::Strange(name)),
        };
        let codes = solve(graph, &mut |plies, decided| {
            tell(&Progress::Solving { name: name.clone(), plies, decided })
        });
        let Some(codes) = codes else { return Ok(Attempt::Stopped) };
        let mut goes_on = true;
        for (material, index, begin) in block.materials {
            let codes = Codes::new(&codes[begin..begin + index.size()]);
            let table = Table { material, index, codes };
            self.keep(&table)?;
            self.tables.add(table);
            if let Some(statistics) = self.tables.statistics_of(&material) {
                goes_on &= tell(&Progress::Done(Box::new(statistics)));
            }
        }
        Ok(if goes_on { Attempt::Done } else { Attempt::Stopped })
    }

    /// Looks at some positions of a material, before all of them are looked at.
    fn glance(&self, index: &Index, own: &[Material]) -> Glance {
        let ground = &self.tables.ground;
        let mut dice = Random::named("glance", 1);
        let (mut next, mut moves) = (Vec::new(), 0);
        for _ in 0..LOOKED_AT {
            let there = index.position(dice.below(index.size()));
            let Some(position) = there.and_then(|(turn, men)| ground.position(&men, turn)) else { continue };
            ground.explore(&position, &mut next);
            moves += next.len();
            for next in &next {
                let Next::Goes { men, count, more: None, .. } = next else { continue };
                let pieces = men[..usize::from(*count)].iter().map(|(piece, _)| *piece);
                let Some(material) = Material::new(pieces) else { continue };
                if !own.contains(&material) && !self.tables.has(&material) {
                    return Glance { needs: Some(material), moves: 0.0 };
                }
            }
        }
        Glance { needs: None, moves: moves as f64 / LOOKED_AT as f64 }
    }

    /// Writes a table so that there is either all of it or none.
    fn keep(&self, table: &Table) -> Result<(), TableError> {
        let plain = |letter: char| {
            if letter.is_ascii_alphanumeric() {
                letter.to_string()
            } else {
                format!("_{:x}_", u32::from(letter))
            }
        };
        let name: String = table.material.name(self.tables.game()).chars().map(plain).collect();
        let path = self.folder.join(format!("{name}.{ENDING}"));
        let beside = path.with_extension("new");
        let bytes = table.to_bytes(self.tables.fingerprint);
        fs::write(&beside, bytes)
            .and_then(|()| fs::rename(&beside, &path))
            .map_err(|error| TableError::Unwritten(path, error))
    }
}

enum Attempt {
    Done,
    Needs(Material),
    Stopped,
}

struct Glance {
    needs: Option<Material>,
    /// How many moves there are at a number, on average.
    moves: f64,
}

/// Numbers for a material: with symmetries where there would be very many.
fn index(ground: &Ground, material: &Material) -> Option<Index> {
    let cells = ground.game().board().len();
    let plain = Index::new(material, cells, vec![identity(cells)]);
    match plain {
        Some(plain) if plain.size() <= MANY => Some(plain),
        _ => Index::new(material, cells, symmetry::of(ground, material)),
    }
}

/// Every material of at most so many pieces in which both sides have some, and their royals: smaller ones first. Types are
/// those there are at the start, and those that tables tell of.
fn every(tables: &Tables, most: usize) -> Vec<Material> {
    let game = tables.game();
    let mut types: [Vec<PieceType>; 2] = [Vec::new(), Vec::new()];
    let at_start =
        game.start().cells.iter().copied().filter(|piece| piece.is_some() && piece.owner() != NEUTRAL);
    let later = tables.materials().flat_map(|material| material.pieces().iter().copied());
    for piece in at_start.chain(later) {
        let own = &mut types[piece.owner().index() & 1];
        if !own.contains(&piece.kind()) {
            own.push(piece.kind());
        }
    }
    let sides: Vec<Vec<Vec<Piece>>> = types
        .iter_mut()
        .enumerate()
        .map(|(player, types)| {
            types.sort_unstable();
            let mut sides = vec![Vec::new()];
            let mut all = Vec::new();
            for _ in 0..most.saturating_sub(1) {
                sides = sides.iter().flat_map(|side| with_one_more(side, player as u8, types)).collect();
                all.extend(sides.iter().filter(|side| has_royals(tables, side, player as u8)).cloned());
            }
            all
        })
        .collect();
    let mut every: Vec<Material> = sides[0]
        .iter()
        .flat_map(|first| sides[1].iter().map(move |second| (first, second)))
        .filter(|(first, second)| first.len() + second.len() <= most)
        .filter_map(|(first, second)| Material::new(first.iter().chain(second).copied()))
        .collect();
    every.sort_by_key(|material| (material.len(), *material));
    every.dedup();
    every
}

/// A side with each of these types added, none twice.
fn with_one_more(side: &[Piece], player: u8, types: &[PieceType]) -> Vec<Vec<Piece>> {
    let last = side.last().map(|piece| piece.kind());
    let later = types.iter().filter(|kind| last.is_none_or(|last| **kind >= last));
    later.map(|kind| side.iter().copied().chain([Piece::new(Player(player), *kind)]).collect()).collect()
}

/// Whether a side has at least one of each royal it begins with, and no more than it begins with.
fn has_royals(tables: &Tables, side: &[Piece], player: u8) -> bool {
    let game = tables.game();
    let needed = facts(game).safety;
    (0..game.types().len() as u8).map(|kind| Piece::new(Player(player), PieceType(kind))).all(|piece| {
        let count = |pieces: &[Piece]| pieces.iter().filter(|other| **other == piece).count();
        let (had, has) = (count(&game.start().cells), count(side));
        let royal = game.types()[piece.kind().index()].royal == Royal::Yes;
        !royal || has <= had && (has > 0 || had == 0 || !needed)
    })
}

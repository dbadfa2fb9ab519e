//! Which inputs the net of a game has.

use chatura_rules::arena::{Arena, Visitor};
use chatura_rules::set::CellSet;
use chatura_rules::{Cell, Game, NEUTRAL, Piece, Player, Position};
use std::sync::Arc;

/// Of what rules count, so many numbers are told apart.
const COUNTED: usize = 8;

/// The inputs of a game's net.
///
/// A *fact* is something that is so in a position, whoever looks: a piece on a cell or waiting off the board, a
/// player who is out, a number that a rule counts. A *row* is what it is to one seat: mine or the next player's, and on which
/// cell as I see the board. Seats that see the same game share their rows; where the board turned round is another, each
/// seat has its own.
#[derive(Debug, PartialEq, Eq)]
pub struct Inputs {
    pub(crate) players: usize,
    types: usize,
    cells: usize,
    /// Where pieces can be: the cells and, where there are any, places off the board.
    spots: usize,
    /// How many numbers rules keep in a position.
    counted: usize,
    facts: usize,
    rows: usize,
    /// By seat × facts: the row.
    table: Vec<u32>,
    /// How many pieces there are at the start, held ones included.
    pub(crate) pieces: usize,
    /// A number that is different for another game.
    fingerprint: u64,
}

impl Inputs {
    /// The inputs of a game.
    pub fn of(game: &Arc<Game>) -> Arc<Inputs> {
        Arc::new(Position::start(game).enter(Work))
    }

    /// How many look at the board.
    pub fn perspectives(&self) -> usize {
        self.players
    }

    /// With the eyes of how many seats the last layer looks: both of two, or each of many by itself.
    pub fn eyes(&self) -> usize {
        if self.players == 2 { 2 } else { 1 }
    }

    /// How many rows of weights there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// A number that is different for another game.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// What a fact is to a seat.
    #[inline(always)]
    pub fn row(&self, seat: usize, fact: u32) -> usize {
        self.table[seat * self.facts + fact as usize] as usize
    }

    /// How many pieces there are at the start.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// No weight of the first layer may be larger, so that the sum over all that can be on the board fits.
    pub(crate) fn largest_weight(&self) -> i16 {
        (i32::from(i16::MAX) / (self.pieces as i32 + 12)).min(505) as i16
    }

    /// That a piece is at a spot.
    #[inline(always)]
    pub(crate) fn at(&self, piece: Piece, spot: usize) -> u32 {
        let owner = if piece.owner() == NEUTRAL { self.players } else { piece.owner().index() };
        ((owner * self.types + piece.kind().index()) * self.spots + spot) as u32
    }

    fn behind_pieces(&self) -> usize {
        (self.players + 1) * self.types * self.spots
    }

    /// That a player is out.
    #[inline(always)]
    pub(crate) fn out(&self, player: usize) -> u32 {
        (self.behind_pieces() + player) as u32
    }

    /// That a rule has counted so far.
    #[inline(always)]
    pub(crate) fn counted(&self, index: usize, number: u8) -> u32 {
        let number = usize::from(number).min(COUNTED - 1);
        (self.behind_pieces() + self.players + index * COUNTED + number) as u32
    }

    /// Everything that is so in a position.
    pub(crate) fn facts<const W: usize>(&self, arena: &Arena<'_, W>, facts: &mut Vec<u32>) {
        facts.clear();
        facts.extend(arena.occupied().into_iter().map(|cell| self.at(arena.piece(cell), cell)));
        for player in 0..self.players {
            facts.extend(arena.off_board(player).map(|(piece, spot)| self.at(piece, spot)));
            if arena.alive() >> player & 1 == 0 {
                facts.push(self.out(player));
            }
        }
        facts.extend(arena.memory().iter().enumerate().map(|(index, number)| self.counted(index, *number)));
    }
}

struct Work;

impl Visitor for Work {
    type Output = Inputs;

    fn visit<const W: usize>(self, arena: Arena<'_, W>) -> Inputs {
        let game = arena.game();
        let (players, types, cells) = (game.players().len(), game.types().len(), game.board().len());
        let waiting: usize = (0..players).map(|player| arena.off_board(player).count()).sum();
        let mut inputs = Inputs {
            players,
            types,
            cells,
            spots: arena.spots(),
            counted: arena.memory().len(),
            facts: 0,
            rows: 0,
            table: Vec::new(),
            pieces: (arena.occupied().len() + waiting).max(1),
            fingerprint: 0,
        };
        inputs.facts = inputs.behind_pieces() + players + inputs.counted * COUNTED;
        let alike = is_alike(&arena);
        inputs.rows = inputs.facts * if alike { 1 } else { players };
        for seat in 0..players {
            let own = inputs.seen_by(&arena, seat).into_iter();
            let first = if alike { 0 } else { seat * inputs.facts };
            inputs.table.extend(own.map(|row| (first + row) as u32));
        }
        inputs.fingerprint = fingerprint(&arena, &inputs);
        inputs
    }
}

impl Inputs {
    /// By fact what it is to a seat: the same fact, told of the players from this seat on, on the first player's board.
    fn seen_by<const W: usize>(&self, arena: &Arena<'_, W>, seat: usize) -> Vec<usize> {
        // Off the board everybody sees the same.
        let mut back: Vec<usize> = (0..self.spots).collect();
        for cell in 0..self.cells {
            back[arena.game().view(Player(seat as u8), Cell(cell as u16)).index()] = cell;
        }
        let turned = |player: usize| (player + self.players - seat) % self.players;
        let mut rows = Vec::with_capacity(self.facts);
        for owner in 0..=self.players {
            let owner = if owner == self.players { owner } else { turned(owner) };
            for kind in 0..self.types {
                rows.extend(back.iter().map(|spot| (owner * self.types + kind) * self.spots + spot));
            }
        }
        let mut behind = rows.len();
        rows.extend((0..self.players).map(|player| behind + turned(player)));
        behind += self.players;
        // What is counted for each player is counted from this seat on, too.
        for (first, count) in arena.memory_parts() {
            for index in 0..count {
                let own = if count == self.players { turned(index) } else { index };
                rows.extend((0..COUNTED).map(|number| behind + (first + own) * COUNTED + number));
            }
        }
        rows
    }
}

/// Whether every seat sees the same game: its pieces go as the first player's do, on the board as it sees it.
fn is_alike<const W: usize>(arena: &Arena<'_, W>) -> bool {
    let game = arena.game();
    let reach = |player: usize, kind: usize, cell: usize| -> CellSet<W> {
        arena.reach(player, kind, cell, CellSet::EMPTY, CellSet::EMPTY)
            | arena.reach(player, kind, cell, arena.all(), arena.all())
    };
    (1..game.players().len()).all(|player| {
        let seen = |cell: usize| game.view(Player(player as u8), Cell(cell as u16)).index();
        (0..game.types().len()).all(|kind| {
            (0..game.board().len()).all(|cell| {
                let own: CellSet<W> =
                    reach(0, kind, cell).into_iter().map(|to| Cell(seen(to) as u16)).collect();
                own == reach(player, kind, seen(cell))
            })
        })
    })
}

/// A cell as bytes: one, and a second where it takes two.
fn bytes_of(cell: usize) -> Vec<u8> {
    cell.to_le_bytes()[..1 + usize::from(cell > 255)].to_vec()
}

/// A number of everything that gives the inputs their meaning: names of cells and types, how these go, how many of each
/// there are at the start, and what the rules say about taking and winning.
fn fingerprint<const W: usize>(arena: &Arena<'_, W>, inputs: &Inputs) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for byte in bytes {
            sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    let game = arena.game();
    for cell in &game.board().cells {
        add(cell.name.as_bytes());
        add(&[0]);
    }
    for (kind, info) in game.types().iter().enumerate() {
        add(info.name.as_bytes());
        add(&[0]);
        for cell in 0..inputs.cells {
            let reach = arena.reach(0, kind, cell, CellSet::EMPTY, CellSet::EMPTY);
            reach.into_iter().for_each(|to| add(&bytes_of(to)));
        }
    }
    for (player, kind) in (0..inputs.players).flat_map(|p| (0..inputs.types).map(move |kind| (p, kind))) {
        add(&[arena.of(player, kind).len() as u8]);
    }
    let rules = arena.facts();
    add(&rules.sides);
    let yes = [rules.must_capture, rules.takes_along, rules.takes_to_hand, rules.no_checks, rules.safety];
    add(&yes.map(u8::from));
    add(&[rules.moves_per_turn, rules.checkmate as u8, rules.stalemate as u8]);
    if rules.losing || rules.vital {
        add(&[1, rules.losing.into()]);
    }
    if let Some(goal) = &rules.goal {
        add(&[2, goal.verdict as u8]);
        goal.of.iter().for_each(|kind| add(&[kind.0]));
        goal.zones.iter().for_each(|zone| zone.into_iter().for_each(|cell| add(&bytes_of(cell))));
    }
    if rules.ranked {
        add(&[3]);
    }
    for row in &inputs.table {
        add(&row.to_le_bytes());
    }
    sum
}

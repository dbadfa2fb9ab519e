//! Which inputs the net of a game has.

use chatura_rules::arena::{Arena, Visitor};
use chatura_rules::set::CellSet;
use chatura_rules::{Cell, Game, NEUTRAL, Piece, Player, Position};
use std::sync::Arc;

/// Of what is held, so many of a type are told apart.
const HELD: usize = 8;
/// Of what rules count, so many numbers are told apart.
const COUNTED: usize = 8;

/// The inputs of a game's net.
///
/// A *fact* is something that is so in a position, whoever looks: a piece on a cell, the third pawn in somebody's hand, a
/// player who is out, a number that a rule counts. A *row* is what it is to one seat: mine or the next player's, and on which
/// cell as I see the board. Seats that see the same game share their rows; where the board turned round is another, each
/// seat has its own.
#[derive(Debug, PartialEq, Eq)]
pub struct Inputs {
    pub(crate) players: usize,
    types: usize,
    cells: usize,
    held: usize,
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

    /// That a piece stands on a cell.
    #[inline(always)]
    pub(crate) fn on_board(&self, piece: Piece, cell: usize) -> u32 {
        let owner = if piece.owner() == NEUTRAL { self.players } else { piece.owner().index() };
        ((owner * self.types + piece.kind().index()) * self.cells + cell) as u32
    }

    /// That a player holds at least so many of the type at a place in the hand.
    #[inline(always)]
    pub(crate) fn in_hand(&self, player: usize, place: usize, count: usize) -> Option<u32> {
        let board = (self.players + 1) * self.types * self.cells;
        (1..=HELD).contains(&count).then(|| (board + (player * self.held + place) * HELD + count - 1) as u32)
    }

    fn behind_hands(&self) -> usize {
        (self.players + 1) * self.types * self.cells + self.players * self.held * HELD
    }

    /// That a player is out.
    #[inline(always)]
    pub(crate) fn out(&self, player: usize) -> u32 {
        (self.behind_hands() + player) as u32
    }

    /// That a rule has counted so far.
    #[inline(always)]
    pub(crate) fn counted(&self, index: usize, number: u8) -> u32 {
        let number = usize::from(number).min(COUNTED - 1);
        (self.behind_hands() + self.players + index * COUNTED + number) as u32
    }

    /// Everything that is so in a position.
    pub(crate) fn facts<const W: usize>(&self, arena: &Arena<'_, W>, facts: &mut Vec<u32>) {
        facts.clear();
        facts.extend(arena.occupied().into_iter().map(|cell| self.on_board(arena.piece(cell), cell)));
        for player in 0..self.players {
            for place in 0..self.held {
                let held = usize::from(arena.held(player, place));
                facts.extend((1..=held.min(HELD)).filter_map(|count| self.in_hand(player, place, count)));
            }
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
        let held = arena.held_types().len();
        let in_hands: usize = (0..players)
            .flat_map(|p| (0..held).map(move |h| (p, h)))
            .map(|(p, h)| usize::from(arena.held(p, h)))
            .sum();
        let mut inputs = Inputs {
            players,
            types,
            cells,
            held,
            counted: arena.memory().len(),
            facts: 0,
            rows: 0,
            table: Vec::new(),
            pieces: (arena.occupied().len() + in_hands).max(1),
            fingerprint: 0,
        };
        inputs.facts = inputs.behind_hands() + players + inputs.counted * COUNTED;
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
        let mut back = vec![0; self.cells];
        for cell in 0..self.cells {
            back[arena.game().view(Player(seat as u8), Cell(cell as u8)).index()] = cell;
        }
        let turned = |player: usize| (player + self.players - seat) % self.players;
        let mut rows = Vec::with_capacity(self.facts);
        for owner in 0..=self.players {
            let owner = if owner == self.players { owner } else { turned(owner) };
            for kind in 0..self.types {
                rows.extend(back.iter().map(|cell| (owner * self.types + kind) * self.cells + cell));
            }
        }
        let mut behind = rows.len();
        for each in [self.held * HELD, 1] {
            for player in 0..self.players {
                rows.extend((0..each).map(|index| behind + turned(player) * each + index));
            }
            behind += self.players * each;
        }
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
        let seen = |cell: usize| game.view(Player(player as u8), Cell(cell as u8)).index();
        (0..game.types().len()).all(|kind| {
            (0..game.board().len()).all(|cell| {
                let own: CellSet<W> =
                    reach(0, kind, cell).into_iter().map(|to| Cell(seen(to) as u8)).collect();
                own == reach(player, kind, seen(cell))
            })
        })
    })
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
            reach.into_iter().for_each(|to| add(&[to as u8]));
        }
    }
    arena.held_types().iter().for_each(|kind| add(&[kind.0]));
    for (player, kind) in (0..inputs.players).flat_map(|p| (0..inputs.types).map(move |kind| (p, kind))) {
        add(&[arena.of(player, kind).len() as u8]);
    }
    let rules = arena.facts();
    add(&rules.sides);
    let yes = [rules.must_capture, rules.takes_along, rules.takes_to_hand, rules.no_checks, rules.safety];
    add(&yes.map(u8::from));
    add(&[rules.moves_per_turn, rules.checkmate as u8, rules.stalemate as u8]);
    if let Some(extinction) = &rules.extinction {
        add(&[1, extinction.down_to as u8, extinction.together.into(), extinction.verdict as u8]);
        extinction.of.iter().for_each(|kind| add(&[kind.0]));
    }
    if let Some(goal) = &rules.goal {
        add(&[2, goal.verdict as u8]);
        goal.of.iter().for_each(|kind| add(&[kind.0]));
        goal.zones.iter().for_each(|zone| zone.into_iter().for_each(|cell| add(&[cell as u8])));
    }
    if let Some(points) = &rules.points {
        add(&[3]);
        points.captures.iter().for_each(|worth| add(&worth.to_le_bytes()));
    }
    for row in &inputs.table {
        add(&row.to_le_bytes());
    }
    sum
}

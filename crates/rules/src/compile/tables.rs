//! The compiled tables that move generation reads: flat, by player, type and cell.

use crate::cell::MAX_PLAYERS;
use crate::compile::lookup::Lookup;
use crate::movement::trie::Trie;
use crate::position::state::State;
use crate::set::CellSet;
use smallvec::SmallVec;
use std::sync::Arc;

/// Everything generation needs, for boards of `W` words.
#[derive(Debug)]
pub(crate) struct Tables<const W: usize> {
    /// The number of cells.
    pub cells: usize,
    /// The number of players.
    pub players: usize,
    /// Every cell.
    pub all: CellSet<W>,
    /// How each player's types move: `movers[player * types + type]`.
    pub movers: Vec<Mover<W>>,
    /// The number of types.
    pub types: usize,
    /// Who can take whose pieces and how, by the taker.
    pub attackers: Vec<Attackers<W>>,
    /// The trails that moves leave.
    pub trails: Vec<Trail<W>>,
    /// Lists of cells cleared in passing by moves of several legs.
    pub sweeps: Vec<CellSet<W>>,
    /// Players who can hurt each player.
    pub foes: [Box<[u8]>; MAX_PLAYERS],
    /// Players on the same side, a bit each, oneself included.
    pub side: [u8; MAX_PLAYERS],
    /// Types whose every piece is royal.
    pub royal: Types,
    /// Types whose last piece is royal.
    pub last_royal: Types,
    /// Types that belong to nobody, stay where they are and cannot be taken.
    pub walls: Types,
    /// How many bytes rules keep in a position.
    pub memory: usize,
    /// Whether a royal may not be left attacked.
    pub safety: bool,
    /// Whether some attack is no plain leap or ray, so that single moves may have to be tested.
    pub intricate: bool,
    /// Whether two players move in turn, one move each, and nothing makes captures or checks special.
    pub orthodox: bool,
    /// What happens to moves besides the plain ones.
    pub rules: RuleTables<W>,
    /// Keys of pieces on cells, by piece code × cells.
    pub keys: Keys,
}

/// A set of piece types.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Types(pub u64);

impl Types {
    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a type is among them.
    #[inline(always)]
    pub const fn has(self, kind: usize) -> bool {
        self.0 >> (kind & 63) & 1 != 0
    }
}

impl Iterator for Types {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let kind = self.0.trailing_zeros() as u8;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            kind
        })
    }
}

impl FromIterator<u8> for Types {
    fn from_iter<T: IntoIterator<Item = u8>>(kinds: T) -> Self {
        Types(kinds.into_iter().fold(0, |set, kind| set | 1 << kind))
    }
}

/// Rules in the form generation and play read them.
#[derive(Debug, Default)]
pub(crate) struct RuleTables<const W: usize> {
    /// How types promote: by `player * types + type`.
    pub promotions: Vec<SmallVec<[crate::rule::promotion::PromotionTable<W>; 1]>>,
    /// Royal types that a piece can become: such moves are tested by playing them.
    pub crowned: Types,
    /// Castling, if there is any.
    pub castling: Option<crate::rule::castling::CastlingTable<W>>,
    /// Drops, if there are any.
    pub drops: Option<crate::rule::drops::DropTable<W>>,
    /// Explosions, if there are any.
    pub blast: Option<crate::rule::blast::BlastTable<W>>,
    /// Bringing pieces in behind a move.
    pub gating: Option<crate::rule::gating::GatingTable<W>>,
    /// Captures come before other moves.
    pub must_capture: bool,
    /// A royal is attacked by whatever could take it, and by nothing else.
    pub plain_attacks: bool,
    /// No move may attack an enemy royal.
    pub no_checks: bool,
    /// Which of the player's cells count as progress for the move counter: types.
    pub progress: u64,
    /// Whether pieces remember that they moved.
    pub unmoved: bool,
    /// Who is out, in games for more than two.
    pub seats: Option<crate::rule::elimination::SeatTable>,
    /// What holds while there are several royals of a type of which only the last counts.
    pub several: Option<crate::rule::several_royals::SeveralTable>,
    /// Rules that listen to what happens.
    pub listeners: crate::rule::behaviour::Listeners<W>,
    /// Types that neither chase nor are chased.
    pub chase_exempt: Types,
}

/// How pieces of one type and player move.
#[derive(Debug, Clone)]
pub(crate) struct Mover<const W: usize> {
    /// The type.
    pub kind: u8,
    /// Which of the parts below there are.
    pub form: Form,
    /// How the moves of all its pieces are made together.
    pub bulk: Bulk,
    /// Whether it can promote.
    pub promotes: bool,
    /// Whether some of its leaps leave a trail.
    pub leaves_trail: bool,
    /// Whether a move that begins in the zone promotes too.
    pub leaves: bool,
    /// Where it may or must promote.
    pub promotion_zone: CellSet<W>,
    /// Leaps to empty cells, by cell; empty if none.
    pub quiet: Box<[CellSet<W>]>,
    /// Rays to empty cells and captures.
    pub rays: Rays<W>,
    /// The same steps for many pieces at once, where that is all there is ([`Bulk::Shifts`]).
    pub shifts: Shifts<W>,
    /// Whatever else there is.
    pub more: Box<MoreMoves<W>>,
}

/// The less common parts of a movement.
#[derive(Debug, Clone, Default)]
pub(crate) struct MoreMoves<const W: usize> {
    /// Leaps that take.
    pub capture: Vec<CellSet<W>>,
    /// Rays to empty cells only.
    pub quiet_rays: Rays<W>,
    /// Rays that only take.
    pub capture_rays: Rays<W>,
    /// Lines on which it moves behind the first piece met.
    pub hop_quiet: Rays<W>,
    /// Lines on which it takes behind the first piece met.
    pub hop_capture: Rays<W>,
    /// Leaps that need empty cells under them.
    pub lame: Vec<SmallVec<[LameLeap<W>; 4]>>,
    /// Cells on which it takes what passed over them.
    pub take_passed: Vec<CellSet<W>>,
    /// Whatever is none of the above.
    pub tries: Vec<Trie>,
    /// Extra moves of pieces that never moved.
    pub unmoved: Vec<Trie>,
}

/// How the moves of all pieces of a type are made, while none of them needs a test of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bulk {
    /// All pieces at once.
    Shifts,
    /// Nothing but leaps.
    Leaps,
    /// Nothing but rays.
    Rays,
    /// Nothing but these two.
    LeapsAndRays,
    /// There is more to it: promotion, trails, a trie.
    Single,
}

/// The form of a movement, so that the common ones take one branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Leaps that move and take alike.
    Leaps,
    /// Rays that move and take alike.
    Rays,
    /// Both.
    LeapsAndRays,
    /// Anything else.
    Mixed,
}

/// A leap that needs empty cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LameLeap<const W: usize> {
    /// All of these must be empty.
    pub need: CellSet<W>,
    /// Where it may go if empty.
    pub quiet: CellSet<W>,
    /// Where it may take.
    pub capture: CellSet<W>,
    /// One more than the trail it leaves, 0 for none.
    pub trail: u16,
}

/// The cells a move passed over, and where the piece then stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Trail<const W: usize> {
    /// The cells passed over.
    pub over: CellSet<W>,
    /// Where the piece now stands.
    pub to: u16,
}

/// Steps of one direction for a whole set of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shift<const W: usize> {
    /// How far cell numbers move.
    pub delta: i32,
    /// From where.
    pub from: CellSet<W>,
    /// Cells that must be empty, as distances; 0 for none.
    pub need: [i32; 2],
    /// By origin, one more than the trail left; empty if none.
    pub trail: Vec<u16>,
}

/// A movement made of such steps only.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shifts<const W: usize> {
    /// Steps to empty cells.
    pub quiet: Vec<Shift<W>>,
    /// Steps that take.
    pub capture: Vec<Shift<W>>,
}

/// Lines from each cell, as masks: the cells of a line whose numbers only rise, or only fall.
#[derive(Debug, Clone)]
pub(crate) struct Rays<const W: usize> {
    /// Blocks of four lines a cell.
    pub blocks: usize,
    /// For each cell its blocks: two rising lines, then two falling ones; an empty line does no harm.
    pub masks: Box<[[CellSet<W>; 4]]>,
    /// Lines that rise and fall: for each cell some lines, each a chain of runs.
    pub chains: Vec<Vec<Vec<Run<W>>>>,
    /// The same as the masks, looked up; nothing where that does not pay.
    pub lookups: [Option<Arc<Lookup>>; 2],
}

/// A piece of a line whose numbers only rise, or only fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run<const W: usize> {
    /// Its cells.
    pub mask: CellSet<W>,
    /// Whether they rise.
    pub rising: bool,
}

impl<const W: usize> Default for Rays<W> {
    fn default() -> Self {
        Rays { blocks: 0, masks: Box::new([]), chains: Vec::new(), lookups: [None, None] }
    }
}

impl<const W: usize> Rays<W> {
    /// Whether there is no line at all.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.masks.is_empty() && self.chains.is_empty()
    }

    /// Every cell up to and including the first occupied one on each line.
    #[inline(always)]
    pub fn reach(&self, cell: usize, occupied: CellSet<W>) -> CellSet<W> {
        if W > 1 {
            return self.masked_reach(cell, occupied);
        }
        let Some(lookup) = &self.lookups[0] else { return self.masked_reach_apart(cell, occupied) };
        let mut set = CellSet::EMPTY;
        set.0[0] = lookup.reach(cell, occupied.0[0]);
        if let Some(lookup) = &self.lookups[1] {
            set.0[0] |= lookup.reach(cell, occupied.0[0]);
        }
        set
    }

    /// The same where a board of one word has no tables: rare, and it takes registers from those that have.
    #[inline(never)]
    fn masked_reach_apart(&self, cell: usize, occupied: CellSet<W>) -> CellSet<W> {
        self.masked_reach(cell, occupied)
    }

    #[inline(always)]
    fn masked_reach(&self, cell: usize, occupied: CellSet<W>) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for &[rise, climb, fall, sink] in &self.masks[cell * self.blocks..][..self.blocks] {
            set |= (rise & (rise & occupied).up_to_lowest()) | (climb & (climb & occupied).up_to_lowest());
            set |= (fall & (fall & occupied).from_highest()) | (sink & (sink & occupied).from_highest());
        }
        if !self.chains.is_empty() {
            set |= self.chain_reach(cell, occupied);
        }
        set
    }

    #[inline(never)]
    fn chain_reach(&self, cell: usize, occupied: CellSet<W>) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for chain in &self.chains[cell] {
            for run in chain {
                let blockers = run.mask & occupied;
                let open = if run.rising { blockers.up_to_lowest() } else { blockers.from_highest() };
                set |= run.mask & open;
                if blockers.any() {
                    break;
                }
            }
        }
        set
    }

    /// The cells behind the first piece on each line, up to and including the second piece.
    pub fn hop(&self, cell: usize, occupied: CellSet<W>) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for block in &self.masks[cell * self.blocks..][..self.blocks] {
            for &mask in &block[..2] {
                let blockers = mask & occupied;
                let behind = mask.without(blockers.up_to_lowest());
                set |= behind & blockers.without_lowest().up_to_lowest();
            }
            for &mask in &block[2..] {
                let blockers = mask & occupied;
                let behind = mask.without(blockers.from_highest());
                set |= behind & blockers.without_highest().from_highest();
            }
        }
        if !self.chains.is_empty() {
            set |= self.chain_hop(cell, occupied);
        }
        set
    }

    fn chain_hop(&self, cell: usize, occupied: CellSet<W>) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for chain in &self.chains[cell] {
            let mut met = 0;
            for run in chain {
                let mut rest = run.mask;
                if met == 0 {
                    let blockers = rest & occupied;
                    if blockers.is_empty() {
                        continue;
                    }
                    let open = if run.rising { blockers.up_to_lowest() } else { blockers.from_highest() };
                    rest = rest.without(open);
                    met = 1;
                }
                let blockers = rest & occupied;
                let open = if run.rising { blockers.up_to_lowest() } else { blockers.from_highest() };
                set |= rest & open;
                if blockers.any() {
                    break;
                }
            }
        }
        set
    }
}

/// How one player's pieces attack, seen from the attacked cell.
#[derive(Debug, Clone)]
pub(crate) struct Attackers<const W: usize> {
    /// The types that attack by leaps, in blocks that are looked at as a whole; what fills the last one up never
    /// attacks.
    pub leapers: Box<[[u8; 4]]>,
    /// For each attacked cell and block of leapers, where from.
    pub leaps: Box<[[CellSet<W>; 4]]>,
    /// For each cell, from where a leap or a ray could reach it on an empty board.
    pub sight: Box<[CellSet<W>]>,
    /// Rays.
    pub lines: Vec<Lines<W>>,
    /// Lines with one piece to jump.
    pub hops: Vec<Lines<W>>,
    /// Leaps over cells that must be empty: a type and, for each attacked cell, what is needed and from where.
    pub lame: Vec<(u8, Vec<SmallVec<[LameLeap<W>; 4]>>)>,
    /// Other movements: a type, and for each attacked cell, where from at all.
    pub tries: Vec<(u8, Vec<CellSet<W>>)>,
    /// Captures of what passed by: a type and, for each passed cell, where from.
    pub take_passed: Vec<(u8, Vec<CellSet<W>>)>,
}

impl<const W: usize> Attackers<W> {
    /// The types that attack a cell by leaps, each with the cells it does so from.
    #[inline(always)]
    pub fn leaps_to(&self, cell: usize) -> impl Iterator<Item = (u8, CellSet<W>)> + '_ {
        let count = self.leapers.len();
        let leaps = self.leaps[cell * count..][..count].iter().flatten();
        self.leapers.iter().flatten().copied().zip(leaps.copied())
    }

    /// The pieces, of whichever player, from where such a piece leaps to a cell.
    #[inline(always)]
    pub fn leapers_at(&self, state: &State<W>, cell: usize) -> CellSet<W> {
        match &*self.leapers {
            [kinds] => among(kinds, &self.leaps[cell], state),
            _ => self.leapers_of_blocks(state, cell),
        }
    }

    /// The same where there are more types than fit one block, or none.
    #[inline(never)]
    fn leapers_of_blocks(&self, state: &State<W>, cell: usize) -> CellSet<W> {
        let count = self.leapers.len();
        let blocks = self.leapers.iter().zip(&self.leaps[cell * count..][..count]);
        blocks.fold(CellSet::EMPTY, |set, (kinds, from)| set | among(kinds, from, state))
    }
}

/// The pieces of these types that stand where each of them must.
#[inline(always)]
fn among<const W: usize>(kinds: &[u8; 4], from: &[CellSet<W>; 4], state: &State<W>) -> CellSet<W> {
    let first = (from[0] & state.of_type(kinds[0])) | (from[1] & state.of_type(kinds[1]));
    first | (from[2] & state.of_type(kinds[2])) | (from[3] & state.of_type(kinds[3]))
}

/// Lines along which the same types attack.
#[derive(Debug, Clone)]
pub(crate) struct Lines<const W: usize> {
    /// The types.
    pub types: Types,
    /// Two of them, or one twice.
    pub pair: [u8; 2],
    /// The others.
    pub others: Types,
    /// The lines, from the attacked cell outward.
    pub rays: Rays<W>,
    /// Every cell on them, by attacked cell.
    pub reach: Vec<CellSet<W>>,
    /// By attacked cell × cells + attacker's cell: the first of the paths between, 0 for none.
    pub first: Vec<u16>,
    /// The paths; the first is unused.
    pub paths: Vec<Path<W>>,
}

/// The cells between an attacker and its victim.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<const W: usize> {
    /// The cells between.
    pub between: CellSet<W>,
    /// Another path between the same two cells, 0 for none.
    pub next: u16,
}

/// Random numbers by which positions are told apart.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    /// By piece code × cells.
    pub pieces: Vec<u64>,
    /// The number of cells.
    pub cells: usize,
}

impl Keys {
    /// The key of a piece on a cell.
    #[inline(always)]
    pub fn piece(&self, piece: crate::cell::Piece, cell: usize) -> u64 {
        self.pieces[piece.code() * self.cells + cell]
    }
}

/// A well-mixed number from any number.
#[inline(always)]
pub(crate) const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl<const W: usize> Tables<W> {
    /// How a player's type moves.
    #[inline(always)]
    pub fn mover(&self, player: usize, kind: usize) -> &Mover<W> {
        &self.movers[player * self.types + kind]
    }
}

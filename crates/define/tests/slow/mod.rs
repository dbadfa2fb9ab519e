//! A second set of rules, slow and simple: everything is done on plain copies, every attack is found by walking
//! every enemy piece's trie. It shares with the fast rules only plain data (board, types, start) and the builder of
//! tries.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod compare;
pub mod ending;
mod legal;
mod make;
mod many;
pub mod places;
pub mod reading;
pub mod specials;

pub use many::Event;

use chatura_rules::definition::{Definition, Royal};
use chatura_rules::movement::build;
use chatura_rules::movement::trie::{Class, Effect, Trie};
use chatura_rules::{Cell, Game, NEUTRAL, Piece, PieceType, Player, Setup};
use ending::Ending;
use many::End;
use reading::Reading;

/// The rules of one game.
/// How many pasts a piece can have on a cell: on a start cell or not, moved or not.
const PASTS: usize = 4;

pub struct Slow {
    rules: Reading,
    /// By player, where they differ.
    own: Vec<Reading>,
    /// By player, type, cell, and whether first moves are allowed.
    tries: Vec<Trie>,
    /// For each of them which cells it looks at.
    looks: Vec<Vec<bool>>,
    /// By player, type and cell, where it could take if it went there instead of shooting.
    shots: Vec<Option<Trie>>,
    types: usize,
    cells: usize,
    players: usize,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub cells: Vec<Piece>,
    /// By player and type.
    hands: Vec<Vec<u8>>,
    pub turn: usize,
    /// Player, king's cell, partner's cell.
    rights: Vec<(usize, Cell, Cell)>,
    passed: Vec<Passed>,
    checks: Vec<u8>,
    unmoved: Vec<bool>,
    /// Where a piece may still come in behind another.
    gates: Vec<bool>,
    pub halfmoves: u16,
    round: u16,
    /// How a game for two ended by what stands on the board.
    over: Option<Ending>,
    /// Who still plays.
    pub playing: Vec<bool>,
    /// Who is out, the first to leave first; those who left at once together.
    pub out: Vec<Vec<usize>>,
    /// Who left with a draw.
    drawn: Vec<bool>,
    pub points: Vec<i16>,
    /// Moves made in this turn.
    pub moved: usize,
    /// How many moves this turn has, where turns grow.
    series: u8,
    /// Of which players a piece has converted (2), or one has begun otherwise (1).
    converted: Vec<u8>,
    /// Which count runs, its limit, what is counted.
    count: [u8; 3],
    /// How a game for more than two ended.
    end: Option<End>,
    /// What the last move brought about.
    pub events: Vec<Event>,
}

/// A piece that can be taken in passing: whose, over which cells it went, where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Passed {
    by: usize,
    over: Vec<Cell>,
    at: Cell,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Deed {
    pub from: Cell,
    pub to: Cell,
    /// The type promoted to, dropped or gated.
    pub piece: Option<PieceType>,
    /// Where the gated piece comes in.
    gate: Option<Cell>,
    takes: Vec<Cell>,
    en_passant: bool,
    passes: Vec<Cell>,
    /// Partner's cell and where it goes.
    castle: Option<(Cell, Cell)>,
    drops: bool,
    /// Where the duck goes.
    duck: Option<Cell>,
    /// Where a wall is put, if that is chosen.
    wall: Option<Cell>,
    shoots: bool,
    /// It becomes another instead of moving.
    rises: bool,
    /// It changes places with what stands there.
    swaps: bool,
    idle: bool,
}

/// One way a piece can go, before promotion and safety.
struct Way {
    from: Cell,
    to: Cell,
    takes: Vec<Cell>,
    passes: Vec<Cell>,
    en_passant: bool,
    /// It takes from where it stands.
    shoots: bool,
}

impl Place {
    /// Whether nobody moves any more.
    pub fn is_over(&self) -> bool {
        self.over.is_some() || self.end.is_some()
    }
}

impl Slow {
    pub fn new(game: &Game, definition: &Definition) -> Slow {
        let rules = Reading::new(game, &reading::for_player(definition, game.players(), None));
        let own = (0..game.players().len())
            .map(|player| reading::for_player(definition, game.players(), Some(player)))
            .filter(|_| reading::differs(definition, game.players()))
            .map(|own| Reading::new(game, &own))
            .collect();
        let (types, cells, players) = (game.types().len(), game.board().len(), game.players().len());
        let (mut tries, mut shots) = (Vec::new(), Vec::new());
        for player in 0..players {
            for kind in &rules.kinds {
                for cell in 0..cells {
                    let back = rules.backs[player][cell];
                    let shot =
                        kind.shoots.as_ref().map(|moves| build(game.board(), moves, back, false).unwrap());
                    shots.push(shot.map(|trie| trie.mapped(&rules.views[player])));
                    for (start, unmoved) in [(false, false), (true, false), (false, true), (true, true)] {
                        let moves = kind.movement(player, cell, start, unmoved);
                        let trie = build(game.board(), &moves, back, true).unwrap();
                        tries.push(trie.mapped(&rules.views[player]));
                    }
                }
            }
        }
        let looks = |trie: &Trie| {
            let mut seen = vec![false; cells];
            trie.nodes.iter().for_each(|node| seen[node.cell.index()] = true);
            seen
        };
        let looks = tries.iter().map(looks).collect();
        Slow { rules, own, tries, looks, shots, types, cells, players }
    }

    /// The rules as they are for a player.
    fn of(&self, player: usize) -> &Reading {
        self.own.get(player).unwrap_or(&self.rules)
    }

    /// A position from data; whether it is over is found out.
    pub fn place(&self, setup: &Setup) -> Place {
        let turn = setup.turn.unwrap_or(Player(0)).index();
        let mut hands = vec![vec![0; self.types]; self.players];
        for (player, hand) in setup.hands.iter().enumerate() {
            for (kind, count) in hand {
                hands[player][kind.index()] += count;
            }
        }
        let unmoved = match &setup.unmoved {
            Some(list) => (0..self.cells).map(|c| list.contains(&Cell(c as u16))).collect(),
            None => (0..self.cells).map(|c| setup.cells[c] == self.rules.start.cells[c]).collect(),
        };
        let converting = if self.rules.conversion.is_some() { self.players } else { 0 };
        let at = converting + usize::from(self.rules.progressive);
        let given = self.rules.checks.and_then(|_| setup.memory.get(at..at + self.players));
        let checks = given.map_or_else(|| vec![self.rules.checks.unwrap_or(0); self.players], <[u8]>::to_vec);
        let at = at + if self.rules.checks.is_some() { self.players } else { 0 };
        let counted = self.rules.counting.as_ref().and_then(|_| setup.memory.get(at..at + 3));
        let mut place = Place {
            cells: setup.cells.clone(),
            hands,
            turn,
            checks,
            unmoved,
            gates: (0..self.cells).map(|c| self.is_gate(setup, c)).collect(),
            halfmoves: setup.halfmoves,
            round: setup.round,
            points: setup.points.clone(),
            moved: usize::from(setup.moved),
            series: setup.memory.get(converting).copied().unwrap_or(1),
            converted: (0..self.players)
                .map(|player| setup.memory.get(player).copied().filter(|_| converting > 0).unwrap_or(0))
                .collect(),
            count: counted.map_or([0; 3], |count| [count[0], count[1], count[2]]),
            ..self.empty()
        };
        place.points.resize(self.players, 0);
        for &(player, partner) in &setup.castling {
            let king = self.castling_king(&place, player.index());
            let king = king.filter(|_| self.may_partner(place.cells[partner.index()], player.index()));
            // Nobody castles with itself.
            let king = king.filter(|king| *king != partner);
            place.rights.extend(king.map(|king| (player.index(), king, partner)));
        }
        place.passed = self.find_passed(&place, &setup.en_passant);
        if self.players == 2 {
            // Within a turn of several moves the player to move has moved last.
            let mover = if setup.moved > 0 { turn } else { 1 - turn };
            place.over = self.ending_on_board(&place, mover);
        } else {
            self.seat(&mut place, setup);
        }
        place
    }

    /// Whether the piece on a cell may leave it to one from the hand.
    fn is_gate(&self, setup: &Setup, at: usize) -> bool {
        let there = setup.cells[at];
        let inside = there.is_some() && there.owner() != NEUTRAL && {
            let owner = there.owner().index();
            self.of(owner).gating.as_ref().is_some_and(|zone| zone[owner][at])
        };
        inside && setup.gates.contains(&cell(at))
    }

    /// A position with nothing in it.
    fn empty(&self) -> Place {
        Place {
            cells: vec![Piece::NONE; self.cells],
            hands: vec![vec![0; self.types]; self.players],
            turn: 0,
            rights: Vec::new(),
            passed: Vec::new(),
            checks: vec![0; self.players],
            unmoved: vec![false; self.cells],
            gates: vec![false; self.cells],
            halfmoves: 0,
            round: 1,
            over: None,
            playing: vec![true; self.players],
            out: Vec::new(),
            drawn: vec![false; self.players],
            points: vec![0; self.players],
            moved: 0,
            series: 1,
            converted: vec![0; self.players],
            count: [0; 3],
            end: None,
            events: Vec::new(),
        }
    }

    /// The king that has rights: the one on the start cell, or else the only one on its row.
    fn castling_king(&self, place: &Place, player: usize) -> Option<Cell> {
        let castling = self.of(player).castling.as_ref()?;
        let wanted = piece(player, castling.king);
        let at_home = castling.home[player].filter(|home| place.cells[home.index()] == wanted);
        at_home.or_else(|| castling.rows[player].iter().copied().find(|c| place.cells[c.index()] == wanted))
    }

    /// Whether a piece is one that the player's king castles with.
    fn may_partner(&self, there: Piece, player: usize) -> bool {
        let castling = self.of(player).castling.as_ref();
        castling.is_some_and(|rule| owned(there, player) && rule.partners.contains(&there.kind()))
    }

    /// Which pieces passed over these cells: those whose first move goes over them.
    fn find_passed(&self, place: &Place, over: &[Cell]) -> Vec<Passed> {
        (0..self.players).filter_map(|mover| self.find_passed_by(place, mover, over)).collect()
    }

    fn find_passed_by(&self, place: &Place, mover: usize, over: &[Cell]) -> Option<Passed> {
        if mover == place.turn || over.is_empty() {
            return None;
        }
        let mut found: Option<Passed> = None;
        // All the cells that are listed, and no other, if there is such a way.
        let alone = |passed: &Passed| passed.over.iter().all(|c| over.contains(c));
        let rank = |passed: &Passed| if alone(passed) { passed.over.len() } else { 0 };
        for to in (0..self.cells).filter(|c| owned(place.cells[*c], mover)) {
            let kind = place.cells[to].kind();
            for from in (0..self.cells).filter(|c| place.cells[*c].is_none()) {
                let mut before = place.clone();
                before.cells.swap(from, to);
                before.unmoved[from] = true;
                for way in self.ways_of(&before, mover, from) {
                    let passes = self.counted(mover, &way.passes);
                    let same = !passes.is_empty() && over.iter().any(|c| passes.contains(c));
                    if same && way.to.index() == to && before.cells[from].kind() == kind {
                        let passed = Passed { by: mover, over: passes, at: way.to };
                        if found.as_ref().is_none_or(|known| rank(known) < rank(&passed)) {
                            found = Some(passed);
                        }
                    }
                }
            }
        }
        found
    }

    /// The passed cells on which a piece can be taken.
    fn counted(&self, player: usize, passes: &[Cell]) -> Vec<Cell> {
        let Some(on) = &self.of(player).en_passant else { return Vec::new() };
        passes.iter().copied().filter(|c| on[player][c.index()]).collect()
    }

    /// The bytes that rules keep: how long a series is, then how many checks each has to give.
    fn memory(&self, place: &Place) -> Vec<u8> {
        let series = self.rules.progressive.then_some(place.series);
        let checks = self.rules.checks.map_or(&[][..], |_| &place.checks);
        let count = self.rules.counting.as_ref().map_or(&[][..], |_| &place.count);
        let converted = self.rules.conversion.map_or(&[][..], |_| &place.converted);
        converted
            .iter()
            .copied()
            .chain(series)
            .chain(checks.iter().copied())
            .chain(count.iter().copied())
            .collect()
    }

    /// The position as data, in a fixed order.
    pub fn setup(&self, place: &Place) -> Setup {
        let hand = |player: usize| {
            let held = (0..self.types).map(|t| (PieceType(t as u8), place.hands[player][t]));
            held.filter(|(_, count)| *count > 0).collect()
        };
        let mut castling: Vec<(Player, Cell)> =
            place.rights.iter().map(|(p, _, partner)| (Player(*p as u8), *partner)).collect();
        castling.sort();
        // A passed cell is only worth mentioning if someone stands so as to take there.
        let can_take = self.ways(place, place.turn).iter().any(|way| way.en_passant);
        let passed = place.passed.iter().filter(|_| can_take).flat_map(|passed| passed.over.clone());
        Setup {
            memory: self.memory(place),
            cells: place.cells.clone(),
            hands: (0..self.players).map(hand).collect(),
            turn: Some(Player(place.turn as u8)),
            castling,
            gates: (0..self.cells).filter(|c| place.gates[*c]).map(cell).collect(),
            en_passant: sorted(passed.collect()),
            unmoved: self.rules.tracks_unmoved.then(|| {
                (0..self.cells).filter(|c| place.unmoved[*c] && place.cells[*c].is_some()).map(cell).collect()
            }),
            halfmoves: place.halfmoves,
            round: place.round,
            out: place.out.iter().flatten().map(|player| Player(*player as u8)).collect(),
            together: place
                .out
                .iter()
                .flat_map(|group| group.iter().skip(1).map(|player| Player(*player as u8)))
                .collect(),
            drawn: (0..self.players).filter(|p| place.drawn[*p]).map(|p| Player(p as u8)).collect(),
            points: self.rules.points.as_ref().map(|_| place.points.clone()).unwrap_or_default(),
            moved: place.moved as u8,
        }
    }

    /// Everything a player's pieces can do, whoever's turn it is.
    fn ways(&self, place: &Place, player: usize) -> Vec<Way> {
        let own = (0..self.cells).filter(|c| owned(place.cells[*c], player));
        own.flat_map(|from| self.ways_of(place, player, from)).collect()
    }

    fn ways_of(&self, place: &Place, player: usize, from: usize) -> Vec<Way> {
        let mut ways = self.ways_without_care(place, player, from);
        let avoids = &self.rules.kinds[place.cells[from].kind().index()].avoids;
        if avoids.is_empty() {
            return ways;
        }
        // Whoever avoids pieces goes where it could without them, and takes none of them.
        let avoided = |at: usize| place.cells[at].is_some() && avoids.contains(&self.base(place.cells[at]));
        let mut cleared = place.clone();
        for at in (0..self.cells).filter(|at| *at != from && avoided(*at)) {
            cleared.cells[at] = Piece::NONE;
        }
        let free = self.ways_without_care(&cleared, player, from);
        ways.retain(|way| {
            let same =
                |other: &Way| (other.to, &other.takes, other.shoots) == (way.to, &way.takes, way.shoots);
            !way.takes.iter().any(|at| avoided(at.index())) && (way.shoots || free.iter().any(same))
        });
        ways
    }

    fn ways_without_care(&self, place: &Place, player: usize, from: usize) -> Vec<Way> {
        let trie = &self.tries[self.trie_of(place, player, from)];
        let mut ways = Vec::new();
        for &root in &trie.roots {
            self.walk(place, player, from, trie, root, &mut ways);
        }
        if let Some(trie) = &self.shots[self.trie_of(place, player, from) / PASTS] {
            let mut shots = Vec::new();
            for &root in &trie.roots {
                self.walk(place, player, from, trie, root, &mut shots);
            }
            shots.retain(|way| !way.takes.is_empty());
            ways.extend(shots.into_iter().map(|way| Way { shoots: true, ..way }));
        }
        ways
    }

    fn trie_of(&self, place: &Place, player: usize, from: usize) -> usize {
        let kind = place.cells[from].kind().index();
        let rule = &self.rules.kinds[kind];
        let (start, unmoved) = (rule.first_zone[player][from], place.unmoved[from]);
        let here = (player * self.types + kind) * self.cells + from;
        here * PASTS + usize::from(start) + 2 * usize::from(unmoved)
    }

    fn walk(&self, place: &Place, player: usize, from: usize, trie: &Trie, node: u16, ways: &mut Vec<Way>) {
        let node = &trie.nodes[node as usize];
        let here = node.cell.index();
        let arm = &node.arms[self.class(place.cells[here], player, here == from) as usize];
        let kind = &self.rules.kinds[place.cells[from].kind().index()];
        if kind.within.as_ref().is_none_or(|zone| zone[player][here]) {
            let mut takes = Vec::new();
            if place.cells[here].is_some() && here != from {
                takes.push(node.cell);
            }
            let mut passes = Vec::new();
            let ends = match arm.effect {
                // Shots are walked as captures.
                Effect::None | Effect::RifleCapture => false,
                Effect::Go => true,
                Effect::GoTrailing(list) => {
                    passes.clone_from(&trie.lists[list as usize]);
                    true
                }
                Effect::Sweep(list) => {
                    takes.extend(&trie.lists[list as usize]);
                    true
                }
                Effect::TakePassed => {
                    let here = |passed: &&Passed| {
                        // Only a piece of the other side that still stands there can be taken.
                        passed.over.contains(&node.cell)
                            && self.are_foes(player, passed.by)
                            && owned(place.cells[passed.at.index()], passed.by)
                    };
                    // Of several the latest to have passed.
                    let victim = place.passed.iter().rev().find(here);
                    takes.extend(victim.map(|passed| passed.at));
                    victim.is_some()
                }
            };
            if ends {
                let en_passant = arm.effect == Effect::TakePassed;
                ways.push(Way { from: cell(from), to: node.cell, takes, passes, en_passant, shoots: false });
            }
        }
        for &next in &arm.next {
            self.walk(place, player, from, trie, next, ways);
        }
    }

    /// Whether a player could take the royal on a cell.
    fn attacks(&self, place: &Place, player: usize, target: Cell) -> bool {
        let royals = self.royals(place, player);
        // A royal that takes explodes with what it takes, where captures do: it threatens nothing.
        let facing = self.rules.no_facing
            && self.rules.blast.is_none()
            && royals.iter().any(|king| self.sees(place, *king, target));
        facing
            || (0..self.cells).any(|from| {
                // Whoever never looks at the cell takes nothing there.
                owned(place.cells[from], player)
                    && (self.looks[self.trie_of(place, player, from)][target.index()]
                        || self.shots[self.trie_of(place, player, from) / PASTS].is_some())
                    && self.could_take(place, player, from, target)
            })
    }

    /// Whether a piece could take what stands on a cell, and not at the cost of its own side's royal.
    fn could_take(&self, place: &Place, player: usize, from: usize, target: Cell) -> bool {
        let royals = self.royals(place, player);
        self.ways_of(place, player, from).iter().any(|way| {
            let suicide = self.rules.blast.as_ref().is_some_and(|blast| {
                let explodes = |king: &&Cell| {
                    blast.around[way.to.index()].contains(king)
                        && !blast.spares.contains(&self.base(place.cells[king.index()]))
                };
                royals.contains(&way.from) || royals.iter().any(|king| explodes(&king))
            });
            way.takes.contains(&target) && !suicide
        })
    }

    /// Whether two cells are on one file with nothing between them.
    fn sees(&self, place: &Place, a: Cell, b: Cell) -> bool {
        let at = |c: Cell| self.rules.places[c.index()];
        let ((file, low), (other, high)) = (at(a).min(at(b)), at(a).max(at(b)));
        let between = |c: usize| {
            let (f, rank) = self.rules.places[c];
            f == file && rank > low && rank < high
        };
        file == other && !(0..self.cells).any(|c| between(c) && place.cells[c].is_some())
    }

    /// The pieces a player must keep safe.
    fn royals(&self, place: &Place, player: usize) -> Vec<Cell> {
        let mut royals = Vec::new();
        for (kind, rule) in self.rules.kinds.iter().enumerate() {
            let all: Vec<Cell> = self.pieces(place, player, kind);
            match rule.royal {
                Royal::No => {}
                Royal::Last if all.len() > 1 => royals.extend(self.among(place, player, all)),
                Royal::Yes | Royal::Last => royals.extend(all),
            }
        }
        royals
    }

    fn pieces(&self, place: &Place, player: usize, kind: usize) -> Vec<Cell> {
        let wanted = piece(player, PieceType(kind as u8));
        (0..self.cells).filter(|c| place.cells[*c] == wanted).map(cell).collect()
    }

    /// Whether the player to move has to place something first.
    fn is_placing(&self, place: &Place) -> bool {
        self.rules.drops.as_ref().is_some_and(|drops| drops.first)
            && place.hands[place.turn].iter().any(|held| *held > 0)
    }

    /// Whether a player's royal is attacked by anyone who plays against it.
    fn is_checked(&self, place: &Place, player: usize) -> bool {
        !self.checkers(place, player).is_empty()
    }

    /// Who attacks a player's royals.
    fn checkers(&self, place: &Place, player: usize) -> Vec<usize> {
        let royals = self.royals(place, player);
        let checks = |foe: &usize| royals.iter().any(|royal| self.attacks(place, *foe, *royal));
        self.foes(place, player).into_iter().filter(checks).collect()
    }

    /// Those who play against a player and are not out.
    fn foes(&self, place: &Place, player: usize) -> Vec<usize> {
        (0..self.players).filter(|p| self.are_foes(player, *p) && place.playing[*p]).collect()
    }

    fn are_foes(&self, a: usize, b: usize) -> bool {
        self.rules.sides[a] != self.rules.sides[b]
    }

    /// Whether a player attacks the royal of another.
    fn gives_check(&self, place: &Place, player: usize) -> bool {
        let foes = self.foes(place, player);
        foes.into_iter().any(|foe| self.royals(place, foe).iter().any(|r| self.attacks(place, player, *r)))
    }

    /// Whether a turn may have several moves.
    fn has_long_turns(&self) -> bool {
        self.rules.moves_per_turn.max(self.rules.first_turn) > 1 || self.rules.progressive
    }

    /// The type a piece looks like.
    fn base(&self, piece: Piece) -> PieceType {
        self.rules.kinds[piece.kind().index()].base
    }

    /// What a mover sees; the cell it comes from counts as empty.
    fn class(&self, piece: Piece, player: usize, origin: bool) -> Class {
        if piece.is_none() || origin {
            Class::Empty
        } else if piece.owner() == NEUTRAL {
            Class::Neutral
        } else if piece.owner().index() == player {
            Class::Own
        } else if self.are_foes(player, piece.owner().index()) {
            Class::Enemy
        } else {
            Class::Ally
        }
    }
}

/// Everything that tells two moves apart.
type Key = (
    Cell,
    Cell,
    Option<PieceType>,
    Option<Cell>,
    Vec<Cell>,
    Option<(Cell, Cell)>,
    [Option<Cell>; 2],
    [bool; 3],
);

impl Deed {
    fn plain(from: Cell, to: Cell) -> Deed {
        let (takes, passes) = (Vec::new(), Vec::new());
        Deed {
            from,
            to,
            piece: None,
            gate: None,
            takes,
            en_passant: false,
            passes,
            castle: None,
            drops: false,
            duck: None,
            wall: None,
            shoots: false,
            rises: false,
            swaps: false,
            idle: false,
        }
    }

    /// What tells moves apart; two ways to do the same are one move.
    fn key(&self) -> Key {
        (
            self.from,
            self.to,
            self.piece,
            self.gate,
            self.takes.clone(),
            self.castle,
            [self.duck, self.wall],
            [self.drops, self.shoots, self.swaps],
        )
    }
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort();
    cells.dedup();
    cells
}

fn cell(index: usize) -> Cell {
    Cell(index as u16)
}

fn piece(player: usize, kind: PieceType) -> Piece {
    Piece::new(Player(player as u8), kind)
}

fn owned(piece: Piece, player: usize) -> bool {
    piece.is_some() && piece.owner().index() == player
}

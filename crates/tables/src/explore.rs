//! Where the moves of a position lead: the only place that asks the rules.

use crate::fitness::{self, Unfit};
use crate::material::MOST_PIECES;
use chatura_rules::arena::{Arena, Visitor, Wanted};
use chatura_rules::rule::Verdict;
use chatura_rules::{Game, Move, NEUTRAL, Piece, Player, Position, Setup};
use std::sync::Arc;

/// A game whose positions are explored, with what stands on its board from beginning to end.
pub(crate) struct Ground {
    game: Arc<Game>,
    /// A position with nothing but what belongs to nobody.
    empty: Setup,
    /// How many pieces belong to nobody.
    walls: usize,
}

/// The pieces of a position with their cells.
pub(crate) type Man = (Piece, u8);

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    /// The game is over, won by somebody or not.
    Ended(Option<u8>),
    /// Another position.
    Goes {
        /// The move that leads there.
        mv: Move,
        /// Whose turn it is.
        turn: u8,
        /// What stands where.
        men: [Man; MOST_PIECES],
        /// How many of them there are.
        count: u8,
        /// A number that is equal for equal positions, where there is more to it than that.
        more: Option<u64>,
    },
    /// A position that tables do not know: pieces came out of nowhere, or what belongs to nobody moved.
    Strange,
}

impl Next {
    /// The same as something to compare, with its cells turned.
    pub fn told(&self, turned: &dyn Fn(u8) -> u8) -> (u8, u8, Vec<(usize, u8)>, bool) {
        match self {
            Next::Ended(winner) => (0, winner.unwrap_or(u8::MAX), Vec::new(), false),
            Next::Goes { turn, men, count, more, .. } => {
                let men = men[..usize::from(*count)].iter();
                let mut men: Vec<_> = men.map(|(piece, cell)| (piece.code(), turned(*cell))).collect();
                men.sort_unstable();
                (1, *turn, men, more.is_some())
            }
            Next::Strange => (2, 0, Vec::new(), false),
        }
    }
}

/// How a position itself stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Here {
    /// It goes on.
    Goes,
    /// It is over: won by somebody or not.
    Over(Option<u8>),
}

impl Ground {
    /// A game that can have tables.
    pub fn new(game: &Arc<Game>) -> Result<Self, Unfit> {
        fitness::check(game)?;
        let neutral = |piece: &Piece| piece.is_some() && piece.owner() == NEUTRAL;
        let cells: Vec<Piece> = game
            .start()
            .cells
            .iter()
            .map(|piece| if neutral(piece) { *piece } else { Piece::NONE })
            .collect();
        let walls = cells.iter().filter(|piece| piece.is_some()).count();
        let hands = vec![Vec::new(); game.players().len()];
        let empty = Setup { cells, hands, unmoved: Some(Vec::new()), round: 1, ..Setup::default() };
        Ok(Ground { game: Arc::clone(game), empty, walls })
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// How many pieces belong to nobody and stay where they are.
    pub fn walls(&self) -> usize {
        self.walls
    }

    /// The position with these pieces and nothing else to it; nothing if there is no such position.
    pub fn position(&self, men: &[Man], turn: u8) -> Option<Position> {
        let mut setup = self.empty.clone();
        for (piece, cell) in men {
            let at = setup.cells.get_mut(usize::from(*cell)).filter(|at| at.is_none())?;
            *at = *piece;
        }
        setup.turn = Some(Player(turn));
        Position::new(&self.game, &setup).ok().filter(|position| position.turn().0 == turn)
    }

    /// How a position stands, and where each of its moves leads.
    pub fn explore(&self, position: &Position, next: &mut Vec<Next>) -> Here {
        next.clear();
        match position.outcome() {
            Some(outcome) => Here::Over(winner(&outcome.standings)),
            None => {
                position.enter(Explorer { ground: self, next });
                Here::Goes
            }
        }
    }
}

/// Who won, if anybody did.
fn winner(standings: &[chatura_rules::Standing]) -> Option<u8> {
    standings.iter().position(|standing| *standing == chatura_rules::Standing::Win).map(|player| player as u8)
}

struct Explorer<'a> {
    ground: &'a Ground,
    next: &'a mut Vec<Next>,
}

impl Visitor for Explorer<'_> {
    type Output = ();

    fn visit<const W: usize>(self, mut arena: Arena<'_, W>) {
        let mut moves = Vec::with_capacity(64);
        arena.generate(Wanted::All, &mut moves);
        for mv in moves {
            let past = arena.play(mv);
            self.next.push(match arena.ending() {
                Some((player, Verdict::Win)) => Next::Ended(Some(player as u8)),
                Some((player, Verdict::Loss)) => Next::Ended(Some(1 - player as u8)),
                Some(_) => Next::Ended(None),
                None => self.ground.read(&arena, mv),
            });
            arena.undo(&past);
        }
    }
}

impl Ground {
    fn read<const W: usize>(&self, arena: &Arena<'_, W>, mv: Move) -> Next {
        let mut men = [(Piece::NONE, 0); MOST_PIECES];
        let Some(count) = self.men(arena, &mut men) else { return Next::Strange };
        let more = (!self.is_plain(arena, &men[..count])).then(|| arena.key());
        Next::Goes { mv, turn: arena.turn() as u8, men, count: count as u8, more }
    }

    /// Whether what stands where and whose turn it is says all there is: set up from that alone, the position is the same.
    pub fn is_plain<const W: usize>(&self, arena: &Arena<'_, W>, men: &[Man]) -> bool {
        let alone = || self.position(men, arena.turn() as u8);
        arena.moved() == 0 && alone().is_some_and(|position| position.hash() == arena.key())
    }

    /// What stands where, and how many that are; nothing if that is more than any table knows.
    #[inline(always)]
    pub fn men<const W: usize>(&self, arena: &Arena<'_, W>, men: &mut [Man; MOST_PIECES]) -> Option<usize> {
        let (mut count, mut walls) = (0, 0);
        for cell in arena.occupied() {
            let piece = arena.piece(cell);
            if piece.owner() == NEUTRAL {
                if self.empty.cells[cell] != piece {
                    return None;
                }
                walls += 1;
                continue;
            }
            *men.get_mut(count)? = (piece, cell as u8);
            count += 1;
        }
        (walls == self.walls).then_some(count)
    }
}

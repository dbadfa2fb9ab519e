//! Why a piece may not go somewhere, for whoever tried: a sentence, and who is to blame.

use crate::cell::{Cell, NEUTRAL, Piece, Player};
use crate::compile::width::with_width;
use crate::definition::Royal;
use crate::position::Position;
use crate::position::setup::Setup;
use crate::position::state::State;
use crate::rule::RULES;

/// Why something may not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// In a sentence that begins small and ends without a stop: "the rook on e8 stands in the way".
    pub sentence: String,
    /// The cells of the pieces to blame, those tried left out.
    pub cells: Vec<Cell>,
}

impl Refusal {
    /// A reason for which nobody is to blame.
    pub(crate) fn plain(sentence: impl Into<String>) -> Refusal {
        Refusal { sentence: sentence.into(), cells: Vec::new() }
    }

    /// A reason, and the piece to blame.
    pub(crate) fn blaming(sentence: String, cell: Cell) -> Refusal {
        Refusal { sentence, cells: vec![cell] }
    }
}

impl Position {
    /// Why the piece on a cell may not go to another; nothing if it may.
    pub fn refusal(&self, from: Cell, to: Cell) -> Option<Refusal> {
        let mut refusal = self.reason(from, to)?;
        refusal.cells.retain(|cell| *cell != from && *cell != to);
        Some(refusal)
    }

    fn reason(&self, from: Cell, to: Cell) -> Option<Refusal> {
        let legal = self.legal_moves();
        if legal.iter().any(|mv| (mv.origin(), mv.goal()) == (Some(from), Some(to))) {
            return None;
        }
        if legal.is_empty() {
            return Some(Refusal::plain("the game is over"));
        }
        let (here, there) = (self.piece(from), self.piece(to));
        if here.is_none() {
            return Some(Refusal::plain(format!("there is no piece on {}", self.cell_name(from))));
        }
        if here.owner() != self.turn() {
            let (piece, turn) = (self.named(from), &self.game().players()[self.turn().index()]);
            return Some(Refusal::plain(match self.game().players().get(here.owner().index()) {
                Some(owner) => format!("the {piece} is {owner}'s, and it is {turn}'s turn"),
                None => format!("the {piece} belongs to nobody"),
            }));
        }
        if from == to {
            return Some(Refusal::plain(format!("the {} stands there already", self.named(from))));
        }
        if there.is_some() && there.owner() == here.owner() {
            return Some(Refusal::plain(format!("your own {} stands there", self.named(to))));
        }
        if self.game().types()[there.kind().index()].wall && there.is_some() {
            return Some(Refusal::plain(format!("the {} cannot be captured", self.named(to))));
        }
        let setup = self.setup();
        Some(match self.game().destinations(&setup, from).contains(&to) {
            true => self.why_unsafe(&setup, from, to),
            false => self.why_out_of_reach(&setup, from, to),
        })
    }

    /// Why a movement that leads there is not legal.
    fn why_unsafe(&self, setup: &Setup, from: Cell, to: Cell) -> Refusal {
        let mut after = setup.clone();
        after.cells[to.index()] = std::mem::replace(&mut after.cells[from.index()], Piece::NONE);
        self.why_forbidden(&after, to).unwrap_or_else(|| {
            let (piece, to) = (self.named(from), self.cell_name(to));
            Refusal::plain(format!("the rules do not let the {piece} go to {to} now"))
        })
    }

    /// Why a move that leads to these pieces and ends on a cell is not legal: a royal could be captured, or a rule says
    /// so.
    pub(crate) fn why_forbidden(&self, after: &Setup, to: Cell) -> Option<Refusal> {
        let ignored = self.game().checked().rules.check.ignored;
        let attack = |setup: &Setup| self.attack(setup).filter(|_| !ignored);
        if let Some((royal, attacker)) = attack(after) {
            let before = attack(&self.setup()).map(|(_, before)| before);
            let word = if before == Some(attacker) && attacker != to { "stay" } else { "be" };
            let kind = |cell: Cell| &self.game().types()[after.cells[cell.index()].kind().index()].name;
            let at = self.cell_name(attacker);
            let sentence = format!("the {} would {word} open to the {} on {at}", kind(royal), kind(attacker));
            return Some(Refusal::blaming(sentence, attacker));
        }
        RULES.iter().find_map(|rule| (rule.forbids)(self, after, to))
    }

    /// Whether a royal of a player is attacked once these pieces stand where a move puts them.
    pub(crate) fn is_attacked_after(&self, after: &Setup, player: Player) -> bool {
        fn put<const W: usize>(state: &State<W>, cells: &[Piece]) -> State<W> {
            let mut next = *state;
            for (cell, piece) in cells.iter().enumerate() {
                if next.piece(cell).is_some() {
                    next.take(cell);
                }
                if piece.is_some() {
                    next.put(cell, *piece);
                }
            }
            next
        }
        with_width!(self.game(), &self.state, |tables, state| {
            tables.attacked_royals(&put(state, &after.cells), player.index()).any()
        })
    }

    /// Why a movement does not lead there.
    fn why_out_of_reach(&self, setup: &Setup, from: Cell, to: Cell) -> Refusal {
        let (piece, target) = (self.named(from), self.cell_name(to));
        let kind = self.piece(from).kind();
        let reaches = |change: &dyn Fn(&mut Setup)| {
            let mut changed = setup.clone();
            change(&mut changed);
            self.game().destinations(&changed, from).contains(&to)
        };
        if let Some(reason) = RULES.iter().find_map(|rule| (rule.refusal)(self, setup, from, to)) {
            return reason;
        }
        let occupied = |cell: &Cell| setup.cells[cell.index()].is_some() && *cell != from && *cell != to;
        let others = || (0..setup.cells.len()).map(|cell| Cell(cell as u16)).filter(occupied);
        let clears = |cell: &Cell| reaches(&|setup| setup.cells[cell.index()] = Piece::NONE);
        if let Some(blocker) = others().find(clears) {
            return Refusal::blaming(format!("the {} stands in the way", self.named(blocker)), blocker);
        }
        if self.piece(to).is_some() && reaches(&|setup| setup.cells[to.index()] = Piece::NONE) {
            return Refusal::plain(format!("the {piece} can go to {target}, but not capture there"));
        }
        let enemy = (0..self.game().players().len() as u8).map(Player).find(|player| self.harms(*player));
        let prey = enemy.map_or(Piece::NONE, |enemy| Piece::new(enemy, kind));
        if self.piece(to).is_none() && reaches(&|setup| setup.cells[to.index()] = prey) {
            return Refusal::plain(format!("the {piece} can go to {target} only to capture"));
        }
        if reaches(&|setup| others().for_each(|cell| setup.cells[cell.index()] = Piece::NONE)) {
            return Refusal::plain(format!("several pieces stand between the {piece} and {target}"));
        }
        Refusal::plain(format!("the {piece} does not go to {target}"))
    }

    /// A royal piece of the player to move that could be captured, and from where.
    fn attack(&self, setup: &Setup) -> Option<(Cell, Cell)> {
        let cells = |of: &dyn Fn(Piece) -> bool| -> Vec<Cell> {
            let pieces = setup.cells.iter().enumerate();
            pieces.filter(|(_, p)| p.is_some() && of(**p)).map(|(cell, _)| Cell(cell as u16)).collect()
        };
        let is_royal = |piece: Piece| {
            piece.owner() == self.turn() && self.game().types()[piece.kind().index()].royal != Royal::No
        };
        let attackers = cells(&|piece| piece.owner() != NEUTRAL && self.harms(piece.owner()));
        cells(&is_royal).into_iter().find_map(|royal| {
            let reaches = |cell: &&Cell| self.game().destinations(setup, **cell).contains(&royal);
            attackers.iter().find(reaches).map(|attacker| (royal, *attacker))
        })
    }

    /// Whether a player is an opponent of the one to move who still plays.
    pub(crate) fn harms(&self, player: Player) -> bool {
        let own = self.game().checked().sides[self.turn().index()];
        own >> player.index() & 1 == 0 && self.playing().any(|playing| playing == player)
    }

    pub(crate) fn cell_name(&self, cell: Cell) -> &str {
        self.game().board().name(cell)
    }

    /// A piece with its place: "rook on e8".
    pub(crate) fn named(&self, cell: Cell) -> String {
        let kind = self.piece(cell).kind();
        format!("{} on {}", self.game().types()[kind.index()].name, self.cell_name(cell))
    }
}

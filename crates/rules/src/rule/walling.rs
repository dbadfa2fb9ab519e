//! Walling: every move leaves a wall behind, or puts one on a cell of the mover's choice.

use super::behaviour::{Behaviour, Events, Play, Words};
use super::{Rule, Section, seen};
use crate::cell::{Cell, NEUTRAL, Piece, PieceType};
use crate::compile::CheckedDefinition;
use crate::definition::{Definition, Kind, Problem, Spec, Value};
use crate::describe::{Chapter, Prose};
use crate::notation::Language;
use crate::position::generate::MoveGen;
use crate::position::moves::{Move, MoveKind};
use crate::position::setup::Setup;
use crate::set::{CellSet, Zone};
use std::sync::Arc;

/// Where the wall comes to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closes {
    /// On the cell the piece left.
    Left,
    /// On an empty cell that the piece could go to next.
    Reached,
    /// On any empty cell.
    Empty,
}

/// The words for places.
const PLACES: &[&str] = &["left", "reached", "empty"];

impl Closes {
    fn of(word: &str) -> Closes {
        match word {
            "reached" => Closes::Reached,
            "empty" => Closes::Empty,
            _ => Closes::Left,
        }
    }

    fn listens(self) -> Events {
        match self {
            Closes::Left => Events::AFTER_MOVE,
            Closes::Reached | Closes::Empty => Events::CHOICES.and(Events::AFTER_MOVE),
        }
    }
}

/// Which piece is the wall, and where it goes.
#[derive(Debug)]
struct Walling {
    kind: PieceType,
    closes: Closes,
    /// As the first player sees it.
    zone: Zone,
    /// The cells it leaves out.
    closed: Zone,
}

impl Words for Walling {
    fn describe(&self, prose: &mut Prose<'_>) {
        let name = prose.name(self.kind);
        let what = match self.closes {
            Closes::Left => format!("Whatever moves leaves a {name} on the cell it left"),
            Closes::Reached => {
                format!("Whoever has moved puts a {name} on an empty cell to which the piece could go next")
            }
            Closes::Empty => format!("Whoever has moved puts a {name} on any empty cell"),
        };
        let within = match self.closed {
            closed if closed.is_empty() => String::new(),
            closed if closed.len() < self.zone.len() => format!(", never on {}", prose.zone(closed)),
            _ => format!(", only on {}", prose.zone(self.zone)),
        };
        let sentence = format!("{what}{within}. It stays, in everybody's way, and cannot be captured.");
        prose.say(Chapter::Moves, sentence);
    }

    /// Behind the cell the piece went to, as other programs write it: `d1d7,d7g7`.
    fn write_choice(&self, language: &Language<'_>, mv: Move) -> Option<String> {
        Some(format!("{}{}", language.name(mv.to), language.name(Cell(mv.choice))))
    }

    fn write_short_choice(&self, language: &Language<'_>, mv: Move) -> Option<String> {
        Some(language.name(Cell(mv.choice)).to_owned())
    }

    /// Cells run out. Only trails that end at the border of a zone leave a way to go on.
    fn ends(&self) -> bool {
        self.closes != Closes::Left || self.closed.is_empty()
    }
}

impl<const W: usize> Behaviour<W> for Walling {
    fn listens(&self) -> Events {
        self.closes.listens()
    }

    fn prepared(&self, checked: &CheckedDefinition, _: &Setup) -> Option<Arc<dyn Behaviour<W>>> {
        let zones = checked.views.iter().map(|view| seen(self.zone, view)).collect();
        Some(Arc::new(Mason::<W> { kind: self.kind, closes: self.closes, zones }))
    }
}

/// The same, with a zone for each player.
#[derive(Debug)]
struct Mason<const W: usize> {
    kind: PieceType,
    closes: Closes,
    zones: Vec<CellSet<W>>,
}

impl<const W: usize> Words for Mason<W> {}

impl<const W: usize> Behaviour<W> for Mason<W> {
    fn listens(&self) -> Events {
        self.closes.listens()
    }

    fn choices(&self, here: &MoveGen<'_, W>, _: &[u8], mv: Move, out: &mut Vec<Move>) {
        if mv.kind == MoveKind::Pass {
            return out.push(mv);
        }
        let next = here.after(mv);
        let mut free = here.tables.all.without(next.occupied);
        if self.closes == Closes::Reached {
            // Who shoots has stayed.
            let at = if mv.kind == MoveKind::Shoot { mv.from } else { mv.to };
            if !next.of_player(here.us).has(at.index()) {
                // A piece that exploded, or turned to stone, puts nothing anywhere.
                return out.push(mv);
            }
            free &= here.tables.quiet_destinations(&next, at.index());
        }
        out.extend((free & self.zones[here.us]).into_iter().map(|cell| mv.with_choice(cell as u16)));
    }

    fn after_move(&self, play: &mut Play<'_, W>) {
        let cell = match self.closes {
            Closes::Left => play.mv.origin(),
            Closes::Reached | Closes::Empty => play.mv.chosen().map(Cell),
        };
        // Somebody may have come to stand where a piece left: its partner in castling, one from the hand.
        let free = |cell: &Cell| play.state().piece(cell.index()).is_none();
        if let Some(cell) = cell.filter(free).filter(|cell| self.zones[play.us].has(cell.index())) {
            play.set(cell, Piece::new(NEUTRAL, self.kind));
        }
    }
}

/// A move has room for one choice.
fn besides_the_duck(definition: &Definition, _: &CheckedDefinition) -> Option<Problem> {
    let walling = definition.rules.get("walling").filter(|_| definition.rules.get("duck").is_some())?;
    let Value::Table(table) = &walling.value else { return None };
    let on = table.get("on").filter(|on| on.value != Value::Text("left".to_owned()))?;
    let problem =
        Problem::new(on.span, "a move can choose a cell for a wall or for the duck, not both", "chosen");
    Some(problem.help("walls that are left behind (on = \"left\") and the duck go together"))
}

/// Which piece is the wall, and where it goes.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "walling",
        kind: Kind::Table(&[
            Spec {
                name: "piece",
                kind: Kind::Piece,
                default: "required",
                documentation: "The piece that is put there, a `wall`.",
            },
            Spec {
                name: "on",
                kind: Kind::Word(PLACES),
                default: "\"left\"",
                documentation: "Where: `left`, on the cell that the piece left (the king's, in castling), if nothing has come to \
                                stand there; `reached`, on an empty cell of the mover's choice to which the piece that \
                                moved could go next without capturing; `empty`, on any empty cell.",
            },
            Spec {
                name: "zone",
                kind: Kind::Zone,
                default: "all cells",
                documentation: "Where walls may be put.",
            },
        ]),
        default: "none",
        documentation: "Every move closes a cell: a wall is put there that belongs to nobody, stands in the way and cannot \
                        be captured. Where the cell is chosen, moves name it behind a comma, `d1d7,d7g7`, in SAN `Qd7,g7`, \
                        and a move after which there is none to choose may not be played.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let kind = reader.pieces("piece").first().copied();
        let Some(kind) = kind.filter(|kind| draft.pieces[kind.index()].wall) else {
            let problem = Problem::new(value.span, "walling needs \"piece\", a wall", "incomplete");
            return Err(problem.help("walling = { piece = \"wall\", on = \"left\" }").into());
        };
        let closes = Closes::of(reader.text("on").unwrap_or("left"));
        let all = CellSet::first(draft.board.len());
        let zone = reader.zone("zone").unwrap_or(all);
        draft.listen(Walling { kind, closes, zone, closed: all.without(zone) });
        Ok(())
    },
    check: besides_the_duck,
    ..Rule::PLAIN
};

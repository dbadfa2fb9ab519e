//! Shots: a piece that captures from where it stands (a rifle capture), and what it is when it has none left.
//!
//! They belong to pieces (`shoots`, `shots`). A piece that has shot before is a type of its own, so that a position
//! knows it.

mod compile;
mod play;
mod text;

pub(crate) use play::end;

use super::behaviour::{Behaviour, Events, Play, Safety, Words};
use super::{Rule, Section};
use crate::cell::{Piece, PieceType};
use crate::compile::game::Game;
use crate::definition::{Kind, Problem, Spanned, Spec, Value};
use crate::describe::{Chapter, Prose, a};
use crate::movement::Movement;
use crate::position::moves::MoveKind;

/// Who shoots how, and how often.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shots {
    /// By piece of the definition: what it removes are pieces it could take by this movement.
    moves: Vec<(usize, Spanned<Movement>)>,
    /// By piece of the definition: how often, and what it becomes with the last one.
    limits: Vec<(usize, u8, PieceType)>,
    /// By type: what it becomes when it shoots, if that changes it.
    after: Vec<Option<PieceType>>,
}

impl Shots {
    /// Whether a shot turns some piece into this type.
    pub fn make(&self, kind: PieceType) -> bool {
        self.after.contains(&Some(kind))
    }

    /// What a type becomes when it shoots, if that changes it.
    pub fn after(&self, kind: PieceType) -> Option<PieceType> {
        self.after.get(kind.index()).copied().flatten()
    }

    /// A type and those that it becomes one after the other when it shoots, as long as something holds of them. Shots may
    /// come back to where they began.
    pub fn chain(&self, of: PieceType, holds: impl Fn(PieceType) -> bool) -> Vec<PieceType> {
        let mut chain = vec![of];
        let mut last = of;
        while let Some(next) = self.after(last).filter(|next| holds(*next) && !chain.contains(next)) {
            chain.push(next);
            last = next;
        }
        chain
    }

    /// Lets types that another rule adds become by shots what those become that they look like; of each pair that is the
    /// second.
    pub fn repeat(&mut self, pairs: &[(PieceType, PieceType)]) {
        for (kind, of) in pairs {
            let Some(after) = self.after(*of).filter(|_| self.after(*kind).is_none()) else { continue };
            let added = pairs.iter().find(|(_, of)| *of == after).map_or(after, |(added, _)| *added);
            self.after.resize(self.after.len().max(kind.index() + 1), None);
            self.after[kind.index()] = Some(added);
        }
    }
}

impl Game {
    /// The type a piece of this type becomes when it shoots, if that changes it.
    pub fn after_shot(&self, kind: PieceType) -> Option<PieceType> {
        self.checked().rules.shots.after(kind)
    }
}

/// What it shoots at.
pub(crate) const SHOOTS: Rule = Rule {
    section: Section::Pieces,
    spec: Spec {
        name: "shoots",
        kind: Kind::Either(&[Kind::Moves, Kind::Flag]),
        default: "none",
        documentation: "What it may remove from where it stands: pieces it could capture by this movement.",
    },
    compile: |draft, value| {
        if let Value::Moves(moves) = &value.value {
            let moves = Spanned::new(moves.clone(), value.span);
            draft.rules.shots.moves.push((draft.subject, moves));
        }
        Ok(())
    },
    further_moves: compile::further_moves,
    describe: |prose| {
        let mut still: Vec<PieceType> = Vec::new();
        for (piece, _) in &prose.rules.shots.moves {
            let kind = PieceType(*piece as u8);
            let Some((from, _)) = prose.game.best_view(kind) else { continue };
            let (targets, goes) = prose.game.shots(kind, from);
            if !goes {
                still.push(kind);
                continue;
            }
            let (name, cell) = (a(prose.name(kind)), prose.zone([from].into_iter().collect()));
            let targets = prose.zone(targets);
            let sentence = format!(
                "Shots: {name} may also capture from where it stands; on {cell} what could be on {targets}."
            );
            prose.say(Chapter::Moves, sentence);
        }
        if !still.is_empty() {
            let names = a(&prose.names(&still, "or"));
            prose.say(
                Chapter::Moves,
                format!("Shots: {names} captures from where it stands, without going there."),
            );
        }
    },
    moves: Some(&text::ShotSpelling),
    ..Rule::PLAIN
};

/// How often it shoots.
pub(crate) const SHOTS: Rule = Rule {
    section: Section::Pieces,
    spec: Spec {
        name: "shots",
        kind: Kind::Table(&[
            Spec { name: "count", kind: Kind::Number(1, 2), default: "1", documentation: "How many." },
            Spec {
                name: "then",
                kind: Kind::Piece,
                default: "required",
                documentation: "The piece it becomes with the last one.",
            },
        ]),
        default: "as many as it likes",
        documentation: "How often it may shoot, and what it becomes then: `{ count = 2, then = \"pawn\" }`.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let Some(then) = reader.pieces("then").first().copied() else {
            let message = "shots that come to an end need what comes then";
            return Err(Problem::new(value.span, message, "no \"then\"")
                .help("shots = { count = 2, then = \"pawn\" }")
                .into());
        };
        let limit = (draft.subject, reader.number("count", 1) as u8, then);
        draft.rules.shots.limits.push(limit);
        Ok(())
    },
    add_types: compile::add_types,
    name_look_alikes: compile::name_look_alikes,
    ..Rule::PLAIN
};

/// What shots do to those who shoot.
#[derive(Debug)]
struct Spent {
    after: Vec<Option<PieceType>>,
}

impl Words for Spent {
    fn describe(&self, prose: &mut Prose<'_>) {
        let types = prose.types();
        let mut sentences = Vec::new();
        for (index, info) in types.iter().enumerate().filter(|(index, info)| info.base == *index) {
            let Some(next) = self.after[index] else { continue };
            let (times, then) = match self.after[next.index()].filter(|_| types[next.index()].base == index) {
                Some(last) => ("twice", last),
                None => ("once", next),
            };
            let (who, what) = (a(&info.name), a(&types[then.index()].name));
            sentences.push(format!(
                "Shots: {who} may {times} remove a piece from where it stands; then it is {what}."
            ));
        }
        sentences.into_iter().for_each(|sentence| prose.say(Chapter::Moves, sentence));
    }

    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for Spent {
    fn listens(&self) -> Events {
        Events::AFTER_MOVE
    }

    /// What the piece becomes is as much in the way as it was.
    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn after_move(&self, play: &mut Play<'_, W>) {
        if play.mv.kind != MoveKind::Shoot {
            return;
        }
        let piece = play.state().piece(play.mv.from.index());
        if let Some(Some(kind)) = self.after.get(piece.kind().index()) {
            play.set(play.mv.from, Piece::new(piece.owner(), *kind));
        }
    }
}

//! Shots: a piece that removes others from where it stands, and what it is when it has none left.
//!
//! Shots belong to pieces (`shoots`, `shots`), not to a key of their own. A piece that has shot before is a type of its
//! own, so that a position knows it.

use super::RuleSet;
use super::behaviour::{AnyBehaviour, Behaviour, Events, Play, Safety, Words};
use crate::cell::{Piece, PieceType};
use crate::compile::game::TypeInfo;
use crate::definition::Definition;
use crate::describe::{Chapter, Prose, a};
use crate::notation::spelling::Spelling;
use crate::position::moves::MoveKind;

/// What each type becomes when it shoots, if that changes it.
#[derive(Debug)]
struct Shots {
    after: Vec<Option<PieceType>>,
}

impl Words for Shots {
    fn describe(&self, prose: &mut Prose<'_>) {
        let types = prose.types();
        let mut sentences = Vec::new();
        for (index, info) in types.iter().enumerate().filter(|(index, info)| info.base == *index) {
            let Some(next) = info.shot else { continue };
            let after = &types[next.index()];
            let (times, then) = match after.shot.filter(|_| after.base == index) {
                Some(last) => ("twice", &types[last.index()].name),
                None => ("once", &after.name),
            };
            let (who, what) = (a(&info.name), a(then));
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

impl<const W: usize> Behaviour<W> for Shots {
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

/// How shots are spelled: `e2*e5`, `R*e5`.
pub(super) struct ShotSpelling;

impl Spelling for ShotSpelling {
    fn kind(&self) -> Option<MoveKind> {
        Some(MoveKind::Shoot)
    }

    fn mark(&self) -> Option<&'static str> {
        Some("*")
    }

    /// Who does not write the mark rather means to go there.
    fn yields(&self, mark: Option<&'static str>) -> bool {
        mark.is_none()
    }
}

/// Adds the types of pieces that have shot before, which look and promote like those that have not, and lets the rule
/// take part where a shot changes anything.
pub(crate) fn add(definition: &Definition, types: &mut Vec<TypeInfo>, rules: &mut RuleSet) {
    for (index, piece) in definition.pieces.iter().enumerate() {
        let Some(shots) = &piece.shots else { continue };
        let then = definition.pieces.iter().position(|p| p.name.value == shots.then.value);
        let mut next = then.map(|then| PieceType(then as u8));
        if shots.count > 1 {
            let like = types[index].clone();
            let (name, letter) = (format!("{} after a shot", like.name), format!("{}~", like.letter));
            types.push(TypeInfo { name, letter, shot: next, ..like });
            let after = PieceType((types.len() - 1) as u8);
            for promotion in &mut rules.promotions {
                if promotion.of.contains(&PieceType(index as u8)) {
                    promotion.of.push(after);
                }
            }
            next = Some(after);
        }
        types[index].shot = next;
    }
    let after: Vec<Option<PieceType>> = types.iter().map(|info| info.shot).collect();
    if after.iter().any(Option::is_some) {
        rules.behaviours.push(AnyBehaviour::new(Shots { after }));
    }
}

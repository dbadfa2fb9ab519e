//! Shots in moves as text: `e2*e5`, `R*e5`.

use crate::notation::spelling::Spelling;
use crate::position::moves::MoveKind;

/// How shots are spelled.
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

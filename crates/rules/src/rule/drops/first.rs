//! Placing first: who holds something does nothing but put it on the board.

use crate::position::generate::sink::Sink;
use crate::position::generate::{MoveGen, Wanted};
use crate::rule::behaviour::{Behaviour, Events, Safety, Words};

/// A first part of the game in which pieces are placed.
#[derive(Debug)]
pub(super) struct PlaceFirst;

impl Words for PlaceFirst {
    fn leaves_only_mate(&self) -> bool {
        true
    }
}

impl<const W: usize> Behaviour<W> for PlaceFirst {
    fn listens(&self) -> Events {
        Events::INSTEAD
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn instead(&self, here: &MoveGen<'_, W>, _: &[u8], sink: &mut dyn Sink<W>) -> bool {
        let holds = here.state.hands[here.us].iter().any(|held| *held > 0);
        if holds && here.wanted != Wanted::Captures {
            here.drops(sink);
        }
        holds
    }
}

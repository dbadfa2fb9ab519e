//! TimeControls that are usual, by name.

/// A control that is usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// How it is written.
    pub notation: &'static str,
    /// What it means.
    pub description: &'static str,
}

/// TimeControls that are usual, to choose from.
pub const PRESETS: &[Preset] = &[
    Preset { name: "two hours", notation: "2h", description: "Two hours each for the whole game" },
    Preset { name: "no clock", notation: "none", description: "As long as you like" },
    Preset { name: "bullet", notation: "1+0", description: "One minute each" },
    Preset {
        name: "bullet with increment",
        notation: "2+1",
        description: "Two minutes, and a second a move",
    },
    Preset { name: "blitz", notation: "3+2", description: "Three minutes, and two seconds a move" },
    Preset { name: "five minutes", notation: "5+0", description: "Five minutes each" },
    Preset {
        name: "blitz with increment",
        notation: "5+3",
        description: "Five minutes, and three seconds a move",
    },
    Preset { name: "rapid", notation: "10+5", description: "Ten minutes, and five seconds a move" },
    Preset {
        name: "long rapid",
        notation: "15+10",
        description: "A quarter of an hour, and ten seconds a move",
    },
    Preset { name: "classical", notation: "30+20", description: "Half an hour, and twenty seconds a move" },
    Preset {
        name: "tournament",
        notation: "40/90+30,30+30",
        description: "Ninety minutes for forty moves, then thirty for the rest; thirty seconds a move",
    },
    Preset {
        name: "delay",
        notation: "5d3",
        description: "Five minutes; the clock waits three seconds each move",
    },
    Preset {
        name: "Bronstein",
        notation: "5b3",
        description: "Five minutes; up to three seconds of each move are given back",
    },
    Preset { name: "move by move", notation: "30s/move", description: "Thirty seconds for each move" },
    Preset { name: "correspondence", notation: "3d/move", description: "Three days for each move" },
    Preset {
        name: "hourglass",
        notation: "hourglass:5",
        description: "What you use, the others get; five minutes each",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::TimeControl;

    #[test]
    fn every_preset_is_written_as_it_is_read() {
        for preset in PRESETS {
            assert_eq!(preset.notation.parse::<TimeControl>().unwrap().to_string(), preset.notation);
        }
    }

    #[test]
    fn the_first_is_two_hours_each() {
        assert_eq!(PRESETS[0].notation, "2h");
    }
}

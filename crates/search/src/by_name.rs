//! Levels and strategies as people ask for them, or why there is none such.

use crate::engine::Strategy;
use crate::level::Level;

/// The strategies that can be asked for by name, the weakest first.
const STRATEGIES: [(&str, Strategy); 3] =
    [("one-ply", Strategy::OnePly), ("fixed-depth", Strategy::FixedDepth(3)), ("full", Strategy::Full)];

/// How many plies a fixed depth may have.
const MOST_PLIES: u32 = 8;

/// What stands for the strategies of a fixed depth that is chosen.
const CHOSEN_DEPTH: &str = "fixed-depth=N";

/// Why there is no such opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStrategy(String);

impl std::fmt::Display for UnknownStrategy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownStrategy {}

impl Level {
    /// The level of an opponent who is asked for without one.
    pub const DEFAULT: Level = match Level::new(6) {
        Some(level) => level,
        None => Level::HIGHEST,
    };

    /// The level somebody asks for; 0 is the usual one.
    pub fn from_number(number: u8) -> Result<Level, UnknownStrategy> {
        let (lowest, highest) = (Level::LOWEST.number(), Level::HIGHEST.number());
        let unknown = || UnknownStrategy(format!("there is no level {number}: {lowest} to {highest}"));
        if number == 0 { Ok(Level::DEFAULT) } else { Level::new(number).ok_or_else(unknown) }
    }
}

impl Strategy {
    /// The strategy somebody asks for by its name: `one-ply`, `fixed-depth` (three plies), `fixed-depth=5`, `full`.
    pub fn from_name(name: &str) -> Result<Strategy, UnknownStrategy> {
        if let Some(plies) = name.strip_prefix("fixed-depth=") {
            let plies = plies.parse().ok().filter(|plies| (1..=MOST_PLIES).contains(plies));
            return plies.map(Strategy::FixedDepth).ok_or_else(|| {
                UnknownStrategy(format!("\"{name}\" looks ahead 1 to {MOST_PLIES} plies: fixed-depth=4"))
            });
        }
        let known = STRATEGIES.iter().find(|(known, _)| *known == name);
        known.map(|(_, strategy)| *strategy).ok_or_else(|| {
            let mut names: Vec<&str> = STRATEGIES.iter().map(|(name, _)| *name).collect();
            names.insert(names.len() - 1, CHOSEN_DEPTH);
            UnknownStrategy(format!("there is no strategy \"{name}\": there are {}", names.join(", ")))
        })
    }

    /// The name of every strategy that can be asked for, each fixed depth among them; the weakest first.
    pub fn names() -> Vec<String> {
        let mut names: Vec<String> = STRATEGIES.iter().map(|(name, _)| (*name).to_owned()).collect();
        let depths = (1..=MOST_PLIES).map(|plies| format!("fixed-depth={plies}"));
        names.splice(names.len() - 1..names.len() - 1, depths);
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_can_be_asked_for_and_nothing_else() {
        assert_eq!((Level::from_number(0), Level::from_number(20)), (Ok(Level::DEFAULT), Ok(Level::HIGHEST)));
        assert_eq!(Level::from_number(21).unwrap_err().to_string(), "there is no level 21: 1 to 20");
        assert_eq!(Strategy::from_name("one-ply"), Ok(Strategy::OnePly));
        assert_eq!(Strategy::from_name("fixed-depth"), Ok(Strategy::FixedDepth(3)));
        let error = Strategy::from_name("onepy").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no strategy \"onepy\": there are one-ply, fixed-depth, fixed-depth=N, full"
        );
        let names = Strategy::names();
        assert!(names.iter().all(|name| Strategy::from_name(name).is_ok()), "{names:?}");
        assert_eq!((names.len(), names[9].as_str(), names[10].as_str()), (11, "fixed-depth=8", "full"));
        assert_eq!(Strategy::from_name("fixed-depth=5"), Ok(Strategy::FixedDepth(5)));
        for wrong in ["fixed-depth=0", "fixed-depth=9", "fixed-depth=", "fixed-depth=x"] {
            assert!(Strategy::from_name(wrong).is_err(), "{wrong}");
        }
    }
}

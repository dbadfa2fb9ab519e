//! What kind of game one is, worked out from its definition: to find one's way among hundreds.

use chatura_rules::definition::{BoardSource, Definition, PieceDefinition, Royal, Table, Value};
use chatura_rules::movement::Way;

/// What kind of game one is.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The one family it belongs to.
    pub family: Family,
    /// How much is new to somebody who knows chess.
    pub difficulty: Difficulty,
    /// What it has that chess has not: words to find it by, sorted.
    pub mechanisms: Vec<String>,
    /// The names of its pieces.
    pub pieces: Vec<String>,
    /// The games it extends, the nearest first.
    pub parents: Vec<String>,
}

macro_rules! families {
    ($($variant:ident $name:literal $doc:literal),* $(,)?) => {
        /// A family of games: each game is in the first one that it fits into, in this order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Family { $(#[doc = $doc] $variant),* }

        impl Family {
            /// Every family.
            pub const ALL: &[Family] = &[$(Family::$variant),*];

            /// What it is called.
            pub fn name(self) -> &'static str {
                match self { $(Family::$variant => $name),* }
            }
        }
    };
}

families! {
    ManyPlayers "many players" "More than two play.",
    Hexagonal "hexagonal" "Hexagon cells.",
    Shogi "shogi kin" "Shogi and what came of it.",
    Xiangqi "xiangqi kin" "Xiangqi and what came of it.",
    Historic "historic and regional" "Played long ago, or in one part of the world, and not chess.",
    Armies "different armies" "The sides have different pieces.",
    Losing "losing" "One wins by losing.",
    Drops "drops" "Pieces come in from the hand.",
    Goals "other goals" "Won otherwise than by mate.",
    Large "large boards" "More cells than chess.",
    Small "small boards" "Fewer cells than chess.",
    Shuffled "random starts" "No start like another.",
    Rules "other rules" "Something happens that never happens in chess.",
    Pieces "other pieces" "Chess with other pieces.",
    Orthodox "orthodox kin" "The pieces of chess and nearly its rules.",
}

/// How much is new to somebody who knows chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// One can begin at once.
    Easy,
    /// Something to learn.
    Medium,
    /// Much to learn.
    Hard,
}

impl Difficulty {
    /// Each of them.
    pub const ALL: &[Difficulty] = &[Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// The pieces of chess.
const CHESSMEN: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
/// Keys that chess has too; what they say makes no mechanism.
const USUAL: [&str; 11] = [
    "castling",
    "en-passant",
    "promotion",
    "checkmate",
    "stalemate",
    "repetition",
    "no-progress",
    "material",
    "unsafe-royal",
    "royal-capture",
    "limit",
];
/// What keys are called that people call otherwise.
const WORDS: &[(&str, &str)] = &[
    ("blast", "explosions"),
    ("check", "king may be captured"),
    ("checks", "check counting"),
    ("duck", "walls"),
    ("giving-check", "no checks"),
    ("goal", "race"),
    ("kings-facing", "facing kings"),
    ("moves-per-turn", "several moves"),
    ("must-capture", "compulsory capture"),
    ("pass", "passing"),
    ("petrify", "walls"),
    ("progressive", "several moves"),
    ("transform", "type changes"),
    ("walling", "walls"),
];

impl Kind {
    /// What kind of game a definition makes; `parents` are the games it extends.
    pub fn of(definition: &Definition, parents: Vec<String>) -> Kind {
        let mechanisms = mechanisms(definition);
        Kind {
            family: family(definition, &mechanisms, &parents),
            difficulty: difficulty(definition, &mechanisms),
            mechanisms,
            pieces: definition.pieces.iter().map(|piece| piece.name.value.clone()).collect(),
            parents,
        }
    }

    /// How alike two games are; the greater the number, the more.
    pub fn likeness(&self, other: &Kind) -> i32 {
        let shared = |own: &[String], others: &[String]| {
            own.iter().filter(|name| others.contains(name)).count() as i32
        };
        let new = |kind: &Kind| -> Vec<String> {
            kind.pieces.iter().filter(|name| !CHESSMEN.contains(&name.as_str())).cloned().collect()
        };
        let both = shared(&self.mechanisms, &other.mechanisms);
        let either = (self.mechanisms.len() + other.mechanisms.len()) as i32 - both;
        let kin = shared(&self.parents, &other.parents) + i32::from(self.family == other.family) * 2;
        3 * both - (either - both) + 2 * kin + shared(&new(self), &new(other)).min(4)
    }
}

/// The value of a rule that is on; what is said to be off is as good as unsaid.
fn active<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    let value = &table.get(key)?.value;
    let off = match value {
        Value::Flag(on) => !on,
        Value::Text(word) => ["none", "never", "allowed", "enforced"].contains(&word.as_str()),
        Value::Number(number) => *number == 1,
        _ => false,
    };
    (!off).then_some(value)
}

fn mechanisms(definition: &Definition) -> Vec<String> {
    let keys =
        definition.rules.entries.iter().chain(&definition.end.entries).map(|(key, _)| key.value.as_str());
    let mut found: Vec<String> = keys
        .filter(|key| !USUAL.contains(key))
        .filter(|key| active(&definition.rules, key).or_else(|| active(&definition.end, key)).is_some())
        .map(|key| {
            WORDS.iter().find(|(known, _)| *known == key).map_or(key, |(_, word)| *word).replace('-', " ")
        })
        .collect();
    let mut add = |holds: bool, word: &str| {
        if holds {
            found.push(word.to_owned());
        }
    };
    let legs = || {
        let own = |piece: &PieceDefinition| {
            let also = piece.also.iter().flat_map(|capability| capability.moves.value.parts.clone());
            piece.moves.value.parts.iter().cloned().chain(also).collect::<Vec<_>>()
        };
        definition.pieces.iter().flat_map(own).flat_map(|part| part.legs)
    };
    add(is_lost_to_win(definition), "losing");
    add(legs().any(|leg| matches!(leg.way, Way::Hop | Way::HopShort)), "hoppers");
    add(legs().any(|leg| leg.crooked), "crooked pieces");
    add(definition.pieces.iter().any(|piece| piece.rules.get("shoots").is_some()), "shooting");
    add(
        definition.pieces.iter().any(|piece| piece.moves.value.parts.iter().any(|part| part.legs.len() > 1)),
        "bent pieces",
    );
    add(definition.pieces.iter().any(|piece| piece.royal == Royal::Last), "several kings");
    add(!definition.variables.is_empty(), "random start");
    found.sort();
    found.dedup();
    found
}

/// Whether having nothing left, or no move, or being mated, wins.
fn is_lost_to_win(definition: &Definition) -> bool {
    let wins = |value: &Value| matches!(value, Value::Text(word) if word == "win");
    let of = |key: &str| definition.end.get(key).map(|value| &value.value);
    let extinct = match of("extinction") {
        Some(Value::Table(table)) => table.get("result").is_some_and(|value| wins(&value.value)),
        _ => false,
    };
    extinct || ["checkmate", "stalemate", "bare-king"].iter().any(|key| of(key).is_some_and(wins))
}

/// The numbers in a list of the board's parameters.
fn sides(definition: &Definition) -> (&str, Vec<i64>) {
    let BoardSource::Shape { shape, parameters } = &definition.board else { return ("cells", Vec::new()) };
    let size = match parameters.get("size").map(|size| &size.value) {
        Some(Value::List(items)) => items
            .iter()
            .filter_map(|item| match item.value {
                Value::Number(number) => Some(number),
                _ => None,
            })
            .collect(),
        _ => vec![8, 8],
    };
    (&shape.value, size)
}

fn family(definition: &Definition, mechanisms: &[String], parents: &[String]) -> Family {
    let about = &definition.about;
    let from = |name: &str| about.id == name || parents.iter().any(|parent| parent == name);
    let tagged = |tag: &str| about.tags.iter().any(|own| own == tag);
    let has = |word: &str| mechanisms.iter().any(|own| own == word);
    let (shape, size) = sides(definition);
    let cells: i64 = size.iter().product();
    let sente = definition.players.names.first().is_some_and(|name| name.value == "Sente");
    let new = definition.pieces.iter().any(|piece| !CHESSMEN.contains(&piece.name.value.as_str()));
    let goals = ["race", "extinction", "check counting", "bare king", "compulsory capture"];
    let fits = |family: &Family| match family {
        Family::ManyPlayers => definition.players.names.len() > 2,
        Family::Hexagonal => shape == "hexes" || shape == "trihex",
        Family::Shogi => sente || from("shogi"),
        Family::Xiangqi => from("xiangqi") || from("janggi"),
        Family::Historic => about.id != "chess" && (tagged("historic") || tagged("regional")),
        Family::Armies => tagged("unequal armies"),
        Family::Losing => has("losing"),
        Family::Drops => has("drops") || has("gating"),
        Family::Goals => goals.iter().any(|goal| has(goal)),
        Family::Large => cells > 64,
        Family::Small => cells < 64,
        Family::Shuffled => has("random start"),
        Family::Rules => !mechanisms.is_empty(),
        Family::Pieces => new,
        Family::Orthodox => true,
    };
    Family::ALL.iter().copied().find(|family| fits(family)).unwrap_or(Family::Orthodox)
}

fn difficulty(definition: &Definition, mechanisms: &[String]) -> Difficulty {
    // A promoted piece is seldom as new as the one it was.
    let new = |piece: &&PieceDefinition| !CHESSMEN.contains(&piece.name.value.as_str()) && !piece.wall;
    let weight = |piece: &PieceDefinition| match piece.letter.value.starts_with('+') {
        true => 1,
        false => 2,
    };
    let pieces: usize = definition.pieces.iter().filter(new).map(weight).sum();
    let players = definition.players.names.len().saturating_sub(2);
    match pieces + 2 * mechanisms.len() + 4 * players.min(1) {
        0..=3 => Difficulty::Easy,
        4..=10 => Difficulty::Medium,
        _ => Difficulty::Hard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{find, list, similar};

    fn kind(id: &str) -> &'static Kind {
        &find(id).unwrap().kind
    }

    #[test]
    fn every_family_has_games() {
        for family in Family::ALL {
            let games = list().iter().filter(|entry| entry.kind.family == *family).count();
            assert!(games >= 2, "{}: {games}", family.name());
        }
    }

    #[test]
    fn games_are_where_people_look_for_them() {
        let expected = [
            ("chess", Family::Orthodox),
            ("minishogi", Family::Shogi),
            ("minixiangqi", Family::Xiangqi),
            ("glinski", Family::Hexagonal),
            ("three-player", Family::ManyPlayers),
            ("courier", Family::Historic),
            ("orda", Family::Armies),
            ("antichess", Family::Losing),
            ("crazyhouse", Family::Drops),
            ("kingofthehill", Family::Goals),
            ("grand", Family::Large),
            ("gardner", Family::Small),
            ("chess960", Family::Shuffled),
            ("atomic", Family::Rules),
            ("amazon", Family::Pieces),
        ];
        for (id, family) in expected {
            assert_eq!(kind(id).family, family, "{id}");
        }
    }

    #[test]
    fn mechanisms_are_what_chess_has_not() {
        assert!(kind("chess").mechanisms.is_empty());
        assert_eq!(kind("atomic").mechanisms, ["explosions"]);
        assert_eq!(kind("racingkings").mechanisms, ["no checks", "race"]);
        assert_eq!(kind("knightmate").mechanisms, [""; 0]);
        assert!(kind("xiangqi").mechanisms.contains(&"hoppers".to_owned()));
    }

    #[test]
    fn what_is_nearer_to_chess_is_easier() {
        assert_eq!(kind("chess").difficulty, Difficulty::Easy);
        assert_eq!(kind("3check").difficulty, Difficulty::Easy);
        assert_eq!(kind("grand").difficulty, Difficulty::Medium);
        assert_eq!(kind("shogi").difficulty, Difficulty::Hard);
        assert!(Difficulty::ALL.is_sorted());
    }

    #[test]
    fn similar_games_share_more_than_others() {
        let ids =
            |id: &str| similar(find(id).unwrap()).iter().map(|entry| &entry.about.id[..]).collect::<Vec<_>>();
        assert!(ids("5check").contains(&"3check"), "{:?}", ids("5check"));
        assert!(ids("minishogi").contains(&"gorogoro"), "{:?}", ids("minishogi"));
        assert!(ids("gothic").contains(&"capablanca"), "{:?}", ids("gothic"));
        assert!(list().iter().all(|entry| similar(entry).len() == 5));
    }
}

//! The types of pieces that `variants.ini` knows by name.

/// A type of piece there.
#[derive(Clone, Copy, Debug)]
pub struct KnownKind {
    /// Its name there.
    pub name: &'static str,
    /// How it moves, in our notation.
    pub moves: &'static str,
    /// What it is called here.
    pub ours: &'static str,
}

const fn kind(name: &'static str, moves: &'static str, ours: &'static str) -> KnownKind {
    KnownKind { name, moves, ours }
}

/// Every type, in the order in which letters are given out.
pub const KINDS: &[KnownKind] = &[
    kind("pawn", "fmWfcF", "pawn"),
    kind("knight", "N", "knight"),
    kind("bishop", "B", "bishop"),
    kind("rook", "R", "rook"),
    kind("queen", "Q", "queen"),
    kind("fers", "F", "ferz"),
    kind("alfil", "A", "alfil"),
    kind("fersAlfil", "FA", "elephant"),
    kind("silver", "FfW", "silver"),
    kind("aiwok", "RNF", "aiwok"),
    kind("bers", "RF", "dragon-king"),
    kind("archbishop", "BN", "archbishop"),
    kind("chancellor", "RN", "chancellor"),
    kind("amazon", "QN", "amazon"),
    kind("knibis", "mNcB", "knibis"),
    kind("biskni", "mBcN", "biskni"),
    kind("kniroo", "mNcR", "kniroo"),
    kind("rookni", "mRcN", "rookni"),
    kind("shogiPawn", "fW", "shogi-pawn"),
    kind("lance", "fR", "lance"),
    kind("shogiKnight", "fN", "shogi-knight"),
    kind("gold", "WfF", "gold"),
    kind("dragonHorse", "BW", "dragon-horse"),
    kind("clobber", "cW", "clobber"),
    kind("breakthrough", "fmWfF", "breakthrough"),
    kind("immobile", "", "immobile"),
    kind("cannon", "mRcpR", "cannon"),
    kind("janggiCannon", "pR", "janggi-cannon"),
    kind("soldier", "fsW", "soldier"),
    kind("horse", "nN", "horse"),
    kind("elephant", "nA", "elephant"),
    kind("janggiElephant", "nZ", "janggi-elephant"),
    kind("banner", "RcpRnN", "banner"),
    kind("wazir", "W", "wazir"),
    kind("commoner", "K", "mann"),
    kind("centaur", "KN", "centaur"),
    kind("king", "K", "king"),
];

/// How many pieces of one's own a game may have.
pub const CUSTOM: usize = 25;

/// A type of piece by number: those of [`KINDS`], then the own ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// The pawn.
    pub const PAWN: Kind = Kind(0);

    /// The type of this name there.
    pub fn named(name: &str) -> Option<Kind> {
        if let Some(number) = name.strip_prefix("customPiece") {
            let number: usize = number.parse().ok()?;
            return (1..=CUSTOM).contains(&number).then(|| Kind((KINDS.len() + number - 1) as u8));
        }
        KINDS.iter().position(|known| known.name == name).map(|index| Kind(index as u8))
    }

    /// Every type.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..KINDS.len() + CUSTOM).map(|index| Kind(index as u8))
    }

    /// Its name there.
    pub fn name(self) -> String {
        match self.known() {
            Some(known) => known.name.to_owned(),
            None => format!("customPiece{}", usize::from(self.0) - KINDS.len() + 1),
        }
    }

    /// What is known of it, unless it is an own one.
    pub fn known(self) -> Option<&'static KnownKind> {
        KINDS.get(usize::from(self.0))
    }

    /// Whether it is one of these.
    pub fn is(self, name: &str) -> bool {
        self.known().is_some_and(|known| known.name == name)
    }
}

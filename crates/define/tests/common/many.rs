//! Small games for more than two, in which players soon leave: every way to leave and every parameter.

/// Name and definition.
pub fn games() -> Vec<(&'static str, String)> {
    let arena = |elimination: &str, more: &str| format!("{ARENA}\nelimination = {{ {elimination} }}\n{more}");
    vec![
        ("dead", arena("army = \"dead\", stalemate = \"out\"", "")),
        ("removed", arena("army = \"removed\", stalemate = \"skip\"", "")),
        ("inherited", arena("army = \"inherited\", stalemate = \"out\"", "")),
        ("inherited-skip", arena("army = \"inherited\", stalemate = \"skip\"", "")),
        ("drawing", arena("army = \"dead\", stalemate = \"draw\"", "")),
        ("first", arena("until = \"first\", stalemate = \"out\"", "")),
        ("first-drawing", arena("until = \"first\", stalemate = \"draw\"", "")),
        ("spared", arena("king-capture = \"forbidden\", army = \"removed\"", "")),
        ("points", arena("army = \"dead\"", POINTS)),
        ("points-skip", arena("army = \"removed\", stalemate = \"skip\"", POINTS)),
        ("double", arena("army = \"dead\", stalemate = \"skip\"", "[rules]\nmoves-per-turn = 2")),
        ("triple", arena("army = \"inherited\"", "[rules]\nmoves-per-turn = 3")),
        ("teams", format!("{TEAMS}{}", arena("army = \"dead\"", ""))),
        ("teams-first", format!("{TEAMS}{}", arena("until = \"first\", stalemate = \"draw\"", ""))),
        ("heedless", arena("army = \"inherited\", stalemate = \"skip\"", "[rules]\ncheck = \"ignored\"")),
        ("extinct", arena("army = \"inherited\"", "extinction = { of = [\"knight\", \"rook\"] }")),
        ("racing", arena("army = \"removed\"", "goal = { of = \"queen\", zone = \"c3..d4\" }")),
        ("passers", PASSERS.to_owned()),
        ("passing-heirs", PASSERS.replace("[end]", "[end]\nelimination = { army = \"inherited\" }")),
        ("passers-twice", PASSERS.replace("[rules]", "[rules]\nmoves-per-turn = 2")),
        ("trihex-kings", TRIHEX_KINGS.to_owned()),
        ("six-kings", SIX_KINGS.to_owned()),
        ("blocked", BLOCKED.to_owned()),
        ("hoppers-of-four", HOPPERS_OF_FOUR.to_owned()),
    ]
}

/// Four small armies close together; the section `[end]` comes last and is left open.
const ARENA: &str = r#"
board = { shape = "cross", size = 6, corner = 1 }
setup.army = "2PP2/RQKN"
players.names = ["Red", "Blue", "Yellow", "Green"]
players.symmetry = "rotation"
[pieces]
pawn   = { letter = "P", moves = "fmWfcF" }
knight = { letter = "N", moves = "N" }
rook   = { letter = "R", moves = "R" }
queen  = { letter = "Q", moves = "Q" }
king   = { letter = "K", moves = "K", royal = true }
[rules.promotion]
of = "pawn"
to = ["queen", "knight"]
zone = "last 2 ranks"
[end]
repetition = { automatic = 3 }
no-progress = { automatic = 20, reset-by = ["pawn"] }
"#;

const POINTS: &str = r#"
[end.points]
captures = { pawn = 1, knight = 3, rook = 5, queen = 9 }
mate = 20
stalemated = 20
checks = [[1, 5], [5, 20]]
light = ["queen"]
lead = 20
"#;

const TEAMS: &str = "players.teams = [[\"Red\", \"Yellow\"], [\"Blue\", \"Green\"]]";

/// Room for double steps, captures in passing and castling.
const PASSERS: &str = r#"
board = { shape = "cross", size = 8, corner = 2 }
setup.army = "PPPP/RK1R"
[players]
names = ["Red", "Blue", "Yellow", "Green"]
symmetry = "rotation"
[pieces]
pawn = { letter = "P", moves = "fmWfceF", first = "fmnD" }
rook = { letter = "R", moves = "R" }
king = { letter = "K", moves = "K", royal = true }
[rules]
castling = "standard"
en-passant = true
promotion = { of = "pawn", to = "rook", zone = "last rank" }
[end]
no-progress = { automatic = 20, reset-by = ["pawn"] }
"#;

const TRIHEX_KINGS: &str = r#"
extends = "three-player"
setup.army = "2Q2Q2/R3K2R"
[end]
elimination = { army = "inherited" }
"#;

const SIX_KINGS: &str = r#"
extends = "six-player"
board.side = 4
zones.far-edges = "a4, b5, c6, d7, e6, f5, g4"
setup.army = "3Q3/2RKN2"
"#;

/// Nobody has a king, and pawns that only go forward block each other.
const BLOCKED: &str = r#"
board = { shape = "cross", size = 5, corner = 1 }
setup.army = "1P1"
players = { names = ["Red", "Blue", "Yellow", "Green"], symmetry = "rotation" }
pieces.pawn = { letter = "P", moves = "fmWfcF" }
end.elimination = { stalemate = "skip" }
end.no-progress = { automatic = 20 }
"#;

/// Attacks over and round other pieces.
const HOPPERS_OF_FOUR: &str = r#"
board = { shape = "cross", size = 8, corner = 2 }
setup.army = "PGGP/CKHR"
[players]
names = ["Red", "Blue", "Yellow", "Green"]
symmetry = "rotation"
[pieces]
pawn = { letter = "P", moves = "fmWfcF" }
rook = { letter = "R", moves = "R" }
grasshopper = { letter = "G", moves = "gQ" }
cannon = { letter = "C", moves = "mRcpR" }
horse = { letter = "H", moves = "nN" }
king = { letter = "K", moves = "K", royal = true }
[rules]
promotion = { of = "pawn", to = "rook", zone = "last rank" }
[end]
no-progress = { automatic = 20, reset-by = ["pawn"] }
"#;

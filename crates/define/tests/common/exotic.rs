//! Small games that use what the catalogue does not: every kind of movement and many mixtures of rules.

/// Name and definition.
pub const GAMES: &[(&str, &str)] = &[
    ("hoppers", HOPPERS),
    ("riders", RIDERS),
    ("lions", LIONS),
    ("double-royal", DOUBLE_ROYAL),
    ("last-royal", LAST_ROYAL),
    ("holes", HOLES),
    ("large", LARGE),
    ("flexible", FLEXIBLE),
    ("named-castling", NAMED_CASTLING),
    ("unmoved", UNMOVED),
    ("cylinder-hoppers", CYLINDER_HOPPERS),
    ("bombs", BOMBS),
    ("forced", FORCED),
    ("shy-drops", SHY_DROPS),
    ("bare", BARE),
    ("capturable", CAPTURABLE),
    ("triple", TRIPLE),
    ("passing", PASSING),
    ("lame", LAME),
    ("shogi-like", SHOGI_LIKE),
    ("bomb-hoppers", BOMB_LIONS),
    ("shy", SHY),
    ("lion-hunt", LION_HUNT),
    ("drop-hoppers", DROP_HOPPERS),
    ("torpedo", TORPEDO),
    ("trihex", TRIHEX),
    ("trihex-zoo", TRIHEX_ZOO),
    ("ring", RING),
    ("cross", CROSS),
    ("hex-zoo", HEX_ZOO),
    ("gates", GATES),
    ("castling-queen", CASTLING_QUEEN),
];

const TRIHEX: &str = r#"
extends = "chess"
board = { shape = "trihex" }
players.symmetry = "rotation"
setup.array = "8/8/8/8/rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
"#;

const TRIHEX_ZOO: &str = r#"
extends = "chess"
board = { shape = "trihex" }
players.symmetry = "rotation"
rules.castling = "none"
[pieces]
grasshopper = { letter = "G", moves = "gQ" }
cannon = { letter = "C", moves = "mRcpR" }
vao = { letter = "V", moves = "mBcpB" }
nightrider = { letter = "H", moves = "NN" }
horse = { letter = "O", moves = "nN" }
gryphon = { letter = "Y", moves = [["F", "fR"]] }
[setup]
array = "8/8/8/8/vchkgyno/pppppppp/8/8/8/8/PPPPPPPP/VCHGKYNO"
"#;

const RING: &str = r#"
extends = "chess"
board = { shape = "ring" }
players.symmetry = "rotation"
setup.array = "24/24/24/24/PPPPPPPPpppppppp8/RNBQKBNRrnbqkbnr8"
"#;

const CROSS: &str = r#"
extends = "chess"
board = { shape = "cross" }
players.symmetry = "rotation"
setup.array = "***rnbkqbnr***/***pppppppp***/***8***/14/14/14/14/14/14/14/14/***8***/***PPPPPPPP***/***RNBQKBNR***"
"#;

const HEX_ZOO: &str = r#"
extends = "glinski"
[pieces]
cannon = { letter = "C", moves = "mRcpR" }
horse = { letter = "H", moves = "nN" }
grasshopper = { letter = "G", moves = "gQ" }
zigzag = { letter = "Z", moves = "zB" }
hook = { letter = "O", moves = "RmasR" }
[setup]
array = "b/gbk/h1b1z/c5c/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2O2P2/1PCHGBKZCP1"
"#;

const HOPPERS: &str = r#"
extends = "chess"
[pieces]
grasshopper = { letter = "G", moves = "gQ" }
cannon = { letter = "C", moves = "mRcpR" }
vao = { letter = "V", moves = "mBcpB" }
pao = { letter = "O", moves = "pR" }
[setup]
array = "rgbqkbgr/pppppppp/2c2v2/3oo3/3OO3/2C2V2/PPPPPPPP/RGBQKBGR"
"#;

const RIDERS: &str = r#"
extends = "chess"
[pieces]
nightrider = { letter = "H", moves = "NN" }
ski = { letter = "S", moves = "jR" }
boyscout = { letter = "Y", moves = "zF0" }
girlscout = { letter = "G", moves = "zW0" }
short = { letter = "O", moves = "R3B2" }
elephant = { letter = "E", moves = "AADD" }
[setup]
array = "rhsykgor/pppppppp/3e4/8/8/3E4/PPPPPPPP/RHSYKGOR"
"#;

const LIONS: &str = r#"
extends = "chess"
[pieces]
lion = { letter = "L", moves = "KNADcaKmcabK" }
lancer = { letter = "A", moves = "KmasW" }
hook = { letter = "H", moves = "RmasR" }
[setup]
array = "rlbqkahr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKAHR"
"#;

const DOUBLE_ROYAL: &str = r#"
extends = "chess"
pieces.prince = { letter = "A", moves = "K", royal = true }
rules.castling = { kind = "standard", king = "king" }
setup.array = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR"
"#;

const LAST_ROYAL: &str = r#"
extends = "chess"
pieces.king.royal = "last"
rules.castling = "none"
setup.array = "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR"
"#;

const HOLES: &str = r#"
extends = "chess"
board.holes = ["d4", "e4", "d5", "e5"]
setup.array = "rnbqkbnr/pppppppp/8/3**3/3**3/8/PPPPPPPP/RNBQKBNR"
"#;

const LARGE: &str = r#"
extends = "chess"
board.size = [16, 16]
rules.castling = "none"
pieces.nightrider = { letter = "H", moves = "NN" }
setup.array = "rnbqhnbqkbnhqbnr/pppppppppppppppp/16/16/16/16/16/16/16/16/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQHNBQKBNHQBNR"
"#;

const FLEXIBLE: &str = r#"
extends = "chess"
board.size = [12, 8]
setup.array = "rnbnbqkbnbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBNBQKBNBNR"
rules.castling = "flexible"
"#;

const NAMED_CASTLING: &str = r#"
extends = "chess"
rules.castling = { cells = [["b1", "c1"], ["g1", "f1"]] }
"#;

const UNMOVED: &str = r#"
extends = "chess"
pieces.pawn = { first = "fmnD", first-zone = false, unmoved = true }
pieces.king = { first = "imN", unmoved = true }
"#;

const CYLINDER_HOPPERS: &str = r#"
extends = "chess"
board = { size = [6, 8], wrap = true }
rules = { castling = "none" }
[pieces]
grasshopper = { letter = "G", moves = "gQ" }
cannon = { letter = "C", moves = "mRcpR" }
nightrider = { letter = "H", moves = "NN" }
[setup]
array = "rgckhr/pppppp/6/6/6/6/PPPPPP/RGCKHR"
"#;

const BOMBS: &str = r#"
extends = "chess"
rules.blast = { radius = 2, spares = ["knight", "pawn"] }
end.material = "ignored"
"#;

const FORCED: &str = r#"
extends = "chess"
rules.must-capture = true
end.goal = { of = ["pawn"], zone = "rank 6", result = "win" }
end.material = "ignored"
"#;

const SHY_DROPS: &str = r#"
extends = "chess"
setup.array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]"
rules.drops = { captured = true, zones = { pawn = "ranks 2-7" } }
rules.giving-check = "forbidden"
end.material = "ignored"
end.no-progress = { automatic = 30 }
"#;

const BARE: &str = r#"
extends = "chess"
end.bare-king = "loss"
end.stalemate = "loss"
"#;

const CAPTURABLE: &str = r#"
extends = "chess"
rules.check = "ignored"
end.unsafe-royal = "draw"
end.material = "ignored"
"#;

const TRIPLE: &str = r#"
extends = "chess"
board.size = [8, 10]
setup.array = "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR"
pieces.pawn.first = "fmnDfmnH"
"#;

const PASSING: &str = r#"
extends = "chess"
board.size = [6, 6]
setup.array = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR"
rules = { castling = "none", pass = "always" }
"#;

const LAME: &str = r#"
extends = "chess"
[pieces]
horse = { letter = "H", moves = "nN" }
elephant = { letter = "E", moves = "nAnD" }
mounted = { letter = "M", moves = "nCjD" }
[setup]
array = "rhbqkemr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKEMR"
"#;

const SHOGI_LIKE: &str = r#"
extends = "shogi"
board.size = [5, 5]
setup.array = "rbsgk/4p/5/P4/KGSBR[]"
pieces.cannon = { letter = "C", moves = "mRcpR" }
rules.drops.zones = { pawn = "ranks 1-4", lance = "ranks 1-4", knight = "ranks 1-3" }
rules.promotion = [
    { of = "pawn", to = "tokin", zone = "last rank", optional = true, leaving = true, forced = "last rank" },
    { of = "silver", to = "promoted-silver", zone = "last rank", optional = true, leaving = true },
    { of = "bishop", to = "horse", zone = "last rank", optional = true, leaving = true },
    { of = "rook", to = "dragon", zone = "last rank", optional = true, leaving = true },
]
"#;

const BOMB_LIONS: &str = r#"
extends = "chess"
rules.blast = { radius = 1, spares = ["pawn"] }
end.material = "ignored"
[pieces]
king.moves = "mK"
grasshopper = { letter = "G", moves = "gQ" }
horse = { letter = "H", moves = "nN" }
cannon = { letter = "C", moves = "mRcpR" }
[setup]
array = "rhgqkchr/pppppppp/8/8/8/8/PPPPPPPP/RHGQKCHR"
"#;

const SHY: &str = r#"
extends = "chess"
rules.giving-check = "forbidden"
end.goal = { of = ["king"], zone = "last rank", result = "win" }
[pieces]
grasshopper = { letter = "G", moves = "gQ" }
cannon = { letter = "C", moves = "mRcpR" }
[setup]
array = "rgbqkbcr/pppp1ppp/8/8/8/8/PPPP1PPP/RGBQKBCR"
"#;

const LION_HUNT: &str = r#"
extends = "chess"
board.size = [6, 6]
setup.array = "rlqkln/pppppp/6/6/PPPPPP/RLQKLN"
rules.castling = "none"
rules.must-capture = true
pieces.lion = { letter = "L", moves = "KNADcaKmcabK" }
"#;

const DROP_HOPPERS: &str = r#"
extends = "crazyhouse"
[pieces]
grasshopper = { letter = "G", moves = "gQ" }
cannon = { letter = "C", moves = "mRcpR" }
horse = { letter = "H", moves = "nN" }
[setup]
array = "rgbqkcnr/hppppppp/8/8/8/8/HPPPPPPP/RGBQKCNR[]"
"#;

const TORPEDO: &str = r#"
extends = "chess"
pieces.pawn.first-zone = "ranks 2-6"
rules.promotion = { of = ["pawn", "knight"], to = ["queen", "rook"], zone = "last 2 ranks", optional = true, forced = "last rank", leaving = true }
"#;

const GATES: &str = r#"
extends = "chess"
setup.array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe]"
pieces.hawk = { letter = "H", moves = "BN" }
pieces.elephant = { letter = "E", moves = "RN" }
[rules]
drops = { captured = false, pieces = ["hawk", "elephant"] }
gating = true
promotion.to = ["queen", "rook", "bishop", "knight", "hawk", "elephant"]
"#;

const CASTLING_QUEEN: &str = r#"
extends = "chess"
pieces.king.royal = false
pieces.queen.royal = true
pieces.hawk = { letter = "H", moves = "BN" }
board.size = [10, 8]
setup.array = "rnbkhqbbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBKHQBBNR"
rules.promotion.to = ["rook", "bishop", "knight", "king", "hawk"]
rules.castling = { kind = "flexible", king = "queen" }
"#;

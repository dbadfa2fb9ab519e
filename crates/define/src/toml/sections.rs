//! The fixed sections of a definition and their keys, as data: the reader checks against them and the reference is
//! printed from them. The keys of `[rules]` and `[end]` belong to the rules, those of `[board]` to the shapes; rules may
//! have keys of pieces, too.

use chatura_rules::definition::{Kind, SCHEMES, SETS, Spec};
use chatura_rules::notation::native;

/// A section of a definition.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its heading; empty for the top of the file.
    pub name: &'static str,
    /// What it is about.
    pub documentation: &'static str,
    /// Its keys.
    pub keys: &'static [Spec],
}

/// Every fixed section in the order of the reference.
pub const SECTIONS: &[Section] = &[
    Section { name: "", documentation: "The top of the file: what the game is.", keys: TOP },
    Section {
        name: "board",
        documentation: "The cells. Every key besides `shape` and `xml` is a parameter of the shape.",
        keys: BOARD,
    },
    Section { name: "players", documentation: "Who plays, in the order of turns.", keys: PLAYERS },
    Section {
        name: "pieces.NAME",
        documentation: "A type of piece. `pieces.NAME = false` takes away a piece of the extended game. A game has at most 64 \
                        types: a set of them is one word of the processor.",
        keys: PIECE,
    },
    Section {
        name: "look",
        documentation: "How the game looks. Lines and dots are as the first player sees them, and the same for the others by \
                        symmetry; they belong to the board: a game that extends this one with a board of its own does \
                        not take them over. People may choose other colours and pieces for themselves.",
        keys: LOOK,
    },
    Section { name: "setup", documentation: "The start.", keys: SETUP },
    Section {
        name: "variables.NAME",
        documentation: "A choice made before the game: a `range` of numbers, a `choice` of words, a `flag` or a `text`; or \
                        a value that is `computed` from others. What nobody chooses is its `default`, or drawn at \
                        random. In `[board]`, `[players]`, `[pieces]`, `[zones]`, `[look]`, `[setup]`, `[rules]` and \
                        `[end]` a text in braces stands for the value. `\"{NAME}\"` alone is the value whatever its \
                        kind: a number, true or false (a key that is `false` is taken away), or the text, number, \
                        list or table that `values` gives for it; in a list, a list stands for its items. Among other \
                        words it is a text.\n\nA name may be followed by a form: `{NAME:bits:P:1}`, a row with `P` \
                        where a bit of the number (counted from the lower end of the range) is set and `1` where not; \
                        `{NAME:chess960}`, the back rank of that number in capital letters; `{NAME:arrange:QNNRBB}`, \
                        the arrangement of these letters with that place in their alphabetical order (`:lower` behind \
                        either makes small letters); `{NAME:pick:ONE:OTHER}`, the word of that place; \
                        `{NAME:repeat:P}`, so many of them; `{NAME:upper}` and `{NAME:lower}`; `{NAME:pieces}`, the \
                        list of the pieces whose letters are in the text. A sum may stand for a name: \
                        `{position / 16 % 6:pick:a:b:c:d:e:f}`, with `+ - * / % ( )`, whole numbers, rounded down; \
                        blanks stand around a minus.",
        keys: VARIABLE,
    },
];

const MOVES_OR_NONE: Kind = Kind::Either(&[Kind::Moves, Kind::Flag]);
const ZONE_OR_NONE: Kind = Kind::Either(&[Kind::Zone, Kind::Flag]);
const ANYTHING: Kind = Kind::Table(&[]);

const fn key(name: &'static str, kind: Kind, default: &'static str, documentation: &'static str) -> Spec {
    Spec { name, kind, default, documentation }
}

/// The top of the file.
pub const TOP: &[Spec] = &[
    key("name", Kind::Text, "the file's name", "The name people use."),
    key("inventor", Kind::Text, "unknown", "Who invented the game."),
    key("year", Kind::Either(&[Kind::Number(0, 9999), Kind::Text]), "unknown", "When: a year or words."),
    key("tags", Kind::List(&Kind::Text), "none", "Words to find it by."),
    key("about", Kind::Text, "nothing", "What the game is, in a sentence or a few."),
    key("aliases", Kind::List(&Kind::Text), "none", "Other names that programs call it by."),
    key("links", Kind::List(&Kind::Text), "none", "Where to read more."),
    key(
        "extends",
        Kind::Text,
        "nothing",
        "The game this one differs from: a name of the catalogue, or the path of a file beside this one. Everything \
         is taken over except what describes the game; tables merge by key, other values are replaced. `false` takes \
         away what was inherited, whatever it is: a rule, a key of one, a piece. A piece that is taken away is also \
         taken out of the lists that name it.",
    ),
    key(
        "notation",
        Kind::Either(&[Kind::Word(native::STYLES), Kind::Table(SIGNS)]),
        "none",
        "How the game's players write moves, besides coordinates and SAN: `shogi` (`P-7f`, `７六歩(77)`, and KIF for whole \
         games) or `xiangqi` (`C2.5`, `炮二平五`), for two players on a board of at most 9 files; or SAN with other signs, \
         `{ capture = \":\" }` (`S:e5`), on any board. What pieces are called there they say themselves (`written`).",
    ),
    key("board", ANYTHING, "8 by 8 squares", "The cells."),
    key("players", ANYTHING, "White and Black", "Who plays."),
    key("pieces", ANYTHING, "required", "The types of pieces by name."),
    key(
        "zones",
        ANYTHING,
        "none",
        "Named sets of cells, as the first player sees them; the others' by symmetry.",
    ),
    key("look", ANYTHING, "the usual colours", "How the game looks."),
    key("setup", ANYTHING, "required", "The start."),
    key("rules", ANYTHING, "none", "The rules of moving, by name."),
    key("end", ANYTHING, "none", "What ends the game, by name."),
    key("variables", ANYTHING, "none", "Choices made before the game."),
    key(
        "entries",
        Kind::List(&Kind::Table(ENTRY)),
        "none",
        "Further games in this file: each `[[entries]]` is a game of its own in the catalogue, the same as the file's but \
         for what describes it and what its variables are when nobody chooses. A file's entry is also played by its \
         path: `my-game.toml#other`.",
    ),
];

/// `notation` as a table.
pub const SIGNS: &[Spec] = &[
    key(
        "capture",
        Kind::Word(native::CAPTURES),
        "\"x\"",
        "What stands before the cell where something is taken.",
    ),
    key(
        "promotion",
        Kind::Word(native::PROMOTIONS),
        "\"=\"",
        "What stands before the piece that another becomes.",
    ),
    key("pawns", Kind::Flag, "false", "Whether pawns are written with their letter: `Pe4`."),
];

/// `[[entries]]`
pub const ENTRY: &[Spec] = &[
    key("id", Kind::Text, "required", "The name it is started by: small letters, digits and hyphens."),
    key("set", Kind::Table(&[]), "nothing", "What variables are when nobody chooses: `{ types = \"P\" }`."),
    key("name", Kind::Text, "its id", "As at the top of the file."),
    key("inventor", Kind::Text, "unknown", "As at the top of the file."),
    key("year", Kind::Either(&[Kind::Number(0, 9999), Kind::Text]), "unknown", "As at the top of the file."),
    key("tags", Kind::List(&Kind::Text), "none", "As at the top of the file."),
    key("about", Kind::Text, "nothing", "As at the top of the file."),
    key("aliases", Kind::List(&Kind::Text), "none", "As at the top of the file."),
    key("links", Kind::List(&Kind::Text), "none", "As at the top of the file."),
];

/// `[board]`
pub const BOARD: &[Spec] = &[
    key("shape", Kind::Text, "\"rectangle\"", "The shape's name."),
    key(
        "xml",
        Kind::Text,
        "none",
        "A board file in this definition's folder or below, instead of a shape. What the definition does not say \
         (players, pieces, the start, rules) is as the file has it; see `docs/board-xml.md`.",
    ),
];

/// `[look]`
pub const LOOK: &[Spec] = &[
    key(
        "scheme",
        Kind::Word(SCHEMES),
        "\"wood\"",
        "The colours of the board, for whoever has not chosen others.",
    ),
    key(
        "squares",
        Kind::Number(1, 3),
        "one for each family of cells",
        "How many colours cells have: three follow one another along files and ranks.",
    ),
    key(
        "pieces",
        Kind::Word(SETS),
        "\"own\"",
        "`own`: the pictures that the pieces name; `western`: drawings where these are written characters.",
    ),
    key(
        "points",
        Kind::Flag,
        "false",
        "Pieces stand where lines cross: the borders of cells are not drawn, `lines` are instead.",
    ),
    key(
        "lines",
        Kind::List(&Kind::Text),
        "none",
        "Lines from the middle of one cell to the middle of another: `[\"d1-f3\", \"f1-d3\"]`.",
    ),
    key(
        "dots",
        Kind::List(&Kind::Text),
        "none",
        "Dots in the middle of cells, or halfway between two: `[\"b3\", \"c3-d4\"]`.",
    ),
];

/// `[players]`
pub const PLAYERS: &[Spec] = &[
    key("names", Kind::List(&Kind::Text), "[\"White\", \"Black\"]", "Names in the order of turns."),
    key(
        "symmetry",
        Kind::Text,
        "the shape's first for so many",
        "How the others see the board: `mirror` (files keep their side), `rotation` (seats follow one another round the \
         board), or `none` (all move the same way). The shape says which there are for how many players.",
    ),
    key(
        "teams",
        Kind::List(&Kind::List(&Kind::Text)),
        "everyone plays alone",
        "Who plays together: lists of names. Partners do not capture each other.",
    ),
];

/// `[pieces.NAME]`, but for the keys that belong to rules
pub const PIECE: &[Spec] = &[
    key("letter", Kind::Text, "required", "The letter in FEN, upper case; may carry a mark: `+P`."),
    key(
        "moves",
        Kind::Moves,
        "required",
        "How it moves: Betza notation, a known piece's name, or a list of alternatives, each one of these or a list \
         of legs in turn: `[\"W\", [\"F\", \"fR\"]]`.",
    ),
    key("first", MOVES_OR_NONE, "none", "Further moves on its start cells; `false` takes them away."),
    key(
        "first-zone",
        Kind::ByPlayer(&ZONE_OR_NONE),
        "the start cells",
        "Where `first` applies (and `i` in the notation).",
    ),
    key(
        "players",
        Kind::List(&Kind::Text),
        "everybody",
        "Who can have it, by name. The same letter may then mean another piece of somebody else.",
    ),
    key("unmoved", Kind::Flag, "false", "`first` applies only to a piece that never moved."),
    key(
        "also",
        Kind::Either(&[Kind::List(&Kind::Table(CAPABILITY)), Kind::Flag]),
        "none",
        "Further movements, each with its own conditions: `[{ moves = \"R\", zone = \"home\" }, { moves = \"fmnD\", when = \
         \"unmoved\" }]`. `first`, `first-zone`, `unmoved` and `beyond` are short for what can be said here; with this, \
         `moves` may be left out.",
    ),
    key(
        "royal",
        Kind::Either(&[Kind::Flag, Kind::Word(&["last"])]),
        "false",
        "Whether it must be kept safe: `true` each of them, `\"last\"` the last one left.",
    ),
    key(
        "wall",
        Kind::Flag,
        "false",
        "It belongs to nobody, stays where it is and cannot be captured; it needs no `moves`, and its letter may be `*`.",
    ),
    key("within", ZONE_OR_NONE, "anywhere", "It may only go to cells of this zone."),
    key(
        "beyond",
        Kind::Either(&[Kind::Table(&[]), Kind::Flag]),
        "none",
        "How it moves outside a zone: `{ home = \"fsW\" }`.",
    ),
    key(
        "value",
        Kind::Either(&[Kind::Number(0, 1_000_000), Kind::List(&Kind::Number(0, 1_000_000))]),
        "worked out",
        "Centipawns; of two, `[325, 350]`, the first is for the middle of the game, the second for its end. The engine \
         takes more than 4000 for 4000.",
    ),
    key(
        "evaluation",
        Kind::Either(&[Kind::Table(EVALUATION), Kind::Flag]),
        "worked out",
        "What the engine is to think of it where the inventor knows better: `{ forward = [6, 12], mobility = 50 }`. Of two \
         numbers the first is for the middle of the game, the second for its end. Whatever is left out is worked out from \
         the game.",
    ),
    key(
        "image",
        Kind::Text,
        "by its name",
        "The picture: the name of a piece that is drawn (`knight`, `cannon`, `wizard` …), or a written one \
         (`shogi-pawn`, `xiangqi-soldier` …). A piece without a picture shows its letter.",
    ),
    key(
        "written",
        Kind::Either(&[Kind::Table(WRITTEN), Kind::Flag]),
        "its letter",
        "What it is called in the notation that the game's players have of their own: `{ letter = \"H\", characters = \
         \"马\" }`.",
    ),
];

/// `written` of a piece.
pub const WRITTEN: &[Spec] = &[
    key("letter", Kind::Text, "as in FEN", "Its letter where moves are written with letters: `\"H\"`."),
    key(
        "characters",
        Kind::Either(&[Kind::Text, Kind::List(&Kind::Text)]),
        "its letter",
        "Its name where they are written with characters: `\"歩\"`; or one for each player: `[\"帅\", \"将\"]`.",
    ),
];

/// `also` of a piece: one movement with its conditions.
pub const CAPABILITY: &[Spec] = &[
    key("moves", Kind::Moves, "required", "As `moves` of a piece."),
    key("zone", Kind::Zone, "anywhere", "The cells from which it may go so; `\"not home\"` are all others."),
    key(
        "when",
        Kind::Word(&["always", "start", "unmoved"]),
        "\"always\"",
        "`start`: on its start cells, or in its `first-zone`; `unmoved`: until it has moved. Such moves may be captured in \
         passing.",
    ),
    key("least", Kind::Number(1, 64), "as `moves` has it", "The fewest steps of a walk."),
    key("most", Kind::Number(1, 64), "as `moves` has it", "The most steps of a walk."),
];

/// Hundredths of a pawn that the evaluation of a piece states, once or for both parts of the game.
const CENTIPAWNS: Kind = Kind::Either(&[Kind::Number(-1000, 1000), Kind::List(&Kind::Number(-1000, 1000))]);
/// The same in percent of what is worked out.
const PERCENT: Kind = Kind::Either(&[Kind::Number(0, 1000), Kind::List(&Kind::Number(0, 1000))]);

/// `evaluation` of a piece.
pub const EVALUATION: &[Spec] = &[
    key(
        "forward",
        CENTIPAWNS,
        "worked out",
        "Centipawns for standing on the farthest rank instead of the first, in between by degrees.",
    ),
    key("centre", CENTIPAWNS, "worked out", "Centipawns for standing in the middle instead of at the edge."),
    key("shelter", CENTIPAWNS, "worked out", "Centipawns for standing beside an own royal piece."),
    key("mobility", PERCENT, "100", "How much its moves count, in percent of what is worked out."),
    key("attack", PERCENT, "100", "How much attacks beside enemy royals count, in percent of the same."),
];

/// `[setup]`
pub const SETUP: &[Spec] = &[
    key("array", Kind::Text, "required", "The placement part of a FEN, with `[hand]` if there is one."),
    key(
        "army",
        Kind::Text,
        "none",
        "Instead of `array`: one army that everybody has in their own place, as rows of the first player's ranks, \
         the last one rank 1: `\"PPPPPPPP/RNBQKBNR\"`.",
    ),
    key("state", Kind::Text, "the usual", "What follows the placement: turn, castling rights and so on."),
    key(
        "fields",
        Kind::List(&Kind::Text),
        "the usual",
        "What follows the placement in FEN, in this order: `turn`, `castling`, `en-passant`, `checks`, `halfmoves`, \
         `round`, `unmoved`. What is always the same in the game, and the round, may be left out. Other programs are \
         always given the usual fields, and these are read, too.",
    ),
];

/// `[variables.NAME]`
pub const VARIABLE: &[Spec] = &[
    key(
        "range",
        Kind::List(&Kind::Number(-1_000_000_000, 1_000_000_000)),
        "none",
        "The least and the greatest number.",
    ),
    key("choice", Kind::List(&Kind::Text), "none", "The words to choose from, instead of a range."),
    key(
        "flag",
        Kind::Flag,
        "false",
        "`true`: `yes` or `no`, which stand for true and false, instead of a range.",
    ),
    key(
        "text",
        Kind::Flag,
        "false",
        "`true`: any text of at most 60 letters, instead of a range; needs a default.",
    ),
    key(
        "default",
        Kind::Either(&[Kind::Number(-1_000_000_000, 1_000_000_000), Kind::Flag, Kind::Text]),
        "drawn at random",
        "What it is when nobody chooses.",
    ),
    key(
        "computed",
        Kind::Text,
        "none",
        "A text with names of variables, instead of a choice: nobody is asked, it follows from the others \
         (`\"{position % 4}\"`). With `values` it must come to one of these.",
    ),
    key(
        "values",
        Kind::Table(&[]),
        "the values themselves",
        "What each value stands for: `{ all = [\"queen\", \"rook\"], few = [\"queen\"] }`, `{ 1 = \"rank 2\" }`.",
    ),
    key("description", Kind::Text, "nothing", "A sentence for the one who chooses."),
];

//! Small games made of bytes: almost any bytes are a game or nearly one, where almost any text is refused before it is compiled.

use super::{play_game, sum};
use crate::catalogue::load_text_within;
use chatura_rules::Patience;

/// The most work for one of them, in steps: one that is refused there takes milliseconds.
const WORK: u64 = 50_000;
/// Of so many one may take all the work that anybody's definition may.
const PATIENT: u64 = 1_024;
/// From this first byte on the board is a large one.
const LARGE: u8 = 248;
/// Large boards, whose sets have two, four and eleven words, and the work on them: a large board costs more than a small one.
const BOARDS: [(usize, usize, u64); 4] =
    [(10, 10, 4 * WORK), (12, 11, 8 * WORK), (15, 16, 16 * WORK), (20, 14, 16 * WORK)];
/// How many moves are played.
const MOVES: usize = 6;
/// How many rules a game has at most besides what is usual.
const MOST_RULES: usize = 4;
/// The names of what stands beside the king.
const PIECES: [&str; 3] = ["a", "b", "c"];
/// What a byte of a movement stands for.
const LETTERS: &[u8] = b"WFDNAHCLZJGKRBQfblrvshmceinjpgzaoqyxdkut0123456789-()[]";

/// What a byte of rules stands for.
const RULES: &[&str] = &[
    "board.wrap = true",
    "board.holes = [\"a2\"]",
    "players.symmetry = \"rotation\"",
    "players.symmetry = \"none\"",
    "pieces.king.royal = \"last\"",
    "pieces.king.royal = false\nend.extinction = { of = [\"king\"], result = \"loss\" }",
    "pieces.a.royal = true",
    "pieces.a.first = \"fmnD\"",
    "pieces.a.unmoved = true\npieces.a.first = \"N\"",
    "pieces.a.within = \"ranks 1-2\"",
    "pieces.a.shoots = \"R2\"",
    "pieces.b.shoots = \"K\"\npieces.b.shots = { count = 2, then = \"a\" }",
    "pieces.b.beyond = { \"ranks 1-2\" = \"fsW\" }",
    "pieces.c.also = [{ moves = \"sW\", zone = \"not rank 1\" }, { moves = \"R\", zone = \"rank 1\", least = 2, most = 3 }]",
    "pieces.c.also = [{ moves = \"fmnD\", when = \"start\" }]",
    "rules.blast = true",
    "rules.blast = { radius = 2, spares = [\"a\", \"king\"] }",
    "rules.castling = { kind = \"standard\", partner = \"a\" }",
    "rules.castling = { kind = \"flexible\", king = \"king\", partner = \"a\" }",
    "rules.castling = { king = \"king\", partner = \"a\", cells = [[\"b1\", \"a1\"]] }",
    "rules.check = \"ignored\"",
    "rules.drops = true",
    "rules.drops = { captured = true, demote = false, zones = { a = \"rank 2\" }, no-mate = [\"a\"], one-per-file = [\"b\"] }",
    "rules.drops = true\nrules.gating = { zone = \"rank 1\" }",
    "rules.duck = \"wall\"\npieces.wall = { letter = \"*\", wall = true }",
    "rules.en-passant = true",
    "rules.giving-check = \"forbidden\"",
    "rules.moves-per-turn = 2",
    "rules.must-capture = true",
    "rules.pass = \"always\"",
    "rules.pass = \"stuck\"",
    "rules.petrify = { of = [\"a\", \"king\"], into = \"stone\" }\npieces.stone = { letter = \"Z\", wall = true }",
    "rules.progressive = true",
    "rules.promotion = { of = \"a\", to = [\"b\", \"c\"], zone = \"last rank\" }",
    "rules.promotion = { of = \"b\", to = \"a\", zone = \"all\", optional = true, leaving = true, limit = \"captured\" }",
    "rules.transform = { a = \"b\" }",
    "rules.walling = { piece = \"fence\", on = \"left\" }\npieces.fence = { letter = \"X\", wall = true }",
    "rules.walling = { piece = \"fence\", on = \"empty\", zone = \"rank 1\" }\npieces.fence = { letter = \"X\", wall = true }",
    "end.stalemate = \"win\"",
    "end.unsafe-royal = \"draw\"",
    "end.royal-capture = \"draw\"",
    "end.bare-king = { result = \"loss\", reply = true }",
    "end.checks = { count = 2 }",
    "end.extinction = { of = [\"a\", \"b\"], result = \"loss\", down-to = 1, together = true }",
    "end.goal = { of = [\"a\", \"king\"], zone = \"last rank\", result = \"win\", reply = true }",
    "end.material = \"draw\"",
    "end.no-progress = { automatic = 3, reset-by = [\"a\"], result = \"draw\" }",
    "end.repetition = { claim = 2, automatic = 3, result = \"draw\", perpetual-check = \"loss\", perpetual-chase = \"loss\", chase-exempt = \"a\" }",
];

/// Compiles the game that bytes stand for and plays it. The first three bytes are the board and who stands where, then come rules up
/// to a zero, then movements, each up to a zero.
pub fn compile(bytes: &[u8]) {
    let Some(text) = game(bytes) else { return };
    let steps = (!sum(bytes).is_multiple_of(PATIENT)).then(|| board(bytes[0], bytes[1]).2);
    let patience = Patience { steps, ..Patience::default() };
    match load_text_within(&text, "fuzz.toml", &[], 0, patience) {
        Ok(game) => play_game(&game, bytes, MOVES),
        Err(error) => error.findings().iter().for_each(|finding| drop(finding.to_string())),
    }
}

/// The files and ranks of the board that two bytes stand for, and the most work for a game on it.
fn board(width: u8, height: u8) -> (usize, usize, u64) {
    match width {
        LARGE.. => BOARDS[usize::from(height) % BOARDS.len()],
        _ => (usize::from(width % 6) + 2, usize::from(height % 5) + 3, WORK),
    }
}

/// The definition.
fn game(bytes: &[u8]) -> Option<String> {
    let [width, height, armies, rest @ ..] = bytes else { return None };
    let (width, height, _) = board(*width, *height);
    let mut parts = rest.split(|byte| *byte == 0);
    let rules = parts.next().unwrap_or_default().iter().take(MOST_RULES);
    let mut lines: Vec<String> =
        rules.map(|byte| RULES[usize::from(*byte) % RULES.len()].to_owned()).collect();
    for (name, letters) in PIECES.into_iter().zip(parts.chain(std::iter::repeat(&b""[..]))) {
        let letters = letters.iter().map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]));
        let moves = if letters.len() == 0 { "W".to_owned() } else { letters.collect() };
        lines.push(format!(
            "pieces.{name}.letter = \"{}\"\npieces.{name}.moves = \"{moves}\"",
            name.to_uppercase()
        ));
    }
    let royal = if lines.iter().any(|line| line.starts_with("pieces.king.royal")) {
        ""
    } else {
        "pieces.king.royal = true\n"
    };
    let standing = ['K', 'A', 'B', 'C', 'A', 'B', 'C'];
    let row: String =
        (0..width).map(|file| standing[(file + usize::from(*armies)) % standing.len()]).collect();
    let row = if row.contains('K') { row } else { format!("K{}", &row[1..]) };
    let array = format!("{}/{}{row}", row.to_lowercase(), format!("{width}/").repeat(height - 2));
    Some(format!(
        "name = \"Small\"\nboard.size = [{width}, {height}]\npieces.king.letter = \"K\"\npieces.king.moves = \"K\"\n{royal}{}\n\
         setup.array = \"{array}\"\nend.checkmate = \"loss\"\n",
        lines.join("\n")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::load_text;

    #[test]
    fn every_rule_is_one() {
        for (number, line) in RULES.iter().enumerate() {
            // On six files and six ranks with movements of knight, rook and bishop.
            let letter = |wanted: u8| LETTERS.iter().position(|letter| *letter == wanted).unwrap() as u8;
            let rule = number as u8;
            let rule = if rule == 0 { RULES.len() as u8 } else { rule };
            let text = game(&[4, 3, 0, rule, 0, letter(b'N'), 0, letter(b'R'), 0, letter(b'B')]).unwrap();
            if let Err(error) = load_text(&text, "fuzz.toml", &[], 0) {
                panic!("{line}\n{error}");
            }
        }
    }

    #[test]
    fn boards_of_every_width_are_among_them() {
        let letter = |wanted: u8| LETTERS.iter().position(|letter| *letter == wanted).unwrap() as u8;
        let cells: Vec<usize> = (0..BOARDS.len() as u8)
            .map(|height| {
                // Leapers, who take no king from so far.
                let bytes = [LARGE, height, 0, 0, letter(b'N'), 0, letter(b'W'), 0, letter(b'F')];
                compile(&bytes);
                let steps = Some(board(LARGE, height).2);
                let patience = Patience { steps, ..Patience::default() };
                let game = load_text_within(&game(&bytes).unwrap(), "fuzz.toml", &[], 0, patience);
                game.unwrap_or_else(|error| panic!("{error}")).board().len()
            })
            .collect();
        // Sets of two, three, four and eleven words.
        assert_eq!(cells, [100, 132, 240, 280]);
    }

    #[test]
    fn most_bytes_are_a_game() {
        let mut dice = chatura_rules::random::Random::new(7);
        let mut games = 0;
        for _ in 0..400 {
            let bytes: Vec<u8> = (0..4 + dice.below(10))
                .map(|_| dice.below(256) as u8 * u8::from(dice.below(4) > 0))
                .collect();
            games +=
                usize::from(game(&bytes).is_some_and(|text| load_text(&text, "fuzz.toml", &[], 0).is_ok()));
            compile(&bytes);
        }
        assert!(games > 40, "only {games} of 400 are games");
    }
}

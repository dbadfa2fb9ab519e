//! What some of the games drawn at random get besides, one at a time: rules that differ by player, goals, placing, and what
//! comes near the end.

use super::varied::{Listener, officer, without};

/// Each of them, in the order of their numbers.
pub(super) const SINGLE: [Listener; 4] = [by_player, goals, placed_first, near_the_end];

/// Games in which armies are placed first.
fn placed_first(number: u64, text: &str, pieces: &[String]) -> String {
    let n = number / 10;
    let Some(array) = text.lines().find(|line| line.starts_with("setup.array")) else {
        return text.to_owned();
    };
    let array = array.split('"').nth(1).unwrap_or_default();
    let rows: Vec<&str> = array.split('[').next().unwrap_or_default().split('/').collect();
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    let letters = |row: &str| row.chars().filter(char::is_ascii_alphabetic).collect::<String>();
    let empty = (first.len()).to_string();
    let middle = rows[1..rows.len() - 1].join("/");
    let names: Vec<String> = pieces.iter().map(|name| format!("\"{name}\"")).collect();
    let (one, other) = (&pieces[n as usize % pieces.len()], &pieces[n as usize / 2 % pieces.len()]);
    let castling = [
        "rules.castling = { from = [\"c1\", \"a1\", \"e1\"] }",
        "rules.castling = { kind = \"long\", from = [\"b1\", \"e1\"] }",
        "",
    ];
    without(text, &["setup.array", "rules.drops", "rules.gating", "rules.castling"])
        + &format!(
            "setup.array = \"{empty}/{middle}/{empty}[{}{}]\"\n\
             rules.drops = {{ captured = {}, first = {}, pieces = [{}], one-per-colour = \"{one}\", no-check = \"{other}\", \
             zones = {{ king = \"ranks 1-2\" }} }}\n{}\n",
            letters(last),
            letters(first),
            n % 4 == 3,
            n % 5 != 4,
            names.join(", "),
            castling[n as usize % 3],
        )
}

/// Games in which players differ.
fn by_player(number: u64, text: &str, pieces: &[String]) -> String {
    let (one, other) = (officer(number, pieces, 0), officer(number, pieces, 1));
    let lines: &[String] = match number / 10 % 6 {
        0 => &[format!(
            "rules.promotion = {{ of = \"pawn\", to = [\"rook\", \"{one}\"], White = {{ zone = \"last 2 ranks\" }}, \
             Black = {{ to = \"{other}\", optional = true }} }}"
        )],
        1 => &[
            format!("rules.promotion = {{ Black = {{ of = \"pawn\", to = [\"{one}\", \"{other}\"] }} }}"),
            "end.goal = { of = { White = \"king\", Black = \"pawn\" }, zone = { White = \"c3..d4\", Black = \"last rank\" } }"
                .to_owned(),
        ],
        2 => &[
            "end.goal = { Black = { of = \"king\", zone = \"last 2 ranks\" } }".to_owned(),
            format!("end.extinction = {{ of = {{ White = \"pawn\", Black = [\"{one}\", \"pawn\"] }}, together = true }}"),
        ],
        3 => &[
            "rules.castling = { kind = { White = \"standard\", Black = \"wide\" } }".to_owned(),
            "rules.en-passant = { on = { White = \"rank 3\", Black = \"all\" } }".to_owned(),
        ],
        4 => &[
            "rules.castling = { White = { cells = [[\"c1\", \"d1\"], [\"e1\", \"d1\"]] }, Black = \"none\" }".to_owned(),
            format!("rules.drops = {{ zones = {{ {one} = {{ White = \"ranks 1-3\", Black = \"b2..c4\" }} }} }}"),
        ],
        _ => &[
            "rules.drops = { captured = false }".to_owned(),
            "rules.gating = { zone = { White = \"rank 1\", Black = \"ranks 1-2\" } }".to_owned(),
            format!("end.extinction = {{ White = {{ of = [\"{one}\", \"{other}\"] }} }}"),
        ],
    };
    let keys: Vec<&str> = lines.iter().filter_map(|line| line.split(" = ").next()).collect();
    let mut keys = keys.clone();
    if keys.contains(&"rules.drops") {
        keys.push("rules.gating");
    }
    without(text, &keys) + &lines.join("\n")
}

/// Goals that count only at times, royals that may not run, results by number.
fn goals(number: u64, text: &str, pieces: &[String]) -> String {
    let (n, of) = (number / 10, if number % 20 == 4 { "king" } else { officer(number, pieces, 0) });
    let (safe, stays, count) = (n % 2 == 0, n / 2 % 2 == 0, 1 + n / 4 % 2);
    let reply = n % 3 == 0;
    let evasion = if n % 3 < 2 { "no-flight" } else { "any" };
    without(text, &["end.goal"])
        + &format!(
            "end.goal = {{ of = [\"{of}\", \"pawn\"], zone = \"b3..d5\", safe = {safe}, stays = {stays}, \
             count = {count}, reply = {reply} }}\nrules.evasion = \"{evasion}\"\n\
             end.stalemate-count = \"{}\"\nend.draw-odds = \"{}\"",
            ["none", "fewer", "more"][n as usize % 3],
            ["White", "Black"][n as usize / 3 % 2],
        )
}

/// What becomes another where it stands, counts, and turns that begin otherwise.
fn near_the_end(number: u64, text: &str, pieces: &[String]) -> String {
    let n = number / 10;
    let zone = [", zone = \"all\"", ", zone = \"ranks 2-3\""][n as usize % 2];
    let last = ["", ", last-anywhere = true", ", last-anywhere = false"][n as usize % 3];
    let most = ["", ", most = 1", ", most = 2"][n as usize / 2 % 3];
    let rising = format!(
        "rules.rising = {{ of = \"{}\", to = \"{}\"{zone}{last}{most} }}",
        ["pawn", officer(number, pieces, 0)][n as usize / 3 % 2],
        officer(number, pieces, 1)
    );
    let turns = [
        "rules.moves-per-turn = { count = 2, first = 1 }",
        "rules.moves-per-turn = { count = 1, first = 2 }",
        "",
    ][n as usize % 3];
    let few = ["few = 5, ", "", "few = 7, ", ""][n as usize % 4];
    let counting = format!(
        "end.counting = {{ without = [\"{}\"], board = {}, {few}bare = {{ rook = [4, {}] }}, otherwise = {}, from = \"{}\" }}",
        ["pawn", officer(number, pieces, 0)][n as usize % 2],
        2 + n % 3,
        2 + n % 2,
        5 + n % 4,
        ["pieces", "nothing"][n as usize / 2 % 2],
    );
    let promotion = format!(
        "rules.promotion = {{ of = \"pawn\", to = [\"rook\", \"{}\"], most = {{ rook = {} }} }}",
        officer(number, pieces, 0),
        1 + n % 3
    );
    let keys = ["rules.promotion", "rules.moves-per-turn", "rules.en-passant", "rules.gating"];
    without(text, &keys) + &[rising, turns.to_owned(), counting, promotion].join("\n")
}

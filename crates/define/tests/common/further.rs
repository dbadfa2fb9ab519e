//! Rules that came later, one in each of some games drawn at random: the others stay as they were.

use super::varied::{Listener, officer, without};

/// Each of them, in the order of their numbers.
pub(super) const FURTHER_RULES: [Listener; 8] =
    [swaps, flights, closing, converting, castling_far, taking, avoiding, several];

fn swaps(number: u64, text: &str, pieces: &[String]) -> String {
    let n = number / 8;
    let with = if n.is_multiple_of(3) {
        "\"pawn\"".to_owned()
    } else {
        format!("[\"{}\", \"pawn\"]", officer(number, pieces, 1))
    };
    let of = if n % 4 < 2 { "king" } else { officer(number, pieces, 0) };
    text.to_owned()
        + &format!(
            "\nrules.swap = {{ of = [\"{of}\", \"pawn\"], with = {with}, enemy = {}, ahead = {}, in-check = {}, \
             harmless = {} }}\n",
            n.is_multiple_of(2),
            (n / 2).is_multiple_of(2),
            (n / 4).is_multiple_of(2),
            (n / 3).is_multiple_of(2),
        )
}

fn flights(number: u64, text: &str, pieces: &[String]) -> String {
    let n = number / 8;
    without(text, &["rules.check"])
        + &format!("rules.flight = {{ from = \"{}\", cells = {} }}\n", officer(number, pieces, n), 2 + n % 2)
}

fn closing(number: u64, text: &str, _: &[String]) -> String {
    let zone = ["rank 1", "a1, b2, c3", "ranks 1-2"][number as usize / 8 % 3];
    text.to_owned() + &format!("\nrules.closing = \"{zone}\"\n")
}

/// The rook and another convert, each in its own games; advancers take what they stop before.
fn converting(number: u64, text: &str, _: &[String]) -> String {
    let (kind, first) = if (number / 8).is_multiple_of(2) { ("rook", "F") } else { ("knight", "mW") };
    let said = |line: &str| match line.strip_prefix(&format!("pieces.{kind} = {{")) {
        Some(rest) => format!("pieces.{kind} = {{ first = \"{first}\", unmoved = true,{rest}"),
        None => line.to_owned(),
    };
    let lines: Vec<String> = text.lines().map(said).collect();
    lines.join("\n") + &format!("\nrules.conversion = \"{kind}\"\n")
}

fn castling_far(number: u64, text: &str, pieces: &[String]) -> String {
    let n = number / 8;
    let other = match officer(number, pieces, 0) {
        "pawn" => String::new(),
        other => format!(", {other} = {}", 1 + n % 2),
    };
    let held = format!("rules.drops = {{ per-file = {{ pawn = {}{other} }} }}", 1 + n % 3);
    without(text, &["rules.castling", "rules.drops", "rules.gating"])
        + &format!(
            "rules.castling = {{ kind = \"flexible\", least = {}, most = {} }}\n{held}\n",
            1 + n % 2,
            2 + n % 3
        )
}

fn taking(number: u64, text: &str, pieces: &[String]) -> String {
    let n = number / 8;
    let (one, other) = (officer(number, pieces, 0), officer(number, pieces, 1));
    let zone = ["", ", zone = \"ranks 3-5\""][n as usize % 2];
    without(text, &["rules.promotion"])
        + &format!(
            "rules.promotion = [{{ of = [\"pawn\", \"{one}\"], to = \"rook\", taking = [\"{other}\", \"pawn\"]{zone}, \
             optional = {} }}, {{ of = \"pawn\", to = [\"{other}\"], taking = \"{one}\" }}]\n",
            n.is_multiple_of(3)
        )
}

/// The rook jumps, over none of its kind nor another's.
fn avoiding(number: u64, text: &str, pieces: &[String]) -> String {
    let careful = |line: &str| match line.strip_prefix("pieces.rook = {") {
        Some(rest) => format!(
            "pieces.rook = {{ avoids = [\"rook\", \"{}\"],{}",
            officer(number, pieces, 0),
            rest.replace("\"R\" }", "\"pR\" }").replace("moves = \"R\"", "moves = \"pR\"")
        ),
        None => line.to_owned(),
    };
    without(text, &["rules.castling"]).lines().map(|line| careful(line) + "\n").collect()
}

fn several(number: u64, text: &str, _: &[String]) -> String {
    let n = number / 8;
    let word = ["together", "rearmost", "none"][n as usize % 3];
    let kings = |line: &str| match line {
        line if line.starts_with("pieces.king") => line.replace("royal = true", "royal = \"last\""),
        line => line.to_owned(),
    };
    let text = without(text, &["rules.blast", "rules.kings-facing", "rules.promotion", "rules.check"]);
    let lines: Vec<String> = text.lines().map(kings).collect();
    lines.join("\n")
        + &format!(
            "\nrules.promotion = {{ of = \"pawn\", to = [\"king\", \"rook\"] }}\nrules.several-royals = \"{word}\"\n"
        )
}

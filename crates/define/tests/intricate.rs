//! Definitions of a few hundred bytes whose movements branch without end: each is refused, at the piece that is at fault.

use chatura_define::{load_text, load_text_within};
use chatura_rules::Patience;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn game(width: usize, height: usize, pieces: &str) -> String {
    let empty = format!("{width}/").repeat(height - 2);
    let row = width - 1;
    format!(
        "name = \"Intricate\"\n[board]\nshape = \"rectangle\"\nsize = [{width}, {height}]\n\
         [pieces]\n{pieces}\nking = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
         [setup]\narray = \"k{row}/{empty}K{row}\"\n[end]\ncheckmate = \"loss\"\n"
    )
}

fn piece(name: &str, letter: char, moves: &str) -> String {
    // Legs of a walk are a list in a list.
    let moves = if moves.starts_with('[') { moves.to_owned() } else { format!("\"{moves}\"") };
    format!("{name} = {{ letter = \"{letter}\", moves = {moves} }}\n")
}

fn refusal(text: &str) -> String {
    match load_text(text, "intricate.toml", &[], 0) {
        Ok(_) => panic!("it was compiled:\n{text}"),
        Err(error) => error.findings().into_iter().map(|found| found.message + "\n").collect(),
    }
}

/// Legs of one kind and then a leap.
fn legs(leg: &str, count: usize, last: &str) -> String {
    format!("[[{}\"{last}\"]]", format!("\"{leg}\", ").repeat(count))
}

#[test]
fn walks_that_make_no_node_are_counted() {
    for (width, height, leg, count, last) in [
        // On a narrow board the last leap is nowhere, so nothing comes of very many walks.
        (3, 26, "cQ", 5, "G"),
        (16, 16, "cQ", 5, "N"),
        (16, 16, "cNN", 5, "N"),
    ] {
        let moves = legs(leg, count, last);
        let told = refusal(&game(width, height, &piece("wanderer", 'W', &moves)));
        assert!(told.contains("the wanderer: too intricate"), "{moves} on {width}×{height}: {told}");
    }
}

#[test]
fn the_piece_at_fault_is_named_whoever_comes_last() {
    let harmless: String = ('A'..='H').map(|l| piece(&format!("plain{l}"), l, "QN")).collect();
    let pieces = format!("{}{harmless}", piece("wanderer", 'W', &legs("mK", 3, "mQ")));
    let many: String = ('L'..='V').map(|l| piece(&format!("also{l}"), l, "QNN")).collect();
    let told = refusal(&game(16, 16, &format!("{pieces}{many}")));
    assert!(told.contains("the wanderer: too intricate"), "{told}");
}

#[test]
fn a_variable_may_not_make_it_intricate() {
    // A piece that has not moved yet has ways without end from where it stands, and a variable says where that is.
    let wanderer = piece("wanderer", 'W', &legs("cQ", 5, "N").replacen("cQ", "icQ", 1));
    let text = game(16, 16, &wanderer).replace("16/", "{row}/")
        + "[variables.row]\nchoice = [\"empty\", \"full\"]\nvalues = { empty = \"16\", full = \"WWWWWWWWWWWWWWWW\" }\n";
    let set = |value: &str| load_text(&text, "intricate.toml", &[("row".to_owned(), value.to_owned())], 0);
    assert!(set("empty").is_ok(), "{}", set("empty").unwrap_err());
    let told = set("full").unwrap_err().to_string();
    assert!(told.contains("the wanderer: too intricate"), "{told}");
}

#[test]
fn many_that_are_each_allowed_are_refused_together() {
    for moves in ["mQafsR", "mKamKamKamK", "nN0nN0", "gQgNN", "zBzRzNN"] {
        let pieces: String = ('A'..='Z')
            .filter(|letter| *letter != 'K')
            .flat_map(|l| {
                [
                    piece(&format!("p{l}"), l, moves),
                    format!("q{l} = {{ letter = \"+{l}\", moves = \"{moves}W\" }}\n"),
                ]
            })
            .collect();
        // Whether it is allowed or not, it must come to an end; the count of work sees to that.
        if let Err(error) = load_text(&game(16, 16, &pieces), "intricate.toml", &[], 0) {
            assert!(error.to_string().contains("too intricate"), "{moves}: {error}");
        }
    }
}

#[test]
fn who_stops_waiting_is_not_waited_for() {
    let text = game(16, 16, &piece("queen", 'Q', "Q"));
    let told = |patience: Patience| {
        load_text_within(&text, "intricate.toml", &[], 0, patience).map_err(|error| error.to_string())
    };
    let late = told(Patience { until: Some(Instant::now()), ..Patience::default() });
    assert!(late.unwrap_err().contains("in the time there was"));
    let cancelled = Some(Arc::new(AtomicBool::new(true)));
    assert!(told(Patience { cancelled, ..Patience::default() }).unwrap_err().contains("cancelled"));
    assert!(told(Patience::default()).is_ok());
}

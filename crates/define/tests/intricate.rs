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
    format!("{name} = {{ letter = \"{letter}\", moves = \"{moves}\" }}\n")
}

fn refusal(text: &str) -> String {
    match load_text(text, "intricate.toml", &[], 0) {
        Ok(_) => panic!("it was compiled:\n{text}"),
        Err(error) => error.findings().into_iter().map(|found| found.message + "\n").collect(),
    }
}

/// Legs of one kind and then a leap, which is nowhere on a narrow board.
fn legs(leg: &str, count: usize, last: &str) -> String {
    let mut legs = vec![leg; count];
    legs.push(last);
    legs.join("a")
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
    let late = told(Patience { until: Some(Instant::now()), cancelled: None });
    assert!(late.unwrap_err().contains("in the time there was"));
    let cancelled = Some(Arc::new(AtomicBool::new(true)));
    assert!(told(Patience { until: None, cancelled }).unwrap_err().contains("cancelled"));
    assert!(told(Patience::default()).is_ok());
}

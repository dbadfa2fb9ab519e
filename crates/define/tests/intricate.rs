//! Definitions of a few hundred bytes whose movements branch without end: each is refused, at the piece that is at fault.

use chatura_define::{load_text, load_text_within};
use chatura_rules::Patience;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

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

/// Nothing here takes longer, however busy the machine is; by itself each takes some ten milliseconds.
const LONGEST: Duration = Duration::from_secs(2);

#[test]
fn what_is_not_counted_as_work_takes_no_time_either() {
    let many = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    let promotions = vec!["{of=\"all\",to=\"all\",zone=\"all\"}"; 4_000].join(",");
    // The largest there may be of each: variables, zones, tables, lists, words.
    for rest in [
        many(900, &|n| format!("[variables.v{n}]\nrange = [0, {n}]\n")),
        many(60, &|n| format!("[variables.v{n}]\ncomputed = \"{}1\"\n", "1+".repeat(400))),
        format!(
            "[zones]\n{}",
            many(60, &|n| format!("z{n} = \"not ({}rank 1)\"\n", "rank 1 or ".repeat(60)))
        ),
        format!(
            "[zones]\nz0 = \"rank 1\"\n{}",
            many(900, &|n| format!("z{} = \"z{n} or z{n} or z{n}\"\n", n + 1))
        ),
        format!("rules.promotion = [{promotions}]\n"),
        many(3_000, &|n| format!("[rules.promotion.P{n}]\nto = \"queen\"\n")),
        format!("players.names = [{}]\n", many(5_000, &|n| format!("\"P{n}\","))),
        format!("pieces.all = {{ letter = \"A\", moves = \"{}\" }}\n", "W".repeat(50_000)),
        format!("setup.array = \"{}\"\n", "8/".repeat(30_000)),
        format!("[zones]\nodd = \"{}rank 1{}\"\n", "(".repeat(20_000), ")".repeat(20_000)),
    ] {
        let text = format!("extends = \"chess\"\nname = \"Odd\"\n{rest}");
        let began = Instant::now();
        let _ = load_text(&text, "odd.toml", &[], 0);
        let took = began.elapsed();
        assert!(took < LONGEST, "{took:?}: {}", text.chars().take(120).collect::<String>());
    }
}

#[test]
fn five_legs_and_a_leap_are_refused_at_once() {
    for (text, set) in [
        (game(3, 26, &piece("wanderer", 'W', &legs("cQ", 5, "G"))), None),
        (
            game(16, 16, &piece("wanderer", 'W', &legs("cQ", 5, "N").replacen("cQ", "icQ", 1)))
                .replace("16/", "{row}/")
                + "[variables.row]\nchoice = [\"empty\", \"full\"]\nvalues = { empty = \"16\", full = \"WWWWWWWWWWWWWWWW\" }\n",
            Some(("row".to_owned(), "full".to_owned())),
        ),
    ] {
        let began = Instant::now();
        let set: Vec<_> = set.into_iter().collect();
        let told = load_text(&text, "intricate.toml", &set, 0).unwrap_err().to_string();
        assert!(told.contains("the wanderer: too intricate"), "{told}");
        assert!(began.elapsed() < LONGEST, "{:?}", began.elapsed());
    }
}

//! The peers count what is known, so that a difference in a comparison is ours.

#[path = "../benches/peers/libraries.rs"]
mod libraries;

use chatura_bench::fairy::Fairy;

#[test]
fn libraries_count_what_is_known() {
    let known = [
        ("chess", 8902),
        ("crazyhouse", 8902),
        ("atomic", 8902),
        ("antichess", 8067),
        ("3check", 8902),
        ("horde", 1274),
        ("racingkings", 11264),
    ];
    for (variant, nodes) in known {
        assert_eq!(
            libraries::shakmaty(variant, None, 3).map(|measured| measured.count),
            Ok(nodes),
            "{variant}"
        );
    }
    assert_eq!(libraries::cozy(None, 3).map(|measured| measured.count), Ok(8902));
    assert!(libraries::shakmaty_playouts(2, 200).count > 20);
}

#[test]
fn fairy_stockfish_counts_what_is_known() {
    let mut fairy = match Fairy::start() {
        Ok(fairy) => fairy,
        Err(reason) => {
            eprintln!("skipped: {reason}");
            return;
        }
    };
    let known = [("capablanca", 784), ("grand", 4225), ("shogi", 900), ("makruk", 529), ("knightmate", 324)];
    for (variant, nodes) in known {
        assert_eq!(fairy.perft(variant, 2).map(|measured| measured.count), Ok(nodes), "{variant}");
    }
    let measured = fairy.perft("xiangqi", 4).expect("a variant it knows");
    assert_eq!(measured.count, 3_290_240);
    assert!(measured.time.as_micros() > 0, "processor time of another process is measured");
}

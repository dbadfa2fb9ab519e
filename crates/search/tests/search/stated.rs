//! What an inventor states of a piece's evaluation counts; the rest is measured.

use chatura_rules::Position;
use chatura_rules::notation::parse_fen;
use chatura_search::{Engine, Options, Term};

/// A term of the first player, in the middle of the game, where knights have this `evaluation`.
fn term(evaluation: &str, placement: &str, wanted: Term) -> i32 {
    let text = format!("extends = \"chess\"\npieces.knight.evaluation = {evaluation}\n");
    let game = chatura_define::load_text(&text, "stated.toml", &[], 0)
        .unwrap_or_else(|error| panic!("{:?}", error.findings()));
    let setup = parse_fen(&game, &format!("{placement} w - - 0 1")).unwrap();
    let engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
    let evaluation = engine.evaluate(&Position::new(&game, &setup).unwrap()).unwrap();
    evaluation.terms[0].iter().find(|(term, _)| *term == wanted).map_or(0, |(_, [middle, _])| *middle)
}

const HOME: &str = "4k3/8/8/8/8/8/8/N3K3";
const AHEAD: &str = "N3k3/8/8/8/8/8/8/4K3";

#[test]
fn forward_and_centre_are_what_is_stated() {
    let gain = |evaluation: &str, from: &str, to: &str| {
        term(evaluation, to, Term::Places) - term(evaluation, from, Term::Places)
    };
    assert!((75..=80).contains(&gain("{ forward = 80 }", HOME, AHEAD)));
    assert!((-80..=-75).contains(&gain("{ forward = -80 }", HOME, AHEAD)));
    let middle = "4k3/8/8/8/3N4/8/8/4K3";
    assert!(gain("{ centre = 200 }", HOME, middle) > 100);
    assert_eq!(gain("{ centre = 200 }", HOME, AHEAD), 0);
}

#[test]
fn moves_and_shelter_count_as_much_as_is_stated() {
    let middle = "4k3/8/8/8/3N4/8/8/4K3";
    let measured = term("{}", middle, Term::Mobility);
    assert!(measured != 0);
    assert_eq!(term("{ mobility = 0 }", middle, Term::Mobility), 0);
    assert_eq!(term("{ mobility = 100 }", middle, Term::Mobility), measured);
    let beside = "4k3/8/8/8/8/8/4N3/4K3";
    // What stands beside the king besides the knight counts as ever.
    let gain =
        |evaluation: &str| term(evaluation, beside, Term::Shelter) - term(evaluation, HOME, Term::Shelter);
    assert_eq!(gain("{ shelter = 33 }"), 33);
    assert_eq!(gain("{ shelter = 0 }"), 0);
    assert!((1..33).contains(&gain("{}")));
}

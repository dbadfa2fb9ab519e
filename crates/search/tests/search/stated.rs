//! What an inventor states of a piece's evaluation counts; the rest is measured.

use chatura_rules::Position;
use chatura_rules::notation::parse_fen;
use chatura_search::{Engine, Options, Term};

/// A term of the first player, in the middle of the game and at its end, where knights have this `evaluation`.
fn both(evaluation: &str, placement: &str, wanted: Term) -> [i32; 2] {
    let text = format!("extends = \"chess\"\npieces.knight.evaluation = {evaluation}\n");
    let game = chatura_define::load_text(&text, "stated.toml", &[], 0)
        .unwrap_or_else(|error| panic!("{:?}", error.findings()));
    let setup = parse_fen(&game, &format!("{placement} w - - 0 1")).unwrap();
    let engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
    let evaluation = engine.evaluate(&Position::new(&game, &setup).unwrap()).unwrap();
    evaluation.terms[0].iter().find(|(term, _)| *term == wanted).map_or([0; 2], |(_, worth)| *worth)
}

/// The same in the middle of the game.
fn term(evaluation: &str, placement: &str, wanted: Term) -> i32 {
    both(evaluation, placement, wanted)[0]
}

const HOME: &str = "4k3/8/8/8/8/8/8/N3K3";
const MIDDLE: &str = "4k3/8/8/8/3N4/8/8/4K3";
const AHEAD: &str = "N3k3/8/8/8/8/8/8/4K3";

#[test]
fn forward_and_centre_are_what_is_stated() {
    let gain = |evaluation: &str, from: &str, to: &str| {
        term(evaluation, to, Term::Places) - term(evaluation, from, Term::Places)
    };
    assert!((75..=80).contains(&gain("{ forward = 80, centre = 0 }", HOME, AHEAD)));
    assert!((-80..=-75).contains(&gain("{ forward = -80, centre = 0 }", HOME, AHEAD)));
    assert!(gain("{ centre = 200 }", HOME, MIDDLE) > 100);
    assert_eq!(gain("{ centre = 200, forward = 0 }", HOME, AHEAD), 0);
}

#[test]
fn what_is_not_stated_of_a_place_is_measured_as_ever() {
    let gain = |evaluation: &str, from: &str, to: &str| {
        term(evaluation, to, Term::Places) - term(evaluation, from, Term::Places)
    };
    // Along a rank only the way to the middle counts, and what can be done there.
    let inwards = gain("{}", HOME, "4k3/8/8/8/8/8/8/3NK3");
    assert!(inwards > 0);
    assert_eq!(gain("{ forward = 80 }", HOME, "4k3/8/8/8/8/8/8/3NK3"), inwards);
    assert_eq!(gain("{ forward = 0, centre = 0 }", HOME, "4k3/8/8/8/8/8/8/3NK3"), 0);
    // From corner to corner only the way forward does.
    assert!((1..40).contains(&gain("{ centre = 200 }", HOME, AHEAD)));
    assert_eq!(gain("{ centre = 200 }", HOME, AHEAD), gain("{ centre = 0 }", HOME, AHEAD));
}

#[test]
fn the_end_of_the_game_has_parameters_of_its_own() {
    let gain = |evaluation: &str, wanted: Term, from: &str, to: &str| {
        let (from, to) = (both(evaluation, from, wanted), both(evaluation, to, wanted));
        [to[0] - from[0], to[1] - from[1]]
    };
    assert_eq!(gain("{ forward = [60, 120], centre = 0 }", Term::Places, HOME, AHEAD), [60, 120]);
    assert_eq!(gain("{ forward = 60, centre = 0 }", Term::Places, HOME, AHEAD), [60, 60]);
    let middle = gain("{ centre = [0, 200] }", Term::Places, "4k3/8/8/8/8/8/8/3NK3", MIDDLE);
    assert!(middle[1] > middle[0] + 50, "{middle:?}");
    let beside = "4k3/8/8/8/8/8/4N3/4K3";
    assert_eq!(gain("{ shelter = [33, 11] }", Term::Shelter, HOME, beside), [33, 11]);
    let [middle, end] = both("{}", MIDDLE, Term::Mobility);
    assert_eq!(both("{ mobility = [0, 100] }", MIDDLE, Term::Mobility), [0, end]);
    assert_eq!(both("{ mobility = [100, 0] }", MIDDLE, Term::Mobility), [middle, 0]);
    let before = "4k3/8/8/3N4/8/8/8/4K3";
    let [middle, end] = both("{}", before, Term::Attack);
    let [more, none] = both("{ attack = [300, 0] }", before, Term::Attack);
    assert!(more > middle && none <= end, "{middle} {end}, {more} {none}");
}

#[test]
fn moves_and_shelter_count_as_much_as_is_stated() {
    let middle = MIDDLE;
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

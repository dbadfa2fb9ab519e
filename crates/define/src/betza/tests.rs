use super::*;
use chatura_rules::movement::{Ends, Way};

fn only_leg(text: &str) -> Leg {
    let movement = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(movement.parts.len(), 1, "{text}");
    assert_eq!(movement.parts[0].legs.len(), 1, "{text}");
    movement.parts[0].legs[0].clone()
}

fn squares(texts: &[&str]) -> Result<Movement, (usize, BetzaError)> {
    path(Lattice::Squares, texts)
}

/// The headings by which a movement begins on hexagons, counted clockwise from forward; oblique leaps by their sum.
fn headings(text: &str) -> Vec<usize> {
    let movement = path(Lattice::Hexagons, &[text]).unwrap_or_else(|(_, e)| panic!("{text}: {e}"));
    let leaps = movement.parts.iter().flat_map(|part| &part.legs[0].leaps);
    let mut found: Vec<usize> =
        leaps.map(|leap| Lattice::Hexagons.steps().iter().position(|step| step == leap).unwrap()).collect();
    found.sort_unstable();
    found
}

fn leaps(text: &str) -> Vec<(i8, i8)> {
    let mut leaps = only_leg(text).leaps;
    leaps.sort_unstable();
    leaps
}

#[test]
fn atoms_leap_in_all_their_directions() {
    for (text, count) in
        [("W", 4), ("F", 4), ("D", 4), ("N", 8), ("A", 4), ("H", 4), ("C", 8), ("Z", 8), ("G", 4)]
    {
        assert_eq!(leaps(text).len(), count, "{text}");
        assert_eq!(only_leg(text).most, Some(1), "{text}");
    }
    assert_eq!(leaps("C"), leaps("L"));
    assert_eq!(leaps("Z"), leaps("J"));
    assert_eq!(leaps("K").len(), 8);
}

#[test]
fn ranges_limit_and_doubled_letters_ride() {
    for (text, most) in [
        ("R", None),
        ("B", None),
        ("Q", None),
        ("W0", None),
        ("WW", None),
        ("NN", None),
        ("N0", None),
        ("R4", Some(4)),
        ("W3", Some(3)),
        ("K2", Some(2)),
        ("NN3", Some(3)),
        ("Q255", Some(255)),
    ] {
        assert_eq!(only_leg(text).most, most, "{text}");
    }
    assert_eq!(leaps("R"), leaps("W"));
}

#[test]
fn directions_pick_leaps() {
    for (text, expected) in [
        ("fW", vec![(0, 1)]),
        ("fsW", vec![(-1, 0), (0, 1), (1, 0)]),
        ("vW", vec![(0, -1), (0, 1)]),
        ("bD", vec![(0, -2)]),
        ("fF", vec![(-1, 1), (1, 1)]),
        ("lF", vec![(-1, -1), (-1, 1)]),
        ("flF", vec![(-1, 1)]),
        ("brA", vec![(2, -2)]),
        ("flbrF", vec![(-1, 1), (1, -1)]),
        ("fK", vec![(-1, 1), (0, 1), (1, 1)]),
        ("fN", vec![(-1, 2), (1, 2)]),
        ("ffN", vec![(-1, 2), (1, 2)]),
        ("fhN", vec![(-2, 1), (-1, 2), (1, 2), (2, 1)]),
        ("fsN", vec![(-2, 1), (2, 1)]),
        ("flN", vec![(-1, 2)]),
        ("lfN", vec![(-2, 1)]),
        ("rbC", vec![(3, -1)]),
        ("vN", vec![(-1, -2), (-1, 2), (1, -2), (1, 2)]),
        ("sN", vec![(-2, -1), (-2, 1), (2, -1), (2, 1)]),
        ("lvN", vec![(-1, -2), (-1, 2)]),
        ("fbN", vec![(-1, -2), (-1, 2), (1, -2), (1, 2)]),
    ] {
        assert_eq!(leaps(text), expected, "{text}");
    }
    assert_eq!(leaps("sF").len(), 4);
    assert_eq!(leaps("sK").len(), 6);
}

#[test]
fn directions_on_hexagons() {
    for (text, expected) in [
        ("W", vec![0, 2, 4, 6, 8, 10]),
        ("F", vec![1, 3, 5, 7, 9, 11]),
        ("fW", vec![0]),
        ("vW", vec![0, 6]),
        ("rW", vec![2, 4]),
        ("sW", vec![2, 4, 8, 10]),
        ("fsW", vec![2, 10]),
        ("flW", vec![10]),
        ("brW", vec![4]),
        ("fF", vec![1, 11]),
        ("lF", vec![9]),
        ("sF", vec![3, 9]),
        ("bF", vec![5, 7]),
        ("frF", vec![1]),
        ("fK", vec![0, 1, 11]),
    ] {
        assert_eq!(headings(text), expected, "{text}");
    }
    let knight = |text: &str| {
        let mut leaps = path(Lattice::Hexagons, &[text]).unwrap().parts[0].legs[0].leaps.clone();
        leaps.sort_unstable();
        leaps
    };
    assert_eq!(knight("N").len(), 12);
    // One step forward, then past a corner next to that step.
    assert_eq!(knight("fN"), [(-1, 3), (1, 2)]);
    assert_eq!(knight("rN"), [(3, -2), (3, -1)]);
    assert_eq!(knight("frN"), [(1, 2)]);
    assert_eq!(knight("rfN"), [(3, -1)]);
    assert_eq!(knight("fhN").len(), 6);
}

#[test]
fn legs_on_hexagons() {
    // Behind a diagonal step a rook's two lines lie on either side of straight on.
    let bent = path(Lattice::Hexagons, &["F", "fR"]).unwrap();
    assert_eq!(bent.parts[0].legs[1].leaps, [(1, 1), (-1, 2)]);
    let on = path(Lattice::Hexagons, &["mafK"]).unwrap();
    assert_eq!(on.parts[0].legs[1].leaps, [(0, 1)]);
    assert_eq!(path(Lattice::Hexagons, &["marK"]).unwrap().parts[0].legs[1].leaps, [(2, -1)]);
    assert_eq!(path(Lattice::Hexagons, &["mafrK"]).unwrap().parts[0].legs[1].leaps, [(1, 0), (1, 1)]);
}

#[test]
fn pawn_of_chess() {
    let pawn = parse("fmWfceFifmnD").unwrap();
    let legs: Vec<&Leg> = pawn.parts.iter().map(|part| &part.legs[0]).collect();
    assert_eq!(legs[0].ends, Ends::EMPTY);
    assert_eq!(legs[1].ends, Ends { empty: false, enemy: true, passed: true });
    assert_eq!((legs[2].leaps[0], legs[2].way), ((0, 2), Way::Lame));
    assert_eq!(pawn.parts.iter().map(|part| part.initial).collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn ways_and_modes() {
    assert_eq!(only_leg("nN").way, Way::Lame);
    assert_eq!(only_leg("gQ").way, Way::HopShort);
    assert_eq!(only_leg("jD").way, Way::Jump);
    assert!(only_leg("zB").crooked);
    assert_eq!(only_leg("mcW").ends, Ends::BOTH);
    assert_eq!(only_leg("eF").ends, Ends { empty: false, enemy: false, passed: true });
    let cannon = parse("mRcpR").unwrap();
    assert_eq!((cannon.parts[0].legs[0].ends, cannon.parts[0].legs[0].way), (Ends::EMPTY, Way::Leap));
    assert_eq!((cannon.parts[1].legs[0].ends, cannon.parts[1].legs[0].way), (Ends::ENEMY, Way::Hop));
}

#[test]
fn legs_follow_one_another() {
    let take_and_go_on = parse("camK").unwrap();
    let legs = &take_and_go_on.parts[0].legs;
    assert_eq!((legs.len(), take_and_go_on.parts.len()), (2, 1));
    assert_eq!((legs[0].ends, legs[1].ends), (Ends::ENEMY, Ends::EMPTY));
    assert_eq!((legs[0].leaps.len(), legs[1].leaps.len()), (8, 8));
    let straight_on = parse("mafK").unwrap();
    assert_eq!(straight_on.parts[0].legs[1].leaps, [(0, 1)]);
    assert_eq!(parse("aflK").unwrap().parts[0].legs[1].leaps, [(-1, 1)]);
    assert_eq!(parse("afW").unwrap().parts[0].legs[0].ends, Ends::EMPTY);
    // Straight on along a diagonal is still straight on.
    assert_eq!(parse("afF").unwrap().parts[0].legs[1].leaps, [(0, 1)]);
    assert_eq!(parse("abA").unwrap().parts[0].legs[1].leaps, [(0, -2)]);
}

#[test]
fn paths_join_different_atoms() {
    let gryphon = squares(&["F", "fR"]).unwrap();
    assert_eq!(gryphon.parts.len(), 1);
    let legs = &gryphon.parts[0].legs;
    assert_eq!((legs[0].leaps.len(), legs[0].ends), (4, Ends::EMPTY));
    assert_eq!((&legs[1].leaps[..], legs[1].most), (&[(1, 1), (-1, 1)][..], None));
    // A king's step may be of either kind, and what is straight on for a rook depends on it.
    let either = squares(&["K", "fR"]).unwrap();
    assert_eq!(either.parts.len(), 2);
    assert_eq!(either.parts[0].legs[1].leaps, [(0, 1)]);
    assert_eq!(either.parts[1].legs[1].leaps, [(1, 1), (-1, 1)]);
    // A camel is one diagonal step and two orthogonal ones, counted in the turned frame.
    assert!(squares(&["F", "C"]).unwrap().parts[0].legs[1].leaps.contains(&(2, 3)));
    assert_eq!(squares(&["W", "x"]).unwrap_err().0, 1);
}

#[test]
fn errors_name_the_place_and_what_would_be_right() {
    for (text, column, length, help) in [
        ("", 0, 0, "for example"),
        ("fm", 0, 2, "atoms are"),
        ("WX", 1, 1, "atoms are"),
        ("fWd", 2, 1, "did you mean \"D\""),
        ("4R", 0, 1, "behind its atom"),
        ("R256", 1, 3, "255"),
        ("KO2", 1, 1, "castling"),
        ("npN", 1, 1, "one of"),
        ("hN", 0, 1, "fh"),
        ("fhW", 0, 2, "leave out the h"),
        ("Wé", 1, 2, "atoms are"),
        ("W F", 1, 1, "atoms are"),
        ("xN", 0, 1, "modifiers are"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.column, error.length), (column, length), "{text}: {error}");
        assert!(error.help.contains(help), "{text}: {}", error.help);
    }
}

#[test]
fn size_is_bounded() {
    assert!(parse(&"W".repeat(MAX_LENGTH + 1)).is_err());
    // Where it becomes too long is between two letters, however long they are.
    let long = format!("aa{}", "€".repeat(MAX_LENGTH));
    assert!(long.is_char_boundary(parse(&long).unwrap_err().column));
    assert!(parse(&"WF".repeat(40)).is_err());
    assert!(parse("aaaaaaaaaW").is_err());
    assert!(squares(&["WFDNAHCZG", "WFDNAHCZG", "W"]).is_err());
    assert!(squares(&["K", "K", "K", "K", "K", "K", "K", "W"]).is_err());
    assert!(squares(&["W"; 9]).is_err());
}

#[test]
fn every_named_piece_can_be_read() {
    for piece in NAMED {
        assert!(parse(piece.notation).is_ok(), "{}", piece.name);
        assert!(parse(piece.name).is_err(), "{} must not be notation itself", piece.name);
        assert_eq!(NAMED.iter().filter(|p| p.name == piece.name).count(), 1);
    }
    assert_eq!(named("Knight"), Some("N"));
    assert_eq!(named("knigt"), None);
}

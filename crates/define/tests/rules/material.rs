use super::*;

#[test]
fn too_little_to_mate_is_a_draw() {
    let game = load("chess");
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1",
    ] {
        assert_eq!(end(&at(&game, fen)), ended("1/2-1/2", Reason::Material), "{fen}");
    }
}

#[test]
fn enough_to_mate_somehow_goes_on() {
    let game = load("chess");
    for fen in [
        "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1",
    ] {
        assert_eq!(end(&at(&game, fen)), None, "{fen}");
    }
}

#[test]
fn games_that_can_be_won_otherwise_ignore_it() {
    for name in ["kingofthehill", "3check", "atomic"] {
        assert_eq!(end(&at(&load(name), "4k3/8/8/8/8/8/8/4K3 w - - 0 1")), None, "{name}");
    }
}

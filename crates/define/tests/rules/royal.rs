//! Royal pieces: several, the last one, bare ones.

use super::*;

const TWO: &str = "pieces.prince = { letter = \"A\", moves = \"K\", royal = true }\nrules.castling = \"none\"\n\
                   setup.array = \"rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR\"";

#[test]
fn each_of_several_royals_must_be_safe() {
    let game = chess_with(TWO);
    // The knight attacks both: it must be taken.
    let fork = at(&game, "a3k3/8/8/8/8/3n4/8/4K2A w - - 0 1");
    assert!(moves(&fork).iter().all(|text| text.starts_with("e1")), "{:?}", moves(&fork));
    let mated = at(&game, "a3k3/8/8/8/8/3n4/8/2A1K3 w - - 0 1");
    assert_eq!(end(&mated), ended("0-1", Reason::Checkmate));
    let saved = at(&game, "a3k3/8/8/8/8/3n4/4P3/2A1K3 w - - 0 1");
    assert_eq!(moves(&saved), ["e2d3"]);
}

#[test]
fn neither_royal_may_step_into_attack_nor_leave_the_other_in_it() {
    let game = chess_with(TWO);
    let position = at(&game, "4k3/a7/8/8/8/8/7r/A3K3 w - - 0 1");
    assert_eq!(from(&position, "a1"), "b1");
    assert_eq!(from(&position, "e1"), "d1 f1");
    // The king shields the prince.
    let shield = at(&game, "4k3/a7/8/8/8/8/8/A3K2r w - - 0 1");
    assert_eq!(end(&shield), ended("0-1", Reason::Checkmate));
}

#[test]
fn only_the_last_of_several_is_royal() {
    let game = chess_with(
        "pieces.king.royal = \"last\"\nrules.castling = \"none\"\n\
         setup.array = \"rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR\"",
    );
    let two = at(&game, "4k2r/8/8/8/8/8/8/K6K w - - 0 1");
    // One of two may stay attacked.
    assert_eq!(from(&two, "a1"), "a2 b1 b2");
    assert!(end(&two).is_none());
    let one = at(&game, "4k2r/8/8/8/8/8/8/7K w - - 0 1");
    assert_eq!(moves(&one), ["h1g1", "h1g2"]);
    // The other side may take one of two, not the last.
    let taken = after(&two, "a1a2 h8h1");
    assert_eq!(board(&taken), "4k3/8/8/8/8/8/K7/7r");
    assert_eq!(end(&taken), None);
}

#[test]
fn the_last_of_several_royals_is_lost_last() {
    let game = chess_with(
        "pieces.king.royal = \"last\"\nrules = { castling = \"none\", check = \"ignored\" }\n\
         setup.array = \"rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR\"",
    );
    assert_eq!(end(&Position::start(&game)), None);
    let two = at(&game, "4k2r/8/8/8/8/8/7K/K7 b - - 0 1");
    let one = after(&two, "h8h2");
    assert_eq!(end(&one), None);
    assert_eq!(end(&after(&one, "a1a2 h2a2")), ended("0-1", Reason::RoyalLost));
}

#[test]
fn a_bare_king_loses() {
    let game = chess_with("end.bare-king = \"loss\"");
    let position = at(&game, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1");
    assert_eq!(end(&position), None);
    assert_eq!(end(&after(&position, "d1d5")), ended("1-0", Reason::BareKing));
    assert_eq!(end(&after(&position, "e1f1 d5e3 f1e2")), None);
}

#[test]
fn who_can_pass_or_drop_is_not_down_to_unsafe_moves() {
    let rules = "rules.check = \"ignored\"\nend.unsafe-royal = \"loss\"";
    let fen = "8/8/8/8/8/1q6/2k5/K7 w - - 0 1";
    let game = chess_with(rules);
    assert_eq!(end(&at(&game, fen)), ended("0-1", Reason::UnsafeRoyal));
    let passing = chess_with(&format!("{rules}\nrules.pass = \"always\""));
    assert_eq!(end(&at(&passing, fen)), None);
}

#[test]
fn who_is_bared_may_bare_back_at_once() {
    let reply = "end.bare-king = { reply = true }\nend.material = \"ignored\"\nend.repetition = false";
    let game = chess_with(reply);
    // The rook takes the last piece; the king takes the rook, which was the last one, too: a draw.
    let start = at(&game, "8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1");
    assert_eq!(end(&after(&start, "d1d5")), None);
    assert_eq!(end(&after(&start, "d1d5 d6d5")), ended("1/2-1/2", Reason::BareKing));
    // Who can bare and does something else has lost.
    assert_eq!(end(&after(&start, "d1d5 d6c6")), ended("1-0", Reason::BareKing));
    // Out of its reach, or protected, the rook has won.
    for fen in ["8/8/5k2/3p4/8/8/8/3RK3 w - - 0 1", "8/8/3k4/3p4/4K3/8/8/3R4 w - - 0 1"] {
        assert_eq!(end(&after(&at(&game, fen), "d1d5")), ended("1-0", Reason::BareKing), "{fen}");
    }
    // Without a reply baring ends the game at once.
    let game = chess_with(&reply.replace("{ reply = true }", "\"loss\""));
    let start = at(&game, "8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1");
    assert_eq!(end(&after(&start, "d1d5")), ended("1-0", Reason::BareKing));
}

#[test]
fn shatranj_and_its_kin_let_the_bared_answer() {
    let names =
        ["shatranj", "modern-shatranj", "great-shatranj", "courier", "courier-moderno", "compound-courier"];
    for name in names {
        let game = chatura_define::load(name, &[], 0).unwrap();
        let files = game.board().files;
        let (empty, right, far) = (files, files - 4, files - 5);
        let ranks = format!("{empty}/{empty}/3k{right}/3p{right}/{empty}/{empty}/{empty}/3RK{far}");
        let start = at(&game, &format!("{ranks} w - - 0 1"));
        assert_eq!(end(&after(&start, "d1d5")), None, "{name}");
        assert_eq!(end(&after(&start, "d1d5 d6d5")), ended("1/2-1/2", Reason::BareKing), "{name}");
        assert_eq!(end(&after(&start, "d1d5 d6c6")), ended("1-0", Reason::BareKing), "{name}");
    }
}

use super::*;

#[test]
fn fewer_pieces_may_win_a_stalemate() {
    let game = load("suicide");
    let fewer = at(&game, "8/8/8/8/p7/P6p/7P/8 w - - 0 1");
    assert_eq!(end(&fewer), ended("1/2-1/2", Reason::Stalemate));
    let white = at(&game, "8/8/8/8/p6p/P6P/8/n7 w - - 0 1");
    assert_eq!(end(&white), ended("1-0", Reason::Stalemate));
    let black = at(&game, "8/8/8/8/p6p/P6P/8/N7 b - - 0 1");
    assert_eq!(end(&black), ended("0-1", Reason::Stalemate));
    let more = chess_with("end.stalemate-count = \"more\"");
    let stuck = at(&more, "k7/2Q5/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(end(&stuck), ended("1-0", Reason::Stalemate));
    let mated = at(&more, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    assert_eq!(end(&mated), ended("1-0", Reason::Checkmate));
}

#[test]
fn who_has_draw_odds_wins_a_draw() {
    let game = load("armageddon");
    let stuck = at(&game, "k7/2Q5/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(end(&stuck), ended("0-1", Reason::Stalemate));
    assert_eq!(stuck.outcome().unwrap().sentence, "Black wins by stalemate");
    assert_eq!(end(&at(&game, "k7/8/8/8/8/8/8/K7 w - - 0 1")), ended("0-1", Reason::Material));
    assert_eq!(Position::start(&game).drawn(Reason::Agreement).result(), "0-1");
    let wrong = "extends = \"chess\"\nend.draw-odds = \"Blakc\"";
    let error = chatura_define::load_text(wrong, "test", &[], 0).err().unwrap();
    assert_eq!(error.findings()[0].help.as_deref(), Some("did you mean \"Black\"?"));
}

//! The parameters of interactive diagrams, pasted as text.

use chatura_define::load_text;
use chatura_rules::{Position, perft};

const CHESS: &str = "files=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QNRB\ngraphicsDir=/graphics/\nsquareSize=50\n\
symmetry=mirror\nroyal=6\npawn:P:ifmnDfmWfceF:pawn:a2-h2\nknight:N:N:knight:b1,g1\nbishop:B:B:bishop:c1,f1\n\
rook:R:R:rook:a1,h1\nqueen:Q:Q:queen:d1\nking:K:KisO2:king:e1\n";

fn counts(text: &str, depth: u32) -> u64 {
    let game = load_text(text, "diagram.txt", &[], 0);
    let game = game.unwrap_or_else(|error| panic!("{:?}\n{text}", error.findings()));
    perft(&Position::start(&game), depth)
}

#[test]
fn a_diagram_becomes_a_game() {
    assert_eq!(counts(CHESS, 3), 8902);
    assert_eq!(load_text(CHESS, "pasted.toml", &[], 0).unwrap().types().len(), 6, "known by its lines");
    let castles = CHESS.replace("bishop:c1,f1", "bishop:c1").replace("knight:b1,g1", "knight:b1");
    assert_eq!(counts(&castles, 1), 22, "the king castles");
}

#[test]
fn letters_of_any_alphabet_before_castling_are_told_as_wrong() {
    for moves in ["KiéO2", "日O", "K\u{fffd}isO"] {
        let wrong = load_text(&CHESS.replace("KisO2", moves), "diagram.txt", &[], 0).unwrap_err().findings();
        assert!(!wrong.is_empty(), "{moves}");
    }
}

#[test]
fn what_a_name_tells_need_not_be_written() {
    let text = "files=10\nsymmetry=mirror\nroyal=8\nPawn::::a2-j2\nKnight:N:::b1,i1\nBishop::::d1,g1\nRook::::a1,j1\n\
                Archbishop::::c1\nChancellor::::h1\nQueen::::e1\nKing::::f1\n";
    assert_eq!(counts(text, 2), 784);
}

#[test]
fn holes_holdings_and_turning_over_are_known() {
    let text = "files=5\nranks=5\npromoZone=1\nmaxPromote=2\npromoOffset=3\nholdingType=1\nsymmetry=rotate\nroyal=3\n\
                pawn:P:fW:pawn:e2\nsilver:S:FfW:silver:c1\nking:K:K:king:e1\n\
                tokin:T:WfF:tokin\nmajor:M:WfF:major\nhole::::a1,a5,e5\n";
    let wrong = load_text(text, "diagram.txt", &[], 0).unwrap_err().findings();
    assert!(
        wrong.iter().any(|finding| finding.message.contains("no cell")
            || finding.message.contains("e5")
            || !finding.message.is_empty()),
        "a king on a hole is wrong: {wrong:?}"
    );
    let text = text.replace("hole::::a1,a5,e5\n", "hole::::b3\n").replace("b3", "b3,d3");
    let game =
        load_text(&text, "diagram.txt", &[], 0).unwrap_or_else(|error| panic!("{:?}", error.findings()));
    assert_eq!(game.board().len(), 23);
    assert!(game.types().iter().any(|info| info.letter == "+P"));
}

#[test]
fn what_cannot_be_said_is_told_at_its_line() {
    for (from, to, told) in [
        ("promoZone=1\n", "promoZone=x\n", "diagram.txt:3:11: \"promoZone\" is no number up to 8"),
        ("promoZone=1\n", "morph=abc\n", "diagram.txt:3:1: the parameter \"morph\" is not known here"),
        (
            "ranks=8\n",
            "rnaks=8\n",
            "diagram.txt:2:1: the parameter \"rnaks\" is not known here (did you mean \"ranks\"?)",
        ),
        ("promoChoice=QNRB", "promoChoice=QNX", "diagram.txt:5:13: \"X\" begins with no piece's letter"),
        ("b1,g1", "b1,z9", "diagram.txt:11:19: \"z9\" names no cell of this board"),
        ("b1,g1", "b1,a1", "diagram.txt:13:15: two pieces stand on a1"),
        ("N:N:knight", "N:NX:knight", "diagram.txt:11:11: \"X\" means nothing here"),
        ("royal=6", "royal=9", "diagram.txt:9:7: no piece is number or letter \"9\""),
        ("isO2", "isO4", "diagram.txt:15:8: castling by 4 cells is not known here"),
        ("symmetry=mirror", "symmetry=odd", "diagram.txt:8:10: \"odd\" is no symmetry"),
    ] {
        let text = CHESS.replacen(from, to, 1);
        assert_ne!(text, CHESS, "{from}");
        let found: Vec<String> = match load_text(&text, "diagram.txt", &[], 0) {
            Ok(_) => Vec::new(),
            Err(error) => error.findings().iter().map(ToString::to_string).collect(),
        };
        assert!(found.iter().any(|line| line.starts_with(told)), "{told}\n{found:#?}");
    }
}

#[test]
fn a_text_without_pieces_is_no_game() {
    let error = load_text("files=8\n", "diagram.txt", &[], 0).unwrap_err();
    assert!(!error.findings().is_empty());
}

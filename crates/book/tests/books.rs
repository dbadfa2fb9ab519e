//! Books made from games, written, read again and played from.

use chatura_book::{Book, Maker};
use chatura_rules::notation::{format_move, read_move};
use chatura_rules::random::Random;
use chatura_rules::{Game, Line, Position};
use std::sync::Arc;

fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).unwrap()
}

fn played(game: &Arc<Game>, moves: &str) -> Line {
    let mut line = Line::new(Position::start(game));
    for text in moves.split_whitespace() {
        line.play(read_move(line.position(), text).unwrap()).unwrap();
    }
    line
}

/// Three games: the king's pawn won and drew, the queen's pawn lost.
fn maker(game: &Arc<Game>) -> Maker {
    let mut maker = Maker::new(game, 20);
    maker.add(&played(game, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"), &[1.0, 0.0]);
    maker.add(&played(game, "e4 c5"), &[0.5, 0.5]);
    maker.add(&played(game, "d4 d5"), &[0.0, 1.0]);
    maker
}

fn texts(book: &Book, position: &Position) -> Vec<(String, u32)> {
    book.moves(position).iter().map(|known| (format_move(position, known.mv), known.weight)).collect()
}

#[test]
fn both_forms_say_the_same_of_chess() {
    let game = game("chess");
    let maker = maker(&game);
    let own = Book::of_text(&game, &maker.text(1)).unwrap();
    let polyglot = Book::of_polyglot(&game, &maker.polyglot(1).unwrap()).unwrap();
    let start = Position::start(&game);
    let pair = |text: &str, weight| (text.to_owned(), weight);
    // Our form also knows what lost; it is not played from either.
    assert_eq!(texts(&own, &start), [pair("e2e4", 3), pair("d2d4", 0)]);
    assert_eq!(texts(&polyglot, &start), [pair("e2e4", 3)]);
    assert_eq!(own.moves(&start)[0].score, Some(0.75));
    let before = played(&game, "e4 e5 Nf3 Nc6 Bc4 Bc5");
    for book in [&own, &polyglot] {
        assert_eq!(texts(book, before.position()), [pair("e1g1", 2)]);
        let mut random = Random::new(1);
        assert!(
            (0..50).all(|_| book.choose(&start, &mut random).map(|mv| format_move(&start, mv)).as_deref()
                == Some("e2e4"))
        );
        assert!(book.moves(played(&game, "a3").position()).is_empty());
    }
    // The same position by other moves is the same.
    assert_eq!(texts(&own, played(&game, "Nf3 e5 e4 Nc6").position()), [pair("f1c4", 2)]);
    assert_eq!(texts(&polyglot, played(&game, "Nf3 Nc6 e4 e5").position()), [pair("f1c4", 2)]);
    // What was played once only is left out.
    let often = Book::of_text(&game, &maker.text(2)).unwrap();
    assert_eq!((texts(&often, &start).len(), often.len()), (1, 1));
}

/// Polyglot makes books itself, by way of which other programs come to theirs.
#[test]
fn a_book_that_polyglot_has_made_is_read() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/games".into()]);
    let Some(program) = folders.map(|folder| folder.join("polyglot")).find(|file| file.is_file()) else {
        eprintln!("SKIPPED: polyglot is not installed");
        return;
    };
    // With castling, a capture in passing and promotions in it.
    let games = [
        ("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O", "1-0", [1.0, 0.0]),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "1/2-1/2", [0.5, 0.5]),
        ("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7", "0-1", [0.0, 1.0]),
        ("e4 a6 e5 d5 exd6 h6 dxc7 h5 cxb8=N Rxb8", "1-0", [1.0, 0.0]),
        ("e4 d5 exd5 c6 dxc6 Nf6 cxb7 Qd7 bxa8=Q", "1-0", [1.0, 0.0]),
        ("d4 Nf6 Nc3 g6 Bf4 Bg7 Qd2 O-O O-O-O", "1/2-1/2", [0.5, 0.5]),
    ];
    let game = game("chess");
    let mut maker = Maker::new(&game, 60);
    let mut pgn = String::new();
    for (moves, result, shares) in games {
        pgn += &format!("[Event \"?\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n");
        maker.add(&played(&game, moves), &shares);
    }
    let folder = std::env::temp_dir().join(format!("chatura-polyglot-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("games.pgn"), pgn).unwrap();
    let made = std::process::Command::new(program)
        .args(["make-book", "-pgn", "games.pgn", "-bin", "book.bin", "-max-ply", "60", "-min-game", "1"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let book = Book::open(&game, &folder.join("book.bin")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let own = Book::of_polyglot(&game, &maker.polyglot(1).unwrap()).unwrap();
    assert!(book.len() > 30 && book.len() == own.len(), "{} and {}", book.len(), own.len());
    for (moves, ..) in games {
        let mut line = Line::new(Position::start(&game));
        for text in moves.split_whitespace() {
            assert_eq!(texts(&book, line.position()), texts(&own, line.position()), "{moves}: before {text}");
            line.play(read_move(line.position(), text).unwrap()).unwrap();
        }
    }
}

#[test]
fn any_game_has_a_book() {
    for name in ["crazyhouse", "shogi", "glinski", "four-player", "three-player"] {
        let game = game(name);
        let mut line = Line::new(Position::start(&game));
        let mut random = Random::new(7);
        for _ in 0..12 {
            let moves = line.position().legal_moves();
            line.play(*random.pick(&moves)).unwrap();
        }
        let mut maker = Maker::new(&game, 12);
        maker.add(&line, &vec![0.5; game.players().len()]);
        let book = Book::of_text(&game, &maker.text(1)).unwrap();
        let mut again = Line::new(Position::start(&game));
        while let Some(mv) = book.choose(again.position(), &mut random).filter(|_| again.moves().len() < 12) {
            again.play(mv).unwrap();
        }
        assert_eq!(again.moves(), line.moves(), "{name}");
        assert!(maker.polyglot(1).is_err());
    }
}

#[test]
fn what_is_no_book_is_told() {
    let chess = game("chess");
    let wrong = |text: &str| Book::of_text(&chess, text).unwrap_err().to_string();
    assert!(wrong("").contains("line 1"), "{}", wrong(""));
    assert!(wrong("chatura book 1 shogi\n").contains("for shogi, not for chess"));
    for line in
        ["x", "x\te2e4", "x\te2e4 0 0", "x\te2e4 1 2", "x\te2e4 1 -1", "x\te2e4 1 1 1", "x\te2e4 1 NaN"]
    {
        assert!(wrong(&format!("chatura book 1 chess\n{line}\n")).contains("line 2"), "{line}");
    }
    let odd = Book::of_polyglot(&chess, &[0; 17]).unwrap_err().to_string();
    assert!(odd.contains("17 bytes"), "{odd}");
    assert!(Book::of_polyglot(&game("shogi"), &[]).unwrap_err().to_string().contains("for chess"));
    // Moves that may not be played are passed over.
    let start = Position::start(&chess);
    let head = maker(&chess).text(1);
    let line = head.lines().find(|line| line.contains("e2e4 2")).unwrap().replace("e2e4", "e2e5");
    let book = Book::of_text(&chess, &format!("chatura book 1 chess\n{line}\n")).unwrap();
    assert_eq!(texts(&book, &start), [("d2d4".to_owned(), 0)]);
    // Whatever the bytes are, nothing breaks.
    let mut random = Random::new(3);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..64).map(|_| random.next() as u8).collect();
        let _ = Book::of_polyglot(&chess, &bytes).unwrap().moves(&start);
        let _ = Book::of_text(&chess, &format!("chatura book 1 chess\n{}", String::from_utf8_lossy(&bytes)));
    }
}

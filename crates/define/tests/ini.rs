//! Games of `variants.ini`: read with the counts of Fairy-Stockfish, refused where they say what is not known, written.

use crate::perft::shared;
use chatura_define::{ini, load_text};
use chatura_rules::notation::parse_fen;
use chatura_rules::{Game, Position, perft};
use std::collections::BTreeMap;
use std::sync::Arc;

fn game(text: &str) -> Arc<Game> {
    load_text(text, "games.ini", &[], 0).unwrap_or_else(|error| panic!("{:?}\n{text}", error.findings()))
}

/// What is wrong, each with its line.
fn wrong(text: &str) -> Vec<String> {
    let error = load_text(text, "games.ini", &[], 0).expect_err("something is wrong with it");
    error.findings().iter().map(ToString::to_string).collect()
}

/// Each game with how many sequences of moves there are, from one move on, as Fairy-Stockfish counts them.
const COUNTED: &[(&str, &[u64])] = &[
    ("[a:chess]\n", &[20, 400, 8902]),
    ("[a:chess]\nking = k:KN\n", &[22, 484]),
    (
        "[a:chess]\nmaxRank = 6\nmaxFile = 6\nstartFen = rbqkbr/pppppp/6/6/PPPPPP/RBQKBR w KQkq - 0 1\ndoubleStep = false\n\
      knight = -\npromotionPieceTypes = rbq\ncastlingQueensideFile = c\ncastlingKingsideFile = e\npromotionRegionWhite = *6\n",
        &[6, 36, 344],
    ),
    (
        "[a:crazyhouse]\nmaxRank = 6\nmaxFile = 6\nstartFen = 2bnrk/5p/6/6/P5/KRNB2\npromotionPieceTypes = nbr\n\
      promotionRegionWhite = *6\ndoubleStep = false\n",
        &[],
    ),
    (
        "[a]\nmaxRank = 3\nmaxFile = c\nstartFen = ppp/3/PPP w\nflagPiece = p\nflagRegionWhite = *3\nflagRegionBlack = *1\n\
      customPiece1 = p:mfWcfF\nstalemateValue = loss\n",
        &[3, 10],
    ),
    ("[a:makruk]\n", &[23, 529, 12012]),
    ("[a:shogi]\n", &[30, 900, 25470]),
    ("[a:xiangqi]\n", &[44, 1920, 79666]),
    ("[a:capablanca]\n", &[28, 784, 25228]),
    ("[a:antichess]\n", &[20, 400, 8067]),
    ("[a:atomic]\n", &[20, 400, 8902]),
    ("[a:3check]\n", &[20, 400, 8902]),
    ("[a:racingkings]\n", &[21, 421, 11264]),
    ("[a:knightmate]\n", &[18, 324, 6765]),
];

#[test]
fn games_have_the_counts_of_others() {
    for (text, counts) in COUNTED {
        let position = Position::start(&game(text));
        for (depth, nodes) in (1..).zip(*counts) {
            assert_eq!(perft(&position, depth), *nodes, "{text} {depth}");
        }
    }
}

/// Games that are known by heart without the catalogue's help: their own settings alone make the same game.
#[test]
fn a_game_said_in_full_is_the_same_as_one_that_extends() {
    let full =
        "[a]\npawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\npromotionPieceTypes = qrbn\n";
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for text in [full, "[a:chess]\n"] {
        let game = game(text);
        let position = Position::new(&game, &parse_fen(&game, fen).unwrap()).unwrap();
        assert_eq!([1, 2, 3].map(|depth| perft(&position, depth)), [48, 2039, 97862], "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_with_key_line_and_game() {
    for (text, told) in [
        (
            "[a:chess]\nmaxRnak = 9\n",
            "games.ini:2:1: unknown key \"maxRnak\" in [a] (did you mean \"maxRank\"?)",
        ),
        (
            "[a:chess]\nmaxRank = eleven\n",
            "games.ini:2:11: \"maxRank\" cannot be \"eleven\" in [a] (a rank from 1 to 10)",
        ),
        (
            "[a:chess]\ncustomPiece1 = s\n",
            "games.ini:2:16: \"customPiece1\" cannot be \"s\" in [a] (its movement behind the letter: \"a:KN\")",
        ),
        (
            "[a:chess]\npromotionPieceTypes = qz\n",
            "games.ini:2:23: \"promotionPieceTypes\" cannot be \"qz\" in [a] (no piece has the letter z; there are pnbrqk)",
        ),
        ("[a:ches]\n", "games.ini:1:4: there is no game \"ches\" to begin from (did you mean \"chess\"?)"),
        (
            "[a:chess]\nflipEnclosedPieces = reversi\n",
            "games.ini:2:1: \"flipEnclosedPieces\" as it is here cannot be said yet (without it (\"flipEnclosedPieces = none\") the game can be read)",
        ),
        (
            "[a:chess]\nking = k:KX\n",
            "games.ini:2:11: \"X\" means nothing here (the atoms are W F D N A H C (or L) Z (or J) G and K R B Q)",
        ),
        ("[a:b]\n[b:a]\n", "games.ini:1:1: there is no game in this text (begin with \"[name:chess]\")"),
        ("[a:a]\n", "games.ini:1:1: there is no game in this text (begin with \"[name:chess]\")"),
        (
            "[a:chess]\n[b:chess]\n",
            "games.ini:2:2: the text has 2 games (name one behind the file, as in games.ini:a; there are a, b)",
        ),
        ("[a:chess]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n[", "games.ini:3:1: the \"[\" is never closed"),
    ] {
        assert!(wrong(text).iter().any(|line| line.starts_with(told)), "{text}\n{:#?}", wrong(text));
    }
}

#[test]
fn a_game_is_one_that_others_begin_from_or_named() {
    let text = "[one:chess]\nking = k:N\n[two:one]\nstalemateValue = loss\n";
    assert_eq!(ini::games(text), ["one", "two"]);
    assert_eq!(game(text).about().id, "games");
    assert_eq!(game(text).types().len(), 6);
}

#[test]
fn texts_without_a_telling_name_are_known_by_their_lines() {
    for text in [
        "[a:chess]\nking = k:KN\n",
        "# mine\n[a]\npawn = p\nking = k\nmaxRank = 8\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
    ] {
        assert!(load_text(text, "game.toml", &[], 0).is_ok(), "{text}");
    }
    assert!(load_text("[board]\nsize = [8, 8]\n", "game.toml", &[], 0).is_err());
}

/// The parent's nuances stay: only what differs is said.
#[test]
fn a_converted_game_says_what_differs() {
    let converted = |text: &str| {
        let input = chatura_define::toml::Input::from_text(text, "mine.ini");
        chatura_define::catalogue::lineage(input).remove(0).text
    };
    let text = converted("[mine:chess]\nking = k:KN\nstalemateValue = loss\n");
    assert_eq!(text, "extends = \"chess\"\n\npieces.king.moves = \"KN\"\nend.stalemate = \"loss\"\n");
    let text = converted(
        "[mine:crazyhouse]\nfirstRankPawnDrops = true\npromotionZonePawnDrops = true\nqueen = -\ncommoner = q\n",
    );
    assert!(text.starts_with("extends = \"crazyhouse\"\n"), "{text}");
    assert!(text.contains("pieces.queen.moves = \"K\"\n"), "{text}");
    assert!(text.contains("rules.drops.zones = false\n"), "{text}");
}

#[test]
fn what_is_written_is_read_as_the_same_game() {
    let games = [
        "chess",
        "antichess",
        "capablanca",
        "gothic",
        "crazyhouse",
        "losalamos",
        "gardner",
        "amazon",
        "almost",
        "chancellor",
        "embassy",
        "janus",
        "modern",
        "kingofthehill",
        "extinction",
        "kinglet",
        "giveaway",
        "codrus",
        "losers",
        "nocastle",
        "3check",
        "knightmate",
        "newzealand",
        "hoppelpoppel",
        "orda",
        "ordamirror",
        "empire",
        "weak",
        "upsidedown",
        "peasant",
        "centaur",
        "capahouse",
        "makruk",
    ];
    let mut written = 0;
    for entry in games.iter().filter_map(|id| chatura_define::catalogue::find(id)) {
        let Ok(known) = chatura_define::load(&entry.about.id, &[], 1) else { continue };
        let Ok(text) = ini::write(&known, "again") else { continue };
        let again = game(&text);
        let (one, other) = (Position::start(&known), Position::start(&again));
        assert_eq!(perft(&one, 2), perft(&other, 2), "{}\n{text}", entry.about.id);
        written += 1;
    }
    assert!(written >= 5, "{written}");
}

/// A published file and counts of its author's program, where they are beside this checkout.
#[test]
fn shared_games_agree() {
    let (Some(file), Some(counts)) = (shared("variants.ini"), shared("perft_ini.tsv")) else { return };
    let text = std::fs::read_to_string(&file).unwrap();
    let mut rows: BTreeMap<&str, Vec<(&str, u32, u64)>> = BTreeMap::new();
    let counts = std::fs::read_to_string(counts).unwrap();
    for line in counts.lines().skip(1) {
        if let [name, fen, depth, nodes] = line.split('\t').collect::<Vec<_>>()[..] {
            rows.entry(name).or_default().push((fen, depth.parse().unwrap(), nodes.parse().unwrap()));
        }
    }
    let (mut agree, mut wrong) = (0, Vec::new());
    for name in ini::games(&text) {
        let Ok(game) = chatura_define::load(&format!("{}:{name}", file.display()), &[], 1) else { continue };
        agree += 1;
        for (fen, depth, nodes) in rows.get(name.as_str()).into_iter().flatten().filter(|row| row.2 < 20_000)
        {
            let setup = parse_fen(&game, fen).unwrap_or_else(|error| panic!("{name} {fen}: {error}"));
            let found = perft(&Position::new(&game, &setup).unwrap(), *depth);
            if found != *nodes {
                wrong.push(format!("{name} {fen} {depth}: {found}, not {nodes}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(agree >= 95, "only {agree} games can be read");
}

//! Dialogues with the engine, as another program would have them.

use crate::common::{self, Talk};
use chatura_protocol::uci::run;
use std::time::{Duration, Instant};

/// What the engine answers to all this.
fn dialogue(lines: &str) -> String {
    common::dialogue(run, lines)
}

#[test]
fn it_introduces_itself() {
    let said = dialogue("uci\nisready\nquit\n");
    assert!(said.starts_with("id name Chatura"), "{said}");
    for option in ["Hash", "Threads", "MultiPV", "Skill Level", "UCI_Variant", "UCI_Chess960"] {
        assert!(said.contains(&format!("option name {option} ")), "{option} in {said}");
    }
    assert!(said.contains(" var xiangqi"), "{said}");
    assert!(said.ends_with("uciok\nreadyok\n"), "{said}");
}

#[test]
fn it_finds_a_mate_and_says_so() {
    let said = dialogue("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo depth 3\n");
    assert!(said.contains("score mate 1"), "{said}");
    assert!(said.contains("bestmove d1d8"), "{said}");
}

#[test]
fn it_answers_every_go_also_when_stopped() {
    let said =
        dialogue("position startpos moves e2e4 e7e5\ngo infinite\nstop\ngo nodes 500\nisready\nquit\n");
    assert_eq!(said.matches("bestmove").count(), 2, "{said}");
}

#[test]
fn a_move_pondered_about_is_answered_when_it_was_played() {
    // The depth is reached at once; the answer waits for the move or for a stop.
    for end in ["ponderhit", "stop"] {
        let said =
            dialogue(&format!("position startpos moves e2e4 e7e5\ngo ponder depth 2\nisready\n{end}\n"));
        let (before, after) = said.split_once("readyok").expect("it says it is ready");
        assert!(!before.contains("bestmove"), "{said}");
        assert_eq!(after.matches("bestmove").count(), 1, "{said}");
    }
}

#[test]
fn it_plays_other_games() {
    for (game, moves) in
        [("xiangqi", "h3e3"), ("shogi", "c3c4"), ("crazyhouse", "e2e4"), ("three-player", "")]
    {
        let told = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        let said = dialogue(&format!(
            "setoption name UCI_Variant value {game}\nposition startpos{told}\ngo nodes 300\n"
        ));
        let told = said.matches("info string").count();
        let variant = format!("info string variant {game} ");
        assert!(said.contains("bestmove") && said.contains(&variant) && told == 1, "{game}: {said}");
    }
}

#[test]
fn several_lines_are_told_in_order() {
    let said = dialogue("setoption name MultiPV value 3\nposition startpos\ngo depth 3\n");
    let last: Vec<&str> = said.lines().filter(|line| line.starts_with("info depth 3")).collect();
    assert_eq!(last.len(), 3, "{said}");
    assert!(last[2].contains("multipv 3"), "{said}");
}

#[test]
fn the_end_of_a_game_has_no_best_move() {
    let said = dialogue("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo depth 2\n");
    assert!(said.contains("bestmove (none)"), "{said}");
}

#[test]
fn it_counts() {
    let said = dialogue("position startpos\ngo perft 2\n");
    assert!(said.contains("e2e4: 20") && said.contains("Nodes searched: 400"), "{said}");
}

#[test]
fn nonsense_is_answered_not_obeyed() {
    let nonsense = "fly\nsetoption\nsetoption name Hash value none\nsetoption name Wings value 2\n\
                    setoption name UCI_Variant value nothing\nposition fen x\nposition startpos moves e2e5\ngo depth\n\
                    go wtime -3 btime abc\nposition\ngo nodes 10 searchmoves a1a8\nisready\n";
    let said = dialogue(nonsense);
    assert!(said.contains("readyok"), "{said}");
    assert!(said.matches("info string").count() >= 6, "{said}");
    assert_eq!(said.matches("bestmove").count(), 3, "{said}");
}

#[test]
fn a_refused_position_has_no_best_move() {
    let said = dialogue("position startpos moves e2e4\nposition startpos moves e2e5\ngo depth 1\n");
    assert!(said.ends_with("bestmove (none)\n"), "{said}");
    let said = dialogue("position startpos moves e2e5\nposition startpos\ngo depth 1\n");
    assert!(!said.contains("bestmove (none)"), "{said}");
}

#[test]
fn shuffled_chess_starts_from_chess_if_nobody_says_where() {
    let said = dialogue("setoption name UCI_Chess960 value true\nposition startpos moves e2e4 e7e5\nd\n");
    assert!(said.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"), "{said}");
    let said = dialogue("setoption name UCI_Variant value shogi\nsetoption name UCI_Chess960 value true\n");
    assert!(said.contains("info string UCI_Chess960 changes chess only, not shogi"), "{said}");
}

#[test]
fn a_weak_level_tells_one_line_if_one_is_asked_for() {
    let said = dialogue("setoption name Skill Level value 3\nposition startpos\ngo nodes 500\n");
    assert!(said.contains("multipv 1 ") && !said.contains("multipv 2 "), "{said}");
}

#[test]
fn counting_can_be_stopped() {
    let said = dialogue("position startpos\ngo perft 20\nisready\nstop\ngo perft 0\nquit\n");
    let (before, after) = said.split_once("readyok").expect("it says it is ready");
    assert!(!before.contains("stopped") && after.contains("info string stopped before"), "{said}");
}

#[test]
fn the_move_it_plays_was_told() {
    for (game, nodes) in [("chess", 700), ("atomic", 900), ("chaturaji", 1_500), ("three-player", 1_100)] {
        for level in [1, 20] {
            let said = dialogue(&format!(
                "setoption name UCI_Variant value {game}\nsetoption name Skill Level value {level}\ngo nodes {nodes}\n"
            ));
            let told = said.lines().rfind(|line| line.starts_with("info depth")).expect("it tells something");
            let first = told.split(" pv ").nth(1).and_then(|line| line.split(' ').next());
            let best = said.lines().last().and_then(|line| line.split(' ').nth(1));
            assert_eq!(first, best, "{said}");
        }
    }
}

#[test]
fn strength_can_be_asked_for_as_a_rating() {
    // The lowest level looks at few positions, whatever it is allowed.
    let weak = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\n";
    let said = dialogue(&format!("{weak}position startpos\ngo nodes 100000\n"));
    let last = said.lines().rfind(|line| line.starts_with("info depth")).expect("it tells something");
    let nodes = last.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(nodes.and_then(|nodes| nodes.parse::<u32>().ok()).is_some_and(|nodes| nodes < 1_000), "{said}");
    let said =
        dialogue("setoption name UCI_LimitStrength value perhaps\nsetoption name UCI_Elo value 9000\n");
    assert_eq!(said.matches("info string UCI_").count(), 2, "{said}");
}

#[test]
fn a_clock_is_kept_and_a_repetition_answered() {
    let begun = Instant::now();
    let said = dialogue(
        "position startpos moves e2e4\ngo wtime 60000 btime 300 winc 1000 binc 20 movestogo 3\nisready\n",
    );
    assert_eq!(said.matches("bestmove").count(), 1, "{said}");
    assert!(begun.elapsed() < Duration::from_secs(10), "it took White's time");
    let there_and_back = "h1g3 h10g8 g3h1 g8h10 h1g3 h10g8 g3h1 g8h10";
    let said = dialogue(&format!(
        "setoption name UCI_Variant value xiangqi\nposition startpos moves {there_and_back}\ngo depth 2\n"
    ));
    assert!(said.contains("bestmove") && !said.contains("(none)"), "{said}");
}

#[test]
fn a_line_too_long_is_no_command() {
    let said = dialogue(&format!("{}uci\nisready\n", "x".repeat(1 << 20)));
    assert!(said.starts_with("info string") && !said.contains("uciok"), "{}", &said[..said.len().min(200)]);
    assert!(said.contains("readyok") && said.len() < 1_000, "{}", said.len());
}

#[test]
fn games_for_two_are_offered_and_others_come_when_they_are_called() {
    let said = dialogue("uci\nsetoption name UCI_Variant value four-player\ngo nodes 50\n");
    assert!(said.contains(" var shogi") && !said.contains(" var four-player"), "{said}");
    assert!(said.contains("info string variant four-player "), "{said}");
    assert!(said.contains("bestmove ") && !said.contains("(none)"), "{said}");
}

#[test]
fn boards_are_told_what_they_must_know_of_a_variant() {
    let said =
        dialogue("setoption name UCI_Variant value xiangqi\nsetoption name UCI_Variant value crazyhouse\n");
    let xiangqi =
        "info string variant xiangqi files 9 ranks 10 pocket 0 template fairy startpos rnbakabnr/9/";
    assert!(said.contains(xiangqi), "{said}");
    assert!(said.contains("info string variant crazyhouse files 8 ranks 8 pocket 5 template"), "{said}");
}

#[test]
fn definitions_of_the_user_can_be_played() {
    let file = std::env::temp_dir().join(format!("chatura-own-{}.toml", std::process::id()));
    std::fs::write(&file, "extends = \"chess\"\nname = \"Own\"\n").expect("there is room");
    let path = file.display();
    let name = file.file_stem().expect("it has a name").to_string_lossy().into_owned();
    for command in [format!("load {path}"), format!("setoption name VariantPath value {path}")] {
        let said = dialogue(&format!("{command}\nsetoption name UCI_Variant value {name}\ngo nodes 50\n"));
        assert!(said.contains(&format!("info string {name} can be played now")), "{said}");
        assert!(said.contains("bestmove ") && !said.contains("there is no variant"), "{said}");
    }
    std::fs::remove_file(&file).expect("it was there");
    let said = dialogue("load nowhere/at-all.toml\nload\nisready\n");
    assert!(said.starts_with("info string ") && said.ends_with("readyok\n"), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
}

#[test]
fn each_game_of_a_file_of_several_can_be_played() {
    let said =
        dialogue("load shogi+nowhere.toml\nsetoption name VariantPath value makruk+xiangqi\nisready\n");
    for name in ["shogi", "makruk", "xiangqi"] {
        assert!(said.contains(&format!("info string {name} can be played now")), "{said}");
    }
    assert!(said.contains("nowhere.toml"), "what is wrong with one is told: {said}");
}

#[test]
fn chances_terms_and_forgetting_can_be_asked_for() {
    let said = dialogue("setoption name UCI_ShowWDL value true\nsetoption name Clear Hash\ngo nodes 200\n");
    let line = said.lines().find(|line| line.contains(" wdl ")).expect("it tells chances");
    let numbers = line.split(" wdl ").nth(1).expect("they follow").split(' ').take(3);
    assert_eq!(numbers.map(|number| number.parse::<i32>().expect("a number")).sum::<i32>(), 1000, "{line}");
    assert!(said.contains(" tbhits 0 "), "{said}");
    let said = dialogue("position startpos moves e2e4\neval\n");
    assert!(
        said.contains("info string White material ") && said.contains("info string evaluation "),
        "{said}"
    );
    // Whoever analyses wants the best, whatever level is set.
    let weak = "setoption name Skill Level value 1\n";
    let nodes = |said: &str| {
        let last = said.lines().rfind(|line| line.starts_with("info depth")).expect("it tells something");
        last.split(" nodes ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .and_then(|n| n.parse::<u32>().ok())
    };
    let level = nodes(&dialogue(&format!("{weak}go nodes 20000\n")));
    let all = nodes(&dialogue(&format!("{weak}setoption name UCI_AnalyseMode value true\ngo nodes 20000\n")));
    assert!(level < Some(2000) && all > Some(10_000), "{level:?} {all:?}");
}

#[test]
fn a_stop_is_answered_soon() {
    /// What boards are promised.
    const PROMISED: Duration = Duration::from_millis(50);
    const TIMES: usize = 5;
    const TRIES: usize = 3;
    let mut talk = Talk::new(run);
    for (game, go, threads) in [
        ("chess", "infinite", 1),
        ("shogi", "infinite", 2),
        ("four-player", "infinite", 1),
        ("six-player", "infinite", 2),
        ("alphabet", "infinite", 1),
        ("chess", "perft 30", 1),
    ] {
        talk.say(&format!("setoption name Threads value {threads}\nsetoption name UCI_Variant value {game}"));
        let mut stopped = |time: usize| {
            talk.say(&format!("isready\ngo {go}"));
            talk.wait("readyok");
            std::thread::sleep(Duration::from_millis(60 * time as u64));
            let asked = Instant::now();
            talk.say("stop");
            talk.wait(if go.starts_with("perft") { "info string stopped" } else { "bestmove" });
            asked.elapsed()
        };
        // Another program may have the processor for a while: not all the time.
        let is_kept = (0..TRIES).any(|_| {
            let mut took: Vec<Duration> = (0..TIMES).map(&mut stopped).collect();
            took.sort_unstable();
            println!("{game}, {go}, {threads} threads: {took:?}");
            took[TIMES / 2] < PROMISED
        });
        assert!(is_kept, "{game}, {go}, {threads} threads");
    }
    talk.end();
}

#[test]
fn a_long_thought_tells_what_it_is_at() {
    let mut talk = Talk::new(run);
    talk.say("go infinite");
    let said = talk.wait("info depth");
    assert!(!said.contains("currmove"), "{said}");
    let mut line = talk.wait("info depth");
    while !line.contains("currmove") {
        line = talk.wait("info depth");
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    assert!(words.contains(&"currmovenumber") && words[words.len() - 1].parse::<u32>().is_ok(), "{line}");
    talk.say("stop");
    talk.wait("bestmove");
    talk.end();
}

#[test]
fn a_mate_that_is_looked_for_ends_the_thought() {
    let mut talk = Talk::new(run);
    talk.say("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo mate 3 infinite");
    let said = talk.wait("bestmove");
    assert!(said.contains("score mate 1 ") && said.contains("bestmove d1d8"), "{said}");
    // Where there is none, it ends all the same.
    talk.say("position startpos\ngo mate 1");
    talk.wait("bestmove");
    talk.end();
}

#[test]
fn a_thought_is_kept_to_some_moves() {
    let said = dialogue("go depth 4 searchmoves a2a3 h2h3\n");
    let first = |line: &str| line.split(" pv ").nth(1).map(|moves| moves[..4].to_owned());
    let mut told = said.lines().filter_map(first);
    assert!(told.clone().count() > 0 && told.all(|mv| ["a2a3", "h2h3"].contains(&mv.as_str())), "{said}");
}

#[test]
fn the_board_is_shown_and_turned_round() {
    let said = dialogue("position startpos moves e2e4\nd\nflip\nd\nflip\nd\n");
    let fens: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("Fen: ")).collect();
    assert!(fens[0].starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"), "{said}");
    assert!(fens[1].starts_with("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq"), "{said}");
    assert_eq!(fens[0], fens[2], "{said}");
    assert!(
        said.contains("Turn: Black, 20 legal moves") && said.contains("  r  n  b  q  k  b  n  r\n"),
        "{said}"
    );
    let said = dialogue("setoption name UCI_Variant value four-player\nflip\nd\n");
    assert!(
        said.contains("cannot be turned round: the game is not for two") && said.contains("Fen: "),
        "{said}"
    );
    let said = dialogue("position fen 6kR/5ppp/8/8/8/8/8/6K1 b - - 0 1\nd\n");
    assert!(said.contains("In check: g8"), "{said}");
}

#[test]
fn a_benchmark_tells_how_many_positions() {
    let said = dialogue("bench 2\n");
    let nodes = said.lines().find_map(|line| line.strip_prefix("Nodes searched  : "));
    assert!(nodes.is_some_and(|nodes| nodes.parse::<u64>().is_ok_and(|nodes| nodes > 1000)), "{said}");
    assert_eq!(nodes, dialogue("bench 2\n").lines().find_map(|line| line.strip_prefix("Nodes searched  : ")));
    assert!(!dialogue("bench 60\nstop\n").contains("Nodes searched"));
}

#[test]
fn games_for_more_are_offered_when_that_is_asked_for() {
    let said = dialogue("setoption name Many Players value true\nuci\n");
    assert_eq!(said.matches(" var four-player ").count(), 2, "{said}");
    // Everybody has a clock, by name.
    let more = "setoption name UCI_Variant value four-player\n";
    let begun = Instant::now();
    let said = dialogue(&format!("{more}go redtime 200 bluetime 9000000 redinc 0 wings 3 greentime x\n"));
    assert!(said.contains("bestmove ") && begun.elapsed() < Duration::from_secs(20), "{said}");
    assert!(said.contains("go knows no wings") && said.contains("go knows no greentime"), "{said}");
    assert!(dialogue("go redtime 200 depth 1\n").contains("go knows no redtime"));
}

#[test]
fn nets_and_tables_are_taken_from_files_and_those_of_other_games_refused_with_the_reason() {
    let folder = std::env::temp_dir().join(format!("chatura-uci-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("room");
    let game = |name: &str| chatura_define::load(name, &[], 1).expect("a game of the catalogue");
    let inputs = chatura_search::net::Inputs::of(&game("knightmate"));
    let weights = chatura_search::net::Weights {
        hidden: 16,
        parts: 1,
        input: vec![0.0; inputs.rows() * 16],
        bias: vec![0.5; 16],
        output: vec![0.5; 2 * 16],
        shift: vec![1.0],
    };
    let net = folder.join("knightmate.net");
    std::fs::write(&net, chatura_search::net::Net::new(&inputs, &weights).to_bytes()).expect("room");
    let net = net.display();
    let said = dialogue(&format!(
        "setoption name UCI_Variant value knightmate\neval\nsetoption name EvalFile value {net}\neval\nsetoption name EvalFile value \n\
         setoption name UCI_Variant value chess\nsetoption name EvalFile value {net}\ngo nodes 100\n"
    ));
    assert!(said.contains(&format!("info string the evaluation is that of {net}\n")), "{said}");
    assert!(said.contains("info string the evaluation is the hand-made one\n"), "{said}");
    let refused = "the net was learnt for another game, or for this one with other pieces or another board";
    assert!(
        said.contains(&format!("info string {net}: {refused}; the evaluation is the hand-made one")),
        "{said}"
    );
    assert!(said.contains("bestmove"), "{said}");
    let told: Vec<&str> =
        said.lines().filter(|line| line.contains("centipawns for the side to move")).collect();
    assert!(told.len() == 2 && told[0] != told[1], "{said}");
    let missing = folder.join("nowhere");
    let said = dialogue(&format!("setoption name TablePath value {}\ngo nodes 100\n", missing.display()));
    assert!(said.contains("no endgame tables are used") && said.contains("bestmove"), "{said}");
    let chess = game("chess");
    let mut builder = chatura_search::tables::Builder::open(&chess, &folder).expect("room");
    let only = vec![chatura_search::tables::Material::of_name(&chess, "KRvK").expect("pieces of chess")];
    let wish = chatura_search::tables::Wish { pieces: 3, only, memory: 1_000_000_000 };
    assert!(builder.build(&wish, &mut |_| true).expect("tables"));
    let said = dialogue(&format!(
        "setoption name TablePath value {}\nposition fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1\ngo depth 2\n",
        folder.display()
    ));
    assert!(said.contains("info string 2 endgame tables are used"), "{said}");
    assert!(said.contains("score mate ") && !said.contains(" tbhits 0 "), "{said}");
    std::fs::remove_dir_all(&folder).expect("it was there");
}

#[test]
fn a_search_that_breaks_off_is_answered_all_the_same() {
    let mut talk = Talk::breaking(run, "info depth 3 ");
    talk.say("position startpos moves e2e4\ngo depth 4");
    let said = talk.wait("bestmove ");
    let lines: Vec<&str> = said.lines().collect();
    let [.., last, told, best] = lines[..] else { panic!("{said}") };
    assert_eq!(told, "info string the search broke off: as the test wants");
    // It is what was told last.
    assert!(last.starts_with("info depth 2 "), "{said}");
    assert_eq!(
        last.split(" pv ").nth(1).and_then(|line| line.split(' ').next()),
        best.strip_prefix("bestmove ")
    );
    // And it goes on as if nothing had happened.
    talk.say("go depth 4");
    let said = talk.wait("bestmove ");
    assert!(said.contains("info depth 4 ") && !said.contains("broke off"), "{said}");
    talk.end();
}

#[test]
fn a_search_that_breaks_off_before_it_has_found_anything_plays_what_it_may() {
    let mut talk = Talk::breaking(run, "info depth 1 ");
    talk.say("go infinite searchmoves h2h3");
    talk.wait("info string the search broke off");
    // Nobody has asked yet.
    talk.say("isready");
    assert_eq!(talk.wait("readyok"), "readyok\n");
    talk.say("stop");
    assert_eq!(talk.wait("bestmove"), "bestmove h2h3\n");
    talk.end();
}

#[test]
fn a_file_is_checked_without_being_taken_in() {
    let said =
        dialogue("check shogi+nowhere.toml\nsetoption name UCI_Variant value four-player\ncheck\nisready\n");
    assert!(said.starts_with("info string Shogi is right\ninfo string "), "{said}");
    assert!(said.contains("nowhere.toml") && said.ends_with("readyok\n"), "{said}");
    assert!(!said.contains("can be played now"), "{said}");
}

#[test]
fn cells_are_called_by_letters_and_numbers_whatever_a_definition_calls_them() {
    let file = std::env::temp_dir().join(format!("chatura-named-{}.toml", std::process::id()));
    let text =
        "extends = \"minishogi\"\nname = \"Named\"\nboard.files = \"54321\"\nboard.ranks = \"edcba\"\n";
    std::fs::write(&file, text).expect("there is room");
    let name = file.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let load = format!("load {}\nsetoption name UCI_Variant value {name}\n", file.display());
    // Its own names are not those of programs, and what is said is what is said of the game it comes from.
    let go = "position startpos moves a2a3 e4e3\nd\ngo depth 2\nposition startpos moves 5d5c\n";
    let own = dialogue(&format!("{load}{go}"));
    let other = dialogue(&format!("setoption name UCI_Variant value minishogi\n{go}"));
    std::fs::remove_file(&file).expect("it was there");
    let line = |said: &str, start: &str| {
        let found = said.lines().rfind(|line| line.starts_with(start)).map(str::to_owned);
        found.unwrap_or_else(|| panic!("{start} in {said}"))
    };
    for start in ["Fen: ", "bestmove "] {
        assert_eq!(line(&own, start), line(&other, start));
    }
    assert!(own.lines().last().is_some_and(|line| line.contains("5d5c")), "{own}");
}

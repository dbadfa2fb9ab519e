//! Dialogues with the engine, as another program would have them.

use chatura_protocol::uci::{Games, run};
use std::io::{self, BufReader, Write};
use std::sync::{Arc, Mutex};

/// Keeps what was said.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the engine answers to all this.
fn dialogue(lines: &str) -> String {
    let (two, more) =
        chatura_define::catalogue::list().iter().partition::<Vec<_>, _>(|entry| entry.players == 2);
    let ids = |entries: Vec<&chatura_define::catalogue::Entry>| {
        entries.iter().map(|e| e.about.id.clone()).collect()
    };
    let load = |name: &str, settings: &[(String, String)]| {
        chatura_define::load(name, settings, 1).map_err(|error| error.to_string())
    };
    let said = Said::default();
    run(
        &Games { names: ids(two), unlisted: ids(more), load: &load },
        BufReader::new(lines.as_bytes()),
        said.clone(),
    )
    .expect("memory takes all");
    let bytes = said.0.lock().expect("nobody panics while writing").clone();
    String::from_utf8(bytes).expect("answers are text")
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
    let begun = std::time::Instant::now();
    let said = dialogue(
        "position startpos moves e2e4\ngo wtime 60000 btime 300 winc 1000 binc 20 movestogo 3\nisready\n",
    );
    assert_eq!(said.matches("bestmove").count(), 1, "{said}");
    assert!(begun.elapsed() < std::time::Duration::from_secs(10), "it took White's time");
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

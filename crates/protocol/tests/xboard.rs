//! Dialogues with the engine, as XBoard and others would have them.

use crate::common::{self, AGES, Talk};
use chatura_define::catalogue;
use chatura_protocol::xboard::run;
use std::time::Instant;

fn dialogue(lines: &str) -> String {
    common::dialogue(run, lines)
}

fn talk() -> Talk {
    Talk::new(run)
}

/// Looks one ply ahead, with time enough.
const QUICK: &str = "st 1000\nsd 1\n";

#[test]
fn it_introduces_itself() {
    let said = dialogue("xboard\nprotover 2\nquit\n");
    for feature in ["ping=1", "setboard=1", "usermove=1", "playother=1", "analyze=1", "memory=1", "smp=1"] {
        assert!(said.contains(feature), "{feature} in {said}");
    }
    for feature in ["exclude=1", "highlight=1", "colors=0", "sigint=0", "nps=1", "myname=\"Chatura"] {
        assert!(said.contains(feature), "{feature} in {said}");
    }
    assert!(said.contains("feature variants=\"normal,"), "{said}");
    let variants = said.lines().find(|line| line.contains("variants=")).expect("it tells them");
    for there in ["fischerandom", "crazyhouse", "xiangqi", "losalamos"] {
        assert!(variants.contains(there), "{there} in {variants}");
    }
    for absent in ["four-player", "glinski", "omega", "chess960"] {
        assert!(!variants.contains(absent), "{absent} in {variants}");
    }
    assert!(said.contains("option=\"SkillLevel -spin 20 1 20\""), "{said}");
    assert!(
        said.contains("option=\"Personality -combo one-ply /// fixed-depth /// fixed-depth=1 /// "),
        "{said}"
    );
    assert!(said.contains(" /// fixed-depth=8 /// *full\""), "{said}");
    assert!(said.ends_with("feature done=1\n"), "{said}");
}

#[test]
fn it_answers_moves_with_moves() {
    let mut talk = talk();
    talk.say(&format!("new\n{QUICK}usermove e2e4"));
    let first = talk.wait("move ");
    assert_eq!(first.lines().count(), 1, "{first}");
    // It plays on, also when moves come without a word.
    talk.say("d2d4");
    talk.wait("move ");
    talk.say("force\nnew\nforce\nusermove e2e4\nusermove e7e5\nping 3");
    let said = talk.wait("pong 3");
    assert!(!said.contains("move"), "{said}");
    talk.say(&format!("{QUICK}go"));
    talk.wait("move ");
    talk.say("force\nnew\nplayother\nping 4");
    assert_eq!(talk.wait("pong 4"), "pong 4\n");
    assert_eq!(talk.end(), "");
}

#[test]
fn a_ping_is_answered_behind_the_move() {
    let mut talk = talk();
    talk.say("new\nst 1000\nusermove e2e4\nping 5\nping 6\n?");
    let said = talk.wait("pong 6");
    let move_at = said.find("move ").expect("it moves");
    assert!(move_at < said.find("pong 5").expect("it answers"), "{said}");
    // On the other's time it is answered at once.
    talk.say("hard\nforce\nnew\nst 1000\nsd 4\nusermove e2e4");
    talk.wait("move ");
    talk.say("ping 7");
    talk.wait("pong 7");
}

#[test]
fn illegal_moves_and_wrong_commands_are_told_apart() {
    let said = dialogue(
        "new\nforce\nusermove e2e5\ne2e6\nfly\nsetscore 1 2\nlevel 1\nst x\nundo\nremove\nvariant moonchess\nping 1\n",
    );
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("Illegal move (") && lines[0].ends_with("): e2e5"), "{said}");
    assert!(lines[1].ends_with("): e2e6"), "{said}");
    assert_eq!(lines[2], "Error (unknown command): fly");
    assert!(lines[3].starts_with("Error (unknown command): setscore"), "{said}");
    assert_eq!(lines[6], "Error (command not legal now): undo");
    assert_eq!(lines[7], "Error (command not legal now): remove");
    assert_eq!(lines[8], "Error (unsupported variant): variant moonchess");
    assert_eq!(lines[9..], ["pong 1"]);
}

#[test]
fn a_position_in_the_old_form_is_not_taken_for_moves() {
    let said = dialogue("new\nforce\nedit\n#\nPa4\nc\na5\n.\na4\nundo\nundo\nping 1\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines, ["Error (unknown command): edit", "Error (command not legal now): undo", "pong 1"]);
}

#[test]
fn a_position_that_is_none_has_no_moves_until_the_next() {
    let said = dialogue(&format!("new\nforce\nsetboard x\nusermove e2e4\ngo\nnew\n{QUICK}go\n"));
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("tellusererror Illegal position"), "{said}");
    assert!(lines[1].starts_with("Illegal move ("), "{said}");
    assert!(lines[2].starts_with("Error (there is no position)"), "{said}");
    assert!(lines[3].starts_with("move ") && lines.len() == 4, "{said}");
}

#[test]
fn the_end_of_a_game_is_told() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let said = dialogue(&format!("new\nforce\nsetboard {mate}\npost\nst 1000\nsd 3\ngo\n"));
    assert!(said.contains(" 100001 "), "{said}");
    assert!(said.contains("move d1d8\n1-0 {"), "{said}");
    let said = dialogue("new\nforce\nf2f3\ne7e5\ng2g4\nd8h4\n");
    assert!(said.starts_with("0-1 {") && said.contains("checkmate"), "{said}");
    // Who is asked for a move then says so again.
    let said = dialogue("new\nforce\nf2f3\ne7e5\ng2g4\nd8h4\ngo\n");
    assert_eq!(said.lines().filter(|line| line.starts_with("0-1 {")).count(), 2, "{said}");
}

#[test]
fn moves_are_taken_back() {
    let line = "new\nforce\ne2e4\ne7e5\ng1f3\n";
    let said = dialogue(&format!("{line}remove\ne7e6\nundo\nundo\nd2d4\nping 1\n"));
    assert_eq!(said, "pong 1\n");
    let said = dialogue(&format!("{line}undo\nremove\nundo\n"));
    assert_eq!(said, "Error (command not legal now): undo\n");
}

#[test]
fn thinking_is_shown_when_it_is_asked_for() {
    let silent = dialogue("new\nst 1000\nsd 4\nusermove e2e4\n");
    assert_eq!(silent.lines().count(), 1, "{silent}");
    let said = dialogue("new\npost\nst 1000\nsd 4\noption MultiPV=2\nusermove e2e4\n");
    let line = said.lines().rfind(|line| line.starts_with("4 ")).expect("it reaches the depth");
    let (numbers, moves) = line.split_once('\t').expect("moves stand behind a tab");
    assert_eq!(numbers.split(' ').filter(|word| word.parse::<i64>().is_ok()).count(), 7, "{line}");
    assert!(moves.split(' ').count() > 1, "{line}");
    assert_eq!(said.lines().filter(|line| line.starts_with("4 ")).count(), 2, "{said}");
}

#[test]
fn it_thinks_on_the_others_time() {
    let mut talk = talk();
    talk.say("new\nhard\npost\nst 1000\nsd 5\nusermove e2e4");
    talk.wait("move ");
    let hint = talk.wait("Hint: ");
    let expected =
        hint.lines().last().and_then(|line| line.split(' ').nth(1)).expect("it names a move").to_owned();
    // It thinks to the end, and answers only when the move was played.
    talk.wait("5 ");
    talk.say("ping 1");
    assert!(!talk.wait("pong 1").contains("move "));
    talk.say(&format!("usermove {expected}"));
    talk.wait("move ");
    // Another move than the expected one is answered all the same.
    let hint = talk.wait("Hint: ");
    let other = if hint.contains("a2a3") { "a2a4" } else { "a2a3" };
    talk.say(&format!("usermove {other}"));
    talk.wait("move ");
    talk.wait("Hint: ");
    talk.say("easy\nping 2");
    talk.wait("pong 2");
    talk.say("usermove h2h3");
    assert!(!talk.wait("move ").contains("Hint"));
    assert_eq!(talk.end(), "");
}

#[test]
fn it_analyses_whatever_is_played() {
    let mut talk = talk();
    talk.say("new\nforce\npost\nanalyze");
    talk.wait("6 ");
    talk.say(".\nusermove e2e4");
    let status = talk.wait("stat01: ");
    assert_eq!(status.lines().last().map(|line| line.split(' ').count()), Some(7), "{status}");
    // It is Black's turn now.
    talk.wait("5 ");
    talk.say("hint");
    let hint = talk.wait("Hint: ");
    assert!(
        ["7", "8"].iter().any(|rank| hint.lines().last().is_some_and(|line| line[7..8] == **rank)),
        "{hint}"
    );
    talk.say("undo\nping 1");
    talk.wait("pong 1");
    talk.wait("5 ");
    talk.say("exit\nping 2");
    talk.wait("pong 2");
    talk.say("ping 3");
    assert_eq!(talk.wait("pong 3"), "pong 3\n");
    assert_eq!(talk.end(), "");
}

#[test]
fn moves_are_excluded_and_included() {
    let mut talk = talk();
    talk.say("new\nforce\npost\nexclude all\ninclude a2a3\nanalyze");
    let said = talk.wait("4 ");
    let first = |line: &str| line.split('\t').nth(1).is_some_and(|moves| moves.starts_with("a2a3"));
    assert!(said.lines().all(first), "{said}");
    talk.say("exclude a2a3\nping 1");
    talk.wait("pong 1");
    talk.say("ping 2");
    assert_eq!(talk.wait("pong 2"), "pong 2\n");
    talk.say("include h2h3");
    let said = talk.wait("3 ");
    assert!(said.lines().all(|line| line.contains("\th2h3")), "{said}");
    // After a move everything counts again.
    talk.say("usermove e2e4\nping 3");
    talk.wait("pong 3");
    talk.wait("3 ");
    talk.say("exit");
    talk.end();
    let said = dialogue("new\nforce\nexclude e2e5\nexclude all\ngo\nping 1\n");
    assert!(
        said.starts_with("Illegal move (") && said.contains("Error (every move is excluded): go"),
        "{said}"
    );
}

#[test]
fn games_a_board_does_not_know_are_set_up() {
    let said = dialogue("new\nvariant losalamos\nping 1\n");
    let expected =
        "setup (PN.RQ................Kpn.rq................k) 6x6+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w";
    assert!(said.starts_with(expected), "{said}");
    let said = dialogue("new\nvariant shako\nping 1\n");
    assert!(said.contains("10x10+0_fairy "), "{said}");
    assert!(said.contains("piece C& mRcpR\n") && said.contains("piece E& FA\n"), "{said}");
    let said = dialogue("new\nvariant shogi\n");
    assert!(said.contains(" 9x9+7_shogi ") && said.contains("piece G& WfF\n"), "{said}");
    // Its kin leave out pieces, but not what those would have become.
    let said = dialogue("new\nvariant minishogi\n");
    assert!(said.contains(" 5x5+5_shogi ") && said.contains("piece +S& WfF\n"), "{said}");
    // Chess needs no words.
    assert_eq!(dialogue("new\nvariant fischerandom\nvariant normal\nping 1\n"), "pong 1\n");
}

#[test]
fn games_of_which_a_board_has_another_go_by_another_name() {
    let said = dialogue("xboard\nprotover 2\nnew\nvariant kurier\nusermove k2k3\nvariant courier\nquit\n");
    let variants = said.lines().find(|line| line.contains("variants=")).expect("it tells them");
    assert!(variants.contains(",kurier,") && !variants.contains(",courier,"), "{variants}");
    assert_eq!(said.matches("setup (").count(), 2, "both names are understood: {said}");
    assert!(!said.contains("Illegal") && !said.contains("Error"), "{said}");
}

#[test]
fn what_a_board_cannot_know_of_a_game_is_left_to_the_engine() {
    let told = |name: &str| dialogue(&format!("new\nvariant {name}\nping 1\n"));
    // Lancers do not promote, though they have the lance's letter.
    let said = told("orda");
    assert!(said.contains("piece L& ") && !said.contains(".L.YK"), "{said}");
    // Pawns that promote early are one of the two types that may do anything.
    let said = told("ai-wok");
    assert!(said.contains("setup (.N.R...A.........P.") && !said.contains("piece P&"), "{said}");
    // Nobody need leave check.
    let said = told("antichess");
    assert!(said.contains(".pnbrq") && !said.contains("Kpnbrq"), "{said}");
    assert!(told("cagliostro").contains("piece K& KisO4\n"));
    assert!(told("bear").contains("piece P& fmWfceF"));
}

#[test]
fn among_programs_whoever_has_lost_says_so() {
    let set = "new\nvariant kingofthehill\nforce\nsetboard 7k/8/8/8/8/4K3/8/8 w - - 0 1\n";
    let won = dialogue(&format!("{set}{QUICK}go\n"));
    assert!(won.contains("move e3") && won.contains("1-0 {"), "{won}");
    // Somebody else looks at the board: it would take that for a lie.
    let mut talk = talk();
    talk.say(&format!("{set}computer\n{QUICK}go"));
    let moved = talk.wait("move ");
    talk.say("ping 1");
    let after = talk.wait("pong 1");
    assert!(!moved.contains("1-0") && !after.contains("1-0"), "{moved}{after}");
    // The other goes on: then it is told.
    talk.say("usermove h8g8\nping 2");
    let told = talk.wait("pong 2");
    assert!(told.contains("1-0 {") && !told.contains("Illegal"), "{told}");
    talk.say(&format!("{set}computer\nplayother\nusermove e3e4\nping 3"));
    let lost = talk.wait("pong 3");
    assert!(lost.contains("1-0 {"), "{lost}");
    talk.end();
}

#[test]
fn ten_ranks_are_counted_from_nothing() {
    let said = dialogue(&format!("new\nvariant xiangqi\n{QUICK}usermove h2e2\nping 1\n"));
    let answer = said.lines().find_map(|line| line.strip_prefix("move ")).expect("it moves");
    assert!(answer.len() == 4, "{said}");
    let said =
        dialogue("new\nvariant xiangqi\nforce\nusermove h10g8\nusermove a3a4\nusermove a6a5\nping 1\n");
    assert!(said.contains("Illegal move (") && said.ends_with("): h10g8\npong 1\n"), "{said}");
}

#[test]
fn castling_has_a_word_of_its_own_where_starts_are_shuffled() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    let said = dialogue(&format!(
        "new\nvariant fischerandom\nforce\nsetboard {fen}\nusermove O-O\nusermove O-O-O\nping 1\n"
    ));
    assert_eq!(said, "pong 1\n");
    let said = dialogue("new\nforce\nsetboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nusermove e1g1\nping 1\n");
    assert_eq!(said, "pong 1\n");
}

#[test]
fn pieces_are_dropped_and_promoted() {
    let drops = "r3k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1";
    let said = dialogue(&format!(
        "new\nvariant crazyhouse\nforce\nsetboard {drops}\nusermove Q@d1\nusermove N@c3\nping 1\n"
    ));
    assert!(said.ends_with("\npong 1\n") && !said.contains("Illegal"), "{said}");
    let said = dialogue(
        "new\nforce\nsetboard 4k2r/P7/8/8/8/8/8/4K2R w - - 0 1\nusermove a7a8n\nundo\nusermove a7a8q\nping 1\n",
    );
    assert_eq!(said, "pong 1\n");
}

#[test]
fn where_a_lifted_piece_can_go_is_marked() {
    let said = dialogue("new\nforce\nlift b1\nlift e5\nlift z9\n");
    assert_eq!(said, "highlight 8/8/8/8/8/Y1Y5/8/8\nhighlight 8/8/8/8/8/8/8/8\n");
    let said = dialogue("new\nforce\nsetboard 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1\nlift a7\nlift e1\n");
    assert!(said.starts_with("highlight MM6/8/8/8/8/8/8/8\nchoice QRBN\n"), "{said}");
}

#[test]
fn settings_are_set_in_the_words_of_the_protocol() {
    let said = dialogue(
        "memory 32\ncores 2\noption SkillLevel=3\noption Skill Level=4\noption ClearHash\npersonality one-ply\npersonality 7\nping 1\n",
    );
    assert_eq!(said, "pong 1\n");
    let said =
        dialogue("memory much\ncores 0\noption Wings=2\noption SkillLevel=99\npersonality tal\nping 1\n");
    assert_eq!(said.matches("Error (").count(), 5, "{said}");
    assert!(said.contains("one of one-ply, fixed-depth, fixed-depth=1, "), "{said}");
    // A weak level looks at few positions, but whoever analyses is told what is best.
    let nodes = |said: &str| {
        let last = said.lines().rfind(|line| line.contains('\t')).expect("it tells something");
        last.split(' ').nth(3).and_then(|word| word.parse::<u64>().ok()).expect("a number")
    };
    let weak = dialogue("new\npost\noption SkillLevel=1\nst 1000\nusermove e2e4\n");
    assert!(nodes(&weak) < 2000, "{weak}");
}

#[test]
fn a_number_of_positions_can_be_the_limit() {
    let said = dialogue("new\npost\nnps 1\nst 3000\nusermove e2e4\n");
    let last = said.lines().rfind(|line| line.contains('\t')).expect("it tells something");
    let nodes: u64 = last.split(' ').nth(3).and_then(|word| word.parse().ok()).expect("a number");
    assert!(nodes <= 4000, "{said}");
}

#[test]
fn a_clock_is_kept() {
    let begun = Instant::now();
    let said = dialogue("new\nlevel 40 0:02 0\ntime 30\notim 100000\nusermove e2e4\n");
    assert!(said.starts_with("move "), "{said}");
    assert!(begun.elapsed() < AGES / 4, "it took the other's time");
}

#[test]
fn draws_and_results_and_books_are_answered() {
    let lost = "7k/5ppp/8/8/8/8/5P2/4K3 w - - 0 1";
    let said = dialogue(&format!("new\ndraw\nforce\nsetboard {lost}\n{QUICK}go\nping 1\n"));
    assert!(said.starts_with("move "), "{said}");
    let mut talk = talk();
    talk.say(&format!("new\nforce\nsetboard {lost}\n{QUICK}go"));
    talk.wait("move ");
    talk.say("draw\nbk\nresult 1/2-1/2 {agreed}\nusermove h8g8\nping 2");
    assert_eq!(
        talk.wait("pong 2"),
        "offer draw\n There is no opening book: option BookFile names one.\n\npong 2\n"
    );
    talk.end();
}

#[test]
fn own_definitions_become_variants() {
    let file = std::env::temp_dir().join(format!("chatura-board-{}.toml", std::process::id()));
    std::fs::write(&file, "extends = \"chess\"\nname = \"Own\"\n").expect("there is room");
    let name = file.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let said = dialogue(&format!(
        "option VariantPath={}\nnew\nvariant {name}\n{QUICK}usermove e2e4\n",
        file.display()
    ));
    std::fs::remove_file(&file).expect("it was there");
    assert!(
        said.contains(&format!(",{name}\"")) && said.contains("8x8+0_fairy") && said.contains("\nmove "),
        "{said}"
    );
}

#[test]
fn turns_of_several_moves_are_played_out() {
    // White moves once, then Black twice.
    let said = dialogue(&format!("new\nvariant progressive\n{QUICK}usermove e2e4\nping 1\n"));
    assert_eq!(said.lines().filter(|line| line.starts_with("move ")).count(), 2, "{said}");
}

#[test]
fn nothing_that_is_said_breaks_it() {
    let words = [
        "new",
        "go",
        "force",
        "?",
        "undo",
        "remove",
        "analyze",
        "exit",
        ".",
        "hint",
        "bk",
        "hard",
        "easy",
        "post",
        "nopost",
        "ping 1",
        "draw",
        "result *",
        "playother",
        "usermove e2e4",
        "usermove e7e5",
        "usermove a9a9",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "setboard 4k3/8/8/8/8/8/8/4K3 b - - 0 1",
        "variant shogi",
        "variant duck",
        "variant four-player",
        "variant glinski",
        "level 0 0:01 0",
        "st 0.01",
        "sd 2",
        "nps 0",
        "time 0",
        "otim -5",
        "exclude all",
        "include all",
        "exclude e2e4",
        "lift e2",
        "put e4",
        "hover e5",
        "memory 1",
        "cores 1",
        "option MultiPV=3",
        "personality full",
        "protover 99999999999",
        "e2e4",
        "\u{0}\u{7f}",
        "usermove",
        "setboard",
        "variant",
        "option",
        "option =",
        "ping",
        "level",
        "💥",
    ];
    let mut random = chatura_rules::random::Random::new(5);
    for _ in 0..8 {
        let mut lines = "st 0.01\nsd 2\n".to_owned();
        for _ in 0..40 {
            lines += words[random.below(words.len())];
            lines.push('\n');
        }
        let said = dialogue(&format!("{lines}force\nping 77\n"));
        assert!(said.ends_with("pong 77\n"), "{lines}{said}");
    }
    let said = dialogue(&format!("{}\nping 1\n", "x".repeat(1 << 20)));
    assert!(
        said.starts_with("Error (too long)") && said.ends_with("pong 1\n") && said.len() < 1000,
        "{}",
        said.len()
    );
}

#[test]
fn a_search_that_breaks_off_is_followed_by_a_move() {
    let mut talk = Talk::breaking(run, "3 ");
    talk.say(&format!("new\npost\n{QUICK}sd 4\nusermove e2e4\nping 2"));
    let said = talk.wait("pong 2");
    let lines: Vec<&str> = said.lines().collect();
    let [.., last, told, best, _] = lines[..] else { panic!("{said}") };
    assert_eq!(told, "# the search broke off: as the test wants");
    assert!(last.starts_with("2 "), "{said}");
    let found = last.split('\t').nth(1).and_then(|line| line.split(' ').next());
    assert_eq!(found, best.strip_prefix("move "), "{said}");
    // And it plays on.
    talk.say("usermove d2d4");
    assert!(talk.wait("move ").contains("4 "));
    talk.end();
}

#[test]
fn every_game_that_is_offered_can_be_told_and_no_other() {
    let said = dialogue("xboard\nprotover 2\nquit\n");
    let variants = said.lines().find_map(|line| line.strip_prefix("feature variants=\""));
    let offered: Vec<&str> = variants
        .expect("it tells them")
        .trim_end_matches('"')
        .split(',')
        .filter(|name| *name != "normal")
        .collect();
    let two = catalogue::list().iter().filter(|entry| entry.players == 2);
    let names: Vec<&str> = two.map(|entry| entry.about.id.as_str()).filter(|name| *name != "chess").collect();
    let others = names.iter().copied().filter(|name| !offered.contains(name));
    let all: Vec<&str> = offered.iter().copied().chain(others).collect();
    let asked: String = all.iter().map(|name| format!("variant {name}\nping {name}\n")).collect();
    let said = dialogue(&format!("new\nforce\n{asked}"));
    let mut rest = said.as_str();
    let mut untold = Vec::new();
    for (index, name) in all.iter().enumerate() {
        let (answer, after) = rest.split_once(&format!("pong {name}\n")).expect("it answers");
        rest = after;
        // Boards know of chess, shuffled or not.
        let told =
            answer.starts_with("setup (") || answer.is_empty() && ["fischerandom", "chess960"].contains(name);
        if index < offered.len() {
            assert!(told, "{name} is offered: {answer}");
        } else if !told {
            assert!(answer.starts_with("Error (unsupported variant): "), "{name}: {answer}");
            untold.push(*name);
        }
    }
    for large in ["alphabet", "cannonshogi", "balbo"] {
        assert!(untold.contains(&large), "{large} is not among {untold:?}");
    }
    // What is not offered cannot be told.
    assert_eq!(offered.len() + untold.len(), names.len(), "{untold:?}");
    assert!(offered.len() > 250, "{}", offered.len());
}

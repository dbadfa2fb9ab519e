//! Scripted engines that behave and that do not: each gets its verdict, and none is left behind.

use chatura_protocol::drive::{Answer, Driver, Fault, Launch, OptionKind, Pace, Patience, Protocol, Thought};
use chatura_rules::{Game, Line, Position, notation};
use chatura_search::{Clock, Score, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SOON: Duration = Duration::from_millis(300);
/// Long enough for the busiest machine.
const AGES: Duration = Duration::from_secs(60);

fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).unwrap()
}

/// An engine that is a script for the shell: what it does with each line it reads.
fn script(cases: &str) -> Launch {
    let text = format!("while read -r line; do case \"$line\" in {cases} quit) exit 0;; esac; done");
    Launch {
        arguments: vec!["-c".to_owned(), text],
        patience: Patience {
            introduction: AGES,
            ready: AGES,
            stop: AGES,
            thought: AGES,
            margin: Duration::ZERO,
        },
        ..Launch::new("sh")
    }
}

/// A UCI engine that does this when it is to go.
fn uci(go: &str) -> Launch {
    let cases = format!("uci) echo id name Script; echo uciok;; isready) echo readyok;; go*) {go};;");
    Launch { protocol: Some(Protocol::Uci), ..script(&cases) }
}

/// An XBoard engine that does this when it is to go.
fn xboard(go: &str) -> Launch {
    let features =
        r#"echo 'feature ping=1 setboard=1 usermove=1 variants="normal,crazyhouse" myname="Script X"'"#;
    let cases = format!(
        "protover*) {features}; echo feature done=1;; ping*) echo \"pong ${{line#ping }}\";; go) {go};;"
    );
    Launch { protocol: Some(Protocol::XBoard), ..script(&cases) }
}

/// One that is not waited for when it is told to stop.
fn impatient(launch: Launch) -> Launch {
    Launch { patience: Patience { stop: SOON, ..launch.patience }, ..launch }
}

fn asked(launch: &Launch, pace: &Pace) -> Result<Thought, Fault> {
    let game = game("chess");
    let mut driver = Driver::start(launch)?;
    driver.begin(&game)?;
    driver.think(&Line::new(Position::start(&game)), pace, &Stop::new(), &mut |_| {})
}

/// What is wrong with an engine, which is found in time: in much less than the patience that it does not try.
fn fault(launch: &Launch) -> Fault {
    let begun = Instant::now();
    let fault = asked(launch, &Pace::time(Duration::from_millis(20))).expect_err("it does not answer");
    let took = begun.elapsed();
    assert!(took < AGES / 3, "{fault}: {took:?}");
    assert!(!fault.to_string().is_empty() && fault.to_string().len() < 300, "{fault}");
    fault
}

/// Hung after it was told this, not before its time and not long after it.
fn hangs(mut launch: Launch, after: &str) {
    match after {
        "uci" => launch.patience.introduction = SOON,
        "go" => launch.patience.stop = SOON,
        _ => launch.patience.ready = SOON,
    }
    let begun = Instant::now();
    let fault = fault(&launch);
    let Fault::Hung { doing, waited } = fault else { panic!("it hangs after {after}: {fault}") };
    assert!(waited >= SOON && begun.elapsed() >= SOON, "{after}: {waited:?}");
    assert_eq!(doing, after);
}

#[test]
fn an_engine_that_behaves_answers_with_a_report() {
    let good = uci(
        "echo info depth 3 seldepth 5 score cp 31 nodes 99 time 1 pv e2e4 e7e5 e1e2 b8c6; echo bestmove e2e4",
    );
    let thought = asked(&good, &Pace::depth(3)).unwrap();
    let line = Line::new(Position::start(&game("chess")));
    let Answer::Move(mv) = thought.answer else { panic!("it plays") };
    assert_eq!(notation::format_move(line.position(), mv), "e2e4");
    let report = thought.report.unwrap();
    assert_eq!((report.depth, report.deepest, report.nodes), (3, 5, 99));
    assert_eq!((report.lines[0].score, report.lines[0].moves.len()), (Score::Centipawns(31), 4));
    let other = xboard("echo 4 20 5 123 e4 e5; echo move e2e4");
    let thought = asked(&other, &Pace::depth(4)).unwrap();
    assert!(matches!(thought.answer, Answer::Move(_)));
    assert_eq!(thought.report.unwrap().lines[0].moves.len(), 2);
    assert_eq!(asked(&xboard("echo resign"), &Pace::depth(4)).unwrap().answer, Answer::Resign);
}

#[test]
fn what_it_speaks_is_found_out() {
    let detected =
        |launch: Launch| Driver::start(&Launch { protocol: None, ..launch }).map(|d| d.identity().clone());
    let first = detected(uci("echo bestmove e2e4")).unwrap();
    assert_eq!((first.protocol, first.name.as_deref()), (Protocol::Uci, Some("Script")));
    let mut other = xboard("echo move e2e4");
    other.arguments[1] = other.arguments[1].replacen(
        "case \"$line\" in",
        "case \"$line\" in uci) echo 'Error (unknown command): uci';;",
        1,
    );
    let second = detected(other).unwrap();
    assert_eq!((second.protocol, second.name.as_deref()), (Protocol::XBoard, Some("Script X")));
    assert_eq!(second.variants, ["normal", "crazyhouse"]);
    let mut mute = script("x) ;;");
    mute.patience.introduction = SOON;
    assert_eq!(Driver::start(&mute).err(), Some(Fault::Unidentified));
    let missing = Driver::start(&Launch::new("no-such-engine-here")).err().unwrap();
    assert_eq!(missing.word(), "not started");
}

#[test]
fn one_that_sees_a_line_only_when_another_comes_is_nudged() {
    // It does what the line before the last one says.
    let features = "echo feature ping=1 setboard=1 usermove=1 done=1";
    let cases = format!(
        "protover*) {features};; ping*) echo pong ${{last#ping }};; go) echo move e2e4;; quit) exit;;"
    );
    let text = format!("last=; while read -r line; do case \"$last\" in {cases} esac; last=$line; done");
    let behind = Launch { arguments: vec!["-c".to_owned(), text], ..xboard("") };
    let thought = asked(&behind, &Pace::depth(4)).unwrap();
    assert!(matches!(thought.answer, Answer::Move(_)));
}

#[test]
fn each_misbehaviour_has_its_verdict() {
    assert_eq!(fault(&uci("exit 3")).word(), "crashed");
    assert!(fault(&uci("exit 3")).to_string().contains("exit status: 3"));
    assert_eq!(fault(&uci("kill -SEGV $$")).word(), "crashed");
    assert_eq!(fault(&impatient(uci("sleep 1000"))).word(), "hung");
    assert_eq!(fault(&uci("echo bestmove e2e5")), Fault::Illegal("e2e5".to_owned()));
    assert_eq!(fault(&uci("echo bestmove banana")), Fault::Nonsense("banana".to_owned()));
    assert_eq!(fault(&uci("echo 'bestmove (none)'")).word(), "lied");
    assert_eq!(
        fault(&uci("yes info string this goes on and on without ever coming to an end")).word(),
        "flooded"
    );
    assert_eq!(fault(&uci("head -c 200000 /dev/zero | tr '\\0' x; sleep 1000")).word(), "flooded");
    assert_eq!(fault(&xboard("echo '1-0 {White mates}'")).word(), "lied");
    assert_eq!(fault(&xboard("echo move e2e5")).word(), "illegal move");
    assert_eq!(fault(&xboard("exit 1")).word(), "crashed");
}

#[test]
fn a_stall_is_found_wherever_it_is() {
    let introduced = "echo id name Script; echo uciok";
    let uci = |cases: &str| Launch { protocol: Some(Protocol::Uci), ..script(cases) };
    // Before it has said who it is, and before it is ready.
    hangs(uci("uci) sleep 1000;;"), "uci");
    hangs(uci(&format!("uci) {introduced};; isready) sleep 1000;;")), "isready");
    // In the middle of a line: the answer, and what it has found so far.
    let go = |go: &str| uci(&format!("uci) {introduced};; isready) echo readyok;; go*) {go};;"));
    hangs(go("printf 'bestmove e2e4'; sleep 1000"), "go");
    hangs(go("printf 'info depth 1 score cp'; sleep 1000"), "go");
    hangs(uci(&format!("uci) {introduced};; isready) printf readyo; sleep 1000;;")), "isready");
    // And where it speaks the other protocol.
    let xboard = xboard("printf 'move e2'; sleep 1000");
    hangs(xboard.clone(), "go");
    let never = xboard.arguments[1].replace("echo \"pong ${line#ping }\"", "sleep 1000");
    hangs(Launch { arguments: vec!["-c".to_owned(), never], ..xboard }, "new");
}

#[test]
fn an_engine_that_never_reads_is_not_waited_for() {
    // More is said to it than fits into a pipe.
    let option = "option name Path type string default";
    let deaf = format!("echo {option}; echo uciok; exec sleep 1000");
    let path = "x".repeat(4000);
    for times in [20, 100] {
        let launch = Launch {
            arguments: vec!["-c".to_owned(), deaf.clone()],
            options: vec![("Path".to_owned(), path.clone()); times],
            ..uci("")
        };
        hangs(launch, "isready");
    }
    // One that reads late has missed nothing.
    let late = "echo option name Path type string default; echo uciok; sleep 0.5; n=0; while read -r line; do case \"$line\" in \
                *x) n=$((n + 1));; isready) [ $n = 20 ] && echo readyok;; go*) echo bestmove e2e4;; quit) exit;; esac; done";
    let launch = Launch {
        arguments: vec!["-c".to_owned(), late.to_owned()],
        options: vec![("Path".to_owned(), path); 20],
        ..uci("")
    };
    assert!(matches!(asked(&launch, &Pace::depth(1)).map(|thought| thought.answer), Ok(Answer::Move(_))));
}

#[test]
fn a_legal_move_that_is_called_illegal_is_a_lie() {
    let game = game("chess");
    let mut line = Line::new(Position::start(&game));
    line.play(notation::parse_move(line.position(), "e2e4").unwrap()).unwrap();
    let mut lying = xboard("echo move e7e5");
    let lie = "case \"$line\" in usermove*) echo \"Illegal move: ${line#usermove }\";;";
    lying.arguments[1] = lying.arguments[1].replacen("case \"$line\" in", lie, 1);
    let mut driver = Driver::start(&lying).unwrap();
    driver.begin(&game).unwrap();
    let fault = driver.think(&line, &Pace::depth(1), &Stop::new(), &mut |_| {}).unwrap_err();
    assert_eq!(fault, Fault::Lied("it says \"Illegal move: e2e4\"".to_owned()));
    assert!(!driver.is_usable());
    // What it does not like before anything was played it does not play.
    let mut choosy = xboard("echo move e7e5");
    choosy.arguments[1] = choosy.arguments[1].replacen(
        "case \"$line\" in",
        "case \"$line\" in new) echo tellusererror no;;",
        1,
    );
    let refused = Driver::start(&choosy).unwrap().begin(&game).unwrap_err();
    assert_eq!(refused.word(), "refused");
}

#[test]
fn who_answers_late_has_overstepped_and_plays_on() {
    let game = game("chess");
    // It thinks until it is stopped.
    let slow = script("uci) echo uciok;; isready) echo readyok;; stop) echo bestmove e2e4;;");
    let mut driver = Driver::start(&slow).unwrap();
    driver.begin(&game).unwrap();
    let line = Line::new(Position::start(&game));
    let clock = Clock::new(Duration::from_millis(100), Duration::ZERO);
    let pace = Pace { clocks: Some([clock, clock]), ..Pace::default() };
    let late = driver.think(&line, &pace, &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(late, Fault::Overstepped { allowed, .. } if allowed == clock.left), "{late}");
    assert!(driver.is_usable());
    let stop = Stop::new();
    stop.stop();
    assert!(driver.think(&line, &Pace::default(), &stop, &mut |_| {}).is_ok());
}

#[test]
fn time_is_counted_from_the_question_to_the_answer() {
    let thought = asked(&uci("sleep 0.2; echo bestmove e2e4"), &Pace::time(AGES)).unwrap();
    assert!(thought.spent >= Duration::from_millis(200), "{:?}", thought.spent);
}

#[test]
fn options_are_set_where_they_fit() {
    let cases = "uci) echo option name Hash type spin default 16 min 1 max 64; echo option name UCI_Variant type combo default chess var chess var crazyhouse; echo uciok;; isready) echo readyok;; go*) echo \"bestmove e2e4\";;";
    let mut driver = Driver::start(&script(cases)).unwrap();
    assert_eq!(driver.identity().option("hash").unwrap().kind, OptionKind::Spin(1, 64));
    driver.set_option("Hash", "32").unwrap();
    assert!(driver.set_option("Hash", "99").unwrap_err().to_string().contains("from 1 to 64"));
    assert!(driver.set_option("Hush", "1").unwrap_err().to_string().contains("there are Hash"));
    assert!(driver.plays(&game("crazyhouse")) && !driver.plays(&game("shogi")));
    assert!(driver.begin(&game("shogi")).unwrap_err().to_string().contains("does not play shogi"));
    assert!(driver.begin(&game("four-player")).unwrap_err().to_string().contains("not for two"));
    driver.begin(&game("crazyhouse")).unwrap();
}

/// Whether a process is there and has not ended.
fn lives(number: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

#[test]
fn no_process_of_an_engine_outlives_it() {
    let folder = std::env::temp_dir().join(format!("chatura-drive-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let note = folder.join("numbers");
    // A child, one that leaves the group, and one whose parent is gone; and it does not listen to anybody.
    let go = format!(
        "trap '' TERM HUP INT; n={}; sleep 1000 & echo $! >> $n; setsid sh -c \"echo \\$\\$ >> $n; exec sleep 1000\" & (sh -c \"echo \\$\\$ >> $n; exec sleep 1000\" &); echo ready >> $n; sleep 1000",
        note.display()
    );
    let game = game("chess");
    let mut driver = Driver::start(&impatient(uci(&go))).unwrap();
    driver.begin(&game).unwrap();
    let line = Line::new(Position::start(&game));
    let stop = Stop::new();
    let asked = std::thread::spawn({
        let stop = stop.clone();
        move || driver.think(&line, &Pace::default(), &stop, &mut |_| {})
    });
    let begun = Instant::now();
    let numbers = loop {
        let text = std::fs::read_to_string(&note).unwrap_or_default();
        if text.lines().count() >= 4 {
            break text;
        }
        assert!(begun.elapsed() < AGES, "the children never began: {text}");
        std::thread::sleep(Duration::from_millis(5));
    };
    let numbers: Vec<&str> = numbers.lines().filter(|line| *line != "ready").collect();
    assert_eq!(numbers.len(), 3);
    assert!(numbers.iter().all(|number| lives(number)));
    stop.stop();
    assert_eq!(asked.join().unwrap().unwrap_err().word(), "hung");
    assert!(numbers.iter().all(|number| !lives(number)), "some of {numbers:?} are still there");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn engines_are_told_of_cells_by_letters_and_numbers() {
    let text =
        "extends = \"chess\"\nname = \"Turned\"\nboard.files = \"12345678\"\nboard.ranks = \"abcdefgh\"\n";
    let own = chatura_define::load_text(text, "chess.toml", &[], 0).unwrap();
    let mut line = Line::new(Position::start(&own));
    line.play(notation::parse_move(line.position(), "5b5d").unwrap()).unwrap();
    // It answers only if it is told what it knows.
    let cases = "uci) echo uciok;; isready) echo readyok;; 'position startpos moves e2e4') told=1;; \
                 go*) [ $told = 1 ] && echo info depth 1 score cp 5 pv e7e5 g1f3 && echo bestmove e7e5;;";
    let mut driver = Driver::start(&script(cases)).unwrap();
    assert!(driver.plays(&own));
    driver.begin(&own).unwrap();
    let thought = driver.think(&line, &Pace::depth(1), &Stop::new(), &mut |_| {}).unwrap();
    let Answer::Move(mv) = thought.answer else { panic!("it plays") };
    assert_eq!(notation::format_move(line.position(), mv), "5g5e");
    assert_eq!(thought.report.unwrap().lines[0].moves.len(), 2);
}

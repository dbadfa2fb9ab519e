//! Every key of every rule, alone and with others, in small games at random: the fast rules and the slow ones agree on
//! every legal move, on what it leads to, and on how the game ends.

use crate::common::{Subject, scattered, sparse, varied};
use crate::slow::Slow;
use crate::slow::compare::{compare, compare_resigned};
use crate::slow::ending::Story;
use crate::slow::places::Result as Told;
use crate::slow::reading::{KEYS, each_key};
use chatura_rules::definition::{Kind, Value};
use chatura_rules::notation::{format_fen, parse_fen};
use chatura_rules::random::Random;
use chatura_rules::rule::{RULES, Section};
use chatura_rules::{Line, Move, MoveKind, Outcome, Position, Setup};
use std::collections::{BTreeMap, BTreeSet};

/// The definition of a number, if it is one: some of those drawn contradict themselves.
fn subject(number: u64, many: bool) -> Option<Subject> {
    let text = varied::definition(number, many);
    let game = chatura_define::load_text(&text, "varied", &[], 0).ok()?;
    let definition = chatura_define::catalogue::definition_of_text(&text, "varied", &[], 0).ok()?;
    Some(Subject { name: format!("number {number}\n{text}\n"), game, definition })
}

/// An outcome as the slow rules tell it.
fn as_slow(outcome: Outcome) -> Told {
    Told {
        reason: outcome.reason,
        standings: outcome.standings,
        places: outcome.places,
        points: outcome.points,
    }
}

/// Plays from a position with both rules side by side; says what differs first. Of more than two players now and then
/// one gives up.
fn walk(
    slow: &Slow,
    setup: &Setup,
    start: Position,
    dice: &mut Random,
    plies: usize,
) -> Result<usize, String> {
    let many = start.game().players().len() > 2;
    let mut place = slow.place(setup);
    let mut story = Story::new(place.clone());
    let mut line = Line::new(start);
    for ply in 0..plies {
        let (at, played) = (format_fen(line.position()), line.moves().to_vec());
        let wrong = |what: String| format!("{at}\n    {what}\n    after {played:?}");
        let mut moves = compare(slow, &place, line.position()).map_err(wrong)?;
        let [ended, claim] = story.endings(slow);
        let fast = line.outcome().map(as_slow);
        if fast != ended {
            return Err(wrong(format!("ends with {fast:?}, not {ended:?}")));
        }
        let fast = line.claimable().map(as_slow);
        if fast != claim {
            return Err(wrong(format!("can be claimed {fast:?}, not {claim:?}")));
        }
        // How the last of many came to be out is not told.
        if !many || ended.is_none() {
            read_again(line.position()).map_err(wrong)?;
        }
        if ended.is_some() || moves.is_empty() {
            return Ok(ply + 1);
        }
        // Any move, but rather one of a rare kind, or back again.
        let back = line.moves().len().checked_sub(slow.living(&place)).map(|last| line.moves()[last]);
        let returns = |mv: &Move| back.is_some_and(|b| (b.from(), b.to()) == (mv.to(), mv.from()));
        let rare = |mv: &Move| mv.kind() != MoveKind::Step;
        match dice.below(4) {
            0 if moves.iter().any(|(mv, _)| rare(mv)) => moves.retain(|(mv, _)| rare(mv)),
            1 if moves.iter().any(|(mv, _)| returns(mv)) => moves.retain(|(mv, _)| returns(mv)),
            _ => {}
        }
        if many && dice.below(16) == 0 {
            let playing: Vec<_> = line.position().playing().collect();
            let player = *dice.pick(&playing);
            moves = vec![compare_resigned(slow, &place, line.position(), player).map_err(wrong)?];
        }
        let index = dice.below(moves.len());
        let (mv, next) = moves.swap_remove(index);
        let before = line.position().clone();
        line.play_unchecked(mv);
        line.undo();
        if *line.position() != before {
            return Err(wrong(format!("{mv:?} is not taken back")));
        }
        line.play_unchecked(mv);
        story.add(mv.from(), mv.to(), next.clone());
        place = next;
    }
    Ok(plies)
}

/// A position written and read again is the same.
fn read_again(position: &Position) -> Result<(), String> {
    let fen = format_fen(position);
    let setup = parse_fen(position.game(), &fen).map_err(|error| error.to_string())?;
    let again = Position::new(position.game(), &setup).map_err(|error| format!("is refused: {error}"))?;
    if again != *position {
        return Err(format!(
            "reads as {}, {:?} not {:?}",
            format_fen(&again),
            again.setup(),
            position.setup()
        ));
    }
    Ok(())
}

/// Looks at the games of these numbers; says what differs and how many games and positions there were.
fn look(numbers: std::ops::Range<u64>, many: bool, positions: usize) -> (Vec<String>, usize, usize) {
    let (mut wrong, mut games, mut seen) = (Vec::new(), 0, 0);
    for number in numbers {
        let Some(subject) = subject(number, many) else { continue };
        let slow = Slow::new(&subject.game, &subject.definition);
        let mut dice = Random::new(number * 2 + 1);
        games += 1;
        let (mut done, mut round) = (0, 0);
        while done < positions && round < positions {
            let setup = match round % 2 {
                0 => Some(subject.game.start().clone()),
                _ if many => Some(scattered(&subject.game, &mut dice)),
                _ => sparse(&subject.game, &mut dice).map(|position| position.setup()),
            };
            round += 1;
            let Some(setup) = setup else { continue };
            let Ok(start) = Position::new(&subject.game, &setup) else { continue };
            match walk(&slow, &setup, start, &mut dice, 30) {
                Ok(plies) => done += plies,
                Err(difference) => {
                    wrong.push(format!("{}{difference}\n", subject.name));
                    break;
                }
            }
        }
        seen += done;
    }
    (wrong, games, seen)
}

/// The games for two, and for more, that are looked at every time.
const NUMBERS: std::ops::Range<u64> = 0..400;
const MANY: std::ops::Range<u64> = 0..100;
/// Those with two rules that listen, and for more than two players with one.
const PAIRS: std::ops::Range<u64> = varied::PAIRS..varied::PAIRS + 80;
/// Those with one of the later rules each.
const FURTHER: std::ops::Range<u64> = varied::FURTHER..varied::FURTHER + 96;
const LISTENING_FOR_MANY: std::ops::Range<u64> = varied::LISTENING_FOR_MANY..varied::LISTENING_FOR_MANY + 60;

fn agree(numbers: std::ops::Range<u64>, many: bool, positions: usize) {
    let expected = numbers.clone().count() / 3;
    let (wrong, games, seen) = look(numbers, many, positions);
    println!("{games} games, {seen} positions, {} differ", wrong.len());
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(games > expected, "only {games} games");
}

/// A quarter of the games for two: four tests are done sooner than one.
fn quarter(number: u64) -> std::ops::Range<u64> {
    let length = (NUMBERS.end - NUMBERS.start) / 4;
    NUMBERS.start + number * length..NUMBERS.start + (number + 1) * length
}

#[test]
fn two_players_agree_whatever_the_rules_first_quarter() {
    agree(quarter(0), false, 60);
}

#[test]
fn two_players_agree_whatever_the_rules_second_quarter() {
    agree(quarter(1), false, 60);
}

#[test]
fn two_players_agree_whatever_the_rules_third_quarter() {
    agree(quarter(2), false, 60);
}

#[test]
fn two_players_agree_whatever_the_rules_last_quarter() {
    agree(quarter(3), false, 60);
}

#[test]
fn more_players_agree_whatever_the_rules() {
    agree(MANY, true, 60);
}

#[test]
fn two_players_agree_where_two_rules_listen() {
    // A duck goes to every cell after every move, and the slow rules look at each.
    agree(PAIRS, false, 30);
}

#[test]
fn two_players_agree_with_later_rules() {
    agree(FURTHER, false, 40);
}

#[test]
fn more_players_agree_where_a_rule_listens() {
    agree(LISTENING_FOR_MANY, true, 30);
}

/// The same in thousands of games, or in those of the numbers in `VARIED` (`VARIED=100-200`):
/// `cargo nextest run -p chatura-define --run-ignored only -E 'test(agrees_for_long)'`.
fn long(usual: std::ops::Range<u64>) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("VARIED") else { return usual };
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("VARIED is a range such as 100-200"));
    let (from, to) = text.split_once('-').unwrap_or((&text, &text));
    number(from)..number(to) + 1
}

#[test]
#[ignore = "takes an hour"]
fn two_players_agree_for_long() {
    agree(long(0..4000), false, 120);
}

#[test]
#[ignore = "takes an hour"]
fn more_players_agree_for_long() {
    agree(long(0..1000), true, 120);
}

/// Every key of a rule with its path; keys of tables in lists too.
pub fn keys(path: String, kind: &'static Kind, into: &mut BTreeMap<String, Vec<&'static Kind>>) {
    into.entry(path.clone()).or_default().push(kind);
    match kind {
        Kind::Either(kinds) => kinds.iter().for_each(|kind| keys(path.clone(), kind, into)),
        Kind::List(kind) | Kind::ByPlayer(kind) => keys(path, kind, into),
        Kind::Table(specs) => {
            specs.iter().for_each(|spec| keys(format!("{path}.{}", spec.name), &spec.kind, into));
        }
        _ => {}
    }
}

/// Which values a key must have had: every word, both flags, otherwise two different ones.
fn is_varied(kind: &Kind, values: &BTreeSet<String>) -> bool {
    match kind {
        Kind::Word(words) => words.iter().all(|word| values.contains(*word)),
        Kind::Flag => values.contains("true") && values.contains("false"),
        Kind::Either(_) | Kind::List(_) | Kind::Table(_) | Kind::ByPlayer(_) => true,
        _ => values.len() > 1,
    }
}

/// A value as text; what is in a table is told by its own keys.
fn told(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Moves(moves) => format!("{moves:?}"),
        Value::List(items) => items.iter().map(|item| told(&item.value)).collect::<Vec<_>>().join(" "),
        Value::Table(table) => {
            let entries =
                table.entries.iter().map(|(key, value)| format!("{} {}", key.value, told(&value.value)));
            entries.collect::<Vec<_>>().join(" ")
        }
    }
}

#[test]
fn every_key_of_every_rule_is_varied() {
    let mut specified = BTreeMap::new();
    // Keys of pieces come with the pieces that are drawn.
    for rule in RULES.iter().filter(|rule| rule.section != Section::Pieces) {
        keys(format!("{}.{}", rule.section.name(), rule.spec.name), &rule.spec.kind, &mut specified);
    }
    let known: BTreeSet<String> = KEYS.iter().map(|key| (*key).to_owned()).collect();
    assert_eq!(specified.keys().cloned().collect::<BTreeSet<_>>(), known, "what the slow rules know");
    let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (number, many) in NUMBERS
        .chain(PAIRS)
        .chain(FURTHER)
        .map(|n| (n, false))
        .chain(MANY.chain(LISTENING_FOR_MANY).map(|n| (n, true)))
    {
        let Some(subject) = subject(number, many) else { continue };
        each_key(&subject.definition, &mut |path, value| {
            values.entry(path.to_owned()).or_default().insert(told(value));
        });
    }
    let none = BTreeSet::new();
    let mut missing = Vec::new();
    for (path, kinds) in &specified {
        let values = values.get(path).unwrap_or(&none);
        if values.is_empty() || kinds.iter().any(|kind| !is_varied(kind, values)) {
            missing.push(format!("{path}: only {values:?}"));
        }
    }
    assert!(missing.is_empty(), "not varied:\n{}", missing.join("\n"));
}

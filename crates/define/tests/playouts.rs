//! Games for more than two and on hexagons, played at random to their end: they do end, no state on the way is
//! impossible, and the places add up.

use crate::common::{Subject, catalogue_game, many_subjects};
use chatura_rules::definition::{Definition, Royal, Table, Value};
use chatura_rules::random::Random;
use chatura_rules::{Cell, Line, Outcome, Player, Position, Reason, Standing};
use std::collections::BTreeMap;

/// Longer than any game can be: between two signs of progress there are few hundred moves.
const ENDLESS: usize = 100_000;

/// Plays one game; says how it ended and after how many moves.
fn play(subject: &Subject, dice: &mut Random) -> (Outcome, usize) {
    let mut line = Line::new(Position::start(&subject.game));
    loop {
        if let Some(outcome) = line.outcome() {
            return (outcome, line.moves().len());
        }
        let mover = line.position().turn();
        let moves = line.position().legal_moves();
        assert!(!moves.is_empty(), "{:?}: going on without a move", line.position());
        assert!(line.moves().len() < ENDLESS, "{:?} does not end", line.position());
        line.play_unchecked(*dice.pick(&moves));
        look(subject, line.position(), mover);
    }
}

/// What no position after a move can be.
fn look(subject: &Subject, position: &Position, mover: Player) {
    let playing: Vec<Player> = position.playing().collect();
    let over = position.outcome().is_some();
    assert!(over || playing.contains(&position.turn()), "{position:?}: somebody who is out is to move");
    let types = position.game().types();
    let owns_royal = |player: &Player| {
        let cells = (0..position.game().board().len()).map(|cell| position.piece(Cell(cell as u16)));
        let own = cells.filter(|piece| piece.is_some() && piece.owner() == *player);
        own.into_iter().any(|piece| types[piece.kind().index()].royal != Royal::No)
    };
    let kings = (0..position.game().players().len() as u8).map(Player).any(|player| owns_royal(&player));
    assert!(!kings || playing.iter().all(owns_royal), "{position:?}: somebody plays without a king");
    // Where armies leave or change hands, a line may open that the mover could not see.
    let heeds = word(&subject.definition.rules, "check") != Some("ignored");
    let stays = armies_stay(&subject.definition);
    if heeds && stays && playing.contains(&mover) {
        let attacked = position.attacked_royals(mover);
        assert!(attacked.is_empty(), "{position:?}: {mover:?} left the king attacked");
    }
}

/// A word in a table, if it is there.
fn word<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    match &table.get(key)?.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Whether the armies of those who are out stay where they are.
fn armies_stay(definition: &Definition) -> bool {
    match definition.end.get("elimination").map(|value| &value.value) {
        Some(Value::Table(table)) => matches!(word(table, "army"), None | Some("dead")),
        _ => true,
    }
}

/// Those who share a place have the mean of the places they fill, so all together have 1 + 2 + … + n.
fn add_up(outcome: &Outcome) {
    let players = outcome.places.len();
    let shared = |place: &u8| outcome.places.iter().filter(|other| *other == place).count();
    let twice: usize = outcome.places.iter().map(|place| 2 * usize::from(*place) + shared(place) - 1).sum();
    assert_eq!(twice, players * (players + 1), "{outcome:?}");
    for (standing, place) in outcome.standings.iter().zip(&outcome.places) {
        let fits = match standing {
            Standing::Win => *place == 1,
            Standing::Loss => *place > 1,
            Standing::Draw => true,
        };
        assert!(fits, "{outcome:?}");
    }
}

fn play_all(games: usize) {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let hexagons = ["glinski", "mccooey"].map(|name| catalogue_game(name, 0));
    for subject in many_subjects().into_iter().chain(hexagons) {
        let mut dice = Random::named(&subject.name, 1);
        let (mut plies, mut longest) = (0, 0);
        let mut own: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..games {
            let (outcome, length) = play(&subject, &mut dice);
            add_up(&outcome);
            *own.entry(format!("{:?}", outcome.reason)).or_default() += 1;
            (plies, longest) = (plies + length, longest.max(length));
        }
        println!("{}: {games} games, {plies} moves, at most {longest}: {own:?}", subject.name);
        own.into_iter().for_each(|(reason, count)| *reasons.entry(reason).or_default() += count);
    }
    for reason in
        [Reason::Checkmate, Reason::Stalemate, Reason::RoyalLost, Reason::NoProgress, Reason::Repetition]
    {
        assert!(reasons.contains_key(&format!("{reason:?}")), "no game ended by {reason:?}: {reasons:?}");
    }
}

#[test]
fn games_end_by_their_rules() {
    play_all(25);
}

/// The same a thousand times: `cargo test -p chatura-define --test all playouts -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_games_end_by_their_rules() {
    play_all(1000);
}

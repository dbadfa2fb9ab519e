//! What a game tells of its rules is what is played: every key of every rule and of pieces is taken away from games at
//! random, or gets another value, by a game that extends them, and what is then told is compared with what is then
//! played.

use crate::common::{random_line, sparse, varied};
use crate::slow::reading::each_key;
use crate::varied::keys;
use chatura_define::toml::sections::PIECE;
use chatura_define::toml::{Input, read};
use chatura_rules::definition::{Definition, Kind, Royal, Spec, Value};
use chatura_rules::notation::{format_moves, parse_move};
use chatura_rules::random::Random;
use chatura_rules::rule::{RULES, Section};
use chatura_rules::{Game, Line, Move, MoveKind, PieceType, Position, Setup};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The games whose keys are changed: for two or for more, by their numbers. The last have one of the later rules each.
const GAMES: [(std::ops::Range<u64>, bool); 5] = [
    (0..100, false),
    (varied::PAIRS..varied::PAIRS + 40, false),
    (varied::FURTHER..varied::FURTHER + 96, false),
    (0..30, true),
    (varied::LISTENING_FOR_MANY..varied::LISTENING_FOR_MANY + 20, true),
];

/// Keys of pieces that say how they look or what they are worth: no rules.
const NO_RULES: [&str; 5] = ["letter", "value", "evaluation", "image", "written"];

/// A game with its definition, and the texts of it: each but the first changes the one before.
struct Told {
    texts: Vec<String>,
    definition: Definition,
    game: Arc<Game>,
    /// The keys written in it that a table of another file can name.
    written: BTreeSet<String>,
}

impl Told {
    /// The game of some texts; nothing if they contradict themselves.
    fn new(texts: Vec<String>) -> Option<Told> {
        let find = |name: &str| name.parse().ok().map(|at: usize| Input::from_text(&texts[at], name));
        let reading = read(Input::from_text(texts.last()?, "game"), &[], 0, &find);
        if !reading.problems.is_empty() {
            return None;
        }
        let game = Game::compile(&reading.definition).ok()?;
        let written = written(&reading.definition);
        Some(Told { texts, definition: reading.definition, game, written })
    }

    /// The same with another line.
    fn with(&self, line: &str) -> Option<Told> {
        let mut texts = self.texts.clone();
        texts.push(format!("extends = \"{}\"\n{line}", texts.len() - 1));
        Told::new(texts)
    }

    /// What it tells: the rules, and of each piece its title and what it reaches.
    fn words(&self) -> Vec<String> {
        let mut told = self.game.describe();
        for (kind, info) in self.game.types().iter().enumerate().filter(|(kind, info)| info.base == *kind) {
            let reach = self.game.best_view(PieceType(kind as u8));
            told.push(format!("{} {} {:?} {reach:?}", info.name, info.letter, info.royal));
        }
        told
    }

    fn piece_names(&self) -> Vec<&str> {
        self.definition.pieces.iter().map(|piece| piece.name.value.as_str()).collect()
    }
}

/// The keys written in a definition that a table of another file can name, none inside of lists; those of pieces by the
/// name of each.
fn written(definition: &Definition) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    each_key(definition, &mut |path, _| {
        found.insert(path.to_owned());
    });
    let sections = [("rules", &definition.rules), ("end", &definition.end)];
    let lists: Vec<String> = sections
        .iter()
        .flat_map(|(section, table)| table.entries.iter().map(move |(key, value)| (section, key, value)))
        .filter(|(.., value)| matches!(value.value, Value::List(_)))
        .map(|(section, key, _)| format!("{section}.{}.", key.value))
        .collect();
    found.retain(|path| !lists.iter().any(|list| path.starts_with(list)));
    for piece in &definition.pieces {
        let name = &piece.name.value;
        for (key, is_written) in [
            ("players", !piece.players.is_empty()),
            ("first", piece.first.is_some()),
            ("first-zone", piece.first_zone.is_some()),
            ("unmoved", piece.unmoved),
            ("also", !piece.also.is_empty()),
            ("royal", piece.royal != Royal::No),
            ("wall", piece.wall),
            ("within", piece.within.is_some()),
            ("beyond", piece.beyond.is_some()),
        ] {
            found.extend(is_written.then(|| format!("pieces.{name}.{key}")));
        }
        for (key, value) in &piece.rules.entries {
            found.insert(format!("pieces.{name}.{}", key.value));
            if let Value::Table(table) = &value.value {
                let inner = table.entries.iter().map(|(inner, _)| &inner.value);
                found.extend(inner.map(|inner| format!("pieces.{name}.{}.{inner}", key.value)));
            }
        }
    }
    found
}

/// A path without the name of a piece: what it is in every game.
fn key_of(path: &str) -> String {
    match path.strip_prefix("pieces.").and_then(|rest| rest.split_once('.')) {
        Some((_, key)) => format!("pieces.{key}"),
        None => path.to_owned(),
    }
}

/// Every key there is, with what it takes.
fn all_keys() -> BTreeMap<String, Vec<&'static Kind>> {
    let mut all = BTreeMap::new();
    for (path, spec) in specs() {
        keys(path, &spec.kind, &mut all);
    }
    // Nothing names what stands in a list: it changes with the list.
    all.retain(|key, _| !key.starts_with("pieces.also."));
    all
}

fn specs() -> impl Iterator<Item = (String, &'static Spec)> {
    let rules = RULES.iter().map(|rule| {
        let section = if rule.section == Section::Pieces { "pieces" } else { rule.section.name() };
        (format!("{section}.{}", rule.spec.name), &rule.spec)
    });
    let pieces = PIECE.iter().filter(|spec| !NO_RULES.contains(&spec.name));
    rules.chain(pieces.map(|spec| (format!("pieces.{}", spec.name), spec)))
}

/// Keys that cannot be left out: nobody can take them away.
fn required() -> BTreeSet<String> {
    fn look(path: String, spec: &Spec, into: &mut BTreeSet<String>) {
        inside(&path, &spec.kind, into);
        into.extend((spec.default == "required").then_some(path));
    }
    fn inside(path: &str, kind: &Kind, into: &mut BTreeSet<String>) {
        match kind {
            Kind::Either(kinds) => kinds.iter().for_each(|kind| inside(path, kind, into)),
            Kind::List(kind) | Kind::ByPlayer(kind) => inside(path, kind, into),
            Kind::Table(specs) => {
                specs.iter().for_each(|spec| look(format!("{path}.{}", spec.name), spec, into));
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    specs().for_each(|(path, spec)| look(path, spec, &mut found));
    found
}

const ZONES: [&str; 6] = ["last rank", "last 2 ranks", "ranks 1-3", "b2..c4", "rank 2", "all"];
const MOVES: [&str; 9] = ["W", "F", "N", "R", "fW", "nA", "mRcpR", "B2", "fmnD"];

/// A value that a key may take, at random, as text.
fn value(kind: &Kind, game: &Told, dice: &mut Random) -> String {
    let quoted = |text: &str| format!("\"{text}\"");
    let names = game.piece_names();
    match kind {
        Kind::Flag => (dice.below(2) == 0).to_string(),
        Kind::Number(low, high) => (*low + *dice.pick(&[0, 1, 1, 2, 3, 5])).min(*high).to_string(),
        Kind::Word(words) => quoted(words[dice.below(words.len())]),
        // What is not a name of something else is one of a player.
        Kind::Text => quoted(dice.pick::<String>(game.game.players())),
        Kind::Piece => quoted(names[dice.below(names.len())]),
        Kind::Pieces => match dice.below(2) {
            0 => quoted(names[dice.below(names.len())]),
            _ => format!("[\"{}\", \"{}\"]", dice.pick(&names), dice.pick(&names)),
        },
        Kind::Zone => quoted(ZONES[dice.below(ZONES.len())]),
        Kind::Cell => quoted(&dice.pick(&game.game.board().cells).name),
        Kind::Moves => quoted(MOVES[dice.below(MOVES.len())]),
        Kind::List(kind) => {
            let items: Vec<String> = (0..1 + dice.below(2)).map(|_| value(kind, game, dice)).collect();
            format!("[{}]", items.join(", "))
        }
        Kind::Table(fields) => {
            let mut entries = Vec::new();
            for field in *fields {
                if field.default == "required" || dice.below(2) == 0 {
                    entries.push(format!("{} = {}", field.name, value(&field.kind, game, dice)));
                }
            }
            format!("{{ {} }}", entries.join(", "))
        }
        Kind::PerPiece(kind) => format!("{{ {} = {} }}", dice.pick(&names), value(kind, game, dice)),
        Kind::ByPlayer(kind) if dice.below(4) == 0 => {
            let player = dice.pick(game.game.players());
            format!("{{ {player} = {} }}", value(kind, game, dice))
        }
        Kind::ByPlayer(kind) => value(kind, game, dice),
        Kind::Either(kinds) => value(dice.pick(kinds), game, dice),
    }
}

/// What is done to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Removed,
    Replaced,
}

use Change::{Removed, Replaced};

/// The line that changes a key of a game, at random where there are several ways; nothing if there is none.
fn line(game: &Told, key: &str, kinds: &[&Kind], change: Change, dice: &mut Random) -> Option<String> {
    if change == Removed {
        let paths: Vec<&String> = game.written.iter().filter(|path| key_of(path) == key).collect();
        let path = paths.get(dice.below(paths.len().max(1)))?;
        return Some(format!("{path} = false"));
    }
    let own = key.strip_prefix("pieces.");
    let names = game.piece_names();
    let path = match own {
        Some(own) => format!("pieces.{}.{own}", names[dice.below(names.len())]),
        None => key.to_owned(),
    };
    let value = match own {
        Some("beyond") => {
            let [zone, moves] = [Kind::Zone, Kind::Moves].map(|kind| value(&kind, game, dice));
            format!("{{ {zone} = {moves} }}")
        }
        _ => value(kinds[dice.below(kinds.len())], game, dice),
    };
    Some(format!("{path} = {value}"))
}

/// The games in which a key may be changed: those that say it; where another value is given, those that say its table.
fn holders<'a>(games: &'a [Told], key: &str, change: Change) -> Vec<&'a Told> {
    let table = key.rsplit_once('.').map(|(above, _)| format!("{above}."));
    let inside = table.filter(|table| !key.starts_with("pieces.") && table.matches('.').count() > 1);
    let says = |game: &&Told| match (change, &inside) {
        (Removed, _) => game.written.iter().any(|path| key_of(path) == key),
        (Replaced, Some(table)) => game.written.iter().any(|path| path.starts_with(table)),
        (Replaced, None) => true,
    };
    games.iter().filter(says).collect()
}

/// What can be played and how it has ended, in words that two games share. Where one writes castling as the king takes
/// its partner and the other does not, castling has words of its own: how a move is written is no rule.
fn played(line: &Line, respelled: bool) -> (Vec<String>, Option<String>, Option<String>) {
    let position = line.position();
    let legal = position.legal_moves();
    let mut moves = format_moves(position, &legal);
    for (text, mv) in moves.iter_mut().zip(legal).filter(|(_, mv)| respelled && mv.kind() == MoveKind::Castle)
    {
        *text = format!("castles to {}", position.game().board().name(mv.to()));
    }
    moves.sort();
    (moves, line.outcome().map(|end| end.sentence), line.claimable().map(|end| end.sentence))
}

/// Whether two games with the same pieces are played alike along random games, some of which begin with few pieces and
/// go to and fro.
fn play_alike(one: &Arc<Game>, other: &Arc<Game>, rounds: usize, dice: &mut Random) -> Result<(), String> {
    // Look-alikes that rules add are not the same in both.
    let names = |game: &Arc<Game>| game.types().iter().map(|info| info.name.clone()).collect::<Vec<_>>();
    let shared = names(one).iter().zip(names(other)).take_while(|(one, other)| *one == other).count();
    let is_shared = |setup: &Setup| {
        let mut kinds = setup.cells.iter().filter(|piece| piece.is_some()).map(|piece| piece.kind());
        kinds.all(|kind| kind.index() < shared)
    };
    let by_partner =
        |game: &Game| format!("{:?}", game.definition().rules.get("castling")).contains("chess960");
    let respelled = by_partner(one) != by_partner(other);
    for round in 0..rounds {
        let start = match round % 2 {
            0 => one.start().clone(),
            _ if one.players().len() > 2 => random_line(one, dice, 12).position().setup(),
            _ => match sparse(one, dice) {
                Some(position) => position.setup(),
                None => continue,
            },
        };
        let (Ok(first), Ok(second)) = (Position::new(one, &start), Position::new(other, &start)) else {
            continue;
        };
        if !is_shared(&start) {
            continue;
        }
        let (mut first, mut second) = (Line::new(first), Line::new(second));
        for _ in 0..24 {
            let (here, there) = (played(&first, respelled), played(&second, respelled));
            if here != there {
                let moves = format_moves(&first.first(), first.moves());
                return Err(format!("after {moves:?}\n{here:?}\n{there:?}"));
            }
            // The two games number their moves each in its own way; a text that means two moves would not tell which.
            let legal = first.position().legal_moves();
            let texts = format_moves(first.position(), &legal);
            let alone = |text: &String| {
                here.0.binary_search(text).is_ok_and(|at| {
                    here.0.get(at + 1) != Some(text)
                        && at.checked_sub(1).is_none_or(|before| here.0[before] != *text)
                })
            };
            let moves: Vec<(Move, String)> =
                legal.into_iter().zip(texts).filter(|(_, text)| alone(text)).collect();
            if here.1.is_some() || moves.is_empty() {
                break;
            }
            let back = first.moves().iter().rev().nth(1);
            let back = back.and_then(|last| {
                moves.iter().find(|(mv, _)| (mv.from(), mv.to()) == (last.to(), last.from())).cloned()
            });
            let rare: Vec<_> = moves.iter().filter(|(mv, _)| mv.kind() != MoveKind::Step).collect();
            let (mv, text) = match dice.below(4) {
                0 if !rare.is_empty() => rare[dice.below(rare.len())].clone(),
                0 | 1 => back.unwrap_or_else(|| dice.pick(&moves).clone()),
                _ => dice.pick(&moves).clone(),
            };
            let same = parse_move(second.position(), &text).map_err(|error| error.to_string())?;
            first.play_unchecked(mv);
            second.play_unchecked(same);
        }
    }
    Ok(())
}

/// So often a key is changed where something else is told, unless it is felt before, and where nothing else is.
const TRIES: [usize; 2] = [16, 10];

/// Why what is told differs and nobody feels it in so few games, and of which keys that is so.
type Unfelt = (&'static str, Change, &'static [&'static str]);

const RULES_UNFELT: &[Unfelt] = &[
    ("only who was placed at home castles so", Removed, &["rules.castling.from"]),
    ("only who was placed at home castles so", Replaced, &["rules.castling.from"]),
    ("mostly it names the usual piece", Removed, &["rules.castling.king", "rules.castling.partner"]),
    ("kings seldom have so much room", Removed, &["rules.castling.most", "rules.flight.cells"]),
    ("few pieces pass elsewhere", Removed, &["rules.en-passant.on"]),
    ("few pawns wait that long", Removed, &["rules.promotion.forced", "rules.rising.last-anywhere"]),
    ("few promote only there", Replaced, &["rules.promotion.leaving"]),
    ("few players have two kings", Removed, &["rules.several-royals"]),
    ("few players have two kings", Replaced, &["rules.several-royals"]),
    ("few kings in check have whom to change places with", Removed, &["rules.swap.in-check"]),
    ("no game has two kinds of walls", Replaced, &["rules.walling.piece", "rules.petrify.into"]),
    ("few kings rise", Removed, &["rules.rising.zone"]),
];

const ENDS_AND_PIECES_UNFELT: &[Unfelt] = &[
    ("few checks are given at random", Removed, &["end.checks.count", "end.repetition.perpetual-check"]),
    ("few checks are given at random", Replaced, &["end.checks.count", "end.repetition.perpetual-check"]),
    ("games end before they are counted out", Removed, &["end.counting.from", "end.counting.otherwise"]),
    ("games end before they are counted out", Replaced, &["end.counting.bare", "end.counting.otherwise"]),
    ("nobody gives up", Removed, &["end.elimination.retired", "end.elimination.until"]),
    ("nobody gives up", Replaced, &["end.elimination.retired"]),
    (
        "few have no move, or none but of a king",
        Removed,
        &[
            "end.elimination.stalemate",
            "end.points.stalemated",
            "end.stalemate",
            "end.stalemate-count",
            "end.unsafe-royal",
        ],
    ),
    (
        "few have no move, or none but of a king",
        Replaced,
        &["end.stalemate", "end.stalemate-count", "end.unsafe-royal"],
    ),
    ("few can answer an end", Removed, &["end.goal.reply"]),
    ("few can answer an end", Replaced, &["end.goal.reply", "end.bare-king.reply"]),
    (
        "the limit that is left, or none, is too far away",
        Removed,
        &["end.no-progress", "end.no-progress.result", "end.repetition.claim"],
    ),
    ("most limits are too far away", Replaced, &["end.repetition"]),
    ("nobody chases", Removed, &["end.repetition.chase-exempt"]),
    ("nobody chases", Replaced, &["end.repetition.chase-exempt", "end.repetition.perpetual-chase"]),
    ("points count only at the end", Removed, &["end.points.captures"]),
    (
        "points count only at the end",
        Replaced,
        &["end.points.lead", "end.points.light", "end.points.stalemated"],
    ),
    ("few games come down to so few pieces", Replaced, &["end.material"]),
    (
        "few games come down to so few pieces, or last so long",
        Removed,
        &["end.material", "end.no-progress.automatic"],
    ),
    ("few pieces sweep or are one player's own", Removed, &["pieces.must-sweep", "pieces.players"]),
    ("few pieces sweep or are one player's own", Replaced, &["pieces.must-sweep", "pieces.players"]),
    (
        "few pieces shoot so often",
        Replaced,
        &["pieces.shots", "pieces.shots.count", "pieces.shots.then", "pieces.shoots"],
    ),
    ("what was a wall mostly has no way to go", Removed, &["pieces.wall"]),
    ("what was a wall mostly has no way to go", Replaced, &["pieces.wall"]),
    (
        "few pieces come back to where they have first moves",
        Replaced,
        &["pieces.first-zone", "pieces.unmoved"],
    ),
];

/// Changes every key of some sections; nobody may miss to feel more than what is expected.
fn compare(sections: &[&str], unfelt: &[Unfelt]) {
    let numbers = GAMES.iter().flat_map(|(range, many)| range.clone().map(|number| (number, *many)));
    let texts = numbers.map(|(number, many)| varied::definition(number, many));
    let games: Vec<Told> = texts.filter_map(|text| Told::new(vec![text])).collect();
    let (mut dice, required) = (Random::new(15), required());
    let (mut wrong, mut missed) = (Vec::new(), BTreeSet::new());
    for (key, kinds) in
        all_keys().into_iter().filter(|(key, _)| sections.iter().any(|own| key.starts_with(own)))
    {
        for change in [Removed, Replaced] {
            if change == Removed && required.contains(&key) {
                continue;
            }
            let among = holders(&games, &key, change);
            let (mut felt, mut tries) = (false, [0; 2]);
            for _ in 0..120 {
                if felt || tries[0] == TRIES[0] || tries[1] == TRIES[1] {
                    break;
                }
                // What no game says is said before it is taken away.
                let made = match among.is_empty() {
                    true => {
                        let game = dice.pick(&games);
                        let line = line(game, &key, &kinds, Replaced, &mut dice);
                        line.and_then(|line| game.with(&line))
                    }
                    false => None,
                };
                let Some(game) = made.as_ref().or_else(|| among.get(dice.below(among.len().max(1))).copied())
                else {
                    continue;
                };
                let Some(other) =
                    line(game, &key, &kinds, change, &mut dice).and_then(|line| game.with(&line))
                else {
                    continue;
                };
                let alike = game.words() == other.words();
                tries[usize::from(alike)] += 1;
                match (alike, play_alike(&game.game, &other.game, 4, &mut dice)) {
                    (true, Err(difference)) => {
                        let texts = other.texts.join("\n\nwith\n");
                        wrong.push(format!("{texts}\nnothing else is told, but {difference}\n"));
                    }
                    (false, Err(_)) => felt = true,
                    _ => {}
                }
            }
            if !felt {
                missed.insert((change, key.clone()));
            }
        }
    }
    let expected: BTreeSet<(Change, String)> = unfelt
        .iter()
        .flat_map(|(_, change, keys)| keys.iter().map(|key| (*change, (*key).to_owned())))
        .collect();
    let more: Vec<_> = missed.difference(&expected).collect();
    let fewer: Vec<_> = expected.difference(&missed).collect();
    println!("felt after all: {fewer:?}");
    assert!(wrong.is_empty(), "{} differ\n{}\n{more:?}", wrong.len(), wrong.join("\n"));
    assert!(more.is_empty(), "nobody felt {more:?}");
}

#[test]
fn what_is_told_of_rules_is_what_is_played() {
    compare(&["rules."], RULES_UNFELT);
}

#[test]
fn what_is_told_of_ends_and_pieces_is_what_is_played() {
    compare(&["end.", "pieces."], ENDS_AND_PIECES_UNFELT);
}

//! What the slow rules need to know, read from a definition's tables.

use super::specials::{self, Flight, Swap};
use chatura_rules::board::zone;
use chatura_rules::definition::{ByPlayer, Definition, Moment, Royal, Spanned, Table, Value};
use chatura_rules::movement::{Movement, Part};
use chatura_rules::rule::Verdict;
use chatura_rules::set;
use chatura_rules::{Cell, Game, PieceType, Player, Setup};

/// For each player, for each cell: whether it belongs.
pub type Zone = Vec<Vec<bool>>;

pub struct Reading {
    pub views: Vec<Vec<Cell>>,
    pub backs: Vec<Vec<Cell>>,
    /// File and rank of each cell.
    pub places: Vec<(u16, u16)>,
    pub start: Setup,
    pub kinds: Vec<Kind>,
    pub check_ignored: bool,
    pub no_checks: bool,
    pub no_facing: bool,
    pub must_capture: bool,
    pub duck: Option<PieceType>,
    /// Who turns into what.
    pub petrify: Option<(Vec<PieceType>, PieceType)>,
    pub transform: Vec<(PieceType, PieceType)>,
    pub progressive: bool,
    pub walling: Option<Walling>,
    pub tracks_unmoved: bool,
    pub royal_capture: Verdict,
    pub bare_king: Verdict,
    pub bare_reply: bool,
    pub checkmate: Verdict,
    pub stalemate: Verdict,
    pub unsafe_royal: Verdict,
    pub pass: String,
    pub en_passant: Option<Zone>,
    pub castling: Option<Castling>,
    pub promotions: Vec<Promotion>,
    pub drops: Option<Drops>,
    /// Where pieces may come in.
    pub gating: Option<Zone>,
    pub blast: Option<Blast>,
    pub extinction: Option<Extinction>,
    pub goal: Option<Goal>,
    pub checks: Option<u8>,
    pub reset_by: Vec<PieceType>,
    pub progress: Progress,
    pub repetition: Repetition,
    pub chase_exempt: Vec<PieceType>,
    pub material_draws: bool,
    pub moves_per_turn: usize,
    /// Of the very first turn.
    pub first_turn: usize,
    /// A royal in check may not run away.
    pub no_flight: bool,
    /// `none`, `fewer` or `more`.
    pub stalemate_count: String,
    pub draw_odds: Option<usize>,
    pub several: String,
    pub rising: Option<Rising>,
    pub swap: Option<Swap>,
    pub flight: Option<Flight>,
    pub closing: Option<Zone>,
    pub conversion: Option<PieceType>,
    pub counting: Option<Counting>,
    /// For each player whose side it is on.
    pub sides: Vec<usize>,
    pub leaving: Leaving,
    pub points: Option<Points>,
    /// For each cell its colour, and those next to it.
    pub families: Vec<u8>,
    pub neighbours: Vec<Vec<Cell>>,
}

/// How players leave a game for more than two.
pub struct Leaving {
    pub until_first: bool,
    /// `dead`, `removed` or `inherited`.
    pub army: String,
    /// The same for whoever gave up.
    pub retired: String,
    /// `out`, `skip` or `draw`.
    pub stalemate: String,
    pub kings_are_spared: bool,
}

/// What is worth how much.
pub struct Points {
    /// By type.
    pub captures: Vec<i16>,
    pub mate: i16,
    pub stalemated: i16,
    /// With two left, who leads by more than this may claim the win.
    pub lead: Option<i16>,
    /// For checking two and three: by a light piece, by another.
    pub checks: Vec<Vec<i16>>,
    pub light: Vec<PieceType>,
}

pub struct Kind {
    /// With the first moves among them, as initial parts.
    pub moves: Movement,
    /// Outside a zone it moves so.
    pub beyond: Option<(Zone, Movement)>,
    pub within: Option<Zone>,
    pub first_zone: Zone,
    pub unmoved: bool,
    /// What it may do besides: from where, when, how.
    pub also: Vec<(Option<Zone>, Moment, Movement)>,
    pub royal: Royal,
    pub demoted: PieceType,
    /// What it looks like, if it is a type only because of its past.
    pub base: PieceType,
    /// What it shoots at.
    pub shoots: Option<Movement>,
    /// What it is after a shot.
    pub after_shot: Option<PieceType>,
    /// Whether nobody owns, moves or captures it.
    pub wall: bool,
    /// Who takes its first moves away by aiming at it.
    pub first_safe: Vec<PieceType>,
    /// Whether it takes what it can on its way.
    pub must_sweep: bool,
    /// What it neither takes nor jumps over.
    pub avoids: Vec<PieceType>,
    /// By player, whether it can have it.
    pub owners: Vec<bool>,
}

impl Kind {
    /// How it may move from a cell, which may be one of its start cells, and may never have been left.
    pub fn movement(&self, player: usize, cell: usize, start: bool, unmoved: bool) -> Movement {
        let beyond = self.beyond.as_ref().filter(|(zone, _)| !zone[player][cell]);
        let usual = beyond.map_or(&self.moves, |(_, moves)| moves);
        let first = if self.unmoved { unmoved } else { start };
        let mut parts: Vec<Part> =
            usual.parts.iter().filter(|part| first || !part.initial).cloned().collect();
        for (zone, when, moves) in &self.also {
            let here = zone.as_ref().is_none_or(|zone| zone[player][cell]);
            for part in moves.parts.iter().filter(|_| here) {
                match when {
                    Moment::Always if first || !part.initial => parts.push(part.clone()),
                    Moment::Start if start => parts.push(Part { initial: true, ..part.clone() }),
                    Moment::Unmoved if unmoved => parts.push(Part { initial: true, ..part.clone() }),
                    _ => {}
                }
            }
        }
        Movement { parts }
    }
}

pub struct Castling {
    pub king: PieceType,
    pub partners: Vec<PieceType>,
    /// Where the king begins, by player.
    pub home: Vec<Option<Cell>>,
    /// The king's row from left to right, by player.
    pub rows: Vec<Vec<Cell>>,
    kind: String,
    /// How far at least and at most, where that is open.
    far: (i32, i32),
    named: Vec<Vec<(Cell, Cell)>>,
    /// Where those who are dropped may castle from, the king's cell first, by player.
    pub from: Vec<Vec<Cell>>,
    /// Whether the start is drawn.
    drawn: bool,
}

pub struct Promotion {
    pub of: Vec<PieceType>,
    pub to: Vec<PieceType>,
    pub zone: Zone,
    pub forced: Zone,
    pub optional: bool,
    pub leaving: bool,
    pub captured_only: bool,
    pub most: Vec<(PieceType, usize)>,
    /// What a move must take for it.
    pub taking: Option<Vec<PieceType>>,
}

pub struct Drops {
    pub captured: bool,
    pub held: Vec<PieceType>,
    /// By type.
    pub zones: Vec<Option<Zone>>,
    /// How many may be on a file.
    pub per_file: Vec<(PieceType, usize)>,
    pub no_mate: Vec<PieceType>,
    pub one_per_colour: Vec<PieceType>,
    pub no_check: Vec<PieceType>,
    pub first: bool,
}

pub struct Blast {
    pub around: Vec<Vec<Cell>>,
    pub spares: Vec<PieceType>,
}

pub struct Extinction {
    pub of: Vec<PieceType>,
    pub down_to: usize,
    pub together: bool,
    pub verdict: Verdict,
}

pub struct Goal {
    pub of: Vec<PieceType>,
    pub zone: Zone,
    pub reply: bool,
    pub verdict: Verdict,
    pub safe: bool,
    pub stays: bool,
    pub count: usize,
}

/// What is counted near the end.
pub struct Counting {
    pub without: Vec<PieceType>,
    pub board: Option<u8>,
    pub few: Option<usize>,
    /// Against one, against several.
    pub bare: Vec<(PieceType, [u8; 2])>,
    pub otherwise: Option<u8>,
    pub from_pieces: bool,
}

/// What becomes another where it stands.
pub struct Rising {
    pub of: PieceType,
    pub to: PieceType,
    pub zone: Zone,
    pub last_anywhere: bool,
    pub most: usize,
}

/// How many moves of each player without progress are too many, and what that means.
pub struct Progress {
    pub claim: Option<usize>,
    pub automatic: Option<usize>,
    pub verdict: Verdict,
}

/// At which occurrence of a position something happens, and what.
pub struct Repetition {
    pub claim: Option<usize>,
    pub automatic: Option<usize>,
    pub verdict: Verdict,
    pub check: Verdict,
    pub chase: Verdict,
}

/// Which wall a move puts up, and where.
pub struct Walling {
    pub piece: PieceType,
    /// `left`, `reached` or `empty`.
    pub on: String,
    pub zone: Zone,
}

/// Every key the slow rules know. A definition with another one is refused, so that no rule goes unexamined.
pub const KEYS: &[&str] = &[
    "rules.check",
    "rules.giving-check",
    "rules.kings-facing",
    "rules.castling",
    "rules.castling.kind",
    "rules.castling.king",
    "rules.castling.partner",
    "rules.castling.cells",
    "rules.castling.from",
    "rules.castling.least",
    "rules.castling.most",
    "rules.closing",
    "rules.several-royals",
    "rules.conversion",
    "rules.flight",
    "rules.flight.from",
    "rules.flight.cells",
    "rules.swap",
    "rules.swap.of",
    "rules.swap.with",
    "rules.swap.enemy",
    "rules.swap.ahead",
    "rules.swap.in-check",
    "rules.swap.harmless",
    "rules.evasion",
    "rules.rising",
    "rules.rising.of",
    "rules.rising.to",
    "rules.rising.zone",
    "rules.rising.last-anywhere",
    "rules.rising.most",
    "rules.en-passant",
    "rules.en-passant.on",
    "rules.promotion",
    "rules.promotion.of",
    "rules.promotion.to",
    "rules.promotion.zone",
    "rules.promotion.optional",
    "rules.promotion.leaving",
    "rules.promotion.forced",
    "rules.promotion.limit",
    "rules.promotion.most",
    "rules.promotion.taking",
    "rules.drops",
    "rules.drops.captured",
    "rules.drops.demote",
    "rules.drops.pieces",
    "rules.drops.zones",
    "rules.drops.one-per-file",
    "rules.drops.per-file",
    "rules.drops.no-mate",
    "rules.drops.one-per-colour",
    "rules.drops.no-check",
    "rules.drops.first",
    "rules.gating",
    "rules.gating.zone",
    "rules.must-capture",
    "rules.duck",
    "rules.petrify",
    "rules.petrify.of",
    "rules.petrify.into",
    "rules.transform",
    "rules.progressive",
    "rules.walling",
    "rules.walling.piece",
    "rules.walling.on",
    "rules.walling.zone",
    "rules.blast",
    "rules.blast.radius",
    "rules.blast.spares",
    "rules.pass",
    "rules.moves-per-turn",
    "rules.moves-per-turn.count",
    "rules.moves-per-turn.first",
    "end.checkmate",
    "end.stalemate",
    "end.unsafe-royal",
    "end.royal-capture",
    "end.bare-king",
    "end.bare-king.result",
    "end.bare-king.reply",
    "end.extinction",
    "end.extinction.of",
    "end.extinction.result",
    "end.extinction.down-to",
    "end.extinction.together",
    "end.goal",
    "end.goal.of",
    "end.goal.zone",
    "end.goal.result",
    "end.goal.reply",
    "end.stalemate-count",
    "end.draw-odds",
    "end.goal.safe",
    "end.goal.stays",
    "end.goal.count",
    "end.counting",
    "end.counting.without",
    "end.counting.board",
    "end.counting.few",
    "end.counting.bare",
    "end.counting.otherwise",
    "end.counting.from",
    "end.checks",
    "end.checks.count",
    "end.repetition",
    "end.repetition.claim",
    "end.repetition.automatic",
    "end.repetition.result",
    "end.repetition.perpetual-check",
    "end.repetition.perpetual-chase",
    "end.repetition.chase-exempt",
    "end.no-progress",
    "end.no-progress.claim",
    "end.no-progress.automatic",
    "end.no-progress.reset-by",
    "end.no-progress.result",
    "end.material",
    "end.elimination",
    "end.elimination.until",
    "end.elimination.army",
    "end.elimination.retired",
    "end.elimination.stalemate",
    "end.elimination.king-capture",
    "end.points",
    "end.points.captures",
    "end.points.mate",
    "end.points.stalemated",
    "end.points.checks",
    "end.points.light",
    "end.points.lead",
];

/// Keys whose own keys are names of pieces.
const PER_PIECE: &[&str] = &[
    "rules.drops.zones",
    "rules.drops.per-file",
    "rules.transform",
    "rules.promotion.most",
    "end.counting.bare",
    "end.points.captures",
];

/// Keys of pieces that belong to rules.
const PIECE_KEYS: &[&str] = &["shoots", "shots", "first-safe", "must-sweep", "avoids"];

/// Calls back for every key that is written in the rules of a definition, with its path and its value.
pub fn each_key(definition: &Definition, look: &mut dyn FnMut(&str, &Value)) {
    let names: Vec<&str> = definition.players.names.iter().map(|name| name.value.as_str()).collect();
    let players: &[&str] = if names.is_empty() { &["White", "Black"] } else { &names };
    fn each(path: &str, value: &Value, players: &[&str], look: &mut dyn FnMut(&str, &Value)) {
        match value {
            Value::Table(table) if !PER_PIECE.contains(&path) => {
                for (key, value) in &table.entries {
                    // What is written for a player is still the same key.
                    let own = players.contains(&key.value.as_str());
                    let path = if own { path.to_owned() } else { format!("{path}.{}", key.value) };
                    look(&path, &value.value);
                    each(&path, &value.value, players, look);
                }
            }
            Value::List(items) => items.iter().for_each(|item| each(path, &item.value, players, look)),
            _ => {}
        }
    }
    each("rules", &Value::Table(definition.rules.clone()), players, look);
    each("end", &Value::Table(definition.end.clone()), players, look);
}

/// A value that may not be there.
#[derive(Clone, Copy)]
struct Look<'a>(Option<&'a Value>);

impl<'a> Look<'a> {
    fn of(table: &'a Table, key: &str) -> Look<'a> {
        Look(table.get(key).map(|v| &v.value))
    }

    fn key(self, key: &str) -> Look<'a> {
        match self.0 {
            Some(Value::Table(table)) => Look::of(table, key),
            _ => Look(None),
        }
    }

    fn text(self) -> Option<&'a str> {
        match self.0 {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn flag(self, default: bool) -> bool {
        match self.0 {
            Some(Value::Flag(flag)) => *flag,
            _ => default,
        }
    }

    fn number(self, default: i64) -> i64 {
        self.some_number().unwrap_or(default)
    }

    fn some_number(self) -> Option<i64> {
        match self.0 {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn count(self) -> Option<usize> {
        self.some_number().map(|number| number as usize)
    }

    fn verdict(self, default: Verdict) -> Verdict {
        match self.text() {
            Some("win") => Verdict::Win,
            Some("loss") => Verdict::Loss,
            Some("draw") => Verdict::Draw,
            Some(_) => Verdict::None,
            None => default,
        }
    }

    /// The items of a list, or the one value.
    fn items(self) -> Vec<Look<'a>> {
        match self.0 {
            Some(Value::List(items)) => items.iter().map(|item| Look(Some(&item.value))).collect(),
            Some(_) => vec![self],
            None => Vec::new(),
        }
    }

    /// Whether it is there and not `false` or `"none"`.
    fn is_on(self) -> bool {
        self.0.is_some() && self.flag(true) && self.text() != Some("none")
    }
}

/// What several rules are read with.
struct Tools<'a> {
    game: &'a Game,
    definition: &'a Definition,
    views: &'a [Vec<Cell>],
    zones: Vec<(String, set::Zone)>,
}

impl Tools<'_> {
    fn zone(&self, text: &str) -> Zone {
        let set = zone::parse(text, self.game.board(), &self.zones).unwrap();
        let seen = |view: &Vec<Cell>| {
            let mut has = vec![false; view.len()];
            for cell in set {
                has[view[cell].index()] = true;
            }
            has
        };
        self.views.iter().map(seen).collect()
    }

    fn kind(&self, name: &str) -> PieceType {
        let index = self.definition.pieces.iter().position(|p| p.name.value == name);
        PieceType(index.unwrap_or_else(|| panic!("a piece {name}")) as u8)
    }

    fn per_piece<'v>(&self, look: Look<'v>) -> Vec<(PieceType, Look<'v>)> {
        match look.0 {
            Some(Value::Table(table)) => table
                .entries
                .iter()
                .map(|(name, value)| (self.kind(&name.value), Look(Some(&value.value))))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn kinds(&self, look: Look<'_>) -> Vec<PieceType> {
        look.items().into_iter().filter_map(Look::text).map(|name| self.kind(name)).collect()
    }
}

impl Reading {
    pub fn new(game: &Game, definition: &Definition) -> Reading {
        each_key(definition, &mut |path, _| {
            assert!(KEYS.contains(&path), "the slow rules do not know the key {path}");
        });
        for (key, _) in definition.pieces.iter().flat_map(|piece| &piece.rules.entries) {
            assert!(
                PIECE_KEYS.contains(&key.value.as_str()),
                "the slow rules do not know the key {}",
                key.value
            );
        }
        let board = game.board();
        let players = game.players().len();
        let view = |player: usize| -> Vec<Cell> {
            (0..board.len()).map(|c| game.view(Player(player as u8), Cell(c as u16))).collect()
        };
        let views: Vec<Vec<Cell>> = (0..players).map(view).collect();
        let mut zones: Vec<(String, set::Zone)> = Vec::new();
        for (name, text) in &definition.zones {
            let set = zone::parse(&text.value, board, &zones).unwrap();
            zones.push((name.value.clone(), set));
        }
        let tools = Tools { game, definition, views: &views, zones };
        let rule = |key: &str| Look::of(&definition.rules, key);
        let end = |key: &str| Look::of(&definition.end, key);
        let backs = views.iter().map(|view| {
            let mut back = view.clone();
            view.iter().enumerate().for_each(|(cell, image)| back[image.index()] = Cell(cell as u16));
            back
        });
        let backs: Vec<Vec<Cell>> = backs.collect();
        let en_passant = rule("en-passant");
        let turns = rule("moves-per-turn");
        let turn = turns.some_number().unwrap_or(turns.key("count").number(1)) as usize;
        Reading {
            places: board.cells.iter().map(|info| (info.file, info.rank)).collect(),
            start: game.start().clone(),
            kinds: kinds(&tools),
            check_ignored: rule("check").text() == Some("ignored"),
            no_checks: rule("giving-check").text() == Some("forbidden"),
            no_facing: rule("kings-facing").text() == Some("forbidden"),
            must_capture: rule("must-capture").flag(false),
            duck: rule("duck").text().map(|name| tools.kind(name)),
            petrify: rule("petrify")
                .key("into")
                .text()
                .map(|into| (tools.kinds(rule("petrify").key("of")), tools.kind(into))),
            transform: match rule("transform").0 {
                Some(Value::Table(table)) => table
                    .entries
                    .iter()
                    .filter_map(|(from, to)| {
                        Some((tools.kind(&from.value), tools.kind(Look(Some(&to.value)).text()?)))
                    })
                    .collect(),
                _ => Vec::new(),
            },
            progressive: rule("progressive").flag(false),
            swap: rule("swap").is_on().then(|| Swap {
                of: tools.kinds(rule("swap").key("of")),
                with: tools.kinds(rule("swap").key("with")),
                enemy: rule("swap").key("enemy").flag(false),
                in_check: rule("swap").key("in-check").flag(true),
                harmless: rule("swap").key("harmless").flag(false),
                near: specials::near(game, &views, &backs, rule("swap").key("ahead").flag(false)),
            }),
            flight: rule("flight").is_on().then(|| Flight {
                from: tools.kinds(rule("flight").key("from")),
                lines: specials::lines(
                    &board.cells.iter().map(|info| (info.file, info.rank)).collect::<Vec<_>>(),
                    rule("flight").key("cells").number(2) as usize,
                ),
            }),
            closing: rule("closing").text().map(|zone| tools.zone(zone)),
            conversion: rule("conversion").text().map(|name| tools.kind(name)),
            walling: rule("walling").key("piece").text().map(|name| Walling {
                piece: tools.kind(name),
                on: rule("walling").key("on").text().unwrap_or("left").to_owned(),
                zone: tools.zone(rule("walling").key("zone").text().unwrap_or("all")),
            }),
            tracks_unmoved: definition
                .pieces
                .iter()
                .any(|piece| piece.unmoved || piece.also.iter().any(|also| also.when == Moment::Unmoved)),
            royal_capture: end("royal-capture").verdict(Verdict::Loss),
            bare_king: bare_king(end("bare-king")),
            bare_reply: end("bare-king").key("reply").is_on(),
            checkmate: end("checkmate").verdict(Verdict::Loss),
            stalemate: end("stalemate").verdict(Verdict::Draw),
            unsafe_royal: end("unsafe-royal").verdict(Verdict::None),
            pass: rule("pass").text().unwrap_or("never").to_owned(),
            en_passant: en_passant.is_on().then(|| tools.zone(en_passant.key("on").text().unwrap_or("all"))),
            castling: (rule("castling").is_on() && rule("castling").key("kind").text() != Some("none"))
                .then(|| castling(&tools, rule("castling"))),
            promotions: match rule("promotion").is_on() {
                true => rule("promotion").items().into_iter().map(|one| promotion(&tools, one)).collect(),
                false => Vec::new(),
            },
            drops: rule("drops").is_on().then(|| drops(&tools, rule("drops"))),
            gating: rule("gating")
                .is_on()
                .then(|| tools.zone(rule("gating").key("zone").text().unwrap_or("rank 1"))),
            blast: rule("blast").is_on().then(|| blast(&tools, rule("blast"))),
            extinction: end("extinction").is_on().then(|| Extinction {
                of: tools.kinds(end("extinction").key("of")),
                down_to: end("extinction").key("down-to").number(0) as usize,
                together: end("extinction").key("together").flag(false),
                verdict: end("extinction").key("result").verdict(Verdict::Loss),
            }),
            goal: end("goal").is_on().then(|| Goal {
                of: tools.kinds(end("goal").key("of")),
                zone: tools.zone(end("goal").key("zone").text().unwrap()),
                reply: end("goal").key("reply").flag(false),
                verdict: end("goal").key("result").verdict(Verdict::Win),
                safe: end("goal").key("safe").flag(false),
                stays: end("goal").key("stays").flag(false),
                count: end("goal").key("count").number(1) as usize,
            }),
            checks: end("checks").is_on().then(|| end("checks").key("count").number(3) as u8),
            reset_by: tools.kinds(end("no-progress").key("reset-by")),
            progress: Progress {
                claim: end("no-progress").key("claim").count(),
                automatic: end("no-progress").key("automatic").count(),
                verdict: end("no-progress").key("result").verdict(Verdict::Draw),
            },
            repetition: Repetition {
                claim: end("repetition").key("claim").count(),
                automatic: end("repetition").key("automatic").count(),
                verdict: end("repetition").key("result").verdict(Verdict::Draw),
                check: end("repetition").key("perpetual-check").verdict(Verdict::None),
                chase: end("repetition").key("perpetual-chase").verdict(Verdict::None),
            },
            chase_exempt: tools.kinds(end("repetition").key("chase-exempt")),
            material_draws: end("material").text() == Some("draw")
                && !wins_otherwise(&definition.rules, &definition.end),
            moves_per_turn: turn,
            first_turn: rule("moves-per-turn").key("first").number(turn as i64) as usize,
            stalemate_count: end("stalemate-count").text().unwrap_or("none").to_owned(),
            draw_odds: end("draw-odds")
                .text()
                .map(|name| game.players().iter().position(|own| own == name).unwrap()),
            several: rule("several-royals").text().unwrap_or("none").to_owned(),
            no_flight: rule("evasion").text() == Some("no-flight"),
            rising: rule("rising").is_on().then(|| Rising {
                of: tools.kind(rule("rising").key("of").text().unwrap()),
                to: tools.kind(rule("rising").key("to").text().unwrap()),
                zone: tools.zone(rule("rising").key("zone").text().unwrap_or("all")),
                last_anywhere: rule("rising").key("last-anywhere").flag(false),
                most: rule("rising").key("most").number(1000) as usize,
            }),
            counting: end("counting").is_on().then(|| Counting {
                without: tools.kinds(end("counting").key("without")),
                board: end("counting").key("board").count().map(|n| n as u8),
                few: end("counting").key("few").count(),
                bare: tools
                    .per_piece(end("counting").key("bare"))
                    .into_iter()
                    .map(|(kind, look)| {
                        let numbers: Vec<u8> = look.items().into_iter().map(|n| n.number(0) as u8).collect();
                        (kind, [numbers[0], *numbers.last().unwrap()])
                    })
                    .collect(),
                otherwise: end("counting").key("otherwise").count().map(|n| n as u8),
                from_pieces: end("counting").key("from").text() != Some("nothing"),
            }),
            sides: sides(definition, game.players()),
            leaving: leaving(end("elimination")),
            points: end("points").is_on().then(|| points(&tools, end("points"))),
            families: board.cells.iter().map(|info| info.family).collect(),
            neighbours: (0..board.len()).map(|c| neighbours(game, c)).collect(),
            views: views.clone(),
            backs,
        }
    }
}

/// Whether a game can be won but by mate.
fn wins_otherwise(rules: &Table, end: &Table) -> bool {
    let (rule, end) = (|key: &str| Look::of(rules, key), |key: &str| Look::of(end, key));
    let decides = |verdict: Verdict| matches!(verdict, Verdict::Win | Verdict::Loss);
    let result = |key: &str, default| end(key).is_on() && decides(end(key).key("result").verdict(default));
    rule("check").text() == Some("ignored")
        || rule("blast").is_on()
        || end("checks").is_on()
        || result("goal", Verdict::Win)
        || result("extinction", Verdict::Loss)
        || result("no-progress", Verdict::Draw)
        || decides(end("stalemate").verdict(Verdict::Draw))
        || decides(end("unsafe-royal").verdict(Verdict::None))
        || decides(bare_king(end("bare-king")))
}

/// A word, or a table with one.
fn bare_king(written: Look<'_>) -> Verdict {
    match written.0 {
        Some(Value::Table(_)) => written.key("result").verdict(Verdict::Loss),
        _ => written.verdict(Verdict::None),
    }
}

fn kinds(tools: &Tools<'_>) -> Vec<Kind> {
    let start = tools.game.start();
    let all = tools.game.types().iter().enumerate();
    all.map(|(index, info)| {
        let piece = &tools.definition.pieces[info.base];
        let with_first = |moves: &Movement| {
            let first = piece.first.iter().flat_map(|first| first.value.parts.clone());
            let first = first.map(|part| Part { initial: true, ..part });
            Movement { parts: moves.parts.iter().cloned().chain(first).collect() }
        };
        let zone = |text: &Option<Spanned<String>>| text.as_ref().map(|t| tools.zone(&t.value));
        let start_cells = || {
            let begins = |player: u8| {
                let wanted = chatura_rules::Piece::new(Player(player), PieceType(index as u8));
                start.cells.iter().map(|there| *there == wanted).collect()
            };
            (0..tools.views.len()).map(|player| begins(player as u8)).collect()
        };
        Kind {
            moves: with_first(&piece.moves.value),
            beyond: piece.beyond.as_ref().map(|(z, m)| (tools.zone(&z.value), with_first(&m.value))),
            within: zone(&piece.within),
            first_zone: first_zone(tools, piece.first_zone.as_ref(), &start_cells()),
            unmoved: piece.unmoved,
            also: piece
                .also
                .iter()
                .map(|also| (zone(&also.zone), also.when, also.moves.value.clone()))
                .collect(),
            royal: piece.royal,
            demoted: info.demoted,
            base: PieceType(info.base as u8),
            shoots: piece.rules.get("shoots").and_then(|shoots| match &shoots.value {
                Value::Moves(moves) => Some(moves.clone()),
                _ => None,
            }),
            after_shot: tools.game.after_shot(PieceType(index as u8)),
            wall: info.wall,
            first_safe: piece
                .rules
                .get("first-safe")
                .map_or(Vec::new(), |safe| tools.kinds(Look(Some(&safe.value)))),
            avoids: piece.rules.get("avoids").map_or(Vec::new(), |v| tools.kinds(Look(Some(&v.value)))),
            must_sweep: piece.rules.get("must-sweep").is_some_and(|v| v.value == Value::Flag(true)),
            owners: tools
                .game
                .players()
                .iter()
                .map(|name| piece.players.is_empty() || piece.players.iter().any(|own| own.value == *name))
                .collect(),
        }
    })
    .collect()
}

/// Where first moves apply, player by player.
fn first_zone(tools: &Tools<'_>, written: Option<&ByPlayer<Spanned<String>>>, start: &Zone) -> Zone {
    let own = |player: usize| written.and_then(|zones| zones.of(&tools.game.players()[player]));
    let zone = |player: usize| match own(player) {
        Some(text) => tools.zone(&text.value)[player].clone(),
        None => start[player].clone(),
    };
    (0..tools.views.len()).map(zone).collect()
}

/// Whether something is written for some players and not for others.
pub fn differs(definition: &Definition, players: &[String]) -> bool {
    let mut found = false;
    each_table(&Value::Table(definition.rules.clone()), &mut |table| {
        found |= table.entries.iter().any(|(key, _)| players.contains(&key.value));
    });
    each_table(&Value::Table(definition.end.clone()), &mut |table| {
        found |= table.entries.iter().any(|(key, _)| players.contains(&key.value));
    });
    found
}

fn each_table(value: &Value, look: &mut dyn FnMut(&Table)) {
    match value {
        Value::Table(table) => {
            look(table);
            table.entries.iter().for_each(|(_, value)| each_table(&value.value, look));
        }
        Value::List(items) => items.iter().for_each(|item| each_table(&item.value, look)),
        _ => {}
    }
}

/// A definition in which every table by player has become what it says for one, or for the first who is named.
pub fn for_player(definition: &Definition, players: &[String], player: Option<usize>) -> Definition {
    let own = |table: &Table| match theirs(&Value::Table(table.clone()), players, player) {
        Some(Value::Table(table)) => table,
        _ => Table::default(),
    };
    Definition { rules: own(&definition.rules), end: own(&definition.end), ..definition.clone() }
}

fn theirs(value: &Value, players: &[String], player: Option<usize>) -> Option<Value> {
    let inside = |item: &Spanned<Value>| Some(Spanned::new(theirs(&item.value, players, player)?, item.span));
    match value {
        Value::List(items) => Some(Value::List(items.iter().filter_map(inside).collect())),
        Value::Table(table) => {
            let is_player = |key: &str| players.iter().any(|name| name == key);
            let named: Vec<_> = table.entries.iter().filter(|(key, _)| is_player(&key.value)).collect();
            let mut rest = Table::default();
            for (key, value) in table.entries.iter().filter(|(key, _)| !is_player(&key.value)) {
                rest.set(key.clone(), value.clone());
            }
            let own = match player {
                Some(player) => named.iter().find(|(key, _)| key.value == players[player]),
                None => named.first(),
            };
            if rest.entries.is_empty() && !named.is_empty() {
                return theirs(&own?.1.value, players, player);
            }
            if let Some((_, Spanned { value: Value::Table(own), .. })) = own.filter(|_| player.is_some()) {
                own.entries.iter().for_each(|(key, value)| rest.set(key.clone(), value.clone()));
            }
            let entries = rest.entries.iter().filter_map(|(key, value)| Some((key.clone(), inside(value)?)));
            Some(Value::Table(Table { entries: entries.collect() }))
        }
        value => Some(value.clone()),
    }
}

fn castling(tools: &Tools<'_>, look: Look<'_>) -> Castling {
    let royal: Vec<_> = tools.definition.pieces.iter().filter(|p| p.royal != Royal::No).collect();
    let usual = match royal[..] {
        [only] => &only.name.value,
        _ => "king",
    };
    let king = tools.kind(look.key("king").text().unwrap_or(usual));
    let start = &tools.game.start().cells;
    let board = tools.game.board();
    let players = tools.views.len();
    let from = |player: usize| -> Vec<Cell> {
        let cell = |look: Look<'_>| tools.views[player][board.cell(look.text().unwrap()).unwrap().index()];
        look.key("from").items().into_iter().map(cell).collect()
    };
    let home: Vec<Option<Cell>> = (0..players)
        .map(|p| {
            let begins = start.iter().position(|c| *c == chatura_rules::Piece::new(Player(p as u8), king));
            from(p).first().copied().or(begins.map(|c| Cell(c as u16)))
        })
        .collect();
    let row = |player: usize| {
        // As this player sees them.
        let seen = |c: usize| tools.views[player].iter().position(|image| image.index() == c).unwrap();
        let info = |c: usize| &board.cells[seen(c)];
        let rank = home[player].map_or(1, |king| info(king.index()).rank);
        let mut row: Vec<usize> = (0..board.len()).filter(|c| info(*c).rank == rank).collect();
        row.sort_by_key(|c| info(*c).file);
        row.into_iter().map(|c| Cell(c as u16)).collect()
    };
    let named = |player: usize| {
        let cell = |look: Look<'_>| tools.views[player][board.cell(look.text().unwrap()).unwrap().index()];
        let pairs = look.key("cells").items();
        pairs.into_iter().map(|pair| (cell(pair.items()[0]), cell(pair.items()[1]))).collect()
    };
    Castling {
        rows: (0..players).map(row).collect(),
        named: (0..players).map(named).collect(),
        from: (0..players).map(from).collect(),
        kind: look.text().or(look.key("kind").text()).unwrap_or("standard").to_owned(),
        far: (look.key("least").number(2) as i32, look.key("most").number(1000) as i32),
        partners: match look.key("partner").items()[..] {
            [] => vec![tools.kind("rook")],
            _ => tools.kinds(look.key("partner")),
        },
        drawn: !tools.game.variables().is_empty() && look.key("cells").items().is_empty(),
        king,
        home,
    }
}

impl Castling {
    fn at(&self, player: usize, cell: Cell) -> Option<i32> {
        self.rows[player].iter().position(|c| *c == cell).map(|at| at as i32)
    }

    /// Where king and partner go, for every castling with this partner.
    pub fn goals(&self, player: usize, king: Cell, partner: Cell) -> Vec<(Cell, Cell)> {
        let (Some(from), Some(with)) = (self.at(player, king), self.at(player, partner)) else {
            return Vec::new();
        };
        let toward = (with - from).signum();
        let last = self.rows[player].len() as i32 - 1;
        let Some(home) = self.home[player].and_then(|home| self.at(player, home)) else { return Vec::new() };
        // Where the start is drawn no cell is home in every game.
        let home = if self.drawn { from } else { home };
        if !self.named[player].is_empty() {
            // Of a king that stays the partner tells: it comes to stand on the other side.
            let right_side = |(to, partner_to): &&(Cell, Cell)| {
                let (Some(to), Some(partner_to)) = (self.at(player, *to), self.at(player, *partner_to))
                else {
                    return false;
                };
                let way = if to == home { home - partner_to } else { to - home };
                way.signum() == toward
            };
            return self.named[player].iter().filter(right_side).copied().collect();
        }
        let places: Vec<i32> = match self.kind.as_str() {
            "chess960" => vec![if toward > 0 { last - 1 } else { 2 }],
            "wide" => vec![home + 3 * toward],
            "long" => {
                let (here, there) = if toward > 0 { (last - home, home) } else { (home, last - home) };
                vec![home + toward * if here > there { 3 } else { 2 }]
            }
            "flexible" => (self.far.0..=self.far.1.min(last))
                .map(|n| home + n * toward)
                .filter(|at| *at > 0 && *at < last)
                .collect(),
            _ => vec![home + 2 * toward],
        };
        let inside = |at: &i32| (0..=last).contains(at) && (0..=last).contains(&(at - toward));
        let cell = |at: i32| self.rows[player][at as usize];
        places.into_iter().filter(inside).map(|at| (cell(at), cell(at - toward))).collect()
    }

    /// The cells from one to the other, both included.
    pub fn between(&self, player: usize, a: Cell, b: Cell) -> Vec<Cell> {
        let (a, b) = (self.at(player, a).unwrap(), self.at(player, b).unwrap());
        self.rows[player][a.min(b) as usize..=a.max(b) as usize].to_vec()
    }
}

fn promotion(tools: &Tools<'_>, look: Look<'_>) -> Promotion {
    let usual = if look.key("taking").is_on() { "all" } else { "last rank" };
    let zone = look.key("zone").text().unwrap_or(usual);
    // A promoted look-alike is a type of its own, with a mark.
    let marked = |kind: PieceType| {
        let promoted = format!("promoted {}", tools.game.types()[kind.index()].name);
        let found = tools.game.types().iter().position(|t| t.name == promoted);
        found.map_or(kind, |index| PieceType(index as u8))
    };
    Promotion {
        of: tools.kinds(look.key("of")),
        to: tools.kinds(look.key("to")).into_iter().map(marked).collect(),
        zone: tools.zone(zone),
        forced: tools.zone(look.key("forced").text().unwrap_or("none")),
        optional: look.key("optional").flag(false),
        leaving: look.key("leaving").flag(false),
        taking: look.key("taking").is_on().then(|| tools.kinds(look.key("taking"))),
        captured_only: look.key("limit").text() == Some("captured"),
        most: tools
            .per_piece(look.key("most"))
            .into_iter()
            .map(|(kind, look)| (kind, look.number(0) as usize))
            .collect(),
    }
}

fn drops(tools: &Tools<'_>, look: Look<'_>) -> Drops {
    let types = tools.game.types();
    let zones = (0..types.len()).map(|kind| {
        let name = tools.definition.pieces.get(kind)?.name.value.as_str();
        look.key("zones").key(name).text().map(|text| tools.zone(text))
    });
    let mut held = tools.kinds(look.key("pieces"));
    if held.is_empty() {
        let all = (0..types.len()).map(|kind| PieceType(kind as u8));
        held = all
            .filter(|kind| types[kind.index()].royal == Royal::No && types[kind.index()].demoted == *kind)
            .filter(|kind| !types[kind.index()].wall)
            .collect();
    }
    Drops {
        captured: look.key("captured").flag(true),
        held,
        zones: zones.collect(),
        per_file: tools
            .kinds(look.key("one-per-file"))
            .into_iter()
            .map(|kind| (kind, 1))
            .chain(
                tools
                    .per_piece(look.key("per-file"))
                    .into_iter()
                    .map(|(kind, look)| (kind, look.number(0) as usize)),
            )
            .collect(),
        no_mate: tools.kinds(look.key("no-mate")),
        one_per_colour: tools.kinds(look.key("one-per-colour")),
        no_check: tools.kinds(look.key("no-check")),
        first: look.key("first").flag(false),
    }
}

/// Players of one team have the same number; everyone else plays alone.
fn sides(definition: &Definition, players: &[String]) -> Vec<usize> {
    let side = |(seat, name): (usize, &String)| {
        let of =
            definition.players.teams.iter().position(|team| team.iter().any(|member| member.value == *name));
        of.map_or(seat, |team| players.len() + team)
    };
    players.iter().enumerate().map(side).collect()
}

fn leaving(look: Look<'_>) -> Leaving {
    let word = |key: &str, default: &str| look.key(key).text().unwrap_or(default).to_owned();
    Leaving {
        until_first: word("until", "last") == "first",
        army: word("army", "dead"),
        retired: word("retired", &word("army", "dead").replace("inherited", "dead")),
        stalemate: word("stalemate", "out"),
        kings_are_spared: word("king-capture", "out") == "forbidden",
    }
}

fn points(tools: &Tools<'_>, look: Look<'_>) -> Points {
    let worth = |look: Look<'_>| look.number(0) as i16;
    let capture = |piece: &chatura_rules::TypeInfo| {
        worth(look.key("captures").key(&tools.definition.pieces[piece.base].name.value))
    };
    let pairs = look.key("checks").items();
    Points {
        captures: tools.game.types().iter().map(capture).collect(),
        mate: worth(look.key("mate")),
        stalemated: worth(look.key("stalemated")),
        lead: look.key("lead").some_number().map(|lead| lead as i16),
        checks: pairs.into_iter().map(|pair| pair.items().into_iter().map(worth).collect()).collect(),
        light: tools.kinds(look.key("light")),
    }
}

fn neighbours(game: &Game, cell: usize) -> Vec<Cell> {
    let links = game.board().rings[cell].iter().flat_map(|slot| &slot.links);
    let nodes = links.map(|(node, _)| usize::from(*node)).filter(|node| *node < game.board().len());
    nodes.map(|node| Cell(node as u16)).collect()
}

fn blast(tools: &Tools<'_>, look: Look<'_>) -> Blast {
    let board = tools.game.board();
    let around = |centre: usize| {
        let mut reached = vec![centre];
        for _ in 0..look.key("radius").number(1) {
            let next: Vec<Cell> = reached.iter().flat_map(|c| neighbours(tools.game, *c)).collect();
            reached.extend(next.iter().map(|c| c.index()));
        }
        reached.sort_unstable();
        reached.dedup();
        reached.into_iter().map(|c| Cell(c as u16)).collect()
    };
    Blast { around: (0..board.len()).map(around).collect(), spares: tools.kinds(look.key("spares")) }
}

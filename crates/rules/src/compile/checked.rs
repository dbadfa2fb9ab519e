//! A game before its tables: board, players, types and rules, checked against each other.

use super::drawn::pairs;
use crate::board::zone;
use crate::board::{Board, SHAPES};
use crate::cell::{Cell, MAX_PLAYERS, MAX_TYPES, PieceType, Player};
use crate::compile::game::TypeInfo;
use crate::compile::tables::Types;
use crate::definition::{
    About, BoardSource, ByPlayer, Definition, Look, MAX_CAPABILITIES, Names, PieceDefinition, Problem,
    Problems, Reader, Royal, Span, Spanned, Variable,
};
use crate::movement::steps::{FileRank, StepRule, When};
use crate::notation::Language;
use crate::notation::fen::order::{self, Part};
use crate::notation::native::Style;
use crate::position::setup::Setup;
use crate::position::state::MAX_MEMORY;
use crate::rule::behaviour::MemoryMap;
use crate::rule::parts::LookAlikes;
use crate::rule::{self, Draft, RULES, RuleSet, Rules};
use crate::set::{CellSet, Zone};

/// What a game consists of.
#[derive(Debug)]
pub(crate) struct CheckedDefinition {
    pub about: About,
    pub board: Board,
    pub players: Vec<String>,
    /// For each player those on its side, a bit each, itself included.
    pub sides: Vec<u8>,
    pub types: Vec<TypeInfo>,
    pub variables: Vec<Variable>,
    pub rules: Rules,
    /// For each player the cell that is to it what a cell is to the first.
    pub views: Vec<Vec<Cell>>,
    /// The same, turned round.
    pub backs: Vec<Vec<Cell>>,
    /// For each piece of the definition the cells it never leaves, as the first player sees them.
    pub within: Vec<Option<Zone>>,
    /// For each piece of the definition the sets of cells from which it moves otherwise than from others.
    pub realms: Vec<Vec<Zone>>,
    /// For each player the files and ranks of the cells as it counts them.
    pub places: Vec<Vec<FileRank>>,
    /// By piece of the definition, the rules of steps it moves by.
    pub steps: Vec<Vec<StepRule>>,
    pub look: Look,
    /// The notation its players have of their own.
    pub style: Option<Style>,
    /// Pairs of cells between which there is a line.
    pub lines: Vec<(Cell, Cell)>,
    /// Pairs of cells with a dot between them; the same cell twice has it in its middle.
    pub dots: Vec<(Cell, Cell)>,
    /// The bytes that rules keep in a position.
    pub memory: MemoryMap,
    /// Whether another game of this name may begin elsewhere.
    pub start_varies: bool,
    /// The fields of FEN behind the placement, where the game has an order of its own.
    pub fields: Option<Vec<Part>>,
    zones: Vec<(String, Zone)>,
    unmoved: bool,
}

/// Checks everything but the start position and the movements.
pub(crate) fn check(definition: &Definition) -> Result<CheckedDefinition, Problems> {
    let names: Vec<String> = definition.pieces.iter().map(|p| p.name.value.clone()).collect();
    let board = board(definition).map_err(|mut problems| {
        let players = definition.players.names();
        let names = Names { pieces: Some(&names), players: &players, ..Names::default() };
        problems.0.extend(rule::check_names(names, definition));
        problems
    })?;
    let mut problems = Vec::new();
    let (players, views) = players(definition, &board, &mut problems);
    let sides = sides(definition, &players, &mut problems);
    let zones = zones(definition, &board, &mut problems);
    pieces(definition, &board, &zones, &mut problems);
    owners(definition, &players, &mut problems);
    let lines = pairs(&definition.look.lines, &board, &views, &mut problems);
    let dots = pairs(&definition.look.dots, &board, &views, &mut problems);
    let names = Names { pieces: Some(&names), board: Some(&board), players: &players, zones: &zones };
    let mut draft =
        Draft { names, board: &board, pieces: &definition.pieces, subject: 0, rules: RuleSet::default() };
    let (mut rules, found) = rule::compile(&mut draft, definition);
    problems.extend(found);
    if !problems.is_empty() {
        return Err(Problems(problems));
    }
    let types = types(definition, &mut rules);
    rules.name_look_alikes(&LookAlikes(&types));
    rules.take_part();
    if types.len() > MAX_TYPES {
        let message = format!("a game has at most {MAX_TYPES} types of pieces, this one has {}", types.len());
        return Err(Problem::new(definition.pieces[0].span, message, "too many").into());
    }
    let Some(memory) = MemoryMap::new(&rules.behaviours, players.len()) else {
        let message = format!("the rules of a game may keep {MAX_MEMORY} bytes together, these need more");
        return Err(Problem::new(definition.pieces[0].span, message, "too many rules").into());
    };
    let places = (0..players.len()).map(|player| places(definition, &board, player)).collect();
    let backs = views.iter().map(|view| turned_round(view)).collect();
    let cells = |text: Option<&Spanned<String>>| zone::parse(&text?.value, &board, &zones).ok();
    let within = definition.pieces.iter().map(|p| cells(p.within.as_ref())).collect();
    let realms = definition.pieces.iter().map(|piece| realms(piece, cells)).collect();
    let mut checked = CheckedDefinition {
        about: definition.about.clone(),
        board,
        players,
        sides,
        types,
        variables: definition.variables.clone(),
        rules,
        views,
        backs,
        within,
        realms,
        fields: None,
        places,
        steps: definition.pieces.iter().map(|piece| piece.steps.clone()).collect(),
        look: definition.look.clone(),
        style: None,
        lines,
        dots,
        memory,
        zones,
        unmoved: definition.pieces.iter().any(|p| p.has_a_past() || lives_short(p)),
        start_varies: definition.setup.varies,
    };
    let wrong = RULES.iter().filter_map(|rule| (rule.check)(definition, &checked));
    let mut problems: Vec<Problem> = can_end(definition, &checked.rules).into_iter().chain(wrong).collect();
    if let Some(names) = &definition.setup.fields {
        let read = order::read(&Language::of_checked(&checked), names);
        match read {
            Ok(fields) => checked.fields = Some(fields),
            Err(problem) => problems.push(problem),
        }
    }
    match Style::of(definition, &checked.board, &checked.players) {
        Ok(style) => checked.style = style,
        Err(problem) => problems.push(problem),
    }
    if problems.is_empty() { Ok(checked) } else { Err(Problems(problems)) }
}

/// The zones from which a piece moves otherwise than from other cells, each once.
fn realms(piece: &PieceDefinition, cells: impl Fn(Option<&Spanned<String>>) -> Option<Zone>) -> Vec<Zone> {
    let inside = piece.beyond.as_ref().map(|(zone, _)| zone);
    let own = piece.also.iter().filter_map(|capability| capability.zone.as_ref());
    let mut realms: Vec<Zone> = Vec::new();
    for zone in inside.into_iter().chain(own).filter_map(|zone| cells(Some(zone))) {
        if !realms.contains(&zone) {
            realms.push(zone);
        }
    }
    realms
}

fn board(definition: &Definition) -> Result<Board, Problems> {
    match &definition.board {
        BoardSource::Cells(board) => Ok((**board).clone()),
        BoardSource::Shape { shape, parameters } => {
            let Some(found) = SHAPES.iter().find(|s| s.name == shape.value) else {
                let message = format!("unknown shape \"{}\"", shape.value);
                let problem = Problem::new(shape.span, message, "no shape of this name");
                return Err(problem.suggest(&shape.value, SHAPES.iter().map(|s| s.name)).into());
            };
            let mut reader = Reader::new(parameters, found.keys, shape.span, Names::default());
            reader.done()?;
            (found.build)(&mut reader)
        }
    }
}

fn players(
    definition: &Definition,
    board: &Board,
    problems: &mut Vec<Problem>,
) -> (Vec<String>, Vec<Vec<Cell>>) {
    let mut names = definition.players.names();
    let span = definition.players.names.first().map_or(Span::default(), |n| n.span);
    if !(2..=MAX_PLAYERS).contains(&names.len()) {
        let message = format!("a game is for 2 to {MAX_PLAYERS} players, not {}", names.len());
        problems.push(Problem::new(span, message, "here"));
        names.truncate(MAX_PLAYERS);
    }
    for (index, name) in definition.players.names.iter().enumerate() {
        if names.iter().take(index).any(|n| *n == name.value) {
            problems.push(Problem::new(
                name.span,
                format!("two players are named \"{}\"", name.value),
                "twice",
            ));
        }
    }
    let default = board.symmetries.iter().find(|(_, maps)| maps.len() >= names.len());
    let default = default.map_or("none", |(name, _)| name);
    let symmetry = definition.players.symmetry.as_ref();
    let views = board.symmetry(symmetry.map_or(default, |s| &s.value), names.len()).unwrap_or_else(|| {
        let (text, span) = symmetry.map_or((default, span), |s| (s.value.as_str(), s.span));
        let fitting = board.symmetries.iter().filter(|(_, maps)| maps.len() >= names.len());
        let mut known: Vec<&str> = Vec::new();
        for name in fitting.map(|(name, _)| name.as_str()).chain(["none"]) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        let message = format!("this board has no symmetry \"{text}\" for {} players", names.len());
        problems.push(Problem::new(span, message, "not on this board").suggest(text, known));
        board.symmetry("none", names.len()).unwrap_or_default()
    });
    (names, views)
}

/// For each player those on its side; teams may not share a player nor hold all of them.
fn sides(definition: &Definition, players: &[String], problems: &mut Vec<Problem>) -> Vec<u8> {
    let mut sides: Vec<u8> = (0..players.len()).map(|player| 1 << player).collect();
    for team in &definition.players.teams {
        let mut side = 0u8;
        for name in team {
            let Some(player) = players.iter().position(|p| *p == name.value) else {
                let message = format!("there is no player \"{}\"", name.value);
                let known = players.iter().map(String::as_str);
                problems.push(Problem::new(name.span, message, "no such player").suggest(&name.value, known));
                continue;
            };
            if sides[player] != 1 << player || side >> player & 1 != 0 {
                let message = format!("{} is in a team already", name.value);
                problems.push(Problem::new(name.span, message, "twice"));
            }
            side |= 1 << player;
        }
        let members = (0..players.len()).filter(|player| side >> player & 1 != 0);
        members.for_each(|player| sides[player] = side);
        if side.count_ones() as usize == players.len()
            && let Some(name) = team.first()
        {
            let message = "everyone is in one team: there is nobody to play against";
            problems.push(Problem::new(name.span, message, "this team"));
        }
    }
    sides
}

fn zones(definition: &Definition, board: &Board, problems: &mut Vec<Problem>) -> Vec<(String, Zone)> {
    let mut zones: Vec<(String, Zone)> = Vec::new();
    for (name, text) in &definition.zones {
        match zone::parse(&text.value, board, &zones) {
            Ok(set) => zones.push((name.value.clone(), set)),
            Err(wrong) => {
                problems.push(Problem::new(text.span, wrong.message, "not a zone").help(wrong.help));
                zones.push((name.value.clone(), CellSet::EMPTY));
            }
        }
    }
    zones
}

fn pieces(definition: &Definition, board: &Board, zones: &[(String, Zone)], problems: &mut Vec<Problem>) {
    if definition.pieces.is_empty() {
        let span = definition.setup.array.span;
        problems.push(
            Problem::new(span, "a game needs pieces", "none are defined").help("write a [pieces] section"),
        );
    }
    for (index, piece) in definition.pieces.iter().enumerate() {
        let earlier = definition.pieces[..index].iter().find(|other| share_a_letter(other, piece));
        if let Some(other) = earlier {
            let message = format!("{} and {} have the same letter", other.name.value, piece.name.value);
            problems.push(Problem::new(piece.letter.span, message, "taken already"));
        }
        if let Some(last) = piece.also.get(MAX_CAPABILITIES) {
            let message = format!("a piece has at most {MAX_CAPABILITIES} movements under conditions");
            problems.push(Problem::new(last.moves.span, message, "one too many"));
        }
        if piece.capabilities().all(|capability| capability.moves.value.parts.is_empty())
            && piece.steps.is_empty()
            && !piece.wall
        {
            let message = format!("the {} cannot move", piece.name.value);
            problems
                .push(Problem::new(piece.span, message, "no moves").help("moves = \"WF\" is a king's step"));
        }
        let first_zones = piece.first_zone.iter().flat_map(ByPlayer::values);
        let others = [piece.within.as_ref(), piece.beyond.as_ref().map(|(z, _)| z)];
        let own = piece.also.iter().filter_map(|capability| capability.zone.as_ref());
        for text in first_zones.chain(others.into_iter().flatten()).chain(own) {
            if let Err(wrong) = zone::parse(&text.value, board, zones) {
                problems.push(Problem::new(text.span, wrong.message, "not a zone").help(wrong.help));
            }
        }
    }
}

/// Whether two types would be written alike for some player.
fn share_a_letter(one: &PieceDefinition, other: &PieceDefinition) -> bool {
    let shared = |name: &Spanned<String>| other.players.iter().any(|own| own.value == name.value);
    let apart = !one.players.is_empty() && !other.players.is_empty() && !one.players.iter().any(shared);
    one.letter.value == other.letter.value && !apart
}

/// Everybody who is said to have a piece, or a zone for it, must be a player.
fn owners(definition: &Definition, players: &[String], problems: &mut Vec<Problem>) {
    for piece in &definition.pieces {
        let zones = piece.first_zone.iter().flat_map(ByPlayer::players);
        for name in piece.players.iter().chain(zones.map(|(name, _)| name)) {
            if !players.contains(&name.value) {
                let message = format!("there is no player \"{}\"", name.value);
                let known = players.iter().map(String::as_str);
                problems.push(Problem::new(name.span, message, "no such player").suggest(&name.value, known));
            }
        }
    }
}

/// A game must be able to end: by a royal, an extinction, a goal or a limit. A royal that nobody begins with ends
/// nothing.
fn can_end(definition: &Definition, rules: &Rules) -> Option<Problem> {
    let royals = || definition.pieces.iter().filter(|p| p.royal != Royal::No);
    let royal = royals().any(|p| definition.setup.has(p));
    if royal || rules.can_end() {
        return None;
    }
    let (piece, label) = match royals().next() {
        Some(royal) => (Some(royal), "nobody begins with this royal piece"),
        None => (definition.pieces.first(), "no piece is royal"),
    };
    let span = piece.map_or(Span::default(), |p| p.span);
    Some(Problem::new(span, "nothing ends this game", label).help(
        "let the players have a royal piece (royal = true), or give [end] an extinction, a goal or an automatic \
         no-progress limit",
    ))
}

/// The types of a game: those defined, and those that rules add because pieces have a past.
fn types(definition: &Definition, rules: &mut Rules) -> Vec<TypeInfo> {
    let mut types: Vec<TypeInfo> = definition
        .pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| TypeInfo {
            name: piece.name.value.clone(),
            letter: piece.letter.value.clone(),
            owners: owned_by(definition, piece),
            royal: piece.royal,
            wall: piece.wall,
            demoted: PieceType(index as u8),
            value: piece.value,
            evaluation: piece.evaluation,
            image: piece.image.clone(),
            written: piece.written.clone(),
            called: piece.called.clone(),
            base: index,
        })
        .collect();
    rules.add_types(definition, &mut types);
    types
}

/// The players who can have a piece, a bit each.
fn owned_by(definition: &Definition, piece: &PieceDefinition) -> u8 {
    let named =
        |name: &String| piece.players.is_empty() || piece.players.iter().any(|own| own.value == *name);
    let players = definition.players.names();
    (0..players.len()).filter(|player| named(&players[*player])).fold(0, |all, player| all | 1 << player)
}

/// Whether some of its rules are for pieces that have not moved.
pub(super) fn lives_short(piece: &PieceDefinition) -> bool {
    piece.steps.iter().any(|rule| rule.any(&|rule| rule.when == When::Unmoved))
}

/// Files and ranks as a player counts them: as given, else as the board has them.
fn places(definition: &Definition, board: &Board, player: usize) -> Vec<FileRank> {
    let given = definition.players.places.get(player).filter(|given| given.len() == board.len());
    let own = || board.cells.iter().map(|cell| (i32::from(cell.file), i32::from(cell.rank))).collect();
    given.cloned().unwrap_or_else(own)
}

fn turned_round(view: &[Cell]) -> Vec<Cell> {
    let mut back = vec![Cell(0); view.len()];
    for (cell, image) in view.iter().enumerate() {
        back[image.index()] = Cell(cell as u16);
    }
    back
}

impl CheckedDefinition {
    /// A zone as the first player sees it.
    pub fn zone(&self, text: &str) -> Result<Zone, zone::ZoneError> {
        zone::parse(text, &self.board, &self.zones)
    }

    /// Whether FEN says which pieces never moved.
    pub fn tracks_unmoved(&self) -> bool {
        self.unmoved
    }

    /// The types that belong to nobody, stay where they are and cannot be taken.
    pub fn walls(&self) -> Types {
        self.types.iter().enumerate().filter(|(_, info)| info.wall).map(|(kind, _)| kind as u8).collect()
    }

    /// A type and those that look like it.
    pub fn alike(&self, kind: PieceType) -> Types {
        let base = self.types[kind.index()].base;
        (0..self.types.len())
            .filter(|other| self.types[*other].base == base)
            .map(|other| other as u8)
            .collect()
    }

    /// Who has a royal piece to lose from this start on.
    pub fn has_royal(&self, start: &Setup) -> Vec<bool> {
        let royal = |(kind, count): (usize, u16)| count > 0 && self.types[kind].royal != Royal::No;
        self.counts(start).into_iter().map(|own| own.into_iter().enumerate().any(royal)).collect()
    }

    /// How many pieces of each type each player begins with, in hand or on the board.
    pub fn counts(&self, start: &Setup) -> Vec<Vec<u16>> {
        let mut counts = vec![vec![0u16; self.types.len()]; self.players.len()];
        for piece in start.cells.iter().filter(|p| p.is_some()) {
            if let Some(of_player) = counts.get_mut(piece.owner().index()) {
                of_player[piece.kind().index()] += 1;
            }
        }
        rule::drops::count_held(start, &mut counts);
        counts
    }

    /// Where a player's pieces of a type begin.
    pub fn start_cells(&self, start: &Setup, player: usize, kind: usize) -> Zone {
        let wanted = crate::Piece::new(Player(player as u8), PieceType(kind as u8));
        let cells = start.cells.iter().enumerate().filter(|(_, piece)| **piece == wanted);
        cells.map(|(cell, _)| Cell(cell as u16)).collect()
    }
}

//! What is odd in a definition that can be played: surely not meant, or without effect.

use chatura_rules::board::zone;
use chatura_rules::definition::{Problem, Royal, Span, Spanned, Table, Value};
use chatura_rules::set::{CellSet, Zone};
use chatura_rules::{Cell, Game, PieceType, Player};

/// Everything odd, in the order written. What stands in a file that the game extends is that file's.
pub fn advice(game: &Game) -> Vec<Problem> {
    let advisor = Advisor { game, zones: zones(game) };
    let mut odd: Vec<Problem> = Vec::new();
    odd.extend(advisor.kingless());
    odd.extend(advisor.misplaced());
    odd.extend(advisor.unreachable());
    odd.extend(advisor.empty_zones());
    odd.extend(advisor.idle());
    // What stands at the head of a file is nowhere in it: board files have such rules without saying so.
    odd.retain(|problem| problem.span.file == 0 && problem.span.start > 0);
    odd.sort_by_key(|problem| problem.span.start);
    odd
}

struct Advisor<'a> {
    game: &'a Game,
    zones: Vec<(String, Zone)>,
}

/// The named zones of a game.
fn zones(game: &Game) -> Vec<(String, Zone)> {
    let mut known = Vec::new();
    for (name, text) in &game.definition().zones {
        if let Ok(cells) = zone::parse(&text.value, game.board(), &known) {
            known.push((name.value.clone(), cells));
        }
    }
    known
}

fn inside<'a>(table: &'a Table, key: &str) -> Option<&'a Table> {
    match &table.get(key)?.value {
        Value::Table(table) => Some(table),
        _ => None,
    }
}

fn words(value: &Spanned<Value>) -> Vec<(&str, Span)> {
    match &value.value {
        Value::Text(text) => vec![(text, value.span)],
        Value::List(items) => items.iter().flat_map(words).collect(),
        _ => Vec::new(),
    }
}

impl Advisor<'_> {
    fn setup(&self) -> Span {
        let setup = &self.game.definition().setup;
        setup.army.as_ref().map_or(setup.array.span, |army| army.span)
    }

    /// Whether a player has a royal piece at the start, on the board or in hand.
    fn has_royal(&self, player: usize) -> bool {
        let start = self.game.start();
        let royal = |kind: PieceType| self.game.types()[kind.index()].royal != Royal::No;
        let placed = start.cells.iter().filter(|piece| piece.is_some());
        let mut own = placed.filter(|piece| piece.owner().index() == player);
        let held = start.hands.get(player).is_some_and(|hand| hand.iter().any(|(kind, _)| royal(*kind)));
        own.any(|piece| royal(piece.kind())) || held
    }

    /// A player who cannot be mated though others can, and whom nothing else can beat.
    fn kingless(&self) -> Option<Problem> {
        let players = self.game.players();
        let without = (0..players.len()).find(|player| !self.has_royal(*player))?;
        let others = (0..players.len()).any(|player| self.has_royal(player));
        let end = &self.game.definition().end;
        let otherwise =
            ["extinction", "goal", "bare-king", "points", "checks"].iter().any(|key| end.get(key).is_some());
        let stuck = end.get("stalemate").is_some_and(|value| value.value != Value::Text("draw".into()));
        if !others || otherwise || stuck {
            return None;
        }
        let message = format!("{} has no royal piece, and others have", players[without]);
        let problem = Problem::new(self.setup(), message, "nothing can beat this player");
        Some(problem.help("give everybody one, or say what loses: end.extinction = { of = … }"))
    }

    /// Pieces that begin where they may never go.
    fn misplaced(&self) -> Vec<Problem> {
        let mut odd: Vec<Problem> = Vec::new();
        let start = self.game.start();
        for (index, piece) in start.cells.iter().enumerate().filter(|(_, piece)| piece.is_some()) {
            let (kind, cell) = (piece.kind(), Cell(index as u16));
            let base = self.game.types()[kind.index()].base;
            let Some(within) =
                self.game.definition().pieces.get(base).and_then(|piece| piece.within.as_ref())
            else {
                continue;
            };
            let player = piece.owner();
            let inside = player.index() >= self.game.players().len() || self.may_stand(kind, player, cell);
            // What may go nowhere at all is meant to stay where it is.
            let nowhere = (0..start.cells.len()).all(|cell| !self.game.may_stand(kind, Cell(cell as u16)));
            let named = &self.game.types()[kind.index()].name;
            if !inside && !nowhere && !odd.iter().any(|known| known.span == within.span) {
                let message = format!(
                    "the {named} of {} begins outside its zone, on {}",
                    self.game.players()[player.index()],
                    self.game.board().name(cell)
                );
                let help = "it may only go to cells of its zone: make the zone larger, or begin inside";
                odd.push(Problem::new(within.span, message, "not there").help(help));
            }
        }
        odd
    }

    fn may_stand(&self, kind: PieceType, player: Player, cell: Cell) -> bool {
        let own = |own: &Cell| self.game.view(player, *own) == cell;
        let first = (0..self.game.board().len()).map(|cell| Cell(cell as u16)).find(own);
        first.is_none_or(|first| self.game.may_stand(kind, first))
    }

    fn cells(&self, text: &str) -> Option<Zone> {
        zone::parse(text, self.game.board(), &self.zones).ok()
    }

    /// A goal at which none of its types may ever stand.
    fn unreachable(&self) -> Option<Problem> {
        let goal = inside(&self.game.definition().end, "goal")?;
        let zone = goal.get("zone")?;
        let Value::Text(text) = &zone.value else { return None };
        let cells = self.cells(text)?;
        let names = words(goal.get("of")?);
        let types = self.game.types();
        let kinds =
            |name: &str| types.iter().position(|info| info.name == name).map(|kind| PieceType(kind as u8));
        let reached = names
            .iter()
            .filter_map(|(name, _)| kinds(name))
            .any(|kind| cells.into_iter().any(|cell| self.game.may_stand(kind, Cell(cell as u16))));
        if cells.is_empty() || reached || names.is_empty() {
            return None;
        }
        let help = "none of these types may stand there: see within";
        Some(Problem::new(zone.span, "nobody can reach this goal", "out of reach").help(help))
    }

    /// Zones without a cell, where somebody meant some.
    fn empty_zones(&self) -> Vec<Problem> {
        let definition = self.game.definition();
        let mut odd = Vec::new();
        for (section, rule) in
            [(&definition.rules, "promotion"), (&definition.end, "goal"), (&definition.rules, "gating")]
        {
            let tables: Vec<&Table> = match section.get(rule).map(|value| &value.value) {
                Some(Value::Table(table)) => vec![table],
                Some(Value::List(items)) => items
                    .iter()
                    .filter_map(|item| match &item.value {
                        Value::Table(table) => Some(table),
                        _ => None,
                    })
                    .collect(),
                _ => Vec::new(),
            };
            for zone in tables.iter().filter_map(|table| table.get("zone")) {
                let Value::Text(text) = &zone.value else { continue };
                if self.cells(text).is_some_and(CellSet::is_empty) {
                    let message = format!("no cell is in this zone, so nothing comes of \"{rule}\"");
                    odd.push(
                        Problem::new(zone.span, message, "empty").help("leave the rule out, or name cells"),
                    );
                }
            }
        }
        odd
    }

    /// Rules that change nothing because of what else is said.
    fn idle(&self) -> Vec<Problem> {
        let definition = self.game.definition();
        let mut odd = Vec::new();
        let long = definition.pieces.iter().any(|piece| {
            piece
                .capabilities()
                .any(|capability| capability.moves.value.parts.iter().any(|part| part.initial))
        });
        if let Some(value) =
            definition.rules.get("en-passant").filter(|value| value.value != Value::Flag(false) && !long)
        {
            let problem = Problem::new(value.span, "nothing can be taken en passant", "no effect");
            odd.push(
                problem.help("no piece has a longer first move: add first = \"fmnD\", or leave this out"),
            );
        }
        let royal = (0..self.game.players().len()).any(|player| self.has_royal(player));
        for (key, idle) in
            [("kings-facing", "forbidden"), ("giving-check", "forbidden"), ("check", "ignored")]
        {
            let value =
                definition.rules.get(key).filter(|value| value.value == Value::Text(idle.into()) && !royal);
            if let Some(value) = value {
                let message = format!("\"{key}\" changes nothing: nobody has a royal piece");
                odd.push(Problem::new(value.span, message, "no effect").help("leave it out"));
            }
        }
        let none = |value: &Value| matches!(value, Value::Text(word) if word == "none");
        let castling = definition.rules.get("castling").filter(|value| !none(&value.value));
        let drawn = !self.game.variables().is_empty();
        if let Some(value) = castling.filter(|_| self.game.start().castling.is_empty() && !drawn) {
            let problem = Problem::new(value.span, "nobody can castle from this start", "no effect");
            odd.push(problem.help("king and partner stand on one row, or say castling = \"none\""));
        }
        odd
    }
}

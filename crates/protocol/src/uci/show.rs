//! What people ask when they type themselves: where we are, what it is worth, how it looks from the other side.

use super::Session;
use crate::host::At;
use chatura_rules::{Game, Line, Piece, Player, Position, Setup, notation};
use std::io::{self, Write};

impl<W: Write + Send + 'static> Session<'_, W> {
    /// `d`: the board, its FEN, and what may be played. A thought goes on meanwhile.
    pub(super) fn show(&mut self) -> io::Result<()> {
        let line = match &self.at {
            At::Line(line) => Some(line.as_ref().clone()),
            // The engine is busy with the start then, and there is no need to disturb it.
            At::Start if self.host.thinking.is_under_way() => None,
            _ => self.line()?,
        };
        let name = self.host.settings.game_name().to_owned();
        let Some(line) = line else { return self.remark(&format!("{name}: there is no position")) };
        let position = line.position();
        for row in drawn(position) {
            self.say(&row)?;
        }
        let turn = &position.game().players()[position.turn().index()];
        let checked = position.attacked_royals(position.turn());
        let checked: Vec<&str> = checked.iter().map(|cell| position.game().board().name(*cell)).collect();
        self.say(&format!("Variant: {name}"))?;
        self.say(&format!("Fen: {}", notation::format_fen(position)))?;
        self.say(&format!("Key: {:016X}", position.hash()))?;
        self.say(&format!("Turn: {turn}, {} legal moves", position.count_moves()))?;
        if !checked.is_empty() {
            self.say(&format!("In check: {}", checked.join(" ")))?;
        }
        match line.outcome() {
            Some(outcome) => self.say(&format!("Outcome: {}", outcome.sentence)),
            None => Ok(()),
        }
    }

    /// `flip`: the same with the players exchanged.
    pub(super) fn flip(&mut self) -> io::Result<()> {
        self.host.thinking.end();
        let Some(line) = self.line()? else { return self.remark("there is no position") };
        let game = line.position().game();
        let flipped = exchanged(game, &line.position().setup())
            .and_then(|setup| Position::new(game, &setup).map_err(|error| error.to_string()));
        match flipped {
            Ok(position) => {
                self.at = At::Line(Box::new(Line::new(position)));
                Ok(())
            }
            Err(problem) => self.remark(&format!("this position cannot be turned round: {problem}")),
        }
    }

    /// `eval`: what the position is worth without looking ahead, term by term.
    pub(super) fn evaluate(&mut self) -> io::Result<()> {
        self.host.thinking.end();
        let Some(line) = self.line()? else { return self.remark("there is no position") };
        let position = line.position();
        let evaluation = self.host.engine().map(|engine| engine.evaluate(position));
        let evaluation = match evaluation {
            Ok(Ok(evaluation)) => evaluation,
            Ok(Err(error)) => return self.remark(&error.to_string()),
            Err(problem) => return self.remark(&problem),
        };
        for (player, terms) in position.game().players().iter().zip(&evaluation.terms) {
            for (term, [middle, end]) in terms {
                self.remark(&format!("{player} {} {middle} {end}", term.name()))?;
            }
        }
        self.remark(&format!("evaluation {} centipawns for the side to move", evaluation.value))
    }
}

/// The board row by row, as it is read; letters of the players behind the first are small.
fn drawn(position: &Position) -> Vec<String> {
    let game = position.game();
    let letter = |piece: Piece| match game.types().get(piece.kind().index()) {
        _ if piece.is_none() => ".".to_owned(),
        Some(info) if piece.owner() == Player(0) => info.letter.clone(),
        Some(info) => info.letter.to_lowercase(),
        None => "?".to_owned(),
    };
    let cell = |cell: &Option<chatura_rules::Cell>| match cell {
        Some(cell) => format!("{:>3}", letter(position.piece(*cell))),
        None => "   ".to_owned(),
    };
    game.board().rows.iter().map(|row| row.iter().map(cell).collect::<String>()).collect()
}

/// The position with the players exchanged, each where the other stood as it sees the board.
fn exchanged(game: &Game, setup: &Setup) -> Result<Setup, String> {
    if game.players().len() != 2 {
        return Err("the game is not for two".to_owned());
    }
    if setup.memory != game.start().memory && !setup.memory.is_empty() {
        return Err("more has happened than the board shows".to_owned());
    }
    let other = |player: Player| Player(1 - player.0.min(1));
    let there = |cell: chatura_rules::Cell| game.view(Player(1), cell);
    let mut flipped = setup.clone();
    for (index, piece) in setup.cells.iter().enumerate() {
        let cell = there(chatura_rules::Cell(index as u16));
        let owned = piece.is_some() && piece.owner().index() < 2;
        flipped.cells[cell.index()] =
            if owned { Piece::new(other(piece.owner()), piece.kind()) } else { *piece };
    }
    flipped.hands.reverse();
    flipped.points.reverse();
    flipped.turn = setup.turn.map(other);
    flipped.castling = setup.castling.iter().map(|(player, cell)| (other(*player), there(*cell))).collect();
    for cells in [&mut flipped.gates, &mut flipped.en_passant].into_iter().chain(&mut flipped.unmoved) {
        cells.iter_mut().for_each(|cell| *cell = there(*cell));
    }
    Ok(flipped)
}

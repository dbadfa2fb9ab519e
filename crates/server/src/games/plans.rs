//! Conditional moves: what somebody has decided to answer, should others play so. They are secret until they are played.

use super::{Caller, Games, Inside, State};
use crate::analysis::line;
use crate::problem::Problem;
use crate::storage::{PlanRow, Write};
use crate::worker_pool::by;
use axum::http::StatusCode;
use chatura_rules::notation::{format_fen, format_move, format_san};
use chatura_session::{Command, Phase, Seat, Span, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// The most lines of a seat, and the most moves of a line.
const MAX_LINES: usize = 32;
const MAX_MOVES: usize = 40;
/// With less time for a move nobody plans.
const SLOW: Span = Span(3_600_000);

/// What somebody has decided at a moment of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Which game at the table.
    game: u32,
    /// How many plies were played then.
    ply: usize,
    /// Lines of play from there, in coordinates; the last move of each is an answer.
    lines: Vec<Vec<String>>,
}

impl Plan {
    /// What is left of the lines that fit what was played.
    fn rest(&self, number: u32, played: &[String]) -> Vec<Vec<String>> {
        let Some(since) = played.get(self.ply..).filter(|_| self.game == number) else { return Vec::new() };
        let rest = self.lines.iter().filter_map(|line| line.strip_prefix(since));
        rest.filter(|line| !line.is_empty()).map(<[String]>::to_vec).collect()
    }
}

impl State {
    /// The moves of the game as it stands.
    fn played(&self) -> Vec<String> {
        self.session.past().into_iter().map(|record| record.coordinates).collect()
    }

    /// The lines of a seat that can still come, if whoever made them still sits there.
    fn plan_of(&self, seat: Seat) -> Vec<Vec<String>> {
        let holder = self.holders.get(seat.index()).and_then(|holder| holder.identity.as_deref());
        let known = self.plans.iter().find(|row| row.seat == seat.0 && Some(row.identity.as_str()) == holder);
        known.map_or(Vec::new(), |row| row.plan.rest(self.session.number(), &self.played()))
    }

    /// What whoever is to move has decided to play now.
    pub(super) fn planned(&self) -> Option<(Seat, String)> {
        let seat = self.session.turn().filter(|_| self.session.phase() == Phase::Playing)?;
        if self.plans.is_empty() {
            return None;
        }
        self.plan_of(seat).into_iter().next()?.into_iter().next().map(|text| (seat, text))
    }

    /// Whether there is time enough to plan.
    fn is_slow(&self) -> bool {
        let clocks = &self.row.origin.terms.clocks;
        (0..self.holders.len()).all(|seat| match clocks.of(seat) {
            TimeControl::None => true,
            TimeControl::PerMove(span) => *span >= SLOW,
            TimeControl::Periods(_) | TimeControl::Hourglass(_) => false,
        })
    }

    fn told_plan(&self, seat: Seat) -> Value {
        json!({ "seat": seat, "lines": self.plan_of(seat) })
    }
}

impl Games {
    /// What somebody has decided, at each of their seats.
    pub async fn plans(self: &Arc<Self>, id: &str, caller: &Caller) -> Result<Value, Problem> {
        let owner = caller.clone();
        let told = self.ask(caller, id, move |state, _| {
            let seats: Vec<Value> =
                state.seats_of(&owner).into_iter().map(|seat| state.told_plan(seat)).collect();
            json!({ "possible": state.is_slow(), "seats": seats })
        });
        told.await
    }

    /// Decides what is answered from now on, in place of all that was decided before.
    pub async fn plan(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        seat: Seat,
        lines: Vec<Vec<String>>,
    ) -> Result<Value, Problem> {
        let (games, id, caller) = (Arc::clone(self), id.to_owned(), caller.clone());
        Games::to_the_end(async move { games.plan_now(&id, &caller, seat, lines).await }).await
    }

    async fn plan_now(
        self: &Arc<Self>,
        id: &str,
        caller: &Caller,
        seat: Seat,
        lines: Vec<Vec<String>>,
    ) -> Result<Value, Problem> {
        let identity = caller.require_identity()?.to_owned();
        if lines.len() > MAX_LINES || lines.iter().any(|line| line.len() > MAX_MOVES) {
            let detail = format!("at most {MAX_LINES} lines of at most {MAX_MOVES} moves can be planned");
            return Err(Problem::bad("bad-value", detail));
        }
        let mut held = self.enter_with(&caller.lane(), id, |_| true).await?;
        let hand = held.hand.clone();
        let Inside { state: Some(state), .. } = &mut *held else { return Err(Problem::storage()) };
        if !state.seats_of(caller).contains(&seat) {
            return Err(Problem::new(StatusCode::FORBIDDEN, "not-yours", "you do not play at this seat"));
        }
        let refused = |detail: &str| Problem::new(StatusCode::CONFLICT, "no-plan", detail);
        if state.session.phase() != Phase::Playing {
            return Err(refused("nothing is played now"));
        }
        if !state.is_slow() {
            return Err(refused(
                "moves are planned only where there is an hour or more for each, or no clock",
            ));
        }
        if state.session.turn() == Some(seat) {
            return Err(refused("it is your turn: play"));
        }
        let position = state.session.position().clone();
        let checked = by(hand.as_ref(), move || check(&position, seat, lines)).await??;
        let plan = Plan { game: state.session.number(), ply: state.session.ply(), lines: checked };
        let is_empty = plan.lines.is_empty();
        let row = PlanRow { seat: seat.0, identity, plan };
        self.storage.write(Write::Plan(id.to_owned(), row.clone())).await?;
        state.plans.retain(|known| known.seat != seat.0);
        if !is_empty {
            state.plans.push(row);
        }
        Ok(state.told_plan(seat))
    }

    /// Plays what was planned.
    pub(super) fn follow_plan(self: &Arc<Self>, state: &State) -> bool {
        let Some((seat, text)) = state.planned() else { return false };
        let (games, id, ply) = (Arc::clone(self), state.row.id.clone(), state.session.ply() as u32);
        let (runtime, lane) = (tokio::runtime::Handle::current(), state.asker().lane());
        runtime.spawn(async move {
            let command = Command::Move { text, ply: Some(ply) };
            games.play_for(&lane, &id, seat, command, None).await;
        });
        true
    }
}

/// Lines that can be played from a position, in coordinates, up to the last move of a seat.
fn check(
    position: &chatura_rules::Position,
    seat: Seat,
    lines: Vec<Vec<String>>,
) -> Result<Vec<Vec<String>>, Problem> {
    let fen = format_fen(position);
    let mut checked: Vec<Vec<String>> = Vec::with_capacity(lines.len());
    // Who answers what: the moves before, and the answer.
    let mut answers: Vec<(Vec<String>, String)> = Vec::new();
    for moves in lines {
        let played = line(position.game(), Some(&fen), &moves)?;
        let mut at = played.first();
        let mut texts: Vec<String> = Vec::with_capacity(moves.len());
        let mut end = 0;
        for mv in played.moves() {
            let text = format_move(&at, *mv);
            if at.turn().0 == seat.0 {
                let known = answers.iter().find(|(before, answer)| *before == texts && *answer != text);
                if let Some((_, answer)) = known {
                    let detail =
                        format!("two answers to the same moves: {} and {answer}", format_san(&at, *mv));
                    return Err(Problem::bad("bad-value", detail));
                }
                answers.push((texts.clone(), text.clone()));
                end = texts.len() + 1;
            }
            texts.push(text);
            at.play_unchecked(*mv);
        }
        texts.truncate(end);
        if texts.is_empty() {
            return Err(Problem::bad("bad-value", "a line has a move of others and an answer of yours"));
        }
        checked.push(texts);
    }
    Ok(checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_fits_what_was_played_is_left() {
        let lines = vec![words("e7e5 g1f3 b8c6 f1b5"), words("c7c5 c2c3"), words("e7e5 g1f3 d7d6 d2d4")];
        let plan = Plan { game: 1, ply: 1, lines };
        assert_eq!(plan.rest(1, &words("e2e4 e7e5")), [words("g1f3 b8c6 f1b5"), words("g1f3 d7d6 d2d4")]);
        assert_eq!(plan.rest(1, &words("e2e4 c7c5 c2c3")), Vec::<Vec<String>>::new());
        // What was taken back, and another game, are not what it was made for.
        assert!(plan.rest(1, &[]).is_empty() && plan.rest(2, &words("e2e4 e7e5")).is_empty());
    }

    #[test]
    fn lines_end_with_an_answer_and_do_not_contradict_each_other() {
        let game = chatura_define::load("chess", &[], 0).unwrap();
        let start = chatura_rules::Position::start(&game);
        let black = |lines: &[&str]| check(&start, Seat(1), lines.iter().map(|line| words(line)).collect());
        assert_eq!(black(&["e4 e5 Nf3"]).unwrap(), [words("e2e4 e7e5")]);
        assert_eq!(black(&["e4 e5", "e4 e5 Nf3 Nc6", "d4 d5"]).unwrap().len(), 3);
        assert!(black(&["e4 e5", "e4 c5"]).is_err());
        assert!(black(&["e4"]).is_err());
        assert!(black(&["e4 e4"]).is_err());
    }
}

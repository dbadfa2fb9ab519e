//! Two and more programs finish their games in every mode there is.

use chatura_rules::notation::format_move;
use chatura_rules::random::Random;
use chatura_rules::{Game, Position};
use chatura_search::{Engine, Level, Limits, Options, Stop, Strategy};
use chatura_session::{Ai, Command, Mode, PlayerKind, Seat, Session, Terms, Time, Who, modes};
use std::sync::Arc;

/// The most plies a game may take before something is wrong.
const ENOUGH: usize = 3000;

/// Plays a game in a mode: the program moves for everybody, for persons through the one screen they share.
fn finish(game: &Arc<Game>, mode: &Mode, engine: &mut Engine, random: &mut Random) -> usize {
    let names = vec![String::new(); game.players().len()];
    let occupants = mode.occupants(&names, &Ai::Strategy("one-ply".to_owned()));
    let persons: Vec<Seat> = (0..occupants.len() as u8)
        .map(Seat)
        .filter(|seat| occupants[seat.index()].kind == PlayerKind::Person)
        .collect();
    let mut session =
        Session::new(Position::start(game), occupants, Terms::default(), Time(0)).expect("a session");
    while let Some(seat) = session.turn() {
        let legal = session.position().legal_moves();
        // The first moves are drawn, so that no two games are alike.
        let mv = match session.ply() < 8 {
            true => *random.pick(&legal),
            false => {
                let answer = engine
                    .think(session.line(), &Limits::default(), &Stop::new(), &mut |_| {})
                    .expect("the engine of the game");
                answer.best.expect("a move")
            }
        };
        let text = format_move(session.position(), mv);
        let who = if persons.contains(&seat) { Who::Seats(persons.clone()) } else { Who::Seat(seat) };
        session.handle(who, Command::play(text), Time(session.ply() as u64)).expect("a legal move");
        assert!(session.ply() < ENOUGH, "{} {}: no end", game.about().id, mode.abbreviation);
    }
    let conclusion = session.conclusion().expect("an end");
    assert_eq!(conclusion.standings.len(), game.players().len());
    session.ply()
}

fn finish_all(games: usize, every: usize) -> usize {
    let mut finished = 0;
    for name in ["chess", "three-player", "four-player"] {
        let game = chatura_define::load(name, &[], 0).expect("a game");
        let mut random = Random::named(name, 1);
        let options = Options { strategy: Strategy::OnePly, level: Level::HIGHEST, ..Options::default() };
        let mut engine = Engine::new(&game, options);
        for mode in modes(game.players().len()).iter().step_by(every) {
            for _ in 0..games {
                finish(&game, mode, &mut engine, &mut random);
                finished += 1;
            }
        }
    }
    finished
}

#[test]
fn programs_finish_a_game_in_the_modes() {
    assert!(finish_all(1, 4) >= 9);
}

/// `cargo nextest run -p chatura --run-ignored only twenty`
#[test]
#[ignore = "takes minutes"]
fn programs_finish_twenty_games_in_each_mode() {
    assert_eq!(finish_all(20, 1), 20 * (6 + 10 + 18));
}

//! Matches between engines of ours, played for tests.

use chatura_server::MatchFeed;
use chatura_tournament::{
    About, Adjudication, Control, Encounters, Event, Glimpse, Journal, Match, Plan, Scores, read_contestants,
    run, scrambled,
};
use std::path::Path;
use std::time::Duration;

/// Plays a match of so many short games at two tables, kept in a file and shown by a feed; `pace` is waited before each move.
pub fn play(path: &Path, game: &str, engines: usize, games: u32, feed: Option<&MatchFeed>, pace: Duration) {
    let game = chatura_define::load(game, &[], 0).unwrap();
    let specs: Vec<String> = (1..=engines).map(|n| format!("ai:nodes=20,hash=1,name=Engine {n}")).collect();
    let contestants = read_contestants(&specs, &chatura_players::EngineList::default()).unwrap();
    let plan = Plan::new(Encounters::RoundRobin, engines, games, game.players().len()).unwrap();
    let about = About {
        title: "A <b>match</b>".to_owned(),
        date: "2026.01.02".to_owned(),
        game: game.about().id.clone(),
        engines: contestants.iter().map(|one| one.name.clone()).collect(),
        planned: plan.len(),
        ..About::default()
    };
    let mut journal = Journal::create(path, &[], 1, about).unwrap();
    let opening = |number: u32| Ok(scrambled(&game, 4, number.into()));
    let watch = |glimpse: Glimpse<'_>| {
        if let Some(feed) = feed {
            feed.show(&glimpse);
        }
        std::thread::sleep(pace);
    };
    let clock: Control = "1m+1".parse().unwrap();
    let setting = Match {
        event: "Test".to_owned(),
        date: "2026.01.02".to_owned(),
        contestants,
        control: Some(clock),
        pace: chatura_protocol::drive::Pace::nodes(20),
        margin: Duration::from_secs(60),
        adjudication: Adjudication { longest: 30, ..Adjudication::default() },
        tables: None,
        opening: &opening,
        seed: 1,
        watch: Some(&watch),
    };
    run(&setting, &plan, Scores::new(), 2, &chatura_search::Stop::new(), &mut |event| {
        let Event::Finished(record) = event else { panic!("{event:?}") };
        journal.add(*record).unwrap();
        if let Some(feed) = feed {
            feed.tell();
        }
        true
    });
    if let Some(feed) = feed {
        feed.end();
    }
}

//! Games whose storage fails.

use super::*;
use crate::config::{MAX_LAG, MAX_LAG_IN_GAME};
use crate::shares::Shares;
use crate::storage::{Act, Fault, Faulty, Sqlite, Start, Write};
use crate::token::Secret;
use chatura_session::{Command, TimeControls};

struct Table {
    games: Arc<Games>,
    storage: Arc<Faulty>,
    ada: Caller,
    _folder: tempfile::TempDir,
}

impl Table {
    async fn new() -> Table {
        let folder = tempfile::tempdir().unwrap();
        let storage = Arc::new(Faulty::new(Sqlite::open(folder.path()).await.unwrap()));
        let kept: Arc<dyn Storage> = Arc::clone(&storage) as _;
        let (limits, pool, metrics) = (Limits::default(), WorkerPool::new(1), Arc::<Metrics>::default());
        let library = Arc::new(Library::new(Arc::clone(&kept), limits.clone(), pool.clone()));
        let shares = Arc::new(Shares::new(3_600.0, Duration::from_secs(3_600)));
        let engines = EnginePool::new(1, Arc::default(), Arc::clone(&metrics), shares);
        let clock = ServerClock::resume(chatura_session::Time(0));
        let games = Games::new(kept, library, engines, pool, clock, limits, metrics);
        let ada = Caller { identity: Some(("ada".into(), "Ada".into())), ..Caller::default() };
        Table { games, storage, ada, _folder: folder }
    }

    async fn make(&self, seats: [SeatRequest; 2]) -> String {
        let request = NewGame {
            definition: "chess".into(),
            settings: Vec::new(),
            start: Start::Array,
            seats: seats.to_vec(),
            clocks: TimeControls::default(),
            undo: None,
            public: false,
        };
        self.games.make(&self.ada, request).await.unwrap().game
    }

    async fn play(&self, game: &str, text: &str) -> Result<u64, String> {
        let request = Request { id: None, command: Command::play(text), as_host: false };
        let done = self.games.command(game, &self.ada, request).await;
        done.map(|accepted| accepted.version).map_err(|problem| problem.code)
    }

    /// A socket of hers to which messages take so long, in milliseconds.
    async fn watch(&self, game: &str, socket: u64, lag: u64) {
        let watcher =
            Watcher { socket, outbox: Outbox::new().0, lag: Arc::new(lag.into()), caller: self.ada.clone() };
        self.games.watch(game, watcher, None).await.unwrap();
    }

    /// How long each move was on its way, as the log says.
    async fn ways(&self, game: &str) -> Vec<u64> {
        let log = self.storage.log(game).await.unwrap();
        let way = |act: &Act| match act {
            Act::Said { way, .. } => Some(way.0),
            Act::Flag => None,
        };
        log.iter().filter_map(|entry| way(&entry.act)).collect()
    }

    async fn ply(&self, game: &str) -> usize {
        self.games.peek(&Lane::server(), game, |state, _| state.session.ply()).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ai_player_whose_move_could_not_be_kept_moves_again() {
    let table = Table::new().await;
    *table.storage.faults.lock().unwrap() = vec![Fault::Refuse; 2];
    let game = table.make([SeatRequest::Ai("ai:1".into()), SeatRequest::Me]).await;
    let moved = async {
        while table.ply(&game).await == 0 || !table.storage.faults.lock().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), moved).await.expect("it waits for ever");
    table.games.engines.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_kept_was_never_done_whatever_happens() {
    let table = Table::new().await;
    let game = table.make([SeatRequest::Me, SeatRequest::Me]).await;
    for (fault, code) in [(Fault::Refuse, "storage"), (Fault::Panic, "internal")] {
        table.storage.faults.lock().unwrap().push(fault);
        let ply = table.ply(&game).await;
        let [text, other] = if ply == 0 { ["e2e4", "d2d4"] } else { ["e7e5", "d7d5"] };
        assert_eq!(table.play(&game, text).await, Err(code.to_owned()));
        assert_eq!(table.ply(&game).await, ply);
        table.play(&game, other).await.unwrap();
    }
    assert_eq!(table.ply(&game).await, 2);
    table.games.engines.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_that_could_not_fall_falls_later() {
    let table = Table::new().await;
    let flags = tokio::spawn(Arc::clone(&table.games).run_flags());
    *table.storage.faults.lock().unwrap() = vec![Fault::Refuse];
    let request = NewGame {
        definition: "chess".into(),
        settings: Vec::new(),
        start: Start::Array,
        seats: vec![SeatRequest::Me, SeatRequest::Me],
        clocks: "1s+0".parse().unwrap(),
        undo: None,
        public: false,
    };
    let game = table.games.make(&table.ada, request).await.unwrap().game;
    let fallen = async {
        while table.games.peek(&Lane::server(), &game, |state, _| state.session.phase()).await.unwrap()
            != chatura_session::Phase::Over
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), fallen).await.expect("no flag falls");
    flags.abort();
    table.games.engines.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_get_back_what_the_quickest_socket_takes_and_not_without_end() {
    let table = Table::new().await;
    let near = table.make([SeatRequest::Me, SeatRequest::Me]).await;
    table.watch(&near, 1, 400).await;
    table.watch(&near, 2, 120).await;
    table.play(&near, "e2e4").await.unwrap();
    assert_eq!(table.ways(&near).await, [120], "anybody can open a slow one");
    let far = table.make([SeatRequest::Me, SeatRequest::Me]).await;
    table.watch(&far, 3, 100_000).await;
    let steps = ["23", "34"].into_iter().flat_map(|ranks| ('a'..='h').map(move |file| (file, ranks)));
    let white = steps.map(|(file, ranks)| format!("{file}{}{file}{}", &ranks[..1], &ranks[1..]));
    let white = white.chain(["a1a2", "a2a1", "h1h2", "h2h1", "b1c3", "c3b1"].map(str::to_owned));
    for mv in white {
        // Black does the same on the other side.
        let mirrored: String = mv
            .chars()
            .map(|c| c.to_digit(10).and_then(|rank| char::from_digit(9 - rank, 10)).unwrap_or(c))
            .collect();
        table.play(&far, &mv).await.unwrap();
        table.play(&far, &mirrored).await.unwrap();
    }
    let granted = usize::try_from(MAX_LAG_IN_GAME / MAX_LAG).unwrap();
    let ways = table.ways(&far).await;
    assert_eq!(ways.len(), 44);
    assert!(ways[..2 * granted].iter().all(|way| *way == MAX_LAG), "{ways:?}");
    assert!(ways[2 * granted..].iter().all(|way| *way == 0), "{ways:?}");
    table.games.engines.close();
}

#[test]
fn what_may_work_later_is_tried_again() {
    let problem = |code: &str| Problem::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, code, "");
    for code in ["storage", "busy", "too-slow"] {
        assert!(problem(code).passes_in().is_some(), "{code}");
    }
    assert_eq!(problem("definition").passes_in(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_the_chat_that_comes_twice_is_said_once_under_the_name_of_now() {
    let table = Table::new().await;
    let secret = Secret::new();
    let identity =
        crate::storage::Identity { id: "ada".into(), name: "Ada Lovelace".into(), settings: "{}".into() };
    table.storage.write(Write::Identity(identity, secret.digest())).await.unwrap();
    let game = table.make([SeatRequest::Me, SeatRequest::Me]).await;
    let say = |text: &'static str, id: &str| table.games.say(&game, &table.ada, text, Some(id.to_owned()));
    let first = say("hello", "1").await.unwrap();
    assert_eq!(say("hello", "1").await.unwrap(), first);
    // Also when the game was out of memory meanwhile.
    table.games.retain(|_| false);
    assert_eq!(say("hello", "1").await.unwrap(), first);
    assert_eq!(say("hello", "2").await.unwrap().number, 1);
    assert_eq!((first.number, first.name.as_str()), (0, "Ada Lovelace"));
    assert_eq!(say("hello", "").await.unwrap_err().code, "bad-value");
    table.games.engines.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_heavy_waits_for_a_hand_and_nothing_else_does() {
    let table = Table::new().await;
    let heavy = table.make([SeatRequest::Me, SeatRequest::Me]).await;
    let light = table.make([SeatRequest::Me, SeatRequest::Me]).await;
    let weigh = async |game: &str, took: Duration| {
        let weigh = |state: &State, _: &Watching<'_>| {
            state.weights.acting.note(took);
            state.weights.telling.note(took);
        };
        table.games.peek(&Lane::server(), game, weigh).await.unwrap();
    };
    // Whatever this machine did meanwhile, nobody has found chess to be heavy.
    for game in [&heavy, &light] {
        let inside = table.games.table_if_live(game).unwrap();
        inside.lock().await.state.as_mut().unwrap().weights = Default::default();
    }
    weigh(&heavy, Duration::from_secs(1)).await;
    let hand = table.games.pool.hand(&Lane::new("bo", None)).await.unwrap();
    table.play(&light, "e2e4").await.unwrap();
    let soon = Duration::from_millis(300);
    assert!(
        tokio::time::timeout(soon, table.play(&heavy, "e2e4")).await.is_err(),
        "it is played all the same"
    );
    assert!(tokio::time::timeout(soon, table.watch(&heavy, 1, 0)).await.is_err(), "it is told all the same");
    // Who waits for a hand keeps nobody from the game.
    assert_eq!(table.ply(&heavy).await, 0);
    drop(hand);
    let moved = async {
        while table.ply(&heavy).await == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), moved).await.expect("it is never played");
    table.play(&heavy, "e7e5").await.unwrap();
    table.watch(&heavy, 2, 0).await;
    table.games.engines.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn games_come_back_from_their_logs_a_few_at_a_time() {
    let table = Table::new().await;
    let game = table.make([SeatRequest::Me, SeatRequest::Me]).await;
    table.games.retain(|_| false);
    let mut loading = Vec::new();
    for _ in 0..LOADING {
        loading.push(table.games.loaders.hand(&Lane::server()).await.unwrap());
    }
    // What strangers made has loaders of its own.
    let _sent = table.games.loaders_of_sent.hand(&Lane::server()).await.unwrap();
    let soon = Duration::from_millis(300);
    assert!(tokio::time::timeout(soon, table.ply(&game)).await.is_err(), "it is loaded all the same");
    loading.pop();
    assert_eq!(table.ply(&game).await, 0);
    table.games.engines.close();
}

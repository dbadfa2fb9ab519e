use super::*;
use crate::storage::{Act, Full, KeptRules, Origin, Room, Start, Summary};
use crate::token::Secret;
use chatura_session::{Command, Phase, Seat, Span, Terms, Who};

fn game(id: &str) -> Write {
    let summary = Summary {
        phase: Phase::Playing,
        number: 1,
        ply: 0,
        turn: Some(0),
        fen: String::new(),
        names: Vec::new(),
        result: None,
        thinking: false,
        deadline: Some(Time(7)),
        kinds: Vec::new(),
        ended: None,
        next: None,
    };
    let origin = Origin {
        definition: "chess".to_owned(),
        settings: Vec::new(),
        seats: Vec::new(),
        terms: Terms::default(),
        at: Time(50),
        before: None,
    };
    let row = GameRow {
        id: id.to_owned(),
        origin,
        creator: "ada".to_owned(),
        public: true,
        created: 1,
        updated: 1,
        summary,
        rules: None,
    };
    Write::Game {
        row: Box::new(row),
        start: Start::Pgn("1. e4 *".to_owned()),
        holders: vec![Holder::default(), Holder { identity: Some("bo".into()), ..Holder::default() }],
        rules: None,
        room: None,
    }
}

async fn append(storage: &Sqlite, game: &str, numbers: &[u32]) -> Result<(), StorageError> {
    let (row, ..) = storage.game(game).await?.unwrap();
    let entry = |number: &u32| LogEntry {
        number: *number,
        at: Time(100 + u64::from(*number)),
        act: Act::Said {
            from: Who::Seat(Seat(0)),
            command: Command::play("e2e4"),
            way: Span::ZERO,
            ply: None,
        },
        sent: Some(("ada".to_owned(), format!("id {number}"))),
    };
    let entries = numbers.iter().map(entry).collect();
    let write =
        Write::Append { game: game.to_owned(), entries, summary: row.summary, updated: 2, holders: None };
    storage.write(write).await
}

#[tokio::test]
async fn a_number_of_a_log_is_written_once_and_a_fault_harms_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).await.unwrap();
    storage.write(game("a")).await.unwrap();
    storage.write(game("b")).await.unwrap();
    // A game that waits for its players has no log yet; the time must not fall behind it all the same.
    assert_eq!(storage.clock().await.unwrap(), Time(50));
    assert!(matches!(storage.write(game("a")).await, Err(StorageError::Conflict)));
    append(&storage, "a", &[0]).await.unwrap();
    // All at once: they share a transaction, and only who is at fault is refused, entirely.
    let (fresh, twice, other) = tokio::join!(
        append(&storage, "a", &[1]),
        append(&storage, "a", &[2, 0]),
        append(&storage, "b", &[0])
    );
    assert!(fresh.is_ok() && other.is_ok() && matches!(twice, Err(StorageError::Conflict)), "{twice:?}");
    let log = storage.log("a").await.unwrap();
    assert_eq!(log.iter().map(|entry| entry.number).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(log[1].sent, Some(("ada".to_owned(), "id 1".to_owned())));
    assert_eq!(storage.clock().await.unwrap(), Time(101));
    storage.close().await.unwrap();
}

fn room() -> Room {
    Room { games: 5, all_games: 100, uploads: 100, bytes: 1 << 20, all_bytes: 1 << 40 }
}

fn definition(id: &str, bytes: usize) -> DefinitionRow {
    DefinitionRow {
        id: id.to_owned(),
        owner: "ada".to_owned(),
        file: "mine.toml".to_owned(),
        name: "Mine".to_owned(),
        text: "#".repeat(bytes),
    }
}

/// How many of what is written at once are kept, and why another is not.
async fn kept(storage: &Sqlite, writes: Vec<Write>) -> (usize, Option<Full>) {
    let all = futures_util::future::join_all(writes.into_iter().map(|write| storage.write(write))).await;
    let refused = all.iter().find_map(|result| match result {
        Err(StorageError::Full(full)) => Some(*full),
        _ => None,
    });
    (all.iter().filter(|result| result.is_ok()).count(), refused)
}

#[tokio::test]
async fn a_room_for_five_holds_five_however_many_come_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).await.unwrap();
    let games = |room: Room| {
        let with_room = |number: usize| match game(&format!("{:?} {number}", room.games)) {
            Write::Game { row, start, holders, rules, .. } => {
                Write::Game { row, start, holders, rules, room: Some(room) }
            }
            other => other,
        };
        (0..20).map(with_room).collect::<Vec<_>>()
    };
    assert_eq!(kept(&storage, games(room())).await, (5, Some(Full::Games(5))));
    let all = Room { games: 90, all_games: 8, ..room() };
    assert_eq!(kept(&storage, games(all)).await, (3, Some(Full::AllGames)));
    let texts = |room: Room| {
        (0..20).map(|number| Write::Definition(definition(&format!("my-{number}"), 1_000), room)).collect()
    };
    // Eight games written down are kept already.
    let few = Room { uploads: 13, ..room() };
    assert_eq!(kept(&storage, texts(few)).await, (5, Some(Full::Uploads(13))));
    assert_eq!(kept(&storage, texts(Room { bytes: 7_500, ..room() })).await, (7, Some(Full::Bytes(0))));
    assert_eq!(kept(&storage, texts(Room { all_bytes: 1, ..room() })).await, (7, Some(Full::AllBytes)));
    storage.close().await.unwrap();
}

#[tokio::test]
async fn who_has_gone_meanwhile_says_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).await.unwrap();
    let ada = Identity { id: "ada".to_owned(), name: "Ada".to_owned(), settings: "{}".to_owned() };
    storage.write(Write::Identity(ada, Secret::new().digest())).await.unwrap();
    let says = |number: u32| ChatRow {
        number,
        seat: None,
        name: "Ada".to_owned(),
        text: "hello".to_owned(),
        at: 1,
        author: Some("ada".to_owned()),
    };
    storage.write(Write::Chat("a".to_owned(), says(0), None)).await.unwrap();
    storage.write(Write::Forget("ada".to_owned())).await.unwrap();
    let late = storage.write(Write::Chat("a".to_owned(), says(1), None)).await;
    assert!(matches!(late, Err(StorageError::Conflict)), "{late:?}");
    assert_eq!(storage.chat("a", 10).await.unwrap().len(), 0);
    storage.close().await.unwrap();
}

#[tokio::test]
async fn what_nobody_uses_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).await.unwrap();
    let image = |id: &str| ImageRow {
        id: id.to_owned(),
        owner: "ada".to_owned(),
        kind: "image/png".to_owned(),
        used: 1,
        bytes: vec![0],
    };
    for id in ["my-used", "my-unused"] {
        storage.write(Write::Definition(definition(id, 10), room())).await.unwrap();
    }
    let drawn =
        DefinitionRow { text: "image = \"/api/images/seen\"".to_owned(), ..definition("my-drawn", 0) };
    storage.write(Write::Definition(drawn.clone(), room())).await.unwrap();
    for id in ["seen", "unseen"] {
        storage.write(Write::Image(image(id), room())).await.unwrap();
    }
    let rules = |id: &str, text: DefinitionRow| KeptRules { id: id.to_owned(), texts: vec![text] };
    for (number, text) in [definition("my-used", 10), drawn].into_iter().enumerate() {
        let Write::Game { mut row, start, holders, .. } = game(&number.to_string()) else { unreachable!() };
        row.rules = Some(format!("kept-{number}"));
        let rules = Some(rules(&format!("kept-{number}"), text));
        storage.write(Write::Game { row, start, holders, rules, room: None }).await.unwrap();
    }
    // Nothing is old enough yet but the images.
    storage.write(Write::Expire(2)).await.unwrap();
    let is_there = async |id: &str| storage.definition(id).await.unwrap().is_some();
    assert!(is_there("my-unused").await);
    let pictured = async |id: &str| storage.image(id).await.unwrap().is_some();
    assert!(pictured("seen").await && !pictured("unseen").await);
    // Each is looked for in all definitions, so only a few at once, and one that is needed does not hold up the next.
    for number in 0..40 {
        storage.write(Write::Image(image(&format!("unseen-{number:02}")), room())).await.unwrap();
    }
    storage.write(Write::Expire(2)).await.unwrap();
    assert!(!pictured("unseen-19").await && pictured("unseen-20").await);
    for _ in 0..3 {
        storage.write(Write::Expire(2)).await.unwrap();
    }
    assert!(pictured("seen").await && !pictured("unseen-39").await);
    storage.write(Write::Expire(i64::MAX)).await.unwrap();
    assert!(is_there("my-used").await && is_there("my-drawn").await && !is_there("my-unused").await);
    assert!(pictured("seen").await, "a game needs it");
    assert!(storage.rules("kept-0").await.unwrap().is_some());
    storage.close().await.unwrap();
}

#[tokio::test]
async fn games_without_rules_get_them_once() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).await.unwrap();
    storage.write(game("a")).await.unwrap();
    assert_eq!(storage.unpinned().await.unwrap(), ["chess"]);
    let text = |id: &str| DefinitionRow {
        id: id.to_owned(),
        owner: String::new(),
        file: "games/chess.toml".to_owned(),
        name: "Chess".to_owned(),
        text: format!("# {id}"),
    };
    for id in ["first", "second"] {
        let rules = KeptRules { id: id.to_owned(), texts: vec![text(id), text("below")] };
        storage.write(Write::Pin("chess".to_owned(), rules)).await.unwrap();
    }
    let (row, ..) = storage.game("a").await.unwrap().unwrap();
    assert_eq!(row.rules.as_deref(), Some("first"));
    assert_eq!(storage.rules("first").await.unwrap(), Some(vec![text("first"), text("below")]));
    assert_eq!(storage.rules("third").await.unwrap(), None);
    assert!(
        storage.unpinned().await.unwrap().is_empty() && storage.definitions_of("").await.unwrap().len() == 3
    );
    storage.close().await.unwrap();
}

#[tokio::test]
async fn what_was_written_is_there_when_it_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).await.unwrap();
    let secret = Secret::new();
    let mut ada = Identity { id: "ada".into(), name: "Ada".into(), settings: "{}".into() };
    storage.write(Write::Identity(ada.clone(), secret.digest())).await.unwrap();
    // Two changes at once do not undo each other.
    let change = |name: Option<&str>, settings: Option<&str>| Write::Profile {
        id: "ada".to_owned(),
        name: name.map(str::to_owned),
        settings: settings.map(str::to_owned),
    };
    let (name, settings) = tokio::join!(
        storage.write(change(Some("Ada L"), None)),
        storage.write(change(None, Some("{\"sound\":false}")))
    );
    name.and(settings).unwrap();
    (ada.name, ada.settings) = ("Ada L".into(), "{\"sound\":false}".into());
    storage.write(game("a")).await.unwrap();
    storage.write(Write::Clock(Time(90))).await.unwrap();
    storage.write(Write::Clock(Time(40))).await.unwrap();
    assert!(matches!(Sqlite::open(folder.path()).await, Err(StorageError::Taken(_))));
    storage.close().await.unwrap();
    assert!(matches!(storage.write(game("b")).await, Err(StorageError::Closed)));
    let storage = Sqlite::open(folder.path()).await.unwrap();
    assert_eq!(storage.identity(&secret.digest()).await.unwrap(), Some(ada));
    assert_eq!(storage.clock().await.unwrap(), Time(90));
    assert_eq!(storage.deadlines().await.unwrap(), [(Time(7), "a".to_owned())]);
    assert_eq!(storage.games_of("bo", i64::MAX, 9).await.unwrap()[0].1, [1]);
    assert_eq!(storage.public_games(1, 9).await.unwrap(), []);
    assert_eq!(storage.public_games(2, 9).await.unwrap().len(), 1);
    assert_eq!(storage.open_games("ada").await.unwrap(), 1);
    assert_eq!(storage.uploads_of("ada").await.unwrap(), 1);
    let (_, start, _) = storage.game("a").await.unwrap().unwrap();
    assert_eq!(start, Start::Pgn("1. e4 *".to_owned()));
    storage.close().await.unwrap();
}

#[tokio::test]
async fn sqlite_is_one_that_resets_its_log_safely() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).await.unwrap();
    let row = sqlx::query("SELECT sqlite_version()").fetch_one(&storage.readers).await.unwrap();
    let version: String = sqlx::Row::get(&row, 0);
    let numbers: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
    assert!(numbers >= vec![3, 51, 3], "{version} can damage a database while its log begins anew");
    storage.close().await.unwrap();
}

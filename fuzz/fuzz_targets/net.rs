//! Any bytes as a net. The first byte chooses the game; with its highest bit the rest are the numbers of a net whose first bytes
//! are right, which evaluates and thinks.
#![no_main]

use chatura_fuzz::{USUAL, bounded, game};
use chatura_rules::{Line, Position};
use chatura_search::net::{Inputs, Net};
use chatura_search::{Engine, Limits, Options, Stop};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// How many sums the first layer has.
const HIDDEN: usize = 16;

/// Four armies on a small board: a net for them is small as well.
const FOUR: &str = "name = \"Four\"\nboard = { shape = \"cross\", size = 6, corner = 1 }\nsetup.army = \"2PP2/R1KN\"\n\
                    players = { names = [\"Red\", \"Blue\", \"Yellow\", \"Green\"], symmetry = \"rotation\" }\n\
                    pieces.pawn = { letter = \"P\", moves = \"fmWfcF\" }\npieces.knight = { letter = \"N\", moves = \"N\" }\n\
                    pieces.rook = { letter = \"R\", moves = \"R\" }\npieces.king = { letter = \"K\", moves = \"K\", royal = true }\n\
                    [end]\nelimination = { army = \"dead\", stalemate = \"out\" }\n";

struct Subject {
    start: Position,
    inputs: Arc<Inputs>,
    engine: Engine,
}

static SUBJECTS: LazyLock<Mutex<Vec<Subject>>> = LazyLock::new(|| {
    let four = chatura_define::load_text(FOUR, "four.toml", &[], 0).unwrap_or_else(|error| panic!("{error}"));
    let subjects = [game("losalamos"), game("minishogi"), four].map(|game| {
        let engine = Engine::new(&game, Options { hash_mb: 1, ..Options::default() });
        Subject { start: Position::start(&game), inputs: Inputs::of(&game), engine }
    });
    Mutex::new(subjects.into())
});

// The games are compiled before time is taken.
fuzz_target!(init: { LazyLock::force(&SUBJECTS); }, |data: &[u8]| {
    let mut subjects = SUBJECTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let [first, rest @ ..] = data {
        let chosen = usize::from(first % 128) % subjects.len();
        bounded(USUAL, || try_net(rest, *first >= 128, &mut subjects[chosen]));
    }
});

fn try_net(bytes: &[u8], sound: bool, subject: &mut Subject) {
    let Subject { start, inputs, engine } = subject;
    let head = [b"CHATNET\x01".to_vec(), inputs.fingerprint().to_le_bytes().to_vec()].concat();
    let whole = match sound {
        true => {
            let Some((parts, numbers)) = bytes.split_first().filter(|(_, numbers)| !numbers.is_empty())
            else {
                return;
            };
            let parts = parts % 4 + 1;
            let count = (inputs.rows() + 1 + usize::from(parts) * inputs.eyes()) * HIDDEN * 2
                + usize::from(parts) * 4;
            let sizes = [
                &(inputs.rows() as u32).to_le_bytes()[..],
                &(HIDDEN as u16).to_le_bytes(),
                &[parts, inputs.eyes() as u8],
            ];
            let numbers: Vec<u8> = numbers.iter().copied().cycle().take(count).collect();
            [head, sizes.concat(), numbers].concat()
        }
        false => [head, bytes.to_vec()].concat(),
    };
    let _ = Net::from_bytes(bytes, inputs).map_err(|wrong| wrong.to_string());
    match Net::from_bytes(&whole, inputs) {
        Ok(net) => {
            let again = Net::from_bytes(&net.to_bytes(), inputs).map(|net| net.to_bytes());
            assert_eq!(again, Ok(net.to_bytes()));
            engine.set_net(Some(Arc::new(net)));
            let _ = (engine.evaluate(start), engine.outlook(start));
            let answer =
                engine.think(&Line::new(start.clone()), &Limits::nodes(60), &Stop::new(), &mut |_| {});
            assert!(answer.is_ok_and(|answer| answer.best.is_some()));
        }
        Err(wrong) => assert!(!sound, "{wrong}"),
    }
}

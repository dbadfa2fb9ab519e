//! What an engine may say, read as both protocols read it.

use super::dialect::{Dialect, Heard, Told};
use super::identity::{EngineOption, Identity};
use super::launch::Protocol;
use super::uci::Uci;
use super::xboard::XBoard;
use chatura_rules::Position;

/// Reads every line of a text as an engine's answer at a position.
pub(crate) fn hear(protocol: Protocol, text: &str, position: &Position) {
    let (mut uci, mut xboard) = (Uci::default(), XBoard::default());
    let mut identity = Identity::new(protocol);
    let mut told = Told::default();
    for line in text.lines() {
        let option = match protocol {
            Protocol::Uci => EngineOption::of_uci(line),
            Protocol::XBoard => {
                xboard.features(&mut identity, line);
                EngineOption::of_xboard(line)
            }
        };
        if let Some(option) = option {
            // Whatever an option says of itself, it judges a value in words.
            let _ = (option.check(line), option.check("1"));
        }
        let dialect: &mut dyn Dialect = match protocol {
            Protocol::Uci => &mut uci,
            Protocol::XBoard => &mut xboard,
        };
        match dialect.hear(line) {
            Heard::Info(info) => {
                told.add(info);
                let report = told.report(dialect, position);
                assert!(
                    report.is_none_or(|report| report.deepest >= report.depth),
                    "deeper than the deepest"
                );
            }
            Heard::Move(mv) => drop(dialect.read_move(position, &mv)),
            _ => {}
        }
    }
}

//! One table at which games are played: who sits where, commands in, events out, journal, clocks. No input or output,
//! no threads, no clock of its own.
//!
//! # How a front end drives it
//!
//! A [`Session`] is made from a position, who sits where ([`Occupant`]) and the [`Terms`]. From then on there is one
//! way in and one way out:
//!
//! ```text
//! loop {
//!     wait for a command, until session.next_deadline() at the latest
//!     events  = session.tick(now)                      // flags that have fallen by now
//!     events += session.handle(from, command, now)?    // or a Refusal: nothing has changed
//!     show the events to everybody
//! }
//! ```
//!
//! - **Time** is a value: [`Time`] counts milliseconds from any moment the caller likes. It never runs backwards: an
//!   earlier time than the last one counts as the last one.
//! - **Ticks.** A flag falls at its deadline, whenever `tick` is called after it. While a flag has fallen that `tick`
//!   was not told of, `handle` refuses everything with [`Code::Time`], so call `tick` first, always.
//! - **From whom.** [`Who`] says for which seats a command speaks; who may give which is written at each [`Command`].
//!   A terminal at which everybody sits sends the moves as [`Who::Seats`] with all persons, and what belongs to the
//!   keeper of the table (pause, add time, replace) as [`Who::Host`].
//! - **AI players** are no different: whoever computes for a seat waits for the event that gives it the turn, sends
//!   [`Command::Move`] as [`Who::Seat`], and answers draw offers that ask it. [`Session::table`] tells the clocks.
//!   [`Command::Move`] may name the ply it was thought for, so that a move that comes late after an undo is refused.
//! - **Rebuilding.** The same commands at the same times make the same session. Keep what was accepted (from, command,
//!   time); to rebuild call `tick(time)`, then `handle`, for each.
//! - **Saving.** [`Session::pgn`] writes the present game with its clocks and variations, [`Session::load`] goes on with
//!   one at any ply.
//! - **Seats and clocks to choose from:** [`modes`] lists who can play where, [`PRESETS`] the usual clocks.
//! - **Looking back** changes nothing: [`Session::position_at`] gives the position of any ply. [`Session::view`] is
//!   everything at once, for a client that has just come.
//!
//! # Example
//!
//! ```
//! use chatura_rules::Position;
//! use chatura_session::{Command, Event, PlayerKind, Occupant, Seat, Session, Terms, Time, Who};
//!
//! let game = chatura_define::catalogue::load("chess", &[], 0).unwrap();
//! let seats = vec![Occupant::new("Ada", PlayerKind::Person), Occupant::new("Bo", PlayerKind::Person)];
//! let terms = Terms { clocks: "5+3".parse().unwrap(), ..Terms::default() };
//! let mut session = Session::new(Position::start(&game), seats, terms, Time(0)).unwrap();
//! let events = session.handle(Who::Seat(Seat(0)), Command::play("e2e4"), Time(2_000)).unwrap();
//! let Event::Moved(moved) = &events[0] else { panic!() };
//! assert_eq!((moved.record.san.as_str(), moved.table.turn), ("e4", Some(Seat(1))));
//! let refusal = session.handle(Who::Seat(Seat(0)), Command::play("d2d4"), Time(3_000)).unwrap_err();
//! assert_eq!(refusal.to_string(), "it is Black's turn, not White's");
//! ```

mod calendar;
mod clock;
mod command;
mod conclusion;
mod event;
mod journal;
mod mode;
mod player;
mod refusal;
mod score;
mod seat;
mod session;
mod terms;
mod time;
mod told;

pub use calendar::Day;
pub use clock::{Bonus, ClockView, PRESETS, Period, Preset, TimeControl, TimeControlError, TimeControls};
pub use command::{Command, Seating};
pub use conclusion::{Cause, Conclusion, Standing};
pub use event::{
    CellEdit, Event, HandEdit, Moved, Navigated, Navigation, Notice, PieceView, State, Status, Table,
};
pub use journal::{NodeId, Record};
pub use mode::{Mode, ModeSeat, find_mode, modes};
pub use player::{Ai, Occupant, PlayerKind, PlayerKindError, is_program_name};
pub use refusal::{Code, Refusal};
pub use score::Score;
pub use seat::{Seat, Who};
pub use session::{LoadError, Phase, SeatView, Session, View};
pub use terms::{Permit, Terms, UndoPolicy};
pub use time::{Span, Time};

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 64;
/// The longest line of play, in plies; players may still leave after that.
pub const MAX_PLIES: usize = 10_000;
/// The most moves in all variations together.
pub const MAX_NODES: usize = 50_000;
/// The most games in turn.
pub const MAX_GAMES: u32 = 10_000;
/// The most time that can be added at once.
pub const MAX_ADDED: Span = Span(24 * 3_600_000);

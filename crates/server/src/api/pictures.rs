//! Positions as PNG and games as GIF, for links, messages and pages elsewhere.

use super::catalogue::CACHED;
use super::extract::{By, Params, Path, settings};
use crate::analysis::line;
use crate::app::Shared;
use crate::games::{Caller, State as Table, Watching};
use crate::problem::Problem;
use crate::worker_pool::WorkerPool;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use chatura_draw::{SvgOptions, raster};
use chatura_rules::{Player, Position};
use chatura_session::Phase;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How large pictures are, in dots: usually and at most, single ones and those that move.
const USUAL: u32 = 480;
const LARGEST: u32 = 1_000;
const LARGEST_MOVING: u32 = 480;
/// How long a position of a GIF is shown, in hundredths of a second: usually, at least, at most.
const DELAY: (u16, u16, u16) = (80, 10, 500);
/// The longest a picture that moves is drawn: a large board and many moves take long.
const LONGEST: Duration = Duration::from_secs(8);

/// Those who draw: they are nobody's move, so that others never wait for them, and single pictures not for those that move.
#[derive(Debug)]
pub struct Easels {
    single: WorkerPool,
    moving: WorkerPool,
}

impl Default for Easels {
    fn default() -> Easels {
        Easels { single: WorkerPool::new(1), moving: WorkerPool::new(1) }
    }
}

/// Whether somebody still waits for a picture, for whoever draws it.
struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

#[derive(Deserialize)]
pub struct Wish {
    set: Option<String>,
    fen: Option<String>,
    ply: Option<usize>,
    #[serde(default)]
    seat: u8,
    size: Option<u32>,
    names: Option<bool>,
    delay: Option<u16>,
}

impl Wish {
    fn options(&self, players: usize) -> Result<SvgOptions, Problem> {
        if usize::from(self.seat) >= players {
            return Err(Problem::bad("bad-value", format!("there is no seat {}", self.seat)));
        }
        let names = self.names.unwrap_or(true);
        Ok(SvgOptions { seat: Player(self.seat), names, ..SvgOptions::default() })
    }

    fn side(&self, largest: u32) -> u32 {
        self.size.unwrap_or(USUAL).clamp(32, largest)
    }
}

/// Draws beside everything else, one after the other, in turn of those who ask.
async fn draw(
    easel: &WorkerPool,
    caller: &Caller,
    work: impl FnOnce() -> Result<Vec<u8>, raster::RasterError> + Send + 'static,
) -> Result<Vec<u8>, Problem> {
    let drawn = easel.run(&caller.lane(), work).await?;
    drawn.map_err(|error| match error {
        raster::RasterError::GivenUp => Problem::bad("too-long", "this game is too long to be shown moving"),
        raster::RasterError::Failed(_) => Problem::internal(error.to_string()),
    })
}

fn told(
    kind: &'static str,
    bytes: Vec<u8>,
    keeping: (header::HeaderName, &'static str),
) -> impl IntoResponse {
    let anywhere = (header::HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");
    ([(header::CONTENT_TYPE, kind), anywhere, keeping], bytes)
}

/// What may still change is asked for again.
const CHANGING: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=10");

pub async fn board(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(wish): Params<Wish>,
) -> Result<impl IntoResponse, Problem> {
    let game = app.library.sample(&caller.lane(), &id, &settings(wish.set.as_deref())?).await?;
    let options = wish.options(game.players().len())?;
    let side = wish.side(LARGEST);
    let read = move || line(&game, wish.fen.as_deref(), &[]);
    let position = app.pool.run(&caller.lane(), read).await??.position().clone();
    let bytes = draw(&app.easels.single, &caller, move || raster::png(&position, &options, side)).await?;
    Ok(told("image/png", bytes, CACHED))
}

pub async fn game(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(wish): Params<Wish>,
) -> Result<impl IntoResponse, Problem> {
    let ply = wish.ply;
    let found = app.games.ask(&caller, &id, move |state, _| {
        let session = &state.session;
        (session.position_at(ply.unwrap_or_else(|| session.ply())), session.phase())
    });
    let (position, phase) = found.await?;
    let position: Position = position.ok_or_else(|| Problem::missing("ply"))?;
    let options = wish.options(position.game().players().len())?;
    let side = wish.side(LARGEST);
    let bytes = draw(&app.easels.single, &caller, move || raster::png(&position, &options, side)).await?;
    Ok(told("image/png", bytes, if phase == Phase::Over { CACHED } else { CHANGING }))
}

pub async fn film(
    State(app): State<Shared>,
    By(caller): By,
    Path(id): Path<String>,
    Params(wish): Params<Wish>,
) -> Result<impl IntoResponse, Problem> {
    let asked = |state: &Table, _: &Watching<'_>| (state.session.line().clone(), state.session.phase());
    let (line, phase) = app.games.ask(&caller, &id, asked).await?;
    let mut at = line.first();
    let options = wish.options(at.game().players().len())?;
    if line.moves().len() >= raster::MAX_FRAMES {
        let detail = format!("a game of {} moves is too long to be shown moving", line.moves().len());
        return Err(Problem::bad("too-long", detail));
    }
    let (side, (usual, least, most)) = (wish.side(LARGEST_MOVING), DELAY);
    let delay = wish.delay.unwrap_or(usual).clamp(least, most);
    let wanted = Wanted(Arc::new(AtomicBool::new(true)));
    let still = Arc::clone(&wanted.0);
    let work = move || {
        let until = Instant::now() + LONGEST;
        let mut positions = vec![at.clone()];
        for mv in line.moves() {
            at.play_unchecked(*mv);
            positions.push(at.clone());
        }
        raster::gif(&positions, &options, side, delay, || {
            still.load(Ordering::Relaxed) && Instant::now() < until
        })
    };
    let bytes = draw(&app.easels.moving, &caller, work).await?;
    drop(wanted);
    Ok(told("image/gif", bytes, if phase == Phase::Over { CACHED } else { CHANGING }))
}

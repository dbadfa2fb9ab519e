//! The HTTP interface: one file a subject. `docs/api.md` tells it in words, `openapi.json` as data.

mod account;
mod analysis;
mod attackers;
mod away;
mod catalogue;
mod check;
mod compose;
mod definitions;
mod drawing;
mod engines;
mod extract;
mod games;
mod guard;
mod identity;
mod invited;
mod lists;
mod lobby;
mod matches;
mod openings;
mod page;
mod pictures;
mod plans;
mod play;
mod preview;
mod sending;
mod status;
mod studies;
mod why;

pub use check::PositionRequest;
pub use extract::{caller_of, is_owner, token_of};
pub use guard::Client;
pub use pictures::Easels;
pub use sending::Senders;
pub use why::reason;

use crate::app::Shared;
use crate::problem::Problem;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

/// What only whoever runs the server needs, on an address of its own.
pub fn admin_router(app: &Shared) -> Router {
    Router::new()
        .route("/health", get(status::health))
        .route("/ready", get(status::ready))
        .route("/metrics", get(status::metrics))
        .route("/reports", get(account::reports))
        .with_state(Arc::clone(app))
}

/// Every route there is; metrics only if they have no address of their own.
pub fn router(app: &Shared) -> Router {
    let limits = &app.config.limits;
    let large = |bytes: usize| {
        let admit = axum::middleware::from_fn_with_state(Arc::clone(app), sending::admit);
        (admit, DefaultBodyLimit::max(bytes + 16 * 1024))
    };
    let quick = Router::new()
        .route("/health", get(status::health))
        .route("/ready", get(status::ready))
        .route("/api/openapi.json", get(status::openapi))
        .route("/api/levels", get(catalogue::levels))
        .route("/api/engines", get(engines::list))
        .route("/api/clocks", get(catalogue::clocks))
        .route("/api/catalogue", get(catalogue::list))
        .route("/api/catalogue/{id}", get(catalogue::one))
        .route("/api/catalogue/{id}/definition", get(catalogue::definition))
        .route("/api/catalogue/{id}/board.svg", get(catalogue::board))
        .route("/api/catalogue/{id}/drawing", get(drawing::board))
        .route("/api/qr.svg", post(drawing::qr))
        .route(
            "/api/identity",
            get(identity::who).post(identity::register).patch(identity::change).delete(account::delete),
        )
        .route(
            "/api/identity/tokens",
            get(account::tokens).post(account::rotate).delete(account::revoke_others),
        )
        .route("/api/identity/tokens/{id}", delete(account::revoke_one))
        .route("/api/identity/sign-out", post(account::sign_out))
        .route("/api/identity/move", post(account::depart))
        .route("/api/identity/arrive", post(account::arrive))
        .route("/api/blocks", get(account::blocks).post(account::block))
        .route("/api/blocks/{id}", delete(account::unblock))
        .route("/api/reports", post(account::report))
        .route("/api/games/{id}/mutes", post(account::mute))
        .route("/api/games", get(lists::list).post(games::make))
        .route("/api/games/{id}", get(games::one))
        .route("/api/games/{id}/positions/{ply}", get(games::position))
        .route("/api/games/{id}/events", get(games::events))
        .route("/api/games/{id}/pgn", get(games::pgn))
        .route("/api/games/{id}/kif", get(games::kif))
        .route("/api/games/{id}/record", get(games::record))
        .route("/api/lobby", get(lobby::lobby))
        .route("/api/seeks", post(lobby::seek))
        .route("/api/games/{id}/seats", post(lobby::sit))
        .route("/api/matches", get(matches::list))
        .route("/api/matches/{id}", get(matches::one))
        .route("/api/matches/{id}/live", get(matches::live))
        .route("/api/matches/{id}/pgn", get(matches::pgn))
        .route("/api/matches/{id}/games", get(matches::games))
        .route("/api/matches/{id}/games/{number}", get(matches::game))
        .route("/api/matches/{id}/games/{number}/pgn", get(matches::game_pgn))
        .route("/api/games/{id}/tree", get(games::tree))
        .route("/api/games/{id}/away", get(away::away).post(away::claim))
        .route("/api/games/{id}/premoves", get(games::premoves))
        .route("/api/games/{id}/commands", post(play::command))
        .route("/api/games/{id}/chat", get(play::chat).post(play::say))
        .route("/api/games/{id}/rematch", post(play::rematch))
        .route("/api/games/{id}/invitations", post(play::invite))
        .route("/api/invitations", post(play::join))
        .route("/api/invitations/look", post(invited::look))
        .route("/api/studies", get(studies::mine).post(studies::make).layer(large(studies::LARGEST)))
        .route("/api/studies/{id}", get(studies::one).delete(studies::delete))
        .route("/api/studies/{id}/changes", post(studies::change).layer(large(studies::LARGEST)))
        .route("/api/studies/{id}/pgn", get(studies::pgn))
        .route("/api/studies/{id}/kif", get(studies::kif))
        .route("/api/pgn", post(games::import).layer(large(limits.pgn)))
        .route("/api/check", post(check::check))
        .route("/api/compose", post(compose::compose))
        .route("/api/why", post(why::why))
        .route("/api/openings", post(openings::openings))
        .route("/api/openings/games", post(openings::bring).delete(openings::forget).layer(large(limits.pgn)))
        .route("/api/games/{id}/plans", get(plans::plans).post(plans::plan))
        .route("/api/games/{id}/board.png", get(pictures::game))
        .route("/api/games/{id}/game.gif", get(pictures::film))
        .route("/api/catalogue/{id}/board.png", get(pictures::board))
        .route("/api/attackers", post(attackers::attackers))
        .route(
            "/api/definitions",
            get(definitions::mine).post(definitions::send).layer(large(limits.definition)),
        )
        .route("/api/definitions/check", post(definitions::check).layer(large(limits.definition)))
        .route("/api/images", post(definitions::send_image).layer(large(limits.image)))
        .route("/api/images/{id}", get(definitions::image))
        .fallback(page::page)
        .method_not_allowed_fallback(wrong_method)
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, limits.request))
        .layer(CompressionLayer::new());
    let quick = match app.config.admin {
        Some(_) => quick,
        None => quick.route("/metrics", get(status::metrics)),
    };
    // What goes on for long has limits of its own.
    let lasting = Router::new()
        .route("/api/analysis", post(analysis::stream))
        .route("/api/identity/data", get(account::data))
        .route("/api/socket", get(crate::socket::upgrade));
    quick
        .merge(lasting)
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(RequestBodyTimeoutLayer::new(limits.request))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(app), guard::guard))
        .layer(CatchPanicLayer::custom(|_| panicked()))
        .with_state(Arc::clone(app))
}

async fn wrong_method() -> Problem {
    let detail = "this address does not know this method; see /api/openapi.json";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail)
}

fn panicked() -> Response {
    tracing::error!("a request failed in an unforeseen way");
    Problem::internal("this should not have happened; nothing was changed").into_response()
}

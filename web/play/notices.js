// What waits for an answer, how the game ended, and what may be done then.

import { complain, copy, fresh, h } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { keepInvitation, keptInvitation } from "../lib/begin.js";
import { newPath, playPath, reviewPath } from "../lib/route.js";
import { patienceOf } from "./lobby.js";
import { called } from "./seats.js";

/** @import * as api from "../types/api" */
/** @import { Table } from "./table.js" */

/** What can be asked for, in words, and how it is answered. */
const DRAW = /** @type {const} */ ({
  own: "You offer a draw.",
  other: "offers a draw.",
  yes: "accept-draw",
  no: "decline-draw",
});
const TAKEBACK = /** @type {const} */ ({
  own: "You ask to take back.",
  other: "asks to take back.",
  yes: "accept-takeback",
  no: "decline-takeback",
});

/** What each place says at the moment. @type {WeakMap<HTMLElement, string>} */
const known = new WeakMap();

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {HTMLElement} away what can be done if somebody left
 */
export function listNotices(place, table, away) {
  const { view } = table;
  const told = h(
    "div",
    {},
    asked(table, view.draw, DRAW),
    asked(table, view.takeback, TAKEBACK),
    view.claim && table.mine() !== null ? claim(table, view.claim) : null,
    view.phase === "waiting" ? waiting(table) : null,
    view.phase === "paused" ? h("div.notice", {}, h("p", {}, "Paused")) : null,
    view.phase === "over" && view.conclusion ? over(table, view.conclusion) : matchScore(table),
  );
  // What says the same stays the same: whoever is about to press a button presses it.
  const markup = told.innerHTML;
  const shown = known.get(place);
  if (shown !== markup) {
    known.set(place, markup);
    fresh(place, [...told.childNodes], away);
  }
  away.hidden ||= view.phase !== "playing";
  place.hidden = ![...place.children].some((child) => child instanceof HTMLElement && !child.hidden);
}

/**
 * An offer or a request, for who makes it and for who is asked.
 * @param {Table} table
 * @param {api.Offer | null} offer
 * @param {typeof DRAW | typeof TAKEBACK} kind
 */
function asked(table, offer, kind) {
  if (!offer) return null;
  const [by, of] = offer;
  const isOwn = table.own.includes(by);
  const isAsked = of.some((seat) => table.own.includes(seat)) && !isOwn;
  const tell = (/** @type {typeof kind.yes | typeof kind.no} */ command) => () =>
    table.command({ command }).catch(complain);
  const refuse = { type: "button", onclick: tell(kind.no) };
  return h(
    "div.notice",
    { role: "status" },
    h("p", {}, isOwn ? kind.own : `${called(table, by)} ${kind.other}`),
    isAsked ? h("button", { type: "button", onclick: tell(kind.yes) }, "Accept") : null,
    isAsked || isOwn ? h("button.quiet-button", refuse, isAsked ? "Decline" : "Withdraw") : null,
  );
}

/** @param {Table} table @param {string} what */
function claim(table, what) {
  const tell = () => table.command({ command: "claim-draw" }).catch(complain);
  const button = h("button", { type: "button", onclick: tell }, "Claim");
  return h("div.notice", {}, h("p", {}, `You may claim: ${what}.`), button);
}

/** @param {Table} table @param {api.Conclusion} conclusion */
function over(table, { result, sentence }) {
  const { next, asked } = table.rematch;
  const isAsked = asked.some((seat) => table.own.includes(seat));
  const isWanted = asked.some((seat) => !table.own.includes(seat));
  const again = () => table.askRematch(!isAsked).catch(complain);
  const words = isAsked ? "Waiting for the others… withdraw" : "Rematch";
  const rematch = table.own.length && !next ? h("button", { type: "button", onclick: again }, words) : null;
  return h(
    "div.notice.result",
    { role: "status" },
    h("p.score", {}, scoreText(result)),
    h("p", {}, sentence),
    matchScore(table),
    isWanted && !isAsked && !next ? h("p", {}, "Another game is wanted.") : null,
    table.line.length ? h("a.button.primary", { href: reviewPath(table.id) }, "Review") : null,
    next ? h("a.button", { href: playPath(next) }, "To the next game") : rematch,
    h("a.button", { href: newPath(table.definition) }, "New game"),
  );
}

/** How a match of several games stands, and the way back. @param {Table} table */
function matchScore(table) {
  const { view, previous } = table;
  if (!previous) return null;
  const scores = view.seats.map((seat, number) => `${called(table, number)} ${pointsOf(seat.score)}`);
  const back = h("a", { href: playPath(previous) }, "The game before");
  return h("p.match", {}, `Game ${view.number} of the match: ${scores.join(", ")}. `, back);
}

/** A score as it is written: `2½`. @param {api.Score} score */
export function pointsOf({ won, drawn }) {
  const whole = won + Math.floor(drawn / 2);
  return drawn % 2 ? `${whole || ""}½` : String(whole);
}

/** A result as people write it: `½–½`. @param {string} result */
export const scoreText = (result) =>
  result === "*" ? "Over" : result.replaceAll("1/2", "½").replaceAll("-", "–");

/** @param {Table} table */
function waiting(table) {
  const rows = table.view.seats.flatMap((seat, number) =>
    seat.kind === "nobody" ? [openSeat(table, number, seat.colour)] : [],
  );
  return h(
    "div.notice.waiting",
    { role: "status" },
    h("p", {}, "The game begins when every seat is taken."),
    table.own.length ? rows : null,
    table.own.length ? computers(table) : null,
  );
}

/** Lets the computer take every open seat: at once, or when it was wished for. @param {Table} table */
function computers(table) {
  const fill = () => {
    for (const [seat, { kind }] of table.view.seats.entries()) {
      if (kind !== "nobody" || table.view.phase !== "waiting") continue;
      table
        .command({ command: "replace", seat, occupant: { name: "", kind: { ai: { level: 3 } } } })
        .catch(complain);
    }
  };
  const at = patienceOf(table.id);
  if (at) setTimeout(fill, Math.max(0, at - Date.now()));
  return h("button", { type: "button", onclick: fill }, "Let the computer play");
}

/**
 * A seat that is open, and how somebody is invited to it.
 * @param {Table} table
 * @param {number} seat
 * @param {string} colour
 */
function openSeat(table, seat, colour) {
  const field = h("div.invitation");
  const make = async () => {
    const { code } = await post("/api/games/{id}/invitations", { seat }, { id: table.id });
    keepInvitation(table.id, seat, code);
    fresh(field, invitation(code, colour));
  };
  const known = keptInvitation(table.id, seat);
  if (known) fresh(field, invitation(known, colour));
  else fresh(field, h("button", { type: "button", onclick: make }, "Make an invitation"));
  return h("div.open-seat", {}, h("h2", {}, `${colour} is open`), field);
}

/** The invitation as a link and as a square that telephones read. @param {string} code @param {string} colour */
function invitation(code, colour) {
  const link = `${location.origin}/join#${encodeURIComponent(code)}`;
  const picture = h("img.qr", { alt: "The invitation as a QR code", width: 132, height: 132 });
  post("/api/qr.svg", { text: link }).then(
    (svg) => (picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`),
    () => picture.remove(),
  );
  const text = h("input", {
    readonly: true,
    value: link,
    "aria-label": `Invitation for ${colour}`,
    onfocus: () => {
      text.select();
    },
  });
  return [text, h("button", { type: "button", onclick: () => copy(link, "Invitation") }, "Copy"), picture];
}

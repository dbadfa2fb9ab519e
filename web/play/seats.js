// Who plays: name, colour, clock, what was taken, what is in hand.

import { complain, h, named } from "../lib/dom.js";
import { counted, ordinal } from "../lib/text.js";
import { icon, pieceName, seatMark } from "../board/figures.js";
import { handStrip } from "./hands.js";
import { lead, taken } from "./material.js";

/** @import { Board } from "../board/board.js" */
/** @import { Clocks } from "./clock.js" */
/** @import { Table } from "./table.js" */
/** @import * as api from "../types/api" */

/** States of a seat that has nothing more to do. */
export const DONE = ["out", "won", "lost", "drew"];
/** How many of the pieces taken are shown. */
const MOST_TAKEN = 24;

/**
 * What somebody is called.
 * @param {Table} table
 * @param {number} seat
 */
export function called(table, seat) {
  const { name, kind, colour } = table.view.seats[seat];
  if (name) return typeof kind === "string" ? name : `${name} (${program(kind.ai)})`;
  if (kind === "nobody") return "Open seat";
  if (kind === "person") {
    if (!table.own.includes(seat)) return "Somebody";
    // Where several sit at one screen, each is called by the colour.
    return table.own.length > 1 ? colour : "You";
  }
  return program(kind.ai);
}

/** Which program plays. @param {Extract<api.PlayerKind, object>["ai"]} ai */
function program(ai) {
  if ("program" in ai) return ai.program;
  return "level" in ai && ai.level ? `AI ${ai.level}` : "AI";
}

/**
 * The strip of one player.
 * @param {Table} table
 * @param {number} seat
 * @param {Clocks} clocks
 * @param {Board} board
 */
export function strip(table, seat, clocks, board) {
  const { game } = table;
  const { state } = table.view.table.statuses[seat];
  const face = h("time.clock", { role: "timer" });
  clocks.faces.set(seat, face);
  const classes = `${state === "to-move" ? ".turn" : ""}${state === "out" ? ".out" : ""}`;
  const isLive = table.mine() === seat && table.looking === null;
  const hand = table.placements.get(table.shown)?.hands[seat] ?? {};
  return h(
    `div.strip${classes}`,
    { "data-seat": seat },
    who(table, seat),
    game.hands ? h("div.taken") : spoils(table, seat),
    face,
    game.hands ? handStrip(game, seat, hand, board, isLive ? table.legal : []) : null,
  );
}

/** Whether somebody is there, what they are called, how they stand. @param {Table} table @param {number} seat */
function who(table, seat) {
  const { view } = table;
  const status = view.table.statuses[seat];
  const { kind, colour } = view.seats[seat];
  const isThere = table.presence.seats[seat] || typeof kind !== "string";
  const label = called(table, seat);
  const points = view.table.points?.[seat];
  const place = view.table.places?.[seat];
  const state = DONE.includes(status.state) ? status.state : status.check ? "check" : "";
  return h(
    "div.who",
    {},
    h(`span.there${isThere ? ".on" : ""}`, { title: isThere ? "here" : "away" }),
    seatMark(table.game, seat),
    h(
      "span.called",
      {},
      kind === "person" && table.own.includes(seat)
        ? ownName(table, seat, label)
        : h("span.name", {}, named(label)),
      label === colour ? null : h("span.colour", {}, colour),
    ),
    points === undefined ? null : h("span.points", {}, standing(points, place)),
    h(`span.state.${status.state}`, { title: status.words }, state),
  );
}

/** Points, and the place they make. @param {number} points @param {number} [place] */
export const standing = (points, place) =>
  `${counted(points, "point")}${place === undefined ? "" : `, ${ordinal(place)}`}`;

/** The own name, which can be changed. @param {Table} table @param {number} seat @param {string} label */
function ownName(table, seat, label) {
  const { name } = table.view.seats[seat];
  const button = h(
    "button.name",
    { type: "button", title: "Change the name", onclick: () => change() },
    named(label),
  );
  const change = () => {
    let isDone = false;
    const keep = () => {
      if (isDone) return;
      isDone = true;
      const text = field.value.trim();
      form.replaceWith(button);
      if (text !== name) table.command({ command: "rename", seat, name: text }).catch(complain);
    };
    const field = h("input.rename", {
      value: name,
      maxlength: 40,
      "aria-label": "Your name",
      autocomplete: "nickname",
      onblur: keep,
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      keep();
    };
    const form = h("form", { onsubmit: submit }, field);
    button.replaceWith(form);
    field.select();
  };
  return button;
}

/** What a player has taken, and by how much it leads. @param {Table} table @param {number} seat */
function spoils(table, seat) {
  const { game, view } = table;
  const pieces = taken(game, table.line.slice(0, table.ply), seat);
  const names = pieces.map((piece) => pieceName(game, piece.letter)).join(", ");
  const ahead = view.seats.length === 2 ? lead(game, table.placements.get(table.ply), seat) : 0;
  return h(
    "div.taken",
    { role: pieces.length ? "img" : null, "aria-label": pieces.length ? `Has taken ${names}` : null },
    pieces.slice(0, MOST_TAKEN).map((piece) => icon(game, piece.seat, piece.letter)),
    ahead > 0 ? h("span.lead", {}, `+${ahead}`) : null,
  );
}

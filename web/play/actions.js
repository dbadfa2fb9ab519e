// What can be done besides moving: take back, offer, resign, turn the board, keep the game.

import { address, get } from "../lib/api.js";
import { complain, copy, fresh, h } from "../lib/dom.js";
import { analysisPath, gamePath, go, newPath } from "../lib/route.js";
import { button, glyph, pen } from "./buttons.js";
import { sheet } from "./preferences.js";
import { DONE } from "./seats.js";
import { hear } from "./speech.js";

/** @import * as api from "../types/api" */
/** @import { Board } from "../board/board.js" */
/** @import { Table } from "./table.js" */

/** @typedef {{ board: Board, flip: () => void, sure: (question: string, act: () => void) => void }} Page */

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {Page} page
 */
export function listActions(place, table, page) {
  const isSeated = table.own.length > 0;
  const search = `${analysisPath(table.definition)}?of=${encodeURIComponent(table.id)}`;
  fresh(
    place,
    passButton(table),
    button("flip", "Turn the board", page.flip),
    pen(page.board),
    isSeated ? journeys(table) : null,
    isSeated ? endings(table, page) : null,
    isSeated ? pauseButton(table) : null,
    mayAnalyse(table.view, table.own) ? button("search", "Analyse", () => go(search)) : null,
  );
}

/**
 * Whether an engine may look at a game: not while people play it against each other.
 * @param {Pick<api.View, "phase" | "seats">} view
 * @param {number[]} own the seats of who wants to
 */
export function mayAnalyse({ phase, seats }, own) {
  const people = seats.flatMap(({ kind }, seat) => (typeof kind === "string" ? [seat] : []));
  return phase === "over" || people.length < 2 || people.every((seat) => own.includes(seat));
}

/** @param {Table} table */
const isOn = ({ view }) => view.phase === "playing" || view.phase === "paused";

/** Whether nobody else needs to be asked. @param {Table} table */
const isAlone = ({ view, own }) => view.seats.filter((seat) => seat.kind === "person").length === own.length;

/** @param {Table} table @param {api.Command} command */
const tell = (table, command) => table.command(command).catch(complain);

/** @param {Table} table */
function passButton(table) {
  const pass = isOn(table) && table.legal.find((move) => move.kind === "pass");
  if (!pass) return null;
  const play = () => table.play(pass.text).catch(complain);
  return h("button.wide", { type: "button", onclick: play }, "Pass");
}

/** Back, and on again. @param {Table} table */
function journeys(table) {
  const { view, ply, line } = table;
  const isFree = isAlone(table);
  const back = view.terms.undo === "free" || isFree ? "undo" : "request-takeback";
  const undo = button(
    "undo",
    isFree ? "Take back" : "Ask to take back",
    () => tell(table, { command: back }),
    { disabled: ply === 0 || (!isOn(table) && !isFree) },
  );
  const redo = button("redo", "Play again what was taken back", () => tell(table, { command: "redo" }), {
    disabled: line.length <= ply,
  });
  return [view.terms.undo === "off" ? null : undo, isFree ? redo : null];
}

/** Draws, resignations, and games that were better not begun. @param {Table} table @param {Page} page */
function endings(table, page) {
  const { view } = table;
  const isPlaying = table.own.some((seat) => !DONE.includes(view.table.statuses[seat].state));
  const isEarly = table.ply < view.seats.length;
  const sure = (/** @type {string} */ question, /** @type {"resign" | "abort"} */ command) => () =>
    page.sure(question, () => tell(table, { command }));
  const offer = () => tell(table, { command: "offer-draw" });
  const canAbort = view.phase === "waiting" || (isOn(table) && isEarly);
  return [
    isPlaying && isOn(table) && !isAlone(table)
      ? button("draw", "Offer a draw", offer, { disabled: Boolean(view.draw) })
      : null,
    isPlaying && isOn(table) && !isEarly
      ? button("flag", "Resign", sure("Resign this game?", "resign"))
      : null,
    canAbort ? button("stop", "Abort the game", sure("Abort this game?", "abort")) : null,
  ];
}

/** @param {Table} table */
function pauseButton(table) {
  const { view } = table;
  const hasClock = view.table.clocks.some((clock) => clock.left !== null);
  if (!isOn(table) || !hasClock || view.terms.pause !== "seats") return null;
  return view.phase === "paused"
    ? button("play", "Go on", () => tell(table, { command: "resume" }))
    : button("pause", "Pause", () => tell(table, { command: "pause" }));
}

/** @param {string} words @param {() => void} act */
const item = (words, act) => h("button", { type: "button", role: "menuitem", onclick: act }, words);

/** @param {string} words @param {string} href @param {{ download?: string }} [more] */
const linkItem = (words, href, more = {}) => h("a", { role: "menuitem", href, ...more }, words);

/** A frame for pages elsewhere. @param {string} id @param {string} name */
function frameOf(id, name) {
  const src = new URL(`/embed/${encodeURIComponent(id)}`, location.href);
  const frame = h("iframe", { src: src.href, title: name, width: 420, height: 500, loading: "lazy" });
  return frame.outerHTML;
}

/** @param {Table} table */
function items(table) {
  const { id, definition } = table;
  const pgn = address("/api/games/{id}/pgn", { id });
  return [
    table.mine() !== null ? item("Claim a draw", () => tell(table, { command: "claim-draw" })) : null,
    item("Copy FEN", async () => copy((await table.position(table.shown)).fen, "FEN")),
    item("Copy PGN", async () => copy(await get("/api/games/{id}/pgn", { id }), "PGN")),
    linkItem("Save PGN", pgn, { download: `${definition}.pgn` }),
    table.game.notation === "shogi"
      ? linkItem("Save KIF", address("/api/games/{id}/kif", { id }), { download: `${definition}.kifu` })
      : null,
    linkItem(
      "Save as a picture",
      address("/api/games/{id}/board.png", { id }, { ply: table.shown, size: 800 }),
      {
        download: `${definition}.png`,
      },
    ),
    linkItem("Save as a film", address("/api/games/{id}/game.gif", { id }), {
      download: `${definition}.gif`,
    }),
    item("Copy code to embed", () => copy(frameOf(id, table.game.name), "Code")),
    item("Hear the position", () => hearTable(table)),
    item("Copy the link", () => copy(location.href, "Link")),
    linkItem("Rules of this game", gamePath(definition)),
    linkItem("New game", newPath(definition)),
    item("Settings", sheet),
  ];
}

/** Says what stands where at what is shown. @param {Table} table */
export async function hearTable(table) {
  const { shown, game, definition } = table;
  const placement = await table.placement(shown);
  const question = async () => {
    const { fen } = await table.position(shown);
    return { game: definition, settings: table.settings, fen };
  };
  hear(game, placement, question);
}

/**
 * Everything else that can be done. It is made once, so that it stays open whoever moves.
 * @param {Table} table
 */
export function menu(table) {
  const list = h("div.menu", { role: "menu" }, items(table));
  const summary = h("summary.action", { "aria-label": "More", title: "More" }, glyph("menu"));
  const node = h("details.more", {}, summary, list);
  const close = () => {
    node.open = false;
  };
  node.addEventListener("toggle", () => {
    if (!node.open) return;
    fresh(list, items(table));
    if (document.documentElement.dataset.input === "keys") walk(list, "Home");
  });
  node.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && node.contains(relatedTarget))) close();
  });
  node.addEventListener("keydown", (event) => {
    if (!node.open || !["Escape", "ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== "Escape") return walk(list, event.key);
    close();
    summary.focus();
  });
  list.addEventListener("click", close);
  return node;
}

/** Goes to another item of a menu. @param {HTMLElement} list @param {string} key */
function walk(list, key) {
  const all = [...list.children].filter((one) => one instanceof HTMLElement);
  const here = all.findIndex((one) => one === document.activeElement);
  const steps = { ArrowDown: here + 1, ArrowUp: here < 0 ? -1 : here - 1, Home: 0, End: -1 };
  all.at((steps[/** @type {keyof typeof steps} */ (key)] ?? 0) % all.length)?.focus();
}

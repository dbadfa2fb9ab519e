// What can be done besides moving: take back, offer, resign, turn the board, keep the game.

import { complain, copy, fresh, h, s } from "../lib/dom.js";
import { go } from "../app.js";
import { sheet } from "../pages/settings.js";

const ICONS = {
  first: "M18 6l-8 6 8 6zM6 6v12",
  back: "M16 6l-8 6 8 6z",
  on: "M8 6l8 6-8 6z",
  last: "M6 6l8 6-8 6zM18 6v12",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  flip: "M7 4v13M3.500 13.500L7 17l3.500-3.500M17 20V7M13.500 10.500L17 7l3.500 3.500",
  draw: "M5 9h14M5 15h14",
  flag: "M6 21V4h11l-2 4 2 4H6",
  stop: "M6 6l12 12M18 6L6 18",
  pause: "M9 5v14M15 5v14",
  play: "M7 5l12 7-12 7z",
  menu: "M4 7h16M4 12h16M4 17h16",
  pen: "M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3",
  again: "M20 12a8 8 0 1 1-2.500-5.800M20 3v4h-4",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM20 20l-4.700-4.700",
};

/** @param {keyof typeof ICONS} name */
const glyph = (name) =>
  s("svg.glyph", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

/**
 * @param {keyof typeof ICONS} name
 * @param {string} words
 * @param {() => void} act
 * @param {Record<string, any>} [more]
 */
export const button = (name, words, act, more = {}) =>
  h(
    "button.action",
    { type: "button", title: words, "aria-label": words, onclick: act, ...more },
    glyph(name),
  );

/**
 * What draws arrows and circles where there is no right button.
 * @param {import("../board/board.js").Board} board
 */
export function pen(board) {
  const words = "Draw: touch a cell for a circle, go on to another for an arrow";
  const node = button(
    "pen",
    words,
    () => node.setAttribute("aria-pressed", String((board.pen = !board.pen))),
    { "aria-pressed": String(board.pen) },
  );
  node.classList.add("pen");
  return node;
}

/**
 * @param {HTMLElement} place
 * @param {import("./table.js").Table} table
 * @param {{ board: import("../board/board.js").Board, flip: () => void, sure: (question: string, act: () => void) => void }} page
 */
export function listActions(place, table, page) {
  const { view } = table;
  const tell = (/** @type {any} */ command) => table.command(command).catch(complain);
  const seated = table.own.length > 0;
  const on = view.phase === "playing" || view.phase === "paused";
  const persons = view.seats.filter((/** @type {any} */ seat) => seat.kind === "person").length;
  const alone = persons === table.own.length;
  const playing = table.own.some(
    (seat) => !["out", "won", "lost", "drew"].includes(view.table.statuses[seat].state),
  );
  const early = table.ply < view.seats.length;
  const undo = () => tell({ command: view.terms.undo === "free" || alone ? "undo" : "request-takeback" });
  const sure = (/** @type {string} */ question, /** @type {any} */ command) => () =>
    page.sure(question, () => tell(command));
  const pass = on && table.legal.find((move) => move.kind === "pass");
  fresh(
    place,
    pass
      ? h(
          "button.wide",
          { type: "button", onclick: () => tell({ command: "move", text: pass.text, ply: table.ply }) },
          "Pass",
        )
      : null,
    button("flip", "Turn the board", page.flip),
    pen(page.board),
    seated && view.terms.undo !== "off"
      ? button("undo", alone ? "Take back" : "Ask to take back", undo, {
          disabled: table.ply === 0 || (!on && !alone),
        })
      : null,
    seated && alone
      ? button("redo", "Play again what was taken back", () => tell({ command: "redo" }), {
          disabled: table.line.length <= table.ply,
        })
      : null,
    seated && playing && on && !alone
      ? button("draw", "Offer a draw", () => tell({ command: "offer-draw" }), {
          disabled: Boolean(view.draw),
        })
      : null,
    seated && playing && on && !early
      ? button("flag", "Resign", sure("Resign this game?", { command: "resign" }))
      : null,
    seated && (view.phase === "waiting" || (on && early))
      ? button("stop", "Abort the game", sure("Abort this game?", { command: "abort" }))
      : null,
    seated &&
      on &&
      view.table.clocks.some((/** @type {any} */ clock) => clock.left !== null) &&
      view.terms.pause === "seats"
      ? button(view.phase === "paused" ? "play" : "pause", view.phase === "paused" ? "Go on" : "Pause", () =>
          tell({ command: view.phase === "paused" ? "resume" : "pause" }),
        )
      : null,
    button("search", "Analyse", () =>
      go(`/analysis/${encodeURIComponent(table.definition)}?of=${encodeURIComponent(table.id)}`),
    ),
    menu(table),
  );
}

/** @param {import("./table.js").Table} table */
function menu(table) {
  const address = `/api/games/${encodeURIComponent(table.id)}`;
  const fen = async () => {
    const answer = await fetch(`${address}/positions/${table.looking ?? table.ply}`);
    copy((await answer.json()).fen, "FEN");
  };
  const item = (/** @type {string} */ words, /** @type {() => void} */ act) =>
    h("button", { type: "button", role: "menuitem", onclick: act }, words);
  const list = h(
    "div.menu",
    { role: "menu" },
    table.mine() !== null
      ? item("Claim a draw", () => table.command({ command: "claim-draw" }).catch(complain))
      : null,
    item("Copy FEN", fen),
    item("Copy PGN", async () => copy(await (await fetch(`${address}/pgn`)).text(), "PGN")),
    h("a", { role: "menuitem", href: `${address}/pgn`, download: `${table.definition}.pgn` }, "Save PGN"),
    item("Copy the link", () => copy(location.href, "Link")),
    h(
      "a",
      { role: "menuitem", href: `/games/${encodeURIComponent(table.definition)}` },
      "Rules of this game",
    ),
    h("a", { role: "menuitem", href: `/new/${encodeURIComponent(table.definition)}` }, "New game"),
    item("Settings", sheet),
  );
  const node = h(
    "details.more",
    {},
    h("summary.action", { "aria-label": "More", title: "More" }, glyph("menu")),
    list,
  );
  node.addEventListener(
    "focusout",
    (/** @type {FocusEvent} */ event) =>
      !node.contains(/** @type {Node} */ (event.relatedTarget)) && (node.open = false),
  );
  list.addEventListener("click", () => (node.open = false));
  return node;
}

// A choice between moves that end on the same cell: what to promote to, what to bring in, castle or step.

import { h } from "../lib/dom.js";
import { icon, pieceName } from "./figures.js";

/**
 * Lets somebody choose; nothing if they think better of it.
 * @param {import("./board.js").Board} board
 * @param {import("./board.js").Legal[]} moves
 * @param {string} to
 * @returns {Promise<import("./board.js").Legal | null>}
 */
export function pick(board, moves, to) {
  return new Promise((resolve) => {
    const from = moves[0].from ? board.placement.cells[moves[0].from] : undefined;
    const seat = from?.[0] ?? null;
    const done = (/** @type {import("./board.js").Legal | null} */ move) => {
      sheet.remove();
      removeEventListener("keydown", key, true);
      board.svg.focus({ preventScroll: true });
      resolve(move);
    };
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        done(null);
        return;
      }
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const buttons = [...list.querySelectorAll("button")];
      const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
      if (step !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        buttons[(at + step + buttons.length) % buttons.length]?.focus();
      }
    };
    // The tap that brought the choice here ends on it, and is not meant for it.
    let touched = false;
    const choose = (/** @type {MouseEvent} */ event, /** @type {import("./board.js").Legal} */ move) =>
      (touched || event.detail === 0) && done(move);
    const outside = (/** @type {Event} */ event) => {
      touched = true;
      if (event.target === sheet) done(null);
    };
    const choice = (/** @type {import("./board.js").Legal} */ move) => {
      const stays = move.piece === undefined;
      const letter = move.piece ?? from?.[1] ?? "";
      const words =
        move.kind === "castle"
          ? "castle"
          : move.kind === "gate"
            ? `bring in the ${pieceName(board.game, letter)}`
            : stays
              ? moves.some((other) => other.piece)
                ? "as it is"
                : move.kind
              : pieceName(board.game, letter);
      return h(
        "button",
        {
          type: "button",
          "data-move": move.text,
          title: words,
          onclick: (/** @type {MouseEvent} */ event) => choose(event, move),
        },
        icon(board.game, seat, letter),
        h("span", {}, words),
      );
    };
    const list = h("div.choices", { role: "group", "aria-label": "Choose" }, moves.map(choice));
    const sheet = h(
      "div.picker",
      { role: "dialog", "aria-modal": "true", "aria-label": "Which one?", onpointerdown: outside },
      list,
    );
    board.append(sheet);
    place(board, list, to);
    addEventListener("keydown", key, true);
    list.querySelector("button")?.focus();
  });
}

/**
 * Puts the choice beside the cell, inside the board.
 * @param {import("./board.js").Board} board
 * @param {HTMLElement} list
 * @param {string} to
 */
function place(board, list, to) {
  const cell = board.polygons.get(to)?.getBoundingClientRect();
  const all = board.getBoundingClientRect();
  if (!cell) return;
  const wide = list.offsetWidth;
  const high = list.offsetHeight;
  const clamp = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(4, Math.min(value, most - 4));
  list.style.left = `${clamp(cell.left + cell.width / 2 - all.left - wide / 2, all.width - wide)}px`;
  const above = cell.top + cell.height / 2 > all.top + all.height / 2;
  const top = above ? cell.top - all.top - high - 6 : cell.bottom - all.top + 6;
  list.style.top = `${clamp(top, all.height - high)}px`;
}

// A choice between moves that end on the same cell: what to promote to, what to bring in, one kind of move or another.

import { h } from "../lib/dom.js";
import { icon, pieceName } from "./figures.js";

/** @import * as api from "../types/api" */
/** @import { Board } from "./board.js" */

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Lets somebody choose; nothing if they think better of it.
 * @param {Board} board
 * @param {api.GameDocument} game
 * @param {api.LegalMove[]} moves
 * @param {string} to
 * @returns {Promise<api.LegalMove | null>}
 */
export function pick(board, game, moves, to) {
  return new Promise((resolve) => {
    const from = moves[0].from ? board.placement.cells[moves[0].from] : undefined;
    // The tap that brought the choice here ends on it, and is not meant for it.
    let isTouched = false;
    const choice = (/** @type {api.LegalMove} */ move) => {
      const letter = move.piece ?? from?.[1] ?? "";
      const words = inWords(game, move, letter, moves);
      const choose = (/** @type {MouseEvent} */ event) => {
        if (isTouched || event.detail === 0) done(move);
      };
      return h(
        "button",
        { type: "button", "data-move": move.text, title: words, onclick: choose },
        icon(game, from?.[0] ?? null, letter),
        h("span", {}, words),
      );
    };
    const list = h("div.choices", { role: "group", "aria-label": "Choose" }, moves.map(choice));
    const outside = (/** @type {Event} */ event) => {
      isTouched = true;
      if (event.target === sheet) done(null);
    };
    const named = { role: "dialog", "aria-modal": "true", "aria-label": "Which one?" };
    const sheet = h("div.picker", { ...named, onpointerdown: outside }, list);
    const key = (/** @type {KeyboardEvent} */ event) => press(event, list, () => done(null));
    const done = (/** @type {api.LegalMove | null} */ move) => {
      sheet.remove();
      removeEventListener("keydown", key, true);
      board.focusBoard();
      resolve(move);
    };
    board.append(sheet);
    place(board, list, to);
    addEventListener("keydown", key, true);
    list.querySelector("button")?.focus();
  });
}

/**
 * What a move does, as far as it differs from the others.
 * @param {api.GameDocument} game
 * @param {api.LegalMove} move
 * @param {string} letter
 * @param {api.LegalMove[]} moves
 */
function inWords(game, move, letter, moves) {
  if (move.also) return move.kind;
  if (move.kind === "gate") return `bring in the ${pieceName(game, letter)}`;
  if (move.piece !== undefined) return pieceName(game, letter);
  return moves.some((other) => other.piece) ? "as it is" : move.kind;
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} list
 * @param {() => void} leave
 */
function press(event, list, leave) {
  const step = STEPS[event.key];
  if (step === undefined && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (step === undefined) {
    leave();
    return;
  }
  const buttons = [...list.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

/**
 * Puts the choice beside the cell, inside the board.
 * @param {Board} board
 * @param {HTMLElement} list
 * @param {string} to
 */
function place(board, list, to) {
  const cell = board.polygons.get(to)?.getBoundingClientRect();
  if (!cell) return;
  const all = board.getBoundingClientRect();
  const wide = list.offsetWidth;
  const high = list.offsetHeight;
  const clamp = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(4, Math.min(value, most - 4));
  list.style.left = `${clamp(cell.left + cell.width / 2 - all.left - wide / 2, all.width - wide)}px`;
  const isLow = cell.top + cell.height / 2 > all.top + all.height / 2;
  const top = isLow ? cell.top - all.top - high - 6 : cell.bottom - all.top + 6;
  list.style.top = `${clamp(top, all.height - high)}px`;
}

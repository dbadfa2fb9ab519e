// A board on which a piece shows how it moves when somebody points at it.

import { fresh, h } from "../lib/dom.js";
import { capital } from "../lib/text.js";
import { diagram } from "./diagram.js";

/** @import * as api from "../types/api" */
/** @import { Board } from "./board.js" */

/**
 * @param {api.GameDocument} game
 * @param {Board} board
 */
export function guide(game, board) {
  const card = h("div.reach-card.panel", { hidden: true, role: "status" });
  let shown = "";
  const hide = () => {
    card.hidden = true;
    shown = "";
  };
  const point = (/** @type {PointerEvent} */ event) => {
    const letter = board.placement.cells[cellUnder(event)]?.[1];
    const piece = game.pieces.find((one) => one.letter === letter);
    if (!piece?.diagram.reach.length) {
      hide();
      return;
    }
    if (shown !== piece.letter) fresh(card, h("b", {}, capital(piece.name)), diagram(game, piece));
    shown = piece.letter;
    card.hidden = false;
    avoid(card, board, event);
  };
  return h("div.guided", { onpointermove: point, onpointerdown: point, onpointerleave: hide }, board, card);
}

/** @param {PointerEvent} event */
function cellUnder(event) {
  const nodes = document.elementsFromPoint(event.clientX, event.clientY);
  const under = nodes.find((node) => node.classList.contains("cell"));
  return under instanceof SVGElement ? (under.dataset.cell ?? "") : "";
}

/**
 * Puts the card on the side of the board where the pointer is not.
 * @param {HTMLElement} card
 * @param {Board} board
 * @param {PointerEvent} event
 */
function avoid(card, board, event) {
  const all = board.getBoundingClientRect();
  const isRight = event.clientX > all.left + all.width / 2;
  const isLow = event.clientY > all.top + all.height / 2;
  card.style.left = isRight ? "8px" : "";
  card.style.right = isRight ? "" : "8px";
  card.style.top = isLow ? "8px" : "";
  card.style.bottom = isLow ? "" : "8px";
}

// A board on which a piece shows how it moves when somebody points at it.

import { fresh, h } from "../lib/dom.js";
import { capital } from "../lib/text.js";
import { diagram } from "./diagram.js";

/**
 * @param {any} game
 * @param {import("./board.js").Board} board
 */
export function guide(game, board) {
  const card = h("div.reach-card.panel", { hidden: true, role: "status" });
  let shown = "";
  const hide = () => {
    card.hidden = true;
    shown = "";
  };
  const point = (/** @type {PointerEvent} */ event) => {
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((node) => node.classList.contains("cell"));
    const cell = under instanceof SVGElement ? (under.dataset.cell ?? "") : "";
    const letter = board.placement.cells[cell]?.[1];
    const piece = game.pieces.find((/** @type {any} */ one) => one.letter === letter);
    if (!piece?.diagram.reach.length) {
      hide();
      return;
    }
    if (shown !== letter) fresh(card, h("b", {}, capital(piece.name)), diagram(game, piece));
    shown = letter ?? "";
    card.hidden = false;
    const all = board.getBoundingClientRect();
    // On the side of the board where the pointer is not.
    card.style.left = event.clientX > all.left + all.width / 2 ? "8px" : "";
    card.style.right = event.clientX > all.left + all.width / 2 ? "" : "8px";
    card.style.top = event.clientY > all.top + all.height / 2 ? "8px" : "";
    card.style.bottom = event.clientY > all.top + all.height / 2 ? "" : "8px";
  };
  return h("div.guided", { onpointermove: point, onpointerdown: point, onpointerleave: hide }, board, card);
}

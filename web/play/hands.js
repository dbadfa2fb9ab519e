// A hand beside the board, to drop from.

import { h } from "../lib/dom.js";
import { icon, pieceName } from "../board/figures.js";

/** @import * as api from "../types/api" */
/** @import { Board } from "../board/board.js" */

/**
 * @param {api.GameDocument} game
 * @param {number} seat
 * @param {Record<string, number>} hand
 * @param {Board} board
 * @param {api.LegalMove[]} legal
 */
export function handStrip(game, seat, hand, board, legal) {
  const order = game.pieces.map((piece) => piece.letter);
  const letters = Object.keys(hand).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  const held = (/** @type {string} */ letter) => {
    const isAble =
      board.waiter === seat || legal.some((move) => move.kind === "drop" && move.piece === letter);
    const choose = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      board.select({ drop: letter });
      board.focusBoard();
    };
    return h(
      "button.held",
      {
        type: "button",
        "aria-label": `${hand[letter]} ${pieceName(game, letter)} in hand`,
        "data-drop": letter,
        disabled: !isAble,
        onpointerdown: (event) => isAble && board.takeFromHand(letter, seat, event),
        onkeydown: choose,
      },
      icon(game, seat, letter),
      hand[letter] > 1 ? h("span.count", {}, hand[letter]) : null,
    );
  };
  const label = `Hand of ${game.players[seat].name}`;
  return h("div.hand", { role: "group", "aria-label": label }, letters.map(held));
}

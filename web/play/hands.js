// A hand beside the board, to drop from.

import { h } from "../lib/dom.js";
import { icon, pieceName } from "../board/figures.js";

/**
 * @param {any} game
 * @param {number} seat
 * @param {Record<string, number>} hand
 * @param {any} board
 * @param {any[]} legal
 */
export function strip(game, seat, hand, board, legal) {
  const order = game.pieces.map((/** @type {any} */ piece) => piece.letter);
  const letters = Object.keys(hand).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  const held = (/** @type {string} */ letter) => {
    const able = board.waiter === seat || legal.some((move) => move.kind === "drop" && move.piece === letter);
    const choose = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      board.select({ drop: letter });
      board.svg.focus();
    };
    return h(
      "button.held",
      {
        type: "button",
        "aria-label": `${hand[letter]} ${pieceName(game, letter)} in hand`,
        "data-drop": letter,
        disabled: !able,
        onpointerdown: (/** @type {PointerEvent} */ event) => able && board.takeFromHand(letter, seat, event),
        onkeydown: choose,
      },
      icon(game, seat, letter),
      hand[letter] > 1 ? h("span.count", {}, hand[letter]) : null,
    );
  };
  return h(
    "div.hand",
    { role: "group", "aria-label": `Hand of ${game.players[seat].name}` },
    letters.map(held),
  );
}

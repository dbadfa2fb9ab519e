// Boards to look at.

import "./board.js";

/**
 * A board to look at.
 * @param {string} [label]
 * @returns {any}
 */
export function still(label) {
  const board = document.createElement("chatura-board");
  board.setAttribute("still", "");
  if (label) board.setAttribute("label", label);
  return board;
}

/**
 * The start of a game, to look at.
 * @param {any} game
 * @param {string} label
 */
export function beginning(game, label) {
  const board = still(label);
  board.placement = game.placement;
  board.setUp(game);
  return board;
}

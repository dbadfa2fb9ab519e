// Boards to look at.

import { h } from "../lib/dom.js";
import "./board.js";

/** @import * as api from "../types/api" */

/**
 * A board to look at.
 * @param {string} [label]
 */
export const still = (label) => h("chatura-board", { still: true, label: label || undefined });

/**
 * The start of a game, to look at.
 * @param {api.GameDocument} game
 * @param {string} label
 */
export function beginning(game, label) {
  const board = still(label);
  board.placement = game.placement;
  board.setUp(game);
  return board;
}

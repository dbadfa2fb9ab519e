// Begins games, and leads to them.

import { me, post } from "./api.js";
import { go, playPath } from "./route.js";

/** @import * as api from "../types/api" */

/**
 * Makes a game and opens it; invitations are remembered until the tab is closed.
 * @param {api.NewGame} request
 */
export async function begin(request) {
  await me();
  const made = await post("/api/games", request);
  for (const { seat, code } of made.invitations) keepInvitation(made.game, seat, code);
  go(playPath(made.game));
}

/**
 * A game at once: me first, AI players at the other seats.
 * @param {string} game
 * @param {number} players
 * @param {number} [level]
 */
export function quick(game, players, level = 3) {
  return begin({ game, seats: seatsFor(0, players, level) });
}

/**
 * Me at one seat, AI players at the others.
 * @param {number} own
 * @param {number} players
 * @param {number} level
 */
export const seatsFor = (own, players, level) =>
  Array.from({ length: players }, (_, seat) => (seat === own ? "me" : `ai:${level}`));

/** @param {string} game @param {number} seat */
const key = (game, seat) => `invitation ${game} ${seat}`;

/** @param {string} game @param {number} seat @param {string} code */
export const keepInvitation = (game, seat, code) => sessionStorage.setItem(key(game, seat), code);

/** @param {string} game @param {number} seat */
export const keptInvitation = (game, seat) => sessionStorage.getItem(key(game, seat));

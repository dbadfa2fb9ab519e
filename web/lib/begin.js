// Begins games, and leads to them.

import { me, post } from "./api.js";
import { go } from "../app.js";

/**
 * Makes a game and opens it; invitations are remembered until the tab is closed.
 * @param {any} wish
 */
export async function begin(wish) {
  await me();
  const made = await post("/api/games", wish);
  for (const { seat, code } of made.invitations)
    sessionStorage.setItem(`invitation ${made.game} ${seat}`, code);
  go(`/play/${encodeURIComponent(made.game)}`);
}

/**
 * A game at once: me first, AI players at the other seats.
 * @param {string} game
 * @param {number} players
 * @param {number} [level]
 */
export function quick(game, players, level = 3) {
  const seats = Array.from({ length: players }, (_, seat) => (seat === 0 ? "me" : `ai:${level}`));
  return begin({ game, seats });
}

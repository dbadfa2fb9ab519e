// Tells whoever looks elsewhere that it is their turn, where the browser allows it.

import { get } from "../lib/api.js";
import { playPath } from "../lib/route.js";
import { settings } from "../lib/settings.js";
import { isMine, opponentsOf } from "./records.js";

/** @import * as api from "../types/api" */

/** How often it is looked, in milliseconds. */
const PACE = 20_000;
/** Games in which it was told already, with how many moves there were. @type {Map<string, number>} */
const told = new Map();

/**
 * Games in which the turn has come since it was told last.
 * @template {Pick<api.Listed, "game" | "ply" | "phase" | "turn" | "seats">} Game
 * @param {readonly Game[]} games
 * @param {Map<string, number>} known
 */
export function fresh(games, known) {
  const mine = games.filter(isMine);
  const news = mine.filter(({ game, ply }) => known.get(game) !== ply);
  for (const { game, ply } of mine) known.set(game, ply);
  return news;
}

async function look() {
  if (!settings().notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const { games } = await get("/api/games", {}, { of: "me", limit: 50 });
  const news = fresh(games, told);
  // Whoever looks at the page sees it there.
  if (document.hidden) await Promise.all(news.map(call));
}

/** @param {api.Listed} game */
async function call(game) {
  const path = playPath(game.game);
  const against = opponentsOf(game).join(", ");
  const how = {
    body: against ? `against ${against}` : "",
    icon: "/icon-192.png",
    tag: game.game,
    data: { path },
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(`Your turn: ${game.name}`, how);
  else new Notification(`Your turn: ${game.name}`, how);
}

/** Begins to look. */
export function listenForTurns() {
  setInterval(() => look().catch(() => {}), PACE);
  document.addEventListener("visibilitychange", () => look().catch(() => {}));
}

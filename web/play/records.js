// Games somebody has played: what came of them, against whom, and which of them are looked for.

/** @import * as api from "../types/api" */

/** @typedef {"won" | "lost" | "drew" | "alone" | "aborted" | "open"} Outcome */
/**
 * What is looked for; nothing where anything will do.
 * @typedef {{ words: string, game: string, outcome: string, since: number, until: number }} Wish
 */

export const OUTCOMES = /** @type {const} */ ({
  open: "Not over",
  won: "Won",
  lost: "Lost",
  drew: "Drawn",
  alone: "Played alone",
  aborted: "Without a result",
});

/** What came of a game for who held these seats. @param {Pick<api.Listed, "phase" | "ended" | "seats">} game @returns {Outcome} */
export function outcomeOf({ phase, ended, seats }) {
  if (phase !== "over") return "open";
  const own = seats.flatMap((seat) => ended?.standings[seat] ?? []);
  // Whoever played all seats has neither won nor lost.
  const results = new Set(own);
  if (!results.size) return "aborted";
  return results.size === 1 ? own[0] : "alone";
}

/** What somebody is called in a list. @param {Pick<api.Listed, "names" | "kinds">} game @param {number} seat */
function called({ names, kinds }, seat) {
  if (names[seat]) return names[seat];
  const kind = kinds[seat];
  if (kind === undefined || kind === "person") return "Somebody";
  if (kind === "nobody") return "Open seat";
  return "level" in kind.ai && kind.ai.level ? `AI ${kind.ai.level}` : "AI";
}

/** Who played at the other seats. @param {Pick<api.Listed, "names" | "kinds" | "seats">} game */
export function opponentsOf(game) {
  const seats = game.names.map((_, seat) => seat).filter((seat) => !game.seats.includes(seat));
  return seats.map((seat) => called(game, seat));
}

/** Whether whoever held these seats is to move. @param {Pick<api.Listed, "phase" | "turn" | "seats">} game */
export const isMine = ({ phase, turn, seats }) =>
  phase === "playing" && turn !== null && seats.includes(turn);

/**
 * Whether a game is what somebody looks for.
 * @param {api.Listed} game
 * @param {Wish} wish
 */
export function isWanted(game, { words, game: definition, outcome, since, until }) {
  const text = [game.name, game.definition, ...opponentsOf(game), game.result ?? ""].join(" ").toLowerCase();
  return (
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (!definition || game.definition === definition) &&
    (!outcome || outcomeOf(game) === outcome) &&
    game.created >= since &&
    (!until || game.created < until)
  );
}

/**
 * Games where it is one's turn first, those whose time ends soonest before others; then what happened last.
 * @template {Pick<api.Listed, "phase" | "turn" | "seats" | "deadline" | "updated">} Game
 * @param {readonly Game[]} games
 */
export function byUrgency(games) {
  const rank = (/** @type {Game} */ game) => (isMine(game) ? 0 : game.phase === "over" ? 2 : 1);
  return [...games].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      (rank(one) === 0 ? (one.deadline ?? Infinity) - (other.deadline ?? Infinity) || 0 : 0) ||
      other.updated - one.updated,
  );
}

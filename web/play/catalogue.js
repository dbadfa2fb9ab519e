// Which games are shown, and in which order.

/** @import * as api from "../types/api" */

/** @typedef {Omit<api.Card, "year">} Card */
/** @typedef {{ words: string, tag: string, players: number, board: string }} Filter Nothing where anything will do. */

/** What most people look for comes first. @param {Card} game */
const rank = (game) => (game.id === "chess" ? 0 : game.tags.includes("popular") ? 1 : 2);

/**
 * What most people look for first, and one of each board before more of the same, so that the first look shows how much
 * there is.
 * @template {Card} Known
 * @param {readonly Known[]} games
 */
export function arranged(games) {
  const ranked = [...games].sort((one, other) => rank(one) - rank(other));
  const isFirst = (/** @type {Known} */ game) => ranked.find((other) => other.board === game.board) === game;
  return [...ranked.filter(isFirst), ...ranked.filter((game) => !isFirst(game))];
}

/**
 * Whether a game is what somebody looks for.
 * @param {Card} game
 * @param {Filter} filter
 */
export function fits(game, filter) {
  const known = [game.name, game.id, game.inventor, game.description, ...game.tags, ...game.aliases];
  const text = known.join(" ").toLowerCase();
  const words = filter.words.toLowerCase().split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    (!filter.tag || game.tags.includes(filter.tag)) &&
    (!filter.players || game.players === filter.players) &&
    (!filter.board || game.board === filter.board)
  );
}

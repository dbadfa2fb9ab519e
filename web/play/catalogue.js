// Which games are shown, and in which order.

/** @import * as api from "../types/api" */

/** @typedef {Omit<api.Card, "year">} Card */
/**
 * Nothing where anything will do.
 * @typedef {{ words: string, tag: string, family: string, difficulty: string, players: number, board: string }} Filter
 */

/** What most people look for comes first. @param {Card} game */
const rank = (game) => (game.id === "chess" ? 0 : game.tags.includes("popular") ? 1 : 2);

/**
 * Own games first; then what most people look for, and one of each board before more of the same, so that the first look
 * shows how much there is.
 * @template {Card} Known
 * @param {readonly Known[]} games
 */
export function arranged(games) {
  const own = games.filter((game) => game.own);
  const ranked = games.filter((game) => !game.own).sort((one, other) => rank(one) - rank(other));
  const isFirst = (/** @type {Known} */ game) => ranked.find((other) => other.board === game.board) === game;
  return [...own, ...ranked.filter(isFirst), ...ranked.filter((game) => !isFirst(game))];
}

/**
 * Whether a game is what somebody looks for.
 * @param {Card} game
 * @param {Filter} filter
 */
export function fits(game, filter) {
  const told = [game.name, game.id, game.inventor, game.description, game.family, game.difficulty];
  const lists = [game.tags, game.aliases, game.mechanisms, game.pieces];
  const text = [...told, ...lists.flat()].join(" ").toLowerCase();
  const words = filter.words.toLowerCase().split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    (!filter.tag || game.tags.includes(filter.tag)) &&
    (!filter.family || game.family === filter.family) &&
    (!filter.difficulty || game.difficulty === filter.difficulty) &&
    (!filter.players || game.players === filter.players) &&
    (!filter.board || game.board === filter.board)
  );
}

/**
 * The families in the order of their names, with how many games each has.
 * @param {readonly Card[]} games
 * @returns {[string, number][]}
 */
export function families(games) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { family } of games) counts.set(family, (counts.get(family) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one.localeCompare(other, "en"));
}

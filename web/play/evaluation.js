// What a position is worth: the share each player can expect, as a bar beside the board and as a graph over a game.

import { fresh, h, s } from "../lib/dom.js";

/** @import * as api from "../types/api" */

/** How many hundredths of a pawn make an advantage clear. */
const CLEAR = 260;
const HIGH = 40;

/**
 * What each player can expect of the whole, by a line of an analysis.
 * @param {Pick<api.FoundLine, "shares" | "mate" | "centipawns">} line
 * @param {number} turn who is to move
 * @returns {number[]}
 */
export function shares(line, turn) {
  if (line.shares) return line.shares.map((share) => share / 1000);
  const own = line.mate === undefined ? chance(line.centipawns ?? 0) : Number(line.mate > 0);
  return turn === 0 ? [own, 1 - own] : [1 - own, own];
}

/** @param {number} centipawns */
const chance = (centipawns) => 1 / (1 + Math.exp(-centipawns / CLEAR));

/**
 * What each player got where a game is over: the first share the whole.
 * @param {number[]} places
 */
export function settled(places) {
  const first = places.filter((place) => place === 1).length;
  return places.map((place) => (place === 1 ? 1 / first : 0));
}

/**
 * What a line is worth, as analyses write it: `+0.35`, `#3`. Two players count from the first player's side, more from
 * the side of who is to move.
 * @param {Pick<api.FoundLine, "mate" | "centipawns">} line
 * @param {number} turn
 * @param {number} players
 */
export function score(line, turn, players) {
  const sign = players === 2 && turn === 1 ? -1 : 1;
  if (line.mate !== undefined) return `#${line.mate * sign}`;
  const worth = (line.centipawns ?? 0) * sign;
  return `${worth > 0 ? "+" : ""}${(worth / 100).toFixed(2)}`;
}

/**
 * Shares in words.
 * @param {api.GameDocument} game
 * @param {number[]} parts
 */
const inWords = (game, parts) =>
  parts.map((part, seat) => `${game.players[seat].name} ${Math.round(part * 100)}%`).join(", ");

/** The colour of a player. @param {api.GameDocument} game @param {number} seat */
const colour = (game, seat) => game.figures.colours[seat]?.body ?? "";

/**
 * A bar with a part for each player, whoever sits at the bottom first.
 * @param {api.GameDocument} game
 */
export function bar(game) {
  const node = h("div.evaluation", { role: "img", "aria-label": "Evaluation" });
  const parts = game.players.map((_, seat) => h("span", { style: `background:${colour(game, seat)}` }));
  const draw = (/** @type {number[]} */ found, /** @type {number} */ bottom) => {
    found.forEach((part, seat) => (parts[seat].style.flexGrow = part.toFixed(3)));
    fresh(
      node,
      parts.map((_, step) => parts[(bottom + step) % parts.length]),
    );
    node.setAttribute("aria-label", `Evaluation: ${inWords(game, found)}`);
    node.title = inWords(game, found);
  };
  draw(
    parts.map(() => 1 / parts.length),
    0,
  );
  return { node, draw };
}

/**
 * The shares over a game, one above the other.
 * @param {api.GameDocument} game
 * @param {(number[] | undefined)[]} line what is known of each position
 * @param {number} here the position looked at
 * @param {(ply: number) => void} go
 */
export function graph(game, line, here, go) {
  const known = line.flatMap((found, ply) => (found ? [{ ply, found }] : []));
  if (known.length < 2) return null;
  const wide = line.length - 1;
  const x = (/** @type {number} */ ply) => ((ply / wide) * 100).toFixed(2);
  /** Where the shares of the first so many players end. @param {number[]} found @param {number} players */
  const y = (found, players) => {
    const below = found.slice(0, players).reduce((sum, part) => sum + part, 0);
    return (HIGH - HIGH * below).toFixed(2);
  };
  const layer = (/** @type {api.Player} */ _, /** @type {number} */ seat) => {
    const over = known.map(({ ply, found }) => `${x(ply)},${y(found, seat + 1)}`);
    const under = known.map(({ ply, found }) => `${x(ply)},${y(found, seat)}`).reverse();
    return s("polygon", { points: [...over, ...under].join(" "), fill: colour(game, seat) });
  };
  const click = (/** @type {MouseEvent} */ event) => {
    const box = node.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * wide));
  };
  const label = "Evaluation over the game";
  const node = s(
    "svg",
    {
      viewBox: `0 0 100 ${HIGH}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
      onclick: click,
    },
    game.players.map(layer),
    game.players.length === 2 ? s("path.middle", { d: `M0 ${HIGH / 2}H100` }) : null,
    here >= 0 ? s("path.here", { d: `M${x(here)} 0V${HIGH}` }) : null,
  );
  return node;
}

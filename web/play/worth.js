// What a position is worth: the share each player can expect, as a bar beside the board and as a graph over a game.

import { fresh, h, s } from "../lib/dom.js";

/** How many hundredths of a pawn make an advantage clear. */
const CLEAR = 260;

/**
 * What each player can expect of the whole, by a line of an analysis.
 * @param {any} line
 * @param {number} turn who is to move
 * @returns {number[]}
 */
export function shares(line, turn) {
  if (line.shares) return line.shares.map((/** @type {number} */ share) => share / 1000);
  const own = line.mate === undefined ? 1 / (1 + Math.exp(-line.centipawns / CLEAR)) : line.mate > 0 ? 1 : 0;
  return turn === 0 ? [own, 1 - own] : [1 - own, own];
}

/**
 * What each player got where a game is over: the first share the whole.
 * @param {number[]} places
 */
export function settled(places) {
  const first = places.filter((place) => place === 1).length;
  return places.map((place) => (place === 1 ? 1 / first : 0));
}

/**
 * Shares in words.
 * @param {any} game
 * @param {number[]} parts
 */
const inWords = (game, parts) =>
  parts.map((part, seat) => `${game.players[seat].name} ${Math.round(part * 100)}%`).join(", ");

/** The colour of a player. @param {any} game @param {number} seat */
const colour = (game, seat) => game.figures.colours[seat]?.body ?? "";

/**
 * A bar with a part for each player, whoever sits at the bottom first.
 * @param {any} game
 */
export function bar(game) {
  const node = h("div.worth", { role: "img", "aria-label": "Evaluation" });
  const parts = game.players.map((/** @type {any} */ _, /** @type {number} */ seat) =>
    h("span", { style: `background:${colour(game, seat)}` }),
  );
  const draw = (/** @type {number[]} */ found, /** @type {number} */ bottom) => {
    found.forEach((part, seat) => (parts[seat].style.flexGrow = part.toFixed(3)));
    fresh(
      node,
      parts.map((/** @type {any} */ _, /** @type {number} */ step) => parts[(bottom + step) % parts.length]),
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
 * @param {any} game
 * @param {(number[] | undefined)[]} line what is known of each position
 * @param {number} here the position looked at
 * @param {(ply: number) => void} go
 */
export function graph(game, line, here, go) {
  const known = line.flatMap((found, ply) => (found ? [{ ply, found }] : []));
  if (known.length < 2) return null;
  const wide = line.length - 1;
  const x = (/** @type {number} */ ply) => ((ply / wide) * 100).toFixed(2);
  const below = (/** @type {number[]} */ found, /** @type {number} */ seat) =>
    found.slice(0, seat).reduce((sum, part) => sum + part, 0);
  const y = (/** @type {number} */ part) => (40 - 40 * part).toFixed(2);
  const layer = (/** @type {any} */ _, /** @type {number} */ seat) => {
    const over = known.map(({ ply, found }) => `${x(ply)},${y(below(found, seat + 1))}`);
    const under = known.map(({ ply, found }) => `${x(ply)},${y(below(found, seat))}`).reverse();
    return s("polygon", { points: [...over, ...under].join(" "), fill: colour(game, seat) });
  };
  const click = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * wide));
  };
  return s(
    "svg",
    {
      viewBox: "0 0 100 40",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": "Evaluation over the game",
      onclick: click,
    },
    game.players.map(layer),
    game.players.length === 2 ? s("path.middle", { d: "M0 20H100" }) : null,
    here >= 0 ? s("path.here", { d: `M${x(here)} 0V40` }) : null,
  );
}

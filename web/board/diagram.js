// How a piece moves, on the part of the board it reaches.

import { s } from "../lib/dom.js";
import { corners, lines, shade } from "./look.js";
import { figure, isPointed, learn, paint } from "./figures.js";

/**
 * @param {any} game
 * @param {any} piece
 */
export function diagram(game, piece) {
  learn(game);
  const { stage } = game;
  const places = new Map(stage.cells.map((/** @type {any} */ cell) => [cell.name, cell]));
  const { from, reach } = piece.diagram;
  const start = places.get(from);
  const seen = [start, ...reach.map((/** @type {any} */ one) => places.get(one.to))].filter(Boolean);
  // A little more than what is reached, so that the board can be recognised.
  const margin = stage.cell * 0.9;
  const xs = seen.flatMap((cell) => cell.outline.map((/** @type {number[]} */ point) => point[0]));
  const ys = seen.flatMap((cell) => cell.outline.map((/** @type {number[]} */ point) => point[1]));
  const [bx, by, bw, bh] = stage.bounds;
  const left = Math.max(bx, Math.min(...xs) - margin);
  const top = Math.max(by, Math.min(...ys) - margin);
  const right = Math.min(bx + bw, Math.max(...xs) + margin);
  const bottom = Math.min(by + bh, Math.max(...ys) + margin);
  const side = Math.max(right - left, bottom - top);
  const view = [(left + right - side) / 2, (top + bottom - side) / 2, side, side];
  const near = stage.cells.filter(
    (/** @type {any} */ cell) =>
      cell.middle[0] > view[0] - stage.cell &&
      cell.middle[0] < view[0] + side + stage.cell &&
      cell.middle[1] > view[1] - stage.cell &&
      cell.middle[1] < view[1] + side + stage.cell,
  );
  const cells = near.map((/** @type {any} */ cell) =>
    s(`polygon.cell.${shade(stage, cell)}`, { points: corners(cell) }),
  );
  const marks = reach.map((/** @type {any} */ one) => mark(one, places.get(one.to)));
  const turn = isPointed(game.figures, 0, piece.letter) ? (stage.turns[0] ?? 0) : 0;
  const figures = s(
    "g.piece",
    {
      style: paint(game.figures, 0),
      transform: `translate(${start.middle[0]} ${start.middle[1]}) rotate(${turn}) scale(${start.size / 100})`,
    },
    figure(game.figures, 0, piece.letter),
  );
  const kinds = reach.map((/** @type {any} */ one) => one.to).join(", ");
  return s(
    "svg.diagram",
    { viewBox: view.join(" "), role: "img", "aria-label": `From ${from} the ${piece.name} reaches ${kinds}` },
    cells,
    lines(stage),
    marks,
    figures,
  );
}

/** @param {any} one @param {any} place */
function mark(one, place) {
  if (!place) return null;
  const [x, y] = place.middle;
  const hops = one.hops || one["captures-by-hopping"];
  const kind = hops ? "hop" : one.moves && one.captures ? "both" : one.moves ? "move" : "take";
  const words = [
    one.to,
    kind === "both"
      ? "moves or takes"
      : kind === "move"
        ? "moves"
        : kind === "take"
          ? "takes"
          : "over another piece",
    one.initial ? "at first only" : "",
  ]
    .filter(Boolean)
    .join(", ");
  return s(
    `circle.reach.${kind}${one.initial ? ".initial" : ""}`,
    { cx: x, cy: y, r: place.size * (kind === "take" ? 0.26 : 0.2) },
    s("title", {}, words),
  );
}

// How a piece moves, on the part of the board it reaches.

import { h, s } from "../lib/dom.js";
import { capital } from "../lib/text.js";
import { box } from "./geometry.js";
import { corners, lines, schemed, shade } from "./look.js";
import { figure, isPointed, learn, paint } from "./figures.js";

/** @import * as api from "../types/api" */

const WORDS = { both: "moves or takes", move: "moves", take: "takes", hop: "over another piece" };

/**
 * The pieces of a game whose moves can be drawn.
 * @param {api.GameDocument} game
 */
export const drawable = (game) => game.pieces.filter((piece) => piece.diagram.reach.length);

/**
 * Small diagrams with a name below each.
 * @param {api.GameDocument} game
 * @param {api.PieceType[]} pieces
 * @param {(piece: api.PieceType) => string} name
 */
export const diagrams = (game, pieces, name) =>
  pieces.map((piece) => h("li", {}, diagram(game, piece), h("span", {}, name(piece))));

/**
 * Diagrams under a heading each.
 * @param {api.GameDocument} game
 */
export const headedDiagrams = (game) =>
  drawable(game).map((piece) => {
    const royal = piece.royal !== "no" ? h("span.tag", {}, "royal") : null;
    return h("li", {}, h("h3", {}, `${capital(piece.name)} (${piece.letter})`, royal), diagram(game, piece));
  });

/**
 * @param {api.GameDocument} game
 * @param {api.PieceType} piece
 */
export function diagram(game, piece) {
  learn(game);
  const { drawing } = game;
  const places = new Map(drawing.cells.map((cell) => [cell.name, cell]));
  const { from, reach } = piece.diagram;
  const start = places.get(from);
  const seen = [from, ...reach.map(({ to }) => to)].flatMap((name) => places.get(name) ?? []);
  const view = viewOf(drawing, seen);
  const cells = drawing.cells
    .filter((cell) => isNear(cell, view, drawing.cell))
    .map((cell) => {
      const colour = schemed(drawing, cell);
      const painted = colour ? { style: `fill:${colour}` } : {};
      return s(`polygon.cell.${shade(drawing, cell)}`, { points: corners(cell), ...painted });
    });
  const names = reach.map(({ to }) => to).join(", ");
  return s(
    "svg.diagram",
    { viewBox: view.join(" "), role: "img", "aria-label": `From ${from} the ${piece.name} reaches ${names}` },
    cells,
    lines(drawing),
    reach.map((one) => mark(one, places.get(one.to))),
    start ? standing(game, piece, start) : null,
  );
}

/**
 * The square that shows cells and a little more, so that the board can be recognised.
 * @param {api.BoardDrawing} drawing
 * @param {api.CellDrawing[]} seen
 */
function viewOf(drawing, seen) {
  const margin = drawing.cell * 0.9;
  const [x1, y1, x2, y2] = box(seen.flatMap((cell) => cell.outline));
  const [x, y, wide, high] = drawing.bounds;
  const left = Math.max(x, x1 - margin);
  const top = Math.max(y, y1 - margin);
  const right = Math.min(x + wide, x2 + margin);
  const bottom = Math.min(y + high, y2 + margin);
  const side = Math.max(right - left, bottom - top);
  return [(left + right - side) / 2, (top + bottom - side) / 2, side, side];
}

/**
 * Whether a cell can be seen.
 * @param {api.CellDrawing} cell
 * @param {number[]} view
 * @param {number} margin
 */
function isNear(cell, [left, top, wide, high], margin) {
  const [x, y] = cell.middle;
  const isBeside = x > left - margin && x < left + wide + margin;
  return isBeside && y > top - margin && y < top + high + margin;
}

/**
 * The piece itself, of the first player.
 * @param {api.GameDocument} game
 * @param {api.PieceType} piece
 * @param {api.CellDrawing} place
 */
function standing(game, piece, { middle, size }) {
  const turn = isPointed(game, 0, piece.letter) ? (game.drawing.turns[0] ?? 0) : 0;
  const transform = `translate(${middle[0]} ${middle[1]}) rotate(${turn}) scale(${size / 100})`;
  return s("g.piece", { style: paint(game, 0), transform }, figure(game, 0, piece.letter));
}

/** @param {api.Reach} reach @returns {keyof typeof WORDS} */
function kindOf(reach) {
  if (reach.hops || reach["captures-by-hopping"]) return "hop";
  if (reach.moves && reach.captures) return "both";
  return reach.moves ? "move" : "take";
}

/** @param {api.Reach} reach @param {api.CellDrawing | undefined} place */
function mark(reach, place) {
  if (!place) return null;
  const [cx, cy] = place.middle;
  const kind = kindOf(reach);
  const words = [reach.to, WORDS[kind], reach.initial ? "at first only" : ""].filter(Boolean).join(", ");
  const r = place.size * (kind === "take" ? 0.26 : 0.2);
  return s(`circle.reach.${kind}${reach.initial ? ".initial" : ""}`, { cx, cy, r }, s("title", {}, words));
}

// How a definition wants its board to look: the colours of cells, an image behind them, images that mark cells.

import { s } from "../lib/dom.js";
import { sent } from "./figures.js";

/** Black pieces are to be seen on black cells. */
const SOFT = /** @type {Record<string, string>} */ ({ black: "#7b7f86", white: "#fbfaf6" });

/** The corners of a cell, as polygons have them. @param {any} cell */
export const corners = (cell) =>
  cell.outline.map((/** @type {number[]} */ point) => point.join(",")).join(" ");

/** The classes of a cell's colour. @param {any} stage @param {any} cell */
export const shade = (stage, cell) =>
  stage.points
    ? "one.open"
    : stage.plain
      ? "one"
      : stage.families > 2
        ? `three-${cell.family % 3}`
        : `two-${cell.family % 2}`;

/** What is drawn upon the cells: walls between them, and lines and dots of the definition's own. @param {any} stage */
export function lines(stage) {
  const path = (/** @type {number[][][]} */ sides) =>
    sides.map(([from, to]) => `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`).join("");
  return [
    s("path.lines", { d: path(stage.lines), "stroke-width": stage.cell * 0.028 }),
    stage.dots.map((/** @type {number[]} */ [cx, cy]) => s("circle.spot", { cx, cy, r: stage.cell * 0.065 })),
    s("path.walls", { d: path(stage.walls), "stroke-width": stage.cell * 0.12 }),
  ];
}

export class Look {
  /** @param {any} game @param {any} stage */
  constructor(game, stage) {
    this.game = game;
    this.stage = stage;
    this.image = sent(game.look?.board);
    this.size = game.look?.size ?? extent(game.board.cells);
    this.matrix = this.image ? between(game.board.cells, stage.cells) : null;
    const colours = Object.fromEntries(
      (game.look?.colours ?? []).map((/** @type {string[]} */ [family, colour]) => [
        family.toLowerCase(),
        colour,
      ]),
    );
    /** @type {(string | undefined)[]} */
    this.colours = (game.board.families ?? []).map(
      (/** @type {string} */ family) => colours[String(family).toLowerCase()],
    );
  }

  /** What a cell is painted with, if the definition says so. @param {any} cell */
  paint(cell) {
    if (this.image) return { style: "fill-opacity:0" };
    const colour = this.colours[cell.family];
    return colour ? { style: `fill:${SOFT[colour.toLowerCase()] ?? colour}` } : {};
  }

  /** The image behind the cells, where the definition's own outlines lie on it. */
  ground() {
    const { size, matrix } = this;
    return (
      matrix &&
      s("image.ground", {
        href: this.image,
        width: size[0],
        height: size[1],
        preserveAspectRatio: "none",
        transform: `matrix(${matrix.join(" ")})`,
      })
    );
  }

  /** What is to be seen: the board, and all of the image. */
  bounds() {
    const [x, y, wide, high] = this.stage.bounds;
    if (!this.matrix) return [x, y, wide, high];
    const [a, b, c, d, e, f] = this.matrix;
    const [right, bottom] = this.size;
    const corners = [
      [0, 0],
      [right, 0],
      [0, bottom],
      [right, bottom],
    ].map(([u, v]) => [a * u + c * v + e, b * u + d * v + f]);
    const [left, top, far, low] = box([...corners, [x, y], [x + wide, y + high]]);
    return [left, top, far - left, low - top];
  }

  /** @param {any} place */
  active(place) {
    return this.over(sent(this.game.look?.active), place);
  }

  /** @param {any} place */
  marked(place) {
    return this.over(sent(this.game.look?.marked), place);
  }

  /** @param {string | null} image @param {any} place */
  over(image, place) {
    if (!image) return null;
    const [left, top, right, bottom] = box(place.outline);
    return s("image.target", { href: image, x: left, y: top, width: right - left, height: bottom - top });
  }
}

/** @param {number[][]} points */
function box(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** @param {any[]} cells */
function extent(cells) {
  const [, , right, bottom] = box(cells.flatMap((cell) => cell.outline));
  return [right, bottom];
}

/**
 * What leads from one drawing of the cells to another, from three corners that are not in a line.
 * @param {any[]} from
 * @param {any[]} to
 */
function between(from, to) {
  const here = from.flatMap((cell) => cell.outline);
  const there = to.flatMap((cell) => cell.outline);
  const [ax, ay] = here[0];
  const twice = (/** @type {number[]} */ [bx, by], /** @type {number[]} */ [cx, cy]) =>
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const far = here.reduce(
    (best, [x, y], at) =>
      Math.hypot(x - ax, y - ay) > Math.hypot(here[best][0] - ax, here[best][1] - ay) ? at : best,
    0,
  );
  const aside = here.reduce(
    (best, point, at) =>
      Math.abs(twice(here[far], point)) > Math.abs(twice(here[far], here[best])) ? at : best,
    0,
  );
  const size = twice(here[far], here[aside]);
  if (!size || here.length !== there.length) return null;
  const [bx, by] = [here[far][0] - ax, here[far][1] - ay];
  const [cx, cy] = [here[aside][0] - ax, here[aside][1] - ay];
  const along = (/** @type {number} */ axis) => {
    const p = there[far][axis] - there[0][axis];
    const q = there[aside][axis] - there[0][axis];
    const dx = (p * cy - q * by) / size;
    const dy = (q * bx - p * cx) / size;
    return [dx, dy, there[0][axis] - dx * ax - dy * ay];
  };
  const [xx, xy, x0] = along(0);
  const [yx, yy, y0] = along(1);
  return [xx, yx, xy, yy, x0, y0].map((value) => Math.round(value * 1e5) / 1e5);
}

// Points, boxes, and what leads from one drawing of a board to another.

/** @import * as api from "../types/api" */

/** @typedef {[number, number, number, number]} Box Left, top, right and bottom. */
/** @typedef {[number, number, number, number, number, number]} Matrix As SVG writes it. */
/** @typedef {{ outline: api.Point[] }} Outlined */

/**
 * The box around points.
 * @param {readonly (readonly number[])[]} points
 * @returns {Box}
 */
export function box(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * How far cells reach to the right and down.
 * @param {readonly Outlined[]} cells
 * @returns {[number, number]}
 */
export function extent(cells) {
  const [, , right, bottom] = box(cells.flatMap((cell) => cell.outline));
  return [right, bottom];
}

/**
 * Where a matrix brings a point.
 * @param {Matrix} matrix
 * @param {readonly number[]} point
 * @returns {api.Point}
 */
export const apply = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

/**
 * What leads from one drawing of the cells to another, from three corners that are not in a line.
 * @param {readonly Outlined[]} from
 * @param {readonly Outlined[]} to
 * @returns {Matrix | null}
 */
export function between(from, to) {
  const here = from.flatMap((cell) => cell.outline);
  const there = to.flatMap((cell) => cell.outline);
  if (here.length !== there.length) return null;
  const [far, aside] = corners(here);
  const [ax, ay] = here[0];
  const [bx, by] = [here[far][0] - ax, here[far][1] - ay];
  const [cx, cy] = [here[aside][0] - ax, here[aside][1] - ay];
  const area = bx * cy - by * cx;
  if (!area) return null;
  const along = (/** @type {0 | 1} */ axis) => {
    const p = there[far][axis] - there[0][axis];
    const q = there[aside][axis] - there[0][axis];
    const dx = (p * cy - q * by) / area;
    const dy = (q * bx - p * cx) / area;
    return [dx, dy, there[0][axis] - dx * ax - dy * ay];
  };
  const round = (/** @type {number} */ value) => Math.round(value * 1e5) / 1e5;
  const [xx, xy, x0] = along(0).map(round);
  const [yx, yy, y0] = along(1).map(round);
  return [xx, yx, xy, yy, x0, y0];
}

/**
 * The point that is farthest from the first, and the one that is farthest from the line between these two.
 * @param {readonly api.Point[]} points
 */
function corners(points) {
  const [ax, ay] = points[0];
  const farthest = (/** @type {(point: api.Point) => number} */ distance) =>
    points.reduce((best, point, at) => (distance(point) > distance(points[best]) ? at : best), 0);
  const far = farthest(([x, y]) => Math.hypot(x - ax, y - ay));
  const [bx, by] = points[far];
  const aside = farthest(([x, y]) => Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)));
  return [far, aside];
}

// How a definition wants its board to look: the colours of cells, an image behind them, images that mark cells.

import { s } from "../lib/dom.js";
import { settings } from "../lib/settings.js";
import { sent } from "./figures.js";
import { apply, between, box, extent } from "./geometry.js";

/** @import * as api from "../types/api" */

/** Black pieces are to be seen on black cells. @type {Record<string, string>} */
const SOFT = { black: "#7b7f86", white: "#fbfaf6" };

/** The corners of a cell, as polygons have them. @param {{ outline: api.Point[] }} cell */
export const corners = (cell) => cell.outline.map((point) => point.join(",")).join(" ");

/**
 * The classes of a cell's colour.
 * @param {api.BoardDrawing} drawing
 * @param {api.CellDrawing} cell
 */
export function shade(drawing, cell) {
  if (drawing.points) return "one.open";
  if (drawing.plain) return "one";
  return drawing.families > 2 ? `three-${cell.family % 3}` : `two-${cell.family % 2}`;
}

/**
 * The colour of a cell in the scheme that a definition names, for whoever has not chosen other colours.
 * @param {api.BoardDrawing} drawing
 * @param {api.CellDrawing} cell
 */
export const schemed = (drawing, cell) =>
  settings().board === "wood" ? drawing.colours?.[cell.family] : undefined;

/**
 * What is drawn upon the cells: walls between them, and lines and dots of the definition's own.
 * @param {api.BoardDrawing} drawing
 */
export function lines(drawing) {
  const path = (/** @type {api.Side[]} */ sides) =>
    sides.map(([from, to]) => `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`).join("");
  return [
    s("path.board-lines", { d: path(drawing.lines), "stroke-width": drawing.cell * 0.028 }),
    drawing.dots.map(([cx, cy]) => s("circle.spot", { cx, cy, r: drawing.cell * 0.065 })),
    s("path.walls", { d: path(drawing.walls), "stroke-width": drawing.cell * 0.12 }),
  ];
}

export class Look {
  /** @param {api.GameDocument} game @param {api.BoardDrawing} drawing */
  constructor(game, drawing) {
    this.game = game;
    this.drawing = drawing;
    this.image = sent(game.look.board);
    this.size = game.look.size ?? extent(game.board.cells);
    this.matrix = this.image ? between(game.board.cells, drawing.cells) : null;
    const colours = new Map(game.look.colours.map(([family, colour]) => [family.toLowerCase(), colour]));
    this.colours = game.board.families.map((family) => colours.get(family.toLowerCase()));
  }

  /** What a cell is painted with, if the definition says so and nobody has chosen other colours. @param {api.CellDrawing} cell */
  paint(cell) {
    if (this.image) return { style: "fill-opacity:0" };
    const colour = schemed(this.drawing, cell) ?? this.colours[cell.family];
    return colour ? { style: `fill:${SOFT[colour.toLowerCase()] ?? colour}` } : {};
  }

  /** The image behind the cells, where the definition's own outlines lie on it. */
  ground() {
    if (!this.matrix) return null;
    return s("image.ground", {
      href: this.image,
      width: this.size[0],
      height: this.size[1],
      preserveAspectRatio: "none",
      transform: `matrix(${this.matrix.join(" ")})`,
    });
  }

  /** What is to be seen: the board, and all of the image. */
  bounds() {
    const [x, y, wide, high] = this.drawing.bounds;
    const { matrix } = this;
    if (!matrix) return [x, y, wide, high];
    const [right, bottom] = this.size;
    const ends = [
      [0, 0],
      [right, 0],
      [0, bottom],
      [right, bottom],
    ];
    const seen = ends.map((end) => apply(matrix, end));
    const [left, top, far, low] = box([...seen, [x, y], [x + wide, y + high]]);
    return [left, top, far - left, low - top];
  }

  /** What marks the cell of the piece that is to move. @param {api.CellDrawing} place */
  active(place) {
    return this.over(sent(this.game.look.active), place);
  }

  /** What marks a cell it can go to. @param {api.CellDrawing} place */
  marked(place) {
    return this.over(sent(this.game.look.marked), place);
  }

  /** @param {string | null} image @param {api.CellDrawing} place */
  over(image, place) {
    if (!image) return null;
    const [left, top, right, bottom] = box(place.outline);
    return s("image.target", {
      href: image,
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
    });
  }
}

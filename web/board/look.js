// How a definition wants its board to look: the colours of cells, an image behind them, images that mark cells.

import { s } from "../lib/dom.js";
import { sent } from "./figures.js";
import { apply, between, box, extent } from "./geometry.js";

/** @import * as api from "../types/api" */

/** Black pieces are to be seen on black cells. @type {Record<string, string>} */
const SOFT = { black: "#7b7f86", white: "#fbfaf6" };

/** The corners of a cell, as polygons have them. @param {{ outline: api.Point[] }} cell */
export const corners = (cell) => cell.outline.map((point) => point.join(",")).join(" ");

/**
 * The classes of a cell's colour.
 * @param {api.Stage} stage
 * @param {api.StageCell} cell
 */
export function shade(stage, cell) {
  if (stage.points) return "one.open";
  if (stage.plain) return "one";
  return stage.families > 2 ? `three-${cell.family % 3}` : `two-${cell.family % 2}`;
}

/**
 * What is drawn upon the cells: walls between them, and lines and dots of the definition's own.
 * @param {api.Stage} stage
 */
export function lines(stage) {
  const path = (/** @type {api.Side[]} */ sides) =>
    sides.map(([from, to]) => `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`).join("");
  return [
    s("path.lines", { d: path(stage.lines), "stroke-width": stage.cell * 0.028 }),
    stage.dots.map(([cx, cy]) => s("circle.spot", { cx, cy, r: stage.cell * 0.065 })),
    s("path.walls", { d: path(stage.walls), "stroke-width": stage.cell * 0.12 }),
  ];
}

export class Look {
  /** @param {api.GameDocument} game @param {api.Stage} stage */
  constructor(game, stage) {
    this.game = game;
    this.stage = stage;
    this.image = sent(game.look.board);
    this.size = game.look.size ?? extent(game.board.cells);
    this.matrix = this.image ? between(game.board.cells, stage.cells) : null;
    const colours = new Map(game.look.colours.map(([family, colour]) => [family.toLowerCase(), colour]));
    this.colours = game.board.families.map((family) => colours.get(family.toLowerCase()));
  }

  /** What a cell is painted with, if the definition says so. @param {api.StageCell} cell */
  paint(cell) {
    if (this.image) return { style: "fill-opacity:0" };
    const colour = this.colours[cell.family];
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
    const [x, y, wide, high] = this.stage.bounds;
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

  /** What marks the cell of the piece that is to move. @param {api.StageCell} place */
  active(place) {
    return this.over(sent(this.game.look.active), place);
  }

  /** What marks a cell it can go to. @param {api.StageCell} place */
  marked(place) {
    return this.over(sent(this.game.look.marked), place);
  }

  /** @param {string | null} image @param {api.StageCell} place */
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

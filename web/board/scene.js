// What is drawn of a game, seen from one seat: the cells, and the layers above them.

import { s } from "../lib/dom.js";
import { Look, corners, lines, shade } from "./look.js";
import { learn } from "./figures.js";

/** @import * as api from "../types/api" */

/** Names along the border are smaller here than in pictures, which are smaller themselves. */
const BORDER = 0.72;

export class Scene {
  /**
   * @param {api.GameDocument} game
   * @param {api.BoardDrawing} drawing
   * @param {{ isStill: boolean, label: string | null }} how
   */
  constructor(game, drawing, how) {
    learn(game);
    this.game = game;
    this.drawing = drawing;
    this.look = new Look(game, drawing);
    this.places = new Map(drawing.cells.map((cell) => [cell.name, cell]));
    /** @type {Map<string, SVGPolygonElement>} */
    this.polygons = new Map();
    for (const cell of drawing.cells) {
      const given = { points: corners(cell), "data-cell": cell.name, ...this.look.paint(cell) };
      this.polygons.set(cell.name, s(`polygon.cell.${shade(drawing, cell)}`, given));
    }
    /** Cells that are marked, below the pieces. */
    this.marks = s("g.marks");
    /** The pieces. */
    this.layer = s("g.pieces");
    /** What is in the hand, above everything. */
    this.above = s("g.above");
    const [x, y, wide, high] = this.look.bounds();
    /** The width by the height. */
    this.ratio = wide / high;
    this.svg = this.draw(`${x} ${y} ${wide} ${high}`, how);
  }

  /** @param {string} viewBox @param {{ isStill: boolean, label: string | null }} how */
  draw(viewBox, { isStill, label }) {
    const { drawing, look } = this;
    const help = `${this.game.name} board. Arrow keys move, Enter picks up and puts down.`;
    return s(
      "svg",
      {
        viewBox,
        tabindex: isStill ? "-1" : "0",
        role: isStill ? "img" : "application",
        "aria-roledescription": "board",
        "aria-label": label ?? help,
      },
      look.ground(),
      s("g.cells", {}, [...this.polygons.values()]),
      lines(drawing),
      this.marks,
      s(
        "g.names",
        {},
        drawing.names.map((name) => written(name, BORDER)),
      ),
      s(
        "g.names.inside",
        {},
        drawing.cells.map((cell) => cell.label && written(cell.label, 1)),
      ),
      this.layer,
      this.above,
      s("polygon.cursor", { points: "" }),
    );
  }
}

/** The name of a cell, a file or a rank. @param {api.Name} name @param {number} scale */
function written({ text, at, size }, scale) {
  const tall = size * scale;
  return s("text", { x: at[0], y: at[1] + 0.36 * tall, "font-size": tall }, text);
}

// The keyboard: arrow keys go to the neighbour that lies in that direction on the page, whatever the board.

import { say } from "../lib/dom.js";
import { corners } from "./look.js";

/** @import * as api from "../types/api" */
/** @import { Board } from "./board.js" */

/** @type {Record<string, api.Point>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Keys {
  /** @param {Board} board @param {SVGSVGElement} svg @param {api.BoardDrawing} drawing @param {string | null} cell */
  constructor(board, svg, drawing, cell) {
    this.board = board;
    this.cells = drawing.cells;
    this.cell = cell !== null && board.places.has(cell) ? cell : null;
    /** What surrounds the cell that has the focus. */
    this.ring = svg.querySelector(".cursor");
    /** Whether arrow keys go from cell to cell: not after a click, when they walk through the game. */
    this.isLed = false;
    svg.addEventListener("keydown", (event) => this.press(event));
    svg.addEventListener("pointerdown", () => this.let());
    svg.addEventListener("focus", () => {
      this.isLed = document.documentElement.dataset.input === "keys";
      if (this.isLed) this.go(this.cell ?? this.first());
    });
    svg.addEventListener("blur", () => this.ring?.setAttribute("points", ""));
  }

  /** Where to begin: a piece that can move, else the cell nearest to the bottom. */
  first() {
    const able = this.cells.filter((cell) => this.board.legal.some((move) => move.from === cell.name));
    const pool = able.length ? able : this.cells;
    return pool.reduce((best, cell) => (cell.middle[1] > best.middle[1] ? cell : best)).name;
  }

  /** Goes to a cell and says what is there. @param {string} cell @param {string} [besides] what is said as well */
  go(cell, besides = "") {
    this.cell = cell;
    const place = this.board.places.get(cell);
    if (!place) return;
    this.ring?.setAttribute("points", corners(place));
    say(this.board.describe(cell) + besides);
  }

  /** Somebody uses a pointer instead. */
  let() {
    this.isLed = false;
    this.ring?.setAttribute("points", "");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { board } = this;
    const way = WAYS[event.key];
    if (way && !this.isLed) return;
    if (way) {
      // Arrow keys belong to the board while it has the focus by keyboard.
      event.preventDefault();
      event.stopPropagation();
      const from = this.cell ?? this.first();
      this.go(neighbour(this.cells, from, way));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const cell = this.cell ?? this.first();
      // Whoever comes from a pointer first sees where they are.
      if (this.isLed) board.press(cell);
      this.isLed = true;
      this.go(cell, board.selected?.from === cell ? ", picked up" : "");
      return;
    } else if (event.key === "Escape") {
      board.select(null);
      if (board.premove) board.setPremove(null);
    } else return;
    this.go(this.cell ?? this.first());
  }
}

/**
 * The nearest cell in a direction; what lies aside counts as farther away.
 * @param {readonly { name: string, middle: api.Point }[]} cells
 * @param {string} from
 * @param {api.Point} way
 */
export function neighbour(cells, from, way) {
  const start = cells.find((cell) => cell.name === from);
  if (!start) return from;
  const [x, y] = start.middle;
  let best = from;
  let least = Infinity;
  for (const { name, middle } of cells) {
    const dx = middle[0] - x;
    const dy = middle[1] - y;
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1] - dy * way[0]);
    if (along < 1 || aside > along * 1.8) continue;
    const far = along + aside * 1.6;
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

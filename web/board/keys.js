// The keyboard: arrow keys go to the neighbour that lies in that direction on the page, whatever the board.

import { say } from "../lib/dom.js";
import { corners } from "./look.js";

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Keys {
  /** @param {import("./board.js").Board} board @param {string | null} cell */
  constructor(board, cell) {
    this.board = board;
    this.cell = board.places.has(cell ?? "") ? cell : null;
    board.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(event));
    board.svg.addEventListener("focus", () => {
      if (document.documentElement.dataset.input === "keys") this.go(this.cell ?? this.first());
    });
    board.svg.addEventListener("blur", () => board.ring.setAttribute("points", ""));
  }

  /** Where to begin: a piece that can move, else the cell nearest to the bottom. */
  first() {
    const cells = this.board.stage.cells;
    const able = cells.filter((/** @type {any} */ cell) =>
      this.board.legal.some((move) => move.from === cell.name),
    );
    const pool = able.length ? able : cells;
    return pool.reduce((/** @type {any} */ best, /** @type {any} */ cell) =>
      cell.middle[1] > best.middle[1] ? cell : best,
    ).name;
  }

  /** @param {string} cell */
  go(cell) {
    this.cell = cell;
    const place = this.board.places.get(cell);
    if (!place) return;
    this.board.ring.setAttribute("points", corners(place));
    say(this.board.describe(cell));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[/** @type {keyof typeof WAYS} */ (event.key)];
    if (way) {
      // Arrow keys belong to the board while it has the focus by keyboard.
      event.preventDefault();
      event.stopPropagation();
      this.go(this.neighbour(this.cell ?? this.first(), way));
    } else if ((event.key === "Enter" || event.key === " ") && this.cell) {
      event.preventDefault();
      this.board.press(this.cell);
      if (this.board.selected?.from === this.cell) say(`${this.board.describe(this.cell)}, picked up`);
    } else if (event.key === "Escape") {
      this.board.select(null);
      if (this.board.premove) this.board.setPremove(null);
    } else return;
    this.go(this.cell ?? this.first());
  }

  /**
   * The nearest cell in a direction; what lies aside counts as farther away.
   * @param {string} from
   * @param {number[]} way
   */
  neighbour(from, way) {
    const [x, y] = this.board.places.get(from).middle;
    let best = from;
    let least = Infinity;
    for (const cell of this.board.stage.cells) {
      const dx = cell.middle[0] - x;
      const dy = cell.middle[1] - y;
      const along = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1] - dy * way[0]);
      if (along < 1 || aside > along * 1.8) continue;
      const far = along + aside * 1.6;
      if (far < least) [best, least] = [cell.name, far];
    }
    return best;
  }
}

// Arrows and circles people draw, and those that show what an analysis thinks.

import { fresh, s } from "../lib/dom.js";

export class Drawings {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, { from: string, to: string, colour: string }>} */
    this.own = new Map();
    /** @type {{ from: string, to: string, colour?: string, width?: number }[]} */
    this.hints = [];
    this.layer = s("g.drawings");
  }

  attach() {
    this.board.above.before(this.layer);
    this.draw();
  }

  /**
   * @param {string} from
   * @param {PointerEvent} event
   * @param {(x: number, y: number) => string | null} cellAt
   */
  begin(from, event, cellAt) {
    event.preventDefault();
    const colour = event.shiftKey ? "red" : event.ctrlKey ? "blue" : event.altKey ? "yellow" : "green";
    /** @type {string} */
    let to = from;
    const move = (/** @type {PointerEvent} */ at) => {
      const cell = cellAt(at.clientX, at.clientY);
      if (cell && cell !== to) {
        to = cell;
        this.draw({ from, to, colour });
      }
    };
    const end = (/** @type {PointerEvent} */ at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      // Two fingers zoom.
      if (at.type === "pointercancel") {
        this.draw();
        return;
      }
      const key = `${from} ${to}`;
      if (this.own.get(key)?.colour === colour) this.own.delete(key);
      else this.own.set(key, { from, to, colour });
      this.draw();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  clear() {
    if (!this.own.size) return;
    this.own.clear();
    this.draw();
  }

  /** @param {{ from: string, to: string, colour?: string, width?: number }[]} hints */
  hint(hints) {
    this.hints = hints;
    this.draw();
  }

  /** @param {{ from: string, to: string, colour: string }} [wip] */
  draw(wip) {
    const all = [
      ...this.hints.map((hint) => ({ ...hint, hint: true })),
      ...this.own.values(),
      ...(wip ? [wip] : []),
    ];
    fresh(
      this.layer,
      all.map((one) => this.shape(one)),
    );
  }

  /** @param {any} one */
  shape({ from, to, colour, width = 1, hint }) {
    const start = this.board.places.get(from);
    const end = this.board.places.get(to);
    if (!start || !end) return null;
    const kind = hint ? "hint" : colour;
    const unit = this.board.stage.cell;
    if (from === to)
      return s(`circle.circle.${kind}`, {
        cx: start.middle[0],
        cy: start.middle[1],
        r: start.size * 0.56,
        "stroke-width": unit * 0.07,
      });
    const [x1, y1] = start.middle;
    const [x2, y2] = end.middle;
    const long = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
    const thick = unit * 0.075 * width;
    const head = thick * 3.4;
    const begin = Math.min(unit * 0.3, long * 0.3);
    const point = (/** @type {number} */ along, /** @type {number} */ side) =>
      `${x1 + dx * along - dy * side} ${y1 + dy * along + dx * side}`;
    const neck = long - head;
    const path = `M${point(begin, thick)}L${point(neck, thick)}L${point(neck, head * 0.65)}L${point(long, 0)}L${point(neck, -head * 0.65)}L${point(neck, -thick)}L${point(begin, -thick)}Z`;
    return s(`path.arrow.${kind}`, { d: path });
  }
}

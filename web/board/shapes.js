// Arrows and circles people draw, and those that show what an analysis thinks.

import { fresh, s } from "../lib/dom.js";

/** @import * as api from "../types/api" */
/** @import { Board } from "./board.js" */

/** @typedef {api.Shape} Shape */
/** @typedef {{ from: string, to: string, width: number }} Hint */

export class Shapes {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, Shape>} */
    this.own = new Map();
    /** @type {Hint[]} */
    this.hints = [];
    this.layer = s("g.shapes");
    /** Whether what is drawn stays until it is drawn again. */ this.isKept = false;
  }

  /** Puts what is drawn below what is in the hand. @param {SVGElement} above */
  attach(above) {
    above.before(this.layer);
    this.draw();
  }

  /**
   * @param {string} from
   * @param {PointerEvent} event
   * @param {(x: number, y: number) => string | null} cellAt
   */
  begin(from, event, cellAt) {
    event.preventDefault();
    /** @type {Shape["colour"]} */
    const colour = colourOf(event);
    let to = from;
    const move = (/** @type {PointerEvent} */ at) => {
      const cell = cellAt(at.clientX, at.clientY);
      if (!cell || cell === to) return;
      to = cell;
      this.draw({ from, to, colour });
    };
    const end = (/** @type {PointerEvent} */ at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      // Two fingers zoom.
      if (at.type === "pointercancel") this.draw();
      else this.toggle({ from, to, colour });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** Draws it, or takes it away if it is there already. @param {Shape} shape */
  toggle(shape) {
    const key = `${shape.from} ${shape.to}`;
    if (this.own.get(key)?.colour === shape.colour) this.own.delete(key);
    else this.own.set(key, shape);
    this.draw();
    this.board.emitter.tell("shapes", [...this.own.values()]);
  }

  clear() {
    if (!this.own.size || this.isKept) return;
    this.own.clear();
    this.draw();
  }

  /** Draws these and no others. @param {readonly Shape[]} shapes */
  set(shapes) {
    this.own = new Map(shapes.map((shape) => [`${shape.from} ${shape.to}`, shape]));
    this.draw();
  }

  /** @param {Hint[]} hints */
  hint(hints) {
    this.hints = hints;
    this.draw();
  }

  /** @param {Shape} [unfinished] */
  draw(unfinished) {
    const own = unfinished ? [...this.own.values(), unfinished] : [...this.own.values()];
    fresh(
      this.layer,
      this.hints.map(({ from, to, width }) => this.node(from, to, "hint", width)),
      own.map(({ from, to, colour }) => this.node(from, to, colour, 1)),
    );
  }

  /** @param {string} from @param {string} to @param {string} kind @param {number} width */
  node(from, to, kind, width) {
    const start = this.board.places.get(from);
    const end = this.board.places.get(to);
    const unit = this.board.drawing?.cell;
    if (!start || !end || !unit) return null;
    if (from !== to) return s(`path.arrow.${kind}`, { d: arrow(start.middle, end.middle, unit, width) });
    const [cx, cy] = start.middle;
    return s(`circle.circle.${kind}`, { cx, cy, r: start.size * 0.56, "stroke-width": unit * 0.07 });
  }
}

/** @param {PointerEvent} event */
function colourOf(event) {
  if (event.shiftKey) return "red";
  if (event.ctrlKey) return "blue";
  return event.altKey ? "yellow" : "green";
}

/**
 * The outline of an arrow.
 * @param {api.Point} start
 * @param {api.Point} end
 * @param {number} unit the size of a cell
 * @param {number} width
 */
function arrow([x1, y1], [x2, y2], unit, width) {
  const long = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
  const thick = unit * 0.075 * width;
  const head = thick * 3.4;
  const begin = Math.min(unit * 0.3, long * 0.3);
  const neck = long - head;
  const points = [
    [begin, thick],
    [neck, thick],
    [neck, head * 0.65],
    [long, 0],
    [neck, -head * 0.65],
    [neck, -thick],
    [begin, -thick],
  ];
  const place = points.map(
    ([along, side]) => `${x1 + dx * along - dy * side} ${y1 + dy * along + dx * side}`,
  );
  return `M${place.join("L")}Z`;
}

// Mouse, pen and finger: drag, click and click, right-drag for arrows.

import { s } from "../lib/dom.js";
import { settings } from "../lib/settings.js";

const SLOP = 5;

export class Pointer {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {any} */
    this.drag = null;
    const svg = board.svg;
    svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.down(event));
    svg.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
    board.takeFromHand = (letter, seat, event) => this.fromHand(letter, seat, event);
  }

  /** @param {number} x @param {number} y */
  cellAt(x, y) {
    // Nothing on the board but its cells can be pointed at.
    const found = document.elementFromPoint(x, y);
    return found instanceof SVGElement && this.board.contains(found) ? (found.dataset.cell ?? null) : null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    const cell = this.cellAt(event.clientX, event.clientY);
    if (!cell) return;
    if (event.button === 2 || event.ctrlKey || event.altKey || (this.board.pen && event.isPrimary)) {
      this.board.drawings.begin(cell, event, (/** @type {number} */ x, /** @type {number} */ y) =>
        this.cellAt(x, y),
      );
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    this.board.drawings.clear();
    const node = this.board.pieces.get(cell);
    const how = settings().input;
    if (!node || !this.board.canTake(cell) || how === "click") {
      event.preventDefault();
      this.board.svg.focus({ preventScroll: true });
      if (how !== "drag" || !this.board.selected) this.board.press(cell);
      return;
    }
    event.preventDefault();
    this.board.svg.focus({ preventScroll: true });
    // A piece that can be taken by the one selected is aimed at, not picked up.
    const aimed =
      this.board.selected &&
      this.board.selected.from !== cell &&
      this.board.polygons.get(cell)?.classList.contains("aim");
    if (aimed) {
      this.board.press(cell);
      return;
    }
    const again = this.board.selected?.from === cell;
    if (this.board.premove) this.board.setPremove(null);
    this.board.select({ from: cell });
    this.follow(event, { from: cell }, node, again);
  }

  /**
   * A piece from a hand is dragged, or only chosen.
   * @param {string} letter
   * @param {number} seat
   * @param {PointerEvent} event
   */
  fromHand(letter, seat, event) {
    event.preventDefault();
    const again = this.board.selected?.drop === letter;
    this.board.select({ drop: letter });
    const node = s("g.piece");
    this.board.dress(node, [seat, letter]);
    this.follow(event, { drop: letter }, node, again);
  }

  /**
   * @param {PointerEvent} event
   * @param {import("./board.js").Origin} from
   * @param {any} node
   * @param {boolean} again
   */
  follow(event, from, node, again) {
    const { board } = this;
    const start = { x: event.clientX, y: event.clientY };
    // Where the page is on the board does not change while something is dragged.
    const matrix = board.svg.getScreenCTM()?.inverse();
    const size = board.places.get(from.from ?? "")?.size ?? board.stage.cell * 0.85;
    const lift = event.pointerType === "touch" ? 1.5 : 1.08;
    let moving = false;
    /** @type {string | null} */
    let over = null;
    const turn = node.style.transform.match(/rotate\([^)]*\)/)?.[0] ?? "";
    const move = (/** @type {PointerEvent} */ at) => {
      if (at.pointerId !== event.pointerId) return;
      if (!moving && Math.hypot(at.clientX - start.x, at.clientY - start.y) < SLOP) return;
      if (!moving) {
        moving = true;
        node.classList.remove("sliding");
        node.classList.add("dragging");
        board.above.append(node);
      }
      const point = new DOMPoint(at.clientX, at.clientY).matrixTransform(matrix);
      // A finger hides what is under it.
      const up = event.pointerType === "touch" ? size * 0.5 : 0;
      node.style.transform = `translate(${point.x}px,${point.y - up}px) ${turn} scale(${(size * lift) / 100})`;
      const cell = this.cellAt(at.clientX, at.clientY);
      if (cell !== over) {
        board.polygons.get(over ?? "")?.classList.remove("over");
        over = cell;
        board.polygons.get(over ?? "")?.classList.add("over");
      }
    };
    const end = async (/** @type {PointerEvent} */ at) => {
      if (at.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      board.polygons.get(over ?? "")?.classList.remove("over");
      if (!moving) {
        if (again || settings().input === "drag") board.select(null);
        return;
      }
      node.classList.remove("dragging");
      const back = () => {
        if (from.drop) node.remove();
        else if (node.cell && board.pieces.get(node.cell) === node) {
          board.layer.append(node);
          board.place(node, node.cell, true);
        }
      };
      const cell = at.type === "pointerup" ? this.cellAt(at.clientX, at.clientY) : null;
      if (!cell || cell === from.from) {
        back();
        if (from.drop || !cell) board.select(null);
        return;
      }
      const place = board.places.get(cell);
      node.style.transform = `translate(${place.middle[0]}px,${place.middle[1]}px) ${turn} scale(${place.size / 100})`;
      const done = await board.attempt(from, cell, true);
      if (from.drop) node.remove();
      if (!done || board.premove) back();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}

// Mouse, pen and finger: drag, click and click, right-drag for arrows.

import { settings } from "../lib/settings.js";

/** @import { Board, Origin } from "./board.js" */
/** @import { Figurine, Pieces } from "./pieces.js" */
/** @import { Scene } from "./scene.js" */

const SLOP = 5;

export class Pointer {
  /** @param {Board} board @param {Scene} scene @param {Pieces} pieces */
  constructor(board, scene, pieces) {
    this.board = board;
    this.scene = scene;
    this.pieces = pieces;
    scene.svg.addEventListener("pointerdown", (event) => this.down(event));
    scene.svg.addEventListener("contextmenu", (event) => event.preventDefault());
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
    const { board } = this;
    const cell = this.cellAt(event.clientX, event.clientY);
    if (!cell) return;
    if (event.button === 2 || event.ctrlKey || event.altKey || (board.pen && event.isPrimary)) {
      board.shapes.begin(cell, event, (x, y) => this.cellAt(x, y));
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    board.shapes.clear();
    event.preventDefault();
    board.focusBoard();
    const figurine = this.pieces.standing.get(cell);
    const how = settings().input;
    if (!figurine || !board.canTake(cell) || how === "click") {
      if (how !== "drag" || !board.selected) board.press(cell);
      return;
    }
    // A piece that can be taken by the one selected is aimed at, not picked up.
    if (board.selected && board.selected.from !== cell && board.isAim(cell)) {
      board.press(cell);
      return;
    }
    const isAgain = board.selected?.from === cell;
    if (board.premove) board.setPremove(null);
    board.select({ from: cell });
    new Drag(this, event, { from: cell }, figurine, isAgain);
  }

  /**
   * A piece from a hand is dragged, or only chosen.
   * @param {string} letter
   * @param {number} seat
   * @param {PointerEvent} event
   */
  fromHand(letter, seat, event) {
    event.preventDefault();
    const isAgain = this.board.selected?.drop === letter;
    this.board.select({ drop: letter });
    new Drag(this, event, { drop: letter }, this.pieces.make(seat, letter), isAgain);
  }
}

/** A piece that is held, from the press until it is let go. */
class Drag {
  /**
   * @param {Pointer} pointer
   * @param {PointerEvent} event the press
   * @param {Origin} from
   * @param {Figurine} figurine
   * @param {boolean} isAgain whether it was chosen before
   */
  constructor(pointer, event, from, figurine, isAgain) {
    const { scene } = pointer;
    this.pointer = pointer;
    this.press = event;
    this.from = from;
    this.figurine = figurine;
    this.isAgain = isAgain;
    this.isMoving = false;
    /** The cell below. @type {string | null} */
    this.over = null;
    // Where the page is on the board does not change while something is dragged.
    this.matrix = scene.svg.getScreenCTM()?.inverse();
    this.size = scene.places.get(from.from ?? "")?.size ?? scene.drawing.cell * 0.85;
    this.turn = figurine.node.style.transform.match(/rotate\([^)]*\)/)?.[0] ?? "";
    this.isTouch = event.pointerType === "touch";
    this.onmove = (/** @type {PointerEvent} */ at) => this.move(at);
    this.onend = (/** @type {PointerEvent} */ at) => this.end(at);
    addEventListener("pointermove", this.onmove);
    addEventListener("pointerup", this.onend);
    addEventListener("pointercancel", this.onend);
  }

  /** @param {PointerEvent} at */
  move(at) {
    if (at.pointerId !== this.press.pointerId) return;
    if (!this.isMoving) {
      const far = Math.hypot(at.clientX - this.press.clientX, at.clientY - this.press.clientY);
      if (far < SLOP) return;
      this.lift();
    }
    const point = new DOMPoint(at.clientX, at.clientY).matrixTransform(this.matrix);
    // A finger hides what is under it.
    const up = this.isTouch ? this.size * 0.5 : 0;
    this.lay(point.x, point.y - up, this.size * (this.isTouch ? 1.5 : 1.08));
    this.light(this.pointer.cellAt(at.clientX, at.clientY));
  }

  lift() {
    const { node } = this.figurine;
    this.isMoving = true;
    node.classList.remove("sliding");
    node.classList.add("dragging");
    this.pointer.scene.above.append(node);
  }

  /** @param {number} x @param {number} y @param {number} size */
  lay(x, y, size) {
    this.figurine.node.style.transform = `translate(${x}px,${y}px) ${this.turn} scale(${size / 100})`;
  }

  /** Lights up the cell below. @param {string | null} cell */
  light(cell) {
    if (cell === this.over) return;
    const { polygons } = this.pointer.scene;
    polygons.get(this.over ?? "")?.classList.remove("over");
    this.over = cell;
    polygons.get(cell ?? "")?.classList.add("over");
  }

  /** @param {PointerEvent} at */
  async end(at) {
    if (at.pointerId !== this.press.pointerId) return;
    const { board, scene } = this.pointer;
    removeEventListener("pointermove", this.onmove);
    removeEventListener("pointerup", this.onend);
    removeEventListener("pointercancel", this.onend);
    this.light(null);
    if (!this.isMoving) {
      if (this.isAgain || settings().input === "drag") board.select(null);
      return;
    }
    this.figurine.node.classList.remove("dragging");
    const cell = at.type === "pointerup" ? this.pointer.cellAt(at.clientX, at.clientY) : null;
    const place = scene.places.get(cell ?? "");
    if (!cell || !place || cell === this.from.from) {
      this.back();
      if (this.from.drop || !cell) board.select(null);
      return;
    }
    this.lay(place.middle[0], place.middle[1], place.size);
    const isDone = await board.attempt(this.from, cell, true);
    if (this.from.drop) this.figurine.node.remove();
    if (!isDone || board.premove) this.back();
  }

  back() {
    if (this.from.drop) this.figurine.node.remove();
    else this.pointer.pieces.goBack(this.figurine);
  }
}

// The pieces on a board as elements: they stand, slide, come and go.

import { fresh, s } from "../lib/dom.js";
import { changes } from "./changes.js";
import { figure, isPointed, paint } from "./figures.js";

/** @import * as api from "../types/api" */
/** @import { Scene } from "./scene.js" */

const FADE = 260;

/**
 * A piece that is drawn.
 * @typedef {{ node: SVGGElement, seat: number | null, letter: string, cell: string | null }} Figurine
 */

export class Pieces {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    /** @type {Map<string, Figurine>} */
    this.standing = new Map();
  }

  /**
   * Shows what became of a position; says whether anything changed.
   * @param {api.Placement} before
   * @param {api.Placement} after
   * @param {boolean} animate
   * @param {string | null} dragged the cell of a piece that was put there by hand
   */
  show(before, after, animate, dragged) {
    const { moved, gone, come } = changes(before.cells, after.cells, this.scene.places);
    const next = new Map(this.standing);
    for (const { from } of moved) next.delete(from);
    for (const cell of gone) {
      next.delete(cell);
      // Where several go at once, something blew up.
      this.fade(this.standing.get(cell), animate, gone.length > 1);
    }
    for (const { from, to } of moved) {
      const figurine = this.standing.get(from);
      if (!figurine) continue;
      const [seat, letter] = after.cells[to];
      if (figurine.letter !== letter || figurine.seat !== seat) this.dress(figurine, seat, letter);
      this.place(figurine, to, animate && dragged !== to);
      this.scene.layer.append(figurine.node);
      next.set(to, figurine);
    }
    for (const cell of come) {
      const figurine = this.make(...after.cells[cell]);
      this.place(figurine, cell, false);
      if (animate && dragged !== cell) arrive(figurine.node);
      this.scene.layer.append(figurine.node);
      next.set(cell, figurine);
    }
    this.standing = next;
    return moved.length + gone.length + come.length > 0;
  }

  /** @param {number | null} seat @param {string} letter @returns {Figurine} */
  make(seat, letter) {
    const figurine = { node: s("g.piece"), seat, letter, cell: null };
    this.dress(figurine, seat, letter);
    return figurine;
  }

  /** Makes it look like a piece. @param {Figurine} figurine @param {number | null} seat @param {string} letter */
  dress(figurine, seat, letter) {
    const { game } = this.scene;
    figurine.seat = seat;
    figurine.letter = letter;
    figurine.node.style.cssText = paint(game, seat);
    fresh(figurine.node, figure(game, seat, letter));
    if (figurine.cell) this.place(figurine, figurine.cell, false);
  }

  /** Everything is drawn again, because it is drawn otherwise now. */
  dressAll() {
    for (const figurine of this.standing.values()) this.dress(figurine, figurine.seat, figurine.letter);
  }

  /** @param {Figurine} figurine @param {string} cell @param {boolean} animate */
  place(figurine, cell, animate) {
    if (!this.scene.places.has(cell)) return;
    figurine.cell = cell;
    figurine.node.dataset.cell = cell;
    this.lay(figurine, cell, animate);
  }

  /**
   * Draws a piece over a cell, wherever it belongs.
   * @param {Figurine} figurine
   * @param {string} cell
   * @param {boolean} animate
   */
  lay({ node, seat, letter }, cell, animate) {
    const { game, drawing, places } = this.scene;
    const place = places.get(cell);
    if (!place) return;
    const [x, y] = place.middle;
    node.classList.toggle("sliding", animate);
    const turn = isPointed(game, seat, letter) ? (drawing.turns[seat ?? -1] ?? 0) : 0;
    node.style.transform = `translate(${x}px,${y}px) rotate(${turn}deg) scale(${place.size / 100})`;
  }

  /**
   * Goes to a cell ahead of the move that brings it there.
   * @param {string} from
   * @param {string} to
   * @param {boolean} animate
   */
  goAhead(from, to, animate) {
    const figurine = this.standing.get(from);
    if (!figurine) return;
    this.scene.layer.append(figurine.node);
    this.lay(figurine, to, animate);
  }

  /** Pieces that went ahead of a move that was not played go home. */
  settle() {
    for (const [cell, figurine] of this.standing) {
      if (figurine.node.parentNode !== this.scene.layer) this.scene.layer.append(figurine.node);
      this.lay(figurine, cell, true);
    }
  }

  /** One that was in the hand goes back to where it stood, if it still does. @param {Figurine} figurine */
  goBack(figurine) {
    const { cell, node } = figurine;
    if (!cell || this.standing.get(cell) !== figurine) return;
    this.scene.layer.append(node);
    this.place(figurine, cell, true);
  }

  /** Armies whose player is out are grey. @param {Set<number>} dead */
  grey(dead) {
    for (const { node, seat } of this.standing.values()) {
      node.classList.toggle("dead", seat !== null && dead.has(seat));
    }
  }

  /** @param {Figurine | undefined} figurine @param {boolean} animate @param {boolean} isBurst */
  fade(figurine, animate, isBurst) {
    if (!figurine) return;
    const { node, cell } = figurine;
    if (!animate) {
      node.remove();
      return;
    }
    node.classList.add("going");
    const place = this.scene.places.get(cell ?? "");
    if (isBurst && place) {
      const flash = s("circle.burst", { cx: place.middle[0], cy: place.middle[1], r: place.size * 0.7 });
      this.scene.above.append(flash);
      setTimeout(() => flash.remove(), 2 * FADE);
    }
    setTimeout(() => node.remove(), FADE);
  }
}

/** @param {SVGElement} node */
function arrive(node) {
  node.classList.add("coming");
  node.addEventListener("animationend", () => node.classList.remove("coming"), { once: true });
}

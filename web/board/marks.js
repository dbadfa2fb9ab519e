// Cells that are marked: what moved last, who is in check, what is chosen, where it can go.

import { fresh, s } from "../lib/dom.js";
import { corners } from "./look.js";

/** @import * as api from "../types/api" */
/** @import { Scene } from "./scene.js" */

/** @typedef {{ seat: number, cells: string[] }} Last What a player moved last. */
/** @typedef {{ last?: Last[], check?: string[], reason?: string[] }} Marked */

export class Marks {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
  }

  /**
   * Marks what was moved last by whom, who is in check, whose fault it is; nothing else is marked then.
   * @param {Marked} marked
   */
  show({ last = [], check = [], reason = [] }) {
    fresh(this.scene.marks);
    const { colours } = this.scene.game.figures;
    for (const { seat, cells } of last) {
      const colour = colours.length > 2 ? colours[seat] : undefined;
      for (const cell of cells) this.shade(cell, "last", colour);
    }
    for (const cell of check) this.shade(cell, "check");
    for (const cell of reason) this.shade(cell, "reason");
  }

  /** @param {string} cell @param {string} kind @param {api.Colour} [colour] */
  shade(cell, kind, colour) {
    const place = this.scene.places.get(cell);
    if (!place) return;
    const style = colour ? `--seat:${colour.body};--edge:${colour.line}` : undefined;
    this.scene.marks.append(s(`polygon.${kind}`, { points: corners(place), style }));
  }

  /**
   * Shows what is chosen and where it can go.
   * @param {string | null} chosen
   * @param {Set<string>} targets
   * @param {"now" | "pre"} when whether it goes now, or when the turn comes
   * @param {api.Placement["cells"]} cells what stands where
   */
  aim(chosen, targets, when, cells) {
    const { marks, places, polygons, look } = this.scene;
    marks.querySelectorAll(".target, .selected").forEach((node) => node.remove());
    for (const polygon of polygons.values()) polygon.classList.remove("aim");
    const place = places.get(chosen ?? "");
    if (place) marks.append(look.active(place) ?? s("polygon.selected", { points: corners(place) }));
    for (const cell of targets) {
      const target = places.get(cell);
      if (!target) continue;
      polygons.get(cell)?.classList.add("aim");
      marks.append(look.marked(target) ?? sign(target, Boolean(cells[cell]), when));
    }
  }
}

/**
 * A dot on an empty cell, a ring round what would be taken.
 * @param {api.CellDrawing} place
 * @param {boolean} isTaken
 * @param {string} when
 */
function sign({ middle, size }, isTaken, when) {
  const [cx, cy] = middle;
  return isTaken
    ? s(`circle.target.ring.${when}`, { cx, cy, r: size * 0.54 })
    : s(`circle.target.dot.${when}`, { cx, cy, r: size * 0.17 });
}

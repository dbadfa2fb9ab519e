// An engine of others that looks at a position too, for whoever sits at the machine: its lines beside ours.

import { fresh, h } from "../lib/dom.js";
import { analyse } from "../lib/live.js";

/** @import * as api from "../types/api" */
/** @import { Refusal } from "../lib/api.js" */

/** What stands before the name where an engine is written as a player. */
const PREFIX = "engine:";

export class Beside {
  /**
   * @param {api.KnownEngine[]} engines
   * @param {() => void} change what to do when another one is chosen
   */
  constructor(engines, change) {
    this.choice = h(
      "select",
      { "aria-label": "Engine beside ours", onchange: change },
      h("option", { value: "" }, "No other engine"),
      engines.map(({ player, name }) => h("option", { value: player.slice(PREFIX.length) }, name)),
    );
    this.depth = h("span.dim");
    this.found = h("ol.lines");
    this.node = engines.length
      ? h("div.beside", {}, h("div.row", {}, this.choice, this.depth), this.found)
      : null;
    /** Ends what it looks at. @type {(() => void) | undefined} */ this.stop = undefined;
    this.rest();
  }

  /** It looks no longer. */
  rest() {
    this.stop?.();
    this.stop = undefined;
    fresh(this.found);
    this.found.hidden = !this.choice.value;
    this.depth.textContent = "";
  }

  /**
   * Looks at a position, if one is chosen; its lines are shown as rows like ours.
   * @param {api.Question} question
   * @param {api.Limits} limits
   * @param {(line: api.FoundLine) => HTMLElement} row
   */
  look(question, limits, row) {
    const engine = this.choice.value;
    if (!engine) return;
    const hear = (/** @type {api.Found} */ { depth, lines, problem }) => {
      if (this.stop !== stop) return;
      if (problem) this.depth.textContent = problem;
      if (!lines.length) return;
      this.depth.textContent = `depth ${depth}`;
      fresh(this.found, lines.map(row));
    };
    const fail = (/** @type {Refusal} */ { message }) => (this.depth.textContent = message);
    const stop = analyse({ ...question, limits: { ...limits, engine } }, hear, fail);
    this.stop = stop;
  }
}

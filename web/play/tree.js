// The moves of an analysis with their variations, to click on.

import { fresh, h } from "../lib/dom.js";
import { written } from "../lib/letters.js";

/** @import * as api from "../types/api" */
/** @import { Step, Variations } from "./variations.js" */

/** How PGN's numbers for judgements are written. */
const SIGNS = new Map([
  [1, "!"],
  [2, "?"],
  [3, "!!"],
  [4, "??"],
  [5, "!?"],
  [6, "?!"],
  [10, "="],
  [13, "∞"],
  [14, "+="],
  [15, "=+"],
  [16, "±"],
  [17, "∓"],
  [18, "+−"],
  [19, "−+"],
]);

/** @param {number} nag */
export const signOf = (nag) => SIGNS.get(nag) ?? "";

export class Tree {
  /**
   * @param {api.GameDocument} game
   * @param {(step: Step) => void} look
   */
  constructor(game, look) {
    this.game = game;
    this.look = look;
    this.node = h("div.moves.tree", { tabindex: 0, role: "region", "aria-label": "Moves" });
  }

  /** @param {Variations} variations @param {Step} here */
  draw({ root }, here) {
    const empty = root.after.length ? null : h("p.empty", {}, "Play moves on the board");
    fresh(this.node, this.branch(root, 0, here), empty);
    this.node.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * What follows a step, the main line first, the others in brackets.
   * @param {Step} step
   * @param {number} ply
   * @param {Step} here
   * @returns {Node[]}
   */
  branch(step, ply, here) {
    const nodes = [];
    for (let at = step; at.after.length; at = at.after[0], ply++) {
      nodes.push(...this.move(at.after[0], ply, here));
      for (const side of at.after.slice(1)) {
        const inside = [...this.move(side, ply, here), ...this.branch(side, ply + 1, here)];
        nodes.push(h("span.variation", {}, "(", inside, ")"));
      }
    }
    return nodes;
  }

  /**
   * A move, with its number where a round begins.
   * @param {Step} step
   * @param {number} ply
   * @param {Step} here
   * @returns {Node[]}
   */
  move(step, ply, here) {
    const players = this.game.players.length;
    const given = {
      type: "button",
      "aria-current": step === here ? "step" : undefined,
      onclick: () => this.look(step),
    };
    const button = h("button.ply", given, written(this.game, step) + (step.nags ?? []).map(signOf).join(""));
    if (step.comment) button.title = step.comment;
    const said = step.comment ? [h("span.said-of", {}, ` ${step.comment} `)] : [];
    return ply % players === 0
      ? [h("span.number", {}, `${ply / players + 1}. `), button, ...said]
      : [button, ...said];
  }
}

// Somebody left a game that no clock ends: when the others may end it, and how.

import { complain, fresh, h } from "../lib/dom.js";
import { get, post } from "../lib/api.js";
import { serverNow } from "../lib/live.js";
import { inWords } from "../lib/text.js";
import { called } from "./seats.js";

/** @import { Table } from "./table.js" */

/** @type {["win" | "draw" | "abort", string][]} */
const CLAIMS = [
  ["win", "Claim the win"],
  ["draw", "Call it a draw"],
  ["abort", "Abort the game"],
];

/** How long until it is told again how long there is to wait, in milliseconds. */
const PACE = 15_000;

export class Away {
  /** @param {Table} table @param {() => void} changed */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    this.node = h("div.notice.away", { hidden: true, role: "status" });
    /** The number of the last question. */
    this.asked = 0;
    this.timer = 0;
  }

  /** Whether whoever is to move is another person who is not there, and has no clock. */
  isWaiting() {
    const { view, own, presence } = this.table;
    const { turn } = view.table;
    if (view.phase !== "playing" || turn === null || own.includes(turn) || !own.length) return false;
    return view.seats[turn].kind === "person" && !presence.seats[turn] && !view.table.clocks[turn]?.running;
  }

  /** Looks again who is there. */
  async look() {
    const mine = ++this.asked;
    clearTimeout(this.timer);
    const found = this.isWaiting()
      ? await get("/api/games/{id}/away", { id: this.table.id }).catch(() => null)
      : null;
    if (mine !== this.asked) return;
    const away = this.isWaiting() ? found?.away : null;
    this.node.hidden = !away;
    if (away) this.draw(away.seat, away.at - serverNow());
    this.changed();
  }

  /** @param {number} seat @param {number} wait */
  draw(seat, wait) {
    const { table } = this;
    const name = called(table, seat);
    this.timer = setTimeout(() => this.look(), Math.max(1000, Math.min(wait, PACE)));
    if (wait > 0) {
      fresh(
        this.node,
        h("p", {}, `${name} is away. If they do not come back you may end the game ${inWords(wait)}.`),
      );
      return;
    }
    const isPair = table.view.seats.length === 2;
    const say = (/** @type {(typeof CLAIMS)[number][0]} */ claim) => () =>
      post("/api/games/{id}/away", { claim }, { id: table.id }).catch(complain);
    fresh(
      this.node,
      h("p", {}, `${name} has been away for long.`),
      CLAIMS.map(([claim, words]) =>
        h(
          "button",
          { type: "button", onclick: say(claim) },
          claim === "win" && !isPair ? "Go on without them" : words,
        ),
      ),
    );
  }

  stop() {
    this.asked++;
    clearTimeout(this.timer);
  }
}

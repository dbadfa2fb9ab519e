// Conditional moves: what is answered, should others play so. Chosen move by move; the server plays them.

import { complain, fresh, h } from "../lib/dom.js";
import { get, post } from "../lib/api.js";
import { written } from "../lib/letters.js";

/** @import { Table } from "./table.js" */

export class Plans {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** What is decided. @type {string[][]} */ this.lines = [];
    /** The line that is being made. @type {string[]} */ this.line = [];
    /** For which ply this was drawn. */ this.ply = -1;
    this.list = h("ul.plan-lines");
    this.maker = h("div.stack.tight");
    this.node = h(
      "details.plans",
      { hidden: true },
      h("summary", {}, "If they play …"),
      this.list,
      this.maker,
    );
    this.node.addEventListener("toggle", () => this.node.open && this.load().catch(complain));
  }

  /** Where one may plan: one's own seat, while others think. */
  get seat() {
    const { own, view } = this.table;
    const isWaiting = view.phase === "playing" && own.length === 1 && view.table.turn !== own[0];
    return isWaiting && this.isSlow() ? own[0] : null;
  }

  isSlow() {
    const written = this.table.view.terms.clocks;
    return written === "none" || /^\d+[dh]\/move$/.test(written);
  }

  /** The game has gone on, or not. */
  draw() {
    this.node.hidden = this.seat === null;
    if (this.node.hidden || this.ply === this.table.ply) return;
    this.line = [];
    if (this.node.open) this.load().catch(complain);
  }

  async load() {
    const { seat } = this;
    if (seat === null) return;
    this.ply = this.table.ply;
    const { seats } = await get("/api/games/{id}/plans", { id: this.table.id });
    this.lines = seats.find((one) => one.seat === seat)?.lines ?? [];
    await this.drawList();
    await this.ask();
  }

  async drawList() {
    const { lines } = this;
    const found = await Promise.all(lines.map((line) => this.look(line)));
    const row = (/** @type {string[]} */ words, /** @type {number} */ place) =>
      h(
        "li.row",
        {},
        h("span", {}, words.map((text, number) => (number % 2 ? `→ ${text}` : text)).join(" ")),
        h(
          "button.small",
          {
            type: "button",
            "aria-label": `Remove ${words.join(" ")}`,
            onclick: () => this.keep(lines.filter((_, other) => other !== place)),
          },
          "Remove",
        ),
      );
    if (lines === this.lines) fresh(this.list, found.map(({ words }) => words).map(row));
  }

  /** Where a line leads from here, and its moves as somebody reads them. @param {string[]} moves */
  async look(moves) {
    const { table } = this;
    const { fen } = await table.position(table.ply);
    const position = { game: table.definition, settings: table.settings, fen, moves };
    const found = await post("/api/check", position);
    const words = found.moves.map((move, at) => written(table.game, { ...move, coordinates: moves[at] }));
    return { ...found, words };
  }

  /** @param {string[][]} lines */
  async keep(lines) {
    const { seat } = this;
    if (seat === null) return;
    try {
      const kept = await post("/api/games/{id}/plans", { seat, lines }, { id: this.table.id });
      this.lines = kept.lines;
      this.line = [];
    } catch (error) {
      complain(error);
    }
    await this.drawList();
    await this.ask();
  }

  /** Asks for the next move of the line. */
  async ask() {
    const { line } = this;
    const { turn, legal, outcome, words } = await this.look(line);
    const isMine = turn === this.seat;
    const first = h(
      "option",
      { value: "" },
      isMine ? "I answer …" : line.length ? "and if then …" : "If they play …",
    );
    const options = legal.map(({ text }) => h("option", { value: text }, text));
    const choose = h("select", { "aria-label": first.textContent, onchange: () => next() }, first, options);
    const next = () => {
      if (!choose.value) return;
      this.line = [...line, choose.value];
      this.ask().catch(complain);
    };
    // A line ends with an answer: until then nothing is decided.
    const isWhole = line.length > 0 && !isMine;
    const keep = () => this.keep([...this.lines.filter((one) => !begins(line, one)), line]);
    const again = () => {
      this.line = [];
      this.ask().catch(complain);
    };
    fresh(
      this.maker,
      line.length ? h("p.plan-line", {}, words.join(" ")) : null,
      outcome ? null : choose,
      h(
        "div.row",
        {},
        isWhole ? h("button.primary", { type: "button", onclick: keep }, "Keep this line") : null,
        line.length ? h("button", { type: "button", onclick: again }, "Begin again") : null,
      ),
    );
  }
}

/** Whether a line goes on with another, so that the shorter says nothing more. @param {string[]} long @param {string[]} short */
const begins = (long, short) => short.every((text, place) => long[place] === text);

// A game that plays itself on the first page, until somebody takes a seat.

import { complain, fresh, h } from "../lib/dom.js";
import { entry, once, post } from "../lib/api.js";
import { begin } from "../lib/begin.js";
import { differing } from "../board/changes.js";
import { seatMark } from "../board/figures.js";
import { still } from "../board/still.js";

/** How long a move is looked at, in milliseconds. */
const PACE = 1600;
const LONGEST = 180;

export class Showcase {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.fen = "";
    this.plies = 0;
    /** Somebody looks, and wants it to move. */
    this.running = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.left = false;
    this.board = still();
    this.seats = h("div.buttons.chairs");
    this.words = h("p.dim", {}, "");
    this.pause = h(
      "button.quiet-button",
      { type: "button", onclick: () => this.toggle() },
      this.running ? "Pause" : "Go on",
    );
    this.node = h(
      "section.showcase",
      { "aria-label": "A game being played" },
      h("div.scene", {}, this.board),
      h("div.caption", {}, this.words, this.pause),
      this.seats,
    );
    this.begin().catch(() => (this.node.hidden = true));
  }

  async begin() {
    this.game = await once(entry(this.id));
    this.board.setAttribute("label", `${this.game.name}, played by the computer`);
    this.board.placement = this.game.placement;
    this.board.setUp(this.game);
    this.fen = this.game.start;
    this.tell(0);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, PACE));
      if (this.left) return;
      if (!this.running || document.hidden || this.isAway()) continue;
      await this.step().catch(() => {});
    }
  }

  /** Whether it was scrolled out of sight. */
  isAway() {
    const { bottom, top } = this.node.getBoundingClientRect();
    return bottom < 0 || top > innerHeight;
  }

  async step() {
    const found = await this.think();
    if (!found || this.left) return;
    const after = await post("/api/check", { game: this.id, fen: this.fen, moves: [found] });
    if (this.left) return;
    const before = this.board.placement.cells;
    const seat = this.turn ?? 0;
    this.fen = after.fen;
    this.board.show(after.placement);
    const cells = differing(before, after.placement.cells);
    this.board.mark({ last: cells.length <= 6 ? [{ seat, cells }] : [], check: after.check });
    this.tell(after.turn);
    if (!after.outcome && ++this.plies < LONGEST) return;
    this.words.textContent = after.outcome?.sentence ?? "";
    await new Promise((resolve) => setTimeout(resolve, 3 * PACE));
    this.plies = 0;
    this.fen = this.game.start;
    this.board.show(this.game.placement);
    this.tell(0);
  }

  /** A move to play; at first not always the best, so that no two games are alike. */
  async think() {
    const lines = this.plies < 9 ? 5 : 1;
    const text = await post("/api/analysis", {
      position: { game: this.id, fen: this.fen },
      limits: { lines, depth: 3, seconds: 1 },
    });
    const last = JSON.parse(text.trim().split("\n").pop() ?? "{}");
    const choice = last.lines?.[Math.floor(Math.random() * last.lines.length)];
    return choice?.moves[0];
  }

  /** @param {number} turn */
  tell(turn) {
    this.turn = turn;
    const { players, name } = this.game;
    this.words.textContent = `${name}, live: ${players[turn].name} to move`;
    const take = (/** @type {number} */ seat) => {
      const seats = players.map((/** @type {any} */ _, /** @type {number} */ other) =>
        other === seat ? "me" : "ai:3",
      );
      begin({ game: this.id, seats, fen: this.fen }).catch(complain);
    };
    // The buttons stay the same while the game goes on.
    if (!this.seats.childElementCount)
      fresh(
        this.seats,
        players.map((/** @type {any} */ player, /** @type {number} */ seat) =>
          h(
            "button",
            { type: "button", onclick: () => take(seat), title: "Take this seat and play on" },
            seatMark(this.game, seat),
            `Take ${player.name}`,
          ),
        ),
      );
    this.seats
      .querySelectorAll("button")
      .forEach((/** @type {Element} */ button, /** @type {number} */ seat) =>
        button.classList.toggle("on", seat === turn),
      );
  }

  toggle() {
    this.running = !this.running;
    this.pause.textContent = this.running ? "Pause" : "Go on";
  }

  leave() {
    this.left = true;
  }
}

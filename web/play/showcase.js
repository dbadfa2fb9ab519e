// A game that plays itself on the first page, until somebody takes a seat.

import { complain, fresh, h } from "../lib/dom.js";
import { gameOf, glance, post } from "../lib/api.js";
import { begin, seatsFor } from "../lib/begin.js";
import { differing } from "../board/changes.js";
import { seatMark } from "../board/figures.js";
import { still } from "../board/still.js";

/** @import * as api from "../types/api" */

/** How long a move is looked at, in milliseconds. */
const PACE = 1600;
/** After so many plies another game begins. */
const LONGEST = 180;
/** Until this ply it does not always play the best, so that no two games are alike. */
const OPENING = 9;
/** More cells than this are no move to be marked, but an explosion. */
const MOST_CELLS = 6;

/** @param {number} time */
const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Showcase {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.fen = "";
    this.turn = 0;
    this.plies = 0;
    /** Somebody looks, and wants it to move. */
    this.running = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.left = false;
    this.board = still();
    this.seats = h("div.buttons.chairs");
    this.words = h("p.dim", {}, "");
    this.pause = h("button.quiet-button", { type: "button", onclick: () => this.toggle() });
    this.tellRunning();
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
    const game = await gameOf(this.id);
    this.board.setAttribute("label", `${game.name}, played by the computer`);
    this.board.placement = game.placement;
    this.board.setUp(game);
    // The buttons stay the same while the game goes on.
    fresh(
      this.seats,
      game.players.map((_, seat) => this.chair(game, seat)),
    );
    this.fen = game.start;
    this.tell(game, 0);
    for (;;) {
      await rest(PACE);
      if (this.left) return;
      if (!this.running || document.hidden || this.isAway()) continue;
      await this.step(game).catch(() => {});
    }
  }

  /** Whether it was scrolled out of sight. */
  isAway() {
    const { bottom, top } = this.node.getBoundingClientRect();
    return bottom < 0 || top > innerHeight;
  }

  /** @param {api.GameDocument} game */
  async step(game) {
    const found = await this.think();
    if (!found || this.left) return;
    const after = await post("/api/check", { game: this.id, fen: this.fen, moves: [found] });
    if (this.left) return;
    const cells = differing(this.board.placement.cells, after.placement.cells);
    const last = cells.length <= MOST_CELLS ? [{ seat: this.turn, cells }] : [];
    this.fen = after.fen;
    this.board.show(after.placement);
    this.board.mark({ last, check: after.check });
    this.tell(game, after.turn);
    if (!after.outcome && ++this.plies < LONGEST) return;
    this.words.textContent = after.outcome?.sentence ?? "";
    await rest(3 * PACE);
    this.plies = 0;
    this.fen = game.start;
    this.board.show(game.placement);
    this.tell(game, 0);
  }

  /** A move to play. */
  async think() {
    const lines = this.plies < OPENING ? 5 : 1;
    const found = await glance({ game: this.id, fen: this.fen }, { lines, depth: 3, seconds: 1 });
    const choices = found?.lines ?? [];
    return choices[Math.floor(Math.random() * choices.length)]?.moves[0];
  }

  /** What lets somebody play on. @param {api.GameDocument} game @param {number} seat */
  chair(game, seat) {
    const take = () => {
      const seats = seatsFor(seat, game.players.length, 3);
      begin({ game: this.id, seats, fen: this.fen }).catch(complain);
    };
    return h(
      "button",
      { type: "button", onclick: take, title: "Take this seat and play on" },
      seatMark(game, seat),
      `Take ${game.players[seat].name}`,
    );
  }

  /** @param {api.GameDocument} game @param {number} turn */
  tell({ players, name }, turn) {
    this.turn = turn;
    this.words.textContent = `${name}, live: ${players[turn].name} to move`;
    [...this.seats.children].forEach((chair, seat) => chair.classList.toggle("on", seat === turn));
  }

  toggle() {
    this.running = !this.running;
    this.tellRunning();
  }

  tellRunning() {
    this.pause.textContent = this.running ? "Pause" : "Go on";
  }

  leave() {
    this.left = true;
  }
}

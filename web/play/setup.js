// Sets a position up by hand, on any board: choose a piece, press cells.

import { fresh, h } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { icon, pieceName } from "../board/figures.js";

export class Setup {
  /**
   * @param {any} game
   * @param {any} board
   * @param {() => any} question the position it begins with
   * @param {number} turn
   * @param {(fen: string | null) => void} done
   */
  constructor(game, board, question, turn, done) {
    this.game = game;
    this.board = board;
    this.position = question();
    this.done = done;
    this.turn = turn;
    /** @type {Record<string, [number | null, string] | null>} */
    this.cells = {};
    /** What a press puts down; nothing takes away. @type {[number, string] | null} */
    this.brush = null;
    this.fen = "";
    this.problem = h("p.problem", { role: "alert" });
    this.finish = h("button.primary", { type: "button", onclick: () => this.end(this.fen) }, "Use it");
    this.palette = h("div.palette", { role: "radiogroup", "aria-label": "Pieces" });
    const move = h(
      "select",
      { "aria-label": "To move", onchange: () => ((this.turn = Number(move.value)), this.check()) },
      game.players.map((/** @type {any} */ player, /** @type {number} */ seat) =>
        h("option", { value: seat, selected: seat === turn }, `${player.name} to move`),
      ),
    );
    this.node = h(
      "div.setup.stack",
      {},
      h("p", {}, "Choose a piece, then press cells. What stands there already is taken away."),
      this.palette,
      h("div.row", {}, move, h("button", { type: "button", onclick: () => this.clear() }, "Clear the board")),
      this.problem,
      h("div.row", {}, this.finish, h("button", { type: "button", onclick: () => this.end(null) }, "Cancel")),
    );
    this.press = (/** @type {any} */ event) => this.put(event.detail);
    board.addEventListener("press", this.press);
    this.draw();
    this.check();
  }

  draw() {
    const kinds = this.game.pieces.map((/** @type {any} */ piece) => piece.letter);
    const choice = (/** @type {[number, string] | null} */ brush) => {
      const on = JSON.stringify(brush) === JSON.stringify(this.brush);
      const words = brush
        ? `${this.game.players[brush[0]].name} ${pieceName(this.game, brush[1])}`
        : "Take away";
      return h(
        "button.held",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(on),
          "aria-label": words,
          title: words,
          onclick: () => ((this.brush = brush), this.draw()),
        },
        brush ? icon(this.game, brush[0], brush[1]) : "✕",
      );
    };
    fresh(
      this.palette,
      choice(null),
      this.game.players.flatMap((/** @type {any} */ _, /** @type {number} */ seat) =>
        kinds.map((/** @type {string} */ letter) => choice([seat, letter])),
      ),
    );
  }

  /** @param {string} cell */
  put(cell) {
    const now = this.board.placement.cells[cell];
    const same = this.brush && now && now[0] === this.brush[0] && now[1] === this.brush[1];
    this.cells[cell] = same ? null : this.brush;
    this.show();
  }

  clear() {
    for (const { name } of this.board.stage.cells) this.cells[name] = null;
    this.show();
  }

  show() {
    const cells = { ...this.board.placement.cells };
    for (const [cell, piece] of Object.entries(this.cells)) {
      if (piece) cells[cell] = piece;
      else delete cells[cell];
    }
    this.board.show({ ...this.board.placement, cells }, { animate: false });
    this.check();
  }

  async check() {
    const asked = (this.asked = {});
    this.finish.disabled = true;
    try {
      const { fen } = await post("/api/compose", {
        position: this.position,
        cells: this.cells,
        turn: this.turn,
      });
      if (asked !== this.asked) return;
      this.fen = fen;
      this.problem.textContent = "";
      this.finish.disabled = false;
    } catch (error) {
      if (asked === this.asked) this.problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {string | null} fen */
  end(fen) {
    this.asked = {};
    this.board.removeEventListener("press", this.press);
    this.node.remove();
    this.done(fen);
  }
}
